// SPDX-License-Identifier: Apache-2.0
// Detection of n backlogged flows of 32-flit packets into one node: contention at the router,
// HOTSPOT at the node.
#include <gtest/gtest.h>

#include "sim/units/cbcm/cbcm_router.h"
#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

const std::vector<NodeId> kSources = {0, 8, 12, 5};  ///< one per input port of router 1

/// Also counts the cycles in which the output to the hotspot is congested.
class DetectionProbe : public CbcmProbe {
 public:
  using CbcmProbe::CbcmProbe;
  void cycle(Cycle now, Network& network) override {
    CbcmProbe::cycle(now, network);
    if (now < 3000) return;
    AnyUnit* unit = find_unit("router_1.cbcm_router");
    add("congested", (dynamic_cast<UnitInstance<CbcmRouter>&>(*unit).out().congested & 1) != 0);
    add("cycles", 0);
  }
};

struct Detection {
  double congested = 0;  ///< fraction of cycles, while nobody is throttled
  bool hotspot = false;
  double degree = 0;
};

Detection detect(unsigned flows, unsigned data_vcs, const std::string& scope) {
  Scenario scenario = small_network("cbcm");
  scenario.network.data_vcs = data_vcs;
  scenario.run.measure = 10000;
  scenario.run.drain = 0;
  set_key(scenario, "request_scope", scope);
  for (unsigned f = 0; f < flows; ++f) {
    add_messages(scenario, std::vector<ListEntry>(120, {0, kSources[f], kHotspot, 128}), 32);
  }
  Detection result;
  CbcmProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run, false);
  result.hotspot = run.at("declared") != 0;
  result.degree = run.at("degree.4");
  set_key(scenario, "epoch_cycles", int64_t{1} << 20);  // never decides: nobody is throttled
  DetectionProbe open_loop;
  const RunSummary free = run_in_child(scenario, &open_loop);
  expect_complete(free, false);
  result.congested = free.at("congested.1") / free.at("cycles.0");
  return result;
}

class CbcmDetection : public ::testing::TestWithParam<unsigned> {};

TEST_P(CbcmDetection, TwoOrMoreBackloggedFlowsAreAHotspotOneIsNot) {
  const unsigned data_vcs = GetParam();
  const Scenario defaults = small_network("cbcm");
  const std::string scope = defaults.mechanism.text("request_scope");
  for (unsigned flows = 1; flows <= 4; ++flows) {
    const Detection found = detect(flows, data_vcs, scope);
    const std::string other_scope = scope == "held" ? "waiting" : "held";
    const Detection other = detect(flows, data_vcs, other_scope);
    std::printf(
        "%u flows, %u data VCs: %s (default): congested %.1f %%, hotspot %d, D_t %.0f | %s: "
        "congested %.1f %%, hotspot %d, D_t %.0f\n",
        flows, data_vcs, scope.c_str(), 100 * found.congested, found.hotspot, found.degree,
        other_scope.c_str(), 100 * other.congested, other.hotspot, other.degree);
    if (flows == 1) {
      EXPECT_EQ(found.congested, 0);
      EXPECT_FALSE(found.hotspot);
    } else {
      EXPECT_GT(found.congested, 0.9) << flows << " flows";
      EXPECT_TRUE(found.hotspot) << flows << " flows";
      EXPECT_EQ(found.degree, flows);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DataVcs, CbcmDetection, ::testing::Values(1u, 4u),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace chokepoint::test
