# SPDX-License-Identifier: MIT
"""ONNX nodes as DirectML operators: one entry per ONNX operator, called with its attributes and its
inputs (None for one left out) and returning the list of its outputs. Weft computes; NumPy only
gives views (broadcasts, transpositions, other shapes), which DirectML's strides express."""
import numpy as np

import weft

CONVERTERS = {}
ON_THE_HOST = {"Constant", "Shape", "Size"}  # known without a look at any element


def node(*names):
    def register(convert):
        for name in names:
            CONVERTERS[name] = convert
        return convert
    return register


def alike(*arrays):
    """The arrays broadcast to one shape; rank 0 is one element."""
    return [np.atleast_1d(a) for a in np.broadcast_arrays(*arrays)]


def shaped(result, *inputs):
    """What alike() made of rank 0 goes back."""
    return result.reshape(np.broadcast_shapes(*(np.shape(x) for x in inputs)))


def of_rank(array, rank):
    """With leading dimensions of size 1: tensors of one DirectML operator have one rank."""
    return array.reshape((1,) * (rank - array.ndim) + array.shape)


def truth(result):
    """DirectML's truth values are uint8."""
    return result.astype(bool)


# One input, one output, the same function under another name.
UNARY = {
    "Abs": "abs", "Acos": "acos", "Acosh": "acosh", "Asin": "asin", "Asinh": "asinh",
    "Atan": "atan", "Atanh": "atanh", "Ceil": "ceil", "Cos": "cos", "Cosh": "cosh", "Erf": "erf",
    "Exp": "exp", "Floor": "floor", "Identity": "identity", "Log": "log", "Neg": "negate",
    "Reciprocal": "recip", "Sign": "sign", "Sin": "sin", "Sinh": "sinh", "Sqrt": "sqrt",
    "Tan": "tan", "Tanh": "tanh",
}
# Activations; the second word is the ONNX default of each attribute.
ACTIVATIONS = {
    "Relu": ("relu", {}),
    "Sigmoid": ("sigmoid", {}),
    "Softsign": ("softsign", {}),
    "HardSwish": ("hard_swish", {"alpha": 1 / 6, "beta": 0.5}),
    "Softplus": ("softplus", {"steepness": 1.0}),
    "LeakyRelu": ("leaky_relu", {"alpha": 0.01}),
    "ThresholdedRelu": ("thresholded_relu", {"alpha": 1.0}),
    "Elu": ("elu", {"alpha": 1.0}),
    "Celu": ("celu", {"alpha": 1.0}),
    "Selu": ("scaled_elu", {"alpha": 1.67326319217681884765625, "gamma": 1.05070102214813232421875}),
    "HardSigmoid": ("hard_sigmoid", {"alpha": 0.2, "beta": 0.5}),
}
BINARY = {
    "Add": "add", "Sub": "subtract", "Mul": "multiply", "Div": "divide", "Max": "max",
    "Min": "min", "Sum": "add",
}
COMPARISONS = {
    "Equal": "equals", "Greater": "greater_than", "Less": "less_than",
    "GreaterOrEqual": "greater_than_or_equal", "LessOrEqual": "less_than_or_equal",
    "And": "and", "Or": "or", "Xor": "xor",
}
REDUCTIONS = {
    "ReduceL1": "L1", "ReduceL2": "L2", "ReduceLogSum": "LOG_SUM",
    "ReduceLogSumExp": "LOG_SUM_EXP", "ReduceMax": "MAX", "ReduceMean": "AVERAGE",
    "ReduceMin": "MIN", "ReduceProd": "MULTIPLY", "ReduceSum": "SUM",
    "ReduceSumSquare": "SUM_SQUARE",
}


@node(*UNARY)
def unary(op, attributes, x):
    function = getattr(weft, "element_wise_" + UNARY[op])
    return [function(np.atleast_1d(x)).reshape(x.shape)]


@node(*ACTIVATIONS)
def activation(op, attributes, x):
    name, defaults = ACTIVATIONS[op]
    values = {key: attributes.get(key, default) for key, default in defaults.items()}
    return [getattr(weft, "activation_" + name)(x, **values)]


@node(*BINARY)
def binary(op, attributes, first, *others):
    function = getattr(weft, "element_wise_" + BINARY[op])
    result = first
    for other in others:
        result = shaped(function(*alike(result, other)), result, other)
    return [result.copy() if result is first else result]


@node("Mean")
def mean(op, attributes, *inputs):
    if len(inputs) == 2:
        return [shaped(weft.element_wise_mean(*alike(*inputs)), *inputs)]
    total = binary("Sum", {}, *inputs)[0]
    return [weft.element_wise_identity(total, scale_bias=(1 / len(inputs), 0))]


@node(*COMPARISONS)
def comparison(op, attributes, a, b):
    function = getattr(weft, "element_wise_logical_" + COMPARISONS[op])
    return [truth(shaped(function(*alike(a, b)), a, b))]


@node("Not")
def logical_not(op, attributes, x):
    return [truth(weft.element_wise_logical_not(x))]


@node("IsNaN")
def is_nan(op, attributes, x):
    return [truth(weft.element_wise_is_nan(x))]


@node("IsInf")
def is_infinity(op, attributes, x):
    up, down = attributes.get("detect_positive", 1), attributes.get("detect_negative", 1)
    mode = "EITHER" if up and down else "POSITIVE" if up else "NEGATIVE"
    return [truth(weft.element_wise_is_infinity(x, infinity_mode=mode))]


@node("Pow")
def power(op, attributes, x, exponent):
    """64-bit integers, and exponents of another type, go through float32."""
    base, exponent = alike(x, exponent)
    if base.dtype == np.int64 or exponent.dtype != base.dtype:
        base = weft.cast(base, output_dtype=np.float32)
        exponent = weft.cast(exponent, output_dtype=np.float32)
    result = weft.element_wise_pow(base, exponent)
    if result.dtype != x.dtype:
        result = weft.cast(result, output_dtype=x.dtype)
    return [shaped(result, x, exponent)]


@node("Mod")
def modulus(op, attributes, a, b):
    kind = "truncate" if attributes.get("fmod") else "floor"
    return [shaped(getattr(weft, "element_wise_modulus_" + kind)(*alike(a, b)), a, b)]


@node("BitShift")
def bit_shift(op, attributes, a, b):
    function = getattr(weft, "element_wise_bit_shift_" + attributes["direction"].lower())
    return [shaped(function(*alike(a, b)), a, b)]


@node("Round")
def round_even(op, attributes, x):
    return [weft.element_wise_round(x, rounding_mode="HALVES_TO_NEAREST_EVEN", allow_empty=True)]


@node("Clip")
def clip(op, attributes, x, low=None, high=None):
    ends = np.iinfo(x.dtype) if x.dtype.kind in "iu" else np.finfo(x.dtype)
    low = ends.min if low is None else low.item()
    high = ends.max if high is None else high.item()
    return [weft.element_wise_clip1(x, min=low, max=high, min_max_data_type=x.dtype,
                                    allow_empty=True)]


@node("Where")
def where(op, attributes, condition, a, b):
    return [shaped(weft.element_wise_if(*alike(condition, a, b)), condition, a, b)]


@node("PRelu")
def parameterized_relu(op, attributes, x, slope):
    return [weft.activation_parameterized_relu(*alike(x, slope))]


@node("Shrink")
def shrink(op, attributes, x):
    return [weft.activation_shrink(x, bias=attributes.get("bias", 0.0),
                                   threshold=attributes.get("lambd", 0.5))]


@node("Softmax", "LogSoftmax", "Hardmax")
def softmax(op, attributes, x):
    axis = attributes.get("axis", -1) % x.ndim
    name = {"Softmax": "softmax1", "LogSoftmax": "log_softmax1", "Hardmax": "hardmax1"}[op]
    return [getattr(weft, "activation_" + name)(x, axes=[axis])]


@node(*REDUCTIONS)
def reduction(op, attributes, x, axes=None):
    if axes is None:
        axes = attributes.get("axes")
    axes = list(range(x.ndim)) if axes is None else [int(a) % x.ndim for a in axes]
    if attributes.get("noop_with_empty_axes") and "axes" not in attributes and not axes:
        return [weft.element_wise_identity(x)]
    if not axes:
        axes = [] if attributes.get("noop_with_empty_axes") else list(range(x.ndim))
    result = weft.reduce(x, function=REDUCTIONS[op], axes=axes)
    return [result if attributes.get("keepdims", 1) else result.squeeze(tuple(axes))]


@node("ArgMax", "ArgMin")
def arg_extreme(op, attributes, x):
    axis = attributes.get("axis", 0) % x.ndim
    direction = "DECREASING" if attributes.get("select_last_index") else "INCREASING"
    result = getattr(weft, op.lower())(x, axes=[axis], axis_direction=direction,
                                       output_dtype=np.int64)
    return [result if attributes.get("keepdims", 1) else result.squeeze(axis)]


@node("CumSum")
def cumulative_sum(op, attributes, x, axis):
    return [weft.cumulative_summation(
        x, axis=int(axis) % x.ndim,
        axis_direction="DECREASING" if attributes.get("reverse") else "INCREASING",
        has_exclusive_sum=bool(attributes.get("exclusive")))]


def along(values, axis, like):
    """A vector (or one number) broadcast along one axis of another array."""
    values = np.asarray(values)
    if values.ndim == 1:
        values = values.reshape([-1 if d == axis % like.ndim else 1 for d in range(like.ndim)])
    return np.broadcast_to(values, like.shape)


@node("QuantizeLinear", "DequantizeLinear")
def quantize_linear(op, attributes, x, scale, zero_point=None):
    axis = attributes.get("axis", 1)
    scale = along(scale, axis, x)
    if op == "QuantizeLinear":
        zero_point = along(np.uint8(0) if zero_point is None else zero_point, axis, x)
        return [weft.element_wise_quantize_linear(x, scale, zero_point,
                                                  output_dtype=zero_point.dtype)]
    zero_point = along(x.dtype.type(0) if zero_point is None else zero_point, axis, x)
    return [weft.element_wise_dequantize_linear(x, scale, zero_point)]


@node("DynamicQuantizeLinear")
def dynamic_quantize_linear(op, attributes, x):
    output, scale, zero_point = weft.dynamic_quantize_linear(x, output_dtype=np.uint8)
    return [output, scale.reshape(()), zero_point.reshape(())]


@node("Constant")
def constant(op, attributes):
    value, = (value for name, value in attributes.items() if name.startswith("value"))
    if isinstance(value, np.ndarray):
        return [value]
    array = np.asarray(value)  # one number, or a list
    return [array.astype(np.float32 if array.dtype.kind == "f" else np.int64)]


@node("Shape")
def shape(op, attributes, x):
    return [np.array(x.shape[attributes.get("start", 0) : attributes.get("end")], np.int64)]


@node("Size")
def size(op, attributes, x):
    return [np.array(x.size, np.int64)]


@node("Dropout")
def dropout(op, attributes, x, ratio=None, training=None):
    """Nothing is dropped: inference, or a ratio of 0."""
    kept = np.ones(x.shape, bool)
    return [weft.element_wise_identity(x), kept][: attributes["output count"]]
