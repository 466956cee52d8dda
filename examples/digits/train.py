#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Draws digits, trains the network of this folder with PyTorch (Debian's python3-torch) and writes
# its weights and ten pictures to look at. Its results are committed; nothing else needs PyTorch.
#   examples/digits/train.py [FOLDER]
import pathlib
import sys

import numpy as np
import torch
from torch import nn

from drawing import SIZE, draw_many

SEED = 20
EPOCHS = 6
BATCH = 50


def make_network():
    """The layers as the programs beside this file have them; softmax is part of the loss here."""
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(16 * (SIZE // 4) ** 2, 10))


def train(network, pictures, digits):
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3, weight_decay=1e-4)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS)
    for epoch in range(EPOCHS):
        total = 0.
        for chosen in torch.randperm(len(digits)).split(BATCH):
            loss = nn.functional.cross_entropy(network(pictures[chosen]), digits[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(chosen)
        slower.step()
        print(f"epoch {epoch + 1}: loss {total / len(digits):.4f}", flush=True)


def save(folder, network, pictures, digits):
    first, second, last = network[0], network[3], network[7]
    arrays = {
        "filter1": first.weight, "bias1": first.bias.reshape(1, -1, 1, 1),
        "filter2": second.weight, "bias2": second.bias.reshape(1, -1, 1, 1),
        "matrix": last.weight.T.reshape(1, 1, -1, 10), "offset": last.bias.reshape(1, 1, 1, 10),
        "pictures": pictures, "digits": digits,
    }
    for name, array in arrays.items():
        array = array.detach().numpy() if isinstance(array, torch.Tensor) else array
        np.save(folder / f"{name}.npy", np.ascontiguousarray(array))


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    random = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    torch.set_num_threads(1)  # sums in one order
    pictures, digits = draw_many(12000, random)
    fresh, fresh_digits = draw_many(4000, random)
    network = make_network()
    train(network, torch.from_numpy(pictures), torch.from_numpy(digits))
    with torch.no_grad():
        guesses = network(torch.from_numpy(fresh)).argmax(1).numpy()
    right = np.mean(guesses == fresh_digits)
    print(f"{right:.2%} of {len(fresh)} fresh digits are right")
    if right <= .97:
        sys.exit("that is too few")
    shown = random.permutation(10)
    save(folder, network, fresh[shown], fresh_digits[shown].astype(np.uint32))


if __name__ == "__main__":
    main()
