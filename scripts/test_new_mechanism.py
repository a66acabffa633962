#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds the worked example of docs/developer/new-mechanism.md to a copy of the tree and tries it.

Only the example's folders are copied in, no other file is changed: the program must build, list the
mechanism and its unit, know its storage and keys, and run it in three engines to one digest.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "docs" / "developer" / "example"
SCENARIO = "sim/scenarios/quickstart.toml"
TITLE = Path(sys.argv[0]).stem.replace("test_", "").replace("_", " ")


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


def add_example(folder, example=EXAMPLE):
    """Copies the example's files; returns those that were there already (there must be none)."""
    replaced = []
    for path in sorted(example.rglob("*")):
        if path.is_file():
            target = folder / path.relative_to(example)
            if target.exists():
                replaced.append(str(target.relative_to(folder)))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    return replaced


def build(folder, jobs, tests="OFF"):
    configure = run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", f"-DCHOKEPOINT_TESTS={tests}",
                     "-DCHOKEPOINT_ONLY_VARIANTS=^gap_timer$", "-DCMAKE_BUILD_TYPE=Debug",
                     "-DCMAKE_CXX_FLAGS_DEBUG=-O0"], folder, 120)
    if not report("configures", configure.returncode == 0, configure.stdout):
        return False
    made = run(["cmake", "--build", "build", "-j", jobs, "--target", "chokepoint"], folder, 1200)
    return report("builds without warnings", made.returncode == 0, made.stdout)


def try_program(folder):
    program = folder / "build" / "chokepoint"
    listed = json.loads(run([program, "list", "--json"], folder, 60).stdout)
    report("list names the mechanism", "pacing" in listed["mechanisms"],
           str(list(listed["mechanisms"])))
    units = [u["name"] for u in listed["units"]]
    report("list names the unit", "gap_timer" in units, str(units))
    area = json.loads(run([program, "area", "--mechanism", "pacing", "--json"], folder, 60).stdout)
    report("area knows its storage",
           [u["total_bits"] for u in area["units"] if u["name"] == "gap_timer"] == [16], str(area))
    shown = run([program, "run", "--help"], folder, 60).stdout
    report("run --help names it", "pacing" in shown, shown)
    shown = run([program, "area", "--help"], folder, 60).stdout
    report("area --help names it", "pacing" in shown, shown)
    digests = {}
    for engine in ("model", "rtl", "lockstep"):
        ran = run([program, "run", SCENARIO, "--engine", engine, "--set", "mechanism.name=pacing",
                   "--set", "run.measure=2000", "--out", folder / engine, "--quiet"], folder, 300)
        if report(f"runs in engine {engine}", ran.returncode == 0, ran.stdout):
            digests[engine] = json.loads((folder / engine / "summary.json").read_text())["digest"]
    report("the three digests are equal", len(digests) == 3 and len(set(digests.values())) == 1,
           str(digests))
    slow = run([program, "run", SCENARIO, "--engine", "model", "--set", "mechanism.name=pacing",
                "--set", "mechanism.gap=70000", "--out", folder / "bad"], folder, 60)
    report("its key has a range", slow.returncode == 2 and "gap" in slow.stdout, slow.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chokepoint-mechanism-") as work:
        folder = Path(work)
        copy_tree(folder)
        replaced = add_example(folder)
        report("changes no file of the tree", not replaced, ", ".join(replaced))
        if build(folder, arguments.jobs):
            try_program(folder)
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
