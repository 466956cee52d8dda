# SPDX-License-Identifier: MIT
# Reductions over axes, which keep their dimension with size 1, and running sums and products.
# Integers wrap around. Sums of floats are compared with the sum of the magnitudes in mind.
import numpy as np

from cases import Case, Row
from compare import Exact, Near
from operators import newest_support


def arg(function, x, axes, last=False):
    """The row-major index inside the reduced axes, in the order of the dimensions."""
    axes = sorted(axes)
    moved = np.moveaxis(x, axes, range(-len(axes), 0))
    rows = moved.reshape(moved.shape[:x.ndim - len(axes)] + (-1,))
    index = rows.shape[-1] - 1 - function(rows[..., ::-1], -1) if last else function(rows, -1)
    return index.reshape([1 if dim in axes else size for dim, size in enumerate(x.shape)])


def log_sum_exp(x, **axes):
    highest = x.max(**axes)
    return highest + np.log(np.exp(x - highest).sum(**axes))


FUNCTIONS = {
    "AVERAGE": np.mean, "MAX": np.max, "MIN": np.min, "SUM": np.sum, "MULTIPLY": np.prod,
    "L1": lambda x, **axes: np.abs(x).sum(**axes),
    "L2": lambda x, **axes: np.sqrt((x * x).sum(**axes)),
    "SUM_SQUARE": lambda x, **axes: (x * x).sum(**axes),
    "LOG_SUM": lambda x, **axes: np.log(x.sum(**axes)),
    "LOG_SUM_EXP": log_sum_exp,
}


def reduce_(x, *, function, axes, output_dtype=None):
    if function in ("ARGMAX", "ARGMIN"):
        chosen = np.argmax if function == "ARGMAX" else np.argmin
        return arg(chosen, x, axes).astype(output_dtype)
    if x.dtype.kind == "f":
        return FUNCTIONS[function](x.astype(np.float64), axis=tuple(axes), keepdims=True)
    # In 64 bits and then the low ones: NumPy would widen, a tensor does not.
    wide = x.astype(np.uint64 if x.dtype.kind == "u" else np.int64)
    return FUNCTIONS[function](wide, axis=tuple(axes), keepdims=True).astype(x.dtype)


def reduced_size(x, *, function, axes, output_dtype=None):
    """What a rounding error of each step is relative to."""
    magnitudes = np.abs(x.astype(np.float64))
    axes = {"axis": tuple(axes), "keepdims": True}
    if function == "MULTIPLY":
        return magnitudes.prod(**axes) * magnitudes.size
    if function in ("SUM_SQUARE", "L2"):
        return (magnitudes**2).sum(**axes)
    if function == "LOG_SUM":  # d ln(s) = ds / s
        return 1 + magnitudes.sum(**axes) + np.abs(np.log(magnitudes.sum(**axes)))
    return 1 + magnitudes.sum(**axes)


def arg_of(function):
    def answer(x, *, axes, axis_direction, output_dtype):
        return arg(function, x, axes, axis_direction == "DECREASING").astype(output_dtype)
    return answer


def cumulative(function, start, exclusive):
    def answer(x, *, axis, axis_direction, **fields):
        if axis_direction == "DECREASING":
            x = np.flip(x, axis)
        kind = np.float64 if x.dtype.kind == "f" else x.dtype
        result = function(x, axis=axis, dtype=kind)
        if fields[exclusive]:
            first = np.full_like(np.take(result, [0], axis), start)
            result = np.concatenate([first, np.take(result, range(x.shape[axis] - 1), axis)], axis)
        return np.flip(result, axis) if axis_direction == "DECREASING" else result
    return answer


# Cases.

def powers_of_two(source, dtype, sizes):
    """Their products are exact, and as most are 1, within range."""
    return source.rng.choice([1, 1, 1, 1, 1, 1, -1, 2, 0.5], sizes).astype(dtype)


def reduce_case(source):
    function = source.one_of(["ARGMAX", "ARGMIN", *FUNCTIONS])
    x = source.dtype(function=function)
    low = 0 if function == "LOG_SUM" else -8
    values = source.eighths(x, source.sizes(source.rank()), low, 8)
    fields = {"function": function, "axes": source.axes(values.ndim)}
    if function == "MULTIPLY" and x.kind == "f":
        values = powers_of_two(source, x, values.shape)
    if function == "LOG_SUM":
        values = values + np.ones(1, x)
    if function.startswith("ARG"):
        fields["output_dtype"] = source.one_of(
            newest_support(source.name, function)["OutputTensor"][0])
    return Case([values], fields)


def arg_case(source):
    x = source.eighths(source.dtype(), source.sizes(source.rank()))  # ties are common
    return Case([x], {"axes": source.axes(x.ndim),
                      "axis_direction": source.one_of(["INCREASING", "DECREASING"]),
                      "output_dtype": source.one_of(
                          newest_support(source.name)["OutputTensor"][0])})


def cumulative_case(exclusive):
    def case(source):
        x = source.eighths(source.dtype(), source.sizes(source.rank()))
        if exclusive == "has_exclusive_product" and x.dtype.kind == "f":
            x = powers_of_two(source, x.dtype, x.shape)
        return Case([x], {"axis": source.integer(0, x.ndim - 1), exclusive: source.flag(),
                          "axis_direction": source.one_of(["INCREASING", "DECREASING"])})
    return case


SUM, PRODUCT = "has_exclusive_sum", "has_exclusive_product"

ROWS = [
    Row("REDUCE", reduce_, reduce_case, Near(4, reduced_size)),
    Row("ARGMAX", arg_of(np.argmax), arg_case, Exact()),
    Row("ARGMIN", arg_of(np.argmin), arg_case, Exact()),
    # Eighths add up, and powers of two multiply, without rounding.
    Row("CUMULATIVE_SUMMATION", cumulative(np.cumsum, 0, SUM), cumulative_case(SUM), Exact()),
    Row("CUMULATIVE_PRODUCT", cumulative(np.cumprod, 1, PRODUCT), cumulative_case(PRODUCT), Exact()),
]
