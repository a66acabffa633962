# SPDX-License-Identifier: Apache-2.0
"""Reviewed survivors: mutants that no test can tell from the RTL, each with the reason."""

import tomllib
from functools import lru_cache

from .build import ROOT

FILE = ROOT / "scripts/mutation/survivors.toml"
KEYS = ("what", "old", "new")


def load(path=FILE):
    """One entry a mutant: file (rtl/x/y.sv), reason, proved, what, old, new; `text`, a part of the
    source line, where the same edit is possible in several lines, and `nth`, which of them it is
    where these have the same text. One reason may have several mutants."""
    entries = []
    with_proof = proofs(path)
    for group in tomllib.loads(path.read_text()).get("survivor", []):
        if not {"file", "reason", "mutants"} <= set(group) or not group["mutants"]:
            raise ValueError(f"a survivor lacks a key: {group}")
        for mutant in group["mutants"]:
            if not set(KEYS) <= set(mutant) <= {*KEYS, "text", "nth"}:
                raise ValueError(f"a survivor of {group['file']} lacks a key: {mutant}")
            entries.append({**mutant, "file": group["file"], "reason": group["reason"],
                            "proved": group["file"] in with_proof
                            and group.get("proved", True)})
    return entries


def proofs(path=FILE):
    """How the mutants of a file are proved: top, parameter sets, assumptions."""
    return {proof["file"]: proof for proof in tomllib.loads(path.read_text()).get("proof", [])}


@lru_cache(maxsize=None)
def lines_of(file):
    return (ROOT / file).read_text().splitlines()


def matches(entry, mutant):
    """A mutant of a file that has become shorter since may be on a line that is gone."""
    return (entry["file"] == mutant.file
            and all(entry[key] == getattr(mutant, key) for key in KEYS)
            and entry.get("nth", mutant.nth) == mutant.nth
            and any(entry.get("text", "") in line
                    for line in lines_of(mutant.file)[mutant.line - 1:mutant.line]))


def entry_of(entries, mutant):
    """The mutant's entry, or None."""
    return next((entry for entry in entries if matches(entry, mutant)), None)


def reason_of(entries, mutant):
    """The reason, or None."""
    entry = entry_of(entries, mutant)
    return entry and entry["reason"]
