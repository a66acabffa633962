// SPDX-License-Identifier: Apache-2.0
// Switching technique `wormhole`: flit by flit, whatever a packet's length.
#pragma once

#include "sim/switch/switching/technique.h"

namespace chokepoint {

/// A head gets an output VC that no packet holds, and each flit then moves on by itself: through
/// the crossbar when the output buffer has room for it, onto the channel when the next buffer has.
/// With `edge` it crosses only when the next buffer has room as well: behind the crossbar it waits
/// for nothing but the channel (a router's own message for its credit too).
/// So a packet that waits may hold buffers in several routers. The VC is held until the tail has
/// crossed, and with `atomic` until the next buffer is empty again: a VC's buffer then never holds
/// flits of two packets, which the theory of escape VCs asks for (a head behind another packet's
/// tail could not escape). Messages' VCs are no exception between routers: one message a round trip
/// of credits; a NIC sends one for each credit.
class Wormhole : public SwitchingTechnique {
 public:
  struct Options {
    bool atomic = true;
    bool central = false;  ///< central_arbiter()
    bool edge = false;     ///< edge_buffers()
  };
  explicit Wormhole(Options options) : options_(options) {}
  bool grants(const OutputVcState& vc, unsigned) const override {
    return !options_.atomic || (vc.taken == 0 && vc.credits == vc.depth);
  }
  unsigned promises(unsigned) const override { return 0; }
  bool edge_buffers() const override { return options_.edge; }
  unsigned claims(unsigned) const override { return 1; }
  bool central_arbiter() const override { return options_.central; }
  // Without queues per output an input has one for each VC, and none that stay empty.
  unsigned queues(const InputShape& shape) const override {
    return shape.voq == 0 ? shape.vcs : SwitchingTechnique::queues(shape);
  }
  unsigned queue(const InputShape& shape, unsigned vc, unsigned output) const override {
    return shape.voq == 0 ? vc : SwitchingTechnique::queue(shape, vc, output);
  }

 private:
  Options options_;
};

}  // namespace chokepoint
