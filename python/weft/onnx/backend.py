# SPDX-License-Identifier: MIT
"""ONNX's backend interface (onnx.backend.base.Backend), as functions of this module.

>>> import onnx, weft.onnx.backend
>>> weft.onnx.backend.run_model(onnx.load("digits.onnx"), [image])

It needs the package `onnx`, which the rest of weft.onnx does not.
"""

from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import onnx
import onnx.helper
import onnx.mapping
from onnx.backend.base import Backend, BackendRep, Device, DeviceType, namedtupledict

from weft._native import Error
from weft.onnx.model import Model, load

Inputs = Union[Sequence[Any], Mapping[str, Any], np.ndarray]


class WeftBackendRep(BackendRep):
    """A model that is loaded. Inputs are given in order, or by name; the results come in order,
    and have the names of the outputs."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._results = namedtupledict("Outputs", [info.name for info in model.outputs])

    def run(self, inputs: Inputs, **kwargs: Any) -> Tuple[Any, ...]:
        if isinstance(inputs, np.ndarray):
            inputs = [inputs]
        if not isinstance(inputs, Mapping):
            names = [info.name for info in self.model.inputs]
            if len(inputs) > len(names):
                raise Error(f"model: {len(inputs)} inputs are given, but it has {len(names)}")
            inputs = dict(zip(names, inputs))
        return self._results(*self.model.run(dict(inputs)).values())


class WeftBackend(Backend):
    @classmethod
    def is_compatible(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> bool:
        """Whether it can be read, and all of its operators are supported."""
        try:
            info = load(model).info
        except Error:
            return False
        return cls.supports_device(device) and not any(op.why_not for op in info.operators)

    @classmethod
    def prepare(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> WeftBackendRep:
        """The keywords are those of weft.onnx.load."""
        if not cls.supports_device(device):
            raise Error(f"the device is '{device}', but there is 'CPU' only")
        return WeftBackendRep(load(model, **kwargs))

    @classmethod
    def run_model(cls, model: onnx.ModelProto, inputs: Inputs, device: str = "CPU",
                  **kwargs: Any) -> Tuple[Any, ...]:
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(cls, node: onnx.NodeProto, inputs: Inputs, device: str = "CPU",
                 outputs_info: Optional[Sequence[Tuple[Any, Tuple[int, ...]]]] = None,
                 opset_version: Optional[int] = None, **kwargs: Any) -> Tuple[Any, ...]:
        """A single node, of the newest opset that the package `onnx` knows or of opset_version."""
        names = [name for name in node.input if name]
        if not isinstance(inputs, Mapping):
            inputs = dict(zip(names, [inputs] if isinstance(inputs, np.ndarray) else inputs))
        arrays = {name: np.asarray(value) for name, value in inputs.items()}
        version = opset_version or onnx.defs.onnx_opset_version()
        graph = onnx.helper.make_graph(
            [node], "node",
            [onnx.helper.make_tensor_value_info(
                name, onnx.mapping.NP_TYPE_TO_TENSOR_TYPE[array.dtype], array.shape)
             for name, array in arrays.items()],
            [onnx.helper.make_empty_tensor_value_info(name) for name in node.output if name])
        model = onnx.helper.make_model(
            graph, opset_imports=[onnx.helper.make_opsetid(node.domain, version)])
        return cls.run_model(model, arrays, device, **kwargs)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        try:
            return Device(device).type == DeviceType.CPU
        except AttributeError:
            return False


is_compatible = WeftBackend.is_compatible
prepare = WeftBackend.prepare
run_model = WeftBackend.run_model
run_node = WeftBackend.run_node
supports_device = WeftBackend.supports_device
