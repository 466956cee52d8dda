# SPDX-License-Identifier: MIT
"""ONNX nodes that move data. What is only another shape or order of the same elements goes through
ELEMENT_WISE_IDENTITY on a view, as DirectML has it."""
import numpy as np

import weft
from nodes import node, of_rank


def copied(view):
    """A packed copy, made by Weft."""
    if view.ndim == 0:
        return weft.element_wise_identity(view.reshape(1)).reshape(())
    return weft.element_wise_identity(view, allow_empty=True)


@node("Cast", "CastLike")
def cast(op, attributes, x, like=None):
    dtype = attributes["to"] if like is None else like.dtype
    return [weft.cast(x, output_dtype=dtype, allow_empty=True)]


@node("Transpose")
def transpose(op, attributes, x):
    return [copied(x.transpose(attributes.get("perm")))]


@node("Reshape")
def reshape(op, attributes, x, shape):
    sizes = [x.shape[i] if size == 0 and not attributes.get("allowzero") else int(size)
             for i, size in enumerate(shape)]
    return [copied(x).reshape(sizes)]


@node("Flatten")
def flatten(op, attributes, x):
    axis = attributes.get("axis", 1)
    axis += x.ndim if axis < 0 else 0
    return [copied(x).reshape(int(np.prod(x.shape[:axis])), -1)]


@node("Squeeze")
def squeeze(op, attributes, x, axes=None):
    return [copied(x).squeeze(None if axes is None else tuple(int(a) for a in axes))]


@node("Unsqueeze")
def unsqueeze(op, attributes, x, axes=None):
    axes = attributes["axes"] if axes is None else axes
    return [np.expand_dims(copied(x), tuple(int(a) for a in axes))]


@node("Expand")
def expand(op, attributes, x, shape):
    return [copied(np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(shape))))]


@node("Concat")
def concat(op, attributes, *inputs):
    axis = attributes["axis"] % inputs[0].ndim
    return [weft.join(list(inputs), axis=axis, allow_empty=True)]


@node("Split")
def split(op, attributes, x, sizes=None):
    axis, count = attributes.get("axis", 0) % x.ndim, attributes["output count"]
    sizes = [x.shape[axis] // count] * count if sizes is None else [int(s) for s in sizes]
    return list(weft.split(x, axis=axis, output_sizes=sizes, allow_empty=True))


@node("Pad")
def pad(op, attributes, x, pads, value=None):
    mode = {"constant": "CONSTANT", "edge": "EDGE", "reflect": "REFLECTION"}[
        attributes.get("mode", "constant")]
    begin, end = (np.asarray(pads).reshape(2, x.ndim).tolist())
    return [weft.padding1(x, padding_mode=mode, start_padding=begin, end_padding=end,
                          padding_value_data_type=x.dtype,
                          padding_value=0 if value is None else value.item())]


@node("Slice")
def slice_window(op, attributes, x, starts, ends, axes=None, steps=None):
    axes = range(len(starts)) if axes is None else axes
    steps = [1] * len(starts) if steps is None else steps
    key = [slice(None)] * x.ndim
    for axis, start, end, step in zip(axes, starts, ends, steps):
        first, last, step = slice(int(start), int(end), int(step)).indices(x.shape[axis])
        # A Python slice that runs down to the first element has no number for its end.
        key[axis] = slice(first, last if last >= 0 else None, step)
    return [weft.slice(x, tuple(key), allow_empty=True)]


@node("Gather")
def gather(op, attributes, x, indices):
    axis = attributes.get("axis", 0) % x.ndim
    sizes = x.shape[:axis] + indices.shape + x.shape[axis + 1:]
    rank = max(len(sizes), x.ndim, indices.ndim)
    result = weft.gather(of_rank(x, rank), of_rank(indices, rank), axis=axis + rank - x.ndim,
                         index_dimensions=indices.ndim)
    return [result.reshape(sizes)]


@node("GatherElements")
def gather_elements(op, attributes, x, indices):
    return [weft.gather_elements(x, indices, axis=attributes.get("axis", 0) % x.ndim)]


@node("GatherND")
def gather_nd(op, attributes, x, indices):
    batch, tuple_size = attributes.get("batch_dims", 0), indices.shape[-1]
    sizes = indices.shape[:-1] + x.shape[batch + tuple_size:]
    rank = max(len(sizes), x.ndim, indices.ndim)
    result = weft.gather_nd1(of_rank(x, rank), of_rank(indices, rank), input_dimension_count=x.ndim,
                             indices_dimension_count=indices.ndim, batch_dimension_count=batch)
    return [result.reshape(sizes)]


@node("Scatter", "ScatterElements")
def scatter_elements(op, attributes, x, indices, updates):
    return [weft.scatter_elements(x, indices, updates, axis=attributes.get("axis", 0) % x.ndim)]


@node("ScatterND")
def scatter_nd(op, attributes, x, indices, updates):
    rank = max(x.ndim, indices.ndim, updates.ndim)
    result = weft.scatter_nd(*(of_rank(a, rank) for a in (x, indices, updates)),
                             input_dimension_count=x.ndim, indices_dimension_count=indices.ndim)
    return [result.reshape(x.shape)]


@node("DepthToSpace", "SpaceToDepth")
def depth_space(op, attributes, x):
    order = "COLUMN_ROW_DEPTH" if attributes.get("mode") == "CRD" else "DEPTH_COLUMN_ROW"
    name = {"DepthToSpace": "depth_to_space1", "SpaceToDepth": "space_to_depth1"}[op]
    return [getattr(weft, name)(x, block_size=attributes["blocksize"], order=order)]


@node("Tile")
def tile(op, attributes, x, repeats):
    return [weft.tile(x, repeats=[int(r) for r in repeats])]


@node("TopK")
def top_k(op, attributes, x, k):
    direction = "DECREASING" if attributes.get("largest", 1) else "INCREASING"
    values, indices = weft.top_k1(x, axis=attributes.get("axis", -1) % x.ndim, k=int(k[0]),
                                  axis_direction=direction)
    return [values, weft.cast(indices, output_dtype=np.int64)]


@node("OneHot")
def one_hot(op, attributes, indices, depth, values):
    axis = attributes.get("axis", -1)
    axis += indices.ndim + 1 if axis < 0 else 0
    indices = np.expand_dims(indices.astype(np.int64), axis)
    sizes = list(indices.shape)
    sizes[axis] = int(np.ravel(depth)[0])
    return [weft.one_hot(indices, of_rank(values, indices.ndim), axis=axis, output_sizes=sizes)]


@node("ReverseSequence")
def reverse_sequence(op, attributes, x, lengths):
    batch, time = attributes.get("batch_axis", 1), attributes.get("time_axis", 0)
    shape = [x.shape[d] if d == batch else 1 for d in range(x.ndim)]
    return [weft.reverse_subsequences(x, lengths.astype(np.uint64).reshape(shape), axis=time)]


@node("NonZero")
def nonzero(op, attributes, x):
    count, coordinates = weft.nonzero_coordinates(x)
    return [weft.cast(coordinates[:int(count[0])].T, output_dtype=np.int64)]


@node("EyeLike")
def eye_like(op, attributes, x):
    k = attributes.get("k", 0)
    dtype = np.dtype(attributes.get("dtype", x.dtype))
    return [weft.diagonal_matrix1(None, value_data_type=dtype, value=1, diagonal_fill_begin=k,
                                  diagonal_fill_end=k + 1, output_sizes=x.shape,
                                  output_dtype=dtype)]


@node("Trilu")
def triangle(op, attributes, x, k=None):
    """A triangle of the input: the diagonals outside are filled with 0."""
    k = 0 if k is None else int(k)
    rows, columns = x.shape[-2:]
    upper = attributes.get("upper", 1)
    begin, end = (-rows, max(k, -rows)) if upper else (min(k + 1, columns), columns)
    matrices = x.reshape(int(np.prod(x.shape[:-2])), rows, columns)
    return [np.stack([weft.diagonal_matrix1(m, value_data_type=x.dtype, value=0,
                                            diagonal_fill_begin=begin, diagonal_fill_end=end,
                                            allow_empty=True)
                      for m in matrices]).reshape(x.shape)]


@node("ConstantOfShape")
def constant_of_shape(op, attributes, shape):
    value = np.ravel(attributes["value"])[0]
    return [weft.fill_value_constant(value_data_type=value.dtype, value=value.item(),
                                     output_sizes=[int(s) for s in shape], allow_empty=True)]


@node("Range")
def sequence(op, attributes, start, limit, delta):
    count = max(0, int(np.ceil((limit - start) / delta)))
    return [weft.fill_value_sequence(value_data_type=start.dtype, value_start=start.item(),
                                     value_delta=delta.item(), output_sizes=[count])]
