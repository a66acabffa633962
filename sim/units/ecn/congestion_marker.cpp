// SPDX-License-Identifier: Apache-2.0
// Golden model of ECN's marker; its clock stands in the header, shared with the router.
#include "sim/units/ecn/congestion_marker.h"

namespace chokepoint {

CongestionMarker::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  out_.quiescent = true;
}

/// The next eligible head of the output is marked, as the marking rate has it.
bool CongestionMarker::Model::takes_mark(unsigned output, uint32_t marking_rate) {
  if (params_.rate_bits == 0) return true;
  const bool mark = counter_[output] == 0;
  counter_[output] = mark ? marking_rate : counter_[output] - 1;
  const uint64_t bit = uint64_t{1} << output;
  counting_ = counter_[output] != 0 ? counting_ | bit : counting_ & ~bit;
  return mark;
}

}  // namespace chokepoint
