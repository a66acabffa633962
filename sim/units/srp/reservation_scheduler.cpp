// SPDX-License-Identifier: Apache-2.0
// Golden model of the reservation scheduler; the numbered steps are those of its contract page.
#include "sim/units/srp/reservation_scheduler.h"

namespace chokepoint {

ReservationScheduler::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  show();
}

void ReservationScheduler::Model::show() {
  out_.reservation_ready = !out_.grant_valid && step_ == 0;
  out_.quiescent = !out_.grant_valid && step_ == 0 && charge_ == 0;
  out_.wake_valid = pending_;
  out_.wake_at = next_;
}

void ReservationScheduler::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    *this = Model(params_);
    return;
  }
  const bool passed = pending_ && step_ == 0 && reached(in.now, next_, mask);
  if (out_.quiescent && in.idle() && !passed) return;
  const bool was_pending = pending_, was_ready = out_.reservation_ready, sized = step_ == 4;
  const uint64_t was_next = next_;

  if (out_.grant_valid && in.grant_ready) out_ = Out{};  // step 1

  if (passed) {  // step 2
    pending_ = false;
    next_ = 0;
  }

  const bool accepted = in.reservation_valid && was_ready;
  if (accepted) {  // step 3
    uint64_t start = (in.now + in.cfg_lead) & mask;
    if (was_pending && earlier(start, was_next, low_mask(params_.start_bits()))) start = was_next;
    out_.grant_valid = true;
    out_.grant_destination = in.reservation_source;
    out_.grant_tag = in.reservation_tag;
    out_.grant_start = start & low_mask(params_.start_bits());
    next_ = start;
    pending_ = true;
    const uint64_t scaled = uint64_t{in.reservation_flits} * in.cfg_inflation;
    size_ = (scaled + 0xFFFF) >> 16;
    step_ = 1;
  } else if (step_ != 0) {
    step_ = (step_ + 1) % 5;
  }

  if (sized) next_ = (next_ + size_) & mask;  // step 4

  if (charge_ != 0 && !accepted && !sized) {  // step 5
    next_ = ((was_pending ? was_next : in.now) + charge_) & mask;
    pending_ = true;
    charge_ = 0;
  }

  if (in.bypass_valid && in.cfg_charge_bypass) charge_ += in.bypass_flits;  // step 6
  show();
}

}  // namespace chokepoint
