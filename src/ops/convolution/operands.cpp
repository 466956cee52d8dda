// SPDX-License-Identifier: MIT
// See operands.h.
#include "ops/convolution/operands.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/elementwise/arithmetic.h"
#include "ops/unary/activation.h"
#include "program/owned.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// Between the memories of two threads: prefetchers run on into what follows, and a line that
// another core writes at that time costs both of them as much as a miss.
constexpr int64_t kThreadGapBytes = 8 << 10;

}  // namespace

PackedFilter::PackedFilter(DataType to, DataType from, const Layout& filter, int64_t width)
    : size_(SizeBits(to) / 8),
      width_(width),
      groups_(filter.sizes[0]),
      rows_(filter.sizes[1]),
      depth_(filter.ElementCount() / groups_ / rows_) {
  // `blocks` blocks of `count` rows each, from row `first` on.
  const auto add = [&](int64_t first, int64_t blocks, int64_t count) {
    if (blocks * count == 0) return;
    const Layout rows = Narrow(filter, 1, first, blocks * count);
    const int64_t step = rows.strides[1];
    // The step of a dimension of size 1 says nothing, and could overflow.
    Layout given = {{groups_, blocks, count},
                    {rows.strides[0], blocks > 1 ? count * step : 0, count > 1 ? step : 0},
                    rows.offset};
    Layout packed = {given.sizes, {group_elements(), width_ * depth_, 1}, first * depth_};
    int64_t terms = depth_;
    for (int dim = 2; dim < rows.rank(); ++dim) {
      if (dim > 2) terms /= rows.sizes[dim];
      given.sizes.push_back(rows.sizes[dim]);
      given.strides.push_back(rows.strides[dim]);
      packed.strides.push_back((dim > 2 ? terms : 1) * width_);
    }
    packed.sizes = given.sizes;
    copies_.emplace_back(to, packed, from, given);
  };
  const int64_t full = rows_ / width_;
  add(0, full, width_);
  add(full * width_, 1, rows_ % width_);
}

void PackedFilter::Pack(std::byte* packed, const std::byte* filter) const {
  if (rows_ % width_ != 0) std::memset(packed, 0, size_t(bytes()));
  for (const TypedCopy& rows : copies_) rows.Run(packed, filter);
}

FloatOperands::FloatOperands(const ConvolutionProblem& problem, PackedFilter filter,
                             const Layout& start, int64_t start_bytes, int threads,
                             uint64_t thread_bytes)
    : filter_(std::move(filter)),
      owned_(IsOwned(problem.filter)),
      input_offset_(TensorBytes(problem.input).offset),
      output_offset_(TensorBytes(problem.output).offset),
      threads_(threads),
      start_bytes_(start_bytes),
      thread_bytes_(int64_t(thread_bytes) + (threads > 1 ? kThreadGapBytes : 0)) {
  constexpr DataType kFloat = DataType::Float32;
  if (problem.bias)
    load_bias_ =
        TypedCopy(kFloat, start, problem.bias->type, PerChannel(problem, problem.bias->layout));
  if (problem.addend) {
    sum_ = std::make_shared<const FusedRow>(ArithmeticRow(Arithmetic::Add, kFloat), kFloat,
                                            std::initializer_list<DataType>{kFloat, kFloat},
                                            problem.fused_activation);
    activation_ = sum_->Function();
  } else if (problem.fused_activation) {
    activation_ = ActivationRow(*problem.fused_activation);
  }
  if (!owned_) weights_offset_ = scratch_.Add(filter_.bytes());
  start_offset_ = scratch_.Add(start_bytes);
  threads_offset_ = scratch_.Add(threads * thread_bytes_);
}

FloatOperands::Pointers FloatOperands::Load(const Bindings& bind) const {
  std::byte* const weights = owned_ ? bind.persistent : Temporary::At(bind, weights_offset_);
  std::byte* const start = Temporary::At(bind, start_offset_);
  if (!owned_) filter_.Pack(weights, bind.Input(kFilter));
  std::memset(start, 0, size_t(start_bytes_));
  load_bias_.Run(start, bind.Input(kBias));
  return {.output = bind.Output(0) + output_offset_,
          .input = bind.Input(kInput) + input_offset_,
          .weights = weights,
          .start = start,
          .addend = sum_ ? bind.Input(kAddend) + output_offset_ : nullptr};
}

}  // namespace weft::ops
