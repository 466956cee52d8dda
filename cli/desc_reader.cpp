// SPDX-License-Identifier: MIT
// See desc_reader.h. Members are read in the order of the field table; the length of an array is
// compared with its count field, or with the other arrays of the same count when that is left out.
#include "cli/desc_reader.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "schema/members.h"

namespace weft::cli {
namespace {

Result<uint32_t> ReadEnumerator(const EnumInfo& info, const Node& node) {
  WEFT_ASSIGN(const std::string name, ReadString(node));
  if (const std::optional<uint32_t> value = info.Find(name)) return *value;
  std::vector<std::string_view> names;
  for (const EnumValue& value : info.values) names.push_back(value.name);
  constexpr size_t kMostListed = 20;
  if (names.size() > kMostListed)
    return Unlike(node, fmt::format("an enumerator of {}", info.name));
  return Invalid("{} is {}, but one of {} is required", node.path, Shown(node.json),
                 fmt::join(names, ", "));
}

template <class T>
Result<std::vector<T>> ReadArray(const Node& node, Result<T> (*read)(const Node&)) {
  WEFT_RETURN_IF_ERROR(CheckArray(node));
  std::vector<T> values;
  values.reserve(node.json.size());
  for (size_t i = 0; i < node.json.size(); ++i) {
    WEFT_ASSIGN(T value, read(node.At(i)));
    values.push_back(std::move(value));
  }
  return values;
}

template <class Dims>
Result<Dims> ReadDims(const Node& node) {
  WEFT_RETURN_IF_ERROR(CheckArray(node));
  if (node.json.size() > size_t(kMaxRank))
    return Invalid("{} has {} values, but a tensor has at most {} dimensions", node.path,
                   node.json.size(), kMaxRank);
  WEFT_ASSIGN(const std::vector<uint32_t> values, ReadArray(node, ReadUInt));
  Dims dims;
  for (const uint32_t value : values) dims.push_back(value);
  return dims;
}

// { "Type": …, "Desc": { … } } or the members of Desc beside Type.
Result<Node> UnwrapDesc(const Node& node) {
  if (std::optional<Node> desc = node.FindEither("Desc", "desc")) {
    WEFT_RETURN_IF_ERROR(CheckKeys(node, {"Type", "type", "Desc", "desc"}));
    WEFT_RETURN_IF_ERROR(CheckObject(*desc));
    return *std::move(desc);
  }
  return node;
}

// With `may_follow`, type and sizes may be missing.
Result<TensorDesc> ReadTensorOrPart(const Node& outer, bool may_follow) {
  WEFT_RETURN_IF_ERROR(CheckObject(outer));
  if (const std::optional<Node> type = outer.Find("Type")) {
    WEFT_ASSIGN(const std::string name, ReadString(*type));
    if (name != "BUFFER" && name != "DML_TENSOR_TYPE_BUFFER") return Unlike(*type, "BUFFER");
  }
  WEFT_ASSIGN(const Node node, UnwrapDesc(outer));
  WEFT_RETURN_IF_ERROR(
      CheckKeys(node, {"Type", "DataType", "Flags", "DimensionCount", "Sizes", "Strides",
                       "TotalTensorSizeInBytes", "GuaranteedBaseOffsetAlignment"}));
  TensorDesc tensor;
  if (!may_follow || node.Find("DataType")) {
    WEFT_ASSIGN(const Node type, node.Require("DataType"));
    WEFT_ASSIGN(tensor.type, ReadDataType(type));
  }
  if (!may_follow || node.Find("Sizes")) {
    WEFT_ASSIGN(const Node sizes, node.Require("Sizes"));
    WEFT_ASSIGN(tensor.layout.sizes, ReadDims<Sizes>(sizes));
  }
  if (const std::optional<Node> count = node.Find("DimensionCount")) {
    WEFT_ASSIGN(const uint32_t value, ReadUInt(*count));
    if (value != uint32_t(tensor.rank()))
      return Invalid("{} is {}, but Sizes has {} values", count->path, value, tensor.rank());
  }
  if (const std::optional<Node> strides = node.Find("Strides")) {
    WEFT_ASSIGN(tensor.layout.strides, ReadDims<Strides>(*strides));
    if (tensor.strides().rank() != tensor.rank())
      return Invalid("{} has {} values, but Sizes has {}", strides->path, tensor.strides().rank(),
                     tensor.rank());
  } else {
    tensor.layout = Layout::Packed(tensor.sizes());
  }
  if (const std::optional<Node> total = node.Find("TotalTensorSizeInBytes")) {
    WEFT_ASSIGN(tensor.total_bytes, ReadUInt64(*total));
    // To TensorDesc 0 means "compute it"; written down, it is the mistake it looks like.
    if (tensor.total_bytes == 0) return Unlike(*total, "at least 1");
  }
  if (const std::optional<Node> alignment = node.Find("GuaranteedBaseOffsetAlignment")) {
    WEFT_ASSIGN(tensor.base_offset_alignment, ReadUInt(*alignment));
  }
  if (const std::optional<Node> flags = node.Find("Flags")) {
    WEFT_ASSIGN(const uint32_t value, ReadEnum(EnumNamed("DML_TENSOR_FLAGS"), *flags));
    tensor.flags = TensorFlags(value);
  }
  return tensor;
}

Result<Scalar> ReadScalar(const Node& node) {
  if (node.json.is_number_unsigned()) return Scalar(node.json.get<uint64_t>());
  if (node.json.is_number_integer()) return Scalar(node.json.get<int64_t>());
  if (const std::optional<double> number = NumberIn(node.json)) return Scalar(*number);
  return Unlike(node, "a number");
}

Result<ScaleBias> ReadScaleBias(const Node& node) {
  WEFT_RETURN_IF_ERROR(CheckKeys(node, {"Scale", "Bias"}));
  WEFT_ASSIGN(const Node scale, node.Require("Scale"));
  WEFT_ASSIGN(const Node bias, node.Require("Bias"));
  ScaleBias value;
  WEFT_ASSIGN(value.scale, ReadFloat(scale));
  WEFT_ASSIGN(value.bias, ReadFloat(bias));
  return value;
}

Result<Size2D> ReadSize2D(const Node& node) {
  WEFT_RETURN_IF_ERROR(CheckKeys(node, {"Width", "Height"}));
  WEFT_ASSIGN(const Node width, node.Require("Width"));
  WEFT_ASSIGN(const Node height, node.Require("Height"));
  Size2D size;
  WEFT_ASSIGN(size.width, ReadUInt(width));
  WEFT_ASSIGN(size.height, ReadUInt(height));
  return size;
}

bool IsTensor(const Field& field) {
  return field.type == FieldType::Tensor || field.type == FieldType::TensorArray;
}

Result<TensorDesc> ReadPart(const Node& node) { return ReadTensorOrPart(node, true); }

// Which fields are read: an activation that is fused has no tensors.
struct Reading {
  bool is_fused = false;
  OutputTensors outputs = OutputTensors::Described;

  bool MayFollow(const Field& field) const {
    return outputs == OutputTensors::MayFollow && field.role == FieldRole::Output;
  }
};
Status ReadFields(const OperatorInfo& info, const Node& desc, const Reading& reading, void* op);

Result<FusedActivation> ReadActivation(const Node& node) {
  WEFT_RETURN_IF_ERROR(CheckObject(node));
  const std::optional<Node> type = node.FindEither("Type", "type");
  if (!type) return Invalid("{} is missing", Member(node.path, "Type"));
  WEFT_ASSIGN(const std::string name, ReadString(*type));
  const OperatorInfo* info = FindOperator(name);
  std::optional<FusedActivation> activation = info ? MakeActivation(info->type) : std::nullopt;
  if (!activation) return Unlike(*type, "an operator that can be fused");
  WEFT_ASSIGN(const Node desc, UnwrapDesc(node));
  void* members = std::visit([](auto& op) { return static_cast<void*>(&op); }, *activation);
  WEFT_RETURN_IF_ERROR(ReadFields(*info, desc, {.is_fused = true}, members));
  return *std::move(activation);
}

Status ReadField(const Field& field, const Node& node, const Reading& reading, void* op) {
  const auto read_tensor = reading.MayFollow(field) ? ReadPart : ReadTensor;
  const auto set = [&]<class T>(Result<T> value) -> Status {
    WEFT_ASSIGN(MemberOf<T>(op, field), std::move(value));
    return Ok();
  };
  const auto set_optional = [&]<class T>(Result<T> value) -> Status {
    WEFT_ASSIGN(MemberOf<std::optional<T>>(op, field), std::move(value));
    return Ok();
  };
  switch (field.type) {
    case FieldType::Tensor:
      return field.optional ? set_optional(read_tensor(node)) : set(read_tensor(node));
    case FieldType::TensorArray: return set(ReadArray(node, read_tensor));
    case FieldType::UInt: return set(ReadUInt(node));
    case FieldType::Int: return set(ReadInt(node));
    case FieldType::Float: return set(ReadFloat(node));
    case FieldType::Bool: return set(ReadBool(node));
    case FieldType::Enum: return set(ReadEnum(*field.enumeration, node));
    case FieldType::UIntArray: return set(ReadArray(node, ReadUInt));
    case FieldType::IntArray: return set(ReadArray(node, ReadInt));
    case FieldType::FloatArray: return set(ReadArray(node, ReadFloat));
    case FieldType::ScaleBias: return set_optional(ReadScaleBias(node));
    case FieldType::Size2D: return set(ReadSize2D(node));
    case FieldType::Scalar: return set(ReadScalar(node));
    case FieldType::Activation: return set_optional(ReadActivation(node));
    case FieldType::ActivationArray: return set(ReadArray(node, ReadActivation));
    case FieldType::Count: return Ok();  // compared in ReadFields, has no member
  }
  return Ok();
}

// What an array's length is measured by: its count field or the first array of the same count.
struct Measure {
  std::string_view name;
  bool is_count = false;
  size_t length = 0;
};

Status CheckLength(const Field& field, const Node& node, std::vector<Measure>& measures) {
  if (field.count_field < 0) return Ok();
  Measure& measure = measures[size_t(field.count_field)];
  const size_t length = node.json.size();
  if (measure.name.empty()) measure = {field.name, false, length};
  if (measure.length == length) return Ok();
  return measure.is_count ? Invalid("{} has {} values, but {} is {}", node.path, length,
                                    measure.name, measure.length)
                          : Invalid("{} has {} values, but {} has {}", node.path, length,
                                    measure.name, measure.length);
}

Status ReadFields(const OperatorInfo& info, const Node& desc, const Reading& reading, void* op) {
  const bool is_fused = reading.is_fused;
  const auto is_field = [&](std::string_view key) {
    return std::ranges::any_of(info.fields, [&](const Field& field) {
      return field.name == key && !(is_fused && IsTensor(field));
    });
  };
  for (const auto& [key, value] : desc.json.items())
    if (!is_field(key) && !(is_fused && (key == "Type" || key == "type")))
      return Invalid("{} is no {}field of {}", Member(desc.path, key), is_fused ? "attribute " : "",
                     info.name);

  std::vector<Measure> measures(info.fields.size());
  for (size_t i = 0; i < info.fields.size(); ++i) {
    const Field& field = info.fields[i];
    if (field.type != FieldType::Count) continue;
    if (const std::optional<Node> node = desc.Find(field.name)) {
      WEFT_ASSIGN(const uint32_t count, ReadUInt(*node));
      measures[i] = {field.name, true, count};
    }
  }
  for (const Field& field : info.fields) {
    if (field.type == FieldType::Count || (is_fused && IsTensor(field))) continue;
    const std::optional<Node> node = desc.Find(field.name);
    if (node) {
      WEFT_RETURN_IF_ERROR(ReadField(field, *node, reading, op));
      WEFT_RETURN_IF_ERROR(CheckLength(field, *node, measures));
    } else if (!field.optional && !reading.MayFollow(field)) {
      return Invalid("{} is missing, but {} requires it", Member(desc.path, field.name), info.name);
    }
  }
  return Ok();
}

}  // namespace

const EnumInfo& EnumNamed(std::string_view name) {
  return *std::ranges::find(AllEnums(), name, &EnumInfo::name);
}

Result<uint32_t> ReadEnum(const EnumInfo& info, const Node& node) {
  if (!info.is_flags || !node.json.is_array()) return ReadEnumerator(info, node);
  uint32_t flags = 0;
  for (size_t i = 0; i < node.json.size(); ++i) {
    WEFT_ASSIGN(const uint32_t flag, ReadEnumerator(info, node.At(i)));
    flags |= flag;
  }
  return flags;
}

Result<TensorDesc> ReadTensor(const Node& node) { return ReadTensorOrPart(node, false); }

Result<Operator> ReadOperator(const OperatorInfo& info, const Node& desc, OutputTensors outputs) {
  WEFT_RETURN_IF_ERROR(CheckObject(desc));
  Operator op = info.make();
  WEFT_RETURN_IF_ERROR(ReadFields(info, desc, {.outputs = outputs}, op.mutable_data()));
  return op;
}

}  // namespace weft::cli
