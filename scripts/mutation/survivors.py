# SPDX-License-Identifier: Apache-2.0
"""Reviewed survivors: mutants that no test can tell from the RTL, each with the reason."""

import tomllib

from .build import ROOT

FILE = ROOT / "scripts/mutation/survivors.toml"
KEYS = ("file", "what", "old", "new")


def load(path=FILE):
    """Entries of file (rtl/x/y.sv), what, old, new, reason; `text`, a part of the source line,
    where the same edit is possible in several lines."""
    entries = tomllib.loads(path.read_text()).get("survivor", [])
    for entry in entries:
        if not set(KEYS) | {"reason"} <= set(entry):
            raise ValueError(f"a survivor lacks a key: {entry}")
    return entries


def line_of(mutant):
    return (ROOT / mutant.file).read_text().splitlines()[mutant.line - 1]


def matches(entry, mutant):
    return (all(entry[key] == getattr(mutant, key) for key in KEYS)
            and entry.get("text", "") in line_of(mutant))


def reason_of(entries, mutant):
    """The reason, or None; an entry that has met a mutant is marked."""
    for entry in entries:
        if matches(entry, mutant):
            entry["met"] = True
            return entry["reason"]
    return None
