// SPDX-License-Identifier: MIT
// NONZERO_COORDINATES: the documentation's example, random layouts against the oracle, and every
// refusal.

#include "oracle/nonzero_coordinates.h"

#include <cmath>

#include "ops/against_oracle.h"
#include "ops/harness.h"
#include "ops/samples.h"

namespace weft {
namespace {

using oracle::Dense;
using test::Rng;
using test::TensorsRow;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kU32 = DataType::UInt32;

TEST(NonzeroCoordinates, Examples) {
  const std::vector<TensorsRow> rows = {
      {"documentation, rows beyond the count being 0",
       NonzeroCoordinates{.input = {kF32, {1, 1, 2, 4}},
                          .output_count = {kU32, {1, 1, 1, 1}},
                          .output_coordinates = {kU32, {1, 1, 8, 3}}},
       {{1, 0, 0, 2, -0.0L, 3.5L, 0, -5.2L}},
       {{4}, {0, 0, 0, 0, 0, 3, 0, 1, 1, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
      {"outputs of fewer dimensions",
       NonzeroCoordinates{.input = {DataType::Int8, {1, 1, 2, 2}},
                          .output_count = {kU32, {1}},
                          .output_coordinates = {kU32, {4, 2}}},
       {{0, -1, 1, 0}},
       {{2}, {0, 1, 1, 0, 0, 0, 0, 0}}},
      {"half precision: NaN and denormals count, -0 does not",
       NonzeroCoordinates{.input = {DataType::Float16, {5}},
                          .output_count = {kU32, {1}},
                          .output_coordinates = {kU32, {5, 1}}},
       {{std::nanl(""), 0x1p-24L, -0.0L, 0, -0x1p-24L}},
       {{3}, {0, 1, 4, 0, 0}}},
      {"only ones: a coordinate that is 0",
       NonzeroCoordinates{.input = {kU32, {1, 1}},
                          .output_count = {kU32, {1}},
                          .output_coordinates = {kU32, {1, 1}}},
       {{0x80000000L}},
       {{1}, {0}}},
      {"into every other row and column, whose gaps stay",
       NonzeroCoordinates{.input = {DataType::UInt16, {2, 2}},
                          .output_count = {kU32, {1}},
                          .output_coordinates = {kU32, {4, 2}, {4, 2}}},
       {{9, 0, 0, 9}},
       {{2}, {0, 0, 1, 1, 0, 0, 0, 0}}},
      {"an empty input has none",
       NonzeroCoordinates{.input = {kF32, {3, 0}},
                          .output_count = {kU32, {1}},
                          .output_coordinates = {kU32, {0, 2}}},
       {{}},
       {{0}, {}},
       {.allow_empty = true}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(NonzeroCoordinates, MatchesTheOracle) {
  test::ForEachSeed(3000, [&](Rng& rng) {
    const int rank = int(rng.Between(1, kMaxRank));
    const Sizes sizes = test::SmallSizes(rng, rank);
    int64_t elements = 1, leading_ones = 0;
    for (int64_t size : sizes) elements *= size;
    while (leading_ones < rank - 1 && sizes[int(leading_ones)] == 1) ++leading_ones;
    const int64_t columns = rank - rng.Between(0, leading_ones);
    Sizes coordinates = Sizes::Filled(int(rng.Between(0, kMaxRank - 2)), 1);
    coordinates.push_back(elements);
    coordinates.push_back(columns);
    const Sizes count = Sizes::Filled(int(rng.Between(1, kMaxRank)), 1);
    const DataType type = rng.Pick({kF32, DataType::Float16, DataType::Int32, DataType::Int16,
                                    DataType::Int8, kU32, DataType::UInt16, DataType::UInt8});
    const int percent = int(rng.Between(0, 100));
    test::ExpectOracle(
        rng,
        NonzeroCoordinates{.input = {type, sizes},
                           .output_count = {kU32, count},
                           .output_coordinates = {kU32, coordinates}},
        [&](const std::vector<Dense>& in) -> std::vector<Dense> {
          const oracle::NonzeroOutputs outputs = oracle::NonzeroCoordinates(in[0], int(columns));
          return {{kU32, count, {outputs.count}}, {kU32, coordinates, outputs.coordinates}};
        },
        [&](Rng& any, size_t, DataType of) {
          return any.Chance(percent) ? test::RandomElement(any, of)
                                     : oracle::BitsOf(of, {true, 0, any.Chance(50) ? 0.0L : -0.0L});
        });
  });
}

TEST(NonzeroCoordinates, Errors) {
  const auto bad = [](const auto& change) -> Operator {
    NonzeroCoordinates op{.input = {kF32, {1, 3, 4}},
                          .output_count = {kU32, {1, 1}},
                          .output_coordinates = {kU32, {1, 12, 2}}};
    change(op);
    return op;
  };
  EXPECT_EQ(test::ErrorOf(bad([](NonzeroCoordinates&) {})), "");
  test::ExpectErrors({
      {bad([](NonzeroCoordinates& op) {
         op.output_count = {kU32, {1, 2}};
       }),
       "NONZERO_COORDINATES: OutputCountTensor.Sizes[1] is 2, but 1 is required"},
      {bad([](NonzeroCoordinates& op) {
         op.output_coordinates = {kU32, {2, 12, 2}};
       }),
       "NONZERO_COORDINATES: OutputCoordinatesTensor.Sizes[0] is 2, but 1 is required"},
      {bad([](NonzeroCoordinates& op) {
         op.output_coordinates = {kU32, {1, 11, 2}};
       }),
       "NONZERO_COORDINATES: OutputCoordinatesTensor.Sizes[1] is 11, but InputTensor has 12 "
       "elements"},
      {bad([](NonzeroCoordinates& op) {
         op.output_coordinates = {kU32, {12, 1}};
       }),
       "NONZERO_COORDINATES: OutputCoordinatesTensor.Sizes[1] is 1, but InputTensor has 3 "
       "dimensions, 2 without leading ones"},
      {bad([](NonzeroCoordinates& op) {
         op.output_coordinates = {kU32, {12, 4}};
       }),
       "NONZERO_COORDINATES: OutputCoordinatesTensor.Sizes[1] is 4, but InputTensor has 3 "
       "dimensions, 2 without leading ones"},
      {bad([](NonzeroCoordinates& op) {
         op.output_coordinates = {kU32, {12}};
       }),
       "NONZERO_COORDINATES: OutputCoordinatesTensor.DimensionCount is 1, but 2 to 8 is required"},
      {bad([](NonzeroCoordinates& op) {
         op.output_coordinates = {kU32, Sizes()};
       }),
       "NONZERO_COORDINATES: OutputCoordinatesTensor.DimensionCount is 0, but 2 to 8 is required",
       {.allow_empty = true}},
      {bad([](NonzeroCoordinates& op) {
         op.input = {kF32, Sizes()};
       }),
       "NONZERO_COORDINATES: InputTensor has 0 dimensions, but an element without any has no "
       "coordinate",
       {.allow_empty = true}},
  });
}

const test::Samples samples(OperatorType::NonzeroCoordinates, [](int64_t rows, int64_t columns) {
  std::vector<Operator> made;
  for (DataType data : {DataType::UInt8, DataType::Float16})
    made.push_back(NonzeroCoordinates{.input = {data, {1, 3, rows, columns}},
                                      .output_count = {kU32, {1}},
                                      .output_coordinates = {kU32, {3 * rows * columns, 3}}});
  return made;
});

}  // namespace
}  // namespace weft
