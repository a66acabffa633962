#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The second reading of single rows: the same small network on both sides, the authors' public simulator and this one.

usage: second_reading_rows.py --chokepoint PROGRAM [--booksim PROGRAM] [--only ROW]...

Runs what second_reading/rows.toml asks for and writes second_reading/rows.json: of every run its settings' hash and its
quantities. A reading's own settings are those of each of its runs; a series is the mean of its seeds. A run whose settings are
the kept one's is not run again; without the other program its numbers stay. The tests need neither.
Nothing of that simulator is in this repository.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import second_reading_series as series_of  # noqa: E402
from srp import points  # noqa: E402

FOLDER = HERE / "second_reading"
CLAIMS, MEASURED, CONFIG = (FOLDER / name for name in ("rows.toml", "rows.json", "srp_fat_tree.cfg"))
SCENARIOS = HERE.parents[1] / "sim" / "scenarios"
NODES, PACKET_FLITS = 64, 32
WARMUP = 10000  # cycles, on both sides
OURS = {"network.arity": 8, "run.warmup": WARMUP, "run.measure": 20000}
SECONDS = 3000
PAPER = "srp"  # whose rows these are


def load():
    """What is to be run; every run with its reading's settings and with `how` it is read."""
    claims = tomllib.loads(CLAIMS.read_text())
    for reading in claims["reading"]:
        for run in reading["runs"].values():
            run.update({side: {**reading.get(side, {}), **run[side]} for side in ("booksim", "ours")},
                       how={**reading.get("how", {}), **run.get("how", {})})
    return claims


def kept():
    return json.loads(MEASURED.read_text()) if MEASURED.exists() else {}


def settings_of(claims, run, side):
    return {**claims["sides"][run["mechanism"]][side], **run[side]}


def mark_of(claims, run, side):
    """By which a kept run is known."""
    settings = [side, settings_of(claims, run, side), *([run["how"]] if run["how"] else [])]
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:12]


def deviation(values):
    mean = sum(values) / len(values)
    return (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5 / mean if mean else 0.0


def run_booksim(program, settings, how):
    """Quantities of the first class; of a series also its bins."""
    with tempfile.TemporaryDirectory() as folder:
        words = [program, str(CONFIG), "stats_out=stats.m", *(f"{k}={v}" for k, v in settings.items())]
        said = subprocess.run(words, cwd=folder, text=True, capture_output=True, timeout=SECONDS).stdout
        if not (Path(folder) / "stats.m").exists():
            sys.exit(f"{program}: no result: {said[-400:]}")
        stats = (Path(folder) / "stats.m").read_text(errors="replace")

    def last(name):
        """Numbers of the last vector of that name."""
        return [float(x) for x in re.findall(rf"^{re.escape(name)}\s*=\s*\[([^\]]*)\]", stats, re.MULTILINE)[-1].split()]
    cycles = float(re.findall(r"^run_time = (\d+);", stats, re.MULTILINE)[-1])
    sent = [flits for flits in last("sent_data(1,:)") if flits]
    use = re.findall(r"^chan_idle\((\d+),:\)=\[([^\]]*)\]", stats, re.MULTILINE)  # of each channel, flits by class since cycle 0
    use = [sum(map(float, flits.split())) for _, flits in use[-max(int(channel) for channel, _ in use):]]

    def printed(name):
        return float(re.findall(rf"Overall average {name} = ([\d.e-]+)", said)[0])
    found = {"latency": printed("latency"), "network_latency": printed("network latency"),
             "accepted": printed("data accepted rate") * NODES / how.get("sources", NODES),
             "drop_rate": sum(last("nack_received")) * PACKET_FLITS / cycles / NODES,
             "speculative_rate": sum(last("spec_sent")) / cycles / NODES, "deviation": deviation(sent),
             "channel_use": sum(use) / len(use) / (WARMUP + cycles)}
    return found, series_of.booksim(stats, how) if "start" in how else None


def run_ours(program, settings, how):
    """Quantities of the group `ur`, or of the only one; of a series also its bins."""
    settings = {**OURS, **settings}
    scenario = settings.pop("scenario", "srp_f8")
    with tempfile.TemporaryDirectory() as folder:
        words = [f"--set={k}={json.dumps(v) if isinstance(v, list) else v}" for k, v in settings.items()]
        said = subprocess.run([program, "run", str(SCENARIOS / f"{scenario}.toml"), "--engine", "model", "--quiet", "--json",
                               "--out", folder, *words], text=True, capture_output=True, timeout=SECONDS)
        if said.returncode:
            sys.exit(f"{program}: {said.stderr.strip()}")
        flows = (Path(folder) / "flows.csv").read_text().splitlines()
        bins = series_of.ours(Path(folder) / "timeseries.csv", how) if "start" in how else None
    result = json.loads(said.stdout)
    group = result["groups"].get("ur") or next(iter(result["groups"].values()))
    found = {"latency": group["latency"]["mean"], "network_latency": group["network_latency"]["mean"],
             "accepted": group["accepted"], "drop_rate": 0.0, "speculative_rate": 0.0,
             "channel_use": sum(one["channel_utilisation"] for one in result["classes"].values())}
    if "speculative" in result["classes"]:
        found.update(drop_rate=points.drop_rate(result), speculative_rate=points.speculative_rate(result))
    if scenario == "srp_f5":
        place = flows[0].split(",").index("accepted_flits_per_cycle")
        found["deviation"] = deviation([float(row.split(",")[place]) for row in flows[1:]])
    return found, bins


def measured(execute, seed_key, program, settings, how):
    """Means over the seeds, and what the mean series says."""
    runs = [execute(program, {**settings, **({seed_key: 1 + i} if "seeds" in how else {})}, how)
            for i in range(how.get("seeds", 1))]
    found = {name: sum(one[name] for one, _ in runs) / len(runs) for name in runs[0][0]}
    if "start" in how:
        found.update(series_of.quantities(series_of.joined([bins for _, bins in runs]), how))
    return {name: float(f"{value:.6g}") for name, value in found.items()}


def number(one, runs, side):
    """A number of a reading, or None where a run is missing."""
    values = {name: runs.get(name, {}).get(side, {}).get(one["quantity"]) for name in (*one["over"], *one.get("under", []))}
    if None in values.values():
        return None
    highest = max(one["over"], key=values.get)
    if one["kind"] == "peak":
        return float(highest)
    over = values[highest]
    if one["kind"] == "value":
        return over
    under = max(values[name] for name in one["under"])
    return None if under == 0 else over / under - (one["kind"] == "excess")


def text_of(one, value, how):
    if value is None:
        return "not run"
    if one["quantity"].endswith("_us"):
        if value >= (how["end"] - how["start"]) / points.MICROSECOND:
            return "at the end of the run"
        return f"after {value:.0f} us" if value >= 10 else f"after {value:.1f} us" if value else "never"
    if one["quantity"] == "deviation":
        return f"{100 * value:.2g} %"
    if one["kind"] == "excess":
        return f"{100 * value:.0f} %"
    return f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def readings():
    """Row -> (what was run, in a sentence; rows of quantity, the branch's, ours). No rows: it has not run."""
    claims, found = load(), kept()
    said = {}
    for reading in claims["reading"]:
        runs = {name: found.get(reading["row"], {}).get(name, {}) for name in reading["runs"]}
        rows = []
        for one in reading["numbers"]:
            how = reading["runs"][one["over"][0]]["how"]
            rows.append((one["label"], *(text_of(one, number(one, runs, side), how) for side in ("booksim", "ours"))))
        if all(number(one, runs, "booksim") is None for one in reading["numbers"]):
            said[reading["row"]] = "none yet: the branch `hotspot_reservation` can run it, and has not", []
        else:
            seeds = f"{reading['how']['seeds']} seeds" if "seeds" in reading.get("how", {}) else "one seed"
            said[reading["row"]] = f"the branch `hotspot_reservation`, and ours beside it, 64 nodes, {seeds}; {reading['title']}", rows
    return said


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", required=True)
    parser.add_argument("--booksim", metavar="PROGRAM", help="built from the branch hotspot_reservation")
    parser.add_argument("--only", action="append", default=[], metavar="ROW")
    arguments = parser.parse_args()
    claims, found = load(), kept()
    done = {}  # the same run stands in several readings
    for reading in claims["reading"]:
        if arguments.only and reading["row"] not in arguments.only:
            continue
        for name, run in reading["runs"].items():
            entry = found.setdefault(reading["row"], {}).setdefault(name, {})
            for side, program, execute, seed in (("ours", arguments.chokepoint, run_ours, "run.seed"),
                                                 ("booksim", arguments.booksim, run_booksim, "seed")):
                settings, mark = settings_of(claims, run, side), mark_of(claims, run, side)
                if program is None or entry.get(side, {}).get("settings") == mark:
                    done.setdefault(mark, entry.get(side))
                    continue
                if not done.get(mark):
                    done[mark] = {"settings": mark, **measured(execute, seed, program, settings, run["how"])}
                entry[side] = done[mark]
                print(reading["row"], name, side, entry[side], flush=True)
                MEASURED.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
