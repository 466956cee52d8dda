// SPDX-License-Identifier: MIT
// Outputs beyond 32 MiB, where stores may bypass the cache, with rows that start at any alignment;
// each is checked element by element against plain indexing, and so are the gaps.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "weft/device.h"
#include "weft/threads.h"

namespace weft {
namespace {

template <class T>
std::vector<T> Numbered(size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = T(i * 2654435761u >> 7);
  return values;
}

class LargeCopies : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { SetThreadCount(GetParam()); }
  void TearDown() override { SetThreadCount(before_); }
  int before_ = ThreadCount();
};
INSTANTIATE_TEST_SUITE_P(Threads, LargeCopies, testing::Values(1, 2));

TEST_P(LargeCopies, OddRowsOfBytes) {
  constexpr int64_t kRows = 5001, kColumns = 7001, kPitch = 7013, kOffset = 3;
  const std::vector<uint8_t> input = Numbered<uint8_t>(kRows * kColumns);
  std::vector<uint8_t> output(kOffset + (kRows - 1) * kPitch + kColumns, 0xA5);
  const Status status = weft::Run(
      ElementWiseIdentity{
          .input = {DataType::UInt8, {kRows, kColumns}},
          .output = {DataType::UInt8, Layout({kRows, kColumns}, {kPitch, 1}, kOffset)}},
      {input}, {output});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  for (int64_t i = 0; i < int64_t(output.size()); ++i) {
    const int64_t row = (i - kOffset) / kPitch, column = (i - kOffset) % kPitch;
    const bool element = i >= kOffset && column < kColumns;
    ASSERT_EQ(output[size_t(i)], element ? input[size_t(row * kColumns + column)] : 0xA5) << i;
  }
}

TEST_P(LargeCopies, FlippedCropOfHalves) {
  constexpr int64_t kRows = 4101, kColumns = 4203, kInputColumns = 4209;
  const std::vector<uint16_t> input = Numbered<uint16_t>(kRows * kInputColumns);
  std::vector<uint16_t> output(kRows * kColumns);
  const Status status = weft::Run(Slice1{.input = {DataType::Float16, {kRows, kInputColumns}},
                                         .output = {DataType::Float16, {kRows, kColumns}},
                                         .input_window_offsets = {0, 1},
                                         .input_window_sizes = {kRows, kColumns},
                                         .input_window_strides = {1, -1}},
                                  {input}, {output});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t column = 0; column < kColumns; ++column)
      ASSERT_EQ(output[size_t(row * kColumns + column)],
                input[size_t(row * kInputColumns + kColumns - column)])
          << row << ' ' << column;
}

TEST_P(LargeCopies, TransposedFloats) {
  constexpr int64_t kRows = 3001, kColumns = 2999;
  const std::vector<uint32_t> input = Numbered<uint32_t>(kRows * kColumns);
  std::vector<uint32_t> output(kRows * kColumns);
  const Status status =
      weft::Run(ElementWiseIdentity{.input = {DataType::UInt32, {kRows, kColumns}},
                                    .output = {DataType::UInt32, {kRows, kColumns}, {1, kRows}}},
                {input}, {output});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t column = 0; column < kColumns; ++column)
      ASSERT_EQ(output[size_t(column * kRows + row)], input[size_t(row * kColumns + column)])
          << row << ' ' << column;
}

TEST_P(LargeCopies, ChannelsLastOfBytes) {
  constexpr int64_t kRows = 3413, kColumns = 3511, kPlane = kRows * kColumns;
  const std::vector<uint8_t> input = Numbered<uint8_t>(3 * kPlane);
  std::vector<uint8_t> output(3 * kPlane);
  const Status status = weft::Run(
      ElementWiseIdentity{
          .input = {DataType::UInt8, {1, 3, kRows, kColumns}},
          .output = {DataType::UInt8, {1, 3, kRows, kColumns}, {3 * kPlane, 1, 3 * kColumns, 3}}},
      {input}, {output});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  for (int64_t i = 0; i < 3 * kPlane; ++i)
    ASSERT_EQ(output[size_t(i)], input[size_t(i % 3 * kPlane + i / 3)]) << i;
}

TEST_P(LargeCopies, UnalignedWideningCastAndFill) {
  constexpr int64_t kCount = 9'000'011;
  const std::vector<uint8_t> input = Numbered<uint8_t>(kCount);
  std::vector<float> output(kCount + 1, -1.0f);
  const Status cast = weft::Run(Cast{.input = {DataType::UInt8, {kCount}},
                                     .output = {DataType::Float32, Layout({kCount}, {1}, 1)}},
                                {input}, {output});
  ASSERT_TRUE(cast.has_value()) << cast.error().message;
  ASSERT_EQ(output[0], -1.0f);
  for (int64_t i = 0; i < kCount; ++i) ASSERT_EQ(output[size_t(i + 1)], input[size_t(i)]) << i;
  const Status fill =
      weft::Run(FillValueConstant{.output = {DataType::Float32, Layout({kCount}, {1}, 1)},
                                  .value_data_type = DataType::Float32,
                                  .value = 2.5f},
                {}, {output});
  ASSERT_TRUE(fill.has_value()) << fill.error().message;
  ASSERT_EQ(output[0], -1.0f);
  for (int64_t i = 0; i < kCount; ++i) ASSERT_EQ(output[size_t(i + 1)], 2.5f) << i;
}

}  // namespace
}  // namespace weft
