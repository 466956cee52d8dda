// SPDX-License-Identifier: MIT
// The generated tables and their lookups. Counts and support tables are those of DirectML's
// documentation; offsets are checked by writing through the table and reading the named member.
#include "weft/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace weft {
namespace {

const Field& FieldOf(const OperatorInfo& info, std::string_view name) {
  const auto found = std::ranges::find(info.fields, name, &Field::name);
  EXPECT_NE(found, info.fields.end()) << info.name << "." << name;
  return *found;
}

const EnumInfo& Enum(std::string_view name) {
  const auto found = std::ranges::find(AllEnums(), name, &EnumInfo::name);
  EXPECT_NE(found, AllEnums().end()) << name;
  return *found;
}

uint16_t Bits(std::initializer_list<DataType> types) {
  uint16_t bits = 0;
  for (DataType type : types) bits |= 1 << int(type);
  return bits;
}

TEST(Schema, CountsAreDirectMLs) {
  EXPECT_EQ(AllOperators().size(), 177u);
  EXPECT_EQ(AllEnums().size(), 25u);
  size_t values = 0, flags = 0;
  for (const EnumInfo& info : AllEnums()) {
    values += info.values.size();
    flags += info.is_flags;
  }
  EXPECT_EQ(values, 277u);
  EXPECT_EQ(flags, 3u);
  size_t fields = 0;
  for (const OperatorInfo& info : AllOperators()) fields += info.fields.size();
  EXPECT_EQ(fields, 917u);
}

TEST(Schema, OperatorsAreNumberedWithoutGaps) {
  for (size_t i = 0; i < AllOperators().size(); ++i) {
    const OperatorInfo& info = AllOperators()[i];
    EXPECT_EQ(uint32_t(info.type), i + 1) << info.name;
    EXPECT_EQ(&Info(info.type), &info);
    EXPECT_EQ(FindOperator(info.name), &info);
    EXPECT_EQ(Enum("DML_OPERATOR_TYPE").NameOf(uint32_t(i + 1)), info.name);
    EXPECT_FALSE(info.summary.empty()) << info.name;
    EXPECT_TRUE(info.summary.ends_with('.')) << info.name;
  }
}

TEST(Schema, FindsOperatorsByEitherName) {
  ASSERT_NE(FindOperator("SLICE1"), nullptr);
  EXPECT_EQ(FindOperator("SLICE1")->type, OperatorType::Slice1);
  EXPECT_EQ(FindOperator("DML_OPERATOR_SLICE1"), FindOperator("SLICE1"));
  EXPECT_EQ(FindOperator("SCATTER"), &Info(OperatorType::ScatterElements));
  EXPECT_EQ(FindOperator("DML_OPERATOR_SCATTER"), &Info(OperatorType::ScatterElements));
  for (std::string_view name : {"", "INVALID", "DML_OPERATOR_INVALID", "DML_OPERATOR_", "slice1",
                                "SLICE", "SLICE9", "DML_OPERATOR_DML_OPERATOR_SLICE1"}) {
    const OperatorInfo* found = FindOperator(name);
    EXPECT_EQ(found, name == "SLICE" ? &Info(OperatorType::Slice) : nullptr) << name;
  }
}

TEST(Schema, InfoOfNoOperatorIsEmpty) {
  for (uint32_t value : {0u, 178u, 0xffffffffu}) {
    const OperatorInfo& info = Info(OperatorType(value));
    EXPECT_EQ(info.name, "INVALID");
    EXPECT_TRUE(info.fields.empty());
    EXPECT_EQ(SupportAt(info, kNewestFeatureLevel), nullptr);
  }
}

TEST(Schema, EnumsKnowTheirNames) {
  const EnumInfo& direction = Enum("DML_AXIS_DIRECTION");
  EXPECT_EQ(direction.Find("DECREASING"), 1u);
  EXPECT_EQ(direction.Find("DML_AXIS_DIRECTION_DECREASING"), 1u);
  EXPECT_EQ(direction.Find("DML_AXIS_DIRECTION"), std::nullopt);
  EXPECT_EQ(direction.Find("SIDEWAYS"), std::nullopt);
  EXPECT_EQ(direction.NameOf(0), "INCREASING");
  EXPECT_EQ(direction.NameOf(2), "");

  EXPECT_TRUE(Enum("DML_TENSOR_FLAGS").is_flags);
  EXPECT_EQ(Enum("DML_TENSOR_FLAGS").Find("DML_TENSOR_FLAG_OWNED_BY_DML"), 1u);
  EXPECT_EQ(Enum("DML_EXECUTION_FLAGS").Find("DESCRIPTORS_VOLATILE"), 4u);
  EXPECT_EQ(Enum("DML_FEATURE_LEVEL").Find("6_4"), 0x6400u);
  EXPECT_EQ(Enum("DML_FEATURE_LEVEL").Find("DML_FEATURE_LEVEL_2_1"), 0x2100u);
}

TEST(Schema, DataTypesAreThoseOfTensorH) {
  const EnumInfo& types = Enum("DML_TENSOR_DATA_TYPE");
  ASSERT_EQ(types.values.size(), size_t(kDataTypeCount));
  for (const EnumValue& value : types.values) EXPECT_EQ(Name(DataType(value.value)), value.name);
}

// Members lie inside the aggregate, in the order of the C struct, and do not overlap.
TEST(Schema, OffsetsAreSane) {
  const std::map<FieldType, size_t> sizes = {
      {FieldType::TensorArray, sizeof(std::vector<TensorDesc>)},
      {FieldType::UInt, 4},
      {FieldType::Int, 4},
      {FieldType::Float, 4},
      {FieldType::Bool, 1},
      {FieldType::Enum, 4},
      {FieldType::UIntArray, sizeof(std::vector<uint32_t>)},
      {FieldType::IntArray, sizeof(std::vector<int32_t>)},
      {FieldType::FloatArray, sizeof(std::vector<float>)},
      {FieldType::ScaleBias, sizeof(std::optional<ScaleBias>)},
      {FieldType::Size2D, sizeof(Size2D)},
      {FieldType::Scalar, sizeof(Scalar)},
      {FieldType::Activation, sizeof(std::optional<FusedActivation>)},
      {FieldType::ActivationArray, sizeof(std::vector<FusedActivation>)},
  };
  for (const OperatorInfo& info : AllOperators()) {
    size_t end = 0;
    int c_end = -1;
    for (const Field& field : info.fields) {
      SCOPED_TRACE(std::string(info.name) + "." + std::string(field.name));
      EXPECT_GT(int(field.c_offset), c_end);
      c_end = field.c_offset;
      EXPECT_EQ(field.enumeration != nullptr, field.type == FieldType::Enum);
      EXPECT_EQ(field.role != FieldRole::Attribute,
                field.type == FieldType::Tensor || field.type == FieldType::TensorArray);
      if (field.type == FieldType::Count) {
        EXPECT_EQ(field.offset, 0);
        EXPECT_EQ(field.count_field, -1);
        continue;
      }
      size_t size = field.optional ? sizeof(std::optional<TensorDesc>) : sizeof(TensorDesc);
      if (field.type != FieldType::Tensor) size = sizes.at(field.type);
      EXPECT_GE(field.offset, end);
      end = field.offset + size;
      EXPECT_LE(end, info.size);

      const bool is_array =
          field.type == FieldType::TensorArray || field.type == FieldType::UIntArray ||
          field.type == FieldType::IntArray || field.type == FieldType::FloatArray ||
          field.type == FieldType::ActivationArray;
      ASSERT_EQ(field.count_field >= 0, is_array);
      if (is_array) {
        EXPECT_EQ(info.fields[size_t(field.count_field)].type, FieldType::Count);
      }
    }
  }
}

TEST(Schema, TablesDescribeTheAggregates) {
  const OperatorInfo& info = Info(OperatorType::Slice1);
  Slice1 slice = {.input = {DataType::Float32, {4, 5}},
                  .output = {DataType::Int8, {2, 2}},
                  .input_window_offsets = {1, 2},
                  .input_window_sizes = {3, 3},
                  .input_window_strides = {-1, 2}};
  EXPECT_EQ(MemberOf<TensorDesc>(&slice, FieldOf(info, "InputTensor")), slice.input);
  EXPECT_EQ(MemberOf<TensorDesc>(&slice, FieldOf(info, "OutputTensor")), slice.output);
  EXPECT_EQ(MemberOf<std::vector<uint32_t>>(&slice, FieldOf(info, "InputWindowSizes")),
            slice.input_window_sizes);
  EXPECT_EQ(MemberOf<std::vector<int32_t>>(&slice, FieldOf(info, "InputWindowStrides")),
            slice.input_window_strides);
  EXPECT_EQ(FieldOf(info, "InputWindowOffsets").count_field, 2);  // DimensionCount
  EXPECT_EQ(FieldOf(info, "DimensionCount").type, FieldType::Count);
  EXPECT_EQ(FieldOf(info, "InputWindowStrides").c_offset, 40);
  EXPECT_EQ(info.size, sizeof(Slice1));
}

TEST(Schema, MakeGivesADefaultAggregateToFillIn) {
  for (const OperatorInfo& info : AllOperators()) EXPECT_EQ(info.make().type(), info.type);

  const OperatorInfo& info = Info(OperatorType::Gemm);
  Operator op = info.make();
  EXPECT_FALSE(op.As<Gemm>().c.has_value());
  MemberOf<float>(op.mutable_data(), FieldOf(info, "Beta")) = 3;
  MemberOf<MatrixTransform>(op.mutable_data(), FieldOf(info, "TransB")) =
      MatrixTransform::Transpose;
  MemberOf<std::optional<TensorDesc>>(op.mutable_data(), FieldOf(info, "CTensor"))
      .emplace(DataType::Float16, Sizes{1, 2});
  MemberOf<std::optional<FusedActivation>>(op.mutable_data(), FieldOf(info, "FusedActivation")) =
      ActivationLinear{.alpha = 2, .beta = 1};
  EXPECT_EQ(op.As<Gemm>().beta, 3);
  EXPECT_EQ(op.As<Gemm>().trans_b, MatrixTransform::Transpose);
  EXPECT_EQ(op.As<Gemm>().c->type, DataType::Float16);
  EXPECT_EQ(std::get<ActivationLinear>(*op.As<Gemm>().fused_activation).alpha, 2);
}

TEST(Schema, OptionalFields) {
  EXPECT_TRUE(FieldOf(Info(OperatorType::Gemm), "CTensor").optional);
  EXPECT_FALSE(FieldOf(Info(OperatorType::Gemm), "ATensor").optional);
  EXPECT_TRUE(FieldOf(Info(OperatorType::ElementWiseIdentity), "ScaleBias").optional);
  EXPECT_FALSE(FieldOf(Info(OperatorType::BatchNormalizationGrad), "Epsilon").optional);
}

TEST(Schema, SupportOfSlice1) {
  const OperatorInfo& info = Info(OperatorType::Slice1);
  const uint16_t up_to_32_bits =
      Bits({DataType::Float32, DataType::Float16, DataType::Int32, DataType::Int16, DataType::Int8,
            DataType::UInt32, DataType::UInt16, DataType::UInt8});
  const uint16_t all = up_to_32_bits | Bits({DataType::Float64, DataType::Int64, DataType::UInt64});
  struct Case {
    FeatureLevel asked, table;
    uint16_t dimension_counts, data_types;
  };
  for (const Case& c :
       {Case{FeatureLevel::Level2_1, FeatureLevel::Level2_1, 0b110000, up_to_32_bits},
        Case{FeatureLevel::Level3_0, FeatureLevel::Level3_0, 0x1fe, up_to_32_bits},
        Case{FeatureLevel::Level4_0, FeatureLevel::Level3_0, 0x1fe, up_to_32_bits},
        Case{FeatureLevel::Level4_1, FeatureLevel::Level4_1, 0x1fe, all},
        Case{kNewestFeatureLevel, FeatureLevel::Level4_1, 0x1fe, all}}) {
    const SupportTable* table = SupportAt(info, c.asked);
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->level, c.table);
    ASSERT_EQ(table->tensors.size(), 2u);
    for (size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(table->tensors[i].field, i);
      EXPECT_EQ(table->tensors[i].dimension_counts, c.dimension_counts);
      EXPECT_EQ(table->tensors[i].data_types, c.data_types);
    }
  }
  EXPECT_EQ(SupportAt(info, FeatureLevel::Level2_0), nullptr);
  EXPECT_EQ(SupportAt(info, FeatureLevel::Level1_0), nullptr);
}

// REDUCE has a table per function; the generic one accepts what any function does at that level.
TEST(Schema, SupportOfReduceIsTheUnionOverFunctions) {
  const OperatorInfo& info = Info(OperatorType::Reduce);
  const auto output_types = [&](FeatureLevel level) {
    return SupportAt(info, level)->tensors[1].data_types;
  };
  const uint16_t at_first = Bits({DataType::Float32, DataType::Float16, DataType::UInt32});
  EXPECT_EQ(output_types(FeatureLevel::Level1_0), at_first);
  EXPECT_EQ(output_types(FeatureLevel::Level2_1), at_first | Bits({DataType::Int32}));
  EXPECT_EQ(output_types(FeatureLevel::Level3_0),  // ARGMIN and ARGMAX: 64 bits; MIN and MAX: 8
            at_first | Bits({DataType::Int32, DataType::Int16, DataType::Int8, DataType::UInt16,
                             DataType::UInt8, DataType::Int64, DataType::UInt64}));
  EXPECT_EQ(output_types(FeatureLevel::Level4_1), output_types(FeatureLevel::Level3_0));
  EXPECT_EQ(SupportAt(info, FeatureLevel::Level2_0)->tensors[0].dimension_counts, 1 << 4);
}

TEST(Schema, SupportTablesCoverEveryTensorFromTheFirstLevelOn) {
  for (const OperatorInfo& info : AllOperators()) {
    SCOPED_TRACE(info.name);
    ASSERT_FALSE(info.support.empty());
    EXPECT_EQ(info.support.back().level, info.introduced);
    EXPECT_TRUE(std::ranges::is_sorted(info.support, std::greater<>(), &SupportTable::level));
    for (const SupportTable& table : info.support) {
      std::set<size_t> covered;
      for (const TensorSupport& tensor : table.tensors) {
        EXPECT_NE(info.fields[tensor.field].role, FieldRole::Attribute);
        EXPECT_NE(tensor.data_types, 0);
        EXPECT_NE(tensor.dimension_counts, 0);
        EXPECT_EQ(tensor.data_types & 1, 0);             // UNKNOWN
        EXPECT_EQ(tensor.dimension_counts & ~0x1fe, 0);  // 1 to 8
        covered.insert(tensor.field);
      }
      const auto is_tensor = [](const Field& field) { return field.role != FieldRole::Attribute; };
      EXPECT_EQ(covered.size(), size_t(std::ranges::count_if(info.fields, is_tensor)));
    }
  }
}

TEST(Schema, NewerVersions) {
  EXPECT_EQ(Info(OperatorType::Slice).superseded_by, OperatorType::Slice1);
  EXPECT_EQ(Info(OperatorType::Slice1).superseded_by, std::nullopt);
  EXPECT_EQ(Info(OperatorType::Upsample2D).superseded_by, OperatorType::Resample);
  for (const OperatorInfo& info : AllOperators())
    if (info.superseded_by) {
      EXPECT_GT(*info.superseded_by, info.type) << info.name;
    }
}

TEST(Schema, InPlace) {
  EXPECT_TRUE(Info(OperatorType::ElementWiseIdentity).in_place);
  EXPECT_TRUE(Info(OperatorType::ActivationSwish).in_place);  // stated by its page only
  EXPECT_FALSE(Info(OperatorType::Slice1).in_place);
  EXPECT_FALSE(Info(OperatorType::Cast).in_place);
}

TEST(Schema, SameRulesNameTensors) {
  for (const OperatorInfo& info : AllOperators()) {
    EXPECT_EQ(info.implemented, !info.rules.empty()) << info.name;
    for (const SameRule& rule : info.same) {
      EXPECT_GE(rule.fields.size(), 2u) << info.name;
      for (uint8_t field : rule.fields)
        EXPECT_NE(info.fields[field].role, FieldRole::Attribute) << info.name;
    }
  }
  const OperatorInfo& cast = Info(OperatorType::Cast);
  ASSERT_EQ(cast.same.size(), 1u);
  EXPECT_EQ(cast.same[0].property, SameProperty::Sizes);
}

}  // namespace
}  // namespace weft
