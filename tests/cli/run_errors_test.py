# SPDX-License-Identifier: MIT
# `weft run` on programs that are wrong: one line that names the place, and the right exit code.
import copy
import re
import subprocess

import numpy as np
import pytest

from tool import EXAMPLES, TOOL, expect_error, weft, write_json

GOOD = {
    "resources": {
        "in": {"initialValuesDataType": "FLOAT32", "initialValues": [1, 2, 3, 4]},
        "out": {"initialValuesDataType": "FLOAT32", "initialValues": [0, 0]},
    },
    "dispatchables": {
        "slice": {
            "type": "SLICE1",
            "desc": {
                "InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 2]},
                "OutputTensor": {"DataType": "FLOAT32", "Sizes": [2, 1]},
                "InputWindowOffsets": [0, 0],
                "InputWindowSizes": [2, 1],
                "InputWindowStrides": [-1, 1],
            },
        },
    },
    "commands": [
        {"type": "dispatch", "dispatchable": "slice",
         "bindings": {"InputTensor": "in", "OutputTensor": "out"}},
        {"type": "print", "resource": "out"},
    ],
}
NOTHING = object()


def changed(path, value):
    """GOOD with the value at "a.b.0" replaced, added or, with NOTHING, taken away."""
    program = copy.deepcopy(GOOD)
    *parents, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    place = program
    for key in parents:
        place = place[key]
    if value is NOTHING:
        del place[last]
    else:
        place[last] = value
    return program


def run(tmp_path, program):
    return weft("run", write_json(tmp_path / "p.json", program).name, cwd=tmp_path)


def test_the_good_program_runs(tmp_path):
    outcome = run(tmp_path, GOOD)
    assert (outcome.code, outcome.out, outcome.err) == (0, "Resource 'out': 3, 1\n", "")


DESC = "dispatchables/slice/desc/"
BINDINGS = "commands/0/bindings/"
WRONG = [
    # the root
    ("extra", 1, "extra is unknown, but one of $schema, resources, dispatchables, commands is expected"),
    ("resources", NOTHING, "resources is missing"),
    ("dispatchables", [], "dispatchables is an array, but an object is required"),
    ("commands", {}, "commands is an object, but an array is required"),
    # resources
    ("resources/in", 5, "resources.in is 5, but an object is required"),
    ("resources/in/initialValues", NOTHING, "resources.in.initialValues is missing"),
    ("resources/in/initialValues", "abc", "resources.in.initialValues is \"abc\", but an object is required"),
    ("resources/in/initialValues", [], "resources.in.initialValues is empty"),
    ("resources/in/initialValues/2", "three",
     "resources.in.initialValues[2] is \"three\", but a value of FLOAT32 is required"),
    ("resources/in/initialValues/0", 1e39,
     "resources.in.initialValues[0] is 1e+39, but a value of FLOAT32 is required"),
    ("resources/in/initialValues/1", [1],
     "resources.in.initialValues[1] is an array, but a value of FLOAT32 is required"),
    ("resources/in/initialValues/1", None,
     "resources.in.initialValues[1] is null, but a value of FLOAT32 is required"),
    ("resources/in/initialValuesDataType", NOTHING, "resources.in.initialValuesDataType is missing"),
    ("resources/in/initialValuesDataType", "FLOAT33",
     "resources.in.initialValuesDataType is \"FLOAT33\", but a data type such as FLOAT32 is required"),
    ("resources/in/initialValuesDataType", 3,
     "resources.in.initialValuesDataType is 3, but a string is required"),
    ("resources/in/sizeInBytes", 12,
     "resources.in.sizeInBytes is 12, but the initial values take 16 bytes"),
    ("resources/in/sizeInBytes", -1, "resources.in.sizeInBytes is -1, but a UINT64 is required"),
    ("resources/in/colour", 1,
     "resources.in.colour is unknown, but one of initialValues, initialValuesDataType, sizeInBytes "
     "is expected"),
    ("resources/in/initialValues", {"valueCount": 0, "value": 0},
     "resources.in.initialValues.valueCount is 0, but at least 1 is required"),
    ("resources/in/initialValues", {"valueCount": 4}, "resources.in.initialValues.value is missing"),
    ("resources/in/initialValues", {"value": 4}, "resources.in.initialValues.valueCount is missing"),
    ("resources/in/initialValues", {"valueCount": 1.5, "value": 4},
     "resources.in.initialValues.valueCount is 1.5, but a UINT64 is required"),
    ("resources/in/initialValues", {"valueCount": 4, "value": 0, "valueStart": 1},
     "resources.in.initialValues.value is unknown, but one of valueCount, valueStart, valueDelta is "
     "expected"),
    ("resources/in/initialValues", {"valueCount": 4, "valueStart": 1},
     "resources.in.initialValues.valueDelta is missing"),
    ("resources/in/initialValues", {"valueCount": 4, "valueStart": 1, "valueDelta": "x"},
     "resources.in.initialValues.valueDelta is \"x\", but a number is required"),
    ("resources/in/initialValues", [{"type": "INT8", "value": 1}],
     "resources.in.initialValues is a list of typed values, but initialValuesDataType is FLOAT32"),
    ("resources/in", {"initialValues": [{"type": "INT8", "value": 200}]},
     "resources.in.initialValues[0].value is 200, but a value of INT8 is required"),
    ("resources/in", {"initialValues": [{"type": "INT4", "value": 1}]},
     "resources.in.initialValues[0].type is \"INT4\", but a type of whole bytes is required"),
    ("resources/in", {"initialValues": [{"type": "INT8", "value": 1}, 5]},
     "resources.in.initialValues[1] is 5, but an object is required"),
    ("resources/in", {"initialValuesDataType": "UINT8", "initialValues": [256]},
     "resources.in.initialValues[0] is 256, but a value of UINT8 is required"),
    ("resources/in", {"initialValuesDataType": "UINT8", "initialValues": [-1]},
     "resources.in.initialValues[0] is -1, but a value of UINT8 is required"),
    ("resources/in", {"initialValuesDataType": "INT32", "initialValues": [1.5]},
     "resources.in.initialValues[0] is 1.5, but a value of INT32 is required"),
    ("resources/in", {"initialValuesDataType": "INT32", "initialValues": ["nan"]},
     "resources.in.initialValues[0] is \"nan\", but a value of INT32 is required"),
    ("resources/in", {"initialValuesDataType": "UINT64", "initialValues": [18446744073709551616]},
     "resources.in.initialValues[0] is 1.8446744073709552e+19, but a value of UINT64 is required"),
    ("resources/in", {"initialValuesDataType": "FLOAT16", "initialValues": [70000]},
     "resources.in.initialValues[0] is 70000, but a value of FLOAT16 is required"),
    ("resources/in", {"initialValues": {"sourcePath": "missing.npy"}},
     "resources.in.initialValues.sourcePath: missing.npy: cannot be opened: No such file or directory"),
    ("resources/in", {"initialValues": {"sourcePath": "."}},
     "resources.in.initialValues.sourcePath: .: is a directory, but a file is required"),
    ("resources/in", {"initialValues": {"sourcePath": "a\0b.npy"}},
     "resources.in.initialValues.sourcePath is \"a\\x00b.npy\", but a file name without NUL bytes is "
     "required"),
    ("resources/in", {"initialValues": {"sourcePath": 7}},
     "resources.in.initialValues.sourcePath is 7, but a string is required"),
    ("resources/in", {"initialValues": {"sourcePath": "/dev/zero"}},
     "resources.in.initialValues.sourcePath is \"/dev/zero\", but a file below the program's folder or "
     "the current directory, or --allow-outside, is required"),
    ("resources/in", {"sizeInBytes": 0}, "resources.in has no bytes"),
    # dispatchables
    ("dispatchables/slice/type", NOTHING, "dispatchables.slice.type is missing"),
    ("dispatchables/slice/type", "SLICE9",
     "dispatchables.slice.type is \"SLICE9\", but an operator such as SLICE1 is required"),
    ("dispatchables/slice/type", "INVALID",
     "dispatchables.slice.type is \"INVALID\", but an operator such as SLICE1 is required"),
    ("dispatchables/slice/desc", NOTHING, "dispatchables.slice.desc is missing"),
    ("dispatchables/slice/desc", [], "dispatchables.slice.desc is an array, but an object is required"),
    ("dispatchables/slice/dmlCompileType", "Fast",
     "dispatchables.slice.dmlCompileType is \"Fast\", but DmlCompileOp or DmlCompileGraph is required"),
    ("dispatchables/slice/speed", 1,
     "dispatchables.slice.speed is unknown, but one of type, Type, desc, Desc, bindings, "
     "dmlCompileType, executionFlags is expected"),
    (DESC + "Axis", 1, "dispatchables.slice.desc.Axis is no field of SLICE1"),
    (DESC + "InputTensor", NOTHING,
     "dispatchables.slice.desc.InputTensor is missing, but SLICE1 requires it"),
    (DESC + "InputTensor", None,
     "dispatchables.slice.desc.InputTensor is missing, but SLICE1 requires it"),
    (DESC + "InputTensor", 3, "dispatchables.slice.desc.InputTensor is 3, but an object is required"),
    (DESC + "InputTensor/Sizes/1", -1,
     "dispatchables.slice.desc.InputTensor.Sizes[1] is -1, but a UINT is required"),
    (DESC + "InputTensor/Sizes/1", 4294967296,
     "dispatchables.slice.desc.InputTensor.Sizes[1] is 4294967296, but a UINT is required"),
    (DESC + "InputTensor/Sizes/1", 1.5,
     "dispatchables.slice.desc.InputTensor.Sizes[1] is 1.5, but a UINT is required"),
    (DESC + "InputTensor/Sizes/0", "2",
     "dispatchables.slice.desc.InputTensor.Sizes[0] is \"2\", but a UINT is required"),
    (DESC + "InputTensor/Sizes", 4,
     "dispatchables.slice.desc.InputTensor.Sizes is 4, but an array is required"),
    (DESC + "InputTensor/Sizes", NOTHING, "dispatchables.slice.desc.InputTensor.Sizes is missing"),
    (DESC + "InputTensor/Sizes", [1] * 9,
     "dispatchables.slice.desc.InputTensor.Sizes has 9 values, but a tensor has at most 8 dimensions"),
    (DESC + "InputTensor/Strides", [1],
     "dispatchables.slice.desc.InputTensor.Strides has 1 values, but Sizes has 2"),
    (DESC + "InputTensor/DimensionCount", 3,
     "dispatchables.slice.desc.InputTensor.DimensionCount is 3, but Sizes has 2 values"),
    (DESC + "InputTensor/DataType", NOTHING, "dispatchables.slice.desc.InputTensor.DataType is missing"),
    (DESC + "InputTensor/DataType", "HALF",
     "dispatchables.slice.desc.InputTensor.DataType is \"HALF\", but a data type such as FLOAT32 is "
     "required"),
    (DESC + "InputTensor/Flags", "OWNED",
     "dispatchables.slice.desc.InputTensor.Flags is \"OWNED\", but one of NONE, OWNED_BY_DML is required"),
    (DESC + "InputTensor/Type", "TEXTURE",
     "dispatchables.slice.desc.InputTensor.Type is \"TEXTURE\", but BUFFER is required"),
    (DESC + "InputTensor/Shape", [2, 2],
     "dispatchables.slice.desc.InputTensor.Shape is unknown, but one of Type, DataType, Flags, "
     "DimensionCount, Sizes, Strides, TotalTensorSizeInBytes, GuaranteedBaseOffsetAlignment is expected"),
    (DESC + "DimensionCount", 3,
     "dispatchables.slice.desc.InputWindowOffsets has 2 values, but DimensionCount is 3"),
    (DESC + "InputWindowSizes", [2],
     "dispatchables.slice.desc.InputWindowSizes has 1 values, but InputWindowOffsets has 2"),
    (DESC + "InputWindowStrides/0", 2147483648,
     "dispatchables.slice.desc.InputWindowStrides[0] is 2147483648, but an INT is required"),
    (DESC + "InputWindowStrides/0", True,
     "dispatchables.slice.desc.InputWindowStrides[0] is true, but an INT is required"),
    # the operator's own rules come after the place
    (DESC + "InputWindowStrides/0", 0,
     "dispatchables.slice: SLICE1: InputWindowStrides[0] is 0, but a stride must not be 0"),
    (DESC + "InputWindowOffsets/0", 4294967295,
     "dispatchables.slice: SLICE1: InputWindowOffsets[0] + InputWindowSizes[0] is 4294967295 + 2 = "
     "4294967297, but InputTensor.Sizes[0] is 2"),
    (DESC + "InputTensor/Sizes/1", 0,
     "dispatchables.slice: SLICE1: InputTensor.Sizes[1] is 0, but every size must be at least 1"),
    (DESC + "InputTensor/Sizes", [],
     "dispatchables.slice: SLICE1: InputTensor.DimensionCount is 0, but 1 to 8 is required"),
    (DESC + "InputTensor/DataType", "UNKNOWN",
     "dispatchables.slice: SLICE1: InputTensor.DataType is 0, but 1 to 13 is required"),
    (DESC + "InputTensor/TotalTensorSizeInBytes", 12,
     "dispatchables.slice: SLICE1: InputTensor.TotalTensorSizeInBytes is 12, but Sizes [2, 2], "
     "Strides [2, 1], FLOAT32 need 16"),
    (DESC + "InputTensor/TotalTensorSizeInBytes", 0,
     "dispatchables.slice.desc.InputTensor.TotalTensorSizeInBytes is 0, but at least 1 is required"),
    (DESC + "OutputTensor/Flags", "OWNED_BY_DML",
     "commands[0].bindings.OutputTensor is bound, but its tensor is OWNED_BY_DML"),
    (DESC + "InputTensor/Flags", "OWNED_BY_DML",
     "dispatchables.slice.bindings.InputTensor is missing, but SLICE1 needs it"),
    ("dispatchables/slice/bindings", {"InputTensor": "in"},
     "dispatchables.slice.bindings.InputTensor is bound, but its tensor is not OWNED_BY_DML"),
    ("dispatchables/slice/bindings", {"Input": "in"},
     "dispatchables.slice.bindings.Input is no tensor of SLICE1"),
    # commands
    ("commands/0", "go", "commands[0] is \"go\", but an object is required"),
    ("commands/0/type", "jump",
     "commands[0].type is \"jump\", but dispatch, print or writeFile is required"),
    ("commands/0/type", NOTHING, "commands[0].type is missing"),
    ("commands/0/dispatchable", "splice",
     "commands[0].dispatchable is \"splice\", but the name of a dispatchable is required"),
    ("commands/0/bindings", NOTHING, "commands[0].bindings is missing"),
    ("commands/1/resource", "result",
     "commands[1].resource is \"result\", but the name of a resource is required"),
    ("commands/1/format", "hex",
     "commands[1].format is unknown, but one of type, resource is expected"),
    (BINDINGS + "InputTensor", "result",
     "commands[0].bindings.InputTensor is \"result\", but the name of a resource is required"),
    (BINDINGS + "InputTensor", NOTHING,
     "commands[0].bindings.InputTensor is missing, but SLICE1 needs it"),
    (BINDINGS + "InputTensor", ["in", "in"],
     "commands[0].bindings.InputTensor has 2 resources, but InputTensor has 1 tensors"),
    (BINDINGS + "DimensionCount", "in",
     "commands[0].bindings.DimensionCount is no tensor of SLICE1"),
    (BINDINGS + "InputTensor", {"elementOffset": 0},
     "commands[0].bindings.InputTensor.name is missing"),
    (BINDINGS + "InputTensor", {"name": "in", "elementOffset": 1},
     "commands[0].bindings.InputTensor begins at byte 4, but a multiple of 16 is required"),
    (BINDINGS + "InputTensor", {"name": "in", "elementOffset": 4},
     "commands[0].bindings.InputTensor begins 4 elements of 32 bits into resource \"in\", but it has "
     "16 bytes"),
    (BINDINGS + "InputTensor", {"name": "in", "elementOffset": 18446744073709551615},
     "commands[0].bindings.InputTensor begins 18446744073709551615 elements of 32 bits into resource "
     "\"in\", but it has 16 bytes"),
    (BINDINGS + "InputTensor", {"name": "in", "elementCount": 5},
     "commands[0].bindings.InputTensor.elementCount is 5 elements of 32 bits from element 0, but "
     "resource \"in\" has 16 bytes"),
    (BINDINGS + "InputTensor", {"name": "in", "elementSizeInBytes": 0},
     "commands[0].bindings.InputTensor.elementSizeInBytes is 0, but at least 1 is required"),
    (BINDINGS + "InputTensor", {"name": "in", "elementCount": 3},
     "commands[0]: SLICE1: InputTensor is bound to 12 bytes, but needs 16"),
    (BINDINGS + "InputTensor", "out",
     "commands[0]: SLICE1: InputTensor is bound to 8 bytes, but needs 16"),
    (BINDINGS + "OutputTensor", "in",
     "commands[0]: SLICE1: InputTensor and OutputTensor are bound to the same memory, but it cannot "
     "run in place"),
    # files out
    ("commands/1", {"type": "writeFile", "resource": "out"}, "commands[1].targetPath is missing"),
    ("commands/1", {"type": "writeFile", "resource": "out", "targetPath": "p.json"},
     "commands[1].targetPath is \"p.json\", but a file the program does not read is required"),
    ("commands/1", {"type": "writeFile", "resource": "out", "targetPath": "./p.json"},
     "commands[1].targetPath is \"./p.json\", but a file the program does not read is required"),
    ("commands/1", {"type": "writeFile", "resource": "out", "targetPath": "a\0b"},
     "commands[1].targetPath is \"a\\x00b\", but a file name is required"),
    ("commands/1", {"type": "writeFile", "resource": "out", "targetPath": "o.npy", "dimensions": [3]},
     "commands[1]: dimensions are [3], but resource 'out' has 2 elements"),
    ("commands/1", {"type": "writeFile", "resource": "out", "targetPath": "o.npy",
                    "dimensions": [65536, 65536, 65536, 65536, 2]},
     "commands[1]: dimensions are [65536, 65536, 65536, 65536, 2], but resource 'out' has 2 elements"),
    ("commands/1", {"type": "writeFile", "resource": "out", "targetPath": "no/o.npy"},
     "commands[1]: no/o.npy: cannot be created: No such file or directory"),
]


@pytest.mark.parametrize("path, value, message", WRONG,
                         ids=[f"{i} {row[0]}" for i, row in enumerate(WRONG)])
def test_wrong_programs(tmp_path, path, value, message):
    outcome = run(tmp_path, changed(path, value))
    expect_error(outcome, 2, "p.json: " + message)


NO_JSON = [
    ("", "line 1, column 1: "),
    ("[", "line 1, column 2: "),
    ('{"resources": {},,}', "line 1, column 18: "),
    ('{"a": 1\n "b": 2}', "line 2, column 4: "),
    ('{"a": [1, 2}', "line 1, column 12: "),
    ('{"a": tru}', "line 1, column 10: "),
    ('{"a": "\x01"}', "line 1, column 8: "),
    ('{"a": NaN}', "line 1, column 7: "),
    ('{} {}', "line 1, column 4: "),
    ('[,]', "line 1, column 2: "),
    ('{"a": 1, // open', "line 1, column 17: "),
]


@pytest.mark.parametrize("text, place", NO_JSON, ids=range(len(NO_JSON)))
def test_syntax_errors_tell_line_and_column(tmp_path, text, place):
    outcome = run(tmp_path, text)
    assert outcome.code == 2 and outcome.out == "" and outcome.err.count("\n") == 1
    assert outcome.err.startswith(f"weft: p.json: {place}"), outcome
    assert len(outcome.err) < 400


@pytest.mark.parametrize("text, message", [
    ("/* open", "line 1, column 1: the comment has no end"),
    ("[" * 65 + "]" * 65, "line 1, column 65: more than 64 levels of nesting"),
    ("\n" + "[" * 1_000_000, "line 2, column 65: more than 64 levels of nesting"),
    ('{"a":' * 100_000, "line 1, column 321: more than 64 levels of nesting"),
    ("[" * 64 + "]" * 64, "the program is an array, but an object is required"),
    ("7", "the program is 7, but an object is required"),
    ('{"resources": {"a": {}, "b": {}, "a": {}}}', "resources.a appears twice"),
    ('{"commands": [{}, {"x": 1, "x": 2}]}', "commands[1].x appears twice"),
    ('{"commands": [], "resources": {}, "commands": []}', "commands appears twice"),
    ("{}\0", "line 1, column 3: a NUL byte"),
], ids=range(10))
def test_nesting_and_keys(tmp_path, text, message):
    expect_error(run(tmp_path, text), 2, f"p.json: {message}")


def test_numbers_beyond_a_double(tmp_path):
    outcome = run(tmp_path, '{"a":\n [1e999]}')
    expect_error(outcome, 2, "p.json: line 2, column 7: number overflow parsing '1e999'")


def test_bytes_that_are_no_text(tmp_path):
    for content in [b"\xff\xfe{\0}\0", b'{"a\xff": 1}', bytes(range(256)), b"\0" * 100, b"{}\0"]:
        (tmp_path / "p.json").write_bytes(content)
        finished = weft_bytes(tmp_path)
        assert finished.returncode == 2, content
        assert finished.stderr.count(b"\n") == 1 and finished.stderr.startswith(b"weft: p.json: line 1")


def weft_bytes(tmp_path):
    return subprocess.run([TOOL, "run", "p.json"], cwd=tmp_path, capture_output=True, timeout=60)


def test_every_cut_and_many_mutations_of_a_program_end_cleanly(tmp_path):
    """No crash, no hang: exit 0 or 2 (77 for operators that are not there yet), one line at most."""
    text = (EXAMPLES / "slice1.json").read_bytes()
    generator = np.random.default_rng(11)
    cases = [text[:length] for length in range(0, len(text), 97)]
    for _ in range(60):
        mutated = bytearray(text)
        for _ in range(3):
            mutated[generator.integers(len(mutated))] = generator.choice(list(b'{}[]",:-09ne/*\\ '))
        cases.append(bytes(mutated))
    for content in cases:
        (tmp_path / "p.json").write_bytes(content)
        finished = weft_bytes(tmp_path)
        assert finished.returncode in (0, 1, 2, 77), (finished, content)
        assert finished.stderr.count(b"\n") == (finished.returncode != 0), (finished, content)


def test_long_names_are_shortened(tmp_path):
    program = changed("commands/1/resource", "x" * 100_000)
    outcome = run(tmp_path, program)
    expect_error(outcome, 2, f"p.json: commands[1].resource is \"{'x' * 60}…\", but the name of a "
                 "resource is required")


@pytest.mark.parametrize("values, type", [
    ({"valueCount": 1 << 50, "value": 0}, "FLOAT32"),
    ({"valueCount": 1 << 50, "valueStart": 0, "valueDelta": 1}, "UINT4"),
    ({"valueCount": (1 << 58) - 1, "value": 0}, "FLOAT64"),
])
def test_more_memory_than_there_is(tmp_path, values, type):
    outcome = run(tmp_path, changed("resources/in", {"initialValuesDataType": type,
                                                     "initialValues": values}))
    bits = {"FLOAT32": 32, "UINT4": 4, "FLOAT64": 64}[type]
    needed = values["valueCount"] * bits // 8
    assert outcome.code == 1
    assert re.fullmatch(rf"weft: p\.json: resources\.in\.initialValues needs {needed} bytes, but \d+ "
                        r"bytes of memory are available\n", outcome.err), outcome


def test_more_memory_than_numbers_can_say(tmp_path):
    values = {"valueCount": (1 << 64) - 1, "value": 0}
    expect_error(run(tmp_path, changed("resources/in/initialValues", values)), 1,
                 "p.json: resources.in.initialValues has 18446744073709551615 values of FLOAT32, more "
                 "than any memory holds")
    outcome = run(tmp_path, changed("resources/in/sizeInBytes", (1 << 64) - 1))
    assert outcome.code == 1 and outcome.err.startswith("weft: p.json: resources.in needs 18446744073709551615")


def test_what_is_not_supported_ends_with_77(tmp_path):
    hlsl = changed("dispatchables/slice", {"type": "hlsl", "sourcePath": "x.hlsl"})
    expect_error(run(tmp_path, hlsl), 77, "p.json: dispatchables.slice.type is \"hlsl\", but only "
                 "DirectML operators are supported")


def test_a_resource_of_no_known_type_cannot_be_printed(tmp_path):
    program = {"resources": {"x": {"sizeInBytes": 4}}, "dispatchables": {},
               "commands": [{"type": "print", "resource": "x"}]}
    expect_error(run(tmp_path, program), 2, "p.json: commands[0]: resource 'x' has no "
                 "initialValuesDataType and was bound to no tensor")


def test_four_bit_elements_are_no_npy(tmp_path):
    program = {"resources": {"x": {"initialValuesDataType": "INT4", "initialValues": [1, 2]}},
               "dispatchables": {},
               "commands": [{"type": "writeFile", "resource": "x", "targetPath": "x.npy"}]}
    expect_error(run(tmp_path, program), 2,
                 "p.json: commands[0]: x.npy: INT4 elements cannot be stored in a .npy file")


def test_a_source_cannot_be_a_target(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros(2, np.float32))
    (tmp_path / "b.npy").hardlink_to(tmp_path / "a.npy")
    program = changed("resources/in", {"initialValues": {"sourcePath": "a.npy"}})
    program["commands"] = [{"type": "writeFile", "resource": "in", "targetPath": "b.npy"}]
    expect_error(run(tmp_path, program), 2, "p.json: commands[0].targetPath is \"b.npy\", but a file "
                 "the program does not read is required")


def gemm(activation):
    matrix = {"DataType": "FLOAT32", "Sizes": [2, 2]}
    return {"type": "GEMM", "desc": {"ATensor": matrix, "BTensor": matrix, "OutputTensor": matrix,
                                     "TransA": "NONE", "TransB": "DML_MATRIX_TRANSFORM_TRANSPOSE",
                                     "Alpha": 1, "Beta": 0, "FusedActivation": activation}}


PLACE = "dispatchables.slice.desc.FusedActivation"


@pytest.mark.parametrize("activation, message", [
    ("RELU", f"{PLACE} is \"RELU\", but an object is required"),
    ({}, f"{PLACE}.Type is missing"),
    ({"Type": "SLICE1"}, f"{PLACE}.Type is \"SLICE1\", but an operator that can be fused is required"),
    ({"Type": "ACTIVATION_ELU"}, f"{PLACE}.Alpha is missing, but ACTIVATION_ELU requires it"),
    ({"type": "ACTIVATION_ELU", "desc": {}},
     f"{PLACE}.desc.Alpha is missing, but ACTIVATION_ELU requires it"),
    ({"Type": "ACTIVATION_ELU", "Alpha": "x"}, f"{PLACE}.Alpha is \"x\", but a FLOAT is required"),
    ({"Type": "ACTIVATION_RELU", "InputTensor": {}},
     f"{PLACE}.InputTensor is no attribute field of ACTIVATION_RELU"),
    ({"Type": "ACTIVATION_ELU", "Desc": {"Alpha": 1}, "Alpha": 1},
     f"{PLACE}.Alpha is unknown, but one of Type, type, Desc, desc is expected"),
])
def test_wrong_activations(tmp_path, activation, message):
    expect_error(run(tmp_path, changed("dispatchables/slice", gemm(activation))), 2, f"p.json: {message}")


@pytest.mark.parametrize("activation", [
    None, {"Type": "ACTIVATION_ELU", "Alpha": 0.5},
    {"Type": "DML_OPERATOR_ACTIVATION_ELU", "Desc": {"Alpha": 0.5}},
    {"type": "ACTIVATION_RELU", "desc": {}}, {"Type": "ACTIVATION_RELU"}])
def test_activations_are_read(tmp_path, activation):
    """The first complaint is about the bindings, which are those of another operator."""
    outcome = run(tmp_path, changed("dispatchables/slice", gemm(activation)))
    expect_error(outcome, 2, "p.json: commands[0].bindings.InputTensor is no tensor of GEMM")


@pytest.mark.parametrize("count, bindings, message", [
    (3, ["in", "out"], "dispatchables.slice.desc.InputTensors has 2 values, but InputCount is 3"),
    (2, ["in"], "commands[0].bindings.InputTensors has 1 resources, but InputTensors has 2 tensors"),
    (2, "in", "commands[0].bindings.InputTensors has 1 resources, but InputTensors has 2 tensors"),
    (2, ["in", "none"],
     "commands[0].bindings.InputTensors[1] is \"none\", but the name of a resource is required"),
    (2, ["in", {"name": "in", "elementOffset": 2}],
     "commands[0].bindings.InputTensors[1] begins at byte 8, but a multiple of 16 is required"),
])
def test_tensor_arrays(tmp_path, count, bindings, message):
    join = {"type": "JOIN", "desc": {
        "InputCount": count, "Axis": 0, "OutputTensor": {"DataType": "FLOAT32", "Sizes": [4]},
        "InputTensors": [{"DataType": "FLOAT32", "Sizes": [2]}] * 2}}
    program = changed("dispatchables/slice", join)
    program["commands"][0]["bindings"] = {"InputTensors": bindings, "OutputTensor": "out"}
    expect_error(run(tmp_path, program), 2, f"p.json: {message}")
