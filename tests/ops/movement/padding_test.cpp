// SPDX-License-Identifier: MIT
// PADDING, PADDING1: the documentation's examples, every refusal, random borders of any width in
// every mode against the oracle.

#include "oracle/padding.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::Row;
constexpr DataType kF32 = DataType::Float32;
constexpr std::array kModes = {PaddingMode::Constant, PaddingMode::Edge, PaddingMode::Reflection,
                               PaddingMode::Symmetric, PaddingMode::Wrap};

// The pages of PADDING and PADDING1 have the same four.
TEST(Padding, DocumentationExamples) {
  struct Example {
    PaddingMode mode;
    std::vector<long double> want;
  };
  const std::vector<Example> examples = {
      {PaddingMode::Constant,
       {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 2, 3, 4, 9, 9, 9, 9, 9, 9, 5, 6, 7, 8, 9,
        9, 9, 9, 9, 9, 1, 2, 3, 4, 9, 9, 9, 9, 9, 9, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9, 9, 9,
        9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}},
      {PaddingMode::Edge,
       {1, 1, 1, 2, 3, 4, 4, 4, 4, 4, 1, 1, 1, 2, 3, 4, 4, 4, 4, 4, 5, 5, 5, 6, 7, 8, 8,
        8, 8, 8, 1, 1, 1, 2, 3, 4, 4, 4, 4, 4, 5, 5, 5, 6, 7, 8, 8, 8, 8, 8, 5, 5, 5, 6,
        7, 8, 8, 8, 8, 8, 5, 5, 5, 6, 7, 8, 8, 8, 8, 8, 5, 5, 5, 6, 7, 8, 8, 8, 8, 8}},
      {PaddingMode::Reflection,
       {7, 6, 5, 6, 7, 8, 7, 6, 5, 6, 3, 2, 1, 2, 3, 4, 3, 2, 1, 2, 7, 6, 5, 6, 7, 8, 7,
        6, 5, 6, 3, 2, 1, 2, 3, 4, 3, 2, 1, 2, 7, 6, 5, 6, 7, 8, 7, 6, 5, 6, 3, 2, 1, 2,
        3, 4, 3, 2, 1, 2, 7, 6, 5, 6, 7, 8, 7, 6, 5, 6, 3, 2, 1, 2, 3, 4, 3, 2, 1, 2}},
      {PaddingMode::Symmetric,
       {2, 1, 1, 2, 3, 4, 4, 3, 2, 1, 2, 1, 1, 2, 3, 4, 4, 3, 2, 1, 6, 5, 5, 6, 7, 8, 8,
        7, 6, 5, 2, 1, 1, 2, 3, 4, 4, 3, 2, 1, 6, 5, 5, 6, 7, 8, 8, 7, 6, 5, 6, 5, 5, 6,
        7, 8, 8, 7, 6, 5, 2, 1, 1, 2, 3, 4, 4, 3, 2, 1, 6, 5, 5, 6, 7, 8, 8, 7, 6, 5}},
  };
  const std::vector<long double> input = {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8};
  const TensorDesc in(kF32, {1, 1, 4, 4}), out(kF32, {1, 1, 8, 10});
  for (const auto& [mode, want] : examples) {
    const float value = mode == PaddingMode::Constant ? 9 : 0;
    test::RunRow(
        Row{"PADDING", Padding{in, out, mode, value, {0, 0, 1, 2}, {0, 0, 3, 4}}, input, want});
    test::RunRow(Row{"PADDING1", Padding1{in, out, mode, kF32, value, {0, 0, 1, 2}, {0, 0, 3, 4}},
                     input, want});
  }
}

Operator PadLine(PaddingMode mode, DataType type, uint32_t start, int64_t size, uint32_t end,
                 float value = 0) {
  return Padding{.input = {type, {size}},
                 .output = {type, {start + size + end}},
                 .padding_mode = mode,
                 .padding_value = value,
                 .start_padding = {start},
                 .end_padding = {end}};
}

TEST(Padding, Lines) {
  const std::vector<Row> rows = {
      {"wrap", PadLine(PaddingMode::Wrap, kF32, 2, 3, 4), {1, 2, 3}, {2, 3, 1, 2, 3, 1, 2, 3, 1}},
      {"reflection goes on",
       PadLine(PaddingMode::Reflection, kF32, 5, 3, 3),
       {1, 2, 3},
       {2, 1, 2, 3, 2, 1, 2, 3, 2, 1, 2}},
      {"symmetric goes on",
       PadLine(PaddingMode::Symmetric, kF32, 5, 2, 3),
       {1, 2},
       {1, 1, 2, 2, 1, 1, 2, 2, 1, 1}},
      {"wrap goes on", PadLine(PaddingMode::Wrap, kF32, 5, 2, 1), {1, 2}, {2, 1, 2, 1, 2, 1, 2, 1}},
      {"nothing to reflect", PadLine(PaddingMode::Reflection, kF32, 2, 1, 1), {7}, {7, 7, 7, 7}},
      {"no padding at all",
       PadLine(PaddingMode::Edge, DataType::Float64, 0, 3, 0),
       {1, 2, 3},
       {1, 2, 3}},
      {"only at the end",
       PadLine(PaddingMode::Edge, DataType::UInt8, 0, 2, 2),
       {1, 2},
       {1, 2, 2, 2}},
      {"PADDING's value loses its fraction",
       PadLine(PaddingMode::Constant, DataType::Int32, 1, 1, 1, -2.75f),
       {5},
       {-2, 5, -2}},
      {"and saturates",
       PadLine(PaddingMode::Constant, DataType::UInt8, 1, 1, 0, 1e30f),
       {5},
       {255, 5}},
      {"and is not a number",
       PadLine(PaddingMode::Constant, DataType::Int16, 1, 1, 0, NAN),
       {5},
       {0, 5}},
      {"and rounds to half precision",
       PadLine(PaddingMode::Constant, DataType::Float16, 1, 1, 0, 0.1f),
       {5},
       {0.0999755859375L, 5}},
      {"PADDING1's value is exact",
       Padding1{.input = {DataType::Int64, {1}},
                .output = {DataType::Int64, {2}},
                .padding_mode = PaddingMode::Constant,
                .padding_value_data_type = DataType::Int64,
                .padding_value = 9007199254740993,
                .start_padding = {0},
                .end_padding = {1}},
       {5},
       {5, 9007199254740993.0L}},
      {"a constant needs no input, where empty is allowed",
       Padding{.input = {kF32, {2, 0}},
               .output = {kF32, {3, 2}},
               .padding_mode = PaddingMode::Constant,
               .padding_value = 4,
               .start_padding = {0, 1},
               .end_padding = {1, 1}},
       {},
       {4, 4, 4, 4, 4, 4},
       {.allow_empty = true}},
      {"a scalar, where that is allowed",
       Padding{
           .input = {kF32, Sizes()}, .output = {kF32, Sizes()}, .padding_mode = PaddingMode::Edge},
       {4},
       {4},
       {.allow_empty = true}},
  };
  for (const Row& row : rows) test::RunRow(row);
}

// Bits, not a number: a NaN with a payload stays what it is.
TEST(Padding1, KeepsTheValuesBits) {
  float output[2];
  const float input[1] = {1};
  ASSERT_TRUE(weft::Run(Padding1{.input = {kF32, {1}},
                                 .output = {kF32, {2}},
                                 .padding_mode = PaddingMode::Constant,
                                 .padding_value_data_type = kF32,
                                 .padding_value = Scalar::FromBits(0x7F812345),
                                 .start_padding = {1},
                                 .end_padding = {0}},
                        {input}, {output})
                  .has_value());
  EXPECT_EQ(std::bit_cast<uint32_t>(output[0]), 0x7F812345u);
  EXPECT_EQ(output[1], 1);
}

TEST(Padding, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    Padding op{.input = {kF32, {2, 3}},
               .output = {kF32, {3, 7}},
               .padding_mode = PaddingMode::Edge,
               .start_padding = {1, 2},
               .end_padding = {0, 2}};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](Padding&) {})), "");
  test::ExpectErrors({
      {bad([](Padding& op) { op.end_padding[1] = 1; }),
       "PADDING: OutputTensor.Sizes[1] is 7, but StartPadding[1] + InputTensor.Sizes[1] + "
       "EndPadding[1] is 2 + 3 + 1 = 6"},
      {bad([](Padding& op) { op.start_padding[1] = op.end_padding[1] = 0xFFFFFFFF; }),
       "PADDING: OutputTensor.Sizes[1] is 7, but StartPadding[1] + InputTensor.Sizes[1] + "
       "EndPadding[1] is 4294967295 + 3 + 4294967295 = 8589934593"},
      {bad([](Padding& op) { op.start_padding = op.end_padding = {0}; }),
       "PADDING: StartPadding has 1 values, but InputTensor has 2 dimensions"},
      {bad([](Padding& op) { op.start_padding = op.end_padding = {}; }),
       "PADDING: StartPadding has 0 values, but InputTensor has 2 dimensions"},
      {bad([](Padding& op) { op.end_padding.push_back(0); }),
       "PADDING: EndPadding has 3 values, but StartPadding has 2"},
      {bad([](Padding& op) { op.padding_mode = PaddingMode(5); }),
       "PADDING: PaddingMode is 5, but CONSTANT, EDGE, REFLECTION, SYMMETRIC or WRAP is required"},
      {bad([](Padding& op) { op.output.type = DataType::Int32; }),
       "PADDING: OutputTensor.DataType is INT32, but InputTensor.DataType is FLOAT32"},
      {bad([](Padding& op) {
         op.output = {kF32, {1, 3, 7}};
       }),
       "PADDING: OutputTensor.DimensionCount is 3, but InputTensor.DimensionCount is 2"},
      {bad([](Padding& op) {
         op.input = {kF32, {2, 0}};
         op.end_padding[1] = 5;
       }),
       "PADDING: InputTensor.Sizes[1] is 0, but only PaddingMode CONSTANT can do without elements",
       {.allow_empty = true}},
      {Padding1{.input = {kF32, {2}},
                .output = {kF32, {2}},
                .padding_mode = PaddingMode::Edge,
                .padding_value_data_type = DataType::Float16,
                .start_padding = {0},
                .end_padding = {0}},
       "PADDING1: PaddingValueDataType is FLOAT16, but OutputTensor.DataType is FLOAT32"},
      {Padding1{.input = {kF32, {2}},
                .output = {kF32, {2}},
                .padding_mode = PaddingMode::Edge,
                .padding_value_data_type = kF32,
                .start_padding = {1},
                .end_padding = {0}},
       "PADDING1: OutputTensor.Sizes[0] is 2, but StartPadding[0] + InputTensor.Sizes[0] + "
       "EndPadding[0] is 1 + 2 + 0 = 3"},
  });
}

TEST(Padding, FeatureLevels) {
  const auto error = [](PaddingMode mode, FeatureLevel level, DataType type = kF32, int rank = 4) {
    const TensorDesc one(type, Sizes::Filled(rank, 1));
    const std::vector<uint32_t> none(size_t(rank), 0);
    return test::ErrorOf(Padding{.input = one,
                                 .output = one,
                                 .padding_mode = mode,
                                 .start_padding = none,
                                 .end_padding = none},
                         {.feature_level = level});
  };
  EXPECT_EQ(error(PaddingMode::Reflection, FeatureLevel::Level1_0), "");
  EXPECT_EQ(
      error(PaddingMode::Symmetric, FeatureLevel::Level2_1),
      "PADDING: PaddingMode is SYMMETRIC, which needs feature level 3_0, but the device has 2_1");
  EXPECT_EQ(error(PaddingMode::Symmetric, FeatureLevel::Level3_0), "");
  EXPECT_EQ(error(PaddingMode::Wrap, FeatureLevel::Level6_3),
            "PADDING: PaddingMode is WRAP, which needs feature level 6_4, but the device has 6_3");
  EXPECT_EQ(error(PaddingMode::Wrap, FeatureLevel::Level6_4), "");
  EXPECT_EQ(error(PaddingMode::Edge, FeatureLevel::Level1_0, DataType::Int32),
            "PADDING: InputTensor.DataType is INT32, but FLOAT32 or FLOAT16 is required at feature "
            "level 1_0");
  EXPECT_EQ(error(PaddingMode::Edge, FeatureLevel::Level4_1, DataType::Float64),
            "PADDING: InputTensor.DataType is FLOAT64, but FLOAT32, FLOAT16, UINT32, UINT16, "
            "UINT8, INT32, INT16 or INT8 is required at feature level 4_1");
  EXPECT_EQ(error(PaddingMode::Edge, FeatureLevel::Level5_0, DataType::Float64, 8), "");
  EXPECT_EQ(
      error(PaddingMode::Edge, FeatureLevel::Level2_1, kF32, 3),
      "PADDING: InputTensor.DimensionCount is 3, but 4 or 5 is required at feature level 2_1");
}

void PadAndCompare(Rng& rng, PaddingMode mode, DataType type, const TensorDesc& input,
                   const TensorDesc& output, const std::vector<uint32_t>& start) {
  const uint64_t value = test::RandomElement(rng, type);
  Padding1 op{.input = input,
              .output = output,
              .padding_mode = mode,
              .padding_value_data_type = type,
              .padding_value = Scalar::FromBits(value),
              .start_padding = start};
  for (int dim = 0; dim < input.rank(); ++dim)
    op.end_padding.push_back(
        uint32_t(output.sizes()[dim] - input.sizes()[dim] - start[size_t(dim)]));
  EXPECT_EQ(
      test::AgainstOracle(rng, op,
                          [&](const std::vector<Dense>& inputs) -> std::vector<Dense> {
                            return {oracle::Padding(inputs[0], output.sizes(), start, mode, value)};
                          }),
      "");
}

TEST(Padding, RandomBorders) {
  for (uint64_t seed = 1; seed <= 4000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const Sizes sizes = test::RandomSizes(rng);
    const DataType type = test::RandomType(rng);
    Sizes padded;
    std::vector<uint32_t> start;
    int64_t count = 1;
    for (int64_t size : sizes) count *= size;
    for (int64_t size : sizes) {
      // Up to a few times the size, while the result stays small.
      const int64_t most = rng.Chance(40) ? 0 : rng.Chance(70) ? 3 : rng.Between(0, 3 * size + 9);
      int64_t before = rng.Between(0, most), after = rng.Between(0, most);
      if (count / size * (before + size + after) > 40'000) before = after = 0;
      count = count / size * (before + size + after);
      start.push_back(uint32_t(before));
      padded.push_back(before + size + after);
    }
    PadAndCompare(rng, kModes[seed % kModes.size()], type,
                  test::RandomTensor(rng, type, sizes, TensorUse::Input),
                  test::RandomTensor(rng, type, padded, TensorUse::Output), start);
  }
}

// Large enough to run part by part and on several threads.
TEST(Padding, Large) {
  struct Shape {
    Sizes input, output;
    std::vector<uint32_t> start;
  };
  const std::vector<Shape> shapes = {{{3, 5, 131, 67}, {3, 5, 134, 69}, {0, 0, 1, 1}},
                                     {{50'000, 9}, {50'003, 14}, {2, 2}},
                                     {{2, 3, 251, 253}, {4, 3, 255, 258}, {1, 0, 2, 3}},
                                     {{700, 701}, {700, 709}, {0, 4}},
                                     {{700, 300}, {2100, 300}, {700, 0}},
                                     {{3}, {400'000}, {150'001}}};
  uint64_t seed = 1;
  for (const auto& [input, output, start] : shapes)
    for (PaddingMode mode : kModes)
      for (const bool packed : {true, false}) {
        Rng rng(seed++);
        const DataType type = packed ? kF32 : test::RandomType(rng);
        PadAndCompare(rng, mode, type,
                      packed ? TensorDesc(type, input)
                             : test::RandomTensor(rng, type, input, TensorUse::Input),
                      packed ? TensorDesc(type, output)
                             : test::RandomTensor(rng, type, output, TensorUse::Output),
                      start);
      }
}

std::vector<Operator> PaddingSamples(int64_t rows, int64_t columns, auto make) {
  std::vector<Operator> samples;
  for (size_t i = 0; i < kModes.size(); ++i) {
    const DataType data = test::kSampleTypes[i % test::kSampleTypes.size()];
    samples.push_back(make(TensorDesc(data, {1, 3, rows, columns}),
                           TensorDesc(data, {1, 3, rows + 3, columns + 5}), kModes[i],
                           std::vector<uint32_t>{0, 0, 1, 3}, std::vector<uint32_t>{0, 0, 2, 2}));
  }
  return samples;
}

const test::Samples padding_samples(OperatorType::Padding, [](int64_t rows, int64_t columns) {
  return PaddingSamples(rows, columns,
                        [](const auto& in, const auto& out, PaddingMode mode, const auto& start,
                           const auto& end) { return Padding{in, out, mode, 2.5f, start, end}; });
});

const test::Samples padding1_samples(OperatorType::Padding1, [](int64_t rows, int64_t columns) {
  return PaddingSamples(
      rows, columns,
      [](const auto& in, const auto& out, PaddingMode mode, const auto& start, const auto& end) {
        return Padding1{in, out, mode, out.type, 2.5f, start, end};
      });
});

}  // namespace
}  // namespace weft
