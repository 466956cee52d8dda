#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether this tree's results have the same bits as an earlier one's: the samples of every operator,
random_cases.py, the cases of the benchmarks (dense_cases.py, networks.py, bench_move), .onnx models. Each build
computes all of them in a process of its own, from the same numbers.

A line for each operator has a hash of all its results before and now; where they differ, the cases
that do follow, with the largest relative difference of an element, the largest difference relative
to the largest element, and the operators and candidates that only one of both plans. The exit code is
then 1.

Which of two NaNs a sum gives is not defined (docs/numerics.md), so any NaN equals another, but not
where an operator only moves elements.
"""
import argparse
import collections
import dataclasses
import hashlib
import importlib
import json
import os
import pickle
import subprocess
import sys
import tempfile

import numpy as np

MOST_LISTED = 4  # cases of an operator that differ
MOVEMENT = "Data movement"


# What is computed. A suite gives (operator, case, family, call) with call() -> arrays.

def numbers_in(value):
    """JSON has no infinities and NaN: they are written as text."""
    if isinstance(value, dict):
        return {key: numbers_in(member) for key, member in value.items()}
    if isinstance(value, list):
        return [numbers_in(member) for member in value]
    return float(value) if value in ("inf", "-inf", "nan", "-nan") else value


def described(weft, value):
    """A description as the Python package takes it; TensorDesc allows what its dicts do not."""
    if isinstance(value, list):
        return [described(weft, member) for member in value]
    if not isinstance(value, dict):
        return value
    if "Sizes" in value and "DataType" in value:
        return weft.TensorDesc(value["DataType"], value["Sizes"], value.get("Strides"),
                               offset=value.get("Offset", 0),
                               total_bytes=value.get("TotalTensorSizeInBytes", 0),
                               alignment=value.get("GuaranteedBaseOffsetAlignment", 0),
                               owned_by_dml="Flags" in value)
    if set(value) == {"type", "desc"}:
        return {"Type": value["type"], "Desc": described(weft, value["desc"])}
    return {key: described(weft, member) for key, member in value.items()}


def bound(weft, tensor, data):
    """Bytes as what may be bound for `tensor`: an array where it is a row itself, else a buffer."""
    memory = np.empty(len(data), np.uint8)
    memory[:] = np.frombuffer(data, np.uint8)
    if len(tensor.sizes) != 1 or not tensor.is_packed:
        return memory
    if tensor.dtype is None:
        return weft.Int4Array(memory, tensor.sizes, tensor.data_type.name == "INT4")
    return memory.view(tensor.dtype)[:: tensor.strides[0] or 1]


def samples(weft, options):
    with open(options.samples, "rb") as file:
        while line := file.readline():
            record = numbers_in(json.loads(line))
            data = [None if count < 0 else file.read(count) for count in record["bytes"]]
            kind, desc = record["operator"]["type"], described(weft, record["operator"]["desc"])

            def call(kind=kind, desc=desc, data=data):
                # Present inputs come first in a description, then outputs.
                tensors = [tensor for value in desc.values()
                           for tensor in (value if isinstance(value, list) else [value])
                           if isinstance(tensor, weft.TensorDesc)]
                given = iter(tensors)
                values = [None if part is None else bound(weft, next(given), part)
                          for part in data]
                # The package makes no outputs of 4 bits with gaps.
                made = [np.zeros(tensor.required_bytes, np.uint8) for tensor in given
                        if tensor.dtype is None and not tensor.is_packed]
                return weft.run(kind, desc, values, made or None)

            yield kind, record["title"], record["family"], call


def dense(weft, options):
    class NoPeers:
        def job(self, *_):
            return None

    cases = importlib.import_module("dense_cases")
    cases.torch.manual_seed(1)  # it makes the weights of a recurrence
    for case in cases.all_cases():
        def call(case=case):
            [(_, compute, result)] = [job for job in case.jobs(weft, NoPeers()) if job[0] == "Weft"]
            compute()
            return result()

        yield "bench: " + case.title.split(",")[0].split(" ")[0], case.title, "", call


def random(weft, options):
    cases = importlib.import_module("random_cases")
    for make, count in cases.CASES.items():
        for i in range(count):
            name = f"{make.__name__} {i}"
            yield (f"random: {make.__name__}", name, "",
                   lambda make=make, name=name: make(weft, cases.Draw(name)))


def networks(weft, options):
    cases = importlib.import_module("networks")
    for title, network, sizes in cases.CASES:
        for as_described in (False, True):
            def call(network=network, sizes=sizes, as_described=as_described):
                net = cases.Weft()
                array = np.random.default_rng(1).standard_normal(sizes, np.float32)
                output = network(net, net.graph.input("float32", sizes))
                return net.compile(output, as_described=as_described)(array)

            yield ("bench: networks", title + ", as described" * as_described, "", call)


def moves(weft, options):
    peers = {name: importlib.import_module(f"{name}_peers") for name in ("operator", "elementwise")}
    move = importlib.import_module("move")
    move.weft = weft
    program = os.path.join(options.build, "bench", "bench_move")
    for which, selection in (("operator", ["--sizes=16K,1M"]), ("elementwise", ["--elementwise"])):
        listed = subprocess.run([program, "--list-cases", *selection], check=True,
                                stdout=subprocess.PIPE)
        for case in json.loads(listed.stdout):
            def call(case=case, which=which):
                random = np.random.default_rng(1)
                types = move.NUMPY_TYPES
                source = random.standard_normal(case["input_extent"], np.float32)
                source = (source * 50).astype(types[case["input_type"]])
                target = np.zeros(case["output_extent"] * 4, np.uint8)
                target = target.view(types[case["output_type"]])
                if "operator" not in case:
                    move.weft_job(case, source.view(np.uint8), target.view(np.uint8)).call()
                    return target
                desc = case["operator"]["desc"]
                limit = desc["InputTensor"]["Sizes"][desc["Axis"]] if "IndicesTensor" in desc else 2
                indices = random.integers(0, limit, case.get("index_count", 0), np.uint32)
                if which == "elementwise":
                    indices = random.integers(0, 2, 4 * len(indices), np.uint8).view(np.uint32)
                peers[which].weft_call(weft, case, source, target, indices)()
                return target

            title = f"{case['title']}, {case['type']}, {case['output_bytes']} bytes"
            yield f"bench: {which}", title, MOVEMENT if which == "operator" else "", call


def models(weft, options):
    if not options.models:
        return
    importlib.import_module("weft.onnx")
    for model in importlib.import_module("onnx_models").models_below(options.models):
        for as_described in (False, True):
            def call(model=model, as_described=as_described):
                return weft.onnx.load(model.path, as_described=as_described)(*model.inputs)

            yield f"model: {model.name}", model.name + ", as described" * as_described, "", call


SUITES = {suite.__name__: suite for suite in (samples, random, dense, networks, moves, models)}


# Either side.

@dataclasses.dataclass
class Answer:
    operator: str
    case: str
    family: str
    outputs: list  # of arrays, None where an optional one is absent
    error: str = ""
    plan: str = ""


def arrays_of(results):
    """What a call returns, as a list of arrays whose elements lie in their order."""
    if not isinstance(results, (tuple, list)):
        results = [results]
    return [part if part is None else np.ascontiguousarray(getattr(part, "packed", part))
            for part in results]


def answers(weft, options, plans):
    for suite in options.suites:
        for operator, case, family, call in SUITES[suite](weft, options):
            if options.cases and not any(part in f"{operator} {case}" for part in options.cases):
                continue
            answer = Answer(operator, case, family, [])
            begin = plans.seek(0, os.SEEK_END)
            try:
                answer.outputs = arrays_of(call())
            except weft.Error as error:
                answer.error = str(error)
            plans.seek(begin)
            answer.plan = plans.read()
            yield answer


def serve(options):
    """Every answer, pickled, on stdout."""
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stderr = os.fdopen(os.dup(2), "w")
    with tempfile.TemporaryFile("w+") as plans:
        os.dup2(plans.fileno(), 2)  # where the library traces
        sys.path.insert(0, os.path.join(options.folder, "python"))
        weft = importlib.import_module("weft")
        weft.set_thread_count(options.threads)
        for answer in answers(weft, options, plans):
            pickle.dump(answer, results, pickle.HIGHEST_PROTOCOL)
        pickle.dump(None, results)
        results.flush()


# Both sides.

def comparable(array, family):
    """The bits, of one NaN for all where it is not defined which one comes out."""
    if array.dtype.kind != "f" or family == MOVEMENT:
        return array
    return np.where(np.isnan(array), array.dtype.type(np.nan), array)


def bits(array):
    return array.reshape(-1).view(f"u{array.dtype.itemsize}")


@dataclasses.dataclass
class Difference:
    text: str
    relative: float = np.inf  # to the element
    scaled: float = np.inf  # to the largest element

    def __str__(self):
        if not np.isfinite(self.relative):
            return self.text
        return f"{self.text} by up to {self.relative:.1e}, {self.scaled:.1e} of the largest"


def array_difference(before, now, family):
    """Nothing, or how two outputs differ."""
    if before is None or now is None:
        return None if before is now else Difference("an output is absent")
    if (before.dtype, before.shape) != (now.dtype, now.shape):
        return Difference(f"{before.dtype} {before.shape} became {now.dtype} {now.shape}")
    before, now = comparable(before, family), comparable(now, family)
    differs = bits(before) != bits(now)
    if not differs.any():
        return None
    text = f"{int(differs.sum())} of {differs.size}"
    wide = np.longdouble
    a, b = (array.reshape(-1)[differs].astype(wide) for array in (before, now))
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return Difference(f"{text}, infinities or NaN among them")
    gap, size = np.abs(a - b), np.maximum(np.abs(a), np.abs(b))
    all_sizes = np.abs(before.reshape(-1).astype(wide))
    largest = max(all_sizes[np.isfinite(all_sizes)].max(), size.max())
    relative = np.divide(gap, size, out=np.zeros_like(gap), where=size > 0)
    return Difference(text, float(relative.max()), float(gap.max() / max(largest, np.finfo(wide).tiny)))


def difference(before, now):
    """Of two answers: nothing where they are the same."""
    if before.error or now.error:
        if before.error == now.error:
            return None
        return Difference(f"error before: {before.error or 'none'}; now: {now.error or 'none'}")
    if len(before.outputs) != len(now.outputs):
        return Difference(f"{len(before.outputs)} outputs became {len(now.outputs)}")
    found = [array_difference(a, b, now.family) for a, b in zip(before.outputs, now.outputs)]
    return max((one for one in found if one), key=lambda one: one.scaled, default=None)


def steps_of(plan):
    """How often each operator is planned with each candidate, from "weft plan: {...}: candidate"."""
    return collections.Counter(
        f'{json.loads(line[line.index("{"):line.rindex("}") + 1])["type"]} '
        f'{line[line.rindex("}") + 1:].lstrip(": ")}'.rstrip()
        for line in plan.splitlines() if "{" in line)


class Operator:
    """All cases of one."""

    def __init__(self, name):
        self.name, self.cases, self.errors, self.different = name, 0, 0, []
        self.hashes = hashlib.sha256(), hashlib.sha256()

    def add(self, before, now):
        self.cases += 1
        self.errors += bool(now.error)
        for digest, answer in zip(self.hashes, (before, now)):
            digest.update(answer.error.encode())
            for array in answer.outputs:
                if array is not None:
                    digest.update(comparable(array, now.family).tobytes())
        found = difference(before, now)
        if found:
            self.different.append((found, before, now))

    def report(self):
        before, now = (digest.hexdigest()[:12] for digest in self.hashes)
        line = f"{self.name:<44} {self.cases:>5} cases  {before} {now}"
        line += f"  {self.errors} errors" if self.errors else ""
        if not self.different:
            return line
        lines = [f"{line}  {len(self.different)} DIFFER"]
        for found, old, new in sorted(self.different, key=lambda one: -one[0].scaled)[:MOST_LISTED]:
            lines.append(f"    {new.case}: {found}")
            steps = steps_of(old.plan), steps_of(new.plan)
            lines += [f"        only {when}: {count} {step}"
                      for when, own, others in (("before", *steps), ("now", *reversed(steps)))
                      for step, count in (own - others).most_common(MOST_LISTED)]
        return "\n".join(lines)


def child(options, folder):
    environment = {**os.environ, "WEFT_TRACE": "plan"}
    if options.isa:
        environment["WEFT_MAX_ISA"] = options.isa
    return subprocess.Popen([sys.executable, "-B", __file__, "--serve", folder, *sys.argv[1:]],
                            stdout=subprocess.PIPE, env=environment)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, help="where this tree was built")
    parser.add_argument("--before", required=True, help="where the earlier one was")
    parser.add_argument("--samples", help="what ops_tests wrote")
    parser.add_argument("--models", help="folders with model.onnx and input_<i>.npy")
    parser.add_argument("--suites", default=list(SUITES), type=lambda text: text.split(","),
                        help=",".join(SUITES))
    parser.add_argument("--cases", default=[], type=lambda text: text.split(","),
                        help="parts of titles: GEMM,conv 3x3,...")
    parser.add_argument("--isa", help="no better instruction set: AVX2")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--serve", dest="folder", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.folder:
        return serve(options)
    builds = [child(options, folder) for folder in (options.before, options.build)]
    operators = {}
    while True:
        before, now = (pickle.load(build.stdout) for build in builds)
        if before is None and now is None:
            break
        if before is None or now is None or before.case != now.case:
            raise RuntimeError(f"the cases are not the same: {before} and {now}")
        operators.setdefault(now.operator, Operator(now.operator)).add(before, now)
    for operator in operators.values():
        print(operator.report())
    different = [operator.name for operator in operators.values() if operator.different]
    print(f"\n{len(operators)} operators, {sum(operator.cases for operator in operators.values())} "
          f"cases; {len(different)} differ: {', '.join(different) or 'none'}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
