// SPDX-License-Identifier: MIT
// What a case says about itself, its JSON form, and the plain loop every peer is checked against.
#include "case.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/half.h"
#include "weft/schema.h"

namespace weft::bench {

int SizeBytes(Type type) { return type == Type::F32 ? 4 : type == Type::F16 ? 2 : 1; }

std::string_view Name(Type type) {
  return type == Type::F32 ? "f32" : type == Type::F16 ? "f16" : "u8";
}

Type TypeFromName(std::string_view name) {
  for (Type type : {Type::F32, Type::F16, Type::U8})
    if (name == Name(type)) return type;
  throw std::invalid_argument("type is " + std::string(name) + ", but f32, f16 or u8 is required");
}

DataType DataTypeOf(Type type) {
  return type == Type::F32   ? DataType::Float32
         : type == Type::F16 ? DataType::Float16
                             : DataType::UInt8;
}

std::string Case::TypeName() const {
  const std::string output(Name(output_type));
  return input_type == output_type ? output : std::string(Name(input_type)) + ">" + output;
}

bool Case::HasWindow() const {
  return std::any_of(dims.begin(), dims.end(),
                     [](const Dim& dim) { return !dim.IsWhole() && dim.input_stride != 0; });
}

int64_t Case::OutputElements() const {
  if (dims.empty()) return ElementsIn(work->outputs);
  int64_t count = 1;
  for (const Dim& dim : dims) count *= dim.output_size;
  return count;
}

int64_t Case::OutputBytes() const { return OutputElements() * SizeBytes(output_type); }

int64_t Case::MovedBytes() const {
  if (dims.empty()) {
    return ElementsIn(work->inputs) * SizeBytes(input_type) + work->index_count * 4 + OutputBytes();
  }
  int64_t distinct = 1;
  for (const Dim& dim : dims)
    if (dim.input_stride != 0) distinct *= dim.output_size;
  return distinct * SizeBytes(input_type) + OutputBytes();
}

int64_t Case::CopiedBytes() const { return tolerance ? MovedBytes() / 2 : OutputBytes(); }

int64_t Case::InputOffset() const {
  int64_t offset = 0;
  for (const Dim& dim : dims) offset += dim.first * dim.input_stride;
  return offset;
}

int64_t Case::InputExtent() const {
  if (dims.empty()) return ElementsIn(work->inputs);
  int64_t last = 0;
  for (const Dim& dim : dims) last += (dim.input_size - 1) * dim.input_stride;
  return last + 1;
}

int64_t Case::OutputExtent() const {
  if (dims.empty()) return OutputElements();
  int64_t last = 0;
  for (const Dim& dim : dims) last += (dim.output_size - 1) * dim.output_stride;
  return last + 1;
}

Case Simplified(const Case& original) {
  Case result = original;
  result.dims.clear();
  for (const Dim& dim : original.dims) {
    if (dim.output_size == 1 && dim.input_size == 1) continue;
    if (!result.dims.empty()) {
      Dim& outer = result.dims.back();
      if (outer.IsWhole() && dim.IsWhole() &&
          outer.input_stride == dim.input_size * dim.input_stride &&
          outer.output_stride == dim.output_size * dim.output_stride) {
        const int64_t size = outer.output_size * dim.output_size;
        outer = {size, dim.input_stride, 0, 1, size, dim.output_stride};
        continue;
      }
    }
    result.dims.push_back(dim);
  }
  if (result.dims.empty()) result.dims.push_back({1, 1, 0, 1, 1, 1});
  return result;
}

namespace {

template <class In, class Out>
Out Convert(In value) {
  if constexpr (std::is_same_v<In, Out>) {
    return value;
  } else if constexpr (std::is_same_v<Out, Half>) {
    return FloatToHalf(value);
  } else {
    return static_cast<Out>(value);
  }
}

template <class In, class Out>
void PlainLoopOver(const Case& description, size_t dim, const In* input, Out* output) {
  const Dim& loop = description.dims[dim];
  const int64_t input_step = loop.step * loop.input_stride;
  if (dim + 1 == description.dims.size()) {
    for (int64_t i = 0; i < loop.output_size; ++i)
      output[i * loop.output_stride] = Convert<In, Out>(input[i * input_step]);
    return;
  }
  for (int64_t i = 0; i < loop.output_size; ++i)
    PlainLoopOver(description, dim + 1, input + i * input_step, output + i * loop.output_stride);
}

template <class In, class Out>
void Start(const Case& description, const void* input, void* output) {
  PlainLoopOver(description, 0, static_cast<const In*>(input) + description.InputOffset(),
                static_cast<Out*>(output));
}

}  // namespace

void PlainLoop(const Case& description, const void* input, void* output) {
  const Type in = description.input_type;
  const Type out = description.output_type;
  if (in == out) {
    if (in == Type::F32) return Start<uint32_t, uint32_t>(description, input, output);
    if (in == Type::F16) return Start<uint16_t, uint16_t>(description, input, output);
    return Start<uint8_t, uint8_t>(description, input, output);
  }
  if (in == Type::U8 && out == Type::F32) return Start<uint8_t, float>(description, input, output);
  if (in == Type::F32 && out == Type::F16) return Start<float, Half>(description, input, output);
  throw std::invalid_argument("no plain loop for " + description.TypeName());
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Dim, input_size, input_stride, first, step, output_size,
                                   output_stride)

void to_json(nlohmann::json& json, const Case& description) {
  json = {{"id", description.id},
          {"title", description.title},
          {"size_class", description.size_class},
          {"target", description.target},
          {"input_type", std::string(Name(description.input_type))},
          {"output_type", std::string(Name(description.output_type))},
          {"dims", description.dims},
          // Derived, so that readers need no arithmetic of their own.
          {"type", description.TypeName()},
          {"output_bytes", description.OutputBytes()},
          {"moved_bytes", description.MovedBytes()},
          {"copied_bytes", description.CopiedBytes()},
          {"input_offset", description.InputOffset()},
          {"input_extent", description.InputExtent()},
          {"output_extent", description.OutputExtent()}};
  if (description.work) {
    json["operator"] = nlohmann::json::parse(ToString(description.work->op));
    json["index_count"] = description.work->index_count;
  }
  if (description.tolerance) json["tolerance"] = *description.tolerance;
}

void from_json(const nlohmann::json& json, Case& description) {
  const Selection selection = {json.contains("tolerance") ? Suite::Elementwise : Suite::Move,
                               {json.at("size_class").get<int64_t>()},
                               {TypeFromName(json.at("output_type").get<std::string>())},
                               {json.at("id").get<std::string>()}};
  description = MakeCases(selection).at(0);
}

}  // namespace weft::bench
