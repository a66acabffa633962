// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated acknowledgement_generator
// (docs/reference/srp/acknowledgement_generator.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/srp/acknowledgement_generator.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<AcknowledgementGenerator, Top> {
 public:
  using Params = AcknowledgementGenerator::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const AcknowledgementGenerator::In& in) {
    put(top.enable_i, in.enable);
    put(top.packet_valid_i, in.packet_valid);
    put(top.packet_speculative_i, in.packet_speculative);
    put(top.packet_source_i, in.packet_source);
    put(top.packet_message_i, in.packet_message);
    put(top.packet_sequence_i, in.packet_sequence);
    put(top.ack_ready_i, in.ack_ready);
  }
  void sample(Top& top, AcknowledgementGenerator::Out& out) {
    out.packet_ready = top.packet_ready_o;
    out.ack_valid = top.ack_valid_o;
    out.ack_destination = top.ack_destination_o;
    out.ack_message = top.ack_message_o;
    out.ack_sequence = top.ack_sequence_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
