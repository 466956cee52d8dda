# SPDX-License-Identifier: MIT
# `weft compare MODEL.onnx`: with what was saved, and as planned with as described.
import numpy as np
import pytest
from onnx import TensorProto, helper

from model import branching, dense, dense_answer, save, unsupported, value
from tool import EXAMPLES, expect_error, weft

X = np.array([[1, 2, 3, 4], [0, 1, 0, 0]], np.float32)  # y is [[11, 18, 33], [0, 0, 3]]


@pytest.fixture
def model(tmp_path):
    np.save(tmp_path / "input_0.npy", X)
    np.save(tmp_path / "output_0.npy", dense_answer(X))
    np.save(tmp_path / "output_1.npy", np.array([2, 3]))
    return dense(tmp_path / "dense.onnx")


def expect(outcome, code, out):
    assert (outcome.code, outcome.out, outcome.err) == (code, out, ""), outcome


def test_the_answer_by_hand():
    assert dense_answer(X).tolist() == [[11, 18, 33], [0, 0, 3]]


def test_equal(model, tmp_path):
    expect(weft("compare", model, "--with", tmp_path), 0, "y: equal\nsize: equal\n")


def test_inputs_may_be_given(model, tmp_path):
    np.save(tmp_path / "x.npy", X + np.float32([[1, 0, 0, 0], [0, 0, 0, 0]]))
    expect(weft("compare", model, tmp_path / "x.npy", "--with", tmp_path), 1,
           "y: 3 of 6 elements differ; [0, 0] is 6, but saved is 11; largest difference 5 at [0, 0], "
           "relative 0.454545 at [0, 0]\nsize: equal\n")


@pytest.mark.parametrize("options, code", [
    ([], 1), (["--atol", "1"], 0), (["--atol", ".49"], 1), (["--atol", "y=.5"], 0),
    (["--atol", "size=.5"], 1), (["--rtol", ".143"], 0), (["--rtol", ".142"], 1),
    (["--rtol", "y=.143", "--rtol", "0"], 0), (["--tolerance", ".5"], 0),
    (["--tolerance", ".5", "--atol", "y=0", "--rtol", "y=0"], 1)])
def test_tolerances(model, tmp_path, options, code):
    other = dense_answer(X)
    other[0, 1] += .5
    other[1, 2] += .5
    np.save(tmp_path / "output_0.npy", np.asfortranarray(other))
    what = "2 of 6 elements differ; [0, 1] is 18, but saved is 18.5; " if code else "equal; "
    outcome = weft("compare", model, "--with", tmp_path, *options)
    if options == ["--rtol", ".142"]:  # the first is near enough
        what = "1 of 6 elements differ; [1, 2] is 3, but saved is 3.5; "
    expect(outcome, code, f"y: {what}largest difference 0.5 at [0, 1], relative 0.142857 at [1, 2]\n"
           "size: equal\n")


def test_what_is_no_number(model, tmp_path):
    other = dense_answer(X)
    other[0, 2] = np.nan
    np.save(tmp_path / "output_0.npy", other)
    expect(weft("compare", model, "--with", tmp_path), 1,
           "y: 1 of 6 elements differ; [0, 2] is 33, but saved is nan\nsize: equal\n")


def test_other_types_and_shapes(model, tmp_path):
    np.save(tmp_path / "output_0.npy", dense_answer(X)[:1])
    np.save(tmp_path / "output_1.npy", np.array([2, 3], np.int32))
    expect(weft("compare", model, "--with", tmp_path), 1,
           "y: FLOAT32 [2, 3], but saved is FLOAT32 [1, 3]\n"
           "size: INT64 [2], but saved is INT32 [2]\n")


def test_sequences(tmp_path):
    path = save(tmp_path / "parts.onnx", [helper.make_node("SplitToSequence", ["x"], ["y"], axis=0)],
                [value("x", [2, 4])],
                [helper.make_tensor_sequence_value_info("y", 1, None)])
    np.save(tmp_path / "input_0.npy", X)
    assert weft("run", path, tmp_path / "input_0.npy", "-o", tmp_path).code == 0
    np.testing.assert_array_equal(np.load(tmp_path / "output_0_1.npy"), X[1:])
    expect(weft("compare", path, "--with", tmp_path), 0, "y_0: equal\ny_1: equal\n")
    np.save(tmp_path / "output_0_2.npy", X[1:])
    expect(weft("compare", path, "--with", tmp_path), 1,
           "y_0: equal\ny_1: equal\ny: 2 tensors, but more are saved\n")


def test_as_described(model):
    expect(weft("compare", model, "--as-described", "--random", "1", "--tolerance", "1e-4"), 0,
           "equal: 4 nodes\n")


# In half precision 2048 + 1 is 2048. Fused, 2048 is taken off before the sum is rounded.
def test_as_described_names_the_first_node(tmp_path):
    half = TensorProto.FLOAT16
    nodes = [helper.make_node("MatMul", ["x", "w"], ["product"], name="multiply"),
             helper.make_node("Add", ["product", "b"], ["sum"], name="add"),
             helper.make_node("Neg", ["sum"], ["y"], name="turn")]
    path = save(tmp_path / "half.onnx", nodes, [value("x", [1, 2], half)], [value("y", [1, 1], half)],
                [("w", np.float16([[1], [1]])), ("b", np.float16([-2048]))])
    np.save(tmp_path / "x.npy", np.float16([[2048, 1]]))
    found = ("node 'add' (Add): sum[0, 0] is 1 as planned, but 0 as described; 1 of 1 elements "
             "differ, by up to 1\n")
    expect(weft("compare", path, tmp_path / "x.npy", "--as-described"), 1, found)
    expect(weft("compare", path, tmp_path / "x.npy", "--as-described", "--atol", "1"), 0,
           "equal: 3 nodes, largest difference 1 in node 'turn' (Neg)\n")


def test_as_described_in_branches(tmp_path):
    np.save(tmp_path / "x.npy", np.float32([1, 2, 3]))
    expect(weft("compare", branching(tmp_path / "b.onnx"), tmp_path / "x.npy", "--as-described"), 0,
           "equal: 3 nodes\n")


def test_digits():
    digits = EXAMPLES / "digits"
    outcome = weft("compare", digits / "digits.onnx", digits / "pictures.npy", "--as-described")
    assert outcome.code == 0 and outcome.out.startswith("equal: 10 nodes"), outcome


def test_what_cannot_be_compared(model, tmp_path):
    expect_error(weft("compare", model), 2,
                 f"{model} is compared with nothing: give --with DIR or --as-described")
    expect_error(weft("compare", model, "--as-described", "--with", tmp_path), 2,
                 f"{model} is compared with two things: give --with DIR or --as-described")
    expect_error(weft("compare", model, "--with", tmp_path / "nowhere"), 2,
                 f"--with is '{tmp_path / 'nowhere'}', which is no folder")
    expect_error(weft("compare", model, "--with", tmp_path, "--atol", "z=1"), 2,
                 "--atol names 'z', but the model has no such output")
    expect_error(weft("compare", model, "--with", tmp_path, "--rtol", "-1"), 2,
                 "--rtol is '-1', but a number of at least 0 is required")
    expect_error(weft("compare", EXAMPLES / "graph.json", "--with", tmp_path), 2,
                 f"--with is for models, but {EXAMPLES / 'graph.json'} is none")
    (tmp_path / "input_0.npy").unlink()
    expect_error(weft("compare", model, "--with", tmp_path), 2,
                 f"{model}: no data for 'x' (tensor(float), [rows, 4]); give .npy files in this "
                 "order, --input NAME=FILE.npy or --random SEED")
    (tmp_path / "output_0.npy").unlink()
    np.save(tmp_path / "input_0.npy", X)
    expect_error(weft("compare", model, "--with", tmp_path), 2,
                 f"{tmp_path / 'output_0.npy'}: cannot be opened: No such file or directory")
    expect_error(weft("compare", unsupported(tmp_path / "foo.onnx"), "--as-described", "--random",
                      "1"), 77, "node 'first' (Foo): Foo of opset 15 is not supported")
