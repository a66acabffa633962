#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tells Snakemake the state of a Slurm job: status.py JOB prints running, success or failed.

It asks slurmctld only, as not every cluster keeps accounts. A job that slurmctld has forgotten has
ended; whether well, its output says, for which Snakemake looks after `success`.
"""

import re
import subprocess
import sys

RUNNING = {"PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED", "REQUEUED", "RESIZING",
           "REQUEUE_HOLD", "REQUEUE_FED", "SIGNALING", "STAGE_OUT", "STOPPED"}


def main():
    done = subprocess.run(["scontrol", "--oneliner", "show", "job", sys.argv[1]], text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    state = re.search(r"JobState=(\w+)", done.stdout)
    if state:
        print("success" if state[1] == "COMPLETED" else
              "running" if state[1] in RUNNING else "failed")
    else:
        forgotten = "Invalid job id" in done.stderr or done.returncode == 0
        print("success" if forgotten else "running")  # else slurmctld does not answer now


if __name__ == "__main__":
    main()
