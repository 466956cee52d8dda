// SPDX-License-Identifier: MIT
// See feature_support.h. Programs query every number that a data type may have, so an unknown one
// is not an error.
#include "directml/feature_support.h"

#include <cstring>
#include <optional>

#include "base/error.h"
#include "weft/operator.h"
#include "weft/tensor.h"

namespace weft::directml {
namespace {

Status CheckStruct(const char* parameter, UINT bytes, const void* data, size_t wanted) {
  if (bytes != wanted)
    return Invalid("{}Size is {}, but its struct has {} bytes", parameter, bytes, wanted);
  if (data == nullptr) return Invalid("{} is null", parameter);
  return Ok();
}

Result<uint32_t> HighestLevel(const DML_FEATURE_QUERY_FEATURE_LEVELS& query) {
  const UINT count = query.RequestedFeatureLevelCount;
  if (count == 0) return Invalid("RequestedFeatureLevelCount is 0, but at least 1 is required");
  if (query.RequestedFeatureLevels == nullptr)
    return Invalid("RequestedFeatureLevels is null, but RequestedFeatureLevelCount is {}", count);
  std::optional<uint32_t> highest;
  for (UINT i = 0; i < count; ++i) {
    uint32_t level;
    std::memcpy(&level, query.RequestedFeatureLevels + i, sizeof(level));
    const bool is_level = LevelFromName(LevelName(FeatureLevel(level))).has_value();
    if (is_level && level > highest.value_or(0)) highest = level;
  }
  if (!highest) return NotSupported("RequestedFeatureLevels has none of the levels there are");
  return *highest;
}

}  // namespace

Status AnswerFeatureQuery(uint32_t feature, UINT query_bytes, const void* query, UINT support_bytes,
                          void* support) {
  const auto check = [&](size_t query_size, size_t support_size) -> Status {
    WEFT_RETURN_IF_ERROR(CheckStruct("featureQueryData", query_bytes, query, query_size));
    return CheckStruct("featureSupportData", support_bytes, support, support_size);
  };
  switch (feature) {
    case DML_FEATURE_TENSOR_DATA_TYPE_SUPPORT: {
      DML_FEATURE_DATA_TENSOR_DATA_TYPE_SUPPORT answer = {};
      uint32_t type;
      WEFT_RETURN_IF_ERROR(check(sizeof(type), sizeof(answer)));
      std::memcpy(&type, query, sizeof(type));
      answer.IsSupported = SizeBits(DataType(type)) != 0;
      std::memcpy(support, &answer, sizeof(answer));
      return Ok();
    }
    case DML_FEATURE_FEATURE_LEVELS: {
      DML_FEATURE_QUERY_FEATURE_LEVELS levels;
      WEFT_RETURN_IF_ERROR(check(sizeof(levels), sizeof(DML_FEATURE_DATA_FEATURE_LEVELS)));
      std::memcpy(&levels, query, sizeof(levels));
      WEFT_ASSIGN(const uint32_t highest, HighestLevel(levels));
      std::memcpy(support, &highest, sizeof(highest));
      return Ok();
    }
    default: return NotSupported("feature is {}, but 0 or 1 is required", feature);
  }
}

}  // namespace weft::directml
