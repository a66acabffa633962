#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sweeps CBCM's parameters against detection delay, false detections, hotspot throughput, storage.

What is swept: scripts/sensitivity.toml. Writes docs/reference/sensitivity.md and its pictures
(--out: another folder). Points are Snakemake jobs, kept like those of `make figures`.
Exit code: 0, or 1 if a run failed.
"""

import argparse
import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "reproduction"))
sys.path.insert(0, str(ROOT / "scripts"))
import report  # noqa: E402
import stats  # noqa: E402
from chokepoint_runs import RunFailed  # noqa: E402
from cost import freshness  # noqa: E402
from runs import Point, Runner  # noqa: E402

TEXT = ROOT / "scripts" / "sensitivity_text.md"


class Case:
    """One value of one parameter: its runs, and what they show."""

    def __init__(self, table, parameter, value, settings, nodes, radix, area):
        self.table, self.parameter, self.value = table, parameter, value
        self.settings, self.nodes, self.radix, self.area = settings, nodes, radix, area

    def point(self, seed, more):
        return Point.at(self.table["scenario"], seed, {**self.settings, **more})

    def onset(self, seed):
        return self.point(seed, {})

    def calm(self, seed):
        return self.point(seed, {"traffic.hot.rate": 0.0,
                                 "traffic.ur.rate": self.table["false_rate"]})

    def points(self):
        return [run(seed) for seed in self.seeds() for run in (self.onset, self.calm)]

    def seeds(self):
        return range(1, self.table["seeds"] + 1)

    def measure(self, runner):
        """Name of a column -> Interval; `delay` of the seeds in which nobody was throttled before
        the hotspot began, None if these are less than two; `early`: the number of the others."""
        onsets = [runner[self.onset(seed)] for seed in self.seeds()]
        calms = [runner[self.calm(seed)] for seed in self.seeds()]
        first = [result["mechanism"].get("first_throttle_cycle") for result in onsets]
        delays = [cycle - self.table["start"] for cycle in first
                  if cycle is not None and cycle >= self.table["start"]]
        hot = [result["groups"]["hot"]["sources"] * stats.accepted(result, "hot")
               for result in onsets]
        return {"delay": stats.interval(delays) if len(delays) > 1 else None,
                "early": len(onsets) - len(delays),
                "false": stats.interval(result["throttled_fraction"] for result in calms),
                "hot": stats.interval(hot),
                "ur": stats.interval(stats.latency(result) for result in onsets)}

    def storage(self, program):
        """(bits of a router, bits of a NIC)"""
        words = [str(program), "area", "--json", "--radix", str(self.radix), "--nodes",
                 str(self.nodes), *self.area]
        found = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
        return found["router"]["cbcm_router"]["total_bits"], found["nic"]["cbcm_nic"]["total_bits"]


def cases_of(table, parameter):
    if "case" in parameter:
        for case in parameter["case"]:
            yield Case(table, parameter, case["value"], case.get("set", {}), case["nodes"],
                       case["value"], [])
        return
    settings, options = {}, {}
    if parameter.get("letter"):
        settings = {"mechanism.sample_interval": 1}
        options = {"--sample-interval": 1, "--num-samples": 100, "--bound-sample-interval": 10}
    for value in parameter["values"]:
        area = {**options, parameter["area"]: value} if "area" in parameter else {}
        yield Case(table, parameter, value, {**settings, parameter["key"]: value}, table["nodes"],
                   table["radix"], [str(word) for option in area.items() for word in option])


def section(parameter, rows):
    rate = rows[0][0].table["false_rate"]
    where = f" (`{parameter['key']}`)" if "key" in parameter else ""
    form = " With `sample_interval = 1`." if parameter.get("letter") else ""
    lines = [f"## {parameter['name'].capitalize()}{where}", "",
             f"{parameter['unit'].capitalize()}. The paper: {parameter['paper']}. Default: "
             f"{parameter['default']}.{form}", "",
             f"| {parameter['name']} | delay of detection, cycles | throttled before | falsely "
             f"throttled at {rate}, % of flow time | hotspot accepted | uniform latency, cycles | "
             "router, bits | NIC, bits |", "|---|---|---|---|---|---|---|---|"]
    for case, found, (router, nic) in rows:
        delay = found["delay"].text(0) if found["delay"] else "-"
        mark = "**" if case.value == parameter["default"] else ""
        lines.append(f"| {mark}{case.value}{mark} | {delay} | {found['early']} of "
                     f"{case.table['seeds']} | {found['false'].text(3, 100)} | "
                     f"{found['hot'].text(3)} | {found['ur'].text(0)} | {router:,} | {nic:,} |")
    return "\n".join(lines) + "\n"


def draw(results, folder):
    plots = report.Plots(folder)
    picture, grid = plots.plt.subplots(2, 3, figsize=(11, 6.4))
    for axes, (parameter, rows) in zip(grid.flat, results):
        right = axes.twinx()
        x = [case.value for case, _, _ in rows]
        known = [(v, f["delay"]) for v, (_, f, _) in zip(x, rows) if f["delay"]]
        axes.errorbar([v for v, _ in known], [d.mean for _, d in known],
                      [d.half for _, d in known], marker="o", color="tab:blue", capsize=2)
        right.errorbar(x, [100 * f["false"].mean for _, f, _ in rows],
                       [100 * f["false"].half for _, f, _ in rows], marker="s", capsize=2,
                       color="tab:red")
        axes.axvline(parameter["default"], color="gray", linestyle=":", linewidth=1)
        axes.set(xscale="log", title=parameter["name"], xlabel=parameter["unit"])
        axes.set_xticks(x, [str(v) for v in x])
        axes.minorticks_off()
        axes.set_ylim(bottom=0)
        right.set_ylim(bottom=0)
        axes.set_ylabel("delay of detection, cycles", color="tab:blue")
        right.set_ylabel("falsely throttled, %", color="tab:red")
        axes.grid(alpha=0.3)
    plots.save(picture, "sensitivity")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default=str(ROOT / "build" / "chokepoint"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", default=str(ROOT / "scripts" / "sensitivity.toml"))
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these parameters, printed")
    parser.add_argument("--out", default=str(ROOT / "docs"), help="folder of the page and pictures")
    parser.add_argument("--points", default=str(ROOT / "results" / "reproduction" / "runs"))
    arguments = parser.parse_args()
    program = Path(arguments.chokepoint).resolve()
    if not program.exists():
        parser.error(f"{program} is missing; `make build` makes it")
    table = tomllib.loads(Path(arguments.table).read_text())
    known = [parameter["name"] for parameter in table["parameter"]]
    if unknown := set(arguments.only or ()) - set(known):
        parser.error(f"no parameter {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    chosen = [p for p in table["parameter"] if p["name"] in (arguments.only or known)]
    cases = [(parameter, list(cases_of(table, parameter))) for parameter in chosen]
    runner = Runner(program, Path(arguments.points), "model", arguments.jobs)
    try:
        runner.run({point for _, some in cases for case in some for point in case.points()})
    except RunFailed as failure:
        print(f"sensitivity: a run failed: {failure}", file=sys.stderr)
        return 1
    results = [(parameter, [(case, case.measure(runner), case.storage(program)) for case in some])
               for parameter, some in cases]
    tables = "\n".join(section(parameter, rows) for parameter, rows in results)
    print(tables)
    if arguments.only:
        return 0
    folder = Path(arguments.out)
    draw(results, folder / "images" / "sensitivity")
    page = TEXT.read_text().replace("TABLES\n", tables)
    (folder / "reference").mkdir(parents=True, exist_ok=True)
    (folder / "reference" / "sensitivity.md").write_text(page)
    if folder.resolve() == ROOT / "docs":
        freshness.stamp_page("sensitivity.md", program)
    print(f"{folder}/reference/sensitivity.md, {folder}/images/sensitivity/sensitivity.svg, .png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
