#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that a make target needs and that are missing; quick when none is.
# usage: scripts/setup.sh [--list] GROUP...
#   groups: build demo figures slurm test formal synth fpga asic layout wave bench docs fuzz reuse all
set -euo pipefail

declare -A group=(
  [build]="g++ make cmake ninja-build pkg-config verilator zlib1g-dev libsystemc-dev libfmt-dev
           libcli11-dev libtomlplusplus-dev nlohmann-json3-dev librandom123-dev"
  [demo]="@build python3 python3-matplotlib"
  [figures]="@demo snakemake"
  [slurm]="munge slurm-client slurmctld slurmd"
  [formal]="python3 yosys z3"
  [synth]="yosys berkeley-abc verilator python3 python3-matplotlib"
  [fpga]="nextpnr-ice40 fpga-icestorm python3-venv"
  [asic]="yosys berkeley-abc python3 python3-venv opensta qflow-tech-osu018"
  [layout]="@asic qflow python3-matplotlib"
  [wave]="gtkwave"
  [reuse]="verilator g++ make python3 python3-yaml python3-venv graphviz"
  [test]="@figures @slurm @formal @synth @asic @wave @reuse libgtest-dev librapidcheck-dev xvfb xauth imagemagick git
          universal-ctags"
  [bench]="@build python3 libbenchmark-dev"
  [docs]="@demo graphviz"
  [fuzz]="@build python3 libgtest-dev librapidcheck-dev clang libclang-rt-dev llvm"
)
group[all]="@test @fpga @layout @bench @docs @fuzz"

list=0
if [ "${1:-}" = --list ]; then list=1; shift; fi
if [ $# -eq 0 ]; then sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2; fi

# Follows "@group"; a package that comes twice is dropped by sort below.
packages_of() {
  local word
  if [ -z "${group[$1]:-}" ]; then echo "setup: no group '$1' (${!group[*]})" >&2; exit 2; fi
  for word in ${group[$1]}; do
    if [ "${word#@}" != "$word" ]; then packages_of "${word#@}"; else echo "$word"; fi
  done
}
wanted=$(for name in "$@"; do packages_of "$name" || exit 2; done)
wanted=$(sort -u <<<"$wanted")
if [ $list -eq 1 ]; then echo "$wanted"; exit 0; fi

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "setup: this is not Debian. Install the counterparts of:" $wanted >&2
  echo "setup: then run make with SKIP_SETUP=1." >&2
  exit 1
fi

installed=" $(dpkg-query -W -f '${Status}|${Package}\n' 2>/dev/null |
  sed -n 's/^install ok installed|//p' | tr '\n' ' ') "
missing=""
for package in $wanted; do
  case $installed in *" $package "*) ;; *) missing+=" $package" ;; esac
done
[ -n "$missing" ] || exit 0

become=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: packages are missing, and this is neither root nor is there sudo. As root:" >&2
    echo "  apt-get update && apt-get install --no-install-recommends" $missing >&2
    exit 1
  fi
  become=(sudo)
fi

echo "setup: installing $(wc -w <<<"$missing") packages, which takes a minute or a few:" $missing
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt_get() {
  "${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Dpkg::Use-Pty=0 \
    -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1 </dev/null
}
# An old list is good enough if everything wanted is still to be had by it.
update=ok
apt_get update || update=failed
if ! apt_get install -y --no-install-recommends $missing; then
  echo "setup: apt-get install failed (apt-get update: $update); its last lines:" >&2
  tail -n 15 "$log" >&2
  exit 1
fi
