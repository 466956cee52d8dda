// SPDX-License-Identifier: MIT
// com.microsoft's Attention, QAttention and MultiHeadAttention against the formulas.
#include <gtest/gtest.h>

#include "onnx/attention_oracle.h"

namespace weft::onnx {
namespace {

using namespace test;

constexpr const char* kMicrosoft = "com.microsoft";

struct Sizes {
  int64_t batch, heads, queries, keys, size, value_size, past;
};
constexpr Sizes kSizes[] = {{1, 1, 1, 1, 1, 1, 0}, {2, 3, 4, 5, 7, 3, 0}, {1, 2, 5, 5, 4, 4, 3},
                            {3, 4, 1, 1, 8, 8, 6}, {2, 1, 3, 9, 5, 2, 1}, {1, 5, 2, 6, 16, 16, 0}};

std::string Titled(const Sizes& s, Type type) {
  std::ostringstream text;
  text << "batch " << s.batch << " heads " << s.heads << " queries " << s.queries << " keys "
       << s.keys << " sizes " << s.size << " " << s.value_size << " past " << s.past << " type "
       << type;
  return text.str();
}

TEST(MultiHeadAttention, AsTheFormulaSays) {
  std::mt19937 random(1);
  for (const Sizes& s : kSizes)
    for (const Type type : {kFloat, kHalf})
      for (int variant = 0; variant < 8; ++variant) {
        const std::string what = Titled(s, type) + " variant " + std::to_string(variant);
        const bool has_bias = (variant & 1) != 0, has_mask = (variant & 2) != 0,
                   is_causal = (variant & 4) != 0;
        const int64_t all = s.past + s.keys, hidden = s.heads * s.size;
        Numbers q = RandomNumbers(random, type, {s.batch, s.queries, hidden});
        Numbers k = RandomNumbers(random, type, {s.batch, s.keys, hidden});
        Numbers v = RandomNumbers(random, type, {s.batch, s.keys, s.heads * s.value_size});
        Numbers bias, mask, added, past_key, past_value;
        if (has_bias) {
          bias = RandomNumbers(random, type, {2 * hidden + s.heads * s.value_size});
          added = RandomNumbers(random, type, {1, s.heads, s.queries, all});
        }
        if (s.past > 0) {
          past_key = RandomNumbers(random, type, {s.batch, s.heads, s.past, s.size});
          past_value = RandomNumbers(random, type, {s.batch, s.heads, s.past, s.value_size});
        }
        if (has_mask) {
          mask = Integers(kInt32, {s.batch, all}, {});
          for (int64_t i = 0; i < s.batch * all; ++i)
            mask.values.push_back(i % all == 0 || random() % 3 != 0 ? 1 : 0);
        }
        const bool wants_present = variant % 3 == 0;
        const Ran ran =
            RunNode({.type = "MultiHeadAttention",
                     .domain = kMicrosoft,
                     .attributes = {IntAttribute("num_heads", s.heads),
                                    IntAttribute("unidirectional", is_causal ? 1 : 0)},
                     .inputs = {{"q", q},
                                {"k", k},
                                {"v", v},
                                {"bias", bias},
                                {"mask", mask},
                                {"added", added},
                                {"past_key", past_key},
                                {"past_value", past_value}},
                     .outputs = wants_present ? std::vector<std::string>{"y", "key", "value"}
                                              : std::vector<std::string>{"y"}},
                    {type});
        ASSERT_EQ(ran.error, "") << what;
        const auto plus = [&](Numbers& to, int64_t first) {
          if (!has_bias) return;
          for (size_t i = 0; i < to.values.size(); ++i)
            to.values[i] += bias.values[size_t(first) + i % size_t(to.shape[2])];
        };
        plus(q, 0);
        plus(k, hidden);
        plus(v, 2 * hidden);
        HeadNumbers keys = HeadsOf(k, s.heads, s.size), values = HeadsOf(v, s.heads, s.value_size);
        if (s.past > 0) {
          keys = Behind(HeadsOf(past_key), s.past, keys);
          values = Behind(HeadsOf(past_value), s.past, values);
        }
        const AttentionCase options = {.scale = 1 / std::sqrt(double(s.size)),
                                       .bias = [&](int64_t b, int64_t h, int64_t i, int64_t t) {
                                         double sum = has_bias ? added({0, h, i, t}) : 0;
                                         if (has_mask && mask({b, t}) == 0) sum += -10000;
                                         if (is_causal && t > s.past + i) sum += kHidden;
                                         return sum;
                                       }};
        ExpectNear(ran["y"], {s.batch, s.queries, s.heads * s.value_size},
                   AttentionOf(HeadsOf(q, s.heads, s.size), keys, values, options),
                   ToleranceOf(type), what);
        if (!wants_present) continue;
        ExpectNear(ran["key"], {s.batch, s.heads, all, s.size}, keys.values, ToleranceOf(type),
                   what);
        ExpectNear(ran["value"], {s.batch, s.heads, all, s.value_size}, values.values,
                   ToleranceOf(type), what);
      }
}

TEST(MultiHeadAttention, PackedAndFourDimensions) {
  std::mt19937 random(2);
  for (const Type type : {kFloat, kHalf}) {
    const int64_t batch = 2, heads = 3, queries = 4, keys = 5, size = 6;
    const AttentionCase options = {.scale = 0.75};
    const std::vector<Message> attributes = {IntAttribute("num_heads", heads),
                                             FloatAttribute("scale", 0.75f)};
    const auto unstacked = [&](const Numbers& all, int64_t which) {
      HeadNumbers out(batch, heads, all.shape[1], size);
      for (int64_t b = 0; b < batch; ++b)
        for (int64_t h = 0; h < heads; ++h)
          for (int64_t s = 0; s < all.shape[1]; ++s)
            for (int64_t d = 0; d < size; ++d) out.At(b, h, s, d) = all({b, s, h, which, d});
      return out;
    };
    const Numbers all = RandomNumbers(random, type, {batch, queries, heads, 3, size});
    Ran ran = RunNode({.type = "MultiHeadAttention",
                       .domain = kMicrosoft,
                       .attributes = attributes,
                       .inputs = {{"q", all}}},
                      {type});
    ASSERT_EQ(ran.error, "");
    ExpectNear(ran["y"], {batch, queries, heads * size},
               AttentionOf(unstacked(all, 0), unstacked(all, 1), unstacked(all, 2), options),
               ToleranceOf(type), "QKV");
    const Numbers q = RandomNumbers(random, type, {batch, queries, heads * size});
    const Numbers both = RandomNumbers(random, type, {batch, keys, heads, 2, size});
    ran = RunNode({.type = "MultiHeadAttention",
                   .domain = kMicrosoft,
                   .attributes = attributes,
                   .inputs = {{"q", q}, {"k", both}}},
                  {type});
    ASSERT_EQ(ran.error, "");
    ExpectNear(
        ran["y"], {batch, queries, heads * size},
        AttentionOf(HeadsOf(q, heads, size), unstacked(both, 0), unstacked(both, 1), options),
        ToleranceOf(type), "KV");
    const Numbers k = RandomNumbers(random, type, {batch, heads, keys, size});
    const Numbers v = RandomNumbers(random, type, {batch, heads, keys, size});
    const Numbers bias = RandomNumbers(random, type, {3 * heads * size});
    ran = RunNode({.type = "MultiHeadAttention",
                   .domain = kMicrosoft,
                   .attributes = attributes,
                   .inputs = {{"q", q}, {"k", k}, {"v", v}, {"bias", bias}}},
                  {type});
    ASSERT_EQ(ran.error, "");
    Numbers moved = q;  // the bias is in keys and values already
    for (size_t i = 0; i < moved.values.size(); ++i)
      moved.values[i] += bias.values[i % size_t(heads * size)];
    ExpectNear(ran["y"], {batch, queries, heads * size},
               AttentionOf(HeadsOf(moved, heads, size), HeadsOf(k), HeadsOf(v), options),
               ToleranceOf(type), "four dimensions");
  }
}

// All forms of masks; `variant` says which.
Numbers MaskOf(std::mt19937& random, int variant, int64_t batch, int64_t queries, int64_t keys) {
  Numbers mask = {kInt32};
  if (variant == 1) {
    mask.shape = {batch};
    for (int64_t b = 0; b < batch; ++b) mask.values.push_back(double(1 + int64_t(random()) % keys));
  } else if (variant == 2) {
    mask.shape = {2 * batch};
    for (int64_t b = 0; b < batch; ++b) mask.values.push_back(double(keys - b % 2));
    for (int64_t b = 0; b < batch; ++b) mask.values.push_back(double(b % 2));
  } else if (variant >= 3) {
    mask.shape = variant == 3   ? std::vector<int64_t>{batch, keys}
                 : variant == 4 ? std::vector<int64_t>{batch, queries, keys}
                                : std::vector<int64_t>{batch, 1, keys + 2, keys + 2};
    for (int64_t i = 0; i < test::CountOf(mask.shape); ++i)
      mask.values.push_back(random() % 4 != 0 ? 1 : 0);
  }
  return mask;
}
bool Hides(const Numbers& mask, int variant, int64_t batch, int64_t past, int64_t b, int64_t s,
           int64_t t) {
  switch (variant) {
    case 1: return double(t) >= mask({b});
    case 2: return double(t) >= mask({b}) || double(t) < mask({batch + b});
    case 3: return mask({b, t}) == 0;
    case 4: return mask({b, s, t}) == 0;
    case 5: return mask({b, 0, past + s, t}) == 0;
    default: return false;
  }
}

TEST(MicrosoftAttention, AsTheFormulaSays) {
  std::mt19937 random(3);
  for (const Sizes& s : kSizes)
    for (const Type type : {kFloat, kHalf})
      for (int variant = 0; variant < 6; ++variant) {
        const std::string what = Titled(s, type) + " mask " + std::to_string(variant);
        const bool is_causal = variant % 2 == 1, has_state = s.size == s.value_size;
        const int64_t inputs = 5, hidden = s.heads * s.size, values = s.heads * s.value_size;
        const int64_t past = has_state ? s.past : 0, keys = past + s.queries;
        const Numbers x = RandomNumbers(random, type, {s.batch, s.queries, inputs});
        const Numbers w = RandomNumbers(random, type, {inputs, 2 * hidden + values});
        const Numbers bias = RandomNumbers(random, type, {2 * hidden + values});
        const Numbers mask = MaskOf(random, variant, s.batch, s.queries, keys);
        Numbers state;
        if (past > 0) state = RandomNumbers(random, type, {2, s.batch, s.heads, past, s.size});
        std::vector<Message> attributes = {IntAttribute("num_heads", s.heads),
                                           IntAttribute("unidirectional", is_causal ? 1 : 0),
                                           FloatAttribute("mask_filter_value", -500),
                                           Ints("qkv_hidden_sizes", {hidden, hidden, values})};
        const Ran ran = RunNode(
            {.type = "Attention",
             .domain = kMicrosoft,
             .attributes = attributes,
             .inputs = {{"x", x}, {"w", w}, {"bias", bias}, {"mask", mask}, {"past", state}},
             .outputs = has_state ? std::vector<std::string>{"y", "present"}
                                  : std::vector<std::string>{"y"},
             .constants = {"w", "bias"}},
            {type});
        ASSERT_EQ(ran.error, "") << what;
        Numbers projected = {type, {s.batch, s.queries, 2 * hidden + values}};
        for (int64_t b = 0; b < s.batch; ++b)
          for (int64_t i = 0; i < s.queries; ++i)
            for (int64_t n = 0; n < 2 * hidden + values; ++n) {
              double sum = bias({n});
              for (int64_t j = 0; j < inputs; ++j) sum += x({b, i, j}) * w({j, n});
              projected.values.push_back(sum);
            }
        HeadNumbers k = HeadsOf(projected, s.heads, s.size, hidden);
        HeadNumbers v = HeadsOf(projected, s.heads, s.value_size, 2 * hidden);
        if (past > 0) {
          Numbers half = {type, {s.batch, s.heads, past, s.size}};
          const auto middle = state.values.begin() + std::ptrdiff_t(state.values.size() / 2);
          half.values.assign(state.values.begin(), middle);
          k = Behind(HeadsOf(half), past, k);
          half.values.assign(middle, state.values.end());
          v = Behind(HeadsOf(half), past, v);
        }
        const AttentionCase options = {
            .scale = 1 / std::sqrt(double(s.size)),
            .bias = [&](int64_t b, int64_t, int64_t i, int64_t t) {
              return (Hides(mask, variant, s.batch, past, b, i, t) ? -500 : 0) +
                     (is_causal && t > past + i ? kHidden : 0);
            }};
        const double tolerance = type == kHalf ? 2e-2 : 5e-6;
        ExpectNear(ran["y"], {s.batch, s.queries, values},
                   AttentionOf(HeadsOf(projected, s.heads, s.size), k, v, options), tolerance,
                   what);
        if (!has_state) continue;
        std::vector<double> present = k.values;
        present.insert(present.end(), v.values.begin(), v.values.end());
        ExpectNear(ran["present"], {2, s.batch, s.heads, keys, s.size}, present, tolerance, what);
      }
}

TEST(QAttention, AsTheFormulaSays) {
  std::mt19937 random(4);
  const int64_t batch = 2, queries = 3, inputs = 7, heads = 2, size = 4, hidden = heads * size;
  for (const bool by_column : {false, true}) {
    Numbers x = Integers(kUInt8, {batch, queries, inputs}, {});
    Numbers w = Integers(kInt8, {inputs, 3 * hidden}, {});
    for (int64_t i = 0; i < batch * queries * inputs; ++i)
      x.values.push_back(double(random() % 256));
    for (int64_t i = 0; i < inputs * 3 * hidden; ++i)
      w.values.push_back(double(int64_t(random() % 256) - 128));
    const Numbers bias = RandomNumbers(random, kFloat, {3 * hidden});
    const Numbers scale = RandomNumbers(random, kFloat, {by_column ? 3 * hidden : 1}, 0.001, 0.002);
    const Numbers mask = Integers(kInt32, {batch}, {2, 3});
    const Numbers past = RandomNumbers(random, kFloat, {2, batch, heads, 2, size});
    const Ran ran = RunNode(
        {.type = "QAttention",
         .domain = kMicrosoft,
         .attributes = {IntAttribute("num_heads", heads), IntAttribute("unidirectional", 1)},
         .inputs = {{"x", x},
                    {"w", w},
                    {"bias", bias},
                    {"x_scale", {kFloat, {1}, {0.02f}}},
                    {"scale", scale},
                    {"mask", mask},
                    {"x_zero", Integers(kUInt8, {1}, {120})},
                    {"zero", Integers(kInt8, {1}, {3})},
                    {"past", past}},
         .outputs = {"y", "present"},
         .constants = {"w", "scale"}});
    ASSERT_EQ(ran.error, "");
    Numbers projected = {kFloat, {batch, queries, 3 * hidden}};
    for (int64_t b = 0; b < batch; ++b)
      for (int64_t i = 0; i < queries; ++i)
        for (int64_t n = 0; n < 3 * hidden; ++n) {
          double sum = 0;
          for (int64_t j = 0; j < inputs; ++j) sum += (x({b, i, j}) - 120) * (w({j, n}) - 3);
          projected.values.push_back(sum * double(0.02f) * scale.values[by_column ? size_t(n) : 0] +
                                     bias({n}));
        }
    Numbers half = {kFloat, {batch, heads, 2, size}};
    const auto middle = past.values.begin() + std::ptrdiff_t(past.values.size() / 2);
    half.values.assign(past.values.begin(), middle);
    const HeadNumbers k = Behind(HeadsOf(half), 2, HeadsOf(projected, heads, size, hidden));
    half.values.assign(middle, past.values.end());
    const HeadNumbers v = Behind(HeadsOf(half), 2, HeadsOf(projected, heads, size, 2 * hidden));
    const AttentionCase options = {
        .scale = 0.5, .bias = [&](int64_t b, int64_t, int64_t i, int64_t t) {
          return (double(t) >= mask({b}) ? -10000 : 0) + (t > 2 + i ? kHidden : 0);
        }};
    ExpectNear(ran["y"], {batch, queries, hidden},
               AttentionOf(HeadsOf(projected, heads, size), k, v, options), 1e-5, "");
  }
}

TEST(MicrosoftAttention, Messages) {
  const auto message = [](const OneNode& one) { return RunNode(one).error; };
  const Numbers q = {kFloat, {1, 2, 6}, std::vector<double>(12, 1)};
  const Numbers k = {kFloat, {1, 3, 6}, std::vector<double>(18, 1)};
  OneNode one = {.type = "MultiHeadAttention",
                 .domain = kMicrosoft,
                 .attributes = {IntAttribute("num_heads", 4)},
                 .inputs = {{"q", q}, {"k", k}, {"v", k}}};
  const std::string node = "node 0 (MultiHeadAttention) with output 'y': ";
  EXPECT_EQ(message(one), node +
                              "attribute num_heads is 4, but the query's last size of 6 is to be "
                              "divided by it");
  one.attributes = {IntAttribute("num_heads", 3)};
  one.inputs[2].second = q;
  EXPECT_EQ(message(one), node +
                              "query, keys and values have the shapes [1, 2, 6], [1, 3, 6] and "
                              "[1, 2, 6], with 3 heads, which do not fit together");
  one.inputs[2].second = k;
  one.inputs.push_back({"bias", {kFloat, {7}, std::vector<double>(7, 1)}});
  EXPECT_EQ(message(one), node + "the bias has the shape [7], but [18] is required");
  one.inputs[3].second = {};
  one.inputs.push_back({"mask", Integers(kInt32, {5}, {1, 1, 1, 1, 1})});
  one.inputs[4].second.shape = {4};
  one.inputs[4].second.values.resize(4);
  EXPECT_EQ(message(one), node +
                              "the mask has the shape [4], but [1], [2], [1, 3] or [1, 2, 3] is "
                              "required");
  one.inputs[4].second = {kFloat, {1}, {2}};
  EXPECT_EQ(message(one), node + "the mask is tensor(float), but tensor(int32) is required");
  one.inputs[4].second = {};
  one.inputs.push_back({"added", {kFloat, {1, 2, 2, 3}, std::vector<double>(12, 1)}});
  EXPECT_EQ(message(one),
            node + "input 5 has the shape [1, 2, 2, 3], but the scores have [1, 3, 2, 3]");
  one.inputs[5].second = {};
  one.inputs.push_back({"past", {kFloat, {1, 3, 2, 3}, std::vector<double>(18, 1)}});
  EXPECT_EQ(message(one),
            node + "input 6 has the shape [1, 3, 2, 3], but [1, 3, positions, 2] is required");
  one.inputs[6].second = {kFloat, {1, 3, 2, 2}, std::vector<double>(12, 1)};
  EXPECT_EQ(message(one), node + "the past has 2 positions of keys and 0 of values");
  one = {.type = "Attention",
         .domain = kMicrosoft,
         .attributes = {IntAttribute("num_heads", 2), IntAttribute("do_rotary", 1)},
         .inputs = {{"x", q}, {"w", {kFloat, {6, 12}, std::vector<double>(72, 1)}}}};
  EXPECT_EQ(message(one),
            "node 0 (Attention) with output 'y': attribute do_rotary is not 0, which "
            "is not supported");
  one.inputs[1].second.shape = {12, 6};
  EXPECT_EQ(message(one),
            "node 0 (Attention) with output 'y': the input has the shape [1, 2, 6] "
            "and weights [12, 6], which do not fit together");
}

}  // namespace
}  // namespace weft::onnx
