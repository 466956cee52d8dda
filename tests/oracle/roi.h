// SPDX-License-Identifier: MIT
// Regions of interest: ROI_POOLING's cells element by element, ROI_ALIGN's samples one by one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "oracle/dense.h"

namespace weft::oracle {

inline long double RealAt(const Dense& dense, int64_t index) {
  return ValueOf(dense.type, dense.elements[size_t(index)]).real;
}

// The largest of two, where NaN is none.
inline long double LargerOf(long double a, long double b) { return std::isnan(a) || b > a ? b : a; }

inline Dense RoiPooled(const Dense& input, const Dense& roi, const Sizes& output, float scale) {
  Dense pooled{input.type, output, {}};
  const Sizes& in = input.sizes;
  ForEachCoordinate(output, [&](const Coordinate& at) {
    const auto corner = [&](int i) { return RealAt(roi, at[0] * 5 + i); };
    const int64_t n = int64_t(std::clamp<long double>(corner(0), 0, (long double)(in[0] - 1)));
    int64_t begin[2], end[2];
    for (int i : {0, 1}) {  // y, x
      const auto first = (long double)(std::round(corner(2 - i) * scale));
      const auto last = (long double)(std::round(corner(4 - i) * scale));
      const long double length = std::max(last - first + 1, 1.0L);
      const auto cells = (long double)(output[2 + i]), o = (long double)(at[size_t(2 + i)]);
      const auto inside = [&](long double x) {
        return int64_t(std::clamp<long double>(x, 0, (long double)(in[2 + i])));
      };
      begin[i] = inside(std::floor(o * length / cells) + first);
      end[i] = inside(std::ceil((o + 1) * length / cells) + first);
    }
    long double largest = std::nanl("");
    bool any = false;
    for (int64_t y = begin[0]; y < end[0]; ++y)
      for (int64_t x = begin[1]; x < end[1]; ++x) {
        largest = LargerOf(largest, RealAt(input, IndexOf(in, {n, at[1], y, x})));
        any = true;
      }
    pooled.elements.push_back(BitsOf(input.type, {true, 0, any ? largest : 0}));
  });
  return pooled;
}

struct RoiRule {
  bool linear = true, largest = false;
  long double scale_y = 1, scale_x = 1;
  long double input_offset = 0.5L, output_offset = -0.5L, outside = 0;
  uint32_t fewest = 1, most = 1;
  bool to_corners = false;

  // A sample is pairs of pixel and weight; none for one outside the image.
  using Sample = std::vector<std::pair<int64_t, long double>>;

  std::vector<Sample> Along(long double begin, long double end, long double scale, int64_t o,
                            int64_t outputs, int64_t size) const {
    begin *= scale, end *= scale;
    const auto count =
        int64_t(std::clamp<long double>(std::ceil(std::fabs(end - begin) / outputs), fewest, most));
    const long double parts = (long double)(outputs * count) - to_corners;
    const long double step = parts > 0 ? (end - begin) / parts : 0;
    std::vector<Sample> samples;
    for (int64_t s = 0; s < count; ++s) {
      const long double at = (o * count + s - output_offset) * step + begin - input_offset;
      const auto last = (long double)(size - 1);
      samples.emplace_back();
      if (!linear) {
        const long double nearest = std::ceil(at - 0.5L);
        if (nearest >= 0 && nearest <= last) samples.back() = {{int64_t(nearest), 1}};
      } else if (at >= -1 && at <= size) {
        const long double inside = std::clamp<long double>(at, 0, last), low = std::floor(inside);
        samples.back() = {{int64_t(low), 1 - (inside - low)}};
        if (inside > low) samples.back().push_back({int64_t(low) + 1, inside - low});
      }
    }
    return samples;
  }

  // The samples of an output: row-major indices in the input and weights.
  std::vector<Sample> SamplesOf(const Sizes& in, const long double* corners, int64_t n,
                                const Coordinate& at, const Sizes& out) const {
    std::vector<Sample> samples;
    for (const Sample& y : Along(corners[1], corners[3], scale_y, at[2], out[2], in[2]))
      for (const Sample& x : Along(corners[0], corners[2], scale_x, at[3], out[3], in[3])) {
        samples.emplace_back();
        for (const auto& [row, a] : y)
          for (const auto& [column, b] : x)
            samples.back().push_back({IndexOf(in, {n, at[1], row, column}), a * b});
      }
    return samples;
  }
  long double ValueOfSample(const Dense& input, const Sample& sample) const {
    long double value = sample.empty() ? outside : 0;
    for (const auto& [index, weight] : sample)
      if (weight != 0) value += weight * RealAt(input, index);
    return value;
  }
  long double Reduced(const Dense& input, const std::vector<Sample>& samples) const {
    long double result = largest ? std::nanl("") : 0;
    for (const Sample& sample : samples) {
      const long double value = ValueOfSample(input, sample);
      result = largest ? LargerOf(result, value) : result + value;
    }
    return largest ? result : result / (long double)(samples.size());
  }
};

}  // namespace weft::oracle
