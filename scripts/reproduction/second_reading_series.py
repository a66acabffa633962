# SPDX-License-Identifier: Apache-2.0
"""Time series of the second reading: bins of either simulator, and what follows the start of a hotspot in them.

A bin is (first cycle, accepted flits, sum of latencies, packets) of the uniform traffic. The other simulator files a packet's
latency under the time when its head enters the network, this one under the time of its arrival.
"""

import csv
import re

from srp.hotspot import F7_SETTLED
from srp.points import MICROSECOND

BEFORE = 50000  # the other simulator's first bin is that many cycles before the start


def booksim(stats, how):
    """`transient_stat`: per bin of the first class sum of latencies, packets, mean, accepted flits; the second class follows."""
    rows = re.findall(r"^transient_stat\((\d+),:\)= \[(\S+) (\S+) \S+ (\S+)", stats, re.MULTILINE)
    bins = [((int(i) - 1) * how["bin"] - BEFORE + how["start"], float(flits), float(latency), float(packets))
            for i, latency, packets, flits in rows]
    return [one for one in bins if 0 <= one[0] < how["end"]]


def ours(path, how):
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["group"] == "ur"]
    bins = []
    for row in rows:
        packets = float(row["packets_delivered"])
        flits = float(row["accepted_flits_per_cycle_node"]) * how["bin"] * how.get("sources", 1)
        bins.append((int(row["cycle"]), flits, packets * float(row["latency_mean_cycles"] or 0), packets))
    return [one for one in bins if one[0] < how["end"]]


def joined(runs):
    """The same bins of several seeds as one series."""
    return [(same[0][0], *(sum(one[i] for one in same) for i in (1, 2, 3))) for same in zip(*runs)]


def until(rows, wrong, how):
    """Microseconds from the start to the end of the last bin in which something is wrong."""
    late = [begin for begin, value in rows if begin >= how["start"] and wrong(value)]
    return (late[-1] + how["bin"] - how["start"]) / MICROSECOND if late else 0.0


def quantities(bins, how):
    """Of the second half of the time before the start, and of all that comes after."""
    before = [one for one in bins if how["start"] // 2 <= one[0] < how["start"]]
    level = sum(one[1] for one in before) / len(before)
    usual = sum(one[2] for one in before) / sum(one[3] for one in before)
    accepted = [(one[0], one[1] / level) for one in bins]
    latency = [(one[0], one[2] / one[3] / usual) for one in bins if one[3]]
    return {"latency_before": usual, "latency_peak": max(value for begin, value in latency if begin >= how["start"]),
            "latency_back_us": until(latency, lambda value: value > F7_SETTLED, how),
            "accepted_least": min(value for begin, value in accepted if begin >= how["start"]),
            "accepted_back_us": until(accepted, lambda value: value < how["low"], how)}
