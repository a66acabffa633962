# SPDX-License-Identifier: Apache-2.0
"""What was tried at full load: other readings of the text, thresholds that stand still, a longer tuning period, another count of
full buffers."""

from functools import partial

from self_tuned.points import PERIOD, flits, planned, point
from stats import interval

THRESHOLDS = [50, 150, 250]
# The network as the scenarios have it, with one of its readings of the text replaced at a time, and with all that the page before
# had otherwise.
BEFORE = {
    "one_port": {"network__speedup": 1},
    "in_turn": {"network__arbitration": "flit"},
    "output_buffers": {"network__flit_crossing": "output_buffer"},
    "backlog": {"network__node_queue_flits": 0},
}
READINGS = {"as_it_is": {}, **BEFORE, "node_vcs": {"network__node_channel_vcs": 1},
            "all_four": {key: value for own in BEFORE.values() for key, value in own.items()}}
READING_SEEDS = 3
OCCUPIED = {"mechanism__counted": "occupied"}
DROP = 0.75  # of the period before: less is a drop by the text's table


def still(threshold):
    return {"mechanism__tuning": "static", "mechanism__threshold": threshold}


def rows_of(result):
    return result["tables"]["self_tuned.csv"]


def drops(result):
    """Share of tuning periods that deliver a quarter less than the one before."""
    delivered = [row[2] for row in rows_of(result)]
    return sum(b < DROP * a for a, b in zip(delivered, delivered[1:])) / (len(delivered) - 1)


def late_mean(column, result):
    """Mean at the ends of the second half's periods."""
    values = [row[column] for row in rows_of(result)]
    half = values[len(values) // 2:]
    return sum(half) / len(half)


full_buffers, threshold = partial(late_mean, 1), partial(late_mean, 4)


def main(runner, seeds, _data):
    """For tune-main: random traffic, avoidance, one escape VC."""
    seeds = planned(seeds)
    cases = {"tune": {}, **{f"static_{t}": still(t) for t in THRESHOLDS},
             "now": {"mechanism__throttling": "now"},
             "period_288": {"mechanism__tuning_cycles": 3 * PERIOD}, "occupied": OCCUPIED}
    runs = {name: [point("avoidance", "tune", s, keys="second", **own) for s in seeds] for name, own in cases.items()}
    runner.run([p for same in runs.values() for p in same])
    measures = {}
    for name, same in runs.items():
        results = [runner[p] for p in same]
        measures[f"tried.{name}.accepted"] = interval(map(flits, results))
        measures[f"tried.{name}.drops"] = interval(map(drops, results))
        measures[f"tried.{name}.full_buffers"] = interval(map(full_buffers, results))
        measures[f"tried.{name}.threshold"] = interval(map(threshold, results))
    return measures


def readings(runner, seeds, _data):
    """Random traffic, base and tune, in both modes, under each reading."""
    seeds = planned(seeds)[:READING_SEEDS]
    cases = {(name, mode, mechanism): [point(mode, mechanism, s, keys="second", **own) for s in seeds]
             for name, own in READINGS.items() for mode in ("avoidance", "recovery") for mechanism in ("base", "tune")}
    runner.run([p for same in cases.values() for p in same])
    return {f"readings.{name}.{mechanism}.{mode}": interval(flits(runner[p]) for p in same)
            for (name, mode, mechanism), same in cases.items()}


def counted(runner, seeds, _data):
    """For tune-static: buffers that hold a flit are counted, with recovery."""
    seeds = planned(seeds)
    cases = {(pattern, threshold): [point("recovery", "tune", s, pattern, **OCCUPIED, **(still(threshold) if threshold else {}))
                                    for s in seeds] for pattern in ("uniform", "butterfly") for threshold in (None, 250, 50)}
    runner.run([p for same in cases.values() for p in same])
    names = {"uniform": "random", "butterfly": "butterfly"}
    return {f"tried.occupied_{names[pattern]}_{threshold or 'tune'}.accepted": interval(flits(runner[p]) for p in same)
            for (pattern, threshold), same in cases.items()}
