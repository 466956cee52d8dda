// SPDX-License-Identifier: MIT
// Elements behind byte pointers that are aligned to nothing, for loops the compiler turns into
// vectors.
#pragma once

#include <cstddef>

namespace weft {

template <class T>
struct __attribute__((packed, may_alias)) Unaligned {
  T value;
};

inline const Unaligned<float>* Floats(const std::byte* row) {
  return reinterpret_cast<const Unaligned<float>*>(row);
}
inline Unaligned<float>* Floats(std::byte* row) { return reinterpret_cast<Unaligned<float>*>(row); }
inline const Unaligned<double>* Doubles(const std::byte* row) {
  return reinterpret_cast<const Unaligned<double>*>(row);
}

}  // namespace weft
