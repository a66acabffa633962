# SPDX-License-Identifier: Apache-2.0
"""Low load and bursts in turn, each burst by another pattern."""

from runs import Point
from self_tuned.points import TIER, extreme, flits, keys_of, planned, sweep
from stats import interval

PHASE = TIER["phase"]
NAMES = {"uniform": "uniform", "reversal": "bit_reversal", "shuffle": "perfect_shuffle",
         "butterfly": "butterfly"}  # of the scenario, and the patterns


def burst_point(mode, mechanism, seed, keys="first"):
    more = {f"traffic__burst_{name}__{key}": value for place, name in enumerate(NAMES)
            for key, value in (("start", PHASE * (2 * place + 1)), ("burst_cycles", PHASE),
                               ("period_cycles", 8 * PHASE))}
    settings = {"traffic__low__burst_cycles": PHASE, "traffic__low__period_cycles": 2 * PHASE,
                "run__interval": PHASE // 10, "run__warmup": 0, "run__measure": 8 * PHASE,
                **keys_of(mode, mechanism, keys), **more}
    if mode == "recovery":
        settings |= {"routing__function": "recovery_adaptive"}
    return Point.of("large/torus_bursts", seed, **settings)


def totals(result):
    """Cycle of an interval's begin -> flits/cycle/node of all groups."""
    sums = {}
    for rows in result["series"].values():
        for cycle, value, *_ in rows:
            sums[cycle] = sums.get(cycle, 0) + (value or 0)
    return sums


def window(sums, first, last):
    values = [value for cycle, value in sums.items() if first <= cycle < last]
    return sum(values) / len(values)


def mean_latency(result):
    known = [(row[2], row[3]) for rows in result["series"].values() for row in rows if row[3]]
    return sum(a * n for a, n in known) / sum(n for _, n in known)


def spurt_of(result):
    """The highest interval of a low phase over the second half of the burst before it."""
    all_sums = totals(result)
    found = 0.0
    for place in range(len(NAMES) - 1):
        end = PHASE * (2 * place + 2)
        during = window(all_sums, end - PHASE // 2, end)
        after = [v for c, v in all_sums.items() if end <= c < end + PHASE]
        found = max(found, max(after) / during if during else 0.0)
    return found


def drawn(result):
    return [[c, round(v, 4)] for c, v in sorted(totals(result).items())]


def burst(keys, runner, seeds, data):
    seeds = planned(seeds)
    runs = {m: [burst_point("avoidance", m, s, keys) for s in seeds] for m in ("base", "ALO", "tune")}
    spurt = [burst_point("recovery", "base", s) for s in seeds]
    runner.run([*(p for same in runs.values() for p in same), *spurt])
    steady = {name: sweep(runner, seeds, "avoidance", pattern, "tune", keys) for name, pattern in NAMES.items()}
    peak = {name: [max(flits(same[n]) for same in by_load.values()) for n in range(len(seeds))]
            for name, by_load in steady.items()}
    sums = {m: [totals(runner[p]) for p in same] for m, same in runs.items()}
    data[f"self_tuned_burst_{keys}"] = {m: drawn(runner[same[0]]) for m, same in runs.items()} | {
        "base, recovery": drawn(runner[spurt[0]])}

    def of_steady(mechanism, place, name):
        first = PHASE * (2 * place + 1)
        return interval(window(sums[mechanism][n], first, first + PHASE) / peak[name][n]
                        for n in range(len(seeds)))
    share = {m: {name: of_steady(m, place, name) for place, name in enumerate(NAMES)} for m in runs}
    measures = {f"{m.lower()}_of_steady.{name}": value for m, by in share.items() for name, value in by.items()}
    measures |= {
        "tune_of_steady_least": extreme(share["tune"].values(), False),
        "base_of_steady_most": extreme(share["base"].values(), True),
        "latency_tune_over_base": interval(mean_latency(runner[a]) / mean_latency(runner[b])
                                           for a, b in zip(runs["tune"], runs["base"])),
        "spurt_in_recovery": interval(spurt_of(runner[p]) for p in spurt)}
    return {f"burst.{keys}.{name}": value for name, value in measures.items()}
