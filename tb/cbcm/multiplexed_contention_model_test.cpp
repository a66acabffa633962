// SPDX-License-Identifier: Apache-2.0
// Directed tests of the multiplexed contention unit's golden model, from its contract page.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "sim/units/cbcm/multiplexed_contention.h"

namespace chokepoint {
namespace {

/// Ports 1 to `count` pick `output` (not their own).
MultiplexedContention::In picking(unsigned count, unsigned output) {
  MultiplexedContention::In in;
  in.enable = true;
  for (unsigned i = 1; i <= count; ++i) {
    const unsigned port = i <= output ? i - 1 : i;
    in.pick_valid |= uint64_t{1} << port;
    in.pick_output[port] = output;
  }
  return in;
}

// Output 0 is counted in cycle 0, its first sample taken in cycle 1, the fourth, which makes 16 of a
// threshold of 12, in 25; the decision is due with the next sample, in cycle 33.
TEST(MultiplexedContentionModel, FourPickersAreCongestionAfterFourSamplesAndATurn) {
  MultiplexedContention::Model model({8, 12, 6, 8});
  for (unsigned cycle = 0; cycle < 60; ++cycle) {
    EXPECT_EQ(model.out().congested & 1, cycle >= 34 ? 1u : 0u) << "cycle " << cycle;
    model.step(picking(4, 0));
  }
}

TEST(MultiplexedContentionModel, EveryOutputIsFoundAtItsTurn) {
  for (const unsigned output : {0u, 3u, 9u, 21u}) {
    MultiplexedContention::Model model({22, 12, 6, 8});
    unsigned shown = 0;
    while (model.out().congested == 0 && shown < 100) {
      model.step(picking(4, output));
      ++shown;
    }
    EXPECT_EQ(shown, 34 + output % 8) << output;
    EXPECT_EQ(model.out().congested, uint64_t{1} << output);
  }
}

TEST(MultiplexedContentionModel, OnePickerIsNeverCongestion) {
  MultiplexedContention::Model model({8, 12, 6, 8});
  std::minstd_rand random(1);
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    model.step(picking(random() % 2, 5));
    ASSERT_EQ(model.out().congested, 0u) << cycle;
  }
}

TEST(MultiplexedContentionModel, SleepsOnceEverythingHasLeftTheWindows) {
  const MultiplexedContention::Params p{8, 12, 6, 8};
  MultiplexedContention::Model model(p);
  EXPECT_TRUE(model.out().quiescent);
  for (unsigned cycle = 0; cycle < 200; ++cycle) model.step(picking(4, 2));
  EXPECT_FALSE(model.out().quiescent);
  unsigned cycles = 0;
  for (; !model.out().quiescent && cycles < 1000; ++cycles) model.step(picking(0, 0));
  EXPECT_EQ(model.out().congested, 0u);
  // 12 samples until the sum is 0, up to 12 more until the last spread has left; turns on either side.
  EXPECT_GT(cycles, 12 * 8u);
  EXPECT_LE(cycles, (12 + 12 + 3) * 8u);
  model.step(picking(0, 0));
  EXPECT_TRUE(model.out().quiescent);
}

TEST(MultiplexedContentionModel, DisabledForgetsEverything) {
  MultiplexedContention::Model model({8, 12, 6, 8}), fresh({8, 12, 6, 8});
  for (unsigned cycle = 0; cycle < 333; ++cycle) model.step(picking(6, 2));
  MultiplexedContention::In off = picking(6, 2);
  off.enable = false;
  model.step(off);
  EXPECT_TRUE(model.out().quiescent);
  EXPECT_EQ(model.out().congested, 0u);
  for (unsigned cycle = 0; cycle < 500; ++cycle) {
    model.step(picking(cycle / 7 % 6, 2));
    fresh.step(picking(cycle / 7 % 6, 2));
    ASSERT_EQ(model.out().congested, fresh.out().congested) << cycle;
    ASSERT_EQ(model.out().quiescent, fresh.out().quiescent) << cycle;
  }
}

/// The metric from all samples of an output, formed anew: samples before the first are 0.
bool above_one(const std::vector<unsigned>& samples, unsigned count, unsigned interval) {
  const auto at = [&](long index) { return index < 0 ? 0u : samples[static_cast<size_t>(index)]; };
  const long size = static_cast<long>(samples.size());
  double sum = 0, spread = 0;
  for (long k = size - count; k < size; ++k) sum += at(k);
  const long complete = size / interval;  // intervals that have ended
  for (long j = complete - count / interval; j < complete; ++j) {
    if (j < 0) continue;
    unsigned most = 0, least = ~0u;
    for (long k = j * interval; k < (j + 1) * long{interval}; ++k) {
      most = std::max(most, at(k));
      least = std::min(least, at(k));
    }
    spread += most - least;
  }
  return sum / count - spread / (count / interval) / 2 > 1 + 1e-9;
}

TEST(MultiplexedContentionModel, DecidesByThePapersMetricOverItsSamples) {
  const MultiplexedContention::Params p{10, 12, 4, 8};
  MultiplexedContention::Model model(p);
  std::vector<std::vector<unsigned>> samples(p.radix);
  std::minstd_rand random(3);
  MultiplexedContention::In in;
  in.enable = true;
  std::vector<bool> expected(p.radix);
  unsigned congested = 0, calm = 0;
  for (unsigned cycle = 0; cycle < 40000; ++cycle) {
    if (cycle == 0 || random() % 5 == 0) {
      const unsigned hot = random() % p.radix;
      for (unsigned i = 0; i < p.radix; ++i) {
        in.pick_output[i] = random() % 3 != 0 ? hot : random() % p.radix;
        if (in.pick_output[i] == i) in.pick_output[i] = (i + 1) % p.radix;
      }
      in.pick_valid = low_mask(p.radix);
    }
    // What the outputs' samples of the clock before say, before they get the next one.
    const unsigned taken = (cycle + 7) % 8;
    for (unsigned o = taken; cycle > 0 && o < p.radix; o += 8) {
      const std::vector<unsigned> before(samples[o].begin(), samples[o].end() - 1);
      const bool above = above_one(before, p.num_samples, p.bound_sample_interval);
      (above ? congested : calm) += 1;
      expected[o] = above;
    }
    for (unsigned o = cycle % 8; o < p.radix; o += 8)
      samples[o].push_back(
          static_cast<unsigned>(std::count(in.pick_output.begin(), in.pick_output.begin() + p.radix, o)));
    model.step(in);
    for (unsigned o = 0; o < p.radix; ++o)
      ASSERT_EQ((model.out().congested >> o & 1) != 0, expected[o]) << "cycle " << cycle << " output " << o;
  }
  EXPECT_GT(congested, 1000u);
  EXPECT_GT(calm, 1000u);
}

}  // namespace
}  // namespace chokepoint
