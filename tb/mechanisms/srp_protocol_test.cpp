// SPDX-License-Identifier: Apache-2.0
// SRP in the network, case by case: answers that come late, tables and buffers that are full,
// overlapping grants, bursts, counter wrap-around. Every run is held against the protocol's rules.
#include <gtest/gtest.h>

#include "sim/engine/unit_instance.h"
#include "sim/mechanisms/srp/messages.h"
#include "sim/units/srp/srp_nic.h"
#include "tb/mechanisms/srp_probe.h"

namespace chokepoint::test {
namespace {

using Kind = PacketKind;
using Cycles = std::vector<Cycle>;

const SrpNic::Out& srp_nic_of(NodeId node) {
  return dynamic_cast<UnitInstance<SrpNic>&>(*find_unit(fmt::format("nic_{}.srp_nic", node))).out();
}

/// Node 0 on router 0; nodes 1 to 3 on router 1, 10 cycles away. Flits take turns, so that data
/// overtakes a speculative packet that has begun, which is then dropped.
Scenario two_routers_of(unsigned n_min = 2) {
  Scenario scenario = graph_network("srp", {1, 3}, {{0, 1}});
  scenario.network.arbitration = Arbitration::kFlit;
  scenario.run.measure = 3000;
  scenario.run.drain = 3000;
  set_mechanism(scenario, "n_min", int64_t{n_min});
  return scenario;
}

RunSummary run_checked(const Scenario& scenario) {
  SrpProbe probe(scenario);
  const RunSummary run = run_in_child(scenario, &probe);
  EXPECT_EQ(complaint(run), "");
  return run;
}

/// Packets 0 and 1 of node 0 are dropped at cycles 33 and 49, their NACKs would be back at 47 and
/// 63; the grant says 90 (srp_order_test.cpp). The NACKs are held back at node 0 until `until`.
/// What happened to packets from and to node 0.
std::vector<PacketEvent> with_late_nacks(Cycle until) {
  Scenario scenario = two_routers_of();
  scenario.network.output_buffer_flits = 16;
  set_mechanism(scenario, "ttw", int64_t{16});
  add_messages(scenario, {{0, 0, 3, 48}, {0, 1, 3, 48}, {0, 2, 3, 32}}, 16);
  SrpProbe probe(scenario);
  probe.check_every = 0;  // what is held back is nowhere
  std::vector<DueFlit> held;
  probe.act = [&held, until](Cycle now, Network& network) {
    auto& flits = network.group(0).endpoint().flits.due(now);
    bool busy = false;
    for (size_t i = flits.size(); i-- > 0;) {
      if (flits[i].port != 0) continue;
      busy = true;
      if (now >= until || network.packet(flits[i]).kind != srp::kNack) continue;
      held.push_back(flits[i]);
      flits.erase(flits.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (now >= until && !held.empty() && !busy) {  // one flit per cycle
      flits.push_back(held.front());
      held.erase(held.begin());
    }
  };
  const RunSummary run = run_in_child(scenario, &probe);
  EXPECT_EQ(complaint(run), "");
  std::vector<PacketEvent> events;
  for (const PacketEvent& e : events_of(run)) {
    if (e.source == 0 || e.destination == 0) events.push_back(e);
  }
  return events;
}

TEST(SrpProtocol, NacksBeforeTheStartWaitForIt) {
  const std::vector<PacketEvent> events = with_late_nacks(80);
  EXPECT_EQ(times(events, "delivered", srp::kNack, 3), (Cycles{80, 81}));
  // t_s = 90 counts from 92 on; what goes again is shown in the third cycle after.
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(times(events, "injected", Kind::kData, 0, i), (Cycles{95 + 16u * i}));
  }
}

TEST(SrpProtocol, NacksAfterTheStartAreAnsweredAtOnce) {
  // What never went goes from t_s on; the packet that has begun is finished first.
  for (const Cycle late : {100u, 200u}) {
    const std::vector<PacketEvent> events = with_late_nacks(late);
    EXPECT_EQ(times(events, "injected", Kind::kData, 0, 2), (Cycles{93}));
    const Cycle again = std::max(late + 4, Cycle{93 + 16});
    EXPECT_EQ(times(events, "injected", Kind::kData, 0, 0), (Cycles{again}));
    EXPECT_EQ(times(events, "injected", Kind::kData, 0, 1), (Cycles{again + 16}));
  }
}

TEST(SrpProtocol, AGrantFindsSpeculativePacketsStillQueued) {
  // The speculative buffer holds one packet, so credits keep the second one back until the grant
  // has come: it goes as data.
  Scenario scenario = two_routers_of();
  scenario.network.vc_buffer_flits = 16;
  scenario.network.node_channel_latency = 12;
  add_messages(scenario, {{0, 0, 3, 64}}, 16);
  const RunSummary run = run_checked(scenario);
  EXPECT_GE(run.mechanism.at("speculative_sent"), 1u);
  EXPECT_GE(run.mechanism.at("reserved_sent"), 2u);
  EXPECT_EQ(run.mechanism.at("speculative_sent") + run.mechanism.at("reserved_sent"), 4u);
}

TEST(SrpProtocol, OverlappingGrantsOfOneSourceBothComplete) {
  // Two destinations grant the same cycles: the blocks share the source's channel packet by packet.
  Scenario scenario = two_routers_of();
  set_mechanism(scenario, "lead", int64_t{200});
  add_messages(scenario, {{0, 0, 2, 256}, {0, 0, 3, 256}}, 16);
  const RunSummary run = run_checked(scenario);
  const std::vector<PacketEvent> events = events_of(run);
  std::map<NodeId, std::pair<uint32_t, Cycles>> blocks;
  for (const PacketEvent& e : events) {
    if (e.kind == srp::kGrant && e.what == "delivered") blocks[e.source].first = e.payload;
    if (e.kind == Kind::kData && e.what == "injected") blocks[e.destination].second.push_back(e.at);
  }
  ASSERT_EQ(blocks.size(), 2u);
  const auto& [start, packets] = blocks[2];
  const auto& [other_start, other] = blocks[3];
  ASSERT_GT(packets.size(), 5u);
  ASSERT_GT(other.size(), 5u);
  EXPECT_LT(other_start, start + 16);                             // both want the channel at once
  EXPECT_EQ(packets.front(), std::min(start, other_start) + 1u);  // nothing before
  for (size_t i = 0; i + 1 < std::min(packets.size(), other.size()); ++i) {
    EXPECT_EQ(packets[i + 1] - packets[i], 32u);
    EXPECT_EQ(other[i + 1] - other[i], 32u);
  }
}

TEST(SrpProtocol, AReservationBurstOf63NodesIsScheduledWithoutOverlap) {
  Scenario scenario = small_network("srp");
  scenario.network.shape.set_counts("dimensions", {4, 4});
  scenario.network.channel_latency = 10;
  scenario.network.vc_buffer_flits = 64;
  scenario.network.output_buffer_flits = 16;
  set_mechanism(scenario, "ttw", int64_t{50});
  scenario.run.measure = 2000;
  TrafficConfig& burst =
      add_traffic(scenario, "burst", "hotspot", nodes_from(1, 64), {0}, 1.0, 16, 8);
  burst.generate = Generate::kImpulse;
  const RunSummary run = run_checked(scenario);
  EXPECT_EQ(run.mechanism.at("reservations_sent"), 63u);
  EXPECT_GT(run.dropped, 100u);
  // 63 blocks of 128 flits at 1/(1 + epsilon) of the channel; the schedule leaves no gaps.
  const double flits = 63 * 128;
  EXPECT_GT(run.at("schedule ahead"), flits * 1.0);
  EXPECT_LT(static_cast<double>(run.cycles), flits * 1.06 + 300);
  // Nothing waits in the network meanwhile: data takes its way at zero load, and half as long
  // again.
  EXPECT_LT(run.summary["groups"]["burst"]["network_latency"]["p99"], 150);
}

TEST(SrpProtocol, TheCycleCounterWrapsAround) {
  // Starts, waits and stamps compare modulo 2^32 and 2^16: nothing that can be seen changes. An
  // entry's starts count in every fourth cycle, so the runs begin in the same one of four.
  const auto at = [](Cycle start_cycle) {
    Scenario scenario = two_routers_of();
    scenario.network.output_buffer_flits = 16;
    set_mechanism(scenario, "ttw", int64_t{20});
    scenario.run.start_cycle = start_cycle;
    scenario.run.measure = 2000;
    scenario.run.drain = 10000;
    add_traffic(scenario, "hot", "hotspot", {0, 1, 2}, {3}, 0.6, 8, 6);
    return run_checked(scenario);
  };
  const RunSummary usual = at(0);
  EXPECT_GT(usual.dropped, 20u);
  EXPECT_GT(usual.mechanism.at("reserved_sent"), 20u);
  for (const Cycle wrap : {Cycle{1} << 32, Cycle{1} << 16}) {
    for (const Cycle before : {4u, 36u, 500u, 1300u}) {
      const RunSummary run = at(wrap - before);
      EXPECT_EQ(run.digest, usual.digest) << before << " before " << wrap;
      EXPECT_EQ(run.mechanism, usual.mechanism) << before << " before " << wrap;
    }
  }
}

TEST(SrpProtocol, MessagesWaitForAFreeEntry) {
  // Eight destinations, one or two entries: in turn, nobody is forgotten.
  for (const unsigned entries : {1u, 2u}) {
    Scenario scenario = small_network("srp");
    scenario.network.channel_latency = 10;
    set_mechanism(scenario, "reservation_entries", int64_t{entries});
    std::vector<ListEntry> list;
    for (const Cycle at : {0u, 1u}) {
      for (NodeId node = 4; node < 12; ++node) list.push_back({at, 0, node, 64});
    }
    add_messages(scenario, list, 8);
    scenario.run.measure = 1000;
    SrpProbe probe(scenario);
    probe.act = [entries](Cycle now, Network&) {
      const uint64_t valid = srp_nic_of(0).entry_valid;
      if (valid >> entries != 0) throw CheckError(fmt::format("{}: too many entries", now));
    };
    const RunSummary run = run_in_child(scenario, &probe);
    EXPECT_EQ(complaint(run), "");
    EXPECT_EQ(run.mechanism.at("reservations_sent"), 16u);
    EXPECT_GT(run.mechanism.at("offers_waiting"), 100u);
  }
}

TEST(SrpProtocol, AFullRetransmissionBufferEndsSpeculationOnly) {
  // Three messages of four packets, room for four: what finds no room goes as data.
  Scenario scenario = two_routers_of();
  set_mechanism(scenario, "retransmission_packets", int64_t{4});
  set_mechanism(scenario, "lead", int64_t{100});
  add_messages(scenario, {{0, 0, 1, 16}, {0, 0, 2, 16}, {0, 0, 3, 16}}, 4);
  SrpProbe probe(scenario);
  unsigned most = 0;
  probe.act = [&most](Cycle now, Network&) {
    most = std::max<unsigned>(most, srp_nic_of(0).held);
    if (most > 4) throw CheckError(fmt::format("{}: {} packets are held", now, most));
    if (now == 150 && most != 4) throw CheckError("the buffer was never full");
  };
  const RunSummary run = run_in_child(scenario, &probe);
  EXPECT_EQ(complaint(run), "");
  EXPECT_LT(run.mechanism.at("speculative_sent"), 12u);
  EXPECT_GT(run.mechanism.at("reserved_sent"), 0u);
}

TEST(SrpProtocol, ControlQueuesOfOnePacket) {
  // Packets of one flit: an acknowledgement in every cycle is owed, one in two can go.
  for (const unsigned flits : {1u, 4u}) {
    Scenario scenario = two_routers_of();
    scenario.network.control_queue_packets = 1;
    scenario.run.drain = 30000;
    add_traffic(scenario, "to_0", "hotspot", {1, 2, 3}, {0}, 0.4, flits, 6);
    add_traffic(scenario, "back", "hotspot", {0}, {1, 2, 3}, 0.8, flits, 6);
    const RunSummary run = run_checked(scenario);
    EXPECT_GT(run.mechanism.at("acks_sent"), 100u);
  }
}

TEST(SrpProtocol, MessagesOfSingleFlitPackets) {
  Scenario scenario = two_routers_of();
  std::vector<ListEntry> list;
  for (NodeId source = 0; source < 3; ++source) {
    for (unsigned i = 0; i < 40; ++i) list.push_back({i * 7, source, 3, 1 + (i * 5 + source) % 40});
  }
  set_mechanism(scenario, "ttw", int64_t{3});
  add_messages(scenario, list, 1);
  const RunSummary run = run_checked(scenario);
  EXPECT_GT(run.mechanism.at("bypassed"), 0u);
  EXPECT_GT(run.mechanism.at("retransmitted"), 0u);
}

TEST(SrpProtocol, SmallMessagesBypassBesideReservedTraffic) {
  // Node 1 sends single packets, nodes 0 and 2 reserve: 1.4 flits per cycle are offered.
  Scenario scenario = two_routers_of(4);
  set_mechanism(scenario, "ttw", int64_t{30});
  scenario.network.output_buffer_flits = 16;
  add_traffic(scenario, "small", "hotspot", {1}, {3}, 0.4, 16, 1);
  add_traffic(scenario, "large", "hotspot", {0, 2}, {3}, 0.5, 16, 8);
  const RunSummary run = run_checked(scenario);
  EXPECT_GT(run.mechanism.at("bypassed"), 50u);
  EXPECT_EQ(run.summary["groups"]["small"]["packets_dropped"], 0);
  EXPECT_EQ(run.summary["groups"]["small"]["packets_injected_speculative"], 0);
  EXPECT_GT(run.summary["groups"]["large"]["packets_dropped"], 10);
}

TEST(SrpProtocol, AChargedBypassMovesTheScheduleByItsFlits) {
  // Node 1 has the schedule until 73; node 2's 16 flits come before node 0's reservation does.
  for (const bool charge : {false, true}) {
    Scenario scenario = two_routers_of(4);
    set_mechanism(scenario, "charge_bypass", charge);
    add_messages(scenario, {{40, 0, 3, 64}, {0, 1, 3, 64}, {10, 2, 3, 16}}, 16);
    const RunSummary run = run_checked(scenario);
    for (const PacketEvent& e : events_of(run)) {
      if (e.kind != srp::kGrant) continue;
      const unsigned start = e.destination == 1 ? 5 : charge ? 73 + 16 : 73;
      EXPECT_EQ(e.payload, start) << "to node " << e.destination;
    }
  }
}

TEST(SrpProtocol, LongMessagesAreReservedInBlocksAndTheirRestIsToo) {
  // 37 packets: blocks of 16, 16 and 5; 17: the last packet alone, below n_min and reserved all the
  // same.
  for (const unsigned packets : {37u, 17u}) {
    Scenario scenario = two_routers_of(4);
    add_messages(scenario, {{0, 0, 3, packets * 8 - 3}}, 8);
    const RunSummary run = run_checked(scenario);
    std::vector<unsigned> sizes;
    for (const PacketEvent& e : events_of(run)) {
      if (e.kind == srp::kReservation && e.what == "injected") sizes.push_back(e.payload);
    }
    const std::vector<unsigned> expected =
        packets == 37 ? std::vector<unsigned>{128, 128, 37} : std::vector<unsigned>{128, 5};
    EXPECT_EQ(sizes, expected);
    EXPECT_EQ(run.mechanism.at("bypassed"), 0u);
  }
}

}  // namespace
}  // namespace chokepoint::test
