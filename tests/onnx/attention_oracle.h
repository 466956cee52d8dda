// SPDX-License-Identifier: MIT
// Attention and rotary embeddings by their formulas, element by element in double.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "onnx/node_runner.h"

namespace weft::onnx::test {

constexpr double kHidden = -std::numeric_limits<double>::infinity();

// {batch, heads, positions, elements}.
struct HeadNumbers {
  int64_t batch, heads, positions, size;
  std::vector<double> values;

  HeadNumbers(int64_t batch, int64_t heads, int64_t positions, int64_t size)
      : batch(batch),
        heads(heads),
        positions(positions),
        size(size),
        values(size_t(batch * heads * positions * size)) {}
  double& At(int64_t b, int64_t h, int64_t s, int64_t d) {
    return values[size_t(((b * heads + h) * positions + s) * size + d)];
  }
  double At(int64_t b, int64_t h, int64_t s, int64_t d) const {
    return values[size_t(((b * heads + h) * positions + s) * size + d)];
  }
};

// {batch, positions, heads * elements}, of which elements `first` and on are these heads'.
inline HeadNumbers HeadsOf(const Numbers& joined, int64_t heads, int64_t size, int64_t first = 0) {
  HeadNumbers out(joined.shape[0], heads, joined.shape[1], size);
  for (int64_t b = 0; b < out.batch; ++b)
    for (int64_t h = 0; h < heads; ++h)
      for (int64_t s = 0; s < out.positions; ++s)
        for (int64_t d = 0; d < size; ++d)
          out.At(b, h, s, d) = joined({b, s, first + h * size + d});
  return out;
}
inline HeadNumbers HeadsOf(const Numbers& four) {
  HeadNumbers out(four.shape[0], four.shape[1], four.shape[2], four.shape[3]);
  out.values = four.values;
  return out;
}

// One behind the other; `count` positions of the first.
inline HeadNumbers Behind(const HeadNumbers& past, int64_t count, const HeadNumbers& added) {
  HeadNumbers out(added.batch, added.heads, count + added.positions, added.size);
  for (int64_t b = 0; b < out.batch; ++b)
    for (int64_t h = 0; h < out.heads; ++h)
      for (int64_t s = 0; s < out.positions; ++s)
        for (int64_t d = 0; d < out.size; ++d)
          out.At(b, h, s, d) = s < count ? past.At(b, h, s, d) : added.At(b, h, s - count, d);
  return out;
}

struct AttentionCase {
  double scale = 1, softcap = 0;
  std::function<double(int64_t, int64_t, int64_t, int64_t)> bias =
      {};                                    // of batch, head, query, key
  std::function<double(int64_t)> sink = {};  // of the head
};

// {batch, query positions, heads * elements}.
inline std::vector<double> AttentionOf(const HeadNumbers& q, const HeadNumbers& k,
                                       const HeadNumbers& v, const AttentionCase& options) {
  std::vector<double> out(size_t(q.batch * q.positions * q.heads * v.size));
  for (int64_t b = 0; b < q.batch; ++b)
    for (int64_t h = 0; h < q.heads; ++h)
      for (int64_t s = 0; s < q.positions; ++s) {
        const int64_t shared = h / (q.heads / k.heads);
        std::vector<double> scores(size_t(k.positions), 0);
        double largest = options.sink ? options.sink(h) : kHidden;
        for (int64_t t = 0; t < k.positions; ++t) {
          double score = 0;
          for (int64_t d = 0; d < q.size; ++d) score += q.At(b, h, s, d) * k.At(b, shared, t, d);
          score *= options.scale;
          if (options.softcap > 0) score = options.softcap * std::tanh(score / options.softcap);
          if (options.bias) score += options.bias(b, h, s, t);
          scores[size_t(t)] = score;
          largest = std::max(largest, score);
        }
        double all = options.sink ? std::exp(options.sink(h) - largest) : 0;
        for (double& score : scores) all += score = std::exp(score - largest);
        for (int64_t d = 0; d < v.size; ++d) {
          double sum = 0;
          for (int64_t t = 0; t < k.positions; ++t)
            sum += scores[size_t(t)] / all * v.At(b, shared, t, d);
          out[size_t(((b * q.positions + s) * q.heads + h) * v.size + d)] = sum;
        }
      }
  return out;
}

// Pairs of elements turned by the angles at row position(b, s) of the tables.
inline void Rotate(HeadNumbers& x, const std::function<double(int64_t, int64_t, int64_t)>& cosine,
                   const std::function<double(int64_t, int64_t, int64_t)>& sine, int64_t pairs,
                   bool is_interleaved) {
  for (int64_t b = 0; b < x.batch; ++b)
    for (int64_t h = 0; h < x.heads; ++h)
      for (int64_t s = 0; s < x.positions; ++s)
        for (int64_t i = 0; i < pairs; ++i) {
          double& first = x.At(b, h, s, is_interleaved ? 2 * i : i);
          double& second = x.At(b, h, s, is_interleaved ? 2 * i + 1 : i + pairs);
          const double a = first, c = second, cos = cosine(b, s, i), sin = sine(b, s, i);
          first = a * cos - c * sin;
          second = a * sin + c * cos;
        }
}

inline double ToleranceOf(Type type) { return type == kHalf ? 4e-3 : 2e-6; }

}  // namespace weft::onnx::test
