// SPDX-License-Identifier: MIT
// Properties of sizes and strides. Most are one walk over the dimensions from the smallest
// stride up, comparing each stride with the reach of those before it: equal to reach + 1 everywhere
// is packed, greater somewhere is a gap, smaller somewhere may be an overlap.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "base/assert.h"
#include "base/checked.h"
#include "base/error.h"
#include "base/guard.h"
#include "tensor/overlap.h"
#include "weft/tensor.h"

namespace weft {
namespace {

bool IsEmpty(const Layout& layout) {
  return std::find(layout.sizes.begin(), layout.sizes.end(), 0) != layout.sizes.end();
}

struct Reach {
  int64_t lowest, highest;  // offsets
};

// Nothing if an offset, or the number of offsets, does not fit into 63 bits. The layout must not be
// empty.
std::optional<Reach> ReachOf(const Layout& layout) {
  std::optional<int64_t> lowest = layout.offset, highest = layout.offset;
  for (int dim = 0; dim < layout.rank() && lowest && highest; ++dim) {
    const int64_t last = layout.sizes[dim] - 1, stride = layout.strides[dim];
    (stride < 0 ? lowest : highest) = CheckedMulAdd(stride < 0 ? *lowest : *highest, last, stride);
  }
  if (!lowest || !highest || !CheckedAdd<int64_t>(*highest, 1)) return std::nullopt;
  return Reach{*lowest, *highest};
}

// The dimensions that are larger than 1 and not broadcast, smallest stride first.
class Steps {
 public:
  explicit Steps(const Layout& layout) {
    for (int dim = 0; dim < layout.rank(); ++dim)
      if (layout.sizes[dim] > 1 && layout.strides[dim] != 0)
        // Of a layout that never passed Check a stride may have no absolute value.
        steps_[count_++] = {std::abs(std::max(layout.strides[dim], -INT64_MAX)),
                            layout.sizes[dim] - 1};
    std::sort(steps_.begin(), steps_.begin() + count_,
              [](const Step& a, const Step& b) { return a.stride < b.stride; });
  }
  operator std::span<const Step>() const { return {steps_.data(), count_}; }

  // Whether predicate(stride, reach of the smaller strides) holds for every dimension.
  template <class Predicate>
  bool All(Predicate predicate) const {
    int64_t reach = 0;
    for (const Step& step : std::span<const Step>(*this)) {
      if (!predicate(step.stride, reach)) return false;
      reach = CheckedMulAdd(reach, step.last, step.stride).value_or(INT64_MAX - 1);
    }
    return true;
  }

 private:
  std::array<Step, kMaxRank + 1> steps_;  // room for a layout that never passed Check
  size_t count_ = 0;
};

}  // namespace

std::string ToString(const Sizes& sizes) try { return fmt::format("[{}]", fmt::join(sizes, ", ")); }
WEFT_CATCH_TEXT

std::string ToString(const Strides& strides) try {
  return fmt::format("[{}]", fmt::join(strides, ", "));
}
WEFT_CATCH_TEXT

std::string ToString(const Layout& layout) try {
  std::string text =
      fmt::format("Sizes {}, Strides {}", ToString(layout.sizes), ToString(layout.strides));
  if (layout.offset != 0) text += fmt::format(", Offset {}", layout.offset);
  return text;
}
WEFT_CATCH_TEXT

Layout Layout::Packed(const Sizes& sizes) {
  Layout layout(sizes, Strides::Filled(sizes.rank(), 0));
  uint64_t stride = 1;  // unsigned, because it may wrap
  for (int dim = sizes.rank() - 1; dim >= 0; --dim) {
    layout.strides[dim] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(std::max<int64_t>(sizes[dim], 1));
  }
  return layout;
}

Status Layout::Check(int64_t least_size) const try {
  if (rank() > kMaxRank)
    return Invalid("DimensionCount is more than {0}, but at most {0} is allowed", kMaxRank);
  if (strides.rank() != rank())
    return Invalid("Strides {} has {} values, but Sizes {} has {}", ToString(strides),
                   strides.rank(), ToString(sizes), rank());
  std::optional<int64_t> count = 1;  // zeros count as 1: the other sizes must make sense too
  for (int dim = 0; dim < rank(); ++dim) {
    if (sizes[dim] < least_size)
      return Invalid("Sizes[{}] is {}, but every size must be at least {}", dim, sizes[dim],
                     least_size);
    if (count) count = CheckedMul(*count, std::max<int64_t>(sizes[dim], 1));
  }
  if (!count || *count > kMaxElements)
    return Invalid("Sizes {} have {} elements, but at most {} are allowed", ToString(sizes),
                   count ? std::to_string(*count) : "2^63 or more", kMaxElements);
  if (IsEmpty(*this)) return Ok();
  const std::optional<Reach> reach = ReachOf(*this);
  if (!reach) return Invalid("{} reach past 2^63 - 1", ToString(*this));
  if (reach->lowest < 0)
    return Invalid("{} reach offset {}, but the buffer begins at 0", ToString(*this),
                   reach->lowest);
  return Ok();
}
WEFT_CATCH

int64_t Layout::ElementCount() const {
  if (IsEmpty(*this)) return 0;
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}

int64_t Layout::RequiredElements() const {
  if (IsEmpty(*this)) return 0;
  const std::optional<Reach> reach = ReachOf(*this);
  return reach ? reach->highest + 1 : std::numeric_limits<int64_t>::max();
}

int64_t Layout::OffsetOf(std::span<const int64_t> coordinate) const {
  WEFT_ASSERT(int(coordinate.size()) >= rank());
  int64_t result = offset;
  for (int dim = 0; dim < rank(); ++dim) result += coordinate[dim] * strides[dim];
  return result;
}

bool Layout::IsPacked() const {
  if (IsEmpty(*this)) return true;
  return !HasBroadcast() &&
         Steps(*this).All([](int64_t stride, int64_t reach) { return stride == reach + 1; });
}

bool Layout::IsPadded() const {
  // A stride beyond reach + 1 leaves offset reach + 1 unused for good: all others are larger still.
  return !IsEmpty(*this) &&
         !Steps(*this).All([](int64_t stride, int64_t reach) { return stride <= reach + 1; });
}

bool Layout::HasBroadcast() const {
  for (int dim = 0; dim < rank(); ++dim)
    if (sizes[dim] > 1 && strides[dim] == 0) return true;
  return false;
}

bool Layout::IsOverlapping() const {
  return !IsEmpty(*this) && (HasBroadcast() || Overlaps(Steps(*this)));
}

}  // namespace weft
