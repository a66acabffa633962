// SPDX-License-Identifier: Apache-2.0
// Control packets that a mechanism need not take at once (network.control_receive_packets).
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/mechanisms/cbcm/messages.h"
#include "sim/network/network.h"
#include "tb/faults/fault_run.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

constexpr PacketKind kLetter{2};
Cycle takes_from = 0;  ///< before this cycle nothing is taken

/// Node 0 sends node 4 forty control packets, which takes them late and one a cycle.
class Late : public NicAttachment {
 public:
  explicit Late(NicState& nic) : nic_(nic) {}
  bool takes_control(Cycle now, const Packet&) override {
    return now >= takes_from && now != last_taken_;
  }
  void control_received(Cycle now, const Packet& packet) override {
    if (nic_.context().scenario.network.control_receive_packets != 0 && now < takes_from) {
      throw CheckError("handed over although it was refused");
    }
    if (packet.payload != received_++) throw CheckError("out of order");
    last_taken_ = now;
  }
  void end_cycle(Cycle now) override {
    if (nic_.id() != 0 || sent_ == 40 || !nic_.control_ready(kLetter)) return;
    nic_.send_control(now, kLetter, 4, sent_++);
  }
  bool idle() const override {
    return nic_.id() == 0 ? sent_ == 40 : nic_.id() != 4 || received_ == 40;
  }

 private:
  NicState& nic_;
  unsigned sent_ = 0, received_ = 0;
  Cycle last_taken_ = ~Cycle{0};
};

class LateMechanism : public Mechanism {
 public:
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<Late>(nic);
  }
};

Declarations letters() {
  VcClassSpec control;
  control.name = "letters";
  MessageSpec letter{"letter", kLetter, "letters", 0, {{"number", 32}}, "taken late"};
  return {{control}, {letter}};
}

const MechanismRegistration control_registration{{
    "late",
    "takes control packets late",
    {},
    [](const Scenario&) { return std::make_unique<LateMechanism>(); },
    {},
    letters(),
}};

Scenario late(unsigned bound, Cycle from) {
  takes_from = from;
  Scenario scenario = small_network("late");
  scenario.network.vc_buffer_flits = 8;
  scenario.network.output_buffer_flits = 8;
  scenario.network.channel_latency = 10;
  scenario.network.control_receive_packets = bound;
  scenario.run.measure = 3000;
  scenario.run.watchdog = 1500;
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.2, 8);
  return scenario;
}

TEST(ControlReceive, WithoutABoundNobodyIsAsked) {
  const RunSummary run = run_on_both(late(0, ~Cycle{0}));
  expect_complete(run);
  EXPECT_EQ(run.summary.at("control").at("packets_delivered"), 40);
}

TEST(ControlReceive, AFullQueueHoldsCreditsBackUntilPacketsAreTaken) {
  for (const unsigned bound : {1u, 3u, 1000u}) {
    const Scenario scenario = late(bound, 1000);
    Probe probe;
    const RunSummary many = run_on_both(scenario), single = run_in_child(scenario, &probe);
    expect_complete(many);
    EXPECT_EQ(many.digest, single.digest) << bound;
    EXPECT_EQ(many.summary.at("control").at("packets_delivered"), 40) << bound;
  }
}

TEST(ControlReceive, CreditsAddUpInEveryCycle) {
  struct Watch : Probe {
    void cycle(Cycle, Network& network) override { network.check_credits(); }
  } watch;
  expect_complete(run_on_both(late(2, 1000), &watch));
}

TEST(ControlReceive, SameResultsWithThreads) {
  Scenario scenario = late(1, 500);
  scenario.run.measure = 1000;
  expect_same_with_threads(scenario, "stream switch", SwitchKind::kStream);
  expect_same_with_threads(scenario, "plain switch", SwitchKind::kPlain);
}

TEST(ControlReceive, OneThatIsNeverTakenIsADeadlockThatTheWatchdogReports) {
  const RunSummary run = run_on_both(late(1, ~Cycle{0}));
  EXPECT_EQ(run.exit_code, 3) << run.error;
  expect_text(run.error, "no control flit moved for");
  expect_text(run.error, "NIC 4:");
  // A queue of one and the buffer of the VC in front of it.
  expect_text(run.error, "9 control packets that the mechanism does not take");
}

constexpr NodeId kHotspots[] = {4, 8, 12};

bool is_hotspot(NodeId node) {
  return std::find(std::begin(kHotspots), std::end(kHotspots), node) != std::end(kHotspots);
}

/// Three hotspots that throttle each other too. Their tables have one entry, so each refuses what
/// comes of one of the others.
Scenario refusals(unsigned bound) {
  Scenario scenario = small_network("cbcm");
  scenario.mechanism.values["throttle_entries"] = int64_t{1};
  scenario.mechanism.values["epsilon"] = 1.0;
  scenario.mechanism.values["refresh_rounds"] = int64_t{1};
  scenario.network.vc_buffer_flits = 4;
  scenario.network.output_buffer_flits = 4;
  scenario.network.channel_latency = 4;
  scenario.network.control_queue_packets = 1;
  scenario.network.control_receive_packets = bound;
  scenario.run.measure = 20000;
  scenario.run.drain = 0;
  scenario.run.watchdog = 3000;
  for (const NodeId hotspot : kHotspots) {
    std::vector<NodeId> others = nodes_from(0, 16);
    others.erase(others.begin() + hotspot);
    add_traffic(scenario, "hot" + std::to_string(hotspot), "hotspot", others, {hotspot}, 0.3, 4, 1);
  }
  return scenario;
}

/// Fifteen nodes send to node 4, whose messages come one a cycle.
Scenario hotspot_of(const char* mechanism, unsigned bound) {
  Scenario scenario = small_network(mechanism);
  if (std::string(mechanism) == "srp") scenario.mechanism.values["n_min"] = int64_t{1};
  scenario.network.vc_buffer_flits = 8;
  scenario.network.output_buffer_flits = 8;
  scenario.network.control_receive_packets = bound;
  scenario.run.measure = 10000;
  scenario.run.drain = 0;
  std::vector<NodeId> others = nodes_from(0, 16);
  others.erase(others.begin() + 4);
  add_traffic(scenario, "hot", "hotspot", others, {4}, 0.5, 4, 1);
  return scenario;
}

/// What the mechanisms do with messages does not depend on where these wait, as long as the queue
/// has room for all; with a queue of one the network holds them, and goes on.
TEST(ControlReceive, MechanismsTakeWhatTheirHardwareTakes) {
  for (const char* mechanism : {"cbcm", "ecn", "srp"}) {
    const RunSummary unbounded = run_on_both(hotspot_of(mechanism, 0));
    const RunSummary wide = run_on_both(hotspot_of(mechanism, 1000));
    const RunSummary narrow = run_on_both(hotspot_of(mechanism, 1));
    expect_complete(unbounded, false);
    expect_complete(narrow, false);
    EXPECT_GT(narrow.summary.at("control").at("packets_delivered"), 0) << mechanism;
    EXPECT_EQ(wide.summary.at("groups"), unbounded.summary.at("groups")) << mechanism;
  }
}

/// A reservation is taken in every fifth cycle: the queue of one fills, and the network feels it.
TEST(ControlReceive, ReservationsThatWaitHoldTheNetworkBack) {
  EXPECT_NE(run_on_both(hotspot_of("srp", 1)).summary.at("groups"),
            run_on_both(hotspot_of("srp", 1000)).summary.at("groups"));
}

/// What a hotspot tells another one it tells many times: the queues of control packets of both are
/// headed by THROTTLEs to each other.
struct Insisting : Probe {
  unsigned control(Cycle, NodeId source, PacketKind kind, NodeId destination, uint32_t) override {
    const bool both = is_hotspot(source) && is_hotspot(destination);
    return kind == cbcm::kThrottle && both ? 64 : 1;
  }
};

/// A node takes no THROTTLE while an earlier refusal waits. If the refusal, an UNTHROTTLE, waited
/// behind the THROTTLEs for a node which does the same, both would stand for ever: it has a VC of
/// its own.
TEST(ControlReceive, CbcmNodesThatRefuseEachOthersThrottlesGoOn) {
  Insisting insisting;
  const RunSummary bounded = run_on_both(refusals(1), &insisting);
  EXPECT_EQ(bounded.exit_code, 0) << bounded.error;
  EXPECT_GT(bounded.mechanism.at("unthrottles_sent"), 0u);
  const RunSummary unbounded = run_on_both(refusals(0), &insisting);
  EXPECT_EQ(unbounded.exit_code, 0) << unbounded.error;
  EXPECT_GT(unbounded.mechanism.at("throttles_sent"), 0u);
}

}  // namespace
}  // namespace chokepoint::test
