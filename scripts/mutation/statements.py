# SPDX-License-Identifier: Apache-2.0
"""Finds what may be mutated in a module: conditions, right-hand sides, port connections."""

import re
from dataclasses import dataclass

from .expressions import Node, ParseError, Parser, tokens_of

DECLARES = {"logic", "int", "automatic", "localparam", "genvar", "integer", "bit"}
ASSIGNS = {"=", "<=", "|=", "&=", "^=", "+=", "-="}
# Not part of what is simulated or built: for proofs, or checks of the checks.
REMOVED = re.compile(r"`ifdef FORMAL.*?`endif|`ifndef SYNTHESIS.*?`endif", re.DOTALL)


@dataclass
class Site:
    """A place in the source: an expression, or a statement that can be dropped (tree is None)."""
    start: int
    end: int
    tree: Node
    extra: list  # (what, new text) of the whole expression


class Walker(Parser):
    def __init__(self, source):
        self.source = source
        blank = REMOVED.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)
        # The tool's comments and attributes stay, but carry nothing to mutate.
        super().__init__(tokens_of(blank))
        self.sites, self.local = [], set()
        self.loops = set(re.findall(r"\bgenvar (\w+)", blank))

    def module(self):
        while self.at < len(self.tokens):
            word = self.peek()
            if word == "assign":
                self.take()
                self.assignment(False)
            elif word in ("always_comb", "always_ff"):
                self.take()
                clocked = word == "always_ff"
                if clocked:
                    self.take("@")
                    self.skip("(", ")")
                self.local = set()
                self.statement(clocked)
            elif word == "always":
                raise ParseError("a plain always block")
            elif word == "function":
                self.function()
            elif word == "." and self.peek(2) == "(" and self.is_input_connection():
                self.take()
                self.take()
                self.take("(")
                if self.peek() != ")":
                    self.condition([], self.expression(), connection=True)
                self.take(")")
            else:
                self.take()
        return self.sites

    def is_input_connection(self):
        return self.peek(1).endswith("_i") and self.peek(1) not in ("clk_i", "rst_ni")

    def function(self):
        while self.peek() not in ("(", ";"):
            self.take()
            if self.peek() == "[":
                self.skip("[", "]")
        constant = True
        if self.peek() == "(":
            constant = self.peek(1) == ")"  # without arguments: evaluated when elaborating
            self.skip("(", ")")
        self.take(";")
        if constant:
            while self.take().text != "endfunction":
                pass
            return
        self.local = set()
        while self.peek() != "endfunction":
            self.statement(False)
        self.take()

    def statement(self, clocked):
        word = self.peek()
        if word == "begin":
            self.take()
            if self.peek() == ":":
                self.take()
                self.take()
            while self.peek() != "end":
                self.statement(clocked)
            self.take()
        elif word == "if":
            self.take()
            self.take("(")
            tree = self.expression()
            self.take(")")
            text = self.source[tree.start:tree.end]
            self.condition([("negated", f"!({text})"), ("always", "1'b1"), ("never", "1'b0")],
                           tree)
            self.statement(clocked)
            if self.peek() == "else":
                self.take()
                self.statement(clocked)
        elif word == "for":
            self.take()
            self.loops.add(self.tokens[self.at + 2].text)  # for (int NAME
            self.skip("(", ")")
            self.statement(clocked)
        elif word in DECLARES:
            while self.peek() != ";":
                if self.peek() == "[":
                    self.skip("[", "]")
                else:
                    self.local.add(self.take().text)
            self.take()
        elif word in ("case", "unique", "priority", "while", "return"):
            raise ParseError(f"'{word}' is not known")
        else:
            self.assignment(clocked)

    def condition(self, extra, tree, connection=False):
        if self.is_constant(tree):
            return  # structure
        if connection and not tree.parts and not tree.edits:
            return  # a plain name: the connection itself is checked by lint
        self.sites.append(Site(tree.start, tree.end, tree, extra))

    def assignment(self, clocked):
        first = self.take()
        if first.text == "{":
            self.at -= 1
            self.skip("{", "}")
        name = first.text
        while self.peek() not in ASSIGNS:
            if self.peek() == "[":
                self.skip("[", "]")
            else:
                self.take()
        op = self.take().text
        tree = self.expression()
        end = self.take(";").end
        text = self.source[tree.start:tree.end]
        if op == "<=" and clocked:
            self.sites.append(Site(first.start, end, None, [("dropped", "")]))
        literal = text in ("'0", "'1")
        if literal and op == "=" and name in self.local:
            return  # a temporary's first value, which the tools ask for
        extra = []
        if op in ("=", "<=") and not literal and not re.fullmatch(
                r"1'b[01]|\d+'d\d+|\w+::\w+", text):  # a constant already, or a state's name
            extra = [("stuck", "'0")]
        self.sites.append(Site(tree.start, tree.end, tree, extra))
