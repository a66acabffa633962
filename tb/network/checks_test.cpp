// SPDX-License-Identifier: Apache-2.0
// The run-time checks are made to fire: each disturbance must be found, and the message must name
// the place.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "sim/network/network.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// Calls `disturb` before every cycle from `from` on until it returns true.
class Disturbance : public Probe {
 public:
  using Act = std::function<bool(Cycle, Network&)>;
  Disturbance(Cycle from, Act act) : from_(from), act_(std::move(act)) {}
  void cycle(Cycle now, Network& network) override {
    if (now >= from_ && !done_) done_ = act_(now, network);
  }
  void report(Figures& figures) const override { figures["done"] = done_; }

 private:
  Cycle from_;
  Act act_;
  bool done_ = false;
};

constexpr unsigned kFromRouter0 = 4;  ///< port of router 1 that leads to router 0

Scenario one_flow(unsigned packet_flits = 32) {
  Scenario scenario = small_network();
  scenario.run.measure = 2000;
  scenario.run.watchdog = 2000;
  add_traffic(scenario, "flow", "permutation", {0}, {4}, 0.5, packet_flits);
  return scenario;
}

RunSummary disturbed(const Scenario& scenario, Disturbance::Act act) {
  Disturbance probe(500, std::move(act));
  return run_in_child(scenario, &probe);
}

void expect_check(const RunSummary& run, const std::string& place, const std::string& what) {
  EXPECT_EQ(run.exit_code, 1) << run.error;
  EXPECT_NE(run.error.find(place), std::string::npos) << run.error;
  EXPECT_NE(run.error.find(what), std::string::npos) << run.error;
}

/// The first flit in the list for which `wanted` holds, or end.
template <class Wanted>
auto find_flit(std::vector<DueFlit>& flits, Wanted wanted) {
  return std::find_if(flits.begin(), flits.end(), wanted);
}

TEST(Checks, UndisturbedRunPasses) {
  const RunSummary run = disturbed(one_flow(), [](Cycle, Network&) { return true; });
  expect_complete(run);
  EXPECT_EQ(run.at("done"), 1);
}

// A cycle of a large network may take a second.
TEST(Interrupt, ARunEndsAfterTheTickItIsIn) {
  const RunSummary run = disturbed(one_flow(), [](Cycle, Network&) {
    interrupted = true;
    return true;
  });
  EXPECT_EQ(run.exit_code, 130) << run.error;
  EXPECT_EQ(run.summary.at("status"), "interrupted");
  EXPECT_EQ(run.cycles, 501u);
  EXPECT_EQ(run.checks.at("conservation"), "held");
}

TEST(Checks, LostCreditIsMissedAtTheRouterThatNeverGotIt) {
  const RunSummary run = disturbed(one_flow(), [](Cycle now, Network& network) {
    auto& credits = network.router(0).endpoint().credits.due(now);
    if (credits.empty()) return false;
    credits.pop_back();
    return true;
  });
  expect_check(run, "router 0 output 4 to router 1 input 4", "add up to 255 of 256");
}

TEST(Checks, LostCreditIsMissedAtTheNic) {
  const RunSummary run = disturbed(one_flow(), [](Cycle now, Network& network) {
    auto& credits = network.group(0).endpoint().credits.due(now);
    if (credits.empty()) return false;
    credits.pop_back();
    return true;
  });
  expect_check(run, "NIC 0 to router 0 input 0", "add up to 255 of 256");
}

TEST(Checks, LostCreditIsMissedWithPacketsStillInside) {
  Scenario scenario = one_flow();
  scenario.run.drain = 0;
  const RunSummary run = disturbed(scenario, [](Cycle now, Network& network) {
    auto& credits = network.router(0).endpoint().credits.due(now);
    if (credits.empty()) return false;
    credits.pop_back();
    return true;
  });
  expect_check(run, "router 0 output 4 to router 1 input 4", "add up to 255 of 256");
}

TEST(Checks, DuplicatedCreditOverflowsTheCounter) {
  const RunSummary run = disturbed(one_flow(), [](Cycle now, Network& network) {
    auto& credits = network.router(0).endpoint().credits.due(now);
    if (credits.empty()) return false;
    credits.push_back(credits.front());
    return true;
  });
  expect_check(run, "router 0: output 4 VC", "more credits than the buffer has");
}

TEST(Checks, DuplicatedFlitIsSeenByTheRouter) {
  for (const bool head : {true, false}) {
    const RunSummary run = disturbed(one_flow(), [head](Cycle now, Network& network) {
      auto& flits = network.router(1).endpoint().flits.due(now);
      const auto found =
          find_flit(flits, [head](const DueFlit& f) { return f.head() == head && !f.tail(); });
      if (found == flits.end()) return false;
      flits.push_back(DueFlit(*found));
      return true;
    });
    expect_check(run, "router 1: input 4 VC", head ? "a head before the tail" : "out of order");
  }
}

TEST(Checks, DuplicatedSingleFlitPacketIsDeliveredTwice) {
  const RunSummary run = disturbed(one_flow(1), [](Cycle now, Network& network) {
    auto& flits = network.router(1).endpoint().flits.due(now);
    if (flits.empty()) return false;
    flits.push_back(DueFlit(flits.front()));
    return true;
  });
  expect_check(run, "delivery: cycle", "of source 0, message");
}

TEST(Checks, LostFlitIsSeenByTheRouter) {
  const RunSummary run = disturbed(one_flow(), [](Cycle now, Network& network) {
    auto& flits = network.router(1).endpoint().flits.due(now);
    const auto found = find_flit(flits, [](const DueFlit& f) { return !f.head() && !f.tail(); });
    if (found == flits.end()) return false;
    flits.erase(found);
    return true;
  });
  expect_check(run, "router 1: input 4 VC", "out of order");
}

TEST(Checks, LostFlitIsSeenByTheNic) {
  const RunSummary run = disturbed(one_flow(), [](Cycle now, Network& network) {
    auto& flits = network.group(1).endpoint().flits.due(now);
    const auto found = find_flit(flits, [](const DueFlit& f) { return !f.head() && !f.tail(); });
    if (found == flits.end()) return false;
    flits.erase(found);
    return true;
  });
  expect_check(run, "NIC 4: packet", "has 32 flits, 31 arrived");
}

TEST(Checks, LostPacketBreaksConservation) {
  Scenario scenario = one_flow(1);
  scenario.run.drain = 0;
  const RunSummary run = disturbed(scenario, [](Cycle now, Network& network) {
    auto& flits = network.router(1).endpoint().flits.due(now);
    if (flits.empty()) return false;
    flits.pop_back();
    return true;
  });
  expect_check(run, "conservation:", "found in the network");
}

TEST(Checks, PacketAtTheWrongNodeIsSeenByTheNic) {
  const RunSummary run = disturbed(one_flow(), [](Cycle now, Network& network) {
    auto& flits = network.group(1).endpoint().flits.due(now);
    if (flits.empty()) return false;
    network.packet(flits.front()).destination = 6;
    return true;
  });
  expect_check(run, "NIC 4: packet", "for node 6 was ejected here");
}

TEST(Checks, PacketThatWouldTurnBackIsSeenByTheRouter) {
  const RunSummary run = disturbed(one_flow(), [](Cycle now, Network& network) {
    auto& flits = network.router(1).endpoint().flits.due(now);
    const auto found = find_flit(flits, [](const DueFlit& f) { return f.head(); });
    if (found == flits.end()) return false;
    EXPECT_EQ(found->port, kFromRouter0);
    network.packet(*found).destination = 0;
    return true;
  });
  expect_check(run, "router 1: packet", "would leave by port 4, by which it came in");
}

TEST(Checks, FlitOnAWrongPortIsSeenByTheRouter) {
  const RunSummary run = disturbed(one_flow(), [](Cycle now, Network& network) {
    auto& flits = network.router(1).endpoint().flits.due(now);
    const auto found = find_flit(flits, [](const DueFlit& f) { return !f.head(); });
    if (found == flits.end()) return false;
    found->port = 5;
    return true;
  });
  expect_check(run, "router 1: input 5 VC", "a flit without a head");
}

void expect_deadlock(const RunSummary& run) {
  EXPECT_EQ(run.exit_code, 3) << run.error;
  EXPECT_NE(run.error.find("no data flit moved"), std::string::npos) << run.error;
  ASSERT_TRUE(run.checks.count("watchdog"));
  EXPECT_EQ(run.checks.at("watchdog"), "failed");
}

TEST(Watchdog, FiresWhenASinkReturnsNoCreditsAndNamesTheWaitingPackets) {
  Scenario scenario = one_flow();
  scenario.run.measure = 10000;
  const RunSummary run = disturbed(scenario, [](Cycle now, Network& network) {
    auto& credits = network.router(1).endpoint().credits.due(now);
    credits.erase(std::remove_if(credits.begin(), credits.end(),
                                 [](const CreditEvent& credit) { return credit.port == 0; }),
                  credits.end());
    return false;
  });
  expect_deadlock(run);
  EXPECT_NE(run.error.find("router 1 input 4"), std::string::npos) << run.error;
}

TEST(Watchdog, FiresAlthoughControlPacketsGoOn) {
  Scenario scenario = small_network("cbcm");
  scenario.run.measure = 60000;
  scenario.run.watchdog = 4000;
  scenario.mechanism.values["lease_epochs"] = int64_t{0};
  add_traffic(scenario, "hot", "hotspot", {0, 8, 12}, {4}, 1.0);
  Disturbance probe(6000, [](Cycle now, Network& network) {
    const unsigned control_vc = 5;
    auto& credits = network.router(1).endpoint().credits.due(now);
    credits.erase(std::remove_if(credits.begin(), credits.end(),
                                 [&](const CreditEvent& credit) {
                                   return credit.port == 0 && credit.vc != control_vc;
                                 }),
                  credits.end());
    return false;
  });
  expect_deadlock(run_in_child(scenario, &probe));
}

Scenario full_load_valiant(VcClasses classes, unsigned data_vcs) {
  Scenario scenario = small_network("none", "valiant");
  scenario.network.vc_classes = classes;
  scenario.network.data_vcs = data_vcs;
  scenario.network.vc_buffer_flits = scenario.network.output_buffer_flits = 32;
  scenario.network.input_queues = InputQueues::kFifo;
  scenario.network.channel_latency = 1;
  scenario.network.send_queue_flits = 512;
  scenario.run.measure = 10000;
  scenario.run.drain = 60000;
  scenario.run.watchdog = 3000;
  add_traffic(scenario, "uniform", "uniform", nodes_from(0, 16), {}, 1.0);
  return scenario;
}

TEST(Watchdog, FiresOnARealDeadlockOfOneVcPool) {
  expect_deadlock(run_in_child(full_load_valiant(VcClasses::kPool, 1)));
}

TEST(Watchdog, TheSameLoadWithClassesDoesNotDeadlock) {
  expect_complete(run_in_child(full_load_valiant(VcClasses::kPhase, 2)));
}

}  // namespace
}  // namespace chokepoint::test
