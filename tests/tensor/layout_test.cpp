// SPDX-License-Identifier: MIT
// Layout's questions against an oracle that lists the offset of every element, on documented
// examples and on thousands of random small layouts; the overlap decision also on layouts too
// large to list.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <random>
#include <vector>

#include "weft/tensor.h"

namespace weft {
namespace {

// How many elements lie at each offset.
std::map<int64_t, int> CountByOffset(const Layout& layout) {
  std::map<int64_t, int> counts;
  std::vector<int64_t> coordinate(layout.rank());
  for (;;) {
    int64_t offset = layout.offset;
    for (int dim = 0; dim < layout.rank(); ++dim) offset += coordinate[dim] * layout.strides[dim];
    ++counts[offset];
    int dim = layout.rank() - 1;
    while (dim >= 0 && ++coordinate[dim] == layout.sizes[dim]) coordinate[dim--] = 0;
    if (dim < 0) return counts;
  }
}

void ExpectAsListed(const Layout& layout) {
  SCOPED_TRACE(ToString(layout));
  const std::map<int64_t, int> counts = CountByOffset(layout);
  int64_t elements = 0;
  for (const auto& [offset, count] : counts) elements += count;
  const int64_t lowest = counts.begin()->first, highest = counts.rbegin()->first;
  const int64_t distinct = static_cast<int64_t>(counts.size());
  EXPECT_EQ(layout.ElementCount(), elements);
  EXPECT_EQ(layout.RequiredElements(), highest + 1);
  EXPECT_EQ(layout.IsOverlapping(), distinct < elements);
  EXPECT_EQ(layout.IsPadded(), distinct < highest - lowest + 1);
  EXPECT_EQ(layout.IsPacked(), distinct == elements && distinct == highest - lowest + 1);
  EXPECT_EQ(layout.Check().has_value(), lowest >= 0);
}

TEST(Layout, PackedIsRowMajor) {
  EXPECT_EQ(Layout::Packed({2, 3}).strides, (Strides{3, 1}));
  EXPECT_EQ(Layout::Packed({1, 1, 3, 5}).strides, (Strides{15, 15, 5, 1}));
  EXPECT_EQ(Layout::Packed({2, 2, 3}).strides, (Strides{6, 3, 1}));
  EXPECT_EQ(Layout::Packed({5, 0, 2}).strides, (Strides{2, 2, 1}));
  EXPECT_EQ(Layout::Packed({}).strides, Strides{});
}

TEST(Layout, DocumentedExamples) {
  EXPECT_EQ(Layout({2, 3}, {5, 1}).RequiredElements(), 8);  // padded rows
  EXPECT_EQ(Layout({2, 3}, {0, 1}).RequiredElements(), 3);  // one row, broadcast
  EXPECT_EQ(Layout({2, 3}, {0, 0}).RequiredElements(), 1);
  EXPECT_EQ(Layout::Packed({2, 2, 3}).OffsetOf(std::array<int64_t, 3>{1, 0, 1}), 7);
  EXPECT_EQ(Layout({2, 3}, {5, 1}).OffsetOf(std::array<int64_t, 2>{1, 2}), 7);
  EXPECT_EQ(Layout({4}, {-2}, 6).OffsetOf(std::array<int64_t, 1>{3}), 0);
}

TEST(Layout, QuestionsOnChosenLayouts) {
  struct Case {
    Layout layout;
    bool packed, padded, broadcast, overlapping;
  };
  const Case cases[] = {
      {Layout::Packed({2, 3}), true, false, false, false},
      {Layout({2, 3}, {1, 2}), true, false, false, false},  // columns first
      {Layout({2, 3}, {5, 1}), false, true, false, false},  // padded rows
      {Layout({2, 3}, {0, 1}), false, false, true, true},   // broadcast rows
      {Layout({2, 3}, {0, 2}), false, true, true, true},    // broadcast and padded
      {Layout({3, 3}, {2, 1}), false, false, false, true},  // rows share elements
      {Layout({1, 3}, {0, 1}), true, false, false, false},  // size 1: no broadcast
      {Layout({1, 1, 1}, {7, 9, 11}), true, false, false, false},
      {Layout({3}, {-1}, 2), true, false, false, false},  // backwards
      {Layout({2, 3}, {-3, 1}, 3), true, false, false, false},
      {Layout({2, 3}, {3, 2}), false, true, false, false},         // interleaved, none shared
      {Layout({3, 2}, {-2, 4}, 4), false, true, false, true},      // -2 * -2 == 4
      {Layout({2, 0, 3}, {0, 0, 0}), true, false, true, false},    // no element at all
      {Layout(Sizes{}, Strides{}, 0), true, false, false, false},  // one element
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(ToString(c.layout));
    EXPECT_EQ(c.layout.IsPacked(), c.packed);
    EXPECT_EQ(c.layout.IsPadded(), c.padded);
    EXPECT_EQ(c.layout.HasBroadcast(), c.broadcast);
    EXPECT_EQ(c.layout.IsOverlapping(), c.overlapping);
  }
}

// Questions are answered before anybody has checked a layout.
TEST(Layout, QuestionsOnStridesOfAnySize) {
  const Layout lowest({3}, {INT64_MIN}), both({3, 3}, {INT64_MAX, INT64_MIN});
  EXPECT_FALSE(lowest.IsPacked() || both.IsPacked());
  EXPECT_TRUE(lowest.IsPadded() && both.IsPadded());
}

TEST(Layout, RandomLayoutsAsListed) {
  std::mt19937 random(1);
  const auto between = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  int overlapping = 0;
  for (int round = 0; round < 20000; ++round) {
    Layout layout;
    const int64_t rank = between(1, 5), largest_stride = between(1, 4) * between(1, 40);
    for (int64_t dim = 0; dim < rank; ++dim) {
      layout.sizes.push_back(between(1, rank > 3 ? 3 : 6));
      layout.strides.push_back(between(-largest_stride / 4, largest_stride));
    }
    layout.offset = between(0, largest_stride * 5);
    ExpectAsListed(layout);
    overlapping += layout.IsOverlapping();
    if (HasFailure()) return;
  }
  EXPECT_GT(overlapping, 5000);
  EXPECT_LT(overlapping, 18000);
}

// Strides whose common divisors and reaches force the search to look, with answers by reasoning.
TEST(Layout, OverlapOfLargeLayouts) {
  struct Case {
    Layout layout;
    bool overlapping;
  };
  const int64_t k31 = int64_t{1} << 31;
  const Case cases[] = {
      {Layout({65535, 65537}, {65537, 1}), false},
      {Layout({65535, 65537}, {65536, 1}), true},
      // Two coprime strides meet first at d = (stride of the other).
      {Layout({1000003, 1000}, {1000, 1000003}), false},
      {Layout({1000004, 1001}, {1000, 1000003}), true},
      {Layout({2, 2, 2}, {6, 10, 15}), false},
      {Layout({2, 2, 2}, {6, 9, 15}), true},               // 6 + 9 = 15
      {Layout({2, 2, 2, 2}, {k31, k31 - 1, 3, 2}), true},  // k31 + 2 = k31 - 1 + 3
      {Layout({2, 2, 2, 2}, {k31, k31 - 1, 5, 2}), false},
      {Layout({2, 2, 2, 2, 2, 2, 2, 2}, {1, 2, 4, 8, 16, 32, 64, 128}), false},
      // Conway and Guy's numbers: no two of their subsets have the same sum.
      {Layout({2, 2, 2, 2, 2, 2, 2, 2}, {40, 60, 71, 77, 80, 82, 83, 84}), false},
      {Layout({4294967295}, {2147483647}), false},
      {Layout({4294967295, 1}, {1, 4294967295}), false},
  };
  for (const Case& c : cases) {
    EXPECT_TRUE(c.layout.Check()) << c.layout.Check().error().message;
    EXPECT_EQ(c.layout.IsOverlapping(), c.overlapping) << ToString(c.layout);
  }
}

TEST(Layout, OverlapAlwaysEndsQuickly) {
  std::mt19937_64 random(7);
  const auto between = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  std::chrono::nanoseconds slowest{0};
  for (int round = 0; round < 300; ++round) {
    Layout layout;
    const int64_t rank = between(3, 8);
    for (int64_t dim = 0; dim < rank; ++dim) {
      layout.sizes.push_back(between(2, (int64_t{1} << (32 / rank)) - 1));
      layout.strides.push_back(between(1, int64_t{1} << between(20, 48)));
    }
    ASSERT_TRUE(layout.Check()) << layout.Check().error().message;
    const auto start = std::chrono::steady_clock::now();
    layout.IsOverlapping();
    slowest = std::max(slowest, std::chrono::nanoseconds(std::chrono::steady_clock::now() - start));
  }
  EXPECT_LT(slowest, std::chrono::seconds(1));  // milliseconds, on an idle machine
}

TEST(Layout, CheckMessages) {
  struct Case {
    Layout layout;
    const char* message;
  };
  const int64_t k62 = int64_t{1} << 62;
  const Case cases[] = {
      {Layout({2, 3}, {1}), "Strides [1] has 1 values, but Sizes [2, 3] has 2"},
      {Layout::Packed({2, 0}), "Sizes[1] is 0, but every size must be at least 1"},
      {Layout::Packed({-1}), "Sizes[0] is -1, but every size must be at least 1"},
      {Layout::Packed({1, 1, 1, 1, 1, 1, 1, 1, 1, 1}),
       "DimensionCount is more than 8, but at most 8 is allowed"},
      {Layout::Packed({65536, 65536}),
       "Sizes [65536, 65536] have 4294967296 elements, but at most 4294967295 are allowed"},
      {Layout::Packed({65536, 65536, 65536, 65536}),
       "Sizes [65536, 65536, 65536, 65536] have 2^63 or more elements, but at most 4294967295 are "
       "allowed"},
      {Layout({3}, {k62}), "Sizes [3], Strides [4611686018427387904] reach past 2^63 - 1"},
      {Layout({2, 2}, {k62, k62}),
       "Sizes [2, 2], Strides [4611686018427387904, 4611686018427387904] reach past 2^63 - 1"},
      {Layout({3}, {-1}, 1),
       "Sizes [3], Strides [-1], Offset 1 reach offset -1, but the buffer begins at 0"},
      {Layout({1}, {1}, -4),
       "Sizes [1], Strides [1], Offset -4 reach offset -4, but the buffer begins at 0"},
  };
  for (const Case& c : cases) {
    const Status status = c.layout.Check();
    ASSERT_FALSE(status) << c.message;
    EXPECT_EQ(status.error().message, c.message);
    EXPECT_EQ(status.error().code, ErrorCode::InvalidArgument);
  }
  EXPECT_TRUE(Layout({2, 0}, {1, 1}).Check(0));
  EXPECT_TRUE(Layout({1, 3}, {INT64_MAX, 1}).Check()) << "the stride of a size 1 is never used";
}

TEST(Layout, Text) {
  EXPECT_EQ(ToString(Sizes{2, 3}), "[2, 3]");
  EXPECT_EQ(ToString(Strides{}), "[]");
  EXPECT_EQ(ToString(Layout({2, 3}, {5, -1}, 2)), "Sizes [2, 3], Strides [5, -1], Offset 2");
}

}  // namespace
}  // namespace weft
