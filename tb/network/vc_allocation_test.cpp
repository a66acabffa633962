// SPDX-License-Identifier: Apache-2.0
// Who gets an output VC when the output buffer is nearly full.
#include <gtest/gtest.h>

#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// Node 5 sends packets of 32 flits to node 4, node 6 packets of `other` flits at `rate`; the
/// output buffer to node 4 holds `buffer` flits.
RunSummary two_senders(unsigned other, double rate, unsigned buffer) {
  Scenario scenario = small_network();
  scenario.network.data_vcs = 1;
  scenario.network.output_buffer_flits = buffer;
  scenario.run.warmup = 2000;
  scenario.run.measure = 8000;
  scenario.run.drain = 0;
  add_traffic(scenario, "long", "hotspot", {5}, {4}, 1.0, 32, 1);
  add_traffic(scenario, "short", "hotspot", {6}, {4}, rate, other, 1);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run, false);
  return run;
}

// Whatever fits may go: with 40 flits a packet of 4 fits whenever 4 have been sent, one of 32
// never finds room as long as they come.
TEST(VcAllocation, AShortPacketThatFitsGoesBeforeALongOneThatDoesNot) {
  const RunSummary run = two_senders(4, 1.0, 40);
  EXPECT_GT(run.accepted[1], 0.95);
  EXPECT_LT(run.accepted[0], 0.05);  // what goes between two messages
}

// A place is given as soon as it is free, whichever of both was sent last: the channel never idles.
TEST(VcAllocation, TheLongOneGetsWhatTheShortOnesLeave) {
  const RunSummary run = two_senders(4, 0.25, 40);
  EXPECT_NEAR(run.accepted[1], 0.25, 0.02);
  EXPECT_GT(run.accepted[0] + run.accepted[1], 0.9);
}

// Both fit whenever one does: turn and turn about.
TEST(VcAllocation, EqualPacketsTakeTurns) {
  const RunSummary run = two_senders(32, 1.0, 64);
  EXPECT_NEAR(run.accepted[0], 0.5, 0.01);
  EXPECT_NEAR(run.accepted[1], 0.5, 0.01);
}

}  // namespace
}  // namespace chokepoint::test
