# SPDX-License-Identifier: MIT
"""ONNX models on the CPU.

>>> model = weft.onnx.load("digits.onnx")
>>> scores = model(image)

Programs for ONNX Runtime find the names that they know: `import weft.onnx as ort`, then
`ort.InferenceSession("digits.onnx").run(None, {"image": image})`. weft.onnx.backend is ONNX's
backend interface. A model is planned for the shapes of its inputs when it runs with them first; the
plans of the shapes that were used last are kept. Many threads may run one model.

Strings are arrays of str objects, sequences are lists, and an optional value that is nothing is
None. Of what NumPy does not have, 4-bit integers are weft.Int4Array; bfloat16 and floats of 8 bits
come out as integers with the same bits.
"""

from weft._native import Error, NotSupported, __version__
from weft.onnx.io_binding import IOBinding, OrtValue
from weft.onnx.model import Model, ModelInfo, TensorInfo, load
from weft.onnx.options import (ExecutionMode, GraphOptimizationLevel, RunOptions, SessionOptions,
                               get_available_providers, get_device, set_default_logger_severity)
from weft.onnx.session import InferenceSession, ModelMetadata, NodeArg

__all__ = ["Error", "ExecutionMode", "GraphOptimizationLevel", "IOBinding", "InferenceSession",
           "Model", "ModelInfo", "ModelMetadata", "NodeArg", "NotSupported", "OrtValue",
           "RunOptions", "SessionOptions", "TensorInfo", "__version__", "get_available_providers",
           "get_device", "load", "set_default_logger_severity"]
