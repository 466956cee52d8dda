// SPDX-License-Identifier: MIT
// What the normalizations share: statistics of lines, parameters that are broadcast along
// dimensions of size 1, and the pass that applies both to every element.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ops/normalization/normalize_rows.h"
#include "ops/unary/fused_row.h"
#include "program/candidate.h"
#include "program/scratch.h"
#include "strided/convert.h"
#include "strided/lines.h"
#include "strided/loop_nest.h"
#include "strided/map.h"
#include "weft/status.h"

namespace weft::ops {

// An error unless every size of `parameter` is 1 or InputTensor's; dimension counts must be equal.
Status CheckBroadcast(std::string_view op, std::string_view field, const TensorDesc& parameter,
                      const TensorDesc& input);

// The elements of a parameter that are different: it is broadcast along the dimensions it repeats.
std::optional<TensorDesc> WithoutRepeats(std::optional<TensorDesc> parameter);

// The dimensions along which `parameter` is broadcast, because it has size 1.
std::vector<uint32_t> BroadcastAxes(const TensorDesc& parameter);

inline double FactorOf(double variance, double epsilon) {
  return 1 / std::sqrt(variance + epsilon);
}

// A row function that converts one type to another.
RowFunction ConvertedRow(DataType to, DataType from);
// Packs a tensor's elements, broadcast to `sizes`, as elements of another type.
MapPlan<1> PackPlan(DataType type, const TensorDesc& tensor, const Sizes& sizes);

// One Statistics per line along `axes`, packed in the order of the other coordinates.
struct StatisticsOptions {
  bool use_mean = true;
  bool use_variance = true;
  double epsilon = 0;
};
Statistics StatisticsOf(const PowerSums& sums, const float* line, int64_t count,
                        const StatisticsOptions& options);
LinesPlan StatisticsPlan(const TensorDesc& input, std::span<const uint32_t> axes,
                         const StatisticsOptions& options);
// Normalizes every line by the Statistics that find(its sums, line) returns, and activates it. A
// line is written while the second line after it is summed, so that the latency of the square root
// and the division for the next line is hidden.
template <class Find>
void NormalizeLines(const LineBlock& block, const Find& find, const LineParameters& parameters = {},
                    const std::optional<RowFunction>& activation = std::nullopt) {
  const auto line = [&](int64_t i) -> const float* {
    if (i >= block.lines) return nullptr;
    return reinterpret_cast<const float*>(block.input + i * block.input_step);
  };
  PowerSums sums = PowerSumsOf(line(0), block.count);
  Statistics next = find(sums, line(0));
  if (block.lines > 1) sums = PowerSumsOf(line(1), block.count);
  for (int64_t i = 0; i < block.lines; ++i) {
    const Statistics by = next;
    if (i + 1 < block.lines) next = find(sums, line(i + 1));
    std::byte* to = block.output + i * block.output_step;
    sums = NormalizeLine({reinterpret_cast<float*>(to), line(i), block.count, parameters}, by.mean,
                         by.factor, line(i + 2));
    const std::byte* const results[] = {to};
    if (activation) (*activation)(to, results, block.count);
  }
}
// The layout of one member of packed Statistics, in elements of float64.
Layout MemberLayout(const Sizes& sizes, double Statistics::*member);

// activation((x - mean) * factor * scale + bias + add). An absent scale is 1, bias or add 0.
struct NormalizeTensors {
  TensorDesc output, input;
  Layout mean, factor;  // of float64
  std::optional<TensorDesc> scale, bias, add = std::nullopt;
  std::optional<FusedActivation> activation;
};
struct NormalizePointers {  // those of absent tensors are ignored
  std::byte* output;
  const std::byte *input, *mean, *factor, *scale, *bias, *add = nullptr;
};

// Mean, factor, scale and bias in the form of the kernels, once for each combination of them.
class AffineParameters {
 public:
  AffineParameters(const NormalizeTensors& tensors, Temporary& temporary);

  // The layout of the prepared parameters, in Affine, for every element of the input.
  const Layout& layout() const { return layout_; }
  AffineRows Prepare(const Bindings& bind, const NormalizePointers& at) const;

 private:
  struct Packed {
    // Without a tensor it is filled with the default.
    Packed(DataType type, const std::optional<TensorDesc>& tensor, const Layout& packed,
           Temporary& temporary);
    std::byte* Fill(const Bindings& bind, const std::byte* from) const;

    MapPlan<1> plan;
    int64_t offset;
  };
  bool has_scale_, has_bias_;
  Layout packed_, layout_;
  Packed mean_, factor_, scale_, bias_;
  int64_t offset_;
};

// How the last pass is run.
enum class NormalizeBy : uint8_t {
  Tiles,  // rows of output and input in their own memory, many per call
  Rows,   // rows that are copied to be contiguous one by one, for any layout
};

class NormalizePlan {
 public:
  // Why tiles cannot be used, if they cannot.
  static Refusal RefusesTiles(const NormalizeTensors& tensors);
  // The unit is a row that is copied to be contiguous.
  static Cost CostOf(NormalizeBy by, const NormalizeTensors& tensors);

  NormalizePlan(const NormalizeTensors& tensors, NormalizeBy by, Temporary& temporary);
  void Run(const Bindings& bind, const NormalizePointers& at) const;

 private:
  enum Operand { kOutput, kInput, kBy, kAdd, kOperands };

  static LoopNest<kOperands> RowsOf(const NormalizeTensors& tensors);
  void RunRows(const NormalizePointers& at, const AffineRows& by) const;
  void RunBlocks(const AffineTile& tile) const;
  void RunBlock(const AffineTile& tile) const;

  AffineParameters parameters_;
  bool has_add_;
  std::shared_ptr<const FusedRow> row_;
  MapPlan<6> map_;
  // For tiles: output and input have contiguous rows along which the parameters are the same or
  // contiguous too.
  bool in_tiles_ = false;
  LoopNest<kOperands> rows_;  // in bytes, of kBy in elements; the last two loops are a tile
  ConvertRow widen_ = nullptr, narrow_ = nullptr;
  std::optional<RowFunction> activation_;
};

}  // namespace weft::ops
