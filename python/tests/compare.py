# SPDX-License-Identifier: MIT
# How near a result must be to its answer. Answers of floating-point operators come in float64.
import dataclasses
import typing

import numpy as np


class Bits:
    """The same bytes, NaNs included: data is moved, not computed."""

    def difference(self, got, want, case):
        return got.tobytes() != want.tobytes() and describe(got, want, got != want)


class Exact:
    """The same value once rounded to the result's type; any NaN is NaN, and -0 is 0."""

    def difference(self, got, want, case):
        want = rounded(want, got.dtype)
        wrong = ~((got == want) | (is_nan(got) & is_nan(want)))
        return wrong.any() and describe(got, want, wrong)


@dataclasses.dataclass(frozen=True)
class Ulp:
    """Within this many units in the last place of the rounded answer; float16 within half."""
    float32: float
    float16: float = 1

    def difference(self, got, want, case):
        if got.dtype.kind != "f":
            return Exact().difference(got, want, case)
        allowed = self.float16 if got.dtype == np.float16 else self.float32
        return outside(got, want, allowed * spacing(want, got.dtype))


@dataclasses.dataclass(frozen=True)
class Near:
    """Within `ulp` units in the last place of `size(*inputs, **fields)`, what the sum is made of."""
    ulp: float
    size: typing.Callable

    def difference(self, got, want, case):
        if got.dtype.kind != "f":
            return Exact().difference(got, want, case)
        # A float16 result is computed in float32 and rounded once.
        error = self.ulp * spacing(self.size(*case.inputs, **case.fields), np.dtype(np.float32))
        return outside(got, want, error + spacing(want, got.dtype))


def is_nan(values):
    return values != values


def type_of(tolerance, case, want):
    """Answers of floats come in float64; the result has the type asked for or the input's."""
    if isinstance(tolerance, Bits) or want.dtype != np.float64:
        return want.dtype
    asked = case.fields.get("output_dtype")
    return asked or next(x.dtype for entry in case.inputs
                         for x in (entry if isinstance(entry, list) else [entry]) if x is not None)


def rounded(want, dtype):
    with np.errstate(over="ignore"):
        return want.astype(dtype) if dtype.kind == "f" else want


def spacing(values, dtype):
    """The distance of neighbouring numbers of `dtype` near each value."""
    limits = np.finfo(dtype)
    size = np.minimum(np.nan_to_num(np.abs(values.astype(np.float64))), np.float64(limits.max))
    _, exponent = np.frexp(size)
    return np.maximum(np.ldexp(1.0, exponent - 1 - limits.nmant),
                      np.float64(limits.smallest_subnormal))


def outside(got, want, error):
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(got.astype(np.float64) - want) <= error
    right = near | (got == rounded(want, got.dtype)) | (is_nan(got) & is_nan(want))
    # Where the exact answer is just below overflow, infinity is next to the largest number.
    right |= np.isinf(got) & (np.abs(want) + error >= np.finfo(got.dtype).max) \
        & (np.sign(got) == np.sign(want))
    return (~right).any() and describe(got, want, ~right)


def describe(got, want, wrong):
    where = tuple(np.argwhere(wrong)[0]) if np.any(wrong) else ()
    return (f"{np.count_nonzero(wrong)} of {wrong.size} elements differ; element "
            f"{list(map(int, where))} is {got[where]!r}, but {want[where]!r} is right")
