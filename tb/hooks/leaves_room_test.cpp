// SPDX-License-Identifier: Apache-2.0
// A mechanism's packets leave room at the router to others, if it says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

uint16_t leaves_room = 0;  ///< set before a run: the child process inherits it

class ModestNic : public NicAttachment {
 public:
  ModestNic(NicState& nic, uint64_t& most) : nic_(nic), most_(most) {}
  void begin_cycle(Cycle) override {
    const unsigned input = nic_.context().topology.port_of(nic_.id());
    for (unsigned vc = 0; vc < nic_.context().scenario.network.data_vcs; ++vc) {
      most_ = std::max<uint64_t>(most_, nic_.router().input_flits(input, vc));
    }
  }
  InjectionDecision may_inject(Cycle, const QueueHead&) override {
    InjectionDecision decision;
    decision.leaves_room = leaves_room;
    return decision;
  }

 private:
  NicState& nic_;
  uint64_t& most_;
};

class Modest : public Mechanism {
 public:
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<ModestNic>(nic, most_);
  }
  std::map<std::string, uint64_t> counters() const override { return {{"most_flits", most_}}; }

 private:
  uint64_t most_ = 0;
};

const MechanismRegistration modest_registration{{
    "modest",
    "leaves room to others",
    {},
    [](const Scenario&) { return std::make_unique<Modest>(); },
    {},
}};

/// Everybody to node 0 at full rate: buffers fill as far as they may.
Scenario hotspot() {
  Scenario scenario = small_network("modest", "minimal");
  scenario.network.input_queues = InputQueues::kFifo;
  scenario.network.vc_buffer_flits = 64;
  scenario.run.measure = 3000;
  scenario.run.drain = 0;
  add_traffic(scenario, "hot", "hotspot", nodes_from(1, 15), {0}, 1.0, 8, 1);
  return scenario;
}

TEST(LeavesRoom, BuffersFillUpToWhatIsLeft) {
  for (const uint16_t room : {0, 16, 24}) {
    leaves_room = room;
    const RunSummary run = run_on_both(hotspot());
    ASSERT_EQ(run.exit_code, 0) << run.error;
    EXPECT_EQ(run.mechanism.at("most_flits"), 64u - room);
    EXPECT_GT(run.accepted.at(0), 0.05) << "15 nodes share a channel";
  }
  leaves_room = 0;
}

/// More than the buffer ever has: nothing is sent, and nothing breaks.
TEST(LeavesRoom, ThatThereNeverIs) {
  leaves_room = 60;
  Scenario scenario = hotspot();
  scenario.run.watchdog = 0;
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.injected, 0u);
  leaves_room = 0;
}

}  // namespace
}  // namespace chokepoint::test
