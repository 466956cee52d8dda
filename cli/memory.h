// SPDX-License-Identifier: MIT
// Zeroed, 64-byte aligned memory for tensors. The machine is asked before anything is allocated,
// because Linux promises memory it does not have and kills whoever then touches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>

#include "weft/status.h"

namespace weft::cli {

class Memory {
 public:
  Memory() = default;
  // The message of a failure begins with `what`: "resources.x needs 4 bytes, but …".
  static Result<Memory> Allocate(uint64_t bytes, std::string_view what);

  std::byte* data() const { return data_; }
  size_t size() const { return size_; }
  std::span<std::byte> bytes() const { return {data_, size_}; }

 private:
  struct Free {
    void operator()(void* block) const { std::free(block); }
  };
  std::unique_ptr<void, Free> block_;
  std::byte* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace weft::cli
