# SPDX-License-Identifier: MIT
# A second opinion: one operator's random cases, the same as against NumPy, once through Weft and
# once through a function of PyTorch tensors. PyTorch computes in float64.
import hypothesis
import hypothesis.strategies as st
import numpy as np
import torch

from answers import ROWS
from calls import call, each
from cases import Source
from compare import Bits

TYPES = {np.dtype(name): getattr(torch, name) for name in
         ["float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8"]}


@st.composite
def cases(draw, name, adapt, fused):
    """A case and the row of `fused` that follows it."""
    source = Source(draw, name)
    case = ROWS[name].case(source)
    return adapt(case, source) if adapt else case, source.one_of(fused)


def as_tuple(results):
    return results if isinstance(results, tuple) else (results,)


def compare(name, answer, adapt=None, counts=(), fused=(None,)):
    """`adapt(case, source)` makes a case one that PyTorch knows. `counts` are the inputs that hold
    small whole numbers of types it has not: they come as int64. `fused` are activations, each with
    its fields and function; one is applied to the first result."""
    # Elements that are only moved keep their bits.
    is_moved = isinstance(ROWS[name].tolerance, Bits)

    def tensor(x):
        hypothesis.assume(x.dtype in TYPES)
        whole = torch.from_numpy(x)
        return whole.double() if whole.is_floating_point() and not is_moved else whole

    @hypothesis.given(cases(name, adapt, fused))
    def check(drawn):
        case, activation = drawn
        inputs = [x.astype(np.int64) if at in counts and x is not None else x
                  for at, x in enumerate(case.inputs)]
        first, *others = as_tuple(answer(*each(inputs, tensor), **case.fields))
        fields = dict(case.fields)
        if activation:
            kind, parameters, function = activation
            first, fields["fused_activation"] = function(first), (kind, parameters)
        wants = first, *others
        results = as_tuple(call(name, case.inputs, fields))
        assert len(results) == len(wants)
        for got, want in zip(results, wants):
            want = want.detach().numpy()
            want = want if got.dtype.kind == "f" else want.astype(got.dtype)
            assert got.shape == want.shape
            with np.errstate(all="ignore"):
                difference = ROWS[name].tolerance.difference(got, want, case)
            assert not difference, difference

    check()


def gradient(function, inputs, of_output):
    """What `of_output`, the gradient of function(*inputs), gives each input."""
    inputs = [x.clone().requires_grad_() for x in inputs]
    return torch.autograd.grad(function(*inputs), inputs, of_output)


def widths(start_padding, end_padding):
    """In PyTorch's order: the last dimension first."""
    return [width for pair in zip(start_padding[::-1], end_padding[::-1]) for width in pair]
