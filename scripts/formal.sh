#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Proves every tb/*/formal/*_fv.sv: base case, k-induction and covers, with Yosys and z3; then its
# mutants.
#
# usage: scripts/formal.sh [--quick | --no-mutants] [UNIT ...]
#   exit 0: all proved, all covers reached, every mutant caught
#   --quick: bases and inductions only, of the units that take seconds (no covers, no mutants)
# Prints "pass NAME ..." or "FAIL NAME ..." per unit and per mutant, with its seconds.
# The head of a wrapper X_fv.sv (wraps module X) says
#   // properties: asserts=N covers=N depth=K [cover_depth=D]   fewer properties than that is a failure
#   // mutant: SED                                              X.sv edited so must fail the proof
#   // abstract: MODULE ...              modules that the wrapper's file defines in place of the RTL
# Bit-sliced ripples share terms: without --unroll z3 expands them exponentially.
# Wrappers instantiate: Yosys 0.23 drops `bind` in silence, hence the counts.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root" || exit 2
mutants=1 quick=0
case ${1:-} in
  --no-mutants) mutants=0; shift ;;
  --quick) mutants=0 quick=1; shift
           [ $# -gt 0 ] || set -- packet_marker contention_window hotspot_detector \
             token_throttler unthrottle_monitor cbcm_nic ;;
  -*) echo "formal: no option $1" >&2; exit 2 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
limit=${FORMAL_TIMEOUT:-120}

key() { # value of key $2 in the properties line of file $1, default $3
  local value
  value=$(sed -n "s|^// properties:.*\b$2=\([0-9]*\).*|\1|p" "$1" | head -n 1)
  echo "${value:-$3}"
}

# build NAME WRAPPER MUTATED: writes $work/NAME.smt2, the mutated file replacing its original.
build() {
  local name=$1 wrapper=$2 mutated=${3:-} file files=()
  local abstract
  abstract=$(sed -n 's|^// abstract: ||p' "$wrapper")
  for file in rtl/*/*_pkg.sv rtl/*/*.sv; do
    case " ${files[*]:-} " in *" $file "*) continue ;; esac
    case " $abstract " in *" $(basename "$file" .sv) "*) continue ;; esac
    [ -n "$mutated" ] && [ "$(basename "$file")" = "$(basename "$mutated")" ] && file=$mutated
    files+=("$file")
  done
  local top
  top=$(basename "$wrapper" .sv)
  local reads=""
  for file in "${files[@]}"; do
    case $file in *_pkg.sv) reads+="read_verilog -sv -formal $file; " ;;
                         *) reads+="read_verilog -sv -formal -defer $file; " ;; esac
  done
  yosys -q -p "$reads read_verilog -sv -formal $wrapper; prep -flatten -top $top;
    memory_map; opt; async2sync; dffunmap; tee -q -o $work/$name.stat stat; write_smt2 -wires $work/$name.smt2" \
    > "$work/$name.yosys" 2>&1
}

count() { awk -v cell="\$$2" '$1 == cell { n = $2 } END { print n + 0 }' "$work/$1.stat"; }

prove() { # NAME DEPTH: base case and induction
  timeout "$limit" yosys-smtbmc --unroll --noprogress -s z3 -t $(($2 + 2)) "$work/$1.smt2" > "$work/$1.base" 2>&1 \
    && timeout "$limit" yosys-smtbmc --unroll --noprogress -s z3 -i -t "$2" "$work/$1.smt2" > "$work/$1.induction" 2>&1
}

failures=0 jobs=0 caught=0 start=$SECONDS
for wrapper in tb/*/formal/*_fv.sv; do
  name=$(basename "$wrapper" _fv.sv)
  if [ $# -gt 0 ]; then
    case " $* " in *" $name "*) ;; *) continue ;; esac
  fi
  begin=$SECONDS
  jobs=$((jobs + 1))
  result=proved
  depth=$(key "$wrapper" depth 3)
  if ! build "$name" "$wrapper"; then
    result="FAIL (yosys)"; head -n 5 "$work/$name.yosys"
  elif [ "$(count "$name" assert)" -lt "$(key "$wrapper" asserts 1)" ] \
    || [ "$(count "$name" cover)" -lt "$(key "$wrapper" covers 1)" ]; then
    result="FAIL ($(count "$name" assert) asserts, $(count "$name" cover) covers: fewer than recorded)"
  elif ! prove "$name" "$depth"; then
    result="FAIL (proof)"; grep -h "failed\|Status" "$work/$name".{base,induction} 2> /dev/null | head -n 5
  elif [ $quick -eq 0 ] && ! timeout "$limit" yosys-smtbmc --unroll --noprogress -s z3 -c -t "$(key "$wrapper" cover_depth 40)" \
      "$work/$name.smt2" > "$work/$name.cover" 2>&1; then
    result="FAIL (cover)"; grep -h "Unreached\|Status" "$work/$name.cover" | head -n 5
  fi
  verdict=pass
  case $result in FAIL*) failures=$((failures + 1)) verdict=FAIL result=${result#FAIL } ;; esac
  printf '%s %-24s %3d asserts %2d covers  %4d s  %s\n' $verdict "$name" "$(count "$name" assert)" \
    "$(count "$name" cover)" $((SECONDS - begin)) "$result"
  [ $mutants -eq 1 ] || continue
  source_file=$(ls rtl/*/"$name".sv)
  number=0
  while read -r edit; do
    begin=$SECONDS
    number=$((number + 1))
    mkdir -p "$work/mutant"
    mutated=$work/mutant/$name.sv
    sed "$edit" "$source_file" > "$mutated"
    if cmp -s "$source_file" "$mutated"; then
      result="FAIL (the edit changes nothing)"
    elif ! build "$name.mutant" "$wrapper" "$mutated"; then
      result="FAIL (yosys)"; head -n 5 "$work/$name.mutant.yosys"
    elif prove "$name.mutant" "$depth"; then
      result="FAIL (the proof holds for the mutant)"
    elif ! grep -qhi "assert failed" "$work/$name.mutant".{base,induction} 2> /dev/null; then
      result="FAIL (no assertion named)"
    else
      result="caught by $(grep -hio 'assert failed in .*' "$work/$name.mutant".{base,induction} 2> /dev/null \
        | head -n 1 | sed 's/.*: //')"
    fi
    verdict=pass
    case $result in
      FAIL*) failures=$((failures + 1)) verdict=FAIL result=${result#FAIL } ;;
      *) caught=$((caught + 1)) ;;
    esac
    printf '%s %-24s mutant %d               %4d s  %s\n' $verdict "$name" $number \
      $((SECONDS - begin)) "$result"
  done < <(sed -n 's|^// mutant: ||p' "$wrapper")
done
echo "formal: $jobs units, $caught mutants caught, $failures failures, $((SECONDS - start)) s"
[ $failures -eq 0 ] && [ $jobs -gt 0 ]
