// SPDX-License-Identifier: MIT
// A tensor as float32, for kernels that compute in nothing else. FLOAT32 is used in its own memory,
// any other type is converted to or from packed elements in temporary memory, and so is FLOAT32 in
// another layout if FloatOrder asks for row-major order. 8-bit integers are rounded to the nearest
// and saturate when they are stored.
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
  // Converts the elements if need be, and returns their address as float32.
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
  // The address to write float32 elements to. Store must follow when all are written.
  std::byte* Target(std::byte* output, std::byte* temporary) const;
  void Store(std::byte* output, const std::byte* temporary) const;

 private:
  Layout layout_;
  std::optional<MapPlan<1>> convert_;
  int64_t at_ = 0;
};

}  // namespace weft::ops
