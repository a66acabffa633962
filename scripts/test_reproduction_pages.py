#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the reproduction's pages: every claim stands there with its verdicts and reasons, of what was measured."""

import json
import math
import re
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
import reproduce  # noqa: E402
import second_reading_rows  # noqa: E402
import second_reading_series as series  # noqa: E402
import simulators  # noqa: E402
from cbcm import pictures, short  # noqa: E402
from figures_testing import Report  # noqa: E402
from runs import Point  # noqa: E402
from srp import pictures as srp_pictures, points  # noqa: E402
from stats import Interval  # noqa: E402

REPORT = Report("reproduction pages")
check = REPORT.check


def close(a, b, tolerance=1e-3):
    return abs(a - b) <= tolerance


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
        check(f"{name}: the page is what the results make it: scripts/reproduce.py --paper {name} --page",
              text == reproduce.page_text(paper))
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
        figures = {c["id"]: c["figure"] for c in [*paper.claims, *paper.not_measured]}
        for what, found in (("sections", re.findall(r"^### ([^:]+): `", text, re.MULTILINE)), ("pictures", re.findall(r'alt="([^"]+)"', text)),
                            ("rows under every value", [figures[row] for row in re.findall(r"^\| ([\w-]+) \|", text.partition("## Every row under")[2], re.MULTILINE)
                                                        if row in figures])):
            places = [report.place(one) for one in found]
            check(f"{paper.name}: {what} are in the order of figures", len(places) > 9 and places == sorted(places))
        check(f"{paper.name}: the page is of what is kept (scripts/reproduce.py --page)", all(
            part in text for part in (people.totals(paper, people.joined(paper)), people.claims_table(paper, people.joined(paper)),
                                      people.made_by(paper), keys.table(paper, people.joined(paper)))))


class Drawn(report.Plots):
    """Keeps the axes of every picture, and writes none."""

    def __init__(self, folder):
        super().__init__(folder)
        self.kept = {}

    def save(self, figure, name):
        figure.tight_layout()
        figure.canvas.draw()
        self.kept[name] = figure


def black_stars(axes):
    return [(line.get_xdata()[0], line.get_ydata()[0]) for line in axes.get_lines()
            if line.get_marker() == "*" and line.get_color() == "black"]


def check_pictures(folder):
    """Marks of the paper's text stand where the text and our measures say; no legend hides a curve."""
    cbcm = papers.Paper("cbcm")
    measures, drawn = people.joined(cbcm), Drawn(folder)
    data = {key: value for part in cbcm.load_measured()["parts"].values() for key, value in part["data"].items()}
    pictures.latency_curves(data, measures, drawn)
    pictures.time_series(data, measures, drawn)
    stars = {name: black_stars(figure.axes[0]) for name, figure in drawn.kept.items()}
    for name, of, share in (("fig2", "f2.saturation.MIN", 0.77), ("fig3a", "f3a.saturation.Ideal(UGAL)", 0.92), ("fig3b", "f3b.saturation.Ideal(UGAL)", 0.5),
                            ("fig11", "f11.settled_bins.endpoint", 0.22), ("fig13", "f13.settled_bins.shared", 1 / 13.2)):
        check(f"{name}: a star stands at {share:.2f} of {of}", any(close(x, share * measures[of].mean) for x, _ in stars[name]), stars[name])
    peaks = [max(row[1] for row in rows) for rows in data["fig11"].values()]
    check("fig11: a star stands at 0.42 of the endpoint's peak", any(close(y, 0.42 * max(peaks)) for _, y in stars["fig11"]))
    legends_beside(drawn)


def legends_beside(drawn):
    """No legend lies on bars or curves."""
    for name, figure in drawn.kept.items():
        for axes in figure.axes:
            if legend := axes.get_legend():
                place = legend.get_window_extent()
                check(f"{name}: the legend hides nothing and is not cut off", not any(place.overlaps(one.get_window_extent()) for one in figure.axes)
                      and place.x0 >= 0 and place.x1 <= figure.bbox.x1 and place.y0 >= 0)
        drawn.plt.close(figure)


def check_srp_pictures(folder):
    """The same of the SRP paper; every curve of Fig 6 looks different, and both pictures of Fig 7 have a legend."""
    srp = papers.Paper("srp")
    measures, drawn = people.joined(srp), Drawn(folder)
    data = {key: value for part in srp.load_measured()["parts"].values() for key, value in part["data"].items()}
    srp_pictures.draw({key: value for key, value in data.items() if key != "srp_f14"}, measures, drawn)
    peak = max(row[1] for row in data["srp_f12"]["TTW 94 cycles"])
    for name, height, text in (("srp_f4", 1.47 * data["srp_f4"]["baseline"]["S0"], "S0"), ("srp_f5", 0.95 * measures["f5.sender.baseline"].mean, "5 %"),
                               ("srp_f9", 1.06 * measures["f9.accepted.baseline_4"].mean, "6 %"), ("srp_f12", peak / 2, "half"), ("srp_f12", peak / 4, "a quarter"),
                               ("srp_f10", next(row[1] for row in data["srp_f10"]["baseline"] if row[0] == 0.8) + 0.025, "2.5 %")):
        stars = black_stars(drawn.kept[name].axes[0])
        check(f"{name}: a star stands where the text says {text}", any(close(y, height, 1e-6) for _, y in stars), stars)
    for name, x in (("srp_f6", 0.1), ("srp_f7", 1), ("srp_f11", 0.5)):
        check(f"{name}: a line stands at {x}", any(set(line.get_xdata()) == {x} and line.get_linestyle() == ":"
                                                   for axes in drawn.kept[name].axes for line in axes.get_lines()))
    looks = [(line.get_color(), line.get_marker(), line.get_markersize()) for line in drawn.kept["srp_f6"].axes[0].get_lines()]
    check("srp_f6: every curve looks different", len(looks) == len(set(looks)) == len(data["srp_f6"]) + 1)
    sizes = [line.get_markersize() for line in drawn.kept["srp_f6"].axes[0].get_lines() if line.get_marker() != "None"]
    check("srp_f6: no curve covers one that lies under it", len(sizes) == len(set(sizes)))
    check("srp_f7: both pictures have a legend", all(axes.get_legend() for axes in drawn.kept["srp_f7"].axes))
    legends_beside(drawn)


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
    check("what has run has its numbers, and nothing else has", all(bool(c["reading_rows"]) != c["reading"].startswith("none") for c in rows))
    pages = Path(papers.HERE).parent.parent / "docs" / "reference"
    text = (pages / papers.Paper("srp").page.PAGE).read_text()
    check("SRP's page has a table of each second reading", all(f"| {' | '.join(one)} |" in text for c in rows for one in c["reading_rows"])
          and sum(len(c["reading_rows"]) for c in rows) > 20)
    cells = dict(re.findall(r"^\| ([a-z]+-[\w-]+) \| (.*) \|$", fidelity.PAGE.read_text().partition("## The second reading, row by row")[2], re.MULTILINE))
    check("fidelity's list leads there, or says why there is none", cells.keys() >= {c["id"] for c in rows} and all(
        cells[c["id"]].endswith(f"#{people.anchor(c)})") if c["reading_rows"] else cells[c["id"]] == c["reading"] for c in rows))


def check_series():
    """The second reading of what follows a start: levels before it, the worst bin after it, and when it is over."""
    how = {"start": 40, "bin": 10, "end": 80, "low": 0.9, "sources": 2}
    stats = "".join(f"transient_stat({i + 1},:)= [{latency} 2 -nan {flits} 0 0 -nan 0  ];\n" for i, (flits, latency) in enumerate(
        [(9, 9)] * 4996 + [(0, 0), (9, 900), (10, 20), (10, 20), (8, 40), (5, 20), (12, 20), (10, 20), (9, 9)]))
    bins = series.booksim(stats, how)
    check("second reading: bins begin with the run and end with it", [one[0] for one in bins] == list(range(0, 80, 10)))
    twice = series.joined([bins, bins])
    check("second reading: several seeds are one series", twice[2] == (20, 20, 40, 4))
    found = series.quantities(twice, how)
    check("second reading: the worst bins after a start, over the second half before it",
          close(found["latency_before"], 10) and close(found["latency_peak"], 2) and close(found["accepted_least"], 0.5))
    check("second reading: a bin is bad until its end", close(found["latency_back_us"] * points.MICROSECOND, 10)
          and close(found["accepted_back_us"] * points.MICROSECOND, 20))
    check("second reading: nothing bad after the start", series.quantities(bins, {**how, "low": 0.4})["accepted_back_us"] == 0)


def check_readme():
    """Numbers that the README shares with the pages."""
    text = (Path(papers.HERE).parent.parent / "README.md").read_text()
    bits = people.joined(papers.Paper("cbcm"))["area.paper_bits"].mean
    check("README: the letter's bits of samples are the page's", f"{bits:,.0f} bits of samples" in text)
    less = people.joined(papers.Paper("srp"))["f4.hot_link_loss"]
    check("README: what SRP holds back is the page's", f"it holds {100 * less.mean:.0f} % back" in text)
    chosen = [(paper, people.joined(paper)) for paper in map(papers.Paper, people.TOGETHER)]
    held, total = [], 0
    for name in ("first definitions", "second definitions where there is one",
                 "first definitions, [fixed keys](fidelity.md), fresh seeds", "second definitions where there is one, [fixed keys](fidelity.md), fresh seeds"):
        each = [people.claims_by_verdict(paper, people.definitions(paper, measures)[name]) for paper, measures in chosen]
        held.append(sum(list(one.values()).count("in range") for one in each))
        total = sum(map(len, each))
    check("README: the totals of claims are the page's",
          f"Of the {total} claims of the CBCM and SRP papers {held[0]} hold by their first definition and {held[1]} by the second, "
          f"{held[2]} and {held[3]} under keys that were fixed before the runs" in text)
    pages = Path(papers.HERE).parent.parent / "docs" / "reference"
    for number, page in ((5376, "status.md"), (7363, "mutation.md"), (17000, "../developer/speed.md"), (28000, "../developer/speed.md")):
        said = (pages / page).read_text()
        check(f"README: {number:,} is {page}'s", f"{number:,}" in text and (f"{number:,}" in said or str(number) in said))


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
    one = {"f13.settling_ratio_of_10_bins": Interval(5, math.inf, 1), "f13.settling_ratio": Interval(5, math.inf, 1), "f13.hotspot.dedicated": Interval(0.9, math.inf, 1),
           "f13.hotspot.shared": Interval(1, math.inf, 1)}
    cell = keys.cell(keys.load_keys(), paper, claims["cbcm-f13"], rows["network.arbitration=flit"],
                     {name: keys.as_it_is(value) for name, value in one.items()})
    check("a cell of one seed is judged as it is, and says so", cell == "in range (1 seed)")
    wide = {"f13.settling_ratio_of_10_bins": Interval(163, 698, 3), "f13.settling_ratio": Interval(2, 1, 3),
            "f13.hotspot.dedicated": Interval(0.95, 0.01, 3), "f13.hotspot.shared": Interval(1, 0, 3)}
    cell = keys.cell(keys.load_keys(), paper, claims["cbcm-f13"], rows["network.arbitration=flit"], wide)
    check("a mean is named only where its interval is not wider than it", cell == "differs", cell)
    cell = keys.cell(keys.load_keys(), paper, claims["cbcm-f13"], rows["network.arbitration=flit"],
                     {**wide, "f13.settling_ratio_of_10_bins": Interval(7, 5, 3)})
    check("that the means alone are in range is said", cell == "differs (by the means alone in range)", cell)
    for name, cases in keys.load_keys()["every_seed"].items():
        known = papers.Paper(name).measures.PARTS
        check(f"{name}: cells of every seed are cells", all(case in rows and set(listed) <= set(known) for case, listed in cases.items()))
    known = {c["id"] for name in papers.names() for c in papers.Paper(name).claims}
    check("rows of a key are rows", all(set(row.get("rows", [])) <= known for row in rows.values()))
    for name, listed in keys.load_keys()["one_seed"].items():
        known = papers.Paper(name).measures.PARTS
        check(f"{name}: parts of one seed are parts", listed == "all" or set(listed) <= set(known))
    check("what is measured with fewer runs is of one seed", all(keys.of_one_seed(keys.load_keys(), "cbcm", "network.arbitration=flit", part)
                                                                 for part in paper.measures.SHORT))
    legal = fidelity.legal_values()
    check("keys.toml's keys and values are legal", all(
        any(fidelity.is_legal(value, one) for one in legal[row["key"]]) for row in rows.values() for value in (row["default"], *row["values"])))
    listed = {c for scopes in keys.load_keys()["claims"].values() for one in (scopes.values() if isinstance(scopes, dict) else [scopes]) for c in one}
    check("keys.toml's rows are rows", listed <= {c["id"] for name in people.TOGETHER for c in
                                                  [*papers.Paper(name).claims, *papers.Paper(name).not_measured]})


class Ramp:
    """Results that are the loads asked for; `asked` counts them."""

    def __init__(self):
        self.asked = 0

    def run(self, points):
        self.asked += len(points)

    def __getitem__(self, point):
        return point


def check_short_searches():
    """Brackets of two saturations, halved until their ratio is on one side of the bound."""
    def search(over, under, firsts, bound=0.9):
        ramp = Ramp()
        brackets = [short.Bracket(lambda load: load, lambda load, at=at: load >= at, first)
                    for at, first in zip((over, under), firsts)]
        return short.ratio(ramp, *brackets, bound), ramp.asked
    found, asked = search(0.6, 0.84, (0.7, 0.8))
    check("short search: two runs show what is far below the bound", asked == 2 and found.high < 0.9 and found.low <= 0.6 / 0.84 <= found.high)
    found, asked = search(0.96, 0.84, (0.7, 0.8))
    check("short search: what is above the bound is shown to be", found.low >= 0.9 and found.low <= 0.96 / 0.84 <= found.high)
    found, asked = search(0.76, 0.845, (0.7, 0.8))
    check("short search: at the bound it goes to the resolution", found.half == 0 and abs(found.mean - 0.76 / 0.845) < 0.03 and asked < 20)
    found, _ = search(2, 2, (0.7, 0.8))
    check("short search: what never saturates does so at 1", found.low >= 0.9)
    check("short search: every measure has a bound", all(f"{name}.cbcm_over_ideal.{r}" in short.CHECKS
                                                         for name, firsts in short.FIRST.items() for r in firsts))


def main():
    check_papers()
    check_short_searches()
    check_reasons()
    check_rows()
    check_simulators()
    check_readings()
    check_series()
    check_readme()
    for in_folder in (check_fixed, check_earlier, check_keys, check_pictures, check_srp_pictures):
        with tempfile.TemporaryDirectory() as name:
            in_folder(Path(name))
    return 1 if REPORT.failed else 0


if __name__ == "__main__":
    sys.exit(main())
