// SPDX-License-Identifier: MIT
// One number whose type is told by another field (DML_SCALAR_UNION): FILL_VALUE_CONSTANT's Value
// takes the type of ValueDataType. A number keeps its exact value until that type is known.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "weft/export.h"
#include "weft/tensor.h"

namespace weft {

class WEFT_API Scalar {
 public:
  Scalar() = default;
  template <std::signed_integral T>
  Scalar(T value) : kind_(Kind::Signed), signed_(value) {}
  template <std::unsigned_integral T>
  Scalar(T value) : kind_(Kind::Unsigned), unsigned_(value) {}
  template <std::floating_point T>
  Scalar(T value) : kind_(Kind::Float), float_(value) {}
  // The bytes of a DML_SCALAR_UNION, to be read as whatever type the operator names.
  static Scalar FromBits(uint64_t bits);

  // The element of `type` this number becomes, in the low bits, zeros above: numbers convert by
  // CAST's rules (to an integer: truncate, saturate, NaN is 0; to a float: round to nearest even)
  // except that integers wrap (-2 as UINT8 is 0xFE); bits are taken as they are.
  uint64_t Bits(DataType type) const;
  // That element in the fewest decimal digits that read back the same: "0.1", "-3", "nan", "inf".
  std::string Text(DataType type) const;

 private:
  enum class Kind : uint8_t { Bits, Signed, Unsigned, Float };
  Kind kind_ = Kind::Bits;
  union {
    uint64_t unsigned_ = 0;
    int64_t signed_;
    double float_;
  };
};

}  // namespace weft
