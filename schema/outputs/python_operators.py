# SPDX-License-Identifier: MIT
"""python/weft/operators.py, operators.pyi and enums.py: a function per operator, its types, and the
enums its fields have."""

import keyword

from model import Api, Operator, OperatorField
from outputs import BANNER
from outputs.python_examples import example
from outputs.python_short_examples import short_example

# Outputs whose sizes do not follow from the inputs, or not always.
OUTPUT_SIZES = {"AVERAGE_POOLING_GRAD", "DIAGONAL_MATRIX", "DIAGONAL_MATRIX1",
                "FILL_VALUE_CONSTANT", "FILL_VALUE_SEQUENCE", "FOLD", "MAX_UNPOOLING",
                "MULTIHEAD_ATTENTION", "MULTIHEAD_ATTENTION1", "ONE_HOT", "RANDOM_GENERATOR",
                "RESAMPLE", "RESAMPLE1", "RESAMPLE2", "RESAMPLE3", "RESAMPLE_GRAD",
                "RESAMPLE_GRAD1", "ROI_ALIGN", "ROI_ALIGN1", "ROI_ALIGN_GRAD", "SLICE1",
                "SLICE_GRAD", "SPLIT"}

HEAD = f'''\
# SPDX-License-Identifier: MIT
# {BANNER}
"""One function per operator of DirectML, under DirectML's names in snake_case.

Input tensors come first, in the operator's order; every other field is a keyword. A tensor is a
NumPy array with any strides, a weft.Int4Array, or an object with __dlpack__. Enums are given as
weft.PaddingMode.EDGE or "EDGE". The result is a new packed array, or `out`.

Where a tensor is a weft.Expression, nothing is computed: the operator becomes part of the
expression's graph, arrays beside it become constants, and the result is an expression.
"""

from collections import namedtuple

from weft._native import call as _call
'''

STUB_HEAD = f'''\
# SPDX-License-Identifier: MIT
# {BANNER}
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np
import numpy.typing as npt

from weft import enums
from weft._native import Expression
from weft.int4 import Int4Array

Tensor = Union[npt.NDArray[Any], Int4Array, Any]  # Any: an object with __dlpack__
Array = npt.NDArray[Any]
Activation = Union[str, Tuple[str, Mapping[str, Any]]]
'''

ENUMS_HEAD = f'''\
# SPDX-License-Identifier: MIT
# {BANNER}
"""The enums of DirectML's operators."""

from enum import {{bases}}
'''

HINTS = {"UInt": "int", "Int": "int", "Float": "float", "Bool": "bool",
         "UIntArray": "Sequence[int]", "IntArray": "Sequence[int]",
         "FloatArray": "Sequence[float]", "ScaleBias": "Tuple[float, float]",
         "Size2D": "Tuple[int, int]", "Scalar": "Union[int, float]", "Activation": "Activation",
         "ActivationArray": "Sequence[Activation]"}
WORDS = {"UInt": "an integer", "Int": "an integer", "Float": "a number", "Bool": "True or False",
         "UIntArray": "integers, at least 0", "IntArray": "integers", "FloatArray": "numbers",
         "ScaleBias": "(scale, bias): x becomes x * scale + bias first",
         "Size2D": "(width, height)", "Scalar": "a number of that type",
         "Activation": '("ACTIVATION_...", {field: value}), applied to the result',
         "ActivationArray": 'a sequence of ("ACTIVATION_...", {field: value})'}


def inputs_of(op: Operator) -> list[OperatorField]:
    return [f for f in op.members if f.role == "Input"]


def attributes_of(op: Operator) -> list[OperatorField]:
    return [f for f in op.members if f.role == "Attribute"]


def outputs_of(op: Operator) -> list[OperatorField]:
    return [f for f in op.members if f.role == "Output"]


def _types_of(op: Operator, f: OperatorField) -> list[str]:
    return [t for row in op.support[0].rows if f.name in row.tensors for t in row.types]


def _is_open(f: OperatorField) -> bool:
    """A data type that is the output's unless it is said."""
    return f.type == "Enum" and f.enum.cpp_name == "DataType"


def _has_default(f: OperatorField) -> bool:
    return f.optional or _is_open(f)


def _takes_dtype(op: Operator) -> bool:
    """The first output may have another type than the inputs make it."""
    first = outputs_of(op)[0]
    same = any(rule.property == "DataType" and first.name in rule.fields
               and any(f.name in rule.fields and not f.optional for f in inputs_of(op))
               for rule in op.same)
    return not same and len(set(_types_of(op, first))) > 1


def _extras(op: Operator) -> list[str]:
    """Keywords that are no fields: how outputs come to be."""
    outputs = outputs_of(op)
    return (["output_sizes"] * (op.name in OUTPUT_SIZES) + ["output_dtype"] * _takes_dtype(op)
            + ["skip"] * (len(outputs) > 1 and any(f.optional for f in outputs)))


def parameters(op: Operator) -> list[tuple[str, str | None]]:
    """(name, default or None) of every parameter; "*" ends those given by place."""
    found = [(f.cpp_name, "None" if f.optional else None) for f in inputs_of(op)]
    # Python wants those without a default first; DirectML's order stays where it can.
    last_required = max([i for i, p in enumerate(found) if p[1] is None], default=-1)
    found = [(name, None if i < last_required else default)
             for i, (name, default) in enumerate(found)]
    keywords = [(f.cpp_name, "None" if _has_default(f) else None) for f in attributes_of(op)]
    keywords += [(name, "None") for name in [*_extras(op), "out"]] + [("allow_empty", "False")]
    assert not [name for name, _ in found + keywords if keyword.iskeyword(name)]
    return [*found, ("*", None), *keywords]


def _wrapped(head: str, items: list[str], tail: str, indent: str) -> list[str]:
    lines, line = [], head
    for i, item in enumerate(items):
        piece = item + (", " if i + 1 < len(items) else tail)
        if len(line) + len(piece.rstrip()) > 100:
            lines.append(line.rstrip())
            line = indent
        line += piece
    return [*lines, line]


def _signature(op: Operator) -> list[str]:
    texts = [name if default is None else f"{name}={default}" for name, default in parameters(op)]
    head = f"def {op.name.lower()}("
    return _wrapped(head, texts, "):", " " * len(head))


def _about_tensor(op: Operator, f: OperatorField) -> str:
    types = ", ".join(dict.fromkeys(t.lower() for t in _types_of(op, f)))
    dims = [row.dimensions for row in op.support[0].rows if f.name in row.tensors]
    text = f"{dims[0].replace('-', ' to ')} dimensions, {types}" if dims else types
    if f.type == "TensorArray":
        text = f"a sequence of tensors: {text}"
    return text + ("; may be None" if f.optional else "")


def _about_attribute(f: OperatorField) -> str:
    if _is_open(f):
        return "a dtype; that of the output when left out"
    if f.type == "Enum":
        names = ", ".join(v.name for v in f.enum.values)
        return f"a weft.{f.enum.cpp_name}: {names}"
    return WORDS[f.type] + ("; may be None" if f.optional else "")


def _about_extra(op: Operator, name: str) -> str:
    outputs = outputs_of(op)
    if name == "output_sizes" and outputs[0].type == "TensorArray":
        return "sizes of each output, or their numbers along the axis"
    return {"output_sizes": f"sizes of {outputs[0].cpp_name}",
            "output_dtype": f"dtype of {outputs[0].cpp_name}",
            "skip": "names of optional outputs to leave out: "
                    + ", ".join(f.cpp_name for f in outputs if f.optional)}[name]


def _fill(text: str, indent: str, hanging: str) -> list[str]:
    lines, line = [], indent
    for word in text.split():
        if len(line) + len(word) > 99 and line.strip():
            lines.append(line.rstrip())
            line = hanging
        line += word + " "
    return [*lines, line.rstrip()]


def _docstring(op: Operator) -> list[str]:
    lines = _fill(f'"""{op.summary}', "    ", "    ") + [""]
    if not op.implemented:
        lines += ["    Not implemented yet: raises weft.NotSupported.", ""]
    entries = [(f.cpp_name, _about_tensor(op, f)) for f in inputs_of(op)]
    entries += [(f.cpp_name, _about_attribute(f)) for f in attributes_of(op)]
    entries += [(name, _about_extra(op, name)) for name in _extras(op)]
    outputs = outputs_of(op)
    several = len(outputs) > 1 or outputs[0].type == "TensorArray"
    entries.append(("out", "a tuple of arrays to write to, None for a new one" if several
                    else "an array to write to"))
    entries.append(("allow_empty", "take tensors without elements, and those of rank 0"))
    for name, text in entries:
        lines += _fill(f"{name}: {text}", "    ", "        ")
    lines += ["", "    Returns"]
    for f in outputs:
        lines += _fill(f"{f.cpp_name}: {_about_tensor(op, f)}", "        ", "            ")
    if op.rules:
        lines += ["", "    Rules"]
        for rule in op.rules:
            lines += _fill(f"- {rule}", "        ", "          ")
    if op.implemented:
        shown = example(op, _extras(op)) or short_example(op)
        if shown:
            lines += ["", *["    " + line for line in shown]]
    lines += ["", f"    DirectML: {op.struct.name}, feature level {op.since}."]
    return [line.replace("\\", "\\\\").rstrip() for line in lines] + ['    """']


def _body(op: Operator) -> list[str]:
    def tuple_of(fields: list[OperatorField]) -> str:
        names = ", ".join(f.cpp_name for f in fields)
        return f"({names},)" if len(fields) == 1 else f"({names})"

    extras = [f"{name}={name}" for name in _extras(op)]
    items = [f'"{op.name}"', tuple_of(inputs_of(op)), tuple_of(attributes_of(op)), "out",
             "allow_empty", *extras]
    items = ", ".join(items).split(", ")  # tuples may break as well
    if len(outputs_of(op)) > 1:
        head = f"    return {op.cpp_name}Outputs(*_call("
        return _wrapped(head, items, "))", "        ")
    return _wrapped("    return _call(", items, ")", "        ")


def _named_outputs(op: Operator) -> list[str]:
    outputs = outputs_of(op)
    if len(outputs) == 1:
        return []
    names = " ".join(f.cpp_name for f in outputs)
    head = f"{op.cpp_name}Outputs = namedtuple("
    return ["", "", *_wrapped(head, [f'"{op.cpp_name}Outputs"', f'"{names}"'], ")", "    ")]


def python_operators(api: Api) -> str:
    lines = [HEAD.rstrip(), "", "__all__ = ["]
    lines += [f'    "{op.name.lower()}",' for op in api.operators] + ["]"]
    for op in api.operators:
        lines += _named_outputs(op)
        lines += ["", "", *_signature(op), *_docstring(op), *_body(op)]
    return "\n".join([*lines, ""])


def _hint(op: Operator, name: str) -> str:
    field = next((f for f in op.members if f.cpp_name == name and f.role != "Output"), None)
    outputs = outputs_of(op)
    several = len(outputs) > 1 or outputs[0].type == "TensorArray"
    if field is None:
        return {"output_sizes": "Optional[Sequence[Any]]", "output_dtype": "Optional[npt.DTypeLike]",
                "skip": "Union[str, Sequence[str], None]",
                "out": "Optional[Sequence[Optional[Tensor]]]" if several else "Optional[Tensor]",
                "allow_empty": "bool"}[name]
    if field.role == "Input":
        hint = "Sequence[Tensor]" if field.type == "TensorArray" else "Tensor"
    elif _is_open(field):
        hint = "npt.DTypeLike"
    elif field.type == "Enum":
        hint = f"Union[enums.{field.enum.cpp_name}, str]"
    else:
        hint = HINTS[field.type]
    return f"Optional[{hint}]" if _has_default(field) else hint


def _stub(op: Operator, result: str, tensor: str = "Tensor") -> list[str]:
    """The function's types, when its first input is a `tensor`."""
    first = inputs_of(op)[0].cpp_name if inputs_of(op) else None
    items = [name if name == "*" else
             f"{name}: {_hint(op, name).replace('Tensor', tensor) if name == first else _hint(op, name)}"
             + (" = ..." if default is not None else "")
             for name, default in parameters(op)]
    return _wrapped(f"def {op.name.lower()}(", items, f") -> {result}: ...", "    ")


def python_stubs(api: Api) -> str:
    lines = [STUB_HEAD.rstrip()]
    for op in api.operators:
        outputs = outputs_of(op)
        is_array = outputs[0].type == "TensorArray"
        result = "Tuple[Array, ...]" if is_array else "Array"
        expressions = "Tuple[Expression, ...]" if is_array else "Expression"
        if len(outputs) > 1:
            result, expressions = f"{op.cpp_name}Outputs", "Any"  # the same, of expressions
            lines += ["", f"class {result}(NamedTuple):"]
            lines += [f"    {f.cpp_name}: {'Optional[Array]' if f.optional else 'Array'}"
                      for f in outputs]
        if inputs_of(op):
            lines += ["", "@overload", *_stub(op, expressions, "Expression")]
            lines += ["@overload", *_stub(op, result)]
        else:
            lines += ["", *_stub(op, result)]
    return "\n".join([*lines, ""])


def python_enums(api: Api) -> str:
    bases = {"IntFlag" if enum.is_flags else "IntEnum" for enum in api.operator_enums}
    lines = [ENUMS_HEAD.format(bases=", ".join(sorted(bases))).rstrip(), "", "__all__ = ["]
    lines += [f'    "{enum.cpp_name}",' for enum in api.operator_enums] + ["]"]
    for enum in api.operator_enums:
        lines += ["", "", f"class {enum.cpp_name}({'IntFlag' if enum.is_flags else 'IntEnum'}):",
                  f'    """{enum.name}"""', ""]
        for value in enum.values:
            name = f"_{value.name}" if value.name[0].isdigit() else value.name
            lines.append(f"    {name} = {value.value}")
    return "\n".join([*lines, ""])
