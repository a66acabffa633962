#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what mechanism.window = "intervals" changes in the network, beside "samples", and writes
its table into docs/reference/cbcm/window_variants.md: detection, false detections, latency."""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from chokepoint_runs import Job, run_jobs  # noqa: E402

WINDOWS = ("samples", "intervals")
PAGE = ROOT / "docs" / "reference" / "cbcm" / "window_variants.md"
SHORT = {"run.warmup": 8000, "run.measure": 4000}
# scenario, label, settings (its load first), group of uniform or tornado traffic, seeds
CASES = (
    *(("fig2", f"Fig 2, UR {load}", {"traffic.ur.rate": load}, "ur", 2)
      for load in (0.2, 0.4, 0.8)),
    *(("uniform_16", f"uniform alone {load}", {"traffic.ur.rate": load}, "ur", 10)
      for load in (0.5, 0.8)),
    ("large/fig8b", "Fig 8(b), UR 0.4", {"traffic.ur.rate": 0.4, **SHORT}, "ur", 1),
    ("large/fig9a", "Fig 9(a), tornado 0.3", {"traffic.tornado.rate": 0.3, **SHORT}, "tornado", 1),
)
COLUMNS = ("first throttle message, cycle", "hotspots declared", "congested outputs of a router",
           "throttled beside the hotspot, % of packets", "latency, mean", "accepted",
           "hotspot's senders accepted")


def values(runs, group):
    """What COLUMNS names, of each run."""
    found = []
    for run in runs:
        mechanism, other = run["mechanism"], run["groups"][group]
        hot = run["groups"].get("hot")
        found.append([mechanism.get("first_throttle_cycle"),
                      mechanism["hotspots_declared"],
                      mechanism["congested_output_cycles"] / mechanism["router_clocks"],
                      100 * other["packets_throttled"] / max(1, other["packets_injected"]),
                      other["latency"]["mean"], other["accepted"],
                      hot["accepted"] if hot else None])
    return found


def mean(column):
    known = [value for value in column if value is not None]
    return sum(known) / len(known) if known else None


def text(value):
    return "-" if value is None else f"{value:.4g}" if value < 1000 else f"{value:,.0f}"


def table(jobs, seeds_of):
    lines = ["| traffic | seeds | window | " + " | ".join(COLUMNS) + " |",
             "|" + "---|" * (len(COLUMNS) + 3)]
    for name, label, _, group, _ in CASES:
        for window in WINDOWS:
            runs = [jobs[label, window, seed].summary() for seed in seeds_of[label]]
            cells = [text(mean(column)) for column in zip(*values(runs, group))]
            lines.append(f"| {label} | {len(runs)} | {window} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "window",
                        help="runs that are there already are not repeated")
    parser.add_argument("--print-only", action="store_true")
    arguments = parser.parse_args()
    start = time.monotonic()
    jobs, seeds_of = {}, {}
    for name, label, settings, _, seeds in CASES:
        seeds_of[label] = range(1, seeds + 1)
        for window in WINDOWS:
            for seed in seeds_of[label]:
                load = next(iter(settings.values()))
                folder = f"{Path(name).name}-{load}-{window}-{seed}"
                jobs[label, window, seed] = Job(
                    str(ROOT / "sim" / "scenarios" / f"{name}.toml"), arguments.out / folder,
                    engine="model",
                    settings={"mechanism.name": "cbcm", "mechanism.window": window,
                              "run.seed": seed, **settings})
    missing = [job for job in jobs.values() if not (job.out / "summary.json").exists()]
    run_jobs(arguments.chokepoint, missing, arguments.jobs)
    found = table(jobs, seeds_of)
    print(found)
    if not arguments.print_only:
        page = PAGE.read_text()
        head, rest = page.split("<!-- network -->\n")
        PAGE.write_text(f"{head}<!-- network -->\n{found}\n<!-- end -->"
                        + rest.split("<!-- end -->", 1)[1])
    print(f"{time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
