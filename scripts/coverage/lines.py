# SPDX-License-Identifier: Apache-2.0
"""Line coverage of the C++ sources from gcov's counters."""

import json
import os
import subprocess

from . import points

SHOWN = ("sim/", "tb/")


def clear(build):
    for path in build.rglob("*.gcda"):
        path.unlink()


def measure(build):
    """file -> {line: count} of the project's sources that some counter file knows."""
    counts = {}
    for data in sorted(build.rglob("*.gcno")):  # without counters beside it: never run
        done = subprocess.run(["gcov", "--json-format", "--stdout", str(data)], cwd=data.parent,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"gcov {data}: {done.stderr.strip()}")
        for row in filter(None, done.stdout.splitlines()):
            document = json.loads(row)
            for entry in document["files"]:
                path = os.path.normpath(os.path.join(document["current_working_directory"],
                                                     entry["file"]))
                name = path.removeprefix(str(points.ROOT) + "/")
                if not name.startswith(SHOWN):
                    continue
                lines = counts.setdefault(name, {})
                for line in entry["lines"]:
                    number = line["line_number"]
                    lines[number] = lines.get(number, 0) + line["count"]
    return counts


def group_of(name):
    """sim/units/cbcm/x.h: "sim/units/cbcm"; sim/engine/x.h: "sim/engine"."""
    parts = name.split("/")[:-1]
    return "/".join(parts[:3])


def by_group(counts):
    groups = {}
    for name, lines in counts.items():
        found, total = groups.get(group_of(name), (0, 0))
        groups[group_of(name)] = (found + sum(count > 0 for count in lines.values()),
                                  total + len(lines))
    return dict(sorted(groups.items()))
