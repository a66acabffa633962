#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Simulation speed: Verilated contention unit in ns per clock, networks in cycles/s.

Every figure is the median of several runs and is counted in processor time, so that other work on
the machine disturbs it little; but threads are compared in wall-clock time, on a machine of two
processors or more that has nothing else to do. Figures, and ratios within this run ("x"), are compared with the
limits in scripts/bench_limits.json and written to results/bench/bench.json. A flit-hop is a flit
that leaves a router. BOOKSIM=PROGRAM adds BookSim2 on the same network, in turns with its runs there.
Exit 1: a limit is missed, or BookSim2 accepts another load.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

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


class Case(NamedTuple):
    """How a network is run: engine, settings, further words of the command; {out} is a folder."""
    name: str
    engine: str = "model"
    settings: tuple = ()
    options: tuple = ()


class Network(NamedTuple):
    """A network, its scenario, and the cases that run it. Cases with the same settings must have
    the same digest."""
    name: str
    scenario: str
    settings: tuple
    cases: tuple
    routers: int = 0  # for ns per router and cycle; 0: not shown


WITHOUT, TUNED = ("mechanism.name=none",), ("mechanism.name=self_tuned",)
RTL, MODEL, NONE = Case("rtl", "rtl"), Case("model"), Case("none", settings=WITHOUT)
BOOKSIM_CASE = Case("BookSim2")
PLAIN = Case("none, plain switch", settings=WITHOUT, options=("--switch", "plain"))
NETWORKS = [
    Network("16 nodes, 4-to-1 hotspot, UR 0.4", "bench_16", (),
            (RTL, MODEL, Case("lockstep", "lockstep"),
             Case("rtl, waveform outside its window", "rtl", options=(
                 "--out", "{out}", "--wave", "router.1,nic.4", "--wave-window", "1000000000:")))),
    Network("256-node fat tree, UR 0.4, SRP", "srp_f8",
            ("mechanism.name=srp", "mechanism.ttw=203", "run.warmup=4000", "run.measure=16000"),
            (RTL, MODEL)),
    Network("256-node fat tree, UR 0.4", "large/bench_4096",
            ("network.levels=2", "run.warmup=2000", "run.measure=28000"), (RTL, MODEL, NONE), 32),
    Network("512 nodes, 40-to-1 hotspot, UR 0.4 (Fig 8b)", "large/fig8b",
            ("run.warmup=5000", "run.measure=10000"), (RTL, MODEL, NONE), 64),
    Network("576 nodes, UR 0.4", "large/bench_576", (), (RTL, MODEL, NONE, PLAIN), 64),
    Network("576 nodes, UR 0.4, packets of one flit", "large/bench_576",
            ("traffic.ur.packet_flits=1", "run.measure=4000"), (RTL, MODEL, NONE), 64),
    Network("576 nodes, UR 0.8", "large/bench_576",
            ("traffic.ur.rate=0.8", "run.measure=8000"), (RTL, MODEL, NONE), 64),
    Network("4096-node fat tree, UR 0.4", "large/bench_4096", (), (MODEL, NONE), 768),
    # Wormhole, dimension order, 4 VCs of 8 flits, packets of 16, as BookSim2 has it.
    Network("256-node torus, UR 0.2", "large/torus_uniform",
            ("network.data_vcs=4", "network.router_arbiter=per_output", "network.arbitration=flit",
             "network.flit_crossing=output_buffer", "network.speedup=1", "network.node_queue_flits=0",
             "routing.function=dimension_order", "traffic.load.rate=0.2",
             "traffic.load.spacing=random", "run.warmup=3000", "run.measure=20000"),
            (Case("rtl", "rtl", TUNED), Case("model", settings=TUNED), NONE), 256),
]
# BookSim2's side of some of them.
BOOKSIM = {"576 nodes, UR 0.4": "bench_booksim.cfg", "256-node torus, UR 0.2":
           "bench_booksim_torus.cfg"}
LOADS_DIFFER = 0.02  # of the load that both accept, at most


class Run(NamedTuple):
    """Of one run: cycles and flit-hops per second of processor time, cycles per second of
    wall-clock time, nanoseconds of processor time per cycle, peak memory in MiB, digest, and the
    load that is accepted, flits/cycle/node."""
    rate: float
    flit_hops: float
    wall: float
    ns: float
    memory: float
    digest: str
    accepted: float


def processor_time(command, good=(0,)):
    """(standard output, seconds of user time, peak memory in MiB) of a program."""
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                          text=True) as program:
        text = program.stdout.read()
        _, status, used = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode not in good:
        sys.exit(f"bench.py: exit {program.returncode}: {' '.join(str(w) for w in command)}")
    return text, used.ru_utime, used.ru_maxrss / 1024


def run_command(chokepoint, network, case, folder, *more_settings):
    command = [chokepoint, "run", ROOT / "sim/scenarios" / f"{network.scenario}.toml",
               "--engine", case.engine, "--json", "--quiet"]
    for setting in (*network.settings, *case.settings, *more_settings):
        command += ["--set", setting]
    return command + [word.format(out=folder) for word in case.options]


def accepted_load(summary):
    """Flits per cycle and node, of all groups."""
    groups = summary["groups"].values()
    return sum(g["accepted"] * g["sources"] for g in groups) / summary["nodes"]


def network_run(chokepoint, network, case):
    with tempfile.TemporaryDirectory() as folder:
        text, spent, memory = processor_time(run_command(chokepoint, network, case, folder))
    summary = json.loads(text)
    return Run(summary["cycles"] / spent, summary["flit_hops"] / spent,
               summary["cycles_per_second"], spent * 1e9 / summary["cycles"], memory,
               summary["digest"], accepted_load(summary))


def booksim_run(program, network):
    """Of BookSim2 on its side of a network: rate and accepted load, the rest is not known."""
    text, spent, memory = processor_time([program, ROOT / "scripts" / BOOKSIM[network.name]],
                                         good=(0, 255))  # it ends a simulation that held with -1
    taken = re.search(r"Time taken is (\d+) cycles", text)
    accepted = re.findall(r"Accepted flit rate average *= *([0-9.e-]+)", text)
    if not taken or not accepted:
        sys.exit(f"bench.py: {program} printed no \"Time taken is N cycles\" or no \"Accepted flit rate average\":\n"
                 f"{text[-2000:]}")
    cycles = int(taken[1])
    return Run(cycles / spent, 0, 0, spent * 1e9 / cycles, memory, "", float(accepted[-1]))


def network_figures(chokepoint, runs, wanted, booksim):
    """Runs by network and case, each the median in processor time; BookSim2's is a case too."""
    figures = {}
    for network in NETWORKS:
        if wanted not in network.name:
            continue
        if network.cases[0].engine == "rtl":  # what it needs is built now, not while time is taken
            processor_time(run_command(chokepoint, network, network.cases[0], None, "run.warmup=0",
                                       "run.measure=1"))
        cases = [*network.cases]
        if booksim and network.name in BOOKSIM:
            cases.append(BOOKSIM_CASE)
        results = {case: [] for case in cases}
        for _ in range(runs):  # interleaved, so that a disturbance meets every case
            for case, rows in results.items():
                rows.append(booksim_run(booksim, network) if case is BOOKSIM_CASE
                            else network_run(chokepoint, network, case))
        for settings in {case.settings for case in network.cases}:
            digests = {run.digest for case, rows in results.items() for run in rows
                       if case.settings == settings and case is not BOOKSIM_CASE}
            if len(digests) != 1:
                sys.exit(f"bench.py: {network.name}: runs that must be equal have the digests "
                         f"{sorted(digests)}")
        figures[network] = {case.name: sorted(rows)[len(rows) // 2]
                            for case, rows in results.items()}
    return figures


# Networks of which a run with two threads is compared with two runs side by side.
THREADED = ("576 nodes, UR 0.4", "4096-node fat tree, UR 0.4")


def wall_rates(chokepoint, network, threads, count):
    """Cycles per second of wall-clock time of `count` runs of the model at the same time; their
    digest."""
    command = [chokepoint, "run", ROOT / "sim/scenarios" / f"{network.scenario}.toml", "--engine",
               "model", "--json", "--quiet", "--threads", threads]
    for setting in network.settings:
        command += ["--set", setting]
    programs = [subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
                for _ in range(count)]
    summaries = []
    for program in programs:
        text = program.communicate()[0]
        if program.returncode != 0:
            sys.exit(f"bench.py: exit {program.returncode}: {' '.join(str(w) for w in command)}")
        summaries.append(json.loads(text))
    return sum(s["cycles_per_second"] for s in summaries), summaries[0]["digest"]


def thread_figures(chokepoint, runs, wanted):
    """By network, what two threads of one run do in the time of two runs side by side (median)."""
    figures = {}
    for network in NETWORKS:
        if network.name not in THREADED or wanted not in network.name:
            continue
        shares = []
        for _ in range(runs):  # side by side and threads in turn: a disturbance meets both
            apart, digest = wall_rates(chokepoint, network, 1, 2)
            together, same = wall_rates(chokepoint, network, 2, 1)
            if same != digest:
                sys.exit(f"bench.py: {network.name}: two threads have digest {same}, one {digest}")
            shares.append(together / apart)
        figures[network.name] = sorted(shares)[len(shares) // 2]
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default=ROOT / "build" / "chokepoint")
    parser.add_argument("--runs", type=int, default=3, help="runs per network case (median)")
    parser.add_argument("--network", default="", metavar="TEXT",
                        help="only networks whose names contain this, and no units")
    parser.add_argument("--booksim", default=os.environ.get("BOOKSIM"), metavar="PROGRAM",
                        help="a BookSim2 binary to compare with; default: $BOOKSIM")
    arguments = parser.parse_args()
    limits = json.loads(LIMITS.read_text())
    report, missed = {}, []
    print(f"{'figure':<72}{'measured':>13}  {'limit':>12}")

    def row(name, value, unit, **more):
        limit = limits.get(name)
        smaller = unit in ("ns", "MiB", "times")
        good = limit is None or (value <= limit if smaller else value >= limit)
        report[name] = {"value": value, "unit": unit, "limit": limit, **more}
        if not good:
            missed.append(name)
        shown = "" if limit is None else f"{'<=' if smaller else '>='} {limit:,}"
        digits = {"x": 2, "times": 2, "flits/cycle/node": 4}.get(unit, 0)
        print(f"{name:<72}{value:>13,.{digits}f}  {shown:>12} {unit}"
              f"{'' if good else '   MISSED'}", flush=True)

    if not arguments.network:
        for name, ns in unit_figures().items():
            row(name, ns, "ns")
    figures = network_figures(arguments.chokepoint, arguments.runs, arguments.network,
                              arguments.booksim)
    booksims = {network: dict(runs) for network, runs in figures.items()
                if BOOKSIM_CASE.name in runs}
    for network, runs in figures.items():
        runs.pop(BOOKSIM_CASE.name, None)
        for name, run in runs.items():
            row(f"{network.name}, {name}", run.rate, "cycles/s", wall=run.wall)
            row(f"{network.name}, {name}: flit-hops", run.flit_hops, "1/s")
            row(f"{network.name}, {name}: memory", run.memory, "MiB")
        if "none" not in runs:
            continue
        none = runs["none"]
        row(f"{network.name}: router and its NICs, a cycle", none.ns / network.routers, "ns")
        for name, run in runs.items():
            if not name.startswith("none"):
                row(f"{network.name}: the mechanism in it, {name}",
                    (run.ns - none.ns) / network.routers, "ns")
                row(f"{network.name}: {name} to none", run.rate / none.rate, "x")
    per_hop = {network.name: 1e9 / runs["none"].flit_hops for network, runs in figures.items()
               if "none" in runs}
    small, large = (per_hop.get(f"{nodes}-node fat tree, UR 0.4") for nodes in (256, 4096))
    if small and large:
        row("a flit-hop at 4096 nodes to one at 256", large / small, "times")
    if os.cpu_count() >= 2:
        for name, share in thread_figures(arguments.chokepoint, arguments.runs,
                                          arguments.network).items():
            row(f"{name}: --threads 2 to two runs side by side", share, "x")
    for network, runs in booksims.items():
        other = runs.pop(BOOKSIM_CASE.name)
        row(f"{network.name}, BookSim2", other.rate, "cycles/s")
        row(f"{network.name}, BookSim2: accepted", other.accepted, "flits/cycle/node")
        for name, run in runs.items():
            row(f"{network.name}: {name} to BookSim2", run.rate / other.rate, "x")
            row(f"{network.name}, {name}: accepted", run.accepted, "flits/cycle/node")
            if abs(run.accepted / other.accepted - 1) > LOADS_DIFFER:
                missed.append(f"{network.name}: {name} and BookSim2 do not accept the same load")
    unknown = set() if arguments.network else \
        {name for name in set(limits) - set(report) if "BookSim2" not in name}
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
