// SPDX-License-Identifier: MIT
// Windows that do not fit: too large, with padding that wraps in 32 bits, with outputs of another
// size than the formula's, with channels that do not go together. Every operator that slides a
// window has the same sizes here, so that its messages differ in names only.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "ops/harness.h"

namespace weft {
namespace {

constexpr DataType kF32 = DataType::Float32;
constexpr DataType kU8 = DataType::UInt8;
constexpr uint32_t kMost = 0xFFFFFFFF;

const Sizes kImage = {1, 2, 8, 8}, kPooled = {1, 2, 4, 4};

struct Pool {
  std::function<Operator()> make;
  std::string name;
  const char *image, *pooled;  // the tensors' fields
  bool dilated;
};

// A window of 3, a stride of 2 and a padding of 1: outputs of (8 + 1 + 1 - 3) / 2 + 1 = 4.
template <class Op>
Pool Make(Op op, const char* image, const char* pooled) {
  op.strides = {2, 2};
  op.window_size = {3, 3};
  op.start_padding = op.end_padding = {1, 1};
  constexpr bool kDilated = requires { op.dilations; };
  if constexpr (kDilated) op.dilations = {1, 1};
  if constexpr (requires { op.p; }) op.p = 2;
  return {[op] { return Operator(op); }, std::string(Info(Op::kType).name), image, pooled,
          kDilated};
}
template <class Op>
Pool Forward(DataType type = kF32) {
  Op op{.input = {type, kImage}, .output = {type, kPooled}};
  if constexpr (requires { op.output_indices; })
    op.output_indices = TensorDesc(DataType::UInt32, kPooled);
  if constexpr (requires { op.input_scale; }) op.input_scale = op.output_scale = {kF32, {1}};
  return Make(op, "InputTensor", "OutputTensor");
}

std::vector<Pool> Pools() {
  return {
      Forward<AveragePooling>(),
      Forward<AveragePooling1>(),
      Forward<LpPooling>(),
      Forward<LpPooling1>(),
      Forward<MaxPooling>(),
      Forward<MaxPooling1>(),
      Forward<MaxPooling2>(),
      Forward<QuantizedLinearAveragePooling>(kU8),
      Make(AveragePoolingGrad{.input_gradient = {kF32, kPooled}, .output_gradient = {kF32, kImage}},
           "OutputGradientTensor", "InputGradientTensor"),
      Make(MaxPoolingGrad{.input = {kF32, kImage},
                          .input_gradient = {kF32, kPooled},
                          .output_gradient = {kF32, kImage}},
           "InputTensor", "InputGradientTensor")};
}

template <class T>
T& Member(Operator& op, std::string_view name) {
  for (const Field& field : Info(op.type()).fields)
    if (field.name == name) return MemberOf<T>(op.mutable_data(), field);
  throw std::invalid_argument(std::string(name));
}
using Counts = std::vector<uint32_t>;

TEST(BadWindows, PoolingTooLarge) {
  for (const Pool& pool : Pools()) {
    EXPECT_EQ(test::ErrorOf(pool.make()), "") << pool.name;
    const std::string image =
        std::string(pool.image) + ".Sizes[2] + StartPadding[0] + EndPadding[0]";
    for (const auto& [window, reach] :
         {std::pair<uint32_t, std::string>{11, "11"}, {65536, "65536"}, {kMost, "4294967295"}}) {
      Operator op = pool.make();
      Member<Counts>(op, "WindowSize") = {window, window};
      EXPECT_EQ(test::ErrorOf(op),
                pool.name + ": " +
                    (pool.dilated ? "Dilations[0] * (WindowSize[0] - 1) + 1 is 1 * (" + reach +
                                        " - 1) + 1 = " + reach
                                  : "WindowSize[0] is " + reach) +
                    ", but " + image + " is 8 + 1 + 1 = 10");
    }
    if (!pool.dilated) continue;
    Operator op = pool.make();
    Member<Counts>(op, "Dilations") = {1, 0x80000000};
    EXPECT_EQ(test::ErrorOf(op),
              pool.name +
                  ": Dilations[1] * (WindowSize[1] - 1) + 1 is 2147483648 * (3 - 1) + 1 = "
                  "4294967297, but " +
                  pool.image + ".Sizes[3] + StartPadding[1] + EndPadding[1] is 8 + 1 + 1 = 10");
  }
}

TEST(BadWindows, PoolingToAnotherSize) {
  for (const Pool& pool : Pools()) {
    const auto is = [&](int dim, int size, const std::string& padded) {
      const std::string d = std::to_string(dim), i = std::to_string(dim - 2);
      return pool.name + ": " + pool.pooled + ".Sizes[" + d + "] is " + std::to_string(size) +
             ", but (" + pool.image + ".Sizes[" + d + "] + StartPadding[" + i + "] + EndPadding[" +
             i + "] - 3) / Strides[" + i + "] + 1 is (8 + " + padded + " - 3) / 2 + 1 = ";
    };
    for (const auto& [sizes, message] :
         {std::pair<Sizes, std::string>{{1, 2, 6, 4}, is(2, 6, "1 + 1") + "4, or 5 rounded up"},
          {{1, 2, 4, 3}, is(3, 3, "1 + 1") + "4, or 5 rounded up"}}) {
      Operator op = pool.make();
      for (const Field& field : Info(op.type()).fields)
        if (field.name == pool.pooled || field.name == "OutputIndicesTensor") {
          TensorDesc& tensor = MemberOf<TensorDesc>(op.mutable_data(), field);
          tensor = TensorDesc(tensor.type, sizes);
        }
      EXPECT_EQ(test::ErrorOf(op), message);
    }
    for (const char* side : {"StartPadding", "EndPadding"}) {
      Operator op = pool.make();
      Member<Counts>(op, side) = {1, kMost};
      const bool start = side == std::string("StartPadding");
      EXPECT_EQ(test::ErrorOf(op), is(3, 4, start ? "4294967295 + 1" : "1 + 4294967295") +
                                       "2147483651, or 2147483652 rounded up");
    }
  }
}

// The same with channels: 4 in 2 groups, which become 6.
template <class Op>
Op MakeConvolution(DataType type, DataType result) {
  Op op{.input = {type, {1, 4, 8, 8}},
        .filter = {type, {6, 2, 3, 3}},
        .output = {result, {1, 6, 4, 4}},
        .strides = {2, 2},
        .dilations = {1, 1},
        .start_padding = {1, 1},
        .end_padding = {1, 1},
        .group_count = 2};
  if constexpr (requires { op.output_padding; }) op.output_padding = {0, 0};
  if constexpr (requires { op.output_scale; })
    op.input_scale = op.filter_scale = op.output_scale = {kF32, {1}};
  return op;
}

template <class Op>
class BadFilters : public testing::Test {};
using Convolutions = testing::Types<Convolution, ConvolutionInteger, QuantizedLinearConvolution>;
TYPED_TEST_SUITE(BadFilters, Convolutions);

TYPED_TEST(BadFilters, OfEveryConvolution) {
  constexpr bool kFloat = std::is_same_v<TypeParam, Convolution>;
  constexpr bool kCodes = std::is_same_v<TypeParam, QuantizedLinearConvolution>;
  const DataType type = kFloat ? kF32 : kU8;
  const DataType result = kFloat ? kF32 : kCodes ? kU8 : DataType::Int32;
  const std::string name = std::string(Info(TypeParam::kType).name) + ": ";
  const auto good = MakeConvolution<TypeParam>(type, result);
  EXPECT_EQ(test::ErrorOf(good), "");
  const auto message = [&](auto spoil) {
    TypeParam op = good;
    spoil(op);
    return test::ErrorOf(op);
  };
  const auto filter = [&](const Sizes& sizes) {
    return message([&](auto& op) {
      op.filter = TensorDesc(type, sizes, Strides::Filled(4, 0));  // nobody has so much memory
    });
  };
  const std::string room =
      ", but InputTensor.Sizes[2] + StartPadding[0] + EndPadding[0] is 8 + 1 + 1 = 10";
  EXPECT_EQ(filter({6, 2, 65536, 65536}),
            name +
                "FilterTensor.Sizes [6, 2, 65536, 65536] have 51539607552 elements, but at most "
                "4294967295 are allowed");
  EXPECT_EQ(filter({6, 2, 65536, 1}),
            name + "Dilations[0] * (FilterTensor.Sizes[2] - 1) + 1 is 1 * (65536 - 1) + 1 = 65536" +
                room);
  EXPECT_EQ(message([](auto& op) { op.dilations[0] = 0x80000000; }),
            name +
                "Dilations[0] * (FilterTensor.Sizes[2] - 1) + 1 is 2147483648 * (3 - 1) + 1 = "
                "4294967297" +
                room);
  const auto formula = [&](int dim, int size, const std::string& padded) {
    const std::string d = std::to_string(dim), i = std::to_string(dim - 2);
    return name + "OutputTensor.Sizes[" + d + "] is " + std::to_string(size) +
           ", but (InputTensor.Sizes[" + d + "] + StartPadding[" + i + "] + EndPadding[" + i +
           "] - 3) / Strides[" + i + "] + 1 is (8 + " + padded + " - 3) / 2 + 1 = ";
  };
  EXPECT_EQ(message([](auto& op) { op.start_padding[1] = kMost; }),
            formula(3, 4, "4294967295 + 1") + "2147483651");
  EXPECT_EQ(message([](auto& op) {
              op.end_padding = {kMost, kMost};
            }),
            formula(2, 4, "1 + 4294967295") + "2147483651");
  EXPECT_EQ(message([&](auto& op) {
              op.output = TensorDesc(result, {1, 6, 4, 5});
            }),
            formula(3, 5, "1 + 1") + "4");
  EXPECT_EQ(message([&](auto& op) {
              op.output = TensorDesc(result, {1, 6, 3, 4});
            }),
            formula(2, 3, "1 + 1") + "4");
  for (const uint32_t groups : {3u, 5u, kMost})
    EXPECT_EQ(message([&](auto& op) { op.group_count = groups; }),
              name + "InputTensor.Sizes[1] is 4, but it must be a multiple of GroupCount " +
                  std::to_string(groups));
  EXPECT_EQ(
      filter({6, 4, 3, 3}),
      name + "FilterTensor.Sizes[1] is 4, but InputTensor.Sizes[1] / GroupCount is 4 / 2 = 2");
  EXPECT_EQ(filter({5, 2, 3, 3}),
            name + "FilterTensor.Sizes[0] is 5, but it must be a multiple of GroupCount 2");
  EXPECT_EQ(filter({8, 2, 3, 3}),
            name + "OutputTensor.Sizes[1] is 6, but FilterTensor.Sizes[0] is 8");
  if constexpr (kFloat || kCodes) {
    const DataType of_bias = kFloat ? kF32 : DataType::Int32;
    EXPECT_EQ(message([&](auto& op) {
                op.bias = TensorDesc(of_bias, {1, 2, 1, 1});
              }),
              name + "BiasTensor.Sizes[1] is 2, but OutputTensor.Sizes[1] is 6");
    EXPECT_EQ(message([&](auto& op) {
                op.bias = TensorDesc(of_bias, {6, 1, 1, 1});
              }),
              name + "BiasTensor.Sizes[0] is 6, but 1 is required");
  }
  const std::string channels =
      " is [4], but one element or one for each of 6 output channels is "
      "required";
  if constexpr (!kFloat) {
    EXPECT_EQ(message([&](auto& op) { op.filter_zero_point = TensorDesc(type, {4}); }),
              name + "FilterZeroPointTensor.Sizes" + channels);
  }
  if constexpr (kCodes) {
    EXPECT_EQ(message([&](auto& op) { op.filter_scale = TensorDesc(kF32, {4}); }),
              name + "FilterScaleTensor.Sizes" + channels);
  }
}

TEST(BadWindows, BackwardsToAnotherSize) {
  Convolution good{.input = {kF32, {1, 6, 4, 4}},
                   .filter = {kF32, {6, 2, 3, 3}},
                   .output = {kF32, {1, 4, 7, 7}},
                   .direction = ConvolutionDirection::Backward,
                   .strides = {2, 2},
                   .dilations = {1, 1},
                   .start_padding = {1, 1},
                   .end_padding = {1, 1},
                   .output_padding = {0, 0},
                   .group_count = 2};
  EXPECT_EQ(test::ErrorOf(good), "");
  const auto formula = [](int dim, int size, const std::string& sizes) {
    const std::string d = std::to_string(dim), i = std::to_string(dim - 2);
    return "CONVOLUTION: OutputTensor.Sizes[" + d + "] is " + std::to_string(size) +
           ", but (InputTensor.Sizes[" + d + "] - 1) * Strides[" + i + "] + Dilations[" + i +
           "] * (FilterTensor.Sizes[" + d + "] - 1) + 1 - StartPadding[" + i + "] - EndPadding[" +
           i + "] + OutputPadding[" + i + "] is " + sizes;
  };
  Convolution filter = good, padding = good, extra = good, stride = good, size = good;
  filter.filter = TensorDesc(kF32, {6, 2, 65536, 1}, {0, 0, 0, 0});
  padding.start_padding[1] = kMost;
  extra.output_padding[0] = kMost;
  stride.strides[0] = kMost;
  size.output = {kF32, {1, 4, 9, 7}};
  Convolution groups = good;
  groups.group_count = 4;
  const std::vector<std::pair<Convolution, std::string>> rows = {
      {filter, formula(2, 7, "(4 - 1) * 2 + 1 * (65536 - 1) + 1 - 1 - 1 + 0 = 65540, up to 65541")},
      {padding,
       formula(
           3, 7,
           "(4 - 1) * 2 + 1 * (3 - 1) + 1 - 4294967295 - 1 + 0 = -4294967287, up to -4294967286")},
      {extra,
       formula(
           2, 7,
           "(4 - 1) * 2 + 1 * (3 - 1) + 1 - 1 - 1 + 4294967295 = 4294967302, up to 4294967303")},
      {stride,
       formula(
           2, 7,
           "(4 - 1) * 4294967295 + 1 * (3 - 1) + 1 - 1 - 1 + 0 = 12884901886, up to 17179869180")},
      {size, formula(2, 9, "(4 - 1) * 2 + 1 * (3 - 1) + 1 - 1 - 1 + 0 = 7, up to 8")},
      {groups,
       "CONVOLUTION: InputTensor.Sizes[1] is 6, but it must be a multiple of GroupCount 4"}};
  for (const auto& [op, message] : rows) EXPECT_EQ(test::ErrorOf(op), message);
}

TEST(BadWindows, BlocksThatWrap) {
  const TensorDesc packed(kF32, {1, 4, 2, 2}), wide(kF32, {1, 1, 4, 4});
  for (const auto& [op, message] : std::vector<std::pair<Operator, std::string>>{
           {DepthToSpace{packed, wide, 65536},
            "DEPTH_TO_SPACE: InputTensor.Sizes[1] is 4, but OutputTensor.Sizes[1] * BlockSize * "
            "BlockSize is 1 * 65536 * 65536 = 4294967296"},
           {DepthToSpace1{packed, wide, 65536},
            "DEPTH_TO_SPACE1: InputTensor.Sizes[1] is 4, but OutputTensor.Sizes[1] * BlockSize * "
            "BlockSize is 1 * 65536 * 65536 = 4294967296"},
           {SpaceToDepth{wide, packed, 65536},
            "SPACE_TO_DEPTH: OutputTensor.Sizes[1] is 4, but InputTensor.Sizes[1] * BlockSize * "
            "BlockSize is 1 * 65536 * 65536 = 4294967296"},
           {SpaceToDepth1{wide, packed, 65536},
            "SPACE_TO_DEPTH1: OutputTensor.Sizes[1] is 4, but InputTensor.Sizes[1] * BlockSize * "
            "BlockSize is 1 * 65536 * 65536 = 4294967296"}})
    EXPECT_EQ(test::ErrorOf(op), message);
}

}  // namespace
}  // namespace weft
