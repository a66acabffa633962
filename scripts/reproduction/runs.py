# SPDX-License-Identifier: Apache-2.0
"""Runs scenario points through `chokepoint run`, keeps what they measured, and never runs one
twice."""

import csv
import hashlib
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from chokepoint_runs import Job, run_jobs  # noqa: E402


@dataclass(frozen=True)
class Point:
    """One run: a ready scenario, what is set beside it, and the seed."""

    scenario: str
    settings: tuple = ()  # sorted pairs of key and value
    seed: int = 1

    @staticmethod
    def of(scenario, seed=1, **settings):
        return Point(scenario,
                     tuple(sorted((k.replace("__", "."), v) for k, v in settings.items())),
                     seed)


class Runner:
    """Results by point; a result is kept on disk until the program or the scenario file changes."""

    def __init__(self, program, folder, engine="model", parallel=2, show=True):
        self.program, self.engine, self.parallel, self.show = Path(program), engine, parallel, show
        self.folder = Path(folder)
        self.identity = hashlib.sha256(self.program.read_bytes()).hexdigest()
        self.results = {}

    def scenario_path(self, name):
        return ROOT / "sim" / "scenarios" / f"{name}.toml"

    def key(self, point):
        text = json.dumps([self.identity, self.scenario_path(point.scenario).read_text(),
                           self.engine,
                           point.settings, point.seed])
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def run(self, points):
        """Runs the points not known yet, several at a time; afterwards self[point] answers."""
        jobs = {}
        for point in points:
            if point in self.results:
                continue
            key = self.key(point)
            kept = self.folder / f"{key}.json"
            if kept.exists():
                self.results[point] = json.loads(kept.read_text())
            elif key not in jobs:
                job = Job(str(self.scenario_path(point.scenario)), self.folder / key,
                          engine=self.engine,
                          settings={**dict(point.settings), "run.seed": point.seed})
                # From a sweep that was killed: a run writes its summary last.
                whole = job.out / "summary.json"
                if whole.exists() and job.summary()["status"] == "complete":
                    self.results[point] = self.keep(key, job)
                else:
                    jobs[key] = (point, job)
        if jobs:
            try:
                run_jobs(self.program, [job for _, job in jobs.values()], self.parallel, self.show)
            finally:
                for key, (point, job) in jobs.items():
                    if (job.out / "summary.json").exists():
                        self.results[point] = self.keep(key, job)
        return self

    def keep(self, key, job):
        """The summary with the flows of hotspot and permutation (their fairness is a claim), and
        with the time series of a point that sets its interval: rows of cycle, accepted load, mean
        latency (None: nothing arrived) and packets delivered."""
        result = job.summary()
        with open(job.out / "flows.csv", newline="") as file:
            result["flows"] = [[row["group"], int(row["source"]), int(row["destination"]),
                                float(row["accepted_flits_per_cycle"])]
                               for row in csv.DictReader(file)
                               if row["group"] != "ur" and row["source"] != "all"]
        if "run.interval" in job.settings:
            result["series"] = {group: [[row["cycle"], row["accepted_flits_per_cycle_node"],
                                         row["latency_mean_cycles"], row["packets_delivered"]]
                                        for row in job.timeseries(group)]
                                for group in result["groups"]}
        whole = self.folder / f"{key}.json"
        whole.with_suffix(".part").write_text(json.dumps(result))
        whole.with_suffix(".part").rename(whole)
        shutil.rmtree(job.out)
        return result

    def __getitem__(self, point):
        return self.results[point]
