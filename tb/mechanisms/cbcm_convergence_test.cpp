// SPDX-License-Identifier: Apache-2.0
// CBCM at the paper's size: on 512 nodes the throttling degree reaches the number of senders,
// although an observation epoch sees fewer packets than there are senders, and stays there.
#include <gtest/gtest.h>

#include <cstdio>

#include "sim/mechanisms/cbcm/messages.h"
#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

constexpr NodeId kCentre = 300;

/// The rounds of announcements at the hotspot, and when the degree reached its highest value.
class ConvergenceProbe : public Probe {
 public:
  void cycle(Cycle now, Network&) override {
    const unsigned degree = nic_out(kCentre).degree;
    if (degree > highest_) {
      highest_ = degree;
      reached_ = now;
    }
    last_ = degree;
  }
  unsigned control(Cycle, NodeId source, PacketKind kind, NodeId, uint32_t payload) override {
    if (kind == cbcm::kThrottle && source == kCentre && payload != announced_) {
      announced_ = payload;
      ++rounds_;
    }
    return 1;
  }
  void report(Figures& figures) const override {
    figures["highest"] = highest_;
    figures["last"] = last_;
    figures["reached"] = static_cast<double>(reached_);
    figures["rounds"] = rounds_;
    figures["announced"] = announced_;
  }

 private:
  unsigned highest_ = 0, last_ = 0, announced_ = 0, rounds_ = 0;
  Cycle reached_ = 0;
};

class CbcmConvergence : public ::testing::TestWithParam<unsigned> {};

TEST_P(CbcmConvergence, DegreeReachesTheNumberOfSenders) {
  const unsigned senders = GetParam();
  Scenario scenario = small_network("cbcm");
  scenario.network.shape.set_counts("dimensions", {8, 8});
  scenario.network.shape.set("concentration", 8);
  scenario.run.warmup = 0;
  scenario.run.measure = 60000;  // the last sender is heard of after 35,000
  scenario.run.drain = 0;
  std::vector<NodeId> sources;
  for (unsigned i = 0; i < senders; ++i) sources.push_back((i + 1) * 8 + i % 7);
  add_traffic(scenario, "hot", "hotspot", sources, {kCentre}, 1.0);
  ConvergenceProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run, false);
  std::printf("%u senders: D_t = %.0f at cycle %.0f, after %.0f different announcements\n", senders,
              run.at("highest"), run.at("reached"), run.at("rounds"));
  EXPECT_EQ(run.at("highest"), senders);
  EXPECT_EQ(run.at("last"), senders);
  EXPECT_EQ(run.at("announced"), senders);
}

INSTANTIATE_TEST_SUITE_P(PaperSize, CbcmConvergence, ::testing::Values(40u, 63u));

}  // namespace
}  // namespace chokepoint::test
