# SPDX-License-Identifier: MIT
# What bench/bits.py calls a difference; and that it finds one bit, between two packages named weft that
# give a sample back, one of them with that bit changed.
import pathlib
import subprocess
import sys

import numpy as np
import pytest

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH))

import bits  # noqa: E402


def answer(*outputs, family="Math", error=""):
    return bits.Answer("OPERATOR", "case", family, list(outputs), error)


def floats(*values):
    return np.array(values, np.float32)


def with_bits(value):
    return np.array([value], np.uint32).view(np.float32)


@pytest.mark.parametrize("before, now", [
    (answer(floats(1, -2)), answer(floats(1, -2))),
    (answer(floats(1), None), answer(floats(1), None)),
    (answer(with_bits(0x7FC00000)), answer(with_bits(0xFFC00001))),
    (answer(error="A: no"), answer(error="A: no")),
])
def test_the_same(before, now):
    assert bits.difference(before, now) is None


@pytest.mark.parametrize("before, now, text", [
    (answer(floats(4, 1)), answer(np.nextafter(floats(4, 1), floats(4, 9))),
     "1 of 2 by up to 1.2e-07, 3.0e-08 of the largest"),
    (answer(floats(0)), answer(floats(-0.0)), "1 of 1 by up to 0.0e+00, 0.0e+00 of the largest"),
    (answer(floats(1, 2)), answer(floats(1, np.nan)), "1 of 2, infinities or NaN among them"),
    (answer(with_bits(0x7FC00000), family="Data movement"),
     answer(with_bits(0xFFC00001), family="Data movement"), "1 of 1, infinities or NaN among them"),
    (answer(floats(1)), answer(np.ones(1, np.float16)), "float32 (1,) became float16 (1,)"),
    (answer(floats(1)), answer(floats(1, 2)), "float32 (1,) became float32 (2,)"),
    (answer(floats(1)), answer(None), "an output is absent"),
    (answer(floats(1)), answer(), "1 outputs became 0"),
    (answer(floats(1)), answer(error="A: no"), "error before: none; now: A: no"),
    (answer(np.array([100], np.int64)), answer(np.array([101], np.int64)),
     "1 of 1 by up to 9.9e-03, 9.9e-03 of the largest"),
])
def test_different(before, now, text):
    assert str(bits.difference(before, now)) == text


def test_steps():
    plan = ('weft plan: {"type": "GEMM", "desc": {"Alpha": 1}}: matmul/packed\n' * 2 +
            'weft plan: {"type": "CAST", "desc": {}}\n')
    assert bits.steps_of(plan) == {"GEMM matmul/packed": 2, "CAST": 1}


PACKAGE = """
import numpy
class Error(Exception): pass
def set_thread_count(count): assert count == 2
class TensorDesc:
    is_packed, dtype, strides = True, numpy.dtype("float32"), (1,)
    def __init__(self, dtype, sizes, strides, **_): self.sizes = sizes
def run(kind, desc, inputs, outputs):
    result = inputs[0].copy()
    result.view("u4")[3] ^= CHANGE
    return result
"""


@pytest.mark.parametrize("change", [0, 1])
def test_finds_a_bit(tmp_path, change):
    for name, bit in (("before", 0), ("now", change)):
        package = tmp_path / name / "python"
        package.mkdir(parents=True)
        (package / "weft.py").write_text(PACKAGE.replace("CHANGE", str(bit)))
    tensor = '{"DataType": "FLOAT32", "Sizes": [8]}'
    line = ('{"title": "COPY 0", "family": "Math", "bytes": [32], "operator": {"type": "COPY", '
            f'"desc": {{"InputTensor": {tensor}, "OutputTensor": {tensor}, "Scale": "inf"}}}}}}\n')
    samples = tmp_path / "samples"
    samples.write_bytes(line.encode() + np.arange(1, 9, dtype=np.float32).tobytes())
    result = subprocess.run(
        [sys.executable, "-B", BENCH / "bits.py", "--build", tmp_path / "now", "--before",
         tmp_path / "before", "--samples", samples, "--suites", "samples"],
        stdout=subprocess.PIPE, text=True)
    assert result.returncode == change
    assert ("COPY 0: 1 of 8 by up to 1.2e-07, 6.0e-08 of the largest" in result.stdout) == change
    assert f"1 operators, 1 cases; {change} differ" in result.stdout
