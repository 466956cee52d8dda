# SPDX-License-Identifier: MIT
# The package is whole: every example in its documentation runs as printed, and every operator has
# a function, a page of help and a place in the stubs.
import doctest
import inspect
import pathlib

import numpy as np
import pytest

import weft
from weft import _native, drawing, int4, operators, sizes, slicing


def documented():
    """Everything with a docstring, once."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    for module in (weft, operators, sizes, slicing, int4, drawing):
        for test in finder.find(module, module.__name__, module=module):
            yield test
    for name in ("run", "compile", "layout", "TensorDesc", "CompiledOperator", "GraphBuilder",
                 "Expression", "CompiledGraph"):
        yield from finder.find(getattr(_native, name), name, globs={})


EXAMPLES = [test for test in documented() if test.examples]


@pytest.mark.parametrize("test", EXAMPLES, ids=lambda test: test.name)
def test_example(test):
    test.globs = {"np": np, "weft": weft}
    report = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert report == []


def test_there_are_examples():
    shown = {test.name.removeprefix("weft.operators.") for test in EXAMPLES}
    assert {"slice1", "join", "split", "top_k1", "gather", "run", "compile",
            "GraphBuilder", "Expression.reinterpret"} <= shown


@pytest.mark.parametrize("name", operators.__all__)
def test_every_function_is_complete(name):
    function = getattr(operators, name)
    assert name == "slice" or getattr(weft, name) is function  # weft.slice takes a key as well
    parameters = inspect.signature(function).parameters
    doc = inspect.getdoc(function)
    assert [p for p in parameters if f"{p}:" not in doc] == []
    assert ("Not implemented yet" in doc) != _native.is_implemented(name.upper())
    stubs = pathlib.Path(operators.__file__).with_suffix(".pyi").read_text()
    assert f"def {name}(" in stubs


@pytest.mark.parametrize("name", ["TensorDesc", "CompiledOperator", "GraphBuilder", "Expression",
                                  "CompiledGraph", "OnnxTensorInfo", "OnnxOperatorCount",
                                  "OnnxModelInfo", "OnnxSession"])
def test_native_classes_have_stubs_and_help(name):
    cls = getattr(_native, name)
    stubs = pathlib.Path(operators.__file__).with_name("_native.pyi").read_text()
    body = stubs.split(f"class {name}:")[1].split("\nclass ")[0]
    members = [member for member in vars(cls) if not member.startswith("_")]
    assert members and [member for member in members if f"def {member}(" not in body] == []
    assert [member for member in members if not inspect.getdoc(getattr(cls, member))] == []
