// SPDX-License-Identifier: MIT
// Feature levels as text, by the enum table the schema gives them.
#include <fmt/format.h>

#include <algorithm>

#include "base/guard.h"
#include "weft/schema.h"

namespace weft {
namespace {

const EnumInfo& Levels() {
  static const EnumInfo& levels =
      *std::ranges::find(AllEnums(), std::string_view("DML_FEATURE_LEVEL"), &EnumInfo::name);
  return levels;
}

}  // namespace

std::string LevelName(FeatureLevel level) try {
  const std::string_view name = Levels().NameOf(static_cast<uint32_t>(level));
  return name.empty() ? fmt::format("{:#x}", static_cast<uint32_t>(level)) : std::string(name);
}
WEFT_CATCH_TEXT

std::optional<FeatureLevel> LevelFromName(std::string_view name) try {
  std::string text(name);
  std::ranges::replace(text, '.', '_');
  const std::optional<uint32_t> value = Levels().Find(text);
  if (!value) return std::nullopt;
  return static_cast<FeatureLevel>(*value);
}
WEFT_CATCH_RETURN(std::nullopt)

}  // namespace weft
