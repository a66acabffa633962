// SPDX-License-Identifier: Apache-2.0
// unthrottle_monitor: RTL against golden model beside an emulated table, skipped against unskipped.
#include "sim/units/cbcm/unthrottle_monitor.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class MonitorStimulus {
 public:
  using Unit = UnthrottleMonitor;
  static constexpr bool kHasTime = false;
  enum Corner {
    kTaken,
    kWaits,
    kReenable,
    kTwoLeave,
    kRefreshWhileLeaving,
    kVanishes,
    kGeneratedAtEnd,
    kFullAtEnd,
    kLease,
    kBusy,
    kExact,
    kAllActive,
    kRefreshed,
    kFullThenEmpty,
    kDisabled,
    kEndsAtFirst,
    kNextWaits
  };

  MonitorStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {
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
    const unsigned busy = phases_.intensity();
    in_.entry_refreshed = 0;
    if (random_.chance(quiet_ ? busy : 10 + busy / 2)) change_table();
    in_.entry_epoch_over = epoch_ends(busy);
    in_.generated_valid = random_.chance(busy);
    if (in_.generated_valid) {
      const unsigned entry = random_.below(p_.throttle_entries);
      in_.generated_destination = random_.chance(80) ? in_.entry_destination[entry] : pick();
      in_.generated_flits = flits(entry);
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

  Corners corners{{"unthrottle taken", "unthrottle waits", "re-enabled with entries",
                   "epoch ends in the clock in which another entry is taken",
                   "refresh of the entry that leaves", "entry vanishes while announced",
                   "generation in the clock that ends an epoch",
                   "full queue in the clock that ends an epoch",
                   "unthrottled although the queue was never low", "epoch ends and the source stays",
                   "an epoch with exactly its flits", "every entry measured",
                   "measured entry refreshed", "a full queue has drained", "disabled while measuring",
                   "an epoch ends in the clock that begins the measurement",
                   "another entry is announced with the next clock"}};

 private:
  /// What an entry's epoch still lacks, by the inputs alone; those that leave go on here.
  struct Epoch {
    uint32_t flits = 0, asked = 0;
  };

  uint64_t all() const { return low_mask(p_.throttle_entries); }
  uint32_t pick() { return (base_ + random_.below(p_.throttle_entries + 2)) % p_.nodes; }

  /// That destination or the next one that no entry has: the throttler's table has each once.
  uint32_t unused(uint32_t destination) const {
    for (unsigned e = 0; e < p_.throttle_entries; ++e)
      if (((in_.entry_valid >> e) & 1) != 0 && in_.entry_destination[e] == destination)
        return unused((destination + 1) % p_.nodes);
    return destination;
  }

  void change_table() {
    const unsigned e = random_.below(p_.throttle_entries);
    const uint64_t bit = uint64_t{1} << e;
    if ((in_.entry_valid & bit) == 0) {
      in_.entry_destination[e] = unused(pick());
      in_.entry_valid |= bit;
      in_.entry_refreshed |= bit;
    } else if (random_.chance(92)) {
      in_.entry_refreshed |= bit;
    } else {
      in_.entry_valid &= ~bit;
      in_.entry_destination[e] = 0;
    }
    if (random_.chance(10)) in_.entry_refreshed = in_.entry_valid & random_.next();
  }
  /// The ends of one entry's epoch, of some, or of all.
  uint64_t epoch_ends(unsigned busy) {
    if (!random_.chance(quiet_ ? busy : 10 + busy) || random_.chance(50)) return 0;
    const unsigned kind = random_.below(4);
    if (kind == 0) return in_.entry_valid;
    if (kind == 1) return in_.entry_valid & random_.next();
    return in_.entry_valid & (uint64_t{1} << random_.below(p_.throttle_entries));
  }
  uint32_t flits(unsigned entry) {
    if (random_.chance(2)) return random_.chance(50) ? 65535 : random_.next() & 0xFFFF;
    const Epoch& epoch = epochs_[entry];
    // Often exactly what is missing, or one flit less.
    if (random_.chance(20) && epoch.asked > epoch.flits)
      return epoch.asked - epoch.flits - random_.below(2);
    return random_.chance(50) ? random_.below(2 * in_.cfg_epoch_flits + 2) & 0xFFFF : random_.below(3);
  }

  void reconfigure() {
    base_ = random_.below(p_.nodes);
    in_.cfg_epoch_flits = random_.chance(10)  ? random_.below(2)
                          : random_.chance(4) ? random_.next() & 0xFFFF
                                              : random_.between(2, 20);
    in_.cfg_drain_first = random_.chance(50);
    in_.cfg_lease_epochs = lease();
  }
  uint32_t lease() {
    return random_.chance(40) ? 0 : random_.chance(20) ? 15 : random_.between(1, 4);
  }

  /// Entries whose epoch ends with this clock; `busy` those that have generated their share in it.
  uint64_t ending(const Unit::Out& out, uint64_t& busy, uint64_t& exact) {
    uint64_t ends = 0;
    for (unsigned e = 0; e < p_.throttle_entries; ++e) {
      const uint64_t bit = uint64_t{1} << e;
      Epoch& epoch = epochs_[e];
      const bool measured = in_.enable && (in_.entry_valid & out.active & bit) != 0;
      if (measured) {
        if (in_.generated_valid && in_.generated_destination == in_.entry_destination[e])
          epoch.flits += in_.generated_flits;
        if ((in_.entry_epoch_over & bit) == 0) continue;
        ends |= bit;
        if (epoch.flits >= epoch.asked) busy |= bit;
        if (epoch.flits == epoch.asked && epoch.asked > 0) exact |= bit;
      }
      epoch = {0, in_.cfg_epoch_flits};
    }
    return ends;
  }

  void note(const Unit::Out& out, bool was) {
    uint64_t busy = 0, exact = 0;
    const uint64_t ends = ending(out, busy, exact);
    corners.hit(kDisabled, !in_.enable && out.active != 0);
    if (!in_.enable) return;
    const uint64_t shown = out.unthrottle_valid ? uint64_t{1} << out.unthrottle_entry : 0;
    corners.hit(kTaken, taken_);
    corners.hit(kWaits, out.unthrottle_valid && !in_.unthrottle_ready);
    corners.hit(kReenable, !was && in_.entry_valid != 0);
    corners.hit(kTwoLeave, taken_ && (ends & ~shown) != 0);
    corners.hit(kRefreshWhileLeaving, (in_.entry_refreshed & shown) != 0);
    corners.hit(kVanishes, shown != 0 && (in_.entry_valid & shown) == 0);
    corners.hit(kGeneratedAtEnd, ends != 0 && in_.generated_valid);
    corners.hit(kFullAtEnd, (ends & in_.queue_full) != 0);
    corners.hit(kLease, taken_ && in_.cfg_lease_epochs > 0 && (in_.queue_full & shown) != 0);
    corners.hit(kBusy, in_.cfg_lease_epochs == 0 && busy != 0);
    corners.hit(kExact, exact != 0);
    corners.hit(kAllActive, out.active == all());
    corners.hit(kRefreshed, (in_.entry_refreshed & out.active) != 0);
    corners.hit(kFullThenEmpty, (full_ & in_.queue_empty & ~in_.queue_full & out.active) != 0);
    corners.hit(kEndsAtFirst, (in_.entry_epoch_over & in_.entry_valid & ~out.active) != 0);
    corners.hit(kNextWaits, p_.throttle_entries == 1 || (was_taken_ && out.unthrottle_valid));
    was_taken_ = taken_;
    full_ = in_.queue_full;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  std::array<Epoch, kMaxLanes> epochs_{};
  uint32_t base_ = 0;
  uint64_t full_ = 0;
  bool taken_ = false, was_taken_ = false;
  unsigned taken_entry_ = 0;
};

TEST(UnthrottleMonitor, LockstepDefault) {
  random_lockstep<MonitorStimulus>({}, 3000000);
}
// Fewer nodes and entries than the Verilated 100 and 4.
TEST(UnthrottleMonitor, LockstepNodes90Entries3) {
  random_lockstep<MonitorStimulus>({90, 3}, 5000000);
}
TEST(UnthrottleMonitor, LockstepOneEntry) {
  random_lockstep<MonitorStimulus>({16, 1}, 3000000, 0);  // no second entry to meet
}
TEST(UnthrottleMonitor, SkippedDefault) {
  skipped_against_unskipped<MonitorStimulus>({}, 500000, 50000);
}
TEST(UnthrottleMonitor, SkippedNodes90Entries3) {
  skipped_against_unskipped<MonitorStimulus>({90, 3}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
