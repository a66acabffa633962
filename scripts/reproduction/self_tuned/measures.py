# SPDX-License-Identifier: Apache-2.0
"""All measurements of the self-tuned throttling paper, and the points that the hardware repeats.

A part that rests on escape VCs is there twice: under the first definitions, and as NAME_second under the second
(points.py). plan.toml says what is run."""

from functools import partial

from self_tuned import beside, bursts, curves, endurance, full_length, tried, tuner
from self_tuned.points import point
from self_tuned.truth_table import alo

BY_KEYS = {"random": curves.random, "climb": tuner.climb, "light": curves.light, "burst": bursts.burst,
           "patterns": curves.patterns, "robust": tuner.robust, "delay": tuner.delay,
           "narrow": tuner.narrow}
FULL_LENGTH = {f"full_length_{number}": partial(full_length.case, number)
               for number in range(len(full_length.CASES))}
PARTS = {"alo": alo, "collapse_avoidance": partial(curves.collapse, "avoidance"),
         "collapse_recovery": partial(curves.collapse, "recovery"), "modes": curves.modes, "static": tuner.static,
         **{f"{name}{end}": partial(part, keys) for name, part in BY_KEYS.items()
            for end, keys in (("", "first"), ("_second", "second"))},
         "hotspot": beside.hotspot, "settles": beside.settles, "bandwidth": beside.bandwidth, "late": beside.late,
         "steps": tuner.steps, "tried_main": tried.main, "tried_static": tried.counted,
         "readings": tried.readings,
         "million_base": partial(endurance.million, "base"), "million_tune": partial(endurance.million, "tune"),
         **FULL_LENGTH}
QUICK_ENOUGH = {"alo", "collapse_avoidance", "collapse_recovery", "modes", "light", "light_second", "hotspot", "settles"}
LARGE = [name for name in PARTS if name not in QUICK_ENOUGH]  # an hour and more each by the plan `proper`
QUICK = ["alo"]
SHORT = {"run__warmup": 300, "run__measure": 700}
HARDWARE_POINTS = [
    point("avoidance", "tune", 1, keys="second", **SHORT), point("avoidance", "ALO", 1, keys="second", **SHORT),
    point("recovery", "tune", 1, **SHORT),
    point("avoidance", "tune", 1, "butterfly", mechanism__pieces=3, **SHORT)]
