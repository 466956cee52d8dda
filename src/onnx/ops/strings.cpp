// SPDX-License-Identifier: MIT
// Strings, which are always on the host: what normalizes them, looks them up or counts them.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <unordered_map>

#include "base/checked.h"
#include "onnx/families.h"
#include "onnx/ops/host.h"
#include "onnx/ops/strings.h"
#include "onnx/ops/typed.h"

namespace weft::onnx {
namespace {

// Letters of ASCII; other bytes of UTF-8 stay.
std::string Changed(std::string text, bool to_upper) {
  for (char& letter : text) {
    if (to_upper && letter >= 'a' && letter <= 'z') letter = char(letter - 'a' + 'A');
    if (!to_upper && letter >= 'A' && letter <= 'Z') letter = char(letter - 'A' + 'a');
  }
  return text;
}

Status StringNormalizer(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const std::vector<std::string> texts, TextsOf(x));
  const std::string_view change = c.Text("case_change_action", "NONE");
  if (change != "NONE" && change != "LOWER" && change != "UPPER")
    return Invalid("attribute case_change_action is '{}', but NONE, LOWER or UPPER is required",
                   Printable(change));
  const bool is_row = x->rank() == 2 && x->shape[0] == 1;
  if (x->rank() != 1 && !is_row)
    return Invalid("the input has the shape {}, but [n] or [1, n] is required", ToString(x->shape));
  const bool is_exact = c.Int("is_case_sensitive", 0) != 0;
  std::vector<std::string> stopwords;
  for (const std::string_view word : c.Texts("stopwords"))
    stopwords.push_back(is_exact ? std::string(word) : Changed(std::string(word), false));
  std::ranges::sort(stopwords);
  std::vector<std::string> kept;
  for (const std::string& text : texts)
    if (!std::ranges::binary_search(stopwords, is_exact ? text : Changed(text, false)))
      kept.push_back(change == "NONE" ? text : Changed(text, change == "UPPER"));
  if (kept.empty()) kept.emplace_back();  // something has to be there
  Shape shape = {int64_t(kept.size())};
  if (is_row) shape.insert(shape.begin(), 1);
  c.Set(0, HostStrings(shape, std::move(kept)));
  return Ok();
}

Status StringConcat(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const ValueRef y, c.TensorInput(1));
  WEFT_ASSIGN(const std::vector<std::string> first, TextsOf(x));
  WEFT_ASSIGN(const std::vector<std::string> second, TextsOf(y));
  WEFT_ASSIGN(const Shape shape, BroadcastShape(x->shape, y->shape));
  WEFT_ASSIGN(const size_t count, StringCountOf(shape));
  // Where element i of the result comes from.
  const auto index_in = [&](const Shape& from, int64_t i) {
    int64_t at = 0, step = 1;
    for (size_t dim = shape.size(), own = from.size(); own > 0;) {
      --dim, --own;
      at += (from[own] == 1 ? 0 : i % shape[dim]) * step;
      step *= from[own];
      i /= shape[dim];
    }
    return size_t(at);
  };
  std::vector<std::string> joined;
  for (int64_t i = 0; i < int64_t(count); ++i)
    joined.push_back(first[index_in(x->shape, i)] + second[index_in(y->shape, i)]);
  c.Set(0, HostStrings(shape, std::move(joined)));
  return Ok();
}

// The substrings of each string, padded with empty ones to the same number, and that number.
Status StringSplit(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  WEFT_ASSIGN(const std::vector<std::string> texts, TextsOf(x));
  const std::string delimiter(c.Text("delimiter", ""));
  const int64_t limit = c.Int("maxsplit", -1);  // below 0: none
  // Without a delimiter, consecutive white space is one delimiter.
  constexpr std::string_view kSpace = " \t\n\r\f\v";
  std::vector<std::vector<std::string>> pieces(texts.size());
  size_t widest = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    std::string_view rest = texts[i];
    const auto skip_space = [&] {
      if (delimiter.empty())
        rest.remove_prefix(std::min(rest.find_first_not_of(kSpace), rest.size()));
    };
    skip_space();
    while (limit < 0 || int64_t(pieces[i].size()) < limit) {
      const size_t at = delimiter.empty() ? rest.find_first_of(kSpace) : rest.find(delimiter);
      if (at == rest.npos) break;
      pieces[i].emplace_back(rest.substr(0, at));
      rest.remove_prefix(at + std::max<size_t>(delimiter.size(), 1));
      skip_space();
    }
    if (!rest.empty() || !delimiter.empty()) pieces[i].emplace_back(rest);
    widest = std::max(widest, pieces[i].size());
  }
  Shape shape = x->shape;
  shape.push_back(int64_t(widest));
  WEFT_ASSIGN(const size_t count, StringCountOf(shape));
  WEFT_ASSIGN(const NewHostValue counts, MakeHost(ElementType::Int64, x->shape));
  std::vector<std::string> all(count);
  for (size_t i = 0; i < pieces.size(); ++i) {
    counts.As<int64_t>()[i] = int64_t(pieces[i].size());
    std::ranges::move(pieces[i], all.begin() + std::ptrdiff_t(i * widest));
  }
  c.Set(0, HostStrings(shape, std::move(all)));
  c.Set(1, counts.value);
  return Ok();
}

// ---- TfIdfVectorizer

struct Grams {
  std::unordered_map<std::string, size_t> index_of;  // of each n-gram in the result
  int64_t width = 0;
};

// An n-gram as one text: each word has its length as a prefix, so that the text is unique.
void AppendPart(std::string& gram, const std::string& part) {
  gram += fmt::format("{}:", part.size());
  gram += part;
}

Result<Grams> GramsOf(Conversion& c, bool has_strings) {
  Grams grams;
  std::vector<std::string> pool;
  for (const std::string_view text : c.Texts("pool_strings")) pool.emplace_back(text);
  if (!has_strings) {
    pool.clear();
    for (const int64_t number : c.Ints("pool_int64s")) pool.push_back(std::to_string(number));
  }
  const std::vector<int64_t> begins = c.Ints("ngram_counts"), indices = c.Ints("ngram_indexes");
  for (const int64_t index : indices) {
    if (index < 0 || index >= kMaxElements)
      return Invalid("attribute ngram_indexes has {}, but no result can be there", index);
    grams.width = std::max(grams.width, index + 1);
  }
  size_t gram = 0;
  for (size_t length = 1; length <= begins.size(); ++length) {
    const int64_t begin = begins[length - 1];
    const int64_t end = length < begins.size() ? begins[length] : int64_t(pool.size());
    if (begin < 0 || begin > end || end > int64_t(pool.size()) ||
        (end - begin) % int64_t(length) != 0)
      return Invalid("attribute ngram_counts is {}, but the pool has {} elements", ToString(begins),
                     pool.size());
    for (int64_t at = begin; at < end; at += int64_t(length), ++gram) {
      if (gram >= indices.size())
        return Invalid("attribute ngram_indexes has {} elements, but the pool has more n-grams",
                       indices.size());
      std::string text;
      for (size_t i = 0; i < length; ++i) AppendPart(text, pool[size_t(at) + i]);
      grams.index_of.emplace(std::move(text), size_t(indices[gram]));
    }
  }
  return grams;
}

Status TfIdfVectorizer(Conversion& c) {
  WEFT_ASSIGN(const ValueRef x, c.TensorInput(0));
  const bool has_strings = x->type == ElementType::String;
  std::vector<std::string> words;
  if (has_strings) {
    WEFT_ASSIGN(words, TextsOf(x));
  } else {
    WEFT_ASSIGN(const std::vector<int64_t> numbers, c.HostInts(x));
    for (const int64_t number : numbers) words.push_back(std::to_string(number));
  }
  if (x->rank() != 1 && x->rank() != 2)
    return Invalid("the input has the shape {}, but 1 or 2 dimensions are required",
                   ToString(x->shape));
  WEFT_ASSIGN(const Grams grams, GramsOf(c, has_strings));
  const int64_t shortest = c.Int("min_gram_length", 1), longest = c.Int("max_gram_length", 1);
  const int64_t most_skipped = c.Int("max_skip_count", 0);
  if (shortest < 1 || longest < shortest || most_skipped < 0)
    return Invalid("n-grams have from {} to {} elements and skip up to {}, which is not possible",
                   shortest, longest, most_skipped);
  const std::string_view mode = c.Text("mode", "");
  const std::vector<float> weights = c.Floats("weights");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
    return Invalid("attribute mode is '{}', but TF, IDF or TFIDF is required", Printable(mode));
  if (!weights.empty() && int64_t(weights.size()) < grams.width)
    return Invalid("there are {} weights, but the result has {} elements", weights.size(),
                   grams.width);
  Shape shape = {grams.width};
  if (x->rank() == 2) shape.insert(shape.begin(), x->shape[0]);
  WEFT_ASSIGN(const NewHostValue out, MakeHost(ElementType::Float, shape));
  const int64_t rows = x->rank() == 2 ? x->shape[0] : 1, length = x->shape.back();
  for (int64_t row = 0; row < rows; ++row) {
    float* const counts = out.As<float>() + row * grams.width;
    for (int64_t size = shortest; size <= std::min(longest, length); ++size)
      // Single elements have nothing between them.
      for (int64_t skip = 0; skip <= (size == 1 ? 0 : std::min(most_skipped, length)); ++skip)
        for (int64_t first = 0; first + (skip + 1) * (size - 1) < length; ++first) {
          std::string gram;
          for (int64_t i = 0; i < size; ++i)
            AppendPart(gram, words[size_t(row * length + first + i * (skip + 1))]);
          if (const auto found = grams.index_of.find(gram); found != grams.index_of.end())
            counts[found->second] += 1;
        }
    for (int64_t i = 0; i < grams.width; ++i) {
      const float weight = weights.empty() ? 1 : weights[size_t(i)];
      if (mode == "TFIDF") counts[i] *= weight;
      if (mode == "IDF" && counts[i] > 0) counts[i] = weight;
    }
  }
  c.Set(0, out.value);
  return Ok();
}

}  // namespace

Result<size_t> StringCountOf(const Shape& shape) {
  constexpr int64_t kMost = 1 << 24;
  WEFT_ASSIGN(const int64_t count, CountOf(shape, "the result"));
  if (count > kMost)
    return NotSupported("a result of shape {} has {} strings, but at most {} are supported",
                        ToString(shape), count, kMost);
  return static_cast<size_t>(count);
}

Result<std::vector<std::string>> TextsOf(const ValueRef& value) {
  if (!value->strings)
    return Invalid("tensor({}) is given, but strings are required", Name(value->type));
  return *value->strings;
}

void AddStrings(Registry& r) {
  r.Add("StringNormalizer", StringNormalizer);
  r.Add("StringConcat", StringConcat);
  r.Add("StringSplit", StringSplit);
  r.AddFlow("TfIdfVectorizer", TfIdfVectorizer);
}

}  // namespace weft::onnx
