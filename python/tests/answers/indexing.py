# SPDX-License-Identifier: MIT
# Operators whose elements are found by index tensors or by comparing: gathers, scatters, one-hot,
# top K, coordinates of non-zeros. A negative index of a signed type counts from the end; one that
# is still out of range reads the nearest element and writes nothing.
import numpy as np

from cases import Case, Row
from compare import Bits
from operators import newest_support


def from_end(indices, size):
    """As Python's integers would count: uint64 beyond int64 stays far out of range."""
    if indices.dtype == np.uint64:
        return np.minimum(indices, np.uint64(2**62)).astype(np.int64)
    indices = indices.astype(np.int64)
    return np.where(indices < 0, indices + size, indices)


def clamped(indices, size):
    return np.clip(from_end(indices, size), 0, size - 1)


def gather(x, indices, *, axis, index_dimensions):
    indices = indices.reshape(indices.shape[indices.ndim - index_dimensions:])
    picked = np.take(x, clamped(indices, x.shape[axis]), axis)
    return right_aligned(picked, x.ndim)


def right_aligned(array, rank):
    """Leading ones are added or dropped until there are `rank` dimensions."""
    return array.reshape(((1,) * rank + array.shape)[-rank:])


def gather_elements(x, indices, *, axis):
    return np.take_along_axis(x, clamped(indices, x.shape[axis]), axis)


def scatter_elements(x, indices, updates, *, axis):
    result, places = x.copy(), from_end(indices, x.shape[axis])
    for at in np.ndindex(*indices.shape):
        place = places[at]
        if 0 <= place < x.shape[axis]:
            result[at[:axis] + (place,) + at[axis + 1:]] = updates[at]
    return result


def gather_nd1(x, indices, *, input_dimension_count, indices_dimension_count,
               batch_dimension_count=0):
    data = x.reshape(x.shape[x.ndim - input_dimension_count:])
    tuples = indices.reshape(indices.shape[indices.ndim - indices_dimension_count:])
    batch = batch_dimension_count
    named = data.shape[batch:batch + tuples.shape[-1]]
    result = np.empty(tuples.shape[:-1] + data.shape[batch + len(named):], x.dtype)
    for at in np.ndindex(*tuples.shape[:-1]):
        place = tuple(int(clamped(index, size)) for index, size in zip(tuples[at], named))
        result[at] = data[at[:batch] + place]
    return right_aligned(result, x.ndim)


def scatter_nd(x, indices, updates, *, input_dimension_count, indices_dimension_count):
    result = x.copy()
    data = result.reshape(x.shape[x.ndim - input_dimension_count:])
    tuples = indices.reshape(indices.shape[indices.ndim - indices_dimension_count:])
    named = data.shape[:tuples.shape[-1]]
    updates = updates.reshape(tuples.shape[:-1] + data.shape[len(named):])
    for at in np.ndindex(*tuples.shape[:-1]):
        place = tuple(int(from_end(index, size)) for index, size in zip(tuples[at], named))
        if all(0 <= index < size for index, size in zip(place, named)):
            data[place] = updates[at]
    return result


def one_hot(indices, values, *, axis, output_sizes):
    places = np.arange(output_sizes[axis]).reshape((-1,) + (1,) * (indices.ndim - 1 - axis))
    hot = from_end(indices, output_sizes[axis]) == places
    return np.where(hot, values.ravel()[1], values.ravel()[0])


def reverse_subsequences(x, lengths, *, axis):
    place = np.arange(x.shape[axis]).reshape((-1,) + (1,) * (x.ndim - 1 - axis))
    length = np.minimum(lengths, x.shape[axis]).astype(np.int64)
    return np.take_along_axis(x, np.where(place < length, length - 1 - place, place), axis)


def top_k1(x, *, axis, k, axis_direction, output_dtype=np.dtype(np.uint32)):
    """NumPy sorts NaN last, and equal elements keep their order."""
    if axis_direction == "INCREASING":
        order = np.argsort(x, axis, "stable")
    else:
        order = x.shape[axis] - 1 - np.flip(np.argsort(np.flip(x, axis), axis, "stable"), axis)
    order = np.take(order, range(k), axis)
    return np.take_along_axis(x, order, axis), order.astype(np.uint32)


def top_k(x, *, axis, k):
    return top_k1(x, axis=axis, k=k, axis_direction="DECREASING")


def nonzero_coordinates(x):
    found = np.argwhere(x)
    rows = np.zeros((x.size, x.ndim), np.uint32)
    rows[:len(found)] = found
    return np.array([len(found)], np.uint32), rows


# Cases.

def indices(source, sizes, count, tensor="IndicesTensor"):
    """Mostly inside 0 .. count - 1, some beyond either end."""
    dtype = source.one_of(newest_support(source.name)[tensor][0])
    values = source.rng.integers(-count if dtype.kind == "i" else 0, count, sizes).astype(dtype)
    wild = source.bits(dtype, sizes)
    return np.where(source.rng.random(sizes) < 0.1, wild, values)


def gather_case(source):
    x = source.bits(source.dtype(), source.sizes(source.rank()))
    axis = source.integer(0, x.ndim - 1)
    # The output has no more dimensions than the input: others must be leading ones.
    leading = next((dim for dim, size in enumerate(x.shape[:axis]) if size != 1), axis)
    index_dimensions = source.integer(0, min(1 + leading, x.ndim))
    shape = tuple(source.integer(1, 4) for _ in range(index_dimensions))
    shape = (1,) * (x.ndim - index_dimensions) + shape
    return Case([x, indices(source, shape, x.shape[axis])],
                {"axis": axis, "index_dimensions": index_dimensions})


def along_axis(source):
    x = source.bits(source.dtype(), source.sizes(source.rank()))
    axis = source.integer(0, x.ndim - 1)
    shape = x.shape[:axis] + (source.integer(1, 6),) + x.shape[axis + 1:]
    return x, indices(source, shape, x.shape[axis]), axis


def gather_elements_case(source):
    x, places, axis = along_axis(source)
    return Case([x, places], {"axis": axis})


def scatter_elements_case(source):
    x, places, axis = along_axis(source)
    return Case([x, places, source.bits(x.dtype, places.shape)], {"axis": axis})


def by_tuples(source, has_batches=False):
    """Sizes of the input and of the tuples, leading ones included, and the counting fields."""
    rank = source.rank()
    dims, tuple_dims = source.integer(1, rank), source.integer(1, rank)
    batch = source.integer(0, min(dims, tuple_dims) - 1) if has_batches else 0
    length = source.integer(1, dims - batch)
    # The output must not need more dimensions than there are.
    if tuple_dims - 1 + dims - batch - length > rank:
        tuple_dims = rank + 1 - dims + batch + length
    x = source.bits(source.dtype(), (1,) * (rank - dims) + source.sizes(dims, most=3))
    sizes = tuple(source.integer(1, 3) for _ in range(tuple_dims - 1))
    sizes = x.shape[rank - dims:rank - dims + batch] + sizes[batch:] + (length,)
    named = x.shape[rank - dims + batch:rank - dims + batch + length]
    tuples = indices(source, (1,) * (rank - tuple_dims) + sizes, max(named))
    fields = {"input_dimension_count": dims, "indices_dimension_count": tuple_dims}
    return x, tuples, fields | ({"batch_dimension_count": batch} if has_batches else {})


def gather_nd_case(source):
    x, tuples, fields = by_tuples(source)
    return Case([x, tuples], fields)


def gather_nd1_case(source):
    x, tuples, fields = by_tuples(source, has_batches=True)
    return Case([x, tuples], fields)


def scatter_nd_case(source):
    x, tuples, fields = by_tuples(source)
    updates = gather_nd1(x, tuples, **fields)
    return Case([x, tuples, source.bits(x.dtype, updates.shape)], fields)


def one_hot_case(source):
    sizes = list(source.sizes(source.rank("IndicesTensor")))
    axis = source.integer(0, len(sizes) - 1)
    output_sizes, sizes[axis] = tuple(sizes), 1
    values = source.bits(source.dtype("ValuesTensor"),
                         (1,) * (len(sizes) - 1) + (source.integer(2, 4),))
    return Case([indices(source, tuple(sizes), output_sizes[axis]), values],
                {"axis": axis, "output_sizes": output_sizes})


def reverse_case(source):
    x = source.bits(source.dtype(), source.sizes(source.rank()))
    axis = source.integer(0, x.ndim - 1)
    lengths = indices(source, x.shape[:axis] + (1,) + x.shape[axis + 1:], x.shape[axis] + 1,
                      "SequenceLengthsTensor")
    return Case([x, lengths], {"axis": axis})


def top_k_case(source):
    x = source.with_specials(source.dtype(), source.sizes(source.rank()))
    axis = source.integer(0, x.ndim - 1)
    return Case([x], {"axis": axis, "k": source.integer(1, x.shape[axis])})


def top_k1_case(source):
    case = top_k_case(source)
    case.fields["axis_direction"] = source.one_of(["INCREASING", "DECREASING"])
    return case


def nonzero_case(source):
    x = source.with_specials(source.dtype(), source.sizes(source.rank()))
    return Case([np.where(source.rng.random(x.shape) < 0.4, np.zeros(1, x.dtype), x)])


ROWS = [
    Row("GATHER", gather, gather_case, Bits()),
    Row("GATHER_ELEMENTS", gather_elements, gather_elements_case, Bits()),
    Row("GATHER_ND", gather_nd1, gather_nd_case, Bits()),
    Row("GATHER_ND1", gather_nd1, gather_nd1_case, Bits()),
    Row("SCATTER_ELEMENTS", scatter_elements, scatter_elements_case, Bits()),
    Row("SCATTER_ND", scatter_nd, scatter_nd_case, Bits()),
    Row("ONE_HOT", one_hot, one_hot_case, Bits()),
    Row("REVERSE_SUBSEQUENCES", reverse_subsequences, reverse_case, Bits()),
    Row("TOP_K", top_k, top_k_case, Bits()),
    Row("TOP_K1", top_k1, top_k1_case, Bits()),
    Row("NONZERO_COORDINATES", nonzero_coordinates, nonzero_case, Bits()),
]
