# SPDX-License-Identifier: Apache-2.0
"""Proves with Yosys and ABC that a mutant is equivalent: the RTL and its mutant side by side, from
reset, with the same inputs; property-directed reachability shows that no output ever differs."""

import json
import re
import shutil
import subprocess

from . import mutants
from .build import ROOT, BuildError

SECONDS = 60  # a proof that takes longer is none
CONTROLS = 8  # of about so many mutants that tests kill, one at least must differ
ABC = "read_aiger pair.aig; strash; scorr; dc2; scorr -F 4; strash; pdr -T {seconds}; print_status"


def run(command, folder, seconds):
    done = subprocess.run(command, cwd=folder, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          timeout=seconds)
    if done.returncode != 0:
        raise BuildError(f"{command[0]} failed in {folder}\n{done.stdout[-2000:]}")
    return done.stdout


def without_reset(text):
    """Where a mutant never resets, Yosys wants no reset in the list of edges either."""
    return re.sub(r"posedge clk_i or negedge rst_ni(\)(?:(?!always_ff).)*?if \(\(1'b0\)\))",
                  r"posedge clk_i\1", text, flags=re.DOTALL)


def build_design(name, mechanism, file, number, top, parameters, folder):
    """NAME.il: the RTL with mutant `number` (0: none) of rtl/MECHANISM/FILE.sv on."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    paths = []
    for path in [*sorted((ROOT / "rtl/common").glob("*.sv")),
                 *sorted((ROOT / "rtl" / mechanism).glob("*.sv"))]:
        text = path.read_text()
        if path.stem == file and number:
            text = without_reset(mutants.Source(path.name, text, 1, only=number).text)
        (folder / name / path.name).write_text(text)
        paths.append(f"{name}/{path.name}")
    paths.sort(key=lambda each: (not each.endswith("_pkg.sv"), each))
    sets = " ".join(f"-set {key} {value}" for key, value in parameters.items())
    (folder / f"{name}.ys").write_text("\n".join([
        "read_verilog -sv -D SYNTHESIS -defer " + " ".join(paths),
        f"chparam {sets} {top}" if sets else "", f"hierarchy -check -top {top}", "proc -noopt",
        "flatten", f"rename -top {name}", "memory_collect", "memory_map", "setundef -zero",
        "opt -fast", "clean", f"write_json {name}.json", f"write_rtlil {name}.il"]))
    run(["yosys", "-q", "-s", f"{name}.ys"], folder, 300)


def wrapper(ports, assume):
    """Both designs with the same inputs, in reset for the first clock and whenever the inputs say
    so; `bad` is 1 where an output differs while `assume` has always held: an expression of inputs
    NAME, of their values a clock ago p_NAME, from the clock of `started_q` on."""
    inputs = {name: len(port["bits"]) for name, port in ports.items()
              if port["direction"] == "input" and name not in ("clk_i", "rst_ni")}
    outputs = {name: len(port["bits"]) for name, port in ports.items()
               if port["direction"] == "output"}
    rows = ["module pair(input clk_i, input free_rst_ni,",
            ",".join(f" input [{width - 1}:0] {name}" for name, width in inputs.items()) + ",",
            " output bad);"]
    rows.append(" reg started_q = 0, held_q = 1;")
    for name, width in inputs.items():
        rows.append(f" reg [{width - 1}:0] p_{name} = 0;"
                    f" always @(posedge clk_i) p_{name} <= {name};")
    rows.append(" wire rst_ni = free_rst_ni & started_q;")
    for name, width in outputs.items():
        rows.append(f" wire [{width - 1}:0] o_{name}, m_{name};")
    same = ", ".join(f".{name}({name})" for name in [*inputs, "clk_i", "rst_ni"] if name in ports)
    for design, prefix in (("gold", "o"), ("gate", "m")):
        own = ", ".join(f".{name}({prefix}_{name})" for name in outputs)
        rows.append(f" {design} u_{design} ({same}, {own});")
    rows.append(f" wire holds = held_q & ({assume});")
    rows.append(" always @(posedge clk_i) begin started_q <= 1; held_q <= holds; end")
    rows.append(" assign bad = holds & started_q & ("
                + " | ".join(f"(o_{name} != m_{name})" for name in outputs) + ");")
    return "\n".join(rows) + "\nendmodule\n"


def prove(mechanism, file, number, spec, parameters, folder, seconds=SECONDS):
    """"proved", "differs in clock N" or "open"."""
    top = spec["top"]
    if not (folder / "gold.il").exists():
        build_design("gold", mechanism, file, 0, top, parameters, folder)
    build_design("gate", mechanism, file, number, top, parameters, folder)
    ports = json.loads((folder / "gold.json").read_text())["modules"]["gold"]["ports"]
    (folder / "pair.v").write_text(wrapper(ports, spec.get("assume", "1")))
    (folder / "pair.ys").write_text("\n".join([
        "read_rtlil gold.il", "read_rtlil gate.il", "read_verilog pair.v",
        "hierarchy -check -top pair", "proc", "flatten", "opt -fast", "async2sync", "dffunmap",
        "setundef -zero -undriven", "opt -fast", "techmap", "opt -fast", "dffunmap", "aigmap",
        "clean", "setundef -zero -undriven", "write_aiger -zinit pair.aig"]))
    run(["yosys", "-q", "-s", "pair.ys"], folder, 300)
    text = run(["yosys-abc", "-c", ABC.format(seconds=seconds)], folder, seconds + 300)
    if re.search(r"Property proved|Networks? (is|are) equivalent", text):
        return "proved"
    match = re.search(r"asserted in frame (\d+)", text)
    return f"differs in clock {match[1]}" if match else "open"


def sees_a_difference(mechanism, name, others, spec, parameters, folder):
    """One of some mutants that are not said to be equivalent, from all over the file, differs."""
    for mutant in others[::-max(1, len(others) // CONTROLS)]:
        try:
            if prove(mechanism, name, mutant.number, spec, parameters, folder).startswith("differs"):
                return True
        except BuildError:  # a reset to no constant, which Yosys does not take
            continue
    return False


def prove_all(survivors, units, folder):
    """Proves every reviewed survivor that claims it, of files whose name matches; what fails."""
    wrong = []
    for file, spec in sorted(survivors.proofs().items()):
        mechanism, name = file.split("/")[1], file.split("/")[2].removesuffix(".sv")
        if not re.search(units, name):
            continue
        entries = [entry for entry in survivors.load() if entry["file"] == file and entry["proved"]]
        found = [mutant for mutant in
                 mutants.Source(file, (ROOT / file).read_text(), 1).mutants
                 if any(survivors.matches(entry, mutant) for entry in entries)]
        others = [mutant for mutant in mutants.Source(file, (ROOT / file).read_text(), 1).mutants
                  if mutant not in found]
        for at, parameters in enumerate(spec["parameters"]):
            work = folder / f"{name}_{at}"
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            lost = []
            for mutant in found:
                verdict = prove(mechanism, name, mutant.number, spec, parameters, work)
                if verdict != "proved":
                    lost.append(f"{verdict}: {mutant.describe()}")
                    print(" ", lost[-1], flush=True)
            text = " ".join(f"{key}={value}" for key, value in parameters.items())
            print(f"{name} in {spec['top']} {text}: {len(found) - len(lost)} of "
                  f"{len(found)} proved equivalent", flush=True)
            wrong += lost
            if not sees_a_difference(mechanism, name, others, spec, parameters, work):
                wrong.append(f"{name}: no other mutant differs either")
    return wrong
