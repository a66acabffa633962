# SPDX-License-Identifier: Apache-2.0
"""A top with few pins around a unit, so that its speed can be measured on any device.

Every input of the unit comes from a flip-flop of one shift register, every output goes to a
flip-flop; a registered tree of XORs folds those into one pin. So the paths between flip-flops are
the unit's own, or one level of logic.
"""

import re


def ports_of(rtlil, module):
    """(direction, width, name) of every port of the module in a file of Yosys' RTLIL."""
    inside, found = False, []
    with open(rtlil) as file:
        for line in file:
            if line.startswith("module "):
                inside = line.split()[1] == f"\\{module}"
            elif inside and line.startswith("  wire "):
                port = re.search(r" (input|output) \d+ .*?\\(\w+)$", line.rstrip())
                width = re.search(r" width (\d+)", line)
                if port:
                    found.append((port[1], int(width[1]) if width else 1, port[2]))
    return found


def harness(module, ports):
    """Verilog of the top `harness`."""
    inputs = [(w, n) for d, w, n in ports if d == "input" and n not in ("clk_i", "rst_ni")]
    outputs = [(w, n) for d, w, n in ports if d == "output"]
    given = {n for d, _, n in ports if d == "input"}
    connections = [f".{n}({p})" for n, p in (("clk_i", "clk"), ("rst_ni", "rst_n")) if n in given]
    shift = max(1, sum(w for w, _ in inputs))
    lines = ["module harness (input clk, input rst_n, input serial_i, output reg serial_o);",
             f"  reg [{shift - 1}:0] stimulus;",
             "  always @(posedge clk) stimulus <= {stimulus, serial_i};"]
    low = 0
    for width, name in inputs:
        connections.append(f".{name}(stimulus[{low} +: {width}])")
        low += width
    width = sum(w for w, _ in outputs)
    lines += [f"  wire [{width - 1}:0] answer;", f"  reg [{width - 1}:0] folded0;",
              "  always @(posedge clk) folded0 <= answer;"]
    low = 0
    for size, name in outputs:
        connections.append(f".{name}(answer[{low} +: {size}])")
        low += size
    level = 0
    while width > 1:
        narrower = -(-width // 4)
        lines.append(f"  reg [{narrower - 1}:0] folded{level + 1};")
        lines.append("  always @(posedge clk) begin")
        for i in range(narrower):
            size = min(4, width - 4 * i)
            lines.append(f"    folded{level + 1}[{i}] <= ^folded{level}[{4 * i} +: {size}];")
        lines.append("  end")
        width, level = narrower, level + 1
    lines += [f"  always @(posedge clk) serial_o <= folded{level}[0];",
              f"  {module} unit ({', '.join(connections)});", "endmodule"]
    return "\n".join(lines) + "\n"
