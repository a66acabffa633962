#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts known bugs into copies of the RTL and checks that the named lockstep test notices each
one."""
import argparse
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys

CLOCKS = 300000  # random clocks within which a bug must show
COMPILE = ["-std=c++17", "-O0", "-w"]


def run(command, folder):
    return subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


def precompile(folder, config):
    """Options that read the headers of every bug's registration from one precompiled one, which is most of its compilation."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    header = folder / "headers.h"
    header.write_text('#include "sim/engine/rtl_instance.h"\n')
    result = run([config["compiler"], *COMPILE, *config["flags"], "-x", "c++-header", header.name, "-o", f"{header.name}.gch"], folder)
    if result.returncode != 0:
        sys.exit(f"the headers do not compile\n{result.stdout[-3000:]}")
    return ["-include", str(header)]


def build(bug, rtl, folder, config):
    """The test binary with the bug as its only variant; raises RuntimeError if it cannot be
    built."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(rtl, folder / "rtl", ignore=shutil.ignore_patterns("*.json"))
    source = folder / "rtl" / f"{bug.get('file', bug['module'])}.sv"
    text = source.read_text()
    if text.count(bug["old"]) != 1:
        raise RuntimeError(f"`{bug['old']}` occurs {text.count(bug['old'])} times in {source.name}")
    source.write_text(text.replace(bug["old"], bug["new"]))
    name = bug["name"]
    packages = sorted(str(p) for p in list((rtl.parent / "common").glob("*_pkg.sv")) +
                      list((folder / "rtl").glob("*_pkg.sv")))
    generics = [f"-G{key}={value}" for key, value in bug["parameters"].items()]
    camel = "".join(word.capitalize() for word in bug["module"].split("_"))
    registration = pathlib.Path(config["registration"]).read_text()
    values = ", ".join(f'{{"{key}", {value}}}' for key, value in bug["parameters"].items())
    for key, value in {"NAME": name, "MODULE": bug["module"], "TYPE": camel, "MECHANISM": rtl.name,
                       "INITIALISERS": values}.items():
        registration = registration.replace(f"@{key}@", value)
    steps = [[config["verilator"], "--cc", "--assert", "--trace-fst", "--trace-structs", "--prefix",
              f"V{name}", "--top-module", bug["module"], "--Mdir", "obj", "-y", "rtl", "-y",
              str(rtl.parent / "common"), *generics,
              *packages, str(folder / "rtl" / f"{bug['module']}.sv")]]
    steps.append([config["compiler"], *COMPILE, *config["headers"], *config["flags"], "-Iobj", "-c",
                  "unity.cpp", "-o", "unity.o"])
    steps.append([config["compiler"], *config["link_flags"], "unity.o", *config["objects"],
                  *config["libraries"], "-o", "test"])
    for number, step in enumerate(steps):
        if number == 1:
            generated = sorted((folder / "obj").glob("*.cpp"))
            (folder / "unity.cpp").write_text(
                "".join(f'#include "{path}"\n' for path in generated) + registration)
        result = run(step, folder)
        if result.returncode != 0:
            raise RuntimeError(f"{pathlib.Path(step[0]).name} failed\n{result.stdout[-3000:]}")


def noticed(bug, output):
    """The line that shows that the bug was noticed: a mismatch, or the assertion that the bug names
    because it ends the run before one; None without it."""
    if "assertion" in bug:
        signs = ("Assertion failed", f".{bug['assertion']}")
    else:
        signs = ("lockstep mismatch: " + bug["module"],)
    return next((line for line in output.splitlines() if all(s in line for s in signs)), None)


def check(bug, rtl, folder, config):
    """None if the test notices the bug, otherwise what went wrong."""
    try:
        build(bug, rtl, folder, config)
    except RuntimeError as error:
        return f"cannot be built: {error}"
    result = run(["./test", f"--gtest_filter={bug['test']}", f"--clocks={CLOCKS}"], folder)
    if result.returncode == 0:
        return f"NOT noticed by {bug['test']} in {CLOCKS} clocks"
    sign = noticed(bug, result.stdout)
    if sign is None:
        expected = bug.get("assertion", "a mismatch")
        return f"the test ended without {expected}\n{result.stdout[-2000:]}"
    print(f"{bug['name']} ({bug['what']}): noticed by {bug['test']}: {sign}", flush=True)
    shutil.rmtree(folder)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bugs", type=pathlib.Path, required=True, help="seeded_bugs.json")
    parser.add_argument("--rtl", type=pathlib.Path, required=True, help="rtl/<mechanism>")
    parser.add_argument("--config", type=pathlib.Path, required=True, help="written by CMake")
    parser.add_argument("--work", type=pathlib.Path, required=True, help="folder for the builds")
    parser.add_argument("--only", help="one bug by name")
    parser.add_argument("--last", action="store_true", help="of each module the bug listed last")
    arguments = parser.parse_args()
    bugs = json.loads(arguments.bugs.read_text())["bugs"]
    config = {key: value if key in ("compiler", "verilator", "registration") else value.split(";")
              for key, value in json.loads(arguments.config.read_text()).items()}
    config = {key: [v for v in value if v] if isinstance(value, list) else value
              for key, value in config.items()}
    if arguments.only:
        bugs = [bug for bug in bugs if bug["name"] == arguments.only]
    if arguments.last:
        bugs = list({bug["module"]: bug for bug in bugs}.values())
    if not bugs:
        sys.exit("no such bug")
    config["headers"] = precompile(arguments.work.resolve() / "headers", config)
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        futures = {pool.submit(check, bug, arguments.rtl, arguments.work / bug["name"], config): bug
                   for bug in bugs}
        for future in concurrent.futures.as_completed(futures):
            problem = future.result()
            if problem:
                failures += 1
                print(f"{futures[future]['name']}: {problem}", flush=True)
    print(f"{len(bugs) - failures} of {len(bugs)} seeded bugs noticed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
