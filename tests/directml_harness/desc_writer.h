// SPDX-License-Identifier: MIT
// From a weft::Operator to the C struct a DirectML program would have written, by the schema's
// field table: the way back of what the library does. All of the desc lives as long as its writer.
#pragma once

#include <DirectML.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "weft/schema.h"

namespace weft::test {

class DescWriter {
 public:
  explicit DescWriter(Operator op) : op_(std::move(op)) {
    desc_ = WriteStruct(op_.type(), op_.data(), true);
  }
  DescWriter(const DescWriter&) = delete;
  DescWriter& operator=(const DescWriter&) = delete;

  const DML_OPERATOR_DESC* get() const { return &desc_; }

 private:
  static constexpr size_t kLargestStruct = 512;

  // Zeroed memory for `count` objects, kept until the writer goes; `new` aligns it for any of them.
  template <class T>
  T* New(size_t count = 1) {
    memory_.push_back(std::make_unique<std::byte[]>(count * sizeof(T)));
    return reinterpret_cast<T*>(memory_.back().get());
  }

  template <class T, class Range>
  const T* Array(const Range& values) {
    if (std::size(values) == 0) return nullptr;
    T* copy = New<T>(size_t(std::size(values)));
    for (size_t i = 0; i < size_t(std::size(values)); ++i) copy[i] = T(values.begin()[i]);
    return copy;
  }

  void WriteTensor(const TensorDesc& tensor, DML_TENSOR_DESC* to) {
    auto* buffer = New<DML_BUFFER_TENSOR_DESC>();
    buffer->DataType = DML_TENSOR_DATA_TYPE(tensor.type);
    buffer->Flags = DML_TENSOR_FLAGS(tensor.flags);
    buffer->DimensionCount = UINT(tensor.rank());
    buffer->Sizes = Array<UINT>(tensor.sizes());
    // Without strides where they say nothing: programs write both.
    if (tensor.layout != Layout::Packed(tensor.sizes()))
      buffer->Strides = Array<UINT>(tensor.strides());
    buffer->TotalTensorSizeInBytes =
        tensor.total_bytes ? tensor.total_bytes : tensor.MinimumTotalBytes();
    buffer->GuaranteedBaseOffsetAlignment = tensor.base_offset_alignment;
    *to = {DML_TENSOR_TYPE_BUFFER, buffer};
  }

  const DML_TENSOR_DESC* Tensors(const std::vector<TensorDesc>& tensors) {
    if (tensors.empty()) return nullptr;
    auto* descs = New<DML_TENSOR_DESC>(tensors.size());
    for (size_t i = 0; i < tensors.size(); ++i) WriteTensor(tensors[i], &descs[i]);
    return descs;
  }

  // Fused: an operator without its tensors.
  const DML_OPERATOR_DESC* Activations(const FusedActivation* activations, size_t count) {
    if (count == 0) return nullptr;
    auto* descs = New<DML_OPERATOR_DESC>(count);
    for (size_t i = 0; i < count; ++i)
      std::visit(
          [&](const auto& activation) {
            descs[i] = WriteStruct(activation.kType, &activation, false);
          },
          activations[i]);
    return descs;
  }

  DML_OPERATOR_DESC WriteStruct(OperatorType type, const void* op, bool with_tensors) {
    auto* target = New<std::byte>(kLargestStruct);
    const OperatorInfo& info = Info(type);
    for (const Field& field : info.fields) {
      const bool is_tensor =
          field.type == FieldType::Tensor || field.type == FieldType::TensorArray;
      if (with_tensors || !is_tensor) WriteField(info, field, op, target);
    }
    return {DML_OPERATOR_TYPE(type), target};
  }

  void WriteField(const OperatorInfo& info, const Field& field, const void* op, std::byte* target) {
    const auto put = [&](const auto& value) {
      std::memcpy(target + field.c_offset, &value, sizeof(value));
    };
    // An array, and its length into the field that counts it.
    const auto put_array = [&](const auto* values, size_t count) {
      put(values);
      if (field.count_field < 0) return;
      const UINT length = UINT(count);
      std::memcpy(target + info.fields[size_t(field.count_field)].c_offset, &length,
                  sizeof(length));
    };
    switch (field.type) {
      case FieldType::Tensor: {
        const TensorDesc* tensor = nullptr;
        if (!field.optional)
          tensor = &MemberOf<TensorDesc>(op, field);
        else if (const auto& present = MemberOf<std::optional<TensorDesc>>(op, field))
          tensor = &*present;
        return put(tensor ? Tensors({*tensor}) : nullptr);
      }
      case FieldType::TensorArray: {
        const auto& tensors = MemberOf<std::vector<TensorDesc>>(op, field);
        return put_array(Tensors(tensors), tensors.size());
      }
      case FieldType::UInt:
      case FieldType::Enum: return put(UINT(MemberOf<uint32_t>(op, field)));
      case FieldType::Int: return put(INT(MemberOf<int32_t>(op, field)));
      case FieldType::Float: return put(FLOAT(MemberOf<float>(op, field)));
      case FieldType::Bool: return put(BOOL(MemberOf<bool>(op, field)));
      case FieldType::UIntArray: {
        const auto& values = MemberOf<std::vector<uint32_t>>(op, field);
        return put_array(Array<UINT>(values), values.size());
      }
      case FieldType::IntArray: {
        const auto& values = MemberOf<std::vector<int32_t>>(op, field);
        return put_array(Array<INT>(values), values.size());
      }
      case FieldType::FloatArray: {
        const auto& values = MemberOf<std::vector<float>>(op, field);
        return put_array(Array<FLOAT>(values), values.size());
      }
      case FieldType::ScaleBias: {
        const auto& value = MemberOf<std::optional<ScaleBias>>(op, field);
        DML_SCALE_BIAS* pair = nullptr;
        if (value) *(pair = New<DML_SCALE_BIAS>()) = {value->scale, value->bias};
        return put(pair);
      }
      case FieldType::Size2D: {
        const auto& size = MemberOf<Size2D>(op, field);
        return put(DML_SIZE_2D{size.width, size.height});
      }
      case FieldType::Scalar: return put(MemberOf<Scalar>(op, field).Bits(ScalarType(info, op)));
      case FieldType::Activation: {
        const auto& value = MemberOf<std::optional<FusedActivation>>(op, field);
        return put(value ? Activations(&*value, 1) : nullptr);
      }
      case FieldType::ActivationArray: {
        const auto& values = MemberOf<std::vector<FusedActivation>>(op, field);
        return put_array(Activations(values.data(), values.size()), values.size());
      }
      case FieldType::Count: return;  // with the arrays it counts
    }
  }

  // The type an operator's scalars have is told by the one field of that type.
  static DataType ScalarType(const OperatorInfo& info, const void* op) {
    for (const Field& field : info.fields)
      if (field.enumeration && field.enumeration->name == "DML_TENSOR_DATA_TYPE")
        return DataType(MemberOf<uint32_t>(op, field));
    return DataType::Unknown;
  }

  Operator op_;
  std::vector<std::unique_ptr<std::byte[]>> memory_;
  DML_OPERATOR_DESC desc_;
};

}  // namespace weft::test
