// SPDX-License-Identifier: Apache-2.0
// The golden model of the estimate against its formula in exact arithmetic, at the gathers of the paper.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sim/units/self_tuned/congestion_estimator.h"
#include "sim/units/self_tuned/sideband_phase.h"

namespace chokepoint {
namespace {

constexpr uint32_t kTotals[] = {0, 0, 100, 250, 251, 250, 90, 0, 3000, 3072, 1500, 1500, 7, 8};
constexpr uint32_t kAllBuffers = 3072;

struct EstimatorRun {
  uint32_t hop_cycles = 2;
  bool last = false;
  double worst = 0;  // distance from the formula
};

/// Estimates of a 16-ary 2-cube; the ideal one is that of the contract page.
void run(EstimatorRun& r) {
  SidebandPhase::In phase_in;
  phase_in.enable = true;
  auto& cfg = phase_in.cfg;
  cfg.hop_cycles = r.hop_cycles;
  cfg.pieces = 1;
  for (unsigned d = 0; d < 2; ++d) cfg.set_dimension(d, 16, true);
  cfg.gather_cycles = cfg.cycles(2);
  cfg.tick_bits = 5;
  cfg.gathers = 3;
  SidebandPhase::Model phase({});
  CongestionEstimator::Model model({});
  double p0 = 0, p1 = 0;
  uint64_t since = 0;  // t - t1
  std::size_t gather = 0;
  while (gather < std::size(kTotals)) {
    CongestionEstimator::In in;
    in.enable = true;
    in.cfg_buffers = kAllBuffers;
    in.cfg_tick_bits = 5;
    in.cfg_last = r.last;
    in.totals_valid = phase.out().totals_valid;
    in.tick_valid = phase.out().tick_valid;
    if (in.totals_valid) {
      in.total_full = kTotals[gather++];
      p0 = p1;
      p1 = in.total_full;
    }
    model.step(in);
    phase.step(phase_in);
    since = in.totals_valid ? 0 : since + 1;
    if (gather == 0) continue;
    const double g = cfg.gather_cycles, slope = r.last ? 0 : p1 - p0;
    const double ideal = std::clamp(p1 + slope * (1 + since / g), 0.0, double{kAllBuffers});
    const double off = std::abs(model.out().estimate - ideal);
    r.worst = std::max(r.worst, off);
    if (cfg.gather_cycles == 32) {
      ASSERT_EQ(model.out().estimate, std::floor(ideal)) << "gather " << gather << " + " << since;
    } else {
      ASSERT_LE(off, std::abs(slope) / 32 + 1) << "gather " << gather << " + " << since;
    }
    if (since == 0) {
      ASSERT_EQ(model.out().estimate, std::clamp(p1 + slope, 0.0, double{kAllBuffers}));
    }
  }
}

TEST(CongestionEstimatorModel, ExactWithATickInEveryCycle) {
  EstimatorRun r;
  run(r);
  EXPECT_LT(r.worst, 1.0);
}

TEST(CongestionEstimatorModel, WithinATickOtherwise) {
  for (const uint32_t hop : {3u, 6u}) {
    EstimatorRun r;
    r.hop_cycles = hop;
    run(r);
    EXPECT_GT(r.worst, 1.0) << "the test tells it from an exact one";
  }
}

TEST(CongestionEstimatorModel, TheLastSnapshotStands) {
  for (const uint32_t hop : {2u, 3u, 6u}) {
    EstimatorRun r;
    r.hop_cycles = hop;
    r.last = true;
    run(r);
    EXPECT_EQ(r.worst, 0.0);
  }
}

CongestionEstimator::In event(bool totals, uint32_t full, bool tick) {
  CongestionEstimator::In in;
  in.enable = true;
  in.cfg_buffers = kAllBuffers;
  in.cfg_tick_bits = 5;
  in.totals_valid = totals;
  in.total_full = full;
  in.tick_valid = tick;
  return in;
}

TEST(CongestionEstimatorModel, ATickWithTotalsHasNoEffect) {
  CongestionEstimator::Model with({}), without({});
  for (const uint32_t full : {0u, 320u, 640u, 100u}) {
    with.step(event(true, full, true));
    without.step(event(true, full, false));
    for (int i = 0; i < 5; ++i) {
      with.step(event(false, 0, true));
      without.step(event(false, 0, true));
      EXPECT_EQ(with.out().estimate, without.out().estimate);
    }
  }
}

TEST(CongestionEstimatorModel, ClampedOutsideItStaysThere) {
  CongestionEstimator::Model model({});
  model.step(event(true, 1000, false));
  model.step(event(true, 100, false));  // 100 - 900
  for (int i = 0; i < 31; ++i) {
    EXPECT_EQ(model.out().estimate, 0u);
    model.step(event(false, 0, true));
  }
  model.step(event(true, 2000, false));  // 2000 + 1900
  for (int i = 0; i < 31; ++i) {
    EXPECT_EQ(model.out().estimate, kAllBuffers);
    model.step(event(false, 0, true));
  }
}

TEST(CongestionEstimatorModel, RestsWhenEverythingIsZero) {
  CongestionEstimator::Model model({});
  EXPECT_TRUE(model.out().rests);
  model.step(event(true, 5, false));
  EXPECT_FALSE(model.out().rests);
  model.step(event(true, 0, false));
  EXPECT_FALSE(model.out().rests) << "it still falls";
  model.step(event(true, 0, false));
  EXPECT_TRUE(model.out().rests);
  CongestionEstimator::In off = event(true, 5, true);
  off.enable = false;
  model.step(event(true, 5, false));
  model.step(off);
  EXPECT_TRUE(model.out().rests);
  EXPECT_EQ(model.out().estimate, 0u);
}

TEST(CongestionEstimatorModel, ParametersOutsideTheRangeAreRefused) {
  EXPECT_THROW(CongestionEstimator::Model(CongestionEstimator::Params{3, 5}), ParamError);
  EXPECT_THROW(CongestionEstimator::Model(CongestionEstimator::Params{21, 5}), ParamError);
  EXPECT_THROW(CongestionEstimator::Model(CongestionEstimator::Params{12, 13}), ParamError);
}

}  // namespace
}  // namespace chokepoint
