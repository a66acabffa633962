#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Port tables, timing diagrams and drawings of the integration guide.

usage: integration_docs.py [--trace FILE] [--render | --check]

Writes docs/user/integration/ports.md from the `///` comments of the RTL. --trace, a trace of the
example's simulation, renews the WaveDrom sources docs/images/integration/*.json: diagrams are cut
out of the trace, not drawn by hand. --render draws them, in a virtual environment with the WaveDrom
of scripts/wavedrom_requirements.txt (from PyPI), and the .dot files with Graphviz. Each drawing
carries the SHA-256 of its source and of itself, so --check, which writes nothing, needs neither.
"""

import argparse
import csv
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import reference_docs

ROOT = Path(__file__).resolve().parent.parent
IMAGES, PAGE = ROOT / "docs/images/integration", ROOT / "docs/user/integration/ports.md"
REQUIREMENTS, VENV = ROOT / "scripts/wavedrom_requirements.txt", ROOT / "results/wavedrom/venv"
SEAL = "<!-- source sha256 {} drawing sha256 {} -->\n"
UNITS = ("cbcm/port_picker", "cbcm/multiplexed_contention", "cbcm/packet_marker", "cbcm/cbcm_router",
         "cbcm/cbcm_nic", "srp/srp_router", "srp/srp_nic", "ecn/ecn_router", "ecn/ecn_nic",
         "self_tuned/self_tuned_node", "self_tuned/sideband_phase", "self_tuned/sideband_restart", "alo/alo_test")
MARGIN = 40
STATES = {"0": "IDLE", "1": "OBSERVE", "2": "HOTSPOT"}


def rises(rows, column, value="1"):
    """The first clock at which a column has a value that it had not before."""
    return next(t for t in range(1, len(rows))
                if rows[t][column] == value != rows[t - 1][column])


def last(rows, column):
    return max(t for t, row in enumerate(rows) if row[column] == "1")


# Name: title, first clock (of the rows), clocks, (label, column, kind); kind: bit, number, state.
DIAGRAMS = {
    "mark": ("router: output 0 becomes congested",
             lambda rows: rises(rows, "congested") - 3, 9, (
                 ("heads that request it", "heads", "number"),
                 ("head_valid_i[0]", "cross", "bit"),
                 ("congested_o[0]", "congested", "bit"),
                 ("marked_valid_o[0]", "marked_valid", "bit"),
                 ("marked_o[0]", "marked", "bit"),
                 ("packet leaves", "out", "bit"),
                 ("its mark", "out_mark", "bit"))),
    "detect": ("NIC of node 0: a hotspot tells its sources",
               lambda rows: rises(rows, "state", "2") - 4, 11, (
                   ("packet_valid_i", "packet_valid", "bit"),
                   ("packet_marked_i", "packet_marked", "bit"),
                   ("packet_source_i", "packet_source", "number"),
                   ("state_o", "state", "state"),
                   ("degree_o", "degree", "number"),
                   ("throttle_valid_o", "throttle_valid", "bit"),
                   ("throttle_ready_i", "throttle_ready", "bit"),
                   ("throttle_destination_o", "throttle_destination", "number"),
                   ("throttle_degree_o", "throttle_degree", "number"))),
    "throttle": ("NIC of node 1: throttled to one flit in three cycles",
                 lambda rows: rises(rows, "control_valid") - 2, 14, (
                     ("now_i", "now", "number"),
                     ("control_valid_i", "control_valid", "bit"),
                     ("control_source_i", "control_source", "number"),
                     ("control_degree_i", "control_degree", "number"),
                     ("entry_valid_o[0]", "entry_valid", "bit"),
                     ("entry_tokens_o[0]", "entry_tokens", "number"),
                     ("inject_entry_i[0]", "inject", "bit"),
                     ("send queue", "queue", "number"))),
    "sleep": ("NIC of node 1: the unit sleeps between its wake times",
              lambda rows: last(rows, "entry_valid") - 10, 15, (
                  ("now_i", "now", "number"),
                  ("send queue", "queue", "number"),
                  ("entry_valid_o[0]", "entry_valid", "bit"),
                  ("entry_tokens_o[0]", "entry_tokens", "number"),
                  ("quiescent_o", "quiescent", "bit"),
                  ("wake_valid_o", "wake_valid", "bit"),
                  ("wake_at_o", "wake_at", "number"),
                  ("clock is needed", "running", "bit"))),
}


def read_trace(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def lane(label, values, kind):
    """A WaveDrom signal; `.` goes on with the value before."""
    wave, data = "", []
    for place, value in enumerate(values):
        if place and value == values[place - 1]:
            wave += "."
        elif kind == "bit":
            wave += value
        else:
            wave += "="
            data.append(STATES[value] if kind == "state" else value)
    return {"name": label, "wave": wave, **({"data": data} if data else {})}


def diagram(name, rows):
    title, first_of, clocks, signals = DIAGRAMS[name]
    first = first_of(rows)
    cut = rows[first:first + clocks]
    lanes = [{"name": "clk_i", "wave": "p" + "." * (clocks - 1)}]
    lanes += [lane(label, [row[column] for row in cut], kind) for label, column, kind in signals]
    wide = any(len(value) > 3 for signal in lanes for value in signal.get("data", ())
               if value.isdigit())
    head, config = json.dumps({"text": title}), json.dumps({"hscale": 2 if wide else 1})
    # A line per signal, so that a change can be read.
    body = ",\n".join("    " + json.dumps(signal) for signal in lanes)
    return f'{{\n  "head": {head},\n  "config": {config},\n  "signal": [\n{body}\n  ]\n}}\n'


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def sealed(source, drawing):
    return drawing.rstrip("\n") + "\n" + SEAL.format(digest(source), digest(drawing.rstrip("\n")))


def seal_problem(source_path):
    """Whether the drawing beside a source is the one that was made of it."""
    path = source_path.with_suffix(".svg")
    if not path.exists():
        return f"{path.name} is missing"
    drawing, _, seal = path.read_text().rstrip("\n").rpartition("\n")
    if seal + "\n" != SEAL.format(digest(source_path.read_text()), digest(drawing)):
        return f"{path.name} was not drawn from {source_path.name}: integration_docs.py --render"
    return ""


def widened(match):
    """An opening <svg> with a margin on the left, as labels may be set in a wider font, and with a
    white ground, as a page may be dark."""
    head = match.group(1)
    width, height = (int(float(re.search(rf'\b{name}="([\d.]+)"', head).group(1)))
                     for name in ("width", "height"))
    head = re.sub(r' (width|height|viewBox)="[^"]*"', "", head)[:-1]
    return (f'{head} width="{width + MARGIN}" height="{height}" '
            f'viewBox="-{MARGIN} 0 {width + MARGIN} {height}">'
            f'<rect x="-{MARGIN}" width="{width + MARGIN}" height="{height}" fill="white"/>')


def render():
    """Draws what is out of date."""
    late = [path for path in sources() if seal_problem(path)]
    if any(path.suffix == ".json" for path in late):
        stamp = VENV / "requirements.txt"
        if not stamp.exists() or stamp.read_text() != REQUIREMENTS.read_text():
            subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
            subprocess.run([VENV / "bin/pip", "install", "-q", "--disable-pip-version-check", "-r",
                            REQUIREMENTS], check=True, timeout=600)
            stamp.write_text(REQUIREMENTS.read_text())
    for path in late:
        command = ["dot", "-Tsvg", path] if path.suffix == ".dot" else [
            VENV / "bin/python", "-c", "import sys, wavedrom; print(wavedrom.render("
            "open(sys.argv[1]).read()).tostring())", path]
        drawing = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        if path.suffix == ".json":
            drawing = re.sub(r"(<svg[^>]*>)", widened, drawing, count=1)
        path.with_suffix(".svg").write_text(sealed(path.read_text(), drawing))


def sources():
    return sorted([*IMAGES.glob("*.json"), *IMAGES.glob("*.dot")])


def page():
    text = ("# Ports and parameters of the units that a router and a NIC instantiate\n\n"
            "Made by `scripts/integration_docs.py` from the `///` comments in `rtl/`; a test "
            "compares it.\nHow to connect them: [integration guide](../integration.md). The other "
            "modules: [all RTL](../../reference/generated/rtl.md).\n")
    for unit in UNITS:
        text += re.sub(r"\]\(\.\./(?!\.\.)", "](../../reference/",
                       reference_docs.module_page(ROOT / f"rtl/{unit}.sv"))
    return text


def problems(trace):
    """(name of the check, problem or an empty text) of each."""
    yield "port tables are current", "" if PAGE.exists() and PAGE.read_text() == page() else \
        "regenerate: scripts/integration_docs.py"
    missing = {f"{name}.json" for name in DIAGRAMS} ^ {path.name for path in IMAGES.glob("*.json")}
    yield "diagrams are those that are described", ", ".join(sorted(missing))
    for path in sources():
        yield f"{path.name} is drawn", seal_problem(path)
    if trace is not None:
        rows = read_trace(trace)
        for name in DIAGRAMS:
            path = IMAGES / f"{name}.json"
            yield f"{name}.json is what the simulation shows", \
                "" if path.exists() and path.read_text() == diagram(name, rows) else \
                "renew it: test_integration.py --renew, then integration_docs.py --render"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trace", type=Path, help="trace of the example's simulation")
    parser.add_argument("--render", action="store_true", help="draw what is out of date")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    arguments = parser.parse_args()
    if not arguments.check:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page())
        IMAGES.mkdir(parents=True, exist_ok=True)
        if arguments.trace:
            for name in DIAGRAMS:
                (IMAGES / f"{name}.json").write_text(diagram(name, read_trace(arguments.trace)))
        if arguments.render:
            render()
        return 0
    failed = [f"{name}: {problem}" for name, problem in problems(arguments.trace) if problem]
    print(*failed, sep="\n", end="\n" if failed else "")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
