#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws `chokepoint area --sweep`: storage and measured cells along each parameter, SVG and PNG.

usage: plot_area_sweep.py SWEEP_JSON [FOLDER]
  Writes sweep.{svg,png} (all lines) and sweep_PARAMETER.{svg,png} (one each) into FOLDER, by
  default that of SWEEP_JSON, and prints what it wrote. Cells are drawn where synthesis measured
  them, as points; nothing is drawn between.
Exit: 0 drawn; 1 cannot read or write; 2 usage; 3 no matplotlib; 130 stopped (no file is half
written).
"""
import json
import os
import signal
import statistics
import sys
import textwrap
from pathlib import Path

PARTS = [("sample_bits", "samples (what the paper counts)", "#1f5fa8", None),
         ("state_bits", "state (the rest the mechanism needs)", "#e08e3c", None),
         ("pipeline_bits", "pipeline (boundary registers, random source)", "#b5b5b5", "////")]
MARKERS = "osD^vP*Xh<>"
STAR = "#c0392b"


unfinished = set()  # files that stop() removes


def stop(_number, _frame):
    """Ends here: an exception may land in a callback of matplotlib's, where Python swallows it."""
    for path in unfinished:
        path.unlink(missing_ok=True)
    os._exit(130)


def import_matplotlib():
    try:
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot
    except ImportError as error:
        print(f"plot_area_sweep: {error}; apt-get install python3-matplotlib", file=sys.stderr)
        sys.exit(3)
    matplotlib.rcParams.update({
        "font.size": 9, "axes.grid": True, "grid.alpha": 0.3, "axes.axisbelow": True,
        "svg.hashsalt": "chokepoint", "svg.fonttype": "none", "hatch.linewidth": 0.5})
    return matplotlib.pyplot


def outermost(point, place):
    return [u for u in point["units"] if u["place"] == place and u["depth"] == 0]


def places(axis):
    """The places whose hardware this parameter changes; all if it changes none."""
    every = list(dict.fromkeys(u["place"] for u in axis["points"][0]["units"]))
    changing = [place for place in every
                if len({json.dumps([(u["total_bits"], u["cells"])
                                    for u in point["units"] if u["place"] == place])
                        for point in axis["points"]}) > 1]
    return changing or every


def by_factors(values):
    """Evenly spaced by their ratio rather than by their difference."""
    if len(values) < 3 or values[0] == 0:
        return False
    ratios = [b / a for a, b in zip(values, values[1:])]
    return statistics.median(ratios) > 1.4 and values[-1] / values[0] >= 8


def smallest_gap(values):
    return min((b - a for a, b in zip(values, values[1:])), default=1)


def scale_x(axes, values, ticker):
    if by_factors(values):
        axes.set_xscale("log", base=2)
        axes.set_xlim(values[0] / 1.6, values[-1] * 1.6)
        axes.xaxis.set_major_locator(ticker.FixedLocator(values))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.tick_params(axis="x", labelsize=8 if len(values) > 8 else 9)
    else:
        margin = max((values[-1] - values[0]) * 0.04, smallest_gap(values) * 0.5)
        axes.set_xlim(values[0] - margin, values[-1] + margin)
        axes.xaxis.set_major_locator(ticker.MaxNLocator(9, integer=True))
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(lambda x, _: f"{x:,.0f}"))


def bar_edges(values):
    """Left edge and width of a bar at each value, apart on the scale that scale_x chooses."""
    if by_factors(values):
        factor = min(1.25, min(b / a for a, b in zip(values, values[1:])) ** 0.4)
        return [x / factor for x in values], [x * factor - x / factor for x in values]
    gap = smallest_gap(values)
    return [x - gap * 0.38 for x in values], [gap * 0.76] * len(values)


def paper_marks(sweep, axis, place):
    """(value, bits) of the paper's own figures that lie on this line, where they depend on it."""
    value = sweep["paper"]["parameters"][axis["name"]]
    for unit in sweep["paper"]["units"]:
        if unit["place"] != place:
            continue
        along = {point["value"]: u["paper_bits"] for point in axis["points"]
                 for u in point["units"] if u["name"] == unit["name"]}
        if along.get(value) == unit["paper_bits"] and len(set(along.values())) > 1:
            yield value, unit["paper_bits"]


def draw_storage(axes, sweep, axis, place):
    values = [point["value"] for point in axis["points"]]
    left, width = bar_edges(values)
    bottom = [0] * len(values)
    for key, label, color, hatch in PARTS:
        bits = [sum(u[key] for u in outermost(point, place)) for point in axis["points"]]
        axes.bar(left, bits, width, bottom=bottom, align="edge", color=color, hatch=hatch,
                 edgecolor="white", linewidth=0.4, label=label)
        bottom = [a + b for a, b in zip(bottom, bits)]
    top = max(bottom)
    axes.set_ylim(0, top * 1.18)  # the labels stand above the bars
    for number, (value, bits) in enumerate(paper_marks(sweep, axis, place)):
        axes.plot([value], [bits], marker="*", markersize=13, color=STAR, markeredgecolor="white",
                  linestyle="none", label="the paper's figure", zorder=5)
        right = value > sum(axes.get_xlim()) / 2
        axes.annotate(f"paper: {bits:,} bits at {axis['name']} {value:,}", (value, bits),
                      xytext=(0.98 if right else 0.02, 0.93 - 0.08 * number),
                      textcoords="axes fraction", ha="right" if right else "left", va="center",
                      color=STAR, fontweight="bold", zorder=6,
                      bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1},
                      arrowprops={"arrowstyle": "-", "color": STAR, "linewidth": 0.8})
    axes.set_ylabel(f"storage per {place} (bits)")


def draw_cells(axes, sweep, axis, place):
    drawn = []
    names = list(dict.fromkeys(u["name"] for point in axis["points"] for u in point["units"]
                               if u["place"] == place))
    for number, name in enumerate(names):
        measured = [(point["value"], u["cells"]) for point in axis["points"]
                    for u in point["units"] if u["name"] == name and u["place"] == place
                    and u["cells"] is not None]
        if measured:
            axes.plot(*zip(*measured), linestyle="none", marker=MARKERS[number % len(MARKERS)],
                      color=f"C{number}", markersize=7, markeredgecolor="white", label=name)
            drawn += [cells for _, cells in measured]
    axes.set_ylabel("cells: gates, measured")
    if not drawn:
        why = ("no measured configuration on this line" if sweep["cost"]["found"] else
               f"no measured cells:\n{sweep['cost']['file']} is absent")
        axes.text(0.5, 0.5, why + "\n(`make synth` measures)", transform=axes.transAxes,
                  ha="center", va="center", color="#555555", zorder=4,
                  bbox={"facecolor": "white", "edgecolor": "none"})
        axes.set_yticks([])
        return
    if max(drawn) > 20 * max(1, min(drawn)):
        axes.set_yscale("log")
        axes.set_ylim(min(drawn) / 2, max(drawn) * 2)
    else:
        axes.set_ylim(0, max(drawn) * 1.15)
    axes.legend(fontsize=8, loc="best", framealpha=0.8)


def draw_row(row, sweep, axis, place, ticker):
    values = [point["value"] for point in axis["points"]]
    chosen = sweep["chosen"][axis["name"]]
    for axes in row:
        scale_x(axes, values, ticker)
    draw_storage(row[0], sweep, axis, place)
    draw_cells(row[1], sweep, axis, place)
    for axes in row:
        axes.axvline(chosen, color="black", linestyle=":", linewidth=1,
                     label="chosen point", zorder=1.5)
        axes.set_xlabel(textwrap.fill(f"{axis['name']} ({axis['doc']})", 64))
        if axes.get_yscale() == "linear" and len(axes.get_yticks()):
            axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda y, _: f"{y:,.0f}"))


def draw(plt, sweep, axes_list, path, written):
    from matplotlib import ticker
    rows = [(axis, place) for axis in axes_list for place in places(axis)]
    figure, grid = plt.subplots(len(rows), 2, figsize=(11, 0.9 + 2.9 * len(rows)), squeeze=False,
                                constrained_layout=True)
    entries = {}
    for row, (axis, place) in zip(grid, rows):
        draw_row(row, sweep, axis, place, ticker)
        handles, labels = row[0].get_legend_handles_labels()
        entries.update(zip(labels, handles))
    chosen = ", ".join(f"{name}\N{NO-BREAK SPACE}{value}" for name, value in sweep["chosen"].items())
    figure.suptitle(f"{sweep['mechanism']}: one parameter varied around\n"
                    + textwrap.fill(chosen, 110), fontsize=10)
    figure.legend(entries.values(), entries.keys(), loc="upper center",
                  bbox_to_anchor=(0.5, 0.0), ncol=3, frameon=False)
    for ending in ("svg", "png"):
        save(figure, path.with_name(path.name + "." + ending), ending, written)
    plt.close(figure)


def save(figure, path, ending, written):
    """The file appears whole or not at all."""
    aside = path.with_name(f".{path.name}.tmp{os.getpid()}")
    metadata = {"Date": None} if ending == "svg" else {}  # the same data, the same file
    unfinished.add(aside)
    try:
        figure.savefig(aside, format=ending, dpi=110, metadata=metadata, bbox_inches="tight")
        os.replace(aside, path)
    finally:
        aside.unlink(missing_ok=True)
        unfinished.discard(aside)
    written.append(path)


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr if len(sys.argv) != 2 else sys.stdout)
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    source = Path(sys.argv[1])
    folder = Path(sys.argv[2]) if len(sys.argv) == 3 else source.parent
    plt = import_matplotlib()
    written = []
    try:
        sweep = json.loads(source.read_text())
        draw(plt, sweep, sweep["axes"], folder / "sweep", written)
        for axis in sweep["axes"]:
            draw(plt, sweep, [axis], folder / f"sweep_{axis['name']}", written)
    except (OSError, ValueError, KeyError) as error:
        print(f"plot_area_sweep: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    stems = list(dict.fromkeys(path.stem for path in written))
    print(f"wrote {folder}/{{{','.join(stems)}}}.{{svg,png}}")
    return 0


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    sys.exit(main())
