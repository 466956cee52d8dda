// SPDX-License-Identifier: MIT
// One form for the many inputs of MULTIHEAD_ATTENTION: views {batch, head, position, element} of
// the tensors that hold the query, the keys and the values, with sizes that are checked for
// consistency.
#pragma once

#include <optional>
#include <string_view>

#include "weft/operators.h"
#include "weft/status.h"

namespace weft::ops {

// A view of input `slot`.
struct AttentionPart {
  int slot = -1;
  DataType type = DataType::Unknown;
  Layout layout;
};

struct AttentionParts {
  int64_t batch = 1, query_heads = 1, heads = 1;     // `heads` of keys and values
  int64_t queries = 1, keys = 0, past = 0, all = 0;  // positions; all = past + keys
  int64_t size = 1, value_size = 1;                  // of a head
  AttentionPart query;
  std::optional<AttentionPart> key, value;  // none where the past is all there is
};

// For both versions; error messages begin with `name`.
Result<AttentionParts> FindAttentionParts(std::string_view name, const MultiheadAttention1& op);

MultiheadAttention1 AsAttention1(const MultiheadAttention& op);

}  // namespace weft::ops
