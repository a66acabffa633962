// SPDX-License-Identifier: Apache-2.0
// Directed tests of the request sampler's golden model: the pick rule and the random source.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "sim/units/cbcm/request_sampler.h"

namespace chokepoint {
namespace {

RequestSampler::In enabled() {
  RequestSampler::In in;
  in.enable = true;
  in.cfg_sampled_vcs = 0xFFFF;
  return in;
}

TEST(RequestSamplerModel, NoRequestGivesNoPickAndIsQuiescent) {
  RequestSampler::Model model({8, 4});
  model.step(enabled());
  EXPECT_EQ(model.out().pick_valid, 0u);
  EXPECT_TRUE(model.out().quiescent);
}

TEST(RequestSamplerModel, TheOnlyRequesterIsPickedEveryCycleAndThePickGoesAway) {
  RequestSampler::Model model({64, 16});
  RequestSampler::In in = enabled();
  in.request.set(3, 63, 15, 16);
  for (int cycle = 0; cycle < 50; ++cycle) {
    model.step(in);
    ASSERT_EQ(model.out().pick_valid, 8u);
    ASSERT_EQ(model.out().pick_output[3], 63u);
    ASSERT_FALSE(model.out().quiescent);
  }
  in.request.clear_all();
  model.step(in);
  EXPECT_EQ(model.out().pick_valid, 0u);
  EXPECT_EQ(model.out().pick_output[3], 0u);
}

TEST(RequestSamplerModel, AVcThatTakesNoPartIsNeverPicked) {
  RequestSampler::Model model({8, 4});
  RequestSampler::In in = enabled();
  in.cfg_sampled_vcs = 0b0111;
  in.request.set(0, 5, 3, 4);
  model.step(in);
  EXPECT_EQ(model.out().pick_valid, 0u);
  in.request.set(0, 6, 2, 4);
  for (int cycle = 0; cycle < 100; ++cycle) {
    model.step(in);
    ASSERT_EQ(model.out().pick_output[0], 6u);
  }
}

TEST(RequestSamplerModel, RequesterNumberIsTheScaledWordInAscendingOutputMajorOrder) {
  std::mt19937 rng(1);
  const RequestSampler::Params p{22, 5};
  RequestSampler::Model model(p);
  for (int cycle = 0; cycle < 3000; ++cycle) {
    RequestSampler::In in = enabled();
    in.cfg_sampled_vcs = 0b11011;
    std::vector<std::vector<unsigned>> requesters(p.radix);
    for (unsigned i = 0; i < p.radix; ++i)
      for (unsigned o = 0; o < p.radix; ++o)
        for (unsigned v = 0; v < p.vcs; ++v)
          if (o != i && rng() % 16 == 0) {
            in.request.set(i, o, v, p.vcs);
            if (v != 2) requesters[i].push_back(o);
          }
    std::vector<uint32_t> words(p.radix);
    for (unsigned i = 0; i < p.radix; ++i) words[i] = model.word(i);
    model.step(in);
    for (unsigned i = 0; i < p.radix; ++i) {
      const size_t v = requesters[i].size();
      ASSERT_EQ((model.out().pick_valid >> i) & 1, v > 0 ? 1u : 0u);
      ASSERT_EQ(model.out().pick_output[i], v > 0 ? requesters[i][v * words[i] / 65536] : 0);
    }
  }
}

// Chi-square over 5 requesters; 18.47 is exceeded by a uniform pick with probability 0.001.
TEST(RequestSamplerModel, EveryRequesterIsPickedEquallyOften) {
  RequestSampler::Model model({8, 4});
  RequestSampler::In in = enabled();
  for (unsigned o = 1; o < 6; ++o) in.request.set(0, o, o % 4, 4);
  const int cycles = 100000;
  std::vector<int> count(8);
  for (int cycle = 0; cycle < cycles; ++cycle) {
    model.step(in);
    ++count[model.out().pick_output[0]];
  }
  double chi_square = 0;
  for (unsigned o = 1; o < 6; ++o) {
    const double difference = count[o] - cycles / 5.0;
    chi_square += difference * difference / (cycles / 5.0);
  }
  EXPECT_LT(chi_square, 18.47);
}

TEST(RequestSamplerModel, SourceStartsAtTheDefaultSeedStepsWithPicksAndHoldsWithout) {
  RequestSampler::Model model({8, 4});
  const auto rotated = [](uint64_t s, unsigned n) { return (s << n) | (s >> (64 - n)); };
  const auto word_2 = [&](uint64_t s) {
    return (rotated(s, 2) ^ rotated(s, 19) ^ rotated(s, 52)) & 0xFFFF;
  };
  uint64_t source = 0x9E3779B97F4A7C15u;
  EXPECT_EQ(model.word(2), word_2(source));
  RequestSampler::In in = enabled();
  model.step(in);
  EXPECT_EQ(model.word(2), word_2(source)) << "the source stepped without a requester";
  in.request.set(1, 2, 0, 4);
  for (int cycle = 0; cycle < 10; ++cycle) {
    model.step(in);
    source ^= source << 13;
    source ^= source >> 7;
    source ^= source << 17;
    ASSERT_EQ(model.word(2), word_2(source));
  }
}

TEST(RequestSamplerModel, DisabledLoadsTheSeedAndZeroMeansTheDefault) {
  RequestSampler::Model model({8, 4}), fresh({8, 4});
  RequestSampler::In in = enabled();
  in.enable = false;
  in.cfg_seed = 0x123456789ABCDEFu;
  model.step(in);
  EXPECT_NE(model.word(0), fresh.word(0));
  in.cfg_seed = 0;
  model.step(in);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(model.word(i), fresh.word(i));
}

TEST(RequestSamplerModel, TheStreamOfAPortDoesNotDependOnRadixOrVcs) {
  RequestSampler::Model small({8, 1}), large({64, 16});
  RequestSampler::In a = enabled(), b = enabled();
  a.request.set(1, 2, 0, 1);
  b.request.set(1, 2, 0, 16);
  for (int cycle = 0; cycle < 1000; ++cycle) {
    for (unsigned i = 0; i < 8; ++i) ASSERT_EQ(small.word(i), large.word(i));
    small.step(a);
    large.step(b);
  }
}

double correlation(const std::vector<int16_t>& a, const std::vector<int16_t>& b, size_t lag) {
  const size_t n = a.size() - lag;
  int64_t sum_a = 0, sum_b = 0, sum_ab = 0, sum_aa = 0, sum_bb = 0;
  for (size_t k = 0; k < n; ++k) {
    const int32_t x = a[k], y = b[k + lag];
    sum_a += x;
    sum_b += y;
    sum_ab += int64_t{x} * y;
    sum_aa += int64_t{x} * x;
    sum_bb += int64_t{y} * y;
  }
  const double mean_a = double(sum_a) / n, mean_b = double(sum_b) / n;
  return (double(sum_ab) / n - mean_a * mean_b) /
         std::sqrt((double(sum_aa) / n - mean_a * mean_a) *
                   (double(sum_bb) / n - mean_b * mean_b));
}

// 300,000 words per input: an uncorrelated pair stays below 0.01 with 5.5 standard deviations.
class RandomWords : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    RequestSampler::Model model({64, 1});
    RequestSampler::In in = enabled();
    in.request.set(0, 1, 0, 1);
    for (int cycle = 0; cycle < 300000; ++cycle) {
      for (unsigned i = 0; i < 64; ++i)
        words_[i].push_back(static_cast<int16_t>(static_cast<int>(model.word(i)) - 32768));
      model.step(in);
    }
  }
  static std::vector<int16_t> words_[64];
};
std::vector<int16_t> RandomWords::words_[64];

TEST_F(RandomWords, OfAnyTwoInputsAreUncorrelated) {
  for (unsigned i = 0; i < 64; ++i)
    for (unsigned j = 0; j < i; ++j)
      ASSERT_LT(std::abs(correlation(words_[i], words_[j], 0)), 0.01) << i << " and " << j;
}

TEST_F(RandomWords, OfSuccessiveCyclesAreUncorrelated) {
  for (unsigned i = 0; i < 64; ++i)
    for (size_t lag = 1; lag <= 8; ++lag)
      ASSERT_LT(std::abs(correlation(words_[i], words_[i], lag)), 0.01) << i << " lag " << lag;
}

TEST_F(RandomWords, OfNeighbouringInputsInSuccessiveCyclesAreUncorrelated) {
  for (unsigned i = 0; i < 64; ++i) {
    ASSERT_LT(std::abs(correlation(words_[i], words_[(i + 1) % 64], 1)), 0.01) << i;
    ASSERT_LT(std::abs(correlation(words_[(i + 1) % 64], words_[i], 1)), 0.01) << i;
  }
}

}  // namespace
}  // namespace chokepoint
