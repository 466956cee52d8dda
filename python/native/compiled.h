// SPDX-License-Identifier: MIT
// weft.compile's result: a compiled operator that takes arrays. An array must lie as its tensor is
// described; a flat array (one dimension, packed) is taken as the plain buffer DirectML binds.
#pragma once

#include <memory>
#include <vector>

#include "native/arrays.h"
#include "schema/tensor_slots.h"
#include "weft/device.h"

namespace weft::python {

class Compiled {
 public:
  explicit Compiled(CompiledOperator op);

  // One array per input tensor in binding order, lists expanded, None where a tensor is absent or
  // was given to Initialize. `out` is None, an array, or a sequence of them with None for those to
  // be allocated. Returns the output, or a tuple where the operator has several.
  py::object Call(const std::vector<py::object>& inputs, py::handle out) const;
  // The inputs that are OWNED_BY_DML; others are not looked at.
  void Initialize(const std::vector<py::object>& inputs);

  uint64_t temporary_bytes() const { return op_.temporary_bytes(); }
  uint64_t persistent_bytes() const { return op_.persistent_bytes(); }
  std::string Description() const;
  const std::vector<TensorSlot>& input_slots() const { return inputs_; }

 private:
  Tensor BindSlot(const TensorSlot& slot, py::handle value, Access access) const;

  CompiledOperator op_;
  std::string_view name_;
  std::vector<TensorSlot> inputs_, outputs_;  // they point into op_'s description
  bool has_one_output_;
  py::object persistent_;  // an array of bytes, once initialized
};

// An array that lies as `desc` says, or a plain buffer. Raises for any other.
Tensor Bind(const TensorDesc& desc, py::handle value, const Argument& where, Access access);

// Lists and tuples among the values are replaced by what they hold.
std::vector<py::object> Flattened(py::handle values);

// Whether the operator's result is one array and no tuple of them.
bool HasOneOutput(const OperatorInfo& info);
// `out` as one value per output: None for each when it is None. Raises unless there are `count`.
std::vector<py::object> OutputsOf(py::handle out, size_t count, bool is_one, const Argument& where);
py::object Results(const std::vector<py::object>& outputs, bool is_one);

// Runs without the interpreter's lock.
void RunUnlocked(const CompiledOperator& op, const std::vector<Tensor>& inputs,
                 const std::vector<Tensor>& outputs, Buffer persistent = {});

}  // namespace weft::python
