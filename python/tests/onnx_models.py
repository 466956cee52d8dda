# SPDX-License-Identifier: MIT
# Small ONNX models as bytes: protobuf's wire format written by hand, so that tests need no package
# for it. Messages are lists of (field number, value): an int, a float, a text, bytes or a message.
import struct

import numpy as np

FLOAT, UINT8, INT64, STRING, BOOL, FLOAT16, DOUBLE, BFLOAT16, INT4 = 1, 2, 7, 8, 9, 10, 11, 16, 22


def varint(number):
    number &= (1 << 64) - 1
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(parts + bytes([number]))


def message(*fields):
    written = b""
    for number, value in fields:
        if isinstance(value, int):
            written += varint(number << 3) + varint(value)
        elif isinstance(value, float):
            written += varint(number << 3 | 5) + struct.pack("<f", value)
        else:
            value = value.encode() if isinstance(value, str) else value
            written += varint(number << 3 | 2) + varint(len(value)) + value
    return written


def tensor_type(element, shape=None):
    """A size is an int, a symbol, or None; without a shape it is any."""
    if shape is None:
        return message((1, message((1, element))))
    dims = [message() if size is None else message((2 if isinstance(size, str) else 1, size))
            for size in shape]
    return message((1, message((1, element), (2, message(*[(1, dim) for dim in dims])))))


def sequence_type(inner):
    return message((4, message((1, inner))))


def optional_type(inner):
    return message((9, message((1, inner))))


def value(name, type):
    return message((1, name), (2, type))


def weights(name, element, array):
    return message(*[(1, size) for size in array.shape], (2, element), (8, name),
                   (9, array.tobytes()))


def int_attribute(name, number):
    return message((1, name), (3, number), (20, 2))


def node(type, inputs, outputs, *attributes):
    return message(*[(1, name) for name in inputs], *[(2, name) for name in outputs], (4, type),
                   *[(5, attribute) for attribute in attributes])


def model(nodes, inputs, outputs, initializers=(), opset=17):
    graph = message(*[(1, one) for one in nodes], (2, "small"),
                    *[(5, one) for one in initializers], (10, "a graph"),
                    *[(11, one) for one in inputs], *[(12, one) for one in outputs])
    return message((1, 8), (2, "weft's tests"), (3, "1.0"), (4, "org.weft"), (5, 3),
                   (6, "a model"), (7, graph), (8, message((1, ""), (2, opset))),
                   (14, message((1, "author"), (2, "Ada"))))


def unary(operator, element, shape=("n",), out=None, **attributes):
    """y = operator(x)."""
    return model([node(operator, ["x"], ["y"],
                       *[int_attribute(*pair) for pair in attributes.items()])],
                 [value("x", tensor_type(element, shape))],
                 [value("y", tensor_type(element if out is None else out))])


def small():
    """y = relu(x * w + x), z = x > 0, of x [n, 3]."""
    w = np.array([1, -2, 3], np.float32)
    return model(
        [node("Mul", ["x", "w"], ["product"]), node("Add", ["product", "x"], ["sum"]),
         node("Relu", ["sum"], ["y"]), node("Greater", ["x", "zero"], ["z"])],
        [value("x", tensor_type(FLOAT, ["n", 3]))],
        [value("y", tensor_type(FLOAT, ["n", 3])), value("z", tensor_type(BOOL, ["n", 3]))],
        [weights("w", FLOAT, w), weights("zero", FLOAT, np.zeros((), np.float32))])
