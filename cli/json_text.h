// SPDX-License-Identifier: MIT
// JSON text to a tree, as people write it by hand: comments and trailing commas are allowed.
// Keys that appear twice, numbers too large for a double and deep nesting are errors.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "weft/status.h"

namespace weft::cli {

using Json = nlohmann::json;

inline constexpr int kMostJsonLevels = 64;

// Messages carry the place: "line 3, column 5: …".
Result<Json> ParseJson(std::string text);

}  // namespace weft::cli
