#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the reproduction's statistics and verdicts, against values worked out by hand."""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent / "reproduction"))
import fidelity  # noqa: E402
import papers  # noqa: E402
import report  # noqa: E402
import searches  # noqa: E402
from cbcm import srp_ecn  # noqa: E402
from runs import in_rounds  # noqa: E402
from srp import hotspot, points  # noqa: E402
from figures_testing import Report  # noqa: E402
from measure_window import FIGURES, WINDOWS, Pairs  # noqa: E402
from stats import (Interval, accepts_too_little, climb, interval, jain, last_step, peak, ratio,  # noqa: E402
                   saturation)

REPORT = Report("reproduction")
check = REPORT.check


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


class OnlyWhatWasRun:
    """A network that accepts 0.25 of Fig 3's permutation, and knows only the points that were run."""

    def __init__(self):
        self.known = set()

    def run(self, points):
        self.known.update(points)

    def __getitem__(self, point):
        if point not in self.known:
            raise KeyError(point)
        load = dict(point.settings)["traffic.permutation.rate"]
        return {"groups": {"permutation": {
            "offered": load, "accepted": min(load, 0.25),
            "latency": {"mean": 50.0 if load < 0.25 else 5000.0}}}}


class FakeCases(FakeRunner):
    """Points are pairs of a case's limit and a load."""

    def __init__(self):
        super().__init__(None)

    def __getitem__(self, point):
        self.limit = point[0]
        return super().__getitem__(point[1])


def check_saturation_of_cases():
    """Several cases, some of which never saturate, beside each other."""
    limits = (0.6, 0.2, 0.97, 0.05)
    runner = FakeCases()
    cases = {s: (lambda load, s=s: (limits[s], load)) for s in range(len(limits))}
    found = saturation(runner, cases, lambda _, r: accepts_too_little(r), [0.1, 0.5, 1.0], 0.02)
    check("saturation of several cases at once",
          all(found[s] is None if limit > 0.95 else close(found[s], limit / 0.95, 0.01)
              for s, limit in enumerate(limits)))


def check_climb():
    """A ladder is climbed to its end; what lies above is run only in the lower half."""
    class Counted:
        seen = set()

        def run(self, points):
            self.seen |= set(points)
    ends = {"low": 0, "high": 5, "never": None}
    ladders = {name: [[(name, i, seed) for seed in range(2)] for i in range(6)] for name in ends}
    runner = Counted()
    check("climb: every ladder's end is found",
          climb(runner, ladders, lambda name, i: i == ends[name]) == ends)
    ran = {name: {i for n, i, _ in runner.seen if n == name} for name in ends}
    check("climb: nothing is run far beyond an end",
          ran == {"low": {0, 1, 2}, "high": set(range(6)), "never": set(range(6))})
    check("climb: a step is run whole", len(runner.seen) == 2 * (3 + 6 + 6))
    check("climb: one step", climb(runner, {"one": [["p"]]}, lambda *_: True) == {"one": 0})


def check_curves():
    runner = OnlyWhatWasRun()
    _, full, curves = srp_ecn.fig3(runner, [1, 2], "fig3a")
    check("a curve shows loads beyond saturation, too",
          set(full.values()) == {0.25}
          and all([row[0] for row in rows] == srp_ecn.FIG3_LOADS for rows in curves.values()))


def check_known():
    """A measure that asks for a point which it forgot to run gets it in the next round."""
    class Doubles:
        program, results = None, {}

        def missing(self, points):
            return {str(point): point for point in points if point not in self.results}

        def run(self, points):
            self.results.update((point, 2 * point) for point in points)

        def __getitem__(self, point):
            return self.results[point]

    def forgetful(runner):
        runner.run([1])
        return runner[1] + runner[2]
    check("a point that was not asked for beforehand is run",
          in_rounds(Doubles(), {"sum": forgetful}) == {"sum": 6})


def check_steps():
    """The step shown is half of the last bracket, which is finer than the resolution: 0.1 wide brackets end at 0.0125 for 0.02."""
    check("last bracket of a search", close(last_step([0.4, 0.5, 1.0], 0.02, 0.45), 0.0125)
          and close(last_step([0.4, 0.5, 1.0], 0.02, 0.7), 0.015625) and close(last_step([0.05], 0.02, 0.01), 0.0125))
    found = saturation(FakeRunner(0.6), {"only": lambda load: load}, lambda _, r: accepts_too_little(r), [0.5, 1.0], 0.02)["only"]
    check("a search ends with that bracket", close(abs(found - 0.6 / 0.95) <= last_step([0.5, 1.0], 0.02, found) / 2, True))
    at = {"a": Interval(0.45, 0.0, 3), "b": Interval(0.45, 0.0, 3), "full": Interval(1.0, 0.0, 3)}
    search = ([0.4, 0.5, 1.0], 0.02)
    check("a bisected saturation carries half its last bracket",
          close(searches.step_of({"measure": "a", "of": ["a"], "searches": [search]}, at), 0.00625, 1e-6))
    check("a ratio of two carries both", close(searches.step_of({"measure": "a", "of": ["a", "b"], "searches": [search] * 2}, at),
                                               2 * 0.00625 / 0.45, 1e-6))
    check("full load has no step", searches.step_of({"measure": "a", "of": ["full"] * 2, "searches": [search] * 2}, at) == 0)
    one = {"measure": "a", "of": ["a"], "searches": [search]}
    check("a search that reaches across the bound does not decide", searches.undecided({**one, "low": 0.445}, at)
          and searches.undecided({**one, "low": 0.455}, at) and searches.undecided({**one, "high": 0.455}, at))
    check("a search that stays on one side decides", not searches.undecided({**one, "low": 0.44}, at)
          and not searches.undecided({**one, "low": 0.46}, at) and not searches.undecided({"measure": "a", "low": 0.445}, at))
    wide = {"a": Interval(0.45, 0.02, 3)}
    check("where the seeds do not decide it is not the search", not searches.undecided({**one, "low": 0.445}, wide))
    check("... which moves the seeds' whole interval", searches.undecided({**one, "low": 0.427}, wide)
          and not searches.undecided({**one, "low": 0.474}, wide))
    sure, unsure, out = {**one, "low": 0.4}, {**one, "low": 0.445}, {**one, "low": 0.5}
    check("a row hangs on any such value if it is in range, else on what is out",
          searches.row_undecided([sure, unsure], at) and not searches.row_undecided([sure], at)
          and not searches.row_undecided([unsure, out], at) and searches.row_undecided([{**one, "low": 0.455}, unsure], at)
          and not searches.row_undecided([{**one, "low": 0.455}, out], at))
    check("the page says so", report.of_check(unsure, at) == "0.450 (search: ± 0.006; the search does not decide)"
          and report.of_check(sure, at) == "0.450 (search: ± 0.006)")
    check("no search, no step", searches.step_of({"measure": "a"}, at) == 0)
    check("every saturation that a check is made of has its search", all(
        len(one.get("of", [])) == len(one["searches"]) for name in ("cbcm", "srp") for c in papers.Paper(name).claims
        for one in (*c["checks"], *c.get("second", {}).get("checks", []))))
    claim = {"id": "c", "checks": [{"measure": "a", "high": 0.1}], "second": {"checks": [{"measure": "b", "low": 0.1}]}}
    check("a claim's definitions are judged apart", report.judge([claim], at) == {"c": "not reproduced"}
          and report.judge([claim], at, "second") == {"c": "in range"})
    check("no second definition, no second verdict", report.judge([{"id": "c", "checks": []}], at, "second") == {})


def check_numbers():
    """Three digits behind the point, more where they would not count or a bound has more."""
    for value, bounds, text in ((Interval(0.25, 0.01, 3), (), "0.250 ± 0.010"), (Interval(0.0013442, 0.0000839, 3), (), "0.00134 ± 0.00008"),
                                (Interval(0.0000196, 0.0000842, 3), (), "0.0000196 ± 0.0000842"), (Interval(0.25, 0.01, 3), (0.0005,), "0.2500 ± 0.0100"),
                                (Interval(-0.010016, 0.000287, 3), (), "-0.0100 ± 0.0003"), (Interval(1e-10, 1e-10, 3), (), "0.00000000 ± 0.00000000"),
                                (Interval(0.85, 1e-17, 3), (), "0.850 ± 0"), (Interval(46080, 0.0, 2), (), "46,080"), (Interval(0.0, 0.0, 3), (), "0")):
        found = report.number(value, bounds)
        check(f"a number as {text}: {found}", found == text)
    check("one seed's number", report.number(Interval(0.012, math.inf, 1)) == "0.0120 ± inf")


def check_order():
    """Rows by the number and letter of their figures, sections last; measures likewise."""
    rows = [{"figure": name} for name in ("Section V-D", "Fig 11", "Fig 3(b)", "Fig 2", "Fig 3(a)", "Fig 2b")]
    check("rows in the order of figures", [row["figure"] for row in report.by_figure(rows)]
          == ["Fig 2", "Fig 2b", "Fig 3(a)", "Fig 3(b)", "Fig 11", "Section V-D"])

    class Paper:
        class measures:
            SEARCHES = {"f9b": ([0.4, 0.5, 1.0], 0.02)}
            MADE_OF = {"f9b.ratio": ["f9b.saturation.x", "f9b.saturation.y"]}
            NOT_KEPT = ["f2.loss"]
        claims = [{"checks": [{"measure": "f2.loss", "low": 0.00005}]}]
    known = {"l4.a": 2.5, "f11.b": 0.5, "f9b.saturation.x": 0.45, "f9b.saturation.y": 0.45, "f9b.ratio": 1.0, "area.bits": 7, "f2.loss": 0.25}
    lines = report.all_measures({name: Interval(mean, 0.0, 3) for name, mean in known.items()}, Paper).splitlines()
    check("all measures in the order of figures, with the searches' steps and the bounds' digits", lines[2:9] == [
        "| `f2.loss` | 0.25000 ± 0 | 3 |", "| `f9b.ratio` | 1.000 (search: ± 0.028) | 3 |", "| `f9b.saturation.x` | 0.450 (search: ± 0.006) | 3 |",
        "| `f9b.saturation.y` | 0.450 (search: ± 0.006) | 3 |", "| `f11.b` | 0.500 ± 0 | 3 |", "| `area.bits` | 7 | - |", "| `l4.a` | 2.500 ± 0 | 3 |"])
    check("what has lost its search says so", "without their step: `f2.loss`" in lines[-1])
    for name in ("cbcm", "srp"):
        paper = papers.Paper(name)
        measures = {key: value for part in paper.load_measured()["parts"].values() for key, value in part["measures"].items()}
        bare = [line for line in report.all_measures(measures, paper).splitlines() if searches.SATURATION.search(line.split("`")[1] if "`" in line else "")
                and "search:" not in line and "| 1 |" not in line and "f8a.false" not in line]
        check(f"{name}: every bisected saturation on the page has its step {bare}", not bare)


def check_srp():
    """10 cycles, 4 nodes, 8 channels between routers of which half is used."""
    empty = {"flits_injected": 0, "flits_dropped": 0, "packets_dropped": 0, "channel_flits": 0,
             "ejection_flits": 0, "wasted_flit_hops": 0}
    result = {"cycles": 10, "measured_cycles": 10, "nodes": 4, "classes": {
        "control": {**empty, "flits_injected": 1},
        "data": {**empty, "flits_injected": 20, "channel_flits": 40, "channel_utilisation": 0.5,
                 "ejection_flits": 20},
        "speculative": {**empty, "flits_injected": 4, "flits_dropped": 4, "packets_dropped": 1,
                        "wasted_flit_hops": 4}}}
    check("channels counted", points.channels(result) == (8, 8))
    # 24 flits enter (the NACK is made inside), 40 cross, 20 leave: 84 of 160.
    check("use of all channels", close(points.channel_use(result), 84 / 160))
    check("wasted bandwidth", close(points.wasted(result), 8 / 160))
    check("speculative and drop rates", close(points.speculative_rate(result), 0.1)
          and close(points.drop_rate(result), 0.1))
    check("relative deviation", close(hotspot.relative_deviation([1, 3]), 0.5))
    runs = [{"series": {"ur": [[0, 0.2, 100.0, 1.0], [1, 0.4, None, 0.0]]}},
            {"series": {"ur": [[0, 0.4, 300.0, 3.0], [1, 0.4, None, 0.0]]}}]
    check("time bins: load", close(hotspot.bins(runs, 1)[0], 0.3))
    check("time bins: latency by packets", close(hotspot.bins(runs, 2)[0], 250)
          and hotspot.bins(runs, 2)[1] is None)


class FakeJob:
    def __init__(self, first, throttled):
        self.first, self.throttled = first, throttled

    def summary(self):
        mechanism = {"hotspots_declared": 1, "congested_output_cycles": 1, "router_clocks": 2}
        if self.first is not None:
            mechanism["first_throttle_cycle"] = self.first
        group = {"packets_throttled": 0, "packets_injected": 1, "latency": {"mean": 80},
                 "accepted": 0.5, "rate": 0.5}
        return {"mechanism": mechanism, "groups": {"ur": group},
                "throttled_fraction": self.throttled}


def verdicts(samples, intervals):
    """Of delay and false detections; each window's runs are (first throttle message, share)."""
    runs = zip(WINDOWS, (samples, intervals))
    pairs = Pairs(FIGURES[0], {(FIGURES[0], w): [FakeJob(*run) for run in some]
                               for w, some in runs})
    return pairs.same(), pairs.verdict("delay"), pairs.verdict("false")


def check_windows():
    # Means 3 and 2: 1.5. Rests 0.5, 0, -0.5: standard deviation 0.5, t(2) = 4.303, over 2.
    found = ratio([2, 3, 4], [1, 2, 3])
    check("ratio of means", close(found.mean, 1.5)
          and close(found.half, 4.303 * 0.5 / math.sqrt(3) / 2) and found.count == 3)
    check("pairs of equal ratio have no width, single zeros are allowed",
          close(ratio([0, 4], [0, 2]).mean, 2) and ratio([0, 4], [0, 2]).half == 0)
    check("no ratio to zero", ratio([1, 2], [0, 0]) is None)
    same = [(5000 + s, 0.1 * s) for s in range(1, 6)]
    check("windows: equal runs", verdicts(same, same) == ("5 of 5", "yes", "yes"))
    late = [(1.1 * first, 1.1 * share) for first, share in same]
    check("windows: 10 % more", verdicts(same, late) == ("0 of 5", "no", "no"))
    wide = [(first + 2000 * (-1) ** first, 0.3 + 0.1 * (-1) ** first) for first, _ in same]
    check("windows: scattered", verdicts(same, wide) == ("0 of 5", "open", "open"))
    rare = [(None, 0)] * 4 + [(5000, 0.1)]
    check("windows: one event is too few, also if it is the same",
          verdicts(rare, rare) == ("1 of 1", "open", "open"))
    early = [(1000 + s, 0.1) for s in range(5)]
    check("windows: a message before the first epoch's end is no detection",
          verdicts(early, early) == ("5 of 5", "none", "yes"))
    none = [(None, 0)] * 5
    check("windows: no event", verdicts(none, none) == ("-", "none", "none"))


def check_fidelity():
    rules, legal = fidelity.load(), fidelity.legal_values()
    found = list(fidelity.problems(rules, legal))
    check(f"the keys of fidelity.toml are keys, with legal values {found}", not found)
    check("docs/reference/fidelity.md is of fidelity.toml (scripts/reproduction/fidelity.py page)",
          fidelity.PAGE.read_text() == fidelity.page(rules))

    def wrong(**edit):
        edited = {**rules, "key": [*rules["key"], {**rules["key"][0], "scope": "new", **edit}]}
        edited["keys"] = fidelity.digest(edited)
        return list(fidelity.problems(edited, legal))
    check("a row of fidelity.toml that is right is no problem", wrong() == [])
    for edit, words in (({"key": "network.vc_alocation"}, "no such key"),
                        ({"value": "upstream"}, "is not legal: output_buffer, downstream"),
                        ({"key": "network.output_buffer_flits", "value": 0}, "is not legal"),
                        ({"from": "hearsay"}, "from is none of"),
                        ({"from": "text"}, "needs place"),
                        ({"paper": "recn"}, "paper is none of")):
        found = wrong(**edit)
        check(f"fidelity.toml with {edit} is refused", len(found) == 1 and words in found[0])
    moved = {**rules, "key": [{**rules["key"][0], "value": "output_buffer"}, *rules["key"][1:]]}
    check("a value of fidelity.toml that changes without its digest is refused",
          [text for text in fidelity.problems(moved, legal) if text.startswith("keys: ")])
    twice = {**rules, "key": [*rules["key"], rules["key"][0]]}
    check("a key that stands twice in fidelity.toml is refused",
          any("twice" in text for text in fidelity.problems(twice, legal)))
    ecn = fidelity.settings(rules, "cbcm", ("ecn",))
    check("keys of a mechanism are set for it alone",
          "mechanism.mark_on" in ecn and "routing.ugal_vcs" not in ecn)


def main():
    of_five = interval([1, 2, 3, 4, 5])  # standard deviation sqrt(2.5), t(4) = 2.776
    check("mean and Student's half width", close(of_five.mean, 3) and close(of_five.half, 1.963))
    check("equal values have no width", interval([2, 2, 2]).half == 0)
    check("one seed's interval has no end", interval([1]).half == math.inf and interval([1]).count == 1)
    check("a verdict of one seed is never in range", not searches.within({"low": 0}, interval([1])))
    check("Jain of equal shares", close(jain([0.25] * 4), 1))
    check("Jain of one taking all", close(jain([1, 0, 0, 0]), 0.25))
    check("Jain of 1/2 and three times 1/6", close(jain([1 / 2, 1 / 6, 1 / 6, 1 / 6]), 0.75))
    # Accepted is 95 % of offered where offered = limit / 0.95.
    check("bisection finds 0.6 / 0.95", close(saturation_of(0.6), 0.6316, 0.01))
    check("bisection below the first load", close(saturation_of(0.05), 0.0526, 0.01))
    check("no saturation up to load 1", saturation_of(0.96) is None)
    check_saturation_of_cases()
    check_climb()
    claims = [{"id": "c", "checks": [{"measure": "m", "low": 0.1, "high": 0.4}]}]

    def verdict(mean, half):
        return report.judge(claims, {"m": Interval(mean, half, 5)})["c"]

    check("inside", verdict(0.2, 0.05) == "in range")
    check("an interval across the bound is not in range", verdict(0.11, 0.02) == "not reproduced")
    check("outside", verdict(0.5, 0.01) == "not reproduced")
    check("no measure, no verdict", report.judge(claims, {}) == {})
    both = [{"id": "c", "checks": [*claims[0]["checks"], {"measure": "n", "low": 1.0}]}]
    check("one measure out of bounds decides, another may be missing",
          report.judge(both, {"m": Interval(0.5, 0.01, 5)}) == {"c": "not reproduced"})
    check("one measure within its bounds does not decide", report.judge(both, {"m": Interval(0.2, 0.05, 5)}) == {})
    check("what is missing is said so", report.ours(both[0]["checks"], {"m": Interval(0.5, 0.01, 5)}).endswith("n: not measured"))
    place, highest = peak({0.1: Interval(1, 0.1, 5), 0.5: Interval(3, 2, 5), 0.9: Interval(2, 0, 5)})
    check("peak is the largest mean", place == 0.5 and highest.mean == 3)
    check_curves()
    check_known()
    check_srp()
    check_windows()
    check_fidelity()
    check_steps()
    check_numbers()
    check_order()
    return 1 if REPORT.failed else 0


if __name__ == "__main__":
    sys.exit(main())
