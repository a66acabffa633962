# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/developer/new-mechanism.md: the program lists each mechanism and its unit,
knows its storage and keys, and runs it in three engines to one digest."""

import json
from dataclasses import dataclass

from tree_copy import DEVELOPER, SCENARIO, report, run

MOST_LINES = 150  # of the C++ that connects an example's unit to the network


@dataclass
class Example:
    """A folder of DEVELOPER, and what is to be found of it."""
    folder: str
    mechanism: str
    unit: str
    bits: int  # of the unit
    key: str
    too_much: int  # for the key
    message: str = ""  # that it sends; "": none
    vc_class: str = ""  # of the message


EXAMPLES = [Example("example", "pacing", "gap_timer", 16, "gap", 70000, "notice",
                    "notices"),
            Example("example_queue", "set_aside", "watermark", 1, "wire_latency", 2000000, "pause",
                    "pauses")]


def network_lines(example):
    part = DEVELOPER / example.folder / "sim" / "mechanisms" / example.mechanism
    return len((part / f"{example.mechanism}.cpp").read_text().splitlines())


def try_program(example, program, folder):
    name = example.mechanism

    def check(what, good, detail=""):
        return report(f"{name}: {what}", good, detail)

    check(f"has at most {MOST_LINES} lines for the network", network_lines(example) <= MOST_LINES,
          str(network_lines(example)))
    listed = json.loads(run([program, "list", "--json"], folder, 60).stdout)
    check("list names the mechanism", name in listed["mechanisms"], str(list(listed["mechanisms"])))
    units = [u["name"] for u in listed["units"]]
    check("list names the unit", example.unit in units, str(units))
    area = json.loads(run([program, "area", "--mechanism", name, "--json"], folder, 60).stdout)
    bits = [u["total_bits"] for u in area["units"] if u["name"] == example.unit]
    check("area knows its storage", bits == [example.bits], str(area))
    shown = run([program, "run", "--help"], folder, 60).stdout
    check("run --help names it", name in shown, shown)
    shown = run([program, "area", "--help"], folder, 60).stdout
    check("area --help names it", name in shown, shown)
    digests = {}
    for engine, mechanism in [("model", "none")] + [(e, name) for e in ("model", "rtl", "lockstep")]:
        out = folder / f"{name}_{engine}_{mechanism}"
        ran = run([program, "run", SCENARIO, "--engine", engine, "--set", f"mechanism.name={mechanism}",
                   "--set", "run.measure=2000", "--out", out, "--quiet"], folder, 300)
        if check(f"runs in engine {engine}", ran.returncode == 0, ran.stdout):
            summary = json.loads((out / "summary.json").read_text())
            digests[engine, mechanism] = summary["digest"]
            if mechanism == name and example.message:
                check(f"its message is counted by name in engine {engine}",
                      summary["messages"][example.message]["packets_delivered"] > 0
                      and summary["classes"][example.vc_class]["ejection_flits"] > 0, str(summary))
    without = digests.pop(("model", "none"), None)
    check("the three digests are equal", len(digests) == 3 and len(set(digests.values())) == 1,
          str(digests))
    check("it changes something", without not in digests.values(), str(without))
    slow = run([program, "run", SCENARIO, "--engine", "model", "--set", f"mechanism.name={name}",
                "--set", f"mechanism.{example.key}={example.too_much}", "--out", folder / "bad"],
               folder, 60)
    check("its key has a range", slow.returncode == 2 and example.key in slow.stdout, slow.stdout)


def try_all(programs, folder):
    for example in EXAMPLES:
        try_program(example, programs / "chokepoint_examples", folder)
