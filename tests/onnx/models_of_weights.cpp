// SPDX-License-Identifier: MIT
// See small_models.h: weights in every field, attributes of every kind, what surrounds a graph.
#include "onnx/small_models.h"

namespace weft::onnx::test {
namespace {

// Casts each of the weights to float32 and adds them up: they all have 4 elements.
Message SumOf(const std::vector<std::pair<std::string, Message>>& weights, int64_t opset = 17) {
  GraphParts parts = {.outputs = {Value("y", kFloat, {4})}};
  Message sum;
  for (const auto& [name, tensor] : weights) {
    parts.weights.push_back(tensor);
    parts.nodes.push_back(Node("Cast", {name}, {name + "_f"}, {IntAttribute("to", kFloat)}));
    sum.Text(1, name + "_f");
  }
  parts.inputs = {Value("x", kFloat, {4})};
  sum.Text(1, "x");
  parts.nodes.push_back(sum.Text(2, "y").Text(4, "Sum"));
  return Model(parts, opset);
}

// y = relu(x * w + x), nodes in the wrong order, w among the inputs as IR 3 wants it.
Message UnsortedOfIr3() {
  Message graph =
      Graph({.nodes = {Node("Relu", {"sum"}, {"y"}), Node("Add", {"product", "x"}, {"sum"}),
                       Node("Mul", {"x", "w"}, {"product"})},
             .weights = {Weights<float>("w", kFloat, {3}, {1, -2, 3})},
             .inputs = {Value("x", kFloat, {-1, 3}), Value("w", kFloat, {3})},
             .outputs = {Value("y", kFloat, {-1, 3})}});
  return Message().Int(1, 3).Part(7, graph).Part(8, Opset("", 7));
}

Message RawWeights() {
  return SumOf({{"a", Weights<float>("a", kFloat, {4}, {1, 2, 3, 4})},
                {"b", Weights<uint8_t>("b", kUInt8, {4}, {1, 2, 3, 4})},
                {"c", Weights<int16_t>("c", kInt16, {4}, {1, -2, 3, 4})},
                {"d", Weights<int32_t>("d", kInt32, {4}, {1, 2, -3, 4})},
                {"e", Weights<int64_t>("e", kInt64, {4}, {1, 2, 3, -4})},
                {"f", Weights<double>("f", kDouble, {4}, {1, 2, 3, 4})},
                {"g", Weights<uint8_t>("g", kBool, {4}, {1, 0, 1, 0})},
                {"h", Weights<uint16_t>("h", kHalf, {4}, {0x3C00, 0, 0x4000, 0xBC00})}});
}

Message Int32Data() {
  const auto numbers = [](std::string_view name, int type) {
    return TensorHead(name, type, {4}).Varints(5, {1, 0, 1, 1});
  };
  return SumOf({{"a", numbers("a", kInt32)},
                {"b", numbers("b", kUInt8)},
                {"c", numbers("c", kInt8)},
                {"d", numbers("d", kUInt16)},
                {"e", numbers("e", kInt16)},
                {"f", numbers("f", kBool)},
                {"g", numbers("g", kHalf)}});
}

Message WideData() {
  return SumOf(
      {{"a", TensorHead("a", kFloat, {4}).Numbers<float>(4, {1, 2, 3, 4})},
       {"b", TensorHead("b", kDouble, {4}).Numbers<double>(10, {1, 2, 3, 4})},
       {"c", TensorHead("c", kInt64, {4}).Varints(7, {1, -2, 3, INT64_MAX})},
       {"d", TensorHead("d", kUInt64, {4}).Varints(11, {1, 2, 3, 4})},
       {"e", TensorHead("e", kUInt32, {4}).Varints(11, {1, 2, 3, 4})},
       // Not packed: one field for each number.
       {"f", TensorHead("f", kFloat, {4}).Float(4, 1).Float(4, 2).Float(4, 3).Float(4, 4)}});
}

Message ExternalWeights() {
  const auto entry = [](std::string_view key, std::string_view value) {
    return Message().Text(1, key).Text(2, value);
  };
  const auto weight = [&](std::string_view name, std::string_view offset) {
    return TensorHead(name, kFloat, {4})
        .Part(13, entry("location", "weights.bin"))
        .Part(13, entry("offset", offset))
        .Part(13, entry("length", "16"))
        .Int(14, 1);
  };
  return SumOf({{"a", weight("a", "0")}, {"b", weight("b", "48")}});
}

Message SparseWeights() {
  const Message sparse = Message()
                             .Part(1, Weights<float>("s", kFloat, {2}, {5, 7}))
                             .Part(2, Weights<int64_t>("", kInt64, {2, 2}, {0, 1, 2, 0}))
                             .Varints(3, {3, 2});
  const Message graph = Graph({.nodes = {Node("Add", {"x", "s"}, {"y"})},
                               .inputs = {Value("x", kFloat, {3, 2})},
                               .outputs = {Value("y", kFloat, {3, 2})}});
  return ModelOf(Message(graph).Part(15, sparse));
}

Message FourBits() {
  const Message packed = TensorHead("q", kInt4, {2, 4}).Varints(5, {0x21, 0x43, 0x65, 0x8F});
  return Model({.nodes = {Node("DequantizeLinear", {"q", "scale"}, {"w"},
                               {IntAttribute("axis", 1), IntAttribute("block_size", 2)}),
                          Node("Mul", {"x", "w"}, {"y"})},
                .weights = {packed, Weights<float>("scale", kFloat, {2, 2}, {1, 0.5f, 2, 0.25f})},
                .inputs = {Value("x", kFloat, {-1, 4})},
                .outputs = {Value("y", kFloat, {-1, 4})}},
               21);
}

Message Halves() {
  const std::vector<uint16_t> ones(6, 0x3C00);
  return Model({.nodes = {Node("MatMul", {"x", "w"}, {"p"}), Node("Softmax", {"p"}, {"y"})},
                .weights = {Weights<uint16_t>("w", kHalf, {2, 3}, ones)},
                .inputs = {Value("x", kHalf, {-1, 2})},
                .outputs = {Value("y", kHalf, {-1, 3})}});
}

Message Strings() {
  const Message words = TensorHead("w", kString, {2}).Text(6, "one").Text(6, "");
  return Model(
      {.nodes = {Node("Identity", {"w"}, {"y"}), Node("Identity", {"x"}, {"z"}),
                 Node("Constant", {}, {"v"}, {Texts("value_strings", {"a", "bc"})})},
       .weights = {words},
       .inputs = {Value("x", kString, {-1})},
       .outputs = {Value("y", kString, {2}), Value("z", kString, {-1}), Value("v", kString, {2})}});
}

Message Constants() {
  const Message sparse = Message()
                             .Part(1, Weights<float>("", kFloat, {1}, {5}))
                             .Part(2, Weights<int64_t>("", kInt64, {1}, {2}))
                             .Varints(3, {4});
  return Model(
      {.nodes = {Node("Constant", {}, {"a"}, {FloatAttribute("value_float", 2)}),
                 Node("Constant", {}, {"b"}, {Floats("value_floats", {1, 2, 3, 4})}),
                 Node("Constant", {}, {"i"}, {IntAttribute("value_int", 3)}),
                 Node("Constant", {}, {"j"}, {Ints("value_ints", {4, 1})}),
                 Node("Constant", {}, {"t"},
                      {TensorAttribute("value", Weights<float>("", kFloat, {4}, {1, 2, 3, 4}))}),
                 Node("Constant", {}, {"s"},
                      {Message().Text(1, "sparse_value").Part(22, sparse).Int(20, 11)}),
                 Node("Constant", {}, {"w"}, {TextAttribute("value_string", "word")}),
                 Node("Cast", {"i"}, {"c"}, {IntAttribute("to", kFloat)}),
                 Node("Sum", {"x", "a", "b", "c", "t", "s"}, {"r"}),
                 Node("Reshape", {"r", "j"}, {"y"}), Node("Identity", {"w"}, {"word"})},
       .inputs = {Value("x", kFloat, {4})},
       .outputs = {Value("y", kFloat, {4, 1}), Value("word", kString, {})}});
}

Message Metadata() {
  const Message graph = Graph({.nodes = {Node("Abs", {"x"}, {"y"}).Text(3, "node").Text(6, "doc")},
                               .inputs = {Value("x", kFloat, {2}).Text(3, "an input")},
                               .outputs = {Value("y", kFloat, {2})}});
  const Message entry = Message().Text(1, "key").Text(2, "value");
  return Message()
      .Int(1, 10)
      .Text(2, "producer")
      .Text(3, "1.0")
      .Text(4, "domain")
      .Int(5, 7)
      .Text(6, "description")
      .Part(7, Message(graph).Text(2, "graph").Text(10, "about").Part(13, Value("y", kFloat, {2})))
      .Part(8, Opset("", 21))
      .Part(8, Opset("com.microsoft", 1))
      .Part(14, entry)
      .Part(14, Message().Text(1, "empty"));
}

// Attributes without a kind, and what they were called before inputs took their place.
Message OldVersions() {
  const auto ints = [](std::string_view name, std::initializer_list<int64_t> values) {
    Message attribute;
    attribute.Text(1, name);
    for (const int64_t value : values) attribute.Int(8, value);
    return attribute;
  };
  return Message()
      .Int(1, 3)
      .Part(7,
            Graph({.nodes = {Node("Pad", {"x"}, {"p"},
                                  {ints("pads", {0, 1, 0, 1}),
                                   Message().Text(1, "mode").Text(4, "constant")}),
                             Node("Slice", {"p"}, {"s"},
                                  {ints("axes", {1}), ints("starts", {1}), ints("ends", {4})}),
                             Node("Unsqueeze", {"s"}, {"u"}, {ints("axes", {0})}),
                             Node("Squeeze", {"u"}, {"q"}, {ints("axes", {0})}),
                             Node("Clip", {"q"}, {"c"},
                                  {Message().Text(1, "min").Float(2, -1),
                                   Message().Text(1, "max").Float(2, 1)}),
                             Node("Softmax", {"c"}, {"y"}, {Message().Text(1, "axis").Int(3, 1)})},
                   .inputs = {Value("x", kFloat, {-1, 3})},
                   .outputs = {Value("y", kFloat, {-1, 3})}}))
      .Part(8, Opset("", 6));
}

}  // namespace

std::vector<SmallModel> ModelsOfWeights() {
  return {{"UnsortedOfIr3", UnsortedOfIr3},
          {"RawWeights", RawWeights},
          {"Int32Data", Int32Data},
          {"WideData", WideData},
          {"ExternalWeights", ExternalWeights, true},
          {"SparseWeights", SparseWeights},
          {"FourBits", FourBits},
          {"Halves", Halves},
          {"Strings", Strings},
          {"Constants", Constants},
          {"Metadata", Metadata},
          {"OldVersions", OldVersions}};
}

}  // namespace weft::onnx::test
