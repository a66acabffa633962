#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries all worked examples of docs/developer/.

The examples' folders are copied into one copy of the tree, where no other file is changed, and no
example has a file of another; its build must know all that they add. The program of tb/examples, the
project's objects and theirs, must run each of them.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "worked_examples"))
import mechanisms  # noqa: E402
import routing  # noqa: E402
import switching  # noqa: E402
from tree_copy import ROOT, add_example, build, configure, copy_tree, report  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    programs = (ROOT / arguments.build).resolve()
    with tempfile.TemporaryDirectory(prefix="chokepoint-examples-") as work:
        folder = Path(work)
        copy_tree(folder)
        added = []
        for name in (*(example.folder for example in mechanisms.EXAMPLES), switching.FOLDER,
                     *routing.FOLDERS):
            sources, replaced = add_example(name, folder)
            added += sources
            report(f"{name} changes no file of the tree", not replaced, ", ".join(replaced))
        configure(folder, added, [example.unit for example in mechanisms.EXAMPLES])
        if build(programs, arguments.jobs):
            for example in (mechanisms, switching, routing):
                example.try_all(programs, folder)
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
