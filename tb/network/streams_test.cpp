// SPDX-License-Identifier: Apache-2.0
// Streams: flits that routers and NICs do not look at one by one go the same way, in the same
// cycle, as in a run in which an observer sees every cycle, so that there are no streams.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/common/random.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// A small network at random: shapes, buffers, delays, two lengths of packets, loads beyond
/// saturation.
Scenario random_network(uint64_t seed) {
  RandomStream random(seed, 1, RandomPurpose::kTestStimulus);
  const auto pick = [&random](std::initializer_list<unsigned> values) {
    return values.begin()[random.below(values.size())];
  };
  const char* const mechanisms[] = {"none", "cbcm", "srp", "ecn"};
  const char* const functions[] = {"minimal", "valiant", "ugal"};
  Scenario scenario = small_network(mechanisms[random.below(4)], functions[random.below(3)]);
  NetworkConfig& network = scenario.network;
  const bool plane = random.below(2) == 0;
  network.shape.set_counts("dimensions",
                           plane ? std::vector<unsigned>{2, 2} : std::vector<unsigned>{4});
  const unsigned flits[] = {pick({1, 2, 3, 4, 8, 32}), pick({3, 5, 32, 70, 200})};
  const unsigned longest = std::max({flits[0], flits[1], 4u});
  network.data_vcs = pick({2, 3, 4});
  network.vc_buffer_flits = longest + longest * pick({0, 1, 3}) / 2;
  network.output_buffer_flits = longest + longest * pick({0, 1, 3}) / 2;
  network.speedup = pick({1, 2, 2, 3, 4});
  network.channel_latency = pick({3, 8, 10, 40});
  network.node_channel_latency = pick({1, 1, 4, 12});
  network.router_latency = pick({1, 3});
  network.input_queues = random.below(4) == 0 ? InputQueues::kFifo : InputQueues::kVoq;
  scenario.run.seed = seed;
  scenario.run.measure = 2500;
  scenario.run.drain = random.below(2) == 0 ? 0 : 100000;
  for (unsigned i = 0; i < 2; ++i) {
    const std::string name = i == 0 ? "first" : "second";
    const unsigned packets = pick({1, 4});
    if (random.below(3) == 0) {
      const NodeId hot = pick({4, 7, 15});
      add_traffic(scenario, name, "hotspot", {0, 1, 2, 8, 9, 12}, {hot}, 0.2, flits[i], packets);
    } else {
      add_traffic(scenario, name, "uniform", nodes_from(0, 16), {}, 0.05 * pick({1, 3, 6, 10}),
                  flits[i], packets);
    }
  }
  network.vc_allocation =
      random.below(2) == 0 ? VcAllocation::kDownstream : VcAllocation::kOutputBuffer;
  if (network.vc_allocation == VcAllocation::kDownstream && random.below(2) == 0) {
    network.output_queues = OutputQueues::kPort;
  }
  return scenario;
}

TEST(Streams, ChangeNothing) {
  uint64_t streams = 0, fetched_events = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    const Scenario scenario = random_network(seed);
    SCOPED_TRACE(testing::Message()
                 << "seed " << seed << ", mechanism " << scenario.mechanism.name);
    Probe every_cycle;
    // Every other network fetches ahead, if its ticks are long enough: that looks at streams too.
    const FetchUse fetch = seed % 2 == 0 ? FetchUse::kAlways : FetchUse::kNever;
    const RunSummary streaming = run_in_child(scenario, nullptr, fetch);
    const RunSummary flit_by_flit = run_in_child(scenario, &every_cycle);
    expect_complete(flit_by_flit, scenario.run.drain != 0);
    expect_complete(streaming, scenario.run.drain != 0);
    EXPECT_EQ(streaming.digest, flit_by_flit.digest);
    EXPECT_EQ(streaming.cycles, flit_by_flit.cycles);
    EXPECT_EQ(streaming.mechanism, flit_by_flit.mechanism);
    EXPECT_EQ(streaming.accepted, flit_by_flit.accepted);
    EXPECT_EQ(flit_by_flit.streams, 0u);
    streams += streaming.streams;
    fetched_events += streaming.fetched.events;
  }
  EXPECT_GT(streams, 10000u);
  EXPECT_GT(fetched_events, 10000u);
}

/// Streams whose packets are longer than the table of the cycles in which they are due.
TEST(Streams, OfLongPackets) {
  for (const unsigned flits : {64u, 65u, 66u, 129u, 1000u}) {
    Scenario scenario = small_network();
    scenario.network.vc_buffer_flits = scenario.network.output_buffer_flits = flits;
    scenario.run.measure = 8000;
    add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.5, flits, 1);
    Probe every_cycle;
    const RunSummary streaming = run_in_child(scenario);
    const RunSummary flit_by_flit = run_in_child(scenario, &every_cycle);
    expect_complete(streaming);
    EXPECT_EQ(streaming.digest, flit_by_flit.digest) << "packets of " << flits;
    EXPECT_GT(streaming.streams, 0u) << "packets of " << flits;
  }
}

/// Arbitration flit by flit is a choice in every cycle.
TEST(Streams, NotFlitByFlit) {
  Scenario scenario = small_network();
  scenario.network.arbitration = Arbitration::kFlit;
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.3);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(run.streams, 0u);
}

}  // namespace
}  // namespace chokepoint::test
