# SPDX-License-Identifier: MIT
# Products of matrices. The last two dimensions are the matrix; those before them agree.
import numpy as np

from cases import Case, Row
from compare import Exact, Near


def gemm(a, b, c=None, *, trans_a, trans_b, alpha, beta):
    a, b = a.astype(np.float64), b.astype(np.float64)
    a = a.swapaxes(-1, -2) if trans_a == "TRANSPOSE" else a
    b = b.swapaxes(-1, -2) if trans_b == "TRANSPOSE" else b
    return alpha * (a @ b) + (0 if c is None else beta * c.astype(np.float64))


def gemm_size(a, b, c=None, *, alpha, beta, **fields):
    """The sum of the magnitudes, once for every term of it: what rounding is relative to."""
    magnitudes = gemm(np.abs(a), np.abs(b), None if c is None else np.abs(c), alpha=abs(alpha),
                      beta=abs(beta), **fields)
    return magnitudes * (2 + max(a.shape[-2:]))


def difference(x, zero):
    """In int64: exact. Zero points are one for all, a column for rows, or a row for columns."""
    return x.astype(np.int64) - (0 if zero is None else zero.astype(np.int64))


def integer_product(a, a_zero, b, b_zero):
    return (difference(a, a_zero) @ difference(b, b_zero)).astype(np.int32)


def quantized_product(a, a_scale, a_zero, b, b_scale, b_zero, scale, zero, *, output_dtype):
    exact = (difference(a, a_zero) @ difference(b, b_zero)) * a_scale.astype(np.float64) * b_scale
    limits = np.iinfo(output_dtype)
    codes = np.rint(exact / scale) + (0 if zero is None else zero)
    return np.clip(codes, limits.min, limits.max).astype(output_dtype)


def product_to_float(a, a_scale, a_zero, b, b_scale, b_zero, bias, *, output_dtype):
    real = difference(a, a_zero) * a_scale.astype(np.float64)
    return real @ (difference(b, b_zero) * b_scale.astype(np.float64)) + (0 if bias is None else bias)


def product_to_float_size(a, a_scale, a_zero, b, b_scale, b_zero, bias, *, output_dtype):
    real = np.abs(difference(a, a_zero) * a_scale.astype(np.float64))
    size = real @ np.abs(difference(b, b_zero) * b_scale.astype(np.float64))
    return (size + (0 if bias is None else np.abs(bias))) * (4 + a.shape[-1])


# Cases.

def matrices(source, field="ATensor"):
    """The sizes before the matrices, and M, N, K."""
    batches = source.sizes(source.rank(field) - 2, most=3)
    return batches, *(source.integer(1, 20) for _ in range(3))


def gemm_case(source):
    dtype = source.dtype("ATensor")
    batches, m, n, k = matrices(source)
    trans_a, trans_b = source.flag(), source.flag()
    values = lambda *sizes: source.eighths(dtype, batches + sizes)
    transform = lambda is_transposed: "TRANSPOSE" if is_transposed else "NONE"
    return Case([values(k, m) if trans_a else values(m, k), values(n, k) if trans_b else values(k, n),
                 values(m, n) if source.flag() else None],
                {"trans_a": transform(trans_a), "trans_b": transform(trans_b),
                 "alpha": source.number(), "beta": source.number()})


def codes(source, dtype, sizes):
    return source.between(dtype, sizes, 0 if dtype.kind == "u" else -100, 100)


def scales(source, dtype, sizes):
    return (2.0 ** source.rng.integers(-2, 3, sizes)).astype(dtype)


def along(source, make, dtype, rows=None, columns=None):
    """One number for all, or one for each row or column."""
    each = source.flag()
    return make(source, dtype, (rows if each and rows else 1, columns if each and columns else 1))


def integer_case(source):
    a, b = source.dtype("ATensor"), source.dtype("BTensor")
    batches, m, n, k = matrices(source)
    return Case([codes(source, a, batches + (m, k)),
                 along(source, codes, a, rows=m) if source.flag() else None,
                 codes(source, b, batches + (k, n)),
                 along(source, codes, b, columns=n) if source.flag() else None])


def scaled_case(source, a, b, real):
    """The first six inputs of a product of quantized matrices, and the sizes of the product."""
    batches, m, n, k = matrices(source)
    return [codes(source, a, batches + (m, k)), along(source, scales, real, rows=m),
            along(source, codes, a, rows=m) if source.flag() else None,
            codes(source, b, batches + (k, n)), along(source, scales, real, columns=n),
            along(source, codes, b, columns=n) if source.flag() else None], batches + (m, n)


def quantized_case(source):
    real, output = np.dtype(np.float32), source.dtype("OutputTensor")
    inputs, sizes = scaled_case(source, source.dtype("ATensor"), source.dtype("BTensor"), real)
    scale = along(source, scales, real, rows=sizes[-2]) * np.float32(256)
    zero = along(source, codes, output, rows=sizes[-2]) if source.flag() else None
    return Case([*inputs, scale, zero], {"output_dtype": output})


def to_float_case(source):
    integer, real = source.dtype("ATensor"), source.dtype("OutputTensor")
    inputs, sizes = scaled_case(source, integer, integer, real)
    bias = source.eighths(real, sizes) if source.flag() else None
    return Case([*inputs, bias], {"output_dtype": real})


ROWS = [
    Row("GEMM", gemm, gemm_case, Near(1, gemm_size)),
    Row("MATRIX_MULTIPLY_INTEGER", integer_product, integer_case, Exact()),
    Row("QUANTIZED_LINEAR_MATRIX_MULTIPLY", quantized_product, quantized_case, Exact()),
    Row("MATRIX_MULTIPLY_INTEGER_TO_FLOAT", product_to_float, to_float_case,
        Near(1, product_to_float_size)),
]
