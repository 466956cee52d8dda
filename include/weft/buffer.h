// SPDX-License-Identifier: MIT
// The caller's memory as operators take it: an address and a number of bytes.
#pragma once

#include <cstddef>
#include <ranges>
#include <type_traits>

namespace weft {

// Anything contiguous converts: std::vector<float>, std::array, std::span.
// An absent optional tensor is a default-constructed (null) buffer.
struct ConstBuffer {
  const void* data = nullptr;
  size_t bytes = 0;

  ConstBuffer() = default;
  ConstBuffer(const void* data, size_t bytes) : data(data), bytes(bytes) {}
  template <std::ranges::contiguous_range R>
    requires(std::is_trivially_copyable_v<std::ranges::range_value_t<R>>)
  ConstBuffer(const R& range)
      : data(std::ranges::data(range)),
        bytes(std::ranges::size(range) * sizeof(std::ranges::range_value_t<R>)) {}
};

struct Buffer {
  void* data = nullptr;
  size_t bytes = 0;

  Buffer() = default;
  Buffer(void* data, size_t bytes) : data(data), bytes(bytes) {}
  template <std::ranges::contiguous_range R>
    requires(std::is_trivially_copyable_v<std::ranges::range_value_t<R>> &&
             !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>)
  Buffer(R&& range)
      : data(std::ranges::data(range)),
        bytes(std::ranges::size(range) * sizeof(std::ranges::range_value_t<R>)) {}
};

}  // namespace weft
