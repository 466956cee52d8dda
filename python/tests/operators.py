# SPDX-License-Identifier: MIT
# What the schema says about an operator: is it implemented, which types and dimension counts do
# its tensors take. Read from schema/directml.json, not from the package under test.
import functools
import json
import pathlib

import numpy as np

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "schema" / "directml.json"


@functools.cache
def operators():
    return {entry["name"]: entry for entry in json.loads(SCHEMA.read_text())["operators"]}


def implemented():
    return [name for name, entry in operators().items() if entry.get("implemented")]


@functools.cache
def newest_support(name, function=None):
    """{tensor field: (dtypes, fewest dimensions, most)}. `function` is REDUCE's."""
    tables = [table for table in operators()[name]["support"]
              if function is None or function in table["functions"]]
    return {field: (tuple(np.dtype(kind.lower()) for kind in row["types"] if kind[-2:] != "T4"),
                    *dimensions(row["dimensions"]))
            for row in tables[0]["tensors"] for field in row["tensors"]}


def dimensions(text):
    """"1-8" is (1, 8) and "4" is (4, 4)."""
    fewest, _, most = text.partition("-")
    return int(fewest), int(most or fewest)
