# SPDX-License-Identifier: MIT
"""Weft's operator, and NumPy's and PyTorch's own functions, for the cases that compute.

Each returns a call whose result is in `target`, or is the array it returns where the function cannot
write into memory that is there; None where the library has no such function. The tensors lie one
after another in `source`.
"""
import numpy as np
import torch

NUMPY = {"ELEMENT_WISE_ADD": np.add, "ELEMENT_WISE_MULTIPLY": np.multiply,
         "ELEMENT_WISE_EXP": np.exp, "ELEMENT_WISE_TANH": np.tanh,
         "ELEMENT_WISE_LOGICAL_GREATER_THAN": np.greater}
TORCH = {"ELEMENT_WISE_ADD": torch.add, "ELEMENT_WISE_MULTIPLY": torch.mul,
         "ELEMENT_WISE_EXP": torch.exp, "ELEMENT_WISE_TANH": torch.tanh,
         "ELEMENT_WISE_ERF": torch.erf, "ACTIVATION_SIGMOID": torch.sigmoid,
         "ELEMENT_WISE_LOGICAL_GREATER_THAN": torch.gt}


def inputs_of(desc, source):
    """The float tensors; strides of 0 are a smaller tensor, which both libraries broadcast."""
    begin, found = 0, []
    for field in ("InputTensor", "ATensor", "BTensor"):
        if field in desc:
            sizes, strides = desc[field]["Sizes"], desc[field].get("Strides")
            sizes = [1 if strides and strides[i] == 0 else size for i, size in enumerate(sizes)]
            count = int(np.prod(sizes))
            found.append(source[begin : begin + count].reshape(sizes))
            begin += count
    return found


def output_of(case, target):
    desc = case["operator"]["desc"]["OutputTensor"]
    out = target[: int(np.prod(desc["Sizes"]))].reshape(desc["Sizes"])
    return out.view(np.bool_) if case["output_type"] == "u8" else out


def weft_call(weft, case, source, target, indices):
    kind, desc = case["operator"]["type"], case["operator"]["desc"]
    compiled, inputs = weft.compile(kind, desc), inputs_of(desc, source)
    inputs = [np.broadcast_to(array, desc["OutputTensor"]["Sizes"]) if "BTensor" in desc else array
              for array in inputs]
    if kind == "ELEMENT_WISE_IF":
        inputs.insert(0, indices.view(np.uint8))
    out = output_of(case, target)
    if kind == "ARGMAX":
        out = out.view(np.uint32)
    return lambda: compiled(*inputs, out=out)


def numpy_call(case, source, target, indices):
    kind, desc = case["operator"]["type"], case["operator"]["desc"]
    inputs, out = inputs_of(desc, source), output_of(case, target)
    if kind in NUMPY:
        return lambda: NUMPY[kind](*inputs, out=out)
    if kind == "ACTIVATION_RELU":
        return lambda: np.maximum(inputs[0], np.float32(0), out=out)
    if kind == "ELEMENT_WISE_IF":
        condition = indices.view(np.bool_)
        return lambda: np.where(condition, *inputs)
    if kind == "REDUCE":
        axes = tuple(desc["Axes"])
        return lambda: np.sum(inputs[0], axis=axes, out=out, keepdims=True)
    if kind == "ARGMAX":
        return lambda: np.argmax(inputs[0], 1).astype(np.uint32)
    if kind == "CUMULATIVE_SUMMATION":
        return lambda: np.cumsum(inputs[0], 1, out=out)
    return None


def torch_call(case, source, target, indices):
    kind, desc = case["operator"]["type"], case["operator"]["desc"]
    inputs = [torch.from_numpy(array) for array in inputs_of(desc, source)]
    out = torch.from_numpy(output_of(case, target))
    if kind in TORCH:
        return lambda: TORCH[kind](*inputs, out=out)
    if kind == "ACTIVATION_RELU":
        return lambda: torch.clamp_min(inputs[0], 0, out=out)
    if kind == "ACTIVATION_GELU":
        return lambda: torch._C._nn.gelu(inputs[0], out=out)
    if kind == "ELEMENT_WISE_IF":
        condition = torch.from_numpy(indices.view(np.bool_))
        return lambda: torch.where(condition, *inputs)
    if kind == "ACTIVATION_SOFTMAX1":
        return lambda: torch.softmax(inputs[0], 1)
    if kind == "REDUCE":
        return lambda: torch.sum(inputs[0], desc["Axes"], keepdim=True, out=out)
    if kind == "ARGMAX":
        return lambda: torch.argmax(inputs[0], 1).to(torch.int32)
    if kind == "CUMULATIVE_SUMMATION":
        return lambda: torch.cumsum(inputs[0], 1, out=out)
    return None
