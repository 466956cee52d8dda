// SPDX-License-Identifier: MIT
// Labels such as NCHW and NHWC: from letters to strides and back. Both directions think of a label
// as an order: order[p] is the dimension (in logical order) whose letter stands at position p.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/checked.h"
#include "base/error.h"
#include "base/guard.h"
#include "weft/tensor.h"

namespace weft {
namespace {

constexpr std::string_view kImageLetters = "NCDHW";

// The letters of a label in logical order: "NHWC" gives "NCHW", "ZYX" gives "XYZ".
std::string LogicalLetters(std::string_view label) {
  const bool image = label.find_first_not_of(kImageLetters) == label.npos;
  std::string letters(label);
  std::sort(letters.begin(), letters.end(), [&](char a, char b) {
    return image ? kImageLetters.find(a) < kImageLetters.find(b) : a < b;
  });
  return letters;
}

// How many dimensions an image has whose last ones these are; as many as letters if none does.
int ImageRank(std::string_view logical) {
  for (const std::string_view image : {"NCHW", "NCDHW"})
    if (image.ends_with(logical)) return static_cast<int>(image.size());
  return static_cast<int>(logical.size());
}

Status CheckLabel(std::string_view label, const Sizes& sizes, const LabelOptions& options) {
  if (label.empty()) return Invalid("Label \"\" has no letters");
  for (size_t i = 0; i < label.size(); ++i) {
    if (label[i] < 'A' || label[i] > 'Z')
      return Invalid("Label \"{}\" has \"{}\", but only the letters A to Z are allowed", label,
                     label[i]);
    if (label.find(label[i]) != i) return Invalid("Label \"{}\" repeats {}", label, label[i]);
  }
  if (label.size() != static_cast<size_t>(sizes.rank()))
    return Invalid("Label \"{}\" has {} letters, but Sizes {} has {}", label, label.size(),
                   ToString(sizes), sizes.rank());
  for (char letter : options.broadcast)
    if (label.find(letter) == label.npos)
      return Invalid("Broadcast letter \"{}\" is not in label \"{}\"", letter, label);
  if (options.row_pitch < 0)
    return Invalid("Row pitch is {}, but it must be at least 0", options.row_pitch);
  if (options.row_alignment < 1)
    return Invalid("Row alignment is {}, but it must be at least 1", options.row_alignment);
  return Ok();
}

// Elements from the start of a row to the start of the next.
Result<int64_t> RowPitch(int64_t row, std::string_view label, const LabelOptions& options) {
  if (options.row_pitch != 0 && options.row_pitch < row)
    return Invalid("Row pitch is {}, but a row (the {} of label \"{}\") has {} elements",
                   options.row_pitch, label.back(), label, row);
  const int64_t pitch = options.row_pitch != 0 ? options.row_pitch : row;
  const std::optional<int64_t> rounded = CheckedMul<int64_t>(
      pitch / options.row_alignment + (pitch % options.row_alignment != 0), options.row_alignment);
  if (!rounded)
    return Invalid("Row pitch is {}, but rounded up to a multiple of {} it passes 2^63 - 1", pitch,
                   options.row_alignment);
  return *rounded;
}

// The labels people write, logical order first; empty beyond rank 5.
std::span<const std::string_view> CommonLabels(int rank) {
  static constexpr std::array<std::string_view, 1> kRank1 = {"W"};
  static constexpr std::array<std::string_view, 2> kRank2 = {"HW", "WH"};
  static constexpr std::array<std::string_view, 2> kRank3 = {"DHW", "WHD"};
  static constexpr std::array<std::string_view, 2> kRank4 = {"NCHW", "NHWC"};
  static constexpr std::array<std::string_view, 2> kRank5 = {"NCDHW", "NDHWC"};
  switch (rank) {
    case 1: return kRank1;
    case 2: return kRank2;
    case 3: return kRank3;
    case 4: return kRank4;
    case 5: return kRank5;
    default: return {};
  }
}

using Order = std::array<int, kMaxRank>;

// Whether every dimension larger than 1 steps over all that follow it in the order.
bool Follows(const Layout& layout, const Order& order) {
  std::optional<int64_t> reach = 0;  // of empty layouts it may be any
  for (int position = layout.rank() - 1; position >= 0; --position) {
    const int dim = order[position];
    if (layout.sizes[dim] <= 1) continue;
    if (!reach || layout.strides[dim] <= *reach) return false;
    reach = CheckedMulAdd(*reach, layout.sizes[dim] - 1, layout.strides[dim]);
  }
  return true;
}

// Dimensions larger than 1 by descending stride; those of size 1 keep their logical position.
Order OrderByStride(const Layout& layout) {
  Order large{};
  int count = 0;
  for (int dim = 0; dim < layout.rank(); ++dim)
    if (layout.sizes[dim] > 1) large[count++] = dim;
  std::stable_sort(large.begin(), large.begin() + count,
                   [&](int a, int b) { return layout.strides[a] > layout.strides[b]; });
  Order order{};
  int next = 0;
  for (int dim = 0; dim < layout.rank(); ++dim)
    order[dim] = layout.sizes[dim] > 1 ? large[next++] : dim;
  return order;
}

Order OrderOf(std::string_view label, std::string_view logical) {
  Order order{};
  for (size_t position = 0; position < label.size(); ++position)
    order[position] = static_cast<int>(logical.find(label[position]));
  return order;
}

}  // namespace

Result<Layout> LayoutFromLabel(std::string_view label, const Sizes& sizes,
                               const LabelOptions& options) try {
  WEFT_RETURN_IF_ERROR(CheckLabel(label, sizes, options));
  WEFT_RETURN_IF_ERROR(Layout::Packed(sizes).Check(0));
  const std::string logical = LogicalLetters(label);
  const Order order = OrderOf(label, logical);

  Strides strides = Strides::Filled(sizes.rank(), 0);
  int64_t stride = 1;
  for (int position = sizes.rank() - 1; position >= 0; --position) {
    const int dim = order[position];
    const bool broadcast = options.broadcast.find(logical[dim]) != std::string_view::npos;
    const int64_t size = broadcast ? 1 : std::max<int64_t>(sizes[dim], 1);
    if (!broadcast) strides[dim] = stride;
    if (position == sizes.rank() - 1) {
      WEFT_ASSIGN(stride, RowPitch(size, label, options));
    } else if (const std::optional<int64_t> next = CheckedMul(stride, size)) {
      stride = *next;
    } else {
      return Invalid("Label \"{}\" with Sizes {} and rows {} apart passes 2^63 - 1", label,
                     ToString(sizes), strides[order[sizes.rank() - 2]]);
    }
  }

  Layout layout;
  const int rank = options.fill_image ? ImageRank(logical) : sizes.rank();
  for (int filled = sizes.rank(); filled < rank; ++filled) {
    layout.sizes.push_back(1);
    layout.strides.push_back(stride);
  }
  for (int dim = 0; dim < sizes.rank(); ++dim) {
    layout.sizes.push_back(sizes[dim]);
    layout.strides.push_back(strides[dim]);
  }
  WEFT_RETURN_IF_ERROR(layout.Check(0));
  return layout;
}
WEFT_CATCH

std::optional<std::string> LabelOf(const Layout& layout) try {
  if (layout.rank() == 0 || !layout.Check(0)) return std::nullopt;
  const std::span<const std::string_view> common = CommonLabels(layout.rank());
  for (std::string_view label : common)
    if (LayoutFromLabel(label, layout.sizes, {.fill_image = false})->strides == layout.strides)
      return std::string(label);

  const std::string_view logical =
      common.empty() ? std::string_view("ABCDEFGH").substr(0, layout.rank()) : common.front();
  for (std::string_view label : common)
    if (Follows(layout, OrderOf(label, logical))) return std::string(label);

  const Order order = OrderByStride(layout);
  if (!Follows(layout, order)) return std::nullopt;
  std::string label;
  for (int position = 0; position < layout.rank(); ++position) label += logical[order[position]];
  return label;
}
WEFT_CATCH_RETURN(std::nullopt)

}  // namespace weft
