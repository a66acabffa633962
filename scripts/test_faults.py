#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the fault table: how a run is judged against its twin, what a row says."""
import sys
import unittest
from types import SimpleNamespace

import test_lines
from faults.catalogue import MECHANISMS, faults_of
from faults.page import WORDS, answer, lost, span
from faults.recovery import RANK, change, judge, relative, worst
from faults.runs import Run, command

CYCLES = 60000
LASTING = SimpleNamespace(until=None, counted="")
PASSING = SimpleNamespace(until=16000, counted="")


def series(accepted=0.3, latency=50.0, packets=30, cycles=CYCLES):
    """A traffic group that gets the same in each interval."""
    row = {"accepted_flits_per_cycle_node": accepted, "latency_mean_cycles": latency,
           "packets_delivered": packets}
    return [dict(row) for _ in range(cycles // 1000)]


def run_of(ur=None, hot=None, faults=None, **more):
    summary = {"seed": 1, "faults": faults or [], "mechanism": more.pop("mechanism", {}),
               "checks": {"drain": "complete"}}
    return Run(more.pop("exit_code", 0), more.pop("error", ""), cycles=CYCLES, generated=CYCLES, summary=summary,
               series={"ur": series() if ur is None else ur, "hot": series() if hot is None else hot})


def struck(first=6000, last=6000, times=1):
    return [{"struck": times, "first": first, "last": last}]


class Judge(unittest.TestCase):
    """A run against its twin."""

    def test_the_same_recovers_at_once(self):
        verdict = judge(run_of(faults=struck()), run_of(), PASSING)
        self.assertEqual((verdict["verdict"], verdict["recovery"]), ("recovers", 0))
        self.assertEqual(verdict["change"], {"accepted": 0.0, "latency": 0.0})

    def test_a_change_is_relative_to_the_twin(self):
        found = change(run_of(ur=series(0.15, 100.0)), run_of(), 6000, "ur")
        self.assertEqual(found, {"accepted": -0.5, "latency": 1.0})

    def test_a_twin_that_got_nothing_has_no_change(self):
        """From the strike on: a group that is over, or none of whose packets came."""
        nothing = series(0.0, 0.0, 0)
        self.assertEqual(change(run_of(), run_of(ur=nothing), 6000, "ur"),
                         {"accepted": None, "latency": None})
        self.assertEqual(change(run_of(ur=nothing), run_of(ur=nothing), 6000, "ur"),
                         {"accepted": 0.0, "latency": None})
        self.assertEqual(change(run_of(ur=nothing), run_of(), 6000, "ur"),
                         {"accepted": -1.0, "latency": None}, "no packet is no latency of 0")
        self.assertEqual(change(run_of(), run_of(), CYCLES, "ur"), {"accepted": 0.0, "latency": None})

    def test_a_twin_that_got_nothing_is_judged(self):
        verdict = judge(run_of(faults=struck()), run_of(hot=series(0.0, 0.0, 0)), PASSING)
        self.assertEqual((verdict["verdict"], verdict["hot"]), ("hotspot differs", None))
        verdict = judge(run_of(faults=struck(CYCLES + 5, CYCLES + 5)), run_of(), PASSING)
        self.assertEqual(verdict["hot"], 0.0)

    def test_no_latency_or_one_of_none(self):
        self.assertEqual([relative(*pair) for pair in ((None, 1), (1, None), (0, 0), (1, 0), (3, 2))],
                         [None, None, 0.0, None, 0.5])

    def test_never_back_is_degraded(self):
        slow = judge(run_of(ur=series(latency=90.0), faults=struck()), run_of(), PASSING)
        self.assertEqual((slow["verdict"], slow["recovery"]), ("degraded", None))

    def test_order_that_is_lost_is_worst_of_all(self):
        run = run_of(faults=struck(), mechanism={"out_of_order": 2, "packets_astray": 1})
        verdict = judge(run, run_of(), PASSING)
        self.assertEqual((verdict["verdict"], verdict["wrong"]), ("wrong", 3))
        self.assertEqual(RANK[-1], "wrong")

    def test_a_shortage_is_struck_as_often_as_it_is_counted(self):
        short = SimpleNamespace(until=None, counted="exhausted")
        twin = run_of()
        felt = judge(run_of(mechanism={"exhausted": 7}), twin, short)
        self.assertEqual((felt["verdict"], felt["struck"]), ("bears it", 7))
        self.assertEqual(judge(run_of(mechanism={"exhausted": 0}), twin, short)["verdict"], "not reached")

    def test_ends(self):
        for error, kind in (("the drain cannot complete", "wedged"), ("no flit moved for 9 cycles", "deadlock"),
                            ("cycle 3: router 1: an error", "check")):
            verdict = judge(run_of(faults=struck(), exit_code=6, error=error), run_of(), LASTING)
            self.assertEqual(verdict["verdict"], kind)


class Rows(unittest.TestCase):
    """What the page shows."""

    def test_seeds_without_a_figure_are_said(self):
        def row(*values):
            return {"results": [{"change": {}, "hot": value} for value in values]}
        self.assertEqual(span(row(0.1, None, 0.2), lambda result: result["hot"]), "+10 % .. +20 %; none in 1")
        self.assertEqual(span(row(None), lambda result: result["hot"]), "-")
        self.assertEqual(span(row(0.1), lambda result: result["hot"]), "+10 %")

    def test_the_answer_in_short_is_the_worst_of_each_message(self):
        rows = [{"fault": name, "verdict": verdict} for name, verdict in
                (("lose_all_ack", "recovers"), ("lose_tenth_ack", "degraded"), ("lose_all_nack", "wedged"),
                 ("lose_tenth_nack", "recovers"), ("rogue", "check"))]
        many = ("lose_all_", "lose_tenth_")
        self.assertEqual(answer(rows, many), "**wedged**: nack; **degraded**: ack")
        self.assertEqual(answer(rows[:2], many), "**degraded**")
        self.assertEqual(answer(rows, ("delay_",)), "-")

    def test_a_drain_that_was_cut_off_is_no_clean_end(self):
        def row(*drained):
            return {"seeds": len(drained), "results": [{"exit_code": 0, "drained": one, "drain": 2000}
                                                       for one in drained]}
        self.assertEqual(lost(row(True, True)), "none")
        self.assertEqual(lost(row(True, False)), "still draining after 2,000 cycles in 1 of 2 seeds")

    def test_every_verdict_has_a_word(self):
        self.assertEqual(set(RANK), set(WORDS))
        self.assertEqual(worst([{"verdict": "wrong", "exit_code": 0, "struck": 1},
                                {"verdict": "check", "exit_code": 6, "struck": 1}])["verdict"], "wrong")

    def test_names_are_apart(self):
        for mechanism in MECHANISMS:
            names = [fault.name for fault in faults_of(mechanism)]
            self.assertEqual(len(names), len(set(names)), mechanism.name)

    def test_every_message_of_recn_is_struck(self):
        for mechanism in MECHANISMS:
            if mechanism.settings["mechanism.name"] != "recn":
                continue
            kinds = {(fault.keys.get("kind"), fault.keys.get("message")) for fault in faults_of(mechanism)}
            for message in ("notif", "xoff", "xon", "acc", "rej", "dealloc"):
                self.assertIn(("lose", message), kinds)

    def test_a_switch_is_written_as_toml_has_it(self):
        mechanism = SimpleNamespace(settings={"mechanism.detection_queues": True})
        words = command(SimpleNamespace(plain="p", upset="u"), "s", mechanism, None, 1, "rtl", "o", {})
        self.assertIn("mechanism.detection_queues=true", words)


if __name__ == "__main__":
    sys.exit(test_lines.run(sys.modules[__name__], "faults"))
