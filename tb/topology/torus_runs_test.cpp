// SPDX-License-Identifier: Apache-2.0
// Whole runs on tori: latency of a lone packet, and what the channels can carry.
#include <gtest/gtest.h>

#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// Virtual cut-through with room for several packets; nobody sends yet.
Scenario roomy_torus(const std::vector<unsigned>& dimensions, bool wraparound = true) {
  Scenario scenario = small_network();
  scenario.network.topology = "torus";
  scenario.network.shape.set_counts("dimensions", dimensions);
  scenario.network.shape.set("wraparound", wraparound);
  scenario.network.channel_latency = 1;
  scenario.network.vc_buffer_flits = 64;
  scenario.network.output_buffer_flits = 32;
  scenario.network.data_vcs = 8;
  scenario.routing.function = "dimension_order";
  return scenario;
}

TEST(TorusRuns, LatencyOfALonePacketGrowsWithItsHops) {
  struct Case {
    NodeId from, to;
    bool wraparound;
    unsigned hops;
  };
  for (const auto& [from, to, wraparound, hops] :
       {Case{0, 7, true, 1}, Case{0, 7, false, 7}, Case{0, 63, true, 2}, Case{0, 63, false, 14},
        Case{0, 36, true, 8}, Case{9, 27, true, 4}}) {
    Scenario scenario = roomy_torus({8, 8}, wraparound);
    add_messages(scenario, {{50, from, to, 16}}, 16);
    const RunSummary run = run_on_both(scenario);
    expect_complete(run);
    EXPECT_EQ(run.latency.at(0), 1 + (hops + 1) + hops + 1 + 15) << from << " -> " << to;
  }
}

/// What is accepted at that load, without a drain.
double accepted_at(Scenario scenario, double rate) {
  scenario.run.warmup = 5000;
  scenario.run.measure = 15000;
  scenario.run.drain = 0;
  scenario.traffic[0].rate = rate;
  return run_with(scenario).accepted[0];
}

/// Every node of a ring of eight sends to the third one further up: each channel up carries the
/// packets of three nodes, and none down carries any. (Beyond what they can a ring accepts less: a
/// node's own packets get more of its channel than those that pass.)
TEST(TorusRuns, ARingCarriesWhatItsChannelsCan) {
  Scenario scenario = roomy_torus({8});
  add_traffic(scenario, "tornado", "permutation", nodes_from(0, 8), {3, 4, 5, 6, 7, 0, 1, 2}, 1, 16,
              1);
  EXPECT_NEAR(accepted_at(scenario, 0.31), 0.31, 0.015);
  EXPECT_LE(accepted_at(scenario, 1), 1.0 / 3 + 0.002);
  scenario.traffic[0].mapping = {4, 5, 6, 7, 0, 1, 2, 3};  // half of the nodes each way round
  EXPECT_NEAR(accepted_at(scenario, 0.46), 0.46, 0.02);
  EXPECT_LE(accepted_at(scenario, 1), 0.502);
}

/// Half of the packets cross the middle of a torus by four channels per row, of a mesh by two.
TEST(TorusRuns, UniformTrafficComesNearTheBisection) {
  Scenario scenario = roomy_torus({16, 4});
  add_traffic(scenario, "all", "uniform", nodes_from(0, 64), {}, 1, 16, 1);
  EXPECT_NEAR(accepted_at(scenario, 0.4), 0.4, 0.01);
  EXPECT_LE(accepted_at(scenario, 1), 8.0 / 16 * 64 / 63);
  scenario.network.shape.set("wraparound", false);
  EXPECT_NEAR(accepted_at(scenario, 0.2), 0.2, 0.01);
  EXPECT_LE(accepted_at(scenario, 1), 4.0 / 16 * 64 / 63);
}

}  // namespace
}  // namespace chokepoint::test
