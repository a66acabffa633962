#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The test suite under address and undefined-behaviour sanitizers: our code, not Verilator's; leaks too.
# --thread: the tests of threads in the network under the thread sanitizer, Verilated code included.
# usage: scripts/sanitize.sh [--thread] [--build DIR] [--variants REGEX] [--only REGEX] [--files REGEX] [--targets "T..."]
#   --build     build folder (default build-sanitize); it is configured with CHOKEPOINT_SANITIZE
#   --variants  Verilate only what matches: a much shorter build, for tests that need no more
#   --only      only the ctest cases that match, e.g. '^(unit/scenario|fuzz)/'
#   --files     compile only the test files whose path in tb matches, e.g. '_model_test\.cpp$'; with --only
#   --targets   build only these, e.g. "chokepoint tb_scenario"; with --only
# JOBS=N: parallel compilations and tests. Exit: 0 every test passed without a report, 1 one did
# not (its name, and the command that repeats it), 2 bad usage, 4 the build failed.
set -euo pipefail
cd "$(dirname "$0")/.."

build=build-sanitize variants='' only='' files='' targets=all kind=ON
usage() { sed -n 's/^# \{0,1\}//; 3,12p' "$0"; }
while [ $# -gt 0 ]; do
  case $1 in
    --help|-h) usage; exit 0 ;;
    --thread)  # as further options say otherwise
      kind=thread build=build-sanitize-thread only='^unit/(threads|network_harness)/'
      targets='tb_network tb_channel tb_seeded_race'
      variants='^(cbcm|srp|ecn)_(router_r8|nic_n64)$'; shift ;;
    --build|--variants|--only|--files|--targets)
      if [ $# -lt 2 ]; then echo "sanitize: $1 wants a value" >&2; exit 2; fi
      declare "${1#--}=$2"; shift 2 ;;
    *) echo "sanitize: no option '$1'" >&2; usage >&2; exit 2 ;;
  esac
done
jobs=${JOBS:-$(nproc)}
start=$SECONDS
mkdir -p "$build"
cache=()
if command -v ccache >/dev/null; then cache=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
echo "sanitize: building $targets in $build (log: $build/sanitize_build.log)"
if ! { cmake -S . -B "$build" -G Ninja -DCHOKEPOINT_TESTS=ON -DCHOKEPOINT_SANITIZE=$kind \
         -DCHOKEPOINT_ONLY_VARIANTS="$variants" -DCHOKEPOINT_ONLY_TEST_FILES="$files" "${cache[@]}" &&
       cmake --build "$build" -j "$jobs" --target $targets variants; } >"$build/sanitize_build.log" 2>&1; then
  grep -E 'error|FAILED' "$build/sanitize_build.log" | head -n 20 >&2 || true
  echo "sanitize: the build failed; the whole log: $build/sanitize_build.log" >&2
  exit 4
fi
echo "sanitize: built in $((SECONDS - start)) s; testing"
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
status=0
ctest --test-dir "$build" -j "$jobs" --output-on-failure --timeout 1500 --no-tests=error \
  -LE full \
  ${only:+-R "$only"} >"$build/sanitize_test.log" 2>&1 &
pid=$!
trap 'kill $pid 2>/dev/null || true' EXIT
while kill -0 $pid 2>/dev/null; do
  sleep 10
  if [ $((SECONDS % 60)) -lt 10 ]; then
    echo "  $(grep -Ec '^ *[0-9]+/[0-9]+ Test' "$build/sanitize_test.log" || true) tests," \
      "$((SECONDS - start)) s"
  fi
done
wait $pid || status=$?
trap - EXIT
grep -E 'ERROR: (Address|Leak)Sanitizer|WARNING: ThreadSanitizer|runtime error:' "$build/sanitize_test.log" | head -n 20 || true
grep -E '^ *[0-9]+/[0-9]+ Test .*\*\*\*' "$build/sanitize_test.log" | head -n 20 || true
summary=$(grep -E 'tests passed' "$build/sanitize_test.log" || echo "no test ran")
if [ $status -ne 0 ]; then
  echo "  the whole log: $build/sanitize_test.log"
  if [ "$kind" = thread ]; then options="TSAN_OPTIONS=$TSAN_OPTIONS"
  else options="ASAN_OPTIONS=$ASAN_OPTIONS UBSAN_OPTIONS=$UBSAN_OPTIONS"; fi
  echo "  repeat: $options \\"
  echo "    ctest --test-dir $build --rerun-failed --output-on-failure"
  echo "FAIL sanitize: $summary, $((SECONDS - start)) s"
  exit 1
fi
echo "pass sanitize: $summary, $((SECONDS - start)) s"
