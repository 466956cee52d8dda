# SPDX-License-Identifier: MIT
"""The networks of graph.py, each written once: a function of a backend and an input. `Weft` builds a
graph of expressions, `Torch` computes at once; weights are random numbers that both get alike.
"""
import numpy as np
import torch
import torch.nn.functional as F

import weft


class Numbers:
    """The same weights in the same order for every backend that asks for them."""

    def __init__(self):
        self.random = np.random.default_rng(2)

    def of(self, *sizes, scale):
        return self.random.standard_normal(sizes, np.float32) * np.float32(scale)


class Weft:
    """Weights are OWNED_BY_DML."""

    def __init__(self):
        self.graph, self.numbers, self.arrays = weft.GraphBuilder(), Numbers(), []

    def weights(self, *sizes, scale):
        self.arrays.append(self.numbers.of(*sizes, scale=scale))
        return self.graph.weights("float32", sizes)

    def compile(self, output, **options):
        compiled = self.graph.compile(output, **options)
        if self.arrays:
            compiled.initialize(*self.arrays)
        return compiled

    def convolution(self, x, channels, window=1, stride=1, groups=1):
        inputs = x.sizes[1] // groups
        filters = self.weights(channels, inputs, window, window, scale=(inputs * window ** 2) ** -0.5)
        bias = self.weights(1, channels, 1, 1, scale=0.1)
        return weft.convolution(
            x, filters, bias, mode="CROSS_CORRELATION", direction="FORWARD", strides=[stride] * 2,
            dilations=[1, 1], start_padding=[window // 2] * 2, end_padding=[window // 2] * 2,
            output_padding=[0, 0], group_count=groups)

    def relu(self, x):
        return weft.activation_relu(x)

    def relu6(self, x):
        return weft.element_wise_clip(x, min=0, max=6)

    def gelu(self, x):
        return weft.activation_gelu(x)

    def tanh(self, x):
        return weft.activation_tanh(x)

    def sigmoid(self, x):
        return weft.activation_sigmoid(x)

    def max_pooling(self, x):
        return weft.max_pooling(x, strides=[2, 2], window_size=[3, 3], start_padding=[1, 1],
                                end_padding=[1, 1])

    def mean(self, x):
        """Of each channel, as a row."""
        return weft.reduce(x, function="AVERAGE", axes=[2, 3]).reinterpret([1, 1, *x.sizes[:2]])

    def linear(self, x, width):
        inputs = x.sizes[-1]
        matrix = self.weights(1, 1, width, inputs, scale=inputs ** -0.5)
        bias = self.weights(1, 1, 1, width, scale=0.1).reinterpret(
            weft.TensorDesc("float32", [1, 1, x.sizes[-2], width], [0, 0, 0, 1]))
        return weft.gemm(x, matrix, bias, trans_a="NONE", trans_b="TRANSPOSE", alpha=1, beta=1)

    def normalization(self, x):
        width = x.sizes[-1]
        scale, bias = (self.weights(1, 1, 1, width, scale=1) for _ in range(2))
        return weft.mean_variance_normalization1(
            x, scale, bias, axes=[3], normalize_variance=True, epsilon=1e-5)

    def attention(self, q, k, v, heads):
        parts = [part.reinterpret(part.sizes[1:]) for part in (q, k, v)]
        out = weft.multihead_attention(
            *parts, scale=(q.sizes[-1] // heads) ** -0.5, mask_filter_value=-1e4, head_count=heads,
            mask_type="NONE", skip=["output_present_key", "output_present_value"])
        out = out[0] if isinstance(out, tuple) else out
        return out.reinterpret(q.sizes)


class Torch:
    """As written, one function after the other."""

    def __init__(self, channels_last=False):
        self.numbers, self.kept, self.channels_last = Numbers(), [], channels_last
        self.next = 0

    def begin(self):
        self.next = 0

    def weights(self, *sizes, scale):
        if self.next == len(self.kept):
            tensor = torch.from_numpy(self.numbers.of(*sizes, scale=scale))
            if self.channels_last and len(sizes) == 4:
                tensor = tensor.contiguous(memory_format=torch.channels_last)
            self.kept.append(tensor)
        self.next += 1
        return self.kept[self.next - 1]

    def convolution(self, x, channels, window=1, stride=1, groups=1):
        inputs = x.shape[1] // groups
        filters = self.weights(channels, inputs, window, window, scale=(inputs * window ** 2) ** -0.5)
        bias = self.weights(1, channels, 1, 1, scale=0.1).view(-1)
        return F.conv2d(x, filters, bias, stride, window // 2, 1, groups)

    relu = staticmethod(F.relu)
    relu6 = staticmethod(F.relu6)
    gelu = staticmethod(F.gelu)
    tanh = staticmethod(torch.tanh)
    sigmoid = staticmethod(torch.sigmoid)

    def max_pooling(self, x):
        return F.max_pool2d(x, 3, 2, 1)

    def mean(self, x):
        return x.mean((2, 3))[None, None]

    def linear(self, x, width):
        inputs = x.shape[-1]
        matrix = self.weights(1, 1, width, inputs, scale=inputs ** -0.5)
        bias = self.weights(1, 1, 1, width, scale=0.1)
        return F.linear(x, matrix[0, 0], bias.view(-1))

    def normalization(self, x):
        scale, bias = (self.weights(1, 1, 1, x.shape[-1], scale=1).view(-1) for _ in range(2))
        return F.layer_norm(x, scale.shape, scale, bias, 1e-5)

    def attention(self, q, k, v, heads):
        tokens, width = q.shape[-2:]
        q, k, v = (part.view(tokens, heads, -1).transpose(0, 1) for part in (q, k, v))
        scores = torch.softmax(q @ k.transpose(1, 2) * (width // heads) ** -0.5, -1)
        return (scores @ v).transpose(0, 1).reshape(1, 1, tokens, width)


def mobilenet(net, x):
    """MobileNetV2's shape: narrow layers joined by wide ones whose channels keep to themselves."""
    x = net.relu6(net.convolution(x, 32, 3, 2))
    inputs = 32
    for expansion, channels, repeats, first in [
            (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1),
            (6, 160, 3, 2), (6, 320, 1, 1)]:
        for i in range(repeats):
            stride = first if i == 0 else 1
            wide = inputs * expansion
            y = net.relu6(net.convolution(x, wide)) if expansion > 1 else x
            y = net.relu6(net.convolution(y, wide, 3, stride, groups=wide))
            y = net.convolution(y, channels)
            x = x + y if stride == 1 and inputs == channels else y
            inputs = channels
    return net.linear(net.mean(net.relu6(net.convolution(x, 1280))), 1000)


def resnet(net, x):
    """ResNet-18's shape: pairs of 3x3 convolutions and what goes around them."""
    x = net.max_pooling(net.relu(net.convolution(x, 64, 7, 2)))
    inputs = 64
    for channels, first in [(64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2),
                            (512, 1)]:
        y = net.relu(net.convolution(x, channels, 3, first))
        y = net.convolution(y, channels, 3)
        around = net.convolution(x, channels, 1, first) if first > 1 else x
        x, inputs = net.relu(around + y), channels
    return net.linear(net.mean(x), 1000)


def transformer(net, x):
    """Six layers of an encoder, 8 heads, four times as wide between."""
    width = 256
    for _ in range(6):
        y = net.normalization(x)
        y = net.attention(*(net.linear(y, width) for _ in range(3)), 8)
        x = x + net.linear(y, width)
        y = net.gelu(net.linear(net.normalization(x), 4 * width))
        x = x + net.linear(y, width)
    return x


def chain(net, x):
    """Twelve element-wise operators behind each other."""
    for _ in range(3):
        x = net.relu(x * 0.5 + 0.25) * 1.5
    return x


CASES = [
    ("MobileNetV2-like, batch 1", mobilenet, (1, 3, 224, 224)),
    ("MobileNetV2-like, batch 8", mobilenet, (8, 3, 224, 224)),
    ("ResNet-18-like, batch 1", resnet, (1, 3, 224, 224)),
    ("ResNet-18-like, batch 8", resnet, (8, 3, 224, 224)),
    ("transformer, 6 layers, 128 tokens, 256 wide", transformer, (1, 1, 128, 256)),
    ("chain of 12, 16 MiB", chain, (1, 4, 1024, 1024)),
]
