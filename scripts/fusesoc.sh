#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries every core in FuseSoC itself: all lint targets, and the example's simulation, in Verilator.
#
# usage: scripts/fusesoc.sh [WORK]     (default: results/fusesoc)
# FuseSoC comes from PyPI, pinned by scripts/fusesoc_requirements.txt, into WORK/venv. Prints a line
# "pass ..." or "FAIL ..." for each target. Exit: 0 all passed, 1 something failed, 3 PyPI cannot be
# reached, so nothing was tried.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(realpath -m "${1:-$root/results/fusesoc}")
requirements=$root/scripts/fusesoc_requirements.txt
mkdir -p "$work" || exit 2

if ! cmp -s "$requirements" "$work/venv/requirements.txt"; then
  if ! { "${PYTHON:-/usr/bin/python3}" -m venv --clear "$work/venv" &&
         timeout 600 "$work/venv/bin/pip" install -q --disable-pip-version-check \
           -r "$requirements"; } >"$work/pip.log" 2>&1; then
    rm -rf "$work/venv"
    tail -n 5 "$work/pip.log" >&2
    echo "fusesoc: could not install FuseSoC (is PyPI reachable?); nothing was tried" >&2
    exit 3
  fi
  cp "$requirements" "$work/venv/requirements.txt"
fi

# The library is the checkout without what was built in it, of which FuseSoC would read each folder.
rm -rf "$work/library" "$work/build"
mkdir -p "$work/library"
ln -s "$root"/*.core "$root/rtl" "$root/examples" "$work/library"
cat >"$work/fusesoc.conf" <<EOF
[main]
build_root = $work/build
cache_root = $work/cache
[library.chokepoint]
location = $work/library
sync-type = local
EOF
fusesoc=("$work/venv/bin/fusesoc" --config "$work/fusesoc.conf")
export PATH="$work/venv/bin:$PATH"  # Edalize's helper programs

failed=0 tried=0
# One run that must end well (0) or badly (1), and must print a text.
try() {
  local name=$1 badly=$2 text=$3 log status
  shift 3
  log=$work/$(echo "$name" | tr ' :' '__').log
  timeout 600 "${fusesoc[@]}" run "$@" >"$log" 2>&1 </dev/null
  status=$?
  tried=$((tried + 1))
  if [ $((status != 0)) -eq "$badly" ] && grep -q -- "$text" "$log" &&
     ! { [ "$badly" -eq 0 ] && grep -q '%Warning' "$log"; }; then
    echo "pass fusesoc $name"
  else
    echo "FAIL fusesoc $name"
    tail -n 15 "$log"
    failed=1
  fi
}

cd "$work" || exit 2
for core in "$root"/*.core "$root"/examples/*/*.core; do
  vlnv=$(sed -n 's/^name: *//p' "$core")
  for target in $(sed -n 's/^  \(lint[a-z_]*\):$/\1/p' "$core"); do
    try "$vlnv $target" 0 "$vlnv" --target="$target" "$vlnv"
  done
done
example=$(sed -n 's/^name: *//p' "$root/examples/cbcm_switch/cbcm_switch.core")
try "$example sim" 0 '^passed$' --target=sim "$example"
try "$example sim, gated clocks" 0 '^passed$' --target=sim "$example" --ClockGating 1
try "$example sim, units off, must fail" 1 '^FAIL .* node 0 is a hotspot' --target=sim "$example" \
  --disable
[ $tried -ge 9 ] || { echo "FAIL fusesoc: only $tried runs"; failed=1; }
exit $failed
