# SPDX-License-Identifier: Apache-2.0
"""Draws a figure's curves, as SVG and PNG in the paper's axes, and writes them as tables."""

import csv
import io
import textwrap

import report

MOST_ROWS = 60  # of a time series; points.csv has all
TITLE_LETTERS = 48  # in a line; more are cut off


def known(rows):
    return [row for row in rows if row.interval is not None]


def lines(plots, axes, data, **style):
    plots.lines(axes, {label: [[row.x, row.interval.mean, row.interval.half]
                               for row in known(rows)] for label, rows in data.items()}, **style)


def bands(axes, data):
    """Time series: a line with its interval as a band."""
    for label, rows in data.items():
        rows = known(rows)
        x = [row.x for row in rows]
        axes.plot(x, [row.interval.mean for row in rows], label=label, linewidth=1.2)
        axes.fill_between(x, [row.interval.low for row in rows],
                          [row.interval.high for row in rows], alpha=0.25)
    axes.grid(alpha=0.3)


def bars(axes, data):
    width = 0.8 / len(data)
    places = list(dict.fromkeys(row.x for rows in data.values() for row in rows))
    for number, (label, rows) in enumerate(data.items()):
        rows = known(rows)
        left = [places.index(row.x) + (number - (len(data) - 1) / 2) * width for row in rows]
        axes.bar(left, [row.interval.mean for row in rows], width, capsize=2, label=label,
                 yerr=[row.interval.half for row in rows])
    axes.set_xticks(range(len(places)), [str(place) for place in places],
                    fontsize=8 if len(places) < 12 else 5, rotation=0 if len(places) < 12 else 90)
    axes.set_xlim(-0.5, len(places) - 0.5)
    axes.grid(axis="y", alpha=0.3)


def draw(figure, data, folder):
    plots = report.Plots(folder)
    picture, _ = compose(plots, figure, data)
    plots.save(picture, figure.name)


def compose(plots, figure, data):
    """The picture and its axes."""
    picture, axes = plots.axes()
    legend = {}
    if figure.kind == "key":
        lines(plots, axes, data)
    elif figure.kind == "time":
        bands(axes, data)
    else:  # bars fill the axes: their legend stands below
        bars(axes, data)
        legend = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.2), "ncol": 3, "frameon": False}
    y = figure.table["y"]
    axes.set(title=textwrap.fill(figure.title, TITLE_LETTERS),
             xlabel=figure.table["x"]["label"], ylabel=y["label"])
    if y.get("log"):
        axes.set_yscale("log")
    axes.set_ylim(bottom=y.get("low"), top=y.get("high"))
    axes.legend(fontsize=8, **legend)
    return picture, axes


def table(figure, data):
    """Markdown: a row for each place, mean and 95 % interval of each curve; of a long time series
    every so many."""
    places = list(dict.fromkeys(row.x for rows in data.values() for row in rows))
    if figure.kind == "time":
        places = places[::1 + len(places) // MOST_ROWS]
    output = [f"| {figure.table['x']['label']} | " + " | ".join(data) + " |",
              "|---|" + "---|" * len(data)]
    for place in places:
        cells = []
        for rows in data.values():
            row = next((row for row in rows if row.x == place), None)
            cells.append("" if row is None else "-" if row.interval is None
                         else row.interval.text(3))
        output.append(f"| {place:g} | " if isinstance(place, float) else f"| {place} | ")
        output[-1] += " | ".join(cells) + " |"
    return "\n".join(output)


def csv_table(data):
    """One row for each curve, place and seed: the value and the run's digest."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["curve", "x", "seed", "value", "digest"])
    for label, rows in data.items():
        for row in rows:
            for seed, (value, digest) in enumerate(zip(row.values, row.digests), 1):
                writer.writerow([label, row.x, seed, "" if value is None else value, digest])
    return text.getvalue()
