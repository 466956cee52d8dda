// SPDX-License-Identifier: MIT
// "[..., ::-1, 1:8:2]" in two stages: text to a list of items, then each item against the size of
// its dimension by Python's slice.indices. Numbers too large for int64_t are clamped, which
// changes nothing because sizes are far smaller.
#include "weft/slice_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <variant>

#include "base/error.h"
#include "base/guard.h"

namespace weft {
namespace {

struct Index {
  int64_t value;
};
struct Range {
  std::optional<int64_t> start, stop;
  int64_t step = 1;
};
struct Ellipsis {};
using Item = std::variant<Index, Range, Ellipsis>;

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// Removes everything before the separator, or all of it, from `text` and returns it.
std::string_view TakeUntil(std::string_view& text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return Trim(part);
}

std::optional<int64_t> ParseInteger(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  text = Trim(text);
  if (text.empty()) return std::nullopt;
  int64_t value = 0;
  for (char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    // Clamped to the largest int64_t, so that the negation below cannot overflow.
    if (__builtin_mul_overflow(value, int64_t{10}, &value) ||
        __builtin_add_overflow(value, int64_t{digit - '0'}, &value))
      value = std::numeric_limits<int64_t>::max();
  }
  return negative ? -value : value;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<std::vector<Item>> Parse() const {
    std::string_view rest = Trim(text_);
    const bool opens = rest.starts_with('['), closes = rest.ends_with(']');
    if (opens != closes || rest == "[")
      return Invalid("Slice \"{}\" has one bracket of a pair", text_);
    if (opens) rest = Trim(rest.substr(1, rest.size() - 2));
    if (rest.empty()) return Invalid("Slice \"{}\" is empty; \"...\" selects everything", text_);

    std::vector<Item> items;
    while (!rest.empty()) {  // a comma after the last item is legal, as in Python
      WEFT_ASSIGN(Item item, ParseItem(TakeUntil(rest, ',')));
      items.push_back(item);
      rest = Trim(rest);
    }
    return items;
  }

 private:
  Result<Item> ParseItem(std::string_view item) const {
    if (item == "...") return Ellipsis{};
    if (item == "None" || item == "newaxis" || item.ends_with(".newaxis"))
      return Invalid("Slice \"{}\": {} adds a dimension, but SLICE1 keeps the dimensions it has",
                     text_, item);
    if (item.find(':') == item.npos) {
      WEFT_ASSIGN(std::optional<int64_t> value, ParsePart(item, item));
      if (!value) return Invalid("Slice \"{}\": an index is missing before a comma", text_);
      return Index{*value};
    }
    std::string_view rest = item;
    Range range;
    WEFT_ASSIGN(range.start, ParsePart(TakeUntil(rest, ':'), item));
    WEFT_ASSIGN(range.stop, ParsePart(TakeUntil(rest, ':'), item));
    WEFT_ASSIGN(std::optional<int64_t> step, ParsePart(Trim(rest), item));
    range.step = step.value_or(1);
    return range;
  }

  // Nothing for an omitted number.
  Result<std::optional<int64_t>> ParsePart(std::string_view part, std::string_view item) const {
    if (part.empty()) return std::nullopt;
    const std::optional<int64_t> value = ParseInteger(part);
    if (!value)
      return Invalid("Slice \"{}\": \"{}\" is no integer, start:stop:step or \"...\"", text_, item);
    return value;
  }

  std::string_view text_;
};

// The elements first, first + step, … of one dimension.
struct Selection {
  int64_t first, count, step;
};

Result<Selection> Select(Index index, int64_t size, int dim, std::string_view text) {
  if (size == 0)
    return Invalid("Slice \"{}\": dimension {} has index {}, but it has size 0", text, dim,
                   index.value);
  const int64_t value = index.value < 0 ? index.value + size : index.value;
  if (value < 0 || value >= size)
    return Invalid("Slice \"{}\": dimension {} has index {}, but {} to {} is required", text, dim,
                   index.value, -size, size - 1);
  return Selection{value, 1, 1};
}

Result<Selection> Select(const Range& range, int64_t size, int dim, std::string_view text,
                         const TensorRules& rules) {
  const int64_t step = range.step;
  if (step == 0)
    return Invalid("Slice \"{}\": dimension {} has step 0, but a step must not be 0", text, dim);
  // A slice with a negative step may stop at -1, before the first element.
  const int64_t lowest = step > 0 ? 0 : -1;
  const int64_t highest = step > 0 ? size : size - 1;
  const auto bound = [&](std::optional<int64_t> value, int64_t omitted) {
    if (!value) return omitted;
    return std::clamp(*value < 0 ? *value + size : *value, lowest, highest);
  };
  const int64_t start = bound(range.start, step > 0 ? lowest : highest);
  const int64_t stop = bound(range.stop, step > 0 ? highest : lowest);
  const int64_t distance = step > 0 ? stop - start : start - stop;
  if (distance <= 0 && rules.allow_empty) return Selection{0, 0, step};
  if (distance <= 0)
    return Invalid("Slice \"{}\": dimension {} selects nothing from {} to {} step {} of {}", text,
                   dim, start, stop, step, size);
  return Selection{start, (distance - 1) / std::abs(step) + 1, step};
}

Status CheckSizes(const Sizes& sizes, std::string_view text, const TensorRules& rules) {
  if (sizes.rank() > kMaxRank)
    return Invalid("Slice \"{0}\": DimensionCount is more than {1}, but at most {1} is allowed",
                   text, kMaxRank);
  const int64_t least = rules.allow_empty ? 0 : 1;
  constexpr int64_t kLargest = std::numeric_limits<uint32_t>::max();
  for (int dim = 0; dim < sizes.rank(); ++dim)
    if (sizes[dim] < least || sizes[dim] > kLargest)
      return Invalid("Slice \"{}\": Sizes[{}] is {}, but {} to {} is required", text, dim,
                     sizes[dim], least, kLargest);
  return Ok();
}

// Replaces "..." by whole dimensions, and appends them after the last item.
Status FillUp(std::vector<Item>& items, const Sizes& sizes, std::string_view text) {
  const auto is_ellipsis = [](const Item& item) { return std::holds_alternative<Ellipsis>(item); };
  const auto ellipses = std::count_if(items.begin(), items.end(), is_ellipsis);
  if (ellipses > 1)
    return Invalid("Slice \"{}\" has \"...\" {} times, but at most once is allowed", text,
                   ellipses);
  const size_t rank = static_cast<size_t>(sizes.rank());
  const size_t count = items.size() - static_cast<size_t>(ellipses);
  if (count > rank)
    return Invalid("Slice \"{}\" has {} indices, but Sizes {} has {}", text, count, ToString(sizes),
                   rank);
  auto ellipsis = std::find_if(items.begin(), items.end(), is_ellipsis);
  if (ellipsis != items.end()) ellipsis = items.erase(ellipsis);
  items.insert(ellipsis, rank - count, Range{});
  return Ok();
}

}  // namespace

Result<SliceWindow> ParseSlice(std::string_view text, const Sizes& sizes,
                               const TensorRules& rules) try {
  constexpr int64_t kLargestStride = std::numeric_limits<int32_t>::max();
  WEFT_RETURN_IF_ERROR(CheckSizes(sizes, text, rules));
  WEFT_ASSIGN(std::vector<Item> items, Parser(text).Parse());
  WEFT_RETURN_IF_ERROR(FillUp(items, sizes, text));

  SliceWindow window;
  for (int dim = 0; dim < sizes.rank(); ++dim) {
    const Item& item = items[dim];
    const bool is_index = std::holds_alternative<Index>(item);
    WEFT_ASSIGN(const Selection selected,
                is_index ? Select(std::get<Index>(item), sizes[dim], dim, text)
                         : Select(std::get<Range>(item), sizes[dim], dim, text, rules));
    if (selected.count > 1 && std::abs(selected.step) > kLargestStride)
      return Invalid("Slice \"{}\": dimension {} has step {}, but SLICE1 takes {} to {}", text, dim,
                     selected.step, -kLargestStride, kLargestStride);
    // The window ends at the outermost elements. With a negative stride SLICE1 starts at its end:
    // [10:0:-3] picks 10, 7, 4, 1, so the window is the ten elements from 1 to 10.
    const bool is_empty = selected.count == 0;
    const int64_t span = is_empty ? 0 : (selected.count - 1) * std::abs(selected.step);
    const int64_t lowest = selected.step > 0 ? selected.first : selected.first - span;
    window.offsets.push_back(static_cast<uint32_t>(lowest));
    window.sizes.push_back(static_cast<uint32_t>(is_empty ? 0 : span + 1));
    window.strides.push_back(
        static_cast<int32_t>(std::clamp(selected.step, -kLargestStride, kLargestStride)));
    window.output_sizes.push_back(selected.count);
    if (!is_index) window.result_sizes.push_back(selected.count);
  }
  return window;
}
WEFT_CATCH

}  // namespace weft
