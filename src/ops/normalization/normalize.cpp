// SPDX-License-Identifier: MIT
// Parameters are packed and prepared first; from then on they are operands like the input, with
// stride 0 where they repeat.
#include "ops/normalization/normalize.h"

#include <algorithm>

#include "base/assert.h"
#include "base/error.h"
#include "base/parallel.h"
#include "ops/unary/activation.h"
#include "program/map_program.h"
#include "strided/convert.h"
#include "strided/parallel_nest.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32, kDouble = DataType::Float64;
constexpr float kOne = 1, kNothing = -0.f;  // adding -0 changes nothing, not even the sign of 0
constexpr int64_t kBlock = 1024;            // elements in the first-level cache

const std::byte* BytesOf(const float& constant) {
  return reinterpret_cast<const std::byte*>(&constant);
}

// The broadcast of the sizes of all parameters.
Sizes CombinedSizes(const NormalizeTensors& tensors) {
  Sizes sizes = tensors.mean.sizes;
  const auto combine = [&](const Sizes& other) {
    for (int dim = 0; dim < sizes.rank(); ++dim)
      if (sizes[dim] == 1) sizes[dim] = other[dim];
  };
  combine(tensors.factor.sizes);
  if (tensors.scale) combine(tensors.scale->sizes());
  if (tensors.bias) combine(tensors.bias->sizes());
  return sizes;
}

// The layout of the packed parameters, broadcast to the sizes of the input.
Layout ParametersOf(const NormalizeTensors& tensors) {
  return BroadcastTo(Layout::Packed(CombinedSizes(tensors)), tensors.input.sizes());
}

MapOperand ByOperand(const AffineParameters& parameters) {
  return {parameters.layout(), sizeof(float)};
}

MapOperand AddOperand(const NormalizeTensors& tensors) {
  if (!tensors.add) return {OneElement(tensors.input.sizes()), sizeof(float)};
  return OperandOf(*tensors.add);
}

AffineRows Moved(const AffineRows& by, int64_t elements) {
  return {by.mean + elements, by.first + elements, by.second + elements, by.offset + elements};
}

void Convert(std::byte* output, const std::byte* const* inputs, int64_t count,
             const void* parameters) {
  (*static_cast<const ConvertRow*>(parameters))(output, inputs[0], count);
}

}  // namespace

Status CheckBroadcast(std::string_view op, std::string_view field, const TensorDesc& parameter,
                      const TensorDesc& input) {
  WEFT_ASSERT(parameter.rank() == input.rank());
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

std::optional<TensorDesc> WithoutRepeats(std::optional<TensorDesc> parameter) {
  if (parameter) parameter->layout = weft::WithoutRepeats(parameter->layout);
  return parameter;
}

std::vector<uint32_t> BroadcastAxes(const TensorDesc& parameter) {
  std::vector<uint32_t> axes;
  for (int dim = 0; dim < parameter.rank(); ++dim)
    if (parameter.sizes()[dim] == 1) axes.push_back(uint32_t(dim));
  return axes;
}

RowFunction ConvertedRow(DataType to, DataType from) { return {Convert, ConverterFor(to, from)}; }

MapPlan<1> PackPlan(DataType type, const TensorDesc& tensor, const Sizes& sizes) {
  return MapPlan<1>({Layout::Packed(sizes), SizeBits(type) / 8},
                    {MapOperand{BroadcastTo(tensor.layout, sizes), SizeBits(tensor.type) / 8}},
                    ConvertedRow(type, tensor.type));
}

Statistics StatisticsOf(const PowerSums& sums, const float* line, int64_t count,
                        const StatisticsOptions& options) {
  Statistics of;
  if (options.use_mean) of.mean = sums.plain / double(count);
  if (!options.use_variance) return of;
  of.variance = options.use_mean ? VarianceOf(sums, line, count) : sums.squares / double(count);
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
                     const auto* line = reinterpret_cast<const float*>(input);
                     *reinterpret_cast<Statistics*>(output) =
                         StatisticsOf(PowerSumsOf(line, count), line, count, options);
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

AffineParameters::Packed::Packed(DataType type, const std::optional<TensorDesc>& tensor,
                                 const Layout& packed, Temporary& temporary)
    : plan(PackPlan(type, tensor ? *tensor : TensorDesc(type, OneElement(packed.sizes)),
                    packed.sizes)),
      offset(temporary.Add(packed.ElementCount() * SizeBits(type) / 8)) {}

std::byte* AffineParameters::Packed::Fill(const Bindings& bind, const std::byte* from) const {
  std::byte* packed = Temporary::At(bind, offset);
  plan.Run(packed, {from});
  return packed;
}

AffineParameters::AffineParameters(const NormalizeTensors& tensors, Temporary& temporary)
    : has_scale_(tensors.scale),
      has_bias_(tensors.bias),
      packed_(Layout::Packed(CombinedSizes(tensors))),
      layout_(ParametersOf(tensors)),
      mean_(kDouble, TensorDesc(kDouble, tensors.mean), packed_, temporary),
      factor_(kDouble, TensorDesc(kDouble, tensors.factor), packed_, temporary),
      scale_(kFloat, tensors.scale, packed_, temporary),
      bias_(kFloat, tensors.bias, packed_, temporary),
      offset_(temporary.Add(packed_.ElementCount() * int64_t(sizeof(Affine)))) {}

AffineRows AffineParameters::Prepare(const Bindings& bind, const NormalizePointers& at) const {
  const auto doubles = [](std::byte* memory) { return reinterpret_cast<double*>(memory); };
  const auto floats = [](std::byte* memory) { return reinterpret_cast<float*>(memory); };
  return PrepareAffine(floats(Temporary::At(bind, offset_)), packed_.ElementCount(),
                       doubles(mean_.Fill(bind, at.mean)), doubles(factor_.Fill(bind, at.factor)),
                       floats(scale_.Fill(bind, has_scale_ ? at.scale : BytesOf(kOne))),
                       floats(bias_.Fill(bind, has_bias_ ? at.bias : BytesOf(kNothing))));
}

LoopNest<NormalizePlan::kOperands> NormalizePlan::RowsOf(const NormalizeTensors& tensors) {
  const int64_t size = SizeBits(tensors.input.type) / 8;
  LoopNest<kOperands> rows = Nest(tensors.output.layout, tensors.input.layout,
                                  ParametersOf(tensors), AddOperand(tensors).layout);
  if (rows.Iterations() == 0) return rows;
  Simplify(rows);
  MakeTileInnermost(rows, kInput, 1);
  for (const int operand : {kOutput, kInput, kAdd}) {
    rows.offset[operand] *= size;
    for (int i = 0; i < rows.depth; ++i) rows[i].stride[operand] *= size;
  }
  return rows;
}

Refusal NormalizePlan::RefusesTiles(const NormalizeTensors& tensors) {
  LoopNest<kOperands> rows = RowsOf(tensors);
  if (rows.Iterations() == 0) return {"InputTensor has no elements"};
  const int64_t size = SizeBits(tensors.input.type) / 8;
  const Loop<kOperands>& row = rows.Innermost();
  if (row.stride[kOutput] != size)
    return {"elements of OutputTensor's rows are {} bytes apart, but {} are needed",
            row.stride[kOutput], size};
  if (row.stride[kInput] != size)
    return {"elements of InputTensor's rows are {} bytes apart, but {} are needed",
            row.stride[kInput], size};
  if (row.stride[kBy] != 0 && row.stride[kBy] != 1)
    return {"parameters of a row are {} apart, but 0 or 1 is needed", row.stride[kBy]};
  if (tensors.add && row.stride[kAdd] != size)
    return {"elements of FusedAddTensor's rows are {} bytes apart, but {} are needed",
            row.stride[kAdd], size};
  return {};
}

Cost NormalizePlan::CostOf(NormalizeBy by, const NormalizeTensors& tensors) {
  if (by == NormalizeBy::Rows) return 1;
  constexpr int64_t kShortRow = 32;  // the calls for shorter rows cost more than the work
  return RowsOf(tensors).Innermost().count > kShortRow ? 0 : 2;
}

NormalizePlan::NormalizePlan(const NormalizeTensors& tensors, NormalizeBy by, Temporary& temporary)
    : parameters_(tensors, temporary),
      has_add_(tensors.add),
      row_(std::make_shared<const FusedRow>(
          NormalizeRow(), tensors.output.type,
          std::initializer_list<DataType>{tensors.input.type, kFloat, kFloat, kFloat, kFloat,
                                          tensors.add ? tensors.add->type : kFloat},
          tensors.activation)),
      map_(OperandOf(tensors.output),
           {OperandOf(tensors.input), ByOperand(parameters_), ByOperand(parameters_),
            ByOperand(parameters_), ByOperand(parameters_), AddOperand(tensors)},
           row_->Function()),
      in_tiles_(by == NormalizeBy::Tiles) {
  if (!in_tiles_) return;
  WEFT_ASSERT(!RefusesTiles(tensors));
  rows_ = RowsOf(tensors);
  if (tensors.activation) activation_ = ActivationRow(*tensors.activation);
  if (tensors.input.type == DataType::Float16) widen_ = ConverterFor(kFloat, DataType::Float16);
  narrow_ = ConverterFor(tensors.output.type, kFloat);
}

void NormalizePlan::Run(const Bindings& bind, const NormalizePointers& at) const {
  const AffineRows by = parameters_.Prepare(bind, at);
  if (in_tiles_) return RunRows(at, by);
  const auto bytes = [](const float* floats) { return reinterpret_cast<const std::byte*>(floats); };
  map_.Run(at.output, {at.input, bytes(by.mean), bytes(by.first), bytes(by.second),
                       bytes(by.offset), has_add_ ? at.add : BytesOf(kNothing)});
}

void NormalizePlan::RunRows(const NormalizePointers& at, const AffineRows& by) const {
  const int64_t bytes = rows_.Iterations() * rows_.loops[rows_.depth - 1].stride[kOutput];
  constexpr int64_t kGrain = 1024;
  ForEachTask(rows_, {1, kGrain}, ThreadsFor(bytes), [&](const LoopNest<kOperands>& task) {
    const Loop<kOperands>& rows = task[task.depth - 2];
    const Loop<kOperands>& columns = task[task.depth - 1];
    ForEachOffset(task, task.depth - 2, [&](const std::array<int64_t, kOperands>& offset) {
      const AffineTile tile = {.rows = rows.count,
                               .columns = columns.count,
                               .output = at.output + offset[kOutput],
                               .output_row = rows.stride[kOutput],
                               .input = at.input + offset[kInput],
                               .input_row = rows.stride[kInput],
                               .add = has_add_ ? at.add + offset[kAdd] : nullptr,
                               .add_row = rows.stride[kAdd],
                               .by = Moved(by, offset[kBy]),
                               .by_row = rows.stride[kBy],
                               .by_column = columns.stride[kBy] != 0};
      if (widen_ || activation_)
        RunBlocks(tile);
      else
        NormalizeTile(tile);
    });
  });
}

// Runs a tile in blocks that fit into the first-level cache.
void NormalizePlan::RunBlocks(const AffineTile& tile) const {
  const int64_t size = widen_ ? 2 : 4;
  const int64_t most_columns = std::min(kBlock, tile.columns), most_rows = kBlock / most_columns;
  for (int64_t r = 0; r < tile.rows; r += most_rows)
    for (int64_t c = 0; c < tile.columns; c += most_columns) {
      AffineTile block = tile;
      block.rows = std::min(most_rows, tile.rows - r);
      block.columns = std::min(most_columns, tile.columns - c);
      block.output += r * tile.output_row + c * size;
      block.input += r * tile.input_row + c * size;
      if (tile.add) block.add += r * tile.add_row + c * size;
      block.by = Moved(tile.by, r * tile.by_row + (tile.by_column ? c : 0));
      RunBlock(block);
    }
}

void NormalizePlan::RunBlock(const AffineTile& block) const {
  float floats[kBlock], more[kBlock];
  const int64_t row_bytes = block.columns * int64_t(sizeof(float));
  AffineTile wide = block;
  wide.output = reinterpret_cast<std::byte*>(floats);
  wide.output_row = row_bytes;
  const auto widen = [&](float* to, const std::byte*& from, int64_t& step) {
    for (int64_t r = 0; r < block.rows; ++r)
      widen_(reinterpret_cast<std::byte*>(to + r * block.columns), from + r * step, block.columns);
    from = reinterpret_cast<const std::byte*>(to);
    step = row_bytes;
  };
  if (widen_) widen(floats, wide.input, wide.input_row);
  if (widen_ && wide.add) widen(more, wide.add, wide.add_row);
  NormalizeTile(wide);
  const std::byte* const results[] = {wide.output};
  if (activation_) (*activation_)(wide.output, results, block.rows * block.columns);
  for (int64_t r = 0; r < block.rows; ++r)
    narrow_(block.output + r * block.output_row, wide.output + r * row_bytes, block.columns);
}

}  // namespace weft::ops
