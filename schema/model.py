# SPDX-License-Identifier: MIT
"""The API of directml.json as typed objects.

Every output of generate.py reads these and nothing else. Names derived from DirectML's own
(C++ members, enumerators, masks) are computed here, so that all outputs agree on them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

CPP_KEYWORDS = {"and", "auto", "case", "const", "default", "delete", "do", "else", "enum", "for",
                "if", "int", "new", "not", "or", "register", "return", "switch", "this", "union",
                "using", "while", "xor"}

# The C type of a plain field → FieldType of include/weft/schema.h; enums are recognised by name.
PLAIN_TYPES = {"UINT": "UInt", "INT": "Int", "FLOAT": "Float", "float": "Float", "BOOL": "Bool",
               "DML_SIZE_2D": "Size2D", "DML_SCALAR_UNION": "Scalar",
               "const DML_SCALE_BIAS*": "ScaleBias"}
# A pointer to these is an array when a count field goes with it.
POINTER_TYPES = {"const DML_TENSOR_DESC*": ("Tensor", "TensorArray"),
                 "const DML_OPERATOR_DESC*": ("Activation", "ActivationArray"),
                 "const UINT*": (None, "UIntArray"), "const INT*": (None, "IntArray"),
                 "const FLOAT*": (None, "FloatArray")}

CPP_TYPES = {"Tensor": "TensorDesc", "TensorArray": "std::vector<TensorDesc>", "UInt": "uint32_t",
             "Int": "int32_t", "Float": "float", "Bool": "bool",
             "UIntArray": "std::vector<uint32_t>", "IntArray": "std::vector<int32_t>",
             "FloatArray": "std::vector<float>", "ScaleBias": "std::optional<ScaleBias>",
             "Size2D": "Size2D", "Scalar": "Scalar", "Activation": "std::optional<FusedActivation>",
             "ActivationArray": "std::vector<FusedActivation>"}


def pascal(name: str) -> str:
    """ELEMENT_WISE_ADD1 → ElementWiseAdd1, UPSAMPLE_2D → Upsample2D, 4X32_10 → 4X32_10."""
    result = ""
    for word in name.split("_"):
        if result and result[-1].isdigit() and word[0].isdigit():
            result += "_"
        result += word if word[0].isdigit() else word.capitalize()
    return result


def snake(name: str) -> str:
    """HasExclusiveSum → has_exclusive_sum, AZeroPoint → a_zero_point."""
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def version_of(level: str) -> int:
    """Feature level 2_1 → DML_TARGET_VERSION 0x2100."""
    major, minor = level.split("_")
    return int(major) << 12 | int(minor) << 8


@dataclass
class EnumValue:
    name: str  # without the enum's prefix
    value: int
    since: str
    alias_of: str | None = None


@dataclass
class Enum:
    name: str
    prefix: str
    since: str
    is_flags: bool
    values: list[EnumValue]

    @property
    def cpp_name(self) -> str:
        """DML_AXIS_DIRECTION → AxisDirection; the data types are tensor.h's DataType."""
        return "DataType" if self.name == "DML_TENSOR_DATA_TYPE" else pascal(self.name[4:])


@dataclass
class Member:
    """A field of any C struct."""
    name: str
    type: str
    offset: int
    optional: bool = False
    count: str | None = None        # field with this array's length
    bytes: str | None = None        # field with this block's size
    depends_on: str | None = None   # what tells the type behind a void pointer
    string: bool = False
    fixed_array: int | None = None

    @property
    def annotation(self) -> str:
        """Microsoft's SAL words for what the other properties say."""
        opt = "opt_" if self.optional else ""
        if self.depends_on:
            return f'_Field_size_{opt}(_Inexpressible_("Dependent on {self.depends_on} type"))'
        if self.bytes:
            return f"_Field_size_bytes_({self.bytes})"
        if self.string:
            return "_Field_z_ _Maybenull_"
        if self.count:
            return f"_Field_size_{opt}({self.count})"
        return "_Maybenull_" if self.optional else ""


@dataclass
class Struct:
    name: str
    since: str
    size: int
    members: list[Member]
    keyword: str = "struct"
    align: int | None = None


@dataclass
class OperatorField:
    """A field of an operator: its place in the C struct and the C++ member it becomes."""
    member: Member
    role: str    # Input, Output, Attribute
    type: str    # FieldType
    enum: Enum | None
    cpp_name: str = ""

    @property
    def name(self) -> str:
        return self.member.name

    @property
    def optional(self) -> bool:
        return self.member.optional

    @property
    def is_tensor(self) -> bool:
        return self.role != "Attribute"

    @property
    def cpp_type(self) -> str:
        if self.type == "Enum":
            return self.enum.cpp_name
        base = CPP_TYPES[self.type]
        return f"std::optional<{base}>" if self.type == "Tensor" and self.optional else base


@dataclass
class SupportRow:
    tensors: list[str]
    dimensions: str       # "4" or "1-8"
    types: list[str]
    sizes: str | None = None

    @property
    def dimension_mask(self) -> int:
        first, _, last = self.dimensions.partition("-")
        return sum(1 << count for count in range(int(first), int(last or first) + 1))


@dataclass
class SupportTable:
    level: str
    rows: list[SupportRow]
    functions: list[str] = field(default_factory=list)  # REDUCE has one table per function group


@dataclass
class SameRule:
    property: str
    fields: list[str]


@dataclass
class Operator:
    name: str
    value: int
    family: str
    since: str
    summary: str
    struct: Struct
    fields: list[OperatorField]
    support: list[SupportTable]
    in_place: bool
    implemented: bool
    infers: bool  # has an Infer of its own
    rules: list[str]
    same: list[SameRule]
    superseded_by: str | None
    aliases: list[str]

    @property
    def cpp_name(self) -> str:
        return pascal(self.name)

    @property
    def members(self) -> list[OperatorField]:
        return [f for f in self.fields if f.type != "Count"]

    def index(self, name: str) -> int:
        return [f.name for f in self.fields].index(name)


@dataclass
class Parameter:
    name: str
    type: str
    annotation: str = ""
    interface: str | None = None


@dataclass
class Function:
    name: str
    returns: str
    since: str
    parameters: list[Parameter]


@dataclass
class Interface:
    name: str
    guid: str
    base: str
    since: str
    slots: int  # in the vtable, inherited ones included
    methods: list[Function]


@dataclass
class RestrictedActivation:
    activation: str
    hosts: list[str]
    since: str


@dataclass
class Api:
    raw: dict
    enums: dict[str, Enum]
    structs: dict[str, Struct]  # unions and the operators' structs included
    interfaces: dict[str, Interface]
    functions: dict[str, Function]
    operators: list[Operator]   # by ascending value
    restricted: list[RestrictedActivation]

    @property
    def operator_enums(self) -> list[Enum]:
        """The enums some operator has a field of, in declaration order."""
        used = {f.enum.name for op in self.operators for f in op.fields if f.enum}
        return [e for e in self.enums.values() if e.name in used]

    @property
    def fusable(self) -> list[Operator]:
        names = self.raw["fusedActivation"]["anyHost"] + [r.activation for r in self.restricted]
        return [op for op in self.operators if op.name in names]

    def type_mask(self, names: list[str]) -> int:
        values = {v.name: v.value for v in self.enums["DML_TENSOR_DATA_TYPE"].values}
        return sum(1 << values[name] for name in names)


def _member(raw: dict) -> Member:
    return Member(raw["name"], raw["type"], raw["offset"], raw.get("optional", False),
                  raw.get("count"), raw.get("bytes"), raw.get("dependsOn"),
                  raw.get("string", False), raw.get("fixedArray"))


def _struct(raw: dict, keyword: str) -> Struct:
    return Struct(raw["name"], raw.get("since", "1_0"), raw["size"],
                  [_member(m) for m in raw["fields"]], keyword, raw["align"])


def _field_type(member: Member, counts: set[str], enums: dict[str, Enum]) -> str:
    if member.name in counts:
        return "Count"
    if member.type in enums:
        return "Enum"
    if member.type in POINTER_TYPES:
        return POINTER_TYPES[member.type][1 if member.count else 0]
    return PLAIN_TYPES[member.type]


def _name_members(op: str, fields: list[OperatorField]) -> None:
    """InputTensor → input, InputTensors → inputs; the suffix stays where the name is taken."""
    taken = {snake(f.name) for f in fields if f.type != "Count" and "Tensor" not in f.name}
    for f in fields:
        if f.type == "Count":
            continue
        short = snake(re.sub(r"Tensors$", "s", re.sub(r"Tensor$", "", f.name)))
        clash = f.is_tensor and short in taken or short in CPP_KEYWORDS
        f.cpp_name = snake(f.name) if clash else short
    names = [f.cpp_name for f in fields if f.cpp_name]
    assert len(names) == len(set(names)), f"{op}: two members of one name in {names}"


def _operator(raw: dict, enums: dict[str, Enum]) -> Operator:
    members = [_member(m) for m in raw["fields"]]
    counts = {m.count for m in members if m.count}
    fields = []
    for m, raw_field in zip(members, raw["fields"]):
        kind = _field_type(m, counts, enums)
        fields.append(OperatorField(m, raw_field["role"].capitalize(), kind, enums.get(m.type)))
    _name_members(raw["name"], fields)
    struct = Struct(raw.get("struct", f"DML_{raw['name']}_OPERATOR_DESC"),
                    raw.get("structSince", raw["since"]), raw["size"], members)
    support = [SupportTable(t["level"], [SupportRow(**row) for row in t["tensors"]],
                            t.get("functions", [])) for t in raw["support"]]
    return Operator(raw["name"], raw["value"], raw["family"], raw["since"], raw["summary"], struct,
                    fields, support, raw.get("inPlace", False), raw.get("implemented", False),
                    raw.get("infers", False), raw.get("rules", []),
                    [SameRule(**rule) for rule in raw.get("same", [])],
                    raw.get("supersededBy"), raw.get("aliases", []))


def _enum(raw: dict) -> Enum:
    since = raw.get("since", "1_0")
    values = [EnumValue(v["name"], v["value"], v.get("since", since)) for v in raw["values"]]
    return Enum(raw["name"], raw["prefix"], since, raw.get("flags", False), values)


def _function(raw: dict) -> Function:
    return Function(raw["name"], raw["returns"], raw.get("since", "1_0"),
                    [Parameter(**p) for p in raw["parameters"]])


def load(path: Path) -> Api:
    raw = json.loads(path.read_text(encoding="utf-8"))
    enums = {e["name"]: _enum(e) for e in raw["enums"]}
    operators = sorted((_operator(o, enums) for o in raw["operators"]), key=lambda op: op.value)
    for op in operators:  # The operators are listed once; their enum follows from them.
        values = enums["DML_OPERATOR_TYPE"].values
        values.append(EnumValue(op.name, op.value, op.since))
        values.extend(EnumValue(alias, op.value, op.since, op.name) for alias in op.aliases)
    structs = [_struct(s, "struct") for s in raw["structs"]]
    structs += [_struct(u, "union") for u in raw["unions"]]
    structs += [op.struct for op in operators]
    interfaces = {i["name"]: Interface(i["name"], i["guid"], i["base"], i.get("since", "1_0"),
                                       i["slots"], [_function(m) for m in i["methods"]])
                  for i in raw["interfaces"]}
    return Api(raw, enums, {s.name: s for s in structs}, interfaces,
               {f["name"]: _function(f) for f in raw["functions"]}, operators,
               [RestrictedActivation(**r) for r in raw["fusedActivation"]["someHosts"]])
