// SPDX-License-Identifier: MIT
// See tap_product_planes.h. MultiplyPlanes does the sums; what is here decides which pixels are
// where, and which task has which of them.
#include "ops/convolution/tap_product_planes.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/parallel.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;
constexpr int64_t kFloatBytes = sizeof(float);
// Below, a partial last vector is too large a part of a line.
constexpr int64_t kShortLine = 32;

const float* Floats(const std::byte* bytes) { return reinterpret_cast<const float*>(bytes); }

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

// An image as lines of pixels that are evenly spaced: one of all pixels, or one a row.
struct PixelLines {
  int64_t count, pixels;
  int64_t input_step, output_step;              // from one line to the next, in elements
  int64_t input_pixel_step, output_pixel_step;  // inside a line
};
// Nothing where tensors of the same spatial sizes have no such lines in common.
std::optional<PixelLines> PixelLinesOf(const TensorDesc& input, const TensorDesc& output) {
  const int last = input.rank() - 1;
  const int64_t pixels = input.layout.ElementCount() / input.sizes()[0] / input.sizes()[1],
                row = input.sizes()[last];
  const auto whole_input = EvenStep(input.layout, 2, last),
             whole_output = EvenStep(output.layout, 2, last);
  if (whole_input && whole_output) return PixelLines{1, pixels, 0, 0, *whole_input, *whole_output};
  const auto from = EvenStep(input.layout, 2, last - 1), to = EvenStep(output.layout, 2, last - 1);
  if (!from || !to || row < kShortLine) return std::nullopt;
  return PixelLines{pixels / row, row, *from, *to, StepOf(input, last), StepOf(output, last)};
}

// How much is staged at once: it stays in the second-level cache while all output channels of a
// group read it; where those are one, in the first.
constexpr int64_t kStagedFloats = 64 << 10, kStagedFloatsOfOne = 6 << 10;
constexpr int64_t kMostStagedFloats = 1 << 20;  // Beyond, memory would be the limit.
constexpr int64_t kSumsFloats = 64 << 10;       // of a unit of work
constexpr int64_t kGoodRows = 8, kGoodColumns = 64;

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

}  // namespace

PlaneTapProduct PlaneTapProduct::WithSizes(const ConvolutionProblem& problem) {
  const auto& [op, f, addend] = problem;
  PlaneTapProduct product;
  product.input_size_ = SizeBits(op.input.type) / 8;
  product.output_size_ = SizeBits(op.output.type) / 8;
  product.groups_ = f.groups;
  product.input_channels_ = f.InputChannels();
  product.output_channels_ = f.OutputChannels();
  product.input_channel_bytes_ = StepOf(op.input, 1) * product.input_size_;
  product.output_channel_bytes_ = StepOf(op.output, 1) * product.output_size_;
  const ConvolvePlan plan = PlanConvolution(f, SplitChannels(op.input.layout, f.groups),
                                            SplitChannels(op.output.layout, f.groups),
                                            product.input_size_, product.output_size_);
  product.input_image_bytes_ = plan.input_batch_bytes;
  product.output_image_bytes_ = plan.output_batch_bytes;
  if (const auto lines = MeetsPixelsOnce(f) ? PixelLinesOf(op.input, op.output) : std::nullopt) {
    const auto axis = [&](int64_t count, int64_t input_step, int64_t output_step) {
      return Axis{.inputs = count,
                  .outputs = count,
                  .taps = 1,
                  .stride = 1,
                  .dilation = 1,
                  .padding = 0,
                  .input_bytes = input_step * product.input_size_,
                  .output_bytes = output_step * product.output_size_};
    };
    product.rows_ = axis(lines->count, lines->input_step, lines->output_step);
    product.columns_ = axis(lines->pixels, lines->input_pixel_step, lines->output_pixel_step);
    product.reads_in_place_ = op.input.type == kFloat && lines->input_pixel_step == 1 &&
                              lines->pixels >= kLeastPlaneWidth;
  } else {
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
    const auto& [depth, rows, columns] = plan.dims;
    product.has_depth_ = depth.input_size != 1 || depth.output_size != 1 || depth.filter_size != 1;
    product.rows_ = axis(rows);
    product.columns_ = axis(columns);
  }
  product.images_ = plan.batch;
  return product;
}

bool PlaneTapProduct::ReadsInPlace(const ConvolutionProblem& problem) {
  return WithSizes(problem).reads_in_place_;
}

Refusal PlaneTapProduct::Refuses(const ConvolutionProblem& problem) {
  const ConvolutionFields& f = problem.fields;
  if (problem.addend) return {"it adds nothing to its results"};
  if (f.backward) return {"Direction is BACKWARD"};
  if (f.HasOutputPadding()) return {"there is an OutputPadding"};
  if (f.IsEmpty()) return {"there is nothing to compute"};
  if (!HasOrdinaryWindows(f)) return {"a window is wider than 4096 or sees padding alone"};
  PlaneTapProduct product = WithSizes(problem);
  if (product.reads_in_place_) return {};
  if (product.has_depth_) return {"images have a depth"};
  if (!product.ChooseStagedBlocks(kMostStagedFloats))
    return {"of {} input channels no block of the image is below {} floats",
            product.input_channels_, kMostStagedFloats};
  return {};
}

PlaneTapProduct::PlaneTapProduct(const ConvolutionProblem& problem)
    : PlaneTapProduct(WithSizes(problem)) {
  const auto& [op, f, addend] = problem;
  if (reads_in_place_)
    ChooseBlocksInPlace(op.fused_activation.has_value());
  else if (!ChooseStagedBlocks(input_channels_ == 1 ? kStagedFloatsOfOne : kStagedFloats))
    ChooseStagedBlocks(kMostStagedFloats);
  threads_ = ThreadsForWork(f.Products());
  ShareOut();
  writes_in_place_ =
      op.output.type == kFloat && (columns_.output_bytes == kFloatBytes) && IsBestInPlace();
  FindTaps();
  if (op.input.type != kFloat) widen_ = ConverterFor(kFloat, op.input.type);
  if (op.output.type != kFloat) narrow_ = ConverterFor(op.output.type, kFloat);
  const int64_t pitch = columns_.Pitch();
  load_ = KernelForAnySize(int(input_size_), {.dst_row = pitch * input_size_,
                                              .dst_column = input_size_,
                                              .src_row = rows_.StrideBytes(),
                                              .src_column = columns_.StrideBytes()});
  store_ =
      KernelForAnySize(int(output_size_), {.dst_row = rows_.output_bytes,
                                           .dst_column = columns_.output_bytes,
                                           .src_row = (pitch + columns_.least - 1) * output_size_,
                                           .src_column = output_size_});
  operands_ = FloatOperands(
      problem,
      {op.filter.type, SplitFilter(f, op.mode == ConvolutionMode::Convolution), kPackedRows},
      Layout::Packed({groups_, output_channels_}), groups_ * output_channels_ * kFloatBytes,
      scratch_);
  const int64_t staged = reads_in_place_ ? 0 : StagedFloats();
  halves_offset_ = RoundUp(staged * kFloatBytes, kLineBytes);
  sums_offset_ = halves_offset_ + (widen_ ? RoundUp(staged * input_size_, kLineBytes) : 0);
  const bool has_sums =
      !writes_in_place_ || columns_.BlockAt(columns_.Blocks() - 1).count() < kLeastPlaneWidth;
  const int64_t sums_bytes = has_sums ? SumsStep() * kFloatBytes : 0;
  narrowed_offset_ = sums_offset_ + channel_block_ * sums_bytes;
  for (int thread = 0; thread < threads_; ++thread)
    thread_offsets_.push_back(scratch_.Add(narrowed_offset_ + (narrow_ ? sums_bytes : 0)));
  input_offset_ = op.input.layout.offset * input_size_;
  output_offset_ = op.output.layout.offset * output_size_;
}

// Whole rows if some of them fit, else shorter ones.
bool PlaneTapProduct::ChooseStagedBlocks(int64_t most_floats) {
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

// An activation is to find a block in the second-level cache; smaller blocks would read the filter
// too often.
void PlaneTapProduct::ChooseBlocksInPlace(bool activates) {
  constexpr int64_t kBlockFloats = 32 << 10, kLeastPixels = 2 * kTilePlanePixels;
  columns_.least = kLeastPlaneWidth;
  columns_.block = columns_.outputs;
  rows_.block = rows_.outputs;
  if (!activates) return;
  const int64_t pixels = std::max(kBlockFloats / output_channels_, kLeastPixels);
  rows_.block = std::clamp<int64_t>(pixels / columns_.outputs, 1, rows_.outputs);
  if (rows_.outputs == 1)
    columns_.block = std::min(RoundUp(pixels, kTilePlanePixels), columns_.outputs);
}

// Some units of work for each thread: of fewer rows, or columns where there is one row, and then of
// fewer output channels.
void PlaneTapProduct::ShareOut() {
  constexpr int64_t kUnitsOfThread = 4, kLeastChannels = 24;
  const int64_t wanted = threads_ == 1 ? 1 : kUnitsOfThread * threads_;
  const int64_t planes = images_ * groups_;
  // Rows that are staged twice should not be more than those that are not.
  const int64_t least_rows =
      reads_in_place_ ? 1 : std::max<int64_t>(2 * (rows_.Reach() / rows_.stride), 4);
  const int64_t row_blocks = CeilDiv(wanted, planes * columns_.Blocks());
  rows_.block = std::min(rows_.block, std::max(CeilDiv(rows_.outputs, row_blocks), least_rows));
  rows_.block = CeilDiv(rows_.outputs, rows_.Blocks());
  if (reads_in_place_ && rows_.outputs == 1) {
    const int64_t block =
        RoundUp(CeilDiv(columns_.outputs, CeilDiv(wanted, planes)), kTilePlanePixels);
    columns_.block = std::min(columns_.block, block);
  }
  int64_t blocks = std::min(CeilDiv(wanted, planes * rows_.Blocks() * columns_.Blocks()),
                            std::max<int64_t>(output_channels_ / kLeastChannels, 1));
  if (!reads_in_place_)
    blocks = std::max(blocks, CeilDiv(output_channels_ * SumsStep(), kSumsFloats));
  channel_block_ =
      std::min(RoundUp(CeilDiv(output_channels_, blocks), kPackedRows), output_channels_);
}

// In the output each line of a block has a partial last vector; behind each other lines have none,
// but they are copied to the output.
bool PlaneTapProduct::IsBestInPlace() const {
  constexpr int64_t kLanes = 16;
  constexpr int64_t kCopyTerms = 16;  // so many terms are added in the time of a copy
  if (reads_in_place_) return true;
  if (columns_.block < kLeastPlaneWidth) return false;
  const int64_t depth = input_channels_ * rows_.taps * columns_.taps;
  return rows_.block * CeilDiv(columns_.block, kLanes) * depth <=
         SumsStep() / kLanes * (depth + kCopyTerms);
}

int64_t PlaneTapProduct::StagedFloats() const {
  return input_channels_ * rows_.Phases() * columns_.Phases() * PhaseFloats() + kLeastPlaneWidth;
}
int64_t PlaneTapProduct::SumsStep() const {
  return RoundUp(rows_.block * (columns_.Pitch() + columns_.least - 1), kLeastPlaneWidth);
}
int64_t PlaneTapProduct::Units() const {
  return images_ * groups_ * rows_.Blocks() * columns_.Blocks() *
         CeilDiv(output_channels_, channel_block_);
}

void PlaneTapProduct::FindTaps() {
  for (int64_t channel = 0; reads_in_place_ && channel < input_channels_; ++channel)
    offsets_.push_back(channel * input_channel_bytes_ / kFloatBytes);
  if (reads_in_place_) return;
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
class PlaneTapProduct::Task {
 public:
  Task(const PlaneTapProduct& plan, const Operands& operands)
      : plan_(plan),
        to_(operands),
        staged_(reinterpret_cast<float*>(operands.scratch)),
        sums_(reinterpret_cast<float*>(operands.scratch + plan.sums_offset_)) {}

  // Neighbours differ in their output channels first, then in group and image.
  void Run(int64_t unit) {
    const PlaneTapProduct& p = plan_;
    const int64_t channel_blocks = CeilDiv(p.output_channels_, p.channel_block_);
    const int64_t block = unit / channel_blocks;
    if (block != block_) FindBlock(block);
    block_ = block;
    const int64_t first = unit % channel_blocks * p.channel_block_;
    Sum(first, std::min(p.channel_block_, p.output_channels_ - first));
  }

 private:
  static Inside InsideOf(const Axis& axis, const Range& outputs) {
    const int64_t first = outputs.begin * axis.stride - axis.padding;
    const int64_t seen = (outputs.count() - 1) * axis.stride + axis.Reach() + 1;
    const int64_t begin = std::clamp<int64_t>(-first, 0, seen);
    return {first, begin, std::clamp(axis.inputs - first, begin, seen), seen};
  }

  void FindBlock(int64_t block) {
    const PlaneTapProduct& p = plan_;
    group_ = block % p.groups_;
    image_ = block / p.groups_ % p.images_;
    const int64_t index = block / p.groups_ / p.images_;
    rows_ = p.rows_.BlockAt(index / p.columns_.Blocks());
    columns_ = p.columns_.BlockAt(index % p.columns_.Blocks());
    const std::byte* const channel = to_.input + image_ * p.input_image_bytes_ +
                                     group_ * p.input_channels_ * p.input_channel_bytes_;
    input_ = staged_;
    if (!p.reads_in_place_) return Stage(channel);
    input_ = Floats(channel + rows_.begin * p.rows_.input_bytes +
                    columns_.begin * p.columns_.input_bytes);
  }

  // All input channels of the group, `from` the first one on.
  void Stage(const std::byte* from) {
    const PlaneTapProduct& p = plan_;
    const Inside rows = InsideOf(p.rows_, rows_), columns = InsideOf(p.columns_, columns_);
    const int64_t size = p.input_size_, floats = p.StagedFloats();
    std::byte* to = p.widen_ ? to_.scratch + p.halves_offset_ : to_.scratch;
    // Zeros stay where they are as long as the same part is inside.
    if (!rows.SameFrame(frame_rows_) || !columns.SameFrame(frame_columns_))
      std::memset(to, 0, size_t(floats * size));
    frame_rows_ = rows;
    frame_columns_ = columns;
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
    const PlaneTapProduct& p = plan_;
    const Axis &y = p.rows_, &x = p.columns_;
    const int64_t channel = group_ * p.output_channels_ + first, pitch = x.Pitch();
    const int64_t sums_pitch = pitch + x.least - 1;
    const int64_t sums = (rows_.count() - 1) * sums_pitch + columns_.count();
    std::byte* const output = to_.output + image_ * p.output_image_bytes_ +
                              channel * p.output_channel_bytes_ + rows_.begin * y.output_bytes +
                              columns_.begin * x.output_bytes;
    PlaneProduct product = {
        .filter = to_.weights + group_ * p.operands_.filter().group_floats() +
                  first * p.operands_.filter().depth(),
        .start = to_.start + channel,
        .input = input_,
        .offsets = p.offsets_.data(),
        .output = reinterpret_cast<float*>(output),
        .output_row = p.output_channel_bytes_ / kFloatBytes,
        .rows = count,
        .depth = p.operands_.filter().depth(),
        .width = columns_.count(),
        .lines = rows_.count(),
        .input_line = p.reads_in_place_ ? y.input_bytes / kFloatBytes : pitch,
        .output_line = y.output_bytes / kFloatBytes,
        .tap_rows = p.input_channels_ == 1 && y.stride == 1 && y.dilation == 1 ? y.taps : 1};
    const RowFunction* const activation = p.operands_.activation();
    if (p.writes_in_place_ && columns_.count() >= kLeastPlaneWidth) {
      MultiplyPlanes(product);
      if (activation)
        Activate(*activation, product.output, count, product.output_row, rows_.count(),
                 product.output_line, columns_.count());
      return;
    }
    product.output = sums_;
    product.output_row = p.SumsStep();
    product.output_line = sums_pitch;
    if (!p.reads_in_place_) {
      // Rows follow each other, so they are one line, whose numbers between them are of no use.
      product.width = std::max(sums, kLeastPlaneWidth);
      product.lines = product.tap_rows = 1;
    }
    MultiplyPlanes(product);
    for (int64_t c = 0; c < count; ++c) {
      auto* from = reinterpret_cast<std::byte*>(sums_ + c * product.output_row);
      const std::byte* const rows[] = {from};
      if (activation) (*activation)(from, rows, sums);
      if (p.narrow_) {
        std::byte* const narrowed = to_.scratch + p.narrowed_offset_;
        p.narrow_(narrowed, from, sums);
        from = narrowed;
      }
      p.store_(output + c * p.output_channel_bytes_, from,
               {rows_.count(), columns_.count(), y.output_bytes, x.output_bytes,
                sums_pitch * p.output_size_, p.output_size_});
    }
  }

  const PlaneTapProduct& plan_;
  const Operands& to_;
  float *staged_, *sums_;
  const float* input_ = nullptr;
  int64_t block_ = -1;  // that is staged: its group, image, rows and columns …
  int64_t group_ = 0, image_ = 0;
  Range rows_ = {}, columns_ = {};
  Inside frame_rows_, frame_columns_;  // … and which part of it is no padding
};

void PlaneTapProduct::Run(const Bindings& bind) const {
  constexpr int64_t kTasksOfThread = 8;
  const Operands operands = {.output = bind.Output(0) + output_offset_,
                             .input = bind.Input(FloatOperands::kInput) + input_offset_,
                             .weights = Floats(operands_.Weights(bind)),
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
