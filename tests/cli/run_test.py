# SPDX-License-Identifier: MIT
# `weft run` on programs that are right: every form of resource, binding and command.
import copy
import re

import numpy as np
import pytest

from tool import EXAMPLES, expect_error, succeed, weft, write_json

IDENTITY = {
    "type": "ELEMENT_WISE_IDENTITY",
    "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [4]},
             "OutputTensor": {"DataType": "FLOAT32", "Sizes": [4]}},
}


def printing(resources):
    """A program that only prints its resources."""
    return {"resources": resources, "dispatchables": {},
            "commands": [{"type": "print", "resource": name} for name in resources]}


def printed(tmp_path, resource):
    path = write_json(tmp_path / "program.json", printing({"x": resource}))
    return succeed("run", path)


def test_trace_tells_what_happens():
    outcome = weft("run", EXAMPLES / "slice1.json", environment={"WEFT_TRACE": "validate,plan,run"})
    events = outcome.err.splitlines()
    assert outcome.code == 0 and outcome.out.startswith("Resource 'forwards'")
    assert sorted(event.split(":")[0] for event in events) == (
        ["weft plan"] * 2 + ["weft run"] * 2 + ["weft validate"] * 2)
    assert all('{"type": "SLICE1"' in event for event in events)
    assert all(event.endswith("}: valid") for event in events if event.startswith("weft validate"))
    # Every second row, the destination's two rows of two floats, 8 bytes apart.
    assert any(event.endswith("}: every k-th of 4 bytes: [2: 8 32][2: 4 8]") for event in events)


@pytest.mark.parametrize("type, values, text", [
    ("FLOAT32", [1, 2.5, 0.1, -0.0, 1e20, "nan", "inf", "-inf"],
     "1, 2.5, 0.1, -0, 1e+20, nan, inf, -inf"),
    ("FLOAT64", [0.1, 1e300, 3], "0.1, 1e+300, 3"),
    ("FLOAT16", [0.1, 2049, 65504, 1.5], "0.1, 2048, 65504, 1.5"),
    ("DML_TENSOR_DATA_TYPE_UINT8", [0, 255, 7.0], "0, 255, 7"),
    ("INT8", [-128, 127], "-128, 127"),
    ("UINT16", [65535], "65535"),
    ("INT16", [-32768], "-32768"),
    ("UINT32", [4294967295], "4294967295"),
    ("INT32", [-2147483648, 1e3], "-2147483648, 1000"),
    ("UINT64", [18446744073709551615], "18446744073709551615"),
    ("INT64", [-9223372036854775808, 9223372036854775807],
     "-9223372036854775808, 9223372036854775807"),
    ("UINT4", [1, 15, 9], "1, 15, 9"),
    ("INT4", [-8, 7, -1], "-8, 7, -1"),
    ("FLOAT32", {"valueCount": 3, "value": 2.5}, "2.5, 2.5, 2.5"),
    ("UINT8", {"valueCount": 5, "value": 7}, "7, 7, 7, 7, 7"),
    ("FLOAT32", {"valueCount": 4, "valueStart": 1, "valueDelta": 2.5}, "1, 3.5, 6, 8.5"),
    ("UINT8", {"valueCount": 4, "valueStart": 2, "valueDelta": -1}, "2, 1, 0, 255"),
    ("INT4", {"valueCount": 3, "valueStart": 6, "valueDelta": 1}, "6, 7, -8"),
])
def test_initial_values(tmp_path, type, values, text):
    resource = {"initialValuesDataType": type, "initialValues": values}
    assert printed(tmp_path, resource) == f"Resource 'x': {text}\n"


def test_every_float16_prints_as_itself(tmp_path):
    halves = np.arange(65536, dtype=np.uint16)
    halves.tofile(tmp_path / "halves.bin")
    out = printed(tmp_path, {"initialValuesDataType": "FLOAT16",
                             "initialValues": {"sourcePath": "halves.bin"}})
    texts = out.removeprefix("Resource 'x': ").strip().split(", ")
    with np.errstate(over="ignore"):
        read = np.array([float(text) for text in texts], dtype=np.float64).astype(np.float16)
    want = halves.view(np.float16)
    assert np.array_equal(read, want, equal_nan=True)
    assert np.array_equal(np.signbit(read[~np.isnan(want)]), np.signbit(want[~np.isnan(want)]))


def test_typed_list_and_size(tmp_path):
    """Mixed types have no type of their own: the tensor they are bound to gives it."""
    program = {
        "resources": {
            "mixed": {"initialValuesDataType": "UNKNOWN", "sizeInBytes": 32, "initialValues": [
                {"name": "count", "type": "UINT32", "value": 6}, {"type": "INT8", "value": -1},
                {"type": "UINT8", "value": 255}, {"type": "FLOAT16", "value": 1},
                {"type": "FLOAT64", "value": 2}]},
            "zeros": {"sizeInBytes": 6},
        },
        "dispatchables": {"copy": {"type": "DML_OPERATOR_ELEMENT_WISE_IDENTITY", "desc": {
            "InputTensor": {"DataType": "UINT8", "Sizes": [6]},
            "OutputTensor": {"DataType": "UINT8", "Sizes": [6]}}}},
        "commands": [{"type": "dispatch", "dispatchable": "copy",
                      "bindings": {"InputTensor": "mixed", "OutputTensor": "zeros"}},
                     {"type": "print", "resource": "mixed"}, {"type": "print", "resource": "zeros"}],
    }
    want = list(b"\x06\0\0\0\xff\xff\x00\x3c" + np.float64(2).tobytes())
    out = succeed("run", write_json(tmp_path / "p.json", program)).splitlines()
    assert out[0] == "Resource 'mixed': " + ", ".join(map(str, want))
    assert out[1] == "Resource 'zeros': 6, 0, 0, 0, 255, 255"


def test_resources_from_files(tmp_path):
    array = np.arange(6, dtype=">i2").reshape(2, 3)
    (tmp_path / "data").mkdir()
    np.save(tmp_path / "data/c.npy", array)
    np.save(tmp_path / "data/f.npy", np.asfortranarray(array))
    np.arange(3, dtype="<f8").tofile(tmp_path / "data/raw.dat")
    program = printing({
        "c": {"initialValues": {"sourcePath": "c.npy"}},
        "f": {"initialValues": {"sourcePath": "f.npy"}, "initialValuesDataType": "FLOAT32"},
        "raw": {"initialValuesDataType": "FLOAT64", "initialValues": {"sourcePath": "raw.dat"}},
    })
    path = write_json(tmp_path / "data/program.json", program)
    assert succeed("run", path, cwd=tmp_path).splitlines() == [
        "Resource 'c': 0, 1, 2, 3, 4, 5", "Resource 'f': 0, 1, 2, 3, 4, 5", "Resource 'raw': 0, 1, 2"]


def test_files_may_be_relative_to_the_current_folder(tmp_path):
    np.save(tmp_path / "here.npy", np.arange(2))
    (tmp_path / "sub").mkdir()
    path = write_json(tmp_path / "sub/p.json",
                      printing({"x": {"initialValues": {"sourcePath": "here.npy"}}}))
    assert succeed("run", path, cwd=tmp_path) == "Resource 'x': 0, 1\n"


def test_comments_and_trailing_commas(tmp_path):
    text = """// first
    { /* here */ "resources": { "x": { "initialValuesDataType": "INT32", // "quoted" comment
      "initialValues": [1, 2, /* , */ 3, // , ]
      ], }, },
      "dispatchables": {}, "$schema": "a // no comment /* neither */ ,]",
      "commands": [ { "type": "print", "resource": "x", }, ], } // end"""
    path = write_json(tmp_path / "p.json", text)
    assert succeed("run", path) == "Resource 'x': 1, 2, 3\n"


def test_descriptions_in_every_spelling(tmp_path):
    """Wrapped tensors, counts, flags, nulls, the long and the short names."""
    tensor = {"Type": "DML_TENSOR_TYPE_BUFFER", "Desc": {
        "DataType": "DML_TENSOR_DATA_TYPE_INT32", "Flags": "DML_TENSOR_FLAG_NONE", "DimensionCount": 2,
        "Sizes": [2, 2], "Strides": [2, 1], "TotalTensorSizeInBytes": 16,
        "GuaranteedBaseOffsetAlignment": 0}}
    short = {"DataType": "INT32", "Sizes": [2, 2], "Flags": ["NONE"], "Strides": None}
    program = {
        "resources": {
            "in": {"initialValuesDataType": "INT32", "initialValues": [1, 2, 3, 4]},
            "out": {"initialValuesDataType": "INT32", "initialValues": [0, 0, 0, 0]}},
        "dispatchables": {
            "copy": {"Type": "ELEMENT_WISE_IDENTITY", "dmlCompileType": "DmlCompileGraph",
                     "executionFlags": ["DML_EXECUTION_FLAG_DISABLE_META_COMMANDS", "NONE"],
                     "Desc": {"InputTensor": tensor, "OutputTensor": short, "ScaleBias": None}}},
        "commands": [{"type": "dispatch", "dispatchable": "copy", "threadGroupCount": [1, 1, 1],
                      "bindings": {"InputTensor": ["in"], "OutputTensor": {"name": "out"}}},
                     {"type": "print", "resource": "out"}]}
    assert succeed("run", write_json(tmp_path / "p.json", program)) == "Resource 'out': 1, 2, 3, 4\n"


def test_scale_and_bias(tmp_path):
    program = {
        "resources": {"x": {"initialValuesDataType": "FLOAT32", "initialValues": [1, 2, 3, 4]}},
        "dispatchables": {"scale": copy.deepcopy(IDENTITY)},
        "commands": [{"type": "dispatch", "dispatchable": "scale",
                      "bindings": {"InputTensor": "x", "OutputTensor": "x"}},
                     {"type": "print", "resource": "x"}]}
    program["dispatchables"]["scale"]["desc"]["ScaleBias"] = {"Scale": 10, "Bias": 0.5}
    out = succeed("run", write_json(tmp_path / "p.json", program))
    assert out == "Resource 'x': 10.5, 20.5, 30.5, 40.5\n"


def test_parts_of_one_resource(tmp_path):
    """The upper half is copied over the lower: the same resource twice, at different offsets."""
    program = {
        "resources": {"x": {"initialValuesDataType": "FLOAT32",
                            "initialValues": {"valueCount": 8, "valueStart": 0, "valueDelta": 1}}},
        "dispatchables": {"copy": IDENTITY},
        "commands": [
            {"type": "dispatch", "dispatchable": "copy", "bindings": {
                "InputTensor": {"name": "x", "elementOffset": 4, "elementCount": 4},
                "OutputTensor": {"name": "x", "elementOffset": 0, "elementCount": 2,
                                 "elementSizeInBytes": 8}}},
            {"type": "print", "resource": "x"}]}
    out = succeed("run", write_json(tmp_path / "p.json", program))
    assert out == "Resource 'x': 4, 5, 6, 7, 4, 5, 6, 7\n"


def test_owned_tensors_keep_what_they_were_initialized_with(tmp_path):
    owned = copy.deepcopy(IDENTITY)
    owned["desc"]["InputTensor"]["Flags"] = "OWNED_BY_DML"
    owned["bindings"] = {"InputTensor": "weights"}
    program = {
        "resources": {"weights": {"initialValuesDataType": "FLOAT32", "initialValues": [1, 2, 3, 4]},
                      "zeros": {"initialValuesDataType": "FLOAT32", "initialValues": [0, 0, 0, 0]},
                      "out": {"initialValuesDataType": "FLOAT32", "initialValues": [9, 9, 9, 9]}},
        "dispatchables": {"owned": owned, "copy": IDENTITY},
        "commands": [
            {"type": "dispatch", "dispatchable": "copy",
             "bindings": {"InputTensor": "zeros", "OutputTensor": "weights"}},
            {"type": "dispatch", "dispatchable": "owned", "bindings": {"OutputTensor": "out"}},
            {"type": "print", "resource": "weights"}, {"type": "print", "resource": "out"}]}
    assert succeed("run", write_json(tmp_path / "p.json", program)).splitlines() == [
        "Resource 'weights': 0, 0, 0, 0", "Resource 'out': 1, 2, 3, 4"]


def test_write_file(tmp_path):
    program = printing({"x": {"initialValuesDataType": "INT16", "initialValues": [1, 2, 3, 4, 5, -6]}})
    program["commands"] = [
        {"type": "writeFile", "resource": "x", "targetPath": "flat.npy"},
        {"type": "writeFile", "resource": "x", "targetPath": "shaped.npy", "dimensions": [2, 3]},
        {"type": "writeFile", "resource": "x", "targetPath": "raw.bin"}]
    succeed("run", write_json(tmp_path / "p.json", program), cwd=tmp_path)
    want = np.array([1, 2, 3, 4, 5, -6], np.int16)
    for name, shape in [("flat.npy", (6,)), ("shaped.npy", (2, 3))]:
        array = np.load(tmp_path / name)
        assert array.dtype == np.int16 and np.array_equal(array, want.reshape(shape))
    assert (tmp_path / "raw.bin").read_bytes() == want.tobytes()


def test_iterations_time_each_dispatch():
    out = succeed("run", EXAMPLES / "slice1.json", "--iterations", 5, "--threads", 1).splitlines()
    timing = r"Dispatch '(\w+)': 5 iterations, ([0-9.]+) ms min, ([0-9.]+) ms median"
    matches = [re.fullmatch(timing, out[i]) for i in (0, 2)]
    assert [match[1] for match in matches] == ["slice_forwards", "slice_backwards"]
    assert all(0 <= float(match[2]) <= float(match[3]) for match in matches)
    assert [out[1], out[3]] == ["Resource 'forwards': 2, 4, 10, 12",
                                "Resource 'backwards': 14, 16, 6, 8"]


def test_verbose_tells_about_compiling():
    out = succeed("run", EXAMPLES / "cast.json", "--verbose").splitlines()
    assert re.fullmatch(r"Compile 'cast': [0-9.]+ ms, \d+ temporary and \d+ persistent bytes", out[0])
    assert re.fullmatch(r"Dispatch 'cast': 1 iterations, [0-9.]+ ms min, [0-9.]+ ms median", out[1])
    assert len(out) == 3


def test_feature_level():
    program = EXAMPLES / "slice1.json"
    for level in ["2_1", "2.1", "DML_FEATURE_LEVEL_2_1", "6_4"]:
        assert len(succeed("run", program, "--feature-level", level).splitlines()) == 2
    outcome = weft("run", program, "--feature-level", "2_0")
    assert outcome.code == 2 and outcome.out == ""
    expect_error(weft("run", program, "--feature-level", "7_0"), 2,
                 "--feature-level is '7_0', but a feature level such as 2_1 is required")


def test_a_large_resource_prints_whole(tmp_path):
    count = 100_000
    out = printed(tmp_path, {"initialValuesDataType": "UINT32", "initialValues": {
        "valueCount": count, "valueStart": 0, "valueDelta": 1}})
    assert out == "Resource 'x': " + ", ".join(map(str, range(count))) + "\n"


def test_strict_names_the_first_index_out_of_range(tmp_path):
    text = (EXAMPLES / "gather.json").read_text().replace("[1, 0, 1, -1]", "[1, 0, 3, -1]")
    path = write_json(tmp_path / "program.json", text)
    assert succeed("run", path) == "Resource 'rows': 20, 21, 10, 11, 30, 31, 30, 31\n"
    expect_error(weft("run", path, "--strict"), 2,
                 f"{path}: commands[0]: GATHER: IndicesTensor[0, 2] is 3, but InputTensor.Sizes[0] "
                 "is 3: -3 to 2 are possible")


def test_explain_names_the_candidate_of_each_operator():
    out = succeed("run", EXAMPLES / "reduce.json", "--explain")
    memory = "temporary memory: 0 bytes\npersistent memory: 0 bytes\n"
    assert out == ("dispatchable 'average' (REDUCE)\nby reduction/inner\n" + memory +
                   "dispatchable 'max' (REDUCE)\nby reduction/outer\n" + memory +
                   "Resource 'averages': 3, 3.25\nResource 'largest': 4, 4, 5, 6\n")


def test_candidate_is_the_one_asked_for():
    out = succeed("run", EXAMPLES / "reduce.json", "--candidate", "reduction/outer", "--explain")
    assert out.count("by reduction/outer\n") == 2
    assert out.endswith("Resource 'averages': 3, 3.25\nResource 'largest': 4, 4, 5, 6\n")
    path = EXAMPLES / "reduce.json"
    expect_error(weft("run", path, "--candidate", "reduction/all"), 2,
                 f"{path}: dispatchables.average: REDUCE: the candidate reduction/all was asked for "
                 "and refuses: OutputTensor has 2 elements, but 1 is needed")
    in_environment = weft("run", path, environment={"WEFT_CANDIDATE": "reduction/all"})
    assert "the candidate reduction/all was asked for and refuses" in in_environment.err


def test_trace_names_the_candidate_and_those_that_refuse():
    outcome = weft("run", EXAMPLES / "reduce.json", environment={"WEFT_TRACE": "plan,refused"})
    events = outcome.err.splitlines()
    assert any(event.startswith("weft plan: ") and
               event.endswith("}: reduction/inner: kept [2: 16 4] reduced [4: 4 0]")
               for event in events)
    assert ("weft refused: REDUCE: not reduction/all: OutputTensor has 2 elements, but 1 is needed"
            in events)
    assert ("weft refused: REDUCE: not reduction/outer: it would cost 3 and reduction/inner 0"
            in events)
