# SPDX-License-Identifier: Apache-2.0
"""Every row's verdict under each value of the keys that concern it, one key changed at a time from the defaults.

What is measured is kept in PAPER/keys.json: "KEY=VALUE" -> part -> measures and simulator. A cell that is not there is said to be
not measured; `reproduce.py --paper PAPER --key KEY=VALUE --only CLAIM` measures it, on the usual seeds or, where keys.toml says so,
on the first of them alone.
"""

import json
import math
import tomllib
from pathlib import Path

import fixed
import papers
import report
import searches
import simulators
from chokepoint_runs import RunFailed
from runs import Point, in_rounds
from stats import Interval

HERE = Path(__file__).resolve().parent
WORDS = {"in range": "in range", "not reproduced": "differs", None: "not measured"}


def load_keys():
    return tomllib.loads((HERE / "keys.toml").read_text())


def cases(keys):
    """(name, row) of every value that is no default; a name is KEY=VALUE."""
    return [(f"{row['key']}={value}", row) for row in keys["key"] for value in row["values"]]


def concerns(keys, paper, claim, row):
    if claim["id"] in keys["claims"]["nothing_runs"] or paper not in row.get("papers", [paper]):
        return False
    if "rows" in row:
        return claim["id"] in row["rows"]
    scope = row.get("scope")
    return scope is None or claim["id"] in keys["claims"][paper][scope]


class KeyRunner(fixed.FixedRunner):
    """A runner whose points have one more key, where they have its scope and do not set it themselves; the usual seeds."""

    fresh = 0

    def __init__(self, row, value, *more, **options):
        super().__init__(None, None, *more, **options)
        self.row, self.extra = row, {**row.get("with", {}), row["key"]: value}

    def keys_of(self, scopes):
        return self.extra if self.row.get("scope") in (None, *scopes) else {}


def store(paper):
    return paper.verdicts.with_name("keys.json")


def load(paper):
    path = store(paper)
    kept = json.loads(path.read_text()) if path.exists() else {}
    for parts in kept.values():
        for part in parts.values():
            part["measures"] = {name: Interval(*value) for name, value in part["measures"].items()}
    return kept


def save(paper, kept):
    """One line for each measure."""
    lines = []
    for case in sorted(kept):
        parts = []
        for name, part in sorted(kept[case].items()):
            rows = ",\n".join(f"   {json.dumps(key)}: {json.dumps([v.mean, v.half, v.count])}"
                              for key, v in sorted(part["measures"].items()))
            parts.append(f'  {json.dumps(name)}: {{"simulator": {json.dumps(part["simulator"])}, "measures": {{\n{rows}}}}}')
        lines.append(f" {json.dumps(case)}: {{\n" + ",\n".join(parts) + "}")
    store(paper).write_text("{\n" + ",\n".join(lines) + "}\n")


def of_one_seed(keys, paper, case, part):
    if part in keys["every_seed"].get(paper, {}).get(case, []):
        return False
    listed = keys["one_seed"].get(paper, [])
    return listed == "all" or part in listed


def as_it_is(measure):
    """One seed's value, which has no interval to be judged by."""
    return Interval(measure.mean, 0.0, 1) if measure.half == math.inf else measure


def run(paper, case, only, seeds, program, out, jobs, profile=None):
    """Measures the claims' parts that are not there under this case. True if none failed."""
    keys = load_keys()
    rows = dict(cases(keys))
    if case not in rows:
        raise RunFailed(f"--key {case}: there are {', '.join(rows)}")
    row, value = rows[case], case.partition("=")[2]
    claims = [c for c in paper.claims if (not only or c["id"] in only) and concerns(keys, paper.name, c, row)]
    runner = KeyRunner(row, value, program, out / "runs", "model", jobs, profile=profile)
    well = True
    for name in fixed.in_order(dict.fromkeys(part for c in claims for part in papers.parts_of(c))):
        one_seed = of_one_seed(keys, paper.name, case, name)
        known = load(paper).get(case, {}).get(name)
        if known and (one_seed or max(value.count for value in known["measures"].values()) > 1):
            continue
        shorter = getattr(paper.measures, "SHORT", {}) if one_seed else {}
        measure = shorter.get(name, paper.measures.PARTS[name])
        print(f"{paper.name} {name} under {case}" + (", one seed" if one_seed else ""), flush=True)

        def task(known, measure=measure, wanted=list(seeds)[:1] if one_seed else seeds):
            return measure(known, wanted, {}), known.mechanisms()
        try:
            found, mechanisms = in_rounds(runner, {name: task})[name]
        except RunFailed as failure:
            print(f"{name} failed: {failure}", flush=True)
            well = False
            continue
        kept = load(paper)
        found = {key: as_it_is(value) for key, value in found.items()}
        kept.setdefault(case, {})[name] = {"measures": found, "simulator": simulators.stamp(program, mechanisms)}
        save(paper, kept)
    found = measures_of(load(paper), case)
    print(report.table(claims, found, report.judge(claims, found)))
    return well


def measures_of(kept, case):
    return {key: value for part in kept.get(case, {}).values() for key, value in part["measures"].items()}


def beside(keys, paper, measures, case):
    """Measures of a case that the paper's own measurement has beside the defaults."""
    return {row["stands_for"]: measures[row["measure"]] for row in keys["measured"]
            if (row["paper"], row["case"]) == (paper.name, case) and row["measure"] in measures}


def in_range_by_means(claim, definition, measures):
    """Whether only the intervals keep a row out; a mean whose interval is wider than it says nothing."""
    found = {check["measure"]: measures[check["measure"]] for check in report.checks_of(claim, definition) if check["measure"] in measures}
    means = {name: Interval(value.mean, 0.0, 1) for name, value in found.items() if abs(value.mean) >= value.half}
    return report.judge([claim], means, definition).get(claim["id"]) == "in range"


def cell(keys, paper, claim, row, measures):
    if not concerns(keys, paper.name, claim, row):
        return "-"
    verdict = report.judge([claim], measures).get(claim["id"])
    if verdict is None:
        return WORDS[None]
    second = report.judge([claim], measures, "second").get(claim["id"])
    notes = [f"second: {WORDS[second]}"] if second and second != verdict else []
    counts = [measures[check["measure"]].count for check in claim["checks"] if check["measure"] in measures]
    notes += ["1 seed"] if 1 in counts else []
    for definition, one, shown in (("first", verdict, ""), ("second", second, "second: ")):
        if one == "not reproduced" and max(counts) > 1 and in_range_by_means(claim, definition, measures):
            notes.append(f"{shown}by the means alone in range")
    notes += [report.UNDECIDED] if searches.row_undecided(claim["checks"], measures) else []
    return WORDS[verdict] + (f" ({'; '.join(notes)})" if notes else "")


def table(paper, measures):
    """Markdown: a row for each claim, a column for the defaults, each value of each key, and all fixed keys together."""
    keys, kept = load_keys(), load(paper)
    columns = cases(keys)
    columns = [(case, row) for case, row in columns if any(concerns(keys, paper.name, c, row) for c in paper.claims)]
    under_fixed, _ = fixed.measures(paper)
    lines = ["| row | defaults | " + " | ".join("`" + case.partition(".")[2].replace("=", " = ") + "`" for case, _ in columns)
             + " | all fixed keys |", "|---|" + "---|" * (len(columns) + 2)]
    for claim in report.by_figure(paper.claims):
        if claim["id"] in keys["claims"]["nothing_runs"]:
            continue
        every = {}
        cells = [cell(keys, paper, claim, every, measures)]
        cells += [cell(keys, paper, claim, row, {**beside(keys, paper, measures, case), **measures_of(kept, case)})
                  for case, row in columns]
        cells.append(cell(keys, paper, claim, every, under_fixed))
        lines.append(f"| {claim['id']} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", "Measured with simulators of: " + "; ".join(
        f"`{case.partition('.')[2].replace('=', ' = ')}` {dates_of(kept[case])}" for case, _ in columns if case in kept) + "."])


ABOUT = """One key changed at a time from the defaults, the usual seeds; `-`: the key does not concern the row. `all fixed keys` are those of
[fidelity](fidelity.md), on fresh seeds. `1 seed`: measured with the first seed alone and judged as it is, without an interval, so it is to be compared with what a row of several
seeds says `by the means alone`; a second definition is named where its verdict is another than the first's; a
search on 512 nodes ends there once it knows on which side of the bound the ratio is. A cell that is not measured:
`scripts/reproduce.py --paper {name} --key KEY=VALUE --only ROW`. `output_queues = port` needs and has `vc_allocation = downstream` beside it.
Not in the table: `ugal_threshold`, only in all fixed keys together."""


def section(paper, measures):
    return ABOUT.format(name=paper.name) + "\n\n" + table(paper, measures)


def dates_of(parts):
    """When, and whether before results carried digests."""
    found = {part["simulator"]["date"] + (" (no digests yet)" if "commit" in part["simulator"] else "") for part in parts.values()}
    return ", ".join(sorted(found))
