# SPDX-License-Identifier: MIT
"""What may be given for an input of a model, as native/onnx.cpp takes it."""

from typing import Any

import numpy as np

from weft._native import Error, from_dlpack
from weft.int4 import Int4Array

# ONNX's names of elements where NumPy has others.
DTYPES = {"float": "float32", "double": "float64", "string": "object"}


def element_of(type: str) -> str:
    """"float" of "tensor(float)", of "seq(tensor(float))" and the like."""
    return type[type.rfind("(") + 1:].rstrip(")")


def dtype_of(type: str) -> np.dtype:
    element = element_of(type)
    return np.dtype(DTYPES.get(element, element))


def type_of(value: Any) -> str:
    """"tensor(float)" of an array of float32."""
    if isinstance(value, list):
        return f"seq({type_of(value[0])})" if value else "seq(tensor(float))"
    if isinstance(value, Int4Array):
        return "tensor(int4)" if value.signed else "tensor(uint4)"
    if value.dtype.kind in "OUS":
        return "tensor(string)"
    names = {dtype: name for name, dtype in DTYPES.items()}
    return f"tensor({names.get(value.dtype.name, value.dtype.name)})"


def as_value(value: Any, type: str, name: str) -> Any:
    """An array, an Int4Array, a list of them for a sequence, or None."""
    if value is None or isinstance(value, (np.ndarray, Int4Array)):
        return value
    if "seq(" in type and isinstance(value, (list, tuple)):
        inner = type[type.index("seq(") + 4:]
        return [as_value(item, inner, f"{name}[{i}]") for i, item in enumerate(value)]
    if isinstance(value, np.generic) or hasattr(value, "__array__"):
        return np.asarray(value)
    if hasattr(value, "__dlpack__"):
        return from_dlpack(value)
    return of_numbers(value, type, name)


def of_numbers(value: Any, type: str, name: str) -> np.ndarray:
    """Numbers of Python have no dtype: they take the model's if that holds them."""
    try:
        array = np.array(value)
        wanted = dtype_of(type)
    except (TypeError, ValueError):  # rows of different lengths; bfloat16
        array = np.array(None)
    if array.dtype.kind == "O":
        raise TypeError(f"model: input '{name}' is a {value.__class__.__name__}, but an array of "
                        f"{type} is required")
    kinds = ["b", "iu", "f"]
    given = next((i for i, kind in enumerate(kinds) if array.dtype.kind in kind), None)
    holds = next((i for i, kind in enumerate(kinds) if wanted.kind in kind), None)
    if given is None or holds is None or given > holds:
        return array
    converted = array.astype(wanted)
    if kinds[holds] == "iu" and not np.array_equal(converted, array):
        raise Error(f"model: input '{name}' has numbers from {array.min()} to {array.max()}, which "
                    f"{type} does not hold")
    return converted
