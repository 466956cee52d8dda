# SPDX-License-Identifier: MIT
"""Values and bindings by the names of ONNX Runtime. All memory is the processor's, so binding saves
nothing but the dict: what is bound is read when the session runs, and results are copied to where
an output is bound with memory."""

import ctypes
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

import numpy as np

from weft._native import Error, NotSupported
from weft.onnx.values import type_of

if TYPE_CHECKING:
    from weft.onnx.session import InferenceSession


def check_device(device_type: str) -> None:
    if device_type != "cpu":
        raise NotSupported(f"the device is '{device_type}', but there is 'cpu' only")


class OrtValue:
    """An array, a list of arrays, or nothing."""

    def __init__(self, value: Any) -> None:
        self._value = value

    @staticmethod
    def ortvalue_from_numpy(array: Any, device_type: str = "cpu", device_id: int = 0) -> "OrtValue":
        check_device(device_type)
        return OrtValue(np.asarray(array))

    @staticmethod
    def ortvalue_from_shape_and_type(shape: Sequence[int], element_type: Any,
                                     device_type: str = "cpu", device_id: int = 0) -> "OrtValue":
        check_device(device_type)
        return OrtValue(np.empty(shape, element_type))

    def numpy(self) -> np.ndarray:
        if not isinstance(self._value, np.ndarray):
            raise Error(f"OrtValue: it is {self.data_type() or 'nothing'}, but only a tensor is an "
                        "array")
        return self._value

    def data_type(self) -> str:
        return "" if self._value is None else type_of(self._value)

    def shape(self) -> List[int]:
        return list(self._value.shape)

    def data_ptr(self) -> int:
        return self.numpy().ctypes.data

    def device_name(self) -> str:
        return "cpu"

    def has_value(self) -> bool:
        return self._value is not None

    def is_tensor(self) -> bool:
        return self._value is not None and not isinstance(self._value, list)

    def is_tensor_sequence(self) -> bool:
        return isinstance(self._value, list)

    def update_inplace(self, array: np.ndarray) -> None:
        write(self.numpy(), array, "OrtValue")


def write(target: np.ndarray, array: np.ndarray, where: str) -> None:
    if (target.shape, target.dtype) != (array.shape, array.dtype):
        raise Error(f"{where}: the array is {array.dtype} {list(array.shape)}, but its memory is "
                    f"{target.dtype} {list(target.shape)}")
    target[...] = array


def at_address(address: int, shape: Sequence[int], element_type: Any) -> np.ndarray:
    dtype = np.dtype(element_type)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(address), dtype).reshape(shape)


class IOBinding:
    """What run_with_iobinding reads and writes; InferenceSession.io_binding makes it."""

    def __init__(self, session: "InferenceSession") -> None:
        self._session = session
        self._inputs: Dict[str, Any] = {}
        self._outputs: Dict[str, Optional[np.ndarray]] = {}  # the memory that it is written to
        self._results: List[Any] = []

    def bind_cpu_input(self, name: str, array: Any) -> None:
        self._inputs[name] = array

    def bind_ortvalue_input(self, name: str, value: OrtValue) -> None:
        self._inputs[name] = value

    def bind_input(self, name: str, device_type: str, device_id: int, element_type: Any,
                   shape: Sequence[int], buffer_ptr: int) -> None:
        check_device(device_type)
        self._inputs[name] = at_address(buffer_ptr, shape, element_type)

    def bind_output(self, name: str, device_type: str = "cpu", device_id: int = 0,
                    element_type: Any = None, shape: Optional[Sequence[int]] = None,
                    buffer_ptr: Optional[int] = None) -> None:
        check_device(device_type)
        if buffer_ptr is not None and (element_type is None or shape is None):
            raise Error(f"bind_output: buffer_ptr of '{name}' is given, but element_type and shape "
                        "are required with it")
        self._outputs[name] = (None if buffer_ptr is None else
                               at_address(buffer_ptr, shape, element_type))

    def bind_ortvalue_output(self, name: str, value: OrtValue) -> None:
        self._outputs[name] = value.numpy()

    def synchronize_inputs(self) -> None:
        """Nothing to wait for."""

    def synchronize_outputs(self) -> None:
        """Nothing to wait for."""

    def get_outputs(self) -> List[OrtValue]:
        return [OrtValue(value) for value in self._results]

    def copy_outputs_to_cpu(self) -> List[Any]:
        return list(self._results)

    def clear_binding_inputs(self) -> None:
        self._inputs.clear()

    def clear_binding_outputs(self) -> None:
        self._outputs.clear()
        self._results = []

    def run(self) -> None:
        results = self._session.run(list(self._outputs), self._inputs)
        if not self._outputs:
            raise Error("run_with_iobinding: no output is bound")
        for i, (name, memory) in enumerate(self._outputs.items()):
            if memory is not None:
                write(memory, results[i], f"run_with_iobinding: output '{name}'")
                results[i] = memory
        self._results = results
