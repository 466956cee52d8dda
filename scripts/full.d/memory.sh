#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every allocation of the tests named FailingMemory fails, alone and with all after it, where ./test
# leaves most of them out.
set -euo pipefail
root=$1
source "$root/scripts/setup.sh"
source "$root/scripts/testing.sh"

export WEFT_ALL_FAILURES=1
with_lock build release
for program in ops_tests graph_tests onnx_tests directml_tests; do
  run_program release "$program" --gtest_filter='*FailingMemory*'
done
