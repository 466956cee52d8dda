# SPDX-License-Identifier: MIT
"""src/generated/operator_tables.cpp: the run-time tables of include/weft/schema.h."""

import json

from model import Api, Operator, SupportTable, version_of
from outputs import BANNER

HEAD = """\
// SPDX-License-Identifier: MIT
// {banner}
// The tables of weft/schema.h. Equal support tables are stored once.
#include <cstddef>
#include <memory>

#include "weft/operators.h"
#include "weft/schema.h"

// The aggregates hold vectors and optionals, whose offsets every supported compiler knows.
#pragma GCC diagnostic ignored "-Winvalid-offsetof"

namespace weft {{
namespace {{

using enum FieldRole;

// Not make_shared: its machinery for 177 types would take most of this file's compile time.
template <class Op>
Operator Hold(Op* op) {{
  void (*destroy)(void*) = [](void* op) {{ delete static_cast<Op*>(op); }};
  return Operator(Op::kType, std::shared_ptr<void>(static_cast<void*>(op), destroy));
}}
template <class Op>
Operator Make() {{
  return Hold(new Op);
}}
template <class Op>
Operator Copy(const Operator& op) {{
  return Hold(new Op(op.As<Op>()));
}}
"""


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def level(name: str) -> str:
    return f"FeatureLevel::Level{name}"


class Shared:
    """Arrays of equal content get one definition and one name."""

    def __init__(self, element: str, stem: str):
        self.element, self.stem, self.names, self.lines = element, stem, {}, []

    def name_of(self, rows: list[str]) -> str:
        key = tuple(rows)
        if key not in self.names:
            self.names[key] = f"{self.stem}{len(self.names)}"
            self.lines.append(f"constexpr {self.element} {self.names[key]}[] = {{")
            self.lines += [f"    {row}," for row in rows]
            self.lines.append("};")
        return self.names[key]


def merged_support(op: Operator) -> list[SupportTable]:
    """Tables newest first. REDUCE has several per level, one for each group of functions: the
    generic check accepts what any of them accepts at that level."""
    if not any(table.functions for table in op.support):
        return op.support
    groups = {}
    for table in op.support:
        groups.setdefault(tuple(table.functions), []).append(table)
    merged = []
    for name in sorted({t.level for t in op.support}, key=version_of, reverse=True):
        in_force = [next(t for t in tables if version_of(t.level) <= version_of(name))
                    for tables in groups.values()]
        merged.append(SupportTable(name, [row for table in in_force for row in table.rows]))
    return merged


def _tensor_rows(api: Api, op: Operator, table: SupportTable) -> list[str]:
    rows = []
    for index, f in enumerate(op.fields):
        if f.is_tensor:
            mine = [row for row in table.rows if f.name in row.tensors]
            dimensions = types = 0
            for row in mine:
                dimensions |= row.dimension_mask
                types |= api.type_mask(row.types)
            rows.append(f"{{{index}, {dimensions:#x}, {types:#x}}}")
    return rows


def _enum_tables(api: Api) -> list[str]:
    lines = []
    for enum in api.enums.values():
        lines.append(f"constexpr EnumValue k{enum.name}_Values[] = {{")
        lines += [f"    {{{quoted(v.name)}, {v.value}, {level(v.since)}}},"
                  for v in enum.values]
        lines.append("};")
    lines.append("constexpr EnumInfo kEnums[] = {")
    for enum in api.enums.values():
        flags = "true" if enum.is_flags else "false"
        lines.append(f"    {{{quoted(enum.name)}, {quoted(enum.prefix)}, {flags}, "
                     f"k{enum.name}_Values}},")
    return [*lines, "};", ""]


def _fields(api: Api, op: Operator) -> list[str]:
    enum_index = {name: index for index, name in enumerate(api.enums)}
    lines = [f"constexpr Field k{op.cpp_name}Fields[] = {{"]
    for f in op.fields:
        count = op.index(f.member.count) if f.member.count else -1
        offset = f"offsetof({op.cpp_name}, {f.cpp_name})" if f.cpp_name else "0"
        enum = f"&kEnums[{enum_index[f.enum.name]}]" if f.enum else "nullptr"
        optional = "true" if f.optional else "false"
        lines.append(f"    {{{quoted(f.name)}, {quoted(f.cpp_name)}, {f.role},"
                     f" FieldType::{f.type}, {optional}, {count}, {offset}, {f.member.offset},"
                     f" {enum}}},")
    return [*lines, "};"]


def _rules(op: Operator, same_fields: Shared) -> list[str]:
    lines = []
    if op.rules:
        lines.append(f"constexpr std::string_view k{op.cpp_name}Rules[] = {{")
        lines += [f"    {quoted(rule)}," for rule in op.rules]
        lines.append("};")
    if op.same:
        lines.append(f"constexpr SameRule k{op.cpp_name}Same[] = {{")
        for rule in op.same:
            fields = same_fields.name_of([str(op.index(name)) for name in rule.fields])
            lines.append(f"    {{SameProperty::{rule.property}, {fields}}},")
        lines.append("};")
    return lines


def _info(op: Operator, support: str, next_version: str) -> list[str]:
    name = op.cpp_name
    rules = f"k{name}Rules" if op.rules else "{}"
    same = f"k{name}Same" if op.same else "{}"
    flags = f"{str(op.in_place).lower()}, {str(op.implemented).lower()}"
    return [f"    {{OperatorType::{name}, {quoted(op.name)}, {quoted(op.family)},",
            f"     {quoted(op.summary)},",
            f"     {rules}, {level(op.since)}, {flags}, {next_version},",
            f"     k{name}Fields, {support}, {same}, sizeof({name}), Make<{name}>, Copy<{name}>}},"]


def operator_tables(api: Api) -> str:
    rows = Shared("TensorSupport", "kTensors")
    tables = Shared("SupportTable", "kSupport")
    same_fields = Shared("uint8_t", "kSameFields")
    by_name = {op.name: op for op in api.operators}
    fields, rules, infos = [], [], ["constexpr OperatorInfo kOperators[] = {"]
    for op in api.operators:
        support = tables.name_of([f"{{{level(t.level)}, {rows.name_of(_tensor_rows(api, op, t))}}}"
                                  for t in merged_support(op)])
        newer = by_name.get(op.superseded_by)
        next_version = f"OperatorType::{newer.cpp_name}" if newer else "std::nullopt"
        fields += _fields(api, op)
        rules += _rules(op, same_fields)
        infos += _info(op, support, next_version)
    return "\n".join([HEAD.format(banner=BANNER), *_enum_tables(api), *fields, "", *rows.lines, "",
                      *tables.lines, "", *same_fields.lines, *rules, "", *infos, "};", "",
                      "}  // namespace", "",
                      "std::span<const EnumInfo> AllEnums() { return kEnums; }",
                      "std::span<const OperatorInfo> AllOperators() { return kOperators; }", "",
                      "}  // namespace weft", ""])
