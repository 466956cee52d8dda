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


ROWS = [
    Row("GEMM", gemm, gemm_case, Near(1, gemm_size)),
]
