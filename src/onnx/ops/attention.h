// SPDX-License-Identifier: MIT
// Attention as all of ONNX's operators for it share it: heads that lie anywhere, a past, and what
// is added to the scores. MULTIHEAD_ATTENTION1 does it all but for softcap, sinks and scores as an
// output; with these it is written out.
#pragma once

#include "onnx/conversion.h"

namespace weft::onnx {

// Tensors of heads have {batch, heads, positions, elements}, in any layout.
struct Heads {
  Expression query;
  Expression key, value;            // whose heads the same number of neighbouring queries share
  Expression past_key, past_value;  // before them, or nothing
  Expression bias;                  // of the scores, to be broadcast to all of them, or nothing
  Expression sink;  // a score beside those of the keys, to be broadcast to {.., 1}, or nothing
  float scale = 1;
  float softcap = 0;  // 0: none

  int64_t batch() const { return query.sizes()[0]; }
  int64_t heads() const { return query.sizes()[1]; }
  int64_t queries() const { return query.sizes()[2]; }
  int64_t past() const { return past_key.IsPresent() ? past_key.sizes()[2] : 0; }
  int64_t positions() const { return past() + key.sizes()[2]; }
};

// Which scores an operator gives as its last output.
enum class Scores : uint8_t { None, Products, Capped, Biased, Weights };

struct Attended {
  Expression output;                      // {batch, query positions, heads * elements}
  Expression present_key, present_value;  // where they are wanted
  Expression scores;
};
Attended Attend(Conversion& c, const Heads& heads, bool wants_present,
                Scores scores = Scores::None);

// {batch, positions, heads * elements} as heads; moves nothing where the rows are packed.
Expression AsHeads(Conversion& c, const Expression& joined, int64_t heads);
// The way back.
Expression Joined(Conversion& c, const Expression& heads);
// Positions `first` and on of heads.
Expression PositionsOf(const Expression& heads, int64_t first, int64_t count);
// Concatenates along `axis`; tensors that are not present are left out.
Expression JoinedAlong(int axis, const std::vector<Expression>& parts);

// first, first + 1 and so on: INT32.
Expression Counted(Conversion& c, int64_t first, int64_t count);
// Where `visible` is 0, `hidden`, else 0.
Expression HiddenWhereNot(Conversion& c, const Expression& visible, DataType type, double hidden);
// Scores {queries, keys} of which query i sees keys up to past + i, and of them the last `window`
// where that is not negative. Nothing where all is seen.
Result<Expression> Causal(Conversion& c, DataType type, int64_t queries, int64_t keys, int64_t past,
                          int64_t window = -1);
// Both, either of which may be nothing.
Expression Sum(const Expression& a, const Expression& b);

// What float64 is computed in, too; an error for what is no float.
Result<DataType> AttentionType(ElementType type);
// `heads` as the divisor of a size.
Status CheckHeads(int64_t heads, int64_t size, std::string_view attribute, std::string_view what);
// Input i as heads of these sizes, or nothing where it is left out or empty.
Result<Expression> PastInput(Conversion& c, size_t i, DataType type, int64_t batch, int64_t heads,
                             int64_t size);
// Scores to be added, input i, which has to fit {batch, heads, queries, keys}; or nothing.
Result<Expression> BiasInput(Conversion& c, size_t i, DataType type, const Shape& scores);

}  // namespace weft::onnx
