#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one simulation point: point.py PLAN RESULT.

PLAN is a JSON file with the program, the scenario, the engine and the settings. RESULT appears
whole or not at all: it is written under another name and renamed. A run that fails for a reason of
its own says it in errors/, where the sweep looks, and need not be tried again; one that was killed
leaves nothing and can be repeated: exit code 1.
"""

import ctypes
import csv
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
UNIFORM = {"ur", "load", "low", "burst_uniform"}  # groups of as many flows as there are pairs


def die_with_parent():
    """In the simulator: a killed worker leaves no simulator behind."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def command_of(plan, out):
    words = [plan["program"], "run", plan["scenario"], "--engine", plan["engine"], "--quiet",
             "--out", str(out)]
    for key, value in plan["settings"]:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        words += ["--set", f"{key}={text}"]
    return words


def rows(path):
    with open(path, newline="") as file:
        yield from csv.DictReader(file)


def number(text):
    return float(text) if text else None


def cell(text):
    """Of a mechanism's table: a whole number, or what it says."""
    return int(text) if text.lstrip("-").isdecimal() else text


def collect(plan, out):
    """The summary with the flows of hotspot and permutation (their fairness is a claim), and with
    the time series of a point that sets its interval: rows of cycle, accepted load, mean latency
    (None: nothing arrived) and packets delivered. `tables` becomes the rows of the mechanism's own
    tables, by file name."""
    result = json.loads((out / "summary.json").read_text())
    result["flows"] = [[row["group"], int(row["source"]), int(row["destination"]),
                        float(row["accepted_flits_per_cycle"])]
                       for row in rows(out / "flows.csv")
                       if row["group"] not in UNIFORM and row["source"] != "all"]
    result["tables"] = {name: [[cell(value) for value in row.values()] for row in rows(out / name)]
                        for name in result["tables"]}
    if any(key == "run.interval" for key, _ in plan["settings"]):
        result["series"] = {group: [] for group in result["groups"]}
        for row in rows(out / "timeseries.csv"):
            if row["group"] in result["series"]:
                result["series"][row["group"]].append(
                    [number(row[name]) for name in ("cycle", "accepted_flits_per_cycle_node",
                                                    "latency_mean_cycles", "packets_delivered")])
    return result


def main():
    plan_path, result_path = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    if result_path.exists():  # by a worker whose sweep was killed meanwhile
        return 0
    error = plan_path.parent.parent / "errors" / plan_path.stem
    plan = json.loads(plan_path.read_text())
    # Host and process in the name: what is left of a killed worker is told from one that lives.
    own = f"{plan_path.stem}.{socket.gethostname()}.{os.getpid()}"
    folder = plan_path.parent.parent / "work" / own
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        command = command_of(plan, folder / "out")
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, preexec_fn=die_with_parent)
        if done.returncode != 0:
            said = f"exit code {done.returncode}: {' '.join(command)}\n{done.stderr.strip()}\n"
            if done.returncode in (1, 2, 3, 4):  # the run's own verdict, not a signal's
                (folder / "err").write_text(said)
                (folder / "err").rename(error)
                return 0
            print(said, file=sys.stderr)
            return 1
        whole = folder / "result.json"
        with open(whole, "w") as file:
            json.dump(collect(plan, folder / "out"), file)
            file.flush()
            os.fsync(file.fileno())
        result_path.parent.mkdir(exist_ok=True)
        whole.rename(result_path)
        return 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
