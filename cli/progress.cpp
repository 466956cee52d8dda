// SPDX-License-Identifier: MIT
// See progress.h.
#include "cli/progress.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/terminal.h"

namespace weft::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Clock::duration kInterval = std::chrono::milliseconds(50);  // faster than eyes

}  // namespace

ProgressLine::ProgressLine() : is_terminal_(ErrorsGoToTerminal()) {}

std::function<void(std::string_view, int64_t, int64_t)> ProgressLine::Callback() {
  if (!is_terminal_) return {};
  return [this](std::string_view stage, int64_t done, int64_t all) { Show(stage, done, all); };
}

void ProgressLine::Show(std::string_view stage, int64_t done, int64_t all) {
  const Clock::time_point now = Clock::now();
  if (is_shown_ && stage_ == stage && now - when_ < kInterval) return;
  is_shown_ = true;
  stage_ = stage;
  when_ = now;
  const std::string count = all > 0 ? fmt::format(": {} of {} nodes", done, all) : "";
  fmt::print(stderr, "\r\033[K{}{}", stage, count);
  std::fflush(stderr);
}

void ProgressLine::Erase() {
  if (!is_shown_) return;
  is_shown_ = false;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

}  // namespace weft::cli
