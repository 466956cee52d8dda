// SPDX-License-Identifier: MIT
// com.microsoft's GroupQueryAttention against the formulas: prompts and steps behind a past, in
// tensors that grow and in tensors that have room to spare.
#include <gtest/gtest.h>

#include "onnx/attention_oracle.h"

namespace weft::onnx {
namespace {

using namespace test;

struct Case {
  int64_t batch, heads, shared, positions, size;
  int64_t past, room;  // positions that count, and that the past's tensors have; room 0: none
  int64_t window = -1;
  float softcap = 0;
  int rotary = 0;  // 1: halves, 2: interleaved; 3: of some elements only
  bool is_packed = false;
  bool has_sink = false;
};

constexpr Case kCases[] = {
    {1, 2, 1, 5, 8, 0, 0},
    {1, 4, 2, 1, 8, 6, 6},
    {1, 4, 2, 1, 8, 6, 10, -1, 0, 1},
    {1, 6, 2, 3, 4, 5, 5, -1, 0, 2},
    {1, 3, 3, 4, 6, 2, 9, 3, 0, 3, true},
    {2, 4, 1, 4, 8, 0, 0, 2, 0, 1},
    {2, 4, 2, 3, 4, 0, 8, -1, 30, 2},
    {3, 4, 2, 1, 8, 5, 5, -1, 0, 1},
    {3, 4, 2, 1, 8, 5, 9, 3, 0, 2, true},
    {2, 2, 1, 1, 5, 4, 7, -1, 5, 0, false, true},
    {1, 2, 2, 6, 3, 1, 1, 2, 2, 0, true, true},
};

TEST(GroupQueryAttention, AsTheFormulaSays) {
  std::mt19937 random(7);
  int number = 0;
  for (const Case& t : kCases)
    for (const Type type : {kFloat, kHalf}) {
      const std::string what =
          "case " + std::to_string(number++ / 2) + " type " + std::to_string(type);
      const int64_t all = t.heads + 2 * t.shared, total = t.past + t.positions;
      const int64_t room = std::max(total, t.room);
      const Numbers packed = RandomNumbers(random, type, {t.batch, t.positions, all * t.size});
      const auto part = [&](int64_t first, int64_t heads) {
        Numbers out = {type, {t.batch, t.positions, heads * t.size}};
        for (int64_t b = 0; b < t.batch; ++b)
          for (int64_t s = 0; s < t.positions; ++s)
            for (int64_t i = 0; i < heads * t.size; ++i)
              out.values.push_back(packed({b, s, first * t.size + i}));
        return out;
      };
      const Numbers q = part(0, t.heads), k = part(t.heads, t.shared),
                    v = part(t.heads + t.shared, t.shared);
      Numbers past_key, past_value, cosine, sine, sink;
      if (t.room > 0) {
        past_key = RandomNumbers(random, type, {t.batch, t.shared, t.room, t.size});
        past_value = RandomNumbers(random, type, {t.batch, t.shared, t.room, t.size});
      }
      // The longest batch has all of the past, others less of it.
      std::vector<double> last;
      for (int64_t b = 0; b < t.batch; ++b)
        last.push_back(double(total - 1 - (t.past > 0 ? b % (t.past + 1) : 0)));
      const int64_t pairs = t.rotary == 3 ? t.size / 2 - 1 : t.size / 2;
      if (t.rotary > 0) {
        cosine = RandomNumbers(random, type, {total + 2, pairs});
        sine = RandomNumbers(random, type, {total + 2, pairs});
      }
      if (t.has_sink) sink = RandomNumbers(random, type, {t.heads});
      const Ran ran =
          RunNode({.type = "GroupQueryAttention",
                   .domain = "com.microsoft",
                   .attributes = {IntAttribute("num_heads", t.heads),
                                  IntAttribute("kv_num_heads", t.shared),
                                  IntAttribute("local_window_size", t.window),
                                  FloatAttribute("softcap", t.softcap),
                                  IntAttribute("do_rotary", t.rotary > 0 ? 1 : 0),
                                  IntAttribute("rotary_interleaved", t.rotary == 2 ? 1 : 0)},
                   .inputs = {{"q", t.is_packed ? packed : q},
                              {"k", t.is_packed ? Numbers() : k},
                              {"v", t.is_packed ? Numbers() : v},
                              {"past_key", past_key},
                              {"past_value", past_value},
                              {"last", Integers(kInt32, {t.batch}, last)},
                              {"total", Integers(kInt32, {1}, {double(total)})},
                              {"cosine", cosine},
                              {"sine", sine},
                              {"positions", {}},
                              {"added", {}},
                              {"sink", sink}},
                   .outputs = {"y", "key", "value"}},
                  {type});
      ASSERT_EQ(ran.error, "") << what;
      HeadNumbers queries = HeadsOf(q, t.heads, t.size), keys = HeadsOf(k, t.shared, t.size),
                  values = HeadsOf(v, t.shared, t.size);
      const auto length = [&](int64_t b) {  // of the past
        return t.past == 0 ? 0 : int64_t(last[size_t(b)]) + 1 - t.positions;
      };
      if (t.rotary > 0)
        for (HeadNumbers* each : {&queries, &keys})
          Rotate(
              *each,
              [&](int64_t b, int64_t s, int64_t i) {
                return cosine({length(b) + s, i});
              },
              [&](int64_t b, int64_t s, int64_t i) {
                return sine({length(b) + s, i});
              },
              pairs, t.rotary == 2);
      HeadNumbers present_key(t.batch, t.shared, room, t.size), present_value = present_key;
      for (int64_t b = 0; b < t.batch; ++b)
        for (int64_t h = 0; h < t.shared; ++h)
          for (int64_t s = 0; s < length(b) + t.positions; ++s)
            for (int64_t d = 0; d < t.size; ++d) {
              const int64_t fresh = s - length(b);
              present_key.At(b, h, s, d) =
                  fresh < 0 ? past_key({b, h, s, d}) : keys.At(b, h, fresh, d);
              present_value.At(b, h, s, d) =
                  fresh < 0 ? past_value({b, h, s, d}) : values.At(b, h, fresh, d);
            }
      AttentionCase options = {
          .scale = 1 / std::sqrt(double(t.size)),
          .softcap = t.softcap,
          .bias = [&](int64_t b, int64_t, int64_t s, int64_t key) {
            const int64_t own = length(b) + s;
            return key > own || (t.window > 0 && key <= own - t.window) ? kHidden : 0;
          }};
      if (t.has_sink) options.sink = [&](int64_t h) { return sink({h}); };
      const double tolerance = 2 * ToleranceOf(type);
      ExpectNear(ran["y"], {t.batch, t.positions, t.heads * t.size},
                 AttentionOf(queries, present_key, present_value, options), tolerance, what);
      ExpectNear(ran["key"], {t.batch, t.shared, room, t.size}, present_key.values, tolerance,
                 what + " key");
      ExpectNear(ran["value"], {t.batch, t.shared, room, t.size}, present_value.values, tolerance,
                 what + " value");
    }
}

TEST(GroupQueryAttention, Messages) {
  const auto numbers = [](std::vector<int64_t> shape) {
    Numbers out = {kFloat, std::move(shape)};
    out.values.assign(size_t(test::CountOf(out.shape)), 1);
    return out;
  };
  OneNode one = {.type = "GroupQueryAttention",
                 .domain = "com.microsoft",
                 .attributes = {IntAttribute("num_heads", 4), IntAttribute("kv_num_heads", 2)},
                 .inputs = {{"q", numbers({2, 3, 16})},
                            {"k", numbers({2, 3, 8})},
                            {"v", numbers({2, 3, 8})},
                            {"past_key", numbers({2, 2, 5, 4})},
                            {"past_value", numbers({2, 2, 5, 4})},
                            {"last", Integers(kInt32, {2}, {4, 5})},
                            {"total", Integers(kInt32, {1}, {6})}}};
  const std::string node = "node 0 (GroupQueryAttention) with output 'y': ";
  EXPECT_EQ(RunNode(one).error, node +
                                    "3 new positions behind a past in each of 2 batches are not "
                                    "supported, but 1 is");
  one.inputs[6].second.values = {9};
  EXPECT_EQ(RunNode(one).error, node +
                                    "total_sequence_length is 9, but there are 3 new positions and "
                                    "at most 5 before them");
  one.inputs[5].second = Integers(kInt32, {3}, {1, 2, 3});
  EXPECT_EQ(RunNode(one).error, node +
                                    "seqlens_k is tensor(int32) of shape [3], but tensor(int32) of "
                                    "shape [2] is required");
  one.inputs[1].second = numbers({2, 3, 4});
  EXPECT_EQ(RunNode(one).error, node +
                                    "keys have the shape [2, 3, 4] and values [2, 3, 8], but "
                                    "[2, 3, 8] is required");
  one.attributes = {IntAttribute("num_heads", 4), IntAttribute("kv_num_heads", 3)};
  EXPECT_EQ(RunNode(one).error,
            node + "num_heads is 4 and kv_num_heads 3, but a multiple of it is required");
}

}  // namespace
}  // namespace weft::onnx
