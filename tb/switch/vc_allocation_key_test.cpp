// SPDX-License-Identifier: Apache-2.0
// network.vc_allocation: whether a packet waits for the next router's buffer behind the crossbar or
// at its input. That both switches do the same in random networks: plain_stream_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/hooks/router_state.h"
#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/switching/registry.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

std::unique_ptr<SwitchingTechnique> technique_of(VcAllocation allocation) {
  NetworkConfig network;
  network.vc_allocation = allocation;
  return make_technique(kDefaultTechnique, network, 0);
}

/// One input, one output, one VC; room for 8 flits in the output buffer and credits for 8.
class VcAllocationKey : public testing::TestWithParam<VcAllocation> {
 protected:
  VcAllocationKey() : technique_(technique_of(GetParam())), switch_(sizes(), *technique_) {}
  static plain::SwitchSizes sizes() {
    plain::SwitchSizes sizes;
    sizes.inputs = sizes.outputs = sizes.vcs = sizes.queues = sizes.counts = sizes.passes = 1;
    sizes.buffer_flits = sizes.output_buffer_flits = 8;
    sizes.priority = {1};
    sizes.begun = 2;
    return sizes;
  }
  /// Cycles in which a packet of so many flits comes; counts what crosses and what leaves.
  void send(uint32_t packet, unsigned flits) {
    for (unsigned number = 0; number < flits; ++number) {
      plain::FlitIn flit{0, 0, number == 0, number + 1 == flits, {}};
      flit.packet.packet = packet;
      flit.packet.flits = static_cast<uint16_t>(flits);
      flit.packet.vcs = 1;
      step({{}, {flit}, {}, {}, {}, {}});
    }
  }
  void step(const plain::SwitchIn& in = {}) {
    switch_.step(in, out_);
    crossed_ += static_cast<unsigned>(out_.crossings.size());
    left_ += static_cast<unsigned>(out_.flits.size());
  }
  void step_with_credits(unsigned flits) { step({{{0, 0, flits}}, {}, {}, {}, {}, {}}); }

  std::unique_ptr<SwitchingTechnique> technique_;
  plain::PlainSwitch switch_;
  plain::SwitchOut out_;
  unsigned crossed_ = 0, left_ = 0;
};

TEST_P(VcAllocationKey, SaysWhereAPacketWaitsForCredits) {
  const bool downstream = GetParam() == VcAllocation::kDownstream;
  send(1, 3);
  send(2, 3);
  send(3, 3);  // 2 credits are left
  for (unsigned cycle = 0; cycle < 5; ++cycle) step();
  EXPECT_EQ(left_, 6u);
  EXPECT_EQ(crossed_, downstream ? 6u : 9u);
  EXPECT_EQ(switch_.inputs()[0].held(0), downstream ? 3u : 0u);
  step_with_credits(1);
  for (unsigned cycle = 0; cycle < 5; ++cycle) step();
  EXPECT_EQ(left_, 9u);
}

/// Credits that a packet in the output buffer is going to take are no other's.
TEST_P(VcAllocationKey, CreditsArePromisedOnce) {
  const bool downstream = GetParam() == VcAllocation::kDownstream;
  send(1, 5);  // leaves 3 credits
  for (unsigned cycle = 0; cycle < 5; ++cycle) step();
  EXPECT_EQ(left_, 5u);
  send(2, 2);
  EXPECT_EQ(crossed_, 7u);
  EXPECT_EQ(left_, 6u);  // 1 flit is in the buffer, its credit is claimed, and 1 is free
  send(3, 2);
  EXPECT_EQ(crossed_, downstream ? 7u : 9u);
  step_with_credits(1);
  step();
  EXPECT_EQ(crossed_, 9u);
}

INSTANTIATE_TEST_SUITE_P(Values, VcAllocationKey,
                         testing::Values(VcAllocation::kOutputBuffer, VcAllocation::kDownstream),
                         [](const auto& info) {
                           return info.param == VcAllocation::kDownstream ? "downstream"
                                                                          : "output_buffer";
                         });

/// As docs/developer/example_switching.
class RoomAhead : public SwitchingTechnique {
  bool grants(const OutputVcState& vc, unsigned flits) const override {
    const unsigned promised = vc.taken - vc.claimed;
    return flits <= vc.free && promised + flits <= vc.credits;
  }
};
const TechniqueRegistration room_ahead{
    {"room_ahead_of_this_test", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<RoomAhead>(); }}};

Scenario congested(VcAllocation allocation, const std::string& technique = kDefaultTechnique) {
  Scenario scenario = small_network("none", "ugal");
  scenario.network.channel_latency = 10;
  scenario.network.vc_buffer_flits = 64;
  scenario.network.vc_allocation = allocation;
  scenario.network.switching = technique;
  scenario.run.measure = 1500;
  scenario.run.drain = 100000;
  add_traffic(scenario, "hot", "hotspot", nodes_from(0, 15), {15}, 0.3);
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 15), {}, 0.4);
  return scenario;
}

TEST(DownstreamAllocation, IsTheTechniqueOfTheWorkedExample) {
  const RunSummary technique =
      run_with(congested(VcAllocation::kOutputBuffer, "room_ahead_of_this_test"));
  expect_complete(technique);
  const RunSummary key = run_on_both(congested(VcAllocation::kDownstream));
  EXPECT_EQ(key.digest, technique.digest);
  EXPECT_NE(key.digest, run_with(congested(VcAllocation::kOutputBuffer)).digest);
}

TEST(DownstreamAllocation, TwoPlainSwitchesAgree) {
  const RunSummary run = run_with(congested(VcAllocation::kDownstream), SwitchKind::kLockstep);
  expect_complete(run);
  EXPECT_EQ(run.digest, run_with(congested(VcAllocation::kDownstream)).digest);
}

TEST(DownstreamAllocation, IsRefusedWithATechniqueThatHasItsOwnRule) {
  Scenario scenario = congested(VcAllocation::kDownstream, "room_ahead_of_this_test");
  scenario.origins["network.vc_allocation"] = "f.toml:7";
  const RunSummary run = run_with(scenario);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.error.find("f.toml:7: vc_allocation: "), 0u) << run.error;
  EXPECT_NE(run.error.find("room_ahead_of_this_test"), std::string::npos) << run.error;
}

}  // namespace
}  // namespace chokepoint::test
