# SPDX-License-Identifier: MIT
# weft.slice(x, key) is x[key]: slices, whole numbers, an ellipsis and new axes as Python objects,
# and the same as text.
import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest

import weft
from layouts import place_input, place_output


@st.composite
def arrays(draw):
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype = draw(st.sampled_from([np.float32, np.float16, np.int64, np.uint8, np.float64]))
    values = rng.integers(0, 200, sizes).astype(dtype)
    return rng, place_input(rng, values, plain=draw(st.booleans())).array


def slices(size):
    bounds = st.none() | st.integers(-size - 3, size + 3)
    return st.builds(slice, bounds, bounds, st.none() | st.integers(-4, 4).filter(bool))


@st.composite
def keys(draw, sizes, new_axes):
    """An entry for each dimension, some of them left to an ellipsis or to the end."""
    entries = [draw(slices(size) | st.integers(-size, size - 1)) for size in sizes]
    if draw(st.booleans()):
        start = draw(st.integers(0, len(sizes)))
        entries[start:draw(st.integers(start, len(sizes)))] = [...]
    elif draw(st.booleans()):
        entries = entries[:draw(st.integers(1, len(sizes)))]
    if new_axes:
        for _ in range(draw(st.integers(0, 2))):
            entries.insert(draw(st.integers(0, len(entries))), None)
    return entries[0] if len(entries) == 1 and draw(st.booleans()) else tuple(entries)


def text_of(key):
    def entry(one):
        if one is ...:
            return "..."
        if not isinstance(one, slice):
            return str(one)
        ends = [one.start, one.stop] + ([] if one.step is None else [one.step])
        return ":".join("" if end is None else str(end) for end in ends)
    return ", ".join(map(entry, key if isinstance(key, tuple) else (key,)))


def same(got, want):
    assert got.dtype == want.dtype.newbyteorder("=") and got.shape == want.shape
    assert np.array_equal(got, want)


@hypothesis.given(st.data())
def test_key_like_numpy(data):
    rng, x = data.draw(arrays())
    key = data.draw(keys(x.shape, new_axes=True))
    want = np.asarray(x[key])
    hypothesis.assume(want.size > 0)
    got = weft.slice(x, key)
    same(got, want)
    assert not np.shares_memory(got, x)
    out = place_output(rng, got.dtype, got.shape)
    assert weft.slice(x, key, out=out.array) is out.array
    same(out.array, want)
    assert out.gaps_untouched()


@hypothesis.given(st.data())
def test_text_like_numpy(data):
    _, x = data.draw(arrays())
    key = data.draw(keys(x.shape, new_axes=False))
    want = np.asarray(x[key])
    hypothesis.assume(want.size > 0)
    same(weft.slice(x, text_of(key)), want)
    same(weft.slice(x, f"[{text_of(key)}]"), want)


@hypothesis.given(st.data())
def test_an_empty_result_is_asked_for(data):
    _, x = data.draw(arrays())
    key = data.draw(keys(x.shape, new_axes=False))
    want = np.asarray(x[key])
    hypothesis.assume(want.size == 0)
    out = np.empty(want.shape, x.dtype)
    for same_key in (key, text_of(key)):
        same(weft.slice(x, same_key, allow_empty=True), want)
        assert weft.slice(x, same_key, out=out, allow_empty=True) is out
        with pytest.raises(weft.Error, match="selects nothing"):
            weft.slice(x, same_key)


def test_slices_of_what_is_empty():
    empty = np.empty((0, 3), np.int8)
    same(weft.slice(empty, ":, 1", allow_empty=True), empty[:, 1])
    with pytest.raises(weft.Error, match='^Slice "0": dimension 0 has index 0, but it has size 0$'):
        weft.slice(empty, 0, allow_empty=True)


x = np.arange(12, dtype=np.float32).reshape(3, 4)


def test_everything():
    same(weft.slice(x), x)
    same(weft.slice(x, ()), x)
    same(weft.slice(np.array(3, np.int8), ...), np.array(3, np.int8))


def test_view_makes_keys():
    assert weft.view[1:, ::-1] == (slice(1, None), slice(None, None, -1))
    same(weft.slice(x, weft.view[..., 1]), x[..., 1])


def test_numpy_integers_are_integers():
    same(weft.slice(x, (np.int64(1), slice(np.uint8(1), None))), x[1, 1:])


def test_directml_fields_instead_of_a_key():
    same(weft.slice(x, offsets=[1, 0], sizes=[2, 2], strides=[1, 3]), x[1:, ::3])


@pytest.mark.parametrize("key, message", [
    (3, 'Slice "3": dimension 0 has index 3, but -3 to 2 is required'),
    (-4, 'Slice "-4": dimension 0 has index -4, but -3 to 2 is required'),
    ((0, 0, 0), 'Slice "0, 0, 0" has 3 indices, but Sizes [3, 4] has 2'),
    ((..., ...), 'Slice "..., ..." has "..." 2 times, but at most once is allowed'),
    (slice(None, None, 0), 'Slice "::0": dimension 0 has step 0, but a step must not be 0'),
    (slice(1, 1), 'Slice "1:1": dimension 0 selects nothing from 1 to 1 step 1 of 3'),
    ("1:1", 'Slice "1:1": dimension 0 selects nothing from 1 to 1 step 1 of 3'),
    ("1:2:3:4", 'Slice "1:2:3:4": "1:2:3:4" is no integer, start:stop:step or "..."'),
    ("a", 'Slice "a": "a" is no integer, start:stop:step or "..."'),
    ("", 'Slice "" is empty; "..." selects everything'),
    ("[1", 'Slice "[1" has one bracket of a pair'),
    ("None", 'Slice "None": None adds a dimension, but SLICE1 keeps the dimensions it has'),
])
def test_errors(key, message):
    with pytest.raises(weft.Error) as error:
        weft.slice(x, key)
    assert str(error.value) == message


@pytest.mark.parametrize("key", [1.5, b"1", [0, 1], True, np.array([1]), {}, (0, [1]), object()])
def test_other_keys_are_type_errors(key):
    with pytest.raises(TypeError, match="^slice: key has a"):
        weft.slice(x, key)


@pytest.mark.parametrize("arguments, message", [
    ({"x": [1, 2]}, "slice: x is a list, but a NumPy array or an object with __dlpack__ is required"),
    ({"x": x, "key": 0, "offsets": [0, 0]},
     "slice: key is given, but so are offsets, sizes or strides"),
    ({"x": x, "sizes": [1, 1]}, "SLICE: offsets is None, but a value is required"),
    ({"x": x, "out": [1]},
     "slice: out is a list, but a NumPy array or an object with __dlpack__ is required"),
])
def test_arguments_of_the_wrong_type(arguments, message):
    with pytest.raises(TypeError) as error:
        weft.slice(**arguments)
    assert str(error.value) == message


@pytest.mark.parametrize("key, options", [
    (0, {}), (slice(0, 0), {"allow_empty": True}), ("0:0", {"allow_empty": True})])
def test_out_of_another_shape(key, options):
    with pytest.raises(weft.Error, match=r"^slice: out has the shape \(5,\), but the slice has "):
        weft.slice(x, key, out=np.zeros(5, np.float32), **options)
