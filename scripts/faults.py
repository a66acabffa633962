#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Injects faults into running networks, compares each run with its twin without faults, and writes
docs/reference/generated/faults.json and the table of docs/reference/faults.md.

`make faults` runs everything; --only MECHANISM[/FAULT] a part of it, which replaces its rows only. Each row is
written as it is measured, so what was done before a run is killed is kept."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from cost import freshness
from faults.catalogue import MECHANISMS, faults_of
from faults.page import write_page
from faults.recovery import judge, worst
from faults.runs import Programs, run_point

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs/reference/generated/faults.json"
PAGE = ROOT / "docs/reference/faults.md"
SCENARIOS = ROOT / "sim/scenarios/faults"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=str(ROOT / "build/chokepoint"))
    parser.add_argument("--upset-program", default="",
                        help="the program with upsettable units; without it: no upsets")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", action="append", default=[], metavar="MECHANISM[/FAULT]")
    parser.add_argument("--page", action="store_true", help="judge the stored runs again and write the page, run nothing")
    parser.add_argument("--check", action="store_true",
                        help="compare verdicts with the stored ones, write nothing")
    return parser.parse_args()


def wanted(only, mechanism, fault):
    return not only or any(part in (mechanism, f"{mechanism}/{fault}") for part in only)


def measure(options, mechanism, fault, twins, work):
    """One row: all seeds in the RTL, the first also in the models."""
    programs = Programs(options.program, options.upset_program)
    scenario = SCENARIOS / f"{mechanism.scenario}.toml"
    results = []
    for seed in range(1, options.seeds + 1):
        # A twin differs from its run in the faults alone: keys that a row sets are its too, unless
        # they are what is wrong.
        settings = fault.settings if fault.twin is None else fault.twin
        key = (mechanism.name, seed, json.dumps(settings, sort_keys=True))
        if key not in twins:
            twins[key] = run_point(programs, scenario, mechanism, None, seed, "rtl", work, settings)
            if twins[key].exit_code != 0:
                sys.exit(f"{mechanism.name}, seed {seed}: the twin without faults failed: "
                         f"{twins[key].error}")
        run = run_point(programs, scenario, mechanism, fault, seed, "rtl", work)
        if run.exit_code in (2, 4):
            sys.exit(f"{mechanism.name}/{fault.name}, seed {seed}: {run.error}")
        verdict = judge(run, twins[key], fault)
        if seed == 1 and not fault.upset:
            model = run_point(programs, scenario, mechanism, fault, seed, "model", work)
            verdict["same_in_model"] = model.digest == run.digest
        results.append(verdict)
    rtl = rtl_of(mechanism)
    row = {"mechanism": mechanism.name, "fault": fault.name, "what": fault.what,
           "rtl": freshness.mechanism_hash(rtl) if rtl else None, "seeds": options.seeds, **worst(results), "results": results}
    print(f"{mechanism.name:10} {fault.name:28} {row['verdict']}", flush=True)
    return row


def rtl_of(mechanism):
    """The folder of its RTL; None without one."""
    name = mechanism.settings["mechanism.name"]
    return name if (ROOT / "rtl" / name).exists() else None


def store(rows, before):
    """Writes results and page: the rows that were measured in place of the stored ones of their names."""
    new = {(row["mechanism"], row["fault"]): row for row in rows}
    old = {(row["mechanism"], row["fault"]): row for row in before.get("rows", [])}
    stamps = dict(before.get("sources", {}))
    order = [(m.name, f.name) for m in MECHANISMS for f in faults_of(m)]
    merged = [new.get(key) or old[key] for key in order if key in new or key in old]
    measured = {(row["mechanism"], row["fault"]): row.get("rtl") for row in merged}
    for name in sorted({rtl_of(mechanism) for mechanism in MECHANISMS} - {None}):
        # Fresh is a mechanism of which every fault, in all of its forms, was measured on the present RTL, in however many runs.
        present, forms = freshness.mechanism_hash(name), {m.name for m in MECHANISMS if rtl_of(m) == name}
        if all(measured.get(key) == present for key in order if key[0] in forms):
            stamps[name] = present
    RESULTS.write_text(json.dumps({"rows": merged, "sources": stamps}, indent=1) + "\n")
    write_page(PAGE, merged)


def main():
    options = arguments()
    before = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if options.page:
        for row in before.get("rows", []):
            row.update(worst(row["results"]))
        RESULTS.write_text(json.dumps(before, indent=1) + "\n")
        write_page(PAGE, before["rows"])
        return 0
    rows, twins = [], {}
    with tempfile.TemporaryDirectory() as work:
        for mechanism in MECHANISMS:
            for fault in faults_of(mechanism):
                if fault.upset and not options.upset_program:
                    continue
                if wanted(options.only, mechanism.name, fault.name):
                    rows.append(measure(options, mechanism, fault, twins, Path(work)))
                    if any(result.get("same_in_model") is False for result in rows[-1]["results"]):
                        sys.exit("model and RTL differ under a fault")
                    if not options.check:
                        store(rows, before)
    if not rows:
        sys.exit("--only names no row")
    if options.check:
        old = {(row["mechanism"], row["fault"]): row for row in before.get("rows", [])}
        changed = [f"{row['mechanism']}/{row['fault']}: {row['verdict']}" for row in rows
                   if old.get((row["mechanism"], row["fault"]), {}).get("verdict")
                   != row["verdict"]]
        print("\n".join(changed) or "all verdicts are the stored ones")
        return 1 if changed else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
