// SPDX-License-Identifier: Apache-2.0
// Golden model of the threshold tuner, by paper and contract page.
#include "sim/units/self_tuned/threshold_tuner.h"

#include <algorithm>

namespace chokepoint {

namespace {
/// Below `value` by more than 2^-shift of it; shift 0: by anything.
bool below(uint32_t x, uint32_t value, unsigned shift) {
  if (shift == 0) return x < value;
  // x < value * (1 - 2^-shift), in whole numbers.
  return (uint64_t{x} << shift) < (uint64_t{value} << shift) - value;
}
}  // namespace

ThresholdTuner::Model::Model(const Params& params) : params_((params.validate(), params)) {}

void ThresholdTuner::Model::decide(const In& in) {
  const Config& cfg = in.cfg;
  const uint32_t x = throughput_, old = out_.threshold;
  const bool throttling = in.throttle || (!cfg.throttled_now && throttled_);
  if (cfg.climb) {
    if (below(x, previous_, cfg.drop_shift))
      out_.threshold = std::max(old > cfg.decrement ? old - cfg.decrement : 0, cfg.increment);
    else if (throttling)
      out_.threshold = std::min(old + cfg.increment, cfg.buffers);
  }
  if (cfg.avoid) {
    if (x > maximum_) {
      maximum_ = x;
      best_full_ = in.total_full;
      best_threshold_ = old;
      repeats_ = 0;
    } else if (below(x, maximum_, cfg.low_shift)) {
      out_.threshold = std::max(std::min(best_threshold_, best_full_), cfg.increment);
      out_.returned_valid = true;
      if (repeats_ < 15) ++repeats_;
      if (repeats_ == cfg.repeats) {
        maximum_ = repeats_ = 0;
        out_.relocated_valid = true;
      }
    } else {
      repeats_ = 0;
    }
  }
  previous_ = x;
  throughput_ = 0;
}

void ThresholdTuner::Model::show() {
  out_.throttled = throttled_;
  out_.quiescent = started_ && !due_ && !settling_ && !settled_ && !out_.returned_valid && !out_.relocated_valid;
  out_.rests = out_.quiescent && throughput_ == 0 && previous_ == 0 && maximum_ == 0 &&
               repeats_ == 0 && !throttled_;
}

void ThresholdTuner::Model::step(const In& in) {
  if (!in.enable) {
    *this = Model(params_);
    return;
  }
  const bool nothing = out_.rests && in.total_delivered == 0;
  const bool decides = due_;
  out_.returned_valid = out_.relocated_valid = false;
  if (!started_) out_.threshold = in.cfg.initial;
  if (decides) decide(in);
  started_ = true;
  // A hold in the clock of a decision, or the one after it, is still by the old threshold.
  throttled_ = !decides && !settling_ && (in.throttle || throttled_);
  settled_ = settling_;
  settling_ = decides;
  due_ = in.totals_valid && in.period_last && !nothing;
  if (in.totals_valid)
    throughput_ = static_cast<uint32_t>((throughput_ + in.total_delivered) &
                                        low_mask(params_.throughput_bits()));
  show();
}

}  // namespace chokepoint
