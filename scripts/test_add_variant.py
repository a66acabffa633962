#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run that lacks a Verilated variant gets it from scripts/add_variant.py, once.

usage: test_add_variant.py [BUILD]    (default: build)
BUILD is as before afterwards. A line "pass variant ..." or "FAIL variant ..." for each case.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
KEPT = BUILD / "variants.json"
RUN = [BUILD / "chokepoint", "run", ROOT / "sim/scenarios/quickstart.toml", "--json", "--quiet",
       "--set", "mechanism.sample_interval=1", "--set", "mechanism.num_samples=90", "--set",
       "run.measure=2000", "--engine"]
failed = 0


def call(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=ROOT,
                          check=False)


def add(*words):
    return call(ROOT / "scripts/add_variant.py", "--build", BUILD, *words)


def report(name, good, run):
    global failed
    failed += not good
    print(f"{'pass' if good else 'FAIL'} variant {name}", flush=True)
    if not good:
        print(f"  exit {run.returncode}\n{run.stdout[-2000:]}{run.stderr[-2000:]}\n"
              f"  again: scripts/test_add_variant.py {BUILD}")


def refused(name, code, text, *words):
    run = add(*words)
    report(name, run.returncode == code and text in run.stderr and not KEPT.exists(), run)


def main():
    before = KEPT.read_text() if KEPT.exists() else None
    KEPT.unlink(missing_ok=True)
    try:
        refused("unknown module", 2, "no module cbcm_ruter", "cbcm_ruter", "Radix=8")
        refused("unknown parameter", 2, "has no parameter Radius", "cbcm_router", "Radius=8")
        refused("no number", 2, "a whole number is expected", "cbcm_router", "Radix=eight")
        refused("illegal value is not kept", 1, "was not kept", "packet_marker", "Radix=2")
        run = call(*RUN, "rtl")
        report("the run names the command", run.returncode == 2 and
               "scripts/add_variant.py cbcm_router Radix=7" in run.stderr, run)
        model = call(*RUN, "model")
        run = add("--for", *RUN, "rtl")
        built = run.returncode == 0 and "is built" in run.stdout
        report("built on demand", built, run)
        if built:
            digest = json.loads(run.stdout[run.stdout.index("{"):])["digest"]
            report("the same digest as the model", digest == json.loads(model.stdout)["digest"],
                   run)
            run = call(*RUN, "rtl")
            report("found from then on", run.returncode == 0, run)
            run = call("cmake", "--build", BUILD, "--target", "chokepoint")
            report("not built again", "no work to do" in run.stdout, run)
    finally:
        KEPT.unlink(missing_ok=True)
        if before is not None:
            KEPT.write_text(before)
        for folder in BUILD.glob("verilated/cbcm_router_r7*"):
            shutil.rmtree(folder, ignore_errors=True)
        for library in BUILD.glob("variants/cbcm_router_r7*"):
            library.unlink()
        restored = call("cmake", "-S", ROOT, "-B", BUILD)
        if restored.returncode == 0:
            restored = call("cmake", "--build", BUILD, "--target", "chokepoint")
        report("the build folder is as before", restored.returncode == 0, restored)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
