#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole networks: a compiled Weft graph beside the same graph run operator by operator as described,
and beside PyTorch, in one process, taking turns. Every result is compared first.
"""
import argparse
import importlib
import os
import statistics
import sys

import dense  # sets the environment before NumPy and PyTorch are there

import numpy as np
import torch

TOLERANCE = 1e-3  # of the largest element


def torch_call(networks, network, array, channels_last):
    net = networks.Torch(channels_last)
    x = torch.from_numpy(array)
    if channels_last:
        x = x.contiguous(memory_format=torch.channels_last)

    def call():
        net.begin()
        return network(net, x)

    return call


def weft_call(networks, network, array, **options):
    net = networks.Weft()
    compiled = net.compile(network(net, net.graph.input("float32", array.shape)), **options)
    out = compiled(array)
    return compiled, lambda: compiled(array, out=out)


def agrees(got, want):
    return np.abs(got.reshape(-1) - want.reshape(-1)).max() <= TOLERANCE * np.abs(want).max()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="where the Python package was built")
    parser.add_argument("--cases", default="", help="parts of titles: ResNet,chain,...")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--quick", action="store_true", help="3 rounds")
    parser.add_argument("--profile", action="store_true", help="the slowest steps instead")
    options = parser.parse_args()
    sys.path.insert(0, os.path.join(options.build, "python"))
    weft = importlib.import_module("weft")
    networks = importlib.import_module("networks")
    weft.set_thread_count(options.threads)
    torch.set_num_threads(options.threads)
    wanted = [part for part in options.cases.split(",") if part]
    print(f"{options.threads} threads; above 1 the compiled graph is faster "
          f"(median of the rounds' ratios; shortest)\n"
          f"{'network':<44} {'Weft ms':>9} {'unfused':>14} {'PyTorch':>14} {'its NHWC':>14} "
          f"{'memory':>7}")
    slow, wrong, ratios = [], [], []
    with torch.no_grad():
        for title, network, sizes in networks.CASES:
            if wanted and not any(part in title for part in wanted):
                continue
            array = np.random.default_rng(1).standard_normal(sizes, np.float32)
            fused, call = weft_call(networks, network, array)
            if options.profile:
                print(title)
                for step, seconds in sorted(fused.profile(array), key=lambda one: -one[1])[:25]:
                    print(f"  {seconds * 1e6:9.0f} us  {step}")
                continue
            calls = {"Weft": call,
                     "unfused": weft_call(networks, network, array, as_described=True)[1],
                     "PyTorch": torch_call(networks, network, array, False),
                     "NHWC": torch_call(networks, network, array, True)}
            want = calls["PyTorch"]().numpy()
            wrong += [f"{peer}: {title}" for peer in calls if not agrees(np.asarray(calls[peer]()), want)]
            samples = {peer: [] for peer in calls}
            for turn in range(3 if options.quick else options.rounds):
                order = list(calls)
                for peer in order[turn % 4:] + order[:turn % 4]:
                    samples[peer].append(dense.rested_seconds(calls[peer], 2))
            ratio = dense.ratios_to_weft(samples)
            text = "".join(f" {value:6.2f} ({min(samples[peer]) / min(samples['Weft']):.2f})"
                           for peer, value in ratio.items())
            memory = fused.temporary_bytes / max(fused.least_temporary_bytes, 1)
            ours = statistics.median(samples["Weft"])
            print(f"{title:<44} {ours * 1e3:9.2f}{text} {memory:7.2f}", flush=True)
            best = min(ratio["PyTorch"], ratio["NHWC"])
            ratios.append(best)
            least = 1.5 if network is networks.chain else 1.0
            if ratio["unfused"] < least:
                slow.append(f"{ratio['unfused']:.2f} of {least} against unfused: {title}")
            if best < 0.95:
                slow.append(f"{best:.2f} of 0.95 against PyTorch: {title}")
    if ratios:
        print(f"\ngeometric mean against PyTorch's better layout "
              f"{np.exp(np.mean(np.log(ratios))):.2f}")
        print("\n".join(["below what is wanted:", *slow]) if slow else "none below what is wanted")
    for line in wrong:
        print(f"wrong result: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
