# SPDX-License-Identifier: Apache-2.0
"""ALO's rule, row by row."""

import csv
import itertools
import subprocess
import tempfile
from pathlib import Path

from self_tuned.points import exact


def alo(runner, _seeds, _data):
    """The whole truth table of 4 outputs with 3 VCs, all VCs or one of them counted, through the
    Verilated unit."""
    free = list(itertools.product(range(8), repeat=4))
    different = rows = 0
    for counted in (7, 4):
        for useful in range(16):
            with tempfile.TemporaryDirectory() as folder:
                stimulus, response = Path(folder) / "in.csv", Path(folder) / "out.csv"
                with open(stimulus, "w", newline="") as file:
                    table = csv.writer(file)
                    table.writerow(["useful", *(f"free[{o}]" for o in range(4)),
                                    "cfg_counted_vcs"])
                    table.writerows([useful, *vcs, counted] for vcs in free)
                subprocess.run([str(runner.program), "unit", "alo_test", "--param", "Outputs=4",
                                "--param", "Vcs=3", "--engine", "rtl", "--in", str(stimulus),
                                "--out", str(response)], check=True, stdout=subprocess.DEVNULL)
                with open(response, newline="") as file:
                    answers = [row["inject"] for row in csv.DictReader(file)]
            for vcs, answer in zip(free, answers, strict=True):
                seen = [vcs[o] & counted for o in range(4) if useful >> o & 1]
                rule = all(seen) or any(v == counted for v in seen)
                different += int(answer) != int(rule)
                rows += 1
    return {"alo.different_rows": exact(different), "alo.rows": exact(rows)}
