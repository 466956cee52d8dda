// SPDX-License-Identifier: MIT
// Each function is one pass over its rows, a vector at a time.
#define HWY_TARGET_INCLUDE "ops/recurrent/cell_rows.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/recurrent/cell_rows.h"
#include "simd/dispatch.h"
#include "simd/partial-inl.h"
#include "simd/unaligned-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
using ops::BiasRows;

// to[i] = value(rows[i]...). The last few numbers go through the same vectors as the others.
template <class Value, class... Rows>
HWY_INLINE void ForEach(int64_t count, float* to, const Value& value, const Rows*... rows) {
  const Floats d;
  const int64_t lanes = int64_t(hn::Lanes(d)), whole = count - count % lanes;
  for (int64_t i = 0; i < whole; i += lanes)
    StoreUnaligned(value(LoadUnaligned(d, rows + i)...), d, to + i);
  if (const int64_t rest = count - whole; rest > 0)
    StoreFirst(value(LoadFirst(d, rows + whole, rest, hn::Zero(d))...), d, to + whole, rest);
}

void AddInput(float* sums, const float* input, const BiasRows& bias, int64_t count) {
  const auto value = [](Vector sum, Vector x, Vector w, Vector r) {
    return hn::Add(sum, hn::Add(x, hn::Add(w, r)));
  };
  ForEach(count, sums, value, sums, input, bias.of_weights, bias.of_recurrence);
}

void AddInputAfterReset(float* sums, const float* input, const BiasRows& bias, const float* reset,
                        int64_t count) {
  const auto value = [](Vector sum, Vector x, Vector w, Vector r, Vector factor) {
    return hn::Add(hn::Add(x, w), hn::Mul(factor, hn::Add(sum, r)));
  };
  ForEach(count, sums, value, sums, input, bias.of_weights, bias.of_recurrence, reset);
}

void SumUp(float* state, const float* input, const float* recurrent, const BiasRows& bias,
           int64_t count) {
  const auto value = [](Vector x, Vector h, Vector w, Vector r) {
    return hn::Add(hn::Add(x, h), hn::Add(w, r));
  };
  ForEach(count, state, value, input, recurrent, bias.of_weights, bias.of_recurrence);
}

void AddProducts(float* sums, const float* x, const float* y, int64_t count) {
  const auto value = [](Vector sum, Vector a, Vector b) { return hn::Add(sum, hn::Mul(a, b)); };
  ForEach(count, sums, value, sums, x, y);
}

void Multiply(float* product, const float* x, const float* y, int64_t count) {
  const auto value = [](Vector a, Vector b) { return hn::Mul(a, b); };
  ForEach(count, product, value, x, y);
}

void UpdateCell(float* cell, const float* forget, const float* input, const float* candidate,
                int64_t count) {
  const auto value = [](Vector c, Vector f, Vector i, Vector g) {
    return hn::Add(hn::Mul(f, c), hn::Mul(i, g));
  };
  ForEach(count, cell, value, cell, forget, input, candidate);
}

void Blend(float* hidden, const float* update, const float* candidate, int64_t count) {
  const auto value = [](Vector h, Vector z, Vector c) {
    return hn::Add(hn::Mul(hn::Sub(hn::Set(Floats(), 1.0f), z), c), hn::Mul(z, h));
  };
  ForEach(count, hidden, value, hidden, update, candidate);
}

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {
namespace {

HWY_EXPORT(AddInput);
HWY_EXPORT(AddInputAfterReset);
HWY_EXPORT(SumUp);
HWY_EXPORT(AddProducts);
HWY_EXPORT(Multiply);
HWY_EXPORT(UpdateCell);
HWY_EXPORT(Blend);

}  // namespace

namespace ops {

void AddInput(float* sums, const float* input, const BiasRows& bias, int64_t count) {
  WEFT_DISPATCH(AddInput)(sums, input, bias, count);
}
void AddInputAfterReset(float* sums, const float* input, const BiasRows& bias, const float* reset,
                        int64_t count) {
  WEFT_DISPATCH(AddInputAfterReset)(sums, input, bias, reset, count);
}
void SumUp(float* state, const float* input, const float* recurrent, const BiasRows& bias,
           int64_t count) {
  WEFT_DISPATCH(SumUp)(state, input, recurrent, bias, count);
}
void AddProducts(float* sums, const float* x, const float* y, int64_t count) {
  WEFT_DISPATCH(AddProducts)(sums, x, y, count);
}
void Multiply(float* product, const float* x, const float* y, int64_t count) {
  WEFT_DISPATCH(Multiply)(product, x, y, count);
}
void UpdateCell(float* cell, const float* forget, const float* input, const float* candidate,
                int64_t count) {
  WEFT_DISPATCH(UpdateCell)(cell, forget, input, candidate, count);
}
void Blend(float* hidden, const float* update, const float* candidate, int64_t count) {
  WEFT_DISPATCH(Blend)(hidden, update, candidate, count);
}

}  // namespace ops
}  // namespace weft
#endif
