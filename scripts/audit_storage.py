#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares every module's StorageBits with the flip-flops and memory bits that Yosys finds in it.

usage: scripts/audit_storage.py [--quick] [--chokepoint PROGRAM] [MODULE ...]
  exit 0: equal to the bit everywhere, and the audit notices a wrong StorageBits
  --quick       the smallest set of every module, its self-test too
  --chokepoint  compares `PROGRAM area --json` (the formulas in C++) with StorageBits as well

StorageBits is read from Verilator's elaboration (XML), so it is the number the RTL itself states.
Flip-flops are counted after proc; opt_clean; memory -nomap, before passes that merge registers, per
module of the hierarchy and multiplied by the number of instances.
Left out, to keep the whole run near a minute: weighted units above radix 8, and told counters
(ListGranularity above 1) beyond 512 nodes.
"""
import argparse
import glob
import json
import os
import re
import sys
import tempfile

from cost import storage, tools

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def parameter_sets():
    """Sets to audit by module, of every rtl/<mechanism>/audit.json. A module that none names is
    audited with its defaults and with each of its lint-params and lint-large lines."""
    sets = {}
    for path in sorted(glob.glob("rtl/*/audit.json", root_dir=ROOT)):
        with open(os.path.join(ROOT, path)) as file:
            named = json.load(file)["sets"]
        folder = os.path.dirname(os.path.join(ROOT, path))
        for module in named:
            if not os.path.exists(os.path.join(folder, f"{module}.sv")):
                sys.exit(f"audit_storage: {path} names {module}, which is no module beside it")
        sets.update(named)
    return sets


def pairs(params):
    """Parameters by name of a text like "Radix=4 Vcs=1"."""
    return dict(word.split("=") for word in params.split())


def notices_a_wrong_sum(work):
    """The audit of a copy of packet_marker that states one bit more must differ."""
    copy = os.path.join(work, "packet_marker.sv")
    right = "PipelineBits = 2 * Lanes;"
    with open(os.path.join(ROOT, "rtl/cbcm/packet_marker.sv")) as file:
        text = file.read()
    if text.count(right) != 1:
        sys.exit("audit_storage: the self-test's line is no longer in packet_marker.sv")
    with open(copy, "w") as file:
        file.write(text.replace(right, "PipelineBits = 2 * Lanes + 1;"))
    states = storage.stated("packet_marker", copy, {"Radix": 4}, work)["StorageBits"]
    return states - 1 == sum(storage.found("packet_marker", copy, {"Radix": 4}, work))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the smallest set of every module")
    parser.add_argument("--chokepoint", help="program whose `area --json` is compared too")
    parser.add_argument("modules", nargs="*")
    arguments = parser.parse_args()
    program = arguments.chokepoint and os.path.abspath(arguments.chokepoint)
    wanted = set(arguments.modules)
    named = parameter_sets()
    failures = audited = compared = 0
    for path in sorted(glob.glob("rtl/*/*.sv", root_dir=ROOT)):
        module = os.path.basename(path)[:-3]
        with open(os.path.join(ROOT, path)) as file:
            text = file.read()
        if module.endswith("_pkg") or "StorageBits" not in text:
            continue
        if wanted and module not in wanted:
            continue
        sets = named.get(module) or [""] + re.findall(r"^// lint-(?:params|large): *(.*)$", text, re.M)
        if arguments.quick:
            sets = sets[:1]
        for params in sets:
            with tempfile.TemporaryDirectory() as work:
                values = storage.stated(module, path, pairs(params), work)
                flops, memory = storage.found(module, path, pairs(params), work)
            states = values["StorageBits"]
            formula = None
            if arguments.chokepoint:
                formula = storage.area_bits(program, module, pairs(params), values)
                compared += formula is not None
            good = states == flops + memory and formula in (None, states)
            audited += 1
            failures += not good
            print(f"{'equal ' if good else 'DIFFER'} {module:24} {params or 'defaults':32} "
                  f"StorageBits {states} = {flops} flip-flops + {memory} memory bits"
                  + (f", area {formula}" if formula is not None else ""), flush=True)
    if not wanted:
        with tempfile.TemporaryDirectory() as work:
            notices = notices_a_wrong_sum(work)
        failures += not notices
        print(f"{'equal ' if notices else 'DIFFER'} self-test: a StorageBits that is 1 too high is "
              + ("noticed" if notices else "NOT noticed"))
    if arguments.chokepoint and not compared and not wanted:
        failures += 1
        print("DIFFER `area` was compared nowhere")
    print(f"storage audit: {audited} parameter sets, {compared} compared with area, "
          f"{failures} differ")
    return 1 if failures or not audited else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (tools.ToolError, tools.OutOfTime) as error:
        sys.exit(f"audit_storage: {error}")
