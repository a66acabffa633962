// SPDX-License-Identifier: Apache-2.0
// Wormhole switching in networks: latencies, deadlock, random tori, keys. In one switch, cycle by
// cycle: wormhole_switch_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "sim/common/random.h"
#include "sim/routing/routing_function.h"
#include "sim/switch/switching/registry.h"
#include "tb/network/network_run.h"
#include "tb/scenario/parse_text.h"
#include "tb/switch/wormhole_torus.h"

namespace chokepoint::test {
namespace {

TEST(Wormhole, LatencyOfALonePacketIsThatOfItsHeadAndItsLength) {
  struct Case {
    NodeId from, to;
    unsigned hops;
  };
  for (const auto& [from, to, hops] :
       {Case{0, 1, 1}, Case{0, 7, 1}, Case{0, 36, 8}, Case{9, 27, 4}}) {
    for (const unsigned flits : {1u, 8u, 40u}) {
      for (const unsigned router : {1u, 2u}) {
        Scenario scenario = wormhole_torus({8, 8});
        scenario.network.router_latency = router;
        scenario.network.channel_latency = 2;
        add_messages(scenario, {{100, from, to, flits}}, flits);
        const RunSummary run = run_with(scenario);
        expect_complete(run);
        // Onto the injection channel, then per router its latency and a channel.
        EXPECT_EQ(run.latency.at(0), 1 + (hops + 1) * router + hops * 2 + 1 + flits - 1)
            << hops << " hops, " << flits << " flits";
      }
    }
  }
}

// Node 5's packet is on its way to node 1 when node 0's comes there, and node 0 has another one for
// node 4, whose way is free. Alone each takes its flits and 4 cycles (44, 44, 20).
TEST(Wormhole, ChannelsOfNodesWithoutVcsTakeOnePacketAfterTheOther) {
  const std::vector<ListEntry> messages = {{10, 5, 1, 40}, {12, 0, 1, 40}, {13, 0, 4, 16}};
  const auto ends = [&](unsigned node_channel_vcs) {
    Scenario scenario = wormhole_torus({4, 4});
    scenario.network.node_channel_vcs = node_channel_vcs;
    for (const ListEntry& message : messages) {
      add_messages(scenario, {message}, 40);
      scenario.traffic.back().name = fmt::format("at {}", message.cycle);
    }
    const RunSummary run = run_with(scenario);
    expect_complete(run);
    std::vector<Cycle> ends;
    for (size_t i = 0; i < messages.size(); ++i) {
      ends.push_back(messages[i].cycle + static_cast<Cycle>(run.latency.at(i)));
    }
    return ends;
  };
  // Two VCs: flits to node 1 take turns, 80 of them from cycle 15 on. Node 0 sends whole packets.
  EXPECT_EQ(ends(0), (std::vector<Cycle>{92, 94, 89}));
  EXPECT_EQ(ends(3), ends(0)) << "all there are";
  // One: the first as if alone. The second gets the channel when the credit of the first's tail is
  // back, 2 cycles later. The third's head starts 20 cycles before its end, when the second's tail
  // has left the first buffer: 9 cycles before its end, behind 8 flits of the next buffer.
  EXPECT_EQ(ends(1), (std::vector<Cycle>{54, 54 + 2 + 40, 96 - 9 + 20}));
}

TEST(Wormhole, IsVirtualCutThroughForALonePacketThatFits) {
  Scenario scenario = wormhole_torus({4, 4});
  scenario.network.vc_buffer_flits = scenario.network.output_buffer_flits = 16;
  add_messages(scenario, {{3, 0, 10, 16}, {300, 5, 4, 9}, {600, 15, 0, 16}}, 16);
  const RunSummary wormhole = run_with(scenario);
  scenario.network.switching = kDefaultTechnique;
  const RunSummary cut_through = run_with(scenario);
  expect_complete(wormhole);
  EXPECT_EQ(wormhole.digest, cut_through.digest);
}

/// `minimal`, which on a torus has one VC class.
const RoutingRegistration unbroken_rings{
    RoutingInfo{"unbroken_rings", "of this test", {}, {}, [](const RoutingSetup& setup) {
                  return routing_functions().at("minimal").make(setup);
                }}};

TEST(Wormhole, RingsWithoutDatelineDeadlockAndTheWatchdogSaysSo) {
  Scenario scenario = wormhole_torus({9});
  scenario.run.measure = 20000;
  scenario.run.watchdog = 2000;
  scenario.network.data_vcs = 2;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 9), {}, 1, 16, 1);
  expect_complete(run_with(scenario));
  scenario.routing.function = "unbroken_rings";
  const RunSummary stuck = run_with(scenario);
  EXPECT_EQ(stuck.exit_code, 3) << stuck.error;
  EXPECT_NE(stuck.error.find("no data flit moved for"), std::string::npos) << stuck.error;
  EXPECT_NE(stuck.error.find("16 flits"), std::string::npos) << "who waits: " << stuck.error;
}

TEST(Wormhole, FullLoadForAHundredThousandCycles) {
  for (const char* escape : {"none", "dateline", "direct"}) {
    Scenario scenario = wormhole_torus({5, 5});
    scenario.run.measure = 100000;
    if (escape != std::string("none")) {
      scenario.routing.function = "escape_adaptive";
      scenario.routing.keys.set("escape", escape);
    }
    add_traffic(scenario, "all", "uniform", nodes_from(0, 25), {}, 1, 16, 1);
    const RunSummary run = run_with(scenario);
    expect_complete(run);
    EXPECT_GT(run.accepted[0], 0.4) << escape;
  }
}

TEST(Wormhole, EscapesWantVcsOfOnePacketEach) {
  Scenario scenario = wormhole_torus({4, 4});
  scenario.routing.function = "escape_adaptive";
  scenario.origins["network.vc_reuse"] = "f.toml:7";
  scenario.network.switching_keys.set("vc_reuse", "behind_tail");
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 0.1, 16, 1);
  const RunSummary refused = run_with(scenario);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error.find("f.toml:7: vc_reuse: with routing.function = \"escape_adaptive\" a "
                               "head behind another packet's tail could not take an escape VC"),
            0u)
      << refused.error;
}

/// Four packets of 2 flits that come by four inputs for four outputs of the middle of a mesh.
TEST(Wormhole, TheCentralArbiterRoutesOneHeadACycle) {
  std::map<std::string, std::vector<double>> latencies;
  for (const char* arbiter : {"per_output", "central"}) {
    Scenario scenario = wormhole_torus({3, 3});
    scenario.network.shape.set("wraparound", false);
    scenario.network.switching_keys.set("router_arbiter", arbiter);
    const std::vector<ListEntry> messages = {
        {10, 1, 7, 2}, {10, 3, 5, 2}, {10, 5, 3, 2}, {10, 7, 1, 2}};
    for (const ListEntry& message : messages) {
      add_messages(scenario, {message}, 2);
      scenario.traffic.back().name = fmt::format("from{}", message.source);
      scenario.traffic.back().traffic_class = scenario.traffic.back().name;
    }
    const RunSummary run = run_with(scenario, SwitchKind::kLockstep);
    expect_complete(run);
    latencies[arbiter] = run.latency;
    std::sort(latencies[arbiter].begin(), latencies[arbiter].end());
  }
  const double lone = 1 + 3 + 2 + 1 + 1;
  EXPECT_EQ(latencies["per_output"], std::vector<double>(4, lone));
  EXPECT_EQ(latencies["central"], (std::vector<double>{lone, lone + 1, lone + 2, lone + 3}));
}

TEST(Wormhole, BehindABurstTheCentralArbiterStillServesAllFairly) {
  Scenario scenario = wormhole_torus({4, 4});
  scenario.network.switching_keys.set("router_arbiter", "central");
  scenario.run.measure = 20000;
  for (NodeId node = 0; node < 16; ++node) {
    add_traffic(scenario, fmt::format("n{}", node), "permutation", {node},
                {static_cast<NodeId>((node + 5) % 16)}, 1, 16, 1);
  }
  const RunSummary run = run_with(scenario);
  expect_complete(run);
  const auto [least, most] = std::minmax_element(run.accepted.begin(), run.accepted.end());
  EXPECT_GT(*least, 0.5 * *most);
}

TEST(Wormhole, RandomNetworksDeliverEveryPacketOnce) {
  uint64_t delivered = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    RandomStream random(seed, 3, RandomPurpose::kTestStimulus);
    const auto one_of = [&random](auto list) { return list[random.below(list.size())]; };
    Scenario scenario = wormhole_torus(one_of(
        std::vector<std::vector<unsigned>>{{5}, {4, 4}, {3, 3}, {2, 3, 2}, {2, 2, 2, 2}, {6, 2}}));
    NetworkConfig& network = scenario.network;
    network.shape.set("wraparound", random.below(3) != 0);
    network.shape.set("concentration", one_of(std::vector<int64_t>{1, 1, 2}));
    const bool recovers = random.below(4) == 0, escapes = !recovers && random.below(2) == 0;
    scenario.routing.function = escapes ? "escape_adaptive" : "dimension_order";
    if (escapes) {
      const std::string escape = one_of(std::vector<std::string>{"dateline", "direct"});
      const std::vector<unsigned> sizes = network.shape.counts("dimensions");
      const bool wraps =
          network.shape.boolean("wraparound") && *std::max_element(sizes.begin(), sizes.end()) > 2;
      scenario.routing.keys.set("escape", wraps ? escape : "dateline");
    }
    if (recovers) {
      scenario.routing.function = "recovery_adaptive";
      scenario.routing.keys.set("recovery_timeout", one_of(std::vector<int64_t>{10, 160}));
    }
    network.switching_keys.set("router_arbiter",
                               one_of(std::vector<std::string>{"per_output", "central"}));
    network.switching_keys.set("vc_reuse",
                               one_of(std::vector<std::string>{"atomic", "behind_tail"}));
    network.switching_keys.set("flit_crossing",
                               one_of(std::vector<std::string>{"output_buffer", "downstream"}));
    network.data_vcs = one_of(std::vector<unsigned>{3, 3, 4});
    if (escapes || recovers) network.switching_keys.set("vc_reuse", "atomic");
    network.vc_buffer_flits = one_of(std::vector<unsigned>{1, 2, 8, 20});
    network.output_buffer_flits = one_of(std::vector<unsigned>{1, 2, 8});
    network.node_channel_vcs = one_of(std::vector<unsigned>{0, 0, 1});
    network.speedup = one_of(std::vector<unsigned>{1, 2, 3});
    network.channel_latency = one_of(std::vector<unsigned>{1, 3});
    network.node_channel_latency = one_of(std::vector<unsigned>{1, 2});
    network.router_latency = one_of(std::vector<unsigned>{1, 2});
    network.arbitration =
        one_of(std::vector<Arbitration>{Arbitration::kFlit, Arbitration::kPacket});
    network.input_queues =
        one_of(std::vector<InputQueues>{InputQueues::kFifo, InputQueues::kFifo, InputQueues::kVoq});
    if (escapes || recovers) network.input_queues = InputQueues::kFifo;
    scenario.run.seed = seed;
    scenario.run.measure = 2000;
    for (const char* name : {"first", "second"}) {
      add_traffic(scenario, name, "uniform", nodes_from(0, static_cast<NodeId>(scenario.nodes())),
                  {}, one_of(std::vector<double>{0.05, 0.3, 0.5}),
                  one_of(std::vector<unsigned>{1, 3, 16, 40}), 1);
    }
    SCOPED_TRACE(fmt::format("network {}", seed));
    const RunSummary run =
        run_with(scenario, seed % 4 == 0 ? SwitchKind::kLockstep : SwitchKind::kBest);
    expect_complete(run);
    if (testing::Test::HasFailure()) break;
    delivered += run.delivered;
  }
  EXPECT_GT(delivered, 10000u);
}

TEST(Wormhole, TheDigestDoesNotDependOnThreads) {
  Scenario scenario = wormhole_torus({4, 4});
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 0.5, 16, 1);
  expect_same_with_threads(scenario, "wormhole", SwitchKind::kPlain);
}

TEST(Wormhole, TakesPacketsThatNoBufferHoldsAndOthersDoNot) {
  const std::string text =
      "[network]\nswitching = \"wormhole\"\nvc_buffer_flits = 8\noutput_buffer_flits = 1\n"
      "[[traffic]]\nname = \"a\"\npacket_flits = 16\n";
  EXPECT_EQ(error_of(text), "accepted");
  EXPECT_EQ(error_of(text, {"network.switching=virtual_cut_through"}),
            "f.toml:7: packet_flits: a packet of 16 flits does not fit into "
            "network.vc_buffer_flits = 8; legal is at most 8\n"
            "f.toml:7: packet_flits: a packet of 16 flits does not fit into "
            "network.output_buffer_flits = 1; legal is at most 1");
}

TEST(Wormhole, HasKeysThatOthersRefuse) {
  const std::string wormhole = "[network]\nswitching = \"wormhole\"\n";
  const std::string traffic = "[[traffic]]\nname = \"a\"\npacket_flits = 1\n";
  const Scenario own = parse(wormhole + "vc_reuse = \"behind_tail\"\n" + traffic);
  EXPECT_EQ(own.network.switching_keys.text("vc_reuse"), "behind_tail");
  EXPECT_EQ(error_of("[network]\nvc_reuse = \"atomic\"\n" + traffic),
            "f.toml:2: vc_reuse: has no effect with switching virtual_cut_through; it is for "
            "wormhole");
  EXPECT_EQ(error_of(wormhole + "vc_reuse = \"atomic\"\n" + traffic,
                     {"network.switching=virtual_cut_through"}),
            "accepted")
      << "the file's own key, for the technique that an option has replaced";
  EXPECT_EQ(error_of(wormhole + "vc_reuse = \"never\"\n" + traffic),
            "f.toml:3: vc_reuse: 'never' is no choice; legal is atomic, behind_tail");
  EXPECT_EQ(error_of(wormhole + "vc_reus = \"atomic\"\n" + traffic),
            "f.toml:3: vc_reus: unknown key of [network]; did you mean vc_reuse?");
  EXPECT_EQ(error_of("[routing]\nvc_reuse = \"atomic\"\n" + traffic),
            "f.toml:2: vc_reuse: unknown key of [routing]; it belongs in [network]");
}

}  // namespace
}  // namespace chokepoint::test
