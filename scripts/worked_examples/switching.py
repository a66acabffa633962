# SPDX-License-Identifier: Apache-2.0
"""The example of docs/developer/new-switching.md: chosen by name, one digest in three engines, refused
by the switch that does not serve it."""

import json

import mechanisms
from tree_copy import SCENARIO, report, run

FOLDER = "example_switching"
SWITCHING = "room_ahead"


def try_all(programs, folder):
    """A switching technique by name; engines are those of an example's mechanism."""
    program, mechanism = programs / "chokepoint_examples", mechanisms.EXAMPLES[0].mechanism

    def digest(technique, engine, *more):
        out = folder / f"switching_{technique}_{engine}_{len(more)}"
        ran = run([program, "run", SCENARIO, "--engine", engine, "--set",
                   f"network.switching={technique}", "--set", f"mechanism.name={mechanism}",
                   "--set", "run.measure=2000", "--out", out, "--quiet", *more], folder, 300)
        if not report(f"{technique}: runs in engine {engine} {' '.join(more)}",
                      ran.returncode == 0, ran.stdout):
            return ran.stdout
        return json.loads((out / "summary.json").read_text())["digest"]

    digests = {digest(SWITCHING, engine) for engine in ("model", "rtl", "lockstep")}
    digests.add(digest(SWITCHING, "model", "--switch", "lockstep"))
    report(f"{SWITCHING}: one digest", len(digests) == 1, str(digests))
    default = digest("virtual_cut_through", "model")
    report(f"{SWITCHING}: it changes something", default not in digests, default)
    for what, more, words in (
            ("a wrong name is refused", ["--set", f"network.switching={SWITCHING}s"],
             [f"network.switching={SWITCHING}s", "virtual_cut_through", SWITCHING]),
            ("the stream switch refuses it",
             ["--set", f"network.switching={SWITCHING}", "--switch", "stream"],
             [f'network.switching = "{SWITCHING}"', "--switch stream does not serve"])):
        ran = run([program, "run", SCENARIO, "--engine", "model", "--set", "mechanism.name=none",
                   "--out", folder / "bad", *more], folder, 60)
        report(f"{SWITCHING}: {what}",
               ran.returncode == 2 and all(word in ran.stdout for word in words), ran.stdout)
