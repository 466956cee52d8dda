# SPDX-License-Identifier: MIT
# The worked examples of DirectML's operator pages (tests/doc_examples/data) as calls in Python.
import dataclasses
import json
import pathlib
import re

import numpy as np

from calls import flat
from operators import operators

DATA = pathlib.Path(__file__).resolve().parents[2] / "tests" / "doc_examples" / "data"


@dataclasses.dataclass
class Example:
    operator: str
    desc: dict  # with DirectML's own field names
    inputs: list  # arrays in the operator's order; None where absent, a list for a tensor array
    fields: dict  # keyword arguments of the operator's function
    outputs: list  # float64 or integer arrays; masked where the page has no value
    skip: list  # names of the optional outputs it does not have
    tolerance: float  # where the page rounds more than others


def examples(names):
    for name in names:
        path = DATA / f"{name}.json"
        for entry in json.loads(path.read_text())["examples"] if path.exists() else []:
            yield read(name, entry)


def read(name, entry):
    desc, fields = entry["desc"], operators()[name]["fields"]
    counts = {field["count"] for field in fields if "count" in field}
    arguments = {snake(field["name"]): value_of(field, desc[field["name"]]) for field in fields
                 if field["role"] == "attribute" and field["name"] in desc
                 and field["name"] not in counts and not field["name"].endswith("DataType")}
    outputs = tensors(fields, "output", desc, entry["outputs"])
    arguments |= output_fields(outputs)
    return Example(name, desc, tensors(fields, "input", desc, entry["inputs"]),
                   {key: value for key, value in arguments.items() if value is not None},
                   flat(outputs),
                   [snake(field["name"]) for field in fields
                    if field["role"] == "output" and desc.get(field["name"]) is None],
                   entry.get("tolerance", 1e-6))


def output_fields(outputs):
    """What a function must be told where it does not follow from the inputs."""
    first = outputs[0]
    if isinstance(first, list):
        return {"output_sizes": [one.shape for one in first], "output_dtype": first[0].dtype}
    return {"output_sizes": first.shape, "output_dtype": first.dtype}


def snake(name):
    borders = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"
    return re.sub(borders, "_", name.removesuffix("Tensor")).lower()


def value_of(field, value):
    """Enums without their prefix: DML_AXIS_DIRECTION_INCREASING is INCREASING."""
    return value.removeprefix(field["type"] + "_") if isinstance(value, str) else value


def tensors(fields, role, desc, values):
    return [None if desc.get(field["name"]) is None else
            arrays(desc[field["name"]], values[field["name"]])
            for field in fields if field["role"] == role]


def arrays(desc, values):
    if isinstance(desc, list):
        return [arrays(*pair) for pair in zip(desc, values, strict=True)]
    array = np.array([value or 0 for value in values], desc["DataType"].lower())
    unknown = np.array([value is None for value in values])
    if unknown.any():
        array = np.ma.array(array, mask=unknown)
    return array.reshape(desc["Sizes"])

