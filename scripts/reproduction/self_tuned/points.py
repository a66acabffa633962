# SPDX-License-Identifier: Apache-2.0
"""Points of the self-tuned throttling paper: what is run (plan.toml says how long, at which loads, with how many seeds),
and what a sweep of loads says."""

import tomllib
from pathlib import Path

from runs import Point
from stats import Interval, accepted, interval

PLAN = tomllib.loads(Path(__file__).with_name("plan.toml").read_text())
TIER = PLAN[PLAN["tier"]]
SEEDS = PLAN["seeds"]
FULL = 1.0
PERIOD, NODES = 96, 256
MODES = {"avoidance": "large/torus_uniform", "recovery": "large/torus_recovery"}
MECHANISMS = {"base": "none", "ALO": "alo", "tune": "self_tuned"}
# Keys under a claim's first definition and its second, by mechanism; of `avoidance` that of the network too. page's reading.md
# says why.
KEYS = {"first": {}, "second": {"ALO": {"mechanism__count_escapes": True}}}
ONE_ESCAPE = {"routing__escape": "direct"}


def length(name):
    """Cycles of warm-up and of measurement by the plan's name."""
    warmup, measure = TIER["cycles"][name]
    return {"run__warmup": warmup, "run__measure": measure}


def keys_of(mode, mechanism, keys):
    """In recovery there are no escapes: both definitions are the same."""
    own = {} if mode == "recovery" or keys == "first" else {**KEYS[keys].get(mechanism, {}), **ONE_ESCAPE}
    return {"mechanism__name": MECHANISMS[mechanism], **own}


def point(mode, mechanism, seed, pattern="uniform", load=FULL, keys="first", cycles="usual", **more):
    settings = {**keys_of(mode, mechanism, keys), "traffic__load__pattern": pattern,
                "traffic__load__rate": load, **length(cycles), **more}
    return Point.of(MODES[mode], seed, **settings)


def planned(seeds):
    return list(seeds)[:SEEDS]


def loads_of(mode, pattern, mechanism, keys):
    """The plan's loads; those of `base` where a mechanism has none of its own."""
    name = "one_escape" if (mode, keys) == ("avoidance", "second") else mode
    table = TIER["loads"][name][pattern]
    return table.get(mechanism, table["base"])


def flits(result):
    return accepted(result, "load")


def exact(value, count=1):
    return Interval(value, 0.0, count)


def cycles_of(mode, mechanism, pattern, load):
    """Near saturation a collapse comes late, and so does what tune makes of a load that it cannot carry. Tuning at full load
    decides rows by differences of some per cent."""
    if pattern != "uniform":
        return "usual"
    if load != FULL:
        return "near"
    return "long" if (mechanism, mode) == ("tune", "avoidance") else "steady"


def sweep(runner, seeds, mode, pattern, mechanism, keys="first"):
    """Load -> the seeds' results."""
    points = {load: [point(mode, mechanism, s, pattern, load, keys, cycles_of(mode, mechanism, pattern, load))
                     for s in seeds]
              for load in loads_of(mode, pattern, mechanism, keys)}
    runner.run([p for same in points.values() for p in same])
    return {load: [runner[p] for p in same] for load, same in points.items()}


def by_seed(results, value=flits):
    """Of load -> results: a list by seed of load -> value."""
    count = len(next(iter(results.values())))
    return [{load: value(same[n]) for load, same in results.items()} for n in range(count)]


def full_of_peak(results):
    return interval(one[FULL] / max(one.values()) for one in by_seed(results))


def peak_over(results, other):
    return interval(max(a.values()) / max(b.values())
                    for a, b in zip(by_seed(results), by_seed(other)))


def peak_load(results):
    """By seed, the load with the highest throughput: beyond it more offered load brings less."""
    return [max(one, key=one.get) for one in by_seed(results)]


def curve(results):
    rows = []
    for load, same in results.items():
        one = interval(flits(r) for r in same)
        rows.append([load, round(one.mean, 5), round(one.half, 5)])
    return rows


def extreme(values, largest):
    return (max if largest else min)(values, key=lambda value: value.mean)
