# SPDX-License-Identifier: Apache-2.0
"""The CBCM paper's measurements of SRP and ECN (Figs 3 and 5), with its parameters."""

from runs import Point
from stats import (LATENCY_FACTOR, accepted, accepts_too_little, interval, latency, mean_of, peak,
                   saturation)

ROUTINGS = {"MIN": "minimal", "UGAL": "ugal"}
FIG3_MECHANISMS = {"Ideal": "ideal", "ECN": "ecn", "SRP": "srp"}
FIG3_LOADS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1.0]
# ECN's delays come and go in about 30,000 cycles.
FIG3_LENGTH = {"run__warmup": 60000, "run__measure": 60000}
FIG5A_LOADS = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9]
FIG5B_LOADS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
FIG5B_AT = 0.6
ZERO_LOAD = 0.01


def fig3_point(figure, mechanism, routing, load, seed, **more):
    return Point.of(figure, seed, mechanism__name=mechanism, routing__function=routing,
                    traffic__permutation__rate=load, **{**FIG3_LENGTH, **more})


def fig3_saturated(zero):
    """The permutation accepts too little, or its latency is above five times `zero`."""
    def judge(_, result):
        mean = latency(result, "permutation")
        return (mean is None or mean > LATENCY_FACTOR * zero
                or accepts_too_little(result, "permutation"))
    return judge


def fig3(runner, seeds, figure):
    """Saturation and full-load throughput by curve and seed, and the curves."""
    alone = [fig3_point(figure, "none", "minimal", ZERO_LOAD, seed,
                        **({"traffic__hot__rate": 0.0} if figure == "fig3b" else {}))
             for seed in seeds]
    runner.run(alone)
    zero = mean_of(latency(runner[point], "permutation") for point in alone)
    labels = [(m, r) for m in FIG3_MECHANISMS for r in ROUTINGS]
    cases = {(m, r, s): (lambda load, m=m, r=r, s=s:
                         fig3_point(figure, FIG3_MECHANISMS[m], ROUTINGS[r], load, s))
             for m, r in labels for s in seeds}
    found = saturation(runner, cases, fig3_saturated(zero), FIG3_LOADS)
    # The search spares loads beyond saturation; the curves show all.
    runner.run([point(load) for point in cases.values() for load in FIG3_LOADS])
    full = {case: accepted(runner[point(1.0)], "permutation") for case, point in cases.items()}
    curves = {}
    for m, r in labels:
        rows = curves[f"{m}({r})"] = []
        for load in FIG3_LOADS:
            results = [runner[cases[m, r, s](load)] for s in seeds]
            means = [latency(result, "permutation") for result in results]
            rows.append([load, mean_of(accepted(result, "permutation") for result in results),
                         None if None in means else mean_of(means)])
    return {case: 1.0 if load is None else load for case, load in found.items()}, full, curves


def fig3_measures(prefix, seeds, saturated, full):
    measures = {}
    for m in FIG3_MECHANISMS:
        for r in ROUTINGS:
            measures[f"{prefix}.saturation.{m}({r})"] = interval(saturated[m, r, s] for s in seeds)
            measures[f"{prefix}.full_load.{m}({r})"] = interval(full[m, r, s] for s in seeds)
    for m in ("ECN", "SRP"):
        name = f"{prefix}.{m.lower()}_over_ideal"
        measures[name] = interval(saturated[m, "UGAL", s] / saturated["Ideal", "UGAL", s]
                                  for s in seeds)
        measures[f"{name}_at_full_load"] = interval(full[m, "UGAL", s] / full["Ideal", "UGAL", s]
                                                    for s in seeds)
    return measures


def fig3a(runner, seeds, data):
    saturated, full, data["fig3a"] = fig3(runner, seeds, "fig3a")
    measures = fig3_measures("f3a", seeds, saturated, full)
    # The same with the other reading of "90 % of the input buffer": of one data VC's.
    narrow = {s: (lambda load, s=s: fig3_point("fig3a", "ecn", "ugal", load, s,
                                             mechanism__threshold_scope="vc")) for s in seeds}
    zero = data["fig3a"]["Ideal(MIN)"][0][2]
    found = saturation(runner, narrow, fig3_saturated(zero), FIG3_LOADS[2:-1])
    measures["f3a.ecn_over_ideal_threshold_of_vc"] = interval(
        (found[s] or 1.0) / saturated["Ideal", "UGAL", s] for s in seeds)
    return measures


def fig3b(runner, seeds, data):
    saturated, full, data["fig3b"] = fig3(runner, seeds, "fig3b")
    measures = fig3_measures("f3b", seeds, saturated, full)
    measures["f3b.ecn_ugal_over_min"] = interval(saturated["ECN", "UGAL", s]
                                                 / saturated["ECN", "MIN", s] for s in seeds)
    measures["f3b.ecn_ugal_over_min_at_full_load"] = interval(
        full["ECN", "UGAL", s] / full["ECN", "MIN", s] for s in seeds)
    return measures


def fig5a(runner, seeds, data):
    def point(mechanism, routing, load, seed):
        return Point.of("fig5a", seed, mechanism__name=mechanism,
                        routing__function=ROUTINGS[routing], traffic__ur__rate=load)
    cases = [(m, r) for m in ("none", "srp") for r in ROUTINGS]
    runner.run([point(m, r, load, s) for m, r in cases for load in FIG5A_LOADS for s in seeds])
    data["fig5a"] = {
        f"SRP({r})" if m == "srp" else r:
            [[load, mean_of(latency(runner[point(m, r, load, s)]) for s in seeds)]
             for load in FIG5A_LOADS] for m, r in cases}
    measures = {}
    for r in ROUTINGS:
        ratios = {load: interval(latency(runner[point("srp", r, load, s)])
                                 / latency(runner[point("none", r, load, s)]) for s in seeds)
                  for load in FIG5A_LOADS}
        load, highest = peak(ratios)
        measures[f"f5a.peak_ratio.{r}"] = highest
        measures[f"f5a.load_of_peak.{r}"] = interval([load] * len(seeds))
    measures["f5a.peak_ratio"] = max((measures[f"f5a.peak_ratio.{r}"] for r in ROUTINGS),
                                     key=lambda value: value.mean)
    return measures


def fig5b(runner, seeds, data):
    def point(mechanism, routing, load, seed):
        return Point.of("fig5b", seed, mechanism__name=mechanism,
                        routing__function=ROUTINGS[routing], traffic__ur1__rate=load)

    def dropped(result):
        group = result["groups"]["ur1"]
        return group["packets_dropped"] / group["packets_injected_speculative"]
    cases = [(m, r) for m in ("none", "srp") for r in ROUTINGS]
    runner.run([point(m, r, load, s) for m, r in cases for load in FIG5B_LOADS for s in seeds])
    data["fig5b"] = {
        f"SRP({r})" if m == "srp" else r:
            [[load, mean_of(latency(runner[point(m, r, load, s)], "ur1") for s in seeds)]
             for load in FIG5B_LOADS] for m, r in cases}
    measures = {}
    for r in ROUTINGS:
        for load in (FIG5B_AT, FIG5B_LOADS[-1]):
            srp = [runner[point("srp", r, load, s)] for s in seeds]
            none = [runner[point("none", r, load, s)] for s in seeds]
            measures[f"f5b.dropped.{r}_at_{load}"] = interval(map(dropped, srp))
            measures[f"f5b.latency_ratio.{r}_at_{load}"] = interval(
                latency(a, "ur1") / latency(b, "ur1") for a, b in zip(srp, none))
    measures["f5b.dropped"] = measures[f"f5b.dropped.UGAL_at_{FIG5B_AT}"]
    measures["f5b.latency_ratio"] = measures[f"f5b.latency_ratio.UGAL_at_{FIG5B_AT}"]
    return measures


def rising(rows, ceiling=2500):
    """A latency curve up to its first point beyond the plot: what follows is no steady state."""
    for place, row in enumerate(rows):
        if row[1] is None:
            return rows[:place]
        if row[1] > ceiling:
            return rows[:place + 1]
    return rows


PARTS = {"srp_ecn_fig3a": fig3a, "srp_ecn_fig3b": fig3b, "srp_ecn_fig5a": fig5a,
         "srp_ecn_fig5b": fig5b}
QUICK = ["srp_ecn_fig5a"]
HARDWARE_POINTS = [
    Point.of("fig3a", 1, mechanism__name="ecn", traffic__permutation__rate=0.5,
             run__warmup=5000, run__measure=15000),
    Point.of("fig3b", 1, mechanism__name="srp", run__warmup=5000, run__measure=15000),
    Point.of("fig5a", 1, mechanism__name="srp", traffic__ur__rate=0.8, run__warmup=5000,
             run__measure=15000),
    Point.of("fig5b", 1, mechanism__name="srp", run__warmup=5000, run__measure=15000)]
