// SPDX-License-Identifier: Apache-2.0
// token_throttler: RTL against golden model under random traffic, skipped against unskipped.
#include "sim/units/cbcm/token_throttler.h"

#include <algorithm>

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class ThrottlerStimulus {
 public:
  using Unit = TokenThrottler;
  static constexpr bool kHasTime = true;
  enum Corner {
    kFull,
    kSaturated,
    kTogether,
    kWrap,
    kReenable,
    kStale,
    kReset,
    kRefusalWaits,
    kDegreeZero,
    kEpochEnds,
    kTwoEnd,
    kArrivesAtCap,
    kStands,
    kNewDegreeWhenDue,
    kDisabled
  };

  ThrottlerStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {
    in_.now = p_.cycle_mask() - 500 % p_.cycle_mask();
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    if (fresh && random_.chance(50)) reconfigure();
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (random_.below(65536) < pace_) in_.now = (in_.now + 1) & p_.cycle_mask();
    // While everything is reset the time may jump: often to shortly before the wrap-around.
    if (was && !in_.enable) in_.now = (p_.cycle_mask() - random_.below(400)) & p_.cycle_mask();
    const unsigned busy = phases_.intensity();
    in_.throttle_valid = out.throttle_ready && random_.chance(busy);
    if (in_.throttle_valid) {
      in_.throttle_source = pick();
      // At times the most that there are bits for, or about as many as one or two wake windows
      // have ticks.
      const auto most = static_cast<uint32_t>(low_mask(p_.degree_bits()));
      in_.throttle_degree = random_.chance(5)   ? p_.nodes - 1
                            : random_.chance(5) ? random_.between(14, 18)
                            : random_.chance(5) ? std::min(most, random_.between(30, 34))
                            : random_.chance(3) ? most
                                                : random_.below(6);
    }
    in_.inject_entry = 0;
    if (random_.chance(busy)) {
      const unsigned entry = random_.below(p_.throttle_entries);
      const bool listed = (out.entry_valid >> entry) & 1;
      // At times an entry that is free: an error.
      if (listed || random_.below(200) == 0) in_.inject_entry = uint64_t{1} << entry;
      if (listed && in_.throttle_valid && random_.chance(20))
        in_.throttle_source = out.entry_destination[entry];
      // Rarely more than the entry has: the count stops at 0.
      in_.inject_flits = random_.chance(3)
                             ? random_.below(1024)
                             : random_.between(0, 1 + (listed ? out.entry_tokens[entry] & 511 : 4));
    }
    in_.release_entry = 0;
    if (random_.chance(busy * release_percent_ / 100)) {
      const unsigned entry = random_.below(p_.throttle_entries);  // at times a free one
      in_.release_entry = uint64_t{1} << entry;
      if (in_.throttle_valid && random_.chance(20))
        in_.throttle_source = out.entry_destination[entry];
    }
    if (fresh || !quiet_) in_.refused_ready = random_.chance(quiet_ ? 80 : 50);
    note(out, was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"table full", "token saturation", "throttle and injection of one destination",
                   "cycle counter wraps with entries", "re-enabled with activity",
                   "throttle and release of one destination", "throttle resets tokens",
                   "refusal waits", "degree 0", "an epoch ends", "two epochs end in one clock",
                   "the cap keeps a token out", "the pace stands still with entries",
                   "a throttle message with the token, which stays", "disabled with entries"}};

 private:
  uint32_t pick() { return (base_ + random_.below(p_.throttle_entries + 2)) % p_.nodes; }

  void reconfigure() {
    base_ = random_.below(p_.nodes);
    release_percent_ = random_.chance(50) ? 100 : 25;
    in_.cfg_token_reset_always = random_.chance(60);
    pace_ = random_.chance(40) ? 65536 : random_.chance(50) ? 64881 : random_.between(1000, 65536);
    const uint32_t cap = static_cast<uint32_t>(low_mask(p_.token_bits));
    in_.cfg_epoch_flits = random_.chance(70) ? random_.below(4) : random_.below(65536);
    in_.cfg_token_cap = random_.chance(20) ? cap : random_.between(0, random_.chance(50) ? 4 : 40);
  }

  void note(const Unit::Out& out, bool was) {
    corners.hit(kDisabled, !in_.enable && out.entry_valid != 0);
    if (!in_.enable) return;
    const uint64_t all = low_mask(p_.throttle_entries);
    corners.hit(kFull, out.refused_valid);
    corners.hit(kRefusalWaits, out.refused_valid && !in_.refused_ready);
    corners.hit(kReenable, !was && (in_.throttle_valid || in_.inject_entry != 0));
    corners.hit(kWrap, in_.now == 0 && (out.entry_valid & all) != 0);
    corners.hit(kTogether, in_.throttle_valid && in_.inject_entry != 0 &&
                               in_.inject_entry == bit_of_entry(out, in_.throttle_source));
    corners.hit(kStale, in_.throttle_valid && in_.release_entry != 0 &&
                            in_.release_entry == bit_of_entry(out, in_.throttle_source));
    corners.hit(kDegreeZero, in_.throttle_valid && in_.throttle_degree == 0);
    corners.hit(kEpochEnds, out.entry_epoch_over != 0);
    // With one entry there is no second to meet.
    corners.hit(kTwoEnd,
                all == 1 || (out.entry_epoch_over & (out.entry_epoch_over - 1)) != 0);
    corners.hit(kStands, in_.now == last_now_ && out.entry_valid != 0);
    for (unsigned e = 0; e < p_.throttle_entries; ++e) {
      const bool at_cap = out.entry_tokens[e] == in_.cfg_token_cap && in_.cfg_token_cap > 0;
      if ((out.entry_epoch_over >> e) & 1) {
        corners.hit(kArrivesAtCap, at_cap && ((at_cap_ >> e) & 1));
        corners.hit(kNewDegreeWhenDue, (out.entry_refreshed >> e) & 1);
      }
      at_cap_ = (at_cap_ & ~(uint64_t{1} << e)) | (uint64_t{at_cap} << e);
      if (!((out.entry_valid >> e) & 1)) continue;
      corners.hit(kSaturated, out.entry_tokens[e] >= in_.cfg_token_cap && in_.cfg_token_cap > 0);
      corners.hit(kReset, in_.throttle_valid && in_.cfg_token_reset_always &&
                              out.entry_destination[e] == in_.throttle_source &&
                              out.entry_tokens[e] > 0);
    }
    last_now_ = in_.now;
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint32_t base_ = 0;
  unsigned release_percent_ = 100;
  uint32_t pace_ = 65536;  // chance of a tick in a cycle, of 65536
  uint64_t at_cap_ = 0, last_now_ = 0;
};

TEST(TokenThrottler, LockstepDefault) {
  random_lockstep<ThrottlerStimulus>({}, 3000000);
}
// 11 nodes fewer than the Verilated 100.
TEST(TokenThrottler, LockstepNodes89Entries4) {
  random_lockstep<ThrottlerStimulus>({89, 4, 6, 12}, 4000000);
}
TEST(TokenThrottler, LockstepOneEntry) {
  random_lockstep<ThrottlerStimulus>({16, 1, 8, 8}, 3000000);
}
// A degree has as many bits as the pace: a deadline may lie a whole turn of the counter ahead.
TEST(TokenThrottler, LockstepNodes200CycleBits8) {
  random_lockstep<ThrottlerStimulus>({200, 8, 16, 8}, 3000000);
}
TEST(TokenThrottler, SkippedDefault) {
  skipped_against_unskipped<ThrottlerStimulus>({}, 500000, 50000);
}
TEST(TokenThrottler, SkippedNodes89Entries4) {
  skipped_against_unskipped<ThrottlerStimulus>({89, 4, 6, 12}, 500000, 50000);
}
TEST(TokenThrottler, SkippedNodes200CycleBits8) {
  skipped_against_unskipped<ThrottlerStimulus>({200, 8, 16, 8}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
