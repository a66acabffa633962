// SPDX-License-Identifier: Apache-2.0
// Directed tests of the golden models on ECN's router side: occupancy, marker and both together.
#include "sim/units/ecn/ecn_router.h"

#include <gtest/gtest.h>

namespace chokepoint {
namespace {

class Occupancy {
 public:
  explicit Occupancy(VoqOccupancy::Params p = {}) : model(p) {
    in.cfg_threshold = 3;
    in.audit_waiting = 1;
  }
  void tick() {
    model.step(in);
    in.arrived_valid = 0;
    in.crossed_valid.clear_all();
  }
  Occupancy& arrive(unsigned input, unsigned output) {
    in.arrived_valid |= uint64_t{1} << input;
    in.arrived_output[input] = output;
    return *this;
  }
  Occupancy& cross(unsigned lane) {
    in.crossed_valid.set(lane);
    return *this;
  }
  const VoqOccupancy::Out& out() const { return model.out(); }
  VoqOccupancy::Model model;
  VoqOccupancy::In in;
};

TEST(VoqOccupancyModel, ArrivalsOfAllInputsAddUpPerOutput) {
  Occupancy o;
  o.arrive(0, 5).arrive(1, 5).arrive(7, 5).arrive(2, 3).tick();
  EXPECT_EQ(o.out().occupancy[5], 3u);
  EXPECT_EQ(o.out().occupancy[3], 1u);
  EXPECT_EQ(o.out().congested, 0u) << "3 is not above 3";
  o.arrive(4, 5).tick();
  EXPECT_EQ(o.out().congested, 1u << 5);
}

TEST(VoqOccupancyModel, CrossingsOfEveryPassCount) {
  Occupancy o;
  for (unsigned i = 0; i < 5; ++i) o.arrive(0, 6).tick();
  o.cross(12).cross(13).arrive(2, 6).tick();
  EXPECT_EQ(o.out().occupancy[6], 4u);
  EXPECT_EQ(o.out().congested, 1u << 6);
  o.cross(12).tick();
  EXPECT_EQ(o.out().congested, 0u);
  EXPECT_FALSE(o.out().error);
}

TEST(VoqOccupancyModel, MoreCrossingsThanFlitsAreAnErrorAndTheCountStopsAtZero) {
  Occupancy o;
  o.arrive(0, 1).tick();
  o.cross(2).cross(3).tick();
  EXPECT_TRUE(o.out().error);
  EXPECT_FALSE(o.out().quiescent);
  EXPECT_EQ(o.out().occupancy[1], 0u);
  o.cross(2).arrive(4, 1).tick();
  EXPECT_FALSE(o.out().error) << "arrival and crossing in one clock";
  EXPECT_TRUE(o.out().quiescent);
}

TEST(VoqOccupancyModel, TheCountStopsAtItsLargestValue) {
  VoqOccupancy::Params p;
  p.occupancy_bits = 8;
  Occupancy o(p);
  o.in.cfg_threshold = 254;
  for (unsigned i = 0; i < 40; ++i) {
    for (unsigned input = 0; input < 8; ++input) o.arrive(input, 2);
    o.tick();
  }
  EXPECT_EQ(o.out().occupancy[2], 255u);
  EXPECT_EQ(o.out().congested, 4u);
  EXPECT_FALSE(o.out().error);
  o.cross(4).tick();
  EXPECT_EQ(o.out().occupancy[2], 254u);
}

TEST(VoqOccupancyModel, OutputsThatDoNotExistCountNowhere) {
  VoqOccupancy::Params p;
  p.radix = 5;
  Occupancy o(p);
  o.in.cfg_threshold = 0;
  o.arrive(0, 5).arrive(1, 7).arrive(2, 4).tick();
  EXPECT_EQ(o.out().congested, 1u << 4);
}

TEST(VoqOccupancyModel, TheThresholdIsALevel) {
  Occupancy o;
  o.arrive(0, 1).arrive(1, 1).tick();
  EXPECT_EQ(o.out().congested, 0u);
  o.in.cfg_threshold = 1;
  o.tick();
  EXPECT_EQ(o.out().congested, 2u);
  o.in.cfg_threshold = 2;
  o.tick();
  EXPECT_EQ(o.out().congested, 0u);
}

/// What an upset leaves: a count above what waits. Flits that come and cross at another output make
/// the turns go round.
TEST(VoqOccupancyModel, ACountThatIsTooHighIsClearedWithinATurnOfAllOutputs) {
  VoqOccupancy::Params p;
  p.radix = 5;
  Occupancy o(p);
  for (unsigned input = 0; input < 5; ++input) o.arrive(input, 3);
  o.tick();
  o.in.audit_waiting = 0;
  unsigned clocks = 0;
  for (; o.out().occupancy[3] != 0 && clocks < 10; ++clocks) o.arrive(0, 1).cross(2).tick();
  EXPECT_LE(clocks, p.radix);
  EXPECT_EQ(o.out().congested, 0u);
  EXPECT_FALSE(o.out().error);
}

TEST(VoqOccupancyModel, AllOutputsHaveTheirTurnInOrder) {
  VoqOccupancy::Params p;
  p.radix = 5;
  Occupancy o(p);
  for (unsigned clock = 0; clock < 12; ++clock) {
    EXPECT_EQ(o.out().audit_output, clock % 5);
    o.arrive(0, 7).tick();  // a flit for an output that does not exist is one, too
  }
  const unsigned turn = o.out().audit_output;
  o.tick();
  EXPECT_EQ(o.out().audit_output, turn) << "nothing came or crossed";
  o.cross(0).tick();
  EXPECT_EQ(o.out().audit_output, turn + 1);
  EXPECT_TRUE(o.out().error);
  o.tick();
  EXPECT_EQ(o.out().audit_output, turn + 2) << "an error is counted, too";
}

TEST(VoqOccupancyModel, NothingIsClearedWhileSomebodyWaitsOrWithoutFlits) {
  Occupancy o;
  for (unsigned input = 0; input < 4; ++input) o.arrive(input, 2);
  o.tick();
  o.in.audit_waiting = uint64_t{1} << 7;
  for (unsigned clock = 0; clock < 20; ++clock) o.arrive(0, 1).cross(2).tick();
  EXPECT_EQ(o.out().occupancy[2], 4u);
  while (o.out().audit_output != 2) o.arrive(0, 1).cross(2).tick();
  o.in.audit_waiting = 0;
  o.tick();
  EXPECT_EQ(o.out().occupancy[2], 4u);
  EXPECT_EQ(o.out().congested, 1u << 2);
}

/// Who waits is said of before the clock: what comes and crosses in it counts.
TEST(VoqOccupancyModel, FlitsOfTheClockCountFromZero) {
  Occupancy o;
  for (unsigned input = 0; input < 8; ++input) o.arrive(input, 1);
  o.tick();
  ASSERT_EQ(o.out().audit_output, 1u);
  o.in.audit_waiting = 0;
  o.arrive(0, 1).arrive(1, 1).cross(2).tick();
  EXPECT_EQ(o.out().occupancy[1], 1u);
  EXPECT_FALSE(o.out().error);
  for (unsigned clock = 0; clock < 7; ++clock) o.arrive(2, 5).cross(10).tick();
  ASSERT_EQ(o.out().audit_output, 1u);
  o.cross(2).cross(3).tick();
  EXPECT_TRUE(o.out().error) << "nobody waited, and two cross";
  EXPECT_EQ(o.out().occupancy[1], 0u);
}

class Marker {
 public:
  explicit Marker(CongestionMarker::Params p = {}) : model(p) { in.enable = true; }
  void tick() {
    model.step(in);
    in.head_valid.clear_all();
  }
  Marker& head(unsigned lane, bool room = true, unsigned flits = 8, bool data = true,
               bool marked = false) {
    const auto put = [lane](CongestionMarker::HeadBits& bits, bool value) {
      bits.words[lane / 64] &= ~(uint64_t{1} << (lane % 64));
      if (value) bits.set(lane);
    };
    put(in.head_valid, true);
    put(in.head_room, room);
    put(in.head_data, data);
    put(in.head_marked, marked);
    in.head_flits[lane] = flits;
    return *this;
  }
  const CongestionMarker::Out& out() const { return model.out(); }
  CongestionMarker::Model model;
  CongestionMarker::In in;
};

TEST(CongestionMarkerModel, MarksAtTheRootOnly) {
  Marker m;
  m.in.congested = 1u << 2;
  m.head(4).head(5, false).head(7).tick();
  EXPECT_TRUE(m.out().marked.test(4));
  EXPECT_FALSE(m.out().marked.test(5)) << "no credits downstream: a victim";
  EXPECT_FALSE(m.out().marked.test(7)) << "output 3 is not congested";
  EXPECT_EQ(m.out().marked_valid.words[0], 0xB0u);
  m.tick();
  EXPECT_FALSE(m.out().marked_valid.any());
  EXPECT_TRUE(m.out().quiescent);
}

TEST(CongestionMarkerModel, TheVictimMaskMarksWithoutCreditsAsWell) {
  Marker m;
  m.in.congested = 0xFF;
  m.in.cfg_victim_mask = 1u << 2;
  m.head(4, false).head(6, false).tick();
  EXPECT_EQ(m.out().marked.words[0], 1u << 4);
}

TEST(CongestionMarkerModel, SmallPacketsAndControlPacketsAreNotMarked) {
  Marker m;
  m.in.congested = 0xFF;
  m.in.cfg_packet_size = 4;
  m.head(0, true, 3).head(2, true, 4).head(4, true, 8, false).tick();
  EXPECT_EQ(m.out().marked.words[0], 1u << 2);
}

TEST(CongestionMarkerModel, AMarkIsNeverCleared) {
  Marker m;
  m.head(3, true, 1, false, true).tick();
  EXPECT_TRUE(m.out().marked.test(3));
  m.in.enable = false;
  m.in.congested = 0xFF;
  m.head(3, true, 8, true, true).head(5).tick();
  EXPECT_TRUE(m.out().marked_valid.test(5)) << "other registers go on";
  EXPECT_TRUE(m.out().marked.test(3));
  EXPECT_FALSE(m.out().marked.test(5)) << "disabled: none is set";
}

TEST(CongestionMarkerModel, AMarkingRateLeavesThatManyOut) {
  CongestionMarker::Params p;
  p.rate_bits = 8;
  Marker m(p);
  m.in.congested = 0xFF;
  m.in.cfg_marking_rate = 3;
  unsigned marks = 0;
  for (unsigned i = 0; i < 40; ++i) {
    m.head(6).tick();
    EXPECT_EQ(m.out().marked.test(6), i % 4 == 0) << i;
    marks += m.out().marked.test(6);
  }
  EXPECT_EQ(marks, 10u);
}

TEST(CongestionMarkerModel, PassesOfAnOutputShareItsCounterAndOutputsDoNot) {
  CongestionMarker::Params p;
  p.rate_bits = 4;
  Marker m(p);
  m.in.congested = 0xFF;
  m.in.cfg_marking_rate = 2;
  m.head(0).head(1).head(2).tick();
  EXPECT_EQ(m.out().marked.words[0], 0b101u) << "pass 0 first; output 1 has its own";
  m.head(0).head(1, true, 8, true, true).tick();
  EXPECT_EQ(m.out().marked.words[0], 0b10u) << "left out, then due; that one came with a mark";
  m.head(0).head(1).tick();
  EXPECT_EQ(m.out().marked.words[0], 0u) << "marked heads count too";
  m.head(0).tick();
  EXPECT_EQ(m.out().marked.words[0], 1u);
}

TEST(CongestionMarkerModel, DisablingClearsTheCounters) {
  CongestionMarker::Params p;
  p.rate_bits = 4;
  Marker m(p);
  m.in.congested = 0xFF;
  m.in.cfg_marking_rate = 9;
  m.head(0).tick();
  m.head(0).tick();
  EXPECT_FALSE(m.out().marked.any());
  m.in.enable = false;
  m.tick();
  m.in.enable = true;
  m.head(0).tick();
  EXPECT_TRUE(m.out().marked.test(0));
}

TEST(CongestionMarkerModel, TheHighestOf256HeadsIsAHeadLikeOthers) {
  CongestionMarker::Params p;
  p.radix = 64;
  p.speedup = 4;
  Marker m(p);
  m.in.congested = uint64_t{1} << 63;
  m.head(255).head(251).tick();
  EXPECT_TRUE(m.out().marked.test(255));
  EXPECT_FALSE(m.out().marked.test(251));
}

TEST(EcnRouterModel, HeadsAreJudgedByTheOccupancyVisibleInTheirCycle) {
  EcnRouter::Model m({});
  EcnRouter::In in;
  in.enable = true;
  in.cfg_threshold = 1;
  in.arrived_valid = 3;
  in.arrived_output[0] = in.arrived_output[1] = 4;
  in.head_valid.set(8);
  in.head_data.set(8);
  in.head_room.set(8);
  in.head_flits[8] = 4;
  m.step(in);
  EXPECT_EQ(m.out().congested, 1u << 4);
  EXPECT_TRUE(m.out().marked_valid.test(8));
  EXPECT_FALSE(m.out().marked.test(8)) << "its flits only arrived in that clock";
  in.arrived_valid = 0;
  in.crossed_valid.set(8);
  m.step(in);
  EXPECT_TRUE(m.out().marked.test(8)) << "crosses while two flits wait";
  EXPECT_EQ(m.out().congested, 0u);
  in.cfg_threshold = 0;
  in.crossed_valid.clear_all();
  m.step(in);
  EXPECT_TRUE(m.out().marked.test(8)) << "a lowered threshold counts at once";
}

TEST(EcnRouterModel, QueuesAreCountedWhileDisabled) {
  EcnRouter::Model m({});
  EcnRouter::In in;
  in.cfg_threshold = 0;
  in.arrived_valid = 1;
  in.arrived_output[0] = 7;
  m.step(in);
  EXPECT_EQ(m.out().congested, 1u << 7);
  in.arrived_valid = 0;
  in.crossed_valid.set(14);
  m.step(in);
  m.step(in);
  EXPECT_TRUE(m.out().error);
}

}  // namespace
}  // namespace chokepoint
