# SPDX-License-Identifier: Apache-2.0
"""Judges the claims and writes the reproduction table and its plots."""

import importlib
import re
import tomllib
from pathlib import Path

import second_reading_rows
from stats import last_step

HERE = Path(__file__).resolve().parent


def load_claims(paper):
    claims = tomllib.loads((HERE / paper / "claims.toml").read_text())["claim"]
    because = HERE / paper / "because.toml"
    reasons = tomllib.loads(because.read_text()) if because.exists() else {}
    reading = HERE / paper / "reading.toml"
    readings = tomllib.loads(reading.read_text()) if reading.exists() else {}
    ran = second_reading_rows.sentences() if paper == second_reading_rows.PAPER else {}
    searches = getattr(importlib.import_module(f"{paper}.measures"), "SEARCHES", {})
    for claim in claims:
        claim["because"] = reasons.get(claim["id"], "")
        claim["because_fixed"] = reasons.get("fixed_keys", {}).get(claim["id"], "")
        claim["reading"] = ran.get(claim["id"]) or readings.get(claim["id"], readings.get("default", ""))
        for check in [*claim["checks"], *claim.get("second", {}).get("checks", [])]:
            check["searches"] = [next(search for prefix, search in searches.items() if name.startswith(prefix))
                                 for name in check.get("of", [])]
    return claims


def load_not_measured(paper):
    """Rows of a paper that nothing here measures, each with its `why`."""
    return tomllib.loads((HERE / paper / "claims.toml").read_text()).get("not_measured", [])


def checks_of(claim, definition):
    return claim["second"]["checks"] if definition == "second" else claim["checks"]


def search_step(found, search):
    """Half of the last bracket of the searches whose mean this is; 0 where nothing saturated: that stands at the last load."""
    loads, resolution = search
    if found.half == 0 and found.mean == loads[-1]:
        return 0.0
    return max(last_step(loads, resolution, min(max(at, loads[0] / 2), loads[-1]))
               for at in (found.low, found.mean, found.high)) / 2


def step_of(check, measures):
    """How far a measure of bisected saturations may be off because of the searches' last brackets; 0 of any other."""
    parts = [measures.get(name) for name in check.get("of", [])]
    if not parts or any(part is None for part in parts):
        return 0.0
    steps = [search_step(part, search) for part, search in zip(parts, check["searches"])]
    if len(parts) == 1:
        return steps[0]
    over, under = parts
    return (steps[0] / over.mean + steps[1] / under.mean) * over.mean / under.mean


def within(check, value):
    return (value.low >= check.get("low", float("-inf"))
            and value.high <= check.get("high", float("inf")))


def judge(claims, measures, definition="first"):
    """Verdicts of the claims; under the `second` definition of those that have one. One measure out of its bounds decides a
    claim, whether or not the others are measured; in range is only what has all of them."""
    verdicts = {}
    for claim in claims:
        if definition == "second" and "second" not in claim:
            continue
        checks = checks_of(claim, definition)
        there = [check for check in checks if check["measure"] in measures]
        if not all(within(check, measures[check["measure"]]) for check in there):
            verdicts[claim["id"]] = "not reproduced"
        elif len(there) == len(checks):
            verdicts[claim["id"]] = "in range"
    return verdicts


def number(value):
    """Integers as such, everything else to three digits behind the point."""
    if value.half == 0 and value.mean == round(value.mean):
        return f"{value.mean:,.0f}"
    return value.text(3)


FORMS = {"": number, "mean": lambda v: f"{v.mean:.3f}", "2": lambda v: v.text(2), "mean2": lambda v: f"{v.mean:.2f}",
         "1": lambda v: v.text(1), "0": lambda v: v.text(0), "whole": lambda v: f"{v.mean:,.0f}",
         "percent": lambda v: f"{100 * v.mean:.1f} %", "percents": lambda v: f"{100 * v.mean:.1f} ± {100 * v.half:.1f} %",
         "percent0": lambda v: f"{100 * v.mean:.0f} %", "percent2": lambda v: f"{100 * v.mean:.2f} %",
         "percents2": lambda v: f"{100 * v.mean:.2f} ± {100 * v.half:.2f} %"}


def filled(text, measures):
    """A reason with its numbers: {measure} or {measure:form}, the forms above."""
    def of(match):
        if match[1] not in measures:
            raise ValueError(f"a reason names the measure {match[1]}, which is not there")
        return FORMS[match[2] or ""](measures[match[1]])
    return re.sub(r"\{([^{}:]+)(?::(\w+))?\}", of, text)


def figure_of(scenario):
    """large/fig8b: Fig 8(b); srp_f4: Fig 4; a scenario that is of no figure keeps its name."""
    match = re.fullmatch(r"(?:large/)?(?:fig|srp_f)(\d+)([a-z]?)", scenario)
    return f"Fig {match[1]}" + (f"({match[2]})" if match[2] else "") if match else f"`{scenario}`"


MECHANISMS = {"none": "no mechanism", "ideal": "Ideal", "cbcm": "CBCM", "srp": "SRP", "ecn": "ECN"}


def hardware_text(hardware):
    """What was run again in lockstep, figure by figure."""
    if isinstance(hardware, str):
        return hardware
    if not hardware.get("points"):
        return "Not compared yet."
    rows = [f"| {figure} | {MECHANISMS.get(mechanism, mechanism)} | `{digest}` |"
            for figure, mechanism, digest in hardware["points"]]
    one = hardware["simulator"]
    made = f"commit {one['commit']} ({one['date']})" if "commit" in one else one["date"]
    return "\n".join([f"The numbers are the golden models'. One shortened point of each of these figures was run again in lockstep with the "
                      f"Verilated RTL, {made}: no mismatch, the same digest as the models'.", "",
                      "| figure | mechanism | digest of both |", "|---|---|---|", *rows])


def of_check(check, measures):
    """Mean and interval over the seeds, and the search's step where there was one."""
    if check["measure"] not in measures:
        return "not measured"
    found, step = measures[check["measure"]], step_of(check, measures)
    if not step:
        return number(found)
    seeds = f"{found.mean:.3f}" if found.half == 0 else f"{found.mean:.3f} ± {found.half:.3f}"
    return f"{seeds} (search: ± {step:.3f})"


def ours(checks, measures, between="; "):
    return between.join(f"{check.get('label', check['measure'])}: {of_check(check, measures)}" for check in checks)


def table(claims, measures, verdicts):
    """For a terminal and a figure's page: a row for each claim that is judged."""
    lines = ["| claim | paper | ours, mean ± 95 % interval | in range if | verdict |",
             "|---|---|---|---|---|"]
    lines += [f"| `{claim['id']}` ({claim['figure']}) | {claim['paper']} | {ours(claim['checks'], measures)} | "
              f"{claim['range']} | {verdicts[claim['id']]} |"
              for claim in claims if claim["id"] in verdicts]
    return "\n".join(lines)


def all_measures(measures):
    lines = ["| measure | mean ± 95 % interval | seeds |", "|---|---|---|"]
    for name, value in sorted(measures.items()):
        exact = name.startswith("area.")
        lines.append(f"| `{name}` | {number(value)} | {'-' if exact else value.count} |")
    return "\n".join(lines)


class Plots:
    """Figures saved as SVG and PNG: the same data, the same picture."""

    def __init__(self, folder):
        import matplotlib
        matplotlib.use("Agg")
        matplotlib.rcParams["svg.hashsalt"] = "chokepoint"
        import matplotlib.pyplot as plt
        self.folder, self.plt = folder, plt
        folder.mkdir(parents=True, exist_ok=True)

    def axes(self, size=(5.5, 3.6), columns=1, **more):
        return self.plt.subplots(1, columns, figsize=size, **more)

    def save(self, figure, name):
        figure.tight_layout()
        figure.savefig(self.folder / f"{name}.svg", metadata={"Date": None})
        figure.savefig(self.folder / f"{name}.png", dpi=80)
        self.plt.close(figure)

    def curves(self, name, curves, title, x, y, **limits):
        """One figure: label -> rows of x, y and, where there is one, the interval's half width."""
        figure, axes = self.axes()
        self.lines(axes, curves)
        axes.set(xlabel=x, ylabel=y, title=title, **limits)
        axes.legend(fontsize=8)
        self.save(figure, name)

    @staticmethod
    def lines(axes, curves, **style):
        for place, (label, rows) in enumerate(curves.items()):
            rows = [row for row in rows if row[1] is not None]
            error = [row[2] for row in rows] if rows and len(rows[0]) > 2 else None
            axes.errorbar([r[0] for r in rows], [r[1] for r in rows], yerr=error, label=label,
                          **{"marker": "os^vDP*X"[place % 8], "markersize": 3.5, "capsize": 2,
                             "linewidth": 1.2, **style})
        axes.grid(alpha=0.3)
