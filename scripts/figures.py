#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs and draws the papers' figures: one simulation point is one Snakemake job.

A figure is a file in scripts/figures: its curves, x axis, seeds, the claims that it feeds. What is
finished is kept, so the same command goes on after it was stopped, and runs only what changed.
Engine `model`; one point of each figure runs again as `rtl`, and the digests are compared. With
--profile the points run on a cluster. See docs/user/figures.md.
Exit code: 0, or 1 if a run failed, a digest differs, or a check of --quick does not hold.
"""

import argparse
import sys
import time
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "reproduction"))
sys.path.insert(0, str(ROOT / "scripts"))
import drawing  # noqa: E402
import figure as figures  # noqa: E402
import kept  # noqa: E402
import papers  # noqa: E402
import report  # noqa: E402
from chokepoint_runs import RunFailed  # noqa: E402
from runs import Runner, in_rounds  # noqa: E402

CLAIM_SEEDS = 5  # what a verdict rests on; long measurements take fewer of them


def parts_of(figure):
    """(paper, part) -> the claims of this figure that rest on it."""
    paper = papers.Paper(figure.table["paper"])
    found = {}
    for claim in paper.claims:
        if claim["id"] in figure.claims:
            found.setdefault(claim["part"], []).append(claim)
    known = {claim["id"] for claim in paper.claims}
    if unknown := set(figure.claims) - known:
        raise figures.FigureError(f"{figure.name}: no claim {', '.join(sorted(unknown))}; "
                                  f"there are {', '.join(sorted(known))}")
    return paper, found


def claim_tasks(chosen):
    """(paper's name, part) -> its measurement; figures that share a part share the task."""
    tasks = {}
    for figure in chosen:
        if figure.claims:
            paper, parts = parts_of(figure)
            for part in parts:
                tasks[paper.name, part] = partial(measure, paper, part)
    return tasks


def measure(paper, part, runner):
    return paper.measures.PARTS[part](runner, range(1, CLAIM_SEEDS + 1), {})


def rtl_task(figure, hardware, runner):
    """(the point, the model's digest, the hardware's)"""
    point = figure.rtl_point()
    runner.run([point])
    hardware.missing([point])
    return point, runner[point]["digest"], hardware[point]["digest"]


def claims_text(figure, found):
    if not figure.claims:
        return ""
    paper, parts = parts_of(figure)
    measures = {}
    for part in parts:
        if (paper.name, part) not in found:
            return "\nThe claims were left out.\n"
        measures.update(found[paper.name, part])
    claims = [claim for claims in parts.values() for claim in claims]
    return "\n" + report.table(claims, measures, report.judge(claims, measures)) + "\n"


def rtl_text(rtl):
    point, model, hardware = rtl
    settings = " ".join(f"{k}={v}" for k, v in point.settings)
    same = "the same" if model == hardware else "DIFFERENT"
    return (f"RTL, one point again ({point.scenario}, seed {point.seed}; {settings}): digest "
            f"{hardware}, the model's {model}: {same}.")


def page(figure, data, rtl, found):
    seeds = sorted({len(figure.seeds_of(curve)) for curve in figure.curves()})
    return (f"# {figure.title}\n\n"
            f"Seeds per point: {' or '.join(map(str, seeds))}; mean ± 95 % interval (Student's "
            f"t). Engine model; digest of all runs {figure.digest(data)}.\n\n"
            f"{drawing.table(figure, data)}\n\n{rtl_text(rtl)}\n{claims_text(figure, found)}")


def write(path, text):
    part = path.with_name(path.name + ".part")
    part.write_text(text)
    part.rename(path)


def finish(figure, data, rtl, found, out, keep):
    """Writes and shows a figure; the number of things wrong with it."""
    folder = out / figure.name
    folder.mkdir(parents=True, exist_ok=True)
    text = page(figure, data, rtl, found)
    write(folder / "table.md", text)
    write(folder / "points.csv", drawing.csv_table(data))
    if keep:
        kept.save(figure, data)
    drawing.draw(figure, data, folder)
    print(f"\n{text}{folder}/{figure.name}.svg, .png, table.md, points.csv", flush=True)
    wrong = [] if rtl[1] == rtl[2] else ["the digests of model and RTL differ"]
    print(f"{'FAIL' if wrong else 'pass'} {figure.name}: digests of model and RTL")
    for said, held in figure.checks(data) if figure.quick else []:
        print(f"{'pass' if held else 'FAIL'} {figure.name}: {said}", flush=True)
        wrong += [] if held else [said]
    return len(wrong)


def simulate(chosen, runner, hardware, with_claims):
    """Everything that the figures need, in as few rounds as the longest chain of points allows."""
    hardware.run([figure.rtl_point() for figure in chosen])
    tasks = {("rtl", f.name): partial(rtl_task, f, hardware) for f in chosen}
    tasks.update({("curves", f.name): f.data for f in chosen})
    if with_claims:
        tasks.update(claim_tasks(chosen))
    return in_rounds(runner, tasks)


def choose(arguments, parser):
    known = {path.stem: path for path in sorted(Path(arguments.folder).glob("*.toml"))}
    if unknown := set(arguments.fig or ()) - set(known):
        parser.error(f"no figure {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    found = [figures.load(known[name], arguments.quick, arguments.seeds)
             for name in arguments.fig or known]
    return [figure for figure in found if figure is not None]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default="build/chokepoint")
    parser.add_argument("--fig", nargs="+", metavar="NAME", help="only these; default: all")
    parser.add_argument("--folder", default=str(figures.FOLDER),
                        help="of the figures' files (default scripts/figures)")
    parser.add_argument("--list", action="store_true", help="the figures and their points")
    parser.add_argument("--quick", action="store_true",
                        help="the quick subset of each figure, with its own checks")
    parser.add_argument("--curves-only", action="store_true",
                        help="leave the claims out, which may need more points than the curves")
    parser.add_argument("--seeds", type=int, metavar="N", help="at most so many seeds for a point")
    parser.add_argument("--keep", action="store_true",
                        help="keep the points of curves in scripts/reproduction/PAPER/curves, from "
                             "which the reproduction page draws them")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--profile", help="a Snakemake profile, e.g. scripts/figures/slurm")
    parser.add_argument("--keep-points", action="store_true",
                        help="after a change of the simulator: keep results whose samples, run "
                             "again, have the same digest")
    parser.add_argument("--out", default="results/figures")
    parser.add_argument("--points", default="results/reproduction/runs",
                        help="where the results of points are kept, with those of `make reproduce`")
    arguments = parser.parse_args()
    if arguments.seeds is not None and arguments.seeds < 1:
        parser.error(f"--seeds {arguments.seeds}: a point needs one at least")
    if arguments.keep and arguments.quick:
        parser.error("--keep is for whole figures, not for --quick")
    try:
        chosen = choose(arguments, parser)
        if arguments.keep:
            for figure in chosen:
                kept.check(figure)
        if arguments.list:
            for figure in chosen:
                points = f"{'<= ' if figure.ends else ''}{len(figure.points())}"
                print(f"{figure.name:12} {points:>6} points, {figure.seeds} seeds: {figure.title}")
            return 0
        if not Path(arguments.chokepoint).exists():
            parser.error(f"{arguments.chokepoint} is missing; `make build` makes it")
        start = time.monotonic()
        runner = Runner(arguments.chokepoint, Path(arguments.points), "model", arguments.jobs,
                        profile=arguments.profile, keep_points=arguments.keep_points)
        found = simulate(chosen, runner, runner.with_engine("rtl"),
                         not (arguments.quick or arguments.curves_only))
        wrong = sum(finish(figure, found["curves", figure.name], found["rtl", figure.name], found,
                           Path(arguments.out).resolve(), arguments.keep) for figure in chosen)
    except (RunFailed, figures.FigureError) as failure:
        print(f"figures: {failure}", file=sys.stderr)
        return 1
    print(f"{len(chosen)} figures in {arguments.out}; {time.monotonic() - start:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
