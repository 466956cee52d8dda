// SPDX-License-Identifier: MIT
// UNFOLD and FOLD: one walk over all windows, which meets every element of the columns once and
// says which pixel of the image it stands for, if any.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/dense.h"

namespace weft::oracle {

struct Windows {
  std::vector<uint32_t> sizes, strides, dilations, start, end;

  std::vector<int64_t> BlocksOf(const Sizes& image) const {
    std::vector<int64_t> blocks;
    for (size_t d = 0; d < sizes.size(); ++d) {
      const int64_t reach = int64_t(dilations[d]) * (int64_t(sizes[d]) - 1) + 1;
      const int64_t padded = image[int(d) + 2] + int64_t(start[d]) + int64_t(end[d]);
      blocks.push_back((padded - reach) / int64_t(strides[d]) + 1);
    }
    return blocks;
  }
  Sizes ColumnsOf(const Sizes& image) const {
    Sizes columns = {image[0], image[1], 1};
    for (uint32_t size : sizes) columns[1] *= size;
    for (int64_t count : BlocksOf(image)) columns[2] *= count;
    return columns;
  }

  // visit(index in the columns, index in the image or -1)
  template <class Visit>
  void ForEach(const Sizes& image, const Visit& visit) const {
    const std::vector<int64_t> blocks = BlocksOf(image);
    const Sizes columns = ColumnsOf(image);
    ForEachCoordinate(columns, [&](const Coordinate& at) {
      int64_t row = at[1], column = at[2];
      Coordinate pixel{};
      bool inside = true;
      for (size_t d = sizes.size(); d-- > 0;) {
        const int64_t w = row % sizes[d], b = column % blocks[d];
        row /= sizes[d], column /= blocks[d];
        pixel[d + 2] = b * strides[d] + w * dilations[d] - int64_t(start[d]);
        inside = inside && pixel[d + 2] >= 0 && pixel[d + 2] < image[int(d) + 2];
      }
      pixel[0] = at[0], pixel[1] = row;
      visit(IndexOf(columns, at), inside ? IndexOf(image, pixel) : -1);
    });
  }
};

inline Dense Unfold(const Dense& image, const Windows& windows) {
  Dense columns{image.type, windows.ColumnsOf(image.sizes), {}};
  windows.ForEach(image.sizes, [&](int64_t, int64_t from) {
    columns.elements.push_back(from < 0 ? 0 : image.elements[size_t(from)]);
  });
  return columns;
}

// Sums in long double, rounded once; integers wrap.
inline Dense Fold(const Dense& columns, const Sizes& image_sizes, const Windows& windows) {
  size_t pixels = 1;
  for (int64_t size : image_sizes) pixels *= size_t(size);
  std::vector<Number> sums(pixels);
  windows.ForEach(image_sizes, [&](int64_t from, int64_t to) {
    if (to < 0) return;
    const Number number = ValueOf(columns.type, columns.elements[size_t(from)]);
    Number& sum = sums[size_t(to)];
    sum.is_float = number.is_float;
    sum.real += number.real;
    sum.integer += number.integer;
  });
  Dense image{columns.type, image_sizes, {}};
  for (const Number& sum : sums) image.elements.push_back(BitsOf(columns.type, sum));
  return image;
}

}  // namespace weft::oracle
