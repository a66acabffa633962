// SPDX-License-Identifier: Apache-2.0
// early_throttler: RTL against golden model under random picks, skipped against unskipped.
#include "sim/units/cbcm/early_throttler.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class EarlyStimulus {
 public:
  using Unit = EarlyThrottler;
  static constexpr bool kHasTime = false;
  enum Corner {
    kFull,
    kDeclared,
    kListFull,
    kSilencedWatching,
    kSilencedTelling,
    kMessageWaits,
    kNewRound,
    kExpired,
    kUnsteady,
    kReenable
  };

  EarlyStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    if (fresh && random_.chance(50)) reconfigure();
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.pick_valid = 0;
    const unsigned busy = phases_.intensity();
    for (unsigned i = 0; i < p_.radix; ++i) {
      if (!random_.chance(busy)) continue;
      in_.pick_valid |= uint64_t{1} << i;
      const bool hot = random_.chance(hot_percent_);
      // With several hot destinations as many entries tell at a time.
      in_.pick_destination[i] =
          (base_ + (hot ? i % hot_nodes_ : random_.below(p_.entries + 3))) % p_.nodes;
      in_.pick_source[i] = (first_source_ + random_.below(spread_)) % p_.nodes;
    }
    if (random_.chance(2)) first_source_ = random_.below(p_.nodes);  // latecomers
    if (!quiet_ && random_.chance(3)) in_.cfg_round_cycles = random_.below(11);  // during a round
    in_.announced_valid = random_.chance(busy * announced_percent_ / 100);
    if (in_.announced_valid) {
      const unsigned entry = random_.below(p_.entries);
      const bool known = ((out.entry_valid >> entry) & 1) && random_.chance(known_percent_);
      in_.announced_hotspot = known ? out.entry_hotspot[entry] : random_.below(p_.nodes);
    }
    if (fresh || !quiet_) in_.message_ready = random_.chance(quiet_ ? 80 : ready_percent_);
    note(out, was);
    last_ = out;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"table full", "declared", "list full", "watching entry silenced",
                   "telling entry silenced", "message waits", "a new round", "a hot entry ends",
                   "an unsteady window", "re-enabled with activity"}};

 private:
  void reconfigure() {
    base_ = random_.below(p_.nodes);
    first_source_ = random_.below(p_.nodes);
    spread_ = random_.chance(50) ? random_.between(1, 3) : random_.between(1, p_.sources + 4);
    hot_nodes_ = random_.chance(50) ? 1 : random_.between(2, 3);
    hot_percent_ = random_.chance(60) ? random_.between(60, 100) : random_.below(60);
    announced_percent_ = quiet_ ? (random_.chance(20) ? 5 : 0) : random_.between(20, 90);
    known_percent_ = random_.chance(30) ? 80 : random_.chance(50) ? 2 : 0;
    ready_percent_ = random_.chance(50) ? 90 : 30;
    in_.cfg_windows = random_.chance(70) ? random_.between(1, 2) : random_.between(1, 4);
    in_.cfg_hold_cycles = random_.chance(70) ? random_.between(1, 200) : random_.between(1, 2000);
    in_.cfg_round_cycles = random_.between(0, random_.chance(70) ? 10 : 300);
  }

  void note(const Unit::Out& out, bool was) {
    if (!in_.enable) return;
    corners.hit(kFull, out.entry_valid == low_mask(p_.entries));
    corners.hit(kReenable, !was && in_.pick_valid != 0);
    corners.hit(kMessageWaits, out.message_valid && !in_.message_ready);
    for (unsigned e = 0; e < p_.entries; ++e) {
      const auto bit = [e](uint64_t word) { return ((word >> e) & 1) != 0; };
      const bool valid = bit(out.entry_valid), hot = bit(out.entry_hot);
      const bool named =
          in_.announced_valid && valid && out.entry_hotspot[e] == in_.announced_hotspot;
      corners.hit(kListFull, out.entry_degree[e] == p_.sources);
      corners.hit(kSilencedWatching, named && !hot);
      corners.hit(kSilencedTelling, named && hot && !bit(out.entry_silent) && out.message_valid &&
                                        out.message_hotspot == out.entry_hotspot[e]);
      corners.hit(kDeclared, hot && !bit(last_.entry_hot) && !bit(out.entry_silent));
      if (!hot) told_[e] = 0;
      if (out.message_valid && hot && out.message_hotspot == out.entry_hotspot[e]) {
        corners.hit(kNewRound, told_[e] != 0 && out.message_degree > told_[e]);
        told_[e] = out.message_degree;
      }
      if (!was || valid || !bit(last_.entry_valid)) continue;
      corners.hit(bit(last_.entry_hot) ? kExpired : kUnsteady);
    }
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  Unit::Out last_;
  uint32_t base_ = 0, first_source_ = 0, spread_ = 1, hot_nodes_ = 1;
  unsigned hot_percent_ = 0, announced_percent_ = 0, known_percent_ = 0, ready_percent_ = 50;
  Lanes told_{};  ///< degree of the entry's last message
};

TEST(EarlyThrottler, LockstepDefault) {
  EarlyThrottler::Params p;
  p.nodes = 64;
  random_lockstep<EarlyStimulus>(p, 2000000);
}
// Fewer nodes and inputs than the Verilated 100 and 7.
TEST(EarlyThrottler, LockstepNodes89Radix6) {
  random_lockstep<EarlyStimulus>({89, 6, 3, 5, 20, 5}, 2000000);
}
TEST(EarlyThrottler, LockstepOneEntry) {
  random_lockstep<EarlyStimulus>({16, 4, 1, 3, 10, 2}, 2000000);
}
TEST(EarlyThrottler, SkippedNodes89Radix6) {
  skipped_against_unskipped<EarlyStimulus>({89, 6, 3, 5, 20, 5}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
