# SPDX-License-Identifier: Apache-2.0
"""A copy of the tree with examples in it: to make, to build, to run, and to report what was found."""

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
    """Copies an example's files; returns those that were there already (there must be none)."""
    replaced = []
    source = DEVELOPER / name
    for path in sorted(source.rglob("*")):
        if path.is_file():
            target = folder / path.relative_to(source)
            if target.exists():
                replaced.append(str(target.relative_to(folder)))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
    return replaced


def build(folder, jobs, variants, targets):
    configure = run(["cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCHOKEPOINT_TESTS=ON",
                     f"-DCHOKEPOINT_ONLY_VARIANTS=^({'|'.join(variants)})$",
                     "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0"], folder, 120)
    if not report("configures", configure.returncode == 0, configure.stdout):
        return False
    made = run(["cmake", "--build", "build", "-j", jobs, "--target", *targets], folder, 1200)
    return report("builds without warnings", made.returncode == 0, made.stdout)


def options(settings):
    return [word for setting in settings for word in ("--set", setting)]
