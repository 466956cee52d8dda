# SPDX-License-Identifier: MIT
"""ONNX's own node tests, as Debian ships them, through Weft's Python face. A test takes part when
its nodes have converters and its tensors types DirectML knows; functions that ONNX writes as several
nodes run node by node. The last test prints the others, with the reason for each."""
import collections
import pathlib

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import convolution  # noqa: F401: registers its nodes
import data_movement  # noqa: F401: the same
import normalization  # noqa: F401: the same
import pooling  # noqa: F401: the same
import products  # noqa: F401: the same
import recurrent  # noqa: F401: the same
from nodes import CONVERTERS, ON_THE_HOST

DATA = pathlib.Path("/usr/share/libonnx-testdata/data/node")
# ONNX's bounds for its own reference.
RELATIVE, ABSOLUTE = 1e-3, 1e-7

# What a node asks for and DirectML, or a fixed short sequence of its operators, does not have.
REASONS = {
    "test_training_dropout": "numbers drawn at random",
    "test_training_dropout_default": "numbers drawn at random",
    "test_training_dropout_default_mask": "numbers drawn at random",
    "test_training_dropout_mask": "numbers drawn at random",
}


class Case:
    def __init__(self, folder):
        self.name = folder.name
        self.folder = folder
        self.graph = onnx.load(folder / "model.onnx").graph

    def reason(self):
        """Why it does not take part; None when it does."""
        if REASONS.get(self.name):
            return REASONS[self.name]
        if all(node.op_type in ON_THE_HOST for node in self.graph.node):
            return "sizes and constants, which no operator computes"
        for node in self.graph.node:
            if reason := reason_of(node):
                return reason
        for value in [*self.graph.input, *self.graph.output]:
            if not value.type.HasField("tensor_type"):
                return "sequences and optional values"
            element = onnx.TensorProto.DataType.Name(value.type.tensor_type.elem_type)
            if element in ("STRING", "BFLOAT16"):
                return f"{element} tensors"
            if element == "DOUBLE" and not DOUBLES.issuperset(
                    node.op_type for node in self.graph.node):
                return "DOUBLE: no type of the operator"
        return None

    def tensors(self, values, kind):
        tensors = {}
        for count, value in enumerate(values):
            proto = onnx.TensorProto()
            file = self.folder / "test_data_set_0" / f"{kind}_{count}.pb"
            proto.ParseFromString(file.read_bytes())
            tensors[value.name] = onnx.numpy_helper.to_array(proto)
        return tensors

    def run(self):
        """The graph's outputs by name."""
        known = self.tensors(self.graph.input, "input")
        for node in self.graph.node:
            inputs = [known[name] if name else None for name in node.input]
            results = CONVERTERS[node.op_type](node.op_type, attributes_of(node), *inputs)
            known |= {name: result for name, result in zip(node.output, results) if name}
        return known


def reason_of(node):
    if node.op_type not in CONVERTERS:
        return f"{node.op_type}: no converter"
    values = {a.name: a.s or a.i for a in node.attribute}
    if values.get("reduction", b"none") != b"none":
        return "scattering that adds or multiplies"
    if values.get("mode") == b"cubic":
        return "cubic interpolation"
    if values.get("coordinate_transformation_mode") == b"tf_crop_and_resize":
        return "resizing that crops"
    if values.get("storage_order") == 1:
        return "indices in column-major order"
    return None


def attributes_of(node):
    found = {"output count": len(node.output)}
    for attribute in node.attribute:
        value = onnx.helper.get_attribute_value(attribute)
        if isinstance(value, bytes):
            value = value.decode()
        elif isinstance(value, onnx.TensorProto):
            value = onnx.numpy_helper.to_array(value)
        elif attribute.name in ("to", "dtype"):
            value = onnx.helper.mapping.TENSOR_TYPE_TO_NP_TYPE[value]
        found[attribute.name] = value
    return found


# Operators that take float64.
DOUBLES = {"Cast", "CastLike", "Identity", "Transpose", "Reshape", "Concat", "EyeLike"}
CASES = [Case(folder) for folder in sorted(DATA.iterdir())]
TAKING_PART = [case for case in CASES if case.reason() is None]


@pytest.mark.parametrize("case", TAKING_PART, ids=lambda case: case.name)
def test_node(case):
    results = case.run()
    for name, want in case.tensors(case.graph.output, "output").items():
        assert results[name].shape == want.shape
        assert results[name].dtype == want.dtype
        np.testing.assert_allclose(results[name], want, rtol=RELATIVE, atol=ABSOLUTE)


def test_the_others_have_a_reason(capsys):
    reasons = collections.defaultdict(list)
    for case in CASES:
        if case.reason():
            reasons[case.reason()].append(case.name)
    with capsys.disabled():
        print(f"\n{len(TAKING_PART)} of {len(CASES)} node tests take part; the others:")
        for reason, names in sorted(reasons.items()):
            print(f"  {reason}: {len(names)}: {' '.join(names)}")
    assert len(TAKING_PART) >= 684
