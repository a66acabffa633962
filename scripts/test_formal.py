#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests scripts/formal.py on a tiny unit: what must pass passes, and each kind of flaw is found.

usage: test_formal.py [--jobs N]

Prints a line "pass ..." or "FAIL ..." for each case; the exit code is 1 if one failed.
"""

import argparse
import contextlib
import functools
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

UNIT = """module toy #(
  parameter int unsigned Limit = 5
) (
  input  logic       clk_i,
  input  logic       up_i,
  output logic [3:0] count_o
);
  logic [3:0] count_q;
  initial count_q = '0;
  assign count_o = count_q;
  always_ff @(posedge clk_i) if (up_i && count_q != 4'(Limit)) count_q <= count_q + 1'b1;
  always_comb Small: assert (count_q < 12);
endmodule
"""
WRAPPER = """// properties: asserts=2 covers=1
// proof: depth=2 Limit=5
// proof: depth=2 Limit=6
// bounded: depth=12 Limit=11
// cover: depth=8
// larger: the limit is compared, never calculated with
// assumed: nothing
// mutant WithinLimit,Small: s/count_q != 4'(Limit)/1'b1/
// mutant Small: @toy_fv depth=14 s/.Limit(Limit)/.Limit(12)/
module toy_fv #(parameter int unsigned Limit = 5) (input logic clk_i, input logic up_i);
  logic [3:0] count;
  toy #(.Limit(Limit)) dut (.clk_i, .up_i, .count_o(count));
  always @(posedge clk_i) begin
    WithinLimit: assert (count <= 4'(Limit));
    Reached: cover (count == 4'(Limit));
  end
endmodule
"""


def run(unit=UNIT, wrapper=WRAPPER, options=()):
    """(exit code, output, JSON) of the driver on that unit."""
    with tempfile.TemporaryDirectory() as work:
        root = Path(work)
        for path, text in (("rtl/toys/toy.sv", unit), ("tb/toys/formal/toy_fv.sv", wrapper)):
            if text is not None:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
        done = subprocess.run([sys.executable, str(ROOT / "scripts/formal.py"), "--root", work,
                               "--json", str(root / "out.json"), "--jobs", "1", *options],
                              capture_output=True, text=True, timeout=100)
        results = root / "out.json"
        return (done.returncode, done.stdout + done.stderr,
                json.loads(results.read_text()) if results.exists() else {})


@contextlib.contextmanager
def merging():
    """A tree, and what runs the driver with --merge in it: whether all was as hoped, its output."""
    with tempfile.TemporaryDirectory() as work:
        root, out = Path(work), Path(work) / "out.json"
        unit, wrapper = root / "rtl/toys/toy.sv", root / "tb/toys/formal/toy_fv.sv"
        for path, text in ((unit, UNIT), (wrapper, WRAPPER)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

        def again(good):
            done = subprocess.run([sys.executable, str(ROOT / "scripts/formal.py"), "--root", work,
                                   "--json", str(out), "--merge", "--jobs", "1"],
                                  capture_output=True, text=True, timeout=100)
            results = json.loads(out.read_text())
            same = list(results["units"]) == ["toy"] and results["failed"] == (not good)
            return same and done.returncode == (not good), done.stdout

        yield unit, again


def merge_keeps():
    """--merge keeps what passed and is current."""
    with merging() as (_, again):
        first, text = again(True)
        second, text_2 = again(True)
        return first and second and "induction" in text and "induction" not in text_2, text + text_2


def merge_proves_again():
    """--merge runs what changed, and what failed."""
    with merging() as (unit, again):
        proved, text = again(True)
        unit.write_text(changed(UNIT, "count_q = '0", "count_q = 4'(Limit + 1)"))
        first, text_2 = again(False)
        second, text_3 = again(False)
        return proved and first and second and "induction" in text_2 and "induction" in text_3, \
            text + text_2 + text_3


@contextlib.contextmanager
def proved(name="toy"):
    """A tree whose committed results have the unit as proved, and what runs the driver in it: exit code
    and output."""
    with tempfile.TemporaryDirectory() as work:
        root = Path(work)
        unit, wrapper = root / f"rtl/toys/{name}.sv", root / f"tb/toys/formal/{name}_fv.sv"
        for path, text in ((unit, UNIT), (wrapper, WRAPPER)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("toy", name))
        committed = root / "docs/reference/generated/formal.json"

        def driver(*options):
            done = subprocess.run([sys.executable, str(ROOT / "scripts/formal.py"), "--root", work,
                                   "--jobs", "1", *options],
                                  capture_output=True, text=True, timeout=100)
            return done.returncode, done.stdout + done.stderr

        code, text = driver("--json", str(committed))
        assert code == 0, text
        yield unit, committed, driver


def stamp_is_enough():
    """--quick takes a current stamp for the proof, a comment changes none."""
    with proved() as (unit, _, driver):
        unit.write_text(unit.read_text() + "// a comment\n")
        code, text = driver("--quick")
        return code == 0 and "pass toy                     stamp" in text \
            and "induction" not in text, text


def stamp_of_other_sources():
    """--quick proves again what was proved on other RTL, and finds it false."""
    with proved() as (unit, _, driver):
        unit.write_text(changed(unit.read_text(), "count_q = '0", "count_q = 4'(Limit + 1)"))
        code, text = driver("--quick")
        return code == 1 and "WithinLimit fails in clock 1" in text and "stamp" not in text, text


def stamp_of_packages():
    """A package that the unit names, here by another package, counts; one that it does not name does
    not."""
    def said(named):
        with proved() as (unit, committed, driver):
            for name, value in (("other_pkg", "x"), ("base_pkg", "x"), ("top_pkg", "base_pkg::one(x)")):
                (unit.parent / f"{name}.sv").write_text(
                    f"package {name};\nfunction automatic int unsigned one(input int unsigned x);\n"
                    f"  one = {value};\nendfunction\nendpackage\n")
            unit.write_text(changed(unit.read_text(), "+ 1'b1", "+ 4'(top_pkg::one(1))"))
            code, text = driver("--json", str(committed))
            path = unit.parent / f"{named}.sv"
            path.write_text(changed(path.read_text(), "endpackage",
                                    "  localparam int unsigned More = 2;\nendpackage"))
            return code, text, driver("--quick")[1]
    code, text, other = said("other_pkg")
    _, _, low = said("base_pkg")
    return code == 0 and "induction" not in other and "induction" in low, text + other + low


def stamp_of_a_failure():
    """--quick proves again what failed, whatever its stamp."""
    with proved() as (_, committed, driver):
        document = json.loads(committed.read_text())
        document["units"]["toy"]["verdict"] = "FAIL induction"
        committed.write_text(json.dumps(document))
        code, text = driver("--quick")
        return code == 0 and "induction" in text and "stamp" not in text, text


def sample_is_proved():
    """--quick proves the sample, whatever its stamp."""
    with proved("packet_marker") as (_, _, driver):
        code, text = driver("--quick")
        return code == 0 and "induction" in text and "stamp" not in text, text


def whole_run_compares():
    """A whole run fails where the committed results of these sources say something else."""
    with proved() as (unit, committed, driver):
        good, text = driver("--compare", str(committed))
        document = json.loads(committed.read_text())
        document["units"]["toy"]["mutants"][0]["clock"] += 1
        committed.write_text(json.dumps(document))
        bad, text_2 = driver("--compare", str(committed))
        unit.write_text(changed(unit.read_text(), "count_q <= count_q + 1'b1",
                                "count_q <= 1'b1 + count_q"))
        other, text_3 = driver("--compare", str(committed))  # stale: nothing to compare
        return (good, bad, other) == (0, 1, 0) and "mutants: committed" in text_2 \
            and "induction" in text, text + text_2 + text_3


def changed(text, old, new):
    assert old in text, old
    return text.replace(old, new)


SLOW = changed(WRAPPER, "// larger:", "// quick: no\n// larger:")


# Name, unit, wrapper, what the output must contain beside a failure.
FLAWS = [
    ("a false property is named",
     changed(UNIT, "count_q = '0", "count_q = 4'(Limit + 1)"), WRAPPER,
     "WithinLimit fails in clock 1"),
    ("a false property far from reset is named",
     changed(UNIT, "count_q != 4'(Limit)", "count_q != 4'(Limit + 1)"), WRAPPER,
     "WithinLimit is not inductive"),
    ("true, but not inductive",
     changed(UNIT, "up_i && count_q != 4'(Limit)",
             "up_i && (count_q < 4'(Limit) || count_q > 4'(Limit))"),
     changed(WRAPPER, "WithinLimit: assert (count <= 4'(Limit));",
             "WithinLimit: assert (count != 4'(Limit + 2));"), "induction depth=2 Limit=5"),
    ("fewer properties than stated", changed(UNIT, "Small: assert (count_q < 12);", ";"), WRAPPER,
     "1 asserts found, properties says 2"),
    ("more properties than stated", UNIT, changed(WRAPPER, "asserts=2", "asserts=1"),
     "2 asserts found, properties says 1"),
    ("a property without a name", UNIT, changed(WRAPPER, "WithinLimit: assert", "assert"),
     "unnamed asserts"),
    ("a property without a mutant", UNIT,
     changed(WRAPPER, "// mutant WithinLimit,Small:", "// mutant Small:"),
     "no mutant of WithinLimit"),
    ("a mutant of an unknown property", UNIT,
     changed(WRAPPER, "WithinLimit,Small:", "WithinLimit,Smell:"), "mutant of Smell"),
    ("a mutant that survives", UNIT, changed(WRAPPER, "/.Limit(12)/", "/.Limit(11)/"),
     "survives 14 clocks"),
    ("a mutant noticed by another property only", UNIT,
     changed(WRAPPER, "s/count_q != 4'(Limit)/1'b1/", "s/count_q != 4'(Limit)/count_q != 8/"),
     "survives 20 clocks"),
    ("an edit that changes nothing", UNIT, changed(WRAPPER, "s/.Limit(Limit)/", "s/.Limit(Lemit)/"),
     "the edit changes nothing"),
    ("an edit of a comment only", UNIT,
     changed(WRAPPER, "depth=14 s/.Limit(Limit)/.Limit(12)/", "s/calculated/computed/"),
     "the edit changes nothing"),
    ("a cover that is not reached", UNIT, changed(WRAPPER, "cover: depth=8", "cover: depth=4"),
     "not reached: Reached"),
    ("a bounded run that fails", UNIT, changed(WRAPPER, "depth=12 Limit=11", "depth=14 Limit=13"),
     "Small fails in clock 12"),
    ("a module without a wrapper", UNIT, None, "no wrapper"),
    ("a wrapper without a proof", UNIT, changed(WRAPPER, "// proof:", "// prove:"),
     "nothing is proved"),
    ("assumptions that nothing fulfils", UNIT,
     changed(WRAPPER, "  always @(posedge clk_i) begin",
             "  always_comb assume (count > 4'd9);\n  always @(posedge clk_i) begin"), "FAIL toy"),
    ("a word for quick that is neither yes nor no", UNIT,
     changed(WRAPPER, "// larger:", "// quick: maybe\n// larger:"), "quick is yes or no"),
    ("an output with a ready input that nothing holds",
     changed(UNIT, "  input  logic       up_i,\n",
             "  input  logic       up_i,\n  input  logic       go_ready_i,\n"
             "  output logic       go_valid_o,\n"), WRAPPER, "nothing holds go_ready_i"),
    ("a unit that does not elaborate", changed(UNIT, "endmodule", ""), WRAPPER, "yosys"),
]


def report(name, good, output):
    """Prints the case; whether it failed."""
    print(f"{'pass' if good else 'FAIL'} formal flow: {name}", flush=True)
    if not good:
        print("  " + "\n  ".join(output.splitlines()[-15:]), flush=True)
    return not good


def true_properties():
    code, output, results = run()
    unit = results.get("units", {}).get("toy", {})
    return (code == 0 and "FAIL" not in output
            and unit.get("verdict") == "proved" and unit["asserts"] == ["Small", "WithinLimit"]
            and [proof["result"] for proof in unit["proofs"]] == ["proved", "proved"]
            and unit["bounded"][0]["result"] == "passed" and unit["cover"]["reached"] == 1
            and [mutant["clock"] for mutant in unit["mutants"]] == [12, 12, 7]
            and unit["larger"] and unit["assumed"] == ["nothing"]), output


def flaw(unit_text, wrapper, text):
    code, output, results = run(unit_text, wrapper)
    verdicts = [unit["verdict"] for unit in results.get("units", {}).values()]
    return (code == 1 and text in output and "again: scripts/formal.py" in output
            and all(verdict.startswith("FAIL") for verdict in verdicts)), output


def quick():
    code, output, _ = run(options=["--quick"])
    return (code == 0 and "induction" in output
            and "mutant" not in output and "cover depth" not in output), output


def mutant_parameters():
    small = changed(changed(WRAPPER, "// larger:", "// mutants: Limit=3\n// larger:"),
                    "(Limit)/1'b1/", "(Limit)/count_q != 12/")
    code, output, results = run(wrapper=small)
    return code == 0 and [mutant["clock"] for mutant in results["units"]["toy"]["mutants"]] == \
        [12, 12, 5], output


def quick_leaves_out():
    code, output, _ = run(wrapper=SLOW, options=["--quick"])
    return code == 1 and "nothing was proved" in output, output


def quick_by_name():
    code, output, _ = run(wrapper=SLOW, options=["--quick", "toy"])
    return code == 0 and "induction" in output, output


def second_wrapper(depth):
    """The driver on the unit with a second wrapper of bounded runs only; a mutant is noticed in clock 12."""
    with tempfile.TemporaryDirectory() as work:
        root = Path(work)
        second = changed(WRAPPER, "toy_fv", "toy_long_fv")
        second = "\n".join(line for line in second.splitlines() if not line.startswith("// proof:"))
        second = changed(second, "// bounded: depth=12 Limit=11",
                         f"// wraps: toy\n// bounded: depth={depth} Limit=5")
        for path, text in (("rtl/toys/toy.sv", UNIT), ("tb/toys/formal/toy_fv.sv", WRAPPER),
                           ("tb/toys/formal/toy_long_fv.sv", second)):
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        done = subprocess.run([sys.executable, str(ROOT / "scripts/formal.py"), "--root", work,
                               "--jobs", "1", "toy_long"], capture_output=True, text=True, timeout=100)
        return done.returncode, done.stdout + done.stderr


def bounded_is_long_enough():
    """Bounded runs alone must reach the clock in which a mutant is noticed."""
    good, text = second_wrapper(13)
    bad, text_2 = second_wrapper(12)
    return good == 0 and bad == 1 and \
        "depth=12 is too short: a mutant of" in text_2 and "is noticed in clock 12" in text_2, text + text_2


def unknown_unit():
    code, output, _ = run(options=["nobody"])
    return code == 1 and "no rtl/*/nobody.sv" in output, output


# Name, and what says whether it is well, and the output.
CASES = [
    ("true properties are proved", true_properties),
    *((name, functools.partial(flaw, *rest)) for name, *rest in FLAWS),
    ("--quick proves and leaves out the rest", quick),
    ("mutants have the parameters of their line", mutant_parameters),
    ("--quick leaves out what says so, and nothing proved is a failure", quick_leaves_out),
    ("--quick proves what is asked for by name", quick_by_name),
    ("--merge keeps what is current", merge_keeps),
    ("--merge proves again what changed or failed", merge_proves_again),
    ("--quick takes a current stamp for the proof", stamp_is_enough),
    ("--quick proves what was proved on other RTL", stamp_of_other_sources),
    ("--quick proves where a package changed that is named", stamp_of_packages),
    ("--quick proves what failed", stamp_of_a_failure),
    ("--quick proves the sample", sample_is_proved),
    ("--compare notices a wrong committed result", whole_run_compares),
    ("bounded runs alone must reach every mutant's clock", bounded_is_long_enough),
    ("an unknown unit is refused", unknown_unit),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    arguments = parser.parse_args()
    failed = 0
    with ThreadPoolExecutor(max_workers=max(1, arguments.jobs)) as pool:
        futures = [(name, pool.submit(case)) for name, case in CASES]
        for name, future in futures:  # in the order of the list
            try:
                good, output = future.result()
            except Exception as error:  # an answer of another shape, or none in time
                good, output = False, repr(error)
            failed += report(name, good, output)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
