// SPDX-License-Identifier: Apache-2.0
// Classes of VCs: numbers, priorities, independence, and what is counted for each; router latency,
// and what a router tells about its queues.
#include <gtest/gtest.h>

#include "tb/network/toy_mechanism.h"

namespace chokepoint::test {
namespace {

class VcClassesTest : public ::testing::Test {
 protected:
  void SetUp() override { toy = {}; }
  void TearDown() override { toy = {}; }
};

TEST_F(VcClassesTest, NumbersAndPriorities) {
  Scenario scenario = small_network("toy", "ugal");
  const VcLayout layout(scenario, toy_declarations(), 2);
  EXPECT_EQ(layout.speculative_vc, 4);
  EXPECT_EQ(layout.speculative_vcs, 2u);
  EXPECT_EQ(layout.first_vc("control"), 6u);
  EXPECT_EQ(layout.message_vcs(), (std::vector<unsigned>{6, 7}));
  EXPECT_EQ(layout.total, 8u);
  const unsigned expected[] = {1, 1, 1, 1, 0, 0, 4, 3};
  for (unsigned vc = 0; vc < layout.total; ++vc) {
    EXPECT_EQ(layout.priority(vc), expected[vc]) << vc;
    EXPECT_EQ(layout.is_speculative(vc), vc == 4 || vc == 5) << vc;
  }
  Packet packet;
  packet.vc_class = layout.speculative_class;
  EXPECT_EQ(layout.allowed(packet, 0), 0x10u);
  EXPECT_EQ(layout.allowed(packet, 1), 0x20u);
  EXPECT_EQ(layout.injection(packet), 0x30u);
  layout.become_message(packet, kGrant);
  EXPECT_EQ(layout.allowed(packet, 0), 0x40u);
  layout.become_message(packet, kRequest);
  EXPECT_EQ(layout.injection(packet), 0x80u);
  EXPECT_FALSE(VcLayout(scenario, {}, 2).is_speculative(4));
}

TEST_F(VcClassesTest, ChannelsOfNodesMayHaveFewerDataVcs) {
  Scenario scenario = small_network();
  scenario.network.node_channel_vcs = 1;
  const VcLayout layout(scenario, {}, 1);
  Packet packet;
  EXPECT_EQ(layout.injection(packet), 1u);
  EXPECT_EQ(layout.allowed(packet, 0), 0xfu) << "between routers all";
  packet.vc_set = 1;
  EXPECT_EQ(layout.injection(packet), 0x10u) << "of each set the first";
  scenario.network.node_channel_vcs = 5;
  scenario.origins["network.node_channel_vcs"] = "f.toml:3";
  try {
    VcLayout(scenario, {}, 1);
    FAIL() << "5 of 4 VCs";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "f.toml:3: node_channel_vcs: 5 VCs, but network.data_vcs is 4; use at most as "
                 "many, or 0 for all");
  }
}

TEST_F(VcClassesTest, ControlClassesDoNotBlockEachOther) {
  // Node 0 gets no credits back for one class from cycle 0 to 600 and sends 300 packets of it at
  // 10, more than the buffer takes; one of the other class at 400 goes in that cycle.
  for (const unsigned blocked : {0u, 1u}) {
    toy = {};
    toy.nic_cycle = [blocked](NicState& nic, Cycle now) {
      if (nic.id() != 0 || (now != 10 && now != 400)) return;
      ControlMessage message;
      message.destination = 4;
      message.kind = (blocked == 0) == (now == 10) ? kFirst : kSecond;
      for (unsigned i = 0; i < (now == 400 ? 1 : 300); ++i) {
        if (nic.control_ready(message.kind) != (i < 256)) {
          throw CheckError("control_ready() is wrong");
        }
        nic.send_control(now, message);
      }
    };
    Scenario scenario = small_network("toy");
    scenario.run.measure = 1000;
    Watcher watcher;
    watcher.checks = false;  // the credits held back are missed
    CreditEvent held{0, static_cast<uint8_t>(5 + blocked), 0};
    watcher.also = [blocked, &held](Cycle now, Network& network) {
      auto& credits = network.group(0).endpoint().credits.due(now);
      if (now >= 600) {
        if (held.flits != 0) credits.push_back(held);
        held.flits = 0;
        return;
      }
      for (size_t i = credits.size(); i-- > 0;) {
        if (credits[i].port != 0 || credits[i].vc != 5 + blocked) continue;
        held.flits = static_cast<uint16_t>(held.flits + credits[i].flits);
        credits.erase(credits.begin() + static_cast<std::ptrdiff_t>(i));
      }
    };
    const RunSummary run = run_in_child(scenario, &watcher);
    expect_complete(run);
    const std::string waits = blocked == 0 ? "6" : "7", other = blocked == 0 ? "7" : "6";
    EXPECT_EQ(run.at("first " + other + " injected"), 400);
    EXPECT_EQ(run.at("count " + waits + " injected"), 300);
    EXPECT_EQ(run.at("last " + waits + " injected"),
              600 + 300 - 256 - 1);  // 256 before, by credits
  }
}

TEST_F(VcClassesTest, RequestsAreConsumedWhileResponsesHaveNoRoom) {
  // All nodes request of node 4; its queue holds one grant, and it owes three for each request. The
  // requests come as if it owed none.
  toy.nic_cycle = [](NicState& nic, Cycle now) {
    if (nic.id() == 4 || now < 10 || now >= 110) return;
    ControlMessage request;
    request.kind = kRequest;
    request.destination = 4;
    if (nic.control_ready(kRequest)) nic.send_control(now, request);
  };
  Scenario scenario = small_network("toy");
  scenario.network.control_queue_packets = 1;
  scenario.network.vc_buffer_flits = scenario.network.output_buffer_flits = 1;
  scenario.network.channel_latency = 5;
  scenario.run.measure = 1000;
  Watcher watcher, without;
  toy.grants = 3;
  const RunSummary run = run_in_child(scenario, &watcher);
  toy.grants = 0;
  const RunSummary free = run_in_child(scenario, &without);
  expect_complete(run);
  expect_complete(free);
  EXPECT_GT(run.at("count 2 delivered"), 50);
  EXPECT_EQ(run.at("count 2 delivered"), free.at("count 2 delivered"));
  EXPECT_EQ(run.at("last 2 delivered"), free.at("last 2 delivered"));
  EXPECT_EQ(run.at("count 3 delivered"), 3 * run.at("count 2 delivered"));
  EXPECT_GT(run.at("last 3 delivered"), run.at("last 2 delivered") + 100);  // there was no room
}

TEST_F(VcClassesTest, ControlGoesBeforeDataBeforeSpeculation) {
  // Nodes 0 .. 3 of router 0 each have 60 flits for router 1 at cycle 50: responses, requests,
  // data, speculative data. The channel takes one flit per cycle: one class after the other.
  toy.decide = [](const NicState& nic, Cycle, const QueueHead&) {
    return nic.id() == 3 ? speculative() : InjectionDecision{};
  };
  toy.nic_cycle = [](NicState& nic, Cycle now) {
    if (nic.id() > 1 || now != 50) return;
    ControlMessage message;
    message.kind = nic.id() == 0 ? kFirst : kSecond;
    message.destination = 4 + nic.id();
    for (unsigned i = 0; i < 60; ++i) nic.send_control(now, message);
  };
  Scenario scenario = small_network("toy");
  scenario.run.measure = 1000;
  add_messages(scenario, {{50, 2, 6, 60}, {50, 3, 7, 60}}, 1);
  Watcher watcher;
  const RunSummary run = run_in_child(scenario, &watcher);
  expect_complete(run);
  const double first = 50 + 1 + 1 + 100 + 1 + 1;
  EXPECT_EQ(run.at("first 6 delivered"), first);
  EXPECT_EQ(run.at("last 6 delivered"), first + 59);
  EXPECT_EQ(run.at("first 7 delivered"), first + 60);
  EXPECT_EQ(run.at("last 7 delivered"), first + 119);
  EXPECT_EQ(run.at("first 0 delivered"), first + 120);
  EXPECT_EQ(run.at("last 0 delivered"), first + 179);
  EXPECT_EQ(run.at("first 1 delivered"), first + 180);
  EXPECT_EQ(run.at("last 1 delivered"), first + 239);
}

TEST_F(VcClassesTest, AMessageThatNobodyDeclaresIsAnError) {
  toy.nic_cycle = [](NicState& nic, Cycle now) {
    if (now == 10) nic.send_control(now, {PacketKind{9}, 4, 0, 0, 0});
  };
  const RunSummary run = run_in_child(small_network("toy"));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.error.find("message of kind 9, which it does not declare"), std::string::npos)
      << run.error;
}

TEST_F(VcClassesTest, RouterLatencyDelaysEveryRouterAndNoCredits) {
  for (const unsigned latency : {1u, 4u}) {
    Scenario scenario = small_network("toy");
    scenario.network.router_latency = latency;
    scenario.run.measure = 1000;
    add_messages(scenario, {{17, 0, 4, 32}}, 32);
    Watcher watcher;
    const RunSummary run = run_in_child(scenario, &watcher);
    expect_complete(run);
    EXPECT_EQ(run.at("last 1 delivered"), 17 + 1 + latency + 100 + latency + 1 + 31);
  }
}

TEST_F(VcClassesTest, CountsOfAHandComputedCase) {
  // 8 flits speculatively from router 0 to router 1, dropped there half arrived, NACK back, 8 flits
  // of data; then 4 flits within router 1 speculatively, delivered.
  toy.router_cycle = [](RouterState& router, Cycle now, const ToyScript::Arrived& arrived) {
    if (router.id() == 1 && now < 200) {
      for (const SpeculativeHead& head : arrived) drop(router, now, head);
    }
    permit_all(router);
  };
  Scenario scenario = small_network("toy");
  scenario.run.warmup = 10;
  scenario.run.measure = 1000;
  scenario.run.interval = 500;
  add_messages(scenario, {{17, 0, 4, 8}, {600, 5, 6, 4}}, 8);
  Watcher watcher;
  const RunSummary run = run_in_child(scenario, &watcher);
  expect_complete(run);
  const auto expect = [&run](const std::string& name, const std::vector<double>& numbers) {
    const nlohmann::json& counts = run.summary["classes"][name];
    const char* keys[] = {"packets_injected", "packets_dropped", "packets_delivered",
                          "flits_injected",   "flits_dropped",   "flits_delivered",
                          "wasted_flit_hops", "channel_flits",   "ejection_flits"};
    for (size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_EQ(counts[keys[i]], numbers[i]) << name << " " << keys[i];
    }
    EXPECT_DOUBLE_EQ(counts["channel_utilisation"], numbers[7] / (1000 * 4 * 3)) << name;
  };
  expect("speculative", {2, 1, 1, 12, 8, 4, 8, 8, 4});
  expect("control", {1, 0, 1, 1, 0, 1, 0, 1, 1});
  expect("data", {1, 0, 1, 8, 0, 8, 0, 8, 8});
  expect("hotspot", {0, 0, 0, 0, 0, 0, 0, 0, 0});
  const nlohmann::json& group = run.summary["groups"]["list"];
  EXPECT_EQ(group["packets_injected"], 3);
  EXPECT_EQ(group["packets_injected_speculative"], 2);
  EXPECT_EQ(group["packets_dropped"], 1);
  EXPECT_EQ(group["packets_retransmitted"], 1);
  EXPECT_EQ(group["packets_delivered"], 2);
  EXPECT_DOUBLE_EQ(group["offered"], 12.0 / 1000 / 2);  // two sources
  EXPECT_DOUBLE_EQ(group["accepted"], 12.0 / 1000 / 2);
}

TEST_F(VcClassesTest, FiguresPerClassLeaveOutWhatIsOutsideTheMeasuredInterval) {
  Scenario scenario = small_network("toy");
  scenario.run.warmup = 500;
  scenario.run.measure = 500;
  add_messages(scenario, {{17, 0, 4, 8}, {600, 0, 4, 8}}, 8);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  const nlohmann::json& counts = run.summary["classes"]["speculative"];
  EXPECT_EQ(counts["flits_injected"], 16);
  EXPECT_EQ(counts["channel_flits"], 8);
  EXPECT_EQ(counts["ejection_flits"], 8);
}

TEST_F(VcClassesTest, VoqEventsAddUpToTheQueues) {
  // Per router and output: flits that came for it less flits that left; control and speculative
  // packets go along and must not show.
  static std::map<RouterId, std::vector<int>> waiting, held_by_input;
  waiting.clear();
  held_by_input.clear();
  toy.decide = [](const NicState&, Cycle, const QueueHead& head) {
    return head.message % 3 == 0 ? speculative() : InjectionDecision{};
  };
  toy.acknowledge = true;
  toy.router_end = [](RouterState& router, Cycle, VoqEvents& events) {
    std::vector<int>& counts = waiting[router.id()];
    counts.resize(router.radix());
    for (unsigned port = 0; port < router.radix(); ++port) {
      if ((events.arrived >> port) & 1) ++counts[events.output[port]];
      for (const uint64_t pass : events.crossed) counts[port] -= (pass >> port) & 1;
    }
    std::vector<int>& of_inputs = held_by_input[router.id()];
    of_inputs.resize(router.radix());
    for (unsigned port = 0; port < router.radix(); ++port) {
      of_inputs[port] += (events.arrived >> port) & 1;
      for (unsigned pass = 0; pass < 4; ++pass) {
        if ((events.crossed[pass] >> port & 1) != 0) --of_inputs[events.input[pass][port]];
      }
    }
    for (unsigned port = 0; port < router.radix(); ++port) {
      int held = 0;
      for (unsigned vc = 0; vc < 4; ++vc) held += static_cast<int>(router.input_flits(port, vc));
      if (held != of_inputs[port]) throw CheckError("a flit left another input than is said");
    }
    for (const int count : counts) {
      if (count < 0) throw CheckError("more flits left than came");
    }
  };
  toy.head_crosses = [](RouterState& router, const Packet& packet, unsigned output, unsigned vc) {
    if (!router.downstream_room(output, vc, 0) || router.downstream_room(output, vc, 257)) {
      throw CheckError("downstream_room() is wrong");
    }
    const bool data = packet.vc_class == VcClass::kData;
    if (data != (vc < 4)) throw CheckError("head_crosses() names another VC");
  };
  Scenario scenario = small_network("toy");
  scenario.run.measure = 1500;
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.7, 8);
  Watcher watcher;
  watcher.also = [](Cycle now, Network& network) {
    for (RouterId id = 0; id < network.routers(); ++id) {
      const Switch& router = network.router(id);
      int held = 0, counted = 0;
      for (unsigned port = 0; port < router.radix(); ++port) {
        for (unsigned vc = 0; vc < 4; ++vc) held += static_cast<int>(router.holds(port, vc));
      }
      for (const int count : waiting[id]) counted += count;
      if (held != counted) {
        throw CheckError("cycle " + std::to_string(now) + ": VOQ events do not add up");
      }
    }
  };
  const RunSummary run = run_in_child(scenario, &watcher);
  expect_complete(run);
  EXPECT_GT(run.at("count 0 delivered"), 1000);
  EXPECT_GT(run.at("count 1 delivered"), 300);
}

TEST_F(VcClassesTest, DownstreamRoomIsTheCreditsOfTheNextHop) {
  // 32 flits on their way from router 0 to router 1: 224 of 256 left until their credits return.
  toy.router_cycle = [](RouterState& router, Cycle now, const ToyScript::Arrived&) {
    permit_all(router);
    if (router.id() != 0 || now < 19) return;
    const bool out = now > 19;  // the head leaves at 19, after begin_cycle
    if (router.downstream_room(4, 4, 256) == out || !router.downstream_room(4, 4, 224) ||
        (out && router.downstream_room(4, 4, 225))) {
      throw CheckError("downstream_room() is wrong in cycle " + std::to_string(now));
    }
  };
  Scenario scenario = small_network("toy");
  scenario.run.measure = 1000;
  add_messages(scenario, {{17, 0, 4, 32}}, 32);
  expect_complete(run_in_child(scenario));
}

}  // namespace
}  // namespace chokepoint::test
