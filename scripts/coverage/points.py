# SPDX-License-Identifier: Apache-2.0
"""Verilator's coverage points: read from its files, merged over tests, variants and instances."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = ("line", "branch", "toggle", "user")
# A bit has toggled when it has changed and changed back.
NEEDED = {"line": 1, "branch": 1, "toggle": 2, "user": 1}


def tree_path(name):
    """The path inside the project of a file as Verilator names it; None: not the project's."""
    for folder in ("rtl/", "tb/coverage/"):
        at = name.rfind("/" + folder)
        if at >= 0:
            return name[at + 1:]
    return None


def read(path):
    """Yields (file, line, column, kind, text, lines, count) of every point of one file."""
    with open(path, errors="replace") as stream:
        for row in stream:
            if not row.startswith("C '"):
                continue
            body, _, count = row[3:].rstrip().rpartition("' ")
            fields = dict(part.split("\x02", 1) for part in body.split("\x01") if "\x02" in part)
            file = tree_path(fields.get("f", ""))
            page = fields.get("page", "")
            kind = page.partition("/")[0].removeprefix("v_")
            if file is None or kind not in KINDS:
                continue
            yield (file, int(fields["l"]), int(fields.get("n", 0)), kind, fields.get("o", ""),
                   fields.get("S", ""), int(count))


def spans(text):
    """Line numbers of "3,5-7"."""
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


class Module:
    """Counts of one RTL file."""

    def __init__(self):
        self.lines = {}     # number -> count
        self.branches = {}  # (number, column, which) -> count
        self.toggles = {}   # signal with index -> count
        self.users = {}     # name -> count


def unit_of(file):
    """rtl/cbcm/x.sv and tb/coverage/cbcm/x_cover.sv: "cbcm/x"."""
    path = Path(file)
    return f"{path.parent.name}/{path.stem.removesuffix('_cover')}"


def constant_lines(unit):
    """Lines of functions without arguments: evaluated when the design is elaborated."""
    path = ROOT / "rtl" / f"{unit}.sv"
    text = path.read_text() if path.exists() else ""
    found = set()
    for match in re.finditer(r"^  function [^;()]*\(\);.*?endfunction", text,
                             re.MULTILINE | re.DOTALL):
        first = text.count("\n", 0, match.start()) + 1
        found.update(range(first, first + match.group().count("\n") + 1))
    return found


def merge(files, without):
    """Module of every unit. `without(unit, signal)`: a memory, whose bits do not count."""
    modules, constant = {}, {}

    def add(table, key, count):
        table[key] = table.get(key, 0) + count

    for path in files:
        for file, line, column, kind, text, lines, count in read(path):
            module = modules.setdefault(unit_of(file), Module())
            if unit_of(file) not in constant:
                constant[unit_of(file)] = constant_lines(unit_of(file))
            bound = file.startswith("tb/")
            if not bound and line in constant[unit_of(file)]:
                continue
            if kind == "user" and bound:
                add(module.users, text.rpartition(".")[2], count)
            elif bound:
                continue
            elif kind == "toggle":
                if not without(unit_of(file), text):
                    add(module.toggles, text, count)
            elif kind in ("line", "branch"):
                for number in spans(lines):
                    add(module.lines, number, count)
                if kind == "branch":
                    # Verilator numbers the else of an if one column further.
                    add(module.branches, (line, column, text), count)
    return modules


def hit(kind, count):
    return count >= NEEDED[kind]


def table(module, kind):
    return {"line": module.lines, "branch": module.branches, "toggle": module.toggles,
            "user": module.users}[kind]


def signal_name(text):
    """A toggle point's signal without its indices."""
    return re.sub(r"\[.*", "", text)
