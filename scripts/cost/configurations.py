# SPDX-License-Identifier: Apache-2.0
"""Named configurations of every unit, from configurations.toml and from the heads of the RTL."""

import ast
import operator
import re
import tomllib
from pathlib import Path
from typing import NamedTuple

from . import rtl
from .tools import ROOT

FILE = Path(__file__).resolve().parent / "configurations.toml"
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.FloorDiv: operator.floordiv}
FUNCTIONS = {"clog2": lambda value: (value - 1).bit_length(), "ceil": lambda a, b: -(-a // b)}


class Case(NamedTuple):
    """A unit in a configuration."""
    unit: str
    path: str
    name: str
    parameters: dict
    quick: bool
    fpga: bool = True
    top: bool = False

    def __str__(self):
        return f"{self.unit} ({self.name})"


def table():
    with open(FILE, "rb") as file:
        return tomllib.load(file)


def head_configurations(path):
    """The `// cost: NAME Parameter=Value ...` lines of a module's head."""
    found = []
    for line in re.findall(r"^// cost: *(.*)$", (ROOT / path).read_text(), re.MULTILINE):
        pairs = re.findall(r"(\w+)=(\d+)", line)
        name = re.sub(r"\w+=\d+", "", line).strip()
        if not name:
            raise ValueError(f"{path}: a `// cost:` line without a name: {line}")
        found.append((name, {key: int(value) for key, value in pairs}))
    return found


def cases_of(unit, path, configured):
    has = rtl.parameters_of(path)
    only = configured.get("only", {}).get(unit)
    fpga_only = configured.get("fpga_only", {}).get(unit)
    found = []
    for entry in configured["configuration"]:
        if set(entry["needs"]) <= set(has) and (only is None or entry["name"] in only):
            parameters = {key: value for key, value in entry["set"].items() if key in has}
            found.append(Case(unit, path, entry["name"], parameters, entry.get("quick", False)))
    for name, parameters in head_configurations(path):
        found.append(Case(unit, path, name, parameters, not found))
    found = found or [Case(unit, path, "defaults", {}, True)]
    tops = configured.get("tops", {}).get(unit, ())
    return [case._replace(fpga=fpga_only is None or case.name in fpga_only, top=case.name in tops)
            for case in found]


def cases(wanted=()):
    """Every unit in every configuration, in the order of the file."""
    configured = table()
    return [case for unit, path in rtl.units().items() if not wanted or unit in wanted
            for case in cases_of(unit, path, configured)]


def evaluate(expression, values):
    """An expression of whole numbers, names, + - * //, clog2 and ceil(a, b)."""
    def value(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name):
            return values[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in FUNCTIONS:
            return FUNCTIONS[node.func.id](*[value(argument) for argument in node.args])
        raise ValueError(f"{expression}: not understood")
    return value(ast.parse(expression, mode="eval").body)


def paper_bits(unit, values):
    """The paper's figure; None where it has none."""
    expression = table()["paper"].get(unit)
    # FractionBits > 0: the window of the weighted degree. SampleInterval > 1: not the letter.
    if (expression is None or values.get("Weighted") or values.get("FractionBits")
            or values.get("SampleInterval", 1) > 1):
        return None
    return evaluate(expression, values)
