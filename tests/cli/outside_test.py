# SPDX-License-Identifier: MIT
# What a JSON program may reach: files below its own folder or the current directory, unless
# --allow-outside is given.
import json
import os

import numpy as np
import pytest

from tool import expect_error, succeed, weft, write_json

RULE = "a file below the program's folder or the current directory, or --allow-outside, is required"


@pytest.fixture
def place(tmp_path):
    """The program lies in a folder, the user is in another one, and secrets are in a third."""
    for name in ("program/inner", "user", "secret"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("secret/s.npy", "program/inner/p.npy", "user/u.npy"):
        np.save(tmp_path / name, np.array([7], np.float32))
    return tmp_path


def full(path):
    """The full path by a short way, for a message that shows it whole."""
    short = f"/proc/{os.getpid()}/cwd/" + str(path.relative_to(os.getcwd()))
    assert os.path.exists(os.path.dirname(short)), short
    return short


def reading(place, source):
    return write_json(place / "program" / "p.json", {
        "resources": {"x": {"initialValues": {"sourcePath": str(source)}}}, "dispatchables": {},
        "commands": [{"type": "print", "resource": "x"}]})


def writing(place, target):
    return write_json(place / "program" / "p.json", {
        "resources": {"x": {"initialValuesDataType": "FLOAT32", "initialValues": [1]}},
        "dispatchables": {},
        "commands": [{"type": "writeFile", "resource": "x", "targetPath": str(target)}]})


def graph(place, source):
    return write_json(place / "program" / "p.json", {
        "graph": {"inputs": {"x": str(source)},
                  "nodes": {"y": {"type": "ACTIVATION_RELU", "desc": {"InputTensor": "x"}}},
                  "outputs": ["y"]},
        "commands": [{"type": "print", "resource": "y"}]})


@pytest.mark.parametrize("source", ["inner/p.npy", "inner/../inner/p.npy", "u.npy", "../user/u.npy",
                                    "./u.npy"])
def test_what_is_read(place, source):
    assert succeed("run", reading(place, source), cwd=place / "user") == "Resource 'x': 7\n"


def test_full_paths_inside(place):
    program = reading(place, place / "program" / "inner" / "p.npy")
    assert succeed("run", program, cwd=place / "user") == "Resource 'x': 7\n"


def test_what_is_not_read(place, monkeypatch):
    monkeypatch.chdir(place)
    (place / "program" / "link.npy").symlink_to(place / "secret" / "s.npy")
    (place / "program" / "folder").symlink_to(place / "secret")
    for source in ("../secret/s.npy", full(place / "secret" / "s.npy"), "link.npy", "folder/s.npy",
                   "inner/../../secret/s.npy", "../../../../../../etc/passwd", "/etc/passwd",
                   "../secret/none.npy"):
        program = reading(place, source)
        expect_error(weft("run", program, cwd=place / "user"), 2,
                     f"{program}: resources.x.initialValues.sourcePath is "
                     f"{json.dumps(str(source))}, but {RULE}")
        if "s.npy" in str(source):
            assert succeed("run", program, "--allow-outside", cwd=place / "user") == \
                "Resource 'x': 7\n"


def test_graphs(place):
    program = graph(place, "../secret/s.npy")
    expect_error(weft("run", program, cwd=place / "user"), 2,
                 f"{program}: graph.inputs.x.initialValues.sourcePath is \"../secret/s.npy\", "
                 f"but {RULE}")
    expect_error(weft("compare", program, "--as-described", cwd=place / "user"), 2,
                 f"{program}: graph.inputs.x.initialValues.sourcePath is \"../secret/s.npy\", "
                 f"but {RULE}")
    assert succeed("run", program, "--allow-outside", cwd=place / "user") == "Resource 'y': 7\n"
    succeed("compare", program, "--as-described", "--allow-outside", cwd=place / "user")


def test_what_is_written(place):
    for target in ("y.npy", "../program/y.npy", place / "user" / "y.npy"):
        succeed("run", writing(place, target), cwd=place / "user")
        assert np.load((place / "user" / target).resolve()).tolist() == [1]


def test_what_is_not_written(place, monkeypatch):
    monkeypatch.chdir(place)
    (place / "user" / "link.npy").symlink_to(place / "secret" / "new.npy")
    (place / "user" / "folder").symlink_to(place / "secret")
    (place / "user" / "first").symlink_to("second")
    (place / "user" / "second").symlink_to("first")
    before = sorted(os.listdir(place / "secret"))
    for target in ("../secret/y.npy", full(place / "secret" / "y.npy"), "link.npy", "folder/y.npy",
                   "first", "../y.npy"):
        program = writing(place, target)
        expect_error(weft("run", program, cwd=place / "user"), 2,
                     f"{program}: commands[0].targetPath is {json.dumps(str(target))}, but {RULE}")
    assert sorted(os.listdir(place / "secret")) == before
    succeed("run", writing(place, "../secret/y.npy"), "--allow-outside", cwd=place / "user")
    assert (place / "secret" / "y.npy").exists()


def test_no_regular_files(place):
    program = reading(place, "/dev/zero")
    expect_error(weft("run", program, "--allow-outside"), 2,
                 f"{program}: resources.x.initialValues.sourcePath: /dev/zero: is no regular file")
    os.mkfifo(place / "program" / "pipe")
    pipe = place / "program" / "pipe"
    program = reading(place, "pipe")
    expect_error(weft("run", program), 2,
                 f"{program}: resources.x.initialValues.sourcePath: {pipe}: is no regular file")
