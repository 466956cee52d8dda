# SPDX-License-Identifier: MIT
# Sourced by ./test and the parts in scripts/full.d, after setup.sh: running tests and reporting what
# came out. A report is a file of lines: "passed N", "failed N", "skipped NAME", and the instruction
# sets a build has, "compiled NAME", and those that tests ran with, "executed NAME".

# A part started by hand reports to whoever looks.
: "${WEFT_TEST_REPORT:=/dev/stderr}"
record() { printf '%s %s\n' "$1" "$2" >>"$WEFT_TEST_REPORT"; }
record_all() { local word=$1 value; shift; for value in "$@"; do record "$word" "$value"; done; }

# What programs of another processor run through; empty for this machine's own.
emulator=()

# instruction_sets FOLDER WORD: what the tool of a build lists after "machine", "compiled" or "used".
instruction_sets() { "${emulator[@]}" "$root/build/$1/cli/weft" --version | sed -n "s/^$2: //p"; }

# run_tests PRESET [CTEST ARGS...]: builds the preset, runs its tests and records them.
run_tests() {
  local preset=$1 folder="$root/build/$1" report status=0
  shift
  if ! with_lock build "$preset"; then
    say "the $preset build failed"
    record failed 1
    return
  fi
  report=$(mktemp)
  ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$(nproc)" \
    --output-junit "$report" "$@" || status=$?
  # A test that did not run has not passed; one that says it cannot run here has not failed either.
  local ok all skipped name
  ok=$(grep -c '<testcase .*status="run"' "$report") || true
  all=$(grep -c '<testcase ' "$report") || true
  skipped=$(grep -B1 '<skipped message="SKIP_' "$report" |
    sed -n 's/.*<testcase name="\([^"]*\)".*/\1/p') || true
  for name in $skipped; do all=$((all - 1)); record skipped "$name"; done
  record passed "$ok"
  record failed $((all - ok))
  # ctest can fail without a failing test, when it finds none for instance.
  ((status == 0 || all > ok)) || record failed 1
  # Tests are named after the ceiling they ran under; those without one took the best there is.
  record_all compiled $(instruction_sets "$preset" compiled)
  if grep -q '<testcase .*status="run"' "$report"; then
    record_all executed $(instruction_sets "$preset" used)
  fi
  record_all executed $(sed -n 's/.*<testcase name="[^"]*@\([A-Z0-9_]*\)".*status="run".*/\1/p' "$report" |
    sort -u)
  rm -f "$report"
}

# run_program FOLDER NAME [GTEST ARGS...]: one test program of build/FOLDER/tests, its cases dealt out
# to as many processes as there are processors, recorded case by case.
run_program() {
  local folder=$1 name=$2 shares logs share pids=()
  shift 2
  shares=$(nproc)
  logs=$(mktemp -d)
  say "running $name ($folder)"
  for ((share = 0; share < shares; ++share)); do
    GTEST_TOTAL_SHARDS=$shares GTEST_SHARD_INDEX=$share "${emulator[@]}" \
      "$root/build/$folder/tests/$name" "$@" >"$logs/$share" 2>&1 </dev/null &
    pids+=($!)
  done
  for ((share = 0; share < shares; ++share)); do
    local status=0
    wait "${pids[share]}" || status=$?
    record_cases "$name" "$status" "$logs/$share"
  done
  rm -rf "$logs"
}

# record_cases NAME STATUS LOG: counts the cases in GoogleTest's output, and shows the failed ones.
record_cases() {
  local name=$1 status=$2 log=$3 ok bad
  ok=$(grep -c '^\[       OK \] ' "$log") || true
  bad=$(grep -c '^\[  FAILED  \] .* ms)$' "$log") || true
  # A program that ends without a word about it has failed in the case it had begun.
  if ((status != 0 && bad == 0)); then
    bad=1
    say "$name ended with exit code $status"
  fi
  record passed "$ok"
  record failed "$bad"
  ((bad > 0)) || return 0
  awk '/^\[ RUN      \]/ { text = "" } { text = text $0 "\n" }
       /^\[       OK \]/ { text = "" }
       /^\[  FAILED  \] .* ms\)$/ { printf "%s", text; text = "" }
       END { printf "%s", text }' "$log" >&2
}

# show_report REPORT: the last lines of ./test; fails when a test did.
show_report() {
  local report=$1 passed failed skipped executed missing
  sum() { awk -v word="$1" '$1 == word { n += $2 } END { print n + 0 }' "$report"; }
  names() { awk -v word="$1" '$1 == word && !seen[$2]++ { list = list (list ? ", " : "") $2 } END { print list }'; }
  passed=$(sum passed) failed=$(sum failed)
  # The order is that of the tool's list of what was compiled, best first.
  executed=$(awk '$1 == "executed" { ran[$2] = 1 } $1 == "compiled" { list[++n] = $2 }
    END { for (i = 1; i <= n; ++i) if (list[i] in ran) print "executed", list[i] }' "$report" | names executed)
  missing=$(awk '$1 == "executed" { ran[$2] = 1 } $1 == "compiled" { list[++n] = $2 }
    END { for (i = 1; i <= n; ++i) if (!(list[i] in ran)) print "missing", list[i] }' "$report" | names missing)
  skipped=$(names skipped <"$report")
  printf '\n'
  [[ -z $skipped ]] || printf 'skipped here: %s\n' "$skipped"
  [[ -z $executed ]] || printf 'executed: %s\n' "$executed"
  [[ -z $missing ]] || printf 'not executed here: %s\n' "$missing"
  printf '%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0))
}
