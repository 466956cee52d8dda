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

// Values of one scan output as one tensor with a new dimension.
Status GiveStacked(Conversion& c, size_t output, std::vector<ValueRef>& parts, int64_t axis,
                   bool is_reversed) {
  if (!c.Wants(output)) return Ok();
  if (parts.empty()) return NotSupported("scan outputs of no iteration are not supported");
  if (is_reversed) std::ranges::reverse(parts);
  const size_t rank = parts[0]->rank() + 1;
  WEFT_ASSIGN(const int at, UsualAxis(axis, rank));
  Shape one = parts[0]->shape;
  one.insert(one.begin() + at, 1);
  Shape shape = one;
  shape[size_t(at)] = int64_t(parts.size());
  const ElementType type = parts[0]->type;
  if (std::ranges::find(shape, 0) != shape.end()) return GiveEmpty(c, output, type, shape);
  Join join = {.axis = uint32_t(at)};
  std::vector<Expression> inputs;
  for (const ValueRef& part : parts) {
    if (part->shape != parts[0]->shape)
      return Invalid("a scan output has the shapes {} and {}, but one is required",
                     ToString(parts[0]->shape), ToString(part->shape));
    WEFT_ASSIGN(const Expression in, c.Device(part));
    inputs.push_back(c.Reshape(in, SizesOf(one)));
    join.inputs.push_back(inputs.back().desc());
  }
  if (inputs.size() == 1) return c.Give(output, inputs[0], type, shape);
  return c.Give(output, GraphBuilder::Add(std::move(join), inputs)[0], type, shape);
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
  const bool has_condition = c.Optional(1) != nullptr;
  const size_t carried = c.input_count() > 2 ? c.input_count() - 2 : 0;
  if (body->inputs.size() != carried + 2 || body->outputs.size() < carried + 1)
    return Invalid("the body has {} inputs and {} outputs, but {} values are carried",
                   body->inputs.size(), body->outputs.size(), carried);
  std::vector<ValueRef> values;
  for (size_t i = 0; i < carried; ++i) values.push_back(c.Optional(i + 2));
  std::vector<std::vector<ValueRef>> scanned(body->outputs.size() - carried - 1);
  for (int64_t i = 0; goes_on && (most < 0 || i < most); ++i) {
    if (i >= kMostIterations)
      return NotSupported("more than {} iterations are not supported", kMostIterations);
    WEFT_ASSIGN(const NewHostValue number, MakeHost(ElementType::Int64, {}));
    *number.As<int64_t>() = i;
    WEFT_ASSIGN(const NewHostValue again, MakeHost(ElementType::Bool, {}));
    *number.As<int64_t>() = i;
    *again.As<uint8_t>() = 1;
    std::vector<ValueRef> inputs = {number.value, again.value};
    inputs.insert(inputs.end(), values.begin(), values.end());
    values.clear();
    WEFT_ASSIGN(std::vector<ValueRef> results, c.RunBody(*body, std::move(inputs)));
    for (size_t k = 0; k < carried; ++k) values.push_back(results[k + 1]);
    for (size_t k = 0; k < scanned.size(); ++k) scanned[k].push_back(results[k + carried + 1]);
    // Without a condition to begin with, and a limit, the body's own still counts.
    if (has_condition || most < 0 || results[0]->is_host) {
      WEFT_ASSIGN(goes_on, IsTrue(c, results[0]));
    } else if (!results[0]->is_host) {
      WEFT_ASSIGN(goes_on, IsTrue(c, results[0]));
    }
  }
  for (size_t i = 0; i < carried; ++i) c.Set(i, values[i]);
  for (size_t k = 0; k < scanned.size(); ++k) {
    if (!scanned[k].empty()) {
      WEFT_RETURN_IF_ERROR(GiveStacked(c, carried + k, scanned[k], 0, false));
      continue;
    }
    const ValueType& type = body->outputs[carried + 1 + k].type;
    Shape shape = {0};
    if (type.shape)
      for (const Dimension& dim : *type.shape) shape.push_back(std::max<int64_t>(dim.size, 0));
    WEFT_RETURN_IF_ERROR(GiveEmpty(c, carried + k, type.element, shape));
  }
  return Ok();
}

// Slice i along `axis`, without that dimension.
Result<ValueRef> SliceOf(Conversion& c, const ValueRef& from, int axis, int64_t i) {
  Slice1 slice;
  Shape shape = from->shape;
  shape.erase(shape.begin() + axis);
  for (size_t dim = 0; dim < from->rank(); ++dim) {
    slice.input_window_offsets.push_back(int(dim) == axis ? uint32_t(i) : 0);
    slice.input_window_sizes.push_back(int(dim) == axis ? 1 : uint32_t(from->shape[dim]));
    slice.input_window_strides.push_back(1);
  }
  WEFT_ASSIGN(const Expression in, c.Device(from));
  return c.MakeDevice(GraphBuilder::Add(std::move(slice), {in})[0], from->type, shape);
}

Status Scan(Conversion& c) {
  if (c.version() < 9) return NotSupported("Scan of opset 8 is not supported");
  const Graph* const body = c.Body("body");
  const int64_t scans = c.Int("num_scan_inputs", 0);
  if (body == nullptr) return Invalid("attribute body is left out, but required");
  if (scans < 1 || scans > int64_t(c.input_count()) || body->inputs.size() != c.input_count())
    return Invalid("num_scan_inputs is {}, but there are {} inputs", scans, c.input_count());
  const size_t states = c.input_count() - size_t(scans);
  if (body->outputs.size() < states)
    return Invalid("the body has {} outputs, but {} states", body->outputs.size(), states);
  const size_t outputs = body->outputs.size() - states;
  const auto numbers = [&](std::string_view name, size_t count) {
    std::vector<int64_t> list = c.Ints(name, std::vector<int64_t>(count, 0));
    list.resize(count);
    return list;
  };
  const std::vector<int64_t> in_axes = numbers("scan_input_axes", size_t(scans)),
                             in_back = numbers("scan_input_directions", size_t(scans)),
                             out_axes = numbers("scan_output_axes", outputs),
                             out_back = numbers("scan_output_directions", outputs);
  std::vector<ValueRef> values, sources;
  std::vector<int> axes;
  for (size_t i = 0; i < states; ++i) values.push_back(c.Optional(i));
  int64_t length = -1;
  for (size_t i = 0; i < size_t(scans); ++i) {
    WEFT_ASSIGN(const ValueRef source, c.TensorInput(states + i));
    WEFT_ASSIGN(const int axis, UsualAxis(in_axes[i], source->rank(), "scan_input_axes"));
    if (length >= 0 && source->shape[size_t(axis)] != length)
      return Invalid("scan inputs have {} and {} slices, but as many are required", length,
                     source->shape[size_t(axis)]);
    length = source->shape[size_t(axis)];
    sources.push_back(source);
    axes.push_back(axis);
  }
  std::vector<std::vector<ValueRef>> scanned(outputs);
  for (int64_t step = 0; step < length; ++step) {
    std::vector<ValueRef> inputs = std::move(values);
    for (size_t i = 0; i < sources.size(); ++i) {
      WEFT_ASSIGN(const ValueRef slice,
                  SliceOf(c, sources[i], axes[i], in_back[i] != 0 ? length - 1 - step : step));
      inputs.push_back(slice);
    }
    WEFT_ASSIGN(std::vector<ValueRef> results, c.RunBody(*body, std::move(inputs)));
    values.assign(results.begin(), results.begin() + std::ptrdiff_t(states));
    for (size_t k = 0; k < outputs; ++k) scanned[k].push_back(results[states + k]);
  }
  for (size_t i = 0; i < states; ++i) c.Set(i, values[i]);
  for (size_t k = 0; k < outputs; ++k)
    WEFT_RETURN_IF_ERROR(GiveStacked(c, states + k, scanned[k], out_axes[k], out_back[k] != 0));
  return Ok();
}

}  // namespace

void AddControlFlow(Registry& r) {
  r.AddFlow("If", If);
  r.AddFlow("Loop", Loop);
  r.AddFlow("Scan", Scan);
}

}  // namespace weft::onnx
