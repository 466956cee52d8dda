# SPDX-License-Identifier: MIT
"""tests/directml_header/generated_assertions.h: the numbers the compiler must agree with.

The schema records every size, offset and value, so the assertions compare the header, as a
compiler sees it, with the binary interface rather than with itself.
"""

from model import Api, Enum, Interface, Struct, version_of
from outputs import BANNER
from outputs.directml_header import guarded, guid_numbers

HEAD = f"""\
// SPDX-License-Identifier: MIT
// {BANNER}
// Sizes, offsets, values, interface IDs and vtable slots DirectML.h must have.
#pragma once

#include <DirectML.h>

#include <cstddef>
"""


def _enum(enum: Enum) -> list[str]:
    values = [(v.since, [f"static_assert({enum.prefix}{v.name} == {v.value});"])
              for v in enum.values]
    return [f"static_assert(sizeof({enum.name}) == 4);", *guarded(values, enum.since)]


def _struct(struct: Struct) -> list[str]:
    lines = [f"static_assert(sizeof({struct.name}) == {struct.size});"]
    if struct.align:
        lines.append(f"static_assert(alignof({struct.name}) == {struct.align});")
    for m in struct.members:
        lines.append(f"static_assert(offsetof({struct.name}, {m.name}) == {m.offset});")
    return lines


def _id(interface: Interface) -> str:
    return (f"static_assert(SameId(__uuidof({interface.name}),\n"
            f"                     GUID{{{guid_numbers(interface.guid)}}}));")


def _slots(interface: Interface) -> list[str]:
    first = interface.slots - len(interface.methods)
    return [f'  check("{interface.name}::{m.name}", &{interface.name}::{m.name}, {first + index});'
            for index, m in enumerate(interface.methods)]


def _hidden(api: Api) -> list[str]:
    """Names too new for the target version are free: declaring one twice would be an error."""
    names = {}
    for c in api.raw["constants"] + api.raw["aliases"]:
        names.setdefault(c.get("since", "1_0"), []).append(c["name"])
    for enum in api.enums.values():
        names.setdefault(enum.since, []).append(enum.name)
        for v in enum.values:
            names.setdefault(v.since, []).append(enum.prefix + v.name)
    for group in (api.structs, api.interfaces, api.functions):
        for item in group.values():
            names.setdefault(item.since, []).append(item.name)
    lines = []
    for since in sorted(set(names) - {"1_0"}, key=version_of):
        lines.append(f"#if DML_TARGET_VERSION < {version_of(since):#x}")
        lines += [f"using {name} = void;" for name in names[since]]
        lines.append("#endif")
    return lines


def header_assertions(api: Api) -> str:
    constants = [(c.get("since", "1_0"), [f"static_assert({c['name']} == {c['value']});"])
                 for c in api.raw["constants"]]
    enums = [(e.since, _enum(e)) for e in api.enums.values()]
    structs = [(s.since, _struct(s)) for s in api.structs.values()]
    aliases = [(a["since"], [f"static_assert(sizeof({a['name']}) == sizeof({a['target']}));"])
               for a in api.raw["aliases"]]
    ids = [(i.since, [_id(i)]) for i in api.interfaces.values()]
    slots = [(i.since, _slots(i)) for i in api.interfaces.values() if i.methods]
    newest = version_of(api.raw["targetVersion"]["newest"])
    return "\n".join([
        HEAD, f"static_assert(DML_TARGET_VERSION <= {newest:#x});", "", *guarded(constants), "",
        *guarded(enums), "", *guarded(structs), *guarded(aliases), "", *_hidden(api), "",
        "constexpr bool SameId(const GUID& a, const GUID& b) {",
        "  bool same = a.Data1 == b.Data1 && a.Data2 == b.Data2 && a.Data3 == b.Data3;",
        "  for (int i = 0; i < 8; ++i) same = same && a.Data4[i] == b.Data4[i];",
        "  return same;", "}", "", *guarded(ids), "",
        "// Calls check(name, pointer to the method, its slot) for every interface's methods.",
        "template <class Check>", "void ForEachMethod(Check check) {", *guarded(slots), "}", ""])
