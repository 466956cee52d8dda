# SPDX-License-Identifier: MIT
# `weft run MODEL.onnx`, on models that onnx.helper makes, with NumPy as the judge.
import json
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from onnx import TensorProto, helper

from model import branching, dense, dense_answer, save, unsupported, value
from tool import EXAMPLES, expect_error, succeed, weft


@pytest.fixture
def model(tmp_path):
    return dense(tmp_path / "dense.onnx")


@pytest.mark.parametrize("rows", [1, 2, 7])
def test_outputs_go_to_files(model, tmp_path, rows):
    x = np.random.default_rng(rows).standard_normal((rows, 4), np.float32)
    np.save(tmp_path / "in.npy", x)
    np.save(tmp_path / "columns.npy", np.asfortranarray(x))
    for arguments in ([tmp_path / "in.npy"], [tmp_path / "columns.npy"],
                      ["--input", f"x={tmp_path / 'in.npy'}"]):
        assert succeed("run", model, *arguments, "-o", tmp_path) == ""
        np.testing.assert_allclose(np.load(tmp_path / "output_0.npy"), dense_answer(x), rtol=1e-5,
                                   atol=1e-5)
        size = np.load(tmp_path / "output_1.npy")
        assert size.dtype == np.int64 and size.tolist() == [rows, 3]


def test_outputs_are_printed(model, tmp_path):
    np.save(tmp_path / "in.npy", np.array([[1, 0, 0, 0]], np.float32))
    assert succeed("run", model, tmp_path / "in.npy") == \
        "y: float [1, 3]: 0 0 0\nsize: int64 [2]: 1 3\n"


def test_inputs_in_order_and_by_name(tmp_path):
    path = save(tmp_path / "sub.onnx", [helper.make_node("Sub", ["a", "b"], ["y"])],
                [value("a", [2]), value("b", [2])], [value("y", [2])])
    np.save(tmp_path / "a.npy", np.array([5, 7], np.float32))
    np.save(tmp_path / "b.npy", np.array([1, 10], np.float32))
    a, b = tmp_path / "a.npy", tmp_path / "b.npy"
    want = "y: float [2]: 4 -3\n"
    assert succeed("run", path, a, b) == want
    assert succeed("run", path, a, "--input", f"b={b}") == want
    assert succeed("run", path, "--input", f"b={b}", "--input", f"a={a}") == want
    assert succeed("run", "--input", f"b={b}", path, a) == want
    assert succeed("run", path, b, a) == "y: float [2]: -4 3\n"
    expect_error(weft("run", path, a, "--input", f"a={b}"), 2,
                 f"input 'a' is given twice: {a} and {b}")
    expect_error(weft("run", path), 2,
                 f"{path}: no data for 'a' (tensor(float), [2]), 'b' (tensor(float), [2]); give .npy "
                 "files in this order, --input NAME=FILE.npy or --random SEED")
    expect_error(weft("run", path, a, b, a), 2,
                 f"{path}: there are 3 files, but the model has 2 inputs")


def test_made_up_inputs(model):
    assert "size: int64 [2]: 5 3\n" in succeed("run", model, "--random", "1", "--shape", "x=5,4")
    assert succeed("run", model, "--random", "1") == succeed("run", model, "--random", "1")
    assert succeed("run", model, "--random", "1", "--shape", "x=9,4") != \
        succeed("run", model, "--random", "2", "--shape", "x=9,4")


def test_latency(model):
    out = succeed("run", model, "--random", "1", "--iterations", "20", "--threads", "1")
    numbers = re.match(r"first run ([\d.]+) ms, then 20 iterations: min ([\d.]+) ms, median "
                       r"([\d.]+) ms, 90 % ([\d.]+) ms, 99 % ([\d.]+) ms, max ([\d.]+) ms\n", out)
    assert numbers, out
    rising = [float(number) for number in numbers.groups()[1:]]
    assert rising == sorted(rising)


def test_explain_names_the_nodes(model):
    out = succeed("run", model, "--random", "1", "--explain")
    assert "step 0: multiply + sum + y (GEMM)\n" in out


def test_profile(model):
    lines = succeed("run", model, "--random", "1", "--profile", "--iterations", "3").splitlines()
    assert re.fullmatch(r"step +microseconds   share", lines[0])
    assert re.fullmatch(r"multiply \+ sum \+ y +[\d.]+ +100\.0 %", lines[1])
    assert re.fullmatch(r"total +[\d.]+ +100\.0 %", lines[2])


def test_trace(model, tmp_path):
    path = tmp_path / "trace.json"
    succeed("run", model, "--random", "1", "--iterations", "3", "--trace", path, "-o", tmp_path)
    events = json.loads(path.read_text())["traceEvents"]
    assert [(event["name"], event["ph"]) for event in events] == [("multiply + sum + y", "X")] * 3
    assert [event["args"]["iteration"] for event in events] == [0, 1, 2]
    for event, following in zip(events, events[1:]):
        assert event["dur"] >= 0 and following["ts"] == pytest.approx(event["ts"] + event["dur"])


def texts(svg):
    return [text.text for text in ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_svg(model, tmp_path):
    succeed("run", model, "--random", "1", "--svg", tmp_path / "dense.svg", "-o", tmp_path)
    shown = texts(tmp_path / "dense.svg")
    assert {"x", "multiply + sum + y", "GEMM", "y"} <= set(shown)


# A segment computes the condition, the next one what follows from it; x goes to both.
def test_svg_of_segments(tmp_path):
    path = branching(tmp_path / "branching.onnx")
    np.save(tmp_path / "x.npy", np.ones(3, np.float32))
    assert succeed("run", path, tmp_path / "x.npy", "--svg", tmp_path / "b.svg") == \
        "y: float [3]: 2 2 2\n"
    shown = texts(tmp_path / "b.svg")
    assert shown.count("x") == 1 and "a" in shown and "y" in shown


def test_digits():
    digits = EXAMPLES / "digits"
    answer = np.load(digits / "digits.npy")
    out = succeed("run", digits / "digits.onnx", digits / "pictures.npy")
    assert out.startswith(f"digits: int64 [10]: {' '.join(map(str, answer))}\nprobabilities: ")


def test_errors(model, tmp_path):
    expect_error(weft("run", model), 2,
                 f"{model}: no data for 'x' (tensor(float), [rows, 4]); give .npy files in this "
                 "order, --input NAME=FILE.npy or --random SEED")
    np.save(tmp_path / "in.npy", np.zeros((2, 5), np.float32))
    np.save(tmp_path / "wide.npy", np.zeros((2, 4)))
    expect_error(weft("run", model, tmp_path / "in.npy"), 2,
                 "model: input 'x' has the shape [2, 5], but [rows, 4] is required")
    expect_error(weft("run", model, tmp_path / "wide.npy"), 2,
                 "model: input 'x' has elements of FLOAT64, but tensor(float) is required")
    expect_error(weft("run", model, tmp_path / "in.npy", tmp_path / "in.npy"), 2,
                 f"{model}: there are 2 files, but the model has 1 input")
    expect_error(weft("run", model, tmp_path / "in.npy", "--shape", "x=2,4"), 2,
                 f"--shape names 'x', but its shape is that of {tmp_path / 'in.npy'}")
    expect_error(weft("run", model, "--random", "1", "--shape", "x=70000,70000"), 2,
                 "input 'x' has the shape [70000, 70000], but at most 4294967295 elements are "
                 "supported")
    expect_error(weft("run", model, "--random", "1", "--shape", "x=2,-4"), 2,
                 "--shape[1] is '-4', but an integer from 0 to 4294967295 is required")
    expect_error(weft("run", model, "--random", "one"), 2,
                 "--random is 'one', but an integer from 0 to 9223372036854775807 is required")
    expect_error(weft("run", model, "--input", "z=in.npy"), 2,
                 f"--input names 'z', but {model} has no such input")
    expect_error(weft("run", model, "--input", "z"), 2,
                 "--input is 'z', but NAME=VALUE is required")
    expect_error(weft("run", model, "--random", "1", "-o", tmp_path / "nowhere"), 2,
                 f"-o is '{tmp_path / 'nowhere'}', which is no folder")
    expect_error(weft("run", model, "--random", "1", "--dot", "x.dot"), 2,
                 f"--dot is for graphs, but {model} is a model")
    expect_error(weft("run", EXAMPLES / "graph.json", "--trace", "x.json"), 2,
                 f"--trace is for models, but {EXAMPLES / 'graph.json'} is none")
    (tmp_path / "empty.onnx").write_bytes(b"")
    expect_error(weft("run", tmp_path / "empty.onnx"), 2,
                 f"{tmp_path / 'empty.onnx'}: model: it has no graph: this is no ONNX file")


def test_a_sequence_is_not_made_up(tmp_path):
    x = helper.make_tensor_sequence_value_info("x", TensorProto.FLOAT, None)
    path = save(tmp_path / "length.onnx", [helper.make_node("SequenceLength", ["x"], ["y"])], [x],
                [value("y", [], TensorProto.INT64)])
    expect_error(weft("run", path, "--random", "1"), 77,
                 "input 'x' is of type seq(tensor(float)), which --random does not make up")


def test_what_is_not_supported_exits_with_77(tmp_path):
    expect_error(weft("run", unsupported(tmp_path / "foo.onnx"), "--random", "1"), 77,
                 "node 'first' (Foo): Foo of opset 15 is not supported")


def test_candidate(tmp_path):
    path = save(tmp_path / "sum.onnx",
                [helper.make_node("ReduceSum", ["x"], ["y"], name="sum", keepdims=0)],
                [value("x", [4])], [value("y", [])])
    assert "  by reduction/all\n" in succeed("run", path, "--random", "1", "--explain")
    assert "  by reduction/inner\n" in succeed("run", path, "--random", "1", "--explain",
                                               "--candidate", "reduction/inner")
    outcome = weft("run", path, "--random", "1", "--candidate", "reduction/outer")
    assert outcome.code == 2
    assert "REDUCE: the candidate reduction/outer was asked for and refuses: OutputTensor has 1 " \
        "element, but there must be columns to add rows to" in outcome.err
