#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says which committed results are stale, and checks that none of them is shown as current.

usage: stale.py list                          what is stale, and why
       stale.py lint                          modules whose lint is current, for lint_rtl.sh --quick
       stale.py check [--chokepoint PROGRAM]  pass and FAIL lines: the status page shows all that is
                                              stale; the program has the digests of stamps.json
       stale.py digests --chokepoint PROGRAM  the program's digests into stamps.json: pages measured
                                              with others become stale
       stale.py stamp PAGE --chokepoint PROGRAM   the page (reproduction.md, ...) has just been measured
Exit: 0; 1 if a check failed.
"""

import argparse
import sys
from pathlib import Path

from cost import freshness, page, records


def report(name, problems):
    for problem in problems:
        print(f"FAIL stale {problem}", flush=True)
    if not problems:
        print(f"pass stale {name}", flush=True)
    return bool(problems)


def check(program):
    failed = report("the status page shows what is stale", [
        f"{name} shows something stale as current, or the reverse: make status"
        for name in page.outdated()])
    if program:
        kept, found = freshness.load()["digests"], freshness.digests_of(program)
        failed |= report("the simulator has the digests of stamps.json", [
            f"run `{name}`: digest {found[name]}, stamps.json has {kept.get(name)}: "
            "scripts/stale.py digests, then make status"
            for name in found if found[name] != kept.get(name)])
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0],
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog=__doc__.partition("usage:")[2])
    parser.add_argument("job", choices=("list", "lint", "check", "digests", "stamp"))
    parser.add_argument("page", nargs="?", choices=sorted(freshness.PAGES))
    parser.add_argument("--chokepoint", type=Path)
    arguments = parser.parse_args()
    program = arguments.chokepoint and arguments.chokepoint.resolve()
    if arguments.job in ("digests", "stamp") and not program:
        parser.error(f"{arguments.job}: --chokepoint PROGRAM is needed")
    if arguments.job == "list":
        for kind, what, why in freshness.stale():
            print(f"{kind:<9} {what:<30} {why}")
    elif arguments.job == "lint":
        print(*records.lint_current(), sep="\n")
    elif arguments.job == "check":
        return int(check(program))
    elif arguments.job == "digests":
        freshness.save({**freshness.load(), "digests": freshness.digests_of(program)})
    else:
        if not arguments.page:
            parser.error("stamp: which page?")
        freshness.stamp_page(arguments.page, program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
