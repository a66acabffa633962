# SPDX-License-Identifier: Apache-2.0
"""Which committed results are stale: measured on other RTL, or by a simulator with other digests.

Every result has a stamp: proofs, cost, coverage, mutants and faults in their own file of
docs/reference/generated, the pages of measured runs in stamps.json. A stamp of RTL is a hash of the
code of a module and of all that it instantiates (comments do not count), so a result also becomes
stale by a part that changes. The stamp of a page is the code of its mechanisms and the digests of a few
runs: C++ that computes the same leaves it current.
"""

import json
import subprocess
from pathlib import PurePath

from formal_flow.tools import sources as proof_sources
from formal_flow.wrapper import read_wrapper

from . import configurations, hardness, proofs, records, rtl, runs, tools

STAMPS = tools.ROOT / "docs/reference/generated/stamps.json"
TIMES = tools.ROOT / "docs/reference/generated/refresh_times.json"
# Pages of measured runs and the mechanisms they ran.
PAGES = {"reproduction.md": ("cbcm", "ecn"), "reproduction_srp.md": ("ecn", "srp"),
         "reproduction_recn.md": ("recn", "cbcm", "ecn", "srp"), "reproduction_self_tuned.md": ("self_tuned", "alo"),
         "sensitivity.md": ("cbcm",), "defaults.md": ("cbcm",)}
# The runs whose digests stand for the simulator, in the engine `model`; the units' tests tie it to the RTL.
# By mechanism: a scenario in which it has something to do, and settings.
UGAL = ("routing.function=ugal",)
RUNS = {"none": ("quickstart", UGAL), "cbcm": ("quickstart", UGAL), "ecn": ("quickstart", UGAL),
        "srp": ("quickstart", UGAL), "recn": ("recn_16", ("run.drain=0",)),
        "self_tuned": ("torus_16", ()), "alo": ("torus_16", ())}
LENGTH = ("run.warmup=0", "run.measure=5000")
COMMANDS = {"proofs": "make refresh", "cost": "make refresh", "coverage": "make refresh",
            "mutants": "make refresh", "faults": "make faults"}


def load():
    return json.loads(STAMPS.read_text()) if STAMPS.exists() else {"digests": {}, "pages": {}}


def save(stamps):
    STAMPS.write_text(json.dumps(stamps, indent=1, sort_keys=True) + "\n")


def unit_hash(name):
    """Of a module, or of a package; None if there is none of that name."""
    if name in rtl.modules():
        return rtl.source_hash(name)
    paths = [path for path in rtl.packages() if PurePath(path).stem == name]
    return rtl.digest(rtl.code_of(paths[0])) if paths else None


def mechanism_hash(mechanism):
    """Of all its RTL and of what is common."""
    paths = [path for path in [*rtl.modules().values(), *rtl.packages()]
             if PurePath(path).parent.name in (mechanism, "common")]
    return rtl.digest("\n".join(f"{path} {rtl.code_of(path)}" for path in sorted(set(paths))))


def digests_of(program):
    """Digest by run, of a program."""
    found = {}
    for name, (scenario, settings) in RUNS.items():
        words = [str(program), "run", f"sim/scenarios/{scenario}.toml", "--engine", "model", "--json", "--quiet"]
        for setting in (f"mechanism.name={name}", *settings, *LENGTH):
            words += ["--set", setting]
        text = subprocess.run(words, cwd=tools.ROOT, check=True, stdout=subprocess.PIPE,
                              stdin=subprocess.DEVNULL, text=True).stdout
        found[name] = json.loads(text)["digest"]
    return found


def page_stamp(page, digests):
    """What the page would be stamped with now."""
    return {"rtl": {name: mechanism_hash(name) for name in PAGES[page]},
            "digests": {name: digests.get(name) for name in ("none", *PAGES[page])}}


def stamp_page(page, program):
    """For the script that has just measured what the page shows."""
    stamps = load()
    stamps["digests"] = digests_of(program)
    stamps["pages"][page] = page_stamp(page, stamps["digests"])
    save(stamps)


def users(name):
    """The modules that contain a module, itself among them."""
    return sorted(module for module, path in rtl.modules().items()
                  if rtl.modules().get(name) in rtl.sources(module))


def stale_proofs():
    units = proofs.load().get("units", {})
    for file in sorted(tools.ROOT.glob("tb/*/formal/*_fv.sv")):
        name = file.name[:-len("_fv.sv")]
        if name in units and units[name].get("sources") != proof_sources(tools.ROOT,
                                                                         read_wrapper(file)):
            yield name, "RTL or wrapper changed"


def stale_cost():
    committed = records.by_case(records.load())
    for case in configurations.cases():
        record = committed.get((case.unit, case.name))
        parts = [part for part, measured in (record or {}).get("measured", {}).items()
                 if measured != runs.stamp(case, part)]
        if parts:
            yield case.unit, f"{case.name}: {', '.join(parts)}"


def stale_units(entries):
    """Of coverage and mutants: name -> entry with "sources"."""
    for name, entry in sorted(entries.items()):
        unit = PurePath(name).stem
        if entry.get("sources") != unit_hash(unit):
            yield unit, "RTL changed" if entry.get("sources") else "not known on what RTL"


def stale_faults():
    stamped = hardness.load("faults").get("sources", {})
    for mechanism in sorted({row["mechanism"] for row in hardness.load("faults").get("rows", [])}):
        if (tools.ROOT / "rtl" / mechanism).exists() and \
                stamped.get(mechanism) != mechanism_hash(mechanism):
            yield mechanism, "RTL changed"


def stale_pages():
    stamps = load()
    for page in PAGES:
        then, now = stamps["pages"].get(page), page_stamp(page, stamps["digests"])
        if then is None:
            yield page, "has no stamp"
            continue
        why = [f"RTL of {name}" for name in now["rtl"] if then["rtl"].get(name) != now["rtl"][name]]
        why += [f"digest of the run `{name}`" for name in now["digests"]
                if then["digests"].get(name) != now["digests"][name]]
        if why:
            yield page, ", ".join(why) + " changed"


def stale():
    """(kind, what, why) of everything stale; kinds: proofs, cost, coverage, mutants, faults, pages."""
    kinds = {"proofs": stale_proofs(), "cost": stale_cost(),
             "coverage": stale_units(hardness.load("coverage").get("units", {})),
             "mutants": stale_units(hardness.load("mutation").get("files", {})),
             "faults": stale_faults(), "pages": stale_pages()}
    return [(kind, what, why) for kind, found in kinds.items() for what, why in found]


def times():
    """Seconds by unit and step of `make refresh`."""
    return json.loads(TIMES.read_text())["units"] if TIMES.exists() else {}
