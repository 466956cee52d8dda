#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Products, convolutions, recurrences and their like: Weft beside oneDNN called by hand with its best
layout, OpenBLAS and PyTorch, in one process, taking turns. Every result is compared first.

A case names the work once (dense_cases.py); libbench_dense.so does it with oneDNN and OpenBLAS.
"""
import argparse
import collections
import ctypes
import importlib
import json
import os
import statistics
import sys
import time

# OpenBLAS has threads of its own, which poll for 30 ms or more after their last product and take a
# core from whoever's turn is next. Within a turn products follow each other at once: this is enough.
os.environ["OPENBLAS_THREAD_TIMEOUT"] = "20"  # 2^20 cycles

import numpy as np
import torch

import dense_cases

TOLERANCE = 2e-3  # of the largest element: long float32 sums in different orders
PLACEMENTS = 3  # of all arrays: how they meet in caches depends on addresses, and differs by much
REST_SECONDS = 20e-3  # longer than a waiting OpenMP or OpenBLAS thread goes on polling


class NativePeers:
    """oneDNN and OpenBLAS."""

    def __init__(self, build):
        self.library = ctypes.CDLL(os.path.join(build, "bench", "libbench_dense.so"))
        self.library.dense_prepare.restype = ctypes.c_void_p
        self.library.dense_prepare.argtypes = [ctypes.c_char_p, ctypes.c_char_p,
                                               ctypes.POINTER(ctypes.c_void_p)]
        self.library.dense_run.argtypes = [ctypes.c_void_p]
        self.library.dense_threads.argtypes = [ctypes.c_int]
        self.arrays = []

    def job(self, peer, work, arrays):
        """A call, or None where the library has no such primitive."""
        pointers = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))
        handle = self.library.dense_prepare(peer.encode(), json.dumps(work).encode(), pointers)
        if not handle:
            return None
        self.arrays.append(arrays)  # jobs keep addresses
        return lambda: self.library.dense_run(handle)


def seconds(call, repetitions):
    begin = time.perf_counter()
    for _ in range(repetitions):
        call()
    return (time.perf_counter() - begin) / repetitions


def rested_seconds(call, repetitions):
    """A sample that no thread of the turn before disturbs; its first calls wake threads and caches."""
    time.sleep(REST_SECONDS)
    seconds(call, 1 + repetitions // 4)
    return seconds(call, repetitions)


def agrees(got, want):
    return np.abs(got - want).max() <= TOLERANCE * max(np.abs(want).max(), 1e-3)


def measure(case, jobs, options):
    """The samples of each peer, and the names of those whose result differs from PyTorch's."""
    want = np.array(case.expected())
    wrong, running = [], []
    for peer, call, result in jobs:
        for array in case.outputs:
            array.fill(np.nan if array.dtype == np.float32 else -1)
        call()
        if not agrees(result(), want):
            wrong.append(peer)
        once = max(rested_seconds(call, 1), 1e-7)
        running.append((peer, call, max(1, int(options.sample_seconds / once))))
    samples = {peer: [] for peer, _, _ in running}
    for turn in range(options.rounds // PLACEMENTS):
        for i in range(len(running)):
            peer, call, repetitions = running[(i + turn) % len(running)]
            samples[peer].append(rested_seconds(call, repetitions))
    return samples, wrong


def ratios_to_weft(samples):
    """Of samples of the same round each: what slows the machine down for a while slows both."""
    return {peer: statistics.median(theirs / mine for theirs, mine in zip(values, samples["Weft"]))
            for peer, values in samples.items() if peer != "Weft"}


def report(case, samples):
    """A line, the ratio to whoever is fastest, and what Weft is too slow for."""
    ours = statistics.median(samples["Weft"])
    ratios = ratios_to_weft(samples)
    best = min(ratios, key=ratios.get)
    speed = f"{case.flops / ours / 1e9:8.1f}" if case.flops else " " * 8
    others = "  ".join(f"{peer} {ratio:.2f}" for peer, ratio in ratios.items())
    short = min(samples[best]) / min(samples["Weft"])
    print(f"{case.title:<44} {ours * 1e6:>10.1f} {speed}  {ratios[best]:5.2f} ({short:.2f}) "
          f"{best:<9} {others}", flush=True)
    return ratios[best], [f"{ratio:.2f} of {case.floor_for(peer)} against {peer}: {case.title}"
                          for peer, ratio in ratios.items() if ratio < case.floor_for(peer)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="where libbench_dense.so was built")
    parser.add_argument("--cases", default="", help="parts of titles: gemm,conv 3x3,...")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=42)
    parser.add_argument("--quick", action="store_true", help="3 short rounds")
    options = parser.parse_args()
    options.sample_seconds = 1e-3 if options.quick else 10e-3
    options.rounds = PLACEMENTS if options.quick else options.rounds
    sys.path.insert(0, os.path.join(options.build, "python"))
    weft = importlib.import_module("weft")
    weft.set_thread_count(options.threads)
    torch.set_num_threads(options.threads)
    native = NativePeers(options.build)
    native.library.dense_threads(options.threads)

    wanted = [part for part in options.cases.split(",") if part]
    print(f"{options.threads} threads; above 1 Weft is faster (median of the rounds' ratios; shortest)\n"
          f"{'case':<44} {'Weft us':>10} {'GFLOP/s':>8}  vs best library")
    ratios, slow, wrong_cases = [], [], []
    with torch.no_grad():
        for placed in zip(*(dense_cases.all_cases() for _ in range(PLACEMENTS))):
            if wanted and not any(part in placed[0].title for part in wanted):
                continue
            samples = collections.defaultdict(list)
            for case in placed:
                jobs = [job for job in case.jobs(weft, native) if job[1] is not None]
                some, wrong = measure(case, jobs, options)
                wrong_cases += [f"{peer}: {case.title}" for peer in wrong]
                for peer, values in some.items():
                    samples[peer] += values
            ratio, too_slow = report(placed[0], samples)
            ratios.append(ratio)
            slow += too_slow
    print(f"\ngeometric mean {np.exp(np.mean(np.log(ratios))):.2f} over {len(ratios)} cases")
    print("\n".join(["below what is wanted:", *slow]) if slow else "none below what is wanted")
    for line in wrong_cases:
        print(f"wrong result: {line}")
    return 1 if any(line.startswith("Weft") for line in wrong_cases) else 0


if __name__ == "__main__":
    sys.exit(main())
