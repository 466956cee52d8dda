# SPDX-License-Identifier: MIT
# `weft tensor`: the numbers of DirectML's documentation, and drawings that agree with NumPy's idea
# of the same strides.
import re
import xml.etree.ElementTree

import numpy as np
import pytest

from tool import expect_error, succeed, weft

SVG = "{http://www.w3.org/2000/svg}"


def explained(*arguments):
    """The table as a dictionary, and the lines of the drawing."""
    table, drawing = succeed("tensor", *arguments).split("\n\n", 1)
    return dict(re.split(r" {2,}|(?<=InBytes) +", line, 1) for line in table.splitlines()), drawing


@pytest.mark.parametrize("arguments, strides, elements, layout", [
    (["--sizes", "1,1,3,5", "--layout", "NCHW"], "[15, 15, 5, 1]", 15, "NCHW: packed"),
    (["--sizes", "1,1,3,5", "--label", "NHWC"], "[15, 1, 5, 1]", 15, "NHWC: packed"),
    (["--sizes", "1,1,3,5"], "[15, 15, 5, 1]", 15, "NCHW: packed"),
    (["--sizes", "2,3", "--strides", "5,1"], "[5, 1]", 8, "HW: padded"),
    (["--sizes", "2,3", "--row-pitch", "5"], "[5, 1]", 8, "HW: padded"),
    (["--sizes", "2,3", "--row-pitch", "20B"], "[5, 1]", 8, "HW: padded"),
    (["--sizes", "2,3", "--row-align", "4"], "[4, 1]", 7, "HW: padded"),
    (["--sizes", "2,3", "--row-align", "32B"], "[8, 1]", 11, "HW: padded"),
    (["--sizes", "2,3", "--strides", "0,1"], "[0, 1]", 3, "no order of dimensions: broadcast"),
    (["--sizes", "2,3", "--broadcast", "0"], "[0, 1]", 3, "no order of dimensions: broadcast"),
    (["--sizes", "2,3", "--broadcast", "H"], "[0, 1]", 3, "no order of dimensions: broadcast"),
    (["--sizes", "2,3,4,5", "--layout", "NHWC", "--broadcast", "N,C"], "[0, 0, 5, 1]", 20,
     "no order of dimensions: broadcast"),
    (["--sizes", "2,3,4,5", "--layout", "NHWC", "--broadcast", "NC"], "[0, 0, 5, 1]", 20,
     "no order of dimensions: broadcast"),
    (["--sizes", "2,3,4,5", "--broadcast", "0,1"], "[0, 0, 5, 1]", 20,
     "no order of dimensions: broadcast"),
    (["--sizes", "3,3", "--strides", "2,1"], "[2, 1]", 7, "no order of dimensions: overlapping"),
    (["--sizes", "4", "--offset", "3"], "[1]", 7, "W: packed"),
])
def test_numbers(arguments, strides, elements, layout):
    table, _ = explained(*arguments)
    assert table["Strides"] == strides
    assert table["Elements needed"] == f"{elements} (the last one lies at offset {elements - 1})"
    assert table["Bytes needed"] == table["TotalTensorSizeInBytes"] == str(4 * elements)
    assert table["Layout"] == layout
    assert ("Use" in table) == ("broadcast" in layout or "overlapping" in layout)


@pytest.mark.parametrize("type, sizes, needed, total", [
    ("FLOAT16", "3", 6, 8), ("UINT8", "5", 5, 8), ("INT4", "5", 3, 4), ("UINT4", "8", 4, 4),
    ("FLOAT64", "2,2", 32, 32), ("INT64", "4294967295", 34359738360, 34359738360)])
def test_bytes(type, sizes, needed, total):
    table, _ = explained("--type", type, "--sizes", sizes)
    assert (table["Bytes needed"], table["TotalTensorSizeInBytes"]) == (str(needed), str(total))


def test_drawing_of_padding():
    _, drawing = explained("--sizes", "2,3", "--strides", "5,1")
    assert drawing == """Memory: the coordinate of the element at each place (· is unused)
  ┌─────┬─────┬─────┬─────┬─────┐
0 │ 0,0 │ 0,1 │ 0,2 │  ·  │  ·  │
  ├─────┼─────┼─────┼─────┴─────┘
5 │ 1,0 │ 1,1 │ 1,2 │
  └─────┴─────┴─────┘
"""


def test_drawing_of_half_bytes():
    _, drawing = explained("--type", "UINT4", "--sizes", "3")
    assert drawing.splitlines()[2] == "byte 0 │ 0 ┊ 1 │ 2 │"


def cells(drawing):
    rows = [line for line in drawing.splitlines() if "│" in line]
    return [cell.strip() for row in rows for cell in re.split("[│┊]", row)[1:-1]]


@pytest.mark.parametrize("sizes, strides", [
    ([2, 3], [5, 1]), ([2, 3], [1, 2]), ([3, 3], [2, 1]), ([2, 2, 2], [1, 1, 1]), ([4], [3]),
    ([2, 3, 2, 2], [12, 1, 6, 3]), ([1, 2, 1, 3], [0, 4, 7, 1])])
def test_drawing_against_counting(sizes, strides):
    """Every coordinate is put at its offset; a cell shows the first one and how many there are."""
    places = {}
    for coordinate in np.ndindex(*sizes):
        places.setdefault(int(np.dot(coordinate, strides)), []).append(coordinate)
    shown = [dim for dim in range(len(sizes)) if sizes[dim] > 1]
    want = []
    for offset in range(max(places) + 1):
        here = places.get(offset, [])
        text = ",".join(str(here[0][dim]) for dim in shown) if here else "·"
        want.append(text + (f" ×{len(here)}" if len(here) > 1 else ""))
    _, drawing = explained("--sizes", ",".join(map(str, sizes)), "--strides", ",".join(map(str, strides)))
    assert cells(drawing) == want


@pytest.mark.parametrize("arguments", [
    ["--sizes", "4294967295"],
    ["--sizes", "2,2,2,2,2,2,2,2", "--strides", "1,1,1,1,1,1,1,1"],
    ["--sizes", "65535,2,2,2,2,2,2,2", "--strides", "1,1,1,1,1,1,1,1"],
    ["--sizes", "65537,65535", "--broadcast", "0,1"],
    ["--sizes", "3,5,7,2,3", "--type", "INT4", "--row-align", "8"],
    ["--sizes", "1"],
    ["--sizes", "2,3", "--strides", "4294967295,4294967295"],
])
def test_any_tensor_can_be_drawn(tmp_path, arguments):
    out = succeed("tensor", *arguments, "--svg", tmp_path / "p.svg")
    assert len(out) < 40_000
    picture = xml.etree.ElementTree.parse(tmp_path / "p.svg").getroot()
    width, height = float(picture.get("width")), float(picture.get("height"))
    assert width == 900
    for rect in picture.iter(SVG + "rect"):
        assert float(rect.get("x", 0)) + float(rect.get("width")) <= width + 0.01
        assert float(rect.get("y", 0)) + float(rect.get("height")) <= height + 0.01


def test_large_tensors_say_what_is_left_out():
    _, drawing = explained("--sizes", "1000")
    assert drawing.splitlines()[-1].strip() == "… and 744 more places"


def test_picture_of_padding(tmp_path):
    succeed("tensor", "--sizes", "2,3", "--strides", "5,1", "--svg", tmp_path / "p.svg")
    picture = xml.etree.ElementTree.parse(tmp_path / "p.svg").getroot()
    texts = [text.text for text in picture.iter(SVG + "text")]
    assert "FLOAT32  ·  sizes 2 × 3  ·  strides 5, 1" in texts
    assert "padded: 6 elements in 8 places, 32 bytes" in texts
    gaps = [rect for rect in picture.iter(SVG + "rect") if rect.get("fill") == "url(#gap)"]
    assert len(gaps) == 2
    # Element (1,2) has its offset 7 in the grid, and offset 7 its coordinate in the strip, with one
    # colour for both.
    fills = {}
    children = list(picture)
    for rect, text in zip(children, children[1:]):
        if rect.tag == SVG + "rect" and text.tag == SVG + "text":
            fills[text.text] = rect.get("fill")
    assert fills["7"] == fills["1,2"] != fills["0,0"] == fills["0"]


@pytest.mark.parametrize("arguments, message", [
    (["--sizes", "2,0"], "Tensor.Sizes[1] is 0, but every size must be at least 1"),
    (["--sizes", "2,-1"], "--sizes[1] is '-1', but an integer from 0 to 4294967295 is required"),
    (["--sizes", "2,4294967296"],
     "--sizes[1] is '4294967296', but an integer from 0 to 4294967295 is required"),
    (["--sizes", "2,"], "--sizes[1] is '', but an integer from 0 to 4294967295 is required"),
    (["--sizes", "1,1,1,1,1,1,1,1,1"], "--sizes has more than 8 values"),
    (["--sizes", "2,3", "--strides", "1"], "--strides has 1 values, but --sizes has 2"),
    (["--sizes", "2,3", "--strides", "1,x"],
     "--strides[1] is 'x', but an integer from 0 to 4294967295 is required"),
    (["--sizes", "2,3", "--type", "FLOAT"], "--type is 'FLOAT', but a data type such as FLOAT32 is required"),
    (["--sizes", "2,3", "--layout", "NCHW"],
     "Label \"NCHW\" has 4 letters, but Sizes [2, 3] has 2"),
    (["--sizes", "2,3", "--layout", "HW", "--strides", "3,1"], "--layout is given, but so are --strides"),
    (["--sizes", "2,3", "--row-pitch", "8", "--strides", "3,1"],
     "--row-pitch is given, but so are --strides"),
    (["--sizes", "2,3", "--row-pitch", "2"],
     "Row pitch is 2, but a row (the B of label \"AB\") has 3 elements"),
    (["--sizes", "2,3", "--row-pitch", "6B"],
     "--row-pitch is 6 bytes, but a multiple of FLOAT32's 32 bits is required"),
    (["--sizes", "2,3", "--row-align", "0"],
     "--row-align is '0', but an integer from 1 to 4294967296 is required"),
    (["--sizes", "2,3", "--broadcast", "C"], "--broadcast is 'C', but the dimensions are called HW"),
    (["--sizes", "2,3", "--broadcast", "2"],
     "--broadcast is '2', but an integer from 0 to 1 is required"),
    (["--sizes", "2,3", "--offset", "-1"],
     "--offset is '-1', but an integer from 0 to 4294967296 is required"),
    (["--sizes", "2,3", "--type", "INT4", "--offset", "1"],
     "Tensor.Offset is 1, but a tensor of INT4 begins at a whole byte: an even offset"),
    ([], "--sizes is required"),
])
def test_bad_tensors(arguments, message):
    expect_error(weft("tensor", *arguments), 2, message)


def test_overflowing_sizes_are_rejected():
    for sizes in ["65536,65536,65536,65536", "4294967295,4294967295,4294967295"]:
        outcome = weft("tensor", "--sizes", sizes)
        assert outcome.code == 2 and outcome.out == "" and outcome.err.count("\n") == 1, outcome


def test_no_colour_in_a_pipe():
    assert "\033" not in succeed("tensor", "--sizes", "2,3")
