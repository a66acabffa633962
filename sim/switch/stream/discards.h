// SPDX-License-Identifier: Apache-2.0
// Dropped packets whose flits are still coming into a router.
#pragma once

#include <vector>

#include "sim/switch/stream/credit_return.h"
#include "sim/switch/stream/router_setup.h"

namespace chokepoint::stream {

/// Flits of a dropped packet are discarded as they come, credits returned at once; the packet lives
/// until its tail has been, as routers behind this one still send its flits.
class Discards {
 public:
  Discards(const RouterSetup& setup, const CreditReturn& credits)
      : setup_(setup), credits_(credits), gone_(size_t{setup.radix} * setup.vcs) {}
  /// Of a packet that came by this VC `arrived` of `flits` flits have come.
  void begin(unsigned port, unsigned vc, const Packet& packet, unsigned arrived, unsigned flits);
  /// A flit that is no head has come; false: no dropped packet's.
  bool discard(Cycle now, unsigned port, FlitCell flit);
  /// The dropped packet whose flits this VC waits for, or null.
  const Packet* waits_for(unsigned port, unsigned vc) const {
    return gone_[port * setup_.vcs + vc].packet;
  }

 private:
  struct Gone {
    const Packet* packet = nullptr;
    unsigned arrived = 0, flits = 0;
  };
  const RouterSetup& setup_;
  const CreditReturn& credits_;
  std::vector<Gone> gone_;  ///< by input and VC
};

}  // namespace chokepoint::stream
