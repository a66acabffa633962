#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the figures: their files, the quick subset, what runs again when something changes, the
saturation search. Prints a line "pass ..." or "FAIL ..." for each."""

import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from figures_testing import ROOT, Report, SmallSweep

sys.path.insert(0, str(ROOT / "scripts" / "reproduction"))
import drawing  # noqa: E402
import figure as figures  # noqa: E402
import papers  # noqa: E402
import report as pictures  # noqa: E402
from runs import Point, Runner, in_rounds  # noqa: E402

QUICKSTART = ROOT / "sim" / "scenarios" / "quickstart.toml"
LARGE_NODES = "4096"  # building these networks takes seconds: two of their curves are tried


def check_files(report, program, jobs):
    """Every curve of every figure, and the hardware's point, is a run that the program accepts; a few
    cycles of it."""
    claims = {name: {c["id"] for c in papers.Paper(name).claims} for name in papers.names()}
    cases = []
    for path in sorted(figures.FOLDER.glob("*.toml")):
        figure = figures.load(path)
        report.check(f"{figure.name} feeds claims that exist",
                     set(figure.claims) <= claims[figure.table["paper"]])
        report.check(f"{figure.name} has an interval", figure.seeds >= 3)
        mechanism = dict(figure.rtl_point().settings).get("mechanism.name")
        report.check(f"{figure.name}: the hardware's point has a mechanism",
                     mechanism not in ("none", "ideal"))
        curves = figure.curves()
        for curve in curves[:2] if LARGE_NODES in path.stem else curves:
            place = figure.places(curve)[-1]
            cases.append((f"{figure.name} {curve['label']}", "model",
                          figure.point(curve, place, 1)))
        cases.append((f"{figure.name} hardware", "rtl", figure.rtl_point()))

    def call(case):
        name, engine, point = case
        command = [str(program), "run", str(ROOT / "sim" / "scenarios" / f"{point.scenario}.toml"),
                   "--engine", engine, "--quiet"]
        short = {"run.warmup": 10, "run.measure": 20, "run.interval": 10}
        for key, value in {**dict(point.settings), **short}.items():
            text = str(value).lower() if isinstance(value, bool) else str(value)
            command += ["--set", f"{key}={text}"]
        return name, subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for name, done in pool.map(call, cases):
            report.check(f"{name} is accepted", done.returncode == 0, done.stderr)


def refused(text):
    """What is said of a figure's file that is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wrong.toml"
        path.write_text(text)
        try:
            figures.load(path)
        except figures.FigureError as error:
            return str(error)
    return ""


def check_errors(report):
    good = (figures.FOLDER / "cbcm-f14.toml").read_text()
    for name, text, said in (
            ("an unknown key", good + "\n[legend]\n", "no key 'legend'"),
            ("a curve that is not there", good.replace('curve = "throttled"', 'curve = "x"', 1),
             "no curve x"),
            ("no value of that name", good.replace('senders = true', 'key = "a"\nvalues = [1]')
             .replace('value = "accepted"', 'value = "speed"'), "no value 'speed'"),
            ("a case that is not there", (figures.FOLDER / "srp-4096.toml").read_text()
             .replace('x = ["baseline", "SRP"]', 'x = ["baselin"]', 1), "no case baselin"),
            ("an end but no axis", good.replace("[y]", "[y]\nends = true"), "ends needs 'high'"),
            ("several groups of no senders", good.replace("senders = true", 'time = true')
             .replace('group = "hot"', 'group = ["hot", "ur"]'), "several groups need 'senders'"),
            ("one seed", good.replace("seeds = 5", "seeds = 1"), "at least two seeds"),
            ("no TOML", "title = ", "wrong.toml")):
        report.check(f"a file with {name} is refused", said in refused(text), refused(text))


def check_ends(report):
    """A curve ends at the first place at which every seed is beyond the plot."""
    class Latencies:
        """Of Fig 9(a): what is delivered at 0.2 is slow for one seed, at 0.3 for all; under MIN
        nothing is delivered from 0.4 on."""
        seen = set()

        def run(self, points):
            self.seen |= set(points)

        def __getitem__(self, point):
            settings = dict(point.settings)
            load = settings["traffic.tornado.rate"]
            slow = load > 0.25 or load > 0.15 and point.seed == 1
            mean = 9000.0 if slow else 100.0
            if settings["routing.function"] == "minimal":
                mean = 100.0 if load < 0.35 else None
            return {"digest": "0x0", "groups": {"tornado": {"latency": {"mean": mean}}}}
    figure, runner = figures.load(figures.FOLDER / "cbcm-f9a.toml"), Latencies()
    data = figure.data(runner)
    lasts = {label: rows[-1].x for label, rows in data.items()}
    report.check("curves end where they leave the plot",
                 lasts == {label: 0.4 if "MIN" in label else 0.3 for label in data}, str(lasts))
    loads = {dict(point.settings)["traffic.tornado.rate"] for point in runner.seen}
    report.check("what lies beyond is not run", max(loads) == 0.4, str(loads))


def check_senders(report):
    """Bars of one group's senders, or of several groups'."""
    result = {"flows": [["far", 1, 7, 0.1], ["s0", 0, 6, 0.6], ["other", 2, 7, 0.3]]}
    for group, wanted in (("far", [(1, [0.1])]), (["s0", "far"], [(0, [0.6]), (1, [0.1])])):
        rows = figures.Figure.by_sender([result], group, [])
        report.check(f"senders of {group}", [(row.x, row.values) for row in rows] == wanted, rows)


def check_pictures(report, folder):
    """Nothing is cut off, and no legend covers bars."""
    plots = pictures.Plots(folder / "pictures")
    for path in sorted(figures.FOLDER.glob("*.toml")):
        figure = figures.load(path)
        data = {curve["label"]: [figures.Row(place, [0.5, 0.6], []) for place in (
            range(40) if figure.kind in ("senders", "time") else figure.places(curve))]
            for curve in figure.curves()}
        picture, axes = drawing.compose(plots, figure, data)
        picture.tight_layout()
        drawn = picture.get_tightbbox()  # inches
        width, height = picture.get_size_inches()
        report.check(f"{figure.name}: nothing is cut off", drawn.x0 > -0.01 and drawn.y0 > -0.01
                     and drawn.x1 < width + 0.01 and drawn.y1 < height + 0.01, str(drawn))
        if figure.kind in ("cases", "senders"):
            legend = axes.get_legend().get_window_extent()
            report.check(f"{figure.name}: the legend covers no bar",
                         not legend.overlaps(axes.get_window_extent()), str(legend))
        plots.plt.close(picture)


def check_store(report, folder, program):
    """What decides a result is in its name, and nothing else is."""
    def key(scenario=QUICKSTART, seed=1, engine="model", simulator=program, **settings):
        point = Point.of(str(scenario), seed, **settings)
        return Runner(simulator, folder / "keys", engine).key(point)
    moved = folder / "other_name.toml"
    moved.write_text(QUICKSTART.read_text())
    same = key()
    report.check("the same text elsewhere is the same point", key(moved) == same)
    moved.write_text(QUICKSTART.read_text() + "# more\n")
    report.check("another text is another point", key(moved) != same)
    report.check("so are another seed, engine, setting",
                 len({same, key(seed=2), key(engine="rtl"), key(run__measure=7)}) == 4)
    copy = folder / "simulator"
    shutil.copy(program, copy)
    report.check("a copy of the simulator is the same", key(simulator=copy) == same)
    with open(copy, "ab") as file:
        file.write(b"\n")
    report.check("another simulator is not", key(simulator=copy) != same)
    lists = folder / "list.toml"
    lists.write_text('[[traffic]]\nname = "a"\npattern = "list"\nfile = "list.csv"\n')
    (folder / "list.csv").write_text("cycle,source,destination,flits\n1,1,2,8\n")
    before = key(lists)
    (folder / "list.csv").write_text("cycle,source,destination,flits\n1,1,3,8\n")
    report.check("a traffic list belongs to the scenario", key(lists) != before)


def points_run(sweep, name, **more):
    """(result, names of the points that this run added)"""
    before = sweep.finished(name)
    options = more.pop("options", [])
    done = sweep.run(name, *options, **more)
    return done, {n for n, state in sweep.finished(name).items() if before.get(n) != state}


def check_reruns(report, folder, program):
    """Only what changed runs again."""
    scenario = folder / "mine.toml"
    scenario.write_text(QUICKSTART.read_text())
    sweep = SmallSweep(folder / "rerun", program, 3000, (0.1, 0.2), scenario)
    done, new = points_run(sweep, "a")
    report.check("a figure from a file of its own runs", done.returncode == 0, done.stdout)
    report.check("... 2 curves x 2 loads x 2 seeds, the hardware's and its model's point",
                 len(new) == 10, len(new))
    first = sweep.tables("a")
    report.check("both pictures are drawn",
                 all((folder / "rerun" / "a" / "small" / f"small.{kind}").stat().st_size > 1000
                     for kind in ("svg", "png")))
    report.check("the hardware's digest is in the table", "the model's" in first[0]
                 and "the same." in first[0])
    done, new = points_run(sweep, "a")
    report.check("the same again runs nothing", done.returncode == 0 and not new, new)
    SmallSweep(folder / "rerun", program, 3000, (0.1, 0.2, 0.3), scenario)
    done, new = points_run(sweep, "a")
    report.check("another load runs that load only", len(new) == 4, len(new))
    other = folder / "other_simulator"
    shutil.copy(program, other)
    with open(other, "ab") as file:
        file.write(b"\n")
    other.chmod(0o755)
    done, new = points_run(sweep, "a", options=["--keep-points"], program=other)
    report.check("a simulator with the same digests keeps what was measured",
                 "kept, the digests are the same" in done.stdout and len(new) == 14, done.stdout)
    shifted = folder / "shifted_simulator"  # not the same network: it takes other seeds
    shifted.write_text(f'#!/bin/sh\nexec {program} "$@" --set run.seed=77\n')
    shifted.chmod(0o755)
    done, new = points_run(sweep, "a", options=["--keep-points"], program=shifted)
    report.check("one with other digests runs everything again",
                 "run again, other digests" in done.stdout and len(new) == 14, done.stdout)
    done, new = points_run(sweep, "a", options=["--fig", "nothing"])
    report.check("a figure that is not there is an error", done.returncode == 2
                 and "no figure nothing; there are small" in done.stdout, done.stdout)
    broken = SmallSweep(folder / "broken", program, 3000, [0.1, 1.5])
    done, _ = points_run(broken, "a")
    report.check("a run that fails ends the sweep with its message", done.returncode == 1
                 and "traffic.ur.rate" in done.stdout and "Traceback" not in done.stdout,
                 done.stdout)
    scenario.write_text(QUICKSTART.read_text().replace('function = "minimal"', 'function = "ugal"'))
    done, new = points_run(sweep, "a")
    report.check("a changed scenario runs its points again", len(new) == 14, len(new))


def check_rounds(report):
    """Two bisections side by side take as many rounds as the longer one."""
    class Fake:
        program = None

        def __init__(self):
            self.known, self.rounds = set(), 0

        def missing(self, points):
            return {p: p for p in points if p not in self.known}

        def run(self, points):
            self.known |= set(points)
            self.rounds += 1

        def __getitem__(self, point):
            return point

    def chain(name, length):
        def task(runner):
            return [runner.run([(name, i)])[name, i] for i in range(length)][-1]
        return task
    fake = Fake()
    found = in_rounds(fake, {"a": chain("a", 5), "b": chain("b", 3)})
    report.check("measurements that need each other's results go side by side",
                 fake.rounds == 5 and found == {"a": ("a", 4), "b": ("b", 2)}, fake.rounds)


def check_saturation(report, folder, program):
    """A link of 1 flit a cycle, 4 nodes on it: saturated at a quarter, whatever the seed."""
    command = [sys.executable, str(ROOT / "scripts" / "saturation.py"), "fig3a", "--chokepoint",
               str(program), "--set", "routing.function=minimal", "--set", "run.warmup=10000",
               "--criterion", "accepted", "--seeds", "2", "--resolution", "0.05", "--jobs", "1",
               "--points", str(folder / "saturation")]

    def search(*options):
        done = subprocess.run([*command, *options], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, text=True)
        last = (done.stdout.strip().splitlines() or ["nothing"])[-1].split(";")[0]
        try:
            load = float(last.split(": ")[1].split(" ")[0])
        except (IndexError, ValueError):
            load = -1.0
        report.check(f"saturation of minimal routes {' '.join(options)}: {last}",
                     done.returncode == 0 and 0.24 <= load <= 0.3
                     and "flits/cycle/node" in last and "95 %" in last)
        return done.stdout, last
    said, last = search()
    report.check("... with its progress", "saturation lies in" in said)
    report.check("... and the same with runs that end early", search("--early")[1] == last)
    states = [json.loads(path.read_text())["status"]
              for path in (folder / "saturation" / "points").glob("*.json")]
    report.check("... of which some did", 0 < states.count("saturated") < len(states) / 2, states)


def run_quick(report, folder, program, jobs):
    command = [sys.executable, str(ROOT / "scripts" / "figures.py"), "--quick", "--chokepoint",
               str(program), "--points", str(folder / "quick"), "--out", str(folder / "quick_out"),
               "--jobs", str(jobs)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    for line in done.stdout.splitlines():
        if line.startswith(("pass ", "FAIL ")):
            print(line, flush=True)
    said = "\n  ".join(done.stdout.splitlines()[-15:])
    report.check("the quick subset", done.returncode == 0, f"it ends with\n  {said}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default="build/chokepoint")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    program = Path(arguments.chokepoint).resolve()
    report = Report("figures")
    os.environ["MPLBACKEND"] = "Agg"
    check_errors(report)
    check_ends(report)
    check_senders(report)
    check_rounds(report)
    check_files(report, program, arguments.jobs)
    with tempfile.TemporaryDirectory(prefix="chokepoint-figures-") as name:
        folder = Path(name)
        check_pictures(report, folder)
        check_store(report, folder, program)
        check_reruns(report, folder, program)
        check_saturation(report, folder, program)
        run_quick(report, folder, program, arguments.jobs)
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
