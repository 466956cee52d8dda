# SPDX-License-Identifier: MIT
# What the tool does on a terminal: colours, unless NO_COLOR says no.
import os
import subprocess

import pytest

from tool import TOOL


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
