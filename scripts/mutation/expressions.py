# SPDX-License-Identifier: Apache-2.0
"""The expressions of the RTL's SystemVerilog as trees, and the mutants of each node."""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/|\(\*(?!\)).*?\*\))
  | (?P<string>"(?:\\.|[^"\\])*")
  | (?P<number>(?:\d+\s*)?'s?[bodhBODH][0-9a-fA-F_xzXZ?]+|'[01](?![\w(])|\d[\d_]*)
  | (?P<name>[$A-Za-z_`][\w$]*(?:::[A-Za-z_]\w*)*)
  | (?P<op><<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||~\||~&|~\^|\+:|-:|\+\+|--|\+=|-=|\|=|&=|\^=|->|::
          |[-+*/%&|^~!<>=?:;,.(){}\[\]\#@'])
""", re.VERBOSE | re.DOTALL)

BINARY = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, "<=": 7, ">": 7,
          ">=": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
UNARY = {"!", "~", "-", "+", "&", "|", "^", "~|", "~&", "~^"}
SWAPS = {"+": ["-"], "-": ["+"], "*": ["+"], "<<": [">>"], ">>": ["<<"], "&&": ["||"],
         "||": ["&&"], "&": ["|"], "|": ["&"], "^": ["|"], "==": ["!="], "!=": ["=="],
         "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"]}
REDUCTIONS = {"&": "|", "|": "&", "~|": "|", "~&": "&", "^": "|"}


class ParseError(Exception):
    """The source uses what this parser does not know."""


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


def tokens_of(text):
    found, at = [], 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise ParseError(f"unknown character {text[at]!r}")
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup, match.group(), at, match.end()))
        at = match.end()
    return found


@dataclass
class Node:
    """Text from start to end; `edits` are (start, end, new text) of its mutants, `parts` the nodes
    inside that may have mutants of their own."""
    start: int
    end: int
    parts: list = field(default_factory=list)
    edits: list = field(default_factory=list)  # each: (what, [(start, end, text), ...])
    names: set = field(default_factory=set)    # identifiers in it

    def over(self, parts):
        """Takes in the parts' names."""
        for part in parts:
            self.names |= part.names
        return self

    def freeze(self):
        self.parts, self.edits = [], []
        return self


def number_edit(token):
    """The constant off by one, within its width; None: not a constant to change."""
    text = token.text
    if text in ("'0", "'1"):
        return "'1" if text == "'0" else "'0"
    match = re.fullmatch(r"(\d+)'([bodhBODH])([0-9a-fA-F_]+)", text)
    if match:
        width, base = int(match[1]), {"b": 2, "o": 8, "d": 10, "h": 16}[match[2].lower()]
        value = (int(match[3].replace("_", ""), base) + 1) % (1 << width)
        return f"{width}'{match[2]}{value:{'d' if base == 10 else {2: 'b', 8: 'o', 16: 'x'}[base]}}"
    return str(int(text) + 1) if text.isdigit() else None


class Parser:
    """A cursor over tokens; expression() builds the tree."""

    def __init__(self, tokens, at=0):
        self.tokens, self.at = tokens, at
        self.loops = set()  # counters of loops, which are unrolled

    def is_constant(self, node):
        """Known when the design is elaborated: parameters (in capitals) and loop counters."""
        return bool(node.names) and all(name in self.loops or name.rpartition("::")[2][0].isupper()
                                        or "::" in name or name.startswith("$clog2")
                                        for name in node.names)

    def peek(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at].text if at < len(self.tokens) else ""

    def take(self, text=None):
        if self.at >= len(self.tokens):
            raise ParseError("the source ends")
        token = self.tokens[self.at]
        if text is not None and token.text != text:
            raise ParseError(f"'{token.text}' instead of '{text}' at {token.start}")
        self.at += 1
        return token

    def skip(self, opener, closer):
        """Over a bracketed piece."""
        depth = 0
        while True:
            token = self.take()
            depth += (token.text == opener) - (token.text == closer)
            if depth == 0:
                return token

    def expression(self, least=0):
        left = self.binary(1)
        if least == 0 and self.peek() == "?":
            self.take()
            one = self.expression()
            self.take(":")
            other = self.expression()
            node = Node(left.start, other.end, [left, one, other]).over([left, one, other])
            source = self.source
            if self.is_constant(left):  # a choice of structure
                node.parts = [one, other]
                return node
            node.edits.append(("swapped branches", [
                (one.start, one.end, source[other.start:other.end]),
                (other.start, other.end, source[one.start:one.end])]))
            return node
        return left

    def binary(self, least):
        left = self.unary()
        while BINARY.get(self.peek(), 0) >= least:
            op = self.take()
            right = self.binary(BINARY[op.text] + 1)
            left = Node(left.start, right.end, [left, right]).over([left, right])
            for other in SWAPS.get(op.text, []):
                left.edits.append(("operator", [(op.start, op.end, other)]))
            if self.is_constant(left) and (BINARY[op.text] in (1, 2, 6, 7) or
                                           left.names & self.loops):
                left.freeze()
        return left

    def unary(self):
        if self.peek() in UNARY and self.tokens[self.at].kind == "op":
            op = self.take()
            inner = self.unary()
            node = Node(op.start, inner.end, [inner]).over([inner])
            if op.text in REDUCTIONS:
                node.edits.append(("reduction", [(op.start, op.end, REDUCTIONS[op.text])]))
            elif op.text in ("!", "~"):
                node.edits.append(("negation", [(op.start, op.end, "")]))
            return node
        return self.postfix()

    def postfix(self):
        token = self.take()
        node = Node(token.start, token.end)
        if token.text == "(":
            inner = self.expression()
            node.parts = [inner]
            node.over([inner])
            node.end = self.take(")").end
            if self.peek() == "'":  # a width in parentheses: the cast follows
                node.parts = []
        elif token.text == "{":
            self.concatenation(node)
        elif token.kind == "number":
            if self.peek() != "'":
                other = number_edit(token)
                if other is not None:
                    node.edits.append(("constant", [(token.start, token.end, other)]))
        elif token.kind == "string":
            pass
        elif token.kind != "name":
            raise ParseError(f"'{token.text}' begins no expression, at {token.start}")
        if token.kind == "name":
            node.names.add(token.text)
        while True:
            if self.peek() == "'" and self.peek(1) == "(":
                self.take()
                self.take()
                node.parts = [self.expression()]
                node.edits, node.names = [], set(node.parts[0].names)
                node.end = self.take(")").end
            elif self.peek() == "(" and token.kind == "name":
                self.take()
                fixed = token.text.startswith("$") and token.text != "$countones"
                while self.peek() != ")":
                    argument = self.expression()
                    node.over([argument])
                    if not fixed:
                        node.parts.append(argument)
                    if self.peek() == ",":
                        self.take()
                node.end = self.take(")").end
            elif self.peek() == "[":
                self.take()
                index = self.expression()
                if self.peek() in ("+:", "-:"):
                    self.take()
                    self.expression()
                    self.index(node, index)
                elif self.peek() == ":":
                    self.take()
                    self.expression()
                else:
                    self.index(node, index)
                node.end = self.take("]").end
            elif self.peek() == ".":
                self.take()
                node.end = self.take().end
            else:
                return node

    def index(self, node, index):
        """A place that is known when elaborating is structure; one that is computed is logic."""
        node.over([index])
        if index.names and not self.is_constant(index):
            node.parts.append(index)

    def concatenation(self, node):
        first = self.expression()
        if self.peek() == "{":  # a replication: the number stays
            self.take()
            node.parts = [self.expression()]
            self.take("}")
        else:
            node.parts = [first]
            while self.peek() == ",":
                self.take()
                node.parts.append(self.expression())
        node.over(node.parts)
        node.end = self.take("}").end
