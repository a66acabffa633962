#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Pictures a waveform view as GTKWave shows it, without a display.
# usage: wave_picture.sh FST GTKW OUT.png [CYCLE]
# CYCLE sets the marker, whose values stand beside the names. WAVE_HEIGHT sets the picture's height.
set -euo pipefail

if [ $# -lt 3 ] || [ $# -gt 4 ]; then
  echo "usage: $0 FST GTKW OUT.png [CYCLE]" >&2
  exit 2
fi
for tool in gtkwave:gtkwave Xvfb:xvfb import:imagemagick; do
  if ! command -v "${tool%%:*}" >/dev/null; then
    echo "$0: ${tool%%:*} is missing; install it with: apt-get install ${tool##*:}" >&2
    exit 2
  fi
done
for file in "$1" "$2"; do
  if [ ! -r "$file" ]; then
    echo "$0: cannot read $file" >&2
    exit 2
  fi
done
fst=$(realpath "$1") out=$(realpath -m "$3") marker=${4:-}
width=1500 height=${WAVE_HEIGHT:-950}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The window fills the picture exactly, whatever size the view asks for.
sed -e "s/^\[size\].*/[size] $width $height/" -e "s/^\[pos\].*/[pos] 0 0/" "$2" > "$work/view.gtkw"
cat > "$work/picture.tcl" <<TCL
proc redraw {} { for {set i 0} {\$i < 15} {incr i} { after 20; gtkwave::nop } }
redraw
gtkwave::setZoomRangeTimes [gtkwave::getMinTime] [gtkwave::getMaxTime]
if {"$marker" ne ""} { gtkwave::setMarker $marker }
redraw
exec import -window root $work/out.png
exit
TCL
# A display of its own on a free number; -displayfd reports it when the server is ready.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 "${width}x${height}x24" -noreset -nolisten tcp \
  3> "$work/display" 2> "$work/log" &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$work"' EXIT
if ! read -r -t 30 display < "$work/display"; then
  cat "$work/log" >&2
  echo "$0: Xvfb does not start" >&2
  exit 1
fi
cd "$(dirname "$fst")"
# A home of its own: the user's settings must not change the picture.
if ! HOME=$work DISPLAY=:$display timeout 60 gtkwave --rcvar "hide_sst on" \
    --rcvar "splash_disable on" --script "$work/picture.tcl" "$(basename "$fst")" \
    "$work/view.gtkw" > "$work/log" 2>&1 || [ ! -s "$work/out.png" ]; then
  cat "$work/log" >&2
  echo "$0: GTKWave did not show $1" >&2
  exit 1
fi
mv "$work/out.png" "$out"
