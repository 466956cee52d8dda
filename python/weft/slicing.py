# SPDX-License-Identifier: MIT
"""Python's slices, carried out by SLICE1."""

import operator

import numpy as np

from weft import _native
from weft.operators import slice as slice_operator, slice1

_builtin_slice = slice


class _View:
    """weft.view[1:, ::-1] is the key 1:, ::-1, to be used with weft.slice."""

    def __getitem__(self, key):
        return key

    def __repr__(self):
        return "weft.view"


view = _View()


def _text(part):
    """One dimension of a key as weft's slice notation has it."""
    if part is Ellipsis:
        return "..."
    if isinstance(part, _builtin_slice):
        ends = [part.start, part.stop] + ([] if part.step is None else [part.step])
        return ":".join("" if end is None else str(_index(end)) for end in ends)
    return str(_index(part))


def _index(value):
    try:
        if not isinstance(value, (bool, np.bool_)):
            return operator.index(value)
    except TypeError:
        pass
    raise TypeError(f"slice: key has a {type(value).__name__}, but integers, slices, ... and None "
                    "are what it is made of") from None


def _new_axes(parts, rank):
    """For each dimension of the result, whether None made it."""
    consuming = sum(part is not None and part is not Ellipsis for part in parts)
    if not any(part is Ellipsis for part in parts):
        parts = [*parts, Ellipsis]
    axes = []
    for part in parts:
        if part is Ellipsis:
            axes += [False] * max(0, rank - consuming)
        elif part is None or isinstance(part, _builtin_slice):
            axes.append(part is None)
    return axes


def slice(x, key=..., *, offsets=None, sizes=None, strides=None, out=None, allow_empty=False):
    """x[key] as a new array, or into `out`: integers, slices, ... and None, by NumPy's rules.

    x may be a weft.Expression. `key` is what stands between the brackets, as text or as weft.view makes it. An empty result is
    an error unless allow_empty is given. With offsets, sizes and strides instead of a key this is
    DirectML's SLICE, weft.operators.slice.

    >>> x = np.arange(12, dtype=np.int32).reshape(3, 4)
    >>> weft.slice(x, "1:, ::-2")
    array([[ 7,  5],
           [11,  9]], dtype=int32)
    >>> weft.slice(x, weft.view[..., 1])
    array([1, 5, 9], dtype=int32)
    """
    if (offsets, sizes, strides) != (None, None, None):
        if key is not Ellipsis:
            raise TypeError("slice: key is given, but so are offsets, sizes or strides")
        return slice_operator(x, offsets=offsets, sizes=sizes, strides=strides, out=out,
                              allow_empty=allow_empty)
    is_expression = isinstance(x, _native.Expression)
    if not is_expression:
        x = _array(x)
    axes = None
    if isinstance(key, str):
        text = key.replace("…", "...")
    else:
        parts = list(key) if isinstance(key, tuple) else [key]
        rank = len(x.sizes) if is_expression else x.ndim
        axes = _new_axes(parts, rank) if any(part is None for part in parts) else None
        text = ", ".join(_text(part) for part in parts if part is not None) or "..."
    return (_add if is_expression else _run)(x, text, axes, out, allow_empty)


def _array(x):
    if not isinstance(x, np.ndarray) and hasattr(x, "__dlpack__"):
        x = _native.from_dlpack(x)
    if not isinstance(x, np.ndarray):
        raise TypeError(f"slice: x is a {type(x).__name__}, but a NumPy array or an object with "
                        "__dlpack__ is required")
    return x


def _with_new_axes(sizes, axes):
    rest = iter(sizes)
    return tuple(1 if is_new else next(rest) for is_new in axes) if axes is not None else sizes


def _add(x, text, axes, out, allow_empty):
    """The slice as a node of x's graph. SLICE1 keeps every dimension; the bytes are the same."""
    offsets, sizes, strides, result = _native.parse_slice(text, x.sizes, False)
    made = slice1(x, input_window_offsets=offsets, input_window_sizes=sizes,
                  input_window_strides=strides, out=out, allow_empty=allow_empty)
    return made.reinterpret(_with_new_axes(result, axes) or (1,))


def _run(x, text, axes, out, allow_empty):
    if x.ndim == 0:
        x = x[None]  # the one element there is
        offsets, sizes, strides, result = [0], [1], [1], ()
        _native.parse_slice(text, (), allow_empty)
    else:
        offsets, sizes, strides, result = _native.parse_slice(text, x.shape, allow_empty)
    result = _with_new_axes(result, axes)
    if 0 in result:
        if out is None:
            return np.empty(result, x.dtype.newbyteorder("="))
        _checked(out, result)
        return out
    if out is None:
        made = slice1(x, input_window_offsets=offsets, input_window_sizes=sizes,
                      input_window_strides=strides, allow_empty=allow_empty)
        return made.reshape(result)
    target = _checked(out, result)
    picked = [1 + (size - 1) // abs(stride) for size, stride in zip(sizes, strides)]
    slice1(x, input_window_offsets=offsets, input_window_sizes=sizes,
           input_window_strides=strides, out=_reshaped(target, picked), allow_empty=allow_empty)
    return out


def _checked(out, shape):
    """`out` as an array, which has the shape of the slice."""
    if not isinstance(out, np.ndarray):
        if not hasattr(out, "__dlpack__"):
            raise TypeError(f"slice: out is a {type(out).__name__}, but a NumPy array or an object "
                            "with __dlpack__ is required")
        out = _native.from_dlpack(out)
    if out.shape != shape:
        raise _native.Error(f"slice: out has the shape {out.shape}, but the slice has {shape}")
    return out


def _reshaped(array, sizes):
    """The same memory with dimensions of size 1 moved: strides of the others stay."""
    if array.shape == tuple(sizes):
        return array
    kept = iter([s for n, s in zip(array.shape, array.strides) if n != 1])
    strides = [next(kept) if n != 1 else array.itemsize for n in sizes]
    return np.lib.stride_tricks.as_strided(array, sizes, strides, writeable=array.flags.writeable)
