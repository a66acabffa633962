# SPDX-License-Identifier: Apache-2.0
"""A million cycles at full load, random traffic: does the network go on?"""

from self_tuned.points import TIER, exact, flits, length, point

TENTHS = 10


def million(mechanism, runner, _seeds, _data):
    """One seed, both modes: the mean, and the least of ten parts."""
    cycles = sum(TIER["cycles"]["million"])
    runs = {mode: point(mode, mechanism, 1, keys="second", **length("million"), run__interval=cycles // TENTHS)
            for mode in ("avoidance", "recovery")}
    runner.run(list(runs.values()))
    measures = {}
    for mode, run in runs.items():
        parts = [value for _, value, *_ in sorted(runner[run]["series"]["load"])][:TENTHS]
        name = f"million.{mechanism.lower()}.{mode}"
        measures |= {f"{name}.cycles": exact(runner[run]["cycles"]), f"{name}.accepted": exact(flits(runner[run])),
                     f"{name}.least_tenth": exact(min(parts)), f"{name}.last_tenth": exact(parts[-1])}
    return measures
