# SPDX-License-Identifier: MIT
# Calling an operator's function by the operator's name.
import inspect

import weft


def call(name, inputs, fields, out=None):
    """The output's sizes and type are told to functions that ask for them, unless `out` shows."""
    function = getattr(weft.operators, name.lower())
    told = () if out is not None else ("output_sizes", "output_dtype")
    return function(*inputs, **accepted(function, fields, told), out=out)


def accepted(function, fields, told=("output_sizes", "output_dtype")):
    """The fields without what says the output's sizes and type to those that need not be told."""
    known = inspect.signature(function).parameters
    return {name: value for name, value in fields.items()
            if name not in ("output_sizes", "output_dtype") or (name in told and name in known)}


def each(inputs, function):
    """The inputs, lists and absent ones kept, with `function` of every other."""
    return [[function(x) for x in entry] if isinstance(entry, list)
            else None if entry is None else function(entry) for entry in inputs]


def flat(inputs):
    """Lists replaced by what they hold."""
    return [one for entry in inputs for one in (entry if isinstance(entry, list) else [entry])]
