# SPDX-License-Identifier: Apache-2.0
"""Runs a tool with a time limit, and says which version it is."""

import functools
import os
import re
import signal
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class ToolError(Exception):
    """A tool failed; the text has its command and its last lines."""


class OutOfTime(Exception):
    """A tool did not finish within its limit."""


# Of the limit of processor time: a tool that waits is ended too, on a busy machine much later.
WALL = 8
# The shell of a tool that started another one, which ran out of processor time.
OUT_OF_CPU = re.compile(rf"return code ({128 + signal.SIGXCPU}|{int(signal.SIGXCPU)})\b")


running = set()


def run(command, limit, cwd=ROOT, stop=None):
    """The tool's output. `limit`: seconds of processor time for it and for each tool that it
    starts. `stop(line)` may end it early by returning something true; then that is returned."""
    seconds = max(1, int(limit))
    command = ["prlimit", f"--cpu={seconds}:{seconds + 2}", *[str(word) for word in command]]
    with subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          start_new_session=True) as process:
        running.add(process)
        if stop is None:
            try:
                output = process.communicate(timeout=WALL * limit)[0]
            except subprocess.TimeoutExpired:
                end(process)
                running.discard(process)
                raise OutOfTime(f"> {limit} s") from None
        else:
            output, stopped = watched(process, limit, stop)
            if stopped:
                running.discard(process)
                return stopped
    running.discard(process)
    if process.returncode == -signal.SIGXCPU or \
            process.returncode != 0 and OUT_OF_CPU.search(output):
        raise OutOfTime(f"> {limit} s")
    if process.returncode != 0:
        last = "\n".join(output.splitlines()[-20:])
        raise ToolError(f"{' '.join(command[2:])[:300]}: exit code {process.returncode}\n{last}")
    return output


def watched(process, limit, stop):
    """Reads line by line until the end, the limit or `stop`."""
    late = []
    timer = threading.Timer(WALL * limit, lambda: (late.append(True), end(process)))
    timer.start()
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            stopped = stop(line)
            if stopped:
                end(process)
                return "", stopped
        process.wait()
    finally:
        timer.cancel()
    if late:
        raise OutOfTime(f"> {limit} s")
    return "".join(lines), None


def end_all():
    """Ends every tool that runs, when the run is interrupted."""
    for process in list(running):
        end(process)


def end(process):
    """Ends a tool and what it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


@functools.lru_cache(maxsize=None)
def version(tool, option="--version"):
    """The first line that the tool says of its version; None if it is not there."""
    try:
        said = subprocess.run([str(tool), option], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=120, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    first = next((line.strip() for line in said.splitlines() if line.strip()), "")
    return re.sub(r'^"?[^"]*nextpnr-(\w+)"? -- Next Generation Place and Route',
                  r"nextpnr-\1", first)


def versions():
    """Versions of the tools that every figure but the FPGA's comes from."""
    return {"yosys": version("yosys", "-V"), "verilator": version("verilator")}
