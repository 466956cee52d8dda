# SPDX-License-Identifier: MIT
# Element-wise operators of one tensor. Float answers are float64 of the exact inputs, so the
# tolerance is the operator's own error.
import math

import numpy as np

from cases import Case, Row
from compare import Bits, Exact, Ulp
from operators import newest_support
from answers.casting import to_type

erf, erfc = np.vectorize(math.erf, [float]), np.vectorize(math.erfc, [float])


def real(function):
    """The function of x * scale + bias."""
    def answer(x, *, scale_bias=None, **fields):
        x = x.astype(np.float64)
        if scale_bias is not None:
            x = x * scale_bias[0] + scale_bias[1]
        return function(x, **fields)
    return answer


def own_type(function):
    """The same for a function that integers have too: they stay what they are."""
    def answer(x, *, scale_bias=None, **fields):
        if scale_bias is not None:
            x = x.astype(np.float64) * scale_bias[0] + scale_bias[1]
        return function(x, **fields)
    return answer


def sign(x):
    return (x > 0).astype(x.dtype) - (x < 0).astype(x.dtype)


def round_(x, *, rounding_mode):
    x = x.astype(np.float64)
    return {"HALVES_TO_NEAREST_EVEN": np.rint, "TOWARD_ZERO": np.trunc,
            "TOWARD_INFINITY": lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x)}[rounding_mode](x)


def limit(value, dtype):
    """A limit as an element; float64 is what a scale and bias made of any float."""
    return value if dtype == np.float64 else to_type(value, dtype)


def clip(x, *, min, max):
    """A number wins over NaN, and Min over Max."""
    return np.fmax(limit(min, x.dtype), np.fmin(x, limit(max, x.dtype))).astype(x.dtype)


def threshold(x, *, min):
    return np.fmax(limit(min, x.dtype), x).astype(x.dtype)


def constant_pow(x, *, exponent):
    return np.power(x, exponent)


def is_infinity(x, *, infinity_mode):
    found = {"EITHER": np.isinf, "POSITIVE": np.isposinf, "NEGATIVE": np.isneginf}
    return found[infinity_mode](x).astype(np.uint8)


def is_nan(x, *, output_dtype):
    return np.isnan(x).astype(output_dtype)


def as_bits(x):
    return x.view(f"u{x.dtype.itemsize}")


def bit_not(x):
    return (~as_bits(x)).view(x.dtype)


def bit_count(x, *, output_dtype):
    octets = np.ascontiguousarray(x).view(np.uint8).reshape(*x.shape, x.dtype.itemsize)
    return np.unpackbits(octets, axis=-1).sum(-1).astype(output_dtype)


# Cases.

def any_case(source):
    return Case([source.with_specials(source.dtype(), source.sizes(source.rank()))])


def bits_case(source):
    return Case([source.bits(source.dtype(), source.sizes(source.rank()))])


def scaled(source, low=-8, high=8):
    """With a scale and bias the values are such that x * scale + bias is exact."""
    dtype, sizes = source.dtype(), source.sizes(source.rank())
    if dtype.kind == "f" and source.flag():
        return Case([source.eighths(dtype, sizes, low, high)],
                    {"scale_bias": (source.number(), source.number())})
    return Case([source.with_specials(dtype, sizes, low, high)])


def and_fields(case_of, **drawn):
    """Adds fields: `name=function of the source`."""
    def case(source):
        made = case_of(source)
        made.fields.update({name: draw(source) for name, draw in drawn.items()})
        return made
    return case


def number(source):
    return source.number()


def limits(case_of):
    """CLIP1's limits are elements of the tensor's type, CLIP's are floats."""
    def case(source):
        made = case_of(source)
        whole = made.inputs[0].dtype.kind
        draw = {"f": source.number, "i": lambda: source.integer(-9, 9),
                "u": lambda: source.integer(0, 9)}[whole]
        made.fields.update(min=draw(), max=draw())
        return made
    return case


def output_type(source):
    return source.one_of(newest_support(source.name)["OutputTensor"][0])


FUNCTIONS = {
    "ACOS": np.arccos, "ASIN": np.arcsin, "ATAN": np.arctan, "COS": np.cos, "SIN": np.sin,
    "TAN": np.tan, "EXP": np.exp, "LOG": np.log, "ERF": erf, "SINH": np.sinh, "COSH": np.cosh,
    "TANH": np.tanh, "ASINH": np.arcsinh, "ACOSH": np.arccosh, "ATANH": np.arctanh,
}
# Their interesting part is near 0.
NEAR_ZERO = {"ACOS", "ASIN", "ATANH", "ERF"}

ROWS = [
    *(Row(f"ELEMENT_WISE_{name}", real(function),
          (lambda source: scaled(source, -1, 1)) if name in NEAR_ZERO else scaled, Ulp(4))
      for name, function in FUNCTIONS.items()),
    Row("ELEMENT_WISE_ABS", own_type(np.abs), scaled, Exact()),
    Row("ELEMENT_WISE_CEIL", real(np.ceil), scaled, Exact()),
    Row("ELEMENT_WISE_FLOOR", real(np.floor), scaled, Exact()),
    Row("ELEMENT_WISE_RECIP", real(np.reciprocal), scaled, Ulp(1)),
    Row("ELEMENT_WISE_SQRT", real(np.sqrt), scaled, Ulp(1)),
    Row("ELEMENT_WISE_SIGN", sign, any_case, Exact()),
    Row("ELEMENT_WISE_NEGATE", np.negative, any_case, Exact()),
    Row("ELEMENT_WISE_ROUND", round_, and_fields(any_case, rounding_mode=lambda source: source.one_of(
        ["HALVES_TO_NEAREST_EVEN", "TOWARD_ZERO", "TOWARD_INFINITY"])), Exact()),
    Row("ELEMENT_WISE_CLIP", own_type(clip), and_fields(scaled, min=number, max=number), Exact()),
    Row("ELEMENT_WISE_CLIP1", own_type(clip), limits(scaled), Exact()),
    Row("ELEMENT_WISE_THRESHOLD", own_type(threshold), and_fields(scaled, min=number), Exact()),
    Row("ELEMENT_WISE_CONSTANT_POW", real(constant_pow), and_fields(scaled, exponent=number), Ulp(4)),
    Row("ELEMENT_WISE_IS_NAN", is_nan, and_fields(any_case, output_dtype=output_type), Bits()),
    Row("ELEMENT_WISE_IS_INFINITY", is_infinity, and_fields(
        any_case, infinity_mode=lambda source: source.one_of(["EITHER", "POSITIVE", "NEGATIVE"])),
        Bits()),
    Row("ELEMENT_WISE_LOGICAL_NOT", lambda x: (x == 0).astype(x.dtype), any_case, Bits()),
    Row("ELEMENT_WISE_BIT_NOT", bit_not, bits_case, Bits()),
    Row("ELEMENT_WISE_BIT_COUNT", bit_count, and_fields(bits_case, output_dtype=output_type), Bits()),
]
