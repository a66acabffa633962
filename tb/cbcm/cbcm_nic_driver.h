// SPDX-License-Identifier: Apache-2.0
// Drives the golden model of CBCM's network-interface unit, one clock in each cycle, at full pace.
#pragma once

#include "sim/mechanisms/entry_destinations.h"
#include "sim/units/cbcm/cbcm_nic.h"

namespace chokepoint {

/// Nothing comes; queues take everything; epochs of 100 cycles and of 100 flits.
inline CbcmNic::In quiet_nic(unsigned node) {
  CbcmNic::In in;
  in.enable = true;
  in.node = node;
  in.now = 1000;
  in.throttle_ready = in.unthrottle_ready = true;
  in.cfg_epoch_cycles = 100;
  in.cfg_inverse_epsilon = 20;
  in.cfg_token_cap = 1000;
  in.cfg_token_reset_always = true;
  in.cfg_epoch_flits = 100;
  return in;
}

class CbcmNicDriver {
 public:
  explicit CbcmNicDriver(CbcmNic::Params p = {}, unsigned node = 0) : model(p), in(quiet_nic(node)) {}
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      step();
      ++in.now;
      in.packet_valid = in.control_valid = in.generated_valid = false;
      in.inject_entry = 0;
    }
  }
  void step() {
    model.step(in);
    destinations_.update(out().entry_valid, in.control_valid && !in.control_unthrottle,
                         in.control_source);
  }
  CbcmNicDriver& control(unsigned source, bool unthrottle, unsigned degree = 0) {
    in.control_valid = true;
    in.control_source = source;
    in.control_unthrottle = unthrottle;
    in.control_degree = degree;
    return *this;
  }
  CbcmNicDriver& packet(unsigned source, bool marked) {
    in.packet_valid = true;
    in.packet_source = source;
    in.packet_marked = marked;
    return *this;
  }
  CbcmNicDriver& inject(unsigned destination, unsigned flits) {
    in.inject_entry = entry(destination);
    in.inject_flits = flits;
    return *this;
  }
  /// The entry for `destination` as a bit, 0 without one.
  uint64_t entry(unsigned destination) const {
    return entry_bit(destinations_.entry_of(destination));
  }
  const CbcmNic::Out& out() const { return model.out(); }

  CbcmNic::Model model;
  CbcmNic::In in;

 private:
  EntryDestinations destinations_;
};

}  // namespace chokepoint
