# SPDX-License-Identifier: Apache-2.0
"""The trade-off as a picture (SVG and PNG) and as tables."""

import numpy as np

MARKERS = "osD^vP*X"
WITHIN = 0.05


def ratio_text(value):
    return f"{value:.3f}"


def draw(rows, limit_bytes, folder):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    matplotlib.rcParams.update({"font.size": 9, "axes.grid": True, "grid.alpha": 0.3,
                                "axes.axisbelow": True, "svg.hashsalt": "chokepoint",
                                "svg.fonttype": "none"})
    families = list(dict.fromkeys(row["family"] for row in rows))
    figure, panels = plt.subplots(1, 2, figsize=(10, 4.6), sharex=True)
    for panel, key, text in ((panels[0], "delay", "detection delay / the paper's window"),
                             (panels[1], "false", "false detections (share of time) / the paper's")):
        panel.axhspan(1 - WITHIN, 1 + WITHIN, color="#2a9d55", alpha=0.18, lw=0)
        panel.axvline(limit_bytes / 1024, color="0.4", ls="--", lw=1)
        for family, marker in zip(families, MARKERS):
            of = [row for row in rows if row["family"] == family]
            panel.plot([row["bits"] / 8192 for row in of], [row[key] for row in of], marker,
                       label=family, ms=7, mfc="none", mew=1.4)
        chosen = rows[1]
        panel.plot([chosen["bits"] / 8192], [chosen[key]], "o", color="#c0392b", ms=11, mfc="none",
                   mew=1.8, label="interval_window, in RTL")
        panel.set_xscale("log", base=2)
        panel.set_yscale("log")
        ticks = [0.25, 0.5, 1, 2, 4, 6]
        panel.set_xticks(ticks, [f"{t:g}" for t in ticks])
        panel.minorticks_off()
        marks = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
        low, high = panel.get_ylim()
        marks = [m for m in marks if low <= m <= high]
        panel.set_yticks(marks, [f"{m:g}" for m in marks])
        panel.set_xlabel("everything a window stores at radix 64, KiB")
        panel.set_title(text, fontsize=9)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncol=4, fontsize=8, frameon=False)
    figure.tight_layout(rect=(0, 0.1, 1, 1))
    written = []
    for kind in ("svg", "png"):
        path = folder / f"window_variants.{kind}"
        metadata = {"Date": None} if kind == "svg" else {}
        figure.savefig(path, dpi=130, metadata=metadata)
        written.append(path)
    return written


def trade_off_table(rows):
    lines = ["| kept | which | bits at radix 64 | KiB | delay, mean ratio | worst stream "
             "| seen while held, mean difference | false detections, mean ratio | worst stream |",
             "|---|---|---|---|---|---|---|---|---|"]
    for row in rows:
        lines.append(
            f"| {row['family']} | {row['label']} | {row['bits']:,} | {row['bits'] / 8192:.2f} "
            f"| {row['delay']:.3f} | {row['worst_delay']:.3f} | {100 * row['held']:+.2f} points "
            f"| {row['false']:.3f} | {row['worst_false']:.3f} |")
    return "\n".join(lines)


def stream_table(paper, ours):
    """The chosen window stream by stream."""
    lines = ["| stream | events | delay, paper's window | interval_window "
             "| false, % of time, paper's window | interval_window |", "|---|---|---|---|---|---|"]
    for name, record in paper.items():
        if record["delays"]:
            lines.append(f"| {name} | {len(record['delays'])} | {np.mean(record['delays']):.2f} "
                         f"| {np.mean(ours[name]['delays']):.2f} | | |")
        else:
            lines.append(f"| {name} | | | | {100 * np.mean(record['false']):.2f} "
                         f"| {100 * np.mean(ours[name]['false']):.2f} |")
    return "\n".join(lines)
