# SPDX-License-Identifier: MIT
# Between numbers and small integers: quantize(x) = round(x / scale) + zero point, within the type,
# halves to even. Scales are powers of two, so that a quotient or product has one right answer.
import numpy as np

from cases import Case, Row
from compare import Exact
from operators import newest_support


def quantize_linear(x, scale, zero_point=None, *, output_dtype):
    if zero_point is None:
        zero_point = np.zeros(1, output_dtype)
    limits = np.iinfo(output_dtype)
    exact = np.rint(x.astype(np.float64) / scale) + zero_point
    return np.clip(exact, limits.min, limits.max).astype(output_dtype)


def dequantize_linear(x, scale, zero_point=None):
    zero = 0 if zero_point is None else zero_point.astype(np.float64)
    return ((x - zero) * scale.astype(np.float64)).astype(scale.dtype)


def quantized_linear_add(a, a_scale, a_zero, b, b_scale, b_zero, scale, zero):
    total = dequantize_linear(a, a_scale, a_zero) + dequantize_linear(b, b_scale, b_zero)
    return quantize_linear(total, scale, zero, output_dtype=a.dtype)


def dynamic_quantize_linear(x, *, output_dtype):
    """The range always includes 0, so that 0 has an exact code."""
    limits, x = np.iinfo(output_dtype), x.astype(np.float32)
    low, high = min(x.min(), np.float32(0)), max(x.max(), np.float32(0))
    scale = np.float32((high - low) / np.float32(limits.max - limits.min))
    zero = np.clip(np.rint(limits.min - low / scale), limits.min, limits.max).astype(output_dtype)
    codes = np.clip(np.rint(x / scale) + zero, limits.min, limits.max).astype(output_dtype)
    one = (1,) * x.ndim
    return codes, np.full(one, scale), np.full(one, zero)


def spread(x, sizes):
    """One entry for each block of elements."""
    for dim, size in enumerate(sizes):
        x = np.repeat(x, size // x.shape[dim], dim)
    return x


def quantize(x, parameters, *, quantization_type, output_dtype):
    scale, *zero = (spread(parameter, x.shape) for parameter in parameters)
    # Without a zero point unsigned codes are centred.
    middle = 0 if output_dtype.kind == "i" else 128
    return quantize_linear(x, scale, zero[0] if zero else np.array([middle], output_dtype),
                           output_dtype=output_dtype)


def dequantize(x, parameters, *, quantization_type):
    scale, *zero = (spread(parameter, x.shape) for parameter in parameters)
    middle = 0 if x.dtype.kind == "i" else 128
    return dequantize_linear(x, scale, zero[0] if zero else np.array([middle], x.dtype))


# Cases.

def scales(source, dtype, sizes):
    return (2.0 ** source.rng.integers(-2, 3, sizes)).astype(dtype)


def small(source, dtype, sizes):
    return source.between(dtype, sizes, 0 if dtype.kind == "u" else -100, 100)


def quantize_case(source):
    x, code = source.dtype(), source.dtype("OutputTensor")
    sizes = source.sizes(source.rank())
    scale = x if x.kind == "f" else np.dtype(np.float32)
    return Case([source.eighths(x, sizes, -100, 100), scales(source, scale, sizes),
                 small(source, code, sizes) if source.flag() else None], {"output_dtype": code})


def dequantize_case(source):
    x, sizes = source.dtype(), source.sizes(source.rank())
    return Case([small(source, x, sizes), scales(source, source.dtype("ScaleTensor"), sizes),
                 small(source, x, sizes) if source.flag() else None])


def quantized_add_case(source):
    dtype, sizes = source.dtype("ATensor"), source.sizes(source.rank("ATensor"))
    one, real = (1,) * len(sizes), np.dtype(np.float32)
    zero = lambda: small(source, dtype, one) if source.flag() else None
    operand = lambda: [small(source, dtype, sizes), scales(source, real, one), zero()]
    return Case([*operand(), *operand(), scales(source, real, one), zero()])


def dynamic_case(source):
    x = source.eighths(source.dtype(), source.sizes(source.rank()))
    x.ravel()[0] = 1  # a scale of 0 has no answer
    return Case([x], {"output_dtype": source.dtype("OutputTensor")})


def blocks(source, is_code):
    """An array of codes or numbers, and its parameters: one for each block of elements."""
    field = "InputTensor" if is_code else "OutputTensor"
    code = source.dtype(field)
    real = source.dtype("OutputTensor" if is_code else "InputTensor")
    parameter_sizes = source.sizes(source.rank(), most=2)
    sizes = tuple(size * source.integer(1, 2) for size in parameter_sizes)
    parameters = [scales(source, real, parameter_sizes)]
    if source.flag():
        parameters.append(small(source, code, parameter_sizes))
    kind = "SCALE" if len(parameters) == 1 else "SCALE_ZERO_POINT"
    return code, real, sizes, parameters, {"quantization_type": kind}


def block_quantize_case(source):
    code, real, sizes, parameters, fields = blocks(source, is_code=False)
    return Case([source.eighths(real, sizes, -100, 100), parameters],
                {"output_dtype": code, **fields})


def block_dequantize_case(source):
    code, _, sizes, parameters, fields = blocks(source, is_code=True)
    return Case([small(source, code, sizes), parameters], fields)


ROWS = [
    Row("ELEMENT_WISE_QUANTIZE_LINEAR", quantize_linear, quantize_case, Exact()),
    Row("ELEMENT_WISE_DEQUANTIZE_LINEAR", dequantize_linear, dequantize_case, Exact()),
    Row("ELEMENT_WISE_QUANTIZED_LINEAR_ADD", quantized_linear_add, quantized_add_case, Exact()),
    Row("DYNAMIC_QUANTIZE_LINEAR", dynamic_quantize_linear, dynamic_case, Exact()),
    Row("QUANTIZE", quantize, block_quantize_case, Exact()),
    Row("DEQUANTIZE", dequantize, block_dequantize_case, Exact()),
]
