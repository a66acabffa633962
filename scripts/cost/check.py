# SPDX-License-Identifier: Apache-2.0
"""Compares what is measured now with the committed table; says what moved and what to run."""

from . import configurations, records, runs

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


def report(name, problems):
    for problem in problems:
        print(f"FAIL cost {problem}", flush=True)
    if not problems:
        print(f"pass cost {name}", flush=True)
    return len(problems)


def run(program, jobs):
    """Every check; the number of problems."""
    document = records.load()
    committed = records.by_case(document)
    cases = configurations.cases()
    quick = [case for case in cases if case.quick]
    results = runs.measure_all(quick, runs.SYNTH, jobs, fresh=True)
    failed = 0
    for case in cases:
        old = committed.pop((case.unit, case.name), None)
        if case.quick:
            now = records.record_of(case, results, None, program, cache=False)
            if old is not None and any(measured != runs.stamp(case, part)
                                       for part, measured in old["measured"].items()):
                failed += report(f"{case} is stale: its storage adds up", [
                    f"{case}: {text}" for text in records.differences(now.get("storage", {}))])
            else:
                failed += report(f"{case} measured anew", compare(case, now, old))
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
