#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests scripts/run_tests.py with suites made for it: what runs side by side, output, counts.

Prints a line "pass ..." or "FAIL ..." for each case; the exit code is 1 if one failed.
"""

import contextlib
import io
import sys
import tempfile
import threading
from pathlib import Path

import run_tests
from run_tests import Suite, programs

SECONDS = 10  # how long a suite waits for another that must be at work


class Meeting:
    """Suites that note how many of them are at work, and wait until `wanted` are."""

    def __init__(self, wanted):
        self.wanted, self.now, self.most, self.lock = wanted, 0, 0, threading.Condition()

    def run(self, out):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
            self.lock.notify_all()
            met = self.lock.wait_for(lambda: self.most >= self.wanted, SECONDS)
        out.say(f"  {out.name} one")
        out.say(f"  {out.name} two")
        with self.lock:
            self.now -= 1
        return (1, 0) if met else (0, 1)


def run(suites, jobs, usual=None):
    """Results by name, and what was printed."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        results = run_tests.run_suites(suites, jobs, usual or {})
    return results, printed.getvalue()


def side_by_side():
    meeting = Meeting(2)
    results, text = run({name: Suite(meeting.run, one_core=True) for name in "abcd"}, 2)
    blocks = all(f"  {name} one\n  {name} two\n{name}: 1 of 1 passed" in text for name in "abcd")
    return meeting.most == 2 and blocks and all(r[:2] == (1, 0) for r in results.values()), text


def one_at_a_time():
    meeting = Meeting(1)
    _, text = run({name: Suite(meeting.run, one_core=True) for name in "abc"}, 1)
    return meeting.most == 1 and text.index("a: 1 of 1") < text.index("b ..."), text


def alone():
    meeting = Meeting(1)
    suites = {"wide": Suite(meeting.run), "other": Suite(meeting.run),
              "a": Suite(meeting.run, one_core=True)}
    results, text = run(suites, 2)
    return meeting.most == 1 and list(sorted(results)) == ["a", "other", "wide"], text


def counts():
    show = [sys.executable, "-c", "print('pass 1'); print('equal 2'); print('FAIL 3 why')"]
    results, text = run({"a": programs(show, show, one_core=True),
                         "b": programs([sys.executable, "-c", "raise SystemExit(3)"]),
                         "c": programs([sys.executable, "-c", ""], one_core=True),
                         "d": programs(["/nowhere/at/all"], one_core=True)}, 2)
    found = {name: result[:2] for name, result in results.items()}
    return (found == {"a": (4, 2), "b": (0, 1), "c": (0, 1), "d": (0, 1)}
            and text.count("  FAIL 3 why") == 2 and "pass 1" not in text
            and "FAIL d: " in text and "a: 4 of 6 passed" in text), text


def progress():
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        run_tests.Output("docs", True).progress("3 passed, 15 s")
        run_tests.Output("docs").progress("3 passed, 15 s")
    return printed.getvalue() == "  docs: 3 passed, 15 s\n  3 passed, 15 s\n", printed.getvalue()


def misplaced():
    with tempfile.TemporaryDirectory() as folder:
        tb = Path(folder)
        for name, text in (("cbcm/a_model_test.cpp", "TEST(AModel, Is) {}"),
                           ("cbcm/b_test.cpp", "TEST(Models, Are) {}\nTEST(\n    BModel, Is) {}"),
                           ("srp/c_test.cpp", "TEST_P(CModel, Is) {}"),
                           ("switch/d_test.cpp", "TEST(DModel, Is) {}")):
            (tb / name).parent.mkdir(exist_ok=True)
            (tb / name).write_text(text)
        found = run_tests.misplaced_model_cases(tb)
    return found == ["cbcm/b_test.cpp: BModel", "srp/c_test.cpp: CModel"], str(found)


def one_core_suites():
    """Those that configure the build, or that keep every core busy, are not among them."""
    suites = run_tests.all_suites(Path("/build"), 2)
    wide = [name for name, suite in suites.items() if not suite.one_core]
    return {"variant", "ctest", "sanitize", "proofs", "figures", "slurm"} <= set(wide), str(wide)


CASES = (
    ("suites of one core run side by side, each one's lines together", side_by_side),
    ("with one job suites run one at a time", one_at_a_time),
    ("other suites run alone", alone),
    ("cases, bad ends, empty runs and missing programs are counted", counts),
    ("progress beside another suite names the suite", progress),
    ("a model's case in another file is noticed", misplaced),
    ("what changes the build or uses all cores runs alone", one_core_suites),
)


def main():
    failed = 0
    for name, case in CASES:
        good, text = case()
        print(f"{'pass' if good else 'FAIL'} run_tests: {name}", flush=True)
        if not good:
            print("  " + "\n  ".join(text.splitlines()), flush=True)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
