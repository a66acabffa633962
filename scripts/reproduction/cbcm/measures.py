# SPDX-License-Identifier: Apache-2.0
"""The measurements behind the claims: which points are run, and what is taken from them, seed by
seed."""

import json
import subprocess

from cbcm import early, large, second, short, srp_ecn, tried
from runs import Point
from stats import (LATENCY_FACTOR, accepted, accepts_too_little, interval, jain, latency, mean_of,
                   saturation)

# Fig 2's curves: label, mechanism, routing.
FIG2_CURVES = [("MIN", "none", "minimal"), ("UGAL", "none", "ugal"),
               ("Ideal(MIN)", "ideal", "minimal"), ("Ideal(UGAL)", "ideal", "ugal")]
FIG2_LOADS = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
ZERO_LOAD = 0.01
FIG12_LOADS = [0.4, 0.6]
FIG12_DRAWN = [0.1, 0.2]  # more of the curves, not judged
FIG12_SCALES = [1.0, 0.99]


def fig2_point(mechanism, routing, load, seed, **more):
    return Point.of("fig2", seed, mechanism__name=mechanism, routing__function=routing,
                    traffic__ur__rate=load, **more)


def fig2_zero(runner, seeds, _data):
    points = {(label, seed): fig2_point(mechanism, routing, ZERO_LOAD, seed)
              for label, mechanism, routing in FIG2_CURVES for seed in seeds}
    alone = {seed: fig2_point("none", "minimal", ZERO_LOAD, seed, traffic__hot__rate=0.0)
             for seed in seeds}
    runner.run([*points.values(), *alone.values()])
    low = {key: latency(runner[point]) for key, point in points.items()}
    measures = {
        "f2.zero_load_excess": interval(low["UGAL", s] / low["MIN", s] - 1 for s in seeds),
        "f2.ideal_zero_load_excess": interval(low["Ideal(UGAL)", s] / low["Ideal(MIN)", s] - 1
                                              for s in seeds),
        "f2.network_zero_load": interval(latency(runner[p]) for p in alone.values()),
    }
    for label, _, _ in FIG2_CURVES:
        measures[f"f2.zero_load.{label}"] = interval(low[label, s] for s in seeds)
    return measures


def fig2_saturations(runner, seeds):
    """The measures of the claims, and the searches' points by curve and seed."""
    cases = {(label, seed): (lambda load, m=mechanism, r=routing, s=seed: fig2_point(m, r, load, s))
             for label, mechanism, routing in FIG2_CURVES for seed in seeds}
    found = saturation(runner, cases, lambda _, result: accepts_too_little(result), FIG2_LOADS)
    by_label = {label: [1.0 if found[label, s] is None else found[label, s] for s in seeds] for label, _, _ in FIG2_CURVES}
    measures = {f"f2.saturation.{label}": interval(values) for label, values in by_label.items()}
    pairs = list(zip(by_label["MIN"], by_label["UGAL"]))
    ideal = list(zip(by_label["Ideal(MIN)"], by_label["Ideal(UGAL)"]))
    measures["f2.saturation_loss"] = interval(1 - u / m for m, u in pairs)
    measures["f2.ideal_saturation_difference"] = interval(u / m - 1 for m, u in ideal)
    measures["f2.ideal_min_saturation"] = measures["f2.saturation.Ideal(MIN)"]
    measures["f2.ideal_ugal_saturation"] = measures["f2.saturation.Ideal(UGAL)"]
    return measures, cases


def fig2(runner, seeds, data):
    """Saturation by both criteria; the claim rests on accepted < 95 % of offered alone when a curve
    starts above five zero-load latencies, which makes the latency criterion meaningless."""
    zero = fig2_zero(runner, seeds, data)["f2.network_zero_load"].mean  # that part's to keep
    measures, cases = fig2_saturations(runner, seeds)
    # The same from short runs, in which the buffers are not full yet: how much run length matters.
    short = {"run__warmup": 10000, "run__measure": 20000}
    brief = saturation(
        runner,
        {(routing, seed): (lambda load, r=routing, s=seed: fig2_point("none", r, load, s, **short))
                 for routing in ("minimal", "ugal") for seed in seeds},
        lambda _, result: accepts_too_little(result), FIG2_LOADS)
    measures["f2.saturation_loss_in_short_runs"] = interval(
        1 - (brief["ugal", s] or 1.0) / (brief["minimal", s] or 1.0) for s in seeds)
    # The search spares loads beyond saturation; the curves show all.
    runner.run([point(load) for point in cases.values() for load in FIG2_LOADS])
    curves = {}
    for label, mechanism, routing in FIG2_CURVES:
        rows = []
        for load in [ZERO_LOAD, *FIG2_LOADS]:
            results = [runner[fig2_point(mechanism, routing, load, s)] for s in seeds]
            rows.append([load, mean_of(accepted(r) for r in results),
                         mean_of(latency(r) for r in results)])
        curves[label] = rows
    high = {label: next((row[0] for row in rows if row[2] > LATENCY_FACTOR * zero), None)
            for label, rows in curves.items()}
    data.update(fig2=curves, fig2_latency_criterion=high, organisations=organisations(runner))
    return measures


def organisations(runner, seeds=(1, 2)):
    """Fig 2 with every organisation of the input buffers: the choice and what it would be
    otherwise."""
    cases = {}
    for queues in ("voq", "fifo"):
        cases[queues, "any", "any", "minimal"] = {}
        for classes in ("phase", "hops", "pool"):
            for metric in ("credits", "voq"):
                cases[queues, classes, metric, "ugal"] = {}

    def point(case, load, seed):
        queues, classes, metric, routing = case
        more = {} if classes == "any" else {"network__vc_classes": classes,
                                            "routing__ugal_metric": metric}
        return fig2_point("none", routing, load, seed, network__input_queues=queues, **more)

    runner.run([point(case, ZERO_LOAD, seed) for case in cases for seed in seeds])
    found = saturation(runner, {(case, seed): (lambda load, c=case, s=seed: point(c, load, s))
                                for case in cases for seed in seeds},
                       lambda _, result: accepts_too_little(result), [0.2, 0.4, 0.6, 0.8, 1.0],
                       0.025)
    zero = {case: interval(latency(runner[point(case, ZERO_LOAD, s)]) for s in seeds).mean
            for case in cases}

    def load(case):
        """Mean saturation; a curve that never saturates counts as 1."""
        return sum(1.0 if found[case, s] is None else found[case, s] for s in seeds) / len(seeds)

    def text(case):
        return "> 1" if all(found[case, s] is None for s in seeds) else f"{load(case):.2f}"

    rows = []
    for queues, classes, metric, routing in cases:
        if routing == "minimal":
            continue
        ugal, minimal = (queues, classes, metric, routing), (queues, "any", "any", "minimal")
        rows.append({"queues": queues, "classes": classes, "metric": metric,
                     "zero_min": zero[minimal], "zero_ugal": zero[ugal],
                     "excess": zero[ugal] / zero[minimal] - 1, "sat_min": text(minimal),
                     "sat_ugal": text(ugal), "loss": 1 - load(ugal) / load(minimal)})
    return rows


def fig3a(runner, seeds, _data):
    def point(mechanism, seed):
        return Point.of("fig3a", seed, mechanism__name=mechanism, routing__function="ugal",
                        traffic__permutation__rate=1.0)
    runner.run([point(m, s) for m in ("ideal", "cbcm") for s in seeds])
    pairs = [(runner[point("ideal", s)], runner[point("cbcm", s)]) for s in seeds]
    return {
        "f3a.throughput_ratio": interval(accepted(c, "permutation") / accepted(i, "permutation")
                                         for i, c in pairs),
        "f3a.throttles": interval(c["mechanism"]["throttles_sent"] for _, c in pairs),
        "f3a.accepted": interval(accepted(c, "permutation") for _, c in pairs),
    }


def fig12(runner, seeds, data):
    """The senders inject at rate 1 until they are throttled; what they sent before stays in the
    shared buffers for ever at 1/N and drains at 1 % of the hotspot's bandwidth at 0.99/N: hence the
    long warm-up."""
    def point(load, seed, scale):
        if scale is None:  # stationary at once
            return Point.of("fig12", seed, mechanism__name="ideal", traffic__ur__rate=load,
                            run__warmup=50000)
        return Point.of("fig12", seed, mechanism__rate_scale=scale, traffic__ur__rate=load)
    scales = [None, *FIG12_SCALES]
    drawn = [*FIG12_DRAWN, *FIG12_LOADS]
    runner.run([point(load, s, scale) for load in drawn for s in seeds for scale in scales])
    measures, curves = {}, {"ideal": [], "1.00": [], "0.99": []}
    ratios = {scale: [] for scale in FIG12_SCALES}
    for load in drawn:
        ideal = [runner[point(load, s, None)] for s in seeds]
        curves["ideal"].append([load, mean_of(map(latency, ideal))])
        for scale in FIG12_SCALES:
            ours = [runner[point(load, s, scale)] for s in seeds]
            curves[f"{scale:.2f}"].append([load, mean_of(map(latency, ours))])
            if load not in FIG12_LOADS:
                continue
            each = [latency(a) / latency(b) for a, b in zip(ours, ideal)]
            measures[f"f12.latency_ratio_{scale:.2f}_at_{load}"] = interval(each)
            ratios[scale].append(each)
    for scale in FIG12_SCALES:  # per seed the mean over the loads
        measures[f"f12.latency_ratio_{scale:.2f}"] = interval(
            sum(column) / len(column) for column in zip(*ratios[scale]))
    measures["f12.hotspot_difference"] = interval(
        accepted(runner[point(load, s, 0.99)], "hot")
        / accepted(runner[point(load, s, 1.0)], "hot") - 1
        for s in seeds for load in FIG12_LOADS)
    data["fig12"] = curves
    return measures


def fig14(runner, seeds, data):
    near = 8
    def point(throttling, seed):
        return Point.of("fig14", seed, mechanism__throttling=throttling)
    runner.run([point(t, s) for t in (False, True) for s in seeds])
    shares = {t: [{row[1]: row[3] for row in runner[point(t, s)]["flows"]} for s in seeds]
              for t in (False, True)}
    def total(one):
        return sum(one.values())
    def others(one):
        return [v for k, v in one.items() if k != near]
    measures = {
        "f14.near_over_far": interval(s[near] / max(others(s)) for s in shares[False]),
        "f14.near_over_sum": interval(s[near] / sum(others(s)) for s in shares[False]),
        "f14.jain_unthrottled": interval(jain(list(s.values())) for s in shares[False]),
        "f14.jain_throttled": interval(jain(list(s.values())) for s in shares[True]),
        "f14.total_ratio": interval(total(b) / total(a)
                                    for a, b in zip(shares[False], shares[True])),
    }
    bars = {name: {str(node): mean_of(s[node] for s in shares[t]) for node in sorted(shares[t][0])}
            for name, t in (("not throttled", False), ("throttled", True))}
    data["fig14"] = bars
    return measures


def area(runner, _seeds, _data):
    letter = ["--sample-interval", "1", "--num-samples", "100", "--bound-sample-interval", "10"]
    text = subprocess.run([runner.program, "area", "--radix", "64", *letter, "--json"], check=True,
                          text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
    unit = json.loads(text)["router"]["contention_degree_unit"]
    bits = {"area.sample_bits": unit["sample_bits"],
            "area.sample_and_state_bits": unit["sample_bits"] + unit["state_bits"],
            "area.total_bits": unit["total_bits"], "area.paper_bits": unit["paper_bits"]}
    if bits["area.paper_bits"] != bits["area.sample_bits"]:
        raise ValueError(f"samples and the paper's arithmetic differ: {bits}")
    return {name: interval([value, value]) for name, value in bits.items()}


PARTS = {"area": area, "fig14": fig14, "fig3a": fig3a, "fig2_zero": fig2_zero, "fig2": fig2,
         "fig12": fig12, **early.PARTS, **srp_ecn.PARTS, **large.PARTS,
         **second.PARTS, **tried.PARTS}
# Fewer runs for the same measures, in a cell of the table of keys.
SHORT = {**short.PARTS, "fig2": lambda runner, seeds, _data: fig2_saturations(runner, seeds)[0]}
LARGE = [*large.PARTS, *(name for name in {**second.PARTS, **tried.PARTS} if name.startswith("large_"))]
QUICK = ["area", "fig14", "fig3a", "fig2_zero", "fig11", *srp_ecn.QUICK]
# Bisected saturations by the beginning of their measures' names: the loads that bracket, and the resolution.
SEARCHES = {"f2.": (FIG2_LOADS, 0.01), "f3a.saturation": (srp_ecn.FIG3_LOADS, 0.01), "f3b.saturation": (srp_ecn.FIG3_LOADS, 0.01),
            "f8b.baseline": (large.F8B_BASELINE_LOADS, large.RESOLUTION), "f8b": (large.F8B_LOADS, large.RESOLUTION),
            "f9a": (large.F9A_LOADS, large.RESOLUTION), "f9b": (large.F9B_LOADS, large.RESOLUTION)}
# Ratios of bisected saturations that no claim rests on, and those whose own searches are not kept (searches.py).
MADE_OF = {"f3b.srp_over_ideal": ["f3b.saturation.SRP(UGAL)", "f3b.saturation.Ideal(UGAL)"],
           **{f"f2.loss_at_{limit}_cycles": [f"f2.load_at_{limit}_cycles.{r}" for r in ("UGAL", "MIN")] for limit in second.FIG2_LIMITS}}
NOT_KEPT = ["f2.saturation_loss_in_short_runs", "f3a.ecn_over_ideal_threshold_of_vc"]
# One point of each figure, run again with the hardware: its digest must be the model's.
HARDWARE_POINTS = [Point.of("fig2", 1, mechanism__name="cbcm", traffic__ur__rate=0.5,
                            routing__function="ugal", run__warmup=2000, run__measure=8000),
                   Point.of("fig3a", 1, mechanism__name="cbcm", traffic__permutation__rate=1.0,
                            routing__function="ugal", run__warmup=2000, run__measure=8000),
                   Point.of("fig12", 1, run__warmup=5000, run__measure=15000),
                   Point.of("fig14", 1, run__warmup=5000, run__measure=15000),
                   *early.HARDWARE_POINTS, *srp_ecn.HARDWARE_POINTS,
                   *large.HARDWARE_POINTS, *second.HARDWARE_POINTS]
