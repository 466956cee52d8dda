# SPDX-License-Identifier: MIT
# Calling an operator's function by the operator's name.
import inspect

import weft


def function_of(name):
    return getattr(weft, name.lower())


def call(name, inputs, fields, **options):
    function = function_of(name)
    return function(*inputs, **accepted(function, fields), **options)


def accepted(function, fields):
    """The fields without what says the output's sizes and type to those that need not be told."""
    known = inspect.signature(function).parameters
    return {name: value for name, value in fields.items()
            if name in known or name not in ("output_sizes", "output_dtype")}


def each(inputs, function):
    """The inputs, lists and absent ones kept, with `function` of every other."""
    return [[function(x) for x in entry] if isinstance(entry, list)
            else None if entry is None else function(entry) for entry in inputs]


def flat(inputs):
    """Lists replaced by what they hold."""
    return [one for entry in inputs for one in (entry if isinstance(entry, list) else [entry])]
