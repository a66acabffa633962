# SPDX-License-Identifier: Apache-2.0
"""Runs many scenarios at once with the program `chokepoint` and reads what they wrote."""

import concurrent.futures
import csv
import json
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path


class RunFailed(Exception):
    """A run that did not end with exit code 0: its command, exit code and what it said."""


@dataclass
class Job:
    """One call of `chokepoint run`; `out` gets summary.json, flows.csv, timeseries.csv."""

    scenario: str
    out: Path
    engine: str = "rtl"
    settings: dict = field(default_factory=dict)
    options: list = field(default_factory=list)

    def command(self, program):
        words = [str(program), "run", self.scenario, "--engine", self.engine, "--quiet",
                 "--out", str(self.out)]
        for key, value in self.settings.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            words += ["--set", f"{key}={text}"]
        return words + self.options

    def summary(self):
        return json.loads((self.out / "summary.json").read_text())

    def timeseries(self, group):
        """The rows of one traffic group, numbers as floats, an empty cell as None."""
        rows = []
        with open(self.out / "timeseries.csv", newline="") as file:
            for row in csv.DictReader(file):
                if row.pop("group") == group:
                    rows.append({k: float(v) if v else None for k, v in row.items()})
        return rows


SAY_AGAIN = 15  # seconds


class Progress:
    """A line that is rewritten on a terminal; elsewhere a line for every quarter and every 15 s."""

    def __init__(self, total):
        self.total, self.done, self.start = total, 0, time.monotonic()
        self.said = self.start
        self.lock = threading.Lock()

    def left(self, seconds):
        """Roughly; nothing before a tenth is done."""
        if self.done * 10 < self.total or self.done == self.total:
            return ""
        return f", about {seconds * (self.total - self.done) / self.done:.0f} s more"

    def tell(self):
        """How far it is, while nothing ends."""
        with self.lock:
            now = time.monotonic()
            if sys.stdout.isatty() or now - self.said >= SAY_AGAIN:
                self.line(now)

    def line(self, now):
        self.said = now
        seconds = now - self.start
        text = f"{self.done} of {self.total} runs, {seconds:.0f} s{self.left(seconds)}"
        if sys.stdout.isatty():
            end = "\n" if self.done == self.total else ""
            print(f"\r{text:<60}", end=end, flush=True)
        else:
            print(text, flush=True)

    def step(self):
        with self.lock:
            self.done += 1
            if sys.stdout.isatty() or \
                    self.done * 4 // self.total > (self.done - 1) * 4 // self.total:
                self.line(time.monotonic())


def run_jobs(program, jobs, parallel, show=True):
    """Runs every job; the first failure stops the rest and is raised as RunFailed."""
    progress = Progress(len(jobs))
    children, lock, stopped = set(), threading.Lock(), threading.Event()

    def run(job):
        if stopped.is_set():
            return
        command = job.command(program)
        with lock:
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.PIPE, text=True)
            children.add(child)
        said = ""
        for line in child.stderr:
            said += line
            if show and line.startswith("chokepoint: building "):  # a variant: it takes a while
                print(line.rstrip(), flush=True)
        child.communicate()
        with lock:
            children.discard(child)
        if child.returncode != 0 and not stopped.is_set():
            raise RunFailed(f"exit code {child.returncode}: {' '.join(command)}\n{said.strip()}")
        if show:
            progress.step()

    with concurrent.futures.ThreadPoolExecutor(parallel) as pool:
        futures = [pool.submit(run, job) for job in jobs]
        try:
            left = set(futures)
            while left:
                done, left = concurrent.futures.wait(
                    left, timeout=1, return_when=concurrent.futures.FIRST_EXCEPTION)
                for future in done:
                    future.result()
                if show and left:
                    progress.tell()
        except BaseException:
            stopped.set()
            with lock:
                for child in children:
                    child.terminate()
            raise
