#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same compiled operators and networks on a quiet machine and beside one busy process per core,
with one and two threads, Weft and PyTorch in one process, taking turns. The busy processes are there
all the time and stopped while the machine is to be quiet.

Beside as many busy processes as cores everybody has half of the time: a ratio of 2 is what arithmetic
takes, and what is above it is waiting for threads that are not running.
"""
import argparse
import contextlib
import importlib
import os
import signal
import statistics
import subprocess
import sys
import time

import dense  # sets the environment before NumPy and PyTorch are there

import numpy as np
import torch

MOST = 3.0  # times the quiet median, with threads
PHASES = 3  # quiet and busy take turns: what a minute does to the machine, it does to both


class BusyProcesses:
    """One endless loop per core that this process may use."""

    def __init__(self):
        self.loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
                      for _ in os.sched_getaffinity(0)]
        self.tell(signal.SIGSTOP)

    def tell(self, what):
        for loop in self.loops:
            loop.send_signal(what)

    @contextlib.contextmanager
    def running(self):
        self.tell(signal.SIGCONT)
        time.sleep(0.1)
        try:
            yield
        finally:
            self.tell(signal.SIGSTOP)

    def close(self):
        for loop in self.loops:
            loop.kill()
            loop.wait()


def operators(weft):
    """Titles and calls of Weft and of PyTorch."""
    random = np.random.default_rng(1)

    def numbers(*sizes):
        return random.standard_normal(sizes, np.float32)

    def row(title, kind, fields, inputs, out, theirs):
        names = [name for name, _ in inputs]
        arrays = [array for _, array in inputs]
        desc = {**fields, "OutputTensor": weft.TensorDesc("float32", out.shape),
                **{name: weft.TensorDesc("float32", array.shape, [s // 4 for s in array.strides])
                   for name, array in zip(names, arrays)}}
        compiled = weft.compile(kind, desc)
        tensors = [torch.from_numpy(array) for array in arrays]
        return title, lambda: compiled(*arrays, out=out), lambda: theirs(*tensors)

    a, b, out = numbers(1, 1, 1000, 1000), numbers(1, 1, 1000, 1000), numbers(1, 1, 1000, 1000)
    image, filters = numbers(1, 64, 56, 56), numbers(64, 64, 3, 3)
    window = {"Mode": "CROSS_CORRELATION", "Direction": "FORWARD", "Strides": [1, 1],
              "Dilations": [1, 1], "StartPadding": [1, 1], "EndPadding": [1, 1],
              "OutputPadding": [0, 0], "GroupCount": 1}
    c, d, product = numbers(1, 1, 512, 512), numbers(1, 1, 512, 512), numbers(1, 1, 512, 512)
    yield row("add 1000 x 1000", "ELEMENT_WISE_ADD", {}, [("ATensor", a), ("BTensor", b)], out,
              lambda x, y: x + y)
    yield row("transpose 1000 x 1000", "ELEMENT_WISE_IDENTITY", {},
              [("InputTensor", a.transpose(0, 1, 3, 2))], out, lambda x: x.contiguous())
    yield row("tanh 1000 x 1000", "ACTIVATION_TANH", {}, [("InputTensor", a)], out, torch.tanh)
    yield row("softmax 1000 x 1000", "ACTIVATION_SOFTMAX1", {"AxisCount": 1, "Axes": [3]},
              [("InputTensor", a)], out, lambda x: torch.softmax(x, 3))
    yield row("gemm 512 x 512 x 512", "GEMM",
              {"TransA": "NONE", "TransB": "NONE", "Alpha": 1, "Beta": 0},
              [("ATensor", c), ("BTensor", d)], product, torch.matmul)
    yield row("conv 3x3 64 to 64 at 56", "CONVOLUTION", window,
              [("InputTensor", image), ("FilterTensor", filters)], numbers(1, 64, 56, 56),
              lambda x, w: torch.nn.functional.conv2d(x, w, padding=1))


def network_rows():
    graph, networks = importlib.import_module("graph"), importlib.import_module("networks")
    for title, network, sizes in networks.CASES:
        if "batch 8" in title:
            continue
        array = np.random.default_rng(1).standard_normal(sizes, np.float32)
        yield (title, graph.weft_call(networks, network, array)[1],
               graph.torch_call(networks, network, array, True))


def samples(call, seconds):
    """The times of calls that follow each other; threads of the turn before have gone to sleep."""
    time.sleep(dense.REST_SECONDS)
    call()
    times, end = [], time.perf_counter() + seconds
    while not times or time.perf_counter() < end:
        times.append(dense.seconds(call, 1))
    return times


def measure(calls, busy, options):
    """Medians of each peer, quiet and busy."""
    times = {(peer, load): [] for peer in calls for load in ("quiet", "busy")}
    for _ in range(PHASES):
        for peer, call in calls.items():
            times[peer, "quiet"] += samples(call, options.seconds / PHASES)
        with busy.running():
            for peer, call in calls.items():
                times[peer, "busy"] += samples(call, options.seconds / PHASES)
    return {key: statistics.median(values) for key, values in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="where the Python package was built")
    parser.add_argument("--cases", default="", help="parts of titles: add,ResNet,...")
    parser.add_argument("--threads", default="1,2", help="thread counts")
    parser.add_argument("--seconds", type=float, default=1.5, help="for each row, peer and load")
    options = parser.parse_args()
    sys.path.insert(0, os.path.join(options.build, "python"))
    weft = importlib.import_module("weft")
    wanted = [part for part in options.cases.split(",") if part]
    busy, slow = BusyProcesses(), []
    try:
        for threads in map(int, options.threads.split(",")):
            weft.set_thread_count(threads)
            torch.set_num_threads(threads)
            print(f"\n{threads} threads: medians, and busy/quiet"
                  f"\n{'case':<32} {'Weft ms':>9} {'busy':>9} {'ratio':>6} {'PyTorch':>9} {'busy':>9}"
                  f" {'ratio':>6}")
            with torch.no_grad():
                for title, ours, theirs in (*operators(weft), *network_rows()):
                    if wanted and not any(part in title for part in wanted):
                        continue
                    medians = measure({"Weft": ours, "PyTorch": theirs}, busy, options)
                    line = f"{title:<32}"
                    for peer in ("Weft", "PyTorch"):
                        quiet, loaded = medians[peer, "quiet"], medians[peer, "busy"]
                        line += f" {quiet * 1e3:9.3f} {loaded * 1e3:9.3f} {loaded / quiet:6.2f}"
                    print(line, flush=True)
                    ratio = medians["Weft", "busy"] / medians["Weft", "quiet"]
                    if threads > 1 and ratio > MOST:
                        slow.append(f"{ratio:.2f} of {MOST}: {title}, {threads} threads")
    finally:
        busy.close()
    print("\n" + "\n".join(["above what is wanted:", *slow] if slow else
                           ["none above what is wanted"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
