#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A sweep that is killed ten times must end with the table of one that ran through.

SIGKILL at random moments, by turns to one process (a worker, its simulator, or Snakemake) and to
the whole process group. After each: what is finished is whole, none of it is lost or run again.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from figures_testing import Report, SmallSweep

KILLS = 10
PART = 10           # a kill comes within this part of the time that the sweep takes
WAIT_SECONDS = 30   # for a process to kill


def session_of(pid):
    """Processes of the session that `pid` leads, without it."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != pid:
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            if int(fields[3]) == pid and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def words_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def kill_one(driver, dice):
    """Kills one process below the driver, a worker in most cases; what it was, or None."""
    end = time.monotonic() + WAIT_SECONDS
    while driver.poll() is None and time.monotonic() < end:
        below = session_of(driver.pid)
        workers = [pid for pid in below if "point.py" in words_of(pid) or " run " in words_of(pid)]
        if workers:
            victim = dice.choice(workers if dice.random() < 0.7 else below)
            what = words_of(victim).split(" ")
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                continue
            return " ".join(Path(word).name for word in what[:3])
        time.sleep(0.01)
    return None


def whole(sweep, name):
    for path in (sweep.folder / name / "points" / "points").glob("*"):
        try:
            if path.suffix != ".json" or not json.loads(path.read_text())["digest"]:
                return False
        except (json.JSONDecodeError, KeyError):
            return False
    return True


def killed_sweep(sweep, report, dice, longest, jobs):
    before, kills, single = {}, 0, 0
    while kills < KILLS:
        driver = subprocess.Popen(sweep.command("killed", jobs=jobs), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  start_new_session=True)
        hit = kill_one(driver, dice)  # of a sweep that had nothing left to do: None
        single += hit is not None
        kills += hit is not None
        time.sleep(dice.uniform(0, longest))
        if driver.poll() is None:
            kills += 1
        try:
            os.killpg(driver.pid, signal.SIGKILL)  # also what outlived a driver that gave up
        except ProcessLookupError:
            pass
        ended = driver.wait()
        after = sweep.finished("killed")
        report.check(f"after {kills} kills ({hit} and the group): {len(after)} points, all whole",
                     whole(sweep, "killed"))
        lost = {name for name, state in before.items() if after.get(name) != state}
        report.check("... none lost or run again", not lost, lost)
        before = after
        if hit is None and ended == 0:
            break
    report.check(f"the sweep lasted for {KILLS} kills, {single} of them of one process",
                 kills >= KILLS and single >= 3, kills)
    return before


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default="build/chokepoint")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10 ** 6,
                        help="of the moments; a failure shows it")
    arguments = parser.parse_args()
    program = Path(arguments.chokepoint).resolve()
    report = Report("kill")
    print(f"moments by seed {arguments.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="chokepoint-kill-") as folder:
        sweep = SmallSweep(folder, program, measure=80000)
        start = time.monotonic()
        through = sweep.run("through", jobs=arguments.jobs)
        if not report.check("a sweep runs through", through.returncode == 0, through.stdout):
            return 1
        longest = (time.monotonic() - start) / PART
        finished = killed_sweep(sweep, report, random.Random(arguments.seed), longest,
                                arguments.jobs)
        resumed = sweep.run("killed", jobs=arguments.jobs)
        report.check("what is left runs", resumed.returncode == 0, resumed.stdout)
        after = sweep.finished("killed")
        report.check("... and nothing else", all(after[n] == s for n, s in finished.items()))
        report.check("the tables are those of the sweep that ran through",
                     sweep.tables("killed") == sweep.tables("through"))
        report.check("the same points, no other files",
                     after.keys() == sweep.finished("through").keys())
        report.check("nothing of the killed workers is left",
                     not any((sweep.folder / "killed" / "points" / "work").iterdir()))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
