# SPDX-License-Identifier: MIT
# No copies of what can be used as it lies, no leaks: bytes allocated by NumPy (tracemalloc sees
# them) and by everything else (glibc's mallinfo2), reference counts, and the size of the process.
import ctypes
import gc
import pathlib
import resource
import sys
import tracemalloc

import numpy as np
import pytest

import weft

CALLS = 100_000
MEGABYTE = 1 << 20


class Mallinfo2(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in
                ["arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
                 "fordblks", "keepcost"]]


def heap_bytes():
    """What malloc has given out, in its arena and in maps of its own."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Mallinfo2
    info = libc.mallinfo2()
    return info.uordblks + info.hblkhd


def resident_bytes():
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def allocated_by(call):
    """(bytes NumPy holds, bytes malloc holds, NumPy's peak) that `call` added; its result lives."""
    call()  # what is loaded or cached once
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    heap = heap_bytes()
    result = call()
    after, peak = tracemalloc.get_traced_memory()
    added = heap_bytes() - heap
    tracemalloc.stop()
    del result
    return after - before, added, peak - before


IMAGE = np.zeros((8, 256, 256, 16), np.float32)  # 32 MiB
VIEW = IMAGE[:, ::2, ::-1].transpose(0, 3, 1, 2)
SLACK = 64 << 10


def read_only(array):
    view = array.view()
    view.flags.writeable = False
    return view


@pytest.mark.parametrize("view", [
    VIEW,
    read_only(VIEW),
    np.broadcast_to(np.zeros(256, np.float32), (8, 16, 128, 256)),
    IMAGE[::-1, ::-2, ::-1, ::-1],
    IMAGE.reshape(-1)[3:-13].reshape(8, -1)[:, 5::7],
], ids=["transposed", "read-only", "broadcast", "backwards", "every 7th"])
def test_a_strided_view_is_not_copied(view):
    out = np.zeros(view.shape, view.dtype)
    numpy_bytes, heap, peak = allocated_by(lambda: weft.element_wise_identity(view, out=out))
    assert peak < SLACK and heap < SLACK and numpy_bytes < SLACK
    assert np.array_equal(out, view)


def test_only_the_result_is_allocated():
    numpy_bytes, heap, peak = allocated_by(lambda: weft.element_wise_identity(VIEW))
    assert VIEW.nbytes <= numpy_bytes <= peak < VIEW.nbytes + SLACK
    assert heap < VIEW.nbytes + SLACK


def test_what_cannot_be_used_is_copied_once():
    swapped = VIEW.astype(">f4")
    out = np.zeros(VIEW.shape, np.float32)
    _, _, peak = allocated_by(lambda: weft.element_wise_identity(swapped, out=out))
    assert VIEW.nbytes <= peak < VIEW.nbytes + SLACK


def test_a_compiled_operator_allocates_its_result_only():
    compiled = weft.compile("ELEMENT_WISE_IDENTITY", {"InputTensor": weft.TensorDesc.of(VIEW)})
    out = np.zeros(VIEW.shape, np.float32)
    assert compiled.temporary_bytes == 0
    assert max(allocated_by(lambda: compiled(VIEW, out=out))) < SLACK


def test_a_constant_keeps_its_own_elements_only():
    """Not the 32 MiB between them."""
    numpy_bytes, heap, _ = allocated_by(lambda: weft.GraphBuilder().constant(IMAGE[:, ::64, ::64]))
    assert max(numpy_bytes, heap) < SLACK
    graph = weft.GraphBuilder()
    numbers = graph.compile(graph.constant(np.arange(20, dtype=np.float32)[::3]))
    assert numbers().tolist() == [0, 3, 6, 9, 12, 15, 18]


# Calls that must leave nothing behind.

x = np.arange(16, dtype=np.float32).reshape(4, 4)
out = np.zeros((4, 4), np.float32)
WINDOW = {"input_window_offsets": [0, 0], "input_window_sizes": [4, 4],
          "input_window_strides": [1, -1]}
COMPILED = weft.compile("SLICE1", {
    "InputTensor": weft.TensorDesc("float32", [4, 4]), "InputWindowOffsets": [0, 0],
    "InputWindowSizes": [4, 4], "InputWindowStrides": [1, -1]})


GRAPH = weft.GraphBuilder()
INPUT = GRAPH.input("float32", [4, 4])
GRAPH_COMPILED = GRAPH.compile(weft.reduce(INPUT * INPUT + 1, function="SUM", axes=[1]) * 2)
SUMS = np.zeros((4, 1), np.float32)


def new_graph():
    graph = weft.GraphBuilder()
    a = graph.input("float32", [4, 4])
    return graph.compile(weft.activation_relu(a + x) * graph.constant(x))(x)


def fails(call, error):
    try:
        call()
    except error:
        return
    raise AssertionError("nothing was wrong")


STEADY = {
    "compiled": (lambda: COMPILED(x, out=out), CALLS),
    "compiled, new result": (lambda: COMPILED(x), CALLS),
    "function": (lambda: weft.slice1(x, **WINDOW), CALLS),
    "function, out": (lambda: weft.slice1(x, **WINDOW, out=out), CALLS),
    "list of inputs": (lambda: weft.join([x, x], axis=0), CALLS // 4),
    "several outputs": (lambda: weft.top_k(x, axis=1, k=2), CALLS // 4),
    "slice": (lambda: weft.slice(x, weft.view[1:, ::-1]), CALLS // 4),
    "run": (lambda: weft.run("TILE", {"Repeats": [1, 1]}, [x]), CALLS // 4),
    "copied input": (lambda: weft.slice1(x.astype(">f4"), **WINDOW), CALLS // 4),
    "from_dlpack": (lambda: weft.from_dlpack(x), CALLS // 4),
    "compile": (lambda: weft.compile("TILE", {"InputTensor": weft.TensorDesc("int8", [4]),
                                              "Repeats": [2]}), CALLS // 4),
    "graph": (lambda: GRAPH_COMPILED(x, out=SUMS), CALLS),
    "graph, new result": (lambda: GRAPH_COMPILED(x), CALLS // 4),
    "graph, profile": (lambda: GRAPH_COMPILED.profile(x), CALLS // 4),
    "new graph": (new_graph, CALLS // 10),
    "weft.Error of a graph": (lambda: fails(lambda: GRAPH_COMPILED(x.T), weft.Error), CALLS // 4),
    "weft.Error of an expression": (lambda: fails(lambda: INPUT.transpose([0, 0]), weft.Error),
                                    CALLS // 4),
    "weft.Error": (lambda: fails(lambda: weft.tile(x, repeats=[0, 1]), weft.Error), CALLS),
    "weft.Error of a compiled one": (lambda: fails(lambda: COMPILED(x.T), weft.Error), CALLS // 4),
    "TypeError": (lambda: fails(lambda: weft.tile([1], repeats=[1]), TypeError), CALLS // 4),
    "field of the wrong type": (lambda: fails(lambda: weft.tile(x, repeats=["a", 1]), TypeError),
                                CALLS // 4),
}


@pytest.mark.parametrize("name", STEADY)
def test_memory_is_flat(name):
    call, count = STEADY[name]
    for _ in range(2000):
        call()
    gc.collect()
    resident, heap = resident_bytes(), heap_bytes()
    for _ in range(count):
        call()
    gc.collect()
    # A single byte lost in each call would be seen.
    assert heap_bytes() - heap < count // 4
    assert resident_bytes() - resident < MEGABYTE


@pytest.mark.parametrize("name", STEADY)
def test_reference_counts(name):
    call, _ = STEADY[name]
    watched = [x, out, COMPILED, WINDOW, x.dtype, None, weft.TensorDesc, weft.Error, (), 0, 1]

    def counts():
        return [sys.getrefcount(one) for one in watched]

    call()
    gc.collect()
    before = counts()
    for _ in range(100):
        call()
    gc.collect()
    # The interpreter itself takes a few of None and of small numbers.
    added = [after - early for after, early in zip(counts(), before)]
    assert [count for count in added if abs(count) >= 10] == []


def test_results_own_their_memory():
    result = weft.slice1(x, **WINDOW)
    assert result.flags.owndata and result.base is None and not np.shares_memory(result, x)
    assert sys.getrefcount(result) == 2


def test_out_is_returned_with_one_more_reference():
    before = sys.getrefcount(out)
    kept = weft.slice1(x, **WINDOW, out=out)
    assert kept is out and sys.getrefcount(out) == before + 1
