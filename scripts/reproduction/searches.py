# SPDX-License-Identifier: Apache-2.0
"""What a search leaves open: half of its last bracket, beside the interval over the seeds.

A paper's measures.py says in `SEARCHES` which saturations are bisected: beginning of a measure's name -> loads that bracket, resolution.
What is made of two of them is said by a claim's `of`, or by `MADE_OF` for measures that no claim rests on; `NOT_KEPT` are those
whose searches' own results are not kept."""

import re

from stats import last_step

SATURATION = re.compile(r"[._]saturation(\.|$)|\.load_at_")


def search_of(name, searches):
    return next((search for prefix, search in searches.items() if name.startswith(prefix)), None)


def search_step(found, search):
    """Half of the last bracket of the searches whose mean this is; 0 where nothing saturated: that stands at the last load."""
    loads, resolution = search
    if found.half == 0 and found.mean == loads[-1]:
        return 0.0
    return max(last_step(loads, resolution, min(max(at, loads[0] / 2), loads[-1]))
               for at in (found.low, found.mean, found.high)) / 2


def step_of(check, measures):
    """How far a measure of bisected saturations may be off because of the searches' last brackets; 0 of any other."""
    parts = [measures.get(name) for name in check.get("of", [])]
    if not parts or any(part is None for part in parts):
        return 0.0
    steps = [search_step(part, search) for part, search in zip(parts, check["searches"])]
    if len(parts) == 1:
        return steps[0]
    over, under = parts
    return (steps[0] / over.mean + steps[1] / under.mean) * over.mean / under.mean


def within(check, value, by=0.0):
    """Whether the whole interval is within the bounds, moved by so much."""
    return (value.low + by >= check.get("low", float("-inf"))
            and value.high + by <= check.get("high", float("inf")))


def undecided(check, measures):
    """Whether the seeds lie on one side of each bound, and the search's step, up or down, would change what they say."""
    if check["measure"] not in measures:
        return False
    found, step = measures[check["measure"]], step_of(check, measures)
    straddles = any(found.low < check[side] <= found.high if side == "low" else found.low <= check[side] < found.high
                    for side in ("low", "high") if side in check)
    return step > 0 and not straddles and len({within(check, found, by) for by in (0.0, step, -step)}) > 1


def row_undecided(checks, measures):
    """Whether a row's verdict hangs on such a measure: one of those that are out, or of all if none is out."""
    there = [check for check in checks if check["measure"] in measures]
    out = [check for check in there if not within(check, measures[check["measure"]])]
    each = [undecided(check, measures) for check in out or there]
    return bool(each) and (all(each) if out else any(each))


def checks_of_all(paper, names):
    """Measure -> its first check in the claims, or what it is made of; {} where it is neither."""
    known, searches = {}, getattr(paper.measures, "SEARCHES", {})
    for claim in paper.claims:
        for check in [*claim["checks"], *claim.get("second", {}).get("checks", [])]:
            known.setdefault(check["measure"], check)
    made_of = getattr(paper.measures, "MADE_OF", {})
    found = {}
    for name in names:
        check = known.get(name, {})
        if "of" not in check:
            of = made_of.get(name, [name] if SATURATION.search(name) else [])
            if of and all(search_of(one, searches) for one in of):
                check = {**check, "of": of, "searches": [search_of(one, searches) for one in of]}
        found[name] = {**check, "measure": name}
    return found
