// SPDX-License-Identifier: MIT
// An operator's description on the way to be complete: tensors and attributes come one after the
// other, told by the field table, and what is missing of the outputs follows from the rest.
#pragma once

#include <string_view>
#include <vector>

#include "native/errors.h"
#include "weft/schema.h"

namespace weft::python {

// A field that holds a DML_TENSOR_DATA_TYPE.
bool IsDataType(const Field& field);

class Draft {
 public:
  explicit Draft(std::string_view name);  // raises when there is no such operator

  const OperatorInfo& info() const { return info_; }
  void* members() { return op_.mutable_data(); }

  void SetTensor(const Field& field, const TensorDesc& desc);  // the next one of an array
  // Scalars wait for their type, and a type that is not said is the output's.
  void SetAttribute(const Field& field, py::handle value, const Argument& where);

  Operator Finish();

 private:
  struct WaitingScalar {
    const Field* field;
    py::object value;
    Argument where;
  };

  void DropUnknownOutputs();
  DataType ScalarType();

  const OperatorInfo& info_;
  Operator op_;
  const Field* open_type_ = nullptr;
  std::vector<WaitingScalar> scalars_;
};

}  // namespace weft::python
