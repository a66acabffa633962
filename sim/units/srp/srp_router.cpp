// SPDX-License-Identifier: Apache-2.0
// Golden model of the SRP unit of a router.
#include "sim/units/srp/srp_router.h"

namespace chokepoint {

SrpRouter::Model::Model(const Params& params)
    : params_((params.validate(), params)), dropper_(params.dropper()) {
  out_.quiescent = true;
}

void SrpRouter::Model::step(const In& in) {
  dropper_.advance(in, out_);
  // Headers count with their event only, so that lanes at rest cost nothing.
  for_each_lane(in.arrival_valid, [&](unsigned lane) {
    out_.arrival_nack_source[lane] = in.arrival_destination[lane];
    out_.arrival_nack_destination[lane] = in.arrival_source[lane];
    out_.arrival_nack_message[lane] = in.arrival_message[lane];
    out_.arrival_nack_sequence[lane] = in.arrival_sequence[lane];
  });
  for_each_lane(in.head_valid, [&](unsigned lane) {
    out_.head_nack_source[lane] = in.head_destination[lane];
    out_.head_nack_destination[lane] = in.head_source[lane];
    out_.head_nack_message[lane] = in.head_message[lane];
    out_.head_nack_sequence[lane] = in.head_sequence[lane];
  });
}

}  // namespace chokepoint
