# SPDX-License-Identifier: Apache-2.0
"""Compares what is measured now with the committed table; says what moved and what to run.

The quick check measures a fixed sample and every unit whose stamp is not current: sources or flow are no
longer those that were measured. Of the other units it only elaborates the small configuration, which
gives the storage that the RTL states, and asks the program for the same."""

import tempfile
from concurrent.futures import ThreadPoolExecutor

from . import configurations, records, runs, storage, tools

SAMPLE = ("packet_marker", "notification_echo", "acknowledgement_generator", "round_robin_arbiter",
          "contention_counter", "sample_ring")

TOLERANCE = 0.02
FIGURES = ("cells", "transistors", "depth")
STORED = ("paper", "sample", "stated", "flip_flops", "memory_bits")
COMMAND = {"storage": "make synth", "gates": "make synth"}


def moved(old, new):
    """More than the tolerance away."""
    if old is None or new is None:
        return old != new
    return abs(new - old) > TOLERANCE * abs(old)


def figures_of(record):
    """The figures of the synthesis by name."""
    found = {name: record.get(name) for name in FIGURES}
    found.update({f"storage {name}": record.get("storage", {}).get(name) for name in STORED})
    return found


def compare(case, now, committed):
    """Problems of a case that was measured anew."""
    if committed is None:
        return [f"{case}: no record in cost.json; run make synth"]
    problems = [f"{case}: {text}" for text in records.differences(now.get("storage", {}))]
    old, new = figures_of(committed), figures_of(now)
    problems += [f"{case}: {name} was {old[name]}, is {new[name]}; run make synth"
                 for name in old if moved(old[name], new[name])]
    return problems


def stale(case, committed, parts, required=True):
    """Problems of figures that are too long to measure anew. One that is not required and was never
    measured cannot have moved: the status page shows the gap. One measured on other sources, or by
    another flow, is stale, which the status page has to show (page.outdated)."""
    if committed is None:
        return [f"{case}: no record in cost.json; run make synth"] if required else []
    problems = []
    for part in parts:
        command = COMMAND.get(part, "make fpga")
        measured = committed["measured"].get(part)
        if measured is None:
            if required:
                problems.append(f"{case}: {part} was never measured: run {command}")
    if "storage" in parts:
        problems += [f"{case}: {text}"
                     for text in records.differences(committed.get("storage", {}))]
    return problems


def changed(case, committed):
    """Whether something of the case was measured on other sources or by another flow."""
    return any(found != runs.stamp(case, part)
               for part, found in (committed or {}).get("measured", {}).items())


def current(case, committed):
    """Whether gates and storage were measured, and all that was is of these sources and this flow."""
    return set(runs.SYNTH) <= set((committed or {}).get("measured", {})) and \
        not changed(case, committed)


def elaborated(case, committed, program):
    """Problems of the storage that a case states, whose gates and flip-flops are not measured anew."""
    before = committed.get("storage", {})
    if "stated" not in before:
        return [f"{case}: {text}" for text in records.differences(before)]
    try:
        with tempfile.TemporaryDirectory(prefix="chokepoint-cost-") as work:
            now = records.storage_part(case, {
                **before, "values": storage.stated(case.unit, case.path, case.parameters, work)},
                program)
    except (tools.ToolError, tools.OutOfTime, OSError) as error:
        return [f"{case}: {error}"]
    return [f"{case}: {text}" for text in records.differences(now)] + [
        f"{case}: storage {name} was {before.get(name)}, is {now[name]}; run make synth"
        for name in STORED if now[name] != before.get(name)]


def report(name, problems):
    for problem in problems:
        print(f"FAIL cost {problem}", flush=True)
    if not problems:
        print(f"pass cost {name}", flush=True)
    return len(problems)


def run(program, jobs, quick=False):
    """Every check, or with `quick` those of the test suite; the number of problems."""
    document = records.load()
    committed = records.by_case(document)
    cases = configurations.cases()
    small = [case for case in cases if case.quick]
    stamped = [case for case in small if quick and case.unit not in SAMPLE
               and current(case, committed.get((case.unit, case.name)))]
    results = runs.measure_all([case for case in small if case not in stamped], runs.SYNTH, jobs,
                               fresh=True)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        stated = dict(zip(map(str, stamped), pool.map(
            lambda case: elaborated(case, committed[case.unit, case.name], program), stamped)))
    failed = 0
    for case in cases:
        old = committed.pop((case.unit, case.name), None)
        if case.quick:
            failed += check_small(case, old, results, stated, program)
            if old is not None and case.fpga:
                failed += report(f"{case} FPGA is measured",
                                 stale(case, old, runs.FPGA))
        else:
            failed += report(f"{case} is measured",
                             stale(case, old, (*runs.SYNTH, *runs.FPGA), required=False))
    failed += report("no record of what is no longer there",
                     [f"{unit} ({name}): no such unit or configuration: run make synth"
                      for unit, name in committed])
    return failed


def check_small(case, old, results, stated, program):
    """The number of problems of a configuration that is measured anew or has a current stamp."""
    if str(case) in stated:
        return report(f"{case} was measured on these sources, states its storage",
                      stated[str(case)])
    now = records.record_of(case, results, None, program, cache=False)
    if changed(case, old):
        return report(f"{case} is stale: its storage adds up", [
            f"{case}: {text}" for text in records.differences(now.get("storage", {}))])
    return report(f"{case} measured anew", compare(case, now, old))
