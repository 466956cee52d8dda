// SPDX-License-Identifier: MIT
// Attention from its formula, one query position at a time, in long double. Every input form comes
// down to functions that give the number at {batch, head, position, element}.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "oracle/bounded.h"

namespace weft::oracle {

using NumberAt =
    std::function<long double(int64_t batch, int64_t head, int64_t position, int64_t element)>;

// Element `at` of a tensor whose leading sizes of 1 are left out of `at`.
inline long double RealAt(const Dense& dense, const std::vector<int64_t>& at) {
  Coordinate full{};
  const size_t skipped = size_t(dense.sizes.rank()) - at.size();
  for (size_t i = 0; i < at.size(); ++i) full[skipped + i] = at[i];
  const Number number = ValueOf(dense.type, dense.elements[size_t(IndexOf(dense.sizes, full))]);
  return number.is_float ? number.real : (long double)(number.integer);
}

// {.., batch, position, head * size + element}.
inline NumberAt Heads(const Dense& dense, int64_t size) {
  return [&dense, size](int64_t b, int64_t h, int64_t p, int64_t e) {
    return RealAt(dense, {b, p, h * size + e});
  };
}
// {batch, position, head, stack, element}.
inline NumberAt Stacked(const Dense& dense, int64_t stack) {
  return [&dense, stack](int64_t b, int64_t h, int64_t p, int64_t e) {
    return RealAt(dense, {b, p, h, stack, e});
  };
}
// {.., batch, head, position, element}.
inline NumberAt ByHead(const Dense& dense) {
  return [&dense](int64_t b, int64_t h, int64_t p, int64_t e) {
    return RealAt(dense, {b, h, p, e});
  };
}

struct AttentionCase {
  int64_t batch, query_heads, heads, queries, all, size, value_size;
  long double scale;
  NumberAt query, key, value;  // key and value of all positions, bias included
  NumberAt added;              // to the score of {batch, head, query position, position}
};

// Output {batch, query position, head * value size}.
inline std::vector<Bounded> Attention(const AttentionCase& of) {
  std::vector<Bounded> outputs;
  for (int64_t b = 0; b < of.batch; ++b)
    for (int64_t q = 0; q < of.queries; ++q)
      for (int64_t h = 0; h < of.query_heads; ++h) {
        const int64_t kv = h / (of.query_heads / of.heads);
        std::vector<long double> scores;
        long double largest = -HUGE_VALL, error = 0, sum = 0;
        for (int64_t k = 0; k < of.all; ++k) {
          long double dot = 0, magnitude = 0;
          for (int64_t e = 0; e < of.size; ++e) {
            const long double term = of.query(b, h, q, e) * of.key(b, kv, k, e);
            dot += term;
            magnitude += std::fabs(term);
          }
          const long double added = of.added(b, h, q, k);
          scores.push_back(dot * of.scale + added);
          largest = std::fmax(largest, scores.back());
          if (std::isfinite(added))
            error = std::fmax(error, (magnitude * std::fabs(of.scale) * (long double)(of.size + 4) +
                                      std::fabs(added) * 2) *
                                         0x1p-24L);
        }
        for (long double& score : scores) sum += score = std::exp(score - largest);
        for (int64_t e = 0; e < of.value_size; ++e) {
          Bounded output;
          long double magnitude = 0;
          for (int64_t k = 0; k < of.all; ++k) {
            const long double term = scores[size_t(k)] / sum * of.value(b, kv, k, e);
            output.value += term;
            magnitude += std::fabs(term);
          }
          // Scores that are off by an error make weights that are off by twice that.
          output.error =
              magnitude * (4 * error + (long double)(of.all + 32) * 0x1p-24L) + 0x1p-100L;
          outputs.push_back(output);
        }
      }
  return outputs;
}

// What a present tensor gets: {batch, head, position, element}, exactly but for one addition.
inline std::vector<Bounded> Present(int64_t batch, int64_t heads, int64_t all, int64_t size,
                                    const NumberAt& number) {
  std::vector<Bounded> outputs;
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t h = 0; h < heads; ++h)
      for (int64_t p = 0; p < all; ++p)
        for (int64_t e = 0; e < size; ++e) {
          const long double value = number(b, h, p, e);
          outputs.push_back({value, std::fabs(value) * 0x1p-24L});
        }
  return outputs;
}

}  // namespace weft::oracle
