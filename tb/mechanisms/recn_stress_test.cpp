// SPDX-License-Identifier: Apache-2.0
// RECN with room for two packets at every port, all nodes at full load: three topologies, speed-ups 1 and 1.5 and
// three seeds, none of which deadlocks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tb/mechanisms/recn_network.h"

namespace chokepoint::test {
namespace {

struct SmallNetwork {
  const char* topology;
  unsigned nodes;
};

Scenario least_memory(const SmallNetwork& of, bool enhanced) {
  Scenario scenario = recn_network();
  NetworkConfig& network = scenario.network;
  network.topology = of.topology;
  network.shape = {};
  if (network.topology == "butterfly") {
    network.shape.set("arity", int64_t{2});
    network.shape.set("stages", int64_t{3});
  } else if (network.topology == "fat_tree") {
    network.shape.set("arity", int64_t{2});
    network.shape.set("levels", int64_t{3});
  } else {
    network.shape.set_counts("dimensions", {2, 2});
    network.shape.set("concentration", int64_t{2});
  }
  set_form(scenario, enhanced, enhanced);
  network.vc_buffer_flits = network.output_buffer_flits = 8;
  network.send_queue_flits = 32;
  scenario.mechanism.set("detection", 0.25);
  scenario.mechanism.set("xon", 0.2);
  scenario.mechanism.set("xoff", 0.5);
  scenario.run.warmup = 0;
  scenario.run.measure = 1200;
  scenario.run.watchdog = 600;
  std::vector<NodeId> hot, others;
  for (NodeId node = 1; node < of.nodes; ++node) (node % 3 == 1 ? hot : others).push_back(node);
  add_traffic(scenario, "hot", "hotspot", hot, {0}, 1.0, 4, 1);
  add_traffic(scenario, "all", "uniform", others, nodes_from(0, of.nodes), 1.0, 4, 1);
  return scenario;
}

void expect_no_deadlock(const SmallNetwork& of) {
  for (const bool enhanced : {false, true}) {
    for (const bool half_pass : {false, true}) {
      for (const uint64_t seed : {1, 2, 3}) {
        Scenario scenario = least_memory(of, enhanced);
        scenario.network.speedup = half_pass ? 2 : 1;
        scenario.network.half_pass = half_pass;
        scenario.run.seed = seed;
        const RunSummary run = run_in_child(scenario);
        const std::string what = fmt::format("{}, {}, speed-up {}, seed {}", of.topology,
                                             enhanced ? "enhanced" : "basic", half_pass ? 1.5 : 1, seed);
        expect_recn_complete(run, what, false);
        if (run.exit_code != 0) continue;
        EXPECT_GT(run.mechanism.at("saqs_made"), 10u) << what;
        EXPECT_GT(run.accepted.at(1), 0.03) << what;
      }
    }
  }
}

TEST(RecnStress, LeastMemoryInThreeStages) {
  expect_no_deadlock({"butterfly", 8});
}
TEST(RecnStress, LeastMemoryInAFatTree) {
  expect_no_deadlock({"fat_tree", 8});
}
TEST(RecnStress, LeastMemoryInAFlattenedButterfly) {
  expect_no_deadlock({"flattened_butterfly", 8});
}

}  // namespace
}  // namespace chokepoint::test
