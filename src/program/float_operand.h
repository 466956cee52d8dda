// SPDX-License-Identifier: MIT
// A tensor as float32, for kernels that compute in nothing else: FLOAT32 is used where it is, any
// other type goes through packed elements in temporary memory. Who wants row-major order gets that.
// 8-bit integers are rounded to the nearest and saturate when they are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "program/scratch.h"
#include "strided/map.h"
#include "weft/tensor.h"

namespace weft::ops {

enum class FloatOrder : uint8_t { Any, RowMajor };

class FloatInput {
 public:
  FloatInput(const TensorDesc& tensor, Temporary& space, FloatOrder order = FloatOrder::Any);
  const Layout& layout() const { return layout_; }
  // Where the elements are as float32.
  const std::byte* Load(const std::byte* input, std::byte* temporary) const;

 private:
  Layout layout_;
  std::optional<MapPlan<1>> convert_;
  int64_t at_ = 0;
};

class FloatOutput {
 public:
  FloatOutput(const TensorDesc& tensor, Temporary& space, FloatOrder order = FloatOrder::Any);
  const Layout& layout() const { return layout_; }
  // Where to put the elements, and what to do when all are there.
  std::byte* Target(std::byte* output, std::byte* temporary) const;
  void Store(std::byte* output, const std::byte* temporary) const;

 private:
  Layout layout_;
  std::optional<MapPlan<1>> convert_;
  int64_t at_ = 0;
};

}  // namespace weft::ops
