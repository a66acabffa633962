// SPDX-License-Identifier: Apache-2.0
// What a switching technique decides about buffers: in which queue of its input a packet waits,
// which VCs share their credits, how many of them a head claims; and who goes through the switch.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "sim/hooks/router_state.h"
#include "sim/switch/switching/registry.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// No queue per output, whatever the scenario says.
class OneFifo : public SwitchingTechnique {
  unsigned queue(const InputShape& shape, unsigned vc, unsigned) const override {
    return shape.outputs * shape.vcs + vc;
  }
};
const TechniqueRegistration one_fifo{
    {"one_fifo", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<OneFifo>(); }}};

/// One queue for each output, for packets of all VCs.
class OutputQueues : public SwitchingTechnique {
  unsigned queues(const InputShape& shape) const override { return shape.outputs; }
  unsigned queue(const InputShape&, unsigned, unsigned output) const override { return output; }
};
const TechniqueRegistration output_queues{
    {"output_queues", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<OutputQueues>(); }}};

class PortCredits : public SwitchingTechnique {
  unsigned credit_pool(unsigned) const override { return 0; }
};
const TechniqueRegistration port_credits{
    {"port_credits", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<PortCredits>(); }}};

/// As in wormhole switching a head leaves when the next router has room for one flit.
class HeadCredit : public SwitchingTechnique {
  unsigned claims(unsigned) const override { return 1; }
};
const TechniqueRegistration head_credit{
    {"head_credit", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<HeadCredit>(); }}};

/// Among those of equal priority the lowest input goes first, always.
class LowestInput : public SwitchAllocator {
  void match(const std::vector<SwitchOffer>& offers, std::vector<SwitchOffer>& winners) override {
    std::vector<SwitchOffer> left = offers;
    std::sort(left.begin(), left.end(), [](const SwitchOffer& a, const SwitchOffer& b) {
      return std::tuple(b.priority, a.input, a.output, a.vc) <
             std::tuple(a.priority, b.input, b.output, b.vc);
    });
    uint64_t inputs = 0, outputs = 0;
    for (const SwitchOffer& offer : left) {
      if (((inputs >> offer.input | outputs >> offer.output) & 1) != 0) continue;
      inputs |= uint64_t{1} << offer.input;
      outputs |= uint64_t{1} << offer.output;
      winners.push_back(offer);
    }
    std::sort(winners.begin(), winners.end(),
              [](const SwitchOffer& a, const SwitchOffer& b) { return a.output < b.output; });
  }
};
class NoTurns : public SwitchingTechnique {
  std::unique_ptr<SwitchAllocator> make_switch_allocator(const plain::SwitchSizes&) const override {
    return std::make_unique<LowestInput>();
  }
};
const TechniqueRegistration no_turns{
    {"no_turns", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<NoTurns>(); }}};

class NoSuchQueue : public SwitchingTechnique {
  unsigned queues(const InputShape&) const override { return 3; }
};
const TechniqueRegistration no_such_queue{
    {"no_such_queue", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<NoSuchQueue>(); }}};

class NoSuchPool : public SwitchingTechnique {
  unsigned credit_pool(unsigned vc) const override { return vc + 1; }
};
const TechniqueRegistration no_such_pool{
    {"no_such_pool", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<NoSuchPool>(); }}};

Scenario busy_buffers(const std::string& technique, InputQueues queues = InputQueues::kVoq) {
  Scenario scenario = small_network("none");
  scenario.network.channel_latency = 10;
  scenario.network.vc_buffer_flits = 64;
  scenario.network.input_queues = queues;
  scenario.network.switching = technique;
  scenario.run.measure = 1500;
  scenario.run.drain = 100000;
  add_traffic(scenario, "hot", "hotspot", nodes_from(0, 15), {15}, 0.3);
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 15), {}, 0.4);
  return scenario;
}

TEST(BufferOrganisation, OneFifoOfATechniqueIsThatOfTheScenario) {
  const RunSummary own = run_with(busy_buffers("one_fifo"));
  expect_complete(own);
  EXPECT_EQ(own.digest, run_with(busy_buffers(kDefaultTechnique, InputQueues::kFifo)).digest);
  EXPECT_NE(own.digest, run_with(busy_buffers(kDefaultTechnique)).digest);
}

TEST(BufferOrganisation, PacketsOfSeveralVcsMayWaitInOneQueue) {
  const RunSummary own = run_with(busy_buffers("output_queues"), SwitchKind::kLockstep);
  expect_complete(own);
  EXPECT_NE(own.digest, run_with(busy_buffers(kDefaultTechnique)).digest);
}

TEST(BufferOrganisation, CreditsOfAPort) {
  const RunSummary own = run_with(busy_buffers("port_credits"), SwitchKind::kLockstep);
  expect_complete(own);
  EXPECT_NE(own.digest, run_with(busy_buffers(kDefaultTechnique)).digest);
}

/// Counts the VCs of a router's inputs that are full, and those that would be if none shared.
class Fullness : public Mechanism {
 public:
  struct Counts {
    uint64_t full = 0, alone = 0, at_nodes = 0;
  };
  class Watch : public RouterAttachment {
   public:
    Watch(RouterState& router, Counts& counts) : router_(router), counts_(counts) {}
    void end_cycle(Cycle) override {
      const unsigned room = router_.context().scenario.network.vc_buffer_flits;
      const unsigned vcs = router_.context().layout.total;
      const RouterPorts ports(router_.context().topology, router_.id());
      for (unsigned input = 0; input < router_.radix(); ++input) {
        unsigned held = 0;
        uint32_t alone = 0;
        for (unsigned vc = 0; vc < vcs; ++vc) {
          held += router_.input_flits(input, vc);
          alone |= uint32_t{router_.input_flits(input, vc) >= room} << vc;
        }
        const uint32_t full = router_.full_input_vcs(input);
        if ((ports.node_inputs >> input & 1) != 0) {
          counts_.at_nodes += alone != 0;
          if (full != alone) throw CheckError("a NIC counts credits per VC");
          continue;
        }
        counts_.alone += alone != 0;
        counts_.full += full != 0;
        if (full != (held >= room * vcs ? (uint32_t{1} << vcs) - 1 : 0)) {
          throw CheckError("VCs that share are full when all their buffers are");
        }
      }
    }

   private:
    RouterState& router_;
    Counts& counts_;
  };
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<Watch>(router, counts_);
  }
  std::map<std::string, uint64_t> counters() const override {
    return {{"full", counts_.full}, {"alone", counts_.alone}, {"at_nodes", counts_.at_nodes}};
  }

 private:
  Counts counts_;
};
const MechanismRegistration fullness{{
    "fullness",
    "of this test",
    {},
    [](const Scenario&) { return std::make_unique<Fullness>(); },
    {},
}};

TEST(BufferOrganisation, AVcThatSharesCreditsIsFullWhenThePoolIs) {
  Scenario scenario = busy_buffers("port_credits");
  scenario.network.data_vcs = 2;
  scenario.mechanism.name = "fullness";
  const RunSummary own = run_with(scenario);
  expect_complete(own);
  EXPECT_GT(own.mechanism.at("full"), 0u);
  EXPECT_GT(own.mechanism.at("alone"), own.mechanism.at("full"));
  EXPECT_GT(own.mechanism.at("at_nodes"), 0u);
}

void expect_another_network(const std::string& technique) {
  for (const Arbitration arbitration : {Arbitration::kPacket, Arbitration::kFlit}) {
    Scenario scenario = busy_buffers(technique);
    scenario.network.arbitration = arbitration;
    const RunSummary own = run_with(scenario, SwitchKind::kLockstep);
    expect_complete(own);
    ASSERT_EQ(own.exit_code, 0) << technique;
    EXPECT_EQ(own.checks.at("switch_lockstep"), "held");
    EXPECT_EQ(own.digest, run_with(scenario).digest) << "alone it does something else";
    scenario.network.switching = kDefaultTechnique;
    EXPECT_NE(own.digest, run_with(scenario).digest) << technique << " is never asked";
  }
}

TEST(CreditRule, AHeadThatClaimsOneFlitLeavesEarlier) {
  expect_another_network("head_credit");
}

TEST(SwitchAllocation, OfATechniqueIsUsedInEveryPass) {
  expect_another_network("no_turns");
}

TEST(BufferOrganisation, WhatIsNoneIsRefused) {
  for (const auto& [technique, words] :
       {std::pair<const char*, const char*>{"no_such_queue", "queue 3 of 3"},
        std::pair<const char*, const char*>{"no_such_pool", "pool of credits"}}) {
    const RunSummary wrong = run_with(busy_buffers(technique));
    EXPECT_EQ(wrong.exit_code, 2) << technique;
    EXPECT_NE(wrong.error.find(std::string("switching technique ") + technique), std::string::npos)
        << wrong.error;
    EXPECT_NE(wrong.error.find(words), std::string::npos) << wrong.error;
  }
}

TEST(BufferOrganisation, TheStreamSwitchDoesNotServe) {
  const RunSummary refused = run_with(busy_buffers("one_fifo"), SwitchKind::kStream);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.error.find("--switch stream does not serve network.switching = \"one_fifo\""),
            std::string::npos)
      << refused.error;
}

}  // namespace
}  // namespace chokepoint::test
