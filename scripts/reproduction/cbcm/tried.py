# SPDX-License-Identifier: Apache-2.0
"""What was tried to find out why a row of the CBCM paper differs: the runs behind sentences of because.toml. Fig 5(b)'s are three
seeds, those of the large networks the first one alone."""

from cbcm.large import F13_INTERVAL, F13_SENDERS, at_load, few
from runs import Point
from stats import accepted, interval, latency, single
from values import dropped_share, speculative_share

F5B = {"ttw_1000": {"mechanism__ttw": 1000}, "ttw_500": {"mechanism__ttw": 500}, "valiant": {"routing__function": "valiant"}}
F8C_CYCLES = {"run__warmup": 15000, "run__measure": 30000}
F8C = {"as_it_is": {}, "fifo": {"network__input_queues": "fifo"}, "credits": {"routing__ugal_metric": "credits"},
       "hops": {"network__vc_classes": "hops"}, "ttw_500": {"mechanism__ttw": 500}, "minimal": {"routing__function": "minimal"},
       "speedup_1": {"network__speedup": 1}}
F8C_CBCM = ["as_it_is", "fifo", "credits", "hops", "speedup_1"]  # the settings that CBCM has as well
F9B_AFTER = {300000: {}, 600000: {"run__warmup": 600000}}  # cycles; the first is the scenario's own
# Fig 13 with a VC of its own; 16 senders, so that tokens at 16/17 of the rate are those of D_t + 1.
F13 = {"as_it_is": {}, "token_reset": {"mechanism__token_reset": "always"}, "no_refreshes": {"mechanism__refresh_rounds": 0},
       "no_leases": {"mechanism__lease_epochs": 0},
       "neither": {"mechanism__refresh_rounds": 0, "mechanism__lease_epochs": 0},
       "not_drained": {"mechanism__drain_first": False}, "half_epoch": {"mechanism__epoch_flits": 64},
       "ugal": {"routing__function": "ugal"}, "degree_plus_one": {"mechanism__rate_scale": 16 / 17}}


def fig5b(runner, seeds, data):
    points = {label: [Point.of("fig5b", s, **{"mechanism__name": "srp", "traffic__ur1__rate": 0.6, **settings}) for s in few(seeds)]
              for label, settings in F5B.items()}
    runner.run([point for each in points.values() for point in each])
    return {f"tried.f5b.dropped.{label}": interval(dropped_share(runner[point], "ur1") for point in each) for label, each in points.items()}


def fig8c(runner, seeds, data):
    def point(mechanism, label):
        return Point.of("large/fig8c", next(iter(seeds)), mechanism__name=mechanism, **F8C_CYCLES, **F8C[label])
    wanted = [("srp", label) for label in F8C] + [("cbcm", label) for label in F8C_CBCM]
    runner.run([point(*one) for one in wanted])
    measures = {}
    for label in F8C:
        srp = runner[point("srp", label)]
        measures[f"tried.f8c.latency.{label}"] = single(latency(srp, "ur1"))
        measures[f"tried.f8c.of_as_it_is.{label}"] = single(latency(srp, "ur1") / latency(runner[point("srp", "as_it_is")], "ur1") - 1)
        measures[f"tried.f8c.speculative.{label}"] = single(speculative_share(srp, "ur1"))
        measures[f"tried.f8c.dropped.{label}"] = single(dropped_share(srp, "ur1"))
        if label in F8C_CBCM:
            measures[f"tried.f8c.latency_ratio.{label}"] = single(latency(srp, "ur1") / latency(runner[point("cbcm", label)], "ur1"))
    return measures


def fig9b(runner, seeds, data):
    """What CBCM(UGAL) accepts of a tornado at 0.4 beside the hotspot, so long after the start."""
    points = {cycles: at_load("fig9b", "tornado", "cbcm", "ugal", 0.4, next(iter(seeds)), **more) for cycles, more in F9B_AFTER.items()}
    runner.run(points.values())
    return {f"tried.f9b.accepted_after_{cycles}": single(accepted(runner[point], "tornado")) for cycles, point in points.items()}


def fig13(runner, seeds, data):
    """What the hotspot accepts in the steady state with a VC of its own."""
    points = {label: Point.of("large/fig13", next(iter(seeds)), mechanism__hotspot_vc=True, run__interval=F13_INTERVAL, **settings)
              for label, settings in F13.items()}
    runner.run(points.values())
    return {f"tried.f13.hotspot.{label}": single(F13_SENDERS * accepted(runner[point], "hot")) for label, point in points.items()}


PARTS = {"tried_f5b": fig5b, "large_tried_f8c": fig8c, "large_tried_f9b": fig9b, "large_tried_f13": fig13}
