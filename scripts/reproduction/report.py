# SPDX-License-Identifier: Apache-2.0
"""Judges the claims and writes the reproduction table and its plots."""

import importlib
import math
import re
import tomllib
from decimal import Decimal
from pathlib import Path

import second_reading_rows
from searches import checks_of_all, search_of, step_of, undecided, within

HERE = Path(__file__).resolve().parent
MOST_DIGITS = 8  # behind the point


def load_claims(paper):
    claims = tomllib.loads((HERE / paper / "claims.toml").read_text())["claim"]
    because = HERE / paper / "because.toml"
    reasons = tomllib.loads(because.read_text()) if because.exists() else {}
    reading = HERE / paper / "reading.toml"
    readings = tomllib.loads(reading.read_text()) if reading.exists() else {}
    ran = second_reading_rows.readings() if paper == second_reading_rows.PAPER else {}
    searches = getattr(importlib.import_module(f"{paper}.measures"), "SEARCHES", {})
    for claim in claims:
        claim["because"] = reasons.get(claim["id"], "")
        claim["because_fixed"] = reasons.get("fixed_keys", {}).get(claim["id"], "")
        none = readings.get(claim["id"], readings.get("default", "")), []
        claim["reading"], claim["reading_rows"] = ran.get(claim["id"], none)
        for check in [*claim["checks"], *claim.get("second", {}).get("checks", [])]:
            check["searches"] = [search_of(name, searches) for name in check.get("of", [])]
    return claims


def load_not_measured(paper):
    """Rows of a paper that nothing here measures, each with its `why`."""
    return tomllib.loads((HERE / paper / "claims.toml").read_text()).get("not_measured", [])


def checks_of(claim, definition):
    return claim["second"]["checks"] if definition == "second" else claim["checks"]


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


def place(figure):
    """Sorts figures by number and letter; sections come after them."""
    match = re.match(r"Fig (\d+)\(?([a-z]?)", figure)
    return (int(match[1]), match[2]) if match else (math.inf, "")


def by_figure(rows):
    return sorted(rows, key=lambda row: place(row["figure"]))


def exact(value):
    """Whether all seeds gave the same, but for the last bits of a sum."""
    return value.half <= 1e-12 * max(1.0, abs(value.mean))


def digits_of(value, bounds=()):
    """Digits behind the point: three, more where mean and interval are so small that three would not count, or a bound has more."""
    largest = max(abs(value.mean), value.half if math.isfinite(value.half) else 0.0)
    of_value = 2 - math.floor(math.log10(largest)) if 0 < largest < 0.1 else 3
    of_bounds = (-Decimal(str(bound)).as_tuple().exponent for bound in bounds)
    return max(3, min(of_value, MOST_DIGITS), *of_bounds)


def number(value, bounds=()):
    """Integers as such, everything else to three digits that count."""
    if exact(value) and value.mean == round(value.mean):
        return f"{value.mean:,.0f}"
    digits = digits_of(value, bounds)
    if exact(value):
        return f"{value.mean:.{digits}f} " + ("± 0" if value.count > 1 else "(one seed)")
    return value.text(digits)


MARKS = "Each leads to its claim. Black stars and lines: what the paper's text says; where it gives a ratio, of ours."
UNDECIDED = "the search does not decide"
FORMS = {"": number, "mean": lambda v: f"{v.mean:.3f}", "2": lambda v: v.text(2), "mean2": lambda v: f"{v.mean:.2f}",
         "1": lambda v: v.text(1), "0": lambda v: v.text(0), "whole": lambda v: f"{v.mean:,.0f}",
         "percent": lambda v: f"{100 * v.mean:.1f} %", "percents": lambda v: f"{100 * v.mean:.1f} ± {100 * v.half:.1f} %",
         "percent0": lambda v: f"{100 * v.mean:.0f} %", "percent2": lambda v: f"{100 * v.mean:.2f} %",
         "percents3": lambda v: f"{100 * v.mean:.3f} ± {100 * v.half:.3f} %",
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


def run_of(point):
    """A point as a reader would run it: scenario and what is set beside it, the mechanism and its keys left out."""
    settings = [f"{key}={value}" for key, value in point.settings if not key.startswith("mechanism.") or key in ("mechanism.ttw", "mechanism.n_max")]
    return " ".join([point.scenario, *settings])


MECHANISMS = {"none": "no mechanism", "ideal": "Ideal", "cbcm": "CBCM", "srp": "SRP", "ecn": "ECN"}


def hardware_text(hardware):
    """What was run again in lockstep, figure by figure."""
    if isinstance(hardware, str):
        return hardware
    if not hardware.get("points"):
        return "Not compared yet."
    rows = [f"| {figure} | {MECHANISMS.get(mechanism, mechanism)} | `{run}` | `{digest}` |"
            for figure, mechanism, digest, run in sorted(hardware["points"], key=lambda point: place(point[0]))]
    one = hardware["simulator"]
    made = f"commit {one['commit']} ({one['date']})" if "commit" in one else one["date"]
    return "\n".join([f"The numbers are the golden models'. One shortened point of each of these figures was run again in lockstep with the "
                      f"Verilated RTL, {made}: no mismatch, the same digest as the models'.", "",
                      "| figure | mechanism | run | digest of both |", "|---|---|---|---|", *rows])


def bounds_of(check):
    return [check[side] for side in ("low", "high") if side in check]


def of_check(check, measures):
    """Mean and interval over the seeds, and the search's step where there was one; whether that leaves the bound open."""
    if check["measure"] not in measures:
        return "not measured"
    found, step = measures[check["measure"]], step_of(check, measures)
    if "form" in check:
        return FORMS[check["form"]](found)
    if not step:
        return number(found, bounds_of(check))
    digits = digits_of(found, bounds_of(check))
    seeds = f"{found.mean:.{digits}f}" if exact(found) else found.text(digits)
    return f"{seeds} (search: ± {step:.{digits}f}{f'; {UNDECIDED}' if undecided(check, measures) else ''})"


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


def place_of_measure(name):
    """f8b.dropped stands with Fig 8(b), and what begins with no figure's number after all that do."""
    match = re.match(r"f(\d+)([a-z]?)", name)
    return (int(match[1]), match[2], name) if match else (math.inf, "", name)


def all_measures(measures, paper):
    checks = checks_of_all(paper, measures)
    lines = ["| measure | mean ± 95 % interval | seeds |", "|---|---|---|"]
    for name in sorted(measures, key=place_of_measure):
        plain = {key: value for key, value in checks[name].items() if key not in ("low", "high")}  # the verdicts stand above
        shown = of_check(plain if step_of(plain, measures) else checks[name], measures)
        lines.append(f"| `{name}` | {shown} | {'-' if name.startswith('area.') else measures[name].count} |")
    if not_kept := [name for name in getattr(paper.measures, "NOT_KEPT", []) if name in measures]:
        lines += ["", f"Made of searches whose own results are not kept, so without their step: {', '.join(f'`{n}`' for n in not_kept)}."]
    return "\n".join(lines)


def star(axes, x, y, text, marker="*"):
    """What the paper's text says of this place."""
    if x is not None and y is not None:
        axes.plot([x], [y], marker=marker, color="black", markersize=9, linestyle="none", zorder=5, label=text and f"paper: {text}")


def line(axes, x, text):
    """What the paper's text says of a place on the x axis."""
    axes.axvline(x, color="black", linestyle=":", linewidth=1.2, label=f"paper: {text}")


def legend_below(axes, columns, down=0.17):
    """Below the curves, where it hides none; what the paper says comes last."""
    handles, labels = axes.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda place: labels[place].startswith("paper"))
    axes.legend([handles[i] for i in order], [labels[i] for i in order], fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -down), ncols=columns, frameon=False)


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
