# SPDX-License-Identifier: MIT
# Pooling: the padded input, with NaN for what is not there, seen through all places of a window.
import math

import numpy as np

from answers.windows import block_counts, window_of
from cases import Case, Row
from compare import Bits, Exact, Near, Ulp


def windows_of(x, fill, *, window_size, strides, start_padding, end_padding, dilations=None):
    """The elements of every window along a new last dimension."""
    dilations = dilations or [1] * len(strides)
    padded = np.pad(x, [(0, 0), (0, 0), *zip(start_padding, end_padding)], constant_values=fill)
    blocks = block_counts(padded.shape[2:], window_size, strides, dilations)
    return np.stack([padded[(..., *window_of(at, blocks, strides, dilations))]
                     for at in np.ndindex(*window_size)], -1)


def average_pooling(x, *, include_padding, **fields):
    windows = windows_of(x.astype(np.float64), np.nan, **fields)
    there = ~np.isnan(windows)
    counts = math.prod(fields["window_size"]) if include_padding else np.maximum(there.sum(-1), 1)
    return np.where(there, windows, 0).sum(-1) / counts


def lp_pooling(x, *, p, **fields):
    return (np.abs(windows_of(x.astype(np.float64), 0, **fields)) ** p).sum(-1) ** (1 / p)


def lowest(dtype):
    return -np.inf if dtype.kind == "f" else np.iinfo(dtype).min


def max_pooling(x, **fields):
    return windows_of(x, lowest(x.dtype), **fields).max(-1)


def max_pooling_with_indices(x, **fields):
    values = windows_of(x, lowest(x.dtype), **fields)
    # An element of the padding has no place, so it is behind all others.
    places = windows_of(np.arange(x.size, dtype=np.int64).reshape(x.shape), 2**32 - 1, **fields)
    largest = values.max(-1)
    first = np.where(values == largest[..., None], places, 2**32 - 1).min(-1)
    return largest, first.astype(np.uint32)


def quantized_average_pooling(x, scale, zero_point, output_scale, output_zero_point, **fields):
    of_each = lambda values: 0 if values is None else values.astype(np.float64).reshape(
        (1, -1) + (1,) * (x.ndim - 2))
    numbers = (x - of_each(zero_point)) * of_each(scale)
    dtype = x.dtype if output_zero_point is None else output_zero_point.dtype
    limits = np.iinfo(dtype)
    rounded = np.round(average_pooling(numbers, **fields) / of_each(output_scale))
    return np.clip(rounded + of_each(output_zero_point), limits.min, limits.max).astype(dtype)


def max_unpooling(x, indices, *, output_sizes):
    result = np.zeros(math.prod(output_sizes), x.dtype)
    for index, value in zip(indices.reshape(-1), x.reshape(-1)):
        if index < result.size:
            result[int(index)] = value
    return result.reshape(output_sizes)


def spread(gradient, output_sizes, shares, **fields):
    """Adds shares[..., k] to the element k of each window."""
    places = windows_of(np.arange(math.prod(output_sizes)).reshape(output_sizes), -1, **fields)
    result = np.zeros(math.prod(output_sizes))
    np.add.at(result, places[places >= 0], np.broadcast_to(shares, places.shape)[places >= 0])
    return result.reshape(output_sizes)


def average_pooling_grad(gradient, *, output_sizes, include_padding, **fields):
    there = windows_of(np.ones(output_sizes), 0, **fields).sum(-1)
    counts = math.prod(fields["window_size"]) if include_padding else np.maximum(there, 1)
    return spread(gradient, output_sizes, (gradient.astype(np.float64) / counts)[..., None],
                  **fields)


def max_pooling_grad(x, gradient, **fields):
    _, first = max_pooling_with_indices(x, **fields)
    places = windows_of(np.arange(x.size).reshape(x.shape), -1, **fields)
    return spread(gradient, x.shape, gradient.astype(np.float64)[..., None]
                  * (places == first[..., None]), **fields)


# Cases.

def pool_case(source, dilated, field="InputTensor"):
    spatial = source.rank(field) - 2
    size = [source.integer(1, 3) for _ in range(spatial)]
    dilations = [source.integer(1, 2) if dilated else 1 for _ in range(spatial)]
    start, end = ([source.integer(0, 2) for _ in range(spatial)] for _ in range(2))
    sizes = [max(1, dilation * (count - 1) + 1 - before - after) + source.integer(0, 4)
             for count, dilation, before, after in zip(size, dilations, start, end)]
    fields = {"window_size": size, "strides": [source.integer(1, 3) for _ in range(spatial)],
              "start_padding": start, "end_padding": end}
    if dilated:
        fields["dilations"] = dilations
    return (source.integer(1, 2), source.integer(1, 3), *sizes), fields


def average_case(dilated):
    def case(source):
        sizes, fields = pool_case(source, dilated)
        fields["include_padding"] = source.flag()
        return Case([source.eighths(source.dtype(), sizes)], fields)
    return case


def lp_case(dilated):
    def case(source):
        sizes, fields = pool_case(source, dilated)
        fields["p"] = source.integer(1, 3)
        return Case([source.eighths(source.dtype(), sizes)], fields)
    return case


def max_case(dilated):
    def case(source):
        sizes, fields = pool_case(source, dilated)
        return Case([source.eighths(source.dtype(), sizes)], fields)
    return case


def quantized_case(source):
    sizes, fields = pool_case(source, True)
    fields["include_padding"] = source.flag()
    # Powers of two all over: what is computed is exact, and so are the ties.
    fields["window_size"] = [source.one_of([1, 2]) for _ in fields["strides"]]
    fields["start_padding"] = fields["end_padding"] = [0] * len(fields["strides"])
    sizes = (*sizes[:2], *(max(size, 3) for size in sizes[2:]))
    dtype = source.dtype()
    each = (1, sizes[1]) + (1,) * (len(sizes) - 2) if source.flag() else (1,)
    scale = lambda: (2.0 ** source.rng.integers(-2, 3, each)).astype(np.float32)
    zero_point = lambda: source.between(dtype, each, 0, 9) if source.flag() else None
    return Case([source.bits(dtype, sizes), scale(), zero_point(), scale(), zero_point()], fields)


def unpooling_case(source):
    output_sizes = tuple(source.integer(1, 3) for _ in range(4))
    sizes = source.sizes(4, most=3)
    count = math.prod(output_sizes)
    return Case([source.bits(source.dtype(), sizes),
                 source.between(source.dtype("IndicesTensor"), sizes, 0, count + 2)],
                {"output_sizes": output_sizes})


def average_grad_case(source):
    sizes, fields = pool_case(source, False, "InputGradientTensor")
    gradient = max_pooling(np.zeros(sizes, np.int8), **fields).shape
    return Case([source.eighths(source.dtype("InputGradientTensor"), gradient)],
                {"output_sizes": sizes, "include_padding": source.flag(), **fields})


def max_grad_case(source):
    sizes, fields = pool_case(source, True)
    dtype = source.dtype()
    x = source.eighths(dtype, sizes)
    return Case([x, source.eighths(dtype, max_pooling(x, **fields).shape)], fields)


def sum_of(*inputs, **fields):
    return np.full(1, np.abs(inputs[-1].astype(np.float64)).sum())


ROWS = [
    Row("AVERAGE_POOLING", average_pooling, average_case(False), Ulp(1)),
    Row("AVERAGE_POOLING1", average_pooling, average_case(True), Ulp(1)),
    Row("LP_POOLING", lp_pooling, lp_case(False), Ulp(2)),
    Row("LP_POOLING1", lp_pooling, lp_case(True), Ulp(2)),
    Row("MAX_POOLING", max_pooling, max_case(False), Exact()),
    Row("MAX_POOLING1", max_pooling_with_indices, max_case(False), Exact()),
    Row("MAX_POOLING2", max_pooling_with_indices, max_case(True), Exact()),
    Row("QUANTIZED_LINEAR_AVERAGE_POOLING", quantized_average_pooling, quantized_case, Exact()),
    Row("MAX_UNPOOLING", max_unpooling, unpooling_case, Bits()),
    Row("AVERAGE_POOLING_GRAD", average_pooling_grad, average_grad_case, Near(4, sum_of)),
    Row("MAX_POOLING_GRAD", max_pooling_grad, max_grad_case, Near(4, sum_of)),
]
