# SPDX-License-Identifier: Apache-2.0
"""Builds one test program for a unit: all its mutants in it, the ordinary tests around it."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from . import mutants

ROOT = Path(__file__).resolve().parent.parent.parent
STEP_SECONDS = 900


class BuildError(Exception):
    """A step of a build failed; the message has its output."""


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


def configuration(build, mechanism):
    """Flags and objects of the mechanism's test program, as CMake wrote them."""
    # What has no golden model brings its own test and needs only what all tests share.
    alone = not (ROOT / f"tb/{mechanism}/seeded_bugs.json").exists()
    path = build / f"tb/seeded_bugs_{'srp' if alone else mechanism}.json"
    if not path.exists():
        raise BuildError(f"{path} is missing: configure {build} with tests")
    text = json.loads(path.read_text())
    split = {key: [word for word in value.split(";") if word]
             for key, value in text.items() if key in ("flags", "link_flags", "objects",
                                                       "libraries")}
    split["objects"] = [word for word in split["objects"] if "/common/shrink.cpp" not in word]
    if alone:
        split["objects"] = [word for word in split["objects"] if "/tb_srp_objects.dir/" not in word]
    missing = [word for word in split["objects"] if not Path(word).exists()]
    if missing:
        raise BuildError(f"{missing[0]} is missing: build tb_{mechanism} in {build}")
    return {**text, **split}


def variants(unit):
    """Name, module and parameters of what is Verilated."""
    if "test" in unit:
        return [{"name": name, "module": unit["name"], "parameters": parameters}
                for name, parameters in unit["variants"].items()]
    document = json.loads((ROOT / f"rtl/{unit['mechanism']}/variants.json").read_text())
    known = {entry["name"]: entry for entry in document["variants"]}
    return [known[name] for name in unit["variants"]]


def step(command, folder):
    done = subprocess.run(command, cwd=folder, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          timeout=STEP_SECONDS)
    if done.returncode != 0:
        raise BuildError(f"{Path(command[0]).name} failed in {folder}\n{done.stdout[-3000:]}")


def instrument(unit, folder, identity=False):
    """Copies the mechanism's RTL with every mutant of the unit's files in it; the mutants."""
    source = ROOT / "rtl" / unit["mechanism"]
    rtl = folder / "rtl"
    shutil.rmtree(folder, ignore_errors=True)
    rtl.mkdir(parents=True)
    found = []
    for path in sorted(source.glob("*.sv")):
        text = path.read_text()
        if path.stem in unit["files"]:
            holder = mutants.Source(str(path.relative_to(ROOT)), text, len(found) + 1, identity)
            found += holder.mutants
            text = holder.text
        # A function that is a function of C++ too cannot read the mutant's number.
        (rtl / path.name).write_text(text.replace("// verilator no_inline_task", ""))
    (rtl / f"{mutants.PACKAGE}.sv").write_text(mutants.PACKAGE_TEXT)
    return found


def build(unit, folder, config, identity=False):
    """The program `folder`/test and its mutants."""
    found = instrument(unit, folder, identity)
    rtl = folder / "rtl"
    # Their package comes first: the others may use it.
    packages = [rtl / f"{mutants.PACKAGE}.sv", *sorted((ROOT / "rtl/common").glob("*_pkg.sv")),
                *sorted(path for path in rtl.glob("*_pkg.sv")
                        if path.stem != mutants.PACKAGE)]
    template = (ROOT / "tb/mutation/variant_registration.cpp.in").read_text()
    objects = []
    for variant in variants(unit):
        name, module, parameters = variant["name"], variant["module"], variant["parameters"]
        # No warnings: a mutant is odd code on purpose. scripts/lint_rtl.sh judges the RTL itself.
        step([config["verilator"], "--cc", "--assert", "-O3", "-Wno-fatal", "-Wno-lint",
              "-Wno-style", "--prefix", f"V{name}", "--top-module", module, "--Mdir", name,
              "-y", "rtl", "-y", str(ROOT / "rtl/common"),
              *[f"-G{key}={value}" for key, value in parameters.items()],
              *[str(path) for path in packages], str(rtl / f"{module}.sv")], folder)
        values = ", ".join(f'{{"{key}", {value}}}' for key, value in parameters.items())
        text = template
        for key, value in {"NAME": name, "MODULE": module, "TYPE": camel(module),
                           "MECHANISM": unit["mechanism"], "INITIALISERS": values}.items():
            text = text.replace(f"@{key}@", value)
        if "test" in unit:
            text = ""
        generated = sorted((folder / name).glob("*.cpp"))
        (folder / f"{name}.cpp").write_text(
            "#include <cstdlib>\n" + "".join(f'#include "{path}"\n' for path in generated) + text)
        step([config["compiler"], "-std=c++17", "-O1", "-w", *config["flags"], f"-I{name}",
              "-include", str(ROOT / "sim/engine/verilated_popcount.h"), "-c", f"{name}.cpp",
              "-o", f"{name}.o"], folder)
        objects.append(f"{name}.o")
    for source in ["tb/mutation/no_shrink.cpp", *([unit["test"]] if "test" in unit else [])]:
        objects.append(f"{Path(source).stem}.o")
        step([config["compiler"], "-std=c++17", "-w", *config["flags"],
              *[f"-I{variant['name']}" for variant in variants(unit)], "-c", str(ROOT / source),
              "-o", objects[-1]], folder)
    step([config["compiler"], *config["link_flags"], *objects, *config["objects"],
          *config["libraries"], "-o", "test"], folder)
    return found


def suite_filter(unit):
    return re.compile(rf"{camel(unit['name'])}\.(Lockstep|Skipped)\w*")
