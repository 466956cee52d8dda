// SPDX-License-Identifier: MIT
// What an operator's Plan returns: how much memory it wants and the work itself. By the time a
// Program runs everything has been checked, so it takes bare pointers and cannot fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "strided/copy.h"
#include "weft/status.h"

namespace weft {

// One pointer per tensor slot (null for an absent optional tensor).
struct Bindings {
  std::span<const std::byte* const> inputs;
  std::span<std::byte* const> outputs;
  std::byte* temporary = nullptr;
  std::byte* persistent = nullptr;
};

struct Program {
  uint64_t temporary_bytes = 0;
  uint64_t persistent_bytes = 0;
  std::function<void(const Bindings&)> prepare = nullptr;  // fills `persistent`, where there is any
  std::function<void(const Bindings&)> run = nullptr;  // const and thread-safe, allocates nothing
  std::string explanation = {};  // how it will run, for traces; may be empty
};

// Input 0 to output 0.
Program CopyProgram(const CopyPlan& plan);

}  // namespace weft
