# SPDX-License-Identifier: Apache-2.0
"""The self-tuned throttling paper's page and plots."""

from pathlib import Path

import people
import report
from self_tuned import beside_text, bursts, points, tuner

PAGE = "reproduction_self_tuned.md"
OFFERED, ACCEPTED = "offered load, flits/cycle/node", "accepted load, flits/cycle/node"
TEXT = Path(__file__).with_name("reading.md")
LABELS = {"first": {"base": "base, two escape VCs", "tune": "tune, two", "ALO": "ALO, two, not counted"},
          "second": {"base": "base, one escape VC", "tune": "tune, one", "ALO": "ALO, one, counted"}}
CURVES = {
    "self_tuned_random_avoidance": "Random traffic, deadlock avoidance",
    "self_tuned_random_recovery": "Random traffic, deadlock recovery",
    "self_tuned_bit_reversal": "Bit reversal, deadlock avoidance",
    "self_tuned_perfect_shuffle": "Perfect shuffle, deadlock avoidance",
    "self_tuned_butterfly": "Butterfly, deadlock avoidance",
}

# The picture of a claim's figure; random traffic with recovery and the hill stand further below.
BY_FIGURE = {"base network": "self_tuned_collapse", "random": "self_tuned_random_avoidance",
             "patterns": "self_tuned_butterfly", "threshold over time": "self_tuned_climb",
             "bursty load": "self_tuned_burst"}
MORE = ("self_tuned_hill", "self_tuned_random_recovery", "self_tuned_bit_reversal",
        "self_tuned_perfect_shuffle")


def by_keys(data, name):
    """Curves of both definitions in one picture; the network without mechanism is in both."""
    found = {}
    for keys, labels in LABELS.items():
        for label, rows in data.get(f"{name}_{keys}", {}).items():
            found[labels.get(label, label)] = rows
    return found


def plot_climb(data, plots):
    figure, (left, right) = plots.axes((9, 3.4), columns=2)
    for column, what, axes in ((1, ACCEPTED, left), (2, "threshold, full buffers", right)):
        plots.lines(axes, {way: [[row[0], row[column]] for row in rows]
                           for way, rows in data.items()}, marker=None)
        axes.set(xlabel="cycle", ylabel=what)
        axes.set_ylim(bottom=0)
    left.set_title("Hill climbing at full load, random, avoidance")
    left.legend(fontsize=7)
    plots.save(figure, "self_tuned_climb")


def over_time(data):
    """Both definitions' runs of the first seed."""
    return {f"{way}, {keys} definition": rows for keys in points.KEYS
            for way, rows in data.get(f"self_tuned_climb_{keys}", {}).items()}


def plots(data, _measures, folder):
    plots = report.Plots(folder)
    if climbs := over_time(data):
        plot_climb(climbs, plots)
    hills = {f"{keys} definition": data[name]["periods"] for keys in points.KEYS
             if (name := f"self_tuned_hill_{keys}") in data}
    if hills:
        figure, axes = plots.axes()
        plots.lines(axes, hills)
        axes.set(xlabel="full buffers of the network's 3,072, at a tuning period's end",
                 ylabel=ACCEPTED, title="The hill: mean throughput of the period")
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)
        plots.save(figure, "self_tuned_hill")
    if bursty := by_keys(data, "self_tuned_burst"):
        figure, axes = plots.axes((8, 3.4))
        plots.lines(axes, bursty, marker=None)
        axes.set(xlabel="cycle", ylabel=ACCEPTED, title="Low load and bursts of four patterns")
        axes.legend(fontsize=8)
        plots.save(figure, "self_tuned_burst")
    collapse = {f"{pattern}, {mode}": rows for mode in points.MODES
                for pattern, rows in data.get(f"self_tuned_collapse_{mode}", {}).items()}
    if collapse:
        plots.curves("self_tuned_collapse", collapse, "No mechanism: random (uniform) and butterfly", OFFERED, ACCEPTED)
    for name, title in CURVES.items():
        if found := by_keys(data, name):
            plots.curves(name, found, title, OFFERED, ACCEPTED)


def drawn(images, *names):
    return "\n\n".join(f"![{n}]({people.IMAGES}/{n}.svg)" for n in names if (images / f"{n}.svg").exists())


def lengths():
    """The plan's lengths in words."""
    return {name: f"{warmup:,} + {measure:,}" for name, (warmup, measure) in points.TIER["cycles"].items()}


def loads():
    rows = ["| random traffic, patterns | loads, flits/cycle/node |", "|---|---|"]
    rows += [f"| {pattern}, {mode}, {mechanism} | {', '.join(map(str, at))} |"
             for mode, patterns in points.TIER["loads"].items() for pattern, of in patterns.items()
             for mechanism, at in of.items()]
    return "\n".join(rows)


def text(paper, measures, data, _seeds, hardware, images):
    values = {"totals": people.totals(paper, measures),
              "figures": people.small_multiple(paper, BY_FIGURE, images),
              "sections": people.sections(paper, measures, BY_FIGURE, images),
              "seeds": points.SEEDS, "tier": points.PLAN["tier"], "beside": beside_text.text(measures), "readings": beside_text.readings(measures), "phase": f"{bursts.PHASE:,}", "robust": ", ".join(tuner.ROBUST),
              "static": " and ".join(map(str, tuner.STATIC)), "loads": loads(), **lengths(),
              "pictures": drawn(images, *MORE), "hardware": hardware, "measures": report.all_measures(measures, paper)}
    written = TEXT.read_text()
    for name, value in values.items():
        written = written.replace(f"@{name}@", str(value))
    return written
