# SPDX-License-Identifier: MIT
# `weft run` on graphs: results against NumPy, values from files, outputs to files, and what it tells
# about the steps.
import itertools
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from graph import GOOD, NOTHING, changed
from tool import EXAMPLES, expect_error, succeed, weft, write_json


def run(tmp_path, program, *options):
    return succeed("run", *options, write_json(tmp_path / "p.json", program).name, cwd=tmp_path)


def numbers(printed, name):
    line = next(line for line in printed.splitlines() if line.startswith(f"Resource '{name}': "))
    return [float(number) for number in line.split(": ")[1].split(", ")]


def test_results(tmp_path):
    x, matrix = np.array([[1, 2], [3, 4]]), np.array([[1, -1], [1, 1]])
    y = np.maximum(x @ matrix, 0)
    assert numbers(run(tmp_path, GOOD), "z") == (y + y.T).ravel().tolist()


def test_outputs_are_printed_in_their_order(tmp_path):
    printed = run(tmp_path, changed(("graph/outputs", ["z", "product", "y"])))
    assert re.findall("'(.*)'", printed) == ["z", "product", "y"]
    assert numbers(printed, "product") == [3, 1, 7, 1]


def test_nodes_that_no_output_needs_do_not_run(tmp_path):
    printed = run(tmp_path, changed(("graph/outputs", ["product"])), "--explain")
    assert re.findall(r"step \d+: (.*)", printed) == ["product (GEMM)"]


@pytest.mark.parametrize("type_name", ["float32", "float16"])
def test_arrays_know_their_types_and_sizes(tmp_path, type_name):
    random = np.random.default_rng(3)
    x = random.standard_normal((1, 1, 5, 7)).astype(type_name)
    matrix = np.asfortranarray(random.standard_normal((1, 1, 7, 3)).astype(type_name))
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "matrix.npy", matrix)
    program = changed(("graph/inputs/x", "x.npy"), ("graph/constants/matrix", "matrix.npy"),
                      ("graph/nodes/z", NOTHING), ("graph/outputs", ["y"]))
    program["commands"] = [{"type": "writeFile", "resource": "y", "targetPath": "y.npy"}]
    assert run(tmp_path, program) == ""
    y = np.load(tmp_path / "y.npy")
    assert (y.shape, y.dtype) == ((1, 1, 5, 3), np.dtype(type_name))
    np.testing.assert_allclose(y, np.maximum(x.astype(float) @ matrix.astype(float), 0),
                               rtol=1e-5 if type_name == "float32" else 2e-3,
                               atol=1e-5 if type_name == "float32" else 2e-3)


def test_values_need_no_count(tmp_path):
    sizes = {"DataType": "FLOAT32", "Sizes": [1, 1, 2, 2]}
    printed = run(tmp_path, changed(
        ("graph/inputs/x", {**sizes, "initialValues": {"valueStart": 1, "valueDelta": 2}}),
        ("graph/constants/matrix", {**sizes, "initialValues": {"value": 1}}),
        ("graph/outputs", ["product"])))
    assert numbers(printed, "product") == [4, 4, 12, 12]


def test_inputs_may_be_owned(tmp_path):
    weights = {"DataType": "FLOAT32", "Sizes": [1, 1, 2, 2], "Flags": "OWNED_BY_DML",
               "initialValues": [0, 2, 1, 0]}
    printed = run(tmp_path, changed(("graph/inputs/weights", weights),
                                    ("graph/nodes/product/desc/BTensor", "weights"),
                                    ("graph/outputs", ["product"])))
    assert numbers(printed, "product") == [2, 2, 4, 6]


def test_a_name_may_have_a_dot(tmp_path):
    program = changed(("graph/nodes/y.1", {"type": "ACTIVATION_RELU",
                                           "desc": {"InputTensor": "product.OutputTensor"}}),
                      ("graph/outputs", ["y.1", "y.1.OutputTensor"]))
    printed = run(tmp_path, program)
    assert numbers(printed, "y.1") == numbers(printed, "y.1.OutputTensor") == [3, 1, 7, 1]


def test_one_output_of_several(tmp_path):
    best = {"type": "TOP_K1", "desc": {"InputTensor": "y", "Axis": 3, "K": 1,
                                       "AxisDirection": "DECREASING"}}
    printed = run(tmp_path, changed(("graph/nodes/best", best),
                                    ("graph/outputs", ["best.OutputIndexTensor"])))
    assert numbers(printed, "best.OutputIndexTensor") == [0, 0]


def test_explain(tmp_path):
    printed = run(tmp_path, GOOD, "--explain")
    tensor = '{"DataType": "FLOAT32", "Sizes": [1, 1, 2, 2]}'
    assert printed.splitlines()[:3] == [f"input 0: x {tensor}", f"output 0: z {tensor}",
                                        "step 0: product + y (GEMM)"]
    assert printed.splitlines()[-1] == "Resource 'z': 6, 8, 8, 2"


def test_dot(tmp_path):
    run(tmp_path, GOOD, "--dot", "p.dot")
    text = (tmp_path / "p.dot").read_text()
    assert text.startswith("digraph {\n") and '"product + y\\nGEMM"' in text


SVG = "{http://www.w3.org/2000/svg}"


def boxes(path):
    """The rectangles of a picture without its background: (left, top, right, bottom)."""
    sides = [[float(rectangle.get(side)) for side in ("x", "y", "width", "height")]
             for rectangle in ElementTree.parse(path).getroot().findall(f"{SVG}rect")
             if rectangle.get("x")]
    return [(x, y, x + width, y + height) for x, y, width, height in sides]


def test_svg(tmp_path):
    run(tmp_path, GOOD, "--svg", "p.svg")
    root = ElementTree.parse(tmp_path / "p.svg").getroot()
    assert [text.text for text in root.iter(f"{SVG}text")] == [
        "product + y", "GEMM", "x", "constant matrix", "z", "ELEMENT_WISE_ADD", "z"]
    product, x, matrix, total, z = boxes(tmp_path / "p.svg")
    assert x[1] == matrix[1] < product[1] < total[1] < z[1]  # from top to bottom


@pytest.mark.parametrize("name", ["graph", "graph_outputs", "digits/digits"])
def test_boxes_stand_apart_in_the_picture(tmp_path, name):
    succeed("run", EXAMPLES / f"{name}.json", "--svg", tmp_path / "p.svg")
    root = ElementTree.parse(tmp_path / "p.svg").getroot()
    width, height = float(root.get("width")), float(root.get("height"))
    placed = boxes(tmp_path / "p.svg")
    for left, top, right, bottom in placed:
        assert 0 <= left < right <= width and 0 <= top < bottom <= height
    for a, b in itertools.combinations(placed, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_a_wide_and_deep_graph_is_drawn_in_time(tmp_path):
    nodes = {"n0": {"type": "ELEMENT_WISE_SIN", "desc": {"InputTensor": "x"}}}
    for i in range(1, 1500):
        nodes[f"n{i}"] = {"type": "CUMULATIVE_SUMMATION", "desc": {
            "InputTensor": f"n{i - 1 if i % 5 else i // 2}", "Axis": 3,
            "AxisDirection": "INCREASING", "HasExclusiveSum": False}}
    outputs = [f"n{i}" for i in range(4, 1500, 5)]
    run(tmp_path, changed(("graph/nodes", nodes), ("graph/outputs", outputs)), "--svg", "p.svg")
    assert len(boxes(tmp_path / "p.svg")) == 1 + 1500 + len(outputs)


def test_profile(tmp_path):
    lines = run(tmp_path, GOOD, "--profile", "--iterations", "3").splitlines()
    assert re.fullmatch(r"Run graph: 3 iterations, [\d.]+ ms min, [\d.]+ ms median", lines[0])
    assert lines[1] == "step         microseconds   share"
    rows = [re.fullmatch(r"(\S.*?) +([\d.]+) +([\d.]+) %", line).groups() for line in lines[2:5]]
    assert [name for name, _, _ in rows] == ["product + y", "z", "total"]
    assert abs(sum(float(share) for _, _, share in rows[:2]) - 100) < .2
    assert rows[2][2] == "100.0"


def test_verbose(tmp_path):
    lines = run(tmp_path, GOOD, "--verbose").splitlines()
    assert re.fullmatch(r"Compile graph: [\d.]+ ms, \d+ temporary and \d+ persistent bytes",
                        lines[0])


def test_candidate(tmp_path):
    text = (EXAMPLES / "graph.json").read_text()
    path = write_json(tmp_path / "p.json", text)
    assert "  by reduction/" in succeed("run", "--explain", path)
    assert "  by reduction/outer\n" in succeed(
        "run", "--explain", "--candidate", "reduction/outer", path)
    outcome = weft("run", "--candidate", "reduction/all", path)
    assert outcome.code == 2
    assert "REDUCE: the candidate reduction/all was asked for and refuses: OutputTensor has 2 " \
        "elements, but 1 is needed" in outcome.err


@pytest.mark.parametrize("options, name", [(["--profile"], "--profile"),
                                           (["--dot", "x.dot"], "--dot"),
                                           (["--svg", "x.svg"], "--svg")])
def test_options_for_graphs_only(tmp_path, options, name):
    program = {"resources": {}, "dispatchables": {}, "commands": []}
    path = write_json(tmp_path / "p.json", program)
    expect_error(weft("run", *options, path.name, cwd=tmp_path), 2,
                 f"{name} is for graphs, but p.json has none")


def test_the_graph_is_not_overwritten(tmp_path):
    path = write_json(tmp_path / "p.json", GOOD)
    expect_error(weft("run", "--dot", "p.json", path.name, cwd=tmp_path), 2,
                 "p.json: p.json: is both input and output")
