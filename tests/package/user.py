# SPDX-License-Identifier: MIT
# A program that uses the installed Python packages: prints where weft is, and [3, 2, 1].
# pydirectml lies beside it.
import os

import numpy as np

import pydirectml
import weft
import weft.onnx

folders = {os.path.dirname(os.path.dirname(module.__file__)) for module in (weft, pydirectml)}
assert len(folders) == 1, folders

print(os.path.dirname(weft.__file__), weft.slice(np.array([1, 2, 3], np.int32), "::-1").tolist())
