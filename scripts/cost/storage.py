# SPDX-License-Identifier: Apache-2.0
"""Storage of a module: what the RTL states, what Yosys finds, what `chokepoint area` says."""

import json
import os
import re
import xml.etree.ElementTree as ET

from . import rtl, tools

LIMIT = 300
FLOP = re.compile(r"^\$(_S?DFF|dff|adff|sdff|aldff|dffsr|_DFF|_ALDFF|ff$)")
# Before passes that merge registers: every flip-flop of the source is there.
COUNT_FLOW = "proc; opt_clean; memory -nomap; opt_clean"


def stated(module, path, parameters, work):
    """Whole-number parameters of the elaborated module, StorageBits among them (Verilator)."""
    xml = os.path.join(work, "elaborated.xml")
    libraries = [word for folder in rtl.folders() for word in ("-y", folder)]
    tools.run(["verilator", "--xml-only", "--xml-output", xml,
               "--Mdir", work] + libraries + [f"-G{k}={v}" for k, v in parameters.items()]
              + ["--top-module", module] + rtl.packages() + [path], LIMIT)
    for node in ET.parse(xml).getroot().iter("module"):
        if node.get("topModule") or node.get("name") == module:
            values = {}
            for var in node.iter("var"):
                constant = var.find(".//const")
                number = re.fullmatch(r"\d+'s?h([0-9a-f]+)",
                                      constant.get("name") if constant is not None else "")
                if var.get("param") or var.get("localparam"):
                    if number:
                        values[var.get("name")] = int(number[1], 16)
            return values
    raise tools.ToolError(f"{module}: not in Verilator's XML")


def found(module, path, parameters, work):
    """Flip-flops and memory bits by Yosys, per module times its instances."""
    out = os.path.join(work, "netlist.json")
    script = os.path.join(work, "count.ys")
    with open(script, "w") as file:
        file.write(rtl.elaborate(module, path, parameters) + f"{COUNT_FLOW}\nwrite_json {out}\n")
    tools.run(["yosys", "-q", script], LIMIT)
    return bits_in(out)


def bits_in(path):
    """Flip-flops and memory bits of the top in Yosys' JSON."""
    with open(path) as file:
        netlist = json.load(file)["modules"]

    def bits(name):
        flops = memory = 0
        for cell in netlist[name]["cells"].values():
            kind, cell_parameters = cell["type"], cell["parameters"]
            if FLOP.match(kind):
                flops += int(cell_parameters["WIDTH"], 2)
            elif kind.startswith("$mem"):
                memory += int(cell_parameters["SIZE"], 2) * int(cell_parameters["WIDTH"], 2)
            elif kind in netlist:
                inner = bits(kind)
                flops, memory = flops + inner[0], memory + inner[1]
        return flops, memory

    top = next(n for n, m in netlist.items() if int(m["attributes"].get("top", "0"), 2))
    return bits(top)


def area_bits(program, module, parameters, values):
    """Total bits of `chokepoint area` for a module; None if its mechanism has no such entry, or if
    one of `parameters` is none of the area's. `values`: all that the module was elaborated with."""
    mechanism = rtl.modules()[module].split("/")[1]
    command = [program, "area", "--json", "--mechanism", mechanism]
    try:
        options = json.loads(tools.run(command, LIMIT))["parameters"]
    except tools.ToolError:  # rtl/reference belongs to no mechanism
        return None
    known = {"".join(word.capitalize() for word in name.split("_")): "--" + name.replace("_", "-")
             for name in options}
    if not set(parameters) <= set(known):
        return None
    own = rtl.parameters_of(rtl.modules()[module])  # a localparam may have the name of an option
    if "NumSamples" in own and "BoundSampleInterval" not in own:
        return None  # a part of a window, which is no unit of the area's
    command += [word for name, value in values.items() if name in known and name in own
                for word in (known[name], str(value))]
    if "SampleInterval" in known and "SampleInterval" not in own:  # of CBCM's letter, or of no form
        command += [known["SampleInterval"], "1"]
    report = json.loads(tools.run(command, LIMIT))
    unit = {**report["router"], **report["nic"]}.get(module)
    return unit and unit["total_bits"]


def measure(case, work):
    """The figures of a case."""
    values = stated(case.unit, case.path, case.parameters, work)
    flops, memory = found(case.unit, case.path, case.parameters, work)
    return {"values": values, "flip_flops": flops, "memory_bits": memory}
