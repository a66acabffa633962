// SPDX-License-Identifier: Apache-2.0
// threshold_tuner: RTL against golden model, skipped against unskipped.
#include "sim/units/self_tuned/threshold_tuner.h"

#include "tb/common/random_lockstep.h"
#include "tb/self_tuned/tuning_traffic.h"

namespace chokepoint::test {
namespace {

class TunerStimulus {
 public:
  using Unit = ThresholdTuner;
  static constexpr bool kHasTime = false;
  enum Corner { kReturns, kRelocates, kRises, kFalls, kTop, kBottom, kTogether, kRests, kStatic,
                kReenable };

  TunerStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), delivered_(p.delivered_bits),
        full_(p.full_bits) {
    in_.cfg = random_tuning(random_, p_.full_bits);
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable && random_.chance(60)) in_.cfg = random_tuning(random_, p_.full_bits);
    if (fresh) {
      delivered_.reconfigure(random_);
      full_.reconfigure(random_);
      throttled_ = random_.below(101);
      every_ = random_.chance(50) ? 1 : random_.between(2, 16);
    }
    const bool was_due = in_.totals_valid && in_.period_last;
    in_.totals_valid = random_.chance(phases_.intensity());
    if (in_.totals_valid) ++gathers_;
    in_.period_last = in_.totals_valid ? gathers_ % every_ == 0 : random_.chance(50);
    if (in_.totals_valid || (!quiet_ && random_.chance(20))) {
      in_.total_full = full_.next(random_);
      in_.total_delivered = delivered_.next(random_);
    }
    if (fresh || random_.chance(quiet_ ? 2 : 10)) in_.throttle = random_.chance(throttled_);
    if (in_.enable && was) {
      corners.hit(kReturns, out.returned_valid);
      corners.hit(kRelocates, out.relocated_valid);
      corners.hit(kRises, out.threshold > last_ && !out.returned_valid && last_ != 0);
      corners.hit(kFalls, out.threshold < last_ && !out.returned_valid);
      corners.hit(kTop, out.threshold == in_.cfg.buffers && last_ < out.threshold);
      corners.hit(kBottom, out.threshold == in_.cfg.increment && last_ > out.threshold);
      corners.hit(kTogether, was_due && in_.totals_valid);
      corners.hit(kRests, out.rests && in_.totals_valid && in_.period_last);
      corners.hit(kStatic, was_due && !in_.cfg.climb && !in_.cfg.avoid);
    }
    corners.hit(kReenable, in_.enable && !was);
    last_ = out.threshold;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"returns to the maximum's threshold", "relocates", "threshold rises",
                   "threshold falls", "reaches all buffers", "reaches the increment",
                   "totals in the clock of a decision", "a period ends at rest",
                   "a static threshold", "re-enabled"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  TotalsTraffic delivered_, full_;
  Unit::In in_;
  unsigned throttled_ = 0, every_ = 1, gathers_ = 0;
  uint32_t last_ = 0;
};

TEST(ThresholdTuner, LockstepDefault) { random_lockstep<TunerStimulus>({}, 2000000); }
TEST(ThresholdTuner, LockstepSmall) { random_lockstep<TunerStimulus>({4, 4}, 2000000); }
TEST(ThresholdTuner, LockstepLarge) { random_lockstep<TunerStimulus>({18, 20}, 2000000); }
TEST(ThresholdTuner, SkippedDefault) {
  skipped_against_unskipped<TunerStimulus>({}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
