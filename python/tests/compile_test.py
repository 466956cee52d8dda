# SPDX-License-Identifier: MIT
# weft.compile and weft.run: descriptions with DirectML's field names, in every spelling they have.
import json

import numpy as np
import pytest

import weft

x = np.arange(12, dtype=np.float32).reshape(3, 4)
FLOATS = weft.TensorDesc("float32", [3, 4])
WINDOW = {"InputWindowOffsets": [0, 1], "InputWindowSizes": [3, 3], "InputWindowStrides": [-1, 2]}
WANT = x[::-1, 1::2]


@pytest.mark.parametrize("tensor", [
    FLOATS,
    {"DataType": "FLOAT32", "Sizes": [3, 4]},
    {"DataType": "DML_TENSOR_DATA_TYPE_FLOAT32", "Sizes": [3, 4], "Strides": [4, 1]},
    {"DataType": weft.DataType.FLOAT32, "Sizes": (3, 4), "Strides": None, "DimensionCount": 2},
    {"DataType": np.float32, "Sizes": np.array([3, 4]), "TotalTensorSizeInBytes": 48,
     "GuaranteedBaseOffsetAlignment": 0, "Flags": "NONE"},
    {"Type": "BUFFER", "Desc": {"DataType": "FLOAT32", "Sizes": [3, 4]}},
], ids=range(6))
@pytest.mark.parametrize("count", [{}, {"DimensionCount": 2}])
def test_spellings_of_a_description(tensor, count):
    desc = {"InputTensor": tensor, **WINDOW, **count}
    assert np.array_equal(weft.compile("SLICE1", desc)(x), WANT)
    assert np.array_equal(weft.run("SLICE1", desc, [x]), WANT)


@pytest.mark.parametrize("inputs", [[x], (x,), {"InputTensor": x}])
def test_spellings_of_inputs(inputs):
    assert np.array_equal(weft.run("SLICE1", WINDOW, inputs), WANT)


@pytest.mark.parametrize("name", ["SLICE1", "DML_OPERATOR_SLICE1"])
def test_spellings_of_the_name(name):
    assert np.array_equal(weft.run(name, WINDOW, [x]), WANT)


def test_outputs_are_written_and_returned():
    out = np.zeros((3, 2), np.float32)
    assert weft.run("SLICE1", WINDOW, [x], out) is out and np.array_equal(out, WANT)
    pieces = (np.zeros((3, 1), np.float32), np.zeros((3, 3), np.float32))
    results = weft.run("SPLIT", {"Axis": 1}, [x], pieces)
    assert results[0] is pieces[0] and results[1] is pieces[1]
    assert np.array_equal(np.concatenate(pieces, 1), x)


def test_optional_tensors():
    fields = {"Value": 5, "DiagonalFillBegin": 0, "DiagonalFillEnd": 1}
    output = {"OutputTensor": FLOATS, "ValueDataType": "FLOAT32"}
    diagonal = np.eye(3, 4, dtype=bool)
    kept = weft.run("DIAGONAL_MATRIX1", fields | output | {"InputTensor": FLOATS}, [x])
    assert np.array_equal(kept, np.where(diagonal, 5, x))
    zeros = weft.run("DIAGONAL_MATRIX1", fields | output, [None])
    assert np.array_equal(zeros, np.where(diagonal, 5, 0))


def test_arrays_of_tensors():
    joined = weft.compile("JOIN", {"InputTensors": [FLOATS, FLOATS], "Axis": 0})
    assert np.array_equal(joined(x, x), np.concatenate([x, x]))
    assert np.array_equal(joined([x, x]), np.concatenate([x, x]))


def test_strided_tensors_take_what_lies_as_they_say():
    view = np.zeros((4, 6), np.float32).T[::-2, 1:4]
    view[...] = x[:, :3]
    compiled = weft.compile("TILE", {"InputTensor": weft.TensorDesc.of(view), "Repeats": [1, 2]})
    assert np.array_equal(compiled(view), np.tile(x[:, :3], (1, 2)))
    for other in (view.copy(), view[::-1], np.zeros((3, 4), np.float32)[:, 1:]):
        with pytest.raises(weft.Error, match="^TILE: InputTensor is an array of "):
            compiled(other)


def test_strides_alone_make_a_difference():
    rows = weft.compile("TILE", {"InputTensor": FLOATS, "Repeats": [1, 1]})
    columns = np.zeros((4, 3), np.float32).T  # the same sizes, from the same first byte on
    with pytest.raises(weft.Error) as error:
        rows(columns)
    assert str(error.value) == (
        'TILE: InputTensor is an array of {"DataType": "FLOAT32", "Sizes": [3, 4], "Strides": [1, 3]}, '
        'but the description has {"DataType": "FLOAT32", "Sizes": [3, 4]}')
    one = weft.compile("TILE", {"InputTensor": weft.TensorDesc("float32", [3, 1], [4, 7]),
                                "Repeats": [1, 1]})
    assert one(x[:, :1]).tolist() == x[:, :1].tolist()  # a stride that leads nowhere does not


def test_output_layouts_that_are_described():
    nhwc = weft.layout("NHWC", (1, 3, 2, 4))
    image = np.arange(24, dtype=np.float32).reshape(1, 3, 2, 4)
    compiled = weft.compile("ELEMENT_WISE_IDENTITY", {
        "InputTensor": weft.layout("NCHW", (1, 3, 2, 4)), "OutputTensor": nhwc})
    result = compiled(image)
    assert result.strides == tuple(4 * stride for stride in nhwc.strides)
    assert np.array_equal(result, image)


def test_a_flat_array_is_a_plain_buffer():
    compiled = weft.compile("TILE", {"InputTensor": FLOATS, "Repeats": [2, 1]})
    want = np.tile(x, (2, 1))
    assert np.array_equal(compiled(x.ravel()), want)
    assert np.array_equal(compiled(x.ravel().view(np.uint8)), want)
    out = np.zeros(24, np.float32)
    assert compiled(x, out=out) is out and np.array_equal(out, want.ravel())
    for short in (x.ravel()[:11], x.ravel().view(np.uint8)[1:]):
        with pytest.raises(weft.Error) as error:
            compiled(short)
        assert str(error.value) == f"TILE: InputTensor is bound to {short.nbytes} bytes, but needs 48"


def test_what_a_compiled_operator_tells():
    compiled = weft.compile("TILE", {"InputTensor": FLOATS, "Repeats": [2, 1]})
    assert json.loads(compiled.description) == {
        "type": "TILE", "desc": {
            "InputTensor": {"DataType": "FLOAT32", "Sizes": [3, 4]},
            "OutputTensor": {"DataType": "FLOAT32", "Sizes": [6, 4]},
            "RepeatsCount": 2, "Repeats": [2, 1]}}
    assert compiled.description in repr(compiled)
    assert (compiled.temporary_bytes, compiled.persistent_bytes) == (0, 0)


def test_scratch_memory_is_told():
    """Sorting needs some, and more for more elements."""
    needs = [weft.compile("TOP_K", {"InputTensor": weft.TensorDesc("float32", [64, count]),
                                    "Axis": 1, "K": 10}).temporary_bytes for count in (100, 10000)]
    assert 0 < needs[0] < needs[1]


def test_constants_are_given_once():
    owned = weft.TensorDesc("float32", [3, 4], owned_by_dml=True)
    compiled = weft.compile("JOIN", {"InputTensors": [owned, FLOATS], "Axis": 0})
    assert compiled.persistent_bytes >= 48
    for call, message in [
            (lambda: compiled(None, x), "JOIN: initialize must be called first, because a tensor is "
                                        "OWNED_BY_DML"),
            (lambda: compiled(x, x), "JOIN: InputTensors[0] is given, but it is OWNED_BY_DML: only "
                                     "initialize takes it"),
            (lambda: compiled.initialize(), "JOIN: InputTensors[0] is missing, but it is "
                                            "OWNED_BY_DML")]:
        with pytest.raises(weft.Error) as error:
            call()
        assert str(error.value) == message
    constant = x + 100
    compiled.initialize(constant)
    constant[...] = 0  # it was copied
    assert np.array_equal(compiled(None, x), np.concatenate([x + 100, x]))
    compiled.initialize(x + 200)
    assert np.array_equal(compiled(None, x), np.concatenate([x + 200, x]))


@pytest.mark.parametrize("call, message", [
    (lambda op: op(), "TILE: InputTensor is missing"),
    (lambda op: op(None), "TILE: InputTensor is missing"),
    (lambda op: op(x, x), "TILE: 2 inputs are given, but it has 1"),
    (lambda op: op(x.astype(np.float64)),
     'TILE: InputTensor is an array of {"DataType": "FLOAT64", "Sizes": [3, 4]}, but the description '
     'has {"DataType": "FLOAT32", "Sizes": [3, 4]}'),
    (lambda op: op(x, out=np.zeros((6, 5), np.float32)),
     'TILE: OutputTensor is an array of {"DataType": "FLOAT32", "Sizes": [6, 5]}, but the description '
     'has {"DataType": "FLOAT32", "Sizes": [6, 4]}'),
])
def test_errors_of_a_compiled_operator(call, message):
    compiled = weft.compile("TILE", {"InputTensor": FLOATS, "Repeats": [2, 1]})
    with pytest.raises(weft.Error) as error:
        call(compiled)
    assert str(error.value) == message


@pytest.mark.parametrize("change, message", [
    ({"Repeats": [2, 2, 2]}, "TILE: Repeats has 3 values, but InputTensor has 2 dimensions"),
    ({"InputTensor": {"DataType": "FLOAT32", "Sizes": [3, 0]}},
     "TILE: InputTensor.Sizes[1] is 0, but every size must be at least 1"),
    ({"InputTensor": {"DataType": "FLOAT32", "Sizes": [3, 4], "Rank": 2}},
     "TILE: InputTensor.Rank is no member of DML_BUFFER_TENSOR_DESC"),
    ({"InputTensor": {"DataType": "FLOAT32", "Sizes": [3, 4], "TotalTensorSizeInBytes": 44}},
     "TILE: InputTensor.TotalTensorSizeInBytes is 44, but Sizes [3, 4], Strides [4, 1], FLOAT32 need 48"),
])
def test_descriptions_that_cannot_be(change, message):
    with pytest.raises(weft.Error) as error:
        weft.compile("TILE", {"InputTensor": FLOATS, "Repeats": [2, 1], **change})
    assert str(error.value) == message


@pytest.mark.parametrize("tensor", [None, 3, "FLOAT32", [3, 4], x])
def test_tensors_of_the_wrong_type(tensor):
    with pytest.raises((TypeError, weft.Error), match="^TILE: InputTensor is "):
        weft.compile("TILE", {"InputTensor": tensor, "Repeats": [2, 1]})
