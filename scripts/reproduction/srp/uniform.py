# SPDX-License-Identifier: Apache-2.0
"""The SRP paper's measurements under uniform traffic: Figs 8 to 13."""

from srp.points import (MECHANISMS, channel_use, drop_rate, length, point, speculative_rate, wasted)
from stats import accepted, interval, latency, peak

F8_LOADS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95]
F8_LENGTH = length(15000, 25000)
F8_PEAK, F8_PEAK_LENGTH = 0.85, length(20000, 60000)  # where latencies spread most
F9_SIZES = {str(n): {"traffic__ur__message_packets": n} for n in (1, 2, 4, 8, 16, 32, 64)}
F9_SIZES["Bi"] = {"traffic__ur__message_sizes": "[4, 64]",
                  "traffic__ur__message_weights_by": "data"}
F9_SIZES["Mix"] = {"traffic__ur__message_packets": 4, "traffic__ur__message_packets_max": 64}
F9_FROM = ["4", "8", "16", "32", "64", "Bi", "Mix"]  # where the paper orders the three networks
F9_LENGTH = length(30000, 20000)
F9_SEEDS = 3
F10_LOADS = [0.5, 0.7, 0.8, 0.9]
F10_SEEDS = 3  # of the runs with 1-packet messages
F12_LOADS = [0.6, 0.7, 0.8, 0.9]
F12_TTW = [94, 203, 406]  # 0.6, 1.3 and 2.6 us
F13_LOADS = [0.5, 0.7, 0.9]
F13_GRANULARITIES = [4, 8, 16, 32, 64]
F13_LENGTH = length(40000, 30000)
F13_SEEDS = 3


def at_load(mechanism, load, seed, **more):
    run_length = F8_PEAK_LENGTH if load == F8_PEAK else F8_LENGTH
    return point("srp_f8", mechanism, seed, traffic__ur__rate=load, **{**run_length, **more})


def curve(runner, points, value):
    """Rows of load, mean and half width; `points`: load -> the points of the seeds."""
    rows = []
    for load, same in points.items():
        one = interval(value(runner[p]) for p in same)
        rows.append([load, one.mean, one.half])
    return rows


def sweep(runner, seeds, mechanism, loads, **more):
    points = {load: [at_load(mechanism, load, s, **more) for s in seeds] for load in loads}
    runner.run([p for same in points.values() for p in same])
    return points


def fig8(runner, seeds, data):
    points = {m: sweep(runner, seeds, m, F8_LOADS) for m in ("baseline", "SRP")}
    data["srp_f8"] = {m: curve(runner, points[m], latency) for m in points}
    excess = {load: interval(latency(runner[a]) / latency(runner[b]) - 1
                             for a, b in zip(points["SRP"][load], points["baseline"][load]))
              for load in F8_LOADS}
    load, highest = peak(excess)
    measures = {f"f8.overhead_at_{load}": value for load, value in excess.items()}
    return {**measures, "f8.peak_overhead": highest,
            "f8.load_of_peak": interval([load] * len(seeds))}


def fig9(runner, seeds, data):
    """Accepted load at full offered load."""
    seeds = list(seeds)[:F9_SEEDS]

    def run(mechanism, size, seed):
        return point("srp_f9", mechanism, seed, **{**F9_LENGTH, **F9_SIZES[size]})
    runner.run([run(m, size, s) for size in F9_SIZES for m in MECHANISMS for s in seeds])
    at = {(m, size): [accepted(runner[run(m, size, s)]) for s in seeds]
          for m in MECHANISMS for size in F9_SIZES}
    data["srp_f9"] = {m: {size: [interval(at[m, size]).mean, interval(at[m, size]).half]
                          for size in F9_SIZES} for m in MECHANISMS}
    measures = {f"f9.accepted.{m}_{size}": interval(values) for (m, size), values in at.items()}

    def excess(above, below, size):
        return interval(a / b - 1 for a, b in zip(at[above, size], at[below, size]))
    for name, above, below in (("srp_over_baseline", "SRP", "baseline"),
                               ("ecn_over_baseline", "ECN", "baseline"),
                               ("srp_over_ecn", "SRP", "ECN")):
        for size in F9_FROM:
            measures[f"f9.{name}_{size}"] = excess(above, below, size)
        measures[f"f9.{name}_least"] = min((measures[f"f9.{name}_{size}"] for size in F9_FROM),
                                           key=lambda value: value.mean)
    for m in MECHANISMS:
        measures[f"f9.64_over_4.{m}"] = interval(a / b for a, b in zip(at[m, "64"], at[m, "4"]))
    return measures


def fig10(runner, seeds, data):
    """What SRP adds to the use of all channels, as a share of their bandwidth."""
    single = {"traffic__ur__message_packets": 1, "mechanism__n_min": 1}
    four = {m: sweep(runner, seeds, m, F8_LOADS) for m in ("baseline", "SRP")}
    few = list(seeds)[:F10_SEEDS]
    one = {"SRP": sweep(runner, few, "SRP", F10_LOADS, **single),
           "baseline": sweep(runner, few, "baseline", F10_LOADS, traffic__ur__message_packets=1)}
    data["srp_f10"] = {"baseline": curve(runner, four["baseline"], channel_use),
                       "SRP": curve(runner, four["SRP"], channel_use),
                       "baseline, 1 packet": curve(runner, one["baseline"], channel_use),
                       "SRP, 1 packet reserved": curve(runner, one["SRP"], channel_use)}
    measures = {}
    for name, points in (("extra", four), ("extra_one_packet", one)):
        extra = {load: interval(channel_use(runner[a]) - channel_use(runner[b])
                                for a, b in zip(points["SRP"][load], points["baseline"][load]))
                 for load in points["SRP"]}
        relative = {load: interval(channel_use(runner[a]) / channel_use(runner[b]) - 1
                                   for a, b in zip(points["SRP"][load], points["baseline"][load]))
                    for load in points["SRP"]}
        load, measures[f"f10.{name}"] = peak(extra)
        measures[f"f10.{name}_load_of_peak"] = interval([load] * len(seeds))
        measures[f"f10.{name}_relative"] = peak(relative)[1]
    waste = {load: interval(wasted(runner[p]) for p in same) for load, same in one["SRP"].items()}
    measures["f10.wasted_one_packet"] = peak(waste)[1]
    return measures


def fig11(runner, seeds, data):
    points = sweep(runner, seeds, "SRP", F8_LOADS)
    rates = {"injected speculatively": speculative_rate, "dropped": drop_rate}
    data["srp_f11"] = {label: curve(runner, points, value) for label, value in rates.items()}
    highest = [max(F8_LOADS, key=lambda load, i=i: speculative_rate(runner[points[load][i]]))
               for i in range(len(seeds))]
    waste = {load: interval(wasted(runner[p]) for p in same) for load, same in points.items()}
    speculative = {load: interval(speculative_rate(runner[p]) for p in same)
                   for load, same in points.items()}
    return {"f11.load_of_peak": interval(highest), "f11.wasted": peak(waste)[1],
            "f11.load_of_most_wasted": interval([peak(waste)[0]] * len(seeds)),
            "f11.peak_speculative": peak(speculative)[1]}


def halvings(runner, points, prefix):
    """Ratios of the peak drop rates of neighbouring settings; points: setting -> load -> points."""
    measures, highest = {}, {}
    for setting, loads in points.items():
        highest[setting] = [max(drop_rate(runner[same[i]]) for same in loads.values())
                            for i in range(len(next(iter(loads.values()))))]
        measures[f"{prefix}.peak_drop_rate_{setting}"] = interval(highest[setting])
    settings = list(points)
    for low, high in zip(settings, settings[1:]):
        measures[f"{prefix}.ratio_{high}_over_{low}"] = interval(
            b / a for a, b in zip(highest[low], highest[high]))
    return measures


def fig12(runner, seeds, data):
    points = {ttw: sweep(runner, seeds, "SRP", F12_LOADS, mechanism__ttw=ttw) for ttw in F12_TTW}
    data["srp_f12"] = {f"TTW {ttw} cycles": curve(runner, points[ttw], drop_rate)
                       for ttw in F12_TTW}
    return halvings(runner, points, "f12")


def fig13(runner, seeds, data):
    seeds = list(seeds)[:F13_SEEDS]
    points = {n: {load: [point("srp_f13", "SRP", s, traffic__ur__rate=load,
                               **{**F13_LENGTH, "mechanism__n_max": n}) for s in seeds]
                  for load in F13_LOADS} for n in F13_GRANULARITIES}
    runner.run([p for loads in points.values() for same in loads.values() for p in same])
    data["srp_f13"] = {f"n_max {n}": curve(runner, points[n], drop_rate)
                       for n in F13_GRANULARITIES}
    return halvings(runner, points, "f13")


PARTS = {"f8": fig8, "f9": fig9, "f10": fig10, "f11": fig11, "f12": fig12, "f13": fig13}
