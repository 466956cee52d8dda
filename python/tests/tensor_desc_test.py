# SPDX-License-Identifier: MIT
# TensorDesc, layout, buffer_size and their pictures.
import re
import xml.etree.ElementTree

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest

import weft
from layouts import anywhere

DTYPES = [np.dtype(name) for name in ["float16", "float32", "float64", "int8", "int16", "int32",
                                      "int64", "uint8", "uint16", "uint32", "uint64"]]


@st.composite
def arrays(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=6))
    return anywhere(rng, draw(st.sampled_from(DTYPES)), sizes, repeats=draw(st.booleans())).array


def offsets(array):
    """Where each element lies, in elements from the lowest one."""
    places = np.zeros(array.shape, np.int64)
    for dim, (size, stride) in enumerate(zip(array.shape, array.strides)):
        shape = [1] * array.ndim
        shape[dim] = size
        places = places + (np.arange(size) * (stride // array.itemsize)).reshape(shape)
    return places - places.min()


@hypothesis.given(arrays())
def test_of_an_array(array):
    desc, places = weft.TensorDesc.of(array), offsets(array)
    assert desc.dtype == array.dtype and desc.data_type.name == array.dtype.name.upper()
    assert desc.sizes == array.shape and desc.offset == places.flat[0]
    assert desc.strides == tuple(stride // array.itemsize for stride in array.strides)
    assert desc.required_bytes == (places.max() + 1) * array.itemsize
    distinct = len(np.unique(places))
    assert desc.is_overlapping == (distinct < array.size)
    assert desc.is_packed == (distinct == array.size == places.max() + 1)
    assert desc.has_broadcast == any(
        size > 1 and stride == 0 for size, stride in zip(array.shape, array.strides))
    assert weft.buffer_size(desc) == -(-desc.required_bytes // 4) * 4


@hypothesis.given(arrays())
def test_there_and_back(array):
    desc = weft.TensorDesc.of(array)
    same = weft.TensorDesc(desc.dtype, desc.sizes, desc.strides, offset=desc.offset)
    assert same == desc and hash(same) == hash(desc)
    assert weft.TensorDesc(desc.dtype, desc.sizes, desc.strides) == desc  # the offset that fits
    if not desc.is_overlapping:
        made = desc.empty()
        assert made.shape == array.shape and made.dtype == array.dtype and made.flags.writeable
        assert [stride for size, stride in zip(made.shape, made.strides) if size > 1] == \
            [stride for size, stride in zip(array.shape, array.strides) if size > 1]


def test_without_strides_it_is_packed():
    desc = weft.TensorDesc("int16", [2, 3, 4])
    assert desc.strides == (12, 4, 1) and desc.is_packed and not desc.is_padded
    assert desc == weft.TensorDesc(np.int16, (2, 3, 4), (12, 4, 1))
    assert desc != weft.TensorDesc("int16", [2, 3, 4], [13, 4, 1])
    assert desc != weft.TensorDesc("uint16", [2, 3, 4]) and desc != 3


def test_what_binding_minds():
    desc = weft.TensorDesc("float32", [3], alignment=16, owned_by_dml=True)
    assert (desc.alignment, desc.owned_by_dml) == (16, True)
    plain = weft.TensorDesc("float32", [3])
    assert (plain.alignment, plain.owned_by_dml) == (0, False)


@pytest.mark.parametrize("label", ["NCHW", "NHWC", "CHWN", "WHCN", "NCDHW", "NDHWC"])
def test_layout(label):
    sizes = {"N": 2, "C": 3, "D": 2, "H": 5, "W": 4}
    strides, step = {}, 1
    for letter in reversed(label):  # along the last one, neighbours lie next to each other
        strides[letter], step = step, step * sizes[letter]
    order = [letter for letter in "NCDHW" if letter in label]
    desc = weft.layout(label, [sizes[letter] for letter in order])
    assert desc.strides == tuple(strides[letter] for letter in order)
    assert desc.label == label and desc.is_packed


def test_layout_options():
    sizes = (1, 3, 2, 4)
    assert weft.layout("NCHW", sizes, dtype=np.float16).dtype == np.float16
    assert weft.layout("NCHW", sizes, row_pitch=10).strides[2:] == (10, 1)
    assert weft.layout("NCHW", sizes, row_alignment=8).strides[2:] == (8, 1)
    assert weft.layout("NHWC", sizes, broadcast="W").strides[3] == 0


@pytest.mark.parametrize("call, want", [
    (lambda: weft.buffer_size("float32", [2, 3]), 24),
    (lambda: weft.buffer_size("float16", [3]), 8),  # 6, in fours
    (lambda: weft.buffer_size("int8", [2, 2], [100, 1]), 104),  # 102
    (lambda: weft.buffer_size("INT4", [5]), 4),  # 2.5
    (lambda: weft.buffer_size("float32", [5, 1], [0, 7]), 4),
    (lambda: weft.buffer_size(weft.TensorDesc("float64", [4])), 32),
])
def test_buffer_size(call, want):
    assert call() == want


@pytest.mark.parametrize("call, message", [
    (lambda: weft.TensorDesc("float32", [2, 3], [3]),
     "TensorDesc.Strides [3] has 1 values, but Sizes [2, 3] has 2"),
    (lambda: weft.TensorDesc("float32", [2] * 9),
     "TensorDesc: sizes has 9 values, but a tensor has at most 8 dimensions"),
    (lambda: weft.TensorDesc("float32", [-1]),
     "TensorDesc: sizes[0] is -1, but 0 to 4294967295 is required"),
    (lambda: weft.TensorDesc("float32", [2, 3], [-3, 1], offset=0),
     "TensorDesc.Sizes [2, 3], Strides [-3, 1] reach offset -3, but the buffer begins at 0"),
    (lambda: weft.TensorDesc("float32", [65537, 65537], [65537, 1]),
     "TensorDesc.Sizes [65537, 65537] have 4295098369 elements, but at most 4294967295 are allowed"),
    (lambda: weft.TensorDesc("float32", [3], [2**31], total_bytes=4),
     "TensorDesc.TotalTensorSizeInBytes is 4, but Sizes [3], Strides [2147483648], FLOAT32 need "
     "17179869188"),
    (lambda: weft.TensorDesc("float32", [3], [2**62]),
     "TensorDesc.Sizes [3], Strides [4611686018427387904] reach past 2^63 - 1"),
    (lambda: weft.TensorDesc("float32", [3], [-2**63]),
     "TensorDesc.Sizes [3], Strides [-9223372036854775808] reach past 2^63 - 1"),
    (lambda: weft.TensorDesc("float32", [4, 4], alignment=3),
     "TensorDesc.GuaranteedBaseOffsetAlignment is 3, but it must be 0 or a power of two"),
    (lambda: weft.layout("NHWC", (1, 3, 2)), 'Label "NHWC" has 4 letters, but Sizes [1, 3, 2] has 3'),
    (lambda: weft.TensorDesc("float32", [0]).draw(),
     "TensorDesc.Sizes[0] is 0, but every size must be at least 1"),
])
def test_errors(call, message):
    with pytest.raises(weft.Error) as error:
        call()
    assert str(error.value) == message


@pytest.mark.parametrize("arguments, message", [
    ((None, [3]), "TensorDesc: dtype is None, but a dtype is required"),
    (("float31", [3]), "TensorDesc: dtype is a str, but a dtype is required"),
    (("float32", None), "TensorDesc: sizes is None, but a sequence of sizes is required"),
    (("float32", 3), "TensorDesc: sizes is a int, but a sequence of sizes is required"),
    (("float32", [2.5]), "TensorDesc: sizes[0] is a float, but an integer is required"),
    (("float32", [2], 1), "TensorDesc: strides is a int, but a sequence of strides is required"),
])
def test_type_errors(arguments, message):
    with pytest.raises(TypeError) as error:
        weft.TensorDesc(*arguments)
    assert str(error.value) == message


# Pictures: what they show, not how.

def test_drawing_has_a_box_for_each_place():
    drawing = weft.TensorDesc("float32", [2, 3], [5, 1]).draw()
    assert repr(drawing) == str(drawing)  # a prompt shows it as it is
    boxes = re.findall(r"│ +(\d,\d|·) +(?=│)", drawing)
    assert boxes == ["0,0", "0,1", "0,2", "·", "·", "1,0", "1,1", "1,2"]


def test_drawing_fits_its_width():
    desc = weft.TensorDesc("float32", [8, 9])
    for width in (30, 60, 100):
        lines = desc.draw(width=width).splitlines()
        assert max(map(len, lines)) <= width
        assert sum(line.count("│") for line in lines) > 72
    assert "\x1b[" in desc.draw(colour=True) and "\x1b[" not in desc.draw()


def test_drawing_of_a_large_tensor_is_short():
    assert len(weft.TensorDesc("float32", [4000, 4000]).draw()) < 20000
    assert len(weft.TensorDesc("float32", [4000, 4000])._repr_svg_()) < 200000


@pytest.mark.parametrize("desc", [
    weft.TensorDesc("float32", [2, 3], [5, 1]), weft.layout("NHWC", (1, 3, 2, 4)),
    weft.TensorDesc("uint8", [3, 4], [0, 1]), weft.TensorDesc("INT4", [7]),
    weft.TensorDesc.of(np.zeros((3, 4))[::-1, ::2])])
def test_svg_is_a_picture_of_its_elements(desc):
    root = xml.etree.ElementTree.fromstring(desc._repr_svg_())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert float(root.get("width")) > 0 and float(root.get("height")) > 0
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert any(desc.data_type.name in text for text in texts)
    # The cell of an element shows where it lies.
    last = desc.offset + sum(stride * (size - 1) for size, stride in zip(desc.sizes, desc.strides))
    assert str(desc.offset) in texts and str(last) in texts
