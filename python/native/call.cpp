// SPDX-License-Identifier: MIT
// See call.h. A description is put together field by field, then it is compiled, memory is
// allocated and the operator runs; or it becomes a node of a graph, where an input is an
// expression.
#include "native/call.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "native/draft.h"
#include "native/fields.h"
#include "native/graph.h"
#include "schema/members.h"
#include "weft/schema.h"

namespace weft::python {
namespace {

// What a caller says about outputs beside `out`.
class WantedOutputs {
 public:
  WantedOutputs(const OperatorInfo& info, const CallOptions& options) : info_(info) {
    if (!options.output_dtype.is_none())
      type_ = ReadDataType(options.output_dtype, {info.name, "output_dtype"});
    if (!options.skip.is_none()) {
      if (PyUnicode_Check(options.skip.ptr())) {
        skipped_.push_back(options.skip.cast<std::string>());
      } else {
        for (const py::handle name : options.skip) skipped_.push_back(name.cast<std::string>());
      }
      CheckSkipped();
    }
  }

  bool IsSkipped(const Field& field) const {
    return std::ranges::find(skipped_, field.member) != skipped_.end();
  }
  TensorDesc First(py::handle sizes) const {
    TensorDesc desc;
    if (!sizes.is_none())
      desc.layout = Layout::Packed(ReadSizes(sizes, {info_.name, "output_sizes"}));
    desc.type = type_;
    return desc;
  }

 private:
  void CheckSkipped() const {
    for (const std::string& name : skipped_)
      if (std::ranges::none_of(info_.fields, [&](const Field& field) {
            return field.member == name && field.role == FieldRole::Output && field.optional;
          }))
        RaiseInvalid("{}: skip names {}, but that is no optional output", info_.name, name);
  }

  const OperatorInfo& info_;
  DataType type_ = DataType::Unknown;
  std::vector<std::string> skipped_;
};

// SPLIT: output_sizes is a sequence of sizes, or of numbers along the axis.
std::vector<TensorDesc> ArrayOutputs(const OperatorInfo& info, py::handle sizes,
                                     const TensorDesc& input, py::handle axis) {
  std::vector<TensorDesc> descs;
  ForEachItem(sizes, {info.name, "output_sizes"}, "a sequence",
              [&](py::handle item, const Argument& where) {
                TensorDesc desc;
                if (PyIndex_Check(item.ptr())) {
                  Sizes whole = input.sizes();
                  const int64_t dim = ReadInteger(axis, {info.name, "axis"}, 0, UINT32_MAX);
                  if (dim < whole.rank()) whole[int(dim)] = ReadInteger(item, where, 0, UINT32_MAX);
                  desc.layout = Layout::Packed(whole);
                } else {
                  desc.layout = Layout::Packed(ReadSizes(item, where));
                }
                descs.push_back(desc);
              });
  return descs;
}

struct Arrays {
  std::vector<Tensor> inputs, outputs;
  bool has_expression = false;      // among the inputs
  std::vector<py::object> results;  // None where memory is to be allocated
  std::vector<bool> absent;         // optional outputs nobody wants
};

void ReadInput(Draft& draft, const Field& field, py::handle value, const Argument& where,
               Arrays& arrays) {
  const auto add = [&](py::handle item, const Argument& place) {
    const bool is_expression = IsExpression(item);
    arrays.has_expression |= is_expression;
    arrays.inputs.push_back(is_expression ? ReadExpression(item)
                                          : ReadArray(item, place, Access::Read));
    draft.SetTensor(field, arrays.inputs.back().desc);
  };
  if (field.type == FieldType::TensorArray) {
    ForEachItem(value, where, "a sequence of arrays", add);
  } else if (field.optional && value.is_none()) {
    arrays.inputs.push_back({});
  } else {
    add(value, where);
  }
}

void ReadOutputs(Draft& draft, const CallOptions& options, const TensorDesc* first_input,
                 py::handle first_attribute, Arrays& arrays) {
  const OperatorInfo& info = draft.info();
  const WantedOutputs wanted(info, options);
  if (!options.out.is_none() && !options.output_sizes.is_none())
    RaiseInvalid("{}: output_sizes is given, but so is out", info.name);
  std::vector<std::pair<const Field*, TensorDesc>> slots;
  for (const Field& field : info.fields) {
    if (field.role != FieldRole::Output) continue;
    if (field.type != FieldType::TensorArray) {
      const bool is_first = slots.empty();
      slots.push_back({&field, is_first ? wanted.First(options.output_sizes) : TensorDesc()});
    } else if (options.out.is_none()) {
      if (options.output_sizes.is_none())
        RaiseInvalid(
            "{}: the number of outputs does not follow from the inputs: output_sizes or "
            "out must be given",
            info.name);
      for (const TensorDesc& desc :
           ArrayOutputs(info, options.output_sizes, *first_input, first_attribute))
        slots.push_back({&field, desc});
    } else {
      if (!PyTuple_Check(options.out.ptr()) && !PyList_Check(options.out.ptr()))
        RaiseType({info.name, "out"}, options.out, "a tuple of arrays");
      slots.resize(py::len(options.out), {&field, TensorDesc()});
    }
  }
  arrays.results = OutputsOf(options.out, slots.size(), HasOneOutput(info), {info.name, "out"});
  for (size_t i = 0; i < slots.size(); ++i) {
    const auto& [field, desc] = slots[i];
    arrays.outputs.push_back({});
    arrays.absent.push_back(wanted.IsSkipped(*field));
    if (arrays.absent.back()) continue;
    const Argument where = {info.name, "out", HasOneOutput(info) ? -1 : int(i)};
    if (!arrays.results[i].is_none())
      arrays.outputs[i] = ReadArray(arrays.results[i], where, Access::Write);
    draft.SetTensor(*field, arrays.results[i].is_none() ? desc : arrays.outputs[i].desc);
  }
}

void CheckOptionsOfNode(const OperatorInfo& info, const CallOptions& options) {
  if (!options.out.is_none())
    RaiseInvalid("{}: out is given, but an input is an expression: only running its graph writes",
                 info.name);
  if (options.allow_empty)
    RaiseInvalid(
        "{}: allow_empty is given, but an input is an expression, and graphs have no "
        "tensors without elements",
        info.name);
}

// Which input field each value of a flat list belongs to.
std::vector<const Field*> FieldsOfInputs(const OperatorInfo& info, size_t count) {
  std::vector<const Field*> fields;
  size_t single = 0;
  for (const Field& field : info.fields)
    single += field.role == FieldRole::Input && field.type == FieldType::Tensor;
  for (const Field& field : info.fields) {
    if (field.role != FieldRole::Input) continue;
    const bool is_array = field.type == FieldType::TensorArray;
    fields.insert(fields.end(), is_array ? count - std::min(count, single) : 1, &field);
  }
  return fields;
}

// Arrays in binding order, from a sequence or from a dict by field name.
std::vector<py::object> FlatInputs(const OperatorInfo& info, py::handle inputs) {
  if (!PyDict_Check(inputs.ptr())) {
    if (!PyList_Check(inputs.ptr()) && !PyTuple_Check(inputs.ptr()))
      RaiseType({info.name, "inputs"}, inputs, "a sequence or a dict of arrays");
    return Flattened(inputs);
  }
  py::list values;
  size_t known = 0;
  for (const Field& field : info.fields) {
    if (field.role != FieldRole::Input) continue;
    const py::str key(field.name.data(), field.name.size());
    const bool is_given = inputs.contains(key);
    known += is_given;
    values.append(is_given ? py::object(inputs[key]) : py::none());
  }
  if (known != py::len(inputs))
    RaiseInvalid("{}: inputs has names that are no input tensor of it: {}", info.name,
                 std::string(py::str(py::list(inputs.attr("keys")()))));
  return Flattened(values);
}

// Everything `desc` says. Returns the tensor fields it leaves out.
std::vector<const Field*> ReadDesc(Draft& draft, const py::dict& desc) {
  const OperatorInfo& info = draft.info();
  std::vector<const Field*> missing;
  size_t known = 0;
  for (size_t index = 0; index < info.fields.size(); ++index) {
    const Field& field = info.fields[index];
    const py::str key(field.name.data(), field.name.size());
    const bool is_given = desc.contains(key);
    known += is_given;
    const Argument where = {info.name, field.name};
    const py::object value = is_given ? py::object(desc[key]) : py::none();
    if (field.type == FieldType::Count) continue;
    if (field.role == FieldRole::Attribute) {
      if (!is_given && !field.optional && !IsDataType(field))
        RaiseInvalid("{} is missing", where.Text());
      draft.SetAttribute(field, value, where);
    } else if (value.is_none()) {
      missing.push_back(&field);
    } else if (field.type == FieldType::TensorArray) {
      ForEachItem(value, where, "a sequence of tensors",
                  [&](py::handle item, const Argument& place) {
                    draft.SetTensor(field, ReadTensorDesc(item, place));
                  });
    } else {
      draft.SetTensor(field, ReadTensorDesc(value, where));
    }
  }
  for (size_t index = 0; index < info.fields.size(); ++index) {
    const Field& field = info.fields[index];
    const py::str key(field.name.data(), field.name.size());
    if (field.type != FieldType::Count || !desc.contains(key)) continue;
    const Argument where = {info.name, field.name};
    const int64_t length = int64_t(CountOf(draft.members(), info, index));
    const int64_t count = ReadInteger(desc[key], where, 0, UINT32_MAX);
    if (length != 0 && count != length)  // arrays of tensors may come with the arrays only
      RaiseInvalid("{} is {}, but its arrays have {} values", where.Text(), count, length);
  }
  if (known != desc.size())
    for (const auto& [key, value] : desc)
      if (std::ranges::none_of(info.fields, [name = key.cast<std::string>()](const Field& field) {
            return field.name == name;
          }))
        RaiseInvalid("{}: {} is no field of {}", info.name, key.cast<std::string>(), info.name);
  return missing;
}

}  // namespace

py::object Call(std::string_view name, const py::tuple& inputs, const py::tuple& attributes,
                const CallOptions& options) {
  Draft draft(name);
  Arrays arrays;
  size_t next_input = 0, next_attribute = 0;
  for (const Field& field : draft.info().fields) {
    const Argument where = {draft.info().name, field.member};
    if (field.role == FieldRole::Input) {
      ReadInput(draft, field, inputs[next_input++], where, arrays);
    } else if (field.role == FieldRole::Attribute && field.type != FieldType::Count) {
      draft.SetAttribute(field, attributes[next_attribute++], where);
    }
  }
  if (arrays.has_expression) CheckOptionsOfNode(draft.info(), options);
  ReadOutputs(draft, options, arrays.inputs.empty() ? nullptr : &arrays.inputs.front().desc,
              attributes.empty() ? py::handle() : py::handle(attributes[0]), arrays);
  if (arrays.has_expression)
    return Results(AddNode(draft.Finish(), arrays.inputs), HasOneOutput(draft.info()));
  const CompiledOperator op =
      Check(weft::Compile(draft.Finish(), {.allow_empty = options.allow_empty}));
  const std::vector<TensorSlot> slots = OutputSlots(op.description());
  for (size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].desc == nullptr || !arrays.results[i].is_none()) continue;
    arrays.outputs[i] = NewArray(*slots[i].desc);
    arrays.results[i] = arrays.outputs[i].owner;
  }
  RunUnlocked(op, arrays.inputs, arrays.outputs);
  return Results(arrays.results, HasOneOutput(draft.info()));
}

Compiled Compile(std::string_view name, const py::dict& desc, bool allow_empty) {
  Draft draft(name);
  for (const Field* field : ReadDesc(draft, desc))
    if (field->role == FieldRole::Input && !field->optional)
      RaiseInvalid("{}: {} is missing", draft.info().name, field->name);
  return Compiled(Check(weft::Compile(draft.Finish(), {.allow_empty = allow_empty})));
}

py::object Run(std::string_view name, const py::dict& desc, py::handle inputs, py::handle outputs,
               bool allow_empty) {
  Draft draft(name);
  const OperatorInfo& info = draft.info();
  const std::vector<const Field*> missing = ReadDesc(draft, desc);
  const auto is_missing = [&](const Field* field) {
    return std::ranges::find(missing, field) != missing.end();
  };
  std::vector<py::object> values = FlatInputs(info, inputs);
  const std::vector<const Field*> fields = FieldsOfInputs(info, values.size());
  for (size_t i = 0; i < std::min(values.size(), fields.size()); ++i)
    if (is_missing(fields[i]) && !values[i].is_none())
      draft.SetTensor(*fields[i],
                      ReadArray(values[i], {info.name, fields[i]->name}, Access::Read).desc);
  // Outputs that are given describe themselves.
  std::vector<py::object> given;
  if (!outputs.is_none())
    given = Flattened(HasOneOutput(info) && !PyList_Check(outputs.ptr()) &&
                              !PyTuple_Check(outputs.ptr())
                          ? py::make_tuple(outputs)
                          : py::reinterpret_borrow<py::object>(outputs));
  size_t next = 0;
  for (const Field& field : info.fields) {
    if (field.role != FieldRole::Output) continue;
    const size_t count = field.type == FieldType::TensorArray ? given.size() : 1;
    for (size_t i = 0; i < count; ++i, ++next)
      if (is_missing(&field) && next < given.size() && !given[next].is_none())
        draft.SetTensor(field, ReadArray(given[next], {info.name, field.name}, Access::Write).desc);
  }
  Compiled compiled(Check(weft::Compile(draft.Finish(), {.allow_empty = allow_empty})));
  if (compiled.persistent_bytes() > 0) {
    compiled.Initialize(values);
    const std::vector<TensorSlot>& slots = compiled.input_slots();
    for (size_t i = 0; i < std::min(values.size(), slots.size()); ++i)
      if (slots[i].desc != nullptr && slots[i].desc->flags == TensorFlags::OwnedByDml)
        values[i] = py::none();
  }
  return compiled.Call(values, outputs);
}

}  // namespace weft::python
