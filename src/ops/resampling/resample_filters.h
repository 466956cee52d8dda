// SPDX-License-Identifier: MIT
// The sources of the elements of a resampled tensor. Output o of a dimension lies at (o -
// OutputPixelOffset) / Scale - InputPixelOffset of the input; positions beyond the edge are
// clamped.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ops/resampling/separable.h"
#include "weft/operators.h"
#include "weft/status.h"

namespace weft::ops {

enum class Nearest : uint8_t { HalfUp, Down, Up };  // which neighbour of a position is taken

inline Nearest NearestOf(AxisDirection direction) {
  return direction == AxisDirection::Increasing ? Nearest::Up : Nearest::Down;
}

// RESAMPLE* and RESAMPLE_GRAD*; `input` and `output` are those of the forward direction.
struct Resampling {
  std::string_view op;
  std::string_view input_field;
  const TensorDesc& input;
  std::string_view output_field;
  const TensorDesc& output;
  InterpolationMode mode;
  Nearest nearest;
  std::string_view count_field = "DimensionCount";
  std::vector<float> scales;
  std::vector<float> input_offsets;
  std::vector<float> output_offsets;
  bool antialiased = false;
};

Status CheckResampling(const Resampling& resampling);
// An error if the plan would not fit into memory.
Status CheckTables(const Resampling& resampling);

// For each output of `dim` the index of the nearest input.
std::vector<int64_t> NearestIndices(const Resampling& resampling, int dim);

Filters FiltersOf(const Resampling& resampling);

}  // namespace weft::ops
