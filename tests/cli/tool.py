# SPDX-License-Identifier: MIT
# Starting the tool: what it printed and how it ended. A crash ends by a signal, which is no exit
# code, so every test that compares the code also proves there was none.
import json
import os
import pathlib
import subprocess

TOOL = os.environ["WEFT_TOOL"]
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


class Outcome:
    def __init__(self, finished):
        self.code = finished.returncode
        self.out = finished.stdout
        self.err = finished.stderr

    def __repr__(self):
        return f"exit {self.code}\nout: {self.out!r}\nerr: {self.err!r}"


def weft(*arguments, cwd=None, environment=None):
    finished = subprocess.run([TOOL, *map(str, arguments)], cwd=cwd, capture_output=True,
                              encoding="utf-8", timeout=60, stdin=subprocess.DEVNULL,
                              env={**os.environ, **(environment or {})})
    return Outcome(finished)


def succeed(*arguments, **options):
    outcome = weft(*arguments, **options)
    assert (outcome.code, outcome.err) == (0, ""), outcome
    return outcome.out


def expect_error(outcome, code, message):
    """Nothing but one line on stderr, and that line is the message."""
    assert (outcome.code, outcome.err) == (code, f"weft: {message}\n"), outcome


def write_json(path, program):
    path.write_text(program if isinstance(program, str) else json.dumps(program))
    return path
