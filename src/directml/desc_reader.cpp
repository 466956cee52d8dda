// SPDX-License-Identifier: MIT
// See desc_reader.h. One walk over the schema's field table serves all operators. Enums are read as
// plain numbers, because a C++ enum with a value outside of its range is undefined.
#include "directml/desc_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "schema/members.h"
#include "weft/schema.h"

namespace weft::directml {
namespace {

// No description has arrays this long. Lengths are not trusted beyond it, since they may be
// garbage.
constexpr uint32_t kMostValues = 0xFFFF;

// The path of a field, which is formatted only for an error: "GEMM: FusedActivation.Type".
struct FieldPath {
  const FieldPath* parent = nullptr;
  std::string_view name;
  int index = -1;

  std::string Text() const {
    const std::string here = index < 0 ? std::string(name) : fmt::format("{}[{}]", name, index);
    if (parent == nullptr) return here;
    return parent->Text() + (parent->parent == nullptr ? ": " : ".") + here;
  }
};

template <class T>
T ReadAt(const void* desc, size_t offset) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(desc) + offset, sizeof(value));
  return value;
}

template <class Enum>
uint32_t NumberOf(const Enum& value) {
  return ReadAt<uint32_t>(&value, 0);
}

Result<TensorDesc> ReadTensor(const DML_TENSOR_DESC& outer, const FieldPath& path) {
  if (const uint32_t type = NumberOf(outer.Type); type != DML_TENSOR_TYPE_BUFFER)
    return Invalid("{}.Type is {}, but BUFFER (1) is required", path.Text(), type);
  if (outer.Desc == nullptr)
    return Invalid("{}.Desc is null, but a DML_BUFFER_TENSOR_DESC is required", path.Text());
  const auto& desc = *static_cast<const DML_BUFFER_TENSOR_DESC*>(outer.Desc);
  if (desc.DimensionCount < 1 || desc.DimensionCount > uint32_t(kMaxRank))
    return Invalid("{}.DimensionCount is {}, but 1 to {} is required", path.Text(),
                   desc.DimensionCount, kMaxRank);
  if (desc.Sizes == nullptr)
    return Invalid("{}.Sizes is null, but DimensionCount is {}", path.Text(), desc.DimensionCount);
  // TensorDesc computes the size if it is 0; in a DirectML description 0 is an error. It may follow
  // from another one, which validation finds.
  const std::span sizes(desc.Sizes, desc.DimensionCount);
  if (desc.TotalTensorSizeInBytes == 0 && SizeBits(DataType(NumberOf(desc.DataType))) > 0 &&
      std::ranges::count(sizes, 0u) == 0)
    return Invalid("{}.TotalTensorSizeInBytes is 0, but at least 4 is required", path.Text());
  TensorDesc tensor;
  tensor.type = DataType(NumberOf(desc.DataType));
  for (uint32_t dim = 0; dim < desc.DimensionCount; ++dim)
    tensor.layout.sizes.push_back(desc.Sizes[dim]);
  tensor.layout = Layout::Packed(tensor.sizes());
  if (desc.Strides != nullptr)
    for (uint32_t dim = 0; dim < desc.DimensionCount; ++dim)
      tensor.layout.strides[int(dim)] = desc.Strides[dim];
  tensor.total_bytes = desc.TotalTensorSizeInBytes;
  tensor.base_offset_alignment = desc.GuaranteedBaseOffsetAlignment;
  tensor.flags = TensorFlags(NumberOf(desc.Flags));
  return tensor;
}

class Reader {
 public:
  Reader(const OperatorInfo& info, const void* desc, const FieldPath& path, bool is_fused, void* op)
      : info_(info), desc_(desc), path_(path), is_fused_(is_fused), op_(op) {}

  Status ReadAll() const {
    for (const Field& field : info_.fields) WEFT_RETURN_IF_ERROR(ReadField(field));
    return Ok();
  }

 private:
  template <class T>
  T Value(const Field& field) const {
    return ReadAt<T>(desc_, field.c_offset);
  }
  template <class T>
  const T* Pointer(const Field& field) const {
    return Value<const T*>(field);
  }

  Status ReadField(const Field& field) const {
    switch (field.type) {
      case FieldType::Tensor: return ReadTensorField(field);
      case FieldType::TensorArray: return ReadArray<DML_TENSOR_DESC, TensorDesc>(field, ReadTensor);
      case FieldType::UInt: return Set(field, Value<uint32_t>(field));
      case FieldType::Int: return Set(field, Value<int32_t>(field));
      case FieldType::Float: return Set(field, Value<float>(field));
      case FieldType::Bool: return Set(field, Value<uint32_t>(field) != 0);
      case FieldType::Enum:
        std::memcpy(static_cast<std::byte*>(op_) + field.offset,
                    static_cast<const std::byte*>(desc_) + field.c_offset, sizeof(uint32_t));
        return Ok();
      case FieldType::UIntArray: return ReadNumbers<uint32_t>(field, kMaxRank);
      case FieldType::IntArray: return ReadNumbers<int32_t>(field, kMaxRank);
      case FieldType::FloatArray: return ReadNumbers<float>(field, kMostValues);
      case FieldType::ScaleBias:
        if (const auto* value = Pointer<DML_SCALE_BIAS>(field))
          return Set(field, std::optional(ScaleBias{value->Scale, value->Bias}));
        return Ok();
      case FieldType::Size2D: {
        const auto value = Value<DML_SIZE_2D>(field);
        return Set(field, Size2D{value.Width, value.Height});
      }
      case FieldType::Scalar: return Set(field, Scalar::FromBits(Value<uint64_t>(field)));
      case FieldType::Activation:
        if (const auto* value = Pointer<DML_OPERATOR_DESC>(field)) {
          WEFT_ASSIGN(FusedActivation activation, ReadActivation(*value, {&path_, field.name}));
          return Set(field, std::optional(std::move(activation)));
        }
        return Ok();
      case FieldType::ActivationArray:
        return ReadArray<DML_OPERATOR_DESC, FusedActivation>(field, ReadActivation);
      case FieldType::Count: return Ok();  // read with the arrays it counts
    }
    return Ok();
  }

  template <class T>
  Status Set(const Field& field, T value) const {
    MemberOf<T>(op_, field) = std::move(value);
    return Ok();
  }

  // A missing tensor is left out: validation checks whether it is required.
  Status ReadTensorField(const Field& field) const {
    const auto* desc = Pointer<DML_TENSOR_DESC>(field);
    if (desc == nullptr) return Ok();
    const FieldPath path = {&path_, field.name};
    if (is_fused_)
      return Invalid("{} is set, but a fused activation has no tensors of its own", path.Text());
    WEFT_ASSIGN(TensorDesc tensor, ReadTensor(*desc, path));
    return field.optional ? Set(field, std::optional(tensor)) : Set(field, tensor);
  }

  // The caller's array; empty for an optional one that is absent.
  template <class T>
  Result<std::span<const T>> Array(const Field& field, uint32_t most) const {
    const Field& count_field = info_.fields[size_t(field.count_field)];
    const uint32_t count = Value<uint32_t>(count_field);
    const T* values = Pointer<T>(field);
    if (count == 0 || (values == nullptr && field.optional)) return std::span<const T>();
    if (count > most)
      return Invalid("{} is {}, but at most {} is possible",
                     FieldPath{&path_, count_field.name}.Text(), count, most);
    if (values == nullptr)
      return Invalid("{} is null, but {} is {}", FieldPath{&path_, field.name}.Text(),
                     count_field.name, count);
    return std::span(values, count);
  }

  template <class T>
  Status ReadNumbers(const Field& field, uint32_t most) const {
    WEFT_ASSIGN(const std::span<const T> values, Array<T>(field, most));
    return Set(field, std::vector<T>(values.begin(), values.end()));
  }

  template <class From, class To>
  Status ReadArray(const Field& field, Result<To> (*read)(const From&, const FieldPath&)) const {
    WEFT_ASSIGN(const std::span<const From> descs, Array<From>(field, kMostValues));
    std::vector<To>& values = MemberOf<std::vector<To>>(op_, field);
    values.reserve(descs.size());
    for (const From& desc : descs) {
      WEFT_ASSIGN(To value, read(desc, {&path_, field.name, int(values.size())}));
      values.push_back(std::move(value));
    }
    return Ok();
  }

  static Result<FusedActivation> ReadActivation(const DML_OPERATOR_DESC& desc,
                                                const FieldPath& path) {
    const OperatorInfo& info = Info(OperatorType(NumberOf(desc.Type)));
    std::optional<FusedActivation> activation = MakeActivation(info.type);
    if (!activation)
      return Invalid("{}.Type is {} ({}), but an operator that can be fused is required",
                     path.Text(), info.name, NumberOf(desc.Type));
    if (desc.Desc == nullptr)
      return Invalid("{}.Desc is null, but a DML_{}_OPERATOR_DESC is required", path.Text(),
                     info.name);
    void* members = std::visit([](auto& op) { return static_cast<void*>(&op); }, *activation);
    WEFT_RETURN_IF_ERROR(Reader(info, desc.Desc, path, true, members).ReadAll());
    return *std::move(activation);
  }

  const OperatorInfo& info_;
  const void* desc_;
  const FieldPath& path_;
  bool is_fused_;
  void* op_;
};

}  // namespace

Result<Operator> ReadOperator(const DML_OPERATOR_DESC& desc) {
  const OperatorInfo& info = Info(OperatorType(NumberOf(desc.Type)));
  if (info.fields.empty())
    return Invalid("Operator type is {}, but 1 to {} is required", NumberOf(desc.Type),
                   AllOperators().size());
  const FieldPath path = {.name = info.name};
  if (desc.Desc == nullptr)
    return Invalid("{}: Desc is null, but a DML_{}_OPERATOR_DESC is required", info.name,
                   info.name);
  Operator op = info.make();
  WEFT_RETURN_IF_ERROR(Reader(info, desc.Desc, path, false, op.mutable_data()).ReadAll());
  return op;
}

}  // namespace weft::directml
