#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rule file fidelity.toml: checks it, writes its page, or prints its keys as --set options.

usage: fidelity.py check               pass and FAIL lines
       fidelity.py page                docs/reference/fidelity.md anew
       fidelity.py probe PROGRAM       runs Fig 5(b) under the keys and writes probe.json; the page after it
       fidelity.py set PAPER [SCOPE]...  --set options for `chokepoint run`; SCOPE: mechanism, routing function
"""

import concurrent.futures
import hashlib
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import tomllib
except ImportError:
    import tomli as tomllib

import report
import second_reading
import second_reading_rows

ROOT = Path(__file__).resolve().parents[2]
RULES = Path(__file__).with_name("fidelity.toml")
PROBE = Path(__file__).with_name("probe.json")
PROBE_SEEDS = (1, 2, 3)
SCOPE_SEEDS = (1, 2, 3, 4, 5)
PAGE = ROOT / "docs/reference/fidelity.md"
KEYS = ROOT / "docs/reference/scenario.md"  # generated, and kept current by its own test
NEEDED = {"text": {"words", "place"}, "simulator": {"words", "checked"}, "default": set()}


def load(path=RULES):
    return tomllib.loads(path.read_text())


def legal_values(text=None):
    """What the page of scenario keys says is legal, by table.key."""
    tables = {"Topologies": "network", "Switching techniques": "network",
              "Routing functions": "routing"}
    found, table = {}, ""
    for line in (text if text is not None else KEYS.read_text()).splitlines():
        if match := re.match(r"## (?:`\[+(\w+)\]+`|(.*))", line):
            table = match[1] or tables.get(match[2], "")
        elif match := re.match(r"\| `(\w+)` \| [^|]* \| ([^|]*) \|", line):
            found.setdefault(f"{table}.{match[1]}", []).append(match[2].strip())
    return found


def is_legal(value, legal):
    if match := re.match(r"a whole number in (-?\d+)\.\.(\d+)", legal):
        return isinstance(value, int) and int(match[1]) <= value <= int(match[2])
    return value in re.split(", | or ", legal)


def problems(rules, legal):
    """What is wrong, a line each."""
    seen = set()
    for row in rules["key"]:
        name = f"{row.get('paper')} {row.get('key')}"
        if row.get("paper") not in rules["papers"]:
            yield f"{name}: paper is none of {', '.join(rules['papers'])}"
        if row.get("from") not in NEEDED:
            yield f"{name}: from is none of {', '.join(NEEDED)}"
        elif missing := NEEDED[row["from"]] - row.keys():
            yield f"{name}: from = {row['from']} needs {', '.join(sorted(missing))}"
        if row.get("key") not in legal:
            yield f"{name}: there is no such key"
        elif not any(is_legal(row.get("value"), one) for one in legal[row["key"]]):
            yield f"{name}: {row.get('value')} is not legal: {'; '.join(legal[row['key']])}"
        if (place := (row.get("paper"), row.get("scope"), row.get("key"))) in seen:
            yield f"{name}: stands there twice"
        seen.add(place)
    if rules["keys"] != digest(rules):
        yield f"keys: the file says {rules['keys']}, its keys and values are {digest(rules)}"


def settings(rules, paper, scopes=()):
    """Key and value of all that a paper's network of that mechanism and routing function has."""
    return {row["key"]: row["value"] for row in rules["key"]
            if row["paper"] == paper and row.get("scope", "") in ("", *scopes)}


def digest(rules):
    """Of all keys and values: what a result was measured under."""
    keys = sorted([row["paper"], row.get("scope", ""), row["key"], row["value"]]
                  for row in rules["key"])
    return hashlib.sha256(json.dumps(keys).encode()).hexdigest()[:12]


def probe_row(program, scenario, more, wanted):
    """Latency of UR1 without mechanism and with SRP, and the share of speculative packets that are dropped."""
    def run(mechanism, seed):
        with tempfile.TemporaryDirectory() as out:
            own = {key: value for key, value in more.items() if mechanism == "srp" or not key.startswith("mechanism.")}
            sets = {**own, "mechanism.name": mechanism, "traffic.ur1.rate": 0.6, "run.seed": seed}
            said = subprocess.run([program, "run", str(ROOT / scenario), "--engine", "model", "--quiet",
                                   "--json", "--out", out, *(f"--set={k}={json.dumps(v) if isinstance(v, bool) else v}" for k, v in sets.items())],
                                  text=True, capture_output=True, check=True)
        return json.loads(said.stdout)["groups"]["ur1"]
    jobs = [(m, s) for m in ("none", "srp") for s in PROBE_SEEDS]
    with concurrent.futures.ThreadPoolExecutor(wanted) as pool:
        found = dict(zip(jobs, pool.map(lambda job: run(*job), jobs)))

    def mean(values):
        return sum(values) / len(PROBE_SEEDS)
    latencies = [mean(found[m, s]["latency"]["mean"] for s in PROBE_SEEDS) for m in ("none", "srp")]
    dropped = mean(100 * found["srp", s]["packets_dropped"]
                   / found["srp", s]["packets_injected_speculative"] for s in PROBE_SEEDS)
    return [round(latencies[0], 1), round(latencies[1], 1), round(dropped, 3)]


def probe_rows(rules):
    """Name and settings of every row; the last is the file itself."""
    return [*((row["name"], row.get("set", {})) for row in rules["probe"]["row"]),
            ("all of the CBCM paper's keys above (run once they stood)", settings(rules, "cbcm", ("srp", "ugal")))]


def scope_networks(rules):
    """Networks in which CBCM's request scopes are compared again."""
    downstream = {"network.vc_allocation": "downstream"}
    return {"defaults": {}, "`vc_allocation = \"downstream\"`": downstream,
            "`arbitration = \"flit\"`": {"network.arbitration": "flit"},
            "both": {**downstream, "network.arbitration": "flit"},
            "`output_queues = \"port\"`, `downstream`": {"network.output_queues": "port", **downstream},
            "`ugal_metric = \"credits\"`": {"routing.ugal_metric": "credits"},
            "`ugal_vcs = \"all\"`": {"routing.ugal_vcs": "all"},
            "`ugal_intermediate = \"same_rows\"`": {"routing.ugal_intermediate": "same_rows"},
            "all of the CBCM paper's keys above": settings(rules, "cbcm", ("ugal",))}


def scopes(rules, program, wanted):
    """Per network and scope the share of flow cycles that are throttled falsely: uniform traffic alone at 0.9, UGAL."""
    def run(job):
        more, scope, seed = job
        with tempfile.TemporaryDirectory() as out:
            sets = {**more, "mechanism.name": "cbcm", "mechanism.request_scope": scope,
                    "routing.function": "ugal", "traffic.ur.rate": 0.9, "run.seed": seed}
            said = subprocess.run([program, "run", str(ROOT / "sim/scenarios/uniform_16.toml"), "--engine",
                                   "model", "--quiet", "--json", "--out", out,
                                   *(f"--set={k}={v}" for k, v in sets.items())],
                                  text=True, capture_output=True, check=True)
        return 100 * json.loads(said.stdout)["throttled_fraction"]
    found = {}
    with concurrent.futures.ThreadPoolExecutor(wanted) as pool:
        for name, more in scope_networks(rules).items():
            found[name] = {}
            for scope in ("waiting", "held"):
                each = list(pool.map(run, [(more, scope, seed) for seed in SCOPE_SEEDS]))
                found[name][scope] = round(sum(each) / len(each), 2)
            print(name, found[name], flush=True)
    return found


def probe(rules, program, wanted=1):
    found = {"scopes": scopes(rules, program, wanted)}
    for name, more in probe_rows(rules):
        found[name] = probe_row(program, rules["probe"]["scenario"], more, wanted)
        print(name, found[name], flush=True)
    PROBE.write_text(json.dumps(found, indent=1) + "\n")


INTRODUCTION = """# Fidelity: where packets wait

Generated by `scripts/reproduction/fidelity.py page` from `fidelity.toml` beside it, `probe.json` and `second_reading/`.

Two papers leave open where a packet waits and what UGAL weighs. This is what each key is, and where that comes from: the
paper's words; where it is silent, its authors' simulator on quantities that are no claim; else the default. What they do to the claims: the lines *fixed keys* of
the [first tables](reproduction.md), and under each row; what each key does alone: [every row under every value](reproduction.md#every-row-under-every-value).

**Fixed with commit 36d76122, before any claim ran under it**: digest of keys and values `{digest}`. A value changes only for a named
defect, and then both counts are kept. All claims run once under it, on fresh seeds (the usual ones + 1,000):
`scripts/reproduce.py --paper cbcm --fixed` and `--paper srp --fixed`. The verdicts of [reproduction](reproduction.md) and
[its SRP part](reproduction_srp.md) are under the defaults; where a figure's rows are done under these keys, they stand beside.

**Seen before it was fixed**: Fig 3 at full load under UGAL with ECN, two seeds, accepted flits per
cycle and node. Fig 3(a): 0.124 with `mark_on = "output"`, 0.160 with `"input_buffer"`, 0.305 with `vc_allocation = "downstream"`
as well (ideal 0.500); Fig 3(b): 0.302, 0.360, 0.420 (ideal 0.671). What `arbitration = "flit"` does to srp-f10, srp-f12, srp-f13 and, in
one run, cbcm-f8c. Fig 5(b) at 0.6 under the first proposal (last table). The default `arbitration = "packet"` was itself chosen after the SRP paper's Figs 8, 10
and 11 had been seen. **Not in the file**: `network.input_queues`. Section V-A of the CBCM paper says VOQ; Figs 2 and 12 run with `fifo`, chosen after their results with
VOQ were known ([reproduction](reproduction.md#how-to-read-this)), under these keys as well. Nor are the mechanism's own defaults that differ from the text,
`request_scope` ("in the VC allocation stage"), `sample_interval` ("each cycle") and `token_reset` ("reset to 0"): these runs ask what the network decides, with the same CBCM
on both sides; what each of them does is in [the table of such defaults](reproduction.md#defaults-that-differ-from-a-papers-words).

Its keys as options of a run: `scripts/reproduction/fidelity.py set cbcm ecn ugal`. What they do:
[a flit's way](../developer/flit.md#where-packets-wait), [scenario keys](scenario.md)."""


def row_of_page(row):
    origin = row["from"]
    if origin == "text":
        origin = row["place"]
    elif origin == "simulator":
        origin += f", checked: {row['checked']}" if row["checked"] else ", not yet checked"
    scope = f" ({row['scope']})" if "scope" in row else ""
    return (f"| `{row['key']}`{scope} | `{row['value']}` | {origin} | {row['words']} | "
            f"{row.get('against', '')} |")


def page(rules):
    lines = [INTRODUCTION.replace("{digest}", digest(rules))]
    for paper, about in rules["papers"].items():
        lines += ["", f"## {about['title']}", f"Simulator: {about['simulator']}.", "",
                  "| key | value | from | words | speaks against it |", "|---|---|---|---|---|"]
        lines += [row_of_page(row) for row in rules["key"] if row["paper"] == paper]
        for row in rules["thrown_out"]:
            if row["paper"] == paper:
                lines += ["", f"Proposed and not taken: `{row['key']} = {row['value']}`, since {row['why']}."]
        for row in rules["open"]:
            if row["paper"] == paper:
                against = f" Against it: {row['against']}." if "against" in row else ""
                lines += ["", f"At its default: {row['what']}, {row['decision']} ({row['from']}): "
                          f"{row['why']}.{against}"]
    return "\n".join([*lines, *probe_of_page(rules), *numbers_of_page(), *rows_of_page()]) + "\n"


def probe_of_page(rules):
    about, found = rules["probe"], json.loads(PROBE.read_text())
    lines = ["", "## What they do to one run",
             f"{about['title']}; the paper: {about['paper']}. Three seeds, and no claim's verdict. "
             "`scripts/reproduction/fidelity.py probe build/chokepoint` runs it.", f"{about['finding']}.", "",
             "| keys | latency without SRP | with SRP | ratio | dropped |", "|---|---|---|---|---|"]
    for name, _ in probe_rows(rules):
        none, srp, dropped = found[name]
        lines.append(f"| {name} | {none:,.0f} | {srp:,.0f} | {srp / none:.1f} | {dropped:.2f} % |")
    lines += ["", "## Request scopes again",
              "CBCM's contention counts requests \"in the VC allocation stage\" (`waiting`), or those of packets that hold an output VC as "
              f"well (`held`, the default). Flow cycles throttled falsely, uniform traffic alone at 0.9, 16 nodes, UGAL, "
              f"{len(SCOPE_SEEDS)} seeds; no claim is about it.", "", "| network | waiting | held |", "|---|---|---|"]
    lines += [f"| {name} | {found['scopes'][name]['waiting']:.1f} % | {found['scopes'][name]['held']:.1f} % |"
              for name in scope_networks(rules)]
    return lines


def numbers_of_page():
    return ["", "## The second reading: small networks beside the simulator",
            "Nothing of the simulator is in this repository, and no test needs it: "
            "`scripts/reproduction/second_reading.py` takes the path of a program. Configurations, ours of both sides: "
            "`scripts/reproduction/second_reading/`. Differences that stay: its routers take other numbers of cycles (zero load), "
            "`master` claims credits flit by flit, and has no queues per output at its inputs; "
            "the branch has one data VC when it has them, UGAL without VCs of SRP or ECN (so Figs 3, 5 and 8(c) of the CBCM paper under "
            "UGAL cannot run there), and one FIFO per output.", *second_reading.tables()]


def rows_of_page():
    """Where the second reading of every row of both papers stands, or why there is none."""
    import papers  # these two import this module
    import people
    lines = ["", "## The second reading, row by row",
             "The SRP paper's rows in a fat tree of 64 nodes on both sides: `scripts/reproduction/second_reading_rows.py`, configurations and settings in "
             f"`scripts/reproduction/second_reading/rows.toml`. The branch's departures from the text: {second_reading_rows.load()['departures']}. "
             "Its runs are short, so these numbers are not the paper's. In `srp-f8`, `srp-f11`, `srp-f12` and `srp-f13` the branch goes on after its "
             "sample until its network is empty, and its rates are over those cycles as well.", "", "| row | second reading |", "|---|---|"]
    for paper in ("cbcm", "srp"):
        one = papers.Paper(paper)
        for row in people.in_order(one):
            reading = f"[yes]({one.page.PAGE}#{people.anchor(row)})" if row.get("reading_rows") else row.get("reading") or f"none: {row['why']}"
            lines.append(f"| {row['id']} | {reading} |")
    return lines


def main():
    job, *rest = sys.argv[1:] or ["help"]
    rules = load()
    if job == "check":
        found = list(problems(rules, legal_values()))
        if PAGE.read_text() != page(rules):
            found.append("docs/reference/fidelity.md is not current: scripts/reproduction/fidelity.py page")
        for problem in found:
            print(f"FAIL fidelity {problem}")
        if not found:
            print(f"pass fidelity: {len(rules['key'])} keys")
        return int(bool(found))
    if job == "probe" and rest:
        probe(rules, rest[0], *map(int, rest[1:2]))
        job = "page"
    if job == "page":
        PAGE.write_text(page(rules))
        return 0
    if job == "set" and rest and rest[0] in rules["papers"]:
        print(" ".join(f"--set {shlex.quote(f'{key}={value}')}"
                       for key, value in settings(rules, rest[0], rest[1:]).items()))
        return 0
    print(__doc__.partition("usage:")[1] + __doc__.partition("usage:")[2], file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
