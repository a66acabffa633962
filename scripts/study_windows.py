#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Storage of a contention window against what it costs in detection: feeds synthetic and recorded
degrees to the paper's window and to smaller ones, draws the trade-off
(docs/images/window_variants.*) and writes the tables of docs/reference/cbcm/window_variants.md.

Needs Debian's python3-numpy and python3-matplotlib, fst2vcd (gtkwave), and a program that has the
RTL variants of the paper's letter for radix 8 and 32 (cbcm_router_r8_letter, _r32_letter)."""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from window_study import drawing, streams, windows  # noqa: E402

RADIX = 64
LIMIT_BYTES = 1.9 * 1024
LEAST_FALSE = 0.002  # a stream with fewer false detections says nothing about their ratio
SETTLED = 200  # cycles after an onset from which on a hotspot should be seen
PAGE = ROOT / "docs" / "reference" / "cbcm" / "window_variants.md"
IMAGES = ROOT / "docs" / "images"


def measure(window, found):
    """Delays of all detections, and shares of time, per stream."""
    out = {}
    for stream in found:
        congested = window.decide(stream.degrees)
        record = out.setdefault(stream.name, {"delays": [], "held": [], "false": []})
        if not stream.onsets:
            record["false"].append(float(congested.mean()))
        for onset, output, end in stream.onsets:
            during = congested[onset:end, output]
            seen = np.flatnonzero(during)
            # An event that is missed counts as one seen at its end.
            record["delays"].append(int(seen[0]) + 1 if len(seen) else end - onset)
            record["held"].append(float(during[SETTLED:].mean()))
    return out


def summary(measured, paper):
    """Means over streams of the ratio to the paper's window, and the stream farthest from it."""
    delay, held, false = [], [], []
    for name, record in measured.items():
        reference = paper[name]
        if record["delays"]:
            delay.append(np.mean(record["delays"]) / np.mean(reference["delays"]))
            held.append(np.mean(record["held"]) - np.mean(reference["held"]))
        elif np.mean(reference["false"]) > LEAST_FALSE:
            false.append(np.mean(record["false"]) / np.mean(reference["false"]))

    def farthest(ratios):
        return float(max(ratios, key=lambda ratio: abs(ratio - 1)))
    return {"delay": float(np.mean(delay)), "worst_delay": farthest(delay),
            "held": float(np.mean(held)), "false": float(np.mean(false)),
            "worst_false": farthest(false)}


def rewrite(page, tables):
    """Puts each table between its `<!-- NAME -->` and the next `<!-- end -->`."""
    text = page.read_text()
    for name, table in tables.items():
        head, rest = text.split(f"<!-- {name} -->\n")
        text = f"{head}<!-- {name} -->\n{table}\n<!-- end -->{rest.split('<!-- end -->', 1)[1]}"
    page.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--seeds", type=int, default=2, help="recordings of each scenario")
    parser.add_argument("--print-only", action="store_true", help="no picture, no page")
    arguments = parser.parse_args()
    start = time.monotonic()
    found = streams.synthetic(1)
    found += streams.recorded(arguments.chokepoint, range(1, arguments.seeds + 1))
    print(f"{len(found)} streams, {time.monotonic() - start:.0f} s", flush=True)
    rows, measured = [], []
    for family, label, window in windows.candidates():
        measured.append(measure(window, found))
        rows.append({"family": family, "label": label, "bits": window.storage(RADIX),
                     **summary(measured[-1], measured[0])})
        print(rows[-1], flush=True)
    if not arguments.print_only:
        rewrite(PAGE, {"trade-off": drawing.trade_off_table(rows),
                       "streams": drawing.stream_table(measured[0], measured[1])})
        for path in drawing.draw(rows, LIMIT_BYTES, IMAGES):
            print(f"written: {path.relative_to(ROOT)}")
    print(f"{time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
