// SPDX-License-Identifier: MIT
// Sequences of tensors, and values that may be none. A sequence is a list of values, so most of
// these move no element at all.
#include <algorithm>
#include <numeric>
#include <utility>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

Result<ValueRef> SequenceInput(Conversion& c, size_t i) {
  WEFT_ASSIGN(ValueRef value, c.Input(i));
  if (value->kind != Value::Kind::Sequence)
    return Invalid("input {} is no sequence, but one is required", i);
  return value;
}

// An index into the sequence, below `limit`; negative ones count from the end.
Result<size_t> PositionOf(Conversion& c, size_t input, size_t count, size_t limit,
                          size_t otherwise) {
  const ValueRef& given = c.Optional(input);
  if (!given) {
    if (otherwise >= limit) return Invalid("the sequence is empty");
    return otherwise;
  }
  WEFT_ASSIGN(const std::vector<int64_t> numbers, c.HostInts(given));
  if (numbers.size() != 1)
    return Invalid("the position has the shape {}, but one number is required",
                   ToString(given->shape));
  const auto size = int64_t(count);
  const int64_t at = numbers[0] < 0 && numbers[0] >= -size ? numbers[0] + size : numbers[0];
  if (at < 0 || at >= int64_t(limit))
    return Invalid("the position is {}, but the sequence has {} tensors", numbers[0], count);
  return size_t(at);
}

Status SequenceConstruct(Conversion& c) {
  std::vector<ValueRef> items;
  for (size_t i = 0; i < c.input_count(); ++i) {
    WEFT_ASSIGN(ValueRef item, c.TensorInput(i));
    if (i > 0 && item->type != items[0]->type)
      return Invalid("input {} is tensor({}), but input 0 is tensor({})", i, Name(item->type),
                     Name(items[0]->type));
    items.push_back(std::move(item));
  }
  if (items.empty()) return Invalid("no input is given, but at least one is required");
  const ElementType type = items[0]->type;
  c.Set(0, MakeSequence(type, std::move(items)));
  return Ok();
}

Status SequenceEmpty(Conversion& c) {
  const int64_t type = c.Int("dtype", int64_t(ElementType::Float));
  c.Set(0, MakeSequence(ElementType(int32_t(type)), {}));
  return Ok();
}

Status SequenceAt(Conversion& c) {
  WEFT_ASSIGN(const ValueRef sequence, SequenceInput(c, 0));
  WEFT_RETURN_IF_ERROR(c.TensorInput(1));
  const size_t count = sequence->items.size();
  WEFT_ASSIGN(const size_t at, PositionOf(c, 1, count, count, 0));
  c.Set(0, sequence->items[at]);
  return Ok();
}

Status SequenceInsert(Conversion& c) {
  WEFT_ASSIGN(const ValueRef sequence, SequenceInput(c, 0));
  WEFT_ASSIGN(const ValueRef tensor, c.TensorInput(1));
  const bool is_first = sequence->items.empty();
  if (tensor->type != sequence->type && !(is_first && sequence->type == ElementType::Undefined))
    return Invalid("tensor({}) is inserted in a sequence of tensor({})", Name(tensor->type),
                   Name(sequence->type));
  std::vector<ValueRef> items = sequence->items;
  WEFT_ASSIGN(const size_t at, PositionOf(c, 2, items.size(), items.size() + 1, items.size()));
  items.insert(items.begin() + std::ptrdiff_t(at), tensor);
  c.Set(0, MakeSequence(tensor->type, std::move(items)));
  return Ok();
}

Status SequenceErase(Conversion& c) {
  WEFT_ASSIGN(const ValueRef sequence, SequenceInput(c, 0));
  std::vector<ValueRef> items = sequence->items;
  WEFT_ASSIGN(const size_t at,
              PositionOf(c, 1, items.size(), items.size(), items.empty() ? 0 : items.size() - 1));
  items.erase(items.begin() + std::ptrdiff_t(at));
  c.Set(0, MakeSequence(sequence->type, std::move(items)));
  return Ok();
}

Status SequenceLength(Conversion& c) {
  WEFT_ASSIGN(const ValueRef sequence, SequenceInput(c, 0));
  const ValueRef length = HostInts({int64_t(sequence->items.size())});
  length->shape = {};
  c.Set(0, length);
  return Ok();
}

// Empty tensors may have any length: what becomes of it is limited all the same.
Status CheckLength(int64_t tensors) {
  constexpr int64_t kMost = 1 << 20;
  if (tensors <= kMost) return Ok();
  return NotSupported("a sequence of {} tensors is not supported, at most {} are", tensors, kMost);
}

Status SplitToSequence(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, x->rank()));
  const int64_t size = x->shape[size_t(axis)];
  std::vector<int64_t> parts;
  bool keeps = true;
  if (const ValueRef& split = c.Optional(1)) {
    WEFT_ASSIGN(parts, c.HostInts(split));
    if (split->rank() == 0) {  // as many of this size as there are, and the rest
      const int64_t each = parts.at(0);
      if (each < 1) return Invalid("split is {}, but at least 1 is required", each);
      parts.clear();
      WEFT_RETURN_IF_ERROR(CheckLength(size / each));
      for (int64_t at = 0; at < size; at += std::min(each, size - at))
        parts.push_back(std::min(each, size - at));
    }
  } else {
    WEFT_RETURN_IF_ERROR(CheckLength(size));
    parts.assign(static_cast<size_t>(size), 1);
    keeps = c.Int("keepdims", 1) != 0;
  }
  int64_t all = 0;
  for (const int64_t part : parts) {
    if (part < 0 || part > size - all)
      return Invalid("split is {}, but size {} of {} is {}", ToString(parts), axis,
                     ToString(x->shape), size);
    all += part;
  }
  if (all != size)
    return Invalid("split is {}, but size {} of {} is {}", ToString(parts), axis,
                   ToString(x->shape), size);
  std::vector<ValueRef> items;
  int64_t begin = 0;
  for (const int64_t part : parts) {
    Shape shape = x->shape;
    shape[size_t(axis)] = part;
    Shape given = shape;
    if (!keeps) given.erase(given.begin() + axis);
    if (std::ranges::find(shape, 0) != shape.end()) {
      WEFT_ASSIGN(NewHostValue empty, MakeHost(x->type, given));
      items.push_back(std::move(empty.value));
      begin += part;
      continue;
    }
    Slice1 slice;
    for (size_t dim = 0; dim < x->rank(); ++dim) {
      slice.input_window_offsets.push_back(int(dim) == axis ? uint32_t(begin) : 0);
      slice.input_window_sizes.push_back(uint32_t(shape[dim]));
      slice.input_window_strides.push_back(1);
    }
    WEFT_ASSIGN(const Expression in, c.Device(x));
    items.push_back(c.MakeDevice(GraphBuilder::AddOne(std::move(slice), {in}), x->type, given));
    begin += part;
  }
  c.Set(0, MakeSequence(x->type, std::move(items)));
  return Ok();
}

Status ConcatFromSequence(Conversion& c) {
  WEFT_ASSIGN(const ValueRef sequence, SequenceInput(c, 0));
  const std::vector<ValueRef>& items = sequence->items;
  if (items.empty()) return Invalid("the sequence is empty, but a tensor is required");
  const bool is_new = c.Int("new_axis", 0) != 0;
  if (!c.HasAttribute("axis")) return Invalid("attribute axis is left out, but required");
  const size_t rank = items[0]->rank() + (is_new ? 1 : 0);
  WEFT_ASSIGN(const int axis, c.Axis("axis", 0, rank));
  if (rank > size_t(kMaxRank))
    return NotSupported("a result of {} dimensions is not supported, at most {} are", rank,
                        kMaxRank);
  Shape shape = items[0]->shape;
  if (is_new) shape.insert(shape.begin() + axis, 1);
  shape[size_t(axis)] = 0;
  std::vector<std::pair<ValueRef, Shape>> parts;
  for (const ValueRef& item : items) {
    Shape part = item->shape;
    bool fits = item->IsTensor() && item->rank() == items[0]->rank();
    if (fits && is_new) part.insert(part.begin() + axis, 1);
    for (size_t dim = 0; fits && dim < rank; ++dim)
      fits = dim == size_t(axis) || part[dim] == shape[dim];
    if (!fits)
      return Invalid("the sequence has tensors of shapes {} and {}, which axis {} cannot join",
                     ToString(items[0]->shape), ToString(item->shape), axis);
    shape[size_t(axis)] += part[size_t(axis)];
    if (item->count() > 0) parts.emplace_back(item, std::move(part));
  }
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  const ElementType type = items[0]->type;
  if (count == 0) return GiveEmpty(c, 0, type, shape);
  Join join = {.axis = uint32_t(axis)};
  std::vector<Expression> inputs;
  for (const auto& [item, part] : parts) {
    WEFT_ASSIGN(const Expression in, c.Device(item));
    inputs.push_back(c.Reshape(in, SizesOf(part)));
    join.inputs.push_back(inputs.back().desc());
  }
  if (inputs.size() == 1) return c.Give(0, inputs[0], type, shape);
  return c.Give(0, GraphBuilder::AddOne(std::move(join), inputs), type, shape);
}

// The body runs once for each tensor of the first sequence; inputs that are no sequences are the
// same each time.
Status SequenceMap(Conversion& c) {
  WEFT_ASSIGN(const ValueRef first, SequenceInput(c, 0));
  const Graph* const body = c.Body("body");
  if (body == nullptr) return Invalid("attribute body is left out, but required");
  if (body->inputs.size() != c.input_count() || body->outputs.size() != c.output_count())
    return Invalid("the body has {} inputs and {} outputs, but the node has {} and {}",
                   body->inputs.size(), body->outputs.size(), c.input_count(), c.output_count());
  std::vector<ValueRef> sources;
  for (size_t i = 0; i < c.input_count(); ++i) {
    WEFT_ASSIGN(ValueRef source, c.Input(i));
    if (source->kind == Value::Kind::Sequence && source->items.size() != first->items.size())
      return Invalid("input {} has {} tensors, but input 0 has {}", i, source->items.size(),
                     first->items.size());
    sources.push_back(std::move(source));
  }
  std::vector<std::vector<ValueRef>> results(c.output_count());
  for (size_t at = 0; at < first->items.size(); ++at) {
    std::vector<ValueRef> inputs;
    for (const ValueRef& source : sources)
      inputs.push_back(source->kind == Value::Kind::Sequence ? source->items[at] : source);
    WEFT_ASSIGN(const std::vector<ValueRef> given, c.RunBody(*body, std::move(inputs)));
    for (size_t i = 0; i < results.size(); ++i) {
      if (!given[i] || !given[i]->IsTensor())
        return Invalid("output {} of the body is no tensor, but one is required", i);
      results[i].push_back(given[i]);
    }
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const ElementType type =
        results[i].empty() ? body->outputs[i].type.element : results[i][0]->type;
    c.Set(i, MakeSequence(type, std::move(results[i])));
  }
  return Ok();
}

// ---- values that may be none

Status Optional(Conversion& c) {
  if (c.Has(0)) {
    WEFT_ASSIGN(ValueRef value, c.Input(0));
    c.Set(0, std::move(value));
    return Ok();
  }
  auto nothing = std::make_shared<Value>();
  nothing->kind = Value::Kind::Nothing;
  c.Set(0, std::move(nothing));
  return Ok();
}

Status OptionalHasElement(Conversion& c) {
  WEFT_ASSIGN(const NewHostValue made, MakeHost(ElementType::Bool, {}));
  *made.As<uint8_t>() = c.Optional(0) ? 1 : 0;
  c.Set(0, made.value);
  return Ok();
}

Status OptionalGetElement(Conversion& c) {
  WEFT_ASSIGN(ValueRef value, c.Input(0));
  if (value->kind == Value::Kind::Nothing)
    return Invalid("input 0 is none, but an element is required");
  c.Set(0, std::move(value));
  return Ok();
}

}  // namespace

void AddSequence(Registry& r) {
  r.AddFlow("SequenceConstruct", SequenceConstruct);
  r.AddFlow("SequenceEmpty", SequenceEmpty);
  r.AddFlow("SequenceAt", SequenceAt);
  r.AddFlow("SequenceInsert", SequenceInsert);
  r.AddFlow("SequenceErase", SequenceErase);
  r.AddFlow("SequenceLength", SequenceLength);
  r.AddFlow("SplitToSequence", SplitToSequence);
  r.AddFlow("ConcatFromSequence", ConcatFromSequence);
  r.AddFlow("SequenceMap", SequenceMap);
  r.AddFlow("Optional", Optional);
  r.AddFlow("OptionalHasElement", OptionalHasElement);
  r.AddFlow("OptionalGetElement", OptionalGetElement);
}

}  // namespace weft::onnx
