# SPDX-License-Identifier: Apache-2.0
"""What the tests of the figures share: a small sweep, its command and tables, and pass lines."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIGURE = """title = "A small sweep"
scenario = "{scenario}"
seeds = 2
[set]
"run.warmup" = 1000
"run.measure" = {measure}
[x]
key = "traffic.ur.rate"
label = "offered load"
values = {loads}
[y]
value = "latency"
group = "ur"
label = "latency, cycles"
[[curve]]
label = "none"
set = {{ "mechanism.name" = "none" }}
[[curve]]
label = "cbcm"
set = {{ "mechanism.name" = "cbcm" }}
[rtl]
curve = "cbcm"
x = {first}
set = {{ "run.measure" = 1000 }}
"""


class Report:
    def __init__(self, suite):
        self.suite, self.failed = suite, 0

    def check(self, name, condition, said=""):
        self.failed += not condition
        print(f"{'pass' if condition else 'FAIL'} {self.suite}: {name}"
              f"{'' if condition or not said else ': ' + str(said)}", flush=True)
        return condition


class SmallSweep:
    """A figure file in `folder`; every set of points and tables has a name there."""

    def __init__(self, folder, program, measure, loads=(0.1, 0.2, 0.3, 0.4), scenario="quickstart"):
        self.folder, self.program = Path(folder), program
        (self.folder / "figures").mkdir(parents=True, exist_ok=True)
        text = FIGURE.format(scenario=scenario, measure=measure, loads=list(loads),
                             first=list(loads)[0])
        (self.folder / "figures" / "small.toml").write_text(text)

    def command(self, name, *options, program=None, jobs=1):
        return [sys.executable, str(ROOT / "scripts" / "figures.py"), "--chokepoint",
                str(program or self.program), "--folder", str(self.folder / "figures"),
                "--points", str(self.folder / name / "points"),
                "--out", str(self.folder / name), "--jobs", str(jobs), *options]

    def run(self, name, *options, **more):
        return subprocess.run(self.command(name, *options, **more), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def finished(self, name):
        """Name -> (inode, time) of the points that are there."""
        return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns)
                for path in (self.folder / name / "points" / "points").glob("*.json")}

    def tables(self, name):
        """Means with intervals, the digests of all runs, values by seed."""
        found = self.folder / name / "small"
        return [(found / file).read_text() for file in ("table.md", "points.csv")]
