// SPDX-License-Identifier: Apache-2.0
// SRP switched off and on while packets of every kind are under way; and what the checks of these
// tests notice: lost NACKs, packets that come twice, schedules that overlap.
#include <gtest/gtest.h>

#include "sim/mechanisms/srp/messages.h"
#include "sim/mechanisms/ecn/messages.h"
#include "tb/mechanisms/srp_probe.h"

namespace chokepoint::test {
namespace {

using Kind = PacketKind;

/// Four sources to one destination and back-to-back messages, small buffers: in every cycle
/// something of each kind is under way.
Scenario busy_network() {
  Scenario scenario = graph_network("srp", {3, 3}, {{0, 1}});
  scenario.network.channel_latency = 5;
  scenario.network.vc_buffer_flits = 16;
  scenario.network.output_buffer_flits = 8;
  set_mechanism(scenario, "ttw", int64_t{15});
  scenario.run.measure = 400;
  scenario.run.drain = 6000;
  add_traffic(scenario, "hot", "hotspot", {0, 1, 3, 4}, {5}, 0.7, 4, 5);
  return scenario;
}

TEST(SrpSwitch, SwitchedOffAndOnWithPacketsUnderWay) {
  uint64_t dropped = 0, resent = 0;
  for (Cycle off = 20; off < 380; off += 9) {
    for (const Cycle pause : {1u, 3u, 40u}) {
      Scenario scenario = busy_network();
      scenario.run.disable_at = off;
      scenario.run.enable_at = off + pause;
      SrpProbe probe(scenario);
      probe.rules = probe.log = false;
      const RunSummary run = run_in_child(scenario, &probe);
      ASSERT_EQ(run.exit_code, 0) << off << " + " << pause << ": " << run.error;
      EXPECT_EQ(run.checks.at("credits"), "held, all returned") << off << " + " << pause;
      EXPECT_EQ(run.mechanism.at("retransmitted"), run.dropped) << off << " + " << pause;
      dropped += run.dropped;
      resent += run.mechanism.at("retransmitted");
    }
  }
  EXPECT_GT(dropped, 1000u);
  EXPECT_EQ(resent, dropped);
}

// Packets that wait are stamped anew with the cycle of the switching, not that of the tick before.
TEST(SrpSwitch, SwitchingIsTheSameInTicksOfManyCycles) {
  for (Cycle off = 20; off < 380; off += 18) {
    Scenario scenario = busy_network();
    scenario.run.disable_at = off;
    scenario.run.enable_at = off + 23;
    Probe every_cycle;
    const RunSummary many = run_in_child(scenario);
    const RunSummary single = run_in_child(scenario, &every_cycle);
    ASSERT_EQ(many.exit_code, 0) << off << ": " << many.error;
    EXPECT_EQ(many.digest, single.digest) << off;
  }
}

TEST(SrpSwitch, SwitchedOffForGood) {
  for (Cycle off = 20; off < 380; off += 40) {
    Scenario scenario = busy_network();
    scenario.run.disable_at = off;
    SrpProbe probe(scenario);
    probe.rules = probe.log = false;
    const RunSummary run = run_in_child(scenario, &probe);
    ASSERT_EQ(run.exit_code, 0) << off << ": " << run.error;
    EXPECT_EQ(run.checks.at("credits"), "held, all returned") << off;
    EXPECT_GT(run.mechanism.at("bypassed"), 0u);
  }
}

/// Packets dropped; the run in lockstep sees the same.
uint64_t dropped_in_lockstep_too(Scenario scenario) {
  const RunSummary model = run_in_child(scenario);
  scenario.engine = EngineKind::kLockstep;
  const RunSummary lockstep = run_in_child(scenario);
  EXPECT_EQ(lockstep.exit_code, 0) << lockstep.error;
  EXPECT_EQ(lockstep.digest, model.digest);
  EXPECT_EQ(lockstep.mechanism, model.mechanism);
  return model.dropped;
}

TEST(SrpSwitch, ALockstepRunSeesTheSame) {
  Scenario scenario = busy_network();
  scenario.run.disable_at = 200;
  scenario.run.enable_at = 210;
  EXPECT_GT(dropped_in_lockstep_too(scenario), 0u);
}

TEST(SrpSwitch, APredictiveRunIsTheSameInLockstep) {
  Scenario scenario = busy_network();
  const uint64_t without = run_in_child(scenario).dropped;
  set_mechanism(scenario, "predictive_drop", true);
  EXPECT_GT(dropped_in_lockstep_too(scenario), without);
}

// --- the checks themselves ---------------------------------------------------------------------

/// Changes the first packet of a kind that arrives at a node from cycle 50 on.
RunSummary with_changed(Kind wanted, const std::function<void(Packet&)>& change, bool rules) {
  Scenario scenario = busy_network();
  scenario.network.control_receive_packets = 0;  // kinds that SRP does not know have no queue
  SrpProbe probe(scenario);
  probe.rules = rules;
  bool done = false;
  probe.act = [&](Cycle now, Network& network) {
    for (RouterId router = 0; router < network.routers(); ++router) {
      for (const DueFlit& flit : network.group(router).endpoint().flits.due(now)) {
        if (done || now < 50 || !flit.tail() || network.packet(flit).kind != wanted) continue;
        change(network.packet(flit));
        done = true;
      }
    }
  };
  return run_in_child(scenario, &probe);
}

void expect_noticed(const RunSummary& run, const std::string& by) {
  EXPECT_NE(complaint(run).find(by), std::string::npos) << complaint(run);
}

TEST(SrpChecks, ALostNackIsNoticed) {
  const auto lose = [](Packet& p) { p.kind = ecn::kNotification; };
  expect_noticed(with_changed(srp::kNack, lose, false), "drain cannot complete");
}

TEST(SrpChecks, ANackTakenForAnAcknowledgementIsNoticed) {
  const auto swap = [](Packet& p) { p.kind = srp::kAck; };
  expect_noticed(with_changed(srp::kNack, swap, false), "the first that is missing");
}

TEST(SrpChecks, AnAcknowledgementTakenForANackIsNoticed) {
  const auto swap = [](Packet& p) { p.kind = srp::kNack; };
  expect_noticed(with_changed(srp::kAck, swap, false), "delivered before");
}

TEST(SrpChecks, APacketDeliveredTwiceIsNoticed) {
  const auto repeat = [](Packet& p) { p.sequence_number = p.sequence_number == 0 ? 1 : 0; };
  expect_noticed(with_changed(Kind::kData, repeat, false), "delivered before");
}

TEST(SrpChecks, AScheduleThatOverlapsIsNoticed) {
  const auto shrink = [](Packet& p) { p.payload /= 2; };
  expect_noticed(with_changed(srp::kReservation, shrink, true), "again");
}

TEST(SrpChecks, ASourceThatStartsEarlyIsNoticed) {
  const auto early = [](Packet& p) { p.payload -= 1000; };
  expect_noticed(with_changed(srp::kGrant, early, true), "goes before its start");
}

}  // namespace
}  // namespace chokepoint::test
