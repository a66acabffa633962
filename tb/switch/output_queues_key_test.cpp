// SPDX-License-Identifier: Apache-2.0
// network.output_queues: a queue per VC behind the crossbar, or one for all VCs of an output but
// those of messages. That both switches do the same in random networks: plain_stream_test.cpp.
#include <gtest/gtest.h>

#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/switching/registry.h"
#include "sim/switch/switching/registry.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

NetworkConfig config_of(OutputQueues queues) {
  NetworkConfig network;
  network.vc_allocation = VcAllocation::kDownstream;
  network.output_queues = queues;
  return network;
}

/// An input each for two data VCs and one of messages, an output with room for 8 flits a queue.
class OutputQueuesKey : public testing::TestWithParam<OutputQueues> {
 protected:
  static constexpr unsigned kMessages = 2;
  OutputQueuesKey()
      : technique_(make_technique(kDefaultTechnique, config_of(GetParam()),
                                  GetParam() == OutputQueues::kPort ? ~(1u << kMessages) : 0)),
        switch_(sizes(), *technique_) {}
  static plain::SwitchSizes sizes() {
    plain::SwitchSizes sizes;
    sizes.inputs = sizes.vcs = sizes.queues = 3;
    sizes.outputs = sizes.counts = 1;
    sizes.passes = 2;
    sizes.buffer_flits = 64;
    sizes.output_buffer_flits = 8;
    sizes.control_vcs = 1u << kMessages;
    sizes.priority = {2, 2, 5};
    sizes.begun = 3;
    return sizes;
  }
  /// A flit of a packet of so many; its VC's input has the number of the VC.
  static plain::FlitIn flit(unsigned vc, unsigned number, unsigned flits) {
    plain::FlitIn in{vc, vc, number == 0, number + 1 == flits, {}};
    in.packet.packet = vc + 1;
    in.packet.flits = static_cast<uint16_t>(flits);
    in.packet.vcs = 1u << vc;
    in.packet.queue = static_cast<uint16_t>(vc);
    return in;
  }
  void step(const std::vector<plain::FlitIn>& flits = {}) {
    switch_.step({{}, flits, {}, {}, {}, {}}, out_);
    for (const plain::FlitOut& sent : out_.flits) order_.push_back(sent.vc);
  }

  std::unique_ptr<SwitchingTechnique> technique_;
  plain::PlainSwitch switch_;
  plain::SwitchOut out_;
  std::vector<unsigned> order_;  ///< VCs of the flits that have left
};

/// Of two packets that cross at a time the one whose head was first leaves first, though its flits
/// come with a pause; a message goes before both.
TEST_P(OutputQueuesKey, SaysWhoWaitsForWhom) {
  step({flit(1, 0, 3), flit(0, 0, 2)});  // both cross, that of VC 1 in the first pass
  const std::vector<unsigned> crossed = {out_.crossings.at(0).vc, out_.crossings.at(1).vc};
  const unsigned first = crossed[0], other = 1 - first;
  const unsigned flits_of_other = other == 1 ? 3 : 2, flits_of_first = 5 - flits_of_other;
  // Now the other goes on, the first one stands.
  for (unsigned number = 1; number < flits_of_other; ++number) {
    step({flit(other, number, flits_of_other)});
  }
  step({flit(kMessages, 0, 1)});
  for (unsigned cycle = 0; cycle < 4; ++cycle) step();
  const bool port = GetParam() == OutputQueues::kPort;
  std::vector<unsigned> expected = {first};
  if (!port) expected.insert(expected.end(), flits_of_other, other);
  std::vector<unsigned> others_only;
  for (const unsigned vc : order_) {
    if (vc != kMessages) others_only.push_back(vc);
  }
  EXPECT_EQ(others_only, expected);
  EXPECT_EQ(order_.size(), expected.size() + 1) << "the message waits for nobody";
  for (unsigned number = 1; number < flits_of_first; ++number) {
    step({flit(first, number, flits_of_first)});
  }
  for (unsigned cycle = 0; cycle < 6; ++cycle) step();
  EXPECT_EQ(order_.size(), 6u);
  EXPECT_EQ(order_.back(), port ? other : first);
  EXPECT_EQ(switch_.packets(), 0u);
  for (unsigned vc = 0; vc < 3; ++vc) {
    EXPECT_EQ(switch_.outputs()[0].state(vc).taken, 0u);
    EXPECT_EQ(switch_.outputs()[0].state(vc).free, 8u);
  }
}

TEST_P(OutputQueuesKey, SaysWhoSharesTheRoom) {
  step({flit(0, 0, 6)});
  EXPECT_EQ(out_.assignments.size(), 1u);
  step({flit(1, 0, 4)});
  EXPECT_EQ(out_.assignments.size(), GetParam() == OutputQueues::kPort ? 0u : 1u);
  step({flit(kMessages, 0, 1)});
  EXPECT_EQ(out_.assignments.size(), 1u) << "messages have a queue of their own";
  EXPECT_EQ(out_.assignments[0].vc, kMessages);
}

INSTANTIATE_TEST_SUITE_P(Values, OutputQueuesKey,
                         testing::Values(OutputQueues::kVc, OutputQueues::kPort),
                         [](const auto& info) {
                           return info.param == OutputQueues::kVc ? "vc" : "port";
                         });

Scenario congested(OutputQueues queues, const std::string& mechanism = "none") {
  Scenario scenario = small_network(mechanism, "ugal");
  scenario.network.vc_allocation = VcAllocation::kDownstream;
  scenario.network.output_queues = queues;
  scenario.network.channel_latency = 10;
  scenario.network.vc_buffer_flits = 64;
  scenario.network.output_buffer_flits = 64;
  scenario.run.measure = 1500;
  scenario.run.drain = 100000;
  scenario.origins["network.output_queues"] = "f.toml:8";
  add_traffic(scenario, "hot", "hotspot", nodes_from(0, 15), {15}, 0.3);
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 15), {}, 0.4);
  return scenario;
}

TEST(OneQueueAnOutput, IsAnotherNetworkAndTheSameOnBothSwitches) {
  for (const char* mechanism : {"none", "srp", "cbcm"}) {
    const RunSummary port = run_on_both(congested(OutputQueues::kPort, mechanism));
    expect_complete(port);
    EXPECT_GT(port.streams, 0u);
    EXPECT_NE(port.digest, run_with(congested(OutputQueues::kVc, mechanism)).digest) << mechanism;
  }
  const RunSummary twins = run_with(congested(OutputQueues::kPort), SwitchKind::kLockstep);
  expect_complete(twins);
}

TEST(OneQueueAnOutput, ThreadsDoNotMatter) {
  expect_same_with_threads(congested(OutputQueues::kPort), "one queue an output");
}

TEST(OneQueueAnOutput, IsRefusedWhereItsHeadMightWait) {
  Scenario scenario = congested(OutputQueues::kPort);
  scenario.network.vc_allocation = VcAllocation::kOutputBuffer;
  const RunSummary run = run_with(scenario);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.error.find("f.toml:8: output_queues: port needs vc_allocation = \"downstream\""),
            0u)
      << run.error;
}

TEST(OneQueueAnOutput, IsRefusedWithAMechanismThatNamesQueues) {
  const RunSummary run = run_with(congested(OutputQueues::kPort, "output_apart"));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.error.find("f.toml:8: output_queues: port does not go with mechanism"), 0u)
      << run.error;
}

}  // namespace
}  // namespace chokepoint::test
