# SPDX-License-Identifier: Apache-2.0
"""Measures cases, several at a time, and keeps each result so that an interrupted run continues.

A result is kept under results/cost by a hash of tool versions, flow, parameters and the code of the
RTL that it needs; one that a limit of processor time ended, until that limit is larger.
"""

import functools
import json
import re
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from . import asic, fpga, fpga_top, gates, rtl, storage, tools

CACHE = tools.ROOT / "results/cost"
SYNTH = ("storage", "gates")
FPGA = tuple(fpga.FAMILIES)
TOPS = (fpga_top.PART,)
ASIC = ("asic",)


def stamp(case, part):
    """What a committed figure was measured on: code and flow, whatever the tools' versions."""
    flow = {"storage": lambda: [storage.COUNT_FLOW], "gates": lambda: gates.method(case),
            "asic": asic.method, fpga_top.PART: fpga_top.method}.get(part, lambda: fpga.method(part))()
    return {"sources": rtl.source_hash(case.unit),
            "flow": rtl.digest(json.dumps([flow, sorted(case.parameters.items())]))}


@functools.lru_cache(maxsize=None)
def router_of(part):
    """The router that a part wants, if it is installed."""
    return fpga.router_of("ecp5" if part in TOPS else part, install=False)


def applies(case, part):
    """Whether the case has this part at all."""
    return case.top if part in TOPS else case.fpga if part in (*FPGA, *ASIC) else True


def key(case, part):
    used = dict(tools.versions())
    if part in (*FPGA, *TOPS) and router_of(part):
        used["router"] = tools.version(router_of(part))
    if part in ASIC:
        used["sta"] = tools.version("sta", "-version")
    return rtl.digest(json.dumps([stamp(case, part), used], sort_keys=True))


def ended_early(result, part):
    """A smaller limit than today's ended it."""
    synthesis, route = (fpga.SYNTHESIS_LIMIT, fpga.ROUTE_LIMIT) if part in (*FPGA, *TOPS) \
        else (min(storage.LIMIT, gates.LIMIT), 0)
    return any(int(seconds) < limit for name, limit in
               (("unfinished", synthesis), ("gates_note", synthesis), ("not_routed", route))
               for seconds in re.findall(r"> (\d+) s$", result.get(name) or ""))


def kept(case, part):
    """The result in the cache; None if there is none for the present sources and limits."""
    path = CACHE / part / f"{case.unit}-{key(case, part)}.json"
    result = json.loads(path.read_text()) if path.exists() else None
    return None if result is None or ended_early(result, part) \
        else {"measured": stamp(case, part), **result}


def keep(case, part, result):
    path = CACHE / part / f"{case.unit}-{key(case, part)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".part")
    temporary.write_text(json.dumps(result))
    temporary.rename(path)


def measure(case, part):
    """One figure set from the tools, with the stamp of what was measured."""
    before = stamp(case, part)
    result = run_tools(case, part)
    if stamp(case, part) != before:
        raise tools.ToolError(f"{case}: the sources changed while it ran; run again")
    return {**result, "measured": before}


def run_tools(case, part):
    with tempfile.TemporaryDirectory(prefix="chokepoint-cost-") as work:
        try:
            if part == "storage":
                return storage.measure(case, work)
            if part == "gates":
                return gates.measure(case, work)
            if part == "asic":
                return asic.measure(case, work)
            if part in TOPS:
                return fpga_top.measure(case, router_of(part), work)
            return fpga.measure(case, part, router_of(part), work)
        except tools.OutOfTime as late:
            return {"unfinished": str(late)}


def measure_all(cases, parts, jobs, fresh=False):
    """Results by (unit, configuration, part); an error is in the place of its result."""
    lock, results = threading.Lock(), {}
    for part in parts:
        if part in (*FPGA, *TOPS):
            fpga.router_of("ecp5" if part in TOPS else part, install=True)
            router_of.cache_clear()

    def one(job):
        case, part = job
        start = time.monotonic()
        result = None if fresh else kept(case, part)
        said = "kept" if result is not None else ""
        if result is None:
            try:
                result = measure(case, part)
                keep(case, part, result)
            except (tools.ToolError, OSError) as error:
                result = {"failed": str(error)}
        with lock:
            results[case.unit, case.name, part] = result
            word = "FAIL " if "failed" in result else "" if fresh else "done "
            if word:
                print(f"{word}{part:8} {case.unit:24} {case.name:26} "
                      f"{said or f'{time.monotonic() - start:.0f} s'} "
                      f"{result.get('failed') or result.get('unfinished', '')}", flush=True)

    # The first configuration of every unit, then the second: small ones before large ones.
    places, seen = {}, {}
    for case in cases:
        places[case.unit, case.name] = seen[case.unit] = seen.get(case.unit, -1) + 1
    queue = sorted(((case, part) for case in cases for part in parts
                    if applies(case, part)),
                   key=lambda job: (places[job[0].unit, job[0].name], parts.index(job[1])))
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        try:
            list(pool.map(one, queue))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            tools.end_all()
            raise
    return results
