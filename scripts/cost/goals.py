# SPDX-License-Identifier: Apache-2.0
"""Goals of a silicon team beside what the units were before and are now (goals.toml), for the status page."""

import tomllib
from pathlib import Path

from . import rtl

FILE = Path(__file__).resolve().parent / "goals.toml"
# Figure -> how the page calls it, and the part of a record's `measured` that it is of.
FIGURES = {"gates": ("gates", "gates"), "depth": ("depth", "gates"),
           "flip_flops": ("flip-flops", "storage"), "ecp5_top": ("ECP5 MHz, as built", "ecp5_top"),
           "ecp5": ("ECP5 MHz", "ecp5"), "ice40": ("iCE40 MHz", "ice40")}
ROUTED = ("ecp5_top", "ecp5", "ice40")
MISSED = "**missed**"


def load():
    with open(FILE, "rb") as file:
        return tomllib.load(file)


def figure_of(record, figure):
    """Its value; 0 of a device that it does not fit or is not routed on; None: not measured."""
    if figure == "gates":
        return sum(record["gates"].values()) if "gates" in record else None
    if figure == "flip_flops":
        return record.get("storage", {}).get("flip_flops")
    if figure == "depth":
        return record.get("depth")
    part = record.get("fpga", {}).get(figure)
    return None if part is None else part.get("fmax_mhz", 0)


def met(figure, value, goal):
    """Devices: at least the goal, and more than 0, which is no place. Others: at most."""
    if figure in ROUTED:
        return value > 0 and value >= goal
    return value <= goal


def current(record, figure):
    """Measured on the present RTL."""
    then = record.get("measured", {}).get(FIGURES[figure][1], {}).get("sources")
    return then == rtl.source_hash(record["unit"])


def verdict(record, figure, goal):
    """What it is now, and whether that meets the goal."""
    value = None if record is None else figure_of(record, figure)
    if value is None:
        return "?", "not measured"
    shown = f"{value:,}" if value else "no"
    if not current(record, figure):
        return f"({shown})", "stale"
    return shown, "met" if met(figure, value, goal) else MISSED


def shown_goal(figure, goal):
    if figure in ROUTED:
        return f"at least {goal}" if goal else "fits"
    return f"at most {goal:,}"


def rows(document, wanted):
    """Of the table's rows, or of those by module."""
    records = {(record["unit"], record["configuration"]): record for record in document["records"]}
    found = []
    for unit, configuration, figure, before, goal in wanted:
        if figure not in FIGURES:
            raise ValueError(f"{FILE.name}: no figure {figure}; there are {', '.join(FIGURES)}")
        now, said = verdict(records.get((unit, configuration)), figure, goal)
        found.append([unit, configuration, FIGURES[figure][0], f"{before:,}" if before else "no",
                      now, shown_goal(figure, goal), said])
    return found


def reached(found):
    return f"{sum(row[-1] == 'met' for row in found)} of {len(found)}"


def section(document, table):
    """The text of the page's section; `table` makes a Markdown table."""
    goals = load()
    found, by_module = (rows(document, goals[name]) for name in ("rows", "by_module"))
    units = [unit for unit, why in goals["why"].items()
             if any(row[0] == unit and row[-1] != "met" for row in found)]
    reasons = "".join(f"- {unit}: {goals['why'][unit]}\n" for unit in units)
    missed = f"What stands in the way:\n{reasons}\n" if reasons else ""
    head = ["unit", "configuration", "figure", "before", "now", "goal", ""]
    return f"""{reached(found)} goals are met by figures of the present RTL. *Before*: commit
{goals["commit"]}, when the units were written for the simulator's speed; *goal* of a router's
depth: an allocator of its radix. "no": had none, does not fit, or was not routed within the limit
of time; in brackets: of earlier RTL.

{table(head, found, 3)}
{missed}A clock is judged *as built*: the top as [one netlist](#tops-as-they-are-built), before and now. Until
tops were measured so, clocks were judged of netlists that are mapped module by module, which
prices parts and is slower. So judged, {reached(by_module)} reach their goals:

{table(head, by_module, 3)}"""
