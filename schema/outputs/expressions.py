# SPDX-License-Identifier: MIT
"""include/weft/expressions.h and src/generated/graph/expressions.cpp: one function of expressions per
operator. The header only declares them: 174 bodies would cost every file that includes it a second."""

from model import Api, Operator
from outputs import BANNER, comment, wrap


def _parameters(op: Operator) -> list[str]:
    kinds = {"Tensor": "const Expression&", "TensorArray": "const std::vector<Expression>&"}
    return [f"{kinds[f.type]} {f.cpp_name}" for f in op.members if f.role == "Input"]


def _is_single(op: Operator) -> bool:
    outputs = [f for f in op.members if f.role == "Output"]
    return len(outputs) == 1 and outputs[0].type == "Tensor"


def _signature(op: Operator, before: str, default: str) -> list[str]:
    result = "Expression" if _is_single(op) else "std::vector<Expression>"
    return wrap([*_parameters(op), f"weft::{op.cpp_name} op{default}"],
                f"{before}{result} {op.cpp_name}(", "    ", 97)


def _declaration(op: Operator) -> list[str]:
    lines = comment(f"{op.name}: {op.summary}") + _signature(op, "WEFT_API ", " = {}")
    lines[-1] += ");"
    return lines


def _definition(op: Operator) -> list[str]:
    inputs = [f for f in op.members if f.role == "Input"]
    add = "AddOne" if _is_single(op) else "Add"
    lines = _signature(op, "", "")
    lines[-1] += ") try {"
    given = []
    for f in inputs:
        if f.type == "TensorArray":
            lines += [f"  op.{f.cpp_name}.resize({f.cpp_name}.size());"]
        elif f.optional:
            lines += [f"  op.{f.cpp_name} = Described({f.cpp_name});"]
        given.append(f.cpp_name)
    if [f.type for f in inputs] == ["TensorArray"]:
        call = f"GraphBuilder::{add}(std::move(op), {given[0]})"
    elif any(f.type == "TensorArray" for f in inputs):
        lines += ["  std::vector<Expression> all;"]
        for f in inputs:
            lines += [f"  all.insert(all.end(), {f.cpp_name}.begin(), {f.cpp_name}.end());"
                      if f.type == "TensorArray" else f"  all.push_back({f.cpp_name});"]
        call = f"GraphBuilder::{add}(std::move(op), all)"
    else:
        call = f"GraphBuilder::{add}(std::move(op), {{{', '.join(given)}}})"
    body = wrap(call.split(", "), "  return ", "      ", 96)
    body[-1] += ";"
    arrays = [f.cpp_name for f in inputs if f.type == "TensorArray"]
    whose = arrays[0] if arrays else "{" + ", ".join(f"&{name}" for name in given) + "}"
    failed = f"GraphBuilder::Caught({whose})"
    if not _is_single(op):
        failed = f"({failed}, std::vector<Expression>())"
    lines += [*body, "}", *wrap(f"{failed})".split(", "), "WEFT_CATCH_RETURN(", "    ", 97), ""]
    return lines


def _operators(api: Api) -> list[Operator]:
    return [op for op in api.operators if any(f.role == "Input" for f in op.members)]


def expressions_header(api: Api) -> str:
    lines = ["// SPDX-License-Identifier: MIT", f"// {BANNER}",
             "// Operators as functions of expressions. The last argument has the fields that are no",
             "// tensors; output tensors in it may be described, and follow from the inputs otherwise.",
             "// An optional tensor is left out by {}. Operators with several outputs give one",
             "// expression for each, nothing for those that are left out. Where memory ran out the result",
             "// is nothing, and the graph says so when it is compiled.",
             "#pragma once", "", "#include <optional>", "#include <vector>", "",
             '#include "weft/export.h"', '#include "weft/graph_builder.h"',
             '#include "weft/operators.h"', "", "namespace weft::expr {", "",
             "inline std::optional<TensorDesc> Described(const Expression& tensor) {",
             "  return tensor.IsPresent() ? std::optional(tensor.desc()) : std::nullopt;", "}", ""]
    for op in _operators(api):
        lines += [*_declaration(op), ""]
    return "\n".join([*lines, "}  // namespace weft::expr", ""])


def expressions_source(api: Api) -> str:
    lines = ["// SPDX-License-Identifier: MIT", f"// {BANNER}", '#include "weft/expressions.h"', "",
             "#include <utility>", "", '#include "base/guard.h"', "", "namespace weft::expr {", ""]
    for op in _operators(api):
        lines += _definition(op)
    return "\n".join([*lines, "}  // namespace weft::expr", ""])
