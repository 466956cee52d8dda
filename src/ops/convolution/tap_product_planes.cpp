// SPDX-License-Identifier: MIT
// See tap_product_planes.h. The kernels of plane_product.h do the sums; what is here decides which
// pixels are where, and which task has which of them.
#include "ops/convolution/tap_product_planes.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;
// Of lines: below, their last parts are too large a part of them.
constexpr int64_t kShortLine = 16;
// How much is staged at once: it stays in the second-level cache while all output channels of a
// group read it; where those are one, in the first.
constexpr int64_t kStagedFloats = 64 << 10, kStagedFloatsOfOne = 6 << 10;
constexpr int64_t kMostStagedFloats = 1 << 20;  // Beyond, memory would be the limit.
constexpr int64_t kSumsFloats = 64 << 10;       // of a unit of work
constexpr int64_t kGoodRows = 8, kGoodColumns = 64;

const float* Floats(const std::byte* bytes) { return reinterpret_cast<const float*>(bytes); }

void Activate(const RowFunction& activation, const PlaneProduct& product) {
  for (int64_t row = 0; row < product.rows; ++row)
    for (int64_t line = 0; line < product.lines; ++line) {
      auto* const at = reinterpret_cast<std::byte*>(product.output + row * product.output_row +
                                                    line * product.output_line);
      const std::byte* const sums[] = {at};
      activation(at, sums, product.width);
    }
}

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

// One tap meets each pixel once, so an image is one row of all pixels, or several rows of pixels
// that are evenly spaced in both tensors.
bool PlaneTapProduct::FindPixelLines(const Convolution& op) {
  const Layout &from = op.input.layout, &to = op.output.layout;
  const int last = from.rank() - 1;
  for (const int split : {2, last}) {
    const auto axis = [&](int first, int end) -> std::optional<Axis> {
      const auto input = EvenStep(from, first, end), output = EvenStep(to, first, end);
      if (!input || !output) return std::nullopt;
      int64_t count = 1;
      for (int dim = first; dim <= end; ++dim) count *= from.sizes[dim];
      return Axis{.outputs = {count},
                  .inputs = count,
                  .input_bytes = *input * input_.size,
                  .output_bytes = *output * output_.size};
    };
    const auto rows = axis(2, split - 1), columns = axis(split, last);
    if (!rows || !columns || (split > 2 && columns->inputs < kShortLine)) continue;
    rows_ = *rows;
    columns_ = *columns;
    return true;
  }
  return false;
}

PlaneTapProduct PlaneTapProduct::WithSizes(const ConvolutionProblem& problem) {
  const auto& [op, f, addend] = problem;
  const auto tensor = [](const TensorDesc& desc) {
    const int64_t size = SizeBits(desc.type) / 8;
    return Tensor{.size = size,
                  .offset = desc.layout.offset * size,
                  .image = StepOf(desc, 0) * size,
                  .channel = StepOf(desc, 1) * size};
  };
  PlaneTapProduct product;
  Axis &rows = product.rows_, &columns = product.columns_;
  product.images_ = op.input.sizes()[0];
  product.groups_ = f.groups;
  product.input_channels_ = f.InputChannels();
  product.channels_ = {.size = f.OutputChannels(), .grain = kPackedRows};
  product.input_ = tensor(op.input);
  product.output_ = tensor(op.output);
  const bool is_float = op.input.type == kFloat;
  if (MeetsPixelsOnce(f) && product.FindPixelLines(op)) {
    columns.outputs.grain = kTilePlanePixels;
    product.reads_in_place_ =
        is_float && columns.input_bytes == kFloatBytes && columns.outputs.size >= kLeastPlaneWidth;
  } else {
    const auto axis = [](const ConvolvedDim& dim) {
      return Axis{.outputs = {dim.output_size},
                  .inputs = dim.input_size,
                  .input_bytes = dim.input_bytes,
                  .output_bytes = dim.output_bytes,
                  .taps = dim.filter_size,
                  .stride = dim.output_size > 1 ? dim.stride : 1,
                  .dilation = dim.dilation,
                  .padding = dim.start_padding};
    };
    const ConvolvePlan plan = PlanConvolution(f, SplitChannels(op.input.layout, f.groups),
                                              SplitChannels(op.output.layout, f.groups),
                                              product.input_.size, product.output_.size);
    const ConvolvedDim& depth = plan.dims[0];
    product.has_depth_ = depth.input_size != 1 || depth.output_size != 1 || depth.filter_size != 1;
    rows = axis(plan.dims[1]);
    columns = axis(plan.dims[2]);
    product.walks_ = product.input_channels_ == 1 && product.channels_.size == 1 &&
                     rows.IsTriple() && columns.IsTriple() &&
                     columns.outputs.size >= kLeastPlaneWidth;
    // Beside a line that is neither the first one nor the last there are others.
    product.walks_in_place_ = product.walks_ && is_float && columns.input_bytes == kFloatBytes &&
                              rows.input_bytes >= columns.inputs * kFloatBytes;
  }
  product.writes_in_place_ = op.output.type == kFloat && columns.output_bytes == kFloatBytes &&
                             columns.outputs.size >= kLeastPlaneWidth;
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
  if (!product.ChooseBlocks(kMostStagedFloats))
    return {"of {} input channels no block of the image is below {} floats",
            product.input_channels_, kMostStagedFloats};
  return {};
}

PlaneTapProduct::PlaneTapProduct(const ConvolutionProblem& problem)
    : PlaneTapProduct(WithSizes(problem)) {
  // An activation or a copy is to find sums in the second-level cache; smaller blocks would read
  // the filter too often.
  constexpr int64_t kBlockFloats = 32 << 10, kLeastPixels = 2 * kTilePlanePixels;
  const auto& [op, f, addend] = problem;
  if (!reads_in_place_)
    ChooseBlocks(input_channels_ == 1 ? kStagedFloatsOfOne : kStagedFloats) ||
        ChooseBlocks(kMostStagedFloats);
  else if (op.fused_activation || !writes_in_place_)
    ChooseBlocks(std::max(kBlockFloats, kLeastPixels * channels_.size));
  threads_ = ThreadsForWork(f.Products());
  ShareOut();
  FindTaps();
  if (op.input.type != kFloat) widen_ = ConverterFor(kFloat, op.input.type);
  if (op.output.type != kFloat) narrow_ = ConverterFor(op.output.type, kFloat);
  const int64_t pitch = columns_.Pitch();
  load_ = KernelForAnySize(int(input_.size), {.dst_row = pitch * input_.size,
                                              .dst_column = input_.size,
                                              .src_row = rows_.StrideBytes(),
                                              .src_column = columns_.StrideBytes()});
  store_ = KernelForAnySize(int(output_.size), {.dst_row = rows_.output_bytes,
                                                .dst_column = columns_.output_bytes,
                                                .src_row = pitch * output_.size,
                                                .src_column = output_.size});
  operands_ = FloatOperands(
      problem,
      {op.filter.type, SplitFilter(f, op.mode == ConvolutionMode::Convolution), kPackedRows},
      Layout::Packed({groups_, channels_.size}), groups_ * channels_.size * kFloatBytes, scratch_);
  Temporary thread;
  if (!reads_in_place_) staged_offset_ = thread.Add(StagedFloats() * kFloatBytes);
  if (widen_) halves_offset_ = thread.Add(StagedFloats() * input_.size);
  if (walks_) lines_offset_ = thread.Add(rows_.Pitch() * int64_t(sizeof(float*)));
  if (!writes_in_place_) sums_offset_ = thread.Add(channels_.Longest() * SumsStep() * kFloatBytes);
  if (narrow_) narrowed_offset_ = thread.Add(SumsStep() * output_.size);
  thread_bytes_ = int64_t(thread.bytes());
  threads_offset_ = scratch_.Add(threads_ * thread_bytes_);
}

// Whole rows if some of them fit, else shorter ones. Floats are those that are staged, or the sums
// of what is not. Rows that are staged twice should not be most of them.
bool PlaneTapProduct::ChooseBlocks(int64_t most_floats) {
  const double each = reads_in_place_ ? double(channels_.size)
                                      : double(input_channels_) * double(rows_.Phases()) *
                                            double(columns_.Phases());
  if (each > double(most_floats)) return false;
  Cut &rows = rows_.outputs, &columns = columns_.outputs;
  const int64_t good_rows = rows_.taps == 1 ? 1 : std::min(kGoodRows, rows.size);
  for (columns.blocks = 1;; columns.blocks *= 2) {
    const int64_t width = columns.Longest();
    const int64_t fit =
        most_floats / int64_t(each) / columns_.Pitch() - rows_.Reach() / rows_.stride;
    if (fit >= good_rows || (fit > 0 && width <= kGoodColumns)) {
      rows.blocks = CeilDiv(rows.size, fit);
      return true;
    }
    if (width <= kGoodColumns / 2) return false;
  }
}

// Some units of work for each thread: of fewer rows, or columns where there is one row, and then of
// fewer output channels.
void PlaneTapProduct::ShareOut() {
  constexpr int64_t kUnitsOfThread = 4, kLeastChannels = 24;
  const int64_t wanted = threads_ == 1 ? 1 : kUnitsOfThread * threads_;
  const auto share = [&](Cut& cut, int64_t least) {
    cut.Into(CeilDiv(wanted * cut.blocks, Units()), least);
  };
  // Rows that are staged twice should not be more than those that are not.
  share(rows_.outputs,
        reads_in_place_ ? 1 : std::max<int64_t>(2 * (rows_.Reach() / rows_.stride), 4));
  if (reads_in_place_ && rows_.outputs.size == 1)
    share(columns_.outputs, 2 * columns_.outputs.grain);
  share(channels_, kLeastChannels);
  if (!writes_in_place_)
    channels_.Into(CeilDiv(channels_.size * SumsStep(), kSumsFloats), channels_.grain);
}

int64_t PlaneTapProduct::StagedFloats() const {
  return input_channels_ * Phases() * PhaseFloats() + kLeastPlaneWidth;
}
int64_t PlaneTapProduct::SumsStep() const {
  return RoundUp(rows_.outputs.Longest() * columns_.Pitch(), kLeastPlaneWidth);
}
int64_t PlaneTapProduct::Units() const {
  return images_ * groups_ * rows_.outputs.blocks * columns_.outputs.blocks * channels_.blocks;
}

void PlaneTapProduct::FindTaps() {
  for (int64_t r = 0; r < rows_.taps; ++r)
    for (int64_t c = 0; c < columns_.taps; ++c) {
      const int64_t row = r * rows_.dilation, column = c * columns_.dilation;
      const int64_t phase = row % rows_.stride * columns_.Phases() + column % columns_.stride;
      for (int64_t channel = 0; channel < input_channels_; ++channel)
        offsets_.push_back(reads_in_place_ ? channel * input_.channel / kFloatBytes
                                           : (channel * Phases() + phase) * PhaseFloats() +
                                                 row / rows_.stride * columns_.Pitch() +
                                                 column / columns_.stride);
    }
}

// Some units, one after the other. What is staged serves all output channels of a group.
class PlaneTapProduct::Task {
 public:
  struct Operands {
    std::byte* output;
    const std::byte* input;
    const float *weights, *start;  // start: [group][output channel]
  };

  Task(const PlaneTapProduct& plan, const Operands& operands, std::byte* scratch)
      : plan_(plan), to_(operands), scratch_(scratch) {
    // A line of zeros, for all lines outside.
    if (plan.walks_in_place_) std::memset(staged(), 0, size_t(plan.columns_.Pitch() * kFloatBytes));
  }

  // Neighbours differ in their output channels first, then in group and image.
  void Run(int64_t unit) {
    const Cut& channels = plan_.channels_;
    const int64_t block = unit / channels.blocks;
    if (block != block_) FindBlock(block);
    block_ = block;
    Sum(channels.At(unit % channels.blocks));
  }

 private:
  float* staged() const { return reinterpret_cast<float*>(scratch_ + plan_.staged_offset_); }
  const float** lines() const {
    return reinterpret_cast<const float**>(scratch_ + plan_.lines_offset_);
  }

  static Inside InsideOf(const Axis& axis, const Range& outputs) {
    const int64_t first = outputs.begin * axis.stride - axis.padding;
    const int64_t seen = (outputs.count() - 1) * axis.stride + axis.Reach() + 1;
    const int64_t begin = std::clamp<int64_t>(-first, 0, seen);
    return {first, begin, std::clamp(axis.inputs - first, begin, seen), seen};
  }

  void FindBlock(int64_t block) {
    const PlaneTapProduct& p = plan_;
    const Cut &rows = p.rows_.outputs, &columns = p.columns_.outputs;
    group_ = block % p.groups_;
    image_ = block / p.groups_ % p.images_;
    const int64_t index = block / p.groups_ / p.images_;
    rows_ = rows.At(index / columns.blocks);
    columns_ = columns.At(index % columns.blocks);
    const std::byte* const channel =
        to_.input + image_ * p.input_.image + group_ * p.input_channels_ * p.input_.channel;
    input_ = staged();
    if (p.reads_in_place_)
      input_ = Floats(channel + rows_.begin * p.rows_.input_bytes +
                      columns_.begin * p.columns_.input_bytes);
    else if (p.walks_in_place_)
      FindLines(channel);
    else
      Stage(channel);
  }

  // Of the lines that 3 x 3 taps meet those outside are zeros. The first one and the last are
  // copied, because windows reach beyond them, where there may be no memory of the tensor.
  void FindLines(const std::byte* channel) {
    const Axis &y = plan_.rows_, &x = plan_.columns_;
    const Inside columns = InsideOf(x, columns_);
    const int64_t pitch = x.Pitch();
    inside_ = {columns.begin, columns.end};
    for (int64_t i = 0; i < rows_.count() + y.Reach(); ++i) {
      const int64_t row = rows_.begin - y.padding + i;
      const float* const line = Floats(channel + row * y.input_bytes) + columns.first;
      lines()[i] = line;
      if (0 < row && row + 1 < y.inputs) continue;
      lines()[i] = staged();
      if (row < 0 || row >= y.inputs) continue;
      float* const copy = staged() + (row == 0 ? pitch : 2 * pitch);
      std::memcpy(copy + columns.begin, line + columns.begin,
                  size_t((columns.end - columns.begin) * kFloatBytes));
      lines()[i] = copy;
    }
  }

  // All input channels of the group, `from` the first one on.
  void Stage(const std::byte* from) {
    const PlaneTapProduct& p = plan_;
    const Inside rows = InsideOf(p.rows_, rows_), columns = InsideOf(p.columns_, columns_);
    const int64_t floats = p.StagedFloats();
    std::byte* const frame = scratch_ + (p.widen_ ? p.halves_offset_ : p.staged_offset_);
    // Zeros stay where they are as long as the same part is inside.
    if (!rows.SameFrame(frame_rows_) || !columns.SameFrame(frame_columns_))
      std::memset(frame, 0, size_t(floats * p.input_.size));
    frame_rows_ = rows;
    frame_columns_ = columns;
    std::byte* to = frame;
    for (int64_t c = 0; c < p.input_channels_; ++c, from += p.input_.channel)
      to = StageChannel(to, from, rows, columns);
    if (p.widen_) p.widen_(scratch_ + p.staged_offset_, frame, floats);
    inside_ = {0, columns.seen};
    for (int64_t i = 0; p.walks_ && i < rows.seen; ++i)
      lines()[i] = staged() + i * p.columns_.Pitch();
  }

  // Returns where the next channel goes.
  std::byte* StageChannel(std::byte* to, const std::byte* from, const Inside& rows,
                          const Inside& columns) const {
    const Axis &y = plan_.rows_, &x = plan_.columns_;
    const int64_t pitch = x.Pitch(), size = plan_.input_.size;
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
  void Sum(const Range& channels) {
    const PlaneTapProduct& p = plan_;
    const Axis &y = p.rows_, &x = p.columns_;
    const PackedFilter& filter = p.operands_.filter();
    const int64_t channel = group_ * p.channels_.size + channels.begin, pitch = x.Pitch();
    std::byte* const output = to_.output + image_ * p.output_.image + channel * p.output_.channel +
                              rows_.begin * y.output_bytes + columns_.begin * x.output_bytes;
    PlaneProduct product = {
        .filter = to_.weights + group_ * filter.group_floats() + channels.begin * filter.depth(),
        .start = to_.start + channel,
        .input = input_,
        .offsets = p.offsets_.data(),
        .output = reinterpret_cast<float*>(p.writes_in_place_ ? output : scratch_ + p.sums_offset_),
        .output_row = p.writes_in_place_ ? p.output_.channel / kFloatBytes : p.SumsStep(),
        .rows = channels.count(),
        .depth = filter.depth(),
        .width = columns_.count(),
        .lines = rows_.count(),
        .input_line = p.reads_in_place_ ? y.input_bytes / kFloatBytes : pitch,
        .output_line = p.writes_in_place_ ? y.output_bytes / kFloatBytes : pitch};
    const int64_t sums = (rows_.count() - 1) * pitch + columns_.count();
    if (!p.writes_in_place_ && !p.reads_in_place_ && !p.walks_) {
      // Staged lines follow each other, so they are one, whose sums between them are of no use.
      product.width = std::max(sums, kLeastPlaneWidth);
      product.lines = 1;
    }
    if (p.walks_)
      MultiplyWindows(product, lines(), inside_);
    else
      MultiplyPlanes(product);
    if (const RowFunction* const activation = p.operands_.activation())
      Activate(*activation, product);
    for (int64_t c = 0; !p.writes_in_place_ && c < channels.count(); ++c) {
      const auto* from = reinterpret_cast<std::byte*>(product.output + c * product.output_row);
      std::byte* const narrowed = scratch_ + p.narrowed_offset_;
      if (p.narrow_) p.narrow_(narrowed, from, sums);
      p.store_(output + c * p.output_.channel, p.narrow_ ? narrowed : from,
               {rows_.count(), columns_.count(), y.output_bytes, x.output_bytes,
                pitch * p.output_.size, p.output_.size});
    }
  }

  const PlaneTapProduct& plan_;
  const Operands& to_;
  std::byte* const scratch_;  // of a thread
  int64_t block_ = -1;        // that is staged: its group, image, rows and columns …
  int64_t group_ = 0, image_ = 0;
  Range rows_ = {}, columns_ = {};
  Inside frame_rows_, frame_columns_;  // … and which part of it is no padding
  const float* input_ = nullptr;
  Range inside_ = {};  // of lines()
};

void PlaneTapProduct::Run(const Bindings& bind) const {
  constexpr int64_t kTasksOfThread = 8;
  const Task::Operands operands = {.output = bind.Output(0) + output_.offset,
                                   .input = bind.Input(FloatOperands::kInput) + input_.offset,
                                   .weights = Floats(operands_.Weights(bind)),
                                   .start = Floats(operands_.Start(bind))};
  std::byte* const scratch = Temporary::At(bind, threads_offset_);
  const int64_t units = Units();
  const int threads = std::min(threads_, ThreadCount());
  const int64_t tasks = threads == 1 ? 1 : std::min(units, kTasksOfThread * threads);
  ParallelTasks(threads, tasks, [&](int thread, int64_t index) {
    Task task(*this, operands, scratch + thread * thread_bytes_);
    const auto [begin, end] = SliceOf(units, index, tasks);
    for (int64_t unit = begin; unit < end; ++unit) task.Run(unit);
  });
}

}  // namespace weft::ops
