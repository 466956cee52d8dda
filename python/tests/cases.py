# SPDX-License-Identifier: MIT
# A row of the table of operators, and what makes its random cases. A case is the call itself:
# input arrays and keyword arguments, which the package and the NumPy answer both get.
import dataclasses
import typing

import hypothesis.strategies as st
import numpy as np

from operators import newest_support


@dataclasses.dataclass
class Case:
    inputs: list  # arrays; None where an optional tensor is absent; a list for a tensor array
    fields: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    answer: typing.Callable  # (*inputs, **fields) -> array or tuple of arrays
    case: typing.Callable  # Source -> Case
    tolerance: object  # see compare.py


class Source:
    """Random choices. Sizes and fields come from hypothesis, which makes a failure small; element
    values come from a seed, which is much faster."""

    def __init__(self, draw, name):
        self.draw, self.name = draw, name
        self.rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))

    def integer(self, low, high):
        return self.draw(st.integers(low, high))

    def flag(self):
        return self.draw(st.booleans())

    def one_of(self, choices):
        return self.draw(st.sampled_from(choices))

    def dtype(self, field="InputTensor", function=None):
        return self.one_of(newest_support(self.name, function)[field][0])

    def rank(self, field="InputTensor", least=1, most=8, function=None):
        _, fewest, limit = newest_support(self.name, function)[field]
        return self.integer(max(least, fewest), min(most, limit))

    def sizes(self, rank, most=4):
        """Small sizes, one of them sometimes long enough for a vector loop and its rest."""
        sizes = [self.integer(1, most if rank < 5 else 2) for _ in range(rank)]
        if rank and self.flag():
            sizes[self.integer(0, rank - 1)] = self.integer(1, 40)
        return tuple(sizes)

    def axes(self, rank):
        """Some of the axes, at least one, in any order."""
        chosen = self.draw(st.lists(st.integers(0, rank - 1), min_size=1, max_size=rank,
                                    unique=True))
        return chosen

    def bits(self, dtype, sizes):
        """Elements of any bits: all integers, NaNs, infinities, denormals."""
        count = int(np.prod(sizes)) * dtype.itemsize
        return self.rng.integers(0, 256, count, np.uint8).view(dtype).reshape(sizes)

    def between(self, dtype, sizes, low, high):
        """Whole numbers from low up to, not including, high."""
        return self.rng.integers(low, high, sizes).astype(dtype)

    def eighths(self, dtype, sizes, low=-8, high=8):
        """Multiples of 1/8, so that sums and products of a few of them are exact."""
        if dtype.kind != "f":
            return self.between(dtype, sizes, max(low, 0) if dtype.kind == "u" else low, high)
        return (self.rng.integers(8 * low, 8 * high, sizes) / 8).astype(dtype)

    def with_specials(self, dtype, sizes, low=-8, high=8):
        """Eighths, and here and there NaN, an infinity, a zero, the largest or smallest number."""
        values = self.eighths(dtype, sizes, low, high)
        limits = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
        special = [limits.min, limits.max, 0]
        if dtype.kind == "f":
            special += [np.nan, np.inf, -np.inf, -0.0, limits.tiny, limits.smallest_subnormal]
        chosen = self.rng.choice(np.array(special, dtype), sizes)
        return np.where(self.rng.random(sizes) < 0.1, chosen, values)

    def number(self, low=-4, high=4):
        """A multiple of 1/4, for an operator's parameters."""
        return self.integer(4 * low, 4 * high) / 4
