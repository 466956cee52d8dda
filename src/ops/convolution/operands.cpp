// SPDX-License-Identifier: MIT
// See operands.h.
#include "ops/convolution/operands.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/align.h"
#include "base/assert.h"
#include "ops/elementwise/arithmetic.h"
#include "ops/quantization/quantize_rows.h"
#include "ops/unary/activation.h"
#include "program/owned.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// Between the memories of two threads: prefetchers run on into what follows, and a line that
// another core writes at that time costs both of them as much as a miss.
constexpr int64_t kThreadGapBytes = 8 << 10;

}  // namespace

PackedFilter::PackedFilter(DataType to, DataType from, const Layout& filter, int64_t width)
    : size_(SizeBits(to) / 8),
      width_(width),
      groups_(filter.sizes[0]),
      rows_(filter.sizes[1]),
      depth_(filter.ElementCount() / groups_ / rows_) {
  // `blocks` blocks of `count` rows each, from row `first` on.
  const auto add = [&](int64_t first, int64_t blocks, int64_t count) {
    if (blocks * count == 0) return;
    const Layout rows = Narrow(filter, 1, first, blocks * count);
    const int64_t step = rows.strides[1];
    // The step of a dimension of size 1 says nothing, and could overflow.
    Layout given = {{groups_, blocks, count},
                    {rows.strides[0], blocks > 1 ? count * step : 0, count > 1 ? step : 0},
                    rows.offset};
    Layout packed = {given.sizes, {group_elements(), width_ * depth_, 1}, first * depth_};
    int64_t terms = depth_;
    for (int dim = 2; dim < rows.rank(); ++dim) {
      if (dim > 2) terms /= rows.sizes[dim];
      given.sizes.push_back(rows.sizes[dim]);
      given.strides.push_back(rows.strides[dim]);
      packed.strides.push_back((dim > 2 ? terms : 1) * width_);
    }
    packed.sizes = given.sizes;
    copies_.emplace_back(to, packed, from, given);
  };
  const int64_t full = rows_ / width_;
  add(0, full, width_);
  add(full * width_, 1, rows_ % width_);
}

void PackedFilter::Pack(std::byte* packed, const std::byte* filter) const {
  if (rows_ % width_ != 0) std::memset(packed, 0, size_t(bytes()));
  for (const TypedCopy& rows : copies_) rows.Run(packed, filter);
}

FilterScales::FilterScales(const ConvolutionProblem& problem, const PackedFilter& filter)
    : columns_(filter.blocks() * filter.width()),
      scale_(*problem.filter_scale, FloatOperands::kFilterScale),
      dequantize_(DequantizeRow(problem.filter.type, DataType::Float32)) {
  if (problem.filter_zero_point)
    zero_point_ = NumbersInput(*problem.filter_zero_point, FloatOperands::kFilterZeroPoint);
  if (!problem.filter_offset) return;
  offset_.emplace(*problem.filter_offset, FloatOperands::kFilterOffset);
  add_ = ArithmeticRow(Arithmetic::Add, DataType::Float32);
}

void FilterScales::Pack(std::byte* packed, const PackedFilter& filter, const Bindings& bind) const {
  const Numbers scales = scale_.In(bind), zero_points = zero_point_.In(bind);
  const Numbers offsets = offset_ ? offset_->In(bind) : Numbers();
  std::memset(packed, 0, size_t(bytes()));
  for (int64_t block = 0; block < filter.blocks(); ++block) {
    const Range channels = filter.ChannelsOf(block);
    for (int64_t i = 0; i < channels.count(); ++i) {
      const int64_t channel = channels.begin + i, column = block * filter.width() + i;
      const auto scale = scales.At<float>(channel), offset = offsets.At<float>(channel);
      std::memcpy(packed + column * kFloatBytes, &scale, sizeof scale);
      packed[ZerosAt() + column] = zero_points.At<std::byte>(channel);
      if (offset_) std::memcpy(packed + OffsetsAt() + column * kFloatBytes, &offset, sizeof offset);
    }
  }
}

// The rows of a block are side by side, so functions of rows take what belongs to them several
// times.
void FilterScales::Dequantize(std::byte* to, const PackedFilter& filter, const std::byte* integers,
                              const std::byte* packed, const Range& blocks) const {
  constexpr int64_t kLine = 512;
  float scales[kLine], offsets[kLine];
  std::byte zeros[kLine];
  const int64_t width = filter.width(), size = width * filter.depth();
  const int64_t line = std::min(kLine / width * width, size);
  WEFT_ASSERT(line > 0);
  const auto repeat = [&](void* to, const std::byte* numbers, int64_t bytes) {
    for (int64_t i = 0; i < line; i += width)
      std::memcpy(static_cast<std::byte*>(to) + i * bytes, numbers, size_t(width * bytes));
  };
  for (int64_t block = blocks.begin; block < blocks.end; ++block) {
    const int64_t column = block * width;
    repeat(scales, packed + column * kFloatBytes, kFloatBytes);
    repeat(zeros, packed + ZerosAt() + column, 1);
    if (offset_) repeat(offsets, packed + OffsetsAt() + column * kFloatBytes, kFloatBytes);
    for (int64_t i = block * size; i < (block + 1) * size; i += line) {
      const int64_t count = std::min(line, (block + 1) * size - i);
      std::byte* const numbers = to + i * kFloatBytes;
      const std::byte* const from[] = {integers + i, reinterpret_cast<const std::byte*>(scales),
                                       zeros};
      dequantize_(numbers, from, count);
      if (!offset_) continue;
      const std::byte* const sum[] = {numbers, reinterpret_cast<const std::byte*>(offsets)};
      add_(numbers, sum, count);
    }
  }
}

FloatOperands::FloatOperands(const ConvolutionProblem& problem, const Layout& filter, int64_t width,
                             const Layout& start, int64_t start_bytes, int threads,
                             uint64_t thread_bytes)
    : filter_(problem.filter_scale ? problem.filter.type : DataType::Float32, problem.filter.type,
              filter, width),
      owned_(IsOwned(problem.filter)),
      quantized_(problem.filter_scale != nullptr),
      input_offset_(TensorBytes(problem.input).offset),
      output_offset_(TensorBytes(problem.output).offset),
      threads_(threads),
      start_bytes_(start_bytes),
      thread_bytes_(int64_t(thread_bytes) + (threads > 1 ? kThreadGapBytes : 0)) {
  constexpr DataType kFloat = DataType::Float32;
  if (problem.bias)
    load_bias_ =
        TypedCopy(kFloat, start, problem.bias->type, PerChannel(problem, problem.bias->layout));
  if (problem.addend) {
    sum_ = std::make_shared<const FusedRow>(ArithmeticRow(Arithmetic::Add, kFloat), kFloat,
                                            std::initializer_list<DataType>{kFloat, kFloat},
                                            problem.fused_activation);
    activation_ = sum_->Function();
  } else if (problem.fused_activation) {
    activation_ = ActivationRow(*problem.fused_activation);
  }
  WEFT_ASSERT(owned_ || !quantized_);
  scales_offset_ = quantized_ ? RoundUp(filter_.bytes(), kLineBytes) : filter_.bytes();
  if (quantized_) scales_ = FilterScales(problem, filter_);
  if (quantized_ || !owned_) weights_offset_ = scratch_.Add(filter_.elements() * kFloatBytes);
  start_offset_ = scratch_.Add(start_bytes);
  threads_offset_ = scratch_.Add(threads * thread_bytes_);
}

void FloatOperands::Prepare(const Bindings& bind) const {
  filter_.Pack(bind.persistent, bind.Input(kFilter));
  if (quantized_) scales_.Pack(bind.persistent + scales_offset_, filter_, bind);
}

void FloatOperands::Dequantize(const Bindings& bind, std::byte* weights) const {
  constexpr int64_t kTasksOfThread = 4;
  const int threads = ThreadsFor(filter_.elements() * kFloatBytes);
  const int64_t tasks = std::min(filter_.blocks(), threads * kTasksOfThread);
  ParallelTasks(threads, tasks, [&](int, int64_t i) {
    scales_.Dequantize(weights, filter_, bind.persistent, bind.persistent + scales_offset_,
                       SliceOf(filter_.blocks(), i, tasks));
  });
}

FloatOperands::Pointers FloatOperands::Load(const Bindings& bind) const {
  const bool are_ready = owned_ && !quantized_;
  std::byte* const weights = are_ready ? bind.persistent : Temporary::At(bind, weights_offset_);
  std::byte* const start = Temporary::At(bind, start_offset_);
  if (quantized_)
    Dequantize(bind, weights);
  else if (!owned_)
    filter_.Pack(weights, bind.Input(kFilter));
  std::memset(start, 0, size_t(start_bytes_));
  load_bias_.Run(start, bind.Input(kBias));
  return {.output = bind.Output(0) + output_offset_,
          .input = bind.Input(kInput) + input_offset_,
          .weights = weights,
          .start = start,
          .addend = sum_ ? bind.Input(kAddend) + output_offset_ : nullptr};
}

}  // namespace weft::ops
