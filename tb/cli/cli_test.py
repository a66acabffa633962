#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Command line of chokepoint: exit codes, messages, files, JSON. Usage: cli_test.py PROGRAM SCENARIO_DIR"""
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SCENARIOS = sys.argv[1:3] if len(sys.argv) >= 3 else ("build/chokepoint", "sim/scenarios")
FAST = ["--engine", "model", "--set", "run.warmup=500", "--set", "run.measure=1500"]


def call(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120, **options)


def scenario(name):
    return os.path.join(SCENARIOS, name + ".toml")


class Cli(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def test_ready_scenarios_run(self):
        names = [f[:-5] for f in os.listdir(SCENARIOS) if f.endswith(".toml")]
        self.assertGreaterEqual(len(names), 8)
        for name in ("quickstart", "fig1a", "fig1b", "fig1c", "fig2", "fig3a", "fig12", "fig14"):
            self.assertIn(name, names)
            for mechanism in ("none", "ideal", "cbcm"):
                done = call("run", scenario(name), *FAST, "--set", f"mechanism.name={mechanism}",
                            "--quiet", "--json")
                self.assertEqual(done.returncode, 0, f"{name} {mechanism}: {done.stderr}")
                self.assertEqual(json.loads(done.stdout)["status"], "complete")

    def test_summary_has_the_promised_keys(self):
        done = call("run", scenario("quickstart"), *FAST, "--json", "--out", self.path("o"))
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = json.loads(done.stdout)
        with open(self.path("o", "summary.json")) as file:
            self.assertEqual(json.load(file), shown)
        for key in ("scenario", "engine", "seed", "digest", "cycles", "wall_seconds",
                    "cycles_per_second", "groups", "mechanism", "checks", "status"):
            self.assertIn(key, shown)
        self.assertRegex(shown["digest"], "^0x[0-9a-f]{16}$")
        self.assertEqual(shown["cycles"], 2000)
        self.assertEqual(set(shown["groups"]), {"hot", "ur"})
        for group in shown["groups"].values():
            for key in ("offered", "accepted", "packets_injected", "packets_delivered",
                        "packets_dropped", "packets_retransmitted", "packets_marked"):
                self.assertIn(key, group)
            for key in ("latency", "message_latency", "network_latency"):
                self.assertLessEqual({"mean", "p50", "p99", "max"}, set(group[key]))
        self.assertGreater(shown["groups"]["ur"]["packets_delivered"], 0)
        self.assertEqual(sorted(os.listdir(self.path("o"))),
                         ["flows.csv", "summary.json", "timeseries.csv"])
        with open(self.path("o", "flows.csv")) as file:
            flows = list(csv.DictReader(file))
        self.assertTrue(any(f["group"] == "hot" and f["destination"] == "4" for f in flows))
        with open(self.path("o", "timeseries.csv")) as file:
            self.assertEqual(len(list(csv.DictReader(file))), 2 * 2)

    def test_digest_depends_on_seed_and_nothing_else(self):
        def digest(*more):
            done = call("run", scenario("quickstart"), *FAST, "--json", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)["digest"]
        first = digest()
        self.assertEqual(first, digest("--out", self.path("o"), "--quiet"))
        self.assertEqual(first, digest("--seed", "1"))
        self.assertNotEqual(first, digest("--seed", "2"))
        self.assertEqual(digest("--seed", "2"), digest("--set", "run.seed=2"))

    def test_table_and_quiet(self):
        done = call("run", scenario("quickstart"), *FAST)
        self.assertIn("digest 0x", done.stdout)
        self.assertIn("conservation", done.stdout)
        self.assertEqual(done.stderr, "")  # no progress line where there is no terminal
        done = call("run", scenario("quickstart"), *FAST, "--quiet")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def check_refused(self, expected, *arguments):
        done = call(*arguments, cwd=self.folder)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn(expected, done.stderr)
        self.assertEqual(os.listdir(self.folder), [], "something was written")

    def test_bad_usage_and_input(self):
        good = os.path.abspath(scenario("quickstart"))
        out = ["--out", "o/p"]
        self.check_refused("subcommand is required")
        self.check_refused("scenario is required", "run")
        self.check_refused("no subcommand 'runn'; legal are run, area, list, unit (did you mean run?)",
                           "runn", good)
        self.check_refused("--engine", "run", good, "--engine", "verilog", *out)
        self.check_refused("is no seed", "run", good, "--seed=-1", *out)
        self.check_refused("cannot be read: No such file", "run", "missing.toml", *out)
        self.check_refused("cannot be read", "run", "/tmp", *out)
        self.check_refused("--set run.sed=1: sed: unknown key of [run]; did you mean seed?",
                           "run", good, "--set", "run.sed=1", *out)
        self.check_refused("--out /proc/x", "run", good, "--out", "/proc/x")
        self.check_refused("is not a folder", "run", good, "--out", good)
        self.check_refused("--out", "run", good, "--wave", "router.1")
        self.check_refused("router.9", "run", good, "--wave", "router.9", *out)
        self.check_refused("--wave-window", "run", good, "--wave", "router.1", "--wave-window", "9:3", *out)
        self.check_refused("--set network.data_vcs=32: data_vcs: 64 VCs in all", "run", good,
                           "--set", "network.data_vcs=32", "--set", "mechanism.name=ideal",
                           "--engine", "model", *out)
        self.check_refused("--mechanism", "area", "--mechanism", "none")
        self.check_refused("NumSamples", "area", "--num-samples", "7")
        self.check_refused("--radix", "area", "--radix", "-4")

    def test_mistake_in_a_file_names_file_and_line(self):
        with open(self.path("bad.toml"), "w") as file:
            file.write("[network]\nchannel_latncy = 3\n[[traffic]]\nname = \"a\"\nrate = 2\n")
        done = call("run", "bad.toml", cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bad.toml:2: channel_latncy: unknown key of [network]; did you mean channel_latency?",
                      done.stderr)
        self.assertIn("bad.toml:5: rate: 2 is out of range; legal is a number in 0..1", done.stderr)
        with open(self.path("few.toml"), "w") as file:
            file.write("[network]\ndata_vcs = 1\n[routing]\nfunction = \"ugal\"\n"
                       "[[traffic]]\nname = \"a\"\n")
        done = call("run", "few.toml", "--engine", "model", cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("few.toml:2: data_vcs: 1 data VCs are fewer than the 2", done.stderr)

    def test_missing_rtl_names_the_keys(self):
        good = os.path.abspath(scenario("quickstart"))
        base = ["run", good, "--out", "o", "--set", "mechanism.name=cbcm"]
        self.check_refused("--set mechanism.num_samples=90: num_samples: no RTL of cbcm_router was "
                           "built for this; the nearest, cbcm_router_r8_letter, has NumSamples = 100 "
                           "where this scenario needs 90 (mechanism.num_samples)",
                           *base, "--set", "mechanism.sample_interval=1", "--set",
                           "mechanism.num_samples=90")
        self.check_refused("--set mechanism.window_samples=24: window_samples: no RTL of cbcm_router "
                           "was built for this; the nearest, cbcm_router_r8, has NumSamples = 12 "
                           "where this scenario needs 24 (mechanism.window_samples)",
                           *base, "--set", "mechanism.window_samples=24")
        self.check_refused("--set network.data_vcs=7: network.data_vcs: no RTL of cbcm_router",
                           *base, "--set", "network.data_vcs=7")
        self.check_refused("throttle_entries: no RTL of cbcm_nic was built for this; the nearest, "
                           "cbcm_nic_n", *base, "--set", "mechanism.throttle_entries=3")
        with open(self.path("s.toml"), "w") as file:
            file.write("[mechanism]\nname = \"cbcm\"\nlist_granularity = 8\n[[traffic]]\n"
                       "name = \"a\"\n")
        for engine, code in (("rtl", 2), ("lockstep", 2), ("model", 0)):
            done = call("run", "s.toml", "--engine", engine, "--set", "run.measure=100", "--quiet",
                        cwd=self.folder)
            self.assertEqual(done.returncode, code, done.stderr)
            if code:
                self.assertIn("s.toml:3: list_granularity: no RTL of cbcm_nic", done.stderr)

    def test_documented_keys_have_rtl_on_the_small_network(self):
        letter = "mechanism.sample_interval=1"
        for setting in ("mechanism.throttle_entries=1", "mechanism.throttle_entries=2",
                        "mechanism.list_granularity=4", letter,
                        f"{letter} mechanism.num_samples=50",
                        f"{letter} mechanism.contention_degree=weighted",
                        f"{letter} mechanism.window=intervals", "network.speedup=1",
                        "network.speedup=4"):
            settings = [word for one in setting.split() for word in ("--set", one)]
            done = call("run", scenario("quickstart"), "--engine", "lockstep", "--set",
                        "mechanism.name=cbcm", *settings, "--set", "run.warmup=0", "--set",
                        "run.measure=3000", "--quiet")
            self.assertEqual(done.returncode, 0, f"{setting}: {done.stderr}")

    def test_unit_stimulus_that_breaks_the_contract(self):
        stimulus = self.path("in.csv")
        with open(stimulus, "w") as file:
            file.write("throttle_valid,throttle_source\n1,99\n1,100\n")
        done = call("unit", "token_throttler", "--param", "Nodes=100", "--param",
                    "ThrottleEntries=4", "--param", "TokenBits=6", "--param", "CycleBits=12", "--in",
                    "in.csv", "--out", "out.csv", cwd=self.folder)
        self.assertEqual(done.returncode, 2)
        self.assertIn("in.csv:3: the inputs break the unit's contract", done.stderr)
        self.assertIn(" at rtl/cbcm/token_throttler.sv:", done.stderr)
        self.assertIn("in.csv: settings without a column are 0: cfg_token_reset_always, "
                      "cfg_token_cap", done.stderr)
        self.assertEqual(os.listdir(self.folder), ["in.csv"])

    def test_waveform(self):
        done = call("run", scenario("quickstart"), *FAST, "--out", self.path("o"), "--wave",
                    "router.1,nic.4", "--wave-window", "100:200")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("gtkwave", done.stdout)
        self.assertIn("wave.fst", os.listdir(self.path("o")))

    def test_interrupt_writes_partial_results(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            run = subprocess.Popen([PROGRAM, "run", scenario("quickstart"), "--engine", "model", "--set",
                                    "run.measure=1000000000", "--set", "run.interval=1000000", "--out",
                                    self.path("o"), "--quiet"], stdout=subprocess.PIPE)
            time.sleep(1)
            run.send_signal(number)
            self.assertEqual(run.wait(timeout=60), 130)
            run.stdout.close()
            with open(self.path("o", "summary.json")) as file:
                summary = json.load(file)
            self.assertEqual(summary["status"], "interrupted")
            self.assertGreater(summary["cycles"], 0)
            self.assertLess(summary["cycles"], 1000000000)

    def test_full_disk(self):
        for arguments in (["list"], ["area"], ["run", scenario("quickstart"), *FAST]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE,
                                      text=True, timeout=60)
            self.assertEqual(done.returncode, 4, arguments)
            self.assertIn("No space left", done.stderr)
        os.mkdir(self.path("o"))
        os.mkdir(self.path("o", "flows.csv"))  # cannot be replaced by a file
        done = call("run", scenario("quickstart"), *FAST, "--out", self.path("o"))
        self.assertEqual(done.returncode, 4)
        self.assertIn("flows.csv: cannot be written", done.stderr)
        self.assertEqual(os.listdir(self.path("o")), ["flows.csv"])

    def test_area_of_the_paper(self):
        letter = ("area", "--radix", "64", "--sample-interval", "1", "--bound-sample-interval", "10")
        area = json.loads(call(*letter, "--num-samples", "100", "--json").stdout)
        unit = area["router"]["contention_degree_unit"]
        self.assertEqual(unit["paper_bits"], 64 * (100 + 10 + 10) * 6)
        self.assertEqual(unit["sample_bits"], unit["paper_bits"])
        self.assertLessEqual(unit["sample_bits"] + unit["state_bits"], 49600)
        self.assertEqual(unit["total_bits"],
                         unit["sample_bits"] + unit["state_bits"] + unit["pipeline_bits"])
        for item in area["units"]:
            self.assertLessEqual({"paper_bits", "sample_bits", "state_bits", "pipeline_bits",
                                  "total_bits"}, set(item))
        half = json.loads(call(*letter, "--num-samples", "50", "--json").stdout)
        self.assertEqual(half["router"]["contention_degree_unit"]["paper_bits"], 64 * 60 * 6)
        self.assertIn("5.625 KiB", call(*letter, "--num-samples", "100").stdout)

    def test_area_of_the_default_form(self):
        router = json.loads(call("area", "--radix", "64", "--json").stdout)["router"]
        self.assertNotIn("contention_degree_unit", router)
        # 12 samples and 2 spreads of 6 bits for each of 64 outputs.
        self.assertEqual(router["multiplexed_contention"]["sample_bits"], 64 * (12 + 2) * 6)
        self.assertEqual(router["port_picker"]["sample_bits"], 0)
        self.assertEqual(router["cbcm_router"]["sample_bits"], 64 * (12 + 2) * 6)
        self.assertEqual(router["cbcm_router"]["total_bits"],  # and the error bit
                         router["multiplexed_contention"]["total_bits"]
                         + 64 * router["port_picker"]["total_bits"]
                         + router["packet_marker"]["total_bits"] + 1)

    def test_list(self):
        everything = json.loads(call("list", "--json").stdout)
        self.assertIn("cbcm", everything["mechanisms"])
        self.assertIn("uniform", everything["traffic_patterns"])
        self.assertIn("minimal", everything["routing_functions"])
        self.assertIn("flattened_butterfly", everything["topologies"])
        names = [key["name"] for key in everything["keys"]["network"]["keys"]]
        self.assertIn("channel_latency", names)
        text = call("list").stdout
        for unit in everything["units"]:
            self.assertIn(unit["name"], text)

    def test_the_documented_keys_and_messages_are_those_of_the_program(self):
        for option, name in (("--markdown", "scenario.md"), ("--messages", "messages.md")):
            page = os.path.join(SCENARIOS, "..", "..", "docs", "reference", name)
            with open(page) as file:
                self.assertEqual(file.read(), call("list", option).stdout,
                                 f"regenerate: chokepoint list {option} > docs/reference/{name}")

    def test_help(self):
        for arguments in ([], ["run"], ["area"], ["list"], ["unit"]):
            done = call(*arguments, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("chokepoint", done.stdout)
        self.assertIn("Exit codes", call("--help").stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
