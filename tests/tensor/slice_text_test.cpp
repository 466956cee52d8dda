// SPDX-License-Identifier: MIT
// Slices against Python's rules: every start, stop and step around small sizes is compared with
// the elements range(*slice.indices(size)) visits; the tables were checked with NumPy.
#include "weft/slice_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace weft {
namespace {

using Indices = std::vector<int64_t>;

// What Python selects, by the words of its reference: negative places count from the end, places
// outside are moved to the nearest end, omitted ones are the ends in the direction of the step.
Indices PythonIndices(std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step,
                      int64_t size) {
  const auto settle = [&](int64_t place) {
    if (place < 0) place += size;
    if (step > 0) return place < 0 ? 0 : place > size ? size : place;
    return place < -1 ? -1 : place >= size ? size - 1 : place;
  };
  const int64_t first = start ? settle(*start) : step > 0 ? 0 : size - 1;
  const int64_t end = stop ? settle(*stop) : step > 0 ? size : -1;
  Indices indices;
  for (int64_t i = first; step > 0 ? i < end : i > end; i += step) indices.push_back(i);
  return indices;
}

// What SLICE1 reads from one dimension: a negative stride starts at the end of the window.
Indices WindowIndices(const SliceWindow& window, int dim) {
  const int64_t offset = window.offsets[dim], size = window.sizes[dim];
  const int64_t stride = window.strides[dim];
  Indices indices;
  for (int64_t i = stride > 0 ? offset : offset + size - 1; i >= offset && i < offset + size;
       i += stride)
    indices.push_back(i);
  return indices;
}

TEST(SliceText, EveryRangeAroundSmallSizes) {
  const auto text_of = [](std::optional<int64_t> n) { return n ? std::to_string(*n) : ""; };
  std::vector<std::optional<int64_t>> places = {std::nullopt};
  for (int64_t place = -9; place <= 9; ++place) places.push_back(place);
  int selected = 0;
  for (int64_t size = 0; size <= 7; ++size)
    for (const auto start : places)
      for (const auto stop : places)
        for (const auto step : places) {
          if (step == 0) continue;
          const bool second_colon = step || size % 2;  // optional when there is no step
          const std::string text = fmt::format("{}:{}{}{}", text_of(start), text_of(stop),
                                               second_colon ? ":" : "", text_of(step));
          const Indices want = PythonIndices(start, stop, step.value_or(1), size);
          const Result<SliceWindow> window = ParseSlice(text, {size});
          ASSERT_EQ(window.has_value(), !want.empty()) << text << " of " << size;
          const Result<SliceWindow> any = ParseSlice(text, {size}, {.allow_empty = true});
          ASSERT_TRUE(any.has_value()) << text << " of " << size;
          ASSERT_EQ(WindowIndices(*any, 0), want) << text << " of " << size;
          ASSERT_EQ(any->result_sizes, Sizes{int64_t(want.size())});
          if (want.empty()) continue;
          ASSERT_EQ(WindowIndices(*window, 0), want) << text << " of " << size;
          ASSERT_LE(window->offsets[0] + window->sizes[0], size);
          const int64_t count = static_cast<int64_t>(want.size());
          ASSERT_EQ(window->output_sizes, Sizes{count});
          ASSERT_EQ(window->result_sizes, Sizes{count});
          ++selected;
        }
  EXPECT_GT(selected, 10000);
}

struct Case {
  const char* text;
  Sizes sizes;
  std::vector<Indices> indices;  // one list per dimension
  Sizes result_sizes;
};

TEST(SliceText, AsNumPy) {
  const Case cases[] = {
      {"[1:8:2]", {9}, {{1, 3, 5, 7}}, {4}},
      {"[::-1]", {4}, {{3, 2, 1, 0}}, {4}},
      {"[10:0:-3]", {11}, {{10, 7, 4, 1}}, {4}},
      {"[10:0:-1]", {4}, {{3, 2, 1}}, {3}},
      {"[::-2]", {5}, {{4, 2, 0}}, {3}},
      {"[-3:]", {5}, {{2, 3, 4}}, {3}},
      {"[:-3]", {5}, {{0, 1}}, {2}},
      {"[-100:100]", {3}, {{0, 1, 2}}, {3}},
      {"[-1]", {5}, {{4}}, {}},
      {"[2]", {5}, {{2}}, {}},
      {"2", {3, 2}, {{2}, {0, 1}}, {2}},
      {"1, -1", {3, 2}, {{1}, {1}}, {}},
      {"[...]", {2, 2}, {{0, 1}, {0, 1}}, {2, 2}},
      {"[..., 0]", {2, 3, 4}, {{0, 1}, {0, 1, 2}, {0}}, {2, 3}},
      {"[1, ...]", {2, 3}, {{1}, {0, 1, 2}}, {3}},
      {"[1, ..., ::2]", {2, 2, 3}, {{1}, {0, 1}, {0, 2}}, {2, 2}},
      {"[0, ..., 1]", {2, 2}, {{0}, {1}}, {}},  // "..." may stand for nothing
      {"[..., ::-1, 1:8:2]", {2, 2, 9}, {{0, 1}, {1, 0}, {1, 3, 5, 7}}, {2, 2, 4}},
      {" [ 1 : 3 ,  : ] ", {4, 2}, {{1, 2}, {0, 1}}, {2, 2}},
      {"[1:2,]", {4, 2}, {{1}, {0, 1}}, {1, 2}},
      {"[+1:- 1]", {4}, {{1, 2}}, {2}},
      // Numbers beyond any integer type.
      {"[-99999999999999999999999:99999999999999999999999]", {3}, {{0, 1, 2}}, {3}},
      {"[::99999999999999999999999]", {3}, {{0}}, {1}},
      {"[::-99999999999999999999999]", {3}, {{2}}, {1}},
      {"[1::4294967296]", {3}, {{1}}, {1}},
      {"[::-2147483648]", {3}, {{2}}, {1}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    const Result<SliceWindow> window = ParseSlice(c.text, c.sizes);
    ASSERT_TRUE(window) << window.error().message;
    ASSERT_EQ(window->offsets.size(), c.indices.size());
    for (size_t dim = 0; dim < c.indices.size(); ++dim) {
      EXPECT_EQ(WindowIndices(*window, static_cast<int>(dim)), c.indices[dim]);
      EXPECT_EQ(window->output_sizes[static_cast<int>(dim)], std::ssize(c.indices[dim]));
    }
    EXPECT_EQ(window->result_sizes, c.result_sizes);
  }
}

TEST(SliceText, TheWindowIsAsSmallAsItsElements) {
  const Result<SliceWindow> window = ParseSlice("[10:0:-3, 0:8:3, 4]", {11, 9, 5});
  ASSERT_TRUE(window);
  EXPECT_EQ(window->offsets, (std::vector<uint32_t>{1, 0, 4}));
  EXPECT_EQ(window->sizes, (std::vector<uint32_t>{10, 7, 1}));
  EXPECT_EQ(window->strides, (std::vector<int32_t>{-3, 3, 1}));
  EXPECT_EQ(window->output_sizes, (Sizes{4, 3, 1}));
  EXPECT_EQ(window->result_sizes, (Sizes{4, 3}));
}

TEST(SliceText, LargestSizes) {
  const int64_t largest = 4294967295;
  const Result<SliceWindow> reversed = ParseSlice("::-1", {largest});
  ASSERT_TRUE(reversed);
  EXPECT_EQ(reversed->sizes[0], 4294967295u);
  EXPECT_EQ(reversed->output_sizes[0], largest);
  const Result<SliceWindow> far = ParseSlice("::2147483647", {largest});
  ASSERT_TRUE(far);
  EXPECT_EQ(far->sizes[0], 4294967295u);  // 0, 2147483647, 4294967294
  EXPECT_EQ(far->strides[0], 2147483647);
  EXPECT_EQ(far->output_sizes[0], 3);
}

TEST(SliceText, Errors) {
  struct ErrorCase {
    const char* text;
    Sizes sizes;
    const char* message;
  };
  const ErrorCase cases[] = {
      {"[5:5]", {10}, "Slice \"[5:5]\": dimension 0 selects nothing from 5 to 5 step 1 of 10"},
      {"[:, 20:]",
       {2, 10},
       "Slice \"[:, 20:]\": dimension 1 selects nothing from 10 to 10 step 1 of 10"},
      {"[1:3:-1]", {4}, "Slice \"[1:3:-1]\": dimension 0 selects nothing from 1 to 3 step -1 of 4"},
      {"[::0]", {4}, "Slice \"[::0]\": dimension 0 has step 0, but a step must not be 0"},
      {"[10]", {10}, "Slice \"[10]\": dimension 0 has index 10, but -10 to 9 is required"},
      {"[0, -4]", {1, 3}, "Slice \"[0, -4]\": dimension 1 has index -4, but -3 to 2 is required"},
      {"[0, 0, 0]", {4, 4}, "Slice \"[0, 0, 0]\" has 3 indices, but Sizes [4, 4] has 2"},
      {"[0, ..., 0, 0]", {4, 4}, "Slice \"[0, ..., 0, 0]\" has 3 indices, but Sizes [4, 4] has 2"},
      {"[..., ...]",
       {4, 4},
       "Slice \"[..., ...]\" has \"...\" 2 times, but at most once is allowed"},
      {"[None, 1]",
       {4},
       "Slice \"[None, 1]\": None adds a dimension, but SLICE1 keeps the dimensions it has"},
      {"[:, np.newaxis]",
       {4},
       "Slice \"[:, np.newaxis]\": np.newaxis adds a dimension, but SLICE1 keeps the dimensions it "
       "has"},
      {"", {4}, "Slice \"\" is empty; \"...\" selects everything"},
      {"[ ]", {4}, "Slice \"[ ]\" is empty; \"...\" selects everything"},
      {"[1", {4}, "Slice \"[1\" has one bracket of a pair"},
      {"1]", {4}, "Slice \"1]\" has one bracket of a pair"},
      {"[", {4}, "Slice \"[\" has one bracket of a pair"},
      {"]", {4}, "Slice \"]\" has one bracket of a pair"},
      {"[1,,2]", {4, 4}, "Slice \"[1,,2]\": an index is missing before a comma"},
      {"[,]", {4}, "Slice \"[,]\": an index is missing before a comma"},
      {"[1.5]", {4}, "Slice \"[1.5]\": \"1.5\" is no integer, start:stop:step or \"...\""},
      {"[1:2:3:4]",
       {9},
       "Slice \"[1:2:3:4]\": \"1:2:3:4\" is no integer, start:stop:step or \"...\""},
      {"[0:x]", {9}, "Slice \"[0:x]\": \"0:x\" is no integer, start:stop:step or \"...\""},
      {"[--1]", {9}, "Slice \"[--1]\": \"--1\" is no integer, start:stop:step or \"...\""},
      {"[-]", {9}, "Slice \"[-]\": \"-\" is no integer, start:stop:step or \"...\""},
      {"[....]", {9}, "Slice \"[....]\": \"....\" is no integer, start:stop:step or \"...\""},
      {"[[1]]", {9}, "Slice \"[[1]]\": \"[1]\" is no integer, start:stop:step or \"...\""},
      {":", {4294967296}, "Slice \":\": Sizes[0] is 4294967296, but 1 to 4294967295 is required"},
      {":", {4, 0}, "Slice \":\": Sizes[1] is 0, but 1 to 4294967295 is required"},
      {":",
       {1, 1, 1, 1, 1, 1, 1, 1, 1},
       "Slice \":\": DimensionCount is more than 8, but at most 8 is allowed"},
      {"[::3000000000]",
       {4294967295},
       "Slice \"[::3000000000]\": dimension 0 has step 3000000000, but SLICE1 takes -2147483647 to "
       "2147483647"},
  };
  for (const ErrorCase& c : cases) {
    const Result<SliceWindow> window = ParseSlice(c.text, c.sizes);
    ASSERT_FALSE(window) << c.message;
    EXPECT_EQ(window.error().message, c.message);
    EXPECT_EQ(window.error().code, ErrorCode::InvalidArgument);
  }
}

}  // namespace
}  // namespace weft
