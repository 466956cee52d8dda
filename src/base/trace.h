// SPDX-License-Identifier: MIT
// WEFT_TRACE=validate,plan,refused,run prints one line per event to standard error.
#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

enum class TraceEvent : uint8_t { Validate, Plan, Refused, Run };

bool TraceEnabled(TraceEvent event);  // read from the environment on the first call
void Trace(TraceEvent event, std::string_view text);

}  // namespace weft
