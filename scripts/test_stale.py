#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Nothing stale is shown as current: in this tree, and in a copy whose RTL is edited.

usage: test_stale.py [--chokepoint PROGRAM]
A line "pass stale ..." or "FAIL stale ..." for each case; exit 1 if one failed.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PART, WHOLE, OTHER = "token_throttler", "cbcm_nic", "ecn_nic"
# Its figures are current in the tree.
CURRENT = "packet_marker"
WRITE = ("import sys; sys.path.insert(0, 'scripts'); from cost import page; "
         "page.STATUS.write_text(page.texts()[page.STATUS])")
ALL_CURRENT = """
import json, sys
from pathlib import PurePath
sys.path.insert(0, 'scripts')
from cost import configurations, freshness, proofs, records, runs, tools
from formal_flow.tools import sources
from formal_flow.wrapper import read_wrapper
for name, key in (("coverage", "units"), ("mutation", "files")):
    document = freshness.hardness.load(name)
    for what, entry in document[key].items():
        entry["sources"] = freshness.unit_hash(PurePath(what).stem)
    (freshness.hardness.FOLDER / f"{name}.json").write_text(json.dumps(document))
document = proofs.load()
for name, unit in document["units"].items():
    unit["sources"] = sources(tools.ROOT, read_wrapper(tools.ROOT / unit["wrapper"]))
proofs.FILE.write_text(json.dumps(document))
document = records.load()
cases = {(case.unit, case.name): case for case in configurations.cases()}
for record in document["records"]:
    for part in record["measured"]:
        record["measured"][part] = runs.stamp(cases[record["unit"], record["configuration"]], part)
for name in document["lint"]:
    document["lint"][name]["sources"] = records.lint_stamp(name)
records.save(document)
stamps = freshness.load()
stamps["pages"] = {p: freshness.page_stamp(p, stamps["digests"]) for p in freshness.PAGES}
freshness.save(stamps)
"""
# What the test suite believes by its stamp.
BELIEVED = """
import json, sys
sys.path.insert(0, 'scripts')
import formal
from cost import check, configurations, records
table = records.by_case(records.load())
print(json.dumps({
    "proofs": sorted(formal.kept(formal.ROOT / formal.COMMITTED, formal.ROOT)),
    "cost": [case.unit for case in configurations.cases() if case.quick
             and check.current(case, table.get((case.unit, case.name)))],
    "lint": records.lint_current()}))
"""
failed = 0


def report(name, good, shown=""):
    global failed
    failed += not good
    print(f"{'pass' if good else 'FAIL'} stale {name}", flush=True)
    if not good:
        print("  " + shown.strip()[-2000:].replace("\n", "\n  "))


def copy_tree(folder):
    for part in ("rtl", "tb", "docs", "scripts"):
        shutil.copytree(ROOT / part, folder / part,
                        ignore=shutil.ignore_patterns("__pycache__", "*.cpp", "*.png", "*.svg"))


def run(folder, *words):
    return subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)


def stale(folder):
    """(kind, what) pairs."""
    listed = run(folder, "scripts/stale.py", "list")
    if listed.returncode != 0:
        report("the list", False, listed.stdout + listed.stderr)
    return {tuple(line.split()[:2]) for line in listed.stdout.splitlines()}


def holds(folder):
    """The verdict of stale.py check, and what it says."""
    done = run(folder, "scripts/stale.py", "check")
    return done.returncode == 0, done.stdout + done.stderr


def edit(path, old, new):
    text = path.read_text()
    if text.count(old) == 0:
        sys.exit(f"test_stale: {path} has no {old!r}")
    path.write_text(text.replace(old, new, 1))


def believed(folder):
    """Units that the test suite does not measure again, by suite."""
    done = run(folder, "-c", BELIEVED)
    if done.returncode != 0:
        report("what the test suite believes", False, done.stdout + done.stderr)
        return {kind: [] for kind in ("proofs", "cost", "lint")}
    return json.loads(done.stdout)


def large_sets(folder):
    """Kinds of the large parameter sets that the quick lint would run of the edited unit's user."""
    done = subprocess.run(["scripts/lint_rtl.sh", "--quick", "--list", WHOLE], cwd=folder,
                          capture_output=True, text=True, check=False)
    return {line.split()[0] for line in done.stdout.splitlines() if "Nodes=4096" in line}


def suites_measure_again(before, after, large_before, large_after):
    """Before the edit the suites believe the stamps of the unit and of its user, after it none."""
    for kind in before:
        whole = f"{WHOLE}_whole" if kind == "proofs" else WHOLE
        report(f"{kind}: the test suite believes current stamps",
               {PART, whole, OTHER} <= set(before[kind]), str(before[kind]))
        report(f"{kind}: the test suite measures the edited unit and its user, not others",
               not {PART, whole} & set(after[kind]) and OTHER in after[kind], str(after[kind]))
    report("lint: Yosys reads large sets of what was edited, and only of that",
           (large_before, large_after) == ({"stamped"}, {"clean"}),
           f"{large_before} {large_after}")


def in_a_copy(folder):
    stamped = run(folder, "-c", ALL_CURRENT)  # whatever is stale in this tree
    before = stale(folder)
    report("with every stamp of now only faults can be stale",
           not {kind for kind, _ in before} - {"faults"}, stamped.stderr + str(sorted(before)))
    source = folder / f"rtl/cbcm/{PART}.sv"
    source.write_text(source.read_text() + "\n// a comment\n")
    report("a comment makes nothing stale", stale(folder) == before)
    first, large = believed(folder), large_sets(folder)
    edit(source, "endmodule", "  logic unused_wire;\nendmodule")
    after = stale(folder) - before
    suites_measure_again(first, believed(folder), large, large_sets(folder))
    for kind in ("proofs", "cost", "coverage", "mutants"):
        report(f"{kind}: the edited unit is stale", (kind, PART) in after, str(sorted(after)))
        # The NIC's proof by induction abstracts its parts; the bounded one has them whole.
        whole = f"{WHOLE}_whole" if kind == "proofs" else WHOLE
        report(f"{kind}: the unit that contains it is stale", (kind, whole) in after,
               str(sorted(after)))
    report("a unit without it is not", not any(what == OTHER for _, what in after),
           str(sorted(after)))
    report("a page measured through it is stale",
           ("pages", "sensitivity.md") in after and ("pages", "reproduction_srp.md") not in after,
           str(sorted(after)))
    good, text = holds(folder)
    report("a status page that shows it as current fails", not good and "make status" in text, text)
    run(folder, "-c", WRITE)
    good, text = holds(folder)
    report("the page written anew holds", good, text)
    shown = (folder / "docs/reference/status.md").read_text()
    report("the page names it", f"| mutants | {PART} |" in shown and ", stale |" in shown)


def wrong_stamps(folder):
    """A figure that claims to be of the present code with a wrong hash."""
    for name, key, unit in (("coverage", "units", f"cbcm/{CURRENT}"),
                            ("mutation", "files", f"rtl/cbcm/{CURRENT}.sv")):
        path = folder / f"docs/reference/generated/{name}.json"
        before, text = stale(folder), path.read_text()
        document = json.loads(text)
        document[key][unit]["sources"] = "0" * 16
        path.write_text(json.dumps(document, indent=1) + "\n")
        kind = "mutants" if name == "mutation" else name
        report(f"{kind}: a wrong hash is stale", (kind, CURRENT) in stale(folder) - before)
        good, said = holds(folder)
        report(f"{kind}: a page that claims it current fails", not good, said)
        path.write_text(text)
    run(folder, "-c", ALL_CURRENT)  # whatever is stale in this tree
    path = folder / "docs/reference/generated/stamps.json"
    before, stamps = stale(folder), json.loads(path.read_text())
    stamps["digests"]["srp"] = "0x0"
    path.write_text(json.dumps(stamps))
    report("another digest makes the pages measured with it stale",
           {what for _, what in stale(folder) - before} == {"reproduction_srp.md", "reproduction_recn.md"})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", type=Path)
    arguments = parser.parse_args()
    program = ["--chokepoint", str(arguments.chokepoint.resolve())] if arguments.chokepoint else []
    done = run(ROOT, "scripts/stale.py", "check", *program)
    report("this tree: nothing stale is shown as current", done.returncode == 0,
           done.stdout + done.stderr)
    with tempfile.TemporaryDirectory(prefix="chokepoint-stale-") as work:
        folder = Path(work)
        copy_tree(folder)
        wrong_stamps(folder)
    with tempfile.TemporaryDirectory(prefix="chokepoint-stale-") as work:
        folder = Path(work)
        copy_tree(folder)
        in_a_copy(folder)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
