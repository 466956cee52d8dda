// SPDX-License-Identifier: MIT
// Parameters are operands like the input, with stride 0 where they repeat.
#include "ops/normalize.h"

#include "base/error.h"
#include "kernels/convert.h"
#include "ops/map_program.h"

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
           row_->Function()) {}

void NormalizePlan::Run(std::byte* output, const std::byte* input, const std::byte* mean,
                        const std::byte* factor, const std::byte* scale, const std::byte* bias,
                        const std::byte* add) const {
  map_.Run(output, {input, mean, factor, has_scale_ ? scale : BytesOf(kOne),
                    has_bias_ ? bias : BytesOf(kZero), has_add_ ? add : BytesOf(kZero)});
}

}  // namespace weft::ops
