// SPDX-License-Identifier: Apache-2.0
// reservation_scheduler: RTL against golden model under random reservations, skipped against
// unskipped.
#include "sim/units/srp/reservation_scheduler.h"

#include "tb/common/random_lockstep.h"
#include "tb/srp/scheduler_traffic.h"

namespace chokepoint::test {
namespace {

class SchedulerStimulus {
 public:
  using Unit = ReservationScheduler;
  static constexpr bool kHasTime = true;
  enum Corner { kWaits, kQueued, kPassed, kTogether, kRounded, kWrap, kReenable, kIgnored };

  SchedulerStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), traffic_(p.cycle_bits) {
    in_.now = p_.cycle_mask() - 500 % p_.cycle_mask();
    traffic_.reconfigure(random_, in_);
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    // The inflation stays while a size is worked out.
    if (fresh && out.reservation_ready && random_.chance(50)) traffic_.reconfigure(random_, in_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.now = (in_.now + 1) & p_.cycle_mask();
    traffic_.clock();
    if (was && !in_.enable) {  // while everything is reset the time may jump
      in_.now = before_a_turn(random_, p_.cycle_bits, p_.start_bits());
      traffic_.reset();
    }
    const unsigned busy = phases_.intensity();
    in_.reservation_valid = random_.chance(busy) && (out.reservation_ready || random_.chance(40));
    if (in_.reservation_valid) {
      in_.reservation_source = random_.below(p_.nodes);
      in_.reservation_tag = random_.below(0x100);
      in_.reservation_flits = traffic_.reservation(random_, in_);
      in_.reservation_valid = in_.reservation_flits != 0 || !quiet_ || random_.chance(50);
    }
    in_.bypass_valid = random_.chance(busy);
    if (in_.bypass_valid) {
      in_.bypass_flits = traffic_.bypass(random_, in_);
      in_.bypass_valid = in_.bypass_flits != 0;
    }
    if (fresh || !quiet_) in_.grant_ready = random_.chance(quiet_ ? 80 : 70);
    note(out, was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"grant waits", "a reservation waits for the end of another",
                   "the schedule has passed", "reservation and unreserved packet",
                   "a size is rounded up", "cycle counter wraps with a schedule",
                   "re-enabled with activity", "reservation while a grant waits"}};

 private:
  void note(const Unit::Out& out, bool was) {
    if (!in_.enable) return;
    const bool taken = in_.reservation_valid && out.reservation_ready;
    corners.hit(kWaits, out.grant_valid && !in_.grant_ready);
    corners.hit(kQueued, taken && out.wake_valid &&
                             earlier((in_.now + in_.cfg_lead) & p_.cycle_mask(), out.wake_at,
                                     p_.cycle_mask()));
    corners.hit(kPassed, out.wake_valid && in_.now == out.wake_at && !taken);
    corners.hit(kTogether, taken && in_.bypass_valid && in_.cfg_charge_bypass);
    corners.hit(kRounded,
                taken && ((in_.reservation_flits * uint64_t{in_.cfg_inflation}) & 0xFFFF) != 0);
    corners.hit(kWrap, in_.now == 0 && out.wake_valid);
    corners.hit(kReenable, !was && in_.reservation_valid);
    corners.hit(kIgnored, in_.reservation_valid && !out.reservation_ready);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  SchedulerTraffic traffic_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

TEST(ReservationScheduler, LockstepDefault) { random_lockstep<SchedulerStimulus>({}, 3000000); }
TEST(ReservationScheduler, LockstepNodes93Cycles8) {
  random_lockstep<SchedulerStimulus>({93, 8}, 3000000);
}
TEST(ReservationScheduler, LockstepCycles20) {
  random_lockstep<SchedulerStimulus>({16, 20}, 2000000);
}
TEST(ReservationScheduler, SkippedDefault) {
  skipped_against_unskipped<SchedulerStimulus>({}, 500000, 50000);
}
TEST(ReservationScheduler, SkippedCycles8) {
  skipped_against_unskipped<SchedulerStimulus>({100, 8}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
