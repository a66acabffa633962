#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks check_structure.py: small trees that break one rule each, and some that just keep it."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECK = ROOT / "scripts" / "check_structure.py"


def members(count, form="int member_%d;"):
    return "\n".join(form % i for i in range(count)) + "\n"


def hidden(text, name="A"):
    return f"class {name} {{\n public:\n  {name}();\n private:\n{text}}};\n"


PLAIN = "sim/switch/plain/plain_switch.h"
# What the tree has, its files, and what each rule that is broken must name: rule -> words.
CASES = [
    ("a higher folder's file",
     {"sim/stats/a.cpp": '// SPDX\n#include "sim/common/b.h"\n#include "sim/cli/c.h"\n'},
     {"layers": "sim/stats/a.cpp:3:"}),
    ("lower folders' files",
     {"sim/cli/a.cpp": '#include "sim/stats/b.h"\n#include "sim/cli/c.h"\n'}, {}),
    ("a folder that is no layer", {"sim/odds/a.cpp": "int a;\n"}, {"layers": "sim/odds/a.cpp:1:"}),
    ("an include from a folder that is no layer", {"sim/cli/a.cpp": '#include "sim/odds/a.h"\n'},
     {"layers": "sim/cli/a.cpp:1:"}),
    ("a folder and one in it that include each other",
     {"sim/switch/a.h": '#include "sim/switch/b/b.h"\n', "sim/switch/b/b.h": '#include "sim/switch/a.h"\n'},
     {"circles": "sim/switch includes from sim/switch/b"}),
    ("a circle of three",
     {"sim/switch/a/a.h": '#include "sim/switch/b/b.h"\n', "sim/switch/b/b.h": '#include "sim/switch/c/c.h"\n',
      "sim/switch/c/c.h": '\n#include "sim/switch/a/a.h"\n'},
     {"circles": "sim/switch/c/c.h:2:"}),
    ("arrows that run one way",
     {"sim/switch/a/a.h": '#include "sim/switch/b/b.h"\n#include "sim/switch/c.h"\n',
      "sim/switch/b/b.h": '#include "sim/switch/c.h"\n'}, {}),
    ("401 lines", {"sim/stats/a.cpp": "\n" * 401}, {"length": "sim/stats/a.cpp:401:"}),
    ("400 lines", {"sim/stats/a.cpp": "\n" * 400}, {}),
    ("41 data members", {"sim/stats/a.h": "// SPDX\n" + hidden(members(41))},
     {"members": "sim/stats/a.h:2: A has 41"}),
    ("40 data members", {"sim/stats/a.h": hidden(members(40))}, {}),
    ("41 protected members",
     {"sim/stats/a.h": hidden(members(41)).replace("private:", "protected:")},
     {"members": "A has 41"}),
    ("41 public members",
     {"sim/stats/a.h": hidden(members(41)).replace("private:", "public:")}, {}),
    ("functions", {"sim/stats/a.h": hidden(members(20) + members(21, "void do_%d();"))},
     {"members": "A has 41"}),
    ("functions with their bodies",
     {"sim/stats/a.h": hidden(members(20) + members(21, "int get_%d() const { return 1; }"))},
     {"members": "A has 41"}),
    ("a nested struct",
     {"sim/stats/a.h": hidden(members(20) + "struct B {\n" + members(20) + "};\n")},
     {"members": "A has 41"}),
    ("a public nested struct",
     {"sim/stats/a.h": hidden(members(39)).replace("  A();", "struct B {\n" + members(20) + "};")},
     {}),
    ("what is nested, defined apart",
     {"sim/stats/a.h": hidden("struct B;\n"),
      "sim/stats/b.h": f"struct A::B {{\n{members(41)}}};\n"},
     {"members": "sim/stats/b.h:1: A::B has 41"}),
    ("two specialisations of 21 members",
     {"sim/stats/a.h": "template <class T>\nclass A;\n"
      + "".join(f"template <>\n{hidden(members(21)).replace('class A', f'class A<{kind}>', 1)}"
                for kind in ("int", "char"))}, {}),
    ("a class in a namespace and a .cpp",
     {"sim/stats/a.cpp": "namespace n {\nnamespace {\n" + hidden(members(41)) + "}\n}\n"},
     {"members": "A has 41"}),
    ("a friend", {"sim/stats/a.h": "class B;\nclass A {\n  friend class B;\n};\n"},
     {"friends": "sim/stats/a.h:3:"}),
    ("a friend in words only", {"sim/stats/a.h": '// a friend\nconst char* a = "friend";\n'}, {}),
    ("a definition of 727 lines", {PLAIN: members(400), "sim/switch/plain/b.cpp": members(327)},
     {"plain": "727 lines"}),
    ("a definition of 727 lines with the technique",
     {PLAIN: members(400), "sim/switch/switching/technique.h": members(327)},
     {"plain": "727 lines"}),
    ("a definition of 726 lines, and what is not counted",
     {PLAIN: members(400), "sim/switch/plain_router/plain_router.cpp": members(300),
      "sim/switch/plain/b.cpp": "#include <map>\n\n// words\n/* words\n words */\n#pragma once\n"
                                "namespace n {\n" + members(326) + "}  // namespace n\n"}, {}),
]
RULES = ("layers", "circles", "length", "members", "friends", "plain")


def run(files):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            file = Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return subprocess.run([sys.executable, CHECK, "--root", folder], capture_output=True,
                              text=True)


def wrong(files, broken):
    """What is not as it should be; "": nothing."""
    done = run(files)
    lines = done.stdout.splitlines()
    for rule in RULES:
        verdict = f"{'FAIL' if rule in broken else 'pass'} structure: {rule}"
        if verdict not in lines:
            return f"no line '{verdict}' in:\n{done.stdout}{done.stderr}"
        if rule in broken and broken[rule] not in done.stdout:
            return f"'{broken[rule]}' is not named in:\n{done.stdout}"
    if (done.returncode != 0) != bool(broken):
        return f"exit code {done.returncode}"
    return ""


def main():
    failed = 0
    for what, files, broken in CASES:
        message = wrong(files, broken)
        print(f"FAIL structure of {what}: {message}" if message else f"pass structure of {what}")
        failed += bool(message)
    done = run({"rtl/a.sv": ""})
    empty = done.returncode != 0 and "no C++ files" in done.stderr
    print(("pass" if empty else "FAIL") + " structure of a tree without sim/")
    return 1 if failed or not empty else 0


if __name__ == "__main__":
    sys.exit(main())
