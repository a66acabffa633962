# SPDX-License-Identifier: Apache-2.0
"""The page's part on what no claim asks for, of what has been measured."""

import report
from self_tuned import beside, points

NAMES = {"no hotspot": "nothing, and no hotspot", "none": "nothing", "cbcm": "CBCM", "srp": "SRP", "ecn": "ECN",
         "self_tuned": "self-tuned", "alo": "ALO"}


def hotspot(measures):
    lines = ["## One culprit", "",
             "What does throttling of the whole network do where one node is the culprit? `sim/scenarios/torus_hotspot_16.toml`: a 4-ary 2-cube of the same routers, four nodes send all "
             "they have to one, eleven others exchange uniform traffic at 0.6, which the network carries without the hotspot (chosen by one seed of every mechanism: at 0.2 and 0.4 victims lose nothing but latency). "
             "Dimension order in 4 VCs, as ECN wants a routing function that is asked once. Defaults of every mechanism, tuned for nothing here; `--set mechanism.name=...` runs each.", "",
             "| mechanism | victims accepted, flits/cycle/node | their latency, cycles | the hotspot's node receives, flits/cycle |", "|---|---|---|---|"]
    for name, shown in NAMES.items():
        key = f"hotspot.{name.replace(' ', '_')}"
        of = [measures.get(f"{key}.{what}") for what in ("victims_accepted", "victims_latency", "root_accepted")]
        lines.append(f"| {shown} | " + " | ".join(report.number(v) if v else "-" for v in of) + " |")
    return [*lines, "", "Those that act on the culprits (CBCM, SRP) leave the victims as if there were no hotspot, SRP at a small and CBCM at some cost of the hotspot's own throughput. "
            "ECN does so at nearly all of it. Those that act on all nodes or on the own router (self-tuned, ALO) leave the victims' latency where it is without management: the hotspot's node has all it can take, so throughput "
            "gives no signal, and one congested tree fills few buffers."]


def settles(measures):
    lines = ["", "Where the threshold settles, of 256 buffers, mean of the run's second half:", "",
             "| congestion | threshold | full buffers |", "|---|---|---|"]
    for name, shown in (("localised", "one node (as above)"), ("spread", "everywhere (no hotspot, all at full load)")):
        lines.append(f"| {shown} | " + " | ".join(report.number(measures[f"settles.{name}.{what}"])
                                                  for what in ("threshold", "full_buffers")) + " |")
    return [*lines, "", "The text expects a higher threshold where full buffers are spread. Here it rises only in periods that hold packets back, and returns to where the best period was: with one congested "
            "node more buffers are full than with all nodes at full load, so that is where it stands higher. Neither tells the two cases apart by much."]


def bandwidth(measures):
    return ["", "## The side-band's wires as data bandwidth",
            "The text: for packets the side-band's wires would postpone saturation, no more. 25 of them beside a link of 64 (our choice, the text gives no width) bring a packet in "
            f"{beside.WIDER_FLITS} flits instead of {beside.FLITS}. "
            "Without mechanism, random traffic, avoidance: the peak in packets is "
            f"{report.number(measures['bandwidth.peak_over_narrow'])} of the narrow network's, and at full load "
            f"{report.number(measures['bandwidth.full_of_peak'])} of that peak is left: postponed, as the paper says, and no more."]


def late(measures):
    def of(name):
        return report.number(measures[f"late.{name}"])
    warmup, measure = points.TIER["cycles"]["late"]
    return ["", "## Longer than the plan",
            f"Full load, random traffic, avoidance, one escape VC (ALO counts it), {warmup:,} + {measure:,} cycles. How it goes on was known from one seed before this was planned. "
            "Accepted flits/cycle/node, in the first and in the last 10,000 cycles after the warm-up:", "",
            "| mechanism | first | last | last of first |", "|---|---|---|---|",
            *(f"| {m} | {of(f'{m.lower()}_first')} | {of(f'{m.lower()}_last')} | {of(f'{m.lower()}_last_of_first')} |" for m in ("ALO", "tune"))]


COST = ["", "## What it costs", "",
        "| of a node | state, bits | gates, cells | wires to each neighbour |", "|---|---|---|---|",
        "| self-tuned node, 256 nodes | 257 | 5,216 | 27 in each direction, 9 in three pieces |",
        "| ALO's test | 0 | 62 | none |", "",
        "From the [status page](status.md). A router's buffers in this network are 4 x 3 x 8 flits; with flits of 64 bits (our choice) the node's state is 4 % of their 6,144 bits, and the side-band 42 % "
        "of the data wires, the narrow one 14 %."]


def text(measures):
    lines = hotspot(measures) if "hotspot.none.victims_accepted" in measures else []
    lines += settles(measures) if "settles.spread.threshold" in measures else []
    lines += bandwidth(measures) if "bandwidth.full_of_peak" in measures else []
    lines += late(measures) if "late.tune_last" in measures else []
    return "\n".join([*lines, *COST])
