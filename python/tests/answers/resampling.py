# SPDX-License-Identifier: MIT
# Resampling as one matrix per dimension, gradients as their transposes; regions of interest sample
# by sample.
import numpy as np

from cases import Case, Row
from compare import Exact, Near


def positions(outputs, scale, input_offset, output_offset, real):
    out = np.arange(outputs).astype(real)
    return (out - real(output_offset)) / real(scale) - real(input_offset)


def matrix(inputs, outputs, mode, rounding, fields):
    """Row o has the weights of output o."""
    weights = np.zeros((outputs, inputs))
    last = inputs - 1
    if mode == "NEAREST_NEIGHBOR":
        at = positions(outputs, *fields, np.float32)
        nearest = {"UP": np.ceil, "DOWN": np.floor}.get(
            rounding, lambda x: np.floor(x + np.float32(0.5)))(at)
        weights[np.arange(outputs), np.clip(nearest, 0, last).astype(int)] = 1
        return weights
    at = np.clip(positions(outputs, *fields, np.float64), 0, last)
    low = np.floor(at).astype(int)
    np.add.at(weights, (np.arange(outputs), low), 1 - (at - low))
    np.add.at(weights, (np.arange(outputs), np.minimum(low + 1, last)), at - low)
    return weights


def filtered(inputs, outputs, fields):
    """Antialiased: a triangle as wide as the output's pixels."""
    at = positions(outputs, *fields, np.float64)[:, None]
    width = max(1, 1 / np.float64(fields[0]))
    weights = np.maximum(0, 1 - np.abs(np.arange(inputs) - at) / width)
    sums = weights.sum(1, keepdims=True)
    plain = matrix(inputs, outputs, "LINEAR", None, fields)
    return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), plain)


def along_every_axis(x, matrices):
    x = x.astype(np.float64)
    for axis, weights in enumerate(matrices):
        x = np.moveaxis(np.tensordot(weights, x, (1, axis)), 0, axis)
    return x


def matrices_of(sizes, output_sizes, *, interpolation_mode, scales, input_pixel_offsets=None,
                output_pixel_offsets=None, rounding_direction=None, antialiased=False):
    rank = len(scales)
    rounding = {"INCREASING": "UP", "DECREASING": "DOWN"}.get(rounding_direction)
    fields = zip(scales, input_pixel_offsets or [0.5] * rank, output_pixel_offsets or [-0.5] * rank)
    for inputs, outputs, field in zip(sizes, output_sizes, fields):
        field = tuple(np.float32(value) for value in field)
        if antialiased and interpolation_mode == "LINEAR" and field[0] < 1:
            yield filtered(inputs, outputs, field)
        else:
            yield matrix(inputs, outputs, interpolation_mode, rounding, field)


def resample(x, **fields):
    sizes = [int(np.floor(size * np.float64(np.float32(scale))))
             for size, scale in zip(x.shape, fields["scales"])]
    result = along_every_axis(x, matrices_of(x.shape, sizes, **fields))
    if x.dtype.kind == "f":
        return result
    limits = np.iinfo(x.dtype)
    return np.clip(np.round(result), limits.min, limits.max).astype(x.dtype)


def resample_grad(x, *, output_sizes, **fields):
    return along_every_axis(x, [weights.T for weights in
                                matrices_of(output_sizes, x.shape, **fields)])


def roi_pooling(x, roi, *, spatial_scale, pooled_size):
    width, height = pooled_size
    regions = roi.reshape(-1, 5).astype(np.float64)
    pooled = np.zeros((len(regions), x.shape[1], height, width), x.dtype)
    half_away = lambda v: int(np.copysign(np.floor(abs(v) + 0.5), v))
    for r, (batch, *corners) in enumerate(regions):
        x1, y1, x2, y2 = (half_away(corner * spatial_scale) for corner in corners)
        image = x[int(np.clip(batch, 0, len(x) - 1))]
        for at in np.ndindex(height, width):
            cut = []
            for o, first, last, cells in zip(at, (y1, x1), (y2, x2), (height, width)):
                length = max(last - first + 1, 1)
                cut.append(slice(max(0, o * length // cells + first),
                                 max(0, -(-(o + 1) * length // cells) + first)))
            cell = image[:, cut[0], cut[1]]
            if cell.size:
                pooled[(r, slice(None), *at)] = cell.max((1, 2))
    return pooled


def roi_samples(begin, end, o, outputs, size, *, scale, offsets, fewest, most, corners, nearest):
    """A row of weights over the pixels for each sample; zeros for one that is outside."""
    begin, end = begin * scale, end * scale
    count = int(np.clip(np.ceil(abs(end - begin) / outputs), fewest, most))
    parts = outputs * count - corners
    step = (end - begin) / parts if parts > 0 else 0
    rows = np.zeros((count, size))
    for s in range(count):
        at = (o * count + s - offsets[1]) * step + begin - offsets[0]
        if nearest:
            pixel = int(np.ceil(at - 0.5))
            if 0 <= pixel < size:
                rows[s, pixel] = 1
        elif -1 <= at <= size:
            at = np.clip(at, 0, size - 1)
            low = int(at)
            rows[s, low] += 1 - (at - low)
            rows[s, min(low + 1, size - 1)] += at - low
    return rows


def roi_align(x, roi, batch_indices, *, output_sizes, spatial_scale_x, spatial_scale_y,
              minimum_samples_per_output, maximum_samples_per_output, reduction_function,
              interpolation_mode, out_of_bounds_input_value, input_pixel_offset=0.5,
              output_pixel_offset=-0.5, align_regions_to_corners=False):
    height, width = output_sizes[2:]
    common = {"offsets": (input_pixel_offset, output_pixel_offset),
              "fewest": minimum_samples_per_output, "most": maximum_samples_per_output,
              "corners": align_regions_to_corners,
              "nearest": interpolation_mode == "NEAREST_NEIGHBOR"}
    result = np.zeros(output_sizes)
    for r, (x1, y1, x2, y2) in enumerate(roi.reshape(-1, 4).astype(np.float64)):
        image = x[min(int(batch_indices.reshape(-1)[r]), len(x) - 1)].astype(np.float64)
        for oy, ox in np.ndindex(height, width):
            rows = roi_samples(y1, y2, oy, height, x.shape[2], scale=spatial_scale_y, **common)
            columns = roi_samples(x1, x2, ox, width, x.shape[3], scale=spatial_scale_x, **common)
            samples = np.einsum("ay,cyx,bx->cab", rows, image, columns)
            outside = (rows.sum(1) == 0)[:, None] | (columns.sum(1) == 0)[None]
            samples = np.where(outside, out_of_bounds_input_value, samples)
            result[r, :, oy, ox] = (samples.mean((1, 2)) if reduction_function == "AVERAGE"
                                    else samples.max((1, 2)))
    return result


# Cases.

def resample_case(version, gradient=False):
    def case(source):
        tensor = "InputGradientTensor" if gradient else "InputTensor"
        rank = source.rank(tensor)
        sizes = tuple(source.integer(2, 5) for _ in range(rank))
        scales = [source.one_of([0.5, 0.75, 1.0, 1.5, 2.0]) for _ in range(rank)]
        fields = {"interpolation_mode": source.one_of(["NEAREST_NEIGHBOR", "LINEAR"]),
                  "scales": scales}
        if version > 0:
            fields["input_pixel_offsets"] = [source.one_of([0.0, 0.5]) for _ in range(rank)]
            fields["output_pixel_offsets"] = [source.one_of([0.0, -0.5]) for _ in range(rank)]
        if version > 1:
            fields["rounding_direction"] = source.one_of(["INCREASING", "DECREASING"])
        if version > 2:
            fields["antialiased"] = source.flag()
        if gradient:
            outputs = [max(1, int(size * scale)) for size, scale in zip(sizes, scales)]
            return Case([source.eighths(source.dtype(tensor), outputs)],
                        {"output_sizes": sizes, **fields})
        dtype = source.dtype()
        # 8-bit results are rounded: of floats that are near a tie nobody knows which way.
        if dtype.kind != "f" and fields["interpolation_mode"] == "LINEAR":
            fields["antialiased"] = False
            if version < 3:
                del fields["antialiased"]
            values = source.between(np.dtype(np.int64), sizes, 0, 8) * 16
            fields["scales"] = [source.one_of([0.5, 1.0, 2.0]) for _ in range(rank)]
            return Case([values.astype(dtype)], fields)
        return Case([source.eighths(dtype, sizes)], fields)
    return case


def roi_pooling_case(source):
    dtype = source.dtype()
    sizes = (source.integer(1, 2), source.integer(1, 3), source.integer(1, 6), source.integer(1, 6))
    count = source.integer(1, 3)
    corners = source.rng.integers(0, 8, (count, 2, 2))
    corners.sort(1)
    batch = source.rng.integers(0, sizes[0], (count, 1))
    roi = np.concatenate([batch, corners.reshape(count, 4)], 1).reshape(1, 1, count, 5)
    return Case([source.eighths(dtype, sizes), roi.astype(dtype)],
                {"spatial_scale": source.one_of([0.5, 1.0]),
                 "pooled_size": (source.integer(1, 3), source.integer(1, 3))})


def roi_align_case(version):
    def case(source):
        dtype = source.dtype()
        sizes = (source.integer(1, 2), source.integer(1, 3), source.integer(1, 6),
                 source.integer(1, 6))
        count = source.integer(1, 3)
        roi = (source.rng.integers(-16, 64, (count, 4)) / 8 + 1 / 32).astype(dtype)
        batches = source.rng.integers(0, sizes[0] + 1, count).astype(np.uint32)
        fields = {"output_sizes": (count, sizes[1], source.integer(1, 3), source.integer(1, 3)),
                  "reduction_function": source.one_of(["AVERAGE", "MAX"]),
                  "interpolation_mode": source.one_of(["LINEAR", "NEAREST_NEIGHBOR"]),
                  "spatial_scale_x": source.one_of([0.5, 1.0]),
                  "spatial_scale_y": source.one_of([0.5, 1.0]),
                  "out_of_bounds_input_value": source.number(),
                  "minimum_samples_per_output": source.integer(1, 2),
                  "maximum_samples_per_output": source.integer(2, 4)}
        if version:
            fields["input_pixel_offset"] = source.one_of([0.0, 0.5])
            fields["output_pixel_offset"] = source.one_of([0.0, -0.5])
            fields["align_regions_to_corners"] = source.flag()
        return Case([source.eighths(dtype, sizes), roi, batches], fields)
    return case


def largest(x, *others, **fields):
    return np.full(1, np.abs(x.astype(np.float64)).max())


def largest_sum(x, **fields):
    return np.full(1, np.abs(x.astype(np.float64)).sum())


ROWS = [
    *(Row(name, resample, resample_case(version), Near(8, largest)) for version, name in
      enumerate(["RESAMPLE", "RESAMPLE1", "RESAMPLE2", "RESAMPLE3"])),
    Row("RESAMPLE_GRAD", resample_grad, resample_case(1, True), Near(8, largest_sum)),
    Row("RESAMPLE_GRAD1", resample_grad, resample_case(2, True), Near(8, largest_sum)),
    Row("ROI_POOLING", roi_pooling, roi_pooling_case, Exact()),
    Row("ROI_ALIGN", roi_align, roi_align_case(0), Near(16, largest)),
    Row("ROI_ALIGN1", roi_align, roi_align_case(1), Near(16, largest)),
]
