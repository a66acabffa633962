# SPDX-License-Identifier: Apache-2.0
"""Signals of a waveform (FST) and their changes, through gtkwave's fst2vcd."""

import subprocess
from typing import NamedTuple


class Signal(NamedTuple):
    name: str    # scopes and name, joined by points
    bits: str    # "[7:0]", or "" where the file says none
    code: str    # what its changes are under; equal signals share one
    width: int
    names: dict  # of an enum: {value: name}; else empty


class Waveform:
    """In a `with` statement: `signals`, a list; `changes()` once, to the end or as far as wanted."""

    def __init__(self, path):
        self.path = path
        self.end = 0  # time of what was read last, in cycles
        self._dump = subprocess.Popen(["fst2vcd", "-e", "-f", str(path)], stdout=subprocess.PIPE,
                                      text=True)
        self.signals = list(self._read_signals())
        if not self.signals:
            self.close()
            raise RuntimeError(f"{path}: fst2vcd failed, or there is no signal in it")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._dump.stdout.close()  # fst2vcd ends when nobody reads
        self._dump.wait()

    def _read_signals(self):
        scope, tables, names = [], {}, {}
        for line in self._dump.stdout:
            words = line.split()
            if not words:
                continue
            if words[0] == "$enddefinitions":
                return
            if words[0] == "$scope":
                scope.append(words[2])
            elif words[0] == "$upscope":
                scope.pop()
            elif words[:3] == ["$attrbegin", "misc", "07"]:  # an enum: its table, or which one follows
                if words[3] == '""':
                    names = tables[int(words[4])]
                else:
                    count = int(words[4])
                    tables[int(words[-2])] = {int(value, 2): name for name, value in
                                              zip(words[5:5 + count], words[5 + count:])}
            elif words[0] == "$var":
                bits = words[5] if words[5] != "$end" else ""
                yield Signal(".".join([*scope, words[4]]), bits, words[3], int(words[2]), names)
                names = {}

    def changes(self):
        """(cycle, code, digits) in order; binary digits, of which upper zeros may be missing, x where
        unknown. What is no bit vector (reals, strings) is left out."""
        for line in self._dump.stdout:
            words = line.split()
            if not words:
                continue
            if words[0][0] == "#":
                self.end = int(words[0][1:])
            elif words[0][0] == "b":
                yield self.end, words[1], words[0][1:]
            elif words[0][0] in "01xz" and len(words[0]) > 1:
                yield self.end, words[0][1:], words[0][0]
        if self._dump.wait() != 0:
            raise RuntimeError(f"{self.path}: fst2vcd failed")
