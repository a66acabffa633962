#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what every unit costs and writes docs/reference/{status,cost,proofs}.md.

usage: cost.py synth|fpga|asic|layout|status|check [--quick] [--chokepoint PROGRAM] [--jobs N] [--liberty FILE] [UNIT ...]
  synth   storage, gates and logic depth      fpga    cells and routed speed on FPGA families
  asic    area and speed in standard cells
  layout  the named units placed and routed in standard cells: picture, wires, speed with them
  status  pages from what was measured, and the lint
  check   small configurations anew against docs/reference/generated/cost.json; the others by the
          hash of their sources. Prints a line "pass ..." or "FAIL ..." for each case. With --quick, as
          the test suite does, gates and flip-flops are measured anew of a fixed sample only
          (packet_marker, notification_echo, acknowledgement_generator, round_robin_arbiter,
          contention_counter, sample_ring) and of every unit whose stamp is not current.
Results are kept in results/cost, so that an interrupted run continues. Exit: 0 if nothing failed.
"""

import argparse
import os
import signal
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from cost import asic, check, configurations, depth, gates, layout, page, proofs, records, runs, tools


def write_pages(results, program, jobs):
    """Merges, writes the table, the pages and the plots; the number of problems."""
    document = records.merge(results, program, jobs)
    records.save(document)
    proofs.adopt()
    page.write()
    try:
        depth.plot(document)
    except ImportError:
        print("cost: no matplotlib, so no new plots (python3-matplotlib)", file=sys.stderr)
    failed = 0
    for record in document["records"]:
        if "storage" in record:
            for text in records.differences(record["storage"]):
                print(f"DIFFER {record['unit']} ({record['configuration']}): {text}")
                failed += 1
    for module, counts in document["lint"].items():
        if counts["failed"]:
            print(f"FAIL lint {module}: {counts['failed']} cases; see scripts/lint_rtl.sh {module}")
            failed += 1
    return failed


def liberty(cases, library, jobs):
    """Area of every case in a library's cells; the number of failures."""
    def one(case):
        with tempfile.TemporaryDirectory(prefix="chokepoint-cost-") as work:
            try:
                return gates.measure_liberty(case, library, work)
            except tools.OutOfTime as late:
                return {"unfinished": str(late)}
            except tools.ToolError as error:
                print(f"FAIL liberty {error}", flush=True)
                return {"failed": "failed"}
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        results = list(pool.map(one, cases))
    rows = [[case.unit, case.name, result.get("area") or result.get("unfinished") or "failed",
             page.number(result.get("cells"))] for case, result in zip(cases, results)]
    text = (f"Area in the units of {os.path.basename(library)}; flip-flops included, memories not."
            "\n\n" + page.table(["unit", "configuration", "area", "cells"], rows))
    print(text)
    runs.CACHE.mkdir(parents=True, exist_ok=True)
    (runs.CACHE / "liberty.md").write_text(text)
    return sum("failed" in result for result in results)


def lay_out(units, parser):
    """Places and routes each unit in its first configuration, and writes the pages."""
    if not units:
        parser.error("layout wants units: cost.py layout packet_marker")
    asic.install()
    for unit in units:
        found = layout.keep(configurations.cases([unit])[0])
        print(f"{unit}: {found['cells']} cells, {found['die'][0]} x {found['die'][1]} um, "
              f"{found['wire_mm']} mm of wire, {found['mhz'] or 'no'} MHz between registers")
    page.write()
    return 0


def check_all(program, jobs, quick):
    failed = check.run(program, jobs, quick)
    return failed + check.report("pages are what cost.json and formal.json say", [
        f"{name} is not what the tables say: run make status" for name in page.outdated()])


def main():
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("synth", "fpga", "asic", "layout", "status",
                                            "check"))
    parser.add_argument("--chokepoint", help="program whose `area --json` is compared too")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--liberty", help="library for `synth`; its areas are printed")
    parser.add_argument("--quick", action="store_true", help="of `check`: a sample and what is stale")
    parser.add_argument("units", nargs="*")
    arguments = parser.parse_intermixed_args()
    try:
        cases = configurations.cases(arguments.units)
        if not cases:
            parser.error(f"no unit {' '.join(arguments.units)}")
        program = arguments.chokepoint and os.path.abspath(arguments.chokepoint)
        if arguments.command == "check":
            return 1 if check_all(program, arguments.jobs, arguments.quick) else 0
        if arguments.liberty:
            return 1 if liberty(cases, os.path.abspath(arguments.liberty), arguments.jobs) else 0
        if arguments.command == "layout":
            return lay_out(arguments.units, parser)
        parts = {"synth": runs.SYNTH, "fpga": (*runs.FPGA, *runs.TOPS), "asic": runs.ASIC,
                 "status": ()}[arguments.command]
        if parts == runs.ASIC:
            asic.install()
        results = runs.measure_all(cases, parts, arguments.jobs)
        failed = sum("failed" in result for result in results.values())
        failed += write_pages(results, program, arguments.jobs)
        print(f"cost: {len(results)} measured, {failed} failed; docs/reference/status.md")
        return 1 if failed else 0
    except KeyboardInterrupt:
        print("cost: interrupted; what is done is kept in results/cost", file=sys.stderr)
        return 130
    except (tools.ToolError, ValueError, OSError) as error:
        print(f"cost: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
