// SPDX-License-Identifier: MIT
// See fields.h. A value of the wrong Python type is a TypeError, one out of range a weft.Error;
// both name the argument.
#include "native/fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "native/arrays.h"
#include "schema/members.h"

namespace weft::python {
namespace {

bool ReadBool(py::handle value, const Argument& where) {
  if (value.ptr() == Py_True) return true;
  if (value.ptr() == Py_False) return false;
  const std::string_view type = Py_TYPE(value.ptr())->tp_name;
  if (type == "numpy.bool_") return PyObject_IsTrue(value.ptr()) == 1;
  if (PyIndex_Check(value.ptr())) return ReadInteger(value, where, 0, 1) == 1;  // a BOOL of C
  RaiseType(where, value, "True or False");
}

uint32_t ReadUInt(py::handle value, const Argument& where) {
  return uint32_t(ReadInteger(value, where, 0, std::numeric_limits<uint32_t>::max()));
}

int32_t ReadInt(py::handle value, const Argument& where) {
  return int32_t(ReadInteger(value, where, std::numeric_limits<int32_t>::min(),
                             std::numeric_limits<int32_t>::max()));
}

std::string NamesOf(const EnumInfo& info) {
  constexpr size_t kMostListed = 20;
  if (info.values.size() > kMostListed) return fmt::format("an enumerator of {}", info.name);
  std::string names;
  for (const EnumValue& value : info.values)
    names += (names.empty() ? "" : ", ") + std::string(value.name);
  return "one of " + names;
}

uint32_t ReadEnum(const EnumInfo& info, py::handle value, const Argument& where) {
  if (info.name == "DML_TENSOR_DATA_TYPE") return uint32_t(ReadDataType(value, where));
  if (PyUnicode_Check(value.ptr())) {
    const auto found = info.Find(value.cast<std::string>());
    if (!found) RaiseValue(where, value, NamesOf(info));
    return *found;
  }
  if (!PyIndex_Check(value.ptr())) RaiseType(where, value, NamesOf(info));
  return ReadUInt(value, where);
}

template <class T, class Read>
std::vector<T> ReadArrayOf(py::handle value, const Argument& where, std::string_view wanted,
                           Read read) {
  std::vector<T> values;
  ForEachItem(value, where, wanted,
              [&](py::handle item, const Argument& place) { values.push_back(read(item, place)); });
  return values;
}

// (first, second), or a dict with these two names.
std::array<py::object, 2> ReadPair(py::handle value, const Argument& where, const char* first,
                                   const char* second) {
  const std::string wanted = fmt::format("({}, {})", first, second);
  std::vector<py::object> items;
  if (PyDict_Check(value.ptr())) {
    for (const char* name : {first, second})
      if (value.contains(name)) items.push_back(value[name]);
  } else {
    ForEachItem(value, where, wanted, [&](py::handle item, const Argument&) {
      items.push_back(py::reinterpret_borrow<py::object>(item));
    });
  }
  if (items.size() != 2 || py::len(value) != 2) RaiseValue(where, value, wanted);
  return {items[0], items[1]};
}

constexpr std::string_view kActivationWanted = "(\"ACTIVATION_...\", {field: value})";

// "ACTIVATION_RELU", ("ACTIVATION_LINEAR", {"alpha": 2, "beta": 1}) or the same as a dict of
// DirectML's names: {"Type": "ACTIVATION_LINEAR", "Desc": {"Alpha": 2, "Beta": 1}}.
FusedActivation ReadActivation(py::handle value, const Argument& where) {
  py::object name = py::reinterpret_borrow<py::object>(value), fields = py::dict();
  if (PyDict_Check(value.ptr())) {
    if (!value.contains("Type")) RaiseValue(where, value, kActivationWanted);
    name = value["Type"];
    if (value.contains("Desc")) fields = value["Desc"];
  } else if (!PyUnicode_Check(value.ptr())) {
    std::vector<py::object> items;
    ForEachItem(value, where, kActivationWanted, [&](py::handle item, const Argument&) {
      items.push_back(py::reinterpret_borrow<py::object>(item));
    });
    if (items.empty() || items.size() > 2) RaiseValue(where, value, kActivationWanted);
    name = items[0];
    if (items.size() == 2 && !items[1].is_none()) fields = items[1];
  }
  if (!PyUnicode_Check(name.ptr())) RaiseType(where, name, "the name of an activation");
  if (!PyDict_Check(fields.ptr())) RaiseType(where, fields, "a dict of the activation's fields");
  const OperatorInfo* info = FindOperator(name.cast<std::string>());
  auto activation = info != nullptr ? MakeActivation(info->type) : std::nullopt;
  if (!activation) RaiseValue(where, name, "an operator that can be fused");
  void* op =
      std::visit([](auto& alternative) { return static_cast<void*>(&alternative); }, *activation);
  size_t known = 0;
  for (const Field& field : info->fields) {
    if (field.role != FieldRole::Attribute || field.type == FieldType::Count) continue;
    for (const std::string_view spelling : {field.name, field.member}) {
      const py::str key(spelling.data(), spelling.size());
      if (!fields.contains(key)) continue;
      ++known;
      const std::string place = fmt::format("{}.{}", where.name, spelling);
      ReadAttribute(field, fields[key], {where.op, place}, op);
      break;
    }
  }
  if (known != py::len(fields))
    RaiseInvalid("{} has fields that are none of {}: {}", where.Text(), info->name,
                 std::string(py::str(py::list(fields.attr("keys")()))));
  return *std::move(activation);
}

}  // namespace

float ReadFloat(py::handle value, const Argument& where) {
  const double number = PyFloat_AsDouble(value.ptr());  // also of what has __float__ or __index__
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    RaiseType(where, value, "a number");
  }
  const float narrow = float(number);
  if (std::isinf(narrow) && !std::isinf(number)) RaiseValue(where, value, "a FLOAT32");
  return narrow;
}

int64_t ReadInteger(py::handle value, const Argument& where, int64_t least, int64_t most) {
  if (!PyIndex_Check(value.ptr())) RaiseType(where, value, "an integer");
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) throw py::error_already_set();
  int overflow = 0;
  const int64_t number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0 || number < least || number > most)
    RaiseValue(where, value, fmt::format("{} to {}", least, most));
  return number;
}

Sizes ReadSizes(py::handle value, const Argument& where) {
  Sizes sizes;
  ForEachItem(value, where, "a sequence of sizes", [&](py::handle item, const Argument& place) {
    sizes.push_back(ReadInteger(item, place, 0, std::numeric_limits<uint32_t>::max()));
  });
  if (sizes.rank() > kMaxRank)
    RaiseInvalid("{} has {} values, but a tensor has at most {} dimensions", where.Text(),
                 py::len(value), kMaxRank);
  return sizes;
}

TensorDesc ReadTensorDesc(py::handle value, const Argument& where) {
  if (py::isinstance<TensorDesc>(value)) return value.cast<TensorDesc>();
  if (!PyDict_Check(value.ptr())) RaiseType(where, value, "a weft.TensorDesc or a dict");
  py::dict members = py::reinterpret_borrow<py::dict>(value);
  if (members.contains("Desc")) members = py::dict(members["Desc"]);  // the outer DML_TENSOR_DESC
  TensorDesc tensor;
  bool has_strides = false;
  for (const auto& [key, member] : members) {
    const std::string name = key.cast<std::string>();
    const std::string place_name = fmt::format("{}.{}", where.name, name);
    const Argument place = {where.op, place_name};
    if (name == "DataType") {
      tensor.type = ReadDataType(member, place);
    } else if (name == "Sizes") {
      tensor.layout.sizes = ReadSizes(member, place);
    } else if (name == "Strides") {
      if (member.is_none()) continue;
      for (const int64_t stride : ReadSizes(member, place)) tensor.layout.strides.push_back(stride);
      has_strides = true;
    } else if (name == "TotalTensorSizeInBytes") {
      tensor.total_bytes =
          uint64_t(ReadInteger(member, place, 1, std::numeric_limits<int64_t>::max()));
    } else if (name == "GuaranteedBaseOffsetAlignment") {
      tensor.base_offset_alignment = ReadUInt(member, place);
    } else if (name == "Flags") {
      const auto& flags = *std::ranges::find(AllEnums(), "DML_TENSOR_FLAGS", &EnumInfo::name);
      tensor.flags = TensorFlags(ReadEnum(flags, member, place));
    } else if (name != "DimensionCount" && name != "Type") {
      RaiseInvalid("{} is no member of DML_BUFFER_TENSOR_DESC", place.Text());
    }
  }
  if (!has_strides) tensor.layout = Layout::Packed(tensor.layout.sizes);
  return tensor;
}

Scalar ReadScalar(py::handle value, DataType type, const Argument& where) {
  const bool is_float =
      type == DataType::Float16 || type == DataType::Float32 || type == DataType::Float64;
  if (is_float || !PyIndex_Check(value.ptr())) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1 && PyErr_Occurred()) {
      PyErr_Clear();
      RaiseType(where, value, "a number");
    }
    if (!is_float && type != DataType::Unknown)
      RaiseType(where, value, fmt::format("an integer for {}", Name(type)));
    return Scalar(number);
  }
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) throw py::error_already_set();
  const int bits = std::max(SizeBits(type), 1);
  const bool is_signed = Name(type).starts_with("INT");
  int overflow = 0;
  const int64_t number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow == 0) {
    // An unsigned type takes negative numbers of its width too: a step of -1 is its largest number.
    const int magnitude_bits = is_signed || number < 0 ? bits - 1 : bits;
    const uint64_t magnitude = uint64_t(number < 0 ? ~number : number);
    if (bits == 64 || magnitude >> magnitude_bits == 0) return Scalar(number);
  } else if (overflow > 0 && type == DataType::UInt64) {
    const uint64_t large = PyLong_AsUnsignedLongLong(index.ptr());
    if (!PyErr_Occurred()) return Scalar(large);
    PyErr_Clear();
  }
  RaiseValue(where, value, fmt::format("a number {} can hold", Name(type)));
}

void ReadAttribute(const Field& field, py::handle value, const Argument& where, void* op) {
  if (value.is_none()) {
    if (!field.optional) RaiseType(where, value, "a value");
    return;
  }
  constexpr std::string_view kIntegers = "a sequence of integers";
  switch (field.type) {
    case FieldType::UInt: MemberOf<uint32_t>(op, field) = ReadUInt(value, where); break;
    case FieldType::Int: MemberOf<int32_t>(op, field) = ReadInt(value, where); break;
    case FieldType::Float: MemberOf<float>(op, field) = ReadFloat(value, where); break;
    case FieldType::Bool: MemberOf<bool>(op, field) = ReadBool(value, where); break;
    case FieldType::Enum:
      MemberOf<uint32_t>(op, field) = ReadEnum(*field.enumeration, value, where);
      break;
    case FieldType::UIntArray:
      MemberOf<std::vector<uint32_t>>(op, field) =
          ReadArrayOf<uint32_t>(value, where, kIntegers, ReadUInt);
      break;
    case FieldType::IntArray:
      MemberOf<std::vector<int32_t>>(op, field) =
          ReadArrayOf<int32_t>(value, where, kIntegers, ReadInt);
      break;
    case FieldType::FloatArray:
      MemberOf<std::vector<float>>(op, field) =
          ReadArrayOf<float>(value, where, "a sequence of numbers", ReadFloat);
      break;
    case FieldType::ScaleBias: {
      const auto [scale, bias] = ReadPair(value, where, "Scale", "Bias");
      MemberOf<std::optional<ScaleBias>>(op, field) =
          ScaleBias{ReadFloat(scale, where.At(0)), ReadFloat(bias, where.At(1))};
      break;
    }
    case FieldType::Size2D: {
      const auto [width, height] = ReadPair(value, where, "Width", "Height");
      MemberOf<Size2D>(op, field) = {ReadUInt(width, where.At(0)), ReadUInt(height, where.At(1))};
      break;
    }
    case FieldType::Activation:
      MemberOf<std::optional<FusedActivation>>(op, field) = ReadActivation(value, where);
      break;
    case FieldType::ActivationArray:
      MemberOf<std::vector<FusedActivation>>(op, field) =
          ReadArrayOf<FusedActivation>(value, where, "a sequence of activations", ReadActivation);
      break;
    default: break;  // tensors, counts and scalars are not read here
  }
}

}  // namespace weft::python
