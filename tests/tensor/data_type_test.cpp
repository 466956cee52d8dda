// SPDX-License-Identifier: MIT
// The element types by value, name and width.
#include <gtest/gtest.h>

#include "weft/tensor.h"

namespace weft {
namespace {

struct Row {
  uint32_t value;  // of DML_TENSOR_DATA_TYPE
  DataType type;
  const char* name;
  int bits;
};
constexpr Row kRows[] = {
    {1, DataType::Float32, "FLOAT32", 32}, {2, DataType::Float16, "FLOAT16", 16},
    {3, DataType::UInt32, "UINT32", 32},   {4, DataType::UInt16, "UINT16", 16},
    {5, DataType::UInt8, "UINT8", 8},      {6, DataType::Int32, "INT32", 32},
    {7, DataType::Int16, "INT16", 16},     {8, DataType::Int8, "INT8", 8},
    {9, DataType::Float64, "FLOAT64", 64}, {10, DataType::UInt64, "UINT64", 64},
    {11, DataType::Int64, "INT64", 64},    {12, DataType::UInt4, "UINT4", 4},
    {13, DataType::Int4, "INT4", 4},
};

TEST(DataType, ValuesNamesAndWidths) {
  for (const Row& row : kRows) {
    EXPECT_EQ(static_cast<uint32_t>(row.type), row.value);
    EXPECT_EQ(Name(row.type), row.name);
    EXPECT_EQ(SizeBits(row.type), row.bits);
    EXPECT_EQ(DataTypeFromName(row.name), row.type);
    EXPECT_EQ(DataTypeFromName(std::string("DML_TENSOR_DATA_TYPE_") + row.name), row.type);
  }
}

TEST(DataType, ValuesThatAreNoType) {
  for (const uint32_t value : {0u, 14u, 0xffffu, 0xffffffffu}) {
    EXPECT_EQ(Name(static_cast<DataType>(value)), "UNKNOWN");
    EXPECT_EQ(SizeBits(static_cast<DataType>(value)), 0);
  }
  for (const char* name : {"", "UNKNOWN", "float32", "FLOAT", "FLOAT32 ", "DML_TENSOR_DATA_TYPE_"})
    EXPECT_EQ(DataTypeFromName(name), std::nullopt) << name;
}

}  // namespace
}  // namespace weft
