# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/developer/new-routing.md and new-topology.md: listed with their keys, run in
three engines to one digest each, and free of cycles of channel dependences."""

import json
import re

from tree_copy import SCENARIO, options, report, run

FOLDERS = ("example_routing", "example_topology")
# Name of a run: the settings it has beside the mechanism of the example.
RUNS = {
    "xy_yx": ("network.dimensions=[2,2]", "routing.function=xy_yx"),
    "xy_yx with its key": ("network.dimensions=[2,2]", "routing.function=xy_yx",
                           "routing.yx_percent=100"),
    "two_boards": ("network.topology=two_boards",),
    "two_boards with another cable": ("network.topology=two_boards", "network.cable_latency=40"),
    "two_boards with ugal": ("network.topology=two_boards", "routing.function=ugal"),
}


def try_list(program, folder):
    listed = json.loads(run([program, "list", "--json"], folder, 60).stdout)
    for kind, name, key in (("routing_functions", "xy_yx", "yx_percent"),
                            ("topologies", "two_boards", "cable_latency")):
        keys = [k["name"] for k in listed[kind].get(name, {}).get("keys", [])]
        report(f"list names {name} with its keys", key in keys, str(listed[kind]))
    functions = listed["topologies"]["two_boards"]["routing_functions"]
    report("list names the functions of the topology",
           {"minimal", "ugal", "valiant"} <= set(functions), str(functions))


def try_runs(program, folder):
    found = {}
    for name, settings in RUNS.items():
        digests = {}
        for engine in ("model", "rtl", "lockstep"):
            out = folder / "runs" / name.replace(" ", "_") / engine
            ran = run([program, "run", SCENARIO, "--engine", engine, "--quiet", "--out", out,
                       *options(("mechanism.name=pacing", "run.measure=2000", *settings))],
                      folder, 300)
            if report(f"{name} runs in engine {engine}", ran.returncode == 0, ran.stdout):
                digests[engine] = json.loads((out / "summary.json").read_text())["digest"]
        report(f"{name}: the three digests are equal",
               len(digests) == 3 and len(set(digests.values())) == 1, str(digests))
        found[name] = digests.get("model")
    report("every key changes what happens", len(set(found.values())) == len(found), str(found))


def try_mistakes(program, folder):
    for what, setting, text in (
            ("a key of another function", "routing.yx_percent=10", "it is for xy_yx"),
            ("a key of another topology", "network.cable_latency=10", "it is for two_boards")):
        ran = run([program, "run", SCENARIO, "--engine", "model", "--out", folder / "bad",
                   *options(("mechanism.name=pacing", setting))], folder, 60)
        report(f"{what} is an error", ran.returncode == 2 and text in ran.stdout, ran.stdout)


def try_dependences(programs, folder):
    ran = run([programs / "tb_routing_examples", "--gtest_filter=Deadlock.*"], folder, 300)
    report("no cycle of channel dependences",
           ran.returncode == 0 and re.search(r"PASSED  \] [1-9]", ran.stdout) is not None, ran.stdout)


def try_all(programs, folder):
    program = programs / "chokepoint_examples"
    try_list(program, folder)
    try_runs(program, folder)
    try_mistakes(program, folder)
    try_dependences(programs, folder)
