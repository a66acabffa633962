#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the example of use and what the integration guide shows of it.

usage: test_integration.py [--renew]

The example is linted and simulated, with and without gated clocks; edits that break a rule of the
guide must be noticed; port tables and timing diagrams must be those of sources and simulation.
--renew writes the diagrams' sources anew instead. Prints a line "pass ..." or "FAIL ..." for each
check; the exit code is 1 if one failed.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import check_manifests
import integration_docs
import reference_docs

ROOT = check_manifests.ROOT
EXAMPLE = ROOT / "examples/cbcm_switch"
# Name, file of the example, text, by what it is replaced, gated clocks: the bench must notice.
EDITS = (
    ("marks are not merged", "example_router.sv", "|| (marked_valid[o] && marked[o])", "", 0),
    ("picks do not reach the contention", "example_router.sv", ".pick_valid_i  (pick_valid)",
     ".pick_valid_i  ('0)", 0),
    ("marks come a clock late", "example_router.sv", "marked_valid[o] && marked[o]",
     "late_q[o]", 0),
    ("tokens are not waited for", "example_nic.sv", "tokens_left[d] && out_ready_i[2]",
     "out_ready_i[2]", 0),
    ("tokens are not taken", "example_nic.sv", ".inject_entry_i           (sent_entry)",
     ".inject_entry_i           ('0)", 0),
    ("a queue forgets its entry", "example_nic.sv", "else entry_q[d] <= entry[d];",
     "else entry_q[d] <= '0;", 0),
    ("messages are lost while the VC is full", "example_nic.sv",
     ".throttle_ready_i         (throttle_ready)", ".throttle_ready_i         (!message_sent)", 0),
    ("throttled packets are not told apart", "example_nic.sv",
     ".packet_throttled_i       (in_packet_i.throttled)", ".packet_throttled_i       (1'b0)", 0),
    ("the clock ignores the wake time", "unit_clock_gate.sv", "|| reached;", ";", 1),
    ("the clock ignores levels", "unit_clock_gate.sv", "|| levels_i != levels_q || changed_q", "",
     1),
    ("the clock ignores quiescence", "unit_clock_gate.sv", "|| !quiescent_i", "", 1),
)
LATE = ("  assign out_valid_o = crossed_q;", "  logic [Radix-1:0] late_q;\n"
        "  always_ff @(posedge clk_i) late_q <= marked_valid & marked;\n"
        "  assign out_valid_o = crossed_q;")


class Report:
    def __init__(self, suite="integration"):
        self.suite, self.failed = suite, 0

    def check(self, name, problem):
        said = "\n  ".join(str(problem).strip().splitlines()[-20:])
        print(f"FAIL {self.suite} {name}\n  {said}" if problem else f"pass {self.suite} {name}",
              flush=True)
        self.failed += bool(problem)


def run(command, seconds=600, cwd=None):
    try:
        result = subprocess.run([str(word) for word in command], cwd=cwd, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return 124, f"took more than {seconds} s"
    return result.returncode, result.stdout


def built(files, gating, folder, warnings=(), earlier=None):
    """The simulation program; raises RuntimeError with what Verilator or the compiler said. The model is
    compiled as one file, so its headers are read once; Verilator's run time comes from an earlier
    build's folder."""
    compiler = "ccache g++" if shutil.which("ccache") else "g++"
    folder.mkdir(parents=True)
    for path in earlier.glob("verilated*.o") if earlier else ():
        shutil.copy(path, folder)
    code, said = run(["verilator", "--binary", "--timing", "--assert", "--timescale", "1ns/1ns",
                      *warnings, "--top-module", "cbcm_switch_tb", f"-GClockGating={gating}",
                      "-Mdir", folder, "-MAKEFLAGS",
                      f"CXX='{compiler}' VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_SLOW=-O0 "
                      "OPT_GLOBAL=-O0", *files])
    if code:
        raise RuntimeError(said)
    return folder / "Vcbcm_switch_tb"


def edited(case, files, folder):
    """The file list with one of the example's files replaced by an edited copy."""
    _, name, old, new, _ = case
    text = (EXAMPLE / name).read_text()
    if text.count(old) != 1:
        raise RuntimeError(f"`{old}` is {text.count(old)} times in {name}")
    text = text.replace(old, new)
    if "late_q" in new:
        text = text.replace(*LATE)
    (folder / name).write_text(text)
    return [folder / name if Path(path).name == name else path for path in files]


def unnamed_ports(user, unit):
    """Ports of a unit that its user does not connect by name, or leaves open."""
    text = re.search(rf"\b{unit} #\((.*?)\n *\);", (EXAMPLE / user).read_text(), re.S).group(1)
    connected = dict(re.findall(r"\.(\w+)\s*\((.*)\)", text))
    path = ROOT / f"rtl/cbcm/{unit}.sv"
    items = reference_docs.items_of(path, reference_docs.head_of(path)[1])
    wanted = [item["name"] for item in items
              if item["kind"] in ("input", "output")]
    return ", ".join(name for name in wanted if not connected.get(name, "").strip())


def unknown_names():
    """Ports and parameters that the guide names and none of the units has; `x_*` is any x_..."""
    items = [item["name"] for unit in integration_docs.UNITS for item in reference_docs.items_of(
        ROOT / f"rtl/{unit}.sv", reference_docs.head_of(ROOT / f"rtl/{unit}.sv")[1])]
    text = re.sub(r"```.*?```", "", (ROOT / "docs/user/integration.md").read_text(), flags=re.S)
    named = re.findall(r"`(\*?\w+_(?:i|o|ni|\*)|[A-Z][a-z]+[A-Z]\w+)`", text)
    unknown = [name for name in named if not any(
        re.fullmatch(name.replace("*", r"\w*"), item) for item in items)]
    return ", ".join(unknown) if len(named) > 40 else f"only {len(named)} names were found"


def latencies(rows):
    """What the guide says of latencies, in every clock of the trace."""
    wrong = []
    for before, row in zip(rows, rows[1:]):
        if row["marked_valid"] != before["cross"]:
            wrong.append(f"now {row['now']}: marked_valid is not the head of the clock before")
        if row["out"] != before["cross"]:
            wrong.append(f"now {row['now']}: the packet is not on the channel after its crossing")
        if before["control_valid"] == "1" and row["entry_valid"] != "1":
            wrong.append(f"now {row['now']}: no entry in the clock after a throttle message")
    hotspot = integration_docs.rises(rows, "state", "2")
    if integration_docs.rises(rows[hotspot:], "throttle_valid") != 2:
        wrong.append("the first message is not visible two clocks after the state")
    return "\n".join(wrong[:5])


def simulate(report, files, work):
    """The example as it is; the rows of its trace, and where the trace is."""
    traces, awake = [], []
    for gating in (0, 1):
        name = "gated clocks" if gating else "clocks always run"
        trace = work / f"trace{gating}.csv"
        program = built(files, gating, work / f"build{gating}",
                        earlier=work / "build0" if gating else None)
        code, said = run([program, f"+trace={trace}"])
        report.check(f"simulation, {name}", "" if code == 0 and "\npassed\n" in said else said)
        traces.append(trace.read_text())
        awake.append(sum(row["running"] == "1" for row in integration_docs.read_trace(trace)))
        if not gating:
            code, said = run([program, "+disable"])
            noticed = re.search(r"FAIL cycle \d+: node 0 is a hotspot", said)
            report.check("with the units off the bench fails",
                         "" if code and noticed else f"exit code {code}\n{said}")
    report.check("gated clocks change no signal", "" if traces[0] == traces[1] else "traces differ")
    clocks = len(traces[1].splitlines()) - 1
    report.check("gated clocks stop", "" if 0 < awake[1] < clocks * 3 // 4 else
                 f"the unit of node 1 was clocked in {awake[1]} of {clocks} clocks")
    rows = integration_docs.read_trace(work / "trace0.csv")
    report.check("latencies are as the guide says", latencies(rows))
    return work / "trace0.csv"


def try_edits(report, files, work, expected):
    for number, case in enumerate(EDITS):
        folder = work / f"edit{number}"
        folder.mkdir()
        trace = folder / "trace.csv"
        # An edit may leave a signal unused: it is the bench that has to notice.
        program = built(edited(case, files, folder), case[4], folder / "build",
                        ["-Wno-UNUSEDSIGNAL"], earlier=work / "build0")
        code, said = run([program, f"+trace={trace}"])
        seen = code != 0 or trace.read_text() != expected
        report.check(f"noticed: {case[0]}", "" if seen else f"the bench is content:\n{said}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--renew", action="store_true", help="write the diagrams' sources")
    arguments = parser.parse_args()
    report = Report()
    files = check_manifests.files_of(ROOT, "cbcm_switch", "sim")
    for gating in (0, 1):
        code, said = run(["verilator", "--lint-only", "-Wall", "--top-module", "cbcm_switch",
                          f"-GClockGating={gating}",
                          *check_manifests.files_of(ROOT, "cbcm_switch", "lint")])
        report.check(f"lint, ClockGating={gating}", said if code or said.strip() else "")
    for user, unit in (*(("example_router.sv", unit) for unit in
                         ("port_picker", "multiplexed_contention", "packet_marker")),
                       ("example_nic.sv", "cbcm_nic")):
        report.check(f"{user} connects every port of {unit}", unnamed_ports(user, unit))
    report.check("the guide names ports that there are", unknown_names())
    with tempfile.TemporaryDirectory(prefix="chokepoint-integration-") as name:
        work = Path(name)
        try:
            trace = simulate(report, files, work)
            if arguments.renew:
                for diagram in integration_docs.DIAGRAMS:
                    (integration_docs.IMAGES / f"{diagram}.json").write_text(
                        integration_docs.diagram(diagram, integration_docs.read_trace(trace)))
                return report.failed != 0
            for check, problem in integration_docs.problems(trace):
                report.check(check, problem)
            try_edits(report, files, work, trace.read_text())
        except (RuntimeError, OSError, StopIteration, ValueError) as error:
            report.check("simulation", str(error) or repr(error))
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
