# SPDX-License-Identifier: MIT
# Generated from schema/directml.json by schema/generate.py: do not edit.
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np
import numpy.typing as npt

from weft import enums
from weft._native import Expression
from weft.int4 import Int4Array

Tensor = Union[npt.NDArray[Any], Int4Array, Any]  # Any: an object with __dlpack__
Array = npt.NDArray[Any]
Activation = Union[str, Tuple[str, Mapping[str, Any]]]

@overload
def element_wise_identity(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_identity(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_abs(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_abs(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_acos(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_acos(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_add(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_add(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_asin(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_asin(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_atan(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_atan(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_ceil(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_ceil(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_clip(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    min: float, max: float, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_clip(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ..., min: float,
    max: float, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_cos(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_cos(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_divide(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_divide(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_exp(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_exp(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_floor(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_floor(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_log(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_log(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_and(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_and(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_equals(a: Expression, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_equals(a: Tensor, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_greater_than(a: Expression, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_greater_than(a: Tensor, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_less_than(a: Expression, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_less_than(a: Tensor, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_not(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_not(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_or(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_or(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_xor(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_xor(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_max(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_max(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_mean(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_mean(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_min(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_min(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_multiply(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_multiply(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_pow(input: Expression, exponent: Tensor, *,
    scale_bias: Optional[Tuple[float, float]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_pow(input: Tensor, exponent: Tensor, *,
    scale_bias: Optional[Tuple[float, float]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_constant_pow(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    exponent: float, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_constant_pow(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    exponent: float, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_recip(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_recip(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_sin(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_sin(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_sqrt(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_sqrt(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_subtract(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_subtract(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_tan(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_tan(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_threshold(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    min: float, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_threshold(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    min: float, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_quantize_linear(input: Expression, scale: Tensor,
    zero_point: Optional[Tensor] = ..., *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_quantize_linear(input: Tensor, scale: Tensor, zero_point: Optional[Tensor] = ...,
    *, output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_dequantize_linear(input: Expression, scale: Tensor,
    zero_point: Optional[Tensor] = ..., *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_dequantize_linear(input: Tensor, scale: Tensor, zero_point: Optional[Tensor] = ...,
    *, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def activation_elu(input: Expression, *, alpha: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_elu(input: Tensor, *, alpha: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_hardmax(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_hardmax(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_hard_sigmoid(input: Expression, *, alpha: float, beta: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def activation_hard_sigmoid(input: Tensor, *, alpha: float, beta: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def activation_identity(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_identity(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_leaky_relu(input: Expression, *, alpha: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_leaky_relu(input: Tensor, *, alpha: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_linear(input: Expression, *, alpha: float, beta: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_linear(input: Tensor, *, alpha: float, beta: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_log_softmax(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_log_softmax(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_parameterized_relu(input: Expression, slope: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_parameterized_relu(input: Tensor, slope: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_parametric_softplus(input: Expression, *, alpha: float, beta: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def activation_parametric_softplus(input: Tensor, *, alpha: float, beta: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def activation_relu(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_relu(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_scaled_elu(input: Expression, *, alpha: float, gamma: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def activation_scaled_elu(input: Tensor, *, alpha: float, gamma: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_scaled_tanh(input: Expression, *, alpha: float, beta: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def activation_scaled_tanh(input: Tensor, *, alpha: float, beta: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_sigmoid(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_sigmoid(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_softmax(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_softmax(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_softplus(input: Expression, *, steepness: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_softplus(input: Tensor, *, steepness: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_softsign(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_softsign(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_tanh(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_tanh(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_thresholded_relu(input: Expression, *, alpha: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_thresholded_relu(input: Tensor, *, alpha: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def convolution(input: Expression, filter: Tensor, bias: Optional[Tensor] = ..., *,
    mode: Union[enums.ConvolutionMode, str], direction: Union[enums.ConvolutionDirection, str],
    strides: Sequence[int], dilations: Sequence[int], start_padding: Sequence[int],
    end_padding: Sequence[int], output_padding: Sequence[int], group_count: int,
    fused_activation: Optional[Activation] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def convolution(input: Tensor, filter: Tensor, bias: Optional[Tensor] = ..., *,
    mode: Union[enums.ConvolutionMode, str], direction: Union[enums.ConvolutionDirection, str],
    strides: Sequence[int], dilations: Sequence[int], start_padding: Sequence[int],
    end_padding: Sequence[int], output_padding: Sequence[int], group_count: int,
    fused_activation: Optional[Activation] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def gemm(a: Expression, b: Tensor, c: Optional[Tensor] = ..., *,
    trans_a: Union[enums.MatrixTransform, str], trans_b: Union[enums.MatrixTransform, str],
    alpha: float, beta: float, fused_activation: Optional[Activation] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def gemm(a: Tensor, b: Tensor, c: Optional[Tensor] = ..., *,
    trans_a: Union[enums.MatrixTransform, str], trans_b: Union[enums.MatrixTransform, str],
    alpha: float, beta: float, fused_activation: Optional[Activation] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def reduce(input: Expression, *, function: Union[enums.ReduceFunction, str], axes: Sequence[int],
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def reduce(input: Tensor, *, function: Union[enums.ReduceFunction, str], axes: Sequence[int],
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def average_pooling(input: Expression, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], include_padding: bool,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def average_pooling(input: Tensor, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], include_padding: bool,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def lp_pooling(input: Expression, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], p: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def lp_pooling(input: Tensor, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], p: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def max_pooling(input: Expression, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def max_pooling(input: Tensor, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def roi_pooling(input: Expression, roi: Tensor, *, spatial_scale: float,
    pooled_size: Tuple[int, int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def roi_pooling(input: Tensor, roi: Tensor, *, spatial_scale: float, pooled_size: Tuple[int, int],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def slice(input: Expression, *, offsets: Sequence[int], sizes: Sequence[int],
    strides: Sequence[int], out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def slice(input: Tensor, *, offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def cast(input: Expression, *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def cast(input: Tensor, *, output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def split(input: Expression, *, axis: int, output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Tuple[Expression, ...]: ...
@overload
def split(input: Tensor, *, axis: int, output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Tuple[Array, ...]: ...

@overload
def join(inputs: Sequence[Expression], *, axis: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def join(inputs: Sequence[Tensor], *, axis: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def padding(input: Expression, *, padding_mode: Union[enums.PaddingMode, str], padding_value: float,
    start_padding: Sequence[int], end_padding: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def padding(input: Tensor, *, padding_mode: Union[enums.PaddingMode, str], padding_value: float,
    start_padding: Sequence[int], end_padding: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def value_scale_2d(input: Expression, *, scale: float, bias: Sequence[float],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def value_scale_2d(input: Tensor, *, scale: float, bias: Sequence[float],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def upsample_2d(input: Expression, *, scale_size: Tuple[int, int],
    interpolation_mode: Union[enums.InterpolationMode, str], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def upsample_2d(input: Tensor, *, scale_size: Tuple[int, int],
    interpolation_mode: Union[enums.InterpolationMode, str], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def gather(input: Expression, indices: Tensor, *, axis: int, index_dimensions: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def gather(input: Tensor, indices: Tensor, *, axis: int, index_dimensions: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def space_to_depth(input: Expression, *, block_size: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def space_to_depth(input: Tensor, *, block_size: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def depth_to_space(input: Expression, *, block_size: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def depth_to_space(input: Tensor, *, block_size: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def tile(input: Expression, *, repeats: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def tile(input: Tensor, *, repeats: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

class TopKOutputs(NamedTuple):
    output_value: Array
    output_index: Array

@overload
def top_k(input: Expression, *, axis: int, k: int, out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def top_k(input: Tensor, *, axis: int, k: int, out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> TopKOutputs: ...

@overload
def batch_normalization(input: Expression, mean: Tensor, variance: Tensor, scale: Tensor,
    bias: Tensor, *, spatial: bool, epsilon: float, fused_activation: Optional[Activation] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def batch_normalization(input: Tensor, mean: Tensor, variance: Tensor, scale: Tensor, bias: Tensor,
    *, spatial: bool, epsilon: float, fused_activation: Optional[Activation] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def mean_variance_normalization(input: Expression, scale: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., *, cross_channel: bool, normalize_variance: bool, epsilon: float,
    fused_activation: Optional[Activation] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def mean_variance_normalization(input: Tensor, scale: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., *, cross_channel: bool, normalize_variance: bool, epsilon: float,
    fused_activation: Optional[Activation] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def local_response_normalization(input: Expression, *, cross_channel: bool, local_size: int,
    alpha: float, beta: float, bias: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def local_response_normalization(input: Tensor, *, cross_channel: bool, local_size: int,
    alpha: float, beta: float, bias: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def lp_normalization(input: Expression, *, axis: int, epsilon: float, p: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def lp_normalization(input: Tensor, *, axis: int, epsilon: float, p: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

class RnnOutputs(NamedTuple):
    output_sequence: Optional[Array]
    output_single: Optional[Array]

@overload
def rnn(input: Expression, weight: Tensor, recurrence: Tensor, bias: Optional[Tensor] = ...,
    hidden_init: Optional[Tensor] = ..., sequence_lengths: Optional[Tensor] = ..., *,
    activation_descs: Sequence[Activation], direction: Union[enums.RecurrentNetworkDirection, str],
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def rnn(input: Tensor, weight: Tensor, recurrence: Tensor, bias: Optional[Tensor] = ...,
    hidden_init: Optional[Tensor] = ..., sequence_lengths: Optional[Tensor] = ..., *,
    activation_descs: Sequence[Activation], direction: Union[enums.RecurrentNetworkDirection, str],
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> RnnOutputs: ...

class LstmOutputs(NamedTuple):
    output_sequence: Optional[Array]
    output_single: Optional[Array]
    output_cell_single: Optional[Array]

@overload
def lstm(input: Expression, weight: Tensor, recurrence: Tensor, bias: Optional[Tensor] = ...,
    hidden_init: Optional[Tensor] = ..., cell_mem_init: Optional[Tensor] = ...,
    sequence_lengths: Optional[Tensor] = ..., peephole: Optional[Tensor] = ..., *,
    activation_descs: Sequence[Activation], direction: Union[enums.RecurrentNetworkDirection, str],
    clip_threshold: float, use_clip_threshold: bool, couple_input_forget: bool,
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def lstm(input: Tensor, weight: Tensor, recurrence: Tensor, bias: Optional[Tensor] = ...,
    hidden_init: Optional[Tensor] = ..., cell_mem_init: Optional[Tensor] = ...,
    sequence_lengths: Optional[Tensor] = ..., peephole: Optional[Tensor] = ..., *,
    activation_descs: Sequence[Activation], direction: Union[enums.RecurrentNetworkDirection, str],
    clip_threshold: float, use_clip_threshold: bool, couple_input_forget: bool,
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> LstmOutputs: ...

class GruOutputs(NamedTuple):
    output_sequence: Optional[Array]
    output_single: Optional[Array]

@overload
def gru(input: Expression, weight: Tensor, recurrence: Tensor, bias: Optional[Tensor] = ...,
    hidden_init: Optional[Tensor] = ..., sequence_lengths: Optional[Tensor] = ..., *,
    activation_descs: Sequence[Activation], direction: Union[enums.RecurrentNetworkDirection, str],
    linear_before_reset: bool, skip: Union[str, Sequence[str], None] = ...,
    out: Optional[Sequence[Optional[Tensor]]] = ..., allow_empty: bool = ...) -> Any: ...
@overload
def gru(input: Tensor, weight: Tensor, recurrence: Tensor, bias: Optional[Tensor] = ...,
    hidden_init: Optional[Tensor] = ..., sequence_lengths: Optional[Tensor] = ..., *,
    activation_descs: Sequence[Activation], direction: Union[enums.RecurrentNetworkDirection, str],
    linear_before_reset: bool, skip: Union[str, Sequence[str], None] = ...,
    out: Optional[Sequence[Optional[Tensor]]] = ..., allow_empty: bool = ...) -> GruOutputs: ...

@overload
def element_wise_sign(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_sign(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_is_nan(input: Expression, *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_is_nan(input: Tensor, *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_erf(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_erf(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_sinh(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_sinh(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_cosh(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_cosh(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_tanh(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_tanh(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_asinh(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_asinh(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_acosh(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_acosh(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_atanh(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_atanh(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_if(condition: Expression, a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_if(condition: Tensor, a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_add1(a: Expression, b: Tensor, *, fused_activation: Optional[Activation] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_add1(a: Tensor, b: Tensor, *, fused_activation: Optional[Activation] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def activation_shrink(input: Expression, *, bias: float, threshold: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def activation_shrink(input: Tensor, *, bias: float, threshold: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

class MaxPooling1Outputs(NamedTuple):
    output: Array
    output_indices: Optional[Array]

@overload
def max_pooling1(input: Expression, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int],
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def max_pooling1(input: Tensor, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int],
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> MaxPooling1Outputs: ...

@overload
def max_unpooling(input: Expression, indices: Tensor, *,
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def max_unpooling(input: Tensor, indices: Tensor, *, output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

def diagonal_matrix(*, offset: int, value: float, output_sizes: Optional[Sequence[Any]] = ...,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def scatter_elements(input: Expression, indices: Tensor, updates: Tensor, *, axis: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def scatter_elements(input: Tensor, indices: Tensor, updates: Tensor, *, axis: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def one_hot(indices: Expression, values: Tensor, *, axis: int,
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def one_hot(indices: Tensor, values: Tensor, *, axis: int,
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def resample(input: Expression, *, interpolation_mode: Union[enums.InterpolationMode, str],
    scales: Sequence[float], output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def resample(input: Tensor, *, interpolation_mode: Union[enums.InterpolationMode, str],
    scales: Sequence[float], output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_bit_shift_left(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_bit_shift_left(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_bit_shift_right(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_bit_shift_right(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_round(input: Expression, *, rounding_mode: Union[enums.RoundingMode, str],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_round(input: Tensor, *, rounding_mode: Union[enums.RoundingMode, str],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_is_infinity(input: Expression, *, infinity_mode: Union[enums.IsInfinityMode, str],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_is_infinity(input: Tensor, *, infinity_mode: Union[enums.IsInfinityMode, str],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_modulus_truncate(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_modulus_truncate(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_modulus_floor(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_modulus_floor(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

def fill_value_constant(*, value_data_type: Optional[npt.DTypeLike] = ..., value: Union[int, float],
    output_sizes: Optional[Sequence[Any]] = ..., output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

def fill_value_sequence(*, value_data_type: Optional[npt.DTypeLike] = ...,
    value_start: Union[int, float], value_delta: Union[int, float],
    output_sizes: Optional[Sequence[Any]] = ..., output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def cumulative_summation(input: Expression, *, axis: int,
    axis_direction: Union[enums.AxisDirection, str], has_exclusive_sum: bool,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def cumulative_summation(input: Tensor, *, axis: int,
    axis_direction: Union[enums.AxisDirection, str], has_exclusive_sum: bool,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def reverse_subsequences(input: Expression, sequence_lengths: Tensor, *, axis: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def reverse_subsequences(input: Tensor, sequence_lengths: Tensor, *, axis: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def gather_elements(input: Expression, indices: Tensor, *, axis: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def gather_elements(input: Tensor, indices: Tensor, *, axis: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def gather_nd(input: Expression, indices: Tensor, *, input_dimension_count: int,
    indices_dimension_count: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def gather_nd(input: Tensor, indices: Tensor, *, input_dimension_count: int,
    indices_dimension_count: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def scatter_nd(input: Expression, indices: Tensor, updates: Tensor, *, input_dimension_count: int,
    indices_dimension_count: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def scatter_nd(input: Tensor, indices: Tensor, updates: Tensor, *, input_dimension_count: int,
    indices_dimension_count: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

class MaxPooling2Outputs(NamedTuple):
    output: Array
    output_indices: Optional[Array]

@overload
def max_pooling2(input: Expression, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], dilations: Sequence[int],
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def max_pooling2(input: Tensor, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], dilations: Sequence[int],
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> MaxPooling2Outputs: ...

@overload
def slice1(input: Expression, *, input_window_offsets: Sequence[int],
    input_window_sizes: Sequence[int], input_window_strides: Sequence[int],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def slice1(input: Tensor, *, input_window_offsets: Sequence[int], input_window_sizes: Sequence[int],
    input_window_strides: Sequence[int], output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

class TopK1Outputs(NamedTuple):
    output_value: Array
    output_index: Array

@overload
def top_k1(input: Expression, *, axis: int, k: int, axis_direction: Union[enums.AxisDirection, str],
    out: Optional[Sequence[Optional[Tensor]]] = ..., allow_empty: bool = ...) -> Any: ...
@overload
def top_k1(input: Tensor, *, axis: int, k: int, axis_direction: Union[enums.AxisDirection, str],
    out: Optional[Sequence[Optional[Tensor]]] = ..., allow_empty: bool = ...) -> TopK1Outputs: ...

@overload
def depth_to_space1(input: Expression, *, block_size: int, order: Union[enums.DepthSpaceOrder, str],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def depth_to_space1(input: Tensor, *, block_size: int, order: Union[enums.DepthSpaceOrder, str],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def space_to_depth1(input: Expression, *, block_size: int, order: Union[enums.DepthSpaceOrder, str],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def space_to_depth1(input: Tensor, *, block_size: int, order: Union[enums.DepthSpaceOrder, str],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def mean_variance_normalization1(input: Expression, scale: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., *, axes: Sequence[int], normalize_variance: bool, epsilon: float,
    fused_activation: Optional[Activation] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def mean_variance_normalization1(input: Tensor, scale: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., *, axes: Sequence[int], normalize_variance: bool, epsilon: float,
    fused_activation: Optional[Activation] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def resample1(input: Expression, *, interpolation_mode: Union[enums.InterpolationMode, str],
    scales: Sequence[float], input_pixel_offsets: Sequence[float],
    output_pixel_offsets: Sequence[float], output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def resample1(input: Tensor, *, interpolation_mode: Union[enums.InterpolationMode, str],
    scales: Sequence[float], input_pixel_offsets: Sequence[float],
    output_pixel_offsets: Sequence[float], output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def matrix_multiply_integer(a: Expression, a_zero_point: Optional[Tensor], b: Tensor,
    b_zero_point: Optional[Tensor] = ..., *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def matrix_multiply_integer(a: Tensor, a_zero_point: Optional[Tensor], b: Tensor,
    b_zero_point: Optional[Tensor] = ..., *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def quantized_linear_matrix_multiply(a: Expression, a_scale: Tensor, a_zero_point: Optional[Tensor],
    b: Tensor, b_scale: Tensor, b_zero_point: Optional[Tensor], output_scale: Tensor,
    output_zero_point: Optional[Tensor] = ..., *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def quantized_linear_matrix_multiply(a: Tensor, a_scale: Tensor, a_zero_point: Optional[Tensor],
    b: Tensor, b_scale: Tensor, b_zero_point: Optional[Tensor], output_scale: Tensor,
    output_zero_point: Optional[Tensor] = ..., *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def convolution_integer(input: Expression, input_zero_point: Optional[Tensor], filter: Tensor,
    filter_zero_point: Optional[Tensor] = ..., *, strides: Sequence[int], dilations: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], group_count: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def convolution_integer(input: Tensor, input_zero_point: Optional[Tensor], filter: Tensor,
    filter_zero_point: Optional[Tensor] = ..., *, strides: Sequence[int], dilations: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], group_count: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def quantized_linear_convolution(input: Expression, input_scale: Tensor,
    input_zero_point: Optional[Tensor], filter: Tensor, filter_scale: Tensor,
    filter_zero_point: Optional[Tensor], bias: Optional[Tensor], output_scale: Tensor,
    output_zero_point: Optional[Tensor] = ..., *, strides: Sequence[int], dilations: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], group_count: int,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def quantized_linear_convolution(input: Tensor, input_scale: Tensor,
    input_zero_point: Optional[Tensor], filter: Tensor, filter_scale: Tensor,
    filter_zero_point: Optional[Tensor], bias: Optional[Tensor], output_scale: Tensor,
    output_zero_point: Optional[Tensor] = ..., *, strides: Sequence[int], dilations: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], group_count: int,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_bit_and(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_bit_and(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_bit_or(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_bit_or(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_bit_xor(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_bit_xor(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_bit_not(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_bit_not(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_bit_count(input: Expression, *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_bit_count(input: Tensor, *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_greater_than_or_equal(a: Expression, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_greater_than_or_equal(a: Tensor, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_logical_less_than_or_equal(a: Expression, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_logical_less_than_or_equal(a: Tensor, b: Tensor, *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_celu(input: Expression, *, alpha: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_celu(input: Tensor, *, alpha: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_relu_grad(input: Expression, input_gradient: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_relu_grad(input: Tensor, input_gradient: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def average_pooling_grad(input_gradient: Expression, *, strides: Sequence[int],
    window_size: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    include_padding: bool, output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def average_pooling_grad(input_gradient: Tensor, *, strides: Sequence[int],
    window_size: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    include_padding: bool, output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def max_pooling_grad(input: Expression, input_gradient: Tensor, *, strides: Sequence[int],
    window_size: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    dilations: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def max_pooling_grad(input: Tensor, input_gradient: Tensor, *, strides: Sequence[int],
    window_size: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    dilations: Sequence[int], out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

class RandomGeneratorOutputs(NamedTuple):
    output: Array
    output_state: Optional[Array]

@overload
def random_generator(input_state: Expression, *, type: Union[enums.RandomGeneratorType, str],
    output_sizes: Optional[Sequence[Any]] = ..., skip: Union[str, Sequence[str], None] = ...,
    out: Optional[Sequence[Optional[Tensor]]] = ..., allow_empty: bool = ...) -> Any: ...
@overload
def random_generator(input_state: Tensor, *, type: Union[enums.RandomGeneratorType, str],
    output_sizes: Optional[Sequence[Any]] = ..., skip: Union[str, Sequence[str], None] = ...,
    out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> RandomGeneratorOutputs: ...

class NonzeroCoordinatesOutputs(NamedTuple):
    output_count: Array
    output_coordinates: Array

@overload
def nonzero_coordinates(input: Expression, *, out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def nonzero_coordinates(input: Tensor, *, out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> NonzeroCoordinatesOutputs: ...

@overload
def resample_grad(input_gradient: Expression, *,
    interpolation_mode: Union[enums.InterpolationMode, str], scales: Sequence[float],
    input_pixel_offsets: Sequence[float], output_pixel_offsets: Sequence[float],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def resample_grad(input_gradient: Tensor, *,
    interpolation_mode: Union[enums.InterpolationMode, str], scales: Sequence[float],
    input_pixel_offsets: Sequence[float], output_pixel_offsets: Sequence[float],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def slice_grad(input_gradient: Expression, *, input_window_offsets: Sequence[int],
    input_window_sizes: Sequence[int], input_window_strides: Sequence[int],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def slice_grad(input_gradient: Tensor, *, input_window_offsets: Sequence[int],
    input_window_sizes: Sequence[int], input_window_strides: Sequence[int],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

class AdamOptimizerOutputs(NamedTuple):
    output_parameters: Array
    output_first_moment: Array
    output_second_moment: Array

@overload
def adam_optimizer(input_parameters: Expression, input_first_moment: Tensor,
    input_second_moment: Tensor, gradient: Tensor, training_step: Tensor, *, learning_rate: float,
    beta1: float, beta2: float, epsilon: float, out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def adam_optimizer(input_parameters: Tensor, input_first_moment: Tensor,
    input_second_moment: Tensor, gradient: Tensor, training_step: Tensor, *, learning_rate: float,
    beta1: float, beta2: float, epsilon: float, out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> AdamOptimizerOutputs: ...

@overload
def argmin(input: Expression, *, axes: Sequence[int],
    axis_direction: Union[enums.AxisDirection, str], output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def argmin(input: Tensor, *, axes: Sequence[int], axis_direction: Union[enums.AxisDirection, str],
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def argmax(input: Expression, *, axes: Sequence[int],
    axis_direction: Union[enums.AxisDirection, str], output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def argmax(input: Tensor, *, axes: Sequence[int], axis_direction: Union[enums.AxisDirection, str],
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def roi_align(input: Expression, roi: Tensor, batch_indices: Tensor, *,
    reduction_function: Union[enums.ReduceFunction, str],
    interpolation_mode: Union[enums.InterpolationMode, str], spatial_scale_x: float,
    spatial_scale_y: float, out_of_bounds_input_value: float, minimum_samples_per_output: int,
    maximum_samples_per_output: int, output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def roi_align(input: Tensor, roi: Tensor, batch_indices: Tensor, *,
    reduction_function: Union[enums.ReduceFunction, str],
    interpolation_mode: Union[enums.InterpolationMode, str], spatial_scale_x: float,
    spatial_scale_y: float, out_of_bounds_input_value: float, minimum_samples_per_output: int,
    maximum_samples_per_output: int, output_sizes: Optional[Sequence[Any]] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def gather_nd1(input: Expression, indices: Tensor, *, input_dimension_count: int,
    indices_dimension_count: int, batch_dimension_count: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def gather_nd1(input: Tensor, indices: Tensor, *, input_dimension_count: int,
    indices_dimension_count: int, batch_dimension_count: int, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_atan_yx(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_atan_yx(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_clip_grad(input: Expression, input_gradient: Tensor, *, min: float, max: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_clip_grad(input: Tensor, input_gradient: Tensor, *, min: float, max: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_difference_square(a: Expression, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_difference_square(a: Tensor, b: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def local_response_normalization_grad(input: Expression, input_gradient: Tensor, *,
    cross_channel: bool, local_size: int, alpha: float, beta: float, bias: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def local_response_normalization_grad(input: Tensor, input_gradient: Tensor, *, cross_channel: bool,
    local_size: int, alpha: float, beta: float, bias: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def cumulative_product(input: Expression, *, axis: int,
    axis_direction: Union[enums.AxisDirection, str], has_exclusive_product: bool,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def cumulative_product(input: Tensor, *, axis: int, axis_direction: Union[enums.AxisDirection, str],
    has_exclusive_product: bool, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

class BatchNormalizationGradOutputs(NamedTuple):
    output_gradient: Array
    output_scale_gradient: Array
    output_bias_gradient: Array

@overload
def batch_normalization_grad(input: Expression, input_gradient: Tensor, mean: Tensor,
    variance: Tensor, scale: Tensor, *, epsilon: float,
    out: Optional[Sequence[Optional[Tensor]]] = ..., allow_empty: bool = ...) -> Any: ...
@overload
def batch_normalization_grad(input: Tensor, input_gradient: Tensor, mean: Tensor, variance: Tensor,
    scale: Tensor, *, epsilon: float, out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> BatchNormalizationGradOutputs: ...

@overload
def element_wise_quantized_linear_add(a: Expression, a_scale: Tensor,
    a_zero_point: Optional[Tensor], b: Tensor, b_scale: Tensor, b_zero_point: Optional[Tensor],
    output_scale: Tensor, output_zero_point: Optional[Tensor] = ..., *,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_quantized_linear_add(a: Tensor, a_scale: Tensor, a_zero_point: Optional[Tensor],
    b: Tensor, b_scale: Tensor, b_zero_point: Optional[Tensor], output_scale: Tensor,
    output_zero_point: Optional[Tensor] = ..., *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

class DynamicQuantizeLinearOutputs(NamedTuple):
    output: Array
    output_scale: Array
    output_zero_point: Array

@overload
def dynamic_quantize_linear(input: Expression, *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Sequence[Optional[Tensor]]] = ..., allow_empty: bool = ...) -> Any: ...
@overload
def dynamic_quantize_linear(input: Tensor, *, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> DynamicQuantizeLinearOutputs: ...

@overload
def roi_align1(input: Expression, roi: Tensor, batch_indices: Tensor, *,
    reduction_function: Union[enums.ReduceFunction, str],
    interpolation_mode: Union[enums.InterpolationMode, str], spatial_scale_x: float,
    spatial_scale_y: float, input_pixel_offset: float, output_pixel_offset: float,
    out_of_bounds_input_value: float, minimum_samples_per_output: int,
    maximum_samples_per_output: int, align_regions_to_corners: bool,
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def roi_align1(input: Tensor, roi: Tensor, batch_indices: Tensor, *,
    reduction_function: Union[enums.ReduceFunction, str],
    interpolation_mode: Union[enums.InterpolationMode, str], spatial_scale_x: float,
    spatial_scale_y: float, input_pixel_offset: float, output_pixel_offset: float,
    out_of_bounds_input_value: float, minimum_samples_per_output: int,
    maximum_samples_per_output: int, align_regions_to_corners: bool,
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

class RoiAlignGradOutputs(NamedTuple):
    output_gradient: Optional[Array]
    output_roi_gradient: Optional[Array]

@overload
def roi_align_grad(input: Optional[Expression], input_gradient: Tensor, roi: Tensor,
    batch_indices: Tensor, *, reduction_function: Union[enums.ReduceFunction, str],
    interpolation_mode: Union[enums.InterpolationMode, str], spatial_scale_x: float,
    spatial_scale_y: float, input_pixel_offset: float, output_pixel_offset: float,
    minimum_samples_per_output: int, maximum_samples_per_output: int,
    align_regions_to_corners: bool, output_sizes: Optional[Sequence[Any]] = ...,
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def roi_align_grad(input: Optional[Tensor], input_gradient: Tensor, roi: Tensor,
    batch_indices: Tensor, *, reduction_function: Union[enums.ReduceFunction, str],
    interpolation_mode: Union[enums.InterpolationMode, str], spatial_scale_x: float,
    spatial_scale_y: float, input_pixel_offset: float, output_pixel_offset: float,
    minimum_samples_per_output: int, maximum_samples_per_output: int,
    align_regions_to_corners: bool, output_sizes: Optional[Sequence[Any]] = ...,
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> RoiAlignGradOutputs: ...

class BatchNormalizationTrainingOutputs(NamedTuple):
    output: Array
    output_mean: Array
    output_variance: Array

@overload
def batch_normalization_training(input: Expression, scale: Tensor, bias: Tensor,
    fused_add: Optional[Tensor] = ..., *, epsilon: float,
    fused_activation: Optional[Activation] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def batch_normalization_training(input: Tensor, scale: Tensor, bias: Tensor,
    fused_add: Optional[Tensor] = ..., *, epsilon: float,
    fused_activation: Optional[Activation] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> BatchNormalizationTrainingOutputs: ...

class BatchNormalizationTrainingGradOutputs(NamedTuple):
    output_gradient: Array
    output_scale_gradient: Array
    output_bias_gradient: Array

@overload
def batch_normalization_training_grad(input: Expression, input_gradient: Tensor, mean: Tensor,
    variance: Tensor, scale: Tensor, *, epsilon: float,
    out: Optional[Sequence[Optional[Tensor]]] = ..., allow_empty: bool = ...) -> Any: ...
@overload
def batch_normalization_training_grad(input: Tensor, input_gradient: Tensor, mean: Tensor,
    variance: Tensor, scale: Tensor, *, epsilon: float,
    out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> BatchNormalizationTrainingGradOutputs: ...

@overload
def element_wise_clip1(input: Expression, *, scale_bias: Optional[Tuple[float, float]] = ...,
    min_max_data_type: Optional[npt.DTypeLike] = ..., min: Union[int, float],
    max: Union[int, float], out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_clip1(input: Tensor, *, scale_bias: Optional[Tuple[float, float]] = ...,
    min_max_data_type: Optional[npt.DTypeLike] = ..., min: Union[int, float],
    max: Union[int, float], out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_clip_grad1(input: Expression, input_gradient: Tensor, *,
    min_max_data_type: Optional[npt.DTypeLike] = ..., min: Union[int, float],
    max: Union[int, float], out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_clip_grad1(input: Tensor, input_gradient: Tensor, *,
    min_max_data_type: Optional[npt.DTypeLike] = ..., min: Union[int, float],
    max: Union[int, float], out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def padding1(input: Expression, *, padding_mode: Union[enums.PaddingMode, str],
    padding_value_data_type: Optional[npt.DTypeLike] = ..., padding_value: Union[int, float],
    start_padding: Sequence[int], end_padding: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def padding1(input: Tensor, *, padding_mode: Union[enums.PaddingMode, str],
    padding_value_data_type: Optional[npt.DTypeLike] = ..., padding_value: Union[int, float],
    start_padding: Sequence[int], end_padding: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def element_wise_negate(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def element_wise_negate(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_gelu(input: Expression, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_gelu(input: Tensor, *, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_softmax1(input: Expression, *, axes: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_softmax1(input: Tensor, *, axes: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_log_softmax1(input: Expression, *, axes: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_log_softmax1(input: Tensor, *, axes: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_hardmax1(input: Expression, *, axes: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_hardmax1(input: Tensor, *, axes: Sequence[int], out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def resample2(input: Expression, *, interpolation_mode: Union[enums.InterpolationMode, str],
    rounding_direction: Union[enums.AxisDirection, str], scales: Sequence[float],
    input_pixel_offsets: Sequence[float], output_pixel_offsets: Sequence[float],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def resample2(input: Tensor, *, interpolation_mode: Union[enums.InterpolationMode, str],
    rounding_direction: Union[enums.AxisDirection, str], scales: Sequence[float],
    input_pixel_offsets: Sequence[float], output_pixel_offsets: Sequence[float],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def resample_grad1(input_gradient: Expression, *,
    interpolation_mode: Union[enums.InterpolationMode, str],
    rounding_direction: Union[enums.AxisDirection, str], scales: Sequence[float],
    input_pixel_offsets: Sequence[float], output_pixel_offsets: Sequence[float],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def resample_grad1(input_gradient: Tensor, *,
    interpolation_mode: Union[enums.InterpolationMode, str],
    rounding_direction: Union[enums.AxisDirection, str], scales: Sequence[float],
    input_pixel_offsets: Sequence[float], output_pixel_offsets: Sequence[float],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def diagonal_matrix1(input: Optional[Expression] = ..., *,
    value_data_type: Optional[npt.DTypeLike] = ..., value: Union[int, float],
    diagonal_fill_begin: int, diagonal_fill_end: int, output_sizes: Optional[Sequence[Any]] = ...,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def diagonal_matrix1(input: Optional[Tensor] = ..., *,
    value_data_type: Optional[npt.DTypeLike] = ..., value: Union[int, float],
    diagonal_fill_begin: int, diagonal_fill_end: int, output_sizes: Optional[Sequence[Any]] = ...,
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

class MultiheadAttentionOutputs(NamedTuple):
    output: Array
    output_present_key: Optional[Array]
    output_present_value: Optional[Array]

@overload
def multihead_attention(query: Optional[Expression] = ..., key: Optional[Tensor] = ...,
    value: Optional[Tensor] = ..., stacked_query_key: Optional[Tensor] = ...,
    stacked_key_value: Optional[Tensor] = ..., stacked_query_key_value: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., mask: Optional[Tensor] = ...,
    relative_position_bias: Optional[Tensor] = ..., past_key: Optional[Tensor] = ...,
    past_value: Optional[Tensor] = ..., *, scale: float, mask_filter_value: float, head_count: int,
    mask_type: Union[enums.MultiheadAttentionMaskType, str],
    output_sizes: Optional[Sequence[Any]] = ..., output_dtype: Optional[npt.DTypeLike] = ...,
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def multihead_attention(query: Optional[Tensor] = ..., key: Optional[Tensor] = ...,
    value: Optional[Tensor] = ..., stacked_query_key: Optional[Tensor] = ...,
    stacked_key_value: Optional[Tensor] = ..., stacked_query_key_value: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., mask: Optional[Tensor] = ...,
    relative_position_bias: Optional[Tensor] = ..., past_key: Optional[Tensor] = ...,
    past_value: Optional[Tensor] = ..., *, scale: float, mask_filter_value: float, head_count: int,
    mask_type: Union[enums.MultiheadAttentionMaskType, str],
    output_sizes: Optional[Sequence[Any]] = ..., output_dtype: Optional[npt.DTypeLike] = ...,
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> MultiheadAttentionOutputs: ...

@overload
def lp_pooling1(input: Expression, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], dilations: Sequence[int], p: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def lp_pooling1(input: Tensor, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], dilations: Sequence[int], p: int,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def average_pooling1(input: Expression, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], dilations: Sequence[int],
    include_padding: bool, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def average_pooling1(input: Tensor, *, strides: Sequence[int], window_size: Sequence[int],
    start_padding: Sequence[int], end_padding: Sequence[int], dilations: Sequence[int],
    include_padding: bool, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def activation_swish(input: Expression, *, sigmoid_input_scale: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def activation_swish(input: Tensor, *, sigmoid_input_scale: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def activation_hard_swish(input: Expression, *, alpha: float, beta: float,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def activation_hard_swish(input: Tensor, *, alpha: float, beta: float, out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def quantized_linear_average_pooling(input: Expression, input_scale: Tensor,
    input_zero_point: Optional[Tensor], output_scale: Tensor,
    output_zero_point: Optional[Tensor] = ..., *, strides: Sequence[int],
    window_size: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    dilations: Sequence[int], include_padding: bool, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def quantized_linear_average_pooling(input: Tensor, input_scale: Tensor,
    input_zero_point: Optional[Tensor], output_scale: Tensor,
    output_zero_point: Optional[Tensor] = ..., *, strides: Sequence[int],
    window_size: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    dilations: Sequence[int], include_padding: bool, output_dtype: Optional[npt.DTypeLike] = ...,
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def matrix_multiply_integer_to_float(a: Expression, a_scale: Tensor, a_zero_point: Optional[Tensor],
    b: Tensor, b_scale: Tensor, b_zero_point: Optional[Tensor] = ..., bias: Optional[Tensor] = ...,
    *, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def matrix_multiply_integer_to_float(a: Tensor, a_scale: Tensor, a_zero_point: Optional[Tensor],
    b: Tensor, b_scale: Tensor, b_zero_point: Optional[Tensor] = ..., bias: Optional[Tensor] = ...,
    *, out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...

@overload
def mean_variance_normalization2(input: Expression, scale: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., *, axes: Sequence[int], use_mean: bool, use_variance: bool,
    epsilon: float, fused_activation: Optional[Activation] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def mean_variance_normalization2(input: Tensor, scale: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., *, axes: Sequence[int], use_mean: bool, use_variance: bool,
    epsilon: float, fused_activation: Optional[Activation] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

class MultiheadAttention1Outputs(NamedTuple):
    output: Array
    output_present_key: Optional[Array]
    output_present_value: Optional[Array]

@overload
def multihead_attention1(query: Optional[Expression] = ..., key: Optional[Tensor] = ...,
    value: Optional[Tensor] = ..., stacked_query_key: Optional[Tensor] = ...,
    stacked_key_value: Optional[Tensor] = ..., stacked_query_key_value: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., mask: Optional[Tensor] = ...,
    relative_position_bias: Optional[Tensor] = ..., past_key: Optional[Tensor] = ...,
    past_value: Optional[Tensor] = ..., past_sequence_lengths: Optional[Tensor] = ..., *,
    scale: float, mask_filter_value: float, query_head_count: int, key_value_head_count: int,
    mask_type: Union[enums.MultiheadAttentionMaskType, str],
    output_sizes: Optional[Sequence[Any]] = ..., output_dtype: Optional[npt.DTypeLike] = ...,
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> Any: ...
@overload
def multihead_attention1(query: Optional[Tensor] = ..., key: Optional[Tensor] = ...,
    value: Optional[Tensor] = ..., stacked_query_key: Optional[Tensor] = ...,
    stacked_key_value: Optional[Tensor] = ..., stacked_query_key_value: Optional[Tensor] = ...,
    bias: Optional[Tensor] = ..., mask: Optional[Tensor] = ...,
    relative_position_bias: Optional[Tensor] = ..., past_key: Optional[Tensor] = ...,
    past_value: Optional[Tensor] = ..., past_sequence_lengths: Optional[Tensor] = ..., *,
    scale: float, mask_filter_value: float, query_head_count: int, key_value_head_count: int,
    mask_type: Union[enums.MultiheadAttentionMaskType, str],
    output_sizes: Optional[Sequence[Any]] = ..., output_dtype: Optional[npt.DTypeLike] = ...,
    skip: Union[str, Sequence[str], None] = ..., out: Optional[Sequence[Optional[Tensor]]] = ...,
    allow_empty: bool = ...) -> MultiheadAttention1Outputs: ...

@overload
def quantize(input: Expression, quantizations: Sequence[Tensor], *,
    quantization_type: Union[enums.QuantizationType, str],
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def quantize(input: Tensor, quantizations: Sequence[Tensor], *,
    quantization_type: Union[enums.QuantizationType, str],
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def dequantize(input: Expression, quantizations: Sequence[Tensor], *,
    quantization_type: Union[enums.QuantizationType, str],
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def dequantize(input: Tensor, quantizations: Sequence[Tensor], *,
    quantization_type: Union[enums.QuantizationType, str],
    output_dtype: Optional[npt.DTypeLike] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def resample3(input: Expression, *, interpolation_mode: Union[enums.InterpolationMode, str],
    rounding_direction: Union[enums.AxisDirection, str], scales: Sequence[float],
    input_pixel_offsets: Sequence[float], output_pixel_offsets: Sequence[float], antialiased: bool,
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def resample3(input: Tensor, *, interpolation_mode: Union[enums.InterpolationMode, str],
    rounding_direction: Union[enums.AxisDirection, str], scales: Sequence[float],
    input_pixel_offsets: Sequence[float], output_pixel_offsets: Sequence[float], antialiased: bool,
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def fold(input: Expression, *, window_sizes: Sequence[int], strides: Sequence[int],
    dilations: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Expression: ...
@overload
def fold(input: Tensor, *, window_sizes: Sequence[int], strides: Sequence[int],
    dilations: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    output_sizes: Optional[Sequence[Any]] = ..., out: Optional[Tensor] = ...,
    allow_empty: bool = ...) -> Array: ...

@overload
def unfold(input: Expression, *, window_sizes: Sequence[int], strides: Sequence[int],
    dilations: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Expression: ...
@overload
def unfold(input: Tensor, *, window_sizes: Sequence[int], strides: Sequence[int],
    dilations: Sequence[int], start_padding: Sequence[int], end_padding: Sequence[int],
    out: Optional[Tensor] = ..., allow_empty: bool = ...) -> Array: ...
