#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every check that CI runs, suite by suite; ends with "N passed, N failed".

usage: run_tests.py [--build DIR] [--jobs N] [--only SUITE] [--record]

A suite is a command. ctest's verdicts come from its JUnit file; every other suite prints a line
"pass ..." or "FAIL ..." for each case (the storage audit: "equal", "DIFFER"). A suite that ends
badly without naming a case, or that runs no case at all, counts as one failure.
Exit: 0 if nothing failed, else 1.
"""

import argparse
import json
import re
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMES = ROOT / "scripts/test_times.json"  # seconds of every suite on two cores
SAY_AGAIN = 15  # seconds; a suite that is silent for longer says that it is at work
PASSES, FAILURES = ("pass ", "equal "), ("FAIL ", "DIFFER ")


def verdict(passed, failed, returncode):
    """What a suite counts as: a bad end or an empty run is a failure that no case may have
    named."""
    if failed == 0 and (returncode != 0 or passed == 0):
        failed = 1
    return passed, failed


class Ticker:
    """While it lives: every 15 s a line that says how long the suite has been at work, and how far."""

    def __init__(self, done):
        self.done, self.start, self.ended = done, time.monotonic(), threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while not self.ended.wait(SAY_AGAIN):
            print(f"  {self.done()}, {time.monotonic() - self.start:.0f} s", flush=True)

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


def run_lines(command):
    """A suite that prints pass and FAIL lines; shows everything but the passes."""
    passed = failed = 0
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as process, \
            Ticker(lambda: f"{passed} passed, {failed} failed"):
        for line in process.stdout:
            if line.startswith(PASSES):
                passed += 1
                continue
            if line.startswith(FAILURES):
                failed += 1
            print("  " + line, end="", flush=True)
    return verdict(passed, failed, process.returncode)


def run_all(*commands):
    """Several programs that make one suite."""
    counts = [run_lines(command) for command in commands]
    return sum(passed for passed, _ in counts), sum(failed for _, failed in counts)


def count_junit(path):
    """Passed, failed and skipped cases of ctest's JUnit file."""
    passed = failed = skipped = 0
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        status = case.get("status")
        if status == "run":
            passed += 1
        elif status in ("notrun", "disabled"):
            skipped += 1
        else:
            failed += 1
    return passed, failed, skipped


def tests_run(log):
    """The last "n/N" of ctest's log, in words."""
    found = re.findall(r"^ *(\d+)/(\d+) ", log.read_text(errors="replace"), re.MULTILINE)
    return "{} of {} tests".format(*found[-1]) if found else "no test has ended"


def run_ctest(build, jobs):
    junit = build / "tests.xml"
    junit.unlink(missing_ok=True)
    log = build / "tests.log"
    command = ["ctest", "--test-dir", str(build), "-j", str(jobs), "--output-on-failure",
               "--no-tests=error", "--timeout", "300", "--output-junit", str(junit)]
    with open(log, "w") as out, Ticker(lambda: tests_run(log)):
        returncode = subprocess.call(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out,
                                     stderr=subprocess.STDOUT)
    if returncode != 0:
        print("  " + "  ".join(log.read_text(errors="replace").splitlines(keepends=True)[-400:]))
    passed, failed, skipped = count_junit(junit) if junit.exists() else (0, 0, 0)
    if skipped:  # a test that did not run is not a test that passed
        print(f"  {skipped} tests did not run; see {log}")
    return verdict(passed, failed + skipped, returncode)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", action="store_true",
                        help=f"write how long each suite took to {TIMES.relative_to(ROOT)}")
    parser.add_argument("--only", help="one suite; a wrong name lists them")
    arguments = parser.parse_args()
    build = (ROOT / arguments.build).resolve()
    program = str(build / "chokepoint")
    suites = {
        "lint": lambda: run_lines(["scripts/lint_rtl.sh"]),
        "structure": lambda: run_all([sys.executable, "scripts/check_structure.py"],
                                     [sys.executable, "scripts/test_structure.py"]),
        "storage": lambda: run_lines([sys.executable, "scripts/audit_storage.py", "--quick",
                                      "--chokepoint", program]),
        "proofs": lambda: run_all([sys.executable, "scripts/formal.py", "--quick",
                                   "--jobs", str(arguments.jobs)],
                                  [sys.executable, "scripts/test_formal.py"],
                                  [sys.executable, "scripts/check_widths.py"]),
        "cost": lambda: run_all([sys.executable, "scripts/test_cost.py"],
                                [sys.executable, "scripts/cost.py", "check", "--chokepoint",
                                 program, "--jobs", str(arguments.jobs)]),
        "stale": lambda: run_lines([sys.executable, "scripts/test_stale.py",
                                    "--chokepoint", program]),
        "docs": lambda: run_lines([sys.executable, "scripts/test_docs.py",
                                   "--chokepoint", program]),
        "lockstep": lambda: run_lines([sys.executable, "scripts/lockstep_sweep.py",
                                       "--chokepoint", program]),
        "switch": lambda: run_all([sys.executable, "scripts/switch_sweep.py",
                                   "--chokepoint", program, "--jobs", str(arguments.jobs)],
                                  [sys.executable, "scripts/mutate_switch.py", "--quick",
                                   "--build", str(build)]),
        "statistics": lambda: run_lines([sys.executable, "scripts/test_reproduction.py"]),
        "claims": lambda: run_lines([sys.executable, "scripts/reproduce.py", "--quick", "--check",
                                     "--chokepoint", program]),
        "figures": lambda: run_all([sys.executable, "scripts/test_figures.py",
                                    "--chokepoint", program, "--jobs", str(arguments.jobs)],
                                   [sys.executable, "scripts/test_sweep_kill.py",
                                    "--chokepoint", program]),
        "slurm": lambda: run_lines([sys.executable, "scripts/test_slurm.py",
                                    "--chokepoint", program]),
        "mechanism": lambda: run_lines([sys.executable, "scripts/test_new_mechanism.py",
                                        "--jobs", str(arguments.jobs)]),
        "model": lambda: run_lines([sys.executable, "scripts/test_own_systemc_model.py",
                                    "--build", str(build)]),
        "network": lambda: run_lines([sys.executable, "scripts/test_new_network.py",
                                      "--jobs", str(arguments.jobs)]),
        "variant": lambda: run_lines([sys.executable, "scripts/test_add_variant.py", str(build)]),
        "reuse": lambda: run_all([sys.executable, "scripts/check_manifests.py"],
                                 [sys.executable, "scripts/test_manifests.py"],
                                 [sys.executable, "scripts/test_integration.py"]),
        "coverage": lambda: run_all([sys.executable, "scripts/test_coverage.py"],
                                    [sys.executable, "scripts/coverage.py", "check"],
                                    [sys.executable, "scripts/test_mutate.py"],
                                    [sys.executable, "scripts/mutate.py", "check"],
                                    [sys.executable, "scripts/mutate.py", "sample",
                                     "--build", str(build)]),
        # The models; `make sanitize` is for everything.
        "sanitize": lambda: run_lines(["scripts/sanitize.sh", "--build", f"{build}-sanitize-units",
                                       "--variants", "^none$", "--targets", "tb_cbcm tb_srp tb_ecn",
                                       "--only", "_model/"]),
        "ctest": lambda: run_ctest(build, arguments.jobs),
    }
    if arguments.only is not None:
        if arguments.only not in suites:
            parser.error(f"no suite '{arguments.only}'; there are {', '.join(suites)}")
        suites = {arguments.only: suites[arguments.only]}
    passed, failed, seconds = 0, 0, {}
    usual = json.loads(TIMES.read_text())["suites"] if TIMES.exists() else {}
    left = sum(usual.get(name, 0) for name in suites)
    for name, run in suites.items():
        print(f"{name} ..." + (f" (about {usual[name]} s; everything left about "
                               f"{(left + 59) // 60} min)" if name in usual else ""), flush=True)
        left -= usual.get(name, 0)
        start = time.monotonic()
        suite_passed, suite_failed = run()
        seconds[name] = round(time.monotonic() - start)
        print(f"{name}: {suite_passed} of {suite_passed + suite_failed} passed, "
              f"{seconds[name]} s", flush=True)
        passed += suite_passed
        failed += suite_failed
    if arguments.record:
        document = {"about": "Seconds of every suite of scripts/run_tests.py on two cores; --record.",
                    "suites": {**usual, **seconds}}
        TIMES.write_text(json.dumps(document, indent=1) + "\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
