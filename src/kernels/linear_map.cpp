// SPDX-License-Identifier: MIT
// Sums of rows, as vectors for each target; sums along a line, one output after the other. Both add
// in the same order and round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/linear_map.cpp"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3 | HWY_AVX3_DL)
#include "hwy/foreach_target.h"
//
#include "base/parallel.h"
#include "hwy/highway.h"
#include "kernels/linear_map.h"
#include "strided/parallel_nest.h"

#include <cstring>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace weft::HWY_NAMESPACE {

struct __attribute__((packed, may_alias)) UnalignedFloat {
  float value;
};

// output[i] = sum of weight * input[index * step + i].
void SumRows(float* output, const float* input, int64_t step, const LinearMap::Term* begin,
             const LinearMap::Term* end, int64_t count) {
  auto* HWY_RESTRICT to = reinterpret_cast<UnalignedFloat*>(output);
  const auto row = [&](const LinearMap::Term* term) {
    return reinterpret_cast<const UnalignedFloat*>(input + term->index * step);
  };
  if (begin == end) {
    for (int64_t i = 0; i < count; ++i) to[i].value = 0;
  } else if (end - begin == 2) {  // linear interpolation, nearly always
    const auto *a = row(begin), *b = row(begin + 1);
    const float x = begin->weight, y = begin[1].weight;
    for (int64_t i = 0; i < count; ++i) to[i].value = x * a[i].value + y * b[i].value;
  } else {
    const auto* first = row(begin);
    const float x = begin->weight;
    for (int64_t i = 0; i < count; ++i) to[i].value = x * first[i].value;
    for (const LinearMap::Term* term = begin + 1; term < end; ++term) {
      const auto* from = row(term);
      const float weight = term->weight;
      for (int64_t i = 0; i < count; ++i) to[i].value += weight * from[i].value;
    }
  }
}

LinearPass::SumRow PickSumRow() { return SumRows; }

}  // namespace weft::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weft {

HWY_EXPORT(PickSumRow);

LinearMap LinearMap::Identity(int64_t size) {
  LinearMap map(size);
  for (int64_t i = 0; i < size; ++i) {
    map.Add(i, 1);
    map.FinishOutput();
  }
  return map;
}

LinearMap LinearMap::Transposed() const {
  LinearMap map(outputs());
  map.ends_.assign(size_t(inputs()), 0);
  for (const Term& term : terms_) ++map.ends_[size_t(term.index)];
  int64_t total = 0;
  for (int64_t& end : map.ends_) {  // where each begins, until its terms are there
    const int64_t count = end;
    end = total;
    total += count;
  }
  map.terms_.resize(size_t(total));
  for (int64_t output = 0; output < outputs(); ++output)
    for (const Term* term = Begin(output); term < End(output); ++term)
      map.terms_[size_t(map.ends_[size_t(term->index)]++)] = {output, term->weight};
  return map;
}

LinearPass::LinearPass(const Layout& output, const Layout& input, int axis, LinearMap map)
    : sum_row_(HWY_DYNAMIC_DISPATCH(PickSumRow)()) {
  constexpr int64_t kFew = 4;
  const auto step = [](const Layout& layout, int dim) {
    return layout.sizes[dim] > 1 ? layout.strides[dim] : 0;
  };
  axis_ = {output.sizes[axis], {step(output, axis), step(input, axis), 1}};
  const int64_t rows = map.outputs() > 0 ? output.ElementCount() / map.outputs() : 0;
  work_bytes_ = int64_t(sizeof(float)) * (output.ElementCount() + rows * map.terms());
  map_ = std::make_shared<const LinearMap>(std::move(map));
  nest_.offset = {output.offset, input.offset, 0};
  int lanes = -1;
  for (int dim = 0; dim < output.rank(); ++dim) {
    if (dim == axis) continue;
    const int64_t to = step(output, dim), from = step(input, dim);
    if (to == 1 && from == 1 && output.sizes[dim] >= kFew) lanes = nest_.depth;
    nest_.Push({output.sizes[dim], {to, from, 0}});
  }
  if (lanes >= 0) {
    lanes_ = nest_.Take(lanes).count;
    nest_.Push({axis_.count, {axis_.stride[kOutput], 0, 1}});
  }
  DropUnitLoops(nest_);
  if (nest_.depth == 0) nest_.Push({});
}

void LinearPass::RunLine(float* output, const float* input) const {
  auto* to = reinterpret_cast<std::byte*>(output);
  const auto load = [&](const LinearMap::Term* term) {
    float x;
    std::memcpy(&x,
                reinterpret_cast<const std::byte*>(input) +
                    term->index * axis_.stride[kInput] * int64_t(sizeof x),
                sizeof x);
    return term->weight * x;
  };
  const LinearMap::Term* term = map_->Begin(0);
  for (int64_t o = 0; o < axis_.count; ++o) {
    const LinearMap::Term* end = map_->End(o);
    float sum = 0;
    if (term < end) sum = load(term++);
    for (; term < end; ++term) sum += load(term);
    std::memcpy(to, &sum, sizeof sum);
    to += axis_.stride[kOutput] * int64_t(sizeof sum);
  }
}

void LinearPass::Run(std::byte* output, const std::byte* input) const {
  auto* to = reinterpret_cast<float*>(output);
  const auto* from = reinterpret_cast<const float*>(input);
  ForEachPart(nest_, {}, ThreadsFor(work_bytes_), [&](const LoopNest<3>& part) {
    ForEachOffset(part, [&](const std::array<int64_t, 3>& offset) {
      if (lanes_ == 0) return RunLine(to + offset[kOutput], from + offset[kInput]);
      const int64_t o = offset[kPosition];
      sum_row_(to + offset[kOutput], from + offset[kInput], axis_.stride[kInput], map_->Begin(o),
               map_->End(o), lanes_);
    });
  });
}

}  // namespace weft
#endif
