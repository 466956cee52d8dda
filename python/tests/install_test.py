# SPDX-License-Identifier: MIT
# `pip install .` of a copy of the tree into a fresh virtual environment that sees the machine's
# packages, without a network; then a program that uses what was installed, and nothing else.
import filecmp
import os
import pathlib
import shutil
import subprocess
import venv

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

PROGRAM = """
import pathlib, sys
import numpy as np
import pydirectml
import weft
import weft.onnx
for module in (weft, pydirectml):
    assert pathlib.Path(sys.prefix) in pathlib.Path(module.__file__).parents, module.__file__
image = np.arange(12, dtype=np.float32).reshape(3, 4)
print(weft.slice(image, np.s_[1:, ::-1]).tolist())
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The environment's Python, with the package installed from a copy of the tree."""
    folder = tmp_path_factory.mktemp("install")
    # Kept between runs, so that only what changed is compiled again.
    source = pathlib.Path(os.environ.get("WEFT_BUILD", folder)) / "install_test"
    copy_tree(source)
    venv.create(folder / "environment", system_site_packages=True, with_pip=True)
    python = folder / "environment" / "bin" / "python3"
    run(python, "-m", "pip", "install", "--no-input", ".", cwd=source)
    return python


def copy_tree(target):
    """What is in the tree and nothing else, except what was built from it."""
    ignored = shutil.ignore_patterns(".git", "build", "__pycache__", ".*cache")
    shutil.copytree(ROOT, target, ignore=ignored, dirs_exist_ok=True, copy_function=copy_if_changed)
    for path in target.rglob("*"):
        name = path.relative_to(target)
        if path.is_file() and name.parts[0] != "build" and not (ROOT / name).exists():
            path.unlink()


def copy_if_changed(source, target):
    if not os.path.exists(target) or not filecmp.cmp(source, target):
        shutil.copy2(source, target)
    return target


def run(python, *arguments, cwd):
    environment = {**os.environ, "PIP_NO_INDEX": "1"}
    environment.pop("PYTHONPATH", None)
    finished = subprocess.run([python, *arguments], cwd=cwd, env=environment, text=True,
                              capture_output=True, timeout=1500)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def test_a_program_runs(python, tmp_path):
    assert run(python, "-c", PROGRAM, cwd=tmp_path) == "[[7.0, 6.0, 5.0, 4.0], [11.0, 10.0, 9.0, 8.0]]\n"


def test_metadata(python, tmp_path):
    version = run(python, "-c", "import importlib.metadata as m, weft;"
                  "print(m.version('weft') == weft.__version__)", cwd=tmp_path)
    assert version == "True\n"


def test_type_hints_are_installed(python, tmp_path):
    found = run(python, "-c", "import pathlib, weft; folder = pathlib.Path(weft.__file__).parent;"
                "print((folder / 'py.typed').exists(), any(folder.glob('*.pyi')))", cwd=tmp_path)
    assert found == "True True\n"


def test_uninstalls(python, tmp_path):
    run(python, "-m", "pip", "uninstall", "-y", "weft", cwd=tmp_path)
    left = run(python, "-c", "import importlib.util as u;"
               "print(u.find_spec('weft'), u.find_spec('pydirectml'))", cwd=tmp_path)
    assert left == "None None\n"
