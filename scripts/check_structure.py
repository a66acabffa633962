#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps sim/ in pieces that can be read one at a time.

usage: check_structure.py [--root DIR] [--list]

Prints a line "pass ..." or "FAIL ..." for each rule, each breach with file and line, and what would
be right; the exit code is 1 if a rule is broken. The rules:
  layers   a file includes from its own folder of sim/ and from lower ones only (LAYERS)
  circles  no folder, subfolders apart, includes from one that includes, over others too, from it
  length   no file has more than 400 lines
  members  no class has more than 40 private or protected members: data, functions and nested types,
           and all that the nested types have that are not public
  friends  nobody is a friend
  plain    the definition of a switch, sim/switch/plain and its parts in sim/switch/switching
           (PLAIN), has at most 726 lines; comments, blank lines, includes and namespaces are not
           counted
--list prints every class and its count instead, the largest first.
Members are found by universal-ctags. Exit 2: that, or sim/, is not there.
"""

import argparse
import bisect
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Low to high.
LAYERS = ("common scenario engine units packet topology traffic wave routing stats channel "
          "workload hooks switch nic mechanisms network faults reader cli").split()
MOST_LINES, MOST_MEMBERS, MOST_PLAIN_LINES = 400, 40, 726
PLAIN = ("sim/switch/plain/", "sim/switch/switching/technique.h", "sim/switch/switching/sizes.h",
         "sim/switch/switching/switch_allocator.", "sim/switch/switching/round_robin.h")
TYPES = {"class", "struct", "union", "enum"}
MEMBERS = TYPES | {"member", "function", "prototype"}


def strip(text):
    """Code without comments and without what stands in quotes; lines stay."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"'
                         r"|'(?:\\.|[^'\\\n])+'(?!\w)", re.S)

    def blank(match):
        found = match.group(0)
        return '""' + "\n" * found.count("\n") if found[0] in "\"'R" else "\n" * found.count("\n")
    return pattern.sub(blank, text)


class Tree:
    def __init__(self, root):
        self.root = root
        self.files = {}
        for path in sorted((root / "sim").rglob("*")):
            if path.suffix in (".h", ".cpp"):
                self.files[path.relative_to(root).as_posix()] = path.read_text()

    def layers(self):
        for path, text in self.files.items():
            parts = path.split("/")
            if len(parts) < 3:
                continue
            own = parts[1]
            if own not in LAYERS:
                yield f"{path}:1: sim/{own} is no layer; it needs a place in LAYERS of " \
                      "scripts/check_structure.py"
                continue
            for number, line in enumerate(text.splitlines(), 1):
                match = re.match(r'\s*#\s*include\s*"sim/(\w+)/[^"]*"', line)
                if match is None:
                    continue
                if match[1] not in LAYERS:
                    yield f"{path}:{number}: sim/{match[1]} is no layer"
                elif LAYERS.index(match[1]) > LAYERS.index(own):
                    yield f"{path}:{number}: sim/{own} includes from the higher folder " \
                          f"sim/{match[1]}; what both need belongs into the lower one"

    def circles(self):
        arrows = {}  # folder -> folder it includes from -> a place where
        for path, text in self.files.items():
            own = path.rpartition("/")[0]
            for number, line in enumerate(text.splitlines(), 1):
                match = re.match(r'\s*#\s*include\s*"(sim/[^"]+)/[^"/]+"', line)
                if match and match[1] != own:
                    arrows.setdefault(own, {}).setdefault(match[1], f"{path}:{number}")

        def reached(start):
            found, open_ones = set(), [start]
            while open_ones:
                new = set(arrows.get(open_ones.pop(), ())) - found
                found |= new
                open_ones += new
            return found

        for own, others in arrows.items():
            for other, place in others.items():
                if own in reached(other):
                    yield f"{place}: {own} includes from {other}, which includes from it"

    def length(self):
        for path, text in self.files.items():
            lines = len(text.splitlines())
            if lines > MOST_LINES:
                yield f"{path}:{MOST_LINES + 1}: has {lines} lines of at most {MOST_LINES}"

    def friends(self):
        for path, text in self.files.items():
            for number, line in enumerate(strip(text).splitlines(), 1):
                if re.search(r"\bfriend\b", line):
                    yield f"{path}:{number}: a friend; what it needs is a function that anybody " \
                          "may call, or a part of its own"

    def plain_lines(self):
        """None: there is no plain switch."""
        paths = [path for path in self.files if path.startswith(PLAIN)]
        if not paths:
            return None
        # Where a namespace ends only a comment says, which is stripped.
        uncounted = re.compile(r"\s*$|\s*#\s*(include|pragma)\b|namespace\b")
        ends = sum(len(re.findall(r"^\}  // namespace", self.files[path], re.M)) for path in paths)
        return sum(1 for path in paths for line in strip(self.files[path]).splitlines()
                   if not uncounted.match(line)) - ends

    def plain(self):
        lines = self.plain_lines()
        if lines is not None and lines > MOST_PLAIN_LINES:
            yield f"{PLAIN[0]}: the definition has {lines} lines of at most {MOST_PLAIN_LINES}"

    def classes(self):
        """(path, line, name, members that are not public) of every class."""
        try:
            tags = subprocess.run(
                ["ctags", "--languages=C++", "--langmap=C++:.h.cpp", "--kinds-C++=cdfgmpsu",
                 "--fields=+aekns", "--output-format=json", "-f", "-", "-L", "-"],
                input="\n".join(self.files), cwd=self.root, capture_output=True, text=True,
                check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            detail = getattr(error, "stderr", None) or error
            sys.exit(f"check_structure: universal-ctags: {detail} (Debian: universal-ctags)")
        by_file = {}
        for line in tags.splitlines():
            tag = json.loads(line)
            if tag.get("kind") in MEMBERS:
                by_file.setdefault(tag["path"], []).append(tag)
        result = []
        for path, found in by_file.items():
            # A type is known by its lines: specialisations of a template have one name.
            types = sorted((tag for tag in found if tag["kind"] in TYPES - {"enum"}
                            and tag.get("end", 0) > 0), key=lambda tag: (tag["line"], -tag["end"]))
            starts = [tag["line"] for tag in types]
            holders = {}
            for tag in found:
                if "scope" not in tag or tag.get("scopeKind") not in TYPES:
                    continue
                at = bisect.bisect_right(starts, tag["line"]) - 1
                while at >= 0 and (types[at] is tag or types[at]["end"] < tag["line"]
                                   or types[at]["name"] != tag["scope"].split("::")[-1]):
                    at -= 1
                if at >= 0:
                    holders.setdefault(id(types[at]), []).append(tag)

            def size(tag, everything):
                count = 0
                for member in holders.get(id(tag), []):
                    hidden = everything or member.get("access") in ("private", "protected")
                    count += hidden + (hidden and size(member, True))
                return count
            # A nested type that is defined outside its class (struct Outer::Inner) is counted like
            # a class of its own, all of it: nobody but the outer one uses it.
            for tag in types:
                apart = tag.get("scopeKind") in TYPES and not any(
                    tag in members for members in holders.values())
                name = (tag["scope"] + "::" if "scope" in tag else "") + tag["name"]
                result.append((path, tag["line"], name, size(tag, apart)))
        return result

    def members(self):
        for path, line, name, count in self.classes():
            if count > MOST_MEMBERS:
                yield f"{path}:{line}: {name} has {count} members that are not public, of at " \
                      f"most {MOST_MEMBERS}; parts of it could be classes of their own"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    tree = Tree(arguments.root)
    if not tree.files:
        sys.exit(f"check_structure: no C++ files in {arguments.root / 'sim'}")
    if arguments.list:
        for path, line, name, count in sorted(tree.classes(), key=lambda entry: -entry[3]):
            print(f"{count:4} {name}  {path}:{line}")
        if tree.plain_lines() is not None:
            print(f"{tree.plain_lines():4} lines  {', '.join(PLAIN)}")
        return 0
    failed = False
    for rule in ("layers", "circles", "length", "members", "friends", "plain"):
        breaches = list(getattr(tree, rule)())
        print(f"FAIL structure: {rule}" if breaches else f"pass structure: {rule}")
        for breach in breaches:
            print(f"  {breach}")
        failed |= bool(breaches)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
