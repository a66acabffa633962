# SPDX-License-Identifier: Apache-2.0
"""The demo's comparison: the same hotspot under no management, ECN, SRP and CBCM."""

import csv
import json
import subprocess

from chokepoint_runs import Job

MECHANISMS = {"none": "none", "ECN": "ecn", "SRP": "srp", "CBCM": "cbcm"}
SCENARIO = "sim/scenarios/quickstart.toml"
LOADS = [0.1, 0.4, 0.6, 0.8]
SHOWN = 0.4           # the load of the transient, the fairness and the table
HOTSPOT_START = 10000
STORAGE_POINT = ["--radix", "64", "--nodes", "512"]


def make_jobs(out):
    """Runs by name: ("steady", label, load) and ("start", label)."""
    jobs = {}
    for label, mechanism in MECHANISMS.items():
        common = {"mechanism.name": mechanism, "routing.function": "ugal"}
        for load in LOADS:
            jobs["steady", label, load] = Job(
                SCENARIO, out / "runs" / f"steady_{mechanism}_{load:.2f}",
                settings={**common, "traffic.ur.rate": load, "run.warmup": 40000,
                          "run.measure": 30000})
        jobs["start", label] = Job(
            SCENARIO, out / "runs" / f"start_{mechanism}",
            settings={**common, "traffic.ur.rate": SHOWN, "traffic.hot.start": HOTSPOT_START,
                      "run.warmup": 0, "run.measure": 50000, "run.interval": 1000})
    return jobs


def senders(job):
    """Accepted flits per cycle of each of the hotspot's senders."""
    with open(job.out / "flows.csv", newline="") as file:
        return {row["source"]: float(row["accepted_flits_per_cycle"])
                for row in csv.DictReader(file) if row["group"] == "hot"}


def jain(shares):
    """Jain's fairness index: 1 when all are equal."""
    return sum(shares) ** 2 / (len(shares) * sum(v * v for v in shares))


def storage(program):
    """label -> bits of the mechanism's own storage in a router and in a NIC; SRP's retransmission
    buffer, packet memory, apart."""
    bits = {}
    for label, mechanism in MECHANISMS.items():
        if mechanism == "none":
            continue
        units = json.loads(subprocess.run(
            [program, "area", "--mechanism", mechanism, *STORAGE_POINT, "--json"], check=True,
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True).stdout)["units"]
        own = [unit for unit in units if unit["depth"] == 0]
        bits[label] = {
            "router": sum(u["total_bits"] for u in own if u["place"] == "router"),
            "NIC": sum(u["total_bits"] for u in own
                       if u["place"] == "nic" and u["name"] != "retransmission_buffer"),
            "packets kept for retransmission": sum(u["total_bits"] for u in own
                                                   if u["name"] == "retransmission_buffer")}
    return bits


def results(jobs, program):
    """What the picture and the table show, by label."""
    bits = storage(program)
    found = {}
    for label in MECHANISMS:
        shown = jobs["steady", label, SHOWN].summary()["groups"]
        peak = [row for row in jobs["start", label].timeseries("ur")
                if row["latency_mean_cycles"] is not None and row["cycle"] >= HOTSPOT_START]
        found[label] = {
            "start": [((row["cycle"] - HOTSPOT_START) / 1000, row["latency_mean_cycles"])
                      for row in jobs["start", label].timeseries("ur")
                      if row["latency_mean_cycles"] is not None],
            "load": [(load, jobs["steady", label, load].summary()["groups"]["ur"]["latency"]["mean"])
                     for load in LOADS],
            "peak": max(row["latency_mean_cycles"] for row in peak),
            "latency": shown["ur"]["latency"]["mean"],
            "hotspot": shown["hot"]["accepted"] * shown["hot"]["sources"],
            "senders": senders(jobs["steady", label, SHOWN]),
            "bits": bits.get(label)}
        found[label]["jain"] = jain(list(found[label]["senders"].values()))
    return found


def table(found):
    lines = [f"One hotspot, four mechanisms: nodes 0, 5, 8, 12 to 4; the others UR at {SHOWN}; "
             "UGAL, VOQ",
             f"  {'':6} {'UR latency':>21} {'hotspot':>9} {'senders':>8} {'storage in bits':>26}",
             f"  {'':6} {'peak at its start':>17} {'then':>5} {'flits/cyc':>7} {'Jain':>7}"
             f" {'router':>9} {'NIC':>7} {'packets':>9}"]
    for label, one in found.items():
        bits = one["bits"]
        stored = ("-", "-", "-") if bits is None else [f"{v:,}" for v in bits.values()]
        lines.append(f"  {label:6} {one['peak']:>15.0f} {one['latency']:>7.0f} {one['hotspot']:>9.2f} "
                     f"{one['jain']:>7.3f} {stored[0]:>9} {stored[1]:>7} {stored[2]:>9}")
    lines.append("  Storage: a router with 64 ports, a NIC of 512; packets: what SRP keeps for "
                 "retransmission.")
    return "\n".join(lines)


def explanation(found):
    none, ecn, srp, cbcm = (found[label] for label in MECHANISMS)
    return (
        f"The same hotspot, managed three ways: under ECN the others' latency peaks at {ecn['peak']:.0f} "
        f"cycles (without management {none['peak']:.0f} and more), and the hotspot gets only "
        f"{ecn['hotspot']:.2f} of the 1 flit per cycle that node 4 can take, because the senders' delays "
        f"outlast the queue. SRP reserves node 4 before data goes: peak {srp['peak']:.0f}, hotspot "
        f"{srp['hotspot']:.2f} (5 % are held back), and it keeps packets until they are "
        f"acknowledged. CBCM needs no round trip: peak {cbcm['peak']:.0f}, hotspot {cbcm['hotspot']:.2f}, "
        f"and the fairest shares (Jain {cbcm['jain']:.3f}; ECN {ecn['jain']:.3f}, SRP {srp['jain']:.3f}, "
        f"none {none['jain']:.3f}).")
