# SPDX-License-Identifier: Apache-2.0
"""Means with Student's confidence intervals over seeds, and the saturation load by bisection."""

import math
from dataclasses import dataclass

# Two-sided 95 % quantiles of Student's t for 1, 2, ... degrees of freedom.
STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179,
           2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
           2.060, 2.056, 2.052, 2.048, 2.045]
ACCEPTED_SHARE = 0.95  # saturated: accepted below this share of offered,
LATENCY_FACTOR = 5     # or a mean latency above this many zero-load latencies


@dataclass(frozen=True)
class Interval:
    """Mean and half width of the 95 % confidence interval over `count` seeds."""

    mean: float
    half: float
    count: int

    @property
    def low(self):
        return self.mean - self.half

    @property
    def high(self):
        return self.mean + self.half

    def text(self, digits=2, scale=1.0, unit=""):
        return f"{self.mean * scale:.{digits}f} ± {self.half * scale:.{digits}f}{unit}"


def interval(values):
    """Of per-seed values: a ratio or difference taken seed by seed makes the comparison a paired
    one."""
    values = list(values)
    count = len(values)
    if count < 2:
        raise ValueError("an interval needs at least two seeds")
    mean = sum(values) / count
    variance = sum((v - mean) ** 2 for v in values) / (count - 1)
    student = STUDENT[min(count - 2, len(STUDENT) - 1)]
    return Interval(mean, student * math.sqrt(variance / count), count)


def ratio(over, under):
    """Ratio of the means of paired per-seed values, `over` to `under`, with its interval (delta
    method: that of over - ratio * under). Single values may be 0, unlike in a mean of ratios; None
    if all of `under` are."""
    over, under = list(over), list(under)
    if len(over) != len(under):
        raise ValueError("a ratio needs pairs")
    base = sum(under) / len(under)
    if base == 0:
        return None
    found = sum(over) / len(over) / base
    rest = interval(o - found * u for o, u in zip(over, under))
    return Interval(found, rest.half / base, rest.count)


def mean_of(values):
    return interval(values).mean


def latency(result, group="ur"):
    return result["groups"][group]["latency"]["mean"]


def accepted(result, group="ur"):
    return result["groups"][group]["accepted"]


def peak(intervals):
    """(place, interval) with the largest mean; `intervals` maps places to intervals."""
    return max(intervals.items(), key=lambda item: item[1].mean)


def jain(values):
    """Jain's fairness index: 1 when all are equal, 1/n when one has everything."""
    squares = sum(v * v for v in values)
    return sum(values) ** 2 / (len(values) * squares) if squares else 0.0


def saturation(runner, cases, is_saturated, loads, resolution=0.01, show=None):
    """The least saturated load per case, as the middle of the last bracket; None if no load
    saturates.

    `cases` maps a name to a function from load to the Point; `loads` is the sweep that brackets the
    crossing (a list, or one for each case), which bisection then narrows down to `resolution`.
    `is_saturated(case, result)` judges. All cases are bisected side by side, so that every round fills the machine; `show` gets
    the brackets before each."""
    if not isinstance(loads, dict):
        loads = dict.fromkeys(cases, loads)
    runner.run([point(load) for case, point in cases.items() for load in loads[case]])
    brackets, found = {}, {}
    for case, point in cases.items():
        low = 0.0
        for load in loads[case]:
            if is_saturated(case, runner[point(load)]):
                brackets[case] = (low, load)
                break
            low = load
        else:
            found[case] = None
    while brackets:
        if show is not None:
            show(brackets)
        for case in [c for c, (low, high) in brackets.items() if high - low <= resolution + 1e-9]:
            found[case] = sum(brackets.pop(case)) / 2
        middle = {c: round((low + high) / 2, 6) for c, (low, high) in brackets.items()}
        runner.run([cases[c](load) for c, load in middle.items()])
        for case, load in middle.items():
            low, high = brackets[case]
            saturated = is_saturated(case, runner[cases[case](load)])
            brackets[case] = (low, load) if saturated else (load, high)
    return found


def accepts_too_little(result, group="ur"):
    traffic = result["groups"][group]
    return traffic["accepted"] < ACCEPTED_SHARE * traffic["offered"]
