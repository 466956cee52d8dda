# SPDX-License-Identifier: MIT
"""Functions of expressions with the names, the order of arguments and the defaults of Microsoft's
Python binding. What it leaves out is an empty sequence, which means ones for strides and dilations
and zeros for padding."""

import keyword
from collections import namedtuple

import weft
from pydirectml.calls import NO_ACTIVATION, FusedActivation, call
from pydirectml.enums import (ConvolutionDirection, ConvolutionMode, InterpolationMode,
                              MatrixTransform, OperatorType, OutputOptions,
                              RecurrentNetworkDirection, TensorDataType)
from pydirectml.graph import Expression, tensor_of
from pydirectml.tensors import Size2D
from weft import operators

MaxPoolingOutputs = namedtuple("MaxPoolingOutputs", "values indices")
GRUOutputs = namedtuple("GRUOutputs", "sequence single")
TopKOutputs = namedtuple("TopKOutputs", "value index")


def _spatial(input, values, default):
    """One value for each dimension behind batch and channels, where none are given."""
    if not isinstance(values, (list, tuple)) or values:
        return values
    rank = len(input.tensor.sizes) if isinstance(input, Expression) and input.tensor else 4
    return [default] * (rank - 2)


def convolution(input, filter, bias=None, mode=ConvolutionMode.CROSS_CORRELATION,
                direction=ConvolutionDirection.FORWARD, strides=(), dilations=(), start_padding=(),
                end_padding=(), output_padding=(), group_count=1, fused_activation=NO_ACTIVATION,
                output_sizes=()):
    """Convolves images with filters; output_sizes beyond what follows is filled as by
    output_padding."""
    strides, dilations = _spatial(input, strides, 1), _spatial(input, dilations, 1)
    start, end = _spatial(input, start_padding, 0), _spatial(input, end_padding, 0)

    def make(padding):
        return call("convolution", input, filter, bias, mode=mode, direction=direction,
                    strides=strides, dilations=dilations, start_padding=start, end_padding=end,
                    output_padding=padding, group_count=group_count,
                    fused_activation=fused_activation)

    padding = _spatial(input, output_padding, 0)
    made = make(padding)
    if list(output_sizes) in ([], list(made.tensor.sizes)):
        return made
    if direction == ConvolutionDirection.BACKWARD and len(output_sizes) == len(made.tensor.sizes):
        padding = [old + wanted - found for old, wanted, found in
                   zip(padding, output_sizes[2:], made.tensor.sizes[2:])]
        if all(n >= 0 for n in padding):
            made = make(padding)
    if list(output_sizes) != list(made.tensor.sizes):
        raise weft.Error(f"CONVOLUTION: output_sizes is {list(output_sizes)}, but the output has "
                         f"{list(made.tensor.sizes)}")
    return made


def gemm(a, b, c=None, trans_a=MatrixTransform.NONE, trans_b=MatrixTransform.NONE, alpha=1.0,
         beta=1.0, fused_activation=NO_ACTIVATION):
    """alpha * a * b + beta * c."""
    return call("gemm", a, b, c, trans_a=trans_a, trans_b=trans_b, alpha=alpha, beta=beta,
                fused_activation=fused_activation)


def max_pooling(input, window_sizes, strides=(), start_padding=(), end_padding=(), dilations=(),
                output_indices=False):
    """The largest element under a window, as .values, and where it lies, as .indices."""
    made = call("max_pooling2", input, window_size=window_sizes,
                strides=_spatial(input, strides, 1), dilations=_spatial(input, dilations, 1),
                start_padding=_spatial(input, start_padding, 0),
                end_padding=_spatial(input, end_padding, 0),
                skip=None if output_indices else ["output_indices"])
    return MaxPoolingOutputs(made[0], made[1] or Expression())


def average_pooling(input, strides, window_sizes, start_padding=(), end_padding=(), dilations=(),
                    include_padding=False, output_sizes=()):
    """The mean under a window. Older programs have no dilations: a number in their place is
    include_padding. A dilation of 0, which a published sample has, counts as 1."""
    if isinstance(dilations, int):
        dilations, include_padding = (), dilations
    made = call("average_pooling1", input, strides=_spatial(input, strides, 1),
                window_size=window_sizes, start_padding=_spatial(input, start_padding, 0),
                end_padding=_spatial(input, end_padding, 0),
                dilations=[n or 1 for n in _spatial(input, dilations, 1)],
                include_padding=bool(include_padding))
    if list(output_sizes) not in ([], list(made.tensor.sizes)):
        raise weft.Error(f"AVERAGE_POOLING: output_sizes is {list(output_sizes)}, but the output "
                         f"has {list(made.tensor.sizes)}")
    return made


def batch_normalization(input, mean, variance, scale, bias, spatial, epsilon,
                        fused_activation=NO_ACTIVATION):
    """scale * (input - mean) / sqrt(variance + epsilon) + bias."""
    return call("batch_normalization", input, mean, variance, scale, bias, spatial=bool(spatial),
                epsilon=epsilon, fused_activation=fused_activation)


def mean_variance_normalization(input, scale=None, bias=None, axes=(), normalize_variance=True,
                                normalize_mean=True, epsilon=1e-5, fused_activation=NO_ACTIVATION):
    """scale * (input - mean) / sqrt(variance + epsilon) + bias over the axes, all of them where
    there are none. Older programs have no normalize_mean: a fraction in its place is epsilon, and
    what follows is the activation."""
    if isinstance(normalize_mean, float):
        if isinstance(epsilon, FusedActivation):
            fused_activation = epsilon
        normalize_mean, epsilon = True, normalize_mean
    axes = list(axes) or list(range(len(tensor_of(input, "MEAN_VARIANCE_NORMALIZATION",
                                                  "input").sizes)))
    return call("mean_variance_normalization2", input, scale, bias, axes=axes,
                use_mean=bool(normalize_mean), use_variance=bool(normalize_variance),
                epsilon=epsilon, fused_activation=fused_activation)


def local_response_normalization(input, cross_channel, local_size, alpha, beta, bias):
    """Divides every element by a power of the energy of its neighbours."""
    return call("local_response_normalization", input, cross_channel=bool(cross_channel),
                local_size=local_size, alpha=alpha, beta=beta, bias=bias)


def slice(input, input_window_offsets, input_window_sizes, input_window_strides):
    """A strided window of the input."""
    return call("slice1", input, input_window_offsets=input_window_offsets,
                input_window_sizes=input_window_sizes, input_window_strides=input_window_strides)


def padding(input, padding_mode, padding_value, start_padding, end_padding):
    """The input with something around it."""
    return call("padding", input, padding_mode=padding_mode, padding_value=padding_value,
                start_padding=start_padding, end_padding=end_padding)


def value_scale_2d(input, scale, bias):
    """input * scale + bias of the channel."""
    return call("value_scale_2d", input, scale=scale, bias=bias)


def up_sample_2d(input, scale_size, interpolation_mode=InterpolationMode.NEAREST_NEIGHBOR):
    """Enlarges height and width; scale_size is a Size2D or (width, height)."""
    if isinstance(scale_size, Size2D):
        scale_size = scale_size.width, scale_size.height
    return call("upsample_2d", input, scale_size=scale_size, interpolation_mode=interpolation_mode)


upsample_2d = up_sample_2d


def join(input, axis):
    """Tensors one after the other along an axis."""
    return call("join", input, axis=axis)


def gather(input, indices, axis, index_dimensions):
    """Slices of the input in the order of the indices."""
    return call("gather", input, indices, axis=axis, index_dimensions=index_dimensions)


def reinterpret(input, new_type, new_size, new_strides=None):
    """The same bytes described otherwise."""
    return Expression(tensor_of(input, "reinterpret", "input").reinterpret(
        weft.TensorDesc(new_type, new_size, new_strides)))


def add(a, b, fused_activation=NO_ACTIVATION):
    """a + b."""
    if fused_activation is None or fused_activation.activation == OperatorType.INVALID:
        return call("element_wise_add", a, b)
    return call("element_wise_add1", a, b, fused_activation=fused_activation)


def activation_linear(input, alpha, beta):
    """alpha * input + beta."""
    return call("activation_linear", input, alpha=alpha, beta=beta)


def activation_soft_max(input):
    """e^x over the sum of the row's."""
    return call("activation_softmax", input)


def gru(input, weight, recurrence, bias=None, hidden_init=None, sequence_lengths=None,
        activation_descs=(), direction=RecurrentNetworkDirection.FORWARD,
        linear_before_reset=True, output_options=OutputOptions.Both):
    """A gated recurrent network: all its states as .sequence, the last as .single."""
    skip = {OutputOptions.Both: [], OutputOptions.Sequence: ["output_single"],
            OutputOptions.Single: ["output_sequence"]}[OutputOptions(output_options)]
    made = call("gru", input, weight, recurrence, bias, hidden_init, sequence_lengths,
                activation_descs=activation_descs, direction=direction,
                linear_before_reset=bool(linear_before_reset), skip=skip or None)
    return GRUOutputs(*[one or Expression() for one in made])


def reduce(input, function, axes=(), output_data_type=TensorDataType.UNKNOWN):
    """Elements along the axes, all of them where there are none, combined into one."""
    axes = list(axes) or list(range(len(tensor_of(input, "REDUCE", "input").sizes)))
    return call("reduce", input, function=function, axes=axes,
                output_dtype=TensorDataType(output_data_type) or None)


def cast(input, target_data_type):
    """Every element converted."""
    return call("cast", input, output_dtype=target_data_type)


def top_k(input, axis, k, axis_direction=None):
    """The largest elements along an axis as .value, and where they lie as .index."""
    direction = {} if axis_direction is None else {"axis_direction": axis_direction}
    return TopKOutputs(*call("top_k1" if direction else "top_k", input, axis=axis, k=k,
                             **direction))


def one_hot(indices, values, output_length, axis):
    """values[1] where an index points to along the axis, values[0] elsewhere."""
    sizes = list(tensor_of(indices, "ONE_HOT", "indices").sizes)
    sizes[axis:axis + 1] = [output_length]
    return call("one_hot", indices, values, axis=axis, output_sizes=sizes)


def resample(input, output_sizes, mode, scales):
    """The input scaled by interpolation."""
    return call("resample", input, interpolation_mode=mode, scales=scales,
                output_sizes=output_sizes)


def _other(name):
    """The function for an operator that has none above: tensors first, then keywords, as weft's."""
    def function(*tensors, **fields):
        return call(name, *tensors, **fields)

    function.__doc__ = getattr(operators, name).__doc__.split("\n")[0] + f" See weft.{name}."
    return function


def _others():
    found = {}
    for name in operators.__all__:
        short = name[len("element_wise_"):] if name.startswith("element_wise_") else name
        for spelling in (name, short):
            if spelling not in globals() and not keyword.iskeyword(spelling):
                found[spelling] = _other(name)
                found[spelling].__name__ = spelling
    return found


OTHERS = _others()
