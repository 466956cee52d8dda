// SPDX-License-Identifier: MIT
// What each program of this folder prints: a line for each picture with the most probable digit and
// the probabilities of all ten.
#pragma once

#include <algorithm>
#include <cstdio>
#include <vector>

inline void PrintDigits(const std::vector<float>& probabilities) {
  for (auto at = probabilities.begin(); at != probabilities.end(); at += 10) {
    std::printf("%d:", int(std::max_element(at, at + 10) - at));
    for (int digit = 0; digit < 10; ++digit) std::printf(" %.6f", double(at[digit]));
    std::printf("\n");
  }
}
