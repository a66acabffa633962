# SPDX-License-Identifier: Apache-2.0
"""Places and routes a unit in OSU's 0.18 um cells with Debian's qflow (graywolf, qrouter, magic, netgen),
checks the result (design rules, layout against netlist), draws it and writes its figures.

For units of up to a few thousand cells: qrouter's time grows quickly. Without memories (asic.py).
"""

import json
import re
import shutil
from pathlib import Path

from . import asic, gates, rtl, tools

LIMIT = 1800
WORK = tools.ROOT / "results/cost/layout"
FIGURES = tools.ROOT / "docs/reference/generated/layout.json"
IMAGES = tools.ROOT / "docs/images/layout"
LEF = asic.LIBRARY.with_suffix(".lef")
STEPS = ("synthesize", "place", "route", "backanno", "migrate", "drc", "lvs")
LAYERS = {"metal1": "#3b6fb6", "metal2": "#c9473d", "metal3": "#3d9a52", "metal4": "#9450b0",
          "metal5": "#d99a2b", "metal6": "#555555"}


def netlist(case, folder):
    """The flat unit as plain Verilog, its memories as flip-flops; qflow maps it."""
    script, text = folder / "flat.ys", folder / "source" / f"{case.unit}.v"
    small = asic.FLOW.split("read_verilog", 1)[0]
    script.write_text(rtl.elaborate(case.unit, case.path, case.parameters) + small
                      + f"techmap\nopt -fast\nrename -top {case.unit}\n"
                        f"write_verilog -noattr {text}\n")
    tools.run(["yosys", "-q", script], gates.LIMIT)


def numbers(text):
    return [int(word) for word in re.findall(r"-?\d+", text)]


def placed(text):
    """(cell, x, y) of every component, in database units."""
    return [(kind, int(x), int(y)) for kind, x, y in re.findall(
        r"^- \S+ (\w+) \+ PLACED \( (-?\d+) (-?\d+) \)", text, re.MULTILINE)]


def wires(text):
    """(layer, x, y, x, y) of every routed segment, in database units."""
    found = []
    for layer, x1, y1, x2, y2 in re.findall(
            r"(?:ROUTED|NEW) (metal\d)(?: \d+)? \( (-?\d+) (-?\d+) \) \( (\S+) (\S+) \)", text):
        x, y = int(x1), int(y1)
        found.append((layer, x, y, x if x2 == "*" else int(x2), y if y2 == "*" else int(y2)))
    return found


def cell_sizes():
    """Width and height of every cell in micrometres."""
    return {name: (float(width), float(height)) for name, width, height in re.findall(
        r"^MACRO (\w+)\n.*?^ +SIZE +([\d.]+) +BY +([\d.]+)", LEF.read_text(),
        re.MULTILINE | re.DOTALL)}


def draw(unit, cells, routed, per_micron, path):
    """Cells grey, flip-flops blue, wires by layer."""
    import matplotlib  # pylint: disable=import-outside-toplevel
    matplotlib.use("Agg")
    from matplotlib import collections, patches, pyplot  # pylint: disable=import-outside-toplevel
    figure, axes = pyplot.subplots(figsize=(10, 7))
    sizes = cell_sizes()
    for kind, x, y in cells:
        colour = "#bcd3ee" if kind.startswith("DFF") else \
            "#f4f4f4" if kind.startswith("FILL") else "#dddddd"
        axes.add_patch(patches.Rectangle((x / per_micron, y / per_micron), *sizes[kind],
                                         facecolor=colour, edgecolor="#999999", linewidth=0.3))
    for layer, colour in LAYERS.items():
        lines = [((a / per_micron, b / per_micron), (c / per_micron, d / per_micron))
                 for name, a, b, c, d in routed if name == layer]
        if lines:
            axes.add_collection(collections.LineCollection(lines, colors=colour, linewidths=0.6,
                                                           label=layer))
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.set_xlabel("µm")
    axes.set_ylabel("µm")
    axes.set_title(f"{unit}: flip-flops blue, other cells grey, wires by layer")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130, bbox_inches="tight", metadata={"Software": None})
    pyplot.close(figure)


def checked(folder):
    """What design rules and the comparison with the netlist say; raises ToolError if they object."""
    rules = re.search(r"^drc = (\d+)", (folder / "log/drc.log").read_text(), re.MULTILINE)
    compared = (folder / "log/lvs.log").read_text()
    if rules is None or int(rules[1]):
        raise tools.ToolError(f"design rules: {rules[0] if rules else 'no verdict'}: "
                              f"{folder}/log/drc.log")
    if "Circuits match uniquely" not in compared or \
            "no net, device, pin, or property mismatches" not in compared:
        raise tools.ToolError(f"the layout is not the netlist: {folder}/log/lvs.log")


def measure(case):
    """Figures of a placed and routed unit; its picture is drawn."""
    folder = WORK / case.unit
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("source", "synthesis", "layout", "log"):
        (folder / name).mkdir(parents=True)
    netlist(case, folder)
    tools.run(["qflow", *STEPS, "-T", "osu018", "-p", folder, case.unit], LIMIT, cwd=folder)
    checked(folder)
    text = (folder / "layout" / f"{case.unit}.def").read_text()
    per_micron = numbers(re.search(r"^UNITS DISTANCE MICRONS (\d+)", text, re.MULTILINE)[0])[0]
    cells, routed, sizes = placed(text), wires(text), cell_sizes()
    left, low, right, high = numbers(re.search(r"^DIEAREA.*$", text, re.MULTILINE)[0])
    fast = re.search(r"maximum clock frequency .*= ([\d.]+) MHz",
                     (folder / "log/post_sta.log").read_text())
    draw(case.unit, cells, routed, per_micron, IMAGES / f"{case.unit}.png")
    used = [kind for kind, _, _ in cells if not kind.startswith("FILL")]
    return {"configuration": case.name, "sources": rtl.source_hash(case.unit),
            "die": [round((right - left) / per_micron, 1), round((high - low) / per_micron, 1)],
            "cells": len(used),
            "cell_area": round(sum(sizes[kind][0] * sizes[kind][1] for kind in used)),
            "wire_mm": round(sum(abs(a - c) + abs(b - d) for _, a, b, c, d in routed)
                             / per_micron / 1000, 1),
            "mhz": round(float(fast[1])) if fast else None}


def load():
    return json.loads(FIGURES.read_text()) if FIGURES.exists() else {}


def keep(case):
    """Measures a unit and writes its figures beside the others'."""
    document = {**load(), case.unit: measure(case)}
    FIGURES.write_text(json.dumps(document, indent=1, sort_keys=True) + "\n")
    return document[case.unit]
