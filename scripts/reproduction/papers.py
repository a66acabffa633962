# SPDX-License-Identifier: Apache-2.0
"""The papers: each folder beside this file that has a claims.toml.

Such a folder holds claims.toml (what is claimed and what counts as reproduced), because.toml (why a
claim is not reproduced), verdicts.json (the committed ones), measured.json (what the page shows, part by
part), measures.py and page.py.

measures.py: `PARTS`, name -> function of (runner, seeds, data) that returns measures, name ->
Interval, and puts what the plots need into `data`; `QUICK`, the names that --quick runs;
`LARGE`, those that run only when one of their claims or figures is asked for;
`HARDWARE_POINTS`, the points that are run again in lockstep. A claim names its part.
page.py: `PAGE`, the page's file name; `plots(data, folder)`; `text(report)`.
"""

import importlib
import json
from dataclasses import dataclass, field
from pathlib import Path

import report
import simulators
from stats import Interval

HERE = Path(__file__).resolve().parent


def parts_of(claim):
    """The parts that a claim's definitions rest on."""
    return [claim["part"], *([claim["second"]["part"]] if "second" in claim else [])]


@dataclass
class Paper:
    """A paper's claims, and what measures and shows them."""

    name: str
    claims: list = field(init=False)
    not_measured: list = field(init=False)

    def __post_init__(self):
        self.claims = report.load_claims(self.name)
        self.not_measured = report.load_not_measured(self.name)
        self.measures = importlib.import_module(f"{self.name}.measures")
        self.page = importlib.import_module(f"{self.name}.page")
        unknown = {part for c in self.claims for part in parts_of(c)} - set(self.measures.PARTS)
        if unknown:
            raise ValueError(f"{self.name}: claims of parts that measures.py lacks: {unknown}")

    @property
    def verdicts(self):
        return HERE / self.name / "verdicts.json"

    @property
    def measured(self):
        return HERE / self.name / "measured.json"

    def load_measured(self):
        if not self.measured.exists():
            return {"hardware": {}, "parts": {}}
        kept = json.loads(self.measured.read_text())
        for part in kept["parts"].values():
            part.setdefault("simulator", simulators.UNKNOWN)
            part["measures"] = {name: Interval(*value) for name, value in part["measures"].items()}
        return kept

    def save_measured(self, parts, seeds, hardware):
        """One line for each measure and figure, so that a difference can be read."""
        lines = []
        for name, part in parts.items():
            measures = ",\n".join(
                f"    {json.dumps(key)}: {json.dumps([v.mean, v.half, v.count])}"
                for key, v in sorted(part["measures"].items()))
            data = ",\n".join(f"    {json.dumps(key)}: {json.dumps(value)}"
                              for key, value in part["data"].items())
            known = part["simulator"] != simulators.UNKNOWN
            made_by = f'"simulator": {json.dumps(part["simulator"])},\n   ' if known else ""
            lines.append(f'  {json.dumps(name)}: {{{made_by}'
                         f'"measures": {{\n{measures}}},\n'
                         f'   "data": {{{data and chr(10)}{data}}}}}')
        self.measured.write_text(f'{{"seeds": {seeds}, "hardware": {json.dumps(hardware)},\n'
                                 ' "parts": {\n' + ",\n".join(lines) + "}}\n")

    def parts(self, quick=False, only=None):
        """Names of the parts to measure: those of the claims in `only`, the quick ones, or all that
        are not large."""
        if only:
            wanted = {part for c in self.claims if c["id"] in only for part in parts_of(c)}
        else:
            wanted = set(self.measures.QUICK if quick else
                         set(self.measures.PARTS) - set(self.measures.LARGE))
        return [name for name in self.measures.PARTS if name in wanted]


def names():
    return sorted(path.parent.name for path in HERE.glob("*/claims.toml"))
