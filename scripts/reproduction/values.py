# SPDX-License-Identifier: Apache-2.0
"""What a figure can show of a run, by the name that its file uses."""

import stats
from srp import points


def of_group(name):
    """A latency of a group; None if nothing arrived."""
    return lambda result, group: result["groups"][group][name]["mean"]


def speculative_share(result, group):
    """Share of the packets injected for the first time that went speculatively."""
    counts = result["groups"][group]
    first = counts["packets_injected"] - counts["packets_retransmitted"]
    return counts["packets_injected_speculative"] / first if first else None


def dropped_share(result, group):
    """Share of the speculative packets that were dropped."""
    counts = result["groups"][group]
    sent = counts["packets_injected_speculative"]
    return counts["packets_dropped"] / sent if sent else 0.0


VALUES = {
    "latency": of_group("latency"),
    "message_latency": of_group("message_latency"),
    "network_latency": of_group("network_latency"),
    "accepted": lambda result, group: stats.accepted(result, group),
    "offered": lambda result, group: result["groups"][group]["offered"],
    "speculative_share": speculative_share,
    "dropped_share": dropped_share,
    "speculative_rate": lambda result, _: points.speculative_rate(result),
    "drop_rate": lambda result, _: points.drop_rate(result),
    "channel_use": lambda result, _: points.channel_use(result),
    "wasted": lambda result, _: points.wasted(result),
    "throttled_fraction": lambda result, _: result["throttled_fraction"],
    "throttles": lambda result, _: result["mechanism"].get("throttles_sent", 0),
}
SERIES = {"latency": 2, "accepted": 1}  # columns of a kept time series
