# SPDX-License-Identifier: MIT
# Every implemented operator against NumPy, with random types, sizes, fields and layouts: the result,
# the bytes around the result's elements, and the inputs, which nobody may write.
import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest

import weft
from answers import ROWS, WITHOUT_ANSWER
from calls import call, each, flat
from cases import Case, Source
from compare import type_of
from layouts import place_input, place_output
from operators import implemented, operators


def test_every_implemented_operator_has_a_row_or_a_reason():
    assert set(implemented()) - set(ROWS) - set(WITHOUT_ANSWER) == set()
    assert set(ROWS) <= set(operators()), "rows of operators that do not exist"
    assert not set(ROWS) & set(WITHOUT_ANSWER)


@st.composite
def placed_cases(draw, row):
    """A case, its inputs somewhere in memory, and the generator of layouts."""
    source = Source(draw, row.name)
    case, plain = row.case(source), draw(st.booleans())
    place = lambda x: None if x is None else place_input(source.rng, x, plain)
    placed = [[place(x) for x in entry] if isinstance(entry, list) else place(entry)
              for entry in case.inputs]
    return case, placed, lambda like: place_output(source.rng, like.dtype, like.shape, plain)


def values(placed):
    array = placed.array
    return np.array(array, array.dtype.newbyteorder("="))


def compare(row, case, got, want):
    assert got.dtype == type_of(row.tolerance, case, want) and got.shape == want.shape
    with np.errstate(all="ignore"):
        difference = row.tolerance.difference(got, want, case)
    assert not difference, difference


def as_tuple(results):
    return results if isinstance(results, tuple) else (results,)


@pytest.mark.parametrize("name", [name for name in implemented() if name in ROWS])
def test_against_numpy(name):
    row = ROWS[name]

    @hypothesis.given(placed_cases(row))
    def check(drawn):
        case, placed, place = drawn
        case = Case(each(placed, values), case.fields)  # a stride of 0 repeats an element
        with np.errstate(all="ignore"):
            wants = as_tuple(row.answer(*case.inputs, **case.fields))
        arrays = each(placed, lambda x: x.array)

        results = call(name, arrays, case.fields)
        is_tuple = isinstance(results, tuple)
        results = as_tuple(results)
        assert len(results) == len(wants)
        for result, want in zip(results, wants):
            compare(row, case, result, want)
            assert result.flags.c_contiguous and result.flags.writeable

        outs = [place(result) for result in results]
        given = tuple(out.array for out in outs)
        returned = as_tuple(call(name, arrays, case.fields, given if is_tuple else given[0]))
        assert list(map(id, returned)) == list(map(id, given)), "out= is what comes back"
        for out, want in zip(outs, wants):
            compare(row, case, out.array, want)
            assert out.gaps_untouched(), "bytes that are no element of the output were written"
        for x in flat(placed):
            assert x is None or x.untouched(), "an input was written"

    check()
