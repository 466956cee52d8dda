// SPDX-License-Identifier: MIT
// Runs one node with tensors that are written as numbers, and gives numbers back: tests of
// operators compare these with formulas in double.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/half.h"
#include "onnx/model_writer.h"
#include "weft/onnx.h"

namespace weft::onnx::test {

struct Numbers {
  Type type = kFloat;
  std::vector<int64_t> shape = {};
  std::vector<double> values = {};
  std::vector<std::string> strings = {};  // of kString

  double operator()(std::initializer_list<int64_t> at) const {
    int64_t place = 0;
    size_t dim = 0;
    for (const int64_t index : at) place = place * shape[dim++] + index;
    return values[size_t(place)];
  }
};

inline int64_t CountOf(const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  return count;
}

// As a tensor of the type holds them.
inline double Rounded(Type type, double value) {
  if (type == kFloat) return float(value);
  if (type == kHalf) return HalfToDouble(DoubleToHalf(value));
  return value;
}

inline Numbers RandomNumbers(std::mt19937& random, Type type, std::vector<int64_t> shape,
                             double low = -1, double high = 1) {
  std::uniform_real_distribution<double> draw(low, high);
  Numbers numbers = {type, std::move(shape)};
  for (int64_t i = 0; i < CountOf(numbers.shape); ++i)
    numbers.values.push_back(Rounded(type, draw(random)));
  return numbers;
}
inline Numbers Integers(Type type, std::vector<int64_t> shape, std::vector<double> values) {
  return {type, std::move(shape), std::move(values)};
}
inline Numbers Strings(std::vector<int64_t> shape, std::vector<std::string> strings) {
  return {kString, std::move(shape), {}, std::move(strings)};
}

template <class T, class To>
void AppendAs(std::string& bytes, const std::vector<double>& values, To to) {
  for (const double value : values) {
    const T element = to(value);
    bytes.append(reinterpret_cast<const char*>(&element), sizeof element);
  }
}
inline std::string BytesFrom(const Numbers& numbers) {
  std::string bytes;
  const auto plain = [&]<class T>(T) {
    AppendAs<T>(bytes, numbers.values, [](double value) { return T(value); });
  };
  switch (numbers.type) {
    case kFloat: plain(float()); break;
    case kDouble: plain(double()); break;
    case kHalf: AppendAs<Half>(bytes, numbers.values, DoubleToHalf); break;
    case kInt32: plain(int32_t()); break;
    case kInt64: plain(int64_t()); break;
    case kInt8: plain(int8_t()); break;
    default: plain(uint8_t()); break;
  }
  return bytes;
}

inline Numbers NumbersFrom(const OutputTensor& tensor) {
  static const std::map<std::string, Type> kTypes = {
      {"float", kFloat},   {"uint8", kUInt8},  {"int8", kInt8},
      {"int32", kInt32},   {"int64", kInt64},  {"bool", kBool},
      {"string", kString}, {"float16", kHalf}, {"double", kDouble}};
  Numbers numbers = {kTypes.at(tensor.type), tensor.shape};
  numbers.strings.assign(tensor.strings.begin(), tensor.strings.end());
  const auto plain = [&]<class T>(T) {
    for (size_t at = 0; at + sizeof(T) <= tensor.bytes.size(); at += sizeof(T)) {
      T element;
      std::memcpy(&element, tensor.bytes.data() + at, sizeof element);
      if constexpr (std::is_same_v<T, Half>)
        numbers.values.push_back(HalfToDouble(element));
      else
        numbers.values.push_back(double(element));
    }
  };
  switch (numbers.type) {
    case kFloat: plain(float()); break;
    case kDouble: plain(double()); break;
    case kHalf: plain(Half()); break;
    case kInt32: plain(int32_t()); break;
    case kInt64: plain(int64_t()); break;
    case kInt8: plain(int8_t()); break;
    default: plain(uint8_t()); break;
  }
  return numbers;
}

struct OneNode {
  std::string type;
  std::string domain = {};
  int64_t opset = 24;
  std::vector<Message> attributes = {};
  // Inputs that have no shape are left out.
  std::vector<std::pair<std::string, Numbers>> inputs = {};
  std::vector<std::string> outputs = {"y"};  // "" where it is not wanted
  std::vector<std::string> constants = {};   // inputs that are weights
};

inline bool IsPresent(const Numbers& numbers) {
  return !numbers.values.empty() || !numbers.strings.empty() || !numbers.shape.empty();
}

inline Message TypedValue(const std::string& name, int type) {
  return Message().Text(1, name).Part(2, Message().Part(1, Message().Int(1, type)));
}

// The outputs by name, or the message of what went wrong.
struct Ran {
  std::map<std::string, Numbers> outputs = {};
  std::string error = {};

  const Numbers& operator[](const std::string& name) const { return outputs.at(name); }
};

inline Message ModelOf(const OneNode& one, const std::vector<int>& output_types) {
  Message node, graph;
  for (const auto& [name, numbers] : one.inputs) node.Text(1, IsPresent(numbers) ? name : "");
  for (const std::string& output : one.outputs) node.Text(2, output);
  node.Text(4, one.type);
  if (!one.domain.empty()) node.Text(7, one.domain);
  for (const Message& attribute : one.attributes) node.Part(5, attribute);
  graph.Part(1, node);
  for (const auto& [name, numbers] : one.inputs) {
    if (!IsPresent(numbers)) continue;
    if (std::find(one.constants.begin(), one.constants.end(), name) == one.constants.end()) {
      graph.Part(11, TypedValue(name, numbers.type));
      continue;
    }
    Message tensor;
    for (const int64_t size : numbers.shape) tensor.Int(1, size);
    graph.Part(5, tensor.Int(2, numbers.type).Text(8, name).Text(9, BytesFrom(numbers)));
  }
  for (size_t i = 0; i < one.outputs.size(); ++i)
    if (!one.outputs[i].empty())
      graph.Part(12, TypedValue(one.outputs[i],
                                i < output_types.size() ? output_types[i] : output_types.back()));
  Message model;
  model.Int(1, 8).Part(7, graph).Part(8, Message().Text(1, "").Int(2, one.opset));
  if (!one.domain.empty()) model.Part(8, Message().Text(1, one.domain).Int(2, 1));
  return model;
}

inline Ran RunNode(const OneNode& one, const std::vector<int>& output_types = {kFloat}) {
  Ran ran;
  const Message model = ModelOf(one, output_types);
  const auto session = Session::Load(BytesOf(model.bytes));
  if (!session) {
    ran.error = session.error().message;
    return ran;
  }
  static const std::map<int, DataType> kTypes = {
      {kFloat, DataType::Float32}, {kUInt8, DataType::UInt8},   {kInt8, DataType::Int8},
      {kInt32, DataType::Int32},   {kInt64, DataType::Int64},   {kBool, DataType::UInt8},
      {kHalf, DataType::Float16},  {kDouble, DataType::Float64}};
  std::vector<std::string> kept;
  kept.reserve(one.inputs.size());
  std::vector<std::pair<std::string, Input>> inputs;
  for (const auto& [name, numbers] : one.inputs) {
    if (!IsPresent(numbers) ||
        std::find(one.constants.begin(), one.constants.end(), name) != one.constants.end())
      continue;
    if (numbers.type == kString) {
      inputs.push_back({name, Input{.shape = numbers.shape, .strings = numbers.strings}});
      continue;
    }
    kept.push_back(BytesFrom(numbers));
    inputs.push_back({name, Input{.type = kTypes.at(numbers.type),
                                  .shape = numbers.shape,
                                  .data = ConstBuffer(kept.back().data(), kept.back().size())}});
  }
  // Twice: the second run follows the path that the first one planned.
  for (int i = 0; i < 2; ++i) {
    const auto outputs = session->Run(inputs);
    if (!outputs) {
      ran.error = outputs.error().message;
      return ran;
    }
    for (size_t k = 0; k < outputs->size(); ++k)
      ran.outputs[session->outputs()[k].name] = NumbersFrom((*outputs)[k].tensors.at(0));
  }
  return ran;
}

// Within `relative` of the largest number there is.
inline void ExpectNear(const Numbers& got, const std::vector<int64_t>& shape,
                       const std::vector<double>& want, double tolerance, const std::string& what) {
  ASSERT_EQ(got.shape, shape) << what;
  ASSERT_EQ(got.values.size(), want.size()) << what;
  for (size_t i = 0; i < want.size(); ++i)
    ASSERT_NEAR(got.values[i], want[i], tolerance) << what << ": element " << i;
}

}  // namespace weft::onnx::test
