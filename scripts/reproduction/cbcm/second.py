# SPDX-License-Identifier: Apache-2.0
"""Experiments beside the CBCM paper's claims: another criterion of saturation (Fig 2), the other order of starts (Figs 8(b), 9(b)),
the transient's own window (Fig 13). Declared after the first results were known; a claim's `second` definition rests on them."""

from cbcm.large import (CBCM_AND_IDEAL, F8B_LOADS, F9B_LOADS, ROUTINGS, against_ideal, at_load, few, saturations,
                        zero_latency)
from runs import Point
from stats import LATENCY_FACTOR, accepted, interval, latency, saturation

FIG2_LOADS = [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
FIG2_LIMITS = [1500, 2000, 4000]  # cycles; the second definition's is 2,000
F2_ROOM = {"as_it_is": {}, "downstream": {"network__vc_allocation": "downstream"},
           "short": {"network__vc_buffer_flits": 16, "network__output_buffer_flits": 16},
           "voq": {"network__input_queues": "voq"},
           "voq_downstream": {"network__input_queues": "voq", "network__vc_allocation": "downstream"}}
# The senders alone first, until what they sent before they were throttled has left; then the background, then the measurement.
SETTLED = {"fig8b": ("ur", {"traffic__ur__start": 120000, "run__warmup": 200000}),
           "fig9b": ("tornado", {"traffic__tornado__start": 200000, "run__warmup": 300000})}
# Loads at which the other order is looked at before its search: above (Fig 8(b)) or at (Fig 9(b)) 0.9 of what the first search
# found Ideal's saturation to be.
F8B_SPOTS = {"MIN": 0.8, "UGAL": 0.8}
F9B_SPOTS = {"MIN": 0.118, "UGAL": 0.377}
# Where those searches begin: part of the figure's loads, from below what each routing carries from a common start.
F8B_SETTLED_LOADS = F8B_LOADS[3:]
F9B_SETTLED_LOADS = {"MIN": F9B_LOADS[:4], "UGAL": F9B_LOADS[2:]}
F13_START, F13_INTERVAL = 50000, 100
F13_WINDOWS = {"first_250_bins": 250, "first_500_bins": 500}
F13_SETTINGS = {"as_is": {}, "flit": {"network__arbitration": "flit"},
                "token_cap_32": {"mechanism__token_cap": 32}, "token_cap_64": {"mechanism__token_cap": 64},
                "flit_token_cap_64": {"network__arbitration": "flit", "mechanism__token_cap": 64},
                # 16 senders: tokens every D_t + 1 cycles instead of every D_t.
                "degree_plus_one": {"mechanism__rate_scale": 16 / 17}}


def fig2_by_latency(runner, seeds, data):
    """UGAL's loss of saturation when that is the load at which the latency passes a limit."""
    def late(case, result):
        mean = latency(result)
        return mean is None or mean > case[2]
    cases = {(routing, seed, limit): (lambda load, r=routing, s=seed: Point.of(
                 "fig2", s, mechanism__name="none", routing__function=r, traffic__ur__rate=load))
             for routing in ("minimal", "ugal") for seed in seeds for limit in FIG2_LIMITS}
    found = saturation(runner, cases, late, FIG2_LOADS)
    measures = {}
    for limit in FIG2_LIMITS:
        loads = {r: [found[r, s, limit] or 1.0 for s in seeds] for r in ("minimal", "ugal")}
        measures[f"f2.loss_at_{limit}_cycles"] = interval(
            1 - u / m for m, u in zip(loads["minimal"], loads["ugal"]))
        for r, label in (("minimal", "MIN"), ("ugal", "UGAL")):
            measures[f"f2.load_at_{limit}_cycles.{label}"] = interval(loads[r])
    return measures


def fig2_room(runner, seeds, data):
    """Mean latency of the uniform packets beside the hotspot at 0.1, minimal routing, by the room in which its packets stand."""
    points = {label: [Point.of("fig2", s, mechanism__name="none", routing__function="minimal", traffic__ur__rate=0.1, run__warmup=20000,
                               run__measure=20000, **settings) for s in seeds] for label, settings in F2_ROOM.items()}
    runner.run([point for each in points.values() for point in each])
    return {f"f2_room.{label}": interval(latency(runner[point]) for point in each) for label, each in points.items()}


def settled_at_load(figure, group, mechanism, routing, load, seed):
    """As at_load, with the background once the senders are throttled; nothing of the start lasts under Ideal."""
    more = {} if mechanism == "ideal" else SETTLED[figure][1]
    return at_load(figure, group, mechanism, routing, load, seed, **more)


def settled(runner, seeds, figure, loads, prefix):
    """Saturation of CBCM and Ideal with the senders throttled before the background begins."""
    seeds = few(seeds)
    found = saturations(runner, seeds, figure, SETTLED[figure][0], CBCM_AND_IDEAL, loads, settled_at_load)
    return against_ideal(found, seeds, prefix)


def fig8b_settled(runner, seeds, data):
    return settled(runner, seeds, "fig8b", F8B_SETTLED_LOADS, "f8b_settled")


def fig9b_settled(runner, seeds, data):
    return settled(runner, seeds, "fig9b", F9B_SETTLED_LOADS, "f9b_settled")


def spots(runner, seeds, figure, loads, prefix, mechanisms):
    """CBCM at one load, perhaps Ideal beside it: much less than a search, and enough to say that a saturation is above it."""
    seeds = few(seeds)
    group = SETTLED[figure][0]
    measures = {f"{prefix}.limit": interval([LATENCY_FACTOR * zero_latency(runner, figure, group, seeds)] * 2)}
    points = {(m, r): [settled_at_load(figure, group, m, ROUTINGS[r], load, s) for s in seeds]
              for m in mechanisms for r, load in loads.items()}
    runner.run([point for each in points.values() for point in each])
    for (m, r), each in points.items():
        results = [runner[point]["groups"][group] for point in each]
        measures[f"{prefix}.latency.{m}({r})"] = interval(one["latency"]["mean"] for one in results)
        measures[f"{prefix}.accepted_share.{m}({r})"] = interval(one["accepted"] / one["offered"] for one in results)
    return measures


def fig8b_spot(runner, seeds, data):
    return spots(runner, seeds, "fig8b", F8B_SPOTS, "f8b_spot", ("ideal", "cbcm"))


def fig9b_spot(runner, seeds, data):
    return spots(runner, seeds, "fig9b", F9B_SPOTS, "f9b_spot", ("cbcm",))


def fig13_early(runner, seeds, data):
    """What the hotspot accepts in the bins after its start that the paper's plot shows, by setting; the VC of its own."""
    seeds = few(seeds)

    def point(setting, seed, dedicated=True):
        more = {} if dedicated else {"mechanism__rate_scale": 0.99}
        return Point.of("large/fig13", seed, mechanism__hotspot_vc=dedicated, run__warmup=F13_START,
                        run__measure=F13_WINDOWS["first_500_bins"] * F13_INTERVAL,
                        run__interval=F13_INTERVAL, **{**more, **F13_SETTINGS[setting]})
    names = [(setting, True) for setting in F13_SETTINGS] + [("as_is", False)]
    runner.run([point(setting, s, own) for setting, own in names for s in seeds])
    measures = {}
    first = F13_START // F13_INTERVAL
    for setting, own in names:
        label = setting if own else "shared"
        for window, bins in F13_WINDOWS.items():
            measures[f"f13_early.{window}.{label}"] = interval(
                16 * sum(row[1] for row in runner[point(setting, s, own)]["series"]["hot"][first:first + bins]) / bins
                for s in seeds)
        measures[f"f13_early.accepted.{label}"] = interval(
            16 * accepted(runner[point(setting, s, own)], "hot") for s in seeds)
    return measures


PARTS = {"fig2_by_latency": fig2_by_latency, "fig2_room": fig2_room, "large_f13_early": fig13_early,
         "large_f8b_spot": fig8b_spot, "large_f9b_spot": fig9b_spot,
         "large_f8b_settled": fig8b_settled, "large_f9b_settled": fig9b_settled}
# The other order of starts, shortened: the background comes once the first epoch has throttled senders.
HARDWARE_POINTS = [
    Point.of("large/fig8b", 1, routing__function="ugal", traffic__ur__start=2500, run__warmup=2600, run__measure=1400),
    Point.of("large/fig9b", 1, routing__function="ugal", traffic__tornado__start=2500, run__warmup=2600, run__measure=1400)]
