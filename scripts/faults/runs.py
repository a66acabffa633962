# SPDX-License-Identifier: Apache-2.0
"""One run of a scenario with or without a fault, and what came out of it."""

import csv
import json
import shutil
import subprocess
import tomllib
from dataclasses import dataclass

TIMEOUT = 600  # seconds


@dataclass(frozen=True)
class Programs:
    plain: str
    upset: str


@dataclass
class Run:
    exit_code: int
    error: str
    digest: str = ""
    status: str = ""
    cycles: int = 0
    generated: int = 0  # cycles with traffic
    summary: dict = None
    series: dict = None  # group -> rows of timeseries.csv


def command(programs, scenario, mechanism, fault, seed, engine, out, settings):
    upset = fault is not None and fault.upset
    words = [programs.upset if upset else programs.plain, "run", str(scenario), "--engine", engine,
             "--seed", str(seed), "--quiet", "--out", str(out)]
    for key, value in {**mechanism.settings, **settings}.items():
        words += ["--set", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    for key, value in (fault.keys if fault else {}).items():
        words += ["--set", f"fault.1.{key}={value}"]
    return words


def read_series(path):
    series = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            series.setdefault(row.pop("group"), []).append(
                {key: float(value) if value else 0.0 for key, value in row.items()})
    return series


def run_point(programs, scenario, mechanism, fault, seed, engine, work, settings=None):
    out = work / "run"
    shutil.rmtree(out, ignore_errors=True)
    if settings is None:
        settings = fault.settings if fault else {}
    words = command(programs, scenario, mechanism, fault, seed, engine, out, settings)
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return Run(4, f"no end within {TIMEOUT} s: {' '.join(words)}")
    run = Run(done.returncode, done.stderr.strip())
    if (out / "summary.json").exists():
        run.summary = json.loads((out / "summary.json").read_text())
        run.digest, run.status = run.summary["digest"], run.summary["status"]
        run.cycles = run.summary["cycles"]
        run.series = read_series(out / "timeseries.csv")
        keys = tomllib.loads(scenario.read_text())["run"]
        run.generated = keys["warmup"] + keys["measure"]
    return run
