# SPDX-License-Identifier: Apache-2.0
"""What of the text on RECN takes the mechanism: victims, order, freeing, where congestion is found."""

import csv
import json
import subprocess
import tempfile
from pathlib import Path

from recn import signals
from runs import SCENARIOS, Point
from stats import accepted, interval

SEEDS, MANY_SEEDS = 5, 20
TREES = Path(__file__).parent / "trees.toml"
BASIC = {"mechanism.name": "recn", "mechanism.detection_queues": "false",
         "mechanism.more_specific": "false"}
ENHANCED = {**BASIC, "mechanism.detection_queues": "true", "mechanism.more_specific": "true"}
FORMS = {"basic": BASIC, "enhanced": ENHANCED}
FIFO = {"network.input_queues": "fifo"}


def some(seeds):
    return list(seeds)[:SEEDS]


def flow_rates(runner, scenario, seed, settings):
    """A run's summary, accepted flits per cycle by (group, source), and the tables of the mechanism."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(runner.program), "run", str(scenario), "--engine", "model", "--quiet",
                   "--out", folder]
        for key, value in {**settings, "run.seed": seed}.items():
            command += ["--set", f"{key}={value}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        tables = {path.stem: list(csv.DictReader(path.open()))
                  for path in Path(folder).glob("*.csv")}
        summary = json.loads((Path(folder) / "summary.json").read_text())
    runner.ran(summary["mechanism_name"])
    rates = {(row["group"], int(row["source"])): float(row["accepted_flits_per_cycle"])
             for row in tables["flows"]}
    return summary, rates, tables


def hot_off(settings):
    return {**settings, "traffic.hot.rate": 0, "traffic.hot2.rate": 0}


def victim(runner, seeds, measures, data):
    """min_16: victims of the hotspot's own nodes, as the comparison without RECN has them, and of
    other nodes of the same switches, which share channels between routers with it and none of a node."""
    beside = {"traffic.victims.sources": [2, 6, 10], "traffic.victims.mapping": [3, 2, 1]}
    runs = {"recn": (BASIC, beside), "fifo_beside": ({"mechanism.name": "none"}, beside),
            "recn_same_nodes": (BASIC, {}), "recn_nics_refuse": ({**BASIC, "mechanism.nic_saqs": "false"}, {})}
    points = {(name, hot): [Point.at("min_16", s, {**form, **FIFO, **who, "traffic.hot.rate": hot})
                            for s in some(seeds)]
              for name, (form, who) in runs.items() for hot in (0.0, 1.0)}
    runner.run([p for same in points.values() for p in same])
    for name in runs:
        measures[f"victim.{name}"] = interval(
            accepted(runner[a], "victims") / accepted(runner[b], "victims")
            for a, b in zip(points[name, 1.0], points[name, 0.0]))


def parent_of(saq, channels):
    """Where the SAQ one step downstream is, and its path; None: this one is at the root. `channels`: of
    an output, the router and input that it leads to."""
    router, path = int(saq["router"]), saq["path"]
    if saq["side"] == "ingress":
        turn, _, rest = path.partition(".")
        return (router, "egress", int(turn), rest) if rest else None
    return (channels[router, int(saq["port"])][0], "ingress",
            channels[router, int(saq["port"])][1], path)


def butterfly_channels(arity, stages):
    """As docs/reference/scenario.md has the k-ary n-fly."""
    width = arity ** (stages - 1)
    channels = {}
    for router in range((stages - 1) * width):
        stage, index = divmod(router, width)
        power = arity ** (stages - 2 - stage)
        own = index // power % arity
        for port in range(arity):
            channels[router, port] = ((stage + 1) * width + index + (port - own) * power, own)
    return channels


def freed_in_order(lives, channels):
    """Of the SAQs whose parent was there as they were made: how many were freed before it, of all."""
    by_place = {}
    for life in lives:
        place = (int(life["router"]), life["side"], int(life["port"]), life["path"])
        by_place.setdefault(place, []).append((int(life["made"]), int(life["freed"])))
    right = pairs = 0
    for life in lives:
        parent = parent_of(life, channels)
        made, freed = int(life["made"]), int(life["freed"])
        for begin, end in by_place.get(parent, []) if parent else []:
            if begin <= made <= end:
                pairs += 1
                right += freed <= end
    return right, pairs


def order_and_freeing(runner, seeds, measures, _data):
    """The two ready scenarios, in which a hotspot ends, in both forms, all traffic stopped some 2,000
    cycles before the end (a run that drains ends with the last packet, before its SAQs are freed): what
    is out of order, in a SAQ that is not on its way, left, freed before its child; and packets
    beside the tree in any SAQ with basic RECN, which those are for whose channel is congested itself."""
    disorder, astray, left, order, pairs_seen = [], [], [], [], []
    victims, delivered = [], []
    for seed in some(seeds):
        counts = dict.fromkeys(("out_of_order", "packets_astray", "saqs_at_end"), 0)
        right = pairs = 0
        for name, shape, ends in (
                ("recn_16", (4, 2), {"traffic.victims.stop": 18000, "run.measure": 20000}),
                ("recn_64", (8, 2), {"traffic.ur.stop": 6000, "run.measure": 11000})):
            for form in FORMS.values():
                summary, rates, tables = flow_rates(runner, SCENARIOS / f"{name}.toml", seed,
                                                    {**form, **ends})
                if name == "recn_16" and form is BASIC:
                    victims.append(summary["mechanism"]["saq_packets.victims"])
                    delivered.append(sum(rate for (group, _), rate in rates.items()
                                         if group == "victims"))
                for key in counts:
                    counts[key] += summary["mechanism"][key]
                these = freed_in_order(tables["recn_saqs"], butterfly_channels(*shape))
                right, pairs = right + these[0], pairs + these[1]
        disorder.append(counts["out_of_order"])
        astray.append(counts["packets_astray"])
        left.append(counts["saqs_at_end"])
        order.append(right / pairs)
        pairs_seen.append(pairs)
    measures["order.out_of_order"] = interval(disorder)
    measures["same_output.in_saq"] = interval(astray)
    measures["same_output.victims_in_saq"] = interval(victims)
    measures["same_output.victims_accepted"] = interval(delivered)
    measures["free.left"] = interval(left)
    measures["free.order"] = interval(order)
    measures["free.pairs"] = interval(pairs_seen)


def two_trees(runner, seeds, measures, _data, prefix="two_trees"):
    """16 nodes: trees of nodes 0 and 1 through the same channels, and flows through these to 2 and 3."""
    shape = {"network.stages": 2, "traffic.beside.sources": [2, 6, 10, 14],
             "traffic.beside.mapping": [3, 2, 3, 2], "traffic.beside.rate": 0.4,
             "traffic.hot.sources": [1, 5, 9, 13], "traffic.hot.rate": 0.5,
             "traffic.hot2.sources": [0, 4, 8, 12], "traffic.hot2.destinations": [1],
             "traffic.hot2.rate": 0.5}
    for name, form in (("least", BASIC), ("least_enhanced", ENHANCED),
                       ("least_one_queue", {"mechanism.name": "none"})):
        found = []
        for seed in seeds:
            _, alone, _ = flow_rates(runner, TREES, seed, hot_off({**shape, **form}))
            _, with_trees, _ = flow_rates(runner, TREES, seed, {**shape, **form})
            found.append(min(with_trees[of] / alone[of] for of in alone if of[0] == "beside"))
        measures[f"{prefix}.{name}"] = interval(found)


def ingress(runner, seeds, measures, sources, speedup, prefix):
    """16 nodes, flows at full rate by so many inputs of the root's router, ports of 1,024 flits: the
    first SAQ of the tree; whether the root's router has one at all (basic), one that a detection of
    its own made (enhanced); and whether the first one is upstream (basic), and made when the root's
    inputs were full. The table has SAQs that were freed: at the end none is left."""
    memory = 1024
    shape = {"network.stages": 2, "network.vc_buffer_flits": memory, "network.speedup": speedup,
             "network.output_buffer_flits": memory, "traffic.beside.sources": [2],
             "traffic.beside.mapping": [3], "traffic.beside.rate": 0,
             "traffic.hot.sources": sources, "traffic.hot.rate": 1.0, "traffic.hot2.rate": 0,
             "traffic.hot.stop": 6000, "run.warmup": 0, "run.measure": 30000}
    root = 4  # the router that delivers to node 0
    at_root, delays, full, first = {"basic": [], "enhanced": []}, [], [], {"basic": [], "enhanced": []}
    for seed in some(seeds):
        found = {}
        for name, form in FORMS.items():
            settings = {**shape, **form, "run.seed": seed}
            summary, _, tables = flow_rates(runner, TREES, seed, settings)
            if summary["mechanism"]["saqs_at_end"] != 0:
                raise RuntimeError(f"recn-ingress, seed {seed}: SAQs are left, so the table lacks them")
            lives = tables["recn_saqs"]
            earliest = min(lives, key=lambda life: int(life["made"]))
            found[name] = int(earliest["made"])
            first[name].append(found[name])
            there = [life for life in lives if int(life["router"]) == root]
            at_root[name].append(float(any(name == "basic" or life["made_by"] == "detection" for life in there)))
            if name == "basic":
                filled = signals.first_at_least(runner, TREES, f"router.{root}", r"input_\d+\.vc_0\.occupancy",
                                                memory - 7, settings)  # no room for a packet of 8
                full.append(float(len(filled) == len(sources) and max(filled) < found[name] and
                                  int(earliest["router"]) != root))
        delays.append(found["enhanced"] / found["basic"])
    for name in FORMS:
        measures[f"{prefix}.{name}_at_root"] = interval(at_root[name])
    measures[f"{prefix}.basic_after_full"] = interval(full)
    measures[f"{prefix}.delay"] = interval(delays)
    for name in FORMS:
        measures[f"{prefix}.first_{name}"] = interval(first[name])


def both_ingress(runner, seeds, measures, _data):
    """Three flows at speed-up 2 (Fig 3c); declared when that was known, two at speed-up 1 (Fig 3a)."""
    ingress(runner, seeds, measures, [1, 5, 9], 2, "ingress")
    ingress(runner, seeds, measures, [1, 5], 1, "ingress_3a")


def specific(runner, seeds, measures, _data, prefix="specific"):
    """64 nodes, three stages: A is a channel to the last stage, which two flows to its nodes 2 and 3 and
    two to node 0 fill; from cycle 4,000 on three more nodes send to node 0, B, by other channels. Of
    the flows through A and not B, what they get of what they get with A alone."""
    later = {"traffic.hot2.start": 4000}
    for name, form in FORMS.items():
        found = []
        for seed in seeds:
            _, only_a, _ = flow_rates(runner, TREES, seed, {**form, "traffic.hot2.rate": 0})
            _, both, _ = flow_rates(runner, TREES, seed, {**form, **later})
            found.append(sum(both["beside", s] for s in (1, 17)) /
                         sum(only_a["beside", s] for s in (1, 17)))
        measures[f"{prefix}.{name}"] = interval(found)


def move(runner, seeds, measures, _data):
    """64 nodes: three flows to node 0 through one channel, the root; from 6,000 to 12,000 three more
    nodes send to node 0 by other channels, so that it is the root; flows beside them share channels of
    the first stage. Least of the intervals of 2,000 cycles, of no hotspot."""
    shape = {"traffic.beside.sources": [1, 17, 33], "traffic.beside.mapping": [4, 8, 12],
             "traffic.beside.rate": 0.4, "traffic.hot.sources": [2, 18, 34],
             "traffic.hot.rate": 0.5, "traffic.hot2.rate": 0.5, "traffic.hot2.start": 6000,
             "traffic.hot2.stop": 12000, "run.warmup": 2000, "run.measure": 18000}
    for name, form in (("least", ENHANCED), ("least_basic", BASIC)):
        found = []
        for seed in some(seeds):
            rows = []
            for settings in (shape, hot_off(shape)):
                _, _, tables = flow_rates(runner, TREES, seed, {**settings, **form})
                rows.append([float(row["accepted_flits_per_cycle_node"])
                             for row in tables["timeseries"]
                             if row["group"] == "beside" and int(row["cycle"]) >= 2000])
            found.append(min(a / b for a, b in zip(*rows)))
        measures[f"move.{name}"] = interval(found)


def cam(runner, _seeds, measures, _data):
    """What `chokepoint area` says that the paths take, of one line: pool and mask."""
    said = subprocess.run([str(runner.program), "area", "--mechanism", "recn", "--radix", "8",
                           "--json"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    area = json.loads(said)
    bits = area["router"]["path_cam"]["sample_bits"] / area["parameters"]["saqs"] / 2
    measures["cam.pool_bits"] = interval([bits] * SEEDS)


def min64(runner, seeds, measures, shapes, loads, window):
    """As the networks without RECN, in both forms."""
    queues = {"voqnet": {"network.input_queues": "destination"},
              "recn": {**BASIC, **FIFO}, "recn_enhanced": {**ENHANCED, **FIFO}}
    points = {(shape, name, load): [
        Point.at(scenario, s, {**own, **keys, **window, "traffic.ur.rate": load}) for s in some(seeds)]
              for shape, (scenario, own) in shapes.items() for name, keys in queues.items() for load in loads}
    runner.run([p for same in points.values() for p in same])
    for (shape, name, load), same in points.items():
        flits = [accepted(runner[p]) for p in same]
        if name == "voqnet":
            continue
        ideal = [accepted(runner[p]) for p in points[shape, "voqnet", load]]
        measures[f"min64.{name}.{shape}.{load}"] = interval(flits)
        measures[f"min64.{name}_over_voqnet.{shape}.{load}"] = interval(
            a / b for a, b in zip(flits, ideal))


def more_seeds(runner, measures, data):
    """Two claims whose means lie within their bounds and whose intervals over five seeds do not: with four times as many. Declared
    when the first results were known."""
    seeds = range(1, MANY_SEEDS + 1)
    two_trees(runner, seeds, measures, data, "two_trees_20")
    specific(runner, seeds, measures, data, "specific_20")


PARTS = {"recn-victim": victim, "recn-order": order_and_freeing, "recn-two-trees": two_trees,
         "recn-ingress": both_ingress, "recn-specific": specific, "recn-move": move, "recn-cam": cam}
