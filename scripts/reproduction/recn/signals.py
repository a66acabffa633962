# SPDX-License-Identifier: Apache-2.0
"""Signals over time, from the waveform of a run."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

import waveform


def changes(path):
    """(cycle, signal, value) in order, of what is known. Names are joined by points."""
    with waveform.Waveform(path) as wave:
        names = {}
        for signal in wave.signals:
            names.setdefault(signal.code, []).append(signal.name)
        for cycle, code, digits in wave.changes():
            if re.fullmatch("[01]+", digits):
                for name in names[code]:
                    yield cycle, name, int(digits, 2)


def of_run(runner, scenario, watched, settings):
    """The same of a run of a scenario's file with these settings: what `wave.what` names, a list."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(runner.program), "run", str(scenario), "--engine", "model", "--quiet",
                   "--out", folder, "--set", f"wave.what={json.dumps(watched)}"]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        yield from changes(Path(folder) / "wave.fst")


def first_at_least(runner, scenario, watched, signal, least, settings):
    """When each signal whose name ends as `signal` matches is so large first; those that ever are."""
    first = {}
    for cycle, name, value in of_run(runner, scenario, [watched], settings):
        if value >= least and re.search(rf"{signal}$", name):
            first.setdefault(name, cycle)
    return list(first.values())
