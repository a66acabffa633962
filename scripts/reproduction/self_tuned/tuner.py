# SPDX-License-Identifier: Apache-2.0
"""The tuner itself: over time, with slower and narrower side-bands, other steps, and thresholds that stand still."""

from self_tuned.points import NODES, PERIOD, extreme, flits, planned, point
from stats import interval, ratio

GATHERS = [2, 3, 6]
STATIC = [250, 50]
ROBUST = {
    "period 192": {"mechanism__tuning_cycles": 192},
    "increment 2 %": {"mechanism__increment": 0.02},
    "decrement 2 %": {"mechanism__decrement": 0.02},
    "decrement 8 %": {"mechanism__decrement": 0.08},
}
# Of decrement and increment, in per cent: the text finds it "marginally better" when the decrement is the larger one.
STEPS = {"1_and_1": (0.01, 0.01), "1_and_4": (0.01, 0.04), "4_and_4": (0.04, 0.04)}
BUCKET, LEAST_PERIODS = 40, 10  # of full buffers in the picture of the hill


def smoothed(rows, width):
    """Of rows by tuning period: [cycle, flits/cycle/node, threshold, full buffers] in groups."""
    out = []
    for group in (rows[i:i + width] for i in range(0, len(rows) - width + 1, width)):
        mean = [sum(row[c] for row in group) / width for c in (2, 4, 1)]
        out.append([group[-1][0], round(mean[0] / PERIOD / NODES, 4), round(mean[1], 1),
                    round(mean[2], 1)])
    return out


def last_third(rows):
    rest = rows[-(len(rows) // 3):]
    return sum(row[2] for row in rest) / len(rest)


def dip(rows):
    """The lowest mean of five periods after the first fifty, of the last third's mean."""
    return min(p[1] for p in smoothed(rows, 5)[10:]) * PERIOD * NODES / last_third(rows)


def threshold_dip(rows):
    """The sharpest fall of the threshold by a return to the best one, of what it was in the period before; 1: none."""
    return min((row[4] / before[4] for before, row in zip(rows, rows[1:]) if row[6]), default=1.0)


def climb(keys, runner, seeds, data):
    """Hill climbing with and without avoidance of local maxima, over time; warm-up and all."""
    seeds = planned(seeds)
    ways = {"avoids local maxima": {}, "climbs only": {"mechanism__tuning": "climb"}}
    runs = {way: [point("avoidance", "tune", s, keys=keys, cycles="climb", **own) for s in seeds]
            for way, own in ways.items()}
    runner.run([p for same in runs.values() for p in same])
    series = {way: [runner[p]["tables"]["self_tuned.csv"] for p in same] for way, same in runs.items()}
    data[f"self_tuned_climb_{keys}"] = {way: smoothed(series[way][0], 6) for way in ways}
    hill = {}
    for row in (row for all_rows in series.values() for rows in all_rows for row in rows):
        hill.setdefault(row[1] // BUCKET * BUCKET + BUCKET // 2, []).append(row[2] / PERIOD / NODES)
    data[f"self_tuned_hill_{keys}"] = {"periods": [[full, round(sum(v) / len(v), 4)]
                                                   for full, v in sorted(hill.items()) if len(v) >= LEAST_PERIODS]}
    with_it, alone = series["avoids local maxima"], series["climbs only"]
    return {f"climb.{keys}.{name}": value for name, value in {
        "last_third_over_climbing_alone": interval(last_third(a) / last_third(b) for a, b in zip(with_it, alone)),
        "dip_of_last_third": interval(dip(rows) for rows in with_it),
        "threshold_dip": interval(threshold_dip(rows) for rows in with_it),
        "returns": interval(sum(row[6] for row in rows) for rows in with_it),
        "accepted_last_third": interval(last_third(rows) / PERIOD / NODES for rows in with_it),
        "accepted_last_third_climbing_alone": interval(last_third(rows) / PERIOD / NODES for rows in alone),
    }.items()}


def delay(keys, runner, seeds, _data):
    seeds = planned(seeds)

    def run(hop, estimate, seed):
        own = {"mechanism__hop_cycles": hop, "mechanism__estimate": estimate}
        return point("avoidance", "tune", seed, keys=keys, **own)
    cases = [(h, e) for h in GATHERS for e in ("extrapolate", "last")]
    runner.run([run(h, e, s) for h, e in cases for s in seeds])
    at = {(h, e): [flits(runner[run(h, e, s)]) for s in seeds] for h, e in cases}
    gain = {h: [a / b - 1 for a, b in zip(at[h, "extrapolate"], at[h, "last"])] for h in GATHERS}
    least, most = GATHERS[0], GATHERS[-1]
    measures = {f"gain_{h}": interval(gain[h]) for h in GATHERS} | {
        "loss": interval(1 - a / b for a, b in zip(at[most, "extrapolate"], at[least, "extrapolate"])),
        "gain_rises": interval(b - a for a, b in zip(gain[least], gain[most]))}
    measures |= {f"accepted_{h}_{e}": interval(values) for (h, e), values in at.items()}
    return {f"delay.{keys}.{name}": value for name, value in measures.items()}


def static(runner, seeds, _data):
    seeds = planned(seeds)

    def run(pattern, threshold, seed):
        if threshold is None:
            return point("recovery", "tune", seed, pattern)
        still = {"mechanism__tuning": "static", "mechanism__threshold": threshold}
        return point("recovery", "tune", seed, pattern, **still)
    cases = [(p, t) for p in ("uniform", "butterfly") for t in (None, *STATIC)]
    runner.run([run(p, t, s) for p, t in cases for s in seeds])
    at = {(p, t): [flits(runner[run(p, t, s)]) for s in seeds] for p, t in cases}
    names = {"uniform": "random", "butterfly": "butterfly"}
    measures = {f"static.{names[p]}_{t}_over_tune": ratio(at[p, t], at[p, None])
                for p, t in cases if t is not None}
    return measures | {f"static.accepted_{names[p]}_{t or 'tune'}": interval(values)
                       for (p, t), values in at.items()}


def robust(keys, runner, seeds, _data):
    seeds = planned(seeds)
    usual = [point("avoidance", "tune", s, keys=keys) for s in seeds]
    varied = {name: [point("avoidance", "tune", s, keys=keys, **more) for s in seeds]
              for name, more in ROBUST.items()}
    runner.run([*usual, *(p for same in varied.values() for p in same)])
    found = {name: interval(flits(runner[a]) / flits(runner[b]) for a, b in zip(same, usual))
             for name, same in varied.items()}
    measures = {f"robust.{keys}.{name.replace(' ', '_')}": value for name, value in found.items()}
    return measures | {f"robust.{keys}.least": extreme(found.values(), False),
                       f"robust.{keys}.most": extreme(found.values(), True)}


def steps(runner, seeds, _data):
    """Decrement against increment, one escape VC: throughput at full load over that with 4 % and 1 %."""
    seeds = planned(seeds)
    usual = [point("avoidance", "tune", s, keys="second") for s in seeds]
    varied = {name: [point("avoidance", "tune", s, keys="second", mechanism__decrement=down, mechanism__increment=up)
                     for s in seeds] for name, (down, up) in STEPS.items()}
    runner.run([*usual, *(p for same in varied.values() for p in same)])
    return {f"steps.{name}_over_4_and_1": interval(flits(runner[a]) / flits(runner[b]) for a, b in zip(same, usual))
            for name, same in varied.items()}


def narrow(keys, runner, seeds, _data):
    seeds = planned(seeds)
    wide = [point("avoidance", "tune", s, keys=keys) for s in seeds]
    pieces = [point("avoidance", "tune", s, keys=keys, mechanism__pieces=3) for s in seeds]
    runner.run([*wide, *pieces])
    return {f"narrow.{keys}.loss": interval(1 - flits(runner[a]) / flits(runner[b])
                                            for a, b in zip(pieces, wide))}
