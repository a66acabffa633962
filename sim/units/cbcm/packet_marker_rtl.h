// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated packet_marker (docs/reference/cbcm/packet_marker.md) to and from its C++
// fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/packet_marker.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<PacketMarker, Top> {
 public:
  using Params = PacketMarker::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "Speedup"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {
    put(top.head_valid_i, 0);
    put(top.head_marked_i, 0);
    put(top.head_data_i, 0);
  }

  void drive(Top& top, const PacketMarker::In& in) {
    put(top.enable_i, in.enable);
    heads(top.head_valid_i, in.head_valid);
    heads(top.head_marked_i, in.head_marked);
    heads(top.head_data_i, in.head_data);
    put(top.congested_i, in.congested);
  }
  void sample(Top& top, PacketMarker::Out& out) {
    get_groups(top.marked_valid_o, out.marked_valid.words.data(), p_.radix, p_.speedup, v_.speedup);
    get_groups(top.marked_o, out.marked.words.data(), p_.radix, p_.speedup, v_.speedup);
    out.quiescent = top.quiescent_o;
  }

 private:
  template <class Port>
  void heads(Port& port, const PacketMarker::HeadBits& bits) {
    put_groups(port, 0, bits.words.data(), p_.radix, p_.speedup, v_.speedup);
  }
  Params p_, v_;
};

}  // namespace chokepoint
