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
# Memories of fewer words are flip-flops, a multiplexer for each read port and a decoder for each write
# port, whatever the RTL calls them; so are larger ones that are read without a register.
MACRO_WORDS = 64
AFTER = "flatten\nopt -fast\n"
SMALL = f"memory_map t:$mem_v2 r:SIZE<{MACRO_WORDS} %i\nopt -fast\n"
# Gives a read port its register, if one follows: without, it has no clock.
READ_REGISTERS = "memory_dff\n"
MAPPED = "memory_map {}\nopt -fast\n"
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


def read_without_register(path):
    """Cells of the flat top in Yosys' JSON that are memories with a read port without a clock."""
    with open(path) as file:
        modules = json.load(file)["modules"]
    top = next(m for m in modules.values() if int(m["attributes"].get("top", "0"), 2))
    return sorted(name for name, cell in top["cells"].items() if cell["type"] == "$mem_v2"
                  and "0" in cell["parameters"]["RD_CLK_ENABLE"])


def script_of(case, levels, work):
    """The whole script up to the gates."""
    elaborated = rtl.elaborate(case.unit, case.path, case.parameters)
    before, after = FLOW.replace("@LEVELS@", str(levels)).split(AFTER)
    if not has_memory(case):
        return elaborated + before + AFTER + after
    left, probe = os.path.join(work, "left.json"), os.path.join(work, "probe.ys")
    Path(probe).write_text(elaborated + before + AFTER + SMALL + READ_REGISTERS
                           + f"write_json {left}\n")
    tools.run(["yosys", "-q", probe], LIMIT)
    # A bracket in a name would be a pattern.
    found = " ".join("c:" + re.sub(r"[][]", "?", name) for name in read_without_register(left))
    return elaborated + before + AFTER + SMALL + (MAPPED.format(found) if found else "") + after


def compared():
    """Units whose depth is compared: for them the script for delay is run, too."""
    return {name for entry in configurations.table()["depth"]
            for name in (entry["yardstick"], *rtl.parts_of(entry["unit"]))}


def has_memory(case):
    """Whether the case may have memories: a module that is none of the tree's may."""
    return case.unit not in rtl.modules() or bool(rtl.memories_in(case.unit))


def method(case):
    """What a result depends on, besides sources and tools."""
    return [FLOW, GATES, FAST_GATES, MUX, *((tools.ROOT / HERE / name).read_text()
                                for name in ("memory_read.v", "memory_cells.v")),
            *([SMALL, READ_REGISTERS, MAPPED] if has_memory(case) else [])]


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
    Path(script).write_text(script_of(case, levels, work) + f"write_rtlil {flat}\n" + GATES
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
    """Area and cells of a case in the cells of a Liberty file; large memories are left out."""
    script = os.path.join(work, "liberty.ys")
    library = os.path.abspath(library)
    Path(script).write_text(
        script_of(case, 3, work) + f"dfflibmap -liberty {library}\nopt_clean\n"
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
