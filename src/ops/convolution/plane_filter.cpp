// SPDX-License-Identifier: MIT
// See plane_filter.h.
#include "ops/convolution/plane_filter.h"

#include "ops/convolution/plane_product.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

// Rows `first` and later as {group, row of it, sizes..}.
Layout Grouped(const Layout& filter, int64_t first, int64_t groups, int64_t rows) {
  Layout grouped = Narrow(filter, 1, first, groups * rows);
  const int64_t step = grouped.strides[1];
  grouped.sizes[0] = groups;
  grouped.strides[0] = groups > 1 ? rows * step : 0;
  grouped.sizes[1] = rows;
  grouped.strides[1] = rows > 1 ? step : 0;
  return grouped;
}

}  // namespace

PlaneFilter::PlaneFilter(DataType type, const Layout& filter) {
  const int64_t rows = filter.sizes[1], depth = filter.ElementCount() / rows;
  const int64_t groups = rows / kPackedRows, left = rows % kPackedRows;
  bytes_ = (groups + (left > 0)) * kPackedRows * depth * int64_t(sizeof(float));
  const auto add = [&](int64_t first, int64_t count, int64_t together) {
    const Layout source = Grouped(filter, first, count, together);
    Layout packed = Layout::Packed(source.sizes);
    for (int dim = 2; dim < packed.rank(); ++dim) packed.strides[dim] *= kPackedRows;
    packed.strides[0] = kPackedRows * depth;
    packed.strides[1] = 1;
    packed.offset = first * depth;
    rows_.emplace_back(DataType::Float32, packed, type, source);
  };
  if (groups > 0) add(0, groups, kPackedRows);
  if (left > 0) add(groups * kPackedRows, 1, left);
}

}  // namespace weft::ops
