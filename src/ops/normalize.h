// SPDX-License-Identifier: MIT
// What the normalizations share: statistics of lines, parameters that repeat along dimensions of
// size 1, and the pass that applies both to every element.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/convert.h"
#include "kernels/fused_row.h"
#include "kernels/normalize.h"
#include "strided/lines.h"
#include "strided/loop_nest.h"
#include "strided/map.h"
#include "weft/status.h"

namespace weft::ops {

// Every size of `parameter` is 1 or InputTensor's; their dimension counts are equal already.
Status CheckStretches(std::string_view op, std::string_view field, const TensorDesc& parameter,
                      const TensorDesc& input);

// The dimensions along which `parameter` has size 1: those it is the same for.
std::vector<uint32_t> StretchedAxes(const TensorDesc& parameter);

inline double FactorOf(double variance, double epsilon) {
  return 1 / std::sqrt(variance + epsilon);
}

// Rows from one type to another.
RowFunction ConvertedRow(DataType to, DataType from);
// A tensor's elements, which may repeat to fill `sizes`, as packed elements of another type.
MapPlan<1> PackPlan(DataType type, const TensorDesc& tensor, const Sizes& sizes);

// One Statistics per line along `axes`, packed in the order of the other coordinates.
struct StatisticsOptions {
  bool use_mean = true;
  bool use_variance = true;
  double epsilon = 0;
};
Statistics StatisticsOf(const float* line, int64_t count, const StatisticsOptions& options);
LinesPlan StatisticsPlan(const TensorDesc& input, std::span<const uint32_t> axes,
                         const StatisticsOptions& options);
// Where one member of packed Statistics lies, as float64.
Layout MemberLayout(const Sizes& sizes, double Statistics::*member);

// activation((x - mean) * factor * scale + bias + add). An absent scale is 1, bias or add 0.
struct NormalizeTensors {
  TensorDesc output, input;
  Layout mean, factor;  // of float64
  std::optional<TensorDesc> scale, bias, add = std::nullopt;
  std::optional<FusedActivation> activation;
};
class NormalizePlan {
 public:
  explicit NormalizePlan(const NormalizeTensors& tensors);

  // The pointer of an absent tensor does not matter.
  void Run(std::byte* output, const std::byte* input, const std::byte* mean,
           const std::byte* factor, const std::byte* scale, const std::byte* bias,
           const std::byte* add) const;

 private:
  static constexpr int kOperands = 7;  // output, input, mean, factor, scale, bias, add
  using Pointers = std::array<const std::byte*, kOperands - 1>;

  void PlanUniformRows(const NormalizeTensors& tensors);
  void RunUniformRows(std::byte* output, const Pointers& inputs) const;
  void RunUniformRow(std::byte* output, const std::byte* input, int64_t count,
                     const RowParameters& by) const;

  bool has_scale_, has_bias_, has_add_;
  std::shared_ptr<const FusedRow> row_;
  MapPlan<6> map_;
  // Where rows lie along dimensions that all parameters are the same for, no row of parameters has
  // to be made.
  bool uniform_ = false;
  LoopNest<kOperands> rows_;  // in bytes; the last loop is a row
  ConvertRow widen_ = nullptr, narrow_ = nullptr;
  std::optional<RowFunction> activation_;
};

}  // namespace weft::ops
