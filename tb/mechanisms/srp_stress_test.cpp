// SPDX-License-Identifier: Apache-2.0
// SRP and ECN with every buffer of one packet, at full load with a hotspot: the deadlock argument
// of docs/reference/srp/srp.md, 100,000 cycles for every routing function and topology.
#include <gtest/gtest.h>

#include "tb/mechanisms/srp_probe.h"

namespace chokepoint::test {
namespace {

constexpr unsigned kStressFlits = 4;
constexpr Cycle kCycles = 100000;

struct Shape {
  const char* name;
  std::string function;
  std::vector<unsigned> dimensions;  ///< none: a fat tree of arity 2
  unsigned size;                     ///< nodes per router, or levels
};

void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.name;
}

/// Every node offers a flit per cycle: a third to node 0, the others to everybody.
Scenario full_load(const std::string& mechanism, const Shape& shape) {
  Scenario scenario = small_network(mechanism, shape.function);
  NetworkConfig& network = scenario.network;
  if (shape.dimensions.empty()) {
    network.topology = "fat_tree";
    network.shape.set("arity", 2);
    network.shape.set("levels", shape.size);
  } else {
    network.shape.set_counts("dimensions", shape.dimensions);
    network.shape.set("concentration", shape.size);
  }
  network.data_vcs = shape.function == "valiant" || shape.function == "ugal" ? 2 : 1;
  network.vc_buffer_flits = network.output_buffer_flits = kStressFlits;
  network.control_queue_packets = 1;
  network.speedup = 1;
  network.channel_latency = 3;
  network.send_queue_flits = 8 * kStressFlits;
  scenario.run.measure = kCycles;
  scenario.run.drain = 20000;
  scenario.run.watchdog = 3000;
  const NodeId nodes = scenario.nodes();
  std::vector<NodeId> hot, others;
  for (NodeId node = 0; node < nodes; ++node) (node % 3 == 1 ? hot : others).push_back(node);
  add_traffic(scenario, "hot", "hotspot", hot, {0}, 1.0, kStressFlits, 4);
  add_traffic(scenario, "uniform", "uniform", others, nodes_from(0, nodes), 1.0, kStressFlits, 5)
      .message_packets_max = 8;
  return scenario;
}

class FullLoad : public ::testing::TestWithParam<Shape> {};

TEST_P(FullLoad, SrpDoesNotDeadlock) {
  // Short waits: NACKs everywhere; endless ones: full speculative buffers.
  for (const int64_t ttw : {int64_t{3}, int64_t{1000}}) {
    Scenario scenario = full_load("srp", GetParam());
    set_mechanism(scenario, "ttw", ttw);
    SrpProbe probe(scenario);
    probe.log = false;
    probe.check_every = 1000;
    const RunSummary run = run_in_child(scenario, &probe);
    EXPECT_EQ(complaint(run), "") << "ttw " << ttw;
    if (ttw == 3) {
      EXPECT_GT(run.dropped, 1000u);
    }
    EXPECT_GT(run.mechanism.at("acks_sent"), 1000u) << "ttw " << ttw;
    EXPECT_GT(run.accepted.at(0) + run.accepted.at(1), 0.1) << "ttw " << ttw;
  }
}

TEST_P(FullLoad, EcnDoesNotDeadlock) {
  for (const bool cct : {false, true}) {
    Scenario scenario = full_load("ecn", GetParam());
    scenario.run.measure = kCycles / 2;
    set_mechanism(scenario, "mode", std::string(cct ? "cct" : "additive"));
    set_mechanism(scenario, "threshold", 0.5);
    set_mechanism(scenario, "victim_mask", std::string("all"));
    set_mechanism(scenario, "increment", int64_t{20});
    set_mechanism(scenario, "maximum", int64_t{100});
    set_mechanism(scenario, "cct_timer", int64_t{500});
    EventProbe probe;
    probe.log = false;
    probe.check_every = 1000;
    const RunSummary run = run_in_child(scenario, &probe);
    EXPECT_EQ(complaint(run), "");
    EXPECT_GT(run.mechanism.at("notifications_sent"), 500u);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, FullLoad,
    ::testing::Values(Shape{"Minimal", "minimal", {4}, 2}, Shape{"Valiant", "valiant", {4}, 2},
                      Shape{"Ugal", "ugal", {4}, 2}, Shape{"Minimal2d", "minimal", {2, 3}, 2},
                      Shape{"Valiant2d", "valiant", {2, 3}, 1}, Shape{"Ugal2d", "ugal", {3, 2}, 1},
                      Shape{"FatTree", "nearest_common_ancestor", {}, 3},
                      Shape{"FatTreeMinimal", "minimal", {}, 2}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace chokepoint::test
