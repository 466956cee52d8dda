# SPDX-License-Identifier: MIT
# What surrounds the commands: help, versions, operators, bad options, files that are none.
import os
import platform
import re
import subprocess

import pytest

from tool import EXAMPLES, TOOL, expect_error, succeed, weft

COMMANDS = ["run", "slice", "convert", "tensor", "ops"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command):
    assert re.search(rf"^Example: weft {command} ", succeed(command, "--help"), re.MULTILINE)


def test_help_lists_the_commands():
    out = succeed("--help")
    assert all(re.search(rf"^  {command} ", out, re.MULTILINE) for command in COMMANDS)
    assert "Example: weft run examples/slice1.json" in out


def test_version():
    lines = succeed("--version", environment={"WEFT_MAX_ISA": ""}).splitlines()
    assert re.fullmatch(r"weft \d+\.\d+\.\d+", lines[0])
    names = [re.fullmatch(rf"{word}: ([A-Z0-9_]+(?: [A-Z0-9_]+)*)", line).group(1).split()
             for word, line in zip(["machine", "compiled", "used"], lines[1:])]
    assert len(lines) == 4 and len(names[2]) == 1
    machine, compiled, used = names
    assert used[0] == next(name for name in compiled if name in machine)
    # Under a ceiling the machine has nothing better.
    for ceiling in machine:
        below = machine[machine.index(ceiling):]
        lines = succeed("--version", environment={"WEFT_MAX_ISA": ceiling}).splitlines()
        assert lines[1].split()[1:] == machine and lines[2].split()[1:] == compiled
        assert lines[3] == "used: " + next(name for name in compiled if name in below)


REQUIRED = {"x86_64": "AVX3_DL, AVX3, AVX2, SSE4, SSSE3 or SCALAR is required",
            "aarch64": "SVE2_128, SVE_256, SVE2, SVE or NEON is required"}


@pytest.mark.parametrize("arguments", [("--version",), ("run", EXAMPLES / "slice1.json"), ("ops",)])
def test_an_unknown_instruction_set(arguments):
    required = REQUIRED.get(platform.machine(), "SCALAR is required")
    expect_error(weft(*arguments, environment={"WEFT_MAX_ISA": "AVX9"}), 2,
                 f'WEFT_MAX_ISA is "AVX9", but {required}')


def test_all_operators_are_listed():
    lines = succeed("ops").splitlines()
    rows, closing = lines[:-1], lines[-1]
    implemented = [row for row in rows if row.endswith("  implemented")]
    assert len(rows) == 177 and len(set(rows)) == 177
    assert all(re.fullmatch(r"[A-Z0-9_]+ +\S.*\S +[1-6]_[0-4]  (implemented|not yet)", row) for row in rows)
    assert closing == f"177 operators, {len(implemented)} implemented"
    names = {row.split()[0] for row in implemented}
    assert {"SLICE1", "CAST", "ELEMENT_WISE_IDENTITY", "FILL_VALUE_CONSTANT"} <= names
    only = succeed("ops", "--implemented").splitlines()
    assert only[:-1] == implemented
    assert only[-1] == f"{len(implemented)} of 177 operators are implemented"


def test_every_operator_can_be_explained():
    for row in succeed("ops").splitlines()[:-1:9]:
        out = succeed("ops", row.split()[0])
        assert out.startswith(row.split()[0] + "\n") and "\nFields\n" in out


def test_one_operator_in_words():
    for name in ["SLICE1", "DML_OPERATOR_SLICE1"]:
        out = succeed("ops", name)
        assert "Data movement, since feature level 2_1, implemented." in out
        assert "not in place" in out
        assert re.search(r"^  InputWindowStrides +attribute +array of INT with DimensionCount values$",
                         out, re.MULTILINE)
        assert re.search(r"^  InputTensor +input +tensor$", out, re.MULTILINE)
        assert re.search(r"^  from 2_1\n    InputTensor +4 to 5 dimensions; FLOAT32 FLOAT16 UINT32 "
                         r"UINT16 UINT8 INT32 INT16 INT8$", out, re.MULTILINE)
        assert "InputWindowStrides[i] is not 0" in out
    assert "ELEMENT_WISE_IDENTITY" in succeed("ops", "ELEMENT_WISE_IDENTITY")
    assert "Superseded by SLICE1." in succeed("ops", "SLICE")
    assert "ScaleBias" in succeed("ops", "ELEMENT_WISE_IDENTITY")


@pytest.mark.parametrize("arguments, message", [
    (["ops", "SLICE9"], "'SLICE9' is no operator; `weft ops` lists them"),
    (["run", "p.json", "--threads", "-1"], "--threads is '-1', but an integer from 1 to 256 is required"),
    (["run", "p.json", "--threads", "0"], "--threads is '0', but an integer from 1 to 256 is required"),
    (["run", "p.json", "--threads", "many"],
     "--threads is 'many', but an integer from 1 to 256 is required"),
    (["run", "p.json", "--iterations", "0"],
     "--iterations is '0', but an integer from 1 to 10000000 is required"),
    (["run", "p.json", "--iterations", "1e3"],
     "--iterations is '1e3', but an integer from 1 to 10000000 is required"),
    (["run", "p.json", "--iterations", "99999999999999999999"],
     "--iterations is '99999999999999999999', but an integer from 1 to 10000000 is required"),
    (["run", "missing.json"], "missing.json: cannot be opened: No such file or directory"),
    (["run", "."], ".: is a directory, but a file is required"),
    (["run", ""], "a file name is empty"),
    (["run", "/dev/zero"], "/dev/zero: is no regular file"),
    (["run"], "FILE is required"),
    (["run", "a.json", "b.json"], "a.json is followed by b.json, but only a model takes files"),
    (["run", "a.json", "--fast"], "The following argument was not expected: --fast"),
    (["fly"], "'fly' is no command; `weft --help` lists them"),
    (["run", "--threads"], "--threads: 1 required TEXT missing"),
    (["slice", "missing.npy", "...", "out.npy"],
     "missing.npy: cannot be opened: No such file or directory"),
    (["slice", ".", "...", "out.npy"], ".: is a directory, but a file is required"),
    (["slice", "in.npy"], "SLICE is required"),
    (["run", "new\nline.json"], "new\\x0aline.json: cannot be opened: No such file or directory"),
    (["run", "x" * 5000], "x" * 5000 + ": cannot be opened: File name too long"),
])
def test_bad_arguments(tmp_path, arguments, message):
    expect_error(weft(*arguments, cwd=tmp_path), 2, message)


def test_no_command(tmp_path):
    expect_error(weft(cwd=tmp_path), 2, "A subcommand is required")


def test_a_pipe_nobody_writes_to_is_no_input(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    expect_error(weft("run", "pipe", cwd=tmp_path), 2, "pipe: is no regular file")


def test_a_full_disk_is_noticed():
    with open("/dev/full", "w") as full:
        finished = subprocess.run([TOOL, "ops"], stdout=full, stderr=subprocess.PIPE, encoding="utf-8")
    assert (finished.returncode, finished.stderr) == (
        1, "weft: cannot write to standard output: No space left on device\n")


def test_unreadable_output_folder(tmp_path):
    expect_error(weft("tensor", "--sizes", "2", "--svg", "no/folder.svg", cwd=tmp_path), 2,
                 "no/folder.svg: cannot be created: No such file or directory")
    expect_error(weft("tensor", "--sizes", "2", "--svg", "/dev/null", cwd=tmp_path), 2,
                 "/dev/null: is no regular file")


def test_no_colours_in_a_pipe():
    assert "\033[" not in succeed("tensor", "--sizes", "2,3")


def test_threads_do_not_change_results():
    outs = {succeed("run", EXAMPLES / "slice1.json", "--threads", count) for count in (1, 2, 8)}
    assert len(outs) == 1


def test_most_work():
    """Of slice1.json's operators each visits 16 + 4 elements."""
    program = EXAMPLES / "slice1.json"
    expect_error(weft("run", program, environment={"WEFT_MAX_WORK": "19"}), 77,
                 f"{program}: dispatchables.slice_backwards: SLICE1: it takes 20 steps, elements that "
                 "are visited and products, but at most 19 are allowed (WEFT_MAX_WORK)")
    succeed("run", program, environment={"WEFT_MAX_WORK": "20"})
