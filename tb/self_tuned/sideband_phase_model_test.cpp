// SPDX-License-Identifier: Apache-2.0
// The side-band's phases: the lengths of gathers that the paper states, the hops of rings and lines, and
// the closed form clock by clock.
#include <gtest/gtest.h>

#include "sim/engine/compare.h"
#include "sim/units/self_tuned/sideband_phase.h"
#include "tb/self_tuned/sideband_traffic.h"

namespace chokepoint {
namespace {

SidebandPhase::Config torus(unsigned k, unsigned dimensions, unsigned hop_cycles,
                            unsigned pieces = 1) {
  SidebandPhase::Config cfg;
  cfg.hop_cycles = hop_cycles;
  cfg.pieces = pieces;
  for (unsigned d = 0; d < dimensions; ++d) cfg.set_dimension(d, k, true);
  cfg.gather_cycles = cfg.cycles(dimensions);
  cfg.gathers = 1;
  return cfg;
}

TEST(SidebandPhaseModel, GathersOfThePapersNetwork) {
  EXPECT_EQ(torus(16, 2, 2).gather_cycles, 32u);
  EXPECT_EQ(torus(16, 2, 3).gather_cycles, 48u);
  EXPECT_EQ(torus(16, 2, 6).gather_cycles, 96u);
  EXPECT_EQ(torus(16, 2, 2, 3).gather_cycles, 96u) << "three pieces are three times the delay";
}

TEST(SidebandPhaseModel, HopsOfRingsAndLines) {
  SidebandPhase::Config cfg;
  for (unsigned k = 2; k <= 64; ++k) {
    cfg.set_dimension(0, k, true);
    EXPECT_EQ(cfg.plus_hops[0] + cfg.minus_hops[0] + 1, k) << "every node of the ring once";
    EXPECT_EQ(cfg.plus_hops[0], k / 2);
    cfg.set_dimension(0, k, false);
    EXPECT_EQ(cfg.plus_hops[0], k - 1);
    EXPECT_EQ(cfg.minus_hops[0], k - 1);
  }
}

TEST(SidebandPhaseModel, ClockForClockTheClosedForm) {
  test::FastRandom random(7, 1);
  for (unsigned run = 0; run < 200; ++run) {
    const SidebandPhase::Params params{random.between(1, 4), 15};
    const auto cfg = test::random_sideband(random, params.dimensions, run % 4 != 0);
    SidebandPhase::Model model(params);
    SidebandPhase::In in;
    in.enable = true;
    in.cfg = cfg;
    for (uint64_t cycle = 0; cycle < 3000; ++cycle) {
      const auto d = compare(model.out(), sideband_phase_at(cycle, params, cfg), params);
      ASSERT_FALSE(d.found) << "run " << run << " cycle " << cycle << ": " << d.field << " "
                            << d.left << " " << d.right;
      model.step(in);
    }
  }
}

TEST(SidebandPhaseModel, AGatherHasItsTicksEvenly) {
  for (const unsigned hop_cycles : {2u, 3u, 6u}) {
    auto cfg = torus(16, 2, hop_cycles);
    cfg.tick_bits = 5;
    SidebandPhase::Model model({});
    SidebandPhase::In in;
    in.enable = true;
    in.cfg = cfg;
    model.step(in);
    for (unsigned gather = 0; gather < 3; ++gather) {
      unsigned ticks = 0;
      for (unsigned c = 0; c < cfg.gather_cycles; ++c) {
        ticks += model.out().tick_valid;
        ASSERT_EQ(ticks, (c + 1) * 32 / cfg.gather_cycles) << c;
        ASSERT_EQ(model.out().gather_last, c + 1 == cfg.gather_cycles);
        model.step(in);
      }
    }
  }
}

TEST(SidebandPhaseModel, APeriodIsItsGathers) {
  auto cfg = torus(4, 2, 2);
  cfg.gathers = 3;
  SidebandPhase::Model model({});
  SidebandPhase::In in;
  in.enable = true;
  in.cfg = cfg;
  unsigned gathers = 0;
  for (unsigned c = 0; c < 400; ++c) {
    model.step(in);
    if (!model.out().totals_valid) {
      ASSERT_FALSE(model.out().period_last);
      continue;
    }
    ++gathers;
    ASSERT_EQ(model.out().period_last, gathers % 3 == 0);
  }
  EXPECT_EQ(gathers, 399u / cfg.gather_cycles);
}

TEST(SidebandPhaseModel, DisableBeginsAnewAndTheUnitNeverSleeps) {
  SidebandPhase::Model model({});
  SidebandPhase::In in;
  in.enable = true;
  in.cfg = torus(4, 2, 2);
  for (unsigned c = 0; c < 11; ++c) model.step(in);
  in.enable = false;
  model.step(in);
  EXPECT_FALSE(compare(model.out(), SidebandPhase::Out(), SidebandPhase::Params()).found);
  in.enable = true;
  for (uint64_t c = 0; c < 50; ++c) {
    EXPECT_FALSE(
        compare(model.out(), sideband_phase_at(c, {}, in.cfg), SidebandPhase::Params{}).found);
    EXPECT_FALSE(model.out().quiescent);
    model.step(in);
  }
}

TEST(SidebandPhaseModel, ParametersOutsideTheRangeAreRefused) {
  EXPECT_THROW(SidebandPhase::Model(SidebandPhase::Params{0, 8}), ParamError);
  EXPECT_THROW(SidebandPhase::Model(SidebandPhase::Params{5, 8}), ParamError);
  EXPECT_THROW(SidebandPhase::Model(SidebandPhase::Params{2, 3}), ParamError);
  EXPECT_THROW(SidebandPhase::Model(SidebandPhase::Params{2, 16}), ParamError);
}

}  // namespace
}  // namespace chokepoint
