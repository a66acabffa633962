// SPDX-License-Identifier: Apache-2.0
// pace_counter: RTL against golden model at rates that change and stand.
#include "sim/units/cbcm/pace_counter.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class PaceStimulus {
 public:
  using Unit = PaceCounter;
  static constexpr bool kHasTime = false;
  enum Corner { kStands, kFull, kAbove, kWrap, kReenable, kSlow, kChanges };

  PaceStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {}

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    const uint32_t before = in_.cfg_rate;
    if (fresh || random_.below(1000) < phases_.intensity()) in_.cfg_rate = rate();
    if (in_.enable) {
      corners.hit(kStands, was && out.pace == pace_);
      corners.hit(kFull, in_.cfg_rate == Unit::kFullRate);
      corners.hit(kAbove, in_.cfg_rate > Unit::kFullRate);
      // A wider count does not get there: it would take 2^CycleBits ticks.
      corners.hit(kWrap, p_.cycle_bits > 16 || (pace_ == p_.cycle_mask() && out.pace == 0));
      corners.hit(kReenable, !was);
      corners.hit(kSlow, in_.cfg_rate < 256);
      corners.hit(kChanges, was && before != in_.cfg_rate);
    }
    pace_ = out.pace;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"a cycle without a tick", "full rate", "rate above 65536", "the count wraps",
                   "re-enabled", "slower than a tick in 256 cycles", "the rate changes"}};

 private:
  uint32_t rate() {
    const unsigned kind = random_.below(8);
    if (kind == 0) return Unit::kFullRate;
    if (kind == 1) return random_.between(Unit::kFullRate, 0x1FFFF);
    if (kind == 2) return 64881;  // 0.99
    if (kind == 3) return random_.between(1, 300);
    if (kind == 4) return random_.between(65000, 65535);
    if (kind == 5) return uint32_t{1} << random_.below(17);
    return random_.between(1, 65536);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  uint64_t pace_ = 0;
};

TEST(PaceCounter, LockstepDefault) {
  random_lockstep<PaceStimulus>({}, 3000000);
}
TEST(PaceCounter, LockstepCycles8) {
  random_lockstep<PaceStimulus>({8}, 3000000);
}
TEST(PaceCounter, LockstepCycles64) {
  random_lockstep<PaceStimulus>({64}, 2000000);
}

}  // namespace
}  // namespace chokepoint::test
