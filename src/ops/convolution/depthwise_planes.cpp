// SPDX-License-Identifier: MIT
// See depthwise_planes.h. The rows of a tile lie behind each other, and so do those of its sums:
// one run of them, whose last columns in each row are computed for nothing, is one call of the
// kernel.
#include "ops/convolution/depthwise_planes.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "base/split.h"

namespace weft::ops {
namespace {

// Numbers of a tile: it should stay in the first-level cache with its sums.
constexpr int64_t kMostInputs = 6144, kMostSums = 3072;
constexpr int64_t kGoodRows = 8, kGoodColumns = 64;
constexpr int64_t kWalkedRows = 8;  // together, of those that are read where they lie

// Part of an axis of a tile: numbers from `begin` to `end` of the `seen` are inside the input,
// counted from the place of its first output's first tap.
struct Inside {
  int64_t first, begin, end, seen;
  // Of a phase: of every stride-th number from `phase` on.
  int64_t Begin(int64_t phase, int64_t stride) const { return Index(begin, phase, stride); }
  int64_t Count(int64_t phase, int64_t stride) const {
    return std::max<int64_t>(Index(end, phase, stride) - Index(begin, phase, stride), 0);
  }
  bool operator==(const Inside& other) const {
    return begin == other.begin && end == other.end && seen == other.seen;
  }

 private:
  static int64_t Index(int64_t number, int64_t phase, int64_t stride) {
    return number <= phase ? 0 : CeilDiv(number - phase, stride);
  }
};

}  // namespace

DepthwisePlanes::DepthwisePlanes(const ConvolutionProblem& problem, const ConvolvePlan& plan)
    : batch_(plan.batch),
      channels_(plan.groups),
      input_batch_bytes_(plan.input_batch_bytes),
      output_batch_bytes_(plan.output_batch_bytes),
      size_(SizeBits(problem.op.input.type) / 8) {
  const auto axis = [](const ConvolvedDim& dim) {
    return Axis{.inputs = dim.input_size,
                .outputs = dim.output_size,
                .taps = dim.filter_size,
                .stride = dim.output_size > 1 ? dim.stride : 1,
                .dilation = dim.dilation,
                .padding = dim.start_padding,
                .input_bytes = dim.input_bytes,
                .output_bytes = dim.output_bytes};
  };
  rows_ = axis(plan.dims[1]);
  columns_ = axis(plan.dims[2]);
  input_channel_bytes_ = StepOf(problem.op.input, 1) * size_;
  output_channel_bytes_ = StepOf(problem.op.output, 1) * size_;
}

namespace {

// With the steps of the tensors as they are.
ConvolvePlan PlanInPlace(const ConvolutionProblem& problem) {
  const auto& [op, f, addend] = problem;
  const int64_t size = SizeBits(op.input.type) / 8;
  return PlanConvolution(f, SplitChannels(op.input.layout, f.groups),
                         SplitChannels(op.output.layout, f.groups), size, size);
}

}  // namespace

Refusal DepthwisePlanes::Refuses(const ConvolutionProblem& problem) {
  const ConvolutionFields& f = problem.fields;
  if (problem.addend) return {"it adds nothing to its results"};
  if (!f.IsDepthwise())
    return {"there are {} groups of {} input and {} output channels, but several of one are needed",
            f.groups, f.InputChannels(), f.OutputChannels()};
  const ConvolvePlan plan = PlanInPlace(problem);
  const auto& [depth, rows, columns] = plan.dims;
  if (depth.input_size != 1 || depth.output_size != 1 || depth.filter_size != 1)
    return {"images have a depth"};
  for (const ConvolvedDim& dim : {rows, columns}) {
    if (dim.backward) return {"Direction is BACKWARD"};
    if (dim.windows != dim.output_size) return {"there is an OutputPadding"};
    if (dim.output_size == 0) return {"there is nothing to compute"};
  }
  DepthwisePlanes planes(problem, plan);
  if (std::abs(columns.input_bytes) > std::abs(planes.input_channel_bytes_))
    return {"pixels of the input are {} bytes apart, which is more than channels are: {}",
            columns.input_bytes, planes.input_channel_bytes_};
  if (std::abs(columns.output_bytes) > std::abs(planes.output_channel_bytes_))
    return {"pixels of the output are {} bytes apart, which is more than channels are: {}",
            columns.output_bytes, planes.output_channel_bytes_};
  if (!planes.ChooseTiles()) return {"no tile of the plane fits in the first-level cache"};
  return {};
}

DepthwisePlanes::DepthwisePlanes(const ConvolutionProblem& problem)
    : DepthwisePlanes(problem, PlanInPlace(problem)) {
  const auto& [op, f, addend] = problem;
  const DataType type = op.input.type;
  ChooseTiles();
  FindTaps();
  run_ = DepthwisePlane();
  const auto is_dense = [](const Axis& axis) {
    return axis.taps == 3 && axis.stride == 1 && axis.dilation == 1;
  };
  if (is_dense(rows_) && is_dense(columns_)) square_ = SquarePlane();
  in_place_ = type == DataType::Float32 && columns_.output_bytes == sizeof(float);
  reads_in_place_ = square_ && in_place_ && columns_.input_bytes == sizeof(float) &&
                    rows_.input_bytes >= int64_t(sizeof(float)) && columns_.padding <= 1 &&
                    columns_.outputs + 1 - columns_.padding <= columns_.inputs;
  if (type != DataType::Float32) {
    widen_ = ConverterFor(DataType::Float32, type);
    narrow_ = ConverterFor(type, DataType::Float32);
  }
  load_ = KernelForAnySize(int(size_), {.dst_row = columns_.Pitch() * size_,
                                        .dst_column = size_,
                                        .src_row = rows_.StrideBytes(),
                                        .src_column = columns_.StrideBytes()});
  store_ = KernelForAnySize(int(size_), {.dst_row = rows_.output_bytes,
                                         .dst_column = columns_.output_bytes,
                                         .src_row = columns_.Pitch() * size_,
                                         .src_column = size_});
  const Layout filter = SplitFilter(f, op.mode == ConvolutionMode::Convolution);
  pack_ = TypedCopy(DataType::Float32, Layout::Packed(filter.sizes), op.filter.type, filter);
  operands_ =
      FloatOperands(problem, filter.ElementCount() * int64_t(sizeof(float)),
                    Layout::Packed({f.groups, 1}), f.groups * int64_t(sizeof(float)), scratch_);
  input_offset_ = op.input.layout.offset * size_;
  output_offset_ = op.output.layout.offset * size_;
}

// Whole rows if some of them fit, else shorter ones.
bool DepthwisePlanes::ChooseTiles() {
  // A reach beyond the input's is no use, and would overflow.
  if (rows_.Reach() > kMostInputs || columns_.Reach() > kMostInputs) return false;
  const int64_t phases = rows_.Phases() * columns_.Phases();
  for (int64_t pieces = 1;; pieces *= 2) {
    columns_.tile = CeilDiv(columns_.outputs, pieces);
    const int64_t pitch = columns_.Pitch();
    const int64_t fit =
        std::min(kMostInputs / (phases * pitch) - rows_.Reach() / rows_.stride, kMostSums / pitch);
    if (fit >= std::min(kGoodRows, rows_.outputs) || (fit > 0 && columns_.tile <= kGoodColumns)) {
      rows_.tile = CeilDiv(rows_.outputs, CeilDiv(rows_.outputs, fit));
      return true;
    }
    if (columns_.tile <= kGoodColumns / 2) return false;
  }
}

void DepthwisePlanes::FindTaps() {
  const int64_t pitch = columns_.Pitch(), area = rows_.Pitch() * pitch;
  for (int64_t r = 0; r < rows_.taps; ++r)
    for (int64_t c = 0; c < columns_.taps; ++c) {
      const int64_t row = r * rows_.dilation, column = c * columns_.dilation;
      const int64_t phase = row % rows_.stride * columns_.Phases() + column % columns_.stride;
      offsets_.push_back(phase * area + row / rows_.stride * pitch + column / columns_.stride);
    }
}

// One thread's tiles.
class DepthwisePlanes::Task {
 public:
  Task(const DepthwisePlanes& plan, const Operands& operands) : plan_(plan), to_(operands) {}

  // Tile `index` of all channels' tiles.
  void Run(int64_t index) {
    const Axis &rows = plan_.rows_, &columns = plan_.columns_;
    const int64_t column = index % columns.Tiles() * columns.tile;
    index /= columns.Tiles();
    const int64_t row = index % rows.Tiles() * rows.tile;
    const int64_t plane = index / rows.Tiles();
    const int64_t batch = plane / plan_.channels_, channel = plane % plan_.channels_;
    const int64_t end = std::min(row + rows.tile, rows.outputs);
    const int64_t width = std::min(columns.tile, columns.outputs - column);
    if (!plan_.reads_in_place_ || width < kSquareColumns)
      return RunFramed(batch, channel, {row, end - row}, {column, width});
    // What is left and right of the first row and of the last may be no memory of ours.
    const int64_t inner = std::clamp(rows.padding + 1, row, end);
    const int64_t inner_end = std::clamp(rows.inputs - 3 + rows.padding, inner, end);
    RunFramed(batch, channel, {row, inner - row}, {column, width});
    for (int64_t r = inner; r < inner_end; r += kWalkedRows)
      RunInPlace(batch, channel, {r, std::min(kWalkedRows, inner_end - r)}, {column, width});
    RunFramed(batch, channel, {inner_end, end - inner_end}, {column, width});
  }

 private:
  // Of the outputs of an axis.
  struct Span {
    int64_t begin, count;
  };

  std::byte* OutputAt(int64_t batch, int64_t channel, int64_t row, int64_t column) const {
    return to_.output + batch * plan_.output_batch_bytes_ + channel * plan_.output_channel_bytes_ +
           row * plan_.rows_.output_bytes + column * plan_.columns_.output_bytes;
  }
  PlaneTaps TapsOf(int64_t channel) const {
    const int64_t taps = int64_t(plan_.offsets_.size());
    PlaneTaps sum = {.input = inputs_,
                     .offsets = plan_.offsets_.data(),
                     .weights = to_.weights + channel * taps * int64_t(sizeof(float)),
                     .taps = taps,
                     .start = 0};
    std::memcpy(&sum.start, to_.start + channel * int64_t(sizeof(float)), sizeof(float));
    return sum;
  }

  void RunInPlace(int64_t batch, int64_t channel, Span outputs, Span side) const {
    const Axis &rows = plan_.rows_, &columns = plan_.columns_;
    const int64_t first = side.begin - columns.padding;
    std::byte* const output = OutputAt(batch, channel, outputs.begin, side.begin);
    SumSquare(output, rows.output_bytes, outputs.count, side.count, TapsOf(channel),
              to_.input + batch * plan_.input_batch_bytes_ + channel * plan_.input_channel_bytes_ +
                  (outputs.begin - rows.padding) * rows.input_bytes + first * columns.input_bytes,
              rows.input_bytes, {.left = first<0, .right = first + side.count + 2> columns.inputs});
    for (int64_t row = 0; to_.activation && row < outputs.count; ++row) {
      std::byte* const at = output + row * rows.output_bytes;
      const std::byte* const sums[] = {at};
      (*to_.activation)(at, sums, side.count);
    }
  }

  void RunFramed(int64_t batch, int64_t channel, Span outputs, Span side) {
    if (outputs.count == 0) return;
    const Axis &rows = plan_.rows_, &columns = plan_.columns_;
    const auto [row, height] = outputs;
    const auto [column, width] = side;
    Load(batch * plan_.input_batch_bytes_ + channel * plan_.input_channel_bytes_,
         InsideOf(rows, row, height), InsideOf(columns, column, width));

    const int64_t pitch = columns.Pitch(), count = (height - 1) * pitch + width;
    const PlaneTaps sum = TapsOf(channel);
    std::byte* const output = OutputAt(batch, channel, row, column);
    if (plan_.square_ && width >= kSquareColumns) {
      const bool in_place = plan_.in_place_ && !to_.activation;
      SumSquare(in_place ? output : reinterpret_cast<std::byte*>(sums_),
                in_place ? rows.output_bytes : pitch * int64_t(sizeof(float)), height, width, sum,
                reinterpret_cast<const std::byte*>(inputs_), pitch * int64_t(sizeof(float)), {});
      if (in_place) return;
    } else {
      plan_.run_(sums_, count, sum);
    }
    auto* from = reinterpret_cast<std::byte*>(sums_);
    if (to_.activation) {
      const std::byte* const sums[] = {from};
      (*to_.activation)(from, sums, count);
    }
    if (plan_.narrow_) {
      // The inputs have been used.
      plan_.narrow_(reinterpret_cast<std::byte*>(inputs_), from, count);
      from = reinterpret_cast<std::byte*>(inputs_);
    }
    const int64_t size = plan_.size_;
    plan_.store_(output, from,
                 {height, width, rows.output_bytes, columns.output_bytes, pitch * size, size});
  }

  // Down the rows: what a step reads are a row's inputs for the three columns of taps.
  void SumSquare(std::byte* to, int64_t row_bytes, int64_t height, int64_t width,
                 const PlaneTaps& taps, const std::byte* from, int64_t step,
                 const SquareEdges& edges) const {
    SquareWalk walk = {.inputs = {},
                       .input_steps = {step, step, step},
                       .outputs = to,
                       .output_step = row_bytes,
                       .count = height};
    float weights[9];
    for (int c = 0; c < 3; ++c) {
      walk.inputs[c] = from + c * int64_t(sizeof(float));
      for (int r = 0; r < 3; ++r)
        std::memcpy(&weights[3 * c + r], taps.weights + (3 * r + c) * int64_t(sizeof(float)),
                    sizeof(float));
    }
    plan_.square_(walk, width, weights, taps.start, edges);
  }

  static Inside InsideOf(const Axis& axis, int64_t output, int64_t outputs) {
    const int64_t first = output * axis.stride - axis.padding;
    const int64_t seen = (outputs - 1) * axis.stride + axis.Reach() + 1;
    const int64_t begin = std::clamp<int64_t>(-first, 0, seen);
    return {first, begin, std::clamp(axis.inputs - first, begin, seen), seen};
  }

  // Zeros stay where they are from tile to tile, as long as the same part is inside.
  void Load(int64_t plane, const Inside& rows, const Inside& columns) {
    const int64_t pitch = plan_.columns_.Pitch(), area = plan_.rows_.Pitch() * pitch;
    const int64_t all = plan_.rows_.Phases() * plan_.columns_.Phases() * area;
    const int64_t size = plan_.size_;
    std::byte* tile = reinterpret_cast<std::byte*>(inputs_);
    if (plan_.widen_) tile = halves_;
    if (!(rows == rows_ && columns == columns_)) {
      // What is left and right of the image is there already, if only the rows are others.
      if (columns == columns_ && all == area) {
        std::memset(tile, 0, size_t(rows.begin * pitch * size));
        std::memset(tile + rows.end * pitch * size, 0,
                    size_t(((rows.seen - rows.end) * pitch + kPlaneSlack) * size));
      } else {
        std::memset(tile, 0, size_t((all + kPlaneSlack) * size));
      }
      rows_ = rows;
      columns_ = columns;
    }
    const int64_t row_stride = plan_.rows_.stride, column_stride = plan_.columns_.stride;
    for (int64_t r = 0; r < plan_.rows_.Phases(); ++r)
      for (int64_t c = 0; c < plan_.columns_.Phases(); ++c, tile += area * size) {
        const int64_t row = rows.Begin(r, row_stride), height = rows.Count(r, row_stride);
        const int64_t column = columns.Begin(c, column_stride);
        const int64_t width = columns.Count(c, column_stride);
        if (height == 0 || width == 0) continue;
        const int64_t row_bytes = plan_.rows_.input_bytes;
        const int64_t column_bytes = plan_.columns_.input_bytes;
        plan_.load_(tile + (row * pitch + column) * size,
                    to_.input + plane + (rows.first + r + row * row_stride) * row_bytes +
                        (columns.first + c + column * column_stride) * column_bytes,
                    {height, width, pitch * size, size, plan_.rows_.StrideBytes(),
                     plan_.columns_.StrideBytes()});
      }
    if (plan_.widen_)
      plan_.widen_(reinterpret_cast<std::byte*>(inputs_), halves_, all + kPlaneSlack);
  }

  const DepthwisePlanes& plan_;
  const Operands& to_;
  Inside rows_ = {0, -1, -1, 0},
         columns_ = {0, -1, -1, 0};  // of the tile before; first there is none
  alignas(kLineBytes) float inputs_[kMostInputs + kPlaneSlack];
  alignas(kLineBytes) float sums_[kMostSums + kPlaneSlack] = {};
  alignas(kLineBytes) std::byte halves_[2 * (kMostInputs + kPlaneSlack)];
};

void DepthwisePlanes::Run(const Bindings& bind) const {
  static_assert(sizeof(Task) <= 64 << 10, "it is on the stack");
  const Operands operands = {
      .output = bind.Output(0) + output_offset_,
      .input = bind.Input(FloatOperands::kInput) + input_offset_,
      .weights = operands_.Weights(
          bind, [&](std::byte* to, const std::byte* from) { pack_.Run(to, from); }),
      .start = operands_.Start(bind),
      .activation = operands_.activation()};
  const int64_t tiles = batch_ * channels_ * rows_.Tiles() * columns_.Tiles();
  // A product and a sum take about as long as moving a byte.
  const double products =
      double(batch_ * channels_ * rows_.outputs * columns_.outputs) * double(offsets_.size());
  const int tasks = int(std::min<int64_t>(ThreadsForWork(products), tiles));
  if (tasks == 0) return;
  ParallelRun(tasks, [&](int number) {
    Task task(*this, operands);
    const auto [begin, end] = SliceOf(tiles, number, tasks);
    for (int64_t i = begin; i < end; ++i) task.Run(i);
  });
}

}  // namespace weft::ops
