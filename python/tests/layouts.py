# SPDX-License-Identifier: MIT
# Arrays in every layout NumPy can say, inside a buffer of noise: dimensions in any memory order,
# rows with gaps, backwards, one element repeated (stride 0), unaligned, byte-swapped, read-only.
# What surrounds the elements is remembered, so a test can say that nothing else was written.
import numpy as np

GUARD = 64  # bytes of noise before and after


class Placed:
    """`array` is a view into `memory`; `before` is what the memory held when this was made."""

    def __init__(self, array, memory):
        self.array, self.memory, self.before = array, memory, memory.copy()

    def untouched(self):
        return np.array_equal(self.memory, self.before)

    def gaps_untouched(self):
        """Nothing changed but the bytes of elements."""
        after = self.memory.copy()
        element_bytes(self.array, self.memory, after)[...] = \
            element_bytes(self.array, self.memory, self.before)
        return np.array_equal(after, self.before)


def element_bytes(array, memory, buffer):
    """The bytes of the array's elements, seen in `buffer`, a copy of `memory`."""
    offset = array.__array_interface__["data"][0] - memory.__array_interface__["data"][0]
    return np.ndarray(array.shape + (array.itemsize,), np.uint8, buffer, offset,
                      array.strides + (1,))


def packed(rng, dtype, sizes):
    return arrange(rng, dtype, sizes, range(len(sizes)), [0] * len(sizes), [1] * len(sizes))


def anywhere(rng, dtype, sizes, *, repeats=False, whole_elements=True):
    """Any layout. `repeats`: strides of 0 too; not `whole_elements`: strides and addresses that
    are no multiple of the element's size too. Both are for inputs only."""
    rank = len(sizes)
    unit = dtype.itemsize if whole_elements or rng.random() < 0.75 else 1
    gaps = rng.choice([0, 0, unit, 3 * unit], rank)
    signs = rng.choice([1, 1, -1], rank)
    if repeats:
        signs = np.where(rng.random(rank) < 0.2, 0, signs)
    return arrange(rng, dtype, sizes, rng.permutation(rank), gaps, signs,
                   shift=int(rng.integers(0, 8)) * unit)


def arrange(rng, dtype, sizes, order, gaps, signs, shift=0):
    """Dimensions are laid out from the last of `order` to the first, each followed by a gap."""
    strides, extent, offset = [0] * len(sizes), dtype.itemsize, GUARD + shift
    for dim in reversed(list(order)):
        step = extent + int(gaps[dim])
        strides[dim] = step * int(signs[dim])
        if signs[dim]:
            extent = step * (sizes[dim] - 1) + extent
        if signs[dim] < 0:
            offset += step * (sizes[dim] - 1)
    memory = rng.integers(0, 256, GUARD + shift + extent + GUARD, np.uint8)
    return Placed(np.ndarray(sizes, dtype, memory, offset, strides), memory)


def place_input(rng, values, plain=False):
    """`values` somewhere in memory, read-only. With strides of 0 only some of them survive: read
    the array back to know which."""
    if plain:
        placed = packed(rng, values.dtype, values.shape)
    else:
        dtype = values.dtype.newbyteorder() if rng.random() < 0.05 else values.dtype
        placed = anywhere(rng, dtype, values.shape, repeats=True, whole_elements=False)
    placed.array[...] = values
    placed.array.flags.writeable = False
    return Placed(placed.array, placed.memory)


def place_output(rng, dtype, sizes, plain=False):
    return packed(rng, dtype, sizes) if plain else anywhere(rng, dtype, sizes)
