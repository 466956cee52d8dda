# SPDX-License-Identifier: MIT
"""The cases of dense.py: what is computed, on which layouts, by Weft, PyTorch and the libraries behind
libbench_dense.so. These get their best layout, NHWC, whatever Weft gets, and weights as they ask for
them. Where Weft gets packed NCHW, oneDNN also does the same work: with NCHW as it is ("its NCHW"), or
copied to NHWC and back ("its copies").

A job is (peer, call, result): the call computes, the result shows it as PyTorch's would look. Weights
are OWNED_BY_DML: packed before the first call, as the libraries' are.
"""
import dataclasses
from typing import Any, Callable

import numpy as np
import torch
import torch.nn.functional as F

PACKED, STRIDED = 0.95, 0.8  # what is wanted of a library's speed
INTEGERS, FLOATS = 0.9, 2.5  # … of 8-bit integers', and of the speed of floats
_RANDOM = np.random.default_rng(1)


@dataclasses.dataclass
class Case:
    title: str
    flops: float  # 0 where they say nothing
    floor: float  # for libraries that get their best layout; else, and for PyTorch, PACKED
    outputs: list  # every peer's, to be overwritten before the comparison
    expected: Callable[[], Any]
    jobs: Callable[..., list]

    def floor_for(self, peer):
        if peer == "floats":
            return FLOATS
        return self.floor if peer in ("oneDNN", "OpenBLAS") else PACKED


def empty(*sizes, dtype=np.float32):
    """Zeros that begin at a cache line, as any library would place them; oneDNN relies on it."""
    memory = np.zeros(int(np.prod(sizes)) + 64 // np.dtype(dtype).itemsize, dtype)
    first = -memory.ctypes.data % 64 // memory.itemsize
    return memory[first : first + int(np.prod(sizes))].reshape(sizes)


def packed(array):
    copy = empty(*array.shape, dtype=array.dtype)
    copy[...] = array
    return copy


def numbers(*sizes):
    return packed(_RANDOM.standard_normal(sizes, np.float32))


def channels_last(array):
    """The same elements in the same order, but stored with the second dimension innermost."""
    order = (0, *range(2, array.ndim), 1)
    return np.moveaxis(packed(array.transpose(order)), -1, 1)


def padded_rows(array, gap=16):
    """The same elements with a gap behind every row."""
    memory = empty(*array.shape[:-1], array.shape[-1] + gap)
    view = memory[..., : array.shape[-1]]
    view[...] = array
    return view


def compiled(weft, kind, fields, tensors, owned=()):
    """The operator for arrays as they lie, None where there is none; those in `owned` are given to it
    now."""
    desc = dict(fields)
    for name, array in tensors.items():
        if array is None:
            continue
        strides = [stride // array.itemsize for stride in array.strides]
        desc[name] = weft.TensorDesc(str(array.dtype), array.shape, strides,
                                     owned_by_dml=name in owned)
    operator = weft.compile(kind, desc)
    if owned:
        operator.initialize(*(array if name in owned else None for name, array in tensors.items()
                              if not name.startswith("Output")))
    return operator


def weft_job(weft, kind, fields, tensors, owned=()):
    inputs = [None if name in owned else array for name, array in tensors.items()
              if not name.startswith("Output")]
    out = next(array for name, array in tensors.items() if name.startswith("Output"))
    operator = compiled(weft, kind, fields, tensors, owned)
    return "Weft", lambda: operator(*inputs, out=out), lambda: out


def torch_job(call, *arrays):
    tensors = [torch.from_numpy(array) for array in arrays]
    return "PyTorch", lambda: call(*tensors), lambda: call(*tensors).numpy()


# Products.

def gemm(m, n, k, batch=1, transpose=False, layout=None, owned=False):
    a, out = numbers(batch, 1, m, k), empty(batch, 1, m, n)
    b = numbers(batch, 1, n, k) if transpose else numbers(batch, 1, k, n)
    by_hand = empty(batch, m, n)
    ours_a = padded_rows(a) if layout == "padded" else a
    ours_b = padded_rows(b) if layout == "padded" else b

    def product(x, y):
        return torch.matmul(x, y.transpose(-1, -2) if transpose else y)

    def jobs(weft, native):
        work = {"kind": "gemm", "batch": batch, "m": m, "n": n, "k": k, "transpose": transpose}
        fields = {"TransA": "NONE", "TransB": "TRANSPOSE" if transpose else "NONE", "Alpha": 1,
                  "Beta": 0}
        shown = lambda: by_hand.reshape(out.shape)
        return [weft_job(weft, "GEMM", fields,
                         {"ATensor": ours_a, "BTensor": ours_b, "OutputTensor": out},
                         ["BTensor"] if owned else []),
                ("oneDNN", native.job("oneDNN", work, [a, b, by_hand]), shown),
                ("OpenBLAS", native.job("OpenBLAS", work, [a, b, by_hand]), shown),
                torch_job(product, a, b)]

    title = f"gemm {m}x{n}x{k}" + (f" x {batch}" if batch > 1 else "")
    title += ", B transposed" * transpose + ", owned B" * owned + f", {layout}" * bool(layout)
    return Case(title, 2 * m * n * k * batch, STRIDED if layout else PACKED, [out, by_hand],
                lambda: product(*map(torch.from_numpy, (a, b))), jobs)


def integer_product(m, n, k, owned=False):
    """UINT8 times INT8. PyTorch's products of integers are plain loops: in its place stands Weft's own
    product of as many floats, which a machine that sums four products in one instruction is to beat."""
    a = packed(_RANDOM.integers(0, 256, (1, 1, m, k), np.uint8))
    b = packed(_RANDOM.integers(-128, 128, (1, 1, k, n), np.int8))
    out, by_hand = empty(1, 1, m, n, dtype=np.int32), empty(1, 1, m, n, dtype=np.int32)
    floats = [packed(array.astype(np.float32)) for array in (a, b)]
    float_out = empty(1, 1, m, n)

    def jobs(weft, native):
        work = {"kind": "integer_gemm", "m": m, "n": n, "k": k, "packed": owned}
        fields = {"TransA": "NONE", "TransB": "NONE", "Alpha": 1, "Beta": 0}
        names, theirs = ["BTensor"] if owned else [], native.job("oneDNN", work, [a, b, by_hand])
        _, as_floats, _ = weft_job(
            weft, "GEMM", fields,
            {"ATensor": floats[0], "BTensor": floats[1], "OutputTensor": float_out}, names)
        return [weft_job(weft, "MATRIX_MULTIPLY_INTEGER", {},
                         {"ATensor": a, "AZeroPointTensor": None, "BTensor": b,
                          "BZeroPointTensor": None, "OutputTensor": out}, names),
                ("oneDNN", theirs, lambda: by_hand), ("floats", as_floats, lambda: float_out)]

    return Case(f"u8 x s8 {m}x{n}x{k}" + ", owned B" * owned, 2 * m * n * k, INTEGERS,
                [out, by_hand, float_out], lambda: np.matmul(a, b, dtype=np.float64), jobs)


# Images.

def convolution(inputs, outputs, side, window, stride=1, groups=1, layout="NHWC"):
    pad, after = window // 2, (side - 1) // stride + 1
    x, bias = numbers(1, inputs, side, side), numbers(outputs)
    weights = numbers(outputs, inputs // groups, window, window) / window
    out, by_hand = empty(1, outputs, after, after), empty(1, after, after, outputs)
    their_planes = empty(1, outputs, after, after)
    place = {"NHWC": channels_last, "NCHW": np.ascontiguousarray, "padded rows": padded_rows}[layout]
    ours, ours_out = place(x), place(out)
    last = packed(x.transpose(0, 2, 3, 1))

    def convolve(x, weights, bias):
        return F.conv2d(x, weights, bias, stride, pad, 1, groups)

    def jobs(weft, native):
        work = {"kind": "convolution", "inputs": inputs, "outputs": outputs, "side": side,
                "after": after, "window": window, "stride": stride, "pad": pad, "groups": groups,
                "layout": "NHWC"}
        fields = {"Mode": "CROSS_CORRELATION", "Direction": "FORWARD", "Strides": [stride] * 2,
                  "Dilations": [1, 1], "StartPadding": [pad] * 2, "EndPadding": [pad] * 2,
                  "OutputPadding": [0, 0], "GroupCount": groups}
        tensors = {"InputTensor": ours, "FilterTensor": weights,
                   "BiasTensor": bias.reshape(1, -1, 1, 1), "OutputTensor": ours_out}
        best = torch.from_numpy(x).contiguous(memory_format=torch.channels_last) \
            if layout == "NHWC" else torch.from_numpy(x)
        packed = [torch.from_numpy(array) for array in (weights, bias)]
        same_work = [
            (name, native.job("oneDNN", {**work, "layout": how}, [x, weights, bias, their_planes]),
             lambda: their_planes)
            for name, how in (("its NCHW", "NCHW"), ("its copies", "copied"))
        ] if layout == "NCHW" else []
        return [weft_job(weft, "CONVOLUTION", fields, tensors, ["FilterTensor"]), *same_work,
                ("oneDNN", native.job("oneDNN", work, [last, weights, bias, by_hand]),
                 lambda: by_hand.transpose(0, 3, 1, 2)),
                ("PyTorch", lambda: convolve(best, *packed), lambda: convolve(best, *packed).numpy())]

    name = "depthwise" if groups > 1 else "conv"
    return Case(f"{name} {window}x{window} {inputs} to {outputs} at {side}"
                + f", stride {stride}" * (stride > 1) + f", {layout}",
                2 * outputs * inputs // groups * (window * after) ** 2,
                PACKED if layout == "NHWC" else STRIDED, [out, by_hand, ours_out, their_planes],
                lambda: convolve(*map(torch.from_numpy, (x, weights, bias))), jobs)


def image(title, kind, fields, theirs, work, sizes, after, more=(), names=(), layout="NCHW"):
    """An operator of one image, and of the vectors `more`, one number for each channel."""
    x, out = numbers(*sizes), empty(*after)
    by_hand = empty(after[0], *after[2:], after[1])
    place = channels_last if layout == "NHWC" else np.ascontiguousarray
    ours, ours_out = place(x), place(out)
    last = packed(x.transpose(0, 2, 3, 1))

    def jobs(weft, native):
        tensors = {"InputTensor": ours,
                   **{name: array.reshape(1, -1, 1, 1) for name, array in zip(names, more)},
                   "OutputTensor": ours_out}
        source = torch.from_numpy(ours if layout == "NHWC" else x)
        rest = [torch.from_numpy(array) for array in more]
        return [weft_job(weft, kind, fields, tensors),
                ("oneDNN", native.job("oneDNN", work, [last, *more, by_hand]),
                 lambda: by_hand.transpose(0, 3, 1, 2)),
                ("PyTorch", lambda: theirs(source, *rest), lambda: theirs(source, *rest).numpy())]

    return Case(f"{title}, {layout}", 0, PACKED, [by_hand, ours_out],
                lambda: theirs(*map(torch.from_numpy, (x, *more))), jobs)


def max_pooling(channels, side, layout):
    after = (side - 1) // 2 + 1
    return image(f"max pool 3x3, {channels} at {side}, stride 2", "MAX_POOLING",
                 {"Strides": [2, 2], "WindowSize": [3, 3], "StartPadding": [1, 1],
                  "EndPadding": [1, 1]}, lambda x: F.max_pool2d(x, 3, 2, 1),
                 {"kind": "max_pool", "channels": channels, "side": side, "after": after},
                 (1, channels, side, side), (1, channels, after, after), layout=layout)


def batch_normalization(channels, side, layout):
    more = [numbers(channels), np.abs(numbers(channels)) + 0.5, numbers(channels), numbers(channels)]
    return image(f"batch norm, {channels} at {side}", "BATCH_NORMALIZATION",
                 {"Spatial": True, "Epsilon": 1e-5},
                 lambda x, mean, variance, scale, bias: F.batch_norm(x, mean, variance, scale, bias),
                 {"kind": "batch_norm", "channels": channels, "side": side},
                 (1, channels, side, side), (1, channels, side, side), more,
                 ["MeanTensor", "VarianceTensor", "ScaleTensor", "BiasTensor"], layout)


def resampling(channels, side, layout):
    return image(f"resample 2x, {channels} at {side}", "RESAMPLE1",
                 {"InterpolationMode": "LINEAR", "Scales": [1, 1, 2, 2],
                  "InputPixelOffsets": [0.5] * 4, "OutputPixelOffsets": [-0.5] * 4},
                 lambda x: F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False),
                 {"kind": "resample", "channels": channels, "side": side},
                 (1, channels, side, side), (1, channels, 2 * side, 2 * side), layout=layout)


# Sequences.

def layer_normalization(rows, columns):
    x, scale, bias, out = numbers(rows, columns), numbers(columns), numbers(columns), empty(rows, columns)
    by_hand = empty(rows, columns)

    def normalize(x, scale, bias):
        return F.layer_norm(x, (columns,), scale, bias)

    def jobs(weft, native):
        four = lambda array: array.reshape(1, 1, -1, columns)
        tensors = {"InputTensor": four(x), "ScaleTensor": four(scale), "BiasTensor": four(bias),
                   "OutputTensor": four(out)}
        fields = {"Axes": [3], "NormalizeVariance": True, "Epsilon": 1e-5}
        _, call, _ = weft_job(weft, "MEAN_VARIANCE_NORMALIZATION1", fields, tensors)
        work = {"kind": "layer_norm", "rows": rows, "columns": columns}
        return [("Weft", call, lambda: out),
                ("oneDNN", native.job("oneDNN", work, [x, scale, bias, by_hand]), lambda: by_hand),
                torch_job(normalize, x, scale, bias)]

    return Case(f"layer norm {rows}x{columns}", 0, PACKED, [out, by_hand],
                lambda: normalize(*map(torch.from_numpy, (x, scale, bias))), jobs)


def lstm(batch, steps, width):
    net = torch.nn.LSTM(width, width)
    x, out, by_hand = numbers(steps, batch, width), empty(steps, 1, batch, width), empty(steps, batch, width)
    weights, recurrence, bias, more_bias = (part.detach().numpy() for part in net.parameters())

    def reordered(array, order):
        """PyTorch's gates are input, forget, cell, output."""
        parts = dict(zip("ifco", np.split(array, 4)))
        return np.ascontiguousarray(np.concatenate([parts[gate] for gate in order]))

    def jobs(weft, native):
        activations = [(f"ACTIVATION_{kind}", {}) for kind in ("SIGMOID", "TANH", "TANH")]
        tensors = [x.reshape(1, steps, batch, width),
                   reordered(weights, "iofc").reshape(1, 1, 4 * width, width),
                   reordered(recurrence, "iofc").reshape(1, 1, 4 * width, width),
                   np.concatenate([reordered(bias, "iofc"), reordered(more_bias, "iofc")])
                   .reshape(1, 1, 1, -1)]
        # These cannot be owned, so they are constants of a graph: packed beforehand all the same.
        graph = weft.GraphBuilder()
        given, *constants = tensors
        sequence, _, _ = weft.lstm(graph.input("float32", given.shape), *constants,
                                   activation_descs=activations, direction="FORWARD",
                                   clip_threshold=0, use_clip_threshold=False,
                                   couple_input_forget=False)
        operator = graph.compile(sequence)
        source = torch.from_numpy(x)
        work = {"kind": "lstm", "batch": batch, "steps": steps, "width": width}
        theirs = [x, np.ascontiguousarray(weights.T), np.ascontiguousarray(recurrence.T),
                  bias + more_bias, by_hand]
        return [("Weft", lambda: operator(given, out=out), lambda: out[:, 0]),
                ("oneDNN", native.job("oneDNN", work, theirs), lambda: by_hand),
                ("PyTorch", lambda: net(source), lambda: net(source)[0].numpy())]

    return Case(f"lstm, batch {batch}, {steps} steps, {width} wide", 16 * batch * steps * width ** 2,
                PACKED, [out, by_hand], lambda: net(torch.from_numpy(x))[0], jobs)


def attention(heads, tokens, width):
    q, k, v = (numbers(1, tokens, heads * width) for _ in range(3))
    out = empty(1, tokens, heads * width)

    def attend(q, k, v):
        q, k, v = (part.view(1, tokens, heads, width).transpose(1, 2) for part in (q, k, v))
        weights = torch.softmax(q @ k.transpose(-1, -2) * width ** -0.5, -1)
        return (weights @ v).transpose(1, 2).reshape(1, tokens, heads * width)

    def jobs(weft, native):
        fields = {"Scale": width ** -0.5, "MaskFilterValue": -1e4, "HeadCount": heads,
                  "MaskType": "NONE"}
        tensors = {"QueryTensor": q, "KeyTensor": k, "ValueTensor": v, "OutputTensor": out}
        operator = compiled(weft, "MULTIHEAD_ATTENTION", fields, tensors)
        return [("Weft", lambda: operator(q, k, v, out=[out, None, None]), lambda: out),
                torch_job(attend, q, k, v)]

    return Case(f"attention, {heads} heads, {tokens} tokens, {width} wide",
                4 * heads * tokens ** 2 * width, PACKED, [out],
                lambda: attend(*map(torch.from_numpy, (q, k, v))), jobs)


def all_cases():
    for size in (256, 512, 1024, 2048):
        yield gemm(size, size, size)
    yield gemm(128, 3072, 768)
    yield gemm(128, 3072, 768, owned=True)
    yield gemm(1, 1024, 1024)
    yield gemm(1, 1024, 1024, transpose=True)
    yield gemm(1024, 1, 1024)
    yield gemm(64, 64, 64, batch=64)
    yield gemm(128, 128, 64, batch=96, transpose=True)
    yield gemm(16, 16, 16, batch=512)
    yield gemm(512, 512, 512, layout="padded")
    for size in (256, 1024):
        yield integer_product(size, size, size)
        yield integer_product(size, size, size, owned=True)
    for layout in ("NHWC", "NCHW", "padded rows"):
        yield convolution(64, 64, 56, 3, layout=layout)
        yield convolution(256, 64, 56, 1, layout=layout)
        yield convolution(32, 32, 112, 3, groups=32, layout=layout)
        yield convolution(3, 64, 224, 7, stride=2, layout=layout)
    for layout in ("NCHW", "NHWC"):
        yield max_pooling(64, 112, layout)
        yield batch_normalization(64, 56, layout)
        yield resampling(64, 56, layout)
    yield layer_normalization(1024, 768)
    yield lstm(1, 64, 256)
    yield lstm(64, 20, 256)
    yield attention(8, 128, 64)
