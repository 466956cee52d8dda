// SPDX-License-Identifier: MIT
// Functions of an element's bits: IS_NAN, IS_INFINITY, LOGICAL_NOT, BIT_NOT, BIT_COUNT. Every
// float16, every type of their tables in random layouts, and refusals.
#include <bit>

#include "ops/against_oracle.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
constexpr DataType kF32 = DataType::Float32, kF16 = DataType::Float16;
constexpr DataType kU8 = DataType::UInt8, kU32 = DataType::UInt32;

using Answer = std::function<uint64_t(DataType type, uint64_t bits)>;

// Any bits at all, and often the few that matter.
uint64_t Element(Rng& rng, size_t, DataType type) {
  if (rng.Chance(50)) return test::RandomElement(rng, type);
  const long double value = rng.Pick<long double>({0, HUGE_VALL, std::nanl(""), 1});
  return oracle::BitsOf(type, {true, 0, rng.Chance(50) ? value : -value});
}

template <class Op>
void ExpectBits(Op op, const std::vector<DataType>& inputs, const std::vector<DataType>& outputs,
                const Answer& answer) {
  uint64_t seed = 1;
  for (DataType in : inputs)
    for (DataType out : outputs)
      for (int repeat = 0; repeat < 25; ++repeat) {
        if (std::is_same_v<Op, ElementWiseBitNot> && in != out) continue;
        if (std::is_same_v<Op, ElementWiseLogicalNot> && in != out) continue;
        Rng rng(seed++);
        const Sizes sizes = test::RandomSizes(rng);
        op.input = test::RandomTensor(rng, in, sizes, TensorUse::Input);
        op.output = test::RandomTensor(rng, out, sizes, TensorUse::Output);
        const auto oracle = [&](const std::vector<Dense>& tensors) -> std::vector<Dense> {
          Dense result{out, sizes, {}};
          for (uint64_t bits : tensors[0].elements) result.elements.push_back(answer(in, bits));
          return {result};
        };
        ASSERT_EQ(test::AgainstOracle(rng, op, oracle, {.element = Element}), "")
            << "seed " << seed - 1;
      }
}

long double Value(DataType type, uint64_t bits) { return oracle::ValueOf(type, bits).real; }

TEST(Bits, AnyLayout) {
  const std::vector<DataType> any(test::kMovableTypes.begin(), test::kMovableTypes.end());
  ExpectBits(ElementWiseIsNan{}, {kF32, kF16}, {kU8, kU32},
             [](DataType type, uint64_t bits) { return std::isnan(Value(type, bits)); });
  ExpectBits(ElementWiseIsInfinity{.infinity_mode = IsInfinityMode::Either}, {kF32, kF16}, {kU8},
             [](DataType type, uint64_t bits) { return std::isinf(Value(type, bits)); });
  ExpectBits(ElementWiseIsInfinity{.infinity_mode = IsInfinityMode::Positive}, {kF32, kF16}, {kU8},
             [](DataType type, uint64_t bits) { return Value(type, bits) == HUGE_VALL; });
  ExpectBits(ElementWiseIsInfinity{.infinity_mode = IsInfinityMode::Negative}, {kF32, kF16}, {kU8},
             [](DataType type, uint64_t bits) { return Value(type, bits) == -HUGE_VALL; });
  ExpectBits(ElementWiseLogicalNot{}, {kU8, kU32}, {kU8, kU32},
             [](DataType, uint64_t bits) { return bits == 0; });
  ExpectBits(ElementWiseBitNot{}, any, any, [](DataType type, uint64_t bits) {
    return ~bits & (~uint64_t(0) >> (64 - 8 * oracle::FormatOf(type).bytes));
  });
  ExpectBits(ElementWiseBitCount{}, any, {kU8, kU32}, [](DataType, uint64_t bits) {
    uint64_t count = 0;
    for (; bits != 0; bits >>= 1) count += bits & 1;
    return count;
  });
}

TEST(Bits, EveryFloat16) {
  std::vector<uint64_t> all;
  for (uint64_t bits = 0; bits < 65536; ++bits) all.push_back(bits);
  const TensorDesc in(kF16, {65536}), out(kU8, {65536});
  test::GuardedBuffer input(in), nan(out), infinity(out);
  oracle::Scatter({kF16, in.sizes(), all}, in.layout, input.data());
  ASSERT_TRUE(
      weft::Run(ElementWiseIsNan{in, out}, {ConstBuffer(input)}, {Buffer(nan)}).has_value());
  ASSERT_TRUE(weft::Run(ElementWiseIsInfinity{in, out}, {ConstBuffer(input)}, {Buffer(infinity)})
                  .has_value());
  for (size_t bits = 0; bits < 65536; ++bits) {
    ASSERT_EQ(nan.data()[bits] == std::byte{1}, std::isnan(Value(kF16, bits))) << bits;
    ASSERT_EQ(infinity.data()[bits] == std::byte{1}, std::isinf(Value(kF16, bits))) << bits;
  }
}

TEST(Bits, Errors) {
  test::ExpectErrors({
      {ElementWiseIsInfinity{.input = {kF32, {4}}, .output = {kU32, {4}}},
       "ELEMENT_WISE_IS_INFINITY: OutputTensor.DataType is UINT32, but UINT8 is required"},
      {ElementWiseIsInfinity{{kF32, {4}}, {kU8, {4}}, IsInfinityMode(7)},
       "ELEMENT_WISE_IS_INFINITY: InfinityMode is 7, but EITHER, POSITIVE or NEGATIVE is required"},
      {ElementWiseIsNan{.input = {DataType::Float64, {4}}, .output = {kU8, {4}}},
       "ELEMENT_WISE_IS_NAN: InputTensor.DataType is FLOAT64, but FLOAT32 or FLOAT16 is required"},
      {ElementWiseLogicalNot{.input = {kU8, {4}}, .output = {kU32, {4}}},
       "ELEMENT_WISE_LOGICAL_NOT: OutputTensor.DataType is UINT32, but InputTensor.DataType is "
       "UINT8"},
      {ElementWiseBitCount{.input = {kU8, {4}}, .output = {kU32, {5}}},
       "ELEMENT_WISE_BIT_COUNT: OutputTensor.Sizes[0] is 5, but InputTensor.Sizes[0] is 4"},
  });
}

template <class Op>
std::vector<Operator> SamplesOf(int64_t rows, int64_t columns,
                                const std::vector<std::pair<DataType, DataType>>& types) {
  std::vector<Operator> samples;
  for (const auto& [in, out] : types) {
    Op op;
    op.input = {in, {1, 3, rows, columns}};
    op.output = {out, {1, 3, rows, columns}};
    samples.push_back(op);
  }
  return samples;
}

const test::Samples is_nan_samples(OperatorType::ElementWiseIsNan, [](int64_t r, int64_t c) {
  return SamplesOf<ElementWiseIsNan>(r, c, {{kF32, kU8}, {kF16, kU32}});
});
const test::Samples is_infinity_samples(OperatorType::ElementWiseIsInfinity, [](int64_t r,
                                                                                int64_t c) {
  return SamplesOf<ElementWiseIsInfinity>(r, c, {{kF32, kU8}, {kF16, kU8}});
});
const test::Samples not_samples(OperatorType::ElementWiseLogicalNot, [](int64_t r, int64_t c) {
  return SamplesOf<ElementWiseLogicalNot>(r, c, {{kU8, kU8}, {kU32, kU32}});
});
const test::Samples bit_not_samples(OperatorType::ElementWiseBitNot, [](int64_t r, int64_t c) {
  return SamplesOf<ElementWiseBitNot>(r, c, {{kF16, kF16}, {DataType::Int64, DataType::Int64}});
});
const test::Samples bit_count_samples(OperatorType::ElementWiseBitCount, [](int64_t r, int64_t c) {
  return SamplesOf<ElementWiseBitCount>(r, c, {{kF32, kU8}, {DataType::UInt8, kU32}});
});

}  // namespace
}  // namespace weft
