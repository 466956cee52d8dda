# SPDX-License-Identifier: MIT
# Tensors of other libraries through DLPack: used where they lie, strides and all, released exactly
# once. PyTorch takes part in full/torch_test.py; here is a producer made by hand, which can also be
# wrong.
import ctypes
import gc

import numpy as np
import pytest

import weft

WINDOW = {"input_window_offsets": [0, 0], "input_window_sizes": [3, 4],
          "input_window_strides": [1, -1]}
CPU, GPU = 1, 2
INTEGER, UNSIGNED, FLOAT, BFLOAT, BOOL = 0, 1, 2, 4, 6


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int), ("device", ctypes.c_int),
                ("ndim", ctypes.c_int), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class DLManagedTensor(ctypes.Structure):
    pass


DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(DLManagedTensor))
DLManagedTensor._fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p),
                            ("deleter", DELETER)]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p,
                                                               ctypes.c_void_p]


class Producer:
    """An object with __dlpack__ over a NumPy array's memory; `deleted` counts the deleter's calls."""

    def __init__(self, array, has_strides=True, byte_offset=0, device=CPU, **fields):
        self.array, self.deleted, self.device = array, 0, device
        strides = [stride // array.itemsize for stride in array.strides]
        kind = {"i": INTEGER, "u": UNSIGNED, "f": FLOAT, "b": BOOL}[array.dtype.kind]
        self.numbers = [(ctypes.c_int64 * array.ndim)(*array.shape),
                        (ctypes.c_int64 * array.ndim)(*strides)]
        deleter = DELETER(self.delete)
        self.managed = DLManagedTensor(
            DLTensor(array.ctypes.data - byte_offset, device, 0,
                     *(fields.get(name, usual) for name, usual in
                       [("ndim", array.ndim), ("code", kind), ("bits", 8 * array.itemsize),
                        ("lanes", 1)]),
                     self.numbers[0], self.numbers[1] if has_strides else None, byte_offset),
            None, deleter)

    def delete(self, _):
        self.deleted += 1

    def __dlpack__(self, stream=None):
        return new_capsule(ctypes.addressof(self.managed), b"dltensor", None)

    def __dlpack_device__(self):
        return (self.device, 0)


x = np.arange(12, dtype=np.float32).reshape(3, 4)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8", "int16", "int32",
                                   "int64", "uint8", "uint16", "uint32", "uint64", "bool"])
def test_shows_the_same_memory(dtype):
    source = x.astype(dtype)
    producer = Producer(source)
    taken = weft.from_dlpack(producer)
    assert taken.dtype == source.dtype and taken.shape == source.shape
    assert np.shares_memory(taken, source) and np.array_equal(taken, source)
    assert producer.deleted == 0
    view = taken[1:]
    del taken
    gc.collect()
    assert producer.deleted == 0  # the view still shows it
    del view
    gc.collect()
    assert producer.deleted == 1


@pytest.mark.parametrize("view", [x[:, ::2], x.T, x[::-1, ::-1], x[1:, 1:],
                                  np.broadcast_to(x[0], (3, 4))])
def test_strides_are_kept(view):
    taken = weft.from_dlpack(Producer(view))
    assert taken.strides == view.strides and np.array_equal(taken, view)
    assert taken.ctypes.data == view.ctypes.data


def test_no_strides_means_packed():
    assert np.array_equal(weft.from_dlpack(Producer(x, has_strides=False)), x)


def test_byte_offset():
    assert np.array_equal(weft.from_dlpack(Producer(x[1:], byte_offset=16)), x[1:])


def test_operators_take_it_and_write_to_it():
    producer, target = Producer(x.T.copy().T), Producer(np.zeros((3, 4), np.float32))
    assert np.array_equal(weft.slice1(producer, **WINDOW), x[:, ::-1])
    assert weft.slice1(producer, **WINDOW, out=target) is target
    assert np.array_equal(target.array, x[:, ::-1])
    assert np.array_equal(weft.slice(producer, "1, ::-1"), x[1, ::-1])
    gc.collect()
    assert (producer.deleted, target.deleted) == (3, 1)


def test_failing_calls_release_it_too():
    producer = Producer(x)
    for _ in range(3):
        with pytest.raises(weft.Error):
            weft.tile(producer, repeats=[0, 1])
    gc.collect()
    assert producer.deleted == 3


def test_numpy_round_trip():
    result = weft.slice1(x, **WINDOW)
    shown = np.from_dlpack(result)
    assert np.shares_memory(shown, result) and np.array_equal(shown, x[:, ::-1])
    taken = weft.from_dlpack(result)
    assert np.shares_memory(taken, result)
    shown = np.from_dlpack(weft.TensorDesc("int16", [3, 4], [1, 3]).empty())
    assert shown.strides == (2, 6)


def test_read_only_stays_read_only():
    locked = x.view()
    locked.flags.writeable = False
    taken = weft.from_dlpack(locked)
    assert not taken.flags.writeable and np.array_equal(taken, x)
    with pytest.raises(weft.Error, match="^SLICE1: out is read-only, but the result is written to it"):
        weft.slice1(x, **WINDOW, out=taken)


@pytest.mark.parametrize("producer, message", [
    (Producer(x, device=GPU), "value is on the DLPack device 2, but the CPU (1) is required"),
    (Producer(x, ndim=9), "value has 9 dimensions, but a tensor has at most 8"),
    (Producer(x, ndim=-1), "value has -1 dimensions, but a tensor has at most 8"),
])
def test_tensors_that_cannot_be(producer, message):
    with pytest.raises(weft.Error) as error:
        weft.from_dlpack(producer)
    assert str(error.value) == message


@pytest.mark.parametrize("fields", [
    {"code": BFLOAT, "bits": 16}, {"lanes": 4}, {"bits": 24}, {"code": 5, "bits": 64},
    {"code": FLOAT, "bits": 8}, {"code": 200}, {"bits": 0}])
def test_types_that_are_no_elements(fields):
    usual = {"code": FLOAT, "bits": 32, "lanes": 1}
    shown = "type code {code}, {bits} bits and {lanes} lanes".format(**{**usual, **fields})
    with pytest.raises(TypeError) as error:
        weft.slice1(Producer(x, **fields), **WINDOW)
    assert str(error.value) == (f"SLICE1: input is a DLPack tensor of {shown}, but a float, an "
                                "integer or bool of 8 to 64 bits is required")


class Wrong:
    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, stream=None):
        return self.capsule() if callable(self.capsule) else self.capsule

    def __dlpack_device__(self):
        return (CPU, 0)


def used_capsule():
    capsule = x.__dlpack__()
    np.from_dlpack(Wrong(capsule))
    return capsule


@pytest.mark.parametrize("capsule", [None, 3, used_capsule], ids=["None", "number", "used"])
def test_capsules_that_are_none(capsule):
    with pytest.raises(weft.Error, match="^value gave no fresh DLPack capsule$"):
        weft.from_dlpack(Wrong(capsule))


def test_an_exporter_that_raises():
    def refuse():
        raise RuntimeError("no")
    with pytest.raises(RuntimeError, match="^no$"):
        weft.from_dlpack(Wrong(refuse))


@pytest.mark.parametrize("value", [None, 3, [1.0], "text", object()])
def test_objects_without_dlpack(value):
    with pytest.raises(TypeError, match="^value is .*, but an object with __dlpack__ is required$"):
        weft.from_dlpack(value)
