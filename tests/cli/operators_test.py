# SPDX-License-Identifier: MIT
# `weft run` on operators of every form: tensor arrays, optional tensors, several outputs, scalars,
# enumerators, in place. Each wrong binding or attribute gets its one line.
import pytest

from tool import expect_error, succeed, weft, write_json


def tensor(*sizes, type="FLOAT32"):
    return {"DataType": type, "Sizes": list(sizes)}


JOIN = {"InputTensors": [tensor(2), tensor(1)], "OutputTensor": tensor(3), "Axis": 0}
SPLIT = {"InputTensor": tensor(3), "OutputTensors": [tensor(1), tensor(2)], "Axis": 0}
TOP = {"InputTensor": tensor(3), "OutputValueTensor": tensor(2),
       "OutputIndexTensor": tensor(2, type="UINT32"), "Axis": 0, "K": 2,
       "AxisDirection": "DECREASING"}
DIAGONAL = {"OutputTensor": tensor(2, 2), "ValueDataType": "FLOAT32", "Value": 0.5,
            "DiagonalFillBegin": 0, "DiagonalFillEnd": 1}
PADDING = {"InputTensor": tensor(3), "OutputTensor": tensor(4), "PaddingMode": "EDGE",
           "PaddingValue": 0, "StartPadding": [1], "EndPadding": [0]}
FILL = {"OutputTensor": tensor(4, type="UINT8"), "ValueDataType": "UINT8", "Value": 7}
IDENTITY = {"InputTensor": tensor(3), "OutputTensor": tensor(3)}


def run(tmp_path, operator, desc, bindings, shown="y"):
    """One dispatch with the resources a = 1, 2, 3 and b = 9 of FLOAT32 and empty y and z."""
    floats = {"a": [1, 2, 3], "b": [9], "y": [0] * 4, "z": [0] * 4}
    program = {
        "resources": {name: {"initialValuesDataType": "FLOAT32", "initialValues": values}
                      for name, values in floats.items()},
        "dispatchables": {"op": {"type": operator, "desc": desc}},
        "commands": [{"type": "dispatch", "dispatchable": "op", "bindings": bindings},
                     *({"type": "print", "resource": name} for name in shown)]}
    program["resources"]["places"] = {"sizeInBytes": 8}
    return weft("run", write_json(tmp_path / "p.json", program).name, cwd=tmp_path)


def printed(outcome):
    assert (outcome.code, outcome.err) == (0, ""), outcome
    return [line.partition(": ")[2] for line in outcome.out.splitlines()]


def test_a_list_of_inputs(tmp_path):
    outcome = run(tmp_path, "JOIN", JOIN, {"InputTensors": ["a", {"name": "b"}], "OutputTensor": "y"})
    assert printed(outcome) == ["1, 2, 9, 0"]


def test_the_same_resource_twice_in_a_list(tmp_path):
    outcome = run(tmp_path, "JOIN", JOIN, {"InputTensors": ["a", "a"], "OutputTensor": "y"})
    assert printed(outcome) == ["1, 2, 1, 0"]


def test_a_list_of_outputs(tmp_path):
    outcome = run(tmp_path, "SPLIT", SPLIT, {"InputTensor": "a", "OutputTensors": ["y", "z"]}, "yz")
    assert printed(outcome) == ["1, 0, 0, 0", "2, 3, 0, 0"]


def test_a_list_of_one_needs_no_brackets(tmp_path):
    desc = JOIN | {"InputTensors": [tensor(3)]}
    outcome = run(tmp_path, "JOIN", desc, {"InputTensors": "a", "OutputTensor": "y"})
    assert printed(outcome) == ["1, 2, 3, 0"]


def test_two_outputs(tmp_path):
    outcome = run(tmp_path, "TOP_K1", TOP, {"InputTensor": "a", "OutputValueTensor": "y",
                                            "OutputIndexTensor": "places"}, ["y", "places"])
    assert printed(outcome) == ["3, 2, 0, 0", "2, 1"]


@pytest.mark.parametrize("desc, bindings", [
    (DIAGONAL, {}), (DIAGONAL | {"InputTensor": None}, {"InputTensor": None})])
def test_an_optional_tensor_that_is_absent(tmp_path, desc, bindings):
    outcome = run(tmp_path, "DIAGONAL_MATRIX1", desc, bindings | {"OutputTensor": "y"})
    assert printed(outcome) == ["0.5, 0, 0, 0.5"]


def test_an_optional_tensor_that_is_there(tmp_path):
    desc = DIAGONAL | {"InputTensor": tensor(2, 2) | {"Strides": [1, 1]}}  # 1 2, 2 3
    outcome = run(tmp_path, "DIAGONAL_MATRIX1", desc, {"InputTensor": "a", "OutputTensor": "y"})
    assert printed(outcome) == ["0.5, 2, 2, 0.5"]


@pytest.mark.parametrize("mode", ["EDGE", "DML_PADDING_MODE_EDGE"])
def test_enumerators(tmp_path, mode):
    outcome = run(tmp_path, "PADDING", PADDING | {"PaddingMode": mode},
                  {"InputTensor": "a", "OutputTensor": "y"})
    assert printed(outcome) == ["1, 1, 2, 3"]


@pytest.mark.parametrize("type, value, text", [
    ("FLOAT32", 0.1, "0.1"), ("FLOAT32", "-inf", "-inf"), ("FLOAT32", "nan", "nan"),
    ("FLOAT16", 2049, "2048"), ("INT32", -1, "-1"), ("UINT8", 255, "255"),
    ("UINT64", 18446744073709551615, "18446744073709551615"),
    ("INT64", -9223372036854775808, "-9223372036854775808")])
def test_scalars(tmp_path, type, value, text):
    desc = {"OutputTensor": tensor(2, type=type), "ValueDataType": type, "Value": value}
    program = {"resources": {"x": {"sizeInBytes": 16}},
               "dispatchables": {"op": {"type": "FILL_VALUE_CONSTANT", "desc": desc}},
               "commands": [{"type": "dispatch", "dispatchable": "op",
                             "bindings": {"OutputTensor": "x"}}, {"type": "print", "resource": "x"}]}
    out = succeed("run", write_json(tmp_path / "p.json", program))
    assert out.removeprefix("Resource 'x': ").strip().split(", ")[:2] == [text, text]


def test_in_place(tmp_path):
    desc = IDENTITY | {"ScaleBias": {"Scale": -2, "Bias": 1}}
    outcome = run(tmp_path, "ELEMENT_WISE_IDENTITY", desc,
                  {"InputTensor": "a", "OutputTensor": "a"}, "a")
    assert printed(outcome) == ["-1, -3, -5"]


A_TO_Y = {"InputTensor": "a", "OutputTensor": "y"}
DESC, BINDINGS = "dispatchables.op.desc", "commands[0].bindings"


@pytest.mark.parametrize("operator, desc, bindings, message", [
    # tensor arrays
    ("JOIN", JOIN, {"InputTensors": [["a", "b"], "b"], "OutputTensor": "y"},
     f"{BINDINGS}.InputTensors[0] is an array, but a string is required"),
    ("JOIN", JOIN, {"InputTensors": ["a", None], "OutputTensor": "y"},
     f"{BINDINGS}.InputTensors[1] is null, but a string is required"),
    ("JOIN", JOIN, {"InputTensors": None, "OutputTensor": "y"},
     f"{BINDINGS}.InputTensors is missing, but JOIN needs it"),
    ("JOIN", JOIN, {"InputTensors": ["a", "b", "b"], "OutputTensor": "y"},
     f"{BINDINGS}.InputTensors has 3 resources, but InputTensors has 2 tensors"),
    ("JOIN", JOIN, {"InputTensors": ["a", "b"], "OutputTensor": "b"},
     "commands[0]: JOIN: OutputTensor is bound to 4 bytes, but needs 12"),
    ("JOIN", JOIN, {"InputTensors": ["b", "a"], "OutputTensor": "y"},
     "commands[0]: JOIN: InputTensors[0] is bound to 4 bytes, but needs 8"),
    ("JOIN", JOIN, {"InputTensors": ["a", "y"], "OutputTensor": "y"},
     "commands[0]: JOIN: InputTensors[1] and OutputTensor are bound to the same memory, but it "
     "cannot run in place"),
    ("JOIN", JOIN | {"InputTensors": tensor(3)}, {},
     f"{DESC}.InputTensors is an object, but an array is required"),
    ("JOIN", JOIN | {"InputTensors": [tensor(3), None]}, {},
     f"{DESC}.InputTensors[1] is null, but an object is required"),
    ("JOIN", JOIN | {"InputTensors": [tensor(3), {"Sizes": [1]}]}, {},
     f"{DESC}.InputTensors[1].DataType is missing"),
    # several outputs
    ("TOP_K1", TOP, {"InputTensor": "a", "OutputValueTensor": "y", "OutputIndexTensor": "y"},
     "commands[0]: TOP_K1: OutputValueTensor and OutputIndexTensor are bound to overlapping memory, "
     "but both are written"),
    ("TOP_K1", TOP, {"InputTensor": "a", "OutputValueTensor": "y"},
     f"{BINDINGS}.OutputIndexTensor is missing, but TOP_K1 needs it"),
    ("SPLIT", SPLIT, {"InputTensor": "a", "OutputTensors": ["y", "y"]},
     "commands[0]: SPLIT: OutputTensors[0] and OutputTensors[1] are bound to overlapping memory, but "
     "both are written"),
    # optional tensors
    ("DIAGONAL_MATRIX1", DIAGONAL, A_TO_Y,
     f"{BINDINGS}.InputTensor is bound, but the desc has no InputTensor"),
    ("DIAGONAL_MATRIX1", DIAGONAL | {"InputTensor": tensor(2, 2)}, {"OutputTensor": "y"},
     f"{BINDINGS}.InputTensor is missing, but DIAGONAL_MATRIX1 needs it"),
    # enumerators
    ("PADDING", PADDING | {"PaddingMode": "MIRROR"}, A_TO_Y,
     f"{DESC}.PaddingMode is \"MIRROR\", but one of CONSTANT, EDGE, REFLECTION, SYMMETRIC, WRAP is "
     "required"),
    ("PADDING", PADDING | {"PaddingMode": 1}, A_TO_Y,
     f"{DESC}.PaddingMode is 1, but a string is required"),
    ("PADDING", PADDING | {"PaddingMode": ["EDGE"]}, A_TO_Y,
     f"{DESC}.PaddingMode is an array, but a string is required"),
    # numbers and their arrays
    ("PADDING", PADDING | {"PaddingValue": "much"}, A_TO_Y,
     f"{DESC}.PaddingValue is \"much\", but a FLOAT is required"),
    ("PADDING", PADDING | {"PaddingValue": 1e39}, A_TO_Y,
     f"{DESC}.PaddingValue is 1e+39, but a FLOAT is required"),
    ("PADDING", PADDING | {"StartPadding": [1, 0]}, A_TO_Y,
     f"{DESC}.EndPadding has 1 values, but StartPadding has 2"),
    ("PADDING", PADDING | {"StartPadding": [-1]}, A_TO_Y,
     f"{DESC}.StartPadding[0] is -1, but a UINT is required"),
    ("TOP_K1", TOP | {"K": 2.5}, {}, f"{DESC}.K is 2.5, but a UINT is required"),
    # scalars
    ("FILL_VALUE_CONSTANT", FILL | {"Value": "much"}, {"OutputTensor": "y"},
     f"{DESC}.Value is \"much\", but a number is required"),
    ("FILL_VALUE_CONSTANT", FILL | {"Value": [7]}, {"OutputTensor": "y"},
     f"{DESC}.Value is an array, but a number is required"),
    ("FILL_VALUE_CONSTANT", FILL | {"Value": None}, {"OutputTensor": "y"},
     f"{DESC}.Value is missing, but FILL_VALUE_CONSTANT requires it"),
    ("FILL_VALUE_CONSTANT", FILL | {"ValueDataType": "BYTE"}, {"OutputTensor": "y"},
     f"{DESC}.ValueDataType is \"BYTE\", but one of UNKNOWN, FLOAT32, FLOAT16, UINT32, UINT16, UINT8, "
     "INT32, INT16, INT8, FLOAT64, UINT64, INT64, UINT4, INT4 is required"),
    # in place
    ("ELEMENT_WISE_IDENTITY", IDENTITY | {"OutputTensor": tensor(3) | {"Strides": [2]}},
     {"InputTensor": "y", "OutputTensor": "y"},
     "commands[0]: ELEMENT_WISE_IDENTITY: OutputTensor is bound to 16 bytes, but needs 20"),
])
def test_wrong(tmp_path, operator, desc, bindings, message):
    expect_error(run(tmp_path, operator, desc, bindings), 2, f"p.json: {message}")
