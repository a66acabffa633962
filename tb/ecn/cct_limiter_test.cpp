// SPDX-License-Identifier: Apache-2.0
// cct_limiter: RTL against golden model under random notifications and packets, skipped against
// unskipped.
#include "sim/units/ecn/cct_limiter.h"

#include "tb/common/random_lockstep.h"
#include "tb/ecn/sent_entry.h"
#include "tb/ecn/table_traffic.h"

namespace chokepoint::test {
namespace {

class CctLimiterStimulus {
 public:
  using Unit = CctLimiter;
  static constexpr bool kHasTime = true;
  enum Corner { kOverflow, kLimit, kTrigger, kTogether, kBlockedAnew, kFreed,
                kDecayBesideNotification, kWriteBesideRead, kCutShort, kWrap, kReenable };

  CctLimiterStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), table_(p.table_entries, p.cycle_bits) {
    in_.now = p_.cycle_mask() - 500 % p_.cycle_mask();
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!quiet_ && out.triggered && random_.chance(10)) in_.enable = false;
    // A raised minimum frees entries without an event; so a sleeper sees it only while disabled.
    if (quiet_ ? was && !in_.enable : fresh && random_.chance(50)) reconfigure();
    in_.now = (in_.now + 1) & p_.cycle_mask();
    if (was && !in_.enable) in_.now = (p_.cycle_mask() - random_.below(400)) & p_.cycle_mask();
    if (!table_.next(random_, phases_.intensity(), in_)) return in_;
    const unsigned busy = phases_.intensity();
    in_.notification_valid = random_.chance(busy * notified_percent_ / 100);
    if (in_.notification_valid) in_.notification_source = pick();
    in_.sent_entry = 0;
    if (random_.chance(busy)) {
      in_.sent_entry = in_.notification_valid && random_.chance(20)
                           ? entry_for(out, in_.notification_source)
                           : uint64_t{1} << random_.below(p_.delay_entries);
      in_.sent_flits = table_.flits(random_);
    }
    note(out, was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"table full", "index at the limit", "trigger",
                   "notification and packet of one destination", "packet of a blocked destination",
                   "entry freed", "notification at the end of a timer",
                   "word written beside its reading", "packet before the last one's delay is known",
                   "cycle counter wraps with entries",
                   "re-enabled with activity"}};

 private:
  uint32_t pick() { return (base_ + random_.below(p_.delay_entries + 2)) % p_.nodes; }
  void reconfigure() {
    const uint32_t last = p_.table_entries - 1;
    base_ = random_.below(p_.nodes);
    notified_percent_ = random_.chance(50) ? 100 : 30;
    in_.cfg_limit = random_.chance(30) ? last : random_.between(2, last);
    in_.cfg_minimum = random_.chance(20) ? 0 : random_.below(in_.cfg_limit < 4 ? in_.cfg_limit : 4);
    in_.cfg_increase = random_.chance(70) ? random_.between(1, 3) : random_.between(1, last);
    in_.cfg_trigger = random_.chance(50) ? in_.cfg_limit : random_.between(1, last);
    in_.cfg_timer = random_.between(1, p_.cycle_bits <= 8 ? 60 : random_.chance(60) ? 20 : 500);
  }
  void note(const Unit::Out& out, bool was) {
    if (in_.enable) {
      // Where there are as many entries as nodes, nothing overflows.
      corners.hit(kOverflow, out.overflow || (p_.nodes <= p_.delay_entries &&
                                              out.entry_valid == low_mask(p_.delay_entries)));
      corners.hit(kTrigger, out.triggered);
      corners.hit(kReenable, !was && in_.notification_valid);
      corners.hit(kWrap, in_.now == 0 && out.entry_valid != 0);
      corners.hit(kFreed, was && (last_valid_ & ~out.entry_valid) != 0);
      for_each_bit(out.entry_valid, [&](unsigned e) {
        const bool notified =
            in_.notification_valid && in_.notification_source == out.entry_destination[e];
        const bool sent = ((in_.sent_entry >> e) & 1) != 0;
        corners.hit(kLimit, out.entry_index[e] == in_.cfg_limit);
        corners.hit(kTogether, notified && sent);
        corners.hit(kBlockedAnew, sent && ((out.entry_blocked >> e) & 1) != 0);
        corners.hit(kDecayBesideNotification, notified && out.wake_at == in_.now);
        corners.hit(kWriteBesideRead,
                    sent && in_.table_valid && in_.table_index == out.entry_index[e]);
      });
    }
    // A packet that counts: to an entry that is not blocked.
    const bool free = in_.enable && (in_.sent_entry & out.entry_valid & ~out.entry_blocked) != 0;
    // One entry alone sends nothing meanwhile: it is blocked.
    corners.hit(kCutShort, free && (p_.delay_entries == 1 || last_sent_flits_ > 1));
    last_sent_flits_ = free ? in_.sent_flits : 0;
    last_valid_ = out.entry_valid;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  TableTraffic table_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint32_t base_ = 0;
  unsigned notified_percent_ = 100;
  uint64_t last_valid_ = 0;
  uint32_t last_sent_flits_ = 0;
};

TEST(CctLimiter, LockstepDefault) { random_lockstep<CctLimiterStimulus>({}, 1000000); }
// 9 nodes and half the table less than Verilated.
TEST(CctLimiter, LockstepNodes91Entries4) {
  random_lockstep<CctLimiterStimulus>({91, 4, 8, 12}, 2000000);
}
TEST(CctLimiter, LockstepEntries4) { random_lockstep<CctLimiterStimulus>({100, 4, 16, 12}, 1000000); }
TEST(CctLimiter, LockstepOneEntry) { random_lockstep<CctLimiterStimulus>({16, 1, 8, 8}, 2000000); }
TEST(CctLimiter, SkippedDefault) {
  skipped_against_unskipped<CctLimiterStimulus>({}, 500000, 50000);
}
TEST(CctLimiter, SkippedNodes91Entries4) {
  skipped_against_unskipped<CctLimiterStimulus>({91, 4, 8, 12}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
