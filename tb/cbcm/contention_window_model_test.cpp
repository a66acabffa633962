// SPDX-License-Identifier: Apache-2.0
// Directed tests of the contention window's golden model, and a brute-force reference in floating
// point that applies the paper's formula to recorded samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "sim/units/cbcm/contention_window.h"

namespace chokepoint {
namespace {

class Window {
 public:
  explicit Window(const ContentionWindow::Params& p = {}) : model_(p) { in_.enable = true; }
  /// Clocks the same degree for one output.
  void feed(unsigned output, uint32_t degree, unsigned clocks = 1) {
    in_.degree.clear_all();
    in_.degree.set_value(output, degree);
    for (; clocks != 0; --clocks) model_.step(in_);
  }
  bool congested(unsigned output) const { return (model_.out().congested >> output) & 1; }
  bool quiescent() const { return model_.out().quiescent; }
  ContentionWindow::In& in() { return in_; }
  ContentionWindow::Model& model() { return model_; }

 private:
  ContentionWindow::In in_;
  ContentionWindow::Model model_;
};

TEST(ContentionWindowModel, ConstantDegreeFourFiresWithItsTwentySixthSample) {
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

TEST(ContentionWindowModel, OtherOutputsAreUntouched) {
  Window w;
  w.feed(2, 7, 200);
  EXPECT_EQ(w.model().out().congested, 4u);
}

TEST(ContentionWindowModel, ConstantDegreeOneNeverFires) {
  Window w;
  for (int k = 0; k < 500; ++k) {
    w.feed(0, 1);
    ASSERT_FALSE(w.congested(0));
  }
}

TEST(ContentionWindowModel, OldSamplesLeaveWhenTheRingHasWrapped) {
  Window w;
  w.feed(1, 4, 100);
  w.feed(1, 0, 74);
  EXPECT_TRUE(w.congested(1));
  w.feed(1, 0, 1);  // sum 104 is judged: above
  EXPECT_TRUE(w.congested(1));
  w.feed(1, 0, 1);  // sum 100 is judged: the metric is 1, not above it
  EXPECT_FALSE(w.congested(1));
}

TEST(ContentionWindowModel, MaximumAndMinimumBoundOscillation) {
  Window zero_four, two_three;
  for (int k = 0; k < 300; ++k) {
    zero_four.feed(0, k % 2 == 0 ? 0 : 4);  // mean 2, half amplitude 2
    two_three.feed(0, k % 2 == 0 ? 2 : 3);  // mean 2.5, half amplitude 0.5
    ASSERT_FALSE(zero_four.congested(0) && k > 60) << k;
  }
  EXPECT_TRUE(two_three.congested(0));
}

TEST(ContentionWindowModel, OneHighSampleInAnIntervalWidensOnlyThatInterval) {
  // 100 samples of 2 with one 7: 2.05 - (2.5 - 2) / 2 = 1.8; with a 7 in each interval
  // 2.5 - (7 - 2) / 2 = 0.
  Window once, always;
  for (int k = 0; k < 101; ++k) {
    once.feed(0, k == 55 ? 7 : 2);
    always.feed(0, k % 10 == 5 ? 7 : 2);
  }
  EXPECT_TRUE(once.congested(0));
  EXPECT_FALSE(always.congested(0));
}

TEST(ContentionWindowModel, EmptiesToQuiescenceAndHoldsThePhaseThere) {
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

TEST(ContentionWindowModel, DisableEmptiesTheWindow) {
  Window w;
  w.feed(0, 7, 150);
  w.in().enable = false;
  w.feed(0, 7, 1);
  EXPECT_EQ(w.model().out().congested, 0u);
  w.in().enable = true;
  w.feed(0, 4, 25);
  w.feed(0, 0, 1);
  EXPECT_FALSE(w.congested(0)) << "a sample survived the disable";
}

TEST(ContentionWindowModel, FractionBitsScaleTheThreshold) {
  Window w(ContentionWindow::Params{8, 15, 12, 100, 10});
  w.feed(0, 4096, 300);
  EXPECT_FALSE(w.congested(0)) << "exactly 1.0";
  w.feed(0, 4097, 101);
  EXPECT_TRUE(w.congested(0));
}

/// One output's recorded samples and the paper's formula.
struct Reference {
  std::vector<double> samples, maxima, minima, interval;
  bool congested = false;

  static double recent_sum(const std::vector<double>& all, size_t count) {
    double sum = 0;
    for (size_t k = all.size() > count ? all.size() - count : 0; k < all.size(); ++k)
      sum += all[k];
    return sum;
  }
  double metric(unsigned ns, unsigned nb) const {
    return recent_sum(samples, ns) / ns -
           (recent_sum(maxima, nb) / nb - recent_sum(minima, nb) / nb) / 2;
  }
  bool empty(unsigned ns, unsigned nb) const {
    const double running =
        interval.empty() ? 0 : *std::max_element(interval.begin(), interval.end());
    return recent_sum(samples, ns) == 0 && recent_sum(maxima, nb) == 0 && running == 0 &&
           !congested;
  }
  void add(double degree, unsigned bi) {
    if (interval.size() == bi) interval.clear();
    samples.push_back(degree);
    interval.push_back(degree);
    if (interval.size() < bi) return;
    maxima.push_back(*std::max_element(interval.begin(), interval.end()));
    minima.push_back(*std::min_element(interval.begin(), interval.end()));
  }
};

void compare_with_reference(const ContentionWindow::Params& p, unsigned seed, int clocks) {
  std::mt19937 rng(seed);
  Window w(p);
  std::vector<Reference> outputs(p.radix);
  const double scale = std::ldexp(1.0, static_cast<int>(p.fraction_bits));
  std::vector<uint32_t> ceiling(p.radix);
  int fired = 0;
  for (int k = 0; k < clocks; ++k) {
    const bool pause = (k / 400) % 3 == 2;
    w.in().degree.clear_all();
    std::vector<uint32_t> degree(p.radix);
    bool quiet = true;
    for (unsigned o = 0; o < p.radix; ++o) {
      if (k % 150 == 0) ceiling[o] = rng() % (p.max_degree() + 1);
      degree[o] = pause ? 0 : ceiling[o] - rng() % (ceiling[o] / 2 + 1);
      w.in().degree.set_value(o, degree[o]);
      quiet = quiet && degree[o] == 0 && outputs[o].empty(p.num_samples, p.bounds());
    }
    w.model().step(w.in());
    for (unsigned o = 0; o < p.radix; ++o) {
      if (!quiet) {
        outputs[o].congested = outputs[o].metric(p.num_samples, p.bounds()) > 1.0 + 1e-9;
        outputs[o].add(degree[o] / scale, p.bound_sample_interval);
      }
      ASSERT_EQ(w.congested(o), outputs[o].congested) << "clock " << k << " output " << o;
      fired += outputs[o].congested;
    }
    bool empty = true;
    for (const Reference& r : outputs) empty = empty && r.empty(p.num_samples, p.bounds());
    ASSERT_EQ(w.quiescent(), empty) << "clock " << k;
  }
  EXPECT_GT(fired, 0) << "the stimulus never reached congestion";
}

TEST(ContentionWindowModel, DecisionEqualsThePapersFormulaAtTheDefaults) {
  compare_with_reference({8, 3, 0, 100, 10}, 1, 6000);
}

TEST(ContentionWindowModel, DecisionEqualsThePapersFormulaAtOtherSizes) {
  compare_with_reference({4, 2, 0, 10, 5}, 2, 5000);
  compare_with_reference({22, 5, 0, 60, 20}, 3, 3000);
  compare_with_reference({64, 6, 0, 100, 10}, 4, 1500);
}

TEST(ContentionWindowModel, DecisionEqualsThePapersFormulaWithFractionBits) {
  compare_with_reference({8, 15, 12, 100, 10}, 5, 3000);
  compare_with_reference({64, 22, 16, 200, 10}, 6, 1000);
}

TEST(ContentionWindowModel, IllegalParametersAreNamedWithTheirRange) {
  try {
    ContentionWindow::Model({8, 3, 0, 105, 10});
    FAIL() << "accepted";
  } catch (const ParamError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("contention_window"), std::string::npos) << message;
    EXPECT_NE(message.find("NumSamples = 105"), std::string::npos) << message;
    EXPECT_NE(message.find("multiple"), std::string::npos) << message;
  }
  EXPECT_THROW(ContentionWindow::Model({8, 3, 0, 10, 10}), ParamError) << "a single bound";
}

}  // namespace
}  // namespace chokepoint
