// SPDX-License-Identifier: Apache-2.0
// Directed tests of the interval window's golden model, a brute-force reference that keeps every
// sample, and what it shares with the paper's window.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "sim/units/cbcm/contention_window.h"
#include "sim/units/cbcm/interval_window.h"

namespace chokepoint {
namespace {

template <class Unit>
class Fed {
 public:
  explicit Fed(const typename Unit::Params& p = {}) : model_(p) { in_.enable = true; }
  /// Clocks the same degree for one output.
  void feed(unsigned output, uint32_t degree, unsigned clocks = 1) {
    in_.degree.clear_all();
    in_.degree.set_value(output, degree);
    for (; clocks != 0; --clocks) model_.step(in_);
  }
  bool congested(unsigned output) const { return (model_.out().congested >> output) & 1; }
  bool quiescent() const { return model_.out().quiescent; }
  typename Unit::In& in() { return in_; }
  typename Unit::Model& model() { return model_; }

 private:
  typename Unit::In in_;
  typename Unit::Model model_;
};
using Window = Fed<IntervalWindow>;

TEST(IntervalWindowModel, ConstantDegreeFourFiresWithItsTwentySixthSample) {
  Window w;
  w.feed(5, 4, 26);
  EXPECT_FALSE(w.congested(5)) << "the decision lags the sums by one clock";
  w.feed(5, 0);
  EXPECT_TRUE(w.congested(5));
  Window early;
  early.feed(5, 4, 25);
  early.feed(5, 0, 1);
  EXPECT_FALSE(early.congested(5)) << "25 samples are not enough";
}

TEST(IntervalWindowModel, OtherOutputsAreUntouched) {
  Window w;
  w.feed(2, 7, 200);
  EXPECT_EQ(w.model().out().congested, 4u);
}

TEST(IntervalWindowModel, DegreesUpToOneNeverFire) {
  std::mt19937 rng(3);
  for (unsigned interval : {2u, 3u, 7u, 10u, 25u}) {
    Window steady({8, 3, 0, 10 * interval, interval}), patchy({8, 3, 0, 10 * interval, interval});
    for (int k = 0; k < 3000; ++k) {
      steady.feed(0, 1);
      patchy.feed(0, rng() % 20 != 0);
      ASSERT_FALSE(steady.congested(0)) << interval << " clock " << k;
      ASSERT_FALSE(patchy.congested(0)) << interval << " clock " << k;
    }
  }
}

TEST(IntervalWindowModel, OldestIntervalLeavesInEqualSharesTheSmallerFirst) {
  // Sum of the interval 10 * 1 + 5: with 90 samples of 1 behind it 105, spread 5: the limit is
  // 100 + 5 * 5 = 125. Eight samples of 4 add 4 - 1 each for five clocks, then 4 - 2.
  Window w;
  w.feed(0, 6);
  w.feed(0, 1, 99);
  const unsigned sums[] = {108, 111, 114, 117, 120, 122, 124, 126, 128, 130};
  for (unsigned sum : sums) {
    w.feed(0, 4);
    EXPECT_FALSE(w.congested(0)) << "judged before this sample; with it the sum is " << sum;
    if (sum == 126) break;
  }
  w.feed(0, 4);
  EXPECT_TRUE(w.congested(0)) << "126 exceeds 125";
}

TEST(IntervalWindowModel, MaximumAndMinimumBoundOscillation) {
  Window zero_four, two_three;
  for (int k = 0; k < 300; ++k) {
    zero_four.feed(0, k % 2 == 0 ? 0 : 4);  // mean 2, half amplitude 2
    two_three.feed(0, k % 2 == 0 ? 2 : 3);  // mean 2.5, half amplitude 0.5
    ASSERT_FALSE(zero_four.congested(0) && k > 60) << k;
  }
  EXPECT_TRUE(two_three.congested(0));
}

TEST(IntervalWindowModel, EmptiesToQuiescenceAndHoldsThePhaseThere) {
  for (unsigned pause : {1u, 3u, 7u, 10u}) {
    Window w, reference;
    for (Window* each : {&w, &reference}) {
      each->feed(3, 5, 33);
      unsigned clocks = 0;
      while (!each->quiescent() && clocks < 200) each->feed(3, 0), ++clocks;
      ASSERT_TRUE(each->quiescent());
      ASSERT_GE(clocks, 99u);
    }
    w.feed(3, 0, pause);
    for (int k = 0; k < 150; ++k) {
      w.feed(3, k % 7);
      reference.feed(3, k % 7);
      ASSERT_EQ(w.congested(3), reference.congested(3)) << "pause " << pause << " sample " << k;
    }
  }
}

TEST(IntervalWindowModel, DisableEmptiesTheWindow) {
  Window w;
  w.feed(0, 7, 150);
  w.in().enable = false;
  w.feed(0, 7, 1);
  EXPECT_EQ(w.model().out().congested, 0u);
  EXPECT_TRUE(w.quiescent());
  w.in().enable = true;
  w.feed(0, 4, 25);
  w.feed(0, 0, 1);
  EXPECT_FALSE(w.congested(0)) << "a sample survived the disable";
}

TEST(IntervalWindowModel, FractionBitsScaleTheThreshold) {
  Window w({8, 15, 12, 100, 10});
  w.feed(0, 4096, 300);
  EXPECT_FALSE(w.congested(0)) << "exactly 1.0";
  w.feed(0, 4097, 101);
  EXPECT_TRUE(w.congested(0));
}

// Until the ring has wrapped nothing leaves, and at the end of an interval all that has begun to
// leave has left: there the two windows agree whatever the samples. In between they may differ.
TEST(IntervalWindowModel, EqualsThePapersWindowBeforeItIsFullAndAtEveryIntervalsEnd) {
  for (const auto& p : std::vector<IntervalWindow::Params>{
           {8, 3, 0, 100, 10}, {7, 3, 0, 21, 7}, {64, 6, 0, 60, 2}, {8, 15, 12, 100, 25}}) {
    std::mt19937 rng(p.radix + p.num_samples);
    Window ours(p);
    Fed<ContentionWindow> paper(
        {p.radix, p.degree_bits, p.fraction_bits, p.num_samples, p.bound_sample_interval});
    const auto most =
        static_cast<uint32_t>(std::min<uint64_t>(p.max_degree(), uint64_t{4} << p.fraction_bits));
    unsigned differ = 0, fired = 0;
    uint32_t ceiling = 0;
    for (unsigned k = 0; k < 20000; ++k) {
      if (k % (p.num_samples / 2) == 0) ceiling = rng() % most + 1;
      for (unsigned o = 0; o < p.radix; ++o) {
        const uint32_t degree = o == 0 ? 1 : ceiling - rng() % (ceiling + 1) / (1 + o % 3);
        ours.in().degree.set_value(o, degree);  // output 0 keeps both awake
        paper.in().degree.set_value(o, degree);
      }
      ours.model().step(ours.in());
      paper.model().step(paper.in());
      const bool same = ours.model().out().congested == paper.model().out().congested;
      // Shown is the decision about the sums after k samples.
      if (k <= p.num_samples || k % p.bound_sample_interval == 0) {
        ASSERT_TRUE(same) << "NumSamples " << p.num_samples << " clock " << k;
      }
      differ += !same;
      fired += ours.model().out().congested != 0;
    }
    EXPECT_GT(fired, 1000u);
    EXPECT_GT(differ, 0u) << "the smoothing is never seen";
  }
}

/// One output's samples, all of them kept, and the page's rules.
struct Reference {
  IntervalWindow::Params p;
  std::vector<int64_t> samples;
  bool congested = false;

  int64_t interval(size_t first, int64_t* spread) const {
    int64_t sum = 0, largest = 0, smallest = int64_t{1} << 40;
    for (size_t k = first; k < first + p.bound_sample_interval; ++k) {
      sum += samples[k];
      largest = std::max(largest, samples[k]);
      smallest = std::min(smallest, samples[k]);
    }
    *spread = largest - smallest;
    return sum;
  }
  void sums(int64_t* sum, int64_t* spread_sum) const {
    const size_t length = p.bound_sample_interval, finished = samples.size() / length;
    const size_t phases = samples.size() % length;  // of the running interval that are over
    *sum = *spread_sum = 0;
    int64_t spread = 0;
    for (size_t i = finished > p.bounds() ? finished - p.bounds() : 0; i < finished; ++i) {
      int64_t share = interval(i * length, &spread);
      *spread_sum += spread;
      if (i + p.bounds() == finished && phases != 0) {
        // What is left: equal samples, the larger ones leaving last.
        const int64_t equal = share / static_cast<int64_t>(length), larger = share % length;
        share = 0;
        for (size_t k = phases; k < length; ++k)
          share += equal + (k >= length - static_cast<size_t>(larger) ? 1 : 0);
      }
      *sum += share;
    }
    for (size_t k = finished * length; k < samples.size(); ++k) *sum += samples[k];
  }
  /// Returns the largest sum it has seen.
  int64_t add(int64_t degree) {
    int64_t sum, spread;
    sums(&sum, &spread);
    congested = 2 * sum - int64_t{p.bound_sample_interval} * spread > int64_t{2} * p.num_samples
                                                                          << p.fraction_bits;
    samples.push_back(degree);
    return sum;
  }
};

void compare_with_reference(const IntervalWindow::Params& p, unsigned seed, int clocks) {
  std::mt19937 rng(seed);
  Window w(p);
  std::vector<Reference> outputs(p.radix, Reference{p, {}, false});
  std::vector<uint32_t> ceiling(p.radix);
  int fired = 0;
  for (int k = 0; k < clocks; ++k) {
    w.in().degree.clear_all();
    for (unsigned o = 0; o < p.radix; ++o) {
      if (k % 150 == 0) ceiling[o] = rng() % (p.max_degree() + 1);
      const uint32_t degree = o == 0 ? 1 : ceiling[o] - rng() % (ceiling[o] / 2 + 1);  // awake
      w.in().degree.set_value(o, degree);
      const int64_t sum = outputs[o].add(degree);
      ASSERT_LT(sum, int64_t{1} << p.sum_bits());
    }
    w.model().step(w.in());
    for (unsigned o = 0; o < p.radix; ++o) {
      ASSERT_EQ(w.congested(o), outputs[o].congested) << "clock " << k << " output " << o;
      fired += outputs[o].congested;
    }
  }
  EXPECT_GT(fired, 0) << "the stimulus never reached congestion";
}

TEST(IntervalWindowModel, DecisionEqualsThePagesRulesAtTheDefaults) {
  compare_with_reference({8, 3, 0, 100, 10}, 1, 5000);
}
TEST(IntervalWindowModel, DecisionEqualsThePagesRulesAtOtherSizes) {
  compare_with_reference({4, 2, 0, 10, 5}, 2, 3000);
  compare_with_reference({5, 3, 0, 12, 2}, 3, 3000);
  compare_with_reference({22, 5, 0, 60, 20}, 4, 2000);
  compare_with_reference({64, 6, 0, 100, 10}, 5, 1000);
  compare_with_reference({8, 15, 12, 100, 10}, 6, 2000);
  compare_with_reference({64, 22, 16, 200, 100}, 7, 700);
}

TEST(IntervalWindowModel, IllegalParametersAreNamedWithTheirRange) {
  try {
    IntervalWindow::Model({8, 3, 0, 105, 10});
    FAIL() << "accepted";
  } catch (const ParamError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("interval_window"), std::string::npos) << message;
    EXPECT_NE(message.find("NumSamples = 105"), std::string::npos) << message;
    EXPECT_NE(message.find("multiple"), std::string::npos) << message;
  }
  EXPECT_THROW(IntervalWindow::Model({8, 3, 0, 10, 10}), ParamError) << "a single interval";
}

}  // namespace
}  // namespace chokepoint
