# SPDX-License-Identifier: MIT
# Convolutions tap by tap: the filter's elements one after the other, each for all pixels at once.
# Forward every pixel collects, backward it is spread.
import numpy as np

from answers.quantization import quantize_linear
from cases import Case, Row
from compare import Exact, Near


def convolution(x, filter, bias=None, *, mode, direction, strides, dilations, start_padding,
                end_padding, output_padding, group_count):
    x, filter = x.astype(np.float64), filter.astype(np.float64)
    if mode == "CONVOLUTION":
        filter = np.flip(filter, tuple(range(2, filter.ndim)))
    convolve = forward if direction == "FORWARD" else backward
    y = convolve(x, filter, strides, dilations, start_padding, end_padding, output_padding,
                 group_count)
    return y if bias is None else y + bias.astype(np.float64)


def forward(x, filter, strides, dilations, start, end, extra, groups):
    x = np.pad(x, [(0, 0), (0, 0), *zip(start, end)])
    outputs = [(size - dilation * (k - 1) - 1) // stride + 1 for size, k, stride, dilation
               in zip(x.shape[2:], filter.shape[2:], strides, dilations)]
    y = np.zeros((x.shape[0], filter.shape[0], *outputs), x.dtype)
    for group in range(groups):
        into, weights = part(y, 1, group, groups), part(filter, 0, group, groups)
        for tap in np.ndindex(*filter.shape[2:]):
            seen = part(x, 1, group, groups)[(..., *progression(tap, outputs, strides, dilations))]
            into += np.einsum("nc...,oc->no...", seen, weights[(..., *tap)])
    return np.pad(y, [(0, 0), (0, 0), *((0, count) for count in extra)])


def backward(x, filter, strides, dilations, start, end, extra, groups):
    sizes = [(size - 1) * stride + dilation * (k - 1) + 1 + count for size, k, stride, dilation,
             count in zip(x.shape[2:], filter.shape[2:], strides, dilations, extra)]
    y = np.zeros((x.shape[0], filter.shape[1] * groups, *sizes), x.dtype)
    for group in range(groups):
        into, weights = part(y, 1, group, groups), part(filter, 0, group, groups)
        for tap in np.ndindex(*filter.shape[2:]):
            into[(..., *progression(tap, x.shape[2:], strides, dilations))] += np.einsum(
                "nc...,co->no...", part(x, 1, group, groups), weights[(..., *tap)])
    return y[(..., *(slice(before, size - after) for size, before, after
                     in zip(sizes, start, end)))]


def part(x, axis, group, groups):
    return np.split(x, groups, axis)[group]


def progression(tap, counts, strides, dilations):
    return tuple(slice(dilation * k, dilation * k + stride * (count - 1) + 1, stride)
                 for k, count, stride, dilation in zip(tap, counts, strides, dilations))


def magnitude(x, filter, bias=None, **fields):
    """What a sum is made of."""
    return convolution(np.abs(x), np.abs(filter), None if bias is None else np.abs(bias), **fields)


def convolution_integer(x, x_zero, filter, filter_zero=None, *, strides, dilations, start_padding,
                        end_padding, group_count):
    x = x.astype(np.int64) - (0 if x_zero is None else int(x_zero.ravel()[0]))
    filter = filter.astype(np.int64) - (
        0 if filter_zero is None else filter_zero.reshape(-1, *(1,) * (filter.ndim - 1)))
    return forward(x, filter, strides, dilations, start_padding, end_padding, [0] * len(strides),
                   group_count).astype(np.int32)


def quantized_convolution(x, x_scale, x_zero, filter, filter_scale, filter_zero, bias, scale, zero,
                          **fields):
    sums = convolution_integer(x, x_zero, filter, filter_zero, **fields)
    channels = (1, -1, *(1,) * (x.ndim - 2))
    if bias is not None:
        sums = sums + bias
    numbers = sums * (x_scale.reshape(()) * filter_scale.reshape(channels).astype(np.float64))
    return quantize_linear(numbers, scale.reshape(()), None if zero is None else zero.reshape(()),
                           output_dtype=x.dtype if zero is None else zero.dtype)


# Cases.

def windows(source, spatial):
    counts = lambda low, high: [source.integer(low, high) for _ in range(spatial)]
    return {"strides": counts(1, 3), "dilations": counts(1, 2), "start_padding": counts(0, 2),
            "end_padding": counts(0, 2), "group_count": source.integer(1, 3)}


def shapes(source, rank, fields, is_backward=False):
    """An input and a filter that have an output."""
    groups, few = fields["group_count"], source.integer(1, 3)
    filter = [source.integer(1, 3) for _ in range(rank - 2)]
    reach = [dilation * (k - 1) + 1 for k, dilation in zip(filter, fields["dilations"])]
    padding = [sum(pair) for pair in zip(fields["start_padding"], fields["end_padding"])]
    least = [max(1, (pad - span) // stride + 2 if is_backward else span - pad)
             for span, pad, stride in zip(reach, padding, fields["strides"])]
    x = (source.integer(1, 2), few * groups, *(size + source.integer(0, 3) for size in least))
    other = source.integer(1, 20)
    return x, ((few * groups, other) if is_backward else (other * groups, few)) + tuple(filter)


def convolution_case(source):
    rank, dtype = source.rank(), source.dtype()
    fields = windows(source, rank - 2)
    fields |= {"direction": source.one_of(["FORWARD", "BACKWARD"]),
               "mode": source.one_of(["CONVOLUTION", "CROSS_CORRELATION"]),
               "output_padding": [source.integer(0, 1) for _ in range(rank - 2)]}
    x, filter = shapes(source, rank, fields, fields["direction"] == "BACKWARD")
    inputs = [source.eighths(dtype, x), source.eighths(dtype, filter)]
    outputs = convolution(*inputs, **fields).shape[1]
    bias = source.eighths(dtype, (1, outputs, *(1,) * (rank - 2))) if source.flag() else None
    return Case([*inputs, bias], fields)


def integer_case(source):
    rank = source.rank()
    fields = windows(source, rank - 2)
    x, filter = shapes(source, rank, fields)
    dtype, weights = source.dtype(), source.dtype("FilterTensor")
    each = (1, filter[0] if source.flag() else 1, *(1,) * (rank - 2))
    return Case([source.bits(dtype, x), source.bits(dtype, (1,)) if source.flag() else None,
                 source.bits(weights, filter),
                 source.bits(weights, each) if source.flag() else None], fields)


def quantized_case(source):
    x, x_zero, filter, filter_zero = (case := integer_case(source)).inputs
    scale = lambda sizes, low=-2: (2.0 ** source.rng.integers(low, 3, sizes)).astype(np.float32)
    each = (1, filter.shape[0] if source.flag() else 1, *(1,) * (x.ndim - 2))
    bias = source.between(np.int32, (1, filter.shape[0], *(1,) * (x.ndim - 2)), -999, 999)
    return Case([x, scale((1,)), x_zero, filter, scale(each), filter_zero,
                 bias if source.flag() else None, scale((1,)) * np.float32(1024),
                 source.bits(source.dtype("OutputTensor"), (1,)) if source.flag() else None],
                case.fields)


ROWS = [
    Row("CONVOLUTION", convolution, convolution_case, Near(64, magnitude)),
    Row("CONVOLUTION_INTEGER", convolution_integer, integer_case, Exact()),
    Row("QUANTIZED_LINEAR_CONVOLUTION", quantized_convolution, quantized_case, Exact()),
]
