#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the formats of messages for RTL and C++ from rtl/common/messages.toml.

usage: message_formats.py [--check] [--root DIR]

Writes rtl/<mechanism>/<mechanism>_messages_pkg.sv and sim/common/message_formats.h. With --check
nothing is written; the exit code is 1 if a file in the tree is not what would be written. In both
cases a message of more than a flit, two messages of one kind, a field that has two widths in one
mechanism and a kind that chokepoint_pkg::packet_kind_e does not have under that name are errors
(exit 2). docs/reference/messages.md comes from the C++: `chokepoint list --messages`.
"""

import argparse
import difflib
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "rtl/common/messages.toml"
PACKAGE = "rtl/common/chokepoint_pkg.sv"
HEADER = "sim/common/message_formats.h"
MADE = f"Made by scripts/message_formats.py from {SOURCE}; do not edit."


class Wrong(Exception):
    """What the source says cannot be."""


def camel(name):
    return "".join(word.capitalize() for word in name.split("_"))


class Formats:
    def __init__(self, root):
        source = tomllib.loads((root / SOURCE).read_text())
        self.flit, self.header = source.pop("flit_bits"), source.pop("header")
        self.mechanisms = source
        self.kinds = {int(number): name for name, number in re.findall(
            r"^\s*(\w+)\s*=\s*4'd(\d+)", (root / PACKAGE).read_text(), re.MULTILINE)}
        self.check()

    def messages(self):
        for mechanism, messages in self.mechanisms.items():
            for name, message in messages.items():
                yield mechanism, name, message

    def check(self):
        seen = {}
        for mechanism, name, message in self.messages():
            what = f"{SOURCE}: {mechanism}.{name}"
            bits = sum(self.header.values()) + sum(message["fields"].values())
            if bits > self.flit:
                raise Wrong(f"{what} has {bits} bits, {bits - self.flit} more than a flit")
            kind = message["kind"]
            if kind in seen:
                raise Wrong(f"{what} has kind {kind}, as {seen[kind]}")
            seen[kind] = f"{mechanism}.{name}"
            if not self.kinds.get(kind, "").endswith(name.upper()):
                raise Wrong(f"{what} has kind {kind}, which is {self.kinds.get(kind, 'nothing')} "
                            f"in {PACKAGE}")
        for mechanism in self.mechanisms:
            self.widths(mechanism)

    def widths(self, mechanism):
        widths = {}
        for name, message in self.mechanisms[mechanism].items():
            for field, bits in message["fields"].items():
                if widths.setdefault(field, bits) != bits:
                    raise Wrong(f"{SOURCE}: {mechanism}.{name} has {field} of {bits} bits, another "
                                f"message of {mechanism} has it of {widths[field]}")
        return widths

    def package(self, mechanism):
        widths = self.widths(mechanism)
        text = (f"// SPDX-License-Identifier: Apache-2.0\n// Messages of the mechanism {mechanism}, "
                f"each one flit of {self.flit} bits: docs/reference/messages.md.\n// {MADE}\n\n"
                f"package {mechanism}_messages_pkg;\n")
        if widths:
            text += "\n"
        for field, bits in widths.items():
            text += f"  localparam int unsigned {camel(field)}Bits = {bits};\n"
        for name, message in self.mechanisms[mechanism].items():
            fields = {**self.header, **message["fields"]}
            left = self.flit - sum(fields.values())
            if left:
                fields["unused"] = left
            kind = self.kinds[message["kind"]]
            text += (f"\n  /// chokepoint_pkg::{kind}, {message['kind']}.\n"
                     "  typedef struct packed {\n")
            width = max(len(f"[{bits - 1}:0]") for bits in fields.values())
            for field, bits in fields.items():
                text += f"    logic {f'[{bits - 1}:0]':{width}} {field};\n"
            text += f"  }} {name}_t;\n"
        return text + "\nendpackage\n"

    def cpp(self):
        text = ("// SPDX-License-Identifier: Apache-2.0\n// Widths and kinds of every message.\n"
                f"// {MADE}\n#pragma once\n\n#include <array>\n\n"
                "namespace chokepoint::messages {\n\nstruct Field {\n  const char* name;\n"
                "  unsigned bits;\n};\n\n"
                f"inline constexpr unsigned kFlitBits = {self.flit};\n"
                f"inline constexpr std::array<Field, {len(self.header)}> kHeader{{{{{self.list(self.header)}}}}};\n")
        for mechanism, messages in self.mechanisms.items():
            text += f"\nnamespace {mechanism} {{\n"
            for field, bits in self.widths(mechanism).items():
                text += f"inline constexpr unsigned k{camel(field)}Bits = {bits};\n"
            for name, message in messages.items():
                fields = message["fields"]
                items = f"{{{{{self.list(fields)}}}}}" if fields else "{}"
                text += (f"inline constexpr unsigned k{camel(name)}Kind = {message['kind']};\n"
                         f"inline constexpr std::array<Field, {len(fields)}> k{camel(name)}{items};\n")
            text += f"}}  // namespace {mechanism}\n"
        return text + "\n}  // namespace chokepoint::messages\n"

    @staticmethod
    def list(fields):
        return ", ".join(f'{{"{name}", {bits}}}' for name, bits in fields.items())

    def files(self):
        yield HEADER, self.cpp()
        for mechanism in self.mechanisms:
            yield f"rtl/{mechanism}/{mechanism}_messages_pkg.sv", self.package(mechanism)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree")
    arguments = parser.parse_args()
    try:
        formats = Formats(arguments.root)
    except Wrong as error:
        print(f"message_formats: {error}", file=sys.stderr)
        return 2
    stale = 0
    for name, text in formats.files():
        path = arguments.root / name
        there = path.read_text() if path.exists() else ""
        if there == text:
            continue
        if not arguments.check:
            path.write_text(text)
            continue
        stale = 1
        sys.stdout.writelines(difflib.unified_diff(
            there.splitlines(True), text.splitlines(True), name, f"{name} as it should be"))
    if stale:
        print("\nregenerate: scripts/message_formats.py")
    return stale


if __name__ == "__main__":
    sys.exit(main())
