// SPDX-License-Identifier: MIT
// Convolutions of images, and the layouts that images come in.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "weft/operators.h"

namespace weft::test {

// Rows and columns of an image, of a filter; strides, dilations and paddings of both dimensions.
struct Windows {
  Sizes image, filter;
  uint32_t stride = 1, dilation = 1, start = 0, end = 0;
};

inline Convolution ImageConvolution(DataType type, const Windows& windows, int64_t groups,
                                    int64_t in, int64_t out) {
  const auto after = [&](int d) {
    const int64_t reach = (windows.filter[d] - 1) * windows.dilation + 1;
    return (windows.image[d] + windows.start + windows.end - reach) / windows.stride + 1;
  };
  return {.input = {type, {2, groups * in, windows.image[0], windows.image[1]}},
          .filter = {type, {groups * out, in, windows.filter[0], windows.filter[1]}},
          .bias = TensorDesc(type, {1, groups * out, 1, 1}),
          .output = {type, {2, groups * out, after(0), after(1)}},
          .mode = ConvolutionMode::CrossCorrelation,
          .direction = ConvolutionDirection::Forward,
          .strides = std::vector<uint32_t>(2, windows.stride),
          .dilations = std::vector<uint32_t>(2, windows.dilation),
          .start_padding = std::vector<uint32_t>(2, windows.start),
          .end_padding = std::vector<uint32_t>(2, windows.end),
          .output_padding = std::vector<uint32_t>(2, 0),
          .group_count = uint32_t(groups)};
}

// Rows next to each other, with a gap or not, pixels next to each other, with a gap or not, or
// columns next to each other.
inline std::vector<std::array<Layout, 2>> ImageLayouts(const Convolution& op) {
  const auto with = [](const Sizes& sizes, std::array<int, 4> order, int64_t gap) {
    Layout layout = Layout::Packed(sizes);
    int64_t stride = 1;
    for (const int dim : order) {
      layout.strides[dim] = stride;
      stride = stride * sizes[dim] + (dim == order[0] ? gap : 0);
    }
    return layout;
  };
  std::vector<std::array<Layout, 2>> layouts;
  for (const int64_t gap : {0, 3})
    for (const std::array<int, 4> order :
         {std::array{3, 2, 1, 0}, std::array{1, 3, 2, 0}, std::array{2, 3, 1, 0}})
      layouts.push_back({with(op.input.sizes(), order, gap), with(op.output.sizes(), order, gap)});
  layouts.push_back({layouts[0][0], layouts[1][1]});
  layouts.push_back({layouts[1][0], layouts[0][1]});
  return layouts;
}

}  // namespace weft::test
