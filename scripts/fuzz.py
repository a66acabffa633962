#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Feeds the readers of outside text with mutated inputs (libFuzzer, address and undefined-behaviour
sanitizers, leak detection, a limit of memory and of time for each input).

usage: fuzz.py [--runs N] [--target NAME]... [--build DIR] [--corpus-only] [--coverage] [--minimise]

Builds tb_fuzz with clang in DIR (default build-fuzz), then gives each target of tb/fuzz its share of
N inputs (default 200000). New inputs that reach something new stay in DIR/fuzz/TARGET, so another
run goes on from there; they join the committed corpus with --minimise. Exit: 0 if nothing was
found; 1 if something was, with the input's file and the command that repeats it; 2 bad usage.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tb" / "fuzz" / "corpus"
FLAGS = ("-O1 -g1 -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow "
         "-fno-sanitize-recover=undefined -fno-omit-frame-pointer")
# A few small units are enough for a replay against RTL.
VARIANTS = "^(token_throttler_n16|packet_marker_r8|ecn_nic_n64|cct_limiter_n16)$"
# Share of the inputs and longest input; a target that is not named here gets 1 and 4096.
SHARE = {"scenario": 8, "traffic_list": 12, "unit_replay": 8, "names": 8, "measured_cost": 1,
         "command_line": 3}  # measured_cost is the slowest by far
LONGEST = {"names": 256, "traffic_list": 1024, "command_line": 1024, "unit_replay": 2048}
SECONDS, MEGABYTES = 10, 2048  # for an input
WORDS = ("sim/scenario/*.cpp", "sim/reader/*.cpp", "sim/mechanisms/*/config.cpp",
         "sim/cli/*_command.cpp", "sim/topology/*.cpp", "sim/traffic/*.cpp")
MOST_FILES = 75  # of a target's committed corpus


def target_names():
    """Every target but the one that tests the driver."""
    names = [path.name[:-len("_target.cpp")] for path in (ROOT / "tb/fuzz").glob("*_target.cpp")]
    return sorted(name for name in names if name != "self_test")


def compiler():
    """Clang with libFuzzer's library, or None."""
    for name in ("clang++-14", "clang++"):
        path = shutil.which(name)
        if path is None:
            continue
        library = subprocess.run([path, "-print-runtime-dir"], capture_output=True, text=True)
        if any(Path(library.stdout.strip()).glob("libclang_rt.fuzzer*")):
            return path
    return None


def build(folder):
    """tb_fuzz of the current sources."""
    clang = compiler()
    if clang is None:
        sys.exit("fuzz: no clang with libFuzzer: scripts/setup.sh fuzz")
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "fuzz_build.log"
    cache = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    commands = [["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCHOKEPOINT_TESTS=ON",
                 "-DCHOKEPOINT_FUZZ=ON", f"-DCMAKE_CXX_COMPILER={clang}",
                 f"-DCMAKE_C_COMPILER={clang.replace('clang++', 'clang')}",
                 f"-DCMAKE_CXX_FLAGS={FLAGS}",
                 "-DCMAKE_CXX_STANDARD_LIBRARIES=-latomic",  # clang calls what g++ has inline
                 f"-DCHOKEPOINT_ONLY_VARIANTS={VARIANTS}", *cache],
                ["cmake", "--build", folder, "--target", "tb_fuzz", "variants",
                 "-j", os.environ.get("JOBS", str(os.cpu_count()))]]
    start = time.monotonic()
    print(f"fuzz: building {folder}/tb_fuzz (log: {log})", flush=True)
    with open(log, "w") as out:
        for command in commands:
            if subprocess.run(command, stdout=out, stderr=subprocess.STDOUT).returncode != 0:
                lines = [x for x in log.read_text().splitlines() if "error" in x or "FAILED" in x]
                sys.exit("\n".join(lines[:20] + [f"fuzz: the build failed; the whole log: {log}"]))
    print(f"fuzz: built in {time.monotonic() - start:.0f} s", flush=True)
    return folder / "tb_fuzz"


def dictionary(folder):
    """Words of the keys and options, for the mutator."""
    words = set()
    for pattern in WORDS:
        for path in ROOT.glob(pattern):
            words.update(re.findall(r'"(-{0,2}[a-z][a-z0-9_-]{2,30})"', path.read_text()))
    words.update(["[[traffic]]", "#set ", "traffic.a.", "mechanism.", "network.", "run."])
    path = folder / "fuzz.dict"
    path.write_text("".join(f'"{word}"\n' for word in sorted(words)))
    return path


def environment():
    """Sanitizers: every kind of report ends the input."""
    return {**os.environ, "ASAN_OPTIONS": "detect_leaks=1:allocator_may_return_null=0",
            "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1"}


def fuzz(program, target, runs, folder, words, coverage):
    """One target: figures, and the file of a finding or None."""
    work, found = folder / "fuzz" / target, folder / "findings" / target
    for path in (work, found, CORPUS / target):
        path.mkdir(parents=True, exist_ok=True)
    before = set(found.iterdir())
    command = [program, target, work, CORPUS / target, f"-runs={runs}", f"-timeout={SECONDS}",
               f"-rss_limit_mb={MEGABYTES}", f"-malloc_limit_mb={MEGABYTES}",
               f"-max_len={LONGEST.get(target, 4096)}", f"-dict={words}", "-print_final_stats=1",
               f"-artifact_prefix={found}/", f"-print_coverage={int(coverage)}"]
    log = folder / f"fuzz_{target}.log"
    start = shown = time.monotonic()
    done = edges = counters = 0
    with open(log, "w") as out, subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", env=environment()) as process:
        for line in process.stdout:
            out.write(line)
            if match := re.match(r"#(\d+)\s.*cov: (\d+)", line):
                done, edges = int(match[1]), int(match[2])
                if time.monotonic() - shown > 30:
                    shown = time.monotonic()
                    print(f"  {target}: {done} of {runs} inputs, {edges} edges", flush=True)
            elif match := re.search(r"\((\d+) inline 8-bit counters\)", line):
                counters = int(match[1])
            elif match := re.match(r"stat::number_of_executed_units:\s*(\d+)", line):
                done = int(match[1])
    seconds = max(time.monotonic() - start, 0.001)
    new = sorted(set(found.iterdir()) - before)
    failed = process.returncode != 0
    print(f"{'FAIL' if failed else 'pass'} {target}: {done} inputs in {seconds:.0f} s "
          f"({done / seconds:.0f}/s), {edges} of {counters} edges", flush=True)
    if coverage:
        show_coverage(log)
    if not failed:
        return done, None
    report = [x for x in log.read_text(errors="replace").splitlines()
              if re.search(r"FINDING|ERROR: |runtime error|SUMMARY", x)]
    print("\n".join("  " + x for x in report[:8]))
    print(f"  the whole report: {log}")
    print(f"  repeat: {program} {target} {new[-1] if new else work}", flush=True)
    return done, new[-1] if new else work


def show_coverage(log):
    """Edges of the readers' own files, from libFuzzer's list of functions."""
    files = {}
    for line in log.read_text(errors="replace").splitlines():
        match = re.match(r"(?:UN)?COVERED_FUNC: hits: \d+ edges: (\d+)/(\d+) .*?/(sim/[^ :]+\.cpp):", line)
        if match:
            covered, total = files.get(match[3], (0, 0))
            files[match[3]] = covered + int(match[1]), total + int(match[2])
    for name, (covered, total) in sorted(files.items()):
        if covered:
            print(f"    {name}: {covered} of {total} edges")


def minimise(program, target, folder):
    """Few inputs that reach what the corpus and the found ones reach; those with a name stay."""
    small = folder / "fuzz_minimised" / target
    shutil.rmtree(small, ignore_errors=True)
    small.mkdir(parents=True)
    command = [program, target, "-merge=1", small, CORPUS / target,
               folder / "fuzz" / target]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, env=environment())
    for path in sorted((CORPUS / target).iterdir()):  # cases with a name are kept for what they are
        if re.fullmatch("[0-9a-f]{40}", path.name):
            path.unlink()
    kept = sorted(small.iterdir(), key=lambda path: path.stat().st_size)
    step = -(-len(kept) // MOST_FILES) or 1  # short and long ones
    for path in kept[::step]:  # a seed may have another name: the content's hash counts
        content = path.read_bytes()
        (CORPUS / target / hashlib.sha1(content).hexdigest()).write_bytes(content)
    if not kept:
        sys.exit(f"fuzz: merging the inputs of {target} failed")
    print(f"{target}: {len(list((CORPUS / target).iterdir()))} inputs in the corpus", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200000, help="inputs in all (200000)")
    parser.add_argument("--target", action="append", choices=target_names(), help="only this one")
    parser.add_argument("--build", type=Path, default=ROOT / "build-fuzz", help="build folder")
    parser.add_argument("--corpus-only", action="store_true", help="the corpus, nothing mutated")
    parser.add_argument("--coverage", action="store_true", help="edges reached, file by file")
    parser.add_argument("--minimise", action="store_true",
                        help="no fuzzing: put the fewest inputs that reach the same into the corpus")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs: give at least 1")
    folder = options.build.resolve()
    program = build(folder)
    names = options.target or target_names()
    if options.minimise:
        for name in names:
            minimise(program, name, folder)
        return 0
    words = dictionary(folder)
    shares = sum(SHARE.get(name, 1) for name in names)
    start, total, findings = time.monotonic(), 0, []
    for name in names:
        runs = 0 if options.corpus_only else max(1, options.runs * SHARE.get(name, 1) // shares)
        done, finding = fuzz(program, name, runs, folder, words, options.coverage)
        total += done
        findings += [finding] if finding else []
    print(f"fuzz: {total} inputs of {len(names)} targets in {time.monotonic() - start:.0f} s, "
          f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
