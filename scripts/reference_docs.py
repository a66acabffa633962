#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/reference/generated/rtl.md: parameters and ports of every RTL module.

The text comes from the `///` comments above parameters and ports in rtl/*/*.sv. With --check
nothing is written; the exit code is 1 if the page in the tree is not what would be written.
"""

import argparse
import difflib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/generated/rtl.md"
PARAMETER = re.compile(r"^(parameter|localparam)\s+(?:[\w:]+\s+)*?(\w+)\s*=\s*(.*)$")
PORT = re.compile(r"^(input|output)\s+(?:logic|wire)?\s*([\w:]+_[te]\b)?\s*(\[[^\]]*\])?\s*(\w+)\s*$")


class Unreadable(Exception):
    """A module head that this script does not understand."""


def head_of(path):
    """The module's name and the lines from `module` to the `);` that ends its ports."""
    lines = path.read_text().splitlines()
    for first, line in enumerate(lines):
        match = re.match(r"^module (\w+)", line)
        if match:
            for last in range(first + 1, len(lines)):
                if lines[last].strip() == ");":
                    return match.group(1), without_formal(lines[first + 1:last])
            raise Unreadable(f"{path}: no line with only `);` ends the head of {match.group(1)}")
    return None, []


def without_formal(lines):
    """The lines outside `ifdef FORMAL: ports for proofs belong to nobody's design."""
    kept, formal = [], False
    for line in lines:
        if line.startswith("`ifdef FORMAL"):
            formal = True
        elif formal and line.startswith("`endif"):
            formal = False
        elif not formal:
            kept.append(line)
    return kept


def purpose_of(path):
    """The sentence of purpose: the comment after the SPDX line, up to the first blank one."""
    words = []
    for line in path.read_text().splitlines()[1:]:
        text = line[2:].strip() if line.startswith("//") else ""
        if not text:
            break
        words.append(text)
    return " ".join(words)


def items_of(path, lines):
    """Parameters, localparams, ports in their order: dicts of kind, name, width or value, doc."""
    items, doc, pending = [], [], ""
    for line in lines:
        text = line.strip()
        if text.startswith("///"):
            doc.append(text[3:].strip())
            continue
        text = re.sub(r"/\*.*?\*/", "", text.split("//")[0]).strip()
        if not text or text.startswith((")", "`")) or text == "#(":
            continue
        pending = f"{pending} {text}".strip()
        # A value may go on over several lines: it ends with a comma outside brackets, or with the
        # list.
        depth = sum(pending.count(c) for c in "([{") - sum(pending.count(c) for c in ")]}")
        ends = text.endswith(",") and depth == 0
        following = next_code(lines, line)
        if not ends and following is not None and not following.startswith(")"):
            continue
        declaration, pending = re.sub(r"\s+", " ", pending.rstrip(",")).strip(), ""
        parameter, port = PARAMETER.match(declaration), PORT.match(declaration)
        if parameter:
            items.append({"kind": parameter.group(1), "name": parameter.group(2),
                          "value": parameter.group(3), "doc": " ".join(doc)})
        elif port:
            width = port.group(3) or (f"`{port.group(2)}`" if port.group(2) else "")
            items.append({"kind": port.group(1), "name": port.group(4), "value": width,
                          "doc": " ".join(doc)})
        else:
            raise Unreadable(f"{path}: cannot read `{declaration}`")
        doc = []
    return items


def next_code(lines, current):
    """The next line of code after `current` (the very object), or None."""
    found = False
    for line in lines:
        if found:
            text = line.strip()
            if text and not text.startswith(("//", "/*", "`")):
                return text
        elif line is current:
            found = True
    return None


def width_text(value):
    """`[N-1:0]` as N, other ranges as written, no range as 1."""
    if not value:
        return "1"
    match = re.match(r"^\[(.*)-1:0\]$", value)
    if match:
        return f"`{match.group(1)}`"
    match = re.match(r"^\[(\d+):0\]$", value)
    return str(int(match.group(1)) + 1) if match else value if value[0] == "`" else f"`{value}`"


def cell(text):
    return text.replace("|", "\\|")


def module_page(path):
    name, lines = head_of(path)
    if name is None:
        return ""
    items = items_of(path, lines)
    relative = path.relative_to(ROOT)
    contracts = ROOT / "docs/reference"
    contract = next((page for page in (contracts / path.parent.name / f"{name}.md",
                                       contracts / f"{name}.md") if page.exists()), None)
    text = f"\n## {name}\n{purpose_of(path)}\n\nSource: [`{relative}`](../../../{relative})."
    if contract is not None:
        text += f" Contract: [{name}](../{contract.relative_to(contracts)})."
    text += "\n"
    parameters = [item for item in items if item["kind"] == "parameter"]
    ports = [item for item in items if item["kind"] in ("input", "output")]
    if not ports:
        raise Unreadable(f"{path}: no ports found")
    if parameters:
        text += "\n| parameter | default | meaning |\n|---|---|---|\n"
        for item in parameters:
            text += f"| `{item['name']}` | `{item['value']}` | {cell(item['doc'])} |\n"
    text += "\n| port | direction | width | meaning |\n|---|---|---|---|\n"
    for item in ports:
        text += (f"| `{item['name']}` | {item['kind'][:-3]} | {width_text(item['value'])} | "
                 f"{cell(item['doc'])} |\n")
    return text


def page():
    text = ("# RTL modules: parameters and ports\n\n"
            "Made by `scripts/reference_docs.py` from the `///` comments in `rtl/`; a test compares "
            "it.\nWhat the ports mean in time is in each unit's contract page; what all share is in "
            "[conventions](../conventions.md).\n")
    for path in sorted(ROOT.glob("rtl/*/*.sv")):
        if not path.stem.endswith("_pkg"):
            text += module_page(path)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    arguments = parser.parse_args()
    try:
        text = page()
    except Unreadable as error:
        print(f"reference_docs: {error}", file=sys.stderr)
        return 1
    if not arguments.check:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(text)
        return 0
    current = PAGE.read_text() if PAGE.exists() else ""
    if current == text:
        return 0
    sys.stdout.writelines(list(difflib.unified_diff(
        current.splitlines(keepends=True), text.splitlines(keepends=True), str(PAGE), "rtl/",
        n=1))[:40])
    print("\nregenerate: scripts/reference_docs.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
