#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a waveform and its view in the real GTKWave (without a display) and checks what it shows.

usage: gtkwave_open_test.py FILE.fst FILE.gtkw [PICTURE.png]

Every trace of the view must be there under its name; at several cycles the value that GTKWave prints
beside the name must be the file's value (read independently by fst2vcd), in the trace's style: enum
names, decimal numbers, characters. The picture must show coloured traces.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HEX, DECIMAL, BINARY, BLANK, ASCII = 0x2, 0x4, 0x8, 0x200, 0x800
ENUM = 0x100000000
ROW_PIXELS, FRAME_PIXELS, MOST_PIXELS = 21, 200, 30000
FATAL_WORDS = ("could not", "couldn't", "not found", "missing", "error", "warning", "abort")
HARMLESS = ("gtk", "glib", "dconf", "dbus", "gdk", "atk", "at-spi", "canberra", "fontconfig")


def fail(text):
    print(f"FAIL: {text}")
    sys.exit(1)


def read_view(path):
    """The traces of a save file: (alias, flags, bits), bits as (signal, index from the left or None)."""
    traces, flags = [], 0
    for line in path.read_text().splitlines():
        if line.startswith("@"):
            flags = int(line[1:], 16)
        elif line.startswith("-"):
            if "missing in the file" in line:
                fail(f"the view says: {line[1:]}")
            traces.append((line[1:], flags, None))
        elif match := re.fullmatch(r"\+\{(.*?)\} (\S+)", line):
            traces.append((match[1], flags, [(match[2], None)]))
        elif match := re.fullmatch(r"#\{(.*?)\}((?: \(\d+\)\S+)+)", line):
            bits = [re.fullmatch(r"\((\d+)\)(\S+)", item) for item in match[2].split()]
            traces.append((match[1], flags, [(bit[2], int(bit[1])) for bit in bits]))
    return traces


def read_file(path):
    """Value changes and enum names of an FST, through fst2vcd."""
    text = subprocess.run(["fst2vcd", "-e", "-f", str(path)], check=True, capture_output=True,
                          text=True).stdout
    scope, tables, pending = [], {}, None
    signals, changes, time, header = {}, {}, 0, True
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scope.append(words[2])
        elif words[0] == "$upscope":
            scope.pop()
        elif words[:3] == ["$attrbegin", "misc", "07"]:
            if words[3] == '""':
                pending = tables[int(words[4])]
            else:
                count = int(words[4])
                names, values = words[5:5 + count], words[5 + count:5 + 2 * count]
                tables[int(words[-2])] = {int(v, 2): n for n, v in zip(names, values)}
        elif words[0] == "$var":
            name = ".".join(scope + [words[4]]) + (words[5] if words[5] != "$end" else "")
            signals[name] = (words[3], int(words[2]), pending)
            pending = None
        elif words[0] == "$enddefinitions":
            header = False
        elif header:
            continue
        elif words[0][0] == "#":
            time = int(words[0][1:])
        elif words[0][0] == "b":
            changes.setdefault(words[1], []).append((time, words[0][1:]))
        elif words[0][0] in "01" and words[0][1:]:
            changes.setdefault(words[0][1:], []).append((time, words[0][0]))
    return signals, changes, time


def expected(trace, signals, changes, time):
    """What GTKWave should print for a trace at a time."""
    _, flags, bits = trace
    digits, names = "", None
    for signal, index in bits:
        code, width, table = signals[signal]
        value = [v for when, v in changes[code] if when <= time][-1].zfill(width)
        digits += value if index is None else value[index]
        names = table if index is None else None
    number = int(digits, 2)
    if flags & ENUM:
        if not names:
            fail(f"{bits[0][0]} is shown as enum, but the file declares no names for it")
        return names.get(number, digits)
    if flags & ASCII:
        return number.to_bytes(8, "big").decode("latin-1").replace("\0", "")
    if flags & DECIMAL:
        return str(number)
    if flags & HEX:
        return f"{number:0{(len(digits) + 3) // 4}X}"
    return digits


SCRIPT = """
proc redraw {{}} {{ for {{set i 0}} {{$i < 15}} {{incr i}} {{ after 10; gtkwave::nop }} }}
redraw
set out [open {report} w]
set count [gtkwave::getTotalNumTraces]
puts $out "range [gtkwave::getMinTime] [gtkwave::getMaxTime] [gtkwave::getTimeDimension]"
puts $out "window [gtkwave::getWindowStartTime] [gtkwave::getWindowEndTime]"
for {{set i 0}} {{$i < $count}} {{incr i}} {{
  puts $out "trace [gtkwave::getTraceFlagsFromIndex $i] [gtkwave::getTraceNameFromIndex $i]"
}}
foreach time {{{times}}} {{
  gtkwave::setMarker $time
  redraw
  for {{set i 0}} {{$i < $count}} {{incr i}} {{
    puts $out "value $time $i [gtkwave::getTraceValueAtMarkerFromIndex $i]"
  }}
}}
puts $out done
close $out
exit
"""


def run_gtkwave(fst, view, times, work, height):
    report = work / "report"
    script = work / "check.tcl"
    script.write_text(SCRIPT.format(report=report, times=" ".join(map(str, times))))
    result = subprocess.run(
        ["xvfb-run", "-a", "-s", f"-screen 0 1520x{height}x24 -noreset", "gtkwave", "--rcvar",
         "splash_disable on", "--script", str(script), str(fst), str(view)],
        env={**os.environ, "HOME": str(work)}, capture_output=True, text=True, timeout=45)
    for line in (result.stdout + result.stderr).splitlines():
        low = line.lower()
        if any(word in low for word in FATAL_WORDS) and not any(word in low for word in HARMLESS):
            fail(f"GTKWave says: {line}")
    lines = report.read_text().splitlines() if report.exists() else []
    if not lines or lines[-1] != "done":
        fail(f"GTKWave did not finish the script:\n{result.stdout}{result.stderr}")
    return lines


def check(fst, view, work):
    traces = read_view(view)
    signals, changes, last = read_file(fst)
    shown = [trace for trace in traces if trace[2]]
    if not shown:
        fail("the view shows no signal")
    for alias, _, bits in shown:
        for signal, _ in bits:
            if signal not in signals:
                fail(f"'{alias}' names {signal}, which the file does not hold")
    # Values exist only for rows on the screen: all groups unfolded, in a window that holds them all.
    height = min(FRAME_PIXELS + ROW_PIXELS * len(traces), MOST_PIXELS)
    text = view.read_text().replace("@c00200\n", "@800200\n").replace("@1401200\n", "@1000200\n")
    unfolded = work / "unfolded.gtkw"
    unfolded.write_text(re.sub(r"^\[size\].*", f"[size] 1500 {height - 20}", text, flags=re.M))
    first = min(when for when, _ in sum(changes.values(), []))
    times = sorted({first + (last - first) * i // 6 for i in range(1, 7)})
    lines = run_gtkwave(fst, unfolded, times, work, height)

    there = [line.split(" ", 2) for line in lines if line.startswith("trace ")]
    if len(there) != len(traces):
        fail(f"GTKWave has {len(there)} traces, the view {len(traces)}: some signal was not found")
    for (_, flags, name), (alias, _, bits) in zip(there, traces):
        if bits and name.strip() != alias.split(".")[-1]:
            fail(f"GTKWave shows '{name}' where the view has '{alias}'")
    start, end, unit = next(line.split()[1:] for line in lines if line.startswith("range"))
    if (int(start), int(end), unit) != (first, last, "s"):
        fail(f"GTKWave shows cycles {start} to {end} {unit}, the file holds {first} to {last}")
    left, right = (int(x) for x in next(line.split()[1:] for line in lines
                                        if line.startswith("window")))
    if left != first or right < first + (last - first) * 0.85:
        fail(f"the view opens on {left} to {right} of {first} to {last}")

    compared, visible = 0, (height - FRAME_PIXELS) // ROW_PIXELS
    named = set()
    for line in lines:
        if not line.startswith("value "):
            continue
        _, time, index, value = (line + " ").split(" ", 3)
        trace = traces[int(index)]
        if not trace[2] or int(index) >= visible:
            continue
        right_value = expected(trace, signals, changes, int(time))
        if value.strip() != right_value.strip():
            fail(f"at {time} GTKWave shows {trace[0]}={value.strip()}, the file has {right_value}")
        if trace[1] & ENUM and not value.strip().isdigit():
            named.add(value.strip())
        compared += 1
    if compared < min(len(shown), visible - len(traces) + len(shown)) * len(times):
        fail(f"only {compared} values could be compared")
    if any(trace[1] & ENUM for trace in shown) and not named:
        fail("no enum name was shown")
    return f"{len(shown)} traces, {compared} values as in the file, enum names: " + (
        ", ".join(sorted(named)) or "none in this view")


def picture(fst, view, png):
    script = Path(__file__).resolve().parents[2] / "scripts" / "wave_picture.sh"
    subprocess.run([str(script), str(fst), str(view), str(png)], check=True, timeout=60)
    colors = int(subprocess.run(["identify", "-format", "%k", str(png)], check=True,
                                capture_output=True, text=True).stdout)
    if colors < 20:
        fail(f"the picture has only {colors} colours: an empty window")


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__)
        return 2
    for tool, package in (("gtkwave", "gtkwave"), ("fst2vcd", "gtkwave"), ("xvfb-run", "xvfb"),
                          ("identify", "imagemagick")):
        if not shutil.which(tool):
            fail(f"{tool} is missing: apt-get install {package}")
    fst, view = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        summary = check(fst, view, work)
        png = Path(sys.argv[3]) if len(sys.argv) == 4 else work / "view.png"
        picture(fst, view, png)
    print(f"PASS: {summary}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
