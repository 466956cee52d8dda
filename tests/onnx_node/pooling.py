# SPDX-License-Identifier: MIT
"""ONNX nodes that pool and resample. DirectML has two or three spatial dimensions; one of them
becomes two."""
import numpy as np

import weft
from nodes import node


def explicit_padding(attributes, sizes, window, strides, dilations):
    """Padding at the start and the end of each dimension."""
    kind = attributes.get("auto_pad", "NOTSET")
    if kind in ("NOTSET", "VALID"):
        pads = attributes.get("pads", [0] * 2 * len(sizes))
        return list(pads[:len(sizes)]), list(pads[len(sizes):])
    start, end = [], []
    for size, count, stride, dilation in zip(sizes, window, strides, dilations):
        outputs = -(-size // stride)
        missing = max((outputs - 1) * stride + (count - 1) * dilation + 1 - size, 0)
        less, more = missing // 2, missing - missing // 2
        start.append(less if kind == "SAME_UPPER" else more)
        end.append(more if kind == "SAME_UPPER" else less)
    return start, end


def windows(attributes, x):
    """The input, the fields of DirectML's windows, and the sizes of the output."""
    sizes, window = list(x.shape[2:]), list(attributes["kernel_shape"])
    strides = list(attributes.get("strides", [1] * len(sizes)))
    dilations = list(attributes.get("dilations", [1] * len(sizes)))
    start, end = explicit_padding(attributes, sizes, window, strides, dilations)
    if len(sizes) == 1:
        x = x[:, :, None]
        sizes, window, strides, dilations, start, end = (
            [lead, *values] for lead, values in zip(
                (1, 1, 1, 1, 0, 0), (sizes, window, strides, dilations, start, end)))
    round_up = attributes.get("ceil_mode", 0)
    outputs = [(size + before + after - dilation * (count - 1) - 1 + (stride - 1) * round_up)
               // stride + 1
               for size, count, stride, dilation, before, after
               in zip(sizes, window, strides, dilations, start, end)]
    fields = {"window_size": window, "strides": strides, "dilations": dilations,
              "start_padding": start, "end_padding": end}
    return x, fields, (*x.shape[:2], *outputs)


def of_spatial(result, like):
    """Without the dimension that windows() added."""
    return result[:, :, 0] if like.ndim == 3 else result


@node("AveragePool", "GlobalAveragePool")
def average_pool(op, attributes, x):
    if op.startswith("Global"):
        attributes = {"kernel_shape": x.shape[2:]}
    image, fields, sizes = windows(attributes, x)
    out = np.empty(sizes, x.dtype)
    weft.average_pooling1(image, include_padding=bool(attributes.get("count_include_pad", 0)),
                          **fields, out=out)
    return [of_spatial(out, x)]


@node("LpPool", "GlobalLpPool")
def lp_pool(op, attributes, x):
    p = attributes.get("p", 2)
    if op.startswith("Global"):
        attributes = {"kernel_shape": x.shape[2:]}
    image, fields, _ = windows(attributes, x)
    return [of_spatial(weft.lp_pooling1(image, p=p, **fields), x)]


@node("MaxPool", "GlobalMaxPool")
def max_pool(op, attributes, x):
    if op.startswith("Global"):
        attributes = {"kernel_shape": x.shape[2:], "output count": 1}
    image, fields, sizes = windows(attributes, x)
    out = np.empty(sizes, x.dtype), np.empty(sizes, np.uint64)
    weft.max_pooling2(image, **fields, out=out)
    values, indices = (of_spatial(result, x) for result in out)
    return [values, weft.cast(indices, output_dtype=np.int64)][:attributes["output count"]]


@node("MaxUnpool")
def max_unpool(op, attributes, x, indices, output_shape=None):
    """Indices count in the smallest output that the windows give; a larger one has zeros around."""
    window, strides = attributes["kernel_shape"], attributes["strides"]
    sizes = (*x.shape[:2], *((size - 1) * stride + count
                             for size, stride, count in zip(x.shape[2:], strides, window)))
    result = weft.max_unpooling(x, weft.cast(indices, output_dtype=np.uint64), output_sizes=sizes)
    if output_shape is None:
        return [result]
    more = [int(wanted) - size for wanted, size in zip(output_shape, sizes)]
    return [weft.padding(result, padding_mode="CONSTANT", padding_value=0,
                         start_padding=[0] * len(more), end_padding=more)]


@node("RoiAlign")
def roi_align(op, attributes, x, rois, batch_indices):
    ratio = attributes.get("sampling_ratio", 0)
    # An attribute that came with version 16; before that the regions were not moved.
    aligned = attributes.get("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    scale = attributes.get("spatial_scale", 1.0)
    return [weft.roi_align1(
        x, rois, weft.cast(batch_indices, output_dtype=np.uint32),
        reduction_function={"avg": "AVERAGE", "max": "MAX"}[attributes.get("mode", "avg")],
        interpolation_mode="LINEAR", spatial_scale_x=scale, spatial_scale_y=scale,
        input_pixel_offset=0.5 if aligned else 0, output_pixel_offset=-0.5,
        out_of_bounds_input_value=0, minimum_samples_per_output=ratio or 1,
        maximum_samples_per_output=ratio or 2**32 - 1, align_regions_to_corners=False,
        output_sizes=(len(rois), x.shape[1], attributes["output_height"],
                      attributes["output_width"]))]


# Offsets of input and output pixels.
COORDINATES = {"half_pixel": (0.5, -0.5), "pytorch_half_pixel": (0.5, -0.5), "asymmetric": (0, 0),
               "align_corners": (0, 0), "tf_half_pixel_for_nn": (0, -0.5)}
# What is added to the input's offset, and where to round then.
NEAREST = {"round_prefer_floor": (0.5, "INCREASING"), "round_prefer_ceil": (-0.5, "DECREASING"),
           "floor": (0, "DECREASING"), "ceil": (0, "INCREASING")}


@node("Resize", "Upsample")
def resize(op, attributes, x, roi=None, scales=None, sizes=None):
    mode = attributes.get("mode", "nearest")
    coordinates = attributes.get("coordinate_transformation_mode", "half_pixel")
    nearest = attributes.get("nearest_mode", "round_prefer_floor")
    if op == "Upsample":  # older: the second input has the scales
        scales, coordinates, nearest = roi, "asymmetric", "floor"
    if sizes is None or not len(sizes):
        sizes = [int(np.floor(size * scale)) for size, scale in zip(x.shape, scales)]
    else:
        sizes = [int(size) for size in sizes]
        scales = [wanted / size for wanted, size in zip(sizes, x.shape)]
    offsets = [COORDINATES[coordinates]] * x.ndim
    if coordinates == "pytorch_half_pixel":
        offsets = [(0, 0) if size == 1 else both for size, both in zip(sizes, offsets)]
    if coordinates == "align_corners":
        # ONNX takes the output's size before it is rounded.
        scales = [(size * scale - 1) / (size - 1) if min(wanted, size) > 1 else 1
                  for wanted, size, scale in zip(sizes, x.shape, scales)]
    more, direction = NEAREST[nearest] if mode == "nearest" else (0, "INCREASING")
    out = np.empty(sizes, x.dtype)
    weft.resample2(x, interpolation_mode="NEAREST_NEIGHBOR" if mode == "nearest" else "LINEAR",
                   rounding_direction=direction, scales=[float(s) for s in scales],
                   input_pixel_offsets=[before + more for before, _ in offsets],
                   output_pixel_offsets=[after for _, after in offsets], out=out)
    return [out]
