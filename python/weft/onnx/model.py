# SPDX-License-Identifier: MIT
"""A model by Weft's own names."""

import os
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from weft._native import Error, OnnxModelInfo, OnnxSession, OnnxTensorInfo
from weft.drawing import Drawing
from weft.onnx.values import as_value

TensorInfo = OnnxTensorInfo
ModelInfo = OnnxModelInfo

Source = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]", Any]


class Model:
    """A model that is loaded. Its inputs are given in their order, or by name; anything that is an
    array will do, of the model's dtype. The results are new arrays: one, or a tuple where the model
    has several outputs."""

    inputs: List[TensorInfo]  # name, type and shape of each
    outputs: List[TensorInfo]

    def __init__(self, session: OnnxSession) -> None:
        self._session = session
        self.inputs, self.outputs = session.inputs, session.outputs
        self._types = {info.name: info.type for info in self.inputs}

    @property
    def info(self) -> ModelInfo:
        """What the model says about itself: who wrote it, opsets, operators, metadata."""
        return self._session.info()

    def __call__(self, /, *inputs: Any, **named: Any) -> Any:
        results = self._session.run(self._feeds(inputs, named), [])
        return results[0] if len(results) == 1 else tuple(results)

    def run(self, feeds: Dict[str, Any], outputs: Optional[Sequence[str]] = None) -> Dict[str, Any]:
        """The outputs by name, all of them or those that are wanted."""
        names = self._names(outputs)
        return dict(zip(names, self._session.run(self._feeds((), feeds), names)))

    def explain(self, /, *inputs: Any, **named: Any) -> Drawing:
        """The steps that the model becomes for these inputs. A tuple of sizes stands for an array,
        and inputs whose shapes are fixed may be left out, all of them."""
        if not inputs and not named:
            shapes = {info.name: info.shape for info in self.inputs if info.shape is not None}
            named = {name: tuple(shape) for name, shape in shapes.items()
                     if all(isinstance(size, int) for size in shape)}
        feeds = self._feeds(inputs, named, shapes_too=True)
        return Drawing(self._session.explain(feeds).rstrip("\n"))

    def profile(self, /, *inputs: Any, **named: Any) -> List[Tuple[str, float]]:
        """(step, seconds) for each step of a run."""
        return self._session.profile(self._feeds(inputs, named))

    def _names(self, outputs: Optional[Sequence[str]]) -> List[str]:
        if isinstance(outputs, str) or not all(isinstance(name, str) for name in outputs or []):
            raise TypeError(f"model: outputs is {outputs!r}, but a list of names is required")
        return list(outputs or [info.name for info in self.outputs])

    def _feeds(self, inputs: Sequence[Any], named: Dict[str, Any],
               shapes_too: bool = False) -> Dict[str, Any]:
        if len(inputs) > len(self._types):
            raise Error(f"model: {len(inputs)} inputs are given, but it has {len(self._types)}")
        feeds = dict(zip(self._types, inputs))
        for name, value in named.items():
            if name in feeds:
                raise Error(f"model: input '{name}' is given twice")
            feeds[name] = value
        for name, value in feeds.items():
            if shapes_too and isinstance(value, tuple):
                if not all(isinstance(size, int) for size in value):
                    raise TypeError(f"model: input '{name}' is {value!r}, but an array or a tuple of "
                                    "sizes is required")
            elif name in self._types:
                feeds[name] = as_value(value, self._types[name], name)
        return feeds

    def __repr__(self) -> str:
        def listed(infos: List[TensorInfo]) -> str:
            return ", ".join(f"{info.name}: {info.type} {info.shape}" for info in infos)

        return f"<weft.onnx.Model ({listed(self.inputs)}) -> ({listed(self.outputs)})>"


def load(source: Source, *, strict: bool = False, as_described: bool = False,
         shapes_to_keep: int = 8, candidate: str = "") -> Model:
    """A model from a file, from its bytes, or from an onnx.ModelProto.

    strict: an index out of range is an error. as_described: operator by operator, nothing fused, to
    compare with. shapes_to_keep: for how many shapes of the inputs plans are kept.
    candidate: names, with commas, of the ways to compute that are the only ones to be taken, as
    explain prints them."""
    if shapes_to_keep < 1:
        raise Error(f"model: shapes_to_keep is {shapes_to_keep}, but at least 1 is required")
    is_path = isinstance(source, (str, os.PathLike))
    if is_path:
        data = os.fsencode(source)
    elif isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
    elif hasattr(source, "SerializeToString"):
        data = source.SerializeToString()
    else:
        raise TypeError(f"model: it is a {source.__class__.__name__}, but a path or bytes are "
                        "required")
    return Model(OnnxSession.load(data, is_path, strict, as_described, shapes_to_keep,
                                  candidate))
