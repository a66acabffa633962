#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Simulation speed: Verilated contention unit in ns per clock, networks in cycles/s.

Every figure is the median of several runs and is counted in processor time, so that other work on
the machine disturbs it little; the wall-clock figure of the best run stands beside it. Figures are
compared with the limits in scripts/bench_limits.json and written to results/bench/bench.json.
Exit 1: a limit is missed.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = ROOT / "scripts" / "bench_limits.json"


def unit_figures():
    """ns per clock of the Verilated contention-degree unit, by parameter set and busy inputs."""
    text = subprocess.run([ROOT / "scripts" / "bench_contention.sh"], check=True, cwd=ROOT,
                          env={**os.environ, "VERILATOR_ARGS": "--assert"},
                          stdout=subprocess.PIPE, text=True).stdout
    figures = {}
    for radix, vcs, loads in re.findall(r"radix +(\d+) vcs +(\d+) ns/clock:(.*)", text):
        for busy, ns in re.findall(r"(\d+) busy ([0-9.]+)", loads):
            name = f"contention_degree_unit radix {radix}, {vcs} VCs, {busy} busy inputs"
            figures[name] = float(ns)
    if not figures:
        sys.exit("bench.py: scripts/bench_contention.sh printed no figure:\n" + text)
    return figures


# Name, scenario, settings, cases (name, engine, waveform): one digest per network.
NETWORKS = [
    ("16 nodes, 4-to-1 hotspot, UR 0.4", "bench_16", [],
     [("rtl", "rtl", False), ("model", "model", False), ("lockstep", "lockstep", False),
      ("rtl, waveform outside its window", "rtl", True)]),
    ("256-node fat tree, UR 0.4, SRP", "srp_f8",
     ["mechanism.name=srp", "mechanism.ttw=203", "run.warmup=4000", "run.measure=16000"],
     [("rtl", "rtl", False), ("model", "model", False)]),
]


def network_run(chokepoint, scenario, settings, engine, wave):
    """(cycles per second of processor time, of wall-clock time, digest) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        command = [chokepoint, "run", ROOT / "sim/scenarios" / f"{scenario}.toml",
                   "--engine", engine, "--json", "--quiet"]
        for setting in settings:
            command += ["--set", setting]
        if wave:
            command += ["--out", folder, "--wave", "router.1,nic.4", "--wave-window", "1000000000:"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    summary = json.loads(run.stdout)
    return summary["cycles"] / spent, summary["cycles_per_second"], summary["digest"]


def network_figures(chokepoint, runs):
    figures = {}
    for network, scenario, settings, cases in NETWORKS:
        results = {name: [] for name, _, _ in cases}
        for _ in range(runs):  # interleaved, so that a disturbance meets every case
            for name, engine, wave in cases:
                results[name].append(network_run(chokepoint, scenario, settings, engine, wave))
        digests = {digest for rows in results.values() for _, _, digest in rows}
        if len(digests) != 1:
            sys.exit(f"bench.py: {network}: the engines disagree: digests {sorted(digests)}")
        for name, rows in results.items():
            figures[f"{network}, {name}"] = (statistics.median(row[0] for row in rows),
                                             max(row[1] for row in rows))
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default=ROOT / "build" / "chokepoint")
    parser.add_argument("--runs", type=int, default=5, help="runs per network case (median)")
    arguments = parser.parse_args()
    limits = json.loads(LIMITS.read_text())
    report, missed = {}, []
    print(f"{'figure':<66}{'measured':>12}  {'limit':>12}")

    def row(name, value, unit, wall=None):
        limit = limits.get(name)
        better = None if limit is None else value <= limit if unit == "ns" else value >= limit
        report[name] = {"value": value, "unit": unit, "limit": limit, "wall": wall}
        if better is False:
            missed.append(name)
        shown = "" if limit is None else f"{'<=' if unit == 'ns' else '>='} {limit:,}"
        missed = "   MISSED" if better is False else ""
        print(f"{name:<66}{value:>12,.0f}  {shown:>12} {unit}{missed}")

    for name, ns in unit_figures().items():
        row(name, ns, "ns")
    for name, (rate, wall) in network_figures(arguments.chokepoint, arguments.runs).items():
        row(name, rate, "cycles/s", wall)
    unknown = set(limits) - set(report)
    if unknown:
        sys.exit(f"bench.py: {LIMITS.name} names figures that were not measured: {sorted(unknown)}")
    folder = ROOT / "results" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.json").write_text(json.dumps(report, indent=2) + "\n")
    print(f"written to {folder / 'bench.json'}")
    if missed:
        sys.exit("bench.py: missed: " + "; ".join(missed))


if __name__ == "__main__":
    main()
