// SPDX-License-Identifier: Apache-2.0
// Golden model of the acknowledgement generator.
#include "sim/units/srp/acknowledgement_generator.h"

namespace chokepoint {

AcknowledgementGenerator::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  out_.packet_ready = out_.quiescent = true;
}

void AcknowledgementGenerator::Model::step(const In& in) {
  const bool waited = out_.ack_valid;
  if (!in.enable || (waited && in.ack_ready)) {
    out_ = Out{};
    out_.packet_ready = out_.quiescent = true;
  }
  if (!in.enable || waited || !in.packet_valid || !in.packet_speculative) return;
  out_.ack_valid = true;
  out_.ack_destination = in.packet_source;
  out_.ack_message = in.packet_message;
  out_.ack_sequence = in.packet_sequence;
  out_.packet_ready = out_.quiescent = false;
}

}  // namespace chokepoint
