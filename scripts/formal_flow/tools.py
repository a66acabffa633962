# SPDX-License-Identifier: Apache-2.0
"""Runs Yosys, yosys-smtbmc and sed for the formal checks, with limits on time and memory."""

import hashlib
import os
import re
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field

# Bit-sliced ripples share terms: without --unroll z3 expands them exponentially.
SMTBMC = ["yosys-smtbmc", "--unroll", "--noprogress", "-s", "z3"]
# A proof that nothing is found is quicker with z3's solver of whole bit-vector problems; an example
# is found sooner by going from clock to clock.
WHOLE = ["--noincr"]


class ToolError(Exception):
    """A tool that failed; the message is for the user."""


class Limits:
    def __init__(self, seconds, megabytes):
        self.seconds, self.megabytes = seconds, megabytes
        self._running, self._lock, self.stopped = set(), threading.Lock(), False

    def run(self, command, cwd):
        """(exit code, output); "timeout" for the code when the time is over."""
        command = ["prlimit", f"--as={self.megabytes << 20}", "--core=0", *command]
        with self._lock:
            if self.stopped:
                return "stopped", ""
            process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                       text=True, errors="replace", start_new_session=True)
            self._running.add(process)
        try:
            output = process.communicate(timeout=self.seconds)[0]
            return process.returncode, output
        except subprocess.TimeoutExpired:
            self._kill(process)
            return "timeout", process.communicate()[0]
        finally:
            with self._lock:
                self._running.discard(process)

    @staticmethod
    def _kill(process):
        try:  # its solver too
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def stop(self):
        """Ends what runs, and nothing starts any more."""
        with self._lock:
            self.stopped = True
            for process in self._running:
                self._kill(process)


def version(command):
    try:
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise ToolError(f"{command[0]} does not run; scripts/setup.sh formal installs it") from None
    found = re.search(r"\d+\.\d+(\.\d+)?", text)
    return found.group() if found else text.strip()


def without_seconds(value):
    """Times differ from run to run and are no result."""
    if isinstance(value, dict):
        return {key: without_seconds(part) for key, part in value.items() if key != "seconds"}
    return [without_seconds(part) for part in value] if isinstance(value, list) else value


def without_comments(text):
    return [line for line in text.splitlines() if not line.lstrip().startswith("//")]


def edited(path, edit, target):
    """Writes `path` changed by the sed script `edit` to `target`; comments do not count."""
    done = subprocess.run(["sed", "-e", edit, str(path)], capture_output=True, text=True)
    if done.returncode != 0:
        raise ToolError(f"sed: {done.stderr.strip()}")
    if without_comments(done.stdout) == without_comments(path.read_text()):
        raise ToolError("the edit changes nothing")
    target.write_text(done.stdout)


@dataclass
class Design:
    """What Yosys made of a wrapper: the cells of its properties and files for the solver."""
    asserts: list = field(default_factory=list)  # cell names, with the path of instances
    covers: list = field(default_factory=list)
    files: dict = field(default_factory=dict)    # "proof", "cover" or a property's name


def short(cell):
    """The property's name: the last part of the cell's, after the instances."""
    return cell.rsplit(".", 1)[-1]


def needed(root, wrapper):
    """Files of the modules that the wrapper names, directly or not: a slip elsewhere is not its."""
    def modules_of(pattern):
        return {path.stem: path for path in sorted(root.glob(pattern))
                if not path.stem.endswith(("_fv", "_pkg"))}

    modules = modules_of("tb/*/formal/*.sv")
    modules.update((name, path) for name, path in modules_of("rtl/*/*.sv").items()
                   if name not in wrapper.abstract)
    found, texts = {}, [wrapper.path]
    while texts:
        words = set(re.findall(r"\w+", "\n".join(without_comments(texts.pop().read_text()))))
        for name in sorted(words & set(modules) - set(found)):
            found[name] = modules[name]
            texts.append(modules[name])
    return list(found.values())


def named_packages(root, paths):
    """Packages that the files name, directly or by another package: the others do not reach them."""
    packages = {path.stem: path for path in sorted(root.glob("rtl/*/*_pkg.sv"))}
    found, texts = set(), list(paths)
    while texts:
        words = set(re.findall(r"\w+", "\n".join(without_comments(texts.pop().read_text()))))
        new = words & set(packages) - found
        found |= new
        texts += [packages[name] for name in new]
    return [packages[name] for name in sorted(found)]


def sources(root, wrapper):
    """A digest of all that a unit's results depend on, but for the tools. The wrapper's comments say what
    is to be done; those of other files say nothing that is proved."""
    digest = hashlib.sha256(wrapper.path.read_bytes())
    files = needed(root, wrapper)
    for path in [*named_packages(root, [wrapper.path, *files]), *files]:
        code = "\n".join(without_comments(path.read_text()))
        digest.update(" ".join([path.name, *code.split()]).encode())
    return digest.hexdigest()[:16]


def elaborate(root, wrapper, parameters, work, limits, replaced=None, alone=()):
    """Builds the design in `work`. `replaced`: {path: edited path}. With names in `alone` it writes,
    for each of them, a design that has no other assertion; otherwise the whole one."""
    replaced = replaced or {}
    work.mkdir(parents=True, exist_ok=True)
    script = []
    packages = sorted(root.glob("rtl/*/*_pkg.sv"))
    for path in packages:
        script.append(f"read_verilog -sv -formal {replaced.get(path, path)}")
    for path in needed(root, wrapper):
        script.append(f"read_verilog -sv -formal -defer {replaced.get(path, path)}")
    script.append(f"read_verilog -sv -formal {replaced.get(wrapper.path, wrapper.path)}")
    if parameters:
        values = "".join(f"-set {name} {value} " for name, value in parameters.items())
        script.append(f"chparam {values}{wrapper.top}")
    script += [f"prep -flatten -top {wrapper.top}", "memory_map", "opt", "async2sync", "dffunmap",
               f"tee -q -o {work}/asserts select -list t:$assert",
               f"tee -q -o {work}/covers select -list t:$cover", "design -save whole"]
    design = Design()

    def write(name, *commands):
        design.files[name] = work / f"{name}.smt2"
        script.extend(["design -load whole", *commands, "opt_clean -purge",
                       f"write_smt2 -wires {design.files[name]}"])

    if alone:
        for name in alone:
            write(name, "chformal -cover -remove",
                  f"select -set others t:$assert c:{name} c:*.{name} %u %d",
                  "chformal -assert -remove @others", "select -clear")
    else:
        write("proof", "chformal -cover -remove")
        write("cover", "chformal -assert -remove")
    (work / "build.ys").write_text("\n".join(script) + "\n")
    code, output = limits.run(["yosys", "-q", "-s", str(work / "build.ys")], root)
    if code != 0:
        raise ToolError(f"yosys ({code}): " + "\n".join(output.strip().splitlines()[-6:]))
    for kind in ("asserts", "covers"):
        cells = [line.split("/", 1)[1] for line in (work / kind).read_text().split()]
        setattr(design, kind, sorted(cells, key=short))
    return design


@dataclass
class Outcome:
    result: str         # passed, failed, timeout, or what went wrong
    seconds: float
    clock: object = None  # that of the failure
    named: tuple = ()   # failed asserts, unreached covers
    reached: int = 0


def solve(smt2, mode, depth, limits):
    """One run of yosys-smtbmc: mode "base", "stepwise" (the same clock by clock), "induction", "cover"
    or, expected to fail, "mutant"."""
    options = {"base": WHOLE, "induction": [*WHOLE, "-i"], "cover": ["-c"], "mutant": [],
               "stepwise": []}[mode]
    start = time.monotonic()
    code, output = limits.run([*SMTBMC, *options, "-t", str(depth), str(smt2)], smt2.parent)
    smt2.with_suffix(f".{mode}.log").write_text(output)
    outcome = Outcome("failed", time.monotonic() - start)
    steps = re.findall(r"(?:in|for) step (\d+)", output)
    outcome.clock = int(steps[-1]) if steps else None
    if mode == "cover":
        outcome.named = tuple(short(name) for name in
                              re.findall(r"Unreached cover statement at (\S+?)\.?$", output, re.M))
        outcome.reached = len(set(re.findall(r"Reached cover statement at (\S+) in step", output)))
    else:
        outcome.named = tuple(dict.fromkeys(
            short(name) for name in re.findall(r"Assert failed in \S+ (\S+)", output)))
    if code == "timeout":
        outcome.result = f"timeout after {limits.seconds} s"
    elif code == 0 and "Status: PASSED" in output:
        outcome.result = "passed"
    elif "Status: FAILED" not in output:
        outcome.result = "solver: " + " ".join(output.strip().splitlines()[-2:])[-200:]
    return outcome
