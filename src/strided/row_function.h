// SPDX-License-Identifier: MIT
// A function of contiguous rows, the form of every element-wise kernel: a plain pointer, together
// with its few bytes of parameters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/assert.h"

namespace weft {

// output[i] = f(inputs[0][i], inputs[1][i], …) for 0 <= i < count. Nothing needs alignment; the
// output may be the very memory of an input.
using MapRow = void (*)(std::byte* output, const std::byte* const* inputs, int64_t count,
                        const void* parameters);

class RowFunction {
 public:
  RowFunction() = default;
  // `stream` does the same, and writes whole cache lines past the cache.
  RowFunction(MapRow run, MapRow stream = nullptr) : run_(run), stream_(stream) {}
  template <class Parameters>
    requires(!std::is_convertible_v<Parameters, MapRow>)
  RowFunction(MapRow run, const Parameters& parameters, MapRow stream = nullptr)
      : run_(run), stream_(stream) {
    static_assert(std::is_trivially_copyable_v<Parameters>, "they are copied as bytes");
    static_assert(sizeof(Parameters) <= sizeof(parameters_) && alignof(Parameters) <= 16);
    std::memcpy(parameters_.data(), &parameters, sizeof(Parameters));
  }

  void operator()(std::byte* output, const std::byte* const* inputs, int64_t count) const {
    WEFT_ASSERT(run_ != nullptr && count >= 0);
    run_(output, inputs, count, parameters_.data());
  }
  bool CanStream() const { return stream_ != nullptr; }
  void Stream(std::byte* output, const std::byte* const* inputs, int64_t count) const {
    WEFT_ASSERT(CanStream() && count >= 0);
    stream_(output, inputs, count, parameters_.data());
  }

 private:
  MapRow run_ = nullptr;
  MapRow stream_ = nullptr;
  alignas(16) std::array<std::byte, 80> parameters_{};
};

}  // namespace weft
