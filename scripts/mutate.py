#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts mutants into the RTL and counts those that the unit tests notice.

usage: mutate.py run [--build DIR] [--units REGEX] [--sample N] [--minutes M] [--seed S]
       mutate.py sample [--build DIR]    small units and the check of the checker; for the test suite
       mutate.py list [--units REGEX]    all mutants
       mutate.py prove [--units REGEX]   reviewed survivors beside the RTL, in Yosys and ABC
       mutate.py adopt                   results/mutation.json into the reference pages
       mutate.py check                   the page is what the committed numbers say

A unit is built once, with all its mutants; the environment says which is on. DIR is a build with the
test programs. Results: results/mutation.json; a run adds to it what it has measured. Exit of run: 0
if every survivor that it met is reviewed (scripts/mutation/survivors.toml), of sample: if the checks
hold.
"""

import argparse
import json
import re
import sys
import time
import tomllib
from pathlib import Path, PurePath

from cost import rtl
from mutation import build, page, proof, run, survivors

ROOT = build.ROOT
PLAN = ROOT / "scripts/mutation/plan.toml"
RESULTS = ROOT / "results/mutation.json"
ADOPTED = ROOT / "docs/reference/generated/mutation.json"
PAGE = ROOT / "docs/reference/mutation.md"
SAMPLE_UNITS = ("packet_marker", "notification_echo", "acknowledgement_generator")
SAMPLE_MUTANTS = 20
IDENTITY = ("file", "line", "what", "old", "new", "nth")  # of a mutant in the results


def prepare(unit, folder, build_folder, identity=False):
    """Builds a unit and finds its tests: (mutants, tests)."""
    config = build.configuration(build_folder, unit["mechanism"])
    found = build.build(unit, folder, config, identity)
    return found, run.served_tests(unit, folder)


def try_unit(unit, arguments, deadline):
    """Verdicts of a unit's mutants by number, with all its mutants."""
    folder = arguments.build / "mutation" / unit["name"]
    start = time.monotonic()
    found, tests = prepare(unit, folder, arguments.build)
    print(f"{unit['name']}: {len(found)} mutants, {len(tests)} tests, "
          f"built in {time.monotonic() - start:.0f} s", flush=True)
    verdicts = {}
    for mutant in run.shuffled(found, unit, arguments.seed)[:arguments.sample]:
        if deadline and time.monotonic() > deadline:
            break
        verdicts[mutant.number] = run.verdict_of(folder, tests, mutant)
        if verdicts[mutant.number] == "survived":
            print(f"  survives: {mutant.describe()}", flush=True)
    return found, verdicts


def review(entries, mutant):
    """What survivors.toml says of a survivor."""
    entry = survivors.entry_of(entries, mutant)
    return {"reason": entry["reason"] if entry else "", "proved": bool(entry and entry["proved"])}


def record(document, found, verdicts, entries):
    """Adds a unit's verdicts to the document, file by file."""
    for file in sorted({mutant.file for mutant in found}):
        own = [mutant for mutant in found if mutant.file == file]
        tried = [mutant for mutant in own if mutant.number in verdicts]
        rows = [{**{key: getattr(mutant, key) for key in IDENTITY},
                 **review(entries, mutant)}
                for mutant in tried if verdicts[mutant.number] == "survived"]
        equivalent = sum(bool(row["reason"]) for row in rows)
        document["files"][file] = {
            "total": len(own), "tried": len(tried), "killed": len(tried) - len(rows),
            "odd": sum(verdicts[mutant.number] in ("hung", "crashed") for mutant in tried),
            "equivalent": equivalent, "left": len(rows) - equivalent,
            "sources": rtl.source_hash(PurePath(file).stem)}
        document["survivors"] = [row for row in document["survivors"]
                                 if row["file"] != file] + rows
    document["survivors"].sort(key=lambda row: (row["file"], row["line"], row["what"], row["new"]))


def no_longer(found, verdicts, entries):
    """Reviewed survivors that a test kills, or that are no mutants any more."""
    files = {mutant.file for mutant in found}
    wrong = []
    for entry in entries:
        if entry["file"] not in files:
            continue
        same = [mutant for mutant in found if survivors.matches(entry, mutant)]
        if not same:
            wrong.append(f"survivors.toml: no such mutant: {entry}")
        wrong += [f"survivors.toml: killed: {mutant.describe()}" for mutant in same
                  if verdicts.get(mutant.number, "survived") != "survived"]
    return wrong


def present(document):
    """The document without files that are no more."""
    there = {file for file in document["files"] if (ROOT / file).exists()}
    return {**document, "files": {file: document["files"][file] for file in sorted(there)},
            "survivors": [row for row in document["survivors"] if row["file"] in there]}


def reviewed_since(document):
    """The document with the reasons that survivors.toml has now."""
    entries = survivors.load()
    for row in document["survivors"]:
        mutant = build.mutants.Mutant(0, **{key: row[key] for key in IDENTITY})
        row.update(review(entries, mutant))
    for file, entry in document["files"].items():
        rows = [row for row in document["survivors"] if row["file"] == file]
        entry["equivalent"] = sum(bool(row["reason"]) for row in rows)
        entry["left"] = len(rows) - entry["equivalent"]
    return document


def run_all(arguments, plan):
    deadline = time.monotonic() + 60 * arguments.minutes if arguments.minutes else 0
    entries = survivors.load()
    document = {"seed": arguments.seed, "lengths": list(run.LENGTHS), "files": {},
                "survivors": []}
    if not RESULTS.exists() and ADOPTED.exists():  # a clone has what was committed
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(ADOPTED.read_text())
    if RESULTS.exists() and json.loads(RESULTS.read_text())["seed"] == arguments.seed:
        document = json.loads(RESULTS.read_text())
    wrong, measured = [], set()
    for unit in plan["unit"]:
        if not re.search(arguments.units, unit["name"]):
            continue
        if deadline and time.monotonic() > deadline:
            print(f"{unit['name']}: no time left")
            continue
        found, verdicts = build.instrument(unit, arguments.build / "mutation/list"), {}
        if found:
            found, verdicts = try_unit(unit, arguments, deadline)
        else:
            print(f"{unit['name']}: connects other units only, no mutants")
        record(document, found, verdicts, entries)
        measured |= {mutant.file for mutant in found}
        wrong += no_longer(found, verdicts, entries)
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(document, indent=1) + "\n")
    document = reviewed_since(present(document))
    RESULTS.write_text(json.dumps(document, indent=1) + "\n")
    sums = [sum(entry[key] for entry in document["files"].values())
            for key in ("killed", "tried", "equivalent", "left")]
    print(f"{sums[0]} of {sums[1]} killed, {sums[2]} equivalent, {sums[3]} left: "
          f"{page.percent(sums[0], sums[1] - sums[2])}")
    return wrong + [f"{file}: {entry['left']} survivors are not reviewed"
                    for file, entry in sorted(document["files"].items())
                    if entry["left"] and file in measured]


def sample(arguments, plan):
    """One small unit of each mechanism, and a build whose mutants do nothing."""
    wrong = []
    entries = survivors.load()
    units = [unit for unit in plan["unit"] if unit["name"] in SAMPLE_UNITS]
    arguments.sample = SAMPLE_MUTANTS
    for unit in units:
        found, verdicts = try_unit(unit, arguments, 0)
        lost = [mutant for mutant in found if verdicts.get(mutant.number) == "survived"
                and not survivors.reason_of(entries, mutant)]
        wrong += [f"{unit['name']}: {mutant.describe()}" for mutant in lost]
        if not lost:
            print(f"pass mutation {unit['name']}: {len(verdicts)} mutants", flush=True)
    unit = units[0]
    folder = arguments.build / "mutation" / f"{unit['name']}_identity"
    found, tests = prepare(unit, folder, arguments.build, identity=True)
    killed = [mutant for mutant in run.shuffled(found, unit, arguments.seed)[:SAMPLE_MUTANTS // 2]
              if run.verdict_of(folder, tests, mutant) != "survived"]
    wrong += [f"an edit that changes nothing is noticed: {mutant.describe()}"
              for mutant in killed]
    if not killed:
        print("pass mutation: edits that change nothing are not noticed", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0],
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog=__doc__.partition("usage:")[2])
    parser.add_argument("job", choices=("run", "sample", "list", "prove", "adopt", "check"))
    parser.add_argument("--build", default="build", type=Path)
    parser.add_argument("--units", default=".", help="only units whose name matches")
    parser.add_argument("--sample", type=int, help="so many mutants of each unit; default: all")
    parser.add_argument("--minutes", type=float, help="begin no mutant after so long")
    parser.add_argument("--seed", type=int)
    arguments = parser.parse_args()
    arguments.build = (ROOT / arguments.build).resolve()
    plan = tomllib.loads(PLAN.read_text())
    if arguments.seed is None:
        arguments.seed = plan["seed"]
    wrong = []
    try:
        if arguments.job == "run":
            wrong = run_all(arguments, plan)
        elif arguments.job == "sample":
            wrong = sample(arguments, plan)
        elif arguments.job == "list":
            for unit in plan["unit"]:
                if re.search(arguments.units, unit["name"]):
                    for mutant in build.instrument(unit, arguments.build / "mutation/list"):
                        print(mutant.describe())
        elif arguments.job == "prove":
            wrong = proof.prove_all(survivors, arguments.units, arguments.build / "mutation/proof")
        elif arguments.job == "adopt":
            document = reviewed_since(present(json.loads(RESULTS.read_text())))
            ADOPTED.write_text(json.dumps(document, indent=1) + "\n")
            PAGE.write_text(page.text(json.loads(ADOPTED.read_text())))
        elif PAGE.read_text() != page.text(json.loads(ADOPTED.read_text())):
            wrong = [f"{PAGE.relative_to(ROOT)} is not what scripts/mutate.py adopt writes"]
    except (build.BuildError, run.TestsFail) as error:
        wrong = [str(error)]
    for problem in wrong:
        print("FAIL mutation", problem)
    if not wrong:
        print("pass mutation", arguments.job)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
