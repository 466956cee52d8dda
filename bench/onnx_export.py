#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Models to measure with, as torch.onnx.export writes them: onnx_export.py FOLDER makes a folder of
each network with model.onnx and input_0.npy, if it is not there. Weights are random: it is the work
that is measured. Without torchvision its networks are left out, without PyTorch all are.
"""
import os
import shutil
import sys
import warnings

import numpy as np

try:
    import torch
except ImportError:
    sys.exit("onnx_export.py: no PyTorch here, so no models of its own are measured")
try:
    import torchvision
except ImportError:
    torchvision = None


def networks():
    """Name, network, shape of its input."""
    if torchvision:
        for name in ("resnet18", "mobilenet_v3_small", "efficientnet_b0", "vit_b_16"):
            def make(name=name):
                return getattr(torchvision.models, name)(weights=None)
            yield name, make, (1, 3, 224, 224)

    def encoder():
        layer = torch.nn.TransformerEncoderLayer(256, 8, 1024, batch_first=True)
        return torch.nn.TransformerEncoder(layer, 4, enable_nested_tensor=False)  # of copies

    yield "transformer_encoder", encoder, (1, 128, 256)
    yield "lstm", lambda: torch.nn.LSTM(128, 256, 2), (100, 1, 128)


def shuffle(network):
    """No two matrices are the same, which would be one in the file, and none is zero."""
    for weights in network.parameters():
        if weights.dim() == 2:
            torch.nn.init.xavier_normal_(weights)
    return network


def settle(network, x):
    """Without it the numbers of a deep untrained network become very large or very small."""
    network.train()
    with torch.no_grad():
        for _ in range(3):
            network(x.repeat(2, *[1] * (x.dim() - 1)))
    return network.eval()


def main(folder):
    for name, make, shape in networks():
        done = os.path.join(folder, name)
        if os.path.isdir(done):
            continue
        torch.manual_seed(1)
        x = torch.randn(shape)
        network = shuffle(make())
        network = settle(network, x) if len(shape) == 4 else network.eval()
        partial = done + ".new"
        shutil.rmtree(partial, ignore_errors=True)
        os.makedirs(partial)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about tracing
            torch.onnx.export(network, (x,), os.path.join(partial, "model.onnx"), opset_version=16,
                              input_names=["x"])
        np.save(os.path.join(partial, "input_0.npy"), x.numpy())
        os.rename(partial, done)


if __name__ == "__main__":
    main(sys.argv[1])
