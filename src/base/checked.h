// SPDX-License-Identifier: MIT
// Arithmetic that detects overflow. Everything computed from a caller's sizes, strides, offsets and
// byte counts goes through these functions before it is used; afterwards plain int64_t is safe.
#pragma once

#include <concepts>
#include <optional>

namespace weft {

template <std::integral T>
constexpr std::optional<T> CheckedMul(T a, T b) {
  T result;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

template <std::integral T>
constexpr std::optional<T> CheckedAdd(T a, T b) {
  T result;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

// a + b * c, the step of every offset computation.
template <std::integral T>
constexpr std::optional<T> CheckedMulAdd(T a, T b, T c) {
  const std::optional<T> product = CheckedMul(b, c);
  return product ? CheckedAdd(a, *product) : std::nullopt;
}

}  // namespace weft
