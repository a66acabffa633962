#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the registers of a Verilated model as a C++ list, from its ___024root.h.

The RTL names every register and memory `..._q`, and Verilator keeps each as a member of that class
under its hierarchical name; an array that is split (split_var) as one for each element, `..._q[3]`;
in a generate loop `gen_entry[3].u_entry...`.
`registers.py HEADER OUT`"""

import re
import sys
from pathlib import Path

MEMBER = re.compile(r"^\s*(?P<type>(?:CData|SData|IData|QData|VlWide<\d+>|"
                    r"VlUnpacked<(?:CData|SData|IData|QData|VlWide<\d+>)/\*(?P<inner>\d+):0\*/, "
                    r"(?P<depth>\d+)>))(?:/\*(?P<high>\d+):0\*/)? "
                    r"(?P<name>\w+_q(?:__028\d+__029)?);")

# How Verilator writes a point, an index, and an index of a generate loop.
WRITTEN = (("__DOT__", "."), ("__028", "["), ("__029", "]"), ("__BRA__", "["), ("__KET__", "]"))


def registers(header):
    found = []
    for line in header.splitlines():
        match = MEMBER.match(line)
        if not match:
            if re.search(r"\w+_q(__028\w*)?;", line):
                raise SystemExit(f"cannot read the register `{line.strip()}`")
            continue
        member = match["name"]
        if member.startswith("__V"):  # Verilator's own copies
            continue
        name = member
        for verilator, written in WRITTEN:
            name = name.replace(verilator, written)
        found.append((member, name, int(match["inner"] or match["high"]) + 1,
                      int(match["depth"] or 1)))
    if not found:
        raise SystemExit("no register is named ..._q")
    return found


def main():
    header, out = map(Path, sys.argv[1:])
    lines = [f'CHOKEPOINT_REGISTER("{name}", {member}, {bits}, {depth})'
             for member, name, bits, depth in registers(header.read_text())]
    out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
