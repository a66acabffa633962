// SPDX-License-Identifier: Apache-2.0
// SRP with timeouts under faults: whatever is lost, doubled or late, every packet is delivered
// once, in the models and in the RTL alike; and the check that says so can fail.
#include <gtest/gtest.h>

#include "sim/hooks/forwarding.h"
#include "sim/mechanisms/srp/arrived_packets.h"
#include "tb/faults/fault_run.h"

namespace chokepoint::test {
namespace {

using srp::ArrivedPackets;

/// SRP whose receivers forget at once what they have had.
class ForgetfulNic : public ForwardingNic {
 public:
  using ForwardingNic::ForwardingNic;
  bool is_copy(const Packet&) override { return false; }
};

class ForgetfulSrp : public ForwardingMechanism {
 public:
  explicit ForgetfulSrp(const Scenario& scenario)
      : ForwardingMechanism(mechanisms().at("srp").make(scenario)) {}
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<ForgetfulNic>(ForwardingMechanism::attach_nic(nic));
  }
};

void set(Scenario& scenario, const std::string& key, int64_t value) {
  scenario.mechanism.values[key] = value;
}

/// A message of four packets, all sent speculatively, from node 0 to node 4.
Scenario one_message(int64_t timeout, const std::string& mechanism = "srp") {
  if (mechanism != "srp" && mechanisms().count(mechanism) == 0) {
    MechanismInfo info = mechanisms().at("srp");
    info.name = mechanism;
    info.make = [](const Scenario& scenario) { return std::make_unique<ForgetfulSrp>(scenario); };
    MechanismRegistration{info};
  }
  Scenario scenario = small_network(mechanism);
  scenario.run.measure = 1000;
  add_messages(scenario, {{10, 0, 4, 128}}, 32);
  set(scenario, "timeout", timeout);
  return scenario;
}

TEST(SrpTimeouts, ALostAckCostsACopyThatTheReceiverDrops) {
  Scenario scenario = one_message(3000);
  scenario.faults = {message_fault(FaultKind::kLose, "ack", 1)};
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
  EXPECT_EQ(run.mechanism.at("copies_dropped"), 1u);
  EXPECT_EQ(run.mechanism.at("retransmitted"), 1u);
  const auto& group = run.summary.at("groups").at("list");
  EXPECT_EQ(group.at("packets_delivered"), 4) << "to the application, once each";
  EXPECT_EQ(group.at("packets_injected"), 5);
  EXPECT_GT(run.cycles, 3000u);
}

TEST(SrpTimeouts, WithoutThemALostAckIsWaitedForForEver) {
  Scenario scenario = one_message(0);
  scenario.faults = {message_fault(FaultKind::kLose, "ack", 1)};
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 6);
  expect_text(run.error, "answers are owed");
  EXPECT_EQ(run.mechanism.count("copies_dropped"), 0u);
}

// The check of the run knows nothing of the receiver's memory.
TEST(SrpTimeouts, AReceiverThatForgetsIsFoundOut) {
  Scenario scenario = one_message(3000, "srp_forgetful");
  expect_complete(run_in_child(scenario));
  scenario.faults = {message_fault(FaultKind::kLose, "ack", 1)};
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 6);
  expect_text(run.error, "source 0, message 0, sequence number 0 was delivered before");
}

TEST(SrpTimeouts, ADoubledAnswerIsCounted) {
  for (const char* message : {"ack", "grant", "reservation"}) {
    Scenario scenario = one_message(3000);
    scenario.faults = {message_fault(FaultKind::kDuplicate, message)};
    const RunSummary run = run_in_child(scenario);
    expect_complete(run);
    EXPECT_EQ(run.mechanism.at("stray_answers"), message == std::string("ack") ? 4u : 0u);
  }
}

/// In the models; the RTL must agree.
RunSummary run_both(Scenario& scenario) {
  scenario.engine = EngineKind::kModel;
  const RunSummary model = run_in_child(scenario);
  scenario.engine = EngineKind::kRtl;
  const RunSummary rtl = run_in_child(scenario);
  EXPECT_EQ(model.digest, rtl.digest);
  EXPECT_EQ(model.mechanism, rtl.mechanism);
  return rtl;
}

TEST(SrpTimeouts, EveryMessageMayBeLostDoubledOrLate) {
  for (const char* message : {"reservation", "grant", "ack", "nack"}) {
    for (const FaultKind kind : {FaultKind::kLose, FaultKind::kDuplicate, FaultKind::kDelay}) {
      Scenario scenario = hotspot("srp");
      set(scenario, "timeout", 2000);
      set(scenario, "ttw", 50);
      scenario.faults = {message_fault(kind, message, 20, kind == FaultKind::kDelay ? 3000 : 0)};
      const RunSummary run = run_both(scenario);
      expect_complete(run);
      EXPECT_GT(struck(run)[0], 0u) << message;
    }
  }
}

TEST(SrpTimeouts, EverythingAtOnce) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    Scenario scenario = hotspot("srp");
    scenario.run.seed = seed;
    scenario.run.drain = 2000000;
    // From shorter than the delays to so long that losses in a row take their time.
    set(scenario, "timeout", int64_t{100} << seed);
    set(scenario, "ttw", 50);
    for (const FaultKind kind : {FaultKind::kLose, FaultKind::kDuplicate, FaultKind::kDelay}) {
      FaultConfig some = message_fault(kind, "any", 0, kind == FaultKind::kLose ? 0 : 700);
      some.probability = 0.1;
      scenario.faults.push_back(some);
    }
    const RunSummary run = run_both(scenario);
    expect_complete(run);
    EXPECT_GT(run.mechanism.at("copies_dropped"), 0u) << seed;
    EXPECT_GT(run.mechanism.at("stray_answers"), 0u) << seed;
    EXPECT_EQ(run.mechanism.at("copies_dropped") +
                  run.summary.at("groups").at("hot").at("packets_delivered").get<uint64_t>() +
                  run.summary.at("groups").at("ur").at("packets_delivered").get<uint64_t>() +
                  run.summary.at("control").at("packets_delivered").get<uint64_t>(),
              run.delivered);
  }
}

// Shorter than a packet's way there and back: work for nothing, but nothing is lost or doubled.
TEST(SrpTimeouts, TooShortATimeoutCostsWorkOnly) {
  Scenario scenario = hotspot("srp");
  set(scenario, "timeout", 300);
  const RunSummary run = run_both(scenario);
  expect_complete(run);
  EXPECT_GT(run.mechanism.at("copies_dropped"), 0u);
}

TEST(SrpTimeouts, WithoutFaultsALongTimeoutChangesNothing) {
  Scenario scenario = hotspot("srp");
  const RunSummary without = run_both(scenario);
  set(scenario, "timeout", 4000);
  const RunSummary with = run_both(scenario);
  EXPECT_EQ(with.digest, without.digest);
  EXPECT_EQ(with.mechanism.at("copies_dropped"), 0u);
}

Packet packet(NodeId source, uint32_t message, uint16_t sequence_number) {
  Packet p;
  p.source = source;
  p.message = message;
  p.sequence_number = sequence_number;
  return p;
}

TEST(ArrivedPackets, NamesAreSourceMessageAndNumber) {
  ArrivedPackets arrived;
  EXPECT_FALSE(arrived.seen(packet(1, 7, 0)));
  EXPECT_TRUE(arrived.seen(packet(1, 7, 0)));
  EXPECT_FALSE(arrived.seen(packet(2, 7, 0)));
  EXPECT_FALSE(arrived.seen(packet(1, 8, 0)));
  EXPECT_FALSE(arrived.seen(packet(1, 7, 1)));
  EXPECT_FALSE(arrived.seen(packet(1, 7, 64)));
  EXPECT_FALSE(arrived.seen(packet(1, 7, 63)));
  EXPECT_TRUE(arrived.seen(packet(1, 7, 64)));
  EXPECT_TRUE(arrived.seen(packet(1, 7, 1)));
}

TEST(ArrivedPackets, TheOldestPieceIsForgottenFirst) {
  ArrivedPackets arrived;
  const unsigned kept = ArrivedPackets::kBlocks;
  for (unsigned m = 0; m < kept; ++m) EXPECT_FALSE(arrived.seen(packet(1, m, 3)));
  for (unsigned m = 0; m < kept; ++m) EXPECT_TRUE(arrived.seen(packet(1, m, 3)));
  EXPECT_FALSE(arrived.seen(packet(1, kept, 3)));
  EXPECT_TRUE(arrived.seen(packet(1, 1, 3)));
  EXPECT_FALSE(arrived.seen(packet(1, 0, 3))) << "forgotten, and in its turn remembered";
  EXPECT_FALSE(arrived.seen(packet(1, 1, 3)));
}

}  // namespace
}  // namespace chokepoint::test
