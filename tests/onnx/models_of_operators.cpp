// SPDX-License-Identifier: MIT
// See small_models.h: operators with many attributes and inputs whose numbers are sizes and
// indices.
#include "onnx/small_models.h"

namespace weft::onnx::test {
namespace {

Message Numbers(std::string_view name, std::initializer_list<int64_t> values) {
  return Weights<int64_t>(name, kInt64, {int64_t(values.size())}, std::vector<int64_t>(values));
}
Message Number(std::string_view name, int64_t value) {
  return Weights<int64_t>(name, kInt64, {}, {value});
}
Message Fill(std::string_view name, std::initializer_list<int64_t> sizes) {
  size_t count = 1;
  for (const int64_t size : sizes) count *= size_t(size);
  std::vector<float> values;
  for (size_t i = 0; i < count; ++i) values.push_back(float(i % 5) / 4 - 0.5f);
  return Weights<float>(name, kFloat, sizes, values);
}

Message Network() {
  return Model({.nodes = {Node("Conv", {"x", "w", "b"}, {"c"},
                               {Ints("kernel_shape", {3, 3}), Ints("pads", {1, 1, 1, 1}),
                                Ints("strides", {2, 2}), IntAttribute("group", 1)}),
                          Node("BatchNormalization", {"c", "b", "b", "b", "v"}, {"n"},
                               {FloatAttribute("epsilon", 1e-3f)}),
                          Node("Relu", {"n"}, {"r"}),
                          Node("MaxPool", {"r"}, {"p"}, {Ints("kernel_shape", {2, 2})}),
                          Node("GlobalAveragePool", {"p"}, {"g"}), Node("Flatten", {"g"}, {"f"}),
                          Node("Gemm", {"f", "m", "b"}, {"l"}, {IntAttribute("transB", 1)}),
                          Node("Softmax", {"l"}, {"y"}, {IntAttribute("axis", -1)})},
                .weights = {Fill("w", {2, 1, 3, 3}), Fill("b", {2}),
                            Weights<float>("v", kFloat, {2}, {1, 2}), Fill("m", {2, 2})},
                .inputs = {Value("x", kFloat, {-1, 1, 6, 6})},
                .outputs = {Value("y", kFloat, {-1, 2})}});
}

Message Quantized() {
  return Model(
      {.nodes = {Node("QuantizeLinear", {"x", "s", "z"}, {"q"}),
                 Node("DequantizeLinear", {"q", "s", "z"}, {"d"}),
                 Node("DequantizeLinear", {"w", "ws", "wz"}, {"wd"}, {IntAttribute("axis", 1)}),
                 Node("MatMul", {"d", "wd"}, {"m"}),
                 Node("DynamicQuantizeLinear", {"m"}, {"dq", "ds", "dz"}),
                 Node("MatMulInteger", {"dq", "w2", "dz"}, {"i"}),
                 Node("QLinearMatMul", {"q", "s", "z", "w", "s", "wz0", "s", "z"}, {"l"})},
       .weights =
           {Weights<float>("s", kFloat, {}, {0.25f}), Weights<uint8_t>("z", kUInt8, {}, {128}),
            Weights<int8_t>("w", kInt8, {2, 2}, {1, -2, 3, 4}),
            Weights<float>("ws", kFloat, {2}, {1, 2}), Weights<int8_t>("wz", kInt8, {2}, {0, 0}),
            Weights<int8_t>("wz0", kInt8, {}, {0}), Weights<int8_t>("w2", kInt8, {2, 1}, {1, -1})},
       .inputs = {Value("x", kFloat, {-1, 2})},
       .outputs = {Value("i", kInt32, {-1, 1}), Value("l", kUInt8, {-1, 2})}});
}

Message QuantizedConvolution() {
  return Model(
      {.nodes = {Node("QLinearConv", {"x", "s", "z", "w", "s", "wz", "s", "z", "b"}, {"y"},
                      {Ints("pads", {1, 1, 1, 1}), Ints("dilations", {1, 1})}),
                 Node("ConvInteger", {"x", "w", "z", "wz"}, {"i"})},
       .weights = {Weights<float>("s", kFloat, {}, {0.5f}), Weights<uint8_t>("z", kUInt8, {}, {3}),
                   Weights<int8_t>("w", kInt8, {1, 1, 2, 2}, {1, -2, 3, 4}),
                   Weights<int8_t>("wz", kInt8, {}, {0}), Weights<int32_t>("b", kInt32, {1}, {7})},
       .inputs = {Value("x", kUInt8, {1, 1, 3, 3})},
       .outputs = {Value("y", kUInt8, {1, 1, 4, 4}), Value("i", kInt32, {1, 1, 2, 2})}});
}

// Of another domain, which the file does not import.
Message OfMicrosoft() {
  std::vector<uint8_t> bits(2 * 16, 0x98);
  return Model({.nodes = {Node("MatMulNBits", {"x", "q", "s"}, {"m"},
                               {IntAttribute("K", 32), IntAttribute("N", 2),
                                IntAttribute("bits", 4), IntAttribute("block_size", 32)})
                              .Text(7, "com.microsoft"),
                          Node("BiasGelu", {"m", "b"}, {"y"}).Text(7, "com.microsoft")},
                .weights = {Weights<uint8_t>("q", kUInt8, {2, 1, 16}, bits),
                            Weights<float>("s", kFloat, {2}, {1, 2}), Fill("b", {2})},
                .inputs = {Value("x", kFloat, {-1, 32})},
                .outputs = {Value("y", kFloat, {-1, 2})}});
}

Message Lstm() {
  return Model(
      {.nodes = {Node(
           "LSTM", {"x", "w", "r", "b", "lens", "", "", "p"}, {"y", "h", "c"},
           {IntAttribute("hidden_size", 2), TextAttribute("direction", "forward"),
            Texts("activations", {"Sigmoid", "Tanh", "Tanh"}), FloatAttribute("clip", 3)})},
       .weights = {Fill("w", {1, 8, 3}), Fill("r", {1, 8, 2}), Fill("b", {1, 16}),
                   Fill("p", {1, 6}), Weights<int32_t>("lens", kInt32, {1}, {2})},
       .inputs = {Value("x", kFloat, {2, 1, 3})},
       .outputs = {Value("y", kFloat, {2, 1, 1, 2}), Value("h", kFloat, {1, 1, 2}),
                   Value("c", kFloat, {1, 1, 2})}});
}

Message Gru() {
  return Model(
      {.nodes = {Node("GRU", {"x", "w", "r"}, {"y", "h"},
                      {IntAttribute("hidden_size", 1), TextAttribute("direction", "bidirectional"),
                       IntAttribute("linear_before_reset", 1)})},
       .weights = {Fill("w", {2, 3, 2}), Fill("r", {2, 3, 1})},
       .inputs = {Value("x", kFloat, {-1, 1, 2})},
       .outputs = {Value("y", kFloat, {-1, 2, 1, 1}), Value("h", kFloat, {2, 1, 1})}});
}

Message Resizes() {
  return Model(
      {.nodes = {Node("Resize", {"x", "", "scales"}, {"a"},
                      {TextAttribute("mode", "linear"),
                       TextAttribute("coordinate_transformation_mode", "align_corners")}),
                 Node("Resize", {"a", "", "", "sizes"}, {"y"},
                      {TextAttribute("mode", "nearest"), TextAttribute("nearest_mode", "floor")}),
                 Node("Resize", {"x", "", "", "sizes"}, {"z"},
                      {TextAttribute("mode", "cubic"), FloatAttribute("cubic_coeff_a", -0.5f)})},
       .weights = {Weights<float>("scales", kFloat, {4}, {1, 1, 2, 1.5f}),
                   Numbers("sizes", {1, 1, 3, 5})},
       .inputs = {Value("x", kFloat, {1, 1, 2, 2})},
       .outputs = {Value("y", kFloat, {1, 1, 3, 5}), Value("z", kFloat, {1, 1, 3, 5})}});
}

Message Einsums() {
  return Model(
      {.nodes = {Node("Einsum", {"x", "w"}, {"a"}, {TextAttribute("equation", "bij,jk->bik")}),
                 Node("Einsum", {"a"}, {"t"}, {TextAttribute("equation", "...ij->...ji")}),
                 Node("Einsum", {"t", "t"}, {"y"}, {TextAttribute("equation", "bij,bij->b")})},
       .weights = {Fill("w", {3, 2})},
       .inputs = {Value("x", kFloat, {-1, 2, 3})},
       .outputs = {Value("y", kFloat, {-1})}});
}

Message Growing() {
  return Model(
      {.nodes = {Node("ConstantOfShape", {"shape"}, {"c"},
                      {TensorAttribute("value", Weights<float>("", kFloat, {1}, {2}))}),
                 Node("Range", {"zero", "three", "one"}, {"r"}),
                 Node("Cast", {"r"}, {"rf"}, {IntAttribute("to", kFloat)}),
                 Node("Expand", {"rf", "shape"}, {"e"}), Node("Add", {"c", "e"}, {"s"}),
                 Node("Add", {"s", "x"}, {"t"}), Node("Tile", {"t", "twice"}, {"u"}),
                 Node("Pad", {"u", "pads"}, {"y"}, {TextAttribute("mode", "reflect")}),
                 Node("OneHot", {"r", "depth", "values"}, {"h"}, {IntAttribute("axis", 0)})},
       .weights = {Numbers("shape", {2, 3}), Number("zero", 0), Number("three", 3),
                   Number("one", 1), Numbers("twice", {2, 1}), Numbers("pads", {0, 1, 0, 1}),
                   Number("depth", 4), Weights<float>("values", kFloat, {2}, {0, 1})},
       .inputs = {Value("x", kFloat, {2, 3})},
       .outputs = {Value("y", kFloat, {4, 5}), Value("h", kFloat, {4, 3})}});
}

Message Selecting() {
  return Model({.nodes = {Node("Slice", {"x", "starts", "ends", "axes", "steps"}, {"s"}),
                          Node("Split", {"x", "parts"}, {"a", "b"}, {IntAttribute("axis", 1)}),
                          Node("TopK", {"x", "k"}, {"t", "at"}, {IntAttribute("largest", 0)}),
                          Node("CumSum", {"x", "axis"}, {"c"}, {IntAttribute("reverse", 1)}),
                          Node("Trilu", {"c"}, {"u"}), Node("ReduceMax", {"u"}, {"y"})},
                .weights = {Numbers("starts", {-1}), Numbers("ends", {INT64_MIN}),
                            Numbers("axes", {1}), Numbers("steps", {-2}), Numbers("parts", {1, 3}),
                            Numbers("k", {2}), Number("axis", 0)},
                .inputs = {Value("x", kFloat, {2, 4})},
                .outputs = {Value("y", kFloat, {1, 1}), Value("s", kFloat, {2, 2}),
                            Value("a", kFloat, {2, 1}), Value("b", kFloat, {2, 3}),
                            Value("at", kInt64, {2, 2})}});
}

Message Scattering() {
  return Model({.nodes = {Node("ScatterND", {"x", "at", "to"}, {"a"}),
                          Node("ScatterElements", {"a", "i", "u"}, {"b"},
                               {IntAttribute("axis", 1), TextAttribute("reduction", "add")}),
                          Node("GatherElements", {"b", "i"}, {"c"}),
                          Node("Gather", {"b", "k"}, {"d"}, {IntAttribute("axis", 1)}),
                          Node("Where", {"w", "b", "x"}, {"y"})},
                .weights = {Weights<int64_t>("at", kInt64, {1, 1}, {1}), Fill("to", {1, 3}),
                            Weights<int64_t>("i", kInt64, {1, 3}, {0, 1, 0}), Fill("u", {1, 3}),
                            Weights<uint8_t>("w", kBool, {1, 3}, {1, 0, 1})},
                .inputs = {Value("x", kFloat, {2, 3}), Value("k", kInt64, {-1})},
                .outputs = {Value("y", kFloat, {2, 3}), Value("c", kFloat, {1, 3}),
                            Value("d", kFloat, {2, -1})}});
}

Message Transformer() {
  return Model(
      {.nodes = {Node("LayerNormalization", {"x", "g", "g"}, {"n"}, {IntAttribute("axis", -1)}),
                 Node("MatMul", {"n", "w"}, {"q"}),
                 Node("Transpose", {"q"}, {"k"}, {Ints("perm", {0, 2, 1})}),
                 Node("MatMul", {"q", "k"}, {"qk"}), Node("Softmax", {"qk"}, {"p"}),
                 Node("MatMul", {"p", "q"}, {"o"}), Node("Erf", {"o"}, {"e"}),
                 Node("Add", {"e", "x"}, {"y"})},
       .weights = {Fill("g", {4}), Fill("w", {4, 4})},
       .inputs = {Value("x", kFloat, {-1, 3, 4})},
       .outputs = {Value("y", kFloat, {-1, 3, 4})}});
}

Message Transposed() {
  return Model(
      {.nodes = {Node("ConvTranspose", {"x", "w"}, {"t"},
                      {Ints("strides", {2, 2}), Ints("output_padding", {1, 1})}),
                 Node("MaxPool", {"t"}, {"m", "at"},
                      {Ints("kernel_shape", {2, 2}), Ints("strides", {2, 2})}),
                 Node("MaxUnpool", {"m", "at"}, {"u"},
                      {Ints("kernel_shape", {2, 2}), Ints("strides", {2, 2})}),
                 Node("AveragePool", {"u"}, {"y"},
                      {Ints("kernel_shape", {3, 3}), TextAttribute("auto_pad", "SAME_UPPER"),
                       IntAttribute("count_include_pad", 1)})},
       .weights = {Fill("w", {1, 1, 3, 3})},
       .inputs = {Value("x", kFloat, {1, 1, 2, 2})},
       .outputs = {Value("y", kFloat, {1, 1, 6, 6})}});
}

Message Sampling() {
  return Model(
      {.nodes = {Node("GridSample", {"x", "grid"}, {"g"}, {TextAttribute("mode", "bilinear")}),
                 Node("RoiAlign", {"x", "rois", "batch"}, {"r"},
                      {IntAttribute("output_height", 2), IntAttribute("output_width", 2),
                       IntAttribute("sampling_ratio", 2)}),
                 Node("DepthToSpace", {"x4"}, {"d"}, {IntAttribute("blocksize", 2)}),
                 Node("LRN", {"x"}, {"l"}, {IntAttribute("size", 3)})},
       .weights = {Fill("grid", {1, 2, 2, 2}), Weights<float>("rois", kFloat, {1, 4}, {0, 0, 2, 2}),
                   Numbers("batch", {0}), Fill("x4", {1, 4, 1, 1})},
       .inputs = {Value("x", kFloat, {1, 1, 3, 3})},
       .outputs = {Value("g", kFloat, {1, 1, 2, 2}), Value("r", kFloat, {1, 1, 2, 2}),
                   Value("d", kFloat, {1, 1, 2, 2}), Value("l", kFloat, {1, 1, 3, 3})}});
}

Message Signal() {
  return Model({.nodes = {Node("HannWindow", {"n"}, {"w"}),
                          Node("STFT", {"x", "step", "w"}, {"s"}, {IntAttribute("onesided", 1)}),
                          Node("DFT", {"x", "n"}, {"d"}, {IntAttribute("axis", 1)})},
                .weights = {Number("n", 4), Number("step", 2)},
                .inputs = {Value("x", kFloat, {1, 8, 1})},
                .outputs = {Value("s", kFloat, {1, 3, 3, 2}), Value("d", kFloat, {1, 4, 2})}});
}

Message Reductions() {
  return Model({.nodes = {Node("ReduceMean", {"x"}, {"m"}, {Ints("axes", {0, -1})}),
                          Node("ReduceLogSumExp", {"x"}, {"l"}, {IntAttribute("keepdims", 0)}),
                          Node("ArgMax", {"x"}, {"a"}, {IntAttribute("select_last_index", 1)}),
                          Node("InstanceNormalization", {"x", "s", "s"}, {"n"}),
                          Node("GroupNormalization", {"n", "s", "s"}, {"g"},
                               {IntAttribute("num_groups", 2)})},
                .weights = {Fill("s", {2})},
                .inputs = {Value("x", kFloat, {-1, 2, 3})},
                .outputs = {Value("m", kFloat, {1, 2, 1}), Value("l", kFloat, {}),
                            Value("a", kInt64, {1, 2, 3}), Value("g", kFloat, {-1, 2, 3})}});
}

}  // namespace

std::vector<SmallModel> ModelsOfOperators() {
  return {{"Network", Network},
          {"Quantized", Quantized},
          {"QuantizedConvolution", QuantizedConvolution},
          {"OfMicrosoft", OfMicrosoft},
          {"Lstm", Lstm},
          {"Gru", Gru},
          {"Resizes", Resizes},
          {"Einsums", Einsums},
          {"Growing", Growing},
          {"Selecting", Selecting},
          {"Scattering", Scattering},
          {"Transformer", Transformer},
          {"Transposed", Transposed},
          {"Sampling", Sampling},
          {"Signal", Signal},
          {"Reductions", Reductions}};
}

}  // namespace weft::onnx::test
