# SPDX-License-Identifier: MIT
# weft.onnx: what goes in and comes out, as which types; messages; the names of ONNX Runtime.
import gc
import importlib
import json
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import onnx_models as onnx
import weft
import weft.onnx as ort

X = np.array([[1, 2, 3], [-1, -2, -3]], np.float32)
Y = np.maximum(X * np.array([1, -2, 3], np.float32) + X, 0)


@pytest.fixture(scope="module")
def model():
    return weft.onnx.load(onnx.small())


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "modèle.onnx"
    path.write_bytes(onnx.small())
    return path


def error_of(function, *arguments, kind=weft.Error, **named):
    with pytest.raises(kind) as caught:
        function(*arguments, **named)
    assert caught.type is kind
    return str(caught.value)


# ---- loading

def test_from_files_and_bytes(path):
    for source in (path, str(path), onnx.small(), bytearray(onnx.small()),
                   memoryview(onnx.small())):
        y, z = weft.onnx.load(source)(X)
        np.testing.assert_array_equal(y, Y)
        np.testing.assert_array_equal(z, X > 0)


def test_what_cannot_be_loaded(path):
    assert error_of(weft.onnx.load, 3, kind=TypeError) == (
        "model: it is a int, but a path or bytes are required")
    assert error_of(weft.onnx.load, b"") == "model: it has no graph: this is no ONNX file"
    assert error_of(weft.onnx.load, onnx.small(), shapes_to_keep=0) == (
        "model: shapes_to_keep is 0, but at least 1 is required")
    missing = path.with_name("missing.onnx")
    assert error_of(weft.onnx.load, missing) == (
        f"model: {missing} cannot be opened: No such file or directory")


def test_the_package_onnx_is_not_needed():
    program = "import sys, weft.onnx; print('onnx' in sys.modules)"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert finished.stdout == "False\n", finished.stderr


# ---- inputs

def test_arrays_of_any_layout(model):
    wide = np.zeros((2, 7), np.float32)
    wide[:, 1::2] = X
    swapped = X.astype(">f4")
    unaligned = np.frombuffer(b"." + X.tobytes(), np.float32, offset=1).reshape(X.shape)
    for x in (wide[:, 1::2], np.asfortranarray(X), X[::-1, ::-1][::-1, ::-1], swapped, unaligned,
              X.tolist(), tuple(map(tuple, X.astype(int).tolist()))):
        np.testing.assert_array_equal(model(x)[0], Y)


def test_other_libraries_arrays(model):
    class Dlpack:
        __dlpack__, __dlpack_device__ = X.__dlpack__, X.__dlpack_device__

    class Array:
        def __array__(self, dtype=None):
            return X

    for x in (Dlpack(), Array()):
        np.testing.assert_array_equal(model(x)[0], Y)


def test_inputs_by_place_and_name(model):
    for results in (model(X), model(x=X), tuple(model.run({"x": X}).values())):
        np.testing.assert_array_equal(results[0], Y)
    assert list(model.run({"x": X}, ["z"])) == ["z"]
    assert error_of(model, X, x=X) == "model: input 'x' is given twice"
    assert error_of(model, X, X) == "model: 2 inputs are given, but it has 1"
    assert error_of(model) == "model: input 'x' (tensor(float), [n, 3]) is not given"
    assert error_of(model, X, w=X) == "model: it has no input 'w'"
    assert error_of(model, None) == "model: input 'x' is nothing, but tensor(float) is required"
    assert error_of(model.run, {3: X}, kind=TypeError) == (
        "model: an input's name is a int, but a str is required")
    assert error_of(model.run, {"x": X}, ["q"]) == "model: it has no output 'q'"
    assert error_of(model.run, {"x": X}, "y", kind=TypeError) == (
        "model: outputs is 'y', but a list of names is required")


def test_types_are_not_converted(model):
    assert error_of(model, X.astype(np.float64)) == (
        "model: input 'x' has the dtype float64 (tensor(double)), but tensor(float) is required")
    assert error_of(model, X > 0) == (
        "model: input 'x' has the dtype bool (tensor(bool)), but tensor(float) is required")
    assert error_of(model, X.astype(np.complex64)) == (
        "model: input 'x' has the dtype complex64, but tensor(float) is required")
    assert error_of(model, np.array([["a", "b", "c"]])) == (
        "model: input 'x' has the dtype <U1 (tensor(string)), but tensor(float) is required")
    assert error_of(model, np.longdouble([[1, 2, 3]])) == (
        "model: input 'x' has the dtype float128, but tensor(float) is required")
    flags = weft.onnx.load(onnx.unary("Not", onnx.BOOL))
    assert error_of(flags, np.zeros(2, np.uint8)) == (
        "model: input 'x' has the dtype uint8 (tensor(uint8)), but tensor(bool) is required")


def test_numbers_of_python_take_the_models_type():
    bytes_ = weft.onnx.load(onnx.unary("Identity", onnx.UINT8))
    np.testing.assert_array_equal(bytes_([0, 255]), np.array([0, 255], np.uint8))
    assert error_of(bytes_, [0, 256]) == (
        "model: input 'x' has numbers from 0 to 256, which tensor(uint8) does not hold")
    assert error_of(bytes_, [0.5]) == (
        "model: input 'x' has the dtype float64 (tensor(double)), but tensor(uint8) is required")
    assert error_of(bytes_, [[1], [2, 3]], kind=TypeError) == (
        "model: input 'x' is a list, but an array of tensor(uint8) is required")
    assert error_of(bytes_, object(), kind=TypeError) == (
        "model: input 'x' is a object, but an array of tensor(uint8) is required")


def test_shapes(model):
    for shape in ([3], [2, 2], [1, 2, 3]):
        assert error_of(model, np.zeros(shape, np.float32)) == (
            f"model: input 'x' has the shape {shape}, but [n, 3] is required")
    for rows in (0, 1, 5):
        x = np.full((rows, 3), 2, np.float32)
        y, z = model(x)
        np.testing.assert_array_equal(y, np.tile(np.float32([4, 0, 8]), (rows, 1)))
        assert z.shape == (rows, 3) and z.dtype == bool


# ---- types that come out

@pytest.mark.parametrize("element, dtype", [
    (onnx.FLOAT, "float32"), (onnx.UINT8, "uint8"), (onnx.INT64, "int64"),
    (onnx.FLOAT16, "float16"), (onnx.DOUBLE, "float64"), (onnx.BOOL, "bool")])
def test_dtypes(element, dtype):
    x = np.array([1, 0, 1]).astype(dtype)
    y = weft.onnx.load(onnx.unary("Transpose", element))(x)
    assert y.dtype == x.dtype
    np.testing.assert_array_equal(y, x)


def test_rank_0():
    y = weft.onnx.load(onnx.unary("Neg", onnx.FLOAT, ()))(np.float32(2))
    assert y.shape == () and y.dtype == np.float32 and y == -2


def test_strings():
    same = weft.onnx.load(onnx.unary("Identity", onnx.STRING, (None, None)))
    want = np.array([["a", "ü"], ["", "x y"]], object)
    for x in (want, want.astype("U"), want.tolist()):
        y = same(x)
        assert y.dtype == object
        np.testing.assert_array_equal(y, want)
    assert error_of(same, np.array([["a", 1]], object), kind=TypeError) == (
        "model: input 'x' is a int, but a str is required")


def test_int4():
    x = weft.Int4Array.from_array([1, -2, 7])
    y = weft.onnx.load(onnx.unary("Identity", onnx.INT4))(x)
    assert isinstance(y, weft.Int4Array) and y.signed
    np.testing.assert_array_equal(y.to_array(), [1, -2, 7])


def test_bfloat16_comes_as_its_bits():
    bits = np.array([0x3F80, 0xC000], np.uint16)  # 1, -2
    constant = weft.onnx.load(onnx.model(
        [onnx.node("Identity", ["w"], ["y"])], [],
        [onnx.value("y", onnx.tensor_type(onnx.BFLOAT16))],
        [onnx.weights("w", onnx.BFLOAT16, bits)]))
    np.testing.assert_array_equal(constant(), bits)
    assert constant().dtype == np.uint16
    taken = weft.onnx.load(onnx.unary("Identity", onnx.BFLOAT16))
    assert error_of(taken, bits, kind=weft.NotSupported) == (
        "model: input 'x' is of type tensor(bfloat16), which is not supported")


def test_sequences():
    joined = weft.onnx.load(onnx.model(
        [onnx.node("ConcatFromSequence", ["s"], ["y"], onnx.int_attribute("axis", 0))],
        [onnx.value("s", onnx.sequence_type(onnx.tensor_type(onnx.FLOAT, [None])))],
        [onnx.value("y", onnx.tensor_type(onnx.FLOAT, [None]))]))
    assert joined.inputs[0].type == "seq(tensor(float))"
    parts = [np.float32([1]), np.float32([2, 3])]
    for given in (parts, tuple(parts), [[1], [2, 3]]):
        np.testing.assert_array_equal(joined(given), [1, 2, 3])
    assert error_of(joined, parts[0]) == (
        "model: input 's' has the dtype float32 (tensor(float)), but seq(tensor(float)) is "
        "required")
    assert error_of(joined, [parts[0], np.float64([2])]) == (
        "model: input 's'[1] has the dtype float64 (tensor(double)), but tensor(float) is required")
    split = weft.onnx.load(onnx.unary("SplitToSequence", onnx.FLOAT, (None, None), axis=1))
    halves = split(X)
    assert [part.shape for part in halves] == [(2, 1)] * 3
    np.testing.assert_array_equal(np.concatenate(halves, 1), X)


def test_optional_values():
    optional = onnx.optional_type(onnx.tensor_type(onnx.FLOAT, [None]))
    same = weft.onnx.load(onnx.model(
        [onnx.node("Identity", ["o"], ["y"])], [onnx.value("o", optional)],
        [onnx.value("y", optional)]))
    assert same(None) is None and same() is None
    np.testing.assert_array_equal(same(X[0]), X[0])


# ---- memory

def test_results_outlive_the_model_and_are_their_own():
    model = weft.onnx.load(onnx.small())
    first, second = model(X)[0], model(X)[0]
    del model
    gc.collect()
    assert first.flags.writeable and first.flags.c_contiguous
    first[:] = 9
    np.testing.assert_array_equal(second, Y)


def test_constants_of_the_model_are_copied():
    w = np.array([1, 2], np.float32)
    outputs = [onnx.value(name, onnx.tensor_type(onnx.FLOAT)) for name in ("y", "z")]
    constant = weft.onnx.load(onnx.model(
        [onnx.node("Identity", ["w"], ["y"]), onnx.node("Identity", ["w"], ["z"])], [], outputs,
        [onnx.weights("w", onnx.FLOAT, w)]))
    y, z = constant()
    y[:] = 9
    np.testing.assert_array_equal(z, w)
    np.testing.assert_array_equal(constant()[0], w)


def test_outputs_with_one_value_are_two_arrays():
    outputs = [onnx.value(name, onnx.tensor_type(onnx.FLOAT)) for name in ("y", "z")]
    twice = weft.onnx.load(onnx.model(
        [onnx.node("Neg", ["x"], ["y"]), onnx.node("Identity", ["y"], ["z"])],
        [onnx.value("x", onnx.tensor_type(onnx.FLOAT, ["n"]))], outputs))
    y, z = twice(X[0])
    y[:] = 9
    np.testing.assert_array_equal(z, -X[0])


def test_an_input_that_is_an_output_is_copied():
    x = X[0].copy()
    y = weft.onnx.load(onnx.unary("Identity", onnx.FLOAT))(x)
    x[:] = 9
    np.testing.assert_array_equal(y, X[0])


def test_many_threads(model):
    failed = []

    def work(number):
        for i in range(50):
            x = np.full((1 + (number + i) % 9, 3), number, np.float32)
            want = np.maximum(x * np.float32([1, -2, 3]) + x, 0)
            if not np.array_equal(model(x)[0], want):
                failed.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


# ---- what is said about models

def test_inputs_outputs_and_info(model):
    assert [(i.name, i.type, i.shape) for i in model.inputs] == [("x", "tensor(float)", ["n", 3])]
    assert [o.name for o in model.outputs] == ["y", "z"]
    assert repr(model.inputs[0]) == "<weft.onnx.TensorInfo 'x' tensor(float) ['n', 3]>"
    assert repr(model) == ("<weft.onnx.Model (x: tensor(float) ['n', 3]) -> "
                           "(y: tensor(float) ['n', 3], z: tensor(bool) ['n', 3])>")
    info = model.info
    assert (info.ir_version, info.model_version, info.producer_name, info.producer_version) == (
        8, 3, "weft's tests", "1.0")
    assert (info.domain, info.description, info.graph_name, info.graph_description) == (
        "org.weft", "a model", "small", "a graph")
    assert info.opsets == {"": 17} and info.metadata == {"author": "Ada"}
    assert [(op.domain, op.name, op.count, op.why_not) for op in info.operators] == [
        ("", name, 1, "") for name in ("Add", "Greater", "Mul", "Relu")]
    assert info.weight_bytes == 16
    shapes = [weft.onnx.load(onnx.unary("Neg", onnx.FLOAT, shape)).inputs[0].shape
              for shape in (None, (), (None, 2))]
    assert shapes == [None, [], [None, 2]]


def test_explain(model):
    whole = model.explain(X)
    assert "RELU" in whole and not whole.endswith("\n")
    assert model.explain((2, 3)) == whole and model.explain(x=(2, 3)) == whole
    assert error_of(model.explain) == "model: input 'x' (tensor(float), [n, 3]) is not given"
    assert error_of(model.explain, ("n", 3), kind=TypeError) == (
        "model: input 'x' is ('n', 3), but an array or a tuple of sizes is required")
    fixed = weft.onnx.load(onnx.unary("Neg", onnx.FLOAT, (4,)))
    assert fixed.explain() == fixed.explain(np.zeros(4, np.float32))


def test_as_described_fuses_nothing():
    fused = weft.onnx.load(onnx.small()).explain(X)
    plain = weft.onnx.load(onnx.small(), as_described=True).explain(X)
    assert len(plain.splitlines()) > len(fused.splitlines())


def test_profile(model):
    steps = model.profile(X)
    assert steps and all(isinstance(name, str) and seconds >= 0 for name, seconds in steps)


def test_strict():
    gathered = onnx.model([onnx.node("Gather", ["w", "i"], ["y"])],
                          [onnx.value("i", onnx.tensor_type(onnx.INT64, ["n"]))],
                          [onnx.value("y", onnx.tensor_type(onnx.FLOAT))],
                          [onnx.weights("w", onnx.FLOAT, np.float32([1, 2, 3]))])
    assert "5" in error_of(weft.onnx.load(gathered, strict=True), np.array([5]))


def test_candidate():
    summed = onnx.model([onnx.node("ReduceSum", ["x"], ["y"])],
                        [onnx.value("x", onnx.tensor_type(onnx.FLOAT, [4]))],
                        [onnx.value("y", onnx.tensor_type(onnx.FLOAT))], [])
    x = np.ones(4, np.float32)
    assert "by reduction/inner\n" in weft.onnx.load(summed, candidate="reduction/inner").explain(x)
    assert "the candidate reduction/outer was asked for and refuses: OutputTensor has 1 element" in (
        error_of(weft.onnx.load(summed, candidate="reduction/outer"), x))


# ---- the names of ONNX Runtime

@pytest.fixture
def session(path):
    return ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def test_run(session):
    y, z = session.run(None, {"x": X})
    np.testing.assert_array_equal(y, Y)
    np.testing.assert_array_equal(z, X > 0)
    z, y = session.run(["z", "y"], {"x": X}, ort.RunOptions())
    np.testing.assert_array_equal(y, Y)
    y, again = session.run(["y", "y"], {"x": X})
    np.testing.assert_array_equal(again, Y)
    assert error_of(session.run, None, {}) == (
        "model: input 'x' (tensor(float), [n, 3]) is not given")


def test_what_sessions_say(session):
    assert session.get_inputs() == [ort.NodeArg("x", "tensor(float)", ["n", 3])]
    assert [arg.type for arg in session.get_outputs()] == ["tensor(float)", "tensor(bool)"]
    assert session.get_providers() == ort.get_available_providers() == ["CPUExecutionProvider"]
    assert session.get_provider_options() == {"CPUExecutionProvider": {}}
    assert session.get_overridable_initializers() == [] and ort.get_device() == "CPU"
    assert session.get_modelmeta() == ort.ModelMetadata(
        "weft's tests", "small", "org.weft", "a model", "a graph", 3, {"author": "Ada"})


def test_other_providers_are_left_out_with_a_warning(path):
    with pytest.warns(UserWarning, match="'CUDAExecutionProvider' is not in available"):
        session = ort.InferenceSession(path, providers=[("CUDAExecutionProvider", {"device_id": 0}),
                                                        "CPUExecutionProvider"])
    assert session.get_providers() == ["CPUExecutionProvider"]


def test_options(path):
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = ort.InferenceSession(path, options)
    assert session.get_session_options() is options
    assert session._model.explain(X) == weft.onnx.load(path, as_described=True).explain(X)
    with pytest.raises(AttributeError):
        options.intra_op_threads = 1
    assert error_of(options.register_custom_ops_library, "ops.so", kind=weft.NotSupported) == (
        "register_custom_ops_library: the operators of 'ops.so' are for ONNX Runtime, which is not "
        "here")


def test_threads_are_the_whole_processes(path):
    program = ("import sys, weft, weft.onnx as ort\n"
               "o = ort.SessionOptions(); o.intra_op_num_threads = 3\n"
               "ort.InferenceSession(sys.argv[1], o); print(weft.thread_count())")
    finished = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True,
                              env={**os.environ, "WEFT_THREADS": "1"})
    assert finished.stdout == "3\n", finished.stderr


def test_profiling(path, tmp_path):
    options = ort.SessionOptions()
    options.enable_profiling = True
    options.profile_file_prefix = str(tmp_path / "profile")
    session = ort.InferenceSession(path, options)
    session.run(None, {"x": X})
    session.run(None, {"x": X})
    name = session.end_profiling()
    assert name.startswith(str(tmp_path / "profile_")) and name.endswith(".json")
    events = json.loads(open(name, encoding="utf-8").read())
    assert [event["name"] for event in events].count("model_run") == 2
    assert {event["cat"] for event in events} == {"Session", "Node"}
    assert all(event["ph"] == "X" and event["dur"] >= 0 for event in events)
    assert session.end_profiling() == ""
    np.testing.assert_array_equal(session.run(["y"], {"x": X})[0], Y)


def test_io_binding(session):
    binding = session.io_binding()
    binding.bind_cpu_input("x", X)
    binding.bind_output("y")
    session.run_with_iobinding(binding)
    np.testing.assert_array_equal(binding.copy_outputs_to_cpu()[0], Y)
    np.testing.assert_array_equal(binding.get_outputs()[0].numpy(), Y)

    memory, other = np.zeros_like(Y), 2 * X
    binding.clear_binding_inputs()
    binding.clear_binding_outputs()
    binding.bind_input("x", "cpu", 0, np.float32, other.shape, other.ctypes.data)
    binding.bind_output("y", "cpu", 0, np.float32, memory.shape, memory.ctypes.data)
    session.run_with_iobinding(binding)
    np.testing.assert_array_equal(memory, 2 * Y)

    value = ort.OrtValue.ortvalue_from_shape_and_type([2, 3], np.float32)
    binding.bind_ortvalue_input("x", ort.OrtValue.ortvalue_from_numpy(X))
    binding.bind_ortvalue_output("y", value)
    session.run_with_iobinding(binding)
    np.testing.assert_array_equal(value.numpy(), Y)


def test_io_binding_says_what_is_wrong(session):
    binding = session.io_binding()
    binding.bind_cpu_input("x", X)
    assert error_of(session.run_with_iobinding, binding) == "run_with_iobinding: no output is bound"
    assert error_of(binding.bind_output, "y", "cuda", kind=weft.NotSupported) == (
        "the device is 'cuda', but there is 'cpu' only")
    assert error_of(binding.bind_output, "y", buffer_ptr=1) == (
        "bind_output: buffer_ptr of 'y' is given, but element_type and shape are required with it")
    binding.bind_ortvalue_output("y", ort.OrtValue.ortvalue_from_shape_and_type([2], np.float32))
    assert error_of(session.run_with_iobinding, binding) == (
        "run_with_iobinding: output 'y': the array is float32 [2, 3], but its memory is float32 "
        "[2]")


def test_ort_values(session):
    value = ort.OrtValue.ortvalue_from_numpy(X.copy())
    said = value.data_type(), value.shape(), value.device_name()
    assert said == ("tensor(float)", [2, 3], "cpu")
    assert value.is_tensor() and value.has_value() and not value.is_tensor_sequence()
    [y] = session.run_with_ort_values(["y"], {"x": value})
    np.testing.assert_array_equal(y.numpy(), Y)
    value.update_inplace(2 * X)
    np.testing.assert_array_equal(session.run(["y"], {"x": value})[0], 2 * Y)
    assert error_of(value.update_inplace, X[0]) == (
        "OrtValue: the array is float32 [3], but its memory is float32 [2, 3]")


# ---- ONNX's backend interface

def test_backend():
    package = importlib.import_module("onnx")
    backend = importlib.import_module("weft.onnx.backend")
    proto = package.load_from_string(onnx.small())
    assert backend.supports_device("CPU") and not backend.supports_device("CUDA")
    assert backend.is_compatible(proto)
    unknown = package.load_from_string(onnx.unary("Foo", onnx.FLOAT))
    assert not backend.is_compatible(unknown)
    outputs = backend.prepare(proto).run([X])
    np.testing.assert_array_equal(outputs["y"], Y)
    np.testing.assert_array_equal(outputs.z, X > 0)
    np.testing.assert_array_equal(backend.run_model(proto, {"x": X})[0], Y)
    node = package.helper.make_node("Add", ["a", "b"], ["c"])
    np.testing.assert_array_equal(backend.run_node(node, [X, X])[0], 2 * X)
    old = package.helper.make_node("Softmax", ["a"], ["c"])
    together = np.exp(X) / np.exp(X).sum()  # opset 1 takes all dimensions from axis 1 on as one
    np.testing.assert_allclose(backend.run_node(old, [X[None]], opset_version=1)["c"][0], together,
                               rtol=1e-5)
    assert error_of(backend.prepare, proto, "CUDA") == (
        "the device is 'CUDA', but there is 'CPU' only")
