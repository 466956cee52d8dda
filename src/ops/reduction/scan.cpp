// SPDX-License-Identifier: MIT
// Along a line each value waits for the one before, so several lines run side by side. Across lines
// the work is plain loops the compiler turns into vectors.
#define HWY_TARGET_INCLUDE "ops/reduction/scan.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/reduction/scan.h"
#include "tensor/element.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

template <class T, Scan kScan, bool kExclusive>
struct Kernels {
  static constexpr bool kFloat = std::floating_point<T> || std::is_same_v<T, Half>;
  using Value = std::conditional_t<kFloat, double, T>;  // integers are unsigned: they wrap around
  static constexpr Value kStart = kScan == Scan::Product ? Value(1) : Value(0);

  struct __attribute__((packed, may_alias)) Unaligned {
    T element;
  };
  static HWY_INLINE Value Next(Value value, T element) {
    const Value x = ConvertElement<Value>(element);
    return kScan == Scan::Product ? value * x : value + x;
  }

  static void Start(std::byte* values, int64_t count) {
    std::fill_n(reinterpret_cast<Value*>(values), count, kStart);
  }

  static void Row(std::byte* values, std::byte* output, const std::byte* input, int64_t count) {
    auto* running = reinterpret_cast<Value*>(values);
    auto* to = reinterpret_cast<Unaligned*>(output);
    const auto* from = reinterpret_cast<const Unaligned*>(input);
#pragma GCC ivdep
    for (int64_t c = 0; c < count; ++c) {
      const Value before = running[c], after = Next(before, from[c].element);
      to[c].element = ConvertElement<T>(kExclusive ? before : after);
      running[c] = after;
    }
  }

  template <int kLines>
  static HWY_INLINE void SomeLines(std::byte* output, const LineSteps& output_steps,
                                   const std::byte* input, const LineSteps& input_steps,
                                   int64_t count) {
    Value running[kLines];
    std::fill_n(running, kLines, kStart);
    for (int64_t i = 0; i < count; ++i) {
      for (int l = 0; l < kLines; ++l) {
        T element;
        std::memcpy(&element, input + l * input_steps.line, sizeof element);
        const Value after = Next(running[l], element);
        element = ConvertElement<T>(kExclusive ? running[l] : after);
        std::memcpy(output + l * output_steps.line, &element, sizeof element);
        running[l] = after;
      }
      input += input_steps.element;
      output += output_steps.element;
    }
  }

  static void Lines(std::byte* output, const LineSteps& output_steps, const std::byte* input,
                    const LineSteps& input_steps, int64_t lines, int64_t count) {
    constexpr int kTogether = 4;
    for (; lines >= kTogether; lines -= kTogether) {
      SomeLines<kTogether>(output, output_steps, input, input_steps, count);
      output += kTogether * output_steps.line;
      input += kTogether * input_steps.line;
    }
    for (; lines > 0; --lines) {
      SomeLines<1>(output, output_steps, input, input_steps, count);
      output += output_steps.line;
      input += input_steps.line;
    }
  }

  static constexpr ScanKernels kTable = {Start, Row, Lines};
};

template <Scan kScan, bool kExclusive>
const ScanKernels* KernelsOf(DataType type) {
  switch (type) {
    case DataType::Float16: return &Kernels<Half, kScan, kExclusive>::kTable;
    case DataType::Int64:
    case DataType::UInt64: return &Kernels<uint64_t, kScan, kExclusive>::kTable;
    case DataType::Int32:
    case DataType::UInt32: return &Kernels<uint32_t, kScan, kExclusive>::kTable;
    default: return &Kernels<float, kScan, kExclusive>::kTable;
  }
}

const ScanKernels* Pick(Scan scan, DataType type, bool exclusive) {
  if (scan == Scan::Sum)
    return exclusive ? KernelsOf<Scan::Sum, true>(type) : KernelsOf<Scan::Sum, false>(type);
  return exclusive ? KernelsOf<Scan::Product, true>(type) : KernelsOf<Scan::Product, false>(type);
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(Pick);

const ScanKernels& ScanKernelsFor(Scan scan, DataType type, bool exclusive) {
  return *WEFT_DISPATCH(Pick)(scan, type, exclusive);
}

}  // namespace weft
#endif
