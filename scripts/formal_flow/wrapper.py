# SPDX-License-Identifier: Apache-2.0
"""Reads the head of a formal wrapper: what it has, what is to be proved and which mutants fail."""

import re
from dataclasses import dataclass, field

KEYS = ("wraps", "properties", "proof", "bounded", "cover", "mutants", "larger", "assumed",
        "abstract", "quick")
NUMBER = re.compile(r"^[A-Za-z]\w*=\d+$")
NAME = re.compile(r"^[A-Z][A-Za-z0-9]+$")


class WrapperError(Exception):
    """A head that does not follow the format."""


@dataclass
class Run:
    """A depth and the wrapper parameters it is meant for."""
    depth: int
    parameters: dict
    stepwise: bool = False  # solved clock by clock

    def text(self):
        return " ".join(f"{name}={value}" for name, value in self.parameters.items())


@dataclass
class Mutant:
    """An edit, and the properties each of which must notice it alone."""
    properties: list
    module: str
    depth: int
    edit: str
    parameters: dict = field(default_factory=dict)  # besides those of `mutants`


@dataclass
class Wrapper:
    unit: str
    mechanism: str
    path: object
    wraps: str = ""  # the module; another one than the unit for a second wrapper of a module
    asserts: int = 0
    covers: int = 0
    proofs: list = field(default_factory=list)
    bounded: list = field(default_factory=list)
    cover: object = None
    larger: list = field(default_factory=list)
    assumed: list = field(default_factory=list)
    abstract: list = field(default_factory=list)
    quick: bool = True  # --quick runs it
    attacked: object = None  # the run of line `mutants`
    mutants: list = field(default_factory=list)

    def main_runs(self):
        """The runs that count its properties."""
        return self.proofs or self.bounded

    def mutant_parameters(self, mutant):
        """Those of line `mutants`, or of the first run, but for the mutant's own."""
        return {**(self.attacked or self.main_runs()[0]).parameters, **mutant.parameters}

    @property
    def top(self):
        return self.unit + "_fv"


def numbers(text, needed):
    """`name=number` words; every name in `needed` must be there."""
    found = {}
    for word in text.split():
        if not NUMBER.match(word):
            raise WrapperError(f"'{word}' is not NAME=NUMBER")
        name, value = word.split("=")
        found[name] = int(value)
    for name in needed:
        if name not in found:
            raise WrapperError(f"no {name}=NUMBER in '{text}'")
    return found


def run_of(text):
    found = numbers(text, ["depth"])
    depth, stepwise = found.pop("depth"), found.pop("stepwise", 0)
    if depth < 1:
        raise WrapperError("a depth below 1")
    return Run(depth, found, stepwise != 0)


def mutant_of(names, text, unit):
    """`[@MODULE] [depth=K] [PARAMETER=VALUE ...] SED` after `mutant PROPERTY[,PROPERTY...]:`."""
    properties = [name.strip() for name in names.split(",")]
    for name in properties:
        if not NAME.match(name):
            raise WrapperError(f"'{name}' is no property's name")
    module, depth, parameters = unit, 20, {}
    while True:
        word, _, rest = text.partition(" ")
        if word.startswith("@"):
            module = word[1:]
        elif word.startswith("depth="):
            depth = run_of(word).depth
        elif NUMBER.match(word):
            parameters.update(numbers(word, []))
        else:
            break
        text = rest.strip()
    if not text:
        raise WrapperError("a mutant without an edit")
    return Mutant(properties, module, depth, text, parameters)


def read_wrapper(path):
    """The Wrapper of file `path`; raises WrapperError with file and line."""
    unit = path.name[:-len("_fv.sv")]
    wrapper = Wrapper(unit, path.parent.parent.name, path, wraps=unit)
    seen = False
    for line_number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r"^// (mutant) ([^:]*): *(.*)$|^// (\w+): *(.*)$", line)
        if not match:
            continue
        try:
            if match.group(1):
                wrapper.mutants.append(
                    mutant_of(match.group(2), match.group(3).strip(), wrapper.wraps))
                continue
            key, text = match.group(4), match.group(5).strip()
            if key == "mutant":
                raise WrapperError("a mutant names the properties that notice it")
            if key not in KEYS:
                continue
            if key == "wraps":
                wrapper.wraps = text
            elif key == "properties":
                seen = True
                counts = numbers(text, ["asserts", "covers"])
                wrapper.asserts, wrapper.covers = counts.pop("asserts"), counts.pop("covers")
                if counts:
                    raise WrapperError("properties has asserts=N and covers=N only")
            elif key == "proof":
                wrapper.proofs.append(run_of(text))
            elif key == "bounded":
                wrapper.bounded.append(run_of(text))
            elif key == "cover":
                wrapper.cover = run_of(text)
            elif key == "quick":
                if text not in ("yes", "no"):
                    raise WrapperError("quick is yes or no")
                wrapper.quick = text == "yes"
            elif key == "mutants":
                wrapper.attacked = Run(0, numbers(text, []))
            elif key == "abstract":
                wrapper.abstract += text.split()
            else:
                getattr(wrapper, key).append(text)
        except WrapperError as error:
            raise WrapperError(f"{path}:{line_number}: {error}") from None
    if not seen:
        raise WrapperError(f"{path}: no line '// properties: asserts=N covers=N'")
    if not wrapper.proofs and not (wrapper.bounded and wrapper.wraps != unit):
        raise WrapperError(f"{path}: no line '// proof: depth=K ...': nothing is proved")
    if wrapper.covers and wrapper.cover is None:
        raise WrapperError(f"{path}: covers, but no line '// cover: depth=K ...'")
    return wrapper
