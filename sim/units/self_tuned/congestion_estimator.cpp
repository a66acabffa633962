// SPDX-License-Identifier: Apache-2.0
// Golden model of the estimate of full buffers.
#include "sim/units/self_tuned/congestion_estimator.h"

#include <algorithm>

namespace chokepoint {

CongestionEstimator::Model::Model(const Params& params) : params_((params.validate(), params)) {}

void CongestionEstimator::Model::step(const In& in) {
  if (!in.enable) {
    *this = Model(params_);
    return;
  }
  if (in.idle()) return;
  const int64_t one = int64_t{1} << params_.tick_bits;
  if (in.totals_valid) {
    const int64_t total = in.total_full;
    const int64_t difference = in.cfg_last ? 0 : total - previous_;
    slope_ = difference * (one >> in.cfg_tick_bits);
    value_ = (total + difference) * one;
    previous_ = in.total_full;
  } else {
    value_ += slope_;
  }
  value_ = std::clamp<int64_t>(value_, 0, in.cfg_buffers * one);
  out_.estimate = static_cast<uint32_t>(value_ / one);
  out_.rests = value_ == 0 && slope_ == 0 && previous_ == 0;
}

}  // namespace chokepoint
