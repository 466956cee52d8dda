// SPDX-License-Identifier: MIT
// Finds the query, keys and values, and checks their sizes: first against those of the query, then
// against those of the keys.
#include "ops/attention/attention_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/checked.h"
#include "base/error.h"
#include "strided/view.h"

namespace weft::ops {
namespace {

enum Dim { kBatch, kHead, kPosition, kElement };

struct Source {
  std::string_view field;
  const std::optional<TensorDesc>& tensor;
  int slot;
  int stack = -1;  // its index in the fourth dimension of a stacked tensor
};

struct Checker {
  std::string_view name;

  Status Leading(std::string_view field, const TensorDesc& tensor, int rank) const {
    for (int dim = 0; dim < tensor.rank() - rank; ++dim)
      if (tensor.sizes()[dim] != 1)
        return Invalid("{}: {}.Sizes[{}] is {}, but sizes before the last {} must be 1", name,
                       field, dim, tensor.sizes()[dim], rank);
    return Ok();
  }

  // An error unless the last dimensions have these sizes.
  Status Is(std::string_view field, const TensorDesc& tensor, const Sizes& sizes,
            std::string_view meaning) const {
    WEFT_RETURN_IF_ERROR(Leading(field, tensor, std::min(sizes.rank(), tensor.rank())));
    const int rank = tensor.rank(), skipped = rank - sizes.rank();
    for (int dim = 0; dim < sizes.rank(); ++dim) {
      const int64_t size = skipped + dim < 0 ? 1 : tensor.sizes()[skipped + dim];
      if (size != sizes[dim])
        return Invalid("{}: {}.Sizes is {}, but {} {} is required", name, field,
                       ToString(tensor.sizes()), meaning, ToString(sizes));
    }
    return Ok();
  }

  // The only source that is present.
  Result<std::optional<Source>> OneOf(std::string_view what, const std::vector<Source>& sources,
                                      bool may_be_none) const {
    std::optional<Source> found;
    int count = 0;
    std::string fields;
    for (const Source& source : sources) {
      fields += fmt::format("{}{}", fields.empty() ? "" : ", ", source.field);
      if (source.tensor) found.emplace(source), ++count;
    }
    if (count == 1 || (count == 0 && may_be_none)) return found;
    return Invalid("{}: the {} comes from {} tensors, but exactly 1 of {} is required", name, what,
                   count, fields);
  }

  // {.., batch, position, head * element} or {batch, position, head, stack, element} as a view.
  Result<AttentionPart> View(const Source& source, std::string_view heads_field,
                             int64_t heads) const {
    const TensorDesc& tensor = *source.tensor;
    const Sizes& sizes = tensor.sizes();
    const Strides& strides = tensor.strides();
    AttentionPart part = {source.slot, tensor.type, {}};
    if (source.stack >= 0) {
      const int64_t stacked = source.field == "StackedQueryKeyValueTensor" ? 3 : 2;
      if (sizes[2] != heads)
        return Invalid("{}: {}.Sizes[2] is {}, but {} is {}", name, source.field, sizes[2],
                       heads_field, heads);
      if (sizes[3] != stacked)
        return Invalid("{}: {}.Sizes[3] is {}, but {} are stacked in it", name, source.field,
                       sizes[3], stacked);
      const Layout one = Narrow(tensor.layout, 3, source.stack, 1);
      part.layout = {{sizes[0], heads, sizes[1], sizes[4]},
                     {strides[0], strides[2], strides[1], strides[4]},
                     one.offset};
      return part;
    }
    WEFT_RETURN_IF_ERROR(Leading(source.field, tensor, 3));
    const int rank = tensor.rank();
    const int64_t hidden = sizes[rank - 1];
    if (hidden % heads != 0)
      return Invalid("{}: {}.Sizes[{}] is {}, but it must be a multiple of {} {}", name,
                     source.field, rank - 1, hidden, heads_field, heads);
    const int64_t step = hidden > 1 ? strides[rank - 1] : 0;
    part.layout = {{sizes[rank - 3], heads, sizes[rank - 2], hidden / heads},
                   {strides[rank - 3], hidden / heads * step, strides[rank - 2], step},
                   tensor.layout.offset};
    return part;
  }
};

}  // namespace

MultiheadAttention1 AsAttention1(const MultiheadAttention& op) {
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
          .query_head_count = op.head_count,
          .key_value_head_count = op.head_count,
          .mask_type = op.mask_type};
}

Result<AttentionParts> FindAttentionParts(std::string_view name, const MultiheadAttention1& op) {
  const Checker check = {name};
  const bool older = name == "MULTIHEAD_ATTENTION";
  const std::string_view query_heads = older ? "HeadCount" : "QueryHeadCount";
  const std::string_view heads = older ? "HeadCount" : "KeyValueHeadCount";
  AttentionParts parts = {.query_heads = op.query_head_count, .heads = op.key_value_head_count};
  if (parts.heads == 0 || parts.query_heads == 0 || parts.query_heads % parts.heads != 0) {
    if (older) return Invalid("{}: HeadCount is 0, but at least 1 is required", name);
    return Invalid("{}: QueryHeadCount is {}, but a multiple of KeyValueHeadCount {} is required",
                   name, parts.query_heads, parts.heads);
  }
  const bool has_past = op.past_key.has_value(), in_present = op.past_sequence_lengths.has_value();
  if (has_past != op.past_value.has_value())
    return Invalid("{}: {} is missing, but {} is there", name,
                   has_past ? "PastValueTensor" : "PastKeyTensor",
                   has_past ? "PastKeyTensor" : "PastValueTensor");
  WEFT_ASSIGN(const std::optional<Source> query,
              check.OneOf("query",
                          {{"QueryTensor", op.query, 0},
                           {"StackedQueryKeyTensor", op.stacked_query_key, 3, 0},
                           {"StackedQueryKeyValueTensor", op.stacked_query_key_value, 5, 0}},
                          false));
  WEFT_ASSIGN(const std::optional<Source> key,
              check.OneOf("key",
                          {{"KeyTensor", op.key, 1},
                           {"StackedQueryKeyTensor", op.stacked_query_key, 3, 1},
                           {"StackedKeyValueTensor", op.stacked_key_value, 4, 0},
                           {"StackedQueryKeyValueTensor", op.stacked_query_key_value, 5, 1}},
                          has_past));
  WEFT_ASSIGN(const std::optional<Source> value,
              check.OneOf("value",
                          {{"ValueTensor", op.value, 2},
                           {"StackedKeyValueTensor", op.stacked_key_value, 4, 1},
                           {"StackedQueryKeyValueTensor", op.stacked_query_key_value, 5, 2}},
                          has_past && !key));
  if (!key && value)
    return Invalid("{}: {} is there, but the key comes from no tensor", name, value->field);

  WEFT_ASSIGN(parts.query, check.View(*query, query_heads, parts.query_heads));
  const Sizes& of_query = parts.query.layout.sizes;
  parts.batch = of_query[kBatch];
  parts.queries = of_query[kPosition];
  parts.size = of_query[kElement];
  const int value_dim = op.output.rank() - 1;
  if (op.output.sizes()[value_dim] % parts.query_heads != 0)
    return Invalid("{}: OutputTensor.Sizes[{}] is {}, but it must be a multiple of {} {}", name,
                   value_dim, op.output.sizes()[value_dim], query_heads, parts.query_heads);
  parts.value_size = op.output.sizes()[value_dim] / parts.query_heads;
  WEFT_RETURN_IF_ERROR(check.Is("OutputTensor", op.output,
                                {parts.batch, parts.queries, parts.query_heads * parts.value_size},
                                "{batch, query positions, heads * value size}"));
  const auto agrees = [&](const Source& source, const AttentionPart& part, int64_t size) -> Status {
    const Sizes wanted = {parts.batch, parts.heads, parts.keys, size};
    if (part.layout.sizes == wanted) return Ok();
    return Invalid("{}: {} holds {{batch, heads, positions, head size}} {}, but {} is required",
                   name, source.field, ToString(part.layout.sizes), ToString(wanted));
  };
  if (key) {
    WEFT_ASSIGN(parts.key, check.View(*key, heads, parts.heads));
    parts.keys = parts.key->layout.sizes[kPosition];
    WEFT_RETURN_IF_ERROR(agrees(*key, *parts.key, parts.size));
    WEFT_ASSIGN(parts.value, check.View(*value, heads, parts.heads));
    WEFT_RETURN_IF_ERROR(agrees(*value, *parts.value, parts.value_size));
  }
  if (has_past) {
    if (in_present)
      return Invalid(
          "{}: PastKeyTensor is there, but with PastSequenceLengthsTensor the past is in "
          "OutputPresentKeyTensor",
          name);
    parts.past = op.past_key->sizes()[op.past_key->rank() - 2];
    constexpr std::string_view kMeaning = "{batch, heads, past positions, head size}";
    WEFT_RETURN_IF_ERROR(check.Is("PastKeyTensor", *op.past_key,
                                  {parts.batch, parts.heads, parts.past, parts.size}, kMeaning));
    WEFT_RETURN_IF_ERROR(check.Is("PastValueTensor", *op.past_value,
                                  {parts.batch, parts.heads, parts.past, parts.value_size},
                                  kMeaning));
  }
  parts.all = parts.past + parts.keys;  // no more than 2^33
  if (in_present) {
    if (!op.output_present_key || !op.output_present_value)
      return Invalid("{}: {} is missing, but PastSequenceLengthsTensor says how much is in it",
                     name,
                     op.output_present_key ? "OutputPresentValueTensor" : "OutputPresentKeyTensor");
    parts.all = op.output_present_key->sizes()[op.output_present_key->rank() - 2];
    if (parts.all < parts.keys)
      return Invalid("{}: OutputPresentKeyTensor.Sizes[{}] is {}, but {} keys are added", name,
                     op.output_present_key->rank() - 2, parts.all, parts.keys);
    int64_t lengths = 1;
    for (const int64_t size : op.past_sequence_lengths->sizes()) lengths *= size;
    if (lengths != parts.batch)
      return Invalid(
          "{}: PastSequenceLengthsTensor.Sizes is {}, but one element for each of {} "
          "batches is required",
          name, ToString(op.past_sequence_lengths->sizes()), parts.batch);
  }
  const auto scores = CheckedMul(parts.query_heads * parts.queries, parts.all);
  if (!scores || *scores >= int64_t(1) << 60)
    return Invalid("{}: {} heads * {} query positions * {} positions are 2^60 scores or more", name,
                   parts.query_heads, parts.queries, parts.all);
  constexpr std::string_view kPresent = "{batch, heads, all positions, head size}";
  if (op.output_present_key)
    WEFT_RETURN_IF_ERROR(check.Is("OutputPresentKeyTensor", *op.output_present_key,
                                  {parts.batch, parts.heads, parts.all, parts.size}, kPresent));
  if (op.output_present_value)
    WEFT_RETURN_IF_ERROR(check.Is("OutputPresentValueTensor", *op.output_present_value,
                                  {parts.batch, parts.heads, parts.all, parts.value_size},
                                  kPresent));
  if (op.bias)
    WEFT_RETURN_IF_ERROR(
        check.Is("BiasTensor", *op.bias,
                 {parts.query_heads * parts.size + parts.heads * (parts.size + parts.value_size)},
                 "{query, key and value elements}"));
  if (op.relative_position_bias)
    WEFT_RETURN_IF_ERROR(check.Is("RelativePositionBiasTensor", *op.relative_position_bias,
                                  {parts.batch, parts.query_heads, parts.queries, parts.all},
                                  "{batch, heads, query positions, all positions}"));
  using enum MultiheadAttentionMaskType;
  if (op.mask_type != None && !op.mask)
    return Invalid("{}: MaskTensor is missing, but MaskType is not NONE", name);
  if (op.mask_type == None || !op.mask) return parts;
  const Sizes mask = op.mask_type == KeySequenceLength     ? Sizes{parts.batch}
                     : op.mask_type == KeySequenceEndStart ? Sizes{2, parts.batch}
                     : op.mask_type == KeyQuerySequenceLengthStartEnd
                         ? Sizes{3 * parts.batch + 2}
                         : Sizes{parts.batch, parts.query_heads, parts.queries, parts.all};
  WEFT_RETURN_IF_ERROR(check.Is("MaskTensor", *op.mask, mask, "for its MaskType"));
  return parts;
}

}  // namespace weft::ops
