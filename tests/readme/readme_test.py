# SPDX-License-Identifier: MIT
# Runs what README.md, python/README.md and docs/onnx.md show. Their fenced blocks are taken in order, in one folder
# that holds the tool as ./weft and a copy of examples/: `sh` blocks are run, `cpp` blocks compiled
# against the built library and run, `python` blocks run with the built package; a `text` block right
# after one of them is what it must print.
import os
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["WEFT_BUILD"])
TOOL = pathlib.Path(os.environ["WEFT_TOOL"])
CXX = os.environ.get("CXX", "g++")

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Running the tests from a test would never end, a clone needs a network, and what pip installs has a
# test of its own.
STAND_INS = {"test": 'echo "1 passed, 0 failed"', "pip": 'test "$*" = "install ."'}


def blocks(markdown):
    """(language, content, wanted output or None) of every block that runs."""
    found = FENCE.findall(markdown)
    following = found[1:] + [("", "")]
    return [(language, content, after if after_language == "text" else None)
            for (language, content), (after_language, after) in zip(found, following)
            if language in ("sh", "cpp", "python")]


def test_blocks_are_found():
    text = "a\n```sh\nls\n```\nand\n```text\nx\n```\n```cpp\nint a;\n```\n```sh\ntrue\n```\n"
    assert blocks(text) == [("sh", "ls\n", "x\n"), ("cpp", "int a;\n", None), ("sh", "true\n", None)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("readme")
    (path / "weft").symlink_to(TOOL)
    (path / "docs/pictures").mkdir(parents=True)
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", path / "examples")
    for name, script in STAND_INS.items():
        (path / name).write_text(f"#!/bin/sh\n{script}\n")
        (path / name).chmod(0o755)
    return path


def run(command, folder):
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}",  # for the stand-ins
                                "PYTHONPATH": str(BUILD / "python")}
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300,
                            env=environment)
    assert result.returncode == 0, f"{command} exits with {result.returncode}: {result.stderr}"
    return result.stdout


def build_cpp(content, folder):
    source = folder / "example.cpp"
    source.write_text(content)
    flags = run(["pkg-config", "--cflags", "DirectX-Headers"], folder).split()
    run([CXX, "-std=c++20", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror",
         f"-I{ROOT}/include", *flags, str(source), f"-L{BUILD}/src", f"-Wl,-rpath,{BUILD}/src",
         "-lweft", "-ldirectml", "-o", "example"], folder)
    return ["./example"]


README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON_README = (ROOT / "python/README.md").read_text(encoding="utf-8")
ONNX_GUIDE = (ROOT / "docs/onnx.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", blocks(README) + blocks(PYTHON_README) + blocks(ONNX_GUIDE),
                         ids=lambda block: block[1].split("\n")[0][:60])
def test_block(block, folder):
    language, content, want = block
    # A clone is what the reader begins with; here the folder is there already.
    content = re.sub(r"^(git clone|cd) .*\n", "", content, flags=re.MULTILINE)
    commands = {"sh": lambda: ["bash", "-euo", "pipefail", "-c", content],
                "cpp": lambda: build_cpp(content, folder),
                "python": lambda: ["/usr/bin/python3", "-B", "-c", content]}
    got = run(commands[language](), folder)
    if want is not None:
        assert got == want


def test_pictures_are_what_the_commands_make(folder):
    made = sorted((folder / "docs/pictures").iterdir())
    assert made, "README.md should make its picture"
    for picture in made:
        assert picture.read_bytes() == (ROOT / "docs/pictures" / picture.name).read_bytes()


def test_pictures_and_links_lead_somewhere():
    for document in ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/onnx.md"]:
        path = ROOT / document
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
        local = [target for target in targets if "://" not in target]
        assert [target for target in local if not (path.parent / target).exists()] == []


def test_cmake_lines_are_those_of_the_package_test():
    tested = (ROOT / "tests/package/CMakeLists.txt").read_text(encoding="utf-8").splitlines()
    for language, content in FENCE.findall(README):
        if language == "cmake":
            assert [line for line in content.splitlines() if line not in tested] == []
