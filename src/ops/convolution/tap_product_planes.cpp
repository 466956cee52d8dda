// SPDX-License-Identifier: MIT
// The tap product of images whose pixels lie next to each other (NCHW). Pixels that one tap meets
// are read where they lie. Else a block of the image, with all input channels of a group, is staged
// as float32 in a frame of zeros. Strides split it into phases, so that outputs next to each other
// read numbers next to each other: with Strides 2 taps 0 and 2 read the even columns, tap 1 the odd
// ones. Groups of one channel are a depthwise convolution; lines that 3 x 3 taps meet are read
// where they lie, too, and only those at the borders of the image are staged. The kernels of
// plane_product.h do the sums.
#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "base/split.h"
#include "ops/convolution/operands.h"
#include "ops/convolution/plane_product.h"
#include "ops/convolution/tap_product.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;
// Of lines: below, their last parts are too large a part of them.
constexpr int64_t kShortLine = 16;
// How much is staged at once: it stays in the second-level cache while all output channels of a
// group read it; where those are one, in the first. Lines of windows that are not staged have more
// of that for themselves.
constexpr int64_t kStagedFloats = 64 << 10, kStagedFloatsOfOne = 6 << 10;
constexpr int64_t kWindowFloats = 8 << 10;
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

// Of what a block meets along an axis every stride-th input, from the `first` one on: those of
// `inside`, counted from there, are no padding.
struct Seen {
  int64_t first;
  Range inside;
};

class PlaneTapProduct {
 public:
  // Sizes, without blocks.
  explicit PlaneTapProduct(const ConvolutionProblem& problem);
  bool ReadsInPlace() const { return reads_in_place_; }
  Refusal RefusesToStage();
  void ChooseAll(const ConvolutionProblem& problem);

  class Task;
  // Of work: a block of an image, for some output channels of a group.
  int64_t Units() const {
    return images_.output_size * groups_ * rows_.outputs.blocks * columns_.outputs.blocks *
           channels_.blocks;
  }
  const FloatOperands& operands() const { return operands_; }

 private:
  // Outputs, cut into blocks that begin at multiples of `grain`; the last block is a longest one.
  struct Cut {
    int64_t size = 1, grain = 1, blocks = 1;

    Range At(int64_t i) const {
      const auto [begin, end] = SliceOf(CeilDiv(size, grain), i, blocks);
      return {begin * grain, std::min(end * grain, size)};
    }
    int64_t Longest() const { return std::min(RoundUp(CeilDiv(size, blocks), grain), size); }
    // No fewer blocks than before, and `count` where none of them has fewer than `least` outputs.
    void Into(int64_t count, int64_t least) {
      blocks = std::max(blocks, std::min(count, size / least));
    }
  };

  struct Axis : ConvolvedDim {
    Cut outputs;

    Axis() = default;
    explicit Axis(const ConvolvedDim& dim) : ConvolvedDim(dim), outputs{dim.output_size} {
      if (output_size == 1) stride = 1;  // of many phases all but one would be staged for nothing
    }
    int64_t Reach() const { return (filter_size - 1) * dilation; }
    // What outputs next to each other read next to each other: every stride-th input.
    int64_t InputPhases() const { return std::min(stride, Reach() + 1); }
    int64_t Pitch() const { return outputs.Longest() + Reach() / stride; }  // of a block's phase
    // From an input to the next one of its phase, if there is one: else it could be far too many.
    int64_t StrideBytes() const { return stride < input_size ? stride * input_bytes : 0; }
    bool IsTriple() const { return filter_size == 3 && stride == 1 && dilation == 1; }
    Seen SeenBy(const Range& block, int64_t phase = 0) const {
      const int64_t first = block.begin * stride - start_padding;
      const int64_t count = (block.count() - 1) * stride + Reach() + 1;
      return {first + phase,
              Inside(first + phase, stride, count, std::min(first + count, input_size))};
    }
  };

  bool FindPixelLines(const ConvolutionProblem& problem);  // whether there are any
  bool ChooseBlocks(int64_t most_floats);                  // whether there are any that fit
  void ShareOut(int threads);
  void FindTaps();

  CopyTile LoadTile(const Range& rows, const Range& columns) const {  // of a phase
    return {rows.count(), columns.count(),     pitch_ * input_.size,
            input_.size,  rows_.StrideBytes(), columns_.StrideBytes()};
  }
  CopyTile StoreTile(const Range& rows, const Range& columns) const {  // of sums
    return {rows.count(),          columns.count(),       rows_.output_bytes,
            columns_.output_bytes, pitch_ * output_.size, output_.size};
  }
  int64_t Phases() const { return rows_.InputPhases() * columns_.InputPhases(); }

  ConvolvedDim images_;
  Axis rows_, columns_;
  Cut channels_;                     // of output, in a group
  int64_t groups_, input_channels_;  // of a group
  TensorBytes input_, output_;
  // Floats: from one staged line to the next, of a phase, of all that is staged at once, and from
  // one output channel's sums to the next one's.
  int64_t pitch_ = 0, phase_floats_ = 0, staged_floats_ = 0, sums_step_ = 0;
  std::vector<int64_t> offsets_;  // of each tap's first number, in floats
  bool has_depth_ = false;        // images of three dimensions, which are not taken
  bool reads_in_place_ = false, writes_in_place_ = false;
  bool walks_ = false;           // 3 x 3 taps of one channel, …
  bool walks_in_place_ = false;  // … in lines that are not staged
  TileKernel load_ = nullptr, store_ = nullptr;
  ConvertRow widen_ = nullptr, narrow_ = nullptr;  // for FLOAT16, else null
  FloatOperands operands_;
  // In the scratch memory of a thread.
  int64_t staged_offset_ = 0, loaded_offset_ = 0, lines_offset_ = 0, sums_offset_ = 0,
          narrowed_offset_ = 0;
};

// One tap meets each pixel once, so an image is one row of all pixels, or several rows of pixels
// that are evenly spaced in both tensors.
bool PlaneTapProduct::FindPixelLines(const ConvolutionProblem& problem) {
  const Layout &from = problem.input.layout, &to = problem.output.layout;
  const int last = from.rank() - 1;
  for (const int split : {2, last}) {
    const auto axis = [&](int first, int end) -> std::optional<Axis> {
      const auto input = EvenStep(from, first, end), output = EvenStep(to, first, end);
      if (!input || !output) return std::nullopt;
      int64_t count = 1;
      for (int dim = first; dim <= end; ++dim) count *= from.sizes[dim];
      return Axis({.input_size = count,
                   .output_size = count,
                   .input_bytes = *input * input_.size,
                   .output_bytes = *output * output_.size});
    };
    const auto rows = axis(2, split - 1), columns = axis(split, last);
    if (!rows || !columns || (split > 2 && columns->input_size < kShortLine)) continue;
    rows_ = *rows;
    columns_ = *columns;
    return true;
  }
  return false;
}

PlaneTapProduct::PlaneTapProduct(const ConvolutionProblem& problem)
    : channels_{.size = problem.OutputChannels(), .grain = kPackedRows},
      groups_(problem.group_count),
      input_channels_(problem.InputChannels()),
      input_(problem.input),
      output_(problem.output) {
  Axis &rows = rows_, &columns = columns_;
  const auto& [images, depth, height, width] = DimsOf(problem);
  images_ = images;
  const bool is_float = problem.input.type == kFloat;
  if (MeetsPixelsOnce(problem) && FindPixelLines(problem)) {
    reads_in_place_ =
        is_float && columns.input_bytes == kFloatBytes && columns.outputs.size >= kLeastPlaneWidth;
    if (reads_in_place_) columns.outputs.grain = kTilePlanePixels;
  } else {
    has_depth_ = problem.input.rank() > 4;
    rows = Axis(height);
    columns = Axis(width);
    walks_ = input_channels_ == 1 && channels_.size == 1 && rows.IsTriple() && columns.IsTriple() &&
             columns.outputs.size >= kLeastPlaneWidth;
    // Beside a line that is neither the first one nor the last there are others.
    walks_in_place_ = walks_ && is_float && columns.input_bytes == kFloatBytes &&
                      rows.input_bytes >= columns.input_size * kFloatBytes;
  }
  writes_in_place_ = problem.output.type == kFloat && columns.output_bytes == kFloatBytes &&
                     columns.outputs.size >= kLeastPlaneWidth;
}

Refusal PlaneTapProduct::RefusesToStage() {
  if (has_depth_) return {"images have a depth"};
  if (!ChooseBlocks(kMostStagedFloats))
    return {"of {} input channels no block of the image is below {} floats", input_channels_,
            kMostStagedFloats};
  return {};
}

void PlaneTapProduct::ChooseAll(const ConvolutionProblem& problem) {
  // An activation or a copy is to find sums in the second-level cache; smaller blocks would read
  // the filter too often.
  constexpr int64_t kBlockFloats = 32 << 10, kLeastPixels = 2 * kTilePlanePixels;
  if (!reads_in_place_)
    ChooseBlocks(walks_in_place_        ? kWindowFloats
                 : input_channels_ == 1 ? kStagedFloatsOfOne
                                        : kStagedFloats) ||
        ChooseBlocks(kMostStagedFloats);
  else if (problem.fused_activation || !writes_in_place_)
    ChooseBlocks(std::max(kBlockFloats, kLeastPixels * channels_.size));
  const int threads = ThreadsForWork(problem.Products());
  ShareOut(threads);
  FindTaps();
  if (problem.input.type != kFloat) widen_ = ConverterFor(kFloat, problem.input.type);
  if (problem.output.type != kFloat) narrow_ = ConverterFor(problem.output.type, kFloat);
  load_ = KernelForAnySize(int(input_.size), LoadTile({}, {}));
  store_ = KernelForAnySize(int(output_.size), StoreTile({}, {}));
  Temporary thread;
  if (!reads_in_place_) staged_offset_ = thread.Add(staged_floats_ * kFloatBytes);
  loaded_offset_ = widen_ ? thread.Add(staged_floats_ * input_.size) : staged_offset_;
  if (walks_) lines_offset_ = thread.Add(rows_.Pitch() * int64_t(sizeof(float*)));
  if (!writes_in_place_) sums_offset_ = thread.Add(channels_.Longest() * sums_step_ * kFloatBytes);
  if (narrow_) narrowed_offset_ = thread.Add(sums_step_ * output_.size);
  operands_ = FloatOperands(problem, SplitFilter(problem), kPackedRows,
                            Layout::Packed({groups_, channels_.size}),
                            groups_ * channels_.size * kFloatBytes, threads, thread.bytes());
}

// Whole rows if some of them fit, else shorter ones. Floats are those that are staged, or the sums
// of what is not. Rows that are staged twice should not be most of them.
bool PlaneTapProduct::ChooseBlocks(int64_t most_floats) {
  const double each = reads_in_place_ ? double(channels_.size)
                                      : double(input_channels_) * double(rows_.InputPhases()) *
                                            double(columns_.InputPhases());
  if (each > double(most_floats)) return false;
  Cut &rows = rows_.outputs, &columns = columns_.outputs;
  const int64_t good_rows = rows_.filter_size == 1 ? 1 : std::min(kGoodRows, rows.size);
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
void PlaneTapProduct::ShareOut(int threads) {
  constexpr int64_t kUnitsOfThread = 4, kLeastChannels = 24;
  const int64_t wanted = threads == 1 ? 1 : kUnitsOfThread * threads;
  const auto share = [&](Cut& cut, int64_t least) {
    cut.Into(CeilDiv(wanted * cut.blocks, Units()), least);
  };
  // Rows that are staged twice should not be more than those that are not.
  share(rows_.outputs,
        reads_in_place_ ? 1 : std::max<int64_t>(2 * (rows_.Reach() / rows_.stride), 4));
  if (reads_in_place_ && rows_.outputs.size == 1)
    share(columns_.outputs, 2 * columns_.outputs.grain);
  share(channels_, kLeastChannels);
  pitch_ = columns_.Pitch();
  phase_floats_ = rows_.Pitch() * pitch_;
  staged_floats_ = input_channels_ * Phases() * phase_floats_ + kLeastPlaneWidth;
  if (walks_) staged_floats_ += pitch_;  // a line of zeros
  sums_step_ = RoundUp(rows_.outputs.Longest() * pitch_, kLeastPlaneWidth);
  if (!writes_in_place_)
    channels_.Into(CeilDiv(channels_.size * sums_step_, kSumsFloats), channels_.grain);
}

void PlaneTapProduct::FindTaps() {
  for (int64_t r = 0; r < rows_.filter_size; ++r)
    for (int64_t c = 0; c < columns_.filter_size; ++c) {
      const int64_t row = r * rows_.dilation, column = c * columns_.dilation;
      const int64_t phase = row % rows_.stride * columns_.InputPhases() + column % columns_.stride;
      for (int64_t channel = 0; channel < input_channels_; ++channel)
        offsets_.push_back(reads_in_place_
                               ? channel * input_.channel / kFloatBytes
                               : (channel * Phases() + phase) * phase_floats_ +
                                     row / rows_.stride * pitch_ + column / columns_.stride);
    }
}

// Some units, one after the other. What is staged serves all output channels of a group.
class PlaneTapProduct::Task {
 public:
  Task(const PlaneTapProduct& plan, const FloatOperands::Pointers& to, std::byte* scratch)
      : plan_(plan),
        to_(to),
        scratch_(scratch),
        loaded_(scratch + plan.loaded_offset_),
        staged_(reinterpret_cast<float*>(scratch + plan.staged_offset_)),
        lines_(reinterpret_cast<const float**>(scratch + plan.lines_offset_)) {}

  // Neighbours differ in their output channels first, then in the part of the plane, so that
  // threads write far from each other. A task does one part of its planes after the other.
  void Run(const Range& units) {
    const int64_t channels = plan_.channels_.blocks;
    const int64_t parts = plan_.rows_.outputs.blocks * plan_.columns_.outputs.blocks;
    const Range blocks = {units.begin / channels, CeilDiv(units.end, channels)};
    for (int64_t part = 0; part < parts; ++part)
      for (int64_t block = RoundUp(blocks.begin - part, parts) + part; block < blocks.end;
           block += parts) {
        FindBlock(block / parts, part);
        const int64_t first = block * channels, last = std::min(units.end - first, channels);
        for (int64_t i = std::max<int64_t>(units.begin - first, 0); i < last; ++i)
          Sum(plan_.channels_.At(i));
      }
  }

 private:
  void FindBlock(int64_t plane, int64_t index) {
    const PlaneTapProduct& p = plan_;
    const Cut &rows = p.rows_.outputs, &columns = p.columns_.outputs;
    group_ = plane % p.groups_;
    image_ = plane / p.groups_;
    // Zeros stay where they are as long as the same part of each plane is staged.
    if (!p.reads_in_place_ && index != frame_)
      std::memset(loaded_, 0, size_t(p.staged_floats_ * p.input_.size));
    frame_ = index;
    rows_ = rows.At(index / columns.blocks);
    columns_ = columns.At(index % columns.blocks);
    const std::byte* const channel =
        to_.input + image_ * p.images_.input_bytes + group_ * p.input_channels_ * p.input_.channel;
    input_ = staged_;
    if (p.reads_in_place_)
      input_ = Floats(channel + rows_.begin * p.rows_.input_bytes +
                      columns_.begin * p.columns_.input_bytes);
    else if (p.walks_)
      FindLines(channel);
    else
      Stage(channel);
  }

  // What is seen of a phase, which is staged from `at` on.
  void Load(int64_t at, const std::byte* channel, const Seen& rows, const Seen& columns) const {
    const Axis &y = plan_.rows_, &x = plan_.columns_;
    if (rows.inside.count() <= 0 || columns.inside.count() <= 0) return;
    at += rows.inside.begin * plan_.pitch_ + columns.inside.begin;
    plan_.load_(loaded_ + at * plan_.input_.size,
                channel + (rows.first + rows.inside.begin * y.stride) * y.input_bytes +
                    (columns.first + columns.inside.begin * x.stride) * x.input_bytes,
                plan_.LoadTile(rows.inside, columns.inside));
  }

  void Widen() const {
    if (plan_.widen_)
      plan_.widen_(reinterpret_cast<std::byte*>(staged_), loaded_, plan_.staged_floats_);
  }

  // Windows reach beyond a line's ends, where there is memory of the tensor if the line is neither
  // the first one nor the last: those that are, or all, are staged behind a line of zeros.
  void FindLines(const std::byte* channel) {
    const Axis& y = plan_.rows_;
    const int64_t pitch = plan_.pitch_;
    const Seen rows = y.SeenBy(rows_), columns = plan_.columns_.SeenBy(columns_);
    const auto [begin, end] = rows.inside;
    Range stay = {end, end};
    if (plan_.walks_in_place_) stay.begin = std::clamp(1 - rows.first, begin, end);
    if (plan_.walks_in_place_)
      stay.end = std::clamp(y.input_size - 1 - rows.first, stay.begin, end);
    Load(pitch, channel, {rows.first, {begin, stay.begin}}, columns);
    Load(pitch, channel, {rows.first, {stay.end, end}}, columns);
    Widen();
    inside_ = columns.inside;
    for (int64_t i = 0; i < rows_.count() + y.Reach(); ++i)
      lines_[i] = i < begin || i >= end ? staged_ : staged_ + (i + 1) * pitch;
    for (int64_t i = stay.begin; i < stay.end; ++i)
      lines_[i] = Floats(channel + (rows.first + i) * y.input_bytes) + columns.first;
  }

  // All input channels of the group, from `channel` on.
  void Stage(const std::byte* channel) {
    const PlaneTapProduct& p = plan_;
    const Axis &y = p.rows_, &x = p.columns_;
    int64_t at = 0;
    for (int64_t i = 0; i < p.input_channels_; ++i, channel += p.input_.channel)
      for (int64_t r = 0; r < y.InputPhases(); ++r) {
        const Seen rows = y.SeenBy(rows_, r);
        for (int64_t c = 0; c < x.InputPhases(); ++c, at += p.phase_floats_)
          Load(at, channel, rows, x.SeenBy(columns_, c));
      }
    Widen();
  }

  // Of output channels of the group.
  void Sum(const Range& channels) {
    const PlaneTapProduct& p = plan_;
    const Axis &y = p.rows_, &x = p.columns_;
    const PackedFilter& filter = p.operands_.filter();
    const int64_t channel = group_ * p.channels_.size + channels.begin, pitch = p.pitch_;
    std::byte* const output = to_.output + image_ * p.images_.output_bytes +
                              channel * p.output_.channel + rows_.begin * y.output_bytes +
                              columns_.begin * x.output_bytes;
    PlaneProduct product = {
        .filter = Floats(to_.weights) + group_ * filter.group_elements() +
                  channels.begin * filter.depth(),
        .start = Floats(to_.start) + channel,  // [group][output channel]
        .input = input_,
        .offsets = p.offsets_.data(),
        .output = reinterpret_cast<float*>(p.writes_in_place_ ? output : scratch_ + p.sums_offset_),
        .output_row = p.writes_in_place_ ? p.output_.channel / kFloatBytes : p.sums_step_,
        .rows = channels.count(),
        .depth = filter.depth(),
        .width = columns_.count(),
        .lines = rows_.count(),
        .input_line = p.reads_in_place_ ? y.input_bytes / kFloatBytes : pitch,
        .output_line = p.writes_in_place_ ? y.output_bytes / kFloatBytes : pitch,
        .windows = p.walks_ ? lines_ : nullptr,
        .inside = inside_};
    const int64_t sums = (rows_.count() - 1) * pitch + columns_.count();
    if (!p.writes_in_place_ && !p.reads_in_place_ && !p.walks_) {
      // Staged lines follow each other, so they are one, whose sums between them are of no use.
      product.width = std::max(sums, kLeastPlaneWidth);
      product.lines = 1;
    }
    MultiplyPlanes(product);
    if (const RowFunction* const activation = p.operands_.activation())
      Activate(*activation, product);
    for (int64_t c = 0; !p.writes_in_place_ && c < channels.count(); ++c) {
      const auto* from = reinterpret_cast<std::byte*>(product.output + c * product.output_row);
      std::byte* const narrowed = scratch_ + p.narrowed_offset_;
      if (p.narrow_) p.narrow_(narrowed, from, sums);
      p.store_(output + c * p.output_.channel, p.narrow_ ? narrowed : from,
               p.StoreTile(rows_, columns_));
    }
  }

  const PlaneTapProduct& plan_;
  const FloatOperands::Pointers& to_;
  std::byte* const scratch_;  // of a thread
  std::byte* const loaded_;   // before it is widened, if it is
  float* const staged_;
  const float** const lines_;
  int64_t frame_ = -1;  // that is staged: its rows and columns
  int64_t group_ = 0, image_ = 0;
  Range rows_ = {}, columns_ = {};
  const float* input_ = nullptr;
  Range inside_ = {};  // of the lines
};

}  // namespace

Refusal RefusesPlanes(const ConvolutionProblem& problem) {
  if (problem.addend) return {"it adds nothing to its results"};
  if (problem.IsBackward()) return {"Direction is BACKWARD"};
  if (std::ranges::any_of(problem.output_padding, [](uint32_t padding) { return padding > 0; }))
    return {"there is an OutputPadding"};
  if (problem.IsEmpty()) return {"there is nothing to compute"};
  if (!HasOrdinaryWindows(problem)) return {"a window is wider than 4096 or sees padding alone"};
  PlaneTapProduct product(problem);
  return product.ReadsInPlace() ? Refusal() : product.RefusesToStage();
}

bool PlanesAreReadInPlace(const ConvolutionProblem& problem) {
  return PlaneTapProduct(problem).ReadsInPlace();
}

Planned PlanPlanes(const ConvolutionProblem& problem, const Machine&) {
  PlaneTapProduct product(problem);
  product.ChooseAll(problem);
  return ConvolutionProgram(std::move(product));
}

}  // namespace weft::ops
