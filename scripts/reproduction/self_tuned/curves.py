# SPDX-License-Identifier: Apache-2.0
"""Throughput against load: the network without mechanism, random traffic, the other patterns."""

from self_tuned.points import (FULL, MODES, by_seed, curve, cycles_of, extreme, flits, full_of_peak, peak_load, peak_over,
                               planned, point, sweep)
from stats import interval, latency

PATTERNS = ["bit_reversal", "perfect_shuffle", "butterfly"]
LIGHT = 0.1


def collapse(mode, runner, seeds, data):
    """How the network without mechanism collapses, and at which load."""
    seeds = planned(seeds)
    found = {p: sweep(runner, seeds, mode, p, "base") for p in ("uniform", "butterfly")}
    data[f"self_tuned_collapse_{mode}"] = {p: curve(found[p]) for p in found}
    at = {p: peak_load(found[p]) for p in found}
    names = {"uniform": "random", "butterfly": "butterfly"}
    measures = {f"collapse.{mode}.{names[p]}_full_of_peak": full_of_peak(found[p]) for p in found}
    measures |= {f"collapse.{mode}.{names[p]}_load_of_peak": interval(at[p]) for p in found}
    return measures | {f"collapse.{mode}.loads_differ": interval(
        abs(a - b) / max(a, b) for a, b in zip(at["uniform"], at["butterfly"]))}


def modes(runner, seeds, _data):
    """Full load with recovery, over avoidance."""
    found = {mode: [point(mode, "base", s, cycles=cycles_of(mode, "base", "uniform", FULL)) for s in planned(seeds)]
             for mode in MODES}
    runner.run([p for same in found.values() for p in same])
    return {"modes.base_recovery_over_avoidance": interval(
        flits(runner[a]) / flits(runner[b]) for a, b in zip(found["recovery"], found["avoidance"]))}


def random(keys, runner, seeds, data):
    """Random traffic in both modes."""
    seeds = planned(seeds)
    measures = {}
    for mode in MODES:
        found = {m: sweep(runner, seeds, mode, "uniform", m, keys) for m in ("base", "ALO", "tune")}
        data[f"self_tuned_random_{mode}_{keys}"] = {m: curve(found[m]) for m in found}
        measures |= {f"random.{keys}.{m.lower()}_full_of_peak.{mode}": full_of_peak(found[m]) for m in found}
        measures |= {f"random.{keys}.{m.lower()}_peak_over_base.{mode}": peak_over(found[m], found["base"])
                     for m in ("ALO", "tune")}
        measures |= {f"random.{keys}.{m.lower()}_full.{mode}": interval(flits(r) for r in found[m][FULL])
                     for m in found}
        measures[f"random.{keys}.tune_least_past_peak.{mode}"] = interval(
            min(value for load, value in one.items() if load > at)
            for one, at in zip(by_seed(found["tune"]), peak_load(found["base"])))
    return measures


def light(keys, runner, seeds, _data):
    """Latency at a load far below saturation."""
    found = {(mode, m): [point(mode, m, s, load=LIGHT, keys=keys) for s in planned(seeds)]
             for mode in MODES for m in ("base", "tune")}
    runner.run([p for same in found.values() for p in same])
    return {f"light.{keys}.latency_over_base.{mode}": interval(
        latency(runner[a], "load") / latency(runner[b], "load")
        for a, b in zip(found[mode, "tune"], found[mode, "base"])) for mode in MODES}


def patterns(keys, runner, seeds, data):
    seeds = planned(seeds)
    measures, shapes = {}, []
    for pattern in PATTERNS:
        found = {m: sweep(runner, seeds, "avoidance", pattern, m, keys) for m in ("base", "ALO", "tune")}
        data[f"self_tuned_{pattern}_{keys}"] = {m: curve(found[m]) for m in found}
        shape = {"tune_full_of_peak": full_of_peak(found["tune"]),
                 "base_full_of_peak": full_of_peak(found["base"]),
                 "alo_full_of_peak": full_of_peak(found["ALO"]),
                 "alo_peak_over_base": peak_over(found["ALO"], found["base"]),
                 "tune_full_over_base_full": interval(
                     flits(a) / flits(b) for a, b in zip(found["tune"][FULL], found["base"][FULL]))}
        shapes.append(shape)
        measures |= {f"patterns.{keys}.{name}.{pattern}": value for name, value in shape.items()}
    for name, end in (("tune_full_of_peak", "least"), ("base_full_of_peak", "most"),
                      ("alo_full_of_peak", "most"), ("alo_peak_over_base", "least")):
        measures[f"patterns.{keys}.{name}_{end}"] = extreme([s[name] for s in shapes], end == "most")
    return measures
