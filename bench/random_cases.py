# SPDX-License-Identifier: MIT
"""Problems of sizes, types and layouts at random, the same ones each time: for bits.py, since which
candidate computes an operator, and so the order of its sums, follows from these.
"""
import numpy as np


class Draw:
    """Numbers of one case, which depend on nothing but its name."""

    def __init__(self, name):
        self.random = np.random.default_rng(list(name.encode()))

    def between(self, low, high):
        return int(self.random.integers(low, high, endpoint=True))

    def pick(self, *values):
        return values[self.between(0, len(values) - 1)]

    def size(self, most):
        """Small ones are as likely as large ones."""
        return int(round(np.exp(self.random.uniform(0, np.log(most)))))

    def array(self, sizes, dtype="float32"):
        """Standard normal numbers, packed in some order of dimensions, or with gaps."""
        order = list(range(len(sizes)))
        how = self.between(0, 3)
        if how == 1 and len(sizes) > 2:
            order = [0, *order[2:], 1]  # channels last
        elif how == 2:
            order = list(self.random.permutation(len(sizes)))
        stored = [sizes[dim] for dim in order]
        memory = np.zeros([*stored[:-1], stored[-1] + (5 if how == 3 else 0)], dtype)
        view = memory[..., : stored[-1]].transpose(np.argsort(order))
        view[...] = self.random.standard_normal(sizes, np.float32)
        return view


def run(weft, kind, fields, inputs, output, owned=()):
    """The output; what is None is left out."""
    given = {name: array for name, array in inputs.items() if array is not None}
    desc = dict(fields)
    for name, array in {**given, "OutputTensor": output}.items():
        strides = [stride // array.itemsize for stride in array.strides]
        desc[name] = weft.TensorDesc(array.dtype, array.shape, strides, owned_by_dml=name in owned)
    outputs = [output, None, None] if kind == "MULTIHEAD_ATTENTION" else output
    weft.run(kind, desc, given, outputs)
    return output


def convolution(weft, draw):
    dtype = draw.pick("float32", "float32", "float32", "float16")
    kind = draw.between(0, 3)
    groups = draw.pick(2, 3, 8, 32, 64) if kind == 0 else 1
    inputs = groups * (1 if kind == 0 else draw.size(100))
    outputs = groups * (draw.pick(1, 1, 2) if kind == 0 else draw.size(100))
    window = draw.pick((1, 1), (3, 3), (3, 3), (1, 3), (5, 5), (7, 7), (2, 2))
    strides, dilations = [draw.pick(1, 1, 2)] * 2, [draw.pick(1, 1, 1, 2)] * 2
    spans = [(size - 1) * dilation + 1 for size, dilation in zip(window, dilations)]
    start, end = ([draw.between(0, span // 2) for span in spans] for _ in range(2))
    image = [span + draw.size(60) for span in spans]
    after = [(size + first + last - span) // stride + 1 for size, first, last, span, stride in
             zip(image, start, end, spans, strides)]
    batch = draw.pick(1, 1, 2)
    fields = {"Mode": draw.pick("CROSS_CORRELATION", "CROSS_CORRELATION", "CONVOLUTION"),
              "Direction": "FORWARD", "Strides": strides, "Dilations": dilations,
              "StartPadding": start, "EndPadding": end, "OutputPadding": [0, 0],
              "GroupCount": groups}
    if draw.between(0, 2) == 0:
        fields["FusedActivation"] = draw.pick("ACTIVATION_RELU", "ACTIVATION_SIGMOID")
    arrays = {"InputTensor": draw.array([batch, inputs, *image], dtype),
              "FilterTensor": draw.array([outputs, inputs // groups, *window], dtype),
              "BiasTensor": draw.pick(None, draw.array([1, outputs, 1, 1], dtype))}
    return run(weft, "CONVOLUTION", fields, arrays, draw.array([batch, outputs, *after], dtype),
               draw.pick((), ("FilterTensor",)))


def gemm(weft, draw):
    dtype = draw.pick("float32", "float32", "float16")
    batch, m, n, k = [draw.pick(1, 1, 3), draw.pick(1, 2)], *(draw.size(700) for _ in range(3))
    trans_a, trans_b = draw.pick("NONE", "TRANSPOSE"), draw.pick("NONE", "TRANSPOSE")
    a = [m, k] if trans_a == "NONE" else [k, m]
    b = [k, n] if trans_b == "NONE" else [n, k]
    c = draw.pick(None, draw.array([*batch, m, n], dtype),
                  np.broadcast_to(draw.array([1, 1, 1, n], dtype), [*batch, m, n]))
    fields = {"TransA": trans_a, "TransB": trans_b, "Alpha": draw.pick(1, 0.75),
              "Beta": draw.pick(0, 1, -0.5)}
    arrays = {"ATensor": draw.array([*batch, *a], dtype), "BTensor": draw.array([*batch, *b], dtype),
              "CTensor": c}
    return run(weft, "GEMM", fields, arrays, draw.array([*batch, m, n], dtype),
               draw.pick((), ("BTensor",)))


def some_sizes(draw):
    return [draw.size(most) for most in (4, 50, 60, 70)]


def some_axes(draw):
    return sorted({draw.between(0, 3) for _ in range(draw.between(1, 3))})


def reduction(weft, draw):
    sizes, axes = some_sizes(draw), some_axes(draw)
    dtype = draw.pick("float32", "float32", "float16")
    fields = {"Function": draw.pick("SUM", "AVERAGE", "L1", "L2", "SUM_SQUARE", "LOG_SUM",
                                    "LOG_SUM_EXP", "MULTIPLY"), "Axes": axes}
    after = [1 if dim in axes else size for dim, size in enumerate(sizes)]
    return run(weft, "REDUCE", fields, {"InputTensor": draw.array(sizes, dtype)},
               draw.array(after, dtype))


def softmax(weft, draw):
    sizes, dtype = some_sizes(draw), draw.pick("float32", "float16")
    kind = draw.pick("ACTIVATION_SOFTMAX1", "ACTIVATION_LOG_SOFTMAX1")
    return run(weft, kind, {"Axes": some_axes(draw)}, {"InputTensor": draw.array(sizes, dtype)},
               draw.array(sizes, dtype))


def normalization(weft, draw):
    sizes, axes, dtype = some_sizes(draw), some_axes(draw), draw.pick("float32", "float16")
    parameters = [1, 1, 1, sizes[3]] if draw.between(0, 1) else [1, sizes[1], 1, 1]
    scale, bias = (np.broadcast_to(draw.array(parameters, dtype), sizes) for _ in range(2))
    fields = {"Axes": axes, "NormalizeVariance": draw.pick(True, True, False), "Epsilon": 1e-5}
    return run(weft, "MEAN_VARIANCE_NORMALIZATION1", fields,
               {"InputTensor": draw.array(sizes, dtype), "ScaleTensor": scale, "BiasTensor": bias},
               draw.array(sizes, dtype))


def pooling(weft, draw):
    sizes, dtype = some_sizes(draw), draw.pick("float32", "float16")
    window = [draw.between(1, min(size, 7)) for size in sizes[2:]]
    strides, start = [draw.pick(1, 2), draw.pick(1, 2)], [size // 2 for size in window]
    after = [(size + first - side) // stride + 1
             for size, first, side, stride in zip(sizes[2:], start, window, strides)]
    fields = {"Strides": strides, "WindowSize": window, "StartPadding": start, "EndPadding": [0, 0]}
    kind, more = draw.pick(("AVERAGE_POOLING", {"IncludePadding": draw.pick(True, False)}),
                           ("LP_POOLING", {"P": 2}), ("MAX_POOLING", {}))
    return run(weft, kind, {**fields, **more}, {"InputTensor": draw.array(sizes, dtype)},
               draw.array([*sizes[:2], *after], dtype))


def resampling(weft, draw):
    sizes, after, dtype = some_sizes(draw), some_sizes(draw), draw.pick("float32", "float16")
    after[:2] = sizes[:2]
    fields = {"InterpolationMode": draw.pick("LINEAR", "LINEAR", "NEAREST_NEIGHBOR"),
              "Scales": [new / old for new, old in zip(after, sizes)],
              "InputPixelOffsets": [0.5] * 4, "OutputPixelOffsets": [-0.5] * 4}
    return run(weft, "RESAMPLE1", fields, {"InputTensor": draw.array(sizes, dtype)},
               draw.array(after, dtype))


def attention(weft, draw):
    heads, width, tokens, keys = (draw.pick(1, 2, 8), draw.size(80), draw.size(90), draw.size(90))
    batch, dtype = draw.pick(1, 2), draw.pick("float32", "float16")
    q, k, v = (draw.array([batch, count, heads * width], dtype) for count in (tokens, keys, keys))
    fields = {"Scale": width ** -0.5, "MaskFilterValue": -1e4, "HeadCount": heads,
              "MaskType": "NONE"}
    return run(weft, "MULTIHEAD_ATTENTION", fields,
               {"QueryTensor": q, "KeyTensor": k, "ValueTensor": v},
               draw.array([batch, tokens, heads * width], dtype))


CASES = {convolution: 2000, gemm: 1000, reduction: 500, softmax: 200, normalization: 200,
         pooling: 300, resampling: 300, attention: 100}
