# SPDX-License-Identifier: MIT
"""include/DirectML.h: DirectML's C++ API, every declaration guarded by DML_TARGET_VERSION."""

from collections.abc import Iterable
from itertools import groupby

from model import Api, Enum, Function, Interface, Parameter, Struct, version_of
from outputs import BANNER, wrap

HEAD = """\
// SPDX-License-Identifier: MIT
// {banner}
// DirectML's programming interface: tensors, operators, devices, graphs. DML_TARGET_VERSION picks
// how much of it a program sees; 0x2100 stands for feature level 2_1.
#pragma once

#ifndef __cplusplus
#error "DirectML.h is a C++ header"
#endif

#if defined(_WIN32)
#include <d3d12.h>
#else
#if !__has_include(<unknwn.h>)
#error "DirectML.h needs DirectX-Headers: compile with `pkg-config --cflags DirectX-Headers`"
#endif
#if __has_include(<wsl/winadapter.h>)
#include <wsl/winadapter.h>  // Windows' basic types, before anything of Direct3D
#else
#include <unknwn.h>
#endif
#if __has_include(<directx/d3d12.h>)
#include <directx/d3d12.h>  // a system header this way, so its warnings stay quiet
#else
#include <d3d12.h>
#endif
#endif
"""

# Every interface has a specialisable ID: see the comment in the text.
IDS_HEAD = """\
#if !defined(_WIN32)
// Interface IDs. Here __uuidof(T) is a call of the function template __wsl_stub_uuidof<T>(), which
// the DirectX headers only declare. Defining it, rather than specialising it for each interface,
// leaves programs free to specialise it themselves, as those written before this header do.
namespace dml_interface_ids {
template <class T>
struct Tag {};
template <class T>
struct Tag<T*> : Tag<T> {};  // __uuidof also takes pointers

#if __wsl_stub_uuidof_use_constexpr
#define DML_INTERFACE_ID(type, ...)              \\
  inline constexpr GUID type##Id = {__VA_ARGS__}; \\
  constexpr const GUID& IdOf(Tag<type>) { return type##Id; }
#else
#define DML_INTERFACE_ID(type, ...)       \\
  inline const GUID& IdOf(Tag<type>) {    \\
    static const GUID id = {__VA_ARGS__}; \\
    return id;                            \\
  }
#endif
"""

IDS_TAIL = """\
#undef DML_INTERFACE_ID
}  // namespace dml_interface_ids

// An interface without an ID is a compile error in this call.
extern "C++" {
template <typename T>
#if __wsl_stub_uuidof_use_constexpr
constexpr
#endif
const GUID& __wsl_stub_uuidof() {
  return dml_interface_ids::IdOf(dml_interface_ids::Tag<T>());
}
}
#endif  // !_WIN32
"""


def hexadecimal(level: str) -> str:
    return f"0x{version_of(level):04x}"


def guarded(parts: Iterable[tuple[str, list[str]]], base: str = "1_0") -> list[str]:
    """Joins (since, lines); runs that need the same version above `base` share one #if."""
    lines = []
    for since, run in groupby(parts, key=lambda part: part[0]):
        body = [line for _, part in run for line in part]
        if version_of(since) <= version_of(base):
            lines += body
        else:
            test = f"DML_TARGET_VERSION >= {hexadecimal(since)}"
            blank = [body.pop()] if body[-1] == "" else []
            lines += [f"#if {test}", *body, f"#endif  // {test}", *blank]
    return lines


def _target_version(api: Api) -> list[str]:
    rule = api.raw["targetVersion"]
    lines = ["#if !defined(DML_TARGET_VERSION)",
             "#if !defined(NTDDI_VERSION) || defined(DML_TARGET_VERSION_USE_LATEST)",
             f"#define DML_TARGET_VERSION {hexadecimal(rule['newest'])}"]
    for row in rule["byWindowsVersion"]:
        name = row["atLeast"]
        lines += [f"#elif defined({name}) && NTDDI_VERSION >= {name}",
                  f"#define DML_TARGET_VERSION {hexadecimal(row['level'])}"]
    return [*lines, "#else", f"#define DML_TARGET_VERSION {hexadecimal(rule['otherwise'])}",
            "#endif", "#endif  // !defined(DML_TARGET_VERSION)", ""]


def _enum(enum: Enum) -> list[str]:
    values = []
    for v in enum.values:
        number = v.value if v.value < 0x1000 else hex(v.value)
        value = enum.prefix + v.alias_of if v.alias_of else number
        values.append((v.since, [f"  {enum.prefix}{v.name} = {value},"]))
    # With its type said, any number a program puts into it is a value; unsigned is what it would
    # be anyway.
    lines = [f"enum {enum.name} : UINT {{", *guarded(values, enum.since), "};"]
    if enum.is_flags:
        lines.append(f"DEFINE_ENUM_FLAG_OPERATORS({enum.name})")
    return [*lines, ""]


def _struct(struct: Struct) -> list[str]:
    lines = [f"{struct.keyword} {struct.name} {{"]
    for m in struct.members:
        annotation = m.annotation + " " if m.annotation else ""
        array = f"[{m.fixed_array}]" if m.fixed_array else ""
        lines.append(f"  {annotation}{m.type} {m.name}{array};")
    return [*lines, "};", ""]


def _parameters(parameters: list[Parameter], first: str, end: str) -> list[str]:
    texts = [" ".join(filter(None, [p.annotation, p.type, p.name])) for p in parameters]
    one_line = first + ", ".join(texts) + end
    if len(one_line) <= 100:
        return [one_line]
    rest = " " * (len(first) - len(first.lstrip()) + 4)
    texts[-1] += end
    return [first, *wrap(texts, rest, rest)]


def _function(function: Function) -> list[str]:
    return [*_parameters(function.parameters, f"STDAPI {function.name}(", ");"), ""]


def _interface(interface: Interface) -> list[str]:
    lines = [f'struct DML_DECLARE_INTERFACE("{interface.guid}")',
             f"    {interface.name} : public {interface.base} {{"]
    for m in interface.methods:
        kind = "IFACEMETHOD(" if m.returns == "HRESULT" else f"IFACEMETHOD_({m.returns}, "
        lines += _parameters(m.parameters, f"  {kind}{m.name})(", ") = 0;")
    return [*lines, "};", ""]


def _declarations(api: Api) -> Iterable[tuple[str, list[str]]]:
    aliases = {alias["name"]: alias for alias in api.raw["aliases"]}
    for name in api.raw["declarationOrder"]:
        if name in api.enums:
            yield api.enums[name].since, _enum(api.enums[name])
        elif name in api.structs:
            yield api.structs[name].since, _struct(api.structs[name])
        elif name in api.interfaces:
            yield api.interfaces[name].since, _interface(api.interfaces[name])
        elif name in api.functions:
            yield api.functions[name].since, _function(api.functions[name])
        else:
            alias = aliases[name]
            yield alias["since"], [f"using {name} = {alias['target']};", ""]


def guid_numbers(guid: str) -> str:
    """c8263aac-9e0c-… → the initializer of a GUID."""
    a, b, c, d, e = guid.split("-")
    bytes_ = [f"0x{(d + e)[i:i + 2]}" for i in range(0, 16, 2)]
    return f"0x{a}, 0x{b}, 0x{c}, {{{', '.join(bytes_)}}}"


def _interface_ids(api: Api) -> list[str]:
    ids = [(i.since, [f"DML_INTERFACE_ID({i.name},", f"    {guid_numbers(i.guid)})"])
           for i in api.interfaces.values()]
    return [*IDS_HEAD.splitlines(), "", *guarded(ids), "", *IDS_TAIL.splitlines()]


def directml_header(api: Api) -> str:
    constants = [(c.get("since", "1_0"), [f"static const {c['type']} {c['name']} = {c['value']};"])
                 for c in api.raw["constants"]]
    return "\n".join([
        *HEAD.format(banner=BANNER).splitlines(), "", *_target_version(api),
        "#if WINAPI_FAMILY_PARTITION(WINAPI_PARTITION_APP | WINAPI_PARTITION_GAMES)", "",
        "#define DML_DECLARE_INTERFACE(iid) DECLSPEC_UUID(iid) DECLSPEC_NOVTABLE", "",
        *guarded(constants), "",
        *[f"struct {name};" for name in api.raw["forwardDeclarations"]], "",
        *guarded(_declarations(api)), *_interface_ids(api), "",
        "#endif  // WINAPI_FAMILY_PARTITION", ""])
