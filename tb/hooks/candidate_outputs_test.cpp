// SPDX-License-Identifier: Apache-2.0
// What a NIC is told about the outputs that a head may take is what its packet then takes.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

struct Seen {
  std::map<uint64_t, uint64_t> outputs;  ///< by packet: what its NIC was told
  std::map<std::string, uint64_t> counts;
};

class Asker : public NicAttachment {
 public:
  Asker(NicState& nic, Seen& seen) : nic_(nic), seen_(seen) {}
  InjectionDecision may_inject(Cycle, const QueueHead& head) override {
    told_[head.destination] = nic_.candidate_outputs(head);
    return {};
  }
  void injected(Cycle, const Packet& packet) override {
    seen_.outputs[packet.id] = told_.at(packet.destination);
  }

 private:
  NicState& nic_;
  Seen& seen_;
  std::map<NodeId, uint64_t> told_;
};

class Watcher : public RouterAttachment {
 public:
  explicit Watcher(Seen& seen) : seen_(seen) {}
  bool follows_packets() const override { return true; }
  void packet_assigned(Cycle, const PacketPlace& at) override {
    if (at.packet.hops != 0) return;
    const uint64_t outputs = seen_.outputs.at(at.packet.id);
    ++seen_.counts[(outputs >> at.output & 1) != 0 ? "as_told" : "otherwise"];
    ++seen_.counts[__builtin_popcountll(outputs) == 1 ? "one_way" : "more_ways"];
  }

 private:
  Seen& seen_;
};

class Foreseeing : public Mechanism {
 public:
  std::unique_ptr<RouterAttachment> attach_router(RouterState&) override {
    return std::make_unique<Watcher>(seen_);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<Asker>(nic, seen_);
  }
  std::map<std::string, uint64_t> counters() const override { return seen_.counts; }

 private:
  Seen seen_;
};

const MechanismRegistration registration{{
    "foreseeing",
    "asks where heads may go",
    {},
    [](const Scenario&) { return std::make_unique<Foreseeing>(); },
    {},
}};

/// 3 x 3 routers with 2 nodes; everybody sends to everybody.
Scenario everybody(const std::string& function) {
  Scenario scenario = small_network("foreseeing", function);
  scenario.network.shape.set_counts("dimensions", {3, 3});
  scenario.network.shape.set("concentration", int64_t{2});
  scenario.network.input_queues = InputQueues::kFifo;
  scenario.network.data_vcs = 2;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 18), {}, 0.3, 8, 1);
  return scenario;
}

TEST(CandidateOutputs, OfAFunctionThatDrawsAreWhatThePacketTakes) {
  for (const char* function : {"minimal", "valiant"}) {
    const RunSummary run = run_on_both(everybody(function));
    expect_complete(run);
    EXPECT_GT(run.mechanism.at("as_told"), 1000u) << function;
    EXPECT_EQ(run.mechanism.count("otherwise"), 0u) << function;
    EXPECT_EQ(run.mechanism.count("more_ways"), 0u) << function;
  }
}

TEST(CandidateOutputs, OfAnAdaptiveFunctionAreAllMinimalWays) {
  const RunSummary plain = run_in_child(everybody("minimal_adaptive"));
  expect_complete(plain);
  EXPECT_EQ(plain.mechanism.count("otherwise"), 0u);
  EXPECT_GT(plain.mechanism.at("one_way"), 0u);
  EXPECT_GT(plain.mechanism.at("more_ways"), 0u) << "both dimensions differ for half of them";
}

}  // namespace
}  // namespace chokepoint::test
