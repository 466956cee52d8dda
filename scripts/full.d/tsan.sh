#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Whatever has threads or queues of its own or shares work between threads, under ThreadSanitizer.
set -euo pipefail
root=$1
source "$root/scripts/setup.sh"
source "$root/scripts/testing.sh"

programs=(base_tests strided_tests graph_tests onnx_tests d3d12_tests dxcore_tests directml_tests
  load_tests ops_tests)
# Of the operators, what shares its work in ways of its own.
declare -A only=([ops_tests]=Gemm.*)

# Tests fork processes with threads on purpose, and the children begin threads: ThreadSanitizer would end
# them for that alone.
export TSAN_OPTIONS=die_after_fork=0
for program in "${programs[@]}"; do with_lock build tsan "$program"; done
for program in "${programs[@]}"; do
  run_program tsan "$program" --gtest_filter="${only[$program]-*}"
done
