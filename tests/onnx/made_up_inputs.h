// SPDX-License-Identifier: MIT
// Inputs for any model, of which only is wanted that they can be read.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "weft/onnx.h"

namespace weft::onnx::test {

// Numbers that are good for any input: indices of 0 and 1, fractions.
template <class T>
std::vector<std::byte> Repeated(std::initializer_list<T> values) {
  std::vector<std::byte> bytes;
  while (bytes.size() < 4096) {
    const auto some = std::as_bytes(std::span(values.begin(), values.size()));
    bytes.insert(bytes.end(), some.begin(), some.end());
  }
  return bytes;
}
inline ConstBuffer NumbersOf(DataType type) {
  static const auto kFloats = Repeated<float>({0.5f, 1.0f, -0.25f, 2.0f});
  static const auto kHalves = Repeated<uint16_t>({0x3800, 0x3C00, 0xB400, 0x4000});
  static const auto kDoubles = Repeated<double>({0.5, 1.0, -0.25, 2.0});
  static const auto kSmall = Repeated<uint8_t>({1, 0, 0, 1});
  static const auto kLong = Repeated<int64_t>({1, 0, 0, 1});
  switch (type) {
    case DataType::Float32: return ConstBuffer(kFloats);
    case DataType::Float16: return ConstBuffer(kHalves);
    case DataType::Float64: return ConstBuffer(kDoubles);
    case DataType::UInt8:
    case DataType::Int8: return ConstBuffer(kSmall);
    default: return ConstBuffer(kLong);
  }
}

inline Input TensorFor(DataType type, const std::optional<std::vector<DimensionInfo>>& shape) {
  Input tensor = {.type = type, .data = NumbersOf(type)};
  if (shape)
    for (const DimensionInfo& dim : *shape) tensor.shape.push_back(dim.size < 0 ? 2 : dim.size);
  if (type == DataType::Unknown) tensor.strings = {"a", "b"};
  return tensor;
}

// What goes into a session, made up of what it says about its inputs.
inline std::vector<std::pair<std::string, Input>> InputsOf(const Session& session) {
  std::vector<std::pair<std::string, Input>> inputs;
  for (const TensorInfo& info : session.inputs()) {
    const bool is_sequence = info.type.starts_with("seq(");
    if (is_sequence || info.type.starts_with("optional(")) {
      Input one = TensorFor(DataType::Float32, std::vector<DimensionInfo>{{2}});
      if (is_sequence) one = {.kind = Input::Kind::Sequence, .items = {one, one}};
      inputs.push_back({info.name, one});
    } else {
      inputs.push_back({info.name, TensorFor(info.data_type, info.shape)});
    }
  }
  return inputs;
}

}  // namespace weft::onnx::test
