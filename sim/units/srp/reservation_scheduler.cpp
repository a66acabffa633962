// SPDX-License-Identifier: Apache-2.0
// Golden model of the reservation scheduler; the numbered steps are those of its contract page.
#include "sim/units/srp/reservation_scheduler.h"

namespace chokepoint {

ReservationScheduler::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  show();
}

void ReservationScheduler::Model::show() {
  out_.reservation_ready = out_.quiescent = !out_.grant_valid;
  out_.wake_valid = pending_;
  out_.wake_at = next_;
}

void ReservationScheduler::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    out_ = Out{};
    pending_ = false;
    next_ = 0;
    show();
    return;
  }
  const bool waited = out_.grant_valid;
  const bool passed = pending_ && reached(in.now, next_, mask);
  if (!waited && in.idle() && !passed) return;

  if (waited && in.grant_ready) out_ = Out{};  // step 1

  if (passed) {  // step 2
    pending_ = false;
    next_ = 0;
  }

  if (in.reservation_valid && !waited) {  // step 3
    uint64_t start = (in.now + in.cfg_lead) & mask;
    if (pending_ && earlier(start, next_, mask)) start = next_;
    out_.grant_valid = true;
    out_.grant_destination = in.reservation_source;
    out_.grant_tag = in.reservation_tag;
    out_.grant_start = start & low_mask(params_.start_bits());
    const uint64_t scaled = uint64_t{in.reservation_flits} * in.cfg_inflation;
    next_ = (start + ((scaled + 0xFFFF) >> 16)) & mask;
    pending_ = true;
  }

  if (in.bypass_valid && in.cfg_charge_bypass) {  // step 4
    next_ = ((pending_ ? next_ : in.now) + in.bypass_flits) & mask;
    pending_ = true;
  }
  show();
}

}  // namespace chokepoint
