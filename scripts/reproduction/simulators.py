# SPDX-License-Identifier: Apache-2.0
"""Which simulator made a measurement.

A simulator is known by the digests of the short runs that stand for it (cost/freshness.py), one for each mechanism; a part keeps
those of the mechanisms that it ran, and the program's own hash. Parts whose digests do not contradict each other are of one
simulator: C++ that computes the same makes no other. What was measured before results carried digests names the commit that its
numbers came with.
"""

import datetime
import hashlib
from functools import lru_cache
from pathlib import Path

from cost import freshness

UNKNOWN = {"commit": "unknown", "date": "", "digests": {}}


@lru_cache
def digests_of(program):
    return freshness.digests_of(program)


def stamp(program, mechanisms):
    """For a part that has just been measured with this program; `mechanisms`: those that its points ran."""
    program = Path(program)
    known = digests_of(program) if mechanisms else {}
    return {"program": hashlib.sha256(program.read_bytes()).hexdigest()[:12],
            "date": datetime.date.today().isoformat(),
            "digests": {name: known[name] for name in sorted({"none", *mechanisms} & known.keys())}}


def contradict(one, other):
    """Whether two stamps cannot be of one simulator; without digests only the same commit is the same."""
    if "commit" in one or "commit" in other:
        return one.get("commit") != other.get("commit")
    return any(other["digests"].get(name, digest) != digest for name, digest in one["digests"].items())


def groups(parts):
    """[(stamp, names of parts)], the newest simulator first. A part in which nothing runs is of none."""
    found = []
    for name, part in sorted(parts.items(), key=lambda item: item[1]["simulator"]["date"], reverse=True):
        one = part["simulator"]
        if not one["digests"] and "commit" not in one:
            continue
        for kept, names in found:
            if not contradict(kept, one):
                kept["digests"].update(one["digests"])
                kept["since"] = min(kept.get("since", kept["date"]), one["date"])
                names.append(name)
                break
        else:
            found.append(({**one, "digests": dict(one["digests"])}, [name]))
    return found


def older(parts, digests):
    """(part, why) of those that another simulator made than the one with these digests."""
    for name, part in parts.items():
        one = part["simulator"]
        if "commit" in one:
            yield name, f"its numbers are of commit {one['commit']}, before results carried digests"
            continue
        changed = [m for m, digest in one["digests"].items() if digests.get(m) != digest]
        if changed:
            yield name, f"digest of {', '.join(changed)} is another now ({one['date']})"


def text(one):
    """A stamp in words."""
    if "commit" in one:
        return f"the one of commit {one['commit']} ({one['date']}), before results carried digests"
    since = one.get("since", one["date"])
    return f"of {one['date'] if since == one['date'] else since + ' to ' + one['date']}: " + ", ".join(f"{name} {digest}" for name, digest in sorted(one["digests"].items()))


def short(one):
    """A few words."""
    return f"commit {one['commit']}" if "commit" in one else one["date"]
