// SPDX-License-Identifier: MIT
// DirectMLHelpers.h. The rows are results of the functions as DirectML's documentation prints them,
// with the exact number where those wrap around in 32 bits, and 0 where they take a size of 0.
#include <DirectMLHelpers.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

struct SizeCase {
  DML_TENSOR_DATA_TYPE type;
  std::vector<UINT> sizes;
  std::vector<UINT> strides;  // empty: null, a packed tensor
  UINT64 want;
};

UINT64 BufferSize(const SizeCase& c) {
  return DMLCalcBufferTensorSize(c.type, UINT(c.sizes.size()), c.sizes.data(),
                                 c.strides.empty() ? nullptr : c.strides.data());
}

const SizeCase kDocumentedSizes[] = {
    {DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 3, 5}, {}, 60},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 3, 5}, {15, 15, 5, 1}, 60},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 3, 5}, {15, 1, 5, 1}, 60},
    {DML_TENSOR_DATA_TYPE_FLOAT16, {1, 1, 3, 5}, {}, 32},
    {DML_TENSOR_DATA_TYPE_UINT8, {1, 1, 3, 5}, {}, 16},
    {DML_TENSOR_DATA_TYPE_UINT8, {1}, {}, 4},
    {DML_TENSOR_DATA_TYPE_FLOAT64, {3}, {}, 24},
    {DML_TENSOR_DATA_TYPE_INT64, {1, 1, 1, 1}, {}, 8},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3}, {0, 1}, 12},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3}, {0, 0}, 4},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {2, 3}, {5, 1}, 32},
    {DML_TENSOR_DATA_TYPE_UINT8, {2, 3}, {5, 1}, 8},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {2, 2, 3}, {6, 3, 1}, 48},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 1}, {7, 9, 11}, 4},
    {DML_TENSOR_DATA_TYPE_UINT4, {3}, {}, 4},
    {DML_TENSOR_DATA_TYPE_INT4, {9}, {}, 8},
    {DML_TENSOR_DATA_TYPE_UINT4, {2, 3}, {4, 1}, 4},
    {DML_TENSOR_DATA_TYPE_UNKNOWN, {4}, {}, 0},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {65536, 65536}, {65536, 1}, 17179869184},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {65537, 65536}, {65536, 1}, 17180131328},
    {DML_TENSOR_DATA_TYPE_UINT8, {2, 2}, {4294967295u, 4294967295u}, 8589934592},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {0, 3}, {3, 1}, 0},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {0, 3}, {}, 0},
};

TEST(DMLCalcBufferTensorSize, DocumentedCases) {
  static_assert(std::size(kDocumentedSizes) == 23);
  for (const SizeCase& c : kDocumentedSizes)
    EXPECT_EQ(BufferSize(c), c.want) << "row " << &c - kDocumentedSizes;
}

constexpr UINT kMax = UINT32_MAX;

const SizeCase kFurtherSizes[] = {
    // The index of the last element has 33 bits: (65536 * 65537 + 65536 + 1) * 4.
    {DML_TENSOR_DATA_TYPE_FLOAT32, {65537, 65537}, {65537, 1}, 17180393476},
    {DML_TENSOR_DATA_TYPE_UINT4, {1}, {}, 4},
    {DML_TENSOR_DATA_TYPE_UINT4, {8}, {}, 4},
    {DML_TENSOR_DATA_TYPE_INT4, {2, 2}, {9, 1}, 8},  // elements 0 … 10: 44 bits
    {DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 1, 1, 1, 1, 1, 2}, {}, 8},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {1, 1, 1, 1, 1, 1, 1, 1, 2}, {}, 0},  // nine dimensions
    {DML_TENSOR_DATA_TYPE_FLOAT32, {}, {}, 0},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {2, 0}, {1, 1}, 0},
    {DML_TENSOR_DATA_TYPE(14), {1}, {}, 0},
    {DML_TENSOR_DATA_TYPE(15), {1}, {}, 0},  // the last value the enum can hold
    // 2^62 bytes fit, 2^64 do not.
    {DML_TENSOR_DATA_TYPE_UINT8, {1u << 31, 1u << 31}, {}, UINT64(1) << 62},
    {DML_TENSOR_DATA_TYPE_FLOAT32, {1u << 31, 1u << 31}, {}, 0},
    {DML_TENSOR_DATA_TYPE_UINT4, {1u << 31, 1u << 31, 2}, {}, UINT64(1) << 62},
    {DML_TENSOR_DATA_TYPE_UINT8, {1u << 31, 1u << 31, 4}, {}, 0},
    {DML_TENSOR_DATA_TYPE_UINT8, {kMax, kMax}, {kMax, kMax}, 0},
    {DML_TENSOR_DATA_TYPE_FLOAT64, {kMax}, {kMax}, 0},
    // (2^32 - 2) * (2^32 - 1) + 1 = 2^64 - 3 * 2^32 + 3, a multiple of 4 after adding 1.
    {DML_TENSOR_DATA_TYPE_UINT8, {kMax}, {kMax}, UINT64(0) - 3 * (UINT64(1) << 32) + 4},
    // 2^64 - 4 bytes are the most there are; 2^64 - 2 would wrap when rounded up.
    {DML_TENSOR_DATA_TYPE_UINT8, {kMax, 4, 2}, {kMax, kMax - 2, 2}, UINT64(0) - 4},
    {DML_TENSOR_DATA_TYPE_UINT8, {kMax, 4, 2}, {kMax, kMax - 1, 1}, 0},
};

TEST(DMLCalcBufferTensorSize, FourBitsLimitsAndNonsense) {
  for (const SizeCase& c : kFurtherSizes)
    EXPECT_EQ(BufferSize(c), c.want) << "row " << &c - kFurtherSizes;
  EXPECT_EQ(DMLCalcBufferTensorSize(DML_TENSOR_DATA_TYPE_FLOAT32, 4, nullptr, nullptr), 0u);
}

struct StrideCase {
  Layout layout;
  std::array<uint32_t, 4> sizes;
  std::array<bool, 4> broadcast;
  std::array<uint32_t, 4> want;
};

const StrideCase kStrides[] = {
    {Layout::NCHW, {{2, 3, 4, 5}}, {{false, false, false, false}}, {{60, 20, 5, 1}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{false, false, false, true}}, {{12, 4, 1, 0}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{false, false, true, false}}, {{15, 5, 0, 1}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{false, false, true, true}}, {{3, 1, 0, 0}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{false, true, false, false}}, {{20, 0, 5, 1}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{false, true, false, true}}, {{4, 0, 1, 0}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{false, true, true, false}}, {{5, 0, 0, 1}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{false, true, true, true}}, {{1, 0, 0, 0}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{true, false, false, false}}, {{0, 20, 5, 1}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{true, false, false, true}}, {{0, 4, 1, 0}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{true, false, true, false}}, {{0, 5, 0, 1}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{true, false, true, true}}, {{0, 1, 0, 0}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{true, true, false, false}}, {{0, 0, 5, 1}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{true, true, false, true}}, {{0, 0, 1, 0}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{true, true, true, false}}, {{0, 0, 0, 1}}},
    {Layout::NCHW, {{2, 3, 4, 5}}, {{true, true, true, true}}, {{0, 0, 0, 0}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{false, false, false, false}}, {{60, 1, 15, 3}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{false, false, false, true}}, {{12, 1, 3, 0}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{false, false, true, false}}, {{15, 1, 0, 3}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{false, false, true, true}}, {{3, 1, 0, 0}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{false, true, false, false}}, {{20, 0, 5, 1}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{false, true, false, true}}, {{4, 0, 1, 0}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{false, true, true, false}}, {{5, 0, 0, 1}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{false, true, true, true}}, {{1, 0, 0, 0}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{true, false, false, false}}, {{0, 1, 15, 3}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{true, false, false, true}}, {{0, 1, 3, 0}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{true, false, true, false}}, {{0, 1, 0, 3}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{true, false, true, true}}, {{0, 1, 0, 0}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{true, true, false, false}}, {{0, 0, 5, 1}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{true, true, false, true}}, {{0, 0, 1, 0}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{true, true, true, false}}, {{0, 0, 0, 1}}},
    {Layout::NHWC, {{2, 3, 4, 5}}, {{true, true, true, true}}, {{0, 0, 0, 0}}},
    {Layout::NCHW, {{1, 1, 3, 5}}, {{false, false, false, false}}, {{15, 15, 5, 1}}},
    {Layout::NHWC, {{1, 1, 3, 5}}, {{false, false, false, false}}, {{15, 1, 5, 1}}},
};

TEST(CalculateStrides, DocumentedCases) {
  static_assert(std::size(kStrides) == 34);
  for (const StrideCase& c : kStrides)
    EXPECT_EQ(CalculateStrides(c.layout, c.sizes, c.broadcast), c.want) << "row " << &c - kStrides;
}

TEST(CalculateStrides, SaturatesBeyond32Bits) {
  const std::array<uint32_t, 4> want = {kMax, kMax, 65536, 1};
  EXPECT_EQ(CalculateStrides(Layout::NCHW, {2, 2, 65536, 65536}, {}), want);
}

}  // namespace
