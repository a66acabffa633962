#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the goals on the status page: what meets one, and what may not count."""
import sys
import unittest
from unittest import mock

from cost import buffers, configurations, goals, records, rtl
import test_lines

SOURCES = "of today"


def record(unit="u", sources=SOURCES, **figures):
    parts = ("gates", "storage", "ecp5_top", "ecp5", "ice40")
    return {"unit": unit, "configuration": "c", "measured": {part: {"sources": sources} for part in parts},
            **figures}


@mock.patch.object(rtl, "source_hash", lambda unit: SOURCES)
class Goals(unittest.TestCase):
    """A goal is met by a figure of the present RTL that reaches it, and by nothing else."""

    def test_at_most(self):
        deep = record(depth=58)
        self.assertEqual(goals.verdict(deep, "depth", 58), ("58", "met"))
        self.assertEqual(goals.verdict(deep, "depth", 57), ("58", goals.MISSED))

    def test_gates_are_counted_together(self):
        self.assertEqual(goals.verdict(record(gates={"nand": 900, "not": 101}), "gates", 1000),
                         ("1,001", goals.MISSED))

    def test_at_least(self):
        routed = record(fpga={"ecp5": {"fmax_mhz": 80.0}})
        self.assertEqual(goals.verdict(routed, "ecp5", 80), ("80.0", "met"))
        self.assertEqual(goals.verdict(routed, "ecp5", 81), ("80.0", goals.MISSED))

    def test_as_built_is_a_figure_of_its_own(self):
        routed = record(fpga={"ecp5": {"fmax_mhz": 70.0}, "ecp5_top": {"fmax_mhz": 81.0}})
        self.assertEqual(goals.verdict(routed, "ecp5_top", 80), ("81.0", "met"))
        self.assertEqual(goals.verdict(routed, "ecp5", 80), ("70.0", goals.MISSED))

    def test_what_does_not_fit_meets_no_goal(self):
        crowded = record(fpga={"ice40": {"not_routed": "does not fit"}})
        self.assertEqual(goals.verdict(crowded, "ice40", 0), ("no", goals.MISSED))

    def test_not_measured(self):
        self.assertEqual(goals.verdict(None, "gates", 1), ("?", "not measured"))
        self.assertEqual(goals.verdict(record(), "ecp5", 0), ("?", "not measured"))

    def test_a_figure_of_earlier_rtl_counts_for_nothing(self):
        self.assertEqual(goals.verdict(record(sources="older", depth=1), "depth", 58), ("(1)", "stale"))

    def test_an_unknown_figure_is_named(self):
        with self.assertRaisesRegex(ValueError, "no figure area; there are gates, "):
            goals.rows({"records": []}, [["u", "c", "area", 1, 1]])


class Table(unittest.TestCase):
    """goals.toml speaks of what there is."""

    def test_rows_are_of_configurations(self):
        known = {(case.unit, case.name) for case in configurations.cases()}
        table = goals.load()
        self.assertEqual([row for row in table["rows"] + table["by_module"] if tuple(row[:2]) not in known], [])

    def test_what_is_judged_as_built_is_built(self):
        tops = {(case.unit, case.name) for case in configurations.cases() if case.top}
        self.assertEqual([row for row in goals.load()["rows"] if row[2] == "ecp5_top" and tuple(row[:2]) not in tops], [])

    def test_every_clock_is_judged_once_each_way(self):
        table = goals.load()
        as_built = [(*row[:2], row[4]) for row in table["rows"] if row[2] == "ecp5_top"]
        self.assertEqual([(*row[:2], row[4]) for row in table["by_module"]], as_built)

    def test_reasons_are_of_rows(self):
        table = goals.load()
        self.assertLessEqual(set(table["why"]), {row[0] for row in table["rows"]})


class Buffers(unittest.TestCase):
    """What mechanisms store beside what a router's buffers store."""

    RECORDS = [{"unit": "cbcm_router", "configuration": "radix 64, letter", "parameters": {"Radix": 64},
                "storage": {"paper": 46080, "stated": 49152}},
               {"unit": "cbcm_nic", "configuration": "16 nodes", "parameters": {"Nodes": 16}, "storage": {"stated": 1}}]

    def test_shares(self):
        row = buffers.rows(self.RECORDS)[0]  # 64 ports of 4 VCs of 256 flits of 64 bits; 46,080 bits are 3 %
        self.assertEqual(row[2:], ["49,152", "4,194,304", "1.17 %", "3.20 %"])
        self.assertEqual(len(buffers.rows(self.RECORDS)), 1)

    def test_without_the_paper_s_form_nothing_is_implied(self):
        self.assertEqual(buffers.rows([{**self.RECORDS[0], "storage": {"stated": 49152}}])[0][-1], "-")

    def test_every_router_is_there(self):
        self.assertEqual({row[0] for row in buffers.rows(records.load()["records"])}, set(buffers.ROUTERS))


if __name__ == "__main__":
    sys.exit(test_lines.run(sys.modules[__name__], "goals"))
