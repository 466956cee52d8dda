// SPDX-License-Identifier: MIT
// Quantizing as functions of elements. Rounding is the addition of a large number that leaves no
// room for a fraction: every machine has that in vectors.
#define HWY_TARGET_INCLUDE "ops/quantization/quantize_rows.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/quantization/quantize_rows.h"
#include "strided/element_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

struct Quantize {
  int low, high;  // of the output's type

  template <class T>
  int operator()(T x, float scale, int zero_point) const {
    using Float = std::conditional_t<std::integral<T>, double, float>;  // which holds an INT32
    return Round(Float(x) / Float(scale), zero_point);
  }

  template <class Float>
  int Round(Float quotient, int zero_point) const {
    constexpr Float kNoFraction = std::is_same_v<Float, float> ? Float(0x1.8p23) : Float(0x1.8p52);
    // Saturates first, at whole numbers, so that rounding cannot leave the range.
    const Float least = Float(low - zero_point), most = Float(high - zero_point);
    quotient = quotient == quotient ? quotient : Float(0);
    quotient = quotient < least ? least : quotient;
    quotient = quotient > most ? most : quotient;
    return int((quotient + kNoFraction) - kNoFraction) + zero_point;
  }
};

struct Requantize {
  Quantize quantize;
  double divisor;

  template <class Sum>
  int operator()(Sum sum, int32_t bias, double scale, int zero_point) const {
    const auto all = int32_t(uint32_t(int32_t(sum)) + uint32_t(bias));
    return quantize.Round(double(all) * scale / divisor, zero_point);
  }
};

#if HWY_TARGET != HWY_SCALAR

// A vector of codes by way of float32, which is off by less than 2^-12 where they do not saturate;
// false if one is so close to a half that it is a question what double precision says.
template <class Q, class Sum>
HWY_INLINE bool RequantizeVector(Q* output, const Sum* sums, const int32_t* biases,
                                 const float* factors, const Q* zeros) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> d32;
  const hn::Rebind<Q, decltype(d)> d8;
  hn::Vec<decltype(d32)> sum;
  if constexpr (std::is_same_v<Sum, float>)
    sum = hn::ConvertTo(d32, hn::LoadU(d, sums));
  else
    sum = hn::LoadU(d32, sums);
  const auto all = hn::ConvertTo(d, hn::Add(sum, hn::LoadU(d32, biases)));
  const auto zero = hn::PromoteTo(d32, hn::LoadU(d8, zeros));
  // Beyond `most` codes saturate. NaN stays what it is where it comes second. The large number
  // leaves no room for a fraction.
  const auto most = hn::Set(d, 1023.0f), large = hn::Set(d, 0x1.8p23f);
  const auto product = hn::Mul(all, hn::LoadU(d, factors));
  const auto quotient = hn::Max(hn::Neg(most), hn::Min(most, product));
  const auto whole = hn::Add(quotient, large);
  const auto rounded = hn::Sub(hn::BitCast(d32, whole), hn::BitCast(d32, large));
  hn::StoreU(hn::DemoteTo(d8, hn::Add(rounded, zero)), d8, output);
  const auto rest = hn::Abs(hn::Sub(quotient, hn::Sub(whole, large)));
  return hn::AllTrue(d, hn::Le(rest, hn::Set(d, 0.4995f)));
}

#endif

template <class Q, class Sum>
void RequantizedRow(std::byte* output, const std::byte* const* inputs, int64_t count,
                    const void* parameters) {
  const auto requantize = FunctionIn<Requantize>(parameters);
  auto* const to = reinterpret_cast<UnalignedElement<Q>*>(output);
  const auto input = [&]<class T>(int i, T) {
    return reinterpret_cast<const UnalignedElement<T>*>(inputs[i]);
  };
  const auto* const sums = input(0, Sum());
  const auto* const biases = input(1, int32_t());
  const auto* const scales = input(2, double());
  const auto* const zeros = input(4, Q());
  const auto exactly = [&](int64_t at, int64_t elements) {
    Loop<Requantize, Q, Sum, int32_t, double, Q>(requantize, to + at, elements, sums + at,
                                                 biases + at, scales + at, zeros + at);
  };
#if HWY_TARGET != HWY_SCALAR
  // For loads of vectors, which need no alignment.
  const auto vectors = [&]<class T>(int i, T) { return reinterpret_cast<const T*>(inputs[i]); };
  const auto lanes = int64_t(hn::Lanes(hn::ScalableTag<float>()));
  // The last vector ends where the row does: what is computed twice is the same.
  for (int64_t at = 0; count >= lanes && at < count; at += lanes) {
    const int64_t i = std::min(at, count - lanes);
    const bool is_exact =
        RequantizeVector(reinterpret_cast<Q*>(output) + i, vectors(0, Sum()) + i,
                         vectors(1, int32_t()) + i, vectors(3, float()) + i, vectors(4, Q()) + i);
    if (!is_exact) exactly(i, lanes);
  }
  if (count >= lanes) return;
#endif
  exactly(0, count);
}

struct Center {
  float operator()(int x, int zero_point) const { return float(x - zero_point); }
};

struct Dequantize {
  template <class T>
  float operator()(T x, float scale, T zero_point) const {
    if constexpr (sizeof(T) == 4)
      return float(double(x) - double(zero_point)) * scale;
    else
      return float(x - zero_point) * scale;
  }
};

struct DequantizeOnce {
  template <class T>
  float operator()(T x, float scale, T zero_point) const {
    return float((double(x) - double(zero_point)) * double(scale));
  }
};

struct QuantizedAdd {
  Quantize quantize;
  int operator()(int a, float a_scale, int a_zero, int b, float b_scale, int b_zero, float scale,
                 int zero_point) const {
    const float sum = float(a - a_zero) * a_scale + float(b - b_zero) * b_scale;
    return quantize(sum, scale, zero_point);
  }
};

Quantize RangeOf(DataType type) {
  switch (type) {
    case DataType::Int4: return {-8, 7};
    case DataType::UInt4: return {0, 15};
    case DataType::Int8: return {-128, 127};
    default: return {0, 255};
  }
}

// Calls body(T()) with the type of one byte that holds 4-bit or 8-bit integers.
template <class Body>
auto InBytes(DataType type, Body body) {
  return type == DataType::Int8 || type == DataType::Int4 ? body(int8_t(0)) : body(uint8_t(0));
}

RowFunction QuantizeFor(DataType input, DataType scale, DataType output) {
  const Quantize range = RangeOf(output);
  return InBytes(output, [&]<class Q>(Q) -> RowFunction {
    if (input == DataType::Int32) return {ElementRow<Quantize, Q, int32_t, float, Q>, range};
    if (input == DataType::Float16)
      return {scale == DataType::Float16 ? ElementRow<Quantize, Q, Half, Half, Q>
                                         : ElementRow<Quantize, Q, Half, float, Q>,
              range};
    return {ElementRow<Quantize, Q, float, float, Q>, range};
  });
}

// … or with any type of integers.
template <class Body>
auto OfIntegers(DataType type, Body body) {
  switch (type) {
    case DataType::Int32: return body(int32_t(0));
    case DataType::UInt32: return body(uint32_t(0));
    case DataType::Int16: return body(int16_t(0));
    case DataType::UInt16: return body(uint16_t(0));
    default: return InBytes(type, body);
  }
}

RowFunction DequantizeFor(DataType input, DataType output) {
  return OfIntegers(input, [&]<class Q>(Q) -> RowFunction {
    if (output == DataType::Float16) return ElementRow<Dequantize, Half, Q, Half, Q>;
    return ElementRow<Dequantize, float, Q, float, Q>;
  });
}

RowFunction DequantizeOnceFor(DataType input, DataType scale) {
  return OfIntegers(input, [&]<class Q>(Q) -> RowFunction {
    if (scale == DataType::Float16) return ElementRow<DequantizeOnce, float, Q, Half, Q>;
    return ElementRow<DequantizeOnce, float, Q, float, Q>;
  });
}

RowFunction RequantizeFor(DataType sums, DataType output, double divisor) {
  return InBytes(output, [&]<class Q>(Q) {
    return RowFunction(
        sums == DataType::Float32 ? RequantizedRow<Q, float> : RequantizedRow<Q, int32_t>,
        Requantize{RangeOf(output), divisor});
  });
}

RowFunction CenterFor(DataType input) {
  return InBytes(input, [&]<class Q>(Q) { return RowFunction(ElementRow<Center, float, Q, Q>); });
}

RowFunction QuantizedAddFor(DataType a, DataType b, DataType output) {
  return InBytes(a, [&]<class A>(A) {
    return InBytes(b, [&]<class B>(B) {
      return InBytes(output, [&]<class Q>(Q) {
        return RowFunction(ElementRow<QuantizedAdd, Q, A, float, A, B, float, B, float, Q>,
                           QuantizedAdd{RangeOf(output)});
      });
    });
  });
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(QuantizeFor);
HWY_EXPORT(DequantizeFor);
HWY_EXPORT(DequantizeOnceFor);
HWY_EXPORT(QuantizedAddFor);
HWY_EXPORT(RequantizeFor);
HWY_EXPORT(CenterFor);

RowFunction QuantizeRow(DataType input, DataType scale, DataType output) {
  return WEFT_DISPATCH(QuantizeFor)(input, scale, output);
}

RowFunction DequantizeRow(DataType input, DataType output) {
  return WEFT_DISPATCH(DequantizeFor)(input, output);
}

RowFunction DequantizeOnceRow(DataType input, DataType scale) {
  return WEFT_DISPATCH(DequantizeOnceFor)(input, scale);
}

RowFunction RequantizeRow(DataType sums, DataType output, double divisor) {
  return WEFT_DISPATCH(RequantizeFor)(sums, output, divisor);
}

RowFunction CenterRow(DataType input) { return WEFT_DISPATCH(CenterFor)(input); }

RowFunction QuantizedAddRow(DataType a, DataType b, DataType output) {
  return WEFT_DISPATCH(QuantizedAddFor)(a, b, output);
}

}  // namespace weft
#endif
