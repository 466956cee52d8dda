// SPDX-License-Identifier: MIT
// Work is cut into tiles of pixels of one phase, and these, or the blocks of columns where there
// are few tiles, over threads. A few tiles are done together so that a block of weights is read
// from the cache.
#include "ops/convolution/convolve.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/split.h"
#include "ops/convolution/depthwise_pixels.h"

namespace weft {
namespace {

constexpr int kBlockTiles = 16;  // tiles
constexpr int kMostPixels = kBlockTiles * kTilePixels;
constexpr int64_t kMostTaps = 49;  // whose positions are known at once: a filter of 7 x 7

// x with a * x = 1 modulo m, for numbers without a common divisor.
int64_t InverseModulo(int64_t a, int64_t m) {
  int64_t r0 = m, r1 = a % m, x0 = 0, x1 = 1;
  while (r1 != 0) {
    const int64_t quotient = r0 / r1;
    r0 = std::exchange(r1, r0 - quotient * r1);
    x0 = std::exchange(x1, x0 - quotient * x1);
  }
  return x0 < 0 ? x0 + m : x0;
}

// A position so far outside that no tap comes back from there.
constexpr int64_t kNowhere = INT64_MIN / 2;

// What the pixels of a row along the last dimension share.
struct Row {
  const std::byte* batch;                            // of the input
  std::array<int64_t, kMostConvolved - 1> position;  // of the first tap
};

using Offsets = std::array<int64_t, kMostConvolved>;
using Phases = ConvolutionPhases;

// Some taps of a phase, one after the other.
struct Taps {
  int64_t first = -1, count = 0;
  int64_t weights[kMostTaps];  // where each one's begin, in bytes
  int64_t inputs[kMostTaps];   // from the position of the phase's first tap, in bytes
  Offsets moved[kMostTaps];    // the same in each dimension
};

int64_t CountPixels(const ConvolvePlan& plan, const Phases& phases) {
  return plan.batch * phases[0].count * phases[1].count * phases[2].count;
}
int64_t CountTiles(int64_t pixels) { return (pixels + kTilePixels - 1) / kTilePixels; }

class Task {
 public:
  Task(const ConvolvePlan& plan, const ConvolvePlan::Operands& operands, int64_t first_block,
       int64_t last_block)
      : plan_(plan), to_(operands), first_block_(first_block), last_block_(last_block) {
    for (int i = 0; plan.store && i < kMostPixels; ++i)
      staged_[i] = sums_ + i * kBlockColumns * kFloatBytes;
  }

  // Tiles `begin` to `end` of all tiles of all phases.
  void Run(int64_t begin, int64_t end) {
    int64_t before = 0;
    ForEachPhase(plan_, [&](const Phases& phases) {
      const int64_t pixels = CountPixels(plan_, phases), tiles = CountTiles(pixels);
      const int64_t from = std::max(begin - before, int64_t(0)), to = std::min(end - before, tiles);
      before += tiles;
      phases_ = &phases;
      alike_taps_.first = other_taps_.first = -1;
      for (int64_t tile = from; tile < to; tile += kBlockTiles) {
        const int64_t last = std::min(tile + kBlockTiles, to);
        RunBlock(tile * kTilePixels, std::min(last * kTilePixels, pixels));
      }
      return before < end;
    });
  }

 private:
  void RunBlock(int64_t first, int64_t last) {
    count_ = int(last - first);
    FindPixels(first);
    const int64_t blocks = plan_.store ? 1 : last_block_ - first_block_;  // at a time
    for (int64_t block = first_block_; block < last_block_; block += blocks) {
      SumInside(block, block + blocks);
      SumAtBorders(block, block + blocks);
      if (plan_.store) Store(block);
    }
    if (!plan_.store && to_.activation) Activate();
  }

  // Taps of the last dimension that lie next to each other are one tap with more channels.
  bool HasRows() const {
    const ConvolvedDim& last = plan_.dims[kMostConvolved - 1];
    return plan_.groups == 1 && !last.backward && last.dilation == 1 &&
           last.input_bytes == plan_.channels * kFloatBytes;
  }

  // Tiles of pixels whose taps are all inside the input, and so lie alike.
  void SumInside(int64_t first_block, int64_t last_block) {
    const Phases& phases = *phases_;
    const int64_t merged = HasRows() ? phases[kMostConvolved - 1].taps : 1;
    const int64_t taps = phases[0].taps * phases[1].taps * phases[2].taps;
    for (int64_t tap = 0; any_alike_ && tap < taps; tap += kMostTaps * merged) {
      FindTaps(alike_taps_, tap, std::min(taps - tap, kMostTaps * merged), merged);
      for (int64_t block = first_block; block < last_block; ++block) {
        ConvolutionTile tile = TileOf(block, alike_taps_);
        tile.tap_inputs = alike_taps_.inputs;
        tile.channels *= merged;
        for (int i = 0; i < count_; i += tile.tiles * kTilePixels) {
          tile.tiles = 1;
          if (!alike_[i / kTilePixels]) continue;
          // Whole tiles go together.
          while (i + (tile.tiles + 1) * kTilePixels <= count_ &&
                 alike_[i / kTilePixels + tile.tiles])
            ++tile.tiles;
          tile.inputs = firsts_ + i;
          SumTile(tile, i);
        }
      }
    }
  }

  // All others, tap by tap.
  void SumAtBorders(int64_t first_block, int64_t last_block) {
    const Phases& phases = *phases_;
    const int64_t taps = phases[0].taps * phases[1].taps * phases[2].taps;
    for (int64_t tap = 0; any_others_ && (tap == 0 || tap < taps); tap += kMostTaps) {
      FindTaps(other_taps_, tap, std::min(taps - tap, kMostTaps), 1);
      if (tabled_taps_ != tap) FindTapInputs();
      for (int64_t block = first_block; block < last_block; ++block) {
        ConvolutionTile tile = TileOf(block, other_taps_);
        tile.tap_inputs = kNotMoved;
        tile.tap_step = kTilePixels;
        for (int i = 0; i < count_; i += kTilePixels) {
          if (alike_[i / kTilePixels]) continue;
          tile.inputs = tap_inputs_[i / kTilePixels];
          SumTile(tile, i);
        }
      }
    }
  }

  int PixelsOf(int i) const { return std::min(kTilePixels, count_ - i); }

  // Places of the first tap in dimension d which have all others inside the input, too.
  struct Inside {
    int64_t begin, end;
    bool Has(int64_t position) const { return position >= begin && position < end; }
  };
  Inside InsideOf(size_t d) const {
    const ConvolutionPhase& phase = (*phases_)[d];
    const int64_t span = (phase.taps - 1) * phase.position_step;
    return {std::max(int64_t(0), -span), plan_.dims[d].input_size - std::max(int64_t(0), span)};
  }

  // Row by row along the last dimension.
  void FindPixels(int64_t begin) {
    constexpr size_t kLast = kMostConvolved - 1;
    const Phases& phases = *phases_;
    const ConvolvedDim& last = plan_.dims[kLast];
    const ConvolutionPhase& phase = phases[kLast];
    const Inside inside = InsideOf(kLast);
    Offsets at;
    int64_t rest = begin;
    for (size_t d = kMostConvolved; d-- > 0; rest /= phases[d].count)
      at[d] = rest % phases[d].count;
    for (int i = 0, r = 0; i < count_; ++r) {
      Row& row = rows_[r] = {to_.input + rest * plan_.input_batch_bytes, {}};
      std::byte* output = to_.output + rest * plan_.output_batch_bytes;
      const std::byte* first = row.batch;  // where the last dimension's position is 0
      for (size_t d = 0; d < kLast; ++d) {
        const ConvolvedDim& dim = plan_.dims[d];
        output += (phases[d].first + at[d] * dim.output_step()) * dim.output_bytes;
        row.position[d] =
            at[d] < phases[d].with_input ? phases[d].position + at[d] * dim.input_step() : kNowhere;
        first = first && InsideOf(d).Has(row.position[d])
                    ? first + row.position[d] * dim.input_bytes
                    : nullptr;
      }
      output += (phase.first + at[kLast] * last.output_step()) * last.output_bytes;
      const int here = int(std::min<int64_t>(count_ - i, phase.count - at[kLast]));
      const int64_t seen = phase.with_input - at[kLast],
                    step = last.output_step() * last.output_bytes;
      int64_t position = phase.position + at[kLast] * last.input_step();
      for (int j = 0; j < here; ++j, ++i, position += last.input_step(), output += step) {
        if (j >= seen) position = kNowhere;
        outputs_[i] = output;
        firsts_[i] = first && inside.Has(position) ? first + position * last.input_bytes : nullptr;
        row_of_[i] = r;
        last_position_[i] = position;
      }
      at[kLast] += here;
      for (size_t d = kMostConvolved; d-- > 0 && at[d] == phases[d].count;) {
        at[d] = 0;
        ++(d > 0 ? at[d - 1] : rest);
      }
    }
    tabled_taps_ = -1;
    any_alike_ = any_others_ = false;
    for (int i = 0; i < count_; i += kTilePixels) {
      bool& alike = alike_[i / kTilePixels] = true;
      for (int p = 0; p < PixelsOf(i); ++p) alike &= firsts_[i + p] != nullptr;
      any_alike_ |= alike;
      any_others_ |= !alike;
    }
  }

  // Every `merged`th of taps `first` to `first + count - 1`, unless they are known.
  void FindTaps(Taps& taps, int64_t first, int64_t count, int64_t merged) const {
    if (taps.first == first) return;
    taps.first = first;
    taps.count = count / merged;
    const Phases& phases = *phases_;
    for (int64_t t = 0; t < taps.count; ++t) {
      Offsets& moved = taps.moved[t];
      int64_t index = first + t * merged;
      for (size_t d = kMostConvolved; d-- > 0; index /= phases[d].taps)
        moved[d] = index % phases[d].taps;
      int64_t tap = 0;  // as the filter counts it
      taps.inputs[t] = 0;
      for (size_t d = 0; d < kMostConvolved; ++d) {
        tap = tap * plan_.dims[d].filter_size + phases[d].first_tap + moved[d] * phases[d].tap_step;
        moved[d] *= phases[d].position_step;
        taps.inputs[t] += moved[d] * plan_.dims[d].input_bytes;
      }
      taps.weights[t] = tap * plan_.TapBytes();
    }
  }

  // Of the other taps for the pixels of all tiles that are not alike.
  void FindTapInputs() {
    tabled_taps_ = other_taps_.first;
    for (int i = 0; i < count_; i += kTilePixels) {
      if (alike_[i / kTilePixels]) continue;
      for (int64_t t = 0; t < other_taps_.count; ++t)
        for (int p = 0; p < PixelsOf(i); ++p)
          tap_inputs_[i / kTilePixels][t * kTilePixels + p] =
              TapInputOf(i + p, other_taps_.moved[t]);
    }
  }
  const std::byte* TapInputOf(int i, const Offsets& moved) const {
    const Row& row = rows_[row_of_[i]];
    const std::byte* at = row.batch;
    for (size_t d = 0; d < kMostConvolved; ++d) {
      const ConvolvedDim& dim = plan_.dims[d];
      const int64_t position =
          (d < row.position.size() ? row.position[d] : last_position_[i]) + moved[d];
      if (position < 0 || position >= dim.input_size) return to_.zeros;
      at += position * dim.input_bytes;
    }
    return at;
  }

  // The first panel of a block, among all panels.
  int64_t PanelOf(int64_t block) const {
    const int64_t in_group = plan_.BlocksInGroup();
    return block / in_group * plan_.PanelsInGroup() +
           block % in_group * (kBlockColumns / kPanelColumns);
  }

  // Without its pixels.
  ConvolutionTile TileOf(int64_t block, const Taps& taps) const {
    const int64_t group = block / plan_.BlocksInGroup(), panel = PanelOf(block);
    return {.input_offset = group * plan_.channels * kFloatBytes,
            .taps = taps.count,
            .channels = plan_.channels,
            .weights = to_.weights + panel * plan_.PanelBytes(),
            .panel_bytes = plan_.PanelBytes(),
            .tap_weights = taps.weights,
            .output_offset = plan_.store ? 0 : plan_.FirstColumn(block) * kFloatBytes,
            .columns = plan_.ColumnsIn(block),
            .start = taps.first == 0 ? to_.start + panel * kPanelColumns * kFloatBytes : nullptr};
  }
  void SumTile(ConvolutionTile& tile, int i) const {
    tile.pixels = PixelsOf(i);
    tile.outputs = (plan_.store ? staged_ : outputs_) + i;
    plan_.kernel(tile);
  }

  // visit(first, count) for pixels whose outputs are evenly spaced.
  template <class Visit>
  void ForEachRun(const Visit& visit) const {
    const ConvolvedDim& last = plan_.dims[kMostConvolved - 1];
    const int64_t step = last.output_step() * last.output_bytes;
    for (int i = 0, next; i < count_; i = next) {
      next = i + 1;
      while (next < count_ && outputs_[next] == outputs_[i] + (next - i) * step) ++next;
      visit(i, next - i);
    }
  }
  void Store(int64_t block) {
    ForEachRun([&](int first, int count) {
      plan_.StoreRun(to_, staged_[first], count, outputs_[first], block);
    });
  }
  void Activate() const {
    ForEachRun([&](int first, int count) {
      plan_.Activate(to_, outputs_[first], count, first_block_, last_block_);
    });
  }

  const ConvolvePlan& plan_;
  const ConvolvePlan::Operands& to_;
  int64_t first_block_, last_block_;
  const Phases* phases_ = nullptr;
  int count_ = 0;  // of pixels
  static constexpr int64_t kNotMoved[kMostTaps] = {};
  Taps alike_taps_, other_taps_;
  int64_t tabled_taps_ = -1;  // the first of those in tap_inputs_
  bool any_alike_ = false, any_others_ = false;
  bool alike_[kBlockTiles];  // for each tile, whether all taps of its pixels are inside
  // For each pixel: its output, its first tap where all are inside, its row, its position there.
  std::byte* outputs_[kMostPixels];
  const std::byte* firsts_[kMostPixels];
  int row_of_[kMostPixels];
  int64_t last_position_[kMostPixels];
  Row rows_[kMostPixels];
  std::byte* staged_[kMostPixels];  // in sums_
  alignas(kLineBytes) std::byte sums_[kMostPixels * kBlockColumns * kFloatBytes] = {};
  const std::byte* tap_inputs_[kBlockTiles][kMostTaps * kTilePixels];
};

static_assert(sizeof(Task) <= 80 << 10, "it is on the stack");

}  // namespace

ConvolutionPhase ConvolvedDim::PhaseAt(int64_t phase) const {
  if (!backward) return {0, output_size, windows, filter_size, 0, 1, -start_padding, dilation};
  // Output phase + stride * j meets tap k at (phase + start_padding - dilation * k) / stride + j.
  const int64_t count = (output_size - phase - 1) / stride + 1;
  const int64_t divisor = std::gcd(stride, dilation);
  const int64_t tap_step = stride / divisor, shifted = phase + start_padding;
  if (shifted % divisor != 0) return {phase, count, 0, 0, 0, 0, 0, 0};
  const int64_t inverse = InverseModulo(dilation / divisor, tap_step);
  const int64_t first_tap = int64_t(__int128(shifted / divisor) * inverse % tap_step);
  if (first_tap >= filter_size) return {phase, count, 0, 0, 0, 0, 0, 0};
  return {.first = phase,
          .count = count,
          .with_input = count,
          .taps = (filter_size - first_tap - 1) / tap_step + 1,
          .first_tap = first_tap,
          .tap_step = tap_step,
          .position = (shifted - dilation * first_tap) / stride,
          .position_step = -(dilation / divisor)};
}

void ConvolvePlan::StoreColumns(int64_t step, int64_t size, ConvertRow to) {
  const ConvolvedDim& last = dims[kMostConvolved - 1];
  column_bytes = step;
  element_bytes = size;
  convert = to;
  store = KernelForAnySize(int(size), {.dst_row = step,
                                       .dst_column = last.output_step() * last.output_bytes,
                                       .src_row = size,
                                       .src_column = kBlockColumns * size});
}

int64_t ConvolvePlan::PanelsInGroup() const { return CeilDiv(columns, kPanelColumns); }
int64_t ConvolvePlan::BlocksInGroup() const {
  return depthwise ? 1 : CeilDiv(columns, kBlockColumns);
}
int64_t ConvolvePlan::Blocks() const {
  if (!depthwise) return groups * BlocksInGroup();
  return store ? CeilDiv(groups, kBlockColumns) : 1;
}
int64_t ConvolvePlan::FirstColumn(int64_t block) const {
  if (depthwise) return block * kBlockColumns;
  return block / BlocksInGroup() * columns + block % BlocksInGroup() * kBlockColumns;
}
int64_t ConvolvePlan::ColumnsIn(int64_t block) const {
  if (depthwise && !store) return groups;
  const int64_t left = depthwise ? groups - block * kBlockColumns
                                 : columns - block % BlocksInGroup() * kBlockColumns;
  return std::min<int64_t>(kBlockColumns, left);
}
int64_t ConvolvePlan::Taps() const {
  return dims[0].filter_size * dims[1].filter_size * dims[2].filter_size;
}
int64_t ConvolvePlan::TapBytes() const {
  return (depthwise ? groups : channels * kPanelColumns) * kFloatBytes;
}
int64_t ConvolvePlan::PanelBytes() const { return Taps() * TapBytes(); }
int64_t ConvolvePlan::WeightsBytes() const {
  return (depthwise ? 1 : groups * PanelsInGroup()) * PanelBytes();
}
int64_t ConvolvePlan::ZeroBytes() const { return groups * channels * kFloatBytes; }
int64_t ConvolvePlan::StartBytes() const {
  return (depthwise ? groups : groups * PanelsInGroup() * kPanelColumns) * kFloatBytes;
}

void ConvolvePlan::StoreRun(const Operands& operands, std::byte* sums, int64_t pixels,
                            std::byte* to, int64_t block) const {
  alignas(kLineBytes) std::byte converted[kMostPixels * kBlockColumns * kFloatBytes];
  if (operands.activation) {
    const std::byte* const rows[] = {sums};
    (*operands.activation)(sums, rows, pixels * kBlockColumns);
  }
  if (convert) convert(converted, sums, pixels * kBlockColumns);
  const ConvolvedDim& last = dims[kMostConvolved - 1];
  store(to + FirstColumn(block) * column_bytes, convert ? converted : sums,
        {ColumnsIn(block), pixels, column_bytes, last.output_step() * last.output_bytes,
         element_bytes, kBlockColumns * element_bytes});
}

void ConvolvePlan::Activate(const Operands& operands, std::byte* to, int64_t pixels,
                            int64_t first_block, int64_t last_block) const {
  const ConvolvedDim& dim = dims[kMostConvolved - 1];
  const int64_t step = dim.output_step() * dim.output_bytes;
  const int64_t first = FirstColumn(first_block), last = last_block - 1;
  const int64_t columns_of_all = FirstColumn(last) + ColumnsIn(last) - first;
  const bool neighbours = step == columns_of_all * kFloatBytes;
  to += first * kFloatBytes;
  for (int64_t i = 0; i < (neighbours ? 1 : pixels); ++i, to += step) {
    const std::byte* const addend =
        operands.addend ? operands.addend + (to - operands.output) : nullptr;
    const std::byte* const rows[] = {to, addend};
    (*operands.activation)(to, rows, columns_of_all * (neighbours ? pixels : 1));
  }
}

int64_t ConvolvePlan::Tiles() const {
  int64_t tiles = 0;
  ForEachPhase(*this, [&](const Phases& phases) {
    tiles += CountTiles(CountPixels(*this, phases));
    return true;
  });
  return tiles;
}

int ConvolvePlan::Threads() const {
  // A product and a sum take about as long as moving a byte.
  return ThreadsForWork(double(Tiles()) * kTilePixels * double(WeightsBytes()) / kFloatBytes);
}

void ConvolvePlan::Run(const Operands& operands) const {
  if (depthwise) return ConvolvePixels(*this, operands);
  const int64_t tiles = Tiles(), blocks = Blocks();
  const int threads = Threads();
  const bool by_blocks = tiles < 2 * threads && blocks > tiles;
  const int64_t parts = by_blocks ? blocks : tiles;
  // kBlockTiles tiles go through all weights once, and are what a thread takes at a time: one that
  // the system does not let run holds up only these. All threads have as many of them, and so tasks
  // are a little smaller instead of one more for some.
  const int64_t passes = by_blocks ? threads : (tiles + kBlockTiles - 1) / kBlockTiles;
  const int64_t rounds = (passes + threads - 1) / threads;
  const int64_t tasks = std::min(threads > 1 ? rounds * threads : 1, parts);
  ParallelTasks(threads, tasks, [&](int, int64_t task) {
    const int64_t begin = parts * task / tasks, end = parts * (task + 1) / tasks;
    if (by_blocks)
      Task(*this, operands, begin, end).Run(0, tiles);
    else
      Task(*this, operands, 0, blocks).Run(begin, end);
  });
}

}  // namespace weft
