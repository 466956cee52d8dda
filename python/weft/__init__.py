# SPDX-License-Identifier: MIT
"""DirectML's tensor operators on the CPU, on NumPy arrays.

>>> import numpy as np, weft
>>> x = np.arange(12, dtype=np.float32).reshape(3, 4)
>>> weft.slice1(x, input_window_offsets=[1, 0], input_window_sizes=[2, 4],
...             input_window_strides=[1, -1])
array([[ 7.,  6.,  5.,  4.],
       [11., 10.,  9.,  8.]], dtype=float32)

Arrays are used where they lie, whatever their strides; results are new, packed arrays, or go to
`out`. A tensor without elements or of rank 0 is an error, as in DirectML, unless a call says
allow_empty=True. bool counts as uint8. help(weft.operators) lists the operators, and
help(weft.GraphBuilder) says how they are compiled together.
"""

from weft import operators
from weft._native import (CompiledGraph, CompiledOperator, Error, Expression, GraphBuilder,
                          NotSupported, TensorDesc, __version__, compile, from_dlpack,
                          is_implemented, isa, layout, run, set_max_isa, set_thread_count,
                          thread_count)
from weft.enums import *  # noqa: F401,F403
from weft.int4 import Int4Array
from weft.operators import *  # noqa: F401,F403
from weft.sizes import buffer_size
from weft.slicing import slice, view
