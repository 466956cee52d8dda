# SPDX-License-Identifier: MIT
# Generated from schema/directml.json by schema/generate.py: do not edit.
"""One function per operator of DirectML, under DirectML's names in snake_case.

Input tensors come first, in the operator's order; every other field is a keyword. A tensor is a
NumPy array with any strides, a weft.Int4Array, or an object with __dlpack__. Enums are given as
weft.PaddingMode.EDGE or "EDGE". The result is a new packed array, or `out`.

Where a tensor is a weft.Expression, nothing is computed: the operator becomes part of the
expression's graph, arrays beside it become constants, and the result is an expression.
"""

from collections import namedtuple

from weft._native import call as _call

__all__ = [
    "element_wise_identity",
    "element_wise_abs",
    "element_wise_acos",
    "element_wise_add",
    "element_wise_asin",
    "element_wise_atan",
    "element_wise_ceil",
    "element_wise_clip",
    "element_wise_cos",
    "element_wise_divide",
    "element_wise_exp",
    "element_wise_floor",
    "element_wise_log",
    "element_wise_logical_and",
    "element_wise_logical_equals",
    "element_wise_logical_greater_than",
    "element_wise_logical_less_than",
    "element_wise_logical_not",
    "element_wise_logical_or",
    "element_wise_logical_xor",
    "element_wise_max",
    "element_wise_mean",
    "element_wise_min",
    "element_wise_multiply",
    "element_wise_pow",
    "element_wise_constant_pow",
    "element_wise_recip",
    "element_wise_sin",
    "element_wise_sqrt",
    "element_wise_subtract",
    "element_wise_tan",
    "element_wise_threshold",
    "element_wise_quantize_linear",
    "element_wise_dequantize_linear",
    "activation_elu",
    "activation_hardmax",
    "activation_hard_sigmoid",
    "activation_identity",
    "activation_leaky_relu",
    "activation_linear",
    "activation_log_softmax",
    "activation_parameterized_relu",
    "activation_parametric_softplus",
    "activation_relu",
    "activation_scaled_elu",
    "activation_scaled_tanh",
    "activation_sigmoid",
    "activation_softmax",
    "activation_softplus",
    "activation_softsign",
    "activation_tanh",
    "activation_thresholded_relu",
    "convolution",
    "gemm",
    "reduce",
    "average_pooling",
    "lp_pooling",
    "max_pooling",
    "roi_pooling",
    "slice",
    "cast",
    "split",
    "join",
    "padding",
    "value_scale_2d",
    "upsample_2d",
    "gather",
    "space_to_depth",
    "depth_to_space",
    "tile",
    "top_k",
    "batch_normalization",
    "mean_variance_normalization",
    "local_response_normalization",
    "lp_normalization",
    "rnn",
    "lstm",
    "gru",
    "element_wise_sign",
    "element_wise_is_nan",
    "element_wise_erf",
    "element_wise_sinh",
    "element_wise_cosh",
    "element_wise_tanh",
    "element_wise_asinh",
    "element_wise_acosh",
    "element_wise_atanh",
    "element_wise_if",
    "element_wise_add1",
    "activation_shrink",
    "max_pooling1",
    "max_unpooling",
    "diagonal_matrix",
    "scatter_elements",
    "one_hot",
    "resample",
    "element_wise_bit_shift_left",
    "element_wise_bit_shift_right",
    "element_wise_round",
    "element_wise_is_infinity",
    "element_wise_modulus_truncate",
    "element_wise_modulus_floor",
    "fill_value_constant",
    "fill_value_sequence",
    "cumulative_summation",
    "reverse_subsequences",
    "gather_elements",
    "gather_nd",
    "scatter_nd",
    "max_pooling2",
    "slice1",
    "top_k1",
    "depth_to_space1",
    "space_to_depth1",
    "mean_variance_normalization1",
    "resample1",
    "matrix_multiply_integer",
    "quantized_linear_matrix_multiply",
    "convolution_integer",
    "quantized_linear_convolution",
    "element_wise_bit_and",
    "element_wise_bit_or",
    "element_wise_bit_xor",
    "element_wise_bit_not",
    "element_wise_bit_count",
    "element_wise_logical_greater_than_or_equal",
    "element_wise_logical_less_than_or_equal",
    "activation_celu",
    "activation_relu_grad",
    "average_pooling_grad",
    "max_pooling_grad",
    "random_generator",
    "nonzero_coordinates",
    "resample_grad",
    "slice_grad",
    "adam_optimizer",
    "argmin",
    "argmax",
    "roi_align",
    "gather_nd1",
    "element_wise_atan_yx",
    "element_wise_clip_grad",
    "element_wise_difference_square",
    "local_response_normalization_grad",
    "cumulative_product",
    "batch_normalization_grad",
    "element_wise_quantized_linear_add",
    "dynamic_quantize_linear",
    "roi_align1",
    "roi_align_grad",
    "batch_normalization_training",
    "batch_normalization_training_grad",
    "element_wise_clip1",
    "element_wise_clip_grad1",
    "padding1",
    "element_wise_negate",
    "activation_gelu",
    "activation_softmax1",
    "activation_log_softmax1",
    "activation_hardmax1",
    "resample2",
    "resample_grad1",
    "diagonal_matrix1",
    "multihead_attention",
    "lp_pooling1",
    "average_pooling1",
    "activation_swish",
    "activation_hard_swish",
    "quantized_linear_average_pooling",
    "matrix_multiply_integer_to_float",
    "mean_variance_normalization2",
    "multihead_attention1",
    "quantize",
    "dequantize",
    "resample3",
    "fold",
    "unfold",
]


def element_wise_identity(input, *, scale_bias=None, out=None, allow_empty=False):
    """Copies every element, which also converts between layouts, pads and broadcasts.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1, -2], np.float32)
    >>> weft.element_wise_identity(input, scale_bias=(2, 1)).tolist()
    [3.0, -3.0]

    DirectML: DML_ELEMENT_WISE_IDENTITY_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_IDENTITY", (input,), (scale_bias,), out, allow_empty)


def element_wise_abs(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the absolute value of every element.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-1.5, 2], np.float32)
    >>> weft.element_wise_abs(input).tolist()
    [1.5, 2.0]

    DirectML: DML_ELEMENT_WISE_ABS_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_ABS", (input,), (scale_bias,), out, allow_empty)


def element_wise_acos(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the arc cosine of every element, in radians.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1], np.float32)
    >>> weft.element_wise_acos(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_ACOS_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_ACOS", (input,), (scale_bias,), out, allow_empty)


def element_wise_add(a, b, *, out=None, allow_empty=False):
    """Adds two tensors element by element.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 2], np.float32)
    >>> b = np.array([10, 20], np.float32)
    >>> weft.element_wise_add(a, b).tolist()
    [11.0, 22.0]

    DirectML: DML_ELEMENT_WISE_ADD_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_ADD", (a, b), (), out, allow_empty)


def element_wise_asin(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the arc sine of every element, in radians.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_asin(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_ASIN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_ASIN", (input,), (scale_bias,), out, allow_empty)


def element_wise_atan(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the arc tangent of every element, in radians.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_atan(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_ATAN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_ATAN", (input,), (scale_bias,), out, allow_empty)


def element_wise_ceil(input, *, scale_bias=None, out=None, allow_empty=False):
    """Rounds every element up to an integral value.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1.25, -1.25], np.float32)
    >>> weft.element_wise_ceil(input).tolist()
    [2.0, -1.0]

    DirectML: DML_ELEMENT_WISE_CEIL_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_CEIL", (input,), (scale_bias,), out, allow_empty)


def element_wise_clip(input, *, scale_bias=None, min, max, out=None, allow_empty=False):
    """Limits every element to the range from Min to Max.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    min: a number
    max: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-5, 0.5, 5], np.float32)
    >>> weft.element_wise_clip(input, min=-1, max=1).tolist()
    [-1.0, 0.5, 1.0]

    DirectML: DML_ELEMENT_WISE_CLIP_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_CLIP", (input,), (scale_bias, min, max), out, allow_empty)


def element_wise_cos(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the cosine of every element, in radians.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_cos(input).tolist()
    [1.0]

    DirectML: DML_ELEMENT_WISE_COS_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_COS", (input,), (scale_bias,), out, allow_empty)


def element_wise_divide(a, b, *, out=None, allow_empty=False):
    """Divides A by B element by element; integer quotients drop the fraction.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 3], np.float32)
    >>> b = np.array([4, -2], np.float32)
    >>> weft.element_wise_divide(a, b).tolist()
    [0.25, -1.5]

    DirectML: DML_ELEMENT_WISE_DIVIDE_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_DIVIDE", (a, b), (), out, allow_empty)


def element_wise_exp(input, *, scale_bias=None, out=None, allow_empty=False):
    """Raises e to the power of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_exp(input).tolist()
    [1.0]

    DirectML: DML_ELEMENT_WISE_EXP_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_EXP", (input,), (scale_bias,), out, allow_empty)


def element_wise_floor(input, *, scale_bias=None, out=None, allow_empty=False):
    """Rounds every element down to an integral value.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1.25, -1.25], np.float32)
    >>> weft.element_wise_floor(input).tolist()
    [1.0, -2.0]

    DirectML: DML_ELEMENT_WISE_FLOOR_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_FLOOR", (input,), (scale_bias,), out, allow_empty)


def element_wise_log(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the natural logarithm of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1], np.float32)
    >>> weft.element_wise_log(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_LOG_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_LOG", (input,), (scale_bias,), out, allow_empty)


def element_wise_logical_and(a, b, *, out=None, allow_empty=False):
    """Writes 1 where both inputs are non-zero and 0 elsewhere.

    a: 1 to 8 dimensions, uint32, uint8
    b: 1 to 8 dimensions, uint32, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 1], np.uint8)
    >>> b = np.array([1, 0], np.uint8)
    >>> weft.element_wise_logical_and(a, b).tolist()
    [1, 0]

    DirectML: DML_ELEMENT_WISE_LOGICAL_AND_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_AND", (a, b), (), out, allow_empty)


def element_wise_logical_equals(a, b, *, output_dtype=None, out=None, allow_empty=False):
    """Writes 1 where A equals B and 0 elsewhere.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - BTensor has the DataType of ATensor.
        - BTensor and OutputTensor have the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 2], np.float32)
    >>> b = np.array([1, 3], np.float32)
    >>> weft.element_wise_logical_equals(a, b).tolist()
    [1, 0]

    DirectML: DML_ELEMENT_WISE_LOGICAL_EQUALS_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_EQUALS", (a, b), (), out, allow_empty,
        output_dtype=output_dtype)


def element_wise_logical_greater_than(a, b, *, output_dtype=None, out=None, allow_empty=False):
    """Writes 1 where A is greater than B and 0 elsewhere.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - BTensor has the DataType of ATensor.
        - BTensor and OutputTensor have the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 3], np.float32)
    >>> b = np.array([1, 2], np.float32)
    >>> weft.element_wise_logical_greater_than(a, b).tolist()
    [0, 1]

    DirectML: DML_ELEMENT_WISE_LOGICAL_GREATER_THAN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_GREATER_THAN", (a, b), (), out, allow_empty,
        output_dtype=output_dtype)


def element_wise_logical_less_than(a, b, *, output_dtype=None, out=None, allow_empty=False):
    """Writes 1 where A is less than B and 0 elsewhere.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - BTensor has the DataType of ATensor.
        - BTensor and OutputTensor have the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 2], np.float32)
    >>> b = np.array([1, 3], np.float32)
    >>> weft.element_wise_logical_less_than(a, b).tolist()
    [0, 1]

    DirectML: DML_ELEMENT_WISE_LOGICAL_LESS_THAN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_LESS_THAN", (a, b), (), out, allow_empty,
        output_dtype=output_dtype)


def element_wise_logical_not(input, *, out=None, allow_empty=False):
    """Writes 1 where the input is zero and 0 elsewhere.

    input: 1 to 8 dimensions, uint32, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0, 1, 5], np.uint8)
    >>> weft.element_wise_logical_not(input).tolist()
    [1, 0, 0]

    DirectML: DML_ELEMENT_WISE_LOGICAL_NOT_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_NOT", (input,), (), out, allow_empty)


def element_wise_logical_or(a, b, *, out=None, allow_empty=False):
    """Writes 1 where at least one input is non-zero and 0 elsewhere.

    a: 1 to 8 dimensions, uint32, uint8
    b: 1 to 8 dimensions, uint32, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([0, 1], np.uint8)
    >>> b = np.array([0, 0], np.uint8)
    >>> weft.element_wise_logical_or(a, b).tolist()
    [0, 1]

    DirectML: DML_ELEMENT_WISE_LOGICAL_OR_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_OR", (a, b), (), out, allow_empty)


def element_wise_logical_xor(a, b, *, out=None, allow_empty=False):
    """Writes 1 where exactly one input is non-zero and 0 elsewhere.

    a: 1 to 8 dimensions, uint32, uint8
    b: 1 to 8 dimensions, uint32, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 1], np.uint8)
    >>> b = np.array([1, 0], np.uint8)
    >>> weft.element_wise_logical_xor(a, b).tolist()
    [0, 1]

    DirectML: DML_ELEMENT_WISE_LOGICAL_XOR_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_XOR", (a, b), (), out, allow_empty)


def element_wise_max(a, b, *, out=None, allow_empty=False):
    """Takes the larger of two elements at every position.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 20], np.float32)
    >>> b = np.array([10, 2], np.float32)
    >>> weft.element_wise_max(a, b).tolist()
    [10.0, 20.0]

    DirectML: DML_ELEMENT_WISE_MAX_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_MAX", (a, b), (), out, allow_empty)


def element_wise_mean(a, b, *, out=None, allow_empty=False):
    """Takes the mean of two elements at every position.

    a: 1 to 8 dimensions, float32, float16, int32, uint32
    b: 1 to 8 dimensions, float32, float16, int32, uint32
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int32, uint32

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 2], np.float32)
    >>> b = np.array([10, 20], np.float32)
    >>> weft.element_wise_mean(a, b).tolist()
    [5.5, 11.0]

    DirectML: DML_ELEMENT_WISE_MEAN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_MEAN", (a, b), (), out, allow_empty)


def element_wise_min(a, b, *, out=None, allow_empty=False):
    """Takes the smaller of two elements at every position.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 20], np.float32)
    >>> b = np.array([10, 2], np.float32)
    >>> weft.element_wise_min(a, b).tolist()
    [1.0, 2.0]

    DirectML: DML_ELEMENT_WISE_MIN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_MIN", (a, b), (), out, allow_empty)


def element_wise_multiply(a, b, *, out=None, allow_empty=False):
    """Multiplies two tensors element by element.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 2], np.float32)
    >>> b = np.array([10, 20], np.float32)
    >>> weft.element_wise_multiply(a, b).tolist()
    [10.0, 40.0]

    DirectML: DML_ELEMENT_WISE_MULTIPLY_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_MULTIPLY", (a, b), (), out, allow_empty)


def element_wise_pow(input, exponent, *, scale_bias=None, out=None, allow_empty=False):
    """Raises every element to the power found at the same position of ExponentTensor.

    input: 1 to 8 dimensions, float32, float16, int32, int16, int8, uint32, uint16, uint8
    exponent: 1 to 8 dimensions, float32, float16, int32, int16, int8, uint32, uint16, uint8
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int32, int16, int8, uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor; that of ExponentTensor is free.
        - ExponentTensor and OutputTensor have the Sizes of InputTensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> input = np.array([3, 2], np.float32)
    >>> exponent = np.array([2, -1], np.float32)
    >>> weft.element_wise_pow(input, exponent).tolist()
    [9.0, 0.5]

    DirectML: DML_ELEMENT_WISE_POW_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_POW", (input, exponent), (scale_bias,), out, allow_empty)


def element_wise_constant_pow(input, *, scale_bias=None, exponent, out=None, allow_empty=False):
    """Raises every element to one constant power.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    exponent: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([3, -2], np.float32)
    >>> weft.element_wise_constant_pow(input, exponent=2).tolist()
    [9.0, 4.0]

    DirectML: DML_ELEMENT_WISE_CONSTANT_POW_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_CONSTANT_POW", (input,), (scale_bias, exponent), out, allow_empty)


def element_wise_recip(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the reciprocal of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([4, -0.5], np.float32)
    >>> weft.element_wise_recip(input).tolist()
    [0.25, -2.0]

    DirectML: DML_ELEMENT_WISE_RECIP_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_RECIP", (input,), (scale_bias,), out, allow_empty)


def element_wise_sin(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the sine of every element, in radians.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_sin(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_SIN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_SIN", (input,), (scale_bias,), out, allow_empty)


def element_wise_sqrt(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the square root of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([4, 9], np.float32)
    >>> weft.element_wise_sqrt(input).tolist()
    [2.0, 3.0]

    DirectML: DML_ELEMENT_WISE_SQRT_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_SQRT", (input,), (scale_bias,), out, allow_empty)


def element_wise_subtract(a, b, *, out=None, allow_empty=False):
    """Subtracts B from A element by element.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 2], np.float32)
    >>> b = np.array([10, 20], np.float32)
    >>> weft.element_wise_subtract(a, b).tolist()
    [-9.0, -18.0]

    DirectML: DML_ELEMENT_WISE_SUBTRACT_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_SUBTRACT", (a, b), (), out, allow_empty)


def element_wise_tan(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the tangent of every element, in radians.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_tan(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_TAN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_TAN", (input,), (scale_bias,), out, allow_empty)


def element_wise_threshold(input, *, scale_bias=None, min, out=None, allow_empty=False):
    """Replaces every element below Min by Min.

    input: 1 to 8 dimensions, float32, float16, int32, int16, int8, uint32, uint16, uint8
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    min: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int32, int16, int8, uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-1, 3], np.float32)
    >>> weft.element_wise_threshold(input, min=1).tolist()
    [1.0, 3.0]

    DirectML: DML_ELEMENT_WISE_THRESHOLD_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_THRESHOLD", (input,), (scale_bias, min), out, allow_empty)


def element_wise_quantize_linear(input, scale, zero_point=None, *, output_dtype=None, out=None,
                                 allow_empty=False):
    """Turns numbers into 8-bit integers by a scale and a zero point given for every element.

    input: 1 to 8 dimensions, float32, float16, int32
    scale: 1 to 8 dimensions, float32, float16
    zero_point: 1 to 8 dimensions, int8, uint8; may be None
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, int8, uint8

    Rules
        - ScaleTensor, ZeroPointTensor and OutputTensor have the Sizes of InputTensor; one value is
          repeated by stride 0.
        - ZeroPointTensor has the DataType of OutputTensor; without it zero points are 0.
        - ScaleTensor has the DataType of InputTensor, or FLOAT32 where that is INT32.

    >>> input = np.array([1, 2], np.float32)
    >>> scale = np.array([0.5, 0.5], np.float32)
    >>> zero_point = np.array([10, 10], np.uint8)
    >>> weft.element_wise_quantize_linear(input, scale, zero_point).tolist()
    [12, 14]

    DirectML: DML_ELEMENT_WISE_QUANTIZE_LINEAR_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_QUANTIZE_LINEAR", (input, scale, zero_point), (), out, allow_empty,
        output_dtype=output_dtype)


def element_wise_dequantize_linear(input, scale, zero_point=None, *, out=None, allow_empty=False):
    """Turns quantized integers back into numbers by a scale and a zero point given for every
    element.

    input: 1 to 8 dimensions, int32, int16, int8, uint32, uint16, uint8
    scale: 1 to 8 dimensions, float32, float16
    zero_point: 1 to 8 dimensions, int32, int16, int8, uint32, uint16, uint8; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - ScaleTensor, ZeroPointTensor and OutputTensor have the Sizes of InputTensor; one value is
          repeated by stride 0.
        - ZeroPointTensor has the DataType of InputTensor; without it zero points are 0.
        - OutputTensor has the DataType of ScaleTensor.

    >>> input = np.array([12, 14], np.uint8)
    >>> scale = np.array([0.5, 0.5], np.float32)
    >>> zero_point = np.array([10, 10], np.uint8)
    >>> weft.element_wise_dequantize_linear(input, scale, zero_point).tolist()
    [1.0, 2.0]

    DirectML: DML_ELEMENT_WISE_DEQUANTIZE_LINEAR_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ELEMENT_WISE_DEQUANTIZE_LINEAR", (input, scale, zero_point), (), out, allow_empty)


def activation_elu(input, *, alpha, out=None, allow_empty=False):
    """Keeps elements from zero upwards and bends negative ones to Alpha * (e^x - 1).

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0, 2], np.float32)
    >>> weft.activation_elu(input, alpha=1).tolist()
    [0.0, 2.0]

    DirectML: DML_ACTIVATION_ELU_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_ELU", (input,), (alpha,), out, allow_empty)


def activation_hardmax(input, *, out=None, allow_empty=False):
    """Writes 1 at the first maximum of each row and 0 elsewhere.

    input: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - All Sizes before the last two are 1.
        - A NaN is chosen only where there is no number; -0 equals 0.

    >>> input = np.array([1, 3, 2], np.float32).reshape(1, 1, 1, 3)
    >>> weft.activation_hardmax(input).tolist()
    [[[[0.0, 1.0, 0.0]]]]

    DirectML: DML_ACTIVATION_HARDMAX_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_HARDMAX", (input,), (), out, allow_empty)


def activation_hard_sigmoid(input, *, alpha, beta, out=None, allow_empty=False):
    """Limits the straight line Alpha * x + Beta to the range from 0 to 1.

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    beta: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-3, 0, 3], np.float32)
    >>> weft.activation_hard_sigmoid(input, alpha=0.5, beta=0.5).tolist()
    [0.0, 0.5, 1.0]

    DirectML: DML_ACTIVATION_HARD_SIGMOID_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_HARD_SIGMOID", (input,), (alpha, beta), out, allow_empty)


def activation_identity(input, *, out=None, allow_empty=False):
    """Passes every element on unchanged.

    input: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1, -2], np.float32)
    >>> weft.activation_identity(input).tolist()
    [1.0, -2.0]

    DirectML: DML_ACTIVATION_IDENTITY_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_IDENTITY", (input,), (), out, allow_empty)


def activation_leaky_relu(input, *, alpha, out=None, allow_empty=False):
    """Keeps elements from zero upwards and multiplies negative ones by Alpha.

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-2, 3], np.float32)
    >>> weft.activation_leaky_relu(input, alpha=0.5).tolist()
    [-1.0, 3.0]

    DirectML: DML_ACTIVATION_LEAKY_RELU_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_LEAKY_RELU", (input,), (alpha,), out, allow_empty)


def activation_linear(input, *, alpha, beta, out=None, allow_empty=False):
    """Computes Alpha * x + Beta for every element.

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    beta: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1, -2], np.float32)
    >>> weft.activation_linear(input, alpha=2, beta=1).tolist()
    [3.0, -3.0]

    DirectML: DML_ACTIVATION_LINEAR_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_LINEAR", (input,), (alpha, beta), out, allow_empty)


def activation_log_softmax(input, *, out=None, allow_empty=False):
    """Takes the natural logarithm of the softmax over each row.

    input: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - All Sizes before the last two are 1.

    DirectML: DML_ACTIVATION_LOG_SOFTMAX_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_LOG_SOFTMAX", (input,), (), out, allow_empty)


def activation_parameterized_relu(input, slope, *, out=None, allow_empty=False):
    """Keeps elements from zero upwards and multiplies negative ones by their own slope.

    input: 1 to 8 dimensions, float32, float16, int32, int16, int8
    slope: 1 to 8 dimensions, float32, float16, int32, int16, int8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int32, int16, int8

    Rules
        - SlopeTensor and OutputTensor have the DataType and the Sizes of InputTensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> input = np.array([-2, 3], np.float32)
    >>> slope = np.array([0.5, 0.5], np.float32)
    >>> weft.activation_parameterized_relu(input, slope).tolist()
    [-1.0, 3.0]

    DirectML: DML_ACTIVATION_PARAMETERIZED_RELU_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_PARAMETERIZED_RELU", (input, slope), (), out, allow_empty)


def activation_parametric_softplus(input, *, alpha, beta, out=None, allow_empty=False):
    """Computes Alpha * ln(1 + e^(Beta * x)) for every element.

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    beta: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([50], np.float32)
    >>> weft.activation_parametric_softplus(input, alpha=2, beta=1).tolist()
    [100.0]

    DirectML: DML_ACTIVATION_PARAMETRIC_SOFTPLUS_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_PARAMETRIC_SOFTPLUS", (input,), (alpha, beta), out, allow_empty)


def activation_relu(input, *, out=None, allow_empty=False):
    """Replaces every negative element by zero.

    input: 1 to 8 dimensions, float32, float16, int32, int16, int8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int32, int16, int8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-1, 2], np.float32)
    >>> weft.activation_relu(input).tolist()
    [0.0, 2.0]

    DirectML: DML_ACTIVATION_RELU_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_RELU", (input,), (), out, allow_empty)


def activation_scaled_elu(input, *, alpha, gamma, out=None, allow_empty=False):
    """Scales elements above zero by Gamma and bends the others to Gamma * Alpha * (e^x - 1).

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    gamma: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0, 1], np.float32)
    >>> weft.activation_scaled_elu(input, alpha=1, gamma=2).tolist()
    [0.0, 2.0]

    DirectML: DML_ACTIVATION_SCALED_ELU_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_SCALED_ELU", (input,), (alpha, gamma), out, allow_empty)


def activation_scaled_tanh(input, *, alpha, beta, out=None, allow_empty=False):
    """Computes Alpha * tanh(Beta * x) for every element.

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    beta: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.activation_scaled_tanh(input, alpha=1, beta=1).tolist()
    [0.0]

    DirectML: DML_ACTIVATION_SCALED_TANH_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_SCALED_TANH", (input,), (alpha, beta), out, allow_empty)


def activation_sigmoid(input, *, out=None, allow_empty=False):
    """Computes 1 / (1 + e^-x) for every element.

    input: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.activation_sigmoid(input).tolist()
    [0.5]

    DirectML: DML_ACTIVATION_SIGMOID_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_SIGMOID", (input,), (), out, allow_empty)


def activation_softmax(input, *, out=None, allow_empty=False):
    """Turns each row into positive weights that sum to 1, in proportion to e^x.

    input: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - All Sizes before the last two are 1.

    >>> weft.activation_softmax(np.zeros((1, 1, 1, 2), np.float32)).tolist()
    [[[[0.5, 0.5]]]]

    DirectML: DML_ACTIVATION_SOFTMAX_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_SOFTMAX", (input,), (), out, allow_empty)


def activation_softplus(input, *, steepness, out=None, allow_empty=False):
    """Computes ln(1 + e^(Steepness * x)) / Steepness for every element.

    input: 1 to 8 dimensions, float32, float16
    steepness: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([50], np.float32)
    >>> weft.activation_softplus(input, steepness=1).tolist()
    [50.0]

    DirectML: DML_ACTIVATION_SOFTPLUS_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_SOFTPLUS", (input,), (steepness,), out, allow_empty)


def activation_softsign(input, *, out=None, allow_empty=False):
    """Computes x / (1 + |x|) for every element.

    input: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1, -3], np.float32)
    >>> weft.activation_softsign(input).tolist()
    [0.5, -0.75]

    DirectML: DML_ACTIVATION_SOFTSIGN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_SOFTSIGN", (input,), (), out, allow_empty)


def activation_tanh(input, *, out=None, allow_empty=False):
    """Takes the hyperbolic tangent of every element.

    input: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.activation_tanh(input).tolist()
    [0.0]

    DirectML: DML_ACTIVATION_TANH_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_TANH", (input,), (), out, allow_empty)


def activation_thresholded_relu(input, *, alpha, out=None, allow_empty=False):
    """Keeps elements above Alpha and replaces the others by zero.

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0.5, 2], np.float32)
    >>> weft.activation_thresholded_relu(input, alpha=1).tolist()
    [0.0, 2.0]

    DirectML: DML_ACTIVATION_THRESHOLDED_RELU_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ACTIVATION_THRESHOLDED_RELU", (input,), (alpha,), out, allow_empty)


def convolution(input, filter, bias=None, *, mode, direction, strides, dilations, start_padding,
                end_padding, output_padding, group_count, fused_activation=None, out=None,
                allow_empty=False):
    """Convolves the input with filters, forward or transposed, in groups, with an optional bias
    and activation.

    input: 3 to 5 dimensions, float32, float16
    filter: 3 to 5 dimensions, float32, float16
    bias: 3 to 5 dimensions, float32, float16; may be None
    mode: a weft.ConvolutionMode: CONVOLUTION, CROSS_CORRELATION
    direction: a weft.ConvolutionDirection: FORWARD, BACKWARD
    strides: integers, at least 0
    dilations: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    output_padding: integers, at least 0
    group_count: an integer
    fused_activation: ("ACTIVATION_...", {field: value}), applied to the result; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 3 to 5 dimensions, float32, float16

    Rules
        - All tensors have the same DataType and DimensionCount.
        - DimensionCount is the tensors' DimensionCount - 2; Strides and Dilations are at least 1.
        - Forward: FilterTensor.Sizes are { output channels, input channels / GroupCount, .. }, and
          an output size is (input size + StartPadding + EndPadding - (Dilations * (filter size -
          1) + 1)) / Strides + 1 + OutputPadding, rounded down. Outputs that OutputPadding adds see
          no input.
        - Backward: FilterTensor.Sizes are { input channels, output channels / GroupCount, .. },
          and an output size is (input size - 1) * Strides + Dilations * (filter size - 1) + 1 -
          StartPadding - EndPadding + OutputPadding, or larger by less than the stride or the
          dilation.
        - GroupCount is at least 1 and divides the channels of input and output.
        - BiasTensor.Sizes are { 1, output channels, 1, .. }.
        - CONVOLUTION mode flips the filter along every spatial dimension; CROSS_CORRELATION does
          not.
        - FusedActivation is a function of one number.
        - A FilterTensor that is OWNED_BY_DML is packed once, when the operator is initialized.

    DirectML: DML_CONVOLUTION_OPERATOR_DESC, feature level 1_0.
    """
    return _call("CONVOLUTION", (input, filter, bias), (mode, direction, strides, dilations,
        start_padding, end_padding, output_padding, group_count, fused_activation), out,
        allow_empty)


def gemm(a, b, c=None, *, trans_a, trans_b, alpha, beta, fused_activation=None, out=None,
         allow_empty=False):
    """Multiplies matrices, Alpha * A * B + Beta * C, with optional transposition and activation.

    a: 2 to 4 dimensions, float32, float16
    b: 2 to 4 dimensions, float32, float16
    c: 2 to 4 dimensions, float32, float16; may be None
    trans_a: a weft.MatrixTransform: NONE, TRANSPOSE
    trans_b: a weft.MatrixTransform: NONE, TRANSPOSE
    alpha: a number
    beta: a number
    fused_activation: ("ACTIVATION_...", {field: value}), applied to the result; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 2 to 4 dimensions, float32, float16

    Rules
        - All tensors have the DataType and the DimensionCount of ATensor.
        - The last two dimensions are the matrix: ATensor {.., M, K}, BTensor {.., K, N}, CTensor
          and OutputTensor {.., M, N}; TransA and TransB exchange those of ATensor and BTensor.
        - All Sizes before the last two are the same; a matrix is repeated by stride 0.
        - Products add up in float32, in the order of K, and FLOAT16 is rounded once, after
          FusedActivation.
        - A fused ACTIVATION_SOFTMAX is over the last dimension; the Axes of ACTIVATION_SOFTMAX1
          are less than DimensionCount and each comes once.
        - A BTensor that is OWNED_BY_DML is packed once, when the operator is initialized.

    DirectML: DML_GEMM_OPERATOR_DESC, feature level 1_0.
    """
    return _call("GEMM", (a, b, c), (trans_a, trans_b, alpha, beta, fused_activation), out,
        allow_empty)


def reduce(input, *, function, axes, output_dtype=None, out=None, allow_empty=False):
    """Combines the elements along the given axes into one by a sum, mean, norm, extreme or other
    function.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    function: a weft.ReduceFunction: ARGMAX, ARGMIN, AVERAGE, L1, L2, LOG_SUM, LOG_SUM_EXP, MAX,
        MIN, MULTIPLY, SUM, SUM_SQUARE
    axes: integers, at least 0
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, int64, int32, uint64, uint32

    Rules
        - Axes are less than DimensionCount and each comes once; without any, every element is
          alone.
        - OutputTensor has the Sizes of InputTensor, except 1 along Axes.
        - OutputTensor has the DataType of InputTensor, except for ARGMIN and ARGMAX, which find
          the first of equal elements.
        - Floats add up and multiply in float64 and are rounded once; integers wrap around. MIN and
          MAX prefer any number to NaN, and -0 is less than 0.

    >>> input = np.array([1, 2, 3, 3, 0, 4, 2, 4, 2], np.float32).reshape(3, 3)
    >>> result = weft.reduce(input, function="SUM", axes=[0], output_dtype="float32")
    >>> result.tolist()
    [[6.0, 6.0, 9.0]]

    DirectML: DML_REDUCE_OPERATOR_DESC, feature level 1_0.
    """
    return _call("REDUCE", (input,), (function, axes), out, allow_empty, output_dtype=output_dtype)


def average_pooling(input, *, strides, window_size, start_padding, end_padding, include_padding,
                    out=None, allow_empty=False):
    """Averages the elements under a window that moves over the spatial dimensions.

    input: 4 to 5 dimensions, float32, float16
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    include_padding: True or False
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType of InputTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - OutputTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - IncludePadding divides by the size of the window, otherwise by the number of its elements
          inside the input. A window without any gives 0.

    >>> input = np.arange(1, 10, dtype=np.float32).reshape(1, 1, 3, 3)
    >>> result = weft.average_pooling(input, strides=[1, 1], window_size=[2, 2],
    ...     start_padding=[0, 0], end_padding=[0, 0], include_padding=False)
    >>> result.tolist()
    [[[[3.0, 4.0], [6.0, 7.0]]]]

    DirectML: DML_AVERAGE_POOLING_OPERATOR_DESC, feature level 1_0.
    """
    return _call("AVERAGE_POOLING", (input,), (strides, window_size, start_padding, end_padding,
        include_padding), out, allow_empty)


def lp_pooling(input, *, strides, window_size, start_padding, end_padding, p, out=None,
               allow_empty=False):
    """Takes the P-norm of the elements under a window that moves over the spatial dimensions.

    input: 4 to 5 dimensions, float32, float16
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    p: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType of InputTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - OutputTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - P is at least 1. The result is (sum of |x|^P)^(1/P).

    DirectML: DML_LP_POOLING_OPERATOR_DESC, feature level 1_0.
    """
    return _call("LP_POOLING", (input,), (strides, window_size, start_padding, end_padding, p), out,
        allow_empty)


def max_pooling(input, *, strides, window_size, start_padding, end_padding, out=None,
                allow_empty=False):
    """Takes the largest element under a window that moves over the spatial dimensions.

    input: 4 to 5 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - OutputTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - A NaN loses against every number. A window that has no element inside the input gives the
          lowest number.

    DirectML: DML_MAX_POOLING_OPERATOR_DESC, feature level 1_0.
    """
    return _call("MAX_POOLING", (input,), (strides, window_size, start_padding, end_padding), out,
        allow_empty)


def roi_pooling(input, roi, *, spatial_scale, pooled_size, out=None, allow_empty=False):
    """Divides each region of interest into a fixed grid and takes the largest element of every
    cell.

    input: 4 dimensions, float32, float16
    roi: 4 dimensions, float32, float16
    spatial_scale: a number
    pooled_size: (width, height)
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float32, float16

    Rules
        - All tensors have one DataType.
        - ROITensor is {1, 1, regions, 5}: batch index, x1, y1, x2, y2, corners inclusive. A batch
          index out of range is taken as the nearest image.
        - OutputTensor is {regions, C, PooledSize.Height, PooledSize.Width}, C as in InputTensor.
        - Corners are multiplied by SpatialScale and rounded, halves away from 0. A NaN loses
          against every number; a cell without elements gives 0.

    DirectML: DML_ROI_POOLING_OPERATOR_DESC, feature level 1_0.
    """
    return _call("ROI_POOLING", (input, roi), (spatial_scale, pooled_size), out, allow_empty)


def slice(input, *, offsets, sizes, strides, out=None, allow_empty=False):
    """Copies a box of the input, taking every n-th element of each dimension.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    offsets: integers, at least 0
    sizes: integers, at least 0
    strides: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - DimensionCount is that of the tensors.
        - Sizes equals OutputTensor.Sizes.
        - Offsets[i] + Strides[i] * (Sizes[i] - 1) is less than InputTensor.Sizes[i].

    >>> input = np.arange(1, 17, dtype=np.float32).reshape(1, 1, 4, 4)
    >>> result = weft.slice(input, offsets=[0, 0, 1, 2], sizes=[1, 1, 3, 2],
    ...     strides=[1, 1, 1, 1])
    >>> result.tolist()
    [[[[7.0, 8.0], [11.0, 12.0], [15.0, 16.0]]]]

    DirectML: DML_SLICE_OPERATOR_DESC, feature level 1_0.
    """
    return _call("SLICE", (input,), (offsets, sizes, strides), out, allow_empty)


def cast(input, *, output_dtype=None, out=None, allow_empty=False):
    """Converts every element to the data type of the output.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the Sizes of InputTensor.
        - The two data types are free.

    >>> input = np.array([1.75, -2.5, 300], np.float32)
    >>> weft.cast(input, output_dtype="uint8").tolist()
    [1, 0, 255]

    DirectML: DML_CAST_OPERATOR_DESC, feature level 1_0.
    """
    return _call("CAST", (input,), (), out, allow_empty, output_dtype=output_dtype)


def split(input, *, axis, output_sizes=None, out=None, allow_empty=False):
    """Cuts a tensor along one axis into consecutive slices.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    axis: an integer
    output_sizes: sizes of each output, or their numbers along the axis
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        outputs: a sequence of tensors: 1 to 8 dimensions, float64, float32, float16, int64, int32,
            int16, int8, uint64, uint32, uint16, uint8

    Rules
        - The tensors of OutputTensors have the DataType and the DimensionCount of InputTensor.
        - OutputCount is at least 1.
        - Axis is less than the DimensionCount of the tensors.
        - Along Axis the sizes of all OutputTensors add up to InputTensor's.
        - The other sizes are those of InputTensor.

    >>> input = np.arange(1, 13, dtype=np.float32).reshape(1, 1, 6, 2)
    >>> result = weft.split(input, axis=2,
    ...     output_sizes=[[1, 1, 2, 2], [1, 1, 1, 2], [1, 1, 3, 2]])
    >>> [part.tolist() for part in result]
    [[[[[1.0, 2.0], [3.0, 4.0]]]], [[[[5.0, 6.0]]]], [[[[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]]]

    DirectML: DML_SPLIT_OPERATOR_DESC, feature level 1_0.
    """
    return _call("SPLIT", (input,), (axis,), out, allow_empty, output_sizes=output_sizes)


def join(inputs, *, axis, out=None, allow_empty=False):
    """Puts tensors one after another along one axis.

    inputs: a sequence of tensors: 1 to 8 dimensions, float64, float32, float16, int64, int32,
        int16, int8, uint64, uint32, uint16, uint8
    axis: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - All tensors have the same DataType and DimensionCount.
        - InputCount is at least 1.
        - Axis is less than the DimensionCount of the tensors.
        - Along Axis the sizes of all InputTensors add up to OutputTensor's.
        - The other sizes are those of OutputTensor.

    >>> a = np.array([1, 2, 3, 4, 5, 6], np.float32).reshape(1, 1, 2, 3)
    >>> b = np.array([7, 8, 9, 10, 11, 12, 13, 14], np.float32).reshape(1, 1, 2, 4)
    >>> result = weft.join([a, b], axis=3)
    >>> result.tolist()
    [[[[1.0, 2.0, 3.0, 7.0, 8.0, 9.0, 10.0], [4.0, 5.0, 6.0, 11.0, 12.0, 13.0, 14.0]]]]

    DirectML: DML_JOIN_OPERATOR_DESC, feature level 1_0.
    """
    return _call("JOIN", (inputs,), (axis,), out, allow_empty)


def padding(input, *, padding_mode, padding_value, start_padding, end_padding, out=None,
            allow_empty=False):
    """Surrounds a tensor with a constant or with elements repeated from its edges.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    padding_mode: a weft.PaddingMode: CONSTANT, EDGE, REFLECTION, SYMMETRIC, WRAP
    padding_value: a number
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - DimensionCount is that of the tensors.
        - OutputTensor.Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i].
        - PaddingMode SYMMETRIC needs feature level 3_0, WRAP 6_4.
        - PaddingValue is converted as CAST does.
        - A border wider than the tensor goes on with the pattern; REFLECTION of a single element
          repeats it.

    >>> input = np.array([1, 2], np.float32)
    >>> weft.padding(input, padding_mode="EDGE", padding_value=0,
    ...              start_padding=[1], end_padding=[2]).tolist()
    [1.0, 1.0, 2.0, 2.0, 2.0]

    DirectML: DML_PADDING_OPERATOR_DESC, feature level 1_0.
    """
    return _call("PADDING", (input,), (padding_mode, padding_value, start_padding, end_padding),
        out, allow_empty)


def value_scale_2d(input, *, scale, bias, out=None, allow_empty=False):
    """Multiplies every element by one scale and adds a bias per channel.

    input: 4 dimensions, float32, float16
    scale: a number
    bias: numbers
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - ChannelCount is 1 or 3, and InputTensor.Sizes[1].

    >>> input = np.array([1, 2], np.float32).reshape(1, 1, 1, 2)
    >>> weft.value_scale_2d(input, scale=2, bias=[1]).tolist()
    [[[[3.0, 5.0]]]]

    DirectML: DML_VALUE_SCALE_2D_OPERATOR_DESC, feature level 1_0.
    """
    return _call("VALUE_SCALE_2D", (input,), (scale, bias), out, allow_empty)


def upsample_2d(input, *, scale_size, interpolation_mode, out=None, allow_empty=False):
    """Enlarges height and width by whole factors.

    input: 4 to 5 dimensions, float32, float16
    scale_size: (width, height)
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - ScaleSize.Width and ScaleSize.Height are at least 1.
        - The last two sizes of OutputTensor are InputTensor's times ScaleSize.Height and
          ScaleSize.Width; the others are the same.

    >>> input = np.array([1, 2], np.float32).reshape(1, 1, 1, 2)
    >>> weft.upsample_2d(input, scale_size=(2, 1),
    ...                  interpolation_mode="NEAREST_NEIGHBOR").tolist()
    [[[[1.0, 1.0, 2.0, 2.0]]]]

    DirectML: DML_UPSAMPLE_2D_OPERATOR_DESC, feature level 1_0.
    """
    return _call("UPSAMPLE_2D", (input,), (scale_size, interpolation_mode), out, allow_empty)


def gather(input, indices, *, axis, index_dimensions, out=None, allow_empty=False):
    """Picks whole slices of the input along one axis, in the order an index tensor gives.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    indices: 1 to 8 dimensions, int64, int32, uint64, uint32
    axis: an integer
    index_dimensions: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor; all tensors have the same DimensionCount.
        - Axis is less than DimensionCount.
        - IndexDimensions is at most DimensionCount; the sizes of IndicesTensor before the last
          IndexDimensions are 1.
        - OutputTensor.Sizes are those of InputTensor before Axis, the last IndexDimensions of
          IndicesTensor, and those of InputTensor after Axis. Leading ones are dropped or added to
          make them DimensionCount.
        - An index of a signed type that is below 0 counts from the end of its dimension. One that
          is still out of range reads the nearest element.

    >>> input = np.array([11, 12, 13, 14], np.float32)
    >>> indices = np.array([3, 1, 3, 0, 2], np.uint32)
    >>> result = weft.gather(input, indices, axis=0, index_dimensions=1)
    >>> result.tolist()
    [14.0, 12.0, 14.0, 11.0, 13.0]

    DirectML: DML_GATHER_OPERATOR_DESC, feature level 1_0.
    """
    return _call("GATHER", (input, indices), (axis, index_dimensions), out, allow_empty)


def space_to_depth(input, *, block_size, out=None, allow_empty=False):
    """Moves square blocks of height and width into the channel dimension.

    input: 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    block_size: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor.
        - BlockSize is at least 1.
        - OutputTensor.Sizes[1] is InputTensor.Sizes[1] * BlockSize * BlockSize.
        - InputTensor.Sizes[i] is OutputTensor.Sizes[i] * BlockSize, for height and width.

    >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 1, 2, 2)
    >>> weft.space_to_depth(input, block_size=2).tolist()
    [[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]]

    DirectML: DML_SPACE_TO_DEPTH_OPERATOR_DESC, feature level 1_0.
    """
    return _call("SPACE_TO_DEPTH", (input,), (block_size,), out, allow_empty)


def depth_to_space(input, *, block_size, out=None, allow_empty=False):
    """Moves channels into square blocks of height and width.

    input: 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    block_size: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor.
        - BlockSize is at least 1.
        - InputTensor.Sizes[1] is OutputTensor.Sizes[1] * BlockSize * BlockSize.
        - OutputTensor.Sizes[i] is InputTensor.Sizes[i] * BlockSize, for height and width.

    >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 4, 1, 1)
    >>> weft.depth_to_space(input, block_size=2).tolist()
    [[[[1.0, 2.0], [3.0, 4.0]]]]

    DirectML: DML_DEPTH_TO_SPACE_OPERATOR_DESC, feature level 1_0.
    """
    return _call("DEPTH_TO_SPACE", (input,), (block_size,), out, allow_empty)


def tile(input, *, repeats, out=None, allow_empty=False):
    """Repeats a tensor a whole number of times along each dimension.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    repeats: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - RepeatsCount is the DimensionCount of the tensors.
        - Repeats[i] is at least 1.
        - OutputTensor.Sizes[i] is InputTensor.Sizes[i] * Repeats[i].

    >>> input = np.array([1, 2], np.int32)
    >>> weft.tile(input, repeats=[2]).tolist()
    [1, 2, 1, 2]

    DirectML: DML_TILE_OPERATOR_DESC, feature level 1_0.
    """
    return _call("TILE", (input,), (repeats,), out, allow_empty)


TopKOutputs = namedtuple("TopKOutputs", "output_value output_index")


def top_k(input, *, axis, k, out=None, allow_empty=False):
    """Finds the K largest elements along one axis, with their indices.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    axis: an integer
    k: an integer
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_value: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8
        output_index: 1 to 8 dimensions, uint64, uint32

    Rules
        - OutputValueTensor has the DataType of InputTensor.
        - Axis is less than DimensionCount; K is 1 to the size of InputTensor at Axis.
        - OutputValueTensor and OutputIndexTensor have the Sizes of InputTensor, except K at Axis.
        - Equal elements come in ascending order of their indices; -0 equals 0. NaN is larger than
          any number, and all are equal.

    >>> input = np.array([0, 1, 10, 11, 3, 2, 9, 8, 4, 5, 6, 7], np.float32).reshape(1, 1, 3, 4)
    >>> result = weft.top_k(input, axis=3, k=2)
    >>> result.output_value.tolist()
    [[[[11.0, 10.0], [9.0, 8.0], [7.0, 6.0]]]]
    >>> result.output_index.tolist()
    [[[[3, 2], [2, 3], [3, 2]]]]

    DirectML: DML_TOP_K_OPERATOR_DESC, feature level 1_0.
    """
    return TopKOutputs(*_call("TOP_K", (input,), (axis, k), out, allow_empty))


def batch_normalization(input, mean, variance, scale, bias, *, spatial, epsilon,
                        fused_activation=None, out=None, allow_empty=False):
    """Normalizes by given means and variances, then applies scale, bias and an optional
    activation.

    input: 1 to 8 dimensions, float32, float16
    mean: 1 to 8 dimensions, float32, float16
    variance: 1 to 8 dimensions, float32, float16
    scale: 1 to 8 dimensions, float32, float16
    bias: 1 to 8 dimensions, float32, float16
    spatial: True or False
    epsilon: a number
    fused_activation: ("ACTIVATION_...", {field: value}), applied to the result; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - MeanTensor, VarianceTensor, ScaleTensor and BiasTensor have the Sizes of InputTensor, or
          1 where an element serves the whole dimension.
        - Spatial is not looked at.
        - FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP,
          ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.

    DirectML: DML_BATCH_NORMALIZATION_OPERATOR_DESC, feature level 1_0.
    """
    return _call("BATCH_NORMALIZATION", (input, mean, variance, scale, bias), (spatial, epsilon,
        fused_activation), out, allow_empty)


def mean_variance_normalization(input, scale=None, bias=None, *, cross_channel, normalize_variance,
                                epsilon, fused_activation=None, out=None, allow_empty=False):
    """Normalizes each image or channel by its own mean and variance.

    input: 4 dimensions, float32, float16
    scale: 4 dimensions, float32, float16; may be None
    bias: 4 dimensions, float32, float16; may be None
    cross_channel: True or False
    normalize_variance: True or False
    epsilon: a number
    fused_activation: ("ACTIVATION_...", {field: value}), applied to the result; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float32, float16

    Rules
        - Lines are the last two dimensions, with CrossChannel the last three.
        - ScaleTensor and BiasTensor, each of which may be missing, have the Sizes of InputTensor,
          or 1 where an element serves the whole dimension.
        - Means and variances are sums in float64, the variance that of all elements (divided by
          their number).
        - FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP,
          ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.

    DirectML: DML_MEAN_VARIANCE_NORMALIZATION_OPERATOR_DESC, feature level 1_0.
    """
    return _call("MEAN_VARIANCE_NORMALIZATION", (input, scale, bias), (cross_channel,
        normalize_variance, epsilon, fused_activation), out, allow_empty)


def local_response_normalization(input, *, cross_channel, local_size, alpha, beta, bias, out=None,
                                 allow_empty=False):
    """Divides every element by a power of the energy of its neighbours, across channels or in
    space.

    input: 4 dimensions, float32, float16
    cross_channel: True or False
    local_size: an integer
    alpha: a number
    beta: a number
    bias: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float32, float16

    Rules
        - LocalSize is at least 1; (LocalSize - 1) / 2 neighbours, rounded down, lie before an
          element and the others after it, as far as there are any.
        - CrossChannel: neighbours are channels at the same position; otherwise they are in a
          square of LocalSize by LocalSize elements of the same channel.
        - The sum of squares is multiplied by Alpha / LocalSize in both cases and at the borders
          too.

    DirectML: DML_LOCAL_RESPONSE_NORMALIZATION_OPERATOR_DESC, feature level 1_0.
    """
    return _call("LOCAL_RESPONSE_NORMALIZATION", (input,), (cross_channel, local_size, alpha, beta,
        bias), out, allow_empty)


def lp_normalization(input, *, axis, epsilon, p, out=None, allow_empty=False):
    """Divides the elements along one axis by their 1-norm or 2-norm.

    input: 1 to 8 dimensions, float32, float16
    axis: an integer
    epsilon: a number
    p: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - Axis is less than DimensionCount; P is 1 or 2.
        - A norm below Epsilon counts as Epsilon. Norms are sums in float64.

    DirectML: DML_LP_NORMALIZATION_OPERATOR_DESC, feature level 1_0.
    """
    return _call("LP_NORMALIZATION", (input,), (axis, epsilon, p), out, allow_empty)


RnnOutputs = namedtuple("RnnOutputs", "output_sequence output_single")


def rnn(input, weight, recurrence, bias=None, hidden_init=None, sequence_lengths=None, *,
        activation_descs, direction, skip=None, out=None, allow_empty=False):
    """Runs a one-layer recurrent network over a sequence, in one or both directions.

    input: 4 dimensions, float32, float16
    weight: 4 dimensions, float32, float16
    recurrence: 4 dimensions, float32, float16
    bias: 4 dimensions, float32, float16; may be None
    hidden_init: 4 dimensions, float32, float16; may be None
    sequence_lengths: 4 dimensions, uint32; may be None
    activation_descs: a sequence of ("ACTIVATION_...", {field: value})
    direction: a weft.RecurrentNetworkDirection: FORWARD, BACKWARD, BIDIRECTIONAL
    skip: names of optional outputs to leave out: output_sequence, output_single
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_sequence: 4 dimensions, float32, float16; may be None
        output_single: 4 dimensions, float32, float16; may be None

    Rules
        - The sizes are InputTensor {1, steps, batch, input}, WeightTensor {1, directions, hidden,
          input}, RecurrenceTensor {1, directions, hidden, hidden}, BiasTensor {1, 1, directions, 2
          * hidden}, HiddenInitTensor and OutputSingleTensor {1, directions, batch, hidden},
          SequenceLengthsTensor {1, 1, 1, batch}, OutputSequenceTensor {steps, directions, batch,
          hidden}; there are 2 directions when Direction is BIDIRECTIONAL, else 1.
        - All tensors but SequenceLengthsTensor have one DataType. At least one output is given. No
          tensor is OWNED_BY_DML.
        - ActivationDescs has 1 activation for each direction, the forward one first. They are
          functions of one number, which softmax is not.
        - Beyond its length a sequence keeps its state and its elements of OutputSequenceTensor are
          0; a length beyond the number of steps is that number.

    DirectML: DML_RNN_OPERATOR_DESC, feature level 1_0.
    """
    return RnnOutputs(*_call("RNN", (input, weight, recurrence, bias, hidden_init,
        sequence_lengths), (activation_descs, direction), out, allow_empty, skip=skip))


LstmOutputs = namedtuple("LstmOutputs", "output_sequence output_single output_cell_single")


def lstm(input, weight, recurrence, bias=None, hidden_init=None, cell_mem_init=None,
         sequence_lengths=None, peephole=None, *, activation_descs, direction, clip_threshold,
         use_clip_threshold, couple_input_forget, skip=None, out=None, allow_empty=False):
    """Runs a one-layer long short-term memory network over a sequence, in one or both directions.

    input: 4 dimensions, float32, float16
    weight: 4 dimensions, float32, float16
    recurrence: 4 dimensions, float32, float16
    bias: 4 dimensions, float32, float16; may be None
    hidden_init: 4 dimensions, float32, float16; may be None
    cell_mem_init: 4 dimensions, float32, float16; may be None
    sequence_lengths: 4 dimensions, uint32; may be None
    peephole: 4 dimensions, float32, float16; may be None
    activation_descs: a sequence of ("ACTIVATION_...", {field: value})
    direction: a weft.RecurrentNetworkDirection: FORWARD, BACKWARD, BIDIRECTIONAL
    clip_threshold: a number
    use_clip_threshold: True or False
    couple_input_forget: True or False
    skip: names of optional outputs to leave out: output_sequence, output_single,
        output_cell_single
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_sequence: 4 dimensions, float32, float16; may be None
        output_single: 4 dimensions, float32, float16; may be None
        output_cell_single: 4 dimensions, float32, float16; may be None

    Rules
        - The sizes are InputTensor {1, steps, batch, input}, WeightTensor {1, directions, 4 *
          hidden, input}, RecurrenceTensor {1, directions, 4 * hidden, hidden}, BiasTensor {1, 1,
          directions, 8 * hidden}, HiddenInitTensor, CellMemInitTensor, OutputSingleTensor and
          OutputCellSingleTensor {1, directions, batch, hidden}, SequenceLengthsTensor {1, 1, 1,
          batch}, OutputSequenceTensor {steps, directions, batch, hidden}; there are 2 directions
          when Direction is BIDIRECTIONAL, else 1.
        - All tensors but SequenceLengthsTensor have one DataType. At least one output is given. No
          tensor is OWNED_BY_DML.
        - ActivationDescs has 3 activations for each direction, the forward ones first: of the
          gates, of the candidate, of the cell. They are functions of one number, which softmax is
          not.
        - Beyond its length a sequence keeps its state and its elements of OutputSequenceTensor are
          0; a length beyond the number of steps is that number.
        - Gates stand in the order input, output, forget, candidate; PeepholeTensor is {1, 1,
          directions, 3 * hidden}, in the order input, output, forget.
        - ClipThreshold is at least 0 when UseClipThreshold is set.

    DirectML: DML_LSTM_OPERATOR_DESC, feature level 1_0.
    """
    return LstmOutputs(*_call("LSTM", (input, weight, recurrence, bias, hidden_init, cell_mem_init,
        sequence_lengths, peephole), (activation_descs, direction, clip_threshold,
        use_clip_threshold, couple_input_forget), out, allow_empty, skip=skip))


GruOutputs = namedtuple("GruOutputs", "output_sequence output_single")


def gru(input, weight, recurrence, bias=None, hidden_init=None, sequence_lengths=None, *,
        activation_descs, direction, linear_before_reset, skip=None, out=None, allow_empty=False):
    """Runs a one-layer gated recurrent network over a sequence, in one or both directions.

    input: 4 dimensions, float32, float16
    weight: 4 dimensions, float32, float16
    recurrence: 4 dimensions, float32, float16
    bias: 4 dimensions, float32, float16; may be None
    hidden_init: 4 dimensions, float32, float16; may be None
    sequence_lengths: 4 dimensions, uint32; may be None
    activation_descs: a sequence of ("ACTIVATION_...", {field: value})
    direction: a weft.RecurrentNetworkDirection: FORWARD, BACKWARD, BIDIRECTIONAL
    linear_before_reset: True or False
    skip: names of optional outputs to leave out: output_sequence, output_single
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_sequence: 4 dimensions, float32, float16; may be None
        output_single: 4 dimensions, float32, float16; may be None

    Rules
        - The sizes are InputTensor {1, steps, batch, input}, WeightTensor {1, directions, 3 *
          hidden, input}, RecurrenceTensor {1, directions, 3 * hidden, hidden}, BiasTensor {1, 1,
          directions, 6 * hidden}, HiddenInitTensor and OutputSingleTensor {1, directions, batch,
          hidden}, SequenceLengthsTensor {1, 1, 1, batch}, OutputSequenceTensor {steps, directions,
          batch, hidden}; there are 2 directions when Direction is BIDIRECTIONAL, else 1.
        - All tensors but SequenceLengthsTensor have one DataType. At least one output is given. No
          tensor is OWNED_BY_DML.
        - ActivationDescs has 2 activations for each direction, the forward ones first: of the
          gates, of the candidate. They are functions of one number, which softmax is not.
        - Beyond its length a sequence keeps its state and its elements of OutputSequenceTensor are
          0; a length beyond the number of steps is that number.
        - Gates stand in the order update, reset, candidate.

    DirectML: DML_GRU_OPERATOR_DESC, feature level 1_0.
    """
    return GruOutputs(*_call("GRU", (input, weight, recurrence, bias, hidden_init,
        sequence_lengths), (activation_descs, direction, linear_before_reset), out, allow_empty,
        skip=skip))


def element_wise_sign(input, *, out=None, allow_empty=False):
    """Writes -1, 0 or 1 according to the sign of every element.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-3, 0, 2], np.float32)
    >>> weft.element_wise_sign(input).tolist()
    [-1.0, 0.0, 1.0]

    DirectML: DML_ELEMENT_WISE_SIGN_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_SIGN", (input,), (), out, allow_empty)


def element_wise_is_nan(input, *, output_dtype=None, out=None, allow_empty=False):
    """Writes 1 where the element is not a number and 0 elsewhere.

    input: 1 to 8 dimensions, float32, float16
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - OutputTensor has the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1, np.nan], np.float32)
    >>> weft.element_wise_is_nan(input).tolist()
    [0, 1]

    DirectML: DML_ELEMENT_WISE_IS_NAN_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_IS_NAN", (input,), (), out, allow_empty, output_dtype=output_dtype)


def element_wise_erf(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the Gauss error function of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_erf(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_ERF_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_ERF", (input,), (scale_bias,), out, allow_empty)


def element_wise_sinh(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the hyperbolic sine of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_sinh(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_SINH_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_SINH", (input,), (scale_bias,), out, allow_empty)


def element_wise_cosh(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the hyperbolic cosine of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_cosh(input).tolist()
    [1.0]

    DirectML: DML_ELEMENT_WISE_COSH_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_COSH", (input,), (scale_bias,), out, allow_empty)


def element_wise_tanh(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the hyperbolic tangent of every element after an optional scale and bias.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_tanh(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_TANH_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_TANH", (input,), (scale_bias,), out, allow_empty)


def element_wise_asinh(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the inverse hyperbolic sine of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_asinh(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_ASINH_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_ASINH", (input,), (scale_bias,), out, allow_empty)


def element_wise_acosh(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the inverse hyperbolic cosine of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1], np.float32)
    >>> weft.element_wise_acosh(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_ACOSH_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_ACOSH", (input,), (scale_bias,), out, allow_empty)


def element_wise_atanh(input, *, scale_bias=None, out=None, allow_empty=False):
    """Takes the inverse hyperbolic tangent of every element.

    input: 1 to 8 dimensions, float32, float16
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.element_wise_atanh(input).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_ATANH_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_ATANH", (input,), (scale_bias,), out, allow_empty)


def element_wise_if(condition, a, b, *, out=None, allow_empty=False):
    """Takes the element of A where the condition is non-zero and that of B elsewhere.

    condition: 1 to 8 dimensions, uint8
    a: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    b: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType of ATensor.
        - All tensors have the Sizes of ConditionTensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> condition = np.array([1, 0, 1, 1], np.uint8).reshape(2, 2)
    >>> a = np.array([1, 2, 3, 4], np.float32).reshape(2, 2)
    >>> b = np.array([9, 8, 7, 6], np.float32).reshape(2, 2)
    >>> result = weft.element_wise_if(condition, a, b)
    >>> result.tolist()
    [[1.0, 8.0], [3.0, 4.0]]

    DirectML: DML_ELEMENT_WISE_IF_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_IF", (condition, a, b), (), out, allow_empty)


def element_wise_add1(a, b, *, fused_activation=None, out=None, allow_empty=False):
    """Adds two tensors element by element and applies an optional activation to the sum.

    a: 1 to 8 dimensions, float32, float16
    b: 1 to 8 dimensions, float32, float16
    fused_activation: ("ACTIVATION_...", {field: value}), applied to the result; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.
        - FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP,
          ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.

    >>> a = np.array([1, -20], np.float32)
    >>> b = np.array([10, 2], np.float32)
    >>> weft.element_wise_add1(a, b, fused_activation="ACTIVATION_RELU").tolist()
    [11.0, 0.0]

    DirectML: DML_ELEMENT_WISE_ADD1_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ELEMENT_WISE_ADD1", (a, b), (fused_activation,), out, allow_empty)


def activation_shrink(input, *, bias, threshold, out=None, allow_empty=False):
    """Moves elements beyond the threshold towards zero by Bias and replaces the others by zero.

    input: 1 to 8 dimensions, float32, float16, int32, int16, int8, uint32, uint16, uint8
    bias: a number
    threshold: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int32, int16, int8, uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-3, 1, 3], np.float32)
    >>> weft.activation_shrink(input, bias=1, threshold=1.5).tolist()
    [-2.0, 0.0, 2.0]

    DirectML: DML_ACTIVATION_SHRINK_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ACTIVATION_SHRINK", (input,), (bias, threshold), out, allow_empty)


MaxPooling1Outputs = namedtuple("MaxPooling1Outputs", "output output_indices")


def max_pooling1(input, *, strides, window_size, start_padding, end_padding, skip=None, out=None,
                 allow_empty=False):
    """Takes the largest element under a moving window and optionally tells where in the input it
    lies.

    input: 4 to 5 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    skip: names of optional outputs to leave out: output_indices
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8
        output_indices: 4 to 5 dimensions, uint64, uint32; may be None

    Rules
        - OutputTensor has the DataType of InputTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - OutputTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - A NaN loses against every number. A window that has no element inside the input gives the
          lowest number.
        - OutputIndicesTensor has the Sizes of OutputTensor. An index counts elements of the whole
          input in row-major order; the first of equal ones is taken. It is 4294967295 where the
          window has no element.

    DirectML: DML_MAX_POOLING1_OPERATOR_DESC, feature level 2_0.
    """
    return MaxPooling1Outputs(*_call("MAX_POOLING1", (input,), (strides, window_size, start_padding,
        end_padding), out, allow_empty, skip=skip))


def max_unpooling(input, indices, *, output_sizes=None, out=None, allow_empty=False):
    """Puts pooled elements back at the positions their indices name and fills the rest with zeros.

    input: 4 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16, uint8
    indices: 4 dimensions, uint64, uint32
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
            uint8

    Rules
        - OutputTensor has the DataType of InputTensor; IndicesTensor has its Sizes.
        - An index counts elements of the output in row-major order; what it names beyond the
          output is dropped. Of several the last one stays.

    DirectML: DML_MAX_UNPOOLING_OPERATOR_DESC, feature level 2_0.
    """
    return _call("MAX_UNPOOLING", (input, indices), (), out, allow_empty, output_sizes=output_sizes)


def diagonal_matrix(*, offset, value, output_sizes=None, output_dtype=None, out=None,
                    allow_empty=False):
    """Makes matrices that hold one value on a diagonal and zeros elsewhere.

    offset: an integer
    value: a number
    output_sizes: sizes of output
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 2 to 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - Value is converted as CAST does.
        - An Offset outside the matrix leaves it all zeros.

    >>> result = weft.diagonal_matrix(offset=0, value=1, output_sizes=[1, 1, 3, 3],
    ...     output_dtype="float32")
    >>> result.tolist()
    [[[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]]

    DirectML: DML_DIAGONAL_MATRIX_OPERATOR_DESC, feature level 2_0.
    """
    return _call("DIAGONAL_MATRIX", (), (offset, value), out, allow_empty,
        output_sizes=output_sizes, output_dtype=output_dtype)


def scatter_elements(input, indices, updates, *, axis, out=None, allow_empty=False):
    """Copies the input and replaces single elements along one axis, at the indices of a tensor.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    indices: 1 to 8 dimensions, int64, int32, uint64, uint32
    updates: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
        uint32, uint16, uint8
    axis: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - InputTensor, UpdatesTensor and OutputTensor have the same DataType.
        - OutputTensor has the Sizes of InputTensor, UpdatesTensor those of IndicesTensor.
        - Axis is less than DimensionCount.
        - IndicesTensor.Sizes are those of InputTensor, except at Axis.
        - An index of a signed type that is below 0 counts from the end of its dimension. One that
          is still out of range writes nothing. Where several name one element, the last in
          row-major order of the indices wins.

    >>> input = np.array([0, 1, 2, 3, 4], np.float32)
    >>> indices = np.array([3, 1, 3, 0], np.uint32)
    >>> updates = np.array([5, 6, 7, 8], np.float32)
    >>> result = weft.scatter_elements(input, indices, updates, axis=0)
    >>> result.tolist()
    [8.0, 6.0, 2.0, 7.0, 4.0]

    DirectML: DML_SCATTER_OPERATOR_DESC, feature level 2_0.
    """
    return _call("SCATTER_ELEMENTS", (input, indices, updates), (axis,), out, allow_empty)


def one_hot(indices, values, *, axis, output_sizes=None, out=None, allow_empty=False):
    """Writes one value at the position each index names along an axis and another value elsewhere.

    indices: 1 to 8 dimensions, int64, int32, uint64, uint32
    values: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
        uint32, uint16, uint8
    axis: an integer
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType of ValuesTensor; all tensors have the same DimensionCount.
        - Axis is less than DimensionCount.
        - IndicesTensor.Sizes are those of OutputTensor, except 1 at Axis.
        - ValuesTensor has at least 2 elements: the first is the value elsewhere, the second along
          its last dimension of more than one is the value that an index places.
        - An index of a signed type that is below 0 counts from the end. One that is still out of
          range places nothing.

    >>> indices = np.array([0, 3, 2], np.uint32).reshape(1, 1, 3, 1)
    >>> values = np.array([0, 1], np.float32).reshape(1, 1, 1, 2)
    >>> result = weft.one_hot(indices, values, axis=3, output_sizes=[1, 1, 3, 4])
    >>> result.tolist()
    [[[[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0]]]]

    DirectML: DML_ONE_HOT_OPERATOR_DESC, feature level 2_0.
    """
    return _call("ONE_HOT", (indices, values), (axis,), out, allow_empty, output_sizes=output_sizes)


def resample(input, *, interpolation_mode, scales, output_sizes=None, out=None, allow_empty=False):
    """Scales a tensor by nearest-neighbour or linear interpolation between pixel centres.

    input: 1 to 4 dimensions, float32, float16, int8, uint8
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    scales: numbers
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 4 dimensions, float32, float16, int8, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - The number of Scales is the number of dimensions; each is finite and above 0.
        - Output o lies at (o + 0.5) / Scale - 0.5 of the input; beyond the edge lies the edge.
        - NEAREST_NEIGHBOR takes the element at floor(position + 0.5).
        - 8-bit results of LINEAR are rounded to the nearest integer, ties to even.

    DirectML: DML_RESAMPLE_OPERATOR_DESC, feature level 2_0.
    """
    return _call("RESAMPLE", (input,), (interpolation_mode, scales), out, allow_empty,
        output_sizes=output_sizes)


def element_wise_bit_shift_left(a, b, *, out=None, allow_empty=False):
    """Shifts the bits of A to the left by B places.

    a: 1 to 8 dimensions, uint64, uint32, uint16, uint8
    b: 1 to 8 dimensions, uint64, uint32, uint16, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint64, uint32, uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([3], np.uint8)
    >>> b = np.array([2], np.uint8)
    >>> weft.element_wise_bit_shift_left(a, b).tolist()
    [12]

    DirectML: DML_ELEMENT_WISE_BIT_SHIFT_LEFT_OPERATOR_DESC, feature level 2_1.
    """
    return _call("ELEMENT_WISE_BIT_SHIFT_LEFT", (a, b), (), out, allow_empty)


def element_wise_bit_shift_right(a, b, *, out=None, allow_empty=False):
    """Shifts the bits of A to the right by B places, filling with zeros.

    a: 1 to 8 dimensions, uint64, uint32, uint16, uint8
    b: 1 to 8 dimensions, uint64, uint32, uint16, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint64, uint32, uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([12], np.uint8)
    >>> b = np.array([2], np.uint8)
    >>> weft.element_wise_bit_shift_right(a, b).tolist()
    [3]

    DirectML: DML_ELEMENT_WISE_BIT_SHIFT_RIGHT_OPERATOR_DESC, feature level 2_1.
    """
    return _call("ELEMENT_WISE_BIT_SHIFT_RIGHT", (a, b), (), out, allow_empty)


def element_wise_round(input, *, rounding_mode, out=None, allow_empty=False):
    """Rounds every element to an integral value in one of three ways.

    input: 1 to 8 dimensions, float32, float16
    rounding_mode: a weft.RoundingMode: HALVES_TO_NEAREST_EVEN, TOWARD_ZERO, TOWARD_INFINITY
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0.5, 1.5, 2.5], np.float32)
    >>> weft.element_wise_round(input, rounding_mode="HALVES_TO_NEAREST_EVEN").tolist()
    [0.0, 2.0, 2.0]

    DirectML: DML_ELEMENT_WISE_ROUND_OPERATOR_DESC, feature level 2_1.
    """
    return _call("ELEMENT_WISE_ROUND", (input,), (rounding_mode,), out, allow_empty)


def element_wise_is_infinity(input, *, infinity_mode, out=None, allow_empty=False):
    """Writes 1 where the element is infinite with the wanted sign and 0 elsewhere.

    input: 1 to 8 dimensions, float32, float16
    infinity_mode: a weft.IsInfinityMode: EITHER, POSITIVE, NEGATIVE
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint8

    Rules
        - OutputTensor has the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1, np.inf], np.float32)
    >>> weft.element_wise_is_infinity(input, infinity_mode="EITHER").tolist()
    [0, 1]

    DirectML: DML_ELEMENT_WISE_IS_INFINITY_OPERATOR_DESC, feature level 2_1.
    """
    return _call("ELEMENT_WISE_IS_INFINITY", (input,), (infinity_mode,), out, allow_empty)


def element_wise_modulus_truncate(a, b, *, out=None, allow_empty=False):
    """Takes the remainder of A / B that has the sign of A.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([-7], np.int32)
    >>> b = np.array([4], np.int32)
    >>> weft.element_wise_modulus_truncate(a, b).tolist()
    [-3]

    DirectML: DML_ELEMENT_WISE_MODULUS_TRUNCATE_OPERATOR_DESC, feature level 2_1.
    """
    return _call("ELEMENT_WISE_MODULUS_TRUNCATE", (a, b), (), out, allow_empty)


def element_wise_modulus_floor(a, b, *, out=None, allow_empty=False):
    """Takes the remainder of A / B that has the sign of B.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([-7], np.int32)
    >>> b = np.array([4], np.int32)
    >>> weft.element_wise_modulus_floor(a, b).tolist()
    [1]

    DirectML: DML_ELEMENT_WISE_MODULUS_FLOOR_OPERATOR_DESC, feature level 2_1.
    """
    return _call("ELEMENT_WISE_MODULUS_FLOOR", (a, b), (), out, allow_empty)


def fill_value_constant(*, value_data_type=None, value, output_sizes=None, output_dtype=None,
                        out=None, allow_empty=False):
    """Writes one value to every element.

    value_data_type: a dtype; that of the output when left out
    value: a number of that type
    output_sizes: sizes of output
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - ValueDataType equals OutputTensor.DataType.

    >>> result = weft.fill_value_constant(value_data_type="float32", value=13,
    ...     output_sizes=[1, 1, 2, 4], output_dtype="float32")
    >>> result.tolist()
    [[[[13.0, 13.0, 13.0, 13.0], [13.0, 13.0, 13.0, 13.0]]]]

    DirectML: DML_FILL_VALUE_CONSTANT_OPERATOR_DESC, feature level 2_1.
    """
    return _call("FILL_VALUE_CONSTANT", (), (value_data_type, value), out, allow_empty,
        output_sizes=output_sizes, output_dtype=output_dtype)


def fill_value_sequence(*, value_data_type=None, value_start, value_delta, output_sizes=None,
                        output_dtype=None, out=None, allow_empty=False):
    """Writes an arithmetic sequence in row-major order of the elements.

    value_data_type: a dtype; that of the output when left out
    value_start: a number of that type
    value_delta: a number of that type
    output_sizes: sizes of output
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - ValueDataType equals OutputTensor.DataType.

    >>> result = weft.fill_value_sequence(value_data_type="float32", value_start=3,
    ...     value_delta=2, output_sizes=[1, 1, 1, 3], output_dtype="float32")
    >>> result.tolist()
    [[[[3.0, 5.0, 7.0]]]]

    DirectML: DML_FILL_VALUE_SEQUENCE_OPERATOR_DESC, feature level 2_1.
    """
    return _call("FILL_VALUE_SEQUENCE", (), (value_data_type, value_start, value_delta), out,
        allow_empty, output_sizes=output_sizes, output_dtype=output_dtype)


def cumulative_summation(input, *, axis, axis_direction, has_exclusive_sum, out=None,
                         allow_empty=False):
    """Writes the running sum along one axis, in either direction.

    input: 1 to 8 dimensions, float32, float16, int64, int32, uint64, uint32
    axis: an integer
    axis_direction: a weft.AxisDirection: INCREASING, DECREASING
    has_exclusive_sum: True or False
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, uint64, uint32

    Rules
        - Axis is less than DimensionCount.
        - Floats add up in float64 and are rounded where they are written; integers wrap around.

    >>> input = np.array([2, 1, 3, 5, 3, 8, 7, 3, 9, 6, 2, 4], np.float32).reshape(1, 1, 3, 4)
    >>> result = weft.cumulative_summation(input, axis=3, axis_direction="INCREASING",
    ...     has_exclusive_sum=False)
    >>> result.tolist()
    [[[[2.0, 3.0, 6.0, 11.0], [3.0, 11.0, 18.0, 21.0], [9.0, 15.0, 17.0, 21.0]]]]

    DirectML: DML_CUMULATIVE_SUMMATION_OPERATOR_DESC, feature level 2_1.
    """
    return _call("CUMULATIVE_SUMMATION", (input,), (axis, axis_direction, has_exclusive_sum), out,
        allow_empty)


def reverse_subsequences(input, sequence_lengths, *, axis, out=None, allow_empty=False):
    """Reverses the beginning of each sequence along one axis, as long as its own length says.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    sequence_lengths: 1 to 8 dimensions, uint64, uint32
    axis: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Axis is less than DimensionCount.
        - SequenceLengthsTensor.Sizes are those of InputTensor, except 1 at Axis.
        - A length beyond the size of the dimension reverses all of it.

    >>> input = np.arange(1, 13, dtype=np.float32).reshape(1, 1, 3, 4)
    >>> sequence_lengths = np.array([2, 4, 3], np.uint32).reshape(1, 1, 3, 1)
    >>> result = weft.reverse_subsequences(input, sequence_lengths, axis=3)
    >>> result.tolist()
    [[[[2.0, 1.0, 3.0, 4.0], [8.0, 7.0, 6.0, 5.0], [11.0, 10.0, 9.0, 12.0]]]]

    DirectML: DML_REVERSE_SUBSEQUENCES_OPERATOR_DESC, feature level 2_1.
    """
    return _call("REVERSE_SUBSEQUENCES", (input, sequence_lengths), (axis,), out, allow_empty)


def gather_elements(input, indices, *, axis, out=None, allow_empty=False):
    """Picks single elements along one axis, at the indices of a tensor.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    indices: 1 to 8 dimensions, int64, int32, uint64, uint32
    axis: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor and the Sizes of IndicesTensor.
        - Axis is less than DimensionCount.
        - IndicesTensor.Sizes are those of InputTensor, except at Axis.
        - An index of a signed type that is below 0 counts from the end of its dimension. One that
          is still out of range reads the nearest element.

    >>> input = np.arange(1, 10, dtype=np.float32).reshape(3, 3)
    >>> indices = np.array([1, 2, 0, 2, 0, 0], np.uint32).reshape(2, 3)
    >>> result = weft.gather_elements(input, indices, axis=0)
    >>> result.tolist()
    [[4.0, 8.0, 3.0], [7.0, 2.0, 3.0]]

    DirectML: DML_GATHER_ELEMENTS_OPERATOR_DESC, feature level 2_1.
    """
    return _call("GATHER_ELEMENTS", (input, indices), (axis,), out, allow_empty)


def gather_nd(input, indices, *, input_dimension_count, indices_dimension_count, out=None,
              allow_empty=False):
    """Picks elements or blocks of the input by tuples of coordinates.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    indices: 1 to 8 dimensions, int64, int32, uint64, uint32
    input_dimension_count: an integer
    indices_dimension_count: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor; all tensors have the same DimensionCount.
        - InputDimensionCount and IndicesDimensionCount are 1 to DimensionCount; the sizes before
          those that they count are 1.
        - The last size of IndicesTensor, the length of a tuple, is 1 to InputDimensionCount.
        - OutputTensor.Sizes are those of IndicesTensor but the last, then those of InputTensor
          that no tuple names, aligned to the end with leading ones.
        - An index of a signed type that is below 0 counts from the end of its dimension. One that
          is still out of range reads the nearest element.

    >>> input = np.array([0, 1, 2, 3], np.float32).reshape(2, 2)
    >>> indices = np.array([1, 0], np.uint32).reshape(2, 1)
    >>> result = weft.gather_nd(input, indices, input_dimension_count=2,
    ...     indices_dimension_count=2)
    >>> result.tolist()
    [[2.0, 3.0], [0.0, 1.0]]

    DirectML: DML_GATHER_ND_OPERATOR_DESC, feature level 2_1.
    """
    return _call("GATHER_ND", (input, indices), (input_dimension_count, indices_dimension_count),
        out, allow_empty)


def scatter_nd(input, indices, updates, *, input_dimension_count, indices_dimension_count, out=None,
               allow_empty=False):
    """Copies the input and replaces elements or blocks whose coordinates are given as tuples.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    indices: 1 to 8 dimensions, int64, int32, uint64, uint32
    updates: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
        uint32, uint16, uint8
    input_dimension_count: an integer
    indices_dimension_count: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - InputTensor, UpdatesTensor and OutputTensor have the same DataType; all tensors have the
          same DimensionCount.
        - OutputTensor has the Sizes of InputTensor.
        - InputDimensionCount and IndicesDimensionCount are 1 to DimensionCount; the sizes before
          those that they count are 1.
        - The last size of IndicesTensor, the length of a tuple, is 1 to InputDimensionCount.
        - UpdatesTensor.Sizes are those of IndicesTensor but the last, then those of InputTensor
          that no tuple names, aligned to the end with leading ones.
        - An index of a signed type that is below 0 counts from the end of its dimension. One that
          is still out of range writes nothing. Where several name one element, the last in
          row-major order of the indices wins.

    >>> input = np.array([1, 2, 3, 4, 5, 6, 7, 8], np.float32).reshape(1, 8)
    >>> indices = np.array([4, 3, 1, 7], np.uint32).reshape(4, 1)
    >>> updates = np.array([9, 10, 11, 12], np.float32).reshape(1, 4)
    >>> result = weft.scatter_nd(input, indices, updates, input_dimension_count=1,
    ...     indices_dimension_count=2)
    >>> result.tolist()
    [[1.0, 11.0, 3.0, 10.0, 9.0, 6.0, 7.0, 12.0]]

    DirectML: DML_SCATTER_ND_OPERATOR_DESC, feature level 2_1.
    """
    return _call("SCATTER_ND", (input, indices, updates), (input_dimension_count,
        indices_dimension_count), out, allow_empty)


MaxPooling2Outputs = namedtuple("MaxPooling2Outputs", "output output_indices")


def max_pooling2(input, *, strides, window_size, start_padding, end_padding, dilations, skip=None,
                 out=None, allow_empty=False):
    """Takes the largest element under a moving, dilated window and optionally tells where it lies.

    input: 4 to 5 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    dilations: integers, at least 0
    skip: names of optional outputs to leave out: output_indices
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8
        output_indices: 4 to 5 dimensions, uint64, uint32; may be None

    Rules
        - OutputTensor has the DataType of InputTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - OutputTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.
        - A NaN loses against every number. A window that has no element inside the input gives the
          lowest number.
        - OutputIndicesTensor has the Sizes of OutputTensor. An index counts elements of the whole
          input in row-major order; the first of equal ones is taken. It is 4294967295 where the
          window has no element.

    >>> input = np.array([1, 2, 3, 2, 4, 2, 5, 6, 7], np.float32).reshape(1, 1, 3, 3)
    >>> result = weft.max_pooling2(input, strides=[1, 1], window_size=[2, 2],
    ...     start_padding=[0, 0], end_padding=[0, 0], dilations=[1, 1])
    >>> result.output.tolist()
    [[[[4.0, 4.0], [6.0, 7.0]]]]
    >>> result.output_indices.tolist()
    [[[[4, 4], [7, 8]]]]

    DirectML: DML_MAX_POOLING2_OPERATOR_DESC, feature level 2_1.
    """
    return MaxPooling2Outputs(*_call("MAX_POOLING2", (input,), (strides, window_size, start_padding,
        end_padding, dilations), out, allow_empty, skip=skip))


def slice1(input, *, input_window_offsets, input_window_sizes, input_window_strides,
           output_sizes=None, out=None, allow_empty=False):
    """Copies a strided window of the input; negative strides walk each dimension backwards.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    input_window_offsets: integers, at least 0
    input_window_sizes: integers, at least 0
    input_window_strides: integers
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - DimensionCount is that of the tensors.
        - InputWindowSizes[i] is at least 1.
        - InputWindowOffsets[i] + InputWindowSizes[i] is at most InputTensor.Sizes[i].
        - InputWindowStrides[i] is not 0, and its magnitude is at most 2147483647.
        - OutputTensor.Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) / |InputWindowStrides[i]|.

    >>> input = np.arange(1, 17, dtype=np.float32).reshape(1, 1, 4, 4)
    >>> result = weft.slice1(input, input_window_offsets=[0, 0, 0, 1],
    ...     input_window_sizes=[1, 1, 4, 3], input_window_strides=[1, 1, 2, 2],
    ...     output_sizes=[1, 1, 2, 2])
    >>> result.tolist()
    [[[[2.0, 4.0], [10.0, 12.0]]]]

    DirectML: DML_SLICE1_OPERATOR_DESC, feature level 2_1.
    """
    return _call("SLICE1", (input,), (input_window_offsets, input_window_sizes,
        input_window_strides), out, allow_empty, output_sizes=output_sizes)


TopK1Outputs = namedtuple("TopK1Outputs", "output_value output_index")


def top_k1(input, *, axis, k, axis_direction, out=None, allow_empty=False):
    """Finds the K largest or smallest elements along one axis, with their indices.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    axis: an integer
    k: an integer
    axis_direction: a weft.AxisDirection: INCREASING, DECREASING
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_value: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8
        output_index: 1 to 8 dimensions, uint64, uint32

    Rules
        - OutputValueTensor has the DataType of InputTensor.
        - Axis is less than DimensionCount; K is 1 to the size of InputTensor at Axis.
        - OutputValueTensor and OutputIndexTensor have the Sizes of InputTensor, except K at Axis.
        - Equal elements come in ascending order of their indices; -0 equals 0. NaN is larger than
          any number, and all are equal.

    >>> input = np.array([0, 1, 10, 11, 3, 2, 9, 8, 4, 5, 6, 7], np.float32).reshape(1, 1, 3, 4)
    >>> result = weft.top_k1(input, axis=3, k=2, axis_direction="DECREASING")
    >>> result.output_value.tolist()
    [[[[11.0, 10.0], [9.0, 8.0], [7.0, 6.0]]]]
    >>> result.output_index.tolist()
    [[[[3, 2], [2, 3], [3, 2]]]]

    DirectML: DML_TOP_K1_OPERATOR_DESC, feature level 2_1.
    """
    return TopK1Outputs(*_call("TOP_K1", (input,), (axis, k, axis_direction), out, allow_empty))


def depth_to_space1(input, *, block_size, order, out=None, allow_empty=False):
    """Moves channels into square blocks of height and width, in either channel order.

    input: 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    block_size: an integer
    order: a weft.DepthSpaceOrder: DEPTH_COLUMN_ROW, COLUMN_ROW_DEPTH
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor.
        - BlockSize is at least 1.
        - InputTensor.Sizes[1] is OutputTensor.Sizes[1] * BlockSize * BlockSize.
        - OutputTensor.Sizes[i] is InputTensor.Sizes[i] * BlockSize, for height and width.

    >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 4, 1, 1)
    >>> weft.depth_to_space1(input, block_size=2, order="DEPTH_COLUMN_ROW").tolist()
    [[[[1.0, 2.0], [3.0, 4.0]]]]

    DirectML: DML_DEPTH_TO_SPACE1_OPERATOR_DESC, feature level 2_1.
    """
    return _call("DEPTH_TO_SPACE1", (input,), (block_size, order), out, allow_empty)


def space_to_depth1(input, *, block_size, order, out=None, allow_empty=False):
    """Moves square blocks of height and width into channels, in either channel order.

    input: 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    block_size: an integer
    order: a weft.DepthSpaceOrder: DEPTH_COLUMN_ROW, COLUMN_ROW_DEPTH
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor.
        - BlockSize is at least 1.
        - OutputTensor.Sizes[1] is InputTensor.Sizes[1] * BlockSize * BlockSize.
        - InputTensor.Sizes[i] is OutputTensor.Sizes[i] * BlockSize, for height and width.

    >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 1, 2, 2)
    >>> weft.space_to_depth1(input, block_size=2, order="DEPTH_COLUMN_ROW").tolist()
    [[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]]

    DirectML: DML_SPACE_TO_DEPTH1_OPERATOR_DESC, feature level 2_1.
    """
    return _call("SPACE_TO_DEPTH1", (input,), (block_size, order), out, allow_empty)


def mean_variance_normalization1(input, scale=None, bias=None, *, axes, normalize_variance, epsilon,
                                 fused_activation=None, out=None, allow_empty=False):
    """Normalizes by the mean and variance of the input over the given axes.

    input: 1 to 8 dimensions, float32, float16
    scale: 1 to 8 dimensions, float32, float16; may be None
    bias: 1 to 8 dimensions, float32, float16; may be None
    axes: integers, at least 0
    normalize_variance: True or False
    epsilon: a number
    fused_activation: ("ACTIVATION_...", {field: value}), applied to the result; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - Axes are less than DimensionCount and each comes once; without any, every element is
          alone.
        - ScaleTensor and BiasTensor, each of which may be missing, have the Sizes of InputTensor,
          or 1 where an element serves the whole dimension.
        - Means and variances are sums in float64, the variance that of all elements (divided by
          their number).
        - FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP,
          ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.

    DirectML: DML_MEAN_VARIANCE_NORMALIZATION1_OPERATOR_DESC, feature level 2_1.
    """
    return _call("MEAN_VARIANCE_NORMALIZATION1", (input, scale, bias), (axes, normalize_variance,
        epsilon, fused_activation), out, allow_empty)


def resample1(input, *, interpolation_mode, scales, input_pixel_offsets, output_pixel_offsets,
              output_sizes=None, out=None, allow_empty=False):
    """Scales a tensor by interpolation with explicit pixel offsets for input and output.

    input: 1 to 4 dimensions, float32, float16, int8, uint8
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    scales: numbers
    input_pixel_offsets: numbers
    output_pixel_offsets: numbers
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 4 dimensions, float32, float16, int8, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - The number of Scales is the number of dimensions; each is finite and above 0.
        - InputPixelOffsets and OutputPixelOffsets are finite.
        - Output o lies at (o - OutputPixelOffset) / Scale - InputPixelOffset of the input; beyond
          the edge lies the edge.
        - NEAREST_NEIGHBOR takes the element at floor(position + 0.5).
        - 8-bit results of LINEAR are rounded to the nearest integer, ties to even.

    >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 1, 2, 2)
    >>> result = weft.resample1(input, interpolation_mode="NEAREST_NEIGHBOR",
    ...     scales=[1, 1, 0.5, 1.5], input_pixel_offsets=[0.5, 0.5, 0.5, 0.5],
    ...     output_pixel_offsets=[0, 0, 0, 0], output_sizes=[1, 1, 1, 3])
    >>> result.tolist()
    [[[[1.0, 1.0, 2.0]]]]

    DirectML: DML_RESAMPLE1_OPERATOR_DESC, feature level 2_1.
    """
    return _call("RESAMPLE1", (input,), (interpolation_mode, scales, input_pixel_offsets,
        output_pixel_offsets), out, allow_empty, output_sizes=output_sizes)


def matrix_multiply_integer(a, a_zero_point, b, b_zero_point=None, *, out=None, allow_empty=False):
    """Multiplies matrices of 8-bit integers, less their zero points, into 32-bit integers.

    a: 2 to 4 dimensions, int8, uint8
    a_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    b: 2 to 4 dimensions, int8, uint8
    b_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 2 to 4 dimensions, int32

    Rules
        - ATensor, BTensor and OutputTensor have the same DimensionCount.
        - The last two dimensions are the matrix: ATensor {.., M, K}, BTensor {.., K, N},
          OutputTensor {.., M, N}. All Sizes before them are the same; a matrix is repeated by
          stride 0.
        - Zero points have the DataType of their matrix; there is one, or one for each row of
          ATensor ({.., M, 1} or {M}) or column of BTensor ({.., N}). An absent one is 0.
        - Sums are exact in 32 bits and wrap around.
        - A BTensor that is OWNED_BY_DML, as is BZeroPointTensor if there is one, is packed once,
          when the operator is initialized.

    DirectML: DML_MATRIX_MULTIPLY_INTEGER_OPERATOR_DESC, feature level 2_1.
    """
    return _call("MATRIX_MULTIPLY_INTEGER", (a, a_zero_point, b, b_zero_point), (), out,
        allow_empty)


def quantized_linear_matrix_multiply(a, a_scale, a_zero_point, b, b_scale, b_zero_point,
                                     output_scale, output_zero_point=None, *, output_dtype=None,
                                     out=None, allow_empty=False):
    """Multiplies quantized matrices and quantizes the product again.

    a: 2 to 4 dimensions, int8, uint8
    a_scale: 1 to 4 dimensions, float32
    a_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    b: 2 to 4 dimensions, int8, uint8
    b_scale: 1 to 4 dimensions, float32
    b_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    output_scale: 1 to 4 dimensions, float32
    output_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 2 to 4 dimensions, int8, uint8

    Rules
        - ATensor, BTensor and OutputTensor have the same DimensionCount.
        - The last two dimensions are the matrix: ATensor {.., M, K}, BTensor {.., K, N},
          OutputTensor {.., M, N}. All Sizes before them are the same; a matrix is repeated by
          stride 0.
        - Zero points have the DataType of their matrix. Of scales and zero points there is one, or
          one for each row of ATensor and OutputTensor ({.., M, 1} or {M}) or column of BTensor
          ({.., N}). An absent zero point is 0.
        - The product is exact in 32 bits, then scaled in float64, rounded half to even and
          saturated; a NaN becomes the zero point.
        - A BTensor that is OWNED_BY_DML, as is BZeroPointTensor if there is one, is packed once,
          when the operator is initialized.

    DirectML: DML_QUANTIZED_LINEAR_MATRIX_MULTIPLY_OPERATOR_DESC, feature level 2_1.
    """
    return _call("QUANTIZED_LINEAR_MATRIX_MULTIPLY", (a, a_scale, a_zero_point, b, b_scale,
        b_zero_point, output_scale, output_zero_point), (), out, allow_empty,
        output_dtype=output_dtype)


def convolution_integer(input, input_zero_point, filter, filter_zero_point=None, *, strides,
                        dilations, start_padding, end_padding, group_count, out=None,
                        allow_empty=False):
    """Convolves 8-bit integers, less their zero points, into 32-bit integers.

    input: 3 to 4 dimensions, int8, uint8
    input_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    filter: 3 to 4 dimensions, int8, uint8
    filter_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    strides: integers, at least 0
    dilations: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    group_count: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 3 to 4 dimensions, int32

    Rules
        - InputTensor, FilterTensor and OutputTensor have the same DimensionCount; DimensionCount
          is that - 2; Strides and Dilations are at least 1.
        - FilterTensor.Sizes are { output channels, input channels / GroupCount, .. }, and an
          output size is (input size + StartPadding + EndPadding - (Dilations * (filter size - 1) +
          1)) / Strides + 1, rounded down.
        - GroupCount is at least 1 and divides the channels of input and output.
        - A zero point has the DataType of its tensor; without it zero points are 0. Padding
          contributes nothing.
        - InputZeroPointTensor has one element, FilterZeroPointTensor one or one for each output
          channel.
        - Sums wrap around in 32 bits.
        - A FilterTensor that is OWNED_BY_DML, as is FilterZeroPointTensor if there is one, is
          packed once, when the operator is initialized.

    DirectML: DML_CONVOLUTION_INTEGER_OPERATOR_DESC, feature level 2_1.
    """
    return _call("CONVOLUTION_INTEGER", (input, input_zero_point, filter, filter_zero_point),
        (strides, dilations, start_padding, end_padding, group_count), out, allow_empty)


def quantized_linear_convolution(input, input_scale, input_zero_point, filter, filter_scale,
                                 filter_zero_point, bias, output_scale, output_zero_point=None, *,
                                 strides, dilations, start_padding, end_padding, group_count,
                                 output_dtype=None, out=None, allow_empty=False):
    """Convolves quantized tensors with an optional bias and quantizes the result again.

    input: 3 to 4 dimensions, int8, uint8
    input_scale: 1 to 4 dimensions, float32
    input_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    filter: 3 to 4 dimensions, int8, uint8
    filter_scale: 1 to 4 dimensions, float32
    filter_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    bias: 3 to 4 dimensions, int32; may be None
    output_scale: 1 to 4 dimensions, float32
    output_zero_point: 1 to 4 dimensions, int8, uint8; may be None
    strides: integers, at least 0
    dilations: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    group_count: an integer
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 3 to 4 dimensions, int8, uint8

    Rules
        - InputTensor, FilterTensor and OutputTensor have the same DimensionCount; DimensionCount
          is that - 2; Strides and Dilations are at least 1.
        - FilterTensor.Sizes are { output channels, input channels / GroupCount, .. }, and an
          output size is (input size + StartPadding + EndPadding - (Dilations * (filter size - 1) +
          1)) / Strides + 1, rounded down.
        - GroupCount is at least 1 and divides the channels of input and output.
        - A zero point has the DataType of its tensor; without it zero points are 0. Padding
          contributes nothing.
        - Scales and zero points have one element; those of FilterTensor may have one for each
          output channel.
        - BiasTensor.Sizes are { 1, output channels, 1, .. }, in units of InputScale * FilterScale.
        - Sums wrap around in 32 bits; the result rounds half to even and saturates.
        - A FilterTensor that is OWNED_BY_DML, as is FilterZeroPointTensor if there is one, is
          packed once, when the operator is initialized.

    DirectML: DML_QUANTIZED_LINEAR_CONVOLUTION_OPERATOR_DESC, feature level 2_1.
    """
    return _call("QUANTIZED_LINEAR_CONVOLUTION", (input, input_scale, input_zero_point, filter,
        filter_scale, filter_zero_point, bias, output_scale, output_zero_point), (strides,
        dilations, start_padding, end_padding, group_count), out, allow_empty,
        output_dtype=output_dtype)


def element_wise_bit_and(a, b, *, out=None, allow_empty=False):
    """Combines the bits of two tensors by AND.

    a: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    b: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([6], np.uint8)
    >>> b = np.array([3], np.uint8)
    >>> weft.element_wise_bit_and(a, b).tolist()
    [2]

    DirectML: DML_ELEMENT_WISE_BIT_AND_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ELEMENT_WISE_BIT_AND", (a, b), (), out, allow_empty)


def element_wise_bit_or(a, b, *, out=None, allow_empty=False):
    """Combines the bits of two tensors by OR.

    a: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    b: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([6], np.uint8)
    >>> b = np.array([3], np.uint8)
    >>> weft.element_wise_bit_or(a, b).tolist()
    [7]

    DirectML: DML_ELEMENT_WISE_BIT_OR_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ELEMENT_WISE_BIT_OR", (a, b), (), out, allow_empty)


def element_wise_bit_xor(a, b, *, out=None, allow_empty=False):
    """Combines the bits of two tensors by exclusive OR.

    a: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    b: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([6], np.uint8)
    >>> b = np.array([3], np.uint8)
    >>> weft.element_wise_bit_xor(a, b).tolist()
    [5]

    DirectML: DML_ELEMENT_WISE_BIT_XOR_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ELEMENT_WISE_BIT_XOR", (a, b), (), out, allow_empty)


def element_wise_bit_not(input, *, out=None, allow_empty=False):
    """Inverts every bit.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0, 128, 42, 255], np.uint8).reshape(2, 2)
    >>> result = weft.element_wise_bit_not(input)
    >>> result.tolist()
    [[255, 127], [213, 0]]

    DirectML: DML_ELEMENT_WISE_BIT_NOT_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ELEMENT_WISE_BIT_NOT", (input,), (), out, allow_empty)


def element_wise_bit_count(input, *, output_dtype=None, out=None, allow_empty=False):
    """Counts the one bits of every element.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - OutputTensor has the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0, 123, 456, 789], np.uint32).reshape(2, 2)
    >>> result = weft.element_wise_bit_count(input, output_dtype="uint32")
    >>> result.tolist()
    [[0, 6], [4, 5]]

    DirectML: DML_ELEMENT_WISE_BIT_COUNT_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ELEMENT_WISE_BIT_COUNT", (input,), (), out, allow_empty,
        output_dtype=output_dtype)


def element_wise_logical_greater_than_or_equal(a, b, *, output_dtype=None, out=None,
                                               allow_empty=False):
    """Writes 1 where A is at least B and 0 elsewhere.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - BTensor has the DataType of ATensor.
        - BTensor and OutputTensor have the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 2], np.float32)
    >>> b = np.array([1, 3], np.float32)
    >>> weft.element_wise_logical_greater_than_or_equal(a, b).tolist()
    [1, 0]

    DirectML: DML_ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", (a, b), (), out, allow_empty,
        output_dtype=output_dtype)


def element_wise_logical_less_than_or_equal(a, b, *, output_dtype=None, out=None,
                                            allow_empty=False):
    """Writes 1 where A is at most B and 0 elsewhere.

    a: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    b: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32, uint8

    Rules
        - BTensor has the DataType of ATensor.
        - BTensor and OutputTensor have the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 3], np.float32)
    >>> b = np.array([1, 2], np.float32)
    >>> weft.element_wise_logical_less_than_or_equal(a, b).tolist()
    [1, 0]

    DirectML: DML_ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", (a, b), (), out, allow_empty,
        output_dtype=output_dtype)


def activation_celu(input, *, alpha, out=None, allow_empty=False):
    """Keeps elements from zero upwards and bends negative ones to Alpha * (e^(x / Alpha) - 1).

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0, 2], np.float32)
    >>> weft.activation_celu(input, alpha=1).tolist()
    [0.0, 2.0]

    DirectML: DML_ACTIVATION_CELU_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ACTIVATION_CELU", (input,), (alpha,), out, allow_empty)


def activation_relu_grad(input, input_gradient, *, out=None, allow_empty=False):
    """Passes the gradient on where the forward input was positive and zero elsewhere.

    input: 1 to 8 dimensions, float32, float16, int32, int16, int8
    input_gradient: 1 to 8 dimensions, float32, float16, int32, int16, int8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 1 to 8 dimensions, float32, float16, int32, int16, int8

    Rules
        - InputGradientTensor and OutputGradientTensor have the DataType and the Sizes of
          InputTensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> input = np.array([-2, 3], np.float32)
    >>> input_gradient = np.array([10, 20], np.float32)
    >>> weft.activation_relu_grad(input, input_gradient).tolist()
    [0.0, 20.0]

    DirectML: DML_ACTIVATION_RELU_GRAD_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ACTIVATION_RELU_GRAD", (input, input_gradient), (), out, allow_empty)


def average_pooling_grad(input_gradient, *, strides, window_size, start_padding, end_padding,
                         include_padding, output_sizes=None, out=None, allow_empty=False):
    """Spreads each gradient of an average pooling evenly over the elements of its window.

    input_gradient: 4 to 5 dimensions, float32, float16
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    include_padding: True or False
    output_sizes: sizes of output_gradient
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 4 to 5 dimensions, float32, float16

    Rules
        - OutputGradientTensor has the DataType of InputGradientTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - InputGradientTensor has the first two sizes of OutputGradientTensor; a spatial size is
          (input + StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the
          last window reaches beyond the padding.
        - Each gradient is divided as the mean was, and added to every element of its window.

    DirectML: DML_AVERAGE_POOLING_GRAD_OPERATOR_DESC, feature level 3_0.
    """
    return _call("AVERAGE_POOLING_GRAD", (input_gradient,), (strides, window_size, start_padding,
        end_padding, include_padding), out, allow_empty, output_sizes=output_sizes)


def max_pooling_grad(input, input_gradient, *, strides, window_size, start_padding, end_padding,
                     dilations, out=None, allow_empty=False):
    """Sends each gradient of a max pooling to the element that was the largest of its window.

    input: 4 to 5 dimensions, float32, float16
    input_gradient: 4 to 5 dimensions, float32, float16
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    dilations: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 4 to 5 dimensions, float32, float16

    Rules
        - All tensors have one DataType; OutputGradientTensor has the Sizes of InputTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - InputGradientTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.
        - Each gradient is added to the first largest element of its window; a NaN loses against
          every number.

    >>> input = np.array([1, 2, 3, 2, 4, 2, 5, 6, 7], np.float32).reshape(1, 1, 3, 3)
    >>> input_gradient = np.array([1, 2, 4, 5], np.float32).reshape(1, 1, 2, 2)
    >>> result = weft.max_pooling_grad(input, input_gradient, strides=[1, 1],
    ...     window_size=[2, 2], start_padding=[0, 0], end_padding=[0, 0], dilations=[1, 1])
    >>> result.tolist()
    [[[[0.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 4.0, 5.0]]]]

    DirectML: DML_MAX_POOLING_GRAD_OPERATOR_DESC, feature level 3_0.
    """
    return _call("MAX_POOLING_GRAD", (input, input_gradient), (strides, window_size, start_padding,
        end_padding, dilations), out, allow_empty)


RandomGeneratorOutputs = namedtuple("RandomGeneratorOutputs", "output output_state")


def random_generator(input_state, *, type, output_sizes=None, skip=None, out=None,
                     allow_empty=False):
    """Fills a tensor with random bits from the Philox 4x32 generator and can advance its state.

    input_state: 1 to 8 dimensions, uint32
    type: a weft.RandomGeneratorType: PHILOX_4X32_10
    output_sizes: sizes of output
    skip: names of optional outputs to leave out: output_state
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, uint32
        output_state: 1 to 8 dimensions, uint32; may be None

    Rules
        - InputStateTensor.Sizes are 6 after ones: four words of the counter, the lowest first, and
          two of the key. OutputStateTensor, if there is one, has the same.
        - The elements of OutputTensor, in row-major order, are the words of the blocks for the
          counter and those after it.
        - OutputStateTensor is the state whose counter is one past the last that was used, even if
          only in part.

    >>> input_state = np.array([0, 0, 0, 0, 0, 0], np.uint32).reshape(1, 1, 1, 6)
    >>> result = weft.random_generator(input_state, type="PHILOX_4X32_10",
    ...     output_sizes=[1, 1, 1, 4])
    >>> result.output.tolist()
    [[[[1713891541, 3781805453, 3159862348, 2600524760]]]]
    >>> result.output_state.tolist()
    [[[[1, 0, 0, 0, 0, 0]]]]

    DirectML: DML_RANDOM_GENERATOR_OPERATOR_DESC, feature level 3_0.
    """
    return RandomGeneratorOutputs(*_call("RANDOM_GENERATOR", (input_state,), (type,), out,
        allow_empty, output_sizes=output_sizes, skip=skip))


NonzeroCoordinatesOutputs = namedtuple("NonzeroCoordinatesOutputs",
    "output_count output_coordinates")


def nonzero_coordinates(input, *, out=None, allow_empty=False):
    """Lists the coordinates of the non-zero elements in row-major order, and their number.

    input: 1 to 8 dimensions, float32, float16, int32, int16, int8, uint32, uint16, uint8
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_count: 1 to 8 dimensions, uint32
        output_coordinates: 2 to 8 dimensions, uint32

    Rules
        - Every size of OutputCountTensor is 1.
        - OutputCoordinatesTensor.Sizes end with { M, N } after ones: M is the number of elements
          of InputTensor, N is its DimensionCount, with or without any of its leading dimensions of
          size 1, whose coordinates are then left out.
        - Neither 0 nor -0 counts; NaN does. Rows of OutputCoordinatesTensor beyond the count
          become 0.

    >>> result = weft.nonzero_coordinates(np.array([0, 5, 7], np.uint8))
    >>> result.output_count.tolist()
    [2]
    >>> result.output_coordinates[:2].tolist()
    [[1], [2]]

    DirectML: DML_NONZERO_COORDINATES_OPERATOR_DESC, feature level 3_0.
    """
    return NonzeroCoordinatesOutputs(*_call("NONZERO_COORDINATES", (input,), (), out, allow_empty))


def resample_grad(input_gradient, *, interpolation_mode, scales, input_pixel_offsets,
                  output_pixel_offsets, output_sizes=None, out=None, allow_empty=False):
    """Carries the gradient of RESAMPLE1 back to the input's elements.

    input_gradient: 1 to 4 dimensions, float32, float16
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    scales: numbers
    input_pixel_offsets: numbers
    output_pixel_offsets: numbers
    output_sizes: sizes of output_gradient
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 1 to 4 dimensions, float32, float16

    Rules
        - OutputGradientTensor has the DataType and the DimensionCount of InputGradientTensor, and
          the sizes of the forward input.
        - The number of Scales is the number of dimensions; each is finite and above 0.
        - InputPixelOffsets and OutputPixelOffsets are finite.
        - Each gradient is added to the elements that its result was made of, by their weights.
        - NEAREST_NEIGHBOR takes the element at floor(position + 0.5).

    >>> input_gradient = np.array([4, 5, 6], np.float32).reshape(1, 1, 1, 3)
    >>> result = weft.resample_grad(input_gradient, interpolation_mode="NEAREST_NEIGHBOR",
    ...     scales=[1, 1, 0.5, 1.5], input_pixel_offsets=[0.5, 0.5, 0.5, 0.5],
    ...     output_pixel_offsets=[0, 0, 0, 0], output_sizes=[1, 1, 2, 2])
    >>> result.tolist()
    [[[[9.0, 6.0], [0.0, 0.0]]]]

    DirectML: DML_RESAMPLE_GRAD_OPERATOR_DESC, feature level 3_0.
    """
    return _call("RESAMPLE_GRAD", (input_gradient,), (interpolation_mode, scales,
        input_pixel_offsets, output_pixel_offsets), out, allow_empty, output_sizes=output_sizes)


def slice_grad(input_gradient, *, input_window_offsets, input_window_sizes, input_window_strides,
               output_sizes=None, out=None, allow_empty=False):
    """Puts the gradient of SLICE1 back into its window and zeros everywhere else.

    input_gradient: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8,
        uint64, uint32, uint16, uint8
    input_window_offsets: integers, at least 0
    input_window_sizes: integers, at least 0
    input_window_strides: integers
    output_sizes: sizes of output_gradient
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8,
            uint64, uint32, uint16, uint8

    Rules
        - OutputGradientTensor has the DataType and the DimensionCount of InputGradientTensor.
        - DimensionCount is that of the tensors.
        - InputWindowSizes[i] is at least 1.
        - InputWindowOffsets[i] + InputWindowSizes[i] is at most OutputGradientTensor.Sizes[i].
        - InputWindowStrides[i] is not 0, and its magnitude is at most 2147483647.
        - InputGradientTensor.Sizes[i] is at most 1 + (InputWindowSizes[i] - 1) /
          |InputWindowStrides[i]|.

    >>> input_gradient = np.array([1, 3, 9, 11], np.float32).reshape(2, 2)
    >>> result = weft.slice_grad(input_gradient, input_window_offsets=[0, 0],
    ...     input_window_sizes=[4, 4], input_window_strides=[2, 2], output_sizes=[4, 4])
    >>> result.tolist()
    [[1.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.0], [9.0, 0.0, 11.0, 0.0], [0.0, 0.0, 0.0, 0.0]]

    DirectML: DML_SLICE_GRAD_OPERATOR_DESC, feature level 3_0.
    """
    return _call("SLICE_GRAD", (input_gradient,), (input_window_offsets, input_window_sizes,
        input_window_strides), out, allow_empty, output_sizes=output_sizes)


AdamOptimizerOutputs = namedtuple("AdamOptimizerOutputs",
    "output_parameters output_first_moment output_second_moment")


def adam_optimizer(input_parameters, input_first_moment, input_second_moment, gradient,
                   training_step, *, learning_rate, beta1, beta2, epsilon, out=None,
                   allow_empty=False):
    """Does one step of the Adam optimizer on parameters and their two moments.

    input_parameters: 1 to 8 dimensions, float32, float16
    input_first_moment: 1 to 8 dimensions, float32, float16
    input_second_moment: 1 to 8 dimensions, float32, float16
    gradient: 1 to 8 dimensions, float32, float16
    training_step: 1 to 8 dimensions, uint32
    learning_rate: a number
    beta1: a number
    beta2: a number
    epsilon: a number
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_parameters: 1 to 8 dimensions, float32, float16
        output_first_moment: 1 to 8 dimensions, float32, float16
        output_second_moment: 1 to 8 dimensions, float32, float16

    Rules
        - TrainingStepTensor has one element, which counts from 1: at 0 the step would be divided
          by 0.
        - Any output may be the memory of any input but TrainingStepTensor.

    DirectML: DML_ADAM_OPTIMIZER_OPERATOR_DESC, feature level 3_0.
    """
    return AdamOptimizerOutputs(*_call("ADAM_OPTIMIZER", (input_parameters, input_first_moment,
        input_second_moment, gradient, training_step), (learning_rate, beta1, beta2, epsilon), out,
        allow_empty))


def argmin(input, *, axes, axis_direction, output_dtype=None, out=None, allow_empty=False):
    """Finds the index of the smallest element over the given axes.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    axes: integers, at least 0
    axis_direction: a weft.AxisDirection: INCREASING, DECREASING
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, int64, int32, uint64, uint32

    Rules
        - Axes are less than DimensionCount and each comes once; without any, every element is
          alone.
        - OutputTensor has the Sizes of InputTensor, except 1 along Axes.
        - With several axes the index counts their elements in the order of the coordinates. Of
          equal elements INCREASING finds the first, DECREASING the last.
        - A NaN is chosen only where there is no number; -0 equals 0.

    >>> input = np.array([1, 2, 3, 3, 0, 4, 2, 5, 2], np.float32).reshape(3, 3)
    >>> result = weft.argmin(input, axes=[0], axis_direction="INCREASING",
    ...     output_dtype="uint32")
    >>> result.tolist()
    [[0, 1, 2]]

    DirectML: DML_ARGMIN_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ARGMIN", (input,), (axes, axis_direction), out, allow_empty,
        output_dtype=output_dtype)


def argmax(input, *, axes, axis_direction, output_dtype=None, out=None, allow_empty=False):
    """Finds the index of the largest element over the given axes.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    axes: integers, at least 0
    axis_direction: a weft.AxisDirection: INCREASING, DECREASING
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, int64, int32, uint64, uint32

    Rules
        - Axes are less than DimensionCount and each comes once; without any, every element is
          alone.
        - OutputTensor has the Sizes of InputTensor, except 1 along Axes.
        - With several axes the index counts their elements in the order of the coordinates. Of
          equal elements INCREASING finds the first, DECREASING the last.
        - A NaN is chosen only where there is no number; -0 equals 0.

    >>> input = np.array([1, 2, 3, 3, 0, 4, 2, 5, 2], np.float32).reshape(3, 3)
    >>> result = weft.argmax(input, axes=[0], axis_direction="INCREASING",
    ...     output_dtype="uint32")
    >>> result.tolist()
    [[1, 2, 1]]

    DirectML: DML_ARGMAX_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ARGMAX", (input,), (axes, axis_direction), out, allow_empty,
        output_dtype=output_dtype)


def roi_align(input, roi, batch_indices, *, reduction_function, interpolation_mode, spatial_scale_x,
              spatial_scale_y, out_of_bounds_input_value, minimum_samples_per_output,
              maximum_samples_per_output, output_sizes=None, out=None, allow_empty=False):
    """Samples each region of interest on a regular grid with interpolation and reduces the samples
    of a cell.

    input: 4 dimensions, float32, float16
    roi: 2 to 4 dimensions, float32, float16
    batch_indices: 1 to 4 dimensions, uint64, uint32
    reduction_function: a weft.ReduceFunction: ARGMAX, ARGMIN, AVERAGE, L1, L2, LOG_SUM,
        LOG_SUM_EXP, MAX, MIN, MULTIPLY, SUM, SUM_SQUARE
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    spatial_scale_x: a number
    spatial_scale_y: a number
    out_of_bounds_input_value: a number
    minimum_samples_per_output: an integer
    maximum_samples_per_output: an integer
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float32, float16

    Rules
        - All but BatchIndicesTensor have one DataType.
        - ROITensor is {[1, 1,] regions, 4}: x1, y1, x2, y2. BatchIndicesTensor has an element per
          region; an index out of range is taken as the last image.
        - OutputTensor is {regions, C, height, width}, C as in InputTensor.
        - ReductionFunction is AVERAGE or MAX. MinimumSamplesPerOutput is at least 1 and at most
          MaximumSamplesPerOutput; 65536 is the most that is supported.
        - A dimension of a region has ceil(size / output size) samples per output, at least the
          minimum, at most the maximum.
        - A LINEAR sample less than a pixel outside the image takes the edge's elements; one
          farther out is OutOfBoundsInputValue. NEAREST_NEIGHBOR rounds ties down; what is no pixel
          then is OutOfBoundsInputValue.

    DirectML: DML_ROI_ALIGN_OPERATOR_DESC, feature level 3_0.
    """
    return _call("ROI_ALIGN", (input, roi, batch_indices), (reduction_function, interpolation_mode,
        spatial_scale_x, spatial_scale_y, out_of_bounds_input_value, minimum_samples_per_output,
        maximum_samples_per_output), out, allow_empty, output_sizes=output_sizes)


def gather_nd1(input, indices, *, input_dimension_count, indices_dimension_count,
               batch_dimension_count, out=None, allow_empty=False):
    """Picks elements or blocks by tuples of coordinates, separately in each batch.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    indices: 1 to 8 dimensions, int64, int32, uint64, uint32
    input_dimension_count: an integer
    indices_dimension_count: an integer
    batch_dimension_count: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor; all tensors have the same DimensionCount.
        - InputDimensionCount and IndicesDimensionCount are 1 to DimensionCount; the sizes before
          those that they count are 1.
        - BatchDimensionCount is less than either; the first BatchDimensionCount sizes that count
          are the same in InputTensor and IndicesTensor.
        - The last size of IndicesTensor, the length of a tuple, is 1 to InputDimensionCount -
          BatchDimensionCount.
        - OutputTensor.Sizes are those of IndicesTensor but the last, then those of InputTensor
          that are neither batches nor named by a tuple, aligned to the end with leading ones.
        - An index of a signed type that is below 0 counts from the end of its dimension. One that
          is still out of range reads the nearest element.

    >>> input = np.array([0, 1, 2, 3], np.float32).reshape(2, 2)
    >>> indices = np.array([1, 0], np.uint32).reshape(2, 1)
    >>> result = weft.gather_nd1(input, indices, input_dimension_count=2,
    ...     indices_dimension_count=2, batch_dimension_count=0)
    >>> result.tolist()
    [[2.0, 3.0], [0.0, 1.0]]

    DirectML: DML_GATHER_ND1_OPERATOR_DESC, feature level 3_0.
    """
    return _call("GATHER_ND1", (input, indices), (input_dimension_count, indices_dimension_count,
        batch_dimension_count), out, allow_empty)


def element_wise_atan_yx(a, b, *, out=None, allow_empty=False):
    """Takes the angle of the point (B, A), in radians over the full circle.

    a: 1 to 8 dimensions, float32, float16
    b: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([0], np.float32)
    >>> b = np.array([1], np.float32)
    >>> weft.element_wise_atan_yx(a, b).tolist()
    [0.0]

    DirectML: DML_ELEMENT_WISE_ATAN_YX_OPERATOR_DESC, feature level 3_1.
    """
    return _call("ELEMENT_WISE_ATAN_YX", (a, b), (), out, allow_empty)


def element_wise_clip_grad(input, input_gradient, *, min, max, out=None, allow_empty=False):
    """Passes the gradient on where the forward input lay strictly between Min and Max, else zero.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    input_gradient: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    min: a number
    max: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - InputGradientTensor and OutputGradientTensor have the DataType and the Sizes of
          InputTensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> input = np.array([-5, 0.5], np.float32)
    >>> input_gradient = np.array([1, 2], np.float32)
    >>> weft.element_wise_clip_grad(input, input_gradient, min=-1, max=1).tolist()
    [0.0, 2.0]

    DirectML: DML_ELEMENT_WISE_CLIP_GRAD_OPERATOR_DESC, feature level 3_1.
    """
    return _call("ELEMENT_WISE_CLIP_GRAD", (input, input_gradient), (min, max), out, allow_empty)


def element_wise_difference_square(a, b, *, out=None, allow_empty=False):
    """Squares the difference of two tensors element by element.

    a: 1 to 8 dimensions, float32, float16, int32, uint32
    b: 1 to 8 dimensions, float32, float16, int32, uint32
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int32, uint32

    Rules
        - BTensor and OutputTensor have the DataType and the Sizes of ATensor.
        - Elements are repeated by stride 0, not by sizes of 1.

    >>> a = np.array([1, 2], np.float32)
    >>> b = np.array([4, 2], np.float32)
    >>> weft.element_wise_difference_square(a, b).tolist()
    [9.0, 0.0]

    DirectML: DML_ELEMENT_WISE_DIFFERENCE_SQUARE_OPERATOR_DESC, feature level 3_1.
    """
    return _call("ELEMENT_WISE_DIFFERENCE_SQUARE", (a, b), (), out, allow_empty)


def local_response_normalization_grad(input, input_gradient, *, cross_channel, local_size, alpha,
                                      beta, bias, out=None, allow_empty=False):
    """Carries the gradient of LOCAL_RESPONSE_NORMALIZATION back to its input.

    input: 4 dimensions, float32, float16
    input_gradient: 4 dimensions, float32, float16
    cross_channel: True or False
    local_size: an integer
    alpha: a number
    beta: a number
    bias: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 4 dimensions, float32, float16

    Rules
        - LocalSize is at least 1; (LocalSize - 1) / 2 neighbours, rounded down, lie before an
          element and the others after it, as far as there are any.
        - CrossChannel: neighbours are channels at the same position; otherwise they are in a
          square of LocalSize by LocalSize elements of the same channel.
        - The sum of squares is multiplied by Alpha / LocalSize in both cases and at the borders
          too.

    DirectML: DML_LOCAL_RESPONSE_NORMALIZATION_GRAD_OPERATOR_DESC, feature level 3_1.
    """
    return _call("LOCAL_RESPONSE_NORMALIZATION_GRAD", (input, input_gradient), (cross_channel,
        local_size, alpha, beta, bias), out, allow_empty)


def cumulative_product(input, *, axis, axis_direction, has_exclusive_product, out=None,
                       allow_empty=False):
    """Writes the running product along one axis, in either direction.

    input: 1 to 8 dimensions, float32, float16, int64, int32, uint64, uint32
    axis: an integer
    axis_direction: a weft.AxisDirection: INCREASING, DECREASING
    has_exclusive_product: True or False
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, uint64, uint32

    Rules
        - Axis is less than DimensionCount.
        - Floats multiply in float64 and are rounded where they are written; integers wrap around.

    >>> input = np.array([2, 1, 3, 5, 3, 8, 7, 3, 9, 6, 2, 4], np.float32).reshape(1, 1, 3, 4)
    >>> result = weft.cumulative_product(input, axis=3, axis_direction="INCREASING",
    ...     has_exclusive_product=False)
    >>> result.tolist()
    [[[[2.0, 2.0, 6.0, 30.0], [3.0, 24.0, 168.0, 504.0], [9.0, 54.0, 108.0, 432.0]]]]

    DirectML: DML_CUMULATIVE_PRODUCT_OPERATOR_DESC, feature level 3_1.
    """
    return _call("CUMULATIVE_PRODUCT", (input,), (axis, axis_direction, has_exclusive_product), out,
        allow_empty)


BatchNormalizationGradOutputs = namedtuple("BatchNormalizationGradOutputs",
    "output_gradient output_scale_gradient output_bias_gradient")


def batch_normalization_grad(input, input_gradient, mean, variance, scale, *, epsilon, out=None,
                             allow_empty=False):
    """Carries the gradient of BATCH_NORMALIZATION back to its input, scale and bias.

    input: 1 to 8 dimensions, float32, float16
    input_gradient: 1 to 8 dimensions, float32, float16
    mean: 1 to 8 dimensions, float32, float16
    variance: 1 to 8 dimensions, float32, float16
    scale: 1 to 8 dimensions, float32, float16
    epsilon: a number
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 1 to 8 dimensions, float32, float16
        output_scale_gradient: 1 to 8 dimensions, float32, float16
        output_bias_gradient: 1 to 8 dimensions, float32, float16

    Rules
        - MeanTensor, and with it the tensors of its Sizes, has the Sizes of InputTensor, or 1
          along the dimensions that are summed over.
        - Sums are in float64.

    DirectML: DML_BATCH_NORMALIZATION_GRAD_OPERATOR_DESC, feature level 3_1.
    """
    return BatchNormalizationGradOutputs(*_call("BATCH_NORMALIZATION_GRAD", (input, input_gradient,
        mean, variance, scale), (epsilon,), out, allow_empty))


def element_wise_quantized_linear_add(a, a_scale, a_zero_point, b, b_scale, b_zero_point,
                                      output_scale, output_zero_point=None, *, output_dtype=None,
                                      out=None, allow_empty=False):
    """Adds two quantized tensors and quantizes the sum again.

    a: 1 to 8 dimensions, int8, uint8
    a_scale: 1 to 8 dimensions, float32
    a_zero_point: 1 to 8 dimensions, int8, uint8; may be None
    b: 1 to 8 dimensions, int8, uint8
    b_scale: 1 to 8 dimensions, float32
    b_zero_point: 1 to 8 dimensions, int8, uint8; may be None
    output_scale: 1 to 8 dimensions, float32
    output_zero_point: 1 to 8 dimensions, int8, uint8; may be None
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, int8, uint8

    Rules
        - BTensor and OutputTensor have the Sizes of ATensor.
        - All tensors have the same DimensionCount.
        - Scales and zero points are one element each, or have the Sizes of ATensor; without a zero
          point it is 0.
        - A zero point has the DataType of what it belongs to.

    >>> a = np.array([12], np.uint8)
    >>> a_scale = np.array([0.5], np.float32)
    >>> a_zero_point = np.array([10], np.uint8)
    >>> b = np.array([14], np.uint8)
    >>> b_scale = np.array([0.5], np.float32)
    >>> b_zero_point = np.array([10], np.uint8)
    >>> output_scale = np.array([0.5], np.float32)
    >>> output_zero_point = np.array([0], np.uint8)
    >>> weft.element_wise_quantized_linear_add(a, a_scale, a_zero_point, b, b_scale, b_zero_point, output_scale, output_zero_point).tolist()
    [6]

    DirectML: DML_ELEMENT_WISE_QUANTIZED_LINEAR_ADD_OPERATOR_DESC, feature level 4_0.
    """
    return _call("ELEMENT_WISE_QUANTIZED_LINEAR_ADD", (a, a_scale, a_zero_point, b, b_scale,
        b_zero_point, output_scale, output_zero_point), (), out, allow_empty,
        output_dtype=output_dtype)


DynamicQuantizeLinearOutputs = namedtuple("DynamicQuantizeLinearOutputs",
    "output output_scale output_zero_point")


def dynamic_quantize_linear(input, *, output_dtype=None, out=None, allow_empty=False):
    """Quantizes a tensor by a scale and a zero point found from its own range.

    input: 1 to 8 dimensions, float32, float16
    output_dtype: dtype of output
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, int8, uint8
        output_scale: 1 to 8 dimensions, float32
        output_zero_point: 1 to 8 dimensions, int8, uint8

    Rules
        - OutputTensor has the Sizes of InputTensor.
        - OutputScaleTensor and OutputZeroPointTensor have one element.
        - OutputZeroPointTensor has the DataType of OutputTensor.

    >>> weft.dynamic_quantize_linear(np.array([0, 255], np.float32)).output.tolist()
    [0, 255]

    DirectML: DML_DYNAMIC_QUANTIZE_LINEAR_OPERATOR_DESC, feature level 4_0.
    """
    return DynamicQuantizeLinearOutputs(*_call("DYNAMIC_QUANTIZE_LINEAR", (input,), (), out,
        allow_empty, output_dtype=output_dtype))


def roi_align1(input, roi, batch_indices, *, reduction_function, interpolation_mode,
               spatial_scale_x, spatial_scale_y, input_pixel_offset, output_pixel_offset,
               out_of_bounds_input_value, minimum_samples_per_output, maximum_samples_per_output,
               align_regions_to_corners, output_sizes=None, out=None, allow_empty=False):
    """Samples regions of interest as ROI_ALIGN does, with explicit pixel offsets and corner
    alignment.

    input: 4 dimensions, float32, float16
    roi: 2 to 4 dimensions, float32, float16
    batch_indices: 1 to 4 dimensions, uint64, uint32
    reduction_function: a weft.ReduceFunction: ARGMAX, ARGMIN, AVERAGE, L1, L2, LOG_SUM,
        LOG_SUM_EXP, MAX, MIN, MULTIPLY, SUM, SUM_SQUARE
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    spatial_scale_x: a number
    spatial_scale_y: a number
    input_pixel_offset: a number
    output_pixel_offset: a number
    out_of_bounds_input_value: a number
    minimum_samples_per_output: an integer
    maximum_samples_per_output: an integer
    align_regions_to_corners: True or False
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 dimensions, float32, float16

    Rules
        - All but BatchIndicesTensor have one DataType.
        - ROITensor is {[1, 1,] regions, 4}: x1, y1, x2, y2. BatchIndicesTensor has an element per
          region; an index out of range is taken as the last image.
        - OutputTensor is {regions, C, height, width}, C as in InputTensor.
        - ReductionFunction is AVERAGE or MAX. MinimumSamplesPerOutput is at least 1 and at most
          MaximumSamplesPerOutput; 65536 is the most that is supported.
        - A dimension of a region has ceil(size / output size) samples per output, at least the
          minimum, at most the maximum.
        - A LINEAR sample less than a pixel outside the image takes the edge's elements; one
          farther out is OutOfBoundsInputValue. NEAREST_NEIGHBOR rounds ties down; what is no pixel
          then is OutOfBoundsInputValue.
        - AlignRegionsToCorners puts the first and the last sample of a region on its corners.

    >>> input = np.arange(1, 17, dtype=np.float32).reshape(1, 1, 4, 4)
    >>> roi = np.array([0, 0, 2, 2, 2, 0, 4, 2, 0, 2, 2, 4, 2, 2, 4, 4], np.float32).reshape(4, 4)
    >>> batch_indices = np.array([0, 0, 0, 0], np.uint32)
    >>> result = weft.roi_align1(input, roi, batch_indices, reduction_function="AVERAGE",
    ...     interpolation_mode="NEAREST_NEIGHBOR", spatial_scale_x=1, spatial_scale_y=1,
    ...     input_pixel_offset=0.5, output_pixel_offset=-0.5, out_of_bounds_input_value=0,
    ...     minimum_samples_per_output=1, maximum_samples_per_output=1,
    ...     align_regions_to_corners=False, output_sizes=[4, 1, 1, 3])
    >>> result.tolist()
    [[[[1.0, 1.0, 2.0]]], [[[3.0, 3.0, 4.0]]], [[[9.0, 9.0, 10.0]]], [[[11.0, 11.0, 12.0]]]]

    DirectML: DML_ROI_ALIGN1_OPERATOR_DESC, feature level 4_0.
    """
    return _call("ROI_ALIGN1", (input, roi, batch_indices), (reduction_function, interpolation_mode,
        spatial_scale_x, spatial_scale_y, input_pixel_offset, output_pixel_offset,
        out_of_bounds_input_value, minimum_samples_per_output, maximum_samples_per_output,
        align_regions_to_corners), out, allow_empty, output_sizes=output_sizes)


RoiAlignGradOutputs = namedtuple("RoiAlignGradOutputs", "output_gradient output_roi_gradient")


def roi_align_grad(input, input_gradient, roi, batch_indices, *, reduction_function,
                   interpolation_mode, spatial_scale_x, spatial_scale_y, input_pixel_offset,
                   output_pixel_offset, minimum_samples_per_output, maximum_samples_per_output,
                   align_regions_to_corners, output_sizes=None, skip=None, out=None,
                   allow_empty=False):
    """Carries the gradient of ROI_ALIGN1 back to its input, to its regions, or to both.

    input: 4 dimensions, float32, float16; may be None
    input_gradient: 4 dimensions, float32, float16
    roi: 2 to 4 dimensions, float32, float16
    batch_indices: 1 to 4 dimensions, uint32
    reduction_function: a weft.ReduceFunction: ARGMAX, ARGMIN, AVERAGE, L1, L2, LOG_SUM,
        LOG_SUM_EXP, MAX, MIN, MULTIPLY, SUM, SUM_SQUARE
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    spatial_scale_x: a number
    spatial_scale_y: a number
    input_pixel_offset: a number
    output_pixel_offset: a number
    minimum_samples_per_output: an integer
    maximum_samples_per_output: an integer
    align_regions_to_corners: True or False
    output_sizes: sizes of output_gradient
    skip: names of optional outputs to leave out: output_gradient, output_roi_gradient
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 4 dimensions, float32, float16; may be None
        output_roi_gradient: 2 to 4 dimensions, float32, float16; may be None

    Rules
        - All but BatchIndicesTensor have one DataType.
        - OutputGradientTensor or OutputROIGradientTensor is there, or both. InputTensor is there
          where ReductionFunction is MAX or OutputROIGradientTensor is there.
        - InputTensor and OutputGradientTensor have the same sizes; OutputROIGradientTensor has the
          sizes of ROITensor; InputGradientTensor is {regions, C, height, width}.
        - ROITensor is {[1, 1,] regions, 4}: x1, y1, x2, y2. BatchIndicesTensor has an element per
          region; an index out of range is taken as the last image.
        - ReductionFunction is AVERAGE or MAX. MinimumSamplesPerOutput is at least 1 and at most
          MaximumSamplesPerOutput; 65536 is the most that is supported.
        - A dimension of a region has ceil(size / output size) samples per output, at least the
          minimum, at most the maximum.
        - Samples outside the image get no gradient. The gradient of a region's corners is that of
          its samples' positions; NEAREST_NEIGHBOR has none.

    >>> input_gradient = np.arange(1, 13, dtype=np.float32).reshape(4, 1, 1, 3)
    >>> roi = np.array([0, 0, 2, 2, 2, 0, 4, 2, 0, 2, 2, 4, 2, 2, 4, 4], np.float32).reshape(4, 4)
    >>> batch_indices = np.array([0, 0, 0, 0], np.uint32)
    >>> result = weft.roi_align_grad(None, input_gradient, roi, batch_indices,
    ...     reduction_function="AVERAGE", interpolation_mode="NEAREST_NEIGHBOR",
    ...     spatial_scale_x=1, spatial_scale_y=1, input_pixel_offset=0.5,
    ...     output_pixel_offset=-0.5, minimum_samples_per_output=1,
    ...     maximum_samples_per_output=1, align_regions_to_corners=False,
    ...     output_sizes=[1, 1, 4, 4], skip=['output_roi_gradient'])
    >>> result.output_gradient.tolist()
    [[[[3.0, 3.0, 9.0, 6.0], [0.0, 0.0, 0.0, 0.0], [15.0, 9.0, 21.0, 12.0], [0.0, 0.0, 0.0, 0.0]]]]

    DirectML: DML_ROI_ALIGN_GRAD_OPERATOR_DESC, feature level 4_1.
    """
    return RoiAlignGradOutputs(*_call("ROI_ALIGN_GRAD", (input, input_gradient, roi, batch_indices),
        (reduction_function, interpolation_mode, spatial_scale_x, spatial_scale_y,
        input_pixel_offset, output_pixel_offset, minimum_samples_per_output,
        maximum_samples_per_output, align_regions_to_corners), out, allow_empty,
        output_sizes=output_sizes, skip=skip))


BatchNormalizationTrainingOutputs = namedtuple("BatchNormalizationTrainingOutputs",
    "output output_mean output_variance")


def batch_normalization_training(input, scale, bias, fused_add=None, *, epsilon,
                                 fused_activation=None, out=None, allow_empty=False):
    """Normalizes a batch by its own means and variances and returns them for the backward pass.

    input: 1 to 8 dimensions, float32, float16
    scale: 1 to 8 dimensions, float32, float16
    bias: 1 to 8 dimensions, float32, float16
    fused_add: 1 to 8 dimensions, float32, float16; may be None
    epsilon: a number
    fused_activation: ("ACTIVATION_...", {field: value}), applied to the result; may be None
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16
        output_mean: 1 to 8 dimensions, float32, float16
        output_variance: 1 to 8 dimensions, float32, float16

    Rules
        - ScaleTensor, and with it BiasTensor, OutputMeanTensor and OutputVarianceTensor, has the
          Sizes of InputTensor, or 1 along the dimensions whose mean and variance are taken.
        - Means and variances are sums in float64, the variance that of all elements (divided by
          their number).
        - FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP,
          ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.

    DirectML: DML_BATCH_NORMALIZATION_TRAINING_OPERATOR_DESC, feature level 4_1.
    """
    return BatchNormalizationTrainingOutputs(*_call("BATCH_NORMALIZATION_TRAINING", (input, scale,
        bias, fused_add), (epsilon, fused_activation), out, allow_empty))


BatchNormalizationTrainingGradOutputs = namedtuple("BatchNormalizationTrainingGradOutputs",
    "output_gradient output_scale_gradient output_bias_gradient")


def batch_normalization_training_grad(input, input_gradient, mean, variance, scale, *, epsilon,
                                      out=None, allow_empty=False):
    """Carries the gradient of BATCH_NORMALIZATION_TRAINING back to its input, scale and bias.

    input: 1 to 8 dimensions, float32, float16
    input_gradient: 1 to 8 dimensions, float32, float16
    mean: 1 to 8 dimensions, float32, float16
    variance: 1 to 8 dimensions, float32, float16
    scale: 1 to 8 dimensions, float32, float16
    epsilon: a number
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 1 to 8 dimensions, float32, float16
        output_scale_gradient: 1 to 8 dimensions, float32, float16
        output_bias_gradient: 1 to 8 dimensions, float32, float16

    Rules
        - MeanTensor, and with it the tensors of its Sizes, has the Sizes of InputTensor, or 1
          along the dimensions that are summed over.
        - The gradient of the input is around the input's own mean; MeanTensor serves the gradient
          of the scale.
        - Sums are in float64.

    DirectML: DML_BATCH_NORMALIZATION_TRAINING_GRAD_OPERATOR_DESC, feature level 4_1.
    """
    return BatchNormalizationTrainingGradOutputs(*_call("BATCH_NORMALIZATION_TRAINING_GRAD", (input,
        input_gradient, mean, variance, scale), (epsilon,), out, allow_empty))


def element_wise_clip1(input, *, scale_bias=None, min_max_data_type=None, min, max, out=None,
                       allow_empty=False):
    """Limits every element to a range given in the tensor's own data type.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    scale_bias: (scale, bias): x becomes x * scale + bias first; may be None
    min_max_data_type: a dtype; that of the output when left out
    min: a number of that type
    max: a number of that type
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
            uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - MinMaxDataType is the DataType of OutputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([-5, 0.5, 5], np.float32)
    >>> weft.element_wise_clip1(input, min=-1, max=1).tolist()
    [-1.0, 0.5, 1.0]

    DirectML: DML_ELEMENT_WISE_CLIP1_OPERATOR_DESC, feature level 5_0.
    """
    return _call("ELEMENT_WISE_CLIP1", (input,), (scale_bias, min_max_data_type, min, max), out,
        allow_empty)


def element_wise_clip_grad1(input, input_gradient, *, min_max_data_type=None, min, max, out=None,
                            allow_empty=False):
    """Passes the gradient on strictly inside a range given in the tensor's own data type, else
    zero.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32, uint16,
        uint8
    input_gradient: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    min_max_data_type: a dtype; that of the output when left out
    min: a number of that type
    max: a number of that type
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - InputGradientTensor and OutputGradientTensor have the DataType and the Sizes of
          InputTensor.
        - Elements are repeated by stride 0, not by sizes of 1.
        - MinMaxDataType is the DataType of the tensors.

    >>> input = np.array([-5, 0.5], np.float32)
    >>> input_gradient = np.array([1, 2], np.float32)
    >>> weft.element_wise_clip_grad1(input, input_gradient, min=-1, max=1).tolist()
    [0.0, 2.0]

    DirectML: DML_ELEMENT_WISE_CLIP_GRAD1_OPERATOR_DESC, feature level 5_0.
    """
    return _call("ELEMENT_WISE_CLIP_GRAD1", (input, input_gradient), (min_max_data_type, min, max),
        out, allow_empty)


def padding1(input, *, padding_mode, padding_value_data_type=None, padding_value, start_padding,
             end_padding, out=None, allow_empty=False):
    """Surrounds a tensor with a constant of its own data type or with elements repeated from its
    edges.

    input: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    padding_mode: a weft.PaddingMode: CONSTANT, EDGE, REFLECTION, SYMMETRIC, WRAP
    padding_value_data_type: a dtype; that of the output when left out
    padding_value: a number of that type
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - PaddingValueDataType is OutputTensor.DataType, in every mode.
        - DimensionCount is that of the tensors.
        - OutputTensor.Sizes[i] is StartPadding[i] + InputTensor.Sizes[i] + EndPadding[i].
        - PaddingMode WRAP needs feature level 6_4.
        - A border wider than the tensor goes on with the pattern; REFLECTION of a single element
          repeats it.

    >>> input = np.array([1, 2], np.int32)
    >>> weft.padding1(input, padding_mode="CONSTANT", padding_value=7,
    ...               start_padding=[1], end_padding=[0]).tolist()
    [7, 1, 2]

    DirectML: DML_PADDING1_OPERATOR_DESC, feature level 5_0.
    """
    return _call("PADDING1", (input,), (padding_mode, padding_value_data_type, padding_value,
        start_padding, end_padding), out, allow_empty)


def element_wise_negate(input, *, out=None, allow_empty=False):
    """Changes the sign of every element.

    input: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16, int64, int32, int16, int8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([1, -2], np.float32)
    >>> weft.element_wise_negate(input).tolist()
    [-1.0, 2.0]

    DirectML: DML_ELEMENT_WISE_NEGATE_OPERATOR_DESC, feature level 5_0.
    """
    return _call("ELEMENT_WISE_NEGATE", (input,), (), out, allow_empty)


def activation_gelu(input, *, out=None, allow_empty=False):
    """Weighs every element by the normal distribution function: x * (1 + erf(x / sqrt(2))) / 2.

    input: 1 to 8 dimensions, float32, float16
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.activation_gelu(input).tolist()
    [0.0]

    DirectML: DML_ACTIVATION_GELU_OPERATOR_DESC, feature level 5_1.
    """
    return _call("ACTIVATION_GELU", (input,), (), out, allow_empty)


def activation_softmax1(input, *, axes, out=None, allow_empty=False):
    """Turns the elements over the given axes into positive weights that sum to 1.

    input: 1 to 8 dimensions, float32, float16
    axes: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - Axes are less than DimensionCount and each comes once; without any, every element is
          alone.

    >>> input = np.array([0, 0], np.float32)
    >>> weft.activation_softmax1(input, axes=[0]).tolist()
    [0.5, 0.5]

    DirectML: DML_ACTIVATION_SOFTMAX1_OPERATOR_DESC, feature level 5_1.
    """
    return _call("ACTIVATION_SOFTMAX1", (input,), (axes,), out, allow_empty)


def activation_log_softmax1(input, *, axes, out=None, allow_empty=False):
    """Takes the natural logarithm of the softmax over the given axes.

    input: 1 to 8 dimensions, float32, float16
    axes: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - Axes are less than DimensionCount and each comes once; without any, every element is
          alone.

    DirectML: DML_ACTIVATION_LOG_SOFTMAX1_OPERATOR_DESC, feature level 5_1.
    """
    return _call("ACTIVATION_LOG_SOFTMAX1", (input,), (axes,), out, allow_empty)


def activation_hardmax1(input, *, axes, out=None, allow_empty=False):
    """Writes 1 at the first maximum over the given axes and 0 elsewhere.

    input: 1 to 8 dimensions, float32, float16
    axes: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - Axes are less than DimensionCount and each comes once; without any, every element is
          alone.
        - A NaN is chosen only where there is no number; -0 equals 0.

    >>> input = np.array([12, 0, -101, 11, 3, 234, 0, -101], np.float32).reshape(2, 2, 2)
    >>> result = weft.activation_hardmax1(input, axes=[1])
    >>> result.tolist()
    [[[1.0, 0.0], [0.0, 1.0]], [[1.0, 1.0], [0.0, 0.0]]]

    DirectML: DML_ACTIVATION_HARDMAX1_OPERATOR_DESC, feature level 5_1.
    """
    return _call("ACTIVATION_HARDMAX1", (input,), (axes,), out, allow_empty)


def resample2(input, *, interpolation_mode, rounding_direction, scales, input_pixel_offsets,
              output_pixel_offsets, output_sizes=None, out=None, allow_empty=False):
    """Scales a tensor by interpolation; nearest-neighbour rounds up or down as asked.

    input: 1 to 4 dimensions, float32, float16, int8, uint8
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    rounding_direction: a weft.AxisDirection: INCREASING, DECREASING
    scales: numbers
    input_pixel_offsets: numbers
    output_pixel_offsets: numbers
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 4 dimensions, float32, float16, int8, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - The number of Scales is the number of dimensions; each is finite and above 0.
        - InputPixelOffsets and OutputPixelOffsets are finite.
        - Output o lies at (o - OutputPixelOffset) / Scale - InputPixelOffset of the input; beyond
          the edge lies the edge.
        - NEAREST_NEIGHBOR rounds the position up where RoundingDirection is INCREASING, down where
          it is DECREASING.
        - 8-bit results of LINEAR are rounded to the nearest integer, ties to even.

    >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 1, 2, 2)
    >>> result = weft.resample2(input, interpolation_mode="NEAREST_NEIGHBOR",
    ...     rounding_direction="DECREASING", scales=[1, 1, 0.5, 1.5],
    ...     input_pixel_offsets=[0, 0, 0, 0], output_pixel_offsets=[0, 0, 0, 0],
    ...     output_sizes=[1, 1, 1, 3])
    >>> result.tolist()
    [[[[1.0, 1.0, 2.0]]]]

    DirectML: DML_RESAMPLE2_OPERATOR_DESC, feature level 5_1.
    """
    return _call("RESAMPLE2", (input,), (interpolation_mode, rounding_direction, scales,
        input_pixel_offsets, output_pixel_offsets), out, allow_empty, output_sizes=output_sizes)


def resample_grad1(input_gradient, *, interpolation_mode, rounding_direction, scales,
                   input_pixel_offsets, output_pixel_offsets, output_sizes=None, out=None,
                   allow_empty=False):
    """Carries the gradient of RESAMPLE2 back to the input's elements.

    input_gradient: 1 to 4 dimensions, float32, float16
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    rounding_direction: a weft.AxisDirection: INCREASING, DECREASING
    scales: numbers
    input_pixel_offsets: numbers
    output_pixel_offsets: numbers
    output_sizes: sizes of output_gradient
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output_gradient: 1 to 4 dimensions, float32, float16

    Rules
        - OutputGradientTensor has the DataType and the DimensionCount of InputGradientTensor, and
          the sizes of the forward input.
        - The number of Scales is the number of dimensions; each is finite and above 0.
        - InputPixelOffsets and OutputPixelOffsets are finite.
        - Each gradient is added to the elements that its result was made of, by their weights.
        - NEAREST_NEIGHBOR rounds the position up where RoundingDirection is INCREASING, down where
          it is DECREASING.

    >>> input_gradient = np.array([4, 5, 6], np.float32).reshape(1, 1, 1, 3)
    >>> result = weft.resample_grad1(input_gradient, interpolation_mode="NEAREST_NEIGHBOR",
    ...     rounding_direction="DECREASING", scales=[1, 1, 0.5, 1.5],
    ...     input_pixel_offsets=[0, 0, 0, 0], output_pixel_offsets=[0, 0, 0, 0],
    ...     output_sizes=[1, 1, 2, 2])
    >>> result.tolist()
    [[[[9.0, 6.0], [0.0, 0.0]]]]

    DirectML: DML_RESAMPLE_GRAD1_OPERATOR_DESC, feature level 5_1.
    """
    return _call("RESAMPLE_GRAD1", (input_gradient,), (interpolation_mode, rounding_direction,
        scales, input_pixel_offsets, output_pixel_offsets), out, allow_empty,
        output_sizes=output_sizes)


def diagonal_matrix1(input=None, *, value_data_type=None, value, diagonal_fill_begin,
                     diagonal_fill_end, output_sizes=None, output_dtype=None, out=None,
                     allow_empty=False):
    """Writes one value on a band of diagonals and keeps the input, or zero, elsewhere.

    input: 2 to 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8; may be None
    value_data_type: a dtype; that of the output when left out
    value: a number of that type
    diagonal_fill_begin: an integer
    diagonal_fill_end: an integer
    output_sizes: sizes of output
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 2 to 4 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor, if that is there.
        - ValueDataType is OutputTensor.DataType.
        - DiagonalFillEnd is exclusive; below DiagonalFillBegin it fills all but the diagonals
          between the two.

    >>> result = weft.diagonal_matrix1(value_data_type="float32", value=1,
    ...     diagonal_fill_begin=0, diagonal_fill_end=1, output_sizes=[4, 5],
    ...     output_dtype="float32")
    >>> result.tolist()
    [[1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0]]

    DirectML: DML_DIAGONAL_MATRIX1_OPERATOR_DESC, feature level 5_1.
    """
    return _call("DIAGONAL_MATRIX1", (input,), (value_data_type, value, diagonal_fill_begin,
        diagonal_fill_end), out, allow_empty, output_sizes=output_sizes, output_dtype=output_dtype)


MultiheadAttentionOutputs = namedtuple("MultiheadAttentionOutputs",
    "output output_present_key output_present_value")


def multihead_attention(query=None, key=None, value=None, stacked_query_key=None,
                        stacked_key_value=None, stacked_query_key_value=None, bias=None, mask=None,
                        relative_position_bias=None, past_key=None, past_value=None, *, scale,
                        mask_filter_value, head_count, mask_type, output_sizes=None,
                        output_dtype=None, skip=None, out=None, allow_empty=False):
    """Computes scaled dot-product attention in parallel heads, with masks, biases and past keys
    and values.

    query: 3 to 5 dimensions, float32, float16; may be None
    key: 3 to 5 dimensions, float32, float16; may be None
    value: 3 to 5 dimensions, float32, float16; may be None
    stacked_query_key: 5 dimensions, float32, float16; may be None
    stacked_key_value: 5 dimensions, float32, float16; may be None
    stacked_query_key_value: 5 dimensions, float32, float16; may be None
    bias: 1 to 5 dimensions, float32, float16; may be None
    mask: 1 to 5 dimensions, int32; may be None
    relative_position_bias: 4 to 5 dimensions, float32, float16; may be None
    past_key: 4 to 5 dimensions, float32, float16; may be None
    past_value: 4 to 5 dimensions, float32, float16; may be None
    scale: a number
    mask_filter_value: a number
    head_count: an integer
    mask_type: a weft.MultiheadAttentionMaskType: NONE, KEY_SEQUENCE_LENGTH,
        KEY_SEQUENCE_END_START, KEY_QUERY_SEQUENCE_LENGTH_START_END, BOOLEAN
    output_sizes: sizes of output
    output_dtype: dtype of output
    skip: names of optional outputs to leave out: output_present_key, output_present_value
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 3 to 5 dimensions, float32, float16
        output_present_key: 4 to 5 dimensions, float32, float16; may be None
        output_present_value: 4 to 5 dimensions, float32, float16; may be None

    Rules
        - Query, key and value come from exactly one tensor each; without a key, PastKeyTensor and
          PastValueTensor are all there is.
        - QueryTensor is {batch, positions, HeadCount * head size}, KeyTensor {batch, positions,
          HeadCount * head size}, ValueTensor {batch, positions, HeadCount * value size}; stacked
          tensors are {batch, positions, heads, 2 or 3, head size}. Sizes of 1 may stand in front.
        - PastKeyTensor and PastValueTensor come together, {batch, heads, past positions, head
          size}, and go before the keys and values; OutputPresentKeyTensor and
          OutputPresentValueTensor get both.
        - BiasTensor holds the elements of query, key and value, one after the other, and is added
          to each position.
        - RelativePositionBiasTensor is {batch, heads, query positions, all positions}.
        - MaskFilterValue is added where a mask hides a position: BOOLEAN {batch, heads, query
          positions, all positions} where it is 0, KEY_SEQUENCE_LENGTH {batch} from the length on,
          KEY_SEQUENCE_END_START {2, batch} outside of start to end,
          KEY_QUERY_SEQUENCE_LENGTH_START_END {3 * batch + 2} from the key length on, which comes
          first.
        - Everything is computed in float32; FLOAT16 is rounded once.

    DirectML: DML_MULTIHEAD_ATTENTION_OPERATOR_DESC, feature level 6_1.
    """
    return MultiheadAttentionOutputs(*_call("MULTIHEAD_ATTENTION", (query, key, value,
        stacked_query_key, stacked_key_value, stacked_query_key_value, bias, mask,
        relative_position_bias, past_key, past_value), (scale, mask_filter_value, head_count,
        mask_type), out, allow_empty, output_sizes=output_sizes, output_dtype=output_dtype,
        skip=skip))


def lp_pooling1(input, *, strides, window_size, start_padding, end_padding, dilations, p, out=None,
                allow_empty=False):
    """Takes the P-norm of the elements under a moving, dilated window.

    input: 4 to 5 dimensions, float32, float16
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    dilations: integers, at least 0
    p: an integer
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType of InputTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - OutputTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.
        - P is at least 1. The result is (sum of |x|^P)^(1/P).

    DirectML: DML_LP_POOLING1_OPERATOR_DESC, feature level 6_2.
    """
    return _call("LP_POOLING1", (input,), (strides, window_size, start_padding, end_padding,
        dilations, p), out, allow_empty)


def average_pooling1(input, *, strides, window_size, start_padding, end_padding, dilations,
                     include_padding, out=None, allow_empty=False):
    """Averages the elements under a moving, dilated window.

    input: 4 to 5 dimensions, float32, float16
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    dilations: integers, at least 0
    include_padding: True or False
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType of InputTensor.
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - OutputTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.
        - IncludePadding divides by the size of the window, otherwise by the number of its elements
          inside the input. A window without any gives 0.

    DirectML: DML_AVERAGE_POOLING1_OPERATOR_DESC, feature level 6_2.
    """
    return _call("AVERAGE_POOLING1", (input,), (strides, window_size, start_padding, end_padding,
        dilations, include_padding), out, allow_empty)


def activation_swish(input, *, sigmoid_input_scale, out=None, allow_empty=False):
    """Multiplies every element by the sigmoid of its scaled self.

    input: 1 to 8 dimensions, float32, float16
    sigmoid_input_scale: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0], np.float32)
    >>> weft.activation_swish(input, sigmoid_input_scale=1).tolist()
    [0.0]

    DirectML: DML_ACTIVATION_SWISH_OPERATOR_DESC, feature level 6_2.
    """
    return _call("ACTIVATION_SWISH", (input,), (sigmoid_input_scale,), out, allow_empty)


def activation_hard_swish(input, *, alpha, beta, out=None, allow_empty=False):
    """Multiplies every element by a hard sigmoid of itself.

    input: 1 to 8 dimensions, float32, float16
    alpha: a number
    beta: a number
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the DataType and the Sizes of InputTensor.
        - Strides are free: InputTensor may repeat elements, OutputTensor may not.

    >>> input = np.array([0, 4], np.float32)
    >>> weft.activation_hard_swish(input, alpha=0.25, beta=0.5).tolist()
    [0.0, 4.0]

    DirectML: DML_ACTIVATION_HARD_SWISH_OPERATOR_DESC, feature level 6_2.
    """
    return _call("ACTIVATION_HARD_SWISH", (input,), (alpha, beta), out, allow_empty)


def quantized_linear_average_pooling(input, input_scale, input_zero_point, output_scale,
                                     output_zero_point=None, *, strides, window_size, start_padding,
                                     end_padding, dilations, include_padding, output_dtype=None,
                                     out=None, allow_empty=False):
    """Averages quantized elements under a moving window and quantizes the means again.

    input: 4 to 5 dimensions, int8, uint8
    input_scale: 1 to 5 dimensions, float32
    input_zero_point: 1 to 5 dimensions, int8, uint8; may be None
    output_scale: 1 to 5 dimensions, float32
    output_zero_point: 1 to 5 dimensions, int8, uint8; may be None
    strides: integers, at least 0
    window_size: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    dilations: integers, at least 0
    include_padding: True or False
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 4 to 5 dimensions, int8, uint8

    Rules
        - DimensionCount is the number of spatial dimensions: the tensors have 2 more, {N, C, [D,]
          H, W}.
        - Strides and WindowSize are at least 1, and a window fits into the padded input.
        - OutputTensor has the first two sizes of InputTensor; a spatial size is (input +
          StartPadding + EndPadding - window) / Stride + 1, rounded down, or up: then the last
          window reaches beyond the padding.
        - Dilations are at least 1. A window spans Dilation * (WindowSize - 1) + 1 elements.
        - IncludePadding divides by the size of the window, otherwise by the number of its elements
          inside the input. A window without any gives 0.
        - Scales and zero points have one element, or one per channel: {1, C, 1, ..}. A missing
          zero point is 0, a present one has the type of its tensor.
        - Results are rounded to the nearest integer, ties to even, and saturate.

    DirectML: DML_QUANTIZED_LINEAR_AVERAGE_POOLING_OPERATOR_DESC, feature level 6_2.
    """
    return _call("QUANTIZED_LINEAR_AVERAGE_POOLING", (input, input_scale, input_zero_point,
        output_scale, output_zero_point), (strides, window_size, start_padding, end_padding,
        dilations, include_padding), out, allow_empty, output_dtype=output_dtype)


def matrix_multiply_integer_to_float(a, a_scale, a_zero_point, b, b_scale, b_zero_point=None,
                                     bias=None, *, out=None, allow_empty=False):
    """Multiplies quantized matrices into floating-point numbers and adds an optional bias.

    a: 2 to 4 dimensions, int32, int16, int8, uint32, uint16, uint8
    a_scale: 1 to 4 dimensions, float32, float16
    a_zero_point: 1 to 4 dimensions, int32, int16, int8, uint32, uint16, uint8; may be None
    b: 2 to 4 dimensions, int32, int16, int8, uint32, uint16, uint8
    b_scale: 1 to 4 dimensions, float32, float16
    b_zero_point: 1 to 4 dimensions, int32, int16, int8, uint32, uint16, uint8; may be None
    bias: 2 to 4 dimensions, float32, float16; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 2 to 4 dimensions, float32, float16

    Rules
        - ATensor and BTensor have the same DataType, and so have the scales, BiasTensor and
          OutputTensor.
        - ATensor, BTensor, BiasTensor and OutputTensor have the same DimensionCount; BiasTensor
          has the Sizes of OutputTensor.
        - The last two dimensions are the matrix: ATensor {.., M, K}, BTensor {.., K, N},
          OutputTensor {.., M, N}. All Sizes before them are the same; a matrix is repeated by
          stride 0.
        - Zero points have the DataType of their matrix. Of scales and zero points there is one, or
          one for each row of ATensor ({.., M, 1} or {M}) or column of BTensor ({.., N}). An absent
          zero point is 0.
        - Elements less their zero point, times their scale, are rounded to float32 and add up
          there in the order of K; FLOAT16 is rounded once more, after the bias.
        - A BTensor that is OWNED_BY_DML, as are BScaleTensor and BZeroPointTensor if there is one,
          becomes float32 once, when the operator is initialized.

    DirectML: DML_MATRIX_MULTIPLY_INTEGER_TO_FLOAT_OPERATOR_DESC, feature level 6_2.
    """
    return _call("MATRIX_MULTIPLY_INTEGER_TO_FLOAT", (a, a_scale, a_zero_point, b, b_scale,
        b_zero_point, bias), (), out, allow_empty)


def mean_variance_normalization2(input, scale=None, bias=None, *, axes, use_mean, use_variance,
                                 epsilon, fused_activation=None, out=None, allow_empty=False):
    """Normalizes over the given axes with the mean and the variance switched on separately.

    input: 1 to 8 dimensions, float32, float16
    scale: 1 to 8 dimensions, float32, float16; may be None
    bias: 1 to 8 dimensions, float32, float16; may be None
    axes: integers, at least 0
    use_mean: True or False
    use_variance: True or False
    epsilon: a number
    fused_activation: ("ACTIVATION_...", {field: value}), applied to the result; may be None
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - Axes are less than DimensionCount and each comes once; without any, every element is
          alone.
        - ScaleTensor and BiasTensor, each of which may be missing, have the Sizes of InputTensor,
          or 1 where an element serves the whole dimension.
        - Without UseMean nothing is subtracted, and the variance is the mean of the squares;
          without UseVariance nothing is divided by.
        - Means and variances are sums in float64, the variance that of all elements (divided by
          their number).
        - FusedActivation is none that only CONVOLUTION or GEMM can fuse: not ELEMENT_WISE_CLIP,
          ACTIVATION_SOFTMAX or ACTIVATION_SOFTMAX1.

    DirectML: DML_MEAN_VARIANCE_NORMALIZATION2_OPERATOR_DESC, feature level 6_3.
    """
    return _call("MEAN_VARIANCE_NORMALIZATION2", (input, scale, bias), (axes, use_mean,
        use_variance, epsilon, fused_activation), out, allow_empty)


MultiheadAttention1Outputs = namedtuple("MultiheadAttention1Outputs",
    "output output_present_key output_present_value")


def multihead_attention1(query=None, key=None, value=None, stacked_query_key=None,
                         stacked_key_value=None, stacked_query_key_value=None, bias=None, mask=None,
                         relative_position_bias=None, past_key=None, past_value=None,
                         past_sequence_lengths=None, *, scale, mask_filter_value, query_head_count,
                         key_value_head_count, mask_type, output_sizes=None, output_dtype=None,
                         skip=None, out=None, allow_empty=False):
    """Computes attention with fewer key and value heads than query heads and with past lengths per
    batch.

    query: 3 to 5 dimensions, float32, float16; may be None
    key: 3 to 5 dimensions, float32, float16; may be None
    value: 3 to 5 dimensions, float32, float16; may be None
    stacked_query_key: 5 dimensions, float32, float16; may be None
    stacked_key_value: 5 dimensions, float32, float16; may be None
    stacked_query_key_value: 5 dimensions, float32, float16; may be None
    bias: 1 to 5 dimensions, float32, float16; may be None
    mask: 1 to 5 dimensions, int32; may be None
    relative_position_bias: 4 to 5 dimensions, float32, float16; may be None
    past_key: 4 to 5 dimensions, float32, float16; may be None
    past_value: 4 to 5 dimensions, float32, float16; may be None
    past_sequence_lengths: 1 to 5 dimensions, int32; may be None
    scale: a number
    mask_filter_value: a number
    query_head_count: an integer
    key_value_head_count: an integer
    mask_type: a weft.MultiheadAttentionMaskType: NONE, KEY_SEQUENCE_LENGTH,
        KEY_SEQUENCE_END_START, KEY_QUERY_SEQUENCE_LENGTH_START_END, BOOLEAN
    output_sizes: sizes of output
    output_dtype: dtype of output
    skip: names of optional outputs to leave out: output_present_key, output_present_value
    out: a tuple of arrays to write to, None for a new one
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 3 to 5 dimensions, float32, float16
        output_present_key: 4 to 5 dimensions, float32, float16; may be None
        output_present_value: 4 to 5 dimensions, float32, float16; may be None

    Rules
        - Query, key and value come from exactly one tensor each; without a key, PastKeyTensor and
          PastValueTensor are all there is.
        - QueryHeadCount is a multiple of KeyValueHeadCount; so many neighbouring query heads share
          keys and values.
        - With PastSequenceLengthsTensor, one length for each batch, the past is in
          OutputPresentKeyTensor and OutputPresentValueTensor already: new positions are written
          behind it, and a query sees the past, and keys up to its own position. Lengths that leave
          no room are cut.
        - QueryTensor is {batch, positions, QueryHeadCount * head size}, KeyTensor {batch,
          positions, KeyValueHeadCount * head size}, ValueTensor {batch, positions,
          KeyValueHeadCount * value size}; stacked tensors are {batch, positions, heads, 2 or 3,
          head size}. Sizes of 1 may stand in front.
        - PastKeyTensor and PastValueTensor come together, {batch, heads, past positions, head
          size}, and go before the keys and values; OutputPresentKeyTensor and
          OutputPresentValueTensor get both.
        - BiasTensor holds the elements of query, key and value, one after the other, and is added
          to each position.
        - RelativePositionBiasTensor is {batch, heads, query positions, all positions}.
        - MaskFilterValue is added where a mask hides a position: BOOLEAN {batch, heads, query
          positions, all positions} where it is 0, KEY_SEQUENCE_LENGTH {batch} from the length on,
          KEY_SEQUENCE_END_START {2, batch} outside of start to end,
          KEY_QUERY_SEQUENCE_LENGTH_START_END {3 * batch + 2} from the key length on, which comes
          first.
        - Everything is computed in float32; FLOAT16 is rounded once.

    DirectML: DML_MULTIHEAD_ATTENTION1_OPERATOR_DESC, feature level 6_3.
    """
    return MultiheadAttention1Outputs(*_call("MULTIHEAD_ATTENTION1", (query, key, value,
        stacked_query_key, stacked_key_value, stacked_query_key_value, bias, mask,
        relative_position_bias, past_key, past_value, past_sequence_lengths), (scale,
        mask_filter_value, query_head_count, key_value_head_count, mask_type), out, allow_empty,
        output_sizes=output_sizes, output_dtype=output_dtype, skip=skip))


def quantize(input, quantizations, *, quantization_type, output_dtype=None, out=None,
             allow_empty=False):
    """Turns numbers into 8-bit or 4-bit integers by scales and zero points, per element or per
    block.

    input: 1 to 8 dimensions, float32, float16
    quantizations: a sequence of tensors: 1 to 8 dimensions, float32, float16, int8, int4, uint8,
        uint4
    quantization_type: a weft.QuantizationType: NONE, SCALE, SCALE_ZERO_POINT
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, int8, int4, uint8, uint4

    Rules
        - OutputTensor has the Sizes of InputTensor.
        - QuantizationType is not NONE: SCALE has 1 quantization tensor, SCALE_ZERO_POINT has 2.
        - Quantization tensors have the DimensionCount of InputTensor. Each of their Sizes divides
          that of InputTensor: one value serves a block of neighbours.
        - Where both quantization tensors make blocks in a dimension, these are the same.
        - The scale has the DataType of InputTensor, the zero point that of OutputTensor.
        - Without a zero point it is 0, or the middle of an unsigned type: 128 or 8.

    >>> input = np.array([1, 2], np.float32)
    >>> scale, zero_point = np.array([0.5, 0.5], np.float32), np.array([10, 10], np.uint8)
    >>> weft.quantize(input, [scale, zero_point], quantization_type="SCALE_ZERO_POINT").tolist()
    [12, 14]

    DirectML: DML_QUANTIZE_OPERATOR_DESC, feature level 6_3.
    """
    return _call("QUANTIZE", (input, quantizations), (quantization_type,), out, allow_empty,
        output_dtype=output_dtype)


def dequantize(input, quantizations, *, quantization_type, output_dtype=None, out=None,
               allow_empty=False):
    """Turns 8-bit or 4-bit integers back into numbers by scales and zero points, per element or
    per block.

    input: 1 to 8 dimensions, int8, int4, uint8, uint4
    quantizations: a sequence of tensors: 1 to 8 dimensions, float32, float16, int8, int4, uint8,
        uint4
    quantization_type: a weft.QuantizationType: NONE, SCALE, SCALE_ZERO_POINT
    output_dtype: dtype of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 8 dimensions, float32, float16

    Rules
        - OutputTensor has the Sizes of InputTensor.
        - QuantizationType is not NONE: SCALE has 1 quantization tensor, SCALE_ZERO_POINT has 2.
        - Quantization tensors have the DimensionCount of InputTensor. Each of their Sizes divides
          that of InputTensor: one value serves a block of neighbours.
        - Where both quantization tensors make blocks in a dimension, these are the same.
        - The scale has the DataType of OutputTensor, the zero point that of InputTensor.
        - Without a zero point it is 0, or the middle of an unsigned type: 128 or 8.

    >>> input = np.array([12, 14], np.uint8)
    >>> scale, zero_point = np.array([0.5, 0.5], np.float32), np.array([10, 10], np.uint8)
    >>> weft.dequantize(input, [scale, zero_point],
    ...                 quantization_type="SCALE_ZERO_POINT").tolist()
    [1.0, 2.0]

    DirectML: DML_DEQUANTIZE_OPERATOR_DESC, feature level 6_3.
    """
    return _call("DEQUANTIZE", (input, quantizations), (quantization_type,), out, allow_empty,
        output_dtype=output_dtype)


def resample3(input, *, interpolation_mode, rounding_direction, scales, input_pixel_offsets,
              output_pixel_offsets, antialiased, output_sizes=None, out=None, allow_empty=False):
    """Scales a tensor by interpolation with optional anti-aliasing when it shrinks.

    input: 1 to 4 dimensions, float32, float16, int8, uint8
    interpolation_mode: a weft.InterpolationMode: NEAREST_NEIGHBOR, LINEAR
    rounding_direction: a weft.AxisDirection: INCREASING, DECREASING
    scales: numbers
    input_pixel_offsets: numbers
    output_pixel_offsets: numbers
    antialiased: True or False
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 1 to 4 dimensions, float32, float16, int8, uint8

    Rules
        - OutputTensor has the DataType and the DimensionCount of InputTensor.
        - The number of Scales is the number of dimensions; each is finite and above 0.
        - InputPixelOffsets and OutputPixelOffsets are finite.
        - Output o lies at (o - OutputPixelOffset) / Scale - InputPixelOffset of the input; beyond
          the edge lies the edge.
        - NEAREST_NEIGHBOR rounds the position up where RoundingDirection is INCREASING, down where
          it is DECREASING.
        - Antialiased widens the filter of LINEAR by 1 / Scale along dimensions that shrink.
        - 8-bit results of LINEAR are rounded to the nearest integer, ties to even.

    DirectML: DML_RESAMPLE3_OPERATOR_DESC, feature level 6_4.
    """
    return _call("RESAMPLE3", (input,), (interpolation_mode, rounding_direction, scales,
        input_pixel_offsets, output_pixel_offsets, antialiased), out, allow_empty,
        output_sizes=output_sizes)


def fold(input, *, window_sizes, strides, dilations, start_padding, end_padding, output_sizes=None,
         out=None, allow_empty=False):
    """Adds columns of window contents back into an image, summing where windows overlap.

    input: 3 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    window_sizes: integers, at least 0
    strides: integers, at least 0
    dilations: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    output_sizes: sizes of output
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 3 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor.
        - OutputTensor has DimensionCount + 2 dimensions {N, C, sizes..}, InputTensor has 3: {N, C
          * all WindowSizes, number of blocks}.
        - WindowSizes[i], Strides[i] and Dilations[i] are at least 1.
        - A window fits: Dilations[i] * (WindowSizes[i] - 1) + 1 is at most OutputTensor.Sizes[i +
          2] + StartPadding[i] + EndPadding[i].
        - The blocks of dimension i are (padded size - reach of the window) / Strides[i] + 1; their
          number is the product over all i.

    >>> input = np.array([[[1, 2], [2, 3]]], np.float32)
    >>> weft.fold(input, window_sizes=[2], strides=[1], dilations=[1], start_padding=[0],
    ...           end_padding=[0], output_sizes=[1, 1, 3]).tolist()
    [[[1.0, 4.0, 3.0]]]

    DirectML: DML_FOLD_OPERATOR_DESC, feature level 6_4.
    """
    return _call("FOLD", (input,), (window_sizes, strides, dilations, start_padding, end_padding),
        out, allow_empty, output_sizes=output_sizes)


def unfold(input, *, window_sizes, strides, dilations, start_padding, end_padding, out=None,
           allow_empty=False):
    """Lays out the contents of every window of an image as columns.

    input: 3 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64, uint32,
        uint16, uint8
    window_sizes: integers, at least 0
    strides: integers, at least 0
    dilations: integers, at least 0
    start_padding: integers, at least 0
    end_padding: integers, at least 0
    out: an array to write to
    allow_empty: take tensors without elements, and those of rank 0

    Returns
        output: 3 to 8 dimensions, float64, float32, float16, int64, int32, int16, int8, uint64,
            uint32, uint16, uint8

    Rules
        - OutputTensor has the DataType of InputTensor.
        - InputTensor has DimensionCount + 2 dimensions {N, C, sizes..}, OutputTensor has 3: {N, C
          * all WindowSizes, number of blocks}.
        - WindowSizes[i], Strides[i] and Dilations[i] are at least 1.
        - A window fits: Dilations[i] * (WindowSizes[i] - 1) + 1 is at most InputTensor.Sizes[i +
          2] + StartPadding[i] + EndPadding[i].
        - The blocks of dimension i are (padded size - reach of the window) / Strides[i] + 1; their
          number is the product over all i.

    >>> input = np.array([1, 2, 3], np.float32).reshape(1, 1, 3)
    >>> weft.unfold(input, window_sizes=[2], strides=[1], dilations=[1], start_padding=[0],
    ...             end_padding=[0]).tolist()
    [[[1.0, 2.0], [2.0, 3.0]]]

    DirectML: DML_UNFOLD_OPERATOR_DESC, feature level 6_4.
    """
    return _call("UNFOLD", (input,), (window_sizes, strides, dilations, start_padding, end_padding),
        out, allow_empty)
