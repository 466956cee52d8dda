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


# A name in a README is a file or a folder: beside it, in a folder that the line has named already, or
# below one of these. Of a pattern there is at least one file.
NAME = re.compile(r"`((?:[\w.*-]+/)*[\w.*-]+\.(?:cpp|h|py|pyi|md|sh|cmake|in|\*)|(?:[\w.-]+/)+)`")
LINK = re.compile(r"\]\((?!\w+:)([^)#]+)")
NAMED_FROM = ["", "src", "include", "tests", "python"]


def readmes():
    folders = [path for path in ROOT.iterdir() if path.is_dir() and path.name != "build"
               and not path.name.startswith(".")]
    return [ROOT / "README.md"] + sorted(path for folder in folders for path in folder.rglob("README.md"))


def missing(text, beside):
    found = []
    for line in re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S).splitlines():
        folders = [beside, *(ROOT / folder for folder in NAMED_FROM)]
        for name in NAME.findall(line):
            files = next(filter(None, (list(folder.glob(name)) for folder in folders)), [])
            folders += [file if file.is_dir() else file.parent for file in files[:1]]
            found += [] if files else [name]
        found += [link for link in LINK.findall(line) if not (beside / link).exists()]
    return found


def test_names_in_readmes_exist():
    assert len(readmes()) > 30
    wrong = {str(path.relative_to(ROOT)): missing(path.read_text(), path.parent) for path in readmes()}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_large_folders_have_a_readme():
    counts = {path: sum(file.is_file() for file in path.iterdir())
              for path in (ROOT / "src").rglob("*") if path.is_dir() and "generated" not in path.parts}
    assert len(counts) > 20
    large = {path / "README.md" for path, files in counts.items() if files > 10}
    assert large - set(readmes()) == set()


def test_the_rule_of_names_bites():
    there = "| `slice.cpp`, `fold*.h` | [ops](../README.md) |\n`strided/view.h`, `copy.h`, `a b.h`\n"
    gone = "`slices.cpp`, `fold?*.h`, `ops/no/`, `strided/view.cpp` and [a page](../README)\n"
    beside = ROOT / "src/ops/movement"
    assert missing(there + "```\n`no.h`\n```\n", beside) == []
    assert missing(gone, beside) == ["slices.cpp", "ops/no/", "strided/view.cpp", "../README"]
