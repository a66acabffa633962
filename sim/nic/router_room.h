// SPDX-License-Identifier: Apache-2.0
// What a NIC knows of the room in its router's input.
#pragma once

#include <memory>

#include "sim/channel/credit_table.h"
#include "sim/hooks/context.h"
#include "sim/switch/queueing/shares.h"

namespace chokepoint {

struct RouterRoom {
  RouterRoom(CreditTable& table, const NetworkContext& context) : credits(table) {
    if (context.share_flits == 0) return;
    shares = std::make_unique<Shares>(context.topology.nodes(), context.share_flits);
    for (unsigned vc = 0; vc < context.layout.total; ++vc) {
      sharing_vcs |= uint32_t{context.layout.is_voq(vc)} << vc;
    }
  }
  /// A packet's destination has room for it, if it has a share in the buffer of that VC.
  bool has_share(unsigned vc, NodeId destination, unsigned flits) const {
    return (sharing_vcs >> vc & 1) == 0 || shares->has(destination, flits);
  }
  void claim_share(unsigned vc, NodeId destination, unsigned flits) {
    if ((sharing_vcs >> vc & 1) != 0) shares->claim(destination, flits);
  }

  CreditTable& credits;            ///< of the router's inputs
  uint32_t sharing_vcs = 0;        ///< mask: destinations have shares of their buffers
  std::unique_ptr<Shares> shares;  ///< null: they have none
};

}  // namespace chokepoint
