#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the mutants' source level: what is mutated, what is not, and that nothing is left out."""

import re
import sys
import tomllib

from mutation import mutants, page, survivors
from mutation.build import ROOT

MODULE = """module m (input logic clk_i, input logic rst_ni, input logic [3:0] a, output logic [3:0] y);
  %s
endmodule
"""
# Statement, and its mutants as (what, old, new).
CASES = [
    ("assign y = a + 4'd1;", [("constant", "4'd1", "4'd2"), ("operator", "a + 4'd1", "a - 4'd1"),
                              ("stuck", "a + 4'd1", "'0")]),
    ("assign y = a[0] ? a : '1;", [("constant", "'1", "'0"),
                                   ("swapped branches", "a[0] ? a : '1", "a[0] ? '1 : a"),
                                   ("stuck", "a[0] ? a : '1", "'0")]),
    ("always_comb begin if (!a[1]) y = '0; else y = a; end",
     [("negation", "!a[1]", "a[1]"), ("negated", "!a[1]", "!(!a[1])"), ("always", "!a[1]", "1'b1"),
      ("never", "!a[1]", "1'b0"), ("constant", "'0", "'1"), ("stuck", "a", "'0")]),
    ("always_ff @(posedge clk_i) y <= 4'(a);", [("dropped", "y <= 4'(a);", ""),
                                                ("stuck", "4'(a)", "'0")]),
    # Structure: parameters, loop counters, constant functions, code for proofs.
    ("always_comb for (int i = 0; i < 4; i++) if (i < W) y[i] = a[i+1];",
     [("stuck", "a[i+1]", "'0")]),
    ("function automatic logic [3:0] f(); f = 4'd3; endfunction", []),
    ("`ifdef FORMAL\n  assign y = a + 4'd1;\n`endif", []),
]


def check_cases():
    for statement, wanted in CASES:
        holder = mutants.Source("m.sv", MODULE % statement, 1)
        found = [(mutant.what, mutant.old, mutant.new) for mutant in holder.mutants]
        if sorted(found) != sorted(wanted):
            yield f"{statement}\n  found {sorted(found)}\n  wanted {sorted(wanted)}"


def unmutated(text):
    """An instrumented source with every choice made for no mutant."""
    on = re.compile(rf"\({mutants.PACKAGE}::selected == 32'd\d+ \? ")
    while match := on.search(text):
        depth, colon, at = 1, None, match.end()
        nested = 0
        while depth:
            char = text[at]
            depth += (char in "([{") - (char in ")]}")
            nested += char == "?" and depth == 1
            if char == ":" and depth == 1 and text[at - 1] != ":" and text[at + 1] != ":":
                if nested:
                    nested -= 1
                elif colon is None:
                    colon = at
            at += 1
        text = text[:match.start()] + text[colon + 2:at - 1] + text[at:]
    text = re.sub(rf"begin if \({mutants.PACKAGE}::selected != 32'd\d+\) ", "", text)
    return text.replace(" /* dropped */ end", "")


def check_sources():
    """Every module is read, is in the plan once, and is itself when no mutant is on."""
    plan = tomllib.loads((ROOT / "scripts/mutation/plan.toml").read_text())
    planned = [f"{unit['mechanism']}/{file}" for unit in plan["unit"] for file in unit["files"]]
    for path in sorted((ROOT / "rtl").glob("*/*.sv")):
        name = f"{path.parent.name}/{path.stem}"
        if path.stem.endswith("_pkg"):
            continue
        if planned.count(name) != 1:
            yield f"{name} is {planned.count(name)} times in plan.toml"
        holder = mutants.Source(f"rtl/{name}.sv", path.read_text(), 1)
        if unmutated(holder.text) != path.read_text():
            yield f"{name}: without a mutant the text is another"
        logic = re.search(r"^  *(always\w*|assign)\b", path.read_text(), re.MULTILINE)
        if logic and not holder.mutants:
            yield f"{name}: logic, but no mutants"
        numbers = [int(n) for n in re.findall(r"selected [!=]= 32'd(\d+)", holder.text)]
        if sorted(set(numbers)) != [mutant.number for mutant in holder.mutants]:
            yield f"{name}: numbers in the text are not those of the list"


def check_survivors():
    """Reviewed survivors name one mutant each, at least."""
    found = {}
    for entry in survivors.load():
        if entry["file"] not in found:
            text = (ROOT / entry["file"]).read_text()
            found[entry["file"]] = mutants.Source(entry["file"], text, 1).mutants
        if not any(survivors.matches(entry, mutant) for mutant in found[entry["file"]]):
            yield f"survivors.toml: no such mutant: {entry}"
    mutant = mutants.Mutant(1, "rtl/cbcm/port_picker.sv", 1, "operator", "a", "b")
    entry = {"file": mutant.file, "what": "operator", "old": "a", "new": "c", "reason": "none"}
    if survivors.reason_of([entry], mutant) is not None:
        yield "a survivor is accepted for another's reason"


def check_page():
    document = {"seed": 1, "lengths": [10], "files": {
        "rtl/x/y.sv": {"total": 4, "tried": 4, "killed": 2, "odd": 0, "equivalent": 1, "left": 1}},
        "survivors": [{"file": "rtl/x/y.sv", "line": 3, "what": "operator", "old": "a | b",
                       "new": "a & b", "reason": ""}]}
    if "(66.7 %)" not in page.text(document) or "`a \\| b`" not in page.text(document):
        yield "the page does not say 2 of 3, or not what survives"


def main():
    failed = 0
    for name, check in (("operators", check_cases), ("sources", check_sources),
                        ("survivors", check_survivors), ("page", check_page)):
        problems = list(check())
        failed += bool(problems)
        for problem in problems:
            print(f"FAIL mutation {name}: {problem}")
        if not problems:
            print(f"pass mutation {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
