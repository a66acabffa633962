#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The demo: congestion spreading on 16 nodes, and hardware stopping it.

Runs the CBCM paper's Figs 1(a)-(c) and 2 and one hotspot under ECN, SRP and CBCM with the Verilated
RTL in the network, prints what happened as tables, and writes plots and a waveform to results/demo.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import demo_mechanisms
import plot_demo
from chokepoint_runs import Job, RunFailed, run_jobs

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = "sim/scenarios"
ROUTING = {"minimal": "MIN", "ugal": "UGAL"}
# Figure 2's curves: label, mechanism, routing.
CURVES = [("MIN", "none", "minimal"), ("UGAL", "none", "ugal"),
          ("Ideal(MIN)", "ideal", "minimal"), ("Ideal(UGAL)", "ideal", "ugal"),
          ("CBCM(MIN)", "cbcm", "minimal"), ("CBCM(UGAL)", "cbcm", "ugal")]
# Input buffers, as the paper draws Fig 2 and as most routers have them, with the loads to run.
QUEUES = {"fifo": ("one FIFO per virtual channel", [0.05, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
          "voq": ("a queue per output (VOQ)", [0.05, 0.3, 0.6, 0.9])}
HIGH = 0.9
FIG1 = ["fig1a", "fig1b", "fig1c"]
FIG2_LOAD = 0.4  # of Fig 2's rows in the table
# Parts of the table: title, group that is not the hotspot's, hotspot's group, runs (but the label).
CASES = [
    ("Fig 1(a): nodes 0-3 each to a node of its own on router 1 (permutation, no hotspot)",
     "permutation", None, ("fig1a",)),
    ("Fig 1(b): nodes 0, 8, 12 to node 4; the others uniform random (UR) at 0.4",
     "ur", "hot", ("fig1b",)),
    ("Fig 1(c): nodes 0-3 to node 4; the others UR at 0.4", "ur", "hot", ("fig1c",)),
    (f"Fig 2: nodes 0, 5, 8, 12 to node 4; the others UR at {FIG2_LOAD}; one-flit packets, one "
     "FIFO per VC", "ur", "hot", ("fig2", FIG2_LOAD)),
]
HOTSPOT_START = 10000  # of the run over time
WAVE_WINDOW = (9900, 14000)


def settings(mechanism, routing, **more):
    result = {"mechanism.name": mechanism, "routing.function": routing}
    result.update({key.replace("__", "."): value for key, value in more.items()})
    return result


def make_jobs(out):
    """All runs by name: (figure, label), (queues, label, load), ("time", label), "wave"."""
    jobs = {}
    for label, mechanism, routing in CURVES:
        for queues, (_, loads) in QUEUES.items():
            for load in loads:
                jobs[queues, label, load] = Job(
                    f"{SCENARIOS}/fig2.toml",
                    out / "runs" / f"fig2_{queues}_{mechanism}_{routing}_{load:.2f}",
                    settings=settings(mechanism, routing, network__input_queues=queues,
                                      traffic__ur__rate=load, run__warmup=60000,
                                      run__measure=30000))
        if mechanism != "ideal":
            jobs["time", label] = Job(
                f"{SCENARIOS}/fig2.toml", out / "runs" / f"time_{mechanism}_{routing}",
                settings=settings(mechanism, routing, network__input_queues="voq",
                                  traffic__hot__start=HOTSPOT_START, run__warmup=0,
                                  run__measure=40000, run__interval=500))
    for figure in FIG1:
        for label, mechanism, routing in CURVES:
            jobs[figure, label] = Job(f"{SCENARIOS}/{figure}.toml",
                                      out / "runs" / f"{figure}_{mechanism}_{routing}",
                                      settings=settings(mechanism, routing, run__measure=60000))
    jobs["wave"] = Job(
        f"{SCENARIOS}/fig1c.toml", out / "wave",
        settings=settings("cbcm", "ugal", traffic__hot__start=HOTSPOT_START, run__warmup=0,
                          run__measure=WAVE_WINDOW[1] + 1000),
        options=["--wave", "router.1,nic.0,nic.4",
                 "--wave-window", f"{WAVE_WINDOW[0]}:{WAVE_WINDOW[1]}"])
    return {**jobs, **demo_mechanisms.make_jobs(out)}


def number(value, digits=0):
    return "-" if value is None else f"{value:.{digits}f}"


def table(jobs):
    lines = []
    for title, group_name, hot_name, (figure, *load) in CASES:
        lines += ["", title]
        who = "UR" if hot_name else "perm."
        lines.append(f"  {'':12} {who + ' latency':>15} {'accepted':>14} {'hotspot':>13}"
                     f" {'packets':>8} {'throttles':>9}")
        lines.append(f"  {'':12} {'mean':>7} {'p99':>7} {'flits/cyc/node':>14} {'flits/cyc':>13}"
                     f" {'marked':>8} {'sent':>9}")
        for label, _, _ in CURVES:
            job = jobs["fifo", label, load[0]] if load else jobs[figure, label]
            summary = job.summary()
            groups, group = summary["groups"], summary["groups"][group_name]
            hot = groups.get(hot_name)
            marked = sum(g["packets_marked"] for g in groups.values())
            throttles = summary["mechanism"].get("throttles_sent")
            lines.append(
                f"  {label:12} {number(group['latency']['mean']):>7} "
                f"{number(group['latency']['p99']):>7} {group['accepted']:>14.2f} "
                f"{number(hot and hot['accepted'] * hot['sources'], 2):>13} {marked:>8}"
                f" {'-' if throttles is None else throttles:>9}")
    lines += ["", "Latency: cycles from a packet's creation to its tail's arrival; - : none "
              "created in the\nmeasured interval arrived in it. Hotspot: what node 4 receives, at "
              "most 1."]
    return "\n".join(lines[1:])


def latency(job, group="ur"):
    return job.summary()["groups"][group]["latency"]["mean"]


def explanation(jobs):
    """What to see, in numbers of this very run."""
    two = {label: latency(jobs["fifo", label, FIG2_LOAD]) for label, _, _ in CURVES}
    high = {label: jobs["fifo", label, HIGH].summary()["groups"]["ur"]["accepted"]
            for label, _, _ in CURVES}
    c = {label: latency(jobs["fig1c", label]) for label, _, _ in CURVES}
    a = {label: jobs["fig1a", label].summary()["groups"]["permutation"]
         for label in ("MIN", "UGAL", "CBCM(UGAL)")}
    return (
        "What to see: where only channels are overloaded (Fig 1a) adaptive routing helps, "
        f"{a['UGAL']['accepted']:.2f} flits/cycle/node instead of {a['MIN']['accepted']:.2f}, and "
        f"CBCM leaves it alone ({a['CBCM(UGAL)']['accepted']:.2f}). Where node 4 itself is "
        "overloaded, detours only carry the hotspot's packets into buffers that other traffic "
        "needs: in Fig 1(c) traffic that has nothing to do with the hotspot takes "
        f"{c['UGAL']:.0f} cycles under UGAL, {c['MIN']:.0f} under MIN and "
        f"{c['Ideal(UGAL)']:.0f} with every traffic in virtual channels of its own; "
        f"in Fig 2 {two['UGAL']:.0f}, {two['MIN']:.0f} and {two['Ideal(UGAL)']:.0f}. CBCM's "
        "routers mark the packets, node 4 finds that all of them are marked and tells the "
        "senders to slow down and to route minimally: "
        f"{c['CBCM(UGAL)']:.0f} cycles in Fig 1(c), {two['CBCM(UGAL)']:.0f} in Fig 2. The hotspot "
        f"also costs the others throughput: at a load of {HIGH} they get {high['MIN']:.2f} under "
        f"MIN, {high['UGAL']:.2f} under UGAL, {high['CBCM(UGAL)']:.2f} with CBCM and UGAL.")


def storage(program):
    def router(*options):
        return json.loads(subprocess.run([program, "area", "--radix", "64", *options, "--json"],
                                         check=True, stdout=subprocess.PIPE,
                                         stdin=subprocess.DEVNULL, text=True).stdout)["router"]
    unit = router("--sample-interval", "1", "--num-samples", "100", "--bound-sample-interval",
                  "10")["contention_degree_unit"]
    stored, whole = unit["sample_bits"] + unit["state_bits"], router()["cbcm_router"]
    return (
        "Storage of the contention-degree unit of the paper in a radix-64 router: "
        f"{unit['sample_bits']:,} bits of samples = {unit['sample_bits'] / 8 / 1024:.1f} KB (the "
        f"paper: {unit['paper_bits']:,} bits, about 5.6 KB); with sums, bounds and pointers "
        f"{stored:,} bits; with pipeline registers and the random source {unit['total_bits']:,}. "
        "The default form, which samples each output once in eight cycles: "
        f"{whole['sample_bits']:,} bits of samples, {whole['total_bits']:,} in the whole router.")


def wrap(text, width=100):
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join(lines + [line])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default="build/chokepoint")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", default="results/demo")
    arguments = parser.parse_args()
    out = Path(arguments.out)
    program = Path(arguments.chokepoint).resolve()
    if not program.exists():
        parser.error(f"{program} is missing; `make build` makes it")
    start = time.monotonic()
    for old in ("runs", "wave"):
        shutil.rmtree(out / old, ignore_errors=True)
    jobs = make_jobs(out.resolve())
    for job in jobs.values():
        job.scenario = str(ROOT / job.scenario)
    print(f"demo: {len(jobs)} runs of a 16-node flattened butterfly, the mechanisms as Verilated "
          f"RTL, {arguments.jobs} at a time", flush=True)
    try:
        run_jobs(program, list(jobs.values()), arguments.jobs)
    except RunFailed as failure:
        print(f"demo: a run failed: {failure}", file=sys.stderr)
        return 1
    plot_demo.latency_load(
        {title: {label: [(load, jobs[queues, label, load].summary()["groups"]["ur"])
                         for load in loads] for label, _, _ in CURVES}
         for queues, (title, loads) in QUEUES.items()}, out / "latency_load")
    plot_demo.latency_time(
        {label: jobs["time", label].timeseries("ur") for label, mechanism, _ in CURVES
         if mechanism != "ideal"}, HOTSPOT_START, out / "latency_time")
    found = demo_mechanisms.results(jobs, program)
    plot_demo.mechanisms(found, out / "mechanisms")
    text = (f"{table(jobs)}\n\n{wrap(explanation(jobs))}\n\n{wrap(storage(program))}\n\n"
            f"{demo_mechanisms.table(found)}\n\n{wrap(demo_mechanisms.explanation(found))}\n")
    (out / "table.txt").write_text(text)
    print(f"\n{text}")
    print(f"Plots: {out}/latency_load.png, latency_time.png and mechanisms.png (and .svg)\n"
          "Waveform of router 1, node 0 (a sender) and node 4 (the hotspot) as the hotspot starts: "
          "make wave\n"
          f"Runs: {out}/runs/*/summary.json; demo took {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
