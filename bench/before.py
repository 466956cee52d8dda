#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""This tree beside an earlier one: the cases of dense.py, graph.py and `bench_move --elementwise`, each
in a process of its own for either build, taking turns. Both do the same calls on the same numbers.
"""
import argparse
import importlib
import itertools
import json
import os
import subprocess
import sys

import dense  # sets the environment before NumPy and PyTorch are there

import numpy as np

LEAST_ROW, LEAST_MEAN = 0.95, 0.98  # of the speed before


def elementwise_cases(weft, bench_move):
    peers = importlib.import_module("elementwise_peers")
    listed = subprocess.run([bench_move, "--list-cases", "--elementwise"], check=True,
                            stdout=subprocess.PIPE)
    random = np.random.default_rng(1)
    for case in json.loads(listed.stdout):
        def call(case=case):
            source = random.standard_normal(case["input_extent"], np.float32)
            target = np.zeros(case["output_extent"] * 4, np.uint8).view(
                np.uint8 if case["output_type"] == "u8" else
                np.float16 if case["output_type"] == "f16" else np.float32)
            flags = random.integers(0, 2, 4 * case.get("index_count", 0), np.uint8)
            if "operator" in case:
                return peers.weft_call(weft, case, source, target, flags.view(np.uint32))
            move = importlib.import_module("move")
            move.weft = weft
            return move.weft_job(case, source.view(np.uint8), target.view(np.uint8)).call

        yield case["title"], call


def dense_calls(weft):
    class NoPeers:
        def job(self, *_):
            return None

    all_cases = importlib.import_module("dense_cases").all_cases
    for placed in zip(*(all_cases() for _ in range(dense.PLACEMENTS))):
        cases = itertools.cycle(placed)
        yield placed[0].title, lambda cases=cases: next(
            call for peer, call, _ in next(cases).jobs(weft, NoPeers()) if peer == "Weft")


def graph_calls():
    graph, networks = importlib.import_module("graph"), importlib.import_module("networks")
    for title, network, sizes in networks.CASES:
        def call(network=network, sizes=sizes):
            array = np.random.default_rng(1).standard_normal(sizes, np.float32)
            return graph.weft_call(networks, network, array)[1]

        yield title, call


def serve(build, bench_move, threads):
    """Answers "place TITLE" with the time of a call, and "run N" with that of N."""
    sys.path.insert(0, os.path.join(build, "python"))
    weft = importlib.import_module("weft")
    weft.set_thread_count(threads)
    calls = dict((*dense_calls(weft), *graph_calls(), *elementwise_cases(weft, bench_move)))
    print(json.dumps(list(calls)), flush=True)
    call = None
    for line in sys.stdin:
        verb, argument = line.rstrip("\n").split(" ", 1)
        if verb == "place":
            call = calls[argument]()
            call()
        print(dense.rested_seconds(call, int(argument) if verb == "run" else 1), flush=True)


class Build:
    def __init__(self, folder, bench_move, threads):
        self.process = subprocess.Popen(
            [sys.executable, "-B", __file__, "--serve", folder, "--bench-move", bench_move,
             "--threads", str(threads)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.titles = json.loads(self.process.stdout.readline())

    def ask(self, verb, argument):
        print(verb, argument, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure(builds, title, options):
    """Samples of either build, in the order of the rounds."""
    samples = [[], []]
    for _ in range(dense.PLACEMENTS):
        once = max(build.ask("place", title) for build in builds)
        repetitions = max(1, int(options.sample_seconds / max(once, 1e-7)))
        for turn in range(options.rounds // dense.PLACEMENTS):
            for i in (0, 1) if turn % 2 == 0 else (1, 0):
                samples[i].append(builds[i].ask("run", repetitions))
    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", help="where this tree was built")
    parser.add_argument("--before", help="where the earlier one was")
    parser.add_argument("--cases", default="", help="parts of titles: gemm,conv 3x3,...")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--bench-move", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve(options.serve, options.bench_move, options.threads)
    options.sample_seconds = 10e-3
    bench_move = os.path.join(options.build, "bench", "bench_move")
    builds = [Build(folder, bench_move, options.threads)
              for folder in (options.build, options.before)]
    wanted = [part for part in options.cases.split(",") if part]
    print(f"{options.threads} threads; above 1 this tree is faster than the one before\n"
          f"{'case':<44} {'us':>10} {'median':>7} {'shortest':>8}")
    medians, slow = [], []
    for title in builds[0].titles:
        if wanted and not any(part in title for part in wanted):
            continue
        now, before = measure(builds, title, options)
        ratio = float(np.median(np.array(before) / np.array(now)))
        shortest = min(before) / min(now)
        print(f"{title:<44} {np.median(now) * 1e6:>10.1f} {ratio:7.2f} {shortest:8.2f}", flush=True)
        medians.append(ratio)
        if max(ratio, shortest) < LEAST_ROW:
            slow.append(f"{ratio:.2f} ({shortest:.2f}) of {LEAST_ROW}: {title}")
    for build in builds:
        build.close()
    mean = np.exp(np.mean(np.log(medians)))
    print(f"\ngeometric mean {mean:.3f} over {len(medians)} cases")
    if mean < LEAST_MEAN:
        slow.append(f"{mean:.3f} of {LEAST_MEAN}: the geometric mean")
    print("\n".join(["below what is wanted:", *slow]) if slow else "none below what is wanted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
