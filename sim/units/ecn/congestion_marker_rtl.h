// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated congestion_marker (docs/reference/ecn/congestion_marker.md) to and from
// its C++ fields; the router's adaptor uses them as well.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/ecn/congestion_marker.h"

namespace chokepoint {

/// The marker's ports of any top that has them, without `congested`; lanes without a head are not
/// written.
class MarkerPorts {
 public:
  using HeadBits = CongestionMarker::HeadBits;
  using Params = CongestionMarker::Params;

  MarkerPorts(const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  template <class Top> void clear(Top& top) {
    put(top.head_valid_i, 0);
    put(top.head_marked_i, 0);
    put(top.head_data_i, 0);
    put(top.head_room_i, 0);
    put(top.head_flits_i, 0);
  }
  template <class Top, class In> void drive(Top& top, const In& in) {
    put(top.enable_i, in.enable);
    if (in.head_valid != valid_) {
      valid_ = in.head_valid;
      heads(top.head_valid_i, valid_);
    }
    put(top.cfg_victim_mask_i, in.cfg_victim_mask);
    put(top.cfg_packet_size_i, in.cfg_packet_size);
    put(top.cfg_marking_rate_i, p_.rate_bits != 0 ? in.cfg_marking_rate : 0);
    if (!valid_.any()) return;
    heads(top.head_marked_i, in.head_marked);
    heads(top.head_data_i, in.head_data);
    heads(top.head_room_i, in.head_room);
    for_each_lane(valid_, [&](unsigned lane) {
      const unsigned to = lane / p_.speedup * v_.speedup + lane % p_.speedup;
      put_bits(top.head_flits_i, to * 10, 10, in.head_flits[lane] & 0x3FF);
    });
  }
  template <class Top, class Out> void sample(Top& top, Out& out) const {
    get_groups(top.marked_valid_o, out.marked_valid.words.data(), p_.radix, p_.speedup, v_.speedup);
    get_groups(top.marked_o, out.marked.words.data(), p_.radix, p_.speedup, v_.speedup);
  }

 private:
  template <class Port> void heads(Port& port, const HeadBits& bits) const {
    put_groups(port, 0, bits.words.data(), p_.radix, p_.speedup, v_.speedup);
  }
  Params p_, v_;
  HeadBits valid_;  // as driven last
};

template <class Top> class RtlAdaptor<CongestionMarker, Top> {
 public:
  using Params = CongestionMarker::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "Speedup", "RateBits"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : ports_(wanted, variant) {
    ports_.clear(top);
  }

  void drive(Top& top, const CongestionMarker::In& in) {
    ports_.drive(top, in);
    put(top.congested_i, in.congested);
  }
  void sample(Top& top, CongestionMarker::Out& out) {
    ports_.sample(top, out);
    out.quiescent = top.quiescent_o;
  }

 private:
  MarkerPorts ports_;
};

}  // namespace chokepoint
