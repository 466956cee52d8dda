// SPDX-License-Identifier: MIT
// See compiled.h.
#include "native/compiled.h"

#include <algorithm>

#include "weft/schema.h"

namespace weft::python {
namespace {

bool IsOwned(const TensorSlot& slot) { return slot.desc->flags == TensorFlags::OwnedByDml; }

// The stride of a dimension of size 1 leads nowhere.
bool LiesAs(const TensorDesc& described, const TensorDesc& found) {
  if (found.type != described.type || found.sizes() != described.sizes()) return false;
  if (found.layout.offset != described.layout.offset) return false;
  for (int dim = 0; dim < found.rank(); ++dim)
    if (found.sizes()[dim] > 1 && found.strides()[dim] != described.strides()[dim]) return false;
  return true;
}

// DirectML binds buffers without sizes; a described row is the one thing a flat array is itself.
bool IsPlainBuffer(const TensorDesc& described, const TensorDesc& found) {
  if (found.rank() != 1 || (found.sizes()[0] > 1 && found.strides()[0] != 1)) return false;
  if (described.rank() == 1 && described.layout.IsPacked()) return false;
  return found.type == described.type || found.type == DataType::UInt8;
}

}  // namespace

Tensor Bind(const TensorDesc& desc, py::handle value, const Argument& where, Access access) {
  Tensor tensor = ReadArray(value, where, access);
  if (!LiesAs(desc, tensor.desc) && !IsPlainBuffer(desc, tensor.desc))
    RaiseInvalid("{} is an array of {}, but the description has {}", where.Text(),
                 ToString(tensor.desc), ToString(desc));
  return tensor;
}

std::vector<py::object> Flattened(py::handle values) {
  std::vector<py::object> flat;
  for (const py::handle value : values) {
    if (PyList_Check(value.ptr()) || PyTuple_Check(value.ptr())) {
      for (const py::handle item : value) flat.push_back(py::reinterpret_borrow<py::object>(item));
    } else {
      flat.push_back(py::reinterpret_borrow<py::object>(value));
    }
  }
  return flat;
}

bool HasOneOutput(const OperatorInfo& info) {
  int outputs = 0;
  for (const Field& field : info.fields)
    if (field.role == FieldRole::Output) outputs += field.type == FieldType::TensorArray ? 2 : 1;
  return outputs == 1;
}

std::vector<py::object> OutputsOf(py::handle out, size_t count, bool is_one,
                                  const Argument& where) {
  if (out.is_none()) return std::vector<py::object>(count, py::none());
  const bool is_sequence = PyTuple_Check(out.ptr()) || PyList_Check(out.ptr());
  if (is_one && !is_sequence) return {py::reinterpret_borrow<py::object>(out)};
  if (!is_sequence) RaiseType(where, out, fmt::format("a tuple of {} arrays", count));
  std::vector<py::object> values;
  for (const py::handle value : out) values.push_back(py::reinterpret_borrow<py::object>(value));
  if (values.size() != count)
    RaiseInvalid("{} has {} arrays, but there are {} outputs", where.Text(), values.size(), count);
  return values;
}

py::object Results(const std::vector<py::object>& outputs, bool is_one) {
  if (is_one) return outputs.front();
  py::tuple results(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) results[i] = outputs[i];
  return results;
}

void RunUnlocked(const CompiledOperator& op, const std::vector<Tensor>& inputs,
                 const std::vector<Tensor>& outputs, Buffer persistent) {
  std::vector<ConstBuffer> read;
  std::vector<Buffer> written;
  read.reserve(inputs.size());
  written.reserve(outputs.size());
  for (const Tensor& tensor : inputs) read.push_back(tensor.Input());
  for (const Tensor& tensor : outputs) written.push_back(tensor.Output());
  Status status;
  {
    const py::gil_scoped_release unlocked;
    status = op.Run(read, written, {}, persistent);
  }
  Check(status);
}

Compiled::Compiled(CompiledOperator op)
    : op_(std::move(op)),
      name_(Info(op_.description().type()).name),
      inputs_(InputSlots(op_.description())),
      outputs_(OutputSlots(op_.description())),
      has_one_output_(HasOneOutput(Info(op_.description().type()))) {}

std::string Compiled::Description() const { return ToString(op_.description()); }

Tensor Compiled::BindSlot(const TensorSlot& slot, py::handle value, Access access) const {
  return Bind(*slot.desc, value, {name_, slot.field, slot.index}, access);
}

py::object Compiled::Call(const std::vector<py::object>& values, py::handle out) const {
  if (values.size() > inputs_.size())
    RaiseInvalid("{}: {} inputs are given, but it has {}", name_, values.size(), inputs_.size());
  std::vector<Tensor> inputs(inputs_.size()), outputs(outputs_.size());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const TensorSlot& slot = inputs_[i];
    const bool is_given = i < values.size() && !values[i].is_none();
    const bool is_wanted = slot.desc != nullptr && !IsOwned(slot);
    if (is_given && !is_wanted)
      RaiseInvalid("{}: {} is given, but {}", name_, slot.Name(),
                   slot.desc == nullptr ? "the description leaves it out"
                                        : "it is OWNED_BY_DML: only initialize takes it");
    if (!is_given && is_wanted) RaiseInvalid("{}: {} is missing", name_, slot.Name());
    if (is_wanted) inputs[i] = BindSlot(slot, values[i], Access::Read);
  }
  if (persistent_bytes() > 0 && !persistent_)
    RaiseInvalid("{}: initialize must be called first, because a tensor is OWNED_BY_DML", name_);
  std::vector<py::object> results =
      OutputsOf(out, outputs_.size(), has_one_output_, {name_, "out"});
  for (size_t o = 0; o < outputs_.size(); ++o) {
    const TensorSlot& slot = outputs_[o];
    if (slot.desc == nullptr) continue;
    outputs[o] =
        results[o].is_none() ? NewArray(*slot.desc) : BindSlot(slot, results[o], Access::Write);
    if (results[o].is_none()) results[o] = outputs[o].owner;
  }
  Buffer persistent;
  const py::object kept = persistent_;  // another thread may initialize anew meanwhile
  if (kept) persistent = Buffer(py::array(kept).mutable_data(), persistent_bytes());
  RunUnlocked(op_, inputs, outputs, persistent);
  return Results(results, has_one_output_);
}

void Compiled::Initialize(const std::vector<py::object>& values) {
  std::vector<Tensor> tensors(inputs_.size());
  std::vector<ConstBuffer> constants(inputs_.size());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const TensorSlot& slot = inputs_[i];
    if (slot.desc == nullptr || !IsOwned(slot)) continue;
    if (i >= values.size() || values[i].is_none())
      RaiseInvalid("{}: {} is missing, but it is OWNED_BY_DML", name_, slot.Name());
    tensors[i] = BindSlot(slot, values[i], Access::Read);
    constants[i] = tensors[i].Input();
  }
  py::array_t<uint8_t> memory = NewMemory(persistent_bytes());
  const Buffer persistent(memory.mutable_data(), persistent_bytes());
  Status status;
  {
    const py::gil_scoped_release unlocked;
    status = op_.Initialize(constants, persistent);
  }
  Check(status);
  persistent_ = memory;
}

}  // namespace weft::python
