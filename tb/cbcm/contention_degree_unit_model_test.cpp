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

ContentionDegreeUnit::Params shared(unsigned interval) {
  ContentionDegreeUnit::Params p;
  p.sample_interval = interval;
  return p;
}

// Inputs 1 to 4 request output 0 from cycle 0. All four are counted from the picks of cycle
// look + 7 on, in the sum 2 later, in `congested` 4 later: 26 samples of 4 need the sum of cycle s + 25.
TEST(ContentionDegreeUnitModel, SharedLatencyFromALookToTheDecisionIsEleven) {
  for (unsigned interval : {2u, 4u, 8u, 16u}) {
    // Input i is looked at in cycle i modulo the interval: how many picks stand, cycle by cycle.
    int cycle = 0, sum = 0;
    for (; sum <= 100; ++cycle)
      for (unsigned i = 1; i <= 4; ++i) sum += cycle >= static_cast<int>(i % interval);
    const int decided = cycle - 1 + 11;  // the look of cycle - 1 takes the sum above 100
    ContentionDegreeUnit::Model model(shared(interval));
    int shown = -1;
    for (int t = 0; t < 80 && shown < 0; ++t) {
      if ((model.out().congested & 1) != 0) shown = t;
      model.step(flows(4, 4));
    }
    // While the picks come one by one the first bounds are apart, which costs half the swing.
    EXPECT_GE(shown, decided) << "interval " << interval;
    EXPECT_LE(shown, decided + 10) << "interval " << interval;
  }
}

// With all four inputs in one phase nothing delays the decision but the pipeline.
TEST(ContentionDegreeUnitModel, SharedLatencyIsExactWhenAllInputsHaveTheSameTurn) {
  ContentionDegreeUnit::Params p = shared(2);
  p.radix = 16;
  ContentionDegreeUnit::In in = flows(0, p.vcs);
  for (unsigned i : {2u, 4u, 6u, 8u}) in.request.set(i, 0, 0, p.vcs);  // turns 0, 2, 4, ...
  ContentionDegreeUnit::Model model(p);
  for (int t = 0; t < 25 + 11; ++t) {  // the look of cycle 0 stands for samples 0 and 1, and so on
    ASSERT_EQ(model.out().congested, 0u) << t;
    model.step(in);
  }
  EXPECT_EQ(model.out().congested, 1u) << "26th sample of 4";
}

TEST(ContentionDegreeUnitModel, SharedABackloggedFlowAloneIsNoCongestionAndTwoAre) {
  for (unsigned interval : {2u, 4u, 8u, 16u})
    for (unsigned n = 1; n <= 4; ++n) {
      ContentionDegreeUnit::Model model(shared(interval));
      for (int cycle = 0; cycle < 300; ++cycle) model.step(flows(n, 4));
      EXPECT_EQ(model.out().congested, n > 1 ? 1u : 0u) << n << " flows, interval " << interval;
    }
}

TEST(ContentionDegreeUnitModel, SharedSleepsOnlyWhenTheDegreeRegisterIsEmptyToo) {
  for (unsigned interval : {2u, 8u}) {
    ContentionDegreeUnit::Model model(shared(interval));
    EXPECT_TRUE(model.out().quiescent);
    for (int cycle = 0; cycle < 20; ++cycle) model.step(flows(1, 4));
    int clocks = 0;
    const ContentionDegreeUnit::In idle = flows(0, 4);
    while (!model.out().quiescent && clocks < 300) model.step(idle), ++clocks;
    EXPECT_GT(clocks, 100 + 7);
    EXPECT_LT(clocks, 100 + 40);
    // Frozen: what comes next does not depend on how long it slept.
    ContentionDegreeUnit::Model rested = model;
    for (int cycle = 0; cycle < 5; ++cycle) rested.step(idle);
    for (int cycle = 0; cycle < 60; ++cycle) {
      model.step(flows(4, 4));
      rested.step(flows(4, 4));
      ASSERT_EQ(model.out().congested, rested.out().congested) << cycle;
    }
    EXPECT_EQ(model.out().congested, 1u);
  }
}

TEST(ContentionDegreeUnitModel, SharedDisableForgetsEverything) {
  ContentionDegreeUnit::Model model(shared(8)), fresh(shared(8));
  for (int cycle = 0; cycle < 200; ++cycle) model.step(flows(4, 4));
  ContentionDegreeUnit::In off = flows(4, 4);
  off.enable = false;
  model.step(off);
  EXPECT_EQ(model.out().congested, 0u);
  EXPECT_TRUE(model.out().quiescent);
  for (int cycle = 0; cycle < 60; ++cycle) {
    ASSERT_EQ(model.out().congested, fresh.out().congested) << cycle;
    model.step(flows(4, 4));
    fresh.step(flows(4, 4));
  }
  EXPECT_EQ(model.out().congested, 1u);
}

TEST(ContentionDegreeUnitModel, IllegalIntervalsAreNamed) {
  for (unsigned interval : {0u, 3u, 32u}) EXPECT_THROW(shared(interval).validate(), ParamError);
  ContentionDegreeUnit::Params p = shared(8);
  p.weighted = 1;
  try {
    p.validate();
    FAIL() << "accepted";
  } catch (const ParamError& error) {
    EXPECT_STREQ(error.what(),
                 "contention_degree_unit: SampleInterval = 8 is not legal: 1 when Weighted = 1");
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
