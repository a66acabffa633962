# SPDX-License-Identifier: Apache-2.0
"""All claims once under the keys of fidelity.toml, on fresh seeds.

Every point that a measurement asks for gets the keys of its paper, mechanism and routing function, unless it sets them
itself, and a seed of its own. What is done is kept in PAPER/fixed.json part by part, with the digest of the
keys: a part that is there is not run again while the digest is the same, and one that failed says why.
"""

import json
import tomllib

import fidelity
import papers
import report
import simulators
from chokepoint_runs import RunFailed
from runs import Point, Runner, in_rounds
from stats import Interval

FRESH = 1000  # added to every seed
# From the shortest to the longest; those that are not named come before these.
LAST = ["fig12", "fig2_by_latency", "fig2", "f6", "f13", "f9", "large_f13", "large_f8a", "large_f9a", "large_f8c", "large_f8b",
        "large_f9b", "large_f8b_settled", "large_f9b_settled", "large_4096"]
NO_KEYS = {"area"}  # nothing is simulated


class FixedRunner(Runner):
    """A runner whose points are those of the rule file; it answers by the point that was asked for."""

    fresh = FRESH

    def __init__(self, paper, rules, *more, **options):
        super().__init__(*more, **options)
        self.paper, self.rules, self.known = paper, rules, {}

    def fixed(self, point):
        if point not in self.known:
            table = tomllib.loads(self.scenario_path(point.scenario).read_text())
            own = dict(point.settings)
            scopes = (own.get("mechanism.name", table.get("mechanism", {}).get("name", "none")),
                      own.get("routing.function", table.get("routing", {}).get("function", "minimal")))
            self.known[point] = Point.at(point.scenario, point.seed + self.fresh, {**self.keys_of(scopes), **own})
        return self.known[point]

    def keys_of(self, scopes):
        """Keys of a point of that mechanism and routing function."""
        return fidelity.settings(self.rules, self.paper, scopes)

    def missing(self, points):
        """What is asked for, by the key of what is run for it."""
        wanted = {}
        for point in points:
            wanted[self.fixed(point)] = point
        found = super().missing(wanted)
        return {key: wanted[point] for key, point in found.items()}

    def simulate(self, missing):
        super().simulate({key: self.fixed(point) for key, point in missing.items()})

    def __getitem__(self, point):
        return self.results[self.fixed(point)]


def store(paper):
    return paper.verdicts.with_name("fixed.json")


def load(paper):
    """Parts done under the present keys."""
    path = store(paper)
    kept = json.loads(path.read_text()) if path.exists() else {}
    if kept.get("keys") != fidelity.load()["keys"]:
        return {}
    for part in kept["parts"].values():
        part["measures"] = {name: Interval(*value) for name, value in part["measures"].items()}
    return kept["parts"]


def save(paper, parts):
    """One line for each measure."""
    plain = {name: {**part, "measures": {key: [v.mean, v.half, v.count]
                                         for key, v in sorted(part["measures"].items())}}
             for name, part in parts.items()}
    text = ",\n".join(f' {json.dumps(name)}: {{"measures": {{\n  '
                      + ",\n  ".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in part["measures"].items())
                      + "}" + "".join(f',\n  {json.dumps(k)}: {json.dumps(v)}' for k, v in part.items()
                                      if k != "measures") + "}"
                      for name, part in plain.items())
    store(paper).write_text(f'{{"keys": "{fidelity.load()["keys"]}", "parts": {{\n{text}}}}}\n')


def in_order(names):
    return sorted(names, key=lambda name: LAST.index(name) if name in LAST else -1)


def measures(paper):
    """All measures that are there, and the verdicts of claims whose measures are all there."""
    parts = load(paper)
    if parts:  # what no key reaches is as ever
        parts = {**parts, **{name: part for name, part in paper.load_measured()["parts"].items()
                             if name in NO_KEYS}}
    found = {key: value for part in parts.values() for key, value in part["measures"].items()}
    return found, report.judge(paper.claims, found)


def run(paper, only, seeds, program, out, jobs, profile=None):
    """Every part that is not done. True if none failed."""
    rules = fidelity.load()
    if list(fidelity.problems(rules, fidelity.legal_values())):
        raise RunFailed("the rule file is not in order: scripts/reproduction/fidelity.py check")
    wanted = {part for c in paper.claims if not only or c["id"] in only for part in papers.parts_of(c)} - NO_KEYS
    runner = FixedRunner(paper.name, rules, program, out / "runs", "model", jobs, profile=profile)
    well = True
    for name in in_order([part for part in paper.measures.PARTS if part in wanted]):
        if name in load(paper):
            continue
        print(f"{paper.name} {name} under {rules['keys']}", flush=True)
        data = {}

        def task(known, name=name, data=data):
            return paper.measures.PARTS[name](known, seeds, data), known.mechanisms()
        try:
            found, mechanisms = in_rounds(runner, {name: task})[name]
        except RunFailed as failure:
            print(f"{name} failed: {failure}", flush=True)
            well = False
            continue
        save(paper, {**load(paper), name: {"measures": found, "data": data,
                                           "simulator": simulators.stamp(runner.program, mechanisms)}})
    found, verdicts = measures(paper)
    print(report.table(paper.claims, found, verdicts))
    return well
