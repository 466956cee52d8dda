# SPDX-License-Identifier: MIT
"""ONNX nodes that multiply matrices. DirectML's matrices all have the same dimensions in front of
them; ONNX's are broadcast, which strides express."""
import numpy as np

import weft
from nodes import node


def matrices(a, b):
    """A and B with at least two dimensions and the same ones in front, folded into two at most, and
    what gives the product its shape."""
    shape = np.matmul(np.empty(a.shape, bool), np.empty(b.shape, bool)).shape
    a = a.reshape(1, -1) if a.ndim == 1 else a
    b = b.reshape(-1, 1) if b.ndim == 1 else b
    front = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    fold = lambda x: np.broadcast_to(x, front + x.shape[-2:]).reshape((-1,) + x.shape[-2:])
    return fold(a), fold(b), lambda product: product.reshape(shape)


@node("Gemm")
def gemm(op, attributes, a, b, c=None):
    transform = lambda name: "TRANSPOSE" if attributes.get(name) else "NONE"
    m = a.shape[1] if attributes.get("transA") else a.shape[0]
    n = b.shape[0] if attributes.get("transB") else b.shape[1]
    return [weft.gemm(a, b, None if c is None else np.broadcast_to(c, (m, n)),
                      trans_a=transform("transA"), trans_b=transform("transB"),
                      alpha=attributes.get("alpha", 1.0), beta=attributes.get("beta", 1.0))]


@node("MatMul")
def matrix_multiply(op, attributes, a, b):
    a, b, shaped = matrices(a, b)
    return [shaped(weft.gemm(a, b, trans_a="NONE", trans_b="NONE", alpha=1.0, beta=0.0))]


def along_rows(numbers):
    """One for all, or one for each row, as a column."""
    return numbers.reshape(-1, 1) if numbers.ndim else numbers.reshape(1)


@node("MatMulInteger")
def integer_multiply(op, attributes, a, b, a_zero=None, b_zero=None):
    a, b, shaped = matrices(a, b)
    return [shaped(weft.matrix_multiply_integer(
        a, None if a_zero is None else along_rows(a_zero), b,
        None if b_zero is None else np.atleast_1d(b_zero)))]


@node("QLinearMatMul")
def quantized_multiply(op, attributes, a, a_scale, a_zero, b, b_scale, b_zero, scale, zero):
    a, b, shaped = matrices(a, b)
    return [shaped(weft.quantized_linear_matrix_multiply(
        a, along_rows(a_scale), along_rows(a_zero), b, np.atleast_1d(b_scale),
        np.atleast_1d(b_zero), along_rows(scale), along_rows(zero), output_dtype=zero.dtype))]
