# SPDX-License-Identifier: MIT
# A program that uses the installed Python package: prints where it is, and [3, 2, 1].
import os

import numpy as np

import weft

print(os.path.dirname(weft.__file__), weft.slice(np.array([1, 2, 3], np.int32), "::-1").tolist())
