# SPDX-License-Identifier: MIT
# The network of examples/digits in every language: all see the same digits with the probabilities
# that a forward pass in NumPy, written here, gives.
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import onnx
import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "digits"
BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
BUILT = BUILD / "examples" / "digits"
HAS_DIRECTML = (BUILD / "src" / "libdirectml.so").exists()
HAS_PYDIRECTML = (BUILD / "python" / "pydirectml").exists()

sys.path.insert(0, str(FOLDER))
from drawing import draw_many  # noqa: E402
from make_onnx import make_model  # noqa: E402


def array(name):
    return np.load(FOLDER / f"{name}.npy")


def convolved(x, weights, bias):
    """Cross-correlation with 3 x 3 taps and a border of zeros, then the positive part."""
    height, width = x.shape[2:]
    padded = np.pad(x.astype(np.float64), ((0, 0), (0, 0), (1, 1), (1, 1)))
    total = sum(np.einsum("nchw,oc->nohw", padded[:, :, r:r + height, c:c + width],
                          weights[:, :, r, c].astype(np.float64))
                for r in range(3) for c in range(3))
    return np.maximum(total + bias, 0)


def halved(x):
    count, channels, height, width = x.shape
    return x.reshape(count, channels, height // 2, 2, width // 2, 2).max((3, 5))


def probabilities_of(pictures):
    x = halved(convolved(pictures, array("filter1"), array("bias1")))
    x = halved(convolved(x, array("filter2"), array("bias2")))
    scores = x.reshape(len(x), -1) @ array("matrix")[0, 0].astype(np.float64) + array("offset")[0, 0]
    grown = np.exp(scores - scores.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


def run(*command):
    finished = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                              timeout=60, env={**os.environ, "PYTHONPATH": str(BUILD / "python")})
    assert (finished.returncode, finished.stderr) == (0, ""), finished
    return finished.stdout


def check(printed):
    lines = [line.split(": ") for line in printed.splitlines()]
    assert [int(digit) for digit, _ in lines] == array("digits").tolist()
    got = np.array([[float(number) for number in numbers.split()] for _, numbers in lines])
    np.testing.assert_allclose(got, probabilities_of(array("pictures")), rtol=0, atol=2e-6)


PROGRAMS = {"C++": [BUILT / "digits"]}
if HAS_DIRECTML:
    PROGRAMS["DirectML"] = [BUILT / "digits_directml"]
if HAS_PYDIRECTML:
    PROGRAMS["Python"] = [sys.executable, "-B", FOLDER / "digits.py"]


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_program(program):
    check(run(*program, FOLDER))


def test_command_line():
    lines = run(os.environ["WEFT_TOOL"], "run", FOLDER / "digits.json").splitlines()
    printed = dict(line.split(": ") for line in lines)
    assert printed["Resource 'digits'"] == ", ".join(map(str, array("digits")))
    got = [float(number) for number in printed["Resource 'probabilities'"].split(", ")]
    np.testing.assert_allclose(np.reshape(got, (-1, 10)), probabilities_of(array("pictures")),
                               rtol=1e-4, atol=1e-9)


def test_onnx(tmp_path):
    run(os.environ["WEFT_TOOL"], "run", FOLDER / "digits.onnx", FOLDER / "pictures.npy", "-o", tmp_path)
    np.testing.assert_array_equal(np.load(tmp_path / "output_0.npy"), array("digits"))
    np.testing.assert_allclose(np.load(tmp_path / "output_1.npy"),
                               probabilities_of(array("pictures")), rtol=1e-4, atol=1e-9)


def test_the_model_is_what_the_script_makes():
    assert onnx.load(FOLDER / "digits.onnx") == make_model()


def test_fused_and_unfused_agree():
    assert run(os.environ["WEFT_TOOL"], "compare", FOLDER / "digits.json",
               "--as-described").startswith("equal: 9 nodes")


def test_missing_weights_are_named():
    finished = subprocess.run([str(BUILT / "digits"), "/nowhere"], capture_output=True, text=True)
    assert (finished.returncode, finished.stdout) == (1, "")
    assert finished.stderr == ("/nowhere/pictures.npy is no float32 array of NumPy in row-major "
                               "order\n")


def test_memory_is_planned_well():
    text = run(BUILT / "digits", FOLDER, "--explain")
    used, least = re.search(r"temporary memory: (\d+) bytes, of which tensors need (\d+)",
                            text).groups()
    assert int(least) > 0 and int(used) <= 1.3 * int(least)


def test_fresh_digits_are_recognized():
    pictures, digits = draw_many(400, np.random.default_rng(7))
    assert np.mean(probabilities_of(pictures).argmax(1) == digits) > .97


def test_the_arrays_are_small():
    assert sum(path.stat().st_size for path in FOLDER.glob("*.npy")) < 200 * 1024
