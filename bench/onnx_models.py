#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole .onnx models: Weft beside ONNX Runtime, each in a process of its own, taking turns. Both get
the same bytes, and their outputs are compared first. Times are taken inside of the processes.

A model is a folder with model.onnx and input_<i>.npy, in the order of the graph's inputs. Without
--models the project's own are measured, and networks that PyTorch exports where it is installed.
With --before the peer is an earlier Weft.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

LEAST_BEFORE = 0.97  # of an earlier Weft's speed
STARTS = 5  # fresh processes of each
SAMPLE_SECONDS = 0.1  # of runs that follow each other
MOST_START, MOST_MEMORY = 3, 1.5  # times ONNX Runtime's; of weights and temporary memory
NOISE_BYTES = 1 << 20  # code that one model needs and the smallest one does not
# Of the largest element. Where numbers are rounded to a few bits on the way, one that lies in the
# middle between two of them goes either way, and what follows from it differs by a step.
TOLERANCE, ROUNDED_TOLERANCE = 1e-3, 1e-1


class Peer:
    """A process that answers lines of JSON, and the inputs it was given."""

    def __init__(self, command, folder):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.folder = folder

    def ask(self, do, **arguments):
        print(json.dumps({"do": do, **arguments}), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {"error": f"the process ended with {self.process.wait()}"}
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer

    def rest(self):
        """Waits for threads that poll for more work: they would take a core from the other's turn."""
        quiet, end = 0, time.monotonic() + 5
        while quiet < 5:
            time.sleep(1e-3)
            quiet = 0 if self.is_running() else quiet + 1
            if time.monotonic() > end:
                raise RuntimeError("its threads still run 5 s after the last answer")

    def is_running(self):
        tasks = f"/proc/{self.process.pid}/task"
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/stat") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "R":
                    return True
        return False

    def run(self, times):
        """Seconds of each run; the first ones wake threads and caches."""
        warm = 1 + times // 4
        answer = self.ask("run", times=warm + times)
        self.rest()
        return [ns * 1e-9 for ns in answer["ns"][warm:]]

    def outputs(self):
        arrays = []
        for saved in self.ask("save", folder=self.folder)["outputs"]:
            kind = {"float": "float32", "double": "float64"}.get(saved["type"], saved["type"])
            arrays.append(np.fromfile(saved["file"], kind).reshape(saved["shape"]))
        return arrays

    def peak_bytes(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Model:
    def __init__(self, name, path, inputs):
        self.name, self.path = name, path
        self.inputs = [np.array(np.load(file), order="C") for file in inputs]

    def start(self, command, threads, folder):
        """A fresh process with this model, and the seconds of loading and the first run."""
        os.makedirs(folder, exist_ok=True)
        peer = Peer(command, folder)
        try:
            for array in self.inputs:
                file = os.path.join(folder, "input")
                array.tofile(file)
                peer.ask("input", type=array.dtype.name, shape=array.shape, file=file)
            peer.rest()
            seconds = peer.ask("start", model=self.path, threads=threads)["all"] * 1e-9
            peer.rest()
        except BaseException:
            peer.close()
            raise
        return peer, seconds


def models_below(folder):
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name, "model.onnx")
        if os.path.isfile(path):
            inputs = []
            while os.path.isfile(file := os.path.join(folder, name, f"input_{len(inputs)}.npy")):
                inputs.append(file)
            yield Model(name, path, inputs)


def digits(root):
    folder = os.path.join(root, "examples", "digits")
    return Model("digits", os.path.join(folder, "digits.onnx"), [os.path.join(folder, "pictures.npy")])


def difference(ours, theirs):
    """The largest one of all outputs, relative to the largest element of each."""
    worst = 0.0
    if len(ours) != len(theirs):
        return np.inf
    for a, b in zip(ours, theirs):
        if a.shape != b.shape or a.dtype != b.dtype:
            return np.inf
        a, b = (np.atleast_1d(array.astype(np.float64)) for array in (a, b))
        if a.size == 0 or np.array_equal(a, b, equal_nan=True):
            continue
        apart = np.abs(a - b).max() / max(np.abs(b).max(), 1e-3)
        worst = max(worst, apart if np.isfinite(apart) else np.inf)
    return worst


def ratios(samples):
    """The peer's times by Weft's: the median over the rounds, and of the shortest."""
    ours, theirs = samples
    median = statistics.median(t / w for t, w in zip(map(statistics.median, theirs),
                                                     map(statistics.median, ours)))
    return median, min(map(min, theirs)) / min(map(min, ours))


class Row:
    """What is measured of one model with one number of threads."""

    def __init__(self, model, threads, commands, names, folder, rounds):
        self.names = names
        self.model, self.threads, self.starts, self.peaks = model, threads, [[], []], [[], []]
        peers = [None, None]
        try:
            for turn in range(STARTS):
                for i in (0, 1) if turn % 2 == 0 else (1, 0):
                    if peers[i]:
                        peers[i].close()
                    peers[i] = None
                    try:
                        peers[i], seconds = model.start(commands[i], threads,
                                                        os.path.join(folder, str(i)))
                    except RuntimeError as error:
                        raise RuntimeError(f"{names[i]}: {error}") from None
                    self.starts[i].append([seconds])
                    self.peaks[i].append(peers[i].peak_bytes())
            outputs = [peer.outputs() for peer in peers]
            self.difference = difference(*outputs)
            self.output_bytes = sum(array.nbytes for array in outputs[0])
            once = max(min(peer.run(3)) for peer in peers)
            times = max(3, int(SAMPLE_SECONDS / once))
            self.runs = [[], []]
            for turn in range(rounds):
                for i in (0, 1) if turn % 2 == 0 else (1, 0):
                    self.runs[i].append(peers[i].run(times))
            # After the first run; of Weft after all of them, too. JavaScript's outputs wait to be freed.
            self.peaks = [statistics.median(peaks) for peaks in self.peaks]
            self.peaks[0] = max(self.peaks[0], peers[0].peak_bytes())
            self.plan = peers[0].ask("plan")
        finally:
            for peer in peers:
                if peer:
                    peer.close()

    def tolerance(self):
        is_rounded = self.plan["rounds"] or any(a.dtype == np.float16 for a in self.model.inputs)
        return ROUNDED_TOLERANCE if is_rounded else TOLERANCE

    def needed_bytes(self):
        return self.plan["weights"] + self.plan["temporary"]

    def extra_bytes(self, empty):
        """What Weft has beyond a process without a model, inputs and outputs."""
        inputs = sum(array.nbytes for array in self.model.inputs)
        return max(self.peaks[0] - empty - inputs - self.output_bytes, 0)

    def text(self, empty):
        start, run = ratios(self.starts), ratios(self.runs)
        ours = statistics.median(map(statistics.median, self.runs[0]))
        needed = self.needed_bytes()
        return (f"{self.model.name:<26} {self.threads:>2} "
                f"{statistics.median(map(min, self.starts[0])) * 1e3:9.1f} {start[0]:6.2f} ({start[1]:.2f}) "
                f"{ours * 1e3:9.3f} {run[0]:6.2f} ({run[1]:.2f}) "
                f"{self.peaks[0] / 1e6:7.1f} {self.peaks[1] / 1e6:7.1f} {needed / 1e6:7.1f} "
                f"{self.extra_bytes(empty[0]) / max(needed, 1):6.2f} {self.difference:9.1e}")

    def misses(self, empty):
        title = f"{self.model.name}, {self.threads} threads"
        start = 1 / max(ratios(self.starts))
        if start > MOST_START:
            yield f"{start:.1f} of {MOST_START} times the start of {self.names[1]}: {title}"
        extra, needed = self.extra_bytes(empty[0]), self.needed_bytes()
        if extra > MOST_MEMORY * needed + NOISE_BYTES:
            yield f"{extra / max(needed, 1):.2f} of {MOST_MEMORY} times the memory it needs: {title}"

    def misses_before(self):
        run = max(ratios(self.runs))
        if run < LEAST_BEFORE:
            yield (f"{run:.2f} of {LEAST_BEFORE} times the speed before: {self.model.name}, "
                   f"{self.threads} threads")


def mean(values):
    return np.exp(np.mean(np.log(values)))


def empty_bytes(smallest, commands, folder):
    """The peak of a process with a model that is next to nothing: the libraries, and what they set up."""
    peaks = []
    for i, command in enumerate(commands):
        peer, _ = smallest.start(command, 1, os.path.join(folder, str(i)))
        peaks.append(peer.peak_bytes())
        peer.close()
    return peaks


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--before", help="where an earlier Weft was built, to measure beside that")
    parser.add_argument("--models", help="a folder of models, each in a folder of its own")
    parser.add_argument("--only", default="", help="names of models: digits,resnet18,...")
    parser.add_argument("--threads", default="1,2", help="thread counts")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--quick", action="store_true", help="3 rounds")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)  # Node.js takes a plain name for a package
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    weft_in = lambda build: [os.path.join(os.path.abspath(build), "bench", "bench_onnx")]
    node = [shutil.which("node"), os.path.join(root, "bench", "onnx_peer.js"),
            os.path.join(options.build, "node")]
    names = "Weft", "Weft before" if options.before else "ONNX Runtime"
    commands = weft_in(options.build), weft_in(options.before) if options.before else node
    smallest = digits(root)
    models = list(models_below(options.models)) if options.models else [
        smallest, *models_below(os.path.join(options.build, "models"))]
    only = [name for name in options.only.split(",") if name]
    if missing := set(only) - {model.name for model in models}:
        sys.exit(f"there is no model {', '.join(sorted(missing))}; there are "
                 f"{', '.join(model.name for model in models)}")
    models = [model for model in models if not only or model.name in only]
    rows, wrong, failed = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        empty = empty_bytes(smallest, commands, folder)
        print(f"above 1 Weft is faster than {names[1]} (median of the rounds' ratios; shortest)\n"
              f"memory in MB: peaks of the processes ({empty[0] / 1e6:.1f} and {empty[1] / 1e6:.1f} of "
              f"them without a model), weights and temporary memory, Weft's use as a multiple of it\n"
              f"{'model':<26} {'th':>2} {'start ms':>9} {'':>13} {'run ms':>9} {'':>13} {'Weft':>7} "
              f"{'other':>7} {'needed':>7} {'':>6} {'differs':>9}")
        for model in models:
            for threads in map(int, options.threads.split(",")):
                try:
                    row = Row(model, threads, commands, names, folder,
                              3 if options.quick else options.rounds)
                except RuntimeError as error:
                    failed.append(f"{model.name}, {threads} threads: {error}")
                    print(f"{model.name:<26} {threads:>2} {error}", flush=True)
                    continue
                rows.append(row)
                print(row.text(empty), flush=True)
                if not row.difference <= row.tolerance():
                    wrong.append(f"{row.difference:.1e} of {row.tolerance():.0e}: {model.name}, "
                                 f"{threads} threads")
    for threads in sorted({row.threads for row in rows}):
        some = [row for row in rows if row.threads == threads]
        print(f"geometric means of {len(some)}, {threads} threads: "
              f"start {mean([ratios(row.starts)[0] for row in some]):.2f}, "
              f"run {mean([ratios(row.runs)[0] for row in some]):.2f}, peak of memory "
              f"{mean([row.peaks[1] / row.peaks[0] for row in some]):.2f}")
    slow = [line for row in rows
            for line in (row.misses_before() if options.before else row.misses(empty))]
    print("\n".join(["above what is wanted:", *slow]) if slow else "none above what is wanted")
    for line in wrong:
        print(f"different results: {line}")
    for line in failed:
        print(f"failed: {line}")
    return 1 if wrong or failed else 0


if __name__ == "__main__":
    sys.exit(main())
