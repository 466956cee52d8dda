// SPDX-License-Identifier: MIT
// Lets a test name who convolves: what oneDNN has, and so who does the work, depends on the
// processor.
#pragma once

#include <cstdlib>

namespace weft::test {

// While it lives and `only` is true, our own kernels alone.
class OwnKernels {
 public:
  explicit OwnKernels(bool only) {
    if (only) setenv("WEFT_ONEDNN", "0", 1);
  }
  ~OwnKernels() { unsetenv("WEFT_ONEDNN"); }
};

}  // namespace weft::test
