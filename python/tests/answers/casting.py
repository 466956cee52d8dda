# SPDX-License-Identifier: MIT
# CAST and the operators that write given values: numbers become elements by CAST's rule.
import numpy as np

from cases import Case, Row
from compare import Bits, Exact
from operators import newest_support


def cast(x, *, output_dtype):
    """To an integer: floats truncate and saturate, NaN is 0, integers wrap. To a float: rounds."""
    if x.dtype.kind != "f" or output_dtype.kind == "f":
        with np.errstate(over="ignore"):
            return x.astype(output_dtype)
    limits = np.iinfo(output_dtype)
    x = x.astype(np.float64)
    low, high = x <= limits.min, x >= limits.max
    inside = np.where(low | high | np.isnan(x), 0, x).astype(output_dtype)
    return np.where(low, limits.min, np.where(high, limits.max, inside)).astype(output_dtype)


def to_type(value, dtype):
    """A FLOAT field of a description as an element of `dtype`."""
    return cast(np.array(value, np.float32 if isinstance(value, float) else np.int64),
                output_dtype=dtype)[()]


def fill_value_constant(*, value, output_sizes, output_dtype):
    return np.full(output_sizes, value, output_dtype)


def fill_value_sequence(*, value_start, value_delta, output_sizes, output_dtype):
    index = np.arange(np.prod(output_sizes)).reshape(output_sizes)
    if output_dtype.kind == "f":
        return value_start + index * value_delta
    with np.errstate(over="ignore"):
        return (value_start + index * value_delta).astype(output_dtype)


def diagonal_matrix(*, offset, value, output_sizes, output_dtype):
    return np.broadcast_to(np.eye(*output_sizes[-2:], offset, output_dtype)
                           * to_type(value, output_dtype), output_sizes)


def diagonal_matrix1(x, *, value, diagonal_fill_begin, diagonal_fill_end, output_sizes,
                     output_dtype):
    rows, columns = output_sizes[-2:]
    diagonal = np.arange(columns) - np.arange(rows)[:, None]
    between = (diagonal >= diagonal_fill_begin) & (diagonal < diagonal_fill_end)
    beyond = (diagonal >= diagonal_fill_begin) | (diagonal < diagonal_fill_end)
    filled = between if diagonal_fill_end >= diagonal_fill_begin else beyond
    kept = np.zeros(output_sizes, output_dtype) if x is None else x
    return np.where(filled, np.array(value, output_dtype), kept)


MULTIPLIERS, KEY_STEPS = (0xD2511F53, 0xCD9E8D57), (0x9E3779B9, 0xBB67AE85)


def random_generator(state, *, output_sizes, type="PHILOX_4X32_10"):
    """Philox 4x32-10, in Python's own integers."""
    words = [int(word) for word in state.ravel()]
    counter = sum(word << 32 * place for place, word in enumerate(words[:4]))
    count = int(np.prod(output_sizes))
    blocks = -(-count // 4)
    numbers = [word for block in range(blocks)
               for word in philox((counter + block) % 2**128, words[4:])]
    after = (counter + blocks) % 2**128
    advanced = [after >> 32 * place & 0xFFFFFFFF for place in range(4)] + words[4:]
    return (np.array(numbers[:count], np.uint32).reshape(output_sizes),
            np.array(advanced, np.uint32).reshape(state.shape))


def philox(counter, key):
    x = [counter >> 32 * place & 0xFFFFFFFF for place in range(4)]
    for turn in range(10):
        key0, key1 = ((word + turn * step) & 0xFFFFFFFF for word, step in zip(key, KEY_STEPS))
        a, b = MULTIPLIERS[0] * x[0], MULTIPLIERS[1] * x[2]
        x = [b >> 32 ^ x[1] ^ key0, b & 0xFFFFFFFF, a >> 32 ^ x[3] ^ key1, a & 0xFFFFFFFF]
    return x


# Cases.

def cast_case(source):
    x = source.dtype()
    to = source.one_of(newest_support(source.name)["OutputTensor"][0])
    values = source.bits if source.flag() else source.with_specials
    return Case([values(x, source.sizes(source.rank()))], {"output_dtype": to})


def output(source, least=1):
    dtype = source.dtype("OutputTensor")
    return dtype, {"output_sizes": source.sizes(source.rank("OutputTensor", least)),
                   "output_dtype": dtype}


def element(source, dtype):
    """A Python number that is an element of the type."""
    return source.number() if dtype.kind == "f" else source.integer(0, np.iinfo(dtype).max)


def constant_case(source):
    dtype, fields = output(source)
    return Case([], {"value": element(source, dtype), **fields})


def sequence_case(source):
    dtype, fields = output(source)
    numbers = [source.number() for _ in range(2)] if dtype.kind == "f" else \
        [source.integer(0, 100) for _ in range(2)]
    return Case([], {"value_start": numbers[0], "value_delta": numbers[1], **fields})


def diagonal_case(source):
    _, fields = output(source)
    return Case([], {"offset": source.integer(-5, 5), "value": source.number(), **fields})


def diagonal1_case(source):
    dtype, fields = output(source)
    x = source.bits(dtype, fields["output_sizes"]) if source.flag() else None
    return Case([x], {"value": element(source, dtype),
                      "diagonal_fill_begin": source.one_of([-2**31, -1, 0, 1, 2]),
                      "diagonal_fill_end": source.one_of([2**31 - 1, -2, 0, 1, 3]), **fields})


def random_case(source):
    rank = source.rank("InputStateTensor")
    state = source.bits(np.dtype(np.uint32), (1,) * (rank - 1) + (6,))
    if source.flag():  # the counter is about to carry into its next word
        state[..., :3] = 0xFFFFFFFF
    return Case([state], {"type": "PHILOX_4X32_10",
                          "output_sizes": source.sizes(source.rank("OutputTensor"))})


ROWS = [
    Row("CAST", cast, cast_case, Exact()),
    Row("FILL_VALUE_CONSTANT", fill_value_constant, constant_case, Bits()),
    Row("FILL_VALUE_SEQUENCE", fill_value_sequence, sequence_case, Exact()),
    Row("DIAGONAL_MATRIX", diagonal_matrix, diagonal_case, Exact()),
    Row("DIAGONAL_MATRIX1", diagonal_matrix1, diagonal1_case, Bits()),
    Row("RANDOM_GENERATOR", random_generator, random_case, Bits()),
]
