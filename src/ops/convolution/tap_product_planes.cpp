// SPDX-License-Identifier: MIT
// See tap_product_planes.h. MultiplyPlanes does the sums; what is here decides which pixels are
// where, and which task has which of them.
#include "ops/convolution/tap_product_planes.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "base/split.h"
#include "ops/convolution/plane_product.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;
constexpr int64_t kFloatBytes = sizeof(float);

const float* Floats(const std::byte* bytes) { return reinterpret_cast<const float*>(bytes); }

// Rows `first` and later as {group, row of it, sizes..}.
Layout Grouped(const Layout& filter, int64_t first, int64_t groups, int64_t rows) {
  Layout grouped = Narrow(filter, 1, first, groups * rows);
  const int64_t step = grouped.strides[1];
  grouped.sizes[0] = groups;
  grouped.strides[0] = groups > 1 ? rows * step : 0;
  grouped.sizes[1] = rows;
  grouped.strides[1] = rows > 1 ? step : 0;
  return grouped;
}

// From one index of dimensions `first` to `last` together to the next, if that is always the same.
std::optional<int64_t> EvenStep(const TensorDesc& tensor, int first, int last) {
  int64_t step = 0, count = 1;
  for (int dim = last; dim >= first; --dim) {
    if (tensor.sizes()[dim] == 1) continue;
    if (count == 1) step = tensor.strides()[dim];
    if (tensor.strides()[dim] != count * step) return std::nullopt;
    count *= tensor.sizes()[dim];
  }
  return step;
}

// The activation of `rows` planes from `output` on, each of `lines` lines of `width` floats.
void Activate(const RowFunction& activation, float* output, int64_t rows, int64_t row_step,
              int64_t lines, int64_t line_step, int64_t width) {
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t line = 0; line < lines; ++line) {
      auto* const at = reinterpret_cast<std::byte*>(output + row * row_step + line * line_step);
      const std::byte* const sums[] = {at};
      activation(at, sums, width);
    }
}

}  // namespace

PlaneFilter::PlaneFilter(DataType type, const Layout& filter) {
  const int64_t rows = filter.sizes[1], depth = filter.ElementCount() / rows;
  const int64_t groups = rows / kPackedRows, left = rows % kPackedRows;
  bytes_ = (groups + (left > 0)) * kPackedRows * depth * kFloatBytes;
  const auto add = [&](int64_t first, int64_t count, int64_t together) {
    const Layout source = Grouped(filter, first, count, together);
    Layout packed = Layout::Packed(source.sizes);
    for (int dim = 2; dim < packed.rank(); ++dim) packed.strides[dim] *= kPackedRows;
    packed.strides[0] = kPackedRows * depth;
    packed.strides[1] = 1;
    packed.offset = first * depth;
    rows_.emplace_back(kFloat, packed, type, source);
  };
  if (groups > 0) add(0, groups, kPackedRows);
  if (left > 0) add(groups * kPackedRows, 1, left);
}

std::optional<PixelLines> PixelLinesOf(const TensorDesc& input, const TensorDesc& output) {
  const int last = input.rank() - 1;
  const int64_t pixels = input.layout.ElementCount() / input.sizes()[0] / input.sizes()[1],
                row = input.sizes()[last];
  const auto whole_input = EvenStep(input, 2, last), whole_output = EvenStep(output, 2, last);
  if (whole_input && whole_output) return PixelLines{1, pixels, 0, 0, *whole_input, *whole_output};
  // Below, a partial last vector is too large a part of a row.
  constexpr int64_t kShortRow = 32;
  const auto from = EvenStep(input, 2, last - 1), to = EvenStep(output, 2, last - 1);
  if (!from || !to || row < kShortRow) return std::nullopt;
  return PixelLines{pixels / row, row, *from, *to, StepOf(input, last), StepOf(output, last)};
}

Refusal RefusesOtherThanOneTap(const ConvolutionFields& f) {
  if (f.groups > 1) return {"GroupCount is {}, but 1 is needed", f.groups};
  if (f.Taps() > 1) return {"the filter has {} taps, but 1 is needed", f.Taps()};
  for (size_t d = 0; d < f.strides.size(); ++d) {
    if (f.strides[d] != 1) return {"Strides[{}] is {}, but 1 is needed", d, f.strides[d]};
    if (f.start_padding[d] + f.end_padding[d] > 0)
      return {"StartPadding[{0}] and EndPadding[{0}] are {1} and {2}, but 0 is needed", d,
              f.start_padding[d], f.end_padding[d]};
  }
  if (f.HasOutputPadding()) return {"there is an OutputPadding"};
  if (!std::equal(f.input.sizes().begin() + 2, f.input.sizes().end(), f.output.sizes().begin() + 2))
    return {"the output has other sizes than the input"};
  return {};
}

Refusal PlaneTapProduct::Refuses(const ConvolutionProblem& problem) {
  const auto& [op, f, addend] = problem;
  if (addend) return {"it adds nothing to its results"};
  if (const Refusal refusal = RefusesOtherThanOneTap(f)) return refusal;
  if (f.IsEmpty()) return {"there is nothing to compute"};
  if (op.input.type != kFloat || op.output.type != kFloat ||
      (op.filter.type != kFloat && op.filter.flags != TensorFlags::OwnedByDml))
    return {"a tensor is no FLOAT32"};
  const std::optional<PixelLines> lines = PixelLinesOf(op.input, op.output);
  if (!lines) return {"pixels do not lie in lines of 32 or more"};
  if (lines->input_pixel_step != 1)
    return {"pixels of the input are {} elements apart, but 1 is needed", lines->input_pixel_step};
  if (lines->output_pixel_step != 1 && (lines->pixels > 1 || lines->output_pixel_step == 0))
    return {"pixels of the output are {} elements apart, but 1 is needed",
            lines->output_pixel_step};
  if (op.bias && StepOf(*op.bias, 1) != 1)
    return {"biases are {} elements apart, but 1 is needed", StepOf(*op.bias, 1)};
  return {};
}

PlaneTapProduct::PlaneTapProduct(const ConvolutionProblem& problem)
    : images_(problem.op.input.sizes()[0]),
      rows_(problem.fields.OutputChannels()),
      depth_(problem.fields.InputChannels()),
      lines_(*PixelLinesOf(problem.op.input, problem.op.output)),
      input_image_(StepOf(problem.op.input, 0)),
      input_channel_(StepOf(problem.op.input, 1)),
      output_image_(StepOf(problem.op.output, 0)),
      output_channel_(StepOf(problem.op.output, 1)),
      input_offset_(problem.op.input.layout.offset),
      output_offset_(problem.op.output.layout.offset),
      filter_(problem.op.filter.type, SplitFilter(problem.fields, false)) {
  for (int64_t k = 0; k < depth_; ++k) offsets_.push_back(k * input_channel_);
  operands_ = FloatOperands(problem, filter_.bytes(), Layout::Packed({1, rows_}),
                            rows_ * kFloatBytes, scratch_);
}

void PlaneTapProduct::RunBlock(const float* filter, const float* start, const float* input,
                               float* output, int64_t rows, int64_t pixels, int64_t lines) const {
  MultiplyPlanes({.filter = filter,
                  .start = start,
                  .input = input,
                  .places = offsets_.data(),
                  .output = output,
                  .output_row = output_channel_,
                  .rows = rows,
                  .depth = depth_,
                  .width = pixels,
                  .lines = lines,
                  .input_line = lines_.input_step,
                  .output_line = lines_.output_step});
  if (const RowFunction* const activation = operands_.activation())
    Activate(*activation, output, rows, output_channel_, lines, lines_.output_step, pixels);
}

// Blocks of rows of the filter, lines and pixels of a line are shared out among threads.
void PlaneTapProduct::Run(const Bindings& bind) const {
  // Blocks that an activation is to find in the second-level cache; smaller ones would read the
  // filter too often, and threads share rows of the filter only where each gets some strips.
  constexpr int64_t kBlockBytes = 128 << 10, kLeastPixels = 64, kLeastRows = 24;
  const int64_t pixels = operands_.activation()
                             ? std::max(kBlockBytes / kFloatBytes / rows_, kLeastPixels)
                             : lines_.pixels * lines_.count;
  const int threads = ThreadsForWork(double(rows_) * double(lines_.pixels) * double(depth_) *
                                     double(images_ * lines_.count));
  // How many blocks of at most `most` there are, as many for each thread.
  const auto even = [&](int64_t whole, int64_t most) {
    return RoundUp(CeilDiv(whole, most), threads);
  };
  // Whole lines are taken together where there are several.
  const int64_t block_lines =
      CeilDiv(lines_.count, even(lines_.count, std::max<int64_t>(pixels / lines_.pixels, 1)));
  const int64_t pixel_blocks = lines_.count > 1 ? 1
                                                : std::min(even(lines_.pixels, pixels),
                                                           CeilDiv(lines_.pixels, kLeastPixels));
  const int64_t strips = CeilDiv(lines_.pixels, kStripPixels);
  const auto first_pixel = [&](int64_t i) {
    return std::min(SliceOf(strips, i, pixel_blocks).begin * kStripPixels, lines_.pixels);
  };
  const int64_t image_blocks = pixel_blocks * CeilDiv(lines_.count, block_lines);
  const int64_t row_blocks = std::clamp<int64_t>(threads / (images_ * image_blocks), 1,
                                                 std::max<int64_t>(rows_ / kLeastRows, 1));
  const auto first_row = [&](int64_t i) {
    return std::min(SliceOf(CeilDiv(rows_, kPackedRows), i, row_blocks).begin * kPackedRows, rows_);
  };

  const float* const filter = Floats(operands_.Weights(
      bind, [&](std::byte* to, const std::byte* from) { filter_.Pack(to, from); }));
  const float* const start = operands_.has_bias() ? Floats(operands_.Start(bind)) : nullptr;
  const float* const input = Floats(bind.Input(FloatOperands::kInput)) + input_offset_;
  float* const output = reinterpret_cast<float*>(bind.Output(0)) + output_offset_;
  const int64_t blocks = images_ * image_blocks * row_blocks;
  const int tasks = int(std::min<int64_t>(threads, blocks));
  ParallelRun(tasks, [&](int task) {
    const auto [begin, end] = SliceOf(blocks, task, tasks);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t row = first_row(i % row_blocks), block = i / row_blocks % image_blocks;
      const int64_t line = block / pixel_blocks * block_lines;
      const int64_t pixel = first_pixel(block % pixel_blocks),
                    image = i / row_blocks / image_blocks;
      RunBlock(filter + row * depth_, start ? start + row : nullptr,
               input + image * input_image_ + line * lines_.input_step + pixel,
               output + image * output_image_ + row * output_channel_ + line * lines_.output_step +
                   pixel,
               first_row(i % row_blocks + 1) - row, first_pixel(block % pixel_blocks + 1) - pixel,
               std::min(block_lines, lines_.count - line));
    }
  });
}

namespace {

// Pixels that so many neighbours of the output see along dimension `d`.
int64_t Seen(const ConvolutionFields& f, int d, int64_t outputs) {
  return (outputs - 1) * f.strides[size_t(d)] +
         int64_t(f.dilations[size_t(d)]) * (f.filter.sizes()[d + 2] - 1) + 1;
}

// How rows are staged. Columns that a stride keeps apart are `column_step` floats apart.
struct RowStaging {
  int64_t column_step, row_step;  // in floats
  int64_t rows;                   // of the output, at once
  int64_t bytes;
  int threads;
};

RowStaging StagingOf(const ConvolutionFields& f) {
  constexpr int64_t kBlockBytes = 256 << 10;                 // They stay in the second-level cache.
  constexpr int64_t kLineFloats = kLineBytes / kFloatBytes;  // Rows begin at a cache line.
  const Sizes& output = f.output.sizes();
  const int64_t stride = f.strides[1], channels = f.InputChannels();
  RowStaging staging;
  staging.column_step = CeilDiv(Seen(f, 1, output[3]), stride * kLineFloats) * kLineFloats;
  staging.row_step = stride * staging.column_step;
  const auto bytes = [&](int64_t rows) {
    return channels * Seen(f, 0, rows) * staging.row_step * kFloatBytes;
  };
  const int64_t row_bytes = bytes(2) - bytes(1) + output[1] * output[3] * kFloatBytes;
  staging.threads = ThreadsForWork(f.Products());
  const int64_t most = std::clamp<int64_t>(kBlockBytes / row_bytes, 1, output[2]);
  staging.rows = CeilDiv(output[2], RoundUp(CeilDiv(output[2], most), staging.threads));
  staging.bytes = bytes(staging.rows);
  return staging;
}

}  // namespace

Refusal RowTapProduct::Refuses(const ConvolutionProblem& problem) {
  // Of one task. Beyond, memory would be the limit.
  constexpr int64_t kMostBytes = 4 << 20;
  const auto& [op, f, addend] = problem;
  if (addend) return {"it adds nothing to its results"};
  if (op.input.rank() != 4)
    return {"InputTensor has {} dimensions, but 4 are needed", op.input.rank()};
  if (op.input.type != kFloat || op.output.type != kFloat) return {"a tensor is no FLOAT32"};
  if (f.backward) return {"Direction is BACKWARD"};
  if (f.groups > 1) return {"GroupCount is {}, but 1 is needed", f.groups};
  if (f.HasOutputPadding()) return {"there is an OutputPadding"};
  if (f.IsEmpty()) return {"there is nothing to compute"};
  if (!HasOrdinaryWindows(f)) return {"a window is wider than 4096 or sees padding alone"};
  if (op.output.strides()[3] != 1)
    return {"OutputTensor.Strides[3] is {}, but 1 is needed", op.output.strides()[3]};
  const int64_t bytes = StagingOf(f).bytes;
  if (bytes > kMostBytes) return {"{} bytes would be staged, but at most {}", bytes, kMostBytes};
  return {};
}

RowTapProduct::RowTapProduct(const ConvolutionProblem& problem) {
  const auto& [op, f, addend] = problem;
  const Sizes &filter = op.filter.sizes(), &output = op.output.sizes();
  const RowStaging staging = StagingOf(f);
  rows_ = output[1];
  depth_ = filter[1] * filter[2] * filter[3];
  width_ = output[3];
  staged_row_ = staging.row_step;
  staged_line_ = f.strides[0] * staged_row_;
  staged_bytes_ = staging.bytes;
  threads_ = staging.threads;
  const int64_t stride = f.strides[1];
  for (int64_t c = 0; c < filter[1]; ++c)
    for (int64_t y = 0; y < filter[2]; ++y)
      for (int64_t x = 0; x < filter[3]; ++x) {
        const int64_t column = x * f.dilations[1];
        offsets_.push_back((c * Seen(f, 0, staging.rows) + y * f.dilations[0]) * staged_row_ +
                           column % stride * staging.column_step + column / stride);
      }
  PlanBlocks(problem, staging.rows);
  images_ = output[0];
  input_image_bytes_ = StepOf(op.input, 0) * kFloatBytes;
  output_image_ = StepOf(op.output, 0);
  output_channel_ = StepOf(op.output, 1);
  output_row_ = StepOf(op.output, 2);
  output_offset_ = op.output.layout.offset;
  filter_ = PlaneFilter(op.filter.type, SplitFilter(f, op.mode == ConvolutionMode::Convolution));
  operands_ = FloatOperands(problem, filter_.bytes(), Layout::Packed({1, rows_}),
                            rows_ * kFloatBytes, scratch_);
  for (int thread = 0; thread < threads_; ++thread)
    staged_offsets_.push_back(scratch_.Add(staged_bytes_));
}

void RowTapProduct::PlanBlocks(const ConvolutionProblem& problem, int64_t rows) {
  const auto& [op, f, addend] = problem;
  const Sizes& input = op.input.sizes();
  const int64_t stride = f.strides[1], column_step = staged_row_ / stride;
  const int64_t height = Seen(f, 0, rows);
  const Layout image = Narrow(op.input.layout, 0, 0, 1);
  const Layout staged = {{1, input[1], height, column_step},
                         {0, height * staged_row_, staged_row_, 1}};  // one of a stride's columns
  for (int64_t first = 0; first < op.output.sizes()[2]; first += rows) {
    Block block = {first, std::min(rows, op.output.sizes()[2] - first), {}};
    const int64_t top = first * f.strides[0] - f.start_padding[0];
    const int64_t begin = std::max<int64_t>(top, 0);
    const int64_t count = std::max<int64_t>(std::min(top + height, input[2]) - begin, 0);
    for (int64_t column = 0; column < stride && count > 0; ++column) {
      const int64_t left = column - int64_t(f.start_padding[1]);
      const int64_t skipped = left < 0 ? CeilDiv(-left, stride) : 0;
      const int64_t from = left + skipped * stride;
      const int64_t columns =
          std::min(CeilDiv(std::max<int64_t>(input[3] - from, 0), stride), column_step - skipped);
      if (columns <= 0) continue;
      Layout source = Narrow(Narrow(image, 2, begin, count), 3, from, columns);
      source.strides[3] *= columns > 1 ? stride : 1;
      Layout target = Narrow(Narrow(staged, 2, begin - top, count), 3, skipped, columns);
      target.offset += column * column_step;
      block.loads.emplace_back(kFloat, target, kFloat, source);
    }
    blocks_.push_back(std::move(block));
  }
}

void RowTapProduct::RunBlock(const Block& block, float* output, const float* staged,
                             const float* weights, const float* start) const {
  output += block.first * output_row_;
  MultiplyPlanes({.filter = weights,
                  .start = start,
                  .input = staged,
                  .places = offsets_.data(),
                  .output = output,
                  .output_row = output_channel_,
                  .rows = rows_,
                  .depth = depth_,
                  .width = width_,
                  .lines = block.rows,
                  .input_line = staged_line_,
                  .output_line = output_row_});
  if (const RowFunction* const activation = operands_.activation())
    Activate(*activation, output, rows_, output_channel_, block.rows, output_row_, width_);
}

void RowTapProduct::Run(const Bindings& bind) const {
  const float* const weights = Floats(operands_.Weights(
      bind, [&](std::byte* to, const std::byte* from) { filter_.Pack(to, from); }));
  const float* const start = operands_.has_bias() ? Floats(operands_.Start(bind)) : nullptr;
  const int64_t blocks = int64_t(blocks_.size());
  ParallelTasks(std::min(threads_, ThreadCount()), images_ * blocks, [&](int thread, int64_t i) {
    std::byte* const staged = Temporary::At(bind, staged_offsets_[size_t(thread)]);
    const Block& block = blocks_[size_t(i % blocks)];
    std::memset(staged, 0, size_t(staged_bytes_));
    for (const TypedCopy& load : block.loads)
      load.Run(staged, bind.Input(FloatOperands::kInput) + i / blocks * input_image_bytes_);
    RunBlock(block,
             reinterpret_cast<float*>(bind.Output(0)) + output_offset_ + i / blocks * output_image_,
             Floats(staged), weights, start);
  });
}

}  // namespace weft::ops
