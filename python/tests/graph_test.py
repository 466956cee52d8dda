# SPDX-License-Identifier: MIT
# weft.GraphBuilder: arithmetic of expressions against NumPy's on the same values, networks, weights
# and constants, every message, many threads, ten thousand nodes.
import math
import operator
import time

import numpy as np
import pytest

import weft
from threads_test import THREADS, on_threads

rng = np.random.default_rng(7)
FLOATS = rng.integers(1, 64, (2, 3, 4)).astype(np.float32) / 8
INTEGERS = rng.integers(1, 100, (2, 3, 4)).astype(np.int32)
GEMM = {"trans_a": "NONE", "trans_b": "NONE", "alpha": 1, "beta": 1}


def run(function, *arrays):
    """function of expressions, for arrays."""
    graph = weft.GraphBuilder()
    inputs = [graph.input(weft.TensorDesc.of(array)) for array in arrays]
    return graph.compile(function(*inputs))(*arrays)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32, np.uint8, np.int64])
@pytest.mark.parametrize("function", [
    operator.add, operator.sub, operator.mul], ids=["add", "sub", "mul"])
@pytest.mark.parametrize("sizes", [(2, 3, 4), (3, 1), (4,), (2, 1, 1), (1, 1, 1)])
def test_two_expressions(function, sizes, dtype):
    a, b = FLOATS.astype(dtype) + 9, np.resize(np.array([1, 2, 3, 4, 5, 6], dtype), sizes)
    with np.errstate(all="ignore"):
        for want, got in [(function(a, b), run(function, a, b)),
                          (function(b, a), run(function, b, a)),
                          (function(a, b), run(lambda x: function(x, b), a)),
                          (function(b, a), run(lambda x: function(b, x), a))]:
            assert got.dtype == dtype and np.array_equal(got, want)


@pytest.mark.parametrize("function", [
    lambda x: x + 3, lambda x: 3 + x, lambda x: x - 3, lambda x: 3 - x, lambda x: x * 3,
    lambda x: 3 * x, lambda x: -x, lambda x: x + np.float32(2), lambda x: np.float32(2) * x,
    lambda x: x + True, lambda x: np.array(2, np.float32) - x, lambda x: (x + 1) * (x - 1) + x * x])
def test_numbers(function):
    assert np.array_equal(run(function, FLOATS), function(FLOATS))
    half = FLOATS.astype(np.float16)
    assert np.array_equal(run(function, half), function(half).astype(np.float16))


@pytest.mark.parametrize("function", [
    lambda x: x + 3, lambda x: 3 + x, lambda x: x - 3, lambda x: 3 - x, lambda x: x * 3,
    lambda x: 3 * x, lambda x: -x, lambda x: x + np.int32(2), lambda x: (x + 1) * (x - 1) + x * x])
@pytest.mark.parametrize("dtype", [np.int32, np.int8, np.uint8, np.int64])
def test_numbers_of_integers(function, dtype):
    values = INTEGERS.astype(dtype)
    want = function(values.astype(np.int64)).astype(dtype)  # they wrap around
    assert np.array_equal(run(function, values), want)


def test_division():
    other = FLOATS[:, ::-1] + 1
    assert np.array_equal(run(lambda x, y: x / y, FLOATS, other), FLOATS / other)
    assert np.array_equal(run(lambda x: x / 3, FLOATS), FLOATS / np.float32(3))
    assert np.array_equal(run(lambda x: 3 / x, FLOATS), np.float32(3) / FLOATS)
    assert np.array_equal(run(lambda x: x / other, FLOATS), FLOATS / other)
    assert np.array_equal(run(lambda x: x / 7, INTEGERS), INTEGERS // 7)


def test_views_move_nothing():
    assert np.array_equal(run(lambda x: x.transpose([2, 0, 1]), FLOATS), FLOATS.transpose(2, 0, 1))
    assert np.array_equal(run(lambda x: x.reinterpret([4, 6]), FLOATS), FLOATS.reshape(4, 6))
    row = FLOATS[0, :, :1].copy()
    assert np.array_equal(run(lambda x: x.broadcast([5, 3, 4]), row),
                          np.broadcast_to(row, (5, 3, 4)))
    bits = weft.TensorDesc("uint32", [24])
    assert np.array_equal(run(lambda x: x.reinterpret(bits), FLOATS), FLOATS.view(np.uint32).ravel())
    columns = weft.TensorDesc("float32", [6, 4], [1, 6])
    assert np.array_equal(run(lambda x: x.reinterpret(columns), FLOATS), FLOATS.reshape(4, 6).T)


@pytest.mark.parametrize("key", [
    weft.view[1:, ::-1], weft.view[..., 1], weft.view[0, 2, 3], weft.view[:, None, 1:3, ::2],
    "..., -1", ...])
def test_slices(key):
    want = FLOATS[np.s_[..., -1]] if key == "..., -1" else FLOATS[key]
    got = run(lambda x: weft.slice(x, key), FLOATS)
    assert np.array_equal(got.reshape(want.shape), want)
    assert got.shape == (want.shape or (1,))  # a tensor has at least one dimension


def test_a_network_with_weights_and_constants():
    """Two layers, softmax; the first layer's weights come later, the second's are constants."""
    x, w1, b1 = rng.random((8, 16), np.float32), rng.random((16, 4), np.float32), rng.random((4,))
    w2, b1 = rng.random((4, 3), np.float32), b1.astype(np.float32)
    graph = weft.GraphBuilder()
    given = graph.input("float32", [8, 16])
    weights, bias = graph.weights("float32", [16, 4]), graph.weights("float32", [4])

    def product(a, b):
        as_image = [one if isinstance(one, weft.Expression) else graph.constant(one) for one in (a, b)]
        a, b = [one.reinterpret([1, 1, *one.sizes]) for one in as_image]
        made = weft.gemm(a, b, **GEMM)
        return made.reinterpret(made.sizes[2:])

    hidden = weft.activation_relu(product(given, weights) - bias * 4)
    scores = weft.activation_softmax1(product(hidden, w2), axes=[1])
    compiled = graph.compile([hidden, scores])
    with pytest.raises(weft.Error) as error:
        compiled(x)
    assert str(error.value) == "graph: initialize must be called first, because it has weights"
    for factor in (1, 2):
        compiled.initialize(w1 * factor, b1)
        want_hidden = np.maximum(x.astype(np.float64) @ (w1 * factor) - b1 * 4, 0)
        powers = np.exp(want_hidden @ w2)
        got_hidden, got_scores = compiled(x)
        np.testing.assert_allclose(got_hidden, want_hidden, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(got_scores, powers / powers.sum(1, keepdims=True), rtol=1e-4)


def test_several_outputs_of_one_operator():
    graph = weft.GraphBuilder()
    x = graph.input("float32", [3, 5])
    top = weft.top_k(x, axis=1, k=2)
    halves = weft.split(x, axis=1, output_sizes=[2, 3])
    values = rng.permutation(15).astype(np.float32).reshape(3, 5)
    results = graph.compile([top.output_value, top.output_index, *halves])(values)
    order = np.argsort(-values, 1)[:, :2]
    assert np.array_equal(results[0], np.take_along_axis(values, order, 1))
    assert np.array_equal(results[1], order)
    assert np.array_equal(results[2], values[:, :2]) and np.array_equal(results[3], values[:, 2:])
    assert weft.top_k(x, axis=1, k=2).output_value.sizes == (3, 2)


@pytest.mark.parametrize("array", [
    FLOATS, FLOATS[::-1], FLOATS.transpose(2, 1, 0), FLOATS[:, ::2, 1:3], FLOATS.astype(">f4"),
    np.broadcast_to(FLOATS[:1], (2, 3, 4)), FLOATS.astype(np.float16)[0, 0, :3], INTEGERS > 50,
], ids=["packed", "backwards", "transposed", "gaps", "swapped", "broadcast", "six bytes", "bool"])
def test_constants(array):
    graph = weft.GraphBuilder()
    source = array.copy()
    compiled = graph.compile(graph.constant(source, name="table"))
    source[...] = 0  # it was copied
    assert np.array_equal(compiled(), array)


def test_inputs_in_any_layout():
    image = rng.random((1, 2, 3, 4)).astype(np.float32)
    graph = weft.GraphBuilder()
    x = graph.input("float32", [1, 2, 3, 4], [24, 1, 8, 2])  # channels last
    compiled = graph.compile(x * 2)
    last = np.ascontiguousarray(image.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)
    assert np.array_equal(compiled(last), image * 2)
    flat = np.ascontiguousarray(image.transpose(0, 2, 3, 1)).ravel()
    assert np.array_equal(compiled(flat), image * 2)  # a plain buffer
    with pytest.raises(weft.Error) as error:
        compiled(image)
    assert str(error.value) == (
        'graph: input 0 is an array of {"DataType": "FLOAT32", "Sizes": [1, 2, 3, 4]}, but the '
        'description has {"DataType": "FLOAT32", "Sizes": [1, 2, 3, 4], "Strides": [24, 1, 8, 2]}')


def test_out():
    graph = weft.GraphBuilder()
    x = graph.input("float32", [2, 3, 4])
    one, two = graph.compile(x + 1), graph.compile([x + 1, x * 2])
    out, other = np.zeros((2, 3, 4), np.float32), np.zeros(24, np.float32)
    assert one(FLOATS, out=out) is out and np.array_equal(out, FLOATS + 1)
    first, second = two(FLOATS, out=(None, other))
    assert second is other and np.array_equal(other, FLOATS.ravel() * 2)
    assert np.array_equal(first, FLOATS + 1)


def test_inputs_nobody_uses():
    graph = weft.GraphBuilder()
    unused, x, w = graph.input("float32", [5]), graph.input("float32", [4]), graph.weights("int8", [3])
    values = np.arange(4, dtype=np.float32)
    compiled = graph.compile(x * 2)
    assert np.array_equal(compiled(None, values), values * 2)
    assert np.array_equal(compiled("anything", values), values * 2)
    assert np.array_equal(graph.compile([unused, w.broadcast([3])]).explain().count("step"), 2)


def test_what_a_compiled_graph_tells():
    graph = weft.GraphBuilder()
    x = graph.input("float32", [64, 64])
    sums = weft.reduce(weft.activation_relu(x), function="SUM", axes=[1])
    spread = weft.element_wise_exp(sums.broadcast([64, 64]))
    compiled = graph.compile(weft.reduce(spread, function="SUM", axes=[0]))
    assert compiled.temporary_bytes >= compiled.least_temporary_bytes > 0
    assert compiled.persistent_bytes == 0
    text = compiled.explain()
    assert isinstance(text, str) and repr(text) == str(text)
    steps = [line for line in text.split("\n") if line.startswith("step ")]
    times = compiled.profile(np.zeros((64, 64), np.float32))
    assert [f"step {i}: {name} (" for i, (name, _) in enumerate(times)] == [
        line[:line.index("(") + 1] for line in steps]
    assert all(0 <= seconds < 10 for _, seconds in times)
    assert compiled.to_dot().startswith("digraph {") and compiled.to_dot().endswith("}\n")
    assert repr(compiled) == (f"<weft.CompiledGraph {compiled.temporary_bytes} bytes temporary, "
                              "0 bytes persistent>")
    plain = graph.compile(weft.reduce(spread, function="SUM", axes=[0]), as_described=True)
    assert plain.explain().count("step ") == 4


def test_strict_indices():
    graph = weft.GraphBuilder()
    x, where = graph.input("float32", [4]), graph.input("uint32", [2])
    picked = weft.gather(x, where, axis=0, index_dimensions=1)
    values, indices = np.arange(4, dtype=np.float32), np.array([1, 4], np.uint32)
    assert graph.compile(picked)(values, indices).tolist() == [1, 3]
    with pytest.raises(weft.Error, match=r"^graph: node 0: GATHER: IndicesTensor\[1\] is 4, but "):
        graph.compile(picked, strict_indices=True)(values, indices)


def test_candidate():
    graph = weft.GraphBuilder()
    total = weft.reduce(graph.input("float32", [4, 100]), function="SUM", axes=[1])
    assert "by reduction/inner\n" in graph.compile(total).explain()
    outer = graph.compile(total, candidate="reduction/outer")
    assert "by reduction/outer\n" in outer.explain()
    assert outer(np.ones((4, 100), np.float32)).ravel().tolist() == [100] * 4
    with pytest.raises(weft.Error, match=r"REDUCE: the candidate reduction/all was asked for and "
                                         r"refuses: OutputTensor has 4 elements, but 1 is needed"):
        graph.compile(total, candidate="reduction/all")


def test_expressions_tell_what_they_are():
    x = weft.GraphBuilder().input("float16", (2, 3))
    assert x.sizes == (2, 3) and x.desc == weft.TensorDesc("float16", [2, 3])
    assert repr(x) == '<weft.Expression {"DataType": "FLOAT16", "Sizes": [2, 3]}>'
    owned = weft.GraphBuilder().weights(weft.TensorDesc("float32", [3]))
    assert owned.desc == weft.TensorDesc("float32", [3], owned_by_dml=True)


def graph_and_inputs():
    graph = weft.GraphBuilder()
    return graph, graph.input("float32", [2, 3]), graph.input("int32", [4])


OTHER = weft.GraphBuilder().input("float32", [2, 3])
F = '{"DataType": "FLOAT32", "Sizes": '


@pytest.mark.parametrize("make, message", [
    (lambda g, x, i: weft.tile(x, repeats=[0, 1]),
     "TILE: Repeats[0] is 0, but every repeat must be at least 1"),
    (lambda g, x, i: weft.element_wise_add(x, i),
     "ELEMENT_WISE_ADD: BTensor.DataType is INT32, but ATensor.DataType is FLOAT32"),
    (lambda g, x, i: x + i, "graph: sizes [4] cannot be broadcast to [2, 3]"),
    (lambda g, x, i: i + 2**31, "graph: operand is 2147483648, but a number INT32 can hold is required"),
    (lambda g, x, i: x + 1e39, "graph: operand is 1e+39, but a FLOAT32 is required"),
    (lambda g, x, i: x + OTHER, "graph: ELEMENT_WISE_ADD has inputs of two graphs"),
    (lambda g, x, i: weft.join([x, OTHER], axis=0), "graph: JOIN has inputs of two graphs"),
    (lambda g, x, i: x.transpose([0, 0]),
     "graph: the order of a transposition must have each of the 2 dimensions once"),
    (lambda g, x, i: x.transpose([0, 2]), "transpose: order[1] is 2, but 0 to 1 is required"),
    (lambda g, x, i: x.reinterpret([7]),
     f"graph: {F}[7]}} has 28 bytes, but {F}[2, 3]}} is reinterpreted as it and has 24"),
    (lambda g, x, i: x.reinterpret([6, 0]),
     "reinterpret.Sizes[1] is 0, but every size must be at least 1"),
    (lambda g, x, i: x.broadcast([3, 3]), "graph: sizes [2, 3] cannot be broadcast to [3, 3]"),
    (lambda g, x, i: x.broadcast([2**31, 2, 3]),
     "broadcast.Sizes [2147483648, 2, 3] have 12884901888 elements, but at most 4294967295 are "
     "allowed"),
    (lambda g, x, i: weft.tile(x, repeats=[1, 1], out=np.zeros((2, 3), np.float32)),
     "TILE: out is given, but an input is an expression: only running its graph writes"),
    (lambda g, x, i: weft.tile(x, repeats=[1, 1], allow_empty=True),
     "TILE: allow_empty is given, but an input is an expression, and graphs have no tensors without "
     "elements"),
    (lambda g, x, i: weft.slice(x, "5:"), 'Slice "5:": dimension 0 selects nothing from 2 to 2 step 1 of 2'),
    (lambda g, x, i: g.input("float32", [2, 0]), "input.Sizes[1] is 0, but every size must be at least 1"),
    (lambda g, x, i: g.input("float32", [2], [1, 1]),
     "TensorDesc.Strides [1, 1] has 2 values, but Sizes [2] has 1"),
    (lambda g, x, i: g.weights(x.desc, [2, 3]),
     "weights: sizes is given, but the TensorDesc has its own"),
    (lambda g, x, i: g.constant(np.zeros((0, 3), np.float32)),
     "constant.Sizes[0] is 0, but every size must be at least 1"),
    (lambda g, x, i: g.compile([]), "compile: outputs has 0 expressions, but at least 1 is required"),
    (lambda g, x, i: g.compile([x, OTHER]), "graph: output 1 is no expression of this graph"),
    (lambda g, x, i: g.compile(x)(FLOATS[0, :2, :3]), "graph: 1 inputs are given, but it has 2"),
    (lambda g, x, i: g.compile(x).initialize(FLOATS), "graph: 1 weights are given, but it has 0"),
    (lambda g, x, i: g.compile(x)(INTEGERS[0, :2, :3].copy(), None),
     f'graph: input 0 is an array of {{"DataType": "INT32", "Sizes": [2, 3]}}, but the description has '
     f"{F}[2, 3]}}"),
    (lambda g, x, i: g.compile(x)(np.zeros((2, 3), np.float32), None, out=np.zeros((3, 2), np.float32)),
     f"graph: output 0 is an array of {F}[3, 2]}}, but the description has {F}[2, 3]}}"),
    (lambda g, x, i: g.compile([x, x])(np.zeros((2, 3), np.float32), None, out=[None]),
     "graph: out has 1 arrays, but there are 2 outputs"),
])
def test_errors(make, message):
    graph, x, i = graph_and_inputs()
    with pytest.raises(weft.Error) as error:
        make(graph, x, i)
    assert str(error.value) == message
    # The graph is as it was.
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert np.array_equal(graph.compile(x + 1)(values, None), values + 1)


def test_an_error_leaves_both_graphs_as_they_were():
    graph, x, _ = graph_and_inputs()
    other = weft.GraphBuilder()
    y = other.input("float32", [5])
    with pytest.raises(weft.Error) as error:
        x + y
    assert str(error.value) == "graph: ELEMENT_WISE_ADD has inputs of two graphs"
    values = np.arange(5, dtype=np.float32)
    assert np.array_equal(other.compile(y + 1)(values), values + 1)
    graph.compile(x)


@pytest.mark.parametrize("make, message", [
    (lambda g, x, i: x + "a",
     "graph: operand is a str, but a NumPy array or an object with __dlpack__ is required"),
    (lambda g, x, i: i + 1.5, "graph: operand is a float, but an integer for INT32 is required"),
    (lambda g, x, i: x.transpose(1),
     "transpose: order is a int, but a sequence of dimensions is required"),
    (lambda g, x, i: x.reinterpret("ab"),
     "reinterpret: sizes is a str, but a sequence of sizes is required"),
    (lambda g, x, i: g.input("float32"), "input: sizes is None, but a sequence of sizes is required"),
    (lambda g, x, i: g.constant([1, 2]),
     "constant: array is a list, but a NumPy array or an object with __dlpack__ is required"),
    (lambda g, x, i: g.compile([3]), "compile: outputs[0] is a int, but a weft.Expression is required"),
    (lambda g, x, i: g.compile(3), "compile: outputs is a int, but a sequence of expressions is required"),
])
def test_errors_of_types(make, message):
    with pytest.raises(TypeError) as error:
        make(*graph_and_inputs())
    assert str(error.value) == message


def test_one_graph_on_many_threads():
    graph = weft.GraphBuilder()
    x, w = graph.input("float32", [1, 1, 40, 30]), graph.weights("float32", [1, 1, 30, 20])
    product = weft.gemm(x, w, **GEMM)
    compiled = graph.compile(weft.reduce(product * product, function="SUM", axes=[3]))
    assert compiled.temporary_bytes > 0
    factors = rng.integers(-4, 4, (1, 1, 30, 20)).astype(np.float32)
    compiled.initialize(factors)

    def work(number):
        own = np.random.default_rng(number).integers(-4, 4, (1, 1, 40, 30)).astype(np.float32)
        want = ((own @ factors) ** 2).sum(3, keepdims=True)
        return all(np.array_equal(compiled(own), want) for _ in range(200))

    assert on_threads(work) == [True] * THREADS


def test_graphs_built_on_many_threads():
    def work(number):
        return all(np.array_equal(run(lambda x: x * number + x, FLOATS), FLOATS * (number + 1))
                   for _ in range(50))

    assert on_threads(work) == [True] * THREADS


def test_ten_thousand_nodes():
    """A chain of them, as deep as it is long, and a sum as wide as it is long."""
    began = time.perf_counter()
    graph = weft.GraphBuilder()
    chain = graph.input("float32", [4])
    for step in range(5000):
        chain = weft.element_wise_abs(chain) if step % 2 else chain - 1
    pieces = weft.split(graph.input("float32", [5000]), axis=0, output_sizes=[1] * 5000)
    joined = weft.join([piece + piece for piece in pieces], axis=0)
    values, many = np.array([0.5, 1, 7, 10000], np.float32), np.arange(5000, dtype=np.float32)
    deep, wide = graph.compile([chain, joined])(values, many)
    want = values
    for step in range(5000):
        want = np.abs(want) if step % 2 else want - 1
    assert np.array_equal(deep, want) and np.array_equal(wide, many * 2)
    assert time.perf_counter() - began < 60


def test_results_stay_when_graphs_go():
    result = run(lambda x: x + 1, FLOATS)
    assert result.flags.owndata and math.isclose(result.sum(), FLOATS.sum() + FLOATS.size)
