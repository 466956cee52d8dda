# SPDX-License-Identifier: MIT
# Small ONNX models that onnx.helper writes, and what NumPy says of them.
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

WEIGHTS = np.arange(12, dtype=np.float32).reshape(4, 3) - 5
BIAS = np.array([1, -2, 3], np.float32)


def value(name, shape, element_type=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, element_type, shape)


def save(path, nodes, inputs, outputs, weights=(), opset=15, **more):
    graph = helper.make_graph(nodes, "test", inputs, outputs,
                              [numpy_helper.from_array(array, name) for name, array in weights])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], **more)
    model.ir_version = 8
    onnx.save(model, path)
    return str(path)


def dense(path, bias=BIAS):
    """y = relu(x @ w + b) for any number of rows, and how many there are."""
    nodes = [helper.make_node("MatMul", ["x", "w"], ["product"], name="multiply"),
             helper.make_node("Add", ["product", "b"], ["sum"]),
             helper.make_node("Relu", ["sum"], ["y"]),
             helper.make_node("Shape", ["y"], ["size"])]
    return save(path, nodes, [value("x", ["rows", 4])],
                [value("y", ["rows", 3]), value("size", [2], TensorProto.INT64)],
                [("w", WEIGHTS), ("b", bias)], producer_name="tests", producer_version="1.0")


def dense_answer(x):
    return np.maximum(x @ WEIGHTS + BIAS, 0)


def unsupported(path):
    nodes = [helper.make_node("Relu", ["x"], ["h"]),
             helper.make_node("Foo", ["h"], ["y"], name="first")]
    return save(path, nodes, [value("x", [1])], [value("y", [1])])


def branching(path):
    """y = x + 1 where the sum of x is above 0, else 7."""
    one = helper.make_graph([helper.make_node("Add", ["x", "one"], ["a"])], "then", [],
                            [value("a", None)])
    seven = helper.make_graph([helper.make_node("Identity", ["seven"], ["b"])], "else", [],
                              [value("b", None)])
    nodes = [helper.make_node("ReduceSum", ["x"], ["s"], keepdims=0),
             helper.make_node("Greater", ["s", "zero"], ["c"]),
             helper.make_node("If", ["c"], ["y"], name="choose", then_branch=one, else_branch=seven)]
    return save(path, nodes, [value("x", [3])], [value("y", None)],
                [("one", np.ones(1, np.float32)), ("seven", np.full(1, 7, np.float32)),
                 ("zero", np.float32(0))])
