// SPDX-License-Identifier: MIT
// One line on standard error that says how far a model is, where that is a terminal; gone once
// results are shown.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace weft::cli {

class ProgressLine {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { Erase(); }

  // For SessionOptions; the line has to live as long. Nothing where nobody would see it.
  std::function<void(std::string_view stage, int64_t done, int64_t all)> Callback();
  void Erase();

 private:
  void Show(std::string_view stage, int64_t done, int64_t all);

  const bool is_terminal_;
  bool is_shown_ = false;
  std::string stage_;  // that is shown
  std::chrono::steady_clock::time_point when_;
};

}  // namespace weft::cli
