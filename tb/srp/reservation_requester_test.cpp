// SPDX-License-Identifier: Apache-2.0
// reservation_requester: RTL against golden model under random traffic, skipped against unskipped.
#include "sim/units/srp/reservation_requester.h"

#include "tb/common/random_lockstep.h"
#include "tb/srp/requester_traffic.h"

namespace chokepoint::test {
namespace {

class RequesterStimulus {
 public:
  using Unit = ReservationRequester;
  static constexpr bool kHasTime = true;
  static constexpr const char* kRareField = "sent_entry";  // only what is shown may be sent
  enum Corner { kFull, kBufferFull, kRepair, kRepairBesideAnswer, kError, kFreed, kWrap, kReenable,
                kWaits, kAskedAgain, kExpired, kCrosses };

  RequesterStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet),
        traffic_(p.nodes, p.reservation_entries, p.max_packets, p.cycle_bits) {
    in_.now = p_.cycle_mask() - 500 % p_.cycle_mask();
    traffic_.reconfigure(random_, in_);
    traffic_.choose_timeout(random_, in_, p_.timeouts != 0);
    if (p.timeouts == 0) return;
    corners = Corners{{"table full", "retransmission buffer full", "a dropped packet goes again",
                       "a dropped packet goes again beside an answer", "stray answer",
                       "entry freed", "cycle counter wraps with entries",
                       "re-enabled with activity", "reservation waits", "asked again",
                       "answers late", "acknowledged while it is sent again"}};
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    if (fresh && random_.chance(50)) traffic_.reconfigure(random_, in_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.now = (in_.now + 1) & p_.cycle_mask();
    if (was && !in_.enable) {  // while everything is reset the time may jump
      in_.now = before_a_turn(random_, p_.cycle_bits, p_.start_bits());
      traffic_.choose_timeout(random_, in_, p_.timeouts != 0);
    }
    const Response r = traffic_.next(random_, phases_.intensity(), quiet_, out, in_);
    in_.response_valid = r.valid;
    if (r.valid) {
      in_.response_kind = r.kind;
      in_.response_source = r.source;
      in_.response_message = r.message;
      in_.response_sequence = r.sequence;
      in_.response_tag = r.tag;
      in_.response_start = r.start & low_mask(p_.start_bits());
    }
    if (fresh || !quiet_) in_.request_ready = random_.chance(quiet_ ? 80 : 60);
    note(out, was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"table full", "retransmission buffer full", "a dropped packet goes again",
                   "a dropped packet goes again beside an answer", "answer to nothing",
                   "entry freed", "cycle counter wraps with entries", "re-enabled with activity",
                   "reservation waits"}};

 private:
  void note(const Unit::Out& out, bool was) {
    if (in_.enable) {
      const uint64_t all = low_mask(p_.reservation_entries);
      corners.hit(kFull, out.entry_valid == all);
      corners.hit(kBufferFull, out.held >= in_.cfg_slots);
      corners.hit(kRepair, traffic_.repairs());
      corners.hit(kRepairBesideAnswer, traffic_.together());
      corners.hit(kError, p_.timeouts == 0 ? out.error : out.stray != last_.stray);
      if (p_.timeouts != 0) {
        corners.hit(kAskedAgain, out.request_valid && !last_.request_valid && !offered_);
        corners.hit(kExpired, traffic_.repairs_unrefused(out));
        corners.hit(kCrosses, traffic_.crosses());
      }
      corners.hit(kFreed, was && (last_.entry_valid & ~out.entry_valid) != 0);
      corners.hit(kWrap, in_.now == 0 && out.entry_valid != 0);
      corners.hit(kReenable, !was && (in_.offer_valid || in_.response_valid));
      corners.hit(kWaits, out.request_valid && !in_.request_ready);
    }
    last_ = out;
    offered_ = in_.offer_valid;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  RequesterTraffic traffic_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  Unit::Out last_;
  bool offered_ = false;
};

TEST(ReservationRequester, LockstepDefault) { random_lockstep<RequesterStimulus>({}, 1500000); }
// 9 nodes less than Verilated.
TEST(ReservationRequester, LockstepNodes91Entries4) {
  random_lockstep<RequesterStimulus>({91, 4, 5, 12}, 2000000);
}
TEST(ReservationRequester, LockstepEntries4) {
  random_lockstep<RequesterStimulus>({100, 4, 5, 12}, 1000000);
}
// The largest block: dropped packets of every number go again.
TEST(ReservationRequester, LockstepPackets64) {
  random_lockstep<RequesterStimulus>({16, 2, 64, 12}, 1000000);
}
TEST(ReservationRequester, LockstepOneEntry) {
  random_lockstep<RequesterStimulus>({16, 1, 2, 8}, 2000000);
}
// 9 nodes less than Verilated.
TEST(ReservationRequester, LockstepTimeoutsEntries4) {
  random_lockstep<RequesterStimulus>({91, 4, 5, 12, 1}, 2000000);
}
TEST(ReservationRequester, LockstepTimeoutsPackets5) {
  random_lockstep<RequesterStimulus>({100, 4, 5, 12, 1}, 500000);
}
TEST(ReservationRequester, LockstepTimeoutsOneEntry) {
  random_lockstep<RequesterStimulus>({16, 1, 2, 8, 1}, 2000000);
}
TEST(ReservationRequester, SkippedTimeoutsEntries4) {
  skipped_against_unskipped<RequesterStimulus>({100, 4, 5, 12, 1}, 500000, 50000);
}
TEST(ReservationRequester, LockstepStraysSaturate) {
  ReservationRequester::Params p{91, 4, 5, 12, 1};
  const auto unit = make_unit<ReservationRequester>(EngineKind::kLockstep, p, "strays");
  ReservationRequester::In in;
  in.enable = in.response_valid = true;
  in.cfg_n_max = in.cfg_slots = 1;
  in.response_kind = kSrpNack;
  for (unsigned i = 0; i < 0xFFFF + 2; ++i) unit->step(in);
  EXPECT_EQ(unit->out().stray, 0xFFFFu);
  unit->step(in);
  unit->step(in);
  EXPECT_EQ(unit->out().stray, 0xFFFFu);
}
// Answers of an entry that is due: what had been refused and is acknowledged after all begins the
// deadline of the others anew.
TEST(ReservationRequester, LockstepLateAcknowledgementMovesTheDeadline) {
  const auto unit = make_unit<ReservationRequester>(EngineKind::kLockstep, {91, 4, 5, 12, 1}, "late");
  ReservationRequester::In in;
  in.enable = in.request_ready = true;
  in.cfg_n_max = 4;
  in.cfg_slots = 8;
  in.cfg_timeout = 50;
  in.offer_destination = in.response_source = 9;
  in.offer_packets = 2;
  in.sent_speculative = true;
  const auto clock = [&](bool offer, bool sent, int kind, unsigned sequence) {
    in.offer_valid = offer;
    in.sent_entry = sent ? 1 : 0;
    in.response_valid = kind >= 0;
    in.response_kind = kind >= 0 ? static_cast<unsigned>(kind) : 0;
    in.response_sequence = sequence;
    in.response_tag = unit->out().entry_valid != 0 ? 1 : 0;  // the entry's first block
    in.response_start = in.now;
    unit->step(in);
    ++in.now;
  };
  clock(true, false, -1, 0);
  clock(false, false, -1, 0);  // the reservation is taken
  clock(false, true, -1, 0);
  clock(false, true, -1, 0);
  clock(false, false, kSrpGrant, 0);  // due at once
  clock(false, false, kSrpNack, 0);
  while (in.now != 99) clock(false, false, -1, 0);
  EXPECT_EQ(unit->out().entry_resend, 1u);
  clock(false, false, kSrpAck, 0);
  clock(false, false, -1, 0);  // counts at the tick of 100: the next is the first that counts
  EXPECT_EQ(unit->out().entry_resend, 0u);
  EXPECT_EQ(unit->out().wake_at, 150u);
  while (in.now != 203) {
    EXPECT_EQ(unit->out().entry_resend, 0u);
    clock(false, false, -1, 0);
  }
  EXPECT_EQ(unit->out().entry_resend, 1u) << "packet 1 goes again";
  EXPECT_EQ(unit->out().resend_slot, 1u);
}
TEST(ReservationRequester, SkippedDefault) {
  skipped_against_unskipped<RequesterStimulus>({}, 500000, 50000);
}
TEST(ReservationRequester, SkippedNodes91Entries4) {
  skipped_against_unskipped<RequesterStimulus>({91, 4, 5, 12}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
