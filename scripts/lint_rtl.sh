#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Elaborates every RTL module alone as its own top in Verilator (-Wall) and in Yosys; fails on any
# message.
#
# usage: scripts/lint_rtl.sh [--quick] [--list] [MODULE ...]   (default: every rtl/*/*.sv but packages)
# Parameter sets come from the module's own head, besides its defaults:
#   // lint-params: Radix=4 Vcs=1      this set must elaborate without a message in both tools
#   // lint-large: Radix=64 Vcs=16     so must this one, which takes Yosys some seconds
#   // lint-illegal: Radix=3           this set must stop elaboration in both tools, by $fatal
# --quick, as the test suite does: Yosys leaves out the large sets of modules whose lint passed on the
# present sources, by the stamp in docs/reference/generated/cost.json (make status renews it).
# --list: only the cases that would run. JOBS (default 2) cases run at a time.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

packages=$(echo rtl/*/*_pkg.sv)
quick=no list=no
while [ $# -gt 0 ]; do
  case $1 in
    --quick) quick=yes ;;
    --list) list=yes ;;
    -*) echo "lint_rtl: no option $1" >&2; exit 2 ;;
    *) break ;;
  esac
  shift
done
current=
if [ $quick = yes ]; then current=$(python3 scripts/stale.py lint) || exit 2; fi
yosys_flow="proc -noopt; check -assert"
libraries=$(ls -d rtl/*/)
waivers=$(ls rtl/*/*.vlt 2> /dev/null)

# One case: kind (clean, illegal, or stamped: clean without Yosys), file, parameter set. Prints a line and returns 0 when it
# passed. A case that takes longer than five minutes fails.
lint_case() {
  local kind=$1 file=$2 set=$3 module tag verilator_args yosys_args lib status pair bad=0
  module=$(basename "$file" .sv)
  tag=$work/$module.$(echo "$kind $set" | tr ' =' '_-')
  verilator_args=() yosys_args=""
  for lib in $libraries; do
    verilator_args+=(-y "$root/$lib")
    yosys_args+=" -libdir $lib"
  done
  for pair in $set; do
    verilator_args+=("-G$pair")
    yosys_args+=" -chparam ${pair%%=*} ${pair#*=}"
  done
  for pair in $waivers $packages; do verilator_args+=("$root/$pair"); done
  timeout 300 verilator --lint-only -Wall "${verilator_args[@]}" --top-module "$module" "$root/$file" \
    > "$tag.verilator" 2>&1
  status=$?
  if [ "$kind" != illegal ]; then
    { [ $status -eq 0 ] && [ ! -s "$tag.verilator" ]; } || bad=1
  else
    { [ $status -ne 0 ] && grep -q USERFATAL "$tag.verilator"; } || bad=1
  fi
  [ $bad -eq 0 ] || { echo "--- verilator, $module ($set)"; head -n 20 "$tag.verilator"; }
  local yosys_bad=0
  [ "$kind" = stamped ] || timeout 300 yosys -q -p "read_verilog -sv $packages; read_verilog -sv -defer $file
               hierarchy -check -top $module $yosys_args; $yosys_flow" \
    > "$tag.yosys" 2>&1
  status=$?
  if [ "$kind" = stamped ]; then
    kind=clean set="$set (Yosys: by its stamp)"
  elif [ "$kind" = clean ]; then
    { [ $status -eq 0 ] && [ ! -s "$tag.yosys" ]; } || yosys_bad=1
  else
    { [ $status -ne 0 ] && grep -q 'ERROR: FATAL' "$tag.yosys"; } || yosys_bad=1
  fi
  [ $yosys_bad -eq 0 ] || { echo "--- yosys, $module ($set)"; head -n 20 "$tag.yosys"; }
  if [ $((bad + yosys_bad)) -eq 0 ]; then
    printf 'pass %-8s %-24s %s\n' "$kind" "$module" "${set:-defaults}"
  else
    printf 'FAIL %-8s %-24s %s\n' "$kind" "$module" "${set:-defaults}"
    return 1
  fi
}
export -f lint_case
export root work packages libraries waivers yosys_flow

for file in rtl/*/*.sv; do
  module=$(basename "$file" .sv)
  case $module in *_pkg) continue ;; esac
  if [ $# -gt 0 ]; then
    case " $* " in *" $module "*) ;; *) continue ;; esac
  fi
  printf 'clean\0%s\0\0' "$file"
  sed -n 's|^// lint-params: *||p' "$file" | while read -r set; do printf 'clean\0%s\0%s\0' "$file" "$set"; done
  large=clean
  case " $(echo $current) " in *" $module "*) large=stamped ;; esac
  sed -n 's|^// lint-large: *||p' "$file" | while read -r set; do printf '%s\0%s\0%s\0' $large "$file" "$set"; done
  sed -n 's|^// lint-illegal: *||p' "$file" | while read -r set; do printf 'illegal\0%s\0%s\0' "$file" "$set"; done
done > "$work/cases"
[ -s "$work/cases" ] || { echo "lint_rtl: no module of that name" >&2; exit 2; }
if [ $list = yes ]; then
  xargs -0 -n 3 printf '%s %s %s\n' < "$work/cases"
  exit
fi

start=$SECONDS
xargs -0 -n 3 -P "${JOBS:-2}" bash -c 'lint_case "$@"' lint < "$work/cases" | tee "$work/log"
status=$?
echo "lint: $(grep -c '^pass' "$work/log") passed, $(grep -c '^FAIL' "$work/log") failed, $((SECONDS - start)) s"
[ $status -eq 0 ]
