# SPDX-License-Identifier: MIT
# The ceiling of instruction sets in Python: what it is, who may set it, and what a wrong word gives.
import os
import platform
import subprocess
import sys

import numpy as np
import pytest

import weft

REQUIRED = {"x86_64": "AVX3_DL, AVX3, AVX2, SSE4, SSSE3 or SCALAR is required",
            "aarch64": "SVE2_128, SVE_256, SVE2, SVE or NEON is required"}
REQUIRED = REQUIRED.get(platform.machine(), "SCALAR is required")


@pytest.fixture
def ceiling():
    before = weft.isa()["max"]
    yield before
    weft.set_max_isa(before)


def test_every_ceiling_of_the_machine(ceiling):
    x = np.arange(100, dtype=np.float32)
    machine, compiled = weft.isa()["machine"], weft.isa()["compiled"]
    for name in machine:
        weft.set_max_isa(name)
        below = machine[machine.index(name):]
        assert weft.isa() == {"machine": machine, "compiled": compiled, "max": name,
                              "used": next(one for one in compiled if one in below)}
        assert np.array_equal(weft.element_wise_add(x, x[::-1]), np.full(100, 99, np.float32))
    weft.set_max_isa("")
    assert weft.isa()["used"] == next(one for one in compiled if one in machine)


def test_a_wrong_name(ceiling):
    with pytest.raises(weft.Error) as caught:
        weft.set_max_isa("AVX9")
    assert str(caught.value) == f'MaxIsa is "AVX9", but {REQUIRED}'
    assert weft.isa()["max"] == ceiling


def test_a_wrong_name_in_the_environment():
    program = """
import numpy as np, weft
try:
    weft.element_wise_identity(np.ones(3, np.float32))
except weft.Error as error:
    print(error)
weft.set_max_isa(weft.isa()["machine"][-1])
print(weft.element_wise_identity(np.ones(3, np.float32)))
"""
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                              env={**os.environ, "WEFT_MAX_ISA": "AVX9"})
    assert (finished.stdout, finished.stderr) == (
        f'WEFT_MAX_ISA is "AVX9", but {REQUIRED}\n[1. 1. 1.]\n', "")
