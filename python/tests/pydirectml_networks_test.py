# SPDX-License-Identifier: MIT
# Networks written as the published samples of pydirectml are, against NumPy in float64: digits, fire
# modules, inverted residuals, style transfer. Weights are random.
import numpy as np
import pytest

import pydirectml as dml
from answers import ROWS

FLOAT32, OWNED = dml.TensorDataType.FLOAT32, dml.TensorFlags.OWNED_BY_DML
RELU = dml.FusedActivation(dml.OperatorType.ACTIVATION_RELU)
EPSILON = 0.000009999999747378752


class Program:
    """A builder and its bindings, and the weights as NumPy sees them."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.device = dml.Device(True, True)
        self.builder = dml.GraphBuilder(self.device)
        self.bindings = []

    def tensor(self, sizes, flags=None, data=None, strides=None):
        """(expression, array) of the next input."""
        data = self.rng.normal(size=sizes) / 4 if data is None else data
        given = [sizes] if flags is None else [flags, sizes]
        desc = dml.TensorDesc(FLOAT32, *given, *([] if strides is None else [strides]))
        expression = dml.input_tensor(self.builder, len(self.bindings), desc)
        self.bindings.append(dml.Binding(expression, data))
        return expression, np.asarray(data, np.float32).astype(np.float64)

    def compute(self, *outputs):
        model = self.builder.build(dml.ExecutionFlags.NONE, list(outputs))
        results = self.device.compute(model, self.bindings, list(outputs))
        return [np.array(result, np.float32) for result in results]


def convolve(x, w, b=None, stride=1, pad=0, groups=1, **more):
    fields = {"mode": "CROSS_CORRELATION", "direction": "FORWARD", "strides": [stride] * 2,
              "dilations": [1, 1], "start_padding": [pad] * 2, "end_padding": [pad] * 2,
              "output_padding": [0, 0], "group_count": groups} | more
    return ROWS["CONVOLUTION"].answer(x, w, b, **fields)


def largest(x, window, stride):
    return ROWS["MAX_POOLING"].answer(x, window_size=[window] * 2, strides=[stride] * 2,
                                      start_padding=[0, 0], end_padding=[0, 0])


def relu(x):
    return np.maximum(x, 0)


def softmax(x):
    powers = np.exp(x - x.max())
    return powers / powers.sum()


def check(got, want):
    assert got.shape == want.shape
    np.testing.assert_allclose(got, want, rtol=2e-4, atol=2e-5 * np.abs(want).max())


def test_digits():
    """Convolution, a bias per channel by strides of 0, pooling, a product of matrices, softmax."""
    p = Program(1)
    x, image = p.tensor([1, 1, 28, 28])
    w1, w1_values = p.tensor([8, 1, 5, 5], OWNED)
    b1, _ = p.tensor([1, 8, 1, 1], OWNED, np.zeros([1, 8, 1, 1]))
    conv1 = dml.convolution(x, w1, b1, strides=[1, 1], start_padding=[2, 2], end_padding=[2, 2])
    plus1, plus1_values = p.tensor([1, 8, 28, 28], None, p.rng.random((8, 1, 1)), [8, 1, 0, 0])
    pool1 = dml.max_pooling(dml.activation_relu(dml.add(conv1, plus1)), strides=[2, 2],
                            window_sizes=[2, 2])
    w2, w2_values = p.tensor([16, 8, 5, 5], OWNED)
    conv2 = dml.convolution(pool1.values, w2, strides=[1, 1], start_padding=[2, 2],
                            end_padding=[2, 2])
    pool2 = dml.max_pooling(dml.activation_relu(conv2), strides=[3, 3], window_sizes=[3, 3])
    flat = dml.reinterpret(pool2.values, FLOAT32, [1, 1, 1, 256], [256, 256, 256, 1])
    w3, w3_values = p.tensor([16, 4, 4, 10], OWNED)
    matrix = dml.reinterpret(dml.activation_identity(w3), FLOAT32, [1, 1, 256, 10],
                             [2560, 2560, 10, 1])
    b3, b3_values = p.tensor([1, 1, 1, 10], OWNED)
    got, = p.compute(dml.activation_soft_max(dml.add(dml.gemm(flat, matrix), b3)))

    hidden = largest(relu(convolve(image, w1_values, pad=2) + plus1_values), 2, 2)
    hidden = largest(relu(convolve(hidden, w2_values, pad=2)), 3, 3)
    check(got, softmax(hidden.reshape(1, 1, 1, 256) @ w3_values.reshape(256, 10) + b3_values))


def test_fire_modules():
    """Convolutions with a fused activation, side by side and joined."""
    p = Program(2)

    def layer(x, values, outputs, kernel, stride=1):
        w, w_values = p.tensor([outputs, values.shape[1], kernel, kernel], OWNED)
        b, b_values = p.tensor([1, outputs, 1, 1], OWNED)
        pad = {} if kernel == 1 or stride > 1 else {"start_padding": [1, 1], "end_padding": [1, 1]}
        made = dml.convolution(x, w, b, strides=[stride] * 2, fused_activation=RELU, **pad)
        return made, relu(convolve(values, w_values, b_values, stride, len(pad) // 2))

    x, values = p.tensor([1, 3, 47, 47])
    x, values = layer(x, values, 16, 3, stride=2)
    for squeezed, expanded in [(4, 8), (6, 12)]:
        x = dml.max_pooling(x, window_sizes=[3, 3], strides=[2, 2]).values
        narrow, narrow_values = layer(x, largest(values, 3, 2), squeezed, 1)
        sides = [layer(narrow, narrow_values, expanded, kernel) for kernel in (1, 3)]
        x = dml.join([side for side, _ in sides], 1)
        values = np.concatenate([side for _, side in sides], 1)
    x, values = layer(dml.activation_identity(x), values, 100, 1)
    size = values.shape[2]
    means = dml.average_pooling(x, [size, size], [size, size], [0, 0], [0, 0], 0)
    assert means.get_output_desc().sizes == [1, 100, 1, 1]
    got, = p.compute(dml.activation_soft_max(
        dml.reinterpret(means, FLOAT32, [1, 1, 1, 100], [100, 100, 100, 1])))
    check(got, softmax(values.mean((2, 3)).reshape(1, 1, 1, 100)))


@pytest.mark.parametrize("rest", [([0, 0], 0), (0,), ((), False)],
                         ids=["dilations of 0", "without dilations", "defaults"])
def test_inverted_residuals(rest):
    """Batch normalization, a filter for each channel, a sum around the block."""
    p = Program(3)

    def normalized(x, values, activation=True):
        data = [p.rng.normal(size=values.shape[1]), p.rng.random(values.shape[1]) + 0.5,
                p.rng.normal(size=values.shape[1]), p.rng.normal(size=values.shape[1])]
        tensors = [p.tensor([1, values.shape[1], 1, 1], None, one) for one in data]
        fused = [RELU] if activation else []
        made = dml.batch_normalization(x, *[tensor for tensor, _ in tensors], 1, EPSILON, *fused)
        mean, variance, scale, bias = [one.reshape(1, -1, 1, 1) for _, one in tensors]
        want = scale * (values - mean) / np.sqrt(variance + EPSILON) + bias
        return made, relu(want) if activation else want

    def layer(x, values, outputs, kernel, groups=1, activation=True):
        w, w_values = p.tensor([outputs, values.shape[1] // groups, kernel, kernel], OWNED)
        pad = kernel // 2
        made = dml.convolution(x, w, start_padding=[pad, pad], end_padding=[pad, pad],
                               group_count=groups)
        return normalized(made, convolve(values, w_values, pad=pad, groups=groups), activation)

    x, values = p.tensor([1, 8, 14, 14])
    inner = layer(*layer(*layer(x, values, 24, 1), 24, 3, groups=24), 8, 1, activation=False)
    x, values = dml.add(x, inner[0]), values + inner[1]
    means = dml.average_pooling(x, [1, 1], [14, 14], [0, 0], [0, 0], *rest)
    got, = p.compute(means)
    check(got, values.mean((2, 3), keepdims=True))


@pytest.mark.parametrize("both", [True, False], ids=["with normalize_mean", "as it was before"])
def test_style_transfer(both):
    """Reflection, normalization of each image, cropped sums, transposed convolutions."""
    p = Program(4)

    def normalized(x, values, *fused):
        channels = values.shape[1]
        scale, scale_values = p.tensor([1, channels, 1, 1])
        bias, bias_values = p.tensor([1, channels, 1, 1], OWNED)
        flags = [True, True] if both else [1]
        made = dml.mean_variance_normalization(x, scale, bias, [0, 2, 3], *flags, EPSILON, *fused)
        deviation = values - values.mean((0, 2, 3), keepdims=True)
        spread = np.sqrt((deviation ** 2).mean((0, 2, 3), keepdims=True) + EPSILON)
        want = deviation / spread * scale_values + bias_values
        return made, relu(want) if fused else want

    x, values = p.tensor([1, 3, 20, 20], None, p.rng.random((3, 20, 20)) * 255)
    x = dml.value_scale_2d(x, 0.5, [-103.9, -116.8, -123.7])
    values = values.reshape(1, 3, 20, 20) * 0.5 + np.array([-103.9, -116.8, -123.7]).reshape(1, 3, 1, 1)
    x = dml.padding(x, dml.PaddingMode.REFLECTION, 0.0, [0, 0, 4, 4], [0, 0, 4, 4])
    values = np.pad(values, [(0, 0), (0, 0), (4, 4), (4, 4)], "reflect")
    w, w_values = p.tensor([6, 3, 3, 3], OWNED)
    b, b_values = p.tensor([1, 6, 1, 1], OWNED)
    x, values = normalized(
        dml.convolution(x, w, b, strides=[2, 2], start_padding=[1, 1], end_padding=[1, 1]),
        convolve(values, w_values, b_values, 2, 1), RELU)  # 14 x 14
    w, w_values = p.tensor([6, 6, 3, 3], OWNED)
    inner = normalized(dml.convolution(x, w), convolve(values, w_values))
    x = dml.add(inner[0], dml.slice(x, [0, 0, 1, 1], [1, 6, 12, 12], [1, 1, 1, 1]))
    values = inner[1] + values[:, :, 1:-1, 1:-1]
    w, w_values = p.tensor([6, 4, 3, 3], OWNED)
    b, b_values = p.tensor([1, 4, 1, 1], OWNED)
    x = dml.convolution(x, w, b, mode=dml.ConvolutionMode.CROSS_CORRELATION,
                        direction=dml.ConvolutionDirection.BACKWARD, strides=[2, 2],
                        start_padding=[0, 0], end_padding=[0, 0], output_sizes=[1, 4, 26, 26])
    values = convolve(values, w_values, b_values, 2, direction="BACKWARD", output_padding=[1, 1])
    assert x.get_output_desc().sizes == [1, 4, 26, 26] == list(values.shape)
    w, w_values = p.tensor([3, 4, 1, 1], OWNED)
    x = dml.convolution(x, w, fused_activation=dml.FusedActivation(dml.OperatorType.ACTIVATION_TANH))
    x = dml.activation_linear(x, 150, 3)
    factors, factor_values = p.tensor([1, 3, 26, 26], None, p.rng.random((3, 1, 1)), [3, 1, 0, 0])
    got, = p.compute(dml.multiply(x, factors))
    check(got, (np.tanh(convolve(values, w_values)) * 150 + 3) * factor_values)
