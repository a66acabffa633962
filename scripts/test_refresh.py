#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of `make refresh`: what it forgets, and the median of its times."""
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from cost import freshness, page, rtl, runs
import refresh
import test_lines


class Refresh(unittest.TestCase):
    """Nothing kept answers for a measurement, and the median is no better than the times."""

    def test_anew_forgets_the_unit_and_the_lint_around_it(self):
        kept = ["gates/packet_marker-1.json", "gates/port_picker-1.json", "lint/cbcm_router-1",
                "lint/packet_marker-1", "lint/port_picker-1", "ecp5/packet_marker-2.json"]
        with tempfile.TemporaryDirectory() as work, mock.patch.object(runs, "CACHE", Path(work)):
            for name in kept:
                (Path(work) / name).parent.mkdir(exist_ok=True)
                (Path(work) / name).write_text("{}")
            refresh.forget("packet_marker")
            left = [name for name in kept if (Path(work) / name).exists()]
        self.assertEqual(left, ["gates/port_picker-1.json", "lint/port_picker-1"])

    def test_median(self):
        names, steps = sorted(rtl.modules()), page.REFRESH_STEPS
        half = len(names) // 2
        whole = {name: dict.fromkeys(steps, 1 + place) for place, name in enumerate(names)}
        for count, dropped, words in (
                (half, (), "too few"),
                (half + 1, (), f"units: at most {len(steps) * (half + 1):,} s"),
                (half + 1, ("coverage",), f"coverage apart: at most {(len(steps) - 1) * (half + 1)}"),
                (len(names), (), f"units: at most {len(steps) * (half + 1):,} s"),
                (len(names), ("mutants",), "too few")):
            times = {name: {step: took for step, took in whole[name].items() if step not in dropped}
                     for name in names[:count]}
            with self.subTest(f"{count} {dropped}"), \
                    mock.patch.object(freshness, "times", lambda given=times: given):
                self.assertIn(words, page.median_time())


if __name__ == "__main__":
    sys.exit(test_lines.run(sys.modules[__name__], "refresh"))
