#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a waveform of RECN shows is what the run has counted.

usage: recn_wave_test.py DIR      (of a run with --wave router.all,nic.all and the whole run as window)

As many messages as summary.json counts; each SAQ of recn.csv is in use in its cycle, with its path.
"""

import csv
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

TURN_BITS = 2
WANTED = re.compile(r"\.(notify|notify_to|answer|answer_to|saqs|turns|mask)$")
NOTICES, ANSWERS = ("NOTIF", "XOFF", "XON"), ("ACC", "REJ", "DEALLOC")


def read(path):
    """Value changes of RECN's signals: {name: [(cycle, value)]}."""
    text = subprocess.run(["fst2vcd", "-f", str(path)], check=True, capture_output=True, text=True).stdout
    scope, names, changes, now = [], defaultdict(list), defaultdict(list), 0
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scope.append(words[2])
        elif words[0] == "$upscope":
            scope.pop()
        elif words[0] == "$var":
            name = ".".join(scope + [words[4]])
            if ".recn_" in name and "_rtl." not in name and WANTED.search(name):
                names[words[3]].append(name)
        elif line[0] == "#":
            now = int(line[1:])
        elif line[0] in "b01":
            value, code = (words[0][1:], words[1]) if line[0] == "b" else (line[0], line[1:])
            for name in names.get(code, ()):
                changes[name].append((now, int(value, 2)))
    return changes, now


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
