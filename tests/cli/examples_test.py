# SPDX-License-Identifier: MIT
# The programs in examples/: each prints what its comments promise.
import re

import pytest

from tool import EXAMPLES, succeed

PRINTED = {
    "cast": ["integers: 1, -1, 127, -128, 0, 127, -128, 0"],
    "diagonal_matrix1": ["identity: 1, 0, 0, 0, 1, 0, 0, 0, 1",
                         "triangle: 1, 0, 0, 4, 5, 0, 7, 8, 9"],
    "fill": ["constant: 13, 13, 13, 13, 13, 13, 13, 13", "rising: 3, 5, 7",
             "falling: 10, 8, 6, 4"],
    "gather": ["rows: 20, 21, 10, 11, 20, 21, 30, 31"],
    "graph": ["relu: 14, 0, 20, 0", "rows: 14, 20"],
    "graph_outputs": ["values.OutputTensors[0]: 5, 9", "values.OutputTensors[1]: 4, 3, 9, 6",
                      "places: 2, 0, 4, 2"],
    "join": ["wide: 1, 2, 10, 3, 4, 20"],
    "nchw_to_nhwc": ["pixels: 10, 20, 30, 11, 21, 31, 12, 22, 32, 13, 23, 33"],
    "nonzero_coordinates": ["count: 3", "coordinates: 0, 1, 1, 1, 1, 2"],
    "one_hot": ["rows: 0, 0, 1, 1, 0, 0, 0, 0, 0"],
    "padding": ["constant: 9, 9, 1, 2, 3, 9, 9, 9", "edge: 1, 1, 1, 2, 3, 3, 3, 3",
                "reflection: 3, 2, 1, 2, 3, 2, 1, 2", "symmetric: 2, 1, 1, 2, 3, 3, 2, 1"],
    "reduce": ["averages: 3, 3.25", "largest: 4, 4, 5, 6"],
    "scatter_elements": ["result: 1, 20, 3, 4, 5, 60, 70, 8, 9"],
    "slice1": ["forwards: 2, 4, 10, 12", "backwards: 14, 16, 6, 8"],
    "space_to_depth1": ["channels: 1, 3, 2, 4, 5, 7, 6, 8", "again: 1, 2, 3, 4, 5, 6, 7, 8"],
    "split": ["first: 1, 5", "others: 2, 6, 3, 7, 4, 8"],
    "tile": ["wall: 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4, 1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4"],
    "top_k1": ["best: 5, 4, 3, 9, 9, 6", "places: 4, 2, 0, 0, 4, 2"],
}


@pytest.mark.parametrize("name", PRINTED)
def test_example(name):
    lines = succeed("run", EXAMPLES / f"{name}.json").splitlines()
    assert lines == [re.sub(r"^([^:]+)", r"Resource '\1'", line) for line in PRINTED[name]]


def test_every_example_is_here():
    assert sorted(path.stem for path in EXAMPLES.glob("*.json")) == sorted(PRINTED)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_it_begins_by_saying_what_to_see(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    comment = lines[:lines.index("{")]
    assert len(comment) >= 2 and all(line.startswith("// ") for line in comment)
    assert comment[-1] == f"//   weft run examples/{path.name}"
