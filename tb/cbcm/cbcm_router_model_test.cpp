// SPDX-License-Identifier: Apache-2.0
// Directed tests of the CBCM router unit's golden model.
#include <gtest/gtest.h>

#include "sim/units/cbcm/cbcm_router.h"

namespace chokepoint {
namespace {

CbcmRouter::In enabled() {
  CbcmRouter::In in;
  in.enable = true;
  in.cfg_sampled_vcs = 0xFFFF;
  return in;
}

CbcmRouter::In four_flows() {
  CbcmRouter::In in = enabled();
  for (unsigned i = 1; i <= 4; ++i) in.request.set(i, 0, 0, 4);
  return in;
}

CbcmRouter::Params letter() {
  CbcmRouter::Params p;
  p.num_samples = 100;
  p.bound_sample_interval = 10;
  p.sample_interval = 1;
  return p;
}

/// Four flows and a head in every cycle: it is marked from the cycle on in which the decision shows.
void expect_marks_from(const CbcmRouter::Params& params, int shown) {
  CbcmRouter::Model model(params);
  model.step(CbcmRouter::In());  // not enabled: loads the seeds
  for (int cycle = 0; cycle < shown + 12; ++cycle) {
    CbcmRouter::In in = four_flows();
    in.head_valid.set(0);
    in.head_data.set(0);
    const bool visible = (model.out().congested & 1) != 0;
    EXPECT_EQ(visible, cycle >= shown) << cycle;
    model.step(in);
    EXPECT_TRUE(model.out().marked_valid.test(0));
    EXPECT_EQ(model.out().marked.test(0), visible) << "head of cycle " << cycle;
  }
}

// Picks show in cycle 8; behind them four pickers are congestion 34 cycles later.
TEST(CbcmRouterModel, AHeadIsMarkedFromTheCycleInWhichTheDecisionIsVisible) {
  expect_marks_from({}, 42);
}

TEST(CbcmRouterModel, ByThePapersLetterThatIsSooner) { expect_marks_from(letter(), 28); }

TEST(CbcmRouterModel, ABackloggedFlowAloneIsNoCongestionAndTwoAre) {
  for (unsigned interval : {8u, 16u})
    for (unsigned flows = 1; flows <= 4; ++flows) {
      CbcmRouter::Params p;
      p.sample_interval = interval;
      CbcmRouter::Model model(p);
      CbcmRouter::In in = enabled();
      for (unsigned i = 1; i <= flows; ++i) in.request.set(i, 0, 0, 4);
      for (int cycle = 0; cycle < 500; ++cycle) model.step(in);
      EXPECT_EQ(model.out().congested, flows > 1 ? 1u : 0u)
          << flows << " flows, interval " << interval;
    }
}

TEST(CbcmRouterModel, SleepsAfterwardsAndGoesOnAsIfItHadNot) {
  CbcmRouter::Model model(CbcmRouter::Params{});
  for (int cycle = 0; cycle < 100; ++cycle) model.step(four_flows());
  int clocks = 0;
  for (; !model.out().quiescent && clocks < 1000; ++clocks) model.step(enabled());
  EXPECT_GT(clocks, 12 * 8);
  EXPECT_LT(clocks, 30 * 8);
  CbcmRouter::Model rested = model;
  for (int cycle = 0; cycle < 5; ++cycle) rested.step(enabled());
  for (int cycle = 0; cycle < 200; ++cycle) {
    model.step(four_flows());
    rested.step(four_flows());
    ASSERT_EQ(model.out().congested, rested.out().congested) << cycle;
  }
}

TEST(CbcmRouterModel, IllegalFormsAreNamed) {
  const auto message = [](const CbcmRouter::Params& params) -> std::string {
    try {
      params.validate();
    } catch (const ParamError& error) {
      return error.what();
    }
    return "accepted";
  };
  CbcmRouter::Params p;
  p.sample_interval = 4;
  EXPECT_EQ(message(p), "cbcm_router: SampleInterval = 4 is not legal: 1, 8 or 16");
  p = {};
  p.weighted = 1;
  EXPECT_EQ(message(p), "cbcm_router: SampleInterval = 8 is not legal: 1 when Weighted = 1");
  p = {};
  p.intervals = 1;
  EXPECT_EQ(message(p), "cbcm_router: SampleInterval = 8 is not legal: 1 when Intervals = 1");
  p = {};
  p.num_samples = 13;
  EXPECT_EQ(message(p), "multiplexed_contention: NumSamples = 13 is not legal: 2 to 8 times "
                        "BoundSampleInterval = 6");
}

TEST(CbcmRouterModel, ARequestForTheInputsOwnOutputIsAStickyErrorUntilDisabled) {
  for (unsigned radix : {8u, 22u, 64u})
    for (unsigned vcs : {1u, 3u, 5u, 16u})
      for (unsigned input : {0u, 4u, radix - 1}) {
        CbcmRouter::Params p;
        p.radix = radix;
        p.vcs = vcs;
        CbcmRouter::Model model(p);
        CbcmRouter::In in = enabled();
        for (unsigned o = 0; o < radix; ++o)
          for (unsigned v = 0; v < vcs; ++v)
            if (o != input) in.request.set(input, o, v, vcs);
        model.step(in);
        ASSERT_FALSE(model.out().error) << radix << " " << vcs << " " << input;
        in.cfg_sampled_vcs = 0;
        in.request.set(input, input, vcs - 1, vcs);
        model.step(in);
        ASSERT_TRUE(model.out().error) << radix << " " << vcs << " " << input;
        model.step(enabled());
        ASSERT_TRUE(model.out().error) << "not sticky";
        in.enable = false;
        model.step(in);
        ASSERT_FALSE(model.out().error) << "survived the disable";
      }
}

TEST(CbcmRouterModel, IsNotQuiescentWhileAHeadIsShownAndIsAfterwards) {
  CbcmRouter::Model model(CbcmRouter::Params{});
  CbcmRouter::In in = enabled();
  in.head_valid.set(5);
  model.step(in);
  EXPECT_FALSE(model.out().quiescent);
  model.step(enabled());
  EXPECT_TRUE(model.out().quiescent);
  EXPECT_FALSE(model.out().marked_valid.any());
}

TEST(CbcmRouterModel, DisabledPassesMarksOnAndSetsNone) {
  CbcmRouter::Model model(CbcmRouter::Params{});
  for (int cycle = 0; cycle < 100; ++cycle) model.step(four_flows());
  CbcmRouter::In in = four_flows();
  in.enable = false;
  in.head_valid.set(0);
  in.head_valid.set(1);
  in.head_data.set(0);
  in.head_data.set(1);
  in.head_marked.set(1);
  model.step(in);
  EXPECT_FALSE(model.out().marked.test(0));
  EXPECT_TRUE(model.out().marked.test(1));
  EXPECT_EQ(model.out().congested, 0u);
}

}  // namespace
}  // namespace chokepoint
