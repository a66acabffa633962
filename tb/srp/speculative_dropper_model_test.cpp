// SPDX-License-Identifier: Apache-2.0
// Directed tests of the golden models of the speculative dropper and of the router that contains
// it.
#include "sim/units/srp/speculative_dropper.h"

#include <gtest/gtest.h>

#include "sim/units/srp/srp_router.h"

namespace chokepoint {
namespace {

class Dropper {
 public:
  explicit Dropper(SpeculativeDropper::Params p = {}) : model(p) {
    in.enable = true;
    in.now = 1000;
    in.cfg_ttw = 20;
  }
  void tick() {
    model.step(in);
    ++in.now;
    in.arrival_valid.clear_all();
    in.head_valid.clear_all();
    in.dropped_valid.clear_all();
    in.leave_valid.clear_all();
  }
  Dropper& arrive(unsigned lane, unsigned wait) {
    in.arrival_valid.set(lane);
    in.arrival_wait[lane] = wait;
    return *this;
  }
  Dropper& head(unsigned lane, unsigned stamp) {
    in.head_valid.set(lane);
    in.head_stamp[lane] = stamp;
    return *this;
  }
  Dropper& leave(unsigned lane, unsigned stamp) {
    in.leave_valid.set(lane);
    in.leave_stamp[lane] = stamp;
    return *this;
  }
  Dropper& dropped(unsigned lane) {
    in.dropped_valid.set(lane);
    return *this;
  }
  const SpeculativeDropper::Out& out() const { return model.out(); }

  SpeculativeDropper::Model model;
  SpeculativeDropper::In in;
};

TEST(SpeculativeDropperModel, AStampIsTheArrivalLessTheWaitSoFar) {
  Dropper d;
  d.arrive(3, 12).tick();
  EXPECT_TRUE(d.out().stamped.test(3));
  EXPECT_EQ(d.out().arrival_stamp[3], 988u);
  EXPECT_FALSE(d.out().arrival_expired.any());
  EXPECT_FALSE(d.out().quiescent);
  d.tick();
  EXPECT_FALSE(d.out().stamped.any());
  EXPECT_EQ(d.out().arrival_stamp[3], 0u) << "0 where not stamped";
  EXPECT_TRUE(d.out().quiescent);
}

TEST(SpeculativeDropperModel, APacketMayWaitExactlyTtwCycles) {
  Dropper d;
  d.head(0, 980).head(1, 979).tick();
  EXPECT_TRUE(d.out().keep.test(0)) << "20 cycles so far";
  EXPECT_FALSE(d.out().drop.test(0));
  EXPECT_TRUE(d.out().drop.test(1)) << "21 cycles";
  EXPECT_FALSE(d.out().keep.test(1));
  d.arrive(0, 20).arrive(1, 21).tick();
  EXPECT_FALSE(d.out().arrival_expired.test(0));
  EXPECT_TRUE(d.out().arrival_expired.test(1));
  EXPECT_TRUE(d.out().stamped.test(1)) << "stamped nonetheless";
}

TEST(SpeculativeDropperModel, TheWaitIsCarriedOverHops) {
  Dropper d;
  d.arrive(2, 0).tick();  // cycle 1000
  unsigned stamp = d.out().arrival_stamp[2];
  for (unsigned i = 0; i < 8; ++i) {
    d.head(2, stamp).tick();
    EXPECT_TRUE(d.out().keep.test(2));
  }
  d.leave(2, stamp).tick();  // cycle 1009
  EXPECT_TRUE(d.out().waited.test(2));
  EXPECT_EQ(d.out().leave_wait[2], 9u);
  d.in.now += 50;  // channel and output buffer do not count
  d.arrive(5, d.out().leave_wait[2]).tick();
  stamp = d.out().arrival_stamp[5];
  unsigned kept = 0;
  for (; kept < 40; ++kept) {
    d.head(5, stamp).tick();
    if (d.out().drop.test(5)) break;
  }
  EXPECT_EQ(kept, 11u) << "9 cycles there, heads of 10 to 20 cycles here";
}

TEST(SpeculativeDropperModel, TheCounterMayWrapAroundInBetween) {
  SpeculativeDropper::Params p;
  p.wait_bits = 8;
  Dropper d(p);
  d.in.now = 5;
  d.arrive(0, 10).tick();
  EXPECT_EQ(d.out().arrival_stamp[0], 251u);
  d.in.now = 15;
  d.head(0, 251).leave(1, 250).tick();
  EXPECT_TRUE(d.out().keep.test(0));
  EXPECT_EQ(d.out().leave_wait[1], 21u);
  d.in.now = 16;
  d.head(0, 251).tick();
  EXPECT_TRUE(d.out().drop.test(0));
}

TEST(SpeculativeDropperModel, AHeadThatNobodyDropsStaysExpiredForEver) {
  SpeculativeDropper::Params p;
  p.wait_bits = 8;
  Dropper d(p);
  d.in.now = 5;
  unsigned kept = 0;
  for (unsigned i = 0; i < 3 * 256; ++i) {
    d.head(2, 5);
    d.in.now &= 0xff;
    d.tick();
    if (d.out().keep.test(2)) ++kept;
  }
  EXPECT_EQ(kept, 21u) << "waits of 0 to 20 cycles, once";
  d.leave(2, 5).tick();
  EXPECT_EQ(d.out().leave_wait[2], 128u) << "half the range: later than any TTW";
}

TEST(SpeculativeDropperModel, TheNextHeadOfALaneIsJudgedByItsOwnWait) {
  Dropper d;
  d.head(0, 900).tick();
  ASSERT_TRUE(d.out().drop.test(0));
  d.dropped(0).head(0, 995).tick();
  EXPECT_TRUE(d.out().keep.test(0)) << "the first was dropped";
  d.head(1, 900).leave(1, 900).tick();
  ASSERT_TRUE(d.out().drop.test(1));
  d.head(1, 995).tick();
  EXPECT_TRUE(d.out().keep.test(1)) << "the first left";
  d.head(3, 900).tick();
  d.tick();
  d.head(3, 995).tick();
  EXPECT_TRUE(d.out().keep.test(3)) << "a clock without a head lies between them";
}

TEST(SpeculativeDropperModel, AWaitOfHalfTheRangeAndMoreIsHandedOnAsHalf) {
  Dropper d;
  d.in.now = 50000;
  d.leave(0, 50000 - 32767).leave(1, 50000 - 32768).leave(2, 50000 - 49000).tick();
  EXPECT_EQ(d.out().leave_wait[0], 32767u);
  EXPECT_EQ(d.out().leave_wait[1], 32768u);
  EXPECT_EQ(d.out().leave_wait[2], 32768u);
}

TEST(SpeculativeDropperModel, ArrivalHeadAndLeavingPacketShareALaneAndAClock) {
  Dropper d;
  d.arrive(7, 1).head(7, 995).leave(7, 995).tick();
  EXPECT_EQ(d.out().arrival_stamp[7], 999u);
  EXPECT_TRUE(d.out().keep.test(7));
  EXPECT_EQ(d.out().leave_wait[7], 5u);
}

TEST(SpeculativeDropperModel, TheHighestOf256LanesIsALaneLikeOthers) {
  SpeculativeDropper::Params p;
  p.radix = 64;
  p.speculative_vcs = 4;
  Dropper d(p);
  d.arrive(255, 3).head(254, 0).leave(253, 900).tick();
  EXPECT_EQ(d.out().arrival_stamp[255], 997u);
  EXPECT_TRUE(d.out().drop.test(254));
  EXPECT_EQ(d.out().leave_wait[253], 100u);
}

// With PredictiveDrop; TTW is 20 cycles, the round trip of every channel 10.
class PredictiveDropper : public Dropper {
 public:
  PredictiveDropper() : Dropper({8, 2, 16, 1}) { in.output_reach.fill(30); }
  /// The lane's front goes to `output` by the VCs in the mask.
  PredictiveDropper& front(unsigned lane, unsigned output, unsigned vcs) {
    in.front_output[lane] = output;
    in.front_vcs[lane] = vcs;
    return *this;
  }
  PredictiveDropper& used(unsigned output, unsigned vc, unsigned flits) {
    in.output_used[output * 2 + vc] = flits;
    return *this;
  }
};

TEST(SpeculativeDropperModel, PredictiveFlitsBeyondARoundTripCountAsWaited) {
  PredictiveDropper d;
  d.used(3, 0, 25).front(0, 3, 1).front(1, 3, 1).head(0, 995).head(1, 994).tick();
  EXPECT_TRUE(d.out().keep.test(0)) << "5 cycles and 25 flits, of which a round trip holds 10";
  EXPECT_TRUE(d.out().drop.test(1)) << "6 cycles and 25 flits";
}

TEST(SpeculativeDropperModel, PredictiveARoundTripOfFlitsCostsNothing) {
  PredictiveDropper d;
  d.used(3, 0, 10).front(0, 3, 1).front(1, 3, 1).head(0, 980).head(1, 979).tick();
  EXPECT_TRUE(d.out().keep.test(0)) << "exactly TTW";
  EXPECT_TRUE(d.out().drop.test(1)) << "a cycle more: TTW itself still counts";
  d.used(3, 0, 0).front(2, 3, 1).head(2, d.in.now - 21).tick();
  EXPECT_TRUE(d.out().drop.test(2)) << "an empty output does not lend time";
}

TEST(SpeculativeDropperModel, PredictiveOneVcInTimeIsEnough) {
  PredictiveDropper d;
  d.used(5, 0, 60).used(5, 1, 12).front(0, 5, 3).front(1, 5, 1).front(2, 5, 2);
  d.head(0, 990).head(1, 990).head(2, 990).tick();
  EXPECT_TRUE(d.out().keep.test(0)) << "it may take either VC";
  EXPECT_TRUE(d.out().drop.test(1)) << "the full one only";
  EXPECT_TRUE(d.out().keep.test(2)) << "the other only";
}

TEST(SpeculativeDropperModel, PredictiveMoreAheadThanAnyWaitLeavesTimeFor) {
  PredictiveDropper d;
  d.used(2, 0, 31).front(4, 2, 1).head(4, 1000).tick();
  EXPECT_TRUE(d.out().drop.test(4)) << "it has not waited a cycle";
}

TEST(SpeculativeDropperModel, PredictiveAnArrivalIsJudgedByWhatIsAheadIfItIsTheFirst) {
  PredictiveDropper d;
  d.used(2, 0, 28).front(0, 2, 1).front(1, 2, 0).front(2, 2, 1);
  d.arrive(0, 3).arrive(1, 3).arrive(2, 3).head(2, 999).tick();
  EXPECT_TRUE(d.out().arrival_expired.test(0)) << "first of its lane";
  EXPECT_FALSE(d.out().arrival_expired.test(1)) << "behind one that has its output VC";
  EXPECT_FALSE(d.out().arrival_expired.test(2)) << "behind a head: the front is that";
  EXPECT_TRUE(d.out().keep.test(2)) << "a cycle and 28 flits";
  EXPECT_EQ(d.out().arrival_stamp[0], 997u) << "what is ahead has not been waited for";
}

TEST(SpeculativeDropperModel, PredictiveWhatIsAheadIsNotHandedOn) {
  PredictiveDropper d;
  d.used(2, 0, 29).front(0, 2, 1).leave(0, 995).tick();
  EXPECT_EQ(d.out().leave_wait[0], 5u);
}

TEST(SpeculativeDropperModel, DisabledNothingIsSaid) {
  Dropper d;
  d.head(0, 999).arrive(1, 2).tick();
  d.in.enable = false;
  d.head(0, 999).arrive(1, 2).leave(2, 3).tick();
  EXPECT_FALSE(d.out().keep.any());
  EXPECT_FALSE(d.out().stamped.any());
  EXPECT_FALSE(d.out().waited.any());
  EXPECT_EQ(d.out().arrival_stamp[1], 0u);
  EXPECT_EQ(d.out().leave_wait[2], 0u);
  EXPECT_TRUE(d.out().quiescent);
}

TEST(SrpRouterModel, DropsStandBesideTheNacksOfTheirHeaders) {
  SrpRouter::Model m({});
  SrpRouter::In in;
  in.enable = true;
  in.now = 500;
  in.cfg_ttw = 10;
  in.head_valid.set(4);
  in.head_stamp[4] = 480;
  in.head_source[4] = 2;
  in.head_destination[4] = 13;
  in.head_message[4] = 77;
  in.head_sequence[4] = 5;
  in.arrival_valid.set(6);
  in.arrival_wait[6] = 11;
  in.arrival_source[6] = 8;
  in.arrival_destination[6] = 1;
  in.arrival_message[6] = 78;
  in.arrival_sequence[6] = 6;
  m.step(in);
  EXPECT_TRUE(m.out().drop.test(4));
  EXPECT_EQ(m.out().head_nack_source[4], 13u);
  EXPECT_EQ(m.out().head_nack_destination[4], 2u);
  EXPECT_EQ(m.out().head_nack_message[4], 77u);
  EXPECT_EQ(m.out().head_nack_sequence[4], 5u);
  EXPECT_TRUE(m.out().arrival_expired.test(6));
  EXPECT_EQ(m.out().arrival_nack_source[6], 1u);
  EXPECT_EQ(m.out().arrival_nack_destination[6], 8u);
  EXPECT_EQ(m.out().arrival_nack_message[6], 78u);
  EXPECT_EQ(m.out().arrival_nack_sequence[6], 6u);
  EXPECT_EQ(m.out().head_nack_source[6], 0u) << "the other kind of NACK of that lane";
}

}  // namespace
}  // namespace chokepoint
