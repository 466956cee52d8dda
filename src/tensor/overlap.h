// SPDX-License-Identifier: MIT
// Do two coordinates of a strided tensor share an offset? In general that is an integer equation
// with bounds: it has a solution d != 0, |d_i| <= last_i, of sum(d_i * stride_i) = 0.
#pragma once

#include <cstdint>
#include <span>

namespace weft {

// One dimension larger than 1: it adds 0, stride, …, or last * stride to the offset.
struct Step {
  int64_t stride;  // at least 1: the sign of a stride does not matter here
  int64_t last;    // size - 1, at least 1
};

// `steps` in ascending order of stride; sum(last * stride) fits int64_t.
// Exact, except that strides contrived to defeat the search (whose length is limited, so that the
// answer takes milliseconds at most) count as overlapping.
bool Overlaps(std::span<const Step> steps);

}  // namespace weft
