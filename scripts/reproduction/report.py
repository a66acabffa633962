# SPDX-License-Identifier: Apache-2.0
"""Judges the claims and writes the reproduction table and its plots."""

import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent


def load_claims(paper):
    claims = tomllib.loads((HERE / paper / "claims.toml").read_text())["claim"]
    because = HERE / paper / "because.toml"
    reasons = tomllib.loads(because.read_text()) if because.exists() else {}
    reading = HERE / paper / "reading.toml"
    readings = tomllib.loads(reading.read_text()) if reading.exists() else {}
    for claim in claims:
        claim["because"] = reasons.get(claim["id"], "")
        claim["reading"] = readings.get(claim["id"], readings.get("default", ""))
    return claims


def step_of(check, measures):
    """How far a measure of bisected saturations may be off because of the search's last step; 0 of any other."""
    parts = [measures.get(name) for name in check.get("of", [])]
    if not parts or any(part is None for part in parts):
        return 0.0
    # One that never saturated stands at full load, and has no step.
    steps = [0.0 if part.half == 0 and part.mean == 1 else check["step"] / 2 for part in parts]
    if len(parts) == 1:
        return steps[0]
    over, under = parts
    return (steps[0] / over.mean + steps[1] / under.mean) * over.mean / under.mean


def within(check, value):
    return (value.low >= check.get("low", float("-inf"))
            and value.high <= check.get("high", float("inf")))


def judge(claims, measures, definition="first"):
    """Verdicts of the claims whose measures are all there; under the `second` definition of those that have one."""
    verdicts = {}
    for claim in claims:
        if definition == "second" and "second" not in claim:
            continue
        checks = claim["second"]["checks"] if definition == "second" else claim["checks"]
        if all(check["measure"] in measures for check in checks):
            held = all(within(check, measures[check["measure"]]) for check in checks)
            verdicts[claim["id"]] = "in range" if held else "not reproduced"
    return verdicts


def number(value):
    """Integers as such, everything else to three digits behind the point."""
    if value.half == 0 and value.mean == round(value.mean):
        return f"{value.mean:,.0f}"
    return value.text(3)


def of_check(check, measures):
    """Mean and interval over the seeds, and the search's step where there was one."""
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
