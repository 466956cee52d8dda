# SPDX-License-Identifier: MIT
# .npy files: what NumPy writes is read, what is written NumPy reads, what is broken is rejected.
import io

import numpy as np
import pytest

from tool import expect_error, succeed, weft

TYPES = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]


def npy(header, version=1, data=b""):
    """A file with this header text, as it stands."""
    text = header.encode("latin1")
    length = len(text).to_bytes(2 if version == 1 else 4, "little")
    return b"\x93NUMPY" + bytes([version, 0]) + length + text + data


def copy(tmp_path, source):
    succeed("slice", source, "...", tmp_path / "out.npy")
    return np.load(tmp_path / "out.npy")


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("code", TYPES)
def test_types_and_byte_orders(tmp_path, code, order):
    generator = np.random.default_rng(7)
    raw = generator.integers(0, 256, 24 * 8, dtype=np.uint8).tobytes()
    array = np.frombuffer(raw, dtype=order + code, count=24).reshape(2, 3, 4)
    if code == "b1":
        array = (np.frombuffer(raw, np.uint8, 24) > 100).reshape(2, 3, 4)
    np.save(tmp_path / "in.npy", array)
    result = copy(tmp_path, tmp_path / "in.npy")
    assert result.dtype == np.dtype(code) and result.shape == (2, 3, 4)
    assert result.tobytes() == array.astype(code).tobytes()


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
@pytest.mark.parametrize("shape", [(), (1,), (5,), (2, 3), (2, 1, 3), (2,) * 8])
@pytest.mark.parametrize("order", ["C", "F"])
def test_versions_shapes_and_orders(tmp_path, version, shape, order):
    array = np.arange(np.prod(shape, dtype=int), dtype=np.float32).reshape(shape, order="C")
    with open(tmp_path / "in.npy", "wb") as file:
        np.lib.format.write_array(file, np.asarray(array, order=order), version=version)
    result = copy(tmp_path, tmp_path / "in.npy")
    assert result.dtype == np.float32 and result.shape == shape
    assert np.array_equal(result, array)


def test_headers_as_other_writers_put_them(tmp_path):
    data = np.arange(6, dtype="<i4").tobytes()
    for header in ["{'shape':(2,3),'fortran_order':False,'descr':'<i4'}",
                   '{"descr": "<i4", "fortran_order": False, "shape": (2L, 3L)}',
                   "  {'descr' : '=i4' ,'fortran_order' : False, 'shape' : ( 2 , 3 , ) , }  \n"]:
        (tmp_path / "in.npy").write_bytes(npy(header, data=data + b"trailing bytes"))
        assert copy(tmp_path, tmp_path / "in.npy").tolist() == [[0, 1, 2], [3, 4, 5]]


GOOD = "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }"
BROKEN = {
    "empty": (b"", "is no .npy file"),
    "magic": (b"\x93NUMPX\x01\x00\x02\x00{}", "is no .npy file"),
    "text": (b"hello, this is no array", "is no .npy file"),
    "version 4": (npy(GOOD % "(1,)", version=4), "has .npy version 4.0, but 1.0 to 3.0 are known"),
    "version 2, cut": (b"\x93NUMPY\x02\x00\xff\xff", "is no .npy file"),
    "header of 4 GiB": (b"\x93NUMPY\x02\x00\xff\xff\xff\xff",
                        "the header length is 4294967295, but only 0 bytes follow"),
    "header beyond the limit": (npy(" " * (2 << 20), version=2),
                                "the header length is 2097152, but at most 1048576 is read"),
    "header cut": (npy(GOOD % "(1,)")[:40], "the header length is 57, but only 30 bytes follow"),
    "no dictionary": (npy("[1, 2]"), "the header has '[' where '{' is expected"),
    "open dictionary": (npy("{'descr': '<f4'"), "the header ends where '}' is expected"),
    "open string": (npy("{'descr': '<f4"), "the header ends inside a string"),
    "key twice": (npy("{'descr': '<f4', 'descr': '<f4'}"),
                  "the header has 'descr', but descr, fortran_order and shape are expected, each once"),
    "unknown key": (npy("{'colour': 3}"),
                    "the header has 'colour', but descr, fortran_order and shape are expected, each once"),
    "no shape": (npy("{'descr': '<f4', 'fortran_order': False}"), "the header has no shape"),
    "more after it": (npy(GOOD % "(1,)" + "x"), "the header goes on after '}'"),
    "huge shape": (npy(GOOD % "(4294967296, 4294967296)"),
                   "shape (4294967296, 4294967296) of '<f4' needs more than 2^63 - 1 bytes"),
    "huge shape with a zero": (npy(GOOD % "(4611686018427387904, 4, 0)"),
                               "shape (4611686018427387904, 4, 0) of '<f4' needs more than 2^63 - 1 bytes"),
    "size beyond 64 bits": (npy(GOOD % "(99999999999999999999,)"),
                            "shape[0] is 99999999999999999999, but at most 2^63 - 1 is possible"),
    "negative size": (npy(GOOD % "(2, -3)"),
                      "shape[1] is -3, but a non-negative integer is required"),
    "fraction": (npy(GOOD % "(2.5,)"), "shape[0] is 2.5, but a non-negative integer is required"),
    "word": (npy(GOOD % "(a,)"), "shape[0] is a, but a non-negative integer is required"),
    "no tuple": (npy(GOOD % "7"), "shape is 7, but a tuple is required"),
    "hole in the tuple": (npy(GOOD % "(2,,3)"),
                          "shape[1] is missing, but a non-negative integer is required"),
    "nested brackets": (npy(GOOD % ("(" * 10000), version=2),
                        "shape[0] is " + "(" * 40 + ", but a non-negative integer is required"),
    "nine dimensions": (npy(GOOD % "(1, 1, 1, 1, 1, 1, 1, 1, 1)"),
                        "shape has more than 8 dimensions"),
    "data too short": (npy(GOOD % "(2, 3)", data=b"x" * 20),
                       "shape (2, 3) of '<f4' needs 24 bytes, but 20 follow the header"),
    "no data for a large array": (npy(GOOD % "(1000000000000,)"),
                                  "shape (1000000000000,) of '<f4' needs 4000000000000 bytes, "
                                  "but 0 follow the header"),
    "objects": (npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", data=b"\0" * 8),
                "descr is '|O', but one of b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 is required"),
    "complex": (npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", data=b"\0" * 8),
                "descr is '<c8', but one of b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 is required"),
    "structure": (npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }"),
                  "descr is [('a', but a string is required"),
    "order no word": (npy("{'descr': '<f4', 'fortran_order': 1, 'shape': (1,), }"),
                      "fortran_order is 1, but True or False is required"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files(tmp_path, name):
    content, message = BROKEN[name]
    (tmp_path / "in.npy").write_bytes(content)
    outcome = weft("slice", "in.npy", "...", "out.npy", cwd=tmp_path)
    expect_error(outcome, 2, f"in.npy: {message}")
    assert not (tmp_path / "out.npy").exists()


def test_every_cut_of_a_file_is_rejected(tmp_path):
    buffer = io.BytesIO()
    np.save(buffer, np.arange(4, dtype=np.int16))
    whole = buffer.getvalue()
    for length in list(range(0, 20)) + list(range(20, len(whole), 11)) + [len(whole) - 1]:
        (tmp_path / "in.npy").write_bytes(whole[:length])
        outcome = weft("slice", "in.npy", "...", "out.npy", cwd=tmp_path)
        assert outcome.code == 2 and outcome.err.count("\n") == 1, (length, outcome)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    np.save(tmp_path / "in.npy", np.arange(4))
    (tmp_path / "folder").mkdir()
    expect_error(weft("slice", "in.npy", "...", "folder", cwd=tmp_path), 2,
                 "folder: is a directory, but a file is required")
    expect_error(weft("slice", "in.npy", "...", "missing/out.npy", cwd=tmp_path), 2,
                 "missing/out.npy: cannot be created: No such file or directory")
    (tmp_path / "out.npy").write_text("old")
    assert weft("slice", "in.npy", "[9]", "out.npy", cwd=tmp_path).code == 2
    assert (tmp_path / "out.npy").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "in.npy", "out.npy"]


def test_a_link_is_written_through(tmp_path):
    np.save(tmp_path / "in.npy", np.arange(4))
    (tmp_path / "target.npy").write_text("old")
    (tmp_path / "link.npy").symlink_to("target.npy")
    succeed("slice", "in.npy", "[1:3]", "link.npy", cwd=tmp_path)
    assert (tmp_path / "link.npy").is_symlink()
    assert np.load(tmp_path / "target.npy").tolist() == [1, 2]
