#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The saturation load of a scenario, by bisection.

A load is saturated when less than 95 % of what is offered is accepted, or when the mean latency is
above five times that at zero load (same network, minimal routes, no management, the other groups
silent, load 0.01). Prints the load in flits/cycle/node with the 95 % interval over the seeds; runs
are kept, so a search that was stopped goes on. A scenario is a file or a ready one's name.

example: scripts/saturation.py fig5a --set mechanism.name=srp --set routing.function=minimal
"""

import argparse
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "reproduction"))
sys.path.insert(0, str(ROOT / "scripts"))
import stats  # noqa: E402
from chokepoint_runs import RunFailed  # noqa: E402
from runs import Point, Runner  # noqa: E402

ZERO_LOAD = 0.01
LOADS = [0.1, 0.3, 0.5, 0.7, 0.9, 1.0]  # bracket the crossing


def value_of(text):
    """A setting's text as the number that it is, so that 0.50 and 0.5 are the same point."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


class Search:
    """The points of one search and how they are judged."""

    def __init__(self, runner, scenario, group, others, settings, criterion):
        self.runner, self.scenario, self.group, self.others = runner, scenario, group, others
        self.settings, self.criterion = settings, criterion
        self.limit = float("inf")

    def point(self, load, seed, more=None):
        settings = {**self.settings, f"traffic.{self.group}.rate": load, **(more or {})}
        return Point.at(self.scenario, seed, settings)

    def zero_load(self, seeds):
        """Sets the limit of the latency; the interval of the zero-load latency itself."""
        more = {"mechanism.name": "none", "routing.function": "minimal",
                **{f"traffic.{other}.rate": 0 for other in self.others}}
        points = [self.point(ZERO_LOAD, seed, more) for seed in seeds]
        self.runner.run(points)
        means = [stats.latency(self.runner[point], self.group) for point in points]
        if None in means:
            raise RunFailed(f"nothing arrived at load {ZERO_LOAD}; set a larger run.measure")
        found = stats.interval(means)
        self.limit = stats.LATENCY_FACTOR * found.mean
        return found

    def saturated(self, _, result):
        if result["status"] == "saturated":  # it ended early for this reason
            return True
        low = stats.accepts_too_little(result, self.group)
        if self.criterion == "accepted":
            return low
        mean = stats.latency(result, self.group)
        high = mean is None or mean > self.limit
        return high if self.criterion == "latency" else low or high

    def bisect(self, seeds, resolution):
        cases = {seed: (lambda load, seed=seed: self.point(load, seed)) for seed in seeds}

        def show(brackets):
            spans = ", ".join(f"{low:.3f}-{high:.3f}" for low, high in brackets.values())
            print(f"saturation lies in {spans}", flush=True)
        return stats.saturation(self.runner, cases, self.saturated, LOADS, resolution, show)


def groups_of(path, wanted, parser):
    """(the group whose load is varied, the others)"""
    try:
        groups = [group["name"] for group in tomllib.loads(path.read_text())["traffic"]]
    except OSError as error:
        parser.error(f"{path}: {error.strerror}")
    except (tomllib.TOMLDecodeError, KeyError) as error:
        parser.error(f"{path}: {error}")
    group = wanted or ("ur" if "ur" in groups else groups[0] if len(groups) == 1 else None)
    if group not in groups:
        parser.error(f"--group: choose one of {', '.join(groups)}")
    return group, [other for other in groups if other != group]


def settings_of(words, parser):
    settings = {}
    for word in words:
        key, equal, text = word.partition("=")
        if not equal:
            parser.error(f"--set {word}: KEY=VALUE, such as run.measure=5000")
        settings[key] = value_of(text)
    return settings


def result_text(found, resolution):
    """Half the last bracket belongs to the interval."""
    values = [load for load in found.values() if load is not None]
    if not values:
        return f"none up to {LOADS[-1]:g} flits/cycle/node"
    if len(values) < len(found):
        return (f"{len(values)} of {len(found)} seeds saturate up to {LOADS[-1]:g}, at "
                + ", ".join(f"{load:.3f}" for load in values) + " flits/cycle/node")
    one = stats.interval(values)
    return (f"{one.mean:.3f} ± {one.half + resolution / 2:.3f} flits/cycle/node "
            f"(95 %, {one.count} seeds, resolution {resolution:g})")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario")
    parser.add_argument("--set", dest="settings", action="append", default=[], metavar="KEY=VALUE",
                        help="as with `chokepoint run`; may come several times")
    parser.add_argument("--group", help="whose load is varied (default: ur, or the only group)")
    parser.add_argument("--criterion", choices=["both", "accepted", "latency"], default="both")
    parser.add_argument("--seeds", type=int, default=3, help="at least 2 (default 3)")
    parser.add_argument("--resolution", type=float, default=0.01,
                        help="width of the last bracket, flits/cycle/node (default 0.01)")
    parser.add_argument("--engine", default="model", choices=["model", "rtl", "lockstep"])
    parser.add_argument("--early", action="store_true",
                        help="end a run as soon as it is plainly saturated (run.saturation_group)")
    parser.add_argument("--chokepoint", default="build/chokepoint")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--profile", help="a Snakemake profile, e.g. scripts/figures/slurm")
    parser.add_argument("--points", default="results/saturation",
                        help="where the results of runs are kept (default results/saturation)")
    arguments = parser.parse_args()
    if arguments.seeds < 2:
        parser.error("--seeds: an interval needs at least two seeds")
    if not 0 < arguments.resolution <= 0.2:
        parser.error("--resolution: between 0 and 0.2 flits/cycle/node")
    if not Path(arguments.chokepoint).exists():
        parser.error(f"{arguments.chokepoint} is missing; `make build` makes it")
    runner = Runner(arguments.chokepoint, arguments.points, arguments.engine, arguments.jobs,
                    profile=arguments.profile)
    group, others = groups_of(runner.scenario_path(arguments.scenario), arguments.group, parser)
    settings = settings_of(arguments.settings, parser)
    if arguments.early:
        settings["run.saturation_group"] = group
    search = Search(runner, arguments.scenario, group, others, settings, arguments.criterion)
    seeds = range(1, arguments.seeds + 1)
    start = time.monotonic()
    try:
        zero = search.zero_load(seeds)
        print(f"zero-load latency of {group}: {zero.text(1)} cycles; limit {search.limit:.1f}",
              flush=True)
        found = search.bisect(seeds, arguments.resolution)
    except RunFailed as failure:
        print(f"saturation: {failure}", file=sys.stderr)
        return 1
    print(f"saturation load of {group}: {result_text(found, arguments.resolution)}; "
          f"{time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
