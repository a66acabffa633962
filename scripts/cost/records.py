# SPDX-License-Identifier: Apache-2.0
"""The committed table docs/reference/generated/cost.json: one record per unit and configuration."""

import json
import os
import re
import subprocess

from . import configurations, rtl, runs, storage, tools

FILE = tools.ROOT / "docs/reference/generated/cost.json"
GATE_FIGURES = ("cells", "transistors", "depth", "depth_fast", "read_levels", "gates")


def load(path=FILE):
    return json.loads(path.read_text()) if path.exists() else {}


def by_case(document):
    return {(record["unit"], record["configuration"]): record
            for record in document.get("records", [])}


def storage_part(case, result, program):
    """Storage figures beside each other, and whether they are equal."""
    if "values" not in result:
        return dict(result)
    values = result["values"]
    part = {"paper": configurations.paper_bits(case.unit, values),
            "sample": values.get("SampleBits"), "stated": values.get("StorageBits"),
            "flip_flops": result["flip_flops"], "memory_bits": result["memory_bits"]}
    if program:
        part["area"] = storage.area_bits(program, case.unit, case.parameters, values)
    return part


def differences(part):
    """What is not equal in a storage part, in words."""
    if "stated" not in part:
        return [part.get("failed") or part.get("unfinished", "not measured")]
    wrong = []
    found = part["flip_flops"] + part["memory_bits"]
    if part["stated"] != found:
        wrong.append(f"StorageBits {part['stated']}, Yosys finds {found}")
    if part["paper"] is not None and part["paper"] != part["sample"]:
        wrong.append(f"the paper's {part['paper']}, SampleBits {part['sample']}")
    if part.get("area") is not None and part["area"] != part["stated"]:
        wrong.append(f"StorageBits {part['stated']}, `chokepoint area` {part['area']}")
    return wrong


def record_of(case, results, old, program, cache=True):
    """The record of a case: new results, with `cache` kept ones, else what the old record has, with its
    stamps: what was measured on other sources stays, and pages show it as stale."""
    still = set((old or {}).get("measured", {}))
    record = {"unit": case.unit, "configuration": case.name, "parameters": case.parameters,
              "measured": {}}

    def part(name):
        result = results.get((case.unit, case.name, name))
        if result is None and cache:
            result = runs.kept(case, name)
        if result is not None and "measured" in result:
            result = dict(result)
            record["measured"][name] = result.pop("measured")
        elif result is None and name in still:
            record["measured"][name] = old["measured"][name]
        return result

    stored = part("storage")
    if stored is not None:
        record["storage"] = storage_part(case, stored, program)
        before = (old or {}).get("storage", {})
        if not program and before.get("stated") == record["storage"].get("stated"):
            record["storage"]["area"] = before.get("area")
    elif "storage" in still:
        record["storage"] = old["storage"]
    gates = part("gates")
    if gates is None and "gates" in still:
        gates = {name: old[name] for name in (*GATE_FIGURES, "gates_note") if name in old}
    for name in GATE_FIGURES:
        if gates and name in gates:
            record[name] = gates[name]
    note = gates and (gates.get("unfinished") or gates.get("failed") or gates.get("gates_note"))
    if note:
        record["gates_note"] = note.splitlines()[0]
    record["fpga"] = {}
    for family in (family for family in (*runs.FPGA, *runs.TOPS) if runs.applies(case, family)):
        result = part(family) or (old["fpga"].get(family) if family in still else None)
        if result:
            record["fpga"][family] = result
    cells = part("asic") or (old.get("asic") if "asic" in still else None) if case.fpga else None
    if cells:
        record["asic"] = cells
    return record


def git(*words):
    done = subprocess.run(["git", *words], cwd=tools.ROOT, capture_output=True, text=True,
                          check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def commit():
    """The commit of the sources, with a word if files differ from it."""
    name = git("rev-parse", "--short=12", "HEAD") or "unknown"
    return name + (" with changes" if git("status", "--porcelain", "rtl", "scripts/cost") else "")


def lint_stamp(name):
    """Changes with what Yosys is asked to elaborate in the lint of a module, as stamps of figures do:
    whatever the tools' versions."""
    head = (tools.ROOT / rtl.modules()[name]).read_text()
    flow = re.search(r"^yosys_flow=(.*)", (tools.ROOT / "scripts/lint_rtl.sh").read_text(), re.M)[1]
    return rtl.digest(json.dumps([rtl.source_hash(name), flow,
                                  re.findall(r"^// lint-large: *(.*)", head, re.M)]))


def lint_current():
    """Modules that passed the whole lint on their present sources, by the committed table."""
    counts = load().get("lint", {})
    return [name for name in rtl.modules() if counts.get(name, {}).get("passed")
            and not counts[name]["failed"] and counts[name].get("sources") == lint_stamp(name)]


def lint(jobs):
    """Passed and failed cases of scripts/lint_rtl.sh by module. What passed is kept as long as
    neither the script nor a source of the module changes."""
    fixed = [(tools.ROOT / "scripts/lint_rtl.sh").read_text(), tools.versions(),
             *[path.read_text() for path in sorted(tools.ROOT.glob("rtl/*/*.vlt"))]]
    # The lint's parameter sets are comments: whole texts count.
    paths = {name: runs.CACHE / "lint" / (name + "-" + rtl.digest(json.dumps(
        [fixed, [(tools.ROOT / path).read_text() for path in rtl.sources(name)]])))
        for name in rtl.modules()}
    wanted = [name for name, path in paths.items() if not path.exists()]
    output = ""
    if wanted:
        output = subprocess.run(["scripts/lint_rtl.sh", *wanted], cwd=tools.ROOT,
                                capture_output=True, text=True, stdin=subprocess.DEVNULL,
                                check=False, env={**os.environ, "JOBS": str(jobs)}).stdout
    counts = {}
    for name, path in paths.items():
        if name not in wanted:
            counts[name] = json.loads(path.read_text())
            continue
        verdicts = re.findall(rf"^(pass|FAIL) (?:clean|illegal) +{name} ", output, re.MULTILINE)
        counts[name] = {"passed": verdicts.count("pass"), "failed": verdicts.count("FAIL")}
        if verdicts and "FAIL" not in verdicts:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(counts[name]))
    return {name: {**found, "sources": lint_stamp(name)} for name, found in counts.items()}


def merge(results, program, jobs):
    """The new document from results, cache and the committed one."""
    before = load()
    old = by_case(before)
    found = [record_of(case, results, old.get((case.unit, case.name)), program)
             for case in configurations.cases()]
    used = {**before.get("tools", {}), **tools.versions()}
    for family in runs.FPGA:
        if any(key[2] == family for key in results) and runs.router_of(family):
            used[f"nextpnr-{family}"] = tools.version(runs.router_of(family))
    return {"commit": commit(), "tools": dict(sorted(used.items())), "lint": lint(jobs),
            "records": sorted((r for r in found if r["measured"] or "gates_note" in r),
                              key=lambda r: r["unit"])}


def save(document):
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps(document, indent=1) + "\n")
