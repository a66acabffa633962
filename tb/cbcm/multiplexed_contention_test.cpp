// SPDX-License-Identifier: Apache-2.0
// multiplexed_contention: RTL against golden model under random picks, skipped against unskipped.
#include "sim/units/cbcm/multiplexed_contention.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

/// Picks stand for some cycles; a hot output is picked by many, now and then by every other port.
class PickStimulus {
 public:
  using Unit = MultiplexedContention;
  static constexpr bool kHasTime = false;
  enum Corner { kAll, kNone, kRises, kFalls, kReenable, kWakes };

  PickStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {}

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable, idle = in_.pick_valid == 0;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) hot_ = random_.below(p_.radix);
    if (fresh) hold_percent_ = random_.chance(50) ? 95 : 40;
    if (fresh || phases_.intensity() == 0 || !random_.chance(hold_percent_)) change_picks();
    corners.hit(kAll, picks_of_hot_ == p_.radix - 1);
    corners.hit(kNone, in_.enable && in_.pick_valid == 0);
    corners.hit(kRises, (out.congested & ~congested_) != 0);
    corners.hit(kFalls, in_.enable && was && (congested_ & ~out.congested) != 0);
    corners.hit(kReenable, in_.enable && !was && in_.pick_valid != 0);
    corners.hit(kWakes, out.quiescent && idle && in_.pick_valid != 0);
    congested_ = out.congested;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"every other port picks one output", "no pick", "an output becomes congested",
                   "it is congested no more", "re-enabled with picks",
                   "picks for a sleeping unit"}};

 private:
  void change_picks() {
    const unsigned busy = phases_.intensity();
    const unsigned hot_percent = random_.chance(30) ? 100 : random_.below(100);
    picks_of_hot_ = 0;
    in_.pick_valid = 0;
    for (unsigned i = 0; i < p_.radix; ++i) {
      in_.pick_output[i] = random_.below(p_.radix);  // of no meaning without a pick
      if (!random_.chance(busy)) continue;
      const unsigned output = random_.chance(hot_percent) ? hot_ : random_.below(p_.radix);
      if (output == i) continue;  // never its own output
      in_.pick_valid |= uint64_t{1} << i;
      in_.pick_output[i] = output;
      picks_of_hot_ += output == hot_;
    }
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  unsigned hot_ = 0, picks_of_hot_ = 0, hold_percent_ = 50;
  Unit::In in_;
  uint64_t congested_ = 0;
};

TEST(MultiplexedContention, LockstepRadix8) {
  random_lockstep<PickStimulus>({8, 12, 6, 8}, 3000000);
}
TEST(MultiplexedContention, LockstepRadix4) { random_lockstep<PickStimulus>({4, 4, 2, 8}, 2000000); }
// Ports and outputs of the Verilated radix 22 left unused. 30 samples: a pointer that moved on in every
// turn but one, by 15 a round, would not meet them all.
TEST(MultiplexedContention, LockstepRadix17Interval16) {
  random_lockstep<PickStimulus>({17, 30, 6, 16}, 1500000);
}
TEST(MultiplexedContention, LockstepRadix64) {
  random_lockstep<PickStimulus>({64, 12, 6, 8}, 300000, 20);
}
TEST(MultiplexedContention, SkippedRadix8) {
  skipped_against_unskipped<PickStimulus>({8, 12, 6, 8}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
