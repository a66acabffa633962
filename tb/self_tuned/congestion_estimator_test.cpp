// SPDX-License-Identifier: Apache-2.0
// congestion_estimator: RTL against golden model, skipped against unskipped.
#include "sim/units/self_tuned/congestion_estimator.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class EstimatorStimulus {
 public:
  using Unit = CongestionEstimator;
  static constexpr bool kHasTime = false;
  enum Corner { kRises, kFalls, kZero, kBuffers, kTogether, kLast, kRests, kReenable };

  EstimatorStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {
    configure();
  }
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable && random_.chance(60)) configure();
    if (fresh) {
      every_ = random_.chance(60) ? random_.between(1, 3) : random_.between(2, 80);
      step_ = random_.chance(50) ? in_.cfg_buffers : 1 + in_.cfg_buffers / 20;
      idle_ = random_.chance(20);
    }
    const unsigned busy = phases_.intensity();
    in_.totals_valid = busy != 0 && random_.below(every_) == 0;
    if (in_.totals_valid) {
      const uint32_t low = in_.total_full > step_ ? in_.total_full - step_ : 0;
      const uint32_t high = std::min(in_.cfg_buffers, in_.total_full + step_);
      in_.total_full = idle_ ? 0 : random_.between(std::min(low, high), high);
    }
    in_.tick_valid = random_.chance(busy);
    if (in_.enable && was) {
      corners.hit(kRises, out.estimate > last_ && ticked_);
      corners.hit(kFalls, out.estimate < last_ && ticked_);
      corners.hit(kZero, out.estimate == 0 && last_ != 0);
      corners.hit(kBuffers, out.estimate == in_.cfg_buffers && last_ < out.estimate);
      corners.hit(kTogether, in_.totals_valid && in_.tick_valid);
      corners.hit(kLast, in_.totals_valid && in_.cfg_last);
      corners.hit(kRests, out.rests && (in_.tick_valid || in_.totals_valid));
    }
    corners.hit(kReenable, in_.enable && !was);
    ticked_ = in_.tick_valid && !in_.totals_valid;
    last_ = out.estimate;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"a tick raises the estimate", "a tick lowers it", "down to 0",
                   "up to all buffers", "a tick with totals", "the last snapshot", "at rest",
                   "re-enabled"}};

 private:
  void configure() {
    const auto all = static_cast<uint32_t>(low_mask(p_.full_bits));
    in_.cfg_buffers = random_.chance(40) ? all : random_.between(all / 4, all);
    in_.cfg_tick_bits = random_.chance(40) ? p_.tick_bits : random_.below(p_.tick_bits + 1);
    in_.cfg_last = random_.chance(30);
    in_.total_full = std::min(in_.total_full, in_.cfg_buffers);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  unsigned every_ = 32;
  uint32_t step_ = 1, last_ = 0;
  bool idle_ = false, ticked_ = false;
};

TEST(CongestionEstimator, LockstepDefault) {
  random_lockstep<EstimatorStimulus>({}, 2000000);
}
TEST(CongestionEstimator, LockstepLarge) {
  random_lockstep<EstimatorStimulus>({20, 12}, 1500000);
}
TEST(CongestionEstimator, SkippedDefault) {
  skipped_against_unskipped<EstimatorStimulus>({}, 500000, 100000);
}
// A port that can only be 0 is a field that random_lockstep asks to be active.
TEST(CongestionEstimator, SkippedWithoutFractionBits) {
  skipped_against_unskipped<EstimatorStimulus>({4, 0}, 500000, 100000);
}

}  // namespace
}  // namespace chokepoint::test
