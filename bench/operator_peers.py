# SPDX-License-Identifier: MIT
"""Weft's operator, and NumPy's and PyTorch's own functions, for the cases that are no single movement.

Each returns a call whose result is in `target`, or is the array it returns where the function cannot
write into memory that is there. The tensors lie one after another in `source` and `target`.
"""
import numpy as np
import torch


def tensors(array, descs):
    """Views of `array`, one for each description."""
    begin = 0
    for desc in descs:
        count = int(np.prod(desc["Sizes"]))
        yield array[begin : begin + count].reshape(desc["Sizes"])
        begin += count


def of_field(array, desc, field):
    found = desc[field]
    views = list(tensors(array, found if isinstance(found, list) else [found]))
    return views if isinstance(found, list) else views[0]


def weft_call(weft, case, source, target, indices):
    kind, desc = case["operator"]["type"], case["operator"]["desc"]
    compiled = weft.compile(kind, desc)
    inputs = [of_field(source, desc, field) for field in ("InputTensors", "InputTensor")
              if field in desc]
    if "IndicesTensor" in desc:
        inputs.append(indices.reshape(desc["IndicesTensor"]["Sizes"]))
    out = of_field(target, desc, "OutputTensors" if "OutputTensors" in desc else "OutputTensor")
    return lambda: compiled(*inputs, out=out)


def numpy_call(case, source, target, indices):
    kind, desc = case["operator"]["type"], case["operator"]["desc"]
    if kind == "JOIN":
        inputs, out = of_field(source, desc, "InputTensors"), of_field(target, desc, "OutputTensor")
        return lambda: np.concatenate(inputs, desc["Axis"], out=out)
    if kind == "SPLIT":
        outputs = of_field(target, desc, "OutputTensors")
        ends = np.cumsum([out.shape[desc["Axis"]] for out in outputs])[:-1]
        pieces = np.split(of_field(source, desc, "InputTensor"), ends, desc["Axis"])
        return lambda: [np.copyto(out, piece) for out, piece in zip(outputs, pieces)]
    if kind == "PADDING":
        array = of_field(source, desc, "InputTensor")
        widths = list(zip(desc["StartPadding"], desc["EndPadding"]))
        mode = {"CONSTANT": "constant", "REFLECTION": "reflect"}[desc["PaddingMode"]]
        return lambda: np.pad(array, widths, mode)
    if kind == "GATHER":
        array, out = of_field(source, desc, "InputTensor"), of_field(target, desc, "OutputTensor")
        places = indices.astype(np.intp)
        # With "raise" NumPy copies the result once more, to leave `out` alone if an index is wrong.
        return lambda: np.take(array, places, desc["Axis"], out=out, mode="clip")
    raise KeyError(kind)


def torch_call(case, source, target, indices):
    kind, desc = case["operator"]["type"], case["operator"]["desc"]

    def of(array, field):
        found = of_field(array, desc, field)
        if isinstance(found, list):
            return [torch.from_numpy(view) for view in found]
        return torch.from_numpy(found)

    if kind == "JOIN":
        inputs, out = of(source, "InputTensors"), of(target, "OutputTensor")
        return lambda: torch.cat(inputs, desc["Axis"], out=out)
    if kind == "SPLIT":
        outputs = of(target, "OutputTensors")
        sizes = [out.shape[desc["Axis"]] for out in outputs]
        pieces = torch.split(of(source, "InputTensor"), sizes, desc["Axis"])
        return lambda: [out.copy_(piece) for out, piece in zip(outputs, pieces)]
    if kind == "PADDING":
        tensor = of(source, "InputTensor")
        widths = [desc[side][dim] for dim in (3, 2) for side in ("StartPadding", "EndPadding")]
        mode = {"CONSTANT": "constant", "REFLECTION": "reflect"}[desc["PaddingMode"]]
        return lambda: torch.nn.functional.pad(tensor, widths, mode)
    if kind == "GATHER":
        tensor, out = of(source, "InputTensor"), of(target, "OutputTensor")
        places = torch.from_numpy(indices.astype(np.int64))
        return lambda: torch.index_select(tensor, desc["Axis"], places, out=out)
    raise KeyError(kind)
