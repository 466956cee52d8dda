# SPDX-License-Identifier: MIT
"""Sessions by the names of ONNX Runtime."""

import dataclasses
import time
import warnings
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from weft._native import NotSupported, set_thread_count
from weft.onnx import trace
from weft.onnx.io_binding import IOBinding, OrtValue
from weft.onnx.model import Source, load
from weft.onnx.options import (GraphOptimizationLevel, RunOptions, SessionOptions,
                               get_available_providers)

Provider = Union[str, Tuple[str, Mapping[str, Any]]]


@dataclasses.dataclass(frozen=True)
class NodeArg:
    """An input or output. Its shape has ints, symbols and None; none at all also for any shape."""
    name: str
    type: str
    shape: List[Union[int, str, None]]


@dataclasses.dataclass(frozen=True)
class ModelMetadata:
    producer_name: str
    graph_name: str
    domain: str
    description: str
    graph_description: str
    version: int
    custom_metadata_map: Dict[str, str]


class InferenceSession:
    """A model, ready to run. `providers` other than the processor's are left out with a warning."""

    def __init__(self, path_or_bytes: Source, sess_options: Optional[SessionOptions] = None,
                 providers: Optional[Sequence[Provider]] = None,
                 provider_options: Optional[Sequence[Mapping[str, Any]]] = None,
                 **kwargs: Any) -> None:
        self._options = sess_options if sess_options is not None else SessionOptions()
        check_providers(providers or [])
        if kwargs.get("disabled_optimizers"):
            raise NotSupported("disabled_optimizers: optimizers cannot be chosen one by one")
        if self._options.intra_op_num_threads > 0:
            set_thread_count(self._options.intra_op_num_threads)
        level = GraphOptimizationLevel(self._options.graph_optimization_level)
        self._model = load(path_or_bytes,
                           as_described=level == GraphOptimizationLevel.ORT_DISABLE_ALL)
        self._trace = trace.Trace() if self._options.enable_profiling else None

    def get_inputs(self) -> List[NodeArg]:
        return [node_arg(info) for info in self._model.inputs]

    def get_outputs(self) -> List[NodeArg]:
        return [node_arg(info) for info in self._model.outputs]

    def get_overridable_initializers(self) -> List[NodeArg]:
        """None: weights are part of the plans."""
        return []

    def get_modelmeta(self) -> ModelMetadata:
        info = self._model.info
        return ModelMetadata(info.producer_name, info.graph_name, info.domain, info.description,
                             info.graph_description, info.model_version, dict(info.metadata))

    def get_session_options(self) -> SessionOptions:
        return self._options

    def get_providers(self) -> List[str]:
        return get_available_providers()

    def get_provider_options(self) -> Dict[str, Dict[str, str]]:
        return {name: {} for name in self.get_providers()}

    def set_providers(self, providers: Optional[Sequence[Provider]] = None,
                      provider_options: Optional[Sequence[Mapping[str, Any]]] = None) -> None:
        check_providers(providers or [])

    def run(self, output_names: Optional[Sequence[str]], input_feed: Mapping[str, Any],
            run_options: Optional[RunOptions] = None) -> List[Any]:
        """The outputs that are named, or all of them, as a list."""
        feeds = {name: value._value if isinstance(value, OrtValue) else value
                 for name, value in input_feed.items()}
        begin = time.perf_counter()
        results = self._model.run(feeds, output_names)
        if self._trace is not None:
            self._trace.add(begin, time.perf_counter(), self._model.profile(**feeds))
        return [results[name] for name in output_names or results]

    def run_with_ort_values(self, output_names: Optional[Sequence[str]],
                            input_dict_ort_values: Mapping[str, OrtValue],
                            run_options: Optional[RunOptions] = None) -> List[OrtValue]:
        return [OrtValue(value) for value in self.run(output_names, input_dict_ort_values)]

    def io_binding(self) -> IOBinding:
        return IOBinding(self)

    def run_with_iobinding(self, iobinding: IOBinding,
                           run_options: Optional[RunOptions] = None) -> None:
        iobinding.run()

    def end_profiling(self) -> str:
        """Writes what enable_profiling has collected; the file's name, or "" without it."""
        if self._trace is None:
            return ""
        finished, self._trace = self._trace, None
        return finished.write(self._options.profile_file_prefix)


def node_arg(info: Any) -> NodeArg:
    return NodeArg(info.name, info.type, info.shape or [])


def check_providers(providers: Sequence[Provider]) -> None:
    known = get_available_providers()
    for provider in providers:
        name = provider if isinstance(provider, str) else provider[0]
        if name not in known:
            warnings.warn(f"Specified provider '{name}' is not in available provider names. "
                          f"Available providers: '{', '.join(known)}'", stacklevel=3)
