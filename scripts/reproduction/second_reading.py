#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second reading: our small networks beside the same in the papers' authors' public simulator.

usage: second_reading.py --chokepoint PROGRAM [--booksim BRANCH=PROGRAM]... [--only EXPERIMENT]...

Runs what second_reading/experiments.toml asks for and writes second_reading/measured.json. Of a branch whose program is
not given, the kept numbers stay; the tests need none. Occupancy by place wants a program that can write `stored_flits_out` and
`outstanding_credits_out`. Nothing of that simulator is in this repository.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import tomllib
except ImportError:
    import tomli as tomllib

FOLDER = Path(__file__).with_name("second_reading")
MEASURED = FOLDER / "measured.json"
PACKET_FLITS = 32
PRINTED = {  # by either branch, at the end of a run
    "network_latency": r"(?:Network latency average|Overall average network latency) = ([\d.]+)",
    "accepted": r"(?:Accepted flit rate average|Overall average accepted rate) = ([\d.]+)",
    "hops": r"(?:Hops average|Average hops) = ([\d.]+)",
    "fragmentation": r"(?:Fragmentation average|Overall average fragmentation) = ([\d.]+)",
    "speculative_fragmentation": r"Average spec fragmentation = ([\d.]+)",
}
SECONDS = 300


def experiments():
    return tomllib.loads((FOLDER / "experiments.toml").read_text())["experiment"]


def behind_crossbars(folder):
    """Flits between the inputs at the end of a run: credits that are out and no flit stored beyond them. Of node 0's router the
    first output is the node's, whose far end stores nothing."""
    def last(name):
        return [int(x) for x in (folder / name).read_text().splitlines()[-1].split(",")]
    out, stored = last("outstanding.csv"), last("stored.csv")
    nodes = 8                               # their injection credits and nothing come first
    routers = [nodes, nodes + 5]            # five inputs and outputs each
    ejected = sum(out[r:r + 4][0] for r in routers)
    between = sum(out[r + 4] for r in routers) - sum(stored[r + 4] for r in routers)
    return ejected + between


def run_booksim(program, network, settings, quantity):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if (net := FOLDER / f"{network}.net").exists():
            (folder / net.name).write_text(net.read_text())
        if quantity == "behind_crossbars":
            settings = {**settings, "stored_flits_out": "stored.csv",
                        "outstanding_credits_out": "outstanding.csv"}
        said = subprocess.run([program, str(FOLDER / f"{network}.cfg"),
                               *(f"{k}={v}" for k, v in settings.items())], cwd=folder, text=True,
                              capture_output=True, timeout=SECONDS)
        found = {key: float(all_of[-1]) for key, pattern in PRINTED.items()
                 if (all_of := re.findall(pattern, said.stdout))}
        if "accepted" not in found:
            sys.exit(f"{program}: no result: {(said.stdout + said.stderr)[-400:]}")
        if quantity == "behind_crossbars":
            found[quantity] = behind_crossbars(folder)
    found["hops"] -= 1                      # it counts routers
    return found


def run_ours(program, network, settings, experiment):
    with tempfile.TemporaryDirectory() as name:
        words = [f"--set={k}={v}" for k, v in settings.items()]
        said = subprocess.run([program, "run", str(FOLDER / f"{network}.toml"), "--engine", "model",
                               "--quiet", "--json", "--out", name, *words], text=True,
                              capture_output=True, timeout=SECONDS)
        if said.returncode:
            sys.exit(f"{program}: {said.stderr.strip()}")
    result = json.loads(said.stdout)
    group, data = result["groups"]["all"], result["classes"]["data"]
    inside = PACKET_FLITS * (group["packets_injected"] - group["packets_delivered"])
    return {"accepted": group["accepted"], "network_latency": group["network_latency"]["mean"],
            "hops": data["channel_flits"] / data["ejection_flits"],
            "behind_crossbars": inside - experiment.get("input_flits", 0)}


def quantity(experiment, what, side, run, settings):
    """The experiment's number of one run; `run`: settings -> everything found."""
    found = run(settings)
    if what == "extra_hops":
        return found["hops"] - run({**settings, **experiment["minimal"][side]})["hops"]
    if what == "flits_inside":
        return experiment["nodes"][side] * found["accepted"] * found["network_latency"]
    return found[what]


def measure(experiment, chokepoint, programs, kept):
    """Point -> reading -> number."""
    def booksim(settings):
        return run_booksim(programs[experiment["branch"]], experiment["network"], settings,
                           experiment["quantity"])

    def ours(settings):
        settings = {k: v for k, v in settings.items()
                    if not (settings.get("routing.function") == "minimal" and ".ugal_" in k)}
        return run_ours(chokepoint, experiment["network"], settings, experiment)
    table = {}
    for name, point in experiment["points"].items():
        table[name] = row = {}
        for side, run, there in (("booksim", booksim, experiment["branch"] in programs),
                                 ("ours", ours, True)):
            for reading, more in experiment["readings"][side].items():
                settings = {**experiment.get(side, {}), **point[side], **more}
                label = f"{side}: {reading}"
                if there:
                    what = point.get("quantity", experiment["quantity"])
                    row[label] = round(quantity(experiment, what, side, run, settings), 4)
                elif label in kept.get(name, {}):
                    row[label] = kept[name][label]
        print(experiment["id"], name, row, flush=True)
    return table


def tables():
    """Markdown of what is kept, a table for each experiment."""
    kept, lines = json.loads(MEASURED.read_text()), []
    for experiment in experiments():
        rows = kept[experiment["id"]]
        labels = list(next(iter(rows.values())))
        lines += ["", f"{experiment['title']}:", "", "| | " + " | ".join(
            label.replace("booksim", "simulator") for label in labels) + " |", "|---|" + "---|" * len(labels)]
        lines += [f"| {point} | " + " | ".join(f"{row[label]:,g}" for label in labels) + " |"
                  for point, row in rows.items()]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", required=True)
    parser.add_argument("--booksim", action="append", default=[], metavar="BRANCH=PROGRAM")
    parser.add_argument("--only", action="append", default=[])
    arguments = parser.parse_args()
    programs = dict(one.split("=", 1) for one in arguments.booksim)
    kept = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    for experiment in experiments():
        if not arguments.only or experiment["id"] in arguments.only:
            kept[experiment["id"]] = measure(experiment, arguments.chokepoint, programs,
                                             kept.get(experiment["id"], {}))
            MEASURED.write_text(json.dumps(kept, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
