# SPDX-License-Identifier: Apache-2.0
"""The CBCM paper's figures, drawn from what measured.json keeps, in the paper's axes. Black stars: values that its text gives.

Figs 8 and 9 are drawn from the points of their curves that `scripts/figures.py --keep` has kept."""

import drawing
import kept
import report
from cbcm.srp_ecn import rising
from report import legend_below, star

BY_FIGURE = {"Fig 2": "fig2", "Fig 3(a)": "fig3a", "Fig 3(b)": "fig3b", "Fig 5(a)": "fig5a", "Fig 5(b)": "fig5b",
             "Fig 8(a)": "fig8a", "Fig 8(b)": "fig8b", "Fig 8(c)": "fig8c", "Fig 9(a)": "fig9a", "Fig 9(b)": "fig9b",
             "Fig 11": "fig11", "Fig 12": "fig12", "Fig 13": "fig13", "Fig 14": "fig14"}
OFFERED, CYCLES = "offered load, flits/cycle/node", "latency, cycles"
OFFERED_UR = "offered load of the uniform group, flits/cycle/node"


def at(rows, load, column=1):
    return next((row[column] for row in rows if row[0] == load), None)


def curves(plots, name, rows, title, x, marks=(), **limits):
    figure, axes = plots.axes((5.5, 4.5))
    plots.lines(axes, rows)
    for mark in marks:
        star(axes, *mark)
    axes.set(xlabel=x, ylabel=CYCLES, title=title, **limits)
    legend_below(axes, 2)
    plots.save(figure, name)


def saturation_star(measures, name, share, y, text):
    """At the top of a plot: where the text's share of our saturation would be, and the curve leaves the plot."""
    return [(share * measures[name].mean, y, text)] if name in measures else []


def latency_curves(data, measures, plots):
    if "fig2" in data:
        rows = {label: [[r[0], r[2]] for r in rows] for label, rows in data["fig2"].items()}
        zero = at(rows["MIN"], rows["MIN"][0][0])
        curves(plots, "fig2", rows, "Fig 2: uniform traffic beside a hotspot", OFFERED_UR,
               [(rows["MIN"][0][0], 1.46 * zero, "UGAL 46 % above MIN"),
                *saturation_star(measures, "f2.saturation.MIN", 0.77, 4900, "UGAL saturates 23 % before MIN")], ylim=(0, 5000))
    for name, title, share, said in (
            ("fig3a", "Fig 3(a): permutation i to i + 4", 0.92, "ECN(UGAL), 8 % before Ideal"),
            ("fig3b", "Fig 3(b): the same and a 4-to-1 hotspot", 0.5, "ECN(UGAL), at half of Ideal")):
        if name in data:
            rows = {label: rising([[row[0], row[2]] for row in rows])
                    for label, rows in data[name].items()}
            curves(plots, name, rows, title, OFFERED,
                   saturation_star(measures, f"f{name[3:]}.saturation.Ideal(UGAL)", share, 2450, said),
                   ylim=(0, 2500), xlim=(0, 0.7))
    if "fig5a" in data:
        load = max((row[0] for row in data["fig5a"]["UGAL"]),
                   key=lambda x: at(data["fig5a"]["SRP(UGAL)"], x) / at(data["fig5a"]["UGAL"], x))
        curves(plots, "fig5a", data["fig5a"], "Fig 5(a): uniform traffic", OFFERED,
               [(load, 2.45 * at(data["fig5a"]["UGAL"], load), "up to 2.45 times that without SRP")],
               ylim=(0, 2500))
    if "fig5b" in data:
        curves(plots, "fig5b", data["fig5b"], "Fig 5(b): UR1 (4 packets) beside UR2 (1 packet, 0.9)",
               "offered load of UR1, flits/cycle/node",
               [(0.6, 4.4 * at(data["fig5b"]["UGAL"], 0.6), "SRP(UGAL) 4.4 times UGAL")], ylim=(0, 2500))
    if "fig12" in data:
        figure, axes = plots.axes((5.5, 4.3))
        plots.lines(axes, {"Ideal" if label == "ideal" else f"senders at {label}/N": rows
                           for label, rows in data["fig12"].items()})
        ideal = data["fig12"]["ideal"]
        axes.fill_between([r[0] for r in ideal], [1.6 * r[1] for r in ideal], [2.0 * r[1] for r in ideal],
                          color="black", alpha=0.15, label="paper: 1/N at 1.6 to 2.0 times Ideal")
        axes.set(xlabel=OFFERED_UR, ylabel=CYCLES, title="Fig 12: 4-to-1 hotspot in a shared VC")
        axes.set_ylim(bottom=0)
        legend_below(axes, 2)
        plots.save(figure, "fig12")


def series_stars(name, rows, measures):
    """Peak and settling as the text has them, of our other curve's."""
    def level(label):
        return rows[label][-1][1]
    if name == "fig11" and "f11.settled_bins.endpoint" in measures:
        peak = {label: max(some, key=lambda row: row[1] or 0) for label, some in rows.items()}
        return [(peak["intermediate router"][0], 0.42 * peak["endpoint"][1], "router's peak 0.42 of the endpoint's"),
                (0.22 * measures["f11.settled_bins.endpoint"].mean, level("intermediate router"), "router's settles after 0.22 of the endpoint's")]
    if name == "fig13" and "f13.settled_bins.shared" in measures:
        return [(measures["f13.settled_bins.shared"].mean / 13.2, level("VC of its own"), "VC of its own settles 13.2 times sooner")]
    return []


def time_series(data, measures, plots):
    for name, title, width in (("fig11", "Fig 11: a hotspot of one router's nodes starts", 100),
                               ("fig13", "Fig 13: a 16-to-1 hotspot starts, 256 nodes", 100)):
        if name in data:
            figure, axes = plots.axes((5.5, 4.1))
            plots.lines(axes, {label: [row[:2] for row in rows] for label, rows in data[name].items()},
                        marker=None)
            for mark in series_stars(name, data[name], measures):
                star(axes, *mark)
            axes.set(xlabel=f"interval of {width} cycles since the start", ylabel=CYCLES, title=title)
            axes.set_ylim(bottom=0)
            legend_below(axes, 1 if name == "fig11" else 2)
            plots.save(figure, name)


def saturations(axes, measures, prefix):
    """Where CBCM saturates from settled senders, at the upper edge of the plot."""
    for marker, routing in (("v", "MIN"), ("^", "UGAL")):
        if found := measures.get(f"{prefix}.saturation.cbcm({routing})"):
            axes.errorbar([found.mean], [0.96 * axes.get_ylim()[1]], xerr=found.half, marker=marker, color="gray", linestyle="none",
                          capsize=3, label=f"CBCM({routing}) saturates, settled senders")


def mean_at(data, label, load):
    return next((row.interval.mean for row in data.get(label, []) if row.x == load and row.interval), None)


def large_marks(name, data):
    """Places of the text's values in the curves of Figs 8 and 9."""
    if name == "fig8b":
        return [(0.1, 2400, "without management MIN saturates here")]
    if name == "fig8c" and (cbcm := mean_at(data, "CBCM(UGAL)", 0.4)):
        return [(0.4, 2.4 * cbcm, "SRP(UGAL) 2.4 times CBCM(UGAL)")]
    return []


def large_curves(name, measures, plots):
    """A figure of 512 nodes from the points that are kept, if there are any."""
    found = kept.load(f"cbcm-f{name[3:]}")
    if found is None:
        return
    figure, axes = drawing.compose(plots, *found)
    for mark in large_marks(name, found[1]):
        star(axes, *mark)
    if name in ("fig8b", "fig9b"):
        saturations(axes, measures, f"f{name[3:]}_settled")
    axes.set_title(f"{found[0].title} ({kept.seeds(found[1])})", fontsize=9)
    figure.set_figheight(5.2)
    legend_below(axes, 2, 0.16)
    plots.save(figure, name)


def large_figures(measures, plots):
    for name in ("fig8a", "fig8b", "fig8c", "fig9a", "fig9b"):
        large_curves(name, measures, plots)


def fig14(data, plots):
    if "fig14" not in data:
        return
    figure, axes = plots.axes((5.5, 3))
    for place, (_, shares) in enumerate(data["fig14"].items()):
        left = 0.0
        for colour, (node, share) in enumerate(shares.items()):
            axes.barh(place, share, left=left, color=f"C{colour}",
                      label=f"node {node}" if place == 0 else None)
            left += share
    star(axes, 1 / 3, 0, "near node two thirds, from here on")
    axes.set_yticks(range(len(data["fig14"])), list(data["fig14"]))
    axes.set(xlabel="share of the hotspot's bandwidth, flits/cycle", title="Fig 14")
    axes.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.25), fontsize=8)
    plots.save(figure, "fig14")


def draw(data, measures, folder):
    plots = report.Plots(folder)
    latency_curves(data, measures, plots)
    time_series(data, measures, plots)
    large_figures(measures, plots)
    fig14(data, plots)
