#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the documentation: commands run, links lead somewhere, generated pages are current.

Every fenced block marked `sh` in README.md and docs/ is run, the blocks of a page in order in one
scratch checkout of links. `make TARGET` is tried with make's dry run; everything else really runs.
Prints a line "pass ..." or "FAIL ..." for each check; the exit code is 1 if one failed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PER_BLOCK_SECONDS = 120
# What a reader would type; in a block of another kind it would escape the test.
COMMAND = re.compile(r"^\s*\$?\s*((build/)?chokepoint |make [a-z]|scripts/|cmake |ctest )",
                     re.MULTILINE)
FLIT = ROOT / "docs" / "developer" / "flit.md"
SWITCH = ROOT / "sim" / "switch"
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


class Report:
    def __init__(self):
        self.failed = 0

    def check(self, name, problem):
        if problem:
            self.failed += 1
            said = "\n  ".join(problem.strip().splitlines()[-30:])
            print(f"FAIL docs {name}\n  {said}", flush=True)
        else:
            print(f"pass docs {name}", flush=True)


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def fenced_blocks(text):
    """(line number, language, text) of every fenced block; a fence left open is an error."""
    blocks, language, start, lines = [], None, 0, []
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"^\s*```(.*)$", line)
        if fence and language is None:
            language, start, lines = fence.group(1).strip(), number, []
        elif fence:
            blocks.append((start, language, "\n".join(lines) + "\n"))
            language = None
        elif language is not None:
            lines.append(line)
    if language is not None:
        blocks.append((start, "unclosed", ""))
    return blocks


def anchors(path):
    """GitHub's anchors of a page's headings."""
    found = set()
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            title = line.lstrip("#").strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


def broken_links(page):
    broken = []
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for link in LINK.findall(text):
        if re.match(r"^[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        if not path.exists():
            broken.append(f"{link}: no such file")
        elif anchor and path.suffix == ".md" and anchor not in anchors(path):
            broken.append(f"{link}: no such heading")
    return "\n".join(broken)


def missing_functions(text):
    """Functions that the steps of FLIT name, `Class::function`, and sim/switch does not have."""
    headers = [path.read_text() for path in sorted(SWITCH.rglob("*.h"))]
    steps = re.findall(r"^\d+\. .*?(?=^\d+\. |^## |\Z)", text, re.MULTILINE | re.DOTALL)
    problems = [] if 5 <= len(steps) <= 10 else [f"{len(steps)} steps, at most ten are right"]
    for number, step in enumerate(steps, 1):
        names = re.findall(r"`(\w+)::(\w+)`", step)
        if not names:
            problems.append(f"step {number} names no function")
        for owner, function in names:
            bodies = [header.partition(f"class {owner} ")[2] for header in headers]
            if not any(re.search(rf"\b{function}\(", body) for body in bodies if body):
                problems.append(f"step {number}: sim/switch has no {owner}::{function}")
    return "\n".join(problems)


def scratch_checkout(folder, program):
    """A folder that looks like the checkout; what commands write stays in it."""
    for entry in ROOT.iterdir():
        if not entry.name.startswith((".git", "build", "results")):
            (folder / entry.name).symlink_to(entry)
    (folder / "build").mkdir()
    (folder / "build" / "chokepoint").symlink_to(program)


def run_block(text, folder):
    """Runs a block as a script; the problem as text, or an empty one."""
    # A function, so that a block may call make without building everything anew.
    prelude = 'set -euo pipefail\nmake() { command make --dry-run "$@" >/dev/null; }\n'
    environment = {**os.environ, "SKIP_SETUP": "1"}
    environment.pop("MAKEFLAGS", None)
    try:
        result = subprocess.run(["bash", "-c", prelude + text], cwd=folder, env=environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, errors="replace",
                                timeout=PER_BLOCK_SECONDS)
    except subprocess.TimeoutExpired:
        return f"took more than {PER_BLOCK_SECONDS} s:\n{text}"
    if result.returncode != 0:
        return f"exit code {result.returncode}:\n{text}{result.stdout}"
    return ""


def check_page(report, page, program):
    name = page.relative_to(ROOT)
    blocks = fenced_blocks(page.read_text())
    report.check(f"{name} links", broken_links(page))
    for line, language, text in blocks:
        if language == "unclosed":
            report.check(f"{name}:{line} fence", "the fence is never closed")
        elif language != "sh" and COMMAND.search(text):
            report.check(f"{name}:{line} marked", f"commands, but not marked sh:\n{text}")
    commands = [(line, text) for line, language, text in blocks if language == "sh"]
    if not commands:
        return 0
    folder = Path(tempfile.mkdtemp(prefix="chokepoint-docs-"))
    try:
        scratch_checkout(folder, program)
        for line, text in commands:
            report.check(f"{name}:{line} runs", run_block(text, folder))
    finally:
        shutil.rmtree(folder)
    return len(commands)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chokepoint", default="build/chokepoint")
    parser.add_argument("pages", nargs="*", help="only these; default: README.md and docs/")
    arguments = parser.parse_args()
    program = Path(arguments.chokepoint).resolve()
    if not program.exists():
        parser.error(f"{program} is missing; `make build` makes it")
    report = Report()
    chosen = [Path(page).resolve() for page in arguments.pages] or pages()
    ran = sum(check_page(report, page, program) for page in chosen)
    if not arguments.pages or FLIT in chosen:
        report.check("flit.md names functions that there are", missing_functions(FLIT.read_text()))
    if not arguments.pages:
        report.check("some blocks ran",
                     "" if ran >= 10 else f"only {ran} blocks marked sh were found")
        result = subprocess.run([sys.executable, ROOT / "scripts/reference_docs.py", "--check"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        report.check("reference/generated/rtl.md is current",
                     result.stdout if result.returncode else "")
        for drawing in sorted((ROOT / "docs").rglob("*.dot")):
            missing = not drawing.with_suffix(".svg").exists()
            report.check(f"{drawing.name} is drawn",
                         "no .svg beside it: make docs" if missing else "")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
