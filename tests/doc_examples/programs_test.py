# SPDX-License-Identifier: MIT
# The documentation's examples through `weft run`: each becomes a JSON program with one resource per
# tensor, whose printed outputs are compared element by element.
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

TOOL = os.environ["WEFT_TOOL"]
DATA = pathlib.Path(__file__).resolve().parent / "data"


def implemented():
    listed = subprocess.run([TOOL, "ops", "--implemented"], check=True, capture_output=True,
                            text=True).stdout
    return {line.split()[0] for line in listed.splitlines()[:-1]}  # the last line counts them


def runnable():
    names = implemented()
    for path in sorted(DATA.glob("*.json")):
        content = json.loads(path.read_text())
        if content["operator"] in names:
            for number, example in enumerate(content["examples"], 1):
                yield pytest.param(content["operator"], example, id=f"{path.stem}_{number}")


def tensors(example, role):
    """(field, place in its array or None, description, values) of every tensor that is there."""
    for field, values in example[role].items():
        desc = example["desc"][field]
        if isinstance(desc, list):
            yield from ((field, i, *pair) for i, pair in enumerate(zip(desc, values, strict=True)))
        else:
            yield field, None, desc, values


def name_of(field, index):
    return field if index is None else f"{field}{index}"


def program_of(operator, example):
    resources, bindings, prints = {}, {}, []
    for role in ("inputs", "outputs"):
        for field, index, desc, values in tensors(example, role):
            name = name_of(field, index)
            content = values if role == "inputs" else {"valueCount": len(values), "value": 0}
            resources[name] = {"initialValuesDataType": desc["DataType"], "initialValues": content}
            if index is None:
                bindings[field] = name
            else:
                bindings.setdefault(field, []).append(name)
            if role == "outputs":
                prints.append({"type": "print", "resource": name})
    return {"resources": resources,
            "dispatchables": {"op": {"type": operator, "desc": example["desc"]}},
            "commands": [{"type": "dispatch", "dispatchable": "op", "bindings": bindings}, *prints]}


def number(text, data_type):
    """The element a number becomes; numbers of another type than Python's lose nothing."""
    return np.dtype(data_type.lower()).type(float(text) if "FLOAT" in data_type else int(text))


@pytest.mark.parametrize("operator, example", runnable())
def test_example(tmp_path, operator, example):
    path = tmp_path / "program.json"
    path.write_text(json.dumps(program_of(operator, example)))
    finished = subprocess.run([TOOL, "run", path], capture_output=True, text=True, timeout=60)
    assert (finished.returncode, finished.stderr) == (0, "")
    outputs = list(tensors(example, "outputs"))
    lines = finished.stdout.splitlines()
    assert len(lines) == len(outputs)
    for line, (field, index, desc, values) in zip(lines, outputs):
        name, _, printed = line.partition(": ")
        assert name == f"Resource '{name_of(field, index)}'"
        got = [number(text, desc["DataType"]) for text in printed.split(", ")]
        assert len(got) == len(values)
        wrong = [(i, found, want) for i, (found, want) in enumerate(zip(got, values))
                 if want is not None and found != number(want, desc["DataType"])
                 and not abs(float(found) - want) <= example.get("tolerance", 0)]
        assert wrong == [], f"{field}: (element, got, want)"
