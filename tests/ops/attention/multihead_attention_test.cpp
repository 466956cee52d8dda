// SPDX-License-Identifier: MIT
// MULTIHEAD_ATTENTION and MULTIHEAD_ATTENTION1: rows worked out by hand, every input form, mask and
// past against the oracle, lengths of a past in place, and the refusals.
#include "oracle/multihead_attention.h"

#include <cmath>

#include "ops/samples.h"
#include "ops/within_bounds.h"

namespace weft {
namespace {

using oracle::Bounded;
using oracle::Dense;
using test::Rng;
using test::TensorsRow;
using Mask = MultiheadAttentionMaskType;
constexpr DataType kF32 = DataType::Float32;
constexpr DataType kF16 = DataType::Float16;

enum class Inputs { Separate, QueryKey, KeyValue, QueryKeyValue, Past };

struct Form {
  DataType type = kF32;
  Inputs inputs = Inputs::Separate;
  int64_t batch = 1, query_heads = 1, heads = 1, queries = 2, keys = 3, past = 0, size = 4,
          value_size = 4;
  Mask mask = Mask::None;
  bool bias = false, relative = false, present = false;

  int64_t All() const { return inputs == Inputs::Past ? past : past + keys; }
};

MultiheadAttention1 Make(const Form& form) {
  const auto& [type, inputs, batch, query_heads, heads, queries, keys, past, size, value_size, mask,
               bias, relative, present] = form;
  MultiheadAttention1 op = {.output = {type, {batch, queries, query_heads * value_size}},
                            .scale = 0.5f,
                            .mask_filter_value = -30,
                            .query_head_count = uint32_t(query_heads),
                            .key_value_head_count = uint32_t(heads),
                            .mask_type = mask};
  const bool separate = inputs == Inputs::Separate, stacked_key = inputs == Inputs::KeyValue;
  if (separate || stacked_key || inputs == Inputs::Past)
    op.query = {type, {batch, queries, query_heads * size}};
  if (separate) op.key = {type, {1, batch, keys, heads * size}};
  if (separate || inputs == Inputs::QueryKey) op.value = {type, {batch, keys, heads * value_size}};
  if (inputs == Inputs::QueryKey) op.stacked_query_key = {type, {batch, queries, heads, 2, size}};
  if (stacked_key) op.stacked_key_value = {type, {batch, keys, heads, 2, size}};
  if (inputs == Inputs::QueryKeyValue)
    op.stacked_query_key_value = {type, {batch, queries, heads, 3, size}};
  if (bias) op.bias = {type, {1, query_heads * size + heads * (size + value_size)}};
  if (relative) op.relative_position_bias = {type, {batch, query_heads, queries, form.All()}};
  if (past > 0) {
    op.past_key = {type, {batch, heads, past, size}};
    op.past_value = {type, {1, batch, heads, past, value_size}};
  }
  if (present) {
    op.output_present_key = {type, {batch, heads, form.All(), size}};
    op.output_present_value = {type, {batch, heads, form.All(), value_size}};
  }
  constexpr DataType kIndex = DataType::Int32;
  if (mask == Mask::Boolean) op.mask = {kIndex, {batch, query_heads, queries, form.All()}};
  if (mask == Mask::KeySequenceLength) op.mask = {kIndex, {1, batch}};
  if (mask == Mask::KeySequenceEndStart) op.mask = {kIndex, {2, batch}};
  if (mask == Mask::KeyQuerySequenceLengthStartEnd) op.mask = {kIndex, {3 * batch + 2}};
  return op;
}

MultiheadAttention Older(const MultiheadAttention1& op) {
  return {.query = op.query,
          .key = op.key,
          .value = op.value,
          .stacked_query_key = op.stacked_query_key,
          .stacked_key_value = op.stacked_key_value,
          .stacked_query_key_value = op.stacked_query_key_value,
          .bias = op.bias,
          .mask = op.mask,
          .relative_position_bias = op.relative_position_bias,
          .past_key = op.past_key,
          .past_value = op.past_value,
          .output = op.output,
          .output_present_key = op.output_present_key,
          .output_present_value = op.output_present_value,
          .scale = op.scale,
          .mask_filter_value = op.mask_filter_value,
          .head_count = op.query_head_count,
          .mask_type = op.mask_type};
}

// Inputs are in the operator's order.
std::vector<std::vector<Bounded>> Answer(const Form& form, const std::vector<Dense>& in) {
  const int64_t size = form.size, past = form.past;
  const auto with_bias = [&](const oracle::NumberAt& number, int64_t begin, int64_t width) {
    return [=, &in](int64_t b, int64_t h, int64_t p, int64_t e) {
      return number(b, h, p, e) + (form.bias ? oracle::RealAt(in[6], {begin + h * width + e}) : 0);
    };
  };
  const auto behind = [&](const Dense& before, const oracle::NumberAt& number) {
    return [=, &before](int64_t b, int64_t h, int64_t p, int64_t e) {
      return p < past ? oracle::RealAt(before, {b, h, p, e}) : number(b, h, p - past, e);
    };
  };
  const int64_t key_bias = form.query_heads * size, value_bias = key_bias + form.heads * size;
  oracle::NumberAt query = oracle::Heads(in[0], size), key = oracle::Heads(in[1], size),
                   value = oracle::Heads(in[2], form.value_size);
  if (form.inputs == Inputs::QueryKey)
    query = oracle::Stacked(in[3], 0), key = oracle::Stacked(in[3], 1);
  if (form.inputs == Inputs::KeyValue)
    key = oracle::Stacked(in[4], 0), value = oracle::Stacked(in[4], 1);
  if (form.inputs == Inputs::QueryKeyValue)
    query = oracle::Stacked(in[5], 0), key = oracle::Stacked(in[5], 1),
    value = oracle::Stacked(in[5], 2);
  key = behind(in[9], with_bias(key, key_bias, size));
  value = behind(in[10], with_bias(value, value_bias, form.value_size));
  const auto added = [&](int64_t b, int64_t h, int64_t q, int64_t k) {
    long double sum = form.relative ? oracle::RealAt(in[8], {b, h, q, k}) : 0;
    const auto number = [&](std::vector<int64_t> at) { return oracle::RealAt(in[7], at); };
    bool hidden = false;
    if (form.mask == Mask::Boolean) hidden = number({b, h, q, k}) == 0;
    if (form.mask == Mask::KeySequenceLength) hidden = k >= number({0, b});
    if (form.mask == Mask::KeySequenceEndStart) hidden = k >= number({0, b}) || k < number({1, b});
    if (form.mask == Mask::KeyQuerySequenceLengthStartEnd) hidden = k >= number({b});
    return sum + (hidden ? -30 : 0);
  };
  return {
      oracle::Attention({form.batch, form.query_heads, form.heads, form.queries, form.All(), size,
                         form.value_size, 0.5L, with_bias(query, 0, size), key, value, added}),
      oracle::Present(form.batch, form.heads, form.All(), size, key),
      oracle::Present(form.batch, form.heads, form.All(), form.value_size, value)};
}

TEST(MultiheadAttention, Rows) {
  MultiheadAttention1 mean = Make({.queries = 1, .keys = 2, .size = 1, .value_size = 2});
  MultiheadAttention1 hidden = mean;
  hidden.mask_type = Mask::KeySequenceLength;
  hidden.mask = {DataType::Int32, {1}};
  hidden.mask_filter_value = -10000;
  const std::vector<long double> none;
  const std::vector<TensorsRow> rows = {
      {"equal keys share",
       mean,
       {{5}, {1, 1}, {1, 2, 3, 6}, none, none, none, none, none, none, none, none, none},
       {{2, 4}, none, none}},
      {"a hidden key has no share",
       hidden,
       {{5}, {1, 9}, {1, 2, 3, 6}, none, none, none, none, {1}, none, none, none, none},
       {{1, 2}, none, none}},
  };
  for (const TensorsRow& row : rows) test::RunRow(row);
}

TEST(MultiheadAttention, MatchesTheOracle) {
  for (uint64_t seed = 0; seed < 500 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    Form form = {.type = rng.Pick({kF32, kF16}),
                 .inputs = rng.Pick({Inputs::Separate, Inputs::QueryKey, Inputs::KeyValue,
                                     Inputs::QueryKeyValue, Inputs::Past}),
                 .batch = rng.Between(1, 3),
                 .heads = rng.Between(1, 3),
                 .queries = rng.Between(1, 6),
                 .keys = rng.Between(1, 7),
                 .past = rng.Chance(40) ? rng.Between(1, 5) : 0,
                 .size = rng.Between(1, 9),
                 .value_size = rng.Between(1, 9),
                 .mask = Mask(rng.Between(0, 4)),
                 .bias = rng.Chance(50),
                 .relative = rng.Chance(30),
                 .present = rng.Chance(40)};
    const bool newer = rng.Chance(50);
    const bool separate = form.inputs == Inputs::Separate || form.inputs == Inputs::KeyValue ||
                          form.inputs == Inputs::Past;
    form.query_heads = form.heads * (newer && separate ? rng.Between(1, 3) : 1);
    if (!separate) form.keys = form.queries;
    if (form.inputs == Inputs::KeyValue || form.inputs == Inputs::QueryKeyValue)
      form.value_size = form.size;
    if (form.inputs == Inputs::Past) form.past = form.keys;
    const MultiheadAttention1 op = Make(form);
    test::ExpectAllWithinBounds(
        rng, newer ? Operator(op) : Operator(Older(op)),
        [&](const std::vector<Dense>& in) { return Answer(form, in); },
        [&](Rng& random, size_t input, DataType type) {
          if (input == 7)
            return oracle::BitsOf(
                type, {false, random.Between(0, form.mask == Mask::Boolean ? 1 : form.All()), 0});
          return oracle::BitsOf(type, {true, 0, (long double)(random.Between(-200, 200)) / 100});
        });
  }
}

// The past is where the present goes; what is neither stays.
TEST(MultiheadAttention, GrowsInPlace) {
  for (const DataType type : {kF32, kF16}) {
    const Form form = {.type = type,
                       .batch = 2,
                       .query_heads = 4,
                       .heads = 2,
                       .queries = 3,
                       .keys = 3,
                       .size = 2,
                       .value_size = 2};
    constexpr int64_t kRoom = 9;
    MultiheadAttention1 op = Make(form);
    op.past_sequence_lengths = {DataType::Int32, {2}};
    op.output_present_key = op.output_present_value = {type, {2, 2, kRoom, 2}};
    Operator any = op;
    const auto ins = test::Tensors(any, FieldRole::Input),
               outs = test::Tensors(any, FieldRole::Output);
    test::TensorBuffers in(ins, 1), out(outs, 2);
    Rng rng(3);
    const auto random = [&](const TensorDesc& desc) {
      Dense dense{desc.type, desc.sizes(), {}};
      for (int64_t i = 0; i < desc.layout.ElementCount(); ++i)
        dense.elements.push_back(
            oracle::BitsOf(type, {true, 0, (long double)(rng.Between(-16, 16)) / 8}));
      return dense;
    };
    for (size_t i = 0; i < 3; ++i) in.Write(i, random(*ins[i]));
    const std::vector<int64_t> lengths = {4, 1000};  // the second leaves no room: 6 is the most
    in.Write(11, test::DenseFrom(*ins[11], {4, 1000}));
    std::vector<Dense> before = {{}, random(*outs[1]), random(*outs[2])};
    for (Dense& dense : before)  // behind the past nobody may look
      for (size_t i = 0; i < dense.elements.size(); ++i)
        if (int64_t(i) / 2 % kRoom >= 7) dense.elements[i] = oracle::BitsOf(type, {true, 0, NAN});
    out.Write(1, before[1]);
    out.Write(2, before[2]);
    const Status status = weft::Run(any, in.AsInputs(), out.AsOutputs());
    ASSERT_TRUE(status.has_value()) << status.error().message;

    const auto past_of = [&](int64_t b) { return std::min<int64_t>(lengths[size_t(b)], 6); };
    const auto grown = [&](size_t which) {
      return [&, which](int64_t b, int64_t h, int64_t p, int64_t e) {
        const int64_t past = past_of(b);
        return p >= past && p < past + 3 ? oracle::RealAt(in.Read(which), {b, p - past, h * 2 + e})
                                         : oracle::RealAt(before[which], {b, h, p, e});
      };
    };
    for (const size_t which : {size_t(1), size_t(2)}) {
      Dense want = before[which];
      oracle::ForEachCoordinate(want.sizes, [&](const oracle::Coordinate& at) {
        const long double number = grown(which)(at[0], at[1], at[2], at[3]);
        want.elements[size_t(oracle::IndexOf(want.sizes, at))] =
            oracle::BitsOf(type, {true, 0, number});
      });
      EXPECT_EQ(out.Read(which).elements, want.elements) << which;
    }
    const auto seen = [&](const oracle::NumberAt& number) {
      return [&, number](int64_t b, int64_t h, int64_t p, int64_t e) {
        return p < past_of(b) + 3 ? number(b, h, p, e) : 0;
      };
    };
    const Dense queries = in.Read(0);
    EXPECT_EQ(oracle::OutOfBounds(
                  out.Read(0),
                  oracle::Attention({2, 4, 2, 3, kRoom, 2, 2, 0.5L, oracle::Heads(queries, 2),
                                     seen(grown(1)), seen(grown(2)),
                                     [&](int64_t b, int64_t, int64_t q, int64_t k) {
                                       return k > past_of(b) + q ? -HUGE_VALL : 0;
                                     }})),
              "");
  }
}

TEST(MultiheadAttention, Errors) {
  const MultiheadAttention1 plain =
      Make({.batch = 2, .query_heads = 4, .heads = 2, .size = 3, .value_size = 5});
  MultiheadAttention1 two = plain, none = plain, heads = plain, zero = plain, hidden = plain,
                      keys = plain, values = plain, output = plain, past = plain, bias = plain,
                      mask = plain, no_mask = plain, relative = plain, lengths = plain,
                      no_heads = plain;
  no_heads.query_head_count = 0;
  two.stacked_query_key_value = {kF32, {2, 2, 2, 3, 3}};
  none.key.reset();
  heads.query_head_count = 3;
  zero.key_value_head_count = 0;
  hidden.query = {kF32, {2, 2, 13}};
  keys.key = {kF32, {2, 3, 8}};
  values.value = {kF32, {2, 4, 10}};
  output.output = {kF32, {2, 1, 20}};
  past.past_key = {kF32, {2, 2, 1, 3}};
  bias.bias = {kF32, {7}};
  mask.mask_type = Mask::KeySequenceEndStart;
  mask.mask = {DataType::Int32, {1, 2}};
  no_mask.mask_type = Mask::Boolean;
  relative.relative_position_bias = {kF32, {1, 4, 2, 3}};
  lengths.past_sequence_lengths = {DataType::Int32, {2}};
  test::ExpectErrors({
      {two,
       "MULTIHEAD_ATTENTION1: the query comes from 2 tensors, but exactly 1 of QueryTensor, "
       "StackedQueryKeyTensor, StackedQueryKeyValueTensor is required"},
      {none,
       "MULTIHEAD_ATTENTION1: the key comes from 0 tensors, but exactly 1 of KeyTensor, "
       "StackedQueryKeyTensor, StackedKeyValueTensor, StackedQueryKeyValueTensor is required"},
      {heads,
       "MULTIHEAD_ATTENTION1: QueryHeadCount is 3, but a multiple of KeyValueHeadCount 2 is "
       "required"},
      {zero,
       "MULTIHEAD_ATTENTION1: QueryHeadCount is 4, but a multiple of KeyValueHeadCount 0 is "
       "required"},
      {hidden,
       "MULTIHEAD_ATTENTION1: QueryTensor.Sizes[2] is 13, but it must be a multiple of "
       "QueryHeadCount 4"},
      {keys,
       "MULTIHEAD_ATTENTION1: KeyTensor holds {batch, heads, positions, head size} [2, 2, 3, "
       "4], but [2, 2, 3, 3] is required"},
      {values,
       "MULTIHEAD_ATTENTION1: ValueTensor holds {batch, heads, positions, head size} [2, "
       "2, 4, 5], but [2, 2, 3, 5] is required"},
      {output,
       "MULTIHEAD_ATTENTION1: OutputTensor.Sizes is [2, 1, 20], but {batch, query "
       "positions, heads * value size} [2, 2, 20] is required"},
      {past, "MULTIHEAD_ATTENTION1: PastValueTensor is missing, but PastKeyTensor is there"},
      {bias,
       "MULTIHEAD_ATTENTION1: BiasTensor.Sizes is [7], but {query, key and value elements} "
       "[28] is required"},
      {mask,
       "MULTIHEAD_ATTENTION1: MaskTensor.Sizes is [1, 2], but for its MaskType [2, 2] is "
       "required"},
      {no_mask, "MULTIHEAD_ATTENTION1: MaskTensor is missing, but MaskType is not NONE"},
      {relative,
       "MULTIHEAD_ATTENTION1: RelativePositionBiasTensor.Sizes is [1, 4, 2, 3], but "
       "{batch, heads, query positions, all positions} [2, 4, 2, 3] is required"},
      {lengths,
       "MULTIHEAD_ATTENTION1: OutputPresentKeyTensor is missing, but "
       "PastSequenceLengthsTensor says how much is in it"},
      {Older(no_heads), "MULTIHEAD_ATTENTION: HeadCount is 0, but at least 1 is required"},
  });
}

std::vector<MultiheadAttention1> Forms(int64_t rows, int64_t columns) {
  const int64_t some = std::min<int64_t>(columns, 60);
  return {Make({.batch = 3,
                .query_heads = 2,
                .heads = 2,
                .queries = rows,
                .keys = some,
                .mask = Mask::KeySequenceLength,
                .bias = true}),
          Make({.type = kF16,
                .inputs = Inputs::QueryKeyValue,
                .heads = 1,
                .queries = rows,
                .keys = rows,
                .past = 5,
                .size = 6,
                .value_size = 6,
                .present = true}),
          Make({.inputs = Inputs::KeyValue,
                .queries = rows,
                .keys = some,
                .mask = Mask::Boolean,
                .relative = true})};
}
int64_t Small(const Operator&, size_t) { return 3; }

const test::Samples older_samples(
    OperatorType::MultiheadAttention,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> samples;
      for (const MultiheadAttention1& op : Forms(rows, columns)) samples.push_back(Older(op));
      return samples;
    },
    Small);
const test::Samples newer_samples(
    OperatorType::MultiheadAttention1,
    [](int64_t rows, int64_t columns) {
      std::vector<Operator> samples;
      for (const MultiheadAttention1& op : Forms(rows, columns)) samples.push_back(op);
      samples.push_back(
          Make({.batch = 2, .query_heads = 6, .heads = 2, .queries = rows, .keys = 9}));
      return samples;
    },
    Small);

}  // namespace
}  // namespace weft
