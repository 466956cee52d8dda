# SPDX-License-Identifier: MIT
# A model of 100 MB: weights are used where the file has them, or are packed once, and nothing else
# of their size is ever held.
import multiprocessing
import os
import pathlib
import subprocess

import numpy as np
from onnx import helper

from model import save, value
from tool import TOOL

LAYERS = 4
WIDTH = 1792  # 12.8 MB of weights each
CHANNELS = 592  # and 12.6 MB for 3 by 3 taps


def network(path):
    """Four products, then four convolutions of what came out as an image."""
    numbers = np.random.default_rng(1).standard_normal(100_003, np.float32)
    nodes, weights = [], []

    def add(operator, before, shape, **attributes):
        name = f"w{len(weights)}"
        scale = np.float32(1 / np.sqrt(np.prod(shape) / shape[0]))
        weights.append((name, np.resize(numbers, shape) * scale))
        nodes.append(helper.make_node(operator, [before, name], [f"h{len(nodes)}"], **attributes))
        return nodes[-1].output[0]

    last = "x"
    for i in range(LAYERS):
        last = add("MatMul", last, (WIDTH, WIDTH)) if i % 2 else \
            add("Gemm", last, (WIDTH, WIDTH), transB=1)
    images = "image"
    for _ in range(LAYERS):
        images = add("Conv", images, (CHANNELS, CHANNELS, 3, 3), pads=[1, 1, 1, 1])
    nodes.append(helper.make_node("GlobalAveragePool", [images], ["mean"]))
    nodes.append(helper.make_node("Identity", [last], ["y"]))
    return save(path, nodes, [value("x", [1, WIDTH]), value("image", [1, CHANNELS, 4, 4])],
                [value("y", [1, WIDTH]), value("mean", [1, CHANNELS, 1, 1])], weights)


def peak_bytes(*arguments):
    """The most memory that the tool had at once, pages of files among it."""
    process = subprocess.Popen([TOOL, *map(str, arguments)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss * 1024


def test_weights_are_held_twice_at_most(tmp_path):
    # Another process writes the file: what this one has held counts as the tool's.
    path = tmp_path / "large.onnx"
    writer = multiprocessing.get_context("fork").Process(target=network, args=(path,))
    writer.start()
    writer.join()
    size = os.path.getsize(path)
    assert 100e6 < size < 110e6
    peak = peak_bytes("run", path, "--random", "1")
    program = pathlib.Path(TOOL).read_bytes()
    if b"__asan_init" in program or b"__tsan_init" in program:
        return  # sanitizers take memory, too
    assert peak < 2.2 * size, f"{peak / size:.2f} times the file's {size} bytes"
