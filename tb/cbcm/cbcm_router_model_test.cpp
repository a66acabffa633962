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

TEST(CbcmRouterModel, AHeadIsMarkedFromTheCycleInWhichTheDecisionIsVisible) {
  CbcmRouter::Model model(CbcmRouter::Params{});
  for (int cycle = 0; cycle < 40; ++cycle) {
    CbcmRouter::In in = four_flows();
    in.head_valid.set(0);
    in.head_data.set(0);
    const bool visible = (model.out().congested & 1) != 0;
    EXPECT_EQ(visible, cycle >= 28) << cycle;
    model.step(in);
    EXPECT_TRUE(model.out().marked_valid.test(0));
    EXPECT_EQ(model.out().marked.test(0), visible) << "head of cycle " << cycle;
  }
}

TEST(CbcmRouterModel, WithTheSharedSamplerAHeadIsMarkedFromTheDecisionOnAndAnErrorStillShowsAtOnce) {
  CbcmRouter::Params p;
  p.sample_interval = 8;
  CbcmRouter::Model model(p);
  int marks = 0;
  for (int cycle = 0; cycle < 80; ++cycle) {
    CbcmRouter::In in = four_flows();
    in.head_valid.set(0);
    in.head_data.set(0);
    const bool visible = (model.out().congested & 1) != 0;
    EXPECT_LE(visible, cycle >= 36) << cycle;
    model.step(in);
    EXPECT_EQ(model.out().marked.test(0), visible) << "head of cycle " << cycle;
    marks += visible;
  }
  EXPECT_GT(marks, 20);
  CbcmRouter::In own = four_flows();
  own.request.set(2, 2, 0, 4);
  model.step(own);
  EXPECT_TRUE(model.out().error);
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
