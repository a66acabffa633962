# SPDX-License-Identifier: Apache-2.0
"""Gates and depth of a module: NAND, NOR and NOT by one fixed script, or a Liberty library."""

import json
import os
import re
from pathlib import Path

from . import configurations, rtl, tools

LIMIT = 300
HERE = Path("scripts/cost/flow")
TRANSISTORS = {"$_NAND_": 4, "$_NOR_": 4, "$_NOT_": 2}
MEMORY_CELLS = ("memory_read_first", "memory_read_step", "memory_read_last", "memory_write")
# Yosys' own script for `abc -g cmos2` does not end on these circuits in 10 minutes.
ABC = "+strash;balance;dc2;balance;dc2;balance;map;topo"
FLOW = f"""proc
opt_expr
opt_clean
opt -nodffe -nosdff
wreduce
peepopt
opt_clean
alumacc
opt
memory_collect
opt -fast
flatten
opt -fast
read_verilog {HERE}/memory_cells.v
techmap -D READ_LEVELS=@LEVELS@ -map {HERE}/memory_read.v
techmap
opt -fast
dfflegalize -cell $_DFF_P_ x -cell $_DFF_PN?_ x
opt_expr
opt_merge
opt_clean
"""
GATES = f"abc -g cmos2 -script {ABC}\nopt_clean\n"
# Restructured for delay, at the price of gates.
FAST = "+strash;dc2;balance;if,-g,-K,6,-C,8;strash;if,-g,-K,6,-C,8;strash;balance;map;topo"
FAST_GATES = f"abc -g cmos2 -script {FAST}\nopt_clean\n"
MUX = "module multiplexer(input s, a, b, output y); assign y = s ? a : b; endmodule\n"


def depth_in(output):
    if "Detected loop" in output:
        raise tools.ToolError("ltp found a combinational loop")
    return int(re.search(r"Longest topological path in .*\(length=(\d+)\)", output)[1])


def multiplexer_depth(work):
    """Levels of a 2:1 multiplexer by the same script: a read port has one per address bit."""
    source = os.path.join(work, "multiplexer.v")
    script = os.path.join(work, "multiplexer.ys")
    Path(source).write_text(MUX)
    Path(script).write_text(f"read_verilog {source}\nhierarchy -top multiplexer\n"
                            + FLOW.split("read_verilog")[0] + f"techmap\n{GATES}ltp -noff\n")
    return depth_in(tools.run(["yosys", script], LIMIT))


def cell_counts(path):
    with open(path) as file:
        text = file.read()
    design = json.loads(text[text.index("{"):])["design"]
    counts = {kind.lstrip("\\"): count for kind, count in design["num_cells_by_type"].items()}
    return {kind: count for kind, count in counts.items() if kind not in MEMORY_CELLS}


def script_of(case, levels):
    """The whole script up to the gates."""
    return (rtl.elaborate(case.unit, case.path, case.parameters)
            + FLOW.replace("@LEVELS@", str(levels)))


def compared():
    """Units whose depth is compared: for them the script for delay is run, too."""
    return {name for entry in configurations.table()["depth"]
            for name in (entry["yardstick"], *rtl.parts_of(entry["unit"]))}


def method():
    """What a result depends on, besides sources and tools."""
    return [FLOW, GATES, FAST_GATES, MUX, *((tools.ROOT / HERE / name).read_text()
                                for name in ("memory_read.v", "memory_cells.v"))]


def fast_depth(flat, work):
    """Depth of the same netlist by the script for delay; nothing if it does not end in time."""
    script = os.path.join(work, "fast.ys")
    Path(script).write_text(f"read_rtlil {flat}\n{FAST_GATES}ltp -noff\n")
    try:
        return {"depth_fast": depth_in(tools.run(["yosys", script], LIMIT))}
    except tools.OutOfTime:
        return {}


def measure(case, work):
    """Gates by kind, transistors and depth of a case."""
    levels = multiplexer_depth(work)
    stat = os.path.join(work, "stat.json")
    script = os.path.join(work, "gates.ys")
    flat = os.path.join(work, "flat.il")
    Path(script).write_text(script_of(case, levels) + f"write_rtlil {flat}\n" + GATES
                            + f"tee -q -o {stat} stat -json -tech cmos\nltp -noff\n")
    depth = depth_in(tools.run(["yosys", script], LIMIT))
    counts = cell_counts(stat)
    gates = {kind: count for kind, count in counts.items() if kind in TRANSISTORS}
    others = {kind: count for kind, count in counts.items()
              if kind not in gates and not kind.startswith("$_DFF")}
    if others:
        raise tools.ToolError(f"{case}: cells that are neither gates nor flip-flops: {others}")
    return {"cells": sum(gates.values()), "depth": depth, "read_levels": levels,
            **(fast_depth(flat, work) if case.unit in compared() else {}),
            "transistors": sum(TRANSISTORS[kind] * count for kind, count in gates.items()),
            "gates": {kind.strip("$_").lower(): count for kind, count in sorted(gates.items())}}


def measure_liberty(case, library, work):
    """Area and cells of a case in the cells of a Liberty file; memories are left out."""
    script = os.path.join(work, "liberty.ys")
    library = os.path.abspath(library)
    Path(script).write_text(
        script_of(case, 3) + f"dfflibmap -liberty {library}\nopt_clean\n"
        f"abc -liberty {library} -script {ABC}\nopt_clean\nstat -liberty {library}\n")
    output = tools.run(["yosys", script], LIMIT)
    area = re.findall(r"Chip area for (?:top )?module .*: *([\d.]+)", output)
    cells = re.findall(r"Number of cells: +(\d+)", output)
    unknown = sorted(set(re.findall(r"Area for cell type (\S+) is unknown!", output)))
    unknown = [kind for kind in unknown if kind.strip("\\!") not in MEMORY_CELLS]
    if not area or unknown:
        raise tools.ToolError(f"{case}: no area in {library} for {unknown or 'any cell'}")
    opened = re.findall(rf"^ +({'|'.join(MEMORY_CELLS)}) +(\d+)$", output, re.MULTILINE)
    return {"area": float(area[-1]), "cells": int(cells[-1]) - sum(int(n) for _, n in opened)}
