# SPDX-License-Identifier: MIT
# `weft run` on graphs that are wrong: one line with the file, the place and the rule.
import pytest

from graph import GOOD, NOTHING, changed
from tool import expect_error, weft, write_json

WRONG = [
    ("graph", 3, "graph is 3, but an object is required"),
    ("graph/nodes", NOTHING, "graph.nodes is missing"),
    ("graph/nodes", {}, "graph.nodes is empty"),
    ("graph/nodes", [], "graph.nodes is an array, but an object is required"),
    ("graph/outputs", NOTHING, "graph.outputs is missing"),
    ("graph/outputs", [], "graph.outputs is empty"),
    ("graph/outputs", "z", "graph.outputs is \"z\", but an array is required"),
    ("graph/outputs", [3], "graph.outputs[0] is 3, but the name of an input, a constant or a "
     "node is required"),
    ("graph/outputs", ["w"], "graph.outputs[0] is \"w\", but the name of an input, a constant or a "
     "node is required"),
    ("graph/outputs", ["x"], "graph.outputs[0] is \"x\", but the name of a node is required"),
    ("graph/outputs", ["z", "z"], "graph.outputs[1] is \"z\", which is there already"),
    ("graph/outputs", ["z.Other"], "graph.outputs[0] is \"z.Other\", but node z has OutputTensor"),
    ("graph/colour", 1, "graph.colour is unknown, but one of inputs, constants, nodes, outputs is "
     "expected"),
    ("resources", {}, "resources is unknown, but one of $schema, graph, commands is expected"),
    ("commands", [{"type": "dispatch"}], "commands[0].type is \"dispatch\", but print or writeFile "
     "is required"),
    ("commands", [{"type": "print", "resource": "y"}], "commands[0].resource is \"y\", but an entry "
     "of graph.outputs is required"),
    ("commands", [{"type": "writeFile", "resource": "z", "targetPath": "z.npy",
                   "dimensions": [3]}],
     "commands[0]: dimensions are [3], but resource 'z' has 4 elements"),
    # inputs and constants
    ("graph/inputs/x", 3, "graph.inputs.x is 3, but an object is required"),
    ("graph/inputs/x", "none.npy", "graph.inputs.x.initialValues.sourcePath: none.npy: cannot be "
     "opened: No such file or directory"),
    ("graph/inputs/x/initialValues", NOTHING, "graph.inputs.x.initialValues is missing"),
    ("graph/inputs/x/DataType", NOTHING, "graph.inputs.x.DataType is missing"),
    ("graph/inputs/x/Sizes", NOTHING, "graph.inputs.x.Sizes is missing"),
    ("graph/inputs/x/Sizes", [1, 1, 2, 0], "graph.inputs.x.Sizes[3] is 0, but every size must be at "
     "least 1"),
    ("graph/inputs/x/Sizes", [1, 1, 2, 3], "graph.inputs.x.initialValues has 16 bytes, but Sizes "
     "[1, 1, 2, 3], Strides [6, 6, 3, 1] of FLOAT32 need 24"),
    ("graph/inputs/x/Sizes", [1, 1, 2, 1], "graph.inputs.x.initialValues has 16 bytes, but Sizes "
     "[1, 1, 2, 1], Strides [2, 2, 1, 1] of FLOAT32 need 8"),
    ("graph/inputs/x/initialValues", [1, 2, 3, "four"],
     "graph.inputs.x.initialValues[3] is \"four\", but a value of FLOAT32 is required"),
    ("graph/constants/x", {"DataType": "INT8", "Sizes": [1], "initialValues": [1]},
     "graph.constants.x has a name that an input has already"),
    ("graph/nodes/matrix", {}, "graph.nodes.matrix has a name that an input or a constant has "
     "already"),
    # nodes
    ("graph/nodes/y", 3, "graph.nodes.y is 3, but an object is required"),
    ("graph/nodes/y/type", NOTHING, "graph.nodes.y.type is missing"),
    ("graph/nodes/y/type", "RELU", "graph.nodes.y.type is \"RELU\", but an operator such as SLICE1 "
     "is required"),
    ("graph/nodes/y/desc", NOTHING, "graph.nodes.y.desc is missing"),
    ("graph/nodes/y/name", "y", "graph.nodes.y.name is unknown, but one of type, desc is expected"),
    ("graph/nodes/y/desc/Alpha", 1, "graph.nodes.y.desc.Alpha is no field of ACTIVATION_RELU"),
    ("graph/nodes/y/desc/InputTensor", NOTHING, "graph.nodes.y.desc.InputTensor is missing, but "
     "ACTIVATION_RELU requires it"),
    ("graph/nodes/y/desc/InputTensor", "w", "graph.nodes.y.desc.InputTensor is \"w\", but the name "
     "of an input, a constant or a node is required"),
    ("graph/nodes/y/desc/InputTensor", 3, "graph.nodes.y.desc.InputTensor is 3, but the name of an "
     "input, a constant or a node is required"),
    ("graph/nodes/y/desc/InputTensor", {"DataType": "FLOAT32", "Sizes": [4]},
     "graph.nodes.y.desc.InputTensor.from is missing"),
    ("graph/nodes/y/desc/InputTensor", {"from": "product", "Flags": "OWNED_BY_DML"},
     "graph.nodes.y.desc.InputTensor.Flags is unknown, but one of from, DataType, Sizes, Strides, "
     "TotalTensorSizeInBytes is expected"),
    ("graph/nodes/y/desc/InputTensor", "product.ATensor",
     "graph.nodes.y.desc.InputTensor is \"product.ATensor\", but node product has OutputTensor"),
    ("graph/nodes/y/desc/InputTensor", "y", "graph.nodes.y reads its own result: y reads y"),
    ("graph/nodes/product/desc/ATensor", "z",
     "graph.nodes.product reads its own result: product reads z reads y reads product"),
    ("graph/nodes/z/desc/BTensor/Sizes", [1, 1, 2],
     "graph.nodes.z.desc.BTensor.Strides has 4 values, but Sizes has 3"),
    ("graph/nodes/z/desc/BTensor", {"from": "y", "Sizes": [1, 1, 2, 3]},
     "graph.nodes.z: ELEMENT_WISE_ADD: BTensor.TotalTensorSizeInBytes is 16, but Sizes "
     "[1, 1, 2, 3], Strides [6, 6, 3, 1], FLOAT32 need 24"),
    ("graph/nodes/product/desc/Alpha", NOTHING, "graph.nodes.product.desc.Alpha is missing, but GEMM "
     "requires it"),
    ("graph/nodes/product/desc/TransB", "NO", "graph.nodes.product.desc.TransB is \"NO\", but one of "
     "NONE, TRANSPOSE is required"),
    ("graph/nodes/y/desc/OutputTensor", {"DataType": "FLOAT16"},
     "graph.nodes.y: ACTIVATION_RELU: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is "
     "FLOAT32"),
]


@pytest.mark.parametrize("path, value, message", WRONG,
                         ids=[f"{row[0]}-{i}" for i, row in enumerate(WRONG)])
def test_one_line_says_it(tmp_path, path, value, message):
    write_json(tmp_path / "p.json", changed((path, value)))
    expect_error(weft("run", "p.json", cwd=tmp_path), 2, f"p.json: {message}")


def test_sizes_that_do_not_fit_name_the_node(tmp_path):
    wide = {"DataType": "FLOAT32", "Sizes": [1, 1, 3, 2], "initialValues": {"value": 1}}
    write_json(tmp_path / "p.json", changed(("graph/constants/matrix", wide)))
    outcome = weft("run", "p.json", cwd=tmp_path)
    assert outcome.code == 2
    assert outcome.err.startswith("weft: p.json: graph.nodes.product: GEMM: BTensor")


def test_the_type_of_a_file(tmp_path):
    import numpy
    numpy.save(tmp_path / "x.npy", numpy.ones((1, 1, 2, 2), "float16"))
    write_json(tmp_path / "p.json", changed(
        ("graph/inputs/x", {"DataType": "FLOAT32", "initialValues": {"sourcePath": "x.npy"}})))
    expect_error(weft("run", "p.json", cwd=tmp_path), 2,
                 "p.json: graph.inputs.x.DataType is FLOAT32, but \"x.npy\" has FLOAT16")


def test_a_long_cycle_is_cut_short(tmp_path):
    nodes = {f"n{i}": {"type": "ACTIVATION_RELU", "desc": {"InputTensor": f"n{(i + 1) % 5000}"}}
             for i in range(5000)}
    write_json(tmp_path / "p.json", changed(("graph/nodes", nodes), ("graph/outputs", ["n0"])))
    expect_error(weft("run", "p.json", cwd=tmp_path), 2,
                 "p.json: graph.nodes.n0 reads its own result: n0 reads n1 reads n2 reads n3 reads "
                 "n4 reads n5 reads n6 reads n7 reads …")


def test_the_device_says_no(tmp_path):
    gelu = {"type": "ACTIVATION_GELU", "desc": {"InputTensor": "product"}}
    write_json(tmp_path / "p.json", changed(("graph/nodes/y", gelu)))
    outcome = weft("run", "--feature-level", "2_0", "p.json", cwd=tmp_path)
    assert outcome.code == 2 and outcome.err.startswith("weft: p.json: graph: ")
    assert "ACTIVATION_GELU" in outcome.err and outcome.out == ""


def test_the_good_graph_is_good(tmp_path):
    assert weft("run", write_json(tmp_path / "p.json", GOOD).name, cwd=tmp_path).code == 0


def test_indices_out_of_range_name_the_node(tmp_path):
    places = {"DataType": "UINT32", "Sizes": [1, 1, 1, 1], "initialValues": [7]}
    gather = {"type": "GATHER", "desc": {"InputTensor": "y", "IndicesTensor": "places", "Axis": 3,
                                         "IndexDimensions": 1}}
    write_json(tmp_path / "p.json", changed(("graph/inputs/places", places),
                                            ("graph/nodes/z", gather)))
    assert weft("run", "p.json", cwd=tmp_path).code == 0
    expect_error(weft("run", "--strict", "p.json", cwd=tmp_path), 2,
                 "p.json: graph: node z: GATHER: IndicesTensor[0, 0, 0, 0] is 7, but "
                 "InputTensor.Sizes[3] is 2: 0 to 1 are possible")
