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
    """Mean and half width of the 95 % confidence interval over `count` seeds; one seed's is infinitely wide, or 0 where the value
    is shown as it is (single)."""

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
    mean = sum(values) / count
    if count == 1:
        return Interval(mean, math.inf, 1)
    variance = sum((v - mean) ** 2 for v in values) / (count - 1)
    student = STUDENT[min(count - 2, len(STUDENT) - 1)]
    return Interval(mean, student * math.sqrt(variance / count), count)


def single(value):
    """Of one seed, to be shown as it is."""
    return Interval(value, 0.0, 1)


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


def climb(runner, ladders, ends):
    """Name -> how far its ladder was climbed: the index of the first step with `ends(name, index)`,
    or None.

    `ladders` maps a name to its steps from below, lists of points. Steps beyond an end are mostly
    spared: the lower half runs at once, then one more of each ladder, all of them side by side."""
    tops = {name: max(1, len(steps) // 2) for name, steps in ladders.items()}
    found = {}
    while len(found) < len(ladders):
        runner.run([point for name, steps in ladders.items() for step in steps[:tops[name]]
                    for point in step])
        for name, steps in ladders.items():
            if name in found:
                continue
            end = next((i for i in range(tops[name]) if ends(name, i)), None)
            if end is not None or tops[name] == len(steps):
                found[name] = end
            else:
                tops[name] += 1
    return found


def saturation(runner, cases, is_saturated, loads, resolution=0.01, show=None):
    """The least saturated load per case, as the middle of the last bracket; None if no load
    saturates.

    `cases` maps a name to a function from load to the Point; `loads` is the sweep that brackets the
    crossing (a list, or one for each case), which bisection then narrows down to `resolution`.
    `is_saturated(case, result)` judges. All cases are bisected side by side, so that every round
    fills the machine; `show` gets the brackets before each."""
    if not isinstance(loads, dict):
        loads = dict.fromkeys(cases, loads)
    ladders = {case: [[point(load)] for load in loads[case]] for case, point in cases.items()}
    ends = climb(runner, ladders, lambda case, i: is_saturated(case, runner[ladders[case][i][0]]))
    found = {case: None for case, end in ends.items() if end is None}
    brackets = {case: ((0.0, *loads[case])[end], loads[case][end])
                for case, end in ends.items() if end is not None}
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


def last_step(loads, resolution, found):
    """Width of the last bracket of a search (see saturation) that found this load: of the sweep's bracket halved until it is at
    most the resolution."""
    edges = [0.0, *loads]
    width = next(high - low for low, high in zip(edges, edges[1:]) if found <= high + 1e-9)
    while width > resolution + 1e-9:
        width /= 2
    return width


def accepts_too_little(result, group="ur"):
    traffic = result["groups"][group]
    return traffic["accepted"] < ACCEPTED_SHARE * traffic["offered"]
