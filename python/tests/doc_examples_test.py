# SPDX-License-Identifier: MIT
# The documentation's examples: through the NumPy answers, which shows that those are right, through
# each operator's function, and through weft.run with DirectML's own description.
import numpy as np
import pytest

import weft
from answers import ROWS
from calls import accepted, call, flat
from documentation import examples
from operators import implemented

# The sizes of its page have ones in front, and fewer coordinates: a choice that only weft.run has.
OTHER_SIZES = {"NONZERO_COORDINATES"}


def listed(names):
    return [pytest.param(example, id=f"{example.operator}-{number}")
            for number, example in enumerate(examples(names))]


def check(results, example):
    results = results if isinstance(results, tuple) else (results,)
    for got, want in zip(results, example.outputs):
        if want is not None:
            assert got.shape == want.shape
            known = ~np.ma.getmaskarray(want)
            np.testing.assert_allclose(got[known], np.ma.getdata(want)[known], rtol=2e-4,
                                       atol=example.tolerance)


@pytest.mark.parametrize("example", listed(sorted(set(ROWS) - OTHER_SIZES)))
def test_answer(example):
    answer = ROWS[example.operator].answer
    check(answer(*example.inputs, **accepted(answer, example.fields)), example)


@pytest.mark.parametrize("example", listed(sorted(set(implemented()) - OTHER_SIZES)))
def test_function(example):
    skip = {"skip": example.skip} if example.skip else {}
    check(call(example.operator, example.inputs, example.fields | skip), example)


@pytest.mark.parametrize("example", listed(implemented()))
def test_run(example):
    outputs = [None if want is None else np.zeros(want.shape, want.dtype)
               for want in example.outputs]
    weft.run(example.operator, example.desc, flat(example.inputs), outputs)
    check(tuple(outputs), example)
