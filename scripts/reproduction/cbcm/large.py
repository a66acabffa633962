# SPDX-License-Identifier: Apache-2.0
"""The CBCM paper's measurements on 256 and 512 nodes (Figs 8, 9 and 13). Their runs are long, so
they have three seeds and are measured only when asked for."""

from cbcm.early import mean_bins
from runs import Point
from stats import (LATENCY_FACTOR, accepted, accepts_too_little, interval, latency, mean_of, peak,
                   saturation)
from values import dropped_share, speculative_share

ROUTINGS = {"MIN": "minimal", "UGAL": "ugal"}
SEEDS = 3
ZERO_LOAD = 0.01
IDEAL_WARMUP = 100000  # as in the figures' files, which say why it is less than for the others
RESOLUTION = 0.02
F8A_LOADS = [0.1, 0.3, 0.5, 0.6, 0.7]  # where the paper's curves lie upon each other
F8A_FALSE = {"at_0.5": 0.5, "at_saturation": 1.0}
F8B_LOADS = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]  # the figure's, so that it shares the runs
F8B_BASELINE_LOADS = [0.02, 0.05, 0.1, 0.2, 0.5]
F8B_BASE_LOADS = [0.02, 0.2]
F8C_AT = 0.4
F9A_LOADS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0]
F9B_LOADS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]  # the figure's
F13_START, F13_INTERVAL = 50000, 100
F13_STEADY = 1000    # bins at the end whose mean is the steady state
F13_FIRST = {"smooth": 10, "of_before": 1.5}     # bins of which the mean latency is judged, and by what
F13_SECOND = {"smooth": 100, "of_steady": 1.1}   # bursts move the mean of fewer
F13_SENDERS = 16


def at_load(figure, group, mechanism, routing, load, seed, **more):
    if mechanism == "ideal" and figure in ("fig8b", "fig9b"):
        more = {"run__warmup": IDEAL_WARMUP, **more}
    return Point.of(f"large/{figure}", seed, mechanism__name=mechanism, routing__function=routing,
                    **{f"traffic__{group}__rate": load, **more})


def few(seeds):
    return list(seeds)[:SEEDS]


def fig8a(runner, seeds, data, compared=F8A_LOADS):
    def run(mechanism, r, load, seed):
        return at_load("fig8a", "ur", mechanism, ROUTINGS[r], load, seed)
    seeds = few(seeds)
    loads = {"ideal": compared, "cbcm": [*compared, *F8A_FALSE.values()]}
    runner.run([run(m, r, load, s) for m in loads for r in ROUTINGS for load in loads[m] for s in seeds])
    measures = {}
    for r in ROUTINGS:
        excess = {load: interval(latency(runner[run("cbcm", r, load, s)])
                                 / latency(runner[run("ideal", r, load, s)]) - 1 for s in seeds)
                  for load in compared}
        load, measures[f"f8a.latency_excess.{r}"] = peak(excess)
        for name, load in F8A_FALSE.items():
            measures[f"f8a.false_{name}.{r}"] = interval(
                runner[run("cbcm", r, load, s)]["throttled_fraction"] for s in seeds)
    return measures


def zero_latency(runner, figure, group, seeds):
    """Of the network without hotspot and management, routed minimally."""
    more = {"traffic__hot__rate": 0.0} if figure in ("fig8b", "fig9b") else {}
    points = [at_load(figure, group, "none", "minimal", ZERO_LOAD, s, **more) for s in seeds]
    return mean_of(latency(result, group) for result in map(runner.run(points).__getitem__, points))


def is_saturated(runner, seeds, figure, group):
    """Function of a result: the group's latency is above LATENCY_FACTOR times that without load, or it accepts too little."""
    limit = LATENCY_FACTOR * zero_latency(runner, figure, group, seeds)

    def judge(result):
        mean = latency(result, group)
        return mean is None or mean > limit or accepts_too_little(result, group)
    return judge


def saturations(runner, seeds, figure, group, cases, loads, point=at_load):
    """(mechanism, routing, seed) -> saturation load, bracketed by `loads` (a list, or one by routing); the highest if there is
    none. `point` makes a run as at_load does."""
    judge = is_saturated(runner, seeds, figure, group)
    points = {(m, r, s): (lambda load, m=m, r=r, s=s:
                          point(figure, group, m, ROUTINGS[r], load, s))
              for m, r in cases for s in seeds}
    bracketing = {case: loads[case[1]] if isinstance(loads, dict) else loads for case in points}
    found = saturation(runner, points, lambda _, result: judge(result), bracketing, RESOLUTION)
    return {case: bracketing[case][-1] if load is None else load for case, load in found.items()}


def against_ideal(found, seeds, prefix):
    measures = {}
    for r in ROUTINGS:
        for m in ("ideal", "cbcm"):
            measures[f"{prefix}.saturation.{m}({r})"] = interval(found[m, r, s] for s in seeds)
        measures[f"{prefix}.cbcm_over_ideal.{r}"] = interval(
            found["cbcm", r, s] / found["ideal", r, s] for s in seeds)
    return measures


CBCM_AND_IDEAL = [(m, r) for m in ("ideal", "cbcm") for r in ROUTINGS]


def fig8b(runner, seeds, data):
    seeds = few(seeds)
    found = saturations(runner, seeds, "fig8b", "ur", CBCM_AND_IDEAL, F8B_LOADS)
    base = saturations(runner, seeds, "fig8b", "ur", [("none", "MIN")], F8B_BASELINE_LOADS)
    return {**against_ideal(found, seeds, "f8b"),
            "f8b.baseline_saturation": interval(base["none", "MIN", s] for s in seeds)}


def fig8b_base(runner, seeds, data):
    """What networks without management accept of the uniform traffic beside the hotspot: latencies alone are of
    what is delivered in time."""
    def run(r, load, seed):
        return at_load("fig8b", "ur", "none", ROUTINGS[r], load, seed)
    seeds = few(seeds)
    runner.run([run(r, load, s) for r in ROUTINGS for load in F8B_BASE_LOADS for s in seeds])
    return {f"f8b_base.{name}.{r}.{load}": interval(value(runner[run(r, load, s)], load) for s in seeds)
            for r in ROUTINGS for load in F8B_BASE_LOADS
            for name, value in (("accepted_share", lambda one, load: accepted(one, "ur") / load),
                                ("latency", lambda one, _: latency(one, "ur")))}


def fig8c(runner, seeds, data):
    seeds = few(seeds)
    runs = {m: [at_load("fig8c", "ur1", m, "ugal", F8C_AT, s) for s in seeds]
            for m in ("srp", "cbcm")}
    runner.run([point for points in runs.values() for point in points])
    srp, cbcm = ([runner[point] for point in runs[m]] for m in ("srp", "cbcm"))
    return {"f8c.latency_ratio": interval(latency(a, "ur1") / latency(b, "ur1")
                                          for a, b in zip(srp, cbcm)),
            "f8c.speculative": interval(speculative_share(a, "ur1") for a in srp),
            "f8c.dropped": interval(dropped_share(a, "ur1") for a in srp)}


def fig9a(runner, seeds, data):
    seeds = few(seeds)
    runs = {s: [at_load("fig9a", "tornado", "cbcm", r, load, s) for r in ROUTINGS.values()
                for load in F9A_LOADS] for s in seeds}
    runner.run([point for points in runs.values() for point in points])
    throttles = [sum(runner[point]["mechanism"]["throttles_sent"] for point in runs[s])
                 for s in seeds]
    found = saturations(runner, seeds, "fig9a", "tornado", CBCM_AND_IDEAL, F9A_LOADS)
    return {**against_ideal(found, seeds, "f9a"), "f9a.throttles": interval(throttles)}


def fig9b(runner, seeds, data):
    seeds = few(seeds)
    found = saturations(runner, seeds, "fig9b", "tornado", CBCM_AND_IDEAL, F9B_LOADS)
    return against_ideal(found, seeds, "f9b")


def settling(rows, smooth, of_steady=None, of_before=None):
    """Bins from the hotspot's start to the last one from which the mean latency of `smooth` bins is above
    `of_steady` times that of the end, or `of_before` times that before the start; `rows`: cycle, load,
    latency, packets of each bin."""
    def mean(part):
        packets = sum(row[3] for row in part)
        return sum((row[2] or 0.0) * row[3] for row in part) / packets if packets else 0.0
    first = F13_START // F13_INTERVAL
    limit = of_steady * mean(rows[-F13_STEADY:]) if of_steady else of_before * mean(rows[first // 2:first])
    means = [mean(rows[i:i + smooth]) for i in range(first, len(rows) - smooth)]
    late = [i for i, value in enumerate(means) if value > limit]
    return late[-1] + 1 if late else 1  # not shorter than can be seen


def fig13(runner, seeds, data):
    seeds = few(seeds)
    runs = {True: [], False: []}
    for s in seeds:
        runs[True].append(Point.of("large/fig13", s, mechanism__hotspot_vc=True,
                                   run__interval=F13_INTERVAL))
        runs[False].append(Point.of("large/fig13", s, mechanism__hotspot_vc=False,
                                    mechanism__rate_scale=0.99, run__interval=F13_INTERVAL))
    runner.run([point for points in runs.values() for point in points])
    data["fig13"] = {label: mean_bins([runner[point] for point in runs[own]], F13_START // F13_INTERVAL, 400, 4000,
                                      every=20)
                     for own, label in ((True, "VC of its own"), (False, "shared VC, 0.99/N"))}
    def settled(definition):
        return {vc: [settling(runner[p]["series"]["ur"][:-1], **definition) for p in runs[vc]] for vc in runs}
    first, bins = settled(F13_FIRST), settled(F13_SECOND)
    hot = {vc: [F13_SENDERS * accepted(runner[p], "hot") for p in runs[vc]] for vc in runs}
    return {"f13.settled_bins.dedicated": interval(bins[True]),
            "f13.settled_bins.shared": interval(bins[False]),
            "f13.settling_ratio_of_10_bins": interval(a / b for a, b in zip(first[False], first[True])),
            "f13.settling_ratio": interval(a / b for a, b in zip(bins[False], bins[True])),
            "f13.hotspot.dedicated": interval(hot[True]),
            "f13.hotspot.shared": interval(hot[False])}


PARTS = {"large_f8a": fig8a, "large_f8b": fig8b, "large_f8b_base": fig8b_base, "large_f8c": fig8c, "large_f9a": fig9a,
         "large_f9b": fig9b, "large_f13": fig13}
# Of each figure a run shortened, past the first epoch of 2,048 cycles, so that senders are being throttled.
HARDWARE_POINTS = [Point.of(f"large/{name}", 1, mechanism__name=mechanism, routing__function="ugal", run__warmup=2300, run__measure=700)
                   for name, mechanism in (("fig8a", "cbcm"), ("fig8b", "cbcm"), ("fig8c", "srp"), ("fig9a", "cbcm"), ("fig9b", "cbcm"))]
HARDWARE_POINTS.append(Point.of("large/fig13", 1, traffic__hot__start=100, run__warmup=2300, run__measure=700))
