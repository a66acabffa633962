# SPDX-License-Identifier: Apache-2.0
"""What of the text on RECN can be measured: without the mechanism head-of-line blocking, the side on which
congestion begins, and the networks without RECN that it is to be compared with; with it mechanism.py."""

import re
from pathlib import Path

from recn import beside, mechanism, signals, tree
from runs import SCENARIOS, Point
from stats import accepted, interval

PORTS = [16, 32, 64]
# What the switch's queues are called on the page, and by the key network.input_queues.
QUEUES = {"one queue": "fifo", "VOQsw": "voq", "VOQnet": "destination"}
SIDES = [(2, 1, "ingress"), (2, 2, "egress"), (3, 2, "ingress")]  # flows, speed-up, where the text says
MEMORY = 1024  # flits of an input, and behind the crossbar
# Congested is what would make RECN send a notification, by the thresholds of this project's design.
INGRESS, EGRESS = MEMORY // 8, MEMORY // 2
# Switches of min_eight.toml as Fig 2(b) calls them.
TREE = {"sw1": 0, "sw2": 1, "sw3": 16, "sw4": 17, "root": 32}
LEAVES = {"sw1", "sw2"}
# Scenario, and what is set: unidirectional networks of 3 and 2 stages, and a fat tree of 3 levels.
SHAPES = {"4x3": ("min_64", {"network.arity": 4, "network.stages": 3}),
          "8x2": ("min_64", {"network.arity": 8, "network.stages": 2}),
          "tree": (str(Path(__file__).parent / "fat_tree_64.toml"), {})}
LOADS = [0.5, 1.0]
BEGIN = 2000  # of the hotspot, which lasts to 22,000
WINDOW = {"run.warmup": 12000, "run.measure": 10000}


def hol(runner, seeds, data):
    """Uniform traffic at full load through one switch: flits per cycle and port."""
    points = {(q, n): [Point.of("min_switch", s, network__arity=n, network__input_queues=q)
                       for s in seeds] for q in ("fifo", "voq") for n in PORTS}
    runner.run([p for same in points.values() for p in same])
    found = {of: interval(accepted(runner[p]) for p in same) for of, same in points.items()}
    data["recn_hol"] = {name: [[n, found[q, n].mean, found[q, n].half] for n in PORTS]
                        for name, q in (("one FIFO", "fifo"), ("a queue per output", "voq"))}
    return {f"hol.{q}.{n}": value for (q, n), value in found.items()}


def held(runner, scenario, routers, settings):
    """Flits held over time in a run: (cycle, router, side, flits of the input or behind the crossbar)."""
    watched = [f"router.{router}" for router in routers]
    for cycle, name, value in signals.of_run(runner, SCENARIOS / f"{scenario}.toml", watched, settings):
        place = re.search(r"router_(\d+)\.(?:input_\d+\.vc_0\.occupancy|output_0\.buffer_flits)$", name)
        if place:
            yield cycle, int(place[1]), "egress" if "output" in name else "ingress", value


def congested(where, flits):
    return flits >= (INGRESS if where == "ingress" else EGRESS)


def first_side(runner, flows, speedup, seed):
    """Which threshold is passed first, and the most flits that each side has held until then."""
    settings = {"traffic.flows.sources": list(range(1, flows + 1)), "network.speedup": speedup,
                "run.seed": seed}
    most = {"ingress": 0, "egress": 0}
    for _, _, where, flits in held(runner, "min_flows", [0], settings):
        most[where] = max(most[where], flits)
        if congested(where, flits):
            return where, most
    return "neither", most


def side(runner, seeds, data):
    """Flows at full rate to one output of a switch: where queues reach their threshold first."""
    measures = {}
    for flows, speedup, expected in SIDES:
        sides = [first_side(runner, flows, speedup, s) for s in seeds]
        name = f"{flows}_flows_{speedup}"
        measures[f"side.right.{name}"] = interval(float(found == expected) for found, _ in sides)
        for where in ("ingress", "egress"):
            measures[f"side.{where}_flits.{name}"] = interval(most[where] for _, most in sides)
    return measures


def eight(runner, seeds, data):
    """A tree of eight flows: the side on which each switch is congested first, and when each side is. The text gives no
    order among those behind the leaves."""
    right, begins = [], {}
    for seed in seeds:
        first = {}
        for cycle, router, where, flits in held(runner, "min_eight", TREE.values(), {"run.seed": seed}):
            if congested(where, flits):
                first.setdefault((router, where), cycle)
        never = float("inf")
        when = {(name, where): first.get((router, where), never) for name, router in TREE.items() for where in ("ingress", "egress")}
        places = all(when[name, "ingress"] < when[name, "egress"] if name in LEAVES else when[name, "egress"] < when[name, "ingress"]
                     for name in TREE)
        order = max(when[name, "ingress"] for name in LEAVES) < min(when[name, "egress"] for name in TREE.keys() - LEAVES)
        right.append(float(places and order))
        for (name, where), cycle in when.items():
            if cycle != never:
                begins.setdefault(f"eight.{where}.{name}", []).append(cycle)
    return {"eight.same": interval(right), **{name: interval(cycles) for name, cycles in begins.items()}}


def victim(runner, seeds, data):
    """Flows beside a hotspot, by its channels but not by its output: what they get of what they get
    without it."""
    points = {(name, hot): [Point.of("min_16", s, network__input_queues=q, traffic__hot__rate=hot)
                            for s in seeds]
              for name, q in QUEUES.items() for hot in (0.0, 1.0)}
    runner.run([p for same in points.values() for p in same])
    measures = {}
    for name, q in QUEUES.items():
        pairs = zip(points[name, 1.0], points[name, 0.0])
        measures[f"victim.{q}"] = interval(
            accepted(runner[a], "victims") / accepted(runner[b], "victims") for a, b in pairs)
    data["recn_victim"] = {name: measures[f"victim.{q}"].mean for name, q in QUEUES.items()}
    return measures


def min64(runner, seeds, data):
    """48 nodes uniform, 16 to one node: what the 48 get while the hotspot stands."""
    points = {(shape, name, load): [Point.at(scenario, s, {**keys, **WINDOW, "network.input_queues": q,
                                                           "traffic.ur.rate": load}) for s in seeds]
              for shape, (scenario, keys) in SHAPES.items() for name, q in QUEUES.items() for load in LOADS}
    runner.run([p for same in points.values() for p in same])
    flits = {of: [accepted(runner[p]) for p in same] for of, same in points.items()}
    measures = {}
    for shape in SHAPES:
        for load in LOADS:
            for name in QUEUES:
                own, ideal = flits[shape, name, load], flits[shape, "VOQnet", load]
                label = name.replace(" ", "_").lower()
                measures[f"min64.{label}.{shape}.{load}"] = interval(own)
                if name != "VOQnet":
                    measures[f"min64.{label}_over_voqnet.{shape}.{load}"] = interval(
                        a / b for a, b in zip(own, ideal))
        data[f"recn_min64_{shape}"] = {
            name: [[load, interval(flits[shape, name, load]).mean,
                    interval(flits[shape, name, load]).half] for load in LOADS] for name in QUEUES}
    return measures


def recn(runner, seeds, data):
    """What needs the mechanism."""
    measures = {}
    for part in mechanism.PARTS.values():
        part(runner, mechanism.some(seeds), measures, data)
    return measures


def recn_seeds(runner, seeds, data):
    """Two of them with more seeds."""
    measures = {}
    mechanism.more_seeds(runner, measures, data)
    return measures


def recn64(runner, seeds, data):
    """64 nodes with the mechanism."""
    measures = {}
    mechanism.min64(runner, seeds, measures, SHAPES, LOADS, WINDOW)
    return measures


def recn_tree(runner, seeds, data):
    """Trees that form, move, merge and are freed: pictures, no claim."""
    measures = {}
    tree.tree(runner, seeds, data)
    tree.merge(runner, seeds, measures, data)
    return measures


def recn_beside(runner, seeds, _data):
    """The other mechanisms under the same hotspot: a table, no claim."""
    measures = {}
    beside.beside(runner, seeds, measures)
    return measures


PARTS = {"hol": hol, "side": side, "eight": eight, "victim": victim, "min64": min64, "recn": recn,
         "recn_seeds": recn_seeds, "recn64": recn64, "recn_tree": recn_tree,
         "recn_beside": recn_beside}
LARGE = ["recn64"]
QUICK = ["side", "eight"]
HARDWARE_POINTS = []  # engines are compared in tb/mechanisms/recn_test.cpp
