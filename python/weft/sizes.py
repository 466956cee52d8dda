# SPDX-License-Identifier: MIT
"""How many bytes a tensor's buffer has."""

from weft._native import TensorDesc


def buffer_size(tensor, sizes=None, strides=None):
    """Bytes of the smallest buffer DirectML takes for a tensor: up to its last element, rounded up
    to 4.

    `tensor` is a weft.TensorDesc, or a dtype that sizes and strides follow.

    >>> weft.buffer_size(weft.TensorDesc("float16", [3]))
    8
    >>> weft.buffer_size("float32", [2, 3], [5, 1])
    32
    """
    if not isinstance(tensor, TensorDesc):
        if sizes is None:
            raise TypeError("buffer_size: sizes is None, but a dtype needs sizes beside it")
        tensor = TensorDesc(tensor, sizes, strides)
    elif sizes is not None or strides is not None:
        raise TypeError("buffer_size: a TensorDesc has sizes and strides of its own")
    return -(-tensor.required_bytes // 4) * 4
