#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves the properties of every unit with Yosys and z3, and that each of them can fail.

A unit is a module of rtl/*/ and its wrapper tb/<mechanism>/formal/<module>_fv.sv, which instantiates
it (Yosys 0.23 drops `bind` in silence). The wrapper's head says what is to be done:
  // properties: asserts=N covers=N         exactly so many are found, those inside the unit included
  // proof: depth=K PARAMETER=VALUE ...     base case of K+2 clocks and k-induction of depth K
  // bounded: depth=K PARAMETER=VALUE ...   base case only, of K clocks; with stepwise=1 solved clock
         by clock, which is quicker for many clocks of a small unit. In
         a wrapper without `proof` K is more than the clock of every mutant's counterexample, so
         that no property holds for want of clocks
  // cover: depth=K PARAMETER=VALUE ...     every cover is reached within K clocks
  // mutant PROPERTY[,PROPERTY...]: [@MODULE] [depth=K] [PARAMETER=VALUE ...] SED
         with the sed script applied to the unit (or MODULE.sv, or the wrapper: @X_fv), no other
         assertion kept and the parameters of the first run but for these, each property fails
         within K (20) clocks from reset. Every one has a mutant.
  // mutants: PARAMETER=VALUE ...          the parameters of mutants, in place of the first run's
  // wraps: MODULE                         a second, bounded wrapper of MODULE needs no proof
  // larger: TEXT, // assumed: TEXT         why larger parameters follow; what is assumed
  // abstract: MODULE ...                   defined by the wrapper's file or beside it, not by rtl/
  // quick: no                              too slow for every commit: --quick leaves it out
The wrapper of a unit with an input X_ready_i and an output X_valid_o has an instance of
tb/common/formal/stable_until_taken.sv with .ready_i(X_ready_i).
--quick takes base cases and inductions of a fixed sample (packet_marker, notification_echo,
acknowledgement_generator, round_robin_arbiter) and of every unit that the committed results
(docs/reference/generated/formal.json) do not show as proved on its present sources; the others count
as passed by that stamp. A run without --quick takes everything; with --compare it also fails if
what it finds is not what FILE says of the same sources.
A line "pass UNIT ..." or "FAIL UNIT ..." for each check; exit 0 if all passed, else 1.
FORMAL_TIMEOUT (240 seconds) and FORMAL_MEMORY (4096 megabytes) limit every run of a tool.
"""

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from formal_flow.checks import Unit
from formal_flow.tools import SMTBMC, Limits, ToolError, sources, version, without_comments, without_seconds
from formal_flow.wrapper import WrapperError, read_wrapper

ROOT = Path(__file__).resolve().parent.parent
COMMITTED = "docs/reference/generated/formal.json"
SAMPLE = ("packet_marker", "notification_echo", "acknowledgement_generator", "round_robin_arbiter")


class Report:
    """The lines on the screen."""

    def __init__(self, keep):
        self.lock, self.passed, self.failed, self.keep = threading.Lock(), 0, 0, keep

    def line(self, good, unit, what, text, seconds, where=()):
        with self.lock:
            self.passed += good
            self.failed += not good
            print(f"{'pass' if good else 'FAIL'} {unit:<23} {what:<44} {seconds:6.1f} s  {text}"
                  .rstrip(), flush=True)
            if good or unit == "-":
                return
            print(f"  again: scripts/formal.py --keep DIR {unit}", flush=True)
            if self.keep and where:
                print(f"  solver: {' '.join(SMTBMC)} --dump-vcd trace.vcd {where[0]}", flush=True)


def not_held(root, wrapper):
    """Ready inputs of the unit, with a valid output, that the wrapper has no checker for."""
    if wrapper.wraps != wrapper.unit:
        return []
    text = "\n".join(without_comments(next(root.glob(f"rtl/*/{wrapper.unit}.sv")).read_text()))
    outputs = set(re.findall(r"\boutput\b[^;]*?\b(\w+)_valid_o\b", text))
    wanted = [name for name in re.findall(r"\binput\b[^,;]*?\b(\w+)_ready_i\b", text)
              if name in outputs]
    checked = re.findall(r"\bstable_until_taken\b[^;]*?\.ready_i\((\w+)_ready_i\)",
                         "\n".join(without_comments(wrapper.path.read_text())))
    return [f"{name}_ready_i" for name in wanted if name not in checked]


def collect(root, chosen, report):
    """The wrappers to run; modules without one, and heads that cannot be read, are reported."""
    modules = sorted(path.stem for path in root.glob("rtl/*/*.sv")
                     if not path.stem.endswith("_pkg"))
    files = {path.name[:-len("_fv.sv")]: path for path in sorted(root.glob("tb/*/formal/*_fv.sv"))}
    wrappers = []
    for name in chosen or sorted(set(modules) | set(files)):
        try:
            if name not in files and name not in modules:
                raise WrapperError(f"there is no rtl/*/{name}.sv")
            if name not in files:
                raise WrapperError(f"no wrapper tb/*/formal/{name}_fv.sv")
            wrapper = read_wrapper(files[name])
            if wrapper.wraps not in modules:
                raise WrapperError(f"there is no rtl/*/{wrapper.wraps}.sv")
            loose = not_held(root, wrapper)
            if loose:
                raise WrapperError(f"nothing holds {', '.join(loose)} to what waits until taken: "
                                   "no stable_until_taken with that ready_i")
            wrappers.append(wrapper)
        except WrapperError as error:
            report.line(False, name, "wrapper", str(error), 0)
    return wrappers


def recorded(path):
    """All units in the file, current or not."""
    return json.loads(path.read_text())["units"] if path.exists() else {}


def kept(path, root):
    """The units in the file that passed and whose sources are still those that were proved."""
    units = recorded(path)
    current = {}
    for file in root.glob("tb/*/formal/*_fv.sv"):
        unit = units.get(file.name[:-len("_fv.sv")])
        if unit and not unit["verdict"].startswith("FAIL"):
            try:
                if unit.get("sources") == sources(root, read_wrapper(file)):
                    current[file.name[:-len("_fv.sv")]] = unit
            except WrapperError:
                pass  # collect() reports it
    return current


def compare(path, units, root, report):
    """Reports units whose results in the file are of these sources and other than those found now."""
    committed = kept(path, root)
    for unit in units:
        name, now = unit.wrapper.unit, without_seconds(unit.summary())
        if name in committed:
            then = without_seconds(committed[name])
            moved = [key for key in now if now[key] != then.get(key)]
            report.line(not moved, name, f"as in {path.name}", "; ".join(
                f"{key}: committed {then.get(key)}, found {now[key]}" for key in moved)[:600], 0)


def write_json(path, units, before):
    path.parent.mkdir(parents=True, exist_ok=True)
    units = dict(sorted({**before,
                         **{unit.wrapper.unit: unit.summary() for unit in units}}.items()))
    results = {"tools": {"yosys": version(["yosys", "-V"]), "z3": version(["z3", "--version"])},
               "seconds": round(sum(unit.get("seconds", 0.0) for unit in units.values()), 1),
               "failed": sum(unit["verdict"].startswith("FAIL") for unit in units.values()),
               "units": units}
    scratch = path.with_name(path.name + ".part")
    scratch.write_text(json.dumps(results, indent=1) + "\n")
    os.replace(scratch, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("units", nargs="*", metavar="UNIT", help="default: all")
    parser.add_argument("--quick", action="store_true",
                        help="only base cases and inductions, of a sample and of what the committed "
                        "results were not proved on")
    parser.add_argument("--no-mutants", action="store_true")
    parser.add_argument("--property", metavar="NAME", action="append",
                        help="only the mutants of this property")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there")
    parser.add_argument("--merge", action="store_true",
                        help="keep the units of --json's FILE that passed, with unchanged sources, and run "
                        "the others; with UNIT keep all others as they are")
    parser.add_argument("--compare", type=Path, metavar="FILE",
                        help="fail if FILE says something else of the same sources")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep scripts, models and logs")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree with rtl/ and tb/")
    arguments = parser.parse_args()
    root, start = arguments.root.resolve(), time.monotonic()
    limits = Limits(int(os.environ.get("FORMAL_TIMEOUT", "240")),
                    int(os.environ.get("FORMAL_MEMORY", "4096")))
    try:
        version(["yosys", "-V"]), version(["z3", "--version"])
    except ToolError as error:
        sys.exit(f"formal: {error}")
    work = arguments.keep.resolve() if arguments.keep else Path(tempfile.mkdtemp(prefix="formal_"))
    report = Report(arguments.keep)
    units, checks, before, proved = [], [], {}, {}
    try:
        if arguments.quick and not arguments.units:
            proved = kept(root / COMMITTED, root)
        if arguments.merge and arguments.json:
            before = recorded(arguments.json) if arguments.units else kept(arguments.json, root)
        for wrapper in collect(root, arguments.units, report):
            if not arguments.units and wrapper.unit in before:
                continue
            if arguments.quick and not arguments.units and not wrapper.quick:
                continue
            if wrapper.unit in proved and wrapper.unit not in SAMPLE:
                report.line(True, wrapper.unit, "stamp", "proved on these sources", 0)
                continue
            unit = Unit(root, wrapper, work, limits, report)
            units.append(unit)
            checks += unit.jobs(arguments.quick, not (arguments.quick or arguments.no_mutants),
                                arguments.property)
        with ThreadPoolExecutor(max_workers=max(1, arguments.jobs)) as pool:
            futures = [pool.submit(check) for check in checks]
            try:
                for future in futures:
                    future.result()
            except BaseException:  # interrupted, or a bug of this program
                for future in futures:
                    future.cancel()
                limits.stop()
                raise
        for unit in units:
            unit.check_depths()
        if arguments.compare:
            compare(arguments.compare, units, root, report)
        if not checks and not report.passed + report.failed and not before:
            report.line(False, "-", "checks", "nothing was proved", 0)
        seconds = time.monotonic() - start
        if arguments.json:
            write_json(arguments.json, units, before)
    finally:
        if not arguments.keep:
            shutil.rmtree(work, ignore_errors=True)
    print(f"formal: {len(units)} units, {report.passed} passed, {report.failed} failed, "
          f"{seconds:.0f} s", flush=True)
    return 1 if report.failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
