# SPDX-License-Identifier: Apache-2.0
"""The searches on 512 nodes for a cell of the table of keys: one seed, and two brackets that are halved only until they decide
the claim's bound. A measure is then the middle of what the ratio can be and half of that range; once both brackets are at the
search's resolution, it is the ratio of their middles, as on the page."""

import tomllib
from pathlib import Path

from cbcm.large import RESOLUTION, ROUTINGS, at_load, fig8a, is_saturated
from cbcm.second import SETTLED, settled_at_load
from stats import Interval, interval

# Where a search begins: (CBCM's load, Ideal's load) by measure and routing, from what the page found under the defaults.
FIRST = {"f8b": {"UGAL": (0.7, 0.8), "MIN": (0.75, 0.8)}, "f8b_settled": {"UGAL": (0.8, 0.8), "MIN": (0.8, 0.8)},
         "f9a": {"UGAL": (0.35, 0.35), "MIN": (0.1125, 0.1125)}, "f9b": {"UGAL": (0.35, 0.4), "MIN": (0.1125, 0.125)},
         "f9b_settled": {"UGAL": (0.3875, 0.4), "MIN": (0.1188, 0.125)}}
F8A_LOADS = [0.5, 0.7]
F9A_THROTTLES_AT = [0.4, 1.0]
CLAIMS = tomllib.loads(Path(__file__).with_name("claims.toml").read_text())["claim"]
CHECKS = {check["measure"]: check for claim in CLAIMS for definition in (claim, claim.get("second", {}))
          for check in definition.get("checks", [])}


class Bracket:
    """The loads between which a curve saturates; one that never does saturates at 1, as on the page."""

    def __init__(self, point, judge, first):
        self.point, self.judge, self.first = point, judge, first
        self.low, self.high = 0.0, 1.0

    def width(self):
        return (self.high - self.low) / self.high

    def done(self):
        return self.high - self.low <= RESOLUTION + 1e-9

    def narrow(self, runner):
        load, self.first = self.first or round((self.low + self.high) / 2, 6), None
        point = self.point(load)
        runner.run([point])
        if self.judge(runner[point]):
            self.high = load
        else:
            self.low = load

    def middle(self):
        return (self.low + self.high) / 2


def ratio(runner, over, under, bound):
    """Of two saturations, as far as it has to be known to say on which side of the bound it is."""
    while True:
        low = over.low / under.high
        high = over.high / under.low if under.low else float("inf")
        if high < bound or (low >= bound and under.low):
            return Interval((low + high) / 2, (high - low) / 2, 1)
        if over.done() and under.done():
            return Interval(over.middle() / under.middle(), 0.0, 1)
        open_ones = [one for one in (under, over) if not one.done()]
        next((one for one in open_ones if one.first), max(open_ones, key=Bracket.width)).narrow(runner)


def against_ideal(runner, seed, figure, group, name, point=at_load):
    """CBCM's saturation over Ideal's, UGAL first: if that is below the bound the claim differs, and MIN is not looked at."""
    judge = is_saturated(runner, [seed], figure, group)
    measures = {}
    for routing, firsts in FIRST[name].items():
        measure = f"{name}.cbcm_over_ideal.{routing}"
        bound = CHECKS[measure]["low"]
        over, under = (Bracket(lambda load, m=m, r=routing: point(figure, group, m, ROUTINGS[r], load, seed), judge, first)
                       for m, first in zip(("cbcm", "ideal"), firsts))
        measures[measure] = ratio(runner, over, under, bound)
        if measures[measure].low < bound:
            break
    return measures


def fig8b(runner, seeds, data):
    seed, measure = seeds[0], "f8b.baseline_saturation"
    bound = CHECKS[measure]["high"]
    base = at_load("fig8b", "ur", "none", "minimal", bound, seed)
    judge = is_saturated(runner, [seed], "fig8b", "ur")
    runner.run([base])
    low, high = (0.0, bound) if judge(runner[base]) else (bound, 1.0)
    return {measure: Interval((low + high) / 2, (high - low) / 2, 1), **against_ideal(runner, seed, "fig8b", "ur", "f8b")}


def fig9a(runner, seeds, data):
    runs = [at_load("fig9a", "tornado", "cbcm", r, load, seeds[0]) for r in ROUTINGS.values() for load in F9A_THROTTLES_AT]
    runner.run(runs)
    return {"f9a.throttles": interval([sum(runner[point]["mechanism"]["throttles_sent"] for point in runs)]),
            **against_ideal(runner, seeds[0], "fig9a", "tornado", "f9a")}


def settled(figure, name):
    def measure(runner, seeds, data):
        return against_ideal(runner, seeds[0], figure, SETTLED[figure][0], name, settled_at_load)
    return measure


PARTS = {"large_f8a": lambda runner, seeds, data: fig8a(runner, seeds, data, F8A_LOADS), "large_f8b": fig8b, "large_f9a": fig9a,
         "large_f9b": lambda runner, seeds, data: against_ideal(runner, seeds[0], "fig9b", "tornado", "f9b"),
         "large_f8b_settled": settled("fig8b", "f8b_settled"), "large_f9b_settled": settled("fig9b", "f9b_settled")}
