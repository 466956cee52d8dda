# SPDX-License-Identifier: MIT
# UNFOLD lists the windows that move over a tensor, one per column; FOLD adds them up again.
import math

import numpy as np

from cases import Case, Row
from compare import Bits, Exact


def unfold(x, *, window_sizes, strides, dilations, start_padding, end_padding):
    padded = np.pad(x, [(0, 0), (0, 0), *zip(start_padding, end_padding)])
    blocks = block_counts(padded.shape[2:], window_sizes, strides, dilations)
    columns = [padded[(..., *window_of(at, blocks, strides, dilations))]
               for at in np.ndindex(*window_sizes)]
    return np.stack(columns, 2).reshape(x.shape[0], -1, math.prod(blocks))


def fold(x, *, output_sizes, window_sizes, strides, dilations, start_padding, end_padding):
    n, c, *spatial = output_sizes
    padded = np.zeros((n, c, *np.add(np.add(spatial, start_padding), end_padding)),
                      np.float64 if x.dtype.kind == "f" else x.dtype)
    blocks = block_counts(padded.shape[2:], window_sizes, strides, dilations)
    columns = x.reshape(n, c, math.prod(window_sizes), *blocks)
    for index, at in enumerate(np.ndindex(*window_sizes)):
        padded[(..., *window_of(at, blocks, strides, dilations))] += columns[:, :, index]
    return padded[(..., *(slice(before, before + size)
                          for before, size in zip(start_padding, spatial)))].astype(x.dtype)


def block_counts(padded, window_sizes, strides, dilations):
    return [(size - dilation * (count - 1) - 1) // stride + 1
            for size, count, stride, dilation in zip(padded, window_sizes, strides, dilations)]


def window_of(at, blocks, strides, dilations):
    """Where element `at` of every window lies."""
    return tuple(slice(dilation * place, dilation * place + stride * (count - 1) + 1, stride)
                 for place, count, stride, dilation in zip(at, blocks, strides, dilations))


# Cases.

def window_case(source, name):
    spatial = source.rank(name) - 2
    windows = [source.integer(1, 3 if spatial < 3 else 2) for _ in range(spatial)]
    dilations = [source.integer(1, 2) for _ in range(spatial)]
    start, end = ([source.integer(0, 2) for _ in range(spatial)] for _ in range(2))
    # A size lets at least one window fit.
    sizes = [max(1, dilation * (count - 1) + 1 - before - after) + source.integer(0, 3)
             for count, dilation, before, after in zip(windows, dilations, start, end)]
    fields = {"window_sizes": windows, "strides": [source.integer(1, 3) for _ in range(spatial)],
              "dilations": dilations, "start_padding": start, "end_padding": end}
    return (source.integer(1, 2), source.integer(1, 3), *sizes), fields


def unfold_case(source):
    sizes, fields = window_case(source, "InputTensor")
    return Case([source.bits(source.dtype(), sizes)], fields)


def fold_case(source):
    sizes, fields = window_case(source, "OutputTensor")
    columns = unfold(np.zeros(sizes, np.int8), **fields)
    return Case([source.eighths(source.dtype(), columns.shape)], {"output_sizes": sizes, **fields})


ROWS = [
    Row("UNFOLD", unfold, unfold_case, Bits()),
    Row("FOLD", fold, fold_case, Exact()),
]
