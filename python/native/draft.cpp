// SPDX-License-Identifier: MIT
// See draft.h.
#include "native/draft.h"

#include <optional>

#include "native/fields.h"
#include "schema/tensor_slots.h"
#include "weft/infer.h"

namespace weft::python {
namespace {

const OperatorInfo& Find(std::string_view name) {
  const OperatorInfo* info = FindOperator(name);
  if (info == nullptr) RaiseInvalid("{} is no operator of DirectML", name);
  return *info;
}

}  // namespace

bool IsDataType(const Field& field) {
  return field.type == FieldType::Enum && field.enumeration->name == "DML_TENSOR_DATA_TYPE";
}

Draft::Draft(std::string_view name) : info_(Find(name)), op_(info_.make()) {}

void Draft::SetTensor(const Field& field, const TensorDesc& desc) {
  if (field.type == FieldType::TensorArray) {
    MemberOf<std::vector<TensorDesc>>(members(), field).push_back(desc);
  } else if (field.optional) {
    MemberOf<std::optional<TensorDesc>>(members(), field) = desc;
  } else {
    MemberOf<TensorDesc>(members(), field) = desc;
  }
}

void Draft::SetAttribute(const Field& field, py::handle value, const Argument& where) {
  if (field.type == FieldType::Scalar) {
    scalars_.push_back({&field, py::reinterpret_borrow<py::object>(value), where});
  } else if (IsDataType(field) && value.is_none()) {
    open_type_ = &field;
  } else {
    ReadAttribute(field, value, where, members());
  }
}

Operator Draft::Finish() {
  Check(InferOutputs(op_));
  DropUnknownOutputs();
  if (open_type_ != nullptr)
    MemberOf<uint32_t>(members(), *open_type_) = uint32_t(OutputSlots(op_).front().desc->type);
  for (const WaitingScalar& scalar : scalars_)
    MemberOf<Scalar>(members(), *scalar.field) =
        ReadScalar(scalar.value, ScalarType(), scalar.where);
  return op_;
}

// Optional outputs that were asked for but do not follow from the inputs.
void Draft::DropUnknownOutputs() {
  for (const Field& field : info_.fields) {
    if (field.role != FieldRole::Output || !field.optional) continue;
    auto& output = MemberOf<std::optional<TensorDesc>>(members(), field);
    if (output && output->type == DataType::Unknown) output.reset();
  }
}

DataType Draft::ScalarType() {
  for (const Field& field : info_.fields)
    if (IsDataType(field)) return DataType(MemberOf<uint32_t>(members(), field));
  return DataType::Unknown;
}

}  // namespace weft::python
