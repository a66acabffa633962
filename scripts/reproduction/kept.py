# SPDX-License-Identifier: Apache-2.0
"""Points of a figure's curves that are kept in the tree, so that a page draws them without a run: PAPER/curves/FIGURE.csv, which
`scripts/figures.py --keep` writes as it writes points.csv."""

import csv
from pathlib import Path

import drawing
import figure as figures

HERE = Path(__file__).resolve().parent


def path_of(figure):
    return HERE / figure.table["paper"] / "curves" / f"{figure.name}.csv"


def check(figure):
    """FigureError: it has no curves over a key, or is of no paper."""
    if figure.kind != "key" or "paper" not in figure.table:
        raise figures.FigureError(f"{figure.name}: --keep is for curves of a paper's figure")


def save(figure, data):
    check(figure)
    path = path_of(figure)
    path.parent.mkdir(exist_ok=True)
    path.write_text(drawing.csv_table(data))


def load(name):
    """The figure and its curves, label -> rows; None: no points are kept."""
    figure = figures.load(figures.FOLDER / f"{name}.toml")
    path = path_of(figure)
    if not path.exists():
        return None
    found = {}
    for row in csv.DictReader(path.open()):
        rows = found.setdefault(row["curve"], {})
        place = rows.setdefault(float(row["x"]), figures.Row(float(row["x"]), [], []))
        place.values.append(float(row["value"]) if row["value"] else None)
        place.digests.append(row["digest"])
    return figure, {label: list(rows.values()) for label, rows in found.items()}


def seeds(data):
    """How many the points have, in words; from least to most where they differ."""
    counts = sorted({len(row.values) for rows in data.values() for row in rows})
    return "one seed" if counts == [1] else f"{counts[0]} to {counts[-1]} seeds" if len(counts) > 1 else f"{counts[0]} seeds"
