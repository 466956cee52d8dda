# SPDX-License-Identifier: MIT
# `weft compare`: the first node that differs, the exit code that says so, and what cannot be
# compared.
import copy

import numpy as np
import pytest

from graph import GOOD, changed
from tool import EXAMPLES, expect_error, weft, write_json

MATRIX = "graph/constants/matrix/initialValues"


def compare(tmp_path, *options, a=GOOD, b=None):
    write_json(tmp_path / "a.json", a)
    files = ["a.json"]
    if b is not None:
        files.append(write_json(tmp_path / "b.json", b).name)
    return weft("compare", *files, *options, cwd=tmp_path)


def expect(outcome, code, out):
    assert (outcome.code, outcome.out, outcome.err) == (code, out, ""), outcome


def test_equal_graphs(tmp_path):
    expect(compare(tmp_path, b=GOOD), 0, "equal: 3 nodes\n")


# x is [[1, 2], [3, 4]], so the last column of the product is 1 and 1, or 1.5 and 2.
def test_the_first_node_that_differs(tmp_path):
    expect(compare(tmp_path, b=changed((MATRIX, [1, -1, 1, 1.25]))), 1,
           "node product (GEMM): OutputTensor[0, 0, 0, 1] is 1 in a.json, but 1.5 in b.json; "
           "2 of 4 elements differ, by up to 1\n")


def test_a_later_node_differs(tmp_path):
    other = changed(("graph/nodes/y", {"type": "ACTIVATION_LINEAR", "desc": {
        "InputTensor": "product", "Alpha": 1, "Beta": 1}}))
    expect(compare(tmp_path, b=other), 1,
           "node y (ACTIVATION_RELU): OutputTensor[0, 0, 0, 0] is 3 in a.json, but 4 in b.json; "
           "4 of 4 elements differ, by up to 1\n")


def test_the_inputs_are_those_of_the_first(tmp_path):
    other = changed(("graph/inputs/x/initialValues", [100, 200, 300, 400]))
    expect(compare(tmp_path, b=other), 0, "equal: 3 nodes\n")


# The product differs by .5 and 1 where it is 1: absolute 1, or half and half of the larger.
@pytest.mark.parametrize("tolerance, code", [("1", 0), (".99,0", 1), ("1,0", 0), ("0,.5", 0),
                                             ("0,.49", 1), ("0", 1)])
def test_tolerance(tmp_path, tolerance, code):
    other = changed((MATRIX, [1, -1, 1, 1.25]), ("graph/nodes/z", GOOD["graph"]["nodes"]["y"]))
    first = changed(("graph/nodes/z", GOOD["graph"]["nodes"]["y"]))
    outcome = compare(tmp_path, "--tolerance", tolerance, a=first, b=other)
    assert outcome.code == code, outcome
    if code == 0:
        assert outcome.out == "equal: 3 nodes, largest difference 1 in node product (GEMM)\n"


def test_layouts_may_differ(tmp_path):
    turned = {"DataType": "FLOAT32", "Sizes": [1, 1, 2, 2], "Strides": [4, 4, 1, 2]}
    expect(compare(tmp_path, b=changed(("graph/nodes/z/desc/OutputTensor", turned))), 0,
           "equal: 3 nodes\n")


def test_other_names_are_passed_over(tmp_path):
    other = copy.deepcopy(GOOD)
    nodes = other["graph"]["nodes"]
    nodes["renamed"] = nodes.pop("y")
    nodes["z"]["desc"] = {"ATensor": "renamed", "BTensor": "renamed"}
    expect(compare(tmp_path, b=other), 1,
           "node z (ELEMENT_WISE_ADD): OutputTensor[0, 0, 0, 1] is 8 in a.json, but 2 in b.json; "
           "2 of 4 elements differ, by up to 6\n")


def test_other_sizes_are_a_difference(tmp_path):
    other = changed(("graph/constants/matrix/Sizes", [1, 1, 2, 1]), (MATRIX, [1, 1]),
                    ("graph/nodes/z/desc", {"ATensor": "y", "BTensor": "y"}))
    expect(compare(tmp_path, b=other), 1,
           "node product (GEMM): OutputTensor is FLOAT32 [1, 1, 2, 2] in a.json, but FLOAT32 "
           "[1, 1, 2, 1] in b.json\n")


@pytest.mark.parametrize("type_name, x, y, tolerance, code", [
    ("FLOAT32", "nan", "nan", "0", 0),
    ("FLOAT32", "inf", "inf", "0", 0),
    ("FLOAT32", "inf", 1, "1000", 1),
    ("FLOAT32", "inf", "-inf", "1000", 1),
    ("FLOAT32", "nan", 1, "1000", 1),
    ("FLOAT32", 0., -0., "0", 0),
    ("INT8", -128, 127, "254,0", 1),
    ("INT8", -128, 127, "255,0", 0),
    ("INT64", 2 ** 60, 2 ** 60 + 1, "0", 1),
    ("UINT64", 2 ** 64 - 1, 2 ** 64 - 1, "0", 0),
    ("FLOAT16", 1, 1.0009765625, "1e-3", 0),
    ("FLOAT16", 1, 1.0009765625, "9e-4", 1),
])
def test_values(tmp_path, type_name, x, y, tolerance, code):
    def copied(value):
        return {"graph": {
            "constants": {"x": {"DataType": type_name, "Sizes": [3],
                                "initialValues": [1, value, 1]}},
            "nodes": {"copy": {"type": "ELEMENT_WISE_IDENTITY", "desc": {"InputTensor": "x"}}},
            "outputs": ["copy"]}}
    outcome = compare(tmp_path, "--tolerance", tolerance, a=copied(x), b=copied(y))
    assert (outcome.code, outcome.err) == (code, ""), outcome
    assert outcome.out.startswith(
        "equal: 1 node" if code == 0 else "node copy (ELEMENT_WISE_IDENTITY): OutputTensor[1] is ")


# Exit code 1 is for differences alone.
def test_too_little_memory_is_no_difference(tmp_path):
    huge = changed(("graph/inputs/x/initialValues", {"valueCount": 2 ** 62, "value": 0}))
    message = ("a.json: graph.inputs.x.initialValues has 4611686018427387904 values of FLOAT32, more "
               "than any memory holds")
    expect_error(compare(tmp_path, "--as-described", a=huge), 2, message)
    expect_error(weft("run", "a.json", cwd=tmp_path), 1, message)


def test_fused_against_unfused(tmp_path):
    expect(compare(tmp_path, "--as-described", "--tolerance", "0"), 0, "equal: 3 nodes\n")


def test_threads(tmp_path):
    random = np.random.default_rng(5)
    np.save(tmp_path / "x.npy", random.standard_normal((1, 1, 70, 90)).astype("float32"))
    np.save(tmp_path / "matrix.npy", random.standard_normal((1, 1, 90, 70)).astype("float32"))
    wide = changed(("graph/inputs/x", "x.npy"), ("graph/constants/matrix", "matrix.npy"),
                   ("graph/nodes/z/desc/BTensor", "y"))
    expect(compare(tmp_path, "--threads", "3", "--tolerance", "0", a=wide), 0, "equal: 3 nodes\n")


@pytest.mark.parametrize("name", ["graph", "graph_outputs", "digits/digits"])
def test_examples_are_the_same_fused_and_unfused(name):
    outcome = weft("compare", EXAMPLES / f"{name}.json", "--as-described")
    assert outcome.code == 0 and outcome.out.startswith("equal: "), outcome


@pytest.mark.parametrize("options, other, message", [
    ([], None, "a.json is compared with nothing: give another graph, --as-described or --threads"),
    (["--threads", "0"], None, "--threads is '0', but an integer from 1 to 256 is required"),
    (["--tolerance", "x"], GOOD, "--tolerance is 'x', but a number of at least 0 is required"),
    (["--tolerance", "1,-1"], GOOD, "--tolerance is '-1', but a number of at least 0 is required"),
    (["--tolerance", "1,2,3"], GOOD, "--tolerance has 3 numbers, but at most 2 are expected: "
     "ABSOLUTE,RELATIVE"),
    ([], {"resources": {}, "dispatchables": {}, "commands": []},
     "b.json: has no graph, but graphs are compared"),
    ([], changed(("graph/inputs/more", {"DataType": "INT8", "Sizes": [1], "initialValues": [1]})),
     "b.json: graph.inputs.more is no input of a.json"),
    ([], changed(("graph/inputs/x/Strides", [4, 4, 1, 2])),
     "b.json: graph.inputs.x is {\"DataType\": \"FLOAT32\", \"Sizes\": [1, 1, 2, 2], \"Strides\": "
     "[4, 4, 1, 2]}, but in a.json it is {\"DataType\": \"FLOAT32\", \"Sizes\": [1, 1, 2, 2]}"),
    ([], {"graph": {"nodes": {"other": {"type": "FILL_VALUE_CONSTANT", "desc": {
        "OutputTensor": {"Sizes": [2]}, "ValueDataType": "INT8", "Value": 1}}},
        "outputs": ["other"]}}, "no node of a.json has the name of one of b.json"),
])
def test_what_cannot_be_compared(tmp_path, options, other, message):
    expect_error(compare(tmp_path, *options, b=other), 2, message)
