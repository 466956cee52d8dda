// SPDX-License-Identifier: MIT
// Work is cut into tiles of pixels of one phase, and these, or the blocks of columns where there
// are few tiles, over threads. A few tiles are done together so that a block of weights is read
// from the cache.
#include "ops/convolve.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/parallel.h"

namespace weft {
namespace {

constexpr int kTogether = 16;      // tiles
constexpr int64_t kMostTaps = 32;  // whose places are known at once
constexpr int64_t kUnitBytes = 4;

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

// One output pixel, and what it sees of the input.
struct Pixel {
  std::byte* output;
  const std::byte* batch;                     // of the input
  std::array<int64_t, kMostConvolved> place;  // of the first tap
  bool sees;                                  // the input, with some tap
  bool inside;                                // every tap is, the first one here:
  const std::byte* first;
};

using Phases = std::array<ConvolutionPhase, kMostConvolved>;

class Piece {
 public:
  Piece(const ConvolvePlan& plan, const ConvolvePlan::Operands& operands, int64_t first_block,
        int64_t last_block)
      : plan_(plan), to_(operands), first_block_(first_block), last_block_(last_block) {}

  // Tiles `begin` to `end` of all tiles of all phases.
  void Run(int64_t begin, int64_t end) {
    int64_t before = 0;
    ForEachPhase(plan_, [&](const Phases& phases, int64_t pixels) {
      const int64_t tiles = (pixels + kTilePixels - 1) / kTilePixels;
      const int64_t from = std::max(begin - before, int64_t(0)), to = std::min(end - before, tiles);
      before += tiles;
      phases_ = &phases;
      for (int64_t tile = from; tile < to; tile += kTogether) {
        const int64_t last = std::min(tile + kTogether, to);
        RunTogether(tile * kTilePixels, std::min(last * kTilePixels, pixels));
      }
      return before < end;
    });
  }

  // visit(phases, pixels) for each combination of phases until it says false.
  template <class Visit>
  static void ForEachPhase(const ConvolvePlan& plan, const Visit& visit) {
    Phases phases;
    for (int64_t i = 0; i < plan.dims[0].phases(); ++i)
      for (int64_t j = 0; j < plan.dims[1].phases(); ++j)
        for (int64_t k = 0; k < plan.dims[2].phases(); ++k) {
          phases = {plan.dims[0].PhaseAt(i), plan.dims[1].PhaseAt(j), plan.dims[2].PhaseAt(k)};
          const int64_t pixels = plan.batch * phases[0].count * phases[1].count * phases[2].count;
          if (!visit(phases, pixels)) return;
        }
  }

 private:
  void RunTogether(int64_t first, int64_t last) {
    count_ = int(last - first);
    FindPixels(first);
    const Phases& phases = *phases_;
    const int64_t taps = phases[0].taps * phases[1].taps * phases[2].taps;
    for (int64_t tap = 0; tap == 0 || tap < taps; tap += kMostTaps) {
      FindTaps(tap, std::min(taps - tap, kMostTaps));
      for (int64_t block = first_block_; block < last_block_; ++block) SumBlock(block, tap == 0);
    }
    if (to_.activation) Activate();
  }

  void FindPixels(int64_t first) {
    const Phases& phases = *phases_;
    std::array<int64_t, kMostConvolved> at;
    int64_t rest = first;
    for (int d = kMostConvolved - 1; d >= 0; --d) {
      at[size_t(d)] = rest % phases[size_t(d)].count;
      rest /= phases[size_t(d)].count;
    }
    for (int i = 0; i < count_; ++i) {
      Pixel& pixel = pixels_[i];
      pixel = {to_.output + rest * plan_.output_batch_bytes,
               to_.input + rest * plan_.input_batch_bytes,
               {},
               true,
               true,
               nullptr};
      for (size_t d = 0; d < kMostConvolved; ++d) {
        const ConvolvedDim& dim = plan_.dims[d];
        const ConvolutionPhase& phase = phases[d];
        pixel.output += (phase.first + at[d] * dim.output_step()) * dim.output_bytes;
        if (at[d] >= phase.placed) {
          pixel.sees = pixel.inside = false;
          continue;
        }
        pixel.place[d] = phase.place + at[d] * dim.input_step();
        const int64_t last = pixel.place[d] + (phase.taps - 1) * phase.place_step;
        pixel.inside &=
            std::min(pixel.place[d], last) >= 0 && std::max(pixel.place[d], last) < dim.input_size;
      }
      if (pixel.inside) pixel.first = PlaceIn(pixel, {});
      for (int d = kMostConvolved - 1; d >= 0 && ++at[size_t(d)] == phases[size_t(d)].count; --d) {
        at[size_t(d)] = 0;
        if (d == 0) ++rest;
      }
    }
  }

  // The places of taps `first` to `first + count - 1` for all pixels.
  void FindTaps(int64_t first, int64_t count) {
    const Phases& phases = *phases_;
    taps_ = count;
    for (int64_t t = 0; t < count; ++t) {
      std::array<int64_t, kMostConvolved> at;
      int64_t rest = first + t;
      for (int d = kMostConvolved - 1; d >= 0; --d) {
        at[size_t(d)] = rest % phases[size_t(d)].taps;
        rest /= phases[size_t(d)].taps;
      }
      int64_t index = 0, offset = 0;
      for (size_t d = 0; d < kMostConvolved; ++d) {
        index =
            index * plan_.dims[d].filter_size + phases[d].first_tap + at[d] * phases[d].tap_step;
        at[d] *= phases[d].place_step;
      }
      tap_weights_[t] = index * plan_.TapBytes();
      for (size_t d = 0; d < kMostConvolved; ++d) offset += at[d] * plan_.dims[d].input_bytes;
      for (int i = 0; i < count_; ++i) {
        const Pixel& pixel = pixels_[i];
        PlaceOf(i, t) = pixel.inside      ? pixel.first + offset
                        : IsIn(pixel, at) ? PlaceIn(pixel, at)
                                          : to_.zeros;
      }
    }
  }
  bool IsIn(const Pixel& pixel, const std::array<int64_t, kMostConvolved>& moved) const {
    bool inside = pixel.sees;
    for (size_t d = 0; d < kMostConvolved && inside; ++d) {
      const int64_t place = pixel.place[d] + moved[d];
      inside = place >= 0 && place < plan_.dims[d].input_size;
    }
    return inside;
  }
  const std::byte* PlaceIn(const Pixel& pixel,
                           const std::array<int64_t, kMostConvolved>& moved) const {
    const std::byte* place = pixel.batch;
    for (size_t d = 0; d < kMostConvolved; ++d)
      place += (pixel.place[d] + moved[d]) * plan_.dims[d].input_bytes;
    return place;
  }
  const std::byte*& PlaceOf(int pixel, int64_t tap) {
    return places_[pixel / kTilePixels][tap * kTilePixels + pixel % kTilePixels];
  }

  void SumBlock(int64_t block, bool first) const {
    const int64_t group = block / plan_.BlocksInGroup();
    const int64_t column =
        plan_.depthwise ? 0 : block % plan_.BlocksInGroup() * int64_t(kTileColumns);
    const int64_t columns =
        plan_.depthwise ? plan_.groups : std::min<int64_t>(kTileColumns, plan_.columns - column);
    ConvolutionTile tile = {
        .input_offset = group * plan_.units * kUnitBytes,
        .taps = taps_,
        .units = plan_.units,
        .weights = to_.weights + (plan_.depthwise ? 0 : block * plan_.Taps() * plan_.TapBytes()),
        .tap_weights = tap_weights_,
        .output_offset = (group * plan_.columns + column) * kUnitBytes,
        .columns = columns,
        .start = first ? to_.start + block * kTileColumns * kUnitBytes : nullptr};
    std::byte* outputs[kTilePixels];
    for (int i = 0; i < count_; i += kTilePixels) {
      tile.pixels = std::min(kTilePixels, count_ - i);
      for (int p = 0; p < tile.pixels; ++p) outputs[p] = pixels_[i + p].output;
      tile.inputs = places_[i / kTilePixels];
      tile.outputs = outputs;
      plan_.kernel(tile);
    }
  }

  // Pixels that lie next to each other go together.
  void Activate() const {
    const auto [offset, bytes] = Columns();
    for (int i = 0, next; i < count_; i = next) {
      std::byte* from = pixels_[i].output + offset;
      next = i + 1;
      while (next < count_ && pixels_[next].output + offset == from + (next - i) * bytes) ++next;
      const std::byte* const sums[] = {from};
      (*to_.activation)(from, sums, (next - i) * bytes / kUnitBytes);
    }
  }
  // Of the blocks of this piece: where they begin in a pixel, and how many bytes they have.
  std::pair<int64_t, int64_t> Columns() const {
    const auto place = [&](int64_t block) {
      const int64_t in_group = block % plan_.BlocksInGroup() * int64_t(kTileColumns);
      return (block / plan_.BlocksInGroup() * plan_.columns + in_group) * kUnitBytes;
    };
    if (plan_.depthwise) return {0, plan_.groups * kUnitBytes};
    const int64_t begin = place(first_block_);
    return {begin, place(last_block_) - begin};
  }

  const ConvolvePlan& plan_;
  const ConvolvePlan::Operands& to_;
  int64_t first_block_, last_block_;
  const Phases* phases_ = nullptr;
  int count_ = 0;  // of pixels
  int64_t taps_ = 0;
  Pixel pixels_[kTogether * kTilePixels];
  int64_t tap_weights_[kMostTaps];
  const std::byte* places_[kTogether][kMostTaps * kTilePixels];
};

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
          .placed = count,
          .taps = (filter_size - first_tap - 1) / tap_step + 1,
          .first_tap = first_tap,
          .tap_step = tap_step,
          .place = (shifted - dilation * first_tap) / stride,
          .place_step = -(dilation / divisor)};
}

int64_t ConvolvePlan::BlocksInGroup() const {
  return depthwise ? 1 : (columns + kTileColumns - 1) / kTileColumns;
}
int64_t ConvolvePlan::Taps() const {
  return dims[0].filter_size * dims[1].filter_size * dims[2].filter_size;
}
int64_t ConvolvePlan::TapBytes() const {
  return (depthwise ? groups : units * kTileColumns) * kUnitBytes;
}
int64_t ConvolvePlan::WeightsBytes() const {
  return (depthwise ? 1 : groups * BlocksInGroup()) * Taps() * TapBytes();
}
int64_t ConvolvePlan::ZeroBytes() const { return groups * units * kUnitBytes; }
int64_t ConvolvePlan::StartBytes() const {
  return (depthwise ? groups : groups * BlocksInGroup() * kTileColumns) * kUnitBytes;
}

void ConvolvePlan::Run(const Operands& operands) const {
  int64_t tiles = 0;
  Piece::ForEachPhase(*this, [&](const Phases&, int64_t pixels) {
    tiles += (pixels + kTilePixels - 1) / kTilePixels;
    return true;
  });
  const int64_t blocks = depthwise ? 1 : groups * BlocksInGroup();
  // A product and a sum take about as long as moving a byte.
  const double products = double(tiles) * kTilePixels * double(Taps()) * double(TapBytes()) *
                          double(blocks) / kUnitBytes;
  const int threads = ThreadsFor(int64_t(std::min(products, 1e15)));
  const bool by_blocks = tiles < 2 * threads && blocks > tiles;
  const int64_t parts = by_blocks ? blocks : tiles;
  const int pieces = int(std::min<int64_t>(threads, parts));
  ParallelRun(pieces, [&](int piece) {
    const int64_t begin = parts * piece / pieces, end = parts * (piece + 1) / pieces;
    if (by_blocks)
      Piece(*this, operands, begin, end).Run(0, tiles);
    else
      Piece(*this, operands, 0, blocks).Run(begin, end);
  });
}

}  // namespace weft
