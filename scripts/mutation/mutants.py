# SPDX-License-Identifier: Apache-2.0
"""All mutants of a source, and the source that holds them all."""

from collections import Counter
from dataclasses import dataclass

from .statements import Walker

PACKAGE = "chokepoint_mutation_pkg"
# One read of the environment for each model that is made; 0: no mutant.
PACKAGE_TEXT = """// Generated: the number of the mutant that is on.
package chokepoint_mutation_pkg;
  int unsigned selected = $c32("(std::getenv(\\"CHOKEPOINT_MUTANT\\") ? ",
                               "std::atoi(std::getenv(\\"CHOKEPOINT_MUTANT\\")) : 0)");
endpackage
"""


@dataclass
class Mutant:
    number: int
    file: str    # rtl/cbcm/x.sv
    line: int
    what: str
    old: str
    new: str
    nth: int = 1  # of equal edits in lines of equal text

    def describe(self):
        return f"{self.file}:{self.line}, {self.what}: `{self.old}` -> `{self.new or 'nothing'}`"


def edited(source, start, end, edits):
    """source[start:end] with (start, end, text) replaced."""
    out, at = [], start
    for first, last, text in sorted(edits):
        out += [source[at:first], text]
        at = last
    return "".join(out + [source[at:end]])


def short(text):
    return " ".join(text.split())


class Source:
    """A file with every mutant in it, numbered from `first`; with `only` that one in place of the
    old text, and no other."""

    def __init__(self, file, source, first, identity=False, only=None):
        self.file, self.source, self.identity, self.only = file, source, identity, only
        self.mutants, self.next, self.equal = [], first, Counter()
        pieces = []
        for site in Walker(source).module():
            if site.tree is None:
                number = self.add(site.start, "dropped", source[site.start:site.end], "")
                if only is not None:
                    if number == only:
                        pieces.append((site.start, site.end, ";"))
                    continue
                # A block of its own, or an else behind it would belong to this if.
                pieces.append((site.start, site.start, f"begin if ({self.off(number)}) "))
                pieces.append((site.end, site.end, " /* dropped */ end"))
            else:
                new = self.render(site.tree)
                old = source[site.start:site.end]
                for what, text in site.extra:
                    number = self.add(site.start, what, old, text)
                    new = self.choice(number, text, old, new)
                if new != old:
                    pieces.append((site.start, site.end, new))
        # A dropped statement's edit begins where others may follow: keep the order of finding.
        out, at = [], 0
        for start, end, text in sorted(pieces, key=lambda piece: (piece[0], piece[1])):
            out += [source[at:start], text]
            at = max(at, end)
        self.text = "".join(out + [source[at:]])

    def add(self, at, what, old, new):
        line = self.source.count("\n", 0, at)
        edit = (what, short(old), short(new))
        same = (self.source.splitlines()[line].strip(), *edit)
        self.equal[same] += 1
        mutant = Mutant(self.next, self.file, line + 1, *edit, self.equal[same])
        self.mutants.append(mutant)
        self.next += 1
        return mutant.number

    def choice(self, number, text, old, new):
        """The mutant's text where it is on, else `new`: the old text with the mutants inside it."""
        if self.only is not None:
            return f"({text})" if number == self.only else new
        chosen = old if self.identity else text
        return f"({PACKAGE}::selected == 32'd{number} ? {chosen} : {new})"

    def off(self, number):
        return "1'b1" if self.identity else f"{PACKAGE}::selected != 32'd{number}"

    def render(self, node):
        """The node's text with the mutants of all nodes in it."""
        own = [(part.start, part.end, self.render(part)) for part in node.parts]
        new = edited(self.source, node.start, node.end, own)
        old = self.source[node.start:node.end]
        for what, edits in node.edits:
            text = edited(self.source, node.start, node.end, edits)
            number = self.add(node.start, what, old, text)
            new = self.choice(number, text, old, new)
        return new
