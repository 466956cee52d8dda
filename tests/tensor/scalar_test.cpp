// SPDX-License-Identifier: MIT
// Numbers as elements: integers wrap, floats truncate and saturate into integers, and a float type
// gets the nearest value in one rounding.
#include "weft/scalar.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace weft {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Scalar, Bits) {
  struct Case {
    Scalar scalar;
    DataType type;
    uint64_t bits;
  };
  const Case cases[] = {
      // Integers wrap.
      {-2, DataType::UInt8, 0xFE},
      {300, DataType::UInt8, 44},
      {300, DataType::Int8, 44},
      {-1, DataType::UInt4, 15},
      {19, DataType::Int4, 3},
      {-1, DataType::UInt64, UINT64_MAX},
      {UINT64_MAX, DataType::Int32, 0xFFFFFFFF},
      {int64_t{1} << 40, DataType::UInt16, 0},
      {true, DataType::Int8, 1},
      // Floats truncate, saturate, and NaN is 0.
      {3.9, DataType::Int32, 3},
      {-3.9, DataType::Int32, 0xFFFFFFFD},
      {-0.9, DataType::UInt32, 0},
      {-5.0, DataType::UInt8, 0},
      {255.9, DataType::UInt8, 255},
      {256.0, DataType::UInt8, 255},
      {127.9, DataType::Int8, 127},
      {128.0, DataType::Int8, 127},
      {-128.9, DataType::Int8, 0x80},
      {-129.0, DataType::Int8, 0x80},
      {7.5, DataType::Int4, 7},
      {-8.5, DataType::Int4, 8},
      {16.0, DataType::UInt4, 15},
      {1e30, DataType::Int32, 0x7FFFFFFF},
      {-1e30, DataType::Int32, 0x80000000},
      {0x1p63, DataType::Int64, uint64_t{INT64_MAX}},
      {-0x1p63, DataType::Int64, uint64_t{1} << 63},
      {0x1p64, DataType::UInt64, UINT64_MAX},
      {0x1p63, DataType::UInt64, uint64_t{1} << 63},
      {kInfinity, DataType::UInt16, 0xFFFF},
      {-kInfinity, DataType::Int16, 0x8000},
      {kNan, DataType::Int32, 0},
      {kNan, DataType::UInt64, 0},
      // Float types.
      {1, DataType::Float32, 0x3F800000},
      {0.1, DataType::Float32, 0x3DCCCCCD},
      {0.1f, DataType::Float64, std::bit_cast<uint64_t>(double{0.1f})},
      {-2.5, DataType::Float64, 0xC004000000000000},
      {1e300, DataType::Float32, 0x7F800000},
      {1, DataType::Float16, 0x3C00},
      {65504u, DataType::Float16, 0x7BFF},
      {65520, DataType::Float16, 0x7C00},
      {INT64_MIN, DataType::Float16, 0xFC00},
      {-0.0, DataType::Float16, 0x8000},
      // A detour through float would first lose the last bit, then round the tie down.
      {1 + 0x1p-11 + 0x1p-40, DataType::Float16, 0x3C01},
      // Likewise an integer through double on its way to float.
      {(int64_t{1} << 60) + (int64_t{1} << 36) + 1, DataType::Float32,
       std::bit_cast<uint32_t>(0x1p60f + 0x1p37f)},
      {UINT64_MAX, DataType::Float64, 0x43F0000000000000},
      // Bits as they are.
      {Scalar::FromBits(0x12345678), DataType::UInt8, 0x78},
      {Scalar::FromBits(0x3F800000), DataType::Float32, 0x3F800000},
      {Scalar::FromBits(0xABCD), DataType::Int4, 0xD},
      {Scalar::FromBits(UINT64_MAX), DataType::Float64, UINT64_MAX},
      {Scalar(), DataType::Float32, 0},
      {Scalar(1.5), DataType::Unknown, 0},
      {Scalar(-1), static_cast<DataType>(99), 0},
  };
  for (const Case& c : cases)
    EXPECT_EQ(c.scalar.Bits(c.type), c.bits) << c.scalar.Text(c.type) << " as " << Name(c.type);
}

TEST(Scalar, Text) {
  EXPECT_EQ(Scalar(0.1).Text(DataType::Float32), "0.1");
  EXPECT_EQ(Scalar(0.1).Text(DataType::Float16), "0.1");
  EXPECT_EQ(Scalar(1).Text(DataType::Float32), "1");
  EXPECT_EQ(Scalar(65504).Text(DataType::Float16), "65504");
  EXPECT_EQ(Scalar(1.0 / 3).Text(DataType::Float64), "0.3333333333333333");
  EXPECT_EQ(Scalar(1.0 / 3).Text(DataType::Float16), "0.3333");
  EXPECT_EQ(Scalar(-1).Text(DataType::Int64), "-1");
  EXPECT_EQ(Scalar(-1).Text(DataType::Int4), "-1");
  EXPECT_EQ(Scalar(-1).Text(DataType::UInt4), "15");
  EXPECT_EQ(Scalar(-1).Text(DataType::UInt64), "18446744073709551615");
  EXPECT_EQ(Scalar(kNan).Text(DataType::Float16), "nan");
  EXPECT_EQ(Scalar(-kInfinity).Text(DataType::Float32), "-inf");
  EXPECT_EQ(Scalar(1e9).Text(DataType::Float16), "inf");
}

}  // namespace
}  // namespace weft
