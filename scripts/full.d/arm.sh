#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Everything of C++ compiles for 64-bit ARM without a warning, and the tests of whatever computes pass
# there, as far as qemu is quick enough for them.
set -euo pipefail
root=$1
source "$root/scripts/setup.sh"
source "$root/scripts/testing.sh"

# cmake/aarch64.cmake looks for them here.
headers="$root/build/packages/arm64"
unpack_headers() { [[ -d $headers ]] || unpack_package directx-headers-dev:arm64 "$headers"; }
with_lock unpack_headers
with_lock build arm

# NEON is what is compiled: scalable vectors are switched off.
emulator=(qemu-aarch64 -cpu max,sve=off)
# qemu aborts where the child of a process with threads begins threads of its own.
children=Parallel.AChild*:Parallel.RefusedThreads*:Parallel.RefusedMemory*:InstructionSetsDeathTest.*
run_program arm base_tests --gtest_filter="-$children"
run_program arm strided_tests --gtest_filter='-Copy.LargeEnoughToStream:Copy.EveryInstructionSet'
run_program arm device_tests
run_program arm graph_tests --gtest_filter='-LargeGraph.WideFanOfCopies:LargeGraph.HundredThousand*'
run_program arm ops_tests \
  --gtest_filter="-$children:*ThreadsChangeNothing*:*RandomCopies*/1:*RandomCopies*/2:*RandomCopies*/3"
record_all compiled $(instruction_sets arm compiled)
record_all executed $(instruction_sets arm used)
