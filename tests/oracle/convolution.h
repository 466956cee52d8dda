// SPDX-License-Identifier: MIT
// Convolutions as their definitions say: forward, every output collects; backward, every input is
// spread over the outputs. One walk names each product by its three elements.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "oracle/bounded.h"
#include "oracle/dense.h"
#include "oracle/quantize.h"

namespace weft::oracle {

struct Windowing {
  std::vector<uint32_t> strides, dilations, start, output_padding;  // the last may be empty
  int64_t groups = 1;
  bool backward = false, flip = false;
};

// visit(index in the input, index in the filter, index in the output) for every product.
template <class Visit>
void ForEachProduct(const Sizes& input, const Sizes& filter, const Sizes& output,
                    const Windowing& by, const Visit& visit) {
  const Sizes& from = by.backward ? input : output;  // whose every element is visited
  const Sizes& other = by.backward ? output : input;
  const int64_t from_channels = from[1] / by.groups, other_channels = other[1] / by.groups;
  Sizes taps = filter;  // {channel of the other, k..}
  taps[0] = 1;
  taps[1] = other_channels;
  ForEachCoordinate(from, [&](const Coordinate& at) {
    ForEachCoordinate(taps, [&](const Coordinate& tap) {
      Coordinate there = at, weight = tap;
      const int64_t group = at[1] / from_channels;
      there[1] = group * other_channels + tap[1];
      weight[0] = at[1];
      for (size_t d = 0; d < by.strides.size(); ++d) {
        if (!by.backward && !by.output_padding.empty() &&
            at[d + 2] >= output[int(d) + 2] - int64_t(by.output_padding[d]))
          return;
        there[d + 2] = at[d + 2] * int64_t(by.strides[d]) + tap[d + 2] * int64_t(by.dilations[d]) -
                       int64_t(by.start[d]);
        if (there[d + 2] < 0 || there[d + 2] >= other[int(d) + 2]) return;
        if (by.flip) weight[d + 2] = filter[int(d) + 2] - 1 - tap[d + 2];
      }
      const int64_t here = IndexOf(from, at), far = IndexOf(other, there);
      visit(size_t(by.backward ? here : far), size_t(IndexOf(filter, weight)),
            size_t(by.backward ? far : here));
    });
  });
}

// The output channel of every element.
inline std::vector<size_t> ChannelOfEach(const Sizes& output) {
  std::vector<size_t> channels;
  ForEachCoordinate(output, [&](const Coordinate& at) { channels.push_back(size_t(at[1])); });
  return channels;
}

// A float32 sum of n products in any order is off by less than n + 1 roundings of all of them. The
// bias may be empty.
inline std::vector<Bounded> Convolve(const Dense& input, const Dense& filter, const Dense& bias,
                                     const Sizes& output, const Windowing& by) {
  const auto real = [](const Dense& of, size_t i) { return ValueOf(of.type, of.elements[i]).real; };
  struct Sum {
    long double value = 0, magnitude = 0;
    int64_t count = 0;
    void Add(long double x) { value += x, magnitude += std::fabs(x), ++count; }
  };
  std::vector<Sum> sums;
  for (size_t channel : ChannelOfEach(output)) {
    sums.emplace_back();
    if (!bias.elements.empty()) sums.back().Add(real(bias, channel));
  }
  ForEachProduct(input.sizes, filter.sizes, output, by, [&](size_t in, size_t weight, size_t out) {
    sums[out].Add(real(input, in) * real(filter, weight));
  });
  std::vector<Bounded> bounded;
  for (const Sum& sum : sums)
    bounded.push_back({sum.value, sum.magnitude * (long double)(sum.count + 1) * 0x1p-24L});
  return bounded;
}

// Scalar or per output channel; an empty one is all zeros.
inline Integer ZeroPointOf(const Dense& points, size_t channel) {
  if (points.elements.empty()) return 0;
  return ValueOf(points.type, points.elements[points.elements.size() == 1 ? 0 : channel]).integer;
}

inline std::vector<Integer> ConvolveIntegers(const Dense& input, const Dense& input_zero,
                                             const Dense& filter, const Dense& filter_zero,
                                             const Dense& bias, const Sizes& output,
                                             const Windowing& by) {
  const std::vector<size_t> channels = ChannelOfEach(output);
  std::vector<Integer> sums;
  for (size_t channel : channels)
    sums.push_back(bias.elements.empty() ? 0 : ValueOf(bias.type, bias.elements[channel]).integer);
  ForEachProduct(input.sizes, filter.sizes, output, by, [&](size_t in, size_t weight, size_t out) {
    const Integer x = ValueOf(input.type, input.elements[in]).integer - ZeroPointOf(input_zero, 0);
    const Integer w = ValueOf(filter.type, filter.elements[weight]).integer -
                      ZeroPointOf(filter_zero, channels[out]);
    sums[out] += x * w;
  });
  return sums;
}

// In the order of QUANTIZED_LINEAR_CONVOLUTION's inputs; an absent one is empty.
inline Dense QuantizedConvolve(const std::vector<Dense>& in, DataType to, const Sizes& sizes,
                               const Windowing& by) {
  const std::vector<Integer> sums = ConvolveIntegers(in[0], in[2], in[3], in[5], in[6], sizes, by);
  const std::vector<size_t> channels = ChannelOfEach(sizes);
  const auto scale = [](const Dense& of, size_t channel) {
    return ValueOf(of.type, of.elements[of.elements.size() == 1 ? 0 : channel]).real;
  };
  Dense output{to, sizes, {}};
  for (size_t i = 0; i < sums.size(); ++i) {
    // What 32 bits hold of the sum, as an integer: it is divided with no more roundings than
    // needed.
    const Number sum = ValueOf(DataType::Int32, BitsOf(DataType::Int32, {false, sums[i], 0}));
    const long double unit = scale(in[7], 0) / (scale(in[1], 0) * scale(in[4], channels[i]));
    output.elements.push_back(QuantizeElement(sum, unit, ZeroPointOf(in[8], 0), to));
  }
  return output;
}

}  // namespace weft::oracle
