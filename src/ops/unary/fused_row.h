// SPDX-License-Identifier: MIT
// A function of float32 rows with conversions and an activation: FLOAT16 inputs are widened, the
// activation follows, and a FLOAT16 output is rounded once, all while a block of the row is in the
// first-level cache.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "strided/convert.h"
#include "strided/row_function.h"
#include "weft/operators.h"

namespace weft {

class FusedRow {
 public:
  static constexpr int kMostInputs = 6;

  // `inputs` and `output` are the types in memory. `row` gets FLOAT16 inputs as float32, others
  // unchanged, and returns float32.
  FusedRow(const RowFunction& row, DataType output, std::initializer_list<DataType> inputs,
           const std::optional<FusedActivation>& activation = std::nullopt);

  // Valid while this object lives.
  RowFunction Function() const { return {Run, this}; }

 private:
  static void Run(std::byte* output, const std::byte* const* inputs, int64_t count,
                  const void* parameters);

  RowFunction row_;
  std::optional<RowFunction> activation_;
  ConvertRow narrow_ = nullptr;
  std::array<ConvertRow, kMostInputs> widen_{};
  std::array<int64_t, kMostInputs> bytes_{};  // of an element in memory
  int inputs_ = 0;
};

}  // namespace weft
