// SPDX-License-Identifier: MIT
// Strings: casts, labels, normalizing, joining, splitting. ONNX's own tests have more.
#include <gtest/gtest.h>

#include "onnx/node_runner.h"

namespace weft::onnx {
namespace {

using namespace test;
using Words = std::vector<std::string>;

TEST(StringCast, FromNumbers) {
  const auto cast = [](const Numbers& x) {
    return RunNode(
        {.type = "Cast", .attributes = {IntAttribute("to", kString)}, .inputs = {{"x", x}}},
        {kString})["y"];
  };
  const Numbers y = cast({kFloat, {2, 3}, {0.1f, -2.5, 1e20f, INFINITY, -INFINITY, NAN}});
  EXPECT_EQ(y.strings, (Words{"0.1", "-2.5", "1e+20", "INF", "-INF", "NaN"}));
  EXPECT_EQ(y.shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(cast({kInt64, {2}, {-9007199254740992, 7}}).strings, (Words{"-9007199254740992", "7"}));
  EXPECT_EQ(cast({kUInt8, {1}, {255}}).strings, (Words{"255"}));
  EXPECT_EQ(cast({kHalf, {1}, {0.5}}).strings, (Words{"0.5"}));
}

TEST(StringCast, ToNumbers) {
  const auto cast = [](const Words& texts, Type type) {
    return RunNode({.type = "Cast",
                    .attributes = {IntAttribute("to", type)},
                    .inputs = {{"x", Strings({int64_t(texts.size())}, texts)}}},
                   {type});
  };
  const Ran floats = cast({"3.14", " -1e3", "+7 ", "INF", "-inf", "NaN"}, kFloat);
  ASSERT_EQ(floats.error, "");
  const std::vector<double>& y = floats["y"].values;
  EXPECT_EQ(y[0], 3.14f);
  EXPECT_EQ(y[1], -1000);
  EXPECT_EQ(y[2], 7);
  EXPECT_EQ(y[3], INFINITY);
  EXPECT_EQ(y[4], -INFINITY);
  EXPECT_TRUE(std::isnan(y[5]));
  EXPECT_EQ(cast({"-12", "9007199254740993"}, kInt64)["y"].values[0], -12);
  EXPECT_EQ(cast({"127", "-128"}, kInt8)["y"].values, (std::vector<double>{127, -128}));
  EXPECT_EQ(cast({"0", "3"}, kBool)["y"].values, (std::vector<double>{0, 1}));
  const std::string node = "node 0 (Cast) with output 'y': ";
  EXPECT_EQ(cast({"1", "two"}, kFloat).error,
            node + "element 1 is 'two', which is no number of tensor(float)");
  EXPECT_EQ(cast({"300"}, kUInt8).error,
            node + "element 0 is '300', which is no number of tensor(uint8)");
  EXPECT_EQ(cast({""}, kDouble).error,
            node + "element 0 is '', which is no number of tensor(double)");
}

TEST(StringNormalizer, Messages) {
  EXPECT_EQ(RunNode({.type = "StringNormalizer", .inputs = {{"x", Strings({2, 1}, {"a", "b"})}}},
                    {kString})
                .error,
            "node 0 (StringNormalizer) with output 'y': the input has the shape [2, 1], but [n] or "
            "[1, n] is required");
  EXPECT_EQ(RunNode({.type = "StringNormalizer",
                     .attributes = {TextAttribute("case_change_action", "TITLE")},
                     .inputs = {{"x", Strings({1}, {"a"})}}},
                    {kString})
                .error,
            "node 0 (StringNormalizer) with output 'y': attribute case_change_action is 'TITLE', "
            "but NONE, LOWER or UPPER is required");
}

TEST(StringConcat, Broadcasts) {
  const Ran ran =
      RunNode({.type = "StringConcat",
               .inputs = {{"x", Strings({2, 1}, {"a", "b"})}, {"y", Strings({3}, {"1", "", "3"})}},
               .outputs = {"z"}},
              {kString});
  ASSERT_EQ(ran.error, "");
  EXPECT_EQ(ran["z"].shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(ran["z"].strings, (Words{"a1", "a", "a3", "b1", "b", "b3"}));
}

TEST(StringConcat, Messages) {
  const Words many(5000, "a");
  EXPECT_EQ(RunNode({.type = "StringConcat",
                     .inputs = {{"x", Strings({5000, 1}, many)}, {"y", Strings({5000}, many)}},
                     .outputs = {"z"}},
                    {kString})
                .error,
            "node 0 (StringConcat) with output 'z': a result of shape [5000, 5000] has 25000000 "
            "strings, but at most 16777216 are supported");
}

TEST(StringSplit, FillsUp) {
  const auto split = [](const Words& texts, std::vector<Message> attributes) {
    return RunNode({.type = "StringSplit",
                    .attributes = std::move(attributes),
                    .inputs = {{"x", Strings({int64_t(texts.size())}, texts)}},
                    .outputs = {"y", "n"}},
                   {kString, kInt64});
  };
  Ran ran = split({"a,b,,c", "", "x"}, {TextAttribute("delimiter", ",")});
  ASSERT_EQ(ran.error, "");
  EXPECT_EQ(ran["y"].shape, (std::vector<int64_t>{3, 4}));
  EXPECT_EQ(ran["y"].strings, (Words{"a", "b", "", "c", "", "", "", "", "x", "", "", ""}));
  EXPECT_EQ(ran["n"].values, (std::vector<double>{4, 1, 1}));
  ran = split({"  hello   big world ", " "}, {});
  EXPECT_EQ(ran["y"].strings, (Words{"hello", "big", "world", "", "", ""}));
  EXPECT_EQ(ran["n"].values, (std::vector<double>{3, 0}));
  ran = split({"a b c"}, {IntAttribute("maxsplit", 1)});
  EXPECT_EQ(ran["y"].strings, (Words{"a", "b c"}));
}

TEST(LabelEncoder, AllKinds) {
  const auto encode = [](std::vector<Message> attributes, const Numbers& x, Type type) {
    return RunNode({.type = "LabelEncoder",
                    .domain = "ai.onnx.ml",
                    .attributes = std::move(attributes),
                    .inputs = {{"x", x}}},
                   {type});
  };
  EXPECT_EQ(encode({Texts("keys_strings", {"a", "b"}), Ints("values_int64s", {5, 6}),
                    IntAttribute("default_int64", 42)},
                   Strings({1, 3}, {"b", "?", "a"}), kInt64)["y"]
                .values,
            (std::vector<double>{6, 42, 5}));
  EXPECT_EQ(encode({Ints("keys_int64s", {3, -1}), Texts("values_strings", {"x", "y"})},
                   Integers(kInt64, {3}, {-1, 3, 0}), kString)["y"]
                .strings,
            (Words{"y", "x", "_Unused"}));
  const Ran floats =
      encode({Floats("keys_floats", {0.1f, 0, NAN}), Floats("values_floats", {1, 2, 3})},
             {kFloat, {4}, {NAN, 0.1f, -0.0, 7}}, kFloat);
  ASSERT_EQ(floats.error, "");
  EXPECT_EQ(floats["y"].values, (std::vector<double>{3, 1, 2, 0}));
  const Message classes = Texts("classes_strings", {"cat", "dog"});
  EXPECT_EQ(encode({classes}, Strings({3}, {"dog", "cat", "cow"}), kInt64)["y"].values,
            (std::vector<double>{1, 0, -1}));
  EXPECT_EQ(encode({classes}, Integers(kInt64, {2}, {1, 9}), kString)["y"].strings,
            (Words{"dog", "_Unused"}));
  const std::string node = "node 0 (LabelEncoder) with output 'y': ";
  EXPECT_EQ(encode({Ints("keys_int64s", {1}), Ints("values_int64s", {1, 2})},
                   Integers(kInt64, {1}, {1}), kInt64)
                .error,
            node + "there are 1 keys and 2 values, but as many are required");
  EXPECT_EQ(
      encode({Ints("keys_int64s", {1}), Ints("values_int64s", {1})}, Strings({1}, {"1"}), kInt64)
          .error,
      node + "the input is tensor(string), but keys are tensor(int64)");
}

TEST(TfIdfVectorizer, Messages) {
  const auto message = [](std::vector<Message> attributes) {
    return RunNode({.type = "TfIdfVectorizer",
                    .attributes = std::move(attributes),
                    .inputs = {{"x", Integers(kInt32, {3}, {1, 2, 3})}}})
        .error;
  };
  const std::string node = "node 0 (TfIdfVectorizer) with output 'y': ";
  EXPECT_EQ(message({TextAttribute("mode", "TF"), Ints("pool_int64s", {1, 2}),
                     Ints("ngram_counts", {3}), Ints("ngram_indexes", {0})}),
            node + "attribute ngram_counts is [3], but the pool has 2 elements");
  EXPECT_EQ(message({TextAttribute("mode", "TF"), Ints("pool_int64s", {1, 2}),
                     Ints("ngram_counts", {0}), Ints("ngram_indexes", {0})}),
            node + "attribute ngram_indexes has 1 elements, but the pool has more n-grams");
  EXPECT_EQ(message({TextAttribute("mode", "X"), Ints("pool_int64s", {1}),
                     Ints("ngram_counts", {0}), Ints("ngram_indexes", {0})}),
            node + "attribute mode is 'X', but TF, IDF or TFIDF is required");
}

}  // namespace
}  // namespace weft::onnx
