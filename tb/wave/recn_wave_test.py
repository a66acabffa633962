#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a waveform of RECN shows is what the run has counted.

usage: recn_wave_test.py DIR      (of a run with --wave router.all,nic.all and the whole run as window)

As many messages as summary.json counts; each SAQ of recn.csv is in use in its cycle, with its path.
"""

import csv
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import waveform  # noqa: E402

TURN_BITS = 2
WANTED = re.compile(r"\.(notify|notify_to|answer|answer_to|saqs|turns|mask)$")
NOTICES, ANSWERS = ("NOTIF", "XOFF", "XON"), ("ACC", "REJ", "DEALLOC")


def read(path):
    """Value changes of RECN's signals: {name: [(cycle, value)]}."""
    names, changes = defaultdict(list), defaultdict(list)
    with waveform.Waveform(path) as wave:
        for signal in wave.signals:
            if ".recn_" in signal.name and "_rtl." not in signal.name and WANTED.search(signal.name):
                names[signal.code].append(signal.name)
        for cycle, code, digits in wave.changes():
            for name in names.get(code, ()):
                changes[name].append((cycle, int(digits, 2)))
    return changes, wave.end


def by_cycle(changes, end):
    """The value of each cycle."""
    values, at = [0] * (end + 1), 0
    for (cycle, value), (until, _) in zip(changes, changes[1:] + [(end + 1, 0)]):
        values[cycle:until] = [value] * (until - cycle)
    return values


def main():
    folder = Path(sys.argv[1])
    changes, end = read(folder / "wave.fst")
    values = {name: by_cycle(of, end) for name, of in changes.items()}
    counted = json.loads((folder / "summary.json").read_text())["mechanism"]
    seen = defaultdict(int)
    for name, kinds in values.items():
        sort = name.rsplit(".", 1)[1]
        if sort not in ("notify", "answer"):
            continue
        takers = values[name + "_to"]
        for kind, to in zip(kinds, takers):
            if kind:
                seen[(NOTICES if sort == "notify" else ANSWERS)[kind - 1]] += bin(to).count("1")
    failed = False
    for kind, counter in (("NOTIF", "notifications"), ("XOFF", "xoffs"), ("XON", "xons"), ("ACC", "accepted"),
                          ("REJ", "refused")):
        print(f"{kind}: {seen[kind]} in the waveform, {counted[counter]} counted")
        failed |= seen[kind] != counted[counter] or (kind != "REJ" and seen[kind] == 0)
    made = counted["saqs_freed"] + counted["nic_saqs_made"] - counted["nic_saqs_at_end"]
    print(f"DEALLOC: {seen['DEALLOC']} in the waveform, {made} SAQs freed")
    failed |= seen["DEALLOC"] != made
    rows = list(csv.DictReader((folder / "recn.csv").open()))
    for row in rows:
        scope = f"router_{row['router']}.recn_{row['side']}_{row['port']}"
        cycle, saq, turns = int(row["cycle"]), int(row["saq"]), row["path"].split(".")
        path = sum(int(turn) << TURN_BITS * i for i, turn in enumerate(turns))
        shown = [values[f"{scope}.{name}"][cycle] for name in ("saqs", f"saq_{saq}.turns", f"saq_{saq}.mask")]
        if not shown[0] >> saq & 1 or shown[1:] != [path, (1 << TURN_BITS * len(turns)) - 1]:
            print(f"{scope}, SAQ {saq}, cycle {cycle}: the path is {row['path']}, shown are {shown}")
            failed = True
    print(f"{len(rows)} paths compared")
    if not any(int(row["saq"]) for row in rows):
        print("no port had two SAQs")
        failed = True
    if failed:
        print("FAIL: waveform and run differ")
        return 1
    return 0


sys.exit(main())
