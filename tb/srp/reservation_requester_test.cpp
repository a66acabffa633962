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
  enum Corner { kFull, kBufferFull, kRepair, kRepairBesideAnswer, kError, kFreed, kWrap, kReenable,
                kWaits };

  RequesterStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet),
        traffic_(p.nodes, p.reservation_entries, p.max_packets, p.cycle_bits) {
    in_.now = p_.cycle_mask() - 500 % p_.cycle_mask();
    traffic_.reconfigure(random_, in_);
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    if (fresh && random_.chance(50)) traffic_.reconfigure(random_, in_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.now = (in_.now + 1) & p_.cycle_mask();
    // While everything is reset the time may jump: often to shortly before the wrap-around.
    if (was && !in_.enable) in_.now = (p_.cycle_mask() - random_.below(400)) & p_.cycle_mask();
    const Response r = traffic_.next(random_, phases_.intensity(), quiet_, out, in_);
    in_.response_valid = r.valid;
    if (r.valid) {
      in_.response_kind = r.kind;
      in_.response_source = r.source;
      in_.response_message = r.message;
      in_.response_sequence = r.sequence;
      in_.response_start = r.start & p_.cycle_mask();
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
      corners.hit(kRepair, in_.sent_valid && traffic_.repairs());
      corners.hit(kRepairBesideAnswer, in_.sent_valid && traffic_.repairs() && traffic_.together());
      corners.hit(kError, out.error);
      corners.hit(kFreed, was && (last_valid_ & ~out.entry_valid) != 0);
      corners.hit(kWrap, in_.now == 0 && out.entry_valid != 0);
      corners.hit(kReenable, !was && (in_.offer_valid || in_.response_valid));
      corners.hit(kWaits, out.request_valid && !in_.request_ready);
    }
    last_valid_ = out.entry_valid;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  RequesterTraffic traffic_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint64_t last_valid_ = 0;
};

TEST(ReservationRequester, LockstepDefault) { random_lockstep<RequesterStimulus>({}, 1500000); }
// 9 nodes and a packet of the block less than Verilated.
TEST(ReservationRequester, LockstepNodes91Entries4) {
  random_lockstep<RequesterStimulus>({91, 4, 4, 12}, 2000000);
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
TEST(ReservationRequester, SkippedDefault) {
  skipped_against_unskipped<RequesterStimulus>({}, 500000, 50000);
}
TEST(ReservationRequester, SkippedNodes91Entries4) {
  skipped_against_unskipped<RequesterStimulus>({91, 4, 4, 12}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
