# SPDX-License-Identifier: MIT
# Networks as torch.onnx.export writes them, through weft.onnx, against PyTorch's own answers. Weights
# are random: what is compared is arithmetic. The batch is fixed, or dynamic and then tried twice.
import io
import warnings

import numpy as np
import pytest
import torch
import torchvision

import weft.onnx

# Relative to the largest number of the output.
TOLERANCE = 1e-4


def export(network, inputs, batch_axes, opset):
    """The model's bytes; where there are batch_axes, one for each input, its batch is dynamic."""
    names = [f"input_{i}" for i in range(len(inputs))]
    axes = {name: {axis: "batch"} for name, axis in zip(names, batch_axes)}
    file = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about tracing
        torch.onnx.export(network, tuple(inputs), file, opset_version=opset, input_names=names,
                          dynamic_axes=axes)
    return file.getvalue()


def flat(results):
    """The tensors of nested tuples, lists and dicts, as the exporter orders them."""
    if isinstance(results, torch.Tensor):
        return [results]
    values = results.values() if isinstance(results, dict) else results
    return [tensor for value in values for tensor in flat(value)]


def compare(model, network, inputs):
    with torch.no_grad():
        wants = [tensor.numpy() for tensor in flat(network(*inputs))]
    results = model(*[tensor.numpy() for tensor in inputs])
    gots = results if isinstance(results, tuple) else (results,)
    assert len(gots) == len(wants)
    for got, want in zip(gots, wants):
        assert got.shape == want.shape and got.dtype == want.dtype
        if want.dtype.kind != "f":
            np.testing.assert_array_equal(got, want)
            continue
        assert np.isfinite(want).all()
        np.testing.assert_allclose(got, want, rtol=0, atol=TOLERANCE * np.abs(want).max())


def check(network, shapes, batch_axes=None, opset=16):
    """`shapes` of the inputs; batch_axes tell where their batch is."""
    network = network.eval()
    random = torch.Generator().manual_seed(2)
    inputs = [torch.randn(shape, generator=random) for shape in shapes]
    model = weft.onnx.load(export(network, inputs, batch_axes or [], opset))
    compare(model, network, inputs)
    if batch_axes:
        grown = [torch.randn([size + 1 if dim == axis else size for dim, size in enumerate(shape)],
                             generator=random) for shape, axis in zip(shapes, batch_axes)]
        compare(model, network, grown)
        compare(model, network, inputs)


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(1)


# Running means and variances of a network that was never trained are 0 and 1, which would hide a
# batch normalization that leaves them out.
def unsettle(network):
    for module in network.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.running_mean.normal_(0, 0.2)
            module.running_var.uniform_(0.5, 1.5)
            torch.nn.init.uniform_(module.weight, 0.5, 1.5)
            torch.nn.init.normal_(module.bias, 0, 0.2)
    return network


@pytest.mark.parametrize("is_dynamic", [False, True], ids=["fixed", "dynamic"])
@pytest.mark.parametrize("name", ["resnet18", "mobilenet_v3_small", "efficientnet_b0",
                                  "shufflenet_v2_x0_5", "densenet121", "squeezenet1_1", "vit_b_16"])
def test_classifier(name, is_dynamic):
    network = unsettle(getattr(torchvision.models, name)(weights=None))
    check(network, [(1, 3, 224, 224)], [0] if is_dynamic else None)


def test_segmentation():
    network = torchvision.models.segmentation.lraspp_mobilenet_v3_large(
        weights=None, weights_backbone=None)
    check(unsettle(network), [(1, 3, 128, 160)], [0])


class Detector(torch.nn.Module):
    """Boxes, scores and labels of one picture: non-maximum suppression and top-k inside. Random
    weights find every class equally likely everywhere; larger ones tell scores apart, so that
    rounding changes what is found in no place."""

    def __init__(self):
        super().__init__()
        self.inner = torchvision.models.detection.ssdlite320_mobilenet_v3_large(
            weights=None, weights_backbone=None, num_classes=4, score_thresh=0.2,
            detections_per_img=20)
        for module in self.inner.head.classification_head.module_list:
            module[1].weight.data *= 30

    def forward(self, image):
        [found] = self.inner([image])
        return found["boxes"], found["scores"], found["labels"]


def test_detector():
    """What is found is a set: boxes of equal scores come in any order."""
    network = unsettle(Detector()).eval()
    image = torch.randn((3, 200, 300), generator=torch.Generator().manual_seed(2))
    found = weft.onnx.load(export(network, [image], [], 11))(image.numpy())
    with torch.no_grad():
        wanted = [tensor.numpy() for tensor in network(image)]
    got, want = (np.column_stack([boxes / 300, scores, labels])
                 for boxes, scores, labels in (found, wanted))
    assert got.shape == want.shape == (20, 6)
    differences = np.abs(got[:, None] - want).max(-1)
    assert max(differences.min(0).max(), differences.min(1).max()) <= TOLERANCE


RECURRENT = [(kind, layers, directions) for kind in (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN)
             for layers in (1, 2) for directions in (1, 2)]


@pytest.mark.parametrize("is_dynamic", [False, True], ids=["fixed", "dynamic"])
@pytest.mark.parametrize("kind, layers, directions", RECURRENT,
                         ids=lambda value: getattr(value, "__name__", value))
def test_recurrent(kind, layers, directions, is_dynamic):
    """Sequence, batch, features; the state is an input, too."""
    network = kind(12, 20, layers, bidirectional=directions == 2)
    state = (layers * directions, 3, 20)

    class WithState(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.network = network

        def forward(self, x, *states):
            return self.network(x, states if kind is torch.nn.LSTM else states[0])

    states = [state, state] if kind is torch.nn.LSTM else [state]
    shapes = [(7, 3, 12), *states]
    check(WithState(), shapes, [1] * len(shapes) if is_dynamic else None)


@pytest.mark.parametrize("is_dynamic", [False, True], ids=["fixed", "dynamic"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_transformer_encoder(activation, is_dynamic):
    layer = torch.nn.TransformerEncoderLayer(32, 4, 64, activation=activation, batch_first=True)
    network = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
    check(network, [(2, 9, 32)], [0] if is_dynamic else None)


class Attention(torch.nn.Module):
    """PyTorch's, with a mask that hides what comes later; the exporter has no shortcut for it."""

    def __init__(self):
        super().__init__()
        self.inner = torch.nn.MultiheadAttention(32, 4, batch_first=True, kdim=24, vdim=28)

    def forward(self, query, key, value):
        mask = torch.ones(query.shape[1], key.shape[1], dtype=torch.bool).triu(3)
        return self.inner(query, key, value, attn_mask=mask)


@pytest.mark.parametrize("is_dynamic", [False, True], ids=["fixed", "dynamic"])
def test_multihead_attention(is_dynamic):
    check(Attention(), [(2, 5, 32), (2, 8, 24), (2, 8, 28)], [0, 0, 0] if is_dynamic else None)
