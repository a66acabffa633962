#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the points of curves that are kept in the tree: they come back as they were, and are those of their figure's file."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent / "reproduction"))
import figure as figures  # noqa: E402
import kept  # noqa: E402
from figures_testing import Report  # noqa: E402

REPORT = Report("kept points")
check = REPORT.check
LARGE = ("cbcm-f8a", "cbcm-f8b", "cbcm-f8c", "cbcm-f9a", "cbcm-f9b")


def check_round_trip(folder):
    figure = figures.load(figures.FOLDER / "cbcm-f8a.toml", most_seeds=1)
    check("a figure may take fewer seeds than its file says", {len(figure.seeds_of(curve)) for curve in figure.curves()} == {1})
    label = figure.curves()[0]["label"]
    data = {label: [figures.Row(0.1, [300.5], ["0x1"]), figures.Row(0.3, [None], ["0x2"])]}
    before, kept.HERE = kept.HERE, folder
    try:
        (folder / "cbcm").mkdir()
        check("nothing is kept before it is saved", kept.load("cbcm-f8a") is None)
        kept.save(figure, data)
        _, found = kept.load("cbcm-f8a")
    finally:
        kept.HERE = before
    check("points come back as they were", found == data and kept.seeds(found) == "one seed")
    drawn = found[label][0].interval
    check("one seed's value is drawn, without an interval", (drawn.mean, drawn.half) == (300.5, 0))
    try:
        kept.save(figures.load(figures.FOLDER / "cbcm-f14.toml"), {})
        refused = False
    except figures.FigureError as error:
        refused = "cbcm-f14" in str(error)
    check("bars are not kept", refused)


def check_committed():
    """Every figure of 512 nodes has its points, and no others than its file names."""
    for name in LARGE:
        figure, data = kept.load(name) or (None, {})
        places = {curve["label"]: figure.places(curve) for curve in figure.curves()} if figure else {}
        check(f"{name}: every curve has points, at places of its file",
              bool(data) and set(data) == set(places) and all(row.x in places[one] for one, rows in data.items() for row in rows))


def main():
    with tempfile.TemporaryDirectory() as name:
        check_round_trip(Path(name))
    check_committed()
    return 1 if REPORT.failed else 0


if __name__ == "__main__":
    sys.exit(main())
