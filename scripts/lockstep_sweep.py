#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do the Verilated RTL and the golden models agree inside the network, whatever runs in it?

Every case is one scenario run with the engines model, rtl and lockstep: no mismatch, three equal
digests. The cases: the whole sweep of Fig 2, every ready scenario under CBCM, those of the other
mechanisms (scripts/lockstep/<mechanism>.toml), random scenarios, and one scenario with RTL variants
of different radix; every scenario's own mechanism must be among them. Runs are shortened
(--cycles), most so in networks of 64 nodes and more, which run in lockstep only (it compares every
output with the model's) and as the model; hotspots, throttling and its end, grants, drops,
notifications and SAQs still occur, as the sweep checks. --quick takes a part of the cases, for
`make test`. Prints a line "pass" or "FAIL" for each.
"""

import argparse
import concurrent.futures
import json
import random
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "sim" / "scenarios"
CASES = sorted((ROOT / "scripts" / "lockstep").glob("*.toml"))
FIG2_LOADS = [0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
ENGINES = ["model", "rtl", "lockstep"]
RADIX_VARIANTS = ["cbcm_router_r8", "cbcm_router_r32", "cbcm_router_r64"]
# A few hundred cycles until throttling begins, short unthrottle epochs: all of CBCM happens in a
# short run.
FAST_CBCM = {"mechanism.epoch_cycles": 256, "mechanism.epoch_flits": 96}

# What must have happened in the cases that are written here.
EXERCISED = ["congested_output_cycles", "hotspots_declared", "hotspots_ended", "throttles_sent", "unthrottles_sent"]


class Case:
    def __init__(self, name, scenario, settings, seed, engines=None, options=()):
        self.name, self.scenario, self.settings, self.seed = name, scenario, settings, seed
        self.engines, self.options = engines or ENGINES, list(options)


def call(program, case, engine, options):
    command = [program, "run", str(case.scenario), "--engine", engine, "--seed", str(case.seed),
               "--quiet", "--json", *options]
    for key, value in case.settings.items():
        command += ["--set", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode}: {' '.join(command)}\n"
                           f"{done.stderr.strip()[-2000:]}")
    return json.loads(done.stdout)


def run_case(program, case):
    """(what went wrong or None, the summary of the first engine)"""
    results = {}
    try:
        for engine in case.engines:
            variants = case.options if engine != "model" else [None]
            for variant in variants or [None]:
                options = ["--rtl-variant", variant] if variant else []
                results[f"{engine} {variant or ''}".strip()] = call(program, case, engine, options)
    except RuntimeError as error:
        return str(error), None
    digests = {name: result["digest"] for name, result in results.items()}
    first = next(iter(results.values()))
    if len(set(digests.values())) != 1:
        return f"digests differ: {digests}", first
    return None, first


def shortened(cycles, **more):
    return {"run.warmup": cycles // 4, "run.measure": cycles - cycles // 4, **more}


def fig2_cases(cycles, quick):
    """Fig 2's curves; CBCM's two are where there is hardware, the others have none to compare."""
    loads = FIG2_LOADS[2::4] if quick else FIG2_LOADS
    for routing in ("minimal", "ugal"):
        for load in loads:
            settings = shortened(cycles, **{"mechanism.name": "cbcm", "routing.function": routing,
                                            "traffic.ur.rate": load})
            yield Case(f"fig2 cbcm {routing} {load}", SCENARIOS / "fig2.toml", settings, 1)
    for mechanism in ("none", "ideal"):
        for load in loads[:1] if quick else loads[::5]:
            settings = shortened(cycles, **{"mechanism.name": mechanism, "traffic.ur.rate": load})
            yield Case(f"fig2 {mechanism} {load}", SCENARIOS / "fig2.toml", settings, 1)


def ready_cases(cycles):
    for path in [*sorted(SCENARIOS.glob("*.toml")), SCENARIOS / "faults" / "hotspot.toml"]:
        network = tomllib.loads(path.read_text())["network"]
        # One-way networks refuse CBCM; fat trees of 256 nodes (two levels of arity 16) have their cases in the files.
        if network.get("topology") != "butterfly" and network.get("arity") != 16:
            yield Case(f"ready {path.stem}", path,
                       shortened(cycles, **{"mechanism.name": "cbcm", **FAST_CBCM}), 1)


def read_cases(path):
    """(cases, what they must exercise) of a mechanism's file."""
    try:
        table = tomllib.loads(path.read_text())
    except tomllib.TOMLDecodeError as error:
        sys.exit(f"{path}: {error}")
    cases, wrong = table.get("case", []), [f"key '{key}'" for key in table.keys() - {"case", "exercised"}]
    if not (isinstance(cases, list) and cases and isinstance(table.get("exercised"), list)):
        wrong.append("no case, or no list `exercised`")
        cases = []
    for number, case in enumerate(cases, 1):
        wrong += [f"case {number}: key '{key}'" for key in case.keys() - {"name", "scenario", "set", "large"}]
        scenario = ROOT / str(case.get("scenario", "missing"))
        if not scenario.is_file():
            wrong.append(f"case {number}: scenario {case.get('scenario')}, which is no file")
        elif not isinstance(case.get("set", {}), dict):
            wrong.append(f"case {number}: `set` is no table")
        elif (runs := case.get("set", {}).get("mechanism.name", mechanism_of(scenario))) != path.stem:
            wrong.append(f"case {number} runs mechanism {runs}: set mechanism.name")
    if wrong:
        sys.exit(f"{path}: {', '.join(wrong)}; a file has `exercised` and [[case]] with name, scenario, set, large")
    return cases, table["exercised"]


def mechanism_of(scenario):
    """Of a scenario's file; None of other files."""
    table = tomllib.loads(scenario.read_text())
    return table.get("mechanism", {}).get("name", "none") if "network" in table else None


def file_cases(path, cycles, large_cycles):
    """The cases of a mechanism's file."""
    for case in read_cases(path)[0]:
        large = case.get("large", False)
        name = f"{path.stem} {Path(case['scenario']).stem}" + (f": {case['name']}" if "name" in case else "")
        yield Case(name, ROOT / case["scenario"], shortened(large_cycles if large else cycles, **case.get("set", {})), 1,
                   ["model", "lockstep"] if large else ENGINES)


def uncovered():
    """Scenarios that no case of a file runs under their own mechanism. CBCM's are all run (ready_cases); those in
    large/ have one run in RTL with each figure (scripts/reproduce.py --hardware)."""
    covered = {(case["scenario"], path.stem) for path in CASES for case in read_cases(path)[0]}
    for path in [*SCENARIOS.glob("*.toml"), *SCENARIOS.glob("faults/*.toml"),
                 *(ROOT / "scripts" / "reproduction").glob("*/*.toml")]:
        own, name = mechanism_of(path), str(path.relative_to(ROOT))
        if own not in (None, "none", "ideal", "cbcm") and (name, own) not in covered:
            yield f"{name} is run under {own} by no case of scripts/lockstep/{own}.toml"


def random_keys(r, mechanism, radix):
    """Keys of SRP or ECN within the reach of the RTL variants (tables of 16 entries)."""
    if mechanism == "srp":
        n_min = r.choice([1, 2, 4])
        return {"n_min": n_min, "n_max": r.choice([n_min, 16, 64]),
                "epsilon": r.choice([0.0, 0.05, 1.0]), "ttw": r.choice([20, 203, 2000]),
                "retransmission_packets": r.choice([4, 512]), "lead": r.choice([0, 100]),
                "charge_bypass": r.choice([True, False]),
                # Built for 8 ports and, for the SRP paper's fat tree, for 32.
                "predictive_drop": r.choice([True, False]) and radix <= 8}
    keys = {"threshold": r.choice([0.1, 0.5, 0.9]), "threshold_scope": r.choice(["vc", "input"]),
            "marking_rate": r.choice([0, 3]) if radix <= 8 else 0, "packet_size": r.choice([0, 8]),
            "victim_mask": r.choice(["none", "nodes", "all"])}
    if r.random() < 0.3:
        return {**keys, "mode": "cct", "cct_increase": r.choice([1, 40]),
                "cct_timer": r.choice([100, 2000]), "cct_shift": r.choice([0, 3])}
    return {**keys, "increment": r.choice([50, 400]), "decrement": r.choice([8, 50]),
            "timer": r.choice([100, 1000]), "maximum": r.choice([100, 1500]),
            "free_running": r.choice([True, False])}


def random_case(index, folder, cycles):
    """A scenario within the reach of the RTL variants: radix up to 22, up to 64 nodes. Every
    second one runs CBCM, the others SRP and ECN."""
    r = random.Random(f"lockstep {index}")
    dimensions, concentration = r.choice([([2], 2), ([3], 3), ([4], 4), ([5], 3), ([8], 1),
                                          ([6], 6),
                                          ([2, 2], 3), ([3, 3], 2), ([4, 3], 4), ([2, 2, 2], 2),
                                          ([4, 4], 4)])
    nodes = concentration
    for k in dimensions:
        nodes *= k
    radix = concentration + sum(k - 1 for k in dimensions)
    hot_node = r.randrange(nodes)
    others = [n for n in range(nodes) if n != hot_node]
    senders = sorted(r.sample(others, r.randint(1, min(8, len(others) - 2))))
    packet = r.choice([1, 2, 7, 16, 32, 64])
    # Speed-up and small windows have no variant of their own; the others do.
    keys = {"request_scope": r.choice(["held", "waiting"]),
            "contention_degree": r.choice(["randomised", "weighted"])
            if radix <= 8 else "randomised",
            "epoch_cycles": r.choice([40, 150, 256, 700]), "epoch_flits": r.choice([32, 96, 300]),
            "epsilon": r.choice([0.05, 0.2, 1.0]), "announce_on": r.choice(["membership", "count"]),
            "refresh_rounds": r.choice([0, 1, 16]),
            "token_reset": r.choice(["on_allocate", "always"]),
            "rate_scale": r.choice([1.0, 0.99, 0.5]), "drain_first": r.choice([True, False]),
            "lease_epochs": r.choice([0, 1, 4]), "hotspot_vc": r.choice([True, False]),
            "throttling": r.random() < 0.9, "token_cap": r.choice([64, 1000, 32768])}
    # Every second one with the form that a router would have, the others with the paper's letter.
    keys["sample_interval"] = 1 if keys["contention_degree"] == "weighted" else r.choice([1, 8])
    keys["sample_hotspot_vc"] = keys["hotspot_vc"] and r.choice([True, False]) and radix <= 8
    mechanism = ["cbcm", "srp", "cbcm", "ecn"][index % 4]
    if mechanism != "cbcm":
        keys = random_keys(random.Random(f"{mechanism} {index}"), mechanism, radix)

    def literal(value):
        return json.dumps(value)
    text = "\n".join([
        f"[network]\ndimensions = {dimensions}\nconcentration = {concentration}",
        f"channel_latency = {r.choice([1, 10, 100])}\ninput_queues = {literal(r.choice(['voq', 'fifo']))}",
        f"arbitration = {literal(['flit', 'packet'][index % 3 == 1])}",
        f"data_vcs = {r.choice([2, 4])}\nsend_queue_flits = {r.choice([512, 8192])}",
        f"[routing]\nfunction = {literal(r.choice(['minimal', 'ugal', 'valiant']))}",
        f"[mechanism]\nname = {literal(mechanism)}",
        *(f"{k} = {literal(v)}" for k, v in keys.items()),
        "[[traffic]]\nname = \"hot\"\npattern = \"hotspot\"",
        f"sources = {senders}\ndestinations = [{hot_node}]\nrate = {r.choice([0.3, 0.7, 1.0])}",
        f"packet_flits = {packet}\nmessage_packets = {r.choice([1, 4])}\nstart = {r.choice([0, 500])}",
        f"stop = {r.choice([cycles, cycles // 2])}",
        "[[traffic]]\nname = \"ur\"\npattern = \"uniform\"\nsources = \"rest\"",
        f"rate = {r.choice([0.1, 0.4, 0.7])}\npacket_flits = {r.choice([1, 8, 32])}",
        f"[run]\nwarmup = 100\nmeasure = {cycles}",
        # The hardware's cycle counter wraps around within the run in some of them.
        f"start_cycle = {r.choice([0, 2 ** 32 - cycles // 2])}", ""])
    path = Path(folder) / f"random_{index}.toml"
    path.write_text(text)
    name = f"random {index} {mechanism}: {'x'.join(map(str, dimensions))} c{concentration}"
    return Case(name, path, {}, r.randrange(10 ** 6))


def variant_case(cycles):
    """The same network served by routers built for 8, 32 and 64 ports: the same run to the bit."""
    return Case("variants of radix 8, 32, 64", SCENARIOS / "quickstart.toml",
                shortened(cycles, **FAST_CBCM), 3, ["model", "rtl", "lockstep"], RADIX_VARIANTS)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="what `make test` runs")
    parser.add_argument("--cycles", type=int, help="of each run; default 20000, quick 6000")
    parser.add_argument("--large-cycles", type=int, default=3000,
                        help="of each run with 64 nodes and more (default 3000)")
    parser.add_argument("--random", type=int, default=20, help="number of random scenarios")
    parser.add_argument("--first", type=int, default=0, help="number of the first random scenario")
    arguments = parser.parse_args()
    program = str(Path(arguments.chokepoint).resolve())
    cycles = arguments.cycles or (6000 if arguments.quick else 20000)
    start = time.monotonic()
    failed, happened = 0, {}
    for missing in uncovered():
        failed += 1
        print(f"FAIL {missing}")
    with tempfile.TemporaryDirectory() as folder:
        cases = [*fig2_cases(cycles, arguments.quick), *ready_cases(cycles),
                 *(case for path in CASES
                   for case in file_cases(path, cycles, arguments.large_cycles)),
                 *(random_case(arguments.first + i, folder, cycles)
                   for i in range(arguments.random)),
                 variant_case(cycles // 2)]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            futures = {pool.submit(run_case, program, case): case for case in cases}
            for future in concurrent.futures.as_completed(futures):
                case, (wrong, summary) = futures[future], future.result()
                print(f"{'FAIL' if wrong else 'pass'} {case.name}{': ' + wrong if wrong else ''}",
                      flush=True)
                failed += wrong is not None
                for key, value in (summary or {}).get("mechanism", {}).items():
                    happened[key] = happened.get(key, 0) + value
    # A sweep in which the hardware had nothing to do would prove nothing.
    for key in [*EXERCISED, *(key for path in CASES for key in read_cases(path)[1])]:
        idle = happened.get(key, 0) == 0
        failed += idle
        print(f"{'FAIL' if idle else 'pass'} exercised {key}: {happened.get(key, 0)}")
    print(f"{len(cases)} cases of up to {cycles} cycles, {failed} failed, "
          f"{time.monotonic() - start:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
