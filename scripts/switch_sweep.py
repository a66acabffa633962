#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the stream switch do what the plain switch, the definition, does?

Every ready scenario runs with both: equal digests and summaries, wall-clock figures apart. One that the
stream switch does not serve (wormhole switching) runs with two plain switches in lockstep. Runs are
of --cycles cycles, a tenth of them warm-up, and without a drain; those of sim/scenarios/large of
--large-cycles. Traffic and faults keep their own times, but for those in EARLIER.
With the default lengths the digests are also those of switch_digests.json. If a mended defect changes
one, say so in CHANGELOG.md and write the file anew with --record.
Prints a line "pass" or "FAIL" for each scenario, then "N passed, N failed".

usage: switch_sweep.py [--chokepoint PROGRAM] [--jobs N]
"""

import argparse
import concurrent.futures
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ROOT / "sim" / "scenarios"
LARGE = SCENARIOS / "large"
DIGESTS = ROOT / "scripts" / "switch_digests.json"
CYCLES, LARGE_CYCLES = 20000, 2000
WALL_CLOCK = {"wall_seconds", "cycles_per_second"}
# What would begin only after a run's end begins within it.
EARLIER = {"srp_f7": ["traffic.hot.start=8000"], "srp_f14": ["traffic.impulse.start=8000"],
           "torus_bursts": ["traffic.burst_uniform.start=400", "traffic.burst_reversal.start=800",
                            "traffic.burst_shuffle.start=1200", "traffic.burst_butterfly.start=1600"]}


def scenarios():
    """The long ones first."""
    return [*sorted(LARGE.glob("*.toml"), key=lambda path: ("4096" not in path.stem, path)),
            *sorted([*SCENARIOS.glob("*.toml"), *(SCENARIOS / "faults").glob("*.toml")])]


def without_clock(value):
    """The summary without what differs between two runs of the same scenario."""
    if isinstance(value, dict):
        return {k: without_clock(v) for k, v in value.items() if k not in WALL_CLOCK}
    if isinstance(value, list):
        return [without_clock(v) for v in value]
    return value


def run(program, path, switch, cycles, settings):
    command = [program, "run", str(path), "--engine", "model", "--switch", switch, "--quiet",
               "--json", "--set", f"run.warmup={cycles // 10}",
               "--set", f"run.measure={cycles - cycles // 10}", "--set", "run.drain=0"]
    for setting in settings:
        command += ["--set", setting]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    try:
        summary = without_clock(json.loads(done.stdout))
    except ValueError:
        summary = None
    return done.returncode, summary, done.stderr


def first_difference(a, b, where=""):
    """Path of the first value that differs, and both values."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            found = first_difference(a.get(key), b.get(key), f"{where}.{key}" if where else key)
            if found:
                return found
        return ""
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            found = first_difference(x, y, f"{where}[{i}]")
            if found:
                return found
        return ""
    return "" if a == b else f"{where}: {a} and {b}"


def compare(program, path, cycles, settings):
    """What is wrong, or ""; and the digest."""
    settings = [*EARLIER.get(path.stem, []), *settings]
    plain_code, plain, plain_error = run(program, path, "plain", cycles, settings)
    stream_code, stream, stream_error = run(program, path, "stream", cycles, settings)
    if stream_code == 2 and "--switch stream does not serve" in stream_error:
        stream_code, stream, stream_error = run(program, path, "lockstep", cycles, settings)
        if stream is not None and stream["checks"].pop("switch_lockstep", None) != "held":
            return "no lockstep of two plain switches", ""
    if plain is None or stream is None:
        return f"no summary: {plain_error or stream_error}", ""
    if plain_code != stream_code or plain_error != stream_error:
        return (f"plain ended with {plain_code}: {plain_error}, "
                f"stream with {stream_code}: {stream_error}"), ""
    return first_difference(plain, stream), plain["digest"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cycles", type=int, default=CYCLES, help=f"of a run (default {CYCLES})")
    parser.add_argument("--large-cycles", type=int, default=LARGE_CYCLES,
                        help=f"(default {LARGE_CYCLES})")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="of every run, as of chokepoint run")
    parser.add_argument("--only", help="scenarios whose path contains this")
    parser.add_argument("--record", action="store_true",
                        help=f"write the digests to {DIGESTS.relative_to(ROOT)}")
    arguments = parser.parse_args()
    program = str(Path(arguments.chokepoint).resolve())
    paths = [path for path in scenarios()
             if arguments.only is None or arguments.only in str(path)]
    if not paths:
        parser.error("no such scenario")
    usual = not arguments.set and (arguments.cycles, arguments.large_cycles) == (CYCLES, LARGE_CYCLES)
    if arguments.record and (not usual or arguments.only):
        parser.error("--record is for runs of all scenarios, of the default lengths, without --set")
    recorded = json.loads(DIGESTS.read_text()) if usual and not arguments.record else {}
    failed, found = 0, {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = {}
        for path in paths:
            length = arguments.large_cycles if path.parent == LARGE else arguments.cycles
            futures[pool.submit(compare, program, path, length, arguments.set)] = (path, length)
        for future in concurrent.futures.as_completed(futures):
            path, length = futures[future]
            problem, digest = future.result()
            name = str(path.relative_to(SCENARIOS))
            found[name] = digest
            if not problem and usual and not arguments.record and recorded.get(name) != digest:
                problem = f"digest {digest}, in {DIGESTS.name} it is {recorded.get(name)}"
            failed += bool(problem)
            print(f"{'FAIL' if problem else 'pass'} switch {name}, {length} cycles: "
                  f"{problem or digest}", flush=True)
    if arguments.record and not failed:
        DIGESTS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
