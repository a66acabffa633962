// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated drop_to_nack (docs/reference/srp/drop_to_nack.md) to and from its C++
// fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/srp/drop_to_nack.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<DropToNack, Top> {
 public:
  using Params = DropToNack::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const DropToNack::In& in) {
    put(top.source_i, in.source);
    put(top.destination_i, in.destination);
    put(top.message_i, in.message);
    put(top.sequence_i, in.sequence);
  }
  void sample(Top& top, DropToNack::Out& out) {
    out.nack_kind = top.nack_kind_o;
    out.nack_source = top.nack_source_o;
    out.nack_destination = top.nack_destination_o;
    out.nack_message = top.nack_message_o;
    out.nack_sequence = top.nack_sequence_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
