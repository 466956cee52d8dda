// SPDX-License-Identifier: MIT
// See operands.h.
#include "ops/convolution/operands.h"

#include <algorithm>
#include <cstring>

#include "ops/unary/activation.h"
#include "program/owned.h"
#include "strided/view.h"

namespace weft::ops {

PackedFilter::PackedFilter(DataType type, const Layout& filter, int64_t width)
    : width_(width),
      groups_(filter.sizes[0]),
      rows_(filter.sizes[1]),
      depth_(filter.ElementCount() / groups_ / rows_) {
  const int64_t full = rows_ / width_;
  Add(type, filter, 0, full, width_);
  Add(type, filter, full * width_, 1, rows_ % width_);
}

// `blocks` blocks of `count` rows each, from row `first` on.
void PackedFilter::Add(DataType type, const Layout& filter, int64_t first, int64_t blocks,
                       int64_t count) {
  if (blocks * count == 0) return;
  const Layout rows = Narrow(filter, 1, first, blocks * count);
  const int64_t step = rows.strides[1];
  // The step of a dimension of size 1 says nothing, and could overflow.
  Layout from = {{groups_, blocks, count},
                 {rows.strides[0], blocks > 1 ? count * step : 0, count > 1 ? step : 0},
                 rows.offset};
  Layout to = {{groups_, blocks, count}, {group_floats(), width_ * depth_, 1}, first * depth_};
  int64_t terms = depth_;
  for (int dim = 2; dim < rows.rank(); ++dim) {
    if (dim > 2) terms /= rows.sizes[dim];
    from.sizes.push_back(rows.sizes[dim]);
    from.strides.push_back(rows.strides[dim]);
    to.sizes.push_back(rows.sizes[dim]);
    to.strides.push_back((dim > 2 ? terms : 1) * width_);
  }
  copies_.emplace_back(DataType::Float32, to, type, from);
}

void PackedFilter::Pack(std::byte* packed, const std::byte* filter) const {
  if (rows_ % width_ != 0) std::memset(packed, 0, size_t(bytes()));
  for (const TypedCopy& rows : copies_) rows.Run(packed, filter);
}

FloatOperands::FloatOperands(const ConvolutionProblem& problem, PackedFilter filter,
                             const Layout& start, int64_t start_bytes, Temporary& scratch)
    : filter_(std::move(filter)),
      owned_(IsOwned(problem.filter)),
      has_bias_(problem.bias.has_value()),
      has_gaps_(start.ElementCount() * int64_t(sizeof(float)) < start_bytes),
      start_bytes_(start_bytes) {
  if (problem.bias)
    load_bias_ = TypedCopy(DataType::Float32, start, problem.bias->type,
                           PerChannel(problem, problem.bias->layout));
  if (problem.fused_activation) activation_ = ActivationRow(*problem.fused_activation);
  if (!owned_) weights_offset_ = scratch.Add(filter_.bytes());
  start_offset_ = scratch.Add(start_bytes);
}

const std::byte* FloatOperands::Weights(const Bindings& bind) const {
  if (owned_) return bind.persistent;
  std::byte* const weights = Temporary::At(bind, weights_offset_);
  filter_.Pack(weights, bind.Input(kFilter));
  return weights;
}

const std::byte* FloatOperands::Start(const Bindings& bind) const {
  std::byte* const start = Temporary::At(bind, start_offset_);
  if (!has_bias_ || has_gaps_) std::memset(start, 0, size_t(start_bytes_));
  if (has_bias_) load_bias_.Run(start, bind.Input(kBias));
  return start;
}

}  // namespace weft::ops
