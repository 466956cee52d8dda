# SPDX-License-Identifier: MIT
# weft.slice(x, key) is x[key]: slices, whole numbers, an ellipsis, as Python objects and as text.
import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest

import weft
from layouts import place_input


@st.composite
def arrays(draw):
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype = draw(st.sampled_from([np.float32, np.float16, np.int64, np.uint8, np.float64]))
    values = rng.integers(0, 200, sizes).astype(dtype)
    return place_input(rng, values, plain=draw(st.booleans())).array


def bounds(size):
    return st.none() | st.integers(-size - 3, size + 3)


def slices(size):
    steps = st.none() | st.integers(-4, 4).filter(bool)
    return st.builds(slice, bounds(size), bounds(size), steps)


@st.composite
def keys(draw, sizes):
    """Entries for some leading and some trailing dimensions, with an ellipsis between."""
    entries = [draw(slices(size) | st.integers(-size, size - 1)) for size in sizes]
    if draw(st.booleans()):
        start = draw(st.integers(0, len(sizes)))
        entries[start:draw(st.integers(start, len(sizes)))] = [...]
    elif draw(st.booleans()):
        entries = entries[:draw(st.integers(1, len(sizes)))]
    return entries[0] if len(entries) == 1 and draw(st.booleans()) else tuple(entries)


def text_of(key):
    def entry(one):
        if one is ...:
            return "..."
        if not isinstance(one, slice):
            return str(one)
        parts = ["" if part is None else str(part) for part in (one.start, one.stop, one.step)]
        return ":".join(parts if one.step is not None else parts[:2])
    return ", ".join(map(entry, key if isinstance(key, tuple) else (key,)))


@hypothesis.given(st.data())
def test_like_numpy(data):
    x = data.draw(arrays())
    key = data.draw(keys(x.shape))
    want = x[key]
    hypothesis.assume(want.size > 0 and want.ndim > 0)
    for got in (weft.slice(x, key), weft.slice(x, text_of(key)), weft.slice(x, f"[{text_of(key)}]")):
        assert got.dtype == x.dtype.newbyteorder("=")
        np.testing.assert_array_equal(got, want, strict=True) if False else None
        assert got.shape == want.shape and np.array_equal(got, want)
        assert not np.shares_memory(got, x)
