#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the registers of a Verilated model as a C++ list, from its ___024root.h.

The RTL names every register and memory `..._q`, and Verilator keeps each as a member of that class
under its hierarchical name; an array that is split (split_var) as one for each element, `..._q[3]`.
`registers.py HEADER OUT`"""

import re
import sys
from pathlib import Path

MEMBER = re.compile(r"^\s*(?P<type>(?:CData|SData|IData|QData|VlWide<\d+>|"
                    r"VlUnpacked<(?:CData|SData|IData|QData|VlWide<\d+>)/\*(?P<inner>\d+):0\*/, "
                    r"(?P<depth>\d+)>))(?:/\*(?P<high>\d+):0\*/)? "
                    r"(?P<name>\w+_q(?:__028\d+__029)?);")


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
        name = member.replace("__DOT__", ".").replace("__028", "[").replace("__029", "]")
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
