#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The programs with queues and threads of their own, under ThreadSanitizer.
set -euo pipefail
cd -- "$1"
programs=(base_tests d3d12_tests dxcore_tests directml_tests load_tests)

cmake --preset tsan >/dev/null
cmake --build --preset tsan --target "${programs[@]}"
for program in "${programs[@]}"; do
  "build/tsan/tests/$program" --gtest_brief=1
done
