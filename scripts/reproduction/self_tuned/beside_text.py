# SPDX-License-Identifier: Apache-2.0
"""The page's part on what no claim asks for, of what has been measured."""

import json

import report
from cost import records
from self_tuned import beside, points, tried, tuner

NAMES = {"no hotspot": "nothing, and no hotspot", "none": "nothing", "cbcm": "CBCM", "srp": "SRP", "ecn": "ECN",
         "self_tuned": "self-tuned", "alo": "ALO"}


def hotspot(measures):
    lines = ["## One culprit", "",
             "What does throttling of the whole network do where one node is the culprit? `sim/scenarios/torus_hotspot_16.toml`: a 4-ary 2-cube of routers as the page before had them, four nodes send all "
             "they have to one, eleven others exchange uniform traffic at 0.6, which the network carries without the hotspot (chosen by one seed of every mechanism: at 0.2 and 0.4 victims lose nothing but latency). "
             "Dimension order in 4 VCs, as ECN wants a routing function that is asked once. Defaults of every mechanism, tuned for nothing here; `--set mechanism.name=...` runs each.", "",
             "| mechanism | victims accepted, flits/cycle/node | their latency, cycles | the hotspot's node receives, flits/cycle |", "|---|---|---|---|"]
    for name, shown in NAMES.items():
        key = f"hotspot.{name.replace(' ', '_')}"
        of = [measures.get(f"{key}.{what}") for what in ("victims_accepted", "victims_latency", "root_accepted")]
        lines.append(f"| {shown} | " + " | ".join(report.number(v) if v else "-" for v in of) + " |")
    return [*lines, "", "Those that act on the culprits (CBCM, SRP) leave the victims as if there were no hotspot, SRP at a small and CBCM at some cost of the hotspot's own throughput. "
            "ECN costs nearly all of it, and leaves the victims some times the latency that they have without the hotspot. Those that act on all nodes or on the own router (self-tuned, ALO) leave the victims' latency where it is without management: the hotspot's node has all it can take, so throughput "
            "gives no signal, and one congested tree fills few buffers."]


def share(value, buffers):
    return f"{100 * value.mean / buffers:.1f} %"


def settles(measures):
    lines = ["", "Where the threshold settles, of 256 buffers, mean of the run's second half:", "",
             "| congestion | threshold | full buffers |", "|---|---|---|"]
    for name, shown in (("localised", "one node (as above)"), ("spread", "no hotspot, eleven of sixteen nodes at full load")):
        lines.append(f"| {shown} | " + " | ".join(report.number(measures[f"settles.{name}.{what}"])
                                                  for what in ("threshold", "full_buffers")) + " |")
    return [*lines, "", "The text expects a higher threshold where full buffers are spread. Here it rises only in periods that hold packets back, and returns to where the best period was: with one congested "
            "node more buffers are full than with eleven nodes at full load, so that is where it stands higher. But eleven nodes at full load are no congestion: few buffers are full, and the gate is seldom shut. "
            f"Where congestion is spread, all nodes of the larger torus at full load ([tried](#tried-for-tune-main)), the threshold is {report.number(measures['tried.tune.threshold'])} of 3,072 buffers, "
            f"{share(measures['tried.tune.threshold'], 3072)}, with {report.number(measures['tried.tune.full_buffers'])} full. With one congested node it is {share(measures['settles.localised.threshold'], 256)} of "
            "the smaller torus' buffers: the lower one, not the higher, belongs to the congestion that is spread. Different tori and routing functions: a comparison of one network is not measured."]


def bandwidth(measures):
    return ["", "## The side-band's wires as data bandwidth",
            "The text: for packets the side-band's wires would postpone saturation, no more. 25 of them beside a link of 64 (our choice, the text gives no width) bring a packet in "
            f"{beside.WIDER_FLITS} flits instead of {beside.FLITS}. "
            "Without mechanism, random traffic, avoidance: the peak in packets is "
            f"{report.number(measures['bandwidth.peak_over_narrow'])} of the narrow network's, and at full load "
            f"{report.number(measures['bandwidth.full_of_peak'])} of that peak is left, so it collapses as the narrow one does. "
            "Both networks peak at the same of the few loads that were run, so the ratio of the peaks is that of the packets' lengths; by how much saturation is postponed is not measured yet."]


def late(measures):
    def of(name):
        return report.number(measures[f"late.{name}"])
    warmup, measure = points.TIER["cycles"]["late"]
    return ["", "## Longer than the plan",
            f"Full load, random traffic, avoidance, one escape VC (ALO counts it), {warmup:,} + {measure:,} cycles. How it goes on was known from one seed before this was planned. "
            "Accepted flits/cycle/node, in the first and in the last 10,000 cycles after the warm-up:", "",
            "| mechanism | first | last | last of first |", "|---|---|---|---|",
            *(f"| {m} | {of(f'{m.lower()}_first')} | {of(f'{m.lower()}_last')} | {of(f'{m.lower()}_last_of_first')} |" for m in ("ALO", "tune"))]


TRIED = {"tune": "tune as it is", **{f"static_{t}": f"a threshold of {t} that stands still" for t in tried.THRESHOLDS},
         "now": "a period counts as throttling by its last cycle alone (`throttling = \"now\"`)", "period_288": "a tuning period of 288 cycles",
         "occupied": "buffers that hold a flit are counted (`counted = \"occupied\"`)"}


READINGS = {"as_it_is": "as it is", "one_port": "one switch pass a cycle (`speedup = 1`)",
            "in_turn": "flits of all VCs in turn (`arbitration = \"flit\"`)",
            "output_buffers": "a buffer of a flit for each VC behind the crossbar (`flit_crossing = \"output_buffer\"`)",
            "backlog": "sources with backlog (`node_queue_flits = 0`)",
            "node_vcs": "injection and delivery channels without VCs (`node_channel_vcs = 1`)",
            "all_four": "the first four together, as the page before had it"}


def readings(measures):
    """The network by each reading of the text; nothing: not measured."""
    if "readings.as_it_is.tune.recovery" not in measures:
        return ""
    warmup, measure = points.TIER["cycles"]["usual"]
    lines = [f"Each of them by itself, at full load, random traffic, {warmup:,} + {measure:,} cycles, {tried.READING_SEEDS} seeds, flits/cycle/node:", "",
             "| network | avoidance, one escape VC: base | tune | recovery: base | tune |", "|---|---|---|---|---|"]
    for name, shown in READINGS.items():
        of = [report.number(measures[f"readings.{name}.{mechanism}.{mode}"]) for mode in points.MODES for mechanism in ("base", "tune")]
        lines.append(f"| {shown} | {' | '.join(of)} |")
    return "\n".join(lines)


def what_was_tried(measures):
    warmup, measure = points.TIER["cycles"]["usual"]
    lines = ["", "## Tried for tune-main",
             f"Full load, random traffic, avoidance, one escape VC, {warmup:,} + {measure:,} cycles. A *drop* is a tuning period that delivers a quarter less than the one before; full buffers and thresholds are "
             "means at the ends of the second half's periods.", "",
             "| tried | accepted, flits/cycle/node | drops, of all periods | full buffers | threshold |", "|---|---|---|---|---|"]
    for name, shown in TRIED.items():
        of = [report.number(measures[f"tried.{name}.{what}"]) for what in ("accepted", "drops", "full_buffers", "threshold")]
        lines.append(f"| {shown} | {' | '.join(of)} |")
    return lines


def other_count(measures):
    lines = ["", "## Tried for tune-static",
             "Full load, recovery: buffers without a free slot are counted, or those that hold a flit. Accepted flits/cycle/node:", "",
             "| counted | traffic | tune | threshold 250 | threshold 50 |", "|---|---|---|---|---|"]
    for shown, name in (("full", "static.accepted_{}_{}"), ("hold a flit", "tried.occupied_{}_{}.accepted")):
        for traffic in ("random", "butterfly"):
            of = [report.number(measures[name.format(traffic, threshold)]) for threshold in ("tune", 250, 50)]
            lines.append(f"| {shown} | {traffic} | {' | '.join(of)} |")
    return lines


def steps(measures):
    lines = ["", "## Decrement against increment",
             "The text finds it marginally better when the decrement is higher than the increment. Throughput at full load (random traffic, avoidance, one escape VC) over that with a decrement of 4 % and an "
             "increment of 1 %:", "", "| decrement, increment | over 4 % and 1 % |", "|---|---|"]
    for name, (down, up) in tuner.STEPS.items():
        lines.append(f"| {100 * down:.0f} %, {100 * up:.0f} % | {report.number(measures[f'steps.{name}_over_4_and_1'])} |")
    return [*lines, "", "Here a decrement as small as the increment loses nothing when both are 1 %; an increment of 4 % does, whatever the decrement."]


def million(measures):
    lines = ["", "## A million cycles",
             "Full load, random traffic, seed 1, from an empty network; avoidance with one escape VC. Every run ends as it should: conservation, credits and delivery held, and the watchdog found packets moving "
             "all the time. Accepted flits/cycle/node:", "",
             "| mechanism | mode | mean | least of ten parts | last tenth | mean of the short runs |", "|---|---|---|---|---|---|"]
    for mechanism, shown in (("base", "none"), ("tune", "tune")):
        for mode in points.MODES:
            name = f"million.{mechanism}.{mode}"
            if f"{name}.accepted" in measures:
                of = [f"{measures[f'{name}.{what}'].mean:.4f}" for what in ("accepted", "least_tenth", "last_tenth")]
                of.append(report.number(measures[f"random.second.{mechanism}_full.{mode}"]))
                lines.append(f"| {shown} | {mode} | {' | '.join(of)} |")
    return lines


BUFFER_BITS = 4 * 3 * 8 * 64  # of a router in this network; flits of 64 bits are our choice


def cost():
    """As the status page has it."""
    found = records.by_case(json.loads(records.FILE.read_text()))
    node, test = (found[unit, "256 nodes"] for unit in ("self_tuned_node", "alo_test"))
    bits = node["storage"]["stated"]
    return ["", "## What it costs", "",
            "| of a node | state, bits | gates, cells | wires to each neighbour |", "|---|---|---|---|",
            f"| self-tuned node, 256 nodes | {bits:,} | {node['cells']:,} | 27 in each direction, 9 in three pieces |",
            f"| ALO's test | {test['storage']['stated']} | {test['cells']:,} | none |", "",
            f"From the [status page](status.md). A router's buffers in this network are 4 x 3 x 8 flits; with flits of 64 bits (our choice) the node's state is {100 * bits / BUFFER_BITS:.0f} % of their "
            f"{BUFFER_BITS:,} bits, and the side-band 42 % of the data wires, the narrow one 14 %."]


def text(measures):
    lines = hotspot(measures) if "hotspot.none.victims_accepted" in measures else []
    lines += settles(measures) if {"settles.spread.threshold", "tried.tune.threshold"} <= set(measures) else []
    lines += bandwidth(measures) if "bandwidth.full_of_peak" in measures else []
    lines += late(measures) if "late.tune_last" in measures else []
    lines += million(measures) if "million.base.avoidance.accepted" in measures else []
    lines += what_was_tried(measures) if "tried.tune.accepted" in measures else []
    lines += other_count(measures) if "tried.occupied_random_tune.accepted" in measures else []
    lines += steps(measures) if "steps.1_and_1_over_4_and_1" in measures else []
    return "\n".join([*lines, *cost()])
