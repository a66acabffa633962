# SPDX-License-Identifier: Apache-2.0
"""What a claim's verdict was with an earlier simulator, where a later one changed it: PAPER/earlier.json, shown beside the present
one. A verdict does not change silently.
"""

import json

import report
from stats import Interval


def store(paper):
    return paper.verdicts.with_name("earlier.json")


def load(paper):
    """Claim -> definition -> what it was: measures and simulator."""
    path = store(paper)
    kept = json.loads(path.read_text()) if path.exists() else {}
    for definitions in kept.values():
        for one in definitions.values():
            one["measures"] = {name: Interval(*value) for name, value in one["measures"].items()}
    return kept


def save(paper, kept):
    plain = {claim: {definition: {"simulator": one["simulator"],
                                  "measures": {key: [v.mean, v.half, v.count] for key, v in one["measures"].items()}}
                     for definition, one in definitions.items()} for claim, definitions in kept.items()}
    store(paper).write_text(json.dumps(plain, indent=1) + "\n")


def part_with(parts, measure):
    return next(part for part in parts.values() if measure in part["measures"])


def keep(paper, before, after):
    """Keeps the measures of every verdict that the parts in `after` change from those in `before`."""
    def joined(parts):
        return {key: value for part in parts.values() for key, value in part["measures"].items()}
    old, new, kept = joined(before), joined(after), load(paper)
    for definition in ("first", "second"):
        was, now = (report.judge(paper.claims, one, definition) for one in (old, new))
        for claim in paper.claims:
            name = claim["id"]
            if was.get(name) in (None, now.get(name)):
                continue
            checks = report.checks_of(claim, definition)
            kept.setdefault(name, {})[definition] = {
                "simulator": part_with(before, checks[0]["measure"])["simulator"],
                "measures": {check["measure"]: old[check["measure"]] for check in checks}}
    if kept:
        save(paper, kept)
