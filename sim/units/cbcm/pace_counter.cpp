// SPDX-License-Identifier: Apache-2.0
// Golden model of the pace counter, clock by clock.
#include "sim/units/cbcm/pace_counter.h"

namespace chokepoint {

PaceCounter::Model::Model(const Params& params) : params_(params) { params_.validate(); }

void PaceCounter::Model::step(const In& in) {
  if (!in.enable) {
    out_.pace = phase_ = 0;
    return;
  }
  phase_ += std::min(in.cfg_rate, kFullRate);
  out_.pace = (out_.pace + (phase_ >> 16)) & params_.cycle_mask();
  phase_ &= 0xFFFF;
}

}  // namespace chokepoint
