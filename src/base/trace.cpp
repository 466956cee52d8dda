// SPDX-License-Identifier: MIT
// Reads WEFT_TRACE once, and writes whole lines so that those of several threads do not mix.
#include "base/trace.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace weft {
namespace {

constexpr std::string_view kNames[] = {"validate", "plan", "refused", "run"};

unsigned EnabledEvents() {
  const char* text = std::getenv("WEFT_TRACE");
  if (text == nullptr) return 0;
  const std::string list = fmt::format(",{},", text);
  unsigned events = 0;
  for (unsigned i = 0; i < std::size(kNames); ++i)
    if (list.find(fmt::format(",{},", kNames[i])) != std::string::npos) events |= 1u << i;
  return events;
}

}  // namespace

bool TraceEnabled(TraceEvent event) {
  static const unsigned events = EnabledEvents();
  return (events >> unsigned(event)) & 1;
}

void Trace(TraceEvent event, std::string_view text) {
  const std::string line = fmt::format("weft {}: {}\n", kNames[unsigned(event)], text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace weft
