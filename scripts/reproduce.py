#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the papers' claims with honest statistics and writes docs/reference/reproduction*.md.

A verdict rests on several seeds and a 95 % confidence interval taken seed by seed. Each paper has
its folder in scripts/reproduction (see papers.py) with the committed verdicts; --check fails when a
measured one differs. What the page shows is committed beside them (measured.json), so that --only can replace
some parts. Every run is a Snakemake job (docs/user/figures.md); what is finished is kept in
results/reproduction, so an interrupted sweep goes on.
"""

import argparse
import json
import sys
import time
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "reproduction"))
sys.path.insert(0, str(ROOT / "scripts"))
import earlier  # noqa: E402
import fixed  # noqa: E402
import keys  # noqa: E402
import papers  # noqa: E402
import people  # noqa: E402
import report  # noqa: E402
import simulators  # noqa: E402
from chokepoint_runs import RunFailed  # noqa: E402
from cost import freshness  # noqa: E402
from runs import Runner, in_rounds  # noqa: E402

PAGES = ROOT / "docs" / "reference"
IMAGES = ROOT / "docs" / "images" / "reproduction"


def measure(paper, names, runner, seeds):
    """The parts measured now, each with its measures, what its plots need, and the simulator that made them."""
    def measured(name, known):
        data = {}
        found = paper.measures.PARTS[name](known, seeds, data)
        return {"measures": found, "data": data, "simulator": simulators.stamp(runner.program, known.mechanisms())}
    print(f"{paper.name} {', '.join(names)}:", flush=True)
    return in_rounds(runner, {name: partial(measured, name) for name in names})


def joined(parts, kind):
    return {key: value for part in parts.values() for key, value in part[kind].items()}


def compare_engines(paper, runner):
    """The paper's hardware points, run again in lockstep: figure, mechanism and digest of each; the digests must be the
    model's."""
    points = paper.measures.HARDWARE_POINTS
    hardware = runner.with_engine("lockstep")
    runner.run(points)
    hardware.run(points)
    different = [(p.scenario, runner[p]["digest"], hardware[p]["digest"]) for p in points
                 if runner[p]["digest"] != hardware[p]["digest"]]
    if different:
        raise RunFailed(f"digests of model and hardware differ: {different}")
    mechanisms = {hardware[p]["mechanism_name"] for p in points}
    named = getattr(paper.measures, "HARDWARE_FIGURES", {})
    return {"points": [[named.get(p, report.figure_of(p.scenario)), hardware[p]["mechanism_name"], hardware[p]["digest"], report.run_of(p)] for p in points],
            "simulator": simulators.stamp(runner.program, mechanisms)}


def say_older(paper, program):
    """A line for each part of the page that an older simulator made: no failure, the page says it as well."""
    parts = paper.load_measured()["parts"]
    old = dict(simulators.older(parts, simulators.digests_of(program)))
    for name, why in old.items():
        print(f"old part {paper.name} {name}: {why}")
    print(f"{paper.name}: {len(parts) - len(old)} of {len(parts)} parts are of this simulator")


def check(paper, verdicts):
    """Compares with the committed verdicts; True if all are the same."""
    committed = json.loads(paper.verdicts.read_text())
    for claim, verdict in verdicts.items():
        same = committed.get(claim) == verdict
        print(f"pass verdict of {claim}: {verdict}" if same else
              f"FAIL verdict of {claim}: {verdict}, committed is {committed.get(claim)}")
    return bool(verdicts) and all(committed.get(k) == v for k, v in verdicts.items())


def write(paper, parts, seeds, hardware):
    """Page, plots and verdicts from measured.json with `parts` in the place of the old ones."""
    kept = paper.load_measured()
    old = {name: part for name, part in kept["parts"].items() if name in paper.measures.PARTS}
    known = {**old, **parts}
    parts = {name: known[name] for name in paper.measures.PARTS if name in known}
    hardware = hardware or kept["hardware"]
    earlier.keep(paper, old, parts)
    paper.save_measured(parts, seeds, hardware)
    verdicts = report.judge(paper.claims, joined(parts, "measures"))
    paper.verdicts.write_text(json.dumps(verdicts, indent=2) + "\n")
    for name in dict.fromkeys([paper.name, *(people.TOGETHER[:1] if paper.name in people.TOGETHER else ())]):
        write_page(papers.Paper(name))


def write_page(paper):
    """Page and plots, of what is kept."""
    parts = paper.load_measured()["parts"]
    paper.page.plots(joined(parts, "data"), joined(parts, "measures"), IMAGES)  # the page shows those that are there
    (PAGES / paper.page.PAGE).write_text(page_text(paper))


def page_text(paper):
    kept = paper.load_measured()
    measures, data = joined(kept["parts"], "measures"), joined(kept["parts"], "data")
    return paper.page.text(paper, measures, data, kept["seeds"], report.hardware_text(kept["hardware"]), IMAGES)


def reproduce(paper, arguments, out):
    """One paper: measures, table, and either the check or the page. True if it is in order."""
    seeds = range(1, arguments.seeds + 1)
    if arguments.page:
        write_page(paper)
        return True
    if arguments.fixed:
        out = out.with_name(f"{out.name}_fixed")
        return fixed.run(paper, arguments.only, seeds, arguments.chokepoint, out, arguments.jobs,
                         arguments.profile)
    if arguments.key:
        out = out.with_name(f"{out.name}_keys")
        return keys.run(paper, arguments.key, arguments.only, seeds, arguments.chokepoint, out, arguments.jobs,
                        arguments.profile)
    if arguments.hardware:
        runner = Runner(arguments.chokepoint, out / "runs", "model", arguments.jobs, profile=arguments.profile)
        write(paper, {}, len(seeds), compare_engines(paper, runner))
        return True
    names = ([name for name in paper.measures.PARTS if name in arguments.part] if arguments.part
             else paper.parts(arguments.quick, arguments.only))
    if not names:
        return True
    runner = Runner(arguments.chokepoint, out / "runs", arguments.engine, arguments.jobs,
                    profile=arguments.profile, keep_points=arguments.keep_points)
    parts = measure(paper, names, runner, seeds)
    measures = joined(parts, "measures")
    verdicts = report.judge(paper.claims, measures)
    print(report.table(paper.claims, measures, verdicts))
    print(report.all_measures(measures, paper))
    if arguments.check:
        say_older(paper, arguments.chokepoint)
        return check(paper, verdicts)
    if arguments.engine != "model" or arguments.quick:
        return True  # the page shows the golden models' numbers, all of a part's
    hardware = None
    if not arguments.only and not arguments.part and not arguments.no_hardware:
        hardware = compare_engines(paper, runner)
    write(paper, parts, len(seeds), hardware)
    if not arguments.only and not arguments.part and paper.page.PAGE in freshness.PAGES:  # a part of the page says nothing of the rest
        freshness.stamp_page(paper.page.PAGE, Path(arguments.chokepoint).resolve())
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--engine", default="model", choices=["model", "rtl", "lockstep"])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=5, help="at least 5 (default)")
    parser.add_argument("--paper", choices=papers.names(), help="only this one")
    parser.add_argument("--only", nargs="+", metavar="CLAIM",
                        help="only the measurements that these claims rest on; the page keeps what "
                             "it says of the others")
    parser.add_argument("--part", nargs="+", metavar="PART",
                        help="only these measurements (PARTS of measures.py)")
    parser.add_argument("--page", action="store_true",
                        help="write pages and plots again from what was measured, run nothing")
    parser.add_argument("--fixed", action="store_true",
                        help="every claim once under the keys of reproduction/fidelity.toml, on fresh "
                             "seeds; what is done is kept, the same command goes on")
    parser.add_argument("--key", metavar="KEY=VALUE",
                        help="with --paper: what is not measured yet under this one key (reproduction/keys.toml), the "
                             "usual seeds; --only says of which claims")
    parser.add_argument("--quick", action="store_true",
                        help="the claims that take less than a minute each")
    parser.add_argument("--check", action="store_true",
                        help="fail if a verdict is not the committed one")
    parser.add_argument("--profile", help="a Snakemake profile, e.g. scripts/figures/slurm")
    parser.add_argument("--keep-points", action="store_true",
                        help="after a change of the simulator: keep results whose samples, run "
                             "again, have the same digest")
    parser.add_argument("--out", default=str(ROOT / "results" / "reproduction"))
    parser.add_argument("--hardware", action="store_true",
                        help="with --paper: only run the hardware's points again")
    parser.add_argument("--no-hardware", action="store_true",
                        help="leave the comparison with the RTL out")
    arguments = parser.parse_args()
    if arguments.seeds < 5:
        parser.error("a verdict needs at least 5 seeds")
    for option in ("key", "hardware"):
        if getattr(arguments, option) and not arguments.paper:
            parser.error(f"--{option} needs --paper")
    arguments.chokepoint = Path(arguments.chokepoint).resolve()
    if not arguments.chokepoint.exists():
        parser.error(f"{arguments.chokepoint} is missing; `make build` makes it")
    chosen = [papers.Paper(name) for name in papers.names() if arguments.paper in (None, name)]
    known = {claim["id"] for paper in chosen for claim in paper.claims}
    if unknown := set(arguments.only or ()) - known:
        parser.error(f"no claim {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}")
    start = time.monotonic()
    out = Path(arguments.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    try:
        well = [reproduce(paper, arguments, out) for paper in chosen]
    except RunFailed as failure:
        print(f"reproduce: a run failed: {failure}", file=sys.stderr)
        return 1
    print(f"results in {out}; {time.monotonic() - start:.0f} s")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
