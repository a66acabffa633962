# SPDX-License-Identifier: Apache-2.0
"""Signals over time, from the waveform of a run."""

import json
import re
import subprocess
import tempfile
from pathlib import Path


def changes(path):
    """Of a VCD file: (cycle, signal, value) in order. Names are joined by points."""
    scope, names, time = [], {}, 0
    for line in path.read_text().splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scope.append(words[2])
        elif words[0] == "$upscope":
            scope.pop()
        elif words[0] == "$var":
            names.setdefault(words[3], []).append(".".join([*scope, words[4]]))
        elif line[0] == "#":
            time = int(line[1:])
        elif line[0] == "b":
            value, of = words
            if re.fullmatch("b[01]+", value):
                for name in names.get(of, []):
                    yield time, name, int(value[1:], 2)


def of_run(runner, scenario, watched, settings):
    """The same of a run of a scenario's file with these settings: what `wave.what` names, a list."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(runner.program), "run", str(scenario), "--engine", "model", "--quiet",
                   "--out", folder, "--set", f"wave.what={json.dumps(watched)}"]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        text = Path(folder) / "wave.vcd"
        subprocess.run(["fst2vcd", "-f", str(Path(folder) / "wave.fst"), "-o", str(text)], check=True)
        yield from changes(text)


def first_at_least(runner, scenario, watched, signal, least, settings):
    """When each signal whose name ends as `signal` matches is so large first; those that ever are."""
    first = {}
    for cycle, name, value in of_run(runner, scenario, [watched], settings):
        if value >= least and re.search(rf"{signal}$", name):
            first.setdefault(name, cycle)
    return list(first.values())
