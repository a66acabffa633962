#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks how coverage is counted: merging, toggles, holes, waivers, and the plan's files."""

import re
import sys
import tempfile
import tomllib
from pathlib import Path

from coverage import page, points, waivers

UNIT = "cbcm/packet_marker"


def point(kind, text, count, line=66, column=5, lines="", file=f"/any/rtl/{UNIT}.sv"):
    fields = {"f": file, "l": line, "n": column, "page": f"v_{kind}/m__R8", "o": text, "S": lines}
    body = "".join(f"\x01{key}\x02{value}" for key, value in fields.items())
    return f"C '{body}' {count}\n"


FIRST = (point("branch", "if", 3, lines="67-69") + point("branch", "else", 0, column=6)
         + point("toggle", "valid_q[0]", 1) + point("toggle", "ring_q[1][0]", 0)
         + point("line", "block", 0, line=64, lines="64")
         + point("user", "Marks", 0, file=f"/any/tb/coverage/{UNIT}_cover.sv"))
SECOND = (point("branch", "else", 2, column=6) + point("toggle", "valid_q[0]", 1)
          + point("toggle", "valid_q[1]", 1)
          + point("user", "u_cover.Marks", 1, file=f"/any/tb/coverage/{UNIT}_cover.sv"))


def merged(*texts):
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, text in enumerate(texts):
            files.append(Path(folder) / f"{number}.dat")
            files[-1].write_text("# SystemC::Coverage-3\n" + text)
        without = waivers.memory_filter([{"unit": UNIT, "signal": "ring_q"}])
        return points.merge(files, without)


def check_counts():
    one, both = merged(FIRST)[UNIT], merged(FIRST, SECOND)[UNIT]
    wanted = [(one.branches, {(66, 5, "if"): 3, (66, 6, "else"): 0}),
              (both.branches, {(66, 5, "if"): 3, (66, 6, "else"): 2}),
              (both.lines, {64: 0, 67: 3, 68: 3, 69: 3}),
              (both.toggles, {"valid_q[0]": 2, "valid_q[1]": 1}), (both.users, {"Marks": 1})]
    for found, right in wanted:
        if found != right:
            yield f"{found} instead of {right}"
    if points.hit("toggle", 1) or not points.hit("toggle", 2) or not points.hit("line", 1):
        yield "a bit has toggled when it has changed twice"


def check_waivers():
    modules = merged(FIRST)
    text = waivers.source_lines(UNIT)[66].strip()
    good = [{"unit": UNIT, "kind": "branch", "text": text, "branch": "else", "reason": "r"},
            {"unit": UNIT, "kind": "toggle", "signal": "valid_q", "reason": "r"},
            {"unit": UNIT, "kind": "user", "point": "Marks", "reason": "r"},
            {"unit": UNIT, "kind": "line", "text": waivers.source_lines(UNIT)[64].strip(),
             "reason": "r"}]
    left, waived, unused = waivers.apply(modules, good)
    if left or len(waived) != 4 or unused:
        yield f"four holes, four waivers: left {left}, waived {waived}, unused {unused}"
    left, waived, unused = waivers.apply(modules, [{**good[0], "branch": "if"}])
    if len(left) != 4 or waived or len(unused) != 1:
        yield "a waiver of another branch is accepted, or not reported"
    left, _, unused = waivers.apply(modules, [{**good[1], "signal": "valid"}])
    if len(left) != 4 or len(unused) != 1:
        yield "a waiver of a signal whose name only begins so is accepted"


def check_files():
    waivers.load()
    plan = tomllib.loads((points.ROOT / "scripts/coverage/plan.toml").read_text())
    if plan["clocks"] > 300000:
        yield "plan.toml: more than 300000 clocks"
    names = [name for path in sorted((points.ROOT / "rtl").glob("*/variants.json"))
             for name in re.findall(r'"name": "(\w+)"', path.read_text())]
    yield from (f"plan.toml: no variant matches {pattern}" for pattern in plan["variants"]
                if not any(re.search(pattern, name) for name in names))
    for path in sorted((points.ROOT / "rtl").glob("*/*.sv")):
        bound = points.ROOT / "tb/coverage" / path.parent.name / f"{path.stem}_cover.sv"
        if not path.stem.endswith("_pkg") and f"bind {path.stem} " not in (
                bound.read_text() if bound.exists() else ""):
            yield f"{path.parent.name}/{path.stem} has no cover points"


def check_page():
    entry = {"line": [1, 2], "branch": [2, 2], "toggle": [1, 1], "user": [1, 1]}
    document = {"clocks": 10, "total": entry, "units": {UNIT: entry},
                "holes": [[UNIT, "line", "a | b"]], "waived": [], "memories": [], "cpp": {}}
    text = page.text(document)
    if "| RTL lines | 1 | 2 | 50.0 |" not in text or "a | b" not in text:
        yield "the page does not say 1 of 2, or not what is not reached"


def main():
    failed = 0
    for name, check in (("counts", check_counts), ("waivers", check_waivers),
                        ("files", check_files), ("page", check_page)):
        problems = list(check())
        failed += bool(problems)
        for problem in problems:
            print(f"FAIL coverage {name}: {problem}")
        if not problems:
            print(f"pass coverage {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
