// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated speculative_dropper (docs/reference/srp/speculative_dropper.md) to and
// from its C++ fields; the router's adaptor uses them as well.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/srp/speculative_dropper.h"

namespace chokepoint {

/// The dropper's ports of any top that has them. Lanes are numbered anew where the Verilated
/// variant has more speculative VCs; lanes without an event are neither written nor read, but for
/// what lies ahead.
class DropperPorts {
 public:
  using LaneBits = SpeculativeDropper::LaneBits;
  using LaneValues = SpeculativeDropper::LaneValues;
  using Params = SpeculativeDropper::Params;

  DropperPorts(const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  template <class Top> void clear(Top& top) {
    put(top.arrival_valid_i, 0);
    put(top.arrival_wait_i, 0);
    put(top.head_valid_i, 0);
    put(top.head_stamp_i, 0);
    put(top.dropped_valid_i, 0);
    put(top.leave_valid_i, 0);
    put(top.leave_stamp_i, 0);
    put(top.output_used_i, 0);
    put(top.output_reach_i, 0);
    put(top.front_output_i, 0);
    put(top.front_vcs_i, 0);
  }
  template <class Top, class In> void drive(Top& top, const In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.cfg_ttw_i, in.cfg_ttw);
    bits(top.arrival_valid_i, in.arrival_valid, arrival_);
    values(top.arrival_wait_i, in.arrival_valid, in.arrival_wait, p_.wait_bits);
    bits(top.head_valid_i, in.head_valid, head_);
    values(top.head_stamp_i, in.head_valid, in.head_stamp, p_.wait_bits);
    bits(top.dropped_valid_i, in.dropped_valid, dropped_);
    bits(top.leave_valid_i, in.leave_valid, leave_);
    values(top.leave_stamp_i, in.leave_valid, in.leave_stamp, p_.wait_bits);
    if (p_.predictive_drop != 0) drive_fronts(top, in);
  }
  template <class Top, class Out> void sample(Top& top, Out& out) const {
    const LaneBits stamped = out.stamped, waited = out.waited;
    read(top.stamped_o, out.stamped);
    read(top.arrival_expired_o, out.arrival_expired);
    read(top.keep_o, out.keep);
    read(top.drop_o, out.drop);
    read(top.waited_o, out.waited);
    read_values(top.arrival_stamp_o, stamped, out.arrival_stamp, p_.wait_bits);
    read_values(top.arrival_stamp_o, out.stamped, out.arrival_stamp, p_.wait_bits);
    read_values(top.leave_wait_o, waited, out.leave_wait, p_.wait_bits);
    read_values(top.leave_wait_o, out.waited, out.leave_wait, p_.wait_bits);
    out.quiescent = top.quiescent_o;
  }

  /// Values of the lanes of `which` into a port of `width` bits a lane.
  template <class Port>
  void values(Port& port, const LaneBits& which, const LaneValues& lanes, unsigned width) const {
    for_each_lane(which, [&](unsigned lane) {
      put_bits(port, place(lane) * width, width, lanes[lane] & low_mask(width));
    });
  }
  template <class Port>
  void read_values(const Port& port, const LaneBits& which, LaneValues& lanes,
                   unsigned width) const {
    for_each_lane(which, [&](unsigned lane) {
      lanes[lane] = static_cast<uint32_t>(get_bits(port, place(lane) * width, width));
    });
  }

 private:
  template <class Top, class In> void drive_fronts(Top& top, const In& in) const {
    const unsigned width = p_.wait_bits, port = v_.port_bits(), vcs = v_.speculative_vcs;
    for (unsigned output = 0; output < p_.radix; ++output) {
      put_bits(top.output_reach_i, output * width, width,
               in.output_reach[output] & low_mask(width));
    }
    for (unsigned lane = 0; lane < p_.lanes(); ++lane) {
      put_bits(top.output_used_i, place(lane) * width, width,
               in.output_used[lane] & low_mask(width));
      put_bits(top.front_output_i, place(lane) * port, port,
               in.front_output[lane] & low_mask(port));
      put_bits(top.front_vcs_i, place(lane) * vcs, vcs, in.front_vcs[lane] & low_mask(vcs));
    }
  }
  unsigned place(unsigned lane) const {
    if (p_.speculative_vcs == v_.speculative_vcs) return lane;
    return lane / p_.speculative_vcs * v_.speculative_vcs + lane % p_.speculative_vcs;
  }
  template <class Port> void bits(Port& port, const LaneBits& lanes, LaneBits& driven) {
    if (lanes == driven) return;
    driven = lanes;
    put_groups(port, 0, lanes.words.data(), p_.radix, p_.speculative_vcs, v_.speculative_vcs);
  }
  template <class Port> void read(const Port& port, LaneBits& lanes) const {
    get_groups(port, lanes.words.data(), p_.radix, p_.speculative_vcs, v_.speculative_vcs);
  }

  Params p_, v_;
  LaneBits arrival_, head_, dropped_, leave_;  // as driven last
};

template <class Top> class RtlAdaptor<SpeculativeDropper, Top> {
 public:
  using Params = SpeculativeDropper::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "SpeculativeVcs"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : ports_(wanted, variant) {
    ports_.clear(top);
  }

  void drive(Top& top, const SpeculativeDropper::In& in) { ports_.drive(top, in); }
  void sample(Top& top, SpeculativeDropper::Out& out) { ports_.sample(top, out); }

 private:
  DropperPorts ports_;
};

}  // namespace chokepoint
