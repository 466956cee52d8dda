// SPDX-License-Identifier: MIT
// Comparisons, logic and bit operations as functions of two elements.
#define HWY_TARGET_INCLUDE "ops/elementwise/logic.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/elementwise/logic.h"
#include "strided/element_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {

struct Equal {
  template <class T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
struct Less {
  template <class T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct LessOrEqual {
  template <class T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};

struct LogicalAnd {
  template <class T>
  bool operator()(T a, T b) const {
    return (a != 0) & (b != 0);
  }
};
struct LogicalOr {
  template <class T>
  bool operator()(T a, T b) const {
    return (a | b) != 0;
  }
};
struct LogicalXor {
  template <class T>
  bool operator()(T a, T b) const {
    return (a != 0) != (b != 0);
  }
};

struct BitAnd {
  template <class T>
  T operator()(T a, T b) const {
    return a & b;
  }
};
struct BitOr {
  template <class T>
  T operator()(T a, T b) const {
    return a | b;
  }
};
struct BitXor {
  template <class T>
  T operator()(T a, T b) const {
    return a ^ b;
  }
};
struct ShiftLeft {
  template <class T>
  T operator()(T a, T b) const {
    return T(a << (b & (8 * sizeof(T) - 1)));
  }
};
struct ShiftRight {
  template <class T>
  T operator()(T a, T b) const {
    return T(a >> (b & (8 * sizeof(T) - 1)));
  }
};

struct Choose {
  template <class T>
  T operator()(uint8_t condition, T a, T b) const {
    return condition != 0 ? a : b;
  }
};

template <class F>
MapRow Compare(DataType input, DataType output) {
  return DispatchType(input, [&]<class T>(ElementTag<T>) -> MapRow {
    if constexpr (std::is_same_v<T, double>)  // no comparison takes it
      return nullptr;
    else
      return output == DataType::UInt8 ? ElementRow<F, uint8_t, T, T>
                                       : ElementRow<F, uint32_t, T, T>;
  });
}

template <class F>
MapRow OfBools(DataType type) {
  return type == DataType::UInt8 ? ElementRow<F, uint8_t, uint8_t, uint8_t>
                                 : ElementRow<F, uint32_t, uint32_t, uint32_t>;
}

// Calls body(T()) with the unsigned type of so many bits.
template <class Body>
MapRow ByBits(int bits, Body body) {
  if (bits == 8) return body(uint8_t());
  if (bits == 16) return body(uint16_t());
  if (bits == 32) return body(uint32_t());
  return body(uint64_t());
}

template <class F>
MapRow OfBits(int bits) {
  return ByBits(bits, []<class T>(T) { return ElementRow<F, T, T, T>; });
}

MapRow CompareFor(Comparison comparison, DataType input, DataType output) {
  switch (comparison) {
    case Comparison::Equal: return Compare<Equal>(UnsignedOf(input), output);
    case Comparison::Less: return Compare<Less>(input, output);
    case Comparison::LessOrEqual: return Compare<LessOrEqual>(input, output);
  }
  return nullptr;
}

MapRow LogicalFor(Logical function, DataType type) {
  switch (function) {
    case Logical::And: return OfBools<LogicalAnd>(type);
    case Logical::Or: return OfBools<LogicalOr>(type);
    case Logical::Xor: return OfBools<LogicalXor>(type);
  }
  return nullptr;
}

MapRow BitwiseFor(Bitwise function, int bits) {
  switch (function) {
    case Bitwise::And: return OfBits<BitAnd>(bits);
    case Bitwise::Or: return OfBits<BitOr>(bits);
    case Bitwise::Xor: return OfBits<BitXor>(bits);
    case Bitwise::ShiftLeft: return OfBits<ShiftLeft>(bits);
    case Bitwise::ShiftRight: return OfBits<ShiftRight>(bits);
  }
  return nullptr;
}

MapRow ChooseFor(int bits) {
  return ByBits(bits, []<class T>(T) { return ElementRow<Choose, T, uint8_t, T, T>; });
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(CompareFor);
HWY_EXPORT(LogicalFor);
HWY_EXPORT(BitwiseFor);
HWY_EXPORT(ChooseFor);

RowFunction ComparisonRow(Comparison comparison, DataType input, DataType output) {
  return WEFT_DISPATCH(CompareFor)(comparison, input, output);
}

RowFunction LogicalRow(Logical function, DataType type) {
  return WEFT_DISPATCH(LogicalFor)(function, type);
}

RowFunction BitwiseRow(Bitwise function, int bits) {
  return WEFT_DISPATCH(BitwiseFor)(function, bits);
}

RowFunction ChooseRow(int bits) { return WEFT_DISPATCH(ChooseFor)(bits); }

}  // namespace weft
#endif
