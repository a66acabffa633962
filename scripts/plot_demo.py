# SPDX-License-Identifier: Apache-2.0
"""The demo's plots, each as PNG and SVG: latency against load, latency over time, mechanisms."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

# Colour says the mechanism, line and marker the routing; readable without colour.
STYLES = {
    "MIN": ("#c0392b", "o", "-"), "UGAL": ("#c0392b", "s", "--"),
    "Ideal(MIN)": ("#7f8c8d", "o", "-"), "Ideal(UGAL)": ("#7f8c8d", "s", "--"),
    "CBCM(MIN)": ("#1f5fa8", "o", "-"), "CBCM(UGAL)": ("#1f5fa8", "s", "--"),
}
plt.rcParams.update({"font.size": 10, "axes.grid": True, "grid.alpha": 0.3, "axes.axisbelow": True,
                     "svg.hashsalt": "chokepoint", "svg.fonttype": "none"})


def save(figure, path):
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    for ending in ("png", "svg"):
        metadata = {"Date": None} if ending == "svg" else {}  # the same data, the same file
        figure.savefig(path.with_suffix("." + ending), dpi=150, metadata=metadata,
                       bbox_inches="tight")
    plt.close(figure)


def line(axes, x, y, label, marker=True, **more):
    color, point, style = STYLES[label]
    if label.startswith("Ideal"):  # a broad band, so that a curve on top of it leaves it visible
        more.update(linewidth=5, alpha=0.45)
        marker = False
    more.setdefault("linewidth", 1.6)
    axes.plot(x, y, style, color=color, marker=point if marker else None, markersize=5,
              markerfacecolor="white", label=label, **more)


def latency_load(panels, path, ceiling=1000):
    """panels: title -> label -> [(offered load, summary of the UR group)]; a row of axes each."""
    figure, rows = plt.subplots(len(panels), 2, figsize=(10, 7), sharex=True,
                                constrained_layout=True)
    for (left, right), (title, curves) in zip(rows, panels.items()):
        for label, points in curves.items():
            loads = [load for load, _ in points]
            line(left, loads, [group["latency"]["mean"] for _, group in points], label)
            line(right, loads, [group["accepted"] for _, group in points], label)
        left.set_ylim(0, ceiling)
        left.set_ylabel("mean packet latency (cycles)")
        left.set_title(f"Latency: {title}", fontsize=10)
        right.plot([0, 1], [0, 1], color="black", linewidth=0.8, alpha=0.5)
        right.set_ylim(0, 1)
        right.set_ylabel("accepted load (flits/cycle/node)")
        right.set_title("Throughput (thin line: all that is offered)", fontsize=10)
    for axes in rows[-1]:
        axes.set_xlim(0, 1)
        axes.set_xlabel("offered UR load (flits/cycle/node)")
    figure.suptitle("Uniform random (UR) traffic beside a hotspot: nodes 0, 5, 8, 12 to 4")
    save(figure, path)


def latency_time(curves, start, path):
    """curves: label -> rows of timeseries.csv of the UR group; start: the hotspot's first cycle."""
    figure, axes = plt.subplots(figsize=(10, 4.2), constrained_layout=True)
    for label, rows in curves.items():
        rows = [row for row in rows if row["latency_mean_cycles"] is not None]
        line(axes, [(row["cycle"] - start) / 1000 for row in rows],
             [row["latency_mean_cycles"] for row in rows], label, marker=False)
    axes.axvline(0, color="black", linewidth=0.8, linestyle=":")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("time since the hotspot started (thousand cycles)")
    axes.set_ylabel("mean packet latency (cycles)")
    axes.set_title("UR traffic at 0.4 as nodes 0, 5, 8 and 12 begin to send to node 4 (VOQ)")
    save(figure, path)


MECHANISM_STYLES = {"none": ("#c0392b", "o"), "ECN": ("#c98a1b", "s"), "SRP": ("#2e8b57", "^"),
                    "CBCM": ("#1f5fa8", "D")}


def mechanisms(found, path):
    """Four panels, label -> what demo_mechanisms.results() found: the hotspot's start, the steady
    state, its senders' shares, and storage."""
    figure, ((start, load), (share, store)) = plt.subplots(2, 2, figsize=(10, 7.2),
                                                           constrained_layout=True)
    for label, one in found.items():
        color, point = MECHANISM_STYLES[label]
        start.plot(*zip(*one["start"]), color=color, label=label, linewidth=1.6)
        load.plot(*zip(*one["load"]), color=color, marker=point, markersize=5,
                  markerfacecolor="white", label=label, linewidth=1.6)
    start.set(xlabel="time since the hotspot started (thousand cycles)", ylim=(0, None),
              ylabel="mean packet latency (cycles)", title="The hotspot starts (others at 0.4)")
    load.set(xlabel="offered load of the others (flits/cycle/node)", ylim=(0, 4000),
             ylabel="mean packet latency (cycles)", title="Steady state beside the hotspot")
    senders = list(next(iter(found.values()))["senders"])
    for place, (label, one) in enumerate(found.items()):
        xs = [place + 0.18 * (i - 1.5) for i in range(len(senders))]
        share.bar(xs, one["senders"].values(), 0.16, color=MECHANISM_STYLES[label][0])
        share.annotate(f"Jain {one['jain']:.3f}", (place, max(one["senders"].values())),
                       ha="center", va="bottom", fontsize=9)
    share.set_xticks(range(len(found)), list(found))
    share.axhline(1 / len(senders), color="black", linewidth=0.8, linestyle=":")
    share.set(ylabel="flits/cycle of each sender", ylim=(0, 0.5),
              title=f"Shares of the hotspot, senders {', '.join(senders)} (dotted: fair)")
    stored = {label: one["bits"] for label, one in found.items() if one["bits"]}
    hatches = {"router": "", "NIC": "//", "packets kept for retransmission": "xx"}
    for number, (part, hatch) in enumerate(hatches.items()):
        store.bar([i + 0.27 * (number - 1) for i in range(len(stored))],
                  [bits[part] for bits in stored.values()], 0.25, hatch=hatch, edgecolor="black",
                  linewidth=0.6, color=[MECHANISM_STYLES[label][0] for label in stored])
        store.bar(0, 0, color="white", edgecolor="black", hatch=hatch, label=part)
    store.set_xticks(range(len(stored)), list(stored))
    store.set(yscale="log", ylabel="bits", title="Storage: router with 64 ports, NIC of 512")
    store.legend(fontsize=8)
    for axes in (start, load, share, store):
        axes.title.set_fontsize(10)
    start.legend(frameon=False)
    for ending in ("png", "svg"):
        metadata = {"Date": None} if ending == "svg" else {}
        figure.savefig(path.with_suffix("." + ending), dpi=150, metadata=metadata)
    plt.close(figure)
