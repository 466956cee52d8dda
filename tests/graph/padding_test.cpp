// SPDX-License-Identifier: MIT
// Paddings that a convolution does itself, and those whose middle is computed in its place.
#include "graph/networks.h"
#include "weft/operators.h"

namespace weft {
namespace {

using test::Compiled;
using test::ExpectSame;
using test::In;
using test::Network;
using test::Of;

const TensorDesc kImage(DataType::Float32, {1, 3, 4, 5});
const TensorDesc kPadded(DataType::Float32, {1, 3, 7, 9});
constexpr size_t kImageSize = 60, kPaddedSize = 189;
const Padding kPadding = {.input = kImage,
                          .output = kPadded,
                          .padding_mode = PaddingMode::Constant,
                          .padding_value = 0,
                          .start_padding = {0, 0, 1, 0},
                          .end_padding = {0, 0, 2, 4}};
const ElementWiseExp kExp = {.input = kImage, .output = kImage};
// Softmax reads whole lines: it neither joins a chain nor takes another layout.
const ActivationSoftmax1 kSoftmax = {.input = kPadded, .output = kPadded, .axes = {3}};

Convolution Convolve(const TensorDesc& input, int64_t channels, std::vector<uint32_t> start,
                     std::vector<uint32_t> end) {
  const Sizes sizes = {input.sizes()[0], channels,
                       input.sizes()[2] - 2 + int64_t(start[0] + end[0]),
                       input.sizes()[3] - 2 + int64_t(start[1] + end[1])};
  return {.input = input,
          .filter = {DataType::Float32, {channels, input.sizes()[1], 3, 3}},
          .output = {DataType::Float32, sizes},
          .mode = ConvolutionMode::CrossCorrelation,
          .strides = {1, 1},
          .dilations = {1, 1},
          .start_padding = std::move(start),
          .end_padding = std::move(end),
          .output_padding = {0, 0},
          .group_count = 1};
}

TEST(GraphPadding, ConvolutionsPadThemselves) {
  const Convolution convolution = Convolve(kPadded, 4, {2, 0}, {0, 1});
  Network net;
  net.Add(kPadding, {In(0)}, "padding");
  net.Add(convolution, {Of(0), In(1)}, "convolution");
  net.Output(1);
  ExpectSame(net, {kImageSize, 108}, {size_t(convolution.output.layout.ElementCount())}, 1);
  EXPECT_NE(Compiled(net.desc).Explain().find("step 0: convolution (CONVOLUTION)\n"
                                              "  reads input 0\n"),
            std::string::npos);
}

// One reader does and one does not.
TEST(GraphPadding, NotEverybodyPads) {
  const Convolution convolution = Convolve(kPadded, 4, {0, 0}, {0, 0});
  Network net;
  net.Add(kPadding, {In(0)});
  net.Add(convolution, {Of(0), In(1)});
  net.Add(kSoftmax, {Of(0)});
  net.Output(1);
  net.Output(2);
  ExpectSame(net, {kImageSize, 108},
             {size_t(convolution.output.layout.ElementCount()), kPaddedSize}, 3);
}

// Another value, channels of zeros, a border that is no constant, a backward convolution and
// somebody's weights: convolutions do none of these.
TEST(GraphPadding, WhatConvolutionsDoNotDo) {
  const Convolution convolution = Convolve(kPadded, 4, {0, 0}, {0, 0});
  const size_t size = size_t(convolution.output.layout.ElementCount());
  Padding ones = kPadding, edges = kPadding, channels = kPadding;
  ones.padding_value = 1;
  edges.padding_mode = PaddingMode::Edge;
  channels.input = TensorDesc(DataType::Float32, {1, 1, 7, 9});
  channels.start_padding = {0, 2, 0, 0};
  channels.end_padding = {0, 0, 0, 0};
  for (const Padding& padding : {ones, edges, channels}) {
    Network net;
    net.Add(padding, {In(0)});
    net.Add(convolution, {Of(0), In(1)});
    net.Output(1);
    ExpectSame(net, {size_t(padding.input.layout.ElementCount()), 108}, {size}, 2);
  }
  Convolution backward = convolution;
  backward.direction = ConvolutionDirection::Backward;
  backward.filter = {DataType::Float32, {3, 4, 3, 3}};
  backward.output = {DataType::Float32, {1, 4, 9, 11}};
  Network net;
  net.Add(kPadding, {In(0)});
  net.Add(backward, {Of(0), In(1)});
  net.Output(1);
  ExpectSame(net, {kImageSize, 108}, {396}, 2);
  Network weights;
  weights.Add(Padding{.input = {DataType::Float32, {4, 3, 2, 2}},
                      .output = {DataType::Float32, {4, 3, 3, 3}},
                      .padding_mode = PaddingMode::Constant,
                      .start_padding = {0, 0, 1, 0},
                      .end_padding = {0, 0, 0, 1}},
              {In(0)});
  // Images of the same sizes as the weights.
  weights.Add(Convolve({DataType::Float32, {4, 3, 3, 3}}, 4, {0, 0}, {0, 0}), {In(1), Of(0)});
  weights.Output(1);
  ExpectSame(weights, {48, 108}, {16}, 2);
}

// The function's result is written where it belongs, and the padding writes what is around it.
TEST(GraphPadding, TheMiddleIsComputedInPlace) {
  Padding padding = kPadding;
  padding.padding_value = 2.5f;
  Network net;
  net.Add(kExp, {In(0)}, "exp");
  net.Add(padding, {Of(0)}, "padding");
  net.Add(kSoftmax, {Of(1)}, "softmax");
  net.Output(2);
  ExpectSame(net, {kImageSize}, {kPaddedSize}, 3);
  const TensorDesc middle(DataType::Float32, Layout({1, 3, 4, 5}, Strides{189, 63, 9, 1}, 9));
  EXPECT_EQ(Compiled(net.desc).Explain(),
            "step 0: exp (ELEMENT_WISE_EXP)\n"
            "  reads input 0\n"
            "  writes temporary [0, 756) as " +
                ToString(middle) +
                "\n  cost 480 bytes moved\n"
                "step 1: padding (PADDING)\n"
                "  writes temporary [0, 756) as " +
                ToString(kPadded) +
                "\n  cost 756 bytes moved\n"
                "step 2: softmax (ACTIVATION_SOFTMAX1)\n"
                "  reads temporary [0, 756)\n"
                "  writes output 0 as " +
                ToString(kPadded) +
                "\n  by softmax/three_passes\n"
                "  cost 1512 bytes moved\n"
                "temporary memory: 832 bytes, of which tensors need 756 at one time\n"
                "persistent memory: 0 bytes\n");
}

// Others read the middle there; what leaves the graph is padded in the output itself.
TEST(GraphPadding, OthersReadTheMiddle) {
  const ActivationSoftmax1 other = {.input = kImage, .output = kImage, .axes = {3}};
  Network net;
  net.Add(kExp, {In(0)});
  net.Add(other, {Of(0)});
  net.Add(kPadding, {Of(0)});
  net.Output(1);
  net.Output(2);
  ExpectSame(net, {kImageSize}, {kImageSize, kPaddedSize}, 3);
  EXPECT_EQ(Compiled(net.desc).temporary_bytes(), 0u);
}

// Twice, once as a graph's output, once in another shape: the first of two paddings has it, and
// the others copy.
TEST(GraphPadding, WhatCannotMove) {
  Network twice;
  twice.Add(kExp, {In(0)});
  twice.Add(kPadding, {Of(0)});
  twice.Add(kPadding, {Of(0)});
  twice.Output(1);
  twice.Output(2);
  ExpectSame(twice, {kImageSize}, {kPaddedSize, kPaddedSize}, 3);
  Network output;
  output.Add(kExp, {In(0)});
  output.Add(kPadding, {Of(0)});
  output.Output(0);
  output.Output(1);
  ExpectSame(output, {kImageSize}, {kImageSize, kPaddedSize}, 2);
  const TensorDesc rows(DataType::Float32, {60});
  Network shape;
  shape.Add(kExp, {In(0)});
  shape.Add(kPadding, {Of(0)});
  shape.Add(CumulativeSummation{.input = rows, .output = rows, .axis = 0}, {Of(0)});
  shape.Output(1);
  shape.Output(2);
  ExpectSame(shape, {kImageSize}, {kPaddedSize, kImageSize}, 3);
}

// In a joined tensor, and around a convolution that has channels last.
TEST(GraphPadding, TogetherWithOtherRewrites) {
  const TensorDesc joined(DataType::Float32, {1, 6, 7, 9});
  Network join;
  join.Add(kExp, {In(0)});
  join.Add(kPadding, {Of(0)});
  join.Add(ElementWiseAbs{.input = kPadded, .output = kPadded}, {In(1)});
  join.Add(Join{.inputs = {kPadded, kPadded}, .output = joined, .axis = 1}, {Of(2), Of(1)});
  join.Output(3);
  ExpectSame(join, {kImageSize, kPaddedSize}, {2 * kPaddedSize}, 3);

  for (const int64_t window : {1, 3}) {
    SCOPED_TRACE(window);
    Convolution first = Convolve(kImage, 3, {1, 1}, {1, 1});
    if (window == 1) {
      first.start_padding = first.end_padding = {0, 0};
      first.filter = {DataType::Float32, {3, 3, 1, 1}};
    }
    Padding padding = kPadding;
    padding.padding_value = -1;
    const Convolution second = Convolve(kPadded, 8, {1, 1}, {1, 1});
    Network net;
    net.Add(first, {In(0), In(1)});
    net.Add(ActivationTanh{.input = kImage, .output = kImage}, {Of(0)});
    net.Add(padding, {Of(1)});
    net.Add(second, {Of(2), In(2)});
    net.Output(3);
    ExpectSame(net, {kImageSize, size_t(9 * window * window), 216},
               {size_t(second.output.layout.ElementCount())}, 3);
  }
}

// A convolution writes its result inside of the padded image.
TEST(GraphPadding, ConvolutionsWriteWhereTheyArePadded) {
  const TensorDesc image(DataType::Float32, {1, 16, 8, 8}, {1024, 1, 128, 16});
  const TensorDesc padded(DataType::Float32, {1, 16, 8, 10}, {1280, 1, 160, 16});
  Network net;
  net.Add(Convolution{.input = image,
                      .filter = {DataType::Float32, {16, 16, 1, 1}},
                      .output = image,
                      .mode = ConvolutionMode::CrossCorrelation,
                      .strides = {1, 1},
                      .dilations = {1, 1},
                      .start_padding = {0, 0},
                      .end_padding = {0, 0},
                      .output_padding = {0, 0},
                      .group_count = 1},
          {In(0), In(1)});
  net.Add(Padding{.input = image,
                  .output = padded,
                  .padding_mode = PaddingMode::Constant,
                  .padding_value = 1,
                  .start_padding = {0, 0, 0, 2},
                  .end_padding = {0, 0, 0, 0}},
          {Of(0)});
  net.Output(1);
  ExpectSame(net, {1024, 256}, {1280}, 2);
  const CompiledGraph graph = Compiled(net.desc);
  // What threads have for themselves is no tensor.
  EXPECT_EQ(graph.least_temporary_bytes(), 0u) << graph.Explain();
}

}  // namespace
}  // namespace weft
