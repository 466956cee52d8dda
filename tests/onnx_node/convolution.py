# SPDX-License-Identifier: MIT
"""ONNX nodes that are convolutions. What ONNX derives from auto_pad and output_shape becomes
paddings, which is how DirectML has it."""
import numpy as np

import weft
from nodes import node


def windows(attributes, x, filter):
    """Strides, dilations and paddings of a forward convolution."""
    spatial = x.ndim - 2
    strides = attributes.get("strides", [1] * spatial)
    dilations = attributes.get("dilations", [1] * spatial)
    pads = attributes.get("pads", [0] * 2 * spatial)
    if attributes.get("auto_pad", "NOTSET").startswith("SAME"):
        total = [max(0, (-(-size // stride) - 1) * stride + dilation * (k - 1) + 1 - size)
                 for size, k, stride, dilation
                 in zip(x.shape[2:], filter.shape[2:], strides, dilations)]
        pads = split(total, attributes["auto_pad"] == "SAME_UPPER")
    return {"strides": strides, "dilations": dilations, "start_padding": pads[:spatial],
            "end_padding": pads[spatial:], "group_count": attributes.get("group", 1)}


def split(total, more_at_the_end):
    """All paddings before, then all after."""
    less = [pad // 2 for pad in total]
    more = [pad - half for pad, half in zip(total, less)]
    return less + more if more_at_the_end else more + less


def per_channel(values, rank):
    return None if values is None else values.reshape(1, -1, *(1,) * (rank - 2))


def one(value):
    return None if value is None else value.reshape(1)


@node("Conv")
def convolution(op, attributes, x, filter, bias=None):
    return [weft.convolution(x, filter, per_channel(bias, x.ndim), mode="CROSS_CORRELATION",
                             direction="FORWARD", output_padding=[0] * (x.ndim - 2),
                             **windows(attributes, x, filter))]


@node("ConvTranspose")
def transposed_convolution(op, attributes, x, filter, bias=None):
    fields = windows({**attributes, "auto_pad": "NOTSET"}, x, filter)
    spatial = x.ndim - 2
    extra = attributes.get("output_padding", [0] * spatial)
    auto_pad = attributes.get("auto_pad", "NOTSET")
    sizes = attributes.get("output_shape")
    if sizes is None and auto_pad.startswith("SAME"):
        sizes = [size * stride for size, stride in zip(x.shape[2:], fields["strides"])]
    if sizes is not None:
        total = [max(0, (size - 1) * stride + count + dilation * (k - 1) + 1 - want)
                 for size, stride, count, dilation, k, want
                 in zip(x.shape[2:], fields["strides"], extra, fields["dilations"],
                        filter.shape[2:], sizes)]
        pads = split(total, auto_pad == "SAME_UPPER")
        fields |= {"start_padding": pads[:spatial], "end_padding": pads[spatial:]}
    else:
        sizes = [(size - 1) * stride + dilation * (k - 1) + 1 - start - end + count
                 for size, stride, dilation, k, start, end, count
                 in zip(x.shape[2:], fields["strides"], fields["dilations"], filter.shape[2:],
                        fields["start_padding"], fields["end_padding"], extra)]
    out = np.empty((x.shape[0], filter.shape[1] * fields["group_count"], *sizes), x.dtype)
    weft.convolution(x, filter, per_channel(bias, x.ndim), mode="CROSS_CORRELATION",
                     direction="BACKWARD", output_padding=[0] * spatial, out=out, **fields)
    return [out]


@node("ConvInteger")
def integer_convolution(op, attributes, x, filter, x_zero=None, filter_zero=None):
    return [weft.convolution_integer(x, one(x_zero), filter, per_channel(filter_zero, x.ndim),
                                     **windows(attributes, x, filter))]


@node("QLinearConv")
def quantized_convolution(op, attributes, x, x_scale, x_zero, filter, filter_scale, filter_zero,
                          scale, zero, bias=None):
    return [weft.quantized_linear_convolution(
        x, one(x_scale), one(x_zero), filter, per_channel(filter_scale, x.ndim),
        per_channel(filter_zero, x.ndim), per_channel(bias, x.ndim), one(scale), one(zero),
        **windows(attributes, x, filter))]
