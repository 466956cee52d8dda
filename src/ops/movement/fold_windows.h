// SPDX-License-Identifier: MIT
// What FOLD and UNFOLD share. The image is {N, C, sizes..}, the columns are {N, C * all window
// sizes, number of blocks}. Element w of the window at block b is the image's b * Strides + w *
// Dilations - StartPadding, in each spatial dimension; what falls outside the image reads as 0 and
// is dropped when written.
#pragma once

#include <fmt/ranges.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "strided/loop_nest.h"
#include "strided/view.h"
#include "weft/tensor.h"

namespace weft::ops {

inline constexpr int kMostSpatial = kMaxRank - 2;

// An index within one spatial dimension: of the window or of the blocks.
struct Progression {
  int64_t count;
  int64_t image_step;    // in pixels
  int64_t columns_step;  // in elements of the columns' buffer
};
struct SpatialDim {
  int64_t size;        // of the image
  int64_t image_step;  // in elements of the image's buffer
  int64_t start;       // padding
  Progression window, block;
};

template <class Op>
int64_t BlockCount(const Op& op, int64_t size, size_t d) {
  const int64_t reach = int64_t(op.dilations[d]) * (op.window_sizes[d] - 1) + 1;
  return (size + op.start_padding[d] + op.end_padding[d] - reach) / op.strides[d] + 1;
}

template <class Op>
std::vector<SpatialDim> SpatialDims(const Op& op, const Layout& image, const Layout& columns) {
  std::vector<SpatialDim> dims(op.window_sizes.size());
  int64_t window_step = StepOf(columns, 1);
  int64_t block_step = StepOf(columns, 2);
  for (size_t d = dims.size(); d-- > 0;) {
    const int64_t size = image.sizes[int(d) + 2], window = op.window_sizes[d];
    const int64_t blocks = BlockCount(op, size, d);
    dims[d] = {.size = size,
               .image_step = StepOf(image, int(d) + 2),
               .start = op.start_padding[d],
               .window = {window, op.dilations[d], window_step},
               .block = {blocks, op.strides[d], block_step}};
    if (window > 1) window_step *= window;
    if (blocks > 1) block_step *= blocks;
  }
  return dims;
}

struct FoldTensors {
  std::string_view op;
  std::string_view image_field;
  const TensorDesc& image;
  std::string_view columns_field;
  const TensorDesc& columns;
};

// "3 * 3 = 9", or a text that it is too large, because the factors may be anything.
struct Product {
  std::vector<int64_t> factors;

  std::optional<int64_t> Value() const {
    int64_t product = 1;
    for (int64_t factor : factors) {
      if (product != 0 && factor > kMaxElements / product) return std::nullopt;
      product *= factor;
    }
    return product;
  }
  std::string Text() const {
    const std::optional<int64_t> value = Value();
    return fmt::format(
        "{}{}", fmt::join(factors, " * "),
        value ? fmt::format(" = {}", *value) : fmt::format(", more than {}", kMaxElements));
  }
};

template <class Op>
Status CheckFold(const FoldTensors& tensors, const Op& op) {
  const auto& [name, image_field, image, columns_field, columns] = tensors;
  const size_t spatial = op.window_sizes.size();
  if (size_t(image.rank()) != spatial + 2)
    return Invalid("{}: {}.DimensionCount is {}, but DimensionCount + 2 is {} + 2 = {}", name,
                   image_field, image.rank(), spatial, spatial + 2);
  if (columns.rank() != 3)
    return Invalid("{}: {}.DimensionCount is {}, but 3 is required", name, columns_field,
                   columns.rank());
  Product channels = {{image.sizes()[1]}}, blocks;
  for (size_t d = 0; d < spatial; ++d) {
    const std::pair<std::string_view, uint32_t> at_least_1[] = {{"WindowSizes", op.window_sizes[d]},
                                                                {"Strides", op.strides[d]},
                                                                {"Dilations", op.dilations[d]}};
    for (const auto& [field, value] : at_least_1)
      if (value == 0) return Invalid("{}: {}[{}] is 0, but it must be at least 1", name, field, d);
    const int64_t size = image.sizes()[int(d) + 2];
    const int64_t padded = size + op.start_padding[d] + op.end_padding[d];
    const uint64_t reach = uint64_t(op.dilations[d]) * (op.window_sizes[d] - 1) + 1;
    if (reach > uint64_t(padded))
      return Invalid(
          "{0}: Dilations[{1}] * (WindowSizes[{1}] - 1) + 1 is {2} * ({3} - 1) + 1 = {4}, but "
          "{5}.Sizes[{6}] + StartPadding[{1}] + EndPadding[{1}] is {7} + {8} + {9} = {10}",
          name, d, op.dilations[d], op.window_sizes[d], reach, image_field, d + 2, size,
          op.start_padding[d], op.end_padding[d], padded);
    channels.factors.push_back(op.window_sizes[d]);
    blocks.factors.push_back(BlockCount(op, size, d));
  }
  if (columns.sizes()[0] != image.sizes()[0])
    return Invalid("{}: {}.Sizes[0] is {}, but {}.Sizes[0] is {}", name, columns_field,
                   columns.sizes()[0], image_field, image.sizes()[0]);
  if (channels.Value() != columns.sizes()[1])
    return Invalid("{}: {}.Sizes[1] is {}, but {}.Sizes[1] times all WindowSizes is {}", name,
                   columns_field, columns.sizes()[1], image_field, channels.Text());
  if (blocks.Value() != columns.sizes()[2])
    return Invalid("{}: {}.Sizes[2] is {}, but the number of blocks is {}", name, columns_field,
                   columns.sizes()[2], blocks.Text());
  return Ok();
}

// A walk over rows: the destination, the other tensor's {n, c}, a pixel of the image in each
// spatial dimension.
using RowNest = LoopNest<2 + kMostSpatial>;
using RowOffset = std::array<int64_t, 2 + kMostSpatial>;

}  // namespace weft::ops
