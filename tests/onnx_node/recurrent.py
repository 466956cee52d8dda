# SPDX-License-Identifier: MIT
"""ONNX's RNN, GRU and LSTM. DirectML has the same gates in the same order; its tensors have more
dimensions of size 1, and it has no defaults."""
import numpy as np

import weft
from nodes import node, of_rank

FIELDS = {
    "RNN": {"activation_descs": [("ACTIVATION_TANH", {})]},
    "GRU": {"activation_descs": [("ACTIVATION_SIGMOID", {}), ("ACTIVATION_TANH", {})],
            "linear_before_reset": False},
    "LSTM": {"activation_descs": [("ACTIVATION_SIGMOID", {}), ("ACTIVATION_TANH", {}),
                                  ("ACTIVATION_TANH", {})],
             "use_clip_threshold": False, "clip_threshold": 0.0, "couple_input_forget": False},
}


def swapped(array):
    """Steps or directions first, or the batch, as `layout` 1 has it."""
    return None if array is None else array.swapaxes(0, 1)


@node("RNN", "GRU", "LSTM")
def recurrent(op, attributes, x, w, r, b=None, lengths=None, hidden=None, cell=None, peephole=None):
    if attributes.get("layout"):
        x, hidden, cell = swapped(x), swapped(hidden), swapped(cell)
    lengths = None if lengths is None else lengths.astype(np.uint32)
    inputs = [x, w, r, b, hidden, *([cell, lengths, peephole] if op == "LSTM" else [lengths])]
    sequence, *states = getattr(weft, op.lower())(
        *(None if a is None else of_rank(a, 4) for a in inputs), direction="FORWARD", **FIELDS[op])
    states = [state[0] for state in states]
    if attributes.get("layout"):
        sequence, states = sequence.transpose(2, 0, 1, 3), [swapped(state) for state in states]
    return [sequence, *states][:attributes["output count"]]
