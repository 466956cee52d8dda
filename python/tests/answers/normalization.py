# SPDX-License-Identifier: MIT
# Normalizations and Adam, from their formulas in float64. Errors are compared with the numbers that
# are added: what is normalized, the bias, and whatever else comes to the sum.
import numpy as np

from cases import Case, Row
from compare import Near


def wide(*arrays):
    return [None if x is None else x.astype(np.float64) for x in arrays]


def mean_variance(x, scale, bias, *, axes, use_mean, use_variance, epsilon):
    x, scale, bias = wide(x, scale, bias)
    axes = tuple(axes)
    if use_mean:
        x = x - (x.mean(axes, keepdims=True) if axes else x)
    if use_variance:
        squares = x * x
        x = x / np.sqrt((squares.mean(axes, keepdims=True) if axes else squares) + epsilon)
    return x * (1 if scale is None else scale) + (0 if bias is None else bias)


def mean_variance0(x, scale, bias, *, cross_channel, normalize_variance, epsilon):
    return mean_variance(x, scale, bias, axes=[1, 2, 3] if cross_channel else [2, 3],
                         use_mean=True, use_variance=normalize_variance, epsilon=epsilon)


def mean_variance1(x, scale, bias, *, axes, normalize_variance, epsilon):
    return mean_variance(x, scale, bias, axes=axes, use_mean=True, use_variance=normalize_variance,
                         epsilon=epsilon)


def batch(x, mean, variance, scale, bias, *, spatial, epsilon):
    x, mean, variance, scale, bias = wide(x, mean, variance, scale, bias)
    return scale * (x - mean) / np.sqrt(variance + epsilon) + bias


def reduced(like):
    return tuple(dim for dim, size in enumerate(like.shape) if size == 1)


def training(x, scale, bias, add, *, epsilon):
    x, scale, bias, add = wide(x, scale, bias, add)
    mean = x.mean(reduced(scale), keepdims=True)
    variance = x.var(reduced(scale), keepdims=True)
    output = scale * (x - mean) / np.sqrt(variance + epsilon) + bias
    return output + (0 if add is None else add), mean, variance


def batch_grad(x, g, mean, variance, scale, *, epsilon):
    x, g, mean, variance, scale = wide(x, g, mean, variance, scale)
    factor = 1 / np.sqrt(variance + epsilon)
    axes = {"axis": reduced(scale), "keepdims": True}
    return g * scale * factor, (g * (x - mean)).sum(**axes) * factor, g.sum(**axes)


def training_grad(x, g, mean, variance, scale, *, epsilon):
    _, of_scale, of_bias = batch_grad(x, g, mean, variance, scale, epsilon=epsilon)
    x, g, variance, scale = wide(x, g, variance, scale)
    axes = {"axis": reduced(scale), "keepdims": True}
    x = x - x.mean(**axes)
    slope = (g * x).mean(**axes) / (variance + epsilon)
    return (scale / np.sqrt(variance + epsilon) * (g - g.mean(**axes) - x * slope), of_scale,
            of_bias)


def window_sum(x, axis, before, after):
    """Sums of so many neighbours along one axis, as far as it goes."""
    moved = np.moveaxis(x, axis, 0)
    count = len(moved)
    sums = [moved[max(i - before, 0):min(i + after, count - 1) + 1].sum(0) for i in range(count)]
    return np.moveaxis(np.array(sums), 0, axis)


def neighbours(x, cross_channel, local_size, backwards=False):
    before, after = (local_size - 1) // 2, local_size // 2
    if backwards:
        before, after = after, before
    for axis in [1] if cross_channel else [2, 3]:
        x = window_sum(x, axis, before, after)
    return x


def local_response(x, *, cross_channel, local_size, alpha, beta, bias):
    x, = wide(x)
    return x * (bias + alpha / local_size * neighbours(x * x, cross_channel, local_size)) ** -beta


def local_response_grad(x, g, *, cross_channel, local_size, alpha, beta, bias):
    x, g = wide(x, g)
    base = bias + alpha / local_size * neighbours(x * x, cross_channel, local_size)
    terms = neighbours(g * x * base ** (-beta - 1), cross_channel, local_size, True)
    return g * base ** -beta - 2 * alpha * beta / local_size * x * terms


def lp(x, *, axis, epsilon, p):
    x, = wide(x)
    return x / np.maximum(np.linalg.norm(x, p, axis, keepdims=True), epsilon)


def adam(x, m, v, g, step, *, learning_rate, beta1, beta2, epsilon):
    t = float(step.ravel()[0])
    x, m, v, g = wide(x, m, v, g)
    m = beta1 * m + (1 - beta1) * g
    v = beta2 * v + (1 - beta2) * g * g
    rate = learning_rate * np.sqrt(1 - beta2**t) / (1 - beta1**t)
    return x - rate * m / (np.sqrt(v) + epsilon), m, v


# Cases.

def broadcastable(source, sizes):
    """Some sizes 1, which repeat."""
    return tuple(1 if source.flag() else size for size in sizes)


def image(source):
    return source.sizes(4)


def optional(source, dtype, sizes):
    return source.eighths(dtype, broadcastable(source, sizes)) if source.flag() else None


def mean_variance_case(*flags, rank=None):
    def case(source):
        dtype = source.dtype()
        sizes = source.sizes(rank or source.rank())
        fields = {flag: source.flag() for flag in flags} | {"epsilon": 0.25}
        if rank is None:
            fields["axes"] = source.axes(len(sizes))
        return Case([source.eighths(dtype, sizes), optional(source, dtype, sizes),
                     optional(source, dtype, sizes)], fields)
    return case


def batch_case(source):
    dtype, sizes = source.dtype(), source.sizes(source.rank())
    parameter = lambda low: source.eighths(dtype, broadcastable(source, sizes), low)
    return Case([source.eighths(dtype, sizes), parameter(-8), parameter(0), parameter(-8),
                 parameter(-8)], {"spatial": source.flag(), "epsilon": 0.25})


def training_case(source):
    dtype, sizes = source.dtype(), source.sizes(source.rank())
    some = broadcastable(source, sizes)
    add = source.eighths(dtype, sizes) if source.flag() else None
    return Case([source.eighths(dtype, sizes), source.eighths(dtype, some),
                 source.eighths(dtype, some), add], {"epsilon": 0.25})


def gradient_case(source):
    dtype, sizes = source.dtype(), source.sizes(source.rank())
    some = broadcastable(source, sizes)
    return Case([source.eighths(dtype, sizes), source.eighths(dtype, sizes),
                 source.eighths(dtype, some), source.eighths(dtype, some, 0),
                 source.eighths(dtype, some)], {"epsilon": 0.25})


def response_case(inputs):
    def case(source):
        dtype, sizes = source.dtype(), image(source)
        return Case([source.eighths(dtype, sizes) for _ in range(inputs)],
                    {"cross_channel": source.flag(), "local_size": source.integer(1, 6),
                     "alpha": 0.5, "beta": 0.75, "bias": source.integer(1, 3)})
    return case


def lp_case(source):
    x = source.eighths(source.dtype(), source.sizes(source.rank()))
    return Case([x], {"axis": source.integer(0, x.ndim - 1), "epsilon": 0.5,
                      "p": source.integer(1, 2)})


def adam_case(source):
    dtype = source.dtype("InputParametersTensor")
    sizes = source.sizes(source.rank("InputParametersTensor"))
    step = np.full((1,) * len(sizes), source.integer(1, 9), np.uint32)
    return Case([source.eighths(dtype, sizes), source.eighths(dtype, sizes),
                 source.eighths(dtype, sizes, 0), source.eighths(dtype, sizes), step],
                {"learning_rate": 0.125, "beta1": 0.5, "beta2": 0.75, "epsilon": 0.25})


# The inputs are up to 8, their sums over a group a few thousand; the divisor at least a half.
FEW = Near(16, lambda *inputs, **fields: np.float64(256))
MANY = Near(16, lambda *inputs, **fields: np.float64(inputs[0].size * 4096))

ROWS = [
    Row("BATCH_NORMALIZATION", batch, batch_case, FEW),
    Row("BATCH_NORMALIZATION_TRAINING", training, training_case, FEW),
    Row("BATCH_NORMALIZATION_GRAD", batch_grad, gradient_case, MANY),
    Row("BATCH_NORMALIZATION_TRAINING_GRAD", training_grad, gradient_case, MANY),
    Row("MEAN_VARIANCE_NORMALIZATION", mean_variance0,
        mean_variance_case("cross_channel", "normalize_variance", rank=4), FEW),
    Row("MEAN_VARIANCE_NORMALIZATION1", mean_variance1, mean_variance_case("normalize_variance"),
        FEW),
    Row("MEAN_VARIANCE_NORMALIZATION2", mean_variance, mean_variance_case("use_mean", "use_variance"),
        FEW),
    Row("LOCAL_RESPONSE_NORMALIZATION", local_response, response_case(1), FEW),
    Row("LOCAL_RESPONSE_NORMALIZATION_GRAD", local_response_grad, response_case(2), FEW),
    Row("LP_NORMALIZATION", lp, lp_case, Near(4, lambda x, **fields: np.float64(1))),
    Row("ADAM_OPTIMIZER", adam, adam_case, FEW),
]
