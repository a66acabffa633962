#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the cost records: the check notices what is wrong, in whole and in quick runs, and storage is compared.

Prints a line "pass ..." or "FAIL ..." for each test; the exit code is 1 if one failed.
"""

import contextlib
import copy
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from cost import check, configurations, freshness, records, rtl, runs, storage, tools
import test_lines

ARBITER = next(case for case in configurations.cases(["round_robin_arbiter"]) if case.quick)
COUNTER = next(case for case in configurations.cases(["contention_counter"]) if case.quick)
MARKER = next(case for case in configurations.cases(["packet_marker"]) if case.quick)


def measured(case):
    results = runs.measure_all([case], runs.SYNTH, 1, fresh=True)
    return records.record_of(case, results, None, None, cache=False)


class Check(unittest.TestCase):
    """Every way in which a committed figure can be wrong is noticed and named."""

    @classmethod
    def setUpClass(cls):
        cls.now = measured(ARBITER)

    def setUp(self):
        self.committed = copy.deepcopy(self.now)
        for part in (*runs.SYNTH, *runs.FPGA):
            self.committed["measured"][part] = runs.stamp(ARBITER, part)

    def one(self, problems, *words):
        self.assertEqual(len(problems), 1, problems)
        for word in words:
            self.assertIn(word, problems[0])

    def test_equal_passes(self):
        self.assertEqual(check.compare(ARBITER, self.now, self.committed), [])
        self.assertEqual(check.stale(ARBITER, self.committed, (*runs.SYNTH, *runs.FPGA)), [])

    def test_moved_figure(self):
        for figure in check.FIGURES:
            with self.subTest(figure):
                self.setUp()
                right = self.committed[figure]
                self.committed[figure] = round(right * 1.1) + 1
                self.one(check.compare(ARBITER, self.now, self.committed), "round_robin_arbiter",
                         "radix 8", figure, str(right), str(self.committed[figure]), "make synth")

    def test_moved_storage(self):
        self.committed["storage"]["flip_flops"] += 1
        self.one(check.compare(ARBITER, self.now, self.committed), "flip_flops", "make synth")

    def test_small_move_passes(self):
        self.committed["cells"] = 1000
        now = {**self.now, "cells": 1019}
        self.assertEqual(check.compare(ARBITER, now, self.committed), [])
        now["cells"] = 1021
        self.one(check.compare(ARBITER, now, self.committed), "cells was 1000, is 1021")

    def test_missing_figure(self):
        del self.committed["depth"]
        self.one(check.compare(ARBITER, self.now, self.committed), "depth was None")

    def test_missing_record(self):
        self.one(check.compare(ARBITER, self.now, None), "no record", "make synth")
        self.one(check.stale(ARBITER, None, runs.SYNTH), "no record", "make synth")

    def shown_as_stale(self):
        """What the status page says of the committed record."""
        with mock.patch.object(freshness.records, "load"), \
                mock.patch.object(freshness.records, "by_case", return_value={
                    (ARBITER.unit, ARBITER.name): self.committed}), \
                mock.patch.object(freshness.configurations, "cases", return_value=[ARBITER]):
            return list(freshness.stale_cost())

    def test_current_is_not_stale(self):
        self.assertEqual(self.shown_as_stale(), [])

    def test_stale_sources(self):
        self.committed["measured"]["gates"] = {"sources": "0", "flow": "0"}
        self.assertEqual(self.shown_as_stale(), [(ARBITER.unit, f"{ARBITER.name}: gates")])
        self.assertEqual(check.stale(ARBITER, self.committed, runs.SYNTH), [])

    def test_stale_figures_stay_with_their_stamps(self):
        self.committed["measured"] = {"gates": {"sources": "0", "flow": "0"}}
        found = records.record_of(ARBITER, {}, self.committed, None, cache=False)
        self.assertEqual(found["measured"], self.committed["measured"])
        self.assertEqual(found["cells"], self.committed["cells"])

    def test_stale_fpga(self):
        self.committed["measured"]["ecp5"] = {**runs.stamp(ARBITER, "ecp5"), "flow": "0"}
        self.assertEqual(self.shown_as_stale(), [(ARBITER.unit, f"{ARBITER.name}: ecp5")])
        self.assertEqual(check.stale(ARBITER, self.committed, runs.FPGA), [])

    def test_never_measured(self):
        del self.committed["measured"]["ice40"]
        self.one(check.stale(ARBITER, self.committed, runs.FPGA), "ice40", "never measured")


class Quick(unittest.TestCase):
    """The check of the test suite believes current stamps, and nothing else."""

    @classmethod
    def setUpClass(cls):
        cls.now = measured(COUNTER)

    def setUp(self):
        self.record = copy.deepcopy(self.now)
        for part in (*runs.SYNTH, *runs.FPGA):
            self.record["measured"][part] = runs.stamp(COUNTER, part)

    def checked(self, quick, sample=()):
        """(number of problems, cases measured, what was said)"""
        with mock.patch.object(check.records, "load", return_value={"records": [self.record]}), \
                mock.patch.object(check.configurations, "cases", return_value=[COUNTER]), \
                mock.patch.object(check, "SAMPLE", sample), \
                mock.patch.object(check.runs, "measure_all", wraps=runs.measure_all) as tools_run, \
                contextlib.redirect_stdout(io.StringIO()) as said:
            failed = check.run(None, 1, quick)
        return failed, tools_run.call_args[0][0], said.getvalue()

    def test_current_stamp_is_believed(self):
        failed, cases, said = self.checked(True)
        self.assertEqual((failed, cases), (0, []), said)
        self.assertIn("was measured on these sources", said)

    def test_whole_check_notices_a_wrong_figure(self):
        self.record["cells"] += 100
        self.assertEqual(self.checked(True)[0], 0)
        failed, cases, said = self.checked(False)
        self.assertEqual((failed, cases), (1, [COUNTER]), said)
        self.assertIn(f"cells was {self.record['cells']}", said)

    def test_sample_notices_a_wrong_figure(self):
        self.record["depth"] += 5
        self.assertEqual(self.checked(True, (COUNTER.unit,))[:2], (1, [COUNTER]))

    def test_other_sources_are_measured(self):
        for part in runs.SYNTH:
            self.setUp()
            self.record["measured"][part] = {**runs.stamp(COUNTER, part), "sources": "0"}
            failed, cases, said = self.checked(True)
            self.assertEqual((failed, cases), (0, [COUNTER]), said)
            self.assertIn("is stale", said)

    def test_what_was_never_measured_is(self):
        del self.record["measured"]["gates"]
        self.record["cells"] = None
        failed, cases, said = self.checked(True)
        self.assertEqual((failed, cases), (1, [COUNTER]), said)

    def test_stated_storage_is_compared(self):
        self.record["storage"]["stated"] += 1
        self.assertIn("storage stated was", self.checked(True)[2])

    def test_the_program_is_asked(self):
        with mock.patch.object(check.records.storage, "area_bits", return_value=1):
            problems = check.elaborated(COUNTER, self.record, "chokepoint")
        self.assertEqual(len(problems), 1, problems)
        self.assertIn("`chokepoint area` 1", problems[0])


class Storage(unittest.TestCase):
    """Storage is compared to the bit."""

    def altered(self, line, replacement):
        """packet_marker with one line of its code changed, measured."""
        text = (tools.ROOT / MARKER.path).read_text()
        self.assertEqual(text.count(line), 1)
        with tempfile.TemporaryDirectory() as work:
            copied = Path(work) / "packet_marker.sv"
            copied.write_text(text.replace(line, replacement))
            case = MARKER._replace(path=str(copied))
            return records.storage_part(case, storage.measure(case, work), None)

    def test_wrong_storage_bits(self):
        part = self.altered("PipelineBits = 2 * Lanes;", "PipelineBits = 2 * Lanes + 1;")
        self.assertEqual(records.differences(part),
                         [f"StorageBits {part['stated']}, Yosys finds {part['stated'] - 1}"])

    def test_wrong_paper_and_area(self):
        part = {"paper": 10, "sample": 11, "stated": 20, "flip_flops": 20, "memory_bits": 0,
                "area": 21}
        self.assertEqual(len(records.differences(part)), 2)
        self.assertEqual(records.differences({**part, "paper": 11, "area": 20}), [])

    def test_not_measured_is_no_pass(self):
        self.assertTrue(records.differences({}))
        self.assertTrue(records.differences({"unfinished": "> 300 s"}))

    def test_paper_figure(self):
        values = {"Radix": 64, "NumSamples": 100, "BoundSampleInterval": 10, "FractionBits": 0}
        self.assertEqual(configurations.paper_bits("contention_window", values), 46080)
        self.assertIsNone(configurations.paper_bits("cbcm_router", {**values, "Weighted": 1}))
        letter = {**values, "SampleInterval": 1}
        self.assertEqual(configurations.paper_bits("cbcm_router", letter), 46080)
        multiplexed = {**values, "SampleInterval": 8}
        self.assertIsNone(configurations.paper_bits("cbcm_router", multiplexed))


class Sources(unittest.TestCase):
    """The hash follows the code and nothing else."""

    def test_comments_and_blanks(self):
        self.assertEqual(rtl.stripped("a  = 1; // one\n/* two */b = \"//\";"), 'a = 1; b = "//";')

    def test_parts_count(self):
        names = [Path(path).stem for path in rtl.sources("round_robin_allocator")]
        self.assertEqual(names, ["round_robin_allocator", "round_robin_arbiter"])
        self.assertIn("rtl/cbcm/cbcm_pkg.sv", rtl.sources("contention_degree_unit"))

    def test_every_unit_has_a_quick_case(self):
        quick = {case.unit for case in configurations.cases() if case.quick}
        self.assertEqual(quick, set(rtl.units()))


if __name__ == "__main__":
    sys.exit(test_lines.run(sys.modules[__name__], "cost"))
