#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same sweep on this machine and through sbatch must give the same tables and digests.

Starts munged, slurmctld and slurmd on loopback with a key, sockets, ports and folders of their own
(root needed), and stops them. CHOKEPOINT_SKIP_SLURM=1 leaves the test out; missing packages are
a failure otherwise, which says how to install them.
"""

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from figures_testing import ROOT, Report, SmallSweep

NEEDED = {"munged": "munge", "slurmctld": "slurmctld", "slurmd": "slurmd", "sbatch": "slurm-client"}
PROFILE = ROOT / "scripts" / "figures" / "slurm"
START_SECONDS = 30
SBIN = "/usr/sbin:/sbin"
CONFIG = """ClusterName=chokepoint
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={daemon}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory={memory} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """munged, slurmctld and slurmd as children in the foreground, so that they can be stopped."""

    def __init__(self, folder):
        self.folder, self.children = Path(folder), []
        for name in ("state", "spool", "munge"):
            (self.folder / name).mkdir()
        # The daemons run for root, but munged wants folders that nobody else may write to.
        self.folder.chmod(0o755)
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2 ** 20
        controller, daemon = free_ports(2)
        text = CONFIG.format(folder=self.folder, host=socket.gethostname().split(".")[0],
                             controller=controller, daemon=daemon, cpus=os.cpu_count(),
                             memory=memory)
        (self.folder / "slurm.conf").write_text(text)
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def start(self, *words):
        log = open(self.folder / f"{Path(words[0]).name}.out", "w")
        self.children.append(subprocess.Popen(words, env=self.environment, stdout=log, stderr=log,
                                              stdin=subprocess.DEVNULL, start_new_session=True))

    def up(self):
        """True when the node takes jobs."""
        munge = self.folder / "munge"
        self.start("munged", "--foreground", "--force", f"--key-file={munge}/key",
                   f"--socket={self.folder}/munge.socket", f"--pid-file={munge}/pid",
                   f"--log-file={munge}/log", f"--seed-file={munge}/seed", "--num-threads=2")
        self.wait(lambda: (self.folder / "munge.socket").exists())
        self.start("slurmctld", "-D", "-c")
        self.start("slurmd", "-D")
        return self.wait(lambda: "idle" in self.say("sinfo", "--noheader", "--format=%T"))

    def wait(self, condition):
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if condition():
                return True
            if any(child.poll() is not None for child in self.children):
                return False
            time.sleep(0.2)
        return False

    def say(self, *words):
        return subprocess.run(words, env=self.environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def submitted(self):
        log = (self.folder / "slurmctld.log").read_text()
        return log.count("_slurm_rpc_submit_batch_job: JobId=")

    def logs(self):
        return "\n".join(f"{path.name}:\n{path.read_text(errors='replace')[-1500:]}" for path in
                         sorted([*self.folder.glob("*.log"), *self.folder.glob("*.out")]))

    def down(self):
        self.say("scancel", "--user=root")
        for child in reversed(self.children):
            child.send_signal(signal.SIGTERM)
        for child in reversed(self.children):
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def usable(report):
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    report.check("the packages are there", not missing,
                 f"missing: {' '.join(missing)}; install them with scripts/setup.sh slurm, or "
                 "leave this test out with CHOKEPOINT_SKIP_SLURM=1")
    report.check("root may start the daemons", os.geteuid() == 0,
                 "run the test as root, or leave it out with CHOKEPOINT_SKIP_SLURM=1")
    return report.failed == 0


def compare(report, sweep, cluster, folder):
    local = sweep.run("local")
    report.check("the sweep runs here", local.returncode == 0, local.stdout)
    if not report.check("munged, slurmctld and slurmd start", cluster.up(), cluster.logs()):
        return
    os.environ["SLURM_CONF"] = cluster.environment["SLURM_CONF"]
    os.environ["CI"] = "true"  # Snakemake then asks every second for the state, not every ten
    done = sweep.run("cluster", "--profile", str(PROFILE))
    report.check("the same command runs on the cluster", done.returncode == 0,
                 f"{done.stdout}\n{cluster.logs()}")
    points = len(sweep.finished("cluster"))
    report.check(f"every point was a job of its own: {points}",
                 points == len(sweep.finished("local")) and cluster.submitted() == points,
                 cluster.submitted())
    report.check("the same tables, digest for digest",
                 done.returncode == 0 and sweep.tables("cluster") == sweep.tables("local"))
    broken = SmallSweep(folder / "broken", sweep.program, measure=1000, loads=[1.5])
    failed = broken.run("broken", "--profile", str(PROFILE))
    report.check("a run that fails there fails here, with its message",
                 failed.returncode == 1 and "traffic.ur.rate" in failed.stdout, failed.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default="build/chokepoint")
    arguments = parser.parse_args()
    report = Report("slurm")
    if os.environ.get("CHOKEPOINT_SKIP_SLURM") == "1":
        print("pass slurm: left out, as CHOKEPOINT_SKIP_SLURM=1 asks")
        return 0
    os.environ["PATH"] += f":{SBIN}"
    if not usable(report):
        return 1
    program = Path(arguments.chokepoint).resolve()
    # Not below a folder of root's alone: slurmd and munged check the way to theirs.
    folder = Path(tempfile.mkdtemp(prefix="chokepoint-slurm-"))
    cluster = Cluster(folder)
    try:
        sweep = SmallSweep(folder / "sweep", program, measure=5000, loads=[0.3])
        compare(report, sweep, cluster, folder)
    finally:
        cluster.down()
        shutil.rmtree(folder, ignore_errors=True)
    report.check("the daemons have stopped",
                 all(child.returncode is not None for child in cluster.children))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
