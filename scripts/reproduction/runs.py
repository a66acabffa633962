# SPDX-License-Identifier: Apache-2.0
"""Simulation points: what one is, where its result is kept, and never running one twice.

A result is kept under a hash of the scenario's text (and the list files it names), settings,
seed, engine and the simulator; so a changed scenario runs its own points again, a changed simulator
all of them, unless `keep_points` shows by digests that it makes no difference.
"""

import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from sweep import ROOT, Sweep

SCENARIOS = ROOT / "sim" / "scenarios"


@dataclass(frozen=True)
class Point:
    """One run: a scenario (a ready one's name, or a file), what is set beside it, and the seed."""

    scenario: str
    settings: tuple = ()  # sorted pairs of key and value
    seed: int = 1

    @staticmethod
    def of(scenario, seed=1, **settings):
        return Point.at(scenario, seed, {k.replace("__", "."): v for k, v in settings.items()})

    @staticmethod
    def at(scenario, seed, settings):
        """The same from keys as they stand in a scenario, and values as they stand in a table."""
        plain = {k: f"[{', '.join(map(str, v))}]" if isinstance(v, list) else v
                 for k, v in settings.items()}
        return Point(scenario, tuple(sorted(plain.items())), seed)


class Pending(Exception):
    """A measurement needs points that are not there yet."""

    def __init__(self, points):
        super().__init__(f"{len(points)} points")
        self.points = points


def digest_of(*parts):
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]


class Runner:
    """Results by point; afterwards self[point] answers."""

    def __init__(self, program, folder, engine="model", parallel=2, show=True, profile=None,
                 keep_points=False):
        self.program, self.engine = Path(program).resolve(), engine
        self.folder, self.show, self.parallel = Path(folder), show, parallel
        self.sweep = Sweep(folder, parallel, profile, show)
        self.keep_points = keep_points
        self.identity = hashlib.sha256(self.program.read_bytes()).hexdigest()[:12]
        self.results, self.texts = {}, {}

    def with_engine(self, engine):
        """The same store and simulator with another engine."""
        return Runner(self.program, self.folder, engine, self.parallel, self.show,
                      self.sweep.profile, self.keep_points)

    def scenario_path(self, name):
        return Path(name).resolve() if name.endswith(".toml") else SCENARIOS / f"{name}.toml"

    def scenario_text(self, name):
        """The file, and behind it the traffic lists that it names."""
        if name not in self.texts:
            path = self.scenario_path(name)
            text = path.read_text()
            for listed in re.findall(r'^\s*file\s*=\s*"([^"]+)"', text, re.MULTILINE):
                text += (path.parent / listed).read_text()
            self.texts[name] = text
        return self.texts[name]

    def content(self, point):
        return digest_of(self.scenario_text(point.scenario), self.engine, point.settings,
                         point.seed)

    def key(self, point):
        return f"{self.content(point)}-{self.identity}"

    def plan(self, point):
        settings = [*point.settings, ("run.seed", point.seed)]
        return {"program": str(self.program), "scenario": str(self.scenario_path(point.scenario)),
                "engine": self.engine, "settings": settings}

    def missing(self, points):
        """Loads what is kept; the points that are not, by key."""
        missing = {}
        for point in points:
            if point in self.results:
                continue
            kept = self.sweep.point(self.key(point))
            if kept.exists():
                self.results[point] = json.loads(kept.read_text())
            else:
                missing[self.key(point)] = point
        return missing

    def run(self, points):
        points = list(points)
        missing = self.missing(points)
        if missing and self.keep_points:
            self.adopt(missing)
            missing = self.missing(points)
        self.simulate(missing)
        return self

    def simulate(self, missing):
        if missing:
            self.sweep.run({key: self.plan(point) for key, point in missing.items()})
            self.missing(missing.values())

    def adopt(self, missing):
        """Results of older simulators, by scenario and mechanism: two of each, a short and a
        middling one, are run again; with both digests the same the others are taken over."""
        old, groups = {}, {}
        if (self.sweep.folder / "points").exists():
            for path in sorted((self.sweep.folder / "points").glob("*-*.json"),
                               key=lambda path: path.stat().st_mtime):
                old[path.stem.split("-")[0]] = path  # of several the newest
        for key, point in missing.items():
            if found := old.get(key.split("-")[0]):
                result = json.loads(found.read_text())
                group = (point.scenario, result["mechanism_name"], found.stem.split("-")[1])
                groups.setdefault(group, []).append(
                    (result["wall_seconds"], key, point, found, result))
        probes = {}
        for group in groups.values():
            group.sort(key=lambda one: one[:2])
            for _, key, point, _, _ in (group[0], group[len(group) // 2]):
                probes[key] = point
        self.simulate(probes)
        for (scenario, mechanism, _), group in groups.items():
            same = all(self.results[point]["digest"] == result["digest"]
                       for _, key, point, _, result in group if key in probes)
            if self.show:
                what = "kept, the digests are the same" if same else "run again, other digests"
                print(f"{scenario} {mechanism}: {len(group)} points {what}", flush=True)
            for _, key, _, found, _ in group if same else []:
                if not self.sweep.point(key).exists():
                    os.link(found, self.sweep.point(key))

    def __getitem__(self, point):
        return self.results[point]


class Known:
    """A runner that runs nothing: it answers from what is kept, or says what is missing."""

    def __init__(self, runner):
        self.runner = runner
        self.program = runner.program
        self.asked = set()
        self.beside = set()

    def ran(self, mechanism):
        """A measurement has run the program by itself, with this mechanism."""
        self.beside.add(mechanism)

    def run(self, points):
        points = list(points)
        if missing := self.runner.missing(points):
            raise Pending(list(missing.values()))
        self.asked.update(points)
        return self

    def __getitem__(self, point):
        self.run([point])
        return self.runner[point]

    def mechanisms(self):
        """Those that ran in the points asked for so far."""
        return {self.runner[point]["mechanism_name"] for point in self.asked} | self.beside


def in_rounds(runner, tasks):
    """Results of `tasks`, name -> function of a runner, all of them side by side: a round runs the
    points that any of them needs next, so that one that bisects does not hold up the others."""
    found, waiting = {}, dict(tasks)
    while waiting:
        wanted = []
        for name, task in list(waiting.items()):
            try:
                found[name] = task(Known(runner))
                del waiting[name]
            except Pending as pending:
                wanted += pending.points
        if wanted:
            runner.run(wanted)
    return {name: found[name] for name in tasks}
