// SPDX-License-Identifier: MIT
// See operands.h.
#include "ops/convolution/operands.h"

#include <cstring>

#include "ops/unary/activation.h"
#include "program/owned.h"

namespace weft::ops {

FloatOperands::FloatOperands(const ConvolutionProblem& problem, int64_t weights_bytes,
                             const Layout& start, int64_t start_bytes, Temporary& scratch)
    : owned_(IsOwned(problem.op.filter)),
      has_bias_(problem.op.bias.has_value()),
      has_gaps_(start.ElementCount() * int64_t(sizeof(float)) < start_bytes),
      weights_bytes_(weights_bytes),
      start_bytes_(start_bytes) {
  const Convolution& op = problem.op;
  if (op.bias)
    load_bias_ = TypedCopy(DataType::Float32, start, op.bias->type,
                           PerChannel(problem.fields, op.bias->layout));
  if (op.fused_activation) activation_ = ActivationRow(*op.fused_activation);
  if (!owned_) weights_offset_ = scratch.Add(weights_bytes);
  start_offset_ = scratch.Add(start_bytes);
}

const std::byte* FloatOperands::Start(const Bindings& bind) const {
  std::byte* const start = Temporary::At(bind, start_offset_);
  if (!has_bias_ || has_gaps_) std::memset(start, 0, size_t(start_bytes_));
  if (has_bias_) load_bias_.Run(start, bind.Input(kBias));
  return start;
}

}  // namespace weft::ops
