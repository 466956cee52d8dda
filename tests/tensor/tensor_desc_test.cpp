// SPDX-License-Identifier: MIT
// Buffer sizes DirectML documents, and every rule of CheckTensor with its whole message.
#include <gtest/gtest.h>

#include "weft/tensor.h"

namespace weft {
namespace {

constexpr int64_t k31 = int64_t{1} << 31;
constexpr int64_t k32 = int64_t{1} << 32;

TEST(TensorDesc, DocumentedBufferSizes) {
  struct Case {
    TensorDesc tensor;
    uint64_t bytes;
  };
  const Case cases[] = {
      {{DataType::Float32, {1, 1, 3, 5}}, 60},
      {{DataType::Float32, {1, 1, 3, 5}, {15, 15, 5, 1}}, 60},
      {{DataType::Float32, {1, 1, 3, 5}, {15, 1, 5, 1}}, 60},
      {{DataType::Float16, {1, 1, 3, 5}}, 32},
      {{DataType::UInt8, {1, 1, 3, 5}}, 16},
      {{DataType::UInt8, Sizes{1}}, 4},
      {{DataType::Float64, Sizes{3}}, 24},
      {{DataType::Int64, {1, 1, 1, 1}}, 8},
      {{DataType::Float32, {2, 3}, {0, 1}}, 12},
      {{DataType::Float32, {2, 3}, {0, 0}}, 4},
      {{DataType::Float32, {2, 3}, {5, 1}}, 32},
      {{DataType::UInt8, {2, 3}, {5, 1}}, 8},
      {{DataType::Float32, {2, 2, 3}, {6, 3, 1}}, 48},
      {{DataType::Float32, {1, 1, 1}, {7, 9, 11}}, 4},
      {{DataType::UInt4, Sizes{3}}, 4},
      {{DataType::Int4, Sizes{9}}, 8},
      {{DataType::UInt4, {2, 3}, {4, 1}}, 4},
      {{DataType::Unknown, Sizes{4}}, 0},
      {{DataType::Float32, {65536, 65536}, {65536, 1}}, 17179869184},
      {{DataType::Float32, {65537, 65536}, {65536, 1}}, 17180131328},
      {{DataType::UInt8, {2, 2}, {k32 - 1, k32 - 1}}, 8589934592},
      {{DataType::Int64, Sizes{k32 - 1}}, 34359738360},
      {{DataType::Float32, {0, 3}}, 0},
      {{DataType::Float32, Sizes{}}, 4},
      {{DataType::Float32, Layout({3}, {-2}, 6)}, 28},
      {{DataType::Float32, Layout({2, 3}, {3, 1}, 10)}, 64},
  };
  for (const Case& c : cases)
    EXPECT_EQ(c.tensor.MinimumTotalBytes(), c.bytes) << ToString(c.tensor);
  EXPECT_EQ(TensorDesc(DataType::Float16, {1, 1, 3, 5}).RequiredBytes(), 30u);
  EXPECT_EQ(TensorDesc(DataType::Int4, Sizes{9}).RequiredBytes(), 5u);
  // More bytes than fit: the count stops at the end instead of wrapping.
  const TensorDesc huge(DataType::Float64, Sizes{2}, Strides{int64_t{1} << 62});
  EXPECT_EQ(huge.RequiredBytes(), UINT64_MAX);
  EXPECT_EQ(huge.MinimumTotalBytes(), UINT64_MAX);
}

TensorDesc With(TensorDesc tensor, uint64_t total_bytes, uint32_t alignment = 0,
                uint32_t flags = 0) {
  tensor.total_bytes = total_bytes;
  tensor.base_offset_alignment = alignment;
  tensor.flags = static_cast<TensorFlags>(flags);
  return tensor;
}

TensorDesc Float(const Sizes& sizes) { return {DataType::Float32, sizes}; }

struct Rejected {
  TensorDesc tensor;
  const char* message;  // after "SLICE1: InputTensor" or "SLICE1: OutputTensor"
};

void ExpectMessages(std::span<const Rejected> cases, TensorUse use, std::string_view where,
                    const TensorRules& rules = {}) {
  for (const Rejected& c : cases) {
    const Status status = CheckTensor(c.tensor, use, where, rules);
    ASSERT_FALSE(status) << c.message;
    EXPECT_EQ(status.error().message, std::string(where) + c.message);
    EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
  }
}

TEST(CheckTensor, RejectsForAnyUse) {
  const Rejected cases[] = {
      {Float({}), ".DimensionCount is 0, but 1 to 8 is required"},
      {Float({1, 1, 1, 1, 1, 1, 1, 1, 1}),
       ".DimensionCount is more than 8, but at most 8 is allowed"},
      {Float({2, 0, 3}), ".Sizes[1] is 0, but every size must be at least 1"},
      {Float({2, -3}), ".Sizes[1] is -3, but every size must be at least 1"},
      {Float({65536, 65536, 65536, 65536}),
       ".Sizes [65536, 65536, 65536, 65536] have 2^63 or more elements, but at most 4294967295 are "
       "allowed"},
      {With({DataType::Float32, {65537, 65537}, {65537, 1}}, 524292),
       ".Sizes [65537, 65537] have 4295098369 elements, but at most 4294967295 are allowed"},
      {Float({k32}),
       ".Sizes [4294967296] have 4294967296 elements, but at most 4294967295 are "
       "allowed"},
      {With({DataType::Float32, Sizes{3}, Strides{k31}}, 4),
       ".TotalTensorSizeInBytes is 4, but Sizes [3], Strides [2147483648], FLOAT32 need "
       "17179869188"},
      {TensorDesc(DataType::Float64, Sizes{2}, Strides{k31 << 31}),
       ".Sizes [2], Strides [4611686018427387904], FLOAT64 need 2^64 bytes or more"},
      {TensorDesc(DataType::UInt8, Sizes{5}, Strides{k31 << 31}),
       ".Sizes [5], Strides [4611686018427387904] reach past 2^63 - 1"},
      {TensorDesc(DataType::Float32, {2, 3}, {1}),
       ".Strides [1] has 1 values, but Sizes [2, 3] has 2"},
      {With(Float({4, 4}), 60),
       ".TotalTensorSizeInBytes is 60, but Sizes [4, 4], Strides [4, 1], FLOAT32 need 64"},
      {With(Float({4, 4}), 63),
       ".TotalTensorSizeInBytes is 63, but Sizes [4, 4], Strides [4, 1], FLOAT32 need 64"},
      {With({DataType::UInt8, Sizes{5}}, 5),
       ".TotalTensorSizeInBytes is 5, but Sizes [5], Strides [1], UINT8 need 8"},
      {With({DataType::Float32, Layout({2}, {1}, 3)}, 16),
       ".TotalTensorSizeInBytes is 16, but Sizes [2], Strides [1], Offset 3, FLOAT32 need 20"},
      {With(Float({4, 4}), 66), ".TotalTensorSizeInBytes is 66, but it must be a multiple of 4"},
      {With(Float({4, 4}), UINT64_MAX),
       ".TotalTensorSizeInBytes is 18446744073709551615, but it must be a multiple of 4"},
      {With(Float({4}), 0, 3),
       ".GuaranteedBaseOffsetAlignment is 3, but it must be 0 or a power of two"},
      {With(Float({4}), 0, 2),
       ".GuaranteedBaseOffsetAlignment is 2, but an element of FLOAT32 has 4 bytes"},
      {With(Float({4}), 0, 0, 2), ".Flags is 0x2, but OWNED_BY_DML (0x1) is the only flag"},
      {With(Float({4}), 0, 0, 0x80000001),
       ".Flags is 0x80000001, but OWNED_BY_DML (0x1) is the only flag"},
      {TensorDesc(DataType::Unknown, Sizes{4}), ".DataType is 0, but 1 to 13 is required"},
      {TensorDesc(static_cast<DataType>(14), Sizes{4}), ".DataType is 14, but 1 to 13 is required"},
      {TensorDesc(static_cast<DataType>(0xFFFF), Sizes{4}),
       ".DataType is 65535, but 1 to 13 is required"},
      {TensorDesc(DataType::UInt4, Layout({4}, {1}, 3)),
       ".Offset is 3, but a tensor of UINT4 begins at a whole byte: an even offset"},
      {TensorDesc(DataType::Float32, Layout({3}, {-1}, 1)),
       ".Sizes [3], Strides [-1], Offset 1 reach offset -1, but the buffer begins at 0"},
  };
  ExpectMessages(cases, TensorUse::Input, "SLICE1: InputTensor");
  ExpectMessages(cases, TensorUse::Output, "SLICE1: OutputTensor");
}

TEST(CheckTensor, RejectsForOutputsOnly) {
  const Rejected cases[] = {
      {TensorDesc(DataType::Float32, {3, 4}, {0, 1}),
       ".Strides[0] is 0, but Sizes[0] is 3 and an output cannot broadcast"},
      {TensorDesc(DataType::Float32, {3, 3}, {2, 1}),
       ".Sizes [3, 3], Strides [2, 1] overlap, but each element of an output needs its own place"},
      {With(Float({4}), 0, 0, 1), ".Flags is OWNED_BY_DML, but only an input can be"},
  };
  ExpectMessages(cases, TensorUse::Output, "SLICE1: OutputTensor");
  for (const Rejected& c : cases)
    EXPECT_TRUE(CheckTensor(c.tensor, TensorUse::Input, "SLICE1: InputTensor")) << c.message;
}

TEST(CheckTensor, Accepts) {
  const TensorDesc cases[] = {
      Float({1, 1, 1, 1, 1, 1, 1, 1}),
      With(Float({4, 4}), 64),
      With(Float({4, 4}), 4096, 256),
      With({DataType::UInt4, Sizes{4}}, 0, 1),
      With({DataType::Float64, Sizes{4}}, 0, 8),
      With(Float({4}), 0, 0x80000000),
      {DataType::Float32, {1, 3}, {0xFFFFFFFF, 1}},  // the stride of a size 1 is never used
      {DataType::Float32, {1, 3}, {0, 1}},
      {DataType::Float32, {1, 3}, {7, 1}},
      {DataType::Int64, Sizes{k32 - 1}},
      {DataType::Int4, {3, 3}},  // an odd count
      {DataType::UInt4, Layout({3}, {1}, 2)},
      {DataType::Float32, Layout({3}, {-1}, 2)},  // backwards, but inside
  };
  for (const TensorDesc& tensor : cases)
    for (const TensorUse use : {TensorUse::Input, TensorUse::Output}) {
      const Status status = CheckTensor(tensor, use, "IDENTITY: InputTensor");
      EXPECT_TRUE(status) << status.error().message;
    }
}

TEST(CheckTensor, EmptyTensorsWhereAllowed) {
  const TensorRules rules{.allow_empty = true};
  EXPECT_TRUE(CheckTensor(Float({}), TensorUse::Output, "", rules));
  EXPECT_TRUE(CheckTensor(Float({0}), TensorUse::Output, "", rules));
  EXPECT_TRUE(CheckTensor({DataType::Int8, {2, 0}, {0, 5}}, TensorUse::Input, "", rules));
  const Rejected cases[] = {
      {Float({-1}), ".Sizes[0] is -1, but every size must be at least 0"},
      {Float({0, k32}),
       ".Sizes [0, 4294967296] have 4294967296 elements, but at most 4294967295 "
       "are allowed"},
  };
  ExpectMessages(cases, TensorUse::Input, "CAST: InputTensor", rules);
}

TEST(TensorDesc, Text) {
  EXPECT_EQ(ToString(Float({2, 3})), R"({"DataType": "FLOAT32", "Sizes": [2, 3]})");
  EXPECT_EQ(ToString(With({DataType::Int4, Layout({2, 3}, {8, 1}, 2)}, 16, 4, 1)),
            R"({"DataType": "INT4", "Sizes": [2, 3], "Strides": [8, 1], "Offset": 2, )"
            R"("TotalTensorSizeInBytes": 16, "GuaranteedBaseOffsetAlignment": 4, )"
            R"("Flags": "OWNED_BY_DML"})");
}

}  // namespace
}  // namespace weft
