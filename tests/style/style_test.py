# SPDX-License-Identifier: MIT
# Hand-written C++ is as .clang-format wants it, and no file grows out of hand. Generated files are
# nobody's to format.
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_LINES = 600


def hand_written():
    listed = subprocess.run([ROOT / "scripts/format", "--list"], check=True, capture_output=True,
                            text=True)
    return listed.stdout.splitlines()


def test_the_list_is_the_right_one():
    files = hand_written()
    assert "include/weft/tensor.h" in files and "src/base/checked.h" in files
    assert [name for name in files if "generated" in name or name.endswith("operators.h")] == []


def test_formatting():
    result = subprocess.run(["clang-format", "--dry-run", "-Werror", *hand_written()], cwd=ROOT,
                            capture_output=True, text=True)
    places = [line for line in result.stderr.splitlines() if "error:" in line]
    assert result.returncode == 0, "\n".join(["run scripts/format; it changes:", *places[:40]])


def test_no_file_is_too_long():
    lengths = {name: len((ROOT / name).read_text().splitlines()) for name in hand_written()}
    long = {name: length for name, length in lengths.items() if length > MOST_LINES}
    assert long == {}
