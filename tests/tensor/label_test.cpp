// SPDX-License-Identifier: MIT
// Labels to strides and back. The rows with four sizes are those DirectML's CalculateStrides gives
// for every choice of broadcast dimensions, and the two layouts of the strides page.
#include <gtest/gtest.h>

#include <algorithm>

#include "weft/tensor.h"

namespace weft {
namespace {

struct Case {
  const char* label;
  Sizes sizes;
  const char* broadcast;
  Strides strides;
};

TEST(Label, DocumentedStrides) {
  const Case cases[] = {
      {"NCHW", {2, 3, 4, 5}, "", {60, 20, 5, 1}},
      {"NCHW", {2, 3, 4, 5}, "W", {12, 4, 1, 0}},
      {"NCHW", {2, 3, 4, 5}, "H", {15, 5, 0, 1}},
      {"NCHW", {2, 3, 4, 5}, "HW", {3, 1, 0, 0}},
      {"NCHW", {2, 3, 4, 5}, "C", {20, 0, 5, 1}},
      {"NCHW", {2, 3, 4, 5}, "CW", {4, 0, 1, 0}},
      {"NCHW", {2, 3, 4, 5}, "CH", {5, 0, 0, 1}},
      {"NCHW", {2, 3, 4, 5}, "CHW", {1, 0, 0, 0}},
      {"NCHW", {2, 3, 4, 5}, "N", {0, 20, 5, 1}},
      {"NCHW", {2, 3, 4, 5}, "NW", {0, 4, 1, 0}},
      {"NCHW", {2, 3, 4, 5}, "NH", {0, 5, 0, 1}},
      {"NCHW", {2, 3, 4, 5}, "NHW", {0, 1, 0, 0}},
      {"NCHW", {2, 3, 4, 5}, "NC", {0, 0, 5, 1}},
      {"NCHW", {2, 3, 4, 5}, "NCW", {0, 0, 1, 0}},
      {"NCHW", {2, 3, 4, 5}, "NCH", {0, 0, 0, 1}},
      {"NCHW", {2, 3, 4, 5}, "NCHW", {0, 0, 0, 0}},
      {"NHWC", {2, 3, 4, 5}, "", {60, 1, 15, 3}},
      {"NHWC", {2, 3, 4, 5}, "W", {12, 1, 3, 0}},
      {"NHWC", {2, 3, 4, 5}, "H", {15, 1, 0, 3}},
      {"NHWC", {2, 3, 4, 5}, "HW", {3, 1, 0, 0}},
      {"NHWC", {2, 3, 4, 5}, "C", {20, 0, 5, 1}},
      {"NHWC", {2, 3, 4, 5}, "CW", {4, 0, 1, 0}},
      {"NHWC", {2, 3, 4, 5}, "CH", {5, 0, 0, 1}},
      {"NHWC", {2, 3, 4, 5}, "CHW", {1, 0, 0, 0}},
      {"NHWC", {2, 3, 4, 5}, "N", {0, 1, 15, 3}},
      {"NHWC", {2, 3, 4, 5}, "NW", {0, 1, 3, 0}},
      {"NHWC", {2, 3, 4, 5}, "NH", {0, 1, 0, 3}},
      {"NHWC", {2, 3, 4, 5}, "NHW", {0, 1, 0, 0}},
      {"NHWC", {2, 3, 4, 5}, "NC", {0, 0, 5, 1}},
      {"NHWC", {2, 3, 4, 5}, "NCW", {0, 0, 1, 0}},
      {"NHWC", {2, 3, 4, 5}, "NCH", {0, 0, 0, 1}},
      {"NHWC", {2, 3, 4, 5}, "NCHW", {0, 0, 0, 0}},
      {"NCHW", {1, 1, 3, 5}, "", {15, 15, 5, 1}},
      {"NHWC", {1, 1, 3, 5}, "", {15, 1, 5, 1}},
      {"HW", {2, 3}, "", {3, 1}},
      {"WH", {2, 3}, "", {1, 2}},
      {"HW", {2, 3}, "H", {0, 1}},
      {"DHW", {2, 2, 3}, "", {6, 3, 1}},
      {"WHD", {2, 3, 4}, "", {1, 2, 6}},
      {"NCDHW", {2, 3, 4, 5, 6}, "", {360, 120, 30, 6, 1}},
      {"NDHWC", {2, 3, 4, 5, 6}, "", {360, 1, 90, 18, 3}},
      {"W", {7}, "", {1}},
      {"BA", {2, 3}, "", {1, 2}},  // other letters: sizes in alphabetical order
      {"XN", {2, 3}, "", {1, 2}},  // one other letter is enough: N, X
      {"HGFEDCBA", {2, 1, 2, 1, 2, 1, 2, 1}, "", {1, 2, 2, 4, 4, 8, 8, 16}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.label) + " of " + ToString(c.sizes) + " broadcast " + c.broadcast);
    const Result<Layout> layout =
        LayoutFromLabel(c.label, c.sizes, {.broadcast = c.broadcast, .fill_image = false});
    ASSERT_TRUE(layout) << layout.error().message;
    EXPECT_EQ(*layout, Layout(c.sizes, c.strides)) << ToString(*layout);
  }
}

TEST(Label, RowsAndLeadingOnes) {
  struct RowCase {
    const char* label;
    Sizes sizes;
    LabelOptions options;
    Layout layout;
  };
  const RowCase cases[] = {
      {"AB", {2, 3}, {.row_pitch = 5}, Layout({2, 3}, {5, 1})},
      {"AB", {2, 3}, {.row_alignment = 4}, Layout({2, 3}, {4, 1})},
      {"AB", {2, 3}, {.row_pitch = 5, .row_alignment = 4}, Layout({2, 3}, {8, 1})},
      {"NCHW", {2, 3, 4, 5}, {.row_pitch = 8}, Layout({2, 3, 4, 5}, {96, 32, 8, 1})},
      {"NHWC", {2, 3, 4, 5}, {.row_pitch = 4}, Layout({2, 3, 4, 5}, {80, 1, 20, 4})},
      // The next dimension outward is broadcast, so the pitch goes to the one after it.
      {"NCHW",
       {2, 3, 4, 5},
       {.broadcast = "H", .row_pitch = 8},
       Layout({2, 3, 4, 5}, {24, 8, 0, 1})},
      // A row of one element that repeats.
      {"AB", {2, 3}, {.broadcast = "B", .row_alignment = 2}, Layout({2, 3}, {2, 0})},
      {"A", {3}, {.row_pitch = 8}, Layout({3}, {1})},
      // Lower ranks of an image are filled with leading 1s.
      {"HW", {3, 5}, {}, Layout({1, 1, 3, 5}, {15, 15, 5, 1})},
      {"WH", {2, 3}, {}, Layout({1, 1, 2, 3}, {6, 6, 1, 2})},
      {"W", {3}, {.row_pitch = 8}, Layout({1, 1, 1, 3}, {8, 8, 8, 1})},
      {"HWC", {3, 4, 5}, {}, Layout({1, 3, 4, 5}, {60, 1, 15, 3})},
      {"DHW", {2, 2, 3}, {}, Layout({1, 1, 2, 2, 3}, {12, 12, 6, 3, 1})},
      {"WHD", {2, 3, 4}, {}, Layout({1, 1, 2, 3, 4}, {24, 24, 1, 2, 6})},
      {"NC", {2, 3}, {}, Layout({2, 3}, {3, 1})},
      {"HW", {3, 5}, {.fill_image = false}, Layout({3, 5}, {5, 1})},
      {"AB", {0, 3}, {}, Layout({0, 3}, {3, 1})},
  };
  for (const RowCase& c : cases) {
    const Result<Layout> layout = LayoutFromLabel(c.label, c.sizes, c.options);
    ASSERT_TRUE(layout) << layout.error().message;
    EXPECT_EQ(*layout, c.layout) << c.label << ": " << ToString(*layout);
  }
}

TEST(Label, Errors) {
  struct ErrorCase {
    const char* label;
    Sizes sizes;
    LabelOptions options;
    const char* message;
  };
  const int64_t k62 = int64_t{1} << 62;
  const ErrorCase cases[] = {
      {"", {}, {}, "Label \"\" has no letters"},
      {"NHHW", {1, 2, 3, 4}, {}, "Label \"NHHW\" repeats H"},
      {"NCHW", {2, 3}, {}, "Label \"NCHW\" has 4 letters, but Sizes [2, 3] has 2"},
      {"nchw",
       {1, 2, 3, 4},
       {},
       "Label \"nchw\" has \"n\", but only the letters A to Z are allowed"},
      {"H W", {1, 2, 3}, {}, "Label \"H W\" has \" \", but only the letters A to Z are allowed"},
      {"HW", {2, 3}, {.broadcast = "C"}, "Broadcast letter \"C\" is not in label \"HW\""},
      {"HW",
       {2, 3},
       {.row_pitch = 2},
       "Row pitch is 2, but a row (the W of label \"HW\") has 3 elements"},
      {"HW", {2, 3}, {.row_pitch = -1}, "Row pitch is -1, but it must be at least 0"},
      {"HW", {2, 3}, {.row_alignment = 0}, "Row alignment is 0, but it must be at least 1"},
      {"HW",
       {2, 3},
       {.row_pitch = k62 + 1, .row_alignment = k62},
       "Row pitch is 4611686018427387905, but rounded up to a multiple of 4611686018427387904 it "
       "passes 2^63 - 1"},
      {"HW",
       {2, 3},
       {.row_pitch = k62},
       "Label \"HW\" with Sizes [2, 3] and rows 4611686018427387904 apart passes 2^63 - 1"},
      {"HW", {-2, 3}, {}, "Sizes[0] is -2, but every size must be at least 0"},
      {"HW",
       {65536, 65536},
       {},
       "Sizes [65536, 65536] have 4294967296 elements, but at most 4294967295 are allowed"},
      {"ABCDEFGHI",
       {1, 1, 1, 1, 1, 1, 1, 1, 1},
       {},
       "DimensionCount is more than 8, but at most 8 is allowed"},
  };
  for (const ErrorCase& c : cases) {
    const Result<Layout> layout = LayoutFromLabel(c.label, c.sizes, c.options);
    ASSERT_FALSE(layout) << c.message;
    EXPECT_EQ(layout.error().message, c.message);
    EXPECT_EQ(layout.error().code, ErrorCode::InvalidArgument);
  }
}

TEST(Label, OfLayouts) {
  struct NameCase {
    Layout layout;
    std::optional<std::string> label;
  };
  const NameCase cases[] = {
      {Layout({1, 1, 3, 5}, {15, 15, 5, 1}), "NCHW"},
      {Layout({1, 1, 3, 5}, {15, 1, 5, 1}), "NHWC"},
      {Layout({1, 1, 3, 5}, {24, 1, 8, 1}), "NCHW"},    // padded: both fit, the logical one wins
      {Layout({2, 3, 4, 5}, {100, 1, 20, 4}), "NHWC"},  // padded
      {Layout({2, 3, 1, 5}, {15, 1, 99, 3}), "NHWC"},   // the stride of H says nothing
      {Layout({2, 1, 3, 4}, {3, 0, 1, 6}), "WCNH"},
      {Layout({2, 3}, {1, 2}), "WH"},
      {Layout({2, 3, 4}, {1, 8, 2}), "HWD"},
      {Layout({1, 1, 1, 1}, {0, 0, 0, 0}), "NCHW"},
      {Layout({9}, {4}), "W"},
      {Layout::Packed({1, 2, 3, 4, 5, 6}), "ABCDEF"},
      {Layout({2, 2, 2, 2, 2, 2, 2, 2}, {1, 2, 4, 8, 16, 32, 64, 128}), "HGFEDCBA"},
      {Layout({2, 3}, {0, 1}), std::nullopt},  // broadcast
      {Layout({3, 3}, {2, 1}), std::nullopt},  // overlapping
      {Layout({2, 3}, {3, 2}), std::nullopt},  // interleaved
      {Layout({3}, {-1}, 2), std::nullopt},    // backwards
      {Layout({3}, {-1}), std::nullopt},       // not a layout at all
      // What strides reach is no number of 63 bits, which only an empty layout may have.
      {Layout({3, 0, 3}, {INT64_MAX, 1, INT64_MAX}), std::nullopt},
      {Layout(), std::nullopt},
  };
  for (const NameCase& c : cases) EXPECT_EQ(LabelOf(c.layout), c.label) << ToString(c.layout);
}

TEST(Label, ThereAndBackForEveryOrder) {
  for (std::string letters : {"HW", "DHW", "CHNW", "CDHNW", "ABCDEF"}) {
    std::sort(letters.begin(), letters.end());
    Sizes sizes;
    for (size_t dim = 0; dim < letters.size(); ++dim) sizes.push_back(2 + static_cast<int>(dim));
    do {
      const Result<Layout> packed = LayoutFromLabel(letters, sizes, {.fill_image = false});
      const Result<Layout> padded =
          LayoutFromLabel(letters, sizes, {.row_alignment = 16, .fill_image = false});
      ASSERT_TRUE(packed && padded);
      EXPECT_TRUE(packed->IsPacked());
      EXPECT_TRUE(padded->IsPadded() && !padded->IsOverlapping());
      EXPECT_EQ(LabelOf(*packed), letters);
      EXPECT_EQ(LabelOf(*padded), letters);
    } while (std::next_permutation(letters.begin(), letters.end()));
  }
}

}  // namespace
}  // namespace weft
