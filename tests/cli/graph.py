# SPDX-License-Identifier: MIT
# A graph to change in tests: y = relu(x * matrix), z = y + y turned.
import copy

GOOD = {
    "graph": {
        "inputs": {"x": {"DataType": "FLOAT32", "Sizes": [1, 1, 2, 2],
                         "initialValues": [1, 2, 3, 4]}},
        "constants": {"matrix": {"DataType": "FLOAT32", "Sizes": [1, 1, 2, 2],
                                 "initialValues": [1, -1, 1, 1]}},
        "nodes": {
            "product": {"type": "GEMM", "desc": {
                "ATensor": "x", "BTensor": "matrix", "TransA": "NONE", "TransB": "NONE",
                "Alpha": 1, "Beta": 0}},
            "y": {"type": "ACTIVATION_RELU", "desc": {"InputTensor": "product"}},
            "z": {"type": "ELEMENT_WISE_ADD", "desc": {
                "ATensor": "y",
                "BTensor": {"from": "y", "Sizes": [1, 1, 2, 2], "Strides": [4, 4, 1, 2]}}},
        },
        "outputs": ["z"],
    },
}
NOTHING = object()


def changed(*changes):
    """GOOD with the values at paths such as "graph/nodes/y" replaced, added or, with NOTHING, gone."""
    program = copy.deepcopy(GOOD)
    for path, value in changes:
        *parents, last = [int(key) if key.isdigit() else key for key in path.split("/")]
        place = program
        for key in parents:
            place = place[key]
        if value is NOTHING:
            del place[last]
        else:
            place[last] = value
    return program
