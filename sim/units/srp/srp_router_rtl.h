// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated srp_router (docs/reference/srp/srp_router.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/srp/speculative_dropper_rtl.h"
#include "sim/units/srp/srp_router.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<SrpRouter, Top> {
 public:
  using Params = SrpRouter::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes", "Radix", "SpeculativeVcs"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant)
      : v_(variant), ports_(wanted.dropper(), variant.dropper()) {
    ports_.clear(top);
    put(top.arrival_source_i, 0);
    put(top.arrival_destination_i, 0);
    put(top.arrival_message_i, 0);
    put(top.arrival_sequence_i, 0);
    put(top.head_source_i, 0);
    put(top.head_destination_i, 0);
    put(top.head_message_i, 0);
    put(top.head_sequence_i, 0);
  }

  void drive(Top& top, const SrpRouter::In& in) {
    const unsigned node = v_.node_bits();
    arrived_ = in.arrival_valid;
    shown_ = in.head_valid;
    ports_.drive(top, in);
    ports_.values(top.arrival_source_i, arrived_, in.arrival_source, node);
    ports_.values(top.arrival_destination_i, arrived_, in.arrival_destination, node);
    ports_.values(top.arrival_message_i, arrived_, in.arrival_message, 16);
    ports_.values(top.arrival_sequence_i, arrived_, in.arrival_sequence, 16);
    ports_.values(top.head_source_i, shown_, in.head_source, node);
    ports_.values(top.head_destination_i, shown_, in.head_destination, node);
    ports_.values(top.head_message_i, shown_, in.head_message, 16);
    ports_.values(top.head_sequence_i, shown_, in.head_sequence, 16);
  }
  void sample(Top& top, SrpRouter::Out& out) {
    ports_.sample(top, out);
    if (!top.rst_ni) {  // wires know no reset, the fields do
      for (auto* field : {&out.arrival_nack_source, &out.arrival_nack_destination,
                          &out.arrival_nack_message, &out.arrival_nack_sequence,
                          &out.head_nack_source, &out.head_nack_destination,
                          &out.head_nack_message, &out.head_nack_sequence})
        field->fill(0);
      return;
    }
    const unsigned node = v_.node_bits();
    ports_.read_values(top.arrival_nack_source_o, arrived_, out.arrival_nack_source, node);
    ports_.read_values(top.arrival_nack_destination_o, arrived_, out.arrival_nack_destination,
                       node);
    ports_.read_values(top.arrival_nack_message_o, arrived_, out.arrival_nack_message, 16);
    ports_.read_values(top.arrival_nack_sequence_o, arrived_, out.arrival_nack_sequence, 16);
    ports_.read_values(top.head_nack_source_o, shown_, out.head_nack_source, node);
    ports_.read_values(top.head_nack_destination_o, shown_, out.head_nack_destination, node);
    ports_.read_values(top.head_nack_message_o, shown_, out.head_nack_message, 16);
    ports_.read_values(top.head_nack_sequence_o, shown_, out.head_nack_sequence, 16);
  }

 private:
  Params v_;
  DropperPorts ports_;
  SrpRouter::LaneBits arrived_, shown_;  // lanes whose headers were driven last
};

}  // namespace chokepoint
