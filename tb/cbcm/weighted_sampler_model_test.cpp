// SPDX-License-Identifier: Apache-2.0
// Directed tests of the weighted contention degree, and of the randomised degree against it.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "sim/units/cbcm/contention_counter.h"
#include "sim/units/cbcm/request_sampler.h"
#include "sim/units/cbcm/weighted_sampler.h"

namespace chokepoint {
namespace {

WeightedSampler::In enabled() {
  WeightedSampler::In in;
  in.enable = true;
  in.cfg_sampled_vcs = 0xFFFF;
  return in;
}

// The numbers of the paper's Fig 7 are lost. This example is ours, after the rule of its caption
// and text: each of an input's v requesting VCs contributes 1/v to the output it requests.
TEST(WeightedSamplerModel, HandComputedExampleAfterTheRuleOfFig7) {
  WeightedSampler::Model model({4, 4, 12});
  WeightedSampler::In in = enabled();
  in.request.set(0, 2, 0, 4);  // input 0: both VCs request output 2: 1/2 + 1/2
  in.request.set(0, 2, 1, 4);
  in.request.set(1, 2, 0, 4);  // input 1: outputs 2 and 3: 1/2 each
  in.request.set(1, 3, 2, 4);
  in.request.set(3, 0, 0, 4);  // input 3: output 0 once, 1 twice, 2 once: 1/4, 2/4, 1/4
  in.request.set(3, 1, 1, 4);
  in.request.set(3, 1, 2, 4);
  in.request.set(3, 2, 3, 4);
  model.step(in);
  EXPECT_EQ(model.out().degree.value(0), 1024u);               // 0.25
  EXPECT_EQ(model.out().degree.value(1), 2048u);               // 0.50
  EXPECT_EQ(model.out().degree.value(2), 4096u + 2048 + 1024);  // 1.75
  EXPECT_EQ(model.out().degree.value(3), 2048u);               // 0.50
  EXPECT_FALSE(model.out().quiescent);
}

TEST(WeightedSamplerModel, AThirdIsRoundedDown) {
  WeightedSampler::Model model({4, 4, 12});
  WeightedSampler::In in = enabled();
  for (unsigned v = 0; v < 3; ++v) in.request.set(0, 1, v, 4);
  model.step(in);
  EXPECT_EQ(model.out().degree.value(1), 3u * 1365);
}

TEST(WeightedSamplerModel, AVcThatTakesNoPartHasNoWeightAndDoesNotDilute) {
  WeightedSampler::Model model({4, 4, 12});
  WeightedSampler::In in = enabled();
  in.cfg_sampled_vcs = 0b0011;
  in.request.set(0, 1, 0, 4);
  in.request.set(0, 2, 3, 4);
  model.step(in);
  EXPECT_EQ(model.out().degree.value(1), 4096u);
  EXPECT_EQ(model.out().degree.value(2), 0u);
}

TEST(WeightedSamplerModel, AllOtherInputsOnOneOutputGiveRadixMinusOneAndThenNothing) {
  WeightedSampler::Model model({64, 1, 16});
  WeightedSampler::In in = enabled();
  for (unsigned i = 1; i < 64; ++i) in.request.set(i, 0, 0, 1);
  model.step(in);
  EXPECT_EQ(model.out().degree.value(0), 63u << 16);
  in.request.clear_all();
  model.step(in);
  EXPECT_EQ(model.out().degree.nonzero(), 0u);
  EXPECT_TRUE(model.out().quiescent);
}

// For ten request matrices the mean of the randomised degree over 40,000 cycles lies within 4.5
// standard errors of the weighted one: 80 comparisons, together at 99.9 % confidence.
TEST(RandomisedDegreeModel, LongRunMeanEqualsTheWeightedDegree) {
  std::mt19937 rng(7);
  const unsigned radix = 8, vcs = 4, cycles = 40000;
  for (int matrix = 0; matrix < 10; ++matrix) {
    WeightedSampler::In weighted_in = enabled();
    RequestSampler::In sampler_in;
    sampler_in.enable = true;
    sampler_in.cfg_sampled_vcs = 0xFFFF;
    std::vector<std::vector<double>> share(radix, std::vector<double>(radix));
    for (unsigned i = 0; i < radix; ++i) {
      unsigned requesters = 0;
      for (unsigned o = 0; o < radix; ++o)
        for (unsigned v = 0; v < vcs; ++v)
          if (o != i && rng() % 6 == 0) {
            weighted_in.request.set(i, o, v, vcs);
            ++share[i][o];
            ++requesters;
          }
      for (double& s : share[i]) s /= requesters > 0 ? requesters : 1;
    }
    sampler_in.request = weighted_in.request;
    WeightedSampler::Model weighted({radix, vcs, 16});
    weighted.step(weighted_in);
    RequestSampler::Model sampler({radix, vcs});
    sampler_in.enable = false;
    sampler_in.cfg_seed = 1000 + matrix;
    sampler.step(sampler_in);
    sampler_in.enable = true;
    ContentionCounter::Model counter(ContentionCounter::Params{radix});
    std::vector<double> sum(radix);
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
      sampler.step(sampler_in);
      const OutputNumbers& degree =
          counter.count(sampler.out().pick_valid, sampler.out().pick_output);
      for (unsigned o = 0; o < radix; ++o) sum[o] += degree.of[o];
    }
    for (unsigned o = 0; o < radix; ++o) {
      double variance = 0;
      for (unsigned i = 0; i < radix; ++i) variance += share[i][o] * (1 - share[i][o]);
      const double tolerance = 4.5 * std::sqrt(variance / cycles) + 0.001;
      EXPECT_NEAR(sum[o] / cycles, weighted.out().degree.value(o) / 65536.0, tolerance)
          << "matrix " << matrix << " output " << o;
    }
  }
}

}  // namespace
}  // namespace chokepoint
