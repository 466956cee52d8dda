// SPDX-License-Identifier: MIT
// Small models as bytes: protobuf's wire format written by hand, so that tests need no library and
// can write what no library would.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::onnx::test {

class Message {
 public:
  Message& Int(uint32_t number, int64_t value) {
    Key(number, 0);
    Varint(uint64_t(value));
    return *this;
  }
  Message& Float(uint32_t number, float value) {
    Key(number, 5);
    char raw[4];
    std::memcpy(raw, &value, 4);
    bytes.append(raw, 4);
    return *this;
  }
  Message& Text(uint32_t number, std::string_view text) {
    Key(number, 2);
    Varint(text.size());
    bytes.append(text);
    return *this;
  }
  Message& Part(uint32_t number, const Message& message) { return Text(number, message.bytes); }
  // Numbers one after the other, as they lie in memory.
  template <class T>
  Message& Numbers(uint32_t number, const std::vector<T>& values) {
    return Text(number, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
  }
  // … and as varints.
  Message& Varints(uint32_t number, const std::vector<int64_t>& values) {
    Message all;
    for (const int64_t value : values) all.Varint(uint64_t(value));
    return Part(number, all);
  }

  std::string bytes;

 private:
  void Key(uint32_t number, uint32_t kind) { Varint(uint64_t(number) << 3 | kind); }
  void Varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes += char(value | 0x80);
    bytes += char(value);
  }
};

inline Message Ints(std::string_view name, std::initializer_list<int64_t> values) {
  Message attribute;
  attribute.Text(1, name);
  for (const int64_t value : values) attribute.Int(8, value);
  return attribute.Int(20, 7);
}
inline Message IntAttribute(std::string_view name, int64_t value) {
  return Message().Text(1, name).Int(3, value).Int(20, 2);
}
inline Message FloatAttribute(std::string_view name, float value) {
  return Message().Text(1, name).Float(2, value).Int(20, 1);
}
inline Message Floats(std::string_view name, const std::vector<float>& values) {
  return Message().Text(1, name).Numbers(7, values).Int(20, 6);
}
inline Message TextAttribute(std::string_view name, std::string_view text) {
  return Message().Text(1, name).Text(4, text).Int(20, 3);
}
inline Message Texts(std::string_view name, const std::vector<std::string>& texts) {
  Message attribute;
  attribute.Text(1, name);
  for (const std::string& text : texts) attribute.Text(9, text);
  return attribute.Int(20, 8);
}
inline Message TensorAttribute(std::string_view name, const Message& tensor) {
  return Message().Text(1, name).Part(5, tensor).Int(20, 4);
}
inline Message TypeAttribute(std::string_view name, const Message& type) {
  return Message().Text(1, name).Part(14, type).Int(20, 13);
}
inline Message GraphAttribute(std::string_view name, const Message& graph) {
  return Message().Text(1, name).Part(6, graph).Int(20, 5);
}

inline Message Node(std::string_view type, std::initializer_list<std::string_view> inputs,
                    std::initializer_list<std::string_view> outputs,
                    std::initializer_list<Message> attributes = {}) {
  Message node;
  for (const std::string_view input : inputs) node.Text(1, input);
  for (const std::string_view output : outputs) node.Text(2, output);
  node.Text(4, type);
  for (const Message& attribute : attributes) node.Part(5, attribute);
  return node;
}

// TensorProto's element types.
enum Type : int {
  kFloat = 1,
  kUInt8 = 2,
  kInt8 = 3,
  kUInt16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kHalf = 10,
  kDouble = 11,
  kUInt32 = 12,
  kUInt64 = 13,
  kInt4 = 22,
};

// A TypeProto; sizes below 0 are written as the symbol "n".
inline Message TensorType(int element, std::initializer_list<int64_t> sizes) {
  Message shape;
  for (const int64_t size : sizes)
    shape.Part(1, size < 0 ? Message().Text(2, "n") : Message().Int(1, size));
  return Message().Part(1, Message().Int(1, element).Part(2, shape));
}
inline Message SequenceOf(const Message& type) {
  return Message().Part(4, Message().Part(1, type));
}
inline Message OptionalOf(const Message& type) {
  return Message().Part(9, Message().Part(1, type));
}
inline Message Value(std::string_view name, const Message& type) {
  return Message().Text(1, name).Part(2, type);
}
inline Message Value(std::string_view name, int element, std::initializer_list<int64_t> sizes) {
  return Value(name, TensorType(element, sizes));
}

template <class T>
Message Weights(std::string_view name, int element, std::initializer_list<int64_t> sizes,
                const std::vector<T>& values) {
  Message tensor;
  for (const int64_t size : sizes) tensor.Int(1, size);
  return tensor.Int(2, element).Text(8, name).Numbers(9, values);
}
// The beginning of a tensor, to which its elements come.
inline Message TensorHead(std::string_view name, int element,
                          std::initializer_list<int64_t> sizes) {
  Message tensor;
  for (const int64_t size : sizes) tensor.Int(1, size);
  return tensor.Int(2, element).Text(8, name);
}

struct GraphParts {
  std::vector<Message> nodes = {}, weights = {}, inputs = {}, outputs = {};
};
inline Message Graph(const GraphParts& parts) {
  Message graph;
  for (const Message& node : parts.nodes) graph.Part(1, node);
  for (const Message& weight : parts.weights) graph.Part(5, weight);
  for (const Message& input : parts.inputs) graph.Part(11, input);
  for (const Message& output : parts.outputs) graph.Part(12, output);
  return graph;
}
inline Message Opset(std::string_view domain, int64_t version) {
  return Message().Text(1, domain).Int(2, version);
}
inline Message ModelOf(const Message& graph, int64_t opset = 17) {
  return Message().Int(1, 8).Part(7, graph).Part(8, Opset("", opset));
}
inline Message Model(const GraphParts& parts, int64_t opset = 17) {
  return ModelOf(Graph(parts), opset);
}

inline std::span<const std::byte> BytesOf(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace weft::onnx::test
