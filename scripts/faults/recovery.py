# SPDX-License-Identifier: Apache-2.0
"""Judges a run against its twin without faults: recovered when, what was lost, who starves."""

import re

STEP = 1000  # cycles of an interval of the time series
WINDOW = 20  # intervals that are compared at a time
NEAR = 0.05
GENERATED = 120000  # cycles with traffic


def total(rows, key):
    return sum(row[key] for row in rows)


def window_of(series, first):
    """Accepted flits per group and the mean latency of the others' packets, over one window."""
    figures = {}
    for group, rows in series.items():
        if group == "leaver":  # what it has left depends on what went before
            continue
        part = rows[first:first + WINDOW]
        packets = total(part, "packets_delivered")
        figures[group, "accepted"] = total(part, "accepted_flits_per_cycle_node") / WINDOW
        if group == "ur":  # that of an oversubscribed group is its backlog
            latency = sum(row["latency_mean_cycles"] * row["packets_delivered"] for row in part)
            figures[group, "latency"] = latency / packets if packets else float("inf")
    return figures


def near(value, twin):
    return value == twin or (twin > 0 and abs(value / twin - 1) <= NEAR)


def last_bad(run, twin, start, group):
    """The end of the last window's start, from cycle `start` on, in which a figure of the group is not
    within 5 % of the twin's; None: it is so in the last window that there is."""
    first = -(-start // STEP)
    length = min(GENERATED // STEP, *(len(rows) for rows in run.series.values()))
    bad = start
    for at in range(first, length - WINDOW + 1):
        figures, wanted = window_of(run.series, at), window_of(twin.series, at)
        if not all(near(figures[key], wanted[key]) for key in wanted if key[0] == group):
            bad = (at + 1) * STEP
    return None if bad > (length - WINDOW) * STEP else bad - start


def change(run, twin, start, group):
    """Throughput and mean latency of a group from `start` on, relative to the twin's."""
    first = start // STEP
    sums = []
    for series in (run.series, twin.series):
        rows = series[group][first:GENERATED // STEP]
        packets = total(rows, "packets_delivered")
        latency = sum(row["latency_mean_cycles"] * row["packets_delivered"] for row in rows)
        sums.append((total(rows, "accepted_flits_per_cycle_node"),
                     latency / packets if packets else 0.0))
    (accepted, latency), (accepted_twin, latency_twin) = sums
    return {"accepted": round(accepted / accepted_twin - 1, 4),
            "latency": round(latency / latency_twin - 1, 4)}


def judge(run, twin, fault):
    """A dictionary: verdict and its figures."""
    faults = run.summary.get("faults", [])
    verdict = {"seed": run.summary["seed"], "exit_code": run.exit_code, "digest": run.digest,
               "struck": sum(entry["struck"] for entry in faults)}
    if verdict["struck"] == 0:
        return {**verdict, "verdict": "not reached"}
    start = faults[0]["last"] if fault.until is not None else faults[0]["first"]
    if run.exit_code != 0:
        return {**verdict, **failure(run)}
    verdict["change"] = change(run, twin, faults[0]["first"], "ur")
    verdict["hot"] = change(run, twin, faults[0]["first"], "hot")["accepted"]
    verdict["drain"] = run.cycles - GENERATED
    verdict["drained"] = run.summary["checks"]["drain"] == "complete"
    others, hotspot = (last_bad(run, twin, start, group) for group in ("ur", "hot"))
    verdict["recovery"], verdict["hot_recovery"] = others, hotspot
    if others is None:
        kind = "degraded"
    elif hotspot is None:
        kind = "hotspot differs"
    else:
        kind = "recovers" if fault.until is not None else "bears it"
    return {**verdict, "verdict": kind}


def failure(run):
    text = run.error
    found = re.search(r"(\d+) of \d+ packets were not delivered", text)
    starved = re.findall(r"^  NIC (\d+): ", text, re.MULTILINE)
    lines = [line.replace("chokepoint: ", "") for line in text.splitlines()]
    why = next((line for line in lines if line.startswith(("cycle ", "delivery:", "conservation"))),
               lines[-1] if lines else "")
    kind = "wedged" if "drain cannot complete" in text else \
        "deadlock" if "flit moved for" in text else "check"
    return {"verdict": kind, "missing": int(found.group(1)) if found else None,
            "starved": [int(node) for node in starved], "why": why}


RANK = ("not reached", "recovers", "bears it", "hotspot differs", "degraded", "wedged", "deadlock", "check")


def worst(results):
    """The worst verdict over the seeds, the largest recovery times of those that were struck, how many
    fail."""
    verdict = max((result["verdict"] for result in results), key=RANK.index)
    row = {"verdict": verdict, "failed": sum(r["exit_code"] != 0 for r in results)}
    struck = [result for result in results if result["struck"] != 0]
    for key in ("recovery", "hot_recovery"):
        times = [result.get(key) for result in struck]
        row[f"worst_{key}"] = None if None in times or not times else max(times)
    return row
