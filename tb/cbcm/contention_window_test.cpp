// SPDX-License-Identifier: Apache-2.0
// contention_window: RTL against golden model with degrees near the threshold, skipped against
// unskipped.
#include "sim/units/cbcm/contention_window.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class WindowStimulus {
 public:
  using Unit = ContentionWindow;
  static constexpr bool kHasTime = false;
  enum Corner { kNotFull, kRises, kFalls, kDrains, kReenable, kLargest };

  WindowStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {}

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) choose();
    // A steady load may pause until all outputs have left the window at once.
    if (gap_ == 0 && steady_ && random_.below(4 * p_.num_samples) == 0) gap_ = p_.num_samples + 5;
    const bool anew = fresh || gap_ == 1;
    gap_ -= gap_ > 0;
    if (phases_.intensity() == 0 || gap_ > 0) {
      in_.degree.clear_all();
    } else if (!steady_ || anew) {
      const unsigned changes = anew ? p_.radix : random_.below(3);
      for (unsigned k = 0; k < changes; ++k)
        in_.degree.set_value(anew ? k : random_.below(p_.radix), degree());
      if (random_.chance(1)) in_.degree.clear_all();
    }
    clocks_ = in_.enable ? clocks_ + 1 : 0;
    corners.hit(kNotFull, clocks_ > 0 && clocks_ < p_.num_samples && out.congested != 0);
    corners.hit(kRises, (out.congested & ~last_.congested) != 0);
    corners.hit(kFalls, (last_.congested & ~out.congested) != 0);
    corners.hit(kDrains, out.quiescent && !last_.quiescent && in_.enable && was);
    corners.hit(kReenable, in_.enable && !was && !in_.idle());
    corners.hit(kLargest, clocks_ > p_.num_samples && steady_ && in_.degree.value(0) == p_.max_degree());
    last_ = out;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"congested before the window is full", "an output becomes congested",
                   "an output is no longer congested", "the window empties", "re-enabled with degrees",
                   "window full of the largest degree"}};

 private:
  void choose() {
    steady_ = random_.chance(25);
    low_ = random_.chance(50) ? 0 : 1;
    high_ = random_.chance(25) ? p_.radix - 1 : random_.between(1, 3);
    if (steady_ && random_.chance(50)) low_ = high_;
  }
  uint32_t degree() {
    if (high_ < low_) return low_ << p_.fraction_bits;
    const uint32_t whole = random_.between(low_, high_) << p_.fraction_bits;
    if (p_.fraction_bits == 0 || steady_ || whole == p_.max_degree()) return whole;
    return whole | random_.below(1u << p_.fraction_bits);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_, steady_ = false;
  uint32_t low_ = 0, high_ = 3, gap_ = 0;
  uint64_t clocks_ = 0;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  Unit::Out last_;
};

TEST(ContentionWindow, LockstepDefault) { random_lockstep<WindowStimulus>({}, 4000000); }
TEST(ContentionWindow, LockstepRadix7Samples20) {
  random_lockstep<WindowStimulus>({7, 3, 0, 20, 5}, 4000000);
}
// One sample of a full output exceeds the threshold: an output is congested for one more clock when
// everything else has left the window.
TEST(ContentionWindow, LockstepRadix15Samples10) {
  random_lockstep<WindowStimulus>({15, 4, 0, 10, 2}, 1000000);
}
TEST(ContentionWindow, LockstepWeighted) {
  random_lockstep<WindowStimulus>({8, 15, 12, 20, 10}, 2000000);
}
TEST(ContentionWindow, LockstepRadix64) {
  random_lockstep<WindowStimulus>({64, 6, 0, 100, 10}, 400000);
}
TEST(ContentionWindow, SkippedDefault) {
  skipped_against_unskipped<WindowStimulus>({}, 500000, 20000);
}
TEST(ContentionWindow, SkippedSamples20) {
  skipped_against_unskipped<WindowStimulus>({7, 3, 0, 20, 5}, 500000, 20000);
}

}  // namespace
}  // namespace chokepoint::test
