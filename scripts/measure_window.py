#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what mechanism.window = "intervals" changes in the network, beside "samples", both with
the paper's letter (sample_interval = 1), and writes its tables into
docs/reference/cbcm/window_variants.md: detection, false detections, latency.

Both windows get the same seeds. Ratios are intervals / samples, of means over seeds, with the 95 %
interval of the paired difference."""

import argparse
import sys
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "reproduction"))
sys.path.insert(0, str(ROOT / "scripts"))
from chokepoint_runs import Job, run_jobs  # noqa: E402
from stats import ratio  # noqa: E402

WINDOWS = ("samples", "intervals")
PAGE = ROOT / "docs" / "reference" / "cbcm" / "window_variants.md"
SENSITIVITY = tomllib.loads((ROOT / "scripts" / "sensitivity.toml").read_text())
SWEPT = ("observation epoch", "samples", "bound interval")  # the parameters that a window sees
EPOCH = next(p for p in SENSITIVITY["parameter"] if p["name"] == "observation epoch")
ONSET_SEEDS, CALM_SEEDS, DEFAULT_CALM_SEEDS = 20, 40, 100
ONSET = {"run.warmup": SENSITIVITY["start"], "run.measure": 10000}  # any delay ends before
BOUND = 0.05      # what is asked of the ratios of delay and of false detections
FEW = 5           # seeds with an event; with fewer a ratio says nothing
HEADS = {"delay": "first throttle message, cycles after the start", "declared": "hotspots declared",
         "congested": "congested outputs of a router", "false": "falsely throttled, %",
         "latency": "latency, mean", "accepted": "accepted", "hot": "hotspot's senders accepted"}
RATIOS = ("delay", "false", "congested", "latency", "accepted")


@dataclass(frozen=True)
class Case:
    """One traffic: `group` is the uniform or tornado traffic, `start` the hotspot's."""

    label: str
    folder: str
    scenario: str
    settings: dict = field(hash=False)
    group: str
    seeds: int
    start: int = 0

    def job(self, out, window, seed):
        return Job(str(ROOT / "sim" / "scenarios" / f"{self.scenario}.toml"),
                   out / f"{self.folder}-{window}-{seed}", engine="model",
                   settings={"mechanism.name": "cbcm", "mechanism.sample_interval": 1,
                             "mechanism.window": window, "run.seed": seed, **self.settings})


def figure(scenario, label, key, load, seeds, **more):
    return Case(f"{label} {load}", f"{Path(scenario).name}-{load}", scenario, {key: load, **more},
                key.split(".")[1], seeds)


FIGURES = (
    *(figure("fig2", "Fig 2, UR", "traffic.ur.rate", load, seeds)
      for load, seeds in ((0.2, 10), (0.4, 10), (0.8, 100))),
    figure("uniform_16", "uniform alone", "traffic.ur.rate", 0.5, 10),
    figure("uniform_16", "uniform alone", "traffic.ur.rate", 0.8, 400),
    *(figure("large/fig8b", "Fig 8(b), UR", "traffic.ur.rate", load, 5, **{"run.measure": 50000})
      for load in (0.4, 0.5)),
    *(figure("large/fig9a", "Fig 9(a), tornado", "traffic.tornado.rate", load, 3)
      for load in (0.3, 0.35)),
)


def sensitivity_cases():
    """(parameter, value, onset, calm) of the default and of the values swept beside it: a hotspot
    that starts beside uniform traffic, and uniform traffic alone, as scripts/sensitivity.py."""
    rows = [("default", "", {})]
    for parameter in SENSITIVITY["parameter"]:
        if parameter["name"] in SWEPT:
            rows += [(parameter["name"], value, {parameter["key"]: value})
                     for value in parameter["values"] if value != parameter["default"]]
    alone = {"traffic.hot.rate": 0.0, "traffic.ur.rate": SENSITIVITY["false_rate"]}
    found = []
    for name, value, settings in rows:
        where = f"{name} {value}".strip().replace(" ", "-")
        onset, calm = (Case(f"{name} {value}".strip(), f"sensitivity-{kind}-{where}",
                            SENSITIVITY["scenario"], {**settings, **more}, "ur", seeds,
                            SENSITIVITY["start"])
                       for kind, more, seeds in (
                           ("onset", ONSET, ONSET_SEEDS),
                           ("calm", alone, CALM_SEEDS if settings else DEFAULT_CALM_SEEDS)))
        found.append((name, value, onset, calm))
    return found


def values(run, case):
    """What HEADS names, of one run, and the cycle of the first throttle message; `delay` is None if
    there is none, or if it came before a whole epoch of the hotspot could be observed, as a false
    detection does. Falsely throttled: beside a hotspot the share of packets, alone that of time."""
    mechanism, other = run["mechanism"], run["groups"][case.group]
    hot = run["groups"].get("hot")
    hot = hot if hot and hot["rate"] else None
    first = mechanism.get("first_throttle_cycle")
    false = (other["packets_throttled"] / max(1, other["packets_injected"]) if hot
             else run["throttled_fraction"])
    seen = case.start + case.settings.get(EPOCH["key"], EPOCH["default"])
    return {"first": first,
            "delay": None if first is None or first < seen else first - case.start,
            "declared": mechanism["hotspots_declared"],
            "congested": mechanism["congested_output_cycles"] / mechanism["router_clocks"],
            "false": 100 * false, "latency": other["latency"]["mean"],
            "accepted": other["accepted"], "hot": hot["accepted"] if hot else None}


class Pairs:
    """A case's runs with both windows, seed by seed."""

    def __init__(self, case, jobs):
        self.case = case
        self.runs = {window: [values(job.summary(), case) for job in jobs[case, window]]
                     for window in WINDOWS}

    def column(self, name):
        """(samples, intervals) of the seeds in which both have the value."""
        pairs = zip(*([run[name] for run in self.runs[window]] for window in WINDOWS))
        return [pair for pair in pairs if None not in pair]

    def mean(self, window, name):
        known = [pair[WINDOWS.index(window)] for pair in self.column(name)]
        return sum(known) / len(known) if known else None

    def early(self, window):
        return sum(run["delay"] is None for run in self.runs[window])

    def ratio(self, name):
        """(ratio or None, number of pairs that are not both 0)"""
        pairs = self.column(name)
        events = sum(any(pair) for pair in pairs)
        if events < min(FEW, len(self.runs["samples"])):
            return None, events
        return ratio([i for _, i in pairs], [s for s, _ in pairs]), events

    def ratio_text(self, name):
        found, events = self.ratio(name)
        if found is not None:
            return found.text(3)
        return f"too few: {events} seeds" if events else "-"

    def verdict(self, name):
        """Whether the ratio is within BOUND: its whole interval is, none of it is, or some of
        it."""
        found, events = self.ratio(name)
        if found is None:
            return "open" if events else "none"
        if found.low >= 1 - BOUND and found.high <= 1 + BOUND:
            return "yes"
        return "no" if found.low > 1 + BOUND or found.high < 1 - BOUND else "open"

    def same(self):
        """Pairs whose first throttle messages are in the same cycle, of those that have any."""
        pairs = [(s["first"], i["first"]) for s, i in zip(*self.runs.values())]
        known = [pair for pair in pairs if pair != (None, None)]
        return f"{sum(s == i for s, i in known)} of {len(known)}" if known else "-"


def text(value):
    return "-" if value is None else f"{value:.4g}" if value < 1000 else f"{value:,.0f}"


def rows(*lines):
    head = [f"| {' | '.join(map(str, lines[0]))} |", "|" + "---|" * len(lines[0])]
    return "\n".join(head + [f"| {' | '.join(map(str, line))} |" for line in lines[1:]])


def means_table(found):
    return rows(["traffic", "seeds", "window", *HEADS.values()],
                *([pairs.case.label, len(pairs.runs[window]), window,
                   *(text(pairs.mean(window, name)) for name in HEADS)]
                  for pairs in found for window in WINDOWS))


def ratio_table(found):
    return rows(["traffic", "seeds", "first throttle message in the same cycle",
                 "first throttle message", "falsely throttled", "congested outputs", "latency",
                 "accepted", "within 5 %: delay", "falsely throttled"],
                *([pairs.case.label, len(pairs.runs["samples"]), pairs.same(),
                   *map(pairs.ratio_text, RATIOS), pairs.verdict("delay"), pairs.verdict("false")]
                  for pairs in found))


def sensitivity_table(found):
    """`found`: (parameter, value, Pairs of the onset, Pairs of the calm)"""
    lines = [["parameter", "value", "seeds", "first throttle message in the same cycle",
              "throttled before, samples / intervals",
              "delay, samples", "delay, intervals", "ratio", "seeds, alone",
              "falsely throttled, samples, %", "intervals, %", "ratio", "congested outputs, ratio",
              "within 5 %: delay", "falsely throttled"]]
    for name, value, onset, calm in found:
        lines.append([name, value, len(onset.runs["samples"]), onset.same(),
                      " / ".join(str(onset.early(window)) for window in WINDOWS),
                      *(text(onset.mean(window, "delay")) for window in WINDOWS),
                      onset.ratio_text("delay"), len(calm.runs["samples"]),
                      *(text(calm.mean(window, "false")) for window in WINDOWS),
                      calm.ratio_text("false"), calm.ratio_text("congested"),
                      onset.verdict("delay"), calm.verdict("false")])
    return rows(*lines)


def complete(job):
    return (job.out / "summary.json").exists() and job.summary()["status"] == "complete"


def replace(page, name, table):
    head, rest = page.split(f"<!-- {name} -->\n")
    return f"{head}<!-- {name} -->\n{table}\n<!-- end -->{rest.split('<!-- end -->', 1)[1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "window",
                        help="runs that are there already are not repeated")
    parser.add_argument("--only", metavar="TEXT", default="",
                        help="only cases whose folders begin so; nothing is written")
    parser.add_argument("--print-only", action="store_true")
    arguments = parser.parse_args()
    start = time.monotonic()
    swept = sensitivity_cases()
    cases = [case for case in [*FIGURES, *(case for row in swept for case in row[2:])]
             if case.folder.startswith(arguments.only)]
    jobs = {(case, window): [case.job(arguments.out, window, seed)
                             for seed in range(1, case.seeds + 1)]
            for case in cases for window in WINDOWS}
    missing = [job for some in jobs.values() for job in some if not complete(job)]
    run_jobs(arguments.chokepoint, missing, arguments.jobs)
    pairs = {case: Pairs(case, jobs) for case in cases}
    figures = [pairs[case] for case in FIGURES if case in pairs]
    tables = {"network": means_table(figures), "network ratios": ratio_table(figures),
              "network sensitivity": sensitivity_table(
                  [(name, value, pairs[onset], pairs[calm]) for name, value, onset, calm in swept
                   if onset in pairs and calm in pairs])}
    print("\n\n".join(tables.values()))
    if not arguments.print_only and not arguments.only:
        page = PAGE.read_text()
        for name, table in tables.items():
            page = replace(page, name, table)
        PAGE.write_text(page)
    print(f"{time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
