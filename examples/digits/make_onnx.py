#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# The network of digits.cpp as an ONNX model, with the weights of this folder: digits.onnx.
#   make_onnx.py [FILE.onnx]
import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FOLDER = pathlib.Path(__file__).parent


def weights(name, shape):
    return numpy_helper.from_array(np.load(FOLDER / f"{name}.npy").reshape(shape), name)


def make_model():
    nodes = []

    def node(op_type, inputs, output, **attributes):
        nodes.append(helper.make_node(op_type, inputs, [output], name=output, **attributes))

    source = "pictures"
    for number in (1, 2):
        node("Conv", [source, f"filter{number}", f"bias{number}"], f"conv{number}", pads=[1, 1, 1, 1])
        node("Relu", [f"conv{number}"], f"relu{number}")
        node("MaxPool", [f"relu{number}"], f"pool{number}", kernel_shape=[2, 2], strides=[2, 2])
        source = f"pool{number}"
    node("Flatten", [source], "flat")
    node("Gemm", ["flat", "matrix", "offset"], "scores")
    node("Softmax", ["scores"], "probabilities", axis=1)
    node("ArgMax", ["probabilities"], "digits", axis=1, keepdims=0)

    def value(name, element_type, shape):
        return helper.make_tensor_value_info(name, element_type, shape)

    graph = helper.make_graph(
        nodes, "digits", [value("pictures", TensorProto.FLOAT, ["count", 1, 28, 28])],
        [value("digits", TensorProto.INT64, ["count"]),
         value("probabilities", TensorProto.FLOAT, ["count", 10])],
        [weights("filter1", (8, 1, 3, 3)), weights("bias1", 8), weights("filter2", (16, 8, 3, 3)),
         weights("bias2", 16), weights("matrix", (784, 10)), weights("offset", 10)])
    model = helper.make_model(graph, producer_name="weft-examples",
                              opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7  # the one of opset 13's time, whichever ONNX writes the file
    return model


if __name__ == "__main__":
    onnx.save(make_model(), sys.argv[1] if len(sys.argv) > 1 else FOLDER / "digits.onnx")
