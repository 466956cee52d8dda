// SPDX-License-Identifier: MIT
// Layouts of images {N, C, H, W} that decide how an operator computes: channels first or last, with
// and without gaps.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "ops/harness.h"

namespace weft::test {

struct ImageLayout {
  const char* name;
  std::array<int, 4> order;    // of dimensions, from slowest to fastest
  std::array<int64_t, 4> gap;  // behind the elements of each dimension

  Layout Of(const Sizes& sizes) const {
    Layout layout = Layout::Packed(sizes);
    int64_t step = 1;
    for (size_t i = 4; i-- > 0;) {
      const int dim = order[i];
      layout.strides[dim] = step;
      step *= sizes[dim] + gap[size_t(dim)];
    }
    return layout;
  }
};

inline constexpr ImageLayout kImageLayouts[] = {
    {"packed", {0, 1, 2, 3}, {}},
    {"channels last", {0, 2, 3, 1}, {}},
    {"padded rows", {0, 1, 2, 3}, {0, 0, 0, 3}},
    {"padded pixels", {0, 2, 3, 1}, {0, 5, 0, 0}},
    {"padded rows of pixels", {0, 2, 3, 1}, {0, 0, 0, 2}},
    {"columns before rows", {0, 1, 3, 2}, {}},
};

// Each from itself, from packed and to channels last.
inline std::vector<std::pair<ImageLayout, ImageLayout>> ImageLayoutPairs() {
  std::vector<std::pair<ImageLayout, ImageLayout>> pairs;
  for (const ImageLayout& layout : kImageLayouts) {
    pairs.emplace_back(layout, layout);
    pairs.emplace_back(kImageLayouts[0], layout);
    pairs.emplace_back(layout, kImageLayouts[1]);
  }
  return pairs;
}

// What `op` makes of the values of its input; nothing but elements is written.
inline oracle::Dense RunOn(Operator op, const oracle::Dense& values) {
  TensorBuffers in(Tensors(op, FieldRole::Input), 1, 68, 0);
  TensorBuffers out(Tensors(op, FieldRole::Output), 2, 68, 0);
  in.Write(0, values);
  const TensorBuffers before = out;
  const Status status = weft::Run(op, in.AsInputs(), out.AsOutputs());
  EXPECT_TRUE(status.has_value()) << status.error().message;
  const oracle::Dense got = out.Read(0);
  EXPECT_EQ(out.Difference(0, before, got), "") << ToString(op);
  return got;
}

}  // namespace weft::test
