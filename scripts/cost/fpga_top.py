# SPDX-License-Identifier: Apache-2.0
"""Routed speed of a top on ECP5 as who builds it gets it: one netlist, mapped for delay (ABC9), with
a wanted frequency, and the best of a few placements.

fpga.py maps each module by itself, so that parts can be counted, which costs speed. Tops and
configurations: `tops` in configurations.toml.
"""

import json
import os
from pathlib import Path

from . import configurations, fpga, harness, rtl, tools

PART = "ecp5_top"
SYNTHESIS = "synth_ecp5 -abc9 -run begin:check"
SEEDS = (1, 2, 3)
FREQUENCY = 80  # MHz: what placement aims at


def method():
    """What a result depends on, besides sources and tools."""
    return [fpga.READ, fpga.CHECK, SYNTHESIS, fpga.FAMILIES["ecp5"].router, SEEDS, FREQUENCY,
            rtl.stripped(harness.harness("unit", [("input", 9, "a_i"), ("output", 9, "b_o")]))]


def measure(case, router, work):
    """LUTs with the harness, MHz by seed and the best; or why there is none."""
    if not router:
        return {"not_routed": "no router"}
    around, top, script = (os.path.join(work, name) for name in ("harness.v", "top.json", "map.ys"))
    unit = fpga.read(case, work)
    Path(around).write_text(harness.harness(case.unit, harness.ports_of(unit, case.unit)))
    Path(script).write_text(
        f"read_rtlil {unit}\nread_verilog {around}\nsetattr -mod -unset top\n"
        f"hierarchy -top harness\n{SYNTHESIS} -top harness\n{fpga.CHECK}\nopt_clean\n"
        f"write_json {top}\n")
    try:
        tools.run(["yosys", "-q", script], fpga.SYNTHESIS_LIMIT)
    except tools.OutOfTime as late:
        return {"unfinished": f"synthesis {late}"}
    by_seed = []
    for seed in SEEDS:
        result = fpga.route("ecp5", router, top, work, seed, ("--freq", str(FREQUENCY)))
        if result.get("not_routed", "").startswith("does not fit"):
            return result
        by_seed.append(result.get("fmax_mhz"))  # None: not in time
    if not any(by_seed):
        return result
    with open(os.path.join(work, "report.json")) as file:
        luts = json.load(file)["utilization"]["TRELLIS_COMB"]["used"]
    return {"lut": luts, "fmax_mhz": max(filter(None, by_seed)), "by_seed": by_seed}


def row_of(case, part, number):
    """The row of the status page's table; `part`: what was measured, or None."""
    if part is None:
        return [case.unit, case.name, "?", "?", "?"]
    why = part.get("not_routed") or part.get("unfinished") or part.get("failed")
    if why:
        return [case.unit, case.name, "-", why.splitlines()[0], "-"]
    return [case.unit, case.name, number(part["lut"]), part["fmax_mhz"],
            ", ".join(number(mhz) for mhz in part["by_seed"])]


def section(document, table, number):
    """The text of the status page's section."""
    found = {(record["unit"], record["configuration"]): record.get("fpga", {}).get(PART)
             for record in document["records"]}
    rows = [row_of(case, found.get((case.unit, case.name)), number)
            for case in configurations.cases() if case.top]
    return (f"""On the same ECP5 as whoever builds a top gets it: the top and its harness as one netlist, mapped
for delay (`{SYNTHESIS.split(' -run')[0]}`), placement for {FREQUENCY} MHz, seeds {', '.join(map(str, SEEDS))}. *LUT*: with
the harness. "?": not measured yet.

""" + table(["unit", "configuration", "LUT", "MHz, the best", "by seed"], rows))
