# SPDX-License-Identifier: MIT
# Activations of one tensor, and those that look at whole axes: softmax and its relatives.
import math

import numpy as np

from cases import Case, Row
from compare import Exact, Near, Ulp
from answers.casting import cast
from answers.unary import and_fields, erfc, number, real


def relu(x):
    return np.fmax(x, np.zeros(1, x.dtype))


def shrink(x, *, bias, threshold):
    """Bias and threshold stay numbers; for integers the difference is converted as CAST does."""
    wide = x.astype(np.float64)
    result = np.where(wide > threshold, wide - bias, np.where(wide < -threshold, wide + bias, 0))
    return cast(result, output_dtype=x.dtype)


def sigmoid(x):
    small = np.exp(-np.abs(x))  # never overflows
    return np.where(x >= 0, 1, small) / (1 + small)


def softplus(x, *, steepness):
    return np.logaddexp(0, steepness * x) / steepness


def log_softmax1(x, *, axes):
    x = x.astype(np.float64)
    x = x - x.max(tuple(axes), keepdims=True)
    return x - np.log(np.exp(x).sum(tuple(axes), keepdims=True))


def softmax1(x, *, axes):
    return np.exp(log_softmax1(x, axes=axes))


def hardmax1(x, *, axes):
    """One at the first maximum, in row-major order of the axes' coordinates."""
    axes = sorted(axes)
    last = np.moveaxis(x, axes, range(-len(axes), 0))
    rows = last.reshape(last.shape[:x.ndim - len(axes)] + (-1,))
    hot = np.arange(rows.shape[-1]) == rows.argmax(-1)[..., None]
    hot = hot.astype(x.dtype).reshape(last.shape)
    return np.moveaxis(hot, range(-len(axes), 0), axes)


def over_last_axis(function):
    return lambda x: function(x, axes=[x.ndim - 1])


# Cases.

def numbers(source):
    return Case([source.eighths(source.dtype(), source.sizes(source.rank()))])


def positive(source):
    return source.integer(1, 16) / 4


def axes_case(source):
    case = numbers(source)
    case.fields["axes"] = source.axes(case.inputs[0].ndim)
    return case


def rows_case(source):
    """At most two dimensions after leading ones."""
    rank = source.rank()
    sizes = ((1,) * rank + source.sizes(min(rank, 2)))[-rank:]
    return Case([source.eighths(source.dtype(), sizes)])


ALPHA, BETA = {"alpha": number}, {"alpha": number, "beta": number}
# name: function of float64, parameters, tolerance
ELEMENTS = {
    "IDENTITY": (lambda x: x, {}, Exact()),
    "LINEAR": (lambda x, *, alpha, beta: alpha * x + beta, BETA, Exact()),
    "LEAKY_RELU": (lambda x, *, alpha: np.where(x >= 0, x, alpha * x), ALPHA, Exact()),
    "THRESHOLDED_RELU": (lambda x, *, alpha: np.where(x > alpha, x, 0), ALPHA, Exact()),
    "ELU": (lambda x, *, alpha: np.where(x >= 0, x, alpha * np.expm1(x)), ALPHA, Ulp(4)),
    "CELU": (lambda x, *, alpha: np.maximum(x, 0) + np.minimum(0, alpha * np.expm1(x / alpha)),
             {"alpha": lambda source: 2.0 ** source.integer(-2, 2)}, Ulp(4)),
    "SCALED_ELU": (lambda x, *, alpha, gamma: gamma * np.where(x > 0, x, alpha * np.expm1(x)),
                   {"alpha": number, "gamma": number}, Ulp(4)),
    "SIGMOID": (sigmoid, {}, Ulp(4)),
    "HARD_SIGMOID": (lambda x, *, alpha, beta: np.clip(alpha * x + beta, 0, 1), BETA, Exact()),
    "TANH": (np.tanh, {}, Ulp(4)),
    "SCALED_TANH": (lambda x, *, alpha, beta: alpha * np.tanh(beta * x), BETA, Ulp(4)),
    "SOFTPLUS": (softplus, {"steepness": lambda source: source.integer(4, 16) / 4}, Ulp(4)),
    "PARAMETRIC_SOFTPLUS": (lambda x, *, alpha, beta: alpha * np.logaddexp(0, beta * x), BETA,
                            Ulp(4)),
    "SOFTSIGN": (lambda x: x / (1 + np.abs(x)), {}, Ulp(1)),
    "GELU": (lambda x: x / 2 * erfc(-x / math.sqrt(2)), {}, Ulp(4)),
    "SWISH": (lambda x, *, sigmoid_input_scale: x * sigmoid(sigmoid_input_scale * x),
              {"sigmoid_input_scale": number}, Ulp(4)),
    "HARD_SWISH": (lambda x, *, alpha, beta: x * np.clip(alpha * x + beta, 0, 1), BETA, Ulp(1)),
}

ROWS = [
    *(Row(f"ACTIVATION_{name}", real(function), and_fields(numbers, **fields), tolerance)
      for name, (function, fields, tolerance) in ELEMENTS.items()),
    Row("ACTIVATION_RELU", relu, numbers, Exact()),
    Row("ACTIVATION_SHRINK", shrink, and_fields(numbers, bias=number, threshold=positive), Exact()),
    # exp's error, the sum's, the quotient's.
    Row("ACTIVATION_SOFTMAX", over_last_axis(softmax1), rows_case, Ulp(8)),
    Row("ACTIVATION_SOFTMAX1", softmax1, axes_case, Ulp(8)),
    # The result is a difference: its error is that of what is subtracted.
    Row("ACTIVATION_LOG_SOFTMAX", over_last_axis(log_softmax1), rows_case,
        Near(4, lambda x: np.float64(np.ptp(x) + np.log(x.size)))),
    Row("ACTIVATION_LOG_SOFTMAX1", log_softmax1, axes_case,
        Near(4, lambda x, axes: np.float64(np.ptp(x) + np.log(x.size)))),
    Row("ACTIVATION_HARDMAX", over_last_axis(hardmax1), rows_case, Exact()),
    Row("ACTIVATION_HARDMAX1", hardmax1, axes_case, Exact()),
]
