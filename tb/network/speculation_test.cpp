// SPDX-License-Identifier: Apache-2.0
// Speculative packets: permission, drops in place, NACKs, retransmission; every packet once.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/common/random.h"
#include "tb/network/toy_mechanism.h"

namespace chokepoint::test {
namespace {

const MechanismRegistration speculator_registration{{
    "toy",
    "speculation as a test wants it",
    {},
    [](const Scenario&) { return std::make_unique<Toy>(); },
    {},
    toy_declarations(),
}};

class Speculation : public ::testing::Test {
 protected:
  void SetUp() override { toy = {}; }
  void TearDown() override { toy = {}; }

  /// Node 0 on router 0 sends to node 4 on router 1; the messages are of one packet each.
  static Scenario to_node_4(std::vector<Cycle> cycles, unsigned flits = 32) {
    Scenario scenario = small_network("toy");
    scenario.run.measure = 2000;
    std::vector<ListEntry> entries;
    for (const Cycle cycle : cycles) entries.push_back({cycle, 0, 4, flits});
    add_messages(scenario, entries, flits);
    return scenario;
  }
};

/// Drops at router `where` what arrives there.
void drop_arrivals_at(RouterId where) {
  toy.router_cycle = [where](RouterState& router, Cycle now, const ToyScript::Arrived& arrived) {
    if (router.id() == where) {
      for (const SpeculativeHead& head : arrived) drop(router, now, head);
    }
    permit_all(router);
  };
}

TEST_F(Speculation, UndroppedPacketsTakeTheSpeculativeVcAndNoLonger) {
  for (const bool gate : {true, false}) {
    toy.gate = gate;
    Watcher watcher;
    const RunSummary run = run_in_child(to_node_4({17}), &watcher);
    expect_complete(run);
    EXPECT_EQ(run.at("last 1 delivered"), 17 + 1 + 1 + 100 + 1 + 1 + 31);
    EXPECT_EQ(run.at("count 1 delivered_vc_4"), 1);
    EXPECT_EQ(run.dropped, 0u);
  }
}

// Generated at 17, at router 0 at 18, on the channel from 19, at router 1 at 119.
constexpr Cycle kAtRouter1 = 119;

TEST_F(Speculation, HalfArrivedDropTurnsTheNackRoundAndResendsAsData) {
  drop_arrivals_at(1);
  Watcher watcher;
  const RunSummary run = run_in_child(to_node_4({17}), &watcher);
  expect_complete(run);
  EXPECT_EQ(run.at("first 1 dropped"), kAtRouter1);
  EXPECT_EQ(run.at("count 1 dropped_router_1"), 1);
  EXPECT_EQ(run.at("first 5 injected"), kAtRouter1);
  // Back by the port it came in by: allocated and across the switch in the next cycle, out in the
  // one after, 100 cycles of channel, 1 at router 0, 1 to the node.
  EXPECT_EQ(run.at("first 5 delivered"), kAtRouter1 + 1 + 1 + 100 + 1 + 1);
  EXPECT_EQ(run.at("count 5 delivered_vc_5"), 1);  // control class 0, behind the speculative VC
  EXPECT_EQ(run.at("first 0 injected"), run.at("first 5 delivered"));
  EXPECT_EQ(run.at("first 0 delivered"), run.at("first 5 delivered") + 1 + 1 + 100 + 1 + 1 + 31);
}

// In a router that holds nothing besides.
TEST_F(Speculation, ARoutersMessageFromBeginCycleEntersInThatCycle) {
  constexpr Cycle kMade = 300;
  toy.busy = true;
  toy.router_cycle = [](RouterState& router, Cycle now, const ToyScript::Arrived&) {
    permit_all(router);
    if (router.id() == 2 && now == kMade) router.originate(now, {kFirst, 8, 0, 0});
  };
  Watcher watcher;
  const RunSummary run = run_on_both(to_node_4({17}), &watcher);
  expect_complete(run);
  EXPECT_EQ(run.at("first 6 injected"), kMade);
  EXPECT_EQ(run.at("first 6 delivered"), kMade + 1 + 100 + 1 + 1);
}

// Flits and credits of the cycle have gone then.
TEST_F(Speculation, ADropOutsideBeginCycleIsAnError) {
  std::vector<const Packet*> here;  // one-flit packets that wait behind each other at router 1
  SpeculativeHead second;
  bool crossed = false;
  toy.router_cycle = [&](RouterState& router, Cycle, const ToyScript::Arrived& arrived) {
    if (router.id() != 1) return permit_all(router);
    for (const SpeculativeHead& head : arrived) {
      here.push_back(head.packet);
      if (here.size() == 2) second = head;
    }
    if (here.size() == 2) permit_all(router);
  };
  toy.head_crosses = [&](RouterState& router, const Packet& packet, unsigned, unsigned) {
    crossed = crossed || (router.id() == 1 && here.size() == 2 && &packet == here.front());
  };
  toy.router_end = [&](RouterState& router, Cycle now, VoqEvents&) {
    if (router.id() == 1 && crossed) drop(router, now, second);
  };
  const RunSummary run = run_on_both(to_node_4({17, 18}, 1));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.error.find("router 1: the mechanism drops a packet outside begin_cycle"),
            std::string::npos)
      << run.error;
}

TEST_F(Speculation, WholePacketDropsAtTheHeadAndAtItsOwnRouter) {
  for (const RouterId where : {0, 1}) {
    toy.router_cycle = [where](RouterState& router, Cycle now, const ToyScript::Arrived&) {
      if (router.id() != where) return permit_all(router);
      const bool here = !router.speculative_heads().empty();
      if (here && now == 200 + where * 300u) drop(router, now, router.speculative_heads().front());
    };
    Watcher watcher;
    const RunSummary run = run_in_child(to_node_4({17}), &watcher);
    expect_complete(run);
    const double at = 200 + where * 300;
    EXPECT_EQ(run.at("first 1 dropped"), at);
    EXPECT_EQ(run.at("first 5 delivered"), at + 1 + 1 + (where == 1 ? 100 + 1 : 0) + 1);
  }
}

TEST_F(Speculation, DroppedTailKeepsItsPlaceInTheFifo) {
  // Four packets of 8 flits wait at router 1 until cycle 400. The third is dropped there when its
  // head comes in, and once all of it is there; so is the last, behind which nobody waits.
  for (const unsigned victim : {2u, 3u}) {
    for (const Cycle delay : {0u, 20u}) {
      toy = {};
      toy.router_cycle = [victim, delay](RouterState& router, Cycle now,
                                         const ToyScript::Arrived& arrived) {
        static SpeculativeHead chosen;
        static Cycle due = 0;
        if (router.id() != 1) return permit_all(router);
        for (const SpeculativeHead& head : arrived) {
          if (head.packet->message != victim) continue;
          chosen = head;
          due = now + delay;
        }
        if (due != 0 && now == due) drop(router, now, chosen);
        if (now >= 400) permit_all(router);
      };
      Watcher watcher;
      const RunSummary run = run_in_child(to_node_4({17, 17, 17, 17}, 8), &watcher);
      expect_complete(run);
      EXPECT_EQ(run.dropped, 1u);
      EXPECT_EQ(run.at("count 1 delivered"), 3);
      EXPECT_EQ(run.at("count 0 delivered"), 1);
      // Two or three packets of 8 flits cross at one flit per cycle and pass before the NACK is at
      // the front; a FIFO that lost its order would let it go at once.
      EXPECT_GE(run.at("first 5 delivered"), 400 + victim * 4 + 100);
      EXPECT_LT(run.at("first 5 delivered"), 400 + victim * 8 + 110);
    }
  }
}

TEST_F(Speculation, UnpermittedHeadsStayAndAreListed) {
  toy.router_cycle = [](RouterState& router, Cycle now, const ToyScript::Arrived&) {
    const auto& heads = router.speculative_heads();
    if (router.id() == 1 && now < 500) {
      const bool here = now >= kAtRouter1;
      if (heads.size() != (here ? 1u : 0u)) throw CheckError("the list of heads is wrong");
      return;
    }
    permit_all(router);
  };
  Watcher watcher;
  const RunSummary run = run_in_child(to_node_4({17, 18}), &watcher);
  expect_complete(run);
  EXPECT_EQ(run.at("first 1 delivered"), 500 + 1 + 1 + 31);
}

void expect_failure(const RunSummary& run, const std::string& what) {
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.error.find(what), std::string::npos) << run.error;
}

TEST_F(Speculation, PacketThatHoldsAnOutputVcIsNotDropped) {
  toy.router_cycle = [](RouterState& router, Cycle now, const ToyScript::Arrived& arrived) {
    static SpeculativeHead moving;
    permit_all(router);
    if (router.id() == 1 && !arrived.empty()) moving = arrived.front();
    if (router.id() == 1 && now == kAtRouter1 + 3) drop(router, now, moving);
  };
  expect_failure(run_in_child(to_node_4({17})), "router 1: input 4 VC 4: the mechanism drops");
}

TEST_F(Speculation, PacketThatIsNeverSentAgainIsNamed) {
  drop_arrivals_at(1);
  toy.resends = 0;
  expect_failure(run_in_child(to_node_4({17, 400})), "source 0, message 0, sequence number 0");
}

TEST_F(Speculation, PacketThatIsSentAgainTwiceIsNamed) {
  toy.router_cycle = [](RouterState& router, Cycle now, const ToyScript::Arrived& arrived) {
    if (router.id() == 1 && now > 300) {
      for (const SpeculativeHead& head : arrived) drop(router, now, head);
    }
    permit_all(router);
  };
  toy.resends = 2;
  expect_failure(run_in_child(to_node_4({17, 400})),
                 "of source 0, message 1, sequence number 0 was delivered before");
}

TEST_F(Speculation, LostFlitOfADroppedPacketIsMissed) {
  drop_arrivals_at(1);
  Watcher watcher;
  watcher.checks = false;  // or the credits would be missed first
  watcher.also = [](Cycle now, Network& network) {
    auto& flits = network.router(1).endpoint().flits.due(now);
    if (now != kAtRouter1 + 5) return;
    flits.pop_back();
  };
  expect_failure(run_in_child(to_node_4({17}), &watcher), "to be discarded is out of order");
}

TEST_F(Speculation, LostCreditOfADroppedPacketIsMissed) {
  toy.router_cycle = [](RouterState& router, Cycle now, const ToyScript::Arrived&) {
    if (router.id() != 1) return permit_all(router);
    if (now == 200) drop(router, now, router.speculative_heads().front());
  };
  Watcher watcher;
  watcher.also = [](Cycle now, Network& network) {
    auto& credits = network.router(0).endpoint().credits.due(now);
    if (now != 300) return;  // 31 come at once
    for (CreditEvent& credit : credits) {
      if (credit.flits == 31) credit.flits = 30;
    }
  };
  expect_failure(run_in_child(to_node_4({17}), &watcher),
                 "router 0 output 4 to router 1 input 4, VC 4");
}

TEST_F(Speculation, NormalPacketsGoBeforeSpeculativeOnesAndRetransmissionsBeforeAll) {
  // To node 4 speculatively, to node 8 normally, both from cycle 17; the first to node 4 is sent
  // alone before and dropped at its own router.
  toy.decide = [](const NicState&, Cycle, const QueueHead& head) {
    return head.destination == 4 ? speculative() : InjectionDecision{};
  };
  toy.router_cycle = [](RouterState& router, Cycle now, const ToyScript::Arrived& arrived) {
    if (now < 20) {
      for (const SpeculativeHead& head : arrived) drop(router, now, head);
    }
    permit_all(router);
  };
  Scenario scenario = small_network("toy");
  scenario.run.measure = 1000;
  std::vector<ListEntry> entries = {{10, 0, 4, 4}};
  for (unsigned i = 0; i < 5; ++i) {
    entries.push_back({11, 0, 4, 4});
    entries.push_back({11, 0, 8, 4});
  }
  add_messages(scenario, entries, 4);
  Watcher watcher;
  const RunSummary run = run_in_child(scenario, &watcher);
  expect_complete(run);
  EXPECT_EQ(run.dropped, 1u);
  EXPECT_EQ(run.summary["groups"]["list"]["packets_retransmitted"], 1);
  // Generated at 10; 11 head at the router, dropped; NACK back at the node at 14; the packet to
  // node 8 that began at 14 or before goes on, then the retransmission, then node 8's, then 4's.
  EXPECT_EQ(run.at("count 0 injected"), 6);
  EXPECT_EQ(run.at("last 0 injected"), 14 + 5 * 4);
  EXPECT_EQ(run.at("last 1 injected"), 14 + 5 * 4 + 5 * 4);
}

TEST_F(Speculation, QueuesTakeTurns) {
  Scenario scenario = small_network("toy");
  scenario.run.measure = 1000;
  add_messages(scenario, {{17, 0, 4, 8}, {17, 0, 8, 8}, {17, 0, 12, 8}}, 4);
  Watcher watcher;
  const RunSummary run = run_in_child(scenario, &watcher);
  expect_complete(run);
  EXPECT_EQ(run.at("last 1 injected sequence 0"), 17 + 2 * 4);
  EXPECT_EQ(run.at("last 1 injected sequence 1"), 17 + 5 * 4);
}

TEST_F(Speculation, RetransmissionIsNotStarvedBySmallerPackets) {
  // Two packets of 8 flits are dropped at router 0, while single-flit messages take every credit
  // of the only data VC as soon as it comes: 8 of them in a round trip of 21 cycles, until 550.
  toy.decide = [](const NicState&, Cycle, const QueueHead& head) {
    return head.group == 0 ? speculative() : InjectionDecision{};
  };
  drop_arrivals_at(0);
  Scenario scenario = small_network("toy");
  scenario.network.data_vcs = 1;
  scenario.network.vc_buffer_flits = 8;
  scenario.network.node_channel_latency = 10;
  scenario.run.measure = 2000;
  add_messages(scenario, {{17, 0, 1, 16}}, 8);
  add_messages(scenario, std::vector<ListEntry>(200, {30, 0, 2, 1}), 1);
  Watcher watcher;
  const RunSummary run = run_in_child(scenario, &watcher);
  expect_complete(run);
  EXPECT_EQ(run.dropped, 2u);
  EXPECT_GT(run.at("last 0 injected"), 450);
  EXPECT_GT(run.at("last 0 injected sequence 1"), 50);
  EXPECT_LT(run.at("last 0 injected sequence 1"), 150);
}

TEST_F(Speculation, NackGoesBeforeDataOfItsInputAndForItsOutput) {
  // A flit from node 0 to node 5 is dropped at router 1, at 119; from 120 on a flit of data comes
  // every cycle, by the same input or for the NACK's output. One switch pass per cycle.
  toy.decide = [](const NicState&, Cycle, const QueueHead& head) {
    return head.destination == 5 ? speculative() : InjectionDecision{};
  };
  drop_arrivals_at(1);
  for (const bool same_input : {true, false}) {
    Scenario scenario = small_network("toy");
    scenario.network.speedup = 1;
    scenario.run.measure = 2000;
    std::vector<ListEntry> entries = {{17, 0, 5, 1}};
    if (same_input) entries.push_back({18, 0, 4, 300});
    if (!same_input) entries.push_back({110, 6, 0, 300});
    add_messages(scenario, entries, 1);
    Watcher watcher;
    const RunSummary run = run_in_child(scenario, &watcher);
    expect_complete(run);
    EXPECT_EQ(run.dropped, 1u);
    EXPECT_EQ(run.at("first 5 delivered"), kAtRouter1 + 1 + 1 + 100 + 1 + 1);
  }
}

}  // namespace
}  // namespace chokepoint::test
