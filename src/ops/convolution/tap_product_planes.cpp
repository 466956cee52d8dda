// SPDX-License-Identifier: MIT
// See tap_product_planes.h. MultiplyPlanes does the sums; what is here decides which pixels are
// where, and which task has which of them.
#include "ops/convolution/tap_product_planes.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/parallel.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;
constexpr int64_t kFloatBytes = sizeof(float);
// Below, a partial last vector is too large a part of a line.
constexpr int64_t kShortLine = 32;

const float* Floats(const std::byte* bytes) { return reinterpret_cast<const float*>(bytes); }

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

// Nothing where tensors of the same spatial sizes have no such lines in common.
std::optional<PixelLines> PixelLinesOf(const TensorDesc& input, const TensorDesc& output) {
  const int last = input.rank() - 1;
  const int64_t pixels = input.layout.ElementCount() / input.sizes()[0] / input.sizes()[1],
                row = input.sizes()[last];
  const auto whole_input = EvenStep(input, 2, last), whole_output = EvenStep(output, 2, last);
  if (whole_input && whole_output) return PixelLines{1, pixels, 0, 0, *whole_input, *whole_output};
  const auto from = EvenStep(input, 2, last - 1), to = EvenStep(output, 2, last - 1);
  if (!from || !to || row < kShortLine) return std::nullopt;
  return PixelLines{pixels / row, row, *from, *to, StepOf(input, last), StepOf(output, last)};
}

// Whether the filter has one tap, which meets every pixel once.
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

}  // namespace

PlaneFilter::PlaneFilter(DataType type, const Layout& filter)
    : groups_(filter.sizes[0]),
      rows_(filter.sizes[1]),
      depth_(filter.ElementCount() / groups_ / rows_) {
  // `blocks` blocks of `count` rows each, from row `first` on.
  const auto add = [&](int64_t first, int64_t blocks, int64_t count) {
    if (blocks * count == 0) return;
    const Layout rows = Narrow(filter, 1, first, blocks * count);
    const int64_t step = rows.strides[1];
    Layout source = {{groups_, blocks, count}, {}, rows.offset};
    source.strides = {rows.strides[0], blocks > 1 ? count * step : 0, count > 1 ? step : 0};
    Layout packed = {
        {groups_, blocks, count}, {group_floats(), kPackedRows * depth_, 1}, first * depth_};
    int64_t terms = depth_;
    for (int dim = 2; dim < rows.rank(); ++dim) {
      if (dim > 2) terms /= rows.sizes[dim];
      source.sizes.push_back(rows.sizes[dim]);
      source.strides.push_back(rows.strides[dim]);
      packed.sizes.push_back(rows.sizes[dim]);
      packed.strides.push_back((dim > 2 ? terms : 1) * kPackedRows);
    }
    copies_.emplace_back(kFloat, packed, type, source);
  };
  const int64_t whole = rows_ / kPackedRows;
  add(0, whole, kPackedRows);
  add(whole * kPackedRows, 1, rows_ % kPackedRows);
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
      lines_(*PixelLinesOf(problem.op.input, problem.op.output)),
      input_image_(StepOf(problem.op.input, 0)),
      input_channel_(StepOf(problem.op.input, 1)),
      output_image_(StepOf(problem.op.output, 0)),
      output_channel_(StepOf(problem.op.output, 1)),
      input_offset_(problem.op.input.layout.offset),
      output_offset_(problem.op.output.layout.offset),
      filter_(problem.op.filter.type, SplitFilter(problem.fields, false)) {
  for (int64_t k = 0; k < filter_.depth(); ++k) offsets_.push_back(k * input_channel_);
  operands_ = FloatOperands(problem, filter_.bytes(), Layout::Packed({1, filter_.rows()}),
                            filter_.rows() * kFloatBytes, scratch_);
}

void PlaneTapProduct::RunBlock(const float* filter, const float* start, const float* input,
                               float* output, int64_t rows, int64_t pixels, int64_t lines) const {
  MultiplyPlanes({.filter = filter,
                  .start = start,
                  .input = input,
                  .offsets = offsets_.data(),
                  .output = output,
                  .output_row = output_channel_,
                  .rows = rows,
                  .depth = filter_.depth(),
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
  // filter too often, and threads share rows of the filter only where each gets some tiles.
  constexpr int64_t kBlockBytes = 128 << 10, kLeastPixels = 64, kLeastRows = 24;
  const int64_t rows = filter_.rows(), depth = filter_.depth();
  const int64_t pixels = operands_.activation()
                             ? std::max(kBlockBytes / kFloatBytes / rows, kLeastPixels)
                             : lines_.pixels * lines_.count;
  const int threads = ThreadsForWork(double(rows) * double(lines_.pixels) * double(depth) *
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
  const int64_t tiles = CeilDiv(lines_.pixels, kTilePlanePixels);
  const auto first_pixel = [&](int64_t i) {
    return std::min(SliceOf(tiles, i, pixel_blocks).begin * kTilePlanePixels, lines_.pixels);
  };
  const int64_t image_blocks = pixel_blocks * CeilDiv(lines_.count, block_lines);
  const int64_t row_blocks = std::clamp<int64_t>(threads / (images_ * image_blocks), 1,
                                                 std::max<int64_t>(rows / kLeastRows, 1));
  const auto first_row = [&](int64_t i) {
    return std::min(SliceOf(CeilDiv(rows, kPackedRows), i, row_blocks).begin * kPackedRows, rows);
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
      RunBlock(filter + row * depth, start ? start + row : nullptr,
               input + image * input_image_ + line * lines_.input_step + pixel,
               output + image * output_image_ + row * output_channel_ + line * lines_.output_step +
                   pixel,
               first_row(i % row_blocks + 1) - row, first_pixel(block % pixel_blocks + 1) - pixel,
               std::min(block_lines, lines_.count - line));
    }
  });
}

// ---- staged

namespace {

// How much is staged at once: it stays in the second-level cache while all output channels of a
// group read it; where those are one, in the first.
constexpr int64_t kStagedFloats = 64 << 10, kStagedFloatsOfOne = 6 << 10;
constexpr int64_t kMostStagedFloats = 1 << 20;  // Beyond, memory would be the limit.
constexpr int64_t kSumsFloats = 64 << 10;       // of a unit of work
constexpr int64_t kGoodRows = 8, kGoodColumns = 64;
// Vectors reach beyond the last number of a line that is shorter than they are.
constexpr int64_t kSlack = 16;

// Part of an axis of a block: numbers from `begin` to `end` of the `seen` are inside the input,
// counted from the one that the first tap of its first output meets.
struct Inside {
  int64_t first = 0, begin = -1, end = -1, seen = 0;
  // Of a phase: of every stride-th number from `phase` on.
  int64_t Begin(int64_t phase, int64_t stride) const { return Index(begin, phase, stride); }
  int64_t Count(int64_t phase, int64_t stride) const {
    return std::max<int64_t>(Index(end, phase, stride) - Index(begin, phase, stride), 0);
  }
  bool SameFrame(const Inside& other) const {
    return begin == other.begin && end == other.end && seen == other.seen;
  }

 private:
  static int64_t Index(int64_t number, int64_t phase, int64_t stride) {
    return number <= phase ? 0 : CeilDiv(number - phase, stride);
  }
};

// With the steps of the tensors as they are.
ConvolvePlan PlanInPlace(const ConvolutionProblem& problem) {
  const auto& [op, f, addend] = problem;
  return PlanConvolution(f, SplitChannels(op.input.layout, f.groups),
                         SplitChannels(op.output.layout, f.groups), SizeBits(op.input.type) / 8,
                         SizeBits(op.output.type) / 8);
}

}  // namespace

StagedTapProduct::StagedTapProduct(const ConvolutionProblem& problem, const ConvolvePlan& plan)
    : images_(plan.batch),
      groups_(plan.groups),
      input_channels_(problem.fields.InputChannels()),
      output_channels_(problem.fields.OutputChannels()),
      input_image_bytes_(plan.input_batch_bytes),
      output_image_bytes_(plan.output_batch_bytes),
      input_size_(SizeBits(problem.op.input.type) / 8),
      output_size_(SizeBits(problem.op.output.type) / 8) {
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
  input_channel_bytes_ = StepOf(problem.op.input, 1) * input_size_;
  output_channel_bytes_ = StepOf(problem.op.output, 1) * output_size_;
}

Refusal StagedTapProduct::Refuses(const ConvolutionProblem& problem) {
  const ConvolutionFields& f = problem.fields;
  if (problem.addend) return {"it adds nothing to its results"};
  if (f.backward) return {"Direction is BACKWARD"};
  if (f.HasOutputPadding()) return {"there is an OutputPadding"};
  if (f.IsEmpty()) return {"there is nothing to compute"};
  if (!HasOrdinaryWindows(f)) return {"a window is wider than 4096 or sees padding alone"};
  const ConvolvePlan plan = PlanInPlace(problem);
  const ConvolvedDim& depth = plan.dims[0];
  if (depth.input_size != 1 || depth.output_size != 1 || depth.filter_size != 1)
    return {"images have a depth"};
  StagedTapProduct product(problem, plan);
  if (!product.ChooseBlocks(kMostStagedFloats))
    return {"of {} input channels no block of the image is below {} floats",
            product.input_channels_, kMostStagedFloats};
  return {};
}

StagedTapProduct::StagedTapProduct(const ConvolutionProblem& problem)
    : StagedTapProduct(problem, PlanInPlace(problem)) {
  const auto& [op, f, addend] = problem;
  if (!ChooseBlocks(input_channels_ == 1 ? kStagedFloatsOfOne : kStagedFloats))
    ChooseBlocks(kMostStagedFloats);
  threads_ = ThreadsForWork(f.Products());
  ShareOut();
  in_place_ = op.output.type == kFloat && columns_.output_bytes == kFloatBytes && IsBestInPlace();
  FindTaps();
  if (op.input.type != kFloat) widen_ = ConverterFor(kFloat, op.input.type);
  if (op.output.type != kFloat) narrow_ = ConverterFor(op.output.type, kFloat);
  const int64_t pitch = columns_.Pitch();
  load_ = KernelForAnySize(int(input_size_), {.dst_row = pitch * input_size_,
                                              .dst_column = input_size_,
                                              .src_row = rows_.StrideBytes(),
                                              .src_column = columns_.StrideBytes()});
  store_ = KernelForAnySize(int(output_size_), {.dst_row = rows_.output_bytes,
                                                .dst_column = columns_.output_bytes,
                                                .src_row = pitch * output_size_,
                                                .src_column = output_size_});
  filter_ = PlaneFilter(op.filter.type, SplitFilter(f, op.mode == ConvolutionMode::Convolution));
  operands_ = FloatOperands(problem, filter_.bytes(), Layout::Packed({groups_, output_channels_}),
                            groups_ * output_channels_ * kFloatBytes, scratch_);
  halves_offset_ = RoundUp(StagedFloats() * kFloatBytes, kLineBytes);
  sums_offset_ = halves_offset_ + (widen_ ? RoundUp(StagedFloats() * input_size_, kLineBytes) : 0);
  const int64_t sums_bytes = in_place_ ? 0 : SumsStep() * kFloatBytes;
  narrowed_offset_ = sums_offset_ + channel_block_ * sums_bytes;
  for (int thread = 0; thread < threads_; ++thread)
    thread_offsets_.push_back(scratch_.Add(narrowed_offset_ + (narrow_ ? sums_bytes : 0)));
  input_offset_ = op.input.layout.offset * input_size_;
  output_offset_ = op.output.layout.offset * output_size_;
}

// Whole rows if some of them fit, else shorter ones.
bool StagedTapProduct::ChooseBlocks(int64_t most_floats) {
  const double each = double(input_channels_) * double(rows_.Phases()) * double(columns_.Phases());
  if (each > double(most_floats)) return false;
  for (int64_t count = 1;; count *= 2) {
    columns_.block = CeilDiv(columns_.outputs, count);
    const int64_t pitch = columns_.Pitch();
    const int64_t fit = most_floats / int64_t(each) / pitch - rows_.Reach() / rows_.stride;
    if (fit >= std::min(kGoodRows, rows_.outputs) || (fit > 0 && columns_.block <= kGoodColumns)) {
      rows_.block = CeilDiv(rows_.outputs, CeilDiv(rows_.outputs, fit));
      return true;
    }
    if (columns_.block <= kGoodColumns / 2) return false;
  }
}

// Some units of work for each thread: of fewer rows, and then of fewer output channels.
void StagedTapProduct::ShareOut() {
  constexpr int64_t kUnitsOfThread = 4, kLeastChannels = 24;
  const int64_t wanted = threads_ == 1 ? 1 : kUnitsOfThread * threads_;
  const int64_t planes = images_ * groups_ * columns_.Blocks();
  // Rows that are staged twice should not be more than those that are not.
  const int64_t least_rows = std::max<int64_t>(2 * (rows_.Reach() / rows_.stride), 4);
  const int64_t rows = CeilDiv(rows_.outputs, CeilDiv(wanted, planes));
  rows_.block = std::min(rows_.block, std::max(rows, least_rows));
  rows_.block = CeilDiv(rows_.outputs, rows_.Blocks());
  int64_t blocks = std::min(CeilDiv(wanted, planes * rows_.Blocks()),
                            std::max<int64_t>(output_channels_ / kLeastChannels, 1));
  blocks = std::max(blocks, CeilDiv(output_channels_ * SumsStep(), kSumsFloats));
  channel_block_ =
      std::min(RoundUp(CeilDiv(output_channels_, blocks), kPackedRows), output_channels_);
}

// In the output each line of a block has a partial last vector; behind each other lines have none,
// but they are copied to the output.
bool StagedTapProduct::IsBestInPlace() const {
  constexpr int64_t kLanes = 16;
  constexpr int64_t kCopyTerms = 16;  // so many terms are added in the time of a copy
  if (columns_.block < kLanes) return false;
  const int64_t depth = input_channels_ * rows_.taps * columns_.taps;
  return rows_.block * CeilDiv(columns_.block, kLanes) * depth <=
         SumsStep() / kLanes * (depth + kCopyTerms);
}

int64_t StagedTapProduct::StagedFloats() const {
  return input_channels_ * rows_.Phases() * columns_.Phases() * PhaseFloats() + kSlack;
}
int64_t StagedTapProduct::SumsStep() const {
  return RoundUp(rows_.block * columns_.Pitch(), kSlack);
}
int64_t StagedTapProduct::Units() const {
  return images_ * groups_ * rows_.Blocks() * columns_.Blocks() *
         CeilDiv(output_channels_, channel_block_);
}

void StagedTapProduct::FindTaps() {
  const int64_t pitch = columns_.Pitch(), phases = rows_.Phases() * columns_.Phases();
  for (int64_t r = 0; r < rows_.taps; ++r)
    for (int64_t c = 0; c < columns_.taps; ++c) {
      const int64_t row = r * rows_.dilation, column = c * columns_.dilation;
      const int64_t phase = row % rows_.stride * columns_.Phases() + column % columns_.stride;
      for (int64_t channel = 0; channel < input_channels_; ++channel)
        offsets_.push_back((channel * phases + phase) * PhaseFloats() + row / rows_.stride * pitch +
                           column / columns_.stride);
    }
}

// Some units, one after the other. What is staged serves all output channels of a group.
class StagedTapProduct::Task {
 public:
  Task(const StagedTapProduct& plan, const Operands& operands)
      : plan_(plan),
        to_(operands),
        staged_(reinterpret_cast<float*>(operands.scratch)),
        sums_(reinterpret_cast<float*>(operands.scratch + plan.sums_offset_)) {}

  // Neighbours differ in their output channels first, then in group and image.
  void Run(int64_t unit) {
    const StagedTapProduct& p = plan_;
    const int64_t channel_blocks = CeilDiv(p.output_channels_, p.channel_block_);
    const int64_t block = unit / channel_blocks;
    if (block != block_) Stage(block);
    block_ = block;
    const int64_t first = unit % channel_blocks * p.channel_block_;
    Sum(first, std::min(p.channel_block_, p.output_channels_ - first));
  }

 private:
  struct Span {
    int64_t begin, count;
  };
  static Span BlockOf(const Axis& axis, int64_t index) {
    const int64_t begin = index * axis.block;
    return {begin, std::min(axis.block, axis.outputs - begin)};
  }
  static Inside InsideOf(const Axis& axis, const Span& outputs) {
    const int64_t first = outputs.begin * axis.stride - axis.padding;
    const int64_t seen = (outputs.count - 1) * axis.stride + axis.Reach() + 1;
    const int64_t begin = std::clamp<int64_t>(-first, 0, seen);
    return {first, begin, std::clamp(axis.inputs - first, begin, seen), seen};
  }

  void Stage(int64_t block) {
    const StagedTapProduct& p = plan_;
    group_ = block % p.groups_;
    image_ = block / p.groups_ % p.images_;
    const int64_t index = block / p.groups_ / p.images_;
    rows_ = BlockOf(p.rows_, index / p.columns_.Blocks());
    columns_ = BlockOf(p.columns_, index % p.columns_.Blocks());
    const Inside rows = InsideOf(p.rows_, rows_), columns = InsideOf(p.columns_, columns_);

    const int64_t size = p.input_size_, floats = p.StagedFloats();
    std::byte* to = p.widen_ ? to_.scratch + p.halves_offset_ : to_.scratch;
    // Zeros stay where they are as long as the same part is inside.
    if (!rows.SameFrame(frame_rows_) || !columns.SameFrame(frame_columns_))
      std::memset(to, 0, size_t(floats * size));
    frame_rows_ = rows;
    frame_columns_ = columns;
    const std::byte* from = to_.input + image_ * p.input_image_bytes_ +
                            group_ * p.input_channels_ * p.input_channel_bytes_;
    for (int64_t c = 0; c < p.input_channels_; ++c, from += p.input_channel_bytes_)
      to = StageChannel(to, from, rows, columns);
    if (p.widen_) p.widen_(to_.scratch, to_.scratch + p.halves_offset_, floats);
  }

  // Returns where the next channel goes.
  std::byte* StageChannel(std::byte* to, const std::byte* from, const Inside& rows,
                          const Inside& columns) const {
    const Axis &y = plan_.rows_, &x = plan_.columns_;
    const int64_t pitch = x.Pitch(), size = plan_.input_size_;
    for (int64_t r = 0; r < y.Phases(); ++r)
      for (int64_t c = 0; c < x.Phases(); ++c, to += plan_.PhaseFloats() * size) {
        const int64_t row = rows.Begin(r, y.stride), height = rows.Count(r, y.stride);
        const int64_t column = columns.Begin(c, x.stride), width = columns.Count(c, x.stride);
        if (height == 0 || width == 0) continue;
        plan_.load_(to + (row * pitch + column) * size,
                    from + (rows.first + r + row * y.stride) * y.input_bytes +
                        (columns.first + c + column * x.stride) * x.input_bytes,
                    {height, width, pitch * size, size, y.StrideBytes(), x.StrideBytes()});
      }
    return to;
  }

  // Of output channels of the group.
  void Sum(int64_t first, int64_t count) {
    const StagedTapProduct& p = plan_;
    const Axis &y = p.rows_, &x = p.columns_;
    const int64_t channel = group_ * p.output_channels_ + first, pitch = x.Pitch();
    std::byte* const output = to_.output + image_ * p.output_image_bytes_ +
                              channel * p.output_channel_bytes_ + rows_.begin * y.output_bytes +
                              columns_.begin * x.output_bytes;
    PlaneProduct product = {
        .filter = to_.weights + group_ * p.filter_.group_floats() + first * p.filter_.depth(),
        .start = to_.start + channel,
        .input = staged_,
        .offsets = p.offsets_.data(),
        .output = reinterpret_cast<float*>(output),
        .output_row = p.output_channel_bytes_ / kFloatBytes,
        .rows = count,
        .depth = p.filter_.depth(),
        .width = columns_.count,
        .lines = rows_.count,
        .input_line = pitch,
        .output_line = y.output_bytes / kFloatBytes,
        .tap_rows = p.input_channels_ == 1 && y.stride == 1 && y.dilation == 1 ? y.taps : 1};
    const RowFunction* const activation = p.operands_.activation();
    if (p.in_place_) {
      MultiplyPlanes(product);
      if (activation)
        Activate(*activation, product.output, count, product.output_row, rows_.count,
                 product.output_line, columns_.count);
      return;
    }
    // Rows follow each other, so they are one line, whose numbers between them are of no use.
    product.output = sums_;
    product.output_row = p.SumsStep();
    product.width = std::max((rows_.count - 1) * pitch + columns_.count, kSlack);
    product.lines = product.tap_rows = 1;
    MultiplyPlanes(product);
    for (int64_t c = 0; c < count; ++c) {
      float* const sums = sums_ + c * product.output_row;
      auto* const from = reinterpret_cast<std::byte*>(sums);
      if (activation) Activate(*activation, sums, 1, 0, 1, 0, product.width);
      if (p.narrow_) p.narrow_(to_.scratch + p.narrowed_offset_, from, product.width);
      p.store_(output + c * p.output_channel_bytes_,
               p.narrow_ ? to_.scratch + p.narrowed_offset_ : from,
               {rows_.count, columns_.count, y.output_bytes, x.output_bytes, pitch * p.output_size_,
                p.output_size_});
    }
  }

  const StagedTapProduct& plan_;
  const Operands& to_;
  float *staged_, *sums_;
  int64_t block_ = -1;  // that is staged: its group, image, rows and columns …
  int64_t group_ = 0, image_ = 0;
  Span rows_ = {}, columns_ = {};
  Inside frame_rows_, frame_columns_;  // … and which part of it is no padding
};

void StagedTapProduct::Run(const Bindings& bind) const {
  constexpr int64_t kTasksOfThread = 8;
  const std::byte* const weights = operands_.Weights(
      bind, [&](std::byte* to, const std::byte* from) { filter_.Pack(to, from); });
  const Operands operands = {.output = bind.Output(0) + output_offset_,
                             .input = bind.Input(FloatOperands::kInput) + input_offset_,
                             .weights = Floats(weights),
                             .start = Floats(operands_.Start(bind)),
                             .scratch = nullptr};
  const int64_t units = Units();
  const int threads = std::min(threads_, ThreadCount());
  const int64_t tasks = threads == 1 ? 1 : std::min(units, kTasksOfThread * threads);
  ParallelTasks(threads, tasks, [&](int thread, int64_t index) {
    Operands own = operands;
    own.scratch = Temporary::At(bind, thread_offsets_[size_t(thread)]);
    Task task(*this, own);
    const auto [begin, end] = SliceOf(units, index, tasks);
    for (int64_t unit = begin; unit < end; ++unit) task.Run(unit);
  });
}

}  // namespace weft::ops
