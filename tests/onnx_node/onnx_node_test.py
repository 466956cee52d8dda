# SPDX-License-Identifier: MIT
"""ONNX's own node tests, as Debian ships them, through Weft's Python face. A test takes part when
its node has a converter and its tensors have types DirectML knows; the last test prints the others,
with the reason for each."""
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
from nodes import CONVERTERS

DATA = pathlib.Path("/usr/share/libonnx-testdata/data/node")
# ONNX's bounds for its own reference.
RELATIVE, ABSOLUTE = 1e-3, 1e-7

# What a node asks for and DirectML, or a fixed short sequence of its operators, does not have.
REASONS = {
    "test_constantofshape_int_shape_zero": "tensors without elements",
    "test_reshape_allowzero_reordered": "tensors without elements",
    "test_slice_start_out_of_bounds": "tensors without elements",
    "test_split_zero_size_splits": "tensors without elements",
    "test_tril_zero": "tensors without elements",
    "test_triu_zero": "tensors without elements",
}


class Case:
    def __init__(self, folder):
        self.name = folder.name
        self.folder = folder
        model = onnx.load(folder / "model.onnx")
        self.nodes = model.graph.node
        self.values = [*model.graph.input, *model.graph.output]

    def reason(self):
        """Why it does not take part; None when it does."""
        if REASONS.get(self.name):
            return REASONS[self.name]
        if len(self.nodes) != 1:
            return "several nodes"
        if self.nodes[0].op_type not in CONVERTERS:
            return f"{self.nodes[0].op_type}: no converter"
        if any(a.name == "reduction" and a.s != b"none" for a in self.nodes[0].attribute):
            return "scattering that adds or multiplies"
        values = {a.name: a.s or a.i for a in self.nodes[0].attribute}
        if values.get("mode") == b"cubic":
            return "cubic interpolation"
        if values.get("coordinate_transformation_mode") == b"tf_crop_and_resize":
            return "resizing that crops"
        if values.get("storage_order") == 1:
            return "indices in column-major order"
        for value in self.values:
            if not value.type.HasField("tensor_type"):
                return "sequences and optional values"
            element = onnx.TensorProto.DataType.Name(value.type.tensor_type.elem_type)
            if element in ("STRING", "BFLOAT16"):
                return f"{element} tensors"
            if element == "DOUBLE" and self.nodes[0].op_type not in DOUBLES:
                return "DOUBLE: no type of the operator"
        return None

    def attributes(self):
        found = {"output count": len(self.nodes[0].output)}
        for attribute in self.nodes[0].attribute:
            value = onnx.helper.get_attribute_value(attribute)
            if isinstance(value, bytes):
                value = value.decode()
            elif isinstance(value, onnx.TensorProto):
                value = onnx.numpy_helper.to_array(value)
            elif attribute.name in ("to", "dtype"):
                value = onnx.helper.mapping.TENSOR_TYPE_TO_NP_TYPE[value]
            found[attribute.name] = value
        return found

    def tensors(self, names, kind):
        """One array for each name; None where the node leaves it out."""
        tensors, count = [], 0
        for name in names:
            if not name:
                tensors.append(None)
                continue
            proto = onnx.TensorProto()
            file = self.folder / "test_data_set_0" / f"{kind}_{count}.pb"
            proto.ParseFromString(file.read_bytes())
            tensors.append(onnx.numpy_helper.to_array(proto))
            count += 1
        return tensors

    def run(self):
        node = self.nodes[0]
        inputs = self.tensors(node.input, "input")
        return CONVERTERS[node.op_type](node.op_type, self.attributes(), *inputs)


# Operators that take float64.
DOUBLES = {"Cast", "CastLike", "Identity", "Transpose", "Reshape", "Concat", "EyeLike"}
CASES = [Case(folder) for folder in sorted(DATA.iterdir())]
TAKING_PART = [case for case in CASES if case.reason() is None]


@pytest.mark.parametrize("case", TAKING_PART, ids=lambda case: case.name)
def test_node(case):
    outputs = case.run()
    expected = case.tensors(case.nodes[0].output, "output")
    assert len(outputs) == len(expected)
    for output, want in zip(outputs, expected):
        if want is None:  # the node leaves it out
            continue
        assert output.shape == want.shape
        assert output.dtype == want.dtype
        np.testing.assert_allclose(output, want, rtol=RELATIVE, atol=ABSOLUTE)


def test_the_others_have_a_reason(capsys):
    reasons = collections.defaultdict(list)
    for case in CASES:
        if case.reason():
            reasons[case.reason()].append(case.name)
    with capsys.disabled():
        print(f"\n{len(TAKING_PART)} of {len(CASES)} node tests take part; the others:")
        for reason, names in sorted(reasons.items()):
            print(f"  {reason}: {len(names)}: {' '.join(names)}")
    assert len(TAKING_PART) >= 602
