# SPDX-License-Identifier: MIT
"""docs/operators/: one page per operator and an index by family."""

from model import Api, Operator, OperatorField, SupportTable
from outputs import BANNER

MARK = f"<!-- {BANNER} -->"


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
            *["| " + " | ".join(row) + " |" for row in rows], ""]


def _link(name: str) -> str:
    return f"[{name}]({name}.md)"


def _notes(f: OperatorField) -> str:
    notes = []
    if f.optional:
        notes.append("optional")
    if f.member.count:
        notes.append(f"{f.member.count} of them")
    if f.type == "Count":
        notes.append("the length of the arrays that name it; no C++ member")
    if f.type == "Enum" and f.enum.cpp_name != "DataType":
        notes.append(", ".join(v.name for v in f.enum.values))
    return "; ".join(notes)


def _fields(op: Operator) -> list[str]:
    rows = [[f.name, f.role.lower(), f"`{f.member.type}`",
             f"`{f.cpp_type} {f.cpp_name}`" if f.cpp_name else "", _notes(f)] for f in op.fields]
    return ["## Fields", "", *_table(["Field", "Role", "C type", "C++ member", "Notes"], rows)]


def _activations(api: Api, op: Operator) -> list[str]:
    rule = api.raw["fusedActivation"]
    if op.name not in rule["hosts"]:
        return []
    text = "FusedActivation is one of " + ", ".join(_link(name) for name in rule["anyHost"])
    for extra in api.restricted:
        if op.name in extra.hosts:
            text += f", or from feature level {extra.since} {_link(extra.activation)}"
    return [text + ". Its own tensors stay empty.", ""]


def _support(table: SupportTable) -> list[str]:
    title = f"### From feature level {table.level}"
    if table.functions:
        title += ": " + ", ".join(table.functions)
    sizes = any(row.sizes for row in table.rows)
    head = ["Tensor", "Dimensions", "Data types"] + (["Sizes"] if sizes else [])
    rows = [[", ".join(row.tensors), row.dimensions, ", ".join(row.types)]
            + ([f"`{row.sizes}`" if row.sizes else ""] if sizes else []) for row in table.rows]
    return [title, "", *_table(head, rows)]


def _page(api: Api, op: Operator) -> str:
    facts = [["Family", op.family],
             ["Status", "implemented" if op.implemented else "described, not implemented yet"],
             ["Type", f"`DML_OPERATOR_{op.name}` = {op.value}"],
             ["C struct", f"`{op.struct.name}`"],
             ["C++", f"`weft::{op.cpp_name}`"],
             ["Feature level", op.since],
             ["In place", "an output may take the memory of an input" if op.in_place else "no"]]
    if op.aliases:
        facts.append(["Also named", ", ".join(op.aliases)])
    if op.superseded_by:
        facts.append(["Newer version", _link(op.superseded_by)])
    lines = [MARK, f"# {op.name}", "", op.summary, "", *_table(["", ""], facts), *_fields(op),
             *_activations(api, op)]
    if op.rules:
        lines += ["## Rules", "", *[f"- {rule}" for rule in op.rules], ""]
    lines += ["## Data types and dimension counts", ""]
    for table in op.support:
        lines += _support(table)
    return "\n".join(lines)


def _index(api: Api) -> str:
    done = sum(op.implemented for op in api.operators)
    lines = [MARK, "# Operators", "",
             f"DirectML has {len(api.operators)} operators. All are described, {done} are"
             " implemented (✓).", ""]
    families = dict.fromkeys(op.family for op in api.operators)
    for family in families:
        rows = [[_link(op.name), "✓" if op.implemented else "", op.since, op.summary]
                for op in api.operators if op.family == family]
        lines += [f"## {family}", "", *_table(["Operator", "", "Level", "What it does"], rows)]
    return "\n".join(lines)


def pages(api: Api) -> dict[str, str]:
    texts = {f"docs/operators/{op.name}.md": _page(api, op) for op in api.operators}
    texts["docs/operators/README.md"] = _index(api)
    return texts
