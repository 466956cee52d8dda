// SPDX-License-Identifier: MIT
// The input of a convolution, copied to where a ConvolvePlan likes it: float32, channels next to
// each other, and the padding around it as zeros, so that all pixels meet their taps alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ops/convolution/problem.h"
#include "strided/typed_copy.h"

namespace weft::ops {

class StagedInput {
 public:
  StagedInput() = default;
  explicit StagedInput(const ConvolutionFields& fields);

  // {batch, group, channel, sizes..}, with the padding.
  const Layout& layout() const { return image_; }
  int64_t bytes() const { return image_.ElementCount() * int64_t(sizeof(float)); }
  // A plan made for its layout has no padding any more.
  void TakePadding(ConvolvePlan& plan) const;

  void Run(std::byte* staged, const std::byte* input) const;

 private:
  Layout image_;
  TypedCopy load_;
  std::vector<CopyPlan> clear_;  // the padding
};

}  // namespace weft::ops
