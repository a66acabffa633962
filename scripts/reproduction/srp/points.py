# SPDX-License-Identifier: Apache-2.0
"""The SRP paper's networks as points, and what is taken from a run."""

from runs import Point

# Table 1 in cycles of 6.4 ns. The paper's table of reservations is unlimited (queue pairs); 64 entries
# are the largest that the hardware is built with.
MECHANISMS = {
    "baseline": {"mechanism__name": "none"},
    "SRP": {"mechanism__name": "srp", "mechanism__ttw": 203, "mechanism__n_max": 16,
            "mechanism__n_min": 4, "mechanism__epsilon": 0.05,
            "mechanism__reservation_entries": 64},
    "ECN": {"mechanism__name": "ecn", "mechanism__increment": 125, "mechanism__decrement": 8,
            "mechanism__timer": 313, "mechanism__maximum": 4095, "mechanism__threshold": 0.9,
            "mechanism__delay_entries": 64},
}
MICROSECOND = 156.25  # cycles of 6.4 ns


def point(scenario, mechanism, seed, **more):
    return Point.of(scenario, seed, **{**MECHANISMS[mechanism], **more})


def length(warmup, measure):
    return {"run__warmup": warmup, "run__measure": measure}


def hot_flows(result, groups=("hot",)):
    """Accepted flits per cycle by sender."""
    return {row[1]: row[3] for row in result["flows"] if row[0] in groups}


def speculative_rate(result):
    """Flits injected speculatively per cycle and node, over the whole run."""
    injected = result["classes"]["speculative"]["flits_injected"]
    return injected / result["cycles"] / result["nodes"]


def drop_rate(result):
    """Flits of dropped packets per cycle and node, over the whole run."""
    return result["classes"]["speculative"]["flits_dropped"] / result["cycles"] / result["nodes"]


def channels(result):
    """(between routers, to and from nodes) in this network."""
    data = result["classes"]["data"]
    between = data["channel_flits"] / data["channel_utilisation"] / result["measured_cycles"]
    return between, 2 * result["nodes"]


def channel_use(result):
    """Share of the bandwidth of all channels, those to and from nodes as well, that carries flits.

    Injection is known for the whole run only; a NACK enters inside the network."""
    classes = result["classes"].values()
    made_inside = result["classes"]["speculative"]["packets_dropped"]
    injected = (sum(c["flits_injected"] for c in classes) - made_inside) / result["cycles"]
    rest = sum(c["channel_flits"] + c["ejection_flits"] for c in classes)
    return (injected + rest / result["measured_cycles"]) / sum(channels(result))


def wasted(result):
    """Share of the bandwidth of all channels that carried flits of dropped packets, whole run."""
    speculative = result["classes"]["speculative"]
    crossed = speculative["wasted_flit_hops"] + speculative["flits_dropped"]
    return crossed / result["cycles"] / sum(channels(result))
