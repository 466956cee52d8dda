# SPDX-License-Identifier: MIT
# PyTorch's answers for element-wise operators, activations, reductions and moved data, and tensors
# handed over by DLPack in both directions. PyTorch is large, so ./test --full only.
import hypothesis
import numpy as np
import pytest
import torch
import torch.nn.functional as F

import weft
from against_torch import TYPES, compare, gradient, widths
from operators import implemented


def over(function):
    return lambda x, *, axes: function(x, axes)


def flat_softmax(function):
    """PyTorch takes one axis; several become one."""
    def answer(x, *, axes):
        rest = [dim for dim in range(x.ndim) if dim not in axes]
        moved = x.permute(rest + list(axes))
        rows = function(moved.reshape([x.shape[dim] for dim in rest] + [-1]), -1)
        order = np.argsort(rest + list(axes)).tolist()
        return rows.reshape(moved.shape).permute(order)
    return answer


REDUCTIONS = {
    "SUM": lambda x, axes: x.sum(axes, keepdim=True),
    "AVERAGE": lambda x, axes: x.mean(axes, keepdim=True),
    "MAX": lambda x, axes: x.amax(axes, keepdim=True),
    "MIN": lambda x, axes: x.amin(axes, keepdim=True),
    "L1": lambda x, axes: x.abs().sum(axes, keepdim=True),
    "L2": lambda x, axes: torch.linalg.vector_norm(x, 2, axes, keepdim=True),
    "SUM_SQUARE": lambda x, axes: x.square().sum(axes, keepdim=True),
    "LOG_SUM": lambda x, axes: x.sum(axes, keepdim=True).log(),
    "LOG_SUM_EXP": lambda x, axes: x.logsumexp(axes, keepdim=True),
}


def scaled(function):
    def answer(x, *, scale_bias=None, **fields):
        return function(x if scale_bias is None else x * scale_bias[0] + scale_bias[1], **fields)
    return answer


def cumulative(function, exclusive):
    def answer(x, *, axis, axis_direction, **fields):
        hypothesis.assume(axis_direction == "INCREASING" and not fields[exclusive])
        return function(x, axis)
    return answer


def top_k(x, *, axis, k):
    hypothesis.assume(x.dtype != torch.float16)
    # PyTorch does not say which of equals comes first.
    hypothesis.assume(len(x.double().unique()) == x.numel())
    return tuple(torch.topk(x, k, axis))


def blocks(shuffle):
    def answer(x, *, block_size, order):
        hypothesis.assume(order == "COLUMN_ROW_DEPTH")
        return shuffle(x, block_size)
    return answer


def unfold(x, *, window_sizes, strides, dilations, start_padding, end_padding):
    hypothesis.assume(x.dtype in (torch.float32, torch.float64) and len(strides) == 2)
    return F.unfold(F.pad(x, widths(start_padding, end_padding)), window_sizes, dilations, 0,
                    strides)


def fold(x, *, output_sizes, window_sizes, strides, dilations, start_padding, end_padding):
    hypothesis.assume(x.is_floating_point() and len(strides) == 2)
    padded = np.add(output_sizes[2:], np.add(start_padding, end_padding)).tolist()
    inside = [slice(*pair) for pair in zip(start_padding, np.add(start_padding, output_sizes[2:]))]
    return F.fold(x, padded, window_sizes, dilations, 0, strides)[(..., *inside)]


def upsample(x, *, scale_size, interpolation_mode):
    hypothesis.assume(x.ndim == 4)
    nearest = interpolation_mode == "NEAREST_NEIGHBOR"
    return F.interpolate(x, scale_factor=tuple(map(float, scale_size[::-1])),
                         mode="nearest" if nearest else "bilinear",
                         align_corners=None if nearest else False)


def pad(x, *, padding_mode, padding_value, start_padding, end_padding):
    hypothesis.assume(padding_mode == "CONSTANT" and x.is_floating_point())
    return F.pad(x, widths(start_padding, end_padding), value=padding_value)


def compares(function):
    # A uint32 has place for 0 and 1 in an int64.
    return lambda a, b, *, output_dtype: function(a, b).to(TYPES.get(output_dtype, torch.int64))


def clip_grad(x, g, *, min, max):
    return gradient(lambda x: x.clamp(min, max), [x], g)


def parameterized_relu(x, slope):
    """PyTorch has a slope for each channel: elements become channels."""
    return F.prelu(x.reshape(1, -1), slope.reshape(-1)).reshape(x.shape)


def remainder(function):
    def answer(a, b):
        hypothesis.assume(bool((b != 0).all()))
        return function(a, b)
    return answer


UNARY = {
    "ACOS": torch.acos, "ASIN": torch.asin, "ATAN": torch.atan, "COS": torch.cos, "SIN": torch.sin,
    "TAN": torch.tan, "EXP": torch.exp, "LOG": torch.log, "ERF": torch.erf, "SINH": torch.sinh,
    "COSH": torch.cosh, "TANH": torch.tanh, "ASINH": torch.asinh, "ACOSH": torch.acosh,
    "ATANH": torch.atanh, "ABS": torch.abs, "CEIL": torch.ceil, "FLOOR": torch.floor,
    "RECIP": torch.reciprocal, "SQRT": torch.sqrt,
}
BINARY = {
    "ADD": torch.add, "SUBTRACT": torch.subtract, "MULTIPLY": torch.multiply, "MAX": torch.fmax,
    "MIN": torch.fmin, "MODULUS_TRUNCATE": remainder(torch.fmod), "ATAN_YX": torch.atan2,
    "MODULUS_FLOOR": remainder(torch.remainder),
    "LOGICAL_EQUALS": compares(torch.eq), "LOGICAL_GREATER_THAN": compares(torch.gt),
    "LOGICAL_LESS_THAN": compares(torch.lt), "LOGICAL_GREATER_THAN_OR_EQUAL": compares(torch.ge),
    "LOGICAL_LESS_THAN_OR_EQUAL": compares(torch.le),
    "IF": lambda c, a, b: torch.where(c != 0, a, b), "NEGATE": torch.negative,
}
ACTIVATIONS = {
    "RELU": torch.relu, "SIGMOID": torch.sigmoid, "TANH": torch.tanh, "SOFTSIGN": F.softsign,
    "GELU": lambda x: x / 2 * torch.erfc(-x / 2**0.5),  # F.gelu is no better than float32 far below
    "ELU": lambda x, *, alpha: F.elu(x, alpha),
    "CELU": lambda x, *, alpha: F.celu(x, alpha),
    "LEAKY_RELU": lambda x, *, alpha: F.leaky_relu(x, alpha),
    "THRESHOLDED_RELU": lambda x, *, alpha: F.threshold(x, alpha, 0),
    "SOFTPLUS": lambda x, *, steepness: F.softplus(x, steepness, threshold=1e9),
    "SWISH": lambda x, *, sigmoid_input_scale: x * torch.sigmoid(sigmoid_input_scale * x),
    "SOFTMAX1": flat_softmax(F.softmax), "LOG_SOFTMAX1": flat_softmax(F.log_softmax),
}
ANSWERS = {
    **{f"ELEMENT_WISE_{name}": scaled(function) for name, function in UNARY.items()},
    **{f"ELEMENT_WISE_{name}": function for name, function in BINARY.items()},
    **{f"ACTIVATION_{name}": function for name, function in ACTIVATIONS.items()},
    "ACTIVATION_PARAMETERIZED_RELU": parameterized_relu,
    "ACTIVATION_RELU_GRAD": lambda x, g: gradient(torch.relu, [x], g),
    "ELEMENT_WISE_CLIP_GRAD": clip_grad, "ELEMENT_WISE_CLIP_GRAD1": clip_grad,
    "JOIN": lambda arrays, *, axis: torch.cat(arrays, axis),
    "TILE": lambda x, *, repeats: torch.tile(x, repeats),
    "TOP_K": top_k,
    "SPACE_TO_DEPTH1": blocks(F.pixel_unshuffle), "DEPTH_TO_SPACE1": blocks(F.pixel_shuffle),
    "UNFOLD": unfold, "FOLD": fold, "UPSAMPLE_2D": upsample, "PADDING": pad,
    "REDUCE": lambda x, *, function, axes: REDUCTIONS[function](x, axes),
    "CUMULATIVE_SUMMATION": cumulative(torch.cumsum, "has_exclusive_sum"),
    "CUMULATIVE_PRODUCT": cumulative(torch.cumprod, "has_exclusive_product"),
}


def with_a_function_of_torch(case, source):
    """REDUCE's other functions give places, or are no function of PyTorch."""
    hypothesis.assume(case.fields["function"] not in ("ARGMAX", "ARGMIN", "MULTIPLY"))
    return case


def of_floats(case, source):
    """Integers have no gradient in PyTorch."""
    hypothesis.assume(case.inputs[0].dtype.kind == "f")
    return case


def without_nan(case, source):
    """Whether NaN lies between limits is another question to PyTorch."""
    x, g = of_floats(case, source).inputs
    case.inputs = [np.where(np.isnan(x), x.dtype.type(1), x), g]
    return case


def between_elements(case, source):
    """PyTorch hands the gradient at a limit on; elements are multiples of 1/8."""
    case = without_nan(case, source)
    case.fields = {field: value + 1 / 16 for field, value in case.fields.items()}
    return case


ADAPT = {"REDUCE": with_a_function_of_torch, "ACTIVATION_PARAMETERIZED_RELU": of_floats,
         "ACTIVATION_RELU_GRAD": without_nan,
         "ELEMENT_WISE_CLIP_GRAD": between_elements, "ELEMENT_WISE_CLIP_GRAD1": between_elements}


@pytest.mark.parametrize("name", [name for name in implemented() if name in ANSWERS])
def test_against_torch(name):
    compare(name, ANSWERS[name], ADAPT.get(name))


# DLPack, both ways.

WINDOW = {"input_window_offsets": [0, 0], "input_window_sizes": [3, 4],
          "input_window_strides": [1, -1]}


@pytest.mark.parametrize("view", [
    lambda x: x, lambda x: x[:, ::2], lambda x: x.t(), lambda x: x[1:, 1:],
    lambda x: x[0].expand(5, 4), lambda x: x.unsqueeze(1)])
@pytest.mark.parametrize("dtype", ["float32", "float16", "float64", "int64", "int8", "uint8"])
def test_a_torch_tensor_is_used_where_it_lies(view, dtype):
    tensor = view(torch.arange(12).reshape(3, 4).to(getattr(torch, dtype)))
    shown = weft.from_dlpack(tensor)
    assert shown.ctypes.data == tensor.data_ptr() and shown.dtype == np.dtype(dtype)
    strides = [stride * shown.itemsize for size, stride in zip(tensor.shape, tensor.stride()) if size > 1]
    assert [s for n, s in zip(shown.shape, shown.strides) if n > 1] == strides
    assert np.array_equal(weft.element_wise_identity(tensor), tensor.numpy())


def test_results_go_to_torch_and_into_its_tensors():
    x = torch.arange(12, dtype=torch.float32).reshape(3, 4)
    result = torch.from_dlpack(weft.slice1(x, **WINDOW))
    assert torch.equal(result, x.flip(1))
    out = torch.zeros(4, 3).t()
    assert weft.slice1(x, **WINDOW, out=out) is out
    assert torch.equal(out, x.flip(1))


def test_memory_outlives_its_first_owner():
    shown = weft.from_dlpack(torch.arange(1000))
    kept = torch.from_dlpack(weft.tile(shown, repeats=[2]))
    for _ in range(20):
        torch.full((1000,), 7)
    assert np.array_equal(shown, np.arange(1000))
    assert torch.equal(kept, torch.arange(1000).repeat(2))


def test_tensors_torch_does_not_hand_out():
    with pytest.raises(Exception, match="grad"):
        weft.from_dlpack(torch.zeros(3, requires_grad=True))
    with pytest.raises(TypeError, match="type code 4, 16 bits"):
        weft.from_dlpack(torch.zeros(3, dtype=torch.bfloat16))
