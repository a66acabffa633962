#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds targets of a build folder and says how far it is and how long it will roughly take.
# usage: scripts/build.sh FOLDER JOBS TARGET...
# On a terminal Ninja's own line; elsewhere a line at once and one every 15 s, and of an error only what is
# wrong. The whole log: FOLDER/build.log. Exit: the build's.
set -uo pipefail
if [ $# -lt 3 ]; then sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2; fi
folder=$1 jobs=$2
shift 2
start=$SECONDS log=$folder/build.log

# Steps still to do, without doing any; a step takes about 3 s of a core, one of a variant more.
steps=$(ninja -C "$folder" -n "$@" 2>/dev/null | sed -n 's|^\[[0-9]*/\([0-9]*\)\].*|\1|p' | tail -n 1)
if [ "${steps:-0}" -gt 5 ]; then
  echo "building $* in $folder: $steps steps, about $(((steps * 3 / jobs + 30) / 60)) min on $jobs cores"
fi

if [ -t 1 ]; then
  NINJA_STATUS='[%f of %t, %es] ' cmake --build "$folder" -j "$jobs" --target "$@" || exit
else
  NINJA_STATUS='[%f/%t] ' cmake --build "$folder" -j "$jobs" --target "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  trap 'kill $pid 2>/dev/null' INT TERM
  said=$start
  while kill -0 $pid 2>/dev/null; do
    sleep 0.5
    if [ $((SECONDS - said)) -lt 15 ]; then continue; fi
    said=$SECONDS spent=$((SECONDS - start))
    read -r done all <<<"$(sed -n 's|^\[\([0-9]*\)/\([0-9]*\)\].*|\1 \2|p' "$log" | tail -n 1)"
    if [ "${done:-0}" -gt 0 ]; then
      echo "  $done of $all steps, $spent s; about $((spent * (all - done) / done)) s more"
    else
      echo "  $spent s"
    fi
  done
  if ! wait $pid; then
    grep -Ev '^\[[0-9]+/[0-9]+\]|^: &&|^/usr/bin/c\+\+ |^ccache ' "$log" | head -n 100 >&2
    echo "the whole log: $log" >&2
    exit 1
  fi
fi
echo "built $* in $((SECONDS - start)) s"
