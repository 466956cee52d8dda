// SPDX-License-Identifier: MIT
// See depthwise_pixels.h. Rows are cut into blocks; tasks get some of the blocks of all phases.
#include "ops/convolution/depthwise_pixels.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/split.h"

namespace weft {
namespace {

constexpr size_t kLast = kMostConvolved - 1;
// Of a part of a row: some that are staged stay in the first-level cache, and few threads share
// rows that are long.
constexpr int64_t kMostPixels = 96, kMostInPlace = 512;
constexpr int64_t kMostTaps = 49;  // at once: a filter of 7 x 7

// Blocks of the rows of a phase, as even as can be.
struct RowBlocks {
  int64_t in_row, pixels;  // of one
  RowBlocks(const ConvolvePlan& plan, const ConvolutionPhases& phases) {
    in_row = CeilDiv(phases[kLast].count, plan.store ? kMostPixels : kMostInPlace);
    pixels = in_row == 0 ? 0 : CeilDiv(phases[kLast].count, in_row);
    all = plan.batch * phases[0].count * phases[1].count * in_row;
  }
  int64_t all;  // of the phase
};

class Task {
 public:
  Task(const ConvolvePlan& plan, const ConvolvePlan::Operands& operands)
      : plan_(plan), to_(operands) {}

  // Blocks `begin` to `end` of all of them.
  void Run(int64_t begin, int64_t end) {
    int64_t before = 0;
    ForEachPhase(plan_, [&](const ConvolutionPhases& phases) {
      const RowBlocks blocks(plan_, phases);
      phases_ = &phases;
      FindInside();
      const int64_t last = std::min(end - before, blocks.all);
      for (int64_t i = std::max(begin - before, int64_t(0)); i < last; ++i) {
        FindRow(i / blocks.in_row);
        const int64_t first = i % blocks.in_row * blocks.pixels;
        RunBlock(first, std::min(first + blocks.pixels, phases[kLast].count));
      }
      before += blocks.all;
      return before < end;
    });
  }

 private:
  // Outputs along the last dimension all of whose taps are inside the input.
  void FindInside() {
    const ConvolutionPhase& phase = (*phases_)[kLast];
    const ConvolvedDim& dim = plan_.dims[kLast];
    const int64_t span = std::max(phase.taps - 1, int64_t(0)) * phase.position_step;
    const int64_t lowest = phase.position + std::min(span, int64_t(0));
    const int64_t highest = phase.position + std::max(span, int64_t(0));
    const int64_t step = dim.input_step();
    inside_begin_ = lowest >= 0 ? 0 : (-lowest + step - 1) / step;
    const int64_t room = dim.input_size - 1 - highest;  // for steps
    inside_end_ = room < 0 ? 0 : std::min(room / step + 1, phase.with_input);
  }

  // Row `index` of the phase: where it is in the output, and where its taps' rows are in the input.
  void FindRow(int64_t index) {
    const ConvolutionPhases& phases = *phases_;
    std::array<int64_t, kLast> at;
    for (size_t d = kLast; d-- > 0; index /= phases[d].count) at[d] = index % phases[d].count;
    batch_ = index;
    output_ = to_.output + index * plan_.output_batch_bytes;
    for (size_t d = 0; d < kLast; ++d) {
      const ConvolvedDim& dim = plan_.dims[d];
      output_ += (phases[d].first + at[d] * dim.output_step()) * dim.output_bytes;
      seen_[d] = at[d] < phases[d].with_input;
      position_[d] = phases[d].position + at[d] * dim.input_step();
    }
  }

  // Pixels `begin` to `end` of the row.
  void RunBlock(int64_t begin, int64_t end) {
    const ConvolvedDim& dim = plan_.dims[kLast];
    const int64_t step = dim.output_step() * dim.output_bytes;
    std::byte* const first =
        output_ + ((*phases_)[kLast].first + begin * dim.output_step()) * dim.output_bytes;
    for (int64_t block = 0; block < plan_.Blocks(); ++block) {
      PixelRun run = {.inputs = inputs_,
                      .input_steps = steps_,
                      .weights = weights_,
                      .taps = 0,
                      .outputs = plan_.store ? sums_ : first,
                      .output_step = plan_.store ? kBlockColumns * kFloatBytes : step,
                      .pixels = 0,
                      .columns = plan_.ColumnsIn(block),
                      .start = nullptr};
      const bool has_rows_of_three = dim.filter_size == 3 && dim.stride == 1 && dim.dilation == 1 &&
                                     !dim.backward && plan_.Taps() <= kMostTaps / 3 * 3;
      for (int64_t pixel = begin; pixel < end; pixel += run.pixels) {
        const bool inside = pixel >= inside_begin_ && pixel < inside_end_;
        run.pixels = inside ? std::min(end, inside_end_) - pixel : 1;
        run.has_rows_of_three = inside && has_rows_of_three;
        Sum(run, pixel, block);
        run.outputs += run.pixels * run.output_step;
      }
      if (plan_.store) plan_.StoreRun(to_, sums_, end - begin, first, block);
    }
    if (!plan_.store && to_.activation) plan_.Activate(to_, first, end - begin, 0, plan_.Blocks());
  }

  void Sum(PixelRun& run, int64_t pixel, int64_t block) {
    const ConvolutionPhases& phases = *phases_;
    const int64_t taps = phases[0].taps * phases[1].taps * phases[2].taps;
    const int64_t offset = block * kBlockColumns * kFloatBytes;
    for (int64_t tap = 0; tap == 0 || tap < taps; tap += kMostTaps) {
      run.taps = std::min(taps - tap, kMostTaps);
      run.start = tap == 0 ? to_.start + offset : nullptr;
      FindTaps(tap, run.taps, pixel, offset);
      plan_.pixel_kernel(run);
    }
  }

  // Taps `first` to `first + count - 1` of the phase, for a pixel and those that see as much. Rows
  // of them lie evenly, so only their first ones are looked for.
  void FindTaps(int64_t first, int64_t count, int64_t pixel, int64_t offset) {
    const ConvolutionPhases& phases = *phases_;
    const ConvolvedDim& last = plan_.dims[kLast];
    const ConvolutionPhase& phase = phases[kLast];
    const int64_t position = phase.position + pixel * last.input_step();
    const int64_t step = last.input_step() < last.input_size ? last.input_step() : 0;
    for (int64_t t = 0; t < count;) {
      const int64_t row = (first + t) / phase.taps;
      int64_t m = (first + t) % phase.taps, number = 0;  // as the filter counts it
      const std::byte* input = FindTapRow(row, number);
      if (pixel >= phase.with_input) input = nullptr;
      for (; m < phase.taps && t < count; ++m, ++t) {
        const int64_t at = position + m * phase.position_step;
        const bool inside = input && at >= 0 && at < last.input_size;
        const int64_t tap = number * last.filter_size + phase.first_tap + m * phase.tap_step;
        weights_[t] = to_.weights + tap * plan_.TapBytes() + offset;
        inputs_[t] = inside ? input + at * last.input_bytes + offset : to_.zeros;
        steps_[t] = inside ? step * last.input_bytes : 0;
      }
    }
  }

  // Row `index` of the phase's taps: its number in the filter, and where it is; null for padding.
  const std::byte* FindTapRow(int64_t index, int64_t& number) const {
    const ConvolutionPhases& phases = *phases_;
    const int64_t moved[kLast] = {index / phases[1].taps, index % phases[1].taps};
    int64_t at = batch_ * plan_.input_batch_bytes;
    bool inside = true;
    for (size_t d = 0; d < kLast; ++d) {
      const ConvolvedDim& dim = plan_.dims[d];
      const int64_t position = position_[d] + moved[d] * phases[d].position_step;
      number = number * dim.filter_size + phases[d].first_tap + moved[d] * phases[d].tap_step;
      inside = inside && seen_[d] && position >= 0 && position < dim.input_size;
      if (inside) at += position * dim.input_bytes;
    }
    return inside ? to_.input + at : nullptr;
  }

  const ConvolvePlan& plan_;
  const ConvolvePlan::Operands& to_;
  const ConvolutionPhases* phases_ = nullptr;
  int64_t inside_begin_ = 0, inside_end_ = 0;
  // Of the row: its image, its outputs, and for each other dimension whether it sees the input and
  // where its first tap is.
  int64_t batch_ = 0;
  std::byte* output_ = nullptr;
  std::array<bool, kLast> seen_ = {};
  std::array<int64_t, kLast> position_ = {};
  const std::byte *inputs_[kMostTaps], *weights_[kMostTaps];
  int64_t steps_[kMostTaps];
  alignas(kLineBytes) std::byte sums_[kMostPixels * kBlockColumns * kFloatBytes] = {};
};

}  // namespace

void ConvolvePixels(const ConvolvePlan& plan, const ConvolvePlan::Operands& operands) {
  int64_t blocks = 0, pixels = 0;
  ForEachPhase(plan, [&](const ConvolutionPhases& phases) {
    const RowBlocks of_phase(plan, phases);
    blocks += of_phase.all;
    pixels += of_phase.all * of_phase.pixels;
    return true;
  });
  // A product and a sum take about as long as moving a byte.
  const double products = double(pixels) * double(plan.WeightsBytes()) / kFloatBytes;
  const int threads = ThreadsForWork(products);
  const int tasks = int(std::min<int64_t>(threads, blocks));
  if (tasks == 0) return;
  ParallelRun(tasks, [&](int task) {
    Task(plan, operands).Run(blocks * task / tasks, blocks * (task + 1) / tasks);
  });
}

}  // namespace weft
