# SPDX-License-Identifier: MIT
# Every implemented operator as a node of a graph: its function on expressions, against the
# documentation's examples and against NumPy on random inputs in any layout. Every second tensor is
# an array, which the graph takes as a constant.
import hypothesis
import numpy as np
import pytest

import weft
from answers import ROWS
from calls import call, each, flat
from cases import Case
from doc_examples_test import OTHER_SIZES, check, listed
from operators import implemented
from operators_test import as_tuple, compare, placed_cases, values


def through_graph(name, inputs, fields):
    """The operator's results, computed by a graph of it alone."""
    graph, given, seen = weft.GraphBuilder(), [], 0

    def tensor(x):
        nonlocal seen
        seen += 1
        if seen % 2 == 0:
            return x
        given.append(x)
        return graph.input(weft.TensorDesc.of(x))

    made = call(name, each(inputs, tensor), fields)
    wanted = [one for one in as_tuple(made) if one is not None]
    results = iter(as_tuple(graph.compile(wanted)(*given)))
    found = tuple(None if one is None else next(results) for one in as_tuple(made))
    assert [one.sizes for one in wanted] == [one.shape for one in found if one is not None]
    return found


def has_tensors(inputs):
    """Without one, a function gives an array, which a graph takes as a constant."""
    return any(x is not None for x in flat(inputs))


@pytest.mark.parametrize("example", [one for one in listed(sorted(set(implemented()) - OTHER_SIZES))
                                     if has_tensors(one.values[0].inputs)])
def test_documentation(example):
    skip = {"skip": example.skip} if example.skip else {}
    results = through_graph(example.operator, example.inputs, example.fields | skip)
    check(tuple(results), example)


@pytest.mark.parametrize("name", [name for name in implemented() if name in ROWS])
def test_against_numpy(name):
    row = ROWS[name]

    @hypothesis.settings(max_examples=max(4, hypothesis.settings().max_examples // 5))
    @hypothesis.given(placed_cases(row))
    def check_case(drawn):
        case, placed, _ = drawn
        case = Case(each(placed, values), case.fields)
        if not has_tensors(case.inputs):
            return
        with np.errstate(all="ignore"):
            wants = as_tuple(row.answer(*case.inputs, **case.fields))
        results = through_graph(name, each(placed, lambda x: x.array), case.fields)
        assert len(results) == len(wants)
        for result, want in zip(results, wants):
            compare(row, case, result, want)

    check_case()
