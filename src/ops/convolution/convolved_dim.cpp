// SPDX-License-Identifier: MIT
// See convolved_dim.h.
#include "ops/convolution/convolved_dim.h"

#include <cstdlib>
#include <numeric>
#include <utility>

namespace weft {
namespace {

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

MetPositions ConvolvedDim::PositionsOf(const ConvolutionPhase& phase, const Range& outputs) const {
  const int64_t span = phase.Span(), steps = (outputs.count() - 1) * input_step();
  const int64_t first = phase.position + outputs.begin * input_step() + std::min<int64_t>(span, 0);
  const int64_t common =
      std::gcd(steps > 0 ? input_step() : 0, phase.taps > 1 ? phase.position_step : 0);
  const int64_t step = std::max<int64_t>(common, 1), count = (steps + std::abs(span)) / step + 1;
  const bool see_input = outputs.end <= phase.with_input;
  return {first, step, count, see_input ? Inside(first, step, count, input_size) : Range()};
}

Range ConvolvedDim::InsideOf(const ConvolutionPhase& phase) const {
  const auto [lowest, highest] = std::minmax<int64_t>({phase.Span(), 0});
  const auto inside = [&](int64_t tap) {
    return Inside(phase.position + tap, input_step(), phase.with_input, input_size);
  };
  const int64_t begin = inside(lowest).begin;
  return {begin, std::max(begin, inside(highest).end)};
}

}  // namespace weft
