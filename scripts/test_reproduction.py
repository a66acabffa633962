#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the reproduction's statistics and verdicts, against values worked out by hand."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "reproduction"))
import report  # noqa: E402
from stats import Interval, accepts_too_little, interval, jain, saturation  # noqa: E402

failed = 0


def check(name, condition):
    global failed
    failed += not condition
    print(f"{'pass' if condition else 'FAIL'} reproduction: {name}")


def close(a, b, tolerance=1e-3):
    return abs(a - b) <= tolerance


class FakeRunner:
    """A network that accepts at most `limit`."""

    def __init__(self, limit):
        self.limit, self.runs = limit, 0

    def run(self, points):
        self.runs += len(list(points))

    def __getitem__(self, load):
        return {"groups": {"ur": {"offered": load, "accepted": min(load, self.limit)}}}


def saturation_of(limit):
    runner = FakeRunner(limit)
    found = saturation(runner, {"only": lambda load: load}, lambda _, r: accepts_too_little(r),
                       [0.1, 0.3, 0.5, 0.7, 0.9, 1.0])
    return found["only"]


def main():
    of_five = interval([1, 2, 3, 4, 5])  # standard deviation sqrt(2.5), t(4) = 2.776
    check("mean and Student's half width", close(of_five.mean, 3) and close(of_five.half, 1.963))
    check("equal values have no width", interval([2, 2, 2]).half == 0)
    try:
        interval([1])
        check("one seed is no interval", False)
    except ValueError:
        check("one seed is no interval", True)
    check("Jain of equal shares", close(jain([0.25] * 4), 1))
    check("Jain of one taking all", close(jain([1, 0, 0, 0]), 0.25))
    check("Jain of 1/2 and three times 1/6", close(jain([1 / 2, 1 / 6, 1 / 6, 1 / 6]), 0.75))
    # Accepted is 95 % of offered where offered = limit / 0.95.
    check("bisection finds 0.6 / 0.95", close(saturation_of(0.6), 0.6316, 0.01))
    check("bisection below the first load", close(saturation_of(0.05), 0.0526, 0.01))
    check("no saturation up to load 1", saturation_of(0.96) is None)
    claims = [{"id": "c", "checks": [{"measure": "m", "low": 0.1, "high": 0.4}]}]

    def verdict(mean, half):
        return report.judge(claims, {"m": Interval(mean, half, 5)})["c"]

    check("inside", verdict(0.2, 0.05) == "in range")
    check("an interval across the bound is not in range", verdict(0.11, 0.02) == "not reproduced")
    check("outside", verdict(0.5, 0.01) == "not reproduced")
    check("no measure, no verdict", report.judge(claims, {}) == {})
    known = report.load_claims()
    check("every claim has checks with a bound",
          all(c["checks"] and all("low" in k or "high" in k for k in c["checks"]) for c in known))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
