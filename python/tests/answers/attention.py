# SPDX-License-Identifier: MIT
# Attention: softmax(scale * Q K^T + biases + mask) V for each head, from separate tensors.
import numpy as np

from cases import Case, Row
from compare import Near


def split(x, heads):
    """{batch, position, heads * size} becomes {batch, head, position, size}."""
    batch, positions, hidden = x.shape
    return x.astype(np.float64).reshape(batch, positions, heads, hidden // heads).swapaxes(1, 2)


def attention(query, key, value, stacked_qk, stacked_kv, stacked_qkv, bias, mask, relative, *past,
              scale, mask_filter_value, mask_type, head_count=None, query_head_count=None,
              key_value_head_count=None):
    query_heads = head_count or query_head_count
    heads = head_count or key_value_head_count
    q, k, v = split(query, query_heads), split(key, heads), split(value, heads)
    present = k, v
    k, v = (np.repeat(x, query_heads // heads, 1) for x in (k, v))
    scores = scale * (q @ k.swapaxes(-1, -2))
    if relative is not None:
        scores = scores + relative
    if mask_type == "BOOLEAN":
        scores = scores + np.where(mask == 0, mask_filter_value, 0)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return (weights @ v).swapaxes(1, 2).reshape(query.shape[:2] + (-1,)), *present


def size_of(query, key, value, *others, **fields):
    """Scores of up to a few hundred, off in their last place, make weights that are off by as much."""
    return np.array(4096.0)


# Cases.

def attention_case(newer):
    def case(source):
        dtype = source.dtype("QueryTensor")
        heads = source.integer(1, 3)
        query_heads = heads * (source.integer(1, 3) if newer else 1)
        batch, queries, keys, size, value_size = (source.integer(1, 6) for _ in range(5))
        values = lambda *sizes: source.eighths(dtype, sizes, -2, 2)
        sizes = (batch, query_heads, queries, keys)
        masked = source.flag()
        inputs = [values(batch, queries, query_heads * size), values(batch, keys, heads * size),
                  values(batch, keys, heads * value_size), None, None, None, None,
                  source.between(np.dtype(np.int32), sizes, 0, 2) if masked else None,
                  values(*sizes) if source.flag() else None, None, None]
        counts = {"query_head_count": query_heads, "key_value_head_count": heads} if newer else \
            {"head_count": heads}
        return Case(inputs + [None] * newer,
                    {"scale": 0.5, "mask_filter_value": -1000.0,
                     "mask_type": "BOOLEAN" if masked else "NONE", **counts})
    return case


ROWS = [
    Row("MULTIHEAD_ATTENTION", attention, attention_case(False), Near(1, size_of)),
    Row("MULTIHEAD_ATTENTION1", attention, attention_case(True), Near(1, size_of)),
]
