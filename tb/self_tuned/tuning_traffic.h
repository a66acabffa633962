// SPDX-License-Identifier: Apache-2.0
// Random levels of the threshold tuner, and throughputs that climb, fall and stand still, for the
// tests of the tuner and of the node.
#pragma once

#include <algorithm>

#include "sim/units/self_tuned/threshold_tuner.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {

inline ThresholdTuner::Config random_tuning(FastRandom& random, unsigned full_bits) {
  ThresholdTuner::Config cfg;
  const auto all = static_cast<uint32_t>(low_mask(full_bits));
  cfg.buffers = random.chance(40) ? all : random.between(all / 4, all);
  cfg.increment = random.between(1, std::max(1u, cfg.buffers / (random.chance(50) ? 4 : 40)));
  cfg.decrement = random.chance(20) ? random.below(all + 1)
                                    : std::min(all, cfg.increment * random.between(1, 5));
  cfg.initial = random.chance(30) ? cfg.increment : random.between(cfg.increment, cfg.buffers);
  cfg.drop_shift = random.chance(40) ? 2 : random.chance(30) ? 0 : random.below(8);
  cfg.low_shift = random.chance(40) ? 1 : random.chance(40) ? 0 : random.below(8);
  cfg.climb = random.chance(80);
  cfg.avoid = random.chance(75);
  cfg.repeats = random.chance(60) ? random.between(1, 5) : random.below(16);
  cfg.throttled_now = random.chance(40);
  return cfg;
}

/// A gather's totals: steady, rising, falling, idle stretches.
class TotalsTraffic {
 public:
  explicit TotalsTraffic(unsigned bits) : all_(static_cast<uint32_t>(low_mask(bits))) {}
  void reconfigure(FastRandom& random) {
    static constexpr unsigned kAround[] = {0, 2, 8, 30, 70, 100};
    around_ = all_ / 100 * kAround[random.below(6)] + random.below(4);
    if (random.chance(10)) around_ = 0;
    spread_ = around_ == 0 ? 0 : 1 + around_ / (random.chance(50) ? 2 : 20);
  }
  uint32_t next(FastRandom& random) {
    if (around_ == 0) return 0;
    const uint32_t low = around_ > spread_ ? around_ - spread_ : 0;
    return std::min(all_, random.between(low, around_ + spread_));
  }

 private:
  uint32_t all_, around_ = 0, spread_ = 0;
};

}  // namespace chokepoint::test
