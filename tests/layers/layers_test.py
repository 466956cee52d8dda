# SPDX-License-Identifier: MIT
# Rules about the source tree itself: includes point down the layers, one file names instruction sets,
# every environment variable is documented, every file says its licence first, and nothing depends on
# one machine's folders.
import os
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Lowest first: a folder of src/ may include itself and those before it.
LAYERS = ["base", "tensor", "draw", "schema", "simd", "strided", "program", "ops", "device", "graph",
          "onnx", "directml"]
# The folders of src/ops, in the same order.
FAMILIES = ["indexing", "quantization", "random", "resampling", "unary", "elementwise", "movement",
            "pooling", "reduction", "normalization", "matmul", "convolution", "recurrent", "attention",
            "training"]
# d3d12 stands aside: it may use base, and only directml may use it.
SIDE_LAYER, SIDE_USES, SIDE_USERS = "d3d12", {"base"}, {"directml"}

NOT_OURS = {".git", "build", "__pycache__", ".cache", ".pytest_cache"}  # .git is a file in a worktree
SOURCES = {".cpp", ".h", ".py", ".sh", ".c"}
SCRIPTS = ["weft", "test", ".ci/run", "bench/run"]
# Somebody's home, a checkout, a mount: paths which exist on one machine only.
MACHINE_PATH = re.compile(r"(?<![\w.~}\])-])/(?:work|home|root|Users|mnt|media)(?:/|\b(?![-\w*]))")
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)


def tree():
    """Every file of the repository, as a path relative to its top."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - NOT_OURS)
        for name in sorted(set(files) - NOT_OURS):
            yield (pathlib.Path(folder) / name).relative_to(ROOT)


def expect_none(found):
    assert not found, "\n" + "\n".join(map(str, found))


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def layer_of(path):
    """The layer of a path below src/: "strided/copy.cpp" is strided; None outside the layers."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[0] == "generated":
        return parts[1] if len(parts) > 2 else "schema"
    return parts[0] if parts[0] in LAYERS + [SIDE_LAYER] else None


def family_of(path):
    """The place of a path in FAMILIES; None outside of them."""
    parts = pathlib.PurePosixPath(path).parts
    return FAMILIES.index(parts[1]) if parts[0] == "ops" and len(parts) > 2 else None


def may_include(user, used):
    user_family, used_family = family_of(user), family_of(used)
    if user_family is not None and used_family is not None:
        return used_family <= user_family
    user, used = layer_of(user), layer_of(used)
    if user == used:
        return True
    if SIDE_LAYER in (user, used):
        return used in SIDE_USES if user == SIDE_LAYER else user in SIDE_USERS
    return LAYERS.index(used) <= LAYERS.index(user)


def backward_includes(files):
    """Includes that point up, from {path below src/: text}."""
    found = []
    for path, content in files.items():
        for include in INCLUDE.findall(content):
            target = str(include)
            beside = str(pathlib.PurePosixPath(path).parent / target)
            if beside in files:
                target = beside
            if target not in files:
                continue  # the public headers, the standard library, a dependency
            if not may_include(path, target):
                found.append(f"{path} includes {target}")
    return found


def src_files():
    return {
        str(path.relative_to("src")): text(path)
        for path in tree()
        if path.parts[0] == "src" and path.suffix in (".cpp", ".h", ".inc")
    }


def test_every_source_folder_is_a_layer():
    expect_none([path for path in src_files() if layer_of(path) is None])


def test_every_folder_of_operators_is_a_family():
    folders = {path.parts[2] for path in tree() if path.parts[:2] == ("src", "ops") and len(path.parts) > 3}
    assert folders == set(FAMILIES)


def test_includes_point_down():
    expect_none(backward_includes(src_files()))


@pytest.mark.parametrize(
    "path, include, is_backward",
    [
        ("strided/copy.cpp", "base/parallel.h", False),
        ("strided/copy.cpp", "loop_nest.h", False),
        ("strided/copy.cpp", "program/program.h", True),
        ("base/error.h", "tensor/text.h", True),
        ("generated/tables.cpp", "program/program.h", True),
        ("generated/ops/list.cpp", "program/program.h", False),
        ("generated/graph/list.cpp", "device/device.h", False),
        ("generated/graph/list.cpp", "directml/device.h", True),
        ("ops/elementwise/cast.cpp", "device/device.h", True),
        ("d3d12/queue.cpp", "base/parallel.h", False),
        ("d3d12/queue.cpp", "tensor/text.h", True),
        ("ops/elementwise/cast.cpp", "d3d12/queue.h", True),
        ("ops/matmul/gemm.cpp", "ops/reduction/softmax_line.h", False),
        ("ops/reduction/reduce.cpp", "ops/matmul/pack.h", True),
        ("directml/device.cpp", "d3d12/queue.h", False),
    ],
)
def test_the_layer_rule_bites(path, include, is_backward):
    headers = ["base/parallel.h", "strided/loop_nest.h", "program/program.h", "tensor/text.h",
               "device/device.h", "directml/device.h", "d3d12/queue.h",
               "ops/reduction/softmax_line.h", "ops/matmul/pack.h"]
    files = {header: "" for header in headers} | {path: f'#include "{include}"\n'}
    assert bool(backward_includes(files)) == is_backward


# What belongs to src/simd alone, and who may say it.
TARGETS_FILE = "simd/targets.h"
ONLY_IN = {
    r"#\s*define\s+HWY_(?:DISABLED|BASELINE|BROKEN)_\w+": {TARGETS_FILE},
    r"\bHWY_DYNAMIC_(?:DISPATCH|POINTER)\b": set(),
    r"\bhwy/foreach_target\.h": {"simd/foreach_narrow_target.h", "simd/foreach_compute_target.h",
                                   "simd/foreach_dot_target.h", "simd/foreach_movement_target.h"},
    # Other libraries of a process use the same Highway.
    r"\b(?:DisableTargets|SetSupportedTargetsForTest)\b": set(),
}


def without_comments(content):
    return re.sub(r"//[^\n]*", "", content)


def misplaced(files):
    """Lines about instruction sets that belong elsewhere, from {path below src/: text}."""
    return [f"{path}: {match.group()}" for pattern, places in ONLY_IN.items()
            for path, content in files.items() if path not in places
            for match in re.finditer(pattern, without_comments(content))]


def test_one_file_names_the_instruction_sets_that_are_compiled():
    files = src_files()
    assert TARGETS_FILE in files
    expect_none(misplaced(files))
    tests = {str(path): text(path) for path in tree()
             if path.parts[0] == "tests" and path.suffix in (".cpp", ".h")}
    expect_none(misplaced(tests))


@pytest.mark.parametrize(
    "line, is_misplaced",
    [
        ("#define HWY_DISABLED_TARGETS HWY_AVX3", True),
        ("return HWY_DYNAMIC_DISPATCH(Pick)();", True),
        ('#include "hwy/foreach_target.h"', True),
        ("hwy::SetSupportedTargetsForTest(0);", True),
        ("// unlike HWY_DYNAMIC_DISPATCH", False),
        ("return WEFT_DISPATCH(Pick)();", False),
        ('#include "simd/foreach_narrow_target.h"', False),
    ],
)
def test_the_instruction_set_rule_bites(line, is_misplaced):
    assert bool(misplaced({"ops/reduction/scan.cpp": line})) == is_misplaced


READS = re.compile(r"""(?:getenv\s*\(\s*|environ(?:\.get\s*\(|\[)\s*)["'](\w+)["']""")


def test_every_environment_variable_is_documented():
    table = text("docs/environment.md")
    read = {(str(path), name) for path in tree()
            if path.parts[0] in ("src", "cli", "python") and path.parts[:2] != ("python", "tests")
            and path.suffix in (".cpp", ".h", ".py")
            for name in READS.findall(text(path))}
    assert {"WEFT_MAX_ISA", "WEFT_THREADS", "WEFT_TRACE", "NO_COLOR"} <= {name for _, name in read}
    expect_none([f"{path} reads {name}" for path, name in sorted(read) if f"`{name}`" not in table])
    rows = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    expect_none([f"nobody reads {name}" for name in sorted(rows - {name for _, name in read})])


def test_sources_begin_with_their_licence():
    def opens_with_licence(path):
        lines = text(path).splitlines()
        if lines and lines[0].startswith("#!"):
            lines = lines[1:]
        return bool(lines) and re.fullmatch(r"(//|#) SPDX-License-Identifier: MIT", lines[0])

    sources = [path for path in tree() if path.suffix in SOURCES or str(path) in SCRIPTS]
    assert len(sources) > 20
    expect_none([str(path) for path in sources if not opens_with_licence(path)])


@pytest.mark.parametrize(
    "line, is_machine_path",
    [
        ("cd " + "/wo" + "rk/main", True),
        ('"' + "/ho" + 'me/ada/data.bin"', True),
        ("#!/usr/bin/env bash", False),
        ("$root/home/x", False),
        ("https://example.org/home/page", False),
        ("a/work/b", False),
    ],
)
def test_the_machine_path_rule_bites(line, is_machine_path):
    assert bool(MACHINE_PATH.search(line)) == is_machine_path


def test_no_file_names_a_path_of_one_machine():
    found = []
    for path in tree():
        try:
            lines = text(path).splitlines()
        except UnicodeDecodeError:
            continue
        found += [f"{path}:{number}: {line.strip()}" for number, line in enumerate(lines, 1)
                  if MACHINE_PATH.search(line)]
    expect_none(found)


def test_scripts_are_executable():
    scripts = [path for path in SCRIPTS if (ROOT / path).exists()]
    expect_none([path for path in scripts if not os.access(ROOT / path, os.X_OK)])
