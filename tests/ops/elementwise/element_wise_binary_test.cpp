// SPDX-License-Identifier: MIT
// Arithmetic of two tensors: rows worked out by hand, every type against the oracle in random
// layouts and for all pairs of special values, refusals, and samples for the property tests.

#include "ops/elementwise/element_wise.h"
#include "oracle/arithmetic.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr long double kInf = HUGE_VALL;
const long double kNan = std::nanl("");
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

const std::vector<OperatorType> kArithmetic = {
    OperatorType::ElementWiseAdd,
    OperatorType::ElementWiseSubtract,
    OperatorType::ElementWiseMultiply,
    OperatorType::ElementWiseDivide,
    OperatorType::ElementWiseMax,
    OperatorType::ElementWiseMin,
    OperatorType::ElementWiseMean,
    OperatorType::ElementWiseModulusTruncate,
    OperatorType::ElementWiseModulusFloor,
    OperatorType::ElementWiseDifferenceSquare,
    OperatorType::ActivationParameterizedRelu,
    OperatorType::ActivationReluGrad,
};

TensorsRow Row(const char* name, OperatorType type, DataType data,
               const std::vector<long double>& a, const std::vector<long double>& b,
               const std::vector<long double>& want) {
  return {name, test::MakeElementWise(type, {data}, {int64_t(a.size())}), {a, b}, {want}};
}

TEST(ElementWiseBinary, Rows) {
  const std::vector<TensorsRow> rows = {
      Row("sum", OperatorType::ElementWiseAdd, kF32, {1, -2.5L, kInf, kInf}, {2, 1, 1, -kInf},
          {3, -1.5L, kInf, kNan}),
      Row("integers wrap", OperatorType::ElementWiseAdd, DataType::Int8, {127, -128, 1}, {1, -1, 2},
          {-128, 127, 3}),
      Row("unsigned integers wrap", OperatorType::ElementWiseSubtract, DataType::UInt16, {0, 5},
          {1, 3}, {65535, 2}),
      Row("products wrap", OperatorType::ElementWiseMultiply, DataType::UInt16, {65535, 256, 300},
          {65535, 256, 300}, {1, 0, 24464}),
      Row("64-bit integers", OperatorType::ElementWiseMultiply, DataType::Int64, {0x1p62L + 1, -3},
          {3, 0x1p61L}, {-0x1p62L + 3, -0x1.8p62L}),
      Row("half computes in float", OperatorType::ElementWiseMultiply, kF16, {60000, 256}, {2, 256},
          {kInf, kInf}),
      Row("division by zero is all ones", OperatorType::ElementWiseDivide, DataType::Int32,
          {7, -7, 0}, {0, 0, 0}, {-1, -1, -1}),
      Row("unsigned division by zero", OperatorType::ElementWiseDivide, DataType::UInt8, {7, 0},
          {0, 0}, {255, 255}),
      Row("division truncates", OperatorType::ElementWiseDivide, DataType::Int16, {7, -7, 7, -7},
          {2, 2, -2, -2}, {3, -3, -3, 3}),
      Row("the lowest integer by -1", OperatorType::ElementWiseDivide, DataType::Int32,
          {-0x1p31L, -0x1p31L}, {-1, 1}, {-0x1p31L, -0x1p31L}),
      Row("the lowest 64-bit integer by -1", OperatorType::ElementWiseDivide, DataType::Int64,
          {-0x1p63L}, {-1}, {-0x1p63L}),
      Row("division of floats", OperatorType::ElementWiseDivide, kF32, {1, -1, 0, 7}, {0, 0, 0, 2},
          {kInf, -kInf, kNan, 3.5L}),
      Row("maximum with NaN", OperatorType::ElementWiseMax, kF32, {kNan, 1, kNan, 2},
          {1, kNan, kNan, 3}, {1, 1, kNan, 3}),
      Row("minimum with NaN", OperatorType::ElementWiseMin, kF16, {kNan, 1, kNan, 2},
          {1, kNan, kNan, 3}, {1, 1, kNan, 2}),
      Row("maximum of unsigned", OperatorType::ElementWiseMax, DataType::UInt64, {0x1p63L, 1},
          {1, 0x1p63L}, {0x1p63L, 0x1p63L}),
      Row("minimum of signed", OperatorType::ElementWiseMin, DataType::Int64, {-1, 1},
          {1, -0x1p63L}, {-1, -0x1p63L}),
      Row("mean", OperatorType::ElementWiseMean, kF32, {1, 2}, {2, 4}, {1.5L, 3}),
      Row("mean of integers does not overflow", OperatorType::ElementWiseMean, DataType::Int32,
          {2147483647, -3, 3, -0x1p31L}, {2147483645, 0, 0, -0x1p31L},
          {2147483646, -1, 1, -0x1p31L}),
      Row("mean of unsigned integers", OperatorType::ElementWiseMean, DataType::UInt32,
          {4294967295.0L, 4}, {4294967295.0L, 1}, {4294967295.0L, 2}),
      Row("C's remainder", OperatorType::ElementWiseModulusTruncate, DataType::Int8,
          {7, -7, 7, -7, 5, -128}, {3, 3, -3, -3, 0, -1}, {1, -1, 1, -1, -1, 0}),
      Row("Python's remainder", OperatorType::ElementWiseModulusFloor, DataType::Int8,
          {7, -7, 7, -7, 5, -128, 6, 6}, {3, 3, -3, -3, 0, -1, 3, -3}, {1, 2, -2, -1, -1, 0, 0, 0}),
      Row("C's remainder of floats", OperatorType::ElementWiseModulusTruncate, kF32,
          {7.5L, -7.5L, 7.5L, 1, kInf, 5, 0x1p100L, -6}, {2, 2, -2, 0, 1, kInf, 3, 3},
          {1.5L, -1.5L, 1.5L, kNan, kNan, 5, 1, -0.0L}),
      Row("Python's remainder of floats", OperatorType::ElementWiseModulusFloor, kF32,
          {7.5L, -7.5L, 7.5L, 1, kInf, -5, 0x1p101L, -6}, {2, 2, -2, 0, 1, kInf, -3, 3},
          {1.5L, 0.5L, -0.5L, kNan, kNan, kInf, -1, 0.0L}),
      Row("remainder of halfs", OperatorType::ElementWiseModulusFloor, kF16, {-1, 65504},
          {0.25L, 3}, {0, 2}),
      Row("squared difference", OperatorType::ElementWiseDifferenceSquare, DataType::UInt32,
          {3, 5, 0}, {5, 3, 65536}, {4, 4, 0}),
      Row("slope", OperatorType::ActivationParameterizedRelu, kF32, {-2, 2, -0.0L, kNan},
          {0.5L, 0.5L, 3, 1}, {-1, 2, -0.0L, kNan}),
      Row("slope of integers wraps", OperatorType::ActivationParameterizedRelu, DataType::Int8,
          {-100, 100, -1}, {2, 2, -128}, {56, 100, -128}),
      Row("gradient of relu", OperatorType::ActivationReluGrad, DataType::Int16, {-1, 0, 1},
          {5, 6, 7}, {0, 0, 7}),
      Row("no gradient at 0 or NaN", OperatorType::ActivationReluGrad, kF32, {kNan, 0, 0x1p-149L},
          {5, kInf, kInf}, {0, 0, kInf}),
      Row("angle", OperatorType::ElementWiseAtanYx, kF32, {0, -0.0L, 0, -0.0L, kInf, 0, kNan},
          {1, 1, 0, 0, kInf, kInf, 1}, {0, -0.0L, 0, -0.0L, 0.785398185253143310546875L, 0, kNan}),
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(ElementWiseBinary, RandomTensors) {
  for (OperatorType type : kArithmetic)
    for (DataType data : test::SupportedTypes(type))
      test::ExpectOracleAgrees(type, {data},
                               [type](const std::vector<Dense>& in) -> std::vector<Dense> {
                                 return {oracle::Arithmetic(type, in[0], in[1])};
                               });
}

TEST(ElementWiseBinary, SpecialValues) {
  for (OperatorType type : kArithmetic)
    for (DataType data : test::SupportedTypes(type)) {
      const std::vector<Dense> pairs = test::SpecialPairs(data, data);
      const Operator op = test::MakeElementWise(type, {data}, pairs[0].sizes);
      EXPECT_EQ(test::Difference(test::RunPacked(op, pairs),
                                 oracle::Arithmetic(type, pairs[0], pairs[1]), pairs),
                "")
          << Info(type).name << " " << Name(data);
    }
}

Operator ClipGrad(DataType type, const Sizes& sizes, float min, float max) {
  const TensorDesc tensor(type, sizes);
  return ElementWiseClipGrad{tensor, tensor, tensor, min, max};
}

TEST(ElementWiseClipGrad, Rows) {
  const TensorDesc int64(DataType::Int64, {3}), half(kF16, {2});
  const std::vector<TensorsRow> rows = {
      {"both ends are closed to zero",
       ClipGrad(kF32, {5}, -1, 2),
       {{-1, -0.5L, 2, kNan, 1}, {1, 2, 3, 4, kInf}},
       {{0, 2, 0, 4, kInf}}},
      {"bounds of integers truncate",
       ClipGrad(DataType::Int8, {4}, -1.9f, 2.9f),
       {{-1, 0, 1, 2}, {1, 2, 3, 4}},
       {{0, 2, 3, 0}}},
      {"bounds of integers saturate",
       ClipGrad(DataType::UInt8, {3}, -5, 1e9f),
       {{0, 1, 255}, {1, 2, 3}},
       {{0, 2, 0}}},
      {"bounds in 64 bits",
       ElementWiseClipGrad1{int64, int64, int64, DataType::Int64, Scalar(int64_t(1) << 60),
                            Scalar((int64_t(1) << 60) + 2)},
       {{0x1p60L, 0x1p60L + 1, 0x1p60L + 2}, {1, 2, 3}},
       {{0, 2, 0}}},
      // 2049 lies between two halfs and rounds down to 2048.
      {"bounds of halfs round",
       ElementWiseClipGrad1{half, half, half, kF16, Scalar(0), Scalar(2049)},
       {{2048, 2046}, {1, 2}},
       {{0, 2}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(ElementWiseClipGrad, RandomTensors) {
  for (DataType data : test::SupportedTypes(OperatorType::ElementWiseClipGrad))
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      Rng rng(seed);
      const uint64_t min = test::RandomElement(rng, data), max = test::RandomElement(rng, data);
      const TensorDesc tensor(data, test::RandomSizes(rng));
      const ElementWiseClipGrad1 op{
          tensor, tensor, tensor, data, Scalar::FromBits(min), Scalar::FromBits(max)};
      const test::Oracle oracle = [&](const std::vector<Dense>& in) -> std::vector<Dense> {
        return {oracle::ClipGrad(in[0], in[1], min, max)};
      };
      ASSERT_EQ(test::AgainstOracle(rng, test::InRandomLayouts(rng, op), oracle,
                                    {.exact_nan = false, .element = test::AnyElement}),
                "");
    }
}

TEST(ElementWiseBinary, Errors) {
  const TensorDesc f({kF32, {2, 3}}), h({kF16, {2, 3}}), other(kF32, {2, 1});
  test::ExpectErrors({
      {ElementWiseAdd{f, h, f},
       "ELEMENT_WISE_ADD: BTensor.DataType is FLOAT16, but ATensor.DataType is FLOAT32"},
      {ElementWiseAdd{f, f, h},
       "ELEMENT_WISE_ADD: OutputTensor.DataType is FLOAT16, but ATensor.DataType is FLOAT32"},
      {ElementWiseAdd{f, other, f},
       "ELEMENT_WISE_ADD: BTensor.Sizes[1] is 1, but ATensor.Sizes[1] is 3"},
      {ElementWiseDivide{f, f, {kF32, {6}}},
       "ELEMENT_WISE_DIVIDE: OutputTensor.DimensionCount is 1, but ATensor.DimensionCount is 2"},
      {ElementWiseMean{{DataType::Int8, {1}}, {DataType::Int8, {1}}, {DataType::Int8, {1}}},
       "ELEMENT_WISE_MEAN: ATensor.DataType is INT8, but FLOAT32, FLOAT16, UINT32 or INT32 is "
       "required"},
      {ElementWiseMax{f, f, {kF32, {2, 3}, {0, 1}}},
       "ELEMENT_WISE_MAX: OutputTensor.Strides[0] is 0, but Sizes[0] is 2 and an output cannot "
       "broadcast"},
      {ElementWisePow{f, f, h},
       "ELEMENT_WISE_POW: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {ElementWisePow{f, other, f},
       "ELEMENT_WISE_POW: ExponentTensor.Sizes[1] is 1, but InputTensor.Sizes[1] is 3"},
      {ActivationParameterizedRelu{f, other, f},
       "ACTIVATION_PARAMETERIZED_RELU: SlopeTensor.Sizes[1] is 1, but InputTensor.Sizes[1] is 3"},
      {ActivationReluGrad{f, h, f},
       "ACTIVATION_RELU_GRAD: InputGradientTensor.DataType is FLOAT16, but InputTensor.DataType is "
       "FLOAT32"},
      {ElementWiseClipGrad{f, f, other, 0, 1},
       "ELEMENT_WISE_CLIP_GRAD: OutputGradientTensor.Sizes[1] is 1, but InputTensor.Sizes[1] is 3"},
      {ElementWiseClipGrad1{f, f, f, kF16, Scalar(0), Scalar(1)},
       "ELEMENT_WISE_CLIP_GRAD1: MinMaxDataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {ElementWiseAdd{{DataType::Int8, {2}}, {DataType::Int8, {2}}, {DataType::Int8, {2}}},
       "ELEMENT_WISE_ADD: ATensor.DataType is INT8, but FLOAT32, FLOAT16, UINT32, INT32, UINT64 or "
       "INT64 is required at feature level 5_0",
       {.feature_level = FeatureLevel::Level5_0}},
  });
}

// One tensor twice, and the output in their memory.
TEST(ElementWiseBinary, OneBufferForEverything) {
  std::vector<int32_t> values = {1, -2, 3};
  const TensorDesc tensor(DataType::Int32, {3});
  const Status status = weft::Run(ElementWiseSubtract{tensor, tensor, tensor},
                                  {ConstBuffer(values), ConstBuffer(values)}, {Buffer(values)});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_EQ(values, std::vector<int32_t>({0, 0, 0}));
}

// Of the types of each width, floating and not, that the operator takes.
template <OperatorType kType>
std::vector<Operator> SamplesOfType(int64_t rows, int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::SupportedTypes(kType))
    if (data == kF32 || data == kF16 || data == DataType::Int32 || data == DataType::UInt8)
      samples.push_back(test::MakeElementWise(kType, {data}, {1, 3, rows, columns}));
  return samples;
}

#define WEFT_SAMPLES(Type) \
  const test::Samples samples_of_##Type(OperatorType::Type, SamplesOfType<OperatorType::Type>);
WEFT_SAMPLES(ElementWiseAdd)
WEFT_SAMPLES(ElementWiseSubtract)
WEFT_SAMPLES(ElementWiseMultiply)
WEFT_SAMPLES(ElementWiseDivide)
WEFT_SAMPLES(ElementWiseMax)
WEFT_SAMPLES(ElementWiseMin)
WEFT_SAMPLES(ElementWiseMean)
WEFT_SAMPLES(ElementWiseModulusTruncate)
WEFT_SAMPLES(ElementWiseModulusFloor)
WEFT_SAMPLES(ElementWiseAtanYx)
WEFT_SAMPLES(ElementWiseDifferenceSquare)
WEFT_SAMPLES(ActivationParameterizedRelu)
WEFT_SAMPLES(ActivationReluGrad)
#undef WEFT_SAMPLES

const test::Samples clip_grad_samples(OperatorType::ElementWiseClipGrad, [](int64_t rows,
                                                                            int64_t columns) {
  std::vector<Operator> samples;
  for (DataType data : test::kSampleTypes)
    samples.push_back(ClipGrad(data, {1, 3, rows, columns}, 1, 120));
  return samples;
});

const test::Samples clip_grad1_samples(OperatorType::ElementWiseClipGrad1, [](int64_t rows,
                                                                              int64_t columns) {
  const TensorDesc tensor(DataType::Int16, {1, 3, rows, columns});
  return std::vector<Operator>{
      ElementWiseClipGrad1{tensor, tensor, tensor, DataType::Int16, Scalar(-10000), Scalar(20000)}};
});

}  // namespace
}  // namespace weft
