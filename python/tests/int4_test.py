# SPDX-License-Identifier: MIT
# Int4Array: two 4-bit elements in a byte, the first in the low half.
import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest

import weft

RANGES = {True: (-8, 8), False: (0, 16)}


@st.composite
def values(draw):
    signed = draw(st.booleans())
    sizes = draw(st.lists(st.integers(0, 5), max_size=4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype = draw(st.sampled_from(["int8", "int64", "int32"] + ([] if signed else ["uint8"])))
    array = rng.integers(*RANGES[signed], sizes).astype(dtype)
    return (array.T if draw(st.booleans()) else array), signed


@hypothesis.given(values())
def test_there_and_back(drawn):
    array, signed = drawn
    packed = weft.Int4Array.from_array(array, signed)
    assert packed.shape == array.shape and packed.signed == signed
    assert packed.packed.dtype == np.uint8 and len(packed.packed) == (array.size + 1) // 2
    for index, value in enumerate(array.ravel().tolist()):
        assert packed.packed[index // 2] >> 4 * (index % 2) & 15 == value % 16
    back = packed.to_array()
    assert back.dtype == (np.int8 if signed else np.uint8) and np.array_equal(back, array)
    assert np.array_equal(np.asarray(packed), array)
    assert np.asarray(packed, np.float32).dtype == np.float32


def test_the_bytes_are_shared():
    memory = np.array([0x21, 0x43], np.uint8)
    array = weft.Int4Array(memory, [2, 2])
    assert array.to_array().tolist() == [[1, 2], [3, 4]]
    memory[0] = 0x8F
    assert array.to_array().tolist() == [[-1, -8], [3, 4]]
    assert repr(array) == "<weft.Int4Array INT4 [2, 2]>"
    assert repr(weft.Int4Array.empty([3], signed=False)) == "<weft.Int4Array UINT4 [3]>"


@pytest.mark.parametrize("call, kind, message", [
    (lambda: weft.Int4Array.from_array([1, -9]), ValueError,
     "Int4Array: values are -9 to 1, but -8 to 7 is required"),
    (lambda: weft.Int4Array.from_array([16], signed=False), ValueError,
     "Int4Array: values are 16 to 16, but 0 to 15 is required"),
    (lambda: weft.Int4Array.from_array([1.5]), TypeError,
     "Int4Array: values have the dtype float64, but integers are required"),
    (lambda: weft.Int4Array(np.zeros(2, np.uint8), [5]), ValueError,
     "Int4Array: packed has 2 bytes, but the shape (5,) needs 3"),
    (lambda: weft.Int4Array(np.zeros(2, np.int8), [3]), TypeError,
     "Int4Array: packed must be a one-dimensional array of uint8"),
    (lambda: weft.Int4Array(np.zeros((1, 2), np.uint8), [3]), TypeError,
     "Int4Array: packed must be a one-dimensional array of uint8"),
])
def test_errors(call, kind, message):
    with pytest.raises(kind) as error:
        call()
    assert str(error.value) == message


def test_as_a_tensor():
    array = weft.Int4Array.from_array(np.arange(-3, 4).reshape(7, 1))
    desc = weft.TensorDesc.of(array)
    assert (desc.data_type, desc.sizes, desc.dtype) == (weft.DataType.INT4, (7, 1), None)
    assert desc.required_bytes == 4
    unsigned = weft.TensorDesc.of(weft.Int4Array.empty([7], signed=False))
    assert unsigned.data_type == weft.DataType.UINT4


def test_memory_for_a_description():
    made = weft.TensorDesc("UINT4", [3, 3]).empty()
    assert isinstance(made, weft.Int4Array) and (made.shape, made.signed) == ((3, 3), False)
    assert np.array_equal(made.packed, np.zeros(5))


def test_operators_without_4_bits_say_so():
    with pytest.raises(weft.Error, match="^TILE: InputTensor.DataType is INT4, but FLOAT32, "):
        weft.tile(weft.Int4Array.from_array([1, 2]), repeats=[2])


@hypothesis.given(values())
def test_quantize_and_dequantize(drawn):
    """Codes times a scale, quantized again, are the codes."""
    codes, signed = drawn
    hypothesis.assume(codes.size > 0 and codes.ndim > 0)
    scale, zero = np.float32(0.5), 3
    one = (1,) * codes.ndim
    parameters = [np.full(one, scale), weft.Int4Array.from_array(np.full(one, zero), signed)]
    numbers = weft.dequantize(weft.Int4Array.from_array(codes, signed), parameters,
                              quantization_type="SCALE_ZERO_POINT")
    assert numbers.dtype == np.float32
    assert np.array_equal(numbers, (codes.astype(np.float32) - zero) * scale)
    again = weft.quantize(numbers, parameters, quantization_type="SCALE_ZERO_POINT")
    assert isinstance(again, weft.Int4Array) and np.array_equal(again.to_array(), codes)
