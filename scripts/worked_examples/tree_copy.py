# SPDX-License-Identifier: Apache-2.0
"""A copy of the tree with examples in it, and the programs that have them: to make, to build, to run, and
to report what was found."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DEVELOPER = ROOT / "docs" / "developer"
SCENARIO = "sim/scenarios/quickstart.toml"


def report(name, good, detail=""):
    report.failed += not good
    print(f"{'pass' if good else 'FAIL'} examples: {name}{'' if good else ': ' + detail[-600:]}",
          flush=True)
    return good


report.failed = 0


def run(command, folder, limit):
    return subprocess.run([str(word) for word in command], cwd=folder, text=True, timeout=limit,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


def copy_tree(folder):
    """What git knows or would add, so that a tree with changes is tried as it is."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    for name in names.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def add_example(name, folder):
    """Copies an example's files; returns its C++ sources, and files that were there already (there
    must be none)."""
    sources, replaced = [], []
    source = DEVELOPER / name
    for path in sorted(source.rglob("*")):
        if path.is_file():
            target = folder / path.relative_to(source)
            if path.suffix == ".cpp":
                sources.append(str(path.relative_to(source / "sim")))
            if target.exists():
                replaced.append(str(target.relative_to(folder)))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    return sources, replaced


def configure(folder, sources, variants):
    """The copy's build must know the examples' sources and variants without another change."""
    made = run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCHOKEPOINT_UNITY_BUILD=OFF"], folder, 120)
    if not report("the tree with them configures", made.returncode == 0, made.stdout):
        return
    steps = run(["ninja", "-C", "build", "-t", "targets", "all"], folder, 60).stdout
    for source in sources:
        report(f"the build has {source}", source in steps)
    for variant in variants:
        report(f"the build has variant {variant}", f"\nvariant_{variant}:" in steps)


def build(folder, jobs):
    """The programs of tb/examples, in the project's build folder."""
    made = run(["cmake", "--build", folder, "-j", jobs, "--target", "chokepoint_examples",
                "tb_routing_examples"], ROOT, 1200)
    return report("builds without warnings", made.returncode == 0, made.stdout)


def options(settings):
    return [word for setting in settings for word in ("--set", setting)]
