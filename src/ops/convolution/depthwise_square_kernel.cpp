// SPDX-License-Identifier: MIT
// See depthwise_square.h. A sum waits for all its products, but the next ones need not wait for it.
// It has one order, wherever it is.
#define HWY_TARGET_INCLUDE "ops/convolution/depthwise_square_kernel.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/convolution/depthwise_square_kernel.h"
#include "simd/unaligned-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int64_t kFloatBytes = sizeof(float);
using Wide = hn::CappedTag<float, kSquareColumns>;
using One = hn::CappedTag<float, 1>;
// The first and the last vector of a row lie inside of it: it has kSquareColumns at least.
static_assert(hn::MaxLanes(Wide()) <= kSquareColumns);

template <class Tag>
HWY_INLINE hn::Vec<Tag> Load(Tag d, const std::byte* from) {
  return LoadUnaligned(d, reinterpret_cast<const float*>(from));
}

// A vector of columns, `offset` bytes from the first one; the first or the last of all, or neither.
// Of neighbours one address says where all are.
template <bool kNeighbours, bool kLeft = false, bool kRight = false, class Tag>
HWY_INLINE void Walk(Tag d, const SquareWalk& walk, int64_t offset, const hn::Vec<Tag> (&w)[9],
                     hn::Vec<Tag> start) {
  using Vector = hn::Vec<Tag>;
  const std::byte* row0 = walk.inputs[0] + offset;
  const std::byte* row1 = walk.inputs[1] + offset;
  const std::byte* row2 = walk.inputs[2] + offset;
  std::byte* to = walk.outputs + offset;
  const int64_t step0 = walk.input_steps[0], step1 = walk.input_steps[1];
  const int64_t step2 = walk.input_steps[2], output_step = walk.output_step;
  const auto lane = hn::Iota(d, 0);
  const auto first = hn::Eq(lane, hn::Zero(d));
  const auto last = hn::Eq(lane, hn::Set(d, float(hn::Lanes(d) - 1)));
  Vector x0, x1, x2;
  const auto step = [&]() HWY_ATTR {
    x0 = Load(d, row0);
    x1 = Load(d, kNeighbours ? row0 + kFloatBytes : row1);
    x2 = Load(d, kNeighbours ? row0 + 2 * kFloatBytes : row2);
    if constexpr (kLeft) x0 = hn::IfThenZeroElse(first, x0);
    if constexpr (kRight) x2 = hn::IfThenZeroElse(last, x2);
    row0 += step0;
    row1 += step1;
    row2 += step2;
  };
  const auto add = [&](int k, Vector sum) HWY_ATTR {
    return hn::MulAdd(x2, w[6 + k], hn::MulAdd(x1, w[3 + k], hn::MulAdd(x0, w[k], sum)));
  };
  // Sums that began two steps ago, and one.
  step();
  Vector younger = add(0, start);
  step();
  Vector older = add(1, younger);
  younger = add(0, start);
  for (int64_t left = walk.count; left > 0; --left, to += output_step) {
    step();
    StoreUnaligned(add(2, older), d, reinterpret_cast<float*>(to));
    older = add(1, younger);
    younger = add(0, start);
  }
}

// visit(d, column) for vectors of columns. The last ones are done once more, together with what is
// left over, unless there are too few.
template <class Visit>
HWY_INLINE void ForEachVector(int64_t columns, const Visit& visit) {
  const int64_t lanes = int64_t(hn::Lanes(Wide()));
  int64_t column = 0;
  for (; column + lanes <= columns; column += lanes) visit(Wide(), column);
  if (column < columns && columns >= lanes) return visit(Wide(), columns - lanes);
  for (; column < columns; ++column) visit(One(), column);
}

void WalkPlane(const SquareWalk& walk, int64_t columns, const float* weights, float start,
               const SquareEdges& edges) {
  const Wide d;
  const int64_t lanes = int64_t(hn::Lanes(d)), last = columns - lanes;
  hn::Vec<Wide> w[9];
#pragma GCC unroll 9
  for (int t = 0; t < 9; ++t) w[t] = hn::Set(d, weights[t]);
  const auto from = hn::Set(d, start);
  if (edges.left && edges.right && last == 0) return Walk<true, true, true>(d, walk, 0, w, from);
  int64_t column = 0;
  if (edges.left) {
    Walk<true, true>(d, walk, 0, w, from);
    column = lanes;
  }
  const int64_t end = edges.right ? last : columns - lanes + 1;
  for (; column < end; column += lanes) Walk<true>(d, walk, column * kFloatBytes, w, from);
  if (edges.right)
    Walk<true, false, true>(d, walk, last * kFloatBytes, w, from);
  else if (column < columns)
    Walk<true>(d, walk, last * kFloatBytes, w, from);
}

void WalkPixels(const SquareWalk& walk, int64_t columns, const std::byte* const* weights,
                const std::byte* start) {
  ForEachVector(columns, [&](auto d, int64_t column) HWY_ATTR {
    const int64_t offset = column * int64_t(sizeof(float));
    hn::Vec<decltype(d)> w[9];
#pragma GCC unroll 9
    for (int t = 0; t < 9; ++t) w[t] = Load(d, weights[t] + offset);
    Walk<false>(d, walk, offset, w, Load(d, start + offset));
  });
}

SquarePlaneKernel PickPlane() { return WalkPlane; }
SquarePixelsKernel PickPixels() { return WalkPixels; }

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickPlane);
HWY_EXPORT(PickPixels);

SquarePlaneKernel SquarePlane() { return WEFT_DISPATCH(PickPlane)(); }
SquarePixelsKernel SquarePixels() { return WEFT_DISPATCH(PickPixels)(); }

}  // namespace weft
#endif
