#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures one unit again: proofs, cost, FPGA, mutants, coverage, and the pages that show them.

usage: refresh.py UNIT [--build DIR] [--jobs N] [--skip STEP,...] [--anew]
Steps: proofs, cost, fpga, mutants, coverage, pages. results/cost keeps what was measured on the same
code; --anew removes what it has of the unit first, and the lint of all that contains it, so that every
step takes as long as after an edit (proofs and mutants always do). Coverage runs the unit's own suites,
and those of the units that contain it, into the counts of the last `make coverage` (DIR-coverage; without
those the step is left out, and the unit's coverage stays as stale as it was). Units that contain this one
become stale by themselves, and the status page shows it. How long each step took goes into
docs/reference/generated/refresh_times.json: 0 for a step that the unit has not. Exit: 0 if every step
held, 1 if not, 2 for what is no unit.
"""

import argparse
import json
import subprocess
import sys
import time
import tomllib
from pathlib import Path

from cost import freshness, page, rtl, runs

ROOT = Path(__file__).resolve().parent.parent


def wrappers(unit):
    """The unit's own wrapper and further ones of it."""
    found = []
    for path in sorted(ROOT.glob("tb/*/formal/*_fv.sv")):
        name = path.name[:-len("_fv.sv")]
        if name == unit or f"// wraps: {unit}\n" in path.read_text():
            found.append(name)
    return found


def tested(unit):
    """The units of the mutation plan that hold the module's mutants."""
    plan = tomllib.loads((ROOT / "scripts/mutation/plan.toml").read_text())
    return [entry["name"] for entry in plan["unit"] if unit in entry["files"]]


def suites(unit):
    """GoogleTest suites of the unit and of all that contain it."""
    return ["".join(word.capitalize() for word in name.split("_"))
            for name in freshness.users(unit)]


def commands(unit, build, jobs):
    """Step -> commands; None: it cannot be done here, with the reason."""
    python, jobs = sys.executable, str(jobs)
    covered = Path(f"{build}-coverage")
    steps = {
        "proofs": [[python, "scripts/formal.py", *wrappers(unit), "--jobs", jobs, "--merge",
                    "--json", "results/formal.json"]],
        "cost": [[python, "scripts/cost.py", "synth", "--jobs", jobs,
                  *(["--chokepoint", f"{build}/chokepoint"]
                    if Path(build, "chokepoint").exists() else []), unit]],
        "fpga": [[python, "scripts/cost.py", "fpga", "--jobs", jobs, unit]],
        "mutants": [[python, "scripts/mutate.py", "run", "--build", str(build), "--units",
                     f"^({'|'.join(tested(unit))})$"],
                    [python, "scripts/mutate.py", "adopt"]] if tested(unit) else [],
        "coverage": [[python, "scripts/coverage.py", "run", "--build", str(covered), "--jobs", jobs,
                      "--only", ",".join(suites(unit)), "--units", ",".join(freshness.users(unit))],
                     [python, "scripts/coverage.py", "adopt"]]
                    if list(covered.glob("coverage/*.dat")) else None,
        "pages": [[python, "scripts/reference_docs.py"],
                  [python, "scripts/cost.py", "status", "--jobs", jobs]],
    }
    if not wrappers(unit):
        steps["proofs"] = []
    if unit not in rtl.units():
        steps["cost"] = steps["fpga"] = []
    return steps


def forget(unit):
    """Removes what results/cost keeps that an edit of the unit would make useless."""
    for part in (*runs.SYNTH, *runs.FPGA, *runs.TOPS):
        for path in (runs.CACHE / part).glob(f"{unit}-*.json"):
            path.unlink()
    for name in freshness.users(unit):
        for path in (runs.CACHE / "lint").glob(f"{name}-*"):
            path.unlink()


def record(unit, seconds):
    """Adds the steps' times to the committed file."""
    units = freshness.times()
    units[unit] = {**units.get(unit, {}), **seconds}
    freshness.TIMES.write_text(json.dumps(
        {"about": "Seconds of each step of make refresh, on two cores, from a warm build.",
         "units": dict(sorted(units.items()))}, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("unit")
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--skip", default="", help="steps to leave out, commas between them")
    parser.add_argument("--anew", action="store_true", help="nothing that is kept may answer")
    arguments = parser.parse_args()
    if arguments.unit not in rtl.modules():
        parser.error(f"no unit {arguments.unit} under rtl/; there are "
                     f"{', '.join(sorted(rtl.modules()))}")
    unknown = set(arguments.skip.split(",")) - {"", *page.REFRESH_STEPS}
    if unknown:
        parser.error(f"no step {', '.join(sorted(unknown))}; there are "
                     f"{', '.join(page.REFRESH_STEPS)}")
    if arguments.anew:
        forget(arguments.unit)
    failed, seconds = [], {}
    usual = freshness.times().get(arguments.unit, {})
    for step, lines in commands(arguments.unit, arguments.build, arguments.jobs).items():
        if step in arguments.skip.split(","):
            continue
        if lines is None:
            print(f"refresh: {step} left out: no earlier `make coverage` to add to", flush=True)
            continue
        about = f" (about {usual[step]} s)" if step in usual else ""
        print(f"refresh: {arguments.unit}: {step} ...{about}", flush=True)
        start = time.monotonic()
        # A step that ends badly has measured too: a survivor without review, an edge of a limit.
        codes = [subprocess.call(line, cwd=ROOT, stdin=subprocess.DEVNULL) for line in lines]
        seconds[step] = round(time.monotonic() - start)
        if any(codes):
            failed.append(step)
    record(arguments.unit, seconds)
    page.write()
    print(f"refresh: {arguments.unit}: {sum(seconds.values())} s"
          + (f"; failed: {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
