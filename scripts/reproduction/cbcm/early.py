# SPDX-License-Identifier: Apache-2.0
"""The CBCM paper's Fig 11: what uniform traffic sees when a hotspot starts, throttled by the
destination alone or by routers first."""

from runs import Point
from stats import accepted, interval

PLACES = ("endpoint", "router")
START, INTERVAL = 10000, 100
SMOOTH = 10    # bins of which the mean latency is judged
SETTLED = 1.5  # times the latency before the start


def point(place, seed, **more):
    return Point.of("fig11", seed, mechanism__throttle_at=place, **{"run__interval": INTERVAL,
                                                                  **more})


def transient(rows):
    """Before the start, peak, and bins from the start to the last one above SETTLED times the
    latency before; `rows`: cycle, load, latency, packets of each bin."""
    def mean(part):
        packets = sum(row[3] for row in part)
        return sum((row[2] or 0.0) * row[3] for row in part) / packets if packets else 0.0
    first = START // INTERVAL
    before = mean(rows[first // 2:first])
    smooth = [mean(rows[i:i + SMOOTH]) for i in range(first, len(rows) - SMOOTH)]
    late = [i for i, value in enumerate(smooth) if value > SETTLED * before]
    return before, max(smooth), late[-1] + 1 if late else 1  # not shorter than can be seen


def mean_bins(runs, first, before, after, group="ur", every=1):
    """Rows of bins since the start, mean latency and accepted load, over the runs and `every` bins."""
    rows = []
    for i in range(first - before, first + after, every):
        part = [row for one in runs for row in one["series"][group][i:i + every]]
        packets = sum(row[3] for row in part)
        if part and packets:
            rows.append([i - first, round(sum((row[2] or 0.0) * row[3] for row in part) / packets, 1),
                         round(sum(row[1] for row in part) / len(part), 4)])
    return rows


def fig11(runner, seeds, data):
    points = {place: [point(place, s) for s in seeds] for place in PLACES}
    runner.run([p for each in points.values() for p in each])
    found = {place: [transient(runner[p]["series"]["ur"][:-1]) for p in points[place]]
             for place in PLACES}
    data["fig11"] = {label: mean_bins([runner[p] for p in points[place]], START // INTERVAL, 100, 300)
                     for place, label in zip(PLACES, ("endpoint", "intermediate router"))}
    pairs = list(zip(found["router"], found["endpoint"]))
    measures = {"f11.peak_ratio": interval(r[1] / e[1] for r, e in pairs),
                "f11.settling_ratio": interval(r[2] / e[2] for r, e in pairs),
                "f11.before": interval(e[0] for e in found["endpoint"])}
    for place in PLACES:
        measures[f"f11.peak.{place}"] = interval(one[1] for one in found[place])
        measures[f"f11.settled_bins.{place}"] = interval(one[2] for one in found[place])
        measures[f"f11.hotspot.{place}"] = interval(4 * accepted(runner[p], "hot")
                                                    for p in points[place])
    return measures


PARTS = {"fig11": fig11}
HARDWARE_POINTS = [point("router", 1, run__warmup=10000, run__measure=5000)]
