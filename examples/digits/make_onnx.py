#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Writes the network of this folder as an ONNX model, digits.onnx. A model is a protobuf message; the
# few fields that are needed are written here, so that nothing but NumPy has to be installed.
#   examples/digits/make_onnx.py [FILE]
import pathlib
import sys

import numpy as np

FOLDER = pathlib.Path(__file__).parent
FLOAT, INT64 = 1, 7  # ONNX's numbers of types
INT, INTS = 2, 7     # and of kinds of attributes


def number(value):
    """A varint: seven bits a byte, the lowest ones first."""
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


def field(place, value):
    """An int as it is; text, bytes and messages with their length in front."""
    if isinstance(value, int):
        return number(place << 3) + number(value)
    value = value.encode() if isinstance(value, str) else value
    return number(place << 3 | 2) + number(len(value)) + value


def tensor(name, array):
    """TensorProto."""
    return (b"".join(field(1, size) for size in array.shape) + field(2, FLOAT) + field(8, name)
            + field(9, array.astype("<f4").tobytes()))


def attribute(name, value):
    """AttributeProto, of an int or a list of them."""
    if isinstance(value, int):
        return field(1, name) + field(3, value) + field(20, INT)
    return field(1, name) + b"".join(field(8, item) for item in value) + field(20, INTS)


def node(operator, inputs, output, **attributes):
    """NodeProto."""
    return (b"".join(field(1, name) for name in inputs) + field(2, output) + field(3, output)
            + field(4, operator)
            + b"".join(field(5, attribute(*item)) for item in attributes.items()))


def value(name, kind, sizes):
    """ValueInfoProto. A size that is a text is known when the model runs."""
    dims = [field(1, field(1, size) if isinstance(size, int) else field(2, size)) for size in sizes]
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, b"".join(dims))))


def network():
    """GraphProto."""
    arrays = {name: np.load(FOLDER / f"{name}.npy")
              for name in ("filter1", "bias1", "filter2", "bias2", "matrix", "offset")}
    arrays |= {name: arrays[name].reshape(-1) for name in ("bias1", "bias2", "offset")}
    arrays["matrix"] = arrays["matrix"].reshape(-1, 10)
    around, halves = {"pads": [1, 1, 1, 1]}, {"kernel_shape": [2, 2], "strides": [2, 2]}
    nodes = [
        node("Conv", ["pictures", "filter1", "bias1"], "edges", **around),
        node("Relu", ["edges"], "edges_relu"),
        node("MaxPool", ["edges_relu"], "edges_small", **halves),
        node("Conv", ["edges_small", "filter2", "bias2"], "shapes", **around),
        node("Relu", ["shapes"], "shapes_relu"),
        node("MaxPool", ["shapes_relu"], "shapes_small", **halves),
        node("Flatten", ["shapes_small"], "flat"),
        node("Gemm", ["flat", "matrix", "offset"], "scores"),
        node("Softmax", ["scores"], "probabilities"),
        node("ArgMax", ["scores"], "digits", axis=1, keepdims=0),
    ]
    return (b"".join(field(1, item) for item in nodes) + field(2, "digits")
            + b"".join(field(5, tensor(*item)) for item in arrays.items())
            + field(11, value("pictures", FLOAT, ["N", 1, 28, 28]))
            + field(12, value("digits", INT64, ["N"]))
            + field(12, value("probabilities", FLOAT, ["N", 10])))


def main():
    # ModelProto: IR version 8, opset 13 of the operators without a domain.
    model = field(1, 8) + field(2, "weft") + field(7, network()) + field(8, field(2, 13))
    path = sys.argv[1] if len(sys.argv) > 1 else FOLDER / "digits.onnx"
    pathlib.Path(path).write_bytes(model)


if __name__ == "__main__":
    main()
