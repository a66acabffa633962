// SPDX-License-Identifier: Apache-2.0
// StreamSwitch does what PlainSwitch, the definition, does: the same run, bit by bit, in networks
// drawn at random.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/common/random.h"
#include "sim/switch/switching/technique.h"
#include "tb/common/test_options.h"
#include "tb/network/network_run.h"
#include "tb/topology/own_topologies.h"

namespace chokepoint::test {
namespace {

class Draw {
 public:
  explicit Draw(uint64_t seed) : random_(seed, 2, RandomPurpose::kTestStimulus) {}
  unsigned below(unsigned count) { return static_cast<unsigned>(random_.below(count)); }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[below(static_cast<unsigned>(values.size()))];
  }

 private:
  RandomStream random_;
};

void draw_topology(Draw& draw, Scenario& scenario) {
  NetworkConfig& network = scenario.network;
  std::string& function = scenario.routing.function;
  const unsigned kind = draw.below(10);
  if (kind == 0) {
    network.topology = "fat_tree";
    network.shape.set("arity", draw.one_of<int64_t>({2, 3, 4}));
    network.shape.set("levels", int64_t{2});
    function = draw.one_of({"minimal", "nearest_common_ancestor", "source_route"});
  } else if (kind == 1) {  // a line: no cycle of channels
    network.topology = "graph";
    const unsigned first = draw.one_of({1u, 3u}), last = draw.one_of({2u, 4u});
    network.shape.set_counts("router_nodes", {first, 2, last});
    network.shape.set_pairs("links", {{0, 1}, {1, 2}});
    function = "minimal";
  } else if (kind <= 3) {
    // One way, CBCM's unit takes a request for the output of the input's number for an error, and
    // SRP's NACKs find no way back.
    const std::string& mechanism = scenario.mechanism.name;
    const bool both_ways = kind == 2 || mechanism == "cbcm" || mechanism == "srp";
    network.topology = both_ways ? "uneven" : "one_way";
    function = "minimal";
  } else if (kind == 9) {  // one way, as `one_way` above
    const std::string& mechanism = scenario.mechanism.name;
    const bool one_way = mechanism != "cbcm" && mechanism != "srp";
    network.topology = one_way ? "butterfly" : "fat_tree";
    network.shape.set("arity", draw.one_of<int64_t>({2, 3}));
    network.shape.set(one_way ? "stages" : "levels", draw.one_of<int64_t>({2, 3}));
    function = draw.one_of({"minimal", "source_route"});
  } else if (kind == 4) {
    network.topology = "torus";
    network.shape.set_counts("dimensions",
                             draw.one_of<std::vector<unsigned>>({{5}, {4, 2}, {3, 3}, {2, 2, 3}}));
    network.shape.set("wraparound", draw.below(3) != 0);
    network.shape.set("concentration", draw.one_of<int64_t>({1, 1, 2}));
    function = "dimension_order";
    const std::string dateline = draw.one_of({"balanced", "strict"});
    scenario.routing.keys.set("dateline", dateline);
  } else {
    network.shape.set_counts("dimensions",
                             draw.one_of<std::vector<unsigned>>({{4}, {5}, {2, 2}, {3, 2}}));
    network.shape.set("concentration", draw.one_of<int64_t>({1, 2, 4}));
    function = draw.one_of({"minimal", "valiant", "ugal", "ugal"});
    network.vc_classes = VcClasses::kPhase;
    const std::string metric = draw.one_of({"voq", "credits"});
    const std::string vcs = draw.one_of({"own", "all"});
    const std::string intermediate = draw.one_of({"any", "same_rows"});
    if (function == "ugal") {
      scenario.routing.keys.set("ugal_metric", metric);
      scenario.routing.keys.set("ugal_vcs", vcs);
      scenario.routing.keys.set("ugal_intermediate", intermediate);
    }
  }
}

Scenario random_network(uint64_t seed) {
  Draw draw(seed);
  Scenario scenario = small_network(draw.one_of({"none", "ideal", "cbcm", "srp", "ecn"}));
  // Short times, so that speculative packets are dropped and throttling begins and ends.
  auto& values = scenario.mechanism.values;
  if (scenario.mechanism.name == "srp") values["ttw"] = draw.one_of<int64_t>({20, 60, 203});
  if (scenario.mechanism.name == "cbcm") {
    values["epoch_cycles"] = int64_t{256};
    values["epoch_flits"] = int64_t{96};
  }
  draw_topology(draw, scenario);
  NetworkConfig& network = scenario.network;
  const unsigned flits[] = {draw.one_of({1u, 2u, 3u, 8u, 32u}), draw.one_of({1u, 5u, 33u, 70u})};
  const unsigned longest = std::max({flits[0], flits[1], 4u});
  network.data_vcs = draw.one_of({2u, 3u, 4u});
  network.vc_buffer_flits = longest + longest * draw.one_of({0u, 1u, 3u}) / 2;
  network.output_buffer_flits = longest + longest * draw.one_of({0u, 1u, 3u}) / 2;
  network.speedup = draw.one_of({1u, 2u, 2u, 4u});
  network.channel_latency = draw.one_of({1u, 3u, 10u, 40u});
  network.node_channel_latency = draw.one_of({1u, 1u, 4u});
  network.router_latency = draw.one_of({1u, 3u});
  network.input_queues = draw.one_of({InputQueues::kVoq, InputQueues::kVoq, InputQueues::kFifo});
  network.arbitration =
      draw.one_of({Arbitration::kPacket, Arbitration::kPacket, Arbitration::kFlit});
  network.control_receive_packets = draw.one_of({0u, 0u, 1u, 3u});
  network.vc_allocation = draw.one_of({VcAllocation::kOutputBuffer, VcAllocation::kDownstream});
  const OutputQueues queues = draw.one_of({OutputQueues::kVc, OutputQueues::kPort});
  if (network.vc_allocation == VcAllocation::kDownstream) network.output_queues = queues;
  const std::string mark_on = draw.one_of({"output", "input_buffer"});
  if (scenario.mechanism.name == "ecn") scenario.mechanism.values["mark_on"] = mark_on;
  const bool predictive = draw.one_of({false, true});
  if (scenario.mechanism.name == "srp") values["predictive_drop"] = predictive;
  scenario.run.seed = seed;
  scenario.run.measure = 2500;
  scenario.run.drain = draw.one_of({0u, 100000u});
  const NodeId nodes = static_cast<NodeId>(scenario.nodes());
  for (unsigned i = 0; i < 2; ++i) {
    const std::string name = i == 0 ? "first" : "second";
    const unsigned packets = draw.one_of({1u, 4u});
    if (draw.below(3) == 0) {
      const NodeId hot = static_cast<NodeId>(draw.below(nodes));
      std::vector<NodeId> senders = nodes_from(0, nodes);
      senders.erase(senders.begin() + hot);
      add_traffic(scenario, name, "hotspot", senders, {hot}, 0.2, flits[i], packets);
    } else {
      add_traffic(scenario, name, "uniform", nodes_from(0, nodes), {},
                  0.05 * draw.one_of({1, 4, 8, 12}), flits[i], packets);
    }
  }
  return scenario;
}

constexpr uint64_t kNetworks = 500, kBlocks = 5;

class PlainIsStream : public testing::TestWithParam<uint64_t> {};

/// `--seed=N` begins with network N, `--clocks=N` compares so many. A network that is refused does
/// not count: a block goes on with the next of its networks, which are every kBlocks-th.
TEST_P(PlainIsStream, InRandomNetworks) {
  const uint64_t networks = options().clocks != 0 ? options().clocks : kNetworks / kBlocks;
  uint64_t delivered = 0, dropped = 0, refused = 0, drained = 0, compared = 0;
  uint64_t seed = (options().seed != 1 ? options().seed : 1) + GetParam();
  for (; compared < networks && refused < networks; seed += kBlocks) {
    const Scenario scenario = random_network(seed);
    SCOPED_TRACE(
        fmt::format("network {}, mechanism {}, topology {}: tb_switch "
                    "--gtest_filter='*InRandomNetworks/0' --seed={} --clocks=1",
                    seed, scenario.mechanism.name, scenario.network.topology, seed));
    const RunSummary stream = run_on_both(scenario);
    if (stream.exit_code == 2) {  // a mechanism that does not go with the network drawn
      ++refused;
      continue;
    }
    ++compared;
    expect_complete(stream, false);  // a slow one may be cut off while it drains
    if (testing::Test::HasFailure()) break;
    drained += stream.checks.at("credits") == "held, all returned" ? 1 : 0;
    delivered += stream.delivered;
    dropped += stream.dropped;
  }
  if (networks < kNetworks / kBlocks) return;
  EXPECT_EQ(compared, networks);
  EXPECT_GT(delivered, 5000u);
  EXPECT_GT(dropped, 100u);
  EXPECT_LT(refused, networks / 4);
  EXPECT_GT(drained, networks / 4);
}

INSTANTIATE_TEST_SUITE_P(Blocks, PlainIsStream, testing::Range<uint64_t>(0, kBlocks));

}  // namespace
}  // namespace chokepoint::test
