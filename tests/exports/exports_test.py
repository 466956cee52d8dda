# SPDX-License-Identifier: MIT
# Whatever programs can call lets no exception out: every exported function and every method in a
# vtable of the built libraries has a handler, or calls nothing that throws. Read from the machine
# code, so that a new function without a handler fails here.
import functools
import os
import pathlib
import re
import subprocess

import pytest

BUILD = pathlib.Path(os.environ["WEFT_BUILD"])

# What cannot throw, although it has no handler. Methods that are called through a vtable are looked
# at in their own right; a mutex that is there can be locked.
HARMLESS = re.compile(
    r"\*$|mem\w+@plt|operator delete|pthread_\w+@plt|_Unwind_Resume|free@plt|getenv@plt|strtol@plt|"
    r"ldexp@plt|strlen@plt|wcslen@plt|abort@plt|fcntl\w*@plt|\w*scanf@plt|\w*printf@plt|open\w*@plt|sched_\w+@plt|stat\w*@plt|__cxa_thread_atexit@plt|close@plt|poll@plt|write@plt|read@plt|"
    r"clock_gettime@plt|__cxa_guard_\w+|__cxa_atexit|__stack_chk_fail|__tls_get_addr|"
    r"__\w+[dt]i\d@plt|std::_Rb_tree_(in|de)crement|std::_Rb_tree_rebalance_for_erase|std::__throw_system_error|std::terminate|std::condition_variable::|"
    r"std::thread::(detach|join)|hwy::SupportedTargets|"
    # Their names are in weft/graph_builder.h as those that throw, for functions that have a handler.
    r"weft::GraphBuilder::Add(One|All)\(")
# Exported with the class they belong to, but no header of include/ tells what they are.
INTERNAL = re.compile(r"weft::(CompiledOperator|CompiledGraph|onnx::Session|WeightStore)::State|"
                      r"weft::Expression::IsWritten\(|weft::GraphBuilder::Add(One|All)\(")


# How GCC names parts of a function, such as its handlers.
PART = re.compile(r"( \[clone \.[\w.]+\])+$|\.cold$")


class Library:
    def __init__(self, path):
        self.path = path
        self.calls, self.parts, self.at = {}, {}, {}
        name = None
        for line in self.run("objdump", "-dC", "--no-show-raw-insn"):
            if found := re.match(r"([0-9a-f]+) <(.*)>:$", line):
                name = found[2].removesuffix("@@Base")
                whole = PART.sub("", name)
                self.at[int(found[1], 16)] = whole
                self.calls.setdefault(whole, set())
                name = whole
            elif name and (found := re.search(r"\b(?:call|j\w+)\s+[0-9a-f]+ <(.*?)(?:\+0x[0-9a-f]+)?>$",
                                              line)):
                self.calls[name].add(PART.sub("", found[1]))
            elif name and re.search(r"\bcall\s+\*", line):
                self.calls[name].add("*")

    def run(self, tool, *arguments):
        finished = subprocess.run([tool, *arguments, self.path], capture_output=True, text=True,
                                  check=True)
        return finished.stdout.splitlines()

    @functools.cache
    def why_not(self, name):
        """What the function may throw by, or nothing."""
        calls = self.calls.get(name.removesuffix("@plt"))
        if calls is None:
            return name
        if any("__cxa_begin_catch" in call or "Caught" in call for call in calls):
            return None
        for call in sorted(calls):
            if call == name or HARMLESS.match(call):
                continue
            if call.removesuffix("@plt") not in self.calls:
                return call
            if self.depth > 30:
                continue
            self.depth += 1
            why = self.why_not(call.removesuffix("@plt"))
            self.depth -= 1
            if why:
                return f"{call} → {why}"
        return None

    depth = 0

    def exported(self):
        return [self.at[int(found[1], 16)] for line in self.run("nm", "-DC", "--defined-only")
                if (found := re.match(r"([0-9a-f]+) T ", line)) and int(found[1], 16) in self.at]

    def methods(self):
        """The functions that vtables of Weft's classes point to."""
        tables = [(int(found[1], 16), int(found[2], 16))
                  for line in self.run("nm", "-CS", "--defined-only")
                  if (found := re.match(r"([0-9a-f]+) ([0-9a-f]+) \w vtable for weft::", line))]
        targets = {}
        for line in self.run("readelf", "-rW"):
            if found := re.match(r"([0-9a-f]+)\s+\S+\s+R_\w+_(?:RELATIVE|64)\s+([0-9a-f]+)", line):
                targets[int(found[1], 16)] = int(found[2], 16)
        return sorted({self.at[targets[slot]] for begin, size in tables
                       for slot in range(begin, begin + size, 8) if targets.get(slot) in self.at})


def library(name):
    path = BUILD / "src" / name
    if not path.exists():
        pytest.fail(f"{path} was not built")
    return Library(path)


def check(library, names):
    found = {name: library.why_not(name) for name in names if not INTERNAL.match(name)}
    assert not (open_ := {name: why for name, why in found.items() if why}), \
        "no handler in\n" + "\n".join(f"{name}: {why}" for name, why in open_.items())


def test_exported_functions():
    weft = library("libweft.so")
    names = weft.exported()
    assert len(names) > 200 and any(name.startswith("weft::Compile(") for name in names)
    check(weft, [name for name in names if name.startswith("weft::")])


def test_methods_and_entry_points():
    directml = library("libdirectml.so")
    methods, names = directml.methods(), directml.exported()
    assert len(methods) > 200 and "DMLCreateDevice1" in names
    # A dispatch runs on a queue's thread, which has a handler.
    check(directml, [name for name in methods if "Dispatch::Run(" not in name])
    check(directml, [name for name in names if not name.startswith("_")])
