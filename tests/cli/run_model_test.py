# SPDX-License-Identifier: MIT
# `weft run MODEL.onnx`, on models that onnx.helper makes, with NumPy as the judge.
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from tool import expect_error, succeed, weft

WEIGHTS = np.arange(12, dtype=np.float32).reshape(4, 3) - 5
BIAS = np.array([1, -2, 3], np.float32)


@pytest.fixture
def model(tmp_path):
    """y = relu(x @ w + b) for any number of rows, and how many there are."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["rows", 4])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["rows", 3])
    size = helper.make_tensor_value_info("size", TensorProto.INT64, [2])
    nodes = [helper.make_node("MatMul", ["x", "w"], ["product"]),
             helper.make_node("Add", ["product", "b"], ["sum"]),
             helper.make_node("Relu", ["sum"], ["y"]),
             helper.make_node("Shape", ["y"], ["size"])]
    graph = helper.make_graph(nodes, "dense", [x], [y, size],
                              [numpy_helper.from_array(WEIGHTS, "w"),
                               numpy_helper.from_array(BIAS, "b")])
    path = tmp_path / "dense.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)]), path)
    return str(path)


def expected(x):
    return np.maximum(x @ WEIGHTS + BIAS, 0)


@pytest.mark.parametrize("rows", [1, 2, 7])
def test_outputs_go_to_files(model, tmp_path, rows):
    x = np.random.default_rng(rows).standard_normal((rows, 4), np.float32)
    np.save(tmp_path / "in.npy", x)
    for arguments in ([str(tmp_path / "in.npy")], ["--input", f"x={tmp_path / 'in.npy'}"]):
        assert succeed("run", model, *arguments, "-o", str(tmp_path)) == ""
        np.testing.assert_allclose(np.load(tmp_path / "output_0.npy"), expected(x), rtol=1e-5, atol=1e-5)
        assert np.load(tmp_path / "output_1.npy").tolist() == [rows, 3]


def test_outputs_are_printed(model, tmp_path):
    x = np.array([[1, 0, 0, 0]], np.float32)
    np.save(tmp_path / "in.npy", x)
    assert succeed("run", model, str(tmp_path / "in.npy")) == \
        "y: float [1, 3]: 0 0 0\nsize: int64 [2]: 1 3\n"


def test_made_up_inputs(model):
    out = succeed("run", model, "--random", "1", "--shape", "x=5,4", "--iterations", "3")
    assert "3 iterations: first " in out
    assert "size: int64 [2]: 5 3\n" in out
    assert succeed("run", model, "--random", "1") == succeed("run", model, "--random", "1")


def test_explain_and_profile(model):
    assert "GEMM" in succeed("run", model, "--random", "1", "--explain")
    assert " us " in succeed("run", model, "--random", "1", "--profile")


def test_errors(model, tmp_path):
    expect_error(weft("run", model), 2,
                 f"{model}: no data for 'x' (tensor(float), [rows, 4]); give .npy files in this "
                 "order, --input NAME=FILE.npy or --random SEED")
    np.save(tmp_path / "in.npy", np.zeros((2, 5), np.float32))
    expect_error(weft("run", model, str(tmp_path / "in.npy")), 2,
                 "model: input 'x' has the shape [2, 5], but [rows, 4] is required")
    expect_error(weft("run", model, "--input", "z=in.npy"), 2,
                 f"--input names 'z', but {model} has no such input")
    expect_error(weft("run", model, "--input", "z"), 2,
                 "--input is 'z', but NAME=VALUE is required")
    expect_error(weft("run", model, "--random", "1", "-o", str(tmp_path / "nowhere")), 2,
                 f"-o is '{tmp_path / 'nowhere'}', which is no folder")
    (tmp_path / "empty.onnx").write_bytes(b"")
    expect_error(weft("run", str(tmp_path / "empty.onnx")), 2,
                 f"{tmp_path / 'empty.onnx'}: model: it has no graph: this is no ONNX file")


def test_what_is_not_supported_exits_with_77(tmp_path):
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])
    graph = helper.make_graph([helper.make_node("Foo", ["x"], ["y"], name="first")], "g", [x], [y])
    path = tmp_path / "foo.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)]), path)
    expect_error(weft("run", str(path), "--random", "1"), 77,
                 "node 'first' (Foo): Foo of opset 15 is not supported")
