// SPDX-License-Identifier: Apache-2.0
// Tests of the storage formulas of the SRP units against hand counts.
#include <gtest/gtest.h>

#include "sim/units/srp/storage.h"

namespace chokepoint {
namespace {

TEST(SrpStorage, DestinationSideCountedByHand) {
  EXPECT_EQ(storage(ReservationScheduler::Params{}).state, 33u) << "pending and next";
  EXPECT_EQ(storage(ReservationScheduler::Params{}).pipeline, 1u + 4 + 8 + 26 + 12 + 34)
      << "a grant, a charge, a size that is worked out";
  EXPECT_EQ(storage(AcknowledgementGenerator::Params{}).total(), 1u + 4 + 32);
  ReservationScheduler::Params p;
  p.nodes = 257;
  p.cycle_bits = 16;
  EXPECT_EQ(storage(p).total(), 17u + 1 + 9 + 8 + 16 + 12 + 34);
}

TEST(SrpStorage, SourceSideCountedByHand) {
  ReservationRequester::Params p;
  // Five flags, destination, slot, packets left, outstanding and failed, message and base, start
  // without two bits; packets held, rows above the one served last.
  EXPECT_EQ(storage(p).state, 16u * (5 + 4 + 4 + 5 + 16 + 16 + 32 + 24) + 9 + 16);
  // Of an answer kind, row, packet and what it is compared with; the request; row, valid and packet
  // of the repair; begin, steps, start and wake time of the walk; the error bit.
  EXPECT_EQ(storage(p).pipeline,
            (2u + 16 + 48 + 12) + 1 + 4 + 8 + 16 + 16 + 1 + 4 + 1 + 5 + 27 + 33 + 1);
  p.nodes = 512;
  p.reservation_entries = 3;
  p.max_packets = 64;
  p.cycle_bits = 20;
  EXPECT_EQ(storage(p).state, 3u * (5 + 9 + 6 + 7 + 64 + 64 + 32) + 4 * 18 + 3 + 8)
      << "starts by fours";
  EXPECT_EQ(storage(p).sample, 0u);
}

TEST(SrpStorage, TimeoutsCostTwentyBitsARowATimerAndACounter) {
  ReservationRequester::Params p;
  const Storage without = storage(p);
  p.timeouts = 1;
  EXPECT_EQ(storage(p).state, without.state + 16u * 20 + 32 + 16);
  EXPECT_EQ(storage(p).pipeline, without.pipeline);
  SrpNic::Params nic;
  nic.timeouts = 1;
  EXPECT_EQ(storage(nic).total(), storage(SrpNic::Params{}).total() + 368);
}

TEST(SrpStorage, RouterSideIsPerLane) {
  SpeculativeDropper::Params p;
  EXPECT_EQ(storage(p).total(), 8u * (5 + 32));
  p.radix = 64;
  p.speculative_vcs = 4;
  p.wait_bits = 12;
  EXPECT_EQ(storage(p).pipeline, 256u * (5 + 24));
  EXPECT_EQ(storage(DropToNack::Params{}).total(), 0u);
  EXPECT_EQ(storage(SrpRouter::Params{}).total(), 8u * 37);
}

TEST(SrpStorage, TheNicIsTheSumOfItsParts) {
  const SrpNic::Params p;
  EXPECT_EQ(storage(p).state, 16u * 107 + 9 + 33);
  EXPECT_EQ(storage(p).pipeline, 195u + 85 + 37 + 1) << "and which reply waits";
}

}  // namespace
}  // namespace chokepoint
