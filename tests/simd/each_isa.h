// SPDX-License-Identifier: MIT
// Goes through the instruction sets that this machine can execute, by the ceiling users have.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "weft/isa.h"

namespace weft::test {

// What was compiled and the machine has, the best first, up to the ceiling the test began with: a
// run under WEFT_MAX_ISA executes nothing better.
inline std::vector<std::string_view> IsasHere() {
  std::vector<std::string_view> here;
  const std::vector<std::string_view> machine = MachineIsas();
  for (const std::string_view isa : CompiledIsas())
    if (std::ranges::find(machine, isa) != machine.end()) here.push_back(isa);
  here.erase(here.begin(), std::ranges::find(here, UsedIsa()));
  return here;
}

// The ceiling, as long as this lives.
class WithMaxIsa {
 public:
  explicit WithMaxIsa(std::string_view isa) : before_(MaxIsa()) {
    const Status set = SetMaxIsa(isa);
    EXPECT_TRUE(set) << set.error().message;
  }
  ~WithMaxIsa() { EXPECT_TRUE(SetMaxIsa(before_)); }
  WithMaxIsa(const WithMaxIsa&) = delete;

 private:
  const std::string before_;
};

}  // namespace weft::test
