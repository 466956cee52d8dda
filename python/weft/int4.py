# SPDX-License-Identifier: MIT
"""Tensors of 4-bit integers, which NumPy does not have: two elements in a byte, the first one in
its low half, rows without gaps."""

import math

import numpy as np


class Int4Array:
    """INT4 or UINT4 elements over a row of bytes.

    >>> a = weft.Int4Array.from_array([[1, -2], [7, -8]])
    >>> a.packed
    array([225, 135], dtype=uint8)
    >>> a.to_array()
    array([[ 1, -2],
           [ 7, -8]], dtype=int8)
    """

    def __init__(self, packed, shape, signed=True):
        """`packed`: a row of uint8 with ceil(elements / 2) bytes; it is shared, not copied."""
        if not isinstance(packed, np.ndarray) or packed.dtype != np.uint8 or packed.ndim != 1:
            raise TypeError("Int4Array: packed must be a one-dimensional array of uint8")
        self.packed, self.signed = packed, bool(signed)
        self.shape = tuple(int(size) for size in shape)
        wanted = (math.prod(self.shape) + 1) // 2
        if min(self.shape, default=0) < 0 or len(packed) != wanted:
            raise ValueError(f"Int4Array: packed has {len(packed)} bytes, but the shape "
                             f"{self.shape} needs {wanted}")

    @classmethod
    def empty(cls, shape, signed=True):
        """Elements of 0."""
        return cls(np.zeros((math.prod(shape) + 1) // 2, np.uint8), shape, signed)

    @classmethod
    def from_array(cls, values, signed=True):
        """Packs integers of -8 to 7, or 0 to 15 when not signed."""
        values = np.asarray(values)
        if values.dtype.kind not in "iu":
            raise TypeError(f"Int4Array: values have the dtype {values.dtype}, but integers are "
                            "required")
        low, high = (-8, 7) if signed else (0, 15)
        if values.size and (values.min() < low or values.max() > high):
            raise ValueError(f"Int4Array: values are {values.min()} to {values.max()}, but "
                             f"{low} to {high} is required")
        halves = np.zeros(values.size + values.size % 2, np.uint8)
        halves[: values.size] = values.astype(np.int8).reshape(-1).view(np.uint8) & 15
        return cls(halves[::2] | halves[1::2] << 4, values.shape, signed)

    def to_array(self):
        """The elements as an array of int8, or uint8 when not signed."""
        halves = np.empty(len(self.packed) * 2, np.uint8)
        halves[::2], halves[1::2] = self.packed & 15, self.packed >> 4
        values = halves[: math.prod(self.shape)]
        if self.signed:
            values = (values ^ 8).view(np.int8) - np.int8(8)
        return values.reshape(self.shape)

    def __array__(self, dtype=None):
        return self.to_array() if dtype is None else self.to_array().astype(dtype)

    def __repr__(self):
        return f"<weft.Int4Array {'INT4' if self.signed else 'UINT4'} {list(self.shape)}>"
