// SPDX-License-Identifier: Apache-2.0
// A router's unit that is clocked for several cycles at once marks what it marks cycle by cycle.
#include <gtest/gtest.h>

#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

/// Digests of a run in which units fall behind, and of one in which an observer sees every cycle,
/// so that none does.
void compare(unsigned packet_flits, unsigned node_channel, bool leaves_at_once) {
  Scenario scenario = small_network("cbcm", RoutingFunction::kUgal);
  scenario.engine = EngineKind::kRtl;  // with models no unit falls behind
  scenario.network.node_channel_latency = node_channel;
  scenario.run.measure = 6000;
  scenario.run.drain = 0;
  if (leaves_at_once) {
    scenario.network.channel_latency = 60;
    scenario.network.speedup = 1;
    scenario.network.output_buffer_flits = packet_flits;
  }
  set_key(scenario, "epoch_cycles", int64_t{128});
  add_traffic(scenario, "hot", "hotspot", {0, 8, 12}, {4}, 0.8, packet_flits);
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.3, packet_flits);
  Probe every_cycle;
  const RunSummary behind = run_in_child(scenario);
  const RunSummary at_once = run_in_child(scenario, &every_cycle);
  expect_complete(behind, false);
  EXPECT_EQ(behind.digest, at_once.digest)
      << "packets of " << packet_flits << ", channels to nodes of " << node_channel;
  EXPECT_EQ(behind.mechanism, at_once.mechanism);
  EXPECT_GT(behind.mechanism.at("throttles_sent"), 0u);
}

// No packet waits in an output buffer: the node looks at a mark as soon as it can.
TEST(CatchUp, MarksAreThereBeforeTheNodeLooks) {
  for (const unsigned packet_flits : {1u, 3u})
    for (const unsigned node_channel : {1u, 4u}) compare(packet_flits, node_channel, true);
}

// Throttle messages are shorter than data: their packets are gone, and others in their place,
// before the unit is told of them.
TEST(CatchUp, ControlPacketsMayBeGone) {
  for (const unsigned packet_flits : {2u, 3u, 4u, 8u}) compare(packet_flits, 1, false);
}

}  // namespace
}  // namespace chokepoint::test
