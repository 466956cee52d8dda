# SPDX-License-Identifier: MIT
# What the tool does on a terminal: colours, unless NO_COLOR says no; how far a model is.
import os
import subprocess

import pytest

from model import dense
from tool import TOOL, succeed


def output_on_a_terminal(environment):
    try:
        ours, its = os.openpty()
    except OSError as error:  # CTest knows these words
        pytest.skip(f"no pseudo-terminals here: {error}")
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        with os.fdopen(its, "wb", buffering=0) as stdout:
            tool = subprocess.Popen([TOOL, "tensor", "--sizes", "2,3"], stdin=subprocess.DEVNULL,
                                    stdout=stdout, env={**os.environ, **environment})
        text = b""
        try:
            while piece := terminal.read(4096):
                text += piece
        except OSError:  # Linux's end of a terminal that nobody writes to any more
            pass
    assert tool.wait() == 0
    return text.decode()


@pytest.mark.parametrize("no_color, coloured", [("", True), ("1", False)])
def test_colours(no_color, coloured):
    text = output_on_a_terminal({"NO_COLOR": no_color, "TERM": "xterm"})
    assert "0,0" in text and ("\033[" in text) == coloured


def errors_on_a_terminal(*arguments):
    """What the tool prints, and what it shows on a terminal meanwhile."""
    try:
        ours, its = os.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminals here: {error}")
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        with os.fdopen(its, "wb", buffering=0) as stderr:
            tool = subprocess.Popen([TOOL, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=stderr)
        text = b""
        try:
            while piece := terminal.read(4096):
                text += piece
        except OSError:
            pass
    out = tool.communicate()[0].decode()
    assert tool.returncode == 0
    return out, text.decode()


# Each stage in a line that is erased before the next one and in the end.
def test_progress_of_models(tmp_path):
    path = dense(tmp_path / "dense.onnx")
    for command in (["run", path, "--random", "1"], ["info", path, "--shape", "x=2,4"],
                    ["compare", path, "--random", "1", "--as-described"]):
        out, shown = errors_on_a_terminal(*command)
        assert out == succeed(*command)
        assert shown.startswith("\r\033[Kreading\r\033[Kplanning: 1 of 4 nodes\r\033[K"), shown
        assert "\r\033[Kcompiling: 4 of 4 nodes" in shown and shown.endswith("\r\033[K")
