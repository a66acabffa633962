# SPDX-License-Identifier: Apache-2.0
"""A point of each curve at the paper's (recalled) length, over the mean of the short runs that the rows rest on."""

from self_tuned.points import exact, flits, length, planned, point, cycles_of

CASES = [("avoidance", "base", "first"), ("recovery", "base", "first"), ("avoidance", "ALO", "first"),
         ("avoidance", "ALO", "second"), ("recovery", "ALO", "first"), ("avoidance", "tune", "first"),
         ("avoidance", "tune", "second"), ("recovery", "tune", "first"), ("recovery", "tune", "second")]


def case(number, runner, seeds, _data):
    """Full load, one seed: the long run, and of the short ones it is compared with."""
    mode, mechanism, keys = CASES[number]
    long = point(mode, mechanism, 1, keys=keys, **length("full"))
    short = [point(mode, mechanism, s, keys=keys, cycles=cycles_of(mode, mechanism, "uniform", 1.0))
             for s in planned(seeds)]
    runner.run([long, *short])
    mean = sum(flits(runner[p]) for p in short) / len(short)
    name = f"full_length.{mechanism.lower()}_{keys}.{mode}"
    return {f"{name}_accepted": exact(flits(runner[long])), f"{name}_over_short": exact(flits(runner[long]) / mean)}
