// SPDX-License-Identifier: MIT
// If, Loop and Scan: their graphs are walked as often as values say, and what they describe goes
// into the same segment wherever no value has to be read in between.
#include <algorithm>

#include "onnx/families.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// Longer ones are a mistake, or will not end.
constexpr int64_t kMostIterations = 1 << 20;

Result<bool> IsTrue(Conversion& c, const ValueRef& value) {
  if (!value->IsTensor() || value->count() != 1)
    return Invalid("the condition has the shape {}, but one element is required",
                   ToString(value->shape));
  WEFT_ASSIGN(const std::vector<int64_t> number, c.HostInts(value));
  return number[0] != 0;
}

Status If(Conversion& c) {
  WEFT_ASSIGN(const ValueRef condition, c.TensorInput(0));
  WEFT_ASSIGN(const bool is_true, IsTrue(c, condition));
  const Graph* const branch = c.Body(is_true ? "then_branch" : "else_branch");
  if (branch == nullptr)
    return Invalid("attribute {} is left out, but required",
                   is_true ? "then_branch" : "else_branch");
  WEFT_ASSIGN(std::vector<ValueRef> results, c.RunBody(*branch, {}));
  for (size_t i = 0; i < std::min(results.size(), c.output_count()); ++i)
    c.Set(i, std::move(results[i]));
  return Ok();
}

// Values of one scan output as one tensor with a new dimension; at least one.
Result<ValueRef> Stacked(Conversion& c, std::vector<ValueRef>& parts, int64_t axis,
                         bool is_reversed) {
  if (is_reversed) std::ranges::reverse(parts);
  const size_t rank = parts[0]->rank() + 1;
  WEFT_ASSIGN(const int at, UsualAxis(axis, rank));
  if (rank > size_t(kMaxRank))
    return NotSupported("a scan output of {} dimensions is not supported, at most {} are", rank,
                        kMaxRank);
  for (const ValueRef& part : parts)
    if (!part->IsTensor() || part->shape != parts[0]->shape || part->type != parts[0]->type)
      return Invalid("a scan output has the shapes {} and {}, but tensors of one are required",
                     ToString(parts[0]->shape), ToString(part->shape));
  Shape one = parts[0]->shape;
  one.insert(one.begin() + at, 1);
  Shape shape = one;
  shape[size_t(at)] = int64_t(parts.size());
  const ElementType type = parts[0]->type;
  if (std::ranges::find(shape, 0) != shape.end()) {
    WEFT_ASSIGN(const NewHostValue empty, MakeHost(type, shape));
    return empty.value;
  }
  Join join = {.axis = uint32_t(at)};
  std::vector<Expression> inputs;
  for (const ValueRef& part : parts) {
    WEFT_ASSIGN(const Expression in, c.Device(part));
    inputs.push_back(c.Reshape(in, SizesOf(one)));
    join.inputs.push_back(inputs.back().desc());
  }
  if (inputs.size() == 1) return c.MakeDevice(inputs[0], type, shape);
  return c.MakeDevice(GraphBuilder::AddOne(std::move(join), inputs), type, shape);
}

// Of no iteration, the scan output is as empty as its declared type tells.
Status GiveStacked(Conversion& c, size_t output, std::vector<ValueRef>& parts, int64_t axis,
                   bool is_reversed, const ValueType& type) {
  if (!c.Wants(output)) return Ok();
  if (!parts.empty()) {
    WEFT_ASSIGN(ValueRef all, Stacked(c, parts, axis, is_reversed));
    c.Set(output, std::move(all));
    return Ok();
  }
  Shape shape;
  if (type.shape)
    for (const Dimension& dim : *type.shape) shape.push_back(std::max<int64_t>(dim.size, 0));
  WEFT_ASSIGN(const int at, UsualAxis(axis, shape.size() + 1));
  shape.insert(shape.begin() + at, 0);
  return GiveEmpty(c, output, type.element, shape);
}

// A carried value; one that is left out is none.
ValueRef Carried(const Conversion& c, size_t input) {
  if (c.Has(input)) return *c.Input(input);
  auto nothing = std::make_shared<Value>();
  nothing->kind = Value::Kind::Nothing;
  return nothing;
}

Status Loop(Conversion& c) {
  const Graph* const body = c.Body("body");
  if (body == nullptr) return Invalid("attribute body is left out, but required");
  int64_t most = -1;
  bool goes_on = true;
  if (const ValueRef& count = c.Optional(0)) {
    WEFT_ASSIGN(const std::vector<int64_t> number, c.HostInts(count));
    if (number.size() != 1)
      return Invalid("the number of iterations has the shape {}", ToString(count->shape));
    most = std::max<int64_t>(number[0], 0);
  }
  if (const ValueRef& condition = c.Optional(1)) {
    WEFT_ASSIGN(goes_on, IsTrue(c, condition));
  }
  const size_t carried = c.input_count() > 2 ? c.input_count() - 2 : 0;
  if (body->inputs.size() != carried + 2 || body->outputs.size() < carried + 1)
    return Invalid("the body has {} inputs and {} outputs, but {} values are carried",
                   body->inputs.size(), body->outputs.size(), carried);
  std::vector<ValueRef> values;
  for (size_t i = 0; i < carried; ++i) values.push_back(Carried(c, i + 2));
  std::vector<std::vector<ValueRef>> scanned(body->outputs.size() - carried - 1);
  for (int64_t i = 0; goes_on && (most < 0 || i < most); ++i) {
    if (i >= kMostIterations)
      return NotSupported("more than {} iterations are not supported", kMostIterations);
    WEFT_ASSIGN(const NewHostValue number, MakeHost(ElementType::Int64, {}));
    *number.As<int64_t>() = i;
    WEFT_ASSIGN(const NewHostValue again, MakeHost(ElementType::Bool, {}));
    *again.As<uint8_t>() = 1;
    std::vector<ValueRef> inputs = {number.value, again.value};
    inputs.insert(inputs.end(), values.begin(), values.end());
    values.clear();
    WEFT_ASSIGN(std::vector<ValueRef> results, c.RunBody(*body, std::move(inputs)));
    for (size_t k = 0; k < carried; ++k) values.push_back(results[k + 1]);
    for (size_t k = 0; k < scanned.size(); ++k) scanned[k].push_back(results[k + carried + 1]);
    // Without a condition to begin with, the body's own still counts.
    WEFT_ASSIGN(goes_on, IsTrue(c, results[0]));
  }
  for (size_t i = 0; i < carried; ++i) c.Set(i, values[i]);
  for (size_t k = 0; k < scanned.size(); ++k)
    WEFT_RETURN_IF_ERROR(
        GiveStacked(c, carried + k, scanned[k], 0, false, body->outputs[carried + 1 + k].type));
  return Ok();
}

// Slice i along `axis`, without that dimension.
Result<ValueRef> SliceOf(Conversion& c, const ValueRef& from, int axis, int64_t i) {
  Slice1 slice;
  Shape shape = from->shape;
  shape.erase(shape.begin() + axis);
  if (from->count() == 0) {
    WEFT_ASSIGN(const NewHostValue empty, MakeHost(from->type, shape));
    return empty.value;
  }
  for (size_t dim = 0; dim < from->rank(); ++dim) {
    slice.input_window_offsets.push_back(int(dim) == axis ? uint32_t(i) : 0);
    slice.input_window_sizes.push_back(int(dim) == axis ? 1 : uint32_t(from->shape[dim]));
    slice.input_window_strides.push_back(1);
  }
  WEFT_ASSIGN(const Expression in, c.Device(from));
  return c.MakeDevice(GraphBuilder::AddOne(std::move(slice), {in}), from->type, shape);
}

// One walk along a sequence.
struct Walk {
  std::vector<ValueRef> sources;
  std::vector<int> axes;
  std::vector<int64_t> is_backward;  // not 0 where the source is read from its end
  int64_t length = 0;
};

// States become those of the end; `scanned` gets the values of each step.
Status RunScan(Conversion& c, const Graph& body, const Walk& walk, std::vector<ValueRef>& states,
               std::vector<std::vector<ValueRef>>& scanned) {
  if (walk.length > kMostIterations)
    return NotSupported("more than {} iterations are not supported", kMostIterations);
  const size_t carried = states.size();
  for (int64_t step = 0; step < walk.length; ++step) {
    std::vector<ValueRef> inputs = std::move(states);
    for (size_t i = 0; i < walk.sources.size(); ++i) {
      WEFT_ASSIGN(const ValueRef slice,
                  SliceOf(c, walk.sources[i], walk.axes[i],
                          walk.is_backward[i] != 0 ? walk.length - 1 - step : step));
      inputs.push_back(slice);
    }
    WEFT_ASSIGN(const std::vector<ValueRef> results, c.RunBody(body, std::move(inputs)));
    states.assign(results.begin(), results.begin() + std::ptrdiff_t(carried));
    for (size_t k = 0; k < scanned.size(); ++k) scanned[k].push_back(results[carried + k]);
  }
  return Ok();
}

std::vector<int64_t> NumbersOf(Conversion& c, std::string_view name, size_t count) {
  std::vector<int64_t> list = c.Ints(name, std::vector<int64_t>(count, 0));
  list.resize(count);
  return list;
}

// The graph that is run, and how inputs and outputs are split into states and what is scanned.
// The first input of version 8 is neither.
struct ScanParts {
  const Graph* body = nullptr;
  size_t first = 0, states = 0, sources = 0, outputs = 0;
};

Result<ScanParts> PartsOf(Conversion& c) {
  ScanParts parts = {.body = c.Body("body"), .first = c.version() < 9 ? size_t(1) : size_t(0)};
  if (parts.body == nullptr) return Invalid("attribute body is left out, but required");
  const int64_t scans = c.Int("num_scan_inputs", 0);
  const int64_t count = int64_t(c.input_count()) - int64_t(parts.first);
  if (scans < 1 || scans > count || int64_t(parts.body->inputs.size()) != count)
    return Invalid("num_scan_inputs is {}, but there are {} inputs and {} of the body", scans,
                   count, parts.body->inputs.size());
  parts.sources = size_t(scans);
  parts.states = size_t(count - scans);
  if (parts.body->outputs.size() < parts.states)
    return Invalid("the body has {} outputs, but {} states", parts.body->outputs.size(),
                   parts.states);
  parts.outputs = parts.body->outputs.size() - parts.states;
  return parts;
}

// Version 8: dimension 0 is the batch and dimension 1 the sequence, whose length may differ from
// one entry of the batch to the next. What is scanned beyond the length is 0.
Status BatchedScan(Conversion& c) {
  WEFT_ASSIGN(const ScanParts parts, PartsOf(c));
  const std::vector<int64_t> directions = NumbersOf(c, "directions", parts.sources);
  int64_t batch = -1, longest = -1;
  std::vector<ValueRef> states, sources;
  for (size_t i = parts.first; i < c.input_count(); ++i) {
    WEFT_ASSIGN(const ValueRef value, c.TensorInput(i));
    const bool is_state = i - parts.first < parts.states;
    if (value->rank() < (is_state ? size_t(1) : size_t(2)) ||
        (batch >= 0 && value->shape[0] != batch) ||
        (!is_state && longest >= 0 && value->shape[1] != longest))
      return Invalid("input {} has the shape {}, which does not fit a batch of {} with {} slices",
                     i, ToString(value->shape), batch, longest);
    batch = value->shape[0];
    if (!is_state) longest = value->shape[1];
    (is_state ? states : sources).push_back(value);
  }
  std::vector<int64_t> lengths(static_cast<size_t>(batch), longest);
  if (const ValueRef& given = c.Optional(0)) {
    WEFT_ASSIGN(lengths, c.HostInts(given));
    if (int64_t(lengths.size()) != batch)
      return Invalid("sequence_lens has the shape {}, but the batch has {}", ToString(given->shape),
                     batch);
  }
  if (batch == 0) return NotSupported("a scan of an empty batch is not supported");
  std::vector<std::vector<ValueRef>> ends(parts.states), all(parts.outputs);  // by batch
  for (int64_t n = 0; n < batch; ++n) {
    const int64_t length = lengths[size_t(n)];
    if (length < 1 || length > longest)
      return Invalid("sequence_lens[{}] is {}, but there are {} slices", n, length, longest);
    Walk walk = {
        .axes = std::vector<int>(parts.sources, 0), .is_backward = directions, .length = length};
    for (const ValueRef& source : sources) {
      WEFT_ASSIGN(const ValueRef slice, SliceOf(c, source, 0, n));
      walk.sources.push_back(slice);
    }
    std::vector<ValueRef> values;
    for (const ValueRef& state : states) {
      WEFT_ASSIGN(const ValueRef slice, SliceOf(c, state, 0, n));
      values.push_back(slice);
    }
    std::vector<std::vector<ValueRef>> scanned(parts.outputs);
    WEFT_RETURN_IF_ERROR(RunScan(c, *parts.body, walk, values, scanned));
    for (size_t k = 0; k < parts.states; ++k) ends[k].push_back(values[k]);
    for (size_t k = 0; k < parts.outputs; ++k) {
      WEFT_ASSIGN(const NewHostValue zeros, MakeHost(scanned[k][0]->type, scanned[k][0]->shape));
      scanned[k].resize(size_t(longest), zeros.value);
      WEFT_ASSIGN(const ValueRef line, Stacked(c, scanned[k], 0, false));
      all[k].push_back(line);
    }
  }
  for (size_t k = 0; k < parts.states + parts.outputs; ++k) {
    if (!c.Wants(k)) continue;
    WEFT_ASSIGN(ValueRef value,
                Stacked(c, k < parts.states ? ends[k] : all[k - parts.states], 0, false));
    c.Set(k, std::move(value));
  }
  return Ok();
}

Status Scan(Conversion& c) {
  WEFT_ASSIGN(const ScanParts parts, PartsOf(c));
  const std::vector<int64_t> in_axes = NumbersOf(c, "scan_input_axes", parts.sources),
                             out_axes = NumbersOf(c, "scan_output_axes", parts.outputs),
                             out_back = NumbersOf(c, "scan_output_directions", parts.outputs);
  Walk walk = {.is_backward = NumbersOf(c, "scan_input_directions", parts.sources), .length = -1};
  std::vector<ValueRef> states;
  for (size_t i = 0; i < parts.states; ++i) states.push_back(Carried(c, i));
  for (size_t i = 0; i < parts.sources; ++i) {
    WEFT_ASSIGN(const ValueRef source, c.TensorInput(parts.states + i));
    WEFT_ASSIGN(const int axis, UsualAxis(in_axes[i], source->rank(), "scan_input_axes"));
    const int64_t length = source->shape[size_t(axis)];
    if (walk.length >= 0 && length != walk.length)
      return Invalid("scan inputs have {} and {} slices, but as many are required", walk.length,
                     length);
    walk.length = length;
    walk.sources.push_back(source);
    walk.axes.push_back(axis);
  }
  std::vector<std::vector<ValueRef>> scanned(parts.outputs);
  WEFT_RETURN_IF_ERROR(RunScan(c, *parts.body, walk, states, scanned));
  for (size_t i = 0; i < parts.states; ++i) c.Set(i, states[i]);
  for (size_t k = 0; k < parts.outputs; ++k)
    WEFT_RETURN_IF_ERROR(GiveStacked(c, parts.states + k, scanned[k], out_axes[k], out_back[k] != 0,
                                     parts.body->outputs[parts.states + k].type));
  return Ok();
}

}  // namespace

void AddControlFlow(Registry& r) {
  r.AddFlow("If", If);
  r.AddFlow("Loop", Loop);
  r.Add("Scan", 8, 8, BatchedScan, Converter::Kind::Flow);
  r.Add("Scan", 9, kNewestVersion, Scan, Converter::Kind::Flow);
}

}  // namespace weft::onnx
