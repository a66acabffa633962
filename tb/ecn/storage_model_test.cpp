// SPDX-License-Identifier: Apache-2.0
// Tests of the storage formulas of the ECN units against hand counts.
#include <gtest/gtest.h>

#include "sim/units/ecn/storage.h"

namespace chokepoint {
namespace {

TEST(EcnStorage, RouterSideCountedByHand) {
  EXPECT_EQ(storage(VoqOccupancy::Params{}).state, 8u * 16 + 3);
  EXPECT_EQ(storage(VoqOccupancy::Params{}).pipeline, 8u * (3 + 2)) << "arrivals less crossings";
  EXPECT_EQ(storage(CongestionMarker::Params{}).state, 0u) << "no marking rate, no counters";
  EXPECT_EQ(storage(CongestionMarker::Params{}).pipeline, 2u * 16);
  EcnRouter::Params p;
  p.radix = 64;
  p.speedup = 4;
  p.rate_bits = 16;
  p.occupancy_bits = 20;
  EXPECT_EQ(storage(p).state, 64u * 20 + 6 + 64u * 16);
  EXPECT_EQ(storage(p).pipeline, 64u * (6 + 2) + 512);
}

TEST(EcnStorage, LimitersCountedByHand) {
  DelayLimiter::Params d;
  EXPECT_EQ(storage(d).state, 16u * (2 + 4 + 12 + 32));
  EXPECT_EQ(storage(d).pipeline, 1u + 32 + 3 + 16 + 33);
  d.delay_bits = 16;
  EXPECT_EQ(storage(d).state, 16u * (2 + 4 + 16 + 34)) << "a release has 17 bits";
  d.cycle_bits = 8;
  EXPECT_EQ(storage(d).state, 16u * (2 + 4 + 16 + 16)) << "no more than the counter";
  CctLimiter::Params c;
  EXPECT_EQ(storage(c).state, 16u * (3 + 4 + 7 + 25) + 32 + 2048);
  EXPECT_EQ(storage(c).pipeline, 2u + 62 + 25 + 16 + 3 + 25 + 33);
  c.nodes = 1000;
  c.delay_entries = 3;
  c.table_entries = 8;
  c.cycle_bits = 20;
  EXPECT_EQ(storage(c).state, 3u * (3 + 10 + 3 + 20) + 20 + 128);
}

TEST(EcnStorage, TheNicHasTheEchoAndOneLimiter) {
  EcnNic::Params p;
  EXPECT_EQ(storage(p).total(), 5u + storage(DelayLimiter::Params{}).total());
  p.mode = 1;
  EXPECT_EQ(storage(p).total(), 5u + storage(CctLimiter::Params{}).total());
}

}  // namespace
}  // namespace chokepoint
