# SPDX-License-Identifier: MIT
# A hundred thousand runs of one compiled graph: the same bits every time, and no memory that grows.
# With convolutions, products, pooling, views, a join and element-wise chains.
import threading

import numpy as np

import weft

RUNS = 100_000
THREADS = 2


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def network():
    numbers = np.random.default_rng(3)
    graph = weft.GraphBuilder()
    x = graph.input("float32", [1, 8, 12, 12])

    def convolution(x, channels, window, groups=1):
        filters = numbers.standard_normal((channels, x.sizes[1] // groups, window, window), np.float32)
        return weft.convolution(
            x, filters, mode="CROSS_CORRELATION", direction="FORWARD", strides=[1, 1],
            dilations=[1, 1], start_padding=[window // 2] * 2, end_padding=[window // 2] * 2,
            output_padding=[0, 0], group_count=groups)

    wide = weft.activation_relu(convolution(convolution(x, 16, 1), 16, 3, 16))
    around = convolution(x, 16, 3)
    both = weft.join([weft.activation_tanh(wide * 0.1 + around), around], axis=1)
    small = weft.average_pooling(both, strides=[2, 2], window_size=[2, 2], start_padding=[0, 0],
                                 end_padding=[0, 0], include_padding=False)
    row = small.transpose([0, 2, 3, 1]).reinterpret([1, 1, 36, 32])
    matrix = numbers.standard_normal((1, 1, 32, 10), np.float32)
    scores = weft.gemm(row, matrix, trans_a="NONE", trans_b="NONE", alpha=1, beta=0)
    return graph.compile([weft.activation_softmax(scores.reinterpret([36, 10])), small])


def test_a_hundred_thousand_runs():
    compiled = network()
    x = np.random.default_rng(4).standard_normal((1, 8, 12, 12), np.float32)
    want = [part.copy() for part in compiled(x)]
    wrong = []

    def run(times):
        out = [np.empty_like(part) for part in want]
        for _ in range(times):
            compiled(x, out=out)
            if not all(np.array_equal(a, b) for a, b in zip(out, want)):
                wrong.append(out)
                return

    def on_threads(times):
        threads = [threading.Thread(target=run, args=[times // THREADS]) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    on_threads(RUNS // 10)
    before = resident_bytes()
    on_threads(RUNS - RUNS // 10)
    assert not wrong
    assert resident_bytes() - before < 1 << 20
