#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every check that CI runs, suite by suite; ends with "N passed, N failed".

usage: run_tests.py [--build DIR] [--jobs N] [--only SUITE] [--record]

A suite is a command. ctest's verdicts come from its JUnit file; every other suite prints a line
"pass ..." or "FAIL ..." for each case (the storage audit: "equal", "DIFFER"). A suite that ends
badly without naming a case, or that runs no case at all, counts as one failure. Suites that keep
one core busy run side by side, N of them; the lines of such a suite come whole when it ends.
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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMES = ROOT / "scripts/test_times.json"  # seconds of every suite on two cores
SAY_AGAIN = 15  # seconds; a suite that is silent for longer says that it is at work
TOO_LONG = ("sanitize", "all_bugs")  # with --only, and in `make check-full`
SANITIZED = ("cbcm", "srp", "ecn", "self_tuned", "alo", "recn")  # folders of tb whose models run under sanitizers
PASSES, FAILURES = ("pass ", "equal "), ("FAIL ", "DIFFER ")


def verdict(passed, failed, returncode):
    """What a suite counts as: a bad end or an empty run is a failure that no case may have
    named."""
    if failed == 0 and (returncode != 0 or passed == 0):
        failed = 1
    return passed, failed


class Output:
    """What a suite says: at once, or, beside another suite, whole when it ends."""

    def __init__(self, name, together=False):
        self.name, self.together, self.kept = name, together, []

    def say(self, text):
        if self.together:
            self.kept.append(text)
        else:
            print(text, flush=True)

    def progress(self, text):
        print(f"  {self.name}: {text}" if self.together else f"  {text}", flush=True)

    def end(self, text):
        print("\n".join([*self.kept, text]), flush=True)


class Ticker:
    """While it lives: every 15 s a line that says how long the suite has been at work, and how far."""

    def __init__(self, out, done):
        self.out, self.done = out, done
        self.start, self.ended = time.monotonic(), threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while not self.ended.wait(SAY_AGAIN):
            self.out.progress(f"{self.done()}, {time.monotonic() - self.start:.0f} s")

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


def run_lines(out, command):
    """A program that prints pass and FAIL lines; shows everything but the passes."""
    passed = failed = 0
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as process, \
            Ticker(out, lambda: f"{passed} passed, {failed} failed"):
        for line in process.stdout:
            if line.startswith(PASSES):
                passed += 1
                continue
            if line.startswith(FAILURES):
                failed += 1
            out.say("  " + line.rstrip("\n"))
    return verdict(passed, failed, process.returncode)


class Suite:
    """What runs (with its output; passed, failed), and whether it leaves the other cores idle and
    neither changes the build nor measures time: such suites run side by side."""

    def __init__(self, run, one_core=False):
        self.run, self.one_core = run, one_core


def programs(*commands, one_core=False):
    """The suite of programs that print pass and FAIL lines, one after another."""
    def run(out):
        counts = [run_lines(out, command) for command in commands]
        return sum(passed for passed, _ in counts), sum(failed for _, failed in counts)
    return Suite(run, one_core)


def misplaced_model_cases(tb):
    """Cases of a suite "...Model" that are in no file *_model_test.cpp: the sanitizers would miss
    them."""
    return [f"{path.relative_to(tb)}: {suite}" for path in sorted(tb.glob("*/*_test.cpp"))
            if path.parent.name in SANITIZED and not path.name.endswith("_model_test.cpp")
            for suite in re.findall(r"\b(?:\w*TEST\w*|RC_\w+)\(\s*(\w*Model)\b",
                                    path.read_text())]


def sanitized_models(build):
    """The models' tests under sanitizers; `make sanitize` is for everything."""
    def run(out):
        passed, failed = run_lines(out, [
            "scripts/sanitize.sh", "--build", f"{build}-sanitize-units", "--variants", "^none$",
            "--files", r"_model_test\.cpp$", "--targets",
            " ".join(f"tb_{folder}" for folder in SANITIZED), "--only", "_model/"])
        for case in misplaced_model_cases(ROOT / "tb"):
            out.say(f"  FAIL sanitize: {case} belongs in a file *_model_test.cpp")
            failed += 1
        return passed, failed
    return Suite(run)


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


def run_ctest(out, build, jobs, full=False):
    """The quick tests, or those with the label full."""
    junit = build / "tests.xml"
    junit.unlink(missing_ok=True)
    log = build / "tests.log"
    command = ["ctest", "--test-dir", str(build), "-j", str(jobs), "--output-on-failure",
               "-L" if full else "-LE", "full",
               "--no-tests=error", "--timeout", "300", "--output-junit", str(junit)]
    with open(log, "w") as file, Ticker(out, lambda: tests_run(log)):
        returncode = subprocess.call(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=file,
                                     stderr=subprocess.STDOUT)
    if returncode != 0:
        out.say("  " + "\n  ".join(log.read_text(errors="replace").splitlines()[-400:]))
    passed, failed, skipped = count_junit(junit) if junit.exists() else (0, 0, 0)
    if skipped:  # a test that did not run is not a test that passed
        out.say(f"  {skipped} tests did not run; see {log}")
    return verdict(passed, failed + skipped, returncode)


def run_suite(name, suite, together, usual):
    """Passed, failed and seconds of a suite; its lines, and one at its start and end."""
    out, start = Output(name, together), time.monotonic()
    print(f"{name} ..." + (f" (about {usual[name]} s)" if name in usual else ""), flush=True)
    try:
        passed, failed = suite.run(out)
    except OSError as error:  # a program that is not there
        out.say(f"  FAIL {name}: {error}")
        passed, failed = 0, 1
    seconds = round(time.monotonic() - start)
    out.end(f"{name}: {passed} of {passed + failed} passed, {seconds} s")
    return passed, failed, seconds


def run_suites(suites, jobs, usual):
    """Runs all of them, those of one core first and `jobs` at a time; results by name."""
    together = [name for name, suite in suites.items() if suite.one_core] if jobs > 1 else []
    results = {}
    if len(together) > 1:
        with ThreadPoolExecutor(max_workers=jobs) as pool:
            futures = {name: pool.submit(run_suite, name, suites[name], True, usual)
                       for name in together}
            results = {name: future.result() for name, future in futures.items()}
    for name, suite in suites.items():
        if name not in results:
            results[name] = run_suite(name, suite, False, usual)
    return results


def all_suites(build, jobs):
    """Every suite by name. Of those of one core the longest stand first: they run side by side."""
    program, jobs = str(build / "chokepoint"), str(jobs)

    def script(name, *arguments):
        return [sys.executable, f"scripts/{name}.py", *arguments]

    with_program = ("--chokepoint", program)
    return {
        "integration": programs(script("test_integration"), one_core=True),
        "docs": programs(script("test_docs", *with_program), one_core=True),
        "lockstep": programs(script("lockstep_sweep", *with_program, "--cycles", "12000"), one_core=True),
        "stale": programs(script("test_stale", *with_program), one_core=True),
        "coverage": programs(script("test_coverage"), script("coverage", "check"),
                             script("test_mutate"), script("mutate", "check"),
                             script("mutate", "sample", "--build", str(build)), one_core=True),
        "cost_tools": programs(script("test_cost"), script("test_cost_tools"), script("test_goals"), script("test_refresh"),
                               one_core=True),
        "storage": programs(script("audit_storage", "--quick", *with_program), one_core=True),
        "reuse": programs(script("check_manifests"), script("test_manifests"), one_core=True),
        "model": programs(script("test_own_systemc_model", "--build", str(build)), one_core=True),
        "structure": programs(script("check_structure"), script("test_structure"),
                              script("test_message_formats"), script("test_run_tests"), one_core=True),
        "registers": programs(script("test_register_block"), one_core=True),
        "statistics": programs(script("test_reproduction"), script("test_reproduction_pages"), script("test_kept_points"),
                               script("test_faults"), one_core=True),
        "lint": programs(["scripts/lint_rtl.sh", "--quick"]),
        "proofs": programs(script("formal", "--quick", "--jobs", jobs),
                           script("test_formal", "--jobs", jobs), script("check_widths")),
        "cost": programs(script("cost", "check", "--quick", *with_program, "--jobs", jobs)),
        "switch": programs(script("switch_sweep", *with_program, "--jobs", jobs),
                           script("mutate_switch", "--quick", "--build", str(build))),
        "claims": programs(script("reproduce", "--quick", "--check", *with_program)),
        "figures": programs(script("test_figures", *with_program, "--jobs", jobs),
                            script("test_sweep_kill", *with_program)),
        "slurm": programs(script("test_slurm", *with_program)),
        "examples": programs(script("test_examples", "--build", str(build), "--jobs", jobs)),
        "variant": programs(script("test_add_variant", str(build))),  # it configures the build
        "sanitize": sanitized_models(build),
        "all_bugs": Suite(lambda out: run_ctest(out, build, jobs, full=True)),
        "ctest": Suite(lambda out: run_ctest(out, build, jobs)),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", action="store_true",
                        help=f"write how long each suite took to {TIMES.relative_to(ROOT)}")
    parser.add_argument("--only", help="one suite; a wrong name lists them")
    arguments = parser.parse_args()
    suites = all_suites((ROOT / arguments.build).resolve(), arguments.jobs)
    if arguments.only is None:
        suites = {name: suite for name, suite in suites.items() if name not in TOO_LONG}
    else:
        if arguments.only not in suites:
            parser.error(f"no suite '{arguments.only}'; there are {', '.join(suites)}")
        suites = {arguments.only: suites[arguments.only]}
    usual = json.loads(TIMES.read_text())["suites"] if TIMES.exists() else {}
    results = run_suites(suites, arguments.jobs, usual)
    if arguments.record:
        seconds = {name: result[2] for name, result in results.items()}
        document = {"about": "Seconds of every suite of scripts/run_tests.py on two cores; --record.",
                    "suites": {**usual, **seconds}}
        TIMES.write_text(json.dumps(document, indent=1) + "\n")
    passed, failed = (sum(result[i] for result in results.values()) for i in (0, 1))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
