# SPDX-License-Identifier: MIT
# Files that fail: every call of the system that the tool makes for files fails once, in every way
# it can; and the tool is killed while it writes. An output is the old or the new file, whole.
import os
import random
import signal
import subprocess
import time

import numpy as np
import pytest

from model import dense
from tool import TOOL, succeed, weft, write_json

CALLS = ["open", "mkostemp", "read", "pread", "write", "fstat", "flock", "fchmod", "fsync", "rename",
         "unlink", "mmap", "close"]
INTERRUPTED = {"open", "mkostemp", "read", "pread", "write", "flock", "fsync", "rename", "close"}
MOST_CALLS = 60
OLD = b"what was there before"


def slices(folder):
    array = np.arange(60000, dtype=np.float32)
    np.save(folder / "in.npy", array)
    return ["slice", "in.npy", "[::-1]", "out.npy"], ["out.npy"]


def program(folder):
    np.arange(64, dtype=np.float32).tofile(folder / "raw.bin")
    write_json(folder / "p.json", {
        "resources": {"x": {"initialValuesDataType": "FLOAT32",
                            "initialValues": {"sourcePath": "raw.bin"}}},
        "dispatchables": {},
        "commands": [{"type": "writeFile", "resource": "x", "targetPath": "x.bin"}]})
    return ["run", "p.json"], ["x.bin"]


def model(folder):
    dense(folder / "model.onnx")
    np.save(folder / "x.npy", np.ones((2, 4), np.float32))
    return ["run", "model.onnx", "x.npy", "-o", "."], ["output_0.npy", "output_1.npy"]


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("scenario", [slices, program, model])
def test_one_call_fails(tmp_path, scenario):
    arguments, outputs = scenario(tmp_path)
    given = files(tmp_path)
    succeed(*arguments, cwd=tmp_path)
    want = {name: (tmp_path / name).read_bytes() for name in outputs}
    failures = survived = 0
    for call in CALLS:
        kinds = ["EIO", "ENOSPC", "EINTR", "EMFILE"]
        if call in ("read", "pread", "write"):
            kinds.append("short")
        for kind in kinds:
            for number in range(1, MOST_CALLS):
                failed = tmp_path / "failed"
                failed.unlink(missing_ok=True)
                for name in outputs:
                    (tmp_path / name).write_bytes(OLD)
                outcome = weft(*arguments, cwd=tmp_path, environment={
                    "LD_PRELOAD": os.environ["WEFT_FAILING_CALLS"],
                    "WEFT_FAIL": f"{call}:{number}:{kind}", "WEFT_FAILED": failed})
                if not failed.exists():
                    break
                failed.unlink()
                failures += 1
                where = f"{call} {number} {kind}: {outcome}"
                assert outcome.code in (0, 1, 2), where
                assert outcome.err.count("\n") == (outcome.code != 0), where
                after = files(tmp_path)
                if kind == "short" or (kind == "EINTR" and call in INTERRUPTED):
                    assert outcome.code == 0, where
                if outcome.code == 0:
                    survived += 1
                for name in outputs:
                    assert after[name] in ((want[name],) if outcome.code == 0 else
                                           (want[name], OLD)), where
                # A file that cannot be removed stays.
                left = set(after) - set(given) - set(outputs)
                assert not left or call == "unlink", where
                for name in left:
                    (tmp_path / name).unlink()
            else:
                raise AssertionError(f"{call} is called {MOST_CALLS} times or more")
    print(f"{failures} failures, {survived} survived")
    assert failures > 20 and 0 < survived < failures


def test_200_kills_while_writing(tmp_path):
    """A file is old or new, and the next run takes away what a killed one left."""
    arguments, (output,) = slices(tmp_path)
    succeed(*arguments, cwd=tmp_path)
    want, begin = (tmp_path / output).read_bytes(), time.monotonic()
    succeed(*arguments, cwd=tmp_path)
    run_seconds = time.monotonic() - begin
    draw = random.Random(1)
    killed = left = 0
    while killed < 200:
        (tmp_path / output).write_bytes(OLD)
        process = subprocess.Popen([TOOL, *arguments], cwd=tmp_path, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        # Some at any time, some as soon as there is a file beside.
        end = time.monotonic() + draw.random() * run_seconds
        while time.monotonic() < end and len(os.listdir(tmp_path)) == 2:
            pass
        process.kill()
        killed += process.wait() == -signal.SIGKILL
        assert (tmp_path / output).read_bytes() in (OLD, want)
        left += len(os.listdir(tmp_path)) > 2
    print(f"{killed} kills, {left} left a file")
    assert left > 0
    succeed(*arguments, cwd=tmp_path)
    assert sorted(os.listdir(tmp_path)) == ["in.npy", output]


def test_files_of_others_stay(tmp_path):
    """Only what looks like an own file of the same target, and is in nobody's hands, is removed."""
    arguments, (output,) = slices(tmp_path)
    others = ["out.npy.weft-abc", "out.npy.weft-abcdefg", "x.npy.weft-abcdef", "out.npy.weft",
              "out.npy.other-abcdef"]
    for name in others:
        (tmp_path / name).write_bytes(b"mine")
    (tmp_path / "out.npy.weft-folder").mkdir()
    (tmp_path / "out.npy.weft-linked").symlink_to("in.npy")
    succeed(*arguments, cwd=tmp_path)
    assert all((tmp_path / name).read_bytes() == b"mine" for name in others)
    assert (tmp_path / "out.npy.weft-folder").is_dir()
    assert (tmp_path / "out.npy.weft-linked").is_symlink() and (tmp_path / "in.npy").exists()
