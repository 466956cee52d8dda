# SPDX-License-Identifier: MIT
# `weft info`: what a model is and needs. Products are counted here by hand: rows * 4 * 3.
import json
import pathlib

import numpy as np
import pytest
from onnx import helper

from model import branching, dense, save, unsupported, value
from tool import expect_error, succeed, weft

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
HEAD = """producer: tests 1.0
IR version: 8
opset: ai.onnx 15
input x: tensor(float) [rows, 4]
output y: tensor(float) [rows, 3]
output size: tensor(int64) [2]
operators: 4 in 4 nodes
  Add         1  supported
  MatMul      1  supported
  Relu        1  supported
  Shape       1  supported
weights: 2 tensors, 60 bytes
"""


@pytest.fixture
def model(tmp_path):
    return dense(tmp_path / "dense.onnx")


def test_without_shapes(model):
    assert succeed("info", model) == HEAD + (
        "products and memory: not known: --shape NAME=1,2,3 is needed for 'x' (tensor(float), "
        "[rows, 4])\n")


@pytest.mark.parametrize("rows", [1, 5])
def test_with_shapes(model, rows):
    out = succeed("info", model, "--shape", f"x={rows},4")
    assert out.startswith(HEAD + f"products: {rows * 4 * 3}\ntemporary memory: ")
    assert "segments" not in out
    plan = json.loads(succeed("info", model, "--shape", f"x={rows},4", "--json"))["plan"]
    assert out.endswith(f"temporary memory: {plan['temporary_bytes']} bytes\n"
                        f"persistent memory: {plan['persistent_bytes']} bytes\n")


def test_json(model):
    described = json.loads(succeed("info", model, "--json"))
    plan = described.pop("plan")
    assert plan == {"why_not": "--shape NAME=1,2,3 is needed for 'x' (tensor(float), [rows, 4])"}
    assert described == {
        "producer_name": "tests", "producer_version": "1.0", "domain": "", "description": "",
        "model_version": 0, "ir_version": 8, "metadata": {}, "opsets": {"ai.onnx": 15},
        "inputs": [{"name": "x", "type": "tensor(float)", "shape": ["rows", 4]}],
        "outputs": [{"name": "y", "type": "tensor(float)", "shape": ["rows", 3]},
                    {"name": "size", "type": "tensor(int64)", "shape": [2]}],
        "operators": [{"domain": "ai.onnx", "name": name, "count": 1, "supported": True}
                      for name in ("Add", "MatMul", "Relu", "Shape")],
        "weights": {"count": 2, "bytes": 60}}
    plan = json.loads(succeed("info", model, "--json", "--shape", "x=7,4"))["plan"]
    assert (plan["products"], plan["segments"]) == (84, 1)


# y = (x x) (x x x): two products of 64 * 64 floats are needed at one time.
def test_temporary_memory(tmp_path):
    nodes = [helper.make_node("MatMul", ["x", "x"], ["a"]),
             helper.make_node("MatMul", ["a", "x"], ["b"]),
             helper.make_node("MatMul", ["a", "b"], ["y"])]
    path = save(tmp_path / "products.onnx", nodes, [value("x", [64, 64])], [value("y", [64, 64])])
    plan = json.loads(succeed("info", path, "--json"))["plan"]
    assert plan["products"] == 3 * 64 ** 3
    assert 2 * 64 * 64 * 4 <= plan["temporary_bytes"] < 1 << 20
    assert plan["persistent_bytes"] == 0


# Weights are kept a second time, in the order that products want.
def test_persistent_memory(tmp_path):
    weights = np.ones((256, 128), np.float32)
    path = save(tmp_path / "product.onnx", [helper.make_node("MatMul", ["x", "w"], ["y"])],
                [value("x", [64, 256])], [value("y", [64, 128])], [("w", weights)])
    plan = json.loads(succeed("info", path, "--json"))["plan"]
    assert plan["products"] == 64 * 256 * 128
    assert weights.nbytes <= plan["persistent_bytes"] < 2 * weights.nbytes


def test_an_operator_that_is_not_supported(tmp_path):
    out = succeed("info", unsupported(tmp_path / "foo.onnx"))
    assert ("operators: 2 in 2 nodes\n"
            "  Foo       1  Foo of opset 15 is not supported\n"
            "  Relu      1  supported\n"
            "weights: 0 tensors, 0 bytes\n"
            "products and memory: not known: node 'first' (Foo): Foo of opset 15 is not supported\n"
            ) in out
    described = json.loads(succeed("info", tmp_path / "foo.onnx", "--json"))
    assert described["operators"][0] == {"domain": "ai.onnx", "name": "Foo", "count": 1,
                                         "supported": False,
                                         "why_not": "Foo of opset 15 is not supported"}


# Operators of the branches count, too.
def test_values_decide(tmp_path):
    path = branching(tmp_path / "branching.onnx")
    out = succeed("info", path)
    assert "operators: 5 in 5 nodes\n" in out and "weights: 3 tensors, 12 bytes\n" in out
    assert out.endswith("products and memory: not known: node 'choose' (If): what follows depends "
                        "on the values of the inputs\n")
    np.save(tmp_path / "x.npy", np.ones(3, np.float32))
    out = succeed("info", path, tmp_path / "x.npy")
    assert out.endswith("segments: 2, each of which ends where a value has to be known\n")


def test_errors(model, tmp_path):
    expect_error(weft("info"), 2, "info is about nothing: give MODEL.onnx or --operators")
    expect_error(weft("info", model, "--shape", "z=1"), 2,
                 f"--shape names 'z', but {model} has no such input")
    expect_error(weft("info", model, "--shape", "x=1,5"), 2,
                 "model: input 'x' has the shape [1, 5], but [rows, 4] is required")
    (tmp_path / "empty.onnx").write_bytes(b"")
    expect_error(weft("info", tmp_path / "empty.onnx"), 2,
                 f"{tmp_path / 'empty.onnx'}: model: it has no graph: this is no ONNX file")


def test_the_page_of_operators_is_what_the_tool_prints():
    printed = succeed("info", "--operators")
    assert printed == (DOCS / "onnx_operators.md").read_text(encoding="utf-8"), \
        "weft info --operators > docs/onnx_operators.md"
    for name in ("Conv", "Softmax", "If", "LSTM"):
        assert f"\n| {name} | 1 to " in printed
