# SPDX-License-Identifier: MIT
# Operators that move elements by position: slices, joins, padding, tiles, blocks.
import numpy as np

from cases import Case, Row
from compare import Bits, Exact, Near
from answers.casting import to_type


def slice_(x, *, offsets, sizes, strides):
    return x[positions(offsets, strides, sizes)]


def slice1(x, *, input_window_offsets, input_window_sizes, input_window_strides, output_sizes):
    return x[window(input_window_offsets, input_window_sizes, input_window_strides, output_sizes)]


def slice_grad(gradient, *, input_window_offsets, input_window_sizes, input_window_strides,
               output_sizes):
    result = np.zeros(output_sizes, gradient.dtype)
    result[window(input_window_offsets, input_window_sizes, input_window_strides,
                  gradient.shape)] = gradient
    return result


def window(offsets, sizes, strides, counts):
    """A negative stride starts at the window's last element."""
    starts = [offset if stride > 0 else offset + size - 1
              for offset, size, stride in zip(offsets, sizes, strides)]
    return positions(starts, strides, counts)


def positions(starts, strides, counts):
    return np.ix_(*(start + stride * np.arange(count)
                    for start, stride, count in zip(starts, strides, counts)))


def split(x, *, axis, output_sizes):
    ends = np.cumsum([sizes[axis] for sizes in output_sizes])
    return tuple(np.split(x, ends[:-1], axis))


def join(arrays, *, axis):
    return np.concatenate(arrays, axis)


MODES = {"CONSTANT": "constant", "EDGE": "edge", "REFLECTION": "reflect", "SYMMETRIC": "symmetric",
         "WRAP": "wrap"}


def padding(x, *, padding_mode, padding_value, start_padding, end_padding):
    value = to_type(padding_value, x.dtype)
    widths = list(zip(start_padding, end_padding))
    if padding_mode == "CONSTANT":
        return np.pad(x, widths, constant_values=value)
    for dim, (before, after) in enumerate(widths):
        count = x.shape[dim]
        x = np.take(x, padded_places(count, before, after, padding_mode), dim)
    return x


def padded_places(count, before, after, mode):
    """NumPy's reflection restarts at borders wider than the array; this goes on periodically."""
    place = np.arange(-before, count + after)
    if mode == "EDGE":
        return np.clip(place, 0, count - 1)
    if mode == "WRAP":
        return place % count
    if mode == "SYMMETRIC":
        place = place % (2 * count)
        return np.minimum(place, 2 * count - 1 - place)
    period = max(2 * (count - 1), 1)
    place = place % period
    return np.minimum(place, period - place)


def tile(x, *, repeats):
    return np.tile(x, repeats)


def space_to_depth1(x, *, block_size, order):
    n, c, h, w = x.shape
    x = x.reshape(n, c, h // block_size, block_size, w // block_size, block_size)
    axes = (0, 3, 5, 1, 2, 4) if order == "DEPTH_COLUMN_ROW" else (0, 1, 3, 5, 2, 4)
    return x.transpose(axes).reshape(n, -1, h // block_size, w // block_size)


def depth_to_space1(x, *, block_size, order):
    n, c, h, w = x.shape
    depth = c // block_size**2
    if order == "DEPTH_COLUMN_ROW":
        x = x.reshape(n, block_size, block_size, depth, h, w).transpose(0, 3, 4, 1, 5, 2)
    else:
        x = x.reshape(n, depth, block_size, block_size, h, w).transpose(0, 1, 4, 2, 5, 3)
    return x.reshape(n, depth, h * block_size, w * block_size)


def in_depth_column_row(blocks):
    return lambda x, *, block_size: blocks(x, block_size=block_size, order="DEPTH_COLUMN_ROW")


def identity(x, *, scale_bias=None):
    if scale_bias is None:
        return x
    return x.astype(np.float64) * scale_bias[0] + scale_bias[1]


def value_scale_2d(x, *, scale, bias):
    return x.astype(np.float64) * scale + np.reshape(bias, (1, -1, 1, 1))


def upsample_2d(x, *, scale_size, interpolation_mode):
    for dim, scale in zip((-1, -2), scale_size):
        x = (np.repeat(x, scale, dim) if interpolation_mode == "NEAREST_NEIGHBOR"
             else upsample_linear(x.astype(np.float64), scale, dim))
    return x


def upsample_linear(x, scale, dim):
    """Linear between pixel centres; beyond the first and last centre the border goes on."""
    place = np.clip((np.arange(x.shape[dim] * scale) + 0.5) / scale - 0.5, 0, x.shape[dim] - 1)
    below = np.floor(place).astype(int)
    above = np.minimum(below + 1, x.shape[dim] - 1)
    weight = (place - below).reshape((-1,) + (1,) * (-1 - dim))
    return np.take(x, below, dim) * (1 - weight) + np.take(x, above, dim) * weight


# Cases.

def slice_case(source):
    x = source.bits(source.dtype(), source.sizes(source.rank()))
    offsets = [source.integer(0, size - 1) for size in x.shape]
    strides = [source.integer(1, 3) for _ in x.shape]
    sizes = [source.integer(1, 1 + (size - 1 - offset) // stride)
             for size, offset, stride in zip(x.shape, offsets, strides)]
    return Case([x], {"offsets": offsets, "sizes": sizes, "strides": strides})


def window_fields(source, sizes):
    offsets = [source.integer(0, size - 1) for size in sizes]
    extents = [source.integer(1, size - offset) for size, offset in zip(sizes, offsets)]
    strides = [source.one_of([1, -1, 2, -2, 3, -3]) for _ in sizes]
    counts = [source.integer(1, 1 + (extent - 1) // abs(stride))
              for extent, stride in zip(extents, strides)]
    return {"input_window_offsets": offsets, "input_window_sizes": extents,
            "input_window_strides": strides}, tuple(counts)


def slice1_case(source):
    x = source.bits(source.dtype(), source.sizes(source.rank()))
    fields, counts = window_fields(source, x.shape)
    return Case([x], {**fields, "output_sizes": counts})


def slice_grad_case(source):
    sizes = source.sizes(source.rank("InputGradientTensor"))
    fields, counts = window_fields(source, sizes)
    gradient = source.bits(source.dtype("InputGradientTensor"), counts)
    return Case([gradient], {**fields, "output_sizes": sizes})


def pieces(source, sizes):
    """Up to three sizes that differ along one axis only."""
    axis = source.integer(0, len(sizes) - 1)
    return axis, [sizes[:axis] + (source.integer(1, 5),) + sizes[axis + 1:]
                  for _ in range(source.integer(1, 3))]


def split_case(source):
    axis, sizes = pieces(source, source.sizes(source.rank()))
    whole = list(sizes[0])
    whole[axis] = sum(piece[axis] for piece in sizes)
    return Case([source.bits(source.dtype(), tuple(whole))], {"axis": axis, "output_sizes": sizes})


def join_case(source):
    axis, sizes = pieces(source, source.sizes(source.rank("InputTensors")))
    dtype = source.dtype("InputTensors")
    return Case([[source.bits(dtype, piece) for piece in sizes]], {"axis": axis})


def padding_case(source):
    x = source.bits(source.dtype(), source.sizes(source.rank(), most=3))
    most = 5 if x.ndim < 4 else 1
    return Case([x], {"padding_mode": source.one_of(list(MODES)),
                      "padding_value": source.number(),
                      "start_padding": [source.integer(0, most) for _ in x.shape],
                      "end_padding": [source.integer(0, most) for _ in x.shape]})


def padding1_case(source):
    case = padding_case(source)
    if case.inputs[0].dtype.kind != "f":
        case.fields["padding_value"] = source.integer(0, 100)
    return case


def tile_case(source):
    x = source.bits(source.dtype(), source.sizes(source.rank(), most=3))
    return Case([x], {"repeats": [source.integer(1, 3 if x.ndim < 5 else 2) for _ in x.shape]})


def space_to_depth_case(source):
    block = source.integer(1, 3)
    n, c, h, w = source.sizes(4, most=3)
    return Case([source.bits(source.dtype(), (n, c, h * block, w * block))], {"block_size": block})


def depth_to_space_case(source):
    block = source.integer(1, 3)
    n, c, h, w = source.sizes(4, most=3)
    return Case([source.bits(source.dtype(), (n, c * block**2, h, w))], {"block_size": block})


def in_either_order(case_of):
    def case(source):
        made = case_of(source)
        made.fields["order"] = source.one_of(["DEPTH_COLUMN_ROW", "COLUMN_ROW_DEPTH"])
        return made
    return case


def identity_case(source):
    dtype, sizes = source.dtype(), source.sizes(source.rank())
    if dtype.kind == "f" and source.flag():
        return Case([source.eighths(dtype, sizes)],
                    {"scale_bias": (source.number(), source.number())})
    return Case([source.bits(dtype, sizes)])


def value_scale_case(source):
    n, _, h, w = source.sizes(4)
    channels = source.one_of([1, 3])
    return Case([source.eighths(source.dtype(), (n, channels, h, w))],
                {"scale": source.number(), "bias": [source.number() for _ in range(channels)]})


def upsample_case(source):
    return Case([source.eighths(source.dtype(), source.sizes(source.rank()))],
                {"scale_size": (source.integer(1, 3), source.integer(1, 3)),
                 "interpolation_mode": source.one_of(["NEAREST_NEIGHBOR", "LINEAR"])})


ROWS = [
    Row("ELEMENT_WISE_IDENTITY", identity, identity_case, Exact()),
    Row("SLICE", slice_, slice_case, Bits()),
    Row("SLICE1", slice1, slice1_case, Bits()),
    Row("SLICE_GRAD", slice_grad, slice_grad_case, Bits()),
    Row("SPLIT", split, split_case, Bits()),
    Row("JOIN", join, join_case, Bits()),
    Row("PADDING", padding, padding_case, Bits()),
    Row("PADDING1", padding, padding1_case, Bits()),
    Row("TILE", tile, tile_case, Bits()),
    Row("SPACE_TO_DEPTH", in_depth_column_row(space_to_depth1), space_to_depth_case, Bits()),
    Row("SPACE_TO_DEPTH1", space_to_depth1, in_either_order(space_to_depth_case), Bits()),
    Row("DEPTH_TO_SPACE", in_depth_column_row(depth_to_space1), depth_to_space_case, Bits()),
    Row("DEPTH_TO_SPACE1", depth_to_space1, in_either_order(depth_to_space_case), Bits()),
    Row("VALUE_SCALE_2D", value_scale_2d, value_scale_case, Exact()),
    Row("UPSAMPLE_2D", upsample_2d, upsample_case, Near(4, lambda x, **_: np.abs(x).max())),
]
