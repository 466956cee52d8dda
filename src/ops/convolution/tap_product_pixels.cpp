// SPDX-License-Identifier: MIT
// The tap product with lanes along the output channels, which lie next to each other (NHWC), and
// its form for channels that keep to themselves.
//
// Work is cut into blocks of output pixels of one phase. A block that meets pixels of the input
// alone, and these as float32 with their channels next to each other, reads them where they lie.
// What another block meets is staged: copied into a frame of zeros, so that kernels know neither
// borders nor layouts; but where channels keep to themselves that would take a quarter of the time,
// and the kernel is told which taps meet padding. A task takes some blocks, and of each all columns
// or a slice of them.
#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "ops/convolution/operands.h"
#include "ops/convolution/pixel_blocks.h"
#include "ops/convolution/tap_kernel.h"
#include "ops/convolution/tap_product.h"
#include "strided/convert.h"
#include "strided/loop_nest.h"
#include "strided/tile_kernels.h"

namespace weft::ops {
namespace {

constexpr DataType kFloat = DataType::Float32;
// Of a block: all columns read its inputs from the second-level cache, and all pixels the weights
// of a few taps. The more pixels, the less often these are read; of fewer than the least, tiles at
// the ends of blocks are too large a part.
constexpr int64_t kMostPixels = 1024, kLeastPixels = 48;
constexpr int64_t kStagedFloats = 256 << 10, kWeightBytes = 256 << 10;
constexpr int64_t kColumnsBytes = kBlockColumns * kFloatBytes;  // of a pixel's sums
// Whose places are known at once: a filter of 7 x 7. A multiple of three, for rows of three.
constexpr int64_t kMostTaps = 63;

// That a plan keeps, if there are no more: then tasks need not find them again.
constexpr int64_t kKnownPhases = 8;

class PixelTapProduct {
 public:
  PixelTapProduct(const ConvolutionProblem& problem, const Machine& machine, bool depthwise);

  class Task;
  // Of work: a block of a phase, for a slice of the columns. Phases of fewer blocks leave some
  // idle.
  int64_t Units() const { return phases_ * blocks_ * slices_; }
  const FloatOperands& operands() const { return operands_; }

 private:
  // Output channels that are summed together, and where what belongs to them begins, in bytes.
  struct ColumnBlock {
    int64_t first, count;
    int64_t input, weights, start;
  };

  PhaseBlocks PhaseAt(int64_t index) const;
  void ChooseDepthwise(const ConvolutionProblem& problem, const Machine& machine);
  Layout FindColumnBlocks(int64_t taps);
  void ShareOut(int threads);
  uint64_t ReserveScratch();   // of a thread
  int64_t PixelBytes() const;  // of what is staged

  ConvolvedDims dims_;
  int64_t groups_, channels_, columns_in_group_;  // of input and output in a group
  bool depthwise_, reads_in_place_, writes_in_place_;
  int64_t tile_pixels_ = 1;     // of channels that keep to themselves
  bool tells_borders_ = false;  // to the kernel, instead of staging what is at them
  std::vector<ColumnBlock> columns_;
  int64_t panel_bytes_ = 0, tap_bytes_ = 0;  // of weights: of all taps of a panel, and of one
  int64_t start_bytes_ = 0;
  TensorBytes input_, output_;
  ConvertRow widen_ = nullptr, narrow_ = nullptr;  // for FLOAT16, else null
  int64_t phases_ = 1, blocks_ = 0;                // of all dimensions together, and of one at most
  std::vector<PhaseBlocks> known_phases_;
  int64_t slices_ = 1;       // of the column blocks, which are work for a task each
  int64_t most_pixels_ = 1;  // of a block
  int threads_ = 1;
  // In the scratch memory of a thread, which begins with what is staged.
  int64_t narrow_row_offset_ = 0, sums_offset_ = 0, narrowed_offset_ = 0;
  FloatOperands operands_;
};

PixelTapProduct::PixelTapProduct(const ConvolutionProblem& problem, const Machine& machine,
                                 bool depthwise)
    : dims_(DimsOf(problem)),
      groups_(problem.group_count),
      channels_(problem.InputChannels()),
      columns_in_group_(problem.OutputChannels()),
      depthwise_(depthwise),
      reads_in_place_(HasPixels(problem.input)),
      writes_in_place_(HasPixels(problem.output)),
      input_(problem.input),
      output_(problem.output) {
  if (problem.input.type != kFloat) widen_ = ConverterFor(kFloat, problem.input.type);
  if (problem.output.type != kFloat) narrow_ = ConverterFor(problem.output.type, kFloat);
  Layout filter = SplitFilter(problem);
  if (depthwise) {  // Groups are columns, too.
    ChooseDepthwise(problem, machine);
    std::swap(filter.sizes[0], filter.sizes[1]);
    std::swap(filter.strides[0], filter.strides[1]);
  }
  const Layout start = FindColumnBlocks(problem.Taps());
  const int threads = ThreadsForWork(problem.Products());
  ShareOut(threads);
  operands_ = FloatOperands(problem, filter, depthwise ? groups_ : kPanelColumns, start,
                            start_bytes_, threads, ReserveScratch());
}

void PixelTapProduct::ChooseDepthwise(const ConvolutionProblem& problem, const Machine& machine) {
  const ConvolvedDim& last = dims_.back();
  // The sets of the first-level cache repeat after so many bytes, and pixels that are a multiple of
  // a large power of two apart share few of them. Staged they lie close together and stay there for
  // the next rows, unless rows are long; where they are not, tiles are to be small.
  constexpr int64_t kSetsBytes = 4096, kLongRow = 40;
  const int64_t places = kSetsBytes / std::gcd(last.input_bytes, kSetsBytes);
  if (places <= 2 && last.output_size < kLongRow && problem.Taps() > 1) reads_in_place_ = false;
  tile_pixels_ = reads_in_place_ && places <= 4 ? 6 : 12;
  // What a border costs is shared by the channels of two vectors. With short ones it is more than
  // staging, unless that copies more pixels than there are outputs.
  tells_borders_ = reads_in_place_ && (machine.vector_bytes >= 64 || last.input_step() > 1);
}

// Returns where biases go, as {group, output channel}.
Layout PixelTapProduct::FindColumnBlocks(int64_t taps) {
  const int64_t groups = depthwise_ ? 1 : groups_;
  const int64_t columns = depthwise_ ? groups_ : columns_in_group_;
  const int64_t room = depthwise_ ? columns : RoundUp(columns, kPanelColumns);
  tap_bytes_ = (depthwise_ ? columns : channels_ * kPanelColumns) * kFloatBytes;
  panel_bytes_ = taps * tap_bytes_;
  start_bytes_ = groups * room * kFloatBytes;
  for (int64_t group = 0; group < groups; ++group)
    for (int64_t column = 0; column < columns; column += kBlockColumns) {
      const int64_t start = (group * room + column) * kFloatBytes;
      columns_.push_back(
          {.first = group * columns + column,
           .count = std::min<int64_t>(kBlockColumns, columns - column),
           .input = depthwise_ ? start : group * channels_ * kFloatBytes,
           .weights = depthwise_ ? start : start / (kPanelColumns * kFloatBytes) * panel_bytes_,
           .start = start});
    }
  return {{groups_, columns_in_group_}, {depthwise_ ? 1 : room, 1}};
}

// Some units of work for each thread: blocks of fewer pixels, and of all columns a slice where
// there are few blocks.
void PixelTapProduct::ShareOut(int threads) {
  constexpr int64_t kUnitsOfThread = 4;
  most_pixels_ = kMostPixels;
  threads_ = threads;
  if (threads == 1) return;
  int64_t pixels = 1;
  for (const ConvolvedDim& dim : dims_) pixels *= dim.output_size;
  const int64_t wanted = kUnitsOfThread * threads;
  most_pixels_ = std::clamp(CeilDiv(pixels, wanted), kLeastPixels, kMostPixels);
  const int64_t blocks = std::max<int64_t>(pixels / most_pixels_, 1);
  slices_ = std::clamp<int64_t>(wanted / blocks, 1, std::max<int64_t>(std::ssize(columns_), 1));
}

uint64_t PixelTapProduct::ReserveScratch() {
  int64_t staged_bytes = 0, row = 0;
  for (const ConvolvedDim& dim : dims_) phases_ *= dim.output_size > 0 ? dim.phases() : 0;
  for (int64_t i = 0; i < phases_; ++i) {
    const PhaseBlocks phases = PhaseAt(i);
    blocks_ = std::max(blocks_, phases.Blocks());
    if (phases_ <= kKnownPhases) known_phases_.push_back(phases);
    for (const PhaseBlocks::Box& box : phases.boxes()) {
      if (box.Blocks() == 0) continue;
      bool stages = !reads_in_place_;
      int64_t bytes = PixelBytes(), pixels = 1;
      for (size_t d = kConvolvedDims; d-- > 0; bytes *= pixels) {
        const Range inside = dims_[d].InsideOf(phases[d]), outputs = box.outputs[d];
        stages |= !tells_borders_ && (outputs.begin < inside.begin || outputs.end > inside.end);
        const int64_t longest = CeilDiv(outputs.count(), box.blocks[d]);
        pixels = dims_[d].PositionsOf(phases[d], {outputs.begin, outputs.begin + longest}).count;
        if (d == kConvolvedDims - 1) row = std::max(row, pixels);
      }
      if (stages) staged_bytes = std::max(staged_bytes, bytes);
    }
  }
  const int64_t sums = writes_in_place_ ? 0 : most_pixels_ * kBlockColumns;
  Temporary thread;
  thread.Add(staged_bytes);
  narrow_row_offset_ = thread.Add(widen_ ? row * PixelBytes() / kFloatBytes * input_.size : 0);
  sums_offset_ = thread.Add(sums * kFloatBytes);
  narrowed_offset_ = thread.Add(narrow_ ? sums * output_.size : 0);
  return thread.bytes();
}

PhaseBlocks PixelTapProduct::PhaseAt(int64_t index) const {
  const int64_t inputs = kStagedFloats * kFloatBytes / std::max<int64_t>(PixelBytes(), 1);
  return PhaseBlocks(dims_, index,
                     {most_pixels_, inputs, threads_, reads_in_place_ && !tells_borders_});
}

// Channels that keep to themselves are staged for a block of columns at a time.
int64_t PixelTapProduct::PixelBytes() const {
  const int64_t channels = groups_ * channels_;
  return (depthwise_ ? std::min<int64_t>(channels, kBlockColumns) : channels) * kFloatBytes;
}

// Some units, one after the other.
class PixelTapProduct::Task {
 public:
  Task(const PixelTapProduct& by, const FloatOperands::Pointers& to, std::byte* scratch)
      : by_(by), to_(to), scratch_(scratch) {}

  // Neighbours differ in their columns first, then in their blocks.
  void Run(const Range& units) {
    for (int64_t unit = units.begin; unit < units.end; ++unit) Run(unit);
  }

 private:
  void Run(int64_t unit) {
    const int64_t index = unit / by_.slices_, block = index % by_.blocks_;
    if (const int64_t phase = index / by_.blocks_; phase != phase_) {
      const auto& known = by_.known_phases_;
      phases_ = phase < std::ssize(known) ? known[size_t(phase)] : by_.PhaseAt(phase);
      phase_ = phase;
    }
    if (block >= phases_.Blocks()) return;
    if (index != found_) FindBlock(block);
    found_ = index;
    Sum(SliceOf(std::ssize(by_.columns_), unit % by_.slices_, by_.slices_));
  }

  static constexpr size_t kLast = kConvolvedDims - 1;

  // Of the phase: its pixels, and what they meet.
  void FindBlock(int64_t index) {
    bool inside = true;
    outputs_of_ = phases_.BlockAt(index);
    for (size_t d = 0; d < kConvolvedDims; ++d) {
      met_[d] = by_.dims_[d].PositionsOf(phases_[d], outputs_of_[d]);
      inside &= met_[d].AreInside();
    }
    const bool in_place = by_.reads_in_place_ && (inside || by_.tells_borders_);
    knows_borders_ = in_place && !inside;
    along_ = kLast;
    for (size_t d = 0; d < kConvolvedDims; ++d)
      if (outputs_of_[d].count() > 1) along_ = d;
    origin_ = in_place ? to_.input : scratch_;
    int64_t bytes = by_.PixelBytes();
    for (size_t d = kConvolvedDims; d-- > 0;) {
      const ConvolutionPhase& phase = phases_[d];
      const ConvolvedDim& dim = by_.dims_[d];
      const MetPositions& met = met_[d];
      step_[d] = !in_place ? bytes : met.count > 1 ? met.step * dim.input_bytes : 0;
      bytes *= met.count;
      pixel_step_[d] = dim.input_step() / met.step * step_[d];
      tap_step_[d] = phase.position_step / met.step * step_[d];
      if (in_place) origin_ += met.first * dim.input_bytes;
      if (phase.position_step < 0) origin_ -= phase.Span() / met.step * step_[d];
    }
    staged_bytes_ = in_place ? 0 : bytes;
    is_staged_ = false;
    FindRows();
    first_tap_ = -1;
  }

  // Rows of outputs, and what they meet, lie along the last dimension that has more than one pixel,
  // and go on along those before it that are as evenly spaced, unless their pixels differ in what
  // is padding.
  void FindRows() {
    nest_.depth = 0;
    nest_.offset = {};
    for (size_t d = 0; d < kConvolvedDims; ++d) {
      const ConvolvedDim& dim = by_.dims_[d];
      const int64_t step = dim.output_step() * dim.output_bytes;
      nest_.Push({outputs_of_[d].count(), {step, pixel_step_[d]}});
      nest_.offset[0] += phases_[d].first * dim.output_bytes + outputs_of_[d].begin * step;
    }
    DropUnitLoops(nest_);
    if (!knows_borders_) MergeLoops(nest_);
    pixels_ = nest_.depth > 0 ? nest_.Take(nest_.depth - 1) : Loop<2>();
    rows_ = 0;
    ForEachOffset(nest_, [&](const std::array<int64_t, 2>& at) {
      outputs_[rows_] = to_.output + at[0];
      inputs_[rows_] = at[1];
      sums_[rows_] = scratch_ + by_.sums_offset_ + rows_ * pixels_.count * kColumnsBytes;
      ++rows_;
    });
  }

  // Copies what the block meets of some channels to the scratch memory, and zeros around it.
  void Stage(int64_t first_channel, int64_t channels) {
    const auto is_same = [](const MetPositions& a, const MetPositions& b) {
      return a.count == b.count && a.inside == b.inside;
    };
    // Zeros stay where they are as long as the same part is inside.
    if (!std::ranges::equal(met_, framed_, is_same))
      std::memset(scratch_, 0, size_t(staged_bytes_));
    framed_ = met_;
    is_staged_ = true;
    nest_.depth = 0;
    nest_.offset = {0, first_channel * by_.input_.channel};
    for (size_t d = 0; d < kConvolvedDims; ++d) {
      const auto& [first, step, count, inside] = met_[d];
      const int64_t input_bytes = by_.dims_[d].input_bytes;
      if (inside.count() == 0) return;
      nest_.Push({inside.count(), {step_[d], inside.count() > 1 ? step * input_bytes : 0}});
      nest_.offset[0] += inside.begin * step_[d];
      nest_.offset[1] += (first + inside.begin * step) * input_bytes;
    }
    const Loop<2> pixels = nest_.Take(kLast), rows = nest_.Take(kLast - 1);
    const int64_t size = by_.input_.size, pitch = by_.PixelBytes() / kFloatBytes * size;
    CopyTile row = {pixels.count, channels, pitch, size, pixels.stride[1], by_.input_.channel};
    const bool is_line = row.src_column == size && row.src_row == pitch && pitch == channels * size;
    if (is_line) row = {1, row.rows * channels, 0, size, 0, size};
    if (pitch == size) row = {1, row.rows, 0, size, 0, row.src_row};
    const TileKernel load = KernelForAnySize(int(size), row);
    ForEachOffset(nest_, [&](const std::array<int64_t, 2>& at) {
      std::byte* to = scratch_ + at[0];
      const std::byte* from = to_.input + at[1];
      for (int64_t i = rows.count; i > 0; --i, to += rows.stride[0], from += rows.stride[1]) {
        std::byte* const loaded = by_.widen_ ? scratch_ + by_.narrow_row_offset_ : to;
        load(loaded, from, row);
        if (by_.widen_) by_.widen_(to, loaded, pixels.count * by_.PixelBytes() / kFloatBytes);
      }
    });
  }

  // Of the block.
  void Sum(const Range& column_blocks) {
    const ConvolutionPhase& last = phases_[kLast];
    // Taps of a row that lie next to each other are one tap with more channels.
    const bool merges = by_.groups_ == 1 && last.tap_step == 1 && last.taps > 0 &&
                        (last.taps == 1 || tap_step_[kLast] == by_.PixelBytes());
    taps_of_ = {1, phases_[1].taps, phases_[2].taps, merges ? 1 : last.taps};
    const int64_t taps = taps_of_[1] * taps_of_[2] * taps_of_[kLast];
    const bool in_place = by_.writes_in_place_;
    PixelBlock block = {
        // of all columns; what some of them need follows
        .taps = taps_,
        .channels = by_.channels_ * (merges ? last.taps : 1),
        .inputs = inputs_,
        .input_step = pixels_.stride[1],
        .tap_weights = tap_weights_,
        .panel_bytes = by_.panel_bytes_,
        .outputs = in_place ? outputs_ : sums_,
        .output_step = in_place ? pixels_.stride[0] : kColumnsBytes,
        .rows = rows_,
        .row_pixels = pixels_.count,
        .has_rows_of_three = last.taps == 3 && tap_step_[kLast] == pixels_.stride[1] &&
                             !(knows_borders_ && along_ != kLast),
        .tile_pixels = by_.tile_pixels_,
        .inside = {0, pixels_.count}};
    const int64_t tap_bytes = std::max<int64_t>(block.channels, 1) * kColumnsBytes;
    const int64_t at_once = std::clamp<int64_t>(kWeightBytes / tap_bytes, 1, kMostTaps);
    for (int64_t i = column_blocks.begin; i < column_blocks.end; ++i) {
      const ColumnBlock& columns = by_.columns_[size_t(i)];
      const bool stages_alone = staged_bytes_ > 0 && by_.depthwise_;
      if (stages_alone) Stage(columns.first, columns.count);
      if (staged_bytes_ > 0 && !is_staged_) Stage(0, by_.groups_ * by_.channels_);
      block.input_offset = stages_alone ? 0 : columns.input;
      block.weights = to_.weights + columns.weights;
      block.columns = columns.count;
      if (in_place) block.output_offset = columns.first * kFloatBytes;
      for (int64_t tap = 0; tap == 0 || tap < taps; tap += at_once) {
        block.tap_count = std::min(taps - tap, at_once);
        FindTaps(tap, block.tap_count);
        if (knows_borders_ && block.tap_count > 0) {
          block.outside_rows = outside_rows_;
          block.outside_pixels = outside_pixels_;
          block.inside = inside_;
        }
        block.start = tap == 0 ? to_.start + columns.start : nullptr;
        by_.depthwise_ ? SumTapsDepthwise(block) : SumTaps(block);
      }
      if (!in_place) Store(columns);
    }
    if (in_place && activation_ && column_blocks.count() > 0)
      Activate(by_.columns_[size_t(column_blocks.begin)],
               by_.columns_[size_t(column_blocks.end - 1)]);
  }

  // Taps `first` to `first + count - 1` of the phase, unless they are known.
  void FindTaps(int64_t first, int64_t count) {
    if (first == first_tap_ || count == 0) return;
    first_tap_ = first;
    std::array<int64_t, kConvolvedDims> at;
    for (size_t d = kLast; d > 0; first /= taps_of_[d--]) at[d] = first % taps_of_[d];
    for (int64_t i = 0; i < count; ++i) {
      const std::byte* input = origin_;
      int64_t tap = 0;  // as the filter counts it
      for (size_t d = 1; d < kConvolvedDims; ++d) {
        const ConvolutionPhase& phase = phases_[d];
        input += at[d] * tap_step_[d];
        tap = tap * by_.dims_[d].filter_size + phase.first_tap + at[d] * phase.tap_step;
      }
      taps_[i] = input;
      tap_weights_[i] = tap * by_.tap_bytes_;
      if (knows_borders_) tap_at_[i] = at;
      for (size_t d = kLast; d > 0 && ++at[d] == taps_of_[d]; --d) at[d] = 0;
    }
    if (knows_borders_) FindBorders(count);
  }

  // Which of the taps that are known, of the block's pixels, meet padding.
  void FindBorders(int64_t taps) {
    std::fill_n(outside_rows_, rows_, 0);
    std::fill_n(outside_pixels_, pixels_.count, 0);
    int64_t rows = 1;  // that differ in the dimensions behind d
    for (size_t d = kConvolvedDims; d-- > 0;) {
      const Range& outputs = outputs_of_[d];
      const Range all = by_.dims_[d].InsideOf(phases_[d]);
      const int64_t begin = std::clamp(all.begin - outputs.begin, int64_t(0), outputs.count());
      const Range inside = {begin, std::clamp(all.end - outputs.begin, begin, outputs.count())};
      for (int64_t i = 0; i < outputs.count(); ++i) {
        if (i == inside.begin) i = inside.end;
        if (i == outputs.count()) break;
        const uint64_t outside = OutsideOf(d, outputs.begin + i, taps);
        if (d == along_) outside_pixels_[i] = outside;
        for (int64_t row = i * rows; d != along_ && row < rows_; row += outputs.count() * rows)
          for (int64_t other = 0; other < rows; ++other) outside_rows_[row + other] |= outside;
      }
      if (d == along_)
        inside_ = inside;
      else
        rows *= outputs.count();
    }
  }

  // The taps that meet padding along a dimension.
  uint64_t OutsideOf(size_t d, int64_t output, int64_t taps) const {
    const ConvolutionPhase& phase = phases_[d];
    const ConvolvedDim& dim = by_.dims_[d];
    const int64_t first = phase.position + output * dim.input_step();
    uint64_t outside = 0;
    for (int64_t i = 0; i < taps; ++i) {
      const int64_t position = first + tap_at_[i][d] * phase.position_step;
      const bool sees_input =
          output < phase.with_input && 0 <= position && position < dim.input_size;
      outside |= uint64_t(!sees_input) << i;
    }
    return outside;
  }

  // Sums go from the scratch memory to the output.
  void Store(const ColumnBlock& columns) const {
    const int64_t size = by_.output_.size, step = by_.output_.channel;
    CopyTile tile = {columns.count,     pixels_.count, step,
                     pixels_.stride[0], size,          kBlockColumns * size};
    if (step == size)
      tile = {tile.columns, tile.rows, tile.dst_column, size, tile.src_column, size};
    const TileKernel store = KernelForAnySize(int(size), tile);
    for (int64_t row = 0; row < rows_; ++row) {
      std::byte* from = sums_[row];
      const std::byte* const rows[] = {from};
      if (activation_) (*activation_)(from, rows, pixels_.count * kBlockColumns);
      if (by_.narrow_) {
        std::byte* const narrowed = scratch_ + by_.narrowed_offset_;
        by_.narrow_(narrowed, from, pixels_.count * kBlockColumns);
        from = narrowed;
      }
      store(outputs_[row] + columns.first * step, from, tile);
    }
  }

  // Sums that are in the output, of columns from one block to another.
  void Activate(const ColumnBlock& first, const ColumnBlock& last) const {
    const int64_t columns = last.first + last.count - first.first;
    const bool are_neighbours = pixels_.stride[0] == columns * kFloatBytes;
    for (int64_t row = 0; row < rows_; ++row) {
      std::byte* to = outputs_[row] + first.first * kFloatBytes;
      for (int64_t i = are_neighbours ? 1 : pixels_.count; i > 0; --i, to += pixels_.stride[0]) {
        const std::byte* const addend = to_.addend ? to_.addend + (to - to_.output) : nullptr;
        const std::byte* const rows[] = {to, addend};
        (*activation_)(to, rows, columns * (are_neighbours ? pixels_.count : 1));
      }
    }
  }

  const PixelTapProduct& by_;
  const FloatOperands::Pointers& to_;
  std::byte* const scratch_;  // of a thread
  const RowFunction* const activation_ = by_.operands_.activation();
  int64_t phase_ = -1, found_ = -1;  // that are known: the phases, and the block of all
  PhaseBlocks phases_;
  // Of the block, in each dimension: its outputs and what they meet; bytes from one of these
  // positions to the next one where kernels read them, from a pixel or a tap to the next one.
  std::array<Range, kConvolvedDims> outputs_of_;
  std::array<MetPositions, kConvolvedDims> met_, framed_ = {};  // … and what the zeros are for
  std::array<int64_t, kConvolvedDims> step_, pixel_step_, tap_step_;
  const std::byte* origin_ = nullptr;  // the first tap of the first pixel
  int64_t staged_bytes_ = 0;           // 0 where the block is read where it lies
  bool is_staged_ = false;
  bool knows_borders_ = false;  // the kernel is told about padding, and nothing is staged
  size_t along_ = kLast;        // the dimension of a row's pixels
  // As a kernel takes them.
  int64_t rows_ = 0;
  LoopNest<2> nest_;  // what Stage or FindRows walks; to clear its room each time costs 2 %
  Loop<2> pixels_;    // of a row, with steps from output to output and from input to input
  int64_t inputs_[kMostPixels];
  std::byte *outputs_[kMostPixels], *sums_[kMostPixels];
  int64_t first_tap_ = -1;  // that is known, and those after it
  std::array<int64_t, kConvolvedDims> taps_of_;
  const std::byte* taps_[kMostTaps];
  int64_t tap_weights_[kMostTaps];
  // Of these and the block, if it knows about borders.
  std::array<int64_t, kConvolvedDims> tap_at_[kMostTaps];
  uint64_t outside_rows_[kMostPixels], outside_pixels_[kMostPixels];
  Range inside_ = {};
};

}  // namespace

bool HasPixels(const TensorDesc& tensor) {
  return tensor.type == kFloat && (tensor.strides()[1] == 1 || tensor.sizes()[1] == 1);
}

Refusal RefusesPixels(const ConvolutionProblem& problem) {
  if (!problem.addend) return {};
  if (problem.IsEmpty()) return {"there is nothing to compute"};
  if (!HasPixels(problem.output))
    return {"there is an addend, and OutputTensor.Strides[1] is {}, but 1 is needed then",
            problem.output.strides()[1]};
  return {};
}
Refusal RefusesDepthwisePixels(const ConvolutionProblem& problem) {
  const Refusal refusal = problem.RefusesDepthwise();
  return refusal ? refusal : RefusesPixels(problem);
}

Planned PlanPixels(const ConvolutionProblem& problem, const Machine& machine) {
  return ConvolutionProgram(PixelTapProduct(problem, machine, false));
}
Planned PlanDepthwisePixels(const ConvolutionProblem& problem, const Machine& machine) {
  return ConvolutionProgram(PixelTapProduct(problem, machine, true));
}

}  // namespace weft::ops
