// SPDX-License-Identifier: Apache-2.0
// Speculative packets in random networks: drops at random, every packet once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/common/random.h"
#include "tb/network/toy_mechanism.h"

namespace chokepoint::test {
namespace {

/// A random network small enough for full checks in every cycle.
Scenario random_speculation(RandomStream& random) {
  const auto pick = [&random](std::vector<unsigned> values) {
    return values[random.below(values.size())];
  };
  static const std::vector<std::vector<unsigned>> shapes = {{2},    {3},    {4},      {5},
                                                            {2, 2}, {3, 2}, {2, 2, 2}};
  Scenario scenario = small_network("toy");
  NetworkConfig& network = scenario.network;
  network.shape.set_counts("dimensions", shapes[random.below(shapes.size())]);
  network.shape.set("concentration", pick({1, 2, 3}));
  scenario.routing.function = random.below(2) == 0 ? "minimal" : "ugal";
  if (random.below(4) == 0) {
    network.topology = "fat_tree";
    network.shape.set("arity", 2);
    network.shape.set("levels", pick({2, 3}));
    scenario.routing.function = "nearest_common_ancestor";
  }
  const unsigned packet_flits = pick({1, 2, 5, 8});
  network.data_vcs = pick({2, 3, 4});
  network.input_queues = random.below(2) == 0 ? InputQueues::kVoq : InputQueues::kFifo;
  network.vc_buffer_flits = packet_flits * pick({1, 1, 2, 4});
  network.output_buffer_flits = packet_flits * pick({1, 2});
  network.vc_allocation =
      pick({0, 1}) == 1 ? VcAllocation::kDownstream : VcAllocation::kOutputBuffer;
  if (network.vc_allocation == VcAllocation::kDownstream && pick({0, 1}) == 1) {
    network.output_queues = OutputQueues::kPort;
  }
  network.speedup = pick({1, 2});
  network.channel_latency = pick({1, 3, 10});
  network.node_channel_latency = pick({1, 2});
  network.router_latency = pick({1, 1, 3});
  network.send_queue_flits = packet_flits * 40;
  network.control_queue_packets = pick({1, 4});
  scenario.run.seed = random.next() >> 32;
  scenario.run.measure = 1200;
  scenario.run.drain = 100000;
  scenario.run.watchdog = 5000;
  const double rate = 0.2 + 0.1 * static_cast<double>(random.below(8));
  const unsigned packets = pick({1, 3, 5});
  const NodeId nodes = scenario.nodes();
  if (random.below(3) == 0 && nodes > 2) {
    add_traffic(scenario, "hot", "hotspot", nodes_from(1, nodes), {0}, rate, packet_flits, packets);
  } else {
    add_traffic(scenario, "ur", "uniform", nodes_from(0, nodes), {}, rate, packet_flits, packets);
  }
  return scenario;
}

class RandomNetworks : public ::testing::TestWithParam<unsigned> {
 protected:
  void TearDown() override { toy = {}; }
};

TEST_P(RandomNetworks, DeliverEveryPacketOnce) {
  for (unsigned part = 0; part < 5; ++part) {
    const uint64_t seed = GetParam() * 5 + part;
    RandomStream random(seed, 0, RandomPurpose::kTestStimulus);
    const Scenario scenario = random_speculation(random);
    toy = {};
    toy.acknowledge = random.below(2) == 0;
    toy.gate = random.below(5) != 0;
    const uint64_t on_arrival = 30 + random.below(200), at_head = random.below(60);
    const uint64_t permitted = 100 + random.below(900);
    toy.router_cycle = [=](RouterState& router, Cycle now, const ToyScript::Arrived& arrived) {
      // By packet and cycle, so that it does not matter in which order heads are listed.
      const auto chance = [now, seed](const SpeculativeHead& head, unsigned what) {
        return RandomStream(seed, static_cast<uint32_t>(now), RandomPurpose::kTestStimulus,
                            what + (static_cast<uint32_t>(head.packet->id) & 0xFFFF) * 4 +
                                head.packet->source * 64)
            .below(1000);
      };
      for (const SpeculativeHead& head : arrived) {
        if (chance(head, 0) < on_arrival) drop(router, now, head);
      }
      for (const SpeculativeHead& head : ToyScript::Arrived(router.speculative_heads())) {
        if (chance(head, 2) < permitted) router.permit(head.input, head.index);
        if (chance(head, 1) < at_head) drop(router, now, head);  // permitted in vain
      }
    };
    Watcher watcher;
    const RunSummary run = run_in_child(scenario, &watcher);
    SCOPED_TRACE(fmt::format("seed {}", seed));
    expect_complete(run);
    EXPECT_GT(run.dropped, 10u);
    EXPECT_EQ(run.at("cycles"), run.cycles);
    EXPECT_EQ(run.at("count 5 delivered"), run.dropped);
    EXPECT_EQ(run.at("count 0 injected"), run.dropped);
    EXPECT_EQ(run.at("count 4 delivered"), toy.acknowledge ? run.at("count 1 delivered") : 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomNetworks, ::testing::Range(0u, 10u));

}  // namespace
}  // namespace chokepoint::test
