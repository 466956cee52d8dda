#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything again under the address and undefined-behaviour sanitizers.
set -euo pipefail
root=$1
source "$root/scripts/setup.sh"
source "$root/scripts/testing.sh"

run_tests asan "${@:2}"
