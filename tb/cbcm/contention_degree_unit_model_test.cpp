// SPDX-License-Identifier: Apache-2.0
// Directed tests of the joined contention-degree unit's golden model.
#include <gtest/gtest.h>

#include "sim/units/cbcm/contention_degree_unit.h"

namespace chokepoint {
namespace {

ContentionDegreeUnit::In flows(unsigned inputs, unsigned vcs) {
  ContentionDegreeUnit::In in;
  in.enable = true;
  in.cfg_sampled_vcs = 0xFFFF;
  for (unsigned i = 1; i <= inputs; ++i) in.request.set(i, 0, 0, vcs);
  return in;
}

// Degree 4 needs 26 samples; the request of cycle 25 is the 26th and shows 3 cycles later.
TEST(ContentionDegreeUnitModel, LatencyFromRequestToDecisionIsThreeInBothVariants) {
  for (unsigned weighted : {0u, 1u}) {
    ContentionDegreeUnit::Params p;
    p.weighted = weighted;
    ContentionDegreeUnit::Model model(p);
    const ContentionDegreeUnit::In in = flows(4, p.vcs);
    for (int cycle = 0; cycle < 28; ++cycle) {
      EXPECT_EQ(model.out().congested, 0u) << "visible in cycle " << cycle;
      model.step(in);
    }
    EXPECT_EQ(model.out().congested, 1u) << "visible in cycle 28, weighted " << weighted;
  }
}

TEST(ContentionDegreeUnitModel, ABackloggedFlowAloneIsNoCongestionAndTwoAre) {
  for (unsigned n = 1; n <= 4; ++n) {
    ContentionDegreeUnit::Params p;
    ContentionDegreeUnit::Model model(p);
    for (int cycle = 0; cycle < 200; ++cycle) model.step(flows(n, p.vcs));
    EXPECT_EQ(model.out().congested, n > 1 ? 1u : 0u) << n << " flows";
  }
}

// Two inputs whose four VCs each spread over four outputs: weight 1/4 each, nowhere above 1.
TEST(ContentionDegreeUnitModel, RequestsSpreadOverOutputsAreNoCongestion) {
  for (unsigned weighted : {0u, 1u}) {
    ContentionDegreeUnit::Params p;
    p.weighted = weighted;
    ContentionDegreeUnit::Model model(p);
    ContentionDegreeUnit::In in = flows(0, p.vcs);
    for (unsigned v = 0; v < 4; ++v) {
      in.request.set(6, v, v, p.vcs);
      in.request.set(7, v, v, p.vcs);
    }
    for (int cycle = 0; cycle < 500; ++cycle) {
      model.step(in);
      ASSERT_EQ(model.out().congested, 0u) << "weighted " << weighted;
    }
  }
}

TEST(ContentionDegreeUnitModel, AControlVcLeftOutByConfigurationIsNotSampled) {
  ContentionDegreeUnit::Params p;
  ContentionDegreeUnit::Model model(p);
  ContentionDegreeUnit::In in = flows(4, p.vcs);
  in.cfg_sampled_vcs = 0b1110;
  for (int cycle = 0; cycle < 200; ++cycle) model.step(in);
  EXPECT_EQ(model.out().congested, 0u);
}

TEST(ContentionDegreeUnitModel, SleepsOnlyWhenPickAndWindowAreEmpty) {
  ContentionDegreeUnit::Params p;
  ContentionDegreeUnit::Model model(p);
  EXPECT_TRUE(model.out().quiescent);
  model.step(flows(1, p.vcs));
  const ContentionDegreeUnit::In idle = flows(0, p.vcs);
  int clocks = 0;
  while (!model.out().quiescent && clocks < 300) model.step(idle), ++clocks;
  EXPECT_GT(clocks, 100) << "the sample must leave the window first";
  EXPECT_LT(clocks, 120);
}

TEST(ContentionDegreeUnitModel, DisableForgetsEverything) {
  ContentionDegreeUnit::Params p;
  ContentionDegreeUnit::Model model(p);
  for (int cycle = 0; cycle < 200; ++cycle) model.step(flows(4, p.vcs));
  ContentionDegreeUnit::In off = flows(4, p.vcs);
  off.enable = false;
  model.step(off);
  EXPECT_EQ(model.out().congested, 0u);
  EXPECT_TRUE(model.out().quiescent);
  for (int cycle = 0; cycle < 27; ++cycle) model.step(flows(4, p.vcs));
  EXPECT_EQ(model.out().congested, 0u);
  model.step(flows(4, p.vcs));
  EXPECT_EQ(model.out().congested, 1u);
}

}  // namespace
}  // namespace chokepoint
