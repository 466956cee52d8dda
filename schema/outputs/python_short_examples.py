# SPDX-License-Identifier: MIT
"""Doctests for operators whose documentation has no short example: numbers anyone can check.

A row is the inputs (a list is float32, or names its type in front), the other arguments, and what
tolist() prints.
"""

from model import Operator

_ONE = {  # operators of one tensor
    "ELEMENT_WISE_IDENTITY": ([1, -2], "scale_bias=(2, 1)", [3.0, -3.0]),
    "ELEMENT_WISE_ABS": ([-1.5, 2], "", [1.5, 2.0]),
    "ELEMENT_WISE_ACOS": ([1], "", [0.0]),
    "ELEMENT_WISE_ASIN": ([0], "", [0.0]),
    "ELEMENT_WISE_ATAN": ([0], "", [0.0]),
    "ELEMENT_WISE_CEIL": ([1.25, -1.25], "", [2.0, -1.0]),
    "ELEMENT_WISE_CLIP": ([-5, 0.5, 5], "min=-1, max=1", [-1.0, 0.5, 1.0]),
    "ELEMENT_WISE_CLIP1": ([-5, 0.5, 5], "min=-1, max=1", [-1.0, 0.5, 1.0]),
    "ELEMENT_WISE_COS": ([0], "", [1.0]),
    "ELEMENT_WISE_EXP": ([0], "", [1.0]),
    "ELEMENT_WISE_FLOOR": ([1.25, -1.25], "", [1.0, -2.0]),
    "ELEMENT_WISE_LOG": ([1], "", [0.0]),
    "ELEMENT_WISE_LOGICAL_NOT": (["uint8", 0, 1, 5], "", [1, 0, 0]),
    "ELEMENT_WISE_CONSTANT_POW": ([3, -2], "exponent=2", [9.0, 4.0]),
    "ELEMENT_WISE_RECIP": ([4, -0.5], "", [0.25, -2.0]),
    "ELEMENT_WISE_SIN": ([0], "", [0.0]),
    "ELEMENT_WISE_SQRT": ([4, 9], "", [2.0, 3.0]),
    "ELEMENT_WISE_TAN": ([0], "", [0.0]),
    "ELEMENT_WISE_THRESHOLD": ([-1, 3], "min=1", [1.0, 3.0]),
    "ELEMENT_WISE_SIGN": ([-3, 0, 2], "", [-1.0, 0.0, 1.0]),
    "ELEMENT_WISE_IS_NAN": (["float32", 1, float("nan")], "", [0, 1]),
    "ELEMENT_WISE_IS_INFINITY": ([1, float("inf")], 'infinity_mode="EITHER"', [0, 1]),
    "ELEMENT_WISE_ERF": ([0], "", [0.0]),
    "ELEMENT_WISE_SINH": ([0], "", [0.0]),
    "ELEMENT_WISE_COSH": ([0], "", [1.0]),
    "ELEMENT_WISE_TANH": ([0], "", [0.0]),
    "ELEMENT_WISE_ASINH": ([0], "", [0.0]),
    "ELEMENT_WISE_ACOSH": ([1], "", [0.0]),
    "ELEMENT_WISE_ATANH": ([0], "", [0.0]),
    "ELEMENT_WISE_ROUND": ([0.5, 1.5, 2.5], 'rounding_mode="HALVES_TO_NEAREST_EVEN"',
                           [0.0, 2.0, 2.0]),
    "ELEMENT_WISE_NEGATE": ([1, -2], "", [-1.0, 2.0]),
    "ACTIVATION_ELU": ([0, 2], "alpha=1", [0.0, 2.0]),
    "ACTIVATION_CELU": ([0, 2], "alpha=1", [0.0, 2.0]),
    "ACTIVATION_GELU": ([0], "", [0.0]),
    "ACTIVATION_HARD_SIGMOID": ([-3, 0, 3], "alpha=0.5, beta=0.5", [0.0, 0.5, 1.0]),
    "ACTIVATION_HARD_SWISH": ([0, 4], "alpha=0.25, beta=0.5", [0.0, 4.0]),
    "ACTIVATION_IDENTITY": ([1, -2], "", [1.0, -2.0]),
    "ACTIVATION_LEAKY_RELU": ([-2, 3], "alpha=0.5", [-1.0, 3.0]),
    "ACTIVATION_LINEAR": ([1, -2], "alpha=2, beta=1", [3.0, -3.0]),
    "ACTIVATION_RELU": ([-1, 2], "", [0.0, 2.0]),
    "ACTIVATION_SCALED_ELU": ([0, 1], "alpha=1, gamma=2", [0.0, 2.0]),
    "ACTIVATION_SCALED_TANH": ([0], "alpha=1, beta=1", [0.0]),
    "ACTIVATION_SHRINK": ([-3, 1, 3], "bias=1, threshold=1.5", [-2.0, 0.0, 2.0]),
    "ACTIVATION_SIGMOID": ([0], "", [0.5]),
    "ACTIVATION_SOFTPLUS": ([50], "steepness=1", [50.0]),
    "ACTIVATION_PARAMETRIC_SOFTPLUS": ([50], "alpha=2, beta=1", [100.0]),
    "ACTIVATION_SOFTMAX1": ([0, 0], "axes=[0]", [0.5, 0.5]),
    "ACTIVATION_SOFTSIGN": ([1, -3], "", [0.5, -0.75]),
    "ACTIVATION_SWISH": ([0], "sigmoid_input_scale=1", [0.0]),
    "ACTIVATION_TANH": ([0], "", [0.0]),
    "ACTIVATION_THRESHOLDED_RELU": ([0.5, 2], "alpha=1", [0.0, 2.0]),
    "CAST": ([1.75, -2.5, 300], 'output_dtype="uint8"', [1, 0, 255]),
    "TILE": (["int32", 1, 2], "repeats=[2]", [1, 2, 1, 2]),
    "PADDING": ([1, 2], 'padding_mode="EDGE", padding_value=0, start_padding=[1], end_padding=[2]',
                [1.0, 1.0, 2.0, 2.0, 2.0]),
    "PADDING1": (["int32", 1, 2], 'padding_mode="CONSTANT", padding_value=7, start_padding=[1], '
                 'end_padding=[0]', [7, 1, 2]),
    "CUMULATIVE_SUMMATION": ([1, 2, 3], 'axis=0, axis_direction="INCREASING", '
                             'has_exclusive_sum=False', [1.0, 3.0, 6.0]),
    "CUMULATIVE_PRODUCT": ([1, 2, 3], 'axis=0, axis_direction="INCREASING", '
                           'has_exclusive_product=False', [1.0, 2.0, 6.0]),
}

_MORE = {  # operators of several tensors
    "ELEMENT_WISE_ADD": ([[1, 2], [10, 20]], "", [11.0, 22.0]),
    "ELEMENT_WISE_ADD1": ([[1, -20], [10, 2]], 'fused_activation="ACTIVATION_RELU"', [11.0, 0.0]),
    "ELEMENT_WISE_SUBTRACT": ([[1, 2], [10, 20]], "", [-9.0, -18.0]),
    "ELEMENT_WISE_MULTIPLY": ([[1, 2], [10, 20]], "", [10.0, 40.0]),
    "ELEMENT_WISE_DIVIDE": ([[1, 3], [4, -2]], "", [0.25, -1.5]),
    "ELEMENT_WISE_MAX": ([[1, 20], [10, 2]], "", [10.0, 20.0]),
    "ELEMENT_WISE_MIN": ([[1, 20], [10, 2]], "", [1.0, 2.0]),
    "ELEMENT_WISE_MEAN": ([[1, 2], [10, 20]], "", [5.5, 11.0]),
    "ELEMENT_WISE_POW": ([[3, 2], [2, -1]], "", [9.0, 0.5]),
    "ELEMENT_WISE_DIFFERENCE_SQUARE": ([[1, 2], [4, 2]], "", [9.0, 0.0]),
    "ELEMENT_WISE_LOGICAL_AND": ([["uint8", 1, 1], ["uint8", 1, 0]], "", [1, 0]),
    "ELEMENT_WISE_LOGICAL_OR": ([["uint8", 0, 1], ["uint8", 0, 0]], "", [0, 1]),
    "ELEMENT_WISE_LOGICAL_XOR": ([["uint8", 1, 1], ["uint8", 1, 0]], "", [0, 1]),
    "ELEMENT_WISE_LOGICAL_EQUALS": ([[1, 2], [1, 3]], "", [1, 0]),
    "ELEMENT_WISE_LOGICAL_GREATER_THAN": ([[1, 3], [1, 2]], "", [0, 1]),
    "ELEMENT_WISE_LOGICAL_LESS_THAN": ([[1, 2], [1, 3]], "", [0, 1]),
    "ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL": ([[1, 2], [1, 3]], "", [1, 0]),
    "ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL": ([[1, 3], [1, 2]], "", [1, 0]),
    "ELEMENT_WISE_BIT_AND": ([["uint8", 6], ["uint8", 3]], "", [2]),
    "ELEMENT_WISE_BIT_OR": ([["uint8", 6], ["uint8", 3]], "", [7]),
    "ELEMENT_WISE_BIT_XOR": ([["uint8", 6], ["uint8", 3]], "", [5]),
    "ELEMENT_WISE_BIT_SHIFT_LEFT": ([["uint8", 3], ["uint8", 2]], "", [12]),
    "ELEMENT_WISE_BIT_SHIFT_RIGHT": ([["uint8", 12], ["uint8", 2]], "", [3]),
    "ELEMENT_WISE_MODULUS_TRUNCATE": ([["int32", -7], ["int32", 4]], "", [-3]),
    "ELEMENT_WISE_MODULUS_FLOOR": ([["int32", -7], ["int32", 4]], "", [1]),
    "ELEMENT_WISE_ATAN_YX": ([[0], [1]], "", [0.0]),
    "ELEMENT_WISE_CLIP_GRAD": ([[-5, 0.5], [1, 2]], "min=-1, max=1", [0.0, 2.0]),
    "ELEMENT_WISE_CLIP_GRAD1": ([[-5, 0.5], [1, 2]], "min=-1, max=1", [0.0, 2.0]),
    "ELEMENT_WISE_QUANTIZE_LINEAR": ([[1, 2], [0.5, 0.5], ["uint8", 10, 10]], "", [12, 14]),
    "ELEMENT_WISE_DEQUANTIZE_LINEAR": ([["uint8", 12, 14], [0.5, 0.5], ["uint8", 10, 10]], "",
                                       [1.0, 2.0]),
    "ELEMENT_WISE_QUANTIZED_LINEAR_ADD": (
        [["uint8", 12], [0.5], ["uint8", 10], ["uint8", 14], [0.5], ["uint8", 10], [0.5],
         ["uint8", 0]], "", [6]),
    "ACTIVATION_PARAMETERIZED_RELU": ([[-2, 3], [0.5, 0.5]], "", [-1.0, 3.0]),
    "ACTIVATION_RELU_GRAD": ([[-2, 3], [10, 20]], "", [0.0, 20.0]),
}

_LINES = {  # operators of planes, and of several outputs
    "DEPTH_TO_SPACE": """
        >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 4, 1, 1)
        >>> weft.depth_to_space(input, block_size=2).tolist()
        [[[[1.0, 2.0], [3.0, 4.0]]]]""",
    "DEPTH_TO_SPACE1": """
        >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 4, 1, 1)
        >>> weft.depth_to_space1(input, block_size=2, order="DEPTH_COLUMN_ROW").tolist()
        [[[[1.0, 2.0], [3.0, 4.0]]]]""",
    "SPACE_TO_DEPTH": """
        >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 1, 2, 2)
        >>> weft.space_to_depth(input, block_size=2).tolist()
        [[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]]""",
    "SPACE_TO_DEPTH1": """
        >>> input = np.array([1, 2, 3, 4], np.float32).reshape(1, 1, 2, 2)
        >>> weft.space_to_depth1(input, block_size=2, order="DEPTH_COLUMN_ROW").tolist()
        [[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]]""",
    "UPSAMPLE_2D": """
        >>> input = np.array([1, 2], np.float32).reshape(1, 1, 1, 2)
        >>> weft.upsample_2d(input, scale_size=(2, 1),
        ...                  interpolation_mode="NEAREST_NEIGHBOR").tolist()
        [[[[1.0, 1.0, 2.0, 2.0]]]]""",
    "VALUE_SCALE_2D": """
        >>> input = np.array([1, 2], np.float32).reshape(1, 1, 1, 2)
        >>> weft.value_scale_2d(input, scale=2, bias=[1]).tolist()
        [[[[3.0, 5.0]]]]""",
    "NONZERO_COORDINATES": """
        >>> result = weft.nonzero_coordinates(np.array([0, 5, 7], np.uint8))
        >>> result.output_count.tolist()
        [2]
        >>> result.output_coordinates[:2].tolist()
        [[1], [2]]""",
    "ACTIVATION_HARDMAX": """
        >>> input = np.array([1, 3, 2], np.float32).reshape(1, 1, 1, 3)
        >>> weft.activation_hardmax(input).tolist()
        [[[[0.0, 1.0, 0.0]]]]""",
    "ACTIVATION_SOFTMAX": """
        >>> weft.activation_softmax(np.zeros((1, 1, 1, 2), np.float32)).tolist()
        [[[[0.5, 0.5]]]]""",
    "DYNAMIC_QUANTIZE_LINEAR": """
        >>> weft.dynamic_quantize_linear(np.array([0, 255], np.float32)).output.tolist()
        [0, 255]""",
    "QUANTIZE": """
        >>> input = np.array([1, 2], np.float32)
        >>> scale, zero_point = np.array([0.5, 0.5], np.float32), np.array([10, 10], np.uint8)
        >>> weft.quantize(input, [scale, zero_point], quantization_type="SCALE_ZERO_POINT").tolist()
        [12, 14]""",
    "DEQUANTIZE": """
        >>> input = np.array([12, 14], np.uint8)
        >>> scale, zero_point = np.array([0.5, 0.5], np.float32), np.array([10, 10], np.uint8)
        >>> weft.dequantize(input, [scale, zero_point],
        ...                 quantization_type="SCALE_ZERO_POINT").tolist()
        [1.0, 2.0]""",
    "UNFOLD": """
        >>> input = np.array([1, 2, 3], np.float32).reshape(1, 1, 3)
        >>> weft.unfold(input, window_sizes=[2], strides=[1], dilations=[1], start_padding=[0],
        ...             end_padding=[0]).tolist()
        [[[1.0, 2.0], [2.0, 3.0]]]""",
    "FOLD": """
        >>> input = np.array([[[1, 2], [2, 3]]], np.float32)
        >>> weft.fold(input, window_sizes=[2], strides=[1], dilations=[1], start_padding=[0],
        ...           end_padding=[0], output_sizes=[1, 1, 3]).tolist()
        [[[1.0, 4.0, 3.0]]]""",
}


def _array(row: list) -> str:
    dtype = row[0] if isinstance(row[0], str) else "float32"
    numbers = ", ".join({"nan": "np.nan", "inf": "np.inf"}.get(str(v), str(v))
                        for v in row if not isinstance(v, str))
    return f"np.array([{numbers}], np.{dtype})"


def short_example(op: Operator) -> list[str]:
    """The lines of a doctest, or none: also when the operator takes no row of numbers."""
    if op.name in _LINES:
        return [line.strip() for line in _LINES[op.name].strip().splitlines()]
    rows, arguments, result = _MORE.get(op.name) or _ONE.get(op.name) or (None, None, None)
    takes_rows = any(r.dimension_mask & 2 for r in op.support[0].rows)
    if rows is None or not takes_rows:
        return []
    inputs = [f.cpp_name for f in op.members if f.role == "Input"]
    if op.name in _ONE:
        rows = [rows]
    lines = [f">>> {name} = {_array(row)}" for name, row in zip(inputs, rows)]
    call = ", ".join([*inputs[:len(rows)], *([arguments] if arguments else [])])
    head = f">>> weft.{op.name.lower()}("
    if len(head) + len(call) > 84:
        call = call.replace(", start_padding", f",\n...{' ' * (len(head) - 3)}start_padding")
    return [*lines, *f"{head}{call}).tolist()".splitlines(), str(result)]
