#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the FuseSoC cores (*.core) and Bender.yml true: files, order, dependencies, versions.

usage: check_manifests.py [--root DIR] [--no-tools] [--write] [--files CORE [--target TARGET]]

Prints a line "pass ..." or "FAIL ..." for each check; the exit code is 1 if one failed. Without
--no-tools every lint target's files are also given to Verilator, in the manifest's order and alone.
--write brings the lists of files up to date with rtl/, in an order that compiles, and the versions;
a folder of rtl/ without a core gets one.
--files prints a target's files, dependencies first, for tools that know neither manifest.
The schema of Bender.yml is checked against Bender's documentation, not by Bender.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
CORE_KEYS = {"CAPI=2", "name", "description", "filesets", "targets", "parameters"}
FILESET_KEYS = {"files", "file_type", "depend"}
TARGET_KEYS = {"description", "filesets", "toplevel", "flow", "flow_options", "parameters"}
PACKAGE_KEYS, MANIFEST_KEYS = {"name", "authors"}, {"package", "dependencies", "sources"}
GROUP_KEYS = {"files", "target", "include_dirs", "defines"}
TARGET_EXPRESSION = re.compile(r"^(\*|[\w-]+|(any|all|not)\([\w\s,()*-]+\))$")


class Sources:
    """What each SystemVerilog file of the tree defines and uses."""

    def __init__(self, root):
        self.root = root
        self.paths = sorted(path.relative_to(root).as_posix() for folder in ("rtl", "examples")
                            for path in (root / folder).rglob("*.sv"))
        self.waivers = sorted(path.relative_to(root).as_posix()
                              for path in root.glob("rtl/*/*.vlt"))
        text = {path: self.code(path) for path in self.paths}
        self.home = {name: path for path in self.paths
                     for name in re.findall(r"^\s*(?:module|package)\s+(\w+)", text[path], re.M)}
        modules = {name for path in self.paths
                   for name in re.findall(r"^\s*module\s+(\w+)", text[path], re.M)}
        self.packages, self.instances = {}, {}
        for path in self.paths:
            used = set(re.findall(r"\b(\w+)::", text[path]))
            self.packages[path] = {name for name in used
                                   if self.home.get(name) != path and name.endswith("_pkg")}
            self.instances[path] = modules & set(
                re.findall(r"^\s*(\w+)\s+(?:#\s*\(|\w+\s*\()", text[path], re.M))

    def code(self, path):
        text = re.sub(r"//.*|/\*.*?\*/", "", (self.root / path).read_text())
        return text

    def ordered(self, paths):
        """Packages first, then a file after all that it instantiates."""
        result, left = [], sorted(paths, key=lambda path: (not path.endswith("_pkg.sv"), path))
        while left:
            for path in left:
                needs = {self.home.get(name) for name in self.packages[path] | self.instances[path]}
                if not needs & set(left) - {path}:
                    break
            else:
                raise ValueError(f"files that need each other: {left}")
            result.append(path)
            left.remove(path)
        return result


def project_version(root):
    match = re.search(r"project\(chokepoint VERSION ([\d.]+)",
                      (root / "CMakeLists.txt").read_text())
    return match.group(1)


class Core:
    """A core file; paths are relative to the root. Raises ValueError, KeyError for a bad one."""

    def __init__(self, root, path):
        self.path, self.folder = path.relative_to(root).as_posix(), path.parent
        if not path.read_text().startswith("CAPI=2:\n"):
            raise ValueError("the first line is not `CAPI=2:`")
        self.data = yaml.safe_load(path.read_text())
        check_keys("core", self.data, CORE_KEYS, {"name", "description", "filesets", "targets"})
        self.name, _, self.version = self.data["name"].rpartition(":")
        if not re.match(r"^\w+:\w+:\w+$", self.name):
            raise ValueError(f"name {self.data['name']} is not vendor:library:name:version")
        self.filesets, self.depend = {}, set()
        for name, fileset in self.data["filesets"].items():
            check_keys(f"fileset {name}", fileset, FILESET_KEYS, {"file_type"})
            self.filesets[name] = [(path.parent / entry).relative_to(root).as_posix()
                                   for entry in fileset.get("files", [])]
            self.depend |= set(fileset.get("depend", []))
        self.files = [entry for fileset in self.filesets.values() for entry in fileset]
        for name, target in self.data["targets"].items():
            check_keys(f"target {name}", target, TARGET_KEYS, {"filesets"})
            for fileset in self.filesets_of(name):
                if fileset not in self.filesets:
                    raise ValueError(f"target {name}: no fileset {fileset}")
            unknown = set(target.get("parameters", [])) - set(self.data.get("parameters", {}))
            if unknown:
                raise ValueError(f"target {name}: no parameter {sorted(unknown)}")
        if not {"default", "lint"} <= set(self.data["targets"]):
            raise ValueError("targets default and lint are not both there")

    def filesets_of(self, target):
        return self.data["targets"][target]["filesets"]

    def target_files(self, target):
        return [entry for fileset in self.filesets_of(target) for entry in self.filesets[fileset]]

    def depends_of(self, target):
        return [name for fileset in self.filesets_of(target)
                for name in self.data["filesets"][fileset].get("depend", [])]


def check_keys(where, value, allowed, needed=frozenset()):
    if not isinstance(value, dict):
        raise ValueError(f"{where}: not a table")
    if set(value) - allowed or needed - set(value):
        raise ValueError(f"{where}: unknown {sorted(set(value) - allowed)}, "
                         f"missing {sorted(needed - set(value))}")


def flattened(cores, core, target, seen=None):
    """A target's files with those of the cores it depends on before them, as FuseSoC gives them."""
    seen = set() if seen is None else seen
    files = []
    for name in core.depends_of(target):
        if name not in seen and name in cores:
            seen.add(name)
            files += flattened(cores, cores[name], "default", seen)
    return files + core.target_files(target)


def order_problems(sources, files):
    """What is used before, or without, the file that defines it."""
    problems, earlier, all_files = [], set(), set(files)
    for path in files:
        for package in sorted(sources.packages.get(path, ())):
            if sources.home.get(package) not in earlier:
                problems.append(f"{path} uses {package}, which is not in a file before it")
        for module in sorted(sources.instances.get(path, ())):
            if sources.home[module] not in all_files:
                problems.append(f"{path} instantiates {module}, which no file defines")
        earlier.add(path)
    return problems


def once_problems(wanted, listed):
    problems = [f"{path} is listed {listed.count(path)} times" for path in wanted
                if listed.count(path) != 1]
    return problems + [f"{path} is listed, but is no such file"
                       for path in sorted(set(listed) - set(wanted))]


def dependence_problems(cores, core, sources):
    """Dependencies that are missing or not needed; common's waivers are for everybody."""
    owner = {path: name for name, other in cores.items() for path in other.files}
    own = core.data["name"]
    needed = {owner.get(sources.home.get(name)) for path in core.files if path in sources.packages
              for name in sources.packages[path] | sources.instances[path]} - {own, None}
    problems = [f"depends on {name}, which is no core here" for name in sorted(core.depend)
                if name not in cores]
    problems += [f"needs {name}, but does not depend on it"
                 for name in sorted(needed - core.depend)]
    return problems + [f"depends on {name} and uses nothing of it" for name in sorted(
        core.depend - needed) if name in cores and not cores[name].name.endswith(":common")]


def bender_files(entries, where="sources"):
    """Paths of a Bender source list in their order; raises ValueError by Bender's schema."""
    if not isinstance(entries, list) or not entries:
        raise ValueError(f"{where}: not a list of files and groups")
    files = []
    for entry in entries:
        if isinstance(entry, str):
            files.append(entry)
            continue
        check_keys(where, entry, GROUP_KEYS, {"files"})
        if not TARGET_EXPRESSION.match(str(entry.get("target", "*"))):
            raise ValueError(f"{where}: target {entry['target']} is no expression")
        files += bender_files(entry["files"], where)
    return files


def read_bender(path):
    data = yaml.safe_load(path.read_text())
    check_keys("Bender.yml", data, MANIFEST_KEYS, {"package", "sources"})
    check_keys("package", data["package"], PACKAGE_KEYS, {"name"})
    if not re.match(r"^[a-z][\w-]*$", str(data["package"]["name"])):
        raise ValueError("package: the name is not a word")
    return bender_files(data["sources"])


def verilator_problem(root, files, top):
    """Nothing but the manifest's files, in its order: no -y. Absolute paths suit the waivers."""
    command = ["verilator", "--lint-only", "-Wall", *(["--top-module", top] if top else []),
               *(str(root.resolve() / path) for path in files)]
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                text=True, timeout=600)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [str(error)]
    return result.stdout.splitlines()[:10] if result.returncode or result.stdout.strip() else []


def files_of(root, name, target):
    """Paths of a core's target as they compile; name: the core's, or its third part."""
    cores = [Core(root, path) for path in [*root.glob("*.core"), *root.glob("examples/**/*.core")]]
    found = [core for core in cores if name in (core.name, core.name.split(":")[-1])]
    if not found or target not in found[0].data["targets"]:
        raise SystemExit(f"no target {target} of a core {name}; there are "
                         f"{', '.join(sorted(core.name for core in cores))}")
    return [str(root.resolve() / path) for path in
            flattened({core.data["name"]: core for core in cores}, found[0], target)]


def check(root, tools):
    """(name of the check, problems) of each check."""
    sources, version = Sources(root), project_version(root)
    cores = {}
    for path in [*sorted(root.glob("*.core")), *sorted(root.glob("examples/**/*.core"))]:
        name = path.relative_to(root).as_posix()
        try:
            core = Core(root, path)
            yield f"{name} schema", []
        except (ValueError, KeyError, AttributeError, TypeError, yaml.YAMLError) as error:
            yield f"{name} schema", [str(error)]
            continue
        yield f"{name} name", [f"{core.data['name']} is another core's"] \
            if core.data["name"] in cores else []
        cores[core.data["name"]] = core
    yield "there are cores", [] if cores else ["none"]
    yield "every file is in one core", once_problems(
        sources.paths + sources.waivers, [path for core in cores.values() for path in core.files])
    for core in cores.values():
        yield f"{core.path} version", [] if core.version == version else [
            f"{core.version}, the project's is {version}"]
        yield f"{core.path} dependencies", dependence_problems(cores, core, sources)
        for target in core.data["targets"]:
            files = flattened(cores, core, target)
            top = core.data["targets"][target].get("toplevel")
            problems = order_problems(sources, files)
            if top is not None and sources.home.get(top) not in files:
                problems.append(f"toplevel {top} is in none of the files")
            yield f"{core.path} {target} order", problems
            if tools and target.startswith("lint"):
                yield f"{core.path} {target} compiles", verilator_problem(root, files, top)
    try:
        files = read_bender(root / "Bender.yml")
    except (ValueError, OSError, yaml.YAMLError) as error:
        yield "Bender.yml schema", [str(error)]
        return
    yield "Bender.yml schema", []
    yield "every file is in Bender.yml", once_problems(sources.paths, files)
    yield "Bender.yml order", order_problems(sources, files)
    if tools:
        benches = [path for path in files if path.endswith("_tb.sv")]  # not for lint
        yield "Bender.yml compiles", verilator_problem(
            root, sources.waivers + [path for path in files if path not in benches], "cbcm_switch")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--no-tools", action="store_true", help="do not run Verilator")
    parser.add_argument("--write", action="store_true", help="update the manifests, then check")
    parser.add_argument("--files", metavar="CORE", help="print the files of a core")
    parser.add_argument("--target", default="lint", help="with --files; default: lint")
    arguments = parser.parse_args()
    if arguments.files:
        print(*files_of(arguments.root, arguments.files, arguments.target), sep="\n")
        return 0
    if arguments.write:
        import manifest_writer  # only here: checking needs nothing that writes
        manifest_writer.write(arguments.root, Sources(arguments.root),
                              project_version(arguments.root))
    failed = 0
    for name, problems in check(arguments.root, not arguments.no_tools):
        print(f"{'FAIL' if problems else 'pass'} manifests {name}", *problems, sep="\n  ",
              flush=True)
        failed += bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
