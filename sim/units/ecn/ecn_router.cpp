// SPDX-License-Identifier: Apache-2.0
// Golden model of the ECN unit of a router.
#include "sim/units/ecn/ecn_router.h"

namespace chokepoint {

EcnRouter::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      occupancy_(params.occupancy()),
      marker_(params.marker()) {
  out_.quiescent = true;
}

void EcnRouter::Model::step(const In& in) {
  // Heads are judged by the queues as they were before this clock, by today's threshold.
  occupancy_.set_threshold(in.cfg_threshold);
  const bool heads = in.head_valid.any() || !marker_.out().quiescent;
  marker_.advance(in, occupancy_.out().congested);
  if (heads) {
    out_.marked_valid = marker_.out().marked_valid;
    out_.marked = marker_.out().marked;
  }
  occupancy_.advance(in.arrived_valid, in.arrived_output, in.crossed_valid, in.cfg_threshold,
                     in.audit_waiting);
  out_.congested = occupancy_.out().congested;
  out_.audit_output = occupancy_.out().audit_output;
  out_.error = occupancy_.out().error;
  out_.quiescent = occupancy_.out().quiescent && marker_.out().quiescent;
}

}  // namespace chokepoint
