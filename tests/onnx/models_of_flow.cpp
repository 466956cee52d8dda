// SPDX-License-Identifier: MIT
// See small_models.h: graphs inside of nodes, functions, sequences, optional values, and sizes that
// only running can tell.
#include "onnx/small_models.h"

namespace weft::onnx::test {
namespace {

Message Add(std::string_view a, std::string_view b, std::string_view sum) {
  return Node("Add", {a, b}, {sum});
}

// y = (sum of x > 0) ? x + 1 : [7], so that the shape depends on values.
Message Branches() {
  const Message then_branch =
      Graph({.nodes = {Add("x", "one", "a")}, .outputs = {Value("a", kFloat, {-1})}});
  const Message else_branch =
      Graph({.nodes = {Node("Identity", {"seven"}, {"b"})}, .outputs = {Value("b", kFloat, {1})}});
  return Model({.nodes = {Node("ReduceSum", {"x"}, {"s"}, {IntAttribute("keepdims", 0)}),
                          Node("Greater", {"s", "zero"}, {"c"}),
                          Node("If", {"c"}, {"y"},
                               {GraphAttribute("then_branch", then_branch),
                                GraphAttribute("else_branch", else_branch)})},
                .weights = {Weights<float>("one", kFloat, {1}, {1}),
                            Weights<float>("seven", kFloat, {1}, {7}),
                            Weights<float>("zero", kFloat, {}, {0})},
                .inputs = {Value("x", kFloat, {-1})},
                .outputs = {Value("y", kFloat, {-1})}});
}

// Three times: v += x, and each v is kept.
Message LoopBody(std::string_view added) {
  return Graph({.nodes = {Add("v", added, "next"), Node("Identity", {"next"}, {"kept"}),
                          Node("Identity", {"go"}, {"on"})},
                .inputs = {Value("i", kInt64, {}), Value("go", kBool, {}), Value("v", kFloat, {2})},
                .outputs = {Value("on", kBool, {}), Value("next", kFloat, {2}),
                            Value("kept", kFloat, {2})}});
}
Message Loops() {
  return Model({.nodes = {Node("Loop", {"count", "", "x"}, {"y", "all"},
                               {GraphAttribute("body", LoopBody("x"))})},
                .weights = {Weights<int64_t>("count", kInt64, {}, {3})},
                .inputs = {Value("x", kFloat, {2})},
                .outputs = {Value("y", kFloat, {2}), Value("all", kFloat, {3, 2})}});
}

// Ends when the sum is above 4, which only running can tell.
Message LoopsWhile() {
  const Message body =
      Graph({.nodes = {Add("v", "x", "next"), Node("Less", {"next", "four"}, {"on"})},
             .inputs = {Value("i", kInt64, {}), Value("go", kBool, {}), Value("v", kFloat, {})},
             .outputs = {Value("on", kBool, {}), Value("next", kFloat, {})}});
  return Model({.nodes = {Node("Loop", {"", "yes", "x"}, {"y"}, {GraphAttribute("body", body)})},
                .weights = {Weights<uint8_t>("yes", kBool, {}, {1}),
                            Weights<float>("four", kFloat, {}, {4})},
                .inputs = {Value("x", kFloat, {})},
                .outputs = {Value("y", kFloat, {})}});
}

Message Scans() {
  const Message body =
      Graph({.nodes = {Add("s", "slice", "next"), Node("Identity", {"next"}, {"kept"})},
             .inputs = {Value("s", kFloat, {2}), Value("slice", kFloat, {2})},
             .outputs = {Value("next", kFloat, {2}), Value("kept", kFloat, {2})}});
  return Model({.nodes = {Node("Scan", {"first", "x"}, {"last", "all"},
                               {IntAttribute("num_scan_inputs", 1), GraphAttribute("body", body),
                                Ints("scan_input_directions", {1})})},
                .weights = {Weights<float>("first", kFloat, {2}, {0, 0})},
                .inputs = {Value("x", kFloat, {3, 2})},
                .outputs = {Value("last", kFloat, {2}), Value("all", kFloat, {3, 2})}});
}

// An If in a Loop in an If.
Message Nested() {
  const Message small =
      Graph({.nodes = {Node("Neg", {"v"}, {"d"})}, .outputs = {Value("d", kFloat, {2})}});
  const Message large =
      Graph({.nodes = {Add("v", "x", "e")}, .outputs = {Value("e", kFloat, {2})}});
  const Message body = Graph(
      {.nodes = {Node("If", {"c"}, {"next"},
                      {GraphAttribute("then_branch", large), GraphAttribute("else_branch", small)}),
                 Node("Identity", {"go"}, {"on"})},
       .inputs = {Value("i", kInt64, {}), Value("go", kBool, {}), Value("v", kFloat, {2})},
       .outputs = {Value("on", kBool, {}), Value("next", kFloat, {2})}});
  const Message then_branch =
      Graph({.nodes = {Node("Loop", {"count", "", "x"}, {"a"}, {GraphAttribute("body", body)})},
             .weights = {Weights<int64_t>("count", kInt64, {1}, {2})},
             .outputs = {Value("a", kFloat, {2})}});
  const Message else_branch =
      Graph({.nodes = {Node("Identity", {"x"}, {"b"})}, .outputs = {Value("b", kFloat, {2})}});
  return Model({.nodes = {Node("If", {"c"}, {"y"},
                               {GraphAttribute("then_branch", then_branch),
                                GraphAttribute("else_branch", else_branch)})},
                .inputs = {Value("x", kFloat, {2}), Value("c", kBool, {})},
                .outputs = {Value("y", kFloat, {2})}});
}

// Twice(x) = Scaled(Scaled(x)); Scaled(x) = LeakyRelu(x) with an alpha that the call may give.
Message Functions() {
  const Message scaled =
      Message()
          .Text(1, "Scaled")
          .Text(4, "a")
          .Text(5, "b")
          .Part(7, Node("LeakyRelu", {"a"}, {"b"},
                        {Message().Text(1, "alpha").Text(21, "slope").Int(20, 1)}))
          .Part(9, Opset("", 17))
          .Text(10, "mine")
          .Part(11, FloatAttribute("slope", 0.5f));
  const Message twice = Message()
                            .Text(1, "Twice")
                            .Text(4, "a")
                            .Text(5, "c")
                            .Text(6, "slope")
                            .Part(7, Node("Scaled", {"b"}, {"c"}).Text(7, "mine"))
                            .Part(7, Node("Scaled", {"a"}, {"b"},
                                          {Message().Text(1, "slope").Text(21, "slope").Int(20, 1)})
                                         .Text(7, "mine"))
                            .Part(9, Opset("mine", 1))
                            .Text(10, "mine");
  const Message graph = Graph(
      {.nodes = {Node("Twice", {"x"}, {"y"}, {FloatAttribute("slope", 0.25f)}).Text(7, "mine")},
       .inputs = {Value("x", kFloat, {-1})},
       .outputs = {Value("y", kFloat, {-1})}});
  return ModelOf(graph).Part(8, Opset("mine", 1)).Part(25, scaled).Part(25, twice);
}

Message Sequences() {
  return Model({.nodes = {Node("SplitToSequence", {"x", "two"}, {"s"}, {IntAttribute("axis", 0)}),
                          Node("SequenceInsert", {"s", "x"}, {"t"}),
                          Node("SequenceErase", {"t", "zero"}, {"u"}),
                          Node("SequenceAt", {"u", "zero"}, {"a"}),
                          Node("SequenceConstruct", {"a", "x"}, {"v"}),
                          Node("ConcatFromSequence", {"v"}, {"y"}, {IntAttribute("axis", 0)}),
                          Node("SequenceLength", {"u"}, {"n"})},
                .weights = {Weights<int64_t>("two", kInt64, {}, {2}),
                            Weights<int64_t>("zero", kInt64, {}, {0})},
                .inputs = {Value("x", kFloat, {4})},
                .outputs = {Value("y", kFloat, {6}), Value("n", kInt64, {})}});
}

Message SequenceInput() {
  const Message body = Graph({.nodes = {Node("Neg", {"e"}, {"m"})},
                              .inputs = {Value("e", kFloat, {2})},
                              .outputs = {Value("m", kFloat, {2})}});
  return Model(
      {.nodes = {Node("SequenceMap", {"s"}, {"t"}, {GraphAttribute("body", body)}),
                 Node("ConcatFromSequence", {"t"}, {"y"},
                      {IntAttribute("axis", 0), IntAttribute("new_axis", 1)})},
       .inputs = {Value("s", SequenceOf(TensorType(kFloat, {2})))},
       .outputs = {Value("y", kFloat, {-1, 2}), Value("t", SequenceOf(TensorType(kFloat, {2})))}});
}

Message Optionals() {
  return Model(
      {.nodes = {Node("OptionalHasElement", {"o"}, {"there"}),
                 Node("OptionalGetElement", {"o"}, {"y"}),
                 Node("Optional", {}, {"none"}, {TypeAttribute("type", TensorType(kFloat, {2}))}),
                 Node("OptionalHasElement", {"none"}, {"never"})},
       .inputs = {Value("o", OptionalOf(TensorType(kFloat, {2})))},
       .outputs = {Value("y", kFloat, {2}), Value("there", kBool, {}), Value("never", kBool, {})}},
      18);
}

// [n, 6] becomes [2 n, 3] by way of its shape.
Message ShapeArithmetic() {
  return Model({.nodes = {Node("Shape", {"x"}, {"s"}), Node("Gather", {"s", "zero"}, {"n"}),
                          Node("Mul", {"n", "two"}, {"m"}), Node("Unsqueeze", {"m", "axes"}, {"u"}),
                          Node("Concat", {"u", "three"}, {"to"}, {IntAttribute("axis", 0)}),
                          Node("Reshape", {"x", "to"}, {"y"}), Node("Size", {"y"}, {"z"})},
                .weights = {Weights<int64_t>("zero", kInt64, {}, {0}),
                            Weights<int64_t>("two", kInt64, {}, {2}),
                            Weights<int64_t>("three", kInt64, {1}, {3}),
                            Weights<int64_t>("axes", kInt64, {1}, {0})},
                .inputs = {Value("x", kFloat, {-1, 6})},
                .outputs = {Value("y", kFloat, {-1, 3}), Value("z", kInt64, {})}});
}

// The number of rows is data.
Message SizesOfData() {
  return Model({.nodes = {Node("NonZero", {"x"}, {"where"}), Node("Transpose", {"where"}, {"at"}),
                          Node("GatherND", {"x", "at"}, {"found"}),
                          Node("Unique", {"found"}, {"u", "", "", "counts"}),
                          Node("Compress", {"x", "keep"}, {"y"}, {IntAttribute("axis", 0)})},
                .weights = {Weights<uint8_t>("keep", kBool, {3}, {1, 0, 1})},
                .inputs = {Value("x", kFloat, {3, 2})},
                .outputs = {Value("u", kFloat, {-1}), Value("counts", kInt64, {-1}),
                            Value("y", kFloat, {-1, 2})}});
}

Message NonMaxSuppressions() {
  return Model({.nodes = {Node("NonMaxSuppression", {"boxes", "scores", "most", "iou", "score"},
                               {"y"}, {IntAttribute("center_point_box", 0)})},
                .weights = {Weights<int64_t>("most", kInt64, {1}, {2}),
                            Weights<float>("iou", kFloat, {1}, {0.5f}),
                            Weights<float>("score", kFloat, {1}, {0}),
                            Weights<float>("boxes", kFloat, {1, 3, 4},
                                           {0, 0, 1, 1, 0, 0.1f, 1, 1.1f, 0, 10, 1, 11})},
                .inputs = {Value("scores", kFloat, {1, 1, 3})},
                .outputs = {Value("y", kInt64, {-1, 3})}});
}

}  // namespace

std::vector<SmallModel> ModelsOfFlow() {
  return {{"Branches", Branches},       {"Loops", Loops},
          {"LoopsWhile", LoopsWhile},   {"Scans", Scans},
          {"Nested", Nested},           {"Functions", Functions},
          {"Sequences", Sequences},     {"SequenceInput", SequenceInput},
          {"Optionals", Optionals},     {"ShapeArithmetic", ShapeArithmetic},
          {"SizesOfData", SizesOfData}, {"NonMaxSuppressions", NonMaxSuppressions}};
}

}  // namespace weft::onnx::test
