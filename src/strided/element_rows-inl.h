// SPDX-License-Identifier: MIT
// Row kernels made of a function of single elements. The loop is plain and the compiler turns it
// into vectors. FLOAT16 is widened to float32, computed, and rounded once, in blocks that stay in
// the first-level cache. Included once for every instruction set.
#if defined(WEFT_STRIDED_ELEMENT_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEFT_STRIDED_ELEMENT_ROWS_INL_H_
#undef WEFT_STRIDED_ELEMENT_ROWS_INL_H_
#else
#define WEFT_STRIDED_ELEMENT_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/align.h"
#include "hwy/highway.h"
#include "strided/convert.h"
#include "strided/tile_kernels.h"
#include "tensor/element.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

// An element that may lie at any address.
template <class T>
struct __attribute__((packed, may_alias)) UnalignedElement {
  T value;
};

// A function with members is stored in the row's parameters. Returned as a local copy: otherwise
// the compiler must assume that stores to the output change it.
template <class F>
F FunctionIn(const void* parameters) {
  if constexpr (std::is_empty_v<F>)
    return F();
  else
    return *static_cast<const F*>(parameters);
}

template <class F, class Out, class... In>
void Loop(const F f, UnalignedElement<Out>* output, int64_t count,
          const UnalignedElement<In>*... inputs) {
#pragma GCC ivdep
  for (int64_t i = 0; i < count; ++i) output[i].value = static_cast<Out>(f(inputs[i].value...));
}

template <class T>
using Widened = std::conditional_t<std::is_same_v<T, Half>, float, T>;

// output[i] = F(inputs[0][i], inputs[1][i], …), where F sees floats in place of Halfs. This is a
// MapRow (strided/row_function.h).
template <class F, class Out, class... In>
void ElementRow(std::byte* output, const std::byte* const* inputs, int64_t count,
                const void* parameters) {
  [&]<size_t... I>(std::index_sequence<I...>) {
    if constexpr (!std::is_same_v<Out, Half> && !(std::is_same_v<In, Half> || ...)) {
      Loop<F, Out, In...>(FunctionIn<F>(parameters),
                          reinterpret_cast<UnalignedElement<Out>*>(output), count,
                          reinterpret_cast<const UnalignedElement<In>*>(inputs[I])...);
    } else {
      // Looked up on every call, so that they follow WEFT_MAX_ISA and SetMaxIsa.
      const ConvertRow widen = ConverterFor(DataType::Float32, DataType::Float16);
      const ConvertRow narrow = ConverterFor(DataType::Float16, DataType::Float32);
      constexpr int64_t kBlock = 512;
      float blocks[sizeof...(In)][kBlock], result[kBlock];
      const auto bytes = [](float* floats) { return reinterpret_cast<std::byte*>(floats); };
      for (int64_t at = 0; at < count; at += kBlock) {
        const int64_t n = std::min(kBlock, count - at);
        const std::byte* from[] = {inputs[I] + at * int64_t(sizeof(In))...};
        const bool is_half[] = {std::is_same_v<In, Half>...};
        for (size_t i = 0; i < sizeof...(In); ++i) {
          if (!is_half[i]) continue;
          widen(bytes(blocks[i]), from[i], n);
          from[i] = bytes(blocks[i]);
        }
        std::byte* to = output + at * int64_t(sizeof(Out));
        ElementRow<F, Widened<Out>, Widened<In>...>(std::is_same_v<Out, Half> ? bytes(result) : to,
                                                    from, n, parameters);
        if (std::is_same_v<Out, Half>) narrow(to, bytes(result), n);
      }
    }
  }
  (std::index_sequence_for<In...>());
}

// The same, streamed past the cache in whole cache lines; none of the types is Half. Each line is
// computed in a buffer in the first-level cache first.
template <class F, class Out, class... In>
void StreamRow(std::byte* output, const std::byte* const* inputs, int64_t count,
               const void* parameters) {
  [&]<size_t... I>(std::index_sequence<I...>) {
    constexpr int64_t kLine = kLineBytes / int64_t(sizeof(Out));
    const auto through_cache = [&](int64_t begin, int64_t end) {
      const std::byte* from[] = {inputs[I] + begin * int64_t(sizeof(In))...};
      ElementRow<F, Out, In...>(output + begin * int64_t(sizeof(Out)), from, end - begin,
                                parameters);
    };
    const int64_t head = BytesToAligned(output);
    if (head % int64_t(sizeof(Out)) != 0) return through_cache(0, count);
    int64_t i = std::min(head / int64_t(sizeof(Out)), count);
    through_cache(0, i);
    const F f = FunctionIn<F>(parameters);
    const hwy::HWY_NAMESPACE::ScalableTag<uint8_t> d;
    static_assert(kLineBytes % HWY_MAX_BYTES == 0);  // a line is a whole number of vectors
    for (; i + kLine <= count; i += kLine) {
      (__builtin_prefetch(inputs[I] + i * int64_t(sizeof(In)) + kFetchAhead), ...);
      alignas(kLineBytes) UnalignedElement<Out> line[kLine];
      Loop<F, Out, In...>(f, line, kLine,
                          reinterpret_cast<const UnalignedElement<In>*>(inputs[I]) + i...);
      auto* to = reinterpret_cast<uint8_t*>(output) + i * int64_t(sizeof(Out));
      const auto* from = reinterpret_cast<const uint8_t*>(line);
      for (int64_t at = 0; at < kLineBytes; at += int64_t(hwy::HWY_NAMESPACE::Lanes(d)))
        hwy::HWY_NAMESPACE::Stream(hwy::HWY_NAMESPACE::LoadU(d, from + at), d, to + at);
    }
    through_cache(i, count);
  }
  (std::index_sequence_for<In...>());
}

// The type that has the same bits, and adds and multiplies them without overflow.
template <class T>
struct BitsOfType {
  using type = T;
};
template <std::integral T>
struct BitsOfType<T> {
  using type = std::make_unsigned_t<T>;
};

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
