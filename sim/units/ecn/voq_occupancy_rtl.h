// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated voq_occupancy (docs/reference/ecn/voq_occupancy.md) to and from its C++
// fields; the router's adaptor uses them as well.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/ecn/voq_occupancy.h"

namespace chokepoint {

/// The arrivals and crossings of any top that has them; lanes without an event are not written. A
/// flit for an output that only the larger variant has counts there, where nobody looks.
class OccupancyPorts {
 public:
  using HeadBits = VoqOccupancy::HeadBits;
  using Params = VoqOccupancy::Params;

  OccupancyPorts(const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  template <class Top> void clear(Top& top) {
    put(top.arrived_valid_i, 0);
    put(top.arrived_output_i, 0);
    put(top.crossed_valid_i, 0);
    put(top.audit_waiting_i, 0);
    put(top.audit_last_i, p_.radix - 1);
  }
  template <class Top, class In> void drive(Top& top, const In& in) {
    for_each_bit(in.arrived_valid, [&](unsigned input) {
      put_bits(top.arrived_output_i, input * v_.port_bits(), v_.port_bits(),
               in.arrived_output[input] & low_mask(v_.port_bits()));
    });
    put(top.arrived_valid_i, in.arrived_valid);
    if (in.crossed_valid != crossed_) {
      crossed_ = in.crossed_valid;
      put_groups(top.crossed_valid_i, 0, crossed_.words.data(), p_.radix, p_.speedup, v_.speedup);
    }
    put(top.cfg_threshold_i, in.cfg_threshold);
    put(top.audit_waiting_i, in.audit_waiting);
  }
  template <class Top, class Out> void sample(Top& top, Out& out) {
    out.congested = top.congested_o & low_mask(p_.radix);
    out.audit_output = top.audit_output_o;
    out.error = top.error_o;
  }

 private:
  Params p_, v_;
  HeadBits crossed_;  // as driven last
};

template <class Top> class RtlAdaptor<VoqOccupancy, Top> {
 public:
  using Params = VoqOccupancy::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "Speedup"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant)
      : p_(wanted), ports_(wanted, variant) {
    ports_.clear(top);
  }

  void drive(Top& top, const VoqOccupancy::In& in) { ports_.drive(top, in); }
  void sample(Top& top, VoqOccupancy::Out& out) {
    get_lanes(top.occupancy_o, out.occupancy, p_.radix, p_.occupancy_bits);
    ports_.sample(top, out);
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_;
  OccupancyPorts ports_;
};

}  // namespace chokepoint
