#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the formats of messages: what is made of messages.toml is in the tree, the packages say the
same as the C++, and message_formats.py refuses what cannot be.

Prints a line "pass ..." or "FAIL ..." for each check; the exit code is 1 if one failed.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts/message_formats.py"
SOURCE = "rtl/common/messages.toml"
FILES = [SOURCE, "rtl/common/chokepoint_pkg.sv", "sim/common/message_formats.h",
         *(path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("rtl/*/*_messages_pkg.sv")))]
# What is done to a copy of the tree: name, file, text, other text, exit code, words of the output.
BREAKS = [
    ("a message of 65 bits", SOURCE, "start = 26", "start = 27", 2, "65 bits, 1 more than a flit"),
    ("a kind given twice", SOURCE, "kind = 5", "kind = 4", 2, "as srp.ack"),
    ("a kind of another name", SOURCE, "kind = 5", "kind = 9", 2, "which is nothing"),
    ("a field of two widths", SOURCE, "{ tag = 8, start", "{ tag = 7, start", 2, "tag of 7 bits"),
    ("another width in the source", SOURCE, "degree = 14", "degree = 13", 1, "kDegreeBits = 13"),
    ("another width in a package", "rtl/srp/srp_messages_pkg.sv", "TagBits = 8", "TagBits = 7", 1,
     "TagBits = 8"),
    ("another width in the C++", "sim/common/message_formats.h", "kTagBits = 8", "kTagBits = 7", 1,
     "kTagBits = 8"),
    ("another kind in chokepoint_pkg", "rtl/common/chokepoint_pkg.sv", "GRANT                   = 4'd3",
     "GRANT                   = 4'd10", 2, "srp.grant has kind 3"),
]


def check(root):
    result = subprocess.run([sys.executable, SCRIPT, "--check", "--root", root],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


def main():
    failed = 0

    def report(name, problem):
        nonlocal failed
        failed += bool(problem)
        print(f"FAIL messages {name}\n  {problem}" if problem else f"pass messages {name}")

    code, text = check(ROOT)
    report("what is in the tree is what messages.toml says", text if code else "")
    for path in ROOT.glob("rtl/*/*_messages_pkg.sv"):
        for name, body in re.findall(r"struct packed \{(.*?)\} (\w+);", path.read_text(), re.DOTALL):
            bits = sum(int(high) + 1 for high in re.findall(r"\[(\d+):0\]", name))
            report(f"{path.stem}::{body} has 64 bits", "" if bits == 64 else f"it has {bits}")
    for name, file, old, new, wanted, words in BREAKS:
        with tempfile.TemporaryDirectory() as directory:
            for each in FILES:
                copy = Path(directory, each)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / each, copy)
            path = Path(directory, file)
            text = path.read_text()
            if text.count(old) != 1:
                report(f"{name} is noticed", f"{file} has {text.count(old)} times `{old}`")
                continue
            path.write_text(text.replace(old, new))
            code, said = check(directory)
            report(f"{name} is noticed", "" if code == wanted and words in said else
                   f"exit {code}, not {wanted}, or no `{words}` in:\n{said}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
