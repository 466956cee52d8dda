#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes every file that follows from directml.json.

`generate.py` writes them, `generate.py --check` names those that differ and exits with 1.
"""

import argparse
import sys
from pathlib import Path

from model import Api, load
from outputs.directml_header import directml_header
from outputs.expressions import expressions_header, expressions_source
from outputs.header_assertions import header_assertions
from outputs.implementations import implementations_header, implementations_source
from outputs.operator_tables import operator_tables
from outputs.operators_header import operators_header
from outputs.pages import pages
from outputs.python_operators import python_enums, python_operators, python_stubs

ROOT = Path(__file__).resolve().parent.parent


def outputs(api: Api) -> dict[str, str]:
    return {
        "include/DirectML.h": directml_header(api),
        "include/weft/expressions.h": expressions_header(api),
        "include/weft/operators.h": operators_header(api),
        "python/weft/enums.py": python_enums(api),
        "python/weft/operators.py": python_operators(api),
        "python/weft/operators.pyi": python_stubs(api),
        "src/generated/operator_tables.cpp": operator_tables(api),
        "src/generated/graph/expressions.cpp": expressions_source(api),
        "src/generated/ops/implementations.h": implementations_header(api),
        "src/generated/ops/implementations.cpp": implementations_source(api),
        "tests/directml_header/generated_assertions.h": header_assertions(api),
        **pages(api),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only")
    check = parser.parse_args().check
    stale = []
    for name, text in outputs(load(ROOT / "schema" / "directml.json")).items():
        path = ROOT / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name} {'differs from what schema/generate.py makes' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
