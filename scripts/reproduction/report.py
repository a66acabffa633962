# SPDX-License-Identifier: Apache-2.0
"""Judges the claims and writes the reproduction table and its plots."""

import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent


def load_claims():
    claims = tomllib.loads((HERE / "claims.toml").read_text())["claim"]
    because = HERE / "because.toml"
    reasons = tomllib.loads(because.read_text()) if because.exists() else {}
    for claim in claims:
        claim["because"] = reasons.get(claim["id"], "")
    return claims


def within(check, value):
    return (value.low >= check.get("low", float("-inf"))
            and value.high <= check.get("high", float("inf")))


def judge(claims, measures):
    """Verdicts of the claims whose measures are all there."""
    verdicts = {}
    for claim in claims:
        checks = claim["checks"]
        if all(check["measure"] in measures for check in checks):
            held = all(within(check, measures[check["measure"]]) for check in checks)
            verdicts[claim["id"]] = "in range" if held else "not reproduced"
    return verdicts


def number(value):
    """Integers as such, everything else to three digits behind the point."""
    if value.half == 0 and value.mean == round(value.mean):
        return f"{value.mean:,.0f}"
    return value.text(3)


def table(claims, measures, verdicts):
    lines = ["| claim | | paper | ours, mean ± 95 % interval | in range if | verdict |",
             "|---|---|---|---|---|---|"]
    for claim in claims:
        if claim["id"] not in verdicts:
            continue
        ours = "; ".join(f"{check['measure'].split('.', 1)[1].replace('_', ' ')} "
                         f"{number(measures[check['measure']])}" for check in claim["checks"])
        verdict = verdicts[claim["id"]]
        if verdict != "in range":
            verdict = f"**not reproduced**, because {claim['because'] or 'of a cause not found yet'}"
        lines.append(f"| `{claim['id']}` ({claim['figure']}) | {claim['claim']} | {claim['paper']} | "
                     f"{ours} | {claim['range']} | {verdict} |")
    return "\n".join(lines)


def all_measures(measures):
    lines = ["| measure | mean ± 95 % interval | seeds |", "|---|---|---|"]
    for name, value in sorted(measures.items()):
        exact = name.startswith("area.")
        lines.append(f"| `{name}` | {number(value)} | {'-' if exact else value.count} |")
    return "\n".join(lines)


def organisations(rows):
    lines = ["| input buffers | VC classes | UGAL's queue | zero load MIN | zero load UGAL | excess | "
             "saturation MIN | saturation UGAL | loss |", "|---|---|---|---|---|---|---|---|---|"]
    for row in rows:
        lines.append(
            f"| {row['queues']} | {row['classes']} | {row['metric']} | {row['zero_min']:.0f} | "
            f"{row['zero_ugal']:.0f} | {100 * row['excess']:+.0f} % | {row['sat_min']} | "
            f"{row['sat_ugal']} | {100 * row['loss']:.0f} % |")
    return "\n".join(lines)


def plots(data, folder):
    import matplotlib
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "chokepoint"  # the same picture from the same data
    import matplotlib.pyplot as plt

    folder.mkdir(parents=True, exist_ok=True)

    def save(figure, name):
        figure.tight_layout()
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
        figure.savefig(folder / f"{name}.png", dpi=80)
        plt.close(figure)

    if "fig2" in data:
        figure, axes = plt.subplots(figsize=(5.5, 3.6))
        for label, rows in data["fig2"].items():
            axes.plot([r[0] for r in rows], [r[2] for r in rows], marker="o", markersize=3,
                      label=label)
        axes.set(xlabel="offered load of the uniform group, flits/cycle/node",
                 ylabel="latency, cycles",
                 ylim=(0, 5000), title="Fig 2")
        axes.legend()
        save(figure, "fig2")
    if "fig12" in data:
        figure, axes = plt.subplots(figsize=(5.5, 3.6))
        for label, rows in data["fig12"].items():
            name = "Ideal" if label == "ideal" else f"senders at {label}/N"
            axes.plot([r[0] for r in rows], [r[1] for r in rows], marker="o", markersize=3,
                      label=name)
        axes.set(xlabel="offered load of the uniform group, flits/cycle/node",
                 ylabel="latency, cycles",
                 title="Fig 12")
        axes.set_ylim(bottom=0)
        axes.legend()
        save(figure, "fig12")
    if "fig14" in data:
        figure, axes = plt.subplots(figsize=(5.5, 3))
        for place, (name, shares) in enumerate(data["fig14"].items()):
            left = 0.0
            for colour, (node, share) in enumerate(shares.items()):
                axes.barh(place, share, left=left, color=f"C{colour}",
                          label=f"node {node}" if place == 0 else None)
                left += share
        axes.set_yticks(range(len(data["fig14"])), list(data["fig14"]))
        axes.set(xlabel="share of the hotspot's bandwidth, flits/cycle", title="Fig 14")
        axes.legend(ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.25))
        save(figure, "fig14")
