# SPDX-License-Identifier: Apache-2.0
"""Runs a unit's tests on its mutants, shortest runs first."""

import os
import random
import subprocess

from .build import suite_filter

# Clocks of the random tests: most mutants die in the first.
LENGTHS = (2000, 30000)
SECONDS = 60  # a test that takes longer hangs


class TestsFail(Exception):
    """The tests do not pass without a mutant: nothing can be measured."""


def run_test(folder, tests, clocks, number):
    """"survived", "killed", "crashed" or "hung", and the output."""
    try:
        done = subprocess.run(
            ["./test", "--gtest_filter=" + ":".join(tests), f"--clocks={clocks}",
             "--gtest_fail_fast", "--gtest_brief=1"],
            cwd=folder, env={**os.environ, "CHOKEPOINT_MUTANT": str(number)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "hung", ""
    if done.returncode == 0:
        return "survived", done.stdout
    return ("killed" if done.returncode == 1 else "crashed"), done.stdout + done.stderr


def served_tests(unit, folder):
    """The unit's lockstep tests that the built variants can serve; they pass without a mutant."""
    listed = subprocess.run(["./test", "--gtest_list_tests"], cwd=folder, capture_output=True,
                            text=True, check=True).stdout
    names, suite = [], ""
    for row in listed.splitlines():
        if not row.startswith(" "):
            suite = row.split("#")[0].strip()
        elif suite_filter(unit).fullmatch(suite + row.split("#")[0].strip()):
            names.append(suite + row.split("#")[0].strip())
    served = []
    for name in names:
        verdict, output = run_test(folder, [name], LENGTHS[0], 0)
        if verdict == "survived":
            served.append(name)
        elif "no RTL variant of" not in output:
            raise TestsFail(f"{name} without a mutant: {verdict}\n{output[-2000:]}")
    if not served:
        raise TestsFail(f"no test of {unit['name']} can run on {', '.join(unit['variants'])}")
    return served


def shuffled(mutants, unit, seed):
    """The order in which mutants are tried: the same for the same seed, whatever else is run."""
    order = list(mutants)
    random.Random(f"{seed} {unit['name']}").shuffle(order)
    return order


def verdict_of(folder, tests, mutant):
    for clocks in LENGTHS:
        verdict, _ = run_test(folder, tests, clocks, mutant.number)
        if verdict != "survived":
            break
    return verdict
