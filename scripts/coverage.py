#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the coverage of the RTL (line, branch, toggle, cover points) and of the C++.

usage: coverage.py run [--build DIR] [--jobs N] [--clocks N] [--only SUITE]   build, run, report
       coverage.py report [--build DIR]     from the last run's files
       coverage.py adopt                    results/coverage.json into the reference pages
       coverage.py check                    the pages are what the committed numbers say

The report is results/coverage/index.html; the numbers, results/coverage.json. Exit: 0 if every line
and branch is reached or waived, every waiver is needed, at least 95 % of the bits toggle and every
cover point is met.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from coverage import html, lines, page, points, waivers

ROOT = points.ROOT
PLAN = ROOT / "scripts/coverage/plan.toml"
RESULTS = ROOT / "results/coverage.json"
ADOPTED = ROOT / "docs/reference/generated/coverage.json"
PAGE = ROOT / "docs/reference/coverage.md"
TOGGLE_GOAL = 95
SUITE_SECONDS = 900


def call(command, log):
    """Runs a step of the build; its output goes into `log`."""
    with open(log, "a") as out:
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out,
                              stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        print("".join(log.read_text(errors="replace").splitlines(keepends=True)[-40:]))
        sys.exit(f"{command[0]} failed; the whole log: {log}")


def build_all(build, plan, jobs):
    build.mkdir(parents=True, exist_ok=True)
    log = build / "coverage.log"
    log.unlink(missing_ok=True)
    call(["cmake", "-S", ".", "-B", str(build), "-G", "Ninja", "-DCHOKEPOINT_TESTS=ON",
          "-DCHOKEPOINT_COVERAGE=ON", "-DCHOKEPOINT_ONLY_VARIANTS=" + "|".join(plan["variants"])],
         log)
    call(["cmake", "--build", str(build), "-j", str(jobs), "--target",
          *plan["binaries"], "variants"], log)


def cases(binary):
    """suite -> cases of a test binary."""
    listed = subprocess.run([str(binary), "--gtest_list_tests"], capture_output=True, text=True,
                            check=True).stdout
    found, suite = {}, None
    for row in listed.splitlines():
        name = row.split("#")[0].rstrip()
        if name.endswith(".") and not name.startswith(" "):
            suite = name[:-1]
        elif name.startswith("  "):
            found.setdefault(suite, []).append(name.strip())
    return found


def verdicts(text):
    """(tests that the built variants cannot serve, tests that failed otherwise) of a log."""
    unserved, failed = [], []
    for block in re.split(r"^\[ RUN      \] ", text, flags=re.MULTILINE)[1:]:
        name = block.split("\n", 1)[0].strip()
        if f"[  FAILED  ] {name}" in block:
            (unserved if "no RTL variant of" in block else failed).append(name)
    return unserved, failed


def run_suites(build, plan, clocks, only):
    """Runs every suite in a process of its own; returns what failed and the tests not served."""
    folder = build / "coverage"
    folder.mkdir(exist_ok=True)
    wrong, unserved = [], []
    if not only:
        lines.clear(build)
        for old in folder.glob("*.dat"):
            old.unlink()
    for name in plan["binaries"]:
        for suite, tests in cases(build / name).items():
            if only and suite != only:
                continue
            log = folder / f"{name}.{suite}.log"
            data = folder / f"{name}.{suite}.dat"
            with open(log, "w") as out:
                done = subprocess.run(
                    [str(build / name), f"--gtest_filter={suite}.*", f"--clocks={clocks}"],
                    cwd=folder, env={**os.environ, "CHOKEPOINT_COVERAGE_FILE": str(data)},
                    stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                    timeout=SUITE_SECONDS, check=False)
            missing, failed = verdicts(log.read_text(errors="replace"))
            unserved += missing
            if failed or done.returncode not in (0, 1) or (done.returncode and not missing):
                wrong.append(f"{name} {suite}: {', '.join(failed) or 'ended badly'}: {log}")
            if not data.exists():
                wrong.append(f"{name} {suite}: no counts: {log}")
            print(f"{suite}: {len(tests) - len(missing)} of {len(tests)} tests served, "
                  f"{len(failed)} failed", flush=True)
    (folder / "unserved.json").write_text(json.dumps(sorted(unserved)))
    return wrong


def share(found, total):
    return 100.0 if total == 0 else 100.0 * found / total


def count(module, kind):
    counts = points.table(module, kind).values()
    return [sum(points.hit(kind, value) for value in counts), len(counts)]


def report(build, plan):
    """Writes the results; returns what is wrong, in words."""
    memories, waived_list = waivers.load()
    files = sorted((build / "coverage").glob("*.dat"))
    modules = points.merge(files, waivers.memory_filter(memories))
    modules = {unit: module for unit, module in modules.items()
               if (ROOT / "rtl" / f"{unit}.sv").exists()}
    left, waived, unused = waivers.apply(modules, waived_list)
    units = {}
    for path in sorted((ROOT / "rtl").glob("*/*.sv")):
        unit = points.unit_of(str(path.relative_to(ROOT)))
        module = modules.get(unit)
        if module is None or not any(points.table(module, kind) for kind in points.KINDS):
            units[unit] = {"points": 0}
            continue
        units[unit] = {kind: count(module, kind) for kind in points.KINDS}
        for kind in points.KINDS:  # what is waived is not asked for
            units[unit][kind][1] -= sum(entry[0] == unit and entry[1] == kind for entry in waived)
    total = {kind: [sum(unit[kind][n] for unit in units.values() if kind in unit)
                    for n in (0, 1)] for kind in points.KINDS}
    cpp = lines.measure(build)
    document = {
        "clocks": plan["clocks"], "total": total, "units": units,
        "holes": [[unit, kind, text] + ([key[2]] if kind == "branch" else [])
                  for unit, kind, key, text in left],
        "waived": [[unit, kind, text, reason] for unit, kind, _, text, reason in waived
                   if kind != "toggle"] +
                  [[waiver["unit"], "toggle", f"{waiver['signal']}[{waiver.get('bits', ':')}]",
                    waiver["reason"]] for waiver in waived_list if waiver["kind"] == "toggle"],
        "memories": memories, "cpp": {name: list(pair) for name, pair in
                                      lines.by_group(cpp).items()},
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(document, indent=1) + "\n")
    html.write(RESULTS.parent / "coverage", document, modules, cpp)
    wrong = [f"{unit}: {kind} not reached: {text}" for unit, kind, _, text in left
             if kind != "toggle"]
    wrong += [f"a waiver of {waiver['unit']} matches no hole: {waiver}" for waiver in unused]
    if share(*total["toggle"]) < TOGGLE_GOAL:
        wrong.append(f"only {share(*total['toggle']):.2f} % of the bits toggle")
    wrong += [f"{unit}: no cover point" for unit, entry in units.items()
              if "points" not in entry and entry["user"][1] == 0]
    for kind in points.KINDS:
        print(f"{kind}: {total[kind][0]} of {total[kind][1]}, "
              f"{share(*total[kind]):.2f} %")
    print(f"waived: {len(waived)}; report: {RESULTS.parent / 'coverage/index.html'}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0],
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog=__doc__.partition("usage:")[2])
    parser.add_argument("job", choices=("run", "report", "adopt", "check"))
    parser.add_argument("--build", default="build-coverage", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--clocks", type=int, help="of a random test; default: the plan's")
    parser.add_argument("--only", help="run one GoogleTest suite, keep the others' counts")
    arguments = parser.parse_args()
    build = (ROOT / arguments.build).resolve()
    plan = tomllib.loads(PLAN.read_text())
    if arguments.clocks:
        plan["clocks"] = arguments.clocks
    if plan["clocks"] > 300000:
        parser.error("at most 300000 clocks")
    wrong = []
    if arguments.job == "run":
        build_all(build, plan, arguments.jobs)
        wrong = run_suites(build, plan, plan["clocks"], arguments.only)
    if arguments.job in ("run", "report"):
        wrong += report(build, plan)
    elif arguments.job == "adopt":
        ADOPTED.write_text(RESULTS.read_text())
        PAGE.write_text(page.text(json.loads(ADOPTED.read_text())))
    elif PAGE.read_text() != page.text(json.loads(ADOPTED.read_text())):
        wrong = [f"{PAGE.relative_to(ROOT)} is not what scripts/coverage.py adopt writes"]
    for problem in wrong:
        print("FAIL", problem)
    if not wrong:
        print("pass coverage", arguments.job)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
