# SPDX-License-Identifier: MIT
# `weft slice` and `weft convert`, with NumPy as the judge.
import json
import random
import xml.etree.ElementTree

import numpy as np
import pytest

from tool import expect_error, succeed, weft

SVG = "{http://www.w3.org/2000/svg}"


def random_item(rng, size):
    if rng.random() < 0.2:
        return str(rng.randrange(-size - 1, size + 1))
    bound = lambda: rng.choice(["", str(rng.randrange(-size - 3, size + 4))])
    step = rng.choice(["", "", "1", "2", "3", "-1", "-2", "-3", str(size), "-9", "0"])
    return f"{bound()}:{bound()}" + (f":{step}" if step or rng.random() < 0.3 else "")


def random_slice(rng, shape):
    items = [random_item(rng, size) for size in shape[:rng.randint(1, len(shape))]]
    if rng.random() < 0.3:
        items.insert(rng.randint(0, len(items)), "...")
    if rng.random() < 0.05:
        items.append("0")  # often one too many
    return f"[{', '.join(items)}]"


@pytest.mark.parametrize("seed", range(6))
def test_random_slices(tmp_path, seed):
    """Exactly NumPy's result, or an error where NumPy raises or selects nothing."""
    rng = random.Random(seed)
    shape = [(7,), (4, 5), (3, 1, 6), (2, 3, 4, 3), (2, 2, 3, 2, 4), (2, 1, 2, 3, 1, 2, 2, 3)][seed]
    dtype = ["f4", "u1", "i8", "f2", "b1", "i2"][seed]
    order = "CF"[seed % 2]
    array = np.asarray((np.arange(np.prod(shape)) * 7 % 251).reshape(shape).astype(dtype), order=order)
    np.save(tmp_path / "in.npy", array)
    results = 0
    for _ in range(70):
        text = random_slice(rng, shape)
        try:
            want = eval("array" + text)
        except (IndexError, ValueError):
            want = None
        outcome = weft("slice", "in.npy", text, "out.npy", cwd=tmp_path)
        if want is None or want.size == 0:
            assert outcome.code == 2 and outcome.out == "" and outcome.err.count("\n") == 1, (text, outcome)
            assert outcome.err.startswith("weft: Slice "), (text, outcome)
            continue
        assert (outcome.code, outcome.err) == (0, ""), (text, outcome)
        result = np.load(tmp_path / "out.npy")
        assert result.dtype == array.dtype and result.shape == want.shape, text
        assert result.tobytes() == want.tobytes(), text
        results += 1
    assert results >= 12


def test_the_printed_operator_is_the_one_that_ran(tmp_path):
    """Its line is a dispatchable: put into a program, it gives the same numbers."""
    array = np.arange(20, dtype=np.float32).reshape(4, 5)
    np.save(tmp_path / "in.npy", array)
    line = succeed("slice", "in.npy", "[::-2, 1:4:2]", "out.npy", cwd=tmp_path)
    assert line.count("\n") == 1
    dispatchable = json.loads(line)
    assert dispatchable["type"] == "SLICE1"
    assert dispatchable["desc"]["InputWindowOffsets"] == [1, 1]
    assert dispatchable["desc"]["InputWindowSizes"] == [3, 3]
    assert dispatchable["desc"]["InputWindowStrides"] == [-2, 2]
    program = {"resources": {"in": {"initialValues": {"sourcePath": "in.npy"}},
                             "out": {"initialValuesDataType": "FLOAT32",
                                     "initialValues": {"valueCount": 4, "value": 0}}},
               "dispatchables": {"slice": dispatchable},
               "commands": [{"type": "dispatch", "dispatchable": "slice",
                             "bindings": {"InputTensor": "in", "OutputTensor": "out"}},
                            {"type": "print", "resource": "out"}]}
    (tmp_path / "p.json").write_text(json.dumps(program))
    assert succeed("run", tmp_path / "p.json") == "Resource 'out': 16, 18, 6, 8\n"


def test_rank_0(tmp_path):
    np.save(tmp_path / "in.npy", np.array(5, np.int32))
    succeed("slice", "in.npy", "[...]", "out.npy", cwd=tmp_path)
    result = np.load(tmp_path / "out.npy")
    assert result.shape == () and result == 5
    assert weft("slice", "in.npy", "[0]", "out.npy", cwd=tmp_path).code == 2


def test_slice_texts_that_look_like_options(tmp_path):
    np.save(tmp_path / "in.npy", np.arange(5))
    for text, want in [("-1", 4), ("-2:", [3, 4]), (":-3", [0, 1])]:
        succeed("slice", "in.npy", text, "out.npy", cwd=tmp_path)
        assert np.load(tmp_path / "out.npy").tolist() == want


@pytest.mark.parametrize("text, message", [
    ("[5]", "Slice \"[5]\": dimension 0 has index 5, but -5 to 4 is required"),
    ("[::0]", "Slice \"[::0]\": dimension 0 has step 0, but a step must not be 0"),
    ("[2:2]", "Slice \"[2:2]\": dimension 0 selects nothing from 2 to 2 step 1 of 5"),
    ("[a]", "Slice \"[a]\": \"a\" is no integer, start:stop:step or \"...\""),
    ("[0\n]x", "Slice \"[0\\x0a]x\" has one bracket of a pair"),
])
def test_bad_slices(tmp_path, text, message):
    np.save(tmp_path / "in.npy", np.arange(5))
    expect_error(weft("slice", "in.npy", text, "out.npy", cwd=tmp_path), 2, message)
    assert not (tmp_path / "out.npy").exists()


def test_slice_picture(tmp_path):
    np.save(tmp_path / "in.npy", np.arange(60).reshape(3, 4, 5))
    succeed("slice", "in.npy", "[2, ::-2, 1:]", "out.npy", "--svg", "p.svg", cwd=tmp_path)
    picture = xml.etree.ElementTree.parse(tmp_path / "p.svg").getroot()
    circles = [(float(c.get("cx")), float(c.get("cy"))) for c in picture.iter(SVG + "circle")]
    assert len(circles) == 8  # two rows of four, numbered from the lower row
    assert circles[0][1] > circles[4][1] and circles[0][0] == circles[4][0]
    texts = [text.text for text in picture.iter(SVG + "text")]
    assert "Input, plane [2, :, :]" in texts and texts.count("8") == 2  # once in, once out
    assert picture.get("width") == "900"


@pytest.mark.parametrize("shape, text", [
    ((1,), "..."), ((1000,), "::-7"), ((300, 400), "[250:, ::-1]"), ((2,) * 8, "..."),
    ((40, 2), "[::-39]"), ((100, 100), "[:, 99]"), ((25, 25), "[24::-1, 24::-1]")])
def test_any_slice_can_be_drawn(tmp_path, shape, text):
    np.save(tmp_path / "in.npy", np.zeros(shape, np.uint8))
    succeed("slice", "in.npy", text, "out.npy", "--svg", "p.svg", cwd=tmp_path)
    picture = xml.etree.ElementTree.parse(tmp_path / "p.svg").getroot()
    width, height = float(picture.get("width")), float(picture.get("height"))
    for rect in picture.iter(SVG + "rect"):
        assert float(rect.get("x", 0)) + float(rect.get("width")) <= width
        assert float(rect.get("y", 0)) + float(rect.get("height")) <= height


@pytest.mark.parametrize("source, target", [
    ("NCHW", "NHWC"), ("NHWC", "NCHW"), ("NCDHW", "WHDCN"), ("HW", "WH"), ("W", "W"),
    ("ABCDEFGH", "HBCFEDGA")])
@pytest.mark.parametrize("order", "CF")
def test_convert_orders(tmp_path, source, target, order):
    shape = [2, 3, 4, 5, 2, 1, 3, 2][:len(source)]
    array = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    np.save(tmp_path / "in.npy", np.asarray(array, order=order))
    assert succeed("convert", "in.npy", "out.npy", "--from", source, "--to", target, cwd=tmp_path) == ""
    result = np.load(tmp_path / "out.npy")
    want = array.transpose([source.index(letter) for letter in target])
    assert result.dtype == np.int32 and np.array_equal(result, want)


@pytest.mark.parametrize("source, name, target", [
    ("f4", "FLOAT16", "f2"), ("f4", "FLOAT64", "f8"), ("u1", "FLOAT32", "f4"), ("i4", "INT64", "i8"),
    ("f8", "DML_TENSOR_DATA_TYPE_INT16", "i2"), ("f4", "FLOAT32", "f4")])
def test_convert_types(tmp_path, source, name, target):
    array = (np.arange(24).reshape(1, 2, 3, 4) * 2.5).astype(source)
    np.save(tmp_path / "in.npy", array)
    succeed("convert", "in.npy", "out.npy", "--from", "NCHW", "--to", "NHWC", "--type", name,
            cwd=tmp_path)
    result = np.load(tmp_path / "out.npy")
    assert result.dtype == np.dtype(target)
    assert np.array_equal(result, array.transpose(0, 2, 3, 1).astype(target))


def test_convert_keeps_bool(tmp_path):
    array = np.array([[True, False, True], [False, False, True]])
    np.save(tmp_path / "in.npy", array)
    succeed("convert", "in.npy", "out.npy", "--from", "HW", "--to", "WH", cwd=tmp_path)
    result = np.load(tmp_path / "out.npy")
    assert result.dtype == np.bool_ and np.array_equal(result, array.T)


def test_convert_row_pitch(tmp_path):
    array = np.arange(1, 13, dtype=np.float32).reshape(1, 3, 2, 2)
    np.save(tmp_path / "in.npy", array)
    succeed("convert", "in.npy", "out.npy", "--from", "NCHW", "--to", "NHWC", "--row-pitch", "4",
            cwd=tmp_path)
    result = np.load(tmp_path / "out.npy")
    assert result.shape == (1, 2, 2, 4)
    assert np.array_equal(result[..., :3], array.transpose(0, 2, 3, 1))
    assert not result[..., 3].any()


@pytest.mark.parametrize("arguments, message", [
    (["--from", "NCHW", "--to", "NHWC"], "--from is 'NCHW', but in.npy has 2 dimensions"),
    (["--from", "HW", "--to", "HC"], "--to is 'HC', but the letters of --from 'HW' are required"),
    (["--from", "HH", "--to", "HH"], "--from is 'HH', but H appears twice in it"),
    (["--from", "hw", "--to", "wh"], "--from is 'hw', but only the letters A to Z are allowed"),
    (["--from", "", "--to", ""], "--from is empty, but letters such as NCHW are required"),
    (["--from", "HW", "--to", "WH", "--type", "FLOAT8"],
     "--type is 'FLOAT8', but a data type such as FLOAT32 is required"),
    (["--from", "HW", "--to", "WH", "--row-pitch", "1"], "--row-pitch is 1, but a row has 2 elements"),
    (["--from", "HW", "--to", "WH", "--row-pitch", "x"],
     "--row-pitch is 'x', but an integer from 1 to 4294967296 is required"),
    (["--from", "HW"], "--to is required"),
])
def test_bad_conversions(tmp_path, arguments, message):
    np.save(tmp_path / "in.npy", np.zeros((2, 3), np.float32))
    expect_error(weft("convert", "in.npy", "out.npy", *arguments, cwd=tmp_path), 2, message)
    assert not (tmp_path / "out.npy").exists()


def test_convert_to_four_bits_has_no_file(tmp_path):
    np.save(tmp_path / "in.npy", np.zeros((2, 3), np.float32))
    outcome = weft("convert", "in.npy", "out.npy", "--from", "HW", "--to", "WH", "--type", "INT4",
                   cwd=tmp_path)
    assert outcome.code == 2 and outcome.err.count("\n") == 1


def test_empty_arrays_are_rejected(tmp_path):
    np.save(tmp_path / "in.npy", np.zeros((0, 3), np.float32))
    for arguments in [["slice", "in.npy", "...", "out.npy"],
                      ["convert", "in.npy", "out.npy", "--from", "HW", "--to", "WH"]]:
        outcome = weft(*arguments, cwd=tmp_path)
        assert outcome.code == 2 and outcome.err.count("\n") == 1, outcome


@pytest.mark.parametrize("output", ["in.npy", "./in.npy", "link.npy", "hard.npy"])
def test_output_equal_to_input(tmp_path, output):
    np.save(tmp_path / "in.npy", np.zeros((2, 3), np.float32))
    (tmp_path / "link.npy").symlink_to("in.npy")
    (tmp_path / "hard.npy").hardlink_to(tmp_path / "in.npy")
    before = (tmp_path / "in.npy").read_bytes()
    message = f"{output}: is both input and output"
    expect_error(weft("slice", "in.npy", "...", output, cwd=tmp_path), 2, message)
    expect_error(weft("slice", "in.npy", "...", "out.npy", "--svg", output, cwd=tmp_path), 2, message)
    expect_error(weft("convert", "in.npy", output, "--from", "HW", "--to", "WH", cwd=tmp_path), 2,
                 message)
    expect_error(weft("slice", "in.npy", "...", "o.npy", "--svg", "o.npy", cwd=tmp_path), 2,
                 "o.npy: is both input and output")
    assert (tmp_path / "in.npy").read_bytes() == before
