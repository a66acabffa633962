// SPDX-License-Identifier: Apache-2.0
// ECN in the network: who is marked, what a notification does to its flow and to no other, how the
// delay grows and goes away, both modes.
#include <gtest/gtest.h>

#include "sim/engine/unit_instance.h"
#include "sim/mechanisms/ecn/messages.h"
#include "sim/units/ecn/ecn_nic.h"
#include "tb/mechanisms/srp_probe.h"

namespace chokepoint::test {
namespace {

using Kind = PacketKind;

constexpr NodeId kHotspot = 7;  // on router 1, with nodes 4, 5 and 6; 0 .. 3 are on router 0
constexpr unsigned kPacketFlits = 8;
constexpr Cycle kTrafficStop = 12000, kTimer = 400;
constexpr unsigned kIncrement = 30, kDecrement = 7, kMaximum = 150, kShift = 1;

const EcnNic::Out& ecn_nic_of(NodeId node) {
  return dynamic_cast<UnitInstance<EcnNic>&>(*find_unit(fmt::format("nic_{}.ecn_nic", node))).out();
}

/// Level of the entry for the hotspot, and whether there is one: the node sends to nobody else.
bool entry_of(NodeId node, unsigned& level) {
  const EcnNic::Out& out = ecn_nic_of(node);
  if (out.entry_valid == 0) return false;
  level = out.entry_level[lowest_bit(out.entry_valid)];
  return true;
}

/// Nodes 0 and 4 to 6 send to the hotspot at full rate until kStop: four times what it takes.
Scenario ecn_hotspot(const std::string& mode = "additive") {
  Scenario scenario = graph_network("ecn", {4, 4}, {{0, 1}});
  scenario.network.vc_buffer_flits = 64;
  scenario.network.output_buffer_flits = 2 * kPacketFlits;
  scenario.network.send_queue_flits = 256;
  scenario.run.measure = 40000;
  scenario.run.drain = 60000;
  set_mechanism(scenario, "mode", mode);
  set_mechanism(scenario, "increment", int64_t{kIncrement});
  set_mechanism(scenario, "decrement", int64_t{kDecrement});
  set_mechanism(scenario, "maximum", int64_t{kMaximum});
  set_mechanism(scenario, "timer", int64_t{kTimer});
  set_mechanism(scenario, "cct_timer", int64_t{300});
  set_mechanism(scenario, "cct_shift", int64_t{kShift});
  add_traffic(scenario, "hot", "hotspot", {0, 4, 5, 6}, {kHotspot}, 1.0, kPacketFlits, 4).stop =
      kTrafficStop;
  return scenario;
}

uint64_t marked_packets(const RunSummary& run) {
  uint64_t marked = 0;
  for (const auto& group : run.summary["groups"]) {
    marked += group["packets_marked"].get<uint64_t>();
  }
  return marked;
}

TEST(EcnBehaviour, OnlyTheRootMarks) {
  // Router 0 waits for credits of router 1: its queue is as long, and a victim's.
  const auto with = [](const char* mask) {
    Scenario scenario = ecn_hotspot();
    set_mechanism(scenario, "victim_mask", std::string(mask));
    set_mechanism(scenario, "maximum", int64_t{1});  // the queues stay
    set_mechanism(scenario, "increment", int64_t{1});
    scenario.network.data_vcs = 1;
    EventProbe probe;
    probe.log = false;
    const RunSummary run = run_in_child(scenario, &probe);
    EXPECT_EQ(complaint(run), "") << mask;
    return run;
  };
  const RunSummary none = with("none"), nodes = with("nodes"), all = with("all");
  EXPECT_GT(none.at("marked at 1"), 1000);
  EXPECT_EQ(none.at("marked at 0"), 0);
  EXPECT_EQ(nodes.at("marked at 0"), 0);
  EXPECT_GT(nodes.at("marked at 1"), 1000);
  EXPECT_GT(all.at("marked at 0"), 100);
}

TEST(EcnBehaviour, OutputsToNodesCanMarkWithoutCredits) {
  // The node's credits take 20 cycles, and it has eight: a head finds them only after a pause.
  const auto marks = [](const char* mask) {
    Scenario scenario = ecn_hotspot();
    scenario.network.node_channel_latency = 10;
    scenario.network.vc_buffer_flits = kPacketFlits;
    scenario.network.data_vcs = 1;
    set_mechanism(scenario, "victim_mask", std::string(mask));
    EventProbe probe;
    probe.log = false;
    const RunSummary run = run_in_child(scenario, &probe);
    EXPECT_EQ(complaint(run), "") << mask;
    return run.at("marked at 1");
  };
  EXPECT_GT(marks("nodes"), 2 * marks("none") + 20);
}

TEST(EcnBehaviour, OneNotificationForEachMarkedPacket) {
  for (const char* mode : {"additive", "cct"}) {
    Scenario scenario = ecn_hotspot(mode);
    set_mechanism(scenario, "victim_mask", std::string("all"));  // some are judged twice
    EventProbe probe;
    const RunSummary run = run_in_child(scenario, &probe);
    ASSERT_EQ(complaint(run), "");
    std::map<NodeId, uint64_t> marked, told;
    for (const PacketEvent& e : events_of(run)) {
      if (e.what == "marked") ++marked[e.source];
      if (e.what == "delivered" && e.kind == ecn::kNotification) {
        ++told[e.destination];
        EXPECT_EQ(e.source, kHotspot);
      }
    }
    EXPECT_EQ(marked.size(), 4u) << mode;
    EXPECT_EQ(marked, told) << mode;
    EXPECT_EQ(run.mechanism.at("notifications_sent"), marked_packets(run)) << mode;
    EXPECT_EQ(run.mechanism.at("notifications_lost"), 0u);
  }
}

TEST(EcnBehaviour, NotificationsWaitForRoomInTheControlQueue) {
  // Packets of one flit, all marked; a control flit's credit is back after 10 cycles or more.
  Scenario scenario = ecn_hotspot();
  scenario.traffic[0].packet_flits = 1;
  scenario.network.node_channel_latency = 5;
  scenario.network.vc_buffer_flits = 1;
  scenario.network.control_queue_packets = 1;
  set_mechanism(scenario, "threshold", 0.0);
  set_mechanism(scenario, "victim_mask", std::string("all"));
  set_mechanism(scenario, "maximum", int64_t{1});
  set_mechanism(scenario, "increment", int64_t{1});
  EventProbe probe;
  probe.log = false;
  const RunSummary run = run_in_child(scenario, &probe);
  EXPECT_EQ(complaint(run), "");
  EXPECT_GT(run.mechanism.at("notifications_sent"), 1000u);
  EXPECT_EQ(run.mechanism.at("notifications_sent"), marked_packets(run));
}

/// Holds the delay of every source against the notifications that it hears (additive mode), and the
/// start of every packet against the delay (both).
class DelayProbe : public EventProbe {
 public:
  explicit DelayProbe(bool additive) : additive_(additive) {}
  void cycle(Cycle now, Network& network) override {
    EventProbe::cycle(now, network);
    for (const NodeId node : {0u, 4u, 5u, 6u}) {
      Flow& flow = flows_[node];
      flow.level = 0;
      flow.valid = entry_of(node, flow.level);  // after the clock of the last cycle
      if (additive_) follow(now, node, flow);
      most(fmt::format("most {}", node), flow.level);
      if (flow.valid) seen_[fmt::format("last entry {}", node)] = static_cast<double>(now);
    }
  }
  void injected(Cycle now, const Packet& packet) override {
    EventProbe::injected(now, packet);
    if (packet.kind != Kind::kData || packet.destination != kHotspot) return;
    Flow& flow = flows_[packet.source];
    if (now < flow.earliest) {
      throw CheckError(fmt::format("cycle {}: node {} starts a packet, {} is the earliest", now,
                                   packet.source, flow.earliest));
    }
    if (flow.delayed) ++seen_[now == flow.earliest ? "in time" : "late"];
    // What counts is what is visible as it starts, whatever is heard in this cycle.
    const unsigned delay = additive_ ? flow.level : kPacketFlits * flow.level >> kShift;
    flow.delayed = flow.valid;
    flow.earliest = now + kPacketFlits + (flow.valid ? delay : 0);
  }
  void delivered(Cycle now, const Packet& packet, unsigned vc) override {
    EventProbe::delivered(now, packet, vc);
    if (packet.kind != ecn::kNotification) return;
    flows_[packet.destination].heard = now;
    seen_[fmt::format("last heard {}", packet.destination)] = static_cast<double>(now);
  }

 private:
  struct Flow {
    bool valid = false, delayed = false;
    unsigned level = 0, expected = 0;
    Cycle heard = ~Cycle{0} - 1, timer = 0, earliest = 0;
  };
  void follow(Cycle now, NodeId node, Flow& flow) {
    if (flow.heard == now - 1) {
      flow.expected = std::min(flow.expected + kIncrement, kMaximum);
      flow.timer = now - 1 + kTimer;
      seen_[fmt::format("steps {}", node)] = (flow.expected + kDecrement - 1) / kDecrement;
    } else if (flow.expected > 0 && flow.timer == now - 1) {
      flow.expected = flow.expected > kDecrement ? flow.expected - kDecrement : 0;
      flow.timer = now - 1 + kTimer;
    }
    if (flow.level != flow.expected || (flow.expected > 0 && !flow.valid)) {
      throw CheckError(fmt::format("cycle {}: node {}: the delay is {} and should be {}", now, node,
                                   flow.level, flow.expected));
    }
  }
  bool additive_;
  std::map<NodeId, Flow> flows_;
};

TEST(EcnBehaviour, DelaysGrowToTheMaximumAndDecayToNothing) {
  DelayProbe probe(true);
  probe.log = false;
  const RunSummary run = run_in_child(ecn_hotspot(), &probe);
  ASSERT_EQ(complaint(run), "");
  for (const NodeId node : {0u, 4u, 5u, 6u}) {
    EXPECT_EQ(run.at(fmt::format("most {}", node)), kMaximum);
    // After the last notification a step per timer; with the last one the entry is free.
    const double end =
        run.at(fmt::format("last heard {}", node)) + run.at(fmt::format("steps {}", node)) * kTimer;
    EXPECT_EQ(run.at(fmt::format("last entry {}", node)), end);
    EXPECT_LT(end, run.cycles - 100.0);
  }
  // The gaps are exact: no packet was early (or the run would have failed), nearly none late.
  EXPECT_GT(run.at("in time"), 300);
  EXPECT_LT(run.at("late"), run.at("in time") / 20);
}

TEST(EcnBehaviour, TheTableOfInfiniBandDelaysByTheLengthOfThePacket) {
  DelayProbe probe(false);
  probe.log = false;
  const RunSummary run = run_in_child(ecn_hotspot("cct"), &probe);
  ASSERT_EQ(complaint(run), "");
  EXPECT_GT(run.at("most 0"), 5);
  EXPECT_GT(run.mechanism.at("triggered"), 3u);
  EXPECT_GT(run.at("in time"), 300);
  EXPECT_LT(run.at("late"), run.at("in time") / 20);
  for (const NodeId node : {0u, 4u, 5u, 6u}) {  // freed in the end
    EXPECT_GT(run.at(fmt::format("last entry {}", node)), 1000);
    EXPECT_LT(run.at(fmt::format("last entry {}", node)), run.cycles - 100.0);
  }
}

TEST(EcnBehaviour, OtherFlowsOfADelayedSourceGoAtOnce) {
  Scenario scenario = ecn_hotspot();
  scenario.traffic[0].sources = {0, 5, 6};
  scenario.network.send_queue_flits = 0;  // or a full queue holds back what comes behind it
  std::vector<ListEntry> list;
  for (Cycle at = 0; at < kTrafficStop; at += 20) {
    if (at % 40 == 0) list.push_back({at, 4, kHotspot, kPacketFlits});
    list.push_back({at, 4, 5, kPacketFlits});
  }
  add_messages(scenario, list, kPacketFlits);
  EventProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  ASSERT_EQ(complaint(run), "");
  std::vector<Cycle> free, held;
  for (const PacketEvent& e : events_of(run)) {
    if (e.what != "injected" || e.kind != Kind::kData || e.source != 4) continue;
    (e.destination == 5 ? free : held).push_back(e.at);
  }
  ASSERT_EQ(free.size(), kTrafficStop / 20);
  // A packet to the hotspot may have begun before.
  for (size_t i = 0; i < free.size(); ++i) EXPECT_LE(free[i], i * 20 + 2 * kPacketFlits) << i;
  Cycle longest = 0;
  for (size_t i = 0; i + 1 < held.size(); ++i) longest = std::max(longest, held[i + 1] - held[i]);
  EXPECT_GE(longest, kMaximum + kPacketFlits);
}

TEST(EcnBehaviour, NobodyIsMarkedBelowTheThreshold) {
  Scenario scenario = small_network("ecn");
  add_traffic(scenario, "uniform", "uniform", nodes_from(0, 16), {}, 0.3, 8, 1);
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(complaint(run), "");
  EXPECT_EQ(marked_packets(run), 0u);
  EXPECT_EQ(run.mechanism.at("notifications_sent"), 0u);
}

TEST(EcnBehaviour, MarkingRateAndPacketSizeThinTheMarks) {
  const auto marks = [](const char* key, int64_t value) {
    Scenario scenario = ecn_hotspot();
    set_mechanism(scenario, "maximum", int64_t{1});
    set_mechanism(scenario, "increment", int64_t{1});
    if (*key != 0) set_mechanism(scenario, key, value);
    const RunSummary run = run_in_child(scenario);
    EXPECT_EQ(complaint(run), "");
    return static_cast<double>(marked_packets(run));
  };
  const double all = marks("", 0);
  EXPECT_GT(all, 1000);
  EXPECT_NEAR(marks("marking_rate", 3), all / 4, all / 40);
  EXPECT_EQ(marks("packet_size", kPacketFlits), all);
  EXPECT_EQ(marks("packet_size", kPacketFlits + 1), 0);
}

TEST(EcnBehaviour, AFullTableLosesNotificationsAndNothingElse) {
  for (const char* mode : {"additive", "cct"}) {
    Scenario scenario = ecn_hotspot(mode);
    set_mechanism(scenario, "delay_entries", int64_t{1});
    scenario.traffic[0].destinations = {kHotspot, 3};
    const RunSummary run = run_in_child(scenario);
    EXPECT_EQ(complaint(run), "");
    EXPECT_GT(run.mechanism.at("notifications_lost"), 10u) << mode;
  }
}

TEST(EcnBehaviour, SwitchedOffAndOnWithNotificationsUnderWay) {
  for (const char* mode : {"additive", "cct"}) {
    for (Cycle off = 100; off < 1000; off += 37) {
      Scenario scenario = ecn_hotspot(mode);
      scenario.run.measure = 1500;
      scenario.run.disable_at = off;
      if (off % 4 != 0) scenario.run.enable_at = off + 1 + off % 70;
      EventProbe probe;
      probe.log = false;
      const RunSummary run = run_in_child(scenario, &probe);
      ASSERT_EQ(complaint(run), "") << mode << " " << off;
    }
  }
}

TEST(EcnBehaviour, SwitchedOffItMarksAndDelaysNothing) {
  // With ECN the sources are so slow from the first notifications on that the hotspot's channel
  // idles at times and the queue is short; without it the channel is always busy.
  for (const Cycle off : {~Cycle{0}, Cycle{500}}) {
    Scenario scenario = ecn_hotspot();
    scenario.run.disable_at = off;
    EventProbe probe;
    const RunSummary run = run_in_child(scenario, &probe);
    ASSERT_EQ(complaint(run), "");
    Cycle last_mark = 0;
    double flits = 0;
    for (const PacketEvent& e : events_of(run)) {
      if (e.what == "marked") last_mark = e.at;
      const bool counts = e.what == "delivered" && e.kind == Kind::kData;
      if (counts && e.at >= 2000 && e.at < kTrafficStop) flits += kPacketFlits;
    }
    const double share = flits / (kTrafficStop - 2000);
    if (off == 500) {
      EXPECT_GT(last_mark, 300u);
      EXPECT_LE(last_mark, 500u);
      EXPECT_GT(share, 0.99);
    } else {
      EXPECT_GT(last_mark, 500u);
      EXPECT_LT(share, 0.9);
    }
  }
}

TEST(EcnBehaviour, TheCycleCounterWrapsAroundInAllEngines) {
  for (const char* mode : {"additive", "cct"}) {
    Scenario scenario = ecn_hotspot(mode);
    scenario.traffic[0].stop = 2500;
    scenario.run.measure = 3000;
    const RunSummary usual = run_in_child(scenario);
    EXPECT_EQ(complaint(usual), "");
    scenario.run.start_cycle = (Cycle{1} << 32) - 1500;
    EventProbe probe;
    probe.act = [](Cycle now, Network&) {
      const EcnNic::Out& out = ecn_nic_of(4);  // its next deadline is at most 400 cycles ahead
      if (now == 1000 && (!out.wake_valid || out.wake_at < (uint64_t{1} << 32) - 500)) {
        throw CheckError("the units do not see the cycle counter");
      }
    };
    const RunSummary wrapped = run_in_child(scenario, &probe);
    EXPECT_EQ(complaint(wrapped), "");
    EXPECT_EQ(wrapped.digest, usual.digest) << mode;
    scenario.engine = EngineKind::kLockstep;
    const RunSummary lockstep = run_in_child(scenario);
    EXPECT_EQ(complaint(lockstep), "") << mode;
    EXPECT_EQ(lockstep.digest, usual.digest) << mode;
    EXPECT_EQ(lockstep.mechanism, usual.mechanism) << mode;
    EXPECT_GT(usual.mechanism.at("notifications_sent"), 20u) << mode;
  }
}

}  // namespace
}  // namespace chokepoint::test
