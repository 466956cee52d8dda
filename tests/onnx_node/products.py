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
