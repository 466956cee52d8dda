// SPDX-License-Identifier: MIT
// How many products operators have, counted by hand: terms of a sum times sums.
#include "device/cost.h"

#include <gtest/gtest.h>

#include <string>

#include "weft/device.h"
#include "weft/graph.h"
#include "weft/operators.h"

namespace weft {
namespace {

const DataType kFloat = DataType::Float32, kByte = DataType::UInt8;

TEST(Cost, MatricesOfIntegers) {
  const TensorDesc a(kByte, {1, 2, 5, 7}), b(kByte, {1, 2, 7, 3}), one(kFloat, {1, 1, 1, 1});
  const uint64_t products = 2 * 5 * 3 * 7;
  EXPECT_EQ(
      Products(MatrixMultiplyInteger{.a = a, .b = b, .output = {DataType::Int32, {1, 2, 5, 3}}}),
      products);
  EXPECT_EQ(Products(MatrixMultiplyIntegerToFloat{
                .a = a, .a_scale = one, .b = b, .b_scale = one, .output = {kFloat, {1, 2, 5, 3}}}),
            products);
  EXPECT_EQ(Products(QuantizedLinearMatrixMultiply{.a = a,
                                                   .a_scale = one,
                                                   .b = b,
                                                   .b_scale = one,
                                                   .output_scale = one,
                                                   .output = {kByte, {1, 2, 5, 3}}}),
            products);
}

TEST(Cost, ConvolutionsOfIntegers) {
  // 4 output channels of 6 x 6, each a sum over 3 channels of its group and 2 x 2 taps.
  const TensorDesc image(kByte, {1, 6, 7, 7}), filter(kByte, {4, 3, 2, 2}),
      one(kFloat, {1, 1, 1, 1});
  const uint64_t products = 4 * 6 * 6 * 3 * 2 * 2;
  EXPECT_EQ(Products(ConvolutionInteger{.input = image,
                                        .filter = filter,
                                        .output = {DataType::Int32, {1, 4, 6, 6}},
                                        .strides = {1, 1},
                                        .dilations = {1, 1},
                                        .start_padding = {0, 0},
                                        .end_padding = {0, 0},
                                        .group_count = 2}),
            products);
  EXPECT_EQ(Products(QuantizedLinearConvolution{.input = image,
                                                .input_scale = one,
                                                .filter = filter,
                                                .filter_scale = one,
                                                .output_scale = one,
                                                .output = {kByte, {1, 4, 6, 6}},
                                                .strides = {1, 1},
                                                .dilations = {1, 1},
                                                .start_padding = {0, 0},
                                                .end_padding = {0, 0},
                                                .group_count = 2}),
            products);
}

// 6 steps of 2 sequences, each with 5 inputs and 3 numbers of state, for every gate.
TEST(Cost, Recurrences) {
  const TensorDesc input(kFloat, {1, 6, 2, 5});
  const auto weights = [](int64_t gates, int64_t columns) {
    return TensorDesc(kFloat, {1, 1, gates * 3, columns});
  };
  EXPECT_EQ(Products(Rnn{.input = input, .weight = weights(1, 5), .recurrence = weights(1, 3)}),
            6u * 2 * 1 * 3 * (5 + 3));
  EXPECT_EQ(Products(Gru{.input = input, .weight = weights(3, 5), .recurrence = weights(3, 3)}),
            6u * 2 * 3 * 3 * (5 + 3));
  EXPECT_EQ(Products(Lstm{.input = input, .weight = weights(4, 5), .recurrence = weights(4, 3)}),
            6u * 2 * 4 * 3 * (5 + 3));
}

// 2 heads, 4 queries, 6 keys: scores over 5 numbers of a head, then sums of values of 5 numbers.
TEST(Cost, Attention) {
  const MultiheadAttention attention = {.query = TensorDesc(kFloat, {1, 1, 4, 10}),
                                        .key = TensorDesc(kFloat, {1, 1, 6, 10}),
                                        .value = TensorDesc(kFloat, {1, 1, 6, 10}),
                                        .output = {kFloat, {1, 1, 4, 10}},
                                        .scale = 1,
                                        .head_count = 2};
  EXPECT_EQ(Products(attention), 2u * 4 * 6 * (5 + 5));
}

TEST(Cost, WhatOnlyMoves) {
  EXPECT_EQ(Products(ElementWiseAbs{.input = {kFloat, {9}}, .output = {kFloat, {9}}}), 0u);
}

// One region of 1 x 1 pixels in 8 channels, each the mean of so many samples.
RoiAlign1 Aligned(uint32_t samples) {
  return {.input = {kFloat, {1, 8, 4, 4}},
          .roi = {kFloat, {1, 4}},
          .batch_indices = {DataType::UInt32, {1}},
          .output = {kFloat, {1, 8, 1, 1}},
          .reduction_function = ReduceFunction::Average,
          .interpolation_mode = InterpolationMode::Linear,
          .spatial_scale_x = 1,
          .spatial_scale_y = 1,
          .minimum_samples_per_output = samples,
          .maximum_samples_per_output = samples};
}

TEST(Cost, Steps) {
  // Inputs once, outputs once for each sample or element of a window, and products.
  EXPECT_EQ(Steps(Aligned(10)), 8 * 16 + 4 + 1 + 8 * 10 * 10);
  const TensorDesc image(kFloat, {1, 2, 8, 8}), pooled(kFloat, {1, 2, 7, 6});
  EXPECT_EQ(Steps(AveragePooling{.input = image,
                                 .output = pooled,
                                 .strides = {1, 1},
                                 .window_size = {2, 3},
                                 .start_padding = {0, 0},
                                 .end_padding = {0, 0}}),
            2 * 64 + 2 * 42 * 6);
  const TensorDesc a(kFloat, {1, 1, 5, 7}), b(kFloat, {1, 1, 7, 3}), c(kFloat, {1, 1, 5, 3});
  EXPECT_EQ(Steps(Gemm{.a = a, .b = b, .output = c, .alpha = 1}), 35 + 21 + 15 + 5 * 3 * 7);
}

TEST(Cost, MostWork) {
  const std::string message =
      "ROI_ALIGN1: it takes 3.436e+10 steps, elements that are visited and products, but at most "
      "1e+09 are allowed (WEFT_MAX_WORK)";
  const CompileOptions options = {.most_work = 1'000'000'000};
  EXPECT_TRUE(Validate(Aligned(65536), options));
  EXPECT_TRUE(Compile(Aligned(65536)));
  const auto refused = Compile(Aligned(65536), options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, message);
  EXPECT_EQ(refused.error().code, ErrorCode::NotSupported);
  EXPECT_TRUE(Compile(Aligned(1000), options));
  // In a graph, too.
  GraphDesc graph;
  graph.nodes = {{Operator(Aligned(65536)), "roi"}};
  graph.input_count = 3;
  graph.output_count = 1;
  graph.input_edges = {{0, 0, 0}, {1, 0, 1}, {2, 0, 2}};
  graph.output_edges = {{0, 0, 0}};
  EXPECT_TRUE(CompileGraph(graph));
  const auto refused_graph = CompileGraph(graph, {.operators = options});
  ASSERT_FALSE(refused_graph);
  EXPECT_EQ(refused_graph.error().message, "graph: node 0 'roi': " + message);
}

// Nobody waits for 2^31 sums of 2^31 products.
TEST(Cost, UsualMostWork) {
  const int64_t size = int64_t(1) << 31;
  const auto refused = Compile(Convolution{.input = {kFloat, {1, 1, 1, 2 * size - 1}},
                                           .filter = {kFloat, {1, 1, 1, size}},
                                           .output = {kFloat, {1, 1, 1, size}},
                                           .mode = ConvolutionMode::CrossCorrelation,
                                           .strides = {1, 1},
                                           .dilations = {1, 1},
                                           .start_padding = {0, 0},
                                           .end_padding = {0, 0},
                                           .output_padding = {0, 0},
                                           .group_count = 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "CONVOLUTION: it takes 4.612e+18 steps, elements that are visited and products, but at "
            "most 1.126e+15 are allowed (WEFT_MAX_WORK)");
}

}  // namespace
}  // namespace weft
