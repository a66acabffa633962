#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds the worked examples of docs/developer/new-mechanism.md and new-switching.md to a copy of the
tree and tries them.

Only the examples' folders are copied in, no other file is changed: the program must build, list each
mechanism and its unit, know its storage and keys, and run it in three engines to one digest.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEVELOPER = ROOT / "docs" / "developer"
MOST_LINES = 150  # of the C++ that connects an example's unit to the network
SWITCHING = "room_ahead"  # of docs/developer/example_switching
SCENARIO = "sim/scenarios/quickstart.toml"
TITLE = Path(sys.argv[0]).stem.replace("test_", "").replace("_", " ")


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


def report(name, good, detail=""):
    report.failed += not good
    print(f"{'pass' if good else 'FAIL'} {TITLE}: {name}{'' if good else ': ' + detail[-600:]}",
          flush=True)
    return good


report.failed = 0


def run(command, folder, limit):
    return subprocess.run([str(word) for word in command], cwd=folder, text=True, timeout=limit,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


def copy_tree(folder):
    """What git knows or would add, so that a tree with changes is tried as it is."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    for name in names.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def add_example(name, folder):
    """Copies an example's files; returns those that were there already (there must be none)."""
    replaced = []
    source = DEVELOPER / name
    for path in sorted(source.rglob("*")):
        if path.is_file():
            target = folder / path.relative_to(source)
            if target.exists():
                replaced.append(str(target.relative_to(folder)))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    return replaced


def build(folder, jobs, tests="OFF"):
    configure = run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-DCHOKEPOINT_TESTS={tests}",
                     f"-DCHOKEPOINT_ONLY_VARIANTS=^({'|'.join(e.unit for e in EXAMPLES)})$", "-DCMAKE_BUILD_TYPE=Debug",
                     "-DCMAKE_CXX_FLAGS_DEBUG=-O0"], folder, 120)
    if not report("configures", configure.returncode == 0, configure.stdout):
        return False
    made = run(["cmake", "--build", "build", "-j", jobs, "--target", "chokepoint"], folder, 1200)
    return report("builds without warnings", made.returncode == 0, made.stdout)


def network_lines(example):
    part = DEVELOPER / example.folder / "sim" / "mechanisms" / example.mechanism
    return len((part / f"{example.mechanism}.cpp").read_text().splitlines())


def try_program(example, folder):
    program = folder / "build" / "chokepoint"
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


def try_switching(folder):
    """A switching technique by name; engines are those of the first example's unit."""
    program, mechanism = folder / "build" / "chokepoint", EXAMPLES[0].mechanism

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chokepoint-mechanism-") as work:
        folder = Path(work)
        copy_tree(folder)
        for example in EXAMPLES:
            replaced = add_example(example.folder, folder)
            report(f"{example.mechanism}: changes no file of the tree", not replaced,
                   ", ".join(replaced))
        replaced = add_example("example_switching", folder)
        report(f"{SWITCHING}: changes no file of the tree", not replaced, ", ".join(replaced))
        if build(folder, arguments.jobs):
            for example in EXAMPLES:
                try_program(example, folder)
            try_switching(folder)
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
