#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the forms of CBCM's contention detection (sample_interval) and writes their section of
docs/reference/defaults.md: the paper's claims, false detections, the time to the first mark."""

import argparse
import csv
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "reproduction"))
sys.path.insert(0, str(ROOT / "scripts"))
from cbcm import measures as m  # noqa: E402
import report  # noqa: E402
from chokepoint_runs import Job, run_jobs  # noqa: E402
from runs import Point, Runner  # noqa: E402
from stats import interval  # noqa: E402

# (sample_interval, samples of the window, samples per maximum and minimum); the first is the
# paper's letter, the second the default.
CASES = ((1, 100, 10), (8, 12, 6), (8, 16, 8), (16, 8, 4), (16, 12, 6))
CLAIM_CASES = CASES  # a case more or less: Fig 12 takes a million cycles a run
CLAIM_SEEDS = range(1, 6)
SEEDS = range(1, 11)
LOADS = (0.5, 0.8, 0.9)
SHOWN = {"f3a.throughput_ratio": "Fig 3(a) accepted / Ideal", "f3a.throttles": "... throttles",
         "f12.latency_ratio_1.00": "Fig 12 at 1/N, latency / Ideal",
         "f12.latency_ratio_0.99": "... at 0.99/N",
         "f12.hotspot_difference": "... hotspot's throughput, 0.99/N over 1/N",
         "f14.near_over_far": "Fig 14 not throttled, near / far",
         "f14.jain_throttled": "... throttled, Jain", "f14.total_ratio": "... total"}
# Four senders start in an empty network: from four routers, and three of them behind one channel.
STARTS = {"fig12": {"traffic.ur.rate": 0.0, "mechanism.hotspot_vc": True,
                    "mechanism.rate_scale": 1.0, "network.input_queues": "voq"}, "fig14": {}}
PAGE = ROOT / "docs" / "reference" / "defaults.md"
TEXT = ROOT / "scripts" / "reproduction" / "cbcm" / "sample_interval_text.md"
HEADING = "## `sample_interval`"
HEAD = "| sample_interval | samples | samples per maximum and minimum"


def keys(case):
    """What the case changes from the defaults."""
    of_window = (("num_samples", 100), ("bound_sample_interval", 10)) if case[0] == 1 else \
                (("window_samples", 12), ("bound_samples", 6))
    names = (("sample_interval", 8), *of_window)
    return {f"mechanism.{name}": value for (name, default), value in zip(names, case)
            if value != default}


def cells_of(case):
    return " | ".join(map(str, case))


class CaseRunner:
    """A Runner that sets the case's keys in every point under CBCM."""

    def __init__(self, runner, case):
        self.runner, self.case, self.program = runner, case, runner.program

    def changed(self, point):
        if dict(point.settings).get("mechanism.name", "cbcm") != "cbcm":
            return point
        settings = dict(point.settings) | keys(self.case)
        return Point(point.scenario, tuple(sorted(settings.items())), point.seed)

    def run(self, points):
        self.runner.run([self.changed(p) for p in points])
        return self

    def __getitem__(self, point):
        return self.runner[self.changed(point)]


def claims_table(runner, seeds):
    values, verdicts = {}, {}
    for each in CLAIM_CASES:
        found = {}
        for part in (m.fig3a, m.fig14, m.fig12):
            found.update(part(CaseRunner(runner, each), seeds, {}))
        values[each], verdicts[each] = found, report.judge(report.load_claims("cbcm"), found)
    lines = [f"{HEAD} | " + " | ".join(SHOWN.values()) + " | claims in range |",
             "|---|" + "---|" * (len(SHOWN) + 3)]
    for each in CLAIM_CASES:
        held = sum(v == "in range" for v in verdicts[each].values())
        cells = [report.number(values[each][name]) for name in SHOWN]
        lines.append(f"| {cells_of(each)} | " + " | ".join(cells)
                     + f" | {held} of {len(verdicts[each])} |")
    return "\n".join(lines)


def uniform(load, seed):
    return Point.of("uniform_16", seed, mechanism__name="cbcm", traffic__ur__rate=load)


def detections(runner, seeds):
    """False detections by load, and how much of the time outputs are congested."""
    points = [uniform(load, s) for load in LOADS for s in seeds]
    rows = {}
    for each in CASES:
        ours = CaseRunner(runner, each).run(points)
        cells = []
        for load in LOADS:
            runs = [ours[uniform(load, s)] for s in seeds]
            cells += [f"{sum(r['mechanism']['hotspots_declared'] for r in runs)}",
                      report.number(interval(100 * r["throttled_fraction"] for r in runs)),
                      "{:.1f}".format(interval(100 * r["mechanism"]["congested_output_cycles"] /
                                               (28 * r["cycles"]) for r in runs).mean)]
        rows[each] = cells
    return rows


def first_marks(program, seeds, parallel):
    """Cycle in which the first marked packet arrives."""
    rows = {each: [] for each in CASES}
    with tempfile.TemporaryDirectory() as folder:
        jobs = {(each, name, s): Job(
            str(ROOT / "sim" / "scenarios" / f"{name}.toml"),
            Path(folder) / "_".join(map(str, (*each, name, s))), engine="model",
            settings={**settings, **keys(each), "run.seed": s, "run.warmup": 0,
                      "run.measure": 3000, "run.interval": 1})
            for each in CASES for name, settings in STARTS.items() for s in seeds}
        run_jobs(program, list(jobs.values()), parallel)
        for each in CASES:
            for name in STARTS:
                first = []
                for s in seeds:
                    with open(jobs[each, name, s].out / "timeseries.csv", newline="") as file:
                        first.append(next(int(row["cycle"]) for row in csv.DictReader(file)
                                          if row["group"] == "hot" and int(row["packets_marked"])))
                rows[each].append(report.number(interval(first)))
    return rows


def detection_table(runner, seeds):
    false, first = detections(runner, seeds), first_marks(runner.program, seeds, runner.parallel)
    head = [cell for load in LOADS
            for cell in (f"UR {load}: false hotspots", "throttled, % of flow cycles",
                         "congested, % of output cycles")]
    head += ["first mark arrives, cycle: senders on four routers", "three behind one channel"]
    lines = [f"{HEAD} | " + " | ".join(head) + " |", "|---|" + "---|" * (len(head) + 2)]
    lines += [f"| {cells_of(each)} | " + " | ".join(false[each] + first[each]) + " |"
              for each in CASES]
    return "\n".join(lines)


def update(runner, page=PAGE):
    """Measures and rewrites the section, which is the last of the page."""
    detection = detection_table(runner, SEEDS)
    print(detection, flush=True)
    claims = claims_table(runner, CLAIM_SEEDS)
    print(claims, flush=True)
    section = TEXT.read_text().replace("@DETECTION@", detection).replace("@CLAIMS@", claims)
    before = page.read_text().split(HEADING)[0].rstrip("\n")
    page.write_text(f"{before}\n\n{HEADING}\n{section}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", default=str(ROOT / "results" / "reproduction"))
    arguments = parser.parse_args()
    start = time.monotonic()
    update(Runner(Path(arguments.chokepoint).resolve(), Path(arguments.out).resolve() / "runs",
                  parallel=arguments.jobs))
    print(f"section of {PAGE.relative_to(ROOT)} written; {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
