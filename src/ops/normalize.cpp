// SPDX-License-Identifier: MIT
// Parameters are operands like the input, with stride 0 where they repeat.
#include "ops/normalize.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/parallel.h"
#include "kernels/activation.h"
#include "kernels/convert.h"
#include "ops/map_program.h"
#include "strided/parallel_nest.h"

namespace weft::ops {
namespace {

constexpr float kOne = 1, kZero = 0;

const std::byte* BytesOf(const float& constant) {
  return reinterpret_cast<const std::byte*>(&constant);
}

MapOperand OperandOr(const std::optional<TensorDesc>& tensor, const Sizes& sizes) {
  if (!tensor) return {OneElement(sizes), sizeof(float)};
  return {Stretched(tensor->layout, sizes), SizeBits(tensor->type) / 8};
}

DataType TypeOr(const std::optional<TensorDesc>& tensor) {
  return tensor ? tensor->type : DataType::Float32;
}

void Convert(std::byte* output, const std::byte* const* inputs, int64_t count,
             const void* parameters) {
  (*static_cast<const ConvertRow*>(parameters))(output, inputs[0], count);
}

}  // namespace

Status CheckStretches(std::string_view op, std::string_view field, const TensorDesc& parameter,
                      const TensorDesc& input) {
  for (int dim = 0; dim < input.rank(); ++dim) {
    const int64_t size = parameter.sizes()[dim], full = input.sizes()[dim];
    if (size == 1 || size == full) continue;
    if (full == 1)
      return Invalid("{}: {}.Sizes[{}] is {}, but InputTensor.Sizes[{}] is 1", op, field, dim, size,
                     dim);
    return Invalid(
        "{}: {}.Sizes[{}] is {}, but 1 or InputTensor.Sizes[{}], which is {}, is required", op,
        field, dim, size, dim, full);
  }
  return Ok();
}

std::vector<uint32_t> StretchedAxes(const TensorDesc& parameter) {
  std::vector<uint32_t> axes;
  for (int dim = 0; dim < parameter.rank(); ++dim)
    if (parameter.sizes()[dim] == 1) axes.push_back(uint32_t(dim));
  return axes;
}

RowFunction ConvertedRow(DataType to, DataType from) { return {Convert, ConverterFor(to, from)}; }

MapPlan<1> PackPlan(DataType type, const TensorDesc& tensor, const Sizes& sizes) {
  return MapPlan<1>({Layout::Packed(sizes), SizeBits(type) / 8},
                    {MapOperand{Stretched(tensor.layout, sizes), SizeBits(tensor.type) / 8}},
                    ConvertedRow(type, tensor.type));
}

Statistics StatisticsOf(const float* line, int64_t count, const StatisticsOptions& options) {
  Statistics of;
  if (options.use_mean) of.mean = MeanOf(line, count);
  if (!options.use_variance) return of;
  of.variance = VarianceOf(line, count, of.mean);
  of.factor = FactorOf(of.variance, options.epsilon);
  return of;
}

LinesPlan StatisticsPlan(const TensorDesc& input, std::span<const uint32_t> axes,
                         const StatisticsOptions& options) {
  Sizes kept = input.sizes();
  for (const uint32_t axis : axes) kept[int(axis)] = 1;
  LineOperand from = {input.layout, SizeBits(input.type) / 8};
  if (input.type == DataType::Float16)
    from.convert = ConverterFor(DataType::Float32, DataType::Float16);
  return LinesPlan({Layout::Packed(kept), sizeof(Statistics)}, from, axes, sizeof(float),
                   [options](std::byte* output, const std::byte* input, int64_t count) {
                     *reinterpret_cast<Statistics*>(output) =
                         StatisticsOf(reinterpret_cast<const float*>(input), count, options);
                   });
}

Layout MemberLayout(const Sizes& sizes, double Statistics::*member) {
  constexpr int64_t kMembers = sizeof(Statistics) / sizeof(double);
  const Statistics any;
  Layout layout = Layout::Packed(sizes);
  for (int64_t& stride : layout.strides) stride *= kMembers;
  layout.offset = &(any.*member) - &any.mean;
  return layout;
}

NormalizePlan::NormalizePlan(const NormalizeTensors& tensors)
    : has_scale_(tensors.scale),
      has_bias_(tensors.bias),
      has_add_(tensors.add),
      row_(std::make_shared<const FusedRow>(
          NormalizeRow(), tensors.output.type,
          std::initializer_list{tensors.input.type, DataType::Float64, DataType::Float64,
                                TypeOr(tensors.scale), TypeOr(tensors.bias), TypeOr(tensors.add)},
          tensors.activation)),
      map_(OperandOf(tensors.output),
           {OperandOf(tensors.input),
            MapOperand{Stretched(tensors.mean, tensors.input.sizes()), sizeof(double)},
            MapOperand{Stretched(tensors.factor, tensors.input.sizes()), sizeof(double)},
            OperandOr(tensors.scale, tensors.input.sizes()),
            OperandOr(tensors.bias, tensors.input.sizes()),
            OperandOr(tensors.add, tensors.input.sizes())},
           row_->Function()) {
  PlanUniformRows(tensors);
}

void NormalizePlan::PlanUniformRows(const NormalizeTensors& tensors) {
  constexpr int64_t kShortRow = 32;  // rows this short would spend their time in calls
  const Sizes& sizes = tensors.input.sizes();
  const auto operand = [&](const auto& tensor) { return OperandOr(tensor, sizes); };
  const std::array<MapOperand, kOperands> operands = {
      OperandOf(tensors.output),
      OperandOf(tensors.input),
      MapOperand{Stretched(tensors.mean, sizes), sizeof(double)},
      MapOperand{Stretched(tensors.factor, sizes), sizeof(double)},
      operand(tensors.scale),
      operand(tensors.bias),
      operand(tensors.add)};
  if (tensors.add || tensors.output.layout.ElementCount() == 0) return;
  rows_ = Nest(operands[0].layout, operands[1].layout, operands[2].layout, operands[3].layout,
               operands[4].layout, operands[5].layout, operands[6].layout);
  Simplify(rows_);
  if (rows_.depth == 0) return;
  for (int k = 0; k < kOperands; ++k) {
    rows_.offset[k] *= operands[k].element_bytes;
    for (int i = 0; i < rows_.depth; ++i) rows_[i].stride[k] *= operands[k].element_bytes;
  }
  const Loop<kOperands>& row = rows_.Innermost();
  uniform_ = row.count >= kShortRow && row.stride[0] == operands[0].element_bytes &&
             row.stride[1] == operands[1].element_bytes;
  for (int k = 2; k < kOperands; ++k) uniform_ &= row.stride[k] == 0;
  if (tensors.activation) activation_ = ActivationRow(*tensors.activation);
  if (tensors.input.type != DataType::Float16) return;
  widen_ = ConverterFor(DataType::Float32, DataType::Float16);
  narrow_ = ConverterFor(DataType::Float16, DataType::Float32);
}

void NormalizePlan::RunUniformRow(std::byte* output, const std::byte* input, int64_t count,
                                  const RowParameters& by) const {
  constexpr int64_t kStretch = 1024;
  float floats[kStretch];
  const int64_t size = narrow_ ? 2 : 4;
  for (int64_t i = 0; i < count; i += kStretch) {
    const int64_t n = std::min(kStretch, count - i);
    const std::byte* from = input + i * size;
    std::byte* to = output + i * size;
    std::byte* result = narrow_ ? reinterpret_cast<std::byte*>(floats) : to;
    if (widen_) widen_(result, from, n);
    NormalizeUniformRow(reinterpret_cast<float*>(result),
                        reinterpret_cast<const float*>(widen_ ? result : from), n, by);
    const std::byte* const results[] = {result};
    if (activation_) (*activation_)(result, results, n);
    if (narrow_) narrow_(to, result, n);
  }
}

void NormalizePlan::RunUniformRows(std::byte* output, const Pointers& inputs) const {
  const auto number = [&](bool is_tensor, const std::byte* at) {
    float value;
    if (widen_ && is_tensor)
      widen_(reinterpret_cast<std::byte*>(&value), at, 1);
    else
      std::memcpy(&value, at, sizeof value);
    return value;
  };
  const int64_t bytes = rows_.Iterations() * (narrow_ ? 2 : 4);
  constexpr int64_t kGrain = 1024;
  ForEachPart(rows_, {1, kGrain}, ThreadsFor(bytes), [&](const LoopNest<kOperands>& part) {
    const int64_t count = part[part.depth - 1].count;
    ForEachOffset(part, part.depth - 1, [&](const std::array<int64_t, kOperands>& offset) {
      const auto at = [&](int k) { return inputs[size_t(k - 1)] + offset[size_t(k)]; };
      RowParameters by;
      std::memcpy(&by.mean, at(2), sizeof by.mean);
      std::memcpy(&by.factor, at(3), sizeof by.factor);
      by.scale = number(has_scale_, at(4));
      by.bias = number(has_bias_, at(5));
      RunUniformRow(output + offset[0], at(1), count, by);
    });
  });
}

void NormalizePlan::Run(std::byte* output, const std::byte* input, const std::byte* mean,
                        const std::byte* factor, const std::byte* scale, const std::byte* bias,
                        const std::byte* add) const {
  const Pointers inputs = {input,
                           mean,
                           factor,
                           has_scale_ ? scale : BytesOf(kOne),
                           has_bias_ ? bias : BytesOf(kZero),
                           has_add_ ? add : BytesOf(kZero)};
  if (uniform_)
    RunUniformRows(output, inputs);
  else
    map_.Run(output, inputs);
}

}  // namespace weft::ops
