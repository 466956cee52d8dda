// SPDX-License-Identifier: MIT
// Whoever takes part in the comparison: a name and a function that gets everything ready, so that
// only the movement itself is timed.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "case.h"

namespace weft::bench {

// The caller's memory. The buffers may be larger than the case needs, never smaller.
struct Memory {
  const void* input;
  size_t input_bytes;
  void* output;
  size_t output_bytes;
};

struct Job {
  std::function<void()> run;
  std::string how;  // the implementation a library chose, where it tells
};

struct Peer {
  enum class Role {
    Weft,
    Limit,  // moves as many bytes as the output has, not the case itself
    Library,
  };
  std::string_view name;
  Role role;
  // Nothing when the peer cannot do the case.
  std::optional<Job> (*prepare)(const Case&, const Memory&, int threads);
};

extern const Peer kWeft;
extern const Peer kMemcpy;
extern const Peer kNonTemporal;
extern const Peer kOneDnn;
extern const Peer kEigen;

}  // namespace weft::bench
