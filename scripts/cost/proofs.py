# SPDX-License-Identifier: Apache-2.0
"""The page on what is proved, from the results of scripts/formal.py."""

import json

from formal_flow.tools import without_seconds

from . import rtl, tools

RESULTS = tools.ROOT / "results/formal.json"
FILE = tools.ROOT / "docs/reference/generated/formal.json"


def adopt():
    """Commits the results of `make formal`, whole or of single units."""
    if not RESULTS.exists():
        return
    results = without_seconds(json.loads(RESULTS.read_text()))
    if not set(rtl.modules()) <= set(results["units"]):
        kept = {name: unit for name, unit in load().get("units", {}).items()
                if (tools.ROOT / unit["wrapper"]).exists()}
        units = dict(sorted({**kept, **results["units"]}.items()))
        results.update(units=units, failed=sum(unit["verdict"].startswith("FAIL")
                                               for unit in units.values()))
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps(results, indent=1) + "\n")


def load():
    return json.loads(FILE.read_text()) if FILE.exists() else {}


def runs_of(entries, good):
    return ["- " + ("" if entry["result"] == good else f"**{entry['result']}**: ")
            + f"{entry['parameters'] or 'defaults'}; {entry['depth']} "
            + ("clock" if entry["depth"] == 1 else "clocks") for entry in entries]


def unnoticed(unit, depth):
    """Properties none of whose mutants is noticed in so many clocks."""
    first = {}
    for mutant in unit["mutants"]:
        if mutant["result"] == "caught":
            first[mutant["property"]] = min(mutant["clock"], first.get(mutant["property"], mutant["clock"]))
    return sorted(name for name, clock in first.items() if clock >= depth)


def bounded_lines(unit):
    """Of each bounded run also which properties it could not see fail: those hold by the proof only."""
    lines = runs_of(unit["bounded"], "passed")
    return [line + (f"; too few to notice a mutant of {', '.join(missed)}" if missed else "")
            for line, missed in zip(lines, (unnoticed(unit, run["depth"]) for run in unit["bounded"]))]


def only_bounded(units):
    """A sentence on the wrappers that prove nothing by induction."""
    found = [f"[{name}](#{name}) ({len(set(unit['asserts']))} properties, "
             f"{max(run['depth'] for run in unit['bounded'])} clocks)"
             for name, unit in sorted(units.items()) if not unit["proofs"] and unit["bounded"]]
    if not found:
        return "All wrappers prove all of their properties by k-induction."
    proved = sum(bool(unit["proofs"]) for unit in units.values())
    return (f"{proved} wrappers prove all of their properties by k-induction. The others hold for a bounded number of "
            f"clocks from reset only: {', '.join(found)}.")


def unit_lines(name, unit):
    cover = unit.get("cover") or {}
    lines = [f"## {name}", f"[{unit['wrapper'].rsplit('/', 1)[1]}](../../{unit['wrapper']}): "
             + f"{unit['verdict']}.", ""]
    if unit["proofs"]:
        lines += ["Proved by k-induction (depth):", *runs_of(unit["proofs"], "proved"), ""]
    if unit["bounded"]:
        lines += ["From reset, for so many clocks, that of the reset included:", *bounded_lines(unit), ""]
    if cover.get("total"):
        lines += [f"Covers reached within {cover['depth']} clocks: {cover['reached']} of "
                  f"{cover['total']}.", ""]
    if unit["larger"]:
        lines += ["Larger parameters: " + " ".join(unit["larger"]) + ".", ""]
    if unit["assumed"]:
        lines += ["Assumed: " + " ".join(unit["assumed"]) + ".", ""]
    noticed = {}
    for mutant in unit["mutants"]:
        noticed.setdefault(mutant["property"], []).append(
            f"clock {mutant['clock']}" if mutant["result"] == "caught" else mutant["result"])
    lines += ["| property | its mutants fail it in |", "|---|---|"]
    return lines + [f"| {name} | {', '.join(noticed.get(name, ['no mutant']))} |"
                    for name in sorted({cell.rsplit(".", 1)[-1] for cell in unit["asserts"]})]


def text(head):
    """The text of the page."""
    results = load()
    versions = ", ".join(f"{name} {version}" for name, version in
                         sorted(results.get("tools", {}).items()))
    units = results.get("units", {})
    lines = [f"{head}# What is proved", "", "Written from a run of `make formal`"
             + (f" with {versions}" if versions else "") + ". A *property* is an assertion in the",
             "wrapper named, or in the RTL. Proofs by k-induction hold for any number of clocks, at the",
             "parameters listed; bounded runs from reset are at larger ones. Each property is shown to fail",
             "on a *mutant*, an edit of the RTL or of an assumption, with all other properties removed: the clock is that of the counterexample. How to run one unit:",
             "`scripts/formal.py UNIT`; the format of wrappers: `scripts/formal.py --help`.", "",
             only_bounded(units), ""]
    for name, unit in sorted(units.items()):
        lines += [*unit_lines(name, unit), ""]
    return "\n".join(lines)
