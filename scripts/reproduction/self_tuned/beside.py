# SPDX-License-Identifier: Apache-2.0
"""What no claim asks for: one culprit under every mechanism, where the threshold settles, the side-band's wires as data
bandwidth instead, and what becomes of throttling in runs longer than the plan's."""

from runs import Point
from self_tuned.points import FULL, TIER, cycles_of, flits, length, loads_of, planned, point
from stats import interval

SCENARIO = "torus_hotspot_16"
CASES = {"none": {"mechanism__name": "none"},
         "no hotspot": {"mechanism__name": "none", "traffic__hotspot__rate": 0.0},
         **{name: {"mechanism__name": name} for name in ("cbcm", "srp", "ecn", "self_tuned", "alo")}}
SPREAD = {"mechanism__name": "self_tuned", "traffic__hotspot__rate": 0.0, "traffic__victims__rate": FULL}
# 25 more wires beside a link of 64: the same packet in 12 flits instead of 16 [CHOICE: the paper gives no width].
FLITS, WIDER_FLITS = 16, 12
INTERVAL, LATE = 1000, 10  # cycles of an interval of a run, intervals that are compared


def hotspot(runner, seeds, _data):
    """Four nodes send to one; the others have nothing to do with it."""
    seeds = planned(seeds)
    runs = {name: [Point.of(SCENARIO, s, **length("hotspot"), **own) for s in seeds] for name, own in CASES.items()}
    runner.run([p for same in runs.values() for p in same])
    measures = {}
    for name, same in runs.items():
        groups = [runner[p]["groups"] for p in same]
        short = name.replace(" ", "_")
        measures[f"hotspot.{short}.victims_accepted"] = interval(g["victims"]["accepted"] for g in groups)
        if all(g["victims"]["latency"]["mean"] for g in groups):
            measures[f"hotspot.{short}.victims_latency"] = interval(g["victims"]["latency"]["mean"] for g in groups)
        measures[f"hotspot.{short}.root_accepted"] = interval(4 * (g["hotspot"]["accepted"] or 0) for g in groups)
    return measures


def settles(runner, seeds, _data):
    """Threshold and full buffers, mean of the second half, with one congested node and with congestion everywhere."""
    seeds = planned(seeds)
    measures = {}
    for name, own in (("localised", CASES["self_tuned"]), ("spread", SPREAD)):
        runs = [Point.of(SCENARIO, s, **length("hotspot"), **own) for s in seeds]
        runner.run(runs)
        rows = [runner[p]["tables"]["self_tuned.csv"] for p in runs]
        half = [of[len(of) // 2:] for of in rows]
        for what, column in (("threshold", 4), ("full_buffers", 1)):
            measures[f"settles.{name}.{what}"] = interval(sum(r[column] for r in of) / len(of) for of in half)
    return measures


def late(runner, seeds, _data):
    """Full load, one escape VC, four times as long as the plan: the last 10,000 cycles over the first after the warm-up."""
    seeds = planned(seeds)
    runs = {m: [point("avoidance", m, s, keys="second", cycles="late", run__interval=INTERVAL) for s in seeds]
            for m in ("ALO", "tune")}
    runner.run([p for same in runs.values() for p in same])
    measures = {}
    for mechanism, same in runs.items():
        values = [[value for _, value, *_ in sorted(runner[p]["series"]["load"])] for p in same]
        warmup, measure = (cycles // INTERVAL for cycles in TIER["cycles"]["late"])
        first = [sum(of[warmup:warmup + LATE]) / LATE for of in values]
        last = [sum(of[warmup + measure - LATE:warmup + measure]) / LATE for of in values]
        measures |= {f"late.{mechanism.lower()}_first": interval(first), f"late.{mechanism.lower()}_last": interval(last),
                     f"late.{mechanism.lower()}_last_of_first": interval(b / a for a, b in zip(first, last))}
    return measures


def bandwidth(runner, seeds, _data):
    """The network without mechanism whose links also have the side-band's wires, in packets."""
    seeds = planned(seeds)
    found = {}
    for packet in (FLITS, WIDER_FLITS):
        points = {load: [point("avoidance", "base", s, load=load, cycles=cycles_of("avoidance", "base", "uniform", load),
                               **({} if packet == FLITS else {"traffic__load__packet_flits": packet}))
                         for s in seeds] for load in loads_of("avoidance", "uniform", "base", "first")}
        runner.run([p for same in points.values() for p in same])
        found[packet] = [{load: flits(runner[same[n]]) / packet for load, same in points.items()}
                         for n in range(len(seeds))]
    return {"bandwidth.peak_over_narrow": interval(max(a.values()) / max(b.values())
                                                   for a, b in zip(found[WIDER_FLITS], found[FLITS])),
            "bandwidth.full_of_peak": interval(one[FULL] / max(one.values()) for one in found[WIDER_FLITS])}
