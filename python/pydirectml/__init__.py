# SPDX-License-Identifier: MIT
"""Programs written for Microsoft's Python binding of DirectML, on any CPU, through weft.

>>> import numpy as np, pydirectml as dml
>>> device = dml.Device()
>>> builder = dml.GraphBuilder(device)
>>> x = dml.input_tensor(builder, 0, dml.TensorDesc(dml.TensorDataType.FLOAT32, [1, 1, 2, 3]))
>>> y = dml.activation_relu(x * 2.0 - 3.0)
>>> model = builder.build(dml.ExecutionFlags.NONE, [y])
>>> result = device.compute(model, [dml.Binding(x, np.arange(6))], [y])
>>> np.array(result[0]).tolist()
[[[[0.0, 0.0, 1.0], [3.0, 5.0, 7.0]]]]

Functions have the binding's names and arguments; operators it has no function for are there under
DirectML's names, with weft's keywords. Errors are weft.Error.
"""

from pydirectml.calls import FusedActivation
from pydirectml.enums import *  # noqa: F401,F403
from pydirectml.enums import VALUES as _values
from pydirectml.functions import (GRUOutputs, MaxPoolingOutputs, OTHERS as _others,
                                  TopKOutputs, activation_linear, activation_soft_max, add,
                                  average_pooling, batch_normalization, cast, convolution, gather,
                                  gemm, gru, join, local_response_normalization, max_pooling,
                                  mean_variance_normalization, one_hot, padding, reduce,
                                  reinterpret, resample, slice, top_k, up_sample_2d, upsample_2d,
                                  value_scale_2d)
from pydirectml.graph import Device, Expression, GraphBuilder, Model, input_tensor
from pydirectml.tensors import Binding, Size2D, TensorData, TensorDesc, TensorPolicy

globals().update(_values)
globals().update(_others)
