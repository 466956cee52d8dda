#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests on a processor with AVX-512: in Bochs where this machine has none, or where WEFT_EMULATE is set.
# A second of this machine is two minutes there, so what takes long is left out: threads, large tensors,
# and the arithmetic but for what compares its bits with AVX2's. Copies of every kind and length, layouts
# and graphs stay.
set -euo pipefail
root=$1
source "$root/scripts/setup.sh"
source "$root/scripts/testing.sh"

programs=(strided_tests device_tests graph_tests ops_tests)
declare -A left_out=(
  [strided_tests]='Copy.LargeEnoughForThreads:Copy.LargeEnoughToStream:Copy.EveryInstructionSet'
  [graph_tests]='LargeGraph.*'
  [ops_tests]='*ThreadsChangeNothing*:InstructionSets.*:Streaming.*:Threads/LargeCopies.*:Tile.*'
)
left_out[ops_tests]+=':Padding.Large:Padding.RandomBorders:JoinSplit.Large*:DepthSpace.RandomBlocks'
left_out[ops_tests]+=':*LayoutsChangeNothing/SLICE1:*LayoutsChangeNothing/*SPACE*'
left_out[ops_tests]+=:$(grep -v '^#' "$root/tests/ops/arithmetic_tests.txt" | paste -sd:)
# Bochs 2.7 rounds halfway cases away from zero when it converts float32 to float16 (vcvtps2ph). The
# code is AVX2's here, which ./test executes.
wrong_in_bochs=Cast.Rows:Cast.EveryHalfBoundary:ElementWiseBinary.SpecialValues
wrong_in_bochs+=:GemmSum.HalvesAreRoundedOnce:*LayoutsChangeNothing/CAST
with_lock build release

record_all compiled $(instruction_sets release compiled)
if [[ -z ${WEFT_EMULATE-} && " $(instruction_sets release machine) " == *" AVX3 "* ]]; then
  say "this machine has AVX-512: nothing to emulate"
  export WEFT_MAX_ISA=AVX3
  for program in "${programs[@]}"; do
    run_program release "$program" --gtest_filter="-${left_out[$program]-}"
  done
  record executed AVX3
  exit
fi

# in_bochs MODEL SHARE SHARES LOG PROGRAM...: the test programs' cases of this share.
in_bochs() {
  local model=$1 share=$2 shares=$3 log=$4 program status=0
  shift 4
  {
    echo 'build/release/cli/weft --version; failed=0'
    echo "export GTEST_TOTAL_SHARDS=$shares GTEST_SHARD_INDEX=$share"
    for program in "$@"; do
      echo "build/release/tests/$program --gtest_filter='${filter-}-${left_out[$program]-}:$wrong_in_bochs' || failed=1"
    done
    echo 'exit $failed'
  } | (cd "$root" && scripts/bochs "$model" 7200 build/release/cli/weft "${@/#/build/release/tests/}") \
    >"$log" 2>&1 || status=$?
  echo $status >"$log.status"
}

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
say "starting two machines with AVX-512 (Bochs)"
in_bochs corei7_skylake_x 0 2 "$logs/first" "${programs[@]}" &
in_bochs corei7_skylake_x 1 2 "$logs/second" "${programs[@]}" &
wait
# A newer one, with instructions that are not compiled for: it has to take AVX3 as well.
filter='Copy.RowsOfEveryLength:Copy.EveryKernelEverySize' \
  in_bochs corei7_icelake_u 0 1 "$logs/newer" strided_tests
for log in first second newer; do
  record_cases "AVX-512, $log machine" "$(<"$logs/$log.status")" "$logs/$log"
  if grep -qx 'used: AVX3' "$logs/$log"; then
    record executed AVX3
  else
    say "the $log machine did not use AVX3"
    record failed 1
  fi
done
