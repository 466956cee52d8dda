#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Library, tools, Python module and tests compile with clang without a warning; the C++ tests of the
# layers pass.
set -euo pipefail
root=$1
source "$root/scripts/setup.sh"
source "$root/scripts/testing.sh"

with_lock build clang
for program in base tensor schema strided program ops device graph onnx d3d12 dxcore directml load; do
  run_program clang "${program}_tests"
done
record_all compiled $(instruction_sets clang compiled)
record_all executed $(instruction_sets clang used)
