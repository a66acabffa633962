#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts bugs into the stream switch and expects its comparison with the plain one to notice each.

A bug is an edit of sources in sim/switch/stream (scripts/mutation/stream_switch.toml). What is
compiled of them, alone or with the rest of their folder, is compiled again with the edit, and linked
with the rest of the build to a program of its own; the tree is not touched.
scripts/switch_sweep.py with that program must fail; with the program as it is it must not. Prints a
line "pass" or "FAIL" for each; exit 1 if one failed.

usage: mutate_switch.py [--build DIR] [--quick] [--only NAME]
"""

import argparse
import concurrent.futures
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = Path("sim/switch/stream")
BUGS = ROOT / "scripts/mutation/stream_switch.toml"
CYCLES = 3000  # of each run: a tenth of a second
MOST_SECONDS = 120  # of a sweep; a bug may keep it from ending


class Problem(Exception):
    """What keeps a bug from being tried, in words."""


def run(command, folder, seconds=600):
    return subprocess.run(command, cwd=folder, shell=isinstance(command, str), text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=seconds, check=False)


class Build:
    """How the program is made: its commands, and what each object depends on."""

    def __init__(self, folder):
        self.folder = folder
        made = run(["ninja", "chokepoint"], folder, 3600)
        if made.returncode != 0:
            raise Problem(f"{folder}: the program cannot be built: {made.stdout[-600:]}")
        commands = run(["ninja", "-t", "commands", "chokepoint"], folder).stdout.splitlines()
        self.compile = {}
        for command in commands:
            found = re.search(r" -o (\S+/switch/\S+\.cpp\.o|\S+/unity_switch_\S+\.cxx\.o)"
                              r" -c (\S+)$", command)
            if found:
                self.compile[found[1]] = command, Path(found[2])
        self.link = next(command for command in commands if " -o chokepoint " in command)
        self.depends = {}
        for thing in self.compile:
            listed = run(["ninja", "-t", "deps", thing], folder).stdout.split("\n")[1:]
            self.depends[thing] = {(folder / line.strip()).resolve() for line in listed if line}

    @staticmethod
    def with_edits(source, edited, place):
        """What is compiled instead of it: the edited file, or, of one that includes those of a
        folder, one with this in its place."""
        for path in edited:
            if source == ROOT / path:
                return place / path
        if source.suffix != ".cxx":
            return source
        text = source.read_text()
        for path in edited:
            text = text.replace(f'#include "{ROOT / path}"', f'#include "{place / path}"')
        copy = place / source.name
        copy.write_text(text)
        return copy

    def mutant(self, bug, place):
        """The program with the bug."""
        shutil.rmtree(place, ignore_errors=True)
        edited = {}
        for edit in bug["edit"]:
            path = SOURCES / edit["file"]
            text = edited.get(path) or (ROOT / path).read_text()
            if text.count(edit["old"]) != 1:
                raise Problem(f"{path} has {text.count(edit['old'])} times: {edit['old']}")
            edited[path] = text.replace(edit["old"], edit["new"])
        for path, text in edited.items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_text(text)
        link = self.link.replace(" -o chokepoint ", f" -o {place}/chokepoint ")
        sources = {(ROOT / path).resolve() for path in edited}
        affected = [thing for thing in sorted(self.compile) if sources & self.depends[thing]]
        if left := sources.difference(*(self.depends[thing] for thing in affected)):
            raise Problem(f"{self.folder} has no object of {', '.join(map(str, sorted(left)))}")
        for number, thing in enumerate(affected):
            command, source = self.compile[thing]
            new = place / f"{number}.o"
            command = command.replace(f" -c {source}", f" -c {self.with_edits(source, edited, place)}")
            # Headers of the edited tree come first.
            command = command.replace(" -I", f" -I{place} -I", 1)
            made = run(command.replace(thing, str(new)), self.folder)
            if made.returncode != 0:
                raise Problem(f"does not compile: {made.stdout[-600:]}")
            if f" {thing} " not in link:
                raise Problem(f"{thing} is not linked")
            link = link.replace(f" {thing} ", f" {new} ")
        made = run(link, self.folder)
        if made.returncode != 0:
            raise Problem(f"does not link: {made.stdout[-600:]}")
        return place / "chokepoint"


def sweep(program, scenario, settings):
    """What the comparison of the two switches says of it; "": nothing."""
    command = [sys.executable, str(ROOT / "scripts/switch_sweep.py"), "--chokepoint", str(program),
               "--only", scenario, "--cycles", str(CYCLES), "--jobs", "1"]
    for setting in settings:
        command += ["--set", setting]
    try:
        done = run(command, ROOT, MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return "it does not end"
    if done.returncode == 0:
        return ""
    failures = [line for line in done.stdout.splitlines() if line.startswith("FAIL switch ")]
    if not failures:
        raise Problem(f"switch_sweep.py ends with {done.returncode}: {done.stdout[-600:]}")
    return failures[0].removeprefix("FAIL switch ")


def try_bug(build, bug):
    """(it is noticed, what is to be said)."""
    try:
        place = build.folder / "mutation/stream_switch" / bug["name"].replace(" ", "_")
        program = build.mutant(bug, place)
        for scenario in bug["scenarios"]:
            if found := sweep(program, scenario, bug.get("set", [])):
                shutil.rmtree(place)
                return True, found
        return False, f"{bug['what']}: not noticed in {', '.join(bug['scenarios'])}"
    except Problem as problem:
        return False, str(problem)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="only those that are marked so")
    parser.add_argument("--only", help="a bug whose name contains this")
    arguments = parser.parse_args()
    bugs = [bug for bug in tomllib.loads(BUGS.read_text())["mutant"]
            if (not arguments.quick or bug.get("quick"))
            and (arguments.only is None or arguments.only in bug["name"])]
    if not bugs:
        parser.error("no such bug")
    failed = 0

    def report(name, good, detail):
        nonlocal failed
        failed += not good
        print(f"{'pass' if good else 'FAIL'} stream switch, {name}: {detail}", flush=True)

    try:
        build = Build((ROOT / arguments.build).resolve())
        for scenario, settings in sorted({(scenario, tuple(bug.get("set", ())))
                                          for bug in bugs for scenario in bug["scenarios"]}):
            found = sweep(build.folder / "chokepoint", scenario, settings)
            report(" ".join(["as it is,", scenario, *settings]), not found, found or "equal")
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for bug, (good, detail) in zip(bugs, pool.map(lambda bug: try_bug(build, bug), bugs)):
                report(bug["name"], good, detail)
    except Problem as problem:
        report("build", False, str(problem))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
