// SPDX-License-Identifier: Apache-2.0
// unthrottle_monitor: RTL against golden model beside an emulated table, skipped against unskipped.
#include "sim/units/cbcm/unthrottle_monitor.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class MonitorStimulus {
 public:
  using Unit = UnthrottleMonitor;
  static constexpr bool kHasTime = true;
  enum Corner {
    kTaken,
    kWaits,
    kWrap,
    kReenable,
    kTwoLeave,
    kRefreshWhileLeaving,
    kVanishes,
    kAtDeadline,
    kFull,
    kLease
  };

  MonitorStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {
    in_.now = p_.cycle_mask() - 3000 % p_.cycle_mask();
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    if (fresh && random_.chance(50)) reconfigure();
    // A lease may begin when an entry has gone through more epochs than it could count.
    if (quiet_ ? fresh : random_.chance(2)) in_.cfg_lease_epochs = lease();
    // What was taken with the last clock is no longer in the table.
    if (taken_ && random_.chance(98)) in_.entry_valid &= ~(uint64_t{1} << taken_entry_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.now = (in_.now + 1) & p_.cycle_mask();
    // While everything is reset the time may jump: often to shortly before the wrap-around.
    if (was && !in_.enable) in_.now = (p_.cycle_mask() - random_.below(400)) & p_.cycle_mask();
    const unsigned busy = phases_.intensity();
    in_.entry_refreshed = 0;
    if (random_.chance(quiet_ ? busy : 10 + busy / 2)) change_table();
    in_.generated_valid = random_.chance(busy);
    if (in_.generated_valid) {
      const unsigned entry = random_.below(p_.throttle_entries);
      in_.generated_destination = random_.chance(80) ? in_.entry_destination[entry] : pick();
      in_.generated_flits = random_.chance(2)    ? 65535
                            : random_.chance(50) ? random_.below(2 * in_.cfg_epoch_flits + 2)
                                                 : random_.below(3);
    }
    if (!quiet_ || random_.chance(busy)) {
      if (random_.chance(30)) in_.queue_full = random_.next() & random_.next() & all();
      if (random_.chance(30)) in_.queue_empty = random_.next() & all();
      in_.unthrottle_ready = random_.chance(60);
    }
    taken_ = out.unthrottle_valid && in_.unthrottle_ready && in_.enable;
    taken_entry_ = out.unthrottle_entry;
    note(out, was);
    return in_;
  }
  /// The monitor follows the table by one clock.
  static bool must_clock(const Unit::In& in, const Unit::Out& out) {
    return in.entry_valid != out.active;
  }

  Corners corners{{"unthrottle taken", "unthrottle waits",
                   "cycle counter wraps with active entries", "re-enabled with entries",
                   "entry leaves in the clock another is taken", "refresh of the entry that leaves",
                   "entry vanishes while announced", "generation in the deadline's cycle",
                   "full queue in the deadline's cycle",
                   "unthrottled although the queue was never low"}};

 private:
  uint64_t all() const { return low_mask(p_.throttle_entries); }
  uint32_t pick() { return (base_ + random_.below(p_.throttle_entries + 2)) % p_.nodes; }

  void change_table() {
    const unsigned e = random_.below(p_.throttle_entries);
    const uint64_t bit = uint64_t{1} << e;
    if ((in_.entry_valid & bit) == 0) {
      in_.entry_valid |= bit;
      in_.entry_destination[e] = pick();
      in_.entry_degree[e] = degree();
      in_.entry_refreshed |= bit;
    } else if (random_.chance(92)) {
      in_.entry_refreshed |= bit;
      if (random_.chance(40)) in_.entry_degree[e] = degree();
    } else {
      in_.entry_valid &= ~bit;
      in_.entry_destination[e] = in_.entry_degree[e] = 0;
    }
    if (random_.chance(10)) in_.entry_refreshed = in_.entry_valid & random_.next();
  }
  uint32_t degree() { return random_.chance(3) ? p_.nodes - 1 : random_.between(1, 4); }

  void reconfigure() {
    base_ = random_.below(p_.nodes);
    in_.cfg_epoch_flits = random_.chance(10) ? random_.below(2) : random_.between(2, 20);
    in_.cfg_drain_first = random_.chance(50);
    in_.cfg_lease_epochs = lease();
  }
  uint32_t lease() {
    return random_.chance(40) ? 0 : random_.chance(20) ? 15 : random_.between(1, 4);
  }

  void note(const Unit::Out& out, bool was) {
    if (!in_.enable) return;
    corners.hit(kTaken, taken_);
    corners.hit(kWaits, out.unthrottle_valid && !in_.unthrottle_ready);
    corners.hit(kWrap, in_.now == 0 && out.active != 0);
    corners.hit(kReenable, !was && in_.entry_valid != 0);
    const bool deadline = out.wake_valid && out.wake_at == in_.now;
    corners.hit(kTwoLeave, taken_ && deadline);
    const uint64_t shown = out.unthrottle_valid ? uint64_t{1} << out.unthrottle_entry : 0;
    corners.hit(kRefreshWhileLeaving, (in_.entry_refreshed & shown) != 0);
    corners.hit(kVanishes, shown != 0 && (in_.entry_valid & shown) == 0);
    corners.hit(kAtDeadline, deadline && in_.generated_valid);
    corners.hit(kFull, deadline && in_.queue_full != 0);
    corners.hit(kLease, taken_ && in_.cfg_lease_epochs > 0 && (in_.queue_full & shown) != 0);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint32_t base_ = 0;
  bool taken_ = false;
  unsigned taken_entry_ = 0;
};

TEST(UnthrottleMonitor, LockstepDefault) {
  random_lockstep<MonitorStimulus>({}, 3000000);
}
// Fewer nodes and entries than the Verilated 100 and 4.
TEST(UnthrottleMonitor, LockstepNodes90Entries3) {
  random_lockstep<MonitorStimulus>({90, 3, 16, 12}, 5000000);
}
TEST(UnthrottleMonitor, LockstepOneEntry) {
  random_lockstep<MonitorStimulus>({16, 1, 14, 12}, 3000000, 0);  // no second entry to meet
}
TEST(UnthrottleMonitor, SkippedDefault) {
  skipped_against_unskipped<MonitorStimulus>({}, 500000, 50000);
}
TEST(UnthrottleMonitor, SkippedNodes90Entries3) {
  skipped_against_unskipped<MonitorStimulus>({90, 3, 16, 12}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
