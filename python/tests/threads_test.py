# SPDX-License-Identifier: MIT
# Many Python threads at once: on one compiled operator, on functions, on errors; and the interpreter
# goes on while an operator runs.
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import weft

THREADS = 8


def on_threads(work):
    """Runs work(number of the thread) on all of them, from the same moment on."""
    barrier = threading.Barrier(THREADS)

    def start(number):
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(start, range(THREADS)))


def source(number, sizes=(37, 53)):
    return np.random.default_rng(number).random(sizes, np.float32)


def test_one_compiled_operator():
    tensor = weft.TensorDesc("float32", [37, 53])
    compiled = weft.compile("SLICE1", {
        "InputTensor": tensor, "InputWindowOffsets": [0, 0], "InputWindowSizes": [37, 53],
        "InputWindowStrides": [-1, 2]})

    def work(number):
        x = source(number)
        want, out = x[::-1, ::2], np.zeros((37, 27), np.float32)
        for _ in range(300):
            out[...] = 0
            compiled(x, out=out)
            if not np.array_equal(out, want) or not np.array_equal(compiled(x), want):
                return False
        return True

    assert on_threads(work) == [True] * THREADS


def test_one_compiled_operator_with_scratch_memory():
    compiled = weft.compile("TOP_K", {"InputTensor": weft.TensorDesc("float32", [16, 300]),
                                      "Axis": 1, "K": 20})
    assert compiled.temporary_bytes > 0

    def work(number):
        x = source(number, (16, 300))
        want = -np.sort(-x, 1)[:, :20]
        return all(np.array_equal(compiled(x)[0], want) for _ in range(100))

    assert on_threads(work) == [True] * THREADS


def test_functions_and_errors():
    def work(number):
        x = source(number)
        for _ in range(200):
            if not np.array_equal(weft.slice(x, "::-1, 3:"), x[::-1, 3:]):
                return False
            values, indices = weft.top_k(x, axis=0, k=3)
            if not np.array_equal(np.take_along_axis(x, indices.astype(int), 0), values):
                return False
            try:
                weft.tile(x, repeats=[number, 0])
            except weft.Error as error:
                if not str(error).startswith(f"TILE: Repeats[{number and 1}] is 0, but "):
                    return False
            else:
                return False
        return True

    assert on_threads(work) == [True] * THREADS


def test_one_input_for_all():
    x = source(0, (300, 200))
    x.flags.writeable = False
    results = on_threads(lambda number: [weft.element_wise_identity(x.T) for _ in range(50)])
    assert all(np.array_equal(one, x.T) for several in results for one in several)


def test_the_interpreter_goes_on_meanwhile():
    """A thread that wakes up every half millisecond does so while a long operator runs."""
    x = source(0, (1, 2_000_000))
    ticks, stop = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.0005)

    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        before, began = ticks, time.perf_counter()
        weft.top_k(x, axis=1, k=1_000_000)
        during, seconds = ticks - before, time.perf_counter() - began
    finally:
        stop.set()
        ticker.join()
    assert seconds > 0.05, "too short to see anything"
    # With the lock held there would be one tick at most, before the operator begins.
    assert during >= 10


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_the_same_bits_for_any_number_of_threads(threads):
    x = np.arange(3 << 20, dtype=np.float32).reshape(3, 1024, 1024)
    weft.set_thread_count(threads)
    try:
        assert np.array_equal(weft.element_wise_identity(x.transpose(2, 0, 1)), x.transpose(2, 0, 1))
    finally:
        weft.set_thread_count(2)
