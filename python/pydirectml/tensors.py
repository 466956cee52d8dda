# SPDX-License-Identifier: MIT
"""Descriptions of tensors, and the numbers that go in and come out."""

import numpy as np

import weft
from pydirectml.enums import TensorDataType, TensorFlags


class TensorPolicy:
    """How a tensor without strides lies in memory: packed, or with its channels last."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<pydirectml.TensorPolicy {self.name}>"

    def strides(self, sizes):
        """None where they follow from the sizes."""
        label = {4: "NHWC", 5: "NDHWC"}.get(len(sizes))
        if self is TensorPolicy.default or label is None:
            return None
        return weft.layout(label, sizes).strides


TensorPolicy.default = TensorPolicy("default")
TensorPolicy.interleaved_channel = TensorPolicy("interleaved_channel")


class TensorDesc:
    """A tensor's data type, flags, sizes and strides; strides count elements.

    TensorDesc(data_type, sizes), TensorDesc(data_type, flags, sizes), each also with strides or a
    TensorPolicy behind the sizes; with flags and strides the total size in bytes and the alignment
    may follow.
    """

    def __init__(self, data_type, *args, **named):
        if "flags" not in named and not (args and isinstance(args[0], int)):
            args = (TensorFlags.NONE, *args)
        self._describe(data_type, *args, **named)

    def _describe(self, data_type, flags, sizes, strides=None, total_tensor_size_in_bytes=0,
                  guaranteed_base_offset_alignment=0, *, tensor_policy=TensorPolicy.default):
        if isinstance(strides, TensorPolicy):
            strides, tensor_policy = None, strides
        if strides is None:
            strides = tensor_policy.strides(sizes)
        self.desc = weft.TensorDesc(
            data_type, sizes, strides, total_bytes=total_tensor_size_in_bytes,
            alignment=guaranteed_base_offset_alignment,
            owned_by_dml=bool(flags & TensorFlags.OWNED_BY_DML))
        self.data_type = TensorDataType(self.desc.data_type)
        self.flags = TensorFlags(flags)
        self.sizes = list(self.desc.sizes)
        self.strides = None if strides is None else list(self.desc.strides)
        self.total_tensor_size_in_bytes = self.desc.total_bytes
        self.guaranteed_base_offset_alignment = self.desc.alignment

    @classmethod
    def of(cls, expression):
        """That of a weft.Expression."""
        desc = expression.desc
        packed = weft.TensorDesc(desc.data_type, desc.sizes).strides == desc.strides
        return cls(desc.data_type, TensorFlags(desc.owned_by_dml), desc.sizes,
                   None if packed else desc.strides, desc.total_bytes, desc.alignment)

    def __repr__(self):
        flags = ", OWNED_BY_DML" if self.flags & TensorFlags.OWNED_BY_DML else ""
        strides = "" if self.strides is None else f", strides {self.strides}"
        return f"<pydirectml.TensorDesc {self.data_type.name} {self.sizes}{strides}{flags}>"


class TensorData(np.ndarray):
    """A result of Device.compute: an array, and so whatever takes arrays or buffers takes it."""

    def __new__(cls, data):
        return np.array(data, np.float32, order="C").view(cls)


class Size2D:
    """Width and height."""

    def __init__(self, width, height):
        self.width, self.height = width, height

    def __repr__(self):
        return f"Size2D({self.width}, {self.height})"


class Binding:
    """An input_tensor and its numbers, which are copied, converted to its data type.

    Their shape means nothing, as DirectML binds buffers: they are laid one after the other where
    the tensor lies.
    """

    def __init__(self, expr, data):
        if getattr(expr, "input_index", None) is None:
            raise weft.Error("Binding: expr is no input_tensor, but only those are bound")
        desc = expr.tensor.desc
        self.input_index = expr.input_index
        self.data = np.array(data, desc.dtype, order="C").ravel()
        needed = desc.required_bytes // self.data.itemsize
        if self.data.size < needed or (desc.is_packed and self.data.size > needed):
            raise weft.Error(f"Binding: data has {self.data.size} elements, but input "
                             f"{self.input_index} needs {needed}: {TensorDesc.of(expr.tensor)}")
