#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Which digits are on the pictures? The network of digits.cpp with pydirectml, Microsoft's Python
# binding of DirectML: a graph of expressions, built once, computed for arrays that are bound to it.
#   digits.py [FOLDER]
import pathlib
import sys

import numpy as np
import pydirectml as dml

FLOAT32 = dml.TensorDataType.FLOAT32
RELU = dml.FusedActivation(dml.OperatorType.ACTIVATION_RELU)


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    device = dml.Device()
    builder = dml.GraphBuilder(device)
    bindings = []

    def bound(name, flags=dml.TensorFlags.OWNED_BY_DML, sizes=None, strides=None):
        """The next input of the graph, and an array of the folder for it."""
        array = np.load(folder / f"{name}.npy")
        desc = dml.TensorDesc(FLOAT32, flags, sizes or list(array.shape), strides)
        tensor = dml.input_tensor(builder, len(bindings), desc)
        bindings.append(dml.Binding(tensor, array))
        return tensor

    def convolved(x, number):
        """Three by three taps around each pixel, and the positive part."""
        return dml.convolution(x, bound(f"filter{number}"), bound(f"bias{number}"),
                               strides=[1, 1], start_padding=[1, 1], end_padding=[1, 1],
                               fused_activation=RELU)

    def halved(x):
        """The largest of each two by two pixels."""
        return dml.max_pooling(x, window_sizes=[2, 2], strides=[2, 2]).values

    x = bound("pictures", dml.TensorFlags.NONE)
    count = x.get_output_desc().sizes[0]
    x = halved(convolved(x, 1))
    x = halved(convolved(x, 2))
    flat = dml.reinterpret(x, FLOAT32, [1, 1, count, 784])
    offset = bound("offset", sizes=[1, 1, count, 10], strides=[0, 0, 0, 1])
    digits = dml.activation_soft_max(dml.gemm(flat, bound("matrix"), offset))

    network = builder.build(dml.ExecutionFlags.NONE, [digits])
    probabilities = np.array(device.compute(network, bindings, [digits])[0], np.float32)
    for row in probabilities.reshape(count, 10):
        print(f"{row.argmax()}:", *(f"{p:.6f}" for p in row))


if __name__ == "__main__":
    main()
