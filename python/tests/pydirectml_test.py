# SPDX-License-Identifier: MIT
# pydirectml piece by piece: names, descriptions, arithmetic, functions against NumPy, bindings, and
# what it says about wrong ones.
import doctest
import operator
import time

import numpy as np
import pytest

import pydirectml as dml
import weft
from answers import ROWS
from threads_test import THREADS, on_threads

FLOAT32 = dml.TensorDataType.FLOAT32
rng = np.random.default_rng(5)
X = rng.normal(size=(2, 3, 4, 5)).astype(np.float32)
Y = rng.random((2, 3, 4, 5), np.float32) + 1


def run(function, *arrays):
    """function of expressions, for arrays; a list where it gives several."""
    device = dml.Device()
    builder = dml.GraphBuilder(device)
    tensors = [dml.input_tensor(builder, i, dml.TensorDesc(
        dml.TensorDataType[str(array.dtype).upper()], array.shape)) for i, array in enumerate(arrays)]
    made = function(*tensors)
    outputs = list(made) if isinstance(made, tuple) else [made]
    model = builder.build(dml.ExecutionFlags.NONE, outputs)
    results = device.compute(model, list(map(dml.Binding, tensors, arrays)), outputs)
    return results if isinstance(made, tuple) else results[0]


def test_documentation():
    report = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(dml, "pydirectml", globs={}):
        runner.run(test, out=report.append)
    assert report == [] and runner.tries >= 7


def test_every_published_name_is_there():
    classes = ("Binding Device GraphBuilder Model TensorPolicy TensorDesc TensorData Expression Size2D "
               "FusedActivation MaxPoolingOutputs GRUOutputs")
    enums = ("TensorDataType TensorFlags MatrixTransform RecurrentNetworkDirection OutputOptions "
             "ConvolutionMode ConvolutionDirection InterpolationMode PaddingMode ExecutionFlags "
             "OperatorType")
    functions = ("input_tensor convolution up_sample_2d activation_relu activation_sigmoid "
                 "activation_identity add subtract activation_tanh multiply divide padding "
                 "mean_variance_normalization slice value_scale_2d activation_linear "
                 "batch_normalization local_response_normalization gemm average_pooling max_pooling "
                 "reinterpret activation_soft_max join gru gather")
    values = "FLOAT32 OWNED_BY_DML TRANSPOSE CROSS_CORRELATION LINEAR REFLECTION ACTIVATION_RELU"
    names = " ".join([classes, enums, functions, values]).split()
    assert [name for name in names if not hasattr(dml, name)] == []


def test_every_operator_has_a_function():
    assert [name for name in weft.operators.__all__
            if not hasattr(dml, name) and not hasattr(dml, name[len("element_wise_"):])] == []


def test_values_of_enums():
    """Those of DirectML.h."""
    assert (dml.TensorDataType.INT64, dml.OperatorType.CONVOLUTION, dml.OperatorType.RESAMPLE) == (
        11, 53, 96)
    assert dml.OperatorType.SCATTER is dml.OperatorType.SCATTER_ELEMENTS
    assert dml.ExecutionFlags.DESCRIPTORS_VOLATILE | dml.ExecutionFlags.NONE == 4
    assert dml.CONVOLUTION is dml.OperatorType.CONVOLUTION  # and no more that of ConvolutionMode


@pytest.mark.parametrize("make, sizes, strides, flags, total", [
    (lambda: dml.TensorDesc(FLOAT32, [2, 3]), [2, 3], None, 0, 24),
    (lambda: dml.TensorDesc(FLOAT32, dml.TensorFlags.OWNED_BY_DML, (2, 3)), [2, 3], None, 1, 24),
    (lambda: dml.TensorDesc(FLOAT32, [2, 3], [1, 0]), [2, 3], [1, 0], 0, 8),
    (lambda: dml.TensorDesc(FLOAT32, dml.TensorFlags.NONE, [2, 3], [4, 1], 32, 16),
     [2, 3], [4, 1], 0, 32),
    (lambda: dml.TensorDesc(data_type=FLOAT32, flags=dml.TensorFlags.OWNED_BY_DML, sizes=[5]),
     [5], None, 1, 20),
    (lambda: dml.TensorDesc(FLOAT32, sizes=[2], strides=[3]), [2], [3], 0, 16),
    (lambda: dml.TensorDesc(FLOAT32, [1, 2, 3, 4], dml.TensorPolicy.interleaved_channel),
     [1, 2, 3, 4], [24, 1, 8, 2], 0, 96),
    (lambda: dml.TensorDesc(FLOAT32, [1, 2, 3, 4], tensor_policy=dml.TensorPolicy.default),
     [1, 2, 3, 4], None, 0, 96),
])
def test_descriptions(make, sizes, strides, flags, total):
    desc = make()
    assert (desc.data_type, desc.sizes, desc.strides, desc.flags, desc.total_tensor_size_in_bytes) == (
        FLOAT32, sizes, strides, flags, total)
    builder = dml.GraphBuilder(dml.Device())
    again = dml.input_tensor(builder, 0, desc).get_output_desc()
    assert (again.sizes, again.strides, again.flags, again.total_tensor_size_in_bytes,
            again.guaranteed_base_offset_alignment) == (sizes, strides, flags, total,
                                                        desc.guaranteed_base_offset_alignment)


@pytest.mark.parametrize("function", [
    operator.add, operator.sub, operator.mul, operator.truediv])
def test_arithmetic(function):
    for got, want in [(run(function, X, Y), function(X, Y)),
                      (run(lambda x: function(x, 2.5), X), function(X, np.float32(2.5))),
                      (run(lambda y: function(2.5, y), Y), function(np.float32(2.5), Y)),
                      (run(lambda y: function(np.float32(3), y), Y), function(np.float32(3), Y))]:
        np.testing.assert_array_almost_equal_nulp(got, want, 1)


def test_arithmetic_in_place_and_the_rest():
    def sums(x, y):
        x += y
        x *= 2.0
        return -x % y

    np.testing.assert_allclose(run(sums, X, Y), np.fmod(-2 * (X + Y), Y), atol=1e-5)


@pytest.mark.parametrize("function, want", [
    (dml.activation_relu, np.maximum(X, 0)),
    (dml.activation_sigmoid, 1 / (1 + np.exp(-X.astype(np.float64)))),
    (dml.activation_tanh, np.tanh(X)),
    (dml.activation_identity, X),
    (lambda x: dml.activation_linear(x, 3, -1), X * 3 - 1),
    (lambda x: dml.activation_soft_max(dml.reinterpret(x, FLOAT32, [1, 1, 24, 5], None)),
     np.exp(X.reshape(1, 1, 24, 5)) / np.exp(X.reshape(1, 1, 24, 5)).sum(3, keepdims=True)),
    (lambda x: dml.activation_elu(x, alpha=2), np.where(X >= 0, X, 2 * np.expm1(X))),
    (dml.exp, np.exp(X)),
    (dml.element_wise_abs, np.abs(X)),
    (lambda x: dml.clip(x, min=-0.5, max=0.25), np.clip(X, -0.5, 0.25)),
    (lambda x: dml.reduce(x, dml.ReduceFunction.SUM, [1, 3]), X.astype(np.float64).sum((1, 3), keepdims=True)),
    (lambda x: dml.reduce(x, dml.ReduceFunction.MAX), X.max(keepdims=True)),
    (lambda x: dml.reduce(x, dml.ReduceFunction.ARGMAX, [3], dml.TensorDataType.UINT32),
     X.argmax(3)[..., None]),
    (lambda x: dml.cast(x, dml.TensorDataType.INT32), X.astype(np.int32)),
    (lambda x: dml.padding(x, dml.PaddingMode.CONSTANT, 7, [0, 0, 1, 2], [0, 0, 0, 1]),
     np.pad(X, [(0, 0), (0, 0), (1, 0), (2, 1)], constant_values=7)),
    (lambda x: dml.slice(x, [0, 1, 0, 0], [2, 2, 4, 5], [1, 1, 2, -1]), X[:, 1:, ::2, ::-1]),
    (lambda x: dml.value_scale_2d(x, 2, [1, 2, 3]), X * 2 + np.array([1, 2, 3]).reshape(3, 1, 1)),
    (lambda x: dml.up_sample_2d(x, dml.Size2D(3, 2), dml.InterpolationMode.NEAREST_NEIGHBOR),
     X.repeat(2, 2).repeat(3, 3)),
    (lambda x: dml.upsample_2d(x, (1, 2)), X.repeat(2, 2)),
    (lambda x: dml.resample(x, [2, 3, 8, 5], dml.InterpolationMode.NEAREST_NEIGHBOR, [1, 1, 2, 1]),
     X.repeat(2, 2)),
    (lambda x: dml.join([x, x], 1), np.concatenate([X, X], 1)),
    (lambda x: dml.reinterpret(x, FLOAT32, [6, 20], None), X.reshape(6, 20)),
    (lambda x: dml.reinterpret(x, dml.TensorDataType.UINT32, [20, 6], [1, 20]),
     X.view(np.uint32).reshape(6, 20).T),
    (lambda x: dml.local_response_normalization(x, True, 3, 0.1, 0.75, 2),
     ROWS["LOCAL_RESPONSE_NORMALIZATION"].answer(X, cross_channel=True, local_size=3, alpha=0.1,
                                                 beta=0.75, bias=2)),
    (lambda x: dml.mean_variance_normalization(x, normalize_mean=False, normalize_variance=False), X),
    (lambda x: dml.mean_variance_normalization(x, axes=[1]),
     (X - X.mean(1, keepdims=True)) / np.sqrt(X.var(1, keepdims=True) + 1e-5)),
], ids=range(26))
def test_functions_of_one_tensor(function, want):
    got = run(function, X)
    assert got.shape == want.shape and isinstance(got, dml.TensorData)
    np.testing.assert_allclose(np.array(got), want, rtol=1e-4, atol=1e-5)


def test_functions_of_two_tensors():
    relu = dml.FusedActivation(dml.OperatorType.ACTIVATION_RELU)
    for function, want in [(dml.add, X + Y), (dml.subtract, X - Y), (dml.multiply, X * Y),
                           (dml.divide, X / Y), (lambda x, y: dml.multiply(b=y, a=x), X * Y),
                           (lambda x, y: dml.add(x, y, fused_activation=None), X + Y), (dml.max, np.maximum(X, Y)),
                           (lambda x, y: dml.add(x, y, relu), np.maximum(X + Y, 0)),
                           (lambda x, y: dml.gemm(x, y, trans_b=dml.MatrixTransform.TRANSPOSE, alpha=2),
                            2 * X @ Y.transpose(0, 1, 3, 2))]:
        np.testing.assert_allclose(run(function, X, Y), want, rtol=1e-4, atol=1e-5)
    sums = run(lambda x, y, c: dml.gemm(x, y, c, dml.MatrixTransform.NONE,
                                        dml.MatrixTransform.TRANSPOSE, 1.0, 0.5), X, Y, X[..., :4].copy())
    np.testing.assert_allclose(sums, X @ Y.transpose(0, 1, 3, 2) + X[..., :4] / 2, rtol=1e-4, atol=1e-5)


def test_indices():
    rows = np.array([[2, 0]], np.uint32)
    table = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert np.array_equal(run(lambda t, i: dml.gather(t, i, 0, 1), table, rows), table[[2, 0]])
    hot = run(lambda i, v: dml.one_hot(i, v, 4, 0), rows, np.array([[0, 5]], np.float32))
    assert np.array(hot).tolist() == [[0, 5], [0, 0], [5, 0], [0, 0]]
    values, places = run(lambda x: dml.top_k(x, 1, 2), table[:, ::-1].copy())
    assert np.array_equal(values, table[:, :1:-1]) and places.tolist() == [[0, 1]] * 3
    low, _ = run(lambda x: dml.top_k(x, 1, 1, dml.AxisDirection.INCREASING), table)
    assert np.array_equal(low, table[:, :1])


def test_max_pooling():
    both = run(lambda x: dml.max_pooling(x, [2, 3], strides=[2, 1], start_padding=[1, 0],
                                         output_indices=True), X)
    wants = ROWS["MAX_POOLING2"].answer(X, window_size=[2, 3], strides=[2, 1], start_padding=[1, 0],
                                        end_padding=[0, 0], dilations=[1, 1])
    assert np.array_equal(both[0], wants[0]) and np.array_equal(both[1], wants[1])
    builder = dml.GraphBuilder(dml.Device())
    x = dml.input_tensor(builder, 0, dml.TensorDesc(FLOAT32, [1, 1, 5, 5]))
    alone = dml.max_pooling(x, window_sizes=[2, 2], dilations=[3, 3])
    assert alone.values.get_output_desc().sizes == [1, 1, 2, 2]
    with pytest.raises(TypeError, match="^get_output_desc: self is an empty Expression, but "):
        alone.indices.get_output_desc()


@pytest.mark.parametrize("options, outputs", [
    (dml.OutputOptions.Both, 2), (dml.OutputOptions.Sequence, 1), (dml.OutputOptions.Single, 1)])
def test_gru(options, outputs):
    x, w = rng.normal(size=(1, 4, 2, 3)), rng.normal(size=(1, 1, 15, 3))
    r, b = rng.normal(size=(1, 1, 15, 5)), rng.normal(size=(1, 1, 1, 30))
    arrays = [one.astype(np.float32) for one in (x, w, r, b)]
    activations = [dml.FusedActivation(dml.OperatorType.ACTIVATION_SIGMOID),
                   dml.FusedActivation(dml.OperatorType.ACTIVATION_TANH)]

    def network(*tensors):
        made = dml.gru(*tensors, activation_descs=activations,
                       direction=dml.RecurrentNetworkDirection.FORWARD, linear_before_reset=1,
                       output_options=options)
        return tuple(one for one in (made.sequence, made.single) if one.tensor is not None)

    wants = gru(*arrays)
    wants = {2: wants}.get(outputs) or [wants[options == dml.OutputOptions.Single]]
    for got, want in zip(run(network, *arrays), wants, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)


def gru(x, w, r, b):
    """All states and the last, step by step; the reset gate comes after the product."""
    def sigmoid(v):
        return 1 / (1 + np.exp(-v))

    state, states = np.zeros((2, 5)), []
    for step in x[0].astype(np.float64):
        inner, outer = state @ r[0, 0].T + b[0, 0, 0, 15:], step @ w[0, 0].T + b[0, 0, 0, :15]
        update, reset = sigmoid(inner[:, :5] + outer[:, :5]), sigmoid(inner[:, 5:10] + outer[:, 5:10])
        hidden = np.tanh(outer[:, 10:] + reset * inner[:, 10:])
        state = (1 - update) * hidden + update * state
        states.append(state)
    return np.stack(states)[:, None], state[None, None]


@pytest.mark.parametrize("activation, params, function", [
    ("RELU", (), lambda x: np.maximum(x, 0)),
    ("LINEAR", (2, -1), lambda x: 2 * x - 1),
    ("LEAKY_RELU", (0.25,), lambda x: np.where(x < 0, x / 4, x)),
    ("HARD_SIGMOID", (0.5, 0.25), lambda x: np.clip(x / 2 + 0.25, 0, 1)),
    ("SCALED_TANH", (2, 0.5), lambda x: 2 * np.tanh(x / 2)),
    ("SCALED_ELU", (2, 3), lambda x: 3 * np.where(x > 0, x, 2 * np.expm1(x))),
    ("SOFTPLUS", (2,), lambda x: np.log1p(np.exp(2 * x)) / 2),
    ("THRESHOLDED_RELU", (0.5,), lambda x: np.where(x > 0.5, x, 0)),
])
def test_fused_activations(activation, params, function):
    fused = dml.FusedActivation(dml.OperatorType[f"ACTIVATION_{activation}"], *params)
    ones = np.ones((1, 3, 1, 1), np.float32)
    got = run(lambda x, one: dml.batch_normalization(x, one, one, one, one, True, 0, fused), X, ones)
    np.testing.assert_allclose(got, function(X.astype(np.float64)), rtol=1e-4, atol=1e-5)


def simple(flags=dml.TensorFlags.NONE):
    device = dml.Device()
    builder = dml.GraphBuilder(device)
    x = dml.input_tensor(builder, 1, dml.TensorDesc(FLOAT32, [3]))
    w = dml.input_tensor(builder, 0, dml.TensorDesc(FLOAT32, flags, [3]))
    y, z = x * w, x + w
    return device, builder, x, w, y, z


@pytest.mark.parametrize("flags", list(dml.TensorFlags))
def test_inputs_come_in_any_order_and_weights_may_change(flags):
    device, builder, x, w, y, z = simple(flags)
    model = builder.build(dml.ExecutionFlags.NONE, [y, z])
    values = np.array([1, 2, 3], np.float64)
    weights = np.array([[4], [5], [6]], np.int64)
    inputs = [dml.Binding(w, weights), dml.Binding(x, values)]
    weights[...], values[...] = 0, 0  # they were copied
    for order in (inputs, inputs[::-1], [None, *inputs]):
        product, total = device.compute(model, order, [y, z])
        assert product.tolist() == [4, 10, 18] and total.tolist() == [5, 7, 9]
    only, = device.compute(model, inputs, [None, z])
    assert only.tolist() == [5, 7, 9]
    inputs[0] = dml.Binding(w, [1, 1, 1])
    assert device.compute(model, inputs, [y, z])[0].tolist() == [1, 2, 3]


def test_results_are_arrays_and_buffers():
    result = run(lambda x: x + 1.0, X)
    assert np.array_equal(np.array(result, np.float32), X + 1)
    assert memoryview(result).shape == X.shape
    assert np.array_equal(dml.TensorData([[1, 2]]), np.array([[1, 2]], np.float32))
    integers = np.arange(4, dtype=np.int32)
    assert run(lambda x: x + x, integers).dtype == np.int32


def test_strided_inputs_take_their_buffer():
    device = dml.Device()
    builder = dml.GraphBuilder(device)
    x = dml.input_tensor(builder, 0, dml.TensorDesc(FLOAT32, [2, 3], [0, 1]))
    model = builder.build(dml.ExecutionFlags.NONE, [x])
    for data in ([1, 2, 3], [[1, 2, 3], [8, 9, 9]]):  # what lies behind the tensor is not looked at
        assert device.compute(model, [dml.Binding(x, data)], [x])[0].tolist() == [[1, 2, 3]] * 2


class Slow:
    """A compiled graph that others have time to interfere with."""

    def __init__(self, compiled):
        self.compiled, self.initialize = compiled, compiled.initialize

    def __call__(self, *inputs):
        time.sleep(0.001)
        return self.compiled(*inputs)


def test_threads_with_weights_of_their_own():
    device, builder, x, w, y, _ = simple(dml.TensorFlags.OWNED_BY_DML)
    model = builder.build(dml.ExecutionFlags.NONE, [y])
    model.compiled = Slow(model.compiled)

    def work(number):
        bindings = [dml.Binding(w, [number] * 3), dml.Binding(x, [1, 2, 3])]
        return all(device.compute(model, bindings, [y])[0].tolist() == [number, 2 * number, 3 * number]
                   for _ in range(20))

    assert on_threads(work) == [True] * THREADS


def compute(changed, outputs=None):
    device, builder, x, w, y, z = simple()
    model = builder.build(dml.ExecutionFlags.NONE, [y])
    return device.compute(model, changed(x, w), outputs or [y])


@pytest.mark.parametrize("call, message", [
    (lambda: compute(lambda x, w: [dml.Binding(x, [1, 2, 3])]), "compute: input 0 has no Binding"),
    (lambda: compute(lambda x, w: [], [None, None]),
     "compute: 2 outputs are given, but the model has 1"),
    (lambda: compute(lambda x, w: [dml.Binding(x, [1, 2])]),
     "Binding: data has 2 elements, but input 1 needs 3: <pydirectml.TensorDesc FLOAT32 [3]>"),
    (lambda: compute(lambda x, w: [dml.Binding(x, [1, 2, 3, 4])]),
     "Binding: data has 4 elements, but input 1 needs 3: <pydirectml.TensorDesc FLOAT32 [3]>"),
    (lambda: compute(lambda x, w: [dml.Binding(x + w, [1, 2, 3])]),
     "Binding: expr is no input_tensor, but only those are bound"),
    (lambda: dml.TensorDesc(FLOAT32, [2, 3], [1]),
     "TensorDesc.Strides [1] has 1 values, but Sizes [2, 3] has 2"),
    (lambda: dml.input_tensor(simple()[1], 1, dml.TensorDesc(FLOAT32, [3])),
     "input_tensor: input_index is 1, but there is an input of that number already"),
    (lambda: run(lambda x, w: dml.convolution(x, w, group_count=2), X, X),
     "CONVOLUTION: InputTensor.Sizes[1] is 3, but it must be a multiple of GroupCount 2"),
    (lambda: run(lambda x, w: dml.convolution(x, w, output_sizes=[2, 2, 3, 3]), X, X),
     "CONVOLUTION: output_sizes is [2, 2, 3, 3], but the output has [2, 2, 1, 1]"),
    (lambda: run(lambda x: dml.gemm(x, x), X), "GEMM: BTensor.Sizes[2] is 4, but ATensor.Sizes[3] is 5"),
    (lambda: run(lambda x: dml.activation_relu(x + dml.input_tensor(
        dml.GraphBuilder(dml.Device()), 0, dml.TensorDesc(FLOAT32, [2, 3, 4, 5]))), X),
     "graph: ELEMENT_WISE_ADD has inputs of two graphs"),
])
def test_errors(call, message):
    with pytest.raises(weft.Error) as error:
        call()
    assert str(error.value) == message


@pytest.mark.parametrize("call, message", [
    (lambda: dml.activation_relu(3),
     "ACTIVATION_RELU: input is a int, but a pydirectml.Expression is required"),
    (lambda: dml.join([dml.Expression()], 0),
     "JOIN: inputs[0] is an empty Expression, but a pydirectml.Expression is required"),
    (lambda: dml.GraphBuilder(None),
     "GraphBuilder: device is a NoneType, but a pydirectml.Device is required"),
    (lambda: simple()[1].build(0, [None]),
     "build: outputs[0] is a NoneType, but a pydirectml.Expression is required"),
    (lambda: run(lambda x: dml.convolution(x, x, strides=2), X),
     "CONVOLUTION: strides is a int, but a sequence of integers is required"),
    (lambda: dml.multiply(simple()[2]), "missing a required argument: 'b'"),
    (lambda: dml.multiply(simple()[2], [1, 2]),
     "ELEMENT_WISE_MULTIPLY: b[0] is a int, but a pydirectml.Expression is required"),
    (lambda: simple()[2] + "a",
     "unsupported operand type(s) for +: 'Expression' and 'str'"),
])
def test_errors_of_types(call, message):
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value) == message


def test_what_things_look_like():
    device, _, x, _, _, _ = simple()
    assert repr(device) == "<pydirectml.Device on the CPU>"
    assert repr(x) == "<pydirectml.Expression <pydirectml.TensorDesc FLOAT32 [3]>>"
    assert repr(dml.Expression()) == "<pydirectml.Expression of nothing>"
    assert repr(dml.TensorDesc(FLOAT32, dml.TensorFlags.OWNED_BY_DML, [2, 3], [0, 1])) == (
        "<pydirectml.TensorDesc FLOAT32 [2, 3], strides [0, 1], OWNED_BY_DML>")
    assert repr(dml.Size2D(3, 2)) == "Size2D(3, 2)"
    assert repr(dml.FusedActivation(dml.OperatorType.ACTIVATION_ELU, 2)) == (
        "FusedActivation(ACTIVATION_ELU, 2, 0)")
    assert repr(dml.TensorPolicy.default) == "<pydirectml.TensorPolicy default>"
