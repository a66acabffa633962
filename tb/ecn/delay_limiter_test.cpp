// SPDX-License-Identifier: Apache-2.0
// delay_limiter: RTL against golden model under random notifications and packets, skipped against
// unskipped.
#include "sim/units/ecn/delay_limiter.h"

#include "tb/common/random_lockstep.h"
#include "tb/ecn/sent_entry.h"

namespace chokepoint::test {
namespace {

class DelayLimiterStimulus {
 public:
  using Unit = DelayLimiter;
  static constexpr bool kHasTime = true;
  enum Corner { kOverflow, kMaximum, kTogether, kBlockedAnew, kFreed, kDecayBesideNotification,
                kWrap, kReenable };

  DelayLimiterStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {
    in_.now = p_.cycle_mask() - 500 % p_.cycle_mask();
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    if (fresh && random_.chance(50)) reconfigure();
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.now = (in_.now + 1) & p_.cycle_mask();
    if (was && !in_.enable) in_.now = (p_.cycle_mask() - random_.below(400)) & p_.cycle_mask();
    const unsigned busy = phases_.intensity();
    in_.notification_valid = random_.chance(busy * notified_percent_ / 100);
    if (in_.notification_valid) in_.notification_source = pick();
    in_.sent_entry = 0;
    if (random_.chance(busy)) {
      in_.sent_entry = in_.notification_valid && random_.chance(20)
                           ? entry_for(out, in_.notification_source)
                           : uint64_t{1} << random_.below(p_.delay_entries);
      in_.sent_flits = random_.chance(p_.cycle_bits >= 12 ? 95 : 100)
                           ? random_.between(1, p_.cycle_bits >= 12 ? 24 : 8)
                           : random_.between(1, 1023);
    }
    note(out, was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"table full", "delay at the maximum",
                   "notification and packet of one destination",
                   "packet of a blocked destination", "entry freed",
                   "notification at the end of a timer", "cycle counter wraps with entries",
                   "re-enabled with activity"}};

 private:
  uint32_t pick() { return (base_ + random_.below(p_.delay_entries + 2)) % p_.nodes; }
  void reconfigure() {
    // Deadlines stay below half the counter's range.
    const uint32_t most = p_.cycle_bits <= 8 ? 40 : static_cast<uint32_t>(low_mask(p_.delay_bits));
    base_ = random_.below(p_.nodes);
    notified_percent_ = random_.chance(50) ? 100 : 20;
    in_.cfg_maximum = random_.chance(50) ? random_.between(1, 30) : random_.between(1, most);
    in_.cfg_increment = random_.between(1, random_.chance(50) ? 10 : most);
    in_.cfg_decrement = random_.between(1, random_.chance(50) ? 6 : most);
    in_.cfg_timer = random_.between(1, p_.cycle_bits <= 8 ? 60 : random_.chance(60) ? 20 : 500);
    in_.cfg_free_running = random_.chance(50);
  }
  void note(const Unit::Out& out, bool was) {
    if (in_.enable) {
      // Where there are as many entries as nodes, nothing overflows.
      corners.hit(kOverflow, out.overflow || (p_.nodes <= p_.delay_entries &&
                                              out.entry_valid == low_mask(p_.delay_entries)));
      corners.hit(kReenable, !was && in_.notification_valid);
      corners.hit(kWrap, in_.now == 0 && out.entry_valid != 0);
      corners.hit(kFreed, was && (last_valid_ & ~out.entry_valid) != 0);
      for_each_bit(out.entry_valid, [&](unsigned e) {
        const bool notified =
            in_.notification_valid && in_.notification_source == out.entry_destination[e];
        const bool sent = ((in_.sent_entry >> e) & 1) != 0;
        corners.hit(kMaximum, out.entry_delay[e] == in_.cfg_maximum);
        corners.hit(kTogether, notified && sent);
        corners.hit(kBlockedAnew, sent && ((out.entry_blocked >> e) & 1) != 0);
        corners.hit(kDecayBesideNotification, notified && out.wake_at == in_.now);
      });
    }
    last_valid_ = out.entry_valid;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint32_t base_ = 0;
  unsigned notified_percent_ = 100;
  uint64_t last_valid_ = 0;
};

TEST(DelayLimiter, LockstepDefault) { random_lockstep<DelayLimiterStimulus>({}, 1500000); }
// 9 nodes and two bits of delay less than Verilated.
TEST(DelayLimiter, LockstepNodes91Entries4) {
  random_lockstep<DelayLimiterStimulus>({91, 4, 6, 12}, 2000000);
}
TEST(DelayLimiter, LockstepEntries4) { random_lockstep<DelayLimiterStimulus>({100, 4, 8, 12}, 1000000); }
TEST(DelayLimiter, LockstepOneEntry) { random_lockstep<DelayLimiterStimulus>({16, 1, 6, 8}, 2000000); }
TEST(DelayLimiter, SkippedDefault) {
  skipped_against_unskipped<DelayLimiterStimulus>({}, 500000, 50000);
}
TEST(DelayLimiter, SkippedNodes91Entries4) {
  skipped_against_unskipped<DelayLimiterStimulus>({91, 4, 6, 12}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
