# SPDX-License-Identifier: Apache-2.0
"""Judges a run against its twin without faults: recovered when, what was lost, who starves."""

import re

STEP = 1000  # cycles of an interval of the time series
WINDOW = 20  # intervals that are compared at a time
NEAR = 0.05
NEVER = ("out_of_order", "packets_astray")  # counters of a mechanism that have to stay 0


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
    length = min(run.generated // STEP, *(len(rows) for rows in run.series.values()))
    bad = start
    for at in range(first, length - WINDOW + 1):
        figures, wanted = window_of(run.series, at), window_of(twin.series, at)
        if not all(near(figures[key], wanted[key]) for key in wanted if key[0] == group):
            bad = (at + 1) * STEP
    return None if bad > (length - WINDOW) * STEP else bad - start


def relative(value, twin):
    """The change against the twin's; None where there is none to state: one of them has no such
    figure, or the twin's is 0 and this one is not."""
    if value is None or twin is None:
        return None
    if value == twin:
        return 0.0
    return round(value / twin - 1, 4) if twin else None


def change(run, twin, start, group):
    """Throughput and mean latency of a group from `start` on, relative to the twin's; None: see
    relative(). Without a packet delivered there is no latency."""
    first = start // STEP
    sums = []
    for series in (run.series, twin.series):
        rows = series[group][first:run.generated // STEP]
        packets = total(rows, "packets_delivered")
        latency = sum(row["latency_mean_cycles"] * row["packets_delivered"] for row in rows)
        sums.append((total(rows, "accepted_flits_per_cycle_node"),
                     latency / packets if packets else None))
    (accepted, latency), (accepted_twin, latency_twin) = sums
    return {"accepted": relative(accepted, accepted_twin),
            "latency": relative(latency, latency_twin)}


def judge(run, twin, fault):
    """A dictionary: verdict and its figures."""
    faults = run.summary.get("faults", [])
    if fault.counted:  # no [[fault]], but a shortage from the beginning on that the mechanism counts
        faults = [{"struck": run.summary["mechanism"][fault.counted], "first": 0, "last": 0}]
    verdict = {"seed": run.summary["seed"], "exit_code": run.exit_code, "digest": run.digest,
               "struck": sum(entry["struck"] for entry in faults)}
    if verdict["struck"] == 0:
        return {**verdict, "verdict": "not reached"}
    start = faults[0]["last"] if fault.until is not None else faults[0]["first"]
    wrong = sum(run.summary["mechanism"].get(counter, 0) for counter in NEVER)
    if wrong:
        return {**verdict, "verdict": "wrong", "wrong": wrong, **trouble(run)}
    if run.exit_code != 0:
        return {**verdict, **failure(run)}
    verdict["change"] = change(run, twin, faults[0]["first"], "ur")
    verdict["hot"] = change(run, twin, faults[0]["first"], "hot")["accepted"]
    verdict["drain"] = run.cycles - run.generated
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


def trouble(run):
    """What a run's error says: packets that never come, who waits for ever."""
    text = run.error
    found = re.search(r"(\d+) of \d+ packets were not delivered", text)
    starved = re.findall(r"^  NIC (\d+): ", text, re.MULTILINE)
    lines = [line.replace("chokepoint: ", "") for line in text.splitlines()]
    why = next((line for line in lines if line.startswith(("cycle ", "delivery:", "conservation"))),
               lines[-1] if lines else "")
    return {"missing": int(found.group(1)) if found else None,
            "starved": [int(node) for node in starved], "why": why}


def failure(run):
    kind = "wedged" if "drain cannot complete" in run.error else \
        "deadlock" if "flit moved for" in run.error else "check"
    return {"verdict": kind, **trouble(run)}


RANK = ("not reached", "recovers", "bears it", "hotspot differs", "degraded", "wedged", "deadlock", "check",
        "wrong")


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
