// SPDX-License-Identifier: MIT
// MAX_UNPOOLING: rows worked out by hand, refusals, random indices against the definition.

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kU32 = DataType::UInt32;

MaxUnpooling Unpool(DataType type, DataType index_type, const Sizes& input, const Sizes& output) {
  return {{type, input}, {index_type, input}, {type, output}};
}

TEST(MaxUnpooling, Rows) {
  const std::vector<TensorsRow> rows = {
      {"zeros around",
       Unpool(kF32, kU32, {1, 1, 1, 2}, {1, 1, 2, 3}),
       {{7, 8}, {4, 1}},
       {{0, 8, 0, 0, 7, 0}}},
      {"the last of several stays",
       Unpool(kF32, kU32, {1, 1, 1, 3}, {1, 1, 1, 2}),
       {{7, 8, 9}, {1, 0, 1}},
       {{8, 9}}},
      {"what is beyond the output is dropped",
       Unpool(DataType::Int8, DataType::UInt64, {1, 1, 1, 3}, {1, 1, 1, 2}),
       {{7, 8, 9}, {2, 1, 0x1p63L}},
       {{0, 8}}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(MaxUnpooling, MatchesTheDefinition) {
  for (uint64_t seed = 0; seed < 1000 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    DataType type = test::RandomType(rng);
    if (type == DataType::Float64) type = kF32;
    const Sizes output = test::SmallSizes(rng, 4, 300);
    int64_t count = 1;
    for (const int64_t size : output) count *= size;
    test::ExpectOracle(
        rng,
        Unpool(type, rng.Pick({kU32, DataType::UInt64}), test::SmallSizes(rng, 4, 200), output),
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          Dense want{type, output, std::vector<uint64_t>(size_t(count), 0)};
          for (size_t i = 0; i < in[0].elements.size(); ++i)
            if (in[1].elements[i] < uint64_t(count))
              want.elements[size_t(in[1].elements[i])] = in[0].elements[i];
          return {want};
        },
        [&](Rng& any, size_t input, DataType of) {
          return input == 0 ? test::RandomElement(any, of)
                            : oracle::BitsOf(of, {false, any.Between(0, count + 2), 0});
        });
  }
}

TEST(MaxUnpooling, Errors) {
  test::ExpectErrors({
      {MaxUnpooling{{kF32, {1, 1, 1, 2}}, {kU32, {1, 1, 1, 3}}, {kF32, {1, 1, 1, 9}}},
       "MAX_UNPOOLING: IndicesTensor.Sizes[3] is 3, but InputTensor.Sizes[3] is 2"},
      {MaxUnpooling{{kF32, {1, 1, 1, 2}}, {kU32, {1, 1, 1, 2}}, {DataType::Float16, {1, 1, 1, 9}}},
       "MAX_UNPOOLING: OutputTensor.DataType is FLOAT16, but InputTensor.DataType is FLOAT32"},
      {Unpool(kF32, DataType::Int32, {1, 1, 1, 2}, {1, 1, 1, 9}),
       "MAX_UNPOOLING: IndicesTensor.DataType is INT32, but UINT32 or UINT64 is required"},
  });
}

const test::Samples unpooling_samples(
    OperatorType::MaxUnpooling,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> samples;
      for (DataType type : test::kSampleTypes)
        samples.push_back(Unpool(type, kU32, {1, 1, rows, columns}, {1, 2, rows, columns}));
      return samples;
    },
    [](const Operator& op, size_t input) -> int64_t {
      const Sizes& sizes = static_cast<const MaxUnpooling*>(op.data())->output.sizes();
      return input == 1 ? sizes[1] * sizes[2] * sizes[3] : 0;
    });

}  // namespace
}  // namespace weft
