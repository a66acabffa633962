#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Verilates the contention-degree unit and prints nanoseconds per clock for several parameter sets.
#
# usage: scripts/bench_contention.sh [TOP [RADIX:VCS ...]]
# (default: contention_degree_unit 8:6 22:4 64:4)
# VERILATOR_ARGS adds options (e.g. --assert); BENCH_DIR is the build directory.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
top=${1:-contention_degree_unit}
shift || true
[ $# -gt 0 ] || set -- 8:6 22:4 64:4
build=${BENCH_DIR:-$root/build-bench}
include=$(verilator --getenv VERILATOR_ROOT)/include
flags="-std=c++17 -O2 -w -I$include -I$include/vltstd -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_SC=0 -DVM_COVERAGE=0"
mkdir -p "$build"
for source in verilated verilated_threads verilated_fst_c; do
  [ -f "$build/$source.o" ] || g++ $flags -I"$include/gtkwave" -c "$include/$source.cpp" -o "$build/$source.o"
done
for set in "$@"; do
  radix=${set%:*} vcs=${set#*:}
  dir=$build/${top}_${radix}_${vcs}
  rm -rf "$dir"
  verilator --cc --trace-fst -Wall -O3 ${VERILATOR_ARGS:-} --prefix Vbench --Mdir "$dir" \
    -GRadix="$radix" -GVcs="$vcs" --top-module "$top" -y "$root/rtl/cbcm" \
    "$root"/rtl/common/*.vlt "$root"/rtl/cbcm/*_pkg.sv "$root/rtl/cbcm/$top.sv"
  for file in "$dir"/Vbench*.cpp; do echo "#include \"$file\""; done > "$dir/unity.cc"
  g++ $flags -I"$dir" -DBENCH_HEADER='"Vbench.h"' -DBENCH_MODEL=Vbench -DBENCH_RADIX="$radix" \
    -DBENCH_VCS="$vcs" "$dir/unity.cc" "$root/tb/cbcm/contention_bench.cpp" "$build"/verilated*.o \
    -lz -lpthread -o "$dir/bench"
  "$dir/bench"
done
