# SPDX-License-Identifier: Apache-2.0
"""A figure from its file in scripts/figures: which points it needs, and what its curves are.

The file's tables are explained in docs/user/figures.md. A curve's row is (place on the x axis,
one value for each seed, the digests of these runs).
"""

import hashlib
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import stats
from runs import Point
from values import SERIES, VALUES

FOLDER = Path(__file__).resolve().parent.parent / "figures"
LEGAL = {
    "": {"title", "paper", "claims", "scenario", "seeds", "set", "x", "y", "curve", "at", "rtl",
         "quick"},
    "x": {"key", "cases", "senders", "time", "label", "values", "unit", "zero"},
    "y": {"value", "group", "label", "low", "high", "log", "ends"},
    "curve": {"label", "set", "x", "group", "value", "scenario", "seeds"},
    "rtl": {"curve", "x", "set"},
    "quick": {"x", "curves", "seeds", "set", "check"},
    "check": {"curve", "over", "x", "low", "high", "why"},
}


class FigureError(Exception):
    """A figure's file that cannot be used: which file, what is wrong, what is legal."""


@dataclass
class Row:
    x: object
    values: list  # one for each seed; None: nothing was delivered
    digests: list

    @property
    def interval(self):
        known = [value for value in self.values if value is not None]
        if len(known) < len(self.values):
            return None
        return stats.interval(known) if len(known) > 1 else stats.Interval(known[0], 0.0, 1)


@dataclass
class Figure:
    """What a file says, quick or whole."""

    name: str
    table: dict
    quick: bool = False
    most_seeds: int | None = None  # less than the file says
    seeds: int = field(init=False)

    def __post_init__(self):
        self.seeds = self.table["seeds"]
        if self.quick:
            self.seeds = self.table["quick"].get("seeds", 2)

    @property
    def title(self):
        return self.table["title"]

    @property
    def claims(self):
        return self.table.get("claims", [])

    @property
    def kind(self):
        x = self.table["x"]
        return next(kind for kind in ("key", "cases", "senders", "time") if kind in x)

    @property
    def ends(self):
        """Whether a curve ends with the first place at which every seed is beyond the plot."""
        return self.table["y"].get("ends", False)

    def curves(self):
        chosen = self.table["quick"].get("curves") if self.quick else None
        return [c for c in self.table["curve"] if chosen is None or c["label"] in chosen]

    def places(self, curve):
        """What is run of a curve: numbers, names of cases, or the one run of bars and time."""
        if self.kind in ("senders", "time"):
            return [None]
        if self.quick:
            return self.table["quick"].get("x", [])
        if "x" in curve:
            return curve["x"]
        x = self.table["x"]
        return x["values"] if self.kind == "key" else list(x["cases"])

    def settings(self, curve, place):
        found = {**self.table.get("set", {}), **curve.get("set", {})}
        if self.kind == "key":
            found[self.table["x"]["key"]] = place
        elif self.kind == "cases":
            found.update(self.table["x"]["cases"][place])
        for x, more in self.table.get("at", {}).items():
            if place is not None and x == str(place):
                found.update(more)
        return {**found, **(self.table["quick"].get("set", {}) if self.quick else {})}

    def point(self, curve, place, seed, more=None):
        settings = {**self.settings(curve, place), **(more or {})}
        return Point.at(curve.get("scenario", self.table["scenario"]), seed, settings)

    def seeds_of(self, curve):
        count = self.seeds if self.quick else curve.get("seeds", self.seeds)
        return range(1, min(count, self.most_seeds or count) + 1)

    def points(self):
        """All that the curves need; less if they end where they leave the plot."""
        return [self.point(curve, place, seed) for curve in self.curves()
                for place in self.places(curve) for seed in self.seeds_of(curve)]

    def rtl_point(self):
        """The point that the hardware runs again."""
        rtl = self.table["rtl"]
        curve = next(c for c in self.table["curve"] if c["label"] == rtl["curve"])
        whole = Figure(self.name, self.table)
        return whole.point(curve, rtl.get("x"), 1, rtl.get("set"))

    def data(self, runner):
        """Label of a curve -> its rows."""
        places = {curve["label"]: self.places(curve) for curve in self.curves()}
        if self.ends:
            places = self.within_plot(runner)
        else:
            runner.run(self.points())
        return {curve["label"]: self.rows(runner, curve, places[curve["label"]])
                for curve in self.curves()}

    def within_plot(self, runner):
        """Label of a curve -> its places up to its end: the runs beyond would be the longest, and
        nobody would see them."""
        curves = {curve["label"]: curve for curve in self.curves()}

        def beyond(label, index):
            curve = curves[label]
            [row] = self.rows(runner, curve, [self.places(curve)[index]])
            return all(value is None or value > self.table["y"]["high"] for value in row.values)
        ladders = {label: [[self.point(curve, place, seed) for seed in self.seeds_of(curve)]
                           for place in self.places(curve)] for label, curve in curves.items()}
        ends = stats.climb(runner, ladders, beyond)
        return {label: self.places(curve)[:None if ends[label] is None else ends[label] + 1]
                for label, curve in curves.items()}

    def rows(self, runner, curve, places):
        name = curve.get("value", self.table["y"]["value"])
        group = curve.get("group", self.table["y"].get("group"))
        rows = []
        for place in places:
            results = [runner[self.point(curve, place, seed)] for seed in self.seeds_of(curve)]
            digests = [result["digest"] for result in results]
            if self.kind == "senders":
                rows += self.by_sender(results, group, digests)
            elif self.kind == "time":
                rows += self.by_time(results, group, SERIES[name], digests)
            else:
                values = [VALUES[name](result, group) for result in results]
                rows.append(Row(place, values, digests))
        return rows

    @staticmethod
    def by_sender(results, group, digests):
        """Accepted flits per cycle of each sender of the group, or of several."""
        groups = group if isinstance(group, list) else [group]
        shares = [{row[1]: row[3] for row in result["flows"] if row[0] in groups}
                  for result in results]
        senders = sorted(set().union(*shares))
        return [Row(node, [one.get(node, 0.0) for one in shares], digests) for node in senders]

    def by_time(self, results, group, column, digests):
        """A bin of the time series each, without the last, which is not a whole one."""
        x = self.table["x"]
        rows = []
        for same in list(zip(*(result["series"][group] for result in results)))[:-1]:
            place = (same[0][0] - x.get("zero", 0)) / x.get("unit", 1)
            rows.append(Row(place, [one[column] for one in same], digests))
        return rows

    def checks(self, data):
        """(text, held) of the quick subset's checks."""
        for check in self.table.get("quick", {}).get("check", []):
            def values(label):
                return next(row.values for row in data[label] if row.x == check.get("x", row.x))
            ours = values(check["curve"])
            what = f"{check['curve']}"
            if "over" in check:
                ours = [a / b for a, b in zip(ours, values(check["over"]))]
                what += f" over {check['over']}"
            found = stats.interval(ours)
            low, high = check.get("low", float("-inf")), check.get("high", float("inf"))
            place = f" at {check['x']}" if "x" in check else ""
            yield (f"{what}{place}: {found.text(3)}, must be in {low} .. {high}",
                   low <= found.low and found.high <= high)

    def digest(self, data):
        """Of all the digests, in order."""
        text = "".join(digest for rows in data.values() for row in rows for digest in row.digests)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def check_keys(name, table, where):
    for key in table:
        if key not in LEGAL[where]:
            place = f"[{where}]" if where else "the top"
            raise FigureError(f"{name}: no key '{key}' in {place}; legal are "
                              f"{', '.join(sorted(LEGAL[where]))}")


def check(name, table):
    check_keys(name, table, "")
    for key in ("title", "scenario", "seeds", "x", "y", "curve", "rtl"):
        if key not in table:
            raise FigureError(f"{name}: '{key}' is missing")
    for where in ("x", "y", "rtl", "quick"):
        check_keys(name, table.get(where, {}), where)
    checks = table.get("quick", {}).get("check", [])
    for where, found in (("curve", table["curve"]), ("check", checks)):
        for one in found:
            check_keys(name, one, where)
    kinds = [kind for kind in ("key", "cases", "senders", "time") if kind in table["x"]]
    if len(kinds) != 1:
        raise FigureError(f"{name}: [x] needs one of key, cases, senders, time")
    own = all("x" in curve for curve in table["curve"])
    if kinds == ["key"] and "values" not in table["x"] and not own:
        raise FigureError(f"{name}: [x] has no values")
    if kinds == ["cases"]:
        cases = table["x"]["cases"]
        named = [x for one in (*table["curve"], table.get("quick", {})) for x in one.get("x", [])]
        if unknown := set(named) - set(cases):
            raise FigureError(f"{name}: no case {', '.join(sorted(unknown))}; there are "
                              f"{', '.join(cases)}")
    if table["y"].get("ends") and (kinds != ["key"] or "high" not in table["y"]):
        raise FigureError(f"{name}: [y] ends needs 'high' in [y] and 'key' in [x]")
    if table["seeds"] < 2:
        raise FigureError(f"{name}: an interval needs at least two seeds")
    labels = [curve["label"] for curve in table["curve"]]
    if len(set(labels)) != len(labels):
        raise FigureError(f"{name}: two curves have the same label")
    quick = table.get("quick", {})
    named = [table["rtl"]["curve"], *quick.get("curves", []),
             *(c[k] for c in quick.get("check", []) for k in ("curve", "over") if k in c)]
    if unknown := set(named) - set(labels):
        raise FigureError(f"{name}: no curve {', '.join(sorted(unknown))}; there are "
                          f"{', '.join(labels)}")
    groups = [one["group"] for one in (table["y"], *table["curve"]) if "group" in one]
    if kinds != ["senders"] and any(isinstance(group, list) for group in groups):
        raise FigureError(f"{name}: several groups need 'senders' in [x]")
    for value in {table["y"]["value"], *(c["value"] for c in table["curve"] if "value" in c)}:
        legal = SERIES if kinds == ["time"] else VALUES
        if kinds != ["senders"] and value not in legal:
            raise FigureError(f"{name}: no value '{value}'; there are {', '.join(legal)}")


def load(path, quick=False, most_seeds=None):
    try:
        table = tomllib.loads(path.read_text())
    except tomllib.TOMLDecodeError as error:
        raise FigureError(f"{path.name}: {error}") from error
    check(path.name, table)
    if quick and "quick" not in table:
        return None
    return Figure(path.stem, table, quick, most_seeds)
