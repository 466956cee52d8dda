# SPDX-License-Identifier: MIT
"""ONNX nodes that normalize, and the optimizer that has a DirectML operator."""
import weft
from nodes import node, of_rank


def per_channel(values, like):
    """A vector along the second dimension."""
    return values.reshape([-1 if dim == 1 else 1 for dim in range(like.ndim)])


@node("BatchNormalization")
def batch_normalization(op, attributes, x, scale, bias, mean, variance):
    epsilon = attributes.get("epsilon", 1e-5)
    scale, bias = per_channel(scale, x), per_channel(bias, x)
    if not attributes.get("training_mode"):
        return [weft.batch_normalization(x, per_channel(mean, x), per_channel(variance, x), scale,
                                         bias, spatial=True, epsilon=epsilon)]
    output, *found = weft.batch_normalization_training(x, scale, bias, None, epsilon=epsilon)
    momentum = attributes.get("momentum", 0.9)
    running = []
    for old, new in zip((mean, variance), found):
        new = weft.element_wise_identity(new.ravel(), scale_bias=(1 - momentum, 0))
        old = weft.element_wise_identity(old, scale_bias=(momentum, 0))
        running.append(weft.element_wise_add(old, new))
    return [output, *running]


def mean_variance(x, scale, bias, axes, epsilon, variance=True):
    return weft.mean_variance_normalization2(x, scale, bias, axes=axes, use_mean=True,
                                             use_variance=variance, epsilon=epsilon)


@node("InstanceNormalization")
def instance_normalization(op, attributes, x, scale, bias):
    return [mean_variance(x, per_channel(scale, x), per_channel(bias, x), list(range(2, x.ndim)),
                          attributes.get("epsilon", 1e-5))]


@node("MeanVarianceNormalization")
def mean_variance_normalization(op, attributes, x):
    return [mean_variance(x, None, None, attributes.get("axes", [0, 2, 3]), 1e-9)]


@node("LayerNormalization")
def layer_normalization(op, attributes, x, scale, bias=None):
    """The mean and the reciprocal deviation, which a node may ask for too, are reductions."""
    axis, epsilon = attributes.get("axis", -1) % x.ndim, attributes.get("epsilon", 1e-5)
    axes = list(range(axis, x.ndim))
    bias = None if bias is None else of_rank(bias, x.ndim)
    outputs = [mean_variance(x, of_rank(scale, x.ndim), bias, axes, epsilon)]
    centred = mean_variance(x, None, None, axes, epsilon, variance=False)
    variance = weft.reduce(weft.element_wise_multiply(centred, centred), function="AVERAGE",
                           axes=axes)
    root = weft.element_wise_sqrt(variance, scale_bias=(1, epsilon))
    outputs += [weft.reduce(x, function="AVERAGE", axes=axes), weft.element_wise_recip(root)]
    return outputs[:attributes["output count"]]


@node("LRN")
def local_response(op, attributes, x):
    return [weft.local_response_normalization(
        x, cross_channel=True, local_size=attributes["size"], alpha=attributes.get("alpha", 1e-4),
        beta=attributes.get("beta", 0.75), bias=attributes.get("bias", 1.0))]


@node("LpNormalization")
def lp_normalization(op, attributes, x):
    return [weft.lp_normalization(x, axis=attributes.get("axis", -1) % x.ndim, epsilon=0.0,
                                  p=attributes.get("p", 2))]
