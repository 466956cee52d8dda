# SPDX-License-Identifier: MIT
# Element-wise operators of two and more tensors: arithmetic, comparisons, logic, bits, choice.
# Integers wrap around; a quotient or remainder by 0 has all bits set.
import math

import numpy as np

from cases import Case, Row
from compare import Bits, Exact, Ulp
from operators import newest_support
from answers.unary import as_bits, erfc, number, output_type, to_type


def by_integers(of_integers, of_floats):
    """Python's integers, one pair at a time, against NumPy's floats."""
    def answer(a, b):
        if a.dtype.kind == "f":
            return of_floats(a.astype(np.float64), b.astype(np.float64))
        pairs = zip(a.ravel().tolist(), b.ravel().tolist())
        return wrapped([of_integers(x, y) if y else -1 for x, y in pairs], a.dtype, a.shape)
    return answer


def wrapped(integers, dtype, sizes):
    mask = 256**dtype.itemsize - 1
    unsigned = np.array([value & mask for value in integers], f"u{dtype.itemsize}")
    return unsigned.view(dtype).reshape(sizes)


def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def mean(a, b):
    if a.dtype.kind == "f":
        return (a.astype(np.float64) + b) / 2
    return wrapped([quotient(x + y, 2) for x, y in zip(a.ravel().tolist(), b.ravel().tolist())],
                   a.dtype, a.shape)


def integer_power(a, b):
    """A negative power is a quotient of integers."""
    if b >= 0:
        return a**b
    return quotient(1, a**-b) if a else -1


def pow_(x, exponent, *, scale_bias=None):
    if x.dtype.kind != "f" and exponent.dtype.kind != "f":
        pairs = zip(x.ravel().tolist(), exponent.ravel().tolist())
        return wrapped([integer_power(a, b) for a, b in pairs], x.dtype, x.shape)
    x = x.astype(np.float64)
    if scale_bias is not None:
        x = x * scale_bias[0] + scale_bias[1]
    return np.power(x, exponent.astype(np.float64))


def difference_square(a, b):
    if a.dtype.kind == "f":
        a, b = a.astype(np.float64), b.astype(np.float64)
    return (a - b) * (a - b)


def compares(function):
    return lambda a, b, *, output_dtype: function(a, b).astype(output_dtype)


def logical(function):
    return lambda a, b: function(a, b).astype(a.dtype)


def of_bits(function):
    return lambda a, b: function(as_bits(a), as_bits(b)).view(a.dtype)


def shifts(function):
    """Only the low bits of the amount count, as many as can say a place of the element."""
    return lambda a, b: function(a, b % np.array(8 * a.dtype.itemsize, a.dtype))


def parameterized_relu(x, slope):
    if x.dtype.kind == "f":
        x, slope = x.astype(np.float64), slope.astype(np.float64)
    return np.where(x >= 0, x, slope * x)


def clip_grad(x, gradient, *, min, max):
    low, high = to_type(min, x.dtype), to_type(max, x.dtype)
    return np.where((x <= low) | (x >= high), np.zeros(1, x.dtype), gradient)


# What may follow ADD1 inside it.
FUSED = {
    "ACTIVATION_RELU": lambda x: np.maximum(x, 0),
    "ACTIVATION_TANH": np.tanh,
    "ACTIVATION_LINEAR": lambda x, *, alpha, beta: alpha * x + beta,
    "ACTIVATION_LEAKY_RELU": lambda x, *, alpha: np.where(x >= 0, x, alpha * x),
    "ACTIVATION_GELU": lambda x: x / 2 * erfc(-x / math.sqrt(2)),
}


def add1(a, b, *, fused_activation=None):
    total = a.astype(np.float64) + b
    if fused_activation is None:
        return total
    name, fields = fused_activation
    return FUSED[name](total, **fields)


# Cases.

def pairs(values):
    """Two arrays of one type; `values` is the name of a method of the source."""
    def case(source):
        field = "ATensor" if "ATensor" in newest_support(source.name) else "InputTensor"
        dtype, sizes = source.dtype(field), source.sizes(source.rank(field))
        return Case([getattr(source, values)(dtype, sizes) for _ in range(2)])
    return case


def compared(source):
    """Equal elements are common."""
    case = pairs("with_specials")(source)
    same = source.rng.random(case.inputs[0].shape) < 0.3
    case.inputs[1] = np.where(same, *case.inputs)
    case.fields["output_dtype"] = output_type(source)
    return case


def logical_case(source):
    case = pairs("bits")(source)
    return Case([np.where(source.rng.random(x.shape) < 0.5, x, np.zeros(1, x.dtype))
                 for x in case.inputs])


def pow_case(source):
    sizes = source.sizes(source.rank())
    whole = source.flag()
    kinds = "iu" if whole else "f"
    choose = lambda field: source.one_of(
        [kind for kind in newest_support(source.name)[field][0] if kind.kind in kinds])
    x, exponent = choose("InputTensor"), choose("ExponentTensor")
    if whole:
        return Case([source.eighths(x, sizes), source.eighths(exponent, sizes, -3, 12)])
    fields = {"scale_bias": (number(source), number(source))} if source.flag() else {}
    return Case([source.eighths(x, sizes), source.eighths(exponent, sizes, -4, 4)], fields)


def if_case(source):
    dtype, sizes = source.dtype("ATensor"), source.sizes(source.rank("ATensor"))
    condition = source.between(np.dtype(np.uint8), sizes, 0, 3)
    return Case([condition, source.bits(dtype, sizes), source.bits(dtype, sizes)])


def add1_case(source):
    case = pairs("eighths")(source)
    name = source.one_of([None, *FUSED])
    if name:
        parameters = {"ACTIVATION_LINEAR": ["alpha", "beta"], "ACTIVATION_LEAKY_RELU": ["alpha"]}
        case.fields["fused_activation"] = (
            name, {field: source.number() for field in parameters.get(name, [])})
    return case


def clip_grad_case(source):
    case = pairs("with_specials")(source)
    integers = case.inputs[0].dtype.kind != "f" and source.name.endswith("1")
    draw = (lambda: source.integer(0, 5)) if integers else source.number
    case.fields.update(min=draw(), max=draw())
    return case


numbers, specials, any_bits = pairs("eighths"), pairs("with_specials"), pairs("bits")

ROWS = [
    Row("ELEMENT_WISE_ADD", np.add, specials, Exact()),
    Row("ELEMENT_WISE_SUBTRACT", np.subtract, specials, Exact()),
    Row("ELEMENT_WISE_MULTIPLY", np.multiply, specials, Exact()),
    Row("ELEMENT_WISE_DIVIDE", by_integers(quotient, np.divide), specials, Ulp(1)),
    Row("ELEMENT_WISE_MAX", np.fmax, specials, Exact()),
    Row("ELEMENT_WISE_MIN", np.fmin, specials, Exact()),
    Row("ELEMENT_WISE_MEAN", mean, numbers, Exact()),
    Row("ELEMENT_WISE_MODULUS_TRUNCATE",
        by_integers(lambda a, b: a - b * quotient(a, b), np.fmod), numbers, Exact()),
    Row("ELEMENT_WISE_MODULUS_FLOOR", by_integers(lambda a, b: a % b, np.mod), numbers, Exact()),
    Row("ELEMENT_WISE_POW", pow_, pow_case, Ulp(4)),
    Row("ELEMENT_WISE_ATAN_YX", lambda a, b: np.arctan2(a, b, dtype=np.float64), specials, Ulp(4)),
    Row("ELEMENT_WISE_DIFFERENCE_SQUARE", difference_square, numbers, Exact()),
    Row("ELEMENT_WISE_ADD1", add1, add1_case, Ulp(4)),
    Row("ELEMENT_WISE_IF", lambda c, a, b: np.where(c != 0, a, b), if_case, Bits()),
    *(Row(f"ELEMENT_WISE_LOGICAL_{name}", compares(function), compared, Bits())
      for name, function in {
          "EQUALS": np.equal, "GREATER_THAN": np.greater, "LESS_THAN": np.less,
          "GREATER_THAN_OR_EQUAL": np.greater_equal, "LESS_THAN_OR_EQUAL": np.less_equal}.items()),
    *(Row(f"ELEMENT_WISE_LOGICAL_{name}", logical(function), logical_case, Bits())
      for name, function in {
          "AND": np.logical_and, "OR": np.logical_or, "XOR": np.logical_xor}.items()),
    *(Row(f"ELEMENT_WISE_BIT_{name}", of_bits(function), any_bits, Bits())
      for name, function in {
          "AND": np.bitwise_and, "OR": np.bitwise_or, "XOR": np.bitwise_xor}.items()),
    Row("ELEMENT_WISE_BIT_SHIFT_LEFT", shifts(np.left_shift), any_bits, Bits()),
    Row("ELEMENT_WISE_BIT_SHIFT_RIGHT", shifts(np.right_shift), any_bits, Bits()),
    Row("ACTIVATION_PARAMETERIZED_RELU", parameterized_relu, numbers, Exact()),
    Row("ACTIVATION_RELU_GRAD", lambda x, gradient: np.where(x > 0, gradient, np.zeros(1, x.dtype)),
        specials, Exact()),
    Row("ELEMENT_WISE_CLIP_GRAD", clip_grad, clip_grad_case, Exact()),
    Row("ELEMENT_WISE_CLIP_GRAD1", clip_grad, clip_grad_case, Exact()),
]
