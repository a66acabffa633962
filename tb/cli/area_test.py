#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`chokepoint area --sweep` from outside: files, pictures, refusals, interrupts.

Usage: area_test.py PROGRAM SOURCE_TREE
"""
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, ROOT = map(os.path.abspath, sys.argv[1:3]) if len(sys.argv) >= 3 else (
    "build/chokepoint", ".")
COST = os.path.join(ROOT, "docs", "reference", "generated", "cost.json")
LETTER = ("--sample-interval", "1", "--num-samples", "100", "--bound-sample-interval", "10")
LINES = {"radix": (4, 64), "num_samples": (12, 48), "throttle_entries": (1, 64),
         "list_granularity": (1, 16), "nodes": (16, 8192)}
DATA = ["sweep.csv", "sweep.json"]


def pictures(*lines):
    return [f"{stem}.{ending}" for stem in ("sweep", *(f"sweep_{line}" for line in lines))
            for ending in ("svg", "png")]


class AreaSweep(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = self.path("o")

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def call(self, *arguments, **options):
        return subprocess.run([PROGRAM, "area", *arguments], capture_output=True, text=True,
                              timeout=120, cwd=self.folder, **options)

    def sweep(self, *arguments, **options):
        done = self.call("--sweep", self.out, *arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def data_only(self, *arguments):
        """A sweep without pictures: quick."""
        return self.sweep(*arguments, env=self.without_matplotlib("raise ImportError\n"))

    def rows(self):
        with open(os.path.join(self.out, "sweep.csv"), newline="") as file:
            return list(csv.DictReader(file))

    def data(self):
        with open(os.path.join(self.out, "sweep.json")) as file:
            return json.load(file)

    def picture(self, name):
        with open(os.path.join(self.out, name)) as file:
            return file.read()

    def cost_file(self, *records):
        with open(self.path("cost.json"), "w") as file:
            json.dump({"records": records}, file)
        return file.name

    def without_matplotlib(self, text):
        """Environment in which `import matplotlib` runs `text` instead."""
        os.makedirs(self.path("python"), exist_ok=True)
        with open(self.path("python", "matplotlib.py"), "w") as file:
            file.write(text)
        return {**os.environ, "PYTHONPATH": self.path("python")}

    def whole(self, names):
        """Every file is there, whole, and nothing else."""
        self.assertEqual(sorted(os.listdir(self.out)), sorted(names))
        for name in names:
            with open(os.path.join(self.out, name), "rb") as file:
                text = file.read()
            end = {"svg": b"</svg>\n", "png": b"IEND\xaeB`\x82", "json": b"}\n", "csv": b"\n"}
            self.assertTrue(text.endswith(end[name[-3:] if name[-4] == "." else "json"]), name)

    def test_files_and_lines(self):
        done = self.sweep()
        lines = [axis["name"] for axis in self.data()["axes"]]
        self.assertLessEqual(set(LINES), set(lines))
        self.whole(DATA + pictures(*lines))
        for name in DATA:
            self.assertIn(os.path.join(self.out, name), done.stdout)
        rows = self.rows()
        for name, (low, high) in LINES.items():
            values = [int(row["value"]) for row in rows if row["varied"] == name]
            self.assertEqual((min(values), max(values)), (low, high), name)
            self.assertGreaterEqual(len(set(values)), 5)
        self.assertEqual({row["varied"] for row in rows}, set(lines))
        shown = {(row["unit"], row["cells"]) for row in rows if row["cells"]}
        if os.path.exists(COST):
            with open(COST) as file:
                measured = {(record["unit"], str(record["cells"]))
                            for record in json.load(file)["records"] if "cells" in record}
            self.assertGreater(len(shown), 0)
            self.assertLessEqual(shown, measured)
        else:
            self.assertIn("cost.json is absent; `make synth` measures", done.stderr)
            self.assertEqual(shown, set())

    def test_every_row_is_what_area_says(self):
        self.every_row("--num-samples", "24", "--vary", "radix=4,37", "--vary", "nodes=41",
                       "--vary", "list-granularity", "--vary", "sample-interval")

    def test_every_row_of_the_letter_is_what_area_says(self):
        self.every_row(*LETTER[:3], "60", *LETTER[4:], "--vary", "radix=4,37", "--vary", "nodes=41",
                       "--vary", "list-granularity", "--vary", "weighted", "--vary", "num-samples")

    def every_row(self, *arguments):
        self.data_only(*arguments)
        rows = self.rows()
        parameters = list(self.data()["chosen"])
        asked = 0
        for point in {tuple(row[name] for name in parameters) for row in rows}:
            options = [word for name, value in zip(parameters, point)
                       for word in ("--" + name.replace("_", "-"), value)]
            area = json.loads(self.call("--json", *options).stdout)
            same = [row for row in rows if tuple(row[name] for name in parameters) == point]
            for unit in area["units"]:
                found = [row for row in same if row["unit"] == unit["name"]]
                self.assertGreater(len(found), 0, (point, unit["name"]))
                for row in found:
                    for key in ("sample_bits", "state_bits", "pipeline_bits", "total_bits"):
                        self.assertEqual(int(row[key]), unit[key], (point, unit["name"], key))
                    self.assertEqual(row["place"], unit["place"])
                    self.assertEqual(row["paper_bits"], str(unit["paper_bits"] or ""))
            asked += 1
        self.assertGreaterEqual(asked, 8)

    def test_json_says_the_same_as_csv(self):
        done = self.data_only("--json", "--vary", "throttle-entries")
        data = self.data()
        self.assertEqual(json.loads(done.stdout), data)
        flat = [(axis["name"], str(point["value"]), unit["name"], str(unit["total_bits"]))
                for axis in data["axes"] for point in axis["points"] for unit in point["units"]]
        self.assertEqual(flat, [(r["varied"], r["value"], r["unit"], r["total_bits"])
                                for r in self.rows()])

    def test_the_papers_point_is_marked_where_it_lies(self):
        mark = "paper: 46,080 bits at radix 64"
        self.sweep("--vary", "radix", *LETTER)
        self.assertEqual(self.picture("sweep_radix.svg").count(mark), 1)
        point = [u for u in self.data()["paper"]["units"] if u["name"] == "contention_degree_unit"]
        self.assertEqual([u["paper_bits"] for u in point], [64 * (100 + 10 + 10) * 6])
        for other in ((), (*LETTER[:3], "50", *LETTER[4:])):
            self.sweep("--vary", "radix", *other)
            self.assertNotIn("paper: ", self.picture("sweep_radix.svg"))

    def test_illegal_values_are_skipped_with_a_note(self):
        done = self.data_only("--vary", "radix=2,8,65,400", "--vary", "list_granularity=3,4")
        self.assertIn("radix: skipped 2, 65, 400 (", done.stderr)
        self.assertIn("4 to 64", done.stderr)
        self.assertIn("list_granularity: skipped 3 (", done.stderr)
        values = [(row["varied"], row["value"]) for row in self.rows()]
        self.assertEqual(set(values), {("radix", "8"), ("radix", "64"), ("list_granularity", "1"),
                                       ("list_granularity", "4")})
        self.assertEqual([s["value"] for s in self.data()["axes"][0]["skipped"]], [2, 65, 400])

    def test_cells_are_those_that_were_measured(self):
        cost = self.cost_file(
            {"unit": "cbcm_router", "parameters": {"Radix": 22}, "cells": 4711, "transistors": 9},
            {"unit": "token_throttler", "parameters": {"Nodes": 64, "TokenBits": 6}, "cells": 4712})
        self.sweep("--cost", cost, "--vary", "radix", "--vary", "nodes")
        cells = {(r["varied"], r["value"], r["unit"]): (r["cells"], r["transistors"])
                 for r in self.rows() if r["cells"] or r["transistors"]}
        self.assertEqual(cells, {("radix", "22", "cbcm_router"): ("4711", "9")})
        self.assertNotIn("no measured configuration", self.picture("sweep_radix.svg"))
        self.assertIn("no measured configuration on this line", self.picture("sweep_nodes.svg"))

    def test_the_picture_says_that_costs_are_absent(self):
        self.sweep("--vary", "radix=8")
        data = self.data()
        data["cost"] = {"file": "docs/some/cost.json", "found": False}
        for axis in data["axes"]:
            for point in axis["points"]:
                for unit in point["units"]:
                    unit["cells"] = None
        with open(self.path("s.json"), "w") as file:
            json.dump(data, file)
        script = os.path.join(ROOT, "scripts", "plot_area_sweep.py")
        subprocess.run(["/usr/bin/python3", script, "s.json"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL, timeout=60)
        with open(self.path("sweep_radix.svg")) as file:
            self.assertIn("docs/some/cost.json is absent", file.read())
        for wrong in ([], ["missing.json"], ["cost.json"], ["a", "b", "c"], ["--x"]):
            with open(self.path("cost.json"), "w") as file:
                file.write("{}")
            done = subprocess.run(["/usr/bin/python3", script, *wrong], cwd=self.folder,
                                  capture_output=True, text=True, timeout=60)
            self.assertIn(done.returncode, (1, 2), wrong)
            self.assertNotIn("Traceback", done.stderr)

    def test_same_question_same_files(self):
        for folder in ("a", "b"):
            self.out = self.path(folder)
            self.sweep("--vary", "radix=8")
        for name in DATA + pictures("radix"):
            with open(self.path("a", name), "rb") as a, open(self.path("b", name), "rb") as b:
                self.assertEqual(a.read(), b.read(), name)

    def test_refusals_write_nothing(self):
        for expected, *arguments in (
                ("mechanism cbcm has no parameter 'rdix' (did you mean radix?)", "--vary", "rdix"),
                ("'x' is no value", "--vary", "radix=8,x"), ("'' is no value", "--vary", "radix="),
                ("radix is given twice", "--vary", "radix", "--vary", "radix=8"),
                ("NumSamples = 7 is not legal", "--num-samples", "7"),
                ("no mechanism with hardware", "--mechanism", "none"), ("--radix", "--radix", "-4"),
                ("no.json: cannot be read: No such file", "--cost", "no.json"),
                ("/tmp: cannot be read", "--cost", "/tmp"),
                ("arguments were not expected", "--swep", "x")):
            done = self.call("--sweep", "o", *arguments)
            self.assertEqual(done.returncode, 2, (arguments, done.stderr))
            self.assertIn(expected, done.stdout + done.stderr)
            self.assertEqual(os.listdir(self.folder), [], arguments)
        done = self.call("--vary", "radix")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--vary requires --sweep", done.stderr)

    def test_folders_that_cannot_be(self):
        open(self.path("file"), "w").close()
        for folder in ("file", "file/x", "/proc/x", ""):
            done = self.call("--sweep", folder)
            self.assertEqual((done.returncode, done.stdout), (2, ""), folder)
            self.assertIn("--sweep", done.stderr)
            self.assertEqual(os.listdir(self.folder), ["file"])
        if os.geteuid() != 0:  # permissions stop everybody but root
            os.mkdir(self.path("locked"), 0o555)
            self.assertEqual(self.call("--sweep", "locked").returncode, 2)
        for blocked in ("sweep.json", "sweep_radix.png"):  # a folder where a file should go
            self.out = self.path("in_" + blocked)
            os.makedirs(os.path.join(self.out, blocked))
            done = self.call("--sweep", self.out, "--vary", "radix=8")
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertIn(blocked, done.stderr)
            self.assertEqual([n for n in os.listdir(self.out) if "tmp" in n], [])

    def test_default_folder(self):
        self.assertEqual(self.call("--sweep", "--vary", "radix=8").returncode, 0)
        self.out = self.path("results", "area")
        self.whole(DATA + pictures("radix"))

    def test_without_matplotlib(self):
        environment = self.without_matplotlib("raise ImportError('none here')\n")
        done = self.sweep(env=environment)
        self.whole(DATA)
        self.assertIn("apt-get install python3-matplotlib", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_a_picture_that_fails_is_a_failure(self):
        environment = self.without_matplotlib("raise RuntimeError('broken')\n")
        done = self.call("--sweep", self.out, env=environment)
        self.assertEqual(done.returncode, 4)
        self.assertIn("pictures failed", done.stderr)
        self.whole(DATA)

    def interrupt(self, number, seconds, group, environment=None):
        run = subprocess.Popen([PROGRAM, "area", "--sweep", self.out], start_new_session=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment)
        time.sleep(seconds)
        (os.killpg if group else os.kill)(run.pid, number)
        _, errors = run.communicate(timeout=60)
        self.assertNotIn("Traceback", errors)
        return run.returncode

    def test_interrupts_leave_whole_files_only(self):
        for number, group in ((signal.SIGINT, True), (signal.SIGTERM, False)):
            for tenths in (9, 15):
                self.out = self.path(f"o{number}_{tenths}")
                code = self.interrupt(number, tenths / 10, group)
                self.assertIn(code, (0, 130))  # a fast machine has finished
                self.whole(os.listdir(self.out))
                self.assertLessEqual(set(DATA), set(os.listdir(self.out)))
        # Surely in time: the drawing waits, once in a place where Python swallows exceptions.
        waits = "import time\ntime.sleep(60)\n"
        swallows = ("import time\nclass Slow:\n    def __del__(self):\n"
                    "        time.sleep(60)\nSlow()\n")
        for name, number, group, text in (
                ("w0", signal.SIGINT, True, waits), ("w1", signal.SIGINT, False, waits),
                ("w2", signal.SIGTERM, True, waits), ("w3", signal.SIGINT, True, swallows)):
            self.out = self.path(name)
            start = time.monotonic()
            self.assertEqual(
                self.interrupt(number, 1, group, self.without_matplotlib(text)), 130)
            self.assertLess(time.monotonic() - start, 30)
            self.whole(DATA)

    def test_area_without_sweep_stays_what_it_was(self):
        text = self.call("--radix", "64", *LETTER).stdout
        self.assertIn("contention_degree_unit             46080     46080", text)
        self.assertIn("5.625 KiB", text)
        text = self.call("--radix", "64").stdout
        self.assertIn("multiplexed_contention", text)
        self.assertNotIn("contention_degree_unit", text)
        self.assertEqual(os.listdir(self.folder), [])

    def test_help(self):
        for arguments in (["--help"], ["--sweep", "--help"]):
            done = self.call(*arguments)
            self.assertEqual(done.returncode, 0)
            for word in ("--sweep [DIR]", "results/area", "--vary NAME", "--cost FILE"):
                self.assertIn(word, done.stdout)
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
