// SPDX-License-Identifier: MIT
// A map of two inputs of different types in any layouts, against the plain loop.
#include "strided/map.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "weft/threads.h"

namespace weft {
namespace {

// out = 1000 * a + b
void Row(std::byte* output, const std::byte* const* inputs, int64_t count, const void*) {
  for (int64_t i = 0; i < count; ++i) {
    int16_t a;
    std::memcpy(&a, inputs[0] + 2 * i, 2);
    const int64_t sum = 1000 * int64_t(a) + int64_t(inputs[1][i]);
    std::memcpy(output + 8 * i, &sum, 8);
  }
}

void ExpectMaps(const Layout& out, const Layout& a, const Layout& b) {
  std::vector<int16_t> in_a(a.RequiredElements());
  std::vector<uint8_t> in_b(b.RequiredElements());
  for (size_t i = 0; i < in_a.size(); ++i) in_a[i] = int16_t(i * 7 + 1);
  for (size_t i = 0; i < in_b.size(); ++i) in_b[i] = uint8_t(i * 13 + 2);
  std::vector<int64_t> want(out.RequiredElements(), -1);
  ForEachOffset(Nest(out, a, b), [&](const std::array<int64_t, 3>& at) {
    want[at[0]] = 1000 * int64_t(in_a[at[1]]) + in_b[at[2]];
  });
  const MapPlan<2> plan({out, 8}, {MapOperand{a, 2}, MapOperand{b, 1}}, Row);
  for (int threads : {1, 3}) {
    std::vector<int64_t> got(want.size(), -1);
    SetThreadCount(threads);
    plan.Run(reinterpret_cast<std::byte*>(got.data()),
             {reinterpret_cast<const std::byte*>(in_a.data()),
              reinterpret_cast<const std::byte*>(in_b.data())});
    SetThreadCount(1);
    ASSERT_TRUE(got == want) << threads << " threads, sizes " << ToString(out.sizes);
  }
}

// Rows of m are taken one by one or, when short, many at once.
void ExpectMapsAnyLayouts(int64_t n, int64_t m) {
  const Sizes sizes = {3, n, m};
  const Layout layouts[] = {
      Layout::Packed(sizes),
      Layout(sizes, {n * (m + 3), m + 3, 1}, 2),  // padded
      Layout(sizes, {n * m, 1, n}),               // transposed
      Layout(sizes, {n * m, m, -1}, m - 1),       // reversed
      Layout(sizes, {n * m, -m, 1}, (n - 1) * m),
      Layout(sizes, {n * 2 * m, 2 * m, 2}),  // every second
      Layout(sizes, {1, 3, 3 * n}),          // the other way round
  };
  const Layout broadcast[] = {Layout(sizes, {0, 0, 1}), Layout(sizes, {0, 1, 0}),
                              Layout(sizes, {0, 0, 0}), Layout(sizes, {1, 0, 0})};
  for (const Layout& out : layouts) {
    for (const Layout& a : layouts) ExpectMaps(out, a, Layout::Packed(sizes));
    for (const Layout& b : broadcast) ExpectMaps(out, Layout::Packed(sizes), b);
  }
}

TEST(Map, AnyLayouts) {
  for (int64_t n : {1, 2, 3, 7, 33, 100, 1025}) ExpectMapsAnyLayouts(n, 37);
  for (int64_t n : {1, 5, 1024, 7000}) ExpectMapsAnyLayouts(n, 3);
}

TEST(Map, LargeEnoughToStreamOnThreads) {
  const Sizes sizes = {1031, 1033};
  ExpectMaps(Layout::Packed(sizes), Layout(sizes, {1, 1031}), Layout(sizes, {0, 1}));
  ExpectMaps(Layout(sizes, {1040, 1}, 3), Layout::Packed(sizes), Layout(sizes, {1, 0}));
  ExpectMaps(Layout::Packed({400009, 3}), Layout({400009, 3}, {4, 1}), Layout({400009, 3}, {0, 1}));
}

TEST(Map, InPlace) {
  std::vector<int32_t> values(5000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = int32_t(i);
  const Layout layout = Layout::Packed({5000});
  const MapRow row = [](std::byte* out, const std::byte* const* in, int64_t n, const void*) {
    for (int64_t i = 0; i < n; ++i) {
      int32_t x;
      std::memcpy(&x, in[0] + 4 * i, 4);
      x = -x;
      std::memcpy(out + 4 * i, &x, 4);
    }
  };
  const MapPlan<1> negate({layout, 4}, {MapOperand{layout, 4}}, row);
  auto* data = reinterpret_cast<std::byte*>(values.data());
  negate.Run(data, {data});
  for (size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], -int32_t(i));
}

}  // namespace
}  // namespace weft
