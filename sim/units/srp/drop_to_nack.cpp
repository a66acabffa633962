// SPDX-License-Identifier: Apache-2.0
// Golden model of the header of a NACK.
#include "sim/units/srp/drop_to_nack.h"

namespace chokepoint {

DropToNack::Model::Model(const Params& params) {
  params.validate();
  step(In{});
}

void DropToNack::Model::step(const In& in) {
  out_.nack_kind = kSrpNack;
  out_.nack_source = in.destination;
  out_.nack_destination = in.source;
  out_.nack_message = in.message;
  out_.nack_sequence = in.sequence;
}

}  // namespace chokepoint
