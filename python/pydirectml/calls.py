# SPDX-License-Identifier: MIT
"""weft's functions called with this module's expressions and activations."""

import functools
import inspect

import weft
from pydirectml.enums import OperatorType
from pydirectml.graph import Expression, tensor_of
from weft import operators

_signature = functools.lru_cache(maxsize=None)(inspect.signature)


class FusedActivation:
    """An activation that is applied to the result of an operator.

    param_1 and param_2 are the fields of DML_ACTIVATION_..._OPERATOR_DESC behind its tensors.
    """

    def __init__(self, activation=OperatorType.INVALID, param_1=0, param_2=0):
        self.activation = OperatorType(activation)
        self.params = (param_1, param_2)

    def __repr__(self):
        return f"FusedActivation({self.activation.name}, {self.params[0]}, {self.params[1]})"

    def described(self):
        """As weft takes it."""
        if self.activation == OperatorType.INVALID:
            return None
        function = getattr(operators, self.activation.name.lower())
        fields = [p.name for p in _signature(function).parameters.values()
                  if p.kind == p.KEYWORD_ONLY and p.name not in ("out", "allow_empty")]
        return self.activation.name, dict(zip(fields, self.params))


NO_ACTIVATION = FusedActivation()


def _described(value):
    if isinstance(value, (list, tuple)):
        return [_described(one) for one in value]
    return value.described() if isinstance(value, FusedActivation) else value


def _unwrapped(value, function, name):
    if isinstance(value, (list, tuple)):
        return [tensor_of(one, function, f"{name}[{i}]") for i, one in enumerate(value)]
    return tensor_of(value, function, name)


def _wrapped(made):
    if isinstance(made, weft.Expression):
        return Expression(made)
    if isinstance(made, tuple):
        return tuple(_wrapped(one) for one in made)
    return made


def call(name, *tensors, **fields):
    """weft's function of that name. Optional tensors may be None or an empty Expression."""
    function = getattr(operators, name)
    parameters = _signature(function).parameters
    bound = _signature(function).bind(*tensors, **fields)
    for key, value in bound.arguments.items():
        if parameters[key].kind == inspect.Parameter.KEYWORD_ONLY:
            bound.arguments[key] = _described(value)
        else:
            is_absent = parameters[key].default is None and _is_nothing(value)
            bound.arguments[key] = None if is_absent else _unwrapped(value, name.upper(), key)
    return _wrapped(function(*bound.args, **bound.kwargs))


def _is_nothing(value):
    return value is None or isinstance(value, Expression) and value.tensor is None
