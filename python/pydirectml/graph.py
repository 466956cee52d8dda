# SPDX-License-Identifier: MIT
"""Expressions, the builder they belong to, and the device that computes them: weft.GraphBuilder
under the names of Microsoft's Python binding."""

import numbers
import threading

import weft
from pydirectml.tensors import TensorData, TensorDesc


def _binary(function):
    """Operator methods, and those for when the expression stands on the right."""

    def forward(self, other):
        return _combined(function, self, other)

    def backward(self, other):
        return _combined(function, other, self)

    return forward, backward


def _combined(function, a, b):
    if not all(isinstance(x, (Expression, numbers.Real)) for x in (a, b)):
        return NotImplemented
    return Expression(function(*[tensor_of(x, "operator", "operand") if isinstance(x, Expression)
                                 else x for x in (a, b)]))


class Expression:
    """A tensor that is there when the graph is computed."""

    __array_ufunc__ = None  # so that NumPy's numbers ask the expression

    def __init__(self, tensor=None, input_index=None):
        self.tensor = tensor  # a weft.Expression
        self.input_index = input_index

    def get_output_desc(self):
        """Its TensorDesc."""
        return TensorDesc.of(tensor_of(self, "get_output_desc", "self"))

    __add__, __radd__ = _binary(lambda a, b: a + b)
    __sub__, __rsub__ = _binary(lambda a, b: a - b)
    __mul__, __rmul__ = _binary(lambda a, b: a * b)
    __truediv__, __rtruediv__ = _binary(lambda a, b: a / b)
    __mod__, _ = _binary(lambda a, b: weft.element_wise_modulus_truncate(a, b))

    def __neg__(self):
        return Expression(-tensor_of(self, "operator", "operand"))

    def __repr__(self):
        return f"<pydirectml.Expression {self.get_output_desc() if self.tensor else 'of nothing'}>"


def tensor_of(value, function, name):
    """The weft.Expression of one that is there."""
    if not isinstance(value, Expression) or value.tensor is None:
        what = "an empty Expression" if isinstance(value, Expression) else f"a {type(value).__name__}"
        raise TypeError(f"{function}: {name} is {what}, but a pydirectml.Expression is required")
    return value.tensor


class Device:
    """Computes models on the CPU, whatever is asked for: use_gpu and use_debug_layer are taken, so
    that programs run as they are."""

    def __init__(self, use_gpu=True, use_debug_layer=False):
        self.use_gpu, self.use_debug_layer = bool(use_gpu), bool(use_debug_layer)

    def compute(self, model, inputs, outputs):
        """A list of TensorData, one for each output the model was built for.

        `inputs` has a Binding for each input_tensor, in any order. `outputs` are the expressions
        the model was built for; None leaves one out.
        """
        if len(outputs) != model.output_count:
            raise weft.Error(f"compute: {len(outputs)} outputs are given, but the model has "
                             f"{model.output_count}")
        results = model.run(inputs)
        return [result.view(TensorData) for result, wanted in zip(results, outputs)
                if wanted is not None]

    def __repr__(self):
        return "<pydirectml.Device on the CPU>"


class GraphBuilder:
    """Holds the expressions of one model."""

    def __init__(self, device):
        if not isinstance(device, Device):
            raise TypeError(f"GraphBuilder: device is a {type(device).__name__}, but a "
                            "pydirectml.Device is required")
        self.graph = weft.GraphBuilder()
        self.inputs = []  # expressions in the order they were made

    def build(self, flags, outputs):
        """A Model of these expressions, for Device.compute."""
        return Model(self, [tensor_of(one, "build", f"outputs[{i}]")
                            for i, one in enumerate(outputs)])


class Model:
    """A compiled graph. Weights are prepared when they are bound first, and again only when other
    bindings come."""

    def __init__(self, builder, outputs):
        self.compiled = builder.graph.compile(outputs)
        self.output_count = len(outputs)
        owned = [one.input_index for one in builder.inputs if one.tensor.desc.owned_by_dml]
        self._weights = owned
        self._inputs = [one.input_index for one in builder.inputs if one.input_index not in owned]
        self._prepared = None
        self._lock = threading.Lock()

    def run(self, bindings):
        """The results of one run, as a sequence."""
        bound = {one.input_index: one for one in bindings if one is not None}
        for index in sorted([*self._weights, *self._inputs]):
            if index not in bound:
                raise weft.Error(f"compute: input {index} has no Binding")
        weights = [bound[index] for index in self._weights]
        inputs = [bound[index].data for index in self._inputs]
        with self._lock:  # so that nobody else's weights come between
            if weights != self._prepared:
                self.compiled.initialize(*[one.data for one in weights])
                self._prepared = weights
            results = self.compiled(*inputs)
        return results if self.output_count > 1 else [results]


def input_tensor(scope, input_index, tensor_desc):
    """The graph's input of that number."""
    if any(one.input_index == input_index for one in scope.inputs):
        raise weft.Error(f"input_tensor: input_index is {input_index}, but there is an input of that "
                         "number already")
    made = Expression(scope.graph.input(tensor_desc.desc), input_index)
    scope.inputs.append(made)
    return made
