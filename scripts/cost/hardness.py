# SPDX-License-Identifier: Apache-2.0
"""What the status page says of coverage, mutants and faults, from what `make coverage`, `make mutate`
and `make faults` committed."""

import json
from collections import Counter
from pathlib import PurePath

from . import tools

FOLDER = tools.ROOT / "docs/reference/generated"
COVERAGE = ("line", "branch", "toggle", "user")
SURVIVED = ("recovers", "bears it")
WORDS = {"hotspot differs": "others recover", "check": "check failed"}


def load(name):
    path = FOLDER / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else {}


def percent(pair):
    """Rounded down: 100 % is all of them."""
    hit, total = pair
    return "-" if total == 0 else f"{1000 * hit // total / 10:g} %"


def unit_rows():
    """One row per unit: coverage, and mutants killed of those tried that are not equivalent."""
    covered = {PurePath(name).name: unit for name, unit in load("coverage").get("units", {}).items()
               if "line" in unit}
    mutated = {PurePath(name).stem: file for name, file in load("mutation").get("files", {}).items()}
    rows = []
    for unit in sorted(covered.keys() | mutated.keys()):
        cells = [percent(covered[unit][kind]) for kind in COVERAGE] if unit in covered \
            else ["-"] * len(COVERAGE)
        file = mutated.get(unit)
        killed = f"{file['killed']} of {file['tried'] - file['equivalent']}" if file else "not run"
        rows.append([unit, *cells, killed])
    return rows


def fault_rows():
    """One row per mechanism: how many faults it survives, and the longest recovery from those."""
    rows = load("faults").get("rows", [])
    found = []
    for mechanism in dict.fromkeys(row["mechanism"] for row in rows):
        own = [row for row in rows if row["mechanism"] == mechanism]
        survived = [row for row in own if row["verdict"] in SURVIVED]
        worst = max((row["worst_recovery"] for row in survived
                     if row["verdict"] == "recovers"), default=None)
        others = Counter(WORDS.get(row["verdict"], row["verdict"]) for row in own
                         if row["verdict"] not in SURVIVED)
        found.append([mechanism, f"{len(survived)} of {len(own)}",
                      "-" if worst is None else f"{worst:,}",
                      ", ".join(f"{count} {verdict}" for verdict, count in others.items()) or "-"])
    return found
