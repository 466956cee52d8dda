// SPDX-License-Identifier: MIT
// See infer_sizes.h. A size is computed in 128 bits and clamped, so no field can make it overflow.
// A factor of 0 or a window that does not fit makes no size of 0, so that Validate reports the
// field.
#include "program/infer_sizes.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace weft {
namespace {

// The picked sizes as the last of `rank` dimensions: leading ones are added or dropped.
Sizes RightAligned(std::span<const int64_t> picked, int rank) {
  while (picked.size() > size_t(rank) && picked[0] == 1) picked = picked.subspan(1);
  Sizes sizes = Sizes::Filled(std::max(0, rank - int(picked.size())), 1);
  for (const int64_t size : picked) sizes.push_back(size);
  return sizes;
}

struct Spatial {
  Wide reach, stride, padding, output_padding;
};

// Whether there is a value of each field for every windowed dimension.
bool FitsWindows(const Sizes& sizes, const Windows& windows) {
  const size_t count = windows.sizes.size();
  const auto fits = [&](auto& values) { return values.size() == count; };
  return count <= size_t(sizes.rank()) && fits(windows.strides) && fits(windows.start_padding) &&
         fits(windows.end_padding) && (windows.dilations.empty() || fits(windows.dilations)) &&
         (windows.output_padding.empty() || fits(windows.output_padding)) &&
         std::ranges::count(windows.strides, 0u) == 0;
}

Spatial SpatialOf(const Windows& windows, size_t i) {
  const Wide dilation = windows.dilations.empty() ? 1 : windows.dilations[i];
  return {.reach = dilation * (Wide(windows.sizes[i]) - 1) + 1,
          .stride = windows.strides[i],
          .padding = Wide(windows.start_padding[i]) + windows.end_padding[i],
          .output_padding = windows.output_padding.empty() ? 0 : windows.output_padding[i]};
}

template <class SizeAt>
Sizes MapWindows(Sizes sizes, const Windows& windows, SizeAt size_at) {
  if (!FitsWindows(sizes, windows)) return sizes;
  const size_t first = size_t(sizes.rank()) - windows.sizes.size();
  for (size_t i = 0; i < windows.sizes.size(); ++i)
    sizes[int(first + i)] = SizeOf(size_at(Wide(sizes[int(first + i)]), SpatialOf(windows, i)));
  return sizes;
}

// The filter's spatial sizes as those of windows; empty if the dimensions do not fit.
std::vector<uint32_t> FilterWindow(const Sizes& input, const Sizes& filter) {
  std::vector<uint32_t> window;
  if (filter.rank() != input.rank()) return window;
  for (int dim = 2; dim < filter.rank(); ++dim)
    window.push_back(uint32_t(std::min<int64_t>(filter[dim], UINT32_MAX)));
  return window;
}

}  // namespace

void FillType(TensorDesc& output, DataType type) {
  if (output.type == DataType::Unknown) output.type = type;
}

void Fill(TensorDesc& output, DataType type, const Sizes& sizes) {
  FillType(output, type);
  if (output.rank() == 0) output.layout = Layout::Packed(sizes);
}

void Fill(std::optional<TensorDesc>& output, DataType type, const Sizes& sizes) {
  if (output) Fill(*output, type, sizes);
}

int64_t SizeOf(Wide value) { return int64_t(std::clamp<Wide>(value, 0, kMaxElements + 1)); }

Sizes Replaced(Sizes sizes, uint32_t axis, int64_t size) {
  if (axis < uint32_t(sizes.rank())) sizes[int(axis)] = size;
  return sizes;
}

Sizes ReducedSizes(Sizes sizes, std::span<const uint32_t> axes) {
  for (const uint32_t axis : axes) sizes = Replaced(sizes, axis, 1);
  return sizes;
}

Sizes SlicedSizes(Sizes sizes, std::span<const uint32_t> window, std::span<const int32_t> strides) {
  const size_t rank = size_t(sizes.rank());
  if (window.size() != rank || strides.size() != rank) return sizes;
  for (size_t i = 0; i < rank; ++i)
    if (strides[i] != 0 && window[i] != 0)
      sizes[int(i)] = 1 + (int64_t(window[i]) - 1) / std::abs(int64_t(strides[i]));
  return sizes;
}

Sizes PaddedSizes(Sizes sizes, std::span<const uint32_t> start, std::span<const uint32_t> end) {
  const size_t rank = size_t(sizes.rank());
  if (start.size() != rank || end.size() != rank) return sizes;
  for (size_t i = 0; i < rank; ++i) sizes[int(i)] = SizeOf(Wide(sizes[int(i)]) + start[i] + end[i]);
  return sizes;
}

Sizes TiledSizes(Sizes sizes, std::span<const uint32_t> repeats) {
  if (repeats.size() != size_t(sizes.rank())) return sizes;
  for (size_t i = 0; i < repeats.size(); ++i)
    if (repeats[i] != 0) sizes[int(i)] = SizeOf(Wide(sizes[int(i)]) * repeats[i]);
  return sizes;
}

Sizes ScaledSizes(Sizes sizes, std::span<const float> scales) {
  if (scales.size() != size_t(sizes.rank())) return sizes;
  for (size_t i = 0; i < scales.size(); ++i) {
    // Of a scale that no operator takes nothing follows; then the error is to name the scale.
    if (!(scales[i] > 0) || std::isinf(scales[i])) continue;
    const double scaled = std::floor(double(sizes[int(i)]) * double(scales[i]));
    sizes[int(i)] = scaled > 0 ? int64_t(std::min(scaled, double(kMaxElements + 1))) : 0;
  }
  return sizes;
}

Sizes WindowedSizes(Sizes sizes, const Windows& windows) {
  return MapWindows(sizes, windows, [](Wide size, const Spatial& s) {
    const Wide room = size + s.padding - s.reach;
    return room < 0 ? Wide(1) : room / s.stride + 1 + s.output_padding;
  });
}

Sizes UnwindowedSizes(Sizes sizes, const Windows& windows) {
  return MapWindows(sizes, windows, [](Wide size, const Spatial& s) {
    return (size - 1) * s.stride + s.reach - s.padding + s.output_padding;
  });
}

Sizes ConvolvedSizes(const Sizes& input, const Sizes& filter, Windows windows) {
  const std::vector<uint32_t> window = FilterWindow(input, filter);
  if (window.empty()) return input;
  windows.sizes = window;
  return Replaced(WindowedSizes(input, windows), 1, filter[0]);
}

Sizes TransposedConvolvedSizes(const Sizes& input, const Sizes& filter, Windows windows,
                               uint32_t group_count) {
  const std::vector<uint32_t> window = FilterWindow(input, filter);
  if (window.empty()) return input;
  windows.sizes = window;
  return Replaced(UnwindowedSizes(input, windows), 1, SizeOf(Wide(filter[1]) * group_count));
}

Sizes ColumnSizes(const Sizes& image, const Windows& windows) {
  if (size_t(image.rank()) != windows.sizes.size() + 2 || !FitsWindows(image, windows))
    return image;
  const Sizes blocks = WindowedSizes(image, windows);
  Sizes columns = {image[0], image[1], 1};
  for (size_t i = 0; i < windows.sizes.size(); ++i) {
    columns[1] = SizeOf(Wide(columns[1]) * windows.sizes[i]);
    columns[2] = SizeOf(Wide(columns[2]) * blocks[int(i) + 2]);
  }
  return columns;
}

Sizes BlockSizes(Sizes sizes, uint32_t block, bool to_space) {
  if (sizes.rank() != 4 || block == 0) return sizes;
  const Wide area = Wide(block) * block;
  const auto part = [](int64_t size, Wide count) {
    return size == 0 ? 0 : SizeOf(std::max<Wide>(size / count, 1));
  };
  sizes[1] = to_space ? part(sizes[1], area) : SizeOf(sizes[1] * area);
  for (int dim = 2; dim < 4; ++dim)
    sizes[dim] = to_space ? SizeOf(Wide(sizes[dim]) * block) : part(sizes[dim], block);
  return sizes;
}

Sizes MatrixProductSizes(const Sizes& a, bool trans_a, const Sizes& b, bool trans_b) {
  Sizes sizes = a;
  const int rank = a.rank();
  if (rank < 2 || b.rank() != rank) return sizes;
  sizes[rank - 2] = trans_a ? a[rank - 1] : a[rank - 2];
  sizes[rank - 1] = trans_b ? b[rank - 2] : b[rank - 1];
  return sizes;
}

Sizes GatheredSizes(const Sizes& input, const Sizes& indices, uint32_t axis, uint32_t index_dims) {
  if (axis >= uint32_t(input.rank()) || index_dims > uint32_t(indices.rank())) return input;
  std::vector<int64_t> picked;
  for (int dim = 0; dim < int(axis); ++dim) picked.push_back(input[dim]);
  for (int dim = indices.rank() - int(index_dims); dim < indices.rank(); ++dim)
    picked.push_back(indices[dim]);
  for (int dim = int(axis) + 1; dim < input.rank(); ++dim) picked.push_back(input[dim]);
  return RightAligned(picked, input.rank());
}

Sizes TupledSizes(const Sizes& input, const Sizes& indices, uint32_t input_dims,
                  uint32_t index_dims, uint32_t batch_dims) {
  const auto is_count = [](uint32_t count, const Sizes& sizes) {
    return count >= 1 && count <= uint32_t(sizes.rank());
  };
  if (!is_count(input_dims, input) || !is_count(index_dims, indices)) return input;
  const int64_t length = indices[indices.rank() - 1];
  if (length > int64_t(input_dims) || int64_t(batch_dims) + length > int64_t(input_dims))
    return input;
  std::vector<int64_t> picked;
  for (int dim = indices.rank() - int(index_dims); dim < indices.rank() - 1; ++dim)
    picked.push_back(indices[dim]);
  for (int dim = input.rank() - int(input_dims) + int(batch_dims) + int(length); dim < input.rank();
       ++dim)
    picked.push_back(input[dim]);
  return RightAligned(picked, input.rank());
}

}  // namespace weft
