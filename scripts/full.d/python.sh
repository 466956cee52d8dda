#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Python package: many more random examples, new ones each time, PyTorch's answers, networks that
# PyTorch exports, and ONNX's tests of backends.
set -euo pipefail
root=$1
source "$root/scripts/setup.sh"
source "$root/scripts/testing.sh"

with_lock build release
cd -- "$root"
export PYTHONPATH="$PWD/build/release/python" WEFT_EXAMPLES=${WEFT_EXAMPLES:-300}
/usr/bin/python3 -B -m pytest -q -p no:cacheprovider -o python_files='*_test.py' \
  --ignore=python/tests/install_test.py python/tests
record passed 1
