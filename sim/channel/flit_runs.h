// SPDX-License-Identifier: Apache-2.0
// Flits that are sent, told only when something else follows than was to be expected.
#pragma once

#include "sim/channel/channel.h"
#include "sim/channel/runs.h"

namespace chokepoint {

/// After a flit that is no tail the receiver expects the packet's body in every cycle: it is told
/// of heads and tails, of pauses, and of bodies after a pause or another packet's flit.
class FlitRuns : public Runs<uint32_t> {
 public:
  FlitRuns() : Runs(FlitArrivals::no_flit().bits()) {}
  void connect(unsigned port, const FlitLink& link) { Runs::connect(port, link.receiver); }
  /// At most one a port and cycle.
  void send(Cycle now, unsigned port, FlitCell flit) {
    Runs::send(now, port, flit.bits(), flit.tail() ? kNothing : flit.body().bits());
  }
  /// The same to a receiver that expects nothing: every flit is told.
  void tell(Cycle now, unsigned port, FlitCell flit) const { post(port)(now, flit.bits()); }
  /// As Runs::begin_stream(): the packet's flits between head and tail.
  void begin_stream(Cycle from, unsigned port, FlitCell body) {
    Runs::begin_stream(from, port, body.bits());
  }
  /// Of the packet that a receiver expects.
  FlitCell body(unsigned port) const { return FlitCell(expected(port)); }
};

}  // namespace chokepoint
