#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds examples/own_systemc_model against a built tree and runs it.

usage: test_own_systemc_model.py [--build DIR]

The messages that are delivered must be those of the model, each request before its answer and a
channel's way apart, and the same in ticks of many cycles and with two threads. Prints a line
"pass ..." or "FAIL ..." for each case. Exit: 0 if nothing failed, else 1.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "own_systemc_model"
PROCESSORS, MEMORY, READS = (0, 5, 10), 15, 40
ACCESS, THINK = 80, 60  # cycles, as in main.cpp
failed = 0


def report(name, good, detail=""):
    global failed
    failed += not good
    print(f"{'pass' if good else 'FAIL'} own SystemC model: {name}"
          f"{'' if good else ': ' + detail[-600:]}", flush=True)
    return good


def run(*command):
    return subprocess.run([str(word) for word in command], cwd=EXAMPLE, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)


def wrong_times(lines):
    """The first message that is where it cannot be; None: there is none."""
    last = dict.fromkeys(PROCESSORS, 0)  # cycle of a processor's last message, either way
    for line in lines:
        cycle, source, destination, flits = (int(word) for word in line.split())
        processor = source if destination == MEMORY else destination
        wait = THINK if destination == MEMORY and last[processor] else ACCESS
        if last[processor] == 0:
            wait = 0
        # All have a channel into the network, one out of it, and so many flits to send.
        if cycle < last[processor] + wait + 2 + flits:
            return line
        last[processor] = cycle
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    arguments = parser.parse_args()
    build = (ROOT / arguments.build).resolve()
    with tempfile.TemporaryDirectory() as folder:
        made = run("make", f"BUILD={build}", f"OUT={folder}")
        if not report("builds against the tree's objects", made.returncode == 0,
                      made.stdout + made.stderr):
            return 1
        model = Path(folder) / "own_model"
        plain = run(model, "network.toml")
        lines = plain.stdout.splitlines()
        report("runs, and every check of the network holds", plain.returncode == 0, plain.stderr)
        expected = 2 * READS * len(PROCESSORS)
        report("every request and every answer is delivered", len(lines) == expected,
               f"{len(lines)} of {expected}")
        late = wrong_times(lines)
        report("messages take their time", late is None, str(late))
        for words in (("--quantum", 32), ("--threads", 2), ("--quantum", 32, "--threads", 3)):
            other = run(model, "network.toml", *words)
            same = other.returncode == 0 and other.stdout == plain.stdout
            report(f"the same with {' '.join(str(word) for word in words)}", same, other.stderr)
        bad = run(model, "no_such_file.toml")
        report("a file that is not there is named", bad.returncode == 1 and
               "no_such_file.toml" in bad.stderr, bad.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
