// SPDX-License-Identifier: Apache-2.0
// The reference mechanisms: `none` adds no VC, `ideal` keeps traffic classes in VCs of their own.
#include <gtest/gtest.h>

#include "sim/network/network.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// The VCs that packets of each group were ejected on, as "vc.GROUP.VC", and the number of VCs.
class VcProbe : public Probe {
 public:
  void cycle(Cycle now, Network& network) override {
    if (now == 0) figures_["vcs"] = network.nic(0).context().layout.total;
  }
  void injected(Cycle, const Packet& packet) override {
    if (carries_messages(packet.vc_class)) ++figures_["control"];
  }
  void delivered(Cycle, const Packet& packet, unsigned vc) override {
    ++figures_["vc." + std::to_string(packet.group) + "." + std::to_string(vc)];
    if (packet.hops > 1) ++figures_["detour." + std::to_string(packet.group)];
  }
  void report(Figures& figures) const override { figures = figures_; }

 private:
  Figures figures_;
};

RunSummary hotspot_beside_uniform(const std::string& mechanism) {
  Scenario scenario = small_network(mechanism, "ugal");
  scenario.run.warmup = 3000;
  scenario.run.measure = 6000;
  scenario.run.drain = 100000;
  add_traffic(scenario, "hot", "hotspot", {0, 5, 8, 12}, {4}, 1.0, 1, 1);
  add_traffic(scenario, "ur", "uniform", {1, 2, 3, 6, 7, 9, 10, 11, 13, 14, 15}, {}, 0.4, 1, 1);
  VcProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  return run;
}

TEST(None, HasTheDataVcsOnlyAndSendsNoControlPackets) {
  const RunSummary run = hotspot_beside_uniform("none");
  EXPECT_EQ(run.at("vcs"), 4);
  EXPECT_EQ(run.at("control"), 0);
  EXPECT_GT(run.at("detour.0"), 0) << "nothing keeps hotspot traffic from spreading";
}

TEST(Ideal, ClassesDoNotShareVcsAndHotspotTrafficGoesMinimally) {
  const RunSummary run = hotspot_beside_uniform("ideal");
  EXPECT_EQ(run.at("vcs"), 8);
  EXPECT_EQ(run.at("control"), 0);
  double hot = 0, uniform = 0;
  for (unsigned vc = 0; vc < 8; ++vc) {
    const double of_hot = run.at("vc.0." + std::to_string(vc));
    const double of_uniform = run.at("vc.1." + std::to_string(vc));
    hot += of_hot;
    uniform += of_uniform;
    EXPECT_EQ(vc < 4 ? of_uniform : of_hot, 0) << "VC " << vc;
  }
  EXPECT_GT(hot, 0);
  EXPECT_GT(uniform, 0);
  EXPECT_EQ(run.at("detour.0"), 0);
}

TEST(Ideal, ProtectsUniformTrafficFromTheHotspot) {
  const RunSummary none = hotspot_beside_uniform("none"), ideal = hotspot_beside_uniform("ideal");
  EXPECT_NEAR(ideal.accepted[1], 0.4, 0.03);
  EXPECT_GT(none.latency[1], 2 * ideal.latency[1]);
}

TEST(Ideal, GroupsOfOneClassShareIt) {
  Scenario scenario = small_network("ideal");
  add_traffic(scenario, "a", "permutation", {0}, {4}, 0.2);
  add_traffic(scenario, "b", "permutation", {1}, {5}, 0.2).traffic_class = "a";
  VcProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(run.at("vcs"), 4);
}

TEST(Ideal, TooManyClassesIsAnInputError) {
  Scenario scenario = small_network("ideal");
  for (NodeId node = 0; node < 9; ++node) {
    add_traffic(scenario, "g" + std::to_string(node), "permutation", {node}, {15}, 0.1);
  }
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.error.find("data_vcs: 36 VCs"), std::string::npos) << run.error;
}

}  // namespace
}  // namespace chokepoint::test
