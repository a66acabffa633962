#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the register blocks that scripts/register_block.py makes.

usage: test_register_block.py

The page and the example's blocks are those of the RTL; the block of every unit with cfg_* inputs
passes Verilator's and Yosys' lint; two benches write and read registers, and notice edits that break
the rules of docs/reference/registers.md. Prints a line "pass ..." or "FAIL ..." for each check; the
exit code is 1 if one failed.
"""

import shutil
import sys
import tempfile
from pathlib import Path

import register_block
from test_integration import Report, run

ROOT = register_block.ROOT
SCRIPT = [sys.executable, ROOT / "scripts/register_block.py"]
PACKAGES = sorted(ROOT.glob("rtl/*/*_pkg.sv"))
# Unit of the bench, what the edit does, text, by what it is replaced.
EDITS = (
    ("cbcm_nic", "a cfg_* is written while enabled", "(pwrite_i && enable_q && ", "(1'b0 && "),
    ("cbcm_nic", "ENABLE cannot be cleared", " && paddr_i[8:3] != '0)", ")"),
    ("cbcm_nic", "the upper word of a narrow register answers", "known = !paddr_i[2];",
     "known = 1'b1;"),
    ("cbcm_nic", "a refused access writes", " && pwrite_i && !refused_q;", " && pwrite_i;"),
    ("cbcm_nic", "an address between registers answers", "if (paddr_i[1:0] != '0) known = 1'b0;",
     ""),
    ("cbcm_nic", "the set-up phase writes", "psel_i && penable_i && pwrite_i",
     "psel_i && pwrite_i"),
    ("cbcm_nic", "another block's access writes", "psel_i && penable_i && pwrite_i",
     "penable_i && pwrite_i"),
    ("cbcm_nic", "a register has another's address", "6'd4: cfg_announce", "6'd5: cfg_announce"),
    ("cbcm_router", "the upper word is lost", "{pwdata_i, value[31:0]}",
     "{value[63:32], pwdata_i}"),
    ("cbcm_router", "the upper word reads as the lower", "paddr_i[2] ? value[63:32] : value[31:0]",
     "value[31:0]"),
)


def lint(unit, path):
    """What Verilator or Yosys has to say of a block."""
    code, said = run(["verilator", "--lint-only", "-Wall", "--top-module", f"{unit}_registers",
                      *PACKAGES, path])
    if code or said.strip():
        return said or f"verilator: exit code {code}"
    files = " ".join(str(name) for name in [*PACKAGES, path])
    code, said = run(["yosys", "-q", "-p", f"read_verilog -sv {files}; hierarchy -check -top "
                      f"{unit}_registers; proc; check -assert"])
    return said or (f"yosys: exit code {code}" if code else "")


def simulated(unit, path, folder, earlier=None):
    """The bench of a unit's block: exit code and output. Verilator's run time comes from an earlier
    build's folder."""
    folder.mkdir(parents=True)
    for built in earlier.glob("verilated*.o") if earlier else ():
        shutil.copy(built, folder)
    bench = ROOT / f"examples/register_block/{unit}_registers_tb.sv"
    code, said = run(["verilator", "--binary", "--timing", "--assert", "--timescale", "1ns/1ns",
                      "-Wno-fatal", "--unroll-count", "1", "--top-module", f"{unit}_registers_tb", "-Mdir", folder,
                      "-MAKEFLAGS", "VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
                      *PACKAGES, path, bench])
    if code:
        raise RuntimeError(said)
    return run([folder / f"V{unit}_registers_tb"])


def main():
    report = Report("registers")
    code, said = run([*SCRIPT, "--check"])
    report.check("page and example are those of the RTL", said if code else "")
    for words, wanted in ((["no_unit"], "no unit no_unit"),
                          (["packet_marker"], "has no cfg_* inputs"),
                          (["alo_test"], "has no enable_i"), ([], "give a UNIT")):
        code, said = run([*SCRIPT, *words])
        report.check(f"refused: {' '.join(words) or 'nothing'}",
                     "" if code == 2 and wanted in said else f"exit code {code}\n{said}")
    units = register_block.with_fields()
    report.check("every top has cfg_* inputs", ", ".join(set(register_block.TOPS) - set(units)))
    with tempfile.TemporaryDirectory(prefix="chokepoint-registers-") as name:
        work = Path(name)
        blocks = {unit: work / f"{unit}_registers.sv" for unit in units}
        for unit, path in blocks.items():
            path.write_text(register_block.block_of(unit))
            report.check(f"lint, {unit}", lint(unit, path))
        try:
            for unit in register_block.EXAMPLE_UNITS:
                code, said = simulated(unit, blocks[unit], work / unit)
                report.check(f"simulation, {unit}",
                             "" if code == 0 and "passed\n" in said else said or "no output")
            for number, (unit, what, old, new) in enumerate(EDITS):
                text = blocks[unit].read_text()
                if text.count(old) != 1:
                    raise RuntimeError(f"`{old}` is {text.count(old)} times in the block of {unit}")
                (work / f"edit{number}").mkdir()
                path = work / f"edit{number}/{unit}_registers.sv"
                path.write_text(text.replace(old, new))
                code, said = simulated(unit, path, path.parent / "build", work / "cbcm_nic")
                report.check(f"noticed: {what}", "" if code and "FAIL" in said else
                             f"the bench is content:\n{said}")
        except (RuntimeError, OSError) as error:
            report.check("simulation", str(error) or repr(error))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
