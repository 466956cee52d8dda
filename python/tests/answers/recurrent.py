# SPDX-License-Identifier: MIT
# Recurrent operators, one step after the other in float64. Weights are small, so that errors do not
# grow from step to step.
import numpy as np

from cases import Case, Row
from compare import Near
from answers.activations import sigmoid

ACTIVATIONS = {"ACTIVATION_SIGMOID": sigmoid, "ACTIVATION_TANH": np.tanh,
               "ACTIVATION_RELU": lambda x: np.maximum(x, 0)}


def gates(x, h, w, r, b):
    """x * W^T + biases and h * R^T, and what R's bias adds to the latter, gate by gate."""
    count = w.shape[0] // r.shape[1]
    return zip(np.split(x @ w.T, count, 1), np.split(h @ r.T, count, 1),
               np.split(b[:w.shape[0]], count), np.split(b[w.shape[0]:], count))


def rnn_cell(x, h, c, weights, activations, fields):
    f, = activations
    (xh, hh, wb, rb), = gates(x, h, *weights)
    return f(xh + hh + wb + rb), c


def gru_cell(x, h, c, weights, activations, fields):
    f, g = activations
    update, reset, (xh, hh, wb, rb) = gates(x, h, *weights)
    z, r = f(sum(update)), f(sum(reset))
    if not fields["linear_before_reset"]:
        hh, scale = (r * h) @ weights[1][-h.shape[1]:].T, 1
    else:
        scale = r
    candidate = g(xh + wb + scale * (hh + rb))
    return (1 - z) * candidate + z * h, c


def lstm_cell(x, h, c, weights, activations, fields):
    f, g, last = activations
    *weights, peephole = weights
    pi, po, pf = np.split(peephole, 3)
    limit = fields["clip_threshold"] if fields["use_clip_threshold"] else np.inf
    clip = lambda sums: np.clip(sums, -limit, limit)
    i, o, forget, candidate = (sum(gate) for gate in gates(x, h, *weights))
    i = f(clip(i + pi * c))
    forget = 1 - i if fields["couple_input_forget"] else f(clip(forget + pf * c))
    c = forget * c + i * g(clip(candidate))
    return f(clip(o + po * c)) * last(c), c


def walk(cell, x, h, c, weights, activations, lengths, backward, fields):
    """The state after each step, 0 for sequences that are over, and the last states."""
    sequence = np.zeros((len(x), *h.shape))
    for t in reversed(range(len(x))) if backward else range(len(x)):
        goes_on = (t < lengths)[:, None]
        new_h, new_c = cell(x[t], h, c, weights, activations, fields)
        h, c = np.where(goes_on, new_h, h), np.where(goes_on, new_c, c)
        sequence[t] = np.where(goes_on, h, 0)
    return sequence, h, c


def recurrent(cell, gate_count):
    def answer(x, w, r, b=None, hidden=None, *others, activation_descs, direction, **fields):
        initial_c, lengths, peephole = others if cell is lstm_cell else (None, *others, None)
        x, w, r = (a.astype(np.float64)[0] for a in (x, w, r))
        (directions, _, size), batch = r.shape, x.shape[1]
        state = np.zeros((1, directions, batch, size))
        hidden, initial_c = (state if a is None else a.astype(np.float64)
                             for a in (hidden, initial_c))
        b = np.zeros((1, 1, directions, 2 * gate_count * size)) if b is None else b
        peephole = np.zeros((1, 1, directions, 3 * size)) if peephole is None else peephole
        lengths = np.full(batch, len(x)) if lengths is None else lengths.reshape(-1)
        each = len(activation_descs) // directions
        results = []
        for d in range(directions):
            weights = [w[d], r[d], b[0, 0, d].astype(np.float64)]
            if cell is lstm_cell:
                weights.append(peephole[0, 0, d].astype(np.float64))
            functions = [ACTIVATIONS[name] for name, _ in activation_descs[d * each:][:each]]
            results.append(walk(cell, x, hidden[0, d], initial_c[0, d], weights, functions, lengths,
                                direction == "BACKWARD" or d == 1, fields))
        sequence, *states = zip(*results)
        outputs = [np.stack(sequence, 1), *(np.stack(state)[None] for state in states)]
        return tuple(outputs[:3 if cell is lstm_cell else 2])
    return answer


def case_of(cell, gate_count, activation_count):
    def case(source):
        dtype = source.dtype()
        steps, batch, inputs, size = (source.integer(1, most) for most in (5, 4, 6, 9))
        direction = source.one_of(["FORWARD", "BACKWARD", "BIDIRECTIONAL"])
        directions = 2 if direction == "BIDIRECTIONAL" else 1
        numbers = lambda *sizes: source.eighths(dtype, sizes, -1, 1)
        small = lambda *sizes: (numbers(*sizes) / 8).astype(dtype)
        maybe = lambda value: value if source.flag() else None
        state = (1, directions, batch, size)
        lengths = maybe(source.between(np.uint32, (1, 1, 1, batch), 0, steps + 2))
        arrays = [numbers(1, steps, batch, inputs), numbers(1, directions, gate_count * size, inputs),
                  small(1, directions, gate_count * size, size),
                  maybe(numbers(1, 1, directions, 2 * gate_count * size)), maybe(numbers(*state))]
        if cell is lstm_cell:
            arrays += [maybe(numbers(*state)), lengths, maybe(small(1, 1, directions, 3 * size))]
        else:
            arrays += [lengths]
        gate = ["ACTIVATION_SIGMOID", "ACTIVATION_TANH"]
        fields = {"direction": direction,
                  "activation_descs": [
                      (source.one_of(gate if i % activation_count == 0 else list(ACTIVATIONS)), {})
                      for i in range(activation_count * directions)]}
        if cell is gru_cell:
            fields["linear_before_reset"] = source.flag()
        if cell is lstm_cell:
            fields |= {"use_clip_threshold": source.flag(), "couple_input_forget": source.flag(),
                       "clip_threshold": source.integer(0, 8) / 4}
        return Case(arrays, fields)
    return case


def size(*inputs, **fields):
    """Sums of up to a hundred terms below 8, through five steps."""
    return np.float64(8)


ROWS = [
    Row("RNN", recurrent(rnn_cell, 1), case_of(rnn_cell, 1, 1), Near(16, size)),
    Row("GRU", recurrent(gru_cell, 3), case_of(gru_cell, 3, 2), Near(16, size)),
    Row("LSTM", recurrent(lstm_cell, 4), case_of(lstm_cell, 4, 3), Near(16, size)),
]
