#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds all worked examples of docs/developer/ to one copy of the tree and tries them there.

Only the examples' folders are copied in, no other file is changed, and no example a file of another;
the program is built once and must run each of them.
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "worked_examples"))
import mechanisms  # noqa: E402
import routing  # noqa: E402
import switching  # noqa: E402
from tree_copy import add_example, build, copy_tree, report  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chokepoint-examples-") as work:
        folder = Path(work)
        copy_tree(folder)
        for name in (*(example.folder for example in mechanisms.EXAMPLES), switching.FOLDER,
                     *routing.FOLDERS):
            replaced = add_example(name, folder)
            report(f"{name} changes no file of the tree", not replaced, ", ".join(replaced))
        if build(folder, arguments.jobs, [example.unit for example in mechanisms.EXAMPLES],
                 ["chokepoint", "tb_routing"]):
            for example in (mechanisms, switching, routing):
                example.try_all(folder)
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
