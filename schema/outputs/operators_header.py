# SPDX-License-Identifier: MIT
"""include/weft/operators.h: one aggregate per operator, and the enums their fields use."""

from model import Api, Enum, Operator, pascal
from outputs import BANNER, comment, wrap

DEFAULTS = {"UInt": " = 0", "Int": " = 0", "Float": " = 0", "Bool": " = false"}


def _enum(enum: Enum) -> list[str]:
    items = [f"{pascal(v.name)} = {v.value}" for v in enum.values]
    body = wrap(items, f"enum class {enum.cpp_name} : uint32_t {{ ", "    ")
    if len(body) == 1 and len(body[0]) < 97:
        return [body[0] + " };"]
    return [f"enum class {enum.cpp_name} : uint32_t {{", *wrap(items, "  ", "  "), "};"]


def _operator_types(api: Api) -> list[str]:
    lines = ["enum class OperatorType : uint32_t {"]
    for value in api.enums["DML_OPERATOR_TYPE"].values:
        target = pascal(value.alias_of) if value.alias_of else value.value
        lines.append(f"  {pascal(value.name)} = {target},")
    return [*lines, "};"]


def _aggregate(op: Operator) -> list[str]:
    lines = comment(f"{op.name}: {op.summary}")
    lines.append(f"struct {op.cpp_name} {{")
    lines.append(f"  static constexpr OperatorType kType = OperatorType::{op.cpp_name};")
    for f in op.members:
        lines.append(f"  {f.cpp_type} {f.cpp_name}{DEFAULTS.get(f.type, '{}')};")
    lines.append("};")
    lines += [f"using {pascal(alias)} = {op.cpp_name};" for alias in op.aliases]
    return [*lines, ""]


def operators_header(api: Api) -> str:
    fusable = api.fusable
    lines = ["// SPDX-License-Identifier: MIT", f"// {BANNER}",
             "// One aggregate per operator; a member is the DirectML field in snake_case without",
             "// `Tensor`, and count fields are the lengths of the vectors.",
             "#pragma once", "", "#include <cstdint>", "#include <optional>", "#include <variant>",
             "#include <vector>", "", '#include "weft/operator.h"', '#include "weft/scalar.h"',
             '#include "weft/tensor.h"', "", "namespace weft {", ""]
    lines += [*_operator_types(api), ""]
    for enum in api.operator_enums:
        if enum.cpp_name != "DataType":
            lines += [*_enum(enum), ""]
    for op in fusable:
        lines += _aggregate(op)
    lines += ["// The operators that may follow another one inside it; their tensors stay empty."]
    lines += wrap([op.cpp_name for op in fusable], "using FusedActivation = std::variant<", "    ")
    lines[-1] += ">;"
    lines.append("")
    for op in api.operators:
        if op not in fusable:
            lines += _aggregate(op)
    return "\n".join([*lines, "}  // namespace weft", ""])
