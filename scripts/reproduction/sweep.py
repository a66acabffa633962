# SPDX-License-Identifier: Apache-2.0
"""A set of simulation points through Snakemake: each is one job with an output of its own.

The folder has plans/KEY.json (what to run), points/KEY.json (what came out, always whole), work/
(of workers now running), done/ (Snakemake's marks), errors/KEY (what a run that failed said), logs/
(of a cluster's jobs), snakemake.log. Whatever is killed, and when: finished points stay, the rest
is run when the same sweep is asked for again.
"""

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from chokepoint_runs import RunFailed  # noqa: E402

SNAKEFILE = ROOT / "scripts" / "figures" / "Snakefile"
POLL_SECONDS = 0.2
RETRIES = 3       # of a worker that was killed
LOG_LINES = 15


class Progress:
    """A line that is rewritten on a terminal; elsewhere a line for every quarter."""

    def __init__(self, total, show):
        self.total, self.show, self.start, self.shown = total, show, time.monotonic(), 0

    def at(self, done):
        if not self.show or done == self.shown:
            return
        seconds = time.monotonic() - self.start
        if sys.stdout.isatty():
            left = seconds / done * (self.total - done)
            end = "\n" if done == self.total else ""
            print(f"\r{done} of {self.total} points, {seconds:.0f} s, about {left:.0f} s left  ",
                  end=end, flush=True)
        elif done * 4 // self.total > self.shown * 4 // self.total:
            print(f"{done} of {self.total} points, {seconds:.0f} s", flush=True)
        self.shown = done


def lives(pid):
    """Also False for a process that has ended and that nobody has waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Sweep:
    """Where points are kept, and how they are run: on this machine, or by a Snakemake profile."""

    def __init__(self, folder, parallel=2, profile=None, show=True, mem_mb=2000, minutes=1440):
        self.folder, self.parallel, self.show = Path(folder).resolve(), parallel, show
        self.profile = profile
        self.limits = {"mem_mb": mem_mb, "minutes": minutes}

    def point(self, key):
        return self.folder / "points" / f"{key}.json"

    def run(self, plans):
        """`plans`: key -> plan of points that are not there. Afterwards they are, or RunFailed."""
        if shutil.which("snakemake") is None:
            raise RunFailed("the program snakemake is missing: scripts/setup.sh figures")
        for name in ("plans", "points", "done", "errors", "work", "rounds", "logs"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        with open(self.folder / "lock", "w") as lock:
            self.wait_for(lock)
            self.clear()
            plans = {key: plan for key, plan in plans.items() if not self.point(key).exists()}
            if plans:
                self.snakemake(plans, lock)

    def wait_for(self, lock):
        """One sweep at a time; the lock goes with the processes that hold it, however they end."""
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"waiting for another sweep in {self.folder}", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)

    def clear(self):
        """What killed workers of this machine have left, and the logs of the last sweep's jobs."""
        for log in (self.folder / "logs").iterdir():
            log.unlink(missing_ok=True)
        for left in (self.folder / "work").iterdir():
            _, host, pid = left.name.rsplit(".", 2)
            if host == socket.gethostname() and not lives(pid):
                shutil.rmtree(left, ignore_errors=True)

    def write(self, path, value):
        part = path.with_name(f"{path.name}.{os.getpid()}")
        part.write_text(json.dumps(value))
        part.rename(path)

    def command(self, round_file):
        words = ["snakemake", "--snakefile", str(SNAKEFILE), "--directory", str(self.folder),
                 "--config", f"round={round_file}",
                 # Results are whole or absent and named after what decides them: Snakemake need
                 # suspect none, nor lock the folder (its lock outlives a kill).
                 "--ignore-incomplete", "--nolock", "--drop-metadata",
                 "--rerun-triggers", "mtime", "--retries", str(RETRIES)]
        # A profile's settings come first: what is on the command line would replace them.
        if self.profile:
            return words + ["--profile", str(Path(self.profile).resolve())]
        return words + ["--cores", str(self.parallel), "--scheduler", "greedy"]

    def snakemake(self, plans, lock):
        for key, plan in plans.items():
            path = self.folder / "plans" / f"{key}.json"
            (self.folder / "errors" / key).unlink(missing_ok=True)
            (self.folder / "done" / key).unlink(missing_ok=True)
            if not path.exists():
                self.write(path, plan)
        round_file = self.folder / "rounds" / f"{os.getpid()}.json"
        self.write(round_file, {"done": [f"done/{key}" for key in plans], **self.limits})
        progress = Progress(len(plans), self.show)
        with open(self.folder / "snakemake.log", "w") as log:
            # Started with the lock: as long as an orphaned Snakemake runs, no second one does.
            child = subprocess.Popen(self.command(round_file), stdin=subprocess.DEVNULL, stdout=log,
                                     stderr=subprocess.STDOUT, pass_fds=(lock.fileno(),))
            try:
                while child.poll() is None:
                    time.sleep(POLL_SECONDS)
                    progress.at(self.count("points", plans))
                    if self.count("errors", plans):
                        child.send_signal(signal.SIGINT)  # the first error ends the sweep
                        child.wait()
            except KeyboardInterrupt:
                child.send_signal(signal.SIGINT)
                child.wait()
                print("\ninterrupted; the same command goes on", file=sys.stderr)
                raise SystemExit(130) from None
            except BaseException:
                child.send_signal(signal.SIGINT)
                child.wait()
                raise
            finally:
                round_file.unlink(missing_ok=True)
        progress.at(self.count("points", plans))
        missing = [key for key in plans if not self.point(key).exists()]
        if missing:
            raise RunFailed(self.complaint(missing))

    def count(self, name, plans):
        with os.scandir(self.folder / name) as entries:
            return sum(entry.name.removesuffix(".json") in plans for entry in entries)

    def complaint(self, missing):
        for key in missing:
            error = self.folder / "errors" / key
            if error.exists():
                return error.read_text().strip()
        log = self.folder / "snakemake.log"
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-LOG_LINES:])
        return (f"{len(missing)} points are missing; run the same command again to go on. "
                f"The end of {log}:\n{tail}")
