#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verilates a module with parameters that no variant has, and makes it known to the program.

usage: add_variant.py [--build DIR] MODULE PARAMETER=VALUE ...
       add_variant.py [--build DIR] --for COMMAND ...
The variant is kept in DIR/variants.json (default DIR: build) and built again only when its sources
change. --for runs a command; each time that it ends for want of a
variant, that variant is built and the command run again. Variants for everybody stand in
rtl/<mechanism>/variants.json. Exit: 0; 1 if the build failed (nothing is kept then); 2 for what is
no module, parameter or build folder; with --for the command's own.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from cost import rtl  # noqa: E402


class Refused(Exception):
    """What the user asked for cannot be."""


def described(module, words):
    """Name and entry of the variant."""
    paths = rtl.modules()
    if module not in paths:
        raise Refused(f"no module {module} under rtl/; there are {', '.join(sorted(paths))}")
    known, parameters = rtl.parameters_of(paths[module]), {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in known:
            raise Refused(f"{module} has no parameter {name}; it has {', '.join(known)}")
        if not value.isdigit():
            raise Refused(f"{word}: a whole number is expected, as in {name}=8")
        parameters[name] = int(value)
    name = "_".join([module, *(re.sub("[^A-Z]", "", key).lower() + str(value)
                               for key, value in parameters.items())])
    return {"name": name, "mechanism": Path(paths[module]).parent.name, "module": module,
            "parameters": parameters}


def same(one, other):
    return one["module"] == other["module"] and one["parameters"] == other["parameters"]


def write(path, entries):
    if not entries:
        path.unlink(missing_ok=True)
        return
    text = json.dumps({"about": "Variants added by scripts/add_variant.py.", "variants": entries},
                      indent=1)
    scratch = path.with_name(path.name + ".part")
    scratch.write_text(text + "\n")
    os.replace(scratch, path)


def build(folder, name):
    """None, or what went wrong. The variant comes first: a wrong one costs no new program."""
    for command in (["cmake", "-S", ROOT, "-B", folder],
                    ["cmake", "--build", folder, "--target", f"variant_{name}"],
                    ["cmake", "--build", folder, "--target", "chokepoint"]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        if done.returncode != 0:
            return done.stdout
    return None


def add(folder, module, words):
    entry = described(module, words)
    path = folder / "variants.json"
    before = json.loads(path.read_text())["variants"] if path.exists() else []
    if any(same(entry, other) for other in before):
        print(f"{entry['name']} is in {path} already; building")
        after = before
    else:
        print(f"building {entry['name']} ...", flush=True)
        after = [*before, entry]
        write(path, after)
    problem = build(folder, entry["name"])
    if problem is None:
        print(f"{entry['name']} is built")
        return 0
    write(path, before)
    wrong = [line for line in problem.splitlines() if "rror" in line] or problem.splitlines()[-20:]
    print("\n".join(wrong), file=sys.stderr)
    print(f"add_variant.py: {entry['name']} does not build; it was not kept", file=sys.stderr)
    return 1


def run_for(folder, command):
    """Runs the command until it no longer ends for want of a variant."""
    built = set()
    while True:
        run = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        wanted = re.search(r"scripts/add_variant\.py (\w+(?: \w+=\d+)+)", run.stderr)
        if run.returncode != 2 or not wanted or wanted[1] in built:
            print(run.stderr, end="", file=sys.stderr)
            return run.returncode
        built.add(wanted[1])
        module, *words = shlex.split(wanted[1])
        if add(folder, module, words) != 0:
            return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], usage=__doc__.split(
        "usage: ")[1].split("\nThe")[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build", metavar="DIR")
    parser.add_argument("--for", dest="command", nargs=argparse.REMAINDER, metavar="COMMAND")
    parser.add_argument("module", nargs="?")
    parser.add_argument("parameters", nargs="*", metavar="PARAMETER=VALUE")
    arguments = parser.parse_args()
    try:
        if not (arguments.build / "CMakeCache.txt").exists():
            raise Refused(f"{arguments.build} is no build folder: make build first")
        if arguments.command:
            return run_for(arguments.build, arguments.command)
        if not arguments.module:
            raise Refused("a module and its parameters, or --for COMMAND")
        return add(arguments.build, arguments.module, arguments.parameters)
    except (Refused, OSError, ValueError) as error:
        print(f"add_variant.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
