// SPDX-License-Identifier: MIT
// How many products operators have, counted by hand: terms of a sum times sums.
#include "graph/cost.h"

#include <gtest/gtest.h>

#include "weft/operators.h"

namespace weft::graph {
namespace {

const DataType kFloat = DataType::Float32, kByte = DataType::UInt8;

TEST(GraphCost, MatricesOfIntegers) {
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

TEST(GraphCost, ConvolutionsOfIntegers) {
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
TEST(GraphCost, Recurrences) {
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
TEST(GraphCost, Attention) {
  const MultiheadAttention attention = {.query = TensorDesc(kFloat, {1, 1, 4, 10}),
                                        .key = TensorDesc(kFloat, {1, 1, 6, 10}),
                                        .value = TensorDesc(kFloat, {1, 1, 6, 10}),
                                        .output = {kFloat, {1, 1, 4, 10}},
                                        .scale = 1,
                                        .head_count = 2};
  EXPECT_EQ(Products(attention), 2u * 4 * 6 * (5 + 5));
}

TEST(GraphCost, WhatOnlyMoves) {
  EXPECT_EQ(Products(ElementWiseAbs{.input = {kFloat, {9}}, .output = {kFloat, {9}}}), 0u);
}

}  // namespace
}  // namespace weft::graph
