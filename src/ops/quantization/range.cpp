// SPDX-License-Identifier: MIT
// Contiguous rows are compared as vectors, FLOAT16 after widening; others one by one.
#define HWY_TARGET_INCLUDE "ops/quantization/range.cpp"
#include "simd/foreach_compute_target.h"
//
#include "hwy/highway.h"
#include "ops/quantization/range.h"
#include "strided/convert.h"
#include "strided/parallel_nest.h"

#include <algorithm>
#include <cstring>
#include <mutex>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// No comparison with a NaN is true, so it never replaces a number.
NumberRange RangeOfFloats(const std::byte* row, int64_t count) {
  const hn::ScalableTag<float> d;
  const int64_t lanes = int64_t(hn::Lanes(d));
  const float* floats = reinterpret_cast<const float*>(row);
  auto least = hn::Zero(d), greatest = hn::Zero(d);
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto x = hn::LoadU(d, floats + i);
    least = hn::IfThenElse(hn::Lt(x, least), x, least);
    greatest = hn::IfThenElse(hn::Gt(x, greatest), x, greatest);
  }
  NumberRange range = {hn::GetLane(hn::MinOfLanes(d, least)),
                       hn::GetLane(hn::MaxOfLanes(d, greatest))};
  for (; i < count; ++i) {
    float x;
    std::memcpy(&x, row + 4 * i, 4);
    range.Include({x, x});
  }
  return range;
}

}  // namespace
}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(RangeOfFloats);

namespace {

NumberRange RangeOfRow(DataType type, const std::byte* row, const Loop<1>& loop) {
  const auto range_of = WEFT_DISPATCH(RangeOfFloats);
  if (type == DataType::Float32 && loop.stride[0] == 4) return range_of(row, loop.count);
  constexpr int64_t kBlock = 512;
  float block[kBlock];
  std::byte* floats = reinterpret_cast<std::byte*>(block);
  const ConvertRow widen = ConverterFor(DataType::Float32, type);
  const int64_t size = SizeBits(type) / 8, step = loop.stride[0] == size ? kBlock : 1;
  NumberRange range;
  for (int64_t i = 0; i < loop.count; i += step) {
    const int64_t n = std::min(step, loop.count - i);
    widen(floats, row + i * loop.stride[0], n);
    range.Include(range_of(floats, n));
  }
  return range;
}

}  // namespace

RangePlan::RangePlan(const TensorDesc& tensor) : type_(tensor.type), nest_(Nest(tensor.layout)) {
  const int64_t size = SizeBits(type_) / 8;
  for (int i = 0; i < nest_.depth; ++i)
    if (nest_[i].stride[0] == 0 && nest_[i].count > 1) nest_[i].count = 1;  // once is enough
  Simplify(nest_);
  while (nest_.depth < 2) nest_.Push({});
  if (nest_[0].count > 1 && nest_[1].count == 1) std::swap(nest_[0], nest_[1]);
  for (int i = 0; i < nest_.depth; ++i) nest_[i].stride[0] *= size;
  nest_.offset[0] *= size;
}

NumberRange RangePlan::Run(const std::byte* tensor) const {
  NumberRange all;
  std::mutex mutex;
  const int threads = ThreadsFor(nest_.Iterations() * SizeBits(type_) / 8);
  ForEachTask(nest_, {1, 1024}, threads, [&](const LoopNest<1>& task) {
    NumberRange range;
    ForEachOffset(task, task.depth - 1, [&](const std::array<int64_t, 1>& at) {
      range.Include(RangeOfRow(type_, tensor + at[0], task[task.depth - 1]));
    });
    const std::lock_guard lock(mutex);
    all.Include(range);
  });
  return all;
}

}  // namespace weft
#endif
