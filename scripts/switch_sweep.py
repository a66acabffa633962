#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does the stream switch do what the plain switch, the definition, does?

Every ready scenario runs with both: equal digests and summaries, wall-clock figures apart. Runs are
of --cycles cycles, a tenth of them warm-up, and without a drain; those of sim/scenarios/large of
--large-cycles. Traffic and faults keep their own times: what begins later does not occur.
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
WALL_CLOCK = {"wall_seconds", "cycles_per_second"}


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
    plain_code, plain, plain_error = run(program, path, "plain", cycles, settings)
    stream_code, stream, stream_error = run(program, path, "stream", cycles, settings)
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
    parser.add_argument("--cycles", type=int, default=20000, help="of a run (default 20000)")
    parser.add_argument("--large-cycles", type=int, default=2000, help="(default 2000)")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="of every run, as of chokepoint run")
    parser.add_argument("--only", help="scenarios whose path contains this")
    arguments = parser.parse_args()
    program = str(Path(arguments.chokepoint).resolve())
    paths = [path for path in scenarios()
             if arguments.only is None or arguments.only in str(path)]
    if not paths:
        parser.error("no such scenario")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = {}
        for path in paths:
            length = arguments.large_cycles if path.parent == LARGE else arguments.cycles
            futures[pool.submit(compare, program, path, length, arguments.set)] = (path, length)
        for future in concurrent.futures.as_completed(futures):
            path, length = futures[future]
            problem, digest = future.result()
            failed += bool(problem)
            print(f"{'FAIL' if problem else 'pass'} switch {path.relative_to(SCENARIOS)}, "
                  f"{length} cycles: {problem or digest}", flush=True)
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
