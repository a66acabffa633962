#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the reproduction's statistics and verdicts, against values worked out by hand."""

import json
import math
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent / "reproduction"))
import earlier  # noqa: E402
import fidelity  # noqa: E402
import fixed  # noqa: E402
import keys  # noqa: E402
import papers  # noqa: E402
import people  # noqa: E402
import report  # noqa: E402
import second_reading_rows  # noqa: E402
import simulators  # noqa: E402
from cbcm import srp_ecn  # noqa: E402
from runs import Point, in_rounds  # noqa: E402
from srp import hotspot, points  # noqa: E402
from measure_window import FIGURES, WINDOWS, Pairs  # noqa: E402
from stats import (Interval, accepts_too_little, climb, interval, jain, last_step, peak, ratio,  # noqa: E402
                   saturation)

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


def check_papers():
    check("papers are found by folder", {"cbcm", "srp"} <= set(papers.names()))
    for name in papers.names():
        paper = papers.Paper(name)
        check(f"{name}: every claim has checks with a bound",
              all(c["checks"] and all("low" in k or "high" in k for k in c["checks"])
                  for c in paper.claims))
        committed = json.loads(paper.verdicts.read_text())
        # A large measurement has a verdict once it has been made.
        judged = [c for c in paper.claims
                  if c["part"] not in paper.measures.LARGE or c["id"] in committed]
        check(f"{name}: every claim has a committed verdict and no other has",
              [c["id"] for c in judged] == list(committed))
        check(f"{name}: what is not reproduced says why",
              all(c["because"] for c in judged if committed[c["id"]] != "in range"))
        check(f"{name}: the large parts exist and are left out",
              not set(paper.measures.LARGE) & set(paper.parts())
              and set(paper.measures.LARGE) <= set(paper.measures.PARTS))
        check(f"{name}: the quick parts exist", set(paper.measures.QUICK) <= set(paper.parts()))
        check(f"{name}: a claim's part is found",
              set(paper.parts(only=[paper.claims[0]["id"]])) == set(papers.parts_of(paper.claims[0])))
        page = Path(papers.HERE).parent.parent / "docs" / "reference" / paper.page.PAGE
        text = page.read_text()
        check(f"{name}: the page has a section for every claim",
              all(f"### {c['figure']}: `{c['id']}`" in text for c in judged))
        check_totals(paper, text)


def check_totals(paper, text):
    """The first row counts the committed verdicts; every claim has a label for each check, and bounds of the second
    definition are the first one's where both have the measure."""
    committed = json.loads(paper.verdicts.read_text())
    held = list(committed.values()).count("in range")
    first = next(line for line in text.splitlines() if line.startswith("| first definitions |"))
    check(f"{paper.name}: the page's first totals are the committed verdicts'",
          first.startswith(f"| first definitions | {held} | {len(committed) - held} | "
                           f"{len(paper.claims) + len(paper.not_measured) - len(committed)} |"))
    checks = [one for c in paper.claims for one in (*c["checks"], *c.get("second", {}).get("checks", []))]
    check(f"{paper.name}: every check has a label", all(one.get("label") for one in checks))


def check_steps():
    """The step shown is half of the last bracket, which is finer than the resolution: 0.1 wide brackets end at 0.0125 for 0.02."""
    check("last bracket of a search", close(last_step([0.4, 0.5, 1.0], 0.02, 0.45), 0.0125)
          and close(last_step([0.4, 0.5, 1.0], 0.02, 0.7), 0.015625) and close(last_step([0.05], 0.02, 0.01), 0.0125))
    found = saturation(FakeRunner(0.6), {"only": lambda load: load}, lambda _, r: accepts_too_little(r), [0.5, 1.0], 0.02)["only"]
    check("a search ends with that bracket", close(abs(found - 0.6 / 0.95) <= last_step([0.5, 1.0], 0.02, found) / 2, True))
    at = {"a": Interval(0.45, 0.0, 3), "b": Interval(0.45, 0.0, 3), "full": Interval(1.0, 0.0, 3)}
    search = ([0.4, 0.5, 1.0], 0.02)
    check("a bisected saturation carries half its last bracket",
          close(report.step_of({"measure": "a", "of": ["a"], "searches": [search]}, at), 0.00625, 1e-6))
    check("a ratio of two carries both", close(report.step_of({"measure": "a", "of": ["a", "b"], "searches": [search] * 2}, at),
                                               2 * 0.00625 / 0.45, 1e-6))
    check("full load has no step", report.step_of({"measure": "a", "of": ["full"] * 2, "searches": [search] * 2}, at) == 0)
    check("no search, no step", report.step_of({"measure": "a"}, at) == 0)
    check("every saturation that a check is made of has its search", all(
        len(one.get("of", [])) == len(one["searches"]) for name in ("cbcm", "srp") for c in papers.Paper(name).claims
        for one in (*c["checks"], *c.get("second", {}).get("checks", []))))
    claim = {"id": "c", "checks": [{"measure": "a", "high": 0.1}], "second": {"checks": [{"measure": "b", "low": 0.1}]}}
    check("a claim's definitions are judged apart", report.judge([claim], at) == {"c": "not reproduced"}
          and report.judge([claim], at, "second") == {"c": "in range"})
    check("no second definition, no second verdict", report.judge([{"id": "c", "checks": []}], at, "second") == {})


def check_fixed(folder):
    """Points under the fixed keys: those of the point's mechanism and routing, its own settings first, another seed."""
    (folder / "program").write_text("no program")
    runner = fixed.FixedRunner("cbcm", fidelity.load(), folder / "program", folder)
    plain = runner.fixed(Point.of("fig3a", 3, mechanism__name="ecn", routing__function="minimal"))
    own = dict(plain.settings)
    check("fixed keys: seed and mechanism's keys", plain.seed == 3 + fixed.FRESH
          and own["mechanism.mark_on"] == "input_buffer" and own["network.vc_allocation"] == "downstream")
    check("fixed keys: none of a routing function that is not there", "routing.ugal_metric" not in own)
    ugal = dict(runner.fixed(Point.of("fig3a", 1)).settings)  # the scenario's own routing
    check("fixed keys: those of the scenario's routing function", ugal["routing.ugal_metric"] == "credits")
    vc = runner.fixed(Point.of("fig3a", 1, mechanism__name="ecn", mechanism__threshold_scope="vc"))
    check("fixed keys: what a point sets itself stays", dict(vc.settings)["mechanism.threshold_scope"] == "vc")


def check_reasons():
    """What differs under the fixed keys says why, too; the numbers of a reason are there."""
    for name in ("cbcm", "srp"):
        paper = papers.Paper(name)
        measures = people.joined(paper)
        under_fixed, verdicts = fixed.measures(paper)
        silent = [c["id"] for c in paper.claims if verdicts.get(c["id"]) == "not reproduced" and not c["because_fixed"]]
        check(f"{name}: what differs under the fixed keys says why {silent}", not silent)
        words = people.vocabulary(paper, measures, under_fixed)
        for claim in paper.claims:
            report.filled(claim["because"], {**words, **measures})
            if claim["id"] in verdicts:
                report.filled(claim["because_fixed"], {**words, **under_fixed})
    one = {"a b": Interval(0.25, 0.01, 3)}
    check("a reason's numbers", report.filled("x {a b:percents}, {a b}", one) == "x 25.0 ± 1.0 %, 0.250 ± 0.010")
    try:
        report.filled("{c}", one)
        check("a reason that names what is not there is refused", False)
    except ValueError:
        check("a reason that names what is not there is refused", True)


def check_rows():
    """Rows and claims: a claim is in range when all its rows are; all of them stand on the pages."""
    check("a claim of several rows", people.together(["in range", None]) is None
          and people.together(["in range", None, "not reproduced"]) == "not reproduced" and people.together(["in range"]) == "in range")
    both = [papers.Paper(name) for name in people.TOGETHER]
    check("35 rows of 30 claims", sum(len(p.claims) + len(p.not_measured) for p in both) == 35
          and sum(len(people.by_claim(p)) for p in both) == 30)
    for paper in both:
        names = [name for part in paper.load_measured()["parts"].values() for name in part["measures"]]
        check(f"{paper.name}: no measure stands in two parts, which may be of two simulators", len(names) == len(set(names)))
        text = (Path(papers.HERE).parent.parent / "docs" / "reference" / paper.page.PAGE).read_text()
        check(f"{paper.name}: every row is in the list of claims",
              all(f"| [{c['id']}](#{people.anchor(c)}) |" in text for c in [*paper.claims, *paper.not_measured]))
        check(f"{paper.name}: the page is of what is kept (scripts/reproduce.py --page)", all(
            part in text for part in (people.totals(paper, people.joined(paper)), people.claims_table(paper, people.joined(paper)),
                                      people.made_by(paper), keys.table(paper, people.joined(paper)))))


def check_readings():
    """The second reading: numbers of runs, and words where there are none."""
    runs = {"a": {"ours": {"q": 0.4}}, "b": {"ours": {"q": 0.1}}, "0.7": {"ours": {"q": 0.2}}}
    one = {"quantity": "q", "over": ["a"], "under": ["b", "0.7"]}
    check("second reading: a ratio is of the highest runs", close(second_reading_rows.number({**one, "kind": "ratio"}, runs, "ours"), 2))
    check("second reading: an excess", close(second_reading_rows.number({**one, "kind": "excess"}, runs, "ours"), 1))
    check("second reading: the place of a peak", second_reading_rows.number({"kind": "peak", "quantity": "q", "over": ["0.7"]}, runs, "ours") == 0.7)
    check("second reading: what has not run is none", second_reading_rows.number({**one, "kind": "ratio"}, runs, "booksim") is None)
    claims = second_reading_rows.load()
    check("second reading: numbers name runs", all(set(n["over"]) | set(n.get("under", [])) <= r["runs"].keys()
                                                   for r in claims["reading"] for n in r["numbers"]))
    check("second reading: what is kept is of these settings", all(
        entry[side]["settings"] == second_reading_rows.mark_of(claims, r["runs"][name], side)
        for r in claims["reading"] for name, entry in second_reading_rows.kept().get(r["row"], {}).items() for side in entry))
    rows = [c for paper in people.TOGETHER for c in papers.Paper(paper).claims]
    check("every row has a second reading or says why there is none", all(c["reading"] for c in rows))


def check_readme():
    """Numbers that the README shares with the pages."""
    text = (Path(papers.HERE).parent.parent / "README.md").read_text()
    bits = people.joined(papers.Paper("cbcm"))["area.paper_bits"].mean
    check("README: the letter's bits of samples are the page's", f"{bits:,.0f} bits of samples" in text)
    less = people.joined(papers.Paper("srp"))["f4.hot_link_loss"]
    check("README: what SRP holds back is the page's", f"it holds {100 * less.mean:.0f} % back" in text)


def check_simulators():
    new = {"program": "p", "date": "2026-01-02", "digests": {"none": "0x1", "cbcm": "0x2"}}
    other = {"program": "q", "date": "2026-01-02", "digests": {"none": "0x1", "srp": "0x3"}}
    old = {"program": "o", "date": "2026-01-01", "digests": {"none": "0x9"}}
    before = {"commit": "abc", "date": "2025-12-31", "digests": {}}
    parts = {name: {"simulator": one} for name, one in
             (("a", new), ("b", other), ("c", old), ("d", before), ("e", {"program": "", "date": "2026-01-01", "digests": {}}))}
    check("parts whose digests agree are of one simulator", [names for _, names in simulators.groups(parts)] == [["a", "b"], ["c"], ["d"]])
    now = {"none": "0x1", "cbcm": "0x5", "srp": "0x3"}
    check("parts of an older simulator are named", [name for name, _ in simulators.older(parts, now)] == ["a", "c", "d"])


def check_earlier(folder):
    """A verdict that another simulator changes stays beside the new one."""
    class Paper:
        verdicts = folder / "verdicts.json"
        claims = [{"id": "c", "checks": [{"measure": "m", "high": 0.5}]}, {"id": "d", "checks": [{"measure": "n", "high": 0.5}]}]
    def parts(m, when):
        return {"p": {"simulator": {"date": when}, "measures": {"m": Interval(m, 0.0, 3), "n": Interval(0.1, 0.0, 3)}}}
    earlier.keep(Paper, parts(0.4, "then"), parts(0.3, "now"))
    check("no verdict changed, nothing kept", earlier.load(Paper) == {})
    earlier.keep(Paper, parts(0.4, "then"), parts(0.6, "now"))
    check("a changed verdict's measures are kept", earlier.load(Paper) == {
        "c": {"first": {"simulator": {"date": "then"}, "measures": {"m": Interval(0.4, 0.0, 3)}}}})


def check_keys(folder):
    """One key beside the defaults, where its scope is; what is not measured is said to be so."""
    (folder / "program").write_text("no program")
    rows = dict(keys.cases(keys.load_keys()))
    runner = keys.KeyRunner(rows["routing.ugal_metric=credits"], "credits", folder / "program", folder)
    ugal = runner.fixed(Point.of("fig3a", 3))
    check("one key: set where its scope is, the usual seed", dict(ugal.settings) == {"routing.ugal_metric": "credits"} and ugal.seed == 3)
    minimal = runner.fixed(Point.of("fig3a", 3, routing__function="minimal"))
    check("one key: not set elsewhere", dict(minimal.settings) == {"routing.function": "minimal"})
    port = keys.KeyRunner(rows["network.output_queues=port"], "port", folder / "program", folder)
    check("one key: what it needs comes with it", dict(port.fixed(Point.of("fig12", 1)).settings) == {
        "network.output_queues": "port", "network.vc_allocation": "downstream"})
    paper = papers.Paper("cbcm")
    claims = {c["id"]: c for c in paper.claims}
    check("a key concerns rows that have its scope", keys.concerns(keys.load_keys(), "cbcm", claims["cbcm-f3b"], rows["mechanism.mark_on=input_buffer"])
          and not keys.concerns(keys.load_keys(), "cbcm", claims["cbcm-f13"], rows["routing.ugal_metric=credits"]))
    check("what is not measured is said so",
          keys.cell(keys.load_keys(), paper, claims["cbcm-f13"], rows["network.arbitration=flit"], {}) == "not measured")
    legal = fidelity.legal_values()
    check("keys.toml's keys and values are legal", all(
        any(fidelity.is_legal(value, one) for one in legal[row["key"]]) for row in rows.values() for value in (row["default"], *row["values"])))
    listed = {c for scopes in keys.load_keys()["claims"].values() for one in (scopes.values() if isinstance(scopes, dict) else [scopes]) for c in one}
    check("keys.toml's rows are rows", listed <= {c["id"] for name in people.TOGETHER for c in
                                                  [*papers.Paper(name).claims, *papers.Paper(name).not_measured]})


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
    check_papers()
    check_srp()
    check_windows()
    check_fidelity()
    check_steps()
    check_reasons()
    check_rows()
    check_simulators()
    check_readings()
    check_readme()
    with tempfile.TemporaryDirectory() as name:
        check_fixed(Path(name))
        check_earlier(Path(name))
        check_keys(Path(name))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
