// SPDX-License-Identifier: MIT
// ai.onnx's Attention and RotaryEmbedding of both domains against the formulas.
#include <gtest/gtest.h>

#include "onnx/attention_oracle.h"

namespace weft::onnx {
namespace {

using namespace test;

struct Case {
  int64_t batch, heads, shared, queries, keys, size, value_size, past;
};
constexpr Case kCases[] = {{1, 1, 1, 1, 1, 1, 1, 0},
                           {2, 6, 2, 4, 5, 7, 3, 0},
                           {1, 4, 4, 3, 6, 8, 8, 2},
                           {3, 4, 1, 1, 1, 5, 6, 4},
                           {2, 3, 3, 5, 5, 4, 4, 0}};

// {batch, heads, positions, elements} in the other order.
std::vector<double> HeadsFirst(const std::vector<double>& joined, const Case& t) {
  std::vector<double> out(joined.size());
  for (int64_t b = 0; b < t.batch; ++b)
    for (int64_t s = 0; s < t.queries; ++s)
      for (int64_t h = 0; h < t.heads; ++h)
        for (int64_t d = 0; d < t.value_size; ++d)
          out[size_t(((b * t.heads + h) * t.queries + s) * t.value_size + d)] =
              joined[size_t(((b * t.queries + s) * t.heads + h) * t.value_size + d)];
  return out;
}

TEST(Attention, AsTheFormulaSays) {
  std::mt19937 random(11);
  for (size_t i = 0; i < std::size(kCases); ++i)
    for (const Type type : {kFloat, kHalf, kDouble})
      for (int variant = 0; variant < 16; ++variant) {
        const Case& t = kCases[i];
        const std::string what = "case " + std::to_string(i) + " type " + std::to_string(type) +
                                 " variant " + std::to_string(variant);
        const bool is_joined = (variant & 1) != 0, is_causal = (variant & 2) != 0,
                   has_cap = (variant & 4) != 0;
        const int mask_kind = variant % 5;  // 1: bool, 2: numbers, 3: shorter, 4: one for all keys
        const int64_t all = t.past + t.keys;
        const auto tensor = [&](int64_t heads, int64_t positions, int64_t size) {
          return RandomNumbers(random, type,
                               is_joined ? std::vector<int64_t>{t.batch, positions, heads * size}
                                         : std::vector<int64_t>{t.batch, heads, positions, size});
        };
        const Numbers q = tensor(t.heads, t.queries, t.size);
        const Numbers k = tensor(t.shared, t.keys, t.size);
        const Numbers v = tensor(t.shared, t.keys, t.value_size);
        Numbers mask, past_key, past_value;
        if (mask_kind == 1) {
          mask = Integers(kBool, {t.queries, all}, {});
          for (int64_t n = 0; n < t.queries * all; ++n)
            mask.values.push_back(n % all == 0 || random() % 3 != 0 ? 1 : 0);
        }
        if (mask_kind == 2) mask = RandomNumbers(random, type, {t.batch, 1, t.queries, all});
        if (mask_kind == 3 && all > 2)
          mask = RandomNumbers(random, type, {t.heads, t.queries, all - 1});
        if (mask_kind == 4) mask = RandomNumbers(random, type, {t.queries, 1});
        if (t.past > 0) {
          past_key = RandomNumbers(random, type, {t.batch, t.shared, t.past, t.size});
          past_value = RandomNumbers(random, type, {t.batch, t.shared, t.past, t.value_size});
        }
        std::vector<Message> attributes = {IntAttribute("is_causal", is_causal ? 1 : 0),
                                           FloatAttribute("softcap", has_cap ? 2.5f : 0)};
        if (is_joined) {
          attributes.push_back(IntAttribute("q_num_heads", t.heads));
          attributes.push_back(IntAttribute("kv_num_heads", t.shared));
        }
        std::vector<std::string> outputs = {"y"};
        if (variant >= 8) outputs = {"y", "key", "value"};
        const Ran ran = RunNode({.type = "Attention",
                                 .opset = variant % 2 == 0 ? 23 : 24,
                                 .attributes = attributes,
                                 .inputs = {{"q", q},
                                            {"k", k},
                                            {"v", v},
                                            {"mask", mask},
                                            {"past_key", past_key},
                                            {"past_value", past_value}},
                                 .outputs = outputs},
                                {type});
        ASSERT_EQ(ran.error, "") << what;
        const HeadNumbers queries = is_joined ? HeadsOf(q, t.heads, t.size) : HeadsOf(q);
        HeadNumbers keys = is_joined ? HeadsOf(k, t.shared, t.size) : HeadsOf(k);
        HeadNumbers values = is_joined ? HeadsOf(v, t.shared, t.value_size) : HeadsOf(v);
        if (t.past > 0) {
          keys = Behind(HeadsOf(past_key), t.past, keys);
          values = Behind(HeadsOf(past_value), t.past, values);
        }
        const bool is_shorter = IsPresent(mask) && mask_kind == 3;
        const AttentionCase options = {.scale = 1 / std::sqrt(double(t.size)),
                                       .softcap = has_cap ? 2.5 : 0,
                                       .bias = [&](int64_t b, int64_t h, int64_t s, int64_t key) {
                                         if (is_causal && key > t.past + s) return kHidden;
                                         if (mask_kind == 1)
                                           return mask({s, key}) == 0 ? kHidden : 0;
                                         if (mask_kind == 2) return mask({b, 0, s, key});
                                         if (is_shorter)
                                           return key == all - 1 ? kHidden : mask({h, s, key});
                                         if (mask_kind == 4) return mask({s, 0});
                                         return 0.0;
                                       }};
        const std::vector<double> want = AttentionOf(queries, keys, values, options);
        const std::vector<int64_t> shape =
            is_joined ? std::vector<int64_t>{t.batch, t.queries, t.heads * t.value_size}
                      : std::vector<int64_t>{t.batch, t.heads, t.queries, t.value_size};
        ExpectNear(ran["y"], shape, is_joined ? want : HeadsFirst(want, t), ToleranceOf(type),
                   what);
        if (variant < 8) continue;
        const double tolerance = type == kDouble ? 1e-7 : 0;
        ExpectNear(ran["key"], {t.batch, t.shared, all, t.size}, keys.values, tolerance, what);
        ExpectNear(ran["value"], {t.batch, t.shared, all, t.value_size}, values.values, tolerance,
                   what);
      }
}

// The last output: products, then capped, then with the mask, then as weights.
TEST(Attention, ScoresOfAllModes) {
  std::mt19937 random(12);
  const int64_t queries = 3, keys = 4, size = 5;
  const Numbers q = RandomNumbers(random, kFloat, {1, 2, queries, size});
  const Numbers k = RandomNumbers(random, kFloat, {1, 1, keys, size});
  const Numbers v = RandomNumbers(random, kFloat, {1, 1, keys, size});
  const Numbers mask = RandomNumbers(random, kFloat, {queries, keys});
  for (int64_t mode = 0; mode < 4; ++mode) {
    const Ran ran =
        RunNode({.type = "Attention",
                 .attributes = {IntAttribute("qk_matmul_output_mode", mode),
                                FloatAttribute("softcap", 0.5f), FloatAttribute("scale", 0.25f)},
                 .inputs = {{"q", q}, {"k", k}, {"v", v}, {"mask", mask}},
                 .outputs = {"y", "", "", "scores"}});
    ASSERT_EQ(ran.error, "");
    std::vector<double> want;
    for (int64_t h = 0; h < 2; ++h)
      for (int64_t s = 0; s < queries; ++s) {
        std::vector<double> line;
        double all = 0;
        for (int64_t t = 0; t < keys; ++t) {
          double score = 0;
          for (int64_t d = 0; d < size; ++d) score += q({0, h, s, d}) * k({0, 0, t, d});
          score *= 0.25;
          if (mode >= 1) score = 0.5 * std::tanh(score / 0.5);
          if (mode >= 2) score += mask({s, t});
          all += std::exp(score);
          line.push_back(score);
        }
        for (const double score : line) want.push_back(mode < 3 ? score : std::exp(score) / all);
      }
    ExpectNear(ran["scores"], {1, 2, queries, keys}, want, 1e-6, "mode " + std::to_string(mode));
  }
}

TEST(Attention, KeysThatCount) {
  std::mt19937 random(13);
  const int64_t batch = 3, heads = 2, queries = 2, keys = 6, size = 4;
  const Numbers q = RandomNumbers(random, kFloat, {batch, heads, queries, size});
  const Numbers k = RandomNumbers(random, kFloat, {batch, heads, keys, size});
  const Numbers v = RandomNumbers(random, kFloat, {batch, heads, keys, size});
  const Numbers lengths = Integers(kInt64, {batch}, {6, 3, 2});
  for (const bool is_causal : {false, true}) {
    const Ran ran = RunNode({.type = "Attention",
                             .attributes = {IntAttribute("is_causal", is_causal ? 1 : 0)},
                             .inputs = {{"q", q},
                                        {"k", k},
                                        {"v", v},
                                        {"mask", {}},
                                        {"past_key", {}},
                                        {"past_value", {}},
                                        {"lengths", lengths}}});
    ASSERT_EQ(ran.error, "");
    const AttentionCase options = {
        .scale = 0.5, .bias = [&](int64_t b, int64_t, int64_t s, int64_t t) {
          const auto length = int64_t(lengths({b}));
          return t >= length || (is_causal && t > s + length - queries) ? kHidden : 0;
        }};
    const Case t = {batch, heads, heads, queries, keys, size, size, 0};
    ExpectNear(ran["y"], {batch, heads, queries, size},
               HeadsFirst(AttentionOf(HeadsOf(q), HeadsOf(k), HeadsOf(v), options), t), 2e-6, "");
  }
}

TEST(Attention, Messages) {
  const Numbers three = {kFloat, {1, 2, 6}, std::vector<double>(12, 1)};
  OneNode one = {.type = "Attention", .inputs = {{"q", three}, {"k", three}, {"v", three}}};
  const std::string node = "node 0 (Attention) with output 'y': ";
  EXPECT_EQ(RunNode(one).error, node +
                                    "attribute q_num_heads is 0, but the last size of input 0 of 6 "
                                    "is to be divided by it");
  one.attributes = {IntAttribute("q_num_heads", 2), IntAttribute("kv_num_heads", 3)};
  EXPECT_EQ(RunNode(one).error,
            node +
                "heads of queries, keys and values have the sizes [1, 2, 2, 3], "
                "[1, 3, 2, 2] and [1, 3, 2, 2], which do not fit together");
  one.attributes[1] = IntAttribute("kv_num_heads", 2);
  one.inputs.push_back({"mask", {kFloat, {2, 3}, std::vector<double>(6, 1)}});
  EXPECT_EQ(RunNode(one).error, node +
                                    "the mask has the shape [2, 3], but the scores have "
                                    "[1, 2, 2, 2]");
  one.inputs.pop_back();
  one.opset = 22;
  EXPECT_EQ(RunNode(one).error,
            node +
                "Attention of opset 22 is not supported, but of opsets 23 to 28 "
                "it is");
}

// ---- RotaryEmbedding

TEST(RotaryEmbedding, AsTheFormulaSays) {
  std::mt19937 random(14);
  const int64_t batch = 2, heads = 3, positions = 4, size = 6, rows = 9;
  for (const Type type : {kFloat, kHalf})
    for (int variant = 0; variant < 32; ++variant) {
      const std::string what =
          "type " + std::to_string(type) + " variant " + std::to_string(variant);
      const bool is_joined = (variant & 1) != 0, is_interleaved = (variant & 2) != 0,
                 is_partial = (variant & 4) != 0, is_microsoft = (variant & 8) != 0,
                 has_each = (variant & 16) != 0;
      const int64_t pairs = is_partial ? 2 : 3;
      const Numbers x =
          RandomNumbers(random, type,
                        is_joined ? std::vector<int64_t>{batch, positions, heads * size}
                                  : std::vector<int64_t>{batch, heads, positions, size});
      // Without positions, ai.onnx has a row for each; com.microsoft has one number to start from.
      const bool has_table = is_microsoft || has_each;
      const std::vector<int64_t> table = has_table ? std::vector<int64_t>{rows, pairs}
                                                   : std::vector<int64_t>{batch, positions, pairs};
      const Numbers cosine = RandomNumbers(random, type, table);
      const Numbers sine = RandomNumbers(random, type, table);
      Numbers at = Integers(kInt64, {batch, positions}, {0, 3, 8, 1, 5, 5, 2, 7});
      if (!has_each) at = Integers(kInt64, {1}, {4});
      std::vector<Message> attributes = {IntAttribute("interleaved", is_interleaved ? 1 : 0)};
      if (is_partial || is_joined) attributes.push_back(IntAttribute("num_heads", heads));
      if (is_partial) attributes.push_back(IntAttribute("rotary_embedding_dim", 2 * pairs));
      OneNode one = {.type = "RotaryEmbedding", .attributes = attributes};
      if (is_microsoft) {
        one.domain = "com.microsoft";
        one.inputs = {{"x", x}, {"at", at}, {"cosine", cosine}, {"sine", sine}};
      } else {
        one.inputs = {
            {"x", x}, {"cosine", cosine}, {"sine", sine}, {"at", has_each ? at : Numbers()}};
      }
      const Ran ran = RunNode(one, {type});
      ASSERT_EQ(ran.error, "") << what;
      HeadNumbers want = is_joined ? HeadsOf(x, heads, size) : HeadsOf(x);
      const auto from = [&](const Numbers& numbers) {
        return [&](int64_t b, int64_t s, int64_t i) {
          if (!has_table) return numbers({b, s, i});
          return numbers({has_each ? int64_t(at({b, s})) : 4 + s, i});
        };
      };
      Rotate(want, from(cosine), from(sine), pairs, is_interleaved);
      std::vector<double> values = want.values;
      if (is_joined) {
        values.clear();
        for (int64_t b = 0; b < batch; ++b)
          for (int64_t s = 0; s < positions; ++s)
            for (int64_t h = 0; h < heads; ++h)
              for (int64_t d = 0; d < size; ++d) values.push_back(want.At(b, h, s, d));
      }
      ExpectNear(ran["y"], x.shape, values, type == kHalf ? 1e-3 : 3e-7, what);
    }
}

TEST(RotaryEmbedding, Messages) {
  const Numbers x = {kFloat, {1, 2, 12}, std::vector<double>(24, 1)};
  const Numbers table = {kFloat, {5, 3}, std::vector<double>(15, 1)};
  OneNode one = {.type = "RotaryEmbedding",
                 .inputs = {{"x", x}, {"cosine", table}, {"sine", table}, {"at", {}}}};
  const std::string node = "node 0 (RotaryEmbedding) with output 'y': ";
  EXPECT_EQ(RunNode(one).error,
            node +
                "attribute num_heads is 0, but the input's last size of 12 is to "
                "be divided by it");
  one.attributes = {IntAttribute("num_heads", 2)};
  EXPECT_EQ(RunNode(one).error,
            node +
                "cosines have the shape [5, 3], but without positions [1, 2, 3] "
                "is required");
  one.inputs[3].second = Integers(kInt64, {2}, {0, 1});
  EXPECT_EQ(RunNode(one).error,
            node +
                "cosines have the shape [5, 3] and positions [2], but [rows, 3] "
                "and [1, 2] are required");
  one.attributes = {IntAttribute("num_heads", 3)};
  EXPECT_EQ(RunNode(one).error, node +
                                    "cosines have the shape [5, 3], but half of 4 elements are "
                                    "required, which are turned of a head's 4");
}

}  // namespace
}  // namespace weft::onnx
