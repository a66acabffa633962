# SPDX-License-Identifier: Apache-2.0
"""Area and speed of a module in standard cells: OSU's library for TSMC 0.18 um, which Debian packages
with timing (qflow-tech-osu018), and the exact cell areas of SkyWater 130 nm beside it (sky130.py).

Memories of MACRO_WORDS words and more stay memories: they have no area here and end a path; their bits
are counted. Smaller ones become flip-flops and multiplexers and are priced like everything else.
Cells have their own capacitances, wires none: a routed design is slower.
"""

import os
import re
from pathlib import Path

from . import gates, rtl, sky130, storage, tools

LIBRARY = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
LIMIT = 300
MACRO_WORDS = gates.MACRO_WORDS
FLOW = gates.FLOW.replace(
    gates.AFTER, gates.AFTER + gates.SMALL
).replace("@LEVELS@", "3")  # a memory that stays is empty cells, of which the static timing knows no path
# Mapped for delay within the area of balanced logic, then sized.
ABC = "+strash;ifraig;scorr;dc2;strash;&get,-n;&nf;&put;buffer,-c;topo;upsize;dnsize"
TIMING = """read_liberty {library}
read_verilog {netlist}
link_design {top}
create_clock -name clock -period 10 [get_ports clk_i]
set_input_delay 0 -clock clock {inputs}
set_output_delay 0 -clock clock [all_outputs]
set_false_path -from [get_ports rst_ni]
report_checks -path_delay max -digits 3
"""


def method():
    """What a result depends on, besides sources and tools."""
    return [FLOW, ABC, TIMING, MACRO_WORDS, sky130.method()]


def install():
    """Fetches what Debian does not have; a sentence if Debian's part is missing."""
    if not LIBRARY.exists() or tools.version("sta", "-version") is None:
        raise tools.ToolError("make asic wants Debian's qflow-tech-osu018 and opensta: "
                              "scripts/setup.sh asic")
    sky130.install()


def cells_in(output):
    """Cells that `stat` counts last."""
    return int(re.findall(r"Number of cells: +(\d+)", output)[-1])


def areas(output, case):
    """Area, area of flip-flops and cells from what `stat -liberty` prints last."""
    text = output[output.rindex("Printing statistics."):]
    area = re.search(r"Chip area for (?:top )?module .*: *([\d.]+)", text)
    counts = {kind: int(count) for kind, count in
              re.findall(r"^ {5}(\S+) +(\d+)$", text, re.MULTILINE)}
    unknown = [kind for kind in re.findall(r"Area for cell type \\?(\S+) is unknown!", text)
               if kind not in gates.MEMORY_CELLS]
    if not area or unknown:
        raise tools.ToolError(f"{case}: no area for {', '.join(unknown) or 'any cell'}")
    return float(area[1]), {kind: n for kind, n in counts.items() if kind not in gates.MEMORY_CELLS}


def cell_areas(library):
    """Area by cell of a Liberty file."""
    return {name: float(area) for name, area in re.findall(
        r'\bcell *\("?(\w+)"?\) *\{[^{}]*?\barea *: *([\d.]+)', Path(library).read_text())}


def arrival(report):
    """Nanoseconds that the slowest path takes, with the setup time of the flip-flop at its end."""
    path = re.search(r"([\d.]+) +data arrival time", report)
    if path is None:
        raise tools.ToolError(f"the timing analysis found no path:\n{report[-2000:]}")
    setup = re.search(r"(-?[\d.]+) +[\d.-]+ +library setup time", report)
    return round(float(path[1]) - (float(setup[1]) if setup else 0), 2)


def timing(case, netlist, work):
    """The slowest path from register or input to register or output."""
    ports = re.findall(r"^\s*input (?:\[.*?\] )?(\w+);", Path(netlist).read_text(), re.MULTILINE)
    inputs = " ".join(name for name in ports if name not in ("clk_i", "rst_ni"))
    script = os.path.join(work, "timing.tcl")
    Path(script).write_text(TIMING.format(
        library=LIBRARY, netlist=netlist, top=case.unit,
        inputs=f"[get_ports {{{inputs}}}]" if inputs else "{}"))
    return arrival(tools.run(["sta", "-no_splash", "-exit", script], LIMIT))


def measure(case, work):
    """Square micrometres, cells, nanoseconds, and bits of memories that stay memories."""
    flat, netlist, left = (os.path.join(work, name) for name in ("flat.il", "cells.v", "left.json"))
    first, second = os.path.join(work, "read.ys"), os.path.join(work, "map.ys")
    small, large = FLOW.split("read_verilog", 1)
    Path(first).write_text(
        rtl.elaborate(case.unit, case.path, case.parameters) + small + f"write_json {left}\n"
        + "read_verilog" + large + f"rename -top {case.unit}\nwrite_rtlil {flat}\n")
    tools.run(["yosys", "-q", first], LIMIT)
    # OpenSTA reads no assignment to a concatenation: nets are split into bits, then second names go.
    Path(second).write_text(
        f"read_rtlil {flat}\ndfflibmap -liberty {LIBRARY}\nopt_clean\n"
        f"abc -liberty {LIBRARY} -script {ABC}\nsplitnets\nopt_clean -purge\n"
        f"write_verilog -noattr -noexpr {netlist}\nstat -liberty {LIBRARY}\n")
    output = tools.run(["yosys", second], LIMIT)
    if not cells_in(output):  # wires only
        return {"area": 0, "flip_flop_area": 0, "cells": 0, "memory_bits": 0, "ns": 0.0}
    area, kinds = areas(output, case)
    sizes = cell_areas(LIBRARY)
    flip_flops = sum(count * sizes[kind] for kind, count in kinds.items() if kind.startswith("DFF"))
    result = {"area": round(area), "flip_flop_area": round(flip_flops),
              "cells": sum(kinds.values()), "memory_bits": storage.bits_in(left)[1],
              "ns": timing(case, netlist, work)}
    other = sky130.area(case, flat, work)
    return result if other is None else {**result, "sky130_area": other}
