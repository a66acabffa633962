#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A register block for a unit's enable and cfg_* inputs, behind an APB port.

usage: register_block.py UNIT [--output FOLDER] | --map | --check

Writes FOLDER/UNIT_registers.sv: `enable_o` and one register for each `cfg_*` input of the unit,
with the unit's own widths and parameters. Software writes the cfg_* while ENABLE is 0; a write of
one while it is 1 is refused (pslverr), because units take cfg_* as static. --map writes addresses of
the tops' registers to docs/reference/registers.md and the examples' blocks to
examples/register_block; --check writes nothing: exit 1 if one of them is not what it would be.
"""

import argparse
import re
import sys
from pathlib import Path

import reference_docs
from cost import rtl

ROOT = Path(__file__).resolve().parent.parent
PAGE, EXAMPLE = ROOT / "docs/reference/registers.md", ROOT / "examples/register_block"
EXAMPLE_UNITS = ("cbcm_nic", "cbcm_router")
ADDRESS_BITS = 9
TOPS = ("cbcm_router", "port_picker", "pace_counter", "cbcm_nic", "early_throttler", "srp_router",
        "srp_nic", "ecn_router", "ecn_nic", "sideband_phase", "sideband_restart", "self_tuned_node")
TEMPLATE = """\
// SPDX-License-Identifier: Apache-2.0
// Registers behind an APB port for enable_i and the cfg_* inputs of {unit}.
//
// Made by scripts/register_block.py from the ports of {path}; not edited.
// Interface: APB3, no wait states; the answer is in registers, filled in the set-up phase.
// pslverr_o: no register has this address, or a cfg_* is written while ENABLE is 1, which keeps its
// value. The answer is 0 from the second clock without psel_i on.
// Timing: a write is seen by the unit in the clock after the access phase.
// Cost: a flip-flop for each bit, a multiplexer for reading.
// Not handled: byte strobes; a value that the unit's contract forbids.

module {unit}_registers{parameters} (
    /// Clock, rising edge.
    input  logic        clk_i,
    /// Asynchronous assert, active low.
    input  logic        rst_ni,
    /// APB: this block is addressed.
    input  logic        psel_i,
    /// APB: access phase.
    input  logic        penable_i,
    /// APB: write.
    input  logic        pwrite_i,
    /// APB: byte address.
    input  logic [{high}:0]  paddr_i,
    /// APB: value to write.
    input  logic [31:0] pwdata_i,
    /// APB: always 1.
    output logic        pready_o,
    /// APB: value read.
    output logic [31:0] prdata_o,
    /// APB: refused.
    output logic        pslverr_o,
    /// To enable_i.
    output logic        enable_o{ports}
);

{checks}  logic        enable_q, refused_q, known, writes;
  logic [31:0] read_q;
  logic [63:0] value, written;
{declarations}
  // What the address selects: 64 bits each, of which a register has its width.
  always_comb begin : p_select
    known = !paddr_i[2];
    case (paddr_i[{high}:3])
{selections}
      default: begin
        value = '0;
        known = 1'b0;
      end
    endcase
    if (paddr_i[1:0] != '0) known = 1'b0;
  end
  assign written = paddr_i[2] ? {{pwdata_i, value[31:0]}} : {{value[63:32], pwdata_i}};
  assign writes  = psel_i && penable_i && pwrite_i && !refused_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      enable_q  <= 1'b0;
      refused_q <= 1'b0;
      read_q    <= '0;
{resets}
    end else begin
      if (!psel_i) begin
        refused_q <= 1'b0;
        read_q    <= '0;
      end else if (!penable_i) begin
        refused_q <= !known || (pwrite_i && enable_q && paddr_i[{high}:3] != '0);
        read_q    <= !known || pwrite_i ? '0 : paddr_i[2] ? value[63:32] : value[31:0];
      end
      if (writes) begin
        case (paddr_i[{high}:3])
{writes}
          default: ;
        endcase
      end
    end
  end

  assign pready_o  = 1'b1;
  assign prdata_o  = read_q;
  assign pslverr_o = refused_q;
  assign enable_o  = enable_q;
{outputs}

  logic unused_written;
  assign unused_written = ^written;

endmodule
"""


class Refused(Exception):
    """A unit that gets no register block."""


def width_of(item):
    """The width of a port as an expression."""
    if not item["value"]:
        return "1"
    if item["value"].startswith("["):
        high, low = re.fullmatch(r"\[(.*):(.*)\]", item["value"].replace(" ", "")).groups()
        if low != "0":
            raise Refused(f"{item['name']}: range {item['value']} does not end at 0")
        return high[:-2] if high.endswith("-1") else str(int(high) + 1)
    raise Refused(f"{item['name']}: a struct has no register")


def fields_of(unit):
    """The parameters that the widths need, and (name, width, meaning) of each cfg_* input."""
    path = rtl.modules().get(unit)
    if path is None:
        raise Refused(f"no unit {unit} under rtl/; there are {', '.join(sorted(rtl.modules()))}")
    items = reference_docs.items_of(ROOT / path, reference_docs.head_of(ROOT / path)[1])
    inputs = [item for item in items if item["kind"] == "input"]
    fields = [(item["name"][:-2], width_of(item), item["doc"]) for item in inputs
              if item["name"].startswith("cfg_")]
    if not any(item["name"] == "enable_i" for item in inputs):
        raise Refused(f"{unit} has no enable_i: its cfg_* belong to what contains it")
    wide = [name for name, width, _ in fields if width.isdigit() and int(width) > 64]
    if wide:
        raise Refused(f"{unit}: wider than 64 bits: {', '.join(wide)}")
    if not fields:
        raise Refused(f"{unit} has no cfg_* inputs; units that have: {', '.join(with_fields())}")
    if len(fields) >= 2 ** (ADDRESS_BITS - 3):
        raise Refused(f"{unit}: {len(fields)} inputs, at most {2 ** (ADDRESS_BITS - 3) - 1}")
    needed, parameters = " ".join(width for _, width, _ in fields), []
    for item in reversed(items):
        wanted = re.search(rf"\b{item['name']}\b", needed)
        if item["kind"] in ("parameter", "localparam") and wanted:
            parameters.insert(0, item)
            needed += " " + item["value"]
    return parameters, fields


def with_fields():
    """Units that have cfg_* inputs and enable_i."""
    def has(path, port):
        return re.search(rf"\binput\b[^\n]*\b{port}\b", (ROOT / path).read_text())
    return [name for name, path in sorted(rtl.modules().items())
            if has(path, r"cfg_\w+_i") and has(path, "enable_i")]


def parameter_lines(parameters):
    if not parameters:
        return ""
    lines = []
    for item in parameters:
        if item["doc"]:
            lines.append(f"    /// {item['doc']}")
        lines.append(f"    {item['kind']} int unsigned {item['name']} = {item['value']},")
    lines[-1] = lines[-1][:-1]
    return " #(\n" + "\n".join(lines) + "\n)"


def block_of(unit):
    """The register block's source."""
    parameters, fields = fields_of(unit)
    bits = ADDRESS_BITS - 3
    ports, declarations, selections, resets, writes, outputs = [], [], [], [], [], []
    selections.append(f"      {bits}'d0: value = {{63'd0, enable_q}};")
    writes.append(f"          {bits}'d0: enable_q <= written[0];")
    for number, (name, width, _) in enumerate(fields, 1):
        size = f"[{int(width) - 1}:0] " if width.isdigit() else f"[{width}-1:0] "
        size = "" if width == "1" else size
        ports += [f"    /// To {name}_i.", f"    output logic {size}{name}_o,"]
        declarations.append(f"  logic {size}{name}_q;")
        value = f"value = 64'({name}_q);"
        wide = f"{width} > 32" if not width.isdigit() else "1'b1" if int(width) > 32 else ""
        selections += [f"      {bits}'d{number}: begin", f"        {value}",
                       f"        if ({wide}) known = 1'b1;", "      end"] if wide else [
                           f"      {bits}'d{number}: {value}"]
        resets.append(f"      {name}_q <= '0;")
        cast = width if re.fullmatch(r"\w+", width) else f"({width})"
        writes.append(f"          {bits}'d{number}: {name}_q <= {cast}'(written);")
        outputs.append(f"  assign {name}_o = {name}_q;")
    ports[-1] = ports[-1][:-1]
    checks = [f"  if ({width} > 64) $fatal(1, \"%m: {name} has more than 64 bits\");\n"
              for name, width, _ in fields if not width.isdigit()]
    return TEMPLATE.format(
        checks="".join(checks) + ("\n" if checks else ""),
        unit=unit, path=rtl.modules()[unit], parameters=parameter_lines(parameters),
        high=ADDRESS_BITS - 1, ports=",\n" + "\n".join(ports),
        declarations="\n".join(declarations), selections="\n".join(selections),
        resets="\n".join(resets), writes="\n".join(writes), outputs="\n".join(outputs))


def page():
    """The addresses of the registers of what a designer instantiates."""
    text = ("# Register blocks\n\nGenerated by `scripts/register_block.py --map`.\n\n"
            "`scripts/register_block.py UNIT --output FOLDER` writes `UNIT_registers.sv`: an APB "
            "port, `enable_o` and a\nregister for each `cfg_*` input of the unit, with the unit's "
            "parameters. Registers are 0 after reset.\n\n"
            "- Address 0 is ENABLE, bit 0. Each further register has 8 bytes, so that addresses do "
            "not depend on parameters;\n  the upper word answers only if the register is wider than 32 "
            "bits.\n"
            "- Write `cfg_*` first, ENABLE last. A write of a `cfg_*` while ENABLE is 1, and any "
            "access of an address without a\n  register, is answered with `pslverr` and changes "
            "nothing.\n"
            "- An example with its bench: [`examples/register_block`]"
            "(../../examples/register_block).\n")
    for unit in TOPS:
        text += f"\n## {unit}\n| address | register | bits | meaning |\n|---|---|---|---|\n"
        text += "| 0x000 | ENABLE | 1 | to `enable_i` |\n"
        for number, (name, width, doc) in enumerate(fields_of(unit)[1], 1):
            bits = width if width.isdigit() else f"`{width}`"
            meaning = reference_docs.cell(doc)
            text += f"| 0x{8 * number:03x} | {name.upper()} | {bits} | {meaning} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("unit", nargs="?")
    parser.add_argument("--output", type=Path, default=Path("."))
    parser.add_argument("--map", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if (arguments.unit is None) != (arguments.map or arguments.check):
        parser.error("give a UNIT, or --map, or --check")
    try:
        if arguments.unit:
            text = block_of(arguments.unit)
            arguments.output.mkdir(parents=True, exist_ok=True)
            path = arguments.output / f"{arguments.unit}_registers.sv"
            path.write_text(text)
            print(f"wrote {path}")
            return 0
        wanted = {PAGE: page(), **{EXAMPLE / f"{unit}_registers.sv": block_of(unit)
                                   for unit in EXAMPLE_UNITS}}
    except Refused as refused:
        print(f"register_block: {refused}", file=sys.stderr)
        return 2
    old = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    for path in old:
        name = path.relative_to(ROOT)
        if arguments.map:
            path.write_text(wanted[path])
        print(f"wrote {name}" if arguments.map else
              f"{name} is old: scripts/register_block.py --map")
    return 1 if old and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
