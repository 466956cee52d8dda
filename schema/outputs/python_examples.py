# SPDX-License-Identifier: MIT
"""Doctests of weft.operators from the worked examples in tests/doc_examples/data: the first one of
an operator that is small enough to read."""

import json
import pathlib

from model import Operator

DATA = pathlib.Path(__file__).resolve().parents[2] / "tests" / "doc_examples" / "data"
MOST_ELEMENTS = 48  # of all tensors together


def _row_of(values: list, sizes: list[int]) -> list:
    """[1, 2, 3, 4] with sizes [2, 2] becomes [[1, 2], [3, 4]], as tolist() prints it."""
    if len(sizes) < 2:
        return values
    step = len(values) // sizes[0]
    return [_row_of(values[i:i + step], sizes[1:]) for i in range(0, len(values), step)]


def _numbers(values: list, desc: dict) -> list:
    return [float(v) if "FLOAT" in desc["DataType"] else int(v) for v in values]


def _array(values: list, desc: dict) -> str:
    sizes = desc["Sizes"]
    first, dtype = values[0], desc["DataType"].lower()
    if len(values) > 8 and values == list(range(first, first + len(values))):
        text = f"np.arange({first}, {first + len(values)}, dtype=np.{dtype})"
    else:
        text = f"np.array({values}, np.{dtype})"
    return text if len(sizes) == 1 else text + f".reshape({', '.join(map(str, sizes))})"


def _value(value) -> str:
    if isinstance(value, dict):
        return f"({', '.join(_value(v) for v in value.values())})"
    return f'"{value.removeprefix("DML_")}"' if isinstance(value, str) else repr(value)


def _enum_value(field, value) -> str:
    if field.type == "Enum" and field.enum.cpp_name == "DataType":
        return f'"{value.removeprefix(field.enum.prefix).lower()}"'
    if field.type == "Enum" and isinstance(value, str):
        return f'"{value.removeprefix(field.enum.prefix)}"'
    return _value(value)


def _tensors(entry: dict, role: str) -> list:
    """(values, description) of every tensor of a field; the field's entry may be a list of them."""
    found = []
    for field, values in entry[role].items():
        desc = entry["desc"][field]
        found += zip(values, desc) if isinstance(desc, list) else [(values, desc)]
    return found


def _is_plain(op: Operator, entry: dict) -> bool:
    tensors = _tensors(entry, "inputs") + _tensors(entry, "outputs")
    undefined = any(v is None or isinstance(v, str) for values, _ in tensors for v in values)
    strided = any("Strides" in desc for _, desc in tensors)
    fused = any(f.type.startswith("Activation") for f in op.members if f.name in entry["desc"])
    inexact = "tolerance" in entry
    return (not undefined and not strided and not fused and not inexact
            and sum(len(values) for values, _ in tensors) <= MOST_ELEMENTS)


def _is_exact(entry: dict) -> bool:
    """Every float of the outputs is one that float32 prints as it stands."""
    return all(v == int(v) for values, _ in _tensors(entry, "outputs") for v in values)


def _broken(head: str, items: list[str], tail: str) -> list[str]:
    """A call over several lines, as doctest continues them."""
    lines, line = [], head
    for i, item in enumerate(items):
        piece = item + (", " if i + 1 < len(items) else tail)
        if len(line) + len(piece.rstrip()) > 92:
            lines.append(line.rstrip())
            line = "...     "
        line += piece
    return [*lines, line]


def _arguments(op: Operator, entry: dict) -> tuple[list[str], list[str]]:
    """(lines that make the inputs, arguments of the call)."""
    lines, arguments, keywords = [], [], []
    for f in op.members:
        if f.role == "Output":
            continue
        if f.role == "Input":
            if f.name not in entry["inputs"]:
                arguments.append("None")
            elif f.type == "TensorArray":
                names = []
                pairs = zip(entry["inputs"][f.name], entry["desc"][f.name])
                for i, (values, desc) in enumerate(pairs):
                    names.append(chr(ord("a") + i))
                    lines.append(f">>> {names[-1]} = {_array(values, desc)}")
                arguments.append(f"[{', '.join(names)}]")
            else:
                values = entry["inputs"][f.name]
                lines.append(f">>> {f.cpp_name} = {_array(values, entry['desc'][f.name])}")
                arguments.append(f.cpp_name)
        elif f.name in entry["desc"]:
            keywords.append(f"{f.cpp_name}={_enum_value(f, entry['desc'][f.name])}")
    while arguments and arguments[-1] == "None":
        arguments.pop()
    return lines, arguments + keywords


def example(op: Operator, extras: list[str]) -> list[str]:
    """The lines of a doctest, or none. `extras`: the function's keywords that are no fields."""
    path = DATA / f"{op.name}.json"
    if not path.is_file():
        return []
    entries = json.loads(path.read_text(encoding="utf-8"))["examples"]
    entry = next((e for e in entries if _is_plain(op, e) and _is_exact(e)), None)
    if entry is None:
        return []
    lines, arguments = _arguments(op, entry)
    outputs = [f for f in op.members if f.role == "Output"]
    first = entry["desc"][outputs[0].name]
    if "output_sizes" in extras:
        sizes = [d["Sizes"] for d in first] if isinstance(first, list) else first["Sizes"]
        arguments.append(f"output_sizes={sizes}")
    if "output_dtype" in extras:
        arguments.append(f'output_dtype="{first["DataType"].lower()}"')
    skipped = [f.cpp_name for f in outputs if f.name not in entry["outputs"]]
    if skipped:
        arguments.append(f"skip={skipped}")
    lines += _broken(f">>> result = weft.{op.name.lower()}(", arguments, ")")
    for f in outputs:
        desc = entry["desc"].get(f.name)
        if f.name not in entry["outputs"]:
            continue
        values = entry["outputs"][f.name]
        if isinstance(desc, list):
            lines.append(">>> [part.tolist() for part in result]")
            lines.append(str([_row_of(_numbers(v, d), d["Sizes"]) for v, d in zip(values, desc)]))
        else:
            place = "result" if len(outputs) == 1 else f"result.{f.cpp_name}"
            lines.append(f">>> {place}.tolist()")
            lines.append(str(_row_of(_numbers(values, desc), desc["Sizes"])))
    return lines
