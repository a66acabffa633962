// SPDX-License-Identifier: Apache-2.0
// Directed tests of the packet marker's golden model.
#include <gtest/gtest.h>

#include "sim/units/cbcm/packet_marker.h"

namespace chokepoint {
namespace {

/// Clocks one head with output 3 congested; returns its mark, asserts that it came through.
bool mark(unsigned lane, bool marked, bool data, bool enable = true,
          PacketMarker::Params p = {8, 2}) {
  PacketMarker::Model model(p);
  PacketMarker::In in;
  in.enable = enable;
  in.congested = uint64_t{1} << 3;
  in.head_valid.set(lane);
  if (marked) in.head_marked.set(lane);
  if (data) in.head_data.set(lane);
  model.step(in);
  EXPECT_EQ(model.out().marked_valid, in.head_valid);
  EXPECT_FALSE(model.out().quiescent);
  return model.out().marked.test(lane);
}

TEST(PacketMarkerModel, DataHeadsToACongestedOutputAreMarkedInEveryPass) {
  for (unsigned speedup = 1; speedup <= 4; ++speedup)
    for (unsigned lane = 0; lane < 8 * speedup; ++lane)
      EXPECT_EQ(mark(lane, false, true, true, {8, speedup}), lane / speedup == 3)
          << "speedup " << speedup << " lane " << lane;
}

TEST(PacketMarkerModel, AMarkIsNeverCleared) { EXPECT_TRUE(mark(0, true, true)); }

TEST(PacketMarkerModel, ControlPacketsAreNotMarked) { EXPECT_FALSE(mark(6, false, false)); }

TEST(PacketMarkerModel, DisabledKeepsAMarkAndSetsNone) {
  EXPECT_TRUE(mark(6, true, true, false));
  EXPECT_FALSE(mark(6, false, true, false));
}

TEST(PacketMarkerModel, TheWidestMarkerReachesItsLastLane) {
  PacketMarker::Model model({64, 4});
  PacketMarker::In in;
  in.enable = true;
  in.congested = uint64_t{1} << 63;
  in.head_valid.set(255);
  in.head_data.set(255);
  model.step(in);
  EXPECT_TRUE(model.out().marked.test(255));
}

TEST(PacketMarkerModel, OutputsAreZeroWithoutHeadsAndIgnoreDataOfInvalidLanes) {
  PacketMarker::Model model({8, 2});
  PacketMarker::In in;
  in.enable = true;
  in.congested = 0xFF;
  in.head_valid.set(0);
  in.head_marked.set(5);
  in.head_data.set(4);
  model.step(in);
  EXPECT_FALSE(model.out().marked.any());
  in.head_valid.clear_all();
  model.step(in);
  EXPECT_FALSE(model.out().marked_valid.any());
  EXPECT_TRUE(model.out().quiescent);
}

}  // namespace
}  // namespace chokepoint
