#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a waveform and its view in the real GTKWave (without a display) and checks what it shows.

usage: gtkwave_open_test.py FILE.fst FILE.gtkw [PICTURE.png]

Every trace of the view must be there under its name; at several cycles the value that GTKWave
prints beside the name must be the file's value (read independently by fst2vcd), in the trace's
style: enum names, decimal numbers, characters. The picture must show coloured traces.
"""

import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import waveform  # noqa: E402

HEX, DECIMAL, BINARY, BLANK, ASCII = 0x2, 0x4, 0x8, 0x200, 0x800
ENUM = 0x100000000
ANALOG = 0x8000 | 0x80000
ROW_PIXELS, FRAME_PIXELS, PAGE = 21, 200, 120  # rows on the screen at a time
TIMES = 4
FATAL_WORDS = ("could not", "couldn't", "not found", "missing", "error", "warning", "abort")
HARMLESS = ("gtk", "glib", "dconf", "dbus", "gdk", "atk", "at-spi", "canberra", "fontconfig")


def fail(text):
    print(f"FAIL: {text}")
    sys.exit(1)


def read_view(path):
    """Traces of a save file: (alias, flags, bits, line), bits as (signal, index from left)."""
    traces, flags = [], 0
    for line in path.read_text().splitlines():
        if line.startswith("@"):
            flags = int(line[1:], 16)
        elif line.startswith("-"):
            if "missing in the file" in line:
                fail(f"the view says: {line[1:]}")
            traces.append((line[1:], flags, None, line))
        elif match := re.fullmatch(r"\+\{(.*?)\} (\S+)", line):
            traces.append((match[1], flags, [(match[2], None)], line))
        elif match := re.fullmatch(r"#\{(.*?)\}((?: \(\d+\)\S+)+)", line):
            bits = [re.fullmatch(r"\((\d+)\)(\S+)", item) for item in match[2].split()]
            traces.append((match[1], flags, [(bit[2], int(bit[1])) for bit in bits], line))
    return traces


def read_file(path):
    """Signals by name, changes by code and the last cycle of an FST."""
    changes = {}
    with waveform.Waveform(path) as wave:
        for time, code, digits in wave.changes():
            changes.setdefault(code, []).append((time, digits))
    return {signal.name + signal.bits: signal for signal in wave.signals}, changes, wave.end


def expected(trace, signals, changes, time):
    """What GTKWave should print for a trace at a time."""
    _, flags, bits, _ = trace
    digits, names = "", {}
    for signal, index in bits:
        of = signals[signal]
        value = [v for when, v in changes[of.code] if when <= time][-1].zfill(of.width)
        digits += value if index is None else value[index]
        names = of.names if index is None else {}
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
proc redraw {{}} {{ for {{set i 0}} {{$i < 5}} {{incr i}} {{ after 10; gtkwave::nop }} }}
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


class Display:
    """An X server without a screen, on a free display number."""

    def __init__(self, height):
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"1520x{height}x24", "-noreset",
             "-nolisten", "tcp"], pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        ready, _, _ = select.select([read_end], [], [], 30)
        # The line ends after the number in a write of its own: reading less would kill the server.
        with os.fdopen(read_end) as pipe:
            number = pipe.readline().strip() if ready else ""
        if not number:
            self.server.kill()
            fail("Xvfb does not start")
        self.name = ":" + number

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def run_gtkwave(display, fst, view, times, work):
    """The lines that GTKWave's script interface reports about the view."""
    report = work / "report"
    report.unlink(missing_ok=True)
    script = work / "check.tcl"
    script.write_text(SCRIPT.format(report=report, times=" ".join(map(str, times))))
    environment = {**os.environ, "HOME": str(work), "DISPLAY": display.name}
    environment.pop("XAUTHORITY", None)
    result = subprocess.run(
        ["gtkwave", "--rcvar", "splash_disable on", "--script", str(script), str(fst), str(view)],
        env=environment, capture_output=True, text=True, timeout=45)
    for line in (result.stdout + result.stderr).splitlines():
        low = line.lower()
        if any(word in low for word in FATAL_WORDS) and not any(word in low for word in HARMLESS):
            fail(f"GTKWave says: {line}")
    lines = report.read_text().splitlines() if report.exists() else []
    if not lines or lines[-1] != "done":
        fail(f"GTKWave did not finish the script:\n{result.stdout}{result.stderr}")
    return lines


def check_traces(lines, traces):
    there = [line.split(" ", 2) for line in lines if line.startswith("trace ")]
    if len(there) != len(traces):
        fail(f"GTKWave has {len(there)} traces, the view {len(traces)}: some signal was not found")
    for (_, _, name), (alias, _, bits, _) in zip(there, traces):
        if bits and name.strip() != alias:
            fail(f"GTKWave shows '{name}' where the view has '{alias}'")


def check_window(lines, first, last):
    start, end, unit = next(line.split()[1:] for line in lines if line.startswith("range"))
    if (int(start), int(end), unit) != (first, last, "s"):
        fail(f"GTKWave shows cycles {start} to {end} {unit}, the file holds {first} to {last}")
    left, right = map(int, next(x.split()[1:] for x in lines if x.startswith("window")))
    if left != first or right < first + (last - first) * 0.85:
        fail(f"the view opens on {left} to {right} of {first} to {last}")


def check_values(lines, traces, signals, changes, times):
    """Compares what GTKWave prints with the file; returns the enum names seen."""
    named, compared = set(), 0
    for line in lines:
        if not line.startswith("value "):
            continue
        _, time, index, value = (line + " ").split(" ", 3)
        trace = traces[int(index)]
        if not trace[2]:
            continue
        right = expected(trace, signals, changes, int(time))
        if value.strip() != right.strip():
            fail(f"at {time} GTKWave shows {trace[0]}={value.strip()}, the file has {right}")
        if trace[1] & ENUM and not value.strip().isdigit():
            named.add(value.strip())
        compared += 1
    if compared != len(traces) * len(times):
        fail(f"{compared} values compared instead of {len(traces) * len(times)}")
    return named


def check(fst, view, work):
    traces = read_view(view)
    signals, changes, last = read_file(fst)
    shown = [trace for trace in traces if trace[2]]
    if not shown:
        fail("the view shows no signal")
    for alias, _, bits, _ in shown:
        for signal, _ in bits:
            if signal not in signals:
                fail(f"'{alias}' names {signal}, which the file does not hold")
    first = min(values[0][0] for values in changes.values())
    times = sorted({first + (last - first) * i // TIMES for i in range(1, TIMES + 1)})
    named = set()
    with Display(FRAME_PIXELS + ROW_PIXELS * PAGE) as display:
        lines = run_gtkwave(display, fst, view, [], work)
        check_traces(lines, traces)
        check_window(lines, first, last)
        # GTKWave knows the values of rows on the screen only, and is slow with many rows: pages.
        for begin in range(0, len(shown), PAGE):
            page = shown[begin:begin + PAGE]
            file = work / "page.gtkw"
            file.write_text(f"[size] 1500 {FRAME_PIXELS + ROW_PIXELS * PAGE - 20}\n" + "".join(
                f"@{flags & ~ANALOG:x}\n{text}\n" for _, flags, _, text in page))
            lines = run_gtkwave(display, fst, file, times, work)
            named |= check_values(lines, page, signals, changes, times)
    if any(trace[1] & ENUM for trace in shown) and not named:
        fail("no enum name was shown")
    return f"{len(shown)} traces, {len(shown) * len(times)} values as in the file, enum names: " + (
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
    for tool, package in (("gtkwave", "gtkwave"), ("fst2vcd", "gtkwave"), ("Xvfb", "xvfb"),
                          ("identify", "imagemagick")):
        if not shutil.which(tool):
            fail(f"{tool} is missing: apt-get install {package}")
    fst, view = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    for file in (fst, view):
        if not file.is_file():
            fail(f"there is no file {file}")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        summary = check(fst, view, work)
        png = Path(sys.argv[3]) if len(sys.argv) == 4 else work / "view.png"
        picture(fst, view, png)
    print(f"PASS: {summary}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
