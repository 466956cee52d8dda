# SPDX-License-Identifier: MIT
# Hand-written C++ is as .clang-format wants it, and no file grows out of hand. Generated files are
# nobody's to format. What clang-tidy finds is a part of ./test --full; here, that it looks everywhere.
import pathlib
import re
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


def header_filter():
    [line] = re.findall(r"^HeaderFilterRegex: '(.*)'$", (ROOT / ".clang-tidy").read_text(), re.M)
    return re.compile(line)


def test_tidy_looks_into_every_folder():
    headers = [name for name in hand_written()
               if name.endswith(".h") and name.startswith(("include/weft/", "src/", "cli/", "python/"))]
    folders = {folder.name for folder in (ROOT / "src").iterdir() if any(folder.rglob("*.h"))}
    assert {name.split("/")[1] for name in headers if name.startswith("src/")} == folders - {"generated"}
    assert [name for name in headers if not header_filter().search(str(ROOT / name))] == []


def test_tidy_leaves_other_peoples_headers():
    for name in ("/usr/include/hwy/highway.h", "/usr/include/pybind11/pybind11.h",
                 "/usr/include/python3.11/Python.h", "/usr/include/c++/12/vector"):
        assert not header_filter().search(name)


def test_tidy_finds_errors():
    assert re.search(r"^WarningsAsErrors: '\*'$", (ROOT / ".clang-tidy").read_text(), re.M)
