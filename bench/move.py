#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""NumPy and PyTorch beside Weft: the cases and the method of bench_move, in one Python process.

Weft is the Python package, called on the same strided views as NumPy; the two plain copies come from
libbench_weft.so. The case list, the plain-loop answer, the table and the pictures are bench_move's,
so the two cannot drift apart.
"""
import argparse
import ctypes
import importlib
import json
import math
import os
import subprocess
import sys
import time

import numpy as np
import torch

import elementwise_peers
import operator_peers

weft = None  # imported from --build

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = 4096
UNTOUCHED = 0xA5
SLOW_SECONDS = 0.2  # a slower peer gives one sample
NUMPY_TYPES = {"f32": np.float32, "f16": np.float16, "u8": np.uint8}


def load_library(build):
    library = ctypes.CDLL(os.path.join(build, "bench", "libbench_weft.so"))
    text, memory, size = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
    library.weft_bench_prepare.argtypes = [text, text, memory, size, memory, size, ctypes.c_int]
    library.weft_bench_prepare.restype = memory
    library.weft_bench_run.argtypes = [memory, ctypes.c_int64]
    library.weft_bench_run.restype = ctypes.c_double
    library.weft_bench_free.argtypes = [memory]
    library.weft_bench_free.restype = None
    library.weft_bench_plain_answer.argtypes = [text, memory, memory]
    library.weft_bench_indices.argtypes = [text, memory]
    library.weft_bench_fill.argtypes = [text, memory, size]
    return library


def import_weft(build):
    global weft
    sys.path.insert(0, os.path.join(build, "python"))
    weft = importlib.import_module("weft")


def keep_freed_memory():
    """Some functions return new memory; without this each call would pay for fresh pages."""
    m_trim_threshold, m_mmap_max = -1, -4
    libc = ctypes.CDLL(None)
    libc.mallopt(m_mmap_max, 0)
    libc.mallopt(m_trim_threshold, 2**31 - 1)


def aligned_bytes(count):
    raw = np.zeros(count + PAGE, np.uint8)
    start = -raw.ctypes.data % PAGE
    return raw[start : start + count]


class NativeJob:
    """A peer of libbench_weft.so."""

    def __init__(self, library, handle):
        self.library, self.handle = library, handle

    def seconds(self, repetitions):
        return self.library.weft_bench_run(self.handle, repetitions)

    def __del__(self):
        self.library.weft_bench_free(self.handle)


class PythonJob:
    """A call whose result is in the output buffer, or is the array it returns."""

    def __init__(self, call):
        self.call, self.result = call, None

    def seconds(self, repetitions):
        call = self.call
        begin = time.perf_counter()
        for _ in range(repetitions):
            result = call()
        elapsed = time.perf_counter() - begin
        self.result = result
        return elapsed


def strided(array, offset, sizes, strides):
    item = array.itemsize
    return np.lib.stride_tricks.as_strided(array[offset:], sizes, [s * item for s in strides])


def views(case, source, target):
    """The elements to move and where they go, both of the output's sizes."""
    dims = case["dims"]
    sizes = [d["output_size"] for d in dims]
    source = source.view(NUMPY_TYPES[case["input_type"]])
    target = target.view(NUMPY_TYPES[case["output_type"]])
    view = strided(source, case["input_offset"], sizes,
                   [d["step"] * d["input_stride"] for d in dims])
    return view, strided(target, 0, sizes, [d["output_stride"] for d in dims])


def weft_job(case, source, target):
    view, out = views(case, source, target)
    kind = "ELEMENT_WISE_IDENTITY" if view.dtype == out.dtype else "CAST"
    compiled = weft.compile(kind, {"InputTensor": weft.TensorDesc.of(view),
                                   "OutputTensor": weft.TensorDesc.of(out)})
    return PythonJob(lambda: compiled(view, out=out))


def numpy_job(case, source, target):
    view, out = views(case, source, target)
    return PythonJob(lambda: np.copyto(out, view, casting="same_kind"))


def torch_job(case, source, target):
    dims = case["dims"]
    sizes = [d["output_size"] for d in dims]
    source = torch.from_numpy(source.view(NUMPY_TYPES[case["input_type"]]))
    target = torch.from_numpy(target.view(NUMPY_TYPES[case["output_type"]]))
    flipped = [i for i, d in enumerate(dims) if d["step"] < 0]
    # PyTorch has no negative strides: walk forwards from the other end, then flip.
    offset = case["input_offset"] + sum(
        d["step"] * d["input_stride"] * (d["output_size"] - 1) for d in dims if d["step"] < 0)
    view = source.as_strided(sizes, [abs(d["step"]) * d["input_stride"] for d in dims], offset)
    if flipped:
        return PythonJob(lambda: torch.flip(view, flipped))
    out = target.as_strided(sizes, [d["output_stride"] for d in dims])
    return PythonJob(lambda: out.copy_(view))


def is_right(job, peer, target, expected, tolerance):
    """Runs once; says whether the answer is right, and how long it took."""
    target[: len(expected)] = UNTOUCHED
    seconds = job.seconds(1)
    if peer in ("memcpy", "nt copy"):
        return True, seconds
    answer = target[: len(expected)]
    result = getattr(job, "result", None)
    if isinstance(result, torch.Tensor):
        result = result.numpy()
    if isinstance(result, np.ndarray) and not np.may_share_memory(result, target):
        answer = result.reshape(-1).view(np.uint8)
    if tolerance:
        answer, expected = answer.view(np.float32), expected.view(np.float32)
        return bool(np.allclose(answer, expected, rtol=tolerance, atol=tolerance)), seconds
    return bool(np.array_equal(answer, expected)), seconds


def runs(job):
    """PyTorch lacks some functions for some types, which it says when they are called."""
    try:
        job.call()
        return True
    except RuntimeError:
        return False


def repetitions_for(job, sample_seconds):
    count, seconds = 1, job.seconds(1)
    while seconds < sample_seconds / 8:
        count *= 4
        seconds = job.seconds(count)
    return max(1, math.ceil(sample_seconds / (seconds / count)))


def median(values):
    return float(np.median(values))


class Bench:
    def __init__(self, library, cases, options):
        self.library, self.options = library, options
        self.wrong, self.weft_is_wrong = [], False
        room = 16 * PAGE
        item = {"f32": 4, "f16": 2, "u8": 1}
        output_bytes = max(max(c["output_extent"] * item[c["output_type"]], c["copied_bytes"])
                           for c in cases) + room
        input_bytes = max(c["input_extent"] * item[c["input_type"]] for c in cases) + room
        self.input_bytes = -(-max(input_bytes, output_bytes) // PAGE) * PAGE
        self.output = aligned_bytes(-(-output_bytes // PAGE) * PAGE)
        self.expected = aligned_bytes(len(self.output))
        self.inputs = {}
        self.item = item

    def input_of(self, kind):
        if kind not in self.inputs:
            self.inputs[kind] = aligned_bytes(self.input_bytes)
            self.library.weft_bench_fill(kind.encode(), self.inputs[kind].ctypes.data,
                                         self.input_bytes)
        return self.inputs[kind]

    def jobs(self, case, source, threads):
        text = json.dumps(case).encode()
        for peer in ("memcpy", "nt copy"):
            handle = self.library.weft_bench_prepare(
                peer.encode(), text, source.ctypes.data, len(source), self.output.ctypes.data,
                len(self.output), threads)
            if not handle:
                raise RuntimeError(f"{peer} refused {case['id']}")
            yield peer, NativeJob(self.library, handle)
        indices = np.zeros(case.get("index_count", 0), np.uint32)
        if len(indices):
            self.library.weft_bench_indices(text, indices.ctypes.data)
        arrays = [source.view(NUMPY_TYPES[case["input_type"]]),
                  self.output.view(NUMPY_TYPES[case["output_type"]])]
        peers = elementwise_peers if "tolerance" in case else operator_peers
        if "operator" in case:
            yield "Weft", PythonJob(peers.weft_call(weft, case, *arrays, indices))
        else:
            yield "Weft", weft_job(case, source, self.output)
        if case["dims"]:
            yield "NumPy", numpy_job(case, source, self.output)
            yield "PyTorch", torch_job(case, source, self.output)
            return
        for peer, make in (("NumPy", peers.numpy_call), ("PyTorch", peers.torch_call)):
            call = make(case, *arrays, indices)
            if call is not None and runs(job := PythonJob(call)):
                yield peer, job

    def measure(self, case):
        source = self.input_of(case["input_type"])
        expected = self.expected[: case["output_extent"] * self.item[case["output_type"]]]
        expected[:] = UNTOUCHED
        self.library.weft_bench_plain_answer(json.dumps(case).encode(), source.ctypes.data,
                                             expected.ctypes.data)
        return [self.row(case, source, expected, threads) for threads in self.options.threads]

    def row(self, case, source, expected, threads):
        torch.set_num_threads(threads)
        weft.set_thread_count(threads)
        running, samples = [], {}
        for peer, job in self.jobs(case, source, threads):
            right, first = is_right(job, peer, self.output, expected, case.get("tolerance"))
            if not right:
                self.wrong.append(f"{peer}: {case['id']} {case['type']}, {case['output_bytes']} "
                                  f"bytes, {threads} threads: wrong output")
                self.weft_is_wrong |= peer == "Weft"
            elif first > SLOW_SECONDS:
                samples[peer] = [first]
            else:
                samples[peer] = []
                running.append((peer, job, repetitions_for(job, self.options.sample_seconds)))
        for turn in range(self.options.rounds):
            for i in range(len(running)):
                peer, job, repetitions = running[(i + turn) % len(running)]
                samples[peer].append(job.seconds(repetitions) / repetitions)
        row = {key: case[key] for key in
               ("id", "title", "type", "size_class", "moved_bytes", "copied_bytes", "target")}
        row["threads"] = threads
        row["peers"] = {
            peer: {"min": min(times), "median": median(times), "samples": times,
                   "is_library": peer in ("NumPy", "PyTorch")}
            for peer, times in samples.items()}
        return row


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "bench"),
                        help="where bench_move and libbench_weft.so were built")
    parser.add_argument("--elementwise", action="store_true",
                        help="arithmetic and reductions, not movements")
    parser.add_argument("--sizes", help="bytes of output: 16K,1M,64M")
    parser.add_argument("--types", help="types of the output: f32,f16,u8")
    parser.add_argument("--cases", help="cases by name: copy,flip_w,...")
    parser.add_argument("--threads", default=[1, 2], help="numbers of threads: 1,2",
                        type=lambda text: [int(n) for n in text.split(",")])
    parser.add_argument("--rounds", type=int, default=15, help="samples of each peer")
    parser.add_argument("--quick", action="store_true",
                        help="3 short rounds: a rough idea in a minute")
    parser.add_argument("--silent", action="store_true", help="write --json, print no table")
    for name in ("csv", "json", "svg"):
        parser.add_argument(f"--{name}", metavar="FILE")
    options = parser.parse_args()
    options.sample_seconds = 2e-3
    if options.quick:
        options.rounds, options.sample_seconds = 3, 5e-4
    return options


def show(progress):
    if sys.stderr.isatty():
        print(f"\r{progress}\r", end="", file=sys.stderr, flush=True)


def main():
    options = parse_arguments()
    bench_move = os.path.join(options.build, "bench", "bench_move")
    selection = [f"--{name}={value}" for name in ("sizes", "types", "cases")
                 if (value := getattr(options, name))]
    selection += ["--elementwise"] * options.elementwise
    import_weft(options.build)
    listed = subprocess.run([bench_move, "--list-cases", *selection], stdout=subprocess.PIPE)
    if listed.returncode != 0:
        return listed.returncode
    cases = json.loads(listed.stdout)

    keep_freed_memory()
    bench = Bench(load_library(options.build), cases, options)
    rows = []
    for i, case in enumerate(cases):
        show(f"{i + 1:4} of {len(cases)}: {case['title']:<30}")
        rows += bench.measure(case)
    show(" " * 50)

    path = options.json or os.path.join(options.build, "move-python.json")
    with open(path, "w") as file:
        json.dump({"rows": rows, "wrong": bench.wrong, "weft_is_wrong": bench.weft_is_wrong}, file)
    if options.silent:
        return 1 if bench.weft_is_wrong else 0
    outputs = [f"--{name}={value}" for name in ("csv", "svg") if (value := getattr(options, name))]
    return subprocess.run([bench_move, "--report", path, *outputs]).returncode


if __name__ == "__main__":
    sys.exit(main())
